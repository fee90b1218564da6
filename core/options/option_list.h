/** @file option_list.h
 *  @brief Options of a run put together one by one: for drivers that add their own to those of the user. */
#ifndef RDG_OPTION_LIST_H
#define RDG_OPTION_LIST_H

#include "objects.h"
#include "run_data.h"
#include "run_option.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A growing list of options; zero but for its context at the beginning. */
typedef struct rdg_option_list {
    rdg_context *ctx;   /**< where failures are recorded */
    rdg_option *item;   /**< ended by one of kind RDG_OPTION_END; NULL: nothing was added yet */
    rdg_index count;    /**< without the end */
    rdg_index capacity; /**< items that fit */
} rdg_option_list;

/** Add an option. A failure is recorded, so that the run that follows does nothing.
 *  @param list   list
 *  @param option copied; what it points to is borrowed
 *  @return RDG_OK, RDG_ERR_NO_MEMORY or RDG_ERR_EARLIER (also for a list that is NULL) */
rdg_status rdg_option_list_add(rdg_option_list *list, rdg_option option);

/** Add the options of a user but for those of the toolbox, and those that concern the start: RDG_FROM() and
 * the domain of one parameter.
 *  @param list      list
 *  @param options   ended by one of kind RDG_OPTION_END; NULL: none
 *  @param parameter whose domain is left out. NULL: none
 *  @return RDG_OK, RDG_ERR_NO_MEMORY or RDG_ERR_EARLIER (also for a list that is NULL) */
rdg_status rdg_option_list_add_rest(rdg_option_list *list, const rdg_option *options, const char *parameter);

/** Clear the summaries that a user requested, so that a run that fails at once leaves no older values.
 *  @param options ended by one of kind RDG_OPTION_END; NULL: none */
void rdg_option_list_clear_summary(const rdg_option *options);

/** Add what a user states about output, RDG_NO_TABLE, RDG_NO_FOLDER, RDG_IN_MEMORY, RDG_DURABLE and
 * RDG_RESUME: it holds for all runs of a driver, each of which has a name of its own.
 *  @param list    list
 *  @param options ended by one of kind RDG_OPTION_END; NULL: none
 *  @return RDG_OK, RDG_ERR_NO_MEMORY or RDG_ERR_EARLIER (also for a list that is NULL) */
rdg_status rdg_option_list_add_output(rdg_option_list *list, const rdg_option *options);

/** The last option of a kind.
 *  @param options   ended by one of kind RDG_OPTION_END; NULL: none
 *  @param kind      kind
 *  @param parameter its name; NULL: any
 *  @return borrowed; NULL: there is none */
const rdg_option *rdg_option_find(const rdg_option *options, rdg_option_kind kind, const char *parameter);

/** Refuse options of a toolbox (option_key.h) that are not for this call, are given twice, or have a value
 * that is not finite. What a call of a toolbox does first, so that nothing is computed in vain.
 *  @param ctx     context
 *  @param call    name of the public function, "rdg_ridge"
 *  @param name    of its runs, for the message
 *  @param options ended by one of kind RDG_OPTION_END. NULL: none
 *  @param own     keys of the options that are for this call, ended by NULL; NULL: none is
 *  @return RDG_OK, RDG_ERR_ARGUMENT, RDG_ERR_NOT_FINITE or RDG_ERR_EARLIER */
rdg_status rdg_option_list_check(rdg_context *ctx, const char *call, const char *name,
                                 const rdg_option *options, const rdg_option_key *const *own);

/** An option of a toolbox.
 *  @param options ended by one of kind RDG_OPTION_END; NULL: none
 *  @param key     its key
 *  @return borrowed; NULL: there is none */
const rdg_option *rdg_option_of(const rdg_option *options, const rdg_option_key *key);

/** The label of the point at which RDG_FROM(), RDG_FROM_POINT(), RDG_FROM_NEAR() or RDG_SWITCH() starts.
 *  @param ctx  context
 *  @param run  that the option names, opened
 *  @param from the option
 *  @param call name of the public function, for the message
 *  @param name of the run that is to start, for the message
 *  @return label; 0: RDG_FROM_GREATEST(); -1 after a failure: RDG_ERR_ARGUMENT (the run has no such point) or
 * RDG_ERR_NAME (no such column) */
rdg_index rdg_option_start_label(rdg_context *ctx, rdg_run *run, const rdg_option *from, const char *call,
                                 const char *name);

/** Free what a list holds.
 *  @param list it may be used again; NULL is allowed */
void rdg_option_list_release(rdg_option_list *list);

#ifdef __cplusplus
}
#endif
#endif
