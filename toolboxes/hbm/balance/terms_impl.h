/* The terms of named displacements: z = B Q and Q += B^T z. */
#ifndef RDG_TERMS_IMPL_H
#define RDG_TERMS_IMPL_H

#include <ridgewalk/harmonic_balance.h>

/* One term of a displacement: slot (which of an element's displacements) += weight * q[dof], and in a
 * travelling wave + across * q[dof] of the next sector. */
typedef struct rdg_hbm_term {
    rdg_index slot;
    rdg_index dof;   /* in the structure */
    rdg_index place; /* among the kept degrees of freedom, known at closing */
    double weight, across;
} rdg_hbm_term;

/* Coefficient c of the next sector: cosine * Q_c + sine * Q_partner. */
typedef struct rdg_hbm_shift {
    double cosine, sine;
    rdg_index partner; /* the sine of a cosine, and the other way round */
} rdg_hbm_shift;

/* The matrix B of z = B Q for a set of displacements, the same for each coefficient where nothing is across.
 */
typedef struct rdg_hbm_terms {
    rdg_index n;
    rdg_hbm_term *term; /* [n] */
} rdg_hbm_terms;

/* How the coefficients of a basis turn from one sector to the next, [n_coefficients], to be freed; NULL after
 * a failure, recorded. */
rdg_hbm_shift *rdg_hbm_make_shift(const rdg_structure *structure, const rdg_basis *basis);

/* Two entries of a row of B: unknown c of term t adds own to coefficient c of its displacement and other to
 * coefficient partner. */
typedef struct rdg_hbm_entry {
    double own, other;
    rdg_index partner;
} rdg_hbm_entry;

static inline rdg_hbm_entry rdg_hbm_entry_of(const rdg_hbm_term *term, const rdg_hbm_shift *shift,
                                             rdg_index c)
{
    return term->across == 0.0
               ? (rdg_hbm_entry){term->weight, 0.0, c}
               : (rdg_hbm_entry){term->weight + term->across * shift[c].cosine,
                                 term->across * shift[shift[c].partner].sine, shift[c].partner};
}

rdg_status rdg_hbm_resolve(rdg_hbm *hb, rdg_index d, const char *const *names, rdg_hbm_terms *terms);
/* basis: all harmonics, or the first ones of them */
void rdg_hbm_gather(const rdg_hbm *hb, const rdg_basis *basis, const rdg_hbm_terms *terms, rdg_index d,
                    const double *Q, double *z);
void rdg_hbm_scatter(const rdg_hbm *hb, const rdg_basis *basis, const rdg_hbm_terms *terms, const double *z,
                     double *Q);

#endif
