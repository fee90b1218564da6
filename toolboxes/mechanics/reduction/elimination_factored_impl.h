/* Elimination of the interior with factors of Z_ii at each frequency, from inside. */
#ifndef RDG_ELIMINATION_FACTORED_IMPL_H
#define RDG_ELIMINATION_FACTORED_IMPL_H

#include "elimination_impl.h"

#include <math.h>

typedef struct rdg_factored {
    const rdg_interior *in;
    rdg_interior_lu lu;
    double w; /* frequency of the factors */
    bool has_factors;
    double complex *Z, *G, *N, *P, *W; /* [n * n_kept] each */
    double complex *sum;               /* [n_kept * n_kept] */
    double complex *y;                 /* [4 * n], the response to a load */
} rdg_factored;

/* Factors at a frequency, if they are not those at hand. */
int rdg_factored_at(rdg_factored *self, double w);

/* to = Z_ib at a frequency */
void rdg_factored_couple(const rdg_factored *self, double w, double complex *to);

/* to = m M_ib + i c C_ib */
void rdg_factored_combine(const rdg_factored *self, double m, double c, double complex *to);

/* rdg_elimination_ops.reduce */
int rdg_factored_reduce(void *self, double k, double omega, double *D, double *D1, double *D2);

static inline bool rdg_all_finite(rdg_index n, const double complex *x)
{
    for (rdg_index i = 0; i < n; i++) {
        if (!isfinite(creal(x[i])) || !isfinite(cimag(x[i]))) {
            return false;
        }
    }
    return true;
}

#endif
