/* Saltation matrices of events. */
#include <ridgewalk/saltation.h>

#include <math.h>
#include <stdbool.h>
#include <string.h>

/* An event at which the motion is so nearly along the surface, of the lengths of both, is a graze. */
static const double graze = 1e-8;

/* An event, and the sizes of the modes on both of its sides. */
typedef struct sides {
    const rdg_hybrid_event_surface *event;
    const rdg_hybrid_phase *from, *to;
    rdg_index arguments, next; /* of the functions of `from`, of `to` */
    bool marks;                /* and does nothing else */
} sides;

static bool find(const rdg_hybrid *h, rdg_index event, sides *s)
{
    rdg_index from = -1, to = -1;
    s->event = rdg_hybrid_event_surface_at(h, event, &from, &to);
    if (!s->event) {
        return false;
    }
    s->from = rdg_hybrid_phase_at(h, from);
    s->to = rdg_hybrid_phase_at(h, to);
    s->arguments = rdg_hybrid_arguments(h, from);
    s->next = rdg_hybrid_arguments(h, to);
    s->marks = from == to && !s->event->reset.f;
    return s->from && s->to;
}

rdg_index rdg_hybrid_saltation_workspace(const rdg_hybrid *h, rdg_index event)
{
    sides s;
    if (!find(h, event, &s)) {
        return 0;
    }
    const rdg_index n = s.from->n, m = s.to->n;
    return n + m + s.next + s.arguments * (m + 1) + s.arguments + 2 * m + 2;
}

static int field_at(const rdg_hybrid_phase *mode, rdg_index nu, const double *u, double *f)
{
    memset(f, 0, (size_t)mode->n * sizeof *f);
    int answer = mode->field.f(nu, u, mode->n, f, mode->field.data);
    for (rdg_index i = 0; i < mode->n && answer == 0; i++) {
        answer = !isfinite(f[i]);
    }
    return answer;
}

/* R_x and all other derivatives of the reset: [m nu]. */
static int reset_slope(const sides *s, const double *u, const double *size, double *slope, double *work)
{
    const rdg_index m = s->to->n;
    if (s->event->reset.f) {
        return rdg_hybrid_df(&s->event->reset, s->arguments, u, size, m, slope, work);
    }
    memset(slope, 0, (size_t)(m * s->arguments) * sizeof *slope);
    for (rdg_index i = 0; i < m; i++) {
        slope[i + m * i] = 1.0;
    }
    return 0;
}

static void mark(const sides *s, double *S)
{
    const rdg_index n = s->from->n;
    memset(S, 0, (size_t)(n * n) * sizeof *S);
    for (rdg_index i = 0; i < n; i++) {
        S[i + n * i] = 1.0;
    }
}

int rdg_hybrid_saltation(const rdg_hybrid *h, rdg_index event, const double *before, const double *size,
                         const double *after, double *S, double *work)
{
    sides s;
    if (!before || !after || !S || !work || !find(h, event, &s)) {
        return -1;
    }
    if (s.marks) {
        mark(&s, S);
        return 0;
    }
    const rdg_hybrid_parameters p = rdg_hybrid_parameters_of(h);
    const rdg_index n = s.from->n, m = s.to->n, nu = s.arguments;
    const double omega = p.omega >= 0 ? before[n + p.omega] : 0.0;
    double *rate = work, *next_rate = rate + n, *next = next_rate + m, *R = next + s.next;
    double *slope = R + m * nu, *rest = slope + nu;
    memcpy(next, after, (size_t)m * sizeof *next);
    memcpy(next + m, before + n, (size_t)(s.next - m) * sizeof *next);
    int answer = field_at(s.from, nu, before, rate);
    answer = answer ? answer : field_at(s.to, s.next, next, next_rate);
    answer = answer ? answer : rdg_hybrid_df(&s.event->surface, nu, before, size, 1, slope, rest);
    answer = answer ? answer : reset_slope(&s, before, size, R, rest);
    if (answer != 0) {
        return answer;
    }
    double along = p.omega >= 0 ? slope[nu - 1] * omega : 0.0, steep = 0.0, fast = 0.0;
    for (rdg_index j = 0; j < n; j++) {
        along += slope[j] * rate[j];
        steep = hypot(steep, slope[j]);
        fast = hypot(fast, rate[j]);
    }
    if (!(fabs(along) > graze * steep * fast)) {
        return 1;
    }
    for (rdg_index i = 0; i < m; i++) {
        double jump = next_rate[i] - (p.omega >= 0 ? omega * R[i + m * (nu - 1)] : 0.0);
        for (rdg_index j = 0; j < n; j++) {
            jump -= R[i + m * j] * rate[j];
        }
        for (rdg_index j = 0; j < n; j++) {
            S[i + m * j] = R[i + m * j] + jump * slope[j] / along;
        }
    }
    return 0;
}
