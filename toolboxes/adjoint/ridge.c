/* The ridge: three stages, with the contacts' regimes watched on the way. */
#include "ridge_impl.h"

#include <ridgewalk/toolbox.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

/* --- margins as monitors */

static int margin_value(rdg_index n, const double *Q, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    const rdg_ridge_watch *w = data;
    return rdg_hbm_margin(w->driver->hb, w->margin, Q, y, NULL);
}

static int margin_gradient(rdg_index n, const double *Q, rdg_index m, double *values, void *data)
{
    (void)n;
    (void)m;
    const rdg_ridge_watch *w = data;
    double value = 0.0;
    return rdg_hbm_margin(w->driver->hb, w->margin, Q, &value, values);
}

static rdg_status watch_margins(rdg_ridge_driver *d)
{
    const rdg_index n = rdg_hbm_unknowns(d->hb);
    rdg_index *index = rdg_context_calloc(d->ctx, (size_t)n, sizeof *index);
    rdg_status status = rdg_error_status(d->ctx);
    for (rdg_index i = 0; status == RDG_OK && i < n; i++) {
        index[i] = i; /* Q is the first block */
    }
    for (rdg_index k = 0; status == RDG_OK && k < d->n_watches; k++) {
        rdg_ridge_watch *w = &d->watch[k];
        w->driver = d;
        w->margin = k;
        snprintf(w->name, sizeof w->name, "%s.margin", rdg_hbm_margin_name(d->hb, k));
        status = rdg_add_monitor(
            d->extended,
            &(rdg_function){
                .name = w->name, .n = n, .m = 1, .f = margin_value, .df = margin_gradient, .data = w},
            index, NULL, RDG_REGULAR);
        status = status == RDG_OK ? rdg_set_unit(d->extended, w->name, "N") : status;
    }
    rdg_free(index);
    return status;
}

rdg_status rdg_ridge_choose_regimes(rdg_ridge_driver *d, const double *Q)
{
    for (rdg_index k = 0; k < d->n_watches; k++) {
        double margin = 0.0;
        if (rdg_hbm_margin(d->hb, d->watch[k].margin, Q, &margin, NULL) != 0) {
            return RDG_FAIL(d->ctx, RDG_ERR_NOT_FINITE, "\"%s\" has no value", d->watch[k].name);
        }
        d->watch[k].stuck = margin > 0.0;
        rdg_hbm_hold_stuck(d->hb, d->watch[k].margin, d->watch[k].stuck);
    }
    return RDG_OK;
}

void rdg_ridge_release_contacts(rdg_ridge_driver *d)
{
    for (rdg_index k = 0; k < d->n_watches; k++) {
        d->watch[k].stuck = false;
        rdg_hbm_hold_stuck(d->hb, d->watch[k].margin, false);
    }
}

/* --- one point of the ridge */

static bool keep_solution(rdg_problem *p, const rdg_chart *chart, void *data)
{
    (void)p;
    rdg_ridge_driver *d = data;
    memcpy(d->solution, chart->u, (size_t)d->n_extended * sizeof *d->solution);
    return false;
}

bool rdg_ridge_solve(rdg_ridge_driver *d, double *u)
{
    memcpy(rdg_start_values(d->extended), u, (size_t)d->n_extended * sizeof *u);
    const bool solved = rdg_adjoint_solve(d->adjoint, "omega", NULL) == RDG_OK &&
                        rdg_continue(d->extended, "ridge point", RDG_RELEASE("omega"), RDG_RELEASE("d.alpha"),
                                     RDG_NO_FOLDER, RDG_NO_TABLE, RDG_OBSERVE(keep_solution, d)) == RDG_OK;
    rdg_error_clear(d->ctx); /* not solved is an answer, not a failure */
    if (solved) {
        memcpy(u, d->solution, (size_t)d->n_extended * sizeof *u);
    }
    return solved;
}

/* --- the start */

