/* What the helpers that follow motions share: where a motion starts, workspaces of threads. */
#ifndef RDG_SIMULATION_IMPL_H
#define RDG_SIMULATION_IMPL_H

#include <ridgewalk/at.h>
#include <ridgewalk/flow.h>
#include <ridgewalk/toolbox.h>

/* --- start.c */

/* Where a motion starts, as users state it. */
typedef struct rdg_start {
    const char *mode; /* NULL: the first one */
    const double *x;  /* NULL: at 0 */
    double phi;
} rdg_start;

/* States of the largest mode; the start mode is entered. 0 after a failure. */
rdg_index rdg_brute_states(rdg_hybrid *h, const char *where, const char *mode);

/* A mode is entered, and an event of it leads to one that was made only now and has more states than there
 * is space for. Recorded as a failure. */
bool rdg_brute_is_wider(rdg_hybrid *h, const char *where, rdg_index mode, rdg_index states);

/* The state at a start. RDG_ERR_NAME, RDG_ERR_NOT_FINITE. state->x: space for the states of the mode. */
rdg_status rdg_brute_start(rdg_hybrid *h, const char *where, const rdg_start *start, rdg_hybrid_state *state);

/* RDG_ERR_ARGUMENT with the name of the field unless value >= 0 and finite. */
rdg_status rdg_brute_check(rdg_hybrid *h, const char *where, const char *field, double value);

/* Accuracy for motions of which many are followed: what was not requested is 1e-9 relative, 1e-12. */
rdg_flow_options rdg_brute_accuracy(const rdg_flow_options *asked);

/* --- crew.c: a workspace for each thread */

typedef struct rdg_crew {
    int threads;
    rdg_flow **flow; /* [threads] */
} rdg_crew;

/* Systems whose modes are made as they are entered serve one thread. */
rdg_status rdg_crew_hire(rdg_crew *crew, rdg_hybrid *h, const char *where, int threads,
                         const rdg_flow_options *options);
void rdg_crew_dismiss(rdg_crew *crew);

#endif
