/* Event-driven motion: what its files share. */
#ifndef RDG_TIMESTEPPING_EVENTS_IMPL_H
#define RDG_TIMESTEPPING_EVENTS_IMPL_H

#include "timestepping_impl.h"

#include <ridgewalk/flow.h>

/* A contact between two events */
typedef enum rdg_ts_regime { RDG_TS_OPEN, RDG_TS_STICKS, RDG_TS_SLIPS_UP, RDG_TS_SLIPS_DOWN } rdg_ts_regime;

/* One of two surfaces of a contact: that of its normal direction and that of its friction */
typedef struct rdg_ts_surface {
    rdg_timestepping *ts;
    rdg_index contact;
    bool friction;
} rdg_ts_surface;

struct rdg_ts_events {
    rdg_hybrid *system; /* one mode, of (q, v, t, impulses of forces) */
    rdg_flow *flow;
    rdg_ts_regime *regime;   /* [contacts] */
    rdg_ts_surface *surface; /* [2 contacts] */
    bool *closed;            /* [contacts] */
    double *x;               /* [2 n + 1 + rows] the state */
    double *a;               /* [n] */
    double *force;           /* [rows] */
    double *rate;            /* [rows] of the rows' velocities, with constant v */
    double *S, *b, *work;    /* [rows^2], [rows]; of LAPACK */
    int *pivot;              /* [rows] */
    double *column;          /* [n] */
    rdg_index room, crossed; /* of work; the surface that was met, -1: none */
};

/* Accelerations and forces of the present regimes at a place, into a and force. */
rdg_status rdg_ts_regimes_solve(rdg_timestepping *ts, double t, const double *q, const double *v);

/* Regimes at a place, by the forces that keep the laws a moment longer. */
rdg_status rdg_ts_regimes_decide(rdg_timestepping *ts, double t, const double *q, const double *v);

#endif
