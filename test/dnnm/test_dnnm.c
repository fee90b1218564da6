/* Damped nonlinear modes with energy balance against an independent prototype. */
#define _XOPEN_SOURCE 700

#include "friction-backbone/models.h"
#include "hanging_mass.h"
#include "modes_reference.h"
#include "oscillators.h"
#include "scratch.h"

#include <ridgewalk/dnnm.h>
#include <ridgewalk/phase_resonance.h>

static void levels_of_the_beam_are_those_of_the_prototype(void **state)
{
    rdg_context *ctx = *state;
    modes_reference mode, phase;
    read_modes("test/data/beam_modes_nh1.csv", &mode, &phase);
    rdg_hbm *hb = friction_beam(ctx, RDG_HARMONICS(1));
    assert_ok(ctx, rdg_dnnm(hb, "mode", 1, "shaker", RDG_WINDOW("alpha", 0.03, 1000.0),
                            RDG_UZ_LIST("alpha", mode.n, mode.alpha)));
    assert_follows(ctx, "mode", &mode, 1e-6, 1e-6);
}

static void levels_of_the_beam_with_the_third_harmonic_are_those_of_the_prototype(void **state)
{
    rdg_context *ctx = *state;
    modes_reference mode, phase;
    read_modes("test/data/beam_modes_nh13.csv", &mode, &phase);
    rdg_hbm *hb = friction_beam(ctx, RDG_HARMONICS(1, 3));
    assert_ok(ctx, rdg_dnnm(hb, "mode", 1, "shaker", RDG_WINDOW("alpha", 0.03, 10.0),
                            RDG_UZ_LIST("alpha", mode.n, mode.alpha)));
    assert_follows(ctx, "mode", &mode, 3e-8, 5e-6); /* half a unit of the last digit */
}

static void levels_of_the_blades_are_those_of_the_prototype(void **state)
{
    rdg_context *ctx = *state;
    modes_reference mode, phase;
    read_modes("test/data/blade_modes_nh1.csv", &mode, &phase);
    rdg_hbm *hb = blade_damper_blade(ctx, 1.5e-5, RDG_HARMONICS(1));
    assert_ok(ctx, rdg_dnnm(hb, "mode", 1, "right blade",
                            RDG_WINDOW("alpha", mode.alpha[0], mode.alpha[mode.n - 1]),
                            RDG_UZ_LIST("alpha", mode.n, mode.alpha)));
    assert_follows(ctx, "mode", &mode, 1e-6, 1e-6);
}

/* The first level may lie beyond the onset of slip; long and short steps alike get past the corner there. */
static void mode_reaches_a_first_level_where_the_pad_slips(void **state)
{
    rdg_context *ctx = *state;
    const double h_max[] = {0.05, 0.5, 5.0};
    rdg_hbm *hb = friction_beam(ctx, RDG_HARMONICS(1));
    for (int k = 0; k < 3; k++) {
        assert_ok(ctx, rdg_dnnm(hb, "slips", 1, "shaker", RDG_WINDOW("alpha", 0.9654893846, 314.3821772),
                                RDG_STEP(0.05, 1e-6, h_max[k]), RDG_MAX_POINTS(5000)));
        rdg_run *run = rdg_run_open(ctx, "slips");
        assert_near(rdg_run_column(run, "omega")[0], RDG_HZ(306.08094), 2e-8, 0.0);
        assert_near(rdg_run_column(run, "Am")[0], 1.44668e-05, 5e-6, 0.0);
        assert_near(last_value(ctx, "slips", "omega"), RDG_HZ(209.14583), 3e-8, 0.0);
        assert_near(last_value(ctx, "slips", "Am"), 7.61351e-02, 5e-6, 0.0);
        rdg_run_free(run);
    }
}

/* A mode at a level is one point: the level held, the amplitude free. Nothing is done without a harmonic
 * balance. */
