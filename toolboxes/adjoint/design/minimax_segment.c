/* A piece of the curve of optima: what is held and released on it, and where it ends. */
#include "minimax_impl.h"

#include <ridgewalk/run.h>
#include <ridgewalk/toolbox.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct watch {
    rdg_minimax_driver *d;
    char type[RDG_MINIMAX_TYPE];
    bool is_invalid, sees_new;
    rdg_index n, n_mu;
    long points;
} watch;

static double in_chart(const watch *w, const rdg_chart *chart, const char *parameter)
{
    const rdg_index k = rdg_parameter_index(w->d->p, parameter);
    return k < 0 ? 0.0 : chart->mu[k];
}

static bool keep(rdg_problem *p, const rdg_chart *chart, void *data)
{
    (void)p;
    watch *w = data;
    const rdg_minimax_driver *d = w->d;
    const double height = in_chart(w, chart, "height");
    w->points++;
    for (rdg_index i = 0; i < d->plan.n; i++) {
        w->is_invalid = w->is_invalid || in_chart(w, chart, d->gap[i]) < -rdg_least_same * height ||
                        in_chart(w, chart, d->theta[i]) < -rdg_least_same;
    }
    if (!w->is_invalid) {
        memcpy(d->u, chart->u, (size_t)w->n * sizeof *d->u);
        snprintf(w->type, sizeof w->type, "%s", chart->type);
        w->sees_new = !*chart->type && rdg_minimax_sees_new(w->d, chart);
    }
    return w->is_invalid || w->sees_new;
}

static void add(rdg_option_list *list, rdg_option option)
{
    rdg_option_list_add(list, option);
}

/* Types of events are a letter and a number: of the peak or the number meant. */
typedef struct types {
    char name[RDG_MINIMAX_EVENTS][RDG_MINIMAX_TYPE];
    int count;
} types;

static void add_terminal(rdg_option_list *list, types *t, char what, rdg_index which, const char *parameter)
{
    char *type = t->name[t->count++];
    snprintf(type, RDG_MINIMAX_TYPE, "%c%d", what, (int)which + 1);
    add(list, RDG_TERMINAL(type, parameter, 0.0));
}

static rdg_index count_active(const rdg_minimax_driver *d)
{
    rdg_index count = 0;
    for (rdg_index i = 0; i < d->plan.n; i++) {
        count += d->is_active[i];
    }
    return count;
}

static void add_peaks(const rdg_minimax_driver *d, rdg_option_list *list, types *t)
{
    const rdg_index n_active = count_active(d);
    for (rdg_index i = 0; i < d->plan.n; i++) {
        if (d->is_active[i]) {
            add(list, RDG_HOLD_AT(d->gap[i], 0.0));
            add(list, RDG_RELEASE(d->theta[i]));
            if (n_active > 1) {
                add_terminal(list, t, 'T', i, d->theta[i]);
            }
        } else {
            add(list, RDG_RELEASE(d->gap[i]));
            add(list, RDG_HOLD_AT(d->theta[i], 0.0));
            add_terminal(list, t, 'G', i, d->gap[i]);
        }
    }
}

static void add_numbers(const rdg_minimax_driver *d, rdg_option_list *list, types *t)
{
    const rdg_minimax_options *o = d->options;
    for (rdg_index j = 0; j < o->n; j++) {
        if (d->place[j] == RDG_LEAST_FREE) {
            add(list, RDG_RELEASE(o->parameters[j]));
            add(list, RDG_WINDOW(o->parameters[j], o->low[j], o->high[j]));
            add(list, RDG_HOLD_AT(d->eta[j], 0.0));
        } else if (d->place[j] != RDG_LEAST_IDLE) {
            add_terminal(list, t, 'F', j, d->eta[j]);
        }
    }
}

/* Which number that varies is at an end of its range; -1: none. */
static rdg_index find_bound(const rdg_minimax_driver *d)
{
    const rdg_minimax_options *o = d->options;
    for (rdg_index j = 0; j < o->n; j++) {
        if (d->place[j] == RDG_LEAST_FREE) {
            const double value = rdg_minimax_value(d, o->parameters[j]);
            if (value <= o->low[j] * (1.0 + rdg_least_same) || value >= o->high[j] * (1.0 - rdg_least_same)) {
                return j;
            }
        }
    }
    return -1;
}

