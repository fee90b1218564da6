/* The motion of a solution of harmonic balance, and what it is compared with. */
#ifndef RDG_VERIFICATION_IMPL_H
#define RDG_VERIFICATION_IMPL_H

#include "verification.h"

#include <ridgewalk/shooting.h>

/* --- balanced_motion.c */

/* A labelled solution as a motion of all degrees of freedom. */
typedef struct rdg_balanced_motion {
    rdg_context *ctx;
    rdg_index n, terms;  /* degrees of freedom; harmonics, the static one included */
    const int *harmonic; /* [terms] */
    double *part;        /* [terms * 2 n] cosine parts, then sine parts, m */
    double omega, alpha; /* rad/s; forcing amplitude */
    rdg_run *run;        /* that it is read from */
    rdg_at *at;          /* omega, alpha and the structure's numbers of the run, ended by NULL */
} rdg_balanced_motion;

rdg_status rdg_balanced_motion_read(rdg_hbm *hb, const char *run, rdg_index label, rdg_balanced_motion *m);
void rdg_balanced_motion_release(rdg_balanced_motion *m);

/* Displacements and velocities, [n], at a phase of the forcing; v may be NULL. */
void rdg_balanced_motion_at(const rdg_balanced_motion *m, double phase, double *q, double *v);

/* --- period_map.c */

/* Where a motion starts. */
typedef struct rdg_orbit_start {
    const char *mode;
    double phase; /* of the forcing, rad */
    double *x;    /* [states of the largest mode] */
} rdg_orbit_start;

/* A phase in the middle between two events of the motion from a start, as far from both as there is: a mode
 * at the instant of an event would be chosen by rounding errors. x is overwritten. */
double rdg_phase_between_events(rdg_hybrid *h, const rdg_balanced_motion *b, const rdg_orbit_start *start);

/* Make the motion from a start periodic, stable or not; RDG_ERR_NO_CONVERGENCE: none is found. */
rdg_status rdg_close_period(rdg_hybrid *h, const rdg_balanced_motion *b, const rdg_orbit_start *start);

/* --- orbit_from.c */

/* Orbits that begin at the periodic orbit of the solution; NULL after a failure. */
rdg_shooting *rdg_orbit_from_balance(rdg_hbm *hb, const rdg_balanced_motion *m);

#endif
