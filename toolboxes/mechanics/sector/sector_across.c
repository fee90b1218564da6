/* Displacements relative to the next sector. */
#include "sector_impl.h"

#include <ridgewalk/calculix.h>
#include <ridgewalk/toolbox.h>

#include <math.h>

/* Where a displacement is if it is that of one node with coordinates; NULL: not known. */
static const double *node_of(const rdg_structure *t, const rdg_named_displacement *named)
{
    const rdg_node_label *found = NULL;
    for (rdg_index l = 0; l < t->n_labels; l++) {
        for (rdg_index i = 0; i < named->n; i++) {
            if (t->labels[l].dof == named->dof[i]) {
                if (found && found->node != t->labels[l].node) {
                    return NULL;
                }
                found = &t->labels[l];
            }
        }
    }
    return found ? rdg_structure_place(t, found->node) : NULL;
}

/* How far b is from a, turned into the next sector. */
static double distance(const rdg_wave *wave, const double *a, const double *b)
{
    double square = 0.0;
    for (int i = 0; i < 3; i++) {
        const double d = wave->R[i][0] * a[0] + wave->R[i][1] * a[1] + wave->R[i][2] * a[2] - b[i];
        square += d * d;
    }
    return sqrt(square);
}

/* Two places that meet if their sides are exchanged, and are far apart as they are: the next sector's left
 * side meets this sector's right side. */
static rdg_status check_sides(const rdg_structure *t, const char *where, const rdg_named_displacement *here,
                              const rdg_named_displacement *next)
{
    const double clearly = 10.0;
    const double *a = t->wave->has_axis && !here->across ? node_of(t, here) : NULL;
    const double *b = a ? node_of(t, next) : NULL;
    if (!b || distance(t->wave, b, a) <= clearly * distance(t->wave, a, b)) {
        return RDG_OK;
    }
    return rdg_fail(
        t->ctx, RDG_ERR_ARGUMENT, where,
        "\"%s\" of \"%s\" and \"%s\" of the next sector are %g apart, the other way round %g: the right "
        "side of this sector meets the left side of the next one. Exchange the two names",
        here->name, t->name, next->name, distance(t->wave, b, a), distance(t->wave, a, b));
}

/* The displacement of the next sector, taken off. */
static rdg_status take_off(rdg_structure *t, const char *where, const char *name, const char *of_next,
                           double *weight)
{
    const rdg_named_displacement *next = rdg_structure_named(t, where, of_next);
    if (!next) {
        return rdg_error_status(t->ctx);
    }
    if (next->across) {
        return rdg_fail(t->ctx, RDG_ERR_ARGUMENT, where,
                        "\"%s\" of \"%s\": \"%s\" of the next sector reaches the sector after it. Give a "
                        "displacement that is on the next sector alone",
                        name ? name : "", t->name, of_next);
    }
    for (rdg_index i = 0; i < next->n; i++) {
        weight[2 * next->dof[i] + 1] -= next->weight[i];
    }
    return RDG_OK;
}

static rdg_status name_difference(rdg_structure *t, const char *where, const char *name, const char *at,
                                  const char *of_next, double *weight, rdg_index *dof)
{
    const rdg_named_displacement *here = rdg_structure_named(t, where, at);
    if (!here) {
        return rdg_error_status(t->ctx);
    }
    for (rdg_index i = 0; i < here->n; i++) {
        weight[2 * here->dof[i]] += here->weight[i];
        weight[2 * here->dof[i] + 1] += here->across ? here->across[i] : 0.0;
    }
    RDG_TRY(take_off(t, where, name, of_next, weight));
    RDG_TRY(check_sides(t, where, here, rdg_structure_find(t, of_next)));
    rdg_index count = 0;
    double *own = weight + 2 * t->n, *across = own + t->n;
    for (rdg_index i = 0; i < t->n; i++) {
        if (weight[2 * i] != 0.0 || weight[2 * i + 1] != 0.0) {
            own[count] = weight[2 * i];
            across[count] = weight[2 * i + 1];
            dof[count++] = i;
        }
    }
    return rdg_structure_add_name(t, where, name, count, dof, own, across);
}

rdg_status rdg_name_across(rdg_structure *wave, const char *name, const char *at, const char *of_next)
{
    RDG_ENTER(wave, wave->ctx, RDG_ERR_EARLIER);
    if (!wave->wave) {
        return RDG_FAIL(wave->ctx, RDG_ERR_ARGUMENT,
                        "\"%s\" has no next sector: it is not from rdg_sector_wave()", wave->name);
    }
    double *weight = rdg_context_calloc(wave->ctx, 4 * (size_t)wave->n, sizeof *weight);
    rdg_index *dof = rdg_context_calloc(wave->ctx, (size_t)wave->n, sizeof *dof);
    const rdg_status status =
        weight && dof ? name_difference(wave, __func__, name, at, of_next, weight, dof) : RDG_ERR_NO_MEMORY;
    rdg_free(weight);
    rdg_free(dof);
    return status;
}
