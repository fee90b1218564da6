/* Negative pivots of LDL^T on the supernodes of CHOLMOD, whose own LDL^T knows no supernodes: for large
 * solids it needs ten times the time and twice the memory. Left-looking (Ng and Peyton, SIAM J. Sci. Comput.
 * 14 (1993) 1034), without pivoting, as CHOLMOD's. */
#include "inertia_impl.h"

#include <ridgewalk/toolbox.h>

#include <cblas.h>
#include <math.h>
#include <string.h>

typedef struct elimination {
    const cholmod_factor *L;
    const SuiteSparse_long *first; /* [supernodes + 1] first column of a supernode */
    const SuiteSparse_long *begin; /* [supernodes + 1] of its rows, in `row` */
    const SuiteSparse_long *place; /* [supernodes + 1] of its numbers, in `x` */
    const SuiteSparse_long *row;
    double *x;
    rdg_index *owner;       /* [n] supernode of a column */
    rdg_index *local;       /* [n] where a row stands in the present supernode */
    rdg_index *head, *next; /* [supernodes] lists of those that change a supernode */
    rdg_index *done;        /* [supernodes] rows of a supernode whose columns were changed by it already */
    double *scaled;         /* [square of the columns of the widest supernode] rows of L times D */
    double *update;         /* [L->maxcsize] */
} elimination;

/* scaled [rows * count]: rows of `panel` from `low` on, times the pivots on its diagonal */
static void scale_rows(const elimination *e, const double *panel, rdg_index height, rdg_index low,
                       rdg_index rows, rdg_index count)
{
    for (rdg_index a = 0; a < count; a++) {
        const double pivot = panel[a * (height + 1)];
        for (rdg_index i = 0; i < rows; i++) {
            e->scaled[i + rows * a] = panel[low + i + height * a] * pivot;
        }
    }
}

/* LDL^T of `count` columns of a panel of so many rows, its diagonal block first, by halves; false: a pivot
 * vanished. D on the diagonal. */
static bool factor_panel(const elimination *e, double *panel, rdg_index height, rdg_index rows,
                         rdg_index count)
{
    if (count == 1) {
        const double pivot = panel[0];
        if (!(fabs(pivot) > 0.0) || !isfinite(pivot)) {
            return false;
        }
        for (rdg_index i = 1; i < rows; i++) {
            panel[i] /= pivot;
        }
        return true;
    }
    const rdg_index left = count / 2, right = count - left;
    double *behind = panel + left * (height + 1);
    if (!factor_panel(e, panel, height, rows, left)) {
        return false;
    }
    scale_rows(e, panel, height, left, right, left);
    rdg_blas_begin();
    cblas_dgemm(CblasColMajor, CblasNoTrans, CblasTrans, (int)(rows - left), (int)right, (int)left, -1.0,
                panel + left, (int)height, e->scaled, (int)right, 1.0, behind, (int)height);
    rdg_blas_end(0);
    return factor_panel(e, behind, height, rows - left, right);
}

/* A supernode's columns of the matrix's lower triangle */
static void fill_panel(const elimination *e, const cholmod_sparse *A, rdg_index s, double *panel,
                       rdg_index height)
{
    const SuiteSparse_long *start = A->p, *row = A->i;
    const double *value = A->x;
    memset(panel, 0, (size_t)(height * (e->first[s + 1] - e->first[s])) * sizeof *panel);
    for (rdg_index i = 0; i < height; i++) {
        e->local[e->row[e->begin[s] + i]] = i;
    }
    for (rdg_index j = e->first[s]; j < e->first[s + 1]; j++) {
        for (rdg_index k = start[j]; k < start[j + 1]; k++) {
            panel[e->local[row[k]] + height * (j - e->first[s])] = value[k];
        }
    }
}

/* A supernode waits for the one that has its next row among its columns. */
static void enlist(const elimination *e, rdg_index d)
{
    if (e->begin[d] + e->done[d] < e->begin[d + 1]) {
        const rdg_index s = e->owner[e->row[e->begin[d] + e->done[d]]];
        e->next[d] = e->head[s];
        e->head[s] = d;
    }
}

