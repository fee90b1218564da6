/* Event-driven motion where a law of a contact has nothing to decide: walls at q = 0 where the motion ends,
 * contacts without friction that have a direction, contacts that hold what others hold already. */
#include "fresh_context.h"
#include "mechanisms.h"

#include <ridgewalk/circle.h>

static rdg_timestepping *driven(rdg_mechanism *m, double h)
{
    return rdg_timestepping_create(m, &(rdg_timestepping_options){.scheme = RDG_EVENT_DRIVEN, .h = h});
}

/* A point of mass 1 kg over a floor y = 0, beside a wall x = wall; coordinates in `unit` m; the force onto
 * the wall decreases with `rate`, N/s */
typedef struct corner {
    double gravity[2], wall, unit, rate;
} corner;

static int corner_terms(double t, const double *q, const double *v, rdg_mechanism_terms *to, void *data)
{
    const corner *c = data;
    (void)q, (void)v;
    to->M[0] = to->M[3] = c->unit * c->unit;
    to->h[0] = (c->rate * t - c->gravity[0]) * c->unit;
    to->h[1] = -c->gravity[1] * c->unit;
    return 0;
}

static int corner_geometry(double t, const double *q, rdg_mechanism_geometry *to, void *data)
{
    const corner *c = data;
    (void)t;
    to->g[0] = c->unit * q[1];
    to->W[1] = to->W[2] = c->unit;
    to->g[1] = c->unit * q[0] - c->wall;
    to->W[4] = to->W[7] = c->unit;
    return 0;
}

static rdg_mechanism *make_corner(rdg_context *ctx, corner *c, double floor, double wall)
{
    return rdg_mechanism_create(
        ctx, &(rdg_mechanism_options){
                 .n = 2,
                 .terms = corner_terms,
                 .contacts = 2,
                 .law = (rdg_contact_law[]){{.directions = 1, .mu = floor}, {.directions = 1, .mu = wall}},
                 .geometry = corner_geometry,
                 .constant = true,
                 .data = c});
}

/* Rounding errors of the impact are all that the gap consists of: without gravity nothing moves behind it. */
static void a_block_stops_at_a_wall_wherever_that_is(void **state)
{
    uint64_t seed = 20261;
    (void)state;
    for (int k = 0; k < 120; k++) {
        const double g = k % 3 == 0 ? 0.0 : 5.5 + 4.5 * random_signed(&seed),
                     mu = 0.15 * (1.0 + random_signed(&seed)), start = 0.5 + 0.4 * random_signed(&seed),
                     fast = 5.5 + 3.5 * random_signed(&seed), unit = pow(10.0, 3.0 * random_signed(&seed));
        corner c = {{0.0, g}, k % 2 ? 3.0 * random_signed(&seed) : 0.0, unit, 0.0};
        rdg_context *ctx = rdg_context_create();
        rdg_timestepping *ts = driven(make_corner(ctx, &c, mu, 0.5), 0.05);
        assert_ok(ctx, rdg_timestepping_start(ts, 0.0, (double[]){(c.wall + start) / unit, 0.0},
                                              (double[]){-fast / unit, 0.0}));
        for (int i = 0; i < 60; i++) {
            assert_ok(ctx, rdg_timestepping_step(ts));
        }
        const double left = fast * fast - 2.0 * mu * g * start; /* of the square of the velocity */
        const double end = left < 0.0 ? start - 0.5 * fast * fast / (mu * g) : 0.0;
        assert_near(rdg_timestepping_motion(ts)->q[0] * unit, c.wall + end, 0.0, 1e-9);
        assert_near(rdg_timestepping_motion(ts)->v[0] * unit, 0.0, 0.0, 1e-12);
        rdg_context_free(ctx);
    }
}

/* Missed by far less than the way of a step, though q = 0 there */
static int sinking_wall(double t, const double *q, rdg_mechanism_geometry *to, void *data)
{
    (void)data;
    to->g[0] = q[0] + 1.0 - (t > 0.55 ? 1.0 + 1e-7 : 0.0);
    to->W[0] = 1.0;
    return 0;
}

static int slow_terms(double t, const double *q, const double *v, rdg_mechanism_terms *to, void *data)
{
    (void)t, (void)q, (void)v, (void)data;
    to->M[0] = 1.0;
    return 0;
}

static void a_gap_that_is_missed_is_reported(void **state)
{
    rdg_mechanism *m = rdg_mechanism_create(*state, &(rdg_mechanism_options){.n = 1,
                                                                             .terms = slow_terms,
                                                                             .contacts = 1,
                                                                             .law = &(rdg_contact_law){0},
                                                                             .geometry = sinking_wall});
    rdg_timestepping *ts = driven(m, 0.1);
    assert_ok(*state, rdg_timestepping_start(ts, 0.0, (double[]){0.0}, (double[]){0.0}));
    while (rdg_timestepping_step(ts) == RDG_OK && rdg_timestepping_motion(ts)->t < 1.0) {
    }
    assert_near(rdg_timestepping_motion(ts)->t, 0.5, 1e-12, 0.0);
    assert_failed(*state, RDG_ERR_NO_CONVERGENCE, "contact 0 is open with a gap of -1e-07");
}

