/* Modes that are made when they are first entered. */
#include "hybrid_impl.h"

#include <ridgewalk/toolbox.h>

#include <inttypes.h>

rdg_status rdg_hybrid_on_entry(rdg_hybrid *h, rdg_hybrid_entry *entry, void *data,
                               void (*free_data)(void *data))
{
    const bool ready = h && rdg_error_status(h->ctx) == RDG_OK;
    if (!ready || !entry || h->entry) {
        if (free_data) {
            free_data(data);
        }
        return !ready ? RDG_ERR_EARLIER
                      : RDG_FAIL(h->ctx, RDG_ERR_ARGUMENT, "%s for \"%s\"",
                                 entry ? "there is an entry already" : "entry is NULL", h->name);
    }
    h->entry = entry;
    h->entry_data = data;
    h->free_entry = free_data;
    return RDG_OK;
}

rdg_status rdg_hybrid_enter(rdg_hybrid *h, rdg_index mode)
{
    if (!h) {
        return RDG_ERR_EARLIER;
    }
    if (mode < 0 || mode >= h->n_modes) {
        return RDG_FAIL(h->ctx, RDG_ERR_ARGUMENT, "\"%s\" has no phase %" PRId64 ": it has %" PRId64, h->name,
                        mode, h->n_modes);
    }
    if (!h->entry || (mode < h->entered_capacity && h->entered[mode])) {
        return RDG_OK;
    }
    if (rdg_error_status(h->ctx) != RDG_OK) {
        return RDG_ERR_EARLIER;
    }
    RDG_TRY(
        rdg_context_reserve(h->ctx, (void *)&h->entered, &h->entered_capacity, mode + 1, sizeof *h->entered));
    RDG_TRY(h->entry(h, mode, h->entry_data));
    h->entered[mode] = true;
    return RDG_OK;
}
