/** @file zero_one.h
 *  @brief The 0-1 test for chaos: is a series of values regular or chaotic? */
#ifndef RDG_ZERO_ONE_H
#define RDG_ZERO_ONE_H

#include <ridgewalk/core.h>

#ifdef __cplusplus
extern "C" {
#endif

/** How the test is made. All fields may be 0. */
typedef struct rdg_zero_one_options {
    rdg_index draws;    /**< random frequencies c in (pi/5, 4 pi/5); 0: 100 */
    unsigned long seed; /**< of these; the same seed, the same answer */
    int threads;        /**< at most; 0: one. The answer is the same to the last bit */
} rdg_zero_one_options;

/** The 0-1 test (G. A. Gottwald and I. Melbourne, SIAM J. Appl. Dyn. Syst. 8, 2009) of a series, as of the
 *  samples at the returns of a sweep's row. Each value drives a motion in the plane: value j is a step of its
 *  size in the direction j c. K is the correlation of the mean square displacement of that motion with time,
 * the median over all c: near 0 where the series is regular, near 1 where it is chaotic. Values between are
 * of series that are too short, weakly chaotic, or sampled much more often than they vary.
 *  @param ctx     context
 *  @param count   values, 100 at least; 1000 and more make the answer sharp
 *  @param series  [count]
 *  @param options NULL: defaults
 *  @param[out] K  about 0 or about 1; 0 of a constant series
 *  @return RDG_OK, RDG_ERR_ARGUMENT, RDG_ERR_NOT_FINITE, RDG_ERR_NO_MEMORY or RDG_ERR_EARLIER */
rdg_status rdg_zero_one(rdg_context *ctx, rdg_index count, const double *series,
                        const rdg_zero_one_options *options, double *K);

#ifdef __cplusplus
}
#endif
#endif
