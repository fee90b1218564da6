/* Phase resonance in one call: the points of quadrature of a forced response, then the backbone from one. */
#include "phase_resonance.h"

#include <ridgewalk/option_list.h>
#include <ridgewalk/run_data.h>
#include <ridgewalk/toolbox.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { NAME_SIZE = 256, MAX_CORNERS = 100 };

static const char *const where = "rdg_phase_resonance";

typedef struct driver {
    rdg_context *ctx;
    rdg_hbm *hb;
    rdg_problem *problem;
    const char *name, *at;
    char phase[NAME_SIZE];  /* "phase.<at>" */
    char stage1[NAME_SIZE]; /* "<name>/stage1" */
    rdg_option from;        /* with a label in any case */
    bool nearest;           /* the user gave a label: start at the point of quadrature nearest to it */
    double omega;           /* where the label is */
    double low, high;       /* of omega */
    double *best;           /* the start, a point of quadrature */
    double *trial;          /* workspace alike */
    int corners;            /* passed so far */
    double merit;           /* how good it is; -infinity: none was met */
} driver;

/* --- where to start */

static rdg_index first_label(rdg_run *run)
{
    rdg_index label = 0;
    for (rdg_index row = 0; label <= 0 && row < rdg_run_count(run); row++) {
        label = rdg_run_label(run, row);
    }
    return label;
}

/* Forcing amplitude and frequency of the labelled point, which set the typical sizes; the range of the
 * frequency. */
static rdg_status read_start(driver *d, const rdg_option *options, double *alpha)
{
    const rdg_option *from = rdg_option_find(options, RDG_OPTION_FROM, NULL);
    const rdg_option *window = rdg_option_find(options, RDG_OPTION_WINDOW, "omega");
    if (!from) {
        return rdg_fail(d->ctx, RDG_ERR_ARGUMENT, where,
                        "\"%s\": give the forced response to start from: RDG_FROM_GREATEST(\"frc\")",
                        d->name);
    }
    rdg_run *run = rdg_run_open(d->ctx, from->name);
    const rdg_index label = rdg_option_start_label(d->ctx, run, from, where, d->name);
    d->nearest = label > 0;
    d->from = RDG_FROM(from->name, run && label == 0 ? first_label(run) : label);
    rdg_status status = rdg_error_status(d->ctx);
    status = status == RDG_OK ? rdg_run_solution(run, d->from.count, "omega", 1, &d->omega, NULL) : status;
    status = status == RDG_OK ? rdg_run_solution(run, d->from.count, "alpha", 1, alpha, NULL) : status;
    status = status == RDG_OK ? rdg_run_range(run, "omega", &d->low, &d->high) : status;
    rdg_run_free(run);
    if (window) {
        d->low = window->a;
        d->high = window->b;
    }
    return status;
}

static rdg_status make_problem(driver *d, const rdg_option *options)
{
    double alpha = 0.0;
    RDG_TRY(read_start(d, options, &alpha));
    d->problem = rdg_hbm_problem(d->hb, RDG_AT("omega", d->omega), RDG_AT("alpha", alpha));
    RDG_TRY(rdg_phase_resonance_add(d->hb, d->problem, d->at));
    RDG_TRY(rdg_set_load(d->problem, NULL, 0.0, NULL, NULL)); /* it starts from a solution */
    d->best = rdg_context_calloc(d->ctx, (size_t)rdg_variable_count(d->problem), sizeof *d->best);
    d->trial = rdg_context_calloc(d->ctx, (size_t)rdg_variable_count(d->problem), sizeof *d->trial);
    return rdg_error_status(d->ctx);
}

/* --- the points of quadrature at the first forcing amplitude */

/* Amplitude of the displacement, or how near the label is. */
static double merit_of(const driver *d, const double *Q, double omega)
{
    double c = 0.0;
    double s = 0.0;
    if (d->nearest) {
        return -fabs(omega - d->omega);
    }
    return rdg_hbm_harmonic(d->hb, d->at, 1, Q, &c, &s) == RDG_OK ? hypot(c, s) : -INFINITY;
}

static bool keep_best(rdg_problem *p, const rdg_chart *chart, void *data)
{
    driver *d = data;
    if (strcmp(chart->type, "PR") != 0) {
        return false;
    }
    const double merit = merit_of(d, chart->u + rdg_variable_index(p, "Q", NULL),
                                  chart->u[rdg_variable_index(p, "omega", NULL)]);
    if (merit > d->merit) {
        d->merit = merit;
        memcpy(d->best, chart->u, (size_t)rdg_variable_count(p) * sizeof *d->best);
    }
    return false;
}

static rdg_status find_quadrature(driver *d, const rdg_option *options)
{
    rdg_option_list list = {.ctx = d->ctx};
    rdg_option_list_add(&list, d->from);
    rdg_option_list_add(&list, RDG_RELEASE("omega"));
    rdg_option_list_add(&list, RDG_WINDOW("omega", d->low, d->high));
    rdg_option_list_add(&list, RDG_EVENT("PR", d->phase, 0.0));
    rdg_option_list_add(&list, RDG_OBSERVE(keep_best, d));
    rdg_option_list_add(&list, RDG_EXPECT_EARLY_END);
    rdg_option_list_add_output(&list, options);
    rdg_status status = rdg_continue_list(d->problem, d->stage1, list.item);
    rdg_option_list_release(&list);
    if (status == RDG_OK && d->merit == -INFINITY) {
        status =
            rdg_fail(d->ctx, RDG_ERR_NO_CONVERGENCE, where,
                     "run \"%s\": the response of \"%s\" is nowhere at quadrature with the force for omega "
                     "in [%g, %g] rad/s",
                     d->stage1, d->at, d->low, d->high);
    }
    return status;
}

