/* Regularised Coulomb friction f = F tanh(v / epsilon). */
#include <ridgewalk/tanh_friction.h>
#include <ridgewalk/time_element.h>
#include <ridgewalk/toolbox.h>

#include <math.h>

static int law(double x, double v, rdg_law_value *value, void *data)
{
    const rdg_tanh_friction *friction = data;
    (void)x;
    const double t = tanh(v / friction->epsilon), slope = (1.0 - t * t) / friction->epsilon;
    value->f = friction->force * t;
    value->fv = friction->force * slope;
    value->fvv = -2.0 * friction->force * t * slope / friction->epsilon;
    return 0;
}

static rdg_status check(rdg_context *ctx, const rdg_tanh_friction *friction)
{
    const char *where = "rdg_tanh_friction_add";
    if (!friction) {
        return rdg_fail(ctx, RDG_ERR_ARGUMENT, where, "the friction element is NULL");
    }
    const char *at = friction->at ? friction->at : "?";
    if (!isfinite(friction->force) || !isfinite(friction->epsilon)) {
        return rdg_fail(ctx, RDG_ERR_NOT_FINITE, where,
                        "the friction at \"%s\" has force = %g N, epsilon = %g m/s", at, friction->force,
                        friction->epsilon);
    }
    if (friction->force < 0.0 || friction->epsilon <= 0.0) {
        return rdg_fail(ctx, RDG_ERR_ARGUMENT, where,
                        "the friction at \"%s\" has force = %g N (>= 0 is needed), epsilon = %g m/s (> 0)",
                        at, friction->force, friction->epsilon);
    }
    return RDG_OK;
}

rdg_status rdg_tanh_friction_add(rdg_hbm *hb, const rdg_tanh_friction *friction)
{
    rdg_context *ctx = rdg_hbm_context(hb);
    if (!ctx || rdg_error_status(ctx) != RDG_OK) {
        return RDG_ERR_EARLIER;
    }
    RDG_TRY(check(ctx, friction));
    rdg_tanh_friction *copy = rdg_context_calloc(ctx, 1, sizeof *copy);
    if (!copy) {
        return RDG_ERR_NO_MEMORY;
    }
    *copy = *friction;
    return rdg_time_element_add(hb, &(rdg_time_element){.name = friction->name,
                                                        .at = friction->at,
                                                        .type = "tanh friction",
                                                        .law = law,
                                                        .data = copy,
                                                        .free_data = rdg_free,
                                                        .samples = friction->samples,
                                                        .pure = true});
}
