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

static void by_number(double x, double v, rdg_index number, rdg_law_by_number *value, void *data)
{
    (void)v;
    (void)data;
    value->f = number == 0 ? x : x * x * x;
    value->fx = number == 0 ? 1.0 : 3.0 * x * x;
}

static const law_field fields[] = {{"k", "N/m", offsetof(rdg_cubic_spring, k), RDG_ANY_NUMBER},
                                   {"k3", "N/m^3", offsetof(rdg_cubic_spring, k3), RDG_ANY_NUMBER}};

rdg_status rdg_cubic_spring_add(rdg_structure *s, const rdg_cubic_spring *spring)
{
    const char *what = "cubic spring";
    RDG_TRY(rdg_law_begin(s, __func__, what, spring));
    RDG_TRY(rdg_law_finite(s, __func__, what, spring->at, "k", spring->k, "N/m"));
    RDG_TRY(rdg_law_finite(s, __func__, what, spring->at, "k3", spring->k3, "N/m^3"));
    return rdg_law_add_copy(s, spring, sizeof *spring,
                            &(rdg_time_element){.name = spring->name,
                                                .at = spring->at,
                                                .type = what,
                                                .call = __func__,
                                                .law = law,
                                                .samples = spring->samples,
                                                .degree = 3,
                                                .by_number = by_number,
                                                .pure = true},
                            sizeof fields / sizeof *fields, fields);
}
