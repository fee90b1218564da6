/* Instances of all elements in the harmonics 0, 1, ..., top, also in those that are not kept, or of several
 * periods: what stability, the choice of harmonics and slow motions request of them. */
#include "clones_impl.h"
#include "hbm_impl.h"

#include <string.h>

void rdg_hbm_free_clones(rdg_hbm_clones *clones)
{
    for (rdg_index i = 0; clones->self && i < clones->count; i++) {
        if (clones->self[i]) {
            rdg_hbm_element_at(clones->hb, i)->law->free_instance(clones->self[i]);
        }
    }
    rdg_free(clones->self);
    rdg_free(clones->kept);
    rdg_free(clones->harmonic);
    *clones = (rdg_hbm_clones){0};
}

static rdg_status make_basis(rdg_hbm_clones *clones, int top)
{
    clones->harmonic = rdg_context_calloc(clones->hb->ctx, (size_t)top, sizeof *clones->harmonic);
    if (!clones->harmonic) {
        return RDG_ERR_NO_MEMORY;
    }
    for (int k = 1; k <= top; k++) {
        clones->harmonic[k - 1] = k;
    }
    clones->basis = (rdg_basis){.n_harmonics = top,
                                .harmonic = clones->harmonic,
                                .has_static = true,
                                .n_coefficients = 2 * (rdg_index)top + 1};
    return RDG_OK;
}

static rdg_status add_clone(rdg_hbm_clones *clones)
{
    const rdg_hbm_element *element = rdg_hbm_element_at(clones->hb, clones->count);
    clones->self[clones->count++] = rdg_hbm_instance(clones->hb, element, &clones->basis);
    clones->largest = element->d > clones->largest ? element->d : clones->largest;
    return rdg_error_status(clones->hb->ctx);
}

static rdg_status make_all(rdg_hbm_clones *clones, int top)
{
    const rdg_hbm *hb = clones->hb;
    RDG_TRY(make_basis(clones, top));
    clones->self = rdg_context_calloc(hb->ctx, (size_t)hb->n_elements, sizeof *clones->self);
    RDG_TRY(rdg_error_status(hb->ctx));
    clones->largest = 1;
    for (rdg_index i = 0; i < hb->n_elements; i++) {
        RDG_TRY(add_clone(clones));
    }
    const size_t kept = (size_t)(clones->largest * hb->basis.n_coefficients);
    clones->kept = rdg_context_calloc(hb->ctx, kept, sizeof(double));
    return rdg_error_status(hb->ctx);
}

rdg_status rdg_hbm_make_clones(rdg_hbm *hb, int periods, int top, rdg_hbm_clones *clones)
{
    *clones = (rdg_hbm_clones){.hb = hb, .periods = periods, .version = hb->version};
    const rdg_status status = make_all(clones, top);
    if (status != RDG_OK) {
        rdg_hbm_free_clones(clones);
    }
    return status;
}

void rdg_hbm_keep_clones_up(rdg_hbm_clones *clones)
{
    if (clones->version == clones->hb->version) {
        return;
    }
    for (rdg_index i = 0; i < clones->count; i++) {
        rdg_hbm_tell_numbers(rdg_hbm_element_at(clones->hb, i), clones->self[i]);
    }
    clones->version = clones->hb->version;
}

void rdg_hbm_gather_all(rdg_hbm_clones *clones, rdg_index i, const double *Q, double *z)
{
    rdg_hbm_keep_clones_up(clones);
    const rdg_basis *kept = &clones->hb->basis;
    const rdg_hbm_element *element = rdg_hbm_element_at(clones->hb, i);
    const double *rest = rdg_hbm_element_rest(clones->hb, element);
    const rdg_index nc = clones->basis.n_coefficients;
    rdg_hbm_gather(clones->hb, kept, &element->terms, element->d, Q, clones->kept);
    memset(z, 0, (size_t)(element->d * nc) * sizeof *z);
    for (rdg_index slot = 0; slot < element->d; slot++) {
        const double *from = clones->kept + slot * kept->n_coefficients;
        double *to = z + slot * nc;
        if (kept->has_static) {
            *to = *from++;
        } else if (rest) {
            *to = rest[slot];
        }
        for (rdg_index h = 0; h < kept->n_harmonics; h++) {
            const rdg_index sine = 2 * (rdg_index)clones->periods * kept->harmonic[h];
            to[sine - 1] = from[2 * h];
            to[sine] = from[2 * h + 1];
        }
    }
}
