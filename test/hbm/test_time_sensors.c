/* Sensors of the mean and of the peak over a period: values against sums over time, derivatives against
 * differences, and what happens where there are none. */
#include "differences.h"
#include "fresh_context.h"

#include <ridgewalk/cubic_spring.h>
#include <ridgewalk/frc_peak.h>
#include <ridgewalk/hbm.h>
#include <ridgewalk/mechanics.h>
#include <ridgewalk/run.h>

enum { MOST = 48, PEAK = 0, MEAN = 1 };

static const double two_pi = 6.283185307179586;

static rdg_structure *mass(rdg_context *ctx)
{
    const double one = 1.0, c = 0.1;
    rdg_structure *s = rdg_structure_create(ctx, "mass", 1, &one, &c, &one);
    rdg_name_dof(s, "x", 0);
    rdg_force_add(s, "x", 1, 1.0);
    rdg_sensor_peak_add(s, "peak", "x");
    return s;
}

/* A mass whose coefficients are those of the sensor. */
static rdg_hbm *balance(rdg_context *ctx, rdg_index n, const int *harmonics)
{
    rdg_structure *s = mass(ctx);
    if (harmonics[0] == 0) {
        rdg_sensor_mean_add(s, "mean", "x");
    }
    return rdg_hbm_create(s, n, harmonics);
}

static double motion(const rdg_basis *basis, const double *z, double t, int derivative)
{
    double q = basis->has_static && derivative == 0 ? z[0] : 0;
    for (rdg_index i = 0; i < basis->n_harmonics; i++) {
        const double *cs = z + basis->has_static + 2 * i, k = basis->harmonic[i],
                     phase = k * t + derivative * two_pi / 4;
        q += pow(k, derivative) * (cs[0] * cos(phase) + cs[1] * sin(phase));
    }
    return q;
}

/* Random harmonics, with the static part or without it. */
static rdg_index draw_harmonics(uint64_t *seed, int harmonics[MOST])
{
    rdg_index n = 0;
    const int last = 1 + (int)(7.99 * fabs(random_signed(seed)));
    if (random_signed(seed) > 0) {
        harmonics[n++] = 0;
    }
    for (int k = 1; k <= last; k++) {
        if (k == 1 || random_signed(seed) > -0.3) {
            harmonics[n++] = k;
        }
    }
    return n;
}

/* Coefficients of all sorts of spectra. */
static void draw_motion(uint64_t *seed, const rdg_basis *basis, double *z)
{
    const double decay = 2.5 * fabs(random_signed(seed)), scale = pow(10, 8 * random_signed(seed));
    for (rdg_index c = 0; c < basis->n_coefficients; c++) {
        const rdg_index i = (c - basis->has_static) / 2;
        const double k = basis->has_static && c == 0 ? 1 : basis->harmonic[i];
        z[c] = scale * random_signed(seed) * pow(k, -decay);
    }
}

static double value_of(const rdg_function *s, const double *z)
{
    double value;
    assert_int_equal(s->f(s->n, z, 1, &value, s->data), 0);
    return value;
}

static void the_peak_is_the_greatest_value_over_a_period(void **state)
{
    (void)state;
    uint64_t seed = 3;
    for (int trial = 0; trial < 60; trial++) {
        int harmonics[MOST] = {0};
        rdg_context *ctx = rdg_context_create();
        const rdg_index n = draw_harmonics(&seed, harmonics);
        rdg_hbm *hb = balance(ctx, n, harmonics);
        const rdg_basis *basis = rdg_hbm_basis(hb);
        const rdg_function *s = rdg_hbm_sensor_function(hb, PEAK, NULL);
        for (int state_number = 0; state_number < 30; state_number++) {
            enum { SAMPLES = 3000 };
            double z[MOST], sampled = 0, bound = 0;
            draw_motion(&seed, basis, z);
            for (int i = 0; i < SAMPLES; i++) {
                sampled = fmax(sampled, fabs(motion(basis, z, two_pi * i / SAMPLES, 0)));
            }
            for (rdg_index i = 0; i < basis->n_harmonics; i++) {
                const double *cs = z + basis->has_static + 2 * i, k = basis->harmonic[i];
                bound += k * k * hypot(cs[0], cs[1]) * pow(two_pi / SAMPLES, 2) / 8;
            }
            const double peak = value_of(s, z);
            assert_true(peak >= sampled * (1 - 1e-14) && peak <= sampled + bound);
            if (basis->has_static) {
                assert_true(value_of(rdg_hbm_sensor_function(hb, MEAN, NULL), z) == z[0]);
            }
        }
        rdg_context_free(ctx);
    }
}

