/* One interval of an orbit: its later states from the first one, and from T and phi where an event moves
 * these, J x + A x_0 + B (T, phi) = 0, by factors of J. Few states are eliminated as a panel [J A B], which
 * changes on the way take, too. Many are by LAPACK: then W = -J^-1 [A B] and V = J^-T (0, I) are kept for
 * these, which have fewer numbers than the factors. */
#include "colloc_monodromy_impl.h"

#include <ridgewalk/panel.h>
#include <ridgewalk/toolbox.h>
#include <ridgewalk/vectors.h>

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
    return part->LU + i % part->factors * numbers_of(part);
}

static lapack_int *pivots_of(const rdg_colloc_part *part, rdg_index i)
{
    return part->pivot + i % part->factors * part->s->at.block;
}

static double *W_of(const rdg_colloc_part *part, rdg_index i)
{
    return part->W + i * part->s->at.block * sources_of(part);
}

static double *V_of(const rdg_colloc_part *part, rdg_index i)
{
    return part->V + i * part->s->at.block * part->s->at.n;
}

rdg_status rdg_colloc_interval_provide(rdg_colloc_part *part, bool follows)
{
    rdg_context *ctx = part->s->ctx;
    const rdg_segment_layout *at = &part->s->at;
    rdg_free(part->LU);
    rdg_free(part->pivot);
    rdg_free(part->W);
    rdg_free(part->V);
    part->W = part->V = NULL;
    part->follows = follows;
    part->factors = follows && is_panel(part->s) ? at->N : 1;
    part->LU = rdg_context_calloc(ctx, (size_t)(part->factors * numbers_of(part)), sizeof *part->LU);
    part->pivot = rdg_context_calloc(ctx, (size_t)(part->factors * at->block), sizeof *part->pivot);
    if (follows && !is_panel(part->s)) {
        part->W = rdg_context_calloc(ctx, (size_t)(at->m * sources_of(part)), sizeof *part->W);
        part->V = rdg_context_calloc(ctx, (size_t)(at->m * at->n), sizeof *part->V);
    }
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

/* W [block, count] and V [block, n] by the factors; V's part above the last n rows comes in with L. */
static void take_whole(int n, int block, int count, const double *LU, const int *pivot, double *W, double *V)
{
    const int first = block - n;
    for (int k = 0; k < block * count; k++) {
        W[k] = -LU[block * block + k];
    }
    memset(V, 0, (size_t)(block * n) * sizeof *V);
    for (int c = 0; c < n; c++) {
        V[first + c + block * c] = 1.0;
    }
    rdg_blas_begin();
    LAPACKE_dgetrs_work(LAPACK_COL_MAJOR, 'N', block, count, LU, block, pivot, W, block);
    cblas_dtrsm(CblasColMajor, CblasLeft, CblasUpper, CblasTrans, CblasNonUnit, n, n, 1.0,
                LU + first + (size_t)block * (size_t)first, block, V + first, block);
    cblas_dtrsm(CblasColMajor, CblasLeft, CblasLower, CblasTrans, CblasUnit, block, n, 1.0, LU, block, V,
                block);
    LAPACKE_dlaswp_work(LAPACK_COL_MAJOR, n, V, block, 1, block, pivot, -1);
    rdg_blas_end(0);
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
        if (part->follows) {
            double *W = W_of(part, i);
            take_whole((int)n, (int)block, (int)sources, LU, pivot, W, V_of(part, i));
            for (rdg_index c = 0; c < sources; c++) {
                memcpy(X + n * c, W + block * (c + 1) - n, (size_t)n * sizeof *X);
            }
        } else {
            last_states_by_blas((int)n, (int)block, (int)sources, LU, pivot, work, X);
        }
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
    cblas_dgemv(CblasColMajor, CblasNoTrans, block, sources, 1.0, W_of(part, i), block, from, 1, 0.0, to, 1);
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
    const rdg_index n = part->s->at.n, block = part->s->at.block;
    double *before = part->s->value;
    memcpy(before, w, (size_t)n * sizeof *w);
    if (is_panel(part->s)) {
        multipliers(n, block, lead_of(part->s), block_of(part, i), pivots_of(part, i), w, lambda);
    } else {
        rdg_blas_begin();
        cblas_dgemv(CblasColMajor, CblasNoTrans, (int)block, (int)n, 1.0, V_of(part, i), (int)block, w, 1,
                    0.0, lambda, 1);
        rdg_blas_end(0);
    }
    for (rdg_index c = 0; c < n; c++) {
        w[c] = rdg_dot(n, part->G + (i * n + c) * n, before);
    }
}
