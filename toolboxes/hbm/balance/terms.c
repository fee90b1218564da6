/* The terms of displacements: z = B Q and Q += B^T z. */
#include "hbm_impl.h"

#include <ridgewalk/wave.h>

#include <string.h>

/* (Qc - i Qs) exp(-i theta) = (cos Qc - sin Qs) - i (cos Qs + sin Qc) */
rdg_hbm_shift *rdg_hbm_make_shift(const rdg_structure *structure, const rdg_basis *basis)
{
    rdg_hbm_shift *shift =
        rdg_context_calloc(rdg_structure_context(structure), (size_t)basis->n_coefficients, sizeof *shift);
    if (shift && basis->has_static) {
        shift[0] = (rdg_hbm_shift){.cosine = 1.0};
    }
    for (rdg_index h = 0; shift && h < basis->n_harmonics; h++) {
        const rdg_index c = basis->has_static + 2 * h;
        double cosine = 1.0, sine = 0.0;
        rdg_structure_turn(structure, basis->harmonic[h], &cosine, &sine);
        shift[c] = (rdg_hbm_shift){.cosine = cosine, .sine = -sine, .partner = c + 1};
        shift[c + 1] = (rdg_hbm_shift){.cosine = cosine, .sine = sine, .partner = c};
    }
    return shift;
}

/* Append the terms of one displacement, or only count them while terms->term is NULL. */
static rdg_status append_terms(rdg_hbm *hb, rdg_index slot, const char *name, rdg_hbm_terms *terms)
{
    rdg_index n = 0;
    const rdg_index *dof = NULL;
    const double *weight = NULL, *across = NULL;
    RDG_TRY(
        rdg_structure_displacement_across(hb->structure, "rdg_hbm_create", name, &n, &dof, &weight, &across));
    for (rdg_index i = 0; terms->term && i < n; i++) {
        terms->term[terms->n + i] = (rdg_hbm_term){
            .slot = slot, .dof = dof[i], .weight = weight[i], .across = across ? across[i] : 0.0};
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
        for (rdg_index c = 0; term->across != 0.0 && c < nc; c++) {
            const rdg_hbm_shift *shift = &hb->shift[c];
            z[term->slot * nc + c] +=
                term->across * (shift->cosine * Q[c * hb->n_kept + term->place] +
                                shift->sine * Q[shift->partner * hb->n_kept + term->place]);
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
        for (rdg_index c = 0; term->across != 0.0 && c < nc; c++) {
            const rdg_hbm_shift *shift = &hb->shift[c];
            const double force = term->across * z[term->slot * nc + c];
            Q[c * hb->n_kept + term->place] += shift->cosine * force;
            Q[shift->partner * hb->n_kept + term->place] += shift->sine * force;
        }
    }
}
