/* Small motions y(t) = exp(s t) p(t) about a solution, p of the period of the solution or of twice as much:
 *
 *     Delta(s) P = [Delta2 s^2 + Delta1 s + Delta0] P = 0
 *
 * in the real basis 1, cos k tau, sin k tau. With nu = omega / periods, nabla = d/dtau, and F_z, F_v the
 * elements' derivatives by displacements (which have the part F_v nu nabla already) and by velocities,
 *
 *     Delta2 = M,   Delta1 = 2 nu M nabla + C + F_v,   Delta0 = nu^2 M nabla^2 + nu C nabla + K + F_z.
 *
 * All degrees of freedom of the structure take part. */
#ifndef RDG_VARIATION_IMPL_H
#define RDG_VARIATION_IMPL_H

#include "clones_impl.h"
#include "hbm_impl.h"

typedef struct rdg_variation {
    rdg_hbm *hb;
    rdg_hbm_clones clones;
    rdg_index *place; /* [coefficients] of each of an instance's in P, in blocks of n; -1: p has none */
    rdg_index n, count, size;                      /* degrees of freedom; coefficients of p; n * count */
    double *M, *C, *K;                             /* [n * n], column-major */
    double damping[2];                             /* C = damping[0] M + damping[1] K, where it varies */
    double *z, *lambda, *direction, *rate, *slope; /* [N], slope [N + 1] for the largest element */
    double *Fz, *Fv, *H;                           /* [N (N + 1)], [N^2], [(N + 1)^2] */
} rdg_variation;

/* Which coefficients p has. */
typedef enum rdg_variation_kind {
    RDG_SAME_PERIOD,  /* the harmonics 0 .. H of the solution's period */
    RDG_DOUBLE_PERIOD /* the odd harmonics 1 .. 2 H + 1 of twice the period: p changes its sign after a period
                       */
} rdg_variation_kind;

/* variation.c. The harmonic balance must be closed; a failure is recorded on its context. */
rdg_status rdg_variation_init(rdg_variation *v, rdg_hbm *hb, rdg_variation_kind kind);
void rdg_variation_release(rdg_variation *v);

/* 1 / sqrt(diagonal of M) for each entry of p, [size]: what brings Delta / omega^2 to numbers near 1. NULL
 * after a failure (a degree of freedom without mass). To be freed. */
double *rdg_variation_scale(const rdg_variation *v, const char *where);

/* Derivative in tau of coefficient c, harmonic k: the coefficient that it goes to, and the factor k or -k. */
rdg_index rdg_variation_partner(rdg_index c, double *factor);

/* Delta0 and Delta1, which may be NULL, [size * size], column-major. Returns as callbacks do. */
int rdg_variation_matrices(rdg_variation *v, const double *Q, double omega, double *Delta0, double *Delta1);

/* Whether all that elements answer holds for small motions of any frequency; else the first one that
 * stores its past, or NULL. */
const rdg_hbm_element *rdg_hbm_estimate(const rdg_hbm_clones *clones, const double *Q);

/* variation_slope.c: gradient += factor * d/d(Q, omega) of w^T (Delta0 p + Delta1 r), [m + 1]; w, p and r:
 * [size], r may be NULL. Returns as callbacks do. */
int rdg_variation_slope(rdg_variation *v, const double *Q, double omega, double factor, const double *w,
                        const double *p, const double *r, double *gradient);

/* variation_numbers.c: values[stride k] += factor * d/dp_k of it, for each of the numbers that are released
 * and in use. Force laws whose forces know velocities are differentiated by differences there. Returns as
 * callbacks do. */
int rdg_variation_by_numbers(rdg_variation *v, const double *Q, double omega, double factor, const double *w,
                             const double *p, const double *r, const rdg_hbm_released *released,
                             rdg_index stride, double *values);

/* For these two files: the coefficients of an element's displacements in a small motion x, [size]; zeros for
 * NULL. lambda^T F_v rate at v->z and nu; *is_zero is false after a force that knows velocities. a^T A b, A
 * [n * n]. */
void rdg_variation_gather(const rdg_variation *v, const rdg_hbm_element *e, const double *x, double *z);
int rdg_variation_damping(rdg_variation *v, rdg_index i, double nu, double *value, bool *is_zero);
double rdg_variation_form(rdg_index n, const double *a, const double *A, const double *b);

#endif
