/* Prestress: where a structure rests, and its vibration about it, with and without the static harmonic. */
#include "models.h"
#include "own_element.h"

#include <ridgewalk/contact.h>
#include <ridgewalk/frc_peak.h>
#include <ridgewalk/mechanics.h>
#include <ridgewalk/run.h>

/* The real root of k x + k3 x^3 = F */
static double rest_of(double k, double k3, double F)
{
    double x = F / k;
    for (int i = 0; i < 60; i++) {
        x -= (k * x + k3 * x * x * x - F) / (k + 3 * k3 * x * x);
    }
    return x;
}

/* A hardening spring carries a weight. */
static const double mass = 1.3, damping = 0.07, stiffness = 0.9, hardening = 1.7, weight = 2.4;

static rdg_structure *hanging_mass(rdg_context *ctx)
{
    rdg_structure *s = oscillator(ctx, mass, damping, stiffness);
    rdg_cubic_spring_add(s, &(rdg_cubic_spring){.at = "x", .k3 = hardening});
    rdg_static_force_add(s, "x", weight);
    rdg_force_add(s, "x", 1, 1.0);
    rdg_sensor_harmonic_add(s, "Am", "x", 1);
    assert_ok(ctx, rdg_prestress(s));
    return s;
}

static rdg_hbm *balance(rdg_structure *s, bool has_static)
{
    return has_static ? rdg_hbm_create(s, RDG_HARMONICS(0, 1)) : rdg_hbm_create(s, RDG_HARMONICS(1));
}

static void a_hanging_mass_vibrates_with_the_stiffness_where_it_hangs(void **state)
{
    rdg_context *ctx = *state;
    const double x0 = rest_of(stiffness, hardening, weight);
    const double tangent = stiffness + 3 * hardening * x0 * x0;
    rdg_structure *s = hanging_mass(ctx);
    double rest = 0;
    assert_ok(ctx, rdg_rest(s, "x", &rest));
    assert_near(rest, x0, 1e-10, 0);
    for (int has_static = 0; has_static < 2; has_static++) {
        rdg_hbm *hb = balance(s, has_static);
        double Q[3], cosine = 0, sine = 0, re[2], im[2];
        /* the linear response starts there */
        const double omega = 1.1 * sqrt(tangent / mass), alpha = 0.01;
        assert_ok(ctx, rdg_hbm_linear_response(hb, omega, alpha, Q));
        assert_ok(ctx, rdg_hbm_harmonic(hb, "x", 1, Q, &cosine, &sine));
        assert_near(hypot(cosine, sine), alpha / hypot(tangent - mass * omega * omega, damping * omega), 1e-9,
                    0);
        if (has_static) {
            assert_near(Q[0], x0, 1e-9, 0);
        }
        /* and so do the exponents of the rest, and those of a copy */
        rdg_hbm *full = rdg_hbm_full(hb);
        memset(Q, 0, sizeof Q);
        Q[0] = has_static ? x0 : 0;
        for (int copy = 0; copy < 2; copy++) {
            assert_ok(ctx, rdg_hbm_exponents(copy ? full : hb, Q, omega, 2, re, im));
            assert_near(re[0], -damping / (2 * mass), 1e-8, 0);
            assert_near(fabs(im[0]), sqrt(tangent / mass - pow(damping / (2 * mass), 2)), 1e-8, 0);
        }
    }
}

/* Of an amplitude a the mean moves by O(a^2): without a static harmonic that is neglected. */
static void without_a_mean_both_ways_agree(void **state)
{
    rdg_context *ctx = *state;
    const double x0 = rest_of(stiffness, hardening, weight);
    const double omega = 0.97 * sqrt((stiffness + 3 * hardening * x0 * x0) / mass);
    rdg_structure *hanging = hanging_mass(ctx);
    for (int level = 0; level < 3; level++) {
        const double alpha = pow(10, -2 - level);
        double amplitude[2];
        for (int has_static = 0; has_static < 2; has_static++) {
            rdg_hbm *hb = balance(hanging, has_static);
            rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", omega), RDG_AT("alpha", alpha));
            double cosine = 0, sine = 0;
            assert_ok(ctx, rdg_solve(p));
            assert_ok(ctx, rdg_hbm_harmonic(hb, "x", 1, rdg_start_values(p), &cosine, &sine));
            amplitude[has_static] = hypot(cosine, sine);
        }
        assert_near(amplitude[0], amplitude[1], 5e2 * alpha * alpha, 0);
    }
    /* a symmetric law has no mean: both are the same to rounding */
    double amplitude[2];
    rdg_structure *s = oscillator(ctx, mass, damping, stiffness);
    rdg_tanh_friction_add(s, &(rdg_tanh_friction){.at = "x", .force = 0.3, .epsilon = 0.4});
    rdg_static_force_add(s, "x", weight);
    rdg_force_add(s, "x", 1, 1.0);
    assert_ok(ctx, rdg_prestress(s));
    for (int has_static = 0; has_static < 2; has_static++) {
        rdg_hbm *hb =
            has_static ? rdg_hbm_create(s, RDG_HARMONICS(0, 1, 3)) : rdg_hbm_create(s, RDG_HARMONICS(1, 3));
        rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", 0.8));
        double cosine = 0, sine = 0;
        assert_ok(ctx, rdg_solve(p));
        assert_ok(ctx, rdg_hbm_harmonic(hb, "x", 1, rdg_start_values(p), &cosine, &sine));
        amplitude[has_static] = hypot(cosine, sine);
    }
    assert_near(amplitude[0], amplitude[1], 1e-9, 0);
}