/* The labelled point of the forced response where the sensor is greatest. */
static rdg_index label_of_peak(rdg_run *run, const char *sensor)
{
    const double *amplitude = rdg_run_column(run, sensor);
    rdg_index best = 0;
    double greatest = -1.0;
    for (rdg_index row = 0; amplitude && row < rdg_run_count(run); row++) {
        if (rdg_run_label(run, row) > 0 && amplitude[row] > greatest) {
            greatest = amplitude[row];
            best = rdg_run_label(run, row);
        }
    }
    return best;
}

static void range_of(rdg_run *run, const char *column, double *low, double *high)
{
    const double *values = rdg_run_column(run, column);
    *low = INFINITY;
    *high = -INFINITY;
    for (rdg_index row = 0; values && row < rdg_run_count(run); row++) {
        *low = fmin(*low, values[row]);
        *high = fmax(*high, values[row]);
    }
}

/* Read the start from the forced response; make both problems there. */
static rdg_status make_problems(rdg_ridge_driver *d, const rdg_option *from, double *low, double *high)
{
    const rdg_index n = rdg_hbm_unknowns(d->hb);
    rdg_run *run = rdg_run_open(d->ctx, from->name);
    double *Q = rdg_context_calloc(d->ctx, (size_t)n, sizeof *Q);
    double omega = 0.0;
    double alpha = 0.0;
    rdg_status status = rdg_error_status(d->ctx);
    if (status == RDG_OK) {
        const rdg_index label = from->count > 0 ? from->count : label_of_peak(run, d->sensor);
        status = rdg_run_solution(run, label, "Q", n, Q, NULL);
        status = status == RDG_OK ? rdg_run_solution(run, label, "omega", 1, &omega, NULL) : status;
        status = status == RDG_OK ? rdg_run_solution(run, label, "alpha", 1, &alpha, NULL) : status;
        range_of(run, "omega", low, high);
    }
    if (status == RDG_OK) {
        d->plain = rdg_hbm_problem(d->hb, RDG_AT("omega", omega), RDG_AT("alpha", alpha));
        d->extended = rdg_hbm_problem(d->hb, RDG_AT("omega", omega), RDG_AT("alpha", alpha));
    }
    if (d->plain && d->extended) {
        memcpy(rdg_start_values(d->extended), Q, (size_t)n * sizeof *Q);
        d->n_plain = rdg_variable_count(d->plain);
        d->omega = rdg_variable_index(d->plain, "omega", NULL);
        d->alpha = rdg_variable_index(d->plain, "alpha", NULL);
    }
    rdg_free(Q);
    rdg_run_free(run);
    return rdg_error_status(d->ctx);
}

static rdg_status extend(rdg_ridge_driver *d)
{
    d->adjoint = rdg_adjoint_add(d->extended, d->sensor);
    RDG_TRY(rdg_error_status(d->ctx));
    d->n_extended = rdg_variable_count(d->extended);
    d->best = rdg_context_calloc(d->ctx, (size_t)d->n_plain, sizeof *d->best);
    d->trial = rdg_context_calloc(d->ctx, (size_t)d->n_plain, sizeof *d->trial);
    d->solution = rdg_context_calloc(d->ctx, (size_t)d->n_extended, sizeof *d->solution);
    d->n_watches = rdg_hbm_margin_count(d->hb);
    d->watch = rdg_context_calloc(d->ctx, (size_t)d->n_watches, sizeof *d->watch);
    RDG_TRY(rdg_error_status(d->ctx));
    return watch_margins(d);
}

/* --- the ridge in alpha */

static bool go_on(rdg_problem *p, const rdg_chart *event, int direction, double *u, void *data)
{
    (void)p;
    return rdg_ridge_restart(data, event, direction, u);
}

