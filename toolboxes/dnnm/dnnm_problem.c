/* The continuation problem of a damped nonlinear mode. */
#include "conservative_impl.h"

#include <ridgewalk/description.h>
#include <ridgewalk/hbm_problem.h>
#include <ridgewalk/linear.h>
#include <ridgewalk/provide.h>
#include <ridgewalk/toolbox.h>

#include <math.h>

static rdg_status add_unknowns(rdg_problem *problem, const rdg_dnnm_model *model, const rdg_dnnm_mode *mode,
                               double a)
{
    rdg_context *ctx = rdg_problem_context(problem);
    double *Q = rdg_context_calloc(ctx, (size_t)model->m, sizeof *Q);
    if (!Q) {
        return RDG_ERR_NO_MEMORY;
    }
    rdg_dnnm_fill(model, mode, a, Q);
    const rdg_status status = rdg_dnnm_add_motion(problem, model->m, model->n * model->basis->has_static, Q);
    rdg_free(Q);
    RDG_TRY(status);
    RDG_TRY(rdg_add_variables(problem, "omega", 1, &mode->omega));
    RDG_TRY(rdg_add_variables(problem, "xi", 1, &mode->xi));
    RDG_TRY(rdg_set_typical(problem, "omega", mode->omega, true));
    return rdg_set_typical(problem, "xi", fmax(fabs(mode->xi), 1e-3 * mode->omega), true);
}

/* sum_k k x_ks = 0, the velocity of the displacement at t = 0 by omega */
static rdg_status add_velocity(rdg_problem *problem, const rdg_dnnm_model *model)
{
    rdg_context *ctx = rdg_problem_context(problem);
    const rdg_index T = model->n_terms, H = model->basis->n_harmonics;
    rdg_index *index = rdg_context_calloc(ctx, (size_t)(T * H), sizeof *index);
    double *weight = rdg_context_calloc(ctx, (size_t)(T * H), sizeof *weight);
    for (rdg_index i = 0; index && weight && i < T * H; i++) {
        const rdg_index h = i / T, t = i % T; /* harmonics follow harmonic 1 */
        index[i] = model->place[t] + (2 * h + 1) * model->n;
        weight[i] = model->basis->harmonic[h] * model->weight[t];
    }
    const rdg_status status = index && weight
                                  ? rdg_add_linear(problem, "dnnm.phase", 1, T * H, index, weight, NULL)
                                  : RDG_ERR_NO_MEMORY;
    rdg_free(index);
    rdg_free(weight);
    return status;
}

/* "dnnm" of a model */
static rdg_function dnnm_function(void *data)
{
    const rdg_dnnm_model *model = data;
    return (rdg_function){.name = "dnnm",
                          .n = model->size,
                          .m = model->m,
                          .f = rdg_dnnm_residual,
                          .df = rdg_dnnm_jacobian,
                          .d2f = rdg_dnnm_hessian,
                          .df_pattern = model->forced->df_pattern,
                          .d2f_pattern = model->forced->d2f_pattern ? &model->hessian_pattern : NULL,
                          .data = data,
                          .free_data = rdg_dnnm_model_free};
}

static rdg_hbm_parameters *numbers_of(const void *model)
{
    return ((const rdg_dnnm_model *)model)->numbers;
}

static void *widen(void *model, const char *name)
{
    return rdg_dnnm_model_widen(model, name);
}

static const rdg_mode_widening widening = {
    .function = "dnnm", .numbers = numbers_of, .widen = widen, .describe = dnnm_function};

static rdg_status add_number(rdg_problem *problem, const char *name, void *hb)
{
    return rdg_mode_add_number(problem, name, hb, &widening);
}

static bool number_name(rdg_index index, char name[RDG_PROVIDED_NAME], void *hb)
{
    return rdg_mode_number_name(index, name, hb, &widening);
}

/* The model belongs to the problem when "dnnm" is added: then *model is NULL. */
static rdg_status add_equations(rdg_problem *problem, rdg_dnnm_model **owned)
{
    rdg_dnnm_model *model = *owned;
    const rdg_function motion = dnnm_function(model);
    RDG_TRY(rdg_add_zero(problem, &motion, RDG_ALL));
    *owned = NULL;
    return model->phase == RDG_PHASE_VELOCITY
               ? add_velocity(problem, model)
               : rdg_add_linear(problem, "dnnm.phase", 1, model->n_terms, model->place, model->weight, NULL);
}

