/* The same equations with every degree of freedom kept. Elements are shared: what evaluates them belongs to
   the harmonic balance that they were added to. */
#include "hbm_impl.h"

#include <string.h>

rdg_status rdg_hbm_copy_terms(rdg_hbm *full, const rdg_hbm_terms *from, rdg_hbm_terms *to)
{
    to->term = rdg_context_calloc(full->ctx, (size_t)from->n, sizeof *to->term);
    if (!to->term) {
        return RDG_ERR_NO_MEMORY;
    }
    memcpy(to->term, from->term, (size_t)from->n * sizeof *to->term);
    to->n = from->n;
    return RDG_OK;
}

char *rdg_hbm_copy_name(rdg_hbm *full, const char *name)
{
    const size_t size = strlen(name) + 1;
    char *copy = rdg_context_calloc(full->ctx, size, 1);
    return copy ? memcpy(copy, name, size) : NULL;
}

static rdg_status copy_element(rdg_hbm *full, const rdg_hbm_element *from)
{
    rdg_hbm_element *to = rdg_hbm_list_add(full->ctx, &full->elements, sizeof *to);
    if (!to) {
        return RDG_ERR_NO_MEMORY;
    }
    to->d = from->d;
    to->ops = from->ops;
    to->self = to->active = from->self;
    to->borrowed = true;
    to->name = rdg_hbm_copy_name(full, from->name);
    return to->name ? rdg_hbm_copy_terms(full, &from->terms, &to->terms) : RDG_ERR_NO_MEMORY;
}

static rdg_status copy_numbers(rdg_hbm *full, size_t n, const double *from, double **to)
{
    *to = rdg_context_calloc(full->ctx, n, sizeof **to);
    if (!*to) {
        return RDG_ERR_NO_MEMORY;
    }
    memcpy(*to, from, n * sizeof **to);
    return RDG_OK;
}

static rdg_status copy_load(rdg_hbm *full, const rdg_hbm_load *from)
{
    const size_t size = (size_t)rdg_structure_size(full->structure);
    rdg_hbm_load *to = rdg_hbm_list_add(full->ctx, &full->loads, sizeof *to);
    if (!to) {
        return RDG_ERR_NO_MEMORY;
    }
    *to = *from;
    to->terms = (rdg_hbm_terms){0};
    to->influence = NULL;
    return from->influence ? copy_numbers(full, size, from->influence, &to->influence)
                           : rdg_hbm_copy_terms(full, &from->terms, &to->terms);
}

static rdg_status copy_sensor(rdg_hbm *full, const rdg_hbm_sensor_data *from)
{
    rdg_hbm_sensor_data *to = rdg_hbm_list_add(full->ctx, &full->sensors, sizeof *to);
    if (!to) {
        return RDG_ERR_NO_MEMORY;
    }
    const size_t count = (size_t)from->n_coefficients;
    to->n_coefficients = from->n_coefficients;
    to->name = rdg_hbm_copy_name(full, from->name);
    to->weight = rdg_context_calloc(full->ctx, count, sizeof *to->weight);
    to->z = rdg_context_calloc(full->ctx, count, sizeof *to->z);
    if (!to->name || !to->weight || !to->z) {
        return RDG_ERR_NO_MEMORY;
    }
    memcpy(to->weight, from->weight, count * sizeof *to->weight);
    return rdg_hbm_copy_terms(full, &from->terms, &to->terms);
}

static rdg_status copy_parts(rdg_hbm *full, const rdg_hbm *hb)
{
    for (rdg_index i = 0; i < hb->elements.count; i++) {
        RDG_TRY(copy_element(full, rdg_hbm_element_at(hb, i)));
    }
    for (rdg_index i = 0; i < hb->loads.count; i++) {
        RDG_TRY(copy_load(full, rdg_hbm_load_at(hb, i)));
    }
    for (rdg_index i = 0; i < hb->sensors.count; i++) {
        RDG_TRY(copy_sensor(full, rdg_hbm_sensor_at(hb, i)));
    }
    if (hb->rest) { /* which the elements know already */
        RDG_TRY(rdg_hbm_take_rest(full, hb->rest));
    }
    return rdg_hbm_keep_all(full);
}

/* A harmonic balance of the same structure and harmonics, without anything in it. */
static rdg_hbm *create_alike(const rdg_hbm *hb)
{
    const rdg_index n = hb->basis.n_harmonics + hb->basis.has_static;
    int *harmonic = rdg_context_calloc(hb->ctx, (size_t)n, sizeof *harmonic);
    if (!harmonic) {
        return NULL;
    }
    for (rdg_index i = hb->basis.has_static; i < n; i++) { /* the static part, 0, comes first */
        harmonic[i] = hb->harmonic[i - hb->basis.has_static];
    }
    rdg_hbm *full = rdg_hbm_create(hb->structure, n, harmonic);
    rdg_free(harmonic);
    return full;
}

rdg_hbm *rdg_hbm_full(rdg_hbm *hb)
{
    if (!hb || rdg_error_status(hb->ctx) != RDG_OK) {
        return NULL;
    }
    rdg_hbm *full = create_alike(hb);
    if (full && copy_parts(full, hb) != RDG_OK) {
        rdg_hbm_free(full);
        return NULL;
    }
    return full;
}
