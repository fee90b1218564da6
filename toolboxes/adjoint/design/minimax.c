/* The least greatest peak: options, and what the search and the run of the optimum have found. */
#include "minimax_impl.h"
#include "ridge_impl.h"

#include <ridgewalk/sensors.h>
#include <ridgewalk/toolbox.h>

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static const char where[] = "rdg_minimax";

/* --- what was found */

/* As the search has it. */
static void read_search(rdg_minimax_driver *d)
{
    const rdg_least_search *s = &d->search;
    rdg_minimax_result *r = d->result;
    r->found = s->found;
    r->height = s->at.height;
    r->points += s->points;
    r->n_peaks = 0;
    for (rdg_index i = 0; i < s->at.n && r->n_peaks < RDG_EQUAL_PEAKS_MOST; i++) {
        if (s->theta[i] > 0.0) {
            r->peak[r->n_peaks++] = (rdg_minimax_peak){.omega = s->at.peak[i]->omega, .theta = s->theta[i]};
        }
    }
    for (rdg_index j = 0; j < s->m; j++) {
        r->number[j] = (rdg_minimax_variable){.value = s->value[j],
                                              .slope = s->slope[j],
                                              .is_idle = s->place[j] == RDG_LEAST_IDLE,
                                              .is_at_bound = s->place[j] == RDG_LEAST_LOW ||
                                                             s->place[j] == RDG_LEAST_HIGH};
    }
}

/* Is nothing higher, as far as is known? */
static void certify(rdg_minimax_driver *d)
{
    const rdg_peak_set *set = d->search.at.set;
    const bool doubtful = rdg_peak_set_doubt(set, "N", d->doubt, sizeof d->doubt);
    d->result->certified = d->search.found && set->whole && !doubtful;
}

static void say(const rdg_minimax_driver *d)
{
    const rdg_minimax_result *r = d->result;
    if (!r->found) {
        rdg_fall_short(d->ctx, where,
                       "\"%s\": no numbers were found at which the greatest peak of \"%s\" is least: it "
                       "jumps, as where a "
                       "branch of the response comes off or a peak vanishes, near %s = %.6g; another start "
                       "may lead elsewhere",
                       d->name, d->plan.sensor, d->options->parameters[0], r->number[0].value);
    } else if (!r->certified) {
        rdg_fall_short(d->ctx, where, "\"%s\": it is not certain that nothing is higher: %s", d->name,
                       d->doubt[0] ? d->doubt : "the response could not be followed over the whole domain");
    }
}

static rdg_status find(rdg_minimax_driver *d)
{
    RDG_TRY(rdg_least_peak(&d->search));
    read_search(d);
    certify(d);
    if (d->search.found && rdg_minimax_adopt(d)) {
        RDG_TRY(rdg_minimax_last(d));
    } else if (d->search.found && rdg_error_status(d->ctx) == RDG_OK) {
        rdg_write(
            d->ctx, RDG_CHANNEL_NOTE,
            "note: \"%s\": one of the equal peaks is non-smooth, at the onset of slip of a contact: the "
            "optimum has no run\n",
            d->name);
    }
    say(d);
    return rdg_error_status(d->ctx);
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
static rdg_status read_plan(rdg_minimax_driver *d)
{
    const rdg_minimax_options *o = d->options;
    rdg_least_search *s = &d->search;
    rdg_at at[RDG_EQUAL_PEAKS_NUMBERS + 3] = {RDG_AT("alpha", o->alpha)};
    rdg_index count = 1;
    rdg_structure *structure = rdg_hbm_structure(d->plan.hb);
    for (rdg_index j = 0; j < o->n; j++) {
        rdg_structure_parameter number;
        RDG_TRY(rdg_structure_parameter_find(structure, where, o->parameters[j], &number));
        s->name[j] = o->parameters[j];
        s->low[j] = o->low[j];
        s->high[j] = o->high[j];
        s->value[j] = fmin(fmax(o->start ? o->start[j] : number.value, o->low[j]), o->high[j]);
        at[count++] = RDG_AT(o->parameters[j], s->value[j]);
    }
    if (o->over && strcmp(o->over, "alpha") != 0) {
        rdg_structure_parameter number;
        RDG_TRY(rdg_structure_parameter_find(structure, where, o->over, &number));
        at[count++] = RDG_AT(o->over, number.value);
    }
    for (const rdg_at *held = o->held; held && held->name; held++) {
        if (count > RDG_EQUAL_PEAKS_NUMBERS) {
            return rdg_fail(d->ctx, RDG_ERR_ARGUMENT, where, "\"%s\": more than %d numbers", d->name,
                            RDG_EQUAL_PEAKS_NUMBERS);
        }
        at[count++] = *held;
    }
    at[count] = (rdg_at){0, 0.0};
    s->m = o->n;
    s->alpha = o->alpha;
    s->response = rdg_peak_response_create(d->plan.hb, d->plan.sensor, o->from, o->to, at + 1);
    d->plan.response = s->response;
    return s->response ? rdg_equal_peaks_read(&d->plan, where, at) : rdg_error_status(d->ctx);
}

rdg_status rdg_minimax(rdg_hbm *hb, const char *name, const char *sensor, const rdg_minimax_options *options,
                       rdg_minimax_result *result)
{
    rdg_context *ctx = rdg_hbm_context(hb);
    RDG_ENTER(ctx, ctx, RDG_ERR_EARLIER);
    RDG_TRY(check(ctx, name, sensor, options));
    RDG_TRY(rdg_sensor_require_amplitude(rdg_hbm_structure(hb), where, sensor));
    rdg_minimax_result own = {.found = false};
    rdg_minimax_driver d = {.ctx = ctx,
                            .name = name,
                            .options = options,
                            .result = result ? result : &own,
                            .search = {.ctx = ctx, .leaves_idle = true},
                            .plan = {.ctx = ctx, .hb = hb, .sensor = sensor}};
    *d.result = (rdg_minimax_result){.found = false};
    rdg_status status = read_plan(&d);
    status = status == RDG_OK ? find(&d) : status;
    rdg_minimax_finish(&d);
    rdg_least_forget(&d.search.at);
    rdg_peak_response_free(d.search.response);
    return status;
}
