/* What one option says of a run. */
#include "run_setup_impl.h"

#include <math.h>
#include <stddef.h>

void rdg_run_setup_add_event(rdg_run_setup *setup, rdg_event event)
{
    setup->event[setup->n_events++] = event;
}

static rdg_status add_memory(rdg_run_setup *setup, rdg_problem *p, const rdg_option *o)
{
    if (!o->name || !*o->name) {
        return rdg_fail(p->ctx, RDG_ERR_ARGUMENT, "rdg_continue", "run \"%s\": RDG_REMEMBER() needs a name",
                        setup->name);
    }
    RDG_TRY(rdg_context_grow(p->ctx, &setup->remembers, setup->n_remembers, 1, sizeof *setup->remembers));
    setup->remembers[setup->n_remembers++] =
        (rdg_run_memory){.name = o->name, .exchange = o->remember, .data = o->data};
    return RDG_OK;
}

static rdg_status read_maxima(rdg_run_setup *setup, rdg_problem *p, rdg_index k)
{
    if (p->parameter[k].kind == RDG_JUMPING) {
        return rdg_fail(p->ctx, RDG_ERR_ARGUMENT, "rdg_continue",
                        "run \"%s\": \"%s\" may jump: its maxima cannot be told by its slope", setup->name,
                        p->parameter[k].name);
    }
    rdg_run_setup_add_event(
        setup,
        (rdg_event){.kind = RDG_EVENT_FOLD, .parameter = k, .type = "PM", .kink_type = "PK", .maxima = true});
    return RDG_OK;
}

/* Options about one parameter. */
static rdg_status read_parameter_option(rdg_run_setup *setup, rdg_problem *p, const rdg_option *o)
{
    const rdg_index k = rdg_problem_require_parameter(p, "rdg_continue", o->name);
    if (k < 0) {
        return RDG_ERR_NAME;
    }
    if (isnan(o->a) || isnan(o->b)) {
        return rdg_fail(p->ctx, RDG_ERR_NOT_FINITE, "rdg_continue",
                        "run \"%s\": a number of an option on \"%s\" is NaN: one that was computed from "
                        "nothing, or divided by zero?",
                        setup->name, o->name);
    }
    const bool held = o->kind == RDG_OPTION_HOLD || o->kind == RDG_OPTION_HOLD_AT;
    if (held && p->parameter[k].kind >= RDG_REGULAR) {
        return rdg_fail(p->ctx, RDG_ERR_ARGUMENT, "rdg_continue",
                        "run \"%s\": \"%s\" is a regular monitor, it can be watched but not held",
                        setup->name, o->name);
    }
    switch (o->kind) {
    case RDG_OPTION_RELEASE:
        setup->held[k] = false;
        setup->first_active = setup->first_active < 0 ? k : setup->first_active;
        break;
    case RDG_OPTION_HOLD_AT:
        setup->moved[k] = true;
        setup->held_at[k] = o->a;
        setup->held[k] = true;
        break;
    case RDG_OPTION_HOLD:
        setup->held[k] = true;
        break;
    case RDG_OPTION_WINDOW:
        if (!(o->a < o->b)) {
            return rdg_fail(p->ctx, RDG_ERR_ARGUMENT, "rdg_continue",
                            "run \"%s\": window [%g, %g] of \"%s\" is empty: the lower bound comes first",
                            setup->name, o->a, o->b, o->name);
        }
        setup->windowed[k] = true;
        setup->low[k] = o->a;
        setup->high[k] = o->b;
        for (int side = 0; side < 2; side++) {
            const double bound = side ? o->b : o->a;
            if (isfinite(bound)) {
                rdg_run_setup_add_event(setup, (rdg_event){.kind = RDG_EVENT_VALUE,
                                                           .parameter = k,
                                                           .value = bound,
                                                           .type = "EP",
                                                           .ends_branch = true,
                                                           .stop = RDG_STOP_BOUNDARY});
            }
        }
        break;
    case RDG_OPTION_MAXIMA:
        return read_maxima(setup, p, k);
    default:
        rdg_run_setup_add_event(setup, (rdg_event){.kind = RDG_EVENT_VALUE,
                                                   .parameter = k,
                                                   .value = o->a,
                                                   .slack = fabs(o->c),
                                                   .type = o->type,
                                                   .ends_branch = o->kind == RDG_OPTION_TERMINAL,
                                                   .is_of_option = true,
                                                   .stop = RDG_STOP_TERMINAL_EVENT,
                                                   .check = o->check,
                                                   .data = o->data});
        break;
    }
    return RDG_OK;
}

static rdg_status read_events(rdg_run_setup *setup, rdg_problem *p, const rdg_option *o)
{
    for (rdg_index i = 0; i < o->count; i++) {
        RDG_TRY(read_parameter_option(
            setup, p,
            &(rdg_option){.kind = RDG_OPTION_EVENT, .name = o->name, .type = o->type, .a = o->values[i]}));
    }
    return RDG_OK;
}

