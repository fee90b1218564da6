/* Random parts that are coupled by random rows, and the one large system that says the same:
 *     [Z B_E^T; B_C -Q] [u; lambda] = [f; 0]. */
#ifndef RDG_TEST_SADDLE_H
#define RDG_TEST_SADDLE_H

#include "support.h"

#include <ridgewalk/coupled_frf.h>

#include <complex.h>
#include <lapacke.h>
#include <string.h>

enum { SADDLE_PART = 6, SADDLE_DOFS = 3 * SADDLE_PART, SADDLE_ROWS = 5, SADDLE_ENDS = 4 };

typedef struct saddle_case {
    double M[SADDLE_DOFS * SADDLE_DOFS], C[SADDLE_DOFS * SADDLE_DOFS], K[SADDLE_DOFS * SADDLE_DOFS];
    double weight[SADDLE_ROWS][SADDLE_DOFS], force[SADDLE_ROWS][SADDLE_DOFS], compliance[SADDLE_ROWS];
} saddle_case;

static const char *const saddle_ends[SADDLE_ENDS] = {"p0.d0", "p1.d3", "p2.d5", "p1.sum"};

/* Symmetric and positive definite, into its part's block */
static inline void saddle_block(uint64_t *seed, double size, double *part, double *all)
{
    double A[SADDLE_PART * SADDLE_PART];
    for (int i = 0; i < SADDLE_PART * SADDLE_PART; i++) {
        A[i] = random_signed(seed);
    }
    for (int i = 0; i < SADDLE_PART; i++) {
        for (int j = 0; j < SADDLE_PART; j++) {
            double sum = i == j ? 0.5 : 0;
            for (int k = 0; k < SADDLE_PART; k++) {
                sum += A[k + SADDLE_PART * i] * A[k + SADDLE_PART * j];
            }
            part[i + SADDLE_PART * j] = all[i + SADDLE_DOFS * j] = size * sum;
        }
    }
}

static inline void saddle_row(rdg_coupled_frf *f, uint64_t *seed, int r, saddle_case *w)
{
    enum { TERMS = 6 };
    char name[TERMS][16];
    const char *at[TERMS];
    double weight[TERMS], force[TERMS];
    const bool friction = r % 2 == 0;
    for (int t = 0; t < TERMS; t++) {
        const int dof = (int)(fabs(random_signed(seed)) * SADDLE_DOFS) % SADDLE_DOFS; /* perhaps twice */
        snprintf(name[t], sizeof name[t], "p%d.d%d", dof / SADDLE_PART, dof % SADDLE_PART);
        at[t] = name[t];
        weight[t] = random_signed(seed);
        force[t] = friction ? weight[t] + 0.3 * random_signed(seed) : weight[t];
        w->weight[r][dof] += weight[t];
        w->force[r][dof] += force[t];
    }
    w->compliance[r] = r == 1 ? 0.1 : 0;
    const rdg_coupled_row row = {.n = TERMS,
                                 .at = at,
                                 .weight = weight,
                                 .force = friction ? force : NULL,
                                 .compliance = w->compliance[r]};
    assert_int_equal(rdg_coupled_frf_row(f, &row), RDG_OK);
}

static inline rdg_coupled_frf *saddle_random(rdg_context *ctx, uint64_t *seed, saddle_case *w)
{
    double M[SADDLE_PART * SADDLE_PART], C[SADDLE_PART * SADDLE_PART], K[SADDLE_PART * SADDLE_PART];
    memset(w, 0, sizeof *w);
    rdg_coupled_frf *f = rdg_coupled_frf_create(ctx);
    for (int p = 0; p < 3; p++) {
        const int at = p * SADDLE_PART * (1 + SADDLE_DOFS);
        saddle_block(seed, 1, M, w->M + at);
        saddle_block(seed, 0.1, C, w->C + at);
        saddle_block(seed, 4, K, w->K + at);
        rdg_structure *s = rdg_structure_create(ctx, "part", SADDLE_PART, M, C, K);
        for (rdg_index i = 0; i < SADDLE_PART; i++) {
            assert_ok(ctx, rdg_name_dof(s, (const char *const[]){"d0", "d1", "d2", "d3", "d4", "d5"}[i], i));
        }
        assert_ok(ctx, rdg_name_combination(s, "sum", 2, (rdg_index[]){1, 4}, (double[]){0.5, -2}));
        assert_ok(ctx, rdg_coupled_frf_add(f, (const char *const[]){"p0", "p1", "p2"}[p], s));
    }
    for (int r = 0; r < SADDLE_ROWS; r++) {
        saddle_row(f, seed, r, w);
    }
    return f;
}

/* What an end of saddle_ends[] is among all */
static inline void saddle_end(int end, double v[SADDLE_DOFS])
{
    memset(v, 0, SADDLE_DOFS * sizeof *v);
    if (end == 3) {
        v[SADDLE_PART + 1] = 0.5;
        v[SADDLE_PART + 4] = -2;
    } else {
        v[(const int[]){0, SADDLE_PART + 3, 2 * SADDLE_PART + 5}[end]] = 1;
    }
}

static inline void saddle_solve(const saddle_case *w, double omega, double complex *H)
{
    enum { N = SADDLE_DOFS + SADDLE_ROWS };
    static double complex A[N * N], X[N * SADDLE_ENDS];
    lapack_int pivot[N];
    double v[SADDLE_DOFS];
    memset(A, 0, sizeof A);
    memset(X, 0, sizeof X);
    for (int j = 0; j < SADDLE_DOFS; j++) {
        for (int i = 0; i < SADDLE_DOFS; i++) {
            const int e = i + SADDLE_DOFS * j;
            A[i + N * j] = w->K[e] - omega * omega * w->M[e] + omega * w->C[e] * I;
        }
        for (int r = 0; r < SADDLE_ROWS; r++) {
            A[j + N * (SADDLE_DOFS + r)] = w->force[r][j];
            A[SADDLE_DOFS + r + N * j] = w->weight[r][j];
        }
    }
    for (int r = 0; r < SADDLE_ROWS; r++) {
        A[(SADDLE_DOFS + r) * (N + 1)] = -w->compliance[r];
    }
    for (int end = 0; end < SADDLE_ENDS; end++) {
        saddle_end(end, v);
        for (int i = 0; i < SADDLE_DOFS; i++) {
            X[i + N * end] = v[i];
        }
    }
    assert_int_equal(LAPACKE_zgesv(LAPACK_COL_MAJOR, N, SADDLE_ENDS, A, N, pivot, X, N), 0);
    for (int o = 0; o < SADDLE_ENDS; o++) {
        saddle_end(o, v);
        for (int j = 0; j < SADDLE_ENDS; j++) {
            H[o + SADDLE_ENDS * j] = 0;
            for (int i = 0; i < SADDLE_DOFS; i++) {
                H[o + SADDLE_ENDS * j] += v[i] * X[i + N * j];
            }
        }
    }
}

#endif