static void mode_at_a_level_is_one_point(void **state)
{
    rdg_context *ctx = *state;
    rdg_problem *p = rdg_dnnm_problem(rdg_hbm_full(friction_beam(ctx, RDG_HARMONICS(1))), 1, "shaker", 1e-6);
    assert_string_equal(rdg_parameter_unit(p, "a"), "sqrt(kg) m");
    assert_ok(ctx, rdg_continue(p, "point", RDG_RELEASE("a"), RDG_HOLD_AT("alpha", 0.09542525684)));
    assert_near(last_value(ctx, "point", "omega"), RDG_HZ(317.43802), 2e-8, 0.0);
    assert_near(last_value(ctx, "point", "Am"), 6.35011e-06, 1e-6, 0.0);
    assert_null(rdg_dnnm_problem(NULL, 1, "shaker", 1e-6));
    assert_int_equal(rdg_dnnm(NULL, "none", 1, "shaker", RDG_WINDOW("a", 1, 2)), RDG_ERR_EARLIER);
}

/* At every slipping, opening and stuck state the derivatives are those of the functions. */
static void check_derivatives(rdg_context *ctx, rdg_hbm *hb, const char *at, double a)
{
    rdg_problem *p = rdg_dnnm_problem(rdg_hbm_full(hb), 1, at, a);
    assert_ok(ctx, rdg_error_status(ctx));
    uint64_t seed = 7;
    double *u = rdg_start_values(p);
    for (rdg_index i = 0; i < rdg_variable_count(p); i++) { /* every coefficient, xi and omega play a part */
        u[i] = u[i] * (1.0 + 0.1 * random_signed(&seed)) +
               (i < rdg_variable_count(p) - 2 ? 0.3 * a : 0.0) * random_signed(&seed);
    }
    assert_ok(ctx, rdg_check_derivatives(p, NULL, 1e-6));
}

static void equations_and_monitors_have_exact_derivatives(void **state)
{
    rdg_context *ctx = *state;
    check_derivatives(ctx, blade_damper_blade(ctx, 1.5e-5, RDG_HARMONICS(1)), "right blade", 2e-3);
    check_derivatives(ctx, blade_damper_blade(ctx, 1.5e-5, RDG_HARMONICS(0, 1, 3)), "left.t", 3e-4);
    check_derivatives(ctx, friction_beam(ctx, RDG_HARMONICS(1)), "shaker", 1e-5);
    /* shaken, too: sparse, and dense */
    const rdg_base_motion base = {.displacement = 1e-6};
    rdg_structure *beam = cantilever_on_pad(ctx, &standard_beam), *both = blades_on_damper(ctx, 1.5e-5);
    rdg_base_motion_add(beam, &base);
    rdg_base_motion_add(both, &base);
    check_derivatives(ctx, rdg_hbm_create(beam, RDG_HARMONICS(0, 1)), "shaker", 1e-5);
    check_derivatives(ctx, rdg_hbm_create(both, RDG_HARMONICS(1)), "right blade", 2e-3);
}

/* A mass that hangs from a hardening spring, about its rest and with the mean free: of small amplitudes the
 * mode is that of the spring's stiffness there. */
static void mode_begins_where_the_structure_rests(void **state)
{
    rdg_context *ctx = *state;
    const double x0 = 0.8, k3 = 1.7;
    for (int has_static = 0; has_static < 2; has_static++) {
        rdg_hbm *hb = hanging_mass(ctx, 0.05, has_static, x0, k3);
        rdg_problem *p = rdg_dnnm_problem(rdg_hbm_full(hb), 1, "x", 1e-5);
        assert_ok(ctx, rdg_solve(p));
        const double omega = rdg_start_values(p)[rdg_variable_index(p, "omega", NULL)];
        assert_near(omega, hanging_frequency(x0, k3), 1e-8, 0);
    }
}

