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
        h, &(rdg_collocation_options){.intervals = 40, .period = 6.28, .count = 40, .x = x});
    rdg_problem *p = rdg_collocation_problem(c);
    assert_non_null(p);
    assert_ok(ctx, rdg_continue(p, "first", RDG_IN_MEMORY));
    double u[400];
    solution_at(ctx, p, "first", "EP", 0, u);
    assert_near(rdg_variable_count(p), 324, 0.0, 0.0);
    assert_ok(ctx, rdg_check_derivatives(p, u, 1e-5));
    assert_ok(ctx, rdg_continue(p, "mu", RDG_RELEASE("mu"), RDG_WINDOW("mu", 0.1, 10), RDG_UZ("mu", 1.0),
                                RDG_IN_MEMORY));
    assert_near(value_at(ctx, "mu", "UZ", 0, "T"), 6.66328685932313, 1e-9, 0.0);
    printf("T(10) = %.15g\n", nearest_at(ctx, "mu", "EP", "T", 19.1));
    assert_near(nearest_at(ctx, "mu", "EP", "T", 19.1), 19.0783695669390, 1e-9, 0.0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(the_forced_duffing_oscillator_folds_where_it_should),
        TEST(the_van_der_pol_oscillator_has_its_period),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
