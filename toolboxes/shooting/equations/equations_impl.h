/* The inside of rdg_shooting: a chain of segments, its unknowns and equations. */
#ifndef RDG_EQUATIONS_IMPL_H
#define RDG_EQUATIONS_IMPL_H

#include <ridgewalk/shooting.h>

#include <stdint.h>

/* A segment of an orbit. */
typedef struct rdg_orbit_segment {
    rdg_index mode, n; /* its mode, and the states of that */
    rdg_index event;   /* that ends it; -1: the next segment goes on in the same mode */
    double ratio;      /* without an event: of its duration to that of the next; 0: the last segment of an
                          orbit without events */
    bool at_once;      /* its event comes with the one before it, in either order: it lasts no time */
    rdg_mesh mesh;
    double error;          /* on it, where it was examined last, of the one requested */
    double slope_error;    /* of its derivatives, where these were weighed last */
    bool weighed;          /* since the run moved on */
    bool known, has_slope; /* y, and dy, are those at `at` */
    double *at;            /* [ns] sigma */
    double *y, *dy;        /* [states], [states ns] its end, with derivatives */
    double *extent;        /* [states] as large as they become on it */
    double *dstart;        /* [states nz] x_0 by sigma, where the event before projects, and */
    double *dflow;         /* [states ns] its end by (x_0, p, phi, tau); valid with has_slope */
    double reached;        /* its duration, where it runs to its event: tau* */
} rdg_orbit_segment;

/* An event signature of segments that there has been. */
typedef struct rdg_orbit_past {
    rdg_index order, segments;
    rdg_orbit_segment *segment; /* [segments] */
    double *plane;              /* [2 states] that fixes the phase; NULL: not known, or none does */
} rdg_orbit_past;

/* What is the same of an orbit wherever it begins. */
enum { RDG_TRACE_SUMS = 4 };

typedef struct rdg_orbit_trace {
    rdg_index order, segments;
    bool is_end,
        is_joined; /* its event signature begins or ends there; the curve goes there from the one before */
    double name;   /* of its event signature */
    double sum[RDG_TRACE_SUMS], size[RDG_TRACE_SUMS];
} rdg_orbit_trace;

/* The orbit at which an event signature ends: states at two instants of its longest segment. */
enum { RDG_END_SAMPLES = 2 };

typedef struct rdg_orbit_end_samples {
    bool is_known;
    rdg_index segment, mode, n;
    double phi[RDG_END_SAMPLES];
    double *x;           /* [RDG_END_SAMPLES states] */
    double reach;        /* length of the difference of states within which an orbit is its neighbour */
    int side;            /* beyond the end, 1: in front of it, as it is examined */
    bool leaves[2];      /* the motion on that side leads to an orbit that is none; */
    bool is_left;        /* on one of them, and the last such orbit: */
    double distance;     /* relative to the size of the state */
    rdg_index parameter; /* the first one that the run varies, and its value there */
    double value;
} rdg_orbit_end_samples;

/* Entries of a sparse matrix that are written by row and column. */
typedef struct rdg_stencil {
    rdg_index rows, cols;
    int32_t *place; /* [rows * cols] in the values; -1: never written */
    rdg_pattern pattern;
    rdg_index *start, *row; /* of the pattern */
} rdg_stencil;

/* Variables are the slots' states, durations, the first phase (with forcing), parameters; equations those for
 * the slots' states, for their durations, and the period (with forcing). */
typedef struct rdg_orbit_layout {
    rdg_index slots, states; /* segments that there is space for; states of the largest mode */
    rdg_index np, omega;     /* parameters; place of the forcing's; -1: there is none */
    bool forced;
    rdg_index tau, phi, p, n;  /* first variables behind the states; number of all */
    rdg_index when, period, m; /* first equations behind those for the states; number of all */
} rdg_orbit_layout;

