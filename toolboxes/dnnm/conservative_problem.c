/* The continuation problem of a conservative mode. */
#include "conservative_impl.h"

#include <ridgewalk/hbm_problem.h>
#include <ridgewalk/linear.h>
#include <ridgewalk/provide.h>
#include <ridgewalk/toolbox.h>

#include <math.h>

/* Q = a shape cos(omega t) about the rest, in the kept degrees of freedom */
static void start(const rdg_conservative *model, const rdg_dnnm_mode *linear, double a, double *Q)
{
    const rdg_index *kept = NULL;
    rdg_hbm_kept(model->hb, &kept);
    rdg_hbm_rest_coefficients(model->hb, Q); /* closed, it cannot fail */
    for (rdg_index i = 0; i < model->n; i++) {
        Q[model->basis->has_static * model->n + i] = a * linear->shape[kept[i]];
    }
}

static rdg_status add_unknowns(rdg_problem *problem, const rdg_conservative *model,
                               const rdg_dnnm_mode *linear, double a)
{
    double *Q = rdg_context_calloc(rdg_problem_context(problem), (size_t)model->m, sizeof *Q);
    if (!Q) {
        return RDG_ERR_NO_MEMORY;
    }
    start(model, linear, a, Q);
    const rdg_status status = rdg_dnnm_add_motion(problem, model->m, model->n * model->basis->has_static, Q);
    rdg_free(Q);
    RDG_TRY(status);
    RDG_TRY(rdg_add_variables(problem, "omega", 1, &linear->omega));
    return rdg_set_typical(problem, "omega", linear->omega, true);
}

static rdg_function describe(void *data)
{
    const rdg_conservative *model = data;
    return (rdg_function){.name = "mode",
                          .n = model->size,
                          .m = model->m,
                          .f = rdg_conservative_residual,
                          .df = rdg_conservative_jacobian,
                          .d2f = rdg_conservative_hessian,
                          .df_pattern = &model->jacobian.pattern,
                          .d2f_pattern = &model->hessian.pattern,
                          .data = data,
                          .free_data = rdg_conservative_free};
}

static rdg_hbm_parameters *numbers_of(const void *model)
{
    return ((const rdg_conservative *)model)->numbers;
}

static void *widen(void *model, const char *name)
{
    return rdg_conservative_widen(model, name);
}

static const rdg_mode_widening widening = {
    .function = "mode", .is_conservative = true, .numbers = numbers_of, .widen = widen, .describe = describe};

static rdg_status add_number(rdg_problem *problem, const char *name, void *hb)
{
    return rdg_mode_add_number(problem, name, hb, &widening);
}

static bool number_name(rdg_index index, char name[RDG_PROVIDED_NAME], void *hb)
{
    return rdg_mode_number_name(index, name, hb, &widening);
}

/* The model belongs to the problem when "mode" is added: then *model is NULL. */
static rdg_status add_equations(rdg_problem *problem, rdg_conservative **owned)
{
    rdg_conservative *model = *owned;
    const rdg_function motion = describe(model);
    RDG_TRY(rdg_add_zero(problem, &motion, RDG_ALL));
    *owned = NULL;
    return RDG_OK;
}

static rdg_status assemble(rdg_problem *problem, rdg_conservative **owned, const rdg_dnnm_mode *linear,
                           double a)
{
    rdg_conservative *model = *owned;
    const rdg_function measure = rdg_conservative_amplitude(&model->linear);
    const rdg_function logarithm = rdg_conservative_amplitude(&model->logarithm);
    RDG_TRY(add_unknowns(problem, model, linear, a));
    RDG_TRY(add_equations(problem, owned));
    RDG_TRY(rdg_add_monitor(problem, &measure, RDG_ALL, NULL, RDG_INACTIVE));
    RDG_TRY(rdg_add_monitor(problem, &logarithm, RDG_ALL, NULL, RDG_ACTIVE));
    RDG_TRY(rdg_add_linear_monitor(problem, "omega", 1, 1, &model->m, (double[]){1.0}, NULL,
                                   (const char *const[]){"omega"}, RDG_ACTIVE));
    RDG_TRY(rdg_set_unit(problem, "a", "sqrt(kg) m"));
    RDG_TRY(rdg_set_unit(problem, "omega", "rad/s"));
    RDG_TRY(rdg_set_domain(problem, "omega", RDG_HBM_LOWEST * linear->omega, INFINITY));
    if (model->energy) {
        RDG_TRY(rdg_dnnm_add_energy(problem, model->hb, RDG_PHASE_VELOCITY));
    }
    RDG_TRY(rdg_hbm_add_sensors(model->hb, problem));
    return rdg_add_provider(problem,
                            &(rdg_provider){.add = add_number, .name = number_name, .data = model->hb});
}

/* Forces that are not even in time begin with the smallest motion: state so at once. */
static rdg_status check_start(rdg_problem *problem, rdg_conservative *model, double *y)
{
    const double *u = rdg_start_values(problem);
    if (rdg_conservative_residual(model->m + 1, u, model->m, y, model) == 0) {
        return RDG_OK;
    }
    return rdg_fail(
        rdg_problem_context(problem), RDG_ERR_ARGUMENT, "rdg_nonlinear_mode",
        "an element of \"%s\" is a damper (its force is not even in time if the motion is), or cannot "
        "be evaluated: leave .conservative out",
        rdg_structure_name(rdg_hbm_structure(model->hb)));
}

rdg_problem *rdg_conservative_problem(rdg_hbm *hb, const rdg_mode *mode, const rdg_dnnm_mode *linear,
                                      double a)
{
    rdg_conservative *model = rdg_conservative_create(hb, mode), *owned = model;
    rdg_problem *problem = model ? rdg_problem_create(rdg_hbm_context(hb)) : NULL;
    double *y = problem ? rdg_context_calloc(rdg_hbm_context(hb), (size_t)model->m, sizeof *y) : NULL;
    if (problem &&
        (!y || assemble(problem, &owned, linear, a) != RDG_OK || check_start(problem, model, y) != RDG_OK)) {
        rdg_problem_free(problem);
        problem = NULL;
    }
    rdg_free(y);
    rdg_conservative_free(owned);
    return problem;
}
