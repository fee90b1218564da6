/* Runs of orbits in tests, and what they found. */
#ifndef RDG_TEST_ORBIT_RUN_H
#define RDG_TEST_ORBIT_RUN_H

#include "fresh_context.h"

#include <ridgewalk/shooting.h>

/* A parameter at the nth point of a type of a run. */
static inline double value_at(rdg_context *ctx, const char *run, const char *type, rdg_index nth,
                              const char *name)
{
    rdg_run *r = rdg_run_open(ctx, run);
    assert_non_null(r);
    const rdg_index row = rdg_run_find(r, type, nth);
    if (row < 0) {
        print_error("run \"%s\" has no %s number %d\n", run, type, (int)nth);
    }
    assert_true(row >= 0);
    const double *column = rdg_run_column(r, name);
    assert_non_null(column);
    const double value = column[row];
    rdg_run_free(r);
    return value;
}

/* The value nearest to a given one that a parameter has at points of a type. */
static inline double nearest_at(rdg_context *ctx, const char *run, const char *type, const char *name,
                                double value)
{
    rdg_run *r = rdg_run_open(ctx, run);
    assert_non_null(r);
    double nearest = NAN;
    for (rdg_index k = 0; rdg_run_find(r, type, k) >= 0; k++) {
        const double found = rdg_run_column(r, name)[rdg_run_find(r, type, k)];
        nearest = fabs(found - value) < fabs(nearest - value) || isnan(nearest) ? found : nearest;
    }
    rdg_run_free(r);
    return nearest;
}

/* Variables at the nth point of a type. */
static inline void solution_at(rdg_context *ctx, rdg_problem *p, const char *run, const char *type,
                               rdg_index nth, double *u)
{
    rdg_run *r = rdg_run_open(ctx, run);
    assert_non_null(r);
    const rdg_index row = rdg_run_find(r, type, nth);
    assert_true(row >= 0);
    const rdg_index label = rdg_run_label(r, row);
    static const char *const blocks[] = {"x", "tau", "T", "phi", "p"};
    for (int k = 0; k < 5; k++) {
        rdg_index n = 0;
        if (rdg_run_has_block(r, blocks[k])) {
            const rdg_index first = rdg_variable_index(p, blocks[k], &n);
            assert_ok(ctx, rdg_run_solution(r, label, blocks[k], n, u + first, NULL));
        }
    }
    rdg_run_free(r);
}

/* The orbit at the start values: a run of dimension 0. */
static inline void solve_orbit(rdg_context *ctx, rdg_problem *p, const char *run)
{
    assert_non_null(p);
    assert_ok(ctx, rdg_continue(p, run, RDG_IN_MEMORY));
}

#endif
