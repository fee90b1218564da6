/* Whether a ridge is what it claims to be: columns "local_max" and "global_gap".
 *
 * Both look at the response itself, with every contact free to slip and without multipliers or Hessian. A
 * point is a local maximum if the sensor grows just before it and falls just behind it along the response,
 * smooth or not. How far the greatest maximum of the response is above it costs a run over the window of
 * frequencies: it is looked for as long as all these runs have cost no more than the ridge itself. */
#include "ridge_impl.h"

#include <ridgewalk/toolbox.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

static const char local_max[] = "local_max";
static const char global_gap[] = "global_gap";

static const double hardly = 2e-9; /* greater than a point that counts as a maximum, relatively */
static const double same_level = 1e-9;
static const long like_iterations = 4; /* a look beside a point costs as many, besides those that it counts */
static const double steepest = 2.0, notable = 1e-3; /* growth of ln(height) for that of ln(level); a jump */

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
    RDG_TRY(rdg_ridge_rivals_make(d));
    RDG_TRY(rdg_ridge_spread_make(d));
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
    rdg_ridge_slope_forget(d);
}

static double within(double x, double low, double high)
{
    return fmin(fmax(x, low), high);
}

/* How much greater the maximum is that lies beside the point. Where the slopes near by are those of a maximum
 * it is a kink in between, at most: the sensor keeps the slope that it has at the point up to there, and has
 * the one behind it from there on. Else it is not farther away than where the slopes are such. */
static double greater_beside(const rdg_curve_sides *s, double amplitude)
{
    const double before = s->near[0], behind = s->near[1], here = s->here;
    if (!rdg_curve_is_top(s)) {
        return fmax(fmax(-before, behind), 0.0) * s->reach;
    }
    if (here > 0.0) {
        const double rest = s->value[1] - amplitude - behind * s->step;
        return here * within(rest / (here - behind), 0.0, s->step);
    }
    const double rest = s->value[0] - amplitude + before * s->step;
    return -here * within(rest / (before - here), 0.0, s->step);
}

/* Does the sensor grow before the point and fall behind it? By rounding the maximum may lie a little aside,
 * as at the end of a corner, where one of the slopes is zero; then it is hardly greater there. */
static bool is_local_maximum(rdg_ridge_driver *d, const double *u, double amplitude)
{
    rdg_curve_sides sides = {.known = false};
    const long before = rdg_newton_iterations(d->ctx);
    rdg_curve_look_beside(d->aside, d->sensor, "omega", u, 1, &sides);
    rdg_ridge_forgive(d);
    d->certificate.beside += rdg_newton_iterations(d->ctx) - before + like_iterations;
    const bool from_afar = sides.known && sides.far[0] > 0.0 && sides.far[1] < 0.0;
    return (rdg_curve_is_top(&sides) || from_afar) && greater_beside(&sides, amplitude) <= hardly * amplitude;
}

/* Where the maximum meets a minimum there is none any more: at a fold of the ridge, or, on a kink, where the
 * slope behind the onset of slip has the wrong sign. The chart before that was one. */
static bool vanishes(rdg_ridge_driver *d, const rdg_chart *chart)
{
    static const char *const ends[] = {"SLIP", "CE", "FK"};
    const rdg_ridge_certificate *c = &d->certificate;
    for (size_t k = 0; k < sizeof ends / sizeof *ends; k++) {
        if (strcmp(chart->type, ends[k]) == 0) {
            return c->has_before && is_local_maximum(d, c->before, c->before_amplitude);
        }
    }
    return strcmp(chart->type, "FP") == 0;
}

/* Points at the very level at which no step converges are where the maximum vanishes, too: it is narrower
 * there than can be looked at. Those from which the ridge gets on are none. */
static void decide_doubts(rdg_ridge_driver *d, const rdg_chart *chart)
{
    rdg_ridge_certificate *c = &d->certificate;
    const bool is_end = strcmp(chart->type, "MX") == 0;
    const bool same = fabs(chart->u[d->level] / c->doubtful - 1.0) <= same_level;
    if (c->n_doubtful > 0 && (is_end || !same)) {
        if (!(is_end && same)) {
            c->first_false = c->n_false == 0 ? c->doubtful : c->first_false;
            c->n_false += c->n_doubtful;
        }
        c->n_doubtful = 0;
    }
}

static bool judge(rdg_ridge_driver *d, const rdg_chart *chart)
{
    rdg_ridge_certificate *c = &d->certificate;
    const bool is_fold = strcmp(chart->type, "FP") == 0;
    const bool is_top = !is_fold && is_local_maximum(d, chart->u, chart->mu[d->sensor_at]);
    c->judged += !is_fold;
    if (!is_top && !vanishes(d, chart)) {
        c->doubtful = c->n_doubtful++ == 0 ? chart->u[d->level] : c->doubtful;
    }
    return is_top;
}

/* --- a greater maximum */

