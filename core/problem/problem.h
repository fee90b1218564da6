/** @file problem.h
 *  @brief Continuation problem: variables u, zero functions Phi(u) = 0, monitor functions psi(u) = mu.
 *
 *  A problem is built in stages: each call adds variables, or a function of some of the variables. The
 *  value of a monitor function is a continuation parameter mu: it is inactive (held at its value) or
 *  active (free). Which ones are held is decided run by run (run.h): RDG_RELEASE() and RDG_HOLD(). */
#ifndef RDG_PROBLEM_H
#define RDG_PROBLEM_H

#include "compound.h"
#include "function.h"
#include "monitor_kind.h"
#include "objects.h"

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Index set "all variables that exist at the time of the call". */
#define RDG_ALL ((const rdg_index *)0)

/** Create an empty problem, owned by the context.
 *  @param ctx context
 *  @return NULL after a failure */
rdg_problem *rdg_problem_create(rdg_context *ctx);

/** Free a problem before its context. While a run of it is under way (in a callback) it is not freed:
 *  RDG_ERR_ARGUMENT, which ends the run.
 *  @param problem NULL is allowed */
void rdg_problem_free(rdg_problem *problem);

/** Context of a problem.
 *  @param problem NULL is allowed
 *  @return the context, or NULL */
rdg_context *rdg_problem_context(const rdg_problem *problem);

/** Add a named block of variables.
 *  @param problem problem
 *  @param name    unique among blocks; copied
 *  @param n       number of variables, >= 1
 *  @param u       start values, shape [n]. NULL: zeros; copied
 *  @return RDG_OK, RDG_ERR_NAME, RDG_ERR_ARGUMENT, RDG_ERR_NOT_FINITE or RDG_ERR_NO_MEMORY */
rdg_status rdg_add_variables(rdg_problem *problem, const char *name, rdg_index n, const double *u);

/** State the typical size of the variables of a block (default 1): tolerances, the arclength and finite
 *  differences are relative to it.
 *  @param problem problem
 *  @param name    block
 *  @param size    > 0, in the units of the block
 *  @param follows true: the typical size grows with the block's root mean square along a branch and
 *                 @p size is its least value; false: it stays as given
 *  @return RDG_OK, RDG_ERR_NAME or RDG_ERR_ARGUMENT */
rdg_status rdg_set_typical(rdg_problem *problem, const char *name, double size, bool follows);

/** State which variables of a block its typical size follows (default: all). A part that is large and hardly
 *  changes, as the rest that a structure vibrates about, would hide how the others change, and steps would
 *  become too long.
 *  @param problem problem
 *  @param name    block
 *  @param first   the part's first variable, from 0 within the block
 *  @param n       how many, >= 1
 *  @return RDG_OK, RDG_ERR_NAME or RDG_ERR_ARGUMENT */
rdg_status rdg_set_typical_part(rdg_problem *problem, const char *name, rdg_index first, rdg_index n);

/** Begin a part of the problem whose names get a prefix: "Q" becomes "left.Q". So the same toolbox can be
 * added several times. Names that are searched meanwhile are tried with the prefix first. Parts may be
 * nested.
 *  @param problem problem
 *  @param prefix  name of the part, without "."; copied
 *  @return RDG_OK, RDG_ERR_NAME or RDG_ERR_NO_MEMORY */
rdg_status rdg_problem_enter(rdg_problem *problem, const char *prefix);

/** End the part that was begun last.
 *  @param problem problem
 *  @return RDG_OK, or RDG_ERR_ARGUMENT if no part was begun */
rdg_status rdg_problem_leave(rdg_problem *problem);

/** A copy of a problem in the same context, which can then be changed by itself. The data of its functions is
 * shared and freed with the last user. A function that stands on other functions of its problem
 * (rdg_add_fold(), the adjoint) stands on those of the original, which then must not be freed before the
 * copy.
 *  @param problem problem
 *  @return NULL after a failure */
rdg_problem *rdg_problem_copy(rdg_problem *problem);

/** Put another function of the same shape in the place of one.
 *  @param problem  problem
 *  @param name     of the function that there is
 *  @param function its name counts for nothing; n and m are those of the old one; copied
 *  @return RDG_OK, RDG_ERR_NAME, RDG_ERR_SIZE, RDG_ERR_ARGUMENT or RDG_ERR_NO_MEMORY */
