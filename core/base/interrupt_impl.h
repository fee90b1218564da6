/* Ctrl-C while a run is under way: it ends at its next point, with a message, and can be gone on with. */
#ifndef RDG_INTERRUPT_IMPL_H
#define RDG_INTERRUPT_IMPL_H

#include "toolbox.h"

/* RDG_ERR_INTERRUPTED for a run if so, else RDG_OK. then: what becomes of what it has, as text. */
rdg_status rdg_interrupt_check(rdg_context *ctx, const char *run, const char *then);

#endif
