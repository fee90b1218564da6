/* The inside of a spectrum: eigenvalues, Schur form, critical subspace. */
#ifndef RDG_SPECTRUM_IMPL_H
#define RDG_SPECTRUM_IMPL_H

#include <ridgewalk/event.h>
#include <ridgewalk/memo.h>
#include <ridgewalk/monitor_kind.h>
#include <ridgewalk/spectrum.h>

/* What vanishes at a bifurcation, as a product over eigenvalues: lambda_i + lambda_j, lambda_i lambda_j - 1,
 * lambda_i + 1. */
typedef enum rdg_spectrum_kind {
    RDG_SPECTRUM_SUM,
    RDG_SPECTRUM_PRODUCT,
    RDG_SPECTRUM_SHIFT
} rdg_spectrum_kind;

/* The pair that a run keeps critical. Beside it another one may be nearer to the boundary at the next
 * predictor, and the sign of all others may change. */
typedef struct rdg_followed {
    long run;       /* number of the run; 0: of none */
    double product; /* at the last chart */
    double sign;    /* of all others at the first one, kept */
} rdg_followed;

/* Eigenvalues at one point. */
typedef struct rdg_eigenvalues {
    double *at;      /* [nu] the point */
    double *re, *im; /* [n] */
    double norm;     /* of the matrix (Frobenius), balanced: in units in which states reach each other */
    bool unknown;    /* they mean nothing */
    bool is_known;
    long run, used; /* of which run, 0: of none; when they were last requested */
} rdg_eigenvalues;

/* A step requests both its charts, for those that it locates, and for points of the polynomial between. */
enum { RDG_KEPT_EIGENVALUES = 12 };

typedef struct rdg_spectrum {
    rdg_spectrum_source source;
    bool is_map;
    int users; /* functions of the problem that share this */
    rdg_problem *problem;
    rdg_index n, nu;                            /* rows; variables that the matrix sees */
    rdg_index hopf, omega2, torus;              /* places of these parameters; -1: there are none */
    rdg_eigenvalues kept[RDG_KEPT_EIGENVALUES]; /* of the run under way */
    const rdg_eigenvalues *here;      /* those that were requested last; re, im, norm, unknown are theirs */
    const rdg_eigenvalues *of_matrix; /* J is that there; NULL: of none */
    long clock;                       /* counts questions */
    bool unknown;
    bool has_schur; /* T, Q, schur_re, schur_im are those of J */
    double norm;
    double last_norm; /* the same at the last chart of the run last_run; of vector fields */
    long last_run;
    rdg_followed followed;       /* along a curve of Hopf points */
    double *J, *T, *Q;           /* [n n] the matrix, its real Schur form and vectors */
    double *re, *im;             /* [n] borrowed */
    double *schur_re, *schur_im; /* [n] the same in the order of T */
    double *T2, *Q2;             /* [n n] reordered */
    double *V, *W;               /* [2 n] right basis of the critical subspace, left basis with W^T V = 1 */
    double *v;                   /* [n] */
    double *work;
    int *select, *iwork;
    rdg_index n_work;
} rdg_spectrum;

/* A critical factor. */
typedef struct rdg_critical {
    int size;            /* of the subspace: 1 or 2; 0: there is no such factor */
    rdg_index i, j;      /* its eigenvalues */
    double sum, product; /* of these */
    double value;        /* of the factor */
    double shift[2];     /* of shifts: these two, or the distance of a pair from -1 */
    bool is_pair;        /* of shifts: a conjugate pair */
    double sign;         /* of the product of all others */
    double B[2][2];      /* the matrix within the subspace, [row][column]; with the bases */
} rdg_critical;

/* --- spectrum_special.c */

/* rdg_add_spectrum(); *spectrum: for those who add more to it. Borrowed. */
rdg_status rdg_spectrum_create(rdg_problem *problem, const rdg_spectrum_source *source,
                               rdg_spectrum **spectrum);

/* Is a chart one at which the sum of the critical pair is zero? */
bool rdg_spectrum_is_on_hopf_curve(rdg_spectrum *s, const rdg_chart *at);

/* "NSA" where the run under way locates neutral saddles, else NULL. */
const char *rdg_spectrum_neutral_saddle(const rdg_problem *p);

/* --- spectrum_shared.c */

typedef int (*rdg_spectrum_value)(rdg_index, const double *, rdg_index, double *, void *);

/* Add a monitor of the spectrum; its place among the parameters into *place, which may be NULL. */
rdg_status rdg_spectrum_add_monitor(rdg_spectrum *s, const char *name, rdg_spectrum_value f,
                                    rdg_spectrum_value df, rdg_monitor_kind kind, rdg_index *place);

/* One user less; frees it with the last. */
void rdg_spectrum_leave(void *spectrum);

/* --- spectrum.c */

/* Eigenvalues at u, unless they are at hand. Answers as callbacks do. */
int rdg_spectrum_decompose(rdg_spectrum *s, const double *u);

/* What the matrix stands on may change with each point, which stays a solution: a function for
 * rdg_move_along(). */
int rdg_spectrum_forget(rdg_problem *problem, const rdg_chart *chart, void *spectrum);