/* Without contact and with damping proportional to the stiffness the mode is the linear one, exactly: its
 * damping ratio is beta omega / 2, and a level of alpha moves the tip as a force at the shaker does. */
static void linear_structure_has_its_linear_mode(void **state)
{
    rdg_context *ctx = *state;
    rdg_structure *beam = rdg_beam_create(ctx, NULL);
    rdg_damping_proportional(beam, 0.0, 1.5e-5);
    rdg_name_dof(beam, "shaker", rdg_beam_deflection(beam, 12));
    rdg_sensor_harmonic_add(beam, "Am", "shaker", 1);
    rdg_hbm *hb = rdg_hbm_create(beam, RDG_HARMONICS(1, 3));
    assert_ok(ctx, rdg_dnnm(hb, "linear", 2, "shaker", RDG_WINDOW("alpha", 0.1, 100.0)));
    double omega[2], shapes[80];
    assert_ok(ctx, rdg_structure_modes(beam, 0, NULL, 2, omega, shapes));
    const double motion = shapes[40 + rdg_beam_deflection(beam, 12)];
    const double zeta = 0.5 * 1.5e-5 * omega[1];
    assert_near(last_value(ctx, "linear", "omega"), omega[1], 1e-9, 0.0);
    assert_near(last_value(ctx, "linear", "zeta"), zeta, 1e-8, 0.0);
    assert_near(last_value(ctx, "linear", "Am"), 100.0 * motion * motion / (2.0 * zeta * omega[1] * omega[1]),
                1e-8, 0.0);
}

/* A conservative mode needs no force: the backbone of the Duffing oscillator with one harmonic is
 * omega^2 = 1 + 3/4 k3 a^2. */
static void conservative_mode_is_the_duffing_backbone(void **state)
{
    rdg_context *ctx = *state;
    rdg_hbm *hb = oscillator_hbm(
        ctx, &(oscillator){.k3 = 0.7, .n_harmonics = 1, .harmonics = (const int[]){1}, .samples = 8});
    assert_ok(ctx, rdg_dnnm(hb, "duffing", 1, "x", RDG_WINDOW("a", 1e-3, 3.0)));
    rdg_run *run = rdg_run_open(ctx, "duffing");
    const double *a = rdg_run_column(run, "a"), *omega = rdg_run_column(run, "omega");
    for (rdg_index row = 0; row < rdg_run_count(run); row++) {
        assert_near(omega[row] * omega[row], 1.0 + 0.75 * 0.7 * a[row] * a[row], 1e-9, 0.0);
        assert_near(rdg_run_column(run, "alpha")[row], 0.0, 0.0, 1e-9);
        assert_near(rdg_run_column(run, "amp")[row], a[row], 1e-12, 0.0);
    }
    assert_near(last_value(ctx, "duffing", "a"), 3.0, 1e-12, 0.0);
}

/* With one degree of freedom and one harmonic the force can only be what the damping takes: mode and phase
 * resonance are the same curve. */
static void one_degree_of_freedom_cannot_tell_mode_from_phase_resonance(void **state)
{
    rdg_context *ctx = *state;
    enum { LEVELS = 4 };
    static const double level[LEVELS] = {0.1, 0.7, 1.3, 2.0};
    rdg_hbm *hb = oscillator_hbm(ctx, &(oscillator){.c = 0.1,
                                                    .k3 = 0.4,
                                                    .force = 1.0,
                                                    .epsilon = 0.5,
                                                    .n_harmonics = 1,
                                                    .harmonics = (const int[]){1}});
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", 0.1), RDG_AT("alpha", 0.05));
    assert_ok(ctx, rdg_continue(p, "frc", RDG_RELEASE("omega"), RDG_WINDOW("omega", 0.1, 3.0)));
    assert_ok(ctx, rdg_phase_resonance(hb, "phase", "x", RDG_FROM_GREATEST("frc"),
                                       RDG_WINDOW("alpha", 0.05, 2.0), RDG_UZ_LIST("alpha", LEVELS, level)));
    assert_ok(ctx, rdg_dnnm(hb, "mode", 1, "x", RDG_WINDOW("alpha", 0.05, 2.0),
                            RDG_UZ_LIST("alpha", LEVELS, level)));
    rdg_run *phase = rdg_run_open(ctx, "phase"), *mode = rdg_run_open(ctx, "mode");
    for (int k = 0; k < LEVELS; k++) {
        const rdg_index i = row_at_level(phase, level[k]), j = row_at_level(mode, level[k]);
        assert_near(rdg_run_column(mode, "omega")[j], rdg_run_column(phase, "omega")[i], 1e-8, 0.0);
        assert_near(rdg_run_column(mode, "amp")[j], rdg_run_column(phase, "amp")[i], 1e-8, 0.0);
    }
}

