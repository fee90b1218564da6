/* Read one option of a run: check it and store it in the setup. */
#include "circle.h"
#include "option_table_impl.h"
#include "run_setup_impl.h"
#include "toolbox.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

const double rdg_degree = RDG_PI / 180.0;

rdg_status rdg_run_setup_add_event(rdg_run_setup *setup, const rdg_problem *p, rdg_event event)
{
    RDG_TRY(rdg_context_reserve(p->ctx, &setup->event, &setup->event_capacity, setup->n_events + 1,
                                sizeof event));
    setup->event[setup->n_events++] = event;
    return RDG_OK;
}

rdg_status rdg_run_setup_add_bound(rdg_run_setup *setup, const rdg_problem *p, rdg_index k, double value,
                                   rdg_stop stop)
{
    return rdg_run_setup_add_event(setup, p,
                                   (rdg_event){.kind = RDG_EVENT_VALUE,
                                               .parameter = k,
                                               .value = value,
                                               .type = "EP",
                                               .ends_branch = true,
                                               .stop = stop});
}

rdg_status rdg_run_setup_add_memory(rdg_run_setup *setup, const rdg_problem *p, rdg_run_memory memory)
{
    RDG_TRY(rdg_context_grow(p->ctx, &setup->remembers, setup->n_remembers, 1, sizeof memory));
    setup->remembers[setup->n_remembers++] = memory;
    return RDG_OK;
}

static rdg_status read_memory(rdg_run_setup *setup, rdg_problem *p, const rdg_option *o)
{
    if (!o->name || !*o->name) {
        return RDG_REFUSE(p->ctx, setup->name, RDG_ERR_ARGUMENT, "%s needs a name", "RDG_CHECKPOINT()");
    }
    return rdg_run_setup_add_memory(
        setup, p, (rdg_run_memory){.name = o->name, .exchange = o->remember, .data = o->data});
}

static rdg_status read_hold(rdg_run_setup *setup, rdg_problem *p, rdg_index k, const rdg_option *o)
{
    if (p->parameter[k].kind >= RDG_REGULAR) {
        return RDG_REFUSE(p->ctx, setup->name, RDG_ERR_ARGUMENT,
                          "\"%s\" is a regular monitor, it can be watched but not held", o->name);
    }
    setup->held[k] = true;
    if (o->kind == RDG_OPTION_HOLD_AT) {
        setup->moved[k] = true;
        setup->held_at[k] = o->a;
    }
    return RDG_OK;
}

static rdg_status read_window(rdg_run_setup *setup, rdg_problem *p, rdg_index k, const rdg_option *o)
{
    if (!(o->a < o->b)) {
        return RDG_REFUSE(p->ctx, setup->name, RDG_ERR_ARGUMENT,
                          "domain [%g, %g] of \"%s\" is empty: the lower bound comes first", o->a, o->b,
                          o->name);
    }
    setup->windowed[k] = true;
    setup->low[k] = o->a;
    setup->high[k] = o->b;
    RDG_TRY(isfinite(o->a) ? rdg_run_setup_add_bound(setup, p, k, o->a, RDG_STOP_BOUNDARY) : RDG_OK);
    return isfinite(o->b) ? rdg_run_setup_add_bound(setup, p, k, o->b, RDG_STOP_BOUNDARY) : RDG_OK;
}

static rdg_status read_maxima(rdg_run_setup *setup, rdg_problem *p, rdg_index k)
{
    if (p->parameter[k].kind == RDG_JUMPING) {
        return RDG_REFUSE(p->ctx, setup->name, RDG_ERR_ARGUMENT,
                          "\"%s\" may jump: its slope does not show its maxima", p->parameter[k].name);
    }
    return rdg_run_setup_add_event(
        setup, p,
        (rdg_event){.kind = RDG_EVENT_FOLD, .parameter = k, .type = "PM", .kink_type = "PK", .maxima = true});
}

static rdg_status read_event(rdg_run_setup *setup, rdg_problem *p, rdg_index k, const rdg_option *o)
{
    return rdg_run_setup_add_event(setup, p,
                                   (rdg_event){.kind = RDG_EVENT_VALUE,
                                               .parameter = k,
                                               .value = o->a,
                                               .slack = fabs(o->c),
                                               .type = o->type,
                                               .ends_branch = o->kind == RDG_OPTION_TERMINAL,
                                               .is_of_option = true,
                                               .stop = RDG_STOP_TERMINAL_EVENT,
                                               .check = o->check,
                                               .data = o->data});
}

