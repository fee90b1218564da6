/* Floquet exponents against eigenvalues of linear structures, and Floquet multipliers by integration of the
 * variational equations. */
#ifndef RDG_TEST_FLOQUET_H
#define RDG_TEST_FLOQUET_H

#include "harvest.h"

#include <lapacke.h>

#include <ridgewalk/hbm.h>
#include <ridgewalk/structure.h>

#include <string.h>

static inline void eigenvalues(rdg_index n, double *A, double *re, double *im)
{
    assert_int_equal(
        LAPACKE_dgeev(LAPACK_COL_MAJOR, 'N', 'N', (lapack_int)n, A, (lapack_int)n, re, im, NULL, 1, NULL, 1),
        0);
}

/* The state matrix [0, 1; -M^-1 K, -M^-1 C] of y'' = ... for y = (q, q'), column-major [2 n * 2 n]; a spring
 * to the ground at one degree of freedom is added. */
static inline void state_matrix(const rdg_structure *s, double spring, rdg_index dof, double *A)
{
    const rdg_index n = rdg_structure_size(s);
    rdg_sparse matrix[3];
    double *M = calloc((size_t)(n * n), sizeof *M), *right = calloc((size_t)(2 * n * n), sizeof *right);
    lapack_int *pivot = calloc((size_t)n, sizeof *pivot);
    assert_int_equal(rdg_structure_matrices(s, &matrix[0], &matrix[2], &matrix[1]), RDG_OK);
    double *const to[] = {M, right, right + n * n};
    for (int k = 0; k < 3; k++) {
        for (rdg_index j = 0; j < n; j++) {
            for (rdg_index e = matrix[k].pattern.start[j]; e < matrix[k].pattern.start[j + 1]; e++) {
                to[k][matrix[k].pattern.row[e] + n * j] = matrix[k].values[e];
            }
        }
    }
    right[dof + n * dof] += spring;
    assert_int_equal(LAPACKE_dgesv(LAPACK_COL_MAJOR, (lapack_int)n, (lapack_int)(2 * n), M, (lapack_int)n,
                                   pivot, right, (lapack_int)n),
                     0);
    memset(A, 0, (size_t)(4 * n * n) * sizeof *A);
    for (rdg_index j = 0; j < 2 * n; j++) {
        for (rdg_index i = 0; i < n; i++) {
            A[n + i + 2 * n * j] = -right[i + n * j];
        }
    }
    for (rdg_index i = 0; i < n; i++) {
        A[i + 2 * n * (n + i)] = 1.0;
    }
    free(M);
    free(right);
    free(pivot);
}

static inline void state_eigenvalues(const rdg_structure *s, double spring, rdg_index dof, double *re,
                                     double *im)
{
    const rdg_index n2 = 2 * rdg_structure_size(s);
    double *A = calloc((size_t)(n2 * n2), sizeof *A);
    state_matrix(s, spring, dof, A);
    eigenvalues(n2, A, re, im);
    free(A);
}

enum { MOST = 100 };

/* Each expected value has one found near it, to be used once. */
static inline void assert_same_set(rdg_index n, const double *re, const double *im, const double *expected_re,
                                   const double *expected_im, double tolerance)
{
    bool used[MOST] = {false};
    for (rdg_index i = 0; i < n; i++) {
        rdg_index best = -1;
        double least = HUGE_VAL;
        for (rdg_index j = 0; j < n; j++) {
            const double distance = hypot(re[j] - expected_re[i], im[j] - expected_im[i]);
            if (!used[j] && distance < least) {
                least = distance;
                best = j;
            }
        }
        if (least > tolerance) {
            print_error("%.15g + %.15g i: the closest is off by %g\n", expected_re[i], expected_im[i], least);
            fail();
        }
        used[best] = true;
    }
}

