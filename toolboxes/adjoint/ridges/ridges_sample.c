/* At which forcing amplitudes responses are compared with the ridges. */
#include "ridges_impl.h"

#include <ridgewalk/toolbox.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MOST_LOOKS = 400, MOST_AGAIN = 2 };

/* At a forcing amplitude between two others; where the response cannot be followed, at another one. */
static rdg_status look_between(rdg_ridges_work *w, double low, double high)
{
    static const double part[] = {0.5, 0.47, 0.57};
    const int n = sizeof part / sizeof *part;
    bool done = false;
    for (int k = 0; k < n && !done && rdg_ridges_has_time(w); k++) {
        RDG_TRY(rdg_ridges_look_at(w, low * pow(high / low, part[k]), k == n - 1, &done));
    }
    return RDG_OK;
}

/* --- which forcing amplitudes */

/* The first sample at which other ridges are known by now than were then, and that was not examined again
 * too often; -1: there is none. */
static rdg_index find_outdated(const rdg_ridges_work *w, int most)
{
    for (rdg_index k = 0; k < w->n_looks; k++) {
        rdg_index there = 0;
        for (rdg_index i = 0; i < w->n_trails; i++) {
            there += rdg_ridge_trail_reaches(&w->trail[i], w->look[k].sample.level);
        }
        if (there != w->look[k].sample.ridges && w->look[k].again < most) {
            return k;
        }
    }
    return -1;
}

/* Ridges that were found after a sample may be there too, or be the same as another one. */
static rdg_status look_again(rdg_ridges_work *w)
{
    bool done = false;
    for (rdg_index k = find_outdated(w, MOST_AGAIN); k >= 0 && rdg_ridges_has_time(w);
         k = find_outdated(w, MOST_AGAIN)) {
        const rdg_ridges_look old = w->look[k];
        w->n_looks--;
        memmove(&w->look[k], &w->look[k + 1], (size_t)(w->n_looks - k) * sizeof *w->look);
        RDG_TRY(rdg_ridges_look_at(w, old.sample.level, true, &done));
        w->look[k].again = old.again + 1;
        RDG_TRY(rdg_trenches_follow(w));
    }
    for (rdg_index k = find_outdated(w, MOST_LOOKS); k >= 0; k = find_outdated(w, MOST_LOOKS)) {
        rdg_ridges_look *look = &w->look[k];
        look->sample.agrees = false;
        look->again = MOST_LOOKS;
        snprintf(look->why, sizeof look->why,
                 "ridges found at other forcing amplitudes do not agree with those here");
    }
    return RDG_OK;
}

/* Between all ends that follow each other. */
static rdg_status look_between_ends(rdg_ridges_work *w)
{
    double low = 0.0, high = 0.0;
    while (rdg_ridges_has_time(w) && rdg_ridges_find_unsampled(w, &low, &high)) {
        if (w->n_looks >= MOST_LOOKS) {
            return rdg_ridges_doubt(w, w->low, w->high, "more than %d responses would have to be scanned",
                                    MOST_LOOKS);
        }
        RDG_TRY(look_between(w, low, high));
        RDG_TRY(rdg_trenches_follow(w));
    }
    return RDG_OK;
}

rdg_status rdg_ridges_look_at_all(rdg_ridges_work *w)
{
    const rdg_index spread = w->spread;
    const double ratio = pow(w->high / w->low, 1.0 / (double)(spread - 1));
    bool done = false;
    RDG_TRY(rdg_ridges_look_at(w, w->low, true, &done));
    for (rdg_index k = 1; k < spread - 1; k++) {
        const double level = w->low * pow(ratio, (double)k);
        RDG_TRY(look_between(w, level / sqrt(ratio), level * sqrt(ratio)));
    }
    RDG_TRY(rdg_ridges_look_at(w, w->high, true, &done));
    RDG_TRY(rdg_trenches_follow(w));
    RDG_TRY(look_between_ends(w));
    if (rdg_ridges_has_time(w)) {
        RDG_TRY(rdg_ridges_look_for_detached(w));
    }
    RDG_TRY(look_between_ends(w));
    RDG_TRY(look_again(w));
    return look_between_ends(w); /* ridges that have become one end elsewhere */
}
