/* Cubic spring f = k x + k3 x^3.
 *
 * With harmonics up to H, f phi_i has harmonics up to 4 H, and so have the integrands of all derivatives:
 * more than 4 H samples make every coefficient exact. */
#include <ridgewalk/cubic_spring.h>
#include <ridgewalk/time_element.h>
#include <ridgewalk/toolbox.h>

#include <math.h>

static int law(double x, double v, rdg_law_value *value, void *data)
{
    const rdg_cubic_spring *spring = data;
    (void)v;
    value->f = (spring->k + spring->k3 * x * x) * x;
    value->fx = spring->k + 3.0 * spring->k3 * x * x;
    value->fxx = 6.0 * spring->k3 * x;
    return 0;
}

rdg_status rdg_cubic_spring_add(rdg_hbm *hb, const rdg_cubic_spring *spring)
{
    rdg_context *ctx = rdg_hbm_context(hb);
    if (!ctx || rdg_error_status(ctx) != RDG_OK) {
        return RDG_ERR_EARLIER;
    }
    if (!spring) {
        return RDG_FAIL(ctx, RDG_ERR_ARGUMENT, "the spring is NULL");
    }
    if (!isfinite(spring->k) || !isfinite(spring->k3)) {
        return RDG_FAIL(ctx, RDG_ERR_NOT_FINITE, "the spring at \"%s\" has k = %g N/m, k3 = %g N/m^3",
                        spring->at ? spring->at : "?", spring->k, spring->k3);
    }
    rdg_cubic_spring *copy = rdg_context_calloc(ctx, 1, sizeof *copy);
    if (!copy) {
        return RDG_ERR_NO_MEMORY;
    }
    *copy = *spring;
    return rdg_time_element_add(hb, &(rdg_time_element){.name = spring->name,
                                                        .at = spring->at,
                                                        .type = "cubic spring",
                                                        .law = law,
                                                        .data = copy,
                                                        .free_data = rdg_free,
                                                        .samples = spring->samples,
                                                        .degree = 3,
                                                        .pure = true});
}
