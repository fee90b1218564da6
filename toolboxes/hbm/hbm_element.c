/* Elements of a harmonic balance: adding, names, states. */
#include "hbm_impl.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { NAME_SIZE = 256 };

static rdg_index find_element(const rdg_hbm *hb, const char *name)
{
    for (rdg_index i = 0; i < hb->elements.count; i++) {
        if (strcmp(rdg_hbm_element_at(hb, i)->name, name) == 0) {
            return i;
        }
    }
    return -1;
}

/* The given name, or the first displacement's, made unique by a number: "pad", "pad 2", ... */
static rdg_status choose_name(rdg_hbm *hb, const char *where, const char *name, const char *displacement,
                              char chosen[NAME_SIZE])
{
    if (name && (name[0] == '\0' || strlen(name) >= NAME_SIZE)) {
        return rdg_fail(hb->ctx, RDG_ERR_NAME, where, "the name of an element is empty or longer than %d",
                        NAME_SIZE - 1);
    }
    if (name && find_element(hb, name) >= 0) {
        return rdg_fail(hb->ctx, RDG_ERR_NAME, where, "\"%s\" has an element \"%s\" already",
                        rdg_structure_name(hb->structure), name);
    }
    snprintf(chosen, NAME_SIZE, "%s", name ? name : displacement);
    for (int number = 2; find_element(hb, chosen) >= 0; number++) {
        snprintf(chosen, NAME_SIZE, "%.200s %d", displacement, number);
    }
    return RDG_OK;
}

static rdg_status add_element(rdg_hbm *hb, const char *name, rdg_index d, const char *const *displacements,
                              const rdg_element_ops *ops, void *self)
{
    const char *where = "rdg_hbm_add_element";
    char chosen[NAME_SIZE];
    RDG_TRY(rdg_hbm_still_open(hb, where));
    if (hb->rest) {
        return rdg_fail(hb->ctx, RDG_ERR_ARGUMENT, where,
                        "\"%s\" rests already: add element \"%s\" before rdg_hbm_prestress",
                        rdg_structure_name(hb->structure), name ? name : "");
    }
    if (d < 1 || !displacements || !ops || !ops->evaluate) {
        return rdg_fail(hb->ctx, RDG_ERR_ARGUMENT, where,
                        "element \"%s\" has no displacement or no evaluate operation", name ? name : "");
    }
    if ((ops->margin == NULL) != (ops->hold_stuck == NULL)) {
        return rdg_fail(hb->ctx, RDG_ERR_ARGUMENT, where,
                        "element \"%s\" has only one of the operations margin and hold_stuck",
                        name ? name : "");
    }
    rdg_hbm_element element = {.d = d, .ops = *ops, .self = self, .active = self};
    RDG_TRY(choose_name(hb, where, name, displacements[0] ? displacements[0] : "", chosen));
    RDG_TRY(rdg_hbm_resolve(hb, where, d, displacements, &element.terms));
    element.name = rdg_strdup(chosen);
    rdg_hbm_element *added = element.name ? rdg_hbm_list_add(hb->ctx, &hb->elements, sizeof element) : NULL;
    if (!added) {
        rdg_free(element.terms.term);
        rdg_free(element.name);
        return rdg_fail(hb->ctx, RDG_ERR_NO_MEMORY, where, "element \"%s\"", chosen);
    }
    *added = element;
    return RDG_OK;
}

rdg_status rdg_hbm_add_element(rdg_hbm *hb, const char *name, rdg_index d, const char *const *displacements,
                               const rdg_element_ops *ops, void *self)
{
    const rdg_status status = add_element(hb, name, d, displacements, ops, self);
    if (status != RDG_OK && ops && ops->free_self) {
        ops->free_self(self);
    }
    return status;
}

rdg_index rdg_hbm_element_count(const rdg_hbm *hb)
{
    return hb ? hb->elements.count : 0;
}

static bool has_element(const rdg_hbm *hb, rdg_index element)
{
    return hb && element >= 0 && element < hb->elements.count;
}

const char *rdg_hbm_element_name(const rdg_hbm *hb, rdg_index element)
{
    return has_element(hb, element) ? rdg_hbm_element_at(hb, element)->name : NULL;
}

rdg_index rdg_hbm_element_size(const rdg_hbm *hb, rdg_index element)
{
    return has_element(hb, element) ? rdg_hbm_element_at(hb, element)->d : 0;
}

rdg_index rdg_hbm_element_index(rdg_hbm *hb, const char *name)
{
    if (!hb || rdg_error_status(hb->ctx) != RDG_OK) {
        return -1;
    }
    const rdg_index found = name ? find_element(hb, name) : -1;
    if (found < 0) {
        char list[512] = "none";
        size_t used = 0;
        for (rdg_index i = 0; i < hb->elements.count && used < sizeof list; i++) {
            used += (size_t)snprintf(list + used, sizeof list - used, "%s%s", i > 0 ? ", " : "",
                                     rdg_hbm_element_at(hb, i)->name);
        }
        RDG_FAIL(hb->ctx, RDG_ERR_NAME, "\"%s\" is no element of \"%s\"; it has: %s", name ? name : "",
                 rdg_structure_name(hb->structure), list);
    }
    return found;
}

int rdg_hbm_element_state(rdg_hbm *hb, rdg_index element, const double *Q, double omega, double *z,
                          double *force)
{
    if (!has_element(hb, element) || !Q || !z || !force || rdg_hbm_close(hb) != RDG_OK) {
        return -1;
    }
    if (!isfinite(omega)) {
        return 1;
    }
    const rdg_hbm_element *e = rdg_hbm_element_at(hb, element);
    rdg_element_result result = {.force = force};
    rdg_hbm_gather(hb, &hb->basis, &e->terms, e->d, Q, z);
    return e->ops.evaluate(e->self, &hb->basis, z, omega, &result);
}
