/* Contacts that stay closed on curved surfaces: a bead in a bowl and on a hill, a disc that rolls in a bowl,
 * a pendulum on a constraint. Orders of the schemes and columns of energies, against motions integrated
 * exactly. */
#include "fresh_context.h"

#include <ridgewalk/timestepping.h>

#include <math.h>

typedef enum curved_kind { BEAD_IN_BOWL, BEAD_ON_HILL, ROLLING_DISC, PENDULUM, CURVED_KINDS } curved_kind;

static const double gravity = 9.81, radius = 1.0, disc = 0.2, spring = 50.0; /* m/s^2, m, m, N/m */
static const double until = 1.2, start_angle = 1.0;                          /* s, rad */

static int curved_terms(double t, const double *q, const double *v, rdg_mechanism_terms *to, void *data)
{
    const curved_kind kind = *(const curved_kind *)data;
    const int n = kind == ROLLING_DISC ? 3 : 2;
    (void)t, (void)v;
    to->M[0] = to->M[n + 1] = 1.0;
    to->h[1] = -gravity;
    if (kind == ROLLING_DISC) {
        to->M[8] = 0.5 * disc * disc;
    } else if (kind == BEAD_ON_HILL) { /* pressed onto it by a spring to the centre */
        to->h[0] -= spring * q[0];
        to->h[1] -= spring * q[1];
    }
    return 0;
}

/* Distance of the centre from the middle of the bowl, m */
static double way_radius(curved_kind kind)
{
    return kind == ROLLING_DISC ? radius - disc : radius;
}

static int curved_geometry(double t, const double *q, rdg_mechanism_geometry *to, void *data)
{
    const curved_kind kind = *(const curved_kind *)data;
    const double r = hypot(q[0], q[1]), side = kind == BEAD_ON_HILL ? 1.0 : -1.0;
    (void)t;
    to->g[0] = side * (r - way_radius(kind));
    to->W[0] = side * q[0] / r;
    to->W[1] = side * q[1] / r;
    if (kind == ROLLING_DISC) {
        to->W[3] = -q[1] / r;
        to->W[4] = q[0] / r;
        to->W[5] = disc;
    }
    return 0;
}

static double curved_potential(double t, const double *q, void *data)
{
    const bool sprung = *(const curved_kind *)data == BEAD_ON_HILL;
    (void)t;
    return gravity * q[1] + (sprung ? 0.5 * spring * (q[0] * q[0] + q[1] * q[1]) : 0.0);
}

/* angle'' = -c sin(angle) from start_angle at rest, by Runge-Kutta steps of fourth order */
static double exact_angle(curved_kind kind)
{
    enum { STEPS = 20000 };
    const double h = until / STEPS, c = gravity / (way_radius(kind) * (kind == ROLLING_DISC ? 1.5 : 1.0));
    double a = start_angle, w = 0.0;
    for (int i = 0; i < STEPS; i++) {
        const double k1 = -c * sin(a), w2 = w + 0.5 * h * k1, k2 = -c * sin(a + 0.5 * h * w),
                     w3 = w + 0.5 * h * k2, k3 = -c * sin(a + 0.5 * h * w2), w4 = w + h * k3,
                     k4 = -c * sin(a + h * w3);
        a += h / 6.0 * (w + 2.0 * w2 + 2.0 * w3 + w4);
        w += h / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4);
    }
    return a;
}

typedef struct curved_result {
    double off;              /* of the place, m */
    double gained;           /* T + V less what it was, J */
    double balance;          /* the same less works, as the run's column has it, J */
    double normal, friction; /* works, J */
    double penetration;
    long impacts, lost; /* steps in which the contact bears nothing */
} curved_result;

static curved_result follow_curve(rdg_context *ctx, curved_kind kind, rdg_scheme scheme, int steps,
                                  bool project)
{
    const double r = way_radius(kind), end = exact_angle(kind);
    const rdg_contact_law law = {.mu = 0.8, .directions = kind == ROLLING_DISC};
    rdg_mechanism *m = rdg_mechanism_create(ctx, &(rdg_mechanism_options){.n = kind == ROLLING_DISC ? 3 : 2,
                                                                          .terms = curved_terms,
                                                                          .geometry = curved_geometry,
                                                                          .contacts = kind != PENDULUM,
                                                                          .bilateral = kind == PENDULUM,
                                                                          .law = &law,
                                                                          .potential = curved_potential,
                                                                          .data = &kind});
    rdg_timestepping *ts = rdg_timestepping_create(
        m, &(rdg_timestepping_options){
               .scheme = scheme, .h = until / steps, .rho = 0.5, .tolerance = 1e-13, .project = project});
    const double q[3] = {r * sin(start_angle), -r * cos(start_angle), 0.0}, v[3] = {0.0};
    assert_ok(ctx, rdg_timestepping_start(ts, 0.0, q, v));
    const rdg_motion *at = rdg_timestepping_motion(ts);
    const double energy = at->kinetic + at->potential;
    curved_result result = {.off = 0.0};
    for (int i = 0; i < steps; i++) {
        assert_ok(ctx, rdg_timestepping_step(ts));
        at = rdg_timestepping_motion(ts);
        result.penetration = fmax(result.penetration, fabs(at->gap[0]));
        result.lost += kind != PENDULUM && !at->closed[0];
    }
    result.off = hypot(at->q[0] - r * sin(end), at->q[1] + r * cos(end));
    result.gained = at->kinetic + at->potential - energy;
    result.normal = at->normal_work;
    result.friction = at->friction_work;
    result.balance = result.gained - result.normal - result.friction;
    result.impacts = at->impacts;
    rdg_timestepping_free(ts);
    rdg_mechanism_free(m);
    return result;
}

