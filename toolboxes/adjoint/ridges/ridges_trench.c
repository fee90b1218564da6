/* From ridge to ridge through trenches.
 *
 * All stationary points of the responses at all forcing amplitudes are curves that neither begin nor end
 * within the domain: where a maximum vanishes it meets a minimum, and this goes on, in forcing amplitudes
 * turning back, to where it meets another maximum. So a ridge that exists at some forcing amplitudes only,
 * between those of the samples, is found from one that it hangs together with. Right beside the end of one
 * the other is next to it along the response. */
#include "ridges_impl.h"

#include <ridgewalk/problem.h>
#include <ridgewalk/toolbox.h>

#include <math.h>
#include <string.h>

enum { MOST_TRENCHES = 200 };

/* So far inside an end the other one is searched for, relative in forcing amplitude. */
static const double beside[] = {1e-4, 1e-3};
static const double most_of_it = 0.3; /* of the forcing amplitudes at which the curve is there */

bool rdg_ridge_trails_know(rdg_ridges_work *w, bool minimum, double level, const rdg_maximum *m)
{
    const rdg_index n = minimum ? w->n_trenches : w->n_trails;
    bool known = false;
    for (rdg_index k = 0; k < n && !known; k++) {
        const rdg_ridge_trail *t = minimum ? &w->trench[k] : &w->trail[k];
        rdg_ridges_point at;
        known = rdg_ridge_trail_reaches(t, level) && rdg_ridge_trail_solve(w, t, level, &at) &&
                rdg_same_maximum(&at, m->omega, m->amplitude);
    }
    return known;
}

/* The next stationary point on one side of the curve at a forcing amplitude, of the other kind; it is
 * followed if it is not known. u: [2 n_extended] */
static rdg_status take_neighbour(rdg_ridges_work *w, bool minimum, double level, int direction, double *u,
                                 bool *met)
{
    rdg_ridge_driver *d = &w->d;
    char why[RDG_RIDGES_WHY];
    rdg_index known = -1;
    double *from = u + d->n_extended;
    d->low = d->edge[0];
    d->high = d->edge[1];
    d->minimum = minimum;
    const bool found = rdg_ridge_climb_towards(d, from, level, direction, u);
    d->minimum = false;
    rdg_ridge_release_contacts(d);
    RDG_TRY(rdg_error_status(w->ctx));
    rdg_maximum m = {.omega = u[d->omega], .u = u};
    if (!found || rdg_parameter_value(d->extended, d->sensor, u, &m.amplitude) != RDG_OK) {
        return rdg_error_status(w->ctx);
    }
    *met = true;
    if (rdg_ridge_trails_know(w, minimum, level, &m)) {
        return rdg_error_status(w->ctx);
    }
    return minimum ? rdg_trench_follow(w, level, &m, why, &known)
                   : rdg_ridge_trail_follow(w, level, &m, why, &known);
}

/* Both ways along the response. from: [n_extended], u: [2 n_extended] workspace */
static rdg_status take_neighbours(rdg_ridges_work *w, bool minimum, double level, const double *from,
                                  double *u, bool *met)
{
    const size_t n = (size_t)w->d.n_extended;
    for (int direction = -1; direction <= 1; direction += 2) {
        memcpy(u + n, from, n * sizeof *u);
        RDG_TRY(take_neighbour(w, minimum, level, direction, u, met));
    }
    return RDG_OK;
}

/* Where parts of the response meet, the stationary point that is met lies on the other one: as far behind the
 * end as this one lies in front of it. */
static void mirror(const double *end, rdg_index n, rdg_index level, double *u)
{
    for (rdg_index j = 0; j < n; j++) {
        u[j] = j == level ? u[j] : 2.0 * end[j] - u[j];
    }
}

/* The neighbours on both sides, right beside an end of a curve; where parts meet, those on the other part
 * too. */
static rdg_status go_round(rdg_ridges_work *w, bool minimum, rdg_index number, bool up)
{
    const rdg_ridge_trail t =
        minimum ? w->trench[number] : w->trail[number]; /* what is found moves the list */
    const double *end = t.at[up ? t.n - 1 : 0].u;
    const bool merges = (up ? t.high : t.low).kind == RDG_RIDGE_AT_MERGE;
    const size_t n = (size_t)w->d.n_extended;
    rdg_ridges_point at;
    bool met = false;
    double *u = rdg_context_calloc(w->ctx, 3 * n, sizeof *u), *on = u + 2 * n;
    rdg_status status = rdg_error_status(w->ctx);
    for (size_t k = 0; k < sizeof beside / sizeof *beside && !met && status == RDG_OK; k++) {
        const double far = fmin(beside[k] * t.high.level, most_of_it * (t.high.level - t.low.level));
        const double level = up ? t.high.level - far : t.low.level + far;
        if (!rdg_ridge_trail_solve(w, &t, level, &at)) {
            status = rdg_error_status(w->ctx);
            continue;
        }
        memcpy(on, w->u, n * sizeof *u);
        status = take_neighbours(w, !minimum, level, on, u, &met);
        if (status == RDG_OK && merges) {
            mirror(end, (rdg_index)n, w->d.level, on);
            status = take_neighbours(w, !minimum, level, on, u, &met);
        }
    }
    rdg_free(u);
    return status;
}

rdg_status rdg_trenches_follow(rdg_ridges_work *w)
{
    rdg_index number = 0;
    bool up = false;
    bool minimum = false;
    while (w->ready && rdg_ridges_has_time(w)) {
        minimum = rdg_ridges_next_end(w, true, &number, &up);
        if (!minimum && !rdg_ridges_next_end(w, false, &number, &up)) {
            break;
        }
        if (w->n_trenches >= MOST_TRENCHES || w->n_trails >= MOST_TRENCHES) {
            return rdg_ridges_doubt(w, w->low, w->high, "there are more than %d ridges or trenches",
                                    MOST_TRENCHES);
        }
        RDG_TRY(go_round(w, minimum, number, up));
    }
    return RDG_OK;
}
