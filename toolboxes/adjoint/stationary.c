/* Stages 1 and 2 of successive continuation. */
#include "adjoint_impl.h"

#include <ridgewalk/run.h>
#include <ridgewalk/toolbox.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { NAME_SIZE = 256 };

/* The best branch point that stage 1 has met. */
typedef struct harvest {
    const rdg_stationary_options *options;
    bool is_extremum;       /* it has to be a maximum or a minimum, as the options state */
    rdg_index n, objective; /* variables of the extended problem; place of the objective in mu */
    double *u, *tangent;    /* [n] */
    double value;
    double start, before; /* objective at the start and at the last chart */
    rdg_index point;      /* the last chart */
    bool found;
} harvest;

/* Does the objective improve from the last chart to this one? The second way begins at the start again. */
static bool improves(harvest *h, const rdg_chart *chart)
{
    const double now = chart->mu[h->objective];
    h->start = chart->point == 0 ? now : h->start;
    const double before = chart->point * h->point > 0 ? h->before : h->start;
    h->before = now;
    h->point = chart->point;
    return h->options->maximum ? now > before : now < before;
}

static bool keep_branch_point(rdg_problem *p, const rdg_chart *chart, void *data)
{
    (void)p;
    harvest *h = data;
    const bool is_wanted = improves(h, chart) || !h->is_extremum;
    if (!is_wanted || strcmp(chart->type, "BP") != 0 || (h->found && chart->mu[h->objective] <= h->value)) {
        return false;
    }
    memcpy(h->u, chart->u, (size_t)h->n * sizeof *h->u);
    memcpy(h->tangent, chart->tangent, (size_t)h->n * sizeof *h->tangent);
    h->value = chart->mu[h->objective];
    h->found = true;
    return !h->options->maximum;
}

static bool keep_end(rdg_problem *p, const rdg_chart *chart, void *data)
{
    (void)p;
    harvest *h = data;
    h->found = strcmp(chart->type, "ETA") == 0;
    memcpy(h->u, chart->u, (size_t)h->n * sizeof *h->u);
    return false;
}

/* What varies in both stages: objective, `along`, and the multipliers of the objective and of held
 * parameters. */
static void release_parameters(const rdg_adjoint *a, const rdg_stationary_options *options, rdg_stage *s)
{
    rdg_stage_clear(s);
    rdg_stage_add(s, RDG_RELEASE(options->along));
    rdg_stage_add(s, RDG_RELEASE(rdg_assembly_parameter(a->assembly, a->objective)));
    rdg_stage_add(s, RDG_RELEASE(s->name[a->objective]));
    for (rdg_index row = a->zero_rows; row < a->m; row++) {
        const char *name = rdg_assembly_parameter(a->assembly, row);
        rdg_monitor_kind kind = RDG_ACTIVE;
        rdg_parameter_name(a->problem, rdg_parameter_index(a->problem, name), &kind);
        if (row != a->objective && kind == RDG_INACTIVE && strcmp(name, options->along) != 0) {
            rdg_stage_add(s, RDG_RELEASE(s->name[row]));
        }
    }
    for (rdg_index k = 0; k < a->n_inequalities; k++) { /* not requested yet */
        rdg_stage_add(s, RDG_RELEASE(a->inequality[k].kappa));
    }
    rdg_stage_add_all(s, options->options);
}

static rdg_status say_none(const rdg_adjoint *a, const char *run, const rdg_stationary_options *options)
{
    return rdg_fail(rdg_problem_context(a->problem), RDG_ERR_NO_CONVERGENCE, "rdg_stationary_find",
                    "run \"%s\": \"%s\" has no stationary point along \"%s\" in its domain", run,
                    rdg_assembly_parameter(a->assembly, a->objective), options->along);
}

static rdg_status first_stage(rdg_adjoint *a, const char *run, const rdg_stationary_options *options,
                              rdg_stage *s, harvest *h)
{
    release_parameters(a, options, s);
    rdg_stage_add(s, RDG_NO_FOLDS);
    rdg_stage_add(s, RDG_OBSERVE(keep_branch_point, h));
    rdg_stage_add(s, RDG_EXPECT_EARLY_END);
    if (options->low < options->high) {
        rdg_stage_add(s, RDG_WINDOW(options->along, options->low, options->high));
    }
    return rdg_continue_list(a->problem, run, s->list.item);
}

