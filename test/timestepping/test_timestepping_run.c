/* Runs of motions: rows, events, energies; going on from a label; ends that are told. */
#define _GNU_SOURCE

#include "mechanisms.h"
#include "rubbed.h"
#include "scratch.h"

#include <ridgewalk/ridgewalk.h>

#include <string.h>

#define TEST(name) cmocka_unit_test_setup_teardown(name, scratch_setup, scratch_teardown)

static rdg_timestepping *drop(rdg_context *ctx, int scheme)
{
    const rdg_timestepping_options o = scheme_at(scheme, 1e-3);
    rdg_timestepping *ts = rdg_timestepping_create(make_ball(ctx, 0.5), &o);
    assert_ok(ctx, rdg_timestepping_start(ts, 0.0, (double[]){1.0}, (double[]){0.0}));
    return ts;
}

/* Iterations of the same motion, step by step */
static rdg_index known_iterations(rdg_context *ctx, int scheme)
{
    rdg_timestepping *ts = drop(ctx, scheme);
    rdg_index sum = 0;
    for (int k = 0; k < 2000; k++) {
        assert_ok(ctx, rdg_timestepping_step(ts));
        sum += rdg_timestepping_motion(ts)->iterations;
    }
    return sum;
}

static void a_run_has_its_rows_and_events(void **state)
{
    for (int scheme = 0; scheme < SCHEMES; scheme++) {
        rdg_timestepping *ts = drop(*state, scheme);
        assert_ok(*state, rdg_timestepping_run(
                              ts, "ball",
                              &(rdg_timestepping_run_options){.until = 2.0, .every = 10, .in_memory = true}));
        rdg_run *run = rdg_run_open(*state, "ball");
        const rdg_index rows = rdg_run_count(run);
        const double *t = rdg_run_column(run, "t"), *P = rdg_run_column(run, "P[0]"),
                     *y = rdg_run_column(run, "q[0]");
        const double *balance = rdg_run_column(run, "balance"), *T = rdg_run_column(run, "T"),
                     *step = rdg_run_column(run, "step"), *norm = rdg_run_column(run, "norm"),
                     *iterations = rdg_run_column(run, "iterations");
        double sum = 0.0, all_iterations = 0.0;
        assert_in_range(rows, 200, 250);
        assert_string_equal(rdg_run_type(run, 0), "EP");
        assert_string_equal(rdg_run_type(run, rows - 1), "EP");
        assert_near(t[rows - 1], 2.0, 0.0, 1e-12);
        for (rdg_index k = 0; k < rows; k++) {
            sum += P[k];
            assert_true(k == 0 || t[k] > t[k - 1]);
            assert_near(step[k], k > 0 ? t[k] - t[k - 1] : 0.0, 0.0, 1e-14);
            assert_near(norm[k], fabs(y[k]), 1e-15, 0.0);
            all_iterations += iterations[k];
            assert_near(balance[k], 0.0, 0.0, 2e-2 * 9.81);
            assert_true(T[k] >= 0.0 && y[k] > -0.01);
        }
        /* at rest: all of the weight's impulse; implicit methods weigh forces of neighbouring steps */
        const bool weighs = scheme >= RDG_GENERALISED_ALPHA && scheme <= RDG_BATHE;
        assert_near(sum, 9.81 * 2.0, weighs ? 1e-3 : 1e-9, 0.0);
        assert_near(t[rdg_run_find(run, "IM", 0)], 0.4515, 0.0, 3e-3);
        assert_near(t[rdg_run_find(run, "IM", 1)], 0.9030, 0.0, 6e-3);
        assert_near(t[rdg_run_find(run, "ON", 0)], 1.35, 0.0, 0.03);
        assert_true(all_iterations == (double)known_iterations(*state, scheme));
        assert_string_equal(rdg_run_text(run, "stop"), "end of time");
    }
}

/* A ball that starts on the ground with 1 m/s downwards rebounds with half of that; one at rest there rests.
 */
static void a_start_in_contact_strikes_or_rests(void **state)
{
    for (int scheme = 0; scheme < SCHEMES; scheme++) {
        for (int strikes = 0; strikes < 2; strikes++) {
            const rdg_timestepping_options o = scheme_at(scheme, 1e-4);
            rdg_timestepping *ts = rdg_timestepping_create(make_ball(*state, 0.5), &o);
            assert_ok(*state, rdg_timestepping_start(ts, 0.0, (double[]){0.0}, (double[]){-strikes}));
            double impulse = 0.0;
            for (int k = 0; k < 100; k++) {
                assert_ok(*state, rdg_timestepping_step(ts));
                impulse += rdg_timestepping_motion(ts)->impulse[0];
            }
            assert_near(impulse, strikes ? 1.5 : 0.0981, 2e-3, 0.0);
            assert_near(rdg_timestepping_motion(ts)->v[0], strikes ? 0.5 - 0.0981 : 0.0, 0.0, 2e-3);
        }
    }
}

