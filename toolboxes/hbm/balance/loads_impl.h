/* Loads of a harmonic balance: the structure's, as cosine and sine of their harmonics. */
#ifndef RDG_LOADS_IMPL_H
#define RDG_LOADS_IMPL_H

#include "terms_impl.h"

#include <ridgewalk/loads.h>

typedef struct rdg_hbm_load {
    const rdg_load *of;  /* the structure's */
    rdg_hbm_terms terms; /* where a force acts */
    double cosine, sine; /* of its harmonic, for alpha = 1 */
    bool alone;          /* its amplitude and phase vary: it has a pattern for itself */
} rdg_hbm_load;

rdg_status rdg_hbm_take_loads(rdg_hbm *hb);
void rdg_hbm_free_loads(rdg_hbm *hb);

#endif