/* The symmetric blades move alike in the first mode at all levels, though the force acts on one of them. */
static void mode_of_symmetric_blades_stays_symmetric(void **state)
{
    rdg_context *ctx = *state;
    rdg_hbm *hb = blade_damper_blade(ctx, 1.5e-5, RDG_HARMONICS(1));
    assert_ok(ctx, rdg_dnnm(hb, "mode", 1, "right blade", RDG_WINDOW("alpha", 1.0, 40.0)));
    assert_near(last_value(ctx, "mode", "Am_left"), last_value(ctx, "mode", "Am"), 1e-8, 0.0);
}

/* Off the symmetric mode branches one in which the excited blade moves more than the other. It, and not the
 * symmetric one, is what the forced response is like: brute force of an independent prototype has its maximum
 * at 41.57210694 N at 197.980626 Hz, 5.50636118e-3 m. */
static void localised_mode_branches_off_and_is_like_the_forced_response(void **state)
{
    rdg_context *ctx = *state;
    const double alpha = 41.57210694, f = 197.980626, amplitude = 5.50636118e-3;
    rdg_hbm *hb = blade_damper_blade(ctx, 1.5e-5, RDG_HARMONICS(1));
    assert_ok(ctx, rdg_dnnm(hb, "mode", 1, "right blade", RDG_WINDOW("alpha", 0.1, 50.0)));
    rdg_run *mode = rdg_run_open(ctx, "mode");
    const rdg_index row = rdg_run_find(mode, "BP", 0);
    assert_true(row >= 0);
    rdg_problem *p = rdg_dnnm_problem(rdg_hbm_full(hb), 1, "right blade", rdg_run_column(mode, "a")[row]);
    assert_ok(ctx, rdg_continue(p, "localised", RDG_SWITCH("mode", rdg_run_label(mode, row)),
                                RDG_RELEASE("a"), RDG_WINDOW("alpha", 0.1, 50.0), RDG_UZ("alpha", alpha)));
    rdg_run *localised = rdg_run_open(ctx, "localised");
    double best_Am = INFINITY, best_f = INFINITY;
    for (rdg_index k = 0; rdg_run_find(localised, "UZ", k) >= 0; k++) { /* either blade may move more */
        const rdg_index at = rdg_run_find(localised, "UZ", k);
        best_Am = fmin(best_Am, fabs(rdg_run_column(localised, "Am")[at] / amplitude - 1.0));
        best_f = fmin(best_f, fabs(rdg_run_column(localised, "omega")[at] / RDG_HZ(f) - 1.0));
    }
    assert_true(best_Am < 1e-3);
    assert_true(best_f < 2e-4);
}

