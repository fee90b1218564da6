/* A maximum of a response beside the ridge's own, while both are followed. */
#ifndef RDG_RIDGE_COMPARISON_IMPL_H
#define RDG_RIDGE_COMPARISON_IMPL_H

#include "ridge_impl.h"

enum { RDG_COMPARISON_PAIRS = 5 };

/* Both at one forcing amplitude. */
typedef struct rdg_comparison_pair {
    rdg_peak_point *own, *other;
    double x, height,
        slope; /* ln(forcing amplitude); ln of its amplitude over the own one; d height/dx, NAN: not known */
} rdg_comparison_pair;

typedef struct rdg_comparison {
    rdg_ridge_driver *d;
    rdg_peak_response *r;
    rdg_comparison_pair at[RDG_COMPARISON_PAIRS]; /* where they are, behind a step, and in between */
    const rdg_peak_point *own;                    /* the ridge's, where it is certain */
    rdg_peak_point *other;                        /* while it is followed */
    bool onward;                                  /* along the ridge; else: back */
    bool same;      /* at the last step the other maximum stayed the same maximum */
    bool lost;      /* the ridge's own was not found there */
    double sense;   /* 1, -1: forcing amplitudes grow or fall along the ridge */
    double greater; /* the first forcing amplitude along it at which another maximum is greater; 0: none */
    double
        doubt; /* the first forcing amplitude from which on another maximum could not be followed; 0: none */
    double omega, own_omega; /* at `greater`, rad/s */
} rdg_comparison;

/* How a way ended. */
typedef enum rdg_comparison_end {
    RDG_COMPARISON_THERE, /* at its forcing amplitude */
    RDG_COMPARISON_GONE,  /* the other maximum vanished, left the domain, or could not be followed */
    RDG_COMPARISON_ABOVE, /* the other maximum became greater, in at[0] */
    RDG_COMPARISON_OTHER  /* as ABOVE, but it is another maximum than the one that was followed */
} rdg_comparison_end;

rdg_status rdg_comparison_begin(rdg_comparison *g, rdg_ridge_driver *d, double sense);
void rdg_comparison_finish(rdg_comparison *g);

/* Put both, at one forcing amplitude, into at[0]. */
void rdg_comparison_start(rdg_comparison *g, const rdg_peak_point *own, const rdg_peak_point *other);

/* From at[0] to a forcing amplitude; onward: along the ridge, until the other one is greater. Else: back, to
 * its birth. */
rdg_comparison_end rdg_comparison_run(rdg_comparison *g, double level, bool onward);

#endif
