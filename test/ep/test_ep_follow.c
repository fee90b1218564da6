/* Curves of Hopf points keep to their pair where another one, never critical, is nearer to the axis at every
 * guess, where two such curves cross, and whatever units the states have. */
#define _XOPEN_SOURCE 700

#include "harvest.h"
#include "scratch.h"

#include <ridgewalk/ep.h>

/* Pairs with real parts p - c(q), p + q, -1e-6 with c(q) = q + q^2; the equilibrium is 0. */
enum { PAIRS = 3 };

static const double omega[PAIRS] = {3.0, 1.0, 2.0};

typedef struct three_pairs {
    double unit[2 * PAIRS]; /* of the states */
} three_pairs;

static int field(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    const double *unit = ((const three_pairs *)data)->unit, p = u[m], q = u[m + 1];
    const double growth[PAIRS] = {p - q - q * q, p + q, -1e-6};
    (void)n;
    for (int k = 0; k < PAIRS; k++) {
        const double a = u[2 * k] / unit[2 * k], b = u[2 * k + 1] / unit[2 * k + 1], r = a * a + b * b;
        y[2 * k] = unit[2 * k] * ((growth[k] - r) * a - omega[k] * b);
        y[2 * k + 1] = unit[2 * k + 1] * ((growth[k] - r) * b + omega[k] * a);
    }
    return 0;
}

static int slope(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    const double *unit = ((const three_pairs *)data)->unit, p = u[m], q = u[m + 1];
    const double growth[PAIRS] = {p - q - q * q, p + q, -1e-6};
    const double by_q[PAIRS] = {-1.0 - 2.0 * q, 1.0, 0.0}, by_p[PAIRS] = {1.0, 1.0, 0.0};
    (void)n;
    for (int k = 0; k < PAIRS; k++) {
        const int i = 2 * k, j = i + 1;
        const double a = u[i] / unit[i], b = u[j] / unit[j], r = a * a + b * b;
        values[i + m * i] = growth[k] - r - 2.0 * a * a;
        values[j + m * j] = growth[k] - r - 2.0 * b * b;
        values[i + m * j] = unit[i] / unit[j] * (-omega[k] - 2.0 * a * b);
        values[j + m * i] = unit[j] / unit[i] * (omega[k] - 2.0 * a * b);
        values[i + m * m] = u[i] * by_p[k];
        values[j + m * m] = u[j] * by_p[k];
        values[i + m * (m + 1)] = u[i] * by_q[k];
        values[j + m * (m + 1)] = u[j] * by_q[k];
    }
    return 0;
}

static rdg_problem *pairs_at(rdg_context *ctx, three_pairs *t, double p, double q)
{
    return rdg_ep_problem(ctx, &(rdg_ep){.n = 2 * PAIRS,
                                         .n_parameters = 2,
                                         .parameters = (const char *const[]){"p", "q"},
                                         .p = (const double[]){p, q},
                                         .f = field,
                                         .df = slope,
                                         .data = t});
}

/* One curve from its end at q = -0.4 on, or -0.8: p by q; where they cross, at 0, is HH. */
static void follow(rdg_context *ctx, rdg_problem *p, rdg_index nth, bool second)
{
    harvest h = {0};
    rdg_run *load = rdg_run_open(ctx, "load");
    const rdg_index label = rdg_run_label(load, rdg_run_find(load, "HB", nth));
    rdg_run_free(load);
    assert_ok(ctx, rdg_continue(p, "curve", RDG_FROM("load", label), RDG_HOLD_AT("hopf", 0), RDG_RELEASE("q"),
                                RDG_RELEASE("p"), RDG_WINDOW("q", -0.4, 0.6), RDG_STEP(0.02, 1e-6, 0.1),
                                HARVEST_ONLY(&h)));
    assert_int_equal(h.summary.warnings, 0);
    assert_true(h.summary.covered);
    assert_true(h.count < 60);
    for (size_t i = 0; i < h.count; i++) {
        const double mu_p = harvest_mu(&h, &h.chart[i], "p"), mu_q = harvest_mu(&h, &h.chart[i], "q");
        assert_near(mu_p, second ? -mu_q : mu_q + mu_q * mu_q, 0.0, 1e-10);
    }
    assert_int_equal(harvest_count(&h, "HH"), 1);
    assert_near(harvest_mu(&h, harvest_nth(&h, "HH", 0), "q"), 0.0, 0.0, 1e-6);
    harvest_clear(&h);
}

static void cross(rdg_context *ctx, three_pairs *t)
{
    rdg_problem *p = pairs_at(ctx, t, -0.5, -0.3); /* pairs cross at p = -0.21 and 0.3 */
    assert_ok(ctx, rdg_continue(p, "load", RDG_RELEASE("p"), RDG_WINDOW("p", -0.5, 0.5)));
    follow(ctx, p, 0, false);
    follow(ctx, p, 1, true); /* the same problem: what the first run followed is forgotten */
    rdg_problem_free(p);
}

static void curves_of_hopf_points_that_cross_are_followed_each_to_its_end(void **state)
{
    three_pairs t = {.unit = {1, 1, 1, 1, 1, 1}};
    cross(*state, &t);
}

static void and_in_whatever_units(void **state)
{
    three_pairs t = {.unit = {1, 1e-4, 1, 1e3, 10, 1}};
    cross(*state, &t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(curves_of_hopf_points_that_cross_are_followed_each_to_its_end),
        SCRATCH_TEST(and_in_whatever_units),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
