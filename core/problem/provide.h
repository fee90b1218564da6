/** @file provide.h
 *  @brief Parameters that a problem gets when they are first needed.
 *
 *  A toolbox may know more parameters than its problems have as variables: every physical number of a
 *  structure is one. It does so by a provider. Where a run releases or holds a parameter that the problem
 * does not have, RDG_RELEASE("pad.preload"), or starts from a solution that has it, the problem is
 *  widened before the run begins. It keeps the parameter from then on. What is never requested costs nothing.
 */
#ifndef RDG_PROVIDE_H
#define RDG_PROVIDE_H

#include "function.h"
#include "objects.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Longest name of a parameter that is provided. */
enum { RDG_PROVIDED_NAME = 288 };

/** Who adds parameters. Names are without the prefix of the part (rdg_problem_enter()) in which the provider
 *  was added; what it adds gets that prefix. */
typedef struct rdg_provider {
    /** Add a parameter, held at its present value. RDG_ERR_NAME, with nothing recorded: it is none of those
     *  that are known here; another failure is recorded with the reason. What was added
     * before a failure must not stand in the way when it is tried again. */
    rdg_status (*add)(rdg_problem *problem, const char *name, void *data);

    /** The names that can be added, one after the other; false: there is none of this index. */
    bool (*name)(rdg_index index, char name[RDG_PROVIDED_NAME], void *data);

    void *data; /**< borrowed; must outlive the problem */
} rdg_provider;

/** Let a problem get parameters from a toolbox. Copies of the problem have the provider, too.
 *  @param problem  problem
 *  @param provider copied
 *  @return RDG_OK, RDG_ERR_ARGUMENT (NULL), RDG_ERR_NO_MEMORY or RDG_ERR_EARLIER */
rdg_status rdg_add_provider(rdg_problem *problem, const rdg_provider *provider);

/** Make sure that a problem has a parameter: runs do so by themselves. Before adjoint equations or a
 * condition of a fold are added, which stand on the variables that there are, it has to be known.
 *  @param problem problem, no run of it under way unless it has the parameter
 *  @param name    parameter; or a variable as "block[i]", which becomes one, free unless a run holds it
 *  @return RDG_OK; RDG_ERR_NAME: nobody knows it (the message lists those there are and those that can be
 * had); RDG_ERR_ARGUMENT (too late, or why it cannot be added), RDG_ERR_NO_MEMORY or RDG_ERR_EARLIER */
rdg_status rdg_need_parameter(rdg_problem *problem, const char *name);

/** Put a function of more variables in the place of one, for providers: it sees the variables that the old
 * one saw, in their order, and others after them. Parameters and rows stay where they are.
 *  @param problem  problem
 *  @param name     of the function that there is
 *  @param function its name counts for nothing. As many values as the old one, at least as many variables.
 * Its data may be those of the old one, which are then kept
 *  @param more     [function->n - n of the old one] variables; copied
 *  @return RDG_OK, RDG_ERR_NAME, RDG_ERR_SIZE, RDG_ERR_NO_MEMORY; RDG_ERR_ARGUMENT: other functions of the
 *          problem stand on its variables as they are (adjoint equations, folds, branch points) */
rdg_status rdg_widen_function(rdg_problem *problem, const char *name, const rdg_function *function,
                              const rdg_index *more);

/** The functions of a problem, one after the other.
 *  @param problem NULL is allowed
 *  @param index   from 0
 *  @return borrowed until a function is added or replaced; NULL: there is none of this index */
const rdg_function *rdg_function_at(const rdg_problem *problem, rdg_index index);

#ifdef __cplusplus
}
#endif
#endif