/* What supernode d takes off the columns of s */
static void update_panel(const elimination *e, rdg_index s, rdg_index d, double *panel, rdg_index height)
{
    const rdg_index low = e->done[d], all = e->begin[d + 1] - e->begin[d];
    const rdg_index count = e->first[d + 1] - e->first[d];
    const SuiteSparse_long *row = e->row + e->begin[d];
    const double *from = e->x + e->place[d];
    rdg_index high = low;
    while (high < all && row[high] < e->first[s + 1]) {
        high++;
    }
    const rdg_index rows = all - low, cols = high - low;
    scale_rows(e, from, all, low, cols, count);
    rdg_blas_begin();
    cblas_dgemm(CblasColMajor, CblasNoTrans, CblasTrans, (int)rows, (int)cols, (int)count, 1.0, from + low,
                (int)all, e->scaled, (int)cols, 0.0, e->update, (int)rows);
    rdg_blas_end(0);
    for (rdg_index j = 0; j < cols; j++) {
        double *to = panel + height * (row[low + j] - e->first[s]);
        for (rdg_index i = j; i < rows; i++) {
            to[e->local[row[low + i]]] -= e->update[i + rows * j];
        }
    }
    e->done[d] = high;
}

/* -1: a pivot vanished */
static rdg_index eliminate(const elimination *e, const cholmod_sparse *A)
{
    rdg_index negative = 0;
    for (rdg_index s = 0; s < (rdg_index)e->L->nsuper; s++) {
        const rdg_index height = e->begin[s + 1] - e->begin[s], count = e->first[s + 1] - e->first[s];
        double *panel = e->x + e->place[s];
        fill_panel(e, A, s, panel, height);
        for (rdg_index d = e->head[s], then; d >= 0; d = then) {
            then = e->next[d];
            update_panel(e, s, d, panel, height);
            enlist(e, d);
        }
        if (!factor_panel(e, panel, height, height, count)) {
            return -1;
        }
        for (rdg_index j = 0; j < count; j++) {
            negative += panel[j * (height + 1)] < 0.0;
        }
        e->done[s] = count;
        enlist(e, s);
    }
    return negative;
}

static rdg_status reserve(rdg_context *ctx, elimination *e)
{
    const size_t n = e->L->n, supernodes = e->L->nsuper;
    rdg_index width = 0;
    for (size_t s = 0; s < supernodes; s++) {
        const rdg_index columns = e->first[s + 1] - e->first[s];
        width = columns > width ? columns : width;
    }
    e->owner = rdg_context_calloc(ctx, n, sizeof *e->owner);
    e->local = rdg_context_calloc(ctx, n, sizeof *e->local);
    e->head = rdg_context_calloc(ctx, supernodes, sizeof *e->head);
    e->next = rdg_context_calloc(ctx, supernodes, sizeof *e->next);
    e->done = rdg_context_calloc(ctx, supernodes, sizeof *e->done);
    e->scaled = rdg_context_calloc(ctx, (size_t)(width * width), sizeof *e->scaled);
    e->update = rdg_context_calloc(ctx, e->L->maxcsize, sizeof *e->update);
    RDG_TRY(rdg_error_status(ctx));
    for (size_t s = 0; s < supernodes; s++) {
        e->head[s] = -1;
        for (rdg_index j = e->first[s]; j < e->first[s + 1]; j++) {
            e->owner[j] = (rdg_index)s;
        }
    }
    return RDG_OK;
}

rdg_status rdg_inertia_negative(rdg_context *ctx, cholmod_factor *L, const cholmod_sparse *A,
                                rdg_index *count)
{
    elimination e = {.L = L, .first = L->super, .begin = L->pi, .place = L->px, .row = L->s, .x = L->x};
    const rdg_status status = reserve(ctx, &e);
    if (status == RDG_OK) {
        rdg_blas_begin();
        *count = eliminate(&e, A);
        rdg_blas_end(0);
    }
    rdg_free(e.owner);
    rdg_free(e.local);
    rdg_free(e.head);
    rdg_free(e.next);
    rdg_free(e.done);
    rdg_free(e.scaled);
    rdg_free(e.update);
    return status;
}
