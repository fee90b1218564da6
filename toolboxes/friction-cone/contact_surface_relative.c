/* Relative displacements of the pairs of a contact surface as coordinates of a structure. */
#include "contact_surface_impl.h"

#include <ridgewalk/structure_carry.h>
#include <ridgewalk/structure_nodes.h>
#include <ridgewalk/toolbox.h>

#include <inttypes.h>
#include <stdio.h>

/* Of a degree of freedom: the pair it belongs to, 2 k or, on the other side, 2 k + 1; -1: none */
static rdg_index *owners(const rdg_contact_surface *c)
{
    const rdg_index n = rdg_structure_size(c->s);
    rdg_index *of = rdg_context_calloc(c->ctx, (size_t)n, sizeof *of);
    for (rdg_index i = 0; of && i < n; i++) {
        of[i] = -1;
    }
    for (rdg_index k = 0; of && k < c->n; k++) {
        for (int side = 0; side < (c->pair[k].partner >= 0 ? 2 : 1); side++) {
            for (int d = 0; d < 3; d++) {
                const rdg_index dof = c->pair[k].dof[side][d];
                if (dof < 0) {
                    rdg_fail(
                        c->ctx, RDG_ERR_ARGUMENT, "rdg_contact_surface_relative",
                        "node %" PRId64 " of \"%s\" is held along %c: relative displacements need all "
                        "three directions of both nodes",
                        rdg_fe_mesh_node(c->mesh, side == 0 ? c->pair[k].node.place : c->pair[k].partner),
                        c->name, "xyz"[d]);
                    rdg_free(of);
                    return NULL;
                }
                of[dof] = 2 * k + side;
            }
        }
    }
    return of;
}

/* One term more, sorted by coordinate; how many there are then */
static rdg_index add_term(rdg_index n, rdg_index at, double weight, rdg_index *ats, double *weights)
{
    rdg_index place = n;
    for (; place > 0 && ats[place - 1] > at; place--) {
        ats[place] = ats[place - 1];
        weights[place] = weights[place - 1];
    }
    ats[place] = at;
    weights[place] = weight;
    return n + 1;
}

/* The row of T of one displacement: at the places of the one node the differences r = R (u_a - u_b), at those
 * of the other one the means m, so that u_a = m + R' r / 2, u_b = m - R' r / 2; against ground u_a = R' r. */
static rdg_index write_row(const rdg_contact_surface *c, rdg_index dof, rdg_index owner, rdg_index *at,
                           double *weight)
{
    if (owner < 0) {
        return add_term(0, dof, 1.0, at, weight);
    }
    const rdg_surface_pair *p = &c->pair[owner / 2];
    const int side = (int)(owner % 2);
    const double half = p->partner < 0 ? 1.0 : side == 0 ? 0.5 : -0.5;
    rdg_index n = 0;
    int d = 0;
    while (p->dof[side][d] != dof) {
        d++;
    }
    for (int r = 0; r < RDG_SURFACE_AXES; r++) {
        n = add_term(n, p->dof[0][r], half * p->axis[r][d], at, weight);
    }
    return p->partner < 0 ? n : add_term(n, p->dof[1][d], 1.0, at, weight);
}

/* "117.x" where it is no coordinate any more: forces, sensors and pictures find the node by its name. */
static rdg_status name_node(const rdg_contact_surface *c, rdg_structure *made, rdg_index k, int side)
{
    enum { MOST = RDG_SURFACE_AXES + 1 };
    const rdg_surface_pair *p = &c->pair[k];
    const rdg_index node = rdg_fe_mesh_node(c->mesh, side == 0 ? p->node.place : p->partner);
    for (int d = 0; d < 3; d++) {
        rdg_index at[MOST];
        double weight[MOST];
        char name[32];
        if (rdg_node_dof(made, node, "xyz"[d]) < 0) {
            snprintf(name, sizeof name, "%" PRId64 ".%c", node, "xyz"[d]);
            const rdg_index n = write_row(c, p->dof[side][d], 2 * k + side, at, weight);
            RDG_TRY(rdg_name_combination(made, name, n, at, weight));
        }
    }
    return RDG_OK;
}

static rdg_status name_pair(const rdg_contact_surface *c, rdg_structure *made, rdg_index k)
{
    char name[RDG_SURFACE_NAME];
    for (int d = 0; d < RDG_SURFACE_AXES; d++) {
        RDG_TRY(rdg_name_dof(made, rdg_surface_name(c, &c->pair[k], d, name), c->pair[k].dof[0][d]));
    }
    RDG_TRY(rdg_surface_name_differences(c, k));
    RDG_TRY(name_node(c, made, k, 0));
    return c->pair[k].partner < 0 ? RDG_OK : name_node(c, made, k, 1);
}

static rdg_status name_all(const rdg_contact_surface *c, rdg_structure *made)
{
    rdg_index *dof = rdg_context_calloc(c->ctx, (size_t)(RDG_SURFACE_AXES * c->n), sizeof *dof);
    for (rdg_index k = 0; dof && k < RDG_SURFACE_AXES * c->n; k++) {
        dof[k] = c->pair[k / RDG_SURFACE_AXES].dof[0][k % RDG_SURFACE_AXES];
    }
    rdg_status status = dof ? rdg_name_set(made, c->name, RDG_SURFACE_AXES * c->n, dof) : RDG_ERR_NO_MEMORY;
    rdg_free(dof);
    for (rdg_index k = 0; status == RDG_OK && k < c->n; k++) {
        status = name_pair(c, made, k);
    }
    return status;
}

rdg_structure *rdg_contact_surface_relative(const rdg_contact_surface *c)
{
    enum { MOST = RDG_SURFACE_AXES + 1 };
    RDG_ENTER(c, c->ctx, NULL);
    const rdg_index n = rdg_structure_size(c->s);
    rdg_index *of = owners(c);
    rdg_index *start = rdg_context_calloc(c->ctx, (size_t)n + 1, sizeof *start);
    rdg_index *at = rdg_context_calloc(c->ctx, (size_t)(MOST * n), sizeof *at);
    double *weight = rdg_context_calloc(c->ctx, (size_t)(MOST * n), sizeof *weight);
    rdg_structure *made = NULL;
    if (of && start && at && weight) {
        for (rdg_index i = 0; i < n; i++) {
            start[i + 1] = start[i] + write_row(c, i, of[i], at + start[i], weight + start[i]);
        }
        const rdg_pattern pattern = {.rows = n, .cols = n, .start = start, .row = at};
        made = rdg_structure_transform(c->s, &(rdg_sparse){pattern, weight}, __func__);
    }
    if (made && name_all(c, made) != RDG_OK) {
        rdg_structure_free(made);
        made = NULL;
    }
    rdg_free(of);
    rdg_free(start);
    rdg_free(at);
    rdg_free(weight);
    return made;
}
