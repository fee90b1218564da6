/* One number after the other is freed; the greatest peak falls all the way. */
#include "minimax_impl.h"

#include <ridgewalk/sensors.h>
#include <ridgewalk/toolbox.h>

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { LEGS = 100, ROUNDS = 12 };

static const char where[] = "rdg_minimax";

/* --- one number */

static rdg_index count_moving(const rdg_minimax_driver *d)
{
    rdg_index count = 1;
    for (rdg_index j = 0; j < d->options->n; j++) {
        count += d->place[j] == RDG_PLACE_FREE;
    }
    return count;
}

/* With one equal peak more than numbers that vary these stay, and the weights move: the one that has come
 * last grows. */
static const char *what_moves(const rdg_minimax_driver *d, rdg_index j, rdg_index entered, double *direction)
{
    rdg_index n_active = 0;
    for (rdg_index i = 0; i < d->plan.n; i++) {
        n_active += d->is_active[i];
    }
    if (n_active > count_moving(d) && entered >= 0) {
        *direction = 1.0;
        return d->theta[entered];
    }
    *direction = rdg_minimax_value(d, d->eta[j]) > 0.0 ? 1.0 : -1.0;
    return d->options->parameters[j];
}

/* Does the derivative by a number vanish, relative to those of the peaks? */
static bool vanishes(const rdg_minimax_driver *d, rdg_index j)
{
    const double none = 1e-11;
    const double height = rdg_minimax_value(d, "height");
    const double value = rdg_minimax_value(d, d->options->parameters[j]);
    return fabs(rdg_minimax_value(d, d->eta[j]) * value) <= none * height;
}

/* At an end of its range, and pressing against it. */
static bool presses(rdg_minimax_driver *d, rdg_index j)
{
    const rdg_minimax_options *o = d->options;
    const double value = rdg_minimax_value(d, o->parameters[j]);
    const double falls = rdg_minimax_value(d, d->eta[j]), none = 1e-12;
    if (falls < 0.0 && value <= o->low[j] * (1.0 + none)) {
        d->place[j] = RDG_PLACE_LOW;
    } else if (falls > 0.0 && value >= o->high[j] * (1.0 - none)) {
        d->place[j] = RDG_PLACE_HIGH;
    } else {
        return false;
    }
    return true;
}

/* Move number j until it has its place; lost: this cannot be followed any farther. */
static rdg_status settle(rdg_minimax_driver *d, rdg_index j, bool *lost)
{
    rdg_index entered = -1;
    *lost = false;
    if (presses(d, j)) {
        return RDG_OK;
    }
    if (vanishes(d, j)) {
        if (!rdg_minimax_is_idle(d, j)) {
            d->place[j] = RDG_PLACE_FREE;
            return RDG_OK;
        }
        *lost = rdg_minimax_leave_idle(d, j, &d->plan.shared[1 + j].value);
        d->place[j] = *lost ? RDG_PLACE_HELD : RDG_PLACE_IDLE;
        d->left_idle = *lost;
        return rdg_error_status(d->ctx);
    }
    while (d->place[j] == RDG_PLACE_HELD && !*lost) {
        char run[2 * RDG_EQUAL_PEAKS_NAME];
        rdg_minimax_leg leg = {.run = run, .moving = j};
        snprintf(run, sizeof run, "%.200s/%" PRId64 "-%.200s", d->name, d->result->runs + 1,
                 d->options->parameters[j]);
        leg.first = what_moves(d, j, entered, &leg.direction);
        RDG_TRY(rdg_minimax_follow(d, &leg));
        rdg_minimax_pivot(d);
        entered = d->end == RDG_LEG_PEAK ? d->which : -1;
        const bool may_go_on = d->end == RDG_LEG_NEW || d->end == RDG_LEG_LOST;
        const bool goes_on = may_go_on && rdg_minimax_renew(d, d->end == RDG_LEG_NEW) != RDG_RENEWAL_NONE;
        RDG_TRY(rdg_error_status(d->ctx));
        *lost = (may_go_on && !goes_on) || d->end == RDG_LEG_INVALID || d->result->runs >= LEGS;
    }
    return RDG_OK;
}

/* --- all of them */

static void read_values(const rdg_minimax_driver *d, double *value)
{
    for (rdg_index j = 0; j < d->options->n; j++) {
        value[j] = rdg_minimax_value(d, d->options->parameters[j]);
    }
}

/* The next number to be freed: one that is held, or has left its bound; -1: none. Each round begins with
 * another one: what cannot be followed in one number, as where a peak jumps up, may be left by another. */
