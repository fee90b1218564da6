/* The terms of named displacements: z = B Q and Q += B^T z. */
#ifndef RDG_TERMS_IMPL_H
#define RDG_TERMS_IMPL_H

#include <ridgewalk/harmonic_balance.h>

/* One term of a displacement: slot (which of an element's displacements) += weight * q[dof]. */
typedef struct rdg_hbm_term {
    rdg_index slot;
    rdg_index dof;   /* in the structure */
    rdg_index place; /* among the kept degrees of freedom, known at closing */
    double weight;
} rdg_hbm_term;

/* The matrix B of z = B Q for a set of displacements, the same for each coefficient. */
typedef struct rdg_hbm_terms {
    rdg_index n;
    rdg_hbm_term *term; /* [n] */
} rdg_hbm_terms;

rdg_status rdg_hbm_resolve(rdg_hbm *hb, rdg_index d, const char *const *names, rdg_hbm_terms *terms);
/* basis: all harmonics, or the first ones of them */
void rdg_hbm_gather(const rdg_hbm *hb, const rdg_basis *basis, const rdg_hbm_terms *terms, rdg_index d,
                    const double *Q, double *z);
void rdg_hbm_scatter(const rdg_hbm *hb, const rdg_basis *basis, const rdg_hbm_terms *terms, const double *z,
                     double *Q);

#endif
