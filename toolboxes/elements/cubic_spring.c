/* Cubic spring f = k x + k3 x^3. */
#include "law_numbers_impl.h"

#include <ridgewalk/cubic_spring.h>

static int law(double x, double v, rdg_law_value *value, void *data)
{
    const rdg_cubic_spring *spring = data;
    (void)v;
    value->f = (spring->k + spring->k3 * x * x) * x;
    value->fx = spring->k + 3.0 * spring->k3 * x * x;
    value->fxx = 6.0 * spring->k3 * x;
    return 0;
}

static void by_number(double x, double v, rdg_index number, rdg_law_by_parameter *value, void *data)
{
    (void)v;
    (void)data;
    value->f = number == 0 ? x : x * x * x;
    value->fx = number == 0 ? 1.0 : 3.0 * x * x;
}

static const law_field fields[] = {{"k", "N/m", offsetof(rdg_cubic_spring, k), RDG_ANY_PARAMETER},
                                   {"k3", "N/m^3", offsetof(rdg_cubic_spring, k3), RDG_ANY_PARAMETER}};

rdg_status rdg_cubic_spring_add(rdg_structure *s, const rdg_cubic_spring *spring)
{
    return RDG_LAW_ADD(s, spring, "cubic spring", 3, fields);
}
