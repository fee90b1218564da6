/* Where the contact is without deformation, and the equilibrium of steady sliding. */
#include "sliding_impl.h"

#include <ridgewalk/toolbox.h>

#include <inttypes.h>
#include <math.h>

typedef struct point {
    double x, y;
} point;

static rdg_status leaves(const rdg_sliding *c, const char *where, double s)
{
    return rdg_fail(c->ctx, RDG_ERR_ARGUMENT, where,
                    "at s = %g m the contact leaves the polyline, which reaches from %g to %g m", s,
                    c->node_x[0], c->node_x[c->nodes - 1]);
}

rdg_status rdg_sliding_undeformed(rdg_sliding *c, double s, rdg_sliding_state *state)
{
    if (!c || rdg_error_status(c->ctx) != RDG_OK) {
        return RDG_ERR_EARLIER;
    }
    RDG_NEED(c->ctx, state, RDG_ERR_ARGUMENT);
    if (!(s >= c->node_x[0] && s <= c->node_x[c->nodes - 1])) {
        return leaves(c, __func__, s);
    }
    rdg_index k = 0;
    while (k < c->nodes - 2 && s >= c->node_x[k + 1]) {
        k++;
    }
    const double length = c->node_x[k + 1] - c->node_x[k];
    *state = (rdg_sliding_state){.segment = k,
                                 .alpha = (s - c->node_x[k]) / length,
                                 .gamma = atan2(c->node_y[k + 1] - c->node_y[k], length)};
    return RDG_OK;
}

/* The deformed position of a node of the polyline */
static point node_at(const rdg_sliding *c, rdg_index node, const double *z)
{
    point p = {c->node_x[node], c->node_y[node]};
    for (rdg_index i = 0; i < c->target.n; i++) {
        p.x += c->target.x[i + c->target.n * node] * z[c->slider.n + i];
        p.y += c->target.y[i + c->target.n * node] * z[c->slider.n + i];
    }
    return p;
}

static point contact_at(const rdg_sliding *c, double s, const double *z)
{
    point p = {s, c->height};
    for (rdg_index i = 0; i < c->slider.n; i++) {
        p.x += c->slider.x[i] * z[i];
        p.y += c->slider.y[i] * z[i];
    }
    return p;
}

/* n . (P - C) of the state's segment */
static double gap_at(const rdg_sliding *c, double s, const rdg_sliding_state *at, const double *z)
{
    const point C = contact_at(c, s, z), p = node_at(c, at->segment, z), q = node_at(c, at->segment + 1, z);
    const point P = {(1.0 - at->alpha) * p.x + at->alpha * q.x, (1.0 - at->alpha) * p.y + at->alpha * q.y};
    return -sin(at->gamma) * (P.x - C.x) + cos(at->gamma) * (P.y - C.y);
}

/* The segment below C: alpha by its foot, one to the left or right while it is outside */
static bool search_segment(const rdg_sliding *c, double s, const double *z, rdg_sliding_state *at)
{
    enum { STEPS = 6 };
    const point C = contact_at(c, s, z);
    for (int step = 0; step <= STEPS; step++) {
        const point p = node_at(c, at->segment, z), q = node_at(c, at->segment + 1, z);
        const double dx = q.x - p.x, dy = q.y - p.y;
        at->alpha = ((C.x - p.x) * dx + (C.y - p.y) * dy) / (dx * dx + dy * dy);
        at->gamma = atan2(dy, dx);
        if (at->alpha < 0.0 && at->segment > 0) {
            at->segment--;
        } else if (at->alpha >= 1.0 && at->segment < c->nodes - 2) {
            at->segment++;
        } else {
            return at->alpha >= 0.0 && at->alpha <= 1.0;
        }
    }
    return false;
}

/* Amplitudes and force for rows a, b: K z + b lambda = f, and the gap closed by the rigid motion, or by the
 * force where there is none. False: no such force. */
static bool balance(const rdg_sliding *c, double s, const double *a, const double *b, rdg_sliding_state *at,
                    double *z)
{
    const bool rigid = c->slider.w2[0] == 0.0;
    const rdg_index n = c->slider.n + c->target.n;
    double compliance = 0.0;
    for (rdg_index i = rigid; i < n; i++) {
        const double w2 = i < c->slider.n ? c->slider.w2[i] : c->target.w2[i - c->slider.n];
        const double f = i < c->slider.n ? c->slider.f[i] : c->target.f[i - c->slider.n];
        at->lambda = rigid ? c->slider.f[0] / b[0] : 0.0;
        z[i] = (f - b[i] * at->lambda) / w2;
        compliance += a[i] * b[i] / w2;
    }
    z[0] = rigid ? 0.0 : z[0];
    const double gap = gap_at(c, s, at, z);
    if (rigid) {
        z[0] = -gap / a[0]; /* the gap changes by a z */
        return isfinite(z[0]) && isfinite(at->lambda);
    }
    at->lambda = gap / compliance;
    for (rdg_index i = 0; i < n; i++) {
        z[i] -= b[i] * at->lambda / (i < c->slider.n ? c->slider.w2[i] : c->target.w2[i - c->slider.n]);
    }
    return isfinite(at->lambda);
}

/* work: [3 n] */
static rdg_status iterate(rdg_sliding *c, const char *where, double s, rdg_sliding_state *at, double *work)
{
    enum { SWEEPS = 100 };
    const rdg_index n = rdg_sliding_modes(c);
    double *a = work, *b = a + n, *z = b + n, change = INFINITY;
    for (int sweep = 0; sweep < SWEEPS; sweep++) {
        const rdg_sliding_state before = *at;
        rdg_sliding_rows(c, at, c->mu, a, b);
        if (!balance(c, s, a, b, at, z)) {
            return rdg_fail(c->ctx, RDG_ERR_SINGULAR, where,
                            "at s = %g m friction holds the slider: no force balances it", s);
        }
        if (!search_segment(c, s, z, at)) {
            return leaves(c, where, s);
        }
        const double moved = fabs((double)(at->segment - before.segment) + at->alpha - before.alpha);
        const double turned = fabs(at->gamma - before.gamma);
        const double now = fmax(moved, turned);
        if (now < 1e-9 && now >= change) { /* as far as rounding errors allow */
            return RDG_OK;
        }
        change = now;
    }
    return rdg_fail(
        c->ctx, RDG_ERR_NO_CONVERGENCE, where,
        "at s = %g m the equilibrium of sliding is not found: the last step moved it by %g segments", s,
        change);
}

rdg_status rdg_sliding_equilibrium(rdg_sliding *c, double s, rdg_sliding_state *state, double *z)
{
    RDG_TRY(rdg_sliding_undeformed(c, s, state));
    const rdg_index n = rdg_sliding_modes(c);
    double *work = rdg_context_calloc(c->ctx, (size_t)(3 * n), sizeof *work);
    const rdg_status status = work ? iterate(c, __func__, s, state, work) : RDG_ERR_NO_MEMORY;
    for (rdg_index i = 0; z && status == RDG_OK && i < n; i++) {
        z[i] = work[2 * n + i];
    }
    rdg_free(work);
    return status;
}
