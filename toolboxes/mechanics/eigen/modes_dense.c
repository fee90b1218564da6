/* Lowest modes as part of the dense symmetric eigenvalue problem M x = mu (K + shift M) x, all of it. */
#include "modes_impl.h"
#include "pencil_impl.h"
#include "structure_impl.h"

#include <ridgewalk/memory_limit.h>
#include <ridgewalk/toolbox.h>

#include <math.h>
#include <string.h>

static void expand(const rdg_modes_problem *p, const double *values, double *dense)
{
    const rdg_structure *s = p->s;
    memset(dense, 0, (size_t)(p->n * p->n) * sizeof *dense);
    for (rdg_index j = 0; j < s->n; j++) {
        const rdg_index column = rdg_modes_place(p, j);
        for (rdg_index e = s->start[j]; column >= 0 && e < s->start[j + 1]; e++) {
            const rdg_index row = rdg_modes_place(p, s->row[e]);
            if (row >= 0) {
                dense[row + p->n * column] = values[e];
            }
        }
    }
}

static rdg_status add_springs(const rdg_modes_problem *p, double *K)
{
    const rdg_index size = p->n;
    for (rdg_index a = 0; a < p->n_springs; a++) {
        rdg_index n = 0;
        const rdg_index *dof = NULL;
        const double *weight = NULL;
        RDG_TRY(rdg_ground_spring_terms(p->s, p->where, &p->springs[a], &n, &dof, &weight));
        for (rdg_index i = 0; i < n; i++) {
            for (rdg_index j = 0; j < n; j++) {
                K[dof[i] + size * dof[j]] += p->springs[a].stiffness * weight[i] * weight[j];
            }
        }
    }
    return RDG_OK;
}

/* A: vectors, x^T B x = 1, to x^T M x = 1; mu ascends. Below some rounding errors of the largest mu there is
 * no mass, as far as this shift can report. */
static void hand_over(const double *A, const double *mu, rdg_modes_rung *r, rdg_index n, rdg_index count)
{
    r->lowest = 1.0 / mu[n - 1] - r->shift;
    for (rdg_index a = 0; a < count; a++) {
        const double here = mu[n - 1 - a];
        if (!(here * RDG_MODES_REACH > mu[n - 1])) {
            r->lambda[a] = INFINITY;
            continue;
        }
        r->lambda[a] = 1.0 / here - r->shift;
        for (rdg_index i = 0; r->shapes && i < n; i++) {
            r->shapes[i + n * a] = A[i + n * (n - 1 - a)] / sqrt(here);
        }
    }
}

rdg_status rdg_modes_dense(const rdg_modes_problem *p, rdg_index count, rdg_modes_rung *r)
{
    const rdg_index n = p->n;
    const rdg_index square = n * n;
    RDG_TRY(rdg_require_memory(p->s->ctx, p->where, "dense matrices of all modes",
                               (double)sizeof(double) * (double)(2 * square + n),
                               "request at most an eighth of the modes, or use a coarser mesh"));
    double *A = rdg_context_calloc(p->s->ctx, (size_t)(2 * square + n), sizeof *A);
    if (!A) {
        return RDG_ERR_NO_MEMORY;
    }
    double *B = A + square, *mu = B + square;
    expand(p, p->s->M, A);
    expand(p, p->s->K, B);
    rdg_status status = add_springs(p, B);
    if (status == RDG_OK) {
        for (rdg_index i = 0; i < square; i++) {
            B[i] += r->shift * A[i];
        }
        status = rdg_pencil_solve(p->s->ctx, p->where, n, A, B, mu, &r->definite);
    }
    if (status == RDG_OK && r->definite) {
        hand_over(A, mu, r, n, count);
    }
    rdg_free(A);
    return status;
}
