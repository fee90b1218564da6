/* Whether a ridge is what it claims to be: columns "local_max" and "global_gap".
 *
 * Both look at the response itself, with every contact free to slip and without multipliers or Hessian. A
 * point is a local maximum if the sensor grows just before it and falls just behind it along the response,
 * smooth or not. How far the greatest maximum of the response is above it costs a run over the window of
 * frequencies: it is looked for as long as all these runs have cost no more than the ridge itself. */
#include "ridge_impl.h"

#include <ridgewalk/frc_peaks.h>
#include <ridgewalk/toolbox.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

static const char local_max[] = "local_max";
static const char global_gap[] = "global_gap";

static const double hardly = 1e-9;  /* greater than a point that counts as a maximum, relatively */
static const double greater = 1e-6; /* by which another maximum is higher, relatively */
static const double apart = 0.05;   /* levels, relatively */
static const long dearer = 2;       /* an iteration of the ridge, which has twice the unknowns */
static const double around = 1.02;  /* the window reaches at least so far on either side of the ridge */

/* --- the columns */

/* What is not known before the chart is emitted. */
static int nothing_yet(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)u;
    (void)m;
    (void)data;
    y[0] = 0.0;
    return 0;
}

static rdg_status add_column(rdg_ridge_driver *d, const char *name, rdg_index *place)
{
    const rdg_function column = {.name = name, .n = 1, .m = 1, .f = nothing_yet, .by_differences = true};
    RDG_TRY(rdg_add_monitor(d->extended, &column, &d->omega, NULL, RDG_REGULAR));
    *place = rdg_parameter_index(d->extended, name);
    return RDG_OK;
}

rdg_status rdg_ridge_certificate_add(rdg_ridge_driver *d, const char *name, double low, double high,
                                     long begin)
{
    rdg_ridge_certificate *c = &d->certificate;
    *c = (rdg_ridge_certificate){.run = name, .low = low, .high = high, .begin = begin};
    if (d->how.certify == RDG_CERTIFY_NOTHING) {
        return RDG_OK;
    }
    RDG_TRY(add_column(d, local_max, &c->local_at));
    return add_column(d, global_gap, &c->gap_at);
}

/* --- the response as it is, whatever the ridge assumes */

static void hold(rdg_ridge_driver *d, bool as_assumed)
{
    for (rdg_index i = 0; i < d->n_watches; i++) {
        const bool stuck = as_assumed && d->watch[i].regime != RDG_RIDGE_SLIPS;
        for (rdg_index k = d->watch[i].number; k >= 0; k = d->contact[k].next_alike) {
            rdg_hbm_hold_stuck(d->hb, k, stuck);
        }
    }
}

/* Does the sensor grow before the point and fall behind it? By rounding the maximum may lie a little aside,
 * as at the end of a corner, where one of the slopes is zero; then it is hardly greater there. */
static bool is_local_maximum(rdg_ridge_driver *d, const rdg_chart *chart)
{
    rdg_curve_sides sides = {.known = false};
    const long before = rdg_newton_iterations(d->ctx);
    rdg_curve_look_beside(d->response, d->sensor, "omega", chart->u, 1, &sides);
    rdg_ridge_forgive(d);
    d->certificate.beside += rdg_newton_iterations(d->ctx) - before;
    const bool top = rdg_curve_is_top(&sides);
    const bool from_afar = sides.known && sides.far[0] > 0.0 && sides.far[1] < 0.0;
    const double aside = fmin(fabs(sides.near[0]), fabs(sides.near[1])) * (top ? sides.step : sides.reach);
    return (top || from_afar) && aside <= hardly * chart->mu[d->sensor_at];
}

/* --- a greater maximum */

/* May the response be followed once more, at the cost of the last time? Labels close to each other share what
 * is found at the first one; the end of the ridge is worth a little more. */
static bool can_be_afforded(const rdg_ridge_driver *d, const rdg_chart *chart)
{
    const rdg_ridge_certificate *c = &d->certificate;
    const long ridge = rdg_newton_iterations(d->ctx) - c->begin - c->spent - c->beside;
    const bool last = strcmp(chart->type, "EP") == 0 && chart->point != 0;
    const bool again = c->last > 0 && fabs(log(chart->u[d->alpha] / c->looked_at)) < apart;
    return last ? c->spent <= dearer * ridge : !again && c->spent + c->last <= dearer * ridge;
}

