/* Work of friction at curved contacts that slide: it is of order 2 in the step, and so is the balance of
 * energies, with impacts too. Reference: event-driven motion. */
#include "fresh_context.h"

#include <ridgewalk/ridgewalk.h>
#include <ridgewalk/timestepping.h>

#include <math.h>

typedef enum sliding_kind {
    BEAD,         /* slides in a bowl of 1 m, and turns back */
    DRUM,         /* the bowl turns with friction, against a spring */
    DISC,         /* slips in a bowl, then rolls */
    TWO_BEADS,    /* in one bowl, joined by a spring */
    FALLING_BEAD, /* falls into the bowl: an impact, then it slides */
    SLIDING_KINDS
} sliding_kind;

static const double gravity = 9.81, spring = 30.0, joint = 3.0; /* m/s^2, N m/rad, N/m */
static const double drum = 2.0, disc = 0.2, until = 1.2;        /* kg m^2, m, s */

static int coordinates(sliding_kind kind)
{
    return kind == TWO_BEADS ? 4 : kind == DRUM || kind == DISC ? 3 : 2;
}

static double way_radius(sliding_kind kind)
{
    return kind == DISC ? 1.0 - disc : 1.0;
}

static int sliding_terms(double t, const double *q, const double *v, rdg_mechanism_terms *to, void *data)
{
    const sliding_kind kind = *(const sliding_kind *)data;
    const int n = coordinates(kind);
    (void)t, (void)v;
    for (int i = 0; i < n; i++) {
        to->M[i * n + i] = 1.0;
    }
    to->h[1] = -gravity;
    if (kind == DRUM) {
        to->M[8] = drum;
        to->K[8] = spring;
    } else if (kind == DISC) {
        to->M[8] = 0.5 * disc * disc;
    } else if (kind == TWO_BEADS) {
        to->h[3] = -gravity;
        for (int i = 0; i < 4; i++) {
            to->h[i] += joint * (q[(i + 2) % 4] - q[i]);
        }
    }
    return 0;
}

static int sliding_geometry(double t, const double *q, rdg_mechanism_geometry *to, void *data)
{
    const sliding_kind kind = *(const sliding_kind *)data;
    const int n = coordinates(kind);
    (void)t;
    for (int k = 0; k < 1 + (kind == TWO_BEADS); k++) {
        const double x = q[2 * k], y = q[2 * k + 1], r = hypot(x, y);
        double *W = to->W + 2 * n * k;
        to->g[k] = way_radius(kind) - r;
        W[2 * k] = -x / r;
        W[2 * k + 1] = -y / r;
        W[n + 2 * k] = -y / r;
        W[n + 2 * k + 1] = x / r;
        if (kind == DRUM || kind == DISC) {
            W[n + 2] = kind == DRUM ? -1.0 : disc;
        }
    }
    return 0;
}

static double sliding_potential(double t, const double *q, void *data)
{
    const sliding_kind kind = *(const sliding_kind *)data;
    (void)t;
    double V = gravity * q[1];
    if (kind == DRUM) {
        V += 0.5 * spring * q[2] * q[2];
    } else if (kind == TWO_BEADS) {
        V += gravity * q[3] + 0.5 * joint * ((q[2] - q[0]) * (q[2] - q[0]) + (q[3] - q[1]) * (q[3] - q[1]));
    }
    return V;
}

static rdg_mechanism *make_sliding(rdg_context *ctx, sliding_kind *kind)
{
    const rdg_contact_law law = {.mu = *kind == DISC        ? 0.15
                                       : *kind == TWO_BEADS ? 0.1
                                                            : 0.3,
                                 .directions = 1};
    return rdg_mechanism_create(ctx, &(rdg_mechanism_options){.n = coordinates(*kind),
                                                              .terms = sliding_terms,
                                                              .geometry = sliding_geometry,
                                                              .contacts = 1 + (*kind == TWO_BEADS),
                                                              .law = (rdg_contact_law[]){law, law},
                                                              .potential = sliding_potential,
                                                              .data = kind});
}

