/* Motions: made, placed, sampled. */
#include "sliding_march_impl.h"

#include <ridgewalk/loads.h>
#include <ridgewalk/toolbox.h>

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static void destroy(void *object)
{
    rdg_marching *m = object;
    rdg_free(m->memory);
    rdg_free(m->at_node);
    rdg_free(m->at_next);
    rdg_free(m);
}

void rdg_marching_free(rdg_marching *m)
{
    if (m) {
        rdg_context_disown(m->c->ctx, m);
        destroy(m);
    }
}

/* Defaults in place of zeros */
static void complete(rdg_march_options *o, double limit)
{
    if (o->h == 0.0) {
        o->h = o->scheme == RDG_MARCH_CENTRAL ? 0.8 * limit : 5e-7;
    }
    o->noise_rate = o->noise_rate == 0.0 ? 5e4 : o->noise_rate;
    o->record_rate = o->record_rate == 0.0 ? 5e4 : o->record_rate;
    o->seed = o->seed == 0 ? 42 : o->seed;
}

/* The sum of the slider's constant forces, N: what noise is a part of */
static double constant_force(const rdg_sliding *c)
{
    double sum = 0.0;
    for (rdg_index l = 0; l < rdg_load_count(c->slider.s); l++) {
        sum += fabs(rdg_load_at(c->slider.s, l)->amplitude);
    }
    return sum;
}

static rdg_status check_times(rdg_context *ctx, const char *where, const rdg_march_options *o)
{
    const struct {
        const char *name;
        double value, least;
    } number[] = {{"speed", o->speed, 0.0},
                  {"start", o->start, -INFINITY},
                  {"from", o->from, -INFINITY},
                  {"until", o->until, o->from},
                  {"noise", o->noise, 0.0},
                  {"noise_rate", o->noise_rate, 0.0},
                  {"record_rate", o->record_rate, 0.0}};
    for (size_t i = 0; i < sizeof number / sizeof *number; i++) {
        if (!isfinite(number[i].value) || number[i].value < number[i].least) {
            return rdg_fail(ctx, RDG_ERR_ARGUMENT, where, "%s = %g: a finite number, %g or more, is needed",
                            number[i].name, number[i].value, number[i].least);
        }
    }
    return RDG_OK;
}

static rdg_status check(rdg_sliding *c, const char *where, const rdg_march_options *o)
{
    if (o->scheme != RDG_MARCH_EXACT && o->scheme != RDG_MARCH_CENTRAL) {
        return rdg_fail(c->ctx, RDG_ERR_ARGUMENT, where, "there is no scheme %d", (int)o->scheme);
    }
    if (c->interpolation != RDG_SEGMENTS) {
        return rdg_fail(c->ctx, RDG_ERR_ARGUMENT, where,
                        "motions are computed along straight segments (RDG_SEGMENTS), not along cubics");
    }
    if (!isfinite(o->h) || o->h < 0.0) {
        return rdg_fail(c->ctx, RDG_ERR_ARGUMENT, where, "h = %g s is no step", o->h);
    }
    const double limit = rdg_march_limit_of(c, o->scheme);
    if (o->h > limit) {
        return rdg_fail(c->ctx, RDG_ERR_ARGUMENT, where,
                        "h = %g s: the central difference explodes with steps longer than %.5g s; "
                        "RDG_MARCH_EXACT has no limit",
                        o->h, limit);
    }
    RDG_TRY(check_times(c->ctx, where, o));
    if (o->noise > 0.0 && constant_force(c) == 0.0) {
        return rdg_fail(c->ctx, RDG_ERR_ARGUMENT, where,
                        "noise = %g is a part of the constant forces of \"%s\", which has none", o->noise,
                        rdg_structure_name(c->slider.s));
    }
    if (o->sensors < 0 || (o->sensors > 0 && !o->sensor)) {
        return rdg_fail(c->ctx, RDG_ERR_ARGUMENT, where, "%" PRId64 " sensors without their names",
                        o->sensors);
    }
    return RDG_OK;
}

void rdg_march_begin(rdg_marching *m, double t0, rdg_index steps)
{
    m->t0 = t0;
    m->restarted = steps;
    m->now = (rdg_march_state){
        .t = t0, .steps = steps, .at = m->now.at, .contact = RDG_RIGID_SLIPS_FORWARD, .v = m->o.speed};
    m->sum = (rdg_march_result){.lambda_min = INFINITY,
                                .lambda_max = -INFINITY,
                                .v_min = INFINITY,
                                .v_relative_min = INFINITY,
                                .lambda_min_t = NAN,
                                .v_min_t = NAN,
                                .v_relative_min_t = NAN,
                                .first_reversal = NAN};
    m->lambda_sum = 0.0;
    m->force = (rdg_march_point){0.0, 0.0};
    rdg_march_noise_begin(&m->noise, m->o.noise * constant_force(m->c), m->o.noise_rate, m->o.seed);
    rdg_march_locate(m);
}

/* Amplitudes to the padded places of both structures */
void rdg_march_spread(const rdg_marching *m, const double *z, double *padded)
{
    memcpy(padded, z, (size_t)m->c->slider.n * sizeof *z);
    memcpy(padded + m->m.slider, z + m->c->slider.n, (size_t)m->c->target.n * sizeof *z);
}

void rdg_march_gather(const rdg_marching *m, const double *padded, double *z)
{
    memcpy(z, padded, (size_t)m->c->slider.n * sizeof *z);
    memcpy(z + m->c->slider.n, padded + m->m.slider, (size_t)m->c->target.n * sizeof *z);
}

