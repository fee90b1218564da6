/* Named displacements of a structure. */
#include "structure_impl.h"

#include <ridgewalk/text_list.h>
#include <ridgewalk/toolbox.h>

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { LIST_SIZE = 512 };

const rdg_named_displacement *rdg_structure_find(const rdg_structure *s, const char *name)
{
    for (const rdg_named_displacement *named = s->first; named; named = named->next) {
        if (strcmp(named->name, name) == 0) {
            return named;
        }
    }
    return NULL;
}

static rdg_status check_name(const rdg_structure *s, const char *where, const char *name)
{
    if (!name || !*name) {
        return rdg_fail(s->ctx, RDG_ERR_NAME, where, "a displacement of \"%s\" needs a name", s->name);
    }
    if (rdg_structure_find(s, name)) {
        return rdg_fail(s->ctx, RDG_ERR_NAME, where,
                        "\"%s\" already names a displacement of \"%s\": give this one another name", name,
                        s->name);
    }
    return RDG_OK;
}

static rdg_status check_terms(const rdg_structure *s, const char *where, const char *name, rdg_index n,
                              const rdg_index *dof, const double *weight)
{
    if (n < 1 || !dof || !weight) {
        return rdg_fail(s->ctx, RDG_ERR_ARGUMENT, where,
                        "\"%s\" of \"%s\" needs one or more degrees of freedom with weights", name, s->name);
    }
    for (rdg_index i = 0; i < n; i++) {
        if (dof[i] < 0 || dof[i] >= s->n) {
            return rdg_fail(s->ctx, RDG_ERR_ARGUMENT, where,
                            "\"%s\": \"%s\" has no degree of freedom %" PRId64 ", only 0 .. %" PRId64
                            ": they are counted from 0",
                            name, s->name, dof[i], s->n - 1);
        }
        if (!isfinite(weight[i])) {
            return rdg_fail(s->ctx, RDG_ERR_NOT_FINITE, where, "\"%s\" of \"%s\": weight %" PRId64 " is %g",
                            name, s->name, i, weight[i]);
        }
        for (rdg_index j = 0; j < i; j++) {
            if (dof[j] == dof[i]) {
                return rdg_fail(s->ctx, RDG_ERR_ARGUMENT, where,
                                "\"%s\" of \"%s\" holds degree of freedom %" PRId64 " twice", name, s->name,
                                dof[i]);
            }
        }
    }
    return RDG_OK;
}

static void free_named(rdg_named_displacement *named)
{
    rdg_free(named->name);
    rdg_free(named->dof);
    rdg_free(named->weight);
    rdg_free(named->across);
    rdg_free(named->uniform);
    rdg_free(named);
}

void rdg_structure_free_names(rdg_structure *s)
{
    while (s->first) {
        rdg_named_displacement *named = s->first;
        s->first = named->next;
        free_named(named);
    }
}

static rdg_status fill(rdg_context *ctx, rdg_named_displacement *named, const char *name,
                       const rdg_index *dof, const double *weight, const double *across)
{
    const rdg_index n = named->n;
    named->name = rdg_context_strdup(ctx, name);
    named->dof = rdg_structure_duplicate(ctx, n, sizeof *dof, dof);
    named->weight = rdg_structure_duplicate(ctx, n, sizeof *weight, weight);
    named->across = across ? rdg_structure_duplicate(ctx, n, sizeof *across, across) : NULL;
    named->uniform = across ? rdg_structure_duplicate(ctx, n, sizeof *weight, weight) : NULL;
    for (rdg_index i = 0; named->uniform && named->across && i < n; i++) {
        named->uniform[i] += across[i];
    }
    return rdg_error_status(ctx);
}

rdg_status rdg_structure_add_name(rdg_structure *s, const char *where, const char *name, rdg_index n,
                                  const rdg_index *dof, const double *weight, const double *across)
{
    RDG_TRY(check_name(s, where, name));
    RDG_TRY(check_terms(s, where, name, n, dof, weight));
    rdg_named_displacement *named = rdg_context_calloc(s->ctx, 1, sizeof *named);
    if (!named) {
        return RDG_ERR_NO_MEMORY;
    }
    named->n = n;
    if (fill(s->ctx, named, name, dof, weight, across) != RDG_OK) {
        free_named(named);
        return rdg_error_status(s->ctx);
    }
    if (s->last) {
        s->last->next = named;
    } else {
        s->first = named;
    }
    s->last = named;
    return RDG_OK;
}

static rdg_status add(rdg_structure *s, const char *where, const char *name, rdg_index n,
                      const rdg_index *dof, const double *weight)
{
    return rdg_structure_add_name(s, where, name, n, dof, weight, NULL);
}

rdg_status rdg_structure_copy_names(rdg_structure *s, const rdg_structure *from)
{
    for (const rdg_named_displacement *named = from->first; named; named = named->next) {
        RDG_TRY(rdg_structure_add_name(s, "rdg_structure_copy", named->name, named->n, named->dof,
                                       named->weight, named->across));
    }
    return RDG_OK;
}

rdg_status rdg_name_dof(rdg_structure *s, const char *name, rdg_index dof)
{
    RDG_ENTER(s, s->ctx, RDG_ERR_EARLIER);
    return add(s, __func__, name, 1, &dof, &(double){1.0});
}

rdg_status rdg_name_combination(rdg_structure *s, const char *name, rdg_index n, const rdg_index *dof,
                                const double *weight)
{
    RDG_ENTER(s, s->ctx, RDG_ERR_EARLIER);
    return add(s, __func__, name, n, dof, weight);
}

