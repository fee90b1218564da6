/* Backbones of phase resonance against an independent prototype, and the phase as a parameter. */
#define _XOPEN_SOURCE 700

#include "friction-backbone/models.h"
#include "modes_reference.h"
#include "scratch.h"

#include <ridgewalk/phase_resonance.h>

static void respond(rdg_hbm *hb, double low, double high, double alpha)
{
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", RDG_HZ(low)), RDG_AT("alpha", alpha));
    assert_ok(rdg_hbm_context(hb),
              rdg_continue(p, "frc", RDG_RELEASE("omega"), RDG_WINDOW("omega", RDG_HZ(low), RDG_HZ(high))));
}

static void backbone_of_the_beam_is_that_of_the_prototype(void **state)
{
    rdg_context *ctx = *state;
    modes_reference mode, phase;
    read_modes("test/data/beam_modes_nh1.csv", &mode, &phase);
    rdg_hbm *hb = friction_beam(ctx, RDG_HARMONICS(1));
    respond(hb, 300, 335, 0.03);
    assert_ok(ctx, rdg_phase_resonance(hb, "phase", "shaker", RDG_FROM_GREATEST("frc"),
                                       RDG_WINDOW("alpha", 0.03, 1000.0),
                                       RDG_UZ_LIST("alpha", phase.n, phase.alpha)));
    assert_follows(ctx, "phase", &phase, 1e-8, 1e-8);
}

static void backbone_of_the_beam_with_the_third_harmonic_is_that_of_the_prototype(void **state)
{
    rdg_context *ctx = *state;
    modes_reference mode, phase;
    read_modes("test/data/beam_modes_nh13.csv", &mode, &phase);
    rdg_hbm *hb = friction_beam(ctx, RDG_HARMONICS(1, 3));
    respond(hb, 300, 335, 0.03);
    assert_ok(ctx, rdg_phase_resonance(hb, "phase", "shaker", RDG_FROM_GREATEST("frc"),
                                       RDG_WINDOW("alpha", 0.03, 10.0),
                                       RDG_UZ_LIST("alpha", phase.n, phase.alpha)));
    assert_follows(ctx, "phase", &phase, 3e-8, 5e-6); /* half a unit of the last digit */
}

static void backbone_of_the_blades_is_that_of_the_prototype(void **state)
{
    rdg_context *ctx = *state;
    modes_reference mode, phase;
    read_modes("test/data/blade_modes_nh1.csv", &mode, &phase);
    rdg_hbm *hb = blade_damper_blade(ctx, 1.5e-5, RDG_HARMONICS(1));
    respond(hb, 195, 207, phase.alpha[0]);
    assert_ok(ctx, rdg_phase_resonance(hb, "phase", "right blade", RDG_FROM_GREATEST("frc"),
                                       RDG_WINDOW("alpha", phase.alpha[0], phase.alpha[phase.n - 1]),
                                       RDG_UZ_LIST("alpha", phase.n, phase.alpha)));
    assert_follows(ctx, "phase", &phase, 1e-8, 1e-8);
}

/* What the driver does, by hand: the event on the free parameter, then the parameter held. */
static void phase_is_a_parameter_with_events_that_can_be_held(void **state)
{
    rdg_context *ctx = *state;
    rdg_hbm *hb = friction_beam(ctx, RDG_HARMONICS(1));
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", RDG_HZ(300)), RDG_AT("alpha", 0.03));
    assert_ok(ctx, rdg_phase_resonance_add(hb, p, "shaker"));
    assert_string_equal(rdg_parameter_unit(p, "phase.shaker"), "rad");
    assert_ok(ctx, rdg_continue(p, "frc", RDG_RELEASE("omega"), RDG_UZ("phase.shaker", 0.0),
                                RDG_WINDOW("omega", RDG_HZ(300), RDG_HZ(335))));
    rdg_run *frc = rdg_run_open(ctx, "frc");
    const double *phase = rdg_run_column(frc, "phase.shaker");
    assert_true(phase[0] > 1.0 && phase[rdg_run_count(frc) - 1] < -1.0);
    const rdg_index label = rdg_run_label(frc, rdg_run_find(frc, "UZ", 0));
    assert_ok(ctx, rdg_continue(p, "held", RDG_FROM("frc", label), RDG_RELEASE("alpha"), RDG_RELEASE("omega"),
                                RDG_HOLD_AT("phase.shaker", 0.0), RDG_WINDOW("alpha", 0.03, 1.0),
                                RDG_UZ("alpha", 0.5413479067)));
    rdg_run *held = rdg_run_open(ctx, "held");
    const rdg_index row = row_at_level(held, 0.5413479067);
    assert_near(rdg_run_column(held, "omega")[row], RDG_HZ(312.15952), 2e-8, 0.0);
}