/* Are there eigenvalues at a chart, as the source reports? `where` of events (event.h); data: rdg_spectrum */
bool rdg_spectrum_has_meaning(rdg_problem *p, const rdg_chart *at, void *data);

/* The real factor nearest to zero at the last decomposition. */
void rdg_spectrum_critical(const rdg_spectrum *s, rdg_spectrum_kind kind, rdg_critical *critical);

/* What eigenvalues are small against: the norm at the last decomposition, or at the last chart of the run
 * under way. All of a matrix may vanish at a special point, as at a pitchfork of one state. */
double rdg_spectrum_size(const rdg_spectrum *s);

/* Store the norm at a chart, and keep to its critical pair where a run holds "hopf". A function for
 * rdg_move_along(). */
int rdg_spectrum_follow(rdg_problem *problem, const rdg_chart *chart, void *spectrum);

/* Which pair that is, with every label. A function for rdg_checkpoint_along(). */
void rdg_spectrum_remember(rdg_problem *problem, rdg_checkpoint *memo, void *spectrum);

/* The same with the bases of its subspace in s->V, s->W, and critical->B. Answers as callbacks do:
 * eigenvalues outside the subspace that are all but equal to those inside make it ill-determined. */
int rdg_spectrum_bases(rdg_spectrum *s, rdg_spectrum_kind kind, rdg_critical *critical);

/* The weight of a second shift, and its slope: in proportion to it beside 0, so that the product is smooth
 * where two meet there, and 1 far away. */
double rdg_shift_weight(double shift, double *slope);

/* The factor of eigenvalues i and j, if it is real. Of a conjugate pair the shift is the distance from -1: so
 * it goes on where two real eigenvalues meet and become such a pair. */
bool rdg_spectrum_real_factor(const double *re, const double *im, rdg_spectrum_kind kind, rdg_index i,
                              rdg_index j, double *value);

/* --- spectrum_factors.c */

/* Real factors at u: rdg_event_factors. data: rdg_spectrum */
bool rdg_spectrum_hopf_factors(rdg_problem *problem, const double *u, rdg_factors *factors, void *data);
bool rdg_spectrum_ns_factors(rdg_problem *problem, const double *u, rdg_factors *factors, void *data);
bool rdg_spectrum_pd_factors(rdg_problem *problem, const double *u, rdg_factors *factors, void *data);

/* Square of the size of the matrix within the critical subspace: what its eigenvalues are small against,
 * however large the others are. */
double rdg_critical_square(const rdg_critical *critical);

/* --- spectrum_monitors.c */

/* values += factor * d tr(W^T J V M)/du for a 2 x 2 matrix M. */
int rdg_spectrum_add_gradient(rdg_spectrum *s, const double *u, const rdg_critical *c, double M[2][2],
                              double factor, double *values);

/* Callbacks; data: rdg_spectrum */
int rdg_spectrum_hopf_f(rdg_index n, const double *u, rdg_index m, double *y, void *data);
int rdg_spectrum_hopf_df(rdg_index n, const double *u, rdg_index m, double *values, void *data);
int rdg_spectrum_omega2_f(rdg_index n, const double *u, rdg_index m, double *y, void *data);
int rdg_spectrum_omega2_df(rdg_index n, const double *u, rdg_index m, double *values, void *data);
int rdg_spectrum_ns_f(rdg_index n, const double *u, rdg_index m, double *y, void *data);
int rdg_spectrum_ns_df(rdg_index n, const double *u, rdg_index m, double *values, void *data);
int rdg_spectrum_pd_f(rdg_index n, const double *u, rdg_index m, double *y, void *data);
int rdg_spectrum_pd_df(rdg_index n, const double *u, rdg_index m, double *values, void *data);
int rdg_spectrum_unstable(rdg_index n, const double *u, rdg_index m, double *y, void *data);

/* --- spectrum_resonance.c: of maps */

/* Points along curves of Neimark-Sacker points at which the pair is in strong resonance. */
rdg_status rdg_spectrum_add_resonances(rdg_spectrum *s);

/* What a zero of "pd", or of "ns", is. */
const char *rdg_spectrum_judge_flip(rdg_problem *p, const rdg_chart *before, const rdg_chart *at,
                                    const rdg_chart *after, void *data);
const char *rdg_spectrum_judge_torus(rdg_problem *p, const rdg_chart *before, const rdg_chart *at,
                                     const rdg_chart *after, void *data);

/* --- spectrum_count.c */

/* Eigenvalues that are critical, or unstable: real ones (of a map: positive), negative ones of a map, and
 * pairs. */
typedef struct rdg_critical_count {
    int real, flips, pairs;
} rdg_critical_count;

/* Of the `most` nearest to the boundary, a pair being one. */
int rdg_spectrum_count_critical(rdg_spectrum *s, const rdg_chart *at, rdg_index most, rdg_critical_count *c);

/* Least and greatest number of unstable eigenvalues, those nearer to the boundary than this share of the norm
 * on either side. */
int rdg_spectrum_range(rdg_spectrum *s, const rdg_chart *at, double share, rdg_index *least,
                       rdg_index *greatest);

/* Hold the number of unstable eigenvalues against the special points of every run. */
rdg_status rdg_spectrum_add_count(rdg_spectrum *s);

#endif
