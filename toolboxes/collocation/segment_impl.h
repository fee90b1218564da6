/* The inside of a segment. */
#ifndef RDG_SEGMENT_IMPL_H
#define RDG_SEGMENT_IMPL_H

#include "collocation.h"
#include "polynomials_impl.h"

/* Variables of a segment, in its own order: states interval by interval, T, phi, parameters. What follows the
 * states is its tail. */
typedef struct rdg_segment_layout {
    rdg_index n;         /* states */
    rdg_index N, K;      /* intervals, degree */
    rdg_index nx;        /* n (N K + 1), where the tail begins */
    rdg_index nt;        /* of the tail: 1 + (1) + parameters */
    rdg_index T, phi, p; /* places; phi -1 without forcing */
    rdg_index np, omega; /* parameters; the forcing's among them, -1: none */
    rdg_index nz;        /* arguments of the field: n + np + (1) */
    rdg_index count, m;  /* nx + nt; equations n N K */
    rdg_index block; /* n K: equations of an interval, and distance of its first state from the next one's */
} rdg_segment_layout;

/* A sparse matrix whose rows are those of units, which follow each other, and of a tail. A unit is an
 * interval or a base point. A column has the rows of some consecutive units, then all rows of the tail: of
 * each point in a unit those that stand in the state's column of a pattern, or all of them for a variable of
 * the tail. */
typedef struct rdg_band {
    rdg_pattern pattern;     /* until a problem has copied it */
    rdg_index *start, *row;  /* of the pattern */
    rdg_index *first, *step; /* [cols] the first unit; entries in each */
    rdg_index *tail;         /* [cols] place of the tail's first row */
    rdg_pattern *each;       /* [n, n] rows that states have at each point; the band's own */
} rdg_band;

/* What was evaluated last at all collocation points, and at which variables on which mesh. */
typedef struct rdg_sampled {
    double *number;
    double *at; /* [count] */
    long revision;
    bool is_there;
} rdg_sampled;

struct rdg_segment {
    rdg_context *ctx;
    rdg_hybrid *hybrid;
    rdg_problem *problem;
    char *name; /* of the part; "" without */
    int users;  /* functions that share it */
    rdg_index mode;
    const rdg_hybrid_function *field;
    rdg_segment_layout at;
    rdg_index *index; /* [count] places of its variables in the problem */
    rdg_polynomials basis;
    double *mesh;                                  /* [N + 1] */
    double *target;                                /* [N + 1] the mesh that is moved to */
    double *before;                                /* [N + 1] that was the last one */
    double *start_mesh;                            /* [N + 1] that of the run's start */
    double *home_mesh;                             /* [N + 1] that of the problem's start values */
    void (*on_start)(void *data, const double *x); /* called with what a run starts from; NULL: nobody */
    void *on_start_data;
    rdg_index n_conditions; /* zero functions at its ends and along it */
    char **condition;       /* [n_conditions] their names */
    char *kept;             /* with labels, written by the first segment of a problem */
    char *system;           /* a line of whose segment it is, kept behind the mesh, too (whose.c) */
    char *tag;              /* a line that is kept behind the mesh, for who made the segment; a solution to
                               start from that has another one is refused; NULL: none */
    rdg_index kept_capacity;
    rdg_index *no_entry_start; /* [nx + 1] zeros */
    rdg_pattern no_entries;    /* of second derivatives that are 0, of functions of the states */
    int adapt;
    rdg_index told; /* the point at which errors have been examined last; -1: none */
    bool fitted;    /* what a run starts from has been put on the mesh `target` */
    long revision;  /* grows whenever the mesh moves */
    rdg_band df, d2f;
    double *size;               /* [nz] as large as arguments become, for differences */
    rdg_sampled values, slopes; /* of the field: [N K n], [N][nz][K n] */
    double *weight;             /* [K + 1][K n] values of the basis, as often as there are states */
    double *points, *rates; /* [K nz], [K n] arguments at an interval's points, slopes of its polynomials */
    double *z;              /* [nz] */
    double *value;          /* [n] */
    double *slope;          /* [n nz] */
    double *H;              /* [nz nz] */
    double *scratch;        /* of differences, for functions of up to most_values values */
    rdg_index most_values;
    double *R, *P;   /* [(n + nt)^2] each */
    double *y, *r;   /* [n + nt] */
    double *local;   /* [count] */
    double *wide;    /* [nx] */
    double *density; /* [N + 1] */
    double *work;    /* [N + 1] */
    double **column; /* [n (K + 1)] where columns of an interval are written */
};

