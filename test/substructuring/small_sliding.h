/* A small sliding contact for tests. */
#ifndef RDG_TEST_SMALL_SLIDING_H
#define RDG_TEST_SMALL_SLIDING_H

#include "support.h"

#include <ridgewalk/mechanics.h>
#include <ridgewalk/sliding_march.h>

/* A point with springs in x and y over three nodes with springs; all modes are one displacement each. */
typedef struct small_case {
    double m[2], k[2], node_m[6], node_k[6]; /* x, y; x and y of the nodes */
    double mass_damping, stiffness_damping, F, mu, height;
    double x[3], y[3];
} small_case;

static inline rdg_structure *springs(rdg_context *ctx, const char *name, rdg_index n, const double *m,
                                     const double *k, const small_case *s)
{
    double M[36] = {0}, K[36] = {0};
    for (rdg_index i = 0; i < n; i++) {
        M[i + n * i] = m[i];
        K[i + n * i] = k[i];
    }
    rdg_structure *made = rdg_structure_create(ctx, name, n, M, NULL, K);
    assert_ok(ctx, rdg_damping_proportional(made, s->mass_damping, s->stiffness_damping));
    return made;
}

static inline rdg_sliding *small_sliding(rdg_context *ctx, const small_case *s)
{
    rdg_structure *point = springs(ctx, "point", 2, s->m, s->k, s);
    rdg_structure *line = springs(ctx, "line", 6, s->node_m, s->node_k, s);
    assert_ok(ctx, rdg_name_dof(point, "x", 0));
    assert_ok(ctx, rdg_name_dof(point, "y", 1));
    assert_ok(ctx, rdg_static_force_add(point, "y", -s->F));
    assert_ok(ctx, rdg_name_set(line, "line.x", 3, (rdg_index[]){0, 2, 4}));
    assert_ok(ctx, rdg_name_set(line, "line.y", 3, (rdg_index[]){1, 3, 5}));
    rdg_sliding *c = rdg_sliding_create(point, line,
                                        &(rdg_sliding_options){.x = "x",
                                                               .y = "y",
                                                               .target_x = "line.x",
                                                               .target_y = "line.y",
                                                               .node_x = s->x,
                                                               .node_y = s->y,
                                                               .mu = s->mu,
                                                               .height = s->height});
    return c;
}

static const small_case plain_case = {.m = {0.7, 1.3},
                                      .k = {9e4, 0},
                                      .node_m = {0.4, 0.5, 0.6, 0.7, 0.8, 0.9},
                                      .node_k = {2e5, 3.1e4, 2.3e5, 2.9e4, 1.9e5, 3.3e4},
                                      .F = 11,
                                      .mu = 0.27,
                                      .x = {0, 1, 2.5},
                                      .y = {0, 0.11, 0.3}};

#endif