/* The two greatest turning values, relative: far apart where the peak is smooth; and the least acceleration
 * that a turning point near the top has, relative to its bound. */
static void how_smooth(const rdg_basis *basis, const double *z, double peak, double *gap, double *bent)
{
    enum { SAMPLES = 2000 };
    double second = 0, bound = 0;
    *bent = INFINITY;
    for (rdg_index i = 0; i < basis->n_harmonics; i++) {
        const double *cs = z + basis->has_static + 2 * i, k = basis->harmonic[i];
        bound += k * k * hypot(cs[0], cs[1]);
    }
    int at_top = 0;
    for (int i = 0; i < SAMPLES; i++) {
        const double h = two_pi / SAMPLES, t = h * i, v = motion(basis, z, t, 1);
        if (v * motion(basis, z, t + h, 1) > 0) {
            continue;
        }
        const double q = fabs(motion(basis, z, t + h / 2, 0)), a = fabs(motion(basis, z, t + h / 2, 2));
        if (q > 0.9 * peak) {
            at_top++;
            *bent = fmin(*bent, a / bound);
        }
        second = q < 0.9 * peak ? fmax(second, q) : second;
    }
    *gap = at_top == 1 ? 1 - second / peak : 0;
}

static void peak_and_mean_have_exact_derivatives(void **state)
{
    (void)state;
    uint64_t seed = 9;
    int checked = 0;
    while (checked < 1200) {
        int harmonics[MOST] = {0};
        rdg_context *ctx = rdg_context_create();
        const rdg_index n = draw_harmonics(&seed, harmonics);
        rdg_hbm *hb = balance(ctx, n, harmonics);
        const rdg_basis *basis = rdg_hbm_basis(hb);
        const rdg_function *s = rdg_hbm_sensor_function(hb, PEAK, NULL);
        for (int trial = 0; trial < 20; trial++) {
            double z[MOST], size[MOST], gap, bent;
            draw_motion(&seed, basis, z);
            const double peak = value_of(s, z);
            how_smooth(basis, z, peak, &gap, &bent);
            if (gap < 0.05 || bent < 0.1) {
                continue;
            }
            for (rdg_index c = 0; c < basis->n_coefficients; c++) {
                size[c] = 0.02 * peak;
            }
            check_jacobian(s, z, size, 1e-9);
            check_hessian(s, z, &(double){1.7}, size, 1e-7);
            if (basis->has_static) {
                check_jacobian(rdg_hbm_sensor_function(hb, MEAN, NULL), z, size, 1e-9);
                check_hessian(rdg_hbm_sensor_function(hb, MEAN, NULL), z, &(double){1.7}, size, 1e-9);
            }
            checked++;
        }
        rdg_context_free(ctx);
    }
}

static void a_displacement_that_is_a_sum_is_measured_as_such(void **state)
{
    rdg_context *ctx = *state;
    const double two[4] = {2, 0.3, 0.3, 2};
    rdg_structure *s = rdg_structure_create(ctx, "pair", 2, two, NULL, two);
    rdg_name_combination(s, "sum", 2, (rdg_index[]){1, 0}, (double[]){1.3, -0.7});
    rdg_force_add(s, "sum", 1, 1);
    rdg_sensor_peak_add(s, "peak", "sum");
    rdg_sensor_mean_add(s, "mean", "sum");
    rdg_hbm *hb = rdg_hbm_create(s, RDG_HARMONICS(0, 1, 2));
    const double u[10] = {0.3, 0.1, 1, 0.2, -0.4, 0.1, 0.2, 0.3, -0.1, 0.2},
                 size[10] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
    for (rdg_index i = 0; i < 2; i++) {
        const rdg_function *f = rdg_hbm_sensor_function(hb, i, NULL);
        check_jacobian(f, u, size, 1e-9);
        check_hessian(f, u, &(double){-0.6}, size, 1e-7);
    }
    const rdg_index *index;
    const rdg_function *mean = rdg_hbm_sensor_function(hb, MEAN, &index);
    double Q[10] = {0.4, 0.9}, local[10];
    for (rdg_index l = 0; l < mean->n; l++) {
        local[l] = Q[index[l]];
    }
    assert_near(value_of(mean, local), 1.3 * 0.9 - 0.7 * 0.4, 1e-15, 0);
}

