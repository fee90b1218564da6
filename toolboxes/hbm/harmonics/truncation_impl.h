/* Inside of the truncation error and of the choice of harmonics by it. */
#ifndef RDG_TRUNCATION_IMPL_H
#define RDG_TRUNCATION_IMPL_H

#include "clones_impl.h"
#include "hbm_impl.h"
#include "watch_impl.h"

typedef struct rdg_truncation rdg_truncation;

/* Root mean squares of harmonics 0 .. top at a solution, over all displacements that elements see: those that
 * are active as they are, the others as they would be. Borrowed until the next call. Answers as callbacks do.
 */
int rdg_truncation_amplitudes(rdg_truncation *t, const double *Q, double omega, const double **amplitude);

/* Error by the amplitudes if only the first n harmonics of the list (and the static part, if it is kept) were
 * active: the neglected ones against all dynamic ones. */
double rdg_truncation_error(const rdg_truncation *t, rdg_index n, const double *amplitude);

/* The truncation of a harmonic balance, or NULL as long as none was requested. */
rdg_truncation *rdg_truncation_of(const rdg_hbm *hb);

#endif
