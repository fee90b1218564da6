/* What the motion of the base adds to the motion relative to it, and the unit of the forcing amplitude. */
#include "structure_impl.h"

#include <ridgewalk/toolbox.h>

#include <math.h>

rdg_status rdg_base_motion_harmonic(rdg_structure *s, const char *at, int harmonic, double omega,
                                    double alpha, double *cosine, double *sine)
{
    const char *where = __func__;
    rdg_index n = 0;
    const rdg_index *dof = NULL;
    const double *weight = NULL;
    RDG_ENTER(s, s->ctx, RDG_ERR_EARLIER);
    if (harmonic < 1 || !(omega > 0.0 && isfinite(omega)) || !isfinite(alpha)) {
        return rdg_fail(s->ctx, RDG_ERR_ARGUMENT, where,
                        "harmonic = %d (>= 1 is needed), omega = %g rad/s (> 0), alpha = %g", harmonic, omega,
                        alpha);
    }
    RDG_NEED(s->ctx, cosine, RDG_ERR_ARGUMENT);
    RDG_NEED(s->ctx, sine, RDG_ERR_ARGUMENT);
    RDG_TRY(rdg_structure_displacement(s, where, at, &n, &dof, &weight));
    *cosine = 0.0;
    *sine = 0.0;
    for (rdg_index i = 0; i < rdg_load_count(s); i++) {
        const rdg_load *load = rdg_load_at(s, i);
        for (rdg_index t = 0; load->influence && load->harmonic == harmonic && t < n; t++) {
            const double w = harmonic * omega, x = load->kind == RDG_LOAD_DISPLACEMENT ? 1.0 : -1.0 / (w * w);
            const double amplitude = alpha * weight[t] * load->influence[dof[t]] * x * load->amplitude;
            *cosine += amplitude * cos(load->phase);
            *sine -= amplitude * sin(load->phase);
        }
    }
    return RDG_OK;
}

const char *rdg_forcing_amplitude_unit(const rdg_structure *s)
{
    bool shaken = false, forced = false;
    for (rdg_index i = 0; i < rdg_load_count(s); i++) {
        shaken = shaken || rdg_load_at(s, i)->influence || rdg_load_at(s, i)->kind == RDG_LOAD_UNBALANCE;
        forced = forced || rdg_load_at(s, i)->kind == RDG_LOAD_FORCE;
    }
    return shaken && !forced ? "" : "N";
}
