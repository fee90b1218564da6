/* Files as CalculiX writes them of a sector in one nodal diameter, from a lumped rotor of random matrices: a
 * sector's own, A, and to the next one, B. */
#ifndef RDG_TEST_CYCLIC_JOB_H
#define RDG_TEST_CYCLIC_JOB_H

#include "scratch.h"

#include <math.h>

#include <ridgewalk/fe_nodes.h>
#include <ridgewalk/mechanics.h>
#include <ridgewalk/sector.h>
#include <ridgewalk/wave.h>

enum { OWN = 6, MOST_SECTORS = 9, MOST_RING = OWN * MOST_SECTORS };

typedef struct rotor {
    int sectors;
    double A[2][OWN][OWN], B[2][OWN][OWN]; /* K, M */
} rotor;

/* wide: B goes from the last half of the degrees of freedom to the first third, as in a sector of several
 * elements; else from all to the first half */
static inline rotor rotor_make(uint64_t *seed, int sectors, bool wide)
{
    rotor r = {.sectors = sectors};
    for (int which = 0; which < 2; which++) {
        const double size = which == 0 ? 1e8 : 2.0;
        for (int i = 0; i < OWN; i++) {
            r.A[which][i][i] = size * (1.5 + 0.5 * random_signed(seed));
            for (int j = 0; j < i; j++) {
                r.A[which][i][j] = r.A[which][j][i] = 0.1 * size * random_signed(seed);
            }
            for (int j = 0; j < (wide ? OWN / 3 : OWN / 2); j++) {
                r.B[which][i][j] = wide && i < OWN / 2 ? 0.0 : 0.05 * size * random_signed(seed);
            }
        }
    }
    return r;
}

static inline FILE *job_open(const char *name, const char *ending)
{
    char path[160];
    snprintf(path, sizeof path, "%s/%s%s", scratch_folder, name, ending);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    return file;
}

/* name.dof, .sti, .mas: upper triangles of [[Re, -Im], [Im, Re]], as ccx writes them */
static inline void rotor_write(const rotor *r, const char *name, int diameter)
{
    const double theta = 2.0 * acos(-1.0) * diameter / r->sectors, c = cos(theta),
                 s = diameter == 0 ? 0.0 : sin(theta);
    FILE *file = job_open(name, ".dof");
    for (int i = 0; i < OWN; i++) {
        fprintf(file, "%d.%d\n", 11 + i / 3, i % 3 + 1);
    }
    fclose(file);
    for (int which = 0; which < 2; which++) {
        file = job_open(name, which == 0 ? ".sti" : ".mas");
        for (int j = 0; j < 2 * OWN; j++) {
            for (int i = 0; i <= j; i++) {
                const int a = i % OWN, b = j % OWN;
                const double forth = r->B[which][a][b], back = r->B[which][b][a];
                const double value = i / OWN == j / OWN ? r->A[which][a][b] + c * (forth + back)
                                                        : s * (forth - back); /* - Im */
                if (value != 0.0 || i == j) {
                    fprintf(file, "%d %d %.16e\n", i + 1, j + 1, value);
                }
            }
        }
        fclose(file);
    }
}

static inline const char *job_path(const char *name, char path[160])
{
    snprintf(path, 160, "%s/%s", scratch_folder, name);
    return path;
}

#endif
