/* The run of the optimum, and the optimum over the level or a number: as long as the same peaks are equal,
 * and the same numbers at ends of their ranges, it is one curve. */
#include "minimax_impl.h"

#include <ridgewalk/problem.h>
#include <ridgewalk/toolbox.h>

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { PIECES = 20 };

/* The optimum's point, from which both ways begin. */
typedef struct start {
    bool is_active[RDG_EQUAL_PEAKS_MOST];
    rdg_minimax_place place[RDG_MINIMAX_MOST];
    double *u;
} start;

static void say_change(const rdg_minimax_driver *d, const char *run)
{
    const char *over = d->options->over;
    const double value = rdg_minimax_value(d, over);
    const bool is_number = d->which >= 0 && d->which < d->options->n;
    const char *number = is_number ? d->options->parameters[d->which] : "";
    switch (d->end) {
    case RDG_LEG_PEAK:
    case RDG_LEG_WEIGHT:
        rdg_write(d->ctx, RDG_CHANNEL_NOTE, "note: run %s: from %s = %.6g on peak %" PRId64 " %s\n", run,
                  over, value, d->which + 1,
                  d->end == RDG_LEG_PEAK ? "is as high as the others" : "is lower than the others");
        break;
    case RDG_LEG_BOUND:
    case RDG_LEG_FREED:
        rdg_write(d->ctx, RDG_CHANNEL_NOTE, "note: run %s: from %s = %.6g on \"%s\" %s\n", run, over, value,
                  number, d->end == RDG_LEG_BOUND ? "is at an end of its range" : "is inside of its range");
        break;
    case RDG_LEG_LOST:
    case RDG_LEG_INVALID:
        rdg_fall_short(d->ctx, "rdg_minimax", "\"%s\": beyond %s = %.6g the optimum was not followed: %s",
                       d->name, over, value,
                       d->end == RDG_LEG_LOST
                           ? "a peak vanishes, or the curve of optima turns back"
                           : "another peak comes up that is higher, or with another set of "
                             "equal peaks it does not go on this way");
        break;
    case RDG_LEG_BEST:
    case RDG_LEG_NEW:
    case RDG_LEG_WINDOW:
        break;
    }
}

static bool goes_on(const rdg_minimax_driver *d)
{
    return d->end == RDG_LEG_PEAK || d->end == RDG_LEG_WEIGHT || d->end == RDG_LEG_BOUND ||
           d->end == RDG_LEG_FREED || d->end == RDG_LEG_NEW;
}

/* One way from the optimum. */
static rdg_status follow_way(rdg_minimax_driver *d, const start *from, bool up)
{
    memcpy(d->is_active, from->is_active, sizeof d->is_active);
    memcpy(d->place, from->place, sizeof d->place);
    memcpy(rdg_start_values(d->p), from->u, (size_t)rdg_variable_count(d->p) * sizeof *from->u);
    d->end = RDG_LEG_PEAK;
    for (int piece = 1; piece <= PIECES && goes_on(d); piece++) {
        char run[RDG_EQUAL_PEAKS_NAME];
        snprintf(run, sizeof run, "%.290s/%s%d", d->name, up ? "up" : "down", piece);
        const rdg_minimax_leg leg = {
            .run = run, .first = d->options->over, .direction = up ? 1.0 : -1.0, .moving = -1};
        RDG_TRY(rdg_minimax_follow(d, &leg));
        const bool may_go_on = d->end == RDG_LEG_NEW || d->end == RDG_LEG_LOST;
        if (may_go_on) {
            const rdg_minimax_renewal renewal = rdg_minimax_renew(d, d->end == RDG_LEG_NEW);
            d->end = renewal == RDG_RENEWAL_DONE        ? RDG_LEG_NEW
                     : renewal == RDG_RENEWAL_OVERTAKEN ? RDG_LEG_INVALID
                                                        : RDG_LEG_LOST;
        }
        RDG_TRY(rdg_error_status(d->ctx));
        say_change(d, run);
        rdg_minimax_pivot(d);
    }
    d->result->reached[up] = rdg_minimax_value(d, d->options->over);
    return RDG_OK;
}

static rdg_status follow_both(rdg_minimax_driver *d)
{
    const rdg_minimax_options *o = d->options;
    const size_t size = (size_t)rdg_variable_count(d->p);
    start from = {.u = rdg_context_calloc(d->ctx, size, sizeof *from.u)};
    if (!from.u) {
        return RDG_ERR_NO_MEMORY;
    }
    memcpy(from.is_active, d->is_active, sizeof from.is_active);
    memcpy(from.place, d->place, sizeof from.place);
    memcpy(from.u, rdg_start_values(d->p), size * sizeof *from.u);
    const double value = rdg_minimax_value(d, o->over);
    d->result->reached[0] = value;
    d->result->reached[1] = value;
    rdg_status status = value > o->over_low ? follow_way(d, &from, false) : RDG_OK;
    if (status == RDG_OK && value < o->over_high) {
        status = follow_way(d, &from, true);
    }
    rdg_free(from.u);
    return status;
}

rdg_status rdg_minimax_last(rdg_minimax_driver *d)
{
    const rdg_minimax_leg point = {.run = d->name, .moving = -1};
    RDG_TRY(rdg_minimax_follow(d, &point));
    return d->options->over ? follow_both(d) : RDG_OK;
}