static void what_is_missing_is_said(void **state)
{
    rdg_context *ctx = *state;
    rdg_hbm *hb = friction_beam(ctx, RDG_HARMONICS(1));
    const rdg_option levels = RDG_WINDOW("alpha", 0.1, 1.0);
    rdg_dnnm(hb, "none", 1, "shaker", RDG_UZ("alpha", 0.1));
    assert_failed(ctx, RDG_ERR_ARGUMENT, "RDG_WINDOW");
    rdg_dnnm(hb, "none", 1, "shaker", RDG_WINDOW("alpha", 0.0, 1.0));
    assert_failed(ctx, RDG_ERR_ARGUMENT, "must be positive");
    rdg_dnnm(hb, "none", 0, "shaker", levels);
    assert_failed(ctx, RDG_ERR_ARGUMENT, "the modes 1 to 40");
    rdg_dnnm(hb, "none", 41, "shaker", levels);
    assert_failed(ctx, RDG_ERR_ARGUMENT, "the modes 1 to 40");
    rdg_dnnm(hb, "none", 1, "shakr", levels);
    assert_failed(ctx, RDG_ERR_NAME, "shaker");
    rdg_dnnm(hb, "none", 1, NULL, levels);
    assert_failed(ctx, RDG_ERR_ARGUMENT, "displacement");
    rdg_dnnm_problem(hb, 1, "shaker", 1e-6);
    assert_failed(ctx, RDG_ERR_ARGUMENT, "rdg_hbm_full");
    rdg_dnnm_problem(rdg_hbm_full(hb), 1, "shaker", 0.0);
    assert_failed(ctx, RDG_ERR_ARGUMENT, "not positive");
    rdg_dnnm_problem(rdg_hbm_full(hb), 1, NULL, 1.0);
    assert_failed(ctx, RDG_ERR_NAME, "missing");
}

/* Two masses that are not coupled, one of them without a spring. */
static void mode_that_a_force_cannot_excite_is_refused(void **state)
{
    rdg_context *ctx = *state;
    const double M[4] = {1, 0, 0, 1}, K[4] = {4, 0, 0, 0};
    rdg_structure *s = rdg_structure_create(ctx, "pair", 2, M, NULL, K);
    rdg_name_dof(s, "held", 0);
    rdg_name_dof(s, "free", 1);
    rdg_sensor_add(s, "Am", "held");
    rdg_hbm *hb = rdg_hbm_create(s, RDG_HARMONICS(1));
    rdg_dnnm(hb, "none", 2, "free", RDG_WINDOW("a", 0.1, 1.0));
    assert_failed(ctx, RDG_ERR_ARGUMENT, "does not move \"free\"");
    rdg_dnnm(hb, "none", 1, "free", RDG_WINDOW("a", 0.1, 1.0));
    assert_failed(ctx, RDG_ERR_ARGUMENT, "does not vibrate");
    rdg_dnnm(hb, "none", 2, "held", RDG_WINDOW("alpha", 0.1, 1.0));
    assert_failed(ctx, RDG_ERR_ARGUMENT, "not damped");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(levels_of_the_beam_are_those_of_the_prototype),
        SCRATCH_TEST(levels_of_the_beam_with_the_third_harmonic_are_those_of_the_prototype),
        SCRATCH_TEST(levels_of_the_blades_are_those_of_the_prototype),
        SCRATCH_TEST(mode_reaches_a_first_level_where_the_pad_slips),
        SCRATCH_TEST(mode_at_a_level_is_one_point),
        SCRATCH_TEST(equations_and_monitors_have_exact_derivatives),
        SCRATCH_TEST(mode_begins_where_the_structure_rests),
        SCRATCH_TEST(linear_structure_has_its_linear_mode),
        SCRATCH_TEST(conservative_mode_is_the_duffing_backbone),
        SCRATCH_TEST(one_degree_of_freedom_cannot_tell_mode_from_phase_resonance),
        SCRATCH_TEST(mode_of_symmetric_blades_stays_symmetric),
        SCRATCH_TEST(localised_mode_branches_off_and_is_like_the_forced_response),
        SCRATCH_TEST(what_is_missing_is_said),
        SCRATCH_TEST(mode_that_a_force_cannot_excite_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
