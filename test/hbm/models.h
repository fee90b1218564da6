/* Structures that the tests of harmonic balance share. */
#ifndef RDG_TEST_MODELS_H
#define RDG_TEST_MODELS_H

#include "fresh_context.h"

#include <ridgewalk/elements.h>
#include <ridgewalk/hbm.h>

#include <string.h>

/* m x'' + c x' + k x with the displacement "x" */
static inline rdg_structure *oscillator(rdg_context *ctx, double m, double c, double k)
{
    rdg_structure *s = rdg_structure_create(ctx, "oscillator", 1, &m, &c, &k);
    assert_ok(ctx, rdg_name_dof(s, "x", 0));
    return s;
}

/* A chain of three masses; displacements "a", "b", "c" and the relative motion "bc" = 1.3 q_b - 0.7 q_c. */
static const double chain_M[9] = {1.21, 0, 0, 0, 0.87, 0, 0, 0, 1.43};
static const double chain_C[9] = {0.17, -0.06, 0, -0.06, 0.13, -0.05, 0, -0.05, 0.11};
static const double chain_K[9] = {3.7, -1.9, 0, -1.9, 4.1, -1.3, 0, -1.3, 2.9};

static inline rdg_structure *chain(rdg_context *ctx)
{
    rdg_structure *s = rdg_structure_create(ctx, "chain", 3, chain_M, chain_C, chain_K);
    assert_ok(ctx, rdg_name_dof(s, "a", 0));
    assert_ok(ctx, rdg_name_dof(s, "b", 1));
    assert_ok(ctx, rdg_name_dof(s, "c", 2));
    assert_ok(ctx, rdg_name_combination(s, "bc", 2, (rdg_index[]){1, 2}, (double[]){1.3, -0.7}));
    return s;
}

#endif
