/* The forced Duffing race, Ridgewalk's side: the equations of duffing.f90, from Om = 0.5 to Om = 2.
 *
 *   duffing          computes, without table and run folder
 *   duffing output   also prints the table and writes the run folder
 *   duffing first    ends after the first point: what it takes to start
 *   duffing facts    computes, and prints "points=... iterations=... fold1=... fold2=..." */
#include <ridgewalk/hbm.h>
#include <ridgewalk/ridgewalk.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* omega at each fold, in the order of the curve */
typedef struct folds {
    int count;
    double omega[8];
} folds;

static bool keep_fold(rdg_problem *p, const rdg_chart *chart, void *data)
{
    folds *f = data;
    if (strcmp(chart->type, "FP") == 0 && f->count < 8) {
        f->omega[f->count++] = chart->mu[rdg_parameter_index(p, "omega")];
    }
    return false;
}

static rdg_problem *duffing(rdg_context *ctx)
{
    const double one = 1.0;
    const double damping = 0.02;
    rdg_structure *s = rdg_structure_create(ctx, "oscillator", 1, &one, &damping, &one);
    rdg_name_dof(s, "x", 0);
    rdg_hbm *hb = rdg_hbm_create(s, RDG_HARMONICS(1, 3, 5, 7, 9));
    rdg_cubic_spring_add(hb, &(rdg_cubic_spring){.at = "x", .k3 = 0.1, .samples = 64});
    rdg_hbm_force(hb, "x", 1, 1.0);
    rdg_hbm_sensor_rms(hb, "rms", "x");
    return rdg_hbm_problem(hb, RDG_AT("omega", 0.5), RDG_AT("alpha", 0.1));
}

int main(int argc, char **argv)
{
    const char *mode = argc > 1 ? argv[1] : "";
    rdg_context *ctx = rdg_context_create();
    rdg_problem *p = duffing(ctx);
    folds found = {0};
    rdg_run_summary summary = {0};
    if (strcmp(mode, "output") == 0) {
        rdg_continue(p, "frc", RDG_RELEASE("omega"), RDG_WINDOW("omega", 0.5, 2.0));
    } else {
        const rdg_index most = strcmp(mode, "first") == 0 ? 1 : 500;
        rdg_continue(p, "frc", RDG_RELEASE("omega"), RDG_WINDOW("omega", 0.5, 2.0), RDG_MAX_POINTS(most),
                     RDG_NO_FOLDER, RDG_NO_TABLE, RDG_OBSERVE(keep_fold, &found), RDG_SUMMARY(&summary));
    }
    if (strcmp(mode, "facts") == 0) {
        printf("points=%ld iterations=%ld", summary.points, summary.iterations);
        for (int k = 0; k < found.count; k++) {
            printf(" fold%d=%.10f", k + 1, found.omega[k]);
        }
        printf("\n");
    }
    return rdg_exit(ctx);
}
