/* What a linearisation of a harmonic balance costs by each solver, from its sizes alone: nanoseconds of a
 * processor for the matrix, its factors where there are some, and two solutions. Only their ratios count. */
#ifndef RDG_SOLVER_COSTS_IMPL_H
#define RDG_SOLVER_COSTS_IMPL_H

#include <ridgewalk/sparse.h>
#include <ridgewalk/status.h>

#include <stdbool.h>

/* Sizes of a harmonic balance. All is borrowed. */
typedef struct rdg_solver_sizes {
    rdg_index n;                /* degrees of freedom */
    rdg_index kept;             /* of them, where others are condensed */
    rdg_index harmonics;        /* the static part is one */
    rdg_index coefficients;     /* 2 a harmonic, 1 of the static part */
    bool proportional;          /* damping */
    const rdg_pattern *coupled; /* [n n] of the structure's matrices and the elements' couplings; NULL: as
                                   good as full */
    const bool *of_element;     /* [n] an element acts there, and couples all coefficients */
} rdg_solver_sizes;

typedef struct rdg_solver_costs {
    double dense, whole, spectral; /* ns */
} rdg_solver_costs;

/* Matrices with more entries than this share are factored as full ones. */
bool rdg_is_as_good_as_full(rdg_index n, rdg_index entries);

/* RDG_ERR_NO_MEMORY, or RDG_OK. */
rdg_status rdg_solver_costs_find(rdg_context *ctx, const rdg_solver_sizes *of, rdg_solver_costs *costs);

/* Does a solver take so much less time than factors of the condensed matrix that other unknowns are worth it?
 * The spectral one: also than sparse factors. */
bool rdg_solver_whole_pays(const rdg_solver_costs *costs);
bool rdg_solver_spectral_pays(const rdg_solver_costs *costs);

#endif
