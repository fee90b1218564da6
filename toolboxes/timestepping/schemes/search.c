/* How far to go along a step of Newton's method. Sliders and springs with clearance have forces with corners;
 * where they are stiff against h^2 / m, whole steps may go round between both sides of a corner for ever.
 * Their forces are slopes of convex potentials, so that what is left of the balance of forces does work along
 * the step up to one place, the lowest, and against it beyond: to go there leads to the answer from
 * everywhere. */
#include "timestepping_impl.h"

#include <math.h>

enum { TRIALS = 40 };

/* Of the work at the beginning of the step: less counts as none */
static const double little = 0.05;

rdg_status rdg_ts_search(rdg_timestepping *ts, rdg_ts_work_fn *along, void *data, double begin, double *share)
{
    double low = 0.0, high = 1.0, at_low = begin, at_high = 0.0, work = 0.0;
    *share = 1.0;
    RDG_TRY(along(ts, 1.0, data, &at_high));
    if (!(begin > 0.0) || at_high >= -little * begin) { /* no descent: whole steps, as before */
        return RDG_OK;
    }
    for (int k = 0; k < TRIALS; k++) {
        const double secant = low + (high - low) * at_low / (at_low - at_high);
        *share = k % 3 == 2 ? 0.5 * (low + high) : secant;
        RDG_TRY(along(ts, *share, data, &work));
        if (fabs(work) <= little * begin) {
            return RDG_OK;
        }
        *(work > 0.0 ? &low : &high) = *share;
        *(work > 0.0 ? &at_low : &at_high) = work;
    }
    return RDG_OK;
}
