/* Other choices of the numbers, spread over their ranges: the search is local, and another choice may have a
 * lower greatest peak. The search goes on from such a choice. */
#include "design_impl.h"

#include <ridgewalk/toolbox.h>

#include <math.h>
#include <string.h>

static const double surely = 1e-6; /* lower, relatively */

/* The one root above 1 of x^(n + 1) = x + 1: its powers are the steps of a sequence that fills a cube of n
 * dimensions evenly, for n = 1 the golden section (Roberts, The unreasonable effectiveness of quasirandom
 * sequences). */
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

/* What is to be surpassed: a minimum that was found. */
static double height_of(const rdg_least_search *s)
{
    return s->found ? s->at.height : INFINITY;
}

rdg_status rdg_design_scan(rdg_design_driver *d)
{
    rdg_least_search *s = &d->search;
    for (rdg_index i = 0; i < d->scans; i++) {
        rdg_least_search other = *s;
        memset(&other.at, 0, sizeof other.at);
        choose(s, i, other.value);
        RDG_TRY(rdg_least_look(&other, other.value, &other.at));
        const rdg_peak_set *set = other.at.set;
        const double height = other.at.height;
        const bool is_covered = set && set->covered && set->unresolved == 0;
        d->result->scanned++;
        d->result->unscanned += !is_covered;
        if (is_covered &&
            height < fmin(height_of(s), d->lowest > 0.0 ? d->lowest : INFINITY) * (1.0 - surely)) {
            d->lowest = height;
            memcpy(d->at_lowest, other.value, sizeof d->at_lowest);
            RDG_TRY(rdg_least_peak(&other));
            d->anew++;
        }
        s->points = other.points;
        if (d->anew > 0 && other.found && other.at.height < height_of(s)) {
            const rdg_least_search worse = *s;
            *s = other;
            other = worse;
        }
        rdg_least_forget(&other.at);
    }
    return RDG_OK;
}
