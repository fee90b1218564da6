/* The ways to eliminate the interior. */
#ifndef RDG_ELIMINATION_IMPL_H
#define RDG_ELIMINATION_IMPL_H

#include "interior_impl.h"

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

    /* The loss factor is that which the interior has by then, from now on. */
    void (*set_loss)(void *self, double loss);

    void (*free_self)(void *self);

    /* One more for another thread, which may use this one's constants; NULL, or *other NULL: it would not
     * pay. */
    rdg_status (*duplicate)(rdg_context *ctx, const char *where, const void *self, void **other);
} rdg_elimination_ops;

typedef struct rdg_elimination {
    const rdg_elimination_ops *ops;
    void *self;
} rdg_elimination;

/* By factors at each frequency: any damping. `in` is borrowed; lu->self is taken over on success. */
rdg_status rdg_elimination_factored(rdg_context *ctx, const rdg_interior *in, const rdg_interior_lu *lu,
                                    rdg_elimination *elimination);

/* By interior modes, for C = mass_factor M + stiffness_factor K. ops stays NULL if K_ii is not positive
 * definite: then there is no such basis. `in` must have its static shape. */
rdg_status rdg_elimination_modal(rdg_context *ctx, const char *where, const rdg_interior *in,
                                 double mass_factor, double stiffness_factor, rdg_elimination *elimination);

/* Over the factors that *elimination has: few vectors for the stiffness at all frequencies, for the same
 * damping. Nothing changes if K_ii is not positive definite. `in` must have its static shape. */
rdg_status rdg_elimination_krylov(rdg_context *ctx, const char *where, const rdg_interior *in,
                                  double mass_factor, double stiffness_factor, rdg_elimination *elimination);

#endif
