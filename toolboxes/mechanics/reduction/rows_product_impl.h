/* Products of the interior's matrices with vectors, in long double. */
#ifndef RDG_ROWS_PRODUCT_IMPL_H
#define RDG_ROWS_PRODUCT_IMPL_H

#include "interior_impl.h"

/* The interior's pattern by rows: entry e of row i is the number entry[e] of the pattern, in column col[e].
 */
typedef struct rdg_rows {
    rdg_index n;
    rdg_index *start, *col, *entry; /* [n + 1], [start[n]] each */
} rdg_rows;

rdg_status rdg_rows_init(rdg_context *ctx, const rdg_interior *in, rdg_rows *rows);
void rdg_rows_release(rdg_rows *rows);

/* Y = alpha Y + beta A X for [n * columns] blocks; A: values in the order of the pattern. */
void rdg_rows_multiply(const rdg_rows *rows, const double *A, rdg_index columns, const double *X,
                       double alpha, double beta, double *Y);

#endif
