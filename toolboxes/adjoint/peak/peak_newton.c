/* Newton's method onto the response, and for response and slope at once. */
#include "peak_impl.h"

#include <math.h>
#include <string.h>

const double rdg_peak_last_step = 1e-7, rdg_peak_same = 1e-6, rdg_peak_point_like = 1e-10;
const double rdg_peak_far = 0.3;

rdg_peak_answer rdg_peak_restore(rdg_peak_response *r, double *u, const double *row, int most)
{
    return rdg_peak_restore_within(r, u, row, most, rdg_peak_last_step);
}

rdg_peak_answer rdg_peak_restore_within(rdg_peak_response *r, double *u, const double *row, int most,
                                        double last_step)
{
    const double longest = 2.0; /* of the motion: steps are cut to it */
    double last = INFINITY;
    for (int k = 0; k < most; k++) {
        if (rdg_peak_factor(r, u, row, false) != 0) {
            return RDG_PEAK_FAILED;
        }
        const double size = rdg_peak_size(r, u, r->at->correction);
        if (!isfinite(size) || (k > 6 && size > 2.0 * last)) {
            return RDG_PEAK_FAILED;
        }
        const double share = size > longest ? longest / size : 1.0;
        rdg_peak_add(r->n, u, share, r->at->correction, u);
        if (size < last_step) {
            return RDG_PEAK_FOUND;
        }
        last = size;
    }
    return RDG_PEAK_FAILED;
}

bool rdg_peak_finish(rdg_peak_response *r, rdg_peak_point *out)
{
    if (!(r->at->second < 0.0)) {
        return false;
    }
    double *unit = r->vector[PEAK_STEP], *level = out->slope;
    memset(unit, 0, (size_t)r->n * sizeof *unit);
    unit[r->level_row] = 1.0;
    rdg_bordered_scalar_solve(r->scalar, unit, level);
    const double along = -rdg_peak_dot(r->n, r->at->gradient, level) / r->at->second;
    out->level = out->u[r->level];
    for (rdg_index i = 0; i < r->n; i++) {
        out->slope[i] = out->level * (level[i] + along * r->at->tangent[i]);
    }
    memcpy(out->tangent, r->at->tangent, (size_t)r->n * sizeof(double));
    memcpy(out->multipliers, r->at->multipliers, (size_t)r->n * sizeof(double));
    out->omega = out->u[r->omega];
    out->amplitude = rdg_peak_amplitude(r, out->u);
    out->curvature = r->at->second;
    out->kind = RDG_PEAK_SMOOTH;
    out->corner = -1;
    out->stuck_slope = out->slip_slope = 0.0;
    return isfinite(out->amplitude);
}

bool rdg_peak_finish_kink(rdg_peak_response *r, rdg_peak_point *out)
{
    out->kind = RDG_PEAK_KINK;
    out->corner = -1;
    out->curvature = out->stuck_slope = out->slip_slope = 0.0;
    out->level = out->u[r->level];
    out->omega = out->u[r->omega];
    out->amplitude = rdg_peak_amplitude(r, out->u);
    memset(out->multipliers, 0, (size_t)r->n * sizeof(double));
    memset(out->slope, 0, (size_t)r->n * sizeof(double));
    if (r->level == r->alpha) {
        memcpy(out->slope + r->Q, out->u + r->Q, (size_t)r->n_Q * sizeof(double));
    }
    out->slope[r->level] = out->level;
    return isfinite(out->amplitude);
}

/* Does Newton's method converge? Steps may grow once. */
static bool converges(int iteration, double size, double last, int *grown)
{
    *grown += size > 0.7 * last;
    return isfinite(size) && *grown < 2 && !(iteration > 1 && size > 1.0) &&
           !(iteration >= 3 && size > 0.1 * rdg_peak_far);
}

rdg_peak_answer rdg_peak_newton(rdg_peak_response *r, const double *start, const double *row, int most,
                                rdg_peak_point *out)
{
    double *d = r->vector[PEAK_STEP + 1], last = INFINITY;
    int grown = 0;
    memmove(out->u, start, (size_t)r->n * sizeof *start);
    for (int k = 0; k < most; k++) {
        if (rdg_peak_factor(r, out->u, row, true) != 0) {
            return RDG_PEAK_FAILED;
        }
        const double along = rdg_peak_step(r, rdg_peak_corrected_slope(r));
        if (k == 0 && rdg_peak_size(r, out->u, r->at->correction) > rdg_peak_far) {
            return RDG_PEAK_FAR;
        }
        for (rdg_index i = 0; isfinite(along) && i < r->n; i++) {
            d[i] = r->at->correction[i] + along * r->at->tangent[i];
        }
        const double size = isfinite(along) ? rdg_peak_size(r, out->u, d) : INFINITY;
        if (!converges(k, size, last, &grown)) {
            return RDG_PEAK_FAILED;
        }
        rdg_peak_add(r->n, out->u, 1.0, d, out->u);
        if (size < rdg_peak_last_step &&
            size < 0.1 * last) { /* steps stay short where the second derivative is singular */
            return rdg_peak_finish(r, out) ? RDG_PEAK_FOUND : RDG_PEAK_FAILED;
        }
        last = size;
    }
    return RDG_PEAK_FAILED;
}