static void read_end(rdg_minimax_driver *d, const watch *w)
{
    static const struct {
        char letter;
        rdg_minimax_end end;
    } ends[] = {
        {'G', RDG_MINIMAX_SEGMENT_PEAK}, {'T', RDG_MINIMAX_SEGMENT_WEIGHT}, {'F', RDG_MINIMAX_SEGMENT_FREED}};
    d->end = w->is_invalid ? RDG_MINIMAX_SEGMENT_INVALID
             : w->sees_new ? RDG_MINIMAX_SEGMENT_NEW
                           : RDG_MINIMAX_SEGMENT_LOST;
    d->which = -1;
    if (d->end != RDG_MINIMAX_SEGMENT_LOST) {
        return;
    }
    for (size_t k = 0; k < sizeof ends / sizeof *ends; k++) {
        const long which = strtol(w->type + 1, NULL, 10);
        if (w->type[0] == ends[k].letter && which > 0) {
            d->end = ends[k].end;
            d->which = which - 1;
        }
    }
    if (strcmp(w->type, "EP") == 0) {
        d->which = find_bound(d);
        d->end = d->which >= 0 ? RDG_MINIMAX_SEGMENT_BOUND : RDG_MINIMAX_SEGMENT_LOST;
        if (d->which < 0 && d->options->over) {
            const double value = rdg_minimax_value(d, d->options->over);
            const double none =
                rdg_least_same * fmax(fabs(d->options->over_low), fabs(d->options->over_high));
            const bool is_there =
                value <= d->options->over_low + none || value >= d->options->over_high - none;
            d->end = is_there ? RDG_MINIMAX_SEGMENT_WINDOW : RDG_MINIMAX_SEGMENT_LOST;
        }
    }
}

static void fill(const rdg_minimax_driver *d, double direction, watch *w, types *t, rdg_option_list *list)
{
    const rdg_minimax_options *o = d->options;
    if (direction != 0.0) {
        add(list, RDG_RELEASE(o->over));
        add(list, RDG_DIRECTION(direction));
        add(list, RDG_WINDOW(o->over, o->over_low, o->over_high));
        add(list, RDG_END_AT_FOLDS);
    }
    add_numbers(d, list, t);
    add_peaks(d, list, t);
    add(list, RDG_NO_BRANCH_POINTS);
    add(list, RDG_TOLERANCE(1e-12, 1e-13));
    add(list, RDG_EXPECT_EARLY_END);
    add(list, RDG_OBSERVE(keep, w));
    for (const rdg_option *other = o->options; other && other->kind != RDG_OPTION_END; other++) {
        add(list, *other);
    }
}

rdg_status rdg_minimax_follow(rdg_minimax_driver *d, const char *run, double direction)
{
    types t = {.count = 0};
    watch w = {.d = d, .n = rdg_variable_count(d->p)};
    rdg_option_list list = {.ctx = d->ctx};
    memcpy(d->u, rdg_start_values(d->p), (size_t)w.n * sizeof *d->u);
    fill(d, direction, &w, &t, &list);
    const rdg_status status = rdg_error_status(d->ctx) == RDG_OK ? rdg_continue_list(d->p, run, list.item)
                                                                 : rdg_error_status(d->ctx);
    rdg_option_list_release(&list);
    RDG_TRY(status);
    d->result->runs++;
    d->result->points += w.points;
    memcpy(rdg_start_values(d->p), d->u, (size_t)w.n * sizeof *d->u);
    read_end(d, &w);
    return RDG_OK;
}

void rdg_minimax_pivot(rdg_minimax_driver *d)
{
    const rdg_index k = d->which;
    switch (d->end) {
    case RDG_MINIMAX_SEGMENT_PEAK:
        d->is_active[k] = true;
        break;
    case RDG_MINIMAX_SEGMENT_WEIGHT:
        d->is_active[k] = false;
        break;
    case RDG_MINIMAX_SEGMENT_FREED:
        d->place[k] = RDG_LEAST_FREE;
        break;
    case RDG_MINIMAX_SEGMENT_BOUND: {
        const double value = rdg_minimax_value(d, d->options->parameters[k]);
        const bool is_low = fabs(value - d->options->low[k]) < fabs(value - d->options->high[k]);
        d->place[k] = is_low ? RDG_LEAST_LOW : RDG_LEAST_HIGH;
        break;
    }
    case RDG_MINIMAX_SEGMENT_LOST:
    case RDG_MINIMAX_SEGMENT_NEW:
    case RDG_MINIMAX_SEGMENT_INVALID:
    case RDG_MINIMAX_SEGMENT_WINDOW:
        break;
    }
}
