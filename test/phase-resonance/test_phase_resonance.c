/* Backbones of phase resonance against an independent prototype, and the phase as a parameter. */
#define _XOPEN_SOURCE 700

#include "beam.h"
#include "blade.h"
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
    assert_ok(ctx, rdg_phase_resonance(hb, "phase", "shaker", RDG_FROM("frc", 0),
                                       RDG_WINDOW("alpha", 0.03, 1000.0),
                                       RDG_UZ_LIST("alpha", phase.n, phase.alpha)));
    assert_follows(ctx, "phase", &phase, 1e-8, 1e-8);
}

static void backbone_of_the_beam_with_the_third_harmonic_is_that_of_the_prototype(void **state)
{
    rdg_context *ctx = *state;
    static const modes_reference printed = {
        .n = 8,
        .alpha = {0.158777883, 0.3035326548, 0.5413479067, 0.9654893846, 1.721942101, 2.299609347,
                  3.071069083, 4.101333701},
        .f = {317.45512, 316.04045, 312.67534, 303.60701, 276.87067, 248.41769, 222.17276, 210.18759},
        .Am = {1.05494e-05, 1.13941e-05, 1.18452e-05, 1.26900e-05, 1.58451e-05, 2.44570e-05, 5.67181e-05,
               2.22767e-04}};
    rdg_hbm *hb = friction_beam(ctx, RDG_HARMONICS(1, 3));
    respond(hb, 300, 335, 0.03);
    assert_ok(ctx,
              rdg_phase_resonance(hb, "phase", "shaker", RDG_FROM("frc", 0), RDG_WINDOW("alpha", 0.03, 10.0),
                                  RDG_UZ_LIST("alpha", printed.n, printed.alpha)));
    assert_follows(ctx, "phase", &printed, 3e-8, 5e-6); /* half a unit of the last digit */
}

static void backbone_of_the_blades_is_that_of_the_prototype(void **state)
{
    rdg_context *ctx = *state;
    modes_reference mode, phase;
    read_modes("test/data/blade_modes_nh1.csv", &mode, &phase);
    rdg_hbm *hb = blade_damper_blade(ctx, 1.5e-5, RDG_HARMONICS(1));
    respond(hb, 195, 207, phase.alpha[0]);
    assert_ok(ctx, rdg_phase_resonance(hb, "phase", "right blade", RDG_FROM("frc", 0),
                                       RDG_WINDOW("alpha", phase.alpha[0], phase.alpha[phase.n - 1]),
                                       RDG_UZ_LIST("alpha", phase.n, phase.alpha)));
    assert_follows(ctx, "phase", &phase, 1e-8, 1e-8);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(backbone_of_the_beam_is_that_of_the_prototype),
        SCRATCH_TEST(backbone_of_the_beam_with_the_third_harmonic_is_that_of_the_prototype),
        SCRATCH_TEST(backbone_of_the_blades_is_that_of_the_prototype),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
