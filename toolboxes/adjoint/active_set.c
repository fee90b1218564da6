/* The active set in one run: what is held and released, which events end it, and what is exchanged there. */
#include "active_set_impl.h"

#include <ridgewalk/problem.h>
#include <ridgewalk/toolbox.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Values and multipliers are zero to this share of their typical sizes. */
static const double rounding = 1e-9;

double rdg_range_value(const rdg_active_set *set, const char *parameter)
{
    double value = NAN;
    rdg_parameter_value(set->p, parameter, rdg_start_values(set->p), &value);
    return value;
}

static double outside(const rdg_ranged *q, double low, double high, double value)
{
    const double excess = value > high ? value - high : value < low ? value - low : 0.0;
    return fabs(excess) > rounding * q->size ? excess : 0.0;
}

double rdg_range_excess(const rdg_active_set *set, const rdg_ranged *q)
{
    return outside(q, q->low, q->high, rdg_range_value(set, q->name));
}

static double pull_of(const rdg_active_set *set, const rdg_ranged *q, double multiplier)
{
    const double pull = set->sense * multiplier / q->multiplier_size;
    return fabs(pull) > rounding ? pull : 0.0;
}

double rdg_range_pull(const rdg_active_set *set, const rdg_ranged *q)
{
    return pull_of(set, q, rdg_range_value(set, q->multiplier));
}

/* --- a run */

/* No event on what vanishes, but for rounding, where the run starts: it may vanish all along, as a constraint
 * that states the same as another one. The observer sees whether it leaves. */
static void add_event(rdg_active_set *set, rdg_option_list *list, rdg_index k, rdg_range_event what)
{
    static const char letter[] = {'L', 'H', 'D'};
    rdg_ranged *q = &set->item[k];
    const bool is_bound = what != RDG_RANGE_MULTIPLIER;
    const char *parameter = is_bound ? q->name : q->multiplier;
    const double value = is_bound ? q->limit[what] : 0.0;
    const double size = is_bound ? q->size : q->multiplier_size;
    if (k == set->moving && !is_bound) {
        snprintf(q->type[what], sizeof q->type[what], "OPT");
    } else {
        snprintf(q->type[what], sizeof q->type[what], "%c%d", letter[what], (int)k + 1);
    }
    if (isfinite(value) && fabs(rdg_range_value(set, parameter) - value) > rounding * size) {
        rdg_option_list_add(list, RDG_TERMINAL(q->type[what], parameter, value));
    }
}

/* Where a range is left already it may be left twice as far, until the quantity is brought back. */
static void choose_limits(const rdg_active_set *set, rdg_ranged *q, bool comes_back)
{
    const double excess = rdg_range_excess(set, q);
    const int side = excess > 0.0;
    if (excess == 0.0 || comes_back) {
        q->limit[0] = q->low;
        q->limit[1] = q->high;
    } else {
        const double bound = side ? q->high : q->low;
        const double left = fabs(q->limit[side] - bound);
        q->limit[side] = left < fabs(excess) ? bound + 2.0 * excess : q->limit[side];
    }
}

/* It comes back to the bound that it has left, or goes on to where its multiplier vanishes. */
static void add_moving(rdg_active_set *set, rdg_option_list *list, rdg_index k)
{
    rdg_ranged *q = &set->item[k];
    const int way = set->direction > 0.0 ? 1 : -1;
    choose_limits(set, q, set->to_range);
    rdg_option_list_add(list, RDG_RELEASE(q->name));
    rdg_option_list_add(list, RDG_RELEASE(q->multiplier));
    if (set->to_range) {
        add_event(set, list, k, way < 0 ? RDG_RANGE_UPPER : RDG_RANGE_LOWER);
    } else {
        add_event(set, list, k, way > 0 ? RDG_RANGE_UPPER : RDG_RANGE_LOWER);
        add_event(set, list, k, RDG_RANGE_MULTIPLIER);
    }
}

