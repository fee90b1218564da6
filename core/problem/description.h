/** @file description.h
 *  @brief What the runs of a problem say of the model that it is of. */
#ifndef RDG_DESCRIPTION_H
#define RDG_DESCRIPTION_H

#include "contents.h"
#include "problem.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Let a function tell every run of a problem, and of its copies, what it is a run of.
 *  @param problem  problem
 *  @param block    of variables that the function is about, by its name here; NULL: none
 *  @param function called when a run begins to be written
 *  @param data     handed to it; borrowed
 *  @return RDG_OK, RDG_ERR_ARGUMENT (no function), RDG_ERR_NAME (no such block), RDG_ERR_NO_MEMORY or
 *          RDG_ERR_EARLIER */
rdg_status rdg_describe_problem(rdg_problem *problem, const char *block, rdg_describe function, void *data);

/** Says how a toolbox's equations come together: "2 states and 1 condition at the ends".
 *  @param problem whose variables and equations do not match
 *  @param[out] text ended by a zero
 *  @param size    of text
 *  @param data    pointer given with the function */
typedef void (*rdg_account)(rdg_problem *problem, char *text, size_t size, void *data);

/** Let a function add to what runs say where there are too many or too few equations. Copies of the problem
 * have it, too.
 *  @param problem  problem
 *  @param function the function
 *  @param data     handed to it; borrowed
 *  @return RDG_OK, RDG_ERR_ARGUMENT (no function), RDG_ERR_NO_MEMORY or RDG_ERR_EARLIER */
rdg_status rdg_account_for(rdg_problem *problem, rdg_account function, void *data);

#ifdef __cplusplus
}
#endif
#endif
