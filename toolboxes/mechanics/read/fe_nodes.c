/* Coordinates and sets of a file, for a structure that has its matrices. */
#include "fe_nodes.h"

#include "mesh_impl.h"
#include "structure_impl.h"

#include <ridgewalk/calculix.h>
#include <ridgewalk/structure_carry.h>

#include <inttypes.h>
#include <string.h>

static const char remedy[] = "Export the mesh again, with nodes in one file";
static const char directions[] = "xyz4560";

/* --- coordinates */

/* Nodes that elements have inside (C3D8I of CalculiX) are numbered behind those of the mesh: how many;
 * another one that is not in the mesh is a failure. */
static rdg_status check_nodes(const rdg_structure *s, const rdg_mesh *mesh, const char *file,
                              rdg_index *inner)
{
    const rdg_index last = mesh->n_nodes > 0 ? mesh->node[mesh->n_nodes - 1].node : 0;
    for (rdg_index i = 0; i < s->n_labels; i++) {
        const rdg_index node = s->labels[i].node;
        if (s->labels[i].direction == '0' || rdg_mesh_find(mesh, node)) {
            continue;
        }
        if (node < last || s->labels[0].node > last) {
            return rdg_fail(s->ctx, RDG_ERR_NAME, "rdg_nodes_read",
                            "node %" PRId64 " of \"%s\" is not among the %" PRId64
                            " nodes of \"%s\": is it the mesh of this structure?",
                            node, s->name, mesh->n_nodes, file);
        }
        *inner += i == 0 || s->labels[i - 1].node != node;
    }
    return RDG_OK;
}

static rdg_status take_places(rdg_structure *s, const rdg_mesh *mesh)
{
    const double length = s->file_length > 0 ? s->file_length : 1.0;
    s->places = rdg_context_calloc(s->ctx, (size_t)mesh->n_nodes, sizeof *s->places);
    if (!s->places) {
        return RDG_ERR_NO_MEMORY;
    }
    for (rdg_index i = 0; i < mesh->n_nodes; i++) {
        s->places[i].node = mesh->node[i].node;
        for (int d = 0; d < 3; d++) {
            s->places[i].position[d] = length * mesh->node[i].position[d];
        }
    }
    s->n_places = mesh->n_nodes;
    return RDG_OK;
}

/* --- sets */

