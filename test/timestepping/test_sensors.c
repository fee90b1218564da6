/* Sensors of a structure in time steps: what they measure over the periods of the excitation. */
#define _GNU_SOURCE

#include "mechanisms.h"
#include "rubbed.h"
#include "scratch.h"

#include <ridgewalk/rest.h>
#include <ridgewalk/ridgewalk.h>
#include <ridgewalk/run_data.h>

#define TEST(name) cmocka_unit_test_setup_teardown(name, scratch_setup, scratch_teardown)

static const double omega = 0.7;

/* x'' + 0.4 x' + x = 0.3 + cos(omega t) + 0.5 cos(3 omega t + 0.4) */
static rdg_structure *measured(rdg_context *ctx)
{
    rdg_structure *s =
        rdg_structure_create(ctx, "measured", 1, (double[]){1.0}, (double[]){0.4}, (double[]){1.0});
    rdg_name_dof(s, "x", 0);
    rdg_force_add(s, "x", 1, 1.0);
    rdg_force_phase_add(s, "x", 3, 0.5, 0.4);
    rdg_static_force_add(s, "x", 0.3);
    rdg_sensor_add(s, "dynamic", "x");
    rdg_sensor_harmonic_add(s, "third", "x", 3);
    rdg_sensor_rms_add(s, "rms", "x");
    rdg_sensor_mean_add(s, "mean", "x");
    rdg_sensor_peak_add(s, "peak", "x");
    return s;
}

static double size_of(double w)
{
    return 1.0 / hypot(1.0 - w * w, 0.4 * w);
}

/* The greatest |x| of the motion in closed form, by many samples */
static double greatest(double A1, double A3)
{
    const double turn[2] = {-atan2(0.4 * omega, 1.0 - omega * omega),
                            0.4 - atan2(1.2 * omega, 1.0 - 9.0 * omega * omega)};
    double most = 0.0;
    for (int k = 0; k < 400000; k++) {
        const double phi = 2.0 * RDG_PI * k / 400000;
        most = fmax(most, fabs(0.3 + A1 * cos(phi + turn[0]) + A3 * cos(3.0 * phi + turn[1])));
    }
    return most;
}

static rdg_timestepping *steady(rdg_context *ctx, rdg_structure *s, double h)
{
    rdg_mechanism *m = rdg_mechanism_of(s, RDG_AT("omega", omega));
    rdg_timestepping *ts =
        rdg_timestepping_create(m, &(rdg_timestepping_options){.scheme = RDG_BATHE, .h = h});
    assert_ok(ctx, rdg_timestepping_start(ts, 0.0, (double[]){0.3}, (double[]){0.0}));
    return ts;
}

static void sensors_measure_whole_periods(void **state)
{
    const double A1 = size_of(omega), A3 = 0.5 * size_of(3.0 * omega), sum = A1 * A1 + A3 * A3;
    const double exact[5] = {sqrt(0.5 * sum), A3, sqrt(0.09 + 0.5 * sum), 0.3, greatest(A1, A3)};
    double error[2] = {0.0, 0.0};
    for (int i = 0; i < 2; i++) {
        const int steps = i ? 1024 : 128;
        const double h = 2.0 * RDG_PI / omega / steps;
        rdg_timestepping *ts = steady(*state, measured(*state), h);
        assert_true(isnan(rdg_timestepping_motion(ts)->sensor[0]));
        assert_ok(*state, go_until(ts, 15 * steps * h, h));
        for (int k = 0; k < 5; k++) {
            error[i] = fmax(error[i], fabs(rdg_timestepping_motion(ts)->sensor[k] - exact[k]));
        }
    }
    printf("sensors off by %.1e, %.1e\n", error[0], error[1]);
    assert_true(error[1] < 3e-5);
    assert_near(log(error[0] / error[1]) / log(8.0), 2.0, 0.0, 0.2);
}

