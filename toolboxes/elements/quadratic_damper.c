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

static void by_number(double x, double v, rdg_index number, rdg_law_by_number *value, void *data)
{
    (void)number;
    (void)data;
    value->f = x * x * v;
    value->fx = 2.0 * x * v;
    value->fv = x * x;
}

static const law_field fields[] = {{"c2", "N s/m^3", offsetof(rdg_quadratic_damper, c2), RDG_ANY_NUMBER}};

rdg_status rdg_quadratic_damper_add(rdg_structure *s, const rdg_quadratic_damper *damper)
{
    const char *what = "quadratic damper";
    RDG_TRY(rdg_law_begin(s, __func__, what, damper));
    RDG_TRY(rdg_law_finite(s, __func__, what, damper->at, "c2", damper->c2, "N s/m^3"));
    return rdg_law_add_copy(s, damper, sizeof *damper,
                            &(rdg_time_element){.name = damper->name,
                                                .at = damper->at,
                                                .type = what,
                                                .call = __func__,
                                                .law = law,
                                                .samples = damper->samples,
                                                .degree = 3,
                                                .by_number = by_number,
                                                .pure = true},
                            sizeof fields / sizeof *fields, fields);
}
