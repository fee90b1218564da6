/* What a design is requested: numbers and their ranges, the forcing amplitude, the frequencies. */
#include "design_impl.h"

#include <ridgewalk/option_list.h>
#include <ridgewalk/run_data.h>
#include <ridgewalk/toolbox.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

static const char where[] = "rdg_design";

const rdg_option_key rdg_design_parameter = {.name = "RDG_DESIGN", .call = where};
const rdg_option_key rdg_design_scans = {.name = "RDG_DESIGN_SCAN", .call = where};
const rdg_option_key rdg_design_answer = {.name = "RDG_DESIGN_RESULT", .call = where};

static bool is_number(const rdg_design_driver *d, const char *name)
{
    for (rdg_index k = 0; name && k < d->result->n; k++) {
        if (strcmp(d->result->number[k].name, name) == 0) {
            return true;
        }
    }
    return false;
}

static bool is_named(const rdg_option *o, const char *name)
{
    return o->name && strcmp(o->name, name) == 0;
}

/* --- numbers */

static rdg_status take_number(rdg_design_driver *d, const rdg_option *o)
{
    rdg_design_result *r = d->result;
    rdg_structure_parameter found;
    RDG_TRY(rdg_structure_parameter_find(rdg_hbm_structure(d->hb), where, o->name, &found));
    if (!(o->a < o->b) || !isfinite(o->b) || o->a < found.least) {
        return rdg_fail(
            d->ctx, RDG_ERR_ARGUMENT, where,
            "design \"%s\": the range of \"%s\" is %g to %g: give two numbers, the lower one first%s",
            d->name, o->name, o->a, o->b, o->a < found.least ? ", that the structure can have" : "");
    }
    if (o->a <= 0.0) {
        return rdg_fail(d->ctx, RDG_ERR_ARGUMENT, where,
                        "design \"%s\": the range of \"%s\" begins at %g: give a lower end above 0", d->name,
                        o->name, o->a);
    }
    if (r->n == RDG_DESIGN_MOST) {
        return rdg_fail(d->ctx, RDG_ERR_ARGUMENT, where, "design \"%s\": more than %d numbers", d->name,
                        RDG_DESIGN_MOST);
    }
    rdg_design_variable *number = &r->number[r->n++];
    *number = (rdg_design_variable){.low = o->a, .high = o->b, .value = found.value};
    snprintf(number->name, sizeof number->name, "%s", o->name);
    return RDG_OK;
}

/* --- forcing amplitude and frequencies */

/* A number begins where the response started from has it, if it is a variable there, and within its range. */
static rdg_status choose_start(rdg_design_driver *d, rdg_run *run, rdg_index label)
{
    for (rdg_index k = 0; k < d->result->n; k++) {
        rdg_design_variable *number = &d->result->number[k];
        if (run && rdg_run_has_block(run, number->name)) {
            RDG_TRY(rdg_run_solution(run, label, number->name, 1, &number->value, NULL));
        }
        number->value = fmin(fmax(number->value, number->low), number->high);
    }
    return RDG_OK;
}

static rdg_index first_label(rdg_run *run)
{
    for (rdg_index row = 0; row < rdg_run_count(run); row++) {
        if (rdg_run_label(run, row) > 0) {
            return rdg_run_label(run, row);
        }
    }
    return 0;
}

/* A forced response reports the forcing amplitude, and the frequencies unless the domain does. */
static rdg_status read_response(rdg_design_driver *d, const rdg_option *from)
{
    rdg_run *run = rdg_run_open(d->ctx, from->name);
    RDG_TRY(rdg_error_status(d->ctx));
    rdg_index label = rdg_option_start_label(d->ctx, run, from, where, d->name);
    label = label == 0 ? first_label(run) : label;
    double low = 0.0, high = 0.0;
    rdg_status status = rdg_run_solution(run, label, "alpha", 1, &d->result->alpha, NULL);
    status = status == RDG_OK ? rdg_run_range(run, "omega", &low, &high) : status;
    status = status == RDG_OK ? choose_start(d, run, label) : status;
    d->low = isnan(d->low) ? low : d->low;
    d->high = isnan(d->high) ? high : d->high;
    rdg_run_free(run);
    return status;
}

