/* Lines of a context that wait until what they report of is safe. */
#ifndef RDG_HELD_LINES_IMPL_H
#define RDG_HELD_LINES_IMPL_H

#include "failure.h"

/* From now on lines wait, of all channels, in their order, until `holder` lets them go; one holds at a time,
 * the first. */
void rdg_hold_lines(rdg_context *ctx, const void *holder);

/* Write them, and hold no more. Does nothing if another one holds. */
void rdg_let_lines_go(rdg_context *ctx, const void *holder);

/* The same where what they report of is lost: lines of tables are left out. */
void rdg_drop_lines(rdg_context *ctx, const void *holder);

/* A line to the writer, or to those that wait. The context has a writer. */
void rdg_write_line(rdg_context *ctx, rdg_channel channel, const char *line);

#endif
