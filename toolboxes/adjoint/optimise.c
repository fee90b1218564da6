/* Optimisation: one quantity after the other moves to its best value, the others stay optimal meanwhile. */
#include "optimise_impl.h"

#include <ridgewalk/problem.h>
#include <ridgewalk/toolbox.h>

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static const char where[] = "rdg_optimise";

/* --- quantities */

static void describe(rdg_optimisation *o, const char *name, double low, double high)
{
    rdg_ranged *q = &o->set.item[o->set.n++];
    *q = (rdg_ranged){.name = name, .row = rdg_adjoint_row(o->a, name), .low = low, .high = high};
    snprintf(q->multiplier, sizeof q->multiplier, "d.%s", name);
    q->mu = rdg_parameter_index(o->p, name);
    q->multiplier_mu = rdg_parameter_index(o->p, q->multiplier);
    if (q->row >= 0) {
        const double scale = o->a->scale[q->row];
        q->size = fmin(scale > 0.0 ? scale : 1.0, high - low);
        q->multiplier_size = o->a->typical[q->row];
    }
    q->limit[0] = low;
    q->limit[1] = high;
}

/* Parameters are held until they are moved; inequalities have no force until they are met. */
static rdg_status list_quantities(rdg_optimisation *o)
{
    const rdg_optimise_options *options = o->options;
    for (rdg_index k = 0; k < options->n_parameters; k++) {
        describe(o, options->parameters[k], options->low ? options->low[k] : -INFINITY,
                 options->high ? options->high[k] : INFINITY);
    }
    for (rdg_index k = 0; k < o->a->n_inequalities; k++) {
        const rdg_inequality *g = &o->a->inequality[k];
        describe(o, g->name, -INFINITY, 0.0);
        o->set.item[o->set.n - 1].place = options->n_parameters > 0 ? RDG_RANGE_FREE : RDG_RANGE_HELD;
        if (g->maximum != options->maximum) {
            return rdg_fail(o->ctx, RDG_ERR_ARGUMENT, where,
                            "the complementarity condition of \"%s\" is that of a %s, but a %s is sought",
                            g->name, g->maximum ? "maximum" : "minimum",
                            options->maximum ? "maximum" : "minimum");
        }
    }
    return rdg_error_status(o->ctx);
}

/* --- all of them */

/* What is to be moved, in this order. Ranges that are left already wait until all the rest is optimal. */
typedef enum urgency {
    AWAY,       /* held where the objective is not stationary */
    UNPRESSED,  /* at a bound that it is not pulled against */
    STATIONARY, /* held where the objective is stationary, which may be a maximum */
    OUTSIDE,    /* of its range */
    NOTHING
} urgency;

static bool is_urgent(const rdg_optimisation *o, const rdg_ranged *q, urgency what)
{
    const double pull = rdg_range_pull(&o->set, q);
    switch (what) {
    case AWAY:
        return q->place == RDG_RANGE_HELD && pull != 0.0;
    case UNPRESSED:
        return (q->place == RDG_RANGE_LOW && pull > 0.0) || (q->place == RDG_RANGE_HIGH && pull < 0.0);
    case STATIONARY:
        return q->place == RDG_RANGE_HELD && !q->is_idle;
    case OUTSIDE:
        return rdg_range_excess(&o->set, q) != 0.0;
    case NOTHING:
        break;
    }
    return false;
}

static urgency next_quantity(const rdg_optimisation *o, rdg_index *which)
{
    for (urgency what = AWAY; what < NOTHING; what++) {
        for (rdg_index k = 0; k < o->set.n; k++) {
            if (is_urgent(o, &o->set.item[k], what)) {
                *which = k;
                return what;
            }
        }
    }
    return NOTHING;
}

static rdg_status settle_all(rdg_optimisation *o)
{
    rdg_index k = 0;
    for (urgency what = next_quantity(o, &k); what != NOTHING; what = next_quantity(o, &k)) {
        RDG_TRY(rdg_error_status(o->ctx));
        if (o->result.stages >= o->most_runs) {
            return rdg_fail(o->ctx, RDG_ERR_NO_CONVERGENCE, where,
                            "\"%s\": no optimum in %" PRId64 " runs, the last one over \"%s\"", o->name,
                            o->result.stages, o->set.item[k].name);
        }
        RDG_TRY(rdg_optimise_move(o, k, what == OUTSIDE));
    }
    return rdg_error_status(o->ctx);
}

/* Where the objective falls along what is free, one of that is held and leaves the stationary point. */
static rdg_status leave_saddles(rdg_optimisation *o)
{
    bool is_saddle = true;
    rdg_index k = -1;
    RDG_TRY(rdg_optimality_curvature(o->a, &o->set, &is_saddle, &k));
    while (is_saddle && k >= 0 && o->result.stages < o->most_runs) {
        o->set.item[k].place = RDG_RANGE_HELD;
        RDG_TRY(settle_all(o));
        RDG_TRY(rdg_optimality_curvature(o->a, &o->set, &is_saddle, &k));
    }
    return !is_saddle
               ? RDG_OK
               : rdg_fail(o->ctx, RDG_ERR_NO_CONVERGENCE, where,
                          "\"%s\" ended at a saddle of the objective: another start may help", o->name);
}

/* --- the start */

/* The multipliers of all that is held, at the start values. */
static rdg_status begin_at_start(rdg_optimisation *o)
{
    o->set.moving = -1;
    RDG_TRY(rdg_optimise_run(o, "start", 1, NULL, 0.0));
    return rdg_adjoint_solve(o->a, rdg_assembly_parameter(o->a->assembly, o->a->objective), NULL, NULL);
}

