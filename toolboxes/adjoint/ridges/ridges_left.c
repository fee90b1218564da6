/* What the search has left to do: ends whose neighbours were not followed, ranges without a sample. */
#include "ridges_impl.h"

static const double same_level = 1e-9;
static const double too_close =
    1e-6; /* forcing amplitudes between which there is nothing to be examined, relative */

/* --- ends of ridges and trenches */

static bool is_turn(const rdg_ridge_end *end)
{
    return end->kind != RDG_RIDGE_AT_LEVEL && end->kind != RDG_RIDGE_AT_EDGE;
}

bool rdg_ridges_next_end(rdg_ridges_work *w, bool minimum, rdg_index *number, bool *up)
{
    const rdg_index n = minimum ? w->n_trenches : w->n_trails;
    for (rdg_index k = 0; k < n; k++) {
        rdg_ridge_trail *t = minimum ? &w->trench[k] : &w->trail[k];
        for (int i = 0; i < 2; i++) {
            if (!t->traced[i] && is_turn(i ? &t->high : &t->low)) {
                t->traced[i] = true;
                *number = k;
                *up = i != 0;
                return true;
            }
        }
    }
    return false;
}

static rdg_index ends_left(const rdg_ridge_trail *t, rdg_index n)
{
    rdg_index left = 0;
    for (rdg_index k = 0; k < n; k++) {
        left += (!t[k].traced[0] && is_turn(&t[k].low)) + (!t[k].traced[1] && is_turn(&t[k].high));
    }
    return left;
}

rdg_index rdg_ridges_ends_left(const rdg_ridges_work *w)
{
    return ends_left(w->trail, w->n_trails) + ends_left(w->trench, w->n_trenches);
}

/* --- ranges */

static bool is_sampled_between(const rdg_ridges_work *w, double low, double high)
{
    for (rdg_index k = 0; k < w->n_looks; k++) {
        const double level = w->look[k].sample.level;
        if (level >= low * (1.0 - same_level) && level <= high * (1.0 + same_level)) {
            return true;
        }
    }
    return false;
}

/* The next forcing amplitude at which a ridge begins or ends, above another one. */
static double next_end(const rdg_ridges_work *w, double above)
{
    double next = w->high;
    for (rdg_index k = 0; k < w->n_trails; k++) {
        const double end[] = {w->trail[k].low.level, w->trail[k].high.level};
        for (int i = 0; i < 2; i++) {
            next = end[i] > above * (1.0 + too_close) && end[i] < next ? end[i] : next;
        }
    }
    return next;
}

/* Two ends that follow each other and have no sample between them, from *low on; false: there are none. */
static bool find_unsampled_from(const rdg_ridges_work *w, double *low, double *high)
{
    while (*low < w->high * (1.0 - too_close)) {
        *high = next_end(w, *low);
        if (!is_sampled_between(w, *low * (1.0 + 0.1 * too_close), *high * (1.0 - 0.1 * too_close))) {
            return true;
        }
        *low = *high;
    }
    return false;
}

bool rdg_ridges_find_unsampled(const rdg_ridges_work *w, double *low, double *high)
{
    *low = w->low;
    return find_unsampled_from(w, low, high);
}

rdg_index rdg_ridges_unsampled(const rdg_ridges_work *w)
{
    rdg_index count = 0;
    double low = w->low, high = 0.0;
    for (; find_unsampled_from(w, &low, &high); low = high) {
        count++;
    }
    return count;
}