static void start_sliding(rdg_context *ctx, rdg_timestepping *ts, sliding_kind kind)
{
    const double r = kind == FALLING_BEAD ? 0.6 : way_radius(kind), angle = kind == FALLING_BEAD ? 2.1 : 1.0;
    double q[4] = {r * sin(angle), -r * cos(angle)}, v[4] = {0.0};
    if (kind == TWO_BEADS) {
        q[2] = sin(-0.5);
        q[3] = -cos(-0.5);
    }
    assert_ok(ctx, rdg_timestepping_start(ts, 0.0, q, v));
}

typedef struct sliding_result {
    double friction, normal, balance; /* works and what they leave, J */
    long impacts;
} sliding_result;

static sliding_result slide(rdg_context *ctx, sliding_kind kind, const rdg_timestepping_options *options,
                            int steps)
{
    rdg_timestepping_options o = *options;
    o.h = until / steps;
    o.tolerance = 1e-13;
    rdg_mechanism *m = make_sliding(ctx, &kind);
    rdg_timestepping *ts = rdg_timestepping_create(m, &o);
    start_sliding(ctx, ts, kind);
    const rdg_motion *at = rdg_timestepping_motion(ts);
    const double energy = at->kinetic + at->potential;
    for (int i = 0; i < steps; i++) {
        assert_ok(ctx, rdg_timestepping_step(ts));
    }
    at = rdg_timestepping_motion(ts);
    const double left = at->kinetic + at->potential - energy - at->normal_work - at->friction_work;
    const sliding_result result = {at->friction_work, at->normal_work, left, at->impacts};
    rdg_timestepping_free(ts);
    rdg_mechanism_free(m);
    return result;
}

static const rdg_timestepping_options scheme_of_order_two[] = {
    {.scheme = RDG_MOREAU},
    {.scheme = RDG_HALF_EXPLICIT},
    {.scheme = RDG_GENERALISED_ALPHA, .rho = 0.5},
    {.scheme = RDG_GENERALISED_ALPHA, .rho = 1.0},
    {.scheme = RDG_GENERALISED_ALPHA, .own_alphas = true, .alpha_f = 0.2}, /* HHT */
    {.scheme = RDG_NEWMARK},
    {.scheme = RDG_BATHE},
    {.scheme = RDG_BATHE, .plain_start = true}, /* as behind a landing: the start's force is none */
    {.scheme = RDG_ENERGY_DECAYING, .rho = 0.5}};

/* Steps four times shorter leave less than an eighth (order 1: a fourth, order 2: a sixteenth). The motion
 * falling into the bowl is of order 1, its balance of order 2. */
static void works_and_balance_are_of_order_two(void **state)
{
    for (int kind = 0; kind < SLIDING_KINDS; kind++) {
        const sliding_result exact =
            slide(*state, (sliding_kind)kind, &(rdg_timestepping_options){.scheme = RDG_EVENT_DRIVEN}, 10);
        assert_true(exact.friction < -0.5 && fabs(exact.balance) < 1e-10);
        for (size_t k = 0; k < sizeof scheme_of_order_two / sizeof *scheme_of_order_two; k++) {
            const rdg_timestepping_options *o = &scheme_of_order_two[k];
            const sliding_result coarse = slide(*state, (sliding_kind)kind, o, 400),
                                 fine = slide(*state, (sliding_kind)kind, o, 1600);
            const double off = fine.friction - exact.friction;
            print_message("kind %d %s, rho %.1f: friction %.6f J, off %.1e J; balance %.1e, %.1e J\n", kind,
                          rdg_scheme_name(o->scheme), o->rho, exact.friction, off, coarse.balance,
                          fine.balance);
            assert_int_equal(fine.impacts, kind == FALLING_BEAD);
            assert_true(fabs(fine.balance) < fmax(fabs(coarse.balance) / 8.0, 3e-7));
            assert_true(fabs(fine.balance) < 2e-5);
            if (kind <= DISC) {
                assert_true(fabs(off) < 2e-5);
            }
            if (kind < DISC) { /* where it begins to roll is not located */
                assert_true(fabs(off) < fmax(fabs(coarse.friction - exact.friction) / 6.0, 3e-6));
            }
            if (kind != FALLING_BEAD) {
                assert_near(fine.normal, 0.0, 0.0, 1e-10);
            }
        }
    }
}

