/** @file sparse.h
 *  @brief Sparsity patterns that are fixed once and then filled in place. */
#ifndef RDG_SPARSE_H
#define RDG_SPARSE_H

#include "function.h"
#include "objects.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Build a pattern from a list of entries; entries at one place are merged.
 *  @param ctx        context
 *  @param rows,cols  shape of the matrix
 *  @param count      number of entries
 *  @param row,col    where each entry is, shape [count]
 *  @param[out] place for each entry its place in the pattern, shape [count]; may be NULL
 *  @return the pattern, to be freed with rdg_pattern_free(). NULL after a failure (RDG_ERR_ARGUMENT for an
 *          entry outside the matrix, RDG_ERR_NO_MEMORY) */
rdg_pattern *rdg_pattern_create(rdg_context *ctx, rdg_index rows, rdg_index cols, rdg_index count,
                                const rdg_index *row, const rdg_index *col, rdg_index *place);

/** Whether a pattern is in order: start begins with 0 and does not fall, rows ascend within a column and are
 *  in range.
 *  @param pattern NULL is none
 *  @return true if it is */
bool rdg_pattern_is_valid(const rdg_pattern *pattern);

/** A copy of a pattern, checked with rdg_pattern_is_valid().
 *  @param ctx     context
 *  @param pattern to be copied
 *  @return NULL after a failure */
rdg_pattern *rdg_pattern_copy(rdg_context *ctx, const rdg_pattern *pattern);

/** The pattern of a dense matrix, column-major.
 *  @param ctx       context
 *  @param rows,cols shape
 *  @return NULL after a failure */
rdg_pattern *rdg_pattern_dense(rdg_context *ctx, rdg_index rows, rdg_index cols);

/** Number of entries.
 *  @param pattern NULL is allowed
 *  @return start[cols]; 0 for NULL */
rdg_index rdg_pattern_count(const rdg_pattern *pattern);

/** Free a pattern made here.
 *  @param pattern NULL is allowed */
void rdg_pattern_free(rdg_pattern *pattern);

#ifdef __cplusplus
}
#endif
#endif
