/* The equations of points with an exponent i kappa from inside. */
#ifndef RDG_STABILITY_CRITICAL_IMPL_H
#define RDG_STABILITY_CRITICAL_IMPL_H

#include "variation_impl.h"

#include <complex.h>
#include <lapacke.h>

typedef double _Complex rdg_critical_number;

enum { RDG_CRITICAL_PARTS = 6 };

typedef struct rdg_critical {
    rdg_variation variation;
    rdg_index size;
    double *scale;                     /* [size] diagonal of S */
    double *Delta0, *Delta1, *Delta2;  /* [size * size], scaled */
    rdg_critical_number *A;            /* [(size + 1)^2] */
    rdg_critical_number *left, *right; /* [size * size] singular vectors */
    double *sigma, *real_work;         /* [size], [5 size] */
    double *b, *c;                     /* [size] borders, real */
    bool has_borders;
    rdg_critical_number *p, *w;           /* [size + 1] */
    rdg_critical_number *p_rate, *w_rate; /* [size + 1] their derivatives by kappa */
    double *parts;                        /* [RDG_CRITICAL_PARTS * size] */
    double *gradient;                     /* [2 (m + 1)] */
    lapack_int *pivot;
    rdg_critical_number *work;
    lapack_int n_work;
} rdg_critical;

/* stability_critical.c. NULL after a failure recorded on the context. */
rdg_critical *rdg_critical_create(rdg_hbm *hb, const char *where);
void rdg_critical_free(void *data);

/* Callbacks: E and O, g = E + i kappa O, of u = (Q, omega, kappa); data: rdg_critical. */
int rdg_critical_f(rdg_index n, const double *u, rdg_index m, double *y, void *data);
int rdg_critical_df(rdg_index n, const double *u, rdg_index m, double *values, void *data);
/* as rdg_hbm_by_numbers, after rdg_critical_df() at the same u */
int rdg_critical_by_numbers(const double *u, rdg_index m, const rdg_hbm_released *released, double *values,
                            void *data);

#endif
