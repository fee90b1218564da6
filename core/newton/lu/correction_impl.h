/* Iterative refinement: solutions of factors that have lost digits, corrected by their residuals. */
#ifndef RDG_CORRECTION_IMPL_H
#define RDG_CORRECTION_IMPL_H

#include "lu_impl.h"

/* Solve in place by the factors at hand. */
typedef void (*rdg_plain_solve)(const rdg_lu *lu, bool transposed, double *x);

typedef struct rdg_correction {
    rdg_plain_solve solve;
    int steps;                /* for each solution; 0: the factors are good as they are */
    double *values;           /* of the matrix, if there are steps */
    double *known, *residual; /* [n] workspace */
} rdg_correction;

rdg_status rdg_correction_create(rdg_correction *c, const rdg_lu *lu, rdg_plain_solve solve);
void rdg_correction_free(rdg_correction *c);

/* Measure the factors of a matrix without empty columns. True: corrected so often, solutions have no greater
 * error than `allowed`. False: they are not worth it, or there is no memory. */
bool rdg_correction_plan(rdg_correction *c, const rdg_lu *lu, const double *values, double allowed);

/* Correct the solution x of A x = b, or A^T x = b. */
void rdg_correction_apply(rdg_correction *c, const rdg_lu *lu, bool transposed, const double *b, double *x);

#endif
