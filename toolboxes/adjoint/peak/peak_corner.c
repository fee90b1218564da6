/* A non-smooth peak: the response at which a contact begins to slip. The row of its margin is the border, and
 * the contact is held stuck, so that the equations are smooth. */
#include "peak_impl.h"

#include <math.h>
#include <string.h>

/* Slopes are known to a share of the last step: after a longer one they are computed once more. */
static const double exact = 1e-11;

/* The slope on the slipping side grows with the root of the margin, and that is known to rounding. */
const double rdg_peak_zero_slope = 0x1p-26; /* sqrt(DBL_EPSILON) */

bool rdg_peak_corner_is_peak(const rdg_peak_point *corner)
{
    return corner->stuck_slope >= 0.0 &&
           corner->slip_slope <= rdg_peak_zero_slope * fabs(corner->stuck_slope);
}

/* The margin and its gradient, both divided by the length of the gradient in Q. Answers that length; 0: there
 * is none. */
static double margin_row(rdg_peak_response *r, rdg_index margin, const double *u, double *value, double *row)
{
    const rdg_function *f = r->margin_of[margin];
    const rdg_index *sees = r->margin_sees[margin];
    double *x = r->jump, *dx = r->jump + r->n;
    memset(row, 0, (size_t)r->n * sizeof *row);
    memset(dx, 0, (size_t)f->n * sizeof *dx);
    for (rdg_index i = 0; i < f->n; i++) {
        x[i] = u[sees[i]];
    }
    if (f->f(f->n, x, 1, value, f->data) != 0 || f->df(f->n, x, 1, dx, f->data) != 0) {
        return 0.0;
    }
    for (rdg_index i = 0; i < f->n; i++) {
        row[sees[i]] += dx[i];
    }
    const double length = sqrt(rdg_peak_dot(r->n_Q, row + r->Q, row + r->Q));
    for (rdg_index i = 0; length > 0.0 && i < r->n; i++) {
        row[i] /= length;
    }
    *value = length > 0.0 ? *value / length : NAN;
    return length;
}

double rdg_peak_margin_growth(rdg_peak_response *r, rdg_index margin, const double *u,
                              const double *direction)
{
    double value = 0.0, *row = r->vector[PEAK_CORNER];
    const double length = margin_row(r, margin, u, &value, row);
    return length * rdg_peak_dot(r->n, row, direction);
}

/* multipliers^T jump of the Jacobian (rdg_hbm_jump_function()) */
static double jump_of(rdg_peak_response *r, rdg_index margin, const double *u)
{
    const rdg_index *place = NULL;
    if (r->n_numbers > 0) {
        rdg_hbm_use_parameters(r->hb, r->p, u);
    }
    const rdg_function *f = rdg_hbm_jump_function(r->hb, margin, &place);
    double value = NAN;
    for (rdg_index i = 0; f && i < f->n; i++) {
        r->jump[i] = i < f->n / 2 ? u[r->Q + place[i]] : r->at->multipliers[place[i]];
    }
    return f && f->f(f->n, r->jump, 1, &value, f->data) == 0 ? value : NAN;
}

/* Slopes on both sides, change with the forcing amplitude, value. */
static rdg_peak_answer complete(rdg_peak_response *r, rdg_index margin, double length, rdg_peak_point *out)
{
    double *unit = r->vector[PEAK_CORNER + 2];
    memset(unit, 0, (size_t)r->n * sizeof *unit);
    unit[r->level_row] = 1.0;
    rdg_bordered_scalar_solve(r->scalar, unit, out->slope);
    out->level = out->u[r->level];
    for (rdg_index i = 0; i < r->n; i++) {
        out->slope[i] *= out->level;
    }
    memcpy(out->multipliers, r->at->multipliers, (size_t)r->n * sizeof(double));
    /* for the margin itself: that of the row of unit length, by its length; the jump goes with the margin */
    out->stuck_slope = r->at->multipliers[r->n_Q] / length;
    out->slip_slope = out->stuck_slope - jump_of(r, margin, out->u);
    out->kind = RDG_PEAK_CORNER;
    out->corner = margin;
    out->curvature = 0.0;
    out->omega = out->u[r->omega];
    out->amplitude = rdg_peak_amplitude(r, out->u);
    return isfinite(out->slip_slope) && isfinite(out->amplitude) ? RDG_PEAK_FOUND : RDG_PEAK_FAILED;
}

/* The slopes there, and not at the last point but one. */
static bool look_again(rdg_peak_response *r, rdg_index margin, double *length, const rdg_peak_point *out)
{
    double value = NAN, *row = r->vector[PEAK_CORNER];
    *length = margin_row(r, margin, out->u, &value, row);
    return *length > 0.0 && rdg_peak_factor(r, out->u, row, false) == 0;
}

static rdg_peak_answer newton(rdg_peak_response *r, rdg_index margin, int most, rdg_peak_point *out)
{
    double *row = r->vector[PEAK_CORNER], *b = r->vector[PEAK_CORNER + 1], *d = r->vector[PEAK_CORNER + 2];
    double last = INFINITY, value = NAN;
    for (int k = 0; k < most; k++) {
        double length = margin_row(r, margin, out->u, &value, row);
        if (!(length > 0.0) || rdg_peak_factor(r, out->u, row, false) != 0) {
            return RDG_PEAK_FAILED;
        }
        memset(b, 0, (size_t)r->n * sizeof *b);
        b[r->n_Q] = -value;
        rdg_bordered_scalar_solve(r->scalar, b, d);
        rdg_peak_add(r->n, d, 1.0, r->at->correction, d);
        const double size = rdg_peak_size(r, out->u, d);
        if (!isfinite(size) || (k > 3 && size > 0.5 * last && size > 1e-2 * rdg_peak_last_step) ||
            (k > 2 && size > 1.5)) {
            return RDG_PEAK_FAILED;
        }
        rdg_peak_add(r->n, out->u, 1.0, d, out->u);
        if (size < rdg_peak_last_step) {
            return size < exact || look_again(r, margin, &length, out) ? complete(r, margin, length, out)
                                                                       : RDG_PEAK_FAILED;
        }
        last = size;
    }
    return RDG_PEAK_FAILED;
}

rdg_peak_answer rdg_peak_corner(rdg_peak_response *r, rdg_index margin, const double *start, int most,
                                rdg_peak_point *out)
{
    memmove(out->u, start, (size_t)r->n * sizeof *start);
    rdg_hbm_hold_stuck(r->hb, margin, true);
    const rdg_peak_answer answer = newton(r, margin, most, out);
    rdg_hbm_hold_stuck(r->hb, margin, false);
    return answer;
}
