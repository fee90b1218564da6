/* Nonlinear modes: choices of phase and norm, conservative modes, starts with something held fixed. */
#define _XOPEN_SOURCE 700

#include "hanging_mass.h"
#include "oscillators.h"
#include "scratch.h"

#include <ridgewalk/contact.h>
#include <ridgewalk/dnnm.h>
#include <ridgewalk/mechanics.h>
#include <ridgewalk/ridgewalk.h>

/* A cantilever with a cubic spring and a spring of its own at the tip; more than one degree of freedom in the
 * displacement "bend". */
static rdg_hbm *sprung_beam(rdg_context *ctx, rdg_index n, const int *harmonics)
{
    rdg_beam_options b = rdg_beam_options_default();
    b.elements = 4;
    rdg_structure *s = rdg_beam_create(ctx, &b);
    rdg_name_dof(s, "tip", rdg_beam_deflection(s, 4));
    rdg_name_combination(s, "bend", 2, (rdg_index[]){rdg_beam_deflection(s, 2), rdg_beam_deflection(s, 4)},
                         (double[]){1.3, -0.6});
    rdg_cubic_spring_add(s, &(rdg_cubic_spring){.name = "tip", .at = "tip", .k = 2e4, .k3 = 1e9});
    rdg_cubic_spring_add(s, &(rdg_cubic_spring){.name = "bend", .at = "bend", .k3 = 3e8});
    rdg_sensor_add(s, "Am", "tip");
    return rdg_hbm_create(s, n, harmonics);
}

/* --- derivatives */

static void check_derivatives(rdg_context *ctx, rdg_hbm *hb, const rdg_mode *mode, double a)
{
    uint64_t seed = 11;
    rdg_problem *p = rdg_nonlinear_mode_problem(hb, mode, a);
    assert_ok(ctx, rdg_error_status(ctx));
    const rdg_index n = rdg_variable_count(p), m = rdg_hbm_unknowns(hb);
    double *u = calloc((size_t)n, sizeof *u);
    for (int state = 0; state < 5; state++) { /* every coefficient, xi and omega play a part */
        for (rdg_index i = 0; i < n; i++) {
            u[i] = rdg_start_values(p)[i] * (1.0 + 0.3 * random_signed(&seed)) +
                   (i < m ? 0.4 * a : 0.0) * random_signed(&seed);
        }
        assert_ok(ctx, rdg_check_derivatives(p, u, 1e-6));
    }
    free(u);
    rdg_problem_free(p);
}

static void derivatives_are_exact_for_each_norm_and_phase(void **state)
{
    rdg_context *ctx = *state;
    rdg_hbm *rubbing_one = oscillator_hbm(ctx, &rubbing);
    rdg_hbm *beam = rdg_hbm_full(sprung_beam(ctx, RDG_HARMONICS(0, 1, 2, 5)));
    for (int k = 0; k < 4; k++) {
        const rdg_mode_norm norm = k % 2 ? RDG_NORM_ALL_HARMONICS : RDG_NORM_FIRST_HARMONIC;
        const rdg_mode_phase phase = k / 2 ? RDG_PHASE_VELOCITY : RDG_PHASE_QUADRATURE;
        check_derivatives(ctx, rubbing_one, RDG_MODE(.number = 1, .at = "x", .norm = norm, .phase = phase),
                          1.3);
        check_derivatives(ctx, beam, RDG_MODE(.number = 2, .at = "bend", .norm = norm, .phase = phase), 2e-3);
    }
}

static void derivatives_of_conservative_modes_are_exact(void **state)
{
    rdg_context *ctx = *state;
    rdg_hbm *condensed = sprung_beam(ctx, RDG_HARMONICS(0, 1, 2, 5));
    rdg_hbm *small = sprung_beam(ctx, RDG_HARMONICS(1, 3));
    for (int k = 0; k < 2; k++) {
        const rdg_mode mode = {.number = 1,
                               .at = "tip",
                               .norm = k ? RDG_NORM_ALL_HARMONICS : RDG_NORM_FIRST_HARMONIC,
                               .conservative = true};
        check_derivatives(ctx, condensed, &mode, 2e-3);
        check_derivatives(ctx, rdg_hbm_full(condensed), &mode, 2e-3);
        check_derivatives(ctx, small, &mode, 2e-3);
    }
}

