/* Motions that are known exactly: ball, block, rod, plane, impact oscillator. */
#include "fresh_context.h"
#include "mechanisms.h"

#include <ridgewalk/circle.h>

/* Mean error of the height over two seconds, at times k 0.01 */
static double ball_error(rdg_context *ctx, rdg_timestepping_options o)
{
    rdg_timestepping *ts = rdg_timestepping_create(make_ball(ctx, 0.5), &o);
    assert_ok(ctx, rdg_timestepping_start(ts, 0.0, (double[]){1.0}, (double[]){0.0}));
    const int each = (int)lround(0.01 / o.h);
    double sum = 0.0;
    for (int k = 1; k <= 200; k++) {
        for (int i = 0; i < each; i++) {
            assert_ok(ctx, rdg_timestepping_step(ts));
        }
        sum += fabs(rdg_timestepping_motion(ts)->q[0] - ball_height(0.01 * k)) / 200.0;
    }
    const rdg_motion *m = rdg_timestepping_motion(ts);
    if (o.h <= 1e-3) {
        assert_true(fabs(m->v[0]) < 1e-14 && fabs(m->q[0]) < 9.81 * o.h * o.h);
        /* Newmark's force swings for ever */
        assert_true(m->closed[0] && (o.scheme == RDG_NEWMARK || fabs(m->force[0] - 9.81) < 1e-9));
    }
    assert_in_range(m->impacts, 3, 40);
    return sum;
}

static void a_ball_comes_to_rest_and_its_error_goes_with_the_step(void **state)
{
    for (int scheme = 0; scheme < SCHEMES; scheme++) {
        double error[4], slope = 0.0;
        for (int k = 0; k < 4; k++) {
            error[k] = ball_error(*state, scheme_at(scheme, pow(10.0, -2 - k)));
            slope += (1.5 - k) * log10(error[k]) / 5.0;
        }
        print_message("%s: %.1e %.1e %.1e %.1e, slope %.2f\n", rdg_scheme_name((rdg_scheme)scheme), error[0],
                      error[1], error[2], error[3], slope);
        assert_true(slope > 0.85 && slope < 1.25);
        assert_true(error[3] < 1e-5);
    }
}

static void projection_leaves_no_penetration(void **state)
{
    for (int scheme = 0; scheme < SCHEMES; scheme++) {
        rdg_timestepping_options o = scheme_at(scheme, 1e-2);
        o.project = true;
        rdg_timestepping *ts = rdg_timestepping_create(make_ball(*state, 0.5), &o);
        assert_ok(*state, rdg_timestepping_start(ts, 0.0, (double[]){1.0}, (double[]){0.0}));
        for (int k = 0; k < 200; k++) {
            assert_ok(*state, rdg_timestepping_step(ts));
            assert_true(rdg_timestepping_motion(ts)->q[0] >= -1e-15);
        }
        assert_near(rdg_timestepping_motion(ts)->q[0], 0.0, 0.0, 9.81 * o.h * o.h);
    }
}

static void a_block_stops_exactly(void **state)
{
    block b = {.gravity = {0.0, 9.81}};
    const double stop = 2.0 / (0.3 * 9.81), place = 0.679578661230037, h = 1e-2;
    for (int scheme = 0; scheme < SCHEMES; scheme++) {
        const rdg_timestepping_options o = scheme_at(scheme, h);
        rdg_timestepping *ts = rdg_timestepping_create(make_block(*state, &b, 0.3), &o);
        assert_ok(*state, rdg_timestepping_start(ts, 0.0, (double[]){0.0, 0.0}, (double[]){2.0, 0.0}));
        for (int k = 1; k <= 100; k++) {
            assert_ok(*state, rdg_timestepping_step(ts));
            const rdg_motion *m = rdg_timestepping_motion(ts);
            if (m->t < stop) {
                assert_near(m->v[0], 2.0 - 0.3 * 9.81 * m->t, 0.0, 1e-12);
            } else if (m->t > stop + h) {
                assert_near(m->v[0], 0.0, 0.0, 1e-14);
            }
        }
        const double off = fabs(rdg_timestepping_motion(ts)->q[0] - place);
        print_message("%s: off by %.4e\n", rdg_scheme_name((rdg_scheme)scheme), off);
        const double tau = fmod(stop, h);
        if (scheme == RDG_MOREAU || scheme == RDG_MOREAU_MIDPOINT || scheme == RDG_HALF_EXPLICIT ||
            scheme == RDG_NONSMOOTH_ALPHA) {
            assert_near(off, 0.3 * 9.81 * tau * (h - tau) / 2.0, 1e-9, 0.0);
        }
        assert_true(off < h * h);
    }
}

