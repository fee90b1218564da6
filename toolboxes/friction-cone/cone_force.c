/* Coefficients of the tangential force and their Jacobian. Where the contact sticks the spring's force is
 * known exactly, and what the slider takes off it, u = t - kt x, does not change: over the stuck time
 *
 *     int t phi = kt int x phi + sum over steps (u_a + u_b) / 2 (Phi(tau_b) - Phi(tau_a)),   Phi' = phi,
 *
 * exactly. Where it slips the trapezoidal rule is taken of t phi, with the terms of its ends (cone_ends.c).
 * So a phase of slip that vanishes adds nothing.
 */
#include "cone_impl.h"

#include <cblas.h>

#include <string.h>

double rdg_cone_galerkin(const rdg_cone *cone, rdg_index i)
{
    return (cone->has_static && i == 0 ? 1 : 2) / (2 * RDG_PI);
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

/* The step that begins at a node (the end of the period is no step) */
static enum cone_phase step_phase(const rdg_cone *cone, rdg_index b)
{
    return b >= 0 && b + 1 < cone->n_nodes ? cone->node[b].phase : CONE_OPEN;
}

/* (u + u of the neighbour) / 2 + kt x = (t + t of the neighbour) / 2 + kt (x - x of the neighbour) / 2 */
static void add_stuck_side(const rdg_cone *cone, double sign, const cone_node *node,
                           const cone_node *neighbour, double instant[2])
{
    for (int i = 0; i < 2; i++) {
        instant[i] +=
            sign * 0.5 * (node->t[i] + neighbour->t[i] + cone->kt * (node->q[i][0] - neighbour->q[i][0]));
    }
}

void rdg_cone_sides(const rdg_cone *cone, rdg_index b, cone_sides *sides)
{
    const cone_node *node = &cone->node[b];
    const enum cone_phase before = step_phase(cone, b - 1), after = step_phase(cone, b);
    *sides = (cone_sides){.before = node, .after = node};
    if (before == CONE_STICK) {
        sides->before = node - 1;
        add_stuck_side(cone, 1, node, node - 1, sides->instant);
    } else if (before == CONE_SLIP) {
        sides->slip_before = node->tau - node[-1].tau;
    }
    if (after == CONE_STICK) {
        sides->after = node + 1;
        add_stuck_side(cone, -1, node, node + 1, sides->instant);
    } else if (after == CONE_SLIP) {
        sides->slip_after = node[1].tau - node->tau;
    }
    const double slip = 0.5 * ((before == CONE_SLIP) - (after == CONE_SLIP));
    sides->instant[0] += slip * node->t[0];
    sides->instant[1] += slip * node->t[1];
}

/* The weights of u at a node: half the integrals of phi between its neighbours; false: there are none. */
static bool stuck_weights(rdg_cone *cone, const cone_sides *sides, double *weight)
{
    cone_rows at = {.own = {cone->scratch, cone->scratch + cone->n, cone->scratch + 2 * cone->n,
                            cone->scratch + 3 * cone->n}};
    memset(weight, 0, (size_t)cone->n * sizeof *weight);
    if (sides->before == sides->after) {
        return false;
    }
    rdg_cone_basis(cone, sides->after, &at);
    rdg_cone_add_integrals(cone, 0.5, sides->after->tau, at.phi[0], weight);
    rdg_cone_basis(cone, sides->before, &at);
    rdg_cone_add_integrals(cone, -0.5, sides->before->tau, at.phi[0], weight);
    return true;
}

/* kt int x_s phi_i over the stuck time */
static double spring_force(const rdg_cone *cone, rdg_index s, rdg_index i)
{
    double sum = rdg_cone_constant(cone, s) * rdg_cone_single(cone, &cone->stuck, i);
    for (rdg_index j = 0; j < cone->n; j++) {
        sum += rdg_cone_product(cone, &cone->stuck, i, j) * cone->z[s * cone->n + j];
    }
    return cone->kt * sum;
}

static void add_scaled(rdg_index n, double factor, const double *x, double *y)
{
    for (rdg_index i = 0; factor != 0 && i < n; i++) {
        y[i] += factor * x[i];
    }
}

void rdg_cone_force(rdg_cone *cone, double *F)
{
    const rdg_index n = cone->n;
    for (rdg_index i = 0; i < 2 * n; i++) {
        F[i] = spring_force(cone, i / n, i % n);
    }
    for (rdg_index b = 0; b < cone->n_nodes; b++) {
        const cone_node *node = &cone->node[b];
        double u[2];
        cone_sides sides;
        rdg_cone_sides(cone, b, &sides);
        const bool sticks = stuck_weights(cone, &sides, cone->left);
        rdg_cone_slider(cone, node, u);
        rdg_cone_basis_slopes(cone, node, &cone->rows[0]);
        rdg_cone_add_end_force(cone, b, &cone->rows[0], F);
        for (int s = 0; s < 2; s++) {
            add_scaled(n, sticks ? u[s] : 0, cone->left, F + s * n);
            add_scaled(n, 0.5 * (sides.slip_before + sides.slip_after) * node->t[s], cone->rows[0].phi[0],
                       F + s * n);
        }
    }
    for (rdg_index i = 0; i < 2 * n; i++) {
        F[i] *= rdg_cone_galerkin(cone, i % n);
    }
}

/* projected += left right^T for the rows collected */
static void flush(rdg_cone *cone, rdg_index *rows)
{
    const int n = (int)cone->n, columns = (int)(2 * cone->columns);
    if (*rows > 0) {
        rdg_blas_begin();
        cblas_dgemm(CblasColMajor, CblasNoTrans, CblasTrans, n, columns, (int)*rows, 1, cone->left, n,
                    cone->right, columns, 1, cone->projected, n);
        rdg_blas_end(0);
    }
    *rows = 0;
}

static void add_outer(rdg_cone *cone, int s, double factor, const double *phi, const double *row)
{
    const rdg_index n = cone->n;
    rdg_blas_begin();
    cblas_dger(CblasColMajor, (int)n, (int)cone->columns, factor, phi, 1, row, 1,
               cone->projected + s * n * cone->columns, (int)n);
    rdg_blas_end(0);
}

/* What the instant of event b adds besides u there. */
static void add_instant(rdg_cone *cone, const cone_sides *sides, rdg_index b, const cone_rows *from,
                        const cone_rows *rows)
{
    const rdg_index n = cone->n;
    const cone_node *node = &cone->node[b];
    cone_rows next = {
        .own = {cone->scratch, cone->scratch + n, cone->scratch + 2 * n, cone->scratch + 3 * n}};
    rdg_cone_basis_slopes(cone, node + 1, &next);
    for (int s = 0; s < 2; s++) {
        rdg_cone_end_instant(cone, b, (const cone_rows *const[]){from, rows, &next}, s, cone->input);
        add_outer(cone, s, 1, cone->input, rows->tau);
        const double slip = 0.5 * (sides->slip_before + sides->slip_after);
        add_outer(cone, s, sides->instant[s], rows->phi[0], rows->tau);
        add_outer(cone, s, slip * node->t[s], rows->phi[1], rows->tau);
        if (sides->slip_before > 0) {
            add_outer(cone, s, 0.5 * node[-1].t[s], from->phi[0], rows->tau);
        }
        if (sides->slip_after > 0) {
            add_outer(cone, s, -0.5 * node[1].t[s], next.phi[0], rows->tau);
        }
    }
}

/* c (phi dt' + phi' dt) at a node where slip begins or ends, and beside it. */
static void add_end(rdg_cone *cone, rdg_index b, const cone_rows *rows)
{
    cone_end end;
    double *row = cone->scratch;
    if (!rdg_cone_end_share(cone, b, &end)) {
        return;
    }
    for (int s = 0; s < 2; s++) {
        memset(row, 0, (size_t)cone->columns * sizeof *row);
        rdg_cone_slip_rate_row(cone, &cone->node[b], rows, (double[]){s == 0, s == 1}, row);
        add_outer(cone, s, end.share, rows->phi[0], row);
        add_outer(cone, s, end.share, rows->phi[1], rows->t[s]);
    }
}

/* du = dt - kt dx */
void rdg_cone_slider_row(const rdg_cone *cone, const cone_node *node, const cone_rows *rows, int i,
                         double *row)
{
    const double kt = cone->kt;
    memcpy(row, rows->t[i], (size_t)cone->columns * sizeof(double));
    rdg_cone_add_basis(cone, row, (double[]){i == 0 ? -kt : 0, i == 1 ? -kt : 0, 0}, rows->phi[0]);
    for (rdg_index j = 0; node->event != CONE_SAMPLE && j < cone->columns; j++) {
        row[j] -= kt * node->q[i][1] * rows->tau[j];
    }
}

/* Steps of stick weigh u, those of slip t. */
static void project(rdg_cone *cone, rdg_index b, const cone_rows *from, const cone_rows *to, void *data)
{
    const rdg_index n = cone->n, columns = cone->columns;
    rdg_index *rows = data;
    const cone_node *node = &cone->node[b];
    cone_sides sides;
    rdg_cone_sides(cone, b, &sides);
    const double slip = 0.5 * (sides.slip_before + sides.slip_after);
    if (stuck_weights(cone, &sides, cone->left + n * *rows)) {
        for (int s = 0; s < 2; s++) {
            rdg_cone_slider_row(cone, node, to, s, cone->right + columns * (2 * *rows + s));
        }
        ++*rows;
    }
    if (slip > 0) {
        memset(cone->left + n * *rows, 0, (size_t)n * sizeof(double));
        add_scaled(n, slip, to->phi[0], cone->left + n * *rows);
        for (int s = 0; s < 2; s++) {
            memcpy(cone->right + columns * (2 * *rows + s), to->t[s], (size_t)columns * sizeof(double));
        }
        ++*rows;
    }
    if (node->event != CONE_SAMPLE) {
        add_instant(cone, &sides, b, from, to);
    }
    add_end(cone, b, to);
    if (*rows > CONE_BLOCK - 2 || b == cone->n_nodes - 1) {
        flush(cone, rows);
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
static void approach(rdg_cone *cone, rdg_stuck_slider sliders)
{
    rdg_cone_seed_approach(cone, sliders);
    for (rdg_index part = 0; part < rdg_cone_approach(cone); part++) {
        rdg_cone_approach_part(cone, part);
        rdg_cone_sweep(cone, NULL, NULL);
    }
    rdg_cone_march(cone, cone->start_of[cone->n_periods]);
}

/* Collect the period's rows in the projection; on return start is dt at its start besides that of the rows.
 */
static void differentiate(rdg_cone *cone, rdg_stuck_slider sliders, double *start[2])
{
    const rdg_index columns = cone->columns;
    rdg_index rows = 0;
    const size_t size = (size_t)(2 * cone->n * columns) * sizeof(double);
    if (cone->slips) {
        double A[4];
        memset(cone->projected, 0, size);
        rdg_cone_seed(cone);
        rdg_cone_sweep(cone, project, &rows);
        rdg_cone_end_transition(cone, A);
        if (cone->turns || rdg_cone_forgets(A)) {
            rdg_cone_close_period(cone, A, start);
            return;
        }
    }
    memset(cone->projected, 0, size);
    memset(start[0], 0, (size_t)columns * sizeof(double));
    memset(start[1], 0, (size_t)columns * sizeof(double));
    approach(cone, sliders);
    rdg_cone_sweep(cone, project, &rows);
}

/* The springs over the stuck time, at a constant slider. */
static double spring(const rdg_cone *cone, rdg_index s, rdg_index i, rdg_index j)
{
    const rdg_index n = cone->n;
    return j / n == s ? cone->kt * rdg_cone_product(cone, &cone->stuck, i, j % n) : 0;
}

void rdg_cone_spring_jacobian(const rdg_cone *cone, double *J, rdg_index ld)
{
    for (rdg_index i = 0; i < 2 * cone->n; i++) {
        J[i + ld * i] = cone->kt;
    }
}

void rdg_cone_jacobian(rdg_cone *cone, rdg_stuck_slider sliders, double *J, rdg_index ld)
{
    const rdg_index n = cone->n, N = cone->N, columns = cone->columns;
    double *start[2] = {cone->input, cone->input + columns};
    differentiate(cone, sliders, start);
    for (rdg_index s = 0; s < 2; s++) {
        const double *P = cone->projected + s * n * columns;
        for (rdg_index j = 0; j < N; j++) {
            for (rdg_index i = 0; i < n; i++) {
                const double by_start = P[i + n * N] * start[0][j] + P[i + n * (N + 1)] * start[1][j];
                J[s * n + i + ld * j] =
                    rdg_cone_galerkin(cone, i) * (P[i + n * j] + by_start + spring(cone, s, i, j));
            }
        }
    }
}
