/** @file given_values.h
 *  @brief The list of values with which solvers in time begin: omega, the forcing amplitude alpha, parameters
 * of elements and loads.
 */
#ifndef RDG_GIVEN_VALUES_H
#define RDG_GIVEN_VALUES_H

#include <ridgewalk/at.h>
#include <ridgewalk/structure.h>

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Names and values: "omega" first, if it was given; "alpha", 1 if it was not; then the others as they came.
 */
typedef struct rdg_given_values {
    rdg_index n;       /**< how many */
    bool forced;       /**< omega is the first one */
    const char **name; /**< [n + 1] ended by NULL; the names are those of the list that was read */
    double *value;     /**< [n] */
} rdg_given_values;

/** Read a list.
 *  @param s       structure that it is for
 *  @param where   public function shown in messages
 *  @param at      ended by an item with name NULL. NULL: an empty list
 *  @param[out] to to be freed by rdg_given_values_free(), after failures, too; zero on entry
 *  @return RDG_OK; RDG_ERR_NAME (given twice), RDG_ERR_NOT_FINITE; RDG_ERR_ARGUMENT: omega is not > 0, or a
 * load has a frequency and it is not given; RDG_ERR_NO_MEMORY or RDG_ERR_EARLIER */
rdg_status rdg_given_values_read(rdg_structure *s, const char *where, const rdg_at *at, rdg_given_values *to);

/** Free what was read.
 *  @param values NULL is allowed */
void rdg_given_values_free(rdg_given_values *values);

#ifdef __cplusplus
}
#endif
#endif
