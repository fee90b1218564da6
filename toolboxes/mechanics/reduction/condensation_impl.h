/* Condensation from inside. */
#ifndef RDG_CONDENSATION_IMPL_H
#define RDG_CONDENSATION_IMPL_H

#include "condensation.h"
#include "elimination_impl.h"

/* A load on all degrees of freedom: what acts on the kept ones when the interior is at its static response,
 * and on the interior, in the elimination's own form. */
typedef struct rdg_condensed_load {
    double complex *kept;     /* [n_kept] */
    double complex *interior; /* [n - n_kept] */
} rdg_condensed_load;

struct rdg_condensation {
    rdg_context *ctx;
    rdg_index n, n_kept;
    rdg_index *place;  /* [n] number in the interior, or -1 - number among the kept */
    double *M, *C, *K; /* [n_kept * n_kept], static response of the interior included */
    rdg_interior interior;
    rdg_elimination elimination; /* ops NULL: there is no interior */
    rdg_elimination *helper;     /* [n_helpers] the same for other threads */
    rdg_index n_helpers;
    bool loss_reported;       /* that rounding spoils the dynamic stiffness */
    double complex *kept, *x; /* [n_kept], [n - n_kept]: for expansion */
    rdg_index n_loads;
    rdg_condensed_load *load; /* [n_loads] */
    double complex *f;        /* [3 * n_kept], a load and its derivatives; NULL without loads */
};

/* Whether the interior answers at a harmonic: the static split leaves nothing to it at rest. */
static inline bool rdg_interior_moves(const rdg_condensation *c, rdg_index k)
{
    return c->elimination.ops && (k > 0 || !c->interior.has_shape);
}

/* Whether all these loads are there. */
static inline bool rdg_condensation_has_loads(const rdg_condensation *c, rdg_index n,
                                              const rdg_load_factor *loads)
{
    for (rdg_index l = 0; l < n; l++) {
        if (!loads || loads[l].load < 0 || loads[l].load >= c->n_loads) {
            return false;
        }
    }
    return true;
}

#endif