static bool is_of_first_order(rdg_scheme scheme)
{
    return scheme == RDG_MOREAU_MIDPOINT || scheme == RDG_NONSMOOTH_ALPHA;
}

static double order_of(double coarse, double fine)
{
    return log(fabs(coarse / fine)) / log(4.0);
}

/* The orders of the manual's table, with and without projection: of places, and of what energy is off by */
static void schemes_have_the_order_that_the_manual_states(void **state)
{
    for (int kind = 0; kind < CURVED_KINDS; kind++) {
        for (int k = 0; k < 2 * RDG_EVENT_DRIVEN; k++) {
            const rdg_scheme scheme = (rdg_scheme)(k / 2);
            const curved_result coarse = follow_curve(*state, (curved_kind)kind, scheme, 400, k % 2),
                                fine = follow_curve(*state, (curved_kind)kind, scheme, 1600, k % 2);
            const double order = order_of(coarse.off, fine.off);
            print_message("kind %d %s%s: off %.1e, order %.2f; energy %.1e J, order %.2f\n", kind,
                          rdg_scheme_name(scheme), k % 2 ? ", projected" : "", fine.off, order, fine.gained,
                          order_of(coarse.gained, fine.gained));
            if (scheme == RDG_MOREAU_MIDPOINT && kind == BEAD_ON_HILL) {
                assert_true(fine.lost > 0 && fine.off < 0.01); /* the middle of its step lies off the hill */
                continue;
            }
            assert_int_equal(fine.impacts + coarse.impacts, 0);
            assert_int_equal(fine.lost + coarse.lost, 0);
            if (is_of_first_order(scheme)) {
                assert_in_range((long)(100.0 * order), 90, 110);
                continue;
            }
            assert_in_range((long)(100.0 * order), 150, 260);
            assert_true(fine.off < 2e-6 && fabs(fine.gained) < 1e-5);
            assert_true(fabs(fine.gained) < 0.3 * fabs(coarse.gained) || fabs(fine.gained) < 1e-7);
            assert_true(fine.penetration < (k % 2 ? 1e-15 : 2e-6));
        }
    }
}

/* Normal reactions do no work, nor does the friction of a disc that rolls: so the balance shows what the
 * scheme errs by. */
static void reactions_of_closed_contacts_do_no_work(void **state)
{
    for (int kind = 0; kind < PENDULUM; kind++) {
        for (int k = 0; k < 2 * RDG_EVENT_DRIVEN; k++) {
            const rdg_scheme scheme = (rdg_scheme)(k / 2);
            if (scheme == RDG_MOREAU_MIDPOINT) { /* its velocities point into the surface */
                continue;
            }
            const curved_result r = follow_curve(*state, (curved_kind)kind, scheme, 100, k % 2);
            assert_near(r.normal, 0.0, 0.0, 1e-10);
            assert_near(r.friction, 0.0, 0.0, 1e-10);
            assert_near(r.balance, r.gained, 0.0, 1e-10);
        }
    }
}

static void event_driven_motion_keeps_the_energy(void **state)
{
    for (int kind = 0; kind < CURVED_KINDS; kind++) {
        const curved_result r = follow_curve(*state, (curved_kind)kind, RDG_EVENT_DRIVEN, 10, false);
        print_message("kind %d: off %.1e m, energy %.1e J\n", kind, r.off, r.gained);
        assert_near(r.off, 0.0, 0.0, 1e-11);
        assert_near(r.gained, 0.0, 0.0, 1e-10);
        assert_near(r.penetration, 0.0, 0.0, 1e-15);
    }
}

/* A ball that lands without rebound: behind it the force is the weight, in each step. It went to and fro
 * between none and twice the weight with Newmark's method. */
static int ball_terms(double t, const double *q, const double *v, rdg_mechanism_terms *to, void *data)
{
    (void)t, (void)q, (void)v, (void)data;
    to->M[0] = 1.0;
    to->h[0] = -gravity;
    return 0;
}

static int ball_geometry(double t, const double *q, rdg_mechanism_geometry *to, void *data)
{
    (void)t, (void)data;
    to->g[0] = q[0];
    to->W[0] = 1.0;
    return 0;
}

