/* Modes of the stuck structure, and solutions in them. */
#include "spectral_impl.h"

#include "spectral_modes_impl.h"
#include "spectral_product_impl.h"

#include <ridgewalk/memory_limit.h>
#include <ridgewalk/sparse.h>
#include <ridgewalk/toolbox.h>
#include <ridgewalk/vectors.h>

#include <cblas.h>
#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

static const char *const where = "rdg_hbm_solver";

struct rdg_spectral {
    rdg_context *ctx;
    rdg_index n, nc;      /* degrees of freedom; coefficients at most */
    double *Phi, *lambda; /* [n n], [n] */
    double a, b;          /* C = a M + b K, exactly or about */
    bool exact;           /* exactly */
    double *modal;        /* [n nc] */
    double *largest[3];   /* [n] entries of the rows of K, M, C */
    rdg_spectral_product *product;
};

void rdg_spectral_free(rdg_spectral *s)
{
    if (s) {
        rdg_free(s->Phi);
        rdg_free(s->lambda);
        rdg_free(s->modal);
        for (int i = 0; i < 3; i++) {
            rdg_free(s->largest[i]);
        }
        rdg_spectral_product_free(s->product);
        rdg_free(s);
    }
}

static void take_largest(const rdg_sparse *X, double *largest)
{
    const rdg_pattern *p = &X->pattern;
    for (rdg_index e = 0; e < p->start[p->cols]; e++) {
        largest[p->row[e]] = rdg_larger(largest[p->row[e]], fabs(X->values[e]));
    }
}

/* a and b of C = a M + b K by least squares, and whether that is all of C, to rounding. */
static void fit_damping(rdg_spectral *s, const rdg_spectral_parts *of)
{
    const rdg_index count = of->K->pattern.start[of->K->pattern.cols];
    const double *M = of->M->values, *K = of->K->values, *C = of->C->values;
    double mm = 0.0, mk = 0.0, kk = 0.0, cm = 0.0, ck = 0.0, cc = 0.0;
    for (rdg_index e = 0; e < count; e++) {
        mm += M[e] * M[e];
        mk += M[e] * K[e];
        kk += K[e] * K[e];
        cm += C[e] * M[e];
        ck += C[e] * K[e];
        cc += C[e] * C[e];
    }
    const double determinant = mm * kk - mk * mk;
    s->exact = cc == 0.0;
    if (!s->exact && determinant > sqrt(DBL_EPSILON) * mm * kk) {
        s->a = (cm * kk - ck * mk) / determinant;
        s->b = (ck * mm - cm * mk) / determinant;
        double rest = 0.0;
        for (rdg_index e = 0; e < count; e++) {
            const double off = C[e] - s->a * M[e] - s->b * K[e];
            rest += off * off;
        }
        s->exact = rest <= 1e-24 * cc;
    }
    if (!s->exact) { /* no negative damping of any mode */
        s->a = fmax(s->a, 0.0);
        s->b = fmax(s->b, 0.0);
    }
}

/* The entry (row, col) of a compressed matrix; 0: there is none. */
static double entry_at(const rdg_sparse *X, rdg_index row, rdg_index col)
{
    const rdg_index first = X->pattern.start[col], n = X->pattern.start[col + 1] - first;
    const rdg_index place = rdg_place_in(n, X->pattern.row + first, row);
    return place < n && X->pattern.row[first + place] == row ? X->values[first + place] : 0.0;
}

static bool is_symmetric(const rdg_sparse *X, const double *largest)
{
    const double rounding = 1e-10;
    const rdg_pattern *p = &X->pattern;
    for (rdg_index j = 0; j < p->cols; j++) {
        for (rdg_index e = p->start[j]; e < p->start[j + 1]; e++) {
            const double off = fabs(X->values[e] - entry_at(X, j, p->row[e]));
            if (off > rounding * rdg_larger(largest[j], largest[p->row[e]])) {
                return false;
            }
        }
    }
    return true;
}

/* [3][n] largest entries of the rows of K, M, C; false without memory */
static bool find_largest(rdg_context *ctx, const rdg_sparse *const *matrices, double **largest)
{
    for (int i = 0; i < 3; i++) {
        largest[i] = rdg_context_calloc(ctx, (size_t)matrices[i]->pattern.cols, sizeof(double));
        if (!largest[i]) {
            return false;
        }
        take_largest(matrices[i], largest[i]);
    }
    return true;
}

static bool are_symmetric(const rdg_sparse *const *matrices, double *const *largest)
{
    bool symmetric = true;
    for (int i = 0; symmetric && i < 3; i++) {
        symmetric = is_symmetric(matrices[i], largest[i]);
    }
    return symmetric;
}

rdg_status rdg_spectral_suits(rdg_context *ctx, const rdg_sparse *M, const rdg_sparse *C, const rdg_sparse *K,
                              bool *suits)
{
    const rdg_sparse *const matrices[] = {K, M, C};
    double *largest[3] = {NULL, NULL, NULL};
    *suits = find_largest(ctx, matrices, largest) && are_symmetric(matrices, largest);
    for (int i = 0; i < 3; i++) {
        rdg_free(largest[i]);
    }
    RDG_TRY(rdg_error_status(ctx));
    return *suits ? rdg_spectral_is_definite(ctx, M, suits) : RDG_OK;
}

