/* Names, elements, forces and sensors of a structure in other coordinates. */
#include "structure_carry.h"
#include "structure_impl.h"

#include <ridgewalk/toolbox.h>

#include <math.h>
#include <string.h>

typedef struct carry {
    rdg_structure *to;
    const rdg_structure *from;
    const char *prefix;
    rdg_change change;
    const void *data;
    const char *where;
    double *changed; /* [n of to] */
    rdg_index *dof;  /* [n of to] */
    double *weight;  /* [n of to] */
} carry;

/* The displacement in the new coordinates, without zeros; its number of terms */
static rdg_index find_terms(const carry *c, rdg_index n, const rdg_index *dof, const double *weight)
{
    rdg_index terms = 0;
    memset(c->changed, 0, (size_t)c->to->n * sizeof *c->changed);
    c->change(c->data, n, dof, weight, c->changed);
    for (rdg_index i = 0; i < c->to->n; i++) {
        if (c->changed[i] != 0.0) {
            c->dof[terms] = i;
            c->weight[terms++] = c->changed[i];
        }
    }
    return terms;
}

static rdg_status carry_names(const carry *c)
{
    for (const rdg_named_displacement *named = c->from->first; named; named = named->next) {
        const rdg_index terms = find_terms(c, named->n, named->dof, named->weight);
        char *name = rdg_structure_prefixed(c->to->ctx, c->prefix, named->name);
        const rdg_status status = !name       ? RDG_ERR_NO_MEMORY
                                  : terms > 0 ? rdg_name_combination(c->to, name, terms, c->dof, c->weight)
                                              : RDG_OK;
        rdg_free(name);
        RDG_TRY(status);
    }
    return RDG_OK;
}

static rdg_status carry_set(const carry *c, const rdg_named_set *set)
{
    rdg_index *members = rdg_context_calloc(c->to->ctx, (size_t)set->n, sizeof *members);
    char *name = rdg_structure_prefixed(c->to->ctx, c->prefix, set->name);
    rdg_status status = members && name ? RDG_OK : RDG_ERR_NO_MEMORY;
    rdg_index n = 0;
    for (rdg_index i = 0; status == RDG_OK && i < set->n; i++) {
        if (find_terms(c, 1, &set->dof[i], &(double){1.0}) == 1 && c->weight[0] == 1.0) {
            members[n++] = c->dof[0];
        }
    }
    if (status == RDG_OK && n > 0) {
        status = rdg_name_set(c->to, name, n, members);
    }
    rdg_free(members);
    rdg_free(name);
    return status;
}

/* Degrees of freedom of nodes that are still some have the same names; the nodes stay where they are. With a
 * prefix, as of a part of an assembly, two nodes could have one number. */
static rdg_status carry_nodes(const carry *c)
{
    rdg_structure *to = c->to;
    if (c->prefix || c->from->n_labels == 0) {
        return RDG_OK;
    }
    RDG_TRY(rdg_structure_copy_labels(to, c->from));
    to->file_length = c->from->file_length;
    to->n_labels = 0;
    for (rdg_index l = 0; l < c->from->n_labels; l++) {
        if (find_terms(c, 1, &c->from->labels[l].dof, &(double){1.0}) == 1 && c->weight[0] == 1.0) {
            to->labels[to->n_labels] = c->from->labels[l];
            to->labels[to->n_labels++].dof = c->dof[0];
        }
    }
    return RDG_OK;
}

/* What sits at a displacement that does not move any more does nothing: rather a mistake than a wish. */
static rdg_status check_place(const carry *c, const char *what, const char *at)
{
    const rdg_named_displacement *named = rdg_structure_find(c->from, at);
    return named && find_terms(c, named->n, named->dof, named->weight) == 0
               ? rdg_fail(c->to->ctx, RDG_ERR_ARGUMENT, c->where,
                          "\"%s\" of \"%s\" does not move any more, but there is %s at it", at, c->from->name,
                          what)
               : RDG_OK;
}

static rdg_status check_parts(const carry *c)
{
    for (rdg_index i = 0; i < rdg_element_count(c->from); i++) {
        const rdg_element *e = rdg_element_at(c->from, i);
        for (rdg_index d = 0; d < e->d; d++) {
            RDG_TRY(check_place(c, "an element", e->at[d]));
        }
    }
    for (rdg_index i = 0; i < rdg_sensor_count(c->from); i++) {
        RDG_TRY(check_place(c, "a sensor", rdg_sensor_at(c->from, i)->at));
    }
    for (rdg_index i = 0; i < rdg_load_count(c->from); i++) {
        const rdg_load *load = rdg_load_at(c->from, i);
        if (load->influence) {
            return rdg_fail(c->to->ctx, RDG_ERR_ARGUMENT, c->where,
                            "the motion of the base of \"%s\" cannot come along: add it to the new structure",
                            c->from->name);
        }
        RDG_TRY(check_place(c, "a force", load->at));
    }
    return c->from->rest
               ? rdg_fail(c->to->ctx, RDG_ERR_ARGUMENT, c->where,
                          "\"%s\" rests already: call rdg_prestress() for the new structure instead",
                          c->from->name)
               : RDG_OK;
}

static rdg_status carry_all(const carry *c)
{
    RDG_TRY(check_parts(c));
    RDG_TRY(carry_names(c));
    for (rdg_index i = 0; i < c->from->sets.count; i++) {
        RDG_TRY(carry_set(c, (const rdg_named_set *)c->from->sets.items + i));
    }
    RDG_TRY(carry_nodes(c));
    RDG_TRY(rdg_structure_copy_elements(c->to, c->from, c->prefix));
    RDG_TRY(rdg_structure_copy_loads(c->to, c->from, c->prefix));
    RDG_TRY(rdg_structure_copy_sensors(c->to, c->from, c->prefix));
    return rdg_structure_copy_gyroscopic(c->to, c->from, c->prefix);
}

rdg_status rdg_structure_carry(rdg_structure *to, const rdg_structure *from, const char *prefix,
                               rdg_change change, const void *data, const char *where)
{
    if (!to || !from || rdg_error_status(to->ctx) != RDG_OK) {
        return RDG_ERR_EARLIER;
    }
    RDG_NEED(to->ctx, change, RDG_ERR_ARGUMENT);
    to->mixed = true;
    const size_t n = (size_t)to->n;
    const carry c = {.to = to,
                     .from = from,
                     .prefix = prefix,
                     .change = change,
                     .data = data,
                     .where = where ? where : __func__,
                     .changed = rdg_context_calloc(to->ctx, n, sizeof *c.changed),
                     .dof = rdg_context_calloc(to->ctx, n, sizeof *c.dof),
                     .weight = rdg_context_calloc(to->ctx, n, sizeof *c.weight)};
    const rdg_status status = c.changed && c.dof && c.weight ? carry_all(&c) : RDG_ERR_NO_MEMORY;
    rdg_free(c.changed);
    rdg_free(c.dof);
    rdg_free(c.weight);
    return status;
}