/* --- where there is no derivative, or no bound of the second one */

static void check_gradient(const rdg_function *s, const double *z, rdg_index n, const double *expected)
{
    double gradient[MOST];
    dense_jacobian(s, z, gradient);
    for (rdg_index c = 0; c < n; c++) {
        assert_near(gradient[c], expected[c], 0, 1e-12);
    }
}

static void where_peaks_tie_the_first_positive_one_stands_for_them(void **state)
{
    rdg_context *ctx = *state;
    rdg_hbm *hb = balance(ctx, 3, (int[]){0, 1, 2});
    const rdg_function *s = rdg_hbm_sensor_function(hb, PEAK, NULL);
    /* q = A cos(t - phase): as great at phase as behind half a period, where it is negative */
    for (int i = 0; i < 400; i++) {
        const double phase = two_pi * i / 400, A = 0.7, off = 1e-12 * (i % 3 - 1);
        const double z[5] = {off, A * cos(phase), A * sin(phase), 0, 0};
        const double h[5] = {1, cos(phase), sin(phase), cos(2 * phase), sin(2 * phase)};
        assert_near(value_of(s, z), A + fabs(off), 1e-15, 0);
        check_gradient(s, z, 5, h);
        /* beyond the tie it is the greater one */
        const double aside[5] = {-1e-6, z[1], z[2], 0, 0};
        const double other[5] = {-1, h[1], h[2], -h[3], -h[4]};
        check_gradient(s, aside, 5, other);
    }
    /* two positive ones, the first one stands for them, at the period's begin or before its end */
    for (int i = -1; i < 2; i++) {
        const double t = 1e-11 * i, z[5] = {0.5, 0, 0, cos(2 * t), sin(2 * t)};
        const double h[5] = {1, cos(t), sin(t), z[3], z[4]};
        check_gradient(s, z, 5, h);
    }
}

static void at_rest_and_standing_still_the_derivatives_are_those_of_the_static_part(void **state)
{
    rdg_context *ctx = *state;
    const rdg_function *s = rdg_hbm_sensor_function(balance(ctx, 3, (int[]){0, 1, 2}), PEAK, NULL);
    const rdg_function *dynamic = rdg_hbm_sensor_function(balance(ctx, 2, (int[]){1, 3}), PEAK, NULL);
    const double none[5] = {0};
    double hessian[25];
    check_gradient(s, none, 5, none);
    check_gradient(dynamic, none, 4, none);
    for (int sign = -1; sign < 2; sign += 2) {
        const double still[5] = {0.3 * sign, 1e-17, 0, 0, -1e-18}, e[5] = {sign};
        assert_near(value_of(s, still), 0.3, 1e-15, 0);
        check_gradient(s, still, 5, e);
        dense_hessian(s, still, &(double){1}, hessian);
        for (int i = 0; i < 25; i++) {
            assert_true(hessian[i] == 0);
        }
    }
}

/* q = -1 + cos t + cos(2 t) / 4: q'' = 0 at its peak, at half a period. */
static void a_flat_peak_is_found(void **state)
{
    rdg_context *ctx = *state;
    const rdg_function *s = rdg_hbm_sensor_function(balance(ctx, 3, (int[]){0, 1, 2}), PEAK, NULL);
    for (int i = 0; i < 100; i++) {
        const double t = two_pi * i / 100;
        const double z[5] = {-1, cos(t), sin(t), 0.25 * cos(2 * t), 0.25 * sin(2 * t)};
        const double h[5] = {-1, cos(t), sin(t), -cos(2 * t), -sin(2 * t)};
        double gradient[5];
        assert_near(value_of(s, z), 1.75, 1e-15, 0);
        dense_jacobian(s, z, gradient);
        for (int c = 0; c < 5; c++) {
            assert_near(gradient[c], h[c], 0, 1e-4);
        }
    }
}