static void a_block_on_a_spring_rests_at_a_known_place(void **state)
{
    block b = {.k = 1.0, .gravity = {0.0, 9.81}};
    for (int scheme = 0; scheme < SCHEMES; scheme++) {
        double off[2];
        for (int k = 0; k < 2; k++) {
            const double h = k == 0 ? 1e-2 : 1e-3;
            const rdg_timestepping_options o = scheme_at(scheme, h);
            rdg_timestepping *ts = rdg_timestepping_create(make_block(*state, &b, 0.3), &o);
            assert_ok(*state, rdg_timestepping_start(ts, 0.0, (double[]){10.0, 0.0}, (double[]){0.0, 0.0}));
            assert_ok(*state, go_until(ts, 8.0, h));
            const rdg_motion *m = rdg_timestepping_motion(ts);
            off[k] = fabs(m->q[0] + 1.772);
            assert_near(m->v[0], 0.0, 0.0, 1e-12);
            assert_near(m->force[1], -1.772, 0.0, scheme == RDG_NEWMARK ? 2.0 : 1e-3);
        }
        print_message("%s: %.1e %.1e\n", rdg_scheme_name((rdg_scheme)scheme), off[0], off[1]);
        assert_true(off[0] < 2e-2 && off[1] < 0.2 * off[0]);
    }
}

/* A rod whose tip is on the floor: (x, y, phi) of its centre */
static int rod_terms(double t, const double *q, const double *v, rdg_mechanism_terms *to, void *data)
{
    (void)t, (void)q, (void)v;
    to->M[0] = to->M[4] = 1.0;
    to->M[8] = 0.25 / 3.0;
    to->h[1] = -*(const double *)data;
    return 0;
}

static int rod_geometry(double t, const double *q, rdg_mechanism_geometry *to, void *data)
{
    (void)t, (void)data;
    const double c = 0.5 * cos(q[2]), s = 0.5 * sin(q[2]);
    to->g[0] = q[1] - s;
    to->W[1] = 1.0;
    to->W[2] = -c;
    to->W[3] = 1.0;
    to->W[5] = s;
    return 0;
}

static void a_rod_wedges_where_friction_is_above_the_critical(void **state)
{
    double gravity = 9.81;
    const double phi = atan(2.0), h[3] = {1e-3, 1e-4, 1e-5};
    for (int scheme = 0; scheme < SCHEMES; scheme++) {
        for (int k = 0; k < 3; k++) {
            const rdg_timestepping_options o = scheme_at(scheme, h[k]);
            rdg_mechanism *rod = rdg_mechanism_create(
                *state, &(rdg_mechanism_options){.name = "rod",
                                                 .n = 3,
                                                 .terms = rod_terms,
                                                 .contacts = 1,
                                                 .law = &(rdg_contact_law){.mu = 2.0, .directions = 1},
                                                 .geometry = rod_geometry,
                                                 .data = &gravity});
            rdg_timestepping *ts = rdg_timestepping_create(rod, &o);
            assert_ok(*state, rdg_timestepping_start(ts, 0.0, (double[]){0.0, 0.5 * sin(phi), phi},
                                                     (double[]){-1.0, 0.0, 0.0}));
            double omega[3];
            for (int i = 0; i < 3; i++) {
                assert_ok(*state, rdg_timestepping_step(ts));
                omega[i] = fabs(rdg_timestepping_motion(ts)->v[2]);
            }
            print_message("%s, h = %g: omega %.6f %.6f %.6f\n", rdg_scheme_name((rdg_scheme)scheme), h[k],
                          omega[0], omega[1], omega[2]);
            assert_near(omega[2], 1.34164078649987, 0.0, 25.0 * h[k]);
        }
    }
}