static void phase_has_exact_derivatives(void **state)
{
    rdg_context *ctx = *state;
    rdg_hbm *hb = blade_damper_blade(ctx, 1.5e-5, RDG_HARMONICS(0, 1, 2));
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", RDG_HZ(201)), RDG_AT("alpha", 30.0));
    rdg_phase_resonance_add(hb, p, "right blade");
    rdg_phase_resonance_add(hb, p, "left.t"); /* a combination of four */
    assert_ok(ctx, rdg_check_derivatives(p, NULL, 1e-6));
}

/* Both resonances are at quadrature, and so is the antiresonance between them. */
static double first_frequency(rdg_context *ctx, const char *name)
{
    rdg_run *run = rdg_run_open(ctx, name);
    const double f = rdg_run_column(run, "omega")[0] / RDG_HZ(1);
    rdg_run_free(run);
    return f;
}

static void window_or_label_choose_among_the_resonances(void **state)
{
    rdg_context *ctx = *state;
    rdg_hbm *hb = blade_damper_blade(ctx, 1.5e-5, RDG_HARMONICS(1));
    respond(hb, 195, 215, 0.1);
    const rdg_option levels = RDG_WINDOW("alpha", 0.1, 0.2);
    assert_ok(ctx, rdg_phase_resonance(hb, "window", "right blade", levels, RDG_FROM_GREATEST("frc"),
                                       RDG_WINDOW("omega", RDG_HZ(195), RDG_HZ(207))));
    assert_near(first_frequency(ctx, "window"), 204.27895, 1e-7, 0.0);
    assert_ok(ctx, rdg_phase_resonance(hb, "first", "right blade", levels, RDG_FROM("frc", 1)));
    assert_near(first_frequency(ctx, "first"), 204.27895, 1e-7, 0.0);
    assert_ok(ctx, rdg_phase_resonance(hb, "greatest", "right blade", levels, RDG_FROM_GREATEST("frc")));
    assert_true(first_frequency(ctx, "greatest") > 209.0); /* out of phase */
}

/* The quadrature of least amplitude of the forced response between the modes. */
static double antiresonance(rdg_context *ctx)
{
    rdg_run *run = rdg_run_open(ctx, "out/stage1");
    const double *Am = rdg_run_column(run, "Am");
    rdg_index least = rdg_run_find(run, "PR", 0);
    for (rdg_index k = 1; rdg_run_find(run, "PR", k) >= 0; k++) {
        const rdg_index row = rdg_run_find(run, "PR", k);
        least = Am[row] < Am[least] ? row : least;
    }
    const double omega = rdg_run_column(run, "omega")[least];
    rdg_run_free(run);
    return omega;
}

/* The quadrature of the out-of-phase mode ends in a fold, where it meets the antiresonance, and leads back to
 * small levels. On its way the left contact sticks again: a corner that is stepped over, sharp as it is. */
