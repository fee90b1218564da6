/* Elements asked in harmonics that are not kept, by clones: the exponents of a symmetric motion in odd
 * harmonics are those of the same motion with all harmonics kept. */
#include "specimen.h"

#include <ridgewalk/contact.h>

enum { EXPONENTS = 2, KINDS = 4 };

static void add(rdg_hbm *hb, int kind)
{
    const rdg_slider_start start = RDG_SLIDER_MEAN;
    if (kind == 0) {
        rdg_gap_spring_add(hb, &(rdg_gap_spring){.at = "x", .k = 2, .gap = 0.3});
    } else if (kind == 1) {
        rdg_jenkins_add(hb, &(rdg_jenkins){.at = "x", .kt = 1.3, .limit = 0.4, .start = start});
    } else if (kind == 2) {
        rdg_contact_add(hb, &(rdg_contact){.tangential = "x",
                                           .normal = "y",
                                           .kt = 1.3,
                                           .kn = 0.8,
                                           .mu = 0.4,
                                           .preload = 0.5,
                                           .start = RDG_SLIDER_PRESTRESS});
    } else {
        rdg_iwan_add(hb,
                     &(rdg_iwan){.at = "x", .Kt = 1.3, .Fs = 0.4, .chi = -0.2, .beta = 0.4, .start = start});
    }
}

static rdg_hbm *model(rdg_context *ctx, int kind, rdg_index n, const int *harmonic)
{
    const double M[4] = {1, 0, 0, 0.8}, C[4] = {0.2, -0.1, -0.1, 0.3}, K[4] = {2, -1, -1, 3};
    rdg_structure *s = rdg_structure_create(ctx, "masses", 2, M, C, K);
    rdg_name_dof(s, "x", 0);
    rdg_name_dof(s, "y", 1);
    add(hb, kind);
    rdg_force_add(s, "y", 1, 1.0);
    rdg_hbm *hb = rdg_hbm_create(s, n, harmonic);
    rdg_hbm_keep_all(hb);
    return hb;
}

static void exponents_do_not_depend_on_the_harmonics_kept(void **state)
{
    (void)state;
    uint64_t seed = 12;
    for (int kind = 0; kind < KINDS; kind++) {
        for (int trial = 0; trial < 20; trial++) {
            rdg_context *ctx = rdg_context_create();
            rdg_hbm *odd = model(ctx, kind, RDG_HARMONICS(1, 3));
            rdg_hbm *all = model(ctx, kind, RDG_HARMONICS(0, 1, 2, 3));
            double Q[8], whole[14] = {0}, re[2][EXPONENTS], im[2][EXPONENTS];
            for (int i = 0; i < 8; i++) { /* two degrees of freedom a coefficient */
                Q[i] = (trial < 10 ? 0.15 : 1.1) * random_signed(&seed) / (i < 4 ? 1 : 3);
                whole[i < 4 ? 2 + i : 6 + i] = Q[i];
            }
            assert_ok(ctx, rdg_hbm_exponents(odd, Q, 1.1, EXPONENTS, re[0], im[0]));
            assert_ok(ctx, rdg_hbm_exponents(all, whole, 1.1, EXPONENTS, re[1], im[1]));
            for (int i = 0; i < EXPONENTS; i++) {
                assert_near(re[0][i], re[1][i], 0, 1e-10);
                assert_near(fabs(im[0][i]), fabs(im[1][i]), 0, 1e-10);
            }
            rdg_context_free(ctx);
        }
    }
}

/* Without the static harmonic the elements add the rest themselves, with it the motion contains it. */
static void the_rest_counts_with_and_without_the_static_harmonic(void **state)
{
    (void)state;
    uint64_t seed = 13;
    for (int kind = 0; kind < KINDS; kind++) {
        for (int trial = 0; trial < 20; trial++) {
            rdg_context *ctx = rdg_context_create();
            rdg_hbm *hb[2] = {model(ctx, kind, RDG_HARMONICS(1, 2)),
                              model(ctx, kind, RDG_HARMONICS(0, 1, 2))};
            double Q[2][10] = {{0}}, re[2][EXPONENTS], im[2][EXPONENTS], z[10], force[2][10];
            for (int w = 0; w < 2; w++) {
                assert_ok(ctx, rdg_hbm_static_force(hb[w], "x", 0.6));
                assert_ok(ctx, rdg_hbm_static_force(hb[w], "y", -0.3));
                assert_ok(ctx, rdg_hbm_prestress(hb[w]));
            }
            assert_ok(ctx, rdg_hbm_rest_coefficients(hb[1], Q[1]));
            for (int i = 0; i < 8; i++) {
                Q[0][i] = Q[1][2 + i] = (trial < 10 ? 0.15 : 1.1) * random_signed(&seed) / (i < 4 ? 1 : 2);
            }
            for (int w = 0; w < 2; w++) {
                assert_int_equal(rdg_hbm_element_state(hb[w], 0, Q[w], 1.1, z, force[w]), 0);
                assert_ok(ctx, rdg_hbm_exponents(hb[w], Q[w], 1.1, EXPONENTS, re[w], im[w]));
            }
            for (int d = 0; d < (kind == 2 ? 2 : 1); d++) {
                for (int i = 0; i < 4; i++) {
                    assert_near(force[0][4 * d + i], force[1][5 * d + 1 + i], 0, 1e-12);
                }
            }
            for (int i = 0; i < EXPONENTS; i++) {
                assert_near(re[0][i], re[1][i], 0, 1e-10);
                assert_near(fabs(im[0][i]), fabs(im[1][i]), 0, 1e-10);
            }
            rdg_context_free(ctx);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(exponents_do_not_depend_on_the_harmonics_kept),
        cmocka_unit_test(the_rest_counts_with_and_without_the_static_harmonic),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
