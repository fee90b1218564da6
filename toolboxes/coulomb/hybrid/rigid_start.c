/* Where motions start. */
#include "rigid_impl.h"

#include <ridgewalk/toolbox.h>
#include <ridgewalk/vectors.h>

#include <math.h>
#include <string.h>

/* The mode in which a motion is that stands at u: contacts that rest stick, or go where they accelerate to.
 */
static rdg_status find_mode(rdg_rigid *r, const double *u, rdg_rigid_mode **mode)
{
    bool rests[RDG_RIGID_MOST] = {false};
    rdg_rigid_state state[RDG_RIGID_MOST];
    const double size = rdg_largest(r->n2, u);
    for (rdg_index k = 0; k < r->contacts; k++) {
        const double velocity = rdg_rigid_velocity(r, k, u);
        state[k] = rdg_rigid_friction_state(velocity, 1e-13 * (size + r->b[k] * u[r->n2]), 0.0, 0.0);
        rests[k] = state[k] == RDG_RIGID_STICKS;
    }
    do {
        double margin = 0.0;
        *mode = rdg_rigid_mode_of(r, state);
        if (!*mode) {
            return rdg_error_status(r->ctx) == RDG_OK ? RDG_ERR_NO_MEMORY : RDG_ERR_EARLIER;
        }
        if (rdg_rigid_margin(*mode, rests, u, &margin) != 0) {
            return rdg_fail(r->ctx, RDG_ERR_CALLBACK, "rdg_coulomb_hybrid",
                            "the force on \"%s\" has no value at the start", r->name);
        }
        if (margin >= 0.0) {
            return rdg_rigid_place(*mode);
        }
    } while (rdg_rigid_next_states(r->contacts, rests, state));
    return rdg_fail(r->ctx, RDG_ERR_ARGUMENT, "rdg_coulomb_hybrid",
                    "no contact states of the resting contacts of \"%s\" are consistent at the start",
                    r->name);
}

rdg_status rdg_rigid_begin(rdg_rigid *r, const double *value)
{
    rdg_rigid_mode *first = NULL;
    double *u = rdg_context_calloc(r->ctx, (size_t)r->nu, sizeof *u);
    if (!u) {
        return RDG_ERR_NO_MEMORY;
    }
    memcpy(u + r->n2, value, (size_t)r->np * sizeof *u);
    const rdg_status status = find_mode(r, u, &first);
    rdg_free(u);
    return status;
}

rdg_status rdg_coulomb_hybrid_start(rdg_hybrid *h, double tau, const double *x, const char **mode,
                                    double *state)
{
    rdg_context *ctx = rdg_hybrid_context(h);
    RDG_ENTER(ctx, ctx, RDG_ERR_EARLIER);
    RDG_NEED(ctx, x, RDG_ERR_ARGUMENT);
    RDG_NEED(ctx, mode, RDG_ERR_ARGUMENT);
    RDG_NEED(ctx, state, RDG_ERR_ARGUMENT);
    const rdg_hybrid_phase *any = rdg_hybrid_phase_at(h, 0);
    if (!any || any->field.f != rdg_rigid_field) {
        return RDG_FAIL(ctx, RDG_ERR_ARGUMENT, "\"%s\" is not made by rdg_coulomb_hybrid()",
                        rdg_hybrid_name(h));
    }
    rdg_rigid *r = ((const rdg_rigid_mode *)any->field.data)->of;
    double *u = rdg_context_calloc(ctx, (size_t)r->nu, sizeof *u);
    if (!u) {
        return RDG_ERR_NO_MEMORY;
    }
    const double *value = rdg_hybrid_parameters_of(h).value;
    memcpy(u + r->n2, value, (size_t)r->np * sizeof *u);
    u[r->nu - 1] = tau;
    bool is_finite = isfinite(tau);
    for (rdg_index i = 0; i < r->n2; i++) {
        u[i] = i < r->n ? x[i] : value[0] * x[i];
        is_finite = is_finite && isfinite(x[i]);
    }
    rdg_rigid_mode *found = NULL;
    const rdg_status status = is_finite
                                  ? find_mode(r, u, &found)
                                  : RDG_FAIL(ctx, RDG_ERR_NOT_FINITE,
                                             "the start of \"%s\" has numbers that are not finite", r->name);
    if (status == RDG_OK) {
        *mode = found->name;
        memcpy(state, u, (size_t)r->n2 * sizeof *u);
    }
    rdg_free(u);
    return status;
}