static void sharp_corner_is_passed(void **state)
{
    rdg_context *ctx = *state;
    rdg_hbm *hb = blade_damper_blade(ctx, 1.5e-5, RDG_HARMONICS(1));
    respond(hb, 207, 215, 0.1);
    assert_ok(ctx, rdg_phase_resonance(hb, "out", "right blade", RDG_FROM_GREATEST("frc"),
                                       RDG_WINDOW("alpha", 0.1, 300.0)));
    rdg_run *run = rdg_run_open(ctx, "out");
    assert_true(rdg_run_find(run, "FP", 0) >= 0 && rdg_run_find(run, "MX", 0) < 0);
    rdg_run_free(run);
    assert_near(last_value(ctx, "out", "alpha"), 0.1, 1e-12, 0.0);
    assert_near(last_value(ctx, "out", "omega"), antiresonance(ctx), 1e-7, 0.0);
}

static void what_is_missing_is_said(void **state)
{
    rdg_context *ctx = *state;
    rdg_hbm *hb = blade_damper_blade(ctx, 1.5e-5, RDG_HARMONICS(1));
    respond(hb, 195, 200, 0.1);
    rdg_phase_resonance(hb, "none", "right blade", RDG_WINDOW("alpha", 0.1, 1.0));
    assert_failed(ctx, RDG_ERR_ARGUMENT, "RDG_FROM");
    rdg_phase_resonance(hb, "none", "right blade", RDG_FROM_GREATEST("nowhere"));
    assert_int_not_equal(rdg_error_status(ctx), RDG_OK);
    rdg_error_clear(ctx);
    rdg_phase_resonance(hb, "none", "shaker", RDG_FROM_GREATEST("frc"));
    assert_failed(ctx, RDG_ERR_NAME, "right blade");
    rdg_phase_resonance(hb, "none", "right blade", RDG_FROM_GREATEST("frc"));
    assert_failed(ctx, RDG_ERR_NO_CONVERGENCE, "nowhere at quadrature");
    rdg_phase_resonance(hb, "", "right blade", RDG_FROM_GREATEST("frc"));
    assert_failed(ctx, RDG_ERR_ARGUMENT, "needs a name");
}

static void phase_needs_a_kept_displacement_and_harmonic_one(void **state)
{
    rdg_context *ctx = *state;
    rdg_hbm *hb = friction_beam(ctx, RDG_HARMONICS(1));
    rdg_structure *beam = rdg_hbm_structure(hb);
    rdg_name_dof(beam, "middle", rdg_beam_deflection(beam, 10));
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", RDG_HZ(300)), RDG_AT("alpha", 0.1));
    rdg_phase_resonance_add(hb, p, "middle");
    assert_failed(ctx, RDG_ERR_ARGUMENT, "condensed");
    rdg_phase_resonance_add(hb, p, NULL);
    assert_failed(ctx, RDG_ERR_NAME, "missing");
    rdg_phase_resonance_add(hb, rdg_problem_create(ctx), "tip");
    assert_failed(ctx, RDG_ERR_NAME, "Q");
    rdg_structure *same = cantilever(ctx, &standard_beam);
    rdg_sensor_add(same, "Am", "tip");
    rdg_hbm *second = rdg_hbm_create(same, RDG_HARMONICS(2));
    p = rdg_hbm_problem(second, RDG_AT("omega", RDG_HZ(300)), RDG_AT("alpha", 0.1));
    rdg_phase_resonance_add(second, p, "tip");
    assert_failed(ctx, RDG_ERR_ARGUMENT, "harmonic 1");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(backbone_of_the_beam_is_that_of_the_prototype),
        SCRATCH_TEST(backbone_of_the_beam_with_the_third_harmonic_is_that_of_the_prototype),
        SCRATCH_TEST(backbone_of_the_blades_is_that_of_the_prototype),
        SCRATCH_TEST(phase_is_a_parameter_with_events_that_can_be_held),
        SCRATCH_TEST(phase_has_exact_derivatives),
        SCRATCH_TEST(window_or_label_choose_among_the_resonances),
        SCRATCH_TEST(sharp_corner_is_passed),
        SCRATCH_TEST(what_is_missing_is_said),
        SCRATCH_TEST(phase_needs_a_kept_displacement_and_harmonic_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
