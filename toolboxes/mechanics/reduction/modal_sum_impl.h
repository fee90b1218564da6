/* Sums over modes of an interior, or over few vectors in their place (elimination_modal.c has the formulas).
 */
#ifndef RDG_MODAL_SUM_IMPL_H
#define RDG_MODAL_SUM_IMPL_H

#include "interior_impl.h"

#include <math.h>

typedef struct rdg_modal_sum {
    rdg_index n, n_kept;
    double a, b;            /* C = a M + b K */
    double loss;            /* g of K (1 + i g), where w > 0 */
    double *mu;             /* [n] */
    double *L;              /* [n * n_kept] */
    double (*factor)[3][2]; /* [n] real and imaginary part of f, f', f'' */
} rdg_modal_sum;

/* p and m with their derivatives in omega */
typedef struct rdg_modal_coefficients {
    double complex p, p1;
    double complex m, m1;
    double m2;
} rdg_modal_coefficients;

/* 1/d_j, or false where d_j is rounding error */
static inline bool rdg_modal_invert(const rdg_modal_coefficients *z, double mu, double complex *inverse)
{
    const double complex d = z->p - mu * z->m;
    const double size = fabs(creal(d)) + fabs(cimag(d));
    const double terms =
        fabs(creal(z->p)) + fabs(cimag(z->p)) + fabs(mu) * (fabs(creal(z->m)) + fabs(cimag(z->m)));
    *inverse = rdg_reciprocal(d);
    return size > RDG_SINGULAR * terms && size < HUGE_VAL;
}

rdg_modal_coefficients rdg_modal_coefficients_at(const rdg_modal_sum *self, double k, double omega);

/* f = a/d,  f' = (a' - f d')/d,  f'' = (a'' - 2 f' d' - f d'')/d for a numerator a with its derivatives. > 0:
 * a d vanishes. */
int rdg_modal_find_factors(rdg_modal_sum *self, const rdg_modal_coefficients *at, const double complex a[3]);

/* As rdg_elimination_ops.reduce. */
int rdg_modal_reduce(rdg_modal_sum *self, double k, double omega, double *D, double *D1, double *D2);

#endif
