/* Inside of a motion in time steps. A step computes its end aside (q1, v1, ...) and is committed when it is
 * whole. */
#ifndef RDG_TIMESTEPPING_IMPL_H
#define RDG_TIMESTEPPING_IMPL_H

#include "dense_impl.h"
#include "few_impl.h"

#include <ridgewalk/contact_large.h>
#include <ridgewalk/rigid_follow.h>
#include <ridgewalk/timestepping.h>
#include <ridgewalk/toolbox.h>

enum { RDG_TS_TEXT = 320, RDG_TS_VECTORS = 12, RDG_TS_FACTORS = 3 };

/* A place of a motion. */
typedef struct rdg_ts_state {
    double *q, *v, *a, *A; /* [n]; A: algorithmic acceleration */
    double *w;             /* [memory] what elements store */
    double *gap;           /* [bilateral + contacts] */
    double *l;             /* [rows] forces of reactions that `a` contains, N */
    bool *inside;          /* [contacts] gap <= 0 */
} rdg_ts_state;

/* Rows of constraints and contacts that act, out of all rows, and the problem they make. */
typedef struct rdg_ts_rows {
    rdg_index count, bilateral, contacts;
    rdg_index *row;     /* [2 rows] place among all rows */
    rdg_index *contact; /* [2 contacts] place among all contacts */
    int *directions;    /* [2 contacts] */
    double *mu;         /* [2 contacts] */
    double *W;          /* [2 n * 2 rows] their columns */
    double *X;          /* [2 n * 2 rows] inverse mass times W */
    double *G, *b, *r;  /* [(2 rows)^2], [2 rows], [2 rows] */
} rdg_ts_rows;

/* Elements in the step under way. */
typedef struct rdg_ts_elements {
    const double *q0, *v0, *w0; /* where their way begins */
    double *f, *K;              /* [n]; [2 n n] derivatives by q, then v */
    double *balance;            /* [n] h - C v - K q - f where the terms were requested last */
    double *kept;               /* [2 n n] those of the factors */
    double *w, *middle;         /* [memory] at the end of the way; in the middle of the step */
    long age;                   /* grows when derivatives change */
    double stored;              /* energy of the last way whose end was accepted, J */
} rdg_ts_elements;

/* What steps of sparse mechanisms keep */
typedef struct rdg_ts_large {
    rdg_large_contacts *solver;
    double *mass;         /* [entries] M + cv C + cq K */
    double *momentum, *c; /* [n], [rows] of the contact problem */
    double *terms, *W;    /* those of the iteration before */
} rdg_ts_large;

/* Coefficients of the generalised-alpha methods */
typedef struct rdg_ts_coefficients {
    double am, af, ga, be, cf;
} rdg_ts_coefficients;

typedef struct rdg_ts_events rdg_ts_events;

/* An event that RDG_EVENT_DRIVEN has located within a step */
typedef struct rdg_ts_event {
    double t; /* s */
    const char *type;
    rdg_index contact;
    double works[2];       /* of normal directions and friction since the start of the step, J */
    double *q, *v;         /* [n] behind the event */
    const double *impulse; /* [rows] since the start of the step, N s */
} rdg_ts_event;

