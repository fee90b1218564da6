/* Quadratic damper f = c2 x^2 v. */
#include "law_numbers_impl.h"

#include <ridgewalk/quadratic_damper.h>

static int law(double x, double v, rdg_law_value *value, void *data)
{
    const rdg_quadratic_damper *damper = data;
    value->f = damper->c2 * x * x * v;
    value->fx = 2.0 * damper->c2 * x * v;
    value->fv = damper->c2 * x * x;
    value->fxx = 2.0 * damper->c2 * v;
    value->fxv = 2.0 * damper->c2 * x;
    return 0;
}

static void by_number(double x, double v, rdg_index number, rdg_law_by_parameter *value, void *data)
{
    (void)number;
    (void)data;
    value->f = x * x * v;
    value->fx = 2.0 * x * v;
    value->fv = x * x;
}

static const law_field fields[] = {{"c2", "N s/m^3", offsetof(rdg_quadratic_damper, c2), RDG_ANY_PARAMETER}};

rdg_status rdg_quadratic_damper_add(rdg_structure *s, const rdg_quadratic_damper *damper)
{
    return RDG_LAW_ADD(s, damper, "quadratic damper", 3, fields);
}
