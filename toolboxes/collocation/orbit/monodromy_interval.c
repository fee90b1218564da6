/* One interval of an orbit: its later states from the first one, and from T and phi where an event moves
 * these, J x + A x_0 + B (T, phi) = 0, by factors of J. Few states are eliminated as a panel [J A B], many by
 * LAPACK. */
#include "colloc_monodromy_impl.h"

#include <ridgewalk/panel.h>
#include <ridgewalk/toolbox.h>

#include <cblas.h>
#include <string.h>

static bool is_panel(const rdg_segment *s)
{
    return s->at.block <= RDG_PANEL_MOST;
}

static rdg_index lead_of(const rdg_segment *s)
{
    return is_panel(s) ? rdg_panel_lead(s->at.block) : s->at.block;
}

/* What the later states follow from: the first state, T and phi. */
static rdg_index sources_of(const rdg_colloc_part *part)
{
    return part->s->at.n + (part->event >= 0 ? 2 : 0);
}

/* Of one interval. */
static rdg_index numbers_of(const rdg_colloc_part *part)
{
    return lead_of(part->s) * (part->s->at.block + sources_of(part));
}

/* The numbers of interval i: columns of J, `lead` numbers each, then those of A and B. */
static double *block_of(const rdg_colloc_part *part, rdg_index i)
{
    return part->LU + i % part->kept * numbers_of(part);
}

static lapack_int *pivots_of(const rdg_colloc_part *part, rdg_index i)
{
    return part->pivot + i % part->kept * part->s->at.block;
}

rdg_status rdg_colloc_interval_keep(rdg_colloc_part *part, rdg_index count)
{
    rdg_context *ctx = part->s->ctx;
    rdg_free(part->LU);
    rdg_free(part->pivot);
    part->kept = count;
    part->LU = rdg_context_calloc(ctx, (size_t)(count * numbers_of(part)), sizeof *part->LU);
    part->pivot = rdg_context_calloc(ctx, (size_t)(count * part->s->at.block), sizeof *part->pivot);
    return rdg_error_status(ctx);
}

/* X = -(the last n rows of J^-1 B), L having been gone through: B [lead, count]. */
static void last_states(rdg_index n, rdg_index block, rdg_index lead, rdg_index count, const double *U,
                        const double *B, double *X)
{
    for (rdg_index c = 0; c < count; c++, B += lead, X += n) {
        for (rdg_index r = n; r-- > 0;) {
            const rdg_index l = block - n + r;
            double sum = -B[l];
            for (rdg_index q = r + 1; q < n; q++) {
                sum -= U[l + lead * (block - n + q)] * X[q];
            }
            X[r] = sum / U[l + lead * l];
        }
    }
}

/* The same where there are many; the others are not needed. work [block count] */
static void last_states_by_blas(int n, int block, int count, const double *LU, const int *pivot, double *work,
                                double *X)
{
    const int first = block - n;
    for (int k = 0; k < block * count; k++) {
        work[k] = -LU[block * block + k];
    }
    rdg_blas_begin();
    LAPACKE_dlaswp_work(LAPACK_COL_MAJOR, count, work, block, 1, block, pivot, 1);
    cblas_dtrsm(CblasColMajor, CblasLeft, CblasLower, CblasNoTrans, CblasUnit, block, count, 1.0, LU, block,
                work, block);
    cblas_dtrsm(CblasColMajor, CblasLeft, CblasUpper, CblasNoTrans, CblasNonUnit, n, count, 1.0,
                LU + first + (size_t)block * (size_t)first, block, work + first, block);
    rdg_blas_end(0);
    for (int c = 0; c < count; c++) {
        memcpy(X + n * c, work + block * c + first, (size_t)n * sizeof *X);
    }
}

/* Columns of interval i's equations, where they are to be factored. */
static int write_columns(rdg_colloc_part *part, rdg_index i, double *size)
{
    rdg_segment *s = part->s;
    const rdg_index n = s->at.n, block = s->at.block, lead = lead_of(s), sources = sources_of(part);
    double *LU = block_of(part, i), *tail = LU + lead * (block + n);
    for (rdg_index j = 0; j < block + n; j++) {
        s->column[j] = LU + lead * (j < n ? block + j : j - n);
    }
    rdg_segment_write_block(s, part->at, i, size);
    const int answer = sources > n ? rdg_segment_tail_columns(s, part->at, i, tail, tail + lead) : 0;
    for (rdg_index j = 0; j < block + sources && lead > block; j++) {
        memset(LU + lead * j + block, 0, (size_t)(lead - block) * sizeof *LU);
    }
    return answer;
}

