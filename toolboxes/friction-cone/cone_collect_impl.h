/* Sums of outer products of rows of first derivatives: what the Hessian of a contact is made up of. */
#ifndef RDG_CONE_COLLECT_IMPL_H
#define RDG_CONE_COLLECT_IMPL_H

#include "cone_impl.h"

#include <string.h>

/* A forward sweep that collects. */
typedef struct cone_collection {
    rdg_cone *cone;
    double *H;
    rdg_index ld, count; /* count: outer products in the block */
    bool weighted;
} cone_collection;

/* cone_collect.c: add the block that has been collected; the motion at an event's instant */
void rdg_cone_collect_flush(cone_collection *c);
void rdg_cone_collect_instant(cone_collection *c, const cone_node *node, const cone_rows *rows,
                              double weight[3][3]);

/* cone_hessian_ends.c: the weights of a step of stick and of slip by the instants of its ends; the share of a
 * node where slip begins or ends, and beside it */
void rdg_cone_collect_stuck(cone_collection *c, const cone_node *a, const cone_node *b, const cone_rows *from,
                            const cone_rows *to);
void rdg_cone_collect_slip(cone_collection *c, const cone_node *a, const cone_node *b, const cone_rows *from,
                           const cone_rows *to);
void rdg_cone_collect_end(cone_collection *c, rdg_index i, const cone_rows *rows);

/* H += factor x y^T */
static inline void cone_push(cone_collection *c, double factor, const double *x, const double *y)
{
    const rdg_index N = c->cone->N;
    double *left = c->cone->left + N * c->count, *right = c->cone->right + N * c->count;
    for (rdg_index i = 0; i < N; i++) {
        left[i] = factor * x[i];
        right[i] = y[i];
    }
    if (++c->count == CONE_BLOCK) {
        rdg_cone_collect_flush(c);
    }
}

static inline void cone_push_both(cone_collection *c, double factor, const double *x, const double *y)
{
    cone_push(c, factor, x, y);
    cone_push(c, factor, y, x);
}

static inline void cone_add(const cone_collection *c, double factor, const double *x, double *y)
{
    for (rdg_index i = 0; i < c->cone->N; i++) {
        y[i] += factor * x[i];
    }
}

static inline double *cone_clear(const cone_collection *c, double *row)
{
    memset(row, 0, (size_t)c->cone->N * sizeof *row);
    return row;
}

/* row += d(factor . q^(order)) at a node, its instant included */
static inline void cone_add_motion(const cone_collection *c, const cone_node *node, const cone_rows *rows,
                                   int order, const double factor[3], double *row)
{
    rdg_cone_add_basis(c->cone, row, factor, rows->phi[order]);
    if (node->event != CONE_SAMPLE) {
        const double rate = factor[0] * node->q[0][order + 1] + factor[1] * node->q[1][order + 1] +
                            factor[2] * node->q[2][order + 1];
        cone_add(c, rate, rows->tau, row);
    }
}

/* The time between two nodes */
static inline void cone_add_time(const cone_collection *c, double factor, const cone_node *a,
                                 const cone_node *b, const cone_rows *from, const cone_rows *to, double *row)
{
    if (b->event != CONE_SAMPLE) {
        cone_add(c, factor, to->tau, row);
    }
    if (a->event != CONE_SAMPLE) {
        cone_add(c, -factor, from->tau, row);
    }
}

#endif
