/* Division by the mass matrix, once. */
#include "motion_impl.h"

#include <ridgewalk/sparse_solve.h>

#include <inttypes.h>
#include <string.h>

void rdg_columns_release(rdg_columns *c)
{
    rdg_free(c->start);
    rdg_free(c->row);
    rdg_free(c->value);
    *c = (rdg_columns){0};
}

/* Of a dense matrix. */
static rdg_status gather(rdg_context *ctx, rdg_index rows, rdg_index count, const double *X, rdg_columns *c)
{
    rdg_index entries = 0;
    for (rdg_index k = 0; k < rows * count; k++) {
        entries += X[k] != 0.0;
    }
    c->start = rdg_context_calloc(ctx, (size_t)count + 1, sizeof *c->start);
    c->row = rdg_context_calloc(ctx, (size_t)entries, sizeof *c->row);
    c->value = rdg_context_calloc(ctx, (size_t)entries, sizeof *c->value);
    RDG_TRY(rdg_error_status(ctx));
    entries = 0;
    for (rdg_index j = 0; j < count; j++) {
        for (rdg_index i = 0; i < rows; i++) {
            if (X[i + rows * j] != 0.0) {
                c->row[entries] = i;
                c->value[entries++] = X[i + rows * j];
            }
        }
        c->start[j + 1] = entries;
    }
    return RDG_OK;
}

/* M_ii [n]; RDG_ERR_SINGULAR where there is no mass. */
static rdg_status diagonal_masses(const rdg_motion *m, const rdg_sparse *M, double *masses, bool *diagonal)
{
    *diagonal = true;
    for (rdg_index j = 0; j < m->n; j++) {
        double mass = 0.0;
        for (rdg_index k = M->pattern.start[j]; k < M->pattern.start[j + 1]; k++) {
            mass = M->pattern.row[k] == j ? M->values[k] : mass;
            *diagonal = *diagonal && (M->pattern.row[k] == j || M->values[k] == 0.0);
        }
        if (!(mass > 0.0)) {
            return rdg_fail(m->ctx, RDG_ERR_SINGULAR, RDG_MOTION_WHERE,
                            "degree of freedom %" PRId64 " of \"%s\" has no mass: M(%" PRId64 ", %" PRId64
                            ") = %g; without mass there is no motion in time. Leave it out, or give it some",
                            j, rdg_structure_name(m->structure), j, j, mass);
        }
        masses[j] = mass;
    }
    return RDG_OK;
}

static rdg_status solve(const rdg_motion *m, const rdg_sparse *M, rdg_index count, const double *B, double *X)
{
    double quality = 0.0;
    const int answer = rdg_sparse_solve_all(M, count, B, X, &quality);
    if (answer < 0) {
        return rdg_fail(m->ctx, RDG_ERR_NO_MEMORY, RDG_MOTION_WHERE, "no memory for the masses of \"%s\"",
                        rdg_structure_name(m->structure));
    }
    return answer == 0
               ? RDG_OK
               : rdg_fail(m->ctx, RDG_ERR_SINGULAR, RDG_MOTION_WHERE,
                          "the mass matrix of \"%s\" is singular: some motion of it has no mass, and without "
                          "mass there is no motion in time",
                          rdg_structure_name(m->structure));
}

rdg_status rdg_motion_pushes(rdg_motion *m, rdg_index count, const double *b, rdg_columns *columns)
{
    rdg_sparse M;
    bool diagonal = false;
    RDG_TRY(rdg_structure_matrices(m->structure, &M, NULL, NULL));
    const size_t n = (size_t)m->n;
    double *work = rdg_context_calloc(m->ctx, n + n * (size_t)count, sizeof *work);
    if (!work) {
        return RDG_ERR_NO_MEMORY;
    }
    double *masses = work, *X = work + n;
    rdg_status status = diagonal_masses(m, &M, masses, &diagonal);
    if (status == RDG_OK && diagonal) { /* so that what is sparse stays so to the last bit */
        for (rdg_index k = 0; k < m->n * count; k++) {
            X[k] = b[k] / masses[k % m->n];
        }
    } else if (status == RDG_OK) {
        status = solve(m, &M, count, b, X);
    }
    status = status == RDG_OK ? gather(m->ctx, m->n, count, X, columns) : status;
    rdg_free(work);
    return status;
}

static rdg_status divide(rdg_motion *m, const rdg_sparse *A, double *dense, rdg_columns *c)
{
    memset(dense, 0, (size_t)(m->n * m->n) * sizeof *dense);
    for (rdg_index j = 0; j < m->n; j++) {
        for (rdg_index k = A->pattern.start[j]; k < A->pattern.start[j + 1]; k++) {
            dense[A->pattern.row[k] + m->n * j] = A->values[k];
        }
    }
    return rdg_motion_pushes(m, m->n, dense, c);
}

rdg_status rdg_motion_divide(rdg_motion *m)
{
    rdg_sparse C, K;
    RDG_TRY(rdg_structure_matrices(m->structure, NULL, &C, &K));
    double *dense = rdg_context_calloc(m->ctx, (size_t)(m->n * m->n), sizeof *dense);
    rdg_status status = dense ? divide(m, &K, dense, &m->K) : RDG_ERR_NO_MEMORY;
    status = status == RDG_OK ? divide(m, &C, dense, &m->C) : status;
    rdg_free(dense);
    return status;
}
