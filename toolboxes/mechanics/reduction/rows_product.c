/* Products of the interior's matrices with vectors. The sums are in long double: what large entries leave of
 * a smooth vector keeps its digits. A row's sum stays in a register, several columns share the reading of the
 * row. */
#include "rows_product_impl.h"

#include <ridgewalk/toolbox.h>

#include <string.h>

enum { TOGETHER = 4 };

rdg_status rdg_rows_init(rdg_context *ctx, const rdg_interior *in, rdg_rows *rows)
{
    const rdg_index n = in->n, entries = in->start[n];
    rows->n = n;
    rows->start = rdg_context_calloc(ctx, (size_t)n + 2, sizeof *rows->start);
    rows->col = rdg_context_calloc(ctx, (size_t)entries, sizeof *rows->col);
    rows->entry = rdg_context_calloc(ctx, (size_t)entries, sizeof *rows->entry);
    RDG_TRY(rdg_error_status(ctx));
    rdg_index *next = rows->start + 1; /* counts two rows on, so that filling leaves the starts */
    for (rdg_index e = 0; e < entries; e++) {
        next[in->row[e] + 1]++;
    }
    for (rdg_index i = 0; i < n; i++) {
        next[i + 1] += next[i];
    }
    for (rdg_index j = 0; j < n; j++) {
        for (rdg_index e = in->start[j]; e < in->start[j + 1]; e++) {
            const rdg_index to = next[in->row[e]]++;
            rows->col[to] = j;
            rows->entry[to] = e;
        }
    }
    return RDG_OK;
}

void rdg_rows_release(rdg_rows *rows)
{
    rdg_free(rows->start);
    rdg_free(rows->col);
    rdg_free(rows->entry);
    *rows = (rdg_rows){.n = 0};
}

static void multiply_four(const rdg_rows *rows, const double *A, const double *X, double alpha, double beta,
                          double *Y)
{
    const rdg_index n = rows->n;
    const double *x0 = X, *x1 = X + n, *x2 = X + 2 * n, *x3 = X + 3 * n;
    for (rdg_index i = 0; i < n; i++) {
        long double s0 = 0.0L, s1 = 0.0L, s2 = 0.0L, s3 = 0.0L;
        for (rdg_index e = rows->start[i]; e < rows->start[i + 1]; e++) {
            const long double a = A[rows->entry[e]];
            const rdg_index j = rows->col[e];
            s0 += a * x0[j];
            s1 += a * x1[j];
            s2 += a * x2[j];
            s3 += a * x3[j];
        }
        const long double sums[TOGETHER] = {s0, s1, s2, s3};
        for (int c = 0; c < TOGETHER; c++) {
            Y[i + n * c] = (double)((long double)alpha * Y[i + n * c] + beta * sums[c]);
        }
    }
}

static void multiply_one(const rdg_rows *rows, const double *A, const double *x, double alpha, double beta,
                         double *y)
{
    for (rdg_index i = 0; i < rows->n; i++) {
        long double sum = 0.0L;
        for (rdg_index e = rows->start[i]; e < rows->start[i + 1]; e++) {
            sum += (long double)A[rows->entry[e]] * x[rows->col[e]];
        }
        y[i] = (double)((long double)alpha * y[i] + beta * sum);
    }
}

void rdg_rows_multiply(const rdg_rows *rows, const double *A, rdg_index columns, const double *X,
                       double alpha, double beta, double *Y)
{
    rdg_index j = 0;
    for (; j + TOGETHER <= columns; j += TOGETHER) {
        multiply_four(rows, A, X + rows->n * j, alpha, beta, Y + rows->n * j);
    }
    for (; j < columns; j++) {
        multiply_one(rows, A, X + rows->n * j, alpha, beta, Y + rows->n * j);
    }
}