struct rdg_timestepping {
    rdg_context *ctx;
    rdg_mechanism *mechanism;
    const rdg_mechanism_options *about;
    rdg_timestepping_options o; /* with defaults */
    rdg_index n, rows;          /* coordinates; all rows */
    rdg_index *first;           /* [contacts] first row of each */
    double *restitution;        /* [rows]; 0 of ideal constraints */
    double t0;                  /* time is t0 + steps h */
    rdg_ts_state now, next;
    double *force;  /* [2 rows] forces of the last step, the predictor of the next: of ED-alpha two stages */
    double *smooth; /* [rows] impulse of forces in the step under way */
    double *jump;   /* [rows] impulse of impacts in it, behind it in memory */
    double *impulse, *mean_force; /* [rows] of the last step, as they are shown */
    bool *closed;                 /* [contacts] bore a load in the last step */
    bool *struck;                 /* [contacts] the last step was the first in which it bears */
    bool *before;                 /* [contacts] in the one before */
    rdg_rigid_state *by_impulse;  /* [2 contacts] as impulses of the last step show them; of the one before:
                                     + contacts */
    rdg_mechanism_terms terms;    /* one piece of memory: M, C, K, h */
    rdg_mechanism_geometry geometry; /* one piece: W, drift, g */
    double place_t, *place_q;        /* where that is, if `placed` */
    rdg_ts_elements elements;
    rdg_index period; /* steps of the excitation's period; 0: not a whole number */
    double *sums;     /* of sensors in the period under way, rdg_ts_sensors_size() */
    double *measured; /* [sensors] in the last whole one */
    rdg_ts_rows active;
    rdg_ts_dense factor[RDG_TS_FACTORS]; /* of the stages; the last one that of the masses alone */
    rdg_ts_dense pair;                   /* of ED-alpha's two stages */
    rdg_contact_solver *solver;
    rdg_ts_coefficients alpha; /* of the generalised-alpha methods */
    rdg_ts_events *events;     /* of RDG_EVENT_DRIVEN */
    double least_rebound;      /* slower rebounds are none, m/s; 0 but of RDG_EVENT_DRIVEN */
    bool *single;              /* [contacts] the one that strikes */
    double *adapt_numbers;     /* of steps that adapt */
    bool *adapt_before;
    rdg_rigid_state *adapt_by_impulse;
    int level, made;                /* parts begin with h / 2^level; the last one was h / 2^made */
    rdg_ts_large *large;            /* of a sparse mechanism, in place of `active`, `factor` and `solver` */
    rdg_index entries, pushes;      /* of one of its matrices; of W */
    double *u0;                     /* [rows] velocities of all rows at the start of the step */
    double *vector[RDG_TS_VECTORS]; /* [2 n] each, for the scheme */
    double *guess;                  /* [rows] of a contact problem */
    double smooth_size;             /* h |a| without reactions, of the step under way */
    double reaction_size;           /* h |M^-1 W l| */
    rdg_motion motion;
    bool explicit_forces; /* C and K of the terms are zero */
    bool placed;          /* there is a geometry */
    bool looked;   /* gaps, `inside` and u0 are those of `now`; without contacts they wait until they are
                    * requested
                    */
    bool energies; /* motion has them */
    const rdg_ts_event *at_event; /* `now` is that of an event within the last step; NULL: the step's end */
    double works[2];              /* of normal directions and friction, in the step under way */
    double others[3];             /* of loads, dampers and elements in it */
    double gain;                  /* of energy at an impact in it, as a part of the kinetic energy */
    rdg_index gainer;             /* the contact that gained most */
    rdg_status failure;
    char text[RDG_TS_TEXT]; /* why the last step failed */
};

/* judge.c: record why a step is not made, which answers status; the time at a share of the step under way */
rdg_status rdg_ts_fail(rdg_timestepping *ts, rdg_status status, const char *format, ...) RDG_PRINTF(3, 4);
static inline double rdg_ts_time(const rdg_timestepping *ts, double share)
{
    return ts->t0 + ((double)ts->motion.steps + share) * ts->o.h;
}
/* The time that `now` belongs to */
static inline double rdg_ts_moment(const rdg_timestepping *ts)
{
    return ts->at_event ? ts->at_event->t : rdg_ts_time(ts, 0.0);
}
double rdg_ts_size(rdg_index n, const double *x);

/* terms.c: the mechanism's functions */
rdg_status rdg_ts_terms(rdg_timestepping *ts, double t, const double *q, const double *v);
/* the same without elements */
rdg_status rdg_ts_smooth_terms(rdg_timestepping *ts, double t, const double *q, const double *v);
rdg_status rdg_ts_geometry(rdg_timestepping *ts, double t, const double *q);
/* Factor M + cv C + cq K in a slot; NULL after a failure. */
rdg_ts_dense *rdg_ts_factor(rdg_timestepping *ts, int slot, double cv, double cq);

/* elements.c */
bool rdg_ts_elements_create(rdg_timestepping *ts);
void rdg_ts_elements_release(rdg_timestepping *ts);
/* What they store at the start, from `now`; stored: by another motion, or NULL */
rdg_status rdg_ts_elements_begin(rdg_timestepping *ts, const double *remembered);
/* Where their way begins; the arrays stay. */
void rdg_ts_from(rdg_timestepping *ts, const double *q, const double *v, const double *w);
/* Of a mechanism with elements: add to the terms their forces for a way that ends at q, v: those at its end
 * (share 1) or with a share of its mean (rdg_law_way), linear in q and v: with C and K as they are then, h -
 * C v_s - K q_s and M + cv C + cq K make them those of v_s + cv a, q_s + cq a; for share < 1 of the theta
 * method with theta = share. at_q, at_v: where the smooth terms hold */
rdg_status rdg_ts_pull(rdg_timestepping *ts, double t, const double *q, const double *v, double share,
                       const double *at_q, const double *at_v);
/* Works of loads, dampers and elements from `now` to q */
rdg_status rdg_ts_others(rdg_timestepping *ts, double t, const double *q, const double *v, double works[3]);
/* What they store and have stored at the end of their way */
rdg_status rdg_ts_settle(rdg_timestepping *ts, double t, const double *q, const double *v, double *w);