/* --- conservative modes */

/* Omega and energy at three amplitudes, by a problem made from hb. */
enum { LEVELS = 3 };

static void follow(rdg_context *ctx, rdg_hbm *hb, const rdg_mode *mode, double omega[LEVELS],
                   double energy[LEVELS])
{
    static const double level[LEVELS] = {-4.0, -3.5, -3.0};
    rdg_problem *p = rdg_nonlinear_mode_problem(hb, mode, 1e-5);
    assert_ok(ctx, rdg_continue(p, "mode", RDG_RELEASE("a"), RDG_WINDOW("log10a", -5, -2.5), RDG_DIRECTION(1),
                                RDG_STEP(0.05, 1e-7, 0.1), RDG_NO_BRANCH_POINTS,
                                RDG_UZ_LIST("log10a", LEVELS, level)));
    rdg_run *run = rdg_run_open(ctx, "mode");
    for (rdg_index k = 0; k < LEVELS; k++) {
        const rdg_index row = rdg_run_find(run, "UZ", k);
        assert_true(row >= 0);
        omega[k] = rdg_run_column(run, "omega")[row];
        energy[k] = rdg_run_column(run, "energy")[row];
    }
    rdg_run_free(run);
    rdg_problem_free(p);
}

static void assert_alike(const double *actual, const double *expected)
{
    for (int k = 0; k < LEVELS; k++) {
        assert_near(actual[k], expected[k], 1e-9, 0.0);
    }
}

/* Amplitude and energy of the whole structure are known from the kept degrees of freedom alone; artificial
 * damping and a phase condition find the same motion, in both phases. */
static void all_formulations_agree(void **state)
{
    rdg_context *ctx = *state;
    rdg_hbm *hb = sprung_beam(ctx, RDG_HARMONICS(1, 3, 5));
    double omega[3][LEVELS], energy[3][LEVELS];
    for (int norm = 0; norm < 2; norm++) {
        rdg_mode mode = {.number = 1,
                         .at = "tip",
                         .norm = norm ? RDG_NORM_ALL_HARMONICS : RDG_NORM_FIRST_HARMONIC,
                         .energy = true,
                         .conservative = true};
        follow(ctx, hb, &mode, omega[0], energy[0]);
        rdg_hbm *full = rdg_hbm_full(hb);
        follow(ctx, full, &mode, omega[1], energy[1]);
        assert_alike(omega[1], omega[0]);
        assert_alike(energy[1], energy[0]);
        mode.conservative = false;
        for (int phase = 0; phase < 2; phase++) {
            mode.phase = phase ? RDG_PHASE_VELOCITY : RDG_PHASE_QUADRATURE;
            follow(ctx, full, &mode, omega[2], energy[2]);
            assert_alike(omega[2], omega[0]);
            assert_alike(energy[2], energy[0]);
        }
        rdg_hbm_free(full);
    }
}

/* A mass that hangs from a hardening spring without damping, with the mean kept or not: the conservative mode
 * begins with that of the spring's stiffness at rest. */
static void conservative_mode_begins_where_the_structure_rests(void **state)
{
    rdg_context *ctx = *state;
    const double x0 = 0.8, k3 = 1.7;
    for (int has_static = 0; has_static < 2; has_static++) {
        rdg_hbm *hb = hanging_mass(ctx, 0.0, has_static, x0, k3);
        rdg_problem *p =
            rdg_nonlinear_mode_problem(hb, RDG_MODE(.number = 1, .at = "x", .conservative = true), 1e-5);
        assert_ok(ctx, rdg_error_status(ctx));
        assert_near(rdg_start_values(p)[0], has_static ? x0 : 1e-5 / sqrt(1.3), 1e-8, 0.0);
        assert_ok(ctx, rdg_solve(p));
        const double omega = rdg_start_values(p)[rdg_variable_index(p, "omega", NULL)];
        assert_near(omega, hanging_frequency(x0, k3), 1e-8, 0.0);
    }
}