/* x = cos t on a floor, masses coupled by c; mu = 0 with a direction is no friction */
static int coupled_terms(double t, const double *q, const double *v, rdg_mechanism_terms *to, void *data)
{
    (void)t, (void)q, (void)v;
    to->M[0] = to->M[3] = 1.0;
    to->M[1] = to->M[2] = *(const double *)data;
    to->K[0] = 1.0;
    to->h[1] = -1.0;
    return 0;
}

static int floor_geometry(double t, const double *q, rdg_mechanism_geometry *to, void *data)
{
    (void)t, (void)data;
    to->g[0] = q[1];
    to->W[1] = to->W[2] = 1.0;
    return 0;
}

static void a_contact_without_friction_slips_freely(void **state)
{
    for (int k = 0; k < 2; k++) {
        double c = 0.5 * k;
        rdg_mechanism *m =
            rdg_mechanism_create(*state, &(rdg_mechanism_options){.n = 2,
                                                                  .terms = coupled_terms,
                                                                  .contacts = 1,
                                                                  .law = &(rdg_contact_law){.directions = 1},
                                                                  .geometry = floor_geometry,
                                                                  .constant = true,
                                                                  .data = &c});
        rdg_timestepping *ts = driven(m, 0.1);
        assert_ok(*state, rdg_timestepping_start(ts, 0.0, (double[]){1.0, 0.0}, (double[]){0.0, 0.0}));
        for (int i = 0; i < 100; i++) {
            assert_ok(*state, rdg_timestepping_step(ts));
            const rdg_motion *at = rdg_timestepping_motion(ts);
            assert_near(at->q[0], cos(at->t), 0.0, 1e-9);
            /* of 1 - c cos t, the mean of the step */
            assert_near(at->force[0], 1.0 - c * (sin(at->t) - sin(at->t - 0.1)) / 0.1, 0.0, 1e-8);
            assert_near(at->force[1], 0.0, 0.0, 1e-300);
        }
    }
}

/* Four rows are at rest, of two coordinates. The point leaves the corner when the force exceeds the friction
 * of the floor, at t = 4/3 s. */
static void a_point_rests_in_a_corner_until_it_is_pulled_out(void **state)
{
    static const double wall[3] = {0.0, 0.1, 2.0};
    for (int k = 0; k < 3; k++) {
        corner c = {{3.0, 10.0}, 0.0, 1.0, 3.0};
        rdg_timestepping *ts = driven(make_corner(*state, &c, 0.1, wall[k]), 0.05);
        assert_ok(*state, rdg_timestepping_start(ts, 0.0, (double[]){0.0, 0.0}, (double[]){0.0, 0.0}));
        for (int i = 0; i < 40; i++) {
            assert_ok(*state, rdg_timestepping_step(ts));
            const rdg_motion *at = rdg_timestepping_motion(ts);
            const double *f = at->force, s = fmax(0.0, at->t - 4.0 / 3.0);
            assert_near(at->q[0], 0.5 * s * s * s, 0.0, 1e-9);
            assert_near(at->q[1], 0.0, 0.0, 1e-12);
            assert_near(f[0] + f[3], 10.0, 0.0, 1e-9);
            assert_true(fabs(f[1]) <= 0.1 * f[0] + 1e-9 && fabs(f[3]) <= wall[k] * f[2] + 1e-9);
        }
    }
}

/* A mechanism that is pressed onto as many contacts as it has coordinates */
typedef struct jam {
    rdg_index n;
    double M[16], W[32], load[4];
} jam;

static int jam_terms(double t, const double *q, const double *v, rdg_mechanism_terms *to, void *data)
{
    const jam *j = data;
    (void)t, (void)q, (void)v;
    memcpy(to->M, j->M, (size_t)(j->n * j->n) * sizeof *to->M);
    memcpy(to->h, j->load, (size_t)j->n * sizeof *to->h);
    return 0;
}

static int jam_geometry(double t, const double *q, rdg_mechanism_geometry *to, void *data)
{
    const jam *j = data;
    (void)t;
    memcpy(to->W, j->W, (size_t)(2 * j->n * j->n) * sizeof *to->W);
    for (rdg_index k = 0; k < j->n; k++) {
        for (rdg_index i = 0; i < j->n; i++) {
            to->g[k] += j->W[2 * k * j->n + i] * q[i];
        }
    }
    return 0;
}

