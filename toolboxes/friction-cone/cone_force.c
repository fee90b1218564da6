/* Coefficients of the tangential force and their Jacobian: the trapezoidal rule on all nodes,
 *
 *     F_i = g_i / (2 pi) sum_b w_b phi_i(tau_b) t_b,   w_b = (tau_(b+1) - tau_(b-1)) / 2,
 *
 * whose derivatives are continuous, up to its own error, when an event passes a sample. */
#include "cone_impl.h"

#include <cblas.h>

#include <string.h>

double rdg_cone_galerkin(const rdg_cone *cone, rdg_index i)
{
    return (cone->has_static && i == 0 ? 1 : 2) / (2 * CONE_PI);
}

/* Half the time between a node's neighbours; the ends of the period count one side each. */
static double width(const rdg_cone *cone, rdg_index b)
{
    const cone_node *node = cone->node;
    return 0.5 * (node[b + 1 < cone->n_nodes ? b + 1 : b].tau - node[b > 0 ? b - 1 : 0].tau);
}

void rdg_cone_force(rdg_cone *cone, double *F)
{
    const rdg_index n = cone->n;
    memset(F, 0, (size_t)(2 * n) * sizeof *F);
    for (rdg_index b = 0; b < cone->n_nodes; b++) {
        const double w = width(cone, b);
        rdg_cone_basis(cone, &cone->node[b], &cone->rows[0]);
        const double *phi = cone->rows[0].phi[0];
        for (int s = 0; s < 2; s++) {
            for (rdg_index i = 0; i < n; i++) {
                F[s * n + i] += w * cone->node[b].t[s] * phi[i];
            }
        }
    }
    for (rdg_index i = 0; i < 2 * n; i++) {
        F[i] *= rdg_cone_galerkin(cone, i % n);
    }
}

/* projected += left right^T for the rows collected */
static void flush(rdg_cone *cone, rdg_index rows)
{
    const int n = (int)cone->n, columns = (int)(2 * cone->columns);
    if (rows > 0) {
        cblas_dgemm(CblasColMajor, CblasNoTrans, CblasTrans, n, columns, (int)rows, 1, cone->left, n,
                    cone->right, columns, 1, cone->projected, n);
    }
}

/* What the instant of an event adds: dF/dtau_b = t w phi' and what the widths of its neighbours change. */
static void add_instant(rdg_cone *cone, rdg_index b, const cone_rows *from, const cone_rows *to)
{
    const rdg_index n = cone->n;
    const cone_node *node = &cone->node[b];
    const double w = width(cone, b);
    double *slope = cone->scratch;
    cone_rows next = {.own = {cone->scratch + n, cone->scratch + 2 * n, cone->scratch + 3 * n}};
    rdg_cone_basis(cone, node + 1, &next);
    for (int s = 0; s < 2; s++) {
        for (rdg_index i = 0; i < n; i++) {
            slope[i] = w * node->t[s] * to->phi[1][i] +
                       0.5 * (node[-1].t[s] * from->phi[0][i] - node[1].t[s] * next.phi[0][i]);
        }
        cblas_dger(CblasColMajor, (int)n, (int)cone->columns, 1, slope, 1, to->tau, 1,
                   cone->projected + s * n * cone->columns, (int)n);
    }
}

static void project(rdg_cone *cone, rdg_index b, const cone_rows *from, const cone_rows *to, void *data)
{
    (void)data;
    const rdg_index n = cone->n, columns = cone->columns, row = b % CONE_BLOCK;
    const double w = width(cone, b);
    for (rdg_index i = 0; i < n; i++) {
        cone->left[n * row + i] = w * to->phi[0][i];
    }
    for (int s = 0; s < 2; s++) {
        memcpy(cone->right + columns * (2 * row + s), to->t[s], (size_t)columns * sizeof(double));
    }
    if (cone->node[b].event != CONE_SAMPLE) {
        add_instant(cone, b, from, to);
    }
    if (row == CONE_BLOCK - 1 || b == cone->n_nodes - 1) {
        flush(cone, row + 1);
    }
}

void rdg_cone_end_transition(const rdg_cone *cone, double A[4])
{
    double *const *end = cone->rows[0].t;
    for (int i = 0; i < 2; i++) {
        A[i] = end[i][cone->N];
        A[2 + i] = end[i][cone->N + 1];
    }
}

/* dt at the start of the repeating period: (1 - A) dt = what a period adds to a given start. */
void rdg_cone_close_period(const rdg_cone *cone, const double A[4], double *start[2])
{
    double *const *end = cone->rows[0].t;
    for (rdg_index j = 0; j < cone->N; j++) {
        double x[2];
        const bool solved = rdg_cone_solve_periodic(A, (double[]){end[0][j], end[1][j]}, false, x);
        start[0][j] = solved ? x[0] : 0;
        start[1][j] = solved ? x[1] : 0;
    }
}

/* Up to the start of the period that repeats. */
static void approach(rdg_cone *cone)
{
    rdg_cone_seed_approach(cone);
    for (rdg_index part = 0; part < rdg_cone_approach(cone); part++) {
        rdg_cone_approach_part(cone, part);
        rdg_cone_sweep(cone, NULL, NULL);
    }
    rdg_cone_march(cone, cone->start_of[cone->n_periods]);
}

/* Collect the period's rows in the projection; on return start is dt at its start besides that of the rows.
 */
static void differentiate(rdg_cone *cone, double *start[2])
{
    const rdg_index columns = cone->columns;
    const size_t size = (size_t)(2 * cone->n * columns) * sizeof(double);
    if (cone->slips) {
        double A[4];
        memset(cone->projected, 0, size);
        rdg_cone_seed(cone);
        rdg_cone_sweep(cone, project, NULL);
        rdg_cone_end_transition(cone, A);
        if (rdg_cone_forgets(A)) {
            rdg_cone_close_period(cone, A, start);
            return;
        }
    }
    memset(cone->projected, 0, size);
    memset(start[0], 0, (size_t)columns * sizeof(double));
    memset(start[1], 0, (size_t)columns * sizeof(double));
    approach(cone);
    rdg_cone_sweep(cone, project, NULL);
}

void rdg_cone_jacobian(rdg_cone *cone, double *J, rdg_index ld)
{
    const rdg_index n = cone->n, N = cone->N, columns = cone->columns;
    double *start[2] = {cone->input, cone->input + columns};
    differentiate(cone, start);
    for (rdg_index s = 0; s < 2; s++) {
        const double *P = cone->projected + s * n * columns;
        for (rdg_index j = 0; j < N; j++) {
            for (rdg_index i = 0; i < n; i++) {
                const double by_start = P[i + n * N] * start[0][j] + P[i + n * (N + 1)] * start[1][j];
                J[s * n + i + ld * j] = rdg_cone_galerkin(cone, i) * (P[i + n * j] + by_start);
            }
        }
    }
}
