/* Elements of a harmonic balance: the structure's, each with an instance for the harmonics that are kept. */
#include "hbm_impl.h"
#include "law_element_impl.h"
#include "memory_march_impl.h"

#include <ridgewalk/rest.h>

#include <string.h>

static const char *const where = "rdg_hbm_create";

const double *rdg_hbm_element_rest(const rdg_hbm *hb, const rdg_hbm_element *element)
{
    const double *rest = rdg_structure_rest(hb->structure);
    if (!rest) {
        return NULL;
    }
    memset(hb->local_rest, 0, (size_t)element->d * sizeof *hb->local_rest);
    for (rdg_index t = 0; t < element->terms.n; t++) {
        const rdg_hbm_term *term = &element->terms.term[t];
        hb->local_rest[term->slot] +=
            (term->weight + term->across) * rest[term->dof]; /* of all sectors alike */
    }
    return hb->local_rest;
}

void *rdg_hbm_instance(const rdg_hbm *hb, const rdg_hbm_element *element, const rdg_basis *basis)
{
    void *made = element->law->create(element->source, hb->ctx, basis, rdg_hbm_element_rest(hb, element));
    if (!made && rdg_error_status(hb->ctx) == RDG_OK) {
        rdg_fail(hb->ctx, RDG_ERR_CALLBACK, where,
                 "the operation create of element \"%s\" (%s) returns NULL and records no failure",
                 element->name, element->type);
    }
    if (made) {
        rdg_hbm_tell_numbers(element, made);
    }
    return made;
}

/* How an element answers: by a force law in frequency, or by one in time: sampled, or
 * integrated where it has memory. */
static rdg_status choose_law(const rdg_hbm *hb, const rdg_element *from, rdg_hbm_element *element)
{
    const rdg_law_in_time *time = from->kind.time;
    element->law = from->kind.frequency;
    element->source = from->self;
    if (!element->law) { /* the kind has one of both: rdg_element_add() */
        element->law = time->regimes ? &rdg_law_with_memory : &rdg_law_sampled;
        element->source = from;
    }
    if (!element->law->create || !element->law->free_instance || !element->law->evaluate) {
        return rdg_fail(hb->ctx, RDG_ERR_ARGUMENT, where,
                        "element \"%s\" (%s) lacks one of the operations create, free_instance and evaluate",
                        from->name, from->kind.type);
    }
    if ((element->law->margin == NULL) != (element->law->hold_stuck == NULL)) {
        return rdg_fail(hb->ctx, RDG_ERR_ARGUMENT, where,
                        "element \"%s\" (%s) has only one of the operations margin and hold_stuck",
                        from->name, from->kind.type);
    }
    return element->law->check ? element->law->check(element->source, hb->ctx, where, from->name, &hb->basis)
                               : RDG_OK;
}

static rdg_status take(rdg_hbm *hb, const rdg_element *from, rdg_hbm_element *element)
{
    element->name = from->name;
    element->type = from->kind.type;
    element->d = from->d;
    RDG_TRY(choose_law(hb, from, element));
    RDG_TRY(rdg_hbm_resolve(hb, from->d, from->at, &element->terms));
    element->self = element->active = rdg_hbm_instance(hb, element, &hb->basis);
    return rdg_error_status(hb->ctx);
}

rdg_status rdg_hbm_take_elements(rdg_hbm *hb)
{
    rdg_index d = 1;
    const rdg_index n = rdg_element_count(hb->structure);
    for (rdg_index i = 0; i < n; i++) {
        const rdg_element *from = rdg_element_at(hb->structure, i);
        d = from->d > d ? from->d : d;
    }
    hb->local_rest = rdg_context_calloc(hb->ctx, (size_t)d, sizeof *hb->local_rest);
    hb->element = rdg_context_calloc(hb->ctx, (size_t)n, sizeof *hb->element);
    hb->n_elements = hb->element ? n : 0;
    RDG_TRY(rdg_error_status(hb->ctx));
    for (rdg_index i = 0; i < hb->n_elements; i++) {
        RDG_TRY(take(hb, rdg_element_at(hb->structure, i), &hb->element[i]));
    }
    return RDG_OK;
}

void rdg_hbm_free_elements(rdg_hbm *hb)
{
    for (rdg_index i = 0; i < hb->n_elements; i++) {
        rdg_hbm_element *element = &hb->element[i];
        if (element->self) {
            element->law->free_instance(element->self);
        }
        rdg_free(element->terms.term);
        rdg_free(element->number);
    }
    rdg_free(hb->element);
    rdg_free(hb->local_rest);
}
