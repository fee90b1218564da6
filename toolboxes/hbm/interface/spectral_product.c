/* D x of all harmonics as K U + M V + C W, with columns U, V, W for each coefficient: where the matrices are
 * all but full they are multiplied as full ones, which is one call of BLAS for each. They are symmetric, so
 * that two of them take the memory of one.
 *
 * With w = k omega, a harmonic's matrix is [[Re, Im], [-Im, Re]], Re = K - w^2 M, Im = w C, and for C = a M +
 * b K the cosine part of D x is K (x_c + b w x_s) + M (a w x_s - w^2 x_c). */
#include "spectral_product_impl.h"

#include <ridgewalk/toolbox.h>

#include <cblas.h>
#include <string.h>

enum { STIFFNESS, MASS, DAMPING, MATRICES };

/* A matrix with a larger share of entries is multiplied as a full one: measured, BLAS takes a seventh of the
 * time that an entry of a compressed column takes. */
static const double full_from = 0.15;

struct rdg_spectral_product {
    rdg_index n, nc;
    bool proportional;
    double a, b;
    rdg_sparse sparse[MATRICES];
    double *full[MATRICES];   /* [n (n + 1)], with others in between; NULL: the sparse one is multiplied */
    double *column[MATRICES]; /* [n nc] U, V, W */
};

void rdg_spectral_product_free(rdg_spectral_product *p)
{
    if (p) {
        for (int i = 0; i < MATRICES; i++) {
            rdg_free(p->column[i]);
        }
        rdg_free(p->full[STIFFNESS]); /* mass lies in its upper triangle */
        rdg_free(p->full[DAMPING]);
        rdg_free(p);
    }
}

/* Into a triangle of [n n + 1] numbers: the lower one from the first column on, or the upper one from the
 * second. Of two entries that differ by rounding each triangle has the mean. */
static void spread(const rdg_sparse *X, bool lower, double *full)
{
    const rdg_pattern *p = &X->pattern;
    for (rdg_index j = 0; j < p->cols; j++) {
        for (rdg_index e = p->start[j]; e < p->start[j + 1]; e++) {
            const rdg_index i = p->row[e], high = i > j ? i : j, low = i > j ? j : i;
            const double value = i == j ? X->values[e] : 0.5 * X->values[e];
            full[lower ? high + p->rows * low : low + p->rows * (high + 1)] += value;
        }
    }
}

/* Stiffness and mass share an array. */
static void take_full(rdg_context *ctx, rdg_spectral_product *p, const rdg_spectral_parts *parts)
{
    const size_t n = (size_t)p->n, count = n * (n + 1);
    p->full[STIFFNESS] = rdg_context_calloc(ctx, count, sizeof(double));
    p->full[DAMPING] = p->proportional ? NULL : rdg_context_calloc(ctx, count, sizeof(double));
    p->full[MASS] = p->full[STIFFNESS];
    if (p->full[STIFFNESS]) {
        spread(parts->K, true, p->full[STIFFNESS]);
        spread(parts->M, false, p->full[MASS]);
    }
    if (p->full[DAMPING]) {
        spread(parts->C, true, p->full[DAMPING]);
    }
}

rdg_spectral_product *rdg_spectral_product_create(rdg_context *ctx, const rdg_spectral_parts *parts,
                                                  const double *mass_factor, double stiffness_factor)
{
    rdg_spectral_product *p = rdg_context_calloc(ctx, 1, sizeof *p);
    if (!p) {
        return NULL;
    }
    p->n = parts->K->pattern.cols;
    p->nc = parts->basis->n_coefficients;
    p->proportional = mass_factor != NULL;
    p->a = mass_factor ? *mass_factor : 0.0;
    p->b = mass_factor ? stiffness_factor : 0.0;
    p->sparse[STIFFNESS] = *parts->K;
    p->sparse[MASS] = *parts->M;
    p->sparse[DAMPING] = *parts->C;
    const size_t n = (size_t)p->n;
    const bool is_full = (double)parts->K->pattern.start[p->n] > full_from * (double)p->n * (double)p->n;
    for (int i = 0; i < (p->proportional ? DAMPING : MATRICES); i++) {
        p->column[i] = rdg_context_calloc(ctx, n * (size_t)p->nc, sizeof(double));
    }
    if (is_full) {
        take_full(ctx, p, parts);
    }
    if (rdg_error_status(ctx) != RDG_OK) {
        rdg_spectral_product_free(p);
        return NULL;
    }
    return p;
}