/* The exponents of a solution of a linear structure are its eigenvalues, with the springs that are added. */
static inline void assert_linear(rdg_context *ctx, rdg_hbm *hb, double spring, rdg_index dof, double omega)
{
    rdg_structure *s = rdg_hbm_structure(hb);
    const rdg_index n = rdg_structure_size(s);
    double re[MOST], im[MOST], expected_re[MOST], expected_im[MOST], largest = 0.0;
    double *Q = calloc((size_t)rdg_hbm_unknowns(hb), sizeof *Q);
    assert_ok(ctx, rdg_hbm_linear_response(hb, omega, 1e-3, Q));
    assert_ok(ctx, rdg_hbm_exponents(hb, Q, omega, 2 * n, re, im));
    state_eigenvalues(s, spring, dof, expected_re, expected_im);
    for (rdg_index i = 0; i < 2 * n; i++) {
        largest = fmax(largest, hypot(expected_re[i], expected_im[i]));
        assert_true(i == 0 || re[i] <= re[i - 1]);
    }
    assert_same_set(2 * n, re, im, expected_re, expected_im, 1e-9 * largest);
    free(Q);
}

enum { FLOQUET_MOST = 3 }; /* degrees of freedom */

/* A force law of one displacement, sum_i weight_i q_i. */
typedef struct floquet_law {
    rdg_time_law law;
    double weight[FLOQUET_MOST]; /* [n] */
    void *data;
} floquet_law;

/* The variational equations about a solution of which harmonic balance keeps all degrees of freedom. */
typedef struct floquet {
    rdg_index n;
    const rdg_basis *basis;
    const double *Q;
    double omega;
    rdg_index n_laws;
    const floquet_law *law;
    double mass[FLOQUET_MOST]; /* [n], of a diagonal M */
    double *A;                 /* [2 n * 2 n] the structure's state matrix */
} floquet;

static inline void floquet_motion(const floquet *f, const floquet_law *law, double tau, double *x, double *v)
{
    *x = *v = 0.0;
    for (rdg_index i = 0; i < f->n; i++) {
        const double w = law->weight[i];
        *x += f->basis->has_static ? w * f->Q[i] : 0.0;
        for (rdg_index h = 0; h < f->basis->n_harmonics; h++) {
            const double k = f->basis->harmonic[h];
            const double *cosine = f->Q + (f->basis->has_static + 2 * h) * f->n, *sine = cosine + f->n;
            *x += w * (cosine[i] * cos(k * tau) + sine[i] * sin(k * tau));
            *v += w * k * f->omega * (sine[i] * cos(k * tau) - cosine[i] * sin(k * tau));
        }
    }
}

/* dy/dt at y, [2 n] */
static inline void floquet_rate(const floquet *f, double tau, const double *y, double *rate)
{
    const rdg_index n = f->n;
    for (rdg_index i = 0; i < 2 * n; i++) {
        rate[i] = 0.0;
        for (rdg_index j = 0; j < 2 * n; j++) {
            rate[i] += f->A[i + 2 * n * j] * y[j];
        }
    }
    for (rdg_index l = 0; l < f->n_laws; l++) {
        const floquet_law *law = &f->law[l];
        rdg_law_value value = {0};
        double x, v, force = 0.0;
        floquet_motion(f, law, tau, &x, &v);
        assert_int_equal(law->law(x, v, &value, law->data), 0);
        for (rdg_index i = 0; i < n; i++) {
            force += law->weight[i] * (value.fx * y[i] + value.fv * y[n + i]);
        }
        for (rdg_index i = 0; i < n; i++) {
            rate[n + i] -= law->weight[i] * force / f->mass[i];
        }
    }
}

