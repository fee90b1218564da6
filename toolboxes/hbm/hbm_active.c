/* Fewer harmonics than are kept: elements see the first ones of the list alone, through clones of theirs for
 * these. The others are at rest: nothing of them is evaluated, and the problem has them frozen (adapt.c). */
#include "hbm_impl.h"

/* The clone of an element for the first n harmonics, made when it is first asked for. */
static void *shorter(rdg_hbm *hb, const char *where, rdg_hbm_element *element, const rdg_basis *basis)
{
    const size_t count = (size_t)hb->basis.n_harmonics;
    const rdg_hbm_wish wish = {.where = where,
                               .what = "answer in some of the harmonics that are kept",
                               .otherwise = ", or keep the harmonics as they are"};
    if (!element->shorter) {
        element->shorter = rdg_context_calloc(hb->ctx, count, sizeof *element->shorter);
    }
    if (!element->shorter) {
        return NULL;
    }
    void **made = &element->shorter[basis->n_harmonics - 1];
    if (!*made) {
        *made = rdg_hbm_clone(hb, &wish, element, basis);
    }
    return *made;
}

rdg_status rdg_hbm_activate(rdg_hbm *hb, const char *where, rdg_index n)
{
    rdg_basis active = hb->basis;
    active.n_harmonics = n;
    active.n_coefficients = 2 * n + active.has_static;
    const bool all = n == hb->basis.n_harmonics;
    for (rdg_index i = 0; i < hb->elements.count && !all; i++) {
        if (!shorter(hb, where, rdg_hbm_element_at(hb, i), &active)) {
            return rdg_error_status(hb->ctx);
        }
    }
    for (rdg_index i = 0; i < hb->elements.count; i++) {
        rdg_hbm_element *element = rdg_hbm_element_at(hb, i);
        element->active = all ? element->self : element->shorter[n - 1];
    }
    if (n > hb->active.n_harmonics) { /* of these no stiffness is at hand */
        hb->stiffness.order = -1;
    }
    hb->active = active;
    return RDG_OK;
}

void rdg_hbm_free_shorter(const rdg_hbm *hb)
{
    for (rdg_index i = 0; i < hb->elements.count; i++) {
        const rdg_hbm_element *element = rdg_hbm_element_at(hb, i);
        for (rdg_index n = 0; element->shorter && n < hb->basis.n_harmonics; n++) {
            if (element->shorter[n] && element->ops.free_self) {
                element->ops.free_self(element->shorter[n]);
            }
        }
        rdg_free(element->shorter);
    }
}
