/* How far to go along a step of Newton's method. Sliders and springs with clearance have forces with corners;
 * where they are stiff against h^2 / m, whole steps may go round between both sides of a corner for ever.
 * Their forces are slopes of convex potentials, so that what is left of the balance of forces does work along
 * the step up to one place, the lowest, and against it beyond: to go there leads to the answer from
 * everywhere. */
#include "timestepping_impl.h"

#include <math.h>
#include <string.h>

enum { TRIALS = 40 };

/* Of the work at the beginning of the step: less counts as none */
static const double little = 0.05;

/* What is left is the balance of the forces themselves: of the linear ones that the step is made of, large
 * parts of stiff elements would cancel, and rounding would be all that is left. */
void rdg_ts_left(const rdg_timestepping *ts, const double *a, double *left)
{
    const rdg_index n = ts->n;
    memcpy(left, ts->elements.balance, (size_t)n * sizeof *left);
    for (rdg_index j = 0; j < n; j++) {
        for (rdg_index i = 0; i < n; i++) {
            left[i] -= ts->terms.M[j * n + i] * a[j];
        }
    }
}

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
