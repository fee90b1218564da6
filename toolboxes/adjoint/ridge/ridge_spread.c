/* At which levels the whole response is looked at for a greater maximum than the ridge's.
 *
 * Each look costs a run over the window of frequencies, and all of them together about as much as the ridge.
 * They are spread evenly over the logarithm of the levels that are asked for: the distance to the next one is
 * what the effort that is left allows for up to the end, but no more than a factor of e as long as there is
 * effort left at all. Where the ridge itself is cheap, as in a linear range, the effort is not there yet when
 * it is needed: at the end of a way what was saved up goes into the gaps, the widest one first. A gap wider
 * than a factor of 4 is told. */
#include "ridge_impl.h"

#include <ridgewalk/option_list.h>
#include <ridgewalk/toolbox.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Between two looks, ln of the levels: no closer; so far as long as there is effort. */
static const double apart = 0.5, in_time = 1.0;
static const double for_a_label = 1.5; /* times the distance that points without one wait */
static const double first_grain = 0.05;

rdg_status rdg_ridge_spread_make(rdg_ridge_driver *d)
{
    rdg_ridge_spread *s = &d->certificate.spread;
    const rdg_option *window = rdg_option_find(d->wishes, RDG_OPTION_WINDOW, d->level_name);
    s->low = window ? window->a : 0.0;
    s->high = window ? window->b : INFINITY;
    s->grain = first_grain;
    s->level = rdg_context_calloc(d->ctx, RDG_RIDGE_LOOKED, sizeof *s->level);
    return rdg_error_status(d->ctx);
}

void rdg_ridge_spread_release(rdg_ridge_driver *d)
{
    rdg_free(d->certificate.spread.level);
}

/* By what an iteration of the ridge, which has twice the unknowns and second derivatives, costs more than one
 * of the response: 2.6 to 3.6 times as measured for 8 to 50 variables, taken higher for most of them so that
 * the looks still reach all of a ridge of few iterations. */
static double how_much_dearer(const rdg_ridge_driver *d)
{
    return fmin(3.0 + 0.07 * (double)d->n_plain, 4.0);
}

double rdg_ridge_effort_left(const rdg_ridge_driver *d)
{
    const rdg_ridge_certificate *c = &d->certificate;
    const long checks = c->beside + c->spent + c->followed;
    const long ridge = rdg_newton_iterations(d->ctx) - c->begin - checks - c->refined;
    const double effort = d->how.effort > 0.0 ? d->how.effort : 1.0;
    return effort * how_much_dearer(d) * (double)ridge - (double)checks;
}

/* Iterations that the next look may cost. */
static double price(const rdg_ridge_certificate *c)
{
    return c->scans > 0 ? fmax((double)c->last, (double)c->spent / (double)c->scans) : 0.0;
}

static double between(double a, double b)
{
    return fabs(log(a / b));
}

/* How far to the next one, for an even spread of what can be afforded as of now, one for the end being kept.
 */
static double distance(const rdg_ridge_driver *d, double level)
{
    const rdg_ridge_certificate *c = &d->certificate;
    const double rest = between(level, c->turned ? c->spread.low : c->spread.high);
    const double looks = fmax(rdg_ridge_effort_left(d) / price(c) - 1.0, 1e-3);
    return fmin(fmax(rest / looks, apart), in_time);
}

/* Both ends are worth it in any case, and so is the start. */
bool rdg_ridge_spread_wants(const rdg_ridge_driver *d, const rdg_chart *chart)
{
    const rdg_ridge_certificate *c = &d->certificate;
    const double level = chart->u[d->level];
    if (chart->label > 0 && (strcmp(chart->type, "EP") == 0 || c->scans == 0)) {
        return true;
    }
    if (c->scans == 0 || rdg_ridge_effort_left(d) < 2.0 * price(c)) {
        return false;
    }
    const double since = between(level, c->spread.tried), wanted = distance(d, level);
    if (chart->label > 0) {
        return since >= wanted;
    }
    const double step = c->has_before ? between(level, c->before[d->level]) : 0.0;
    return since >= apart && since + step > fmin(for_a_label * wanted, in_time);
}

/* --- the gaps */

static void widen(rdg_ridge_spread *s, double from, double to)
{
    if (between(from, to) > s->widest) {
        s->widest = between(from, to);
        s->blind[0] = fmin(from, to);
        s->blind[1] = fmax(from, to);
    }
}

static void thin_out(rdg_ridge_spread *s)
{
    s->count /= 2;
    for (int k = 0; k < s->count; k++) {
        s->level[k] = s->level[2 * k];
    }
    s->grain *= 2.0;
}

static void insert(rdg_ridge_spread *s, int at, double level)
{
    memmove(s->level + at + 1, s->level + at, (size_t)(s->count - at) * sizeof *s->level);
    s->level[at] = level;
    s->count++;
}

void rdg_ridge_spread_add(rdg_ridge_driver *d, double level, bool has_answer)
{
    rdg_ridge_certificate *c = &d->certificate;
    rdg_ridge_spread *s = &c->spread;
    s->tried = level;
    if (!has_answer) {
        return;
    }
    if (s->count == RDG_RIDGE_LOOKED) {
        thin_out(s);
    }
    if (s->count > 1 && between(level, s->level[s->count - 2]) < s->grain) {
        s->count--;
    }
    insert(s, s->count, level);
}

