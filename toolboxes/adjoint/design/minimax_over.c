/* The run of the optimum, and the optimum over the forcing amplitude or a number: as long as the same peaks
 * are equal, and the same numbers at ends of their ranges, it is one curve. */
#include "minimax_impl.h"

#include <ridgewalk/problem.h>
#include <ridgewalk/toolbox.h>

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { PIECES = 20 };

static void say_change(const rdg_minimax_driver *d, const char *run)
{
    const char *over = d->options->over;
    const double value = rdg_minimax_value(d, over);
    const bool is_number = d->which >= 0 && d->which < d->options->n;
    const char *number = is_number ? d->options->parameters[d->which] : "";
    switch (d->end) {
    case RDG_MINIMAX_SEGMENT_PEAK:
    case RDG_MINIMAX_SEGMENT_WEIGHT:
        rdg_write(d->ctx, RDG_CHANNEL_NOTE, "note: run %s: from %s = %.6g on peak %" PRId64 " %s\n", run,
                  over, value, d->which + 1,
                  d->end == RDG_MINIMAX_SEGMENT_PEAK ? "is as high as the others"
                                                     : "is lower than the others");
        break;
    case RDG_MINIMAX_SEGMENT_BOUND:
    case RDG_MINIMAX_SEGMENT_FREED:
        rdg_write(
            d->ctx, RDG_CHANNEL_NOTE, "note: run %s: from %s = %.6g on \"%s\" %s\n", run, over, value, number,
            d->end == RDG_MINIMAX_SEGMENT_BOUND ? "is at an end of its range" : "is inside of its range");
        break;
    case RDG_MINIMAX_SEGMENT_LOST:
    case RDG_MINIMAX_SEGMENT_INVALID:
        rdg_fall_short(d->ctx, "rdg_minimax", "\"%s\": beyond %s = %.6g the optimum was not followed: %s",
                       d->name, over, value,
                       d->end == RDG_MINIMAX_SEGMENT_LOST
                           ? "a peak vanishes, or the curve of optima turns back"
                           : "another peak comes up that is higher, or with another set of "
                             "equal peaks it does not go on this way");
        break;
    case RDG_MINIMAX_SEGMENT_NEW:
    case RDG_MINIMAX_SEGMENT_WINDOW:
        break;
    }
}

static bool goes_on(const rdg_minimax_driver *d)
{
    return d->end == RDG_MINIMAX_SEGMENT_PEAK || d->end == RDG_MINIMAX_SEGMENT_WEIGHT ||
           d->end == RDG_MINIMAX_SEGMENT_BOUND || d->end == RDG_MINIMAX_SEGMENT_FREED ||
           d->end == RDG_MINIMAX_SEGMENT_NEW;
}

/* One way from the optimum. */
static rdg_status follow_way(rdg_minimax_driver *d, bool up)
{
    d->end = RDG_MINIMAX_SEGMENT_PEAK;
    for (int piece = 1; piece <= PIECES && goes_on(d); piece++) {
        char run[RDG_EQUAL_PEAKS_NAME];
        snprintf(run, sizeof run, "%.290s/%s%d", d->name, up ? "up" : "down", piece);
        RDG_TRY(rdg_minimax_follow(d, run, up ? 1.0 : -1.0));
        if (d->end == RDG_MINIMAX_SEGMENT_NEW || d->end == RDG_MINIMAX_SEGMENT_LOST) {
            d->end = rdg_minimax_renew(d)                ? RDG_MINIMAX_SEGMENT_NEW
                     : d->end == RDG_MINIMAX_SEGMENT_NEW ? RDG_MINIMAX_SEGMENT_INVALID
                                                         : RDG_MINIMAX_SEGMENT_LOST;
        }
        RDG_TRY(rdg_error_status(d->ctx));
        say_change(d, run);
        rdg_minimax_pivot(d);
    }
    d->result->reached[up] = rdg_minimax_value(d, d->options->over);
    return RDG_OK;
}

/* The result becomes that of the problem of the equal peaks at its start values. */
static void read_result(rdg_minimax_driver *d)
{
    rdg_minimax_result *r = d->result;
    r->height = rdg_minimax_value(d, "height");
    r->n_peaks = 0;
    for (rdg_index i = 0; i < d->plan.n; i++) {
        if (d->is_active[i]) {
            char name[32];
            snprintf(name, sizeof name, "peak%" PRId64 ".omega", i + 1);
            r->peak[r->n_peaks++] = (rdg_minimax_peak){.omega = rdg_minimax_value(d, name),
                                                       .theta = rdg_minimax_value(d, d->theta[i])};
        }
    }
    for (rdg_index j = 0; j < d->options->n; j++) {
        r->number[j].value = rdg_minimax_value(d, d->options->parameters[j]);
        r->number[j].slope = -rdg_minimax_value(d, d->eta[j]);
    }
}

rdg_status rdg_minimax_last(rdg_minimax_driver *d)
{
    const rdg_minimax_options *o = d->options;
    RDG_TRY(rdg_minimax_follow(d, d->name, 0.0));
    read_result(d);
    if (!o->over) {
        return RDG_OK;
    }
    const double value = rdg_minimax_value(d, o->over);
    d->result->reached[0] = d->result->reached[1] = value;
    RDG_TRY(value > o->over_low ? follow_way(d, false) : RDG_OK);
    if (value < o->over_high && rdg_minimax_return(d, value)) {
        RDG_TRY(follow_way(d, true));
    }
    return rdg_error_status(d->ctx);
}
