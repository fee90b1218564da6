/* Modes one by one are the same as both structures' matrices: the central difference in displacements. */
#include "beam-on-beam/models.h"
#include "fresh_context.h"

#include <ridgewalk/sliding_march.h>

#include <lapacke.h>

enum { MOST = 220 };

/* A structure in displacements */
typedef struct body {
    rdg_index n;
    double *M, *C, *K;                           /* M: its Cholesky factor */
    double f[MOST], u[MOST], last[MOST];         /* forces; where it is and was a step before */
    double row[2][MOST], force[MOST], gap[MOST]; /* force: what the contact's force does */
} body;

static double *dense_of(rdg_index n, const rdg_sparse *A)
{
    double *full = calloc((size_t)(n * n), sizeof *full);
    assert_non_null(full);
    for (rdg_index j = 0; j < n; j++) {
        for (rdg_index k = A->pattern.start[j]; k < A->pattern.start[j + 1]; k++) {
            full[A->pattern.row[k] + n * j] += A->values[k];
        }
    }
    return full;
}

static void make_body(rdg_context *ctx, rdg_structure *s, const double *z, body *b)
{
    rdg_sparse M, C, K;
    double omega[MOST], *phi = NULL;
    *b = (body){.n = rdg_structure_size(s)};
    assert_ok(ctx, rdg_structure_matrices(s, &M, &C, &K));
    b->M = dense_of(b->n, &M);
    b->C = dense_of(b->n, &C);
    b->K = dense_of(b->n, &K);
    assert_int_equal(LAPACKE_dpotrf(LAPACK_COL_MAJOR, 'L', (lapack_int)b->n, b->M, (lapack_int)b->n), 0);
    phi = calloc((size_t)(b->n * b->n), sizeof *phi);
    assert_non_null(phi);
    assert_ok(ctx, rdg_structure_modes(s, 0, NULL, b->n, omega, phi));
    for (rdg_index i = 0; i < b->n; i++) {
        for (rdg_index k = 0; k < b->n; k++) {
            b->u[i] += phi[i + b->n * k] * z[k];
        }
        b->last[i] = b->u[i];
    }
    free(phi);
}

static void free_body(const body *b)
{
    free(b->M);
    free(b->C);
    free(b->K);
}

static double product(rdg_index n, const double *a, const double *b)
{
    double sum = 0;
    for (rdg_index i = 0; i < n; i++) {
        sum += a[i] * b[i];
    }
    return sum;
}

/* M^-1 v in place */
static void accelerate(const body *b, double *v)
{
    assert_int_equal(LAPACKE_dpotrs(LAPACK_COL_MAJOR, 'L', (lapack_int)b->n, 1, b->M, (lapack_int)b->n, v,
                                    (lapack_int)b->n),
                     0);
}

/* The step without contact: u and last move on. */
static void predict(body *b, double h)
{
    double a[MOST], moved[MOST];
    for (rdg_index i = 0; i < b->n; i++) {
        moved[i] = b->u[i] - b->last[i];
    }
    for (rdg_index i = 0; i < b->n; i++) { /* symmetric: a row is a column */
        a[i] = b->f[i] - product(b->n, b->C + b->n * i, moved) / h - product(b->n, b->K + b->n * i, b->u);
    }
    accelerate(b, a);
    for (rdg_index i = 0; i < b->n; i++) {
        b->last[i] = b->u[i];
        b->u[i] += moved[i] + h * h * a[i];
    }
}

static void correct(body *b, double h, double lambda)
{
    for (rdg_index i = 0; i < b->n; i++) {
        b->u[i] -= h * h * lambda * b->force[i];
    }
}