/* sensors.c: sums over a period; begun where the motion starts, reported after they have been read */
rdg_index rdg_ts_sensors_size(const rdg_timestepping *ts);
bool rdg_ts_sensors_create(rdg_timestepping *ts);
void rdg_ts_sensors_begin(rdg_timestepping *ts);
void rdg_ts_sensors_step(rdg_timestepping *ts);
void rdg_ts_sensors_tell(rdg_timestepping *ts);
/* The displacement, or velocity, at a sensor */
double rdg_ts_sensor_place(const rdg_timestepping *ts, rdg_index sensor, bool rate);

/* gaps.c */
/* Whether a contact acts, by its gap, and whether it bears a load. */
bool rdg_ts_is_inside(const rdg_timestepping *ts, rdg_index contact, double gap, bool bears);
/* A contact that bears a load and whose normal velocity u is zero but for rounding: it stays closed, though
 * the error of the scheme may open its gap. load: of the last step, N s */
bool rdg_ts_stays(const rdg_timestepping *ts, double load, double u, const double *v);
/* What the gap of a contact may be by rounding: of the coordinates that it is made of, each at least 1 in its
 * units; W is that of the geometry */
double rdg_ts_close(const rdg_timestepping *ts, rdg_index contact);
/* Gaps and velocities of rows at a place, into it and u0 */
rdg_status rdg_ts_look(rdg_timestepping *ts, double t, rdg_ts_state *at);
/* active.b += e * rate of the active rows' velocities along the motion with constant v; vector[0] is used,
 * active.W is that of another place afterwards */
rdg_status rdg_ts_add_rates(rdg_timestepping *ts, double t, const double *at, const double *v, double e);

/* reactions.c: choose rows; their columns of W; X = masses^-1 W; G = factor W^T X (left: other directions);
 * u_i = W^T v + drift of active row i; answer of the contact problem in active.r. */
void rdg_ts_choose(rdg_timestepping *ts, const bool *inside);
void rdg_ts_pack(rdg_timestepping *ts);
void rdg_ts_respond(rdg_timestepping *ts, const rdg_ts_dense *masses);
void rdg_ts_delassus(rdg_timestepping *ts, double factor, const double *left);
/* rdg_ts_pack(), then the last two with factor 1 */
void rdg_ts_find_mobility(rdg_timestepping *ts, const rdg_ts_dense *masses);
/* The problem of the active rows, with G and b */
rdg_contact_problem rdg_ts_contact_problem(const rdg_timestepping *ts);
double rdg_ts_row_velocity(const rdg_timestepping *ts, rdg_index i, const double *v);
rdg_status rdg_ts_react(rdg_timestepping *ts, double *guess);
/* The failure of a contact problem without an answer */
rdg_status rdg_ts_fail_to_react(rdg_timestepping *ts);
/* rdg_ts_respond(), rdg_ts_delassus(), active.b += left^T v, and rdg_ts_react(), in one */
rdg_status rdg_ts_push(rdg_timestepping *ts, const rdg_ts_dense *masses, double factor, const double *left,
                       const double *v, double *guess);
/* few.c: what a stage requests. The matrix is M + cv C + cq K; C and K act on v and q; without reactions the
 * acceleration is `a`, the velocity u = base + c a; G = factor left^T X, b = drift + left^T u; push = X r.
 */
typedef struct rdg_ts_response {
    double cv, cq, c, factor;
    const double *v, *q, *base, *W, *left, *drift;
    double *a, *push; /* [n] the acceleration, and what X r adds to it; NULL: */
    double *u;        /* [n] the velocity with X r */
    double *force;    /* [rows] r */
} rdg_ts_response;
/* All of it at once, where coordinates and constraints are few; false: another way has to be taken, and
 * nothing but motion.answer is written. */
bool rdg_ts_few(rdg_timestepping *ts, const rdg_ts_response *p);
/* a += X r */
void rdg_ts_apply(const rdg_timestepping *ts, double factor, double *a);
/* Work of the reactions factor r while v goes from v0 to v1: by the mean of the rows' velocities at both
 * ends, each with its own directions. v0 NULL: from the start of the step, with u0; else at one place.
 * Reports a gain that is larger than `most` of the kinetic energy (most < 0: no impact). */
void rdg_ts_work(rdg_timestepping *ts, double factor, const double *v0, const double *v1, double most);
/* Add factor force u of all contacts to the works: the share of one time of a step in the integral of power.
 * force: [rows], N; v: [n] at the place of the geometry; NULL: u0 */
void rdg_ts_add_power(rdg_timestepping *ts, double factor, const double *force, const double *v);
/* Forces of the active rows, r, into l, N; those of others are 0. */
void rdg_ts_keep_forces(const rdg_timestepping *ts, double *l);
/* full[row] += factor r */
void rdg_ts_spread(const rdg_timestepping *ts, double factor, double *full);

/* stage.c: an implicit stage, with forces of reactions:
 * a = (M + cv C + cq K)^-1 (h - C v_s - K q_s + W l), v = v_s + cv a, q = q_s + cq a; constraints at (t, q,
 * v). */
