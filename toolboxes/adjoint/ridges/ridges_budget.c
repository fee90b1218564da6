/* The time and the iterations that the search may take, its progress, and what it leaves undone. */
#include "ridges_impl.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

const rdg_option_key rdg_ridges_budget = {.name = "RDG_RIDGES_BUDGET", .call = "rdg_ridges_of"};
const rdg_option_key rdg_ridges_iterations = {.name = "RDG_RIDGES_ITERATIONS", .call = "rdg_ridges_of"};

static rdg_status read_limit(const rdg_ridges_work *w, const rdg_option_key *key, const char *of,
                             double *limit)
{
    const rdg_option *given = rdg_option_of(w->options, key);
    *limit = given ? given->a : INFINITY;
    return isgreater(*limit, 0.0)
               ? RDG_OK
               : rdg_fail(w->ctx, RDG_ERR_ARGUMENT, "rdg_ridges_of",
                          "ridges \"%s\": %s(%g): give a positive %s", w->name, key->name, *limit, of);
}

rdg_status rdg_ridges_read_budget(rdg_ridges_work *w)
{
    RDG_TRY(read_limit(w, &rdg_ridges_budget, "time, s", &w->budget));
    return read_limit(w, &rdg_ridges_iterations, "number", &w->most_iterations);
}

static long iterations_of(const rdg_ridges_work *w)
{
    return rdg_newton_iterations(w->ctx) - w->iterations_before;
}

bool rdg_ridges_has_time(rdg_ridges_work *w)
{
    const double report_every = 5.0; /* s */
    const double now = rdg_seconds() - w->begin;
    const long iterations = iterations_of(w);
    if (now > w->reported + report_every && !rdg_option_find(w->options, RDG_OPTION_NO_TABLE, NULL)) {
        w->reported = now;
        rdg_write(w->ctx, RDG_CHANNEL_TABLE,
                  "ridges %s: %.0f s, %ld iterations, %lld samples, %lld ridges; to do: %lld ends, %lld "
                  "ranges\n",
                  w->name, now, iterations, (long long)w->n_looks, (long long)w->n_trails,
                  (long long)rdg_ridges_ends_left(w), (long long)rdg_ridges_unsampled(w));
    }
    w->is_cut = w->is_cut || now > w->budget || (double)iterations >= w->most_iterations;
    return !w->is_cut;
}

void rdg_ridges_describe_cut(rdg_ridges_work *w, char *text, size_t size)
{
    char limit[96];
    if ((double)iterations_of(w) >= w->most_iterations) {
        snprintf(limit, sizeof limit, "%.0f iterations (RDG_RIDGES_ITERATIONS)", w->most_iterations);
    } else {
        snprintf(limit, sizeof limit, "%g s (RDG_RIDGES_BUDGET)", w->budget);
    }
    snprintf(
        text, size,
        "the search ended after %s, with %lld samples and %lld ridges. Missing: what %lld ends of ridges "
        "and trenches lead to, samples in %lld ranges between ends. Give more or a smaller domain",
        limit, (long long)w->n_looks, (long long)w->n_trails, (long long)w->all.ends_left,
        (long long)w->all.ranges_left);
}
