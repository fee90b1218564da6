/* Hill's method from inside. */
#ifndef RDG_STABILITY_IMPL_H
#define RDG_STABILITY_IMPL_H

#include "clones_impl.h"
#include "hbm_impl.h"
#include "watch_impl.h"

#include <ridgewalk/objects.h>

typedef struct rdg_hill rdg_hill;
typedef struct rdg_wave_hill rdg_wave_hill; /* wave_hill_impl.h */

/* A candidate: an eigenvalue of Hill's matrix in units of omega; of its eigenvector the weighted mean
 * harmonic, and the shares (of 1) of the highest harmonic and of harmonics that the solution does not keep.
 */
typedef struct rdg_hill_candidate {
    double re, im, mean, tail, outside;
    rdg_index vector; /* its column, or the first one of its pair, among those of all parts */
    rdg_index turn;   /* of a wave: m of wave_exponents.h */
} rdg_hill_candidate;

/* stability_blocks.c. Sets of the n coefficients that small motions do not couple: part k has the members
 * start[k] .. start[k + 1] - 1.
 */
typedef struct rdg_hill_parts {
    rdg_index n, count;
    rdg_index *start, *member; /* [n + 1], [n] */
    bool *found, *coupled;     /* [n], [n * n] */
    double *largest;           /* [2 * n] of rows, of columns */
} rdg_hill_parts;

rdg_status rdg_hill_parts_init(rdg_context *ctx, rdg_hill_parts *parts, rdg_index n);
void rdg_hill_parts_release(rdg_hill_parts *parts);

/* Of p'' = A0 p + A1 p', [n * n] each. */
void rdg_hill_find_parts(rdg_hill_parts *parts, const double *A0, const double *A1);

/* stability_hill.c. Hill's matrix of a harmonic balance, made when it is first requested; NULL after a
 * failure.
 */
rdg_hill *rdg_hill_of(rdg_hbm *hb, const char *where);

/* The exponents at a solution, 1/s, [2 * structure size], by falling real part: borrowed until the next call.
 * Returns as callbacks do. */
int rdg_hill_exponents(rdg_hill *hill, const double *Q, double omega, const rdg_hill_candidate **exponents);

/* The element that makes the exponents of a solution an estimate, or NULL. */
const rdg_hbm_element *rdg_hill_estimate(rdg_hill *hill, const double *Q);

/* The element that wedges at the solution of the last exponents (stability_drag.c), and the growth of a push
 * in a period, > 1; or NULL. */
const rdg_hbm_element *rdg_hill_wedge(const rdg_hill *hill, double *growth);

/* Whether an exponent, in 1/s, belongs to a multiplier < 0, as far as the harmonics let that be known. */
bool rdg_hill_doubles(const rdg_hill_candidate *exponent, double omega);

/* The columns of the monitor: "<name>", "<name>.frequency", ... The last one is a wave's. */
enum {
    RDG_GROWTH,
    RDG_FREQUENCY,
    RDG_ESTIMATE,
    RDG_TAIL,
    RDG_OUTSIDE,
    RDG_EXPONENT,
    RDG_DIAMETER,
    RDG_STABILITY_COLUMNS
};
enum { RDG_STABILITY_NAME = 200 };

typedef struct rdg_stability_monitor {
    rdg_hbm *hb;
    rdg_hill *hill; /* or, of a wave, */
    rdg_wave_hill *wave;
    char name[RDG_STABILITY_NAME];
    bool said_estimate, said_tail, said_wedge; /* is stated once, when it first comes up */
    rdg_index first, omega; /* place of the first column among the parameters; of omega in u */
} rdg_stability_monitor;

/* stability.c: rdg_hbm_add_stability() for a public function; the monitor is the problem's. */
rdg_stability_monitor *rdg_stability_add(rdg_hbm *hb, rdg_problem *problem, const char *name,
                                         const char *where);

/* stability_sort.c: bring the count physical ones of n candidates to the front, by falling real part. */
void rdg_hill_sort(rdg_index n, rdg_hill_candidate *candidate, rdg_index count);

/* By |mean|, the most symmetric first. */
void rdg_hill_sort_by_mean(rdg_index n, rdg_hill_candidate *candidate);

#endif
