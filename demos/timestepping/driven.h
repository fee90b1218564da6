/* The flexible crank of table 2, driven from rest: what its figures show, step by step. */
#ifndef RDG_DEMO_DRIVEN_H
#define RDG_DEMO_DRIVEN_H

#include "flexible_crank.h"

#include <ridgewalk/ridgewalk.h>

#include <stdio.h>

enum { DRIVEN_MOST = 10001 };

typedef struct driven {
    double t[DRIVEN_MOST], th1[DRIVEN_MOST], th2[DRIVEN_MOST], w1[DRIVEN_MOST], w2[DRIVEN_MOST],
        moment[DRIVEN_MOST], force[DRIVEN_MOST];
    int n;
    long switches;         /* between 50 and 75 ms: a wall's contact opens or closes */
    double greatest_force; /* of one wall */
} driven;

/* Walk it until a time; forces of the upper wall */
static inline void drive(rdg_context *ctx, flexible_crank *f, const rdg_timestepping_options *o, double until,
                         driven *d)
{
    const double zero[FLEX_DOFS + 3] = {0};
    rdg_timestepping_options as_paper = *o;
    as_paper.contacts_by_gap = true;
    rdg_timestepping *ts = rdg_timestepping_create(flexible_with_clearance(ctx, f, 0.1, 0.1), &as_paper);
    rdg_timestepping_start(ts, 0.0, zero, zero);
    bool before[4] = {false, false, false, false};
    d->switches = 0;
    d->greatest_force = 0.0;
    for (d->n = 0; d->n < DRIVEN_MOST;) {
        const rdg_motion *now = rdg_timestepping_motion(ts);
        const int k = d->n++;
        d->t[k] = 1e3 * now->t;
        d->th1[k] = now->q[0];
        d->th2[k] = now->q[1];
        d->w1[k] = now->v[0];
        d->w2[k] = now->v[1];
        d->moment[k] = flex_root_moment(f, now->q);
        d->force[k] = now->force[0] + now->force[2];
        d->greatest_force = fmax(d->greatest_force, fmax(d->force[k], now->force[4] + now->force[6]));
        for (int c = 0; c < 4; c += 2) { /* both corners of a side go together */
            d->switches += now->closed[c] != before[c] && now->t > 0.05 && now->t < 0.075;
            before[c] = now->closed[c];
        }
        if (now->t > until - 0.5 * o->h || rdg_timestepping_step(ts) != RDG_OK) {
            break;
        }
    }
    rdg_timestepping_free(ts);
}

static inline void keep_driven(rdg_context *ctx, const char *name, const driven *d)
{
    rdg_export(ctx, name, d->n, RDG_COLUMN_ARRAY("t_ms", d->t), RDG_COLUMN_ARRAY("th1", d->th1),
               RDG_COLUMN_ARRAY("th2", d->th2), RDG_COLUMN_ARRAY("w1_rad_s", d->w1),
               RDG_COLUMN_ARRAY("w2_rad_s", d->w2), RDG_COLUMN_ARRAY("root_moment_Nm", d->moment),
               RDG_COLUMN_ARRAY("force_upper_N", d->force));
}

#endif
