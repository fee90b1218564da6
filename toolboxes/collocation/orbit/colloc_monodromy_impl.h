/* The monodromy matrix of an orbit by collocation. */
#ifndef RDG_COLLOC_MONODROMY_IMPL_H
#define RDG_COLLOC_MONODROMY_IMPL_H

#include "colloc_segments_impl.h"

#include <ridgewalk/spectrum.h>

#include <lapacke.h>

/* A segment of the orbit and the event that ends it, as linear equations of changes. A change of its start
 * is one of its state and of its phase; its duration changes as the event states. */
typedef struct rdg_colloc_part {
    rdg_segment *s;
    rdg_index event;   /* -1: none, the orbit closes */
    rdg_index next;    /* states behind it */
    long revision;     /* of the mesh when these were taken */
    double *at;        /* [count] variables of the segment then */
    bool follows;      /* what changes on the way take is kept of all intervals, monodromy_interval.c */
    rdg_index factors; /* intervals whose factors are kept: all N, or 1, the last one */
    double *LU;        /* [factors][...] */
    lapack_int *pivot; /* [factors][block] */
    double *W, *V;     /* [N][block n (+ 2)] and [N][block n], or NULL */
    double *G;         /* [N][n n] of each interval: its last state from its first */
    double *E;         /* [n (n + 2)] its last state from its first, T and phi */
    double *R, *h;     /* [next nz], [nz] derivatives of reset and surface */
    double *S;         /* [next n] saltation matrix */
    double rate;       /* of the surface by T; 0: it is only touched, there is no S */
    double *states;    /* [nx] changes */
    double dT, dphi;
    double *lambda;   /* [N block] multipliers of the equations of w . (the last change) */
    double *mu, nu;   /* [next] of the reset, of the surface */
    double rho;       /* of the phase behind */
    double stiffness; /* the largest size of an interval's equations (rdg_segment_write_block()) */
} rdg_colloc_part;

typedef struct rdg_colloc_monodromy {
    rdg_collocation *c;
    rdg_index parts;
    rdg_colloc_part *part;   /* [parts] one after the other, from one of the most states on */
    rdg_index n;             /* multipliers */
    rdg_index states;        /* of the first part, the most */
    rdg_index watched[3];    /* monitors that are negative where there is no orbit; -1: there are none */
    bool known;              /* all that follows is that of the parts' `at` */
    bool is_followed;        /* changes on the way have been requested since the parts were taken */
    bool grazes;             /* an event is only touched: there are no multipliers */
    double stiffness;        /* of all parts */
    double *velocity, speed; /* [states] at the start, its length */
    double shift;            /* by how much the last change has moved the end in time */
    double *slope;           /* [states nz] of the velocity */
    double *x, *y, *out;     /* [states] */
    double *v, *w, *unit;    /* [states] */
    double *block;           /* space for an interval's derivatives */
    double *workspace;       /* of derivatives of events */
    double *until;           /* [intervals and events] sizes of products */
    double *P, *Q;           /* [states^2] */
    struct rdg_colloc_variation *walk; /* where products are too much */
    double *log, *angle;               /* [states] */
    double *gradient;                  /* [largest count] */
} rdg_colloc_monodromy;

/* --- monodromy_interval.c */

/* Space for the intervals, with what changes on the way take or without; what was there is gone. */
rdg_status rdg_colloc_interval_provide(rdg_colloc_part *part, bool follows);

/* Take interval i's equations, into part->LU and part->pivot, and what its last state is of its first one,
 * into part->G; of the first one, and of T and phi where there is an event, into X [n, n (+ 2)]. The
 * segment's slopes are known; work [block (n + 2)]. Answers as callbacks do. */
int rdg_colloc_interval_take(rdg_colloc_part *part, rdg_index i, double *work, double *X);

/* Both of these with `follows`. Changes `to` [block] of the later states from
 * those of the first one, T and phi: `from` [n (+ 2)]. */
void rdg_colloc_interval_forward(const rdg_colloc_part *part, rdg_index i, const double *from, double *to);

/* Multipliers of the equations, lambda [block], that belong to w . (the last state); w becomes what belongs
 * to the first one. */
void rdg_colloc_interval_backward(const rdg_colloc_part *part, rdg_index i, double *w, double *lambda);

/* --- monodromy_part.c */

/* The linear equations of a part at u, all variables of the problem; answers as callbacks do. Its event is
 * that to a segment `next` (NULL without one). */
int rdg_colloc_part_take(rdg_colloc_monodromy *m, rdg_colloc_part *part, const double *u);

/* A change x of the start and part->dphi of the phase there: the state behind the part, in out, and
 * part->dT. */
void rdg_colloc_part_pass(rdg_colloc_part *part, const double *x, double *y, double *out);

/* Changes of all states on the way, behind the former; work [n + 2]. */
void rdg_colloc_part_follow(rdg_colloc_part *part, const double *x, double *work);

/* Multipliers mu [next] of the state behind the part and part->rho of the phase, sigma of the duration: those
 * of its equations; mu becomes that of its start, *rho that of the phase there. */
void rdg_colloc_part_return(rdg_colloc_part *part, double sigma, double *mu, double *rho);

/* The part's share of gradient += factor d(w.M v), of the changes and multipliers that it has. */
int rdg_colloc_part_bend(rdg_colloc_monodromy *m, rdg_colloc_part *part, double factor, double *gradient);

/* The frequency of the forcing; 0 of autonomous systems. */
double rdg_colloc_part_frequency(const rdg_colloc_part *part);

/* --- monodromy.c */

/* All parts at u, if they are not those already. */
int rdg_colloc_monodromy_prepare(rdg_colloc_monodromy *m, const double *u);

/* Callbacks of the spectrum; data: rdg_colloc_monodromy. */
int rdg_colloc_monodromy_matrix(const double *u, double *J, void *data);
int rdg_colloc_monodromy_slope(const double *u, const double *w, const double *v, double factor,
                               double *gradient, void *data);

/* --- monodromy_spread.c */

/* Eigenvalues where the matrix keeps too few digits, or intervals are long for changes. */
int rdg_colloc_monodromy_eigenvalues(const double *u, double *re, double *im, rdg_spectrum_known *known,
                                     void *data);

/* Multipliers at u as logarithms and angles, into m->log, m->angle: see rdg_colloc_variation_multipliers().
 */
int rdg_colloc_monodromy_logarithms(rdg_colloc_monodromy *m, const double *u);

#endif
