/* What elements, loads and sensors of a structure share: growing lists, unique names, and until when they can
 * be added. */
#include "structure_impl.h"

#include <ridgewalk/toolbox.h>

#include <stdio.h>
#include <string.h>

void *rdg_structure_duplicate(rdg_context *ctx, rdg_index count, size_t size, const void *items)
{
    void *copy = rdg_context_calloc(ctx, (size_t)count, size);
    if (copy) {
        memcpy(copy, items, (size_t)count * size);
    }
    return copy;
}

void *rdg_list_add(rdg_context *ctx, rdg_list *list, size_t size)
{
    if (list->count == list->capacity) {
        const rdg_index capacity = list->capacity > 0 ? 2 * list->capacity : 4;
        char *items = rdg_context_calloc(ctx, (size_t)capacity, size);
        if (!items) {
            return NULL;
        }
        if (list->items) {
            memcpy(items, list->items, (size_t)list->count * size);
        }
        rdg_free(list->items);
        list->items = items;
        list->capacity = capacity;
    }
    return (char *)list->items + (size_t)list->count++ * size;
}

rdg_status rdg_structure_still_open(rdg_structure *s, const char *where, const char *what)
{
    RDG_ENTER(s, s->ctx, RDG_ERR_EARLIER);
    if (s->taken_by) {
        return rdg_fail(s->ctx, RDG_ERR_ARGUMENT, where,
                        "%s comes too late: %s() has taken \"%s\" as it was. Add all elements, loads and "
                        "sensors first, then call %s()",
                        what, s->taken_by, s->name, s->taken_by);
    }
    return RDG_OK;
}

rdg_status rdg_structure_not_at_rest(rdg_structure *s, const char *where, const char *what)
{
    return s->rest ? rdg_fail(s->ctx, RDG_ERR_ARGUMENT, where,
                              "%s comes too late: \"%s\" rests already. Add it before rdg_prestress()", what,
                              s->name)
                   : RDG_OK;
}

void rdg_structure_take(rdg_structure *s, const char *solver)
{
    if (s && !s->taken_by) {
        s->taken_by = solver;
    }
}

char *rdg_structure_unique_name(rdg_structure *s, const char *wanted, rdg_name_taken is_taken)
{
    const size_t size = strlen(wanted) + 24; /* space for a number */
    char *name = rdg_context_calloc(s->ctx, size, 1);
    if (name) {
        snprintf(name, size, "%s", wanted);
        for (int number = 2; is_taken(s, name); number++) {
            snprintf(name, size, "%s %d", wanted, number);
        }
    }
    return name;
}

char *rdg_structure_prefixed(rdg_context *ctx, const char *prefix, const char *name)
{
    if (!prefix) {
        return rdg_context_strdup(ctx, name);
    }
    const size_t size = strlen(prefix) + strlen(name) + sizeof ".";
    char *whole = rdg_context_calloc(ctx, size, 1);
    if (whole) {
        snprintf(whole, size, "%s.%s", prefix, name);
    }
    return whole;
}
