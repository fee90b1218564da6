/* Damped nonlinear modes with energy balance against an independent prototype. */
#define _XOPEN_SOURCE 700

#include "beam.h"
#include "blade.h"
#include "modes_reference.h"
#include "scratch.h"

#include <ridgewalk/dnnm.h>

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
    static const modes_reference printed = {
        .n = 8,
        .alpha = {0.158777883, 0.3035326548, 0.5413479067, 0.9654893846, 1.721942101, 2.299609347,
                  3.071069083, 4.101333701},
        .f = {317.43742, 316.13560, 313.19831, 305.47104, 281.34317, 252.01806, 223.57871, 210.30188},
        .Am = {1.05523e-05, 1.14036e-05, 1.18675e-05, 1.27417e-05, 1.59225e-05, 2.45054e-05, 5.64410e-05,
               2.22345e-04}};
    rdg_hbm *hb = friction_beam(ctx, RDG_HARMONICS(1, 3));
    assert_ok(ctx, rdg_dnnm(hb, "mode", 1, "shaker", RDG_WINDOW("alpha", 0.03, 10.0),
                            RDG_UZ_LIST("alpha", printed.n, printed.alpha)));
    assert_follows(ctx, "mode", &printed, 3e-8, 5e-6);
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(levels_of_the_beam_are_those_of_the_prototype),
        SCRATCH_TEST(levels_of_the_beam_with_the_third_harmonic_are_those_of_the_prototype),
        SCRATCH_TEST(levels_of_the_blades_are_those_of_the_prototype),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