/* The best stationary point along the first parameter, if there is one in its range. */
static rdg_status begin_along_first(rdg_optimisation *o)
{
    rdg_ranged *q = &o->set.item[0];
    const bool is_ranged = isfinite(q->low) || isfinite(q->high);
    const rdg_stationary_options first = {.along = q->name,
                                          .low = is_ranged ? q->low : 0.0,
                                          .high = is_ranged ? q->high : 0.0,
                                          .maximum = o->options->maximum,
                                          .options = o->options->options};
    bool found = false;
    if (rdg_range_excess(&o->set, q) == 0.0) {
        o->result.stages = 1;
        const rdg_status status = rdg_stationary_find_extremum(o->a, o->name, &first, &found);
        if (status == RDG_ERR_SINGULAR) { /* as where the start itself is stationary, a branch point */
            rdg_error_clear(o->ctx);
        } else {
            RDG_TRY(status);
        }
    }
    if (!found) {
        return begin_at_start(o);
    }
    o->result.stages++;
    q->place = RDG_RANGE_FREE;
    return RDG_OK;
}

static rdg_status begin(rdg_optimisation *o)
{
    if (o->options->n_parameters > 0) {
        return begin_along_first(o);
    }
    double defect = 0.0;
    RDG_TRY(rdg_adjoint_solve(o->a, NULL, NULL, &defect));
    return defect < 1e-6
               ? RDG_OK
               : rdg_fail(
                     o->ctx, RDG_ERR_NO_CONVERGENCE, where,
                     "inequalities alone do not make the objective stationary at the start (what is left is "
                     "%.1e of its gradient): name parameters to be freed",
                     defect);
}

static rdg_status optimise(rdg_optimisation *o)
{
    const rdg_index runs_each = 20;
    RDG_TRY(list_quantities(o));
    o->most_runs = runs_each * (o->set.n + 1);
    RDG_TRY(begin(o));
    RDG_TRY(settle_all(o));
    RDG_TRY(leave_saddles(o));
    for (rdg_index k = 0; k < o->options->n_parameters; k++) {
        const rdg_range_place place = o->set.item[k].place;
        o->result.bounded += place == RDG_RANGE_LOW || place == RDG_RANGE_HIGH;
    }
    o->result.objective = rdg_range_value(&o->set, rdg_assembly_parameter(o->a->assembly, o->a->objective));
    return rdg_optimality_check(o->a, o->name, &o->set);
}

static rdg_status check(rdg_optimisation *o)
{
    for (rdg_index k = 0; k < o->options->n_parameters; k++) {
        rdg_monitor_kind kind = RDG_ACTIVE;
        const char *name = o->options->parameters[k];
        const rdg_index place = rdg_parameter_index(o->p, name);
        RDG_TRY(rdg_error_status(o->ctx));
        rdg_parameter_name(o->p, place, &kind);
        if (kind != RDG_INACTIVE) {
            return rdg_fail(o->ctx, RDG_ERR_ARGUMENT, where,
                            "\"%s\" is no inactive parameter: it varies already", name);
        }
        const double low = o->options->low ? o->options->low[k] : -INFINITY;
        const double high = o->options->high ? o->options->high[k] : INFINITY;
        if (!(low < high)) {
            return rdg_fail(o->ctx, RDG_ERR_ARGUMENT, where, "the range of \"%s\" is %g to %g", name, low,
                            high);
        }
    }
    return RDG_OK;
}

static rdg_status allocate(rdg_optimisation *o)
{
    const size_t count = (size_t)(o->options->n_parameters + o->a->n_inequalities);
    const size_t variables = (size_t)rdg_variable_count(o->p);
    o->set = (rdg_active_set){.p = o->p, .sense = o->options->maximum ? -1.0 : 1.0, .moving = -1};
    o->set.item = rdg_context_calloc(o->ctx, count, sizeof *o->set.item);
    o->set.last = rdg_context_calloc(o->ctx, count, sizeof *o->set.last);
    o->set.last_pull = rdg_context_calloc(o->ctx, count, sizeof *o->set.last_pull);
    o->set.rate = rdg_context_calloc(o->ctx, count, sizeof *o->set.rate);
    o->set.gradient = rdg_context_calloc(o->ctx, variables, sizeof *o->set.gradient);
    o->set.u = rdg_context_calloc(o->ctx, variables, sizeof *o->set.u);
    RDG_TRY(rdg_error_status(o->ctx));
    return rdg_stage_create(o->a, &o->stage);
}

static void release(rdg_optimisation *o)
{
    rdg_stage_release(&o->stage);
    rdg_free(o->set.item);
    rdg_free(o->set.last);
    rdg_free(o->set.last_pull);
    rdg_free(o->set.rate);
    rdg_free(o->set.gradient);
    rdg_free(o->set.u);
}

rdg_status rdg_optimise(rdg_adjoint *a, const char *name, const rdg_optimise_options *options,
                        rdg_optimum *result)
{
    rdg_context *ctx = a ? rdg_problem_context(a->problem) : NULL;
    RDG_ENTER(ctx, ctx, RDG_ERR_EARLIER);
    if (!name || !*name || strlen(name) > RDG_ADJOINT_NAME || !options ||
        (options->n_parameters > 0 && !options->parameters)) {
        return RDG_FAIL(ctx, RDG_ERR_ARGUMENT,
                        "an optimisation needs a name, options, and a list of parameters");
    }
    rdg_optimisation o = {.a = a, .p = a->problem, .ctx = ctx, .name = name, .options = options};
    rdg_status status = allocate(&o);
    status = status == RDG_OK ? check(&o) : status;
    status = status == RDG_OK ? optimise(&o) : status;
    if (result) {
        *result = o.result;
    }
    release(&o);
    return status;
}
