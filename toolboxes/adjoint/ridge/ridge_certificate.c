/* Whether a ridge is what it claims to be: columns "local_max" and "global_gap".
 *
 * Both examine the response itself, with every contact free to slip. All maxima of the response
 * are found at the ends of the ridge, where it continues at another maximum, and in between at forcing
 * amplitudes that are no farther apart than a factor of 4. From one of these sets to the next each maximum is
 * followed. */
#include "ridge_impl.h"

#include <ridgewalk/option_list.h>
#include <ridgewalk/problem.h>
#include <ridgewalk/toolbox.h>

#include <math.h>
#include <string.h>

static const char local_max[] = "local_max";
static const char global_gap[] = "global_gap";

/* Relative to the motion: points so near to each other are on one maximum. */
static const double near = 1e-3;

enum { LAST, NEXT, START };

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

rdg_status rdg_ridge_certificate_add(rdg_ridge_driver *d, const char *name, double low, double high)
{
    rdg_ridge_certificate *c = &d->certificate;
    *c = (rdg_ridge_certificate){.run = name, .low = low, .high = high};
    if (d->how.certify == RDG_CERTIFY_NOTHING) {
        return RDG_OK;
    }
    RDG_TRY(rdg_ridge_sets_make(d));
    RDG_TRY(add_column(d, local_max, &c->local_at));
    return add_column(d, global_gap, &c->gap_at);
}

/* --- the response as it is, whatever the ridge assumes; what was factored for it counts as iterations */

static void hold(rdg_ridge_driver *d, bool as_assumed)
{
    rdg_ridge_certificate *c = &d->certificate;
    const long made = rdg_peak_response_counts(d->peaks).factorisations;
    rdg_count_iterations(d->ctx, made - c->counted);
    c->counted = made;
    for (rdg_index i = 0; i < d->n_watches; i++) {
        const bool stuck = as_assumed && d->watch[i].regime != RDG_RIDGE_SLIPS;
        for (rdg_index k = d->watch[i].number; k >= 0; k = d->contact[k].next_alike) {
            rdg_hbm_hold_stuck(d->hb, k, stuck);
        }
    }
    rdg_ridge_slope_forget(d);
}

/* --- a greater maximum */

static double between(double a, double b)
{
    return fabs(log(a / b));
}

/* ln of the forcing amplitudes of two sets at the most. */
static double farthest(const rdg_ridge_driver *d)
{
    return rdg_ridge_too_wide / (d->how.effort > 0.0 ? d->how.effort : 1.0);
}

/* The same for the next one: equal parts up to the end of the domain, which has a set. */
static double spacing(const rdg_ridge_driver *d)
{
    const rdg_ridge_certificate *c = &d->certificate;
    const rdg_option *window = rdg_option_find(d->wishes, RDG_OPTION_WINDOW, d->level_name);
    const double most = farthest(d);
    const double end = !window ? 0.0 : c->turned ? window->a : window->b, last = c->set[LAST].at.level;
    const double rest = end > 0.0 && last > 0.0 ? between(end, last) : INFINITY;
    return rest <= most ? INFINITY : isinf(rest) ? most : rest / ceil(rest / most - 1e-9);
}

/* The range in which nothing is known grows. */
static void widen(rdg_ridge_certificate *c, double from, double to)
{
    if (between(from, to) > c->widest) {
        c->widest = between(from, to);
        c->blind[0] = fmin(from, to);
        c->blind[1] = fmax(from, to);
    }
}

/* All maxima at a forcing amplitude where the ridge is; jumps: it has ended, and is at another maximum now.
 */
static double take_set(rdg_ridge_driver *d, const rdg_ridge_mark *at, bool jumps)
{
    rdg_ridge_certificate *c = &d->certificate;
    rdg_ridge_set *a = &c->set[LAST], *b = &c->set[NEXT];
    if (rdg_ridge_set_make(d, b, at) != RDG_OK) {
        return NAN;
    }
    if (b->all) {
        rdg_ridge_note_set(d, b->at.level, b->all);
    }
    if (!b->all || !b->all->covered || b->all->unresolved > 0) {
        c->first_uncovered = c->n_uncovered++ == 0 ? at->level : c->first_uncovered;
    }
    const bool certain = c->exceeded[!c->turned] || rdg_ridge_report_greater(d, a, b, jumps);
    if (!certain && !isnan(b->gap) && c->known > 0.0) {
        c->unfollowed[0] = c->unfollowed[0] > 0.0 ? fmin(c->unfollowed[0], fmin(c->known, at->level))
                                                  : fmin(c->known, at->level);
        c->unfollowed[1] = fmax(c->unfollowed[1], fmax(c->known, at->level));
    }
    if (!isnan(b->gap)) {
        widen(c, c->known > 0.0 ? c->known : at->level, at->level);
        c->known = at->level;
    }
    const rdg_ridge_set kept = *a;
    *a = *b;
    *b = kept;
    if (c->set[START].at.level == 0.0 && kept.at.level > 0.0 && !c->turned) {
        *b = c->set[START];
        c->set[START] = kept;
    }
    return a->gap;
}

