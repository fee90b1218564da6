/* Peaks of responses by shooting, and how they move with the level of excitation. */
#include "orbit_run.h"

#include <ridgewalk/adjoint.h>
#include <ridgewalk/cubic_spring.h>
#include <ridgewalk/hybrid_of.h>
#include <ridgewalk/loads.h>
#include <ridgewalk/sensors.h>
#include <ridgewalk/shooting_sensors.h>
#include <ridgewalk/structure.h>

/* The peak of "A" at a level, and from there the ridge, with its points at given levels. */
static void follow_ridge(rdg_context *ctx, rdg_structure *s, double omega, double level, double low,
                         double high, rdg_index n_levels, const double *levels)
{
    rdg_hybrid *h = rdg_hybrid_of(s, RDG_AT("omega", omega), RDG_AT("alpha", level));
    rdg_shooting *orbits = rdg_shooting_create(h, &(rdg_shooting_options){.settle = 400, .order = 1});
    rdg_problem *p = rdg_shooting_problem(orbits);
    assert_ok(ctx, rdg_shooting_add_sensors(orbits, p));
    rdg_adjoint *a = rdg_adjoint_add(p, "A");
    assert_non_null(a);
    assert_ok(ctx, rdg_stationary_find(a, "peak",
                                       &(rdg_stationary_options){.along = "omega",
                                                                 .low = low,
                                                                 .high = high,
                                                                 .options = RDG_OPTIONS(RDG_IN_MEMORY)}));
    assert_ok(ctx, rdg_continue(p, "ridge", RDG_RELEASE("alpha"), RDG_RELEASE("omega"), RDG_RELEASE("A"),
                                RDG_RELEASE("d.alpha"), RDG_UZ_LIST("alpha", n_levels, levels),
                                RDG_WINDOW("alpha", level, 1.1 * levels[n_levels - 1]), RDG_IN_MEMORY));
}

static rdg_structure *mass(rdg_context *ctx, double damping)
{
    rdg_structure *s = rdg_structure_create(ctx, "mass", 1, (double[]){1}, &damping, (double[]){1});
    rdg_name_dof(s, "x", 0);
    rdg_force_add(s, "x", 1, 1);
    rdg_sensor_harmonic_add(s, "A", "x", 1);
    return s;
}

/* x'' + 0.04 x' + x + x^3 = 0.2 cos(omega t), from a Taylor series of order 34 in quadruple precision. */
static void the_ridge_of_a_duffing_oscillator_is_exact(void **state)
{
    rdg_context *ctx = *state;
    rdg_structure *s = mass(ctx, 0.04);
    rdg_cubic_spring_add(s, &(rdg_cubic_spring){.name = "spring", .at = "x", .k3 = 1});
    follow_ridge(ctx, s, 0.9, 0.05, 0.9, 1.4, 1, (const double[]){0.2});
    assert_near(value_at(ctx, "ridge", "UZ", 0, "alpha"), 0.2, 0, 1e-12);
    assert_near(value_at(ctx, "ridge", "UZ", 0, "omega"), 2.21139914217, 0, 1e-10);
    assert_near(value_at(ctx, "ridge", "UZ", 0, "A"), 2.23574092825, 0, 1e-10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(the_ridge_of_a_duffing_oscillator_is_exact)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
