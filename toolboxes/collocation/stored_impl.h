/* A segment as it is kept with a labelled solution. */
#ifndef RDG_STORED_IMPL_H
#define RDG_STORED_IMPL_H

#include "segment_impl.h"

typedef struct rdg_stored {
    rdg_context *ctx;
    rdg_index n, N, K, nx, np;
    double *mesh;            /* [N + 1] */
    double *x, *dx;          /* [nx] states, and the tangent's */
    double *p, *dp;          /* [np] parameters */
    double T, dT, phi, dphi; /* phi 0 without forcing */
    char *kept;              /* with the label */
} rdg_stored;

/* Read it; name: of the segment's part, NULL: without. where: the public function for messages. */
rdg_status rdg_stored_read(rdg_context *ctx, const char *where, const char *run, rdg_index label,
                           const char *name, rdg_stored *to);
void rdg_stored_release(rdg_stored *stored);

/* Its state at tau. */
void rdg_stored_state(const rdg_stored *stored, double tau, double *out);

/* A mesh of N intervals for it with equal shares of its error: mesh [N + 1], and the states at its base
 * points, x [n (N K + 1)]. RDG_ERR_NO_MEMORY */
rdg_status rdg_stored_remesh(const rdg_stored *stored, rdg_index N, rdg_index K, double *mesh, double *x);

/* As many intervals of degree K as bring the error into the domain; high 0: as many as there are. density:
 * [N + 1] */
rdg_index rdg_stored_intervals_for(const rdg_stored *stored, rdg_index K, double low, double high,
                                   double *density);

#endif
