/* The monodromy matrix of an orbit. */
#ifndef RDG_MONODROMY_IMPL_H
#define RDG_MONODROMY_IMPL_H

#include "special_impl.h"

#include <ridgewalk/spectrum.h>

/* The linear equations of a segment: columns of the state, the phase, the duration. */
typedef struct rdg_monodromy_segment {
    double *R;    /* [states (states + 2)] of the state behind its end */
    double *h;    /* [states + 2] of its surface; zeros without an event */
    double speed; /* at its end */
} rdg_monodromy_segment;

typedef struct rdg_monodromy {
    rdg_shooting *s;
    rdg_index slots;
    rdg_index n;          /* multipliers: as many as states, without the trivial one */
    rdg_index watched[3]; /* monitors that are negative where there is no orbit; -1: there are none */
    double *at;           /* [variables] where the segments were taken */
    long revision;        /* of the event signature then */
    bool known;           /* they are those at `at` */
    rdg_monodromy_segment *segment;             /* [slots] */
    double *velocity, speed;                    /* [states] at the first state; its length */
    double *velocity_slope;                     /* [n (n + np + 1)] */
    double shift;                               /* by how much the last change has shifted the end in time */
    double *x, *v, *w, *left, *capacity, *unit; /* [states] */
    double *size;                               /* [states] as large as they become */
    double *changes;                            /* [variables] */
    double *lambda;                             /* [equations] multipliers of the equations */
} rdg_monodromy;

/* --- monodromy.c */

/* The segments at u; answers as callbacks do. */
int rdg_monodromy_prepare(rdg_monodromy *m, const double *u);

/* Is each event passed at u? At a graze there is no saltation, and multipliers mean nothing. */
bool rdg_monodromy_is_known(rdg_monodromy *m, const double *u);

/* A change x of the state and *shift of the instant at the beginning of segment j: those behind its end, in
 * out. returns the change of its duration */
double rdg_monodromy_pass(const rdg_monodromy *m, rdg_index j, double omega, const double *x, double *shift,
                          double *out);

static inline double rdg_monodromy_frequency(const rdg_shooting *s, const double *u)
{
    return s->at.forced ? u[s->at.p + s->at.omega] : 0.0;
}

/* --- spread.c */
int rdg_monodromy_eigenvalues(const double *u, double *re, double *im, rdg_spectrum_known *known, void *data);

/* Callbacks of the spectrum; data: rdg_monodromy. */
int rdg_monodromy_matrix(const double *u, double *J, void *data);
int rdg_monodromy_slope(const double *u, const double *w, const double *v, double factor, double *gradient,
                        void *data);

#endif
