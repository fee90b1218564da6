/* Inside of a least-squares fit: scaled parameters, singular values, one search. */
#ifndef RDG_LEAST_SQUARES_IMPL_H
#define RDG_LEAST_SQUARES_IMPL_H

#include "least_squares.h"

/* Scaled parameters x: ln p where the lower bound is positive, else (p - low)/(high - low). */
typedef struct fit_search {
    rdg_context *ctx;
    const rdg_fit_problem *problem;
    rdg_index n, m;
    bool held[RDG_FIT_MOST]; /* of a profile */
    double *memory;
    double *residual, *jacobian, *trial, *trial_jacobian, *U; /* [m], [m * n] scaled, likewise, [m * n] */
    double x[RDG_FIT_MOST], low[RDG_FIT_MOST], high[RDG_FIT_MOST];
    double chi2;
    double singular[RDG_FIT_MOST], V[RDG_FIT_MOST * RDG_FIT_MOST];
    bool fixed[RDG_FIT_MOST]; /* held, or at a bound and pressing */
    rdg_index iterations, evaluations;
    bool converged;
} fit_search;

/* fit_scale.c */
double rdg_fit_scaled(const rdg_fit_parameter *parameter, double p);
double rdg_fit_value(const rdg_fit_parameter *parameter, double x);
double rdg_fit_slope(const rdg_fit_parameter *parameter, double x); /* dp/dx */

/* fit_singular.c: A = U S V^T of A [m * n], S descending; U overwrites A. V [n * n] at i + RDG_FIT_MOST*j */
void rdg_fit_decompose(rdg_index m, rdg_index n, double *A, double *S, double *V);

/* fit_search.c */
rdg_status rdg_fit_begin(fit_search *s, rdg_context *ctx, const rdg_fit_problem *problem);
void rdg_fit_end(fit_search *s);
void rdg_fit_search(fit_search *s); /* from x */

/* fit_profile.c */
void rdg_fit_intervals(fit_search *s, rdg_fit_result *result);

#endif
