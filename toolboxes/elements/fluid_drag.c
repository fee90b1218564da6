/* Drag in a fluid f = c |v| v. */
#include "law_numbers_impl.h"

#include <ridgewalk/fluid_drag.h>

#include <math.h>

static int law(double x, double v, rdg_law_value *value, void *data)
{
    const rdg_fluid_drag *drag = data;
    (void)x;
    value->f = drag->c * fabs(v) * v;
    value->fv = 2.0 * drag->c * fabs(v);
    value->fvv = 2.0 * drag->c * (double)((v > 0.0) - (v < 0.0));
    return 0;
}

static void by_number(double x, double v, rdg_index number, rdg_law_by_parameter *value, void *data)
{
    (void)x;
    (void)number;
    (void)data;
    value->f = fabs(v) * v;
    value->fv = 2.0 * fabs(v);
}

static const law_field fields[] = {{"c", "N s^2/m^2", offsetof(rdg_fluid_drag, c), RDG_ANY_PARAMETER}};

rdg_status rdg_fluid_drag_add(rdg_structure *s, const rdg_fluid_drag *drag)
{
    return RDG_LAW_ADD(s, drag, "fluid drag", 0, fields);
}
