/* Motions in two directions: default samples against 8192; ellipses near circles against radial return and
 * the closed form of the circle. */
#include "random_cone.h"

enum { MOTIONS = 100, COEFFICIENTS = 7 };

static void force_of(rdg_context *ctx, rdg_cone_contact law, rdg_index samples, const double *z,
                     double *force)
{
    law.samples = samples;
    assert_int_equal(cone_force(cone_balance(ctx, &law, RDG_HARMONICS(0, 1, 2, 3)), z, force), 0);
}

/* Largest error of a coefficient of the tangential force relative to the limit mu N0. */
static double error_of(bool is_variable, double amplitude, uint64_t *seed)
{
    const rdg_cone_contact law = {.tangential = {"x1", "x2"},
                                  .normal = is_variable ? "y" : NULL,
                                  .kt = 1.3,
                                  .kn = is_variable ? 0.9 : 0,
                                  .mu = 0.4,
                                  .preload = 0.8};
    rdg_context *ctx = rdg_context_create();
    double z[3 * COEFFICIENTS], coarse[CONE_MAX_N], fine[CONE_MAX_N], error = 0;
    for (int i = 0; i < 3 * COEFFICIENTS; i++) {
        z[i] = random_signed(seed) * (i < 2 * COEFFICIENTS ? amplitude : 0.4);
    }
    force_of(ctx, law, 0, z, coarse);
    force_of(ctx, law, 8192, z, fine);
    for (int i = 0; i < 2 * COEFFICIENTS; i++) {
        error = fmax(error, fabs(coarse[i] - fine[i]) / (law.mu * law.preload));
    }
    rdg_context_free(ctx);
    return error;
}

static void default_samples_give_a_thousandth_of_the_limit(void **state)
{
    (void)state;
    uint64_t seed = 3;
    for (int kind = 0; kind < 4; kind++) {
        for (int k = 0; k < MOTIONS; k++) {
            assert_near(error_of(kind % 2, kind < 2 ? 1 : 6, &seed), 0, 0, kind % 2 ? 3e-4 : 3e-5);
        }
    }
}

/* Axes r and ratio r at an angle; a circle of radius r meets kt (D/r)^2 in phase and kt (D/r) sqrt(1 -
 * (D/r)^2) a quarter ahead, D = mu N0 / kt. */
static void ellipses_approach_the_circle(void **state)
{
    enum { RATIOS = 6, RADII = 3, FINE = 100000 };
    static const double ratio[RATIOS] = {0.9, 0.99, 0.999, 0.9999, 0.99999, 1}, radius[RADII] = {1.1, 2, 5};
    const rdg_cone_contact law = {.tangential = {"x1", "x2"}, .kt = 1.3, .mu = 0.4, .preload = 0.8};
    const double D = law.mu * law.preload / law.kt, c = cos(0.3), s = sin(0.3);
    rdg_context *ctx = rdg_context_create();
    (void)state;
    rdg_hbm *hb = cone_balance(ctx, &law, RDG_HARMONICS(1));
    for (int k = 0; k < RATIOS * RADII; k++) {
        const double a = radius[k % RADII] * D, b = ratio[k / RADII] * a, q = D / a;
        const double z[4] = {a * c, -b * s, a * s, b * c};
        const double turned[4] = {z[1], -z[0], z[3], -z[2]}; /* the derivative, over the frequency */
        double force[4], fine[6];
        assert_int_equal(cone_force(hb, z, force), 0);
        cone_radial_return(&law, rdg_hbm_basis(hb), z, FINE, 8, fine);
        for (int i = 0; i < 4; i++) {
            const double circle = law.kt * (q * q * z[i] + q * sqrt(1 - q * q) * turned[i]);
            assert_near(force[i], fine[i], 0, 1e-4 * law.mu * law.preload);
            assert_near(force[i], circle, 0, 3 * (1 - b / a) * law.mu * law.preload + 1e-11);
        }
    }
    rdg_context_free(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(default_samples_give_a_thousandth_of_the_limit),
                                       cmocka_unit_test(ellipses_approach_the_circle)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