/* Multipliers by the Runge-Kutta method of order 4. */
static inline void floquet_multipliers(const floquet *f, int steps, double *re, double *im)
{
    const rdg_index n2 = 2 * f->n;
    const double step = 6.283185307179586476925286766559 / f->omega / steps;
    static const double node[] = {0.0, 0.5, 0.5, 1.0}, weight[] = {1.0 / 6, 1.0 / 3, 1.0 / 3, 1.0 / 6};
    double *monodromy = calloc((size_t)(n2 * n2), sizeof *monodromy);
    double *stage = calloc((size_t)(3 * n2), sizeof *stage), *rate = stage + n2, *next = rate + n2;
    for (rdg_index j = 0; j < n2; j++) {
        double *y = monodromy + n2 * j;
        y[j] = 1.0;
        for (int k = 0; k < steps; k++) {
            memcpy(next, y, (size_t)n2 * sizeof *y);
            memset(rate, 0, (size_t)n2 * sizeof *y);
            for (int q = 0; q < 4; q++) {
                for (rdg_index i = 0; i < n2; i++) {
                    stage[i] = y[i] + node[q] * step * rate[i];
                }
                floquet_rate(f, f->omega * step * (k + node[q]), stage, rate);
                for (rdg_index i = 0; i < n2; i++) {
                    next[i] += weight[q] * step * rate[i];
                }
            }
            memcpy(y, next, (size_t)n2 * sizeof *y);
        }
    }
    eigenvalues(n2, monodromy, re, im);
    free(monodromy);
    free(stage);
}

/* f = k3 x^3 + k2 x^2 + c3 v^3 */
typedef struct polynomial {
    double k2, k3, c3;
} polynomial;

static inline int polynomial_law(double x, double v, rdg_law_value *value, void *data)
{
    const polynomial *p = data;
    *value = (rdg_law_value){.f = (p->k2 + p->k3 * x) * x * x + p->c3 * v * v * v,
                             .fx = (2.0 * p->k2 + 3.0 * p->k3 * x) * x,
                             .fv = 3.0 * p->c3 * v * v,
                             .fxx = 2.0 * p->k2 + 6.0 * p->k3 * x,
                             .fvv = 6.0 * p->c3 * v};
    return 0;
}

static inline void add_law(rdg_structure *s, const char *at, polynomial *p)
{
    rdg_time_element_add(
        s, &(rdg_time_element){.at = at, .law = polynomial_law, .data = p, .samples = 256, .pure = true});
}

/* exp(2 pi s / omega) of all exponents are the multipliers; returns the largest modulus of these. */
static inline double assert_multipliers(rdg_context *ctx, rdg_hbm *hb, floquet *f, const double *u,
                                        double tolerance)
{
    rdg_structure *s = rdg_hbm_structure(hb);
    const rdg_index n = rdg_structure_size(s);
    double re[MOST], im[MOST], expected_re[MOST], expected_im[MOST], A[MOST], largest = 0.0;
    assert_true(n <= FLOQUET_MOST);
    f->n = n;
    f->basis = rdg_hbm_basis(hb);
    f->Q = u;
    f->omega = u[rdg_hbm_unknowns(hb)];
    f->A = A;
    state_matrix(s, 0.0, 0, A);
    floquet_multipliers(f, 2000, expected_re, expected_im);
    assert_ok(ctx, rdg_hbm_exponents(hb, u, f->omega, 2 * n, re, im));
    for (rdg_index i = 0; i < 2 * n; i++) {
        const double period = 6.283185307179586476925286766559 / f->omega;
        const double modulus = exp(re[i] * period), angle = im[i] * period;
        re[i] = modulus * cos(angle);
        im[i] = modulus * sin(angle);
        largest = fmax(largest, hypot(expected_re[i], expected_im[i]));
    }
    assert_same_set(2 * n, re, im, expected_re, expected_im, tolerance);
    f->A = NULL;
    return largest;
}

/* The response to a level over a window of frequencies (rad/s), with the points at which its stability
 * changes (ST). */
static inline void follow_stability(rdg_hbm *hb, double alpha, double start, double low, double high,
                                    harvest *h)
{
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", start), RDG_AT("alpha", alpha));
    assert_ok(rdg_hbm_context(hb), rdg_hbm_add_stability(hb, p, "stability"));
    assert_ok(rdg_hbm_context(hb),
              rdg_continue(p, "frc", RDG_RELEASE("omega"), RDG_WINDOW("omega", low, high),
                           RDG_EVENT("ST", "stability", 0), HARVEST_ONLY(h)));
}

#endif
