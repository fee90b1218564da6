/* Periodic orbits by collocation: numbers that are known to many digits. */
#include "orbits.h"

static void the_forced_duffing_oscillator_folds_where_it_should(void **state)
{
    rdg_context *ctx = *state;
    rdg_hybrid *h = duffing_system(ctx, 0.02, 0.1, 0.1, 0.5);
    rdg_collocation *c = rdg_collocation_create(h, &(rdg_collocation_options){.intervals = 40});
    rdg_problem *p = rdg_collocation_problem(c);
    assert_non_null(p);
    assert_ok(ctx, rdg_check_derivatives(p, NULL, 1e-5));
    assert_ok(ctx,
              rdg_continue(p, "frc", RDG_RELEASE("omega"), RDG_WINDOW("omega", 0.5, 2.0), RDG_IN_MEMORY));
    assert_near(value_at(ctx, "frc", "FP", 0, "omega"), 1.40242700462775884, 1e-9, 0.0);
    assert_near(value_at(ctx, "frc", "FP", 1, "omega"), 1.08155316512136003, 1e-9, 0.0);
}

static void harmonic(rdg_index count, double *x)
{
    for (rdg_index k = 0; k < count; k++) {
        x[2 * k] = 2.0 * cos(RDG_HZ(1.0) * (double)k / (double)count);
        x[2 * k + 1] = -2.0 * sin(RDG_HZ(1.0) * (double)k / (double)count);
    }
}

static void the_van_der_pol_oscillator_has_its_period(void **state)
{
    rdg_context *ctx = *state;
    double x[80];
    harmonic(40, x);
    rdg_hybrid *h = van_der_pol_system(ctx, 0.1);
    rdg_collocation *c = rdg_collocation_create(
        h, &(rdg_collocation_options){.intervals = 100, .period = 6.28, .count = 40, .x = x});
    rdg_problem *p = rdg_collocation_problem(c);
    assert_non_null(p);
    assert_ok(ctx, rdg_continue(p, "first", RDG_IN_MEMORY));
    double u[900];
    solution_at(ctx, p, "first", "EP", 0, u);
    assert_near(rdg_variable_count(p), 804, 0.0, 0.0);
    assert_ok(ctx, rdg_check_derivatives(p, u, 1e-5));
    assert_ok(ctx, rdg_continue(p, "mu", RDG_RELEASE("mu"), RDG_WINDOW("mu", 0.1, 10), RDG_UZ("mu", 1.0),
                                RDG_IN_MEMORY));
    assert_near(value_at(ctx, "mu", "UZ", 0, "T"), 6.66328685932313, 1e-9, 0.0);
    printf("T(10) = %.15g\n", nearest_at(ctx, "mu", "EP", "T", 19.1));
    assert_near(nearest_at(ctx, "mu", "EP", "T", 19.1), 19.0783695669390, 1e-9, 0.0);
}

static void the_shortest_unstable_orbit_of_lorenz_is_found(void **state)
{
    rdg_context *ctx = *state;
    rdg_collocation *c =
        by_shooting(lorenz_system(ctx, 28.0),
                    &(rdg_shooting_options){.x = (double[]){-13.76, -19.58, 27.0}, .period = 1.5586},
                    &(rdg_collocation_options){.intervals = 80});
    rdg_problem *p = rdg_collocation_problem(c);
    solve_orbit(ctx, p, "orbit");
    assert_near(value_at(ctx, "orbit", "EP", 0, "T"), 1.55865221071617473, 1e-10, 0.0);
    double u[1100], re[2], im[2];
    solution_at(ctx, p, "orbit", "EP", 0, u);
    assert_ok(ctx, rdg_ep_eigenvalues(p, u, re, im));
    assert_near(fmax(re[0], re[1]), 4.71294727342408218, 1e-8, 0.0);
}

static void the_roessler_orbit_doubles_its_period_where_it_should(void **state)
{
    rdg_context *ctx = *state;
    rdg_hybrid *h = roessler_system(ctx, 2.5);
    const rdg_shooting_options o = {.x = (double[]){0.0, -4.0, 0.05}, .transient = 300.0};
    rdg_problem *p =
        rdg_collocation_problem(by_shooting(h, &o, &(rdg_collocation_options){.intervals = 40, .adapt = 3}));
    assert_non_null(p);
    assert_ok(ctx, rdg_continue(p, "c", RDG_RELEASE("c"), RDG_WINDOW("c", 2.5, 5.7), RDG_IN_MEMORY));
    assert_near(value_at(ctx, "c", "PD", 0, "c"), 2.83244502786253891, 1e-8, 0.0);
    assert_near(value_at(ctx, "c", "PD", 0, "T"), 5.76982001650656319, 1e-8, 0.0);
    rdg_run *run = rdg_run_open(ctx, "c");
    rdg_collocation *d = rdg_collocation_double(h, "c", rdg_run_label(run, rdg_run_find(run, "PD", 0)), 3);
    rdg_problem *q = rdg_collocation_problem(d);
    assert_ok(ctx, rdg_continue(q, "c2", RDG_RELEASE("c"), RDG_WINDOW("c", 2.5, 4.0), rdg_collocation_flip(d),
                                RDG_IN_MEMORY));
    assert_near(value_at(ctx, "c2", "PD", 0, "c"), 3.83735816841009, 1e-8, 0.0);
    assert_near(value_at(ctx, "c2", "PD", 0, "T"), 11.5726888044658, 1e-8, 0.0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(the_forced_duffing_oscillator_folds_where_it_should),
        TEST(the_van_der_pol_oscillator_has_its_period),
        TEST(the_shortest_unstable_orbit_of_lorenz_is_found),
        TEST(the_roessler_orbit_doubles_its_period_where_it_should),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
