/* Steps that adapt. */
#include "fresh_context.h"
#include "mechanisms.h"

#include <ridgewalk/circle.h>

#include <string.h>

/* x'' + x = 0 pushed for a moment: by a force that is there from t = 5 to 5.3 s. Of a smooth bump from zero
 * to zero errors of steps of one length cancel, as those of the trapezoidal rule do: as many of them are
 * closer here. */
static int pushed_terms(double t, const double *q, const double *v, rdg_mechanism_terms *to, void *data)
{
    const double s = (t - 5.0) / 0.3;
    (void)q, (void)v, (void)data;
    to->M[0] = to->K[0] = 1.0;
    to->h[0] = s > 0.0 && s < 1.0 ? 20.0 * sin(RDG_PI * s) * sin(RDG_PI * s) : 0.0;
    return 0;
}

static double end_of(rdg_context *ctx, double h, double adapt, rdg_motion *told)
{
    rdg_mechanism *m =
        rdg_mechanism_create(ctx, &(rdg_mechanism_options){.n = 1, .terms = pushed_terms, .constant = true});
    rdg_timestepping *ts = rdg_timestepping_create(
        m, &(rdg_timestepping_options){
               .scheme = RDG_GENERALISED_ALPHA, .rho = 0.9, .h = h, .adapt = adapt, .halvings = 12});
    assert_ok(ctx, rdg_timestepping_start(ts, 0.0, (double[]){1.0}, (double[]){0.0}));
    assert_ok(ctx, go_until(ts, 10.0, h));
    *told = *rdg_timestepping_motion(ts);
    return told->q[0];
}

static void short_parts_are_where_they_are_needed(void **state)
{
    rdg_motion told;
    const double exact = end_of(*state, 2e-5, 0.0, &told);
    double before = INFINITY;
    for (int k = 0; k < 3; k++) {
        const double tolerance = pow(100.0, -k) * 1e-4,
                     off = fabs(end_of(*state, 0.1, tolerance, &told) - exact);
        assert_int_equal(told.rough, 0);
        assert_int_equal(told.steps, 100);
        const long parts = told.parts;
        const double h = 10.0 / (double)parts, same = fabs(end_of(*state, h, 0.0, &told) - exact);
        print_message("tolerance %.0e: off by %.1e, %ld parts; as many steps of one length %.1e\n", tolerance,
                      off, parts, same);
        assert_true(off < 300.0 * tolerance && off < before);
        before = off;
    }
}

/* A planet whose distance goes from 0.1 to 1.9, once round in 2 pi: near the sun it is fast. */
static int planet_terms(double t, const double *q, const double *v, rdg_mechanism_terms *to, void *data)
{
    const double r = hypot(q[0], q[1]);
    (void)t, (void)v, (void)data;
    to->M[0] = to->M[3] = 1.0;
    to->h[0] = -q[0] / (r * r * r);
    to->h[1] = -q[1] / (r * r * r);
    return 0;
}

/* How far from its start it is behind one round; parts, or steps of one length */
static double unclosed(rdg_context *ctx, rdg_mechanism *m, rdg_scheme scheme, long steps, double adapt,
                       long *parts)
{
    const double h = 2.0 * RDG_PI / (double)steps;
    rdg_timestepping *ts = rdg_timestepping_create(
        m, &(rdg_timestepping_options){.scheme = scheme, .rho = 0.9, .h = h, .adapt = adapt, .halvings = 14});
    assert_ok(ctx, rdg_timestepping_start(ts, 0.0, (double[]){1.9, 0.0}, (double[]){0.0, sqrt(0.1 / 1.9)}));
    for (long k = 0; k < steps; k++) {
        assert_ok(ctx, rdg_timestepping_step(ts));
    }
    const rdg_motion *at = rdg_timestepping_motion(ts);
    *parts = at->parts;
    const double off = hypot(at->q[0] - 1.9, at->q[1]);
    rdg_timestepping_free(ts);
    return off;
}

/* Where motion is fast for a while, parts are better than as many steps of one length; order 2 all the same.
 */
