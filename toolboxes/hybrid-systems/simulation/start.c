/* Where motions start. */
#include "simulation_impl.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

static rdg_index start_mode(rdg_hybrid *h, const char *mode)
{
    return mode ? rdg_hybrid_phase_index(h, mode) : 0;
}

rdg_index rdg_brute_states(rdg_hybrid *h, const char *where, const char *mode)
{
    rdg_index n = 0;
    if (rdg_hybrid_phases(h) == 0) {
        rdg_fail(rdg_hybrid_context(h), RDG_ERR_ARGUMENT, where,
                 "\"%s\" has no phases: add them first, rdg_hybrid_add_phase()", rdg_hybrid_name(h));
        return 0;
    }
    const rdg_index first = start_mode(h, mode);
    if (first < 0 || rdg_hybrid_enter(h, first) != RDG_OK) {
        return 0;
    }
    for (rdg_index k = 0; k < rdg_hybrid_phases(h); k++) {
        const rdg_index own = rdg_hybrid_phase_at(h, k)->n;
        n = own > n ? own : n;
    }
    return n;
}

bool rdg_brute_is_wider(rdg_hybrid *h, const char *where, rdg_index entered, rdg_index states)
{
    if (rdg_hybrid_enter(h, entered) != RDG_OK) {
        return true;
    }
    for (rdg_index k = 0; k < rdg_hybrid_phases(h); k++) {
        const rdg_hybrid_phase *mode = rdg_hybrid_phase_at(h, k);
        if (mode->n > states) {
            rdg_fail(rdg_hybrid_context(h), RDG_ERR_SIZE, where,
                     "phase \"%s\" of \"%s\" has come up with %" PRId64
                     " states, and none had more than %" PRId64 " at the start: add the largest phase first",
                     mode->name, rdg_hybrid_name(h), mode->n, states);
            return true;
        }
    }
    return false;
}

rdg_status rdg_brute_start(rdg_hybrid *h, const char *where, const rdg_start *start, rdg_hybrid_state *state)
{
    rdg_context *ctx = rdg_hybrid_context(h);
    state->mode = start_mode(h, start->mode);
    if (state->mode < 0) {
        return rdg_error_status(ctx);
    }
    if (!isfinite(start->phi)) {
        return rdg_fail(ctx, RDG_ERR_NOT_FINITE, where, "\"%s\": phi of the start is %g", rdg_hybrid_name(h),
                        start->phi);
    }
    state->t = 0.0;
    state->phi = start->phi;
    const rdg_index n = rdg_hybrid_phase_at(h, state->mode)->n;
    for (rdg_index i = 0; i < n; i++) {
        state->x[i] = start->x ? start->x[i] : 0.0;
        if (!isfinite(state->x[i])) {
            return rdg_fail(ctx, RDG_ERR_NOT_FINITE, where, "\"%s\": x[%" PRId64 "] of the start is %g",
                            rdg_hybrid_name(h), i, state->x[i]);
        }
    }
    return RDG_OK;
}

rdg_status rdg_brute_check(rdg_hybrid *h, const char *where, const char *field, double value)
{
    return value >= 0.0 && !isinf(value) ? RDG_OK
                                         : rdg_fail(rdg_hybrid_context(h), RDG_ERR_ARGUMENT, where,
                                                    "\"%s\": %s = %g: it may not be negative or infinite",
                                                    rdg_hybrid_name(h), field, value);
}

rdg_flow_options rdg_brute_accuracy(const rdg_flow_options *asked)
{
    rdg_flow_options o = *asked;
    o.relative = o.relative == 0.0 ? 1e-9 : o.relative;
    o.absolute = o.absolute == 0.0 ? 1e-12 : o.absolute;
    return o;
}
