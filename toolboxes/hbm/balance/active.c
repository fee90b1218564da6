/* Fewer harmonics than are kept: elements see the first ones of the list alone, through instances of theirs
 * for these. The others are at rest: nothing of them is evaluated, and the problem has them eliminated
 * (adapt.c).
 */
#include "hbm_impl.h"

/* The instance of an element for the first n harmonics, made when it is first requested. */
static void *shorter(rdg_hbm *hb, rdg_hbm_element *element, const rdg_basis *basis)
{
    const size_t count = (size_t)hb->basis.n_harmonics;
    if (!element->shorter) {
        element->shorter = rdg_context_calloc(hb->ctx, count, sizeof *element->shorter);
    }
    if (!element->shorter) {
        return NULL;
    }
    void **made = &element->shorter[basis->n_harmonics - 1];
    if (!*made) {
        *made = rdg_hbm_instance(hb, element, basis);
    }
    return *made;
}

rdg_status rdg_hbm_activate(rdg_hbm *hb, rdg_index n)
{
    rdg_basis active = hb->basis;
    active.n_harmonics = n;
    active.n_coefficients = 2 * n + active.has_static;
    const bool all = n == hb->basis.n_harmonics;
    for (rdg_index i = 0; i < hb->n_elements && !all; i++) {
        if (!shorter(hb, rdg_hbm_element_at(hb, i), &active)) {
            return rdg_error_status(hb->ctx);
        }
    }
    for (rdg_index i = 0; i < hb->n_elements; i++) {
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
    for (rdg_index i = 0; i < hb->n_elements; i++) {
        const rdg_hbm_element *element = rdg_hbm_element_at(hb, i);
        for (rdg_index n = 0; element->shorter && n < hb->basis.n_harmonics; n++) {
            if (element->shorter[n]) {
                element->law->free_instance(element->shorter[n]);
            }
        }
        rdg_free(element->shorter);
    }
}
