/* A damped nonlinear mode in one call: from a small amplitude, where it is linear, to the first forcing
 * amplitude, then over all forcing amplitudes. */
#include "conservative_impl.h"

#include <ridgewalk/option_list.h>
#include <ridgewalk/toolbox.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { NAME_SIZE = 256 };

static const char *const where = "rdg_dnnm";

typedef struct driver {
    rdg_context *ctx;
    rdg_hbm *full; /* nothing condensed */
    rdg_problem *problem;
    const char *name;
    rdg_dnnm_mode mode;
    double *start; /* [variables], where stage 1 ended */
    bool reached;  /* the first forcing amplitude */
} driver;

/* --- the amplitude to begin with */

/* The amplitude, at most a, at which each contact that is stuck at rest has half of its margin left. */
static rdg_status well_stuck(driver *d, const rdg_dnnm_model *model, double *a)
{
    enum { HALVINGS = 1000 };
    double *Q = rdg_context_calloc(d->ctx, (size_t)model->m, sizeof *Q);
    int status = Q ? 0 : -1;
    for (rdg_index k = 0; status == 0 && k < rdg_hbm_margin_count(d->full); k++) {
        double at_rest = 0.0;
        double margin = -INFINITY;
        memset(Q, 0, (size_t)model->m * sizeof *Q);
        status = rdg_hbm_margin(d->full, k, Q, &at_rest, NULL);
        for (int h = 0; status == 0 && at_rest > 0.0 && margin < 0.5 * at_rest && h < HALVINGS; h++) {
            *a = h > 0 ? 0.5 * *a : *a;
            rdg_dnnm_fill(model, &d->mode, *a, Q);
            status = rdg_hbm_margin(d->full, k, Q, &margin, NULL);
        }
    }
    rdg_free(Q);
    RDG_TRY(rdg_error_status(d->ctx));
    return status == 0
               ? RDG_OK
               : rdg_fail(d->ctx, RDG_ERR_CALLBACK, where,
                          "run \"%s\": a contact cannot be evaluated near rest (answer %d)", d->name, status);
}

/* Below the amplitude of the linear mode at a forcing amplitude. */
static rdg_status amplitude_below(driver *d, const rdg_dnnm_model *model, double level, double *a)
{
    if (!(level > 0.0)) {
        return rdg_fail(d->ctx, RDG_ERR_ARGUMENT, where,
                        "run \"%s\": the lower bound of the domain of alpha is %g, it must be positive",
                        d->name, level);
    }
    if (!(d->mode.omega > 0.0)) {
        return rdg_fail(d->ctx, RDG_ERR_ARGUMENT, where,
                        "run \"%s\": the mode has no linear frequency, so that its amplitude at a forcing "
                        "amplitude is not known: give RDG_WINDOW(\"a\", low, high) in place of alpha",
                        d->name);
    }
    if (!(d->mode.xi > 0.0)) {
        return rdg_fail(d->ctx, RDG_ERR_ARGUMENT, where,
                        "run \"%s\": the mode is not damped at small amplitude (xi = %g), so that it needs "
                        "no force: give RDG_WINDOW(\"a\", low, high) in place of alpha",
                        d->name, d->mode.xi);
    }
    *a = 0.5 * level * d->mode.motion / (d->mode.xi * d->mode.omega);
    return well_stuck(d, model, a);
}

static rdg_status choose_amplitude(driver *d, const rdg_dnnm_model *model, const rdg_option *options,
                                   double *a)
{
    const rdg_option *levels = rdg_option_find(options, RDG_OPTION_WINDOW, "alpha");
    const rdg_option *amplitudes = rdg_option_find(options, RDG_OPTION_WINDOW, "a");
    const rdg_option *logarithms = rdg_option_find(options, RDG_OPTION_WINDOW, "log10a");
    if (levels) {
        return amplitude_below(d, model, levels->a, a);
    }
    if (amplitudes || logarithms) {
        *a = amplitudes ? amplitudes->a : pow(10.0, logarithms->a);
    }
    if (!(*a > 0.0) || !isfinite(*a)) {
        return rdg_fail(d->ctx, RDG_ERR_ARGUMENT, where,
                        "run \"%s\": give the start: RDG_WINDOW(\"alpha\", low, high), RDG_WINDOW(\"a\", "
                        "low, high) with low > 0, or RDG_WINDOW(\"log10a\", low, high)",
                        d->name);
    }
    return RDG_OK;
}