static rdg_status add_amplitude(rdg_problem *problem, rdg_dnnm_measure *measure, rdg_monitor_kind kind)
{
    const rdg_function a = rdg_dnnm_amplitude(measure);
    rdg_index *index = rdg_context_calloc(rdg_problem_context(problem), (size_t)a.n, sizeof *index);
    if (!index) {
        return RDG_ERR_NO_MEMORY;
    }
    for (rdg_index i = 0; i < a.n; i++) {
        index[i] = measure->model->norm_first + i;
    }
    const rdg_status status = rdg_add_monitor(problem, &a, index, NULL, kind);
    rdg_free(index);
    return status;
}

static rdg_status add_parameters(rdg_problem *problem, rdg_dnnm_model *model)
{
    const rdg_index frequency[2] = {model->m, model->m + 1}; /* omega, xi */
    const rdg_function zeta = rdg_dnnm_damping_ratio();
    const rdg_function alpha = rdg_dnnm_level(model);
    RDG_TRY(add_amplitude(problem, &model->linear, RDG_INACTIVE));
    RDG_TRY(add_amplitude(problem, &model->logarithm, RDG_ACTIVE));
    RDG_TRY(rdg_add_linear_monitor(problem, "omega", 1, 1, frequency, (double[]){1.0}, NULL,
                                   (const char *const[]){"omega"}, RDG_ACTIVE));
    RDG_TRY(rdg_add_monitor(problem, &zeta, frequency, NULL, RDG_ACTIVE));
    RDG_TRY(rdg_add_monitor(problem, &alpha, RDG_ALL, NULL, RDG_ACTIVE));
    RDG_TRY(rdg_set_unit(problem, "a", "sqrt(kg) m"));
    RDG_TRY(rdg_set_unit(problem, "omega", "rad/s"));
    RDG_TRY(rdg_set_domain(problem, "omega", RDG_HBM_LOWEST * rdg_start_values(problem)[model->m], INFINITY));
    RDG_TRY(rdg_set_unit(problem, "alpha", "N"));
    if (model->energy) {
        RDG_TRY(rdg_dnnm_add_energy(problem, model->hb, model->phase));
    }
    RDG_TRY(rdg_hbm_add_sensors(model->hb, problem));
    RDG_TRY(rdg_describe_problem(problem, "Q", rdg_hbm_describe, model->hb));
    return rdg_add_provider(problem,
                            &(rdg_provider){.add = add_number, .name = number_name, .data = model->hb});
}

static rdg_status assemble(rdg_problem *problem, rdg_dnnm_model **owned, const rdg_dnnm_mode *mode, double a)
{
    rdg_dnnm_model *model = *owned;
    RDG_TRY(add_unknowns(problem, model, mode, a));
    RDG_TRY(add_equations(problem, owned));
    return add_parameters(problem, model);
}

rdg_problem *rdg_dnnm_problem_on(rdg_dnnm_model *model, const rdg_dnnm_mode *mode, double a)
{
    rdg_problem *problem = rdg_problem_create(rdg_hbm_context(model->hb));
    if (problem && assemble(problem, &model, mode, a) != RDG_OK) {
        rdg_problem_free(problem);
        problem = NULL;
    }
    rdg_dnnm_model_free(model);
    return problem;
}

rdg_problem *rdg_nonlinear_mode_problem(rdg_hbm *hb, const rdg_mode *mode, double a)
{
    const char *where = "rdg_nonlinear_mode_problem";
    rdg_context *ctx = rdg_hbm_context(hb);
    rdg_dnnm_mode linear = {0};
    RDG_ENTER(ctx, ctx, NULL);
    if (!mode) {
        rdg_fail(ctx, RDG_ERR_ARGUMENT, where, "the mode is missing: give an rdg_mode");
        return NULL;
    }
    if (!(a > 0.0) || !isfinite(a)) {
        rdg_fail(ctx, RDG_ERR_ARGUMENT, where, "the modal amplitude a = %g is not positive", a);
        return NULL;
    }
    rdg_hbm *full = mode->conservative ? rdg_hbm_full(hb) : NULL; /* for the linear mode */
    rdg_dnnm_model *model = rdg_dnnm_model_create(full ? full : hb, mode);
    rdg_problem *problem = NULL;
    if (!model || rdg_dnnm_linear_mode(model, where, mode, &linear) != RDG_OK ||
        rdg_dnnm_begin_at(model, where, mode, a, &linear) != RDG_OK) {
        rdg_dnnm_model_free(model);
    } else if (mode->conservative) {
        rdg_dnnm_model_free(model);
        problem = rdg_conservative_problem(hb, mode, &linear, a);
    } else {
        problem = rdg_dnnm_problem_on(model, &linear, a);
    }
    rdg_hbm_free(full);
    rdg_free(linear.shape);
    return problem;
}

rdg_problem *rdg_dnnm_problem(rdg_hbm *hb, rdg_index mode, const char *at, double a)
{
    return rdg_nonlinear_mode_problem(hb, &(rdg_mode){.number = mode, .at = at}, a);
}