static rdg_status read_parameter_option(rdg_run_setup *setup, rdg_problem *p, const rdg_option *o)
{
    const rdg_index k = rdg_problem_require_parameter(p, "rdg_continue", o->name);
    if (k < 0) {
        return RDG_ERR_NAME;
    }
    if (isnan(o->a) || isnan(o->b)) {
        return RDG_REFUSE(p->ctx, setup->name, RDG_ERR_NOT_FINITE,
                          "a number of an option on \"%s\" is NaN: one that was computed from nothing, or "
                          "divided by zero?",
                          o->name);
    }
    switch (o->kind) {
    case RDG_OPTION_RELEASE:
        setup->held[k] = false;
        setup->first_active = setup->first_active < 0 ? k : setup->first_active;
        return RDG_OK;
    case RDG_OPTION_HOLD:
    case RDG_OPTION_HOLD_AT:
        return read_hold(setup, p, k, o);
    case RDG_OPTION_WINDOW:
        return read_window(setup, p, k, o);
    case RDG_OPTION_MAXIMA:
        return read_maxima(setup, p, k);
    default:
        return read_event(setup, p, k, o);
    }
}

static rdg_status read_events(rdg_run_setup *setup, rdg_problem *p, const rdg_option *o)
{
    for (rdg_index i = 0; i < o->count; i++) {
        RDG_TRY(read_parameter_option(setup, p, &RDG_EVENT(o->type, o->name, o->values[i])));
    }
    return RDG_OK;
}

static rdg_status read_start(rdg_run_setup *setup, rdg_problem *p, const rdg_option *o)
{
    if (setup->start.kind != RDG_OPTION_END) {
        return RDG_REFUSE(p->ctx, setup->name, RDG_ERR_ARGUMENT,
                          "two options give the start, %s is the second: give one", rdg_option_name(o->kind));
    }
    setup->start = *o;
    setup->switches = o->kind != RDG_OPTION_FROM && o->kind != RDG_OPTION_START;
    setup->branch = setup->switches && o->b != 0.0 ? (rdg_index)fmax(fmin(o->b, 1e9), -1e9) : 1;
    if (rdg_option_gives_values(o) && (!o->values || (setup->switches && !o->tangent))) {
        return RDG_REFUSE(p->ctx, setup->name, RDG_ERR_ARGUMENT, "the %s given are NULL",
                          o->values ? "components of the tangent" : "start values");
    }
    return RDG_OK;
}

static rdg_status read_step(rdg_run_setup *setup, rdg_problem *p, const rdg_option *o)
{
    setup->h0 = o->a;
    setup->h_min = o->b;
    setup->h_max = o->c;
    setup->steps_are_given = true;
    if (!(0.0 < o->b && o->b <= o->a && o->a <= o->c && isfinite(o->c))) {
        return RDG_REFUSE(p->ctx, setup->name, RDG_ERR_ARGUMENT,
                          "RDG_STEP(h0 = %g, h_min = %g, h_max = %g) needs 0 < h_min <= h0 <= h_max", o->a,
                          o->b, o->c);
    }
    return RDG_OK;
}

/* `option` was given a number that is out of its range. */
static rdg_status refuse(rdg_problem *p, const rdg_run_setup *setup, const char *option, double given,
                         const char *must)
{
    return RDG_REFUSE(p->ctx, setup->name, RDG_ERR_ARGUMENT, "%s is %g; it must be %s", option, given, must);
}

static rdg_status read_tolerance(rdg_run_setup *setup, rdg_problem *p, const rdg_option *o)
{
    setup->newton.residual_tol = o->a;
    setup->newton.step_tol = o->b;
    if (!(o->a > 0.0 && o->a < 1e-2)) {
        return refuse(p, setup, "RDG_TOLERANCE's residual", o->a, "in (0, 0.01)");
    }
    return o->b > 0.0 && o->b < 1e-2 ? RDG_OK
                                     : refuse(p, setup, "RDG_TOLERANCE's step", o->b, "in (0, 0.01)");
}

#define READ(what) (read_##what(setup, p, o) == RDG_OK)
#define CHECK(given, fits, must)                                                                             \
    ((fits) || refuse(p, setup, rdg_option_name(o->kind), (double)(given), (must)) == RDG_OK)
#define SET(field, value) (setup->field = (value), true)
#define FUNCTION(field, member) (setup->field = o->member, setup->field##_data = o->data, true)
#define X(kind_, written, number, effect, facts) o->kind == RDG_OPTION_##kind_ ? (effect):

rdg_status rdg_run_setup_read_option(rdg_run_setup *setup, rdg_problem *p, const rdg_option *o)
{
    const bool is_read = RDG_OPTION_TABLE(X) false;
    return is_read ? RDG_OK : rdg_error_status(p->ctx);
}
