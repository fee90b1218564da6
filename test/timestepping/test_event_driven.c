/* Event-driven motion against motions that are known, and the schemes against it. */
#include "fresh_context.h"
#include "mechanisms.h"
#include "timestepping/crank.h"
#include "timestepping/random_impacts.h"

#include <ridgewalk/circle.h>
#include <ridgewalk/run_data.h>

static rdg_timestepping *driven(rdg_mechanism *m, double h)
{
    return rdg_timestepping_create(m, &(rdg_timestepping_options){.scheme = RDG_EVENT_DRIVEN, .h = h});
}

/* Infinitely many impacts until t = 1.3546 s */
static void a_ball_bounces_until_it_rests(void **state)
{
    rdg_timestepping *ts = driven(make_ball(*state, 0.5), 0.05);
    assert_ok(*state, rdg_timestepping_start(ts, 0.0, (double[]){1.0}, (double[]){0.0}));
    for (int k = 0; k < 40; k++) {
        assert_ok(*state, rdg_timestepping_step(ts));
        const rdg_motion *at = rdg_timestepping_motion(ts);
        assert_near(at->q[0], ball_height(at->t), 0.0, 1e-10);
    }
    const rdg_motion *at = rdg_timestepping_motion(ts);
    assert_near(at->v[0], 0.0, 0.0, 1e-12);
    assert_near(at->force[0], 9.81, 1e-9, 0.0);
    assert_in_range(at->steps, 40, 40);
}

static void an_oscillating_block_sticks_and_slips(void **state)
{
    block b = {.k = 1.0, .gravity = {0.0, 9.81}};
    const double shift = 0.3 * 9.81;
    rdg_timestepping *ts = driven(make_block(*state, &b, 0.3), 0.1);
    assert_ok(*state, rdg_timestepping_start(ts, 0.0, (double[]){10.0, 0.0}, (double[]){0.0, 0.0}));
    for (int k = 0; k < 140; k++) {
        assert_ok(*state, rdg_timestepping_step(ts));
        const rdg_motion *at = rdg_timestepping_motion(ts);
        const double t = at->t, x = t < RDG_PI       ? shift + (10.0 - shift) * cos(t)
                                    : t < 2 * RDG_PI ? -shift + (10.0 - 3 * shift) * cos(t)
                                                     : 10.0 - 4 * shift;
        assert_near(at->q[0], x, 0.0, 1e-9);
    }
    assert_near(rdg_timestepping_motion(ts)->q[0], -1.772, 0.0, 1e-9);
}

/* x'' + 0.1 x' + x = cos w t under a stop: periodic orbits that strike it once a period, at a known phase
 * with a known velocity */
static void an_oscillator_returns_to_its_impact(void **state)
{
    static const struct {
        oscillator o;
        double e, phase, velocity;
    } known[2] = {{{0.05, 1.0, 2.0, 0.0}, 0.8, 0.242690801820, 3.901649290889},
                  {{0.05, 1.0, 1.6, 0.2}, 0.7, 0.076191059603, 2.117706056398}};
    for (int k = 0; k < 2; k++) {
        oscillator o = known[k].o;
        const double period = 2.0 * RDG_PI / o.w;
        rdg_mechanism *m = rdg_mechanism_create(
            *state, &(rdg_mechanism_options){.n = 1,
                                             .terms = oscillator_terms,
                                             .contacts = 1,
                                             .law = &(rdg_contact_law){.restitution = known[k].e},
                                             .geometry = oscillator_geometry,
                                             .constant = true,
                                             .data = &o});
        rdg_timestepping *ts = driven(m, 0.1 * period);
        assert_ok(*state, rdg_timestepping_start(ts, known[k].phase * period, &o.d,
                                                 (double[]){-known[k].e * known[k].velocity}));
        double q = 0.0, v = 0.0;
        for (int i = 1; i <= 19; i++) {
            assert_ok(*state, rdg_timestepping_step(ts));
            if (i == 9) {
                q = rdg_timestepping_motion(ts)->q[0];
                v = rdg_timestepping_motion(ts)->v[0];
            }
        }
        const rdg_motion *at = rdg_timestepping_motion(ts);
        print_message("returns to %.1e, %.1e\n", at->q[0] - q, at->v[0] - v);
        assert_int_equal(at->impacts, 1);
        assert_near(at->q[0], q, 0.0, 1e-10);
        assert_near(at->v[0], v, 0.0, 1e-10);
    }
}

