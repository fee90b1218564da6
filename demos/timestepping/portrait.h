/* The way of the slider of the driven crank, and the force of the upper wall. */
#ifndef RDG_DEMO_PORTRAIT_H
#define RDG_DEMO_PORTRAIT_H

#include "driven.h"

typedef struct portrait {
    double x[DRIVEN_MOST], y[DRIVEN_MOST], t[DRIVEN_MOST], force[DRIVEN_MOST];
    int n;
} portrait;

/* By steps of 10 us, Bathe's method */
static inline void walk(rdg_context *ctx, flexible_crank *f, double until, portrait *p)
{
    const double zero[FLEX_DOFS + 3] = {0};
    rdg_timestepping *ts = rdg_timestepping_create(
        flexible_with_clearance(ctx, f, 0.1, 0.1),
        &(rdg_timestepping_options){.scheme = RDG_BATHE, .h = 1e-5, .contacts_by_gap = true});
    rdg_timestepping_start(ts, 0.0, zero, zero);
    for (p->n = 0; p->n < DRIVEN_MOST;) {
        const rdg_motion *now = rdg_timestepping_motion(ts);
        double place[2], dx[FLEX_DOFS + 3], dy[FLEX_DOFS + 3];
        flex_slider(f, now->q, place, dx, dy);
        p->t[p->n] = 1e3 * now->t;
        p->x[p->n] = place[0];
        p->y[p->n] = 1e3 * place[1];
        p->force[p->n++] = now->force[0] + now->force[2];
        if (now->t > until - 5e-6 || rdg_timestepping_step(ts) != RDG_OK) {
            break;
        }
    }
    rdg_timestepping_free(ts);
}

/* The greatest distance of two sliders up to 7.5 ms, before the first impact, m */
static inline double portrait_distance(const portrait *p, const portrait *other)
{
    double off = 0.0;
    for (int i = 0; i < p->n && i <= 750; i++) {
        off = fmax(off, hypot(p->x[i] - other->x[i], 1e-3 * (p->y[i] - other->y[i])));
    }
    return off;
}

static inline void keep_portrait(rdg_context *ctx, const char *name, const portrait *p)
{
    rdg_export(ctx, name, p->n, RDG_COLUMN_ARRAY("t_ms", p->t), RDG_COLUMN_ARRAY("slider_x_m", p->x),
               RDG_COLUMN_ARRAY("slider_y_mm", p->y), RDG_COLUMN_ARRAY("force_upper_N", p->force));
}

#endif
