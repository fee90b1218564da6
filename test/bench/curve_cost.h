/* What a point of a curve costs, and where its time goes, without output. Of many equal runs the fastest
 * counts.
 *
 * Microseconds a point: of the user's functions with their assembly (functions), factorisations, solves,
 * output, and all the rest, which is the library's own. The local search that finds the ridge behind the
 * onset of slip is no continuation: it stands by itself (search_ms) and is in no other number. event_us is
 * what one located event adds to a run, as the difference of runs with and without user values. */
#ifndef RDG_CURVE_COST_H
#define RDG_CURVE_COST_H

#include "bench.h"

#include <ridgewalk/ridge.h>

#include <string.h>

enum { N_EVENTS = 40 };

/* What the command line asks for: name [repetitions] */
typedef struct curve_choice {
    const char *only; /* a curve's name; NULL: all */
    long repetitions; /* of each run */
} curve_choice;

static inline curve_choice curve_choose(int argc, char **argv)
{
    return (curve_choice){.only = argc > 1 ? argv[1] : NULL,
                          .repetitions = argc > 2 ? strtol(argv[2], NULL, 10) : 25};
}

/* One curve: how it is run, and its number of unknowns. */
typedef struct curve {
    rdg_problem *problem; /* NULL: a ridge of hb */
    rdg_hbm *hb;
    const rdg_option *options; /* ended by RDG_OPTION_END */
    const char *parameter;     /* of the user values */
    double low, high;          /* where they lie, as many events are located; equal: none */
} curve;

static inline bool curve_count_variables(rdg_problem *p, const rdg_chart *chart, void *data)
{
    (void)chart;
    *(rdg_index *)data = rdg_variable_count(p);
    return false;
}

/* A ridge without its local search. */
static inline double curve_total(const curve *c, const rdg_timing *t)
{
    return c->problem ? t->total_s : t->total_s - t->handler_s;
}

static inline void curve_run_once(const curve *c, rdg_index n_events, rdg_run_summary *summary,
                                  rdg_index *variables)
{
    double value[N_EVENTS];
    rdg_option list[32];
    rdg_index count = 0;
    for (const rdg_option *o = c->options; o->kind != RDG_OPTION_END; o++) {
        list[count++] = *o;
    }
    for (int k = 0; k < N_EVENTS; k++) {
        value[k] = c->low + (c->high - c->low) * (k + 0.5) / N_EVENTS;
    }
    if (n_events > 0) {
        list[count] = RDG_UZ_LIST(c->parameter, n_events, value);
        count++;
    }
    list[count++] = RDG_NO_FOLDER;
    list[count++] = RDG_NO_TABLE;
    list[count++] = RDG_OBSERVE(curve_count_variables, variables);
    list[count++] = RDG_SUMMARY(summary);
    list[count] = (rdg_option){.kind = RDG_OPTION_END};
    if (c->problem) {
        rdg_continue_list(c->problem, "bench", list);
    } else {
        rdg_ridge_list(c->hb, "bench", "Am", list);
    }
}

/* The fastest of many runs. */
static inline rdg_run_summary curve_fastest(const curve_choice *choice, const curve *c, rdg_index n_events,
                                            rdg_index *variables)
{
    rdg_run_summary best = {0};
    for (long k = 0; k < choice->repetitions; k++) {
        rdg_run_summary summary = {0};
        curve_run_once(c, n_events, &summary, variables);
        best = k == 0 || curve_total(c, &summary.timing) < curve_total(c, &best.timing) ? summary : best;
    }
    return best;
}

static inline void curve_measure(const curve_choice *choice, const char *name, const curve *c)
{
    rdg_index variables = 0;
    if (choice->only && strcmp(choice->only, name) != 0) {
        return;
    }
    const rdg_run_summary s = curve_fastest(choice, c, 0, &variables);
    const rdg_timing *t = &s.timing;
    const double total = curve_total(c, t);
    const double us = s.points > 0 ? 1e6 / (double)s.points : 0.0; /* a point */
    printf("%s unknowns=%lld points=%ld folds=%ld iterations=%ld rejected=%ld", name, (long long)variables,
           s.points, s.folds, s.iterations, s.rejected);
    printf(" residuals=%ld jacobians=%ld factorisations=%ld solves=%ld", t->residuals, t->jacobians,
           t->factorisations, t->solves);
    printf(" run_ms=%.3f us_per_point=%.2f us_per_iteration=%.2f", 1e3 * total, us * total,
           1e6 * total / (double)s.iterations);
    printf(" functions=%.2f factor=%.2f solve=%.2f output=%.2f rest=%.2f", us * t->function_s,
           us * t->factor_s, us * t->solve_s, us * t->output_s,
           us * (total - t->function_s - t->factor_s - t->solve_s - t->output_s));
    if (c->low < c->high) {
        const rdg_run_summary with = curve_fastest(choice, c, N_EVENTS, &variables);
        printf(" event_us=%.1f search_ms=%.1f",
               1e6 * (curve_total(c, &with.timing) - total) / (double)(with.points - s.points),
               1e3 * t->handler_s);
    }
    printf("\n");
}

#endif