rdg_status rdg_name_relative(rdg_structure *s, const char *name, rdg_index a, rdg_index b)
{
    RDG_ENTER(s, s->ctx, RDG_ERR_EARLIER);
    return add(s, __func__, name, 2, (const rdg_index[]){a, b}, (const double[]){1.0, -1.0});
}

const rdg_named_displacement *rdg_structure_named(rdg_structure *s, const char *where, const char *name)
{
    const rdg_named_displacement *named = name ? rdg_structure_find(s, name) : NULL;
    const rdg_index dof_of_node = name && !named ? rdg_structure_label(s, name) : -1;
    if (dof_of_node >= 0) {
        if (add(s, where, name, 1, &dof_of_node, &(double){1.0}) != RDG_OK) {
            return NULL;
        }
        named = rdg_structure_find(s, name);
    }
    if (!named) {
        char chars[LIST_SIZE];
        rdg_text names = rdg_text_in(chars, sizeof chars);
        for (const rdg_named_displacement *other = s->first; other; other = other->next) {
            rdg_text_item(&names, other->name);
        }
        const char *has = s->first ? rdg_text_list(&names) : "none (see rdg_name_dof)";
        if (name) {
            rdg_fail(s->ctx, RDG_ERR_NAME, where,
                     "\"%s\" is no named degree of freedom of \"%s\"; it has: %s; rdg_name_dof() "
                     "gives names",
                     name, s->name, has);
        } else {
            rdg_fail(s->ctx, RDG_ERR_NAME, where,
                     "it is missing at which displacement of \"%s\" this acts (.at and the like); "
                     "it has: %s",
                     s->name, has);
        }
    }
    return named;
}

static rdg_status find_terms(rdg_structure *s, const char *where, const char *name, bool at_rest,
                             rdg_index *n, const rdg_index **dof, const double **weight)
{
    RDG_ENTER(s, s->ctx, RDG_ERR_EARLIER);
    const rdg_named_displacement *named = rdg_structure_named(s, where, name);
    if (!named) {
        return rdg_error_status(s->ctx);
    }
    if (!n || !dof || !weight) {
        return rdg_fail(s->ctx, RDG_ERR_ARGUMENT, where, "a place for the terms of \"%s\" is NULL", name);
    }
    if (named->across && !at_rest) {
        return rdg_fail(s->ctx, RDG_ERR_ARGUMENT, where,
                        "\"%s\" of \"%s\" is a displacement across sectors, for elements, forces and "
                        "sensors: give one of a single sector",
                        name, s->name);
    }
    *n = named->n;
    *dof = named->dof;
    *weight = named->across ? named->uniform : named->weight;
    return RDG_OK;
}

rdg_status rdg_structure_displacement(rdg_structure *s, const char *where, const char *name, rdg_index *n,
                                      const rdg_index **dof, const double **weight)
{
    return find_terms(s, where, name, false, n, dof, weight);
}

rdg_status rdg_structure_displacement_at_rest(rdg_structure *s, const char *where, const char *name,
                                              rdg_index *n, const rdg_index **dof, const double **weight)
{
    return find_terms(s, where, name, true, n, dof, weight);
}

/* Terms of the difference, added up in weight [n]; then the places of those that are not zero, [count] of
 * dof, and their values in front of weight. */
static rdg_index take_difference(const rdg_structure *s, const rdg_named_displacement *one,
                                 const rdg_named_displacement *other, rdg_index *dof, double *weight)
{
    rdg_index count = 0;
    for (rdg_index i = 0; i < one->n; i++) {
        weight[one->dof[i]] += one->weight[i];
    }
    for (rdg_index i = 0; i < other->n; i++) {
        weight[other->dof[i]] -= other->weight[i];
    }
    for (rdg_index i = 0; i < s->n; i++) {
        if (weight[i] != 0.0) {
            dof[count] = i;
            weight[count++] = weight[i];
        }
    }
    return count;
}

rdg_status rdg_name_difference(rdg_structure *s, const char *name, const char *at, const char *from)
{
    RDG_ENTER(s, s->ctx, RDG_ERR_EARLIER);
    const rdg_named_displacement *one = rdg_structure_named(s, __func__, at),
                                 *other = one ? rdg_structure_named(s, __func__, from) : NULL;
    if (!one || !other) {
        return rdg_error_status(s->ctx);
    }
    if (one->across || other->across) {
        return RDG_FAIL(s->ctx, RDG_ERR_ARGUMENT,
                        "\"%s\" of \"%s\" is across sectors: rdg_name_across() takes the difference to the "
                        "next one",
                        one->across ? at : from, s->name);
    }
    rdg_index *dof = rdg_context_calloc(s->ctx, (size_t)s->n, sizeof *dof);
    double *weight = rdg_context_calloc(s->ctx, (size_t)s->n, sizeof *weight);
    rdg_status status = rdg_error_status(s->ctx);
    if (status == RDG_OK) {
        const rdg_index count = take_difference(s, one, other, dof, weight);
        status = count > 0 ? rdg_name_combination(s, name, count, dof, weight)
                           : RDG_FAIL(s->ctx, RDG_ERR_ARGUMENT,
                                      "\"%s\" and \"%s\" of \"%s\" move alike: their difference is 0", at,
                                      from, s->name);
    }
    rdg_free(dof);
    rdg_free(weight);
    return status;
}
