/* Campbell diagrams against closed forms. A ring of blades, m q'' + a m q' + k q + kc (2 q - neighbours) with
 * K(W) = K + b m W^2 has the frequencies
 *
 *     omega^2 = (k + 2 kc (1 - cos(2 pi d / N))) / m + b W^2,
 *
 * which meet engine order r at W^2 = omega_0^2 / (r^2 - b). With a cubic spring k3 the amplitude A of one
 * harmonic is greatest over omega, at constant stiffness, where
 *
 *     omega^2 = s - a^2 / 2,   (F / (m A))^2 = a^2 s - a^4 / 4,   s = omega_d^2 + 3/4 k3 A^2 / m,
 *
 * and r W = omega gives the speed. */
#define _XOPEN_SOURCE 700

#include "rotors/shrouds.h"
#include "scratch.h"

#include <ridgewalk/campbell.h>
#include <ridgewalk/centrifugal.h>
#include <ridgewalk/cubic_spring.h>
#include <ridgewalk/hbm.h>
#include <ridgewalk/rest.h>
#include <ridgewalk/run_data.h>

#include <math.h>

enum { N = 12 };

static const double mass = 2.0, k0 = 8.0, coupling = 0.7, softening = 1.4, damping = 0.02;

static rdg_structure *blade_at(rdg_context *ctx, double k, double speed)
{
    const double square = softening * mass * speed * speed;
    const double M[4] = {mass, 0.0, 0.0, 0.0};
    const double K[4] = {k + coupling + square, -coupling, -coupling, coupling};
    rdg_structure *s = rdg_structure_create(ctx, "blade", 2, M, RDG_UNDAMPED, K);
    rdg_damping_proportional(s, damping, 0.0);
    rdg_name_dof(s, "q", 0);
    rdg_name_dof(s, "next", 1);
    return s;
}

static double omega_square(rdg_index order, double speed)
{
    return (k0 + 2.0 * coupling * (1.0 - cos(2.0 * acos(-1.0) * (double)order / N))) / mass +
           softening * speed * speed;
}

static rdg_hbm *balance(rdg_structure *wave, rdg_index order, double speed, void *data)
{
    (void)speed;
    const double *k3 = data;
    assert_true(order > 0);
    rdg_cubic_spring_add(wave, &(rdg_cubic_spring){.name = "stop", .at = "q", .k = 0.0, .k3 = *k3});
    rdg_force_add(wave, "q", 1, 1.0);
    rdg_sensor_harmonic_add(wave, "A", "q", 1);
    return rdg_hbm_create(wave, RDG_HARMONICS(1));
}

/* Force of the peak of amplitude A, and its frequency. */
static double force_of(rdg_index order, double k3, double A, double *omega)
{
    const double r = (double)order, spring = 0.75 * k3 * A * A / mass,
                 at_rest = omega_square(order, 0.0) + spring - 0.5 * damping * damping;
    *omega = sqrt(at_rest / (1.0 - softening / (r * r)));
    const double s = *omega * *omega + 0.5 * damping * damping;
    return mass * A * sqrt(damping * damping * s - 0.25 * pow(damping, 4));
}

static const double *column(rdg_run *run, const char *name)
{
    const double *values = rdg_run_column(run, name);
    assert_non_null(values);
    return values;
}

static void resonances_and_peaks_are_those_of_the_closed_form(void **state)
{
    rdg_context *ctx = *state;
    const rdg_index orders[4] = {2, 5, 6, 17}; /* the last one excites as 5 does */
    double k3 = 0.3, force[4][3], omega[4][3];
    const double amplitude[3] = {0.05, 0.4, 1.1};
    for (int i = 0; i < 4; i++) {
        for (int k = 0; k < 3; k++) {
            force[i][k] = force_of(orders[i], k3, amplitude[k], &omega[i][k]);
        }
    }
    for (int i = 0; i < 4; i++) { /* one at a time: the forces of an amplitude differ */
        assert_ok(ctx,
                  rdg_campbell(blade_at(ctx, k0, 0.3), "campbell",
                               &(rdg_campbell_options){.rotor = {.sectors = N, .left = "q", .right = "next"},
                                                       .speed = 0.3,
                                                       .turning = blade_at(ctx, k0, 0.9),
                                                       .turning_speed = 0.9,
                                                       .modes = 1,
                                                       .n_orders = 1,
                                                       .orders = &orders[i],
                                                       .low = 0.0,
                                                       .high = 2.5,
                                                       .speeds = 7,
                                                       .balance = balance,
                                                       .data = &k3,
                                                       .sensor = "A",
                                                       .n_amplitudes = 3,
                                                       .amplitudes = force[i]}));
        rdg_run *run = rdg_run_open(ctx, "campbell");
        assert_int_equal(rdg_run_count(run), 4);
        const double *at = column(run, "omega"), *speed = column(run, "speed");
        const double r = (double)orders[i],
                     resonance = sqrt(omega_square(orders[i], 0.0) / (r * r - softening));
        assert_near(speed[0], resonance, 1e-11, 0.0);
        assert_near(column(run, "diameter")[0], orders[i] > 12 ? 5.0 : r, 0.0, 0.0);
        assert_true(isnan(column(run, "amplitude")[0]));
        for (int k = 0; k < 3; k++) {
            assert_near(at[k + 1], omega[i][k], 1e-8, 0.0);
            assert_near(speed[k + 1], omega[i][k] / r, 1e-8, 0.0);
            assert_near(column(run, "amplitude")[k + 1], amplitude[k], 1e-8, 0.0);
            assert_near(column(run, "alpha")[k + 1], force[i][k], 1e-14, 0.0);
        }
        rdg_run_free(run);
        run = rdg_run_open(ctx, "campbell/lines");
        assert_int_equal(rdg_run_count(run), 7);
        for (int k = 0; k < 7; k++) {
            assert_near(column(run, "omega")[k], sqrt(omega_square(orders[i], 2.5 * k / 6.0)), 1e-12, 0.0);
        }
        rdg_run_free(run);
    }
}