/* Impacts, friction, closed contacts and slip that turns round: the end of an independent computation */
static void a_crank_with_clearance_ends_where_it_ought_to(void **state)
{
    static const double end[4] = {4.79355430, .525470668, 68.4732907, -3.20447415};
    crank_numbers table1 = {.clearance = 0.001};
    rdg_mechanism *m = crank_with_clearance(*state, &table1, 0.4, 0.01);
    rdg_timestepping *ts = driven(m, 1e-3);
    assert_ok(*state, rdg_timestepping_start(ts, 0.0, (double[]){0, 0, 0}, (double[]){150, -75, 0}));
    for (int k = 0; k < 50; k++) {
        assert_ok(*state, rdg_timestepping_step(ts));
        assert_near(rdg_timestepping_motion(ts)->q[2], 0.0, 0.0, 1e-10);
    }
    const rdg_motion *at = rdg_timestepping_motion(ts);
    print_message("%.9g %.9g %.9g %.9g, %ld impacts\n", at->q[0], at->q[1], at->v[0], at->v[1], at->impacts);
    assert_near(at->q[0], end[0], 3e-9, 0.0);
    assert_near(at->q[1], end[1], 3e-9, 0.0);
    assert_near(at->v[0], end[2], 3e-9, 0.0);
    assert_near(at->v[1], end[3], 3e-8, 0.0);
}

/* Impacts at 2.69250275, 5.61236319 and 7.47505621 ms */
static void impacts_are_located(void **state)
{
    static const double when[3] = {2.69250275202e-3, 5.61236319021e-3, 7.4750562124e-3};
    crank_numbers table1 = {.clearance = 0.001};
    rdg_mechanism *m = crank_with_clearance(*state, &table1, 0.4, 0.01);
    for (int k = 0; k < 3; k++) {
        for (int side = 0; side < 2; side++) { /* an instant before, an instant behind */
            const double h = when[k] + (side ? 2e-11 : -2e-11);
            rdg_timestepping *ts = driven(m, h);
            assert_ok(*state, rdg_timestepping_start(ts, 0.0, (double[]){0, 0, 0}, (double[]){150, -75, 0}));
            assert_ok(*state, rdg_timestepping_step(ts));
            assert_int_equal(rdg_timestepping_motion(ts)->iterations, k + side);
            rdg_timestepping_free(ts);
        }
    }
}

static void impacts_at_once_and_one_after_the_other(void **state)
{
    static const double at_once[3] = {-1.0 / 3.0, 2.0 / 3.0, 2.0 / 3.0}, passed_on[3] = {0.0, 0.0, 1.0};
    rdg_mechanism *m = make_balls(*state, 1.0);
    static const rdg_scheme scheme[3] = {RDG_EVENT_DRIVEN, RDG_HALF_EXPLICIT, RDG_BATHE};
    for (int k = 0; k < 6; k++) {
        rdg_timestepping *ts = rdg_timestepping_create(
            m, &(rdg_timestepping_options){.scheme = scheme[k / 2], .h = 1e-3, .sequential = k % 2});
        assert_ok(*state, rdg_timestepping_start(ts, 0.0, (double[]){-5e-4, 0, 0}, (double[]){1, 0, 0}));
        assert_ok(*state, rdg_timestepping_step(ts));
        for (int i = 0; i < 3; i++) {
            if (k < 2 || k % 2) { /* the mixed schemes know of one contact alone before the first impact */
                assert_near(rdg_timestepping_motion(ts)->v[i], (k % 2 ? passed_on : at_once)[i], 0.0, 1e-14);
            }
        }
    }
}

/* The schemes are of first order at impacts: against the event-driven motion, which shares nothing with them
 * but the law. */
static void schemes_come_near_with_the_step(void **state)
{
    static const rdg_scheme scheme[4] = {RDG_MOREAU, RDG_HALF_EXPLICIT, RDG_GENERALISED_ALPHA, RDG_BATHE};
    crank_numbers table1 = {.clearance = 0.001};
    rdg_mechanism *m = crank_with_clearance(*state, &table1, 0.4, 0.01);
    const double end = 0.02;
    rdg_timestepping *exact = driven(m, end);
    assert_ok(*state, rdg_timestepping_start(exact, 0.0, (double[]){0, 0, 0}, (double[]){150, -75, 0}));
    assert_ok(*state, rdg_timestepping_step(exact));
    const rdg_motion *is = rdg_timestepping_motion(exact);
    for (int k = 0; k < 4; k++) {
        for (int fine = 0; fine < 2; fine++) {
            const double h = fine ? 2e-6 : 2e-5;
            rdg_timestepping *ts = rdg_timestepping_create(
                m, &(rdg_timestepping_options){.scheme = scheme[k], .h = h, .rho = 0.8});
            assert_ok(*state, rdg_timestepping_start(ts, 0.0, (double[]){0, 0, 0}, (double[]){150, -75, 0}));
            assert_ok(*state, go_until(ts, end, h));
            const rdg_motion *at = rdg_timestepping_motion(ts);
            const double off = fmax(fabs(at->q[0] - is->q[0]), fabs(at->q[1] - is->q[1]));
            print_message("%s h %g: %.2e\n", rdg_scheme_name(scheme[k]), h, off);
            assert_true(off < 20.0 * h);
        }
    }
}

