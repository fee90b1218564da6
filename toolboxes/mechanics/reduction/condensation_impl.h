/* Condensation from inside. */
#ifndef RDG_CONDENSATION_IMPL_H
#define RDG_CONDENSATION_IMPL_H

#include "condensation.h"
#include "elimination_impl.h"

/* A load on all degrees of freedom: what acts on the kept ones when the interior is at its static response,
 * and on the interior, in the elimination's own form. */
typedef struct rdg_condensed_load {
    double complex *kept;     /* [n_kept] */
    double complex *interior; /* [n - n_kept] */
} rdg_condensed_load;

/* The condensations of a travelling wave, one for each nodal diameter (condensation_wave.c). */
typedef struct rdg_wave_family rdg_wave_family;

/* What these do in place of the functions of a condensation. */
typedef struct rdg_wave_ops {
    void (*free)(rdg_wave_family *family);
    const char *(*method)(const rdg_condensation *c);
    int (*evaluate)(rdg_condensation *c, rdg_index k, double omega, double *const D[3]);
    rdg_index (*add_load)(rdg_condensation *c, const double *cosine, const double *sine);
    int (*evaluate_load)(rdg_condensation *c, rdg_index load, rdg_index k, double omega, double *const f[3]);
    int (*expand)(rdg_condensation *c, rdg_index k, double omega, const double *kept_cs, rdg_index n_loads,
                  const rdg_load_factor *loads, double *full_cs);
    void (*set_damping)(rdg_condensation *c, double mass_factor, double stiffness_factor);
    void (*set_loss)(rdg_condensation *c, double loss_factor);
} rdg_wave_ops;

struct rdg_condensation {
    rdg_context *ctx;
    rdg_index n, n_kept;
    rdg_index *place;  /* [n] number in the interior, or -1 - number among the kept */
    double *M, *C, *K; /* [n_kept * n_kept], static response of the interior included */
    double *G;         /* [n_kept * n_kept] gyroscopic, of C + omega G; NULL: there are no such forces */
    rdg_interior interior;
    rdg_elimination elimination; /* ops NULL: there is no interior */
    rdg_elimination *helper;     /* [n_helpers] the same for other threads */
    rdg_index n_helpers;
    bool loss_reported;       /* that rounding spoils the dynamic stiffness */
    double complex *kept, *x; /* [n_kept], [n - n_kept]: for expansion */
    rdg_index n_loads;
    rdg_condensed_load *load; /* [n_loads] */
    double complex *f;        /* [3 * n_kept], a load and its derivatives; NULL without loads */
    const rdg_wave_ops *wave; /* NULL: no travelling wave. Else these condense, and nothing else is made */
    rdg_wave_family *family;
};

/* Makes what a condensation needs, all but its sizes. */
typedef rdg_status rdg_condensation_builder(rdg_condensation *c, rdg_structure *s, const char *where,
                                            const rdg_index *kept, rdg_interior_method method);
rdg_condensation_builder rdg_condensation_build; /* of plain matrices */
rdg_condensation_builder rdg_wave_family_build;  /* condensation_wave.c */

/* One that belongs to the caller, not to the context; NULL after a failure, recorded. */
rdg_condensation *rdg_condensation_make(rdg_structure *s, const char *where, rdg_index n_kept,
                                        const rdg_index *kept, rdg_interior_method method,
                                        rdg_condensation_builder *build);
void rdg_condensation_destroy(void *condensation); /* such a one */

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

#endif
