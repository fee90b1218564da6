/* Peaks of responses by shooting, and how they move with the level of excitation. */
#include "driven_mass.h"
#include "orbit_run.h"

#include <ridgewalk/adjoint.h>
#include <ridgewalk/cubic_spring.h>
#include <ridgewalk/hybrid_of.h>
#include <ridgewalk/jenkins.h>
#include <ridgewalk/shooting_sensors.h>

/* The peak of "A" at a level, and from there the ridge, with its points at given levels. */
static void follow_ridge(rdg_context *ctx, rdg_structure *s, double omega, double level, double low,
                         double high, rdg_index n_levels, const double *levels)
{
    rdg_hybrid *h = rdg_hybrid_of(s, RDG_AT("omega", omega), RDG_AT("alpha", level));
    rdg_shooting *orbits = rdg_shooting_create(h, &(rdg_shooting_options){.transient = 400, .order = 1});
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

static rdg_structure *mass_with_slider(rdg_context *ctx)
{
    rdg_structure *s = mass(ctx, 0.02);
    rdg_jenkins_add(s, &(rdg_jenkins){.name = "joint", .at = "x", .kt = 0.5, .limit = 1});
    return s;
}

/* Amplitude while the slider sticks. */
static double stuck_amplitude(double omega)
{
    return 0.6 / hypot(1.5 - omega * omega, 0.02 * omega);
}

/* Both segments of slip, forwards and backwards, vanish at one frequency: where the amplitude comes down
 * to 2. */
static void a_response_passes_the_onset_of_slip_in_both_directions_at_once(void **state)
{
    rdg_context *ctx = *state;
    rdg_hybrid *h = rdg_hybrid_of(mass_with_slider(ctx), RDG_AT("omega", 1.14), RDG_AT("alpha", 0.6));
    rdg_shooting *s = rdg_shooting_create(h, &(rdg_shooting_options){.transient = 400, .order = 1});
    rdg_problem *p = rdg_shooting_problem(s);
    assert_ok(ctx, rdg_shooting_add_sensors(s, p));
    assert_ok(ctx, rdg_continue(p, "response", RDG_RELEASE("omega"), RDG_WINDOW("omega", 0.8, 1.6),
                                RDG_NO_BRANCH_POINTS, RDG_IN_MEMORY));
    rdg_run *r = rdg_run_open(ctx, "response");
    const double *omega = rdg_run_column(r, "omega"), *A = rdg_run_column(r, "A");
    double farthest = 3;
    for (rdg_index i = 0; i < rdg_run_count(r); i++) {
        if (A[i] < 2) {
            assert_near(A[i], stuck_amplitude(omega[i]), 0, 1e-9);
        }
        farthest = fmin(farthest, omega[i]);
    }
    for (rdg_index k = 0; k < 2; k++) {
        const double at = omega[rdg_run_find(r, "RS", k)];
        assert_near(stuck_amplitude(at), 2, 0, 1e-6);
    }
    assert_near(farthest, 0.8, 0, 1e-12);
    assert_near(nearest_at(ctx, "response", "EP", "omega", 1.6), 1.6, 0, 1e-12);
    rdg_run_free(r);
}

/* Event-driven time integration: 3.3988383753 at omega = 1.1426. */
static void the_ridge_of_a_slider_is_that_of_the_motion(void **state)
{
    rdg_context *ctx = *state;
    follow_ridge(ctx, mass_with_slider(ctx), 1.14, 0.6, 1.12, 1.17, 1, (const double[]){1.4});
    /* harmonic balance of 7 harmonics: 1.019787424, 14.575919682 */
    assert_near(value_at(ctx, "ridge", "EP", 0, "A"), 3.39883838, 0, 1e-7);
    assert_near(value_at(ctx, "ridge", "UZ", 0, "omega"), 1.019787424, 0, 1e-5);
    assert_near(value_at(ctx, "ridge", "UZ", 0, "A"), 14.575919682, 1e-4, 0);
}

/* Two equal masses, each with a slider, and a spring between them: in equal motion they slip at the same
 * instants. `other`: stiffness by which the second differs. */
static rdg_structure *pair_with_sliders(rdg_context *ctx, double other)
{
    const double K[4] = {1.3, -0.3, -0.3, 1.3 + other};
    rdg_structure *s =
        rdg_structure_create(ctx, "pair", 2, (double[]){1, 0, 0, 1}, (double[]){0.02, 0, 0, 0.02}, K);
    static const char *const at[] = {"x", "y"};
    for (int i = 0; i < 2; i++) {
        rdg_name_dof(s, at[i], i);
        rdg_jenkins_add(s, &(rdg_jenkins){.at = at[i], .kt = 0.5, .limit = 1});
        rdg_force_add(s, at[i], 1, 1);
    }
    rdg_sensor_harmonic_add(s, "A", "x", 1);
    rdg_sensor_harmonic_add(s, "B", "y", 1);
    return s;
}

static void respond(rdg_context *ctx, rdg_structure *s, const char *run)
{
    rdg_hybrid *h = rdg_hybrid_of(s, RDG_AT("omega", 1.14), RDG_AT("alpha", 0.6));
    rdg_shooting *orbits = rdg_shooting_create(h, &(rdg_shooting_options){.transient = 400, .order = 1});
    rdg_problem *p = rdg_shooting_problem(orbits);
    assert_ok(ctx, rdg_shooting_add_sensors(orbits, p));
    assert_ok(ctx, rdg_continue(p, run, RDG_RELEASE("omega"), RDG_WINDOW("omega", 1.14, 1.3),
                                RDG_UZ("omega", 1.25), RDG_NO_BRANCH_POINTS, RDG_IN_MEMORY));
}

static void contacts_that_slip_at_the_same_instants_move_as_one(void **state)
{
    rdg_context *ctx = *state;
    respond(ctx, mass_with_slider(ctx), "one");
    respond(ctx, pair_with_sliders(ctx, 0), "two");
    respond(ctx, pair_with_sliders(ctx, 1e-6), "nearly");
    for (rdg_index k = 0; k < 2; k++) {
        const char *type = k == 0 ? "UZ" : "EP";
        const double omega = value_at(ctx, "one", type, k, "omega");
        const double A = nearest_at(ctx, "one", type, "A", value_at(ctx, "one", type, k, "A"));
        assert_near(nearest_at(ctx, "two", type, "omega", omega), omega, 0, 1e-12);
        assert_near(nearest_at(ctx, "two", type, "A", A), A, 0, 1e-9);
        assert_near(nearest_at(ctx, "two", type, "B", A), A, 0, 1e-9);
        assert_near(nearest_at(ctx, "nearly", type, "A", A), A, 0, 1e-4);
    }
}

/* The one that is stiffer slips first, or last: both onsets and both frequencies at which they change places.
 */
static void contacts_that_slip_nearly_at_the_same_instants_are_followed_through(void **state)
{
    static const double other[] = {1e-1, 1e-3, 1e-5};
    rdg_context *ctx = *state;
    for (size_t k = 0; k < sizeof other / sizeof *other; k++) {
        rdg_hybrid *h =
            rdg_hybrid_of(pair_with_sliders(ctx, other[k]), RDG_AT("omega", 1.14), RDG_AT("alpha", 0.6));
        rdg_problem *p = rdg_shooting_problem(
            rdg_shooting_create(h, &(rdg_shooting_options){.transient = 600, .order = 1}));
        assert_ok(ctx, rdg_continue(p, "both", RDG_RELEASE("omega"), RDG_WINDOW("omega", 1.0, 1.4),
                                    RDG_NO_BRANCH_POINTS, RDG_IN_MEMORY));
        rdg_run *r = rdg_run_open(ctx, "both");
        assert_string_equal(rdg_run_text(r, "covered"), "1");
        const double *omega = rdg_run_column(r, "omega");
        for (rdg_index i = 1; i < rdg_run_count(r); i++) { /* never back, but by what is looked beyond */
            assert_true(omega[i] > omega[i - 1] - 1e-5);
        }
        rdg_run_free(r);
    }
}

/* A slider that never slips is a spring, from where it is: also while another one slips. */
static void a_slider_that_sticks_while_another_one_slips_is_a_spring(void **state)
{
    rdg_context *ctx = *state;
    for (int kind = 0; kind < 2; kind++) {
        const double K[4] = {1.3, -0.3, -0.3, 1.3 + (kind == 0 ? 0.5 : 0)};
        rdg_structure *s =
            rdg_structure_create(ctx, "pair", 2, (double[]){1, 0, 0, 1}, (double[]){0.02, 0, 0, 0.02}, K);
        rdg_name_dof(s, "x", 0);
        rdg_name_dof(s, "y", 1);
        if (kind == 1) {
            rdg_jenkins_add(s, &(rdg_jenkins){.at = "y", .kt = 0.5, .limit = 100});
        }
        rdg_jenkins_add(s, &(rdg_jenkins){.at = "x", .kt = 0.5, .limit = 1});
        rdg_force_add(s, "x", 1, 1);
        rdg_sensor_harmonic_add(s, "A", "x", 1);
        rdg_sensor_harmonic_add(s, "B", "y", 1);
        rdg_hybrid *h = rdg_hybrid_of(s, RDG_AT("omega", 1.2), RDG_AT("alpha", 0.6));
        rdg_shooting *orbits = rdg_shooting_create(h, &(rdg_shooting_options){.transient = 400, .order = 1});
        assert_non_null(strstr(rdg_shooting_sequence(orbits), "slip"));
        rdg_problem *p = rdg_shooting_problem(orbits);
        assert_ok(ctx, rdg_shooting_add_sensors(orbits, p));
        solve_orbit(ctx, p, kind == 0 ? "spring" : "slider");
    }
    const char *const column[] = {"A", "B"};
    for (int k = 0; k < 2; k++) {
        const double known = value_at(ctx, "spring", "EP", 0, column[k]);
        assert_near(value_at(ctx, "slider", "EP", 0, column[k]), known, 0, 1e-9);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(the_ridge_of_a_duffing_oscillator_is_exact),
        TEST(a_response_passes_the_onset_of_slip_in_both_directions_at_once),
        TEST(contacts_that_slip_at_the_same_instants_move_as_one),
        TEST(contacts_that_slip_nearly_at_the_same_instants_are_followed_through),
        TEST(a_slider_that_sticks_while_another_one_slips_is_a_spring),
        TEST(the_ridge_of_a_slider_is_that_of_the_motion)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
