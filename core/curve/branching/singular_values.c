/* Singular values of a small full matrix by Jacobi's rotations from one side (Demmel and Veselic, SIAM J.
 * Matrix Anal. Appl. 13, 1992): pairs of columns are rotated until all are orthogonal; their lengths are the
 * singular values, small ones with all their digits. */
#include "singular_values_impl.h"
#include "toolbox.h"

#include <float.h>
#include <math.h>

/* Two or three are left after the first five, however the matrix is scaled. */
enum { MOST_SWEEPS = 40 };

static double product(rdg_index n, const double *a, const double *b)
{
    double sum = 0.0;
    for (rdg_index i = 0; i < n; i++) {
        sum += a[i] * b[i];
    }
    return sum;
}

/* Rotate columns a and b so that they are orthogonal. Returns whether they were not. */
static bool rotate(rdg_index n, double *a, double *b)
{
    const double aa = product(n, a, a), bb = product(n, b, b), ab = product(n, a, b);
    if (aa == 0.0 || bb == 0.0 || !isgreater(fabs(ab), DBL_EPSILON * sqrt(aa) * sqrt(bb))) {
        return false;
    }
    const double zeta = (bb - aa) / (2.0 * ab);
    const double tangent = copysign(1.0, zeta) / (fabs(zeta) + hypot(1.0, zeta));
    const double cosine = 1.0 / hypot(1.0, tangent);
    for (rdg_index i = 0; i < n; i++) {
        const double kept = a[i];
        a[i] = cosine * (kept - tangent * b[i]);
        b[i] = cosine * (tangent * kept + b[i]);
    }
    return true;
}

static bool sweep(rdg_index n, double *a)
{
    bool rotated = false;
    for (rdg_index i = 0; i < n; i++) {
        for (rdg_index j = i + 1; j < n; j++) {
            rotated |= rotate(n, a + n * i, a + n * j);
        }
    }
    return rotated;
}

void rdg_singular_values(rdg_index n, double *a, double *value)
{
    double largest = 0.0;
    for (rdg_index i = 0; i < n * n; i++) {
        largest = rdg_larger(largest, fabs(a[i]));
    }
    /* squares of what is scaled so neither overflow nor vanish */
    const double scale = isgreater(largest, 0.0) && isless(largest, INFINITY) ? largest : 1.0;
    for (rdg_index i = 0; i < n * n; i++) {
        a[i] /= scale;
    }
    for (int k = 0; k < MOST_SWEEPS && sweep(n, a); k++) {
    }
    for (rdg_index j = 0; j < n; j++) {
        const double length = scale * sqrt(product(n, a + n * j, a + n * j));
        rdg_index place = j;
        for (; place > 0 && isgreater(length, value[place - 1]); place--) {
            value[place] = value[place - 1];
        }
        value[place] = length;
    }
}
