/** @file sampling.h
 *  @brief Samples of uncertain quantities: by a Latin hypercube or by Sobol' points, and a model at all of
 * them.
 *
 *      const rdg_uncertain quantity[] = {RDG_LOGNORMAL("pad.mu", 0.3, 0.15)};
 *      const rdg_sampling plan = {.samples = 1024, .n = 1, .quantity = quantity};
 *      rdg_sampling_values(ctx, &plan, rdg_farm_case(ctx), value);
 *
 *  The values of a case depend on its number and on the plan alone. So cases may be computed in any order, in
 * a farm on many machines (farm.h), or in the threads of one process by rdg_sampling_compute().
 *
 *  Sobol' points: direction numbers of S. Joe and F. Y. Kuo, SIAM J. Sci. Comput. 30 (2008) 2635. They fill
 * the space more evenly than random numbers, most evenly with a power of two of samples. The seed shifts
 * their digits.
 *
 *  Latin hypercube: each quantity has one value in each of `samples` intervals of equal probability.
 * M. D. McKay, R. J. Beckman, W. J. Conover, Technometrics 21 (1979) 239. */
#ifndef RDG_SAMPLING_H
#define RDG_SAMPLING_H

#include <ridgewalk/objects.h>

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Distribution of a quantity. */
typedef enum rdg_distribution {
    RDG_DISTRIBUTION_UNIFORM,  /**< between a and b */
    RDG_DISTRIBUTION_NORMAL,   /**< mean a, standard deviation b */
    RDG_DISTRIBUTION_LOGNORMAL /**< median a > 0, standard deviation b of the logarithm */
} rdg_distribution;

/** An uncertain quantity. */
typedef struct rdg_uncertain {
    const char *name;              /**< for messages and tables; borrowed */
    rdg_distribution distribution; /**< its kind */
    double a;                      /**< in the unit of the quantity */
    double b;                      /**< see the kind */
} rdg_uncertain;

/** An item of a list of quantities: uniform between two values. */
#define RDG_UNIFORM(name_, low_, high_)                                                                      \
    {                                                                                                        \
        (name_), RDG_DISTRIBUTION_UNIFORM, (low_), (high_)                                                   \
    }
/** Normal: mean and standard deviation. */
#define RDG_NORMAL(name_, mean_, deviation_)                                                                 \
    {                                                                                                        \
        (name_), RDG_DISTRIBUTION_NORMAL, (mean_), (deviation_)                                              \
    }
/** Lognormal: median and standard deviation of the logarithm. */
#define RDG_LOGNORMAL(name_, median_, deviation_)                                                            \
    {                                                                                                        \
        (name_), RDG_DISTRIBUTION_LOGNORMAL, (median_), (deviation_)                                         \
    }

/** How samples are drawn. */
typedef enum rdg_sampling_method {
    RDG_LATIN_HYPERCUBE, /**< any number of quantities */
    RDG_SOBOL_POINTS     /**< up to RDG_SOBOL_MOST numbers a sample */
} rdg_sampling_method;

/** Numbers of a sample of Sobol' points, at most: one for each quantity, two with `.indices`. */
enum { RDG_SOBOL_MOST = 53 };

/** A plan of samples. */
typedef struct rdg_sampling {
    rdg_sampling_method method;    /**< how */
    rdg_index samples;             /**< >= 1, below 2^31 */
    uint64_t seed;                 /**< another one gives other samples */
    bool indices;                  /**< n + 2 cases a sample, for rdg_sobol_indices() */
    rdg_index n;                   /**< quantities */
    const rdg_uncertain *quantity; /**< [n] */
} rdg_sampling;

/** How many cases a plan has: `samples`, or samples * (n + 2) with `.indices`.
 *  @param ctx  context
 *  @param plan the plan
 *  @return 0 after a failure: RDG_ERR_ARGUMENT, RDG_ERR_NOT_FINITE or RDG_ERR_EARLIER */
rdg_index rdg_sampling_cases(rdg_context *ctx, const rdg_sampling *plan);

/** Values of the quantities in a case.
 *  @param ctx        context
 *  @param plan       the plan
 *  @param number     of the case, 1 to rdg_sampling_cases()
 *  @param[out] value [n], in the order of plan->quantity
 *  @return RDG_OK; RDG_ERR_ARGUMENT (no such case, samples out of range, a range without width, too many
 * quantities for Sobol' points); RDG_ERR_NOT_FINITE; RDG_ERR_EARLIER */
rdg_status rdg_sampling_values(rdg_context *ctx, const rdg_sampling *plan, rdg_index number, double *value);

/** A model: results of a case. It is called from several threads at a time.
 *  @param own         a context of this case alone: no messages are printed, and failures stay in it
 *  @param number      of the case
 *  @param value       [n] of the quantities
 *  @param[out] result [n_results], NaN on entry
 *  @param data        as given
 *  @return RDG_OK, or why the case has no result */
typedef rdg_status rdg_sampling_function(rdg_context *own, rdg_index number, const double *value,
                                         double *result, void *data);

/** Compute a model in all cases of a plan, in as many threads as rdg_threads() allows. For cases that take
 * less than about a second; for longer ones a farm (farm.h) keeps what is done.
 *  @param ctx         context
 *  @param plan        the plan
 *  @param function    the model
 *  @param data        for the model
 *  @param n_results   results of a case, >= 1
 *  @param[out] result [cases * n_results]: result j of case k at k - 1 + cases*j. NaN in cases that failed.
 * One warning names the first of them
 *  @return RDG_OK; RDG_ERR_NO_CONVERGENCE if all cases failed; as rdg_sampling_values(); RDG_ERR_NO_MEMORY;
 *          RDG_ERR_INTERRUPTED after Ctrl-C (rdg_interrupt_forget()): cases that were computed have their
 *          results, those under way and the others are NaN */
rdg_status rdg_sampling_compute(rdg_context *ctx, const rdg_sampling *plan, rdg_sampling_function *function,
                                void *data, rdg_index n_results, double *result);

/** As rdg_sampling_compute(), with computed cases kept in a file: after Ctrl-C, or when the program was
 *  killed, the same call goes on with those that are left. Cases that failed are computed again. The file
 *  knows the plan, but not the model: remove it when that changes.
 *  @param ctx         context
 *  @param path        of the file, which is begun if it is not there
 *  @param plan        the plan
 *  @param function    the model
 *  @param data        for the model
 *  @param n_results   results of a case, >= 1
 *  @param[out] result [cases * n_results], as of rdg_sampling_compute()
 *  @return as rdg_sampling_compute(); RDG_ERR_IO; RDG_ERR_BUSY (another process computes these cases);
 *          RDG_ERR_ARGUMENT (the file has another plan); RDG_ERR_FORMAT (another file, or damaged). What
 *          cannot be written later is a warning */
rdg_status rdg_sampling_resume(rdg_context *ctx, const char *path, const rdg_sampling *plan,
                               rdg_sampling_function *function, void *data, rdg_index n_results,
                               double *result);

#ifdef __cplusplus
}
#endif
#endif
