/* Reference problem: period-4 orbits of the Henon map, four copies of the map glued into a ring. They are
 * born at a = (1 - b)^2 + (1 + b)^2 / 4 from the period-2 orbit: there the branch of period-4 orbits has a
 * fold and is crossed by that of period-2 orbits. */
#define _XOPEN_SOURCE 700

#include "harvest.h"
#include "scratch.h"

enum { COPIES = 4 };
static const double b = 0.3;
static const double doubling = 0.9125;

/* u = (x, y, a, next x, next y) */
static int henon(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    (void)data;
    y[0] = u[1] + 1.0 - u[2] * u[0] * u[0] - u[3];
    y[1] = b * u[0] - u[4];
    return 0;
}

static int henon_df(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    (void)n;
    (void)data;
    values[0] = -2.0 * u[2] * u[0];
    values[1] = b;
    values[0 + m * 1] = 1.0;
    values[0 + m * 2] = -u[0] * u[0];
    values[0 + m * 3] = -1.0;
    values[1 + m * 4] = -1.0;
    return 0;
}

static int henon_d2f(rdg_index n, const double *u, rdg_index m, const double *lambda, double *values,
                     void *data)
{
    (void)m;
    (void)data;
    values[0] = -2.0 * u[2] * lambda[0];
    values[2] = -2.0 * u[0] * lambda[0];
    values[2 * n] = -2.0 * u[0] * lambda[0];
    return 0;
}

static rdg_problem *ring(rdg_context *ctx)
{
    static const double start[COPIES][2] = {{1.3, 0}, {-0.7, 0.4}, {1, -0.2}, {-0.1, 0.3}};
    rdg_problem *p = rdg_problem_create(ctx);
    assert_ok(ctx, rdg_add_variables(p, "a", 1, (double[]){1.0}));
    for (int k = 0; k < COPIES; k++) {
        char name[16];
        snprintf(name, sizeof name, "x%d", k + 1);
        assert_ok(ctx, rdg_add_variables(p, name, 2, start[k]));
    }
    for (int k = 0; k < COPIES; k++) {
        char name[16];
        snprintf(name, sizeof name, "map%d", k + 1);
        const rdg_index here = 1 + 2 * k;
        const rdg_index next = 1 + 2 * ((k + 1) % COPIES);
        const rdg_function f = {.name = name, .n = 5, .m = 2, .f = henon, .df = henon_df, .d2f = henon_d2f};
        assert_ok(ctx, rdg_add_zero(p, &f, (rdg_index[]){here, here + 1, 0, next, next + 1}));
    }
    assert_ok(ctx, rdg_add_parameter(p, "a", "a", 0));
    return p;
}

/* Distance of the orbit from one of period 2 */
static double asymmetry(const double *u)
{
    return hypot(u[1] - u[5], u[3] - u[7]);
}

static void period_four_is_born_at_its_closed_form(void **state)
{
    rdg_context *ctx = *state;
    rdg_problem *p = ring(ctx);
    harvest h = {0};
    assert_ok(ctx, rdg_check_derivatives(p, NULL, 1e-8));
    assert_ok(ctx, rdg_continue(p, "henon", RDG_RELEASE("a"), RDG_WINDOW("a", 0.8, 1.2), HARVEST(&h)));
    assert_int_equal(harvest_count(&h, "BP"), 1);
    assert_int_equal(harvest_count(&h, "FP"), 1);
    const harvested *branch = harvest_nth(&h, "BP", 0);
    const harvested *fold = harvest_nth(&h, "FP", 0);
    assert_near(branch->u[0], doubling, 0, 1e-10);
    assert_near(fold->u[0], doubling, 0, 1e-10);
    assert_near(asymmetry(branch->u), 0, 0, 1e-10);

    /* the other branch: period 2, its two points are (1 - b) / (2 a) -+ sqrt(...) */
    const rdg_index label = branch->label;
    harvest other = {0};
    assert_ok(ctx, rdg_continue(p, "period2", RDG_SWITCH("henon", label), RDG_RELEASE("a"),
                                RDG_WINDOW("a", 0.8, 1.2), HARVEST(&other)));
    assert_true(other.count > 4);
    for (size_t k = 0; k < other.count; k++) {
        const double *u = other.chart[k].u;
        assert_near(asymmetry(u), 0, 0, 1e-9);
        assert_near(u[1] + u[3], (1 - b) / u[0], 0, 1e-9);
        assert_near(u[1] * u[3], ((1 - b) * (1 - b) - u[0]) / (u[0] * u[0]), 0, 1e-9);
    }
    assert_int_equal(harvest_count(&other, "EP"), 2);
    harvest_clear(&h);
    harvest_clear(&other);
}

int main(void)
{
    const struct CMUnitTest tests[] = {SCRATCH_TEST(period_four_is_born_at_its_closed_form)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
