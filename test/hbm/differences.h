/* Compare the derivatives of a rdg_function with fourth-order central differences. */
#ifndef RDG_TEST_DIFFERENCES_H
#define RDG_TEST_DIFFERENCES_H

#include "support.h"

#include <ridgewalk/problem.h>

#include <string.h>

/* A dense column-major copy of values that are in the order of a pattern (NULL: they are dense already). */
static inline void densify(const rdg_pattern *pattern, rdg_index rows, rdg_index cols, const double *values,
                           double *dense)
{
    memset(dense, 0, (size_t)(rows * cols) * sizeof *dense);
    for (rdg_index j = 0; j < cols; j++) {
        if (!pattern) {
            memcpy(dense + rows * j, values + rows * j, (size_t)rows * sizeof *dense);
            continue;
        }
        for (rdg_index k = pattern->start[j]; k < pattern->start[j + 1]; k++) {
            dense[pattern->row[k] + rows * j] = values[k];
        }
    }
}

static inline void dense_jacobian(const rdg_function *g, const double *u, double *J)
{
    const size_t entries = (size_t)(g->df_pattern ? g->df_pattern->start[g->n] : g->m * g->n);
    double *values = calloc(entries, sizeof *values);
    assert_int_equal(g->df(g->n, u, g->m, values, g->data), 0);
    densify(g->df_pattern, g->m, g->n, values, J);
    free(values);
}

static inline void dense_hessian(const rdg_function *g, const double *u, const double *lambda, double *H)
{
    const size_t entries = (size_t)(g->d2f_pattern ? g->d2f_pattern->start[g->n] : g->n * g->n);
    double *values = calloc(entries, sizeof *values);
    assert_int_equal(g->d2f(g->n, u, g->m, lambda, values, g->data), 0);
    densify(g->d2f_pattern, g->n, g->n, values, H);
    free(values);
}

/* [f(u - 2h) - 8 f(u - h) + 8 f(u + h) - f(u + 2h)] / (12 h) of the values, or of lambda^T df, shape [rows]
 */
static inline void difference(const rdg_function *g, const double *u, const double *lambda, rdg_index j,
                              double h, rdg_index rows, double *out)
{
    const double weight[4] = {1, -8, 8, -1}, place[4] = {-2, -1, 1, 2};
    double *v = calloc((size_t)g->n, sizeof *v), *y = calloc((size_t)rows, sizeof *y),
           *J = calloc((size_t)(g->m * g->n), sizeof *J);
    memset(out, 0, (size_t)rows * sizeof *out);
    for (int s = 0; s < 4; s++) {
        memcpy(v, u, (size_t)g->n * sizeof *v);
        v[j] += place[s] * h;
        if (lambda) {
            dense_jacobian(g, v, J);
            for (rdg_index i = 0; i < rows; i++) {
                y[i] = 0;
                for (rdg_index k = 0; k < g->m; k++) {
                    y[i] += lambda[k] * J[k + g->m * i];
                }
            }
        } else {
            assert_int_equal(g->f(g->n, v, g->m, y, g->data), 0);
        }
        for (rdg_index i = 0; i < rows; i++) {
            out[i] += weight[s] * y[i] / (12 * h);
        }
    }
    free(v);
    free(y);
    free(J);
}

/* Largest error of A, shape [rows, g->n], from a column on, relative to its largest entry there. */
static inline double worst_error_from(const rdg_function *g, const double *u, const double *lambda,
                                      const double *size, rdg_index first, rdg_index rows, const double *A)
{
    double *column = calloc((size_t)rows, sizeof *column), error = 0, largest = 0;
    for (rdg_index j = first; j < g->n; j++) {
        difference(g, u, lambda, j, 1e-3 * size[j], rows, column);
        for (rdg_index i = 0; i < rows; i++) {
            error = fmax(error, fabs(A[i + rows * j] - column[i]) * size[j]);
            largest = fmax(largest, fabs(A[i + rows * j]) * size[j]);
        }
    }
    free(column);
    return largest > 0 ? error / largest : error;
}

static inline double worst_error(const rdg_function *g, const double *u, const double *lambda,
                                 const double *size, rdg_index rows, const double *A)
{
    return worst_error_from(g, u, lambda, size, 0, rows, A);
}

/* Derivatives against differences: steps are 1e-3 of the given sizes of the unknowns. */
static inline void check_jacobian(const rdg_function *g, const double *u, const double *size,
                                  double tolerance)
{
    double *J = calloc((size_t)(g->m * g->n), sizeof *J);
    dense_jacobian(g, u, J);
    assert_near(worst_error(g, u, NULL, size, g->m, J), 0, 0, tolerance);
    free(J);
}

static inline void check_hessian(const rdg_function *g, const double *u, const double *lambda,
                                 const double *size, double tolerance)
{
    double *H = calloc((size_t)(g->n * g->n), sizeof *H);
    dense_hessian(g, u, lambda, H);
    assert_near(worst_error(g, u, lambda, size, g->n, H), 0, 0, tolerance);
    for (rdg_index i = 0; i < g->n; i++) {
        for (rdg_index j = 0; j < i; j++) {
            assert_near(H[i + g->n * j], H[j + g->n * i], 1e-12, 1e-12 * fabs(H[i + g->n * i]) + 1e-13);
        }
    }
    free(H);
}

#endif
