/* Sums of outer products of rows of first derivatives, multiplied a block at a time. */
#include "cone_collect_impl.h"

#include <cblas.h>

void rdg_cone_collect_flush(cone_collection *c)
{
    const int N = (int)c->cone->N;
    if (c->count > 0) {
        rdg_blas_begin();
        cblas_dgemm(CblasColMajor, CblasNoTrans, CblasTrans, N, N, (int)c->count, 1, c->cone->left, N,
                    c->cone->right, N, 1, c->H, (int)c->ld);
        rdg_blas_end(0);
    }
    c->count = 0;
}

/* The motion at an event's instant: weight holds the derivatives of what is joined to L in x1, x2, N and in
 * their first and second derivatives there. */
void rdg_cone_collect_instant(cone_collection *c, const cone_node *node, const cone_rows *rows,
                              double weight[3][3])
{
    double *sum = cone_clear(c, c->cone->scratch), second = 0;
    for (int order = 0; order < 3; order++) {
        rdg_cone_add_basis(c->cone, sum, weight[order], rows->phi[order + 1]);
        for (int s = 0; s < 3; s++) {
            second += weight[order][s] * node->q[s][order + 2];
        }
    }
    cone_add(c, 0.5 * second, rows->tau, sum);
    cone_push_both(c, 1, rows->tau, sum);
}