/* A ball that falls by 1 m, with the floor at a height, and a rebound that ends a series of impacts */
static void a_ball_rests_on_a_floor_at_any_height(void **state)
{
    static const double heights[5] = {0.0, 5.0, 10.0, 100.0, -1e4}, rebounds[3] = {0.0, 1e-7, 1e-3};
    for (int k = 0; k < 15; k++) {
        impact_problem p = {.family = FALLING_BALL,
                            .gravity = 9.81,
                            .restitution = 0.5,
                            .y = heights[k / 3],
                            .unit = si_units};
        rdg_timestepping *ts = rdg_timestepping_create(
            make_impact_mechanism(*state, &p),
            &(rdg_timestepping_options){.scheme = RDG_EVENT_DRIVEN, .h = 0.1, .rebound = rebounds[k % 3]});
        p.q[0] = p.y + 1.0;
        assert_ok(*state, rdg_timestepping_start(ts, 0.0, p.q, p.v));
        assert_ok(*state, go_until(ts, 2.0, 0.1));
        const rdg_motion *at = rdg_timestepping_motion(ts);
        assert_near(at->gap[0], 0.0, 0.0, 1e-15 * (1.0 + fabs(p.y)));
        assert_near(at->v[0], 0.0, 0.0, 1e-15);
        assert_near(at->force[0], 9.81, 1e-12, 0.0);
        assert_near(at->normal_work, -9.81, 1e-6, 0.0);
        rdg_timestepping_free(ts);
    }
}

/* The rigid crank lost the contact with its wall at 0.1846 s when it was printed each 10 us. */
static void what_is_printed_does_not_change_the_motion(void **state)
{
    crank_numbers table1 = {.clearance = 0.001};
    rdg_mechanism *m = crank_with_clearance(*state, &table1, 0.4, 0.01);
    double q[2] = {0.0};
    for (int k = 0; k < 2; k++) {
        const double h = k ? 1e-5 : 5e-4;
        rdg_timestepping *ts = driven(m, h);
        assert_ok(*state, rdg_timestepping_start(ts, 0.0, (double[]){0, 0, 0}, (double[]){150, -75, 0}));
        assert_ok(*state, go_until(ts, 0.034, h));
        q[k] = rdg_timestepping_motion(ts)->q[1];
        rdg_timestepping_free(ts);
    }
    assert_near(q[1], q[0], 0.0, 1e-9);
}

static void random_motions_pass_through_no_contact(void **state)
{
    (void)state;
    const impact_counts counts = count_impacts(7, 40);
    print_message("in other units at most %.2f times the evaluations\n", counts.ratio);
    assert_int_equal(counts.wrong + counts.refused + counts.costly, 0);
}

/* Balls on rods that a wall stops without rebound: what the impact leaves of their velocity is rounding, and
 * no approach. */
static void a_wall_stops_a_ball_on_a_rod(void **state)
{
    (void)state;
    impact_counts counts = {0, 0, 0, 1.0};
    uint64_t seed = 1;
    for (int k = 0; k < 60; k++) {
        impact_problem p = random_impact(&seed);
        const double angle = 0.8 + 0.5 * random_signed(&seed);
        long evaluations;
        p.family = HANGING_BALL;
        p.restitution = 0.0;
        p.amplitude = 0.25 * p.length * (1.0 + random_signed(&seed));
        p.until = 4.0 * sqrt(p.length / p.gravity);
        p.h = 0.3 * p.until;
        p.q[0] = p.x + p.length * sin(angle);
        p.q[1] = p.y - p.length * cos(angle);
        p.v[0] = p.v[1] = 0.0;
        p.unit = random_units(&seed, false);
        count_impact(&p, k, "", &counts, &evaluations);
    }
    assert_int_equal(counts.wrong + counts.refused, 0);
}

/* Masses at stops, up to 5 km from the origin of their coordinate, whose spring lets them go: their forces
 * cancel there, but for rounding. */
