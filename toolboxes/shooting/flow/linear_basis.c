/* Eigenvalues and eigenvectors of a linear mode, and whether they serve. */
#include "linear_impl.h"

#include <lapacke.h>
#include <math.h>
#include <string.h>

/* Rounding errors may grow so much through the eigenvectors. */
static const double most_growth = 1e4;

/* How far rounding errors are spread by amplitudes: the largest |v_i| |w_i| in units of the states that make
 * rows and columns of A alike. */
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
                l->V[k + n * i] = (rdg_number){re, 0.0};
                l->W[i + n * k] = (rdg_number){wr, 0.0};
                continue;
            }
            const double im = l->Vr[k + n * (i + 1)], wi = l->Wr[i + 1 + n * k];
            l->V[k + n * i] = (rdg_number){re, im};
            l->V[k + n * (i + 1)] = (rdg_number){re, -im};
            l->W[i + n * k] = (rdg_number){0.5 * wr, -0.5 * wi};
            l->W[i + 1 + n * k] = (rdg_number){0.5 * wr, 0.5 * wi};
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
        scale, &norm, NULL, NULL, work, (lapack_int)rdg_linear_eigen_room(n), NULL));
    l->closed = info == 0;
    for (rdg_index i = 0; i < n && l->closed; i++) {
        l->lambda[i] = (rdg_number){re[i], im[i]};
        l->closed = isfinite(re[i]) && isfinite(im[i]);
    }
    l->closed = l->closed && invert(l, w);
    if (l->closed) {
        expand(l);
        l->closed = growth(l, w->x) <= most_growth;
    }
}
