/* Sets of degrees of freedom that have one name. */
#include "structure_impl.h"

#include "structure_carry.h"

#include <ridgewalk/text_list.h>
#include <ridgewalk/toolbox.h>

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { LIST_SIZE = 512 };

static rdg_named_set *at(const rdg_structure *s, rdg_index i)
{
    return (rdg_named_set *)s->sets.items + i;
}

static const rdg_named_set *find(const rdg_structure *s, const char *name)
{
    for (rdg_index i = 0; i < s->sets.count; i++) {
        if (strcmp(at(s, i)->name, name) == 0) {
            return at(s, i);
        }
    }
    return NULL;
}

static rdg_status check(const rdg_structure *s, const char *where, const char *name, rdg_index n,
                        const rdg_index *dof, bool *taken)
{
    for (rdg_index i = 0; i < n; i++) {
        if (dof[i] < 0 || dof[i] >= s->n || taken[dof[i]]) {
            return rdg_fail(s->ctx, RDG_ERR_ARGUMENT, where,
                            "set \"%s\" of \"%s\": degree of freedom %" PRId64
                            " is given twice or is not one of 0 .. %" PRId64,
                            name, s->name, dof[i], s->n - 1);
        }
        taken[dof[i]] = true;
    }
    return RDG_OK;
}

static rdg_status add(rdg_structure *s, const char *name, rdg_index n, const rdg_index *dof)
{
    char *copied = rdg_context_strdup(s->ctx, name);
    rdg_index *copy = rdg_structure_duplicate(s->ctx, n, sizeof *copy, dof);
    rdg_named_set *set = copied && copy ? rdg_list_add(s->ctx, &s->sets, sizeof *set) : NULL;
    if (!set) {
        rdg_free(copied);
        rdg_free(copy);
        return rdg_error_status(s->ctx);
    }
    *set = (rdg_named_set){.name = copied, .n = n, .dof = copy};
    return RDG_OK;
}

rdg_status rdg_name_set(rdg_structure *s, const char *name, rdg_index n, const rdg_index *dof)
{
    RDG_ENTER(s, s->ctx, RDG_ERR_EARLIER);
    if (!name || !*name || find(s, name) || rdg_structure_find(s, name)) {
        return RDG_FAIL(s->ctx, RDG_ERR_NAME, "a set of \"%s\" needs a name of its own, \"%s\" is none",
                        s->name, name ? name : "");
    }
    if (n < 1 || !dof) {
        return RDG_FAIL(s->ctx, RDG_ERR_ARGUMENT, "set \"%s\" of \"%s\" has no degrees of freedom", name,
                        s->name);
    }
    bool *taken = rdg_context_calloc(s->ctx, (size_t)s->n, sizeof *taken);
    rdg_status status = taken ? check(s, __func__, name, n, dof, taken) : RDG_ERR_NO_MEMORY;
    rdg_free(taken);
    return status == RDG_OK ? add(s, name, n, dof) : status;
}

const char *rdg_structure_list_sets(const rdg_structure *s, char *chars, size_t size)
{
    rdg_text text = rdg_text_in(chars, size);
    for (rdg_index i = 0; s && i < s->sets.count; i++) {
        rdg_text_item(&text, at(s, i)->name);
    }
    return text.length > 0 ? rdg_text_list(&text) : "none (see rdg_name_set)";
}

/* A displacement that is one degree of freedom; NULL: it is not */
static const rdg_named_displacement *single_dof(const rdg_structure *s, const char *name)
{
    const rdg_named_displacement *single = rdg_structure_find(s, name);
    return single && single->n == 1 && single->weight[0] == 1.0 ? single : NULL;
}

bool rdg_structure_has_set(const rdg_structure *s, const char *name)
{
    return s && name && (find(s, name) || single_dof(s, name) || rdg_structure_label(s, name) >= 0);
}

rdg_status rdg_structure_set(rdg_structure *s, const char *where, const char *name, rdg_index *n,
                             const rdg_index **dof)
{
    RDG_ENTER(s, s->ctx, RDG_ERR_EARLIER);
    if (!n || !dof) {
        return rdg_fail(s->ctx, RDG_ERR_ARGUMENT, where,
                        "a place for the degrees of freedom of \"%s\" is NULL", name ? name : "");
    }
    const rdg_named_set *set = name ? find(s, name) : NULL;
    if (name && !set && rdg_structure_label(s, name) >= 0) { /* a node's is named when it is used */
        const double *weight = NULL;
        return rdg_structure_displacement(s, where, name, n, dof, &weight);
    }
    const rdg_named_displacement *single = name && !set ? single_dof(s, name) : NULL;
    if (set) {
        *n = set->n;
        *dof = set->dof;
        return RDG_OK;
    }
    if (single) {
        *n = 1;
        *dof = single->dof;
        return RDG_OK;
    }
    char sets[LIST_SIZE];
    return rdg_fail(s->ctx, RDG_ERR_NAME, where,
                    "\"%s\" is no set of degrees of freedom of \"%s\"; it has: %s", name ? name : "", s->name,
                    rdg_structure_list_sets(s, sets, sizeof sets));
}

rdg_status rdg_structure_copy_sets(rdg_structure *s, const rdg_structure *from)
{
    for (rdg_index i = 0; i < from->sets.count; i++) {
        RDG_TRY(add(s, at(from, i)->name, at(from, i)->n, at(from, i)->dof));
    }
    return RDG_OK;
}

void rdg_structure_free_sets(rdg_structure *s)
{
    for (rdg_index i = 0; i < s->sets.count; i++) {
        rdg_free(at(s, i)->name);
        rdg_free(at(s, i)->dof);
    }
    rdg_free(s->sets.items);
}
