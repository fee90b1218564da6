/* Multipliers of the orbit at a solution of harmonic balance, and the verdict. */
#include "verification_impl.h"

#include <ridgewalk/hybrid_of.h>

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* Both motions are compared at so many instants of a period. */
enum { INSTANTS = 512 };

typedef struct verification {
    rdg_verification is;
    rdg_context *ctx;
    double *modulus, *angle;
} verification;

static void release(void *object)
{
    verification *v = object;
    rdg_free(v->modulus);
    rdg_free(v->angle);
    rdg_free(v);
}

void rdg_verification_free(rdg_verification *is)
{
    verification *v = (verification *)is; /* its first member */
    if (v) {
        rdg_context_disown(v->ctx, v);
        release(v);
    }
}

/* Multipliers of 1 of contacts that stick, or slip on their cones, in all segments of the orbit. */
static rdg_status count_neutral(verification *v, rdg_shooting *s, const double *u, rdg_index *constraints)
{
    const rdg_index segments = rdg_shooting_segments(s);
    rdg_index *mode = rdg_context_calloc(v->ctx, (size_t)segments, sizeof *mode);
    for (rdg_index j = 0; mode && j < segments; j++) {
        rdg_shooting_segment segment = {.mode = 0};
        (void)rdg_shooting_segment_at(s, u, j, &segment);
        mode[j] = segment.mode;
    }
    v->is.stuck = mode ? rdg_hybrid_stuck(rdg_shooting_system(s), segments, mode) : 0;
    *constraints = mode ? rdg_hybrid_constraints(rdg_shooting_system(s), segments, mode) : 0;
    rdg_free(mode);
    return rdg_error_status(v->ctx);
}

/* Leave the multiplier that is nearest to 1 out. */
static void leave_out_one(verification *v)
{
    rdg_index nearest = 0;
    for (rdg_index i = 1; i < v->is.count; i++) {
        const double here = hypot(log(v->modulus[i]), v->angle[i]);
        nearest = here < hypot(log(v->modulus[nearest]), v->angle[nearest]) ? i : nearest;
    }
    const size_t behind = (size_t)(--v->is.count - nearest);
    memmove(v->modulus + nearest, v->modulus + nearest + 1, behind * sizeof *v->modulus);
    memmove(v->angle + nearest, v->angle + nearest + 1, behind * sizeof *v->angle);
}

static rdg_status decide(verification *v, rdg_shooting *s, const double *u)
{
    const rdg_index n = rdg_hybrid_most_states(rdg_shooting_system(s));
    rdg_index constraints = 0;
    v->modulus = rdg_context_calloc(v->ctx, (size_t)n, sizeof *v->modulus);
    v->angle = rdg_context_calloc(v->ctx, (size_t)n, sizeof *v->angle);
    RDG_TRY(rdg_error_status(v->ctx));
    RDG_TRY(rdg_shooting_multipliers(s, u, n, v->modulus, v->angle));
    RDG_TRY(count_neutral(v, s, u, &constraints));
    v->is.count = n;
    for (rdg_index i = 0; i < n; i++) {
        v->modulus[i] = exp(v->modulus[i]);
    }
    for (rdg_index i = 0; i < v->is.stuck + constraints; i++) {
        leave_out_one(v);
    }
    for (rdg_index i = 0; i < v->is.count; i++) {
        v->is.unstable += v->modulus[i] >= 1.0;
    }
    v->is.is_stable = v->is.unstable == 0;
    v->is.modulus = v->modulus;
    v->is.angle = v->angle;
    return RDG_OK;
}

static rdg_status compare(verification *v, rdg_shooting *s, const double *u, const rdg_balanced_motion *m)
{
    const rdg_index states = rdg_hybrid_most_states(rdg_shooting_system(s));
    rdg_shooting_segment first = {.phase = 0.0};
    double *x = rdg_context_calloc(v->ctx, (size_t)(INSTANTS * (states + 1) + m->n), sizeof *x);
    if (!x) {
        return RDG_ERR_NO_MEMORY;
    }
    double *t = x + INSTANTS * states, *q = t + INSTANTS, largest = 0.0, most = 0.0;
    rdg_status status = rdg_shooting_segment_at(s, u, 0, &first);
    status = status == RDG_OK ? rdg_shooting_motion(s, u, INSTANTS, t, NULL, x) : status;
    for (rdg_index k = 0; status == RDG_OK && k < INSTANTS; k++) {
        rdg_balanced_motion_at(m, first.phase + m->omega * t[k], q, NULL);
        for (rdg_index i = 0; i < m->n; i++) {
            largest = fmax(largest, fabs(q[i]));
            most = fmax(most, fabs(q[i] - x[k * states + i]));
        }
    }
    v->is.difference = largest > 0.0 ? most / largest : most;
    rdg_free(x);
    return status;
}

static rdg_status verify(verification *v, rdg_hbm *hb, const rdg_balanced_motion *m)
{
    rdg_shooting *s = rdg_orbit_from_balance(hb, m);
    rdg_problem *p = s ? rdg_shooting_problem(s) : NULL;
    const double *u = p ? rdg_start_values(p) : NULL;
    rdg_status status = u ? decide(v, s, u) : rdg_error_status(v->ctx);
    status = status == RDG_OK ? compare(v, s, u, m) : status;
    v->is.omega = m->omega;
    v->is.alpha = m->alpha;
    rdg_problem_free(p);
    rdg_shooting_free(s);
    return status;
}

rdg_verification *rdg_hbm_verify(rdg_hbm *hb, const char *run, rdg_index label)
{
    rdg_context *ctx = rdg_hbm_context(hb);
    RDG_ENTER(ctx, ctx, NULL);
    verification *v = rdg_context_calloc(ctx, 1, sizeof *v);
    if (!v || rdg_context_own(ctx, v, release) != RDG_OK) {
        return NULL;
    }
    v->ctx = ctx;
    rdg_balanced_motion m;
    rdg_status status = rdg_balanced_motion_read(hb, run, label, &m);
    status = status == RDG_OK ? verify(v, hb, &m) : status;
    rdg_balanced_motion_release(&m);
    if (status != RDG_OK) {
        rdg_verification_free(&v->is);
        return NULL;
    }
    return &v->is;
}
