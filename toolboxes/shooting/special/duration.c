/* How long the shortest segment of an orbit lasts. */
#include "special_impl.h"

#include <math.h>

/* Of the period: events at one instant are no farther apart; and their distance is none. */
static const double together = 1e-8, rests = 1e-10;

/* How long a segment lasts. Events that come at one instant, in either order, do so as long as they are no
 * farther apart than this. */
static double lasts(const rdg_shooting *s, const double *u, rdg_index j)
{
    const double apart = s->segment[j].at_once ? together * rdg_orbit_period(s, s->first) : 0.0;
    return u[s->at.tau + j] + apart;
}

/* The segment that an event ends and that lasts least; -1: there is none. */
static rdg_index shortest(const rdg_shooting *s, const double *u)
{
    rdg_index found = -1;
    for (rdg_index j = 0; j < s->segments; j++) {
        const bool counts =
            s->segment[j].event >= 0 &&
            !(s->segment[j].at_once && fabs(u[s->at.tau + j]) < rests * rdg_orbit_period(s, s->first));
        if (counts && (found < 0 || lasts(s, u, j) < lasts(s, u, found))) {
            found = j;
        }
    }
    return found;
}

int rdg_orbit_duration(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    const rdg_shooting *s = data;
    const rdg_index j = shortest(s, u);
    (void)n;
    (void)m;
    y[0] = lasts(s, u, j < 0 ? 0 : j);
    return 0;
}

int rdg_orbit_duration_df(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    const rdg_shooting *s = data;
    const rdg_index j = shortest(s, u);
    (void)n;
    (void)m;
    values[s->at.tau + (j < 0 ? 0 : j)] = 1.0;
    return 0;
}