void rdg_active_set_add(rdg_active_set *set, rdg_option_list *list)
{
    for (rdg_index k = 0; k < set->n; k++) {
        rdg_ranged *q = &set->item[k];
        memset(q->type, 0, sizeof q->type);
        if (k == set->moving) {
            add_moving(set, list, k);
        } else if (q->place == RDG_RANGE_FREE) {
            choose_limits(set, q, false);
            rdg_option_list_add(list, RDG_RELEASE(q->name));
            rdg_option_list_add(list, RDG_HOLD_AT(q->multiplier, 0.0));
            add_event(set, list, k, RDG_RANGE_LOWER);
            add_event(set, list, k, RDG_RANGE_UPPER);
        } else if (q->place == RDG_RANGE_HELD) {
            rdg_option_list_add(list, RDG_HOLD(q->name));
            rdg_option_list_add(list, RDG_RELEASE(q->multiplier));
        } else {
            const bool is_high = q->place == RDG_RANGE_HIGH;
            rdg_option_list_add(list, RDG_HOLD_AT(q->name, q->limit[is_high]));
            rdg_option_list_add(list, RDG_RELEASE(q->multiplier));
            add_event(set, list, k, RDG_RANGE_MULTIPLIER);
        }
    }
    set->stopped = set->is_fixed = false;
    set->end = RDG_RANGE_LOST;
    set->which = -1;
    for (rdg_index k = 0; k < set->n; k++) {
        set->last[k] = rdg_range_value(set, set->item[k].name);
        set->last_pull[k] = rdg_range_pull(set, &set->item[k]);
    }
}

/* --- its points */

/* The quantity that moves has turned round, or is past its best value. */
static void judge_moving(rdg_active_set *set, const rdg_chart *chart)
{
    const rdg_ranged *q = &set->item[set->moving];
    const double pull = pull_of(set, q, chart->mu[q->multiplier_mu]);
    if (set->direction * (chart->mu[q->mu] - set->last[set->moving]) < -rounding * q->size) {
        set->stopped = true;
        set->end = RDG_RANGE_TURNED;
    } else if (!set->to_range && set->direction * pull < 0.0) {
        set->stopped = true;
        set->end = RDG_RANGE_UNWATCHED;
    }
}

/* The range is left, or a multiplier has changed sign, without an event: at the start of the run. */
static void find_leaving(rdg_active_set *set, const rdg_chart *chart, rdg_index k)
{
    const rdg_ranged *q = &set->item[k];
    const double value = chart->mu[q->mu];
    const double pull = pull_of(set, q, chart->mu[q->multiplier_mu]);
    double excess = 0.0;
    if (q->place == RDG_RANGE_FREE) {
        excess = outside(q, q->limit[0], q->limit[1], value);
    }
    const bool is_wrong =
        (q->place == RDG_RANGE_LOW && pull > 0.0) || (q->place == RDG_RANGE_HIGH && pull < 0.0);
    if (excess != 0.0 || is_wrong) {
        set->stopped = true;
        set->which = k;
        set->is_upper = excess > 0.0;
        const bool was_there = !is_wrong || set->last_pull[k] == 0.0;
        set->end = !was_there ? RDG_RANGE_UNWATCHED : is_wrong ? RDG_RANGE_NO_FORCE : RDG_RANGE_AT_BOUND;
    }
}

/* Where active constraints determine the quantity that moves, multipliers alone vary. Its own reports the
 * direction then: it falls as the quantity would grow. */
static void judge_direction(rdg_active_set *set, const rdg_chart *chart)
{
    const rdg_ranged *q = &set->item[set->moving];
    const rdg_index n = rdg_variable_count(set->p);
    double value = 0.0, along = 0.0, change = 0.0, largest = 0.0;
    set->is_first = false;
    if (rdg_parameter_gradient(set->p, q->mu, n, chart->u, &value, set->gradient) != 0) {
        return;
    }
    for (rdg_index i = 0; i < n; i++) {
        const double term = set->gradient[i] * chart->tangent[i];
        along += term;
        largest = fmax(largest, fabs(term));
    }
    rdg_parameter_gradient(set->p, q->multiplier_mu, n, chart->u, &value, set->gradient);
    for (rdg_index i = 0; i < n; i++) {
        change += set->gradient[i] * chart->tangent[i];
    }
    const double size = fabs(change) * q->size / q->multiplier_size;
    if (fabs(along) <= rounding * fmax(largest, size) &&
        set->heading * change * set->sense * set->direction > 0.0) {
        set->is_fixed = true;
        set->stopped = true;
    }
}

