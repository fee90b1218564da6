/* Small mechanisms with known motions. */
#ifndef RDG_TEST_MECHANISMS_H
#define RDG_TEST_MECHANISMS_H

#include "support.h"

#include <ridgewalk/timestepping.h>

#include <math.h>

enum { SCHEMES = 8 };

/* All schemes, with a rho that all can take */
static inline rdg_timestepping_options scheme_at(int k, double h)
{
    return (rdg_timestepping_options){.scheme = (rdg_scheme)k, .h = h, .rho = 0.8};
}

/* A ball over the floor */
static inline int ball_terms(double t, const double *q, const double *v, rdg_mechanism_terms *to, void *data)
{
    (void)t, (void)q, (void)v, (void)data;
    to->M[0] = 1.0;
    to->h[0] = -9.81;
    return 0;
}

static inline int ball_geometry(double t, const double *q, rdg_mechanism_geometry *to, void *data)
{
    (void)t, (void)data;
    to->g[0] = q[0];
    to->W[0] = 1.0;
    return 0;
}

static inline double ball_potential(double t, const double *q, void *data)
{
    (void)t, (void)data;
    return 9.81 * q[0];
}

static inline rdg_mechanism *make_ball(rdg_context *ctx, double e)
{
    return rdg_mechanism_create(ctx, &(rdg_mechanism_options){.name = "ball",
                                                              .n = 1,
                                                              .terms = ball_terms,
                                                              .contacts = 1,
                                                              .law = &(rdg_contact_law){.restitution = e},
                                                              .geometry = ball_geometry,
                                                              .potential = ball_potential,
                                                              .constant = true});
}

/* Height of a ball that falls from 1 m with e = 1/2 */
static inline double ball_height(double t)
{
    const double g = 9.81;
    double start = 0.0, y = 1.0, v = 0.0;
    for (int k = 0; k < 200; k++) {
        const double hit = (v + sqrt(v * v + 2 * g * y)) / g;
        if (t - start <= hit) {
            return y + v * (t - start) - 0.5 * g * (t - start) * (t - start);
        }
        v = 0.5 * (g * hit - v);
        y = 0.0;
        start += hit;
    }
    return 0.0;
}

/* An oscillator, x'' + 2 z x' + x = f cos(w t), under a stop at d (or none) with friction mu of a load N on a
 * plane */
typedef struct oscillator {
    double z, f, w, d;
} oscillator;

static inline int oscillator_terms(double t, const double *q, const double *v, rdg_mechanism_terms *to,
                                   void *data)
{
    const oscillator *o = data;
    (void)q, (void)v;
    to->M[0] = 1.0;
    to->C[0] = 2.0 * o->z;
    to->K[0] = 1.0;
    to->h[0] = o->f != 0.0 ? o->f * cos(o->w * t) : 0.0;
    return 0;
}

static inline int oscillator_geometry(double t, const double *q, rdg_mechanism_geometry *to, void *data)
{
    (void)t;
    to->g[0] = ((const oscillator *)data)->d - q[0];
    to->W[0] = -1.0;
    return 0;
}

/* A block on a floor: (x, y), the floor at y = 0, with a spring k to x = 0 */
typedef struct block {
    double k;
    double gravity[2]; /* along and onto the floor */
} block;

static inline int block_terms(double t, const double *q, const double *v, rdg_mechanism_terms *to, void *data)
{
    const block *b = data;
    (void)t, (void)q, (void)v;
    to->M[0] = to->M[3] = 1.0;
    to->K[0] = b->k;
    to->h[0] = b->gravity[0];
    to->h[1] = -b->gravity[1];
    return 0;
}

static inline int block_geometry(double t, const double *q, rdg_mechanism_geometry *to, void *data)
{
    (void)t, (void)data;
    to->g[0] = q[1];
    to->W[1] = 1.0; /* normal */
    to->W[2] = 1.0; /* tangential */
    return 0;
}

static inline rdg_mechanism *make_block(rdg_context *ctx, block *b, double mu)
{
    return rdg_mechanism_create(ctx,
                                &(rdg_mechanism_options){.name = "block",
                                                         .n = 2,
                                                         .terms = block_terms,
                                                         .contacts = 1,
                                                         .law = &(rdg_contact_law){.mu = mu, .directions = 1},
                                                         .geometry = block_geometry,
                                                         .constant = true,
                                                         .data = b});
}

/* Three equal balls in a row, which touch at 0 */
static inline int balls_terms(double t, const double *q, const double *v, rdg_mechanism_terms *to, void *data)
{
    (void)t, (void)q, (void)v, (void)data;
    to->M[0] = to->M[4] = to->M[8] = 1.0;
    return 0;
}

static inline int balls_geometry(double t, const double *q, rdg_mechanism_geometry *to, void *data)
{
    (void)t, (void)data;
    for (int k = 0; k < 2; k++) {
        to->g[k] = q[k + 1] - q[k];
        to->W[3 * k + k] = -1.0;
        to->W[3 * k + k + 1] = 1.0;
    }
    return 0;
}

static inline rdg_mechanism *make_balls(rdg_context *ctx, double restitution)
{
    const rdg_contact_law law = {.restitution = restitution};
    return rdg_mechanism_create(ctx, &(rdg_mechanism_options){.name = "balls",
                                                              .n = 3,
                                                              .terms = balls_terms,
                                                              .contacts = 2,
                                                              .law = (rdg_contact_law[]){law, law},
                                                              .geometry = balls_geometry,
                                                              .constant = true});
}

/* Steps until a time */
static inline rdg_status go_until(rdg_timestepping *ts, double t, double h)
{
    rdg_status status = RDG_OK;
    while (status == RDG_OK && rdg_timestepping_motion(ts)->t < t - 0.5 * h) {
        status = rdg_timestepping_step(ts);
    }
    return status;
}

#endif