struct rdg_shooting {
    rdg_context *ctx;
    rdg_hybrid *hybrid;
    rdg_flow *flow;
    rdg_flow_options flow_options;
    rdg_orbit_layout at;
    rdg_index order;            /* periods of the forcing in one of the orbit */
    double *symmetry;           /* [states^2] G; NULL: none */
    rdg_index segments;         /* in use */
    rdg_orbit_segment *segment; /* [slots] */
    char *sequence;             /* for people */
    rdg_orbit_segment *home;    /* [slots] the event signature that runs begin with, once another is in use */
    rdg_index home_segments;    /* 0: it is in use */
    rdg_orbit_segment *ended;   /* [slots] the event signature at whose end a continuation is requested */
    rdg_index ended_segments;
    rdg_orbit_trace *trace; /* [n_traces] of the orbits that the run has come through */
    double *trace_p;        /* [n_traces np] parameters there */
    rdg_index n_traces, trace_capacity, trace_p_capacity;
    bool is_known_way; /* a continuation that was tried leads back to orbits that the run has come through */
    rdg_orbit_end_samples end;   /* where a continuation is requested */
    double step;                 /* length of the step that the run tried last */
    struct rdg_orbit_past *past; /* event signatures that there have been */
    rdg_index n_past;
    char *written; /* what is kept with a labelled solution */
    rdg_index written_capacity;
    long revision;   /* another one whenever the event signature is another one */
    bool changing;   /* the event signature is being changed */
    bool too_narrow; /* a mode has come up that has more states than there is space for */
    int users;       /* problems, and the one who made it: freed with the last of them */
    double pace;     /* speed at the anchor until a run has left its first point; 0: not examined */
    double speed; /* through the plane that fixes the phase, of the last orbit before a Hopf point; 0: none */
    double period;      /* of the orbit that a run was at last; 0: there is none yet */
    rdg_index asked_at; /* point at which a continuation was requested last, and how often */
    int asked;
    bool has_crossed; /* the grazing motion itself has been tried there */
    rdg_index
        *named; /* [n_named] places of parameters that report one way in which an event signature ends */
    rdg_index n_named;
    double *slope; /* [slope_capacity >= variables of the problem] */
    rdg_index slope_capacity;
    double *p;       /* [np] parameters at the first orbit */
    double *first;   /* [n] variables there */
    double *tangent; /* [n] of the orbit that this one is twice of; NULL: of none */
    double *anchor;  /* [2 states] without events and forcing: a point, and the plane's normal */
    double largest;  /* value of a surface on orbits */
    rdg_stencil df, d2f;
    struct rdg_orbit_work *work;
    void *walk; /* of multipliers; NULL: not requested yet */
};

/* Quantities at the end of a segment. With sigma = (x, p, phi, tau) of the segment and z = (y, p, phi at the
 * end).
 */
typedef struct rdg_orbit_work {
    double *sigma;     /* [ns] as the segment is followed */
    double *given;     /* [ns] as the variables report it: where the event before projects, its start x is not
                          that in sigma, x_0 = R(x) */
    double *y;         /* [states] */
    double *dy;        /* [states ns] */
    double *z;         /* [states + np + 1] */
    double *value;     /* [nz] reset, or a column */
    double *slope;     /* [nz nz] its derivatives by z */
    double *Z;         /* [nz ns] dz/dsigma */
    double *D;         /* [states ns] derivatives of reset or h by sigma */
    double *H;         /* [ns ns] contracted second derivatives */
    double *bent;      /* [ns ns] space for them */
    double *curve;     /* [nz nz] those by z */
    double *lambda;    /* [states] */
    double *gradient;  /* [nz] of the contracted functions */
    double *reach;     /* [ns] */
    double *way;       /* [ns] a direction of (x_0, p, phi, tau) */
    double *along;     /* [2 ns] a direction of sigma, second derivatives along it */
    double *scratch;   /* of differences */
    rdg_mesh mesh;     /* of segments that are examined once */
    rdg_index *column; /* [2 (slots + 2)] */
    double *factor;    /* [2 (slots + 2)] */
} rdg_orbit_work;

/* A segment at given variables. */
typedef struct rdg_orbit_at {
    rdg_index j, next;    /* the segment, and the one behind it */
    rdg_index n, ns, nz;  /* states; lengths of sigma and z */
    rdg_index n_next;     /* states of the next segment */
    double before, omega; /* sum of the durations of the segments before it; phi' */
    double longest;       /* that it is followed for to meet its event */
    const rdg_orbit_segment *segment;
    const rdg_hybrid_event_surface *event; /* NULL: none ends it */
    const rdg_hybrid_function *start;      /* R of the event before, which projects; NULL: x_0 = x */
    int answer;                            /* of R */
} rdg_orbit_at;

/* --- stencil.c */
rdg_status rdg_stencil_begin(rdg_context *ctx, rdg_stencil *s, rdg_index rows, rdg_index cols);
void rdg_stencil_mark(rdg_stencil *s, rdg_index row, rdg_index col);
rdg_status rdg_stencil_end(rdg_context *ctx, rdg_stencil *s);
void rdg_stencil_release(rdg_stencil *s);
static inline void rdg_stencil_add(const rdg_stencil *s, double *values, rdg_index row, rdg_index col,
                                   double value)
{
    values[s->place[row + s->rows * col]] += value;
}