/* How much higher the greatest other maximum is than the chart, relative to it. */
static double find_greater(rdg_ridge_driver *d, const rdg_chart *chart)
{
    rdg_ridge_certificate *c = &d->certificate;
    const double here = chart->mu[d->sensor_at], level = chart->u[d->level];
    const bool first = chart->point == 0; /* all of them are asked for */
    const rdg_peaks *found = rdg_ridge_scan(d, level, first ? 0.0 : here, chart->u);
    const double gap = rdg_ridge_gap_of(d, found, here);
    if (!found || !found->covered) {
        c->first_uncovered = c->n_uncovered++ == 0 ? level : c->first_uncovered;
    }
    if (found && first) {
        rdg_ridge_rivals_take(d, chart, found);
    }
    rdg_peaks_free(found);
    rdg_ridge_spread_add(d, level, !isnan(gap));
    return gap;
}

/* The ridge goes on at a maximum that is higher: was that greater already at the chart before? */
static bool jumps_up(rdg_ridge_driver *d, const rdg_chart *chart)
{
    rdg_ridge_certificate *c = &d->certificate;
    if (!c->has_before || strcmp(chart->type, "RS") != 0) {
        return false;
    }
    const double grown = steepest * fabs(log(chart->u[d->level] / c->before[d->level])) + notable;
    if (chart->mu[d->sensor_at] <= c->before_amplitude * (1.0 + grown)) {
        return false;
    }
    const rdg_peaks *found = rdg_ridge_scan(d, c->before[d->level], c->before_amplitude, c->before);
    const bool was_greater = rdg_ridge_gap_of(d, found, c->before_amplitude) > 0.0;
    rdg_peaks_free(found);
    return was_greater;
}

/* Follow the maxima that are known, or scan. */
static double look_elsewhere(rdg_ridge_driver *d, const rdg_chart *chart, bool all)
{
    rdg_ridge_certificate *c = &d->certificate;
    const bool up = !c->turned;
    const double level = chart->u[d->level];
    rdg_ridge_scan_window(d, chart->u[d->omega]);
    if (!c->exceeded[up] && jumps_up(d, chart)) {
        rdg_ridge_overtaken(d, c->before[d->level], true);
    }
    const long before = rdg_newton_iterations(d->ctx);
    const bool rival =
        !all && !c->exceeded[up] && rdg_ridge_rivals_follow(d, level, (long)rdg_ridge_effort_left(d));
    c->followed += rdg_newton_iterations(d->ctx) - before;
    const double gap = all || rival || rdg_ridge_spread_wants(d, chart) ? find_greater(d, chart) : NAN;
    if (gap > 0.0 && !c->exceeded[up]) {
        rdg_ridge_overtaken(d, level, false);
    }
    if (gap == 0.0) {
        c->sampled[up] = level;
        c->sampled[!up] = chart->point == 0 ? level : c->sampled[!up];
    }
    c->exceeded[!up] = c->exceeded[!up] || (chart->point == 0 && c->exceeded[up]);
    return gap;
}

/* --- of each chart */

static void fill_gaps(rdg_ridge_driver *d)
{
    hold(d, false);
    rdg_ridge_spread_fill(d);
    hold(d, true);
}

static void turn(rdg_ridge_driver *d)
{
    rdg_ridge_certificate *c = &d->certificate;
    fill_gaps(d);
    c->turned = true;
    c->has_before = false;
    c->past.count = 1;
    rdg_ridge_spread_turn(d);
    rdg_ridge_rivals_restart(d);
}

static void keep(rdg_ridge_driver *d, const rdg_chart *chart)
{
    rdg_ridge_certificate *c = &d->certificate;
    memcpy(c->before, chart->u, (size_t)d->n_plain * sizeof *c->before);
    c->before_amplitude = chart->mu[d->sensor_at];
    c->has_before = true;
}

void rdg_ridge_certify(rdg_problem *p, rdg_chart *chart, void *data)
{
    rdg_ridge_driver *d = data;
    rdg_ridge_certificate *c = &d->certificate;
    const bool all = d->how.certify == RDG_CERTIFY_EVERYWHERE;
    (void)p;
    chart->mu[c->local_at] = chart->mu[c->gap_at] = NAN;
    if (chart->point < 0 && !c->turned) {
        turn(d);
    }
    rdg_ridge_remember(d, chart);
    const bool labelled = all || chart->label > 0;
    if (labelled || rdg_ridge_spread_wants(d, chart)) {
        hold(d, false);
        chart->mu[c->local_at] = labelled ? judge(d, chart) : NAN;
        chart->mu[c->gap_at] = d->n_optimal > 0 ? NAN : look_elsewhere(d, chart, all);
        hold(d, true);
    }
    decide_doubts(d, chart);
    keep(d, chart);
}

void rdg_ridge_certificate_say(rdg_ridge_driver *d)
{
    rdg_ridge_certificate *c = &d->certificate;
    if (c->past.count == 0) { /* the run was complete */
        return;
    }
    fill_gaps(d);
    c->first_false = c->n_false == 0 ? c->doubtful : c->first_false;
    c->n_false += c->n_doubtful;
    if (c->n_false > 0) {
        rdg_warn(d->ctx, "points of a ridge that are no maxima",
                 "ridge %s: %ld of %ld checked points are no local maxima of \"%s\" (column local_max), the "
                 "first at %s = %.10g %s",
                 c->run, c->n_false, c->judged, d->sensor, d->level_name, c->first_false, d->level_unit);
    }
    rdg_ridge_spread_say(d);
}