/* The rest does not make steps so long that they pass the resonance, where the force is what the damping
 * takes. */
static void a_large_rest_hides_no_resonance(void **state)
{
    rdg_context *ctx = *state;
    rdg_hbm *hb = balance(hanging_mass(ctx), true);
    rdg_peak peak = {0};
    assert_ok(ctx, rdg_frc_peak(hb, "Am", 0.05, 1.0, 3.5, &peak));
    assert_false(peak.at_edge);
    assert_near(peak.amplitude, 0.05 / (damping * peak.omega), 0.02, 0);
}

/* A virgin contact is a spring until its friction is used up. */
static void a_contact_carries_its_share_of_the_load(void **state)
{
    rdg_context *ctx = *state;
    const double kt = 0.7, limit = 0.3 * 2.0;
    const double load[2] = {1.1, 2.6}; /* stuck, slipping */
    for (int slips = 0; slips < 2; slips++) {
        rdg_structure *s = oscillator(ctx, mass, damping, stiffness);
        rdg_contact_add(s, &(rdg_contact){.tangential = "x", .kt = kt, .mu = 0.3, .preload = 2.0});
        rdg_static_force_add(s, "x", load[slips]);
        assert_ok(ctx, rdg_prestress(s));
        double rest = 0;
        assert_ok(ctx, rdg_rest(s, "x", &rest));
        assert_near(rest, slips ? (load[1] - limit) / stiffness : load[0] / (stiffness + kt), 1e-9, 0);
    }
}

/* The rest of a condensed displacement; a structure without elements. */
static void all_of_a_beam_bends_under_its_load(void **state)
{
    rdg_context *ctx = *state;
    const double EI = 210e9 * 1e-8 / 12, l = 0.2, F = 3.7, k = 2e4;
    for (int spring = 0; spring < 2; spring++) {
        rdg_structure *beam = rdg_beam_create(ctx, NULL);
        rdg_name_dof(beam, "tip", rdg_beam_deflection(beam, 20));
        rdg_name_dof(beam, "middle", rdg_beam_deflection(beam, 10));
        if (spring) {
            rdg_cubic_spring_add(beam, &(rdg_cubic_spring){.at = "tip", .k = k});
        }
        rdg_static_force_add(beam, "tip", F);
        assert_ok(ctx, rdg_prestress(beam));
        double tip = 0, middle = 0;
        assert_ok(ctx, rdg_rest(beam, "tip", &tip));
        assert_ok(ctx, rdg_rest(beam, "middle", &middle));
        assert_near(tip, F / (3 * EI / (l * l * l) + spring * k), 1e-9, 0);
        assert_near(middle, tip * 5.0 / 16, 1e-9, 0);
    }
}

/* x^3 - 3 x^2 + 2 x: two folds on the path of equilibria, at 0.385 and back to -0.385 */
static int snapping_law(double x, double v, rdg_law_value *value, void *data)
{
    (void)v;
    (void)data;
    value->f = ((x - 3) * x + 2) * x;
    value->fx = (3 * x - 6) * x + 2;
    value->fxx = 6 * x - 6;
    return 0;
}

/* A force that no displacement raises above 1 */
static int weak_law(double x, double v, rdg_law_value *value, void *data)
{
    (void)v;
    (void)data;
    const double r = sqrt(1 + x * x);
    value->f = x / r;
    value->fx = 1 / (r * r * r);
    value->fxx = -3 * x / pow(r, 5);
    return 0;
}

static rdg_structure *without_structure_stiffness(rdg_context *ctx, rdg_time_law law, double force)
{
    rdg_structure *s = oscillator(ctx, 1, 0.1, 0);
    if (law) {
        rdg_time_element_add(s, &(rdg_time_element){.at = "x", .type = "law", .law = law, .pure = true});
    }
    rdg_static_force_add(s, "x", force);
    return s;
}