static rdg_status check(const rdg_design_driver *d)
{
    if (d->result->n == 0) {
        return rdg_fail(d->ctx, RDG_ERR_ARGUMENT, where,
                        "design \"%s\": give what is to be chosen: RDG_DESIGN(\"pad.preload\", low, high)",
                        d->name);
    }
    if (!(d->result->alpha > 0.0) || !isfinite(d->result->alpha)) {
        return rdg_fail(d->ctx, RDG_ERR_ARGUMENT, where,
                        "design \"%s\": the forcing amplitude is missing: give RDG_HOLD_AT(\"alpha\", ...), "
                        "above 0, or RDG_FROM() a forced response",
                        d->name);
    }
    if (!(d->low > 0.0 && d->low < d->high) || !isfinite(d->high)) {
        return rdg_fail(d->ctx, RDG_ERR_ARGUMENT, where,
                        "design \"%s\": give the domain of the peaks: RDG_WINDOW(\"omega\", low, high), or "
                        "RDG_FROM() a forced response",
                        d->name);
    }
    if (d->scans < 0 || d->scans > RDG_DESIGN_SCANS_MOST) {
        return rdg_fail(d->ctx, RDG_ERR_ARGUMENT, where,
                        "design \"%s\": RDG_DESIGN_SCAN(%td): 0 to %d other choices can be scanned", d->name,
                        (ptrdiff_t)d->scans, RDG_DESIGN_SCANS_MOST);
    }
    return RDG_OK;
}

static rdg_status check_output(const rdg_design_driver *d)
{
    return rdg_option_find(d->options, RDG_OPTION_NO_FOLDER, NULL)
               ? rdg_fail(d->ctx, RDG_ERR_ARGUMENT, where,
                          "design \"%s\": its stages read each other's runs, so that RDG_NO_FOLDER cannot be "
                          "met: RDG_IN_MEMORY leaves no files",
                          d->name)
               : RDG_OK;
}

rdg_status rdg_design_read_options(rdg_design_driver *d)
{
    static const rdg_option_key *const own[] = {&rdg_design_parameter, &rdg_design_scans, &rdg_design_answer,
                                                NULL};
    const rdg_option *answer = rdg_option_of(d->options, &rdg_design_answer);
    d->result = answer && answer->data ? answer->data : &d->own_result;
    *d->result = (rdg_design_result){.alpha = NAN};
    d->low = d->high = NAN;
    RDG_TRY(rdg_option_list_check(d->ctx, where, d->name, d->options, own));
    RDG_TRY(check_output(d));
    for (const rdg_option *o = d->options; o->kind != RDG_OPTION_END; o++) {
        if (o->kind == RDG_OPTION_OF_TOOLBOX && o->key == &rdg_design_parameter) {
            RDG_TRY(take_number(d, o));
        } else if (o->kind == RDG_OPTION_HOLD_AT && is_named(o, "alpha")) {
            d->result->alpha = o->a;
        } else if (o->kind == RDG_OPTION_WINDOW && is_named(o, "omega")) {
            d->low = o->a;
            d->high = o->b;
        }
        d->over_level = d->over_level || (o->kind == RDG_OPTION_WINDOW && is_named(o, "alpha"));
    }
    const rdg_option *scan = rdg_option_of(d->options, &rdg_design_scans);
    d->scans = scan ? (rdg_index)scan->a : d->result->n == 1 ? 0 : RDG_DESIGN_SCANS_EACH * d->result->n;
    const rdg_option *from = rdg_option_find(d->options, RDG_OPTION_FROM, NULL);
    RDG_TRY(from ? read_response(d, from) : choose_start(d, NULL, 0));
    return check(d);
}

/* --- handing on */

/* Other numbers that the user gives a value. */
static bool is_held(const rdg_design_driver *d, const rdg_option *o)
{
    return o->kind == RDG_OPTION_HOLD_AT && !is_named(o, "alpha") && !is_number(d, o->name);
}

void rdg_design_add_common(const rdg_design_driver *d, rdg_option_list *list)
{
    for (const rdg_option *o = d->options; o->kind != RDG_OPTION_END; o++) {
        if (is_held(d, o)) {
            rdg_option_list_add(list, *o);
        }
    }
    rdg_option_list_add_output(list, d->options);
}

void rdg_design_add_rest(const rdg_design_driver *d, rdg_option_list *list)
{
    for (const rdg_option *o = d->options; o->kind != RDG_OPTION_END; o++) {
        const bool ours = o->kind == RDG_OPTION_OF_TOOLBOX || o->kind == RDG_OPTION_FROM ||
                          (o->kind == RDG_OPTION_HOLD_AT && !is_held(d, o)) ||
                          (o->kind == RDG_OPTION_WINDOW && is_named(o, "omega"));
        if (!ours) {
            rdg_option_list_add(list, *o);
        }
    }
}