/* The force of a step; at: displacements of C, then x and y of two nodes of the target */
static double contact_force(body *up, body *low, rdg_index C[2], rdg_index node[2][2], const double *x,
                            double s, double mu, double h)
{
    const double *u = low->u;
    const double dx = x[1] - x[0] + u[node[1][0]] - u[node[0][0]], dy = u[node[1][1]] - u[node[0][1]];
    const double cx = s - x[0] + up->u[C[0]] - u[node[0][0]], cy = up->u[C[1]] - u[node[0][1]];
    const double alpha = (cx * dx + cy * dy) / (dx * dx + dy * dy), gamma = atan2(dy, dx);
    const double normal[2] = {-sin(gamma), cos(gamma)};
    const double force[2] = {-sin(gamma) - mu * cos(gamma), cos(gamma) - mu * sin(gamma)};
    assert_true(alpha >= 0 && alpha < 1);
    memset(up->force, 0, sizeof up->force);
    memset(low->force, 0, sizeof low->force);
    for (int k = 0; k < 2; k++) {
        up->force[C[k]] = -force[k];
        low->force[node[0][k]] = (1 - alpha) * force[k];
        low->force[node[1][k]] = alpha * force[k];
    }
    accelerate(up, up->force);
    accelerate(low, low->force);
    double W = 0;
    for (int k = 0; k < 2; k++) {
        W += normal[k] *
             ((1 - alpha) * low->force[node[0][k]] + alpha * low->force[node[1][k]] - up->force[C[k]]);
    }
    return (-normal[0] * cx - normal[1] * cy) / (h * h * W);
}

static void modes_move_as_displacements_do(void **state)
{
    const double mu = 0.3, h = 6e-8, t0 = 0, s0 = 0.005;
    rdg_structure *upper = upper_beam(*state, 20), *lower = lower_beam(*state, 100, 20);
    double x[100], z[245];
    for (int i = 0; i < 100; i++) {
        x[i] = 1e-3 * (i + 1);
    }
    rdg_sliding *c = rdg_sliding_create(
        upper, lower,
        &(rdg_sliding_options){
            .x = "C.x", .y = "C.y", .target_x = "top.x", .target_y = "top.y", .node_x = x, .mu = mu});
    rdg_marching *m = rdg_marching_create(
        c,
        &(rdg_march_options){
            .scheme = RDG_MARCH_CENTRAL, .h = h, .speed = 0.03, .start = 0.005, .from = t0, .until = t0 + 1});
    assert_ok(*state, rdg_error_status(*state));
    assert_ok(*state, rdg_marching_amplitudes(m, z, NULL));
    body *up = malloc(sizeof *up), *low = malloc(sizeof *low);
    assert_true(up && low);
    make_body(*state, upper, z, up);
    make_body(*state, lower, z + up->n, low);
    rdg_index n = 0, C[2], node[2][2];
    const rdg_index segment = rdg_marching_state(m)->at.segment, *dof = NULL;
    const double *weight = NULL;
    assert_ok(*state, rdg_structure_displacement(upper, "test", "A.y", &n, &dof, &weight));
    for (rdg_index i = 0; i < n; i++) {
        up->f[dof[i]] = -0.1 * weight[i];
    }
    for (int k = 0; k < 2; k++) {
        assert_ok(*state, rdg_structure_displacement(upper, "test", k ? "C.y" : "C.x", &n, &dof, &weight));
        C[k] = dof[0];
        assert_ok(*state, rdg_structure_set(lower, "test", k ? "top.y" : "top.x", &n, &dof));
        node[0][k] = dof[segment];
        node[1][k] = dof[segment + 1];
    }
    double worst = 0;
    for (int step = 0; step < 400; step++) {
        predict(up, h);
        predict(low, h);
        const double s = s0 + 0.03 * (t0 + step * h + h); /* rounded alike */
        const double lambda = contact_force(up, low, C, node, x + segment, s, mu, h);
        correct(up, h, lambda);
        correct(low, h, lambda);
        assert_ok(*state, rdg_marching_step(m));
        worst = fmax(worst, fabs(lambda - rdg_marching_state(m)->at.lambda));
    }
    assert_true(worst < 3e-10); /* N: the rounding errors of displacements, in h^2 */
    free_body(up);
    free_body(low);
    free(up);
    free(low);
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(modes_move_as_displacements_do)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
