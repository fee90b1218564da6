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

/* With u = v/epsilon, t = tanh u: dt/depsilon = -u t'/epsilon, t' = 1 - t^2, t'' = -2 t t'. */
static void by_number(double x, double v, rdg_index number, rdg_law_by_parameter *value, void *data)
{
    (void)x;
    const rdg_tanh_friction *friction = data;
    const double epsilon = friction->epsilon, F = friction->force, u = v / epsilon;
    const double t = tanh(u), slope = 1.0 - t * t, curvature = -2.0 * t * slope;
    if (number == 0) {
        value->f = t;
        value->fv = slope / epsilon;
        value->second[1] = -u * slope / epsilon;
        return;
    }
    value->f = -F * u * slope / epsilon;
    value->fv = -F * (slope + u * curvature) / (epsilon * epsilon);
    value->second[0] = -u * slope / epsilon;
    value->second[1] = F * u * (2.0 * slope + u * curvature) / (epsilon * epsilon);
}

static const law_field fields[] = {{"force", "N", offsetof(rdg_tanh_friction, force), RDG_NOT_NEGATIVE},
                                   {"epsilon", "m/s", offsetof(rdg_tanh_friction, epsilon), RDG_POSITIVE}};

rdg_status rdg_tanh_friction_add(rdg_structure *s, const rdg_tanh_friction *friction)
{
    return RDG_LAW_ADD(s, friction, "tanh friction", 0, fields);
}
