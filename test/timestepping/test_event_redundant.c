/* Event-driven motion of a body on more supports than carry independent loads. */
#include "fresh_context.h"

#include <ridgewalk/timestepping.h>

#include <math.h>
#include <string.h>

enum { SUPPORTS = 4 };

static const double gravity = 9.81, rate = 4.0; /* m/s^2, N/s */

/* A block of 1 kg stands on its supports, `below` m below its centre, and is pushed there by a force that
 * grows: it never tips. */
typedef struct block {
    rdg_index supports;
    double place[SUPPORTS];
} block;

static int block_terms(double t, const double *q, const double *v, rdg_mechanism_terms *to, void *data)
{
    (void)q, (void)v, (void)data;
    to->M[0] = to->M[4] = 1.0;
    to->M[8] = 0.5;
    to->h[0] = rate * t;
    to->h[1] = -gravity;
    return 0;
}

static int block_geometry(double t, const double *q, rdg_mechanism_geometry *to, void *data)
{
    const block *b = data;
    const double c = cos(q[2]), s = sin(q[2]);
    (void)t;
    for (rdg_index k = 0; k < b->supports; k++) {
        const double along = b->place[k] * c, up = b->place[k] * s;
        double *W = to->W + 6 * k;
        to->g[k] = q[1] + up;
        W[1] = W[3] = 1.0;
        W[2] = along;
        W[5] = -up;
    }
    return 0;
}

static double uniform(uint64_t *seed)
{
    return 0.5 * (1.0 + random_signed(seed));
}

/* The centre is above any place between the outer supports; those of least norm would pull at some of them.
 */
static block random_block(uint64_t *seed, int k)
{
    block b = {.supports = 2 + k % 3};
    double low = INFINITY, high = -INFINITY;
    for (rdg_index i = 0; i < b.supports; i++) {
        b.place[i] = random_signed(seed);
        low = fmin(low, b.place[i]);
        high = fmax(high, b.place[i]);
    }
    const double centre = low + (high - low) * (0.02 + 0.96 * uniform(seed));
    for (rdg_index i = 0; i < b.supports; i++) {
        b.place[i] -= centre;
    }
    return b;
}

static void a_block_on_any_supports_stays_and_slides(void **state)
{
    uint64_t seed = 4;
    (void)state;
    for (int k = 0; k < 30; k++) {
        block b = random_block(&seed, k);
        const double mu = 0.1 + 0.4 * uniform(&seed), start = mu * gravity / rate;
        rdg_contact_law law[SUPPORTS];
        for (rdg_index i = 0; i < SUPPORTS; i++) {
            law[i] = (rdg_contact_law){.mu = mu, .directions = 1};
        }
        rdg_context *ctx = rdg_context_create();
        rdg_mechanism *m = rdg_mechanism_create(ctx, &(rdg_mechanism_options){.name = "block",
                                                                              .n = 3,
                                                                              .terms = block_terms,
                                                                              .contacts = b.supports,
                                                                              .law = law,
                                                                              .geometry = block_geometry,
                                                                              .data = &b});
        rdg_timestepping *ts =
            rdg_timestepping_create(m, &(rdg_timestepping_options){.scheme = RDG_EVENT_DRIVEN, .h = 0.05});
        const double zero[3] = {0.0};
        assert_ok(ctx, rdg_timestepping_start(ts, 0.0, zero, zero));
        for (int i = 0; i < 40; i++) {
            assert_ok(ctx, rdg_timestepping_step(ts));
            const rdg_motion *at = rdg_timestepping_motion(ts);
            const double s = fmax(0.0, at->t - start);
            double weight = 0.0;
            assert_near(at->q[0], rate / 6.0 * s * s * s, 0.0, 1e-9);
            assert_near(at->q[1], 0.0, 0.0, 1e-9);
            assert_near(at->q[2], 0.0, 0.0, 1e-9);
            for (rdg_index j = 0; j < b.supports; j++) {
                assert_true(at->force[2 * j] >= 0.0);
                weight += at->force[2 * j];
            }
            assert_near(weight, gravity, 1e-9, 0.0);
        }
        rdg_context_free(ctx);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(a_block_on_any_supports_stays_and_slides)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