static jam random_jam(uint64_t *seed)
{
    jam j = {.n = 2 + (rdg_index)(1.499 + 1.499 * random_signed(seed))};
    for (rdg_index row = 0; row < 2 * j.n; row++) {
        const double force = row % 2 ? 0.0 : 1.5 + random_signed(seed);
        for (rdg_index i = 0; i < j.n; i++) {
            j.W[row * j.n + i] = 0.4 * random_signed(seed) + (row == 2 * i ? 1.0 : 0.0);
            j.load[i] -= force * j.W[row * j.n + i];
        }
    }
    for (rdg_index i = 0; i < j.n; i++) {
        j.M[i * (j.n + 1)] = pow(10.0, random_signed(seed));
    }
    return j;
}

/* Whatever share friction has, the normal directions alone keep it at rest. */
static void jammed_mechanisms_stay_at_rest(void **state)
{
    uint64_t seed = 20262;
    (void)state;
    for (int k = 0; k < 60; k++) {
        jam j = random_jam(&seed);
        rdg_contact_law law[4];
        for (rdg_index c = 0; c < j.n; c++) {
            law[c] =
                (rdg_contact_law){.directions = 1, .mu = k % 3 ? 0.15 * (1 + random_signed(&seed)) : 1e-6};
        }
        rdg_context *ctx = rdg_context_create();
        rdg_mechanism *m = rdg_mechanism_create(ctx, &(rdg_mechanism_options){.n = j.n,
                                                                              .terms = jam_terms,
                                                                              .contacts = j.n,
                                                                              .law = law,
                                                                              .geometry = jam_geometry,
                                                                              .constant = true,
                                                                              .data = &j});
        rdg_timestepping *ts = driven(m, 0.05);
        const double zero[4] = {0.0};
        assert_ok(ctx, rdg_timestepping_start(ts, 0.0, zero, zero));
        for (int i = 0; i < 10; i++) {
            assert_ok(ctx, rdg_timestepping_step(ts));
        }
        const rdg_motion *at = rdg_timestepping_motion(ts);
        for (rdg_index i = 0; i < j.n; i++) {
            double sum = j.load[i];
            for (rdg_index row = 0; row < 2 * j.n; row++) {
                sum += j.W[row * j.n + i] * at->force[row];
            }
            assert_near(sum, 0.0, 0.0, 1e-9);
            assert_near(at->q[i], 0.0, 0.0, 1e-12);
            assert_true(fabs(at->force[2 * i + 1]) <= law[i].mu * at->force[2 * i] + 1e-9);
        }
        rdg_context_free(ctx);
    }
}

/* The tangential direction turns through the normal one at x = 0: it depends on it for an instant */
static int turning_geometry(double t, const double *q, rdg_mechanism_geometry *to, void *data)
{
    (void)t, (void)data;
    to->g[0] = q[1];
    to->W[1] = 1.0;
    to->W[2] = -q[0];
    to->W[3] = 1.0;
    return 0;
}

/* x'' = k^2 x before x = 0, x'' = -w^2 x behind it */
static void a_direction_that_turns_holds_nothing(void **state)
{
    corner c = {{0.0, 10.0}, 0.0, 1.0, 0.0};
    rdg_mechanism *m = rdg_mechanism_create(
        *state, &(rdg_mechanism_options){.n = 2,
                                         .terms = corner_terms,
                                         .contacts = 1,
                                         .law = &(rdg_contact_law){.directions = 1, .mu = 0.1},
                                         .geometry = turning_geometry,
                                         .constant = true,
                                         .data = &c});
    rdg_timestepping *ts = driven(m, 0.05);
    const double k = sqrt(1.0 / 0.9), w = sqrt(1.0 / 1.1), when = atanh(0.5 * k) / k,
                 fast = sqrt(1.0 - 0.25 * k * k);
    assert_ok(*state, rdg_timestepping_start(ts, 0.0, (double[]){-0.5, 0.0}, (double[]){1.0, 0.0}));
    for (int i = 0; i < 30; i++) {
        assert_ok(*state, rdg_timestepping_step(ts));
        const double t = rdg_timestepping_motion(ts)->t;
        assert_near(rdg_timestepping_motion(ts)->q[0],
                    t < when ? sinh(k * t) / k - 0.5 * cosh(k * t) : fast / w * sin(w * (t - when)), 0.0,
                    1e-9);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_block_stops_at_a_wall_wherever_that_is),
        TEST(a_gap_that_is_missed_is_reported),
        TEST(a_contact_without_friction_slips_freely),
        TEST(a_point_rests_in_a_corner_until_it_is_pulled_out),
        TEST(jammed_mechanisms_stay_at_rest),
        TEST(a_direction_that_turns_holds_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
