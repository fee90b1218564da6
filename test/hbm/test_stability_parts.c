/* Hill's matrix falls into parts where small motions do not couple: exponents are those of the whole. */
#include "models.h"

#include <math.h>

/* Two masses alike, the second on a spring to the first. */
static rdg_structure *twins(rdg_context *ctx, double coupling)
{
    const double M[4] = {1, 0, 0, 1}, C[4] = {0.02, 0, 0, 0.02};
    const double K[4] = {1.7 + coupling, -coupling, -coupling, 1.7 + coupling};
    rdg_structure *s = rdg_structure_create(ctx, "twins", 2, M, C, K);
    assert_ok(ctx, rdg_name_dof(s, "a", 0));
    assert_ok(ctx, rdg_name_dof(s, "b", 1));
    return s;
}

/* s^2 + 0.02 s + k = 0 */
static double frequency(double k)
{
    return sqrt(k - 0.01 * 0.01);
}

/* The exponents of the twins split by the coupling, however small beside all else. */
static void a_coupling_above_rounding_is_kept(void **state)
{
    static const double coupling[] = {0, 3e-12, 1e-10, 1e-3};
    rdg_context *ctx = *state;
    for (size_t k = 0; k < sizeof coupling / sizeof *coupling; k++) {
        rdg_structure *s = twins(ctx, coupling[k]);
        assert_ok(ctx, rdg_force_add(s, "a", 1, 1.0));
        rdg_hbm *hb = rdg_hbm_create(s, RDG_HARMONICS(1, 2, 3));
        const double Q[12] = {0};
        double re[4], im[4], least = HUGE_VAL, largest = 0;
        assert_ok(ctx, rdg_hbm_exponents(hb, Q, 0.917, 4, re, im));
        for (int i = 0; i < 4; i++) {
            assert_near(re[i], -0.01, 0, 1e-13);
            least = fmin(least, fabs(im[i]));
            largest = fmax(largest, fabs(im[i]));
        }
        assert_near(least, frequency(1.7), 0, 1e-13);
        assert_near(largest, frequency(1.7 + 2 * coupling[k]), 0, 1e-13);
    }
}

/* The motion of an oscillator with a cubic spring mirrors itself: even and odd harmonics are parts. A
 * quadratic spring far weaker than all else couples them, and changes exponents by its square. */
static rdg_hbm *cubic_chain(rdg_context *ctx, double k2)
{
    rdg_structure *s = chain(ctx);
    const double k[3] = {0, k2, 1.7};
    assert_ok(ctx, rdg_polynomial_spring_add(s, &(rdg_polynomial_spring){.at = "bc", .n = 3, .k = k}));
    assert_ok(ctx, rdg_cubic_spring_add(s, &(rdg_cubic_spring){.at = "a", .k3 = 0.9}));
    assert_ok(ctx, rdg_force_add(s, "a", 1, 1.0));
    return rdg_hbm_create(s, RDG_HARMONICS(1, 3, 5, 7));
}

static void parts_have_the_exponents_of_the_whole(void **state)
{
    rdg_context *ctx = *state;
    double Q[24];
    for (int i = 0; i < 24; i++) {
        Q[i] = 0.6 * cos(1.0 + 2.3 * i) / (1.0 + 0.1 * i);
    }
    double re[2][6], im[2][6];
    for (int k = 0; k < 2; k++) {
        rdg_hbm *hb = cubic_chain(ctx, k == 0 ? 0.0 : 1e-7);
        assert_ok(ctx, rdg_hbm_exponents(hb, Q, 1.31, 6, re[k], im[k]));
    }
    for (int i = 0; i < 6; i++) {
        assert_near(re[1][i], re[0][i], 0, 1e-12);
        assert_near(fabs(im[1][i]), fabs(im[0][i]), 0, 1e-12);
    }
}

/* A structure of two that do not meet has the exponents of both. */
static void structures_that_do_not_meet_keep_their_exponents(void **state)
{
    rdg_context *ctx = *state;
    const double M[9] = {1, 0, 0, 0, 1.3, 0, 0, 0, 0.8}, C[9] = {0.03, 0, 0, 0, 0.05, 0, 0, 0, 0.11};
    const double K[9] = {1.1, 0, 0, 0, 2.9, 0, 0, 0, 5.3};
    static const char *const name[] = {"x", "y", "z"};
    const double Q[18] = {0.5, 0.4, 0.3, 0.1, 0.2, 0.6, 0.03, 0.01, 0.02, 0.05, 0.04, 0.02};
    double together[6], seen = 0, alone = 0;
    rdg_structure *all = rdg_structure_create(ctx, "all", 3, M, C, K);
    for (int i = 0; i < 3; i++) {
        assert_ok(ctx, rdg_name_dof(all, name[i], i));
        assert_ok(ctx, rdg_cubic_spring_add(all, &(rdg_cubic_spring){.at = name[i], .k3 = 0.7}));
    }
    double im[6];
    rdg_hbm *hb = rdg_hbm_create(all, RDG_HARMONICS(1, 2, 3));
    assert_ok(ctx, rdg_hbm_exponents(hb, Q, 1.9, 6, together, im));
    for (int i = 0; i < 3; i++) {
        rdg_structure *s = oscillator(ctx, M[4 * i], C[4 * i], K[4 * i]);
        assert_ok(ctx, rdg_cubic_spring_add(s, &(rdg_cubic_spring){.at = "x", .k3 = 0.7}));
        rdg_hbm *one = rdg_hbm_create(s, RDG_HARMONICS(1, 2, 3));
        double q[6], re[2];
        for (int c = 0; c < 6; c++) {
            q[c] = Q[3 * c + i];
        }
        assert_ok(ctx, rdg_hbm_exponents(one, q, 1.9, 2, re, im));
        alone += exp(re[0]) + exp(re[1]);
    }
    for (int i = 0; i < 6; i++) {
        seen += exp(together[i]);
    }
    assert_near(seen, alone, 1e-12, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(a_coupling_above_rounding_is_kept),
                                       TEST(parts_have_the_exponents_of_the_whole),
                                       TEST(structures_that_do_not_meet_keep_their_exponents)};
    return cmocka_run_group_tests_name("stability parts", tests, NULL, NULL);
}