static void parts_follow_a_planet(void **state)
{
    const rdg_scheme scheme[] = {RDG_MOREAU, RDG_HALF_EXPLICIT, RDG_GENERALISED_ALPHA, RDG_BATHE};
    rdg_mechanism *m = rdg_mechanism_create(*state, &(rdg_mechanism_options){.n = 2, .terms = planet_terms});
    for (int s = 0; s < 4; s++) {
        double off[3];
        long parts[3], none;
        for (int k = 0; k < 3; k++) {
            off[k] = unclosed(*state, m, scheme[s], 40, pow(100.0, -k) * 1e-5, &parts[k]);
            const double same = unclosed(*state, m, scheme[s], parts[k], 0.0, &none);
            print_message("%s: %ld parts %.1e, steps of one length %.1e\n", rdg_scheme_name(scheme[s]),
                          parts[k], off[k], same);
            assert_true(10.0 * off[k] < same);
        }
        const double order = log(off[0] / off[2]) / log((double)parts[2] / (double)parts[0]);
        print_message("order %.2f\n", order);
        assert_true(order > 1.5);
    }
}

/* A ball that falls: parts are short at impacts, long in flight. */
static void impacts_have_the_shortest_parts(void **state)
{
    rdg_mechanism *m = make_ball(*state, 0.5);
    for (int scheme = 0; scheme < SCHEMES; scheme++) {
        rdg_timestepping_options o = scheme_at(scheme, 0.01);
        double worst[2] = {0.0, 0.0};
        long parts = 0;
        for (int k = 0; k < 2; k++) {
            o.adapt = k ? 1e-7 : 0.0;
            rdg_timestepping *ts = rdg_timestepping_create(m, &o);
            assert_ok(*state, rdg_timestepping_start(ts, 0.0, (double[]){1.0}, (double[]){0.0}));
            double impulse = 0.0;
            for (int i = 1; i <= 100; i++) {
                assert_ok(*state, rdg_timestepping_step(ts));
                const rdg_motion *at = rdg_timestepping_motion(ts);
                impulse += at->impulse[0];
                worst[k] = fmax(worst[k], fabs(at->q[0] - ball_height(at->t)));
                assert_near(at->t, 0.01 * i, 1e-14, 0.0);
                assert_near(at->v[0], impulse - 9.81 * at->t, 1e-12,
                            1e-12); /* momentum: no impulse is lost */
            }
            parts = rdg_timestepping_motion(ts)->parts;
            rdg_timestepping_free(ts);
        }
        print_message("%s: %.1e, with parts %.1e (%ld)\n", rdg_scheme_name(o.scheme), worst[0], worst[1],
                      parts);
        assert_true(worst[1] < 0.02 * worst[0]);
        assert_in_range(parts, 200, 5000);
    }
}

static void parts_go_on_bit_for_bit(void **state)
{
    const rdg_timestepping_run_options run = {
        .until = 1.0, .label_every = 40, .in_memory = true, .silent = true};
    rdg_mechanism *m = make_ball(*state, 0.5);
    const rdg_timestepping_options o = {.scheme = RDG_BATHE, .h = 0.01, .adapt = 1e-6};
    rdg_timestepping *ts = rdg_timestepping_create(m, &o), *other = rdg_timestepping_create(m, &o);
    assert_ok(*state, rdg_timestepping_start(ts, 0.0, (double[]){1.0}, (double[]){0.0}));
    assert_ok(*state, rdg_timestepping_run(ts, "whole", &run));
    assert_ok(*state, rdg_timestepping_restart(other, "whole", 2));
    assert_ok(*state, rdg_timestepping_run(other, "rest", &run));
    assert_true(rdg_timestepping_motion(other)->q[0] == rdg_timestepping_motion(ts)->q[0]);
    assert_true(rdg_timestepping_motion(other)->v[0] == rdg_timestepping_motion(ts)->v[0]);
    assert_null(rdg_timestepping_create(m, &(rdg_timestepping_options){.h = 0.1, .adapt = -1.0}));
    assert_failed(*state, RDG_ERR_ARGUMENT, "adapt must be >= 0");
    rdg_error_clear(*state);
    assert_null(rdg_timestepping_create(m, &(rdg_timestepping_options){.h = 0.1, .halvings = 31}));
    assert_failed(*state, RDG_ERR_ARGUMENT, "halvings");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(short_parts_are_where_they_are_needed),
        TEST(parts_follow_a_planet),
        TEST(impacts_have_the_shortest_parts),
        TEST(parts_go_on_bit_for_bit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
