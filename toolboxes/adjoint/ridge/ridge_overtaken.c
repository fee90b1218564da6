/* From which level on another maximum of the response is greater than the ridge's.
 *
 * One that has been seen is followed back to where it rises above the ridge, or comes into being
 * (ridge_rival.c). That none is greater just below that, a scan of the whole window has to show. If there is
 * another one, this is followed back in turn; where that leads nowhere, as with a maximum that moves fast or
 * folds, the levels in between are halved. The other maxima of the response there are followed back as well,
 * as far as the last scan: one of them may have been greater before. What is left open is said. */
#include "ridge_impl.h"

#include <ridgewalk/toolbox.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

/* A greater distance of two scans, ln of the levels, is reported: ln 4. */
const double rdg_ridge_too_wide = 1.3862943611198906;

enum { MOST_SCANS = 24 };

static const double just_below = 0.02; /* ln of the level */

/* Levels without a greater maximum and with one. */
typedef struct bracket {
    double none, begins;
} bracket;

static double width(const bracket *b)
{
    return fabs(log(b->none / b->begins));
}

/* One end of the bracket goes to a level between them, if it is known what is there. */
static void look_at(rdg_ridge_driver *d, double level, bracket *b)
{
    const double gap = rdg_ridge_gap_at(d, level);
    if (gap > 0.0) {
        b->begins = level;
    } else if (gap == 0.0) {
        b->none = level;
    }
}

/* An earlier one may come and go in between: no part of the bracket is left wider than a factor of 4. */
static void divide(rdg_ridge_driver *d, bracket *b)
{
    const int parts = (int)ceil(width(b) / rdg_ridge_too_wide);
    const double from = b->none, to = b->begins;
    for (int k = 1; k < parts && b->begins == to; k++) {
        const double wanted = from * pow(to / from, (double)k / parts);
        const rdg_ridge_place *point = rdg_ridge_point_nearest(d, wanted); /* the ridge is known there */
        const bool is_near = fabs(log(point->level / wanted)) <= 0.25 * rdg_ridge_too_wide;
        look_at(d, is_near ? point->level : wanted, b);
    }
}

static void narrow(rdg_ridge_driver *d, bracket *b)
{
    divide(d, b);
    for (int k = 0; k < MOST_SCANS && width(b) > just_below * (1.0 + 1e-6); k++) {
        const double estimate = rdg_ridge_rival_begins(d, b->none, b->begins);
        if (estimate != b->begins) {
            look_at(d, estimate, b);
        }
        if (width(b) <= just_below) {
            break;
        }
        const double step = k % 2 == 0 ? fmin(just_below, width(b)) : 0.5 * width(b);
        look_at(d, b->begins * exp(copysign(step, log(b->none / b->begins))), b);
    }
}

/* A level between `level`, where a maximum is, and `back` at which the response has a greater one than the
 * ridge; 0: none is met. What seems greater than the ridge's interpolation is compared with the ridge. */
static double follow_back(rdg_ridge_driver *d, const rdg_maximum *m, double level, double back)
{
    double height = log(m->amplitude / rdg_ridge_place_at(d, level).amplitude);
    memcpy(d->certificate.followed_back, m->u, (size_t)d->n_plain * sizeof *m->u);
    while (rdg_ridge_rival_follow_back(d, back, &level, &height)) {
        if (rdg_ridge_gap_at(d, level) > 0.0) {
            return level;
        }
    }
    return 0.0;
}

/* Another maximum may have been greater between the last scan, at `scanned`, and the bracket, and have fallen
 * behind since: all that the response has at the bracket are followed back. */
static bool find_earlier(rdg_ridge_driver *d, double scanned, bracket *b)
{
    if (b->none == scanned) {
        return false;
    }
    rdg_ridge_scan_window(d, rdg_ridge_place_at(d, b->none).omega);
    const rdg_peaks *found = rdg_ridge_scan(d, b->none, 0.0, NULL);
    double earlier = 0.0;
    for (rdg_index k = 0; found && k < found->count && earlier == 0.0; k++) {
        earlier = follow_back(d, &found->maximum[k], b->none, scanned);
    }
    rdg_peaks_free(found);
    if (earlier > 0.0) {
        *b = (bracket){.none = scanned, .begins = earlier};
    }
    return earlier > 0.0;
}

static void say(rdg_ridge_driver *d, const bracket *b, bool is_start, const char *what)
{
    const rdg_ridge_certificate *c = &d->certificate;
    const bool up = !c->turned;
    const bool known = is_start || (b->none > 0.0 && width(b) <= just_below * (1.0 + 1e-6));
    const char *kind = up ? "greater maxima than the ridge's" : "greater maxima than the ridge's, downwards";
    const double omega = c->seen[d->omega], own = rdg_ridge_place_at(d, b->begins).omega;
    if (known || b->none <= 0.0) {
        rdg_warn(d->ctx, kind,
                 "ridge %s: %s %s = %.6g %s \"%s\" has a greater maximum elsewhere, at omega = %.6g rad/s; "
                 "the ridge is at %.6g rad/s and %s",
                 c->run,
                 is_start ? "at"
                 : !known ? "at the latest from"
                 : up     ? "from about"
                          : "down from about",
                 d->level_name, b->begins, d->level_unit, d->sensor, omega, own, what);
    } else {
        rdg_warn(d->ctx, kind,
                 "ridge %s: from somewhere between %.6g and %s = %.6g %s \"%s\" has a greater maximum "
                 "elsewhere, at omega = %.6g rad/s; the ridge is at %.6g rad/s and %s",
                 c->run, b->none, d->level_name, b->begins, d->level_unit, d->sensor, omega, own, what);
    }
}

void rdg_ridge_overtaken(rdg_ridge_driver *d, double level, bool jumps)
{
    rdg_ridge_certificate *c = &d->certificate;
    const bool up = !c->turned;
    const long before = rdg_newton_iterations(d->ctx), spent = c->spent, last = c->last, scans = c->scans;
    bracket b = {.none = c->sampled[up], .begins = level};
    const bool is_start = c->past.count == 1;
    c->exceeded[up] = true;
    if (b.none > 0.0) {
        do {
            narrow(d, &b);
        } while (find_earlier(d, c->sampled[up], &b));
    }
    char what[80] = "stays on its own";
    if (jumps) {
        snprintf(what, sizeof what, "stays on its own until that vanishes at %.6g N", level);
    }
    say(d, &b, is_start, what);
    c->spent = spent;
    c->last = last;
    c->scans = scans;
    c->refined += rdg_newton_iterations(d->ctx) - before;
}