/* --- segment_end.c */

/* Put segment j at variables u: sigma into the workspace. */
rdg_orbit_at rdg_orbit_segment_at(rdg_shooting *s, const double *u, rdg_index j);

/* Choose its mesh anew, so fine that multipliers are exact. Answers as callbacks do. */
int rdg_orbit_mesh(rdg_shooting *s, rdg_index j, const double *sigma);

/* Its end y, and z; with dy and Z if requested. Answers as callbacks do. */
int rdg_orbit_end(rdg_shooting *s, const rdg_orbit_at *a, bool derivatives);

/* --- segment_reach.c: segments that run to their events (rdg_hybrid_event_surface.reached)
 *
 * Such a segment lasts tau*(x, p, phi), what it takes to the surface, whatever its unknown duration tau is;
 * the equation of tau is tau - tau* = 0. In the workspace sigma has tau*. With Z as of any other segment, h_z
 * Z reports how tau* changes, h_z Z_tau dtau* = - h_z Z dsigma, and how the end does: Z dsigma + Z_tau dtau*.
 */

static inline bool rdg_orbit_reaches(const rdg_orbit_at *a)
{
    return a->event && a->event->reached;
}

/* tau* and the end, with dy unless it is NULL, from a start of tau. Answers as callbacks do. */
int rdg_orbit_reach(rdg_shooting *s, const rdg_orbit_at *a, double *dy);

/* w->reach = h_z Z / (h_z Z_tau), the derivatives of tau - tau* by sigma; and Z becomes that of the end at
 * tau*. After rdg_orbit_end(). > 0: the motion does not pass the surface. */
int rdg_orbit_reach_slope(rdg_shooting *s, const rdg_orbit_at *a);

/* h at the end z of a segment, its rate along the motion, and as large as what h is a sum of. */
int rdg_orbit_surface_rate(rdg_shooting *s, const rdg_orbit_at *a, double *h, double *rate, double *size);

/* --- segment_start.c: segments behind events that project (rdg_hybrid_event_surface.projects) start at
 * x_0 = R(x)
 */

/* Put x_0 into sigma. */
void rdg_orbit_start(rdg_shooting *s, rdg_orbit_at *a);

/* x_0 by sigma, into segment->dstart. After rdg_orbit_start(). Answers as callbacks do. */
int rdg_orbit_start_slope(rdg_shooting *s, const rdg_orbit_at *a);

/* dy [n ns] by (x_0, p, phi, tau) becomes that by (x, p, phi, tau). */
void rdg_orbit_from_start(rdg_shooting *s, const rdg_orbit_at *a, double *dy);

/* Contracted second derivatives w->H [ns ns] of the end, likewise; with gradient of L by y. */
int rdg_orbit_start_bend(rdg_shooting *s, const rdg_orbit_at *a);

/* As rdg_orbit_end() with derivatives, but Z by (x_0, p, phi, tau): how changes of the motion run on,
 * whatever the reset before makes of them. */
int rdg_orbit_end_as_it_starts(rdg_shooting *s, const rdg_orbit_at *a);

/* Does each event of the orbit at u that projects do so? Records a failure. */
rdg_status rdg_orbit_check_projections(rdg_shooting *s, const double *u);

/* The end of a segment on its mesh; errors of derivatives are estimated once at each point of a run. */
int rdg_orbit_run_on_mesh(rdg_shooting *s, rdg_orbit_segment *segment, double *dy);

/* Sizes of the arguments of functions of a segment's mode. */
static inline const double *rdg_orbit_sizes(const rdg_shooting *s, const rdg_orbit_at *a)
{
    return rdg_flow_sizes(s->flow, a->segment->mode);
}

/* Note how large the states of the orbit at u become, for differences. */
void rdg_orbit_note_sizes(rdg_shooting *s, const double *u);

/* Put an end y of a segment, with derivatives unless dy is NULL, into z and Z; the duration is that in sigma.
 */
void rdg_orbit_place_end(rdg_shooting *s, const rdg_orbit_at *a, const double *y, const double *dy);

/* The variables that a component of sigma depends on, with the derivatives: the phase depends on many. At
 * most rdg_orbit_layout.slots + 2. returns how many */
