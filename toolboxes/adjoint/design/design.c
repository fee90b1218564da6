/* A design: the ridge over the first number, from its least point on the search for the least greatest peak
 * (least_peak.c) over all numbers, the same from other choices, and the run of the optimum. */
#include "design_impl.h"
#include "minimax.h"

#include <ridgewalk/context.h>
#include <ridgewalk/sensors.h>
#include <ridgewalk/timing.h>
#include <ridgewalk/toolbox.h>

#include <stdio.h>
#include <string.h>

/* --- the search */

static rdg_status prepare(rdg_design_driver *d)
{
    rdg_least_search *s = &d->search;
    rdg_design_result *r = d->result;
    rdg_option_list held = {.ctx = d->ctx};
    rdg_design_add_common(d, &held);
    d->numbers = rdg_context_calloc(d->ctx, (size_t)(r->n + held.count) + 1, sizeof *d->numbers);
    *s = (rdg_least_search){.ctx = d->ctx, .m = r->n, .alpha = r->alpha};
    rdg_index count = r->n;
    for (rdg_index k = 0; d->numbers && k < r->n; k++) {
        s->name[k] = r->number[k].name;
        s->low[k] = r->number[k].low;
        s->high[k] = r->number[k].high;
        s->value[k] = r->number[k].value;
        d->numbers[k] = RDG_AT(r->number[k].name, r->number[k].value);
    }
    for (const rdg_option *o = held.item; d->numbers && o && o->kind != RDG_OPTION_END; o++) {
        if (o->kind == RDG_OPTION_HOLD_AT) {
            d->numbers[count++] = RDG_AT(o->name, o->a);
        }
    }
    rdg_option_list_release(&held);
    s->response = d->numbers ? rdg_peak_response_create(d->hb, d->sensor, d->low, d->high, d->numbers) : NULL;
    return rdg_error_status(d->ctx);
}

/* The greatest peak of the response with the numbers that the design begins with. */
static rdg_status begin(rdg_design_driver *d)
{
    RDG_TRY(rdg_least_look(&d->search, d->search.value, &d->search.at));
    const rdg_peak_set *set = d->search.at.set;
    if (!set || set->greatest < 0) {
        return rdg_fail(
            d->ctx, RDG_ERR_NO_CONVERGENCE, "rdg_design",
            "design \"%s\": \"%s\" has no maximum between omega = %g and %g rad/s at alpha = %g N", d->name,
            d->sensor, d->low, d->high, d->result->alpha);
    }
    return rdg_design_begin_at(d, "response", set->peak[set->greatest]);
}

/* --- what it is */

static rdg_index count_active(const rdg_least_search *s)
{
    rdg_index count = 0;
    for (rdg_index i = 0; i < s->at.n; i++) {
        count += s->theta[i] > 0.0;
    }
    return count;
}

static void read_peaks(rdg_design_driver *d)
{
    const rdg_least_model *m = &d->search.at;
    rdg_design_result *r = d->result;
    const rdg_peak_point *greatest = m->set->peak[m->set->greatest];
    r->amplitude = greatest->amplitude;
    r->omega = greatest->omega;
    r->other_amplitude = r->other_omega = 0.0;
    for (rdg_index i = 0; i < m->n; i++) {
        if (m->peak[i] != greatest && m->peak[i]->amplitude > r->other_amplitude) {
            r->other_amplitude = m->peak[i]->amplitude;
            r->other_omega = m->peak[i]->omega;
        }
    }
    r->certified = rdg_design_is_greatest(m->set, r->amplitude, d->doubt);
}