int rdg_colloc_interval_take(rdg_colloc_part *part, rdg_index i, double *work, double *X)
{
    const rdg_index n = part->s->at.n, block = part->s->at.block, lead = lead_of(part->s);
    const rdg_index sources = sources_of(part);
    double *LU = block_of(part, i), size = 0.0;
    int *pivot = pivots_of(part, i);
    const int answer = write_columns(part, i, &size);
    part->stiffness = rdg_larger(part->stiffness, size);
    if (answer != 0) {
        return answer;
    }
    if (is_panel(part->s)) {
        if (!rdg_panel_eliminate(lead, block, block, block + sources, LU, pivot)) {
            return 1;
        }
        last_states(n, block, lead, sources, LU, LU + lead * block, X);
    } else {
        if (RDG_BLAS(LAPACKE_dgetrf_work(LAPACK_COL_MAJOR, (int)block, (int)block, LU, (int)block, pivot)) !=
            0) {
            return 1;
        }
        last_states_by_blas((int)n, (int)block, (int)sources, LU, pivot, work, X);
    }
    memcpy(part->G + i * n * n, X, (size_t)(n * n) * sizeof *X);
    return 0;
}

void rdg_colloc_interval_forward(const rdg_colloc_part *part, rdg_index i, const double *from, double *to)
{
    const int block = (int)part->s->at.block, sources = (int)sources_of(part);
    const double *LU = block_of(part, i);
    if (is_panel(part->s)) {
        double t[RDG_PANEL_MOST] = {0.0};
        rdg_panel_backward(lead_of(part->s), block, sources, LU, from, t, to);
        return;
    }
    rdg_blas_begin();
    cblas_dgemv(CblasColMajor, CblasNoTrans, block, sources, -1.0, LU + block * block, block, from, 1, 0.0,
                to, 1);
    LAPACKE_dgetrs_work(LAPACK_COL_MAJOR, 'N', block, 1, LU, block, pivots_of(part, i), to, block);
    rdg_blas_end(0);
}

/* lambda = J^-T (0, w) by the factors of a panel. */
static void multipliers(rdg_index n, rdg_index block, rdg_index lead, const double *LU, const int *pivot,
                        const double *w, double *lambda)
{
    for (rdg_index l = 0; l < block; l++) {
        double sum = l < block - n ? 0.0 : w[l - block + n];
        for (rdg_index q = block - n; q < l; q++) {
            sum -= LU[q + lead * l] * lambda[q];
        }
        lambda[l] = l < block - n ? 0.0 : sum / LU[l + lead * l];
    }
    for (rdg_index l = block; l-- > 0;) {
        for (rdg_index q = l + 1; q < block; q++) {
            lambda[l] -= LU[q + lead * l] * lambda[q];
        }
    }
    for (rdg_index l = block; l-- > 0;) {
        const double kept = lambda[l];
        lambda[l] = lambda[pivot[l] - 1];
        lambda[pivot[l] - 1] = kept;
    }
}

void rdg_colloc_interval_backward(const rdg_colloc_part *part, rdg_index i, double *w, double *lambda)
{
    const int n = (int)part->s->at.n, block = (int)part->s->at.block;
    const double *LU = block_of(part, i), *G = part->G + (size_t)i * (size_t)(n * n);
    if (is_panel(part->s)) {
        double before[RDG_PANEL_MOST];
        multipliers(n, block, lead_of(part->s), LU, pivots_of(part, i), w, lambda);
        memcpy(before, w, (size_t)n * sizeof *w);
        for (int c = 0; c < n; c++) {
            w[c] = 0.0;
            for (int r = 0; r < n; r++) {
                w[c] += G[r + n * c] * before[r];
            }
        }
        return;
    }
    memset(lambda, 0, (size_t)block * sizeof *lambda);
    memcpy(lambda + block - n, w, (size_t)n * sizeof *lambda);
    rdg_blas_begin();
    LAPACKE_dgetrs_work(LAPACK_COL_MAJOR, 'T', block, 1, LU, block, pivots_of(part, i), lambda, block);
    cblas_dgemv(CblasColMajor, CblasTrans, block, n, -1.0, LU + block * block, block, lambda, 1, 0.0, w, 1);
    rdg_blas_end(0);
}
