/* Cubic damper f = c v + c3 v^3. */
#include "law_numbers_impl.h"

#include <ridgewalk/cubic_damper.h>

static int law(double x, double v, rdg_law_value *value, void *data)
{
    const rdg_cubic_damper *damper = data;
    (void)x;
    value->f = (damper->c + damper->c3 * v * v) * v;
    value->fv = damper->c + 3.0 * damper->c3 * v * v;
    value->fvv = 6.0 * damper->c3 * v;
    return 0;
}

static void by_number(double x, double v, rdg_index number, rdg_law_by_parameter *value, void *data)
{
    (void)x;
    (void)data;
    value->f = number == 0 ? v : v * v * v;
    value->fv = number == 0 ? 1.0 : 3.0 * v * v;
}

static const law_field fields[] = {{"c", "N s/m", offsetof(rdg_cubic_damper, c), RDG_ANY_PARAMETER},
                                   {"c3", "N s^3/m^3", offsetof(rdg_cubic_damper, c3), RDG_ANY_PARAMETER}};

rdg_status rdg_cubic_damper_add(rdg_structure *s, const rdg_cubic_damper *damper)
{
    return RDG_LAW_ADD(s, damper, "cubic damper", 3, fields);
}
