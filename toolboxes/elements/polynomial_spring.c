/* Polynomial spring f = sum_p k_p x^p, by Horner's rule. */
#include "law_numbers_impl.h"

#include <ridgewalk/polynomial_spring.h>

#include <stdio.h>
#include <string.h>

enum { HIGHEST_POWER = 99 };

typedef struct polynomial {
    int n;
    double k[]; /* [n] */
} polynomial;

static int law(double x, double v, rdg_law_value *value, void *data)
{
    const polynomial *spring = data;
    double f = 0.0, slope = 0.0, half_curvature = 0.0;
    (void)v;
    for (int p = spring->n - 1; p >= -1; p--) { /* down to the constant term, which is 0 */
        half_curvature = half_curvature * x + slope;
        slope = slope * x + f;
        f = f * x + (p >= 0 ? spring->k[p] : 0.0);
    }
    value->f = f;
    value->fx = slope;
    value->fxx = 2.0 * half_curvature;
    return 0;
}

static rdg_status check(rdg_structure *s, const char *where, const char *what,
                        const rdg_polynomial_spring *spring)
{
    if (spring->n < 1 || spring->n > HIGHEST_POWER || !spring->k) {
        return rdg_fail(rdg_structure_context(s), RDG_ERR_ARGUMENT, where,
                        "the %s at \"%s\" has n = %d%s: give the coefficients of x .. x^n, n = 1 .. %d", what,
                        spring->at ? spring->at : "?", spring->n, spring->k ? "" : " and no k",
                        HIGHEST_POWER);
    }
    for (int p = 0; p < spring->n; p++) {
        char name[32], unit[32];
        snprintf(name, sizeof name, "k[%d]", p);
        snprintf(unit, sizeof unit, "N/m^%d", p + 1);
        RDG_TRY(rdg_law_finite(s, where, what, spring->at, name, spring->k[p], unit));
    }
    return RDG_OK;
}

rdg_status rdg_polynomial_spring_add(rdg_structure *s, const rdg_polynomial_spring *spring)
{
    const char *what = "polynomial spring";
    RDG_TRY(rdg_law_begin(s, __func__, what, spring));
    RDG_TRY(check(s, __func__, what, spring));
    const size_t bytes = (size_t)spring->n * sizeof *spring->k;
    polynomial *copy = rdg_context_calloc(rdg_structure_context(s), 1, sizeof *copy + bytes);
    if (!copy) {
        return RDG_ERR_NO_MEMORY;
    }
    copy->n = spring->n;
    memcpy(copy->k, spring->k, bytes);
    return rdg_time_element_add(s, &(rdg_time_element){.name = spring->name,
                                                       .at = spring->at,
                                                       .type = what,
                                                       .law = law,
                                                       .data = copy,
                                                       .free_data = rdg_free,
                                                       .samples = spring->samples,
                                                       .degree = spring->n,
                                                       .pure = true});
}
