/* Which labelled point of a run an option names: by its label, by its type, or by a value that is near. */
#include "option_list.h"
#include "run_data_impl.h"
#include "text_list.h"
#include "toolbox.h"

#include <inttypes.h>
#include <math.h>

enum { LIST_SIZE = 400 };

static rdg_index nth_of_type(rdg_context *ctx, rdg_run *run, const rdg_option *from, const char *call,
                             const char *name)
{
    const rdg_index row = rdg_run_find(run, from->type, from->count);
    if (row >= 0) {
        return rdg_run_label(run, row);
    }
    rdg_index there = 0;
    while (rdg_run_find(run, from->type, there) >= 0) {
        there++;
    }
    char chars[LIST_SIZE];
    rdg_text list = rdg_text_in(chars, sizeof chars);
    rdg_fail(ctx, RDG_ERR_ARGUMENT, call,
             "run \"%s\": the run \"%s\" has %" PRId64 " points of type %s, and number %" PRId64
             ", counted from 0, was requested; its types of points: %s",
             name, from->name, there, from->type, from->count, rdg_run_types(run, &list));
    return -1;
}

static rdg_index nearest(rdg_context *ctx, rdg_run *run, const rdg_option *from, const char *call,
                         const char *name)
{
    const double *x = rdg_run_column(run, from->type);
    rdg_index best = -1;
    double least = INFINITY;
    for (rdg_index row = 0; x && row < rdg_run_count(run); row++) {
        const double distance = fabs(x[row] - from->a);
        if (rdg_run_label(run, row) > 0 && distance < least) {
            least = distance;
            best = rdg_run_label(run, row);
        }
    }
    if (x && best < 0) {
        rdg_fail(ctx, RDG_ERR_ARGUMENT, call,
                 "run \"%s\": the run \"%s\" has no labelled point with a value of %s near %g", name,
                 from->name, from->type, from->a);
    }
    return best;
}

rdg_index rdg_option_start_label(rdg_context *ctx, rdg_run *run, const rdg_option *from, const char *call,
                                 const char *name)
{
    if (!run || !from || rdg_error_status(ctx) != RDG_OK) {
        return -1;
    }
    return !from->type                  ? from->count
           : from->count == RDG_NEAREST ? nearest(ctx, run, from, call, name)
                                        : nth_of_type(ctx, run, from, call, name);
}
