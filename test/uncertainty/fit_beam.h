/* A beam with a joint whose parameters are fitted, and points of its mode from tables of an independent
 * program. */
#ifndef RDG_TEST_FIT_BEAM_H
#define RDG_TEST_FIT_BEAM_H

#include "scratch.h"

#include <ridgewalk/beam.h>
#include <ridgewalk/fit.h>
#include <ridgewalk/mechanics.h>

/* A steel cantilever of 6 elements; a joint may be added between "middle", node 3, and the ground. */
static inline rdg_structure *fit_beam(rdg_context *ctx)
{
    rdg_structure *s = rdg_beam_create(ctx, &(rdg_beam_options){.name = "beam",
                                                                .length = 0.2,
                                                                .width = 0.01,
                                                                .height = 0.01,
                                                                .young = 210e9,
                                                                .density = 7830,
                                                                .elements = 6});
    rdg_name_dof(s, "middle", rdg_beam_deflection(s, 3));
    rdg_name_dof(s, "tip", rdg_beam_deflection(s, 6));
    rdg_damping_proportional(s, 0.0, 3e-6);
    return s;
}

/* Without standard deviations. */
static inline rdg_measured *fit_beam_table(rdg_context *ctx, const char *path)
{
    rdg_measured *m = rdg_measured_read(
        ctx, path, RDG_MEASURED(.amplitude = "u_m", .frequency = "f_Hz", .damping = "zeta"));
    assert_ok(ctx, rdg_error_status(ctx));
    return m;
}

/* 1e-4 of the frequency, 1 % of the damping ratio. */
static inline void fit_beam_set_errors(rdg_measured *m)
{
    rdg_measured *errors = rdg_measured_create(m->ctx, m->n);
    for (int k = RDG_MEASURED_FREQUENCY; k <= RDG_MEASURED_DAMPING; k++) {
        m->error[k] = errors->error[k];
        errors->error[k] = NULL;
        for (rdg_index i = 0; i < m->n; i++) {
            m->error[k][i] = (k == RDG_MEASURED_FREQUENCY ? 1e-4 : 1e-2) * m->value[k][i];
        }
    }
    rdg_measured_free(errors);
}

#endif