/* Where the equilibrium with contact opens by tension, the one without it is the motion's start. */
static void release_contact(rdg_marching *m, double *z)
{
    const rdg_sliding_side *const sides[] = {&m->c->slider, &m->c->target};
    for (int side = 0; side < 2; side++) {
        for (rdg_index i = 0; i < sides[side]->n; i++) {
            if (sides[side]->w2[i] > 0.0) {
                *z = sides[side]->f[i] / sides[side]->w2[i];
            }
            z++;
        }
    }
    m->now.at.lambda = 0.0;
}

static rdg_status start(rdg_marching *m)
{
    double *z = rdg_context_calloc(m->c->ctx, (size_t)rdg_sliding_modes(m->c), sizeof *z);
    rdg_status status = rdg_error_status(m->c->ctx);
    if (status == RDG_OK) {
        status = rdg_sliding_equilibrium(m->c, m->o.start + m->o.speed * m->o.from, &m->now.at, z);
    }
    if (status == RDG_OK) {
        if (m->o.unilateral && m->now.at.lambda < 0.0) {
            release_contact(m, z);
        }
        rdg_march_spread(m, z, m->m.z);
        rdg_march_begin(m, m->o.from, 0);
        m->now.tau = -m->c->mu * m->now.at.lambda;
        m->now.v_relative = m->o.speed * cos(m->now.at.gamma);
    }
    rdg_free(z);
    return status;
}

rdg_marching *rdg_marching_create(rdg_sliding *c, const rdg_march_options *options)
{
    RDG_ENTER(c, c->ctx, NULL);
    RDG_NEED(c->ctx, options, NULL);
    if (check(c, __func__, options) != RDG_OK) {
        return NULL;
    }
    rdg_marching *m = rdg_context_calloc(c->ctx, 1, sizeof *m);
    if (!m) {
        return NULL;
    }
    m->c = c;
    m->o = *options;
    complete(&m->o, rdg_march_limit_of(c, m->o.scheme));
    if (!isfinite(m->o.h)) {
        RDG_FAIL(c->ctx, RDG_ERR_ARGUMENT, "h = 0: structures without stiffness have no step of their own");
        destroy(m);
        return NULL;
    }
    if (rdg_march_set_up(m) != RDG_OK || start(m) != RDG_OK) {
        destroy(m);
        return NULL;
    }
    return rdg_context_own(c->ctx, m, destroy) == RDG_OK ? m : NULL;
}

rdg_status rdg_marching_place(rdg_marching *m, double t, const double *z, const double *before)
{
    RDG_ENTER(m, m->c->ctx, RDG_ERR_EARLIER);
    RDG_NEED(m->c->ctx, z, RDG_ERR_ARGUMENT);
    RDG_NEED(m->c->ctx, before, RDG_ERR_ARGUMENT);
    if (!isfinite(t)) {
        return RDG_FAIL(m->c->ctx, RDG_ERR_ARGUMENT, "t = %g s is no time", t);
    }
    for (rdg_index i = 0; i < rdg_sliding_modes(m->c); i++) {
        if (!isfinite(z[i]) || !isfinite(before[i])) {
            return RDG_FAIL(m->c->ctx, RDG_ERR_NOT_FINITE, "amplitude %" PRId64 " is %g, and %g before", i,
                            z[i], before[i]);
        }
    }
    rdg_march_spread(m, z, m->m.z);
    rdg_march_spread(m, before, m->m.d);
    for (rdg_index i = 0; i < m->m.slider + m->m.target; i++) {
        m->m.d[i] = m->m.z[i] - m->m.d[i];
    }
    m->now.at.lambda = 0.0;
    rdg_march_begin(m, t, 0);
    return RDG_OK;
}

const rdg_march_state *rdg_marching_state(rdg_marching *m)
{
    if (!m) {
        return NULL;
    }
    m->now.at.gamma = m->now.steps > 0 ? asin(fmax(-1.0, fmin(1.0, m->sine))) : m->now.at.gamma;
    return &m->now;
}

rdg_status rdg_marching_result(rdg_marching *m, rdg_march_result *result)
{
    RDG_ENTER(m, m->c->ctx, RDG_ERR_EARLIER);
    RDG_NEED(m->c->ctx, result, RDG_ERR_ARGUMENT);
    *result = m->sum;
    result->stop = m->now.stop;
    result->t = m->now.t;
    result->steps = m->now.steps - m->restarted;
    result->lambda_mean = m->lambda_sum / (double)(result->steps > 0 ? result->steps : 1);
    return RDG_OK;
}

rdg_status rdg_marching_amplitudes(rdg_marching *m, double *z, double *before)
{
    RDG_ENTER(m, m->c->ctx, RDG_ERR_EARLIER);
    RDG_NEED(m->c->ctx, z, RDG_ERR_ARGUMENT);
    rdg_march_settle(m);
    rdg_march_gather(m, m->m.z, z);
    if (before) {
        rdg_march_gather(m, m->m.d, before);
        for (rdg_index i = 0; i < rdg_sliding_modes(m->c); i++) {
            before[i] = z[i] - before[i];
        }
    }
    return RDG_OK;
}

static double energy_of(const rdg_march_arrays *m, const rdg_sliding_side *side, rdg_index first, double h)
{
    double energy = 0.0;
    for (rdg_index i = 0; i < side->n; i++) {
        const double d = m->d[first + i], v = d / h, z = m->z[first + i] - 0.5 * d;
        energy += 0.5 * v * v + z * (0.5 * side->w2[i] * z - side->f[i]);
    }
    return energy;
}

double rdg_marching_energy(rdg_marching *m)
{
    if (!m) {
        return NAN;
    }
    rdg_march_settle(m);
    return energy_of(&m->m, &m->c->slider, 0, m->o.h) + energy_of(&m->m, &m->c->target, m->m.slider, m->o.h);
}