/* The static part has no inverse if the stuck structure moves without force. */
static rdg_status check_modes(const rdg_spectral *s, const rdg_spectral_parts *of)
{
    const double least = (double)s->n * DBL_EPSILON * fabs(s->lambda[s->n - 1]);
    if (of->basis->has_static && !(s->lambda[0] > least)) {
        return rdg_fail(
            s->ctx, RDG_ERR_SINGULAR, where,
            "the spectral solver cannot serve \"%s\" with a static part: it moves without force even "
            "where all contacts stick; choose RDG_FACTORS",
            of->structure);
    }
    return RDG_OK;
}

static rdg_status make(rdg_spectral *s, const rdg_spectral_parts *of)
{
    const size_t n = (size_t)s->n, columns = (size_t)s->nc;
    RDG_TRY(rdg_require_memory(s->ctx, where, "dense matrices of the spectral solver",
                               3.0 * 8.0 * (double)s->n * (double)s->n,
                               "reduce the structure first: rdg_component_fixed()"));
    s->lambda = rdg_context_calloc(s->ctx, n, sizeof(double));
    s->modal = rdg_context_calloc(s->ctx, n * columns, sizeof(double));
    const rdg_sparse *const matrices[] = {of->K, of->M, of->C};
    (void)find_largest(s->ctx, matrices, s->largest);
    RDG_TRY(rdg_error_status(s->ctx));
    if (!are_symmetric(matrices, s->largest)) {
        return rdg_fail(
            s->ctx, RDG_ERR_ARGUMENT, where,
            "the spectral solver needs symmetric matrices; one of \"%s\" is not: choose RDG_FACTORS",
            of->structure);
    }
    RDG_TRY(rdg_spectral_find_modes(s->ctx, of, &s->Phi, s->lambda));
    RDG_TRY(check_modes(s, of));
    if (of->damping) { /* fitted, a would have rounding errors of the highest mode's damping */
        s->a = of->damping[0];
        s->b = of->damping[1];
        s->exact = true;
    } else {
        fit_damping(s, of);
    }
    s->product = rdg_spectral_product_create(s->ctx, of, s->exact ? &s->a : NULL, s->b);
    return rdg_error_status(s->ctx);
}

rdg_spectral *rdg_spectral_create(rdg_context *ctx, const rdg_spectral_parts *parts)
{
    rdg_spectral *s = rdg_context_calloc(ctx, 1, sizeof *s);
    if (!s) {
        return NULL;
    }
    s->ctx = ctx;
    s->n = parts->K->pattern.cols;
    s->nc = parts->basis->n_coefficients;
    if (make(s, parts) != RDG_OK) {
        rdg_spectral_free(s);
        return NULL;
    }
    return s;
}

bool rdg_spectral_is_exact(const rdg_spectral *s, double *stiffness_factor)
{
    *stiffness_factor = s->b;
    return s->exact;
}

void rdg_spectral_times(const rdg_spectral *s, const rdg_basis *basis, int order, double omega,
                        bool transposed, const double *x, double *y)
{
    rdg_spectral_product_add(s->product, basis, order, omega, transposed, x, y);
}

/* [A c; -c A] of a mode's cosine and sine, in place; c changes its sign in the transposed matrix. */
static void solve_mode(double A, double c, double *cosine, double *sine)
{
    const double f = *cosine, g = *sine, size = A * A + c * c;
    const double inverse = size > 0.0 ? 1.0 / size : 0.0; /* no preconditioner is of use there */
    *cosine = (A * f - c * g) * inverse;
    *sine = (c * f + A * g) * inverse;
}

void rdg_spectral_solve(const rdg_spectral *s, const rdg_basis *basis, double omega, bool transposed,
                        const double *b, double *x)
{
    const int n = (int)s->n, columns = (int)basis->n_coefficients;
    rdg_blas_begin();
    cblas_dgemm(CblasColMajor, CblasTrans, CblasNoTrans, n, columns, n, 1.0, s->Phi, n, b, n, 0.0, s->modal,
                n);
    rdg_blas_end(0);
    for (rdg_index i = 0; basis->has_static && i < s->n; i++) {
        s->modal[i] /= s->lambda[i];
    }
    for (rdg_index h = 0; h < basis->n_harmonics; h++) {
        const double w = basis->harmonic[h] * omega;
        double *cosine = s->modal + s->n * (2 * h + basis->has_static), *sine = cosine + s->n;
        for (rdg_index i = 0; i < s->n; i++) {
            const double c = w * (s->a + s->b * s->lambda[i]);
            solve_mode(s->lambda[i] - w * w, transposed ? -c : c, &cosine[i], &sine[i]);
        }
    }
    rdg_blas_begin();
    cblas_dgemm(CblasColMajor, CblasNoTrans, CblasNoTrans, n, columns, n, 1.0, s->Phi, n, s->modal, n, 0.0, x,
                n);
    rdg_blas_end(0);
    memset(x + s->n * columns, 0, (size_t)(s->n * (s->nc - columns)) * sizeof *x);
}

void rdg_spectral_row_sizes(const rdg_spectral *s, const rdg_basis *basis, double omega, const double *size,
                            double *row)
{
    for (rdg_index c = 0; c < s->nc; c++) {
        const rdg_index column = c - basis->has_static, h = column / 2;
        const bool is_here = column >= 0 && h < basis->n_harmonics;
        const double w = is_here ? basis->harmonic[h] * omega : 0.0;
        for (rdg_index i = 0; i < s->n; i++) {
            const double entry =
                rdg_larger(s->largest[0][i], rdg_larger(w * w * s->largest[1][i], w * s->largest[2][i]));
            row[i + s->n * c] = entry * size[i + s->n * c];
        }
    }
}