rdg_status rdg_replace_function(rdg_problem *problem, const char *name, const rdg_function *function);

/** Print variables, functions, parameters and the dimension deficit. Name likely errors of the model:
 * variables without a function, rows that depend on nothing, values that are not finite. Goes where tables
 * go.
 *  @param problem problem
 *  @return RDG_OK, or RDG_ERR_NO_MEMORY */
rdg_status rdg_problem_print(rdg_problem *problem);

/** Add a zero function f(u) = 0.
 *  @param problem  problem
 *  @param function copied
 *  @param index    variables it sees, shape [function->n]; copied; RDG_ALL: all there are
 *  @return RDG_OK, RDG_ERR_NAME, RDG_ERR_SIZE, RDG_ERR_ARGUMENT or RDG_ERR_NO_MEMORY */
rdg_status rdg_add_zero(rdg_problem *problem, const rdg_function *function, const rdg_index *index);

/** Add a monitor function: psi_i(u) = mu_i, one continuation parameter for each of its m values.
 *  @param problem  problem
 *  @param function copied
 *  @param index    variables it sees, shape [function->n]; copied; RDG_ALL: all there are
 *  @param names    names of the parameters, shape [function->m], unique in the problem; copied.
 *                  NULL: the function's name (m = 1 only)
 *  @param kind     how they take part in a run
 *  @return RDG_OK, RDG_ERR_NAME, RDG_ERR_SIZE, RDG_ERR_ARGUMENT or RDG_ERR_NO_MEMORY */
rdg_status rdg_add_monitor(rdg_problem *problem, const rdg_function *function, const rdg_index *index,
                           const char *const *names, rdg_monitor_kind kind);

/** A function of the problem, as it was added.
 *  @param problem problem
 *  @param name    of the function
 *  @return borrowed; NULL if there is none of this name (no failure) */
const rdg_function *rdg_find_function(const rdg_problem *problem, const char *name);

/** Make one variable an (inactive) continuation parameter.
 *  @param problem   problem
 *  @param parameter name of the parameter, unique in the problem; copied
 *  @param block     block of the variable
 *  @param element   place in the block, from 0
 *  @return RDG_OK, RDG_ERR_NAME, RDG_ERR_ARGUMENT or RDG_ERR_NO_MEMORY */
rdg_status rdg_add_parameter(rdg_problem *problem, const char *parameter, const char *block,
                             rdg_index element);

/** Make one variable a parameter of a kind: rdg_add_parameter() with RDG_INACTIVE, held unless released. Use
 * RDG_ACTIVE for a coordinate that runs show, limit, and locate events on, without releasing it.
 *  @param problem   problem
 *  @param parameter name of the parameter, unique in the problem; copied
 *  @param block     block of the variable
 *  @param element   place in the block, from 0
 *  @param kind      RDG_INACTIVE, RDG_ACTIVE or RDG_REGULAR
 *  @return RDG_OK, RDG_ERR_NAME, RDG_ERR_ARGUMENT or RDG_ERR_NO_MEMORY */
rdg_status rdg_add_parameter_as(rdg_problem *problem, const char *parameter, const char *block,
                                rdg_index element, rdg_monitor_kind kind);

/** State the unit of a parameter, for headers of tables and files.
 *  @param problem   problem
 *  @param parameter name of the parameter
 *  @param unit      "rad/s", "N", ...; "": none; copied
 *  @return RDG_OK, RDG_ERR_NAME, RDG_ERR_ARGUMENT (NULL) or RDG_ERR_NO_MEMORY */
rdg_status rdg_set_unit(rdg_problem *problem, const char *parameter, const char *unit);

/** Name the parameter that loads a problem: excitation, load factor, strength of what is nonlinear.
 *
 *  If the first correction of a run or of rdg_solve() fails, the parameter is continued to its requested
 * value. It starts from its easy value, or from the start's if the run holds it at another one. The path goes
 * along the curve and through its folds, all other RDG_INACTIVE parameters held. The run starts from there,
 * and a note reports it. rdg_problem_copy() leaves this out. A later call takes the place of an earlier one.
 *  @param problem   problem
 *  @param parameter one that is a variable, rdg_add_parameter(). NULL: none any more
 *  @param easy      its value at which solutions are easily found
 *  @param block     whose variables have start values of their own there. NULL: all keep theirs
 *  @param start     these values, as many as the block has; copied. NULL: the block keeps its own
 *  @return RDG_OK, RDG_ERR_NAME, RDG_ERR_ARGUMENT (no variable), RDG_ERR_NOT_FINITE or RDG_ERR_NO_MEMORY */