/* The peak lies between steps: it is that of the cubic through displacements and velocities of both ends. */
static void a_peak_is_found_between_steps(void **state)
{
    enum { STEPS = 40 };
    const double h = 2.0 * RDG_PI / omega / STEPS;
    rdg_timestepping *ts = steady(*state, measured(*state), h);
    assert_ok(*state, go_until(ts, 15 * STEPS * h, h));
    double most = 0.0, at_steps = 0.0;
    for (int k = 0; k < STEPS; k++) {
        const rdg_motion *m = rdg_timestepping_motion(ts);
        const double x0 = m->q[0], v0 = m->v[0];
        assert_ok(*state, rdg_timestepping_step(ts));
        const double x = rdg_timestepping_motion(ts)->q[0], v = rdg_timestepping_motion(ts)->v[0];
        at_steps = fmax(at_steps, fabs(x));
        for (int i = 0; i <= 1000; i++) {
            const double s = i / 1000.0, u = 1.0 - s;
            most = fmax(most, fabs(u * u * ((1.0 + 2.0 * s) * x0 + s * h * v0) +
                                   s * s * ((1.0 + 2.0 * u) * x - u * h * v)));
        }
    }
    const double peak = rdg_timestepping_motion(ts)->sensor[4];
    printf("peak %.6f, at steps %.6f, of cubics %.6f\n", peak, at_steps, most);
    assert_true(most - at_steps > 1e-4);
    assert_near(peak, most, 0.0, 0.05 * (most - at_steps));
}

static void runs_have_their_columns_and_say_where_they_cannot(void **state)
{
    const double period = 2.0 * RDG_PI / omega;
    rdg_timestepping *ts = steady(*state, measured(*state), period / 64);
    const rdg_timestepping_run_options to = {.until = 2.0 * period, .in_memory = true, .silent = true};
    assert_ok(*state, rdg_timestepping_run(ts, "measured", &to));
    rdg_run *run = rdg_run_open(*state, "measured");
    const double *third = rdg_run_column(run, "third"), *x = rdg_run_column(run, "x_x");
    const rdg_index last = rdg_run_count(run) - 1;
    assert_true(isnan(third[63]) && isfinite(third[64]) && third[64] == third[65]);
    assert_true(third[last] == rdg_timestepping_motion(ts)->sensor[1] && third[last] != third[64]);
    assert_true(x[last] == rdg_timestepping_motion(ts)->q[0]);
    ts = steady(*state, measured(*state), period / 64.5);
    scratch_said[0] = '\0';
    assert_ok(*state, rdg_timestepping_run(ts, "odd", &to));
    assert_non_null(strstr(scratch_said, "64.5 steps"));
    assert_true(isnan(rdg_timestepping_motion(ts)->sensor[1]));
}

/* A motion that starts where another one is goes on like it, sliders and all. */
static void a_motion_starts_at_another_one(void **state)
{
    rdg_mechanism *m = rubbed(*state);
    const rdg_timestepping_options o = {.h = 0.05};
    rdg_timestepping *one = rdg_timestepping_create(m, &o), *two = rdg_timestepping_create(m, &o);
    assert_ok(*state, rdg_timestepping_start(one, 0.0, (double[]){1.0, 0.5}, (double[]){0.0, 0.0}));
    assert_ok(*state, go_until(one, 5.0, 0.05));
    assert_ok(*state, rdg_timestepping_start_at(two, one));
    assert_ok(*state, go_until(one, 10.0, 0.05));
    assert_ok(*state, go_until(two, 10.0, 0.05));
    for (int k = 0; k < 2; k++) {
        assert_near(rdg_timestepping_motion(one)->q[k], rdg_timestepping_motion(two)->q[k], 0.0, 1e-12);
    }
    rdg_timestepping *other = rdg_timestepping_create(rubbed(*state), &o);
    rdg_timestepping_start_at(other, one);
    assert_failed(*state, RDG_ERR_ARGUMENT, "another motion of the same mechanism");
    rdg_timestepping_start_at(one, one);
    assert_failed(*state, RDG_ERR_ARGUMENT, "another motion of the same mechanism");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(sensors_measure_whole_periods),
        TEST(a_peak_is_found_between_steps),
        TEST(runs_have_their_columns_and_say_where_they_cannot),
        TEST(a_motion_starts_at_another_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
