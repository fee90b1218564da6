/* Faces of elements between given nodes as a mesh of its own. */
#include "fe_face_impl.h"
#include "fe_mesh_impl.h"
#include "fe_surface.h"
#include "structure_impl.h"

#include <ridgewalk/toolbox.h>

#include <string.h>

enum { VERTEX = 1, TRIANGLE = 5, SQUARE = 9, TRIANGLE_6 = 22, SQUARE_8 = 23 }; /* cell types of VTK */

typedef struct skin {
    const rdg_fe_mesh *of;
    rdg_fe_mesh *to;
    rdg_index *place; /* [nodes of the mesh] in the new one; -1: left out */
    rdg_fe_face *face;
    rdg_index n_faces;
} skin;

static rdg_status take_nodes(skin *s, const bool *kept)
{
    const rdg_fe_mesh *of = s->of;
    rdg_context *ctx = of->s->ctx;
    rdg_fe_mesh *to = s->to;
    to->n_dofs = of->n_dofs;
    to->node = rdg_context_calloc(ctx, (size_t)of->n, sizeof *to->node);
    to->position = rdg_context_calloc(ctx, 3 * (size_t)of->n, sizeof *to->position);
    to->dof = rdg_context_calloc(ctx, 3 * (size_t)of->n, sizeof *to->dof);
    to->owner = rdg_context_calloc(ctx, (size_t)of->n_dofs, sizeof *to->owner);
    s->place = rdg_context_calloc(ctx, (size_t)of->n, sizeof *s->place);
    RDG_TRY(rdg_error_status(ctx));
    for (rdg_index i = 0; i < of->n; i++) {
        s->place[i] = kept[i] ? to->n : -1;
        if (kept[i]) {
            to->node[to->n] = of->node[i];
            memcpy(to->position + 3 * to->n, of->position + 3 * i, 3 * sizeof *to->position);
            memcpy(to->dof + 3 * to->n, of->dof + 3 * i, 3 * sizeof *to->dof);
            to->n++;
        }
    }
    for (rdg_index i = 0; i < of->n_dofs; i++) {
        const rdg_index place = of->owner[i] < 0 ? -1 : s->place[of->owner[i] / 3];
        to->owner[i] = place < 0 ? -1 : 3 * place + of->owner[i] % 3;
    }
    return RDG_OK;
}

static int type_of(const rdg_fe_face *f)
{
    return f->corners == 3 ? (f->middles ? TRIANGLE_6 : TRIANGLE) : (f->middles ? SQUARE_8 : SQUARE);
}

static void add_cell(rdg_fe_mesh *to, int type, int n)
{
    to->type[to->n_cells] = type;
    to->start[to->n_cells + 1] = to->start[to->n_cells] + n;
    to->n_cells++;
}

static void add_faces(const skin *s, bool *is_on_face)
{
    rdg_fe_mesh *to = s->to;
    for (rdg_index k = 0; k < s->n_faces; k++) {
        const rdg_fe_face *f = &s->face[k];
        const int n = f->corners + f->middles;
        for (int c = 0; !f->twice && c < n; c++) {
            const rdg_index place = s->place[f->node[c]];
            to->corner[to->start[to->n_cells] + c] = place;
            is_on_face[place] = true;
        }
        if (!f->twice) {
            add_cell(to, type_of(f), n);
        }
    }
}

static void add_points(rdg_fe_mesh *to, const bool *is_on_face)
{
    for (rdg_index i = 0; i < to->n; i++) {
        if (!is_on_face[i]) {
            to->corner[to->start[to->n_cells]] = i;
            add_cell(to, VERTEX, 1);
        }
    }
}

static rdg_status take_cells(skin *s)
{
    rdg_context *ctx = s->of->s->ctx;
    rdg_fe_mesh *to = s->to;
    const size_t most = (size_t)(s->n_faces + to->n);
    to->type = rdg_context_calloc(ctx, most, sizeof *to->type);
    to->start = rdg_context_calloc(ctx, most + 1, sizeof *to->start);
    to->corner = rdg_context_calloc(ctx, 2 * RDG_FACE_CORNERS * most, sizeof *to->corner);
    bool *is_on_face = rdg_context_calloc(ctx, (size_t)to->n, sizeof *is_on_face);
    if (to->type && to->start && to->corner && is_on_face) {
        add_faces(s, is_on_face);
        add_points(to, is_on_face);
    }
    rdg_free(is_on_face);
    return rdg_error_status(ctx);
}

rdg_fe_mesh *rdg_fe_mesh_skin(const rdg_fe_mesh *mesh, const bool *kept)
{
    RDG_ENTER(mesh, mesh->s->ctx, NULL);
    RDG_NEED(mesh->s->ctx, kept, NULL);
    skin s = {.of = mesh, .to = rdg_fe_mesh_new(mesh->s)};
    rdg_status status = s.to ? take_nodes(&s, kept) : RDG_ERR_NO_MEMORY;
    if (status == RDG_OK && s.to->n == 0) {
        status = RDG_FAIL(mesh->s->ctx, RDG_ERR_SIZE, "the mesh of \"%s\": no node is kept",
                          rdg_structure_name(mesh->s));
    }
    status = status == RDG_OK ? rdg_fe_mesh_faces(mesh, s.place, &s.n_faces, &s.face) : status;
    status = status == RDG_OK ? take_cells(&s) : status;
    rdg_free(s.place);
    rdg_free(s.face);
    if (status != RDG_OK) {
        rdg_fe_mesh_free(s.to);
        return NULL;
    }
    return s.to;
}