static void a_motion_goes_on_from_a_label_bit_for_bit(void **state)
{
    block b = {.k = 1.0, .gravity = {0.0, 9.81}};
    rdg_mechanism *const with_elements = rubbed(*state);
    for (int memory = 0; memory < 3; memory++) {
        for (int scheme = 0; scheme < SCHEMES; scheme++) {
            const rdg_timestepping_options o = scheme_at(scheme, 1e-2);
            rdg_mechanism *m = memory == 2 ? with_elements : make_block(*state, &b, 0.3);
            rdg_timestepping *whole = rdg_timestepping_create(m, &o), *rest = rdg_timestepping_create(m, &o);
            const rdg_timestepping_run_options r = {
                .until = 4.0, .every = 5, .label_every = 20, .in_memory = memory > 0};
            assert_ok(*state, rdg_timestepping_start(whole, 0.0, (double[]){5.0, 0.1}, (double[]){0.0, 0.0}));
            assert_ok(*state, rdg_timestepping_run(whole, "whole", &r));
            assert_ok(*state, rdg_timestepping_restart(rest, "whole", 2));
            assert_true(rdg_timestepping_motion(rest)->t > 0.5);
            assert_ok(*state, rdg_timestepping_run(rest, "rest", &r));
            const rdg_motion *one = rdg_timestepping_motion(whole), *two = rdg_timestepping_motion(rest);
            assert_memory_equal(one->q, two->q, 2 * sizeof *one->q);
            assert_memory_equal(one->v, two->v, 2 * sizeof *one->v);
            assert_memory_equal(one->a, two->a, 2 * sizeof *one->a);
            assert_memory_equal(one->impulse, two->impulse, (size_t)one->rows * sizeof *one->impulse);
            assert_true(one->kinetic == two->kinetic && one->potential == two->potential);
            assert_true(one->t == two->t && one->friction_work == two->friction_work &&
                        one->normal_work == two->normal_work && one->impacts == two->impacts &&
                        one->evaluations == two->evaluations);
        }
    }
}

static void sliding_and_sticking_are_told(void **state)
{
    block b = {.k = 1.0, .gravity = {0.0, 9.81}};
    rdg_timestepping *ts =
        rdg_timestepping_create(make_block(*state, &b, 0.3), &(rdg_timestepping_options){.h = 1e-3});
    assert_ok(*state, rdg_timestepping_start(ts, 0.0, (double[]){10.0, 0.0}, (double[]){0.0, 0.0}));
    assert_ok(*state, rdg_timestepping_run(
                          ts, "block",
                          &(rdg_timestepping_run_options){.until = 8.0,
                                                          .every = 100,
                                                          .in_memory = true,
                                                          .coordinate = (const char *const[]){"x", "y"}}));
    rdg_run *run = rdg_run_open(*state, "block");
    const double *t = rdg_run_column(run, "t"), *x = rdg_run_column(run, "x"),
                 *loss = rdg_run_column(run, "friction_work");
    const rdg_index last = rdg_run_count(run) - 1;
    rdg_index stick = rdg_run_find(run, "ST", 0);
    assert_true(stick > 0);
    assert_near(t[stick], 3.14159265358979, 0.0, 4e-3); /* where it turns round */
    assert_near(t[rdg_run_find(run, "SL", 0)], 3.14159265358979, 0.0, 6e-3);
    for (rdg_index k = 0; rdg_run_find(run, "ST", k) >= 0; k++) {
        stick = rdg_run_find(run, "ST", k);
    }
    assert_near(t[stick], 6.28318530717959, 0.0, 4e-3);
    assert_near(x[last], -1.772, 0.0, 1e-5);
    /* the way is 10 + 4.114 + 4.114 - 1.772 */
    assert_near(loss[last], -2.943 * (10.0 + 4.114 + 4.114 - 1.772), 1e-3, 0.0);
}

static int failing_terms(double t, const double *q, const double *v, rdg_mechanism_terms *to, void *data)
{
    ball_terms(t, q, v, to, data);
    to->h[0] = t > 0.1 ? NAN : to->h[0];
    return t > 0.3 ? -1 : 0;
}

static void what_cannot_go_on_ends_in_mx_and_is_told(void **state)
{
    rdg_mechanism *m = rdg_mechanism_create(*state, &(rdg_mechanism_options){.n = 1, .terms = failing_terms});
    rdg_timestepping *ts = rdg_timestepping_create(m, &(rdg_timestepping_options){.h = 1e-2});
    assert_ok(*state, rdg_timestepping_start(ts, 0.0, (double[]){1.0}, (double[]){0.0}));
    const long before = rdg_shortfalls(*state);
    assert_ok(*state, rdg_timestepping_run(ts, "broken",
                                           &(rdg_timestepping_run_options){.until = 1.0, .in_memory = true}));
    assert_int_equal(rdg_shortfalls(*state), before + 1);
    rdg_run *run = rdg_run_open(*state, "broken");
    const rdg_index last = rdg_run_count(run) - 1;
    assert_string_equal(rdg_run_type(run, last), "MX");
    assert_near(rdg_run_column(run, "t")[last], 0.1, 0.0, 0.011);
    assert_string_equal(rdg_run_text(run, "stop"), "stopped");
    rdg_timestepping_step(ts);
    assert_failed(*state, RDG_ERR_NOT_FINITE, "not finite");
}

