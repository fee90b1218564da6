/* Points of a response curve, as they are read off charts, and where one is met again. */
#ifndef SCAN_POINTS_H
#define SCAN_POINTS_H

#include "work.h"

static const double scan_slope_noise = 1e-12; /* relative to the amplitude's largest slope */
static const double scan_here = 1e-9;         /* arclength within which a point is met */

static double scan_slope(scan_work *s, const double *u, const double *tangent, double *size)
{
    double value = 0.0;
    double along = 0.0;
    *size = 0.0;
    if (rdg_parameter_gradient(s->p, s->amplitude, s->n, u, &value, s->gradient) != 0) {
        return NAN;
    }
    for (rdg_index j = 0; j < s->n; j++) {
        const double part = s->gradient[j] * tangent[j];
        along += part;
        *size += fabs(part);
    }
    return along;
}

static int scan_slope_sign(double slope, double size)
{
    return fabs(slope) <= scan_slope_noise * size ? 0 : (slope > 0.0 ? 1 : -1);
}

/* How far a contact that slips is from slipping anew within a stick phase, at which its stiffness jumps, too.
 */
static double scan_margin_of_new_slip(scan_work *s, rdg_index k, const double *u)
{
    double margin = NAN;
    if (rdg_hbm_focus(s->hb, k, u) != 0 || rdg_hbm_margin(s->hb, k, u, &margin, NULL) != 0) {
        margin = NAN;
    }
    rdg_hbm_focus(s->hb, k, NULL);
    return margin;
}

static void scan_point_read(scan_work *s, const rdg_chart *chart, scan_point *point)
{
    double size = 0.0;
    memcpy(point->u, chart->u, (size_t)s->n * sizeof(double));
    for (rdg_index k = 0; k < s->n_margins; k++) {
        const double margin = chart->mu[s->first_margin + k];
        const bool has_more = margin < 0.0 && rdg_hbm_basis(s->hb)->n_harmonics > 1;
        point->margin[k] = margin;
        point->margin[s->n_margins + k] =
            has_more && !(s->above > 0.0) ? scan_margin_of_new_slip(s, k, chart->u) : NAN;
    }
    point->omega = chart->u[s->omega];
    point->amplitude = chart->mu[s->amplitude];
    for (int k = 0; k < 2; k++) {
        memcpy(point->tangent[k], chart->tangent, (size_t)s->n * sizeof(double));
        point->slope[k] = scan_slope(s, chart->u, chart->tangent, &size);
        point->sign[k] = scan_slope_sign(point->slope[k], size);
    }
}

static void scan_point_copy(const scan_work *s, scan_point *to, const scan_point *from)
{
    const scan_point arrays = *to;
    const size_t bytes = (size_t)s->n * sizeof(double);
    *to = *from;
    to->u = memcpy(arrays.u, from->u, bytes);
    to->margin = memcpy(arrays.margin, from->margin, 2 * (size_t)s->n_margins * sizeof(double));
    for (int k = 0; k < 2; k++) {
        to->tangent[k] = memcpy(arrays.tangent[k], from->tangent[k], bytes);
    }
}

static void scan_points_swap(scan_point *a, scan_point *b)
{
    const scan_point kept = *a;
    *a = *b;
    *b = kept;
}

/* The point as it is passed in the other direction. */
static void scan_point_mirror(const scan_work *s, scan_point *point)
{
    const scan_point was = *point;
    for (int k = 0; k < 2; k++) {
        point->sign[k] = -was.sign[1 - k];
        point->slope[k] = -was.slope[1 - k];
        point->tangent[k] = was.tangent[1 - k];
        for (rdg_index j = 0; j < s->n; j++) {
            point->tangent[k][j] = -point->tangent[k][j];
        }
    }
}

/* 1 or -1: does omega grow or fall behind the point? */
static int scan_point_heading(const scan_work *s, const scan_point *point)
{
    return point->tangent[1][s->omega] < 0.0 ? -1 : 1;
}

static rdg_status scan_point_make(scan_work *s, scan_point *point)
{
    double **arrays[] = {&point->u, &point->tangent[0], &point->tangent[1]};
    for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++) {
        *arrays[k] = rdg_context_calloc(s->ctx, (size_t)s->n, sizeof(double));
    }
    point->margin = rdg_context_calloc(s->ctx, 2 * (size_t)s->n_margins, sizeof(double));
    return rdg_error_status(s->ctx);
}

static void scan_point_free(scan_point *point)
{
    rdg_free(point->u);
    rdg_free(point->tangent[0]);
    rdg_free(point->tangent[1]);
    rdg_free(point->margin);
}

/* Does the way from the last point to now pass the end of the stretch? *along: there, of the last tangent.
 * The curve may wind in between; it is met where it comes close in the right direction. */
static bool scan_stretch_meets_end(scan_work *s, double *along)
{
    const scan_point *end = &s->stretch->to;
    const double *t = s->last.tangent[1];
    double dot = 0.0;
    double step = 0.0;
    double square = 0.0;
    double unit = 0.0;
    double same_way = 0.0;
    double away = 0.0;
    double back = 0.0;
    double unit_now = 0.0;
    rdg_typical_sizes(s->p, s->last.u, s->work);
    for (rdg_index j = 0; j < s->n; j++) {
        const double weight = 1.0 / (s->work[j] * s->work[j]);
        const double d = end->u[j] - s->last.u[j];
        dot += weight * d * t[j];
        step += weight * (s->now.u[j] - s->last.u[j]) * t[j];
        square += weight * d * d;
        unit += weight * t[j] * t[j];
        same_way += weight * end->tangent[0][j] * s->now.tangent[0][j];
        const double behind = end->u[j] - s->now.u[j];
        const double t_now = s->now.tangent[0][j];
        away += weight * behind * behind;
        back += weight * behind * t_now;
        unit_now += weight * t_now * t_now;
    }
    *along = dot / unit;
    /* off the line ahead of the last point, or behind the present one: there may be a kink in between */
    const double off_last = fmax(0.0, square - dot * dot / unit);
    const double off_now = fmax(0.0, away - back * back / unit_now);
    const double aside = sqrt(fmin(off_last, off_now));
    if (sqrt(away) <= scan_here + 1e-6 * s->stretch->length) {
        return true; /* at a kink that was located anew the tangent says nothing */
    }
    return dot > 0.0 && dot <= step * (1.0 + 1e-9) && aside <= 0.3 * step / sqrt(unit) && same_way > 0.0;
}

#endif
