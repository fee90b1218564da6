/* Elements in another basis than that of the harmonic balance: one by one, and all of them in the harmonics
 * 0, 1, ..., top, also in those that are not kept, or of several periods: what stability, the choice of
 * harmonics and slow motions ask of them. */
#include "hbm_impl.h"

#include <string.h>

void *rdg_hbm_clone(const rdg_hbm *hb, const rdg_hbm_wish *wish, const rdg_hbm_element *element,
                    const rdg_basis *basis)
{
    if (!element->ops.clone) {
        rdg_fail(hb->ctx, RDG_ERR_ARGUMENT, wish->where,
                 "element \"%s\" cannot %s: give it the operation clone%s", element->name, wish->what,
                 wish->otherwise ? wish->otherwise : "");
        return NULL;
    }
    void *self = element->ops.clone(element->self, hb->ctx, basis);
    if (!self && rdg_error_status(hb->ctx) == RDG_OK) {
        rdg_fail(hb->ctx, RDG_ERR_CALLBACK, wish->where,
                 "the operation clone of element \"%s\" returns NULL and records no failure", element->name);
    }
    return self;
}

void rdg_hbm_free_clones(rdg_hbm_clones *clones)
{
    for (rdg_index i = 0; clones->self && i < clones->count; i++) {
        const rdg_hbm_element *element = rdg_hbm_element_at(clones->hb, i);
        if (clones->self[i] && clones->self[i] != element->self && element->ops.free_self) {
            element->ops.free_self(clones->self[i]);
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

/* An element that cannot be cloned serves itself where the basis is the same. */
static rdg_status add_clone(rdg_hbm_clones *clones, const rdg_hbm_wish *wish)
{
    const rdg_hbm_element *element = rdg_hbm_element_at(clones->hb, clones->count);
    const bool is_same =
        clones->periods == 1 && clones->hb->basis.n_coefficients == clones->basis.n_coefficients;
    void *self = !element->ops.clone && is_same ? element->self
                                                : rdg_hbm_clone(clones->hb, wish, element, &clones->basis);
    RDG_TRY(rdg_error_status(clones->hb->ctx)); /* self may be NULL if it is the user's own */
    clones->self[clones->count++] = self;
    clones->largest = element->d > clones->largest ? element->d : clones->largest;
    return RDG_OK;
}

static rdg_status make_all(rdg_hbm_clones *clones, const rdg_hbm_wish *wish, int top)
{
    const rdg_hbm *hb = clones->hb;
    RDG_TRY(make_basis(clones, top));
    clones->self = rdg_context_calloc(hb->ctx, (size_t)hb->elements.count, sizeof *clones->self);
    RDG_TRY(rdg_error_status(hb->ctx));
    clones->largest = 1;
    for (rdg_index i = 0; i < hb->elements.count; i++) {
        RDG_TRY(add_clone(clones, wish));
    }
    const size_t kept = (size_t)(clones->largest * hb->basis.n_coefficients);
    clones->kept = rdg_context_calloc(hb->ctx, kept, sizeof(double));
    return rdg_error_status(hb->ctx);
}

rdg_status rdg_hbm_make_clones(rdg_hbm *hb, const rdg_hbm_wish *wish, int periods, int top,
                               rdg_hbm_clones *clones)
{
    *clones = (rdg_hbm_clones){.hb = hb, .periods = periods};
    const rdg_status status = make_all(clones, wish, top);
    if (status != RDG_OK) {
        rdg_hbm_free_clones(clones);
    }
    return status;
}

void rdg_hbm_gather_all(const rdg_hbm_clones *clones, rdg_index i, const double *Q, double *z)
{
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