static rdg_status make_problem(driver *d, const rdg_mode *mode, const rdg_option *options)
{
    double a = 0.0;
    rdg_dnnm_model *model = rdg_dnnm_model_create(d->full, mode);
    if (!model || rdg_dnnm_linear_mode(model, where, mode, &d->mode) != RDG_OK ||
        choose_amplitude(d, model, options, &a) != RDG_OK ||
        rdg_dnnm_begin_at(model, where, mode, a, &d->mode) != RDG_OK) {
        rdg_dnnm_model_free(model);
        return rdg_error_status(d->ctx);
    }
    if (mode->conservative) {
        rdg_dnnm_model_free(model);
        d->problem = rdg_conservative_problem(d->full, mode, &d->mode, a);
    } else {
        d->problem = rdg_dnnm_problem_on(model, &d->mode, a);
    }
    return rdg_error_status(d->ctx);
}

/* --- the runs */

static bool keep_level(rdg_problem *p, const rdg_chart *chart, void *data)
{
    driver *d = data;
    if (strcmp(chart->type, "LEVEL") == 0) {
        memcpy(d->start, chart->u, (size_t)rdg_variable_count(p) * sizeof *d->start);
        d->reached = true;
    }
    return false;
}

static rdg_status reach_level(driver *d, double level, const rdg_option *options)
{
    const size_t n = (size_t)rdg_variable_count(d->problem);
    rdg_option_list list = {.ctx = d->ctx};
    char run[NAME_SIZE];
    snprintf(run, sizeof run, "%s/stage1", d->name);
    d->start = rdg_context_calloc(d->ctx, n, sizeof *d->start);
    rdg_option_list_add(&list, RDG_RELEASE("a"));
    rdg_option_list_add(&list, RDG_DIRECTION(1));
    rdg_option_list_add(&list, RDG_TERMINAL("LEVEL", "alpha", level));
    rdg_option_list_add(&list, RDG_OBSERVE(keep_level, d));
    rdg_option_list_add_output(&list, options);
    rdg_status status = rdg_continue_list(d->problem, run, list.item);
    rdg_option_list_release(&list);
    if (status == RDG_OK && !d->reached) {
        status = rdg_fail(d->ctx, RDG_ERR_NO_CONVERGENCE, where,
                          "run \"%s\" did not reach the forcing amplitude alpha = %g N", run, level);
    }
    if (status == RDG_OK) {
        memcpy(rdg_start_values(d->problem), d->start, n * sizeof *d->start);
    }
    return status;
}

/* The domain of log10(a) as one of a, which the run holds at its start: there it begins to the last digit. */
static void add_window(rdg_option_list *list, const rdg_option *options)
{
    const rdg_option *logarithms = rdg_option_find(options, RDG_OPTION_WINDOW, "log10a");
    if (logarithms && !rdg_option_find(options, RDG_OPTION_WINDOW, "a")) {
        rdg_option_list_add(list, RDG_WINDOW("a", pow(10.0, logarithms->a), pow(10.0, logarithms->b)));
    }
}

static rdg_status follow(driver *d, const rdg_mode *mode, const rdg_option *options)
{
    const rdg_option *levels = rdg_option_find(options, RDG_OPTION_WINDOW, "alpha");
    RDG_TRY(make_problem(d, mode, options));
    if (levels) {
        RDG_TRY(reach_level(d, levels->a, options));
    }
    if (rdg_option_find(options, RDG_OPTION_RELEASE, NULL)) {
        RDG_TRY(rdg_solve(d->problem)); /* the first point of the run is one at the same zeta, state, not a */
    }
    rdg_option_list list = {.ctx = d->ctx};
    add_window(&list, options);
    rdg_option_list_add_rest(&list, options, "log10a");
    rdg_option_list_add(&list, RDG_RELEASE("a")); /* after what the user releases: folds are those of that */
    const rdg_status status = rdg_continue_list(d->problem, d->name, list.item);
    rdg_option_list_release(&list);
    return status;
}

rdg_status rdg_nonlinear_mode_list(rdg_hbm *hb, const char *name, const rdg_mode *mode,
                                   const rdg_option *options)
{
    rdg_context *ctx = rdg_hbm_context(hb);
    RDG_ENTER(ctx, ctx, RDG_ERR_EARLIER);
    if (!name || !*name || !mode || !mode->at || !options) {
        return rdg_fail(ctx, RDG_ERR_ARGUMENT, where, "a mode needs a name, a displacement and options");
    }
    RDG_TRY(rdg_option_list_check(ctx, where, name, options, NULL));
    driver d = {.ctx = ctx, .full = rdg_hbm_full(hb), .name = name};
    const rdg_status status = d.full ? follow(&d, mode, options) : rdg_error_status(ctx);
    rdg_problem_free(d.problem);
    rdg_hbm_free(d.full);
    rdg_free(d.mode.shape);
    rdg_free(d.start);
    return status;
}

rdg_status rdg_dnnm_list(rdg_hbm *hb, const char *name, rdg_index mode, const char *at,
                         const rdg_option *options)
{
    return rdg_nonlinear_mode_list(hb, name, &(rdg_mode){.number = mode, .at = at}, options);
}
