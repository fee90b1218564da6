/* Motions as users give them: displacements and rates of change. */
#include "modal_flow_impl.h"

#include <ridgewalk/toolbox.h>

#include <math.h>

/* Modal coordinates of x, with space for as many more: to be freed. */
static rdg_status to_modal(const rdg_coulomb *c, const char *where, double tau, const double *x,
                           double **state)
{
    *state = NULL;
    if (!x) {
        return rdg_fail(c->ctx, RDG_ERR_ARGUMENT, where, "x is NULL");
    }
    if (!isfinite(tau)) {
        return rdg_fail(c->ctx, RDG_ERR_NOT_FINITE, where, "tau is %g", tau);
    }
    for (rdg_index i = 0; i < 2 * c->n; i++) {
        if (!isfinite(x[i])) {
            return rdg_fail(c->ctx, RDG_ERR_NOT_FINITE, where, "x[%ld] is %g", (long)i, x[i]);
        }
    }
    *state = rdg_context_calloc(c->ctx, 4 * (size_t)c->n, sizeof **state);
    if (!*state) {
        return RDG_ERR_NO_MEMORY;
    }
    rdg_modal_from_x(c, x, *state);
    return RDG_OK;
}

rdg_status rdg_modal_flow(const rdg_coulomb *c, rdg_contact_regime regime, double r1, double beta, double tau,
                          double t, double *x)
{
    RDG_TRY(rdg_coulomb_check(c, __func__, r1, beta));
    if (regime < RDG_COULOMB_BACK || regime > RDG_COULOMB_FORWARD || !isfinite(t)) {
        return RDG_FAIL(c->ctx, RDG_ERR_ARGUMENT,
                        "contact state %d, t = %g: the contact state is -1, 0 or 1, t is finite", (int)regime,
                        t);
    }
    double *state = NULL;
    RDG_TRY(to_modal(c, __func__, tau, x, &state));
    rdg_modal_segment_end(c, &(rdg_modal_segment){regime, r1, beta, tau, t, NULL}, state, state + 2 * c->n);
    rdg_modal_to_x(c, state + 2 * c->n, x);
    rdg_free(state);
    return RDG_OK;
}

rdg_status rdg_coulomb_holding_force(const rdg_coulomb *c, double r1, double tau, const double *x,
                                     double *force)
{
    RDG_TRY(rdg_coulomb_check(c, __func__, r1, 0.0));
    RDG_NEED(c->ctx, force, RDG_ERR_ARGUMENT);
    double *state = NULL;
    RDG_TRY(to_modal(c, __func__, tau, x, &state));
    *force = rdg_modal_force(c, r1, tau, state);
    rdg_free(state);
    return RDG_OK;
}

rdg_status rdg_coulomb_contact_motion(const rdg_coulomb *c, double tau, const double *x, double *z)
{
    RDG_TRY(rdg_coulomb_check(c, __func__, 1.0, 0.0));
    RDG_NEED(c->ctx, z, RDG_ERR_ARGUMENT);
    double *state = NULL;
    RDG_TRY(to_modal(c, __func__, tau, x, &state));
    z[0] = rdg_modal_z(c, tau, state);
    z[1] = rdg_modal_velocity(c, tau, state);
    rdg_free(state);
    return RDG_OK;
}