rdg_index rdg_orbit_columns(const rdg_shooting *s, const rdg_orbit_at *a, rdg_index component,
                            rdg_index *column, double *factor);

/* values += w->gradient . dz, z at the end of a segment, by the problem's variables. */
void rdg_orbit_spread(rdg_shooting *s, const rdg_orbit_at *a, double *values);

/* Period of the orbit, twice that of the segments where half of it is computed. */
double rdg_orbit_period(const rdg_shooting *s, const double *u);

/* y = G x, or G^T x, of orbits with a symmetry; not in place. */
void rdg_orbit_mirror(const rdg_shooting *s, bool transposed, const double *x, double *y);

/* --- residual.c */

/* Do the variables satisfy the equations of the event signature that there is, about? */
bool rdg_orbit_is_solved(rdg_shooting *s, const double *u);

/* --- residual.c, jacobian.c, curvature.c: callbacks of the zero function; data: rdg_shooting */
int rdg_orbit_f(rdg_index n, const double *u, rdg_index m, double *y, void *data);
int rdg_orbit_df(rdg_index n, const double *u, rdg_index m, double *values, void *data);
int rdg_orbit_d2f(rdg_index n, const double *u, rdg_index m, const double *lambda, double *values,
                  void *data);

/* L_z and L_zz at the end of a segment, into the workspace; surface: the multiplier of h. After
 * rdg_orbit_end().
 */
int rdg_orbit_lagrange(rdg_shooting *s, const rdg_orbit_at *a, const double *lambda, double surface);

/* curvature_along.c: gradient += factor (lambda . f)_uu du, without the matrix; of the equations as
 * multipliers of orbits are seen, with h = 0 and from x_0 on wherever a segment runs to its event or
 * starts behind one that projects */
int rdg_orbit_d2f_along(rdg_shooting *s, const double *u, const double *lambda, const double *du,
                        double factor, double *gradient);

/* Their patterns. */
rdg_status rdg_orbit_make_df_stencil(rdg_shooting *s);
rdg_status rdg_orbit_make_d2f_stencil(rdg_shooting *s);

/* Derivatives of the state behind the end of a segment, and of its surface, by sigma. After rdg_orbit_end().
 */
int rdg_orbit_reset_slope(rdg_shooting *s, const rdg_orbit_at *a, double *D);
int rdg_orbit_surface_slope(rdg_shooting *s, const rdg_orbit_at *a, double *D);

/* Phase of the forcing over the segments: of the orbit, or of half of it. */
static inline double rdg_orbit_phase(const rdg_shooting *s)
{
    return RDG_HZ((double)s->order) / (s->symmetry ? 2.0 : 1.0);
}

/* --- move.c */

/* Meshes, and the plane that fixes the phase, move along with runs; data: rdg_shooting. */
int rdg_orbit_move(rdg_problem *p, const rdg_chart *chart, void *data);

/* So does the plane where a run starts from a solution; of autonomous orbits without events. */
void rdg_orbit_begin(rdg_shooting *s, const double *u);

/* Meshes and sizes that stand on an orbit alone, not on how a run has come to it. */
void rdg_orbit_forget(rdg_shooting *s, const double *u);

/* How many steps segments may take at most, by those of the orbit at variables u. */
void rdg_orbit_limit_steps(rdg_shooting *s, const double *u);

/* --- plane.c */

/* The plane at right angles to the motion at x. Answers as callbacks do; > 0 where there is no motion. */
int rdg_orbit_anchor(rdg_shooting *s, rdg_index mode, const double *x, const double *p);

/* The plane at the start of the orbit at variables u, likewise, through its mean state where it can be. */
int rdg_orbit_anchor_at(rdg_shooting *s, const double *u);

/* 0, or > 0 where the motion does not pass the plane as it did where that was chosen, and where a run would
 * begin at an equilibrium, which returns after any time, instead of at an orbit. */
int rdg_orbit_leaves_plane(rdg_shooting *s, const double *u);

/* Does the field have the symmetry at a state: f(G x, phi + k pi) = G f(x, phi)? Whether it has is recorded
 * as a failure by the other one. */
bool rdg_orbit_is_mirrored(rdg_shooting *s, const double *x, const double *p, double phi, double time);
rdg_status rdg_orbit_not_mirrored(rdg_shooting *s, const char *where);

/* --- frozen.c */

/* Leave out of the problem what the orbit at variables u does not use or determine. */
rdg_status rdg_orbit_freeze(rdg_shooting *s, rdg_problem *p, const double *u);

#endif
