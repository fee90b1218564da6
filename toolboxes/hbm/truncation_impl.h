/* Inside of the truncation error and of the choice of harmonics by it. */
#ifndef RDG_TRUNCATION_IMPL_H
#define RDG_TRUNCATION_IMPL_H

#include "hbm_impl.h"

typedef struct rdg_truncation rdg_truncation;

/* NULL after a failure recorded for `where`. */
rdg_truncation *rdg_truncation_create(rdg_hbm *hb);
void rdg_truncation_free(rdg_truncation *t);

/* Before the harmonic balance is freed early: its condensation is the context's. NULL is allowed. */
void rdg_truncation_free_condensation(rdg_truncation *t);

/* Highest harmonic that is looked at. */
int rdg_truncation_top(const rdg_truncation *t);

/* Root mean squares of harmonics 0 .. top at a solution, over all displacements that elements see: those that
 * are active as they are, the others as they would be. Borrowed until the next call. Answers as callbacks do.
 */
int rdg_truncation_amplitudes(rdg_truncation *t, const double *Q, double omega, const double **amplitude);

/* Error by the amplitudes if only the first n harmonics of the list (and the static part, if it is kept) were
 * active: the neglected ones against all dynamic ones. */
double rdg_truncation_error(const rdg_truncation *t, rdg_index n, const double *amplitude);

/* The truncation of a harmonic balance, made when it is first asked for; NULL after a failure. */
rdg_truncation *rdg_hbm_truncation_of(rdg_hbm *hb);

#endif
