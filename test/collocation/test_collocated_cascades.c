/* Cascades of period doublings: each orbit from the one before, by the doubling of its own special point. */
#include "orbits.h"

/* Double at the PD of `run`, follow the parameter to `to`, and compare the next PD. */
static void double_once(rdg_context *ctx, rdg_hybrid *h, const char *parameter, const char *run,
                        const char *next, double from, double to, double expected)
{
    rdg_run *r = rdg_run_open(ctx, run);
    const rdg_index label = rdg_run_label(r, rdg_run_find(r, "PD", 0));
    rdg_run_free(r);
    rdg_collocation *d = rdg_collocation_double(h, run, label, 4);
    rdg_problem *p = rdg_collocation_problem(d);
    assert_non_null(p);
    assert_ok(ctx, rdg_continue(p, next, RDG_RELEASE(parameter),
                                RDG_WINDOW(parameter, fmin(from, to), fmax(from, to)),
                                rdg_collocation_flip(d), RDG_IN_MEMORY));
    const double found = value_at(ctx, next, "PD", 0, parameter);
    print_message("%s: PD at %s = %.14g, T = %.14g; %ld intervals\n", next, parameter, found,
                  value_at(ctx, next, "PD", 0, "T"),
                  (long)rdg_segment_places_of(rdg_collocation_segment(d)).intervals);
    assert_near(found, expected, 1e-8, 0.0);
}

static void roessler_doubles_four_times(void **state)
{
    rdg_context *ctx = *state;
    rdg_hybrid *h = roessler_system(ctx, 2.5);
    const rdg_shooting_options o = {.x = (double[]){0.0, -4.0, 0.05}, .transient = 300.0};
    rdg_problem *p =
        rdg_collocation_problem(by_shooting(h, &o, &(rdg_collocation_options){.intervals = 40, .adapt = 3}));
    assert_ok(ctx, rdg_continue(p, "1", RDG_RELEASE("c"), RDG_WINDOW("c", 2.5, 3.2), RDG_IN_MEMORY));
    assert_near(value_at(ctx, "1", "PD", 0, "c"), 2.83244502786254, 1e-8, 0.0);
    double_once(ctx, h, "c", "1", "2", 2.6, 4.0, 3.83735816841009);
    double_once(ctx, h, "c", "2", "4", 3.7, 4.15, 4.12421473207550);
    double_once(ctx, h, "c", "4", "8", 4.1, 4.19, 4.18699699939433);
}

static void lorenz_doubles_three_times(void **state)
{
    rdg_context *ctx = *state;
    rdg_hybrid *h = lorenz_system(ctx, 240.0);
    const rdg_shooting_options o = {.x = (double[]){10.0, 20.0, 200.0}, .transient = 60.0};
    rdg_problem *p =
        rdg_collocation_problem(by_shooting(h, &o, &(rdg_collocation_options){.intervals = 60, .adapt = 3}));
    assert_ok(ctx, rdg_continue(p, "1", RDG_RELEASE("rho"), RDG_WINDOW("rho", 225, 240), RDG_IN_MEMORY));
    assert_near(value_at(ctx, "1", "PD", 0, "rho"), 229.406708561443, 1e-8, 0.0);
    assert_near(value_at(ctx, "1", "PD", 0, "T"), 0.480866820311095, 1e-8, 0.0);
    double_once(ctx, h, "rho", "1", "2", 230.0, 217.0, 218.210127777821);
    assert_near(value_at(ctx, "2", "PD", 0, "T"), 0.987948936382682, 1e-8, 0.0);
    double_once(ctx, h, "rho", "2", "4", 218.5, 215.8, 215.965930632427);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(roessler_doubles_four_times),
        TEST(lorenz_doubles_three_times),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