typedef struct rdg_stage {
    double t;
    const double *v_s, *q_s;
    double cv, cq;
    int slot;
    const bool *inside; /* NULL: without reactions */
    double *a, *v, *q;  /* a: a predictor on entry */
    double *force;      /* [rows] a predictor; the answer */
} rdg_stage;
rdg_status rdg_ts_stage(rdg_timestepping *ts, const rdg_stage *stage);

/* balance.c: y = h - C v - K q, with what rdg_ts_terms() found */
void rdg_ts_force(const rdg_timestepping *ts, const double *v, const double *q, double *y);
/* Of mechanisms with elements: what is left of the forces beside M a */
void rdg_ts_left(const rdg_timestepping *ts, const double *a, double *left);
/* search.c: its work along a step of Newton's method, behind a share of that */
typedef rdg_status rdg_ts_work_fn(rdg_timestepping *ts, double share, void *data, double *work);
/* The share of a step at which it is (almost) none, at most 1; begin: at its begin. Iterations before which
 * whole steps are made, and at most, with elements. */
enum { RDG_TS_WHOLE_STEPS = 12, RDG_TS_SEARCHES = 300 };
rdg_status rdg_ts_search(rdg_timestepping *ts, rdg_ts_work_fn *along, void *data, double begin,
                         double *share);

/* events.c */
rdg_status rdg_ts_events_create(rdg_timestepping *ts);
void rdg_ts_events_release(rdg_timestepping *ts);
rdg_status rdg_ts_event_driven(rdg_timestepping *ts);
/* Events of the last step; their number */
rdg_index rdg_ts_events_of_step(const rdg_timestepping *ts, const rdg_ts_event **events);
/* Contact states of contacts as numbers, for restarts; -1: not decided */
double rdg_ts_events_regime(const rdg_timestepping *ts, rdg_index contact);
void rdg_ts_events_set_regime(rdg_timestepping *ts, rdg_index contact, double regime);
/* Contact states are to be decided anew in the next step. */
void rdg_ts_events_begin(rdg_timestepping *ts);

/* large.c: sparse mechanisms, by Moreau and Jean's method */
rdg_status rdg_ts_large_create(rdg_timestepping *ts);
void rdg_ts_large_release(rdg_timestepping *ts);
rdg_status rdg_ts_large_masses(rdg_timestepping *ts);
rdg_status rdg_ts_large_moreau(rdg_timestepping *ts);
double rdg_ts_large_kinetic(const rdg_timestepping *ts, const double *v);

/* The schemes: from now to next, with `smooth` or `jump` filled. */
/* next.inside: the contacts that are closed where the step would be in its middle */
rdg_status rdg_ts_look_ahead(rdg_timestepping *ts);
rdg_status rdg_ts_moreau(rdg_timestepping *ts);
rdg_status rdg_ts_midpoint(rdg_timestepping *ts);
rdg_status rdg_ts_half_explicit(rdg_timestepping *ts);
rdg_status rdg_ts_alpha(rdg_timestepping *ts);
rdg_status rdg_ts_nonsmooth_alpha(rdg_timestepping *ts);
rdg_status rdg_ts_bathe(rdg_timestepping *ts);
rdg_status rdg_ts_energy_decaying(rdg_timestepping *ts);

/* mixed.c: impulses where contacts have closed, and the guard. */
rdg_status rdg_ts_mixed(rdg_timestepping *ts, rdg_status (*base)(rdg_timestepping *));
/* impact at (q, v): v becomes that behind it, ts->jump the impulses; */
rdg_status rdg_ts_impact(rdg_timestepping *ts, double t, const double *q, double *v, const bool *inside);

/* sound.c: whether a motion can begin where it is */
rdg_status rdg_ts_is_sound(rdg_timestepping *ts);

/* begin.c: acceleration at a place, with forces of contacts and constraints */
rdg_status rdg_ts_begin(rdg_timestepping *ts, double t, rdg_ts_state *at);

/* projection.c */
rdg_status rdg_ts_project(rdg_timestepping *ts, double t, rdg_ts_state *at);

/* One step as it was requested, and what is to be reported of it. */
rdg_status rdg_ts_single(rdg_timestepping *ts);
/* adapt.c: the same, in parts if it is to adapt */
bool rdg_ts_adapt_create(rdg_timestepping *ts);
rdg_status rdg_ts_make(rdg_timestepping *ts);
/* step.c: of `motion`, what a step moves but its arrays; all that needs no evaluation; all */
void rdg_ts_outdate(rdg_timestepping *ts);
void rdg_ts_refresh(rdg_timestepping *ts);
void rdg_ts_show(rdg_timestepping *ts);

/* alpha.c */
rdg_ts_coefficients rdg_ts_alpha_numbers(const rdg_timestepping_options *o);

#endif
