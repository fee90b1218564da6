/* A ridge that is followed for its numbers: what it costs, and where it is at given levels. */
#ifndef RDG_RIDGE_COST_H
#define RDG_RIDGE_COST_H

#include "backbone_cases.h"
#include "bench.h"

#include <ridgewalk/ridge.h>

#include <math.h>

typedef struct ridge_cost {
    long iterations;         /* of Newton's method, all of them */
    long first;              /* of these before the run in alpha: one response, and the search */
    long kept;               /* of the run's those that led to its points */
    double ms;               /* of the processor */
    double highest;          /* level that was reached, N */
    double first_omega;      /* of its first point, rad/s; 0: none yet */
    rdg_run_summary summary; /* of the run in alpha */
    const reference *levels;
    double omega[MAX_LEVELS], Am[MAX_LEVELS]; /* NaN: not met */
    long begun;                               /* the context's count of iterations at the beginning */
} ridge_cost;

static inline bool ridge_cost_watch(rdg_problem *p, const rdg_chart *chart, void *data)
{
    ridge_cost *cost = data;
    const double alpha = chart->mu[rdg_parameter_index(p, "alpha")];
    if (cost->first < 0) {
        cost->first = rdg_newton_iterations(rdg_problem_context(p)) - cost->begun - chart->iterations;
    }
    cost->kept += chart->iterations;
    cost->highest = fmax(cost->highest, alpha);
    cost->first_omega =
        cost->first_omega > 0.0 ? cost->first_omega : chart->mu[rdg_parameter_index(p, "omega")];
    for (rdg_index k = 0; k < cost->levels->n; k++) {
        if (fabs(alpha / cost->levels->alpha[k] - 1.0) < 1e-9) {
            cost->omega[k] = chart->mu[rdg_parameter_index(p, "omega")];
            cost->Am[k] = chart->mu[rdg_parameter_index(p, "Am")];
        }
    }
    return false;
}

/* The forced response at one frequency, rad/s, as a run that a ridge can start from. */
static inline void ridge_cost_start(rdg_hbm *hb, const backbone_case *c, double omega)
{
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", omega), RDG_AT("alpha", c->start));
    rdg_continue(p, "start", RDG_HOLD_AT("omega", omega), RDG_NO_TABLE);
    rdg_problem_free(p);
}

/* From one response to the last level, with a point at each of them. omega: that of the first peak, rad/s; 0:
 * the ridge searches it, from the lower end of the window. */
static inline ridge_cost ridge_cost_of(rdg_hbm *hb, const backbone_case *c, const reference *levels,
                                       bool differences, double omega)
{
    enum { MOST_POINTS = 500 }; /* a ridge may come to walk to and fro */
    const clock_t begin = clock();
    ridge_cost cost = {.first = -1, .levels = levels, .begun = rdg_newton_iterations(rdg_hbm_context(hb))};
    for (rdg_index k = 0; k < levels->n; k++) {
        cost.omega[k] = cost.Am[k] = NAN;
    }
    ridge_cost_start(hb, c, omega > 0.0 ? omega : RDG_HZ(c->window[0]));
    const rdg_option by_differences = RDG_RIDGE_DIFFERENCE_HESSIAN, none = RDG_NO_TABLE;
    rdg_ridge(hb, "bench", "Am", differences ? by_differences : none,
              RDG_RIDGE_CERTIFY(RDG_CERTIFY_NOTHING), /* what the ridge itself costs */
              RDG_FROM_GREATEST("start"), RDG_WINDOW("omega", RDG_HZ(c->window[0]), RDG_HZ(c->window[1])),
              RDG_WINDOW("alpha", c->start, 1.01 * levels->alpha[levels->n - 1]),
              RDG_UZ_LIST("alpha", levels->n, levels->alpha), RDG_MAX_POINTS(MOST_POINTS),
              RDG_OBSERVE(ridge_cost_watch, &cost), RDG_NO_FOLDER, RDG_NO_TABLE, RDG_SUMMARY(&cost.summary));
    rdg_error_clear(rdg_hbm_context(hb)); /* a ridge may end so, too: the levels say how far it came */
    cost.iterations = rdg_newton_iterations(rdg_hbm_context(hb)) - cost.begun;
    cost.ms = bench_cpu_ms(begin);
    return cost;
}

/* The fastest of some repetitions. */
static inline ridge_cost ridge_cost_least(rdg_hbm *hb, const backbone_case *c, const reference *levels,
                                          bool differences, int repetitions)
{
    ridge_cost best = ridge_cost_of(hb, c, levels, differences, 0.0);
    for (int k = 1; k < repetitions; k++) {
        const ridge_cost again = ridge_cost_of(hb, c, levels, differences, 0.0);
        best = again.ms < best.ms ? again : best;
    }
    return best;
}

#endif