/* u stays in place and the multipliers grow in proportion to d.objective. */
static rdg_status second_stage(rdg_adjoint *a, const char *run, const rdg_stationary_options *options,
                               rdg_stage *s, harvest *h)
{
    const char *eta = s->name[a->objective];
    release_parameters(a, options, s);
    rdg_stage_add(s, RDG_SWITCH_KNOWN(h->u, h->tangent));
    rdg_stage_add(s, RDG_WINDOW(eta, 0.0, 2.0));
    rdg_stage_add(s, RDG_TERMINAL("ETA", eta, 1.0));
    rdg_stage_add(s, RDG_NO_FOLDS);
    rdg_stage_add(s, RDG_NO_BRANCH_POINTS);
    rdg_stage_add(s, RDG_OBSERVE(keep_end, h));
    rdg_stage_add(s,
                  RDG_EXPECT_EARLY_END); /* what that means is reported below, or made up for by the caller */
    h->found = false;
    RDG_TRY(rdg_continue_list(a->problem, run, s->list.item));
    if (!h->found) {
        return rdg_fail(rdg_problem_context(a->problem), RDG_ERR_NO_CONVERGENCE, "rdg_stationary_find",
                        "run \"%s\": the second branch did not reach %s = 1", run, eta);
    }
    return RDG_OK;
}

/* found: NULL: it is a failure that there is none */
static rdg_status find(rdg_adjoint *a, const char *name, const rdg_stationary_options *options, rdg_stage *s,
                       harvest *h, bool *found)
{
    char run[2][NAME_SIZE];
    rdg_problem *p = a->problem;
    snprintf(run[0], NAME_SIZE, "%s/stage1", name);
    snprintf(run[1], NAME_SIZE, "%s/stage2", name);
    RDG_TRY(first_stage(a, run[0], options, s, h));
    if (!h->found) {
        return found ? RDG_OK : say_none(a, run[0], options);
    }
    if (!options->direct) {
        RDG_TRY(second_stage(a, run[1], options, s, h));
    }
    memcpy(rdg_start_values(p), h->u, (size_t)h->n * sizeof *h->u);
    if (found) {
        *found = true;
    }
    return options->direct ? rdg_adjoint_solve(a, options->along, NULL, NULL) : RDG_OK;
}

static rdg_status look(rdg_adjoint *a, const char *name, const rdg_stationary_options *options, bool *found)
{
    rdg_context *ctx = a ? rdg_problem_context(a->problem) : NULL;
    RDG_ENTER(ctx, ctx, RDG_ERR_EARLIER);
    if (!name || !*name || !options || !options->along) {
        return rdg_fail(ctx, RDG_ERR_ARGUMENT, "rdg_stationary_find",
                        "a stationary point needs a name, options, and a parameter along which it is sought");
    }
    if (isnan(options->low) || isnan(options->high)) {
        return rdg_fail(ctx, RDG_ERR_NOT_FINITE, "rdg_stationary_find", "the domain of \"%s\" is %g to %g",
                        options->along, options->low, options->high);
    }
    const rdg_index n = rdg_variable_count(a->problem);
    rdg_stage s = {0};
    harvest h = {.options = options,
                 .is_extremum = found != NULL,
                 .n = n,
                 .objective =
                     rdg_parameter_index(a->problem, rdg_assembly_parameter(a->assembly, a->objective)),
                 .u = rdg_context_calloc(ctx, (size_t)n, sizeof(double)),
                 .tangent = rdg_context_calloc(ctx, (size_t)n, sizeof(double))};
    rdg_status status = rdg_error_status(ctx);
    if (status == RDG_OK) {
        status = rdg_stage_create(a, &s);
    }
    if (status == RDG_OK) {
        status = find(a, name, options, &s, &h, found);
    }
    rdg_stage_release(&s);
    rdg_free(h.u);
    rdg_free(h.tangent);
    return status;
}

rdg_status rdg_stationary_find(rdg_adjoint *a, const char *name, const rdg_stationary_options *options)
{
    return look(a, name, options, NULL);
}

rdg_status rdg_stationary_find_extremum(rdg_adjoint *a, const char *name,
                                        const rdg_stationary_options *options, bool *found)
{
    *found = false;
    return look(a, name, options, found);
}