/* The energy at rest of a linear mode is omega^2 a^2 / 2; a static part counts in the norm of all harmonics.
 */
static void static_part_counts_in_the_norm_of_all_harmonics(void **state)
{
    rdg_context *ctx = *state;
    rdg_hbm *hb = sprung_beam(ctx, RDG_HARMONICS(0, 1)), *full = rdg_hbm_full(hb);
    for (int k = 0; k < 2; k++) {
        rdg_problem *p = rdg_nonlinear_mode_problem(
            k ? full : hb,
            RDG_MODE(.number = 1, .at = "tip", .conservative = true, .norm = RDG_NORM_ALL_HARMONICS), 1e-7);
        double *u = rdg_start_values(p), a = 0.0;
        const rdg_index n = rdg_hbm_unknowns(k ? full : hb) / 3;
        assert_ok(ctx, rdg_parameter_value(p, "a", u, &a));
        assert_near(a, 1e-7, 1e-8, 0.0);
        memcpy(u, u + n, (size_t)n * sizeof *u); /* the same shape once more, at rest */
        assert_ok(ctx, rdg_parameter_value(p, "a", u, &a));
        assert_near(a, sqrt(2.0) * 1e-7, 3e-2, 0.0); /* the static shape of the condensed part is another */
        if (k) {
            assert_near(a, sqrt(2.0) * 1e-7, 1e-8, 0.0);
        }
    }
}

/* A branch that starts at 1e-6 is followed over seven decades. */
static void amplitude_grows_over_decades(void **state)
{
    rdg_context *ctx = *state;
    const double k3 = 0.7;
    rdg_hbm *hb = oscillator_hbm(
        ctx, &(oscillator){.k3 = k3, .n_harmonics = 1, .harmonics = (const int[]){1}, .samples = 8});
    assert_ok(ctx, rdg_nonlinear_mode(hb, "mode",
                                      RDG_MODE(.number = 1, .at = "x", .conservative = true, .energy = true),
                                      RDG_WINDOW("log10a", -6, 1)));
    rdg_run *run = rdg_run_open(ctx, "mode");
    assert_true(rdg_run_count(run) < 100);
    for (rdg_index row = 0; row < rdg_run_count(run); row++) {
        const double a = rdg_run_column(run, "a")[row], omega = rdg_run_column(run, "omega")[row];
        assert_near(rdg_run_column(run, "log10a")[row], log10(a), 1e-12, 1e-12);
        assert_near(omega * omega, 1.0 + 0.75 * k3 * a * a, 1e-9, 0.0);
        assert_near(rdg_run_column(run, "energy")[row], 0.5 * a * a + 0.25 * k3 * a * a * a * a, 1e-9, 0.0);
    }
    assert_near(rdg_run_column(run, "a")[rdg_run_count(run) - 1], 10.0, 1e-9, 0.0);
}

static void friction_is_not_conservative(void **state)
{
    rdg_context *ctx = *state;
    const rdg_mode mode = {.number = 1, .at = "x", .conservative = true};
    const oscillator undamped = {
        .force = 1.0, .epsilon = 0.1, .n_harmonics = 1, .harmonics = (const int[]){1}};
    rdg_nonlinear_mode(oscillator_hbm(ctx, &undamped), "none", &mode, RDG_WINDOW("a", 0.1, 1.0));
    assert_failed(ctx, RDG_ERR_ARGUMENT, "is a damper");
    rdg_nonlinear_mode(oscillator_hbm(ctx, &hardening), "none", &mode, RDG_WINDOW("a", 0.1, 1.0));
    assert_failed(ctx, RDG_ERR_ARGUMENT, "is damped");
}

