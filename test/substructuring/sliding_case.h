/* The beam on the beam: an oblique beam, reduced to its ends and 20 modes, slides along a clamped one,
 * reduced to its top and 20 modes. */
#ifndef RDG_TEST_SLIDING_CASE_H
#define RDG_TEST_SLIDING_CASE_H

#include "oblique_beams.h"

#include <ridgewalk/component.h>
#include <ridgewalk/sliding.h>

/* 25 coordinates; pressed down by 0.1 N at its upper end, which does not move in x */
static inline rdg_structure *sliding_upper(rdg_context *ctx)
{
    const rdg_plane_options o = upper_options();
    rdg_index end[6], boundary[8];
    rdg_structure *s = rdg_plane_create(ctx, &o);
    assert_ok(ctx, rdg_damping_proportional(s, 20, 4e-8));
    end_dofs(s, 75, end);
    boundary[0] = rdg_plane_dof(s, 0, 0, 'x');
    boundary[1] = rdg_plane_dof(s, 0, 0, 'y');
    memcpy(boundary + 2, end, sizeof end);
    assert_ok(ctx, rdg_name_set(s, "ends", 8, boundary));
    assert_ok(ctx, rdg_name_dof(s, "C.x", boundary[0]));
    assert_ok(ctx, rdg_name_dof(s, "C.y", boundary[1]));
    assert_ok(ctx, rdg_name_combination(s, "A.y", 3, (rdg_index[]){end[1], end[3], end[5]},
                                        (double[]){0.25, 0.5, 0.25}));
    assert_ok(ctx, rdg_static_force_add(s, "A.y", -0.1));
    rdg_component *c = rdg_component_fixed(s, "ends", RDG_MODES(20));
    return rdg_structure_hold(rdg_component_structure(c), 3, (rdg_index[]){2, 4, 6});
}

/* 220 coordinates */
static inline rdg_structure *sliding_lower(rdg_context *ctx)
{
    const rdg_plane_options o = lower_options();
    rdg_index end[6], x[100], y[100], top[200];
    rdg_structure *s = rdg_plane_create(ctx, &o);
    assert_ok(ctx, rdg_damping_proportional(s, 20, 4.5e-8));
    end_dofs(s, 0, end);
    for (rdg_index i = 0; i < 100; i++) {
        x[i] = top[2 * i] = rdg_plane_dof(s, i + 1, 2, 'x');
        y[i] = top[2 * i + 1] = rdg_plane_dof(s, i + 1, 2, 'y');
    }
    assert_ok(ctx, rdg_name_set(s, "top", 200, top));
    assert_ok(ctx, rdg_name_set(s, "top.x", 100, x));
    assert_ok(ctx, rdg_name_set(s, "top.y", 100, y));
    assert_ok(ctx, rdg_name_dof(s, "T.y", y[99]));
    return rdg_component_structure(rdg_component_fixed(rdg_structure_hold(s, 6, end), "top", RDG_MODES(20)));
}

static inline rdg_sliding *sliding_beams(rdg_context *ctx, double mu)
{
    double x[100];
    for (int i = 0; i < 100; i++) {
        x[i] = 1e-3 * (i + 1);
    }
    return rdg_sliding_create(
        sliding_upper(ctx), sliding_lower(ctx),
        &(rdg_sliding_options){
            .x = "C.x", .y = "C.y", .target_x = "top.x", .target_y = "top.y", .node_x = x, .mu = mu});
}

#endif
