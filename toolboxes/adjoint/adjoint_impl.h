/* Inside of the adjoint extension. */
#ifndef RDG_ADJOINT_IMPL_H
#define RDG_ADJOINT_IMPL_H

#include "adjoint.h"

#include <ridgewalk/assembly.h>

struct rdg_adjoint {
    rdg_problem *problem;
    rdg_assembly *assembly;                /* of the problem before the extension */
    rdg_index n, m, zero_rows;             /* variables u; rows, those of zero functions first */
    rdg_index objective;                   /* row of the objective */
    const rdg_pattern *jacobian, *hessian; /* of the assembly */
    double *jacobian_values, *hessian_values;
    rdg_pattern *pattern; /* of the derivative, n rows, n + m columns */
    rdg_index *place;     /* of the Hessian's entries, then of the Jacobian's, transposed */
};

#endif