/* A contact that begins to slip at a = 2 ends a conservative branch there. */
static void conservative_branch_ends_where_a_contact_slips(void **state)
{
    rdg_context *ctx = *state;
    rdg_run_summary summary = {0};
    rdg_structure *s = rdg_structure_create(ctx, "mass", 1, (double[]){1.0}, NULL, (double[]){1.0});
    rdg_name_dof(s, "x", 0);
    rdg_contact_add(s, &(rdg_contact){.tangential = "x", .kt = 0.5, .mu = 1.0, .preload = 1.0});
    rdg_hbm *hb = rdg_hbm_create(s, RDG_HARMONICS(1, 3));
    assert_ok(ctx, rdg_nonlinear_mode(hb, "mode", RDG_MODE(.number = 1, .at = "x", .conservative = true),
                                      RDG_WINDOW("a", 0.1, 10.0), RDG_SUMMARY(&summary)));
    assert_int_equal(summary.forwards, RDG_STOP_MIN_STEP);
    rdg_run *run = rdg_run_open(ctx, "mode");
    for (rdg_index row = 0; row < rdg_run_count(run); row++) {
        assert_near(rdg_run_column(run, "omega")[row], sqrt(1.5), 1e-12, 0.0);
        assert_true(rdg_run_column(run, "a")[row] <= 2.0 * (1.0 + 1e-4));
    }
    assert_near(rdg_run_column(run, "a")[rdg_run_count(run) - 1], 2.0, 1e-4, 0.0);
}

/* --- held fixed */

/* Two masses, the first held: omega is that of the second on both springs. A combination held: that of both
 * masses as one. Fixed is the start only: the point itself is a mode of the whole. */
static void linear_mode_may_hold_displacements_fixed(void **state)
{
    rdg_context *ctx = *state;
    rdg_structure *s =
        rdg_structure_create(ctx, "pair", 2, (double[]){2, 0, 0, 3}, NULL, (double[]){5 + 7, -7, -7, 7});
    rdg_name_dof(s, "first", 0);
    rdg_name_dof(s, "second", 1);
    rdg_name_combination(s, "stretch", 2, (rdg_index[]){0, 1}, (double[]){-1.7, 1.7});
    rdg_sensor_add(s, "Am", "second");
    rdg_hbm *hb = rdg_hbm_create(s, RDG_HARMONICS(1));
    const rdg_mode held[] = {{.number = 1, .at = "second", .fixed = RDG_NAMES("first")},
                             {.number = 1, .at = "second", .fixed = RDG_NAMES("stretch")}};
    const double expected[] = {7.0 / 3.0, 5.0 / 5.0};
    for (int k = 0; k < 2; k++) {
        rdg_problem *p = rdg_nonlinear_mode_problem(rdg_hbm_full(hb), &held[k], 0.3);
        double omega = 0.0;
        assert_ok(ctx, rdg_parameter_value(p, "omega", rdg_start_values(p), &omega));
        assert_near(omega * omega, expected[k], 1e-12, 0.0);
        const double *Q = rdg_start_values(p); /* [c1 c2 s1 s2] */
        assert_near(k ? Q[3] - Q[2] : Q[2], 0.0, 0.0, 1e-14);
        assert_true(Q[3] > 0.0);
    }
}

/* --- misuse */

