/* Optimisation: one parameter more is freed in each stage, then violated inequalities are enforced. */
#include "adjoint_impl.h"

#include <ridgewalk/toolbox.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct optimisation {
    rdg_adjoint *a;
    rdg_problem *p;
    rdg_context *ctx;
    const char *name;
    const rdg_optimise_options *options;
    bool *is_free; /* [n_parameters] */
    rdg_stage stage;
    rdg_optimum result;
    double *found;    /* [variables] where a stage ended well */
    const char *type; /* how it ended: "OPT", "EP" at a bound, "" not yet */
} optimisation;

static double value_of(const optimisation *o, const char *parameter)
{
    double value = NAN;
    rdg_parameter_value(o->p, parameter, rdg_start_values(o->p), &value);
    return value;
}

static bool keep(rdg_problem *p, const rdg_chart *chart, void *data)
{
    optimisation *o = data;
    const bool optimal = strcmp(chart->type, "OPT") == 0;
    if (optimal || (strcmp(chart->type, "EP") == 0 && chart->point != 0)) {
        memcpy(o->found, chart->u, (size_t)rdg_variable_count(p) * sizeof *o->found);
        o->type = optimal ? "OPT" : "EP";
    }
    return false;
}

/* Does the parameter vary freely, its multiplier being zero? */
static bool is_free(const optimisation *o, const char *parameter)
{
    for (rdg_index k = 0; k < o->options->n_parameters; k++) {
        if (o->is_free[k] && strcmp(o->options->parameters[k], parameter) == 0) {
            return true;
        }
    }
    return false;
}

static const rdg_inequality *find_inequality(const rdg_adjoint *a, const char *name)
{
    for (rdg_index k = 0; k < a->n_inequalities; k++) {
        if (strcmp(a->inequality[k].name, name) == 0) {
            return &a->inequality[k];
        }
    }
    return NULL;
}

/* Is the multiplier of this row of the adjoint free? Of a held parameter; of an inequality that is kept or
 * that is being enforced. */
static bool multiplier_varies(const optimisation *o, rdg_index row, const char *first)
{
    const char *name = rdg_assembly_parameter(o->a->assembly, row);
    const rdg_inequality *g = find_inequality(o->a, name);
    if (g) {
        return g->settled || strcmp(g->kappa, first) == 0;
    }
    rdg_monitor_kind kind = RDG_ACTIVE;
    rdg_parameter_name(o->p, rdg_parameter_index(o->p, name), &kind);
    return kind == RDG_INACTIVE && row != o->a->objective && !is_free(o, name);
}

static void release_parameters(optimisation *o, const char *first)
{
    const rdg_adjoint *a = o->a;
    rdg_stage *s = &o->stage;
    rdg_stage_clear(s);
    rdg_stage_add(s, RDG_RELEASE(first));
    for (rdg_index row = a->zero_rows; row < a->m; row++) {
        const char *name = rdg_assembly_parameter(a->assembly, row);
        if (row == a->objective || is_free(o, name)) {
            rdg_stage_add(s, RDG_RELEASE(name));
        } else if (multiplier_varies(o, row, first)) {
            rdg_stage_add(s, RDG_RELEASE(s->name[row]));
        }
    }
    for (rdg_index k = 0; k < a->n_inequalities; k++) {
        const rdg_inequality *g = &a->inequality[k];
        if (!g->settled && strcmp(g->kappa, first) != 0) {
            rdg_stage_add(s, RDG_RELEASE(g->kappa));
        }
    }
    rdg_stage_add_all(s, o->options->options);
    rdg_stage_add(s, RDG_NO_FOLDS);
    rdg_stage_add(s, RDG_NO_BRANCH_POINTS);
    rdg_stage_add(s, RDG_OBSERVE(keep, o));
}

static rdg_status run_stage(optimisation *o, const char *what)
{
    char run[2 * RDG_ADJOINT_NAME];
    snprintf(run, sizeof run, "%s/%s", o->name, what);
    o->type = "";
    o->result.stages++;
    RDG_TRY(rdg_continue_list(o->p, run, o->stage.list.item));
    if (!*o->type) {
        return rdg_fail(o->ctx, RDG_ERR_NO_CONVERGENCE, "rdg_optimise",
                        "run \"%s\" ended before \"%s\" was at its best: see its table", run, what);
    }
    memcpy(rdg_start_values(o->p), o->found, (size_t)rdg_variable_count(o->p) * sizeof *o->found);
    return RDG_OK;
}

/* Free parameter k and follow the partial optimum in the direction in which it improves: -d.k is its slope.
 */
static rdg_status free_parameter(optimisation *o, rdg_index k)
{
    const rdg_optimise_options *options = o->options;
    const char *parameter = options->parameters[k];
    char multiplier[RDG_ADJOINT_NAME + 2];
    snprintf(multiplier, sizeof multiplier, "d.%s", parameter);
    const double slope = -value_of(o, multiplier);
    RDG_TRY(rdg_error_status(o->ctx));
    if (fabs(slope) < 1e-13) { /* it is at its best already */
        o->is_free[k] = true;
        return RDG_OK;
    }
    release_parameters(o, parameter);
    rdg_stage_add(&o->stage, RDG_RELEASE(multiplier));
    rdg_stage_add(&o->stage, RDG_DIRECTION((slope > 0.0) == options->maximum ? 1 : -1));
    rdg_stage_add(&o->stage, RDG_TERMINAL("OPT", multiplier, 0.0));
    const double low = options->low ? options->low[k] : -INFINITY;
    const double high = options->high ? options->high[k] : INFINITY;
    if (isfinite(low) || isfinite(high)) {
        rdg_stage_add(&o->stage, RDG_WINDOW(parameter, low, high));
    }
    RDG_TRY(run_stage(o, parameter));
    o->is_free[k] = strcmp(o->type, "OPT") == 0;
    o->result.bounded += !o->is_free[k];
    return RDG_OK;
}