/* Without stiffening, and with lines that never meet an engine order. */
static void a_rotor_without_stiffening_needs_one_export(void **state)
{
    rdg_context *ctx = *state;
    double k3 = 0.0, omega;
    const double force[2] = {force_of(3, 0.0, 0.2, &omega), force_of(3, 0.0, 0.4, &omega)};
    const rdg_index orders[2] = {1, 3};
    assert_ok(ctx, rdg_campbell(blade_at(ctx, k0, 0.0), "plain",
                                &(rdg_campbell_options){.rotor = {.sectors = N, .left = "q", .right = "next"},
                                                        .modes = 1,
                                                        .n_orders = 2,
                                                        .orders = orders,
                                                        .low = 0.1,
                                                        .high = 1.0,
                                                        .balance = balance,
                                                        .data = &k3,
                                                        .sensor = "A",
                                                        .n_amplitudes = 2,
                                                        .amplitudes = force}));
    rdg_run *run = rdg_run_open(ctx, "plain");
    assert_int_equal(rdg_run_count(run), 3); /* engine order 1 is below all lines */
    const double s = omega_square(3, 0.0), F = damping * mass * sqrt(s - 0.25 * damping * damping);
    for (int k = 0; k < 2; k++) {
        assert_near(column(run, "omega")[k + 1], sqrt(s - 0.5 * damping * damping), 1e-8, 0.0);
        assert_near(column(run, "amplitude")[k + 1], force[k] / F, 1e-8, 0.0);
    }
    rdg_run_free(run);
}

/* A peak that leaves its domain is NaN, and a message names it. */
static void what_cannot_be_followed_is_reported(void **state)
{
    rdg_context *ctx = *state;
    double k3 = 0.3;
    const rdg_index order = 4;
    assert_ok(ctx, rdg_campbell(blade_at(ctx, k0, 0.0), "far",
                                &(rdg_campbell_options){.rotor = {.sectors = N, .left = "q", .right = "next"},
                                                        .modes = 1,
                                                        .n_orders = 1,
                                                        .orders = &order,
                                                        .low = 0.1,
                                                        .high = 2.0,
                                                        .balance = balance,
                                                        .data = &k3,
                                                        .sensor = "A",
                                                        .n_amplitudes = 3,
                                                        .amplitudes = (double[]){0.01, 10.0, 20.0}}));
    rdg_run *run = rdg_run_open(ctx, "far");
    const double *amplitude = column(run, "amplitude");
    assert_int_equal(rdg_run_count(run), 4);
    assert_true(amplitude[1] > 0.0 && isnan(amplitude[2]) && isnan(amplitude[3]));
    assert_non_null(strstr(scratch_said, "engine order 4, mode 1: no peak from alpha = 10 N on: the peak "
                                         "leaves 0.5 to 1.5 times the frequency of the resonance"));
    rdg_run_free(run);
}

