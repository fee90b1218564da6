/* Degrees of freedom that are called by node and direction. */
#include "calculix.h"
#include "structure_impl.h"

#include <ridgewalk/toolbox.h>

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

rdg_index rdg_node_dof(const rdg_structure *s, rdg_index node, char direction)
{
    rdg_index low = 0, high = s ? s->n_labels : 0;
    while (low < high) {
        const rdg_index middle = (low + high) / 2;
        const rdg_node_label *at = &s->labels[middle];
        if (at->node == node && at->direction == direction) {
            return at->dof;
        }
        if (at->node < node || (at->node == node && at->direction < direction)) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return -1;
}

rdg_index rdg_structure_label(const rdg_structure *s, const char *name)
{
    enum { MOST_DIGITS = 10 };
    const size_t digits = strspn(name, "0123456789");
    if (s->n_labels == 0 || digits == 0 || digits > MOST_DIGITS || strlen(name) != digits + 2 ||
        name[digits] != '.') {
        return -1;
    }
    return rdg_node_dof(s, strtoll(name, NULL, 10), name[digits + 1]);
}

rdg_status rdg_structure_copy_labels(rdg_structure *s, const rdg_structure *from)
{
    if (from->n_labels > 0) {
        s->labels = rdg_structure_duplicate(s->ctx, from->n_labels, sizeof *from->labels, from->labels);
        s->n_labels = s->labels ? from->n_labels : 0;
    }
    return rdg_error_status(s->ctx);
}

rdg_status rdg_name_nodes(rdg_structure *s, const char *name, rdg_index n, const rdg_index *nodes,
                          const char *directions)
{
    if (!s || rdg_error_status(s->ctx) != RDG_OK) {
        return RDG_ERR_EARLIER;
    }
    RDG_NEED(s->ctx, nodes, RDG_ERR_ARGUMENT);
    RDG_NEED(s->ctx, directions, RDG_ERR_ARGUMENT);
    const size_t each = strlen(directions);
    if (n < 1 || each < 1 || each > 3) {
        return RDG_FAIL(s->ctx, RDG_ERR_ARGUMENT,
                        "%" PRId64 " nodes in the directions \"%s\" (x, y, z) are no set", n, directions);
    }
    rdg_index *dof = rdg_context_calloc(s->ctx, (size_t)n * each, sizeof *dof), count = 0;
    rdg_status status = dof ? RDG_OK : RDG_ERR_NO_MEMORY;
    for (rdg_index k = 0; status == RDG_OK && k < n; k++) {
        const rdg_index before = count;
        for (const char *d = directions; *d; d++) {
            const rdg_index at = rdg_node_dof(s, nodes[k], *d);
            if (at >= 0) {
                dof[count++] = at;
            }
        }
        if (count == before) {
            status = RDG_FAIL(
                s->ctx, RDG_ERR_NAME,
                "node %" PRId64
                " of \"%s\" has nothing free in the directions \"%s\": it is held, or there is no such node",
                nodes[k], s->name, directions);
        }
    }
    if (status == RDG_OK) {
        status = rdg_name_set(s, name, count, dof);
    }
    rdg_free(dof);
    return status;
}