static rdg_index next_number(const rdg_minimax_driver *d, int round)
{
    const rdg_index n = d->options->n;
    for (rdg_index k = 0; k < n; k++) {
        const rdg_index j = (k + round) % n;
        if (d->place[j] == RDG_PLACE_HELD) {
            return j;
        }
    }
    return -1;
}

/* Past where a peak cannot be followed, as where it vanishes or is a corner: a little farther, and more each
 * time. */
static void go_farther(rdg_minimax_driver *d, double *value)
{
    const rdg_index j = d->heading;
    const double most = 0.05, growth = 3.0;
    value[j] = fmin(fmax(value[j] * (1.0 + d->farther), d->options->low[j]), d->options->high[j]);
    d->farther = copysign(fmin(growth * fabs(d->farther), most), d->farther);
}

/* Where a round that has ended at a number goes on. */
static void go_on(rdg_minimax_driver *d, rdg_index j, double before, double *value)
{
    const double now = rdg_minimax_value(d, d->options->parameters[j]);
    read_values(d, value);
    if (d->left_idle) {
        d->farther = copysign(d->farther, d->plan.shared[1 + j].value - value[j]);
        value[j] = d->plan.shared[1 + j].value;
        d->left_idle = false;
        d->heading = j;
    } else {
        d->heading = j;
        d->farther = copysign(d->farther, now - before);
        go_farther(d, value);
    }
}

/* One round from given values, which become those at its end; again: from there once more, with the peaks
 * that there are then. */
static rdg_status go_round(rdg_minimax_driver *d, int round, double *value, bool *again)
{
    bool lost = false;
    RDG_TRY(rdg_minimax_begin(d, value));
    if (d->is_corner && d->heading < 0) {
        return rdg_fail(d->ctx, RDG_ERR_NO_CONVERGENCE, where,
                        "\"%s\": the greatest peak of \"%s\" at the start is non-smooth, at the onset of "
                        "slip of a contact: begin with other numbers",
                        d->name, d->plan.sensor);
    }
    *again = d->is_corner;
    if (d->is_corner) {
        go_farther(d, value);
        return RDG_OK;
    }
    for (rdg_index j = next_number(d, round); j >= 0 && !lost; j = next_number(d, round)) {
        const double before = rdg_minimax_value(d, d->options->parameters[j]);
        RDG_TRY(settle(d, j, &lost));
        if (lost) {
            go_on(d, j, before, value);
        }
    }
    if (lost) {
        *again = true;
        return RDG_OK;
    }
    read_values(d, value);
    return rdg_minimax_certify(d, again);
}

static void read_result(rdg_minimax_driver *d)
{
    rdg_minimax_result *r = d->result;
    r->height = rdg_minimax_value(d, "height");
    r->n_peaks = 0;
    for (rdg_index i = 0; i < d->plan.n; i++) {
        if (d->is_active[i]) {
            char name[32];
            snprintf(name, sizeof name, "peak%" PRId64 ".omega", i + 1);
            r->peak[r->n_peaks++] = (rdg_minimax_peak){.omega = rdg_minimax_value(d, name),
                                                       .theta = rdg_minimax_value(d, d->theta[i])};
        }
    }
    for (rdg_index j = 0; j < d->options->n; j++) {
        r->number[j] = (rdg_minimax_number){.value = rdg_minimax_value(d, d->options->parameters[j]),
                                            .slope = -rdg_minimax_value(d, d->eta[j]),
                                            .is_idle = d->place[j] == RDG_PLACE_IDLE,
                                            .is_at_bound = d->place[j] == RDG_PLACE_LOW ||
                                                           d->place[j] == RDG_PLACE_HIGH};
    }
}

static void say_none(const rdg_minimax_driver *d)
{
    const char *name = d->options->parameters[0];
    rdg_fall_short(
        d->ctx, where,
        "\"%s\": no numbers were found at which the greatest peak of \"%s\" is least, in %" PRId64
        " runs: it jumps, as where a branch of the response comes off or a peak vanishes, the last time near "
        "%s = %.6g; another start, or another order of the numbers, may lead elsewhere",
        d->name, d->plan.sensor, d->result->runs, name, d->result->number[0].value);
}

