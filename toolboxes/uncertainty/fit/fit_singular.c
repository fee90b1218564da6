/* Singular values by one-sided Jacobi rotations: small ones to full relative accuracy (Demmel and Veselic,
 * 1992), so that directions that the data do not determine stand out. */
#include "least_squares_impl.h"

#include <ridgewalk/vectors.h>

#include <math.h>

enum { SWEEPS = 60 };
/* Cosine of the angle between columns that counts as a right angle. */
#define RIGHT 1e-15

static void rotate(rdg_index m, double c, double s, double *a, double *b)
{
    for (rdg_index i = 0; i < m; i++) {
        const double old = a[i];
        a[i] = c * old - s * b[i];
        b[i] = s * old + c * b[i];
    }
}

/* Make columns p and q orthogonal; false: they are. */
static bool turn(rdg_index m, rdg_index n, double *a, double *b, double *va, double *vb)
{
    const double aa = rdg_dot(m, a, a);
    const double bb = rdg_dot(m, b, b);
    const double ab = rdg_dot(m, a, b);
    if (fabs(ab) <= RIGHT * sqrt(aa * bb)) {
        return false;
    }
    const double zeta = (bb - aa) / (2.0 * ab);
    const double t = copysign(1.0, zeta) / (fabs(zeta) + hypot(1.0, zeta));
    const double c = 1.0 / hypot(1.0, t);
    rotate(m, c, c * t, a, b);
    rotate(n, c, c * t, va, vb);
    return true;
}

static void swap(rdg_index m, double *a, double *b)
{
    for (rdg_index i = 0; i < m; i++) {
        const double old = a[i];
        a[i] = b[i];
        b[i] = old;
    }
}

void rdg_fit_decompose(rdg_index m, rdg_index n, double *A, double *S, double *V)
{
    for (rdg_index i = 0; i < n; i++) {
        for (rdg_index j = 0; j < n; j++) {
            V[i + RDG_FIT_MOST * j] = i == j;
        }
    }
    bool turned = true;
    for (int sweep = 0; turned && sweep < SWEEPS; sweep++) {
        turned = false;
        for (rdg_index p = 0; p < n; p++) {
            for (rdg_index q = p + 1; q < n; q++) {
                turned |= turn(m, n, A + m * p, A + m * q, V + RDG_FIT_MOST * p, V + RDG_FIT_MOST * q);
            }
        }
    }
    for (rdg_index k = 0; k < n; k++) {
        S[k] = rdg_norm(m, A + m * k);
    }
    for (rdg_index k = 0; k < n; k++) {
        rdg_index greatest = k;
        for (rdg_index l = k + 1; l < n; l++) {
            greatest = S[l] > S[greatest] ? l : greatest;
        }
        if (greatest != k) {
            swap(m, A + m * k, A + m * greatest);
            swap(n, V + RDG_FIT_MOST * k, V + RDG_FIT_MOST * greatest);
            swap(1, S + k, S + greatest);
        }
        for (rdg_index i = 0; S[k] > 0.0 && i < m; i++) {
            A[i + m * k] /= S[k];
        }
    }
}
