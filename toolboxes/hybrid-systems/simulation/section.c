/* Where motions return. */
#include "returns_impl.h"

#include <math.h>

static rdg_status take_names(rdg_section *s, const char *where, const char *const *names)
{
    rdg_context *ctx = rdg_hybrid_context(s->h);
    s->events = rdg_hybrid_event_surfaces(s->h);
    if (!names && s->events != 1) {
        return rdg_fail(
            ctx, RDG_ERR_ARGUMENT, where,
            "\"%s\": name the event surfaces at which the motion returns (section); an event surface without "
            "reset that leads to its own phase marks a place",
            rdg_hybrid_name(s->h));
    }
    s->counts = rdg_context_calloc(ctx, (size_t)s->events, sizeof *s->counts);
    if (!s->counts) {
        return RDG_ERR_NO_MEMORY;
    }
    s->counts[0] = !names;
    for (rdg_index k = 0; names && names[k]; k++) {
        const rdg_index event = rdg_hybrid_event_surface_index(s->h, names[k]);
        if (event < 0) {
            return rdg_error_status(ctx);
        }
        s->counts[event] = true;
    }
    return names && !names[0]
               ? rdg_fail(ctx, RDG_ERR_ARGUMENT, where, "\"%s\": section has no names", rdg_hybrid_name(s->h))
               : RDG_OK;
}

rdg_status rdg_section_make(rdg_section *s, rdg_hybrid *h, const char *where, const char *mode,
                            const char *const *names)
{
    s->h = h;
    s->where = where;
    s->states = rdg_brute_states(h, where, mode);
    RDG_TRY(rdg_error_status(rdg_hybrid_context(h)));
    if (s->state < 0 || s->state >= s->states) {
        return rdg_fail(rdg_hybrid_context(h), RDG_ERR_ARGUMENT, where,
                        "\"%s\": state = %ld: it has %ld of them, counted from 0", rdg_hybrid_name(h),
                        (long)s->state, (long)s->states);
    }
    RDG_TRY(rdg_brute_check(h, where, "longest", s->longest));
    const rdg_hybrid_parameters p = rdg_hybrid_parameters_of(h);
    const bool forced = p.omega >= 0;
    if (s->longest == 0.0) {
        s->longest = forced ? 100.0 * RDG_HZ(1.0) / p.value[p.omega] : 1e4;
    }
    return forced && !names ? RDG_OK : take_names(s, where, names);
}

void rdg_section_release(rdg_section *s)
{
    rdg_free(s->counts);
    s->counts = NULL;
}
