/* How far to go along a step of Newton's method. Sliders and springs with clearance have forces with jumps of
 * slope; where they are stiff against h^2 / m, whole steps may go round between both sides of a jump for
 * ever. Their forces are slopes of convex potentials, so that what is left of the balance of forces does work
 * along the step up to one place, the lowest, and against it beyond: to go there leads to the answer from
 * everywhere. */
#include "timestepping_impl.h"

#include <ridgewalk/root.h>

#include <float.h>
#include <math.h>

/* Of the work at the beginning of the step: less counts as none */
static const double little = 0.05;

rdg_status rdg_ts_search(rdg_timestepping *ts, rdg_ts_work_fn *along, void *data, double begin, double *share)
{
    double at_end = 0.0, work = 0.0;
    *share = 1.0;
    RDG_TRY(along(ts, 1.0, data, &at_end));
    if (!(begin > 0.0) || at_end >= -little * begin) { /* no descent: whole steps, as before */
        return RDG_OK;
    }
    rdg_root lowest = rdg_root_between(0.0, begin, 1.0, at_end, DBL_EPSILON);
    lowest.rounding = little * begin;
    do {
        RDG_TRY(along(ts, lowest.at, data, &work));
    } while (rdg_root_next(&lowest, work, NAN));
    *share = lowest.at;
    return RDG_OK;
}
