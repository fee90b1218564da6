/* Degrees of freedom that are called by node and direction. */
#include "structure_nodes.h"
#include "structure_impl.h"

#include <ridgewalk/toolbox.h>

#include <stdlib.h>
#include <string.h>

int rdg_node_label_order(const void *one, const void *other)
{
    const rdg_node_label *a = one, *b = other;
    const rdg_index far = a->node != b->node ? a->node - b->node : a->direction - b->direction;
    return (far > 0) - (far < 0);
}

rdg_index rdg_node_dof(const rdg_structure *s, rdg_index node, char direction)
{
    const rdg_node_label wanted = {.node = node, .direction = direction};
    const rdg_node_label *found = s && s->n_labels > 0 ? bsearch(&wanted, s->labels, (size_t)s->n_labels,
                                                                 sizeof wanted, rdg_node_label_order)
                                                       : NULL;
    return found ? found->dof : -1;
}

static int by_number(const void *one, const void *other)
{
    const rdg_node_place *a = one, *b = other;
    return (a->node > b->node) - (a->node < b->node);
}

const double *rdg_structure_place(const rdg_structure *s, rdg_index node)
{
    const rdg_node_place wanted = {.node = node};
    const rdg_node_place *found =
        s->n_places > 0 ? bsearch(&wanted, s->places, (size_t)s->n_places, sizeof wanted, by_number) : NULL;
    return found ? found->position : NULL;
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
    if (from->n_places > 0) {
        s->places = rdg_structure_duplicate(s->ctx, from->n_places, sizeof *from->places, from->places);
        s->n_places = s->places ? from->n_places : 0;
    }
    return rdg_error_status(s->ctx);
}
