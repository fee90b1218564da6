/* Degrees of freedom without mass. */
#ifndef RDG_MASSLESS_IMPL_H
#define RDG_MASSLESS_IMPL_H

#include "fe_model_impl.h"

/* Three symmetric matrices with both triangles, sorted; C may be NULL. */
typedef struct rdg_fe_matrices {
    cholmod_sparse *K, *M, *C;
    rdg_index n;   /* rows that are left */
    rdg_index *at; /* [n] row of each before, ascending */
} rdg_fe_matrices;

/* Leave out rows that are zero in all matrices, and those that Abaqus holds by a stiffness of 1e36 and
 * more. Unless they are kept, condense rows without mass and damping statically (Guyan):
 * K_aa - K_am K_mm^-1 K_ma, which is exact. A note reports how many. */
rdg_status rdg_fe_condense(const rdg_fe_model *model, const rdg_index *place, rdg_fe_matrices *matrices,
                           cholmod_common *common);

#endif
