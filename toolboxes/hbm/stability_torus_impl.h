/* The equations of Neimark-Sacker points from inside. */
#ifndef RDG_STABILITY_TORUS_IMPL_H
#define RDG_STABILITY_TORUS_IMPL_H

#include "variation_impl.h"

#include <complex.h>
#include <lapacke.h>

typedef double _Complex rdg_torus_number;

enum { RDG_TORUS_PARTS = 6 };

typedef struct rdg_torus {
    rdg_variation variation;
    rdg_index size;
    double *scale;                  /* [size] diagonal of S */
    double *Delta0, *Delta1;        /* [size * size] */
    rdg_torus_number *A;            /* [(size + 1)^2] */
    rdg_torus_number *left, *right; /* [size * size] singular vectors */
    double *sigma, *real_work;      /* [size], [5 size] */
    rdg_torus_number *b, *c;        /* [size] borders */
    bool has_borders;
    rdg_torus_number *p, *w; /* [size + 1] */
    double *parts;           /* [RDG_TORUS_PARTS * size] */
    double *gradient;        /* [2 (m + 2)] */
    lapack_int *pivot;
    rdg_torus_number *work;
    lapack_int n_work;
} rdg_torus;

/* stability_torus.c. NULL after a failure recorded on the context. */
rdg_torus *rdg_torus_create(rdg_hbm *hb, const char *where);
void rdg_torus_free(void *data);

/* Callbacks: g (real, imaginary) of u = (Q, omega, kappa); data: rdg_torus. */
int rdg_torus_f(rdg_index n, const double *u, rdg_index m, double *y, void *data);
int rdg_torus_df(rdg_index n, const double *u, rdg_index m, double *values, void *data);

#endif