/* --- past a non-smooth point */

static bool keep_solution(rdg_problem *p, const rdg_chart *chart, void *data)
{
    driver *d = data;
    memcpy(d->best, chart->u, (size_t)rdg_variable_count(p) * sizeof *d->best);
    return false;
}

/* Is there a point of the backbone at this forcing amplitude, close to u? It is in d->best then. */
static bool solve_at(driver *d, const double *u, double level)
{
    const rdg_index alpha = rdg_variable_index(d->problem, "alpha", NULL);
    memcpy(d->trial, u, (size_t)rdg_variable_count(d->problem) * sizeof *u);
    d->trial[alpha] = level;
    const bool solved = rdg_continue(d->problem, "nonsmooth peak", RDG_START(d->trial), RDG_RELEASE("omega"),
                                     RDG_HOLD_AT(d->phase, 0.0), RDG_NO_FOLDER, RDG_NO_TABLE, RDG_QUIET,
                                     RDG_OBSERVE(keep_solution, d)) == RDG_OK;
    rdg_error_clear(d->ctx); /* not solved is an answer, not a failure */
    return solved;
}

/* Relative distance of the displacements. */
static double distance(driver *d, const double *u, const double *v)
{
    rdg_index n = 0;
    const rdg_index first = rdg_variable_index(d->problem, "Q", &n);
    double difference = 0.0;
    double size = 0.0;
    for (rdg_index i = first; i < first + n; i++) {
        difference += (u[i] - v[i]) * (u[i] - v[i]);
        size += u[i] * u[i];
    }
    return sqrt(difference / size);
}

/* Where a contact begins to slip or sticks again the curve has a non-smooth point, which may be so sharp that
 * no step along the curve converges. The forcing amplitude still grows or falls through it: go on behind. */
static bool pass_corner(rdg_problem *p, const rdg_chart *event, int direction, double *u, void *data)
{
    driver *d = data;
    const double level = event->u[rdg_variable_index(p, "alpha", NULL)];
    if (strcmp(event->type, "MX") != 0) {
        return false; /* a terminal event that the user wants */
    }
    for (double step = 1e-6; step < 1e-2 && d->corners < MAX_CORNERS; step *= 4.0) {
        if (solve_at(d, event->u, level * (1.0 + direction * step)) && distance(d, event->u, d->best) < 0.1) {
            memcpy(u, d->best, (size_t)rdg_variable_count(p) * sizeof *u);
            d->corners++;
            return true;
        }
    }
    return false;
}

static void remember(rdg_problem *p, rdg_checkpoint *memo, void *data)
{
    driver *d = data;
    (void)p;
    rdg_checkpoint_int(memo, &d->corners);
}

/* --- the backbone */

static rdg_status follow(driver *d, const rdg_option *options)
{
    RDG_TRY(make_problem(d, options));
    RDG_TRY(find_quadrature(d, options));
    memcpy(rdg_start_values(d->problem), d->best, (size_t)rdg_variable_count(d->problem) * sizeof *d->best);
    rdg_option_list list = {.ctx = d->ctx};
    rdg_option_list_add(&list, RDG_RELEASE("alpha"));
    rdg_option_list_add(&list, RDG_RELEASE("omega"));
    rdg_option_list_add(&list, RDG_HOLD_AT(d->phase, 0.0));
    rdg_option_list_add(&list, RDG_ON_STOP(pass_corner, d));
    rdg_option_list_add(&list, RDG_CHECKPOINT("phase resonance", remember, d));
    rdg_option_list_add_rest(&list, options, "omega");
    const rdg_status status = rdg_continue_list(d->problem, d->name, list.item);
    rdg_option_list_release(&list);
    return status;
}

rdg_status rdg_phase_resonance_list(rdg_hbm *hb, const char *name, const char *at, const rdg_option *options)
{
    rdg_context *ctx = rdg_hbm_context(hb);
    RDG_ENTER(ctx, ctx, RDG_ERR_EARLIER);
    if (!name || !*name || !at || !*at || !options) {
        return rdg_fail(ctx, RDG_ERR_ARGUMENT, where,
                        "phase resonance needs a name, a displacement and options");
    }
    RDG_TRY(rdg_option_list_check(ctx, where, name, options, NULL));
    driver d = {.ctx = ctx, .hb = hb, .name = name, .at = at, .merit = -INFINITY};
    snprintf(d.phase, sizeof d.phase, "phase.%s", at);
    snprintf(d.stage1, sizeof d.stage1, "%s/stage1", name);
    const rdg_status status = follow(&d, options);
    rdg_problem_free(d.problem);
    rdg_free(d.best);
    rdg_free(d.trial);
    return status;
}
