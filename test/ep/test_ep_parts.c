/* Equilibria as parts of a larger problem; and what is wrong with a field. */
#define _XOPEN_SOURCE 700

#include "fields.h"

/* Stuart and Landau's oscillator z' = (p + i omega) z - z |z|^2; `data`: omega. */
static int oscillator(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    const double omega = *(const double *)data;
    const double growth = u[2] - u[0] * u[0] - u[1] * u[1];
    y[0] = growth * u[0] - omega * u[1];
    y[1] = growth * u[1] + omega * u[0];
    return 0;
}

/* right.p = left.p - 1/2 */
static int coupling(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    (void)data;
    y[0] = u[1] - u[0] + 0.5;
    return 0;
}

static rdg_ep oscillator_field(double *omega, const double *p)
{
    static const char *const names[] = {"p"};
    return (rdg_ep){.n = 2, .n_parameters = 1, .parameters = names, .p = p, .f = oscillator, .data = omega};
}

static void two_parts_have_their_own_hopf_points(void **state)
{
    rdg_context *ctx = *state;
    double omega[2] = {1.0, 3.0};
    harvest h = {0};
    rdg_problem *p = rdg_problem_create(ctx);
    const rdg_ep left = oscillator_field(omega, (const double[]){-0.3});
    const rdg_ep right = oscillator_field(omega + 1, (const double[]){-0.8});
    assert_ok(ctx, rdg_ep_add(p, "left", &left));
    assert_ok(ctx, rdg_ep_add(p, "right", &right));
    const rdg_index glued[] = {rdg_variable_index(p, "left.p", NULL), rdg_variable_index(p, "right.p", NULL)};
    assert_ok(ctx,
              rdg_add_zero(p, &(rdg_function){.name = "coupling", .n = 2, .m = 1, .f = coupling}, glued));
    assert_ok(ctx, rdg_add_variables(p, "later", 1, NULL));
    assert_ok(ctx, rdg_add_parameter(p, "later", "later", 0));

    assert_ok(ctx, rdg_continue(p, "both", RDG_RELEASE("left.p"), RDG_RELEASE("right.p"),
                                RDG_WINDOW("left.p", -0.3, 1.0), RDG_NO_BRANCH_POINTS, HARVEST_ONLY(&h)));
    assert_int_equal(harvest_count(&h, "HB"), 2);
    const harvested *first = harvest_near(&h, "HB", "left.p", 0.0);
    const harvested *second = harvest_near(&h, "HB", "left.p", 0.5);
    assert_near(harvest_mu(&h, first, "left.p"), 0.0, 0.0, 1e-10);
    assert_near(harvest_mu(&h, first, "left.omega2"), 1.0, 1e-9, 0.0);
    assert_near(harvest_mu(&h, second, "left.p"), 0.5, 0.0, 1e-10);
    assert_near(harvest_mu(&h, second, "right.omega2"), 9.0, 1e-9, 0.0);
    assert_near(harvest_mu(&h, second, "right.l1"), -2.0 / 3.0, 1e-6, 0.0);
    assert_near(harvest_mu(&h, second, "left.unstable"), 2.0, 0.0, 0.0);
    double re[2], im[2];
    assert_ok(ctx, rdg_ep_eigenvalues_of(p, "right", second->u, re, im));
    assert_near(re[0], 0.0, 0.0, 1e-9);
    assert_near(fabs(im[0]), 3.0, 1e-9, 0.0);
    assert_ok(ctx, rdg_ep_eigenvalues_of(p, "left", second->u, re, im));
    assert_near(re[0], 0.5, 1e-9, 0.0);
    assert_near(fabs(im[0]), 1.0, 1e-9, 0.0);
    assert_ok(ctx, rdg_check_derivatives(p, second->u, 1e-5));
    harvest_clear(&h);
}

