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

static const double hardly = 1e-9;  /* greater than a point that counts as a maximum, relatively */
static const double greater = 1e-6; /* by which another maximum is higher, relatively */
static const double same_level = 1e-9;
static const double apart = 0.5;                /* levels, ln */
static const double wide = 0.5, too_wide = 1.0; /* between scans, ln of the levels: where there are no labels
                                                   others are looked at; this is said */
static const double dearer = 2.0;               /* an iteration of the ridge, which has twice the unknowns */
static const double steepest = 2.0, notable = 1e-3; /* growth of ln(height) for that of ln(level); a jump */
static const double around = 1.02; /* the window reaches at least so far on either side of the ridge */

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
static bool is_local_maximum(rdg_ridge_driver *d, const double *u, double amplitude)
{
    rdg_curve_sides sides = {.known = false};
    const long before = rdg_newton_iterations(d->ctx);
    rdg_curve_look_beside(d->response, d->sensor, "omega", u, 1, &sides);
    rdg_ridge_forgive(d);
    d->certificate.beside += rdg_newton_iterations(d->ctx) - before;
    const bool top = rdg_curve_is_top(&sides);
    const bool from_afar = sides.known && sides.far[0] > 0.0 && sides.far[1] < 0.0;
    const double aside = fmin(fabs(sides.near[0]), fabs(sides.near[1])) * (top ? sides.step : sides.reach);
    return (top || from_afar) && aside <= hardly * amplitude;
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
    const bool same = fabs(chart->u[d->alpha] / c->doubtful - 1.0) <= same_level;
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
        c->doubtful = c->n_doubtful++ == 0 ? chart->u[d->alpha] : c->doubtful;
    }
    return is_top;
}

/* --- a greater maximum */

/* Iterations that may still be spent. */
static double budget(const rdg_ridge_driver *d)
{
    const rdg_ridge_certificate *c = &d->certificate;
    const long checks = c->beside + c->spent + c->followed;
    const long ridge = rdg_newton_iterations(d->ctx) - c->begin - checks - c->refined;
    const double effort = d->how.effort > 0.0 ? d->how.effort : 1.0;
    return effort * dearer * (double)ridge - (double)checks;
}

/* May the whole window be scanned once more, at the cost of the last time? Labels close to each other share
 * what is found at the first one; the ends of the ridge are worth it in any case. */
static bool can_be_afforded(const rdg_ridge_driver *d, const rdg_chart *chart)
{
    const rdg_ridge_certificate *c = &d->certificate;
    const bool again = c->last > 0 && fabs(log(chart->u[d->alpha] / c->looked_at)) < apart;
    return strcmp(chart->type, "EP") == 0 || (!again && budget(d) >= (double)c->last);
}

/* Where labels are far apart, so are scans, unless points without one are looked at. */
static bool is_overdue(const rdg_ridge_driver *d, const rdg_chart *chart)
{
    const rdg_ridge_certificate *c = &d->certificate;
    return fabs(log(chart->u[d->alpha] / c->looked_at)) > wide && can_be_afforded(d, chart);
}

const rdg_peaks *rdg_ridge_scan(rdg_ridge_driver *d, double level, double above, const double *through)
{
    rdg_ridge_certificate *c = &d->certificate;
    const long before = rdg_newton_iterations(d->ctx);
    const rdg_peaks_options how = {.above = above, .quick = true};
    const rdg_option begin = RDG_START(through), none = RDG_MAX_POINTS(5000);
    const rdg_peaks *found = rdg_frc_peaks_with(
        d->hb, d->sensor, &how, RDG_HOLD_AT("alpha", level), RDG_WINDOW("omega", c->window[0], c->window[1]),
        through ? begin : none, RDG_TOLERANCE(1e-9, 1e-10), RDG_ANGLE(10.0), RDG_STEP(0.05, 1e-6, 0.2));
    rdg_ridge_forgive(d);
    if (found && found->greatest >= 0) {
        memcpy(c->seen, found->maximum[found->greatest].u, (size_t)d->n_plain * sizeof *c->seen);
    }
    c->last = rdg_newton_iterations(d->ctx) - before;
    c->spent += c->last;
    return found;
}

/* The other maximum, its height relative to the ridge's, its response in c->seen; 0: there is none, NAN: it
 * is not known.
 */
static double find_greater(rdg_ridge_driver *d, const rdg_chart *chart)
{
    rdg_ridge_certificate *c = &d->certificate;
    const double here = chart->mu[d->sensor_at];
    const bool first = chart->point == 0; /* all of them are asked for */
    const rdg_peaks *found =
        rdg_ridge_scan(d, chart->u[d->alpha], first ? 0.0 : here * (1.0 + greater), chart->u);
    double gap = found && found->covered ? 0.0 : NAN;
    if (found && found->greatest >= 0) {
        const double most = found->maximum[found->greatest].amplitude;
        gap = most > here * (1.0 + greater) ? most / here - 1.0 : gap;
    }
    if (found && first) {
        rdg_ridge_rivals_take(d, chart, found);
    }
    rdg_peaks_free(found);
    c->looked_at = chart->u[d->alpha];
    c->unknown += isnan(gap);
    return gap;
}