/* The other maximum, its height relative to the ridge's; 0: there is none, NAN: it is not known. */
static double find_greater(rdg_ridge_driver *d, const rdg_chart *chart, double *omega)
{
    rdg_ridge_certificate *c = &d->certificate;
    const double here = chart->mu[d->sensor_at];
    const double at = chart->u[d->omega];
    const long before = rdg_newton_iterations(d->ctx);
    const rdg_peaks_options how = {.above = here * (1.0 + greater), .quick = true};
    const rdg_peaks *found = rdg_frc_peaks_with(
        d->hb, d->sensor, &how, RDG_HOLD_AT("alpha", chart->u[d->alpha]),
        RDG_WINDOW("omega", fmin(c->low, at / around), fmax(c->high, at * around)), RDG_START(chart->u),
        RDG_TOLERANCE(1e-9, 1e-10), RDG_ANGLE(10.0), RDG_STEP(0.05, 1e-6, 0.2));
    rdg_ridge_forgive(d);
    double gap = found && found->covered ? 0.0 : NAN;
    if (found && found->greatest >= 0) {
        *omega = found->maximum[found->greatest].omega;
        gap = found->maximum[found->greatest].amplitude / here - 1.0;
    }
    rdg_peaks_free(found);
    c->last = rdg_newton_iterations(d->ctx) - before;
    c->looked_at = chart->u[d->alpha];
    c->spent += c->last;
    return gap;
}

static void say_greater(rdg_ridge_driver *d, const rdg_chart *chart, double gap, double omega, bool up)
{
    const rdg_ridge_certificate *c = &d->certificate;
    char since[96] = "";
    if (c->sampled[up] > 0.0) {
        snprintf(since, sizeof since, ", and none was seen at %.10g N", c->sampled[up]);
    }
    rdg_write(d->ctx, RDG_CHANNEL_WARNING,
              "warning: ridge %s: at alpha = %.10g N \"%s\" has a greater maximum elsewhere, at omega = "
              "%.10g rad/s, %.3g %% "
              "above the ridge at %.10g rad/s%s; the ridge stays on its own\n",
              c->run, chart->u[d->alpha], d->sensor, omega, 100.0 * gap, chart->u[d->omega], since);
}

static double look_elsewhere(rdg_ridge_driver *d, const rdg_chart *chart)
{
    rdg_ridge_certificate *c = &d->certificate;
    const bool up = chart->point >= 0;
    double omega = 0.0;
    const double gap = find_greater(d, chart, &omega);
    if (chart->point == 0) {
        c->exceeded[0] = c->exceeded[1] = gap > 0.0;
        c->sampled[0] = c->sampled[1] = gap == 0.0 ? chart->u[d->alpha] : 0.0;
        if (gap > 0.0) {
            say_greater(d, chart, gap, omega, up);
        }
        c->unknown += isnan(gap);
        return gap;
    }
    if (gap > 0.0 && !c->exceeded[up]) {
        say_greater(d, chart, gap, omega, up);
        c->exceeded[up] = true;
    }
    c->sampled[up] = gap == 0.0 ? chart->u[d->alpha] : c->sampled[up];
    c->unknown += isnan(gap);
    return gap;
}

/* --- of each chart */

static void count_local(rdg_ridge_driver *d, const rdg_chart *chart, bool is_top)
{
    rdg_ridge_certificate *c = &d->certificate;
    c->judged++;
    if (!is_top) {
        c->first_false = c->n_false++ == 0 ? chart->u[d->alpha] : c->first_false;
    }
}

void rdg_ridge_certify(rdg_problem *p, rdg_chart *chart, void *data)
{
    rdg_ridge_driver *d = data;
    const rdg_ridge_certificate *c = &d->certificate;
    const bool all = d->how.certify == RDG_CERTIFY_EVERYWHERE;
    (void)p;
    chart->mu[c->local_at] = chart->mu[c->gap_at] = NAN;
    if (!all && chart->label == 0) {
        return;
    }
    hold(d, false);
    const bool vanishes = strcmp(chart->type, "FP") == 0;
    const bool is_top = !vanishes && is_local_maximum(d, chart);
    chart->mu[c->local_at] = is_top;
    if (!vanishes) {
        count_local(d, chart, is_top);
    }
    if (all || can_be_afforded(d, chart)) {
        chart->mu[c->gap_at] = look_elsewhere(d, chart);
    }
    hold(d, true);
}

void rdg_ridge_certificate_say(rdg_ridge_driver *d)
{
    const rdg_ridge_certificate *c = &d->certificate;
    if (c->n_false > 0) {
        rdg_write(
            d->ctx, RDG_CHANNEL_WARNING,
            "warning: ridge %s: %ld of %ld points that were looked at are no local maxima of \"%s\" (column "
            "local_max), the first at alpha = %.10g N\n",
            c->run, c->n_false, c->judged, d->sensor, c->first_false);
    }
    if (c->unknown > 0) {
        rdg_write(d->ctx, RDG_CHANNEL_NOTE,
                  "note: ridge %s: at %ld levels the response could not be followed over the whole window, "
                  "so that a "
                  "greater maximum elsewhere may not have been seen (column global_gap)\n",
                  c->run, c->unknown);
    }
}
