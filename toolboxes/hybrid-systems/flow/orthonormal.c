/* Orthonormal vectors, one after the other. */
#include "tangent_impl.h"

#include <ridgewalk/vectors.h>

#include <math.h>

/* What is left of a vector without the others, of its length: no more than rounding. */
static const double lost = 1e-13;

static double length(const double *v, rdg_index n)
{
    double sum = 0.0;
    for (rdg_index i = 0; i < n; i++) {
        sum = hypot(sum, v[i]);
    }
    return sum;
}

/* Twice is enough. */
double rdg_orthogonal(rdg_index n, rdg_index k, const double *Q, double *v, double *along)
{
    for (rdg_index j = 0; along && j < k; j++) {
        along[j] = 0.0;
    }
    for (int pass = 0; pass < 2; pass++) {
        for (rdg_index j = 0; j < k; j++) {
            const double product = rdg_dot(n, Q + n * j, v);
            for (rdg_index i = 0; i < n; i++) {
                v[i] -= product * Q[i + n * j];
            }
            if (along) {
                along[j] += product;
            }
        }
    }
    return length(v, n);
}

rdg_index rdg_orthonormal(rdg_index m, rdg_index n, rdg_index k, const double *B, const double *Q, double *A,
                          double *R, double *left)
{
    rdg_index kept = 0;
    for (rdg_index j = 0; j < k; j++) {
        double *v = A + m * kept;
        left[j] = 0.0;
        if (kept == m) {
            continue; /* there is space for no more */
        }
        for (rdg_index i = 0; i < m; i++) {
            v[i] = 0.0;
            for (rdg_index l = 0; l < n; l++) {
                v[i] += B[i + m * l] * Q[l + n * j];
            }
        }
        const double whole = length(v, m);
        const double rest = rdg_orthogonal(m, kept, A, v, R ? R + k * j : NULL);
        if (!(rest > lost * whole) || !(whole > lost * 1e-3)) {
            continue;
        }
        left[j] = rest;
        for (rdg_index i = 0; i < m; i++) {
            v[i] /= rest;
        }
        if (R) {
            R[kept + k * j] = rest;
        }
        kept++;
    }
    return kept;
}
