/* Eigenvalues and eigenvectors of a linear mode, and whether they serve. */
#include "linear_impl.h"

#include <lapacke.h>
#include <math.h>
#include <string.h>

/* Rounding errors may grow so much through the eigenvectors. */
static const double most_growth = 1e4;

/* What is left couples eigenvectors no more than by this share of the distance of their eigenvalues. */
static const double nearby = 0.1;

/* How far rounding errors are spread by amplitudes: the largest |v_i| |w_i| in units of the states: those
 * that make rows and columns of A alike, or those of linear_units.c, which take as long as the vectors. */
static double growth(const rdg_linear *l, const double *unit)
{
    const rdg_index n = l->n;
    double most = 0.0;
    for (rdg_index i = 0; i < n; i++) {
        double v = 0.0, w = 0.0;
        for (rdg_index k = 0; k < n; k++) {
            v += rdg_square(l->V[k + n * i]) / (unit[k] * unit[k]);
            w += rdg_square(l->W[i + n * k]) * (unit[k] * unit[k]);
        }
        const double product = sqrt(v) * sqrt(w);
        most = fmax(most, product);
        if (isnan(product)) {
            return product;
        }
    }
    return most;
}

/* Vectors of LAPACK, Re v and Im v of a pair, and rows of their inverse as complex ones. */
static void expand(rdg_linear *l)
{
    const rdg_index n = l->n;
    for (rdg_index i = 0; i < n; i++) {
        const bool pair = l->lambda[i].im > 0.0 && i + 1 < n;
        for (rdg_index k = 0; k < n; k++) {
            const double re = l->Vr[k + n * i], wr = l->Wr[i + n * k];
            if (!pair) {
                l->V[k + n * i] = (rdg_structure_parameter){re, 0.0};
                l->W[i + n * k] = (rdg_structure_parameter){wr, 0.0};
                continue;
            }
            const double im = l->Vr[k + n * (i + 1)], wi = l->Wr[i + 1 + n * k];
            l->V[k + n * i] = (rdg_structure_parameter){re, im};
            l->V[k + n * (i + 1)] = (rdg_structure_parameter){re, -im};
            l->W[i + n * k] = (rdg_structure_parameter){0.5 * wr, -0.5 * wi};
            l->W[i + 1 + n * k] = (rdg_structure_parameter){0.5 * wr, 0.5 * wi};
        }
        i += pair;
    }
    for (rdg_index i = 0; i < n * n; i++) {
        l->reach[i] = sqrt(rdg_square(l->V[i]));
    }
}

static bool invert(rdg_linear *l, rdg_linear_work *w)
{
    const lapack_int n = (lapack_int)l->n;
    double *copy = w->eigen;
    memcpy(copy, l->Vr, (size_t)(l->n * l->n) * sizeof *copy);
    memset(l->Wr, 0, (size_t)(l->n * l->n) * sizeof *l->Wr);
    for (rdg_index i = 0; i < l->n; i++) {
        l->Wr[i * (l->n + 1)] = 1.0;
    }
    return RDG_BLAS(LAPACKE_dgesv_work(LAPACK_COL_MAJOR, n, n, copy, n, w->pivot, l->Wr, n)) == 0;
}

/* What is left of A v - lambda v, with more digits than A has: what is slow is a small difference of what is
 * stiff. */
static void residual(const rdg_linear *l, rdg_index i, rdg_structure_parameter *left)
{
    const rdg_index n = l->n;
    const rdg_structure_parameter *v = l->V + n * i, a = l->lambda[i];
    for (rdg_index r = 0; r < n; r++) {
        long double re = (long double)a.im * v[r].im - (long double)a.re * v[r].re;
        long double im = -(long double)a.im * v[r].re - (long double)a.re * v[r].im;
        for (rdg_index k = 0; k < n; k++) {
            re += (long double)l->A[r + n * k] * v[k].re;
            im += (long double)l->A[r + n * k] * v[k].im;
        }
        left[r] = (rdg_structure_parameter){(double)re, (double)im};
    }
}

/* Newton's method for eigenvalue i and its vector, once: *lambda, v. Parts of vectors whose eigenvalues are
 * as near as what is left stay as they are. */