rdg_status rdg_set_load(rdg_problem *problem, const char *parameter, double easy, const char *block,
                        const double *start);

/** Name a second parameter at whose greater values solutions are easily found: a frequency, above which
 * inertia outweighs what is nonlinear.
 *
 *  The path of rdg_set_load() may not lead to the start, as where the equations are homogeneous. It is then
 * continued from 4 or 16 times its value. The load stays as it is, and the start values are those at its easy
 * value.
 *  @param problem   problem; rdg_set_load() comes before
 *  @param parameter one that is a variable
 *  @return RDG_OK, RDG_ERR_NAME, RDG_ERR_ARGUMENT (no variable, no load) */
rdg_status rdg_set_load_beyond(rdg_problem *problem, const char *parameter);

/** Set the bounds within which a parameter has a meaning. A branch of a run in which it varies ends at the
 * bounds (EP, RDG_STOP_DOMAIN) as at those of RDG_WINDOW(), also where this is wider. No run starts outside.
 *  @param problem   problem
 *  @param parameter name of the parameter
 *  @param low       lower bound; -INFINITY: none
 *  @param high      upper bound; INFINITY: none
 *  @return RDG_OK, RDG_ERR_NAME or RDG_ERR_ARGUMENT */
rdg_status rdg_set_domain(rdg_problem *problem, const char *parameter, double low, double high);

/** Let a parameter that is inactive be active: free unless a run holds it. For parts that are glued together:
 * what they share is held once for all of them.
 *  @param problem   problem
 *  @param parameter name of the parameter. One that is not RDG_INACTIVE stays what it is
 *  @return RDG_OK, RDG_ERR_NAME or RDG_ERR_ARGUMENT (a run of the problem is under way) */
rdg_status rdg_let_vary(rdg_problem *problem, const char *parameter);

/** Leave a parameter out of printed tables; runs have it all the same.
 *  @param problem   problem
 *  @param parameter name of the parameter
 *  @return RDG_OK or RDG_ERR_NAME */
rdg_status rdg_hide_parameter(rdg_problem *problem, const char *parameter);

/** Unit of a parameter.
 *  @param problem problem
 *  @param name    name of the parameter
 *  @return the unit, "" where none was stated; borrowed; NULL after a failure (an unknown name) */
const char *rdg_parameter_unit(rdg_problem *problem, const char *name);

/** Number of variables.
 *  @param problem problem
 *  @return 0 for NULL */
rdg_index rdg_variable_count(const rdg_problem *problem);

/** Whether there is a block of variables; nothing is recorded.
 *  @param problem NULL is allowed
 *  @param block   NULL is allowed
 *  @return false for NULL */
bool rdg_has_variables(const rdg_problem *problem, const char *block);

/** Index of the first variable of a block, for index sets.
 *  @param problem problem
 *  @param block   its name
 *  @param[out] n  size of the block; may be NULL
 *  @return the index, or -1 (recorded as a failure that lists the blocks there are) */
rdg_index rdg_variable_index(rdg_problem *problem, const char *block, rdg_index *n);

/** The size may be left out: rdg_variable_index(p, "Q"). */
#define rdg_variable_index(problem, ...)                                                                     \
    (rdg_variable_index)((problem), RDG_FIRST(__VA_ARGS__), RDG_SECOND_OR_NULL(__VA_ARGS__))

/** The start values, to be read or overwritten, also after a failure.
 *  @param problem problem
 *  @return shape [rdg_variable_count()]; valid until variables are added; NULL for NULL and for a problem
 *          without variables: where either may happen, rdg_set_start_values() is safe */
double *rdg_start_values(rdg_problem *problem);

/** Overwrite start values of a block. Does nothing after a failure and for NULL.
 *  @param problem problem
 *  @param block   its name
 *  @param first   place in the block, from 0
 *  @param n       how many
 *  @param values  shape [n]
 *  @return RDG_OK, RDG_ERR_EARLIER, RDG_ERR_NAME, RDG_ERR_SIZE, RDG_ERR_NOT_FINITE or RDG_ERR_ARGUMENT (NULL)
 */