void rdg_ridge_spread_turn(rdg_ridge_driver *d)
{
    rdg_ridge_certificate *c = &d->certificate;
    rdg_ridge_spread *s = &c->spread;
    s->count = s->count > 0 && s->level[0] == c->past.at[0].level ? 1 : 0;
    s->tried = c->past.at[0].level;
}

/* The number of the level at the far end of the widest gap; s->count: the end of the ridge. */
static int widest_gap(const rdg_ridge_spread *s, double end)
{
    int widest = s->count;
    double most = between(end, s->level[s->count - 1]);
    for (int k = 1; k < s->count; k++) {
        if (between(s->level[k], s->level[k - 1]) > most) {
            most = between(s->level[k], s->level[k - 1]);
            widest = k;
        }
    }
    return widest;
}

/* Of the equal parts into which a gap has to be divided, or as many as can be afforded, the first one's end.
 */
static double divide(const rdg_ridge_driver *d, double from, double to)
{
    const double looks = floor(rdg_ridge_effort_left(d) / price(&d->certificate));
    const double parts = fmin(ceil(between(from, to) / rdg_ridge_too_wide), looks + 1.0);
    const double wanted = from * pow(to / from, 1.0 / parts);
    const rdg_ridge_place *point = rdg_ridge_point_nearest(d, wanted); /* the ridge is known there */
    const bool is_near = point && between(point->level, wanted) <= 0.5 * between(wanted, from) &&
                         between(point->level, to) > 0.0;
    return is_near ? point->level : wanted;
}

/* Look at a level behind that of a number; false: a greater maximum is there, or it is not known. */
static bool look_at(rdg_ridge_driver *d, int at, double level)
{
    rdg_ridge_certificate *c = &d->certificate;
    rdg_ridge_spread *s = &c->spread;
    const double from = s->level[at - 1];
    const double gap = rdg_ridge_gap_at(d, level);
    const bool greater = gap > 0.0, known = !isnan(gap);
    if (greater) {
        c->sampled[!c->turned] = from;
        rdg_ridge_overtaken(d, level, false);
    }
    if (known) {
        insert(s, at, level);
    }
    return known && !greater;
}

void rdg_ridge_spread_fill(rdg_ridge_driver *d)
{
    rdg_ridge_certificate *c = &d->certificate;
    rdg_ridge_spread *s = &c->spread;
    if (s->count == 0 || c->past.count == 0) {
        return;
    }
    const double end = c->past.at[c->past.count - 1].level;
    bool goes_on = !c->exceeded[!c->turned] && rdg_error_status(d->ctx) == RDG_OK;
    if (goes_on && s->level[s->count - 1] != end && s->count < RDG_RIDGE_LOOKED) {
        look_at(d, s->count, end); /* a ridge that ends before its window does */
        goes_on = !c->exceeded[!c->turned];
    }
    while (goes_on && s->count < RDG_RIDGE_LOOKED) {
        const int at = widest_gap(s, end);
        const double to = at < s->count ? s->level[at] : end;
        goes_on = between(to, s->level[at - 1]) > rdg_ridge_too_wide &&
                  rdg_ridge_effort_left(d) >= price(c) && look_at(d, at, divide(d, s->level[at - 1], to));
    }
    const int at = widest_gap(s, end);
    widen(s, s->level[at - 1], at < s->count ? s->level[at] : end);
}

void rdg_ridge_spread_say(const rdg_ridge_driver *d)
{
    const rdg_ridge_certificate *c = &d->certificate;
    char text[3000];
    char who[RDG_RIDGE_NAME_SIZE];
    if (rdg_branch_points_describe(d->branch_point, d->n_branch_points, 0.0, INFINITY, d->level_unit, text,
                                   sizeof text)) {
        rdg_write(d->ctx, RDG_CHANNEL_NOTE,
                  "note: ridge %s: %s: the responses that cross there were not followed, and may have a "
                  "greater maximum (column global_gap is NaN there)\n",
                  c->run, text);
    }
    snprintf(who, sizeof who, "ridge %s", c->run);
    rdg_ridge_say_higher_ends(d, who);
    if (c->n_uncovered > 0) {
        rdg_write(d->ctx, RDG_CHANNEL_NOTE,
                  "note: ridge %s: at %ld forcing amplitudes, the first one %.6g N, the response could not "
                  "be followed over the whole domain, so that a greater maximum elsewhere may not have been "
                  "seen (column global_gap)\n",
                  c->run, c->n_uncovered, c->first_uncovered);
    }
    if (c->spread.widest > rdg_ridge_too_wide && !(c->exceeded[0] || c->exceeded[1])) {
        rdg_write(d->ctx, RDG_CHANNEL_NOTE,
                  "note: ridge %s: between %.6g and %.6g N, at the most, the whole response was not scanned, "
                  "so that a greater maximum that appears and vanishes there is not excluded "
                  "(RDG_RIDGE_EFFORT() allows for more)\n",
                  c->run, c->spread.blind[0], c->spread.blind[1]);
    }
}
