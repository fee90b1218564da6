/** @file description.h
 *  @brief The description of the model that runs of a problem store. */
#ifndef RDG_DESCRIPTION_H
#define RDG_DESCRIPTION_H

#include "contents.h"
#include "objects.h"

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Register a function that describes the model to every run of a problem and of its copies.
 *  @param problem  problem
 *  @param block    of variables that the function is about, by its name here. NULL: none
 *  @param function called when a run begins to be written
 *  @param data     handed to it; borrowed
 *  @return RDG_OK, RDG_ERR_ARGUMENT (no function), RDG_ERR_NAME (no such block), RDG_ERR_NO_MEMORY or
 *          RDG_ERR_EARLIER */
rdg_status rdg_describe_problem(rdg_problem *problem, const char *block, rdg_describe function, void *data);

/** Explains the number of a toolbox's equations: "2 states and 1 condition at the ends".
 *  @param problem whose variables and equations do not match
 *  @param[out] text ended by a zero
 *  @param size    of text
 *  @param data    pointer given with the function */
typedef void (*rdg_account)(rdg_problem *problem, char *text, size_t size, void *data);

/** Register a function that adds to the message about too many or too few equations. Copies of the problem
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