static rdg_status read_start(rdg_run_setup *setup, rdg_problem *p, const rdg_option *o)
{
    if (setup->start != RDG_START_PROBLEM) {
        return rdg_fail(p->ctx, RDG_ERR_ARGUMENT, "rdg_continue",
                        "run \"%s\": two options say where to start; give one", setup->name);
    }
    setup->known = o->kind == RDG_OPTION_SWITCH_KNOWN;
    setup->along = o->kind == RDG_OPTION_SWITCH_ALONG;
    setup->switches =
        o->kind == RDG_OPTION_SWITCH || o->kind == RDG_OPTION_SWITCH_AT || setup->known || setup->along;
    setup->branch = setup->switches && o->b != 0.0 ? (rdg_index)fmax(fmin(o->b, 1e9), -1e9) : 1;
    if (o->kind == RDG_OPTION_FROM || o->kind == RDG_OPTION_SWITCH) {
        setup->start = RDG_START_LABEL;
        setup->start_run = o->name;
        setup->start_label = o->count;
        setup->start_type = o->type;
        setup->start_value = o->a;
    } else {
        setup->start = RDG_START_VALUES;
        setup->start_u = o->values;
        setup->start_tangent = o->tangent;
        if (!o->values || (setup->switches && !o->tangent)) {
            return rdg_fail(p->ctx, RDG_ERR_ARGUMENT, "rdg_continue", "run \"%s\": the %s given are NULL",
                            setup->name, o->values ? "components of the tangent" : "start values");
        }
    }
    return RDG_OK;
}

/* What is said by the presence of an option alone. */
static const struct {
    size_t field; /* a bool of the setup */
    rdg_option_kind kind;
    bool value;
} said[] = {
    {offsetof(rdg_run_setup, covers), RDG_OPTION_COVER, true},
    {offsetof(rdg_run_setup, goes_round), RDG_OPTION_GO_ROUND, true},
    {offsetof(rdg_run_setup, ends_at_folds), RDG_OPTION_END_AT_FOLDS, true},
    {offsetof(rdg_run_setup, folds), RDG_OPTION_NO_FOLDS, false},
    {offsetof(rdg_run_setup, branch_points), RDG_OPTION_NO_BRANCH_POINTS, false},
    {offsetof(rdg_run_setup, may_end_early), RDG_OPTION_EXPECT_EARLY_END, true},
    {offsetof(rdg_run_setup, table), RDG_OPTION_NO_TABLE, false},
    {offsetof(rdg_run_setup, folder), RDG_OPTION_NO_FOLDER, false},
    {offsetof(rdg_run_setup, folder), RDG_OPTION_IN_MEMORY, false},
    {offsetof(rdg_run_setup, memory), RDG_OPTION_IN_MEMORY, true},
    {offsetof(rdg_run_setup, durable), RDG_OPTION_DURABLE, true},
    {offsetof(rdg_run_setup, neutral_saddles), RDG_OPTION_NEUTRAL_SADDLES, true},
    {offsetof(rdg_run_setup, dense_output), RDG_OPTION_DENSE_OUTPUT, true},
};

/* false: the option says more than that it is there. */
static bool read_flag(rdg_run_setup *setup, rdg_option_kind kind)
{
    bool is_flag = kind == RDG_OPTION_RESUME || kind == RDG_OPTION_QUIET; /* who makes the run has seen it */
    for (size_t k = 0; k < sizeof said / sizeof *said; k++) {
        if (said[k].kind == kind) {
            *(bool *)((char *)setup + said[k].field) = said[k].value;
            is_flag = true;
        }
    }
    return is_flag;
}

/* Functions of the program; false: the option hands over none. */
static bool read_function(rdg_run_setup *setup, const rdg_option *o)
{
    switch (o->kind) {
    case RDG_OPTION_OBSERVER:
        setup->observer = o->observer;
        setup->observer_data = o->data;
        return true;
    case RDG_OPTION_HANDLER:
        setup->handler = o->handler;
        setup->handler_data = o->data;
        return true;
    case RDG_OPTION_ADMIT:
        setup->admits = o->observer;
        setup->admits_data = o->data;
        return true;
    case RDG_OPTION_COMPLETE:
        setup->completer = o->completer;
        setup->completer_data = o->data;
        return true;
    case RDG_OPTION_TURN:
        setup->turn = o->observer;
        setup->turn_data = o->data;
        return true;
    default:
        return false;
    }
}

rdg_status rdg_run_setup_read_option(rdg_run_setup *setup, rdg_problem *p, const rdg_option *o)
{
    if (read_flag(setup, o->kind) || read_function(setup, o)) {
        return RDG_OK;
    }
    switch (o->kind) {
    case RDG_OPTION_RELEASE:
    case RDG_OPTION_HOLD:
    case RDG_OPTION_HOLD_AT:
    case RDG_OPTION_WINDOW:
    case RDG_OPTION_EVENT:
    case RDG_OPTION_TERMINAL:
    case RDG_OPTION_MAXIMA:
        return read_parameter_option(setup, p, o);
    case RDG_OPTION_EVENTS:
        return read_events(setup, p, o);
    case RDG_OPTION_FROM:
    case RDG_OPTION_SWITCH:
    case RDG_OPTION_START:
    case RDG_OPTION_SWITCH_AT:
    case RDG_OPTION_SWITCH_KNOWN:
    case RDG_OPTION_SWITCH_ALONG:
        return read_start(setup, p, o);
    case RDG_OPTION_STEP:
        return rdg_run_setup_read_step(setup, p, o);
    case RDG_OPTION_REMEMBER:
        return add_memory(setup, p, o);
    case RDG_OPTION_SUMMARY:
        setup->summary = o->summary;
        return RDG_OK;
    default:
        return rdg_run_setup_read_number(setup, p, o);
    }
}
