/* A plan of samples: its cases and their values. */
#include "sampling_impl.h"

#include <ridgewalk/toolbox.h>

#include <inttypes.h>
#include <math.h>

static rdg_status check_quantity(rdg_context *ctx, const char *where, const rdg_uncertain *q)
{
    const char *name = q->name ? q->name : "";
    if (!isfinite(q->a) || !isfinite(q->b)) {
        return rdg_fail(ctx, RDG_ERR_NOT_FINITE, where, "quantity \"%s\": its distribution has %g and %g",
                        name, q->a, q->b);
    }
    switch (q->distribution) {
    case RDG_DISTRIBUTION_UNIFORM:
        if (q->a < q->b) {
            return RDG_OK;
        }
        return rdg_fail(ctx, RDG_ERR_ARGUMENT, where,
                        "quantity \"%s\": uniform between %g and %g: give the lower one first", name, q->a,
                        q->b);
    case RDG_DISTRIBUTION_LOGNORMAL:
        if (q->a <= 0.0) {
            return rdg_fail(ctx, RDG_ERR_ARGUMENT, where, "quantity \"%s\": its median is %g: it must be > 0",
                            name, q->a);
        } /* fall through */
    case RDG_DISTRIBUTION_NORMAL:
        if (q->b > 0.0) {
            return RDG_OK;
        }
        return rdg_fail(ctx, RDG_ERR_ARGUMENT, where,
                        "quantity \"%s\": its standard deviation is %g: it must be > 0", name, q->b);
    }
    return rdg_fail(ctx, RDG_ERR_ARGUMENT, where, "quantity \"%s\": there is no distribution %d", name,
                    (int)q->distribution);
}

/* Numbers of a sample. */
static rdg_index dimensions(const rdg_sampling *plan)
{
    return plan->indices ? 2 * plan->n : plan->n;
}

rdg_status rdg_sampling_check(rdg_context *ctx, const char *where, const rdg_sampling *plan)
{
    if (plan->samples < 1 || plan->samples > INT32_MAX || plan->n < 1 || plan->n > INT32_MAX ||
        !plan->quantity) {
        return rdg_fail(ctx, RDG_ERR_ARGUMENT, where,
                        "%" PRId64 " samples of %" PRId64
                        " quantities: give 1 to 2^31 - 1 of each, and their list",
                        plan->samples, plan->quantity ? plan->n : 0);
    }
    if (plan->method != RDG_LATIN_HYPERCUBE && plan->method != RDG_SOBOL_POINTS) {
        return rdg_fail(ctx, RDG_ERR_ARGUMENT, where, "there is no sampling method %d", (int)plan->method);
    }
    if (plan->method == RDG_SOBOL_POINTS && dimensions(plan) > RDG_SOBOL_MOST) {
        return rdg_fail(ctx, RDG_ERR_ARGUMENT, where,
                        "Sobol' points have %d dimensions, %" PRId64 " are needed: use RDG_LATIN_HYPERCUBE",
                        RDG_SOBOL_MOST, dimensions(plan));
    }
    for (rdg_index j = 0; j < plan->n; j++) {
        RDG_TRY(check_quantity(ctx, where, &plan->quantity[j]));
    }
    return RDG_OK;
}

static rdg_index cases_of(const rdg_sampling *plan)
{
    return plan->indices ? plan->samples * (plan->n + 2) : plan->samples;
}

rdg_index rdg_sampling_cases(rdg_context *ctx, const rdg_sampling *plan)
{
    RDG_ENTER(ctx, ctx, 0);
    RDG_NEED(ctx, plan, 0);
    return rdg_sampling_check(ctx, __func__, plan) == RDG_OK ? cases_of(plan) : 0;
}

/* With indices: a sample has two points A and B of the space. Its cases are A, B, and A with the jth quantity
 * of B, for each j (A. Saltelli et al., Comput. Phys. Commun. 181 (2010) 259). */
static bool is_of_second(const rdg_sampling *plan, rdg_index within, rdg_index j)
{
    return plan->indices && (within == 1 || within == j + 2);
}

rdg_status rdg_sampling_values(rdg_context *ctx, const rdg_sampling *plan, rdg_index number, double *value)
{
    RDG_ENTER(ctx, ctx, RDG_ERR_EARLIER);
    RDG_NEED(ctx, plan, RDG_ERR_ARGUMENT);
    RDG_NEED(ctx, value, RDG_ERR_ARGUMENT);
    RDG_TRY(rdg_sampling_check(ctx, __func__, plan));
    if (number < 1 || number > cases_of(plan)) {
        return RDG_FAIL(ctx, RDG_ERR_ARGUMENT, "case %" PRId64 ": the plan has the cases 1 to %" PRId64,
                        number, cases_of(plan));
    }
    const rdg_index a_sample = plan->indices ? plan->n + 2 : 1;
    const uint64_t i = (uint64_t)((number - 1) / a_sample);
    for (rdg_index j = 0; j < plan->n; j++) {
        const rdg_index dimension = is_of_second(plan, (number - 1) % a_sample, j) ? plan->n + j : j;
        const double p = plan->method == RDG_SOBOL_POINTS
                             ? rdg_sobol_number(dimension, i, plan->seed)
                             : rdg_latin_number(dimension, i, (uint64_t)plan->samples, plan->seed);
        value[j] = rdg_distribution_value(&plan->quantity[j], p);
    }
    return RDG_OK;
}
