/* A user's program that calls functions of other libraries one after the other, and prints which of them the
 * process has loaded by then: "what: library library ...". */
#include <ridgewalk/chain.h>
#include <ridgewalk/elements.h>
#include <ridgewalk/hbm.h>
#include <ridgewalk/ridgewalk.h>
#include <ridgewalk/sparse_solve.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

#define MASSES 800

static const char *const libraries[] = {"openblas", "lapacke", "fftw3", "sqlite3",
                                        "umfpack",  "cholmod", "arpack"};

static void print_loaded(const char *what)
{
    static char maps[1 << 20];
    FILE *file = fopen("/proc/self/maps", "r");
    const size_t length = file ? fread(maps, 1, sizeof maps - 1, file) : 0;
    maps[length] = '\0';
    if (file) {
        fclose(file);
    }
    printf("%s:", what);
    for (size_t k = 0; k < sizeof libraries / sizeof *libraries; k++) {
        char name[32];
        snprintf(name, sizeof name, "/lib%s", libraries[k]);
        if (strstr(maps, name)) {
            printf(" %s", libraries[k]);
        }
    }
    printf("\n");
}

static void trace(rdg_context *ctx)
{
    const double one = 1.0, damping = 0.1;
    rdg_structure *s = rdg_structure_create(ctx, "oscillator", 1, &one, &damping, &one);
    rdg_name_dof(s, "x", 0);
    rdg_cubic_spring_add(s, &(rdg_cubic_spring){.at = "x", .k3 = 1.0});
    rdg_force_add(s, "x", 1, 0.2);
    rdg_problem *p = rdg_hbm_problem(rdg_hbm_create(s, RDG_HARMONICS(1, 3)), RDG_AT("omega", 0.5));
    rdg_continue(p, "frc", RDG_RELEASE("omega"), RDG_WINDOW("omega", 0.5, 2.0), RDG_NO_TABLE);
}

static double solve(void)
{
    const rdg_index start[] = {0, 2, 4}, row[] = {0, 1, 0, 1};
    const double value[] = {2.0, 1.0, 1.0, 2.0}, b[] = {3.0, 3.0};
    const rdg_sparse A = {{.rows = 2, .cols = 2, .start = start, .row = row}, value};
    double x[2] = {0.0, 0.0};
    return rdg_sparse_solve(&A, b, x) == 0 ? fabs(x[0] - 1.0) + fabs(x[1] - 1.0) : INFINITY;
}

/* Relative error of the lowest frequency of a chain between two walls. */
static double vibrate(rdg_context *ctx)
{
    static double mass[MASSES], stiffness[MASSES + 1];
    for (int k = 0; k < MASSES; k++) {
        mass[k] = stiffness[k] = 1.0;
    }
    double omega[4] = {0.0};
    rdg_structure *s = rdg_chain_create(ctx, MASSES, mass, stiffness);
    rdg_structure_frequencies(s, 0, NULL, 4, omega);
    /* one wall, as the chain ends free */
    return omega[0] / (2.0 * sin(0.5 * acos(-1.0) / (2.0 * MASSES + 1.0))) - 1.0;
}

int main(void)
{
    rdg_context *ctx = rdg_context_create();
    rdg_set_writer(ctx, NULL, NULL);
    print_loaded("start");
    trace(ctx);
    print_loaded("curve");
    const double error = solve();
    print_loaded("sparse matrix");
    const double shift = vibrate(ctx);
    print_loaded("modes");
    const int failed = rdg_exit(ctx) != 0 || !(error < 1e-12) || !(fabs(shift) < 1e-6);
    if (failed) {
        printf("failed: %g, %g\n", error, shift);
    }
    return failed;
}