static rdg_status find(rdg_minimax_driver *d, double *value)
{
    bool again = true;
    for (int round = 0; again && round < ROUNDS && d->result->runs < LEGS; round++) {
        RDG_TRY(go_round(d, round, value, &again));
    }
    d->result->found = !again;
    for (rdg_index j = 0; j < d->options->n; j++) {
        d->result->number[j].value = value[j];
    }
    if (d->p) {
        read_result(d);
    }
    if (d->result->found) {
        RDG_TRY(rdg_minimax_last(d));
    } else {
        say_none(d);
    }
    if (d->result->found && !d->result->certified) {
        rdg_fall_short(d->ctx, where, "\"%s\": it is not certain that nothing is higher: %s", d->name,
                       d->doubt[0] ? d->doubt
                                   : "the response could not be followed over the whole domain, or the equal "
                                     "peaks are no maxima of it");
    }
    return RDG_OK;
}

/* --- options */

static rdg_status check(rdg_context *ctx, const char *name, const char *sensor, const rdg_minimax_options *o)
{
    if (!name || !*name || !sensor || !o || !o->parameters || !o->low || !o->high || o->n < 1 ||
        o->n > RDG_MINIMAX_MOST) {
        return rdg_fail(ctx, RDG_ERR_ARGUMENT, where,
                        "a name, a sensor, and 1 to %d numbers with their ranges are needed",
                        RDG_MINIMAX_MOST);
    }
    const double positive[] = {o->alpha, o->from, o->to};
    for (size_t k = 0; k < sizeof positive / sizeof *positive; k++) {
        if (!isfinite(positive[k]) || positive[k] <= 0.0) {
            return rdg_fail(
                ctx, RDG_ERR_ARGUMENT, where,
                "\"%s\": the forcing amplitude is %g, the domain %g to %g rad/s: all have to be positive",
                name, o->alpha, o->from, o->to);
        }
    }
    for (rdg_index j = 0; j < o->n; j++) {
        const bool is_range = isfinite(o->low[j]) && isfinite(o->high[j]) && o->low[j] > 0.0 &&
                              o->low[j] < o->high[j] && (!o->start || isfinite(o->start[j]));
        if (!o->parameters[j] || !is_range) {
            return rdg_fail(ctx, RDG_ERR_ARGUMENT, where, "\"%s\": number %" PRId64 " has no positive range",
                            name, j + 1);
        }
    }
    const bool is_window =
        !o->over || (isfinite(o->over_low) && isfinite(o->over_high) && o->over_low < o->over_high);
    return is_window ? RDG_OK
                     : rdg_fail(ctx, RDG_ERR_ARGUMENT, where, "\"%s\": the domain of \"%s\" is %g to %g",
                                name, o->over, o->over_low, o->over_high);
}

/* What is shared: alpha, the numbers, and what the optimum is followed over. */
static rdg_status read_plan(rdg_minimax_driver *d, double *value)
{
    const rdg_minimax_options *o = d->options;
    rdg_at at[RDG_MINIMAX_MOST + 3] = {RDG_AT("alpha", o->alpha)};
    rdg_index count = 1;
    rdg_structure *s = rdg_hbm_structure(d->plan.hb);
    for (rdg_index j = 0; j < o->n; j++) {
        rdg_number number;
        RDG_TRY(rdg_number_find(s, where, o->parameters[j], &number));
        value[j] = fmin(fmax(o->start ? o->start[j] : number.value, o->low[j]), o->high[j]);
        at[count++] = RDG_AT(o->parameters[j], value[j]);
    }
    if (o->over && strcmp(o->over, "alpha") != 0) {
        rdg_number number;
        RDG_TRY(rdg_number_find(s, where, o->over, &number));
        at[count++] = RDG_AT(o->over, number.value);
    }
    at[count] = (rdg_at){0, 0.0};
    return rdg_equal_peaks_read(&d->plan, where, at);
}

rdg_status rdg_minimax(rdg_hbm *hb, const char *name, const char *sensor, const rdg_minimax_options *options,
                       rdg_minimax_result *result)
{
    rdg_context *ctx = rdg_hbm_context(hb);
    RDG_ENTER(ctx, ctx, RDG_ERR_EARLIER);
    RDG_TRY(check(ctx, name, sensor, options));
    RDG_TRY(rdg_sensor_require_amplitude(rdg_hbm_structure(hb), where, sensor));
    rdg_minimax_result own = {.found = false};
    double value[RDG_MINIMAX_MOST] = {0.0};
    rdg_minimax_driver d = {.ctx = ctx,
                            .name = name,
                            .options = options,
                            .result = result ? result : &own,
                            .heading = -1,
                            .farther = 1e-4,
                            .plan = {.ctx = ctx, .hb = hb, .sensor = sensor}};
    *d.result = (rdg_minimax_result){.found = false};
    rdg_status status = read_plan(&d, value);
    status = status == RDG_OK ? find(&d, value) : status;
    rdg_minimax_finish(&d);
    rdg_peak_response_free(d.plan.response);
    return status;
}