rdg_status rdg_set_start_values(rdg_problem *problem, const char *block, rdg_index first, rdg_index n,
                                const double *values);

/** Typical sizes of all variables: as stated by rdg_set_typical(), or grown with their block.
 *  @param problem   problem
 *  @param u         where, shape [rdg_variable_count()]; NULL: nothing has grown
 *  @param[out] size shape [rdg_variable_count()]; NULL is allowed */
void rdg_typical_sizes(const rdg_problem *problem, const double *u, double *size);

/** Number of continuation parameters and regular monitors.
 *  @param problem problem
 *  @return 0 for NULL */
rdg_index rdg_parameter_count(const rdg_problem *problem);

/** Place of a parameter in rdg_chart's mu.
 *  @param problem problem
 *  @param name    its name
 *  @return the place, or -1 (recorded as a failure that lists the parameters there are) */
rdg_index rdg_parameter_index(rdg_problem *problem, const char *name);

/** Value of a parameter.
 *  @param problem    problem
 *  @param name       its name
 *  @param u          where, shape [rdg_variable_count()]
 *  @param[out] value the value
 *  @return RDG_OK, RDG_ERR_NAME, RDG_ERR_ARGUMENT (NULL) or RDG_ERR_NOT_FINITE */
rdg_status rdg_parameter_value(rdg_problem *problem, const char *name, const double *u, double *value);

/** Value and gradient of a parameter, for callbacks that stand on another function of the problem.
 *  @param problem       problem
 *  @param index         0 .. rdg_parameter_count() - 1
 *  @param n             number of variables that the caller sees: the first of the problem's, all that the
 *                       parameter's function sees among them
 *  @param u             where, shape [n]
 *  @param[out] value    the value
 *  @param[out] gradient shape [n]. NULL: not requested
 *  @return as a callback; < 0 also for NULL and where there is no such parameter */
int rdg_parameter_gradient(rdg_problem *problem, rdg_index index, rdg_index n, const double *u, double *value,
                           double *gradient);

/** Name and kind of a parameter.
 *  @param problem   problem
 *  @param index     0 .. rdg_parameter_count() - 1
 *  @param[out] kind may be NULL
 *  @return the name, borrowed; NULL if there is no such parameter */
const char *rdg_parameter_name(const rdg_problem *problem, rdg_index index, rdg_monitor_kind *kind);

/** Compare every df and d2f of a problem with extrapolated central differences (of f, and of df).
 *
 *  The steps are relative to each variable. It may be below 1e-11 of its block (its typical size, or the root
 * mean square at u), or rounding may hide the change of a row over shorter steps. Steps then go from 1 % of
 * that size down to its rounding. The uncertainty of a difference covers rounding, which is measured row by
 * row (scatter, and the last digit of values that stay constant over short steps), curvature and non-smooth
 * points. An error is one from ten times that on. Places outside the patterns are compared as well. A
 * function without df or without d2f is skipped there, with a note, one with estimated_df silently.
 * Differences do not determine some entries to the tolerance: below the rounding of their row, at a
 * non-smooth point, at steps out of the domain. A note counts them, or a warning if they are more than half.
 * Second derivatives count from 1e-10 of the largest first derivative on, both times the sizes of their
 *  variables: the typical ones and those at u, as for the tolerance.
 *  @param problem   problem
 *  @param u         where, shape [rdg_variable_count()]. NULL: at the start values
 *  @param tolerance in (0, 1): largest error allowed in an entry, relative to the largest one in its row,
 *                   each times the size of its column's variable, the typical one and the one at u
 *  @return RDG_OK; RDG_ERR_DERIVATIVE with the worst entry by function, row and column, and both values, in
 *          the message; RDG_ERR_ARGUMENT, RDG_ERR_NOT_FINITE, RDG_ERR_NO_CONVERGENCE (outside a domain),
 *          RDG_ERR_CALLBACK or RDG_ERR_NO_MEMORY */
rdg_status rdg_check_derivatives(rdg_problem *problem, const double *u, double tolerance);

#ifdef __cplusplus
}
#endif
#endif