/* Forces of the start belong to the first step behind a restart. */
static void works_go_on_bit_for_bit_behind_a_restart(void **state)
{
    static const rdg_scheme scheme[3] = {RDG_GENERALISED_ALPHA, RDG_NEWMARK, RDG_BATHE};
    static sliding_kind kind = TWO_BEADS;
    rdg_mechanism *m = make_sliding(*state, &kind);
    for (int k = 0; k < 3; k++) {
        const rdg_timestepping_options o = {.scheme = scheme[k], .rho = 0.5, .h = 0.01};
        rdg_timestepping *ts = rdg_timestepping_create(m, &o), *again = rdg_timestepping_create(m, &o);
        start_sliding(*state, ts, kind);
        assert_ok(*state, rdg_timestepping_run(
                              ts, "beads",
                              &(rdg_timestepping_run_options){
                                  .until = 1.0, .label_every = 10, .in_memory = true, .silent = true}));
        assert_ok(*state, rdg_timestepping_restart(again, "beads", 4));
        const rdg_motion *at = rdg_timestepping_motion(again), *end = rdg_timestepping_motion(ts);
        while (at->steps < end->steps) {
            assert_ok(*state, rdg_timestepping_step(again));
        }
        assert_near(at->friction_work, end->friction_work, 0.0, 0.0);
        assert_near(at->normal_work, end->normal_work, 0.0, 0.0);
    }
}

/* A start forgets the forces of the motion before, with `plain_start` too. */
static void a_second_start_has_the_same_works(void **state)
{
    static sliding_kind kind = BEAD;
    rdg_timestepping *ts = rdg_timestepping_create(
        make_sliding(*state, &kind),
        &(rdg_timestepping_options){.scheme = RDG_NEWMARK, .h = 0.01, .plain_start = true});
    const rdg_motion *at = rdg_timestepping_motion(ts);
    const double q[2] = {sin(1.0), -cos(1.0)}, v[2] = {cos(1.0), sin(1.0)};
    double work[2];
    for (int k = 0; k < 2; k++) {
        assert_ok(*state, rdg_timestepping_start(ts, 0.0, q, v));
        assert_ok(*state, rdg_timestepping_step(ts));
        work[k] = at->friction_work;
    }
    assert_true(work[0] < 0.0);
    assert_near(work[0], work[1], 0.0, 0.0);
}

/* Parts of steps that adapt, of which some are made again, sum the same works. */
static void works_of_steps_in_parts_come_out_even(void **state)
{
    static const rdg_scheme scheme[3] = {RDG_GENERALISED_ALPHA, RDG_NEWMARK, RDG_BATHE};
    for (int k = 0; k < 3; k++) {
        for (int kind = 0; kind < SLIDING_KINDS; kind++) {
            const sliding_result r =
                slide(*state, (sliding_kind)kind,
                      &(rdg_timestepping_options){.scheme = scheme[k], .rho = 0.5, .adapt = 1e-6}, 20);
            print_message("kind %d %s, adaptive: balance %.1e J\n", kind, rdg_scheme_name(scheme[k]),
                          r.balance);
            assert_true(fabs(r.balance) < 1e-4);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(works_and_balance_are_of_order_two),
        TEST(works_go_on_bit_for_bit_behind_a_restart),
        TEST(a_second_start_has_the_same_works),
        TEST(works_of_steps_in_parts_come_out_even),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
