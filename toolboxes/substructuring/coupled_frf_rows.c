/* Rows that others imply, by QR with pivoting of B_C^T. */
#include "coupled_frf_impl.h"

#include <ridgewalk/toolbox.h>

#include <inttypes.h>
#include <lapacke.h>
#include <math.h>

/* Pivots of the rigid rows in the order in which they are needed, and how many are independent */
typedef struct row_pivots {
    rdg_index rigid, dofs, rank;
    rdg_index *row; /* [rigid] */
    rdg_index
        *column; /* [degrees of freedom of all parts] place among those that rows touch, from 1; 0: none */
    double *B;   /* [dofs * rigid] */
    double *tau, *work;
    lapack_int *pivot; /* [rigid] */
} row_pivots;

static rdg_status reserve(rdg_coupled_frf *f, row_pivots *p)
{
    const rdg_rows *rows = &f->rows;
    p->row = rdg_context_calloc(f->ctx, (size_t)rows->count, sizeof *p->row);
    p->column = rdg_context_calloc(f->ctx, (size_t)f->parts.n, sizeof *p->column);
    if (!p->row || !p->column) {
        return RDG_ERR_NO_MEMORY;
    }
    for (rdg_index r = 0; r < rows->count; r++) {
        if (rows->compliance[r] > 0.0) {
            continue;
        }
        p->row[p->rigid++] = r;
        for (rdg_index t = rows->start[r]; t < rows->start[r + 1]; t++) {
            rdg_index *column = &p->column[rows->term[t].dof];
            *column = *column ? *column : ++p->dofs;
        }
    }
    const size_t dofs = (size_t)p->dofs, rigid = (size_t)p->rigid;
    p->B = rdg_context_calloc(f->ctx, dofs * rigid, sizeof *p->B);
    p->tau = rdg_context_calloc(f->ctx, dofs + rigid, sizeof *p->tau);
    p->work = rdg_context_calloc(f->ctx, 4 * rigid + 64, sizeof *p->work);
    p->pivot = rdg_context_calloc(f->ctx, rigid, sizeof *p->pivot);
    return p->B && p->tau && p->work && p->pivot ? RDG_OK : RDG_ERR_NO_MEMORY;
}

/* Columns are rows of B_C of length one; those that vanish stay so. */
static void fill(const rdg_coupled_frf *f, row_pivots *p)
{
    for (rdg_index k = 0; k < p->rigid; k++) {
        double *column = p->B + p->dofs * k, square = 0.0, largest = 0.0;
        for (rdg_index t = f->rows.start[p->row[k]]; t < f->rows.start[p->row[k] + 1]; t++) {
            column[p->column[f->rows.term[t].dof] - 1] += f->rows.term[t].weight;
            largest = fmax(largest, fabs(f->rows.term[t].weight));
        }
        for (rdg_index i = 0; i < p->dofs && largest > 0.0; i++) {
            column[i] /= largest;
            square += column[i] * column[i];
        }
        for (rdg_index i = 0; i < p->dofs && square > 0.0; i++) {
            column[i] /= sqrt(square);
        }
    }
}

static rdg_status pivot(rdg_coupled_frf *f, const char *where, row_pivots *p)
{
    const lapack_int m = (lapack_int)p->dofs, n = (lapack_int)p->rigid;
    const long info =
        RDG_BLAS(LAPACKE_dgeqp3_work(LAPACK_COL_MAJOR, m, n, p->B, m, p->pivot, p->tau, p->work, 4 * n + 64));
    if (info != 0) {
        return rdg_fail(f->ctx, RDG_ERR_LIBRARY, where, "LAPACK's dgeqp3 answers %ld", info);
    }
    const rdg_index most = m < n ? m : n;
    while (p->rank < most && fabs(p->B[p->rank + p->dofs * p->rank]) > 1e-10) {
        p->rank++;
    }
    return RDG_OK;
}

rdg_status rdg_rows_independent(rdg_coupled_frf *f, const char *where, bool *needed)
{
    row_pivots p = {0};
    for (rdg_index r = 0; r < f->rows.count; r++) {
        needed[r] = true;
    }
    rdg_status status = reserve(f, &p);
    if (status == RDG_OK && p.rigid > 0) {
        fill(f, &p);
        status = pivot(f, where, &p);
    }
    if (status == RDG_OK) {
        for (rdg_index k = p.rank; k < p.rigid; k++) {
            needed[p.row[p.pivot[k] - 1]] = false;
        }
        f->told.dropped = p.rigid - p.rank;
        if (f->told.dropped > 0) {
            rdg_warn(f->ctx, "rows that others imply",
                     "%" PRId64 " of %" PRId64 " rigid rows depend on the others, and are dropped",
                     f->told.dropped, p.rigid);
        }
    }
    rdg_free(p.row);
    rdg_free(p.column);
    rdg_free(p.B);
    rdg_free(p.tau);
    rdg_free(p.work);
    rdg_free(p.pivot);
    return status;
}
