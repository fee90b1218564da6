/* Where another maximum has become the greater one between the beginning of a stage and its end.
 *
 * Along the points of the stage's ridge, and between two of them, the whole response is looked at until both
 * maxima are equally high. If the other one falls from there on, too, it is the one to be followed; else this
 * is the least greatest peak there is along the way, the business of several peaks (equal_peaks.h). */
#include "design_impl.h"

#include <ridgewalk/run_data.h>
#include <ridgewalk/toolbox.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MOST_LOOKS = 60, MOST_SWITCHES = 4 };

static const double equal_tol = 1e-11, hardly_equal = 1e-6; /* ln of the one over the other */
static const double flat = 1e-10;                           /* no change, relatively */
static const double aside = 1e-3;                           /* of the way between two points, for slopes */

/* The way between two points of a ridge: numbers and frequency are linear in t in between. */
typedef struct way {
    rdg_design_driver *d;
    double from[RDG_DESIGN_MOST], to[RDG_DESIGN_MOST], omega[2], amplitude[2];
    double slope[2][RDG_DESIGN_MOST]; /* of the peak by the numbers */
    double begin;                     /* the number that is followed, at the stage's first point */
} way;

static void values_at(const way *w, double t, double *value)
{
    for (rdg_index k = 0; k < w->d->result->n; k++) {
        value[k] = w->from[k] + t * (w->to[k] - w->from[k]);
    }
}

static double between(const double *end, double t)
{
    return end[0] + t * (end[1] - end[0]);
}

static rdg_status look_on(const way *w, double t, rdg_design_look *look)
{
    double value[RDG_DESIGN_MOST];
    values_at(w, t, value);
    return rdg_design_look_at(
        w->d, value,
        &(rdg_design_expected){w->d->result->alpha, between(w->omega, t), between(w->amplitude, t)}, look);
}

/* How much higher the other maximum is, ln; where one of them is missing, more or less than all others. */
static double excess_of(const rdg_design_look *look)
{
    const double none = 1e3;
    return !look->has_own || look->own <= 0.0 ? none
           : look->other <= 0.0               ? -none
                                              : log(look->other / look->own);
}

static rdg_status excess_on(const way *w, double t, double *excess)
{
    rdg_design_look look;
    RDG_TRY(look_on(w, t, &look));
    *excess = excess_of(&look);
    rdg_free(look.u);
    return RDG_OK;
}

/* --- along the points of the ridge */

/* The numbers and the frequency of a point of the run become one end of the way: 0 or 1. */
static rdg_status put_end(way *w, rdg_run *run, rdg_index row, int end)
{
    const rdg_design_driver *d = w->d;
    for (rdg_index k = 0; k < d->result->n; k++) {
        char eta[RDG_NUMBER_NAME + 2];
        snprintf(eta, sizeof eta, "d.%s", d->result->number[k].name);
        const double *value = rdg_run_column(run, d->result->number[k].name);
        const double *slope = rdg_run_column(run, eta);
        RDG_TRY(rdg_error_status(d->ctx));
        (end ? w->to : w->from)[k] = value[row];
        w->slope[end][k] = -slope[row];
    }
    const double *omega = rdg_run_column(run, "omega"), *amplitude = rdg_run_column(run, d->sensor);
    RDG_TRY(rdg_error_status(d->ctx));
    w->omega[end] = omega[row];
    w->amplitude[end] = amplitude[row];
    return RDG_OK;
}

/* The two points that follow each other between which the other maximum becomes the greater one. */
static rdg_status narrow(way *w, rdg_run *run, rdg_index first, rdg_index last)
{
    RDG_TRY(put_end(w, run, first, 0));
    w->begin = w->from[w->d->followed];
    while (last - first > 1 || first - last > 1) {
        const rdg_index middle = first + (last - first) / 2;
        double excess = 0.0;
        RDG_TRY(put_end(w, run, middle, 1));
        RDG_TRY(excess_on(w, 1.0, &excess));
        if (excess > 0.0) {
            last = middle;
        } else {
            first = middle;
            RDG_TRY(put_end(w, run, first, 0));
        }
    }
    return put_end(w, run, last, 1);
}

/* --- between two points */