/* Sets between the last one and a forcing amplitude, at the ridge's own maximum as it is followed. */
static void fill(rdg_ridge_driver *d, double level)
{
    rdg_ridge_certificate *c = &d->certificate;
    const rdg_ridge_set *a = &c->set[LAST];
    const double from = a->at.level;
    const int parts = (int)ceil(between(level, from) / farthest(d) - 1e-9);
    for (int k = 1; k < parts && a->own && !c->exceeded[!c->turned]; k++) {
        const double next = from * pow(level / from, (double)k / parts);
        rdg_peak_point *own = rdg_peak_point_copy(d->peaks, a->own);
        const bool is_there = own && rdg_peak_follow(d->peaks, own, next) == RDG_PEAK_REACHED;
        rdg_error_forgive(d->ctx);
        if (is_there) {
            take_set(d, &(rdg_ridge_mark){next, own->amplitude, own->u}, false);
        }
        rdg_peak_point_free(own);
        if (!is_there) {
            return;
        }
    }
}

/* A chart at which a set is due: both ends; where the next one would be too far away. */
static bool is_due(const rdg_ridge_driver *d, const rdg_chart *chart)
{
    const rdg_ridge_certificate *c = &d->certificate;
    const double level = chart->u[d->level], last = c->set[LAST].at.level;
    if (last == 0.0 || d->how.certify == RDG_CERTIFY_EVERYWHERE) {
        return chart->label > 0 || last > 0.0;
    }
    if (chart->label > 0 && rdg_ridge_is_of(chart, "EP")) {
        return true;
    }
    const double before = c->before.level > 0.0 ? between(level, c->before.level) : 0.0;
    const double label = chart->label > 0 && c->last_label > 0.0 ? between(level, c->last_label) : 0.0;
    return between(level, last) + fmax(before, label) > spacing(d);
}

static rdg_ridge_mark mark_of(const rdg_ridge_driver *d, const rdg_chart *chart)
{
    return (rdg_ridge_mark){chart->u[d->level], chart->mu[d->sensor_at], (double *)chart->u};
}

/* Before the ridge goes on from the last set: after the run was taken up again it is found again. */
static void ensure_set(rdg_ridge_driver *d)
{
    rdg_ridge_set *a = &d->certificate.set[LAST];
    if (a->at.level > 0.0 && !a->all) {
        rdg_ridge_set_make(d, a, &a->at);
    }
}

static double look_elsewhere(rdg_ridge_driver *d, const rdg_chart *chart)
{
    rdg_ridge_certificate *c = &d->certificate;
    const rdg_ridge_mark at = mark_of(d, chart);
    ensure_set(d);
    const bool jumps = c->before.level > 0.0 && c->set[LAST].at.level > 0.0 && rdg_ridge_is_of(chart, "RS") &&
                       rdg_ridge_distance(d, c->before.u, at.u) > near;
    if (!jumps && !is_due(d, chart)) {
        return NAN;
    }
    if (!jumps && c->set[LAST].at.level > 0.0) {
        fill(d, at.level);
    }
    return take_set(d, &at, jumps);
}

/* --- of each chart */

/* At the end of a way the last set is at its last chart. */
static void finish(rdg_ridge_driver *d)
{
    rdg_ridge_certificate *c = &d->certificate;
    const double last = c->set[LAST].at.level;
    if (c->before.level == 0.0 || last == 0.0 || last == c->before.level || c->exceeded[!c->turned]) {
        return;
    }
    hold(d, false);
    ensure_set(d);
    fill(d, c->before.level);
    take_set(d, &c->before, false);
    widen(c, c->known > 0.0 ? c->known : c->before.level, c->before.level);
    hold(d, true);
}

/* Back to the start for the other way. */
static void turn(rdg_ridge_driver *d)
{
    rdg_ridge_certificate *c = &d->certificate;
    finish(d);
    c->turned = true;
    c->before.level = c->regular.level = 0.0;
    if (c->set[START].at.level > 0.0) {
        const rdg_ridge_set last = c->set[LAST];
        c->set[LAST] = c->set[START];
        c->set[START] = last;
        rdg_ridge_set_clear(&c->set[START]);
    }
    c->last_label = c->set[LAST].at.level;
    c->known = isnan(c->set[LAST].gap) ? 0.0 : c->last_label;
}

static void keep(rdg_ridge_driver *d, const rdg_chart *chart)
{
    rdg_ridge_certificate *c = &d->certificate;
    const rdg_ridge_mark at = mark_of(d, chart);
    rdg_ridge_mark_assign(d, &c->before, &at);
    if (!rdg_ridge_is_event(chart)) {
        rdg_ridge_mark_assign(d, &c->regular, &at);
    }
    c->last_label = chart->label > 0 ? at.level : c->last_label;
}

void rdg_ridge_certify(rdg_problem *p, rdg_chart *chart, void *data)
{
    rdg_ridge_driver *d = data;
    rdg_ridge_certificate *c = &d->certificate;
    const bool labelled = d->how.certify == RDG_CERTIFY_EVERYWHERE || chart->label > 0;
    (void)p;
    chart->mu[c->local_at] = chart->mu[c->gap_at] = NAN;
    if (chart->point < 0 && !c->turned) {
        turn(d);
    }
    if (labelled || is_due(d, chart)) {
        hold(d, false);
        chart->mu[c->local_at] = labelled ? rdg_ridge_judge(d, chart) : NAN;
        chart->mu[c->gap_at] = d->n_optimal > 0 ? NAN : look_elsewhere(d, chart);
        hold(d, true);
    }
    rdg_ridge_decide_doubts(d, chart);
    keep(d, chart);
}

void rdg_ridge_certificate_say(rdg_ridge_driver *d)
{
    if (d->certificate.before.level > 0.0) { /* else the run was complete */
        finish(d);
        rdg_ridge_certificate_write(d);
    }
}
