/* The stages of a design: the peak at the start, a ridge over each number, the optimum, a look at the whole.
 *
 * A number that is chosen is at its best all along the ridges over the next ones, or held at the end of its
 * range that it presses against. One that has met an end is tried again when it does not press any more, as
 * other numbers have changed. */
#include "design_impl.h"

#include <ridgewalk/context.h>
#include <ridgewalk/sensors.h>
#include <ridgewalk/timing.h>
#include <ridgewalk/toolbox.h>

#include <inttypes.h>
#include <math.h>
#include <string.h>

enum { STAGES_EACH = 6 }; /* for a number, at most */

static const double pressure = 1e-9; /* elasticity at which a number presses against its end */

/* --- the start */

static void values_of(const rdg_design_driver *d, double *value)
{
    for (rdg_index k = 0; k < d->result->n; k++) {
        value[k] = d->result->number[k].value;
    }
}

/* The greatest peak of the response with the numbers that the design begins with. */
static rdg_status begin(rdg_design_driver *d)
{
    double value[RDG_DESIGN_MOST];
    rdg_design_look look;
    values_of(d, value);
    RDG_TRY(rdg_design_look_at(d, value, &(rdg_design_expected){.alpha = d->result->alpha}, &look));
    if (!look.has_own) {
        return rdg_fail(
            d->ctx, RDG_ERR_NO_CONVERGENCE, "rdg_design",
            "design \"%s\": \"%s\" has no maximum between omega = %g and %g rad/s at alpha = %g N", d->name,
            d->sensor, d->low, d->high, d->result->alpha);
    }
    d->result->amplitude = look.own;
    d->result->omega = look.own_omega;
    char what[32]; /* a run of its own each time: with RDG_RESUME a complete one is left as it is */
    snprintf(what, sizeof what, d->anew > 0 ? "response-%" PRId64 : "response", d->anew + 1);
    const rdg_status status = rdg_design_begin_at(d, what, look.u, look.n);
    rdg_free(look.u);
    return status;
}

/* --- the stages */

/* Does the number press against the end of its range at which it is held? */
static bool presses(const rdg_design_driver *d, const rdg_design_number *number)
{
    const double none = pressure * d->result->amplitude / number->value;
    return number->place == RDG_DESIGN_LOW ? number->sensitivity >= -none : number->sensitivity <= none;
}

/* The next number to be freed: one that is held, or does not press any more; -1: none. */
static rdg_index next_number(const rdg_design_driver *d)
{
    for (rdg_index k = 0; k < d->result->n; k++) {
        if (d->result->number[k].place == RDG_DESIGN_HELD) {
            return k;
        }
    }
    for (rdg_index k = 0; k < d->result->n; k++) {
        const rdg_design_number *number = &d->result->number[k];
        const bool at_end = number->place == RDG_DESIGN_LOW || number->place == RDG_DESIGN_HIGH;
        if (at_end && !presses(d, number)) {
            return k;
        }
    }
    return -1;
}

/* Look at the whole response where a stage has ended; *goes_on: the numbers are to be chosen once more. */
static rdg_status compare(rdg_design_driver *d, bool *goes_on)
{
    rdg_design_result *r = d->result;
    double value[RDG_DESIGN_MOST];
    rdg_design_look look;
    values_of(d, value);
    RDG_TRY(rdg_design_look_at(d, value, &(rdg_design_expected){r->alpha, r->omega, r->amplitude}, &look));
    r->other_amplitude = look.other;
    r->other_omega = look.other_omega;
    r->certified = rdg_design_is_greatest(&look, r->amplitude);
    memcpy(d->doubt, look.doubt, sizeof look.doubt);
    rdg_status status = RDG_OK;
    if (rdg_design_is_higher(look.other, r->amplitude)) {
        status = rdg_design_equal(d, goes_on);
    }
    rdg_free(look.u);
    return status;
}

static bool nothing_chosen(const rdg_design_result *r)
{
    for (rdg_index k = 0; k < r->n; k++) {
        if (r->number[k].place != RDG_DESIGN_HELD && r->number[k].place != RDG_DESIGN_IDLE) {
            return false;
        }
    }
    return true;
}