static void masses_far_away_leave_their_stops(void **state)
{
    (void)state;
    impact_counts counts = {0, 0, 0, 1.0};
    uint64_t seed = 1;
    for (int k = 0; k < 206; k++) {
        impact_problem p = random_impact(&seed);
        long evaluations = 0;
        if (k == 18 || k == 122 || k == 205) {
            assert_int_equal(p.family, DRIVEN_MASS);
            count_impact(&p, k, "", &counts, &evaluations);
            assert_in_range(evaluations, 1, 400000);
        }
    }
    assert_int_equal(counts.wrong + counts.refused, 0);
}

/* Each impact has a row with its time and its impulse, each row the impulse since the row before; friction
 * stops a block, whose energy it takes. */
static void events_are_rows(void **state)
{
    rdg_timestepping *ts = driven(make_ball(*state, 0.5), 0.25);
    assert_ok(*state, rdg_timestepping_start(ts, 0.0, (double[]){1.0}, (double[]){0.0}));
    assert_ok(*state, rdg_timestepping_run(
                          ts, "ball",
                          &(rdg_timestepping_run_options){.until = 2.0, .in_memory = true, .silent = true}));
    rdg_run *run = rdg_run_open(*state, "ball");
    const double *t = rdg_run_column(run, "t"), *P = rdg_run_column(run, "P[0]"),
                 *g = rdg_run_column(run, "g[0]"), *balance = rdg_run_column(run, "balance"),
                 *v = rdg_run_column(run, "v[0]");
    double hit = sqrt(2.0 / 9.81), speed = 9.81 * hit, impulse = 0.0;
    int impacts = 0, rests = 0;
    for (rdg_index k = 0; k < rdg_run_count(run); k++) {
        assert_near(balance[k], 0.0, 0.0, 1e-10);
        assert_true(k == 0 || t[k] >= t[k - 1]);
        impulse += P[k];
        assert_near(v[k], impulse - 9.81 * t[k], 0.0, 1e-10);
        rests += strcmp(rdg_run_type(run, k), "ON") == 0;
        if (strcmp(rdg_run_type(run, k), "IM") == 0) {
            if (impacts++ < 12) {
                assert_near(t[k], hit, 1e-11, 0.0);
                assert_near(P[k], 1.5 * speed, 1e-9, 0.0);
                assert_near(g[k], 0.0, 0.0, 1e-12);
            }
            speed *= 0.5;
            hit += 2.0 * speed / 9.81;
        }
    }
    assert_int_equal(impacts, rdg_timestepping_motion(ts)->impacts);
    assert_in_range(impacts, 30, 60);
    assert_int_equal(rests, 1);
    rdg_run_free(run);
}

/* A block on a spring that slides to and fro: the mirrored motion has the same events and costs the same. */
static void a_mirrored_motion_costs_the_same(void **state)
{
    rdg_motion end[2];
    double x[2] = {0.0, 0.0};
    for (int k = 0; k < 2; k++) {
        block b = {.k = 30.0, .gravity = {0.0, 9.81}};
        rdg_timestepping *ts = driven(make_block(*state, &b, 0.1), 3.0);
        assert_ok(*state,
                  rdg_timestepping_start(ts, 0.0, (double[]){0, 0}, (double[]){k > 0 ? -2.0 : 2.0, 0}));
        assert_ok(*state, rdg_timestepping_step(ts));
        end[k] = *rdg_timestepping_motion(ts);
        x[k] = end[k].q[0];
        rdg_timestepping_free(ts);
    }
    assert_near(x[0], -x[1], 0.0, 0.0);
    assert_true(end[0].friction_work < -0.5);
    assert_int_equal(end[0].evaluations, end[1].evaluations);
}

static void friction_takes_the_energy_of_a_sliding_block(void **state)
{
    block b = {.k = 0.0, .gravity = {0.0, 9.81}};
    rdg_timestepping *ts = driven(make_block(*state, &b, 0.3), 0.1);
    assert_ok(*state, rdg_timestepping_start(ts, 0.0, (double[]){0, 0}, (double[]){2.0, 0}));
    assert_ok(*state, rdg_timestepping_run(
                          ts, "block",
                          &(rdg_timestepping_run_options){.until = 1.0, .in_memory = true, .silent = true}));
    assert_near(rdg_timestepping_motion(ts)->friction_work, -2.0, 1e-11, 0.0);
    assert_near(rdg_timestepping_motion(ts)->normal_work, 0.0, 0.0, 1e-14);
    rdg_run *run = rdg_run_open(*state, "block");
    int stops = 0;
    for (rdg_index k = 0; k < rdg_run_count(run); k++) {
        if (strcmp(rdg_run_type(run, k), "ST") == 0) {
            assert_near(rdg_run_column(run, "t")[k], 2.0 / (0.3 * 9.81), 1e-11, 0.0);
            assert_near(rdg_run_column(run, "friction_work")[k], -2.0, 1e-11, 0.0);
            stops++;
        }
    }
    assert_int_equal(stops, 1);
    rdg_run_free(run);
}

