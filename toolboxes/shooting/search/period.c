/* After how many returns does a motion repeat itself, when it has become steady as far as it has?
 *
 * Behind a period doubling it comes back nearly after half of its period: as nearly all the time, while what
 * is left of a transient dies away. So a distance counts that is none, or that goes to zero as it goes on. */
#include "record_impl.h"

#include <math.h>

/* Returns that are as near are exact; a limit that is as small, of the distance, is zero. */
static const double exact = 1e-8, vanishing = 0.3;

/* A distance that is as small may do unless a multiple of the period has one that is as much smaller. */
static const double surely = 1e-3, smaller = 0.1;

/* What is left of a transient over the time examined, of where it dies away. */
static const double decays = 0.7;

/* Distances a > b > c at equal intervals, as of a geometric series: where do they go? */
static double limit_of(double a, double b, double c)
{
    const double before = a - b;
    const double after = b - c;
    return after > 0.0 && before > after ? fabs(c - after * after / (before - after)) : c;
}

static bool has_better_multiple(const rdg_returns *r, rdg_index k, double last)
{
    for (rdg_index m = 2 * k; m <= r->count; m += k) {
        if (r->distance(r->data, r->count - m, m) < smaller * last) {
            return true;
        }
    }
    return false;
}

static bool is_period(const rdg_returns *r, rdg_index k, double last)
{
    const rdg_index between = k * ((r->count / k - 1) / 2);
    if (last <= exact) {
        return true;
    }
    double first = last;
    if (between > 0) {
        const double middle = r->distance(r->data, r->count - k - between, k);
        first = r->distance(r->data, r->count - k - 2 * between, k);
        if (limit_of(first, middle, last) <= vanishing * last) {
            return true;
        }
    }
    return (last <= surely || last < decays * first) && !has_better_multiple(r, k, last);
}

rdg_index rdg_returns_choose(const rdg_returns *r, double within, double *nearest)
{
    *nearest = INFINITY;
    for (rdg_index k = 1; k <= r->count; k++) {
        const double last = r->distance(r->data, r->count - k, k);
        *nearest = fmin(*nearest, last);
        if (last <= within && is_period(r, k, last)) {
            return k;
        }
    }
    for (rdg_index k = 1; k <= r->count && *nearest <= within; k++) {
        if (r->distance(r->data, r->count - k, k) <= 2.0 * *nearest) {
            return k;
        }
    }
    return 0;
}
