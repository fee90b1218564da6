/* Elements asked in harmonics that are not kept, by instances of their own: the same force about the same
 * rest, and the exponents of a symmetric motion in odd harmonics are those with all harmonics kept. */
#include "specimen.h"

#include "../../toolboxes/hbm/balance/hbm_impl.h"

#include <ridgewalk/contact.h>
#include <ridgewalk/rest.h>

enum { EXPONENTS = 2, KINDS = 4 };

static void add(rdg_structure *s, int kind)
{
    const rdg_slider_start start = RDG_SLIDER_MEAN;
    if (kind == 0) {
        rdg_gap_spring_add(s, &(rdg_gap_spring){.at = "x", .k = 2, .gap = 0.3});
    } else if (kind == 1) {
        rdg_jenkins_add(s, &(rdg_jenkins){.at = "x", .kt = 1.3, .limit = 0.4, .start = start});
    } else if (kind == 2) {
        rdg_contact_add(s, &(rdg_contact){.tangential = "x",
                                          .normal = "y",
                                          .kt = 1.3,
                                          .kn = 0.8,
                                          .mu = 0.4,
                                          .preload = 0.5,
                                          .start = RDG_SLIDER_PRESTRESS});
    } else {
        rdg_iwan_add(s,
                     &(rdg_iwan){.at = "x", .Kt = 1.3, .Fs = 0.4, .chi = -0.2, .beta = 0.4, .start = start});
    }
}

static rdg_structure *masses(rdg_context *ctx, int kind)
{
    const double M[4] = {1, 0, 0, 0.8}, C[4] = {0.2, -0.1, -0.1, 0.3}, K[4] = {2, -1, -1, 3};
    rdg_structure *s = rdg_structure_create(ctx, "masses", 2, M, C, K);
    rdg_name_dof(s, "x", 0);
    rdg_name_dof(s, "y", 1);
    add(s, kind);
    rdg_force_add(s, "y", 1, 1.0);
    return s;
}

static rdg_hbm *balance(rdg_structure *s, rdg_index n, const int *harmonic)
{
    rdg_hbm *hb = rdg_hbm_create(s, n, harmonic);
    rdg_hbm_keep_all(hb);
    return hb;
}

/* Harmonics 1 and 3 about a rest, and the same motion in 0 .. 6. */
static void instances_in_more_harmonics_have_the_same_force(void **state)
{
    (void)state;
    enum { N = 4, MORE = 13 };
    static const int all[] = {1, 2, 3, 4, 5, 6}, place[N] = {1, 2, 5, 6};
    const rdg_basis wide = {.n_harmonics = 6, .harmonic = all, .has_static = true, .n_coefficients = MORE};
    uint64_t seed = 11;
    for (int k = 0; k < 50 * KINDS; k++) {
        rdg_context *ctx = rdg_context_create();
        const rdg_hbm *hb = balance(masses(ctx, k % KINDS), RDG_HARMONICS(1, 3));
        const rdg_hbm_element *e = rdg_hbm_element_at(hb, 0);
        const double rest[2] = {0.5 * random_signed(&seed), 0.5 * random_signed(&seed)};
        double z[2 * N], large[2 * MORE] = {0}, force[2 * N], more[2 * MORE];
        double J[2 * N * (2 * N + 1)], wide_J[2 * MORE * (2 * MORE + 1)];
        const int n = N * (int)e->d, m = MORE * (int)e->d;
        for (int i = 0; i < n; i++) {
            z[i] = random_signed(&seed) / (i % N < 2 ? 1 : 3);
            large[i / N * MORE] = rest[i / N];
            large[i / N * MORE + place[i % N]] = z[i];
        }
        void *own = e->law->create(e->source, ctx, &hb->basis, rest);
        void *other = e->law->create(e->source, ctx, &wide, rest);
        assert_true(own && other);
        rdg_element_result result = {.force = force, .jacobian = J};
        rdg_element_result result_wide = {.force = more, .jacobian = wide_J};
        assert_int_equal(e->law->evaluate(own, &hb->basis, z, 1.1, &result), 0);
        assert_int_equal(e->law->evaluate(other, &wide, large, 1.1, &result_wide), 0);
        for (int i = 0; i < n; i++) {
            const int row = i / N * MORE + place[i % N];
            assert_near(force[i], more[row], 0, 1e-12);
            for (int j = 0; j < n; j++) {
                const int column = j / N * MORE + place[j % N];
                assert_near(J[i + n * j], wide_J[row + m * column], 0, 1e-10);
            }
        }
        e->law->free_instance(own);
        e->law->free_instance(other);
        rdg_context_free(ctx);
    }
}

static void exponents_do_not_depend_on_the_harmonics_kept(void **state)
{
    (void)state;
    uint64_t seed = 12;
    for (int kind = 0; kind < KINDS; kind++) {
        for (int trial = 0; trial < 20; trial++) {
            rdg_context *ctx = rdg_context_create();
            rdg_structure *s = masses(ctx, kind);
            rdg_hbm *odd = balance(s, RDG_HARMONICS(1, 3)), *all = balance(s, RDG_HARMONICS(0, 1, 2, 3));
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
            rdg_structure *s = masses(ctx, kind);
            assert_ok(ctx, rdg_static_force_add(s, "x", 0.6));
            assert_ok(ctx, rdg_static_force_add(s, "y", -0.3));
            assert_ok(ctx, rdg_prestress(s));
            rdg_hbm *hb[2] = {balance(s, RDG_HARMONICS(1, 2)), balance(s, RDG_HARMONICS(0, 1, 2))};
            double Q[2][10] = {{0}}, re[2][EXPONENTS], im[2][EXPONENTS], z[10], force[2][10];
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
        cmocka_unit_test(instances_in_more_harmonics_have_the_same_force),
        cmocka_unit_test(exponents_do_not_depend_on_the_harmonics_kept),
        cmocka_unit_test(the_rest_counts_with_and_without_the_static_harmonic),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
