/* The complementarity condition of an inequality as a parameter:
 *     kappa = sqrt(a^2 + b^2 + 2 e^2) - a - b,   a = +-eta the multiplier, b = -G(u).
 * It sees the variables of the problem before its extension and, last, the multiplier. */
#include "adjoint_impl.h"

#include <ridgewalk/problem.h>
#include <ridgewalk/toolbox.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct condition {
    rdg_problem *problem;
    rdg_index parameter; /* G */
    double sign;         /* a = sign * eta */
    double smooth;       /* 2 e^2 */
} condition;

/* kappa and its derivatives by a and b. */
typedef struct burmeister {
    double value, a, b;
} burmeister;

static burmeister fischer_burmeister(double a, double b, double smooth)
{
    const double r = sqrt(a * a + b * b + smooth);
    if (r == 0.0) { /* the non-smooth point: the subgradient half way between the branches */
        return (burmeister){.a = sqrt(0.5) - 1.0, .b = sqrt(0.5) - 1.0};
    }
    return (burmeister){.value = r - a - b, .a = a / r - 1.0, .b = b / r - 1.0};
}

/* gradient: of G, [n - 1], or NULL */
static int evaluate(const condition *c, rdg_index n, const double *u, burmeister *k, double *gradient)
{
    double G = 0.0;
    const int answer = rdg_parameter_gradient(c->problem, c->parameter, n - 1, u, &G, gradient);
    *k = fischer_burmeister(c->sign * u[n - 1], -G, c->smooth);
    return answer;
}

static int condition_f(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)m;
    burmeister k;
    const int answer = evaluate(data, n, u, &k, NULL);
    y[0] = k.value;
    return answer;
}

static int condition_df(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    (void)m;
    const condition *c = data;
    burmeister k;
    const int answer = evaluate(c, n, u, &k, values);
    for (rdg_index j = 0; j < n - 1; j++) {
        values[j] *= -k.b;
    }
    values[n - 1] = c->sign * k.a;
    return answer;
}

static rdg_status remember(rdg_adjoint *a, const char *name, const char *kappa, bool maximum)
{
    rdg_context *ctx = rdg_problem_context(a->problem);
    RDG_TRY(rdg_context_grow(ctx, &a->inequality, a->n_inequalities, 1, sizeof *a->inequality));
    rdg_inequality *added = &a->inequality[a->n_inequalities++];
    snprintf(added->name, sizeof added->name, "%s", name);
    snprintf(added->kappa, sizeof added->kappa, "%s", kappa);
    added->maximum = maximum;
    return RDG_OK;
}

static rdg_status add_condition(rdg_adjoint *a, const condition *c, const char *name, const char *kappa)
{
    rdg_problem *p = a->problem;
    rdg_context *ctx = rdg_problem_context(p);
    char multiplier[RDG_ADJOINT_NAME + 2];
    snprintf(multiplier, sizeof multiplier, "d.%s", name);
    const rdg_index place = rdg_variable_index(p, multiplier, NULL);
    condition *own = rdg_context_calloc(ctx, 1, sizeof *own);
    rdg_index *index = rdg_context_calloc(ctx, (size_t)a->n + 1, sizeof *index);
    rdg_status status = rdg_error_status(ctx);
    if (status == RDG_OK) {
        *own = *c;
        for (rdg_index j = 0; j < a->n; j++) {
            index[j] = j;
        }
        index[a->n] = place;
        const rdg_function function = {.name = kappa,
                                       .n = rdg_assembly_variables(a->assembly) + 1,
                                       .m = 1,
                                       .f = condition_f,
                                       .df = condition_df,
                                       .by_differences = true,
                                       .data = own,
                                       .free_data = rdg_free};
        status = rdg_add_monitor(p, &function, index, NULL, RDG_INACTIVE);
    }
    rdg_free(index);
    if (status != RDG_OK) {
        rdg_free(own);
    }
    return status;
}

rdg_status rdg_add_complementarity(rdg_adjoint *a, const char *name, bool maximum, double smoothing)
{
    rdg_context *ctx = a ? rdg_problem_context(a->problem) : NULL;
    RDG_ENTER(ctx, ctx, RDG_ERR_EARLIER);
    const rdg_index parameter = rdg_parameter_index(a->problem, name);
    rdg_monitor_kind kind = RDG_ACTIVE;
    if (parameter < 0) {
        return RDG_ERR_NAME;
    }
    rdg_parameter_name(a->problem, parameter, &kind);
    if (kind != RDG_INEQUALITY || !(smoothing >= 0.0 && isfinite(smoothing)) ||
        strlen(name) > RDG_ADJOINT_NAME - 8) {
        return RDG_FAIL(
            ctx, RDG_ERR_ARGUMENT,
            "\"%s\" is no monitor of kind RDG_INEQUALITY, or its smoothing %g is negative or not finite",
            name, smoothing);
    }
    char kappa[RDG_ADJOINT_NAME];
    snprintf(kappa, sizeof kappa, "%s.kappa", name);
    const condition c = {.problem = a->problem,
                         .parameter = parameter,
                         .sign = maximum ? -1.0 : 1.0,
                         .smooth = 2.0 * smoothing * smoothing};
    RDG_TRY(add_condition(a, &c, name, kappa));
    return remember(a, name, kappa, maximum);
}