/* Does the objective improve as the quantity leaves a point at which it is stationary? */
static void judge_trial(rdg_active_set *set, const rdg_chart *chart)
{
    rdg_ranged *q = &set->item[set->moving];
    const double pull = set->direction * pull_of(set, q, chart->mu[q->multiplier_mu]);
    set->is_trial = false;
    q->is_idle = pull == 0.0;
    if (pull <= 0.0) {
        set->stopped = true;
        set->end = RDG_RANGE_NO_FORCE;
        set->which = set->moving;
    }
}

static void read_event(rdg_active_set *set, const char *type)
{
    for (rdg_index k = 0; k < set->n; k++) {
        for (int i = 0; i < 3; i++) {
            if (strcmp(set->item[k].type[i], type) == 0) {
                set->end = i == RDG_RANGE_MULTIPLIER ? RDG_RANGE_NO_FORCE : RDG_RANGE_AT_BOUND;
                set->which = k;
                set->is_upper = i == RDG_RANGE_UPPER;
            }
        }
    }
}

bool rdg_active_set_observe(rdg_problem *p, const rdg_chart *chart, void *data)
{
    rdg_active_set *set = data;
    if (set->is_first && set->moving >= 0) {
        judge_direction(set, chart);
    }
    if (set->is_trial && chart->point != 0) {
        judge_trial(set, chart);
    }
    if (set->moving >= 0 && !set->stopped) {
        judge_moving(set, chart);
    }
    for (rdg_index k = 0; k < set->n && set->moving >= 0 && !set->stopped; k++) {
        if (k != set->moving) {
            find_leaving(set, chart, k);
        }
    }
    if (set->stopped) {
        return true;
    }
    memcpy(set->u, chart->u, (size_t)rdg_variable_count(p) * sizeof *set->u);
    for (rdg_index k = 0; k < set->n; k++) {
        const double value = chart->mu[set->item[k].mu];
        set->rate[k] = fabs(value - set->last[k]) / set->item[k].size;
        set->last[k] = value;
        set->last_pull[k] = pull_of(set, &set->item[k], chart->mu[set->item[k].multiplier_mu]);
    }
    if (*chart->type) {
        read_event(set, chart->type);
    }
    return false;
}

/* --- its end */

/* Where several events meet, the goal of the quantity that moves comes first. */
static void prefer_goal(rdg_active_set *set)
{
    const rdg_ranged *q = &set->item[set->moving];
    const bool is_upper = set->to_range != (set->direction > 0.0);
    const double left = set->last[set->moving] - q->limit[is_upper];
    const bool is_at_bound = fabs(left) <= rounding * q->size;
    if (is_at_bound || (!set->to_range && set->last_pull[set->moving] == 0.0)) {
        set->which = set->moving;
        set->end = is_at_bound ? RDG_RANGE_AT_BOUND : RDG_RANGE_NO_FORCE;
        set->is_upper = is_upper;
    }
}

bool rdg_active_set_exchange(rdg_active_set *set, const char **first, double *direction)
{
    if (set->is_fixed) {
        *first = set->item[set->moving].multiplier;
        *direction = -set->sense * set->direction;
        return true;
    }
    if (set->which >= 0 && set->which != set->moving) {
        prefer_goal(set);
    }
    if (set->end == RDG_RANGE_UNWATCHED) {
        return true;
    }
    if (set->which < 0) {
        return false;
    }
    rdg_ranged *q = &set->item[set->which];
    const bool moved = set->which == set->moving;
    if (set->end == RDG_RANGE_AT_BOUND) {
        const bool is_back = moved && set->to_range; /* its multiplier may have either sign */
        q->place = is_back ? RDG_RANGE_HELD : set->is_upper ? RDG_RANGE_HIGH : RDG_RANGE_LOW;
        *first = q->multiplier;
        *direction = set->is_upper ? set->sense : -set->sense;
    } else {
        *first = q->name;
        *direction = q->place == RDG_RANGE_LOW ? 1.0 : -1.0;
        q->place = q->is_idle ? RDG_RANGE_HELD : RDG_RANGE_FREE;
    }
    return !moved;
}
