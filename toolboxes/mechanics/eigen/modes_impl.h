/* The two ways to linear modes. */
#ifndef RDG_MODES_IMPL_H
#define RDG_MODES_IMPL_H

#include "modes.h"

#include <float.h>
#include <stdbool.h>

/* K x = lambda M x of a structure with springs, or with some degrees of freedom held. */
typedef struct rdg_modes_problem {
    rdg_structure *s;
    const char *where;
    rdg_index n;            /* free degrees of freedom */
    const rdg_index *place; /* [size of s] number of each free one, ascending; -1: held. NULL: all are free */
    rdg_index n_springs;    /* 0 where some are held */
    const rdg_ground_spring *springs;
    struct rdg_shifted *shared; /* factors of this problem; NULL: none yet */
} rdg_modes_problem;

/* The number of a degree of freedom of the structure among the free ones, -1: held. */
static inline rdg_index rdg_modes_place(const rdg_modes_problem *p, rdg_index dof)
{
    return p->place ? p->place[dof] : dof;
}

/* Lowest modes by the way that suits; checks what depends on the caller. */
rdg_status rdg_modes_find(const rdg_modes_problem *p, rdg_index count, double *omega, double *shapes);

/* The lowest modes, found by the inverse of K + shift M. */
typedef struct rdg_modes_rung {
    double shift;   /* where to sample, >= 0 */
    bool definite;  /* K + shift M is clearly positive definite; if not, the rest holds nothing */
    bool exhausted; /* M has hardly more than `count` vectors with any mass, which is not for this way */
    double lowest;  /* eigenvalue, as far as this shift can report */
    double *lambda; /* [count] ascending; INFINITY: too far above the shift to be reported from no mass */
    double *shapes; /* [n * count] x^T M x = 1; NULL: not requested */
} rdg_modes_rung;

/* What lies so many times further from the shift than the lowest eigenvalue is lost in rounding errors. */
#define RDG_MODES_REACH (1.0 / (16 * DBL_EPSILON))

typedef rdg_status rdg_modes_solve_fn(const rdg_modes_problem *p, rdg_index count, rdg_modes_rung *r);

rdg_modes_solve_fn rdg_modes_dense;  /* for small structures, or many modes */
rdg_modes_solve_fn rdg_modes_sparse; /* few modes of a large structure */

/* Where a ground spring sits; fails for an unknown name and a stiffness that is not finite. */
rdg_status rdg_ground_spring_terms(rdg_structure *s, const char *where, const rdg_ground_spring *spring,
                                   rdg_index *n, const rdg_index **dof, const double **weight);

#endif
