/* Does a motion repeat itself, and after how many returns?
 *
 * With k returns in its period a motion comes nearer to itself of k returns ago by a factor rho from turn to
 * turn of k; what is still missing is about d rho / (1 - rho), d the distance from itself. Where a multiplier
 * is near -1 a motion of period 1 comes back sooner to where it was two returns ago than to where it was one
 * ago: a period is only reported where shorter ones are ruled out by far more than what is missing, and come
 * no nearer to be one. */
#include "returns_impl.h"

#include <math.h>

static const double least_noise = 1e-7; /* of the integration, of the extent of the motion */
static const double ruled_out = 20.0;

/* The distance from itself of a shorter period's motion stays what it is, if that is no period. */
static const double falls = 0.999;

/* Greatest distance of returns from themselves k returns ago, of all from `back` on. */
static double distance(const rdg_returns *r, rdg_index k, rdg_index back)
{
    const rdg_index states = r->section->states, window = k > 8 ? k : 8;
    double largest = 0.0;
    for (rdg_index i = back; i < back + window; i++) {
        const rdg_index a = rdg_returns_place(r, i), b = rdg_returns_place(r, i + k);
        largest = fmax(largest,
                       rdg_returns_distance(r, r->mode[a], r->x + a * states, r->mode[b], r->x + b * states));
    }
    return largest;
}

rdg_recurrence rdg_returns_recur(const rdg_returns *r, double tolerance)
{
    rdg_recurrence best = {.distance = INFINITY, .error = INFINITY};
    double d[RDG_MOST_PERIOD + 1] = {0.0};
    const double noise = fmax(least_noise, r->section->relative);
    if (r->count < RDG_KEPT) {
        return best;
    }
    for (rdg_index k = 1; k <= RDG_MOST_PERIOD; k++) {
        const rdg_index turns = k < 16 ? 16 / k : 1;
        d[k] = distance(r, k, 0);
        const double before = distance(r, k, turns * k);
        const double rho = before > 0.0 && isfinite(before) ? pow(d[k] / before, 1.0 / (double)turns) : 1.0;
        const bool nearer = rho < 1.0 - 1e-6;
        double error = nearer ? d[k] * rho / (1.0 - rho) : INFINITY;
        error = d[k] <= noise ? fmin(error, 10.0 * noise) : error;
        if (d[k] < best.distance) {
            best = (rdg_recurrence){.distance = d[k], .error = error, .settles = nearer && d[k] < 0.01};
        }
        bool shorter = false; /* ones are possible */
        for (rdg_index j = 1; j < k; j++) {
            shorter = shorter ||
                      (k % j == 0 && (d[j] < ruled_out * error || d[j] < falls * distance(r, j, turns * k)));
        }
        if (d[k] <= tolerance && isfinite(error) && !shorter) {
            return (rdg_recurrence){.period = k, .distance = d[k], .error = error};
        }
    }
    return best;
}
