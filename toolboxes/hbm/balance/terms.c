/* The terms of displacements: z = B Q and Q += B^T z. */
#include "hbm_impl.h"

#include <string.h>

/* Append the terms of one displacement, or only count them while terms->term is NULL. */
static rdg_status append_terms(rdg_hbm *hb, rdg_index slot, const char *name, rdg_hbm_terms *terms)
{
    rdg_index n = 0;
    const rdg_index *dof = NULL;
    const double *weight = NULL;
    RDG_TRY(rdg_structure_displacement(hb->structure, "rdg_hbm_create", name, &n, &dof, &weight));
    for (rdg_index i = 0; terms->term && i < n; i++) {
        terms->term[terms->n + i] = (rdg_hbm_term){.slot = slot, .dof = dof[i], .weight = weight[i]};
    }
    terms->n += n;
    return RDG_OK;
}

rdg_status rdg_hbm_resolve(rdg_hbm *hb, rdg_index d, const char *const *names, rdg_hbm_terms *terms)
{
    *terms = (rdg_hbm_terms){0};
    rdg_status status = RDG_OK;
    for (rdg_index slot = 0; slot < d && status == RDG_OK; slot++) {
        status = append_terms(hb, slot, names[slot], terms);
    }
    if (status == RDG_OK) {
        terms->term = rdg_context_calloc(hb->ctx, (size_t)terms->n, sizeof *terms->term);
        status = terms->term ? RDG_OK : RDG_ERR_NO_MEMORY;
        terms->n = 0;
    }
    for (rdg_index slot = 0; slot < d && status == RDG_OK; slot++) {
        status = append_terms(hb, slot, names[slot], terms);
    }
    if (status != RDG_OK) {
        rdg_free(terms->term);
        *terms = (rdg_hbm_terms){0};
    }
    return status;
}

void rdg_hbm_gather(const rdg_hbm *hb, const rdg_basis *basis, const rdg_hbm_terms *terms, rdg_index d,
                    const double *Q, double *z)
{
    const rdg_index nc = basis->n_coefficients;
    memset(z, 0, (size_t)(d * nc) * sizeof *z);
    for (rdg_index t = 0; t < terms->n; t++) {
        const rdg_hbm_term *term = &terms->term[t];
        for (rdg_index c = 0; c < nc; c++) {
            z[term->slot * nc + c] += term->weight * Q[c * hb->n_kept + term->place];
        }
    }
}

void rdg_hbm_scatter(const rdg_hbm *hb, const rdg_basis *basis, const rdg_hbm_terms *terms, const double *z,
                     double *Q)
{
    const rdg_index nc = basis->n_coefficients;
    for (rdg_index t = 0; t < terms->n; t++) {
        const rdg_hbm_term *term = &terms->term[t];
        for (rdg_index c = 0; c < nc; c++) {
            Q[c * hb->n_kept + term->place] += term->weight * z[term->slot * nc + c];
        }
    }
}
