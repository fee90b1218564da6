/** @file memo.h
 *  @brief What functions store along a run, written down with its labelled charts and read back where the
 * run is taken up after it was cut off.
 *
 *  One function names all that is stored, in one order. The same calls write and read:
 *
 *      static void remember(rdg_problem *p, rdg_checkpoint *memo, void *data)
 *      {
 *          struct counter *c = data;
 *          rdg_checkpoint_long(memo, &c->seen);
 *          rdg_checkpoint_numbers(memo, c->last, 3);
 *      }
 *      rdg_resume(p, "frc", RDG_OBSERVE(count, &c), RDG_CHECKPOINT("counter", remember, &c), ...);
 */
#ifndef RDG_MEMO_H
#define RDG_MEMO_H

#include "status.h"

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Numbers on the way to a run, or from there. */
typedef struct rdg_checkpoint rdg_checkpoint;

/** Is what was stored read back? Else it is written.
 *  @param memo NULL is allowed
 *  @return false for NULL */
bool rdg_checkpoint_reads(const rdg_checkpoint *memo);

/** Write numbers, or fill them in.
 *  @param memo   NULL: nothing happens; likewise after a failure, which the run reports
 *  @param values shape [n]
 *  @param n      how many: the same where they are read */
void rdg_checkpoint_numbers(rdg_checkpoint *memo, double *values, rdg_index n);

/** The same of one number.
 *  @param memo  as above
 *  @param value the number */
void rdg_checkpoint_number(rdg_checkpoint *memo, double *value);

/** The same of a whole number (below 2^53).
 *  @param memo  as above
 *  @param value the number */
void rdg_checkpoint_index(rdg_checkpoint *memo, rdg_index *value);

/** The same of a whole number of another type.
 *  @param memo  as above
 *  @param value the number */
void rdg_checkpoint_long(rdg_checkpoint *memo, long *value);

/** The same of a small whole number, or of what is chosen from an enumeration.
 *  @param memo  as above
 *  @param value the number */
void rdg_checkpoint_int(rdg_checkpoint *memo, int *value);

/** The same of a truth.
 *  @param memo  as above
 *  @param value the truth */
void rdg_checkpoint_flag(rdg_checkpoint *memo, bool *value);

/** The same of a text.
 *  @param memo as above
 *  @param text terminated by a zero, shape [size]; one that was longer is a failure
 *  @param size of its place */
void rdg_checkpoint_text(rdg_checkpoint *memo, char *text, size_t size);

#ifdef __cplusplus
}
#endif
#endif