static void read_search(rdg_design_driver *d)
{
    const rdg_least_search *s = &d->search;
    rdg_design_result *r = d->result;
    const bool is_single = count_active(s) == 1;
    rdg_index chosen = 0, bounded = 0;
    for (rdg_index k = 0; k < r->n; k++) {
        static const rdg_design_place place[] = {[RDG_LEAST_FREE] = RDG_DESIGN_FREE,
                                                 [RDG_LEAST_LOW] = RDG_DESIGN_LOW,
                                                 [RDG_LEAST_HIGH] = RDG_DESIGN_HIGH,
                                                 [RDG_LEAST_IDLE] = RDG_DESIGN_IDLE};
        const bool is_free = s->place[k] == RDG_LEAST_FREE;
        r->number[k].value = s->value[k];
        r->number[k].sensitivity = s->slope[k];
        r->number[k].place = is_free && !is_single ? RDG_DESIGN_EQUAL : place[s->place[k]];
        chosen += s->place[k] != RDG_LEAST_IDLE;
        bounded += s->place[k] == RDG_LEAST_LOW || s->place[k] == RDG_LEAST_HIGH;
    }
    r->kind = !s->found || chosen == 0 ? RDG_DESIGN_NONE
              : !is_single             ? RDG_DESIGN_EQUAL_PEAKS
              : bounded > 0            ? RDG_DESIGN_AT_BOUND
                                       : RDG_DESIGN_OPTIMUM;
    read_peaks(d);
    r->certified = r->certified && r->kind != RDG_DESIGN_NONE;
}

/* The run of equal peaks, as of rdg_minimax(). */
static rdg_status run_equal(rdg_design_driver *d)
{
    rdg_least_search *s = &d->search;
    rdg_design_result *r = d->result;
    char run[RDG_DESIGN_NAME];
    rdg_minimax_result found = {.found = false};
    rdg_option_list output = {.ctx = d->ctx};
    rdg_option_list_add_output(&output, d->options);
    const rdg_option *level = d->over_level ? rdg_option_find(d->options, RDG_OPTION_WINDOW, "alpha") : NULL;
    snprintf(run, sizeof run, "%.400s/equal", d->name);
    const rdg_minimax_options how = {.n = r->n,
                                     .parameters = s->name,
                                     .low = s->low,
                                     .high = s->high,
                                     .start = s->value,
                                     .held = d->numbers + r->n,
                                     .alpha = r->alpha,
                                     .from = d->low,
                                     .to = d->high,
                                     .over = level ? "alpha" : NULL,
                                     .over_low = level ? level->a : 0.0,
                                     .over_high = level ? level->b : 0.0,
                                     .options = output.item};
    const rdg_status status = rdg_error_status(d->ctx) == RDG_OK
                                  ? rdg_minimax(d->hb, run, d->sensor, &how, &found)
                                  : rdg_error_status(d->ctx);
    for (rdg_index k = 0; status == RDG_OK && found.found && k < r->n; k++) {
        r->number[k].value = found.number[k].value;
        r->number[k].sensitivity = found.number[k].slope;
        r->amplitude = r->other_amplitude = found.height;
    }
    r->stages += status == RDG_OK ? found.runs : 0;
    r->points += status == RDG_OK ? found.points : 0;
    rdg_option_list_release(&output);
    return status;
}

/* --- all of it */

static rdg_status design(rdg_design_driver *d)
{
    rdg_least_search *s = &d->search;
    RDG_TRY(rdg_design_read_options(d));
    rdg_design_result *r = d->result;
    RDG_TRY(prepare(d));
    RDG_TRY(begin(d));
    RDG_TRY(rdg_design_stage(d));
    for (rdg_index k = 0; k < r->n; k++) {
        s->value[k] = r->number[k].value;
    }
    rdg_least_forget(&s->at);
    RDG_TRY(rdg_least_peak(s));
    RDG_TRY(rdg_design_scan(d));
    read_search(d);
    r->points += s->points;
    if (r->kind == RDG_DESIGN_NONE) {
        return RDG_OK;
    }
    if (r->kind == RDG_DESIGN_EQUAL_PEAKS) {
        return run_equal(d);
    }
    RDG_TRY(rdg_design_begin_at(d, "optimum", s->at.set->peak[s->at.set->greatest]));
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
    rdg_design_driver d = {.ctx = ctx, .hb = hb, .name = name, .sensor = sensor, .options = options};
    const long before = rdg_newton_iterations(ctx);
    const double since = rdg_seconds();
    const rdg_status status = design(&d);
    rdg_least_forget(&d.search.at);
    rdg_peak_response_free(d.search.response);
    rdg_free(d.numbers);
    d.result->iterations = rdg_newton_iterations(ctx) - before;
    d.result->seconds = rdg_seconds() - since;
    if (status == RDG_OK) {
        rdg_design_say(&d);
    }
    return status;
}
