/* Fields, surfaces and a record of events, for tests of motions from event to event. */
#ifndef RDG_TEST_FLOW_EVENTS_H
#define RDG_TEST_FLOW_EVENTS_H

#include "fresh_context.h"

#include <ridgewalk/flow.h>

static const double pi = 3.14159265358979323846;

/* --- fields */

/* x'' = -x */
static inline int swings(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n, (void)m, (void)data;
    y[0] = u[1];
    y[1] = -u[0];
    return 0;
}

static inline int clock_runs(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n, (void)u, (void)data;
    for (rdg_index i = 0; i < m; i++) {
        y[i] = 1.0;
    }
    return 0;
}

static inline int falls(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n, (void)m, (void)data;
    y[0] = u[1];
    y[1] = -1.0;
    return 0;
}

/* --- surfaces; data: numbers */

static inline int below(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n, (void)m;
    y[0] = *(double *)data - u[0];
    return 0;
}

static inline int above(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n, (void)m;
    y[0] = u[0] - *(double *)data;
    return 0;
}

static inline int wave(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    const double *d = data;
    (void)n, (void)m;
    y[0] = sin(d[0] * u[0] + d[1]);
    return 0;
}

static inline int parabola(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    const double *d = data;
    (void)n, (void)m;
    y[0] = (u[0] - d[0]) * (u[0] - d[0]) - d[1];
    return 0;
}

static inline int number(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n, (void)u, (void)m;
    y[0] = *(double *)data;
    return 0;
}

static inline int bounce(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n, (void)m;
    y[0] = u[0];
    y[1] = -*(double *)data * u[1];
    return 0;
}

/* --- what is seen */

typedef struct seen {
    long count;
    double t[64], x[64];
    rdg_index which[64];
    long rows;
    double row_t, row_error;
} seen;

static inline int note(rdg_index event, const rdg_hybrid_state *before, const rdg_hybrid_state *after,
                       void *data)
{
    seen *s = data;
    assert_near(before->t, after->t, 0, 0);
    if (s->count < 64) {
        s->t[s->count] = before->t;
        s->x[s->count] = before->x[0];
        s->which[s->count] = event;
    }
    s->count++;
    return 0;
}

static inline rdg_hybrid *system_of(rdg_context *ctx, rdg_index n,
                                    int (*f)(rdg_index, const double *, rdg_index, double *, void *))
{
    return rdg_hybrid_smooth(ctx, "test", n, &(rdg_hybrid_function){.f = f}, NULL, NULL, NULL);
}

#define MARK(...)                                                                                            \
    rdg_hybrid_add_event_surface(h,                                                                          \
                                 &(rdg_hybrid_event_surface){.from = "smooth", .to = "smooth", __VA_ARGS__})

static inline int run(rdg_flow *flow, double *x, double t_end, long events, seen *s)
{
    rdg_hybrid_state state = {.x = x};
    *s = (seen){0};
    return rdg_flow_run(flow, NULL, &state, t_end, events, &(rdg_flow_observer){.crossed = note, .data = s});
}
#endif
