/* One quantity moves, in as many runs as there are exchanges of the active set on the way. */
#include "optimise_impl.h"

#include <ridgewalk/run.h>
#include <ridgewalk/toolbox.h>

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static const char where[] = "rdg_optimise";

static bool is_quantity(const rdg_optimisation *o, rdg_index row)
{
    bool is = false;
    for (rdg_index k = 0; k < o->set.n; k++) {
        is = is || o->set.item[k].row == row;
    }
    return is;
}

/* --- a run */

/* What varies besides the quantities: the objective, multipliers of held parameters, conditions. */
static void add_others(rdg_optimisation *o)
{
    const rdg_adjoint *a = o->a;
    rdg_stage *s = &o->stage;
    rdg_stage_add(s, RDG_RELEASE(rdg_assembly_parameter(a->assembly, a->objective)));
    for (rdg_index row = a->zero_rows; row < a->m; row++) {
        rdg_monitor_kind kind = RDG_ACTIVE;
        const char *name = rdg_assembly_parameter(a->assembly, row);
        rdg_parameter_name(o->p, rdg_parameter_index(o->p, name), &kind);
        if (row != a->objective && kind == RDG_INACTIVE && !is_quantity(o, row)) {
            rdg_stage_add(s, RDG_RELEASE(s->name[row]));
        }
    }
    for (rdg_index k = 0; k < a->n_inequalities; k++) {
        rdg_stage_add(s, RDG_RELEASE(a->inequality[k].kappa));
    }
}

rdg_status rdg_optimise_run(rdg_optimisation *o, const char *what, rdg_index nth, const char *first,
                            double direction)
{
    char name[3 * RDG_ADJOINT_NAME];
    rdg_active_set *set = &o->set;
    rdg_stage *s = &o->stage;
    RDG_TRY(rdg_error_status(o->ctx));
    snprintf(name, sizeof name, nth > 1 ? "%s/%s-%" PRId64 : "%s/%s", o->name, what, nth);
    rdg_stage_clear(s);
    if (first) {
        rdg_stage_add(s, RDG_RELEASE(first));
    }
    memcpy(set->u, rdg_start_values(o->p), (size_t)rdg_variable_count(o->p) * sizeof *set->u);
    rdg_active_set_add(set, &s->list);
    add_others(o);
    rdg_stage_add_all(s, o->options->options);
    rdg_stage_add(s, RDG_NO_FOLDS);
    rdg_stage_add(s, RDG_NO_BRANCH_POINTS);
    rdg_stage_add(s, RDG_EXPECT_EARLY_END); /* optimality is checked at the end */
    rdg_stage_add(s, RDG_DIRECTION(direction));
    set->heading = direction;
    rdg_stage_add(s, RDG_OBSERVE(rdg_active_set_observe, set));
    RDG_TRY(rdg_error_status(o->ctx));
    o->result.stages++;
    RDG_TRY(rdg_continue_list(o->p, name, s->list.item));
    memcpy(rdg_start_values(o->p), set->u, (size_t)rdg_variable_count(o->p) * sizeof *set->u);
    return RDG_OK;
}

/* --- one quantity */

/* Is it at a bound that it is pulled against? Then that is its place. */
static bool rests_at_bound(const rdg_optimisation *o, rdg_ranged *q, double pull)
{
    const double value = rdg_range_value(&o->set, q->name);
    if (pull == 0.0 || fabs(value - q->limit[pull > 0.0]) > 1e-9 * q->size) {
        return false;
    }
    q->place = pull > 0.0 ? RDG_RANGE_HIGH : RDG_RANGE_LOW;
    return true;
}

/* At a fold the optimum over what is free ceases to be one: what changes most there is held for now. */
static bool hold_most_changing(rdg_active_set *set)
{
    rdg_index most = -1;
    for (rdg_index k = 0; k < set->n; k++) {
        if (k != set->moving && set->item[k].place == RDG_RANGE_FREE && set->rate[k] > 0.0 &&
            (most < 0 || set->rate[k] > set->rate[most])) {
            most = k;
        }
    }
    if (most >= 0) {
        set->item[most].place = RDG_RANGE_HELD;
    }
    return most >= 0;
}

static rdg_status say_lost(const rdg_optimisation *o, const rdg_ranged *q)
{
    const rdg_active_set *set = &o->set;
    const char *why = set->end == RDG_RANGE_TURNED
                          ? "the curve of optima turns back there: another start may help"
                      : set->to_range ? "the constraints cannot be met together on this curve"
                                      : "see its table; where the objective has no bound, give ranges";
    return rdg_fail(o->ctx, RDG_ERR_NO_CONVERGENCE, where,
                    "\"%s\": run \"%s/%s\" ended at %s = %.6g before %s: %s", o->name, o->name, q->name,
                    q->name, rdg_range_value(set, q->name),
                    set->to_range ? "its range was reached" : "the objective was at its best", why);
}

/* The next run goes the way that the end of the last one states; false: there is none, or it has got its
 * place.
 */
static bool goes_on(rdg_optimisation *o, const char **first, double *direction)
{
    rdg_active_set *set = &o->set;
    if (o->result.stages >= o->most_runs) {
        return false;
    }
    if (set->end == RDG_RANGE_TURNED && hold_most_changing(set)) {
        *first = set->item[set->moving].name;
        *direction = set->direction;
        set->is_first = true;
        return true;
    }
    return rdg_active_set_exchange(set, first, direction);
}

rdg_status rdg_optimise_move(rdg_optimisation *o, rdg_index k, bool to_range)
{
    rdg_active_set *set = &o->set;
    rdg_ranged *q = &set->item[k];
    const double excess = rdg_range_excess(set, q), pull = rdg_range_pull(set, q);
    const double value = rdg_range_value(set, q->name);
    RDG_TRY(rdg_error_status(o->ctx));
    if (!to_range && rests_at_bound(o, q, pull)) {
        return RDG_OK;
    }
    set->moving = k;
    set->to_range = to_range;
    set->is_trial = !to_range && pull == 0.0;
    set->direction = to_range ? -excess : set->is_trial ? (value < q->high ? 1.0 : -1.0) : pull;
    set->direction = copysign(1.0, set->direction);
    set->is_first = true;
    q->place = RDG_RANGE_HELD;
    const char *first = q->name;
    double direction = set->direction;
    do {
        RDG_TRY(rdg_optimise_run(o, q->name, ++q->n_runs, first, direction));
    } while (goes_on(o, &first, &direction));
    const bool is_lost = set->end == RDG_RANGE_LOST || set->end == RDG_RANGE_TURNED;
    return is_lost ? say_lost(o, q) : RDG_OK;
}