/* The first label of the nodes from this one on */
static rdg_index first_label(const rdg_structure *s, rdg_index node)
{
    rdg_index low = 0, high = s->n_labels;
    while (low < high) {
        const rdg_index middle = low + (high - low) / 2;
        if (s->labels[middle].node < node) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

/* Degrees of freedom of a node that are not in the set yet */
static void take_node(const rdg_structure *s, rdg_index node, bool *taken, rdg_index *dof, rdg_index *n)
{
    for (const char *d = directions; *d; d++) {
        const rdg_index at = rdg_node_dof(s, node, *d);
        if (at >= 0 && !taken[at]) {
            taken[at] = true;
            dof[(*n)++] = at;
        }
    }
}

/* Of a range only the nodes that the structure has are visited: it may name many more. */
static void take_range(const rdg_structure *s, const rdg_mesh_range *range, bool *taken, rdg_index *dof,
                       rdg_index *n)
{
    for (rdg_index i = first_label(s, range->first); i < s->n_labels && s->labels[i].node <= range->last;
         i++) {
        const rdg_index node = s->labels[i].node;
        if ((node - range->first) % range->step == 0 && (i == 0 || s->labels[i - 1].node != node)) {
            take_node(s, node, taken, dof, n);
        }
    }
}

static rdg_status check_members(const rdg_structure *s, const rdg_mesh *mesh, const rdg_mesh_set *set,
                                const char *file)
{
    for (rdg_index k = 0; k < set->n && !mesh->has_other_members; k++) {
        const rdg_mesh_range *range = &set->range[k];
        if (range->first == RDG_MESH_SET) {
            continue;
        }
        const rdg_index at = first_label(s, range->first);
        const bool is_label = at < s->n_labels && s->labels[at].node == range->first;
        if (range->first == range->last && !is_label && !rdg_mesh_find(mesh, range->first)) {
            return rdg_fail(s->ctx, RDG_ERR_NAME, "rdg_nodes_read",
                            "\"%s\", line %" PRId64 ": set \"%s\" has node %" PRId64
                            ", which is neither in this file nor in \"%s\". %s",
                            file, range->line, set->name, range->first, s->name, remedy);
        }
    }
    return RDG_OK;
}

/* What a set is made from: degrees of freedom, and which of them and of the sets are in it */
typedef struct members {
    rdg_index n, *dof; /* [n] */
    bool *taken;       /* [degrees of freedom] */
    bool *visited;     /* [sets] */
} members;

static rdg_status take_set(const rdg_structure *s, const rdg_mesh *mesh, const char *file, rdg_index which,
                           int depth, members *m)
{
    enum { DEEPEST = 16 }; /* sets within one another, as recursion costs stack */
    const rdg_mesh_set *set = &mesh->set[which];
    RDG_TRY(check_members(s, mesh, set, file));
    if (depth > DEEPEST) {
        return rdg_fail(s->ctx, RDG_ERR_FORMAT, "rdg_nodes_read",
                        "\"%s\": set \"%s\" is within more than %d others. %s", file, set->name, DEEPEST,
                        remedy);
    }
    m->visited[which] = true;
    for (rdg_index k = 0; k < set->n; k++) {
        const rdg_mesh_range *range = &set->range[k];
        if (range->first != RDG_MESH_SET) {
            take_range(s, range, m->taken, m->dof, &m->n);
        } else if (!m->visited[range->last]) {
            RDG_TRY(take_set(s, mesh, file, range->last, depth + 1, m));
        }
    }
    return RDG_OK;
}

static rdg_status name_set(rdg_structure *s, const rdg_mesh *mesh, const char *file, rdg_index which,
                           members *m)
{
    memset(m->visited, 0, (size_t)mesh->n_sets * sizeof *m->visited);
    m->n = 0;
    RDG_TRY(take_set(s, mesh, file, which, 1, m));
    for (rdg_index i = 0; i < m->n; i++) {
        m->taken[m->dof[i]] = false;
    }
    return m->n > 0 ? rdg_name_set(s, mesh->set[which].name, m->n, m->dof) : RDG_OK;
}

static rdg_status name_sets(rdg_structure *s, const rdg_mesh *mesh, const char *file, rdg_index *named)
{
    members m = {.dof = rdg_context_calloc(s->ctx, (size_t)s->n, sizeof *m.dof),
                 .taken = rdg_context_calloc(s->ctx, (size_t)s->n, sizeof *m.taken),
                 .visited = rdg_context_calloc(s->ctx, (size_t)mesh->n_sets, sizeof *m.visited)};
    rdg_status status = m.dof && m.taken && m.visited ? RDG_OK : RDG_ERR_NO_MEMORY;
    for (rdg_index i = 0; status == RDG_OK && i < mesh->n_sets; i++) {
        status = name_set(s, mesh, file, i, &m);
        *named += m.n > 0;
    }
    rdg_free(m.dof);
    rdg_free(m.taken);
    rdg_free(m.visited);
    return status;
}

/* --- all */

static void report(const rdg_structure *s, const rdg_mesh *mesh, const char *file, rdg_index named)
{
    const rdg_index without = mesh->n_sets - named;
    rdg_write(s->ctx, RDG_CHANNEL_NOTE,
              "note: structure \"%s\": %" PRId64 " nodes and %" PRId64 " sets from \"%s\"\n", s->name,
              mesh->n_nodes, named, file);
    if (without + mesh->left_out > 0) {
        rdg_write(s->ctx, RDG_CHANNEL_NOTE,
                  "note: structure \"%s\": %" PRId64 " sets without degrees of freedom and %" PRId64
                  " sets of elements, of all nodes or with exceptions left out\n",
                  s->name, without, mesh->left_out);
    }
    if (mesh->local > 0) {
        rdg_write(
            s->ctx, RDG_CHANNEL_NOTE,
            "warning: structure \"%s\": displacements of %" PRId64
            " nodes are in coordinate systems of their own (field CD of GRID): x, y, z are those axes\n",
            s->name, mesh->local);
    }
}

static rdg_status take_all(rdg_structure *s, const rdg_mesh *mesh, const char *file)
{
    rdg_index named = 0, inner = 0;
    RDG_TRY(check_nodes(s, mesh, file, &inner));
    RDG_TRY(take_places(s, mesh));
    RDG_TRY(name_sets(s, mesh, file, &named));
    report(s, mesh, file, named);
    if (inner > 0) {
        rdg_write(s->ctx, RDG_CHANNEL_NOTE,
                  "warning: structure \"%s\": %" PRId64
                  " nodes are numbered above those of \"%s\" and have no place: inner nodes of elements?\n",
                  s->name, inner, file);
    }
    return RDG_OK;
}

rdg_status rdg_nodes_read(rdg_structure *s, const char *file)
{
    RDG_ENTER(s, s->ctx, RDG_ERR_EARLIER);
    RDG_NEED(s->ctx, file, RDG_ERR_ARGUMENT);
    if (s->n_labels == 0 || s->places) {
        return RDG_FAIL(s->ctx, RDG_ERR_ARGUMENT, "\"%s\" %s", s->name,
                        s->places ? "has its nodes already"
                                  : "has no names of nodes, as those of rdg_structure_read_nastran()");
    }
    rdg_mesh mesh = {.ctx = s->ctx};
    rdg_status status = rdg_mesh_read(&mesh, __func__, file, remedy);
    status = status == RDG_OK ? take_all(s, &mesh, file) : status;
    rdg_mesh_free(&mesh);
    return status;
}

rdg_status rdg_node_position(const rdg_structure *s, rdg_index node, double position[3])
{
    RDG_ENTER(s, s->ctx, RDG_ERR_EARLIER);
    RDG_NEED(s->ctx, position, RDG_ERR_ARGUMENT);
    const double *place = rdg_structure_place(s, node);
    if (!place) {
        return RDG_FAIL(s->ctx, RDG_ERR_NAME, "\"%s\" has no node %" PRId64 "%s", s->name, node,
                        s->places ? "" : ", as rdg_nodes_read() was not called");
    }
    memcpy(position, place, 3 * sizeof *place);
    return RDG_OK;
}
