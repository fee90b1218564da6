/* Hill's matrices of a travelling wave from inside. */
#ifndef RDG_WAVE_HILL_IMPL_H
#define RDG_WAVE_HILL_IMPL_H

#include "clones_impl.h"
#include "hbm_impl.h"
#include "stability_impl.h"

#include <complex.h>
#include <lapacke.h>

typedef double _Complex rdg_wave_number;

struct rdg_wave_hill {
    rdg_hbm *hb;
    rdg_hbm_clones clones;
    rdg_index n, top, nc, half; /* degrees of freedom; H; 2 H + 1; n nc */
    rdg_index sectors, order;
    double omega;
    double *mass;                     /* [n] diagonal of M */
    rdg_wave_number *factors;         /* [n * n * sectors] of M at each phase 2 pi k / N, and */
    lapack_int *pivot;                /* [n * sectors] */
    double *part, *z, *Fz, *Fv;       /* [6 entries], element: [N], [N * N] both */
    rdg_wave_number *turn;            /* [nc] exp(-i theta_h) */
    rdg_wave_number *D0, *D1;         /* [half^2], then -M^-1 D0 / omega^2, -M^-1 D1 / omega */
    double *size0, *size1;            /* [half^2] their moduli, in which parts are found */
    rdg_wave_number *A, *w, *vectors; /* [(2 half)^2], [2 half], as A, of a part */
    rdg_wave_number *E;               /* [nc * nc] of an element between two of its displacements */
    rdg_hill_parts parts;
    rdg_wave_number *work; /* [n_work] */
    double *real_work;     /* [4 half] */
    lapack_int n_work;
    rdg_index *taken;              /* [sectors] exponents that an m has */
    rdg_hill_candidate *candidate; /* [2 half * sectors] */
};

/* wave_matrices.c: D0 and D1, divided by the mass, of disturbances of one m. Returns as callbacks do. */
int rdg_wave_put_matrices(rdg_wave_hill *hill, const double *Q, double omega, rdg_index m);

/* The mass at each phase; RDG_ERR_SINGULAR. */
rdg_status rdg_wave_factor_mass(rdg_wave_hill *hill, const char *where);

/* Which of the phases 2 pi k / N harmonic h has. */
rdg_index rdg_wave_phase(const rdg_wave_hill *hill, rdg_index h, rdg_index m);

/* wave_hill.c. Made when it is first requested; NULL after a failure. */
rdg_wave_hill *rdg_wave_hill_of(rdg_hbm *hb, const char *where);

/* The exponents of disturbances of one m, 1/s, [2 * structure size], by falling real part: borrowed until the
 * next call. Returns as callbacks do. */
int rdg_wave_hill_exponents(rdg_wave_hill *hill, const double *Q, double omega, rdg_index m,
                            const rdg_hill_candidate **exponents);

/* The least stable one of all m, with im >= 0. */
int rdg_wave_hill_greatest(rdg_wave_hill *hill, const double *Q, double omega, rdg_hill_candidate *greatest);

/* As rdg_hill_estimate(). */
const rdg_hbm_element *rdg_wave_hill_estimate(rdg_wave_hill *hill, const double *Q);

#endif
