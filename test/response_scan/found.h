/* What is found along a response curve: its maxima, and how the response looks on both sides of them. */
#ifndef SCAN_FOUND_H
#define SCAN_FOUND_H

#include "work.h"

/* Growth of the amplitude for each rad/s of the way on a side. */
static double scan_per_way(const scan_work *s, const rdg_curve_sides *sides, int side)
{
    return sides->near[side] / fmax(fabs(sides->tangent[side][s->omega]), 1e-300);
}

/* How it looks from both sides into a maximum; a mirrored way turns it round. */
static void scan_describe(const scan_work *s, const rdg_curve_sides *sides, rdg_maximum *m)
{
    const double near = sides->near[0] - sides->near[1];
    const double far = sides->far[0] - sides->far[1];
    const int first = s->direction > 0 ? 0 : 1;
    m->kind = near > 0.7 * far ? RDG_MAXIMUM_KINK : RDG_MAXIMUM_SMOOTH;
    if (m->kind == RDG_MAXIMUM_KINK) {
        m->slope_before = fabs(scan_per_way(s, sides, first));
        m->slope_after = -fabs(scan_per_way(s, sides, 1 - first));
    }
    m->low = sides->beside[first];
    m->high = sides->beside[1 - first];
}

static rdg_status scan_look_beside(scan_work *s, const scan_point *point, rdg_curve_sides *sides)
{
    *sides = (rdg_curve_sides){.tangent = {s->side[0], s->side[1]}};
    return rdg_curve_look_beside(s->aside, s->sensor, "omega", point->u, scan_point_heading(s, point), sides);
}

static rdg_status scan_add_branch_point(scan_work *s, double omega, double amplitude)
{
    RDG_TRY(rdg_context_reserve(s->ctx, &s->branch_point, &s->branch_capacity, s->n_branch_points + 1,
                                sizeof *s->branch_point));
    s->branch_point[s->n_branch_points++] =
        (rdg_branch_point){.level = s->alpha, .omega = omega, .amplitude = amplitude};
    return RDG_OK;
}

static rdg_status scan_add_maximum(scan_work *s, const scan_point *point, const rdg_curve_sides *sides)
{
    rdg_curve_sides found = {.known = false};
    rdg_maximum m = {
        .omega = point->omega, .amplitude = point->amplitude, .low = point->omega, .high = point->omega};
    if (point->amplitude <= s->above) {
        return RDG_OK;
    }
    if (!s->quick && !sides) {
        RDG_TRY(scan_look_beside(s, point, &found));
        sides = &found;
    }
    if (sides && rdg_curve_is_top(sides)) {
        scan_describe(s, sides, &m);
    }
    RDG_TRY(rdg_context_reserve(s->ctx, &s->found, &s->found_capacity, s->n_found + 1, sizeof *s->found));
    RDG_TRY(rdg_context_reserve(s->ctx, &s->found_at, &s->at_capacity, s->n_found + 1, sizeof *s->found_at));
    double *u = rdg_context_calloc(s->ctx, (size_t)s->n, sizeof *u);
    if (!u) {
        return RDG_ERR_NO_MEMORY;
    }
    m.u = memcpy(u, point->u, (size_t)s->n * sizeof *u);
    s->found_at[s->n_found] = s->direction * point->at;
    s->found[s->n_found++] = m;
    return RDG_OK;
}

#endif
