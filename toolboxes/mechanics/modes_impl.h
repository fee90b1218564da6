/* The two ways to linear modes. */
#ifndef RDG_MODES_IMPL_H
#define RDG_MODES_IMPL_H

#include "modes.h"

#include <stdbool.h>

/* Lowest modes of a large sparse structure; arguments as of rdg_structure_modes(), checked. *exhausted: M has
 * hardly more than `count` vectors with any mass, which is not for this way. */
rdg_status rdg_modes_sparse(rdg_structure *s, const char *where, rdg_index n_springs,
                            const rdg_ground_spring *springs, rdg_index count, double *omega, double *shapes,
                            bool *exhausted);

/* Where a ground spring sits; fails for an unknown name and a stiffness that is not finite. */
rdg_status rdg_ground_spring_terms(rdg_structure *s, const char *where, const rdg_ground_spring *spring,
                                   rdg_index *n, const rdg_index **dof, const double **weight);

#endif
