/* Event-driven motion: what its files share. */
#ifndef RDG_TIMESTEPPING_EVENTS_IMPL_H
#define RDG_TIMESTEPPING_EVENTS_IMPL_H

#include "timestepping_impl.h"

#include <ridgewalk/flow.h>

/* Whether a contact has friction: with mu = 0 it slips freely, and the direction of its slip does not matter.
 */
static inline bool rdg_ts_rubs(const rdg_timestepping *ts, rdg_index contact)
{
    const rdg_contact_law *law = &ts->about->law[contact];
    return law->directions > 0 && law->mu > 0.0;
}

/* One of two surfaces of a contact: that of its normal direction and that of its friction */
typedef struct rdg_ts_surface {
    rdg_timestepping *ts;
    rdg_index contact;
    bool friction;
} rdg_ts_surface;

/* Events of the step under way, in the order of time */
typedef struct rdg_ts_event_list {
    rdg_ts_event *event;
    double *numbers; /* [capacity * (2 n + rows)] */
    rdg_index count, capacity;
} rdg_ts_event_list;

struct rdg_ts_events {
    rdg_hybrid *system; /* one mode, of (q, v, t, impulses of forces, works of normal forces and friction) */
    rdg_flow *flow;
    rdg_rigid_state *state;     /* [contacts] */
    rdg_rigid_state *old_state; /* [contacts] before the event at hand */
    rdg_rigid_state *acting;    /* [contacts] of the active ones */
    bool decided;               /* states are those of the motion */
    rdg_ts_surface *surface;    /* [2 contacts] */
    bool *closed;               /* [contacts] that touch */
    bool *gave_way;             /* [contacts] whose normal force has come to zero in the event at hand */
    rdg_index states;           /* 2 n + 1 + rows + 2 */
    double *x;                  /* [states] */
    double *a;                  /* [n] */
    double push;                /* greatest acceleration by forces in the step of the integration under way */
    double *force;              /* [rows] */
    double *share;              /* [contacts] friction of held contacts / normal force */
    double *acting_share;       /* [contacts] of the active ones */
    double *rate;               /* [rows] of the rows' velocities, with constant v */
    double *slope;              /* [rows] the same to second order */
    double step, reach;         /* of these differences, s, and of |M^1/2 q| in them */
    double noise;               /* rounding errors of `rate` */
    bool confirmed;             /* by those of a shorter step */
    bool keeps_step;            /* no step is close */
    double *slow, slow_t;       /* [rows] velocities up to this are zero, m/s, at that time, s */
    double *slip;               /* [contacts] tangential velocities of the active ones; 0: at rest */
    double *b;                  /* [rows] free */
    double *ahead, *place;      /* [states], [states + n] for rates of forces */
    double length;              /* of the step of the integration, s */
    double *column;             /* [n] */
    rdg_index crossed;          /* the surface that was met, -1: none */
    rdg_ts_event_list list;
};

/* event_sizes.c: sum_i |W_i x_i| of a row */
double rdg_ts_row_size(const rdg_timestepping *ts, rdg_index row, const double *x);
/* |M^-1/2| (|h| + |C v| + |K q|), the size of the forces without reactions: where their parts
 * cancel, rounding errors remain */
double rdg_ts_find_push(const rdg_timestepping *ts, const double *q, const double *v);
/* A rdg_flow_sizes_fn: what velocities, displacements and impulses could become in a step by the velocities
 * at its ends and by forces. So the steps of a motion are the same in all units, and rounding errors of
 * forces that hold a contact at rest do not count. Works have no size: they are integrals of these. */
rdg_flow_sizes_fn rdg_ts_measure_states;
/* How far a row could go in a step of output by the velocities at its ends, v being that at its end, and by
 * forces; terms and geometry are those of the place */
double rdg_ts_find_reach(const rdg_timestepping *ts, const double *q, const double *v, rdg_index row);
/* What a force of a row could be by all forces and reactions; geometry and forces are those of the place */
double rdg_ts_acting_force(const rdg_timestepping *ts, const double *q, const double *v, rdg_index row);

/* event_surfaces.c, as functions of a hybrid system; data: rdg_ts_surface.
 * An open contact: its gap, or its normal velocity while it rises; a closed one: its force. Of friction,
 * where it slips: its velocity, in this direction; where it sticks: what friction has left. */
int rdg_ts_surface_value(rdg_index n, const double *u, rdg_index m, double *y, void *data);
/* First derivatives of a surface: of a gap by the directions; of others so that they give its rate along the
 * motion, which is all that is requested. */
int rdg_ts_surface_slopes(rdg_index states, const double *u, rdg_index m, double *values, void *data);

/* regimes.c: accelerations and forces of the present states at a place, into a and force */
rdg_status rdg_ts_regimes_solve(rdg_timestepping *ts, double t, const double *q, const double *v);
/* Rates of the directions along q' = v, applied to v, at a place, into rate; the step of differences stays.
 */
rdg_status rdg_ts_regimes_find_rates(rdg_timestepping *ts, double t, const double *q, const double *v);
/* Begin with long steps of the differences in time of the directions. */
void rdg_ts_regimes_choose_step(rdg_timestepping *ts, double t, const double *q, const double *v);
/* States at a place, by the forces that keep the force laws a moment longer; closed, slow: rdg_ts_settle() */
rdg_status rdg_ts_regimes_decide(rdg_timestepping *ts, double t, const double *q, const double *v);
/* Whether a contact is held by others, or rests */
bool rdg_ts_regimes_hold(const rdg_timestepping *ts);
/* The closed contacts act, with their states. */
void rdg_ts_choose_closed(rdg_timestepping *ts);
/* Forces of the rows that act, in these states, so that active.b vanishes: into active.r. share: of contacts
 * that are held, NULL: they are without friction */
rdg_status rdg_ts_hold(rdg_timestepping *ts, const double *share);

/* impacts.c: contacts that touch and approach strike, then states are decided. sure: a contact that touches,
 * -1: none */
rdg_status rdg_ts_strike_contacts(rdg_timestepping *ts, double *x, rdg_index sure);
/* The velocity of a contact, normal or of friction, has come to zero: states are decided. */
rdg_status rdg_ts_stop_row(rdg_timestepping *ts, double *x, rdg_index contact, bool friction);
/* Contacts have given way: states of those that are still closed are decided anew. */
rdg_status rdg_ts_decide_again(rdg_timestepping *ts, double *x);
/* An open contact that touches and approaches, into *sure; -1: none */
rdg_status rdg_ts_find_approach(rdg_timestepping *ts, const double *x, rdg_index *sure);

/* keep_laws.c: closed contacts and constraints back to zero gap and velocity */
rdg_status rdg_ts_put_back(rdg_timestepping *ts, double t, double *q, double *v);
/* The same, after a check whether the force laws of all contacts hold */
rdg_status rdg_ts_keep_laws(rdg_timestepping *ts, double t, double *q, double *v);

/* impacts.c: `now` at an event within the last step, and back */
typedef struct rdg_ts_event_place {
    rdg_ts_state now;
    double works[2];
} rdg_ts_event_place;
void rdg_ts_go_to_event(rdg_timestepping *ts, const rdg_ts_event *event, rdg_ts_event_place *kept);
void rdg_ts_leave_event(rdg_timestepping *ts, const rdg_ts_event_place *kept);

/* Note an impact of contact `struck`, or for -1 what has changed from old_state to state. */
rdg_status rdg_ts_note_event(rdg_timestepping *ts, const double *x, rdg_index struck);

#endif