/* An equilibrium that is the fixed point of a map as well. */
static void equilibria_and_fixed_points_share_a_problem(void **state)
{
    rdg_context *ctx = *state;
    double omega = 1.0;
    int once = 1;
    rdg_problem *p = rdg_problem_create(ctx);
    const rdg_ep flow = oscillator_field(&omega, (const double[]){0.25});
    assert_ok(ctx, rdg_ep_add(p, NULL, &flow));
    const rdg_ep map = predator_map(&once);
    assert_ok(ctx, rdg_map_add(p, "map", &map));
    double re[2], im[2], unstable = 0.0;
    assert_ok(ctx, rdg_solve(p));
    assert_ok(ctx, rdg_ep_eigenvalues(p, rdg_start_values(p), re, im));
    assert_near(re[0], 0.25, 1e-9, 0.0);
    assert_ok(ctx, rdg_ep_eigenvalues_of(p, "map", rdg_start_values(p), re, im));
    assert_near(fmin(re[0], re[1]), -0.5, 1e-8, 0.0); /* p1 (1 - 2 x) at x = 0.6 */
    assert_near(fmax(re[0], re[1]), 1.02, 1e-9, 0.0); /* 0.9 + 0.2 x */
    assert_ok(ctx, rdg_parameter_value(p, "unstable", rdg_start_values(p), &unstable));
    assert_near(unstable, 2.0, 0.0, 0.0);
}

static int outside(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    (void)data;
    y[0] = u[0];
    y[1] = u[1];
    return u[0] > 1.0;
}

static void bad_fields_are_refused(void **state)
{
    rdg_context *ctx = *state;
    double omega = 1.0;
    double re[2], im[2];
    const rdg_ep good = oscillator_field(&omega, NULL);
    rdg_ep bad = good;
    bad.f = NULL;
    assert_null(rdg_ep_problem(ctx, &bad));
    assert_failed(ctx, RDG_ERR_ARGUMENT, "needs a function f");
    assert_null(rdg_map_problem(ctx, NULL));
    assert_failed(ctx, RDG_ERR_ARGUMENT, "needs a function f");
    bad = good;
    bad.parameters = NULL;
    assert_null(rdg_ep_problem(ctx, &bad));
    assert_failed(ctx, RDG_ERR_ARGUMENT, "a name for each of its parameters");
    bad = good;
    bad.parameters = (const char *const[]){NULL};
    assert_null(rdg_ep_problem(ctx, &bad));
    assert_failed(ctx, RDG_ERR_NAME, "has no name");
    bad = good;
    bad.parameters = (const char *const[]){"hopf"};
    assert_null(rdg_ep_problem(ctx, &bad));
    assert_failed(ctx, RDG_ERR_NAME, "hopf");
    bad = good;
    bad.df_pattern = &(const rdg_pattern){.rows = 2, .cols = 3};
    assert_null(rdg_map_problem(ctx, &bad));
    assert_failed(ctx, RDG_ERR_ARGUMENT, "must be dense");

    rdg_problem *p = rdg_problem_create(ctx);
    assert_int_equal(rdg_ep_add(p, "left.part", &good), RDG_ERR_NAME);
    assert_failed(ctx, RDG_ERR_NAME, "\"left.part\" is no name for a part");
    bad = good;
    bad.x = (const double[]){NAN, 0.0};
    rdg_ep_add(p, "left", &bad); /* what comes after it is no part of "left" */
    assert_failed(ctx, RDG_ERR_NOT_FINITE, "start value x[0] is nan");
    assert_ok(ctx, rdg_ep_add(p, NULL, &good));
    assert_true(rdg_variable_index(p, "x", NULL) == 0);
    assert_int_equal(rdg_ep_add(NULL, "part", &good), RDG_ERR_EARLIER);

    rdg_problem *q = rdg_ep_problem(ctx, &good);
    rdg_ep_add(q, NULL, &good);
    assert_failed(ctx, RDG_ERR_NAME, "\"x\"");
    rdg_ep_eigenvalues_of(q, "left", rdg_start_values(q), re, im);
    assert_failed(ctx, RDG_ERR_NAME, "no equilibria or fixed points \"left\"");
    rdg_ep_eigenvalues(rdg_problem_create(ctx), re, re, im);
    assert_failed(ctx, RDG_ERR_NAME, "no equilibria or fixed points without a name");
    rdg_ep_eigenvalues(q, NULL, re, im);
    assert_failed(ctx, RDG_ERR_ARGUMENT, "NULL");
    bad = good;
    bad.f = outside;
    bad.x = (const double[]){2.0, 0.0};
    q = rdg_ep_problem(ctx, &bad);
    rdg_ep_eigenvalues(q, rdg_start_values(q), re, im);
    assert_failed(ctx, RDG_ERR_NOT_FINITE, "no value");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(two_parts_have_their_own_hopf_points),
        SCRATCH_TEST(equilibria_and_fixed_points_share_a_problem),
        SCRATCH_TEST(bad_fields_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