/* What a function of the arguments at a point counts with: W(T) g, W = factor or, timed, factor T. */
typedef struct rdg_point_weight {
    double factor;
    bool timed;
} rdg_point_weight;

/* --- segment_create.c */

/* rdg_segment_add(); shared: the first of the parameters that the problem has already, -1: there are none. */
rdg_segment *rdg_segment_create(rdg_problem *p, const char *name, rdg_hybrid *h, const rdg_segment_options *o,
                                rdg_index shared);

/* --- segment_life.c */
void rdg_segment_leave(void *segment);

/* The segment's variables out of the problem's, into s->local. */
const double *rdg_segment_local(rdg_segment *s, const double *u);

/* --- band.c */

/* First derivatives of the equations; units are intervals. */
rdg_status rdg_band_make_df(rdg_segment *s);

/* Second derivatives of the equations or, dense, of any function along the segment; units are base points. */
rdg_status rdg_band_make_d2f(rdg_segment *s, rdg_band *band, bool dense);
void rdg_band_release(rdg_band *band);

/* A problem has copied the pattern: places follow from the rest. */
void rdg_band_drop_rows(rdg_band *band);

/* Place of a column's first entry in a unit. */
static inline rdg_index rdg_band_place(const rdg_band *b, rdg_index unit, rdg_index col)
{
    return b->start[col] + (unit - b->first[col]) * b->step[col];
}

/* --- point.c: a collocation point; u are a segment's own variables */

/* tau, 0 to 1, of point m of interval i. */
static inline double rdg_segment_tau(const rdg_segment *s, rdg_index i, rdg_index m)
{
    return s->mesh[i] + (s->mesh[i + 1] - s->mesh[i]) * s->basis.node[m];
}

/* Arguments of the field at point m of interval i, into z. */
void rdg_segment_point(const rdg_segment *s, const double *u, rdg_index i, rdg_index m, double *z);

/* --- sampled.c */

/* Arguments at the points of interval i into s->points, slopes of the polynomials there, times the interval's
 * length, into s->rates. */
void rdg_segment_interval(const rdg_segment *s, const double *u, rdg_index i);

/* Evaluate the field, or its derivatives, at all points, into s->values or s->slopes; rates [m], if not NULL:
 * slopes of the polynomials. "need": unless that is what was evaluated last. */
int rdg_segment_take_values(rdg_segment *s, const double *u, double *rates);
int rdg_segment_need_values(rdg_segment *s, const double *u);
int rdg_segment_take_slopes(rdg_segment *s, const double *u);
int rdg_segment_need_slopes(rdg_segment *s, const double *u);

/* The field may have become another one. */
void rdg_segment_forget(rdg_segment *s);

/* The derivatives in interval i: [nz] columns of [K n], point by point. */
static inline const double *rdg_segment_slopes(const rdg_segment *s, rdg_index i)
{
    return s->slopes.number + i * s->at.block * s->at.nz;
}

/* --- point.c */

/* From slopes by the arguments beyond the states to slopes by the tail's variables: tail [nt] += */
void rdg_segment_to_tail(const rdg_segment *s, const double *u, double tau, const double *by_arguments,
                         double *tail);

/* Second derivatives of W g by (state at the point, tail), into s->R [(n + nt)^2]; gradient [nz] and H [nz
 * nz] those of g by the arguments. */
void rdg_segment_bend(const rdg_segment *s, const double *u, double tau, rdg_point_weight W,
                      const double *gradient, const double *H);

/* values += s->R, by the segment's variables, in the order of a band of second derivatives. */
void rdg_segment_spread(const rdg_segment *s, const rdg_band *band, rdg_index i, rdg_index m, double *values);

/* --- equations.c: callbacks of the zero function; data: rdg_segment */
int rdg_segment_f(rdg_index n, const double *u, rdg_index m, double *y, void *data);
int rdg_segment_df(rdg_index n, const double *u, rdg_index m, double *values, void *data);
int rdg_segment_d2f(rdg_index n, const double *u, rdg_index m, const double *lambda, double *values,
                    void *data);

