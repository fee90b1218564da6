/* One line on a terminal that states where a long computation is, and that makes space for whatever else is
 * written. Where standard error is no terminal there is none. */
#ifndef RDG_PROGRESS_IMPL_H
#define RDG_PROGRESS_IMPL_H

#include "journal_impl.h"
#include "objects.h"

/* Whether such a line would be seen. */
bool rdg_progress_is_seen(const rdg_context *ctx);

/* Put the line there, in place of the one before. */
void rdg_progress_tell(rdg_context *ctx, const char *line);

/* Take it away; before anything else is written, too. */
void rdg_progress_clear(rdg_journal *journal);

#endif
