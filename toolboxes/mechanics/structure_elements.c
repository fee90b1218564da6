/* Elements of a structure. */
#include "structure_impl.h"

#include <ridgewalk/toolbox.h>

#include <stdio.h>
#include <string.h>

enum { NAME_SIZE = 256, LIST_SIZE = 512 };

static rdg_element *at(const rdg_structure *s, rdg_index i)
{
    return (rdg_element *)s->elements.items + i;
}

static rdg_index find(const rdg_structure *s, const char *name)
{
    for (rdg_index i = 0; i < s->elements.count; i++) {
        if (strcmp(at(s, i)->name, name) == 0) {
            return i;
        }
    }
    return -1;
}

static bool is_taken(const rdg_structure *s, const char *name)
{
    return find(s, name) >= 0;
}

static rdg_status check(rdg_structure *s, const rdg_element *given, const char *where)
{
    const char *name = given->name, *first = given->at && given->d > 0 ? given->at[0] : NULL;
    char what[NAME_SIZE + 32];
    snprintf(what, sizeof what, "element \"%.*s\"", NAME_SIZE, name ? name : first ? first : "");
    RDG_TRY(rdg_structure_still_open(s, where, what));
    RDG_TRY(rdg_structure_not_at_rest(s, where, what));
    if (given->d < 1 || !given->at) {
        return rdg_fail(s->ctx, RDG_ERR_ARGUMENT, where, "%s has no displacement", what);
    }
    if (!given->kind.time && !given->kind.frequency) {
        return rdg_fail(s->ctx, RDG_ERR_ARGUMENT, where,
                        "%s answers nothing: its kind \"%s\" has neither a law in time nor one in frequency",
                        what, given->kind.type ? given->kind.type : "");
    }
    if (given->kind.time && !given->kind.time->force) {
        return rdg_fail(s->ctx, RDG_ERR_ARGUMENT, where, "%s (%s): its law in time has no operation force",
                        what, given->kind.type ? given->kind.type : "");
    }
    if (name && (name[0] == '\0' || strlen(name) >= NAME_SIZE)) {
        return rdg_fail(s->ctx, RDG_ERR_NAME, where, "the name of an element is empty or longer than %d",
                        NAME_SIZE - 1);
    }
    if (name && find(s, name) >= 0) {
        return rdg_fail(s->ctx, RDG_ERR_NAME, where, "\"%s\" has an %s already", s->name, what);
    }
    for (rdg_index i = 0; i < given->d; i++) {
        rdg_index n = 0;
        const rdg_index *dof = NULL;
        const double *weight = NULL;
        RDG_TRY(rdg_structure_displacement(s, where, given->at[i], &n, &dof, &weight));
    }
    return RDG_OK;
}

static void free_texts(const rdg_element *e)
{
    for (rdg_index i = 0; e->at && i < e->d; i++) {
        rdg_free((char *)e->at[i]);
    }
    rdg_free((char **)e->at);
    rdg_free((char *)e->name);
    rdg_free((char *)e->parameters);
}

/* Name, displacements and numbers of an element become copies of its own. */
static rdg_status copy_parts(rdg_structure *s, const rdg_element *given, rdg_element *e)
{
    const char **names = rdg_context_calloc(s->ctx, (size_t)given->d, sizeof *names);
    e->at = names;
    e->name = rdg_structure_unique_name(s, given->name ? given->name : given->at[0], is_taken);
    for (rdg_index i = 0; names && i < given->d; i++) {
        names[i] = rdg_context_strdup(s->ctx, given->at[i]);
    }
    e->parameters = given->parameters ? rdg_context_strdup(s->ctx, given->parameters) : NULL;
    if (given->size > 0) {
        e->self = rdg_context_calloc(s->ctx, 1, given->size);
        e->kind.free_self = rdg_free;
    }
    if (given->size > 0 && e->self) {
        memcpy(e->self, given->self, given->size);
    }
    return rdg_error_status(s->ctx);
}

static rdg_status add(rdg_structure *s, const rdg_element *given, const char *where)
{
    RDG_TRY(check(s, given, where));
    rdg_element e = *given;
    rdg_status status = copy_parts(s, given, &e);
    rdg_element *added = status == RDG_OK ? rdg_list_add(s->ctx, &s->elements, sizeof *added) : NULL;
    if (!added) {
        free_texts(&e);
        rdg_free(e.size > 0 ? e.self : NULL);
        return rdg_error_status(s->ctx);
    }
    *added = e;
    return RDG_OK;
}

rdg_status rdg_element_add(rdg_structure *s, const rdg_element *given, const char *where)
{
    if (!given) {
        return s ? RDG_FAIL(s->ctx, RDG_ERR_ARGUMENT, "the element is NULL") : RDG_ERR_EARLIER;
    }
    const rdg_status status = add(s, given, where ? where : __func__);
    if (status != RDG_OK && given->size == 0 && given->kind.free_self) {
        given->kind.free_self(given->self);
    }
    return status;
}

void rdg_structure_free_elements(rdg_structure *s)
{
    for (rdg_index i = 0; i < s->elements.count; i++) {
        rdg_element *e = at(s, i);
        if (e->kind.free_self) {
            e->kind.free_self(e->self);
        }
        free_texts(e);
    }
    rdg_free(s->elements.items);
}

rdg_index rdg_element_count(const rdg_structure *s)
{
    return s ? s->elements.count : 0;
}

const rdg_element *rdg_element_at(const rdg_structure *s, rdg_index element)
{
    return element >= 0 && element < rdg_element_count(s) ? at(s, element) : NULL;
}

rdg_index rdg_element_index(rdg_structure *s, const char *name)
{
    if (!s || rdg_error_status(s->ctx) != RDG_OK) {
        return -1;
    }
    const rdg_index found = name ? find(s, name) : -1;
    if (found < 0) {
        char list[LIST_SIZE] = "none";
        size_t used = 0;
        for (rdg_index i = 0; i < s->elements.count && used < sizeof list; i++) {
            used +=
                (size_t)snprintf(list + used, sizeof list - used, "%s%s", i > 0 ? ", " : "", at(s, i)->name);
        }
        RDG_FAIL(s->ctx, RDG_ERR_NAME, "\"%s\" is no element of \"%s\"; it has: %s", name ? name : "",
                 s->name, list);
    }
    return found;
}
