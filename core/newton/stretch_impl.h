/* Entries of a matrix that are behind one another in a column, in their source and at their place: what is
 * done to all of them is done stretch by stretch. */
#ifndef RDG_STRETCH_IMPL_H
#define RDG_STRETCH_IMPL_H

#include "function.h"
#include "objects.h"

/* `count` entries of column `col` of the source, number `from` on, go to place `to` on, in rows `row` on. */
typedef struct rdg_stretch {
    rdg_index from, to, count, row, col;
} rdg_stretch;

/* Entry e of the source a goes to place[e] of `pattern`; negative: it is left out. NULL: no memory. */
rdg_stretch *rdg_stretches_create(rdg_context *ctx, const rdg_pattern *a, const rdg_index *place,
                                  const rdg_pattern *pattern, rdg_index *count);

/* out = values, columns scaled; the largest of each row is noted. Not finite as soon as one entry is not. */
double rdg_stretches_fill(rdg_index count, const rdg_stretch *stretch, const double *values,
                          const double *col_scale, double *out, double *largest);

/* Rows times factors. */
void rdg_stretches_scale_rows(rdg_index count, const rdg_stretch *stretch, const double *factor, double *out);

#endif