/* Take kappa to zero. */
static rdg_status enforce(optimisation *o, rdg_inequality *g)
{
    const double kappa = value_of(o, g->kappa);
    RDG_TRY(rdg_error_status(o->ctx));
    release_parameters(o, g->kappa);
    rdg_stage_add(&o->stage, RDG_DIRECTION(kappa > 0.0 ? -1 : 1));
    rdg_stage_add(&o->stage, RDG_TERMINAL("OPT", g->kappa, 0.0));
    RDG_TRY(run_stage(o, g->name));
    g->settled = true;
    return RDG_OK;
}

/* Those that hold are settled first, so that they stay so while others are enforced. */
static rdg_status enforce_inequalities(optimisation *o)
{
    const double holds = 1e-12;
    for (rdg_index k = 0; k < o->a->n_inequalities; k++) {
        rdg_inequality *g = &o->a->inequality[k];
        g->settled = fabs(value_of(o, g->kappa)) <= holds;
    }
    for (rdg_index k = 0; k < o->a->n_inequalities; k++) {
        if (!o->a->inequality[k].settled) {
            RDG_TRY(enforce(o, &o->a->inequality[k]));
        }
    }
    return RDG_OK;
}

static rdg_status begin(optimisation *o)
{
    const rdg_optimise_options *options = o->options;
    if (options->n_parameters > 0) {
        const rdg_stationary_options first = {.along = options->parameters[0],
                                              .low = options->low ? options->low[0] : 0.0,
                                              .high = options->high ? options->high[0] : 0.0,
                                              .maximum = options->maximum,
                                              .options = options->options};
        o->result.stages = 2;
        o->is_free[0] = true;
        return rdg_stationary_find(o->a, o->name, &first);
    }
    double defect = 0.0;
    RDG_TRY(rdg_adjoint_solve(o->a, NULL, NULL, &defect));
    return defect < 1e-6
               ? RDG_OK
               : rdg_fail(
                     o->ctx, RDG_ERR_NO_CONVERGENCE, "rdg_optimise",
                     "inequalities alone do not make the objective stationary at the start (what is left is "
                     "%.1e of its gradient): name parameters to be freed",
                     defect);
}

static rdg_status optimise(optimisation *o)
{
    RDG_TRY(begin(o));
    for (rdg_index k = 1; k < o->options->n_parameters; k++) {
        RDG_TRY(free_parameter(o, k));
    }
    RDG_TRY(enforce_inequalities(o));
    o->result.objective = value_of(o, rdg_assembly_parameter(o->a->assembly, o->a->objective));
    return rdg_error_status(o->ctx);
}

static rdg_status check(optimisation *o)
{
    for (rdg_index k = 0; k < o->options->n_parameters; k++) {
        rdg_monitor_kind kind = RDG_ACTIVE;
        const char *name = o->options->parameters[k];
        const rdg_index place = rdg_parameter_index(o->p, name);
        RDG_TRY(rdg_error_status(o->ctx));
        rdg_parameter_name(o->p, place, &kind);
        if (kind != RDG_INACTIVE) {
            return rdg_fail(o->ctx, RDG_ERR_ARGUMENT, "rdg_optimise",
                            "\"%s\" is no inactive parameter: it varies already", name);
        }
        const double low = o->options->low ? o->options->low[k] : -INFINITY;
        const double high = o->options->high ? o->options->high[k] : INFINITY;
        if (!(low < high)) {
            return rdg_fail(o->ctx, RDG_ERR_ARGUMENT, "rdg_optimise", "the window of \"%s\" is %g to %g",
                            name, low, high);
        }
    }
    return RDG_OK;
}

rdg_status rdg_optimise(rdg_adjoint *a, const char *name, const rdg_optimise_options *options,
                        rdg_optimum *result)
{
    rdg_context *ctx = a ? rdg_problem_context(a->problem) : NULL;
    if (!ctx || rdg_error_status(ctx) != RDG_OK) {
        return RDG_ERR_EARLIER;
    }
    if (!name || !*name || strlen(name) > RDG_ADJOINT_NAME || !options ||
        (options->n_parameters > 0 && !options->parameters)) {
        return RDG_FAIL(ctx, RDG_ERR_ARGUMENT,
                        "an optimisation needs a name, options, and a list of parameters");
    }
    optimisation o = {.a = a, .p = a->problem, .ctx = ctx, .name = name, .options = options, .type = ""};
    o.is_free = rdg_context_calloc(ctx, (size_t)options->n_parameters, sizeof *o.is_free);
    o.found = rdg_context_calloc(ctx, (size_t)rdg_variable_count(a->problem), sizeof *o.found);
    rdg_status status = rdg_error_status(ctx);
    status = status == RDG_OK ? rdg_stage_create(a, &o.stage) : status;
    status = status == RDG_OK ? check(&o) : status;
    status = status == RDG_OK ? optimise(&o) : status;
    if (result) {
        *result = o.result;
    }
    rdg_stage_release(&o.stage);
    rdg_free(o.is_free);
    rdg_free(o.found);
    return status;
}
