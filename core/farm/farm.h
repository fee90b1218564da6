/** @file farm.h
 *  @brief Many runs of one program, each with a number: a farm of cases.
 *
 *  A farm program is an ordinary program that reads the number of its case and derives its data from it:
 *
 *      rdg_context *ctx = rdg_context_create();
 *      const rdg_index k = rdg_farm_case(ctx);
 *      rdg_continue(blade(ctx, preload[k]), "frc", RDG_RESUME, RDG_RELEASE("omega"), ...);
 *
 *  `rdg farm PROGRAM N` starts it for the cases 1 to N. Each case has a folder for its runs,
 * farm/0412/frc.db, so that no two processes write the same file. */
#ifndef RDG_FARM_H
#define RDG_FARM_H

#include "objects.h"

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Number of the case that this process computes, from the environment variable RDG_CASE. In a farm the runs
 * of the context then lie in the folder of the case: "frc" is farm/0412/frc.db in case 412. The environment
 * variable RDG_FARM names another folder than "farm".
 *  @param ctx context
 *  @return 1 or more in a farm. 0 outside of one, where RDG_CASE is not set and the run folder stays. 0 after
 * a failure: RDG_ERR_ARGUMENT (RDG_CASE is no whole number from 1 on), RDG_ERR_NO_MEMORY, RDG_ERR_EARLIER */
rdg_index rdg_farm_case(rdg_context *ctx);

/** Path of the folder of a case: "farm/0412".
 *  @param path    receives the path, cut off where it is too long
 *  @param size    size of @p path in bytes
 *  @param farm    folder of the farm; NULL: "farm"
 *  @param number  number of the case
 *  @return length of the whole path, as snprintf(); negative if @p path is NULL */
int rdg_farm_folder(char *path, size_t size, const char *farm, rdg_index number);

#ifdef __cplusplus
}
#endif
#endif
