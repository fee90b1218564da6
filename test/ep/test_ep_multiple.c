/* Multiple eigenvalues, and matrices that vanish as a whole: x_i' = (p - P) x_i - x_i^3, i = 1 ... n, whose
 * eigenvalues at x = 0 are all p - P. */
#define _XOPEN_SOURCE 700

#include "harvest.h"
#include "scratch.h"

#include <ridgewalk/ep.h>

#include <string.h>

enum { MOST = 6 };

static int pitchforks(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    const double at = *(const double *)data;
    for (rdg_index i = 0; i < m; i++) {
        y[i] = (u[m] - at) * u[i] - u[i] * u[i] * u[i];
    }
    return 0;
}

static int pitchforks_df(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    (void)n;
    const double at = *(const double *)data;
    for (rdg_index i = 0; i < m; i++) {
        values[i + m * i] = u[m] - at - 3.0 * u[i] * u[i];
        values[i + m * m] = u[i];
    }
    return 0;
}

static rdg_problem *make(rdg_context *ctx, int n, double *at, bool has_df)
{
    static const char *const names[] = {"p"};
    return rdg_ep_problem(ctx, &(rdg_ep){.n = n,
                                         .n_parameters = 1,
                                         .parameters = names,
                                         .p = (double[]){-1.0},
                                         .f = pitchforks,
                                         .df = has_df ? pitchforks_df : NULL,
                                         .data = at});
}

static void a_start_with_equal_eigenvalues_has_right_derivatives(void **state)
{
    double at = 0.1;
    for (int n = 1; n <= MOST; n++) {
        for (int has_df = 0; has_df < 2; has_df++) {
            rdg_problem *p = make(*state, n, &at, has_df);
            assert_ok(*state, rdg_check_derivatives(p, NULL, 1e-6));
            rdg_problem_free(p);
        }
    }
}

/* Three equal blocks [p + 1 - 1.1, 2; 0.7 (p + 1), -5], states x1 ... x3, z1 ... z3: triangular at p = -1. */
static int blocks_df(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    (void)n;
    (void)data;
    for (rdg_index i = 0; i < 3; i++) {
        values[i + m * i] = u[m] - 0.1;
        values[i + m * (3 + i)] = 2.0;
        values[i + m * m] = u[i];
        values[3 + i + m * i] = 0.7 * (u[m] + 1.0);
        values[3 + i + m * (3 + i)] = -5.0;
        values[3 + i + m * m] = 0.7 * u[i];
    }
    return 0;
}

static int blocks(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    (void)data;
    for (rdg_index i = 0; i < 3; i++) {
        y[i] = (u[m] - 0.1) * u[i] + 2.0 * u[3 + i];
        y[3 + i] = 0.7 * (u[m] + 1.0) * u[i] - 5.0 * u[3 + i];
    }
    return 0;
}

/* Of a triple eigenvalue beside others any two have the same sum, with a gradient. */
static void the_gradient_at_a_triple_eigenvalue_is_that_of_two_of_it(void **state)
{
    static const char *const names[] = {"p"};
    rdg_problem *p = rdg_ep_problem(*state, &(rdg_ep){.n = 6,
                                                      .n_parameters = 1,
                                                      .parameters = names,
                                                      .p = (double[]){-1.0},
                                                      .f = blocks,
                                                      .df = blocks_df});
    assert_ok(*state, rdg_check_derivatives(p, NULL, 1e-6));
    rdg_problem_free(p);
}

/* A branch point at p = P, which explains all that changes there. */
static void check_pitchfork(rdg_context *ctx, int n, double at, bool has_df)
{
    harvest h = {0};
    scratch_said[0] = '\0';
    rdg_problem *p = make(ctx, n, &at, has_df);
    assert_ok(ctx,
              rdg_continue(p, "pitchforks", RDG_RELEASE("p"), RDG_WINDOW("p", -1.0, 1.0), HARVEST_ONLY(&h)));
    assert_int_equal(h.summary.warnings, 0);
    assert_null(strstr(scratch_said, "kink"));
    assert_int_equal(harvest_count(&h, "HB"), 0);
    assert_int_equal(harvest_count(&h, "ZE"), 0);
    assert_int_equal(harvest_count(&h, "BP"), 1);
    assert_near(harvest_mu(&h, harvest_nth(&h, "BP", 0), "p"), at, 0.0, 1e-9);
    harvest_clear(&h);
    rdg_problem_free(p);
}

/* The matrix vanishes at the branch point: what is left of it there is rounding, or error of differences. */
static void pitchforks_of_one_and_of_two_states_are_branch_points_alone(void **state)
{
    for (int n = 1; n <= 2; n++) {
        for (int i = 0; i < 20; i++) {
            check_pitchfork(*state, n, -0.5 + 0.05 * i + 0.00123, i % 4 == 0);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(a_start_with_equal_eigenvalues_has_right_derivatives),
        SCRATCH_TEST(the_gradient_at_a_triple_eigenvalue_is_that_of_two_of_it),
        SCRATCH_TEST(pitchforks_of_one_and_of_two_states_are_branch_points_alone)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
