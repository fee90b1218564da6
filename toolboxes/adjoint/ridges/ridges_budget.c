/* The time that the search may take, and its progress. */
#include "ridges_impl.h"

#include <math.h>

const rdg_option_key rdg_ridges_budget = {.name = "RDG_RIDGES_BUDGET", .call = "rdg_ridges_of"};

rdg_status rdg_ridges_read_budget(rdg_ridges_work *w)
{
    const rdg_option *given = rdg_option_of(w->options, &rdg_ridges_budget);
    w->budget = given ? given->a : INFINITY;
    return w->budget > 0.0 ? RDG_OK
                           : rdg_fail(w->ctx, RDG_ERR_ARGUMENT, "rdg_ridges_of",
                                      "ridges \"%s\": RDG_RIDGES_BUDGET(%g): give a positive time, s",
                                      w->name, w->budget);
}

bool rdg_ridges_has_time(rdg_ridges_work *w)
{
    const double report_every = 5.0; /* s */
    const double now = rdg_seconds() - w->begin;
    if (now > w->reported + report_every && !rdg_option_find(w->options, RDG_OPTION_NO_TABLE, NULL)) {
        w->reported = now;
        rdg_write(w->ctx, RDG_CHANNEL_TABLE, "ridges %s: %.0f s, %lld samples, %lld ridges\n", w->name, now,
                  (long long)w->n_looks, (long long)w->n_trails);
    }
    w->is_cut = w->is_cut || now > w->budget;
    return !w->is_cut;
}
