/* How large the balls of charts may be beside each other: a chart that is too large for what lies around it
 * becomes smaller, and those around it with it. */
#include "covering_impl.h"
#include "toolbox.h"

#include <math.h>

bool rdg_patch_can_shrink(const rdg_covering *c, const rdg_patch *patch)
{
    return patch->radius > 2.0 * c->t->setup->h_min;
}

rdg_status rdg_covering_shrink(rdg_covering *c, rdg_index i)
{
    const rdg_index *found = NULL;
    rdg_index n_found = 0;
    rdg_index n_around = 0;
    RDG_TRY(rdg_covering_find_near(c, &c->patch[i], &found, &n_found));
    RDG_TRY(rdg_context_reserve(c->t->ctx, &c->around, &c->capacity_for_around, n_found, sizeof *c->around));
    for (rdg_index f = 0; f < n_found; f++) {
        const rdg_polytope *cell = &c->patch[found[f]].cell;
        if (found[f] == i || cell->n_vertices == 0 || rdg_polytope_has_face(cell, i)) {
            c->around[n_around++] = found[f];
        }
    }
    c->patch[i].radius *= 0.7;
    for (rdg_index f = 0; f < n_around; f++) {
        RDG_TRY(rdg_covering_build_cell(c, c->around[f], &found, &n_found));
    }
    return RDG_OK;
}

/* May two charts at this distance have these radii? The boundary between their cells is to lie between their
 * centres: a ball that reaches beyond a smaller one does not see what bends there. */
static double largest_beside(double radius, double d2)
{
    return sqrt(radius * radius + d2);
}

rdg_status rdg_covering_grade(rdg_covering *c, rdg_patch *patch)
{
    const rdg_index *found = NULL;
    rdg_index n_found = 0;
    RDG_TRY(rdg_covering_find_near(c, patch, &found, &n_found));
    for (rdg_index f = 0; f < n_found; f++) {
        const rdg_patch *other = &c->patch[found[f]];
        double s[RDG_MAX_DIMENSION];
        double r[RDG_MAX_DIMENSION];
        double d2 = 0.0;
        if (other->radius < patch->radius && rdg_patch_overlap(c, patch, other, s, r, &d2)) {
            patch->radius = fmin(patch->radius, fmax(largest_beside(other->radius, d2), c->t->setup->h_min));
        }
    }
    return RDG_OK;
}

rdg_status rdg_covering_grade_others(rdg_covering *c)
{
    const rdg_index last = c->n_patches - 1;
    const rdg_index *found = NULL;
    rdg_index n_found = 0;
    rdg_index n_large = 0;
    RDG_TRY(rdg_covering_find_near(c, &c->patch[last], &found, &n_found));
    RDG_TRY(rdg_context_reserve(c->t->ctx, &c->large, &c->capacity_for_large, n_found, sizeof *c->large));
    for (rdg_index f = 0; f < n_found; f++) {
        double s[RDG_MAX_DIMENSION];
        double r[RDG_MAX_DIMENSION];
        double d2 = 0.0;
        const rdg_patch *other = &c->patch[found[f]];
        if (found[f] != last && rdg_patch_can_shrink(c, other) &&
            rdg_patch_overlap(c, &c->patch[last], other, s, r, &d2) &&
            other->radius > largest_beside(c->patch[last].radius, d2)) {
            c->large[n_large++] = found[f];
        }
    }
    for (rdg_index f = 0; f < n_large; f++) {
        RDG_TRY(rdg_covering_shrink(c, c->large[f]));
    }
    return RDG_OK;
}

rdg_status rdg_covering_refine(rdg_covering *c, bool *refined)
{
    const rdg_index n = c->n_patches;
    *refined = false;
    for (rdg_index i = 0; i < n; i++) {
        if ((c->patch[i].doubtful || c->doubt.unlike || c->doubt.rough) &&
            rdg_patch_can_shrink(c, &c->patch[i])) {
            RDG_TRY(rdg_covering_shrink(c, i));
            *refined = true;
        }
    }
    return RDG_OK;
}
