/* Notes and warnings of a run before its first chart. */
#ifndef RDG_EARLY_NOTES_IMPL_H
#define RDG_EARLY_NOTES_IMPL_H

#include "failure.h"
#include "toolbox.h"

typedef struct rdg_early_note {
    rdg_channel channel;
    char *text;
} rdg_early_note;

typedef struct rdg_early_notes {
    rdg_context *ctx;
    rdg_listener listener;
    rdg_early_note *note; /* [count] */
    rdg_index count, capacity;
} rdg_early_notes;

/* Listen from now on. */
void rdg_early_notes_begin(rdg_early_notes *early, rdg_context *ctx);

/* Listen no more, and state to whoever listens then what was heard. */
void rdg_early_notes_tell(rdg_early_notes *early);

#endif
