/* A tree of boxes for the search of charts that may overlap: balls are found by what they cast on a few axes.
 */
#ifndef RDG_CHART_TREE_IMPL_H
#define RDG_CHART_TREE_IMPL_H

#include "objects.h"

enum { RDG_TREE_AXES = 6 };

typedef struct rdg_chart_tree rdg_chart_tree;

/* NULL after a failure. */
rdg_chart_tree *rdg_chart_tree_create(rdg_context *ctx, int axes);
void rdg_chart_tree_free(rdg_chart_tree *tree);

/* Add ball number `ball` (0, 1, 2, ... in turn) about centre, shape [axes]. */
rdg_status rdg_chart_tree_add(rdg_chart_tree *tree, rdg_index ball, const double *centre, double radius);

/* Balls whose boxes meet the box about centre; *found is valid until the next call. */
rdg_status rdg_chart_tree_find(rdg_chart_tree *tree, const double *centre, double radius,
                               const rdg_index **found, rdg_index *n_found);

#endif
