/* Tables 3 and 5: what a step of 10 us of the slider-crank costs, guided ideally and with clearance, relative
 * to Moreau's midpoint rule; and how often a step asks for the terms of motion, which does not depend on the
 * machine. */
#include "crank.h"

#include <ridgewalk/ridgewalk.h>

#include <stdio.h>
#include <time.h>

enum { SCHEMES = 5, STEPS = 5000, TURNS = 5 };

static const struct {
    const char *name;
    rdg_timestepping_options o;
} scheme[SCHEMES] = {
    {"Moreau midpoint", {.scheme = RDG_MOREAU_MIDPOINT, .h = 1e-5}},
    {"half-explicit", {.scheme = RDG_HALF_EXPLICIT, .h = 1e-5}},
    {"generalised alpha, rho = 0.8", {.scheme = RDG_GENERALISED_ALPHA, .h = 1e-5, .rho = 0.8}},
    {"Bathe", {.scheme = RDG_BATHE, .h = 1e-5}},
    {"ED-alpha, rho = 0", {.scheme = RDG_ENERGY_DECAYING, .h = 1e-5}},
};

/* Least of some turns, us a step */
static double cost(rdg_mechanism *m, const rdg_timestepping_options *o, double *evaluations)
{
    double least = 1e9;
    rdg_timestepping *ts = rdg_timestepping_create(m, o);
    for (int turn = 0; turn < TURNS; turn++) {
        rdg_timestepping_start(ts, 0.0, (double[]){0, 0, 0}, (double[]){150, -75, 0});
        const clock_t begin = clock();
        for (int k = 0; k < STEPS && rdg_timestepping_step(ts) == RDG_OK; k++) {
        }
        least = fmin(least, 1e6 * (double)(clock() - begin) / CLOCKS_PER_SEC / STEPS);
    }
    *evaluations = (double)rdg_timestepping_motion(ts)->evaluations / STEPS;
    rdg_timestepping_free(ts);
    return least;
}

int main(void)
{
    static const char *const path[2] = {"table3.csv", "table5.csv"};
    rdg_context *ctx = rdg_context_create();
    crank_numbers table1 = {.clearance = 0.001};
    for (int k = 0; k < 2; k++) {
        rdg_mechanism *m =
            k == 0 ? crank_in_ideal_guide(ctx, &table1) : crank_with_clearance(ctx, &table1, 0.4, 0.01);
        const char *name[SCHEMES];
        double us[SCHEMES], relative[SCHEMES], evaluations[SCHEMES];
        for (int s = 0; s < SCHEMES; s++) {
            name[s] = scheme[s].name;
            us[s] = cost(m, &scheme[s].o, &evaluations[s]);
            relative[s] = us[s] / us[0];
            printf("%s: %-29s %6.2f us a step, %.2f of Moreau's, %.2f evaluations\n",
                   k == 0 ? "ideal guide" : "clearance", name[s], us[s], relative[s], evaluations[s]);
        }
        rdg_export(ctx, path[k], SCHEMES, RDG_COLUMN_TEXTS("scheme", name),
                   RDG_COLUMN_ARRAY("us_per_step", us), RDG_COLUMN_ARRAY("relative", relative),
                   RDG_COLUMN_ARRAY("evaluations", evaluations));
    }
    return rdg_exit(ctx);
}
