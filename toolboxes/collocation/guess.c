/* A segment's first predictor, and a mesh for it, from samples. */
#include "segment_impl.h"

#include <ridgewalk/toolbox.h>

#include <inttypes.h>
#include <math.h>
#include <string.h>

static const char where[] = "rdg_segment_add";

/* Where sample k is, from 0 to 1. */
static double instant(const rdg_segment_options *o, rdg_index k)
{
    return o->t ? (o->t[k] - o->t[0]) / (o->t[o->count - 1] - o->t[0]) : (double)k / (double)(o->count - 1);
}

static rdg_status check(const rdg_segment *s, const rdg_segment_options *o)
{
    for (rdg_index k = 0; k < o->count * s->at.n; k++) {
        if (!isfinite(o->x[k])) {
            return rdg_fail(s->ctx, RDG_ERR_NOT_FINITE, where,
                            "\"%s\": state %" PRId64 " of sample %" PRId64 " is %g", s->name, k % s->at.n,
                            k / s->at.n, o->x[k]);
        }
    }
    for (rdg_index k = 0; o->t && k + 1 < o->count; k++) {
        if (!(o->t[k + 1] > o->t[k]) || !isfinite(o->t[k + 1])) {
            return rdg_fail(s->ctx, RDG_ERR_ARGUMENT, where,
                            "\"%s\": the instants of samples %" PRId64 " and %" PRId64
                            " are %g and %g: they must "
                            "ascend",
                            s->name, k, k + 1, o->t[k], o->t[k + 1]);
        }
    }
    for (rdg_index i = 0; o->mesh && i <= s->at.N; i++) {
        const bool is_first = i == 0, is_last = i == s->at.N;
        if (!isfinite(o->mesh[i]) || (is_first && o->mesh[i] != 0.0) || (is_last && o->mesh[i] != 1.0) ||
            (i > 0 && !(o->mesh[i] > o->mesh[i - 1]))) {
            return rdg_fail(s->ctx, RDG_ERR_ARGUMENT, where,
                            "\"%s\": mesh point %" PRId64 " is %g: they ascend from 0 to 1", s->name, i,
                            o->mesh[i]);
        }
    }
    return RDG_OK;
}

/* The state at tau by the cubic through the four samples around it. */
static void state_at(const rdg_segment *s, const rdg_segment_options *o, double tau, rdg_index *near,
                     double *out)
{
    const rdg_index n = s->at.n;
    while (*near + 2 < o->count && instant(o, *near + 1) <= tau) {
        ++*near;
    }
    rdg_index first = *near > 0 ? *near - 1 : 0;
    first = first + 4 > o->count ? o->count - 4 : first;
    first = first < 0 ? 0 : first;
    const rdg_index end = first + 4 < o->count ? first + 4 : o->count;
    memset(out, 0, (size_t)n * sizeof *out);
    for (rdg_index k = first; k < end; k++) {
        double L = 1.0;
        for (rdg_index j = first; j < end; j++) {
            L *= j == k ? 1.0 : (tau - instant(o, j)) / (instant(o, k) - instant(o, j));
        }
        for (rdg_index a = 0; a < n; a++) {
            out[a] += L * o->x[k * n + a];
        }
    }
}

/* How far a motion goes from sample to sample, of the range of each state, and how long it takes: share
 * [count - 1].
 */
static void measure(const rdg_segment *s, const rdg_segment_options *o, double *share)
{
    const rdg_index n = s->at.n;
    for (rdg_index k = 0; k + 1 < o->count; k++) {
        share[k] = instant(o, k + 1) - instant(o, k);
    }
    for (rdg_index a = 0; a < n; a++) {
        double low = INFINITY, high = -INFINITY;
        for (rdg_index k = 0; k < o->count; k++) {
            low = fmin(low, o->x[k * n + a]);
            high = fmax(high, o->x[k * n + a]);
        }
        for (rdg_index k = 0; k + 1 < o->count && high > low; k++) {
            share[k] += fabs(o->x[(k + 1) * n + a] - o->x[k * n + a]) / (high - low);
        }
    }
}

static rdg_status take_mesh(rdg_segment *s, const rdg_segment_options *o)
{
    const rdg_index count = o->count;
    for (rdg_index i = 0; i <= s->at.N; i++) {
        s->mesh[i] = o->mesh ? o->mesh[i] : (double)i / (double)s->at.N;
    }
    if (o->mesh || count < 3 || s->adapt < 0) {
        return RDG_OK;
    }
    double *share = rdg_context_calloc(s->ctx, 3 * (size_t)count, sizeof *share);
    if (!share) {
        return RDG_ERR_NO_MEMORY;
    }
    for (rdg_index k = 0; k < count; k++) {
        share[count + k] = instant(o, k);
    }
    measure(s, o, share);
    rdg_mesh_share_out(count - 1, share + count, share, s->at.N, share + 2 * count, s->mesh);
    rdg_free(share);
    return RDG_OK;
}

rdg_status rdg_segment_guess(rdg_segment *s, const rdg_segment_options *o, double *x)
{
    const rdg_segment_layout *at = &s->at;
    RDG_TRY(check(s, o));
    RDG_TRY(take_mesh(s, o));
    memcpy(s->start_mesh, s->mesh, (size_t)(at->N + 1) * sizeof *s->mesh);
    rdg_index near = 0;
    if (o->mesh && !o->t && o->count == at->N * at->K + 1) {
        memcpy(x, o->x, (size_t)at->nx * sizeof *x);
        return RDG_OK;
    }
    for (rdg_index j = 0; j <= at->N * at->K; j++) {
        const rdg_index i = j < at->N * at->K ? j / at->K : at->N - 1;
        const double part = (double)(j - i * at->K) / (double)at->K;
        const double tau = s->mesh[i] + part * (s->mesh[i + 1] - s->mesh[i]);
        if (o->count == 1) {
            memcpy(x + j * at->n, o->x, (size_t)at->n * sizeof *x);
        } else if (o->count > 1) {
            state_at(s, o, tau, &near, x + j * at->n);
        }
    }
    return RDG_OK;
}
