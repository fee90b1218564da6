/** @file sampling_error.h
 *  @brief Error of elements' forces by the samples that their Fourier coefficients are taken from.
 *
 *  Force laws in time that are no polynomials (drag, regularised friction, force laws of a user) and contacts
 * with a friction cone are sampled. The error of their coefficients falls with the number of samples. The
 * sampling error of an element is the largest change of a coefficient of its forces with RDG_REFINEMENT times
 * the samples, relative to the largest coefficient (unit 1). It is the true error within a factor of 3 for
 * force laws of any sharpness. Elements that are exact have none.
 *
 *  Runs of rdg_hbm_problem() examine it at their labelled points. They warn once of an element whose sampling
 *  error exceeds RDG_HBM_SAMPLING_TOLERANCE: more `.samples` of that element are needed. */
#ifndef RDG_SAMPLING_ERROR_H
#define RDG_SAMPLING_ERROR_H

#include <ridgewalk/harmonic_balance.h>
#include <ridgewalk/objects.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Sampling error above which runs warn, unit 1. */
#define RDG_HBM_SAMPLING_TOLERANCE 1e-3

/** Sampling error of a solution: the largest one of the elements.
 *  @param hb           harmonic balance
 *  @param Q            solution, shape [rdg_hbm_unknowns()]
 *  @param omega        > 0, in rad/s
 *  @param[out] error   unit 1; 0 if no element is sampled; 1 if an element has no answer with more samples
 *  @param[out] element its index; -1 if the error is 0. NULL is allowed
 *  @return RDG_OK, RDG_ERR_ARGUMENT, RDG_ERR_CALLBACK (an element), RDG_ERR_NO_MEMORY or RDG_ERR_EARLIER */
rdg_status rdg_hbm_sampling_error(rdg_hbm *hb, const double *Q, double omega, double *error,
                                  rdg_index *element);

/** Add the sampling error to a problem: a monitor, a column of its runs. It is evaluated at all points: each
 *  costs as much more as RDG_REFINEMENT evaluations of the forces of sampled elements.
 *  @param hb      harmonic balance, must outlive @p problem
 *  @param problem made from @p hb
 *  @param name    of the monitor, "sampling.error", unique in the problem; copied
 *  @return RDG_OK, RDG_ERR_NAME, RDG_ERR_ARGUMENT (another harmonic balance's problem), RDG_ERR_NO_MEMORY or
 * RDG_ERR_EARLIER */
rdg_status rdg_hbm_add_sampling_error(rdg_hbm *hb, rdg_problem *problem, const char *name);

#ifdef __cplusplus
}
#endif
#endif