/* Factors of a coefficient's own column and of the other one of its harmonic. */
typedef struct factors {
    double own[MATRICES], other[MATRICES];
} factors;

/* k: harmonic; sign: 1 for cosines, -1 for sines, the other way round in the transposed matrix. */
static factors factors_of(const rdg_spectral_product *p, int k, double omega, int order, double sign)
{
    const double h = k, w = h * omega;
    const double damping = sign * (order == 0 ? w : order == 1 ? h : 0.0);
    factors f = {.own = {order == 0 ? 1.0 : 0.0,
                         order == 0   ? -w * w
                         : order == 1 ? -2.0 * h * w
                                      : -2.0 * h * h,
                         0.0}};
    if (p->proportional) {
        f.other[STIFFNESS] = p->b * damping;
        f.other[MASS] = p->a * damping;
    } else {
        f.other[DAMPING] = damping;
    }
    return f;
}

/* Column c of each matrix's factor. Returns whether one is not zero. */
static bool take_column(const rdg_spectral_product *p, int matrix, factors f, const double *own,
                        const double *other, double *to)
{
    const double of_own = f.own[matrix], of_other = f.other[matrix];
    for (rdg_index i = 0; i < p->n; i++) {
        to[i] = of_own * own[i] + (of_other != 0.0 ? of_other * other[i] : 0.0);
    }
    return of_own != 0.0 || of_other != 0.0;
}

static bool take_columns(const rdg_spectral_product *p, const rdg_basis *basis, int matrix, int order,
                         double omega, bool transposed, const double *x)
{
    const rdg_index n = p->n;
    bool any = false;
    double *to = p->column[matrix];
    for (rdg_index c = 0; c < basis->n_coefficients; c++, to += n) {
        const rdg_index h = c - basis->has_static;
        const int k = h < 0 ? 0 : basis->harmonic[h / 2];
        const bool sine = h >= 0 && h % 2 == 1;
        const factors f = factors_of(p, k, omega, order, sine != transposed ? -1.0 : 1.0);
        const double *own = x + n * c, *other = h < 0 ? own : sine ? own - n : own + n;
        any = take_column(p, matrix, f, own, other, to) || any;
    }
    return any;
}

/* y += X columns */
static void multiply(const rdg_spectral_product *p, int matrix, rdg_index columns, double *y)
{
    const rdg_pattern *pattern = &p->sparse[matrix].pattern;
    const double *values = p->sparse[matrix].values;
    const int n = (int)p->n;
    if (p->full[matrix]) {
        const bool lower = matrix != MASS;
        rdg_blas_begin();
        cblas_dsymm(CblasColMajor, CblasLeft, lower ? CblasLower : CblasUpper, n, (int)columns, 1.0,
                    p->full[matrix] + (lower ? 0 : n), n, p->column[matrix], n, 1.0, y, n);
        rdg_blas_end(0);
        return;
    }
    for (rdg_index c = 0; c < columns; c++) {
        const double *x = p->column[matrix] + p->n * c;
        for (rdg_index j = 0; j < p->n; j++) {
            for (rdg_index e = pattern->start[j]; e < pattern->start[j + 1]; e++) {
                y[pattern->row[e] + p->n * c] += values[e] * x[j];
            }
        }
    }
}

void rdg_spectral_product_add(const rdg_spectral_product *p, const rdg_basis *basis, int order, double omega,
                              bool transposed, const double *x, double *y)
{
    for (int i = 0; i < (p->proportional ? DAMPING : MATRICES); i++) {
        if (take_columns(p, basis, i, order, omega, transposed, x)) {
            multiply(p, i, basis->n_coefficients, y);
        }
    }
}
