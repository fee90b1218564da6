/* Names of a hybrid system's parts: which there are, which are taken. */
#include "hybrid_impl.h"

#include <ridgewalk/toolbox.h>

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { LIST_SIZE = 512 };

const char *rdg_hybrid_parameter_name(const rdg_hybrid *h, rdg_index i)
{
    return h->parameter[i];
}

const char *rdg_hybrid_mode_name(const rdg_hybrid *h, rdg_index i)
{
    return h->mode[i].name;
}

const char *rdg_hybrid_edge_name(const rdg_hybrid *h, rdg_index i)
{
    return h->edge[i].event.name;
}

/* Place of a name; -1: it is not there. */
static rdg_index hybrid_find(const rdg_hybrid *h, rdg_hybrid_name_of *name_of, rdg_index count,
                             const char *name)
{
    for (rdg_index i = 0; name && i < count; i++) {
        const char *have = name_of(h, i);
        if (have && strcmp(have, name) == 0) {
            return i;
        }
    }
    return -1;
}

/* "slip", "stick"; as many as there is space for. */
static void list(const rdg_hybrid *h, rdg_hybrid_name_of *name_of, rdg_index count, char *text)
{
    size_t used = 0;
    snprintf(text, LIST_SIZE, "none");
    for (rdg_index i = 0; i < count; i++) {
        const char *name = name_of(h, i);
        if (used + strlen(name) + 16 > LIST_SIZE) {
            snprintf(text + used, LIST_SIZE - used, ", ...");
            return;
        }
        used += (size_t)snprintf(text + used, LIST_SIZE - used, "%s\"%s\"", i > 0 ? ", " : "", name);
    }
}

rdg_index rdg_hybrid_need(rdg_hybrid *h, const char *where, const char *what, rdg_hybrid_name_of *name_of,
                          rdg_index count, const char *name)
{
    const rdg_index found = hybrid_find(h, name_of, count, name);
    if (found < 0) {
        char names[LIST_SIZE];
        list(h, name_of, count, names);
        rdg_fail(h->ctx, name ? RDG_ERR_NAME : RDG_ERR_ARGUMENT, where,
                 "\"%s\" has no %s %s%s%s; there are: %s", h->name, what, name ? "\"" : "",
                 name ? name : "NULL", name ? "\"" : "", names);
    }
    return found;
}

rdg_status rdg_hybrid_new_name(rdg_hybrid *h, const char *where, const char *what,
                               rdg_hybrid_name_of *name_of, rdg_index count, const char *name)
{
    if (!name || !*name) {
        return rdg_fail(h->ctx, RDG_ERR_NAME, where, "%s %" PRId64 " of \"%s\" has no name", what, count + 1,
                        h->name);
    }
    return hybrid_find(h, name_of, count, name) >= 0
               ? rdg_fail(h->ctx, RDG_ERR_NAME, where, "\"%s\" has %s %s \"%s\" already", h->name,
                          strchr("aeiou", *what) ? "an" : "a", what, name)
               : RDG_OK;
}
