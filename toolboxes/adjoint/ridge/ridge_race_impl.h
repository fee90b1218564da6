/* A maximum of a response beside the ridge's own, while both are followed. */
#ifndef RDG_RIDGE_RACE_IMPL_H
#define RDG_RIDGE_RACE_IMPL_H

#include "ridge_impl.h"

enum { RDG_RACE_PAIRS = 5 };

/* Both at one forcing amplitude. */
typedef struct rdg_race_pair {
    rdg_peak_point *own, *rival;
    double x, height, slope; /* ln(forcing amplitude); ln of rival over own; d height/dx, NAN: not known */
} rdg_race_pair;

typedef struct rdg_race {
    rdg_ridge_driver *d;
    rdg_peak_response *r;
    rdg_race_pair at[RDG_RACE_PAIRS]; /* where they are, behind a step, and in between */
    const rdg_peak_point *own;        /* the ridge's, where it is certain */
    rdg_peak_point *rival;            /* while it is followed */
    bool onward;                      /* along the ridge; else: back */
    bool same;                        /* at the last step the rival stayed the same maximum */
    bool lost;                        /* the ridge's own was not found there */
    double sense;                     /* 1, -1: forcing amplitudes grow or fall along the ridge */
    double greater; /* the first forcing amplitude along it at which a rival is greater; 0: none */
    double doubt;   /* the first forcing amplitude from which on a rival could not be followed; 0: none */
    double omega, own_omega; /* at `greater`, rad/s */
} rdg_race;

/* How a way ended. */
typedef enum rdg_race_end {
    RDG_RACE_THERE, /* at its forcing amplitude */
    RDG_RACE_GONE,  /* the rival vanished, left the domain, or could not be followed */
    RDG_RACE_ABOVE, /* the rival became greater, in at[0] */
    RDG_RACE_OTHER  /* as ABOVE, but it is another maximum than the one that was followed */
} rdg_race_end;

rdg_status rdg_race_begin(rdg_race *g, rdg_ridge_driver *d, double sense);
void rdg_race_finish(rdg_race *g);

/* Put both, at one forcing amplitude, into at[0]. */
void rdg_race_start(rdg_race *g, const rdg_peak_point *own, const rdg_peak_point *rival);

/* From at[0] to a forcing amplitude; onward: along the ridge, until the rival is greater. Else: back, to its
 * birth. */
rdg_race_end rdg_race_run(rdg_race *g, double level, bool onward);

#endif
