/* Which orbits a run has come through, so that it does not go on with them behind a change of the event
 * signature: orbits of one event signature form one curve near a point at which it has begun or ended.
 *
 * An orbit leaves a trace: numbers that are the same wherever it begins and whichever period of the forcing
 * that is, sums over its segments. */
#include "special_impl.h"

#include <ridgewalk/toolbox.h>

#include <math.h>
#include <string.h>

/* So near a trace is that of the same curve, of its size, at one value of the parameters; and per square root
 * of the distance of these, of their size: next to a graze orbits change as that. No farther apart it
 * reports.
 */
static const double same_point = 1e-6, per_root = 10.0, at_most = 0.1, nearby = 2e-3;

/* Between two charts of the curve, of the way from one to the other: steps are no longer than curves allow.
 */
static const double aside = 0.03;

/* A parameter near zero is as large as this. */
static const double least_size = 1e-2;

/* A number in [0.5, 1.5) that stands for some text. */
static double weight_of(const char *name, unsigned seed)
{
    uint64_t h = 1469598103934665603ULL + seed;
    for (const char *c = name; *c; c++) {
        h = (h ^ (unsigned char)*c) * 1099511628211ULL;
    }
    h ^= h >> 29;
    return 0.5 + (double)(h >> 11 & 0xfffff) / 1048576.0;
}

static double weight_of_segment(const rdg_shooting *s, rdg_index j, unsigned seed)
{
    const rdg_orbit_segment *segment = &s->segment[j % s->segments];
    const char *event =
        segment->event < 0 ? "" : rdg_hybrid_event_surface_at(s->hybrid, segment->event, NULL, NULL)->name;
    return weight_of(rdg_hybrid_phase_at(s->hybrid, segment->mode)->name, seed) * weight_of(event, seed + 1);
}

/* The trace of the orbit at variables u. */
static void orbit_trace_of(const rdg_shooting *s, const double *u, rdg_orbit_trace *trace)
{
    *trace = (rdg_orbit_trace){.segments = s->segments, .order = s->order};
    for (rdg_index j = 0; j < s->segments; j++) {
        const double *x = u + j * s->at.states;
        const double tau = u[s->at.tau + j];
        const double w = weight_of_segment(s, j, 1);
        double size = 0.0;
        double sum = 0.0;
        trace->name += weight_of_segment(s, j, 3) * weight_of_segment(s, j + 1, 5);
        for (rdg_index i = 0; i < s->segment[j].n; i++) {
            size += x[i] * x[i];
            sum += (1.0 + (double)(i % 7)) * x[i];
        }
        trace->sum[0] += w * tau;
        trace->sum[1] += w * tau * tau;
        trace->sum[2] += w * size;
        trace->sum[3] += w * sum;
        trace->size[0] += w * fabs(tau);
        trace->size[1] += w * tau * tau;
        trace->size[2] += w * size;
        trace->size[3] += w * sqrt(size);
    }
}

/* How far parameters are apart, of their sizes. */
static double apart(const rdg_shooting *s, const double *p, const double *q)
{
    double most = 0.0;
    for (rdg_index k = 0; k < s->at.np; k++) {
        most = fmax(most, fabs(p[k] - q[k]) / fmax(fabs(p[k]), least_size));
    }
    return most;
}

static bool same_sequence(const rdg_orbit_trace *a, const rdg_orbit_trace *b)
{
    return a->segments == b->segments && a->order == b->order &&
           fabs(a->name - b->name) <= 1e-9 * fabs(a->name);
}

/* Next to where an event signature began or ended. */
static bool is_next_to(const rdg_shooting *s, const rdg_orbit_trace *here, const double *p, rdg_index i)
{
    const rdg_orbit_trace *there = &s->trace[i];
    const double distance = apart(s, p, s->trace_p + i * s->at.np);
    const double within = fmin(same_point + per_root * sqrt(distance), at_most);
    bool same = there->is_end && distance <= nearby;
    for (int k = 0; same && k < RDG_TRACE_SUMS; k++) {
        same = fabs(here->sum[k] - there->sum[k]) <= within * here->size[k];
    }
    return same;
}

/* The parameter that changes most between two traces, and which part of the way another value of it is. */
static double share_of_way(const rdg_shooting *s, const double *p, const double *from, const double *to)
{
    rdg_index k = 0;
    for (rdg_index i = 1; i < s->at.np; i++) {
        const double most = fabs(to[k] - from[k]) * fmax(fabs(from[i]), least_size);
        k = fabs(to[i] - from[i]) * fmax(fabs(from[k]), least_size) > most ? i : k;
    }
    return to[k] != from[k] ? (p[k] - from[k]) / (to[k] - from[k]) : NAN;
}

/* Between one chart of a curve and the next. */
static bool is_between(const rdg_shooting *s, const rdg_orbit_trace *here, const double *p, rdg_index i)
{
    const rdg_index np = s->at.np;
    const rdg_orbit_trace *from = &s->trace[i];
    const rdg_orbit_trace *to = &s->trace[i + 1];
    const double *a = s->trace_p + i * np;
    const double share = share_of_way(s, p, a, a + np);
    bool same = to->is_joined && isgreaterequal(share, 0.0) && islessequal(share, 1.0);
    for (rdg_index k = 0; same && k < np; k++) {
        const double off = fabs(a[k] + share * (a[np + k] - a[k]) - p[k]);
        same = off <= aside * fabs(a[np + k] - a[k]) + 1e-12 * fabs(p[k]);
    }
    for (int k = 0; same && k < RDG_TRACE_SUMS; k++) {
        const double off = fabs(from->sum[k] + share * (to->sum[k] - from->sum[k]) - here->sum[k]);
        same = off <= aside * fabs(to->sum[k] - from->sum[k]) + same_point * here->size[k];
    }
    return same;
}

bool rdg_orbit_is_traced(const rdg_shooting *s, const double *u)
{
    rdg_orbit_trace here;
    orbit_trace_of(s, u, &here);
    for (rdg_index i = 0; i < s->n_traces; i++) {
        const bool same = same_sequence(&here, &s->trace[i]);
        if (same && (is_next_to(s, &here, u + s->at.p, i) ||
                     (i + 1 < s->n_traces && is_between(s, &here, u + s->at.p, i)))) {
            return true;
        }
    }
    return false;
}

rdg_status rdg_orbit_reserve_trace(rdg_shooting *s)
{
    RDG_TRY(rdg_context_reserve(s->ctx, &s->trace, &s->trace_capacity, s->n_traces + 1, sizeof *s->trace));
    return rdg_context_reserve(s->ctx, &s->trace_p, &s->trace_p_capacity, (s->n_traces + 1) * (s->at.np + 1),
                               sizeof *s->trace_p);
}

rdg_status rdg_orbit_leave_trace(rdg_shooting *s, const double *u, bool is_end, bool is_joined)
{
    RDG_TRY(rdg_orbit_reserve_trace(s));
    rdg_orbit_trace *trace = &s->trace[s->n_traces];
    orbit_trace_of(s, u, trace);
    trace->is_end = is_end;
    trace->is_joined = is_joined && s->n_traces > 0;
    memcpy(s->trace_p + s->n_traces * s->at.np, u + s->at.p, (size_t)s->at.np * sizeof *u);
    s->n_traces++;
    return RDG_OK;
}

int rdg_orbit_trace_chart(rdg_problem *p, const rdg_chart *chart, void *data)
{
    rdg_shooting *s = data;
    (void)p;
    s->step = chart->next_step;
    return rdg_orbit_leave_trace(s, chart->u, false, chart->point != 0) == RDG_OK ? 0 : -1;
}
