/* Other choices of the numbers, spread over their ranges: the search is local, and another choice may have a
 * lower greatest peak. The search goes on from such a choice. */
#include "design_impl.h"

#include <ridgewalk/toolbox.h>

#include <math.h>
#include <string.h>

/* The one root above 1 of x^(n + 1) = x + 1: its powers are the steps of a series that fills a cube of n
 * dimensions evenly, for n = 1 the golden section (Roberts, The unreasonable effectiveness of quasirandom
 * series). */
static double root(rdg_index n)
{
    double x = 1.5;
    for (int i = 0; i < 60; i++) {
        x = pow(1.0 + x, 1.0 / ((double)n + 1.0));
    }
    return x;
}

static void choose(const rdg_least_search *s, rdg_index i, double *value)
{
    const double step = 1.0 / root(s->m);
    double power = 1.0, whole = 0.0;
    for (rdg_index k = 0; k < s->m; k++) {
        power *= step;
        value[k] = s->low[k] * pow(s->high[k] / s->low[k], modf(0.5 + (double)i * power, &whole));
    }
}

/* Examine a choice. The peaks there are followed down: if they, or where they lead to, are lower than the
 * minimum that is known, the search goes on from there. */
static rdg_status try_choice(rdg_design_driver *d, rdg_least_search *other)
{
    rdg_least_search *s = &d->search;
    RDG_TRY(rdg_least_look(other, other->value, &other->at));
    const rdg_peak_set *set = other->at.set;
    const bool is_covered = set && set->greatest >= 0 && set->covered && set->unresolved == 0;
    const double height = other->at.height;
    double promise = height;
    d->result->scanned++;
    d->result->unscanned += !is_covered;
    if (!is_covered) {
        return RDG_OK;
    }
    if (d->lowest == 0.0 || height < d->lowest) {
        d->lowest = height;
        memcpy(d->at_lowest, other->value, sizeof d->at_lowest);
    }
    RDG_TRY(rdg_least_peak_promise(other, &promise));
    if (!s->found || fmin(height, promise) < rdg_design_below(s->at.height)) {
        RDG_TRY(rdg_least_peak(other));
        if (other->found && (!s->found || other->at.height < s->at.height)) {
            const rdg_least_search better = *other;
            *other = *s;
            *s = better;
            other->points = better.points;
            d->anew++;
        }
    }
    return RDG_OK;
}

rdg_status rdg_design_scan(rdg_design_driver *d)
{
    for (rdg_index i = 0; i < d->scans; i++) {
        rdg_least_search other = d->search;
        memset(&other.at, 0, sizeof other.at);
        choose(&d->search, i, other.value);
        const rdg_status status = try_choice(d, &other);
        d->search.points = other.points;
        rdg_least_forget(&other.at);
        RDG_TRY(status);
    }
    return RDG_OK;
}
