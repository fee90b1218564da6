/* Nodes, sets of nodes and elements, as they are collected from a file. */
#include "mesh_impl.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

rdg_status rdg_mesh_add_node(rdg_mesh *mesh, const rdg_scan *scan, rdg_index node, const double position[3])
{
    RDG_TRY(rdg_context_reserve(mesh->ctx, &mesh->node, &mesh->node_capacity, mesh->n_nodes + 1,
                                sizeof *mesh->node));
    mesh->node[mesh->n_nodes++] = (rdg_mesh_node){node, scan->line, {position[0], position[1], position[2]}};
    return RDG_OK;
}

rdg_mesh_set *rdg_mesh_find_set(const rdg_mesh *mesh, rdg_span name)
{
    for (rdg_index i = 0; i < mesh->n_sets; i++) {
        if (rdg_span_equals(name, mesh->set[i].name)) {
            return &mesh->set[i];
        }
    }
    return NULL;
}

rdg_mesh_set *rdg_mesh_set_named(rdg_mesh *mesh, rdg_span name)
{
    const size_t length = (size_t)(name.to - name.from);
    char *copy = rdg_context_calloc(mesh->ctx, length + 1, 1);
    if (!copy) {
        return NULL;
    }
    rdg_text_clean(copy, length + 1, name.from, length);
    rdg_mesh_set *set = rdg_mesh_find_set(mesh, (rdg_span){copy, copy + length});
    if (set || rdg_context_reserve(mesh->ctx, &mesh->set, &mesh->set_workspace, mesh->n_sets + 1,
                                   sizeof *mesh->set) != RDG_OK) {
        rdg_free(copy);
        return set;
    }
    set = &mesh->set[mesh->n_sets++];
    *set = (rdg_mesh_set){.name = copy};
    return set;
}

rdg_status rdg_mesh_set_add(rdg_mesh_set *set, const rdg_scan *scan, rdg_index first, rdg_index last,
                            rdg_index step)
{
    RDG_TRY(rdg_context_reserve(scan->ctx, &set->range, &set->capacity, set->n + 1, sizeof *set->range));
    set->range[set->n++] = (rdg_mesh_range){first, last, step, scan->line};
    return RDG_OK;
}

static int by_node(const void *one, const void *other)
{
    const rdg_mesh_node *a = one, *b = other;
    const rdg_index far = a->node != b->node ? a->node - b->node : a->line - b->line;
    return (far > 0) - (far < 0);
}

rdg_status rdg_mesh_sort(rdg_mesh *mesh, const rdg_scan *scan)
{
    if (mesh->n_nodes == 0) {
        return RDG_OK;
    }
    qsort(mesh->node, (size_t)mesh->n_nodes, sizeof *mesh->node, by_node);
    rdg_index left = 1;
    for (rdg_index i = 1; i < mesh->n_nodes; i++) {
        const rdg_mesh_node *before = &mesh->node[left - 1], *node = &mesh->node[i];
        if (node->node != before->node) {
            mesh->node[left++] = *node;
            continue;
        }
        for (int d = 0; d < 3; d++) {
            if (node->position[d] != before->position[d]) {
                return rdg_fail(mesh->ctx, RDG_ERR_FORMAT, scan->where,
                                "\"%s\", line %" PRId64 ": node %" PRId64
                                " is at another place than in line %" PRId64
                                ": numbers of nodes must be unique, also where a model has several parts. %s",
                                scan->path, node->line, node->node, before->line, scan->remedy);
            }
        }
    }
    mesh->n_nodes = left;
    return RDG_OK;
}

static int by_number(const void *one, const void *other)
{
    const rdg_index *a = one;
    const rdg_mesh_node *b = other;
    return (*a > b->node) - (*a < b->node);
}

const rdg_mesh_node *rdg_mesh_find(const rdg_mesh *mesh, rdg_index node)
{
    return mesh->n_nodes > 0
               ? bsearch(&node, mesh->node, (size_t)mesh->n_nodes, sizeof *mesh->node, by_number)
               : NULL;
}

void rdg_mesh_free(rdg_mesh *mesh)
{
    for (rdg_index i = 0; i < mesh->n_sets; i++) {
        rdg_free(mesh->set[i].name);
        rdg_free(mesh->set[i].range);
    }
    rdg_free(mesh->set);
    rdg_free(mesh->node);
    rdg_free(mesh->cell);
    rdg_free(mesh->corner);
}
