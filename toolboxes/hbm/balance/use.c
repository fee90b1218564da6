/* Which numbers the elements' instances have: the structure's, or those of a problem that has released some.
 */
#include "release_impl.h"

#include <math.h>
#include <string.h>

/* An instance that was made, or used, with other numbers gets the element's. */
static void tell(const rdg_hbm_element *element, void *instance)
{
    for (int k = 0; k < (int)element->n_numbers; k++) {
        element->law->set(instance, k, element->number[k]);
    }
}

void rdg_hbm_tell_numbers(const rdg_hbm_element *element, void *instance)
{
    if (element->number) {
        tell(element, instance);
    }
}

/* Room for the numbers of an element, filled with the structure's. */
rdg_status rdg_hbm_know_numbers(const rdg_hbm *hb, rdg_index i)
{
    rdg_hbm_element *element = rdg_hbm_element_at(hb, i);
    const rdg_element *from = rdg_element_at(hb->structure, i);
    if (element->number) {
        return RDG_OK;
    }
    element->number = rdg_context_calloc(hb->ctx, (size_t)from->kind.n_numbers, sizeof *element->number);
    element->n_numbers = element->number ? from->kind.n_numbers : 0;
    for (rdg_index k = 0; k < element->n_numbers; k++) {
        memcpy(&element->number[k], (const char *)from->self + from->kind.number[k].offset, sizeof(double));
    }
    return rdg_error_status(hb->ctx);
}

static void put(rdg_hbm *hb, rdg_index i, int which, double value)
{
    rdg_hbm_element *element = rdg_hbm_element_at(hb, i);
    if (element->number[which] == value) {
        return;
    }
    element->number[which] = value;
    hb->version++;
    element->law->set(element->self, which, value);
    for (rdg_index n = 0; element->shorter && n < hb->basis.n_harmonics; n++) {
        if (element->shorter[n]) {
            element->law->set(element->shorter[n], which, value);
        }
    }
}

static void put_all(rdg_hbm *hb, const rdg_hbm_released *r, rdg_index k, double value)
{
    for (rdg_index i = 0; i < hb->n_elements; i++) {
        const int which = rdg_number_of(hb->structure, &r->number[k].of, i);
        if (which >= 0) {
            put(hb, i, which, value);
        }
    }
}

int rdg_hbm_use(rdg_hbm *hb, rdg_hbm_released *released, const double *values)
{
    rdg_hbm_released *before = hb->in_use;
    if (before == released &&
        (!released || memcmp(released->values, values, (size_t)released->n * sizeof *values) == 0)) {
        return 0;
    }
    for (rdg_index k = 0; released && k < released->n; k++) {
        if (!isfinite(values[k]) || values[k] < released->number[k].of.least) {
            return 1;
        }
    }
    for (rdg_index k = 0; before && before != released && k < before->n; k++) {
        put_all(hb, before, k, before->number[k].of.value);
    }
    for (rdg_index k = 0; released && k < released->n; k++) {
        put_all(hb, released, k, values[k]);
        released->values[k] = values[k];
    }
    hb->in_use = released;
    return 0;
}
