/* Coefficients of the tangential force and their Jacobian. While the contact is closed the spring's force is
 * known exactly, and what the slider takes off it, u = t - kt x, does not change while the contact sticks. So
 * integrals are taken of its means over the steps, with Phi' = phi,
 *
 *     F_i = g_i / (2 pi) (kt int x phi_i + sum over steps (u_a + u_b) / 2 (Phi_i(tau_b) - Phi_i(tau_a)))
 *
 * over the closed time, to which a phase of slip that vanishes adds nothing. By nodes: sum over b of u_b
 * (Phi_i(tau_(b+1)) - Phi_i(tau_(b-1))) / 2. */
#include "cone_impl.h"

#include <cblas.h>

#include <string.h>

double rdg_cone_galerkin(const rdg_cone *cone, rdg_index i)
{
    return (cone->has_static && i == 0 ? 1 : 2) / (2 * CONE_PI);
}

void rdg_cone_slider(const rdg_cone *cone, const cone_node *node, double u[2])
{
    for (int i = 0; i < 2; i++) {
        u[i] = node->t[i] - cone->kt * node->q[i][0];
    }
}

/* out += factor Phi, the integrals of the basis functions, from phi there */
void rdg_cone_add_integrals(const rdg_cone *cone, double factor, double tau, const double *phi, double *out)
{
    const rdg_index first = cone->has_static;
    if (cone->has_static) {
        out[0] += factor * tau;
    }
    for (rdg_index h = 0; h < cone->n_harmonics; h++) {
        const double share = factor / cone->harmonic[h];
        out[first + 2 * h] += share * phi[first + 2 * h + 1];
        out[first + 2 * h + 1] -= share * phi[first + 2 * h];
    }
}

void rdg_cone_sides(const rdg_cone *cone, rdg_index b, cone_sides *sides)
{
    const cone_node *node = &cone->node[b];
    const bool closed_before = b > 0 && node[-1].phase != CONE_OPEN;
    const bool closed_after = b + 1 < cone->n_nodes && node->phase != CONE_OPEN;
    const double spring = cone->kt * ((closed_before ? 1 : 0) - (closed_after ? 1 : 0));
    double here[2], there[2];
    *sides = (cone_sides){.before = closed_before ? node - 1 : node, .after = closed_after ? node + 1 : node};
    rdg_cone_slider(cone, node, here);
    for (int i = 0; i < 2; i++) {
        sides->instant[i] = spring * node->q[i][0];
    }
    if (closed_before) {
        rdg_cone_slider(cone, node - 1, there);
        sides->instant[0] += 0.5 * (there[0] + here[0]);
        sides->instant[1] += 0.5 * (there[1] + here[1]);
    }
    if (closed_after) {
        rdg_cone_slider(cone, node + 1, there);
        sides->instant[0] -= 0.5 * (there[0] + here[0]);
        sides->instant[1] -= 0.5 * (there[1] + here[1]);
    }
}

/* The weights of u at a node: half the integrals of phi between its neighbours. */
static void weights(rdg_cone *cone, const cone_sides *sides, double *weight)
{
    cone_rows at = {.own = {cone->scratch, cone->scratch + cone->n, cone->scratch + 2 * cone->n}};
    memset(weight, 0, (size_t)cone->n * sizeof *weight);
    rdg_cone_basis(cone, sides->after, &at);
    rdg_cone_add_integrals(cone, 0.5, sides->after->tau, at.phi[0], weight);
    rdg_cone_basis(cone, sides->before, &at);
    rdg_cone_add_integrals(cone, -0.5, sides->before->tau, at.phi[0], weight);
}

/* Without friction the spring holds nothing, also where the contact is closed. */
static double stiffness(const rdg_cone *cone)
{
    return cone->mu > 0 ? cone->kt : 0;
}

/* kt int x_s phi_i over the closed time */
static double spring_force(const rdg_cone *cone, rdg_index s, rdg_index i)
{
    double sum = rdg_cone_constant(cone, s) * rdg_cone_closed_single(cone, i);
    for (rdg_index j = 0; j < cone->n; j++) {
        sum += rdg_cone_closed_product(cone, i, j) * cone->z[s * cone->n + j];
    }
    return stiffness(cone) * sum;
}

void rdg_cone_force(rdg_cone *cone, double *F)
{
    const rdg_index n = cone->n;
    for (rdg_index i = 0; i < 2 * n; i++) {
        F[i] = spring_force(cone, i / n, i % n);
    }
    for (rdg_index b = 0; b < cone->n_nodes; b++) {
        double u[2];
        cone_sides sides;
        rdg_cone_sides(cone, b, &sides);
        weights(cone, &sides, cone->left);
        rdg_cone_slider(cone, &cone->node[b], u);
        for (int s = 0; s < 2; s++) {
            for (rdg_index i = 0; i < n; i++) {
                F[s * n + i] += u[s] * cone->left[i];
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

/* What the instant of an event adds besides u there. */
static void add_instant(rdg_cone *cone, const cone_sides *sides, const cone_rows *rows)
{
    const rdg_index n = cone->n;
    for (int s = 0; s < 2; s++) {
        cblas_dger(CblasColMajor, (int)n, (int)cone->columns, sides->instant[s], rows->phi[0], 1, rows->tau, 1,
                   cone->projected + s * n * cone->columns, (int)n);
    }
}

/* du = dt - kt dx */
void rdg_cone_slider_row(const rdg_cone *cone, const cone_node *node, const cone_rows *rows, int i, double *row)
{
    const double kt = cone->kt;
    memcpy(row, rows->t[i], (size_t)cone->columns * sizeof(double));
    rdg_cone_add_basis(cone, row, (double[]){i == 0 ? -kt : 0, i == 1 ? -kt : 0, 0}, rows->phi[0]);
    for (rdg_index j = 0; node->event != CONE_SAMPLE && j < cone->columns; j++) {
        row[j] -= kt * node->q[i][1] * rows->tau[j];
    }
}

static void project(rdg_cone *cone, rdg_index b, const cone_rows *from, const cone_rows *to, void *data)
{
    (void)from;
    (void)data;
    const rdg_index row = b % CONE_BLOCK;
    const cone_node *node = &cone->node[b];
    cone_sides sides;
    rdg_cone_sides(cone, b, &sides);
    weights(cone, &sides, cone->left + cone->n * row);
    for (int s = 0; s < 2; s++) {
        rdg_cone_slider_row(cone, node, to, s, cone->right + cone->columns * (2 * row + s));
    }
    if (node->event != CONE_SAMPLE) {
        add_instant(cone, &sides, to);
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
                const double spring =
                    j / n == s ? stiffness(cone) * rdg_cone_closed_product(cone, i, j % n) : 0;
                J[s * n + i + ld * j] = rdg_cone_galerkin(cone, i) * (P[i + n * j] + by_start + spring);
            }
        }
    }
}