static int negative_terms(double t, const double *q, const double *v, rdg_mechanism_terms *to, void *data)
{
    (void)t, (void)q, (void)v, (void)data;
    to->M[0] = to->M[3] = 1.0;
    to->M[1] = to->M[2] = 2.0;
    return 0;
}

static void wrong_numbers_are_refused_in_words(void **state)
{
    static const double none[2] = {0, 0};
    rdg_mechanism *m =
        rdg_mechanism_create(*state, &(rdg_mechanism_options){.n = 2, .terms = negative_terms});
    rdg_timestepping *ts = rdg_timestepping_create(m, &(rdg_timestepping_options){.h = 1e-2});
    rdg_timestepping_start(ts, 0.0, none, none);
    assert_failed(*state, RDG_ERR_SINGULAR, "not positive definite");
    rdg_error_clear(*state);
    m = make_ball(*state, 0.5);
    rdg_timestepping_create(m, &(rdg_timestepping_options){.h = 0.0});
    assert_failed(*state, RDG_ERR_ARGUMENT, "h must be > 0");
    rdg_error_clear(*state);
    rdg_timestepping_create(m,
                            &(rdg_timestepping_options){.h = 1.0, .scheme = RDG_ENERGY_DECAYING, .rho = 1.0});
    assert_failed(*state, RDG_ERR_ARGUMENT, "at most 0.99");
    rdg_error_clear(*state);
    ts = rdg_timestepping_create(m, &(rdg_timestepping_options){.h = 1e-2});
    rdg_timestepping_start(ts, NAN, none, none);
    assert_failed(*state, RDG_ERR_NOT_FINITE, "not finite");
    rdg_error_clear(*state);
    rdg_timestepping_run(ts, "back", &(rdg_timestepping_run_options){.until = -1.0});
    assert_failed(*state, RDG_ERR_ARGUMENT, "later than where the motion is");
    rdg_error_clear(*state);
    make_ball(*state, 1.5);
    assert_failed(*state, RDG_ERR_ARGUMENT, "restitution must lie in [0, 1]");
}

/* In a folder, a mechanism without constraints and contacts */
static void a_free_motion_is_a_run_too(void **state)
{
    rdg_mechanism *m = rdg_mechanism_create(
        *state, &(rdg_mechanism_options){.n = 1, .terms = ball_terms, .potential = ball_potential});
    rdg_timestepping *ts = rdg_timestepping_create(m, &(rdg_timestepping_options){.h = 1e-2});
    assert_ok(*state, rdg_timestepping_start(ts, 0.0, (double[]){1.0}, (double[]){0.0}));
    assert_ok(*state, rdg_timestepping_run(ts, "fall", &(rdg_timestepping_run_options){.until = 1.0}));
    rdg_run *run = rdg_run_open(*state, "fall");
    const rdg_index last = rdg_run_count(run) - 1;
    assert_near(rdg_run_column(run, "q[0]")[last], 1.0 - 0.5 * 9.81, 0.0, 1e-12);
    assert_near(rdg_run_column(run, "balance")[last], 0.0, 0.0, 1e-12);
    assert_ok(*state, rdg_timestepping_restart(ts, "fall", 1));
    assert_near(rdg_timestepping_motion(ts)->q[0], 1.0, 0.0, 0.0);
}

static void a_motion_goes_on_only_with_its_scheme(void **state)
{
    rdg_timestepping *ts = drop(*state, RDG_BATHE), *other = drop(*state, RDG_MOREAU);
    assert_ok(*state, rdg_timestepping_run(ts, "one",
                                           &(rdg_timestepping_run_options){.until = 0.1, .in_memory = true}));
    rdg_timestepping_restart(other, "one", 2);
    assert_failed(*state, RDG_ERR_ARGUMENT, "made by Bathe");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_run_has_its_rows_and_events),         TEST(a_motion_goes_on_from_a_label_bit_for_bit),
        TEST(sliding_and_sticking_are_told),         TEST(what_cannot_go_on_ends_in_mx_and_is_told),
        TEST(wrong_numbers_are_refused_in_words),    TEST(a_free_motion_is_a_run_too),
        TEST(a_motion_goes_on_only_with_its_scheme), TEST(a_start_in_contact_strikes_or_rests),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
