/* Condensation from inside: the interior, and the ways to eliminate it. */
#ifndef RDG_CONDENSATION_IMPL_H
#define RDG_CONDENSATION_IMPL_H

#include "condensation.h"

#include <complex.h>
#include <float.h>
#include <stdbool.h>

/* A pivot or modal denominator below this part of its like is rounding error: the interior is singular. */
#define RDG_SINGULAR (16 * DBL_EPSILON)

/* re + i im. C11's CMPLX is missing where clang meets glibc, and "im * I" costs a multiplication by zero. */
static inline double complex rdg_complex(double re, double im)
{
    const union {
        double part[2];
        double complex z;
    } u = {.part = {re, im}};
    return u.z;
}

/* The interior in its own coordinates x:  q_i = scale (shape q_b + x).
 *
 * scale are powers of two (no rounding) that bring the diagonal of K near 1, so that a pivot can be judged
 * without its unit. shape = -K_ii^-1 K_ib, the static response, takes K_ib out of the coupling (Craig and
 * Bampton 1968): the large static part of D is then computed once and exactly, and what depends on frequency
 * no longer cancels against it. */
typedef struct rdg_interior {
    rdg_index n;
    rdg_index n_kept;
    rdg_index *start, *row;  /* pattern of the interior block, [n + 1], [start[n]] */
    double *M, *C, *K;       /* [start[n]] */
    double *Mib, *Cib, *Kib; /* coupling, [n * n_kept], column-major */
    double *scale;           /* [n] */
    double *shape;           /* [n * n_kept]; zeros if K_ii is singular, then Kib stays */
    bool has_shape;          /* Kib is zero */
} rdg_interior;

/* A way to eliminate the interior. */
typedef struct rdg_elimination_ops {
    const char *(*name)(const void *self);

    /* Take Z_bi Z_ii^-1 Z_ib and its derivatives in omega off D, D1, D2 (each may be NULL) for harmonic k.
     * Returns as rdg_condensation_evaluate(). */
    int (*reduce)(void *self, double k, double omega, double *D, double *D1, double *D2);

    /* x = Z_ii^-1 (x - Z_ib q_b) for one complex q_b, [n_kept]: x, [n], is a load in this way's own form on
     * entry and the interior's motion on exit. */
    int (*respond)(void *self, double k, double omega, const double complex *kept, double complex *x);

    /* Bring a load, [n], into this way's own form, in place; NULL: as it is. */
    void (*prepare_load)(const void *self, double complex *load);

    /* Take Z_bi Z_ii^-1 load and its derivatives in omega off f, f1, f2, [n_kept] each. */
    int (*reduce_load)(void *self, double k, double omega, const double complex *load,
                       double complex *const f[3]);

    /* The interior's damping is a M + b K from now on, with the matrices C that the interior has by then. */
    void (*set_damping)(void *self, double a, double b);

    void (*free_self)(void *self);
} rdg_elimination_ops;

/* LU factors of Z_ii = K - w^2 M + i w C. */
typedef struct rdg_interior_lu_ops {
    const char *name;
    rdg_status (*create)(rdg_context *ctx, const char *where, const rdg_interior *in, void **self);
    int (*factor)(void *self, double w);                            /* > 0: singular; < 0: no memory */
    int (*solve)(void *self, rdg_index columns, double complex *x); /* in place, [n * columns] */
    void (*free_self)(void *self);
} rdg_interior_lu_ops;

extern const rdg_interior_lu_ops rdg_interior_dense;
extern const rdg_interior_lu_ops rdg_interior_sparse;
extern const rdg_interior_lu_ops rdg_interior_chain; /* sparse, where it fills in little */

bool rdg_interior_fills_in_little(const rdg_interior *in);

typedef struct rdg_interior_lu {
    const rdg_interior_lu_ops *ops;
    void *self;
} rdg_interior_lu;

typedef struct rdg_elimination {
    const rdg_elimination_ops *ops;
    void *self;
} rdg_elimination;

/* A load on all degrees of freedom: what acts on the kept ones when the interior is at its static response,
 * and on the interior, in the elimination's own form. */
typedef struct rdg_condensed_load {
    double complex *kept;     /* [n_kept] */
    double complex *interior; /* [n - n_kept] */
} rdg_condensed_load;

struct rdg_condensation {
    rdg_context *ctx;
    rdg_index n, n_kept;
    rdg_index *place;  /* [n] number in the interior, or -1 - number among the kept */
    double *M, *C, *K; /* [n_kept * n_kept], static response of the interior included */
    rdg_interior interior;
    rdg_elimination elimination; /* ops NULL: there is no interior */
    double complex *kept, *x;    /* [n_kept], [n - n_kept]: for expansion */
    rdg_index n_loads;
    rdg_condensed_load *load; /* [n_loads] */
    double complex *f;        /* [3 * n_kept], a load and its derivatives; NULL without loads */
};

/* Whether the interior answers at a harmonic: the static split leaves nothing to it at rest. */
static inline bool rdg_interior_moves(const rdg_condensation *c, rdg_index k)
{
    return c->elimination.ops && (k > 0 || !c->interior.has_shape);
}

/* Whether all these loads are there. */
static inline bool rdg_condensation_has_loads(const rdg_condensation *c, rdg_index n,
                                              const rdg_load_factor *loads)
{
    for (rdg_index l = 0; l < n; l++) {
        if (!loads || loads[l].load < 0 || loads[l].load >= c->n_loads) {
            return false;
        }
    }
    return true;
}

/* By factors at each frequency: any damping. `in` is borrowed; lu->self is taken over on success. */
rdg_status rdg_elimination_factored(rdg_context *ctx, const rdg_interior *in, const rdg_interior_lu *lu,
                                    rdg_elimination *elimination);

/* By interior modes, for C = mass_factor M + stiffness_factor K. ops stays NULL if K_ii is not positive
 * definite: then there is no such basis. `in` must have its static shape. */
rdg_status rdg_elimination_modal(rdg_context *ctx, const char *where, const rdg_interior *in,
                                 double mass_factor, double stiffness_factor, rdg_elimination *elimination);

/* Split off the static response: fills in->shape, changes the coupling blocks and the kept blocks M, C, K.
 * Does nothing if K_ii is singular. */
rdg_status rdg_interior_split_static(rdg_context *ctx, const char *where, rdg_interior *in,
                                     const rdg_interior_lu *lu, double *M, double *C, double *K);

/* The interior of a structure: place[dof] is its number in the interior, or -1 - its number among the kept.
 * Fills the kept blocks M, C, K, each [n_kept * n_kept], too. */
rdg_status rdg_interior_extract(rdg_context *ctx, const rdg_structure *s, const rdg_index *place,
                                rdg_interior *in, double *M, double *C, double *K);

void rdg_interior_clear(rdg_interior *in);

/* Z_ii's entries in the order of the interior's pattern. */
static inline double complex rdg_interior_entry(const rdg_interior *in, rdg_index e, double w)
{
    return rdg_complex(in->K[e] - w * w * in->M[e], w * in->C[e]);
}

#endif