static void forces_are_steady_behind_a_landing(void **state)
{
    const rdg_timestepping_options undamped[2] = {{.scheme = RDG_NEWMARK, .h = 1e-3},
                                                  {.scheme = RDG_GENERALISED_ALPHA, .rho = 1.0, .h = 1e-3}};
    rdg_mechanism *m = rdg_mechanism_create(*state, &(rdg_mechanism_options){.n = 1,
                                                                             .terms = ball_terms,
                                                                             .contacts = 1,
                                                                             .law = &(rdg_contact_law){0},
                                                                             .geometry = ball_geometry,
                                                                             .constant = true});
    for (int k = 0; k < 2; k++) {
        rdg_timestepping *ts = rdg_timestepping_create(m, &undamped[k]);
        assert_ok(*state, rdg_timestepping_start(ts, 0.0, (double[]){0.1}, (double[]){0.0}));
        const rdg_motion *at = rdg_timestepping_motion(ts);
        while (at->impacts == 0) {
            assert_ok(*state, rdg_timestepping_step(ts));
        }
        for (int i = 0; i < 50; i++) {
            assert_ok(*state, rdg_timestepping_step(ts));
            assert_near(at->force[0], gravity, 1e-10, 0.0);
        }
        assert_int_equal(at->impacts, 1);
    }
}

/* A bead that slides over a hill goes on from a label bit for bit, also where its gap is open by the error of
 * the scheme. */
static void a_restart_keeps_contacts_closed(void **state)
{
    static const rdg_scheme scheme[3] = {RDG_MOREAU, RDG_GENERALISED_ALPHA, RDG_BATHE};
    static curved_kind kind = BEAD_ON_HILL;
    rdg_mechanism *m = rdg_mechanism_create(*state, &(rdg_mechanism_options){.n = 2,
                                                                             .terms = curved_terms,
                                                                             .geometry = curved_geometry,
                                                                             .contacts = 1,
                                                                             .law = &(rdg_contact_law){0},
                                                                             .data = &kind});
    for (int k = 0; k < 3; k++) {
        const rdg_timestepping_options o = {.scheme = scheme[k], .rho = 0.5, .h = 0.01};
        rdg_timestepping *ts = rdg_timestepping_create(m, &o), *again = rdg_timestepping_create(m, &o);
        assert_ok(*state, rdg_timestepping_start(ts, 0.0, (double[]){sin(1.0), -cos(1.0)}, (double[]){0, 0}));
        assert_ok(*state, rdg_timestepping_run(
                              ts, "hill",
                              &(rdg_timestepping_run_options){
                                  .until = 1.0, .label_every = 10, .in_memory = true, .silent = true}));
        assert_ok(*state, rdg_timestepping_restart(again, "hill", 4));
        const rdg_motion *at = rdg_timestepping_motion(again), *end = rdg_timestepping_motion(ts);
        while (at->steps < end->steps) {
            assert_ok(*state, rdg_timestepping_step(again));
            assert_true(at->closed[0]);
        }
        for (int i = 0; i < 2; i++) {
            assert_near(at->q[i], end->q[i], 0.0, 0.0);
            assert_near(at->v[i], end->v[i], 0.0, 0.0);
        }
    }
}

/* What a motion shows is up to date behind each call that moves it, scalars and arrays; gaps and energies are
 * evaluated on request, and never those of an earlier time. */
static void a_motion_that_is_kept_is_up_to_date(void **state)
{
    rdg_mechanism *m = rdg_mechanism_create(*state, &(rdg_mechanism_options){.n = 1, .terms = ball_terms});
    rdg_timestepping *ts = rdg_timestepping_create(m, &(rdg_timestepping_options){.h = 1e-2});
    const rdg_motion *at = rdg_timestepping_motion(ts);
    assert_ok(*state, rdg_timestepping_start(ts, 0.0, (double[]){0.0}, (double[]){0.0}));
    for (int k = 1; k <= 7; k++) {
        assert_ok(*state, rdg_timestepping_step(ts));
        assert_near(at->t, 0.01 * k, 1e-14, 0.0);
        assert_near(at->v[0], -gravity * at->t, 1e-12, 0.0);
        assert_near(at->q[0], -0.5 * gravity * at->t * at->t, 1e-12, 0.0);
        assert_true(isnan(at->kinetic) && isnan(at->potential) && !at->gap);
        assert_ptr_equal(rdg_timestepping_motion(ts), at);
        assert_near(at->kinetic, 0.5 * at->v[0] * at->v[0], 1e-14, 0.0);
        assert_non_null(at->gap);
    }
    assert_ok(*state, rdg_timestepping_run(
                          ts, "fall",
                          &(rdg_timestepping_run_options){.until = 1.0, .in_memory = true, .silent = true}));
    assert_near(at->t, 1.0, 1e-14, 0.0);
    assert_near(at->kinetic, 0.5 * gravity * gravity, 1e-11, 0.0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(schemes_have_the_order_that_the_manual_states),
        TEST(reactions_of_closed_contacts_do_no_work),
        TEST(event_driven_motion_keeps_the_energy),
        TEST(forces_are_steady_behind_a_landing),
        TEST(a_restart_keeps_contacts_closed),
        TEST(a_motion_that_is_kept_is_up_to_date),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