/* Both maxima equal by the secant through the ends, halved where it gets stuck (Illinois). */
static rdg_status meet(const way *w, double *t)
{
    double a = 0.0, b = 1.0, at_a = 0.0, at_b = 0.0, here = 1.0;
    RDG_TRY(excess_on(w, a, &at_a));
    RDG_TRY(excess_on(w, b, &at_b));
    *t = at_a > 0.0 ? a : b;
    int side = 0;
    for (int k = 0; k < MOST_LOOKS && at_a <= 0.0 && fabs(here) > equal_tol && b - a > 1e-15; k++) {
        *t = k % 4 == 3 ? 0.5 * (a + b) : (a * at_b - b * at_a) / (at_b - at_a);
        RDG_TRY(excess_on(w, *t, &here));
        if (here > 0.0) {
            b = *t;
            at_b = here;
            at_a *= side > 0 ? 0.5 : 1.0;
            side = 1;
        } else {
            a = *t;
            at_a = here;
            at_b *= side < 0 ? 0.5 : 1.0;
            side = -1;
        }
    }
    *t = fabs(here) > hardly_equal ? a : *t; /* no more than that: one comes into being */
    return RDG_OK;
}

/* Does the other maximum fall on the way behind t, or stay as it is, as where all sticks? It may fall later.
 */
static rdg_status falls_behind(const way *w, double t, bool *falls)
{
    rdg_design_look before, behind;
    RDG_TRY(look_on(w, t, &before));
    rdg_free(before.u);
    RDG_TRY(look_on(w, t + aside, &behind));
    rdg_free(behind.u);
    *falls = before.other > 0.0 && behind.other > 0.0 && behind.other <= before.other * (1.0 + flat);
    return RDG_OK;
}

static rdg_index row_of_point(rdg_run *run, rdg_index point)
{
    rdg_index row = 0;
    while (row < rdg_run_count(run) - 1 && rdg_run_point(run, row) != point) {
        row++;
    }
    return row;
}

/* --- what becomes of it */

/* All numbers are chosen once more, from the other maximum where both are equal. */
static rdg_status switch_over(rdg_design_driver *d, const rdg_design_look *look)
{
    char what[32];
    snprintf(what, sizeof what, "other-%d", ++d->switches);
    for (rdg_index k = 0; k < d->result->n; k++) {
        d->result->number[k].place = RDG_DESIGN_HELD;
    }
    d->result->omega = look->other_omega;
    d->result->amplitude = look->other;
    return rdg_design_begin_at(d, what, look->u, look->n);
}

/* The number that was followed, and those at their best on the way, are where both are equal. */
static void name_equal(rdg_design_driver *d)
{
    d->result->kind = RDG_DESIGN_EQUAL_PEAKS;
    for (rdg_index k = 0; k < d->result->n; k++) {
        if (k == d->followed || d->result->number[k].place == RDG_DESIGN_FREE) {
            d->result->number[k].place = RDG_DESIGN_EQUAL;
        }
    }
}

static rdg_status settle(const way *w, double t, bool *goes_on)
{
    rdg_design_driver *d = w->d;
    rdg_design_result *r = d->result;
    double value[RDG_DESIGN_MOST];
    rdg_design_look look;
    bool falls = false;
    RDG_TRY(falls_behind(w, t, &falls));
    RDG_TRY(look_on(w, t, &look));
    values_at(w, t, value);
    for (rdg_index k = 0; k < r->n; k++) {
        r->number[k].value = value[k];
        r->number[k].sensitivity = w->slope[0][k] + t * (w->slope[1][k] - w->slope[0][k]);
    }
    r->amplitude = look.own;
    r->omega = look.own_omega;
    r->other_amplitude = look.other;
    r->other_omega = look.other_omega;
    *goes_on = falls && d->switches < MOST_SWITCHES;
    rdg_status status = RDG_OK;
    if (*goes_on) {
        status = switch_over(d, &look);
    } else if (fabs(excess_of(&look)) <= hardly_equal) {
        name_equal(d);
    } else {
        d->born = true;
    }
    rdg_free(look.u);
    return status;
}

rdg_status rdg_design_equal(rdg_design_driver *d, bool *goes_on)
{
    way w = {.d = d};
    double t = 1.0;
    rdg_run *run = rdg_run_open(d->ctx, d->run);
    rdg_status status = rdg_error_status(d->ctx);
    if (status == RDG_OK) {
        status = narrow(&w, run, row_of_point(run, 0), rdg_run_row_of_label(run, d->label));
    }
    d->came_from = w.begin;
    rdg_run_free(run);
    status = status == RDG_OK ? meet(&w, &t) : status;
    return status == RDG_OK ? settle(&w, t, goes_on) : status;
}