/* Changes of a segment's variables beside its states. */
typedef struct rdg_segment_change {
    double duration, phase;
} rdg_segment_change;

/* gradient [count] += factor (sum lambda_k Hess(equation k)) delta, of interval i alone; lambda [block],
 * delta [n (K + 1)] the states of the interval, and the tail, NULL: that does not change.
 * rdg_segment_need_slopes() before it. */
int rdg_segment_bend_along(rdg_segment *s, const double *u, rdg_index i, const double *lambda,
                           const double *delta, const rdg_segment_change *of_tail, double factor,
                           double *gradient);

/* Derivatives of the equations of interval i by T and by phi (zeros without forcing), [block] each. */
int rdg_segment_tail_columns(rdg_segment *s, const double *u, rdg_index i, double *by_T, double *by_phi);

/* Derivatives of the equations of interval i by its states, to s->column [n (K + 1)], behind
 * rdg_segment_need_slopes(); *size: length of the interval times the largest size of the field's derivatives
 * there. */
void rdg_segment_write_block(const rdg_segment *s, const double *u, rdg_index i, double *size);

/* Size of the field's derivatives by the states, whose columns are `lead` numbers apart. */
double rdg_segment_slope_size(const rdg_segment *s, const double *slope, rdg_index lead);

/* --- conditions.c */

/* Report of its conditions where equations are too many or too few. */
rdg_status rdg_segment_account(rdg_segment *s);

/* --- guess.c */

/* Mesh and states, [nx], from the samples of the options. */
rdg_status rdg_segment_guess(rdg_segment *s, const rdg_segment_options *o, double *x);

/* --- grading.c */

/* A mesh target [N + 1] of N intervals with equal parts of the shares [count] that intervals of another one
 * have; work [count + 1]. */
void rdg_mesh_share_out(rdg_index count, const double *mesh, const double *share, rdg_index N, double *work,
                        double *target);

/* --- mesh.c */

/* State at tau on a mesh. */
void rdg_segment_state(const rdg_segment *s, const double *mesh, const double *x, double tau, double *out);

/* The estimated error of every interval into s->density [N], the largest one answered. */
double rdg_segment_errors(rdg_segment *s, const double *x);

/* The error once more, by how far the polynomials' rates are from the field's at the ends of intervals, where
 * no equation requests it: the same to leading order, and on meshes that are too coarse for either the larger
 * of the two reports. u: the segment's own variables. Where the field has no value it is not requested. */
double rdg_segment_defect(rdg_segment *s, const double *u);

rdg_status rdg_segment_add_error(rdg_segment *s);

/* --- moving_mesh.c */

/* Meshes move along with the runs of the segment's problem. */
rdg_status rdg_segment_let_mesh_move(rdg_segment *s);

/* Densities of a mesh with equal shares of the error of these states, into s->density; how many times as
 * large as the mean the largest share of the present mesh is. */
double rdg_segment_weigh(rdg_segment *s, const double *x);

/* States, or changes of them, on the mesh before the last move, to those on the present one: [nx] each. */
void rdg_segment_carry_states(const rdg_segment *s, const double *from, double *to);

/* --- whose.c */

/* "system <segment> states parameters", a line that is kept with labels; NULL: no memory (recorded). */
char *rdg_segment_whose(rdg_context *ctx, const char *name, rdg_index n, const rdg_hybrid *h);

/* RDG_ERR_ARGUMENT, as text: what is kept of a segment is of another system. One of which nothing is stated
 * may be of this. */
rdg_status rdg_segment_check_whose(rdg_context *ctx, const char *where, const char *kept, const char *name,
                                   const char *line);

/* --- start_fit.c */

/* Solutions on other meshes may be started from. */
rdg_status rdg_segment_let_starts_fit(rdg_segment *s);

/* --- moving_mesh.c, of what is kept with labels */

/* The segments of a problem, one after the other, *index being 0 at first; NULL: no more. */
rdg_segment *rdg_segment_at(const rdg_problem *p, rdg_index *index);

/* What is kept of a segment's mesh: intervals, degree, and where its points begin; NULL: nothing. */
const char *rdg_segment_find_kept(const char *kept, const char *name, rdg_index *N, rdg_index *K);
bool rdg_segment_read_mesh(const char *numbers, rdg_index N, double *mesh);

#endif