static void improve(const rdg_linear *l, rdg_linear_work *w, rdg_index i, rdg_structure_parameter *lambda,
                    rdg_structure_parameter *v)
{
    const rdg_index n = l->n;
    residual(l, i, w->a);
    *lambda = l->lambda[i];
    memcpy(v, l->V + n * i, (size_t)n * sizeof *v);
    for (rdg_index j = 0; j < n; j++) {
        rdg_structure_parameter c = {0.0, 0.0};
        for (rdg_index r = 0; r < n; r++) {
            c = rdg_plus(c, rdg_times(l->W[j + n * r], w->a[r]));
        }
        if (j == i) {
            const double own = l->lambda[i].im == 0.0 ? INFINITY : nearby * fabs(l->lambda[i].im);
            *lambda = rdg_square(c) < own * own ? rdg_plus(*lambda, c) : *lambda; /* a pair stays one */
            continue;
        }
        const rdg_structure_parameter gap = rdg_minus(l->lambda[i], l->lambda[j]);
        const double far = rdg_square(gap);
        if (rdg_square(c) < nearby * nearby * far) {
            const rdg_structure_parameter by =
                rdg_scaled(1.0 / far, rdg_times(c, (rdg_structure_parameter){gap.re, -gap.im}));
            for (rdg_index r = 0; r < n; r++) {
                v[r] = rdg_plus(v[r], rdg_times(by, l->V[r + n * j]));
            }
        }
    }
}

/* LAPACK's errors are some eps of the largest rate, whatever the eigenvalue: less. */
static bool refine(rdg_linear *l, rdg_linear_work *w)
{
    const rdg_index n = l->n;
    rdg_structure_parameter *v = w->S;
    for (rdg_index i = 0; i < n; i++) {
        improve(l, w, i, &w->b[i], v + n * i);
    }
    for (rdg_index i = 0; i < n; i++) {
        const bool pair = l->lambda[i].im > 0.0 && i + 1 < n;
        for (rdg_index r = 0; r < n; r++) {
            l->Vr[r + n * i] = v[r + n * i].re;
            if (pair) {
                l->Vr[r + n * (i + 1)] = v[r + n * i].im;
            }
        }
        l->lambda[i] = pair ? w->b[i] : (rdg_structure_parameter){w->b[i].re, 0.0};
        if (pair) {
            l->lambda[i + 1] = (rdg_structure_parameter){w->b[i].re, -w->b[i].im};
        }
        i += pair;
    }
    const bool inverted = invert(l, w);
    expand(l);
    return inverted;
}

void rdg_linear_decompose(rdg_linear *l, rdg_linear_work *w)
{
    const rdg_index n = l->n;
    const lapack_int size = (lapack_int)n;
    double *copy = w->eigen, *re = copy + n * n, *im = re + n, *scale = im + n, *work = scale + n;
    double norm = 0.0;
    lapack_int low = 0, high = 0;
    memcpy(copy, l->A, (size_t)(n * n) * sizeof *copy);
    (void)RDG_BLAS(LAPACKE_dgebal_work(LAPACK_COL_MAJOR, 'S', size, copy, size, &low, &high, w->x));
    memcpy(copy, l->A, (size_t)(n * n) * sizeof *copy);
    const lapack_int info = RDG_BLAS(LAPACKE_dgeevx_work(
        LAPACK_COL_MAJOR, 'B', 'N', 'V', 'N', size, copy, size, re, im, NULL, 1, l->Vr, size, &low, &high,
        scale, &norm, NULL, NULL, work, (lapack_int)rdg_linear_eigen_workspace(n), NULL));
    l->closed = info == 0;
    for (rdg_index i = 0; i < n && l->closed; i++) {
        l->lambda[i] = (rdg_structure_parameter){re[i], im[i]};
        l->closed = isfinite(re[i]) && isfinite(im[i]);
    }
    l->closed = l->closed && invert(l, w);
    if (l->closed) {
        expand(l);
        l->closed = refine(l, w);
    }
    if (l->closed && !(growth(l, w->x) <= most_growth)) {
        rdg_linear_units(l, w, w->x);
        l->closed = growth(l, w->x) <= most_growth;
    }
}
