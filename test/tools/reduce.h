/* The program rdg-reduce, and structures for it. */
#ifndef RDG_TEST_REDUCE_H
#define RDG_TEST_REDUCE_H

#include "scratch.h"

#include <math.h>
#include <stdlib.h>

enum { LARGEST = 270, PER_CUBE = 2, MOST_CUBES = 10 };

/* The program, or NULL: SLEPc is missing. Under the sanitizers it would report what MPI keeps. */
static inline const char *program(void)
{
    static char path[256];
    snprintf(path, sizeof path, "%s/tools/rdg/rdg-reduce", getenv("BUILD") ? getenv("BUILD") : "build");
#ifdef __SANITIZE_ADDRESS__
    return NULL;
#else
    return access(path, X_OK) == 0 ? path : NULL;
#endif
}

static inline void need_program(void)
{
    if (!program()) {
        print_message("skipped: there is no rdg-reduce, which needs SLEPc\n");
        skip();
    }
}

/* Exit status, and the messages */
static inline int run(int processes, const char *arguments, char *said, size_t size)
{
    char command[1024];
    const bool has_mpi = system("command -v mpirun >/dev/null 2>&1") == 0;
    snprintf(command, sizeof command, "cd %s && %s%s%s%s %s 2>&1", scratch_folder,
             has_mpi && processes > 1 ? "mpirun -n 2 " : "", program()[0] == '/' ? "" : "../../", "",
             program(), arguments);
    FILE *pipe = popen(command, "r");
    assert_non_null(pipe);
    const size_t n = fread(said, 1, size - 1, pipe);
    said[n] = '\0';
    const int status = pclose(pipe);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static inline FILE *begin_file(const char *name)
{
    char path[128];
    snprintf(path, sizeof path, "%s/%s", scratch_folder, name);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    return file;
}

/* Lower triangle */
static inline void write_matrix(const char *name, int n, const double *A)
{
    int entries = 0;
    FILE *file = begin_file(name);
    for (int k = 0; k < n * n; k++) {
        entries += A[k] != 0.0 && k % n >= k / n;
    }
    fprintf(file, "%%%%MatrixMarket matrix coordinate real symmetric\n%d %d %d\n", n, n, entries);
    for (int k = 0; k < n * n; k++) {
        if (A[k] != 0.0 && k % n >= k / n) {
            fprintf(file, "%d %d %.17g\n", k % n + 1, k / n + 1, A[k]);
        }
    }
    fclose(file);
}

static double K[LARGEST * LARGEST], M[LARGEST * LARGEST];

static inline void connect(int n, int i, int j, double stiffness, double mass)
{
    K[i + n * i] += stiffness;
    K[j + n * j] += stiffness;
    K[i + n * j] -= stiffness;
    K[j + n * i] -= stiffness;
    M[i + n * i] += 2.0 * mass;
    M[j + n * j] += 2.0 * mass;
    M[i + n * j] += mass;
    M[j + n * i] += mass;
}

/* Cubes of points, each tied to its neighbours by rods with stiffness and mass, random by decades, or equal
 * ones; cubes are alike, and not tied to each other. Free in space: the boundary is to hold them. */
static inline int make_cubes(int cubes, int side, double decades, uint64_t seed)
{
    const int points = side * side * side, n = cubes * points;
    memset(K, 0, sizeof K);
    memset(M, 0, sizeof M);
    for (int cube = 0; cube < cubes; cube++) {
        uint64_t draw = seed;
        for (int i = 0; i < points; i++) {
            const int step[3] = {1, side, side * side};
            for (int k = 0; k < 3; k++) {
                if (i / step[k] % side < side - 1) {
                    const double stiffness = 1e6 * pow(10.0, decades * random_signed(&draw));
                    connect(n, cube * points + i, cube * points + i + step[k], stiffness, 1.0);
                }
            }
        }
    }
    write_matrix("K.mtx", n, K);
    write_matrix("M.mtx", n, M);
    return n;
}

/* Points of each cube, which hold it: a corner and one of the middle; rows from 1 on */
static inline void write_list(int n, int cubes, rdg_index *dof)
{
    FILE *file = begin_file("list");
    for (int b = 0; b < PER_CUBE * cubes; b++) {
        dof[b] = b / PER_CUBE * (n / cubes) + b % PER_CUBE * (n / cubes / 2);
        fprintf(file, "%d%c", (int)dof[b] + 1, b % 2 ? '\n' : ' ');
    }
    fclose(file);
}

/* MPI on a machine with fewer cores than processes, and by root */
static inline void let_mpi_run(void)
{
    setenv("OMPI_ALLOW_RUN_AS_ROOT", "1", 1);
    setenv("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1", 1);
    setenv("OMPI_MCA_rmaps_base_oversubscribe", "1", 1);
    setenv("OMPI_MCA_mpi_yield_when_idle", "1", 1);
}

#endif
