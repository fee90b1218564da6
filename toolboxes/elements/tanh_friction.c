/* Regularised Coulomb friction f = F tanh(v / epsilon). */
#include "law_numbers_impl.h"

#include <ridgewalk/tanh_friction.h>

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

static rdg_status check(rdg_structure *s, const char *where, const char *what,
                        const rdg_tanh_friction *friction)
{
    const char *at = friction->at;
    RDG_TRY(rdg_law_finite(s, where, what, at, "force", friction->force, "N"));
    RDG_TRY(rdg_law_finite(s, where, what, at, "epsilon", friction->epsilon, "m/s"));
    if (friction->force < 0.0 || friction->epsilon <= 0.0) {
        return rdg_fail(rdg_structure_context(s), RDG_ERR_ARGUMENT, where,
                        "the %s at \"%s\" has force = %g N (>= 0 is needed), epsilon = %g m/s (> 0)", what,
                        at ? at : "?", friction->force, friction->epsilon);
    }
    return RDG_OK;
}

rdg_status rdg_tanh_friction_add(rdg_structure *s, const rdg_tanh_friction *friction)
{
    const char *what = "tanh friction";
    RDG_TRY(rdg_law_begin(s, __func__, what, friction));
    RDG_TRY(check(s, __func__, what, friction));
    return rdg_law_add_copy(s, friction, sizeof *friction,
                            &(rdg_time_element){.name = friction->name,
                                                .at = friction->at,
                                                .type = what,
                                                .law = law,
                                                .samples = friction->samples,
                                                .pure = true});
}
