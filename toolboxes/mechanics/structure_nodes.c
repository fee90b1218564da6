/* Degrees of freedom that are called by node and direction. */
#include "calculix.h"
#include "structure_impl.h"

#include <ridgewalk/toolbox.h>

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
