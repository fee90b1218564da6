/* Ridges with their corners against the truth: the maximum of the whole forced response at each level, and
 * the reference tables of an independent prototype. */
#define _XOPEN_SOURCE 700

#include "backbones.h"

#include <ridgewalk/frc_peak.h>

static const double two_pi = 6.28318530717958647692;

static backbone follow(rdg_context *ctx, rdg_hbm *hb, const backbone_case *c, rdg_index n,
                       const double *level)
{
    assert_ok(ctx,
              rdg_ridge(hb, "ridge", "Am", RDG_FROM_GREATEST("frc"),
                        RDG_WINDOW("alpha", c->start, 1.01 * level[n - 1]), RDG_UZ_LIST("alpha", n, level)));
    return backbone_open(ctx, "ridge");
}

static void check_against_brute_force(rdg_context *ctx, const backbone_case *c)
{
    reference r;
    double worst_f = 0.0, worst_Am = 0.0;
    assert_true(read_levels(&r, c));
    rdg_hbm *hb = backbone_start(ctx, c);
    const backbone b = follow(ctx, hb, c, r.n, r.alpha);
    for (rdg_index k = 0; k < r.n; k++) {
        rdg_peak peak;
        const rdg_index row = backbone_row(&b, r.alpha[k]);
        assert_ok(ctx, rdg_frc_peak(hb, "Am", r.alpha[k], RDG_HZ(c->range[0]), RDG_HZ(c->range[1]), &peak));
        worst_f = fmax(worst_f, fabs(b.omega[row] / peak.omega - 1.0));
        worst_Am = fmax(worst_Am, fabs(b.Am[row] / peak.amplitude - 1.0));
    }
    print_message("%s: f within %.1e, Am within %.1e of brute force at %d levels\n", c->name, worst_f,
                  worst_Am, (int)r.n);
    assert_true(worst_f < 1e-7);
    assert_true(worst_Am < 1e-9);
    rdg_run_free(b.run);
}

static void beam_with_one_harmonic(void **state)
{
    check_against_brute_force(*state, &beam_1);
}

static void beam_with_the_third_harmonic(void **state)
{
    check_against_brute_force(*state, &beam_3);
}

static void blades_with_one_harmonic(void **state)
{
    for (int k = 0; k < 6; k += 2) {
        check_against_brute_force(*state, &blades[k]);
    }
}

static void blades_with_three_harmonics(void **state)
{
    for (int k = 1; k < 6; k += 2) {
        check_against_brute_force(*state, &blades[k]);
    }
}

static void check_against_table(rdg_context *ctx, const backbone_case *c, const reference *r)
{
    rdg_hbm *hb = backbone_start(ctx, c);
    const backbone b = follow(ctx, hb, c, r->n, r->alpha);
    for (rdg_index k = 0; k < r->n; k++) {
        const rdg_index row = backbone_row(&b, r->alpha[k]);
        assert_near(b.omega[row] / two_pi, r->f[k], 1e-9, 0.0);
        assert_near(b.Am[row], r->Am[k], 1e-9, 0.0);
        assert_int_equal(b.corner[row] >= 0.0, r->corner[k]);
    }
    rdg_run_free(b.run);
}

static void beam_meets_the_reference_table(void **state)
{
    reference r;
    assert_true(read_beam_reference(&r));
    check_against_table(*state, &beam_1, &r);
}

static void blades_meet_the_reference_table(void **state)
{
    reference r;
    assert_true(read_blade_reference(&r));
    check_against_table(*state, &blades[0], &r);
}

/* Away from the singular points; just behind a corner only the exact Hessian gets through. */
static void differences_in_place_of_the_hessian_follow_the_same_smooth_ridge(void **state)
{
    rdg_context *ctx = *state;
    backbone_case slipping = beam_1;
    reference r;
    slipping.start = 0.3;
    assert_true(read_beam_reference(&r));
    rdg_hbm *hb = backbone_start(ctx, &slipping);
    assert_ok(ctx, rdg_ridge(hb, "differences", "Am", RDG_RIDGE_DIFFERENCE_HESSIAN, RDG_FROM_GREATEST("frc"),
                             RDG_WINDOW("alpha", 0.3, 10.0), RDG_UZ_LIST("alpha", r.n, r.alpha)));
    const backbone b = backbone_open(ctx, "differences");
    for (rdg_index k = 0; k < r.n && r.alpha[k] < 10.0; k++) {
        if (r.alpha[k] > 0.3) {
            const rdg_index row = backbone_row(&b, r.alpha[k]);
            assert_near(b.omega[row] / two_pi, r.f[k], 1e-7, 0.0);
            assert_near(b.Am[row], r.Am[k], 1e-9, 0.0);
        }
    }
    rdg_run_free(b.run);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(beam_meets_the_reference_table),
        SCRATCH_TEST(blades_meet_the_reference_table),
        SCRATCH_TEST(beam_with_one_harmonic),
        SCRATCH_TEST(beam_with_the_third_harmonic),
        SCRATCH_TEST(blades_with_one_harmonic),
        SCRATCH_TEST(blades_with_three_harmonics),
        SCRATCH_TEST(differences_in_place_of_the_hessian_follow_the_same_smooth_ridge),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
