/* Elements evaluated together, in one thread or several. */
#ifndef RDG_BATCH_IMPL_H
#define RDG_BATCH_IMPL_H

#include <ridgewalk/harmonic_balance.h>

/* Memory of the elements that are evaluated at a time; N = d * n_coefficients of the largest element. */
typedef struct rdg_hbm_batch {
    rdg_index size, N;
    double *z, *lambda, *force; /* [size * N] */
    double *jacobian;           /* [size * N * (N + 1)] */
    double *hessian;            /* [size * (N + 1)^2] */
    int *status;                /* [size] */
} rdg_hbm_batch;

/* What is requested of the elements, and where an element's answer is. */
typedef enum rdg_hbm_part { RDG_HBM_FORCE, RDG_HBM_JACOBIAN, RDG_HBM_HESSIAN } rdg_hbm_part;

typedef struct rdg_hbm_answer {
    double *force, *jacobian, *hessian;
} rdg_hbm_answer;

/* Elements first .. rdg_hbm_batch_end() - 1 at u = (Q, omega, alpha); lambda [m] for the
 * Hessian. Answers as callbacks do. */
rdg_status rdg_hbm_make_batch(rdg_hbm *hb);
void rdg_hbm_free_batch(rdg_hbm_batch *batch);
rdg_index rdg_hbm_batch_end(const rdg_hbm *hb, rdg_index first);
int rdg_hbm_evaluate_batch(const rdg_hbm *hb, rdg_index first, rdg_hbm_part part, const double *u,
                           const double *lambda);
rdg_hbm_answer rdg_hbm_batch_answer(const rdg_hbm *hb, rdg_index slot); /* of element first + slot */

#endif
