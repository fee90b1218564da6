/* The printed table of a run. A table holds no memory of its own: it is a plain struct of the run driver's.
 *
 *     step  it      |F|   label  type             y      time
 *        0   1  0.0e+00       1  EP               0      0.00
 */
#ifndef RDG_TABLE_IMPL_H
#define RDG_TABLE_IMPL_H

#include "chart.h"
#include "objects.h"
#include "run_layout_impl.h"

typedef struct rdg_table {
    rdg_context *ctx;
    const rdg_layout *layout; /* borrowed */
    const rdg_index *shown;   /* [n_shown] which parameters have a column; borrowed; NULL: the first ones */
    rdg_index n_shown;
    rdg_index in_hertz; /* a parameter that has a column more, in Hz; -1: none */
} rdg_table;

/* Print the header, parameters with their units; first: their values at the first point, NULL: not known;
 * headers: of columns as text behind them, as they are to stand there, or "". */
void rdg_table_begin(rdg_table *table, rdg_context *ctx, const rdg_layout *layout, rdg_index n_shown,
                     const rdg_index *shown, const double *first, const char *headers);

/* Print a line; words: of these columns, or "". */
void rdg_table_row(const rdg_table *table, const rdg_chart *chart, const char *words);

#endif