static rdg_status choose(rdg_design_driver *d)
{
    rdg_design_outcome outcome = RDG_STAGE_DONE;
    const rdg_index most = d->result->stages + STAGES_EACH * d->result->n;
    rdg_index k = next_number(d);
    while (k >= 0 && outcome != RDG_STAGE_LOST && d->result->stages < most) {
        bool goes_on = false;
        RDG_TRY(rdg_design_stage(d, k, &outcome));
        if (d->result->number[k].place != RDG_DESIGN_IDLE) {
            RDG_TRY(compare(d, &goes_on));
        } else if (d->switches > 0 &&
                   nothing_chosen(d->result)) { /* beyond the point where both are equal nothing changes */
            d->result->kind = RDG_DESIGN_EQUAL_PEAKS;
            d->result->number[k].place = RDG_DESIGN_EQUAL;
        }
        if (d->result->kind == RDG_DESIGN_EQUAL_PEAKS || d->born) {
            return RDG_OK;
        }
        outcome = goes_on ? RDG_STAGE_DONE : outcome;
        k = next_number(d);
    }
    return RDG_OK;
}

/* --- what it is */

static void classify(rdg_design_result *r)
{
    rdg_index chosen = 0, free = 0;
    for (rdg_index k = 0; k < r->n; k++) {
        const rdg_design_place place = r->number[k].place;
        if (place == RDG_DESIGN_HELD) {
            return;
        }
        chosen += place != RDG_DESIGN_IDLE;
        free += place == RDG_DESIGN_FREE;
    }
    if (chosen > 0) {
        r->kind = free == chosen ? RDG_DESIGN_OPTIMUM : RDG_DESIGN_AT_BOUND;
    }
}

/* Nothing is chosen yet. */
static void forget(rdg_design_driver *d)
{
    d->result->kind = RDG_DESIGN_NONE;
    d->joined = d->born = false;
    d->switches = 0;
    for (rdg_index k = 0; k < d->result->n; k++) {
        d->result->number[k].place = RDG_DESIGN_HELD;
    }
}

/* From the numbers as they are. */
static rdg_status search(rdg_design_driver *d)
{
    forget(d);
    RDG_TRY(begin(d));
    RDG_TRY(choose(d));
    if (d->result->kind != RDG_DESIGN_EQUAL_PEAKS && !d->born) {
        classify(d->result);
    }
    return d->result->kind == RDG_DESIGN_EQUAL_PEAKS ? rdg_design_join(d) : RDG_OK;
}

static rdg_status design(rdg_design_driver *d)
{
    bool again = true;
    RDG_TRY(rdg_design_read_options(d));
    while (again) {
        RDG_TRY(search(d));
        RDG_TRY(rdg_design_scan(d, &again));
    }
    if (d->joined || (d->result->kind != RDG_DESIGN_OPTIMUM && d->result->kind != RDG_DESIGN_AT_BOUND)) {
        return RDG_OK;
    }
    RDG_TRY(rdg_design_last(d));
    return d->over_level ? rdg_design_compare_levels(d) : RDG_OK;
}

rdg_status rdg_design_list(rdg_hbm *hb, const char *name, const char *sensor, const rdg_option *options)
{
    rdg_context *ctx = rdg_hbm_context(hb);
    RDG_ENTER(ctx, ctx, RDG_ERR_EARLIER);
    if (!name || !*name || !sensor || !options) {
        return rdg_fail(ctx, RDG_ERR_ARGUMENT, "rdg_design", "a design needs a name, a sensor and options");
    }
    RDG_TRY(rdg_sensor_require_amplitude(rdg_hbm_structure(hb), "rdg_design", sensor));
    rdg_design_driver d = {.ctx = ctx,
                           .hb = hb,
                           .name = name,
                           .sensor = sensor,
                           .options = options,
                           .begin = rdg_newton_iterations(ctx)};
    const double since = rdg_seconds();
    const rdg_status status = design(&d);
    rdg_peak_response_free(d.peaks);
    d.result->iterations = rdg_newton_iterations(ctx) - d.begin;
    d.result->seconds = rdg_seconds() - since;
    if (status == RDG_OK) {
        rdg_design_say(&d);
    }
    return status;
}
