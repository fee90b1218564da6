/* The mesh of a structure: from the nodes and elements of a file. */
#include "fe_mesh_impl.h"

#include "mesh_impl.h"
#include "structure_impl.h"

#include <ridgewalk/finite.h>
#include <ridgewalk/structure_nodes.h>
#include <ridgewalk/toolbox.h>

#include <inttypes.h>
#include <string.h>

static const char remedy[] = "Export the mesh again, with nodes and elements in one file";

static void release(void *object)
{
    rdg_fe_mesh *mesh = object;
    rdg_free(mesh->node);
    rdg_free(mesh->position);
    rdg_free(mesh->dof);
    rdg_free(mesh->type);
    rdg_free(mesh->start);
    rdg_free(mesh->corner);
    rdg_free(mesh->owner);
    rdg_free(mesh);
}

void rdg_fe_mesh_free(rdg_fe_mesh *mesh)
{
    if (mesh) {
        rdg_context_disown(mesh->s->ctx, mesh);
        release(mesh);
    }
}

rdg_fe_mesh *rdg_fe_mesh_new(rdg_structure *s)
{
    rdg_fe_mesh *mesh = rdg_context_calloc(s->ctx, 1, sizeof *mesh);
    if (!mesh) {
        return NULL;
    }
    mesh->s = s;
    return rdg_context_own(s->ctx, mesh, release) == RDG_OK ? mesh : NULL;
}

static rdg_status take_nodes(rdg_fe_mesh *mesh, const rdg_mesh *from)
{
    const rdg_structure *s = mesh->s;
    const double length = s->file_length > 0 ? s->file_length : 1.0;
    mesh->n = from->n_nodes;
    mesh->n_dofs = s->n;
    mesh->node = rdg_context_calloc(s->ctx, (size_t)mesh->n, sizeof *mesh->node);
    mesh->position = rdg_context_calloc(s->ctx, 3 * (size_t)mesh->n, sizeof *mesh->position);
    mesh->dof = rdg_context_calloc(s->ctx, 3 * (size_t)mesh->n, sizeof *mesh->dof);
    mesh->owner = rdg_context_calloc(s->ctx, (size_t)s->n, sizeof *mesh->owner);
    if (!mesh->node || !mesh->position || !mesh->dof || !mesh->owner) {
        return RDG_ERR_NO_MEMORY;
    }
    for (rdg_index i = 0; i < s->n; i++) {
        mesh->owner[i] = -1;
    }
    for (rdg_index i = 0; i < mesh->n; i++) {
        mesh->node[i] = from->node[i].node;
        for (rdg_index d = 0; d < 3; d++) {
            const rdg_index dof = rdg_node_dof(s, mesh->node[i], "xyz"[d]);
            mesh->position[3 * i + d] = length * from->node[i].position[d];
            mesh->dof[3 * i + d] = dof;
            if (dof >= 0) {
                mesh->owner[dof] = 3 * i + d;
            }
        }
    }
    return RDG_OK;
}

static rdg_status take_cells(rdg_fe_mesh *mesh, const rdg_mesh *from, const char *file)
{
    rdg_context *ctx = mesh->s->ctx;
    mesh->n_cells = from->n_cells;
    mesh->type = rdg_context_calloc(ctx, (size_t)from->n_cells, sizeof *mesh->type);
    mesh->start = rdg_context_calloc(ctx, (size_t)from->n_cells + 1, sizeof *mesh->start);
    mesh->corner = rdg_context_calloc(ctx, (size_t)from->n_corners, sizeof *mesh->corner);
    if (!mesh->type || !mesh->start || !mesh->corner) {
        return RDG_ERR_NO_MEMORY;
    }
    for (rdg_index c = 0; c < from->n_cells; c++) {
        const rdg_mesh_cell *cell = &from->cell[c];
        mesh->type[c] = cell->shape->vtk;
        mesh->start[c + 1] = mesh->start[c] + cell->shape->nodes;
        for (int k = 0; k < cell->shape->nodes; k++) {
            const rdg_index number = from->corner[cell->first + k];
            const rdg_mesh_node *node = rdg_mesh_find(from, number);
            if (!node) {
                return rdg_fail(ctx, RDG_ERR_NAME, "rdg_fe_mesh_read",
                                "\"%s\", line %" PRId64 ": the element has node %" PRId64
                                ", which is not in this file. %s",
                                file, cell->line, number, remedy);
            }
            mesh->corner[mesh->start[c] + k] = node - from->node;
        }
    }
    return RDG_OK;
}

