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

static double structures_value(const rdg_element *from, rdg_index k)
{
    double value = 0.0;
    memcpy(&value, (const char *)from->self + from->kind.number[k].offset, sizeof value);
    return value;
}

/* Space for the parameters of an element, filled with the structure's. */
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
        element->number[k] = structures_value(from, k);
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

/* number k of a problem */
static void put_all(rdg_hbm *hb, const rdg_hbm_released *r, rdg_index k, double value)
{
    const rdg_structure_parameter *of = &r->number[k].of;
    switch (of->kind) {
    case RDG_PARAMETER_OF_ELEMENT:
        for (rdg_index i = 0; i < hb->n_elements; i++) {
            if (r->place_in[k + r->n * i] >= 0) {
                put(hb, i, r->place_in[k + r->n * i], value);
            }
        }
        break;
    case RDG_PARAMETER_AMPLITUDE:
        rdg_hbm_turn(hb, of->item, &value, NULL);
        break;
    case RDG_PARAMETER_PHASE:
        rdg_hbm_turn(hb, of->item, NULL, &value);
        break;
    case RDG_PARAMETER_DAMPING_MASS:
        rdg_hbm_set_damping(hb, RDG_HBM_DAMPING_MASS, value);
        break;
    case RDG_PARAMETER_DAMPING_STIFFNESS:
        rdg_hbm_set_damping(hb, RDG_HBM_DAMPING_STIFFNESS, value);
        break;
    case RDG_PARAMETER_DAMPING_LOSS:
        rdg_hbm_set_damping(hb, RDG_HBM_DAMPING_LOSS, value);
        break;
    }
}

/* All that was ever changed gets the structure's numbers. */
static void restore_all(rdg_hbm *hb)
{
    const double *damping = hb->stiffness.nominal_damping;
    for (rdg_index i = 0; i < hb->n_elements; i++) {
        const rdg_element *from = rdg_element_at(hb->structure, i);
        for (rdg_index k = 0; k < rdg_hbm_element_at(hb, i)->n_numbers; k++) {
            put(hb, i, (int)k, structures_value(from, k));
        }
    }
    for (rdg_index i = 0; i < hb->n_loads; i++) {
        if (hb->load[i].alone) {
            rdg_hbm_turn(hb, i, &hb->load[i].of->amplitude, &hb->load[i].of->phase);
        }
    }
    if (hb->stiffness.damping_varies) {
        for (int which = 0; which < RDG_HBM_DAMPINGS; which++) {
            rdg_hbm_set_damping(hb, which, damping[which]);
        }
    }
    hb->is_stale = false;
}

static bool has_number(const rdg_hbm_released *r, const rdg_structure_parameter *number)
{
    for (rdg_index k = 0; r && k < r->n; k++) {
        const rdg_structure_parameter *of = &r->number[k].of;
        if (of->kind == number->kind && of->item == number->item && of->which == number->which) {
            return true;
        }
    }
    return false;
}

/* The numbers of the problem before that this one does not have are the structure's again. */
static void restore(rdg_hbm *hb, const rdg_hbm_released *next)
{
    const rdg_hbm_released *before = hb->in_use;
    if (hb->is_stale) {
        restore_all(hb);
    }
    for (rdg_index k = 0; before && before != next && k < before->n; k++) {
        if (!has_number(next, &before->number[k].of)) {
            put_all(hb, before, k, before->number[k].of.value);
        }
    }
}

/* A bound that belongs to the domain is met from both sides by a run that ends there (rdg_set_domain()): the
 * equations go on beyond it as they are on it. A number that must be positive has no such bound. */
static bool is_refused(double value, double least)
{
    return !isfinite(value) || (least == RDG_ABOVE_ZERO && value < least);
}

int rdg_hbm_use(rdg_hbm *hb, rdg_hbm_released *released, const double *values)
{
    if (hb->in_use == released && !hb->is_stale &&
        (!released || memcmp(released->values, values, (size_t)released->n * sizeof *values) == 0)) {
        return 0;
    }
    for (rdg_index k = 0; released && k < released->n; k++) {
        if (is_refused(values[k], released->number[k].of.least)) {
            return 1;
        }
    }
    restore(hb, released);
    for (rdg_index k = 0; released && k < released->n; k++) {
        put_all(hb, released, k, fmax(values[k], released->number[k].of.least));
        released->values[k] = values[k];
    }
    hb->in_use = released;
    return 0;
}
