/* The two halves of the default beam, and other structures that are cut in two. */
#ifndef RDG_TEST_HALVES_H
#define RDG_TEST_HALVES_H

#include "support.h"

#include <ridgewalk/mechanics.h>

#include <string.h>

/* The dense matrices of a structure, column-major. */
static inline void dense_matrices(const rdg_structure *s, double *M, double *K)
{
    const rdg_index n = rdg_structure_size(s);
    rdg_sparse mass, stiffness;
    assert_int_equal(rdg_structure_matrices(s, &mass, NULL, &stiffness), RDG_OK);
    memset(M, 0, (size_t)(n * n) * sizeof *M);
    memset(K, 0, (size_t)(n * n) * sizeof *K);
    for (rdg_index j = 0; j < n; j++) {
        for (rdg_index e = mass.pattern.start[j]; e < mass.pattern.start[j + 1]; e++) {
            M[mass.pattern.row[e] + n * j] = mass.values[e];
            K[mass.pattern.row[e] + n * j] = stiffness.values[e];
        }
    }
}

/* The clamped half, with a set "cut" at its end. */
static inline rdg_structure *clamped_half(rdg_context *ctx)
{
    rdg_beam_options o = rdg_beam_options_default();
    o.elements = 10;
    o.length /= 2;
    rdg_structure *s = rdg_beam_create(ctx, &o);
    assert_ok(ctx, rdg_name_set(s, "cut", 2, (rdg_index[]){18, 19}));
    assert_ok(ctx, rdg_name_dof(s, "fifth", rdg_beam_deflection(s, 5)));
    return s;
}

/* The free half: a clamped beam of 11 elements without the first one; "cut" at its beginning, "tip" at its
 * end. */
static inline rdg_structure *free_half(rdg_context *ctx)
{
    enum { N = 22 };
    double M[N * N], K[N * N], M1[4], K1[4];
    rdg_beam_options o = rdg_beam_options_default();
    const double h = o.length / (double)o.elements;
    o.elements = N / 2;
    o.length = h * N / 2;
    dense_matrices(rdg_beam_create(ctx, &o), M, K);
    o.elements = 1;
    o.length = h;
    dense_matrices(rdg_beam_create(ctx, &o), M1, K1);
    for (int i = 0; i < 4; i++) {
        M[i % 2 + N * (i / 2)] -= M1[i];
        K[i % 2 + N * (i / 2)] -= K1[i];
    }
    rdg_structure *s = rdg_structure_create(ctx, "half", N, M, NULL, K);
    assert_ok(ctx, rdg_name_set(s, "cut", 2, (rdg_index[]){0, 1}));
    assert_ok(ctx, rdg_name_dof(s, "tip", 20));
    return s;
}

#endif