static rdg_status take_all(rdg_fe_mesh *mesh, const rdg_mesh *from, const char *file)
{
    const rdg_structure *s = mesh->s;
    if (from->n_nodes == 0) {
        return rdg_fail(s->ctx, RDG_ERR_SIZE, "rdg_fe_mesh_read", "\"%s\" has no nodes. %s", file, remedy);
    }
    RDG_TRY(take_nodes(mesh, from));
    RDG_TRY(take_cells(mesh, from, file));
    rdg_write(s->ctx, RDG_CHANNEL_NOTE,
              "note: structure \"%s\": mesh of %" PRId64 " nodes and %" PRId64 " elements from \"%s\"\n",
              s->name, mesh->n, mesh->n_cells, file);
    if (from->unknown_cells > 0) {
        rdg_write(s->ctx, RDG_CHANNEL_NOTE,
                  "note: structure \"%s\": %" PRId64
                  " elements left out, whose types are not read, \"%s\" the first\n",
                  s->name, from->unknown_cells, from->unknown_type);
    }
    return RDG_OK;
}

rdg_fe_mesh *rdg_fe_mesh_read(rdg_structure *s, const char *file)
{
    RDG_ENTER(s, s->ctx, NULL);
    RDG_NEED(s->ctx, file, NULL);
    if (s->n_labels == 0) {
        RDG_FAIL(s->ctx, RDG_ERR_ARGUMENT,
                 "\"%s\" has no names of nodes, as those of rdg_structure_read_nastran()", s->name);
        return NULL;
    }
    rdg_mesh from = {.ctx = s->ctx, .has_cells = true};
    rdg_fe_mesh *mesh = rdg_fe_mesh_new(s);
    if (!mesh) {
        return NULL;
    }
    rdg_status status = rdg_mesh_read(&from, __func__, file, remedy);
    status = status == RDG_OK ? take_all(mesh, &from, file) : status;
    rdg_mesh_free(&from);
    if (status != RDG_OK) {
        rdg_fe_mesh_free(mesh);
        return NULL;
    }
    return mesh;
}

rdg_structure *rdg_fe_mesh_structure(const rdg_fe_mesh *mesh)
{
    return mesh ? mesh->s : NULL;
}

rdg_index rdg_fe_mesh_nodes(const rdg_fe_mesh *mesh)
{
    return mesh ? mesh->n : 0;
}

rdg_index rdg_fe_mesh_elements(const rdg_fe_mesh *mesh)
{
    return mesh ? mesh->n_cells : 0;
}

rdg_index rdg_fe_mesh_node(const rdg_fe_mesh *mesh, rdg_index place)
{
    return mesh && place >= 0 && place < mesh->n ? mesh->node[place] : -1;
}

bool rdg_fe_mesh_position(const rdg_fe_mesh *mesh, rdg_index place, double position[3])
{
    if (!mesh || !position || place < 0 || place >= mesh->n) {
        return false;
    }
    memcpy(position, mesh->position + 3 * place, 3 * sizeof *position);
    return true;
}

rdg_status rdg_fe_mesh_displacement(const rdg_fe_mesh *mesh, const double *u, double *values)
{
    RDG_ENTER(mesh, mesh->s->ctx, RDG_ERR_EARLIER);
    RDG_NEED(mesh->s->ctx, u, RDG_ERR_ARGUMENT);
    RDG_NEED(mesh->s->ctx, values, RDG_ERR_ARGUMENT);
    RDG_TRY(rdg_require_finite(mesh->s->ctx, __func__, "u", rdg_structure_size(mesh->s), u));
    for (rdg_index i = 0; i < 3 * mesh->n; i++) {
        values[i] = mesh->dof[i] >= 0 ? u[mesh->dof[i]] : 0.0;
    }
    return RDG_OK;
}

bool rdg_fe_mesh_spread(const rdg_fe_mesh *mesh, const char *at, double force, double *values, bool *touched)
{
    rdg_index n = 0;
    const rdg_index *dof = NULL;
    const double *weight = NULL;
    bool found = false;
    if (!mesh || !at || rdg_error_status(mesh->s->ctx) != RDG_OK ||
        (!rdg_structure_find(mesh->s, at) && rdg_structure_label(mesh->s, at) < 0) ||
        rdg_structure_displacement(mesh->s, __func__, at, &n, &dof, &weight) != RDG_OK) {
        return false;
    }
    for (rdg_index i = 0; i < n; i++) {
        const rdg_index place = mesh->owner[dof[i]];
        if (place < 0 || weight[i] == 0.0) {
            continue;
        }
        found = true;
        if (values) {
            values[place] += weight[i] * force;
        }
        if (touched) {
            touched[place / 3] = true;
        }
    }
    return found;
}