static void what_is_wrong_about_a_mode_is_said(void **state)
{
    rdg_context *ctx = *state;
    rdg_hbm *hb = sprung_beam(ctx, RDG_HARMONICS(1));
    const rdg_option window = RDG_WINDOW("log10a", -4, -3);
    rdg_nonlinear_mode(hb, "none", NULL, window);
    assert_failed(ctx, RDG_ERR_ARGUMENT, "needs");
    rdg_nonlinear_mode(hb, "none", RDG_MODE(.number = 1), window);
    assert_failed(ctx, RDG_ERR_ARGUMENT, "displacement");
    rdg_nonlinear_mode(hb, "none", RDG_MODE(.at = "tip"), window);
    assert_failed(ctx, RDG_ERR_ARGUMENT, "the modes 1 to 8, not 0");
    rdg_nonlinear_mode(hb, "none", RDG_MODE(.number = 1, .at = "tip"), RDG_WINDOW("log10a", NAN, 1.0));
    assert_failed(ctx, RDG_ERR_ARGUMENT, "give the start");
    rdg_nonlinear_mode(hb, "none", RDG_MODE(.number = 1, .at = "tip", .norm = (rdg_mode_norm)7), window);
    assert_failed(ctx, RDG_ERR_ARGUMENT, "the norm 7 is none");
    rdg_nonlinear_mode(hb, "none", RDG_MODE(.number = 1, .at = "tip", .phase = (rdg_mode_phase)7), window);
    assert_failed(ctx, RDG_ERR_ARGUMENT, "the phase condition 7 is none");
    rdg_nonlinear_mode(hb, "none", RDG_MODE(.number = 1, .at = "tip", .fixed = RDG_NAMES("tipp")), window);
    assert_failed(ctx, RDG_ERR_NAME, "tipp");
    rdg_nonlinear_mode(hb, "none", RDG_MODE(.number = 1, .at = "tip", .fixed = RDG_NAMES("bend", "bend")),
                       window);
    assert_failed(ctx, RDG_ERR_ARGUMENT, "is fixed already");
    rdg_nonlinear_mode(hb, "none", RDG_MODE(.number = 8, .at = "tip", .fixed = RDG_NAMES("bend")), window);
    assert_failed(ctx, RDG_ERR_ARGUMENT, "the modes 1 to 7, not 8");
    rdg_nonlinear_mode(hb, "none", RDG_MODE(.number = 1, .at = "tip", .fixed = RDG_NAMES("tip")), window);
    assert_failed(ctx, RDG_ERR_ARGUMENT, "does not move");
    rdg_nonlinear_mode(hb, "none", RDG_MODE(.number = 1, .at = "tip", .conservative = true),
                       RDG_WINDOW("alpha", 0.1, 1.0));
    assert_failed(ctx, RDG_ERR_ARGUMENT, "not damped");
    rdg_nonlinear_mode_problem(hb, NULL, 1.0);
    assert_failed(ctx, RDG_ERR_ARGUMENT, "the mode is missing");
    rdg_nonlinear_mode_problem(hb, RDG_MODE(.number = 1, .at = "tip", .conservative = true), NAN);
    assert_failed(ctx, RDG_ERR_ARGUMENT, "not positive");
}

static void all_held_fixed_leaves_no_mode(void **state)
{
    rdg_context *ctx = *state;
    rdg_hbm *hb = oscillator_hbm(
        ctx, &(oscillator){.k3 = 1.0, .n_harmonics = 1, .harmonics = (const int[]){1}, .samples = 8});
    rdg_nonlinear_mode(hb, "none", RDG_MODE(.number = 1, .at = "x", .fixed = RDG_NAMES("x")),
                       RDG_WINDOW("a", 0.1, 1.0));
    assert_failed(ctx, RDG_ERR_ARGUMENT, "no mode is left");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(derivatives_are_exact_for_each_norm_and_phase),
        SCRATCH_TEST(derivatives_of_conservative_modes_are_exact),
        SCRATCH_TEST(all_formulations_agree),
        SCRATCH_TEST(conservative_mode_begins_where_the_structure_rests),
        SCRATCH_TEST(static_part_counts_in_the_norm_of_all_harmonics),
        SCRATCH_TEST(amplitude_grows_over_decades),
        SCRATCH_TEST(friction_is_not_conservative),
        SCRATCH_TEST(conservative_branch_ends_where_a_contact_slips),
        SCRATCH_TEST(linear_mode_may_hold_displacements_fixed),
        SCRATCH_TEST(what_is_wrong_about_a_mode_is_said),
        SCRATCH_TEST(all_held_fixed_leaves_no_mode),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
