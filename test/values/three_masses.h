/* A structure of three degrees of freedom, "x" the first, "y" made of the others. */
#ifndef RDG_TEST_THREE_MASSES_H
#define RDG_TEST_THREE_MASSES_H

#include "fresh_context.h"
#include "support.h"

#include <ridgewalk/mechanics.h>

enum { N = 3 };

static const double M3[N * N] = {2, 0, 0, 0, 0.5, 0, 0, 0, 1}, C3[N * N] = {0.1, 0, 0, 0, 0, 0, 0, 0, 0},
                           K3[N * N] = {7, -3, 0, -3, 4, -1, 0, -1, 5};

static inline rdg_structure *three(rdg_context *ctx, bool is_damped)
{
    rdg_structure *s = rdg_structure_create(ctx, "three", N, M3, is_damped ? C3 : NULL, K3);
    rdg_name_dof(s, "x", 0);
    rdg_name_combination(s, "y", 2, (const rdg_index[]){1, 2}, (const double[]){0.5, 2.0});
    assert_ok(ctx, rdg_error_status(ctx));
    return s;
}

#endif
