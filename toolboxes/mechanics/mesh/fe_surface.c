/* Faces of elements on the surface of a mesh, and what they give their nodes. */
#include "fe_surface.h"

#include "fe_face_impl.h"
#include "fe_mesh_impl.h"
#include "structure_impl.h"

#include <ridgewalk/toolbox.h>
#include <ridgewalk/vectors.h>

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

typedef struct surface {
    const rdg_fe_mesh *mesh;
    rdg_index *of; /* [nodes of the mesh] place in the surface; -1: not in the set */
    rdg_index n, n_faces;
    rdg_surface_node *node; /* [n] */
    rdg_fe_face *face;      /* [n_faces] with all nodes in the set */
} surface;

static bool is_within(const rdg_index *place, const rdg_fe_face *f)
{
    for (int c = 0; c < f->corners + f->middles; c++) {
        if (place[f->node[c]] < 0) {
            return false;
        }
    }
    return true;
}

/* Sorted, so that both of a pair are side by side */
rdg_status rdg_fe_mesh_faces(const rdg_fe_mesh *mesh, const rdg_index *place, rdg_index *n,
                             rdg_fe_face **face)
{
    for (int pass = 0; pass < 2; pass++) { /* counted, then taken */
        *n = 0;
        for (rdg_index c = 0; c < mesh->n_cells; c++) {
            for (int k = 0; k < rdg_fe_face_count(mesh->type[c]); k++) {
                rdg_fe_face f;
                rdg_fe_face_take(mesh->position, mesh->type[c], mesh->corner + mesh->start[c], k, &f);
                if (is_within(place, &f)) {
                    if (*face) {
                        (*face)[*n] = f;
                    }
                    (*n)++;
                }
            }
        }
        if (pass == 0) {
            *face = rdg_context_calloc(mesh->s->ctx, (size_t)*n, sizeof **face);
            RDG_TRY(*face ? RDG_OK : RDG_ERR_NO_MEMORY);
        }
    }
    qsort(*face, (size_t)*n, sizeof **face, rdg_fe_face_order);
    for (rdg_index f = 1; f < *n; f++) {
        (*face)[f].twice = rdg_fe_face_order(&(*face)[f - 1], &(*face)[f]) == 0;
        (*face)[f - 1].twice = (*face)[f - 1].twice || (*face)[f].twice;
    }
    return RDG_OK;
}

static void share_out(surface *s)
{
    for (rdg_index k = 0; k < s->n_faces; k++) {
        const rdg_fe_face *f = &s->face[k];
        double share[2 * RDG_FACE_CORNERS];
        if (f->twice) {
            continue;
        }
        rdg_fe_face_shares(s->mesh->position, f, share);
        const double area = rdg_norm(3, f->outside);
        for (int c = 0; c < f->corners + f->middles; c++) {
            rdg_surface_node *node = &s->node[s->of[f->node[c]]];
            node->area += share[c] * area;
            for (int d = 0; d < 3; d++) {
                node->normal[d] += share[c] * f->outside[d];
            }
        }
    }
}

/* Whether a node of the surface is on a face that counts */
static bool is_on_face(const surface *s, rdg_index node)
{
    for (rdg_index k = 0; k < s->n_faces; k++) {
        const rdg_fe_face *f = &s->face[k];
        for (int c = 0; !f->twice && c < f->corners + f->middles; c++) {
            if (s->of[f->node[c]] == node) {
                return true;
            }
        }
    }
    return false;
}

static rdg_status refuse_node(const surface *s, const char *set, rdg_index node)
{
    rdg_context *ctx = s->mesh->s->ctx;
    const rdg_index number = rdg_fe_mesh_node(s->mesh, s->node[node].place);
    return is_on_face(s, node)
               ? rdg_fail(ctx, RDG_ERR_ARGUMENT, "rdg_fe_mesh_surface",
                          "the faces of elements at node %" PRId64
                          " of \"%s\" have no area, or face each other: check the places of their nodes, "
                          "and the order in which the elements list them",
                          number, set)
               : rdg_fail(ctx, RDG_ERR_ARGUMENT, "rdg_fe_mesh_surface",
                          "node %" PRId64 " of \"%s\" is on no face of an element whose nodes are all in "
                          "the set: add its neighbours to the set, or leave it out. The mesh of \"%s\" has "
                          "%" PRId64 " elements",
                          number, set, rdg_structure_name(s->mesh->s), s->mesh->n_cells);
}

static rdg_status complete(const surface *s, const char *set)
{
    for (rdg_index k = 0; k < s->n; k++) {
        rdg_surface_node *node = &s->node[k];
        const double length = rdg_norm(3, node->normal);
        if (!(length > 0.0)) {
            return refuse_node(s, set, k);
        }
        for (int d = 0; d < 3; d++) {
            node->normal[d] /= length;
        }
    }
    return RDG_OK;
}

/* The nodes of the degrees of freedom, each once */
static rdg_status take_nodes(surface *s, rdg_index n, const rdg_index *dof)
{
    const rdg_fe_mesh *mesh = s->mesh;
    s->of = rdg_context_calloc(mesh->s->ctx, (size_t)mesh->n, sizeof *s->of);
    s->node = rdg_context_calloc(mesh->s->ctx, (size_t)n, sizeof *s->node);
    if (!s->of || !s->node) {
        return RDG_ERR_NO_MEMORY;
    }
    for (rdg_index i = 0; i < mesh->n; i++) {
        s->of[i] = -1;
    }
    for (rdg_index i = 0; i < n; i++) {
        const rdg_index place =
            dof[i] < mesh->n_dofs && mesh->owner[dof[i]] >= 0 ? mesh->owner[dof[i]] / 3 : -1;
        if (place >= 0 && s->of[place] < 0) {
            s->of[place] = s->n;
            s->node[s->n].place = place;
            memcpy(s->node[s->n++].position, s->mesh->position + 3 * place, sizeof s->node->position);
        }
    }
    return RDG_OK;
}

rdg_status rdg_fe_mesh_surface(const rdg_fe_mesh *mesh, const char *set, rdg_index *n,
                               rdg_surface_node **nodes)
{
    RDG_ENTER(mesh, mesh->s->ctx, RDG_ERR_EARLIER);
    RDG_NEED(mesh->s->ctx, set, RDG_ERR_ARGUMENT);
    RDG_NEED(mesh->s->ctx, n, RDG_ERR_ARGUMENT);
    RDG_NEED(mesh->s->ctx, nodes, RDG_ERR_ARGUMENT);
    rdg_index dofs = 0;
    const rdg_index *dof = NULL;
    RDG_TRY(rdg_structure_set(mesh->s, __func__, set, &dofs, &dof));
    surface s = {.mesh = mesh};
    rdg_status status = take_nodes(&s, dofs, dof);
    status = status == RDG_OK ? rdg_fe_mesh_faces(mesh, s.of, &s.n_faces, &s.face) : status;
    if (status == RDG_OK) {
        share_out(&s);
        status = complete(&s, set);
    }
    rdg_free(s.of);
    rdg_free(s.face);
    if (status != RDG_OK) {
        rdg_free(s.node);
        return status;
    }
    *n = s.n;
    *nodes = s.node;
    return RDG_OK;
}
