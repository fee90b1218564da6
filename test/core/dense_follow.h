/* Runs of the exact curves, and how far their columns are from them. */
#ifndef RDG_TEST_DENSE_FOLLOW_H
#define RDG_TEST_DENSE_FOLLOW_H

#include "dense_problems.h"
#include "scratch.h"

enum { PLACES = 1000 };

static inline rdg_run *dense_follow(rdg_context *ctx, const dense_case *c, rdg_index n, uint64_t seed,
                                    bool is_dense)
{
    rdg_problem *p = dense_problem(ctx, c, n, seed);
    assert_ok(ctx,
              rdg_continue(p, c->name, RDG_RELEASE("x"), RDG_WINDOW("x", c->low, c->high), RDG_IN_MEMORY,
                           is_dense ? RDG_DENSE_OUTPUT : RDG_IN_MEMORY, RDG_NO_TABLE, RDG_EXPECT_EARLY_END));
    rdg_problem_free(p);
    rdg_run *run = rdg_run_open(ctx, c->name);
    assert_ok(ctx, rdg_error_status(ctx));
    return run;
}

/* Distance from the exact curve in the plane of x and A, about, and what the stated errors allow. */
typedef struct distance {
    double is, stated;
} distance;

static inline distance from_curve(const dense_case *c, double x, double A, double x_error, double A_error)
{
    const double h = 1e-6;
    const double of_x = (c->relation(x + h, A) - c->relation(x - h, A)) / (2.0 * h);
    const double of_A = (c->relation(x, A + h) - c->relation(x, A - h)) / (2.0 * h);
    const double length = hypot(of_x, of_A);
    return (distance){fabs(c->relation(x, A)) / length,
                      (fabs(of_x) * x_error + fabs(of_A) * A_error) / length};
}

static inline distance at_place(rdg_run *run, const dense_case *c, double place, double *x, double *A)
{
    double x_error = NAN, A_error = NAN;
    assert_int_equal(rdg_run_interpolate(run, "x", place, x, &x_error), RDG_OK);
    assert_int_equal(rdg_run_interpolate(run, "A", place, A, &A_error), RDG_OK);
    return from_curve(c, *x, *A, x_error, A_error);
}

#endif