/* q = -1 + cos t + b cos(2 t), b = 1/4 + d: for d > 0 the flat peak is two, where cos t = -1/(4 b). */
static void peaks_next_to_each_other_are_told_apart(void **state)
{
    rdg_context *ctx = *state;
    const rdg_function *s = rdg_hbm_sensor_function(balance(ctx, 3, (int[]){0, 1, 2}), PEAK, NULL);
    uint64_t seed = 17;
    for (int i = 0; i < 2000; i++) {
        const double t = 0.5 * two_pi * random_signed(&seed), d = pow(10, -6.5 + 6 * random_signed(&seed));
        const double b = 0.25 + (i % 2 ? d : -d), c = b > 0.25 ? -0.25 / b : -1;
        const double z[5] = {-1, cos(t), sin(t), b * cos(2 * t), b * sin(2 * t)};
        double gradient[5], error = INFINITY;
        assert_near(value_of(s, z), 1 - c - b * (2 * c * c - 1), 1e-15, 0);
        dense_jacobian(s, z, gradient);
        for (int side = -1; side < 2; side += 2) { /* as high: either will do */
            const double at = t + side * acos(c);
            error = fmin(error, fabs(gradient[1] + cos(at)) + fabs(gradient[2] + sin(at)));
        }
        assert_near(error, 0, 0, d > 1e-6 ? 1e-14 / d : 5e-5); /* 5e-5: q' is rounding there */
    }
}

/* However little of the motion is dynamic. */
static void a_small_motion_about_a_large_mean_is_seen(void **state)
{
    rdg_context *ctx = *state;
    const rdg_function *s = rdg_hbm_sensor_function(balance(ctx, 3, (int[]){0, 1, 2}), PEAK, NULL);
    for (int i = 3; i < 13; i++) {
        const double small = pow(10, -i), z[5] = {-1, 0.6 * small, 0.8 * small, 0, 0};
        assert_near(value_of(s, z), 1 + small, 1e-15, 0);
        double gradient[5];
        dense_jacobian(s, z, gradient);
        assert_near(hypot(gradient[1] - 0.6, gradient[2] - 0.8), 0, 0, 1e-9);
    }
}

static void tiny_huge_and_invalid_motions_are_measured_or_refused(void **state)
{
    rdg_context *ctx = *state;
    const rdg_function *s = rdg_hbm_sensor_function(balance(ctx, 3, (int[]){0, 1, 2}), PEAK, NULL);
    const double z[5] = {0.1, 0.7, 0.2, -0.3, 0.4}, one = value_of(s, z);
    for (int e = -1000; e <= 1000; e += 250) {
        double scaled[5];
        for (int c = 0; c < 5; c++) {
            scaled[c] = ldexp(z[c], e);
        }
        assert_true(value_of(s, scaled) == ldexp(one, e));
    }
    for (int c = 0; c < 5; c++) {
        double bad[5] = {0.1, 0.7, 0.2, -0.3, 0.4};
        bad[c] = c % 2 ? NAN : INFINITY;
        assert_false(isfinite(value_of(s, bad)));
    }
}

static void a_mean_without_the_static_harmonic_is_refused(void **state)
{
    rdg_context *ctx = *state;
    rdg_structure *s = mass(ctx);
    rdg_sensor_mean_add(s, "mean", "x");
    assert_null(rdg_hbm_create(s, RDG_HARMONICS(1, 2)));
    assert_failed(
        ctx, RDG_ERR_ARGUMENT,
        "rdg_hbm_create: harmonic 0 of \"mass\", which sensor \"mean\" measures, is not kept; kept are: 1 2");
    assert_int_equal(rdg_hbm_sensor_count(rdg_hbm_create(s, RDG_HARMONICS(0, 1))), 2);
}

static void maxima_of_a_mean_are_refused(void **state)
{
    rdg_context *ctx = *state;
    rdg_hbm *hb = balance(ctx, 2, (int[]){0, 1});
    rdg_peak peak;
    rdg_frc_peak(hb, "mean", 1.0, 0.5, 1.5, &peak);
    assert_failed(ctx, RDG_ERR_ARGUMENT,
                  "sensor \"mean\" of \"mass\" measures a mean, which is no amplitude");
}

#define FRESH(test) cmocka_unit_test_setup_teardown(test, fresh_context, free_context)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_peak_is_the_greatest_value_over_a_period),
        cmocka_unit_test(peak_and_mean_have_exact_derivatives),
        FRESH(a_displacement_that_is_a_sum_is_measured_as_such),
        FRESH(where_peaks_tie_the_first_positive_one_stands_for_them),
        FRESH(at_rest_and_standing_still_the_derivatives_are_those_of_the_static_part),
        FRESH(a_flat_peak_is_found),
        FRESH(peaks_next_to_each_other_are_told_apart),
        FRESH(a_small_motion_about_a_large_mean_is_seen),
        FRESH(tiny_huge_and_invalid_motions_are_measured_or_refused),
        FRESH(a_mean_without_the_static_harmonic_is_refused),
        FRESH(maxima_of_a_mean_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