/* Random springs and patterns: K at any speed from K at two others, C with it. */
static void stiffness_grows_with_the_square_of_the_speed(void **state)
{
    rdg_context *ctx = *state;
    uint64_t seed = 91;
    for (int trial = 0; trial < 30; trial++) {
        double K[3][9] = {{0}}, base[9], growth[9];
        const double M[9] = {1.0, 0, 0, 0, 2.0, 0, 0, 0, 0.5}, speed[3] = {trial % 3 ? 0.7 : 0.0, 3.0, 5.5};
        for (int i = 0; i < 3; i++) {
            for (int j = 0; j <= i; j++) {
                const bool is_there = i == j || random_signed(&seed) > 0.0;
                base[i + 3 * j] = base[j + 3 * i] = (i == j ? 9.0 : 0.5) * is_there;
                growth[i + 3 * j] = growth[j + 3 * i] = i == j || random_signed(&seed) > 0.0 ? 0.2 : 0.0;
            }
        }
        for (int which = 0; which < 3; which++) {
            for (int e = 0; e < 9; e++) {
                K[which][e] = base[e] + speed[which] * speed[which] * growth[e];
            }
        }
        rdg_structure *one = rdg_structure_create(ctx, "one", 3, M, RDG_UNDAMPED, K[0]);
        rdg_structure *two = rdg_structure_create(ctx, "two", 3, M, RDG_UNDAMPED, K[1]);
        rdg_damping_proportional(one, 0.1, 0.03);
        rdg_name_dof(one, "tip", 2);
        rdg_structure *at = rdg_structure_at_speed(one, speed[0], two, speed[1], speed[2]);
        assert_ok(ctx, rdg_error_status(ctx));
        rdg_sparse m, c, k;
        assert_ok(ctx, rdg_structure_matrices(at, &m, &c, &k));
        double seen = 0.0;
        for (rdg_index j = 0; j < 3; j++) {
            for (rdg_index e = k.pattern.start[j]; e < k.pattern.start[j + 1]; e++) {
                const rdg_index i = k.pattern.row[e];
                assert_near(k.values[e], K[2][i + 3 * j], 1e-13, 1e-13);
                assert_near(m.values[e], M[i + 3 * j], 0.0, 0.0);
                assert_near(c.values[e], 0.1 * M[i + 3 * j] + 0.03 * K[2][i + 3 * j], 1e-13, 1e-13);
                seen += fabs(k.values[e]);
            }
        }
        for (int e = 0; e < 9; e++) {
            seen -= fabs(K[2][e]);
        }
        assert_near(seen, 0.0, 0.0, 1e-11);
        assert_ok(ctx, rdg_force_add(at, "tip", 1, 1.0));
    }
}

static rdg_hbm *load_shrouds(rdg_structure *wave, rdg_index order, double speed, void *data)
{
    (void)order;
    (void)data;
    load_wave(wave, 60.0 * (speed / 200.0) * (speed / 200.0));
    return rdg_hbm_create(wave, RDG_HARMONICS(0, 1, 2, 3));
}

/* Whether the response at a row's speed has its maximum. */
static bool has_maximum(rdg_context *ctx, const rdg_index order, double alpha, double speed, double omega,
                        double amplitude)
{
    rdg_structure *at =
        rdg_structure_at_speed(make_blade(ctx, 0.0), 0.0, make_blade(ctx, 400.0), 400.0, speed);
    rdg_structure *wave = rdg_sector_wave(rdg_sector_create(at, &rotor), order);
    const rdg_peaks *all =
        rdg_frc_peaks(load_shrouds(wave, order, speed, NULL), "Am", RDG_HOLD_AT("alpha", alpha),
                      RDG_WINDOW("omega", 0.9 * omega, 1.1 * omega));
    assert_ok(ctx, rdg_error_status(ctx));
    bool is_there = false;
    for (rdg_index k = 0; k < all->count; k++) {
        is_there = is_there || (fabs(all->maximum[k].omega - omega) <= 1e-6 * omega &&
                                fabs(all->maximum[k].amplitude - amplitude) <= 1e-8 * amplitude);
    }
    return is_there;
}

/* Shrouds that slip more and more: peaks with corners, and one that vanishes while another one is greater. */
static void peaks_with_friction_are_maxima_at_their_speeds(void **state)
{
    rdg_context *ctx = *state;
    const rdg_index orders[2] = {4, 9};
    assert_ok(ctx, rdg_campbell(make_blade(ctx, 0.0), "shrouds",
                                &(rdg_campbell_options){.rotor = rotor,
                                                        .turning = make_blade(ctx, 400.0),
                                                        .turning_speed = 400.0,
                                                        .modes = 1,
                                                        .n_orders = 2,
                                                        .orders = orders,
                                                        .low = 60.0,
                                                        .high = 600.0,
                                                        .balance = load_shrouds,
                                                        .sensor = "Am",
                                                        .n_amplitudes = 4,
                                                        .amplitudes = (double[]){2.0, 8.0, 16.0, 32.0}}));
    rdg_run *run = rdg_run_open(ctx, "shrouds");
    assert_int_equal(rdg_run_count(run), 10);
    for (int i = 0; i < 10; i++) {
        const double alpha = column(run, "alpha")[i], speed = column(run, "speed")[i],
                     omega = column(run, "omega")[i];
        const rdg_index order = orders[i / 5];
        assert_near(omega, (double)order * speed, 1e-9, 0.0);
        assert_true(i % 5 == 0 || has_maximum(ctx, order, alpha, speed, omega, column(run, "amplitude")[i]));
    }
    rdg_run_free(run);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(resonances_and_peaks_are_those_of_the_closed_form),
        SCRATCH_TEST(a_rotor_without_stiffening_needs_one_export),
        SCRATCH_TEST(what_cannot_be_followed_is_reported),
        SCRATCH_TEST(peaks_with_friction_are_maxima_at_their_speeds),
        SCRATCH_TEST(stiffness_grows_with_the_square_of_the_speed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
