/* Doubled orbits, each taken from a period doubling of the orbits before. */
#include "orbit_run.h"
#include "smooth_systems.h"

/* The label of the point of a type that is nearest to a value of a parameter. */
static rdg_index label_near(rdg_context *ctx, const char *run, const char *type, const char *name,
                            double value)
{
    rdg_run *r = rdg_run_open(ctx, run);
    assert_non_null(r);
    rdg_index label = -1;
    double nearest = INFINITY;
    for (rdg_index k = 0; rdg_run_find(r, type, k) >= 0; k++) {
        const rdg_index row = rdg_run_find(r, type, k);
        const double distance = fabs(rdg_run_column(r, name)[row] - value);
        label = distance < nearest ? rdg_run_label(r, row) : label;
        nearest = fmin(nearest, distance);
    }
    rdg_run_free(r);
    return label;
}

/* Where the first doubled orbits leave, x changes by 1 as rho does by 1; one turn of the motion is 260 large.
 */
static void the_cascade_of_the_lorenz_system_is_followed_by_doubling(void **state)
{
    static const double rho[] = {229.406708561443, 218.210127777821, 215.965930632427};
    static const double T[] = {0.480866820311095, 0.987948936382682};
    rdg_context *ctx = *state;
    const rdg_shooting_options o = {
        .x = (double[]){1.0, 1.0, 230.0}, .transient = 100.0, .flow = {.relative = 1e-13}};
    rdg_shooting *s = rdg_shooting_create(lorenz_system(ctx, 240.0), &o);
    rdg_problem *p = rdg_shooting_problem(s);
    assert_ok(ctx, rdg_continue(p, "1", RDG_RELEASE("rho"), RDG_WINDOW("rho", 220.0, 240.0), RDG_IN_MEMORY));
    char name[8] = "1";
    for (int k = 0; k < 3; k++) {
        assert_near(nearest_at(ctx, name, "PD", "rho", rho[k]), rho[k], 5e-12, 0.0);
        if (k < 2) {
            assert_near(nearest_at(ctx, name, "PD", "T", T[k]), T[k], 1e-11, 0.0);
            s = rdg_shooting_double(s, name, label_near(ctx, name, "PD", "rho", rho[k]));
            snprintf(name, sizeof name, "%d", 2 << k);
            p = rdg_shooting_problem(s);
            assert_ok(ctx, rdg_continue(p, name, RDG_RELEASE("rho"),
                                        RDG_WINDOW("rho", rho[k + 1] - 0.2, rho[k] + 0.1), RDG_IN_MEMORY,
                                        RDG_EXPECT_EARLY_END, rdg_shooting_flip(s)));
        }
    }
}

/* c = 2.83244502786 doubles the period of 5.77. */
static void a_settled_motion_next_to_a_doubling_is_on_the_orbit_that_it_is_on(void **state)
{
    static const double c[] = {2.5, 2.8, 2.83, 2.836, 2.85, 3.2};
    rdg_context *ctx = *state;
    for (size_t k = 0; k < sizeof c / sizeof *c; k++) {
        for (int start = 0; start < 1; start++) {
            const rdg_shooting_options o = {.x = (double[]){0.0, -4.0 - 0.3 * start, 0.05},
                                            .transient = c[k] > 2.8 && c[k] < 2.9 ? 4000.0 : 1000.0};
            rdg_shooting *s = rdg_shooting_create(roessler_system(ctx, c[k]), &o);
            assert_non_null(s);
            solve_orbit(ctx, rdg_shooting_problem(s), "settled");
            const double T = value_at(ctx, "settled", "EP", 0, "T");
            assert_near(T, c[k] < 2.832445 ? 5.77 : 11.57, 0.01, 0.0);
        }
    }
}

static void a_period_that_the_settled_motion_does_not_have_is_told(void **state)
{
    rdg_context *ctx = *state;
    rdg_shooting_options o = {.x = (double[]){0.0, -4.0, 0.05}, .transient = 1000.0, .period = 5.8};
    assert_null(rdg_shooting_create(roessler_system(ctx, 3.2), &o));
    assert_failed(ctx, RDG_ERR_NO_CONVERGENCE, "the steady state is an orbit of the period 11.5");
    o.period = 11.6;
    assert_non_null(rdg_shooting_create(roessler_system(ctx, 3.2), &o));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(the_cascade_of_the_lorenz_system_is_followed_by_doubling),
        TEST(a_settled_motion_next_to_a_doubling_is_on_the_orbit_that_it_is_on),
        TEST(a_period_that_the_settled_motion_does_not_have_is_told)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
