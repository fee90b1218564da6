/* Contacts of two surfaces: pairs of nodes, relative displacements, a friction cone at each pair. */
#include "contact_surface_impl.h"

#include "cone_contact.h"

#include <ridgewalk/structure_nodes.h>
#include <ridgewalk/toolbox.h>
#include <ridgewalk/vectors.h>

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static const char *const direction_name[RDG_SURFACE_AXES] = {"t1", "t2", "n"};

static void destroy(void *object)
{
    rdg_contact_surface *c = object;
    rdg_free(c->name);
    rdg_free(c->pair);
    rdg_free(c);
}

void rdg_contact_surface_free(rdg_contact_surface *c)
{
    if (c) {
        rdg_context_disown(c->ctx, c);
        destroy(c);
    }
}

static double distance(const double *a, const double *b)
{
    const double d[3] = {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
    return rdg_norm(3, d);
}

/* Two directions at right angles to the normal: t1 is the axis of the mesh that is farthest from it, made
 * perpendicular; t2 = n x t1. */
static void find_axes(rdg_surface_pair *p)
{
    const double *n = p->node.normal;
    int least = 0;
    for (int d = 1; d < 3; d++) {
        least = fabs(n[d]) < fabs(n[least]) ? d : least;
    }
    double *t1 = p->axis[0], *t2 = p->axis[1];
    const double length = sqrt(1.0 - n[least] * n[least]);
    for (int d = 0; d < 3; d++) {
        t1[d] = ((d == least) - n[least] * n[d]) / length;
        p->axis[2][d] = n[d];
    }
    for (int d = 0; d < 3; d++) {
        t2[d] = n[(d + 1) % 3] * t1[(d + 2) % 3] - n[(d + 2) % 3] * t1[(d + 1) % 3];
    }
}

static void find_dofs(const rdg_contact_surface *c, rdg_surface_pair *p)
{
    for (int d = 0; d < RDG_SURFACE_AXES; d++) {
        const char axis = "xyz"[d];
        p->dof[0][d] = rdg_node_dof(c->s, rdg_fe_mesh_node(c->mesh, p->node.place), axis);
        p->dof[1][d] = p->partner >= 0 ? rdg_node_dof(c->s, rdg_fe_mesh_node(c->mesh, p->partner), axis) : -1;
    }
}

/* Degrees between the outward normal of a node and the opposite of its partner's: 0 where they face each
 * other. */
static double misalignment(const rdg_surface_node *a, const rdg_surface_node *b)
{
    const double opposite = -rdg_dot(3, a->normal, b->normal);
    return acos(fmin(fmax(opposite, -1.0), 1.0)) * 45.0 / atan(1.0);
}

/* Beyond half a right angle a force along one normal would act more along the partner's surface than against
 * it. */
static rdg_status require_facing(const rdg_contact_surface *c, const rdg_surface_node *a,
                                 const rdg_surface_node *b, const rdg_contact_surface_options *how)
{
    const double angle = misalignment(a, b);
    return angle <= 45.0
               ? RDG_OK
               : rdg_fail(c->ctx, RDG_ERR_ARGUMENT, "rdg_contact_surface_create",
                          "node %" PRId64 " of \"%s\" and node %" PRId64
                          " of \"%s\" do not face each other: their outward normals are %.3g degrees from "
                          "opposite, at most 45 are allowed. Check the sets, and the order of nodes where "
                          "elements are shells",
                          rdg_fe_mesh_node(c->mesh, a->place), how->nodes,
                          rdg_fe_mesh_node(c->mesh, b->place), how->against, angle);
}

/* The nearest node of the other side, which no other pair has. */
static rdg_status find_partner(rdg_contact_surface *c, rdg_surface_pair *p, rdg_index n,
                               const rdg_surface_node *other, bool *taken,
                               const rdg_contact_surface_options *how, double within)
{
    rdg_index nearest = 0;
    for (rdg_index k = 1; k < n; k++) {
        if (distance(p->node.position, other[k].position) <
            distance(p->node.position, other[nearest].position)) {
            nearest = k;
        }
    }
    const double far = distance(p->node.position, other[nearest].position);
    const rdg_index here = rdg_fe_mesh_node(c->mesh, p->node.place),
                    there = rdg_fe_mesh_node(c->mesh, other[nearest].place);
    if (!(far <= within)) {
        return rdg_fail(c->ctx, RDG_ERR_ARGUMENT, "rdg_contact_surface_create",
                        "node %" PRId64 " of \"%s\" has no partner in \"%s\" within %g m: the nearest, node "
                        "%" PRId64 ", is %g m away. Give meshes that match, or a greater .within",
                        here, how->nodes, how->against, within, there, far);
    }
    if (taken[nearest]) {
        return rdg_fail(c->ctx, RDG_ERR_ARGUMENT, "rdg_contact_surface_create",
                        "node %" PRId64 " of \"%s\" is the nearest to node %" PRId64
                        " of \"%s\" and to another one: take the coarser side as .nodes",
                        there, how->against, here, how->nodes);
    }
    RDG_TRY(require_facing(c, &p->node, &other[nearest], how));
    taken[nearest] = true;
    p->partner = other[nearest].place;
    c->farthest = fmax(c->farthest, far);
    return RDG_OK;
}

static rdg_status find_partners(rdg_contact_surface *c, const rdg_contact_surface_options *how, double within)
{
    rdg_index n = 0;
    rdg_surface_node *other = NULL;
    RDG_TRY(rdg_fe_mesh_surface(c->mesh, how->against, &n, &other));
    bool *taken = rdg_context_calloc(c->ctx, (size_t)n, sizeof *taken);
    rdg_status status = taken ? RDG_OK : RDG_ERR_NO_MEMORY;
    for (rdg_index k = 0; status == RDG_OK && k < c->n; k++) {
        status = find_partner(c, &c->pair[k], n, other, taken, how, within);
    }
    rdg_free(taken);
    rdg_free(other);
    return status;
}

static rdg_status find_pairs(rdg_contact_surface *c, const rdg_contact_surface_options *how)
{
    rdg_surface_node *node = NULL;
    RDG_TRY(rdg_fe_mesh_surface(c->mesh, how->nodes, &c->n, &node));
    c->pair = rdg_context_calloc(c->ctx, (size_t)c->n, sizeof *c->pair);
    for (rdg_index k = 0; c->pair && k < c->n; k++) {
        c->pair[k] = (rdg_surface_pair){.node = node[k], .partner = -1};
        c->area += node[k].area;
    }
    rdg_free(node);
    if (!c->pair) {
        return RDG_ERR_NO_MEMORY;
    }
    if (how->against) {
        const double within = how->within > 0.0 ? how->within : 0.1 * sqrt(c->area / (double)c->n);
        RDG_TRY(find_partners(c, how, within));
    }
    for (rdg_index k = 0; k < c->n; k++) {
        find_axes(&c->pair[k]);
        find_dofs(c, &c->pair[k]);
    }
    return RDG_OK;
}

static void say(const rdg_contact_surface *c, const rdg_contact_surface_options *how)
{
    rdg_write(c->ctx, RDG_CHANNEL_NOTE,
              "note: contact surface \"%s\": %" PRId64
              " nodes of \"%s\" against %s%s%s, %.6g m^2, at most %.2g "
              "m apart\n",
              c->name, c->n, how->nodes, how->against ? "\"" : "", how->against ? how->against : "the ground",
              how->against ? "\"" : "", c->area, c->farthest);
}

rdg_contact_surface *rdg_contact_surface_create(const rdg_fe_mesh *mesh,
                                                const rdg_contact_surface_options *how)
{
    rdg_structure *s = rdg_fe_mesh_structure(mesh);
    rdg_context *ctx = rdg_structure_context(s);
    RDG_ENTER(s, ctx, NULL);
    RDG_NEED(ctx, how, NULL);
    RDG_NEED(ctx, how->nodes, NULL);
    if (!(how->within >= 0.0) || !isfinite(how->within)) {
        RDG_FAIL(ctx, RDG_ERR_ARGUMENT, ".within is %g m: give the greatest distance of a pair, or 0",
                 how->within);
        return NULL;
    }
    rdg_contact_surface *c = rdg_context_calloc(ctx, 1, sizeof *c);
    if (!c) {
        return NULL;
    }
    *c = (rdg_contact_surface){.ctx = ctx,
                               .mesh = mesh,
                               .s = s,
                               .name = rdg_context_strdup(ctx, how->name ? how->name : how->nodes)};
    if (!c->name || find_pairs(c, how) != RDG_OK) {
        destroy(c);
        return NULL;
    }
    say(c, how);
    return rdg_context_own(ctx, c, destroy) == RDG_OK ? c : NULL;
}

rdg_index rdg_contact_surface_count(const rdg_contact_surface *c)
{
    return c ? c->n : 0;
}

const rdg_surface_node *rdg_contact_surface_node(const rdg_contact_surface *c, rdg_index contact,
                                                 rdg_index *partner)
{
    if (!c || contact < 0 || contact >= c->n) {
        return NULL;
    }
    if (partner) {
        *partner = c->pair[contact].partner;
    }
    return &c->pair[contact].node;
}

/* "root.117", "root.117.t1" */
const char *rdg_surface_name(const rdg_contact_surface *c, const rdg_surface_pair *p, int direction,
                             char name[RDG_SURFACE_NAME])
{
    const rdg_index node = rdg_fe_mesh_node(c->mesh, p->node.place);
    snprintf(name, RDG_SURFACE_NAME, direction < 0 ? "%s.%" PRId64 : "%s.%" PRId64 ".%s", c->name, node,
             direction < 0 ? "" : direction_name[direction]);
    return name;
}

/* Of the structure of the mesh: the difference of both nodes along an axis */
static rdg_status name_difference(const rdg_contact_surface *c, const rdg_surface_pair *p, int direction)
{
    char name[RDG_SURFACE_NAME];
    enum { TERMS = 2 * RDG_SURFACE_AXES };
    rdg_index n = 0, dof[TERMS];
    double weight[TERMS];
    for (int side = 0; side < 2; side++) {
        for (int d = 0; d < 3; d++) {
            if (p->dof[side][d] >= 0 && p->axis[direction][d] != 0.0) {
                dof[n] = p->dof[side][d];
                weight[n++] = side == 0 ? p->axis[direction][d] : -p->axis[direction][d];
            }
        }
    }
    rdg_surface_name(c, p, direction, name);
    return n > 0 ? rdg_name_combination(c->s, name, n, dof, weight)
                 : rdg_fail(c->ctx, RDG_ERR_ARGUMENT, "rdg_contact_surface_add",
                            "\"%s\" cannot move: both nodes are held in this direction", name);
}

rdg_status rdg_surface_name_differences(const rdg_contact_surface *c, rdg_index k)
{
    rdg_surface_pair *p = &c->pair[k];
    for (int d = 0; d < RDG_SURFACE_AXES && !p->is_named; d++) {
        RDG_TRY(name_difference(c, p, d));
    }
    p->is_named = true;
    return RDG_OK;
}

static rdg_status add_contact(const rdg_contact_surface *c, rdg_structure *s, rdg_index k,
                              const rdg_surface_law *law)
{
    const rdg_surface_pair *p = &c->pair[k];
    char name[RDG_SURFACE_NAME], at[RDG_SURFACE_AXES][RDG_SURFACE_NAME];
    if (s == c->s) {
        RDG_TRY(rdg_surface_name_differences(c, k));
    }
    for (int d = 0; d < RDG_SURFACE_AXES; d++) {
        rdg_surface_name(c, p, d, at[d]);
    }
    const double pressure = law->pressures ? law->pressures[k] : law->pressure;
    return rdg_cone_contact_add(s, &(rdg_cone_contact){.name = rdg_surface_name(c, p, -1, name),
                                                       .tangential = {at[0], at[1]},
                                                       .normal = at[2],
                                                       .kt = law->kt * p->node.area,
                                                       .kn = law->kn * p->node.area,
                                                       .mu = law->mu,
                                                       .preload = pressure * p->node.area,
                                                       .start = law->start,
                                                       .samples = law->samples});
}

rdg_status rdg_contact_surface_add(const rdg_contact_surface *c, rdg_structure *s, const rdg_surface_law *law)
{
    RDG_ENTER(c, c->ctx, RDG_ERR_EARLIER);
    RDG_NEED(c->ctx, s, RDG_ERR_ARGUMENT);
    RDG_NEED(c->ctx, law, RDG_ERR_ARGUMENT);
    for (rdg_index k = 0; k < c->n; k++) {
        RDG_TRY(add_contact(c, s, k, law));
    }
    return RDG_OK;
}