/* Options of the third stage: ours, then the user's but for those that concern the start. */
static rdg_status third_stage(rdg_ridge_driver *d, const char *name, const rdg_option *options)
{
    rdg_index given = 0;
    while (options[given].kind != RDG_OPTION_END) {
        given++;
    }
    rdg_option *list = rdg_context_calloc(d->ctx, (size_t)(given + d->n_watches + 8), sizeof *list);
    if (!list) {
        return RDG_ERR_NO_MEMORY;
    }
    rdg_index count = 0;
    list[count++] = RDG_RELEASE("alpha");
    list[count++] = RDG_RELEASE("omega");
    list[count++] = RDG_RELEASE("d.alpha");
    list[count++] = RDG_HOLD_AT(d->eta_sensor, 1.0);
    list[count++] = RDG_NO_BRANCH_POINTS;
    list[count++] = RDG_ON_STOP(go_on, d);
    for (rdg_index k = 0; k < d->n_watches; k++) {
        list[count++] = RDG_TERMINAL("SLIP", d->watch[k].name, 0.0);
    }
    for (rdg_index k = 0; k < given; k++) {
        const bool of_start = options[k].kind == RDG_OPTION_FROM ||
                              (options[k].kind == RDG_OPTION_WINDOW && strcmp(options[k].name, "omega") == 0);
        if (!of_start) {
            list[count++] = options[k];
        }
    }
    const rdg_status status = rdg_continue_list(d->extended, name, list);
    rdg_free(list);
    return status;
}

static bool has(const rdg_option *options, rdg_option_kind kind)
{
    for (; options->kind != RDG_OPTION_END; options++) {
        if (options->kind == kind) {
            return true;
        }
    }
    return false;
}

static rdg_status follow(rdg_ridge_driver *d, const char *name, const rdg_option *options)
{
    const rdg_option *from = NULL;
    double low = 0.0;
    double high = 0.0;
    for (const rdg_option *o = options; o->kind != RDG_OPTION_END; o++) {
        from = o->kind == RDG_OPTION_FROM ? o : from;
    }
    if (!from) {
        return rdg_fail(d->ctx, RDG_ERR_ARGUMENT, "rdg_ridge",
                        "ridge \"%s\": say from which forced response it starts: RDG_FROM(\"frc\", 0)", name);
    }
    RDG_TRY(make_problems(d, from, &low, &high));
    RDG_TRY(extend(d));
    for (const rdg_option *o = options; o->kind != RDG_OPTION_END; o++) {
        if (o->kind == RDG_OPTION_WINDOW && o->name && strcmp(o->name, "omega") == 0) {
            low = o->a;
            high = o->b;
        }
    }
    RDG_TRY(rdg_stationary_find(d->adjoint, name,
                                &(rdg_stationary_options){.along = "omega",
                                                          .low = low,
                                                          .high = high,
                                                          .maximum = true,
                                                          .quiet = has(options, RDG_OPTION_NO_TABLE),
                                                          .no_folder = has(options, RDG_OPTION_NO_FOLDER)}));
    RDG_TRY(rdg_ridge_choose_regimes(d, rdg_start_values(d->extended)));
    return third_stage(d, name, options);
}

rdg_status rdg_ridge_list(rdg_hbm *hb, const char *name, const char *sensor, const rdg_option *options)
{
    rdg_context *ctx = rdg_hbm_context(hb);
    if (!ctx || rdg_error_status(ctx) != RDG_OK) {
        return RDG_ERR_EARLIER;
    }
    if (!name || !*name || !sensor || !options) {
        return rdg_fail(ctx, RDG_ERR_ARGUMENT, "rdg_ridge", "a ridge needs a name, a sensor and options");
    }
    rdg_ridge_driver d = {.ctx = ctx, .hb = hb, .sensor = sensor};
    snprintf(d.eta_sensor, sizeof d.eta_sensor, "d.%s", sensor);
    const rdg_status status = follow(&d, name, options);
    rdg_ridge_release_contacts(&d);
    rdg_problem_free(d.plain);
    rdg_problem_free(d.extended);
    rdg_free(d.watch);
    rdg_free(d.best);
    rdg_free(d.trial);
    rdg_free(d.solution);
    return status;
}
