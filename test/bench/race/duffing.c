/* The forced Duffing race, Ridgewalk's side: the equations of duffing.f90, from Om = 0.5 to Om = 2.
 *
 *   duffing [output] [first] [facts]
 *
 * output: with table and run folder, otherwise without; first: ends after the first step, to tell what it
 * takes to start; facts: prints "points=... iterations=... fold1=... fold2=..." */
#include <ridgewalk/core.h>
#include <ridgewalk/elements.h>
#include <ridgewalk/hbm.h>

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
    rdg_cubic_spring_add(s, &(rdg_cubic_spring){.at = "x", .k3 = 0.1, .samples = 64});
    rdg_force_add(s, "x", 1, 1.0);
    rdg_sensor_rms_add(s, "rms", "x");
    rdg_hbm *hb = rdg_hbm_create(s, RDG_HARMONICS(1, 3, 5, 7, 9));
    return rdg_hbm_problem(hb, RDG_AT("omega", 0.5), RDG_AT("alpha", 0.1));
}

static bool is_among(const char *word, char **words)
{
    while (*words && strcmp(*words, word) != 0) {
        words++;
    }
    return *words != NULL;
}

int main(int argc, char **argv)
{
    (void)argc;
    rdg_context *ctx = rdg_context_create();
    rdg_problem *p = duffing(ctx);
    folds found = {0};
    rdg_run_summary summary = {0};
    const rdg_option options[] = {RDG_RELEASE("omega"), RDG_WINDOW("omega", 0.5, 2.0),
                                  RDG_MAX_POINTS(is_among("first", argv) ? 1 : 500)};
    if (is_among("facts", argv)) {
        rdg_continue(p, "frc", options[0], options[1], options[2], RDG_OBSERVE(keep_fold, &found),
                     RDG_SUMMARY(&summary), RDG_NO_FOLDER, RDG_NO_TABLE);
    } else if (is_among("output", argv)) {
        rdg_continue(p, "frc", options[0], options[1], options[2]);
    } else {
        rdg_continue(p, "frc", options[0], options[1], options[2], RDG_NO_FOLDER, RDG_NO_TABLE);
    }
    if (is_among("facts", argv)) {
        printf("points=%ld iterations=%ld", summary.points, summary.iterations);
        for (int k = 0; k < found.count; k++) {
            printf(" fold%d=%.10f", k + 1, found.omega[k]);
        }
        printf("\n");
    }
    return rdg_exit(ctx);
}
