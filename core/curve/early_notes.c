/* What is stated of a run before it has a place to be kept, which comes with its first chart: of start
 * values, and of loads that are raised. It becomes part of the run's notes then. */
#include "early_notes_impl.h"

#include "journal_impl.h"
#include "toolbox.h"

#include <string.h>

static void hear(rdg_channel channel, const char *text, void *data)
{
    rdg_early_notes *e = data;
    if (rdg_error_status(e->ctx) != RDG_OK ||
        rdg_context_reserve(e->ctx, &e->note, &e->capacity, e->count + 1, sizeof *e->note) != RDG_OK) {
        return;
    }
    char *copy = rdg_context_strdup(e->ctx, text);
    if (copy) {
        e->note[e->count++] = (rdg_early_note){.channel = channel, .text = copy};
    }
}

void rdg_early_notes_begin(rdg_early_notes *e, rdg_context *ctx)
{
    *e = (rdg_early_notes){.ctx = ctx};
    e->listener = (rdg_listener){.hear = hear, .data = e};
    rdg_listen(ctx, &e->listener);
}

void rdg_early_notes_tell(rdg_early_notes *e)
{
    rdg_listen_no_more(e->ctx, &e->listener);
    for (rdg_index k = 0; k < e->count; k++) {
        rdg_hear(e->ctx, e->note[k].channel, e->note[k].text);
        rdg_free(e->note[k].text);
    }
    rdg_free(e->note);
    e->note = NULL;
    e->count = e->capacity = 0;
}