static void an_impact_oscillator_settles_on_its_orbit(void **state)
{
    const double e[2] = {0.8, 0.7}, least[2] = {-3.54527902, -1.502158538};
    for (int k = 0; k < 2; k++) {
        oscillator o = k == 0 ? (oscillator){0.05, 1.0, 2.0, 0.0} : (oscillator){0.05, 1.0, 1.6, 0.2};
        rdg_mechanism *m = rdg_mechanism_create(
            *state, &(rdg_mechanism_options){.n = 1,
                                             .terms = oscillator_terms,
                                             .contacts = 1,
                                             .law = &(rdg_contact_law){.restitution = e[k]},
                                             .geometry = oscillator_geometry,
                                             .constant = true,
                                             .data = &o});
        double off[3];
        for (int j = 0; j < 3; j++) {
            const int steps = j == 0 ? 100 : j == 1 ? 400 : 1600;
            rdg_timestepping *ts =
                rdg_timestepping_create(m, &(rdg_timestepping_options){.h = 2.0 * RDG_PI / o.w / steps});
            assert_ok(*state, rdg_timestepping_start(ts, 0.0, (double[]){-1.0}, (double[]){0.0}));
            double low = 0.0;
            for (int i = 0; i < 100 * steps; i++) {
                assert_ok(*state, rdg_timestepping_step(ts));
                const double x = i >= 99 * steps ? rdg_timestepping_motion(ts)->q[0] : 0.0;
                low = x < low ? x : low;
            }
            off[j] = fabs(low - least[k]);
        }
        print_message("oscillator: %.2e %.2e %.2e\n", off[0], off[1], off[2]);
        assert_true(off[0] < 0.2 && off[1] < 0.05 && off[2] < 0.01);
    }
}

/* Sliding down a plane of the angle whose tangent is mu: |v| + v_down is constant. */
static int plane_terms(double t, const double *q, const double *v, rdg_mechanism_terms *to, void *data)
{
    (void)t, (void)q, (void)v, (void)data;
    to->M[0] = to->M[4] = to->M[8] = 1.0;
    to->h[1] = 9.81 * 0.6; /* down the plane */
    to->h[2] = -9.81 * 0.8;
    return 0;
}

static int plane_geometry(double t, const double *q, rdg_mechanism_geometry *to, void *data)
{
    (void)t, (void)data;
    to->g[0] = q[2];
    to->W[2] = to->W[3] = to->W[7] = 1.0;
    return 0;
}

static void a_block_sent_across_a_critical_slope_ends_straight_down_at_half_the_speed(void **state)
{
    rdg_mechanism *m = rdg_mechanism_create(
        *state, &(rdg_mechanism_options){.n = 3,
                                         .terms = plane_terms,
                                         .contacts = 1,
                                         .law = &(rdg_contact_law){.mu = 0.75, .directions = 2},
                                         .geometry = plane_geometry,
                                         .constant = true});
    for (int scheme = 0; scheme < SCHEMES; scheme++) {
        double off[2];
        for (int k = 0; k < 2; k++) {
            const rdg_timestepping_options o = scheme_at(scheme, k == 0 ? 1e-2 : 1e-3);
            rdg_timestepping *ts = rdg_timestepping_create(m, &o);
            assert_ok(*state, rdg_timestepping_start(ts, 0.0, (double[]){0, 0, 0}, (double[]){2.0, 0, 0}));
            assert_ok(*state, go_until(ts, 3.0, o.h));
            const double *v = rdg_timestepping_motion(ts)->v;
            off[k] = fabs(v[1] - 1.0);
            assert_near(v[0], 0.0, 0.0, 1e-4);
        }
        print_message("%s: %.1e %.1e\n", rdg_scheme_name((rdg_scheme)scheme), off[0], off[1]);
        assert_true(off[0] < 5e-2 && off[1] < 5e-3);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_ball_comes_to_rest_and_its_error_goes_with_the_step),
        TEST(projection_leaves_no_penetration),
        TEST(a_block_stops_exactly),
        TEST(a_block_on_a_spring_rests_at_a_known_place),
        TEST(a_rod_wedges_where_friction_is_above_the_critical),
        TEST(an_impact_oscillator_settles_on_its_orbit),
        TEST(a_block_sent_across_a_critical_slope_ends_straight_down_at_half_the_speed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