static void the_load_is_raised_past_folds_where_newton_fails(void **state)
{
    rdg_context *ctx = *state;
    double rest = 0;
    rdg_structure *s = without_structure_stiffness(ctx, snapping_law, 0.5);
    assert_ok(ctx, rdg_prestress(s));
    assert_ok(ctx, rdg_rest(s, "x", &rest));
    assert_near(((rest - 3) * rest + 2) * rest, 0.5, 1e-9, 0);
    assert_true(rest > 2.1);
}

static void what_cannot_rest_is_told(void **state)
{
    rdg_context *ctx = *state;
    double rest = 0;
    rdg_structure *s = without_structure_stiffness(ctx, weak_law, 2);
    rdg_rest(s, "x", &rest);
    assert_failed(ctx, RDG_ERR_ARGUMENT, "call rdg_prestress");
    rdg_prestress(s);
    assert_failed(ctx, RDG_ERR_NO_CONVERGENCE, "finds no rest under its static forces");
    rdg_prestress(without_structure_stiffness(ctx, NULL, 1));
    assert_failed(ctx, RDG_ERR_SINGULAR, "nothing holds \"oscillator\" at rest");
    assert_int_equal(rdg_prestress(NULL), RDG_ERR_EARLIER);
    assert_int_equal(rdg_rest(NULL, "x", &rest), RDG_ERR_EARLIER);
    assert_null(rdg_structure_rest(NULL));
}

static void an_element_without_a_law_in_time_cannot_rest(void **state)
{
    rdg_context *ctx = *state;
    const rdg_law_in_frequency law = {OWN_LAW(answer_nothing)};
    rdg_structure *s = oscillator(ctx, 1, 0.1, 1);
    assert_ok(ctx, own_element_add(s, "blind", "x", &law));
    rdg_prestress(s);
    assert_failed(ctx, RDG_ERR_ARGUMENT, "rdg_prestress: element \"blind\" (own) has no force at rest");
    assert_null(rdg_structure_rest(s));
}

static void nothing_that_bears_on_the_rest_can_be_added_to_it(void **state)
{
    rdg_context *ctx = *state;
    double rest = 0, before = 0;
    rdg_structure *s = hanging_mass(ctx);
    assert_ok(ctx, rdg_rest(s, "x", &before));
    rdg_prestress(s);
    assert_failed(ctx, RDG_ERR_ARGUMENT, "rests already");
    rdg_static_force_add(s, "x", 1);
    assert_failed(
        ctx, RDG_ERR_ARGUMENT,
        "the force at \"x\" comes too late: \"oscillator\" rests already. Add it before rdg_prestress()");
    rdg_cubic_spring_add(s, &(rdg_cubic_spring){.name = "late", .at = "x"});
    assert_failed(ctx, RDG_ERR_ARGUMENT, "element \"late\" comes too late: \"oscillator\" rests already");
    rdg_rest(s, "y", &rest);
    assert_failed(ctx, RDG_ERR_NAME, "\"y\"");
    /* what shakes it can */
    assert_ok(ctx, rdg_force_add(s, "x", 1, 1));
    assert_ok(ctx, rdg_sensor_add(s, "rms", "x"));
    assert_ok(ctx, rdg_rest(s, "x", &rest));
    assert_true(rest == before);
    s = oscillator(ctx, 1, 0.1, 1);
    rdg_static_force_add(s, "x", 1);
    rdg_hbm_create(s, RDG_HARMONICS(0, 1));
    rdg_prestress(s);
    assert_failed(ctx, RDG_ERR_ARGUMENT, "the prestress comes too late: rdg_hbm_create() has taken");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_hanging_mass_vibrates_with_the_stiffness_where_it_hangs,
                                        fresh_context, free_context),
        cmocka_unit_test_setup_teardown(without_a_mean_both_ways_agree, fresh_context, free_context),
        cmocka_unit_test_setup_teardown(a_large_rest_hides_no_resonance, fresh_context, free_context),
        cmocka_unit_test_setup_teardown(a_contact_carries_its_share_of_the_load, fresh_context, free_context),
        cmocka_unit_test_setup_teardown(all_of_a_beam_bends_under_its_load, fresh_context, free_context),
        cmocka_unit_test_setup_teardown(the_load_is_raised_past_folds_where_newton_fails, fresh_context,
                                        free_context),
        cmocka_unit_test_setup_teardown(what_cannot_rest_is_told, fresh_context, free_context),
        cmocka_unit_test_setup_teardown(an_element_without_a_law_in_time_cannot_rest, fresh_context,
                                        free_context),
        cmocka_unit_test_setup_teardown(nothing_that_bears_on_the_rest_can_be_added_to_it, fresh_context,
                                        free_context),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