/* A motion goes on from a label bit for bit, also while a contact slips. */
static void a_restart_goes_on_bit_for_bit(void **state)
{
    block b = {.k = 1.0, .gravity = {0.0, 9.81}};
    rdg_mechanism *m = make_block(*state, &b, 0.3);
    rdg_timestepping *ts = driven(m, 0.1), *again = driven(m, 0.1);
    assert_ok(*state, rdg_timestepping_start(ts, 0.0, (double[]){10, 1}, (double[]){0, 0}));
    assert_ok(*state,
              rdg_timestepping_run(ts, "whole",
                                   &(rdg_timestepping_run_options){
                                       .until = 3.0, .label_every = 5, .in_memory = true, .silent = true}));
    assert_ok(*state, rdg_timestepping_restart(again, "whole", 3));
    assert_ok(*state, go_until(again, 3.0, 0.1));
    for (int i = 0; i < 2; i++) {
        assert_near(rdg_timestepping_motion(again)->q[i], rdg_timestepping_motion(ts)->q[i], 0.0, 0.0);
        assert_near(rdg_timestepping_motion(again)->v[i], rdg_timestepping_motion(ts)->v[i], 0.0, 0.0);
    }
}

/* A wall that leaves its contact behind where the geometry jumps: the law is violated, and the step says so.
 */
static int jumping_floor(double t, const double *q, rdg_mechanism_geometry *to, void *data)
{
    (void)data;
    to->g[0] = q[0] - (t > 0.55 ? 0.1 : 0.0);
    to->W[0] = 1.0;
    return 0;
}

static void a_violated_law_ends_the_motion(void **state)
{
    rdg_mechanism *m = rdg_mechanism_create(*state, &(rdg_mechanism_options){.n = 1,
                                                                             .terms = ball_terms,
                                                                             .contacts = 1,
                                                                             .law = &(rdg_contact_law){0},
                                                                             .geometry = jumping_floor});
    rdg_timestepping *ts = driven(m, 0.1);
    assert_ok(*state, rdg_timestepping_start(ts, 0.0, (double[]){0.0}, (double[]){0.0}));
    while (rdg_timestepping_step(ts) == RDG_OK && rdg_timestepping_motion(ts)->t < 1.0) {
    }
    assert_near(rdg_timestepping_motion(ts)->t, 0.5, 1e-12, 0.0);
    assert_failed(*state, RDG_ERR_NO_CONVERGENCE, "contact 0 is closed with a gap of -0.1");
}

static void what_it_cannot_is_told(void **state)
{
    rdg_mechanism *m = make_ball(*state, 0.5);
    assert_null(rdg_timestepping_create(
        m, &(rdg_timestepping_options){.scheme = RDG_EVENT_DRIVEN, .h = 0.1, .project = true}));
    assert_failed(*state, RDG_ERR_ARGUMENT, "without projection");
    rdg_error_clear(*state);
    assert_null(rdg_timestepping_create(
        m, &(rdg_timestepping_options){.scheme = RDG_EVENT_DRIVEN, .h = 0.1, .rebound = -1.0}));
    assert_failed(*state, RDG_ERR_ARGUMENT, "rebound must be > 0");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_ball_bounces_until_it_rests),
        TEST(an_oscillating_block_sticks_and_slips),
        TEST(an_oscillator_returns_to_its_impact),
        TEST(a_crank_with_clearance_ends_where_it_ought_to),
        TEST(impacts_are_located),
        TEST(impacts_at_once_and_one_after_the_other),
        TEST(schemes_come_near_with_the_step),
        TEST(a_ball_rests_on_a_floor_at_any_height),
        TEST(what_is_printed_does_not_change_the_motion),
        TEST(random_motions_pass_through_no_contact),
        TEST(a_wall_stops_a_ball_on_a_rod),
        TEST(masses_far_away_leave_their_stops),
        TEST(events_are_rows),
        TEST(a_mirrored_motion_costs_the_same),
        TEST(friction_takes_the_energy_of_a_sliding_block),
        TEST(a_restart_goes_on_bit_for_bit),
        TEST(a_violated_law_ends_the_motion),
        TEST(what_it_cannot_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
