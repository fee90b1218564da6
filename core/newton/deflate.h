/** @file deflate.h
 *  @brief Further solutions of a problem of which some are known, by deflation.
 *
 *      rdg_deflation *d = rdg_deflation_create(p, NULL);
 *      bool found = true;
 *      while (found && rdg_deflation_search(d, start, &found) == RDG_OK) {}
 *      for (rdg_index k = 0; k < rdg_deflation_count(d); k++) {
 *          const double *u = rdg_deflation_solution(d, k);
 *      }
 *
 *  All parameters of the problem are held, so that it has points for solutions: F(u) = 0. With known ones
 * u_1, u_2, ... Newton's method is applied to M(u) F(u),
 *
 *      M(u) = product over i of (|u - u_i|^-power + shift),
 *
 *  which has all other solutions of F and not these (Farrell, Birkisson and Funke, SIAM Journal on Scientific
 *  Computing 37, 2015). Its matrix is a rank-one change of that of F: the step has the direction of Newton's
 *  step s for F, -s/(1 + grad(ln M).s), with the factors of F's Jacobian. Distances are relative to the
 *  variables' typical sizes. A line search holds every step against ln M plus the logarithm of the step that
 *  the factors at hand would make next. What is found is solved for once more without M by the corrector of
 *  all runs, and counts only if it is no known one.
 *
 *  A search: that nothing is found proves nothing. */
#ifndef RDG_DEFLATE_H
#define RDG_DEFLATE_H

#include "objects.h"

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Solutions of a problem that are known. */
typedef struct rdg_deflation rdg_deflation;

/** How to search; what is 0 is chosen. */
typedef struct rdg_deflation_options {
    double power;        /**< of the distance, positive (2) */
    double shift;        /**< positive (1): far from all known solutions M is 1 */
    int iterations;      /**< of Newton's method, at most, for each start (40) */
    double tolerance[2]; /**< on the scaled residual and on the last relative step of what is found (1e-9,
                            1e-10) */
} rdg_deflation_options;

/** Begin to search for solutions of a problem at the values that its held parameters have at its start
 * values.
 *  @param problem that as many parameters of are held as there are variables more than equations. It gets no
 *                 more variables and functions from here on, and outlives the search
 *  @param options NULL: what is chosen
 *  @return owned by the context. NULL after RDG_ERR_ARGUMENT, RDG_ERR_NOT_FINITE, RDG_ERR_SIZE (it is no
 *          point) or RDG_ERR_NO_MEMORY */
rdg_deflation *rdg_deflation_create(rdg_problem *problem, const rdg_deflation_options *options);

/** Free the search before its context.
 *  @param search NULL is allowed */
void rdg_deflation_free(rdg_deflation *search);

/** Another value of a held parameter. The known solutions are forgotten: they solve other equations.
 *  @param search    search
 *  @param parameter that is held
 *  @param value     from here on
 *  @return RDG_OK, RDG_ERR_NAME, RDG_ERR_ARGUMENT (it is not held), RDG_ERR_NOT_FINITE */
rdg_status rdg_deflation_hold(rdg_deflation *search, const char *parameter, double value);

/** Solve without deflation.
 *  @param search     search
 *  @param[in,out] u  shape [variables]: start. The solution, untouched if there is none
 *  @param[out] found there is one
 *  @return RDG_OK also where none is found; RDG_ERR_ARGUMENT, RDG_ERR_NOT_FINITE, RDG_ERR_CALLBACK */
rdg_status rdg_deflation_solve(rdg_deflation *search, double *u, bool *found);

/** A solution is known. One that is known already is not added again.
 *  @param search search
 *  @param u      shape [variables], copied
 *  @return RDG_OK, RDG_ERR_ARGUMENT, RDG_ERR_NOT_FINITE, RDG_ERR_NO_MEMORY */
rdg_status rdg_deflation_add(rdg_deflation *search, const double *u);

/** Search for one more solution; it becomes the last known one.
 *  @param search     search
 *  @param start      shape [variables]. A known solution will do: the search begins beside it
 *  @param[out] found there is one
 *  @return RDG_OK also where none is found; RDG_ERR_ARGUMENT, RDG_ERR_NOT_FINITE, RDG_ERR_NO_MEMORY,
 *          RDG_ERR_CALLBACK */
rdg_status rdg_deflation_search(rdg_deflation *search, const double *start, bool *found);

/** @param search NULL: 0
 *  @return known solutions */
rdg_index rdg_deflation_count(const rdg_deflation *search);

/** @param search search
 *  @param k      from 0
 *  @return shape [variables], valid until one is added or a parameter is held elsewhere; NULL: there is none
 */
const double *rdg_deflation_solution(const rdg_deflation *search, rdg_index k);

/** Is a point one of the known solutions, to 1e-6 of the typical sizes?
 *  @param search search
 *  @param u      shape [variables]
 *  @return its number, from 0; -1: it is none, or there is no search or no point */
rdg_index rdg_deflation_find(const rdg_deflation *search, const double *u);

/** ln M and its gradient, 0 for variables that are held.
 *  @param search        search
 *  @param u             shape [variables]
 *  @param[out] value    ln M
 *  @param[out] gradient shape [variables]. NULL: not wanted
 *  @return RDG_OK, RDG_ERR_ARGUMENT, RDG_ERR_NOT_FINITE (u, or it is a known solution) */
rdg_status rdg_deflation_log(rdg_deflation *search, const double *u, double *value, double *gradient);

#ifdef __cplusplus
}
#endif
#endif
