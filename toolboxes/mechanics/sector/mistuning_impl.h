/* A mistuned wheel from inside: its tuned modes. */
#ifndef RDG_MISTUNING_IMPL_H
#define RDG_MISTUNING_IMPL_H

#include "mistuning.h"
#include "sector_impl.h"

typedef struct rdg_tuned_wheel {
    const rdg_sector *sector;
    rdg_index modes, n;       /* of a diameter; coordinates of the wheel */
    rdg_index n_contacts;     /* degrees of freedom of contacts, whose static shapes are added */
    const rdg_index *contact; /* [n_contacts] */
    rdg_index *diameter;      /* [n] of each column of V */
    bool *is_pair;            /* [n] first column of a pair A, B */
    double *square;           /* [n] omega^2 */
    double *V;                /* [s->n * n] */
    double *G;                /* [n * n] V' K_blade V */
    double *M, *K;            /* [n * n] */
    double *x;                /* [n] */
    rdg_index *dof;           /* [n] 0, 1, ... */
} rdg_tuned_wheel;

/* Allocate and compute V, G and what belongs to their columns; to be released in every case. */
rdg_status rdg_tuned_wheel_fill(rdg_tuned_wheel *w, const rdg_sparse *blade);
void rdg_tuned_wheel_release(rdg_tuned_wheel *w);

/* y = T_j' x, also in place: a row of the sector's columns V in the wheel's coordinates, for sector j. */
void rdg_tuned_wheel_turn(const rdg_tuned_wheel *w, rdg_index j, const double *x, rdg_index stride,
                          double *y);

/* static_shapes.c: Ritz vectors that the static shapes of some degrees of freedom add to the modes of a nodal
 * diameter, omega^2 = square [modes + count] and shapes [2 * s->n * (modes + count)] behind those of the
 * modes. */
rdg_status rdg_sector_static_shapes(const rdg_sector *sector, rdg_index diameter, rdg_index count,
                                    const rdg_index *dof, rdg_index modes, double *square, double *shapes,
                                    rdg_index *found);

/* blade_parameters.c: elements for what the blades' stiffnesses differ from the tuned one; b in s, of the
 * damping C = a M + b K. */
rdg_status rdg_add_blade_elements(const rdg_tuned_wheel *w, rdg_structure *made, double b,
                                  const double *deviation);

#endif