/* How far is it to the last scan at most? */
static void space(rdg_ridge_certificate *c, double level)
{
    const double since = c->scanned > 0.0 ? fabs(log(level / c->scanned)) : 0.0;
    if (since > c->widest) {
        c->widest = since;
        c->blind[0] = fmin(level, c->scanned);
        c->blind[1] = fmax(level, c->scanned);
    }
    c->scanned = level;
}

/* The ridge goes on at a maximum that is higher: that was greater already. */
static bool jumps_up(rdg_ridge_driver *d, const rdg_chart *chart)
{
    rdg_ridge_certificate *c = &d->certificate;
    if (!c->has_before || strcmp(chart->type, "RS") != 0) {
        return false;
    }
    const double grown = steepest * fabs(log(chart->u[d->alpha] / c->before[d->alpha])) + notable;
    if (chart->mu[d->sensor_at] <= c->before_amplitude * (1.0 + grown)) {
        return false;
    }
    memcpy(c->seen, chart->u, (size_t)d->n_plain * sizeof *c->seen);
    return true;
}

/* Follow the maxima that are known, or scan. */
static double look_elsewhere(rdg_ridge_driver *d, const rdg_chart *chart, bool all)
{
    rdg_ridge_certificate *c = &d->certificate;
    const bool up = !c->turned;
    const double level = chart->u[d->alpha];
    c->window[0] = fmin(c->low, chart->u[d->omega] / around);
    c->window[1] = fmax(c->high, chart->u[d->omega] * around);
    const bool jumps = jumps_up(d, chart);
    const long before = rdg_newton_iterations(d->ctx);
    bool exceeds = jumps || (!all && !c->exceeded[up] && rdg_ridge_rivals_follow(d, level, (long)budget(d)));
    c->followed += rdg_newton_iterations(d->ctx) - before;
    if (jumps && !c->exceeded[up]) {
        rdg_ridge_overtaken(d, c->before, true);
    }
    const double gap = all || can_be_afforded(d, chart) ? find_greater(d, chart) : NAN;
    exceeds = exceeds || gap > 0.0;
    if (exceeds && !c->exceeded[up]) {
        rdg_ridge_overtaken(d, chart->u, false);
    }
    if (gap == 0.0) {
        c->sampled[up] = level;
        c->sampled[!up] = chart->point == 0 ? level : c->sampled[!up];
    }
    if (!isnan(gap)) {
        space(c, level);
    }
    c->exceeded[!up] = c->exceeded[!up] || (chart->point == 0 && c->exceeded[up]);
    return gap;
}

/* --- of each chart */

static void turn(rdg_ridge_driver *d)
{
    rdg_ridge_certificate *c = &d->certificate;
    c->turned = true;
    c->has_before = false;
    c->past.count = 1;
    c->looked_at = c->scanned = c->past.at[0].level;
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
    if (labelled || is_overdue(d, chart)) {
        hold(d, false);
        chart->mu[c->local_at] = labelled ? judge(d, chart) : NAN;
        chart->mu[c->gap_at] = look_elsewhere(d, chart, all);
        hold(d, true);
    }
    decide_doubts(d, chart);
    keep(d, chart);
}

void rdg_ridge_certificate_say(rdg_ridge_driver *d)
{
    rdg_ridge_certificate *c = &d->certificate;
    c->first_false = c->n_false == 0 ? c->doubtful : c->first_false;
    c->n_false += c->n_doubtful;
    if (c->n_false > 0) {
        rdg_warn(d->ctx, "points of a ridge that are no maxima",
                 "ridge %s: %ld of %ld points that were looked at are no local maxima of \"%s\" (column "
                 "local_max), the first at alpha = %.10g N",
                 c->run, c->n_false, c->judged, d->sensor, c->first_false);
    }
    if (c->unknown > 0) {
        rdg_write(d->ctx, RDG_CHANNEL_NOTE,
                  "note: ridge %s: at %ld levels the response could not be followed over the whole window, "
                  "so that a "
                  "greater maximum elsewhere may not have been seen (column global_gap)\n",
                  c->run, c->unknown);
    }
    if (c->widest > too_wide && !(c->exceeded[0] || c->exceeded[1])) {
        rdg_write(
            d->ctx, RDG_CHANNEL_NOTE,
            "note: ridge %s: between %.6g and %.6g N the whole response was not looked at, so that a "
            "greater maximum elsewhere that comes and goes there has not been seen (rdg_ridge_options.effort "
            "allows for more)\n",
            c->run, c->blind[0], c->blind[1]);
    }
}
