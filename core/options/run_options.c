/* The list of a run's options as a whole: kinds that do not exist, values that cannot be, contradictions.
 * What an option says about a parameter is read in run_setup.c. */
#include "option_list.h"
#include "run_setup_impl.h"
#include "run_store_impl.h"
#include "toolbox.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* What an option is called, and whether it can be given only once. */
static const struct {
    const char *name;
    bool once;
} kinds[] = {
    [RDG_OPTION_RELEASE] = {"RDG_RELEASE", false},
    [RDG_OPTION_HOLD] = {"RDG_HOLD", false},
    [RDG_OPTION_HOLD_AT] = {"RDG_HOLD_AT", false},
    [RDG_OPTION_WINDOW] = {"RDG_WINDOW", false},
    [RDG_OPTION_EVENT] = {"RDG_EVENT or RDG_UZ", false},
    [RDG_OPTION_EVENTS] = {"RDG_UZ_LIST", false},
    [RDG_OPTION_TERMINAL] = {"RDG_TERMINAL", false},
    [RDG_OPTION_NO_FOLDS] = {"RDG_NO_FOLDS", false},
    [RDG_OPTION_NO_BRANCH_POINTS] = {"RDG_NO_BRANCH_POINTS", false},
    [RDG_OPTION_FROM] = {"RDG_FROM", true},
    [RDG_OPTION_SWITCH] = {"RDG_SWITCH", true},
    [RDG_OPTION_START] = {"RDG_START", true},
    [RDG_OPTION_SWITCH_AT] = {"RDG_SWITCH_AT", true},
    [RDG_OPTION_SWITCH_KNOWN] = {"RDG_SWITCH_KNOWN", true},
    [RDG_OPTION_SWITCH_ALONG] = {"RDG_SWITCH_ALONG", true},
    [RDG_OPTION_DIRECTION] = {"RDG_DIRECTION", true},
    [RDG_OPTION_STEP] = {"RDG_STEP", true},
    [RDG_OPTION_ANGLE] = {"RDG_ANGLE", true},
    [RDG_OPTION_MAX_POINTS] = {"RDG_MAX_POINTS", true},
    [RDG_OPTION_LABEL_EVERY] = {"RDG_LABEL_EVERY", true},
    [RDG_OPTION_TOLERANCE] = {"RDG_TOLERANCE", true},
    [RDG_OPTION_LINEAR_SOLVER] = {"RDG_LINEAR_SOLVER", true},
    [RDG_OPTION_OBSERVER] = {"RDG_OBSERVE", true},
    [RDG_OPTION_HANDLER] = {"RDG_ON_STOP", true},
    [RDG_OPTION_NO_FOLDER] = {"RDG_NO_FOLDER", false},
    [RDG_OPTION_NO_TABLE] = {"RDG_NO_TABLE", false},
    [RDG_OPTION_SUMMARY] = {"RDG_SUMMARY", true},
    [RDG_OPTION_STEP_RULE] = {"RDG_STEP_RULE", true},
    [RDG_OPTION_DIMENSION] = {"RDG_DIMENSION", true},
    [RDG_OPTION_COVER] = {"RDG_COVER", false},
    [RDG_OPTION_SAG] = {"RDG_SAG", true},
    [RDG_OPTION_GO_ROUND] = {"RDG_GO_ROUND", false},
    [RDG_OPTION_END_AT_FOLDS] = {"RDG_END_AT_FOLDS", false},
    [RDG_OPTION_PREDICT_BEND] = {"RDG_PREDICT_BEND", false},
    [RDG_OPTION_MAXIMA] = {"RDG_MAXIMA", false},
    [RDG_OPTION_TURN] = {"RDG_ON_TURN", true},
    [RDG_OPTION_EXPECT_EARLY_END] = {"RDG_EXPECT_EARLY_END", false},
    [RDG_OPTION_COMPLETE] = {"RDG_COMPLETE", true},
    [RDG_OPTION_ADMIT] = {"RDG_ADMIT", true},
    [RDG_OPTION_IN_MEMORY] = {"RDG_IN_MEMORY", false},
    [RDG_OPTION_DURABLE] = {"RDG_DURABLE", false},
    [RDG_OPTION_RESUME] = {"RDG_RESUME", false},
    [RDG_OPTION_REMEMBER] = {"RDG_REMEMBER", false},
    [RDG_OPTION_NEUTRAL_SADDLES] = {"RDG_NEUTRAL_SADDLES", false},
    [RDG_OPTION_QUIET] = {"RDG_QUIET", false},
    [RDG_OPTION_DENSE_OUTPUT] = {"RDG_DENSE_OUTPUT", false},
    [RDG_OPTION_OF_TOOLBOX] = {"an option of a toolbox", false},
};

static bool exists(rdg_option_kind kind)
{
    return (size_t)kind < sizeof kinds / sizeof *kinds && kinds[kind].name;
}

static bool is_hold(const rdg_option *o)
{
    return o->kind == RDG_OPTION_HOLD || o->kind == RDG_OPTION_HOLD_AT;
}

static bool is_event(const rdg_option *o)
{
    return o->kind == RDG_OPTION_EVENT || o->kind == RDG_OPTION_EVENTS || o->kind == RDG_OPTION_TERMINAL;
}

static bool keeps_or_not(const rdg_option *o)
{
    return o->kind == RDG_OPTION_IN_MEMORY || o->kind == RDG_OPTION_NO_FOLDER;
}

/* Does option b contradict the earlier option a on the same parameter? Then how, else NULL. */
static const char *contradiction(const rdg_option *a, const rdg_option *b)
{
    const bool a_releases = a->kind == RDG_OPTION_RELEASE;
    const bool b_releases = b->kind == RDG_OPTION_RELEASE;
    if ((a_releases && is_hold(b)) || (is_hold(a) && b_releases)) {
        return "is both released and held";
    }
    if (is_hold(a) && is_hold(b)) {
        return "is held twice";
    }
    if (a->kind == RDG_OPTION_WINDOW && b->kind == RDG_OPTION_WINDOW) {
        return "has two windows";
    }
    return NULL;
}

static rdg_status check_pair(rdg_problem *p, const char *run, const rdg_option *a, const rdg_option *b)
{
    if (a->kind == b->kind && kinds[a->kind].once) {
        return rdg_fail(p->ctx, RDG_ERR_ARGUMENT, "rdg_continue", "run \"%s\": %s is given twice", run,
                        kinds[a->kind].name);
    }
    if (keeps_or_not(a) && keeps_or_not(b) && a->kind != b->kind) {
        return rdg_fail(
            p->ctx, RDG_ERR_ARGUMENT, "rdg_continue",
            "run \"%s\": RDG_IN_MEMORY keeps the run, RDG_NO_FOLDER keeps nothing: give one of them", run);
    }
    const bool same = a->name && b->name && strcmp(a->name, b->name) == 0;
    const char *how = same ? contradiction(a, b) : NULL;
    return how ? rdg_fail(p->ctx, RDG_ERR_ARGUMENT, "rdg_continue", "run \"%s\": \"%s\" %s", run, a->name,
                          how)
               : RDG_OK;
}

static rdg_status check_event(rdg_problem *p, const char *run, const rdg_option *o)
{
    const char *name = o->name ? o->name : "(null)";
    if (!o->type) {
        return rdg_fail(p->ctx, RDG_ERR_NAME, "rdg_continue",
                        "run \"%s\": the type of the event at \"%s\" is NULL", run, name);
    }
    if (o->kind == RDG_OPTION_TERMINAL && !isfinite(o->c)) {
        return rdg_fail(p->ctx, RDG_ERR_NOT_FINITE, "rdg_continue",
                        "run \"%s\": an event near \"%s\" = %g may be off by %g", run, name, o->a, o->c);
    }
    if (rdg_name_is_unfit(o->type) || strlen(o->type) > RDG_TYPE_LENGTH) {
        return rdg_fail(
            p->ctx, RDG_ERR_NAME, "rdg_continue",
            "run \"%s\": \"%.80s\" is no type for an event on \"%s\": it needs 1 to %d characters and "
            "no control characters",
            run, o->type, name, RDG_TYPE_LENGTH);
    }
    if (o->kind == RDG_OPTION_EVENTS && (o->count < 0 || (o->count > 0 && !o->values))) {
        return rdg_fail(p->ctx, RDG_ERR_ARGUMENT, "rdg_continue",
                        "run \"%s\": RDG_UZ_LIST on \"%s\" has %" PRId64 " values at %s", run, name, o->count,
                        o->values ? "a list" : "NULL");
    }
    const rdg_index count = o->kind == RDG_OPTION_EVENTS ? o->count : 1;
    for (rdg_index i = 0; i < count; i++) {
        const double value = o->kind == RDG_OPTION_EVENTS ? o->values[i] : o->a;
        if (!isfinite(value)) {
            return rdg_fail(p->ctx, RDG_ERR_NOT_FINITE, "rdg_continue",
                            "run \"%s\": an event is asked for at \"%s\" = %g", run, name, value);
        }
    }
    return RDG_OK;
}

rdg_status rdg_run_options_check(rdg_problem *p, const char *run, const rdg_option *options)
{
    for (const rdg_option *o = options; o->kind != RDG_OPTION_END; o++) {
        if (!exists(o->kind)) {
            return rdg_fail(
                p->ctx, RDG_ERR_ARGUMENT, "rdg_continue",
                "run \"%s\": option %td of the list is of no known kind (%d); is the list ended by "
                "one of kind RDG_OPTION_END?",
                run, o - options, (int)o->kind);
        }
        if (o->kind == RDG_OPTION_OF_TOOLBOX) {
            return rdg_option_list_check(p->ctx, "rdg_continue", run, o, NULL); /* refuses it */
        }
        for (const rdg_option *earlier = options; earlier < o; earlier++) {
            RDG_TRY(check_pair(p, run, earlier, o));
        }
        if (is_event(o)) {
            RDG_TRY(check_event(p, run, o));
        }
        if (o->kind == RDG_OPTION_HOLD_AT && !isfinite(o->a)) {
            return rdg_fail(p->ctx, RDG_ERR_NOT_FINITE, "rdg_continue",
                            "run \"%s\": \"%s\" is to be held at %g", run, o->name ? o->name : "(null)",
                            o->a);
        }
    }
    return RDG_OK;
}

/* A value of a parameter that varies, but never leaves its window for it; the bounds are values of it. */
static bool lies_outside(const rdg_run_setup *setup, const rdg_event *event)
{
    const double rounding = 1e-10; /* of the bound */
    const double low = setup->low[event->parameter];
    const double high = setup->high[event->parameter];
    return event->value < low - rounding * fabs(low) || event->value > high + rounding * fabs(high);
}

static void warn_of_event(rdg_problem *p, const rdg_run_setup *setup, const rdg_event *event)
{
    const rdg_index k = event->parameter;
    const char *name = p->parameter[k].name;
    const char *unit = p->parameter[k].unit;
    if (setup->held[k] && !event->ends_branch) {
        rdg_warn(p->ctx, "events of held parameters",
                 "run %s: \"%s\" is held, so that it never passes %g (%s); release it, or ask for no event",
                 setup->name, name, event->value, event->type);
    } else if (!setup->held[k] && event->is_of_option && lies_outside(setup, event)) {
        rdg_warn(p->ctx, "events outside of windows",
                 "run %s: %s = %.10g%s%s (%s) lies outside of its window [%.10g, %.10g] and is never met; "
                 "widen RDG_WINDOW(), or ask for no event",
                 setup->name, name, event->value, *unit ? " " : "", unit, event->type, setup->low[k],
                 setup->high[k]);
    }
}

void rdg_run_options_warn(rdg_problem *p, const rdg_run_setup *setup)
{
    for (rdg_index k = 0; k < setup->n_events; k++) {
        if (setup->event[k].kind == RDG_EVENT_VALUE) {
            warn_of_event(p, setup, &setup->event[k]);
        }
    }
    for (rdg_index k = 0; k < p->n_parameters; k++) {
        if (setup->held[k] && setup->windowed[k]) {
            rdg_warn(p->ctx, "windows of held parameters",
                     "run %s: \"%s\" is held, so that its window [%g, %g] bounds nothing; "
                     "RDG_RELEASE(\"%s\") lets it vary",
                     setup->name, p->parameter[k].name, setup->low[k], setup->high[k], p->parameter[k].name);
        }
    }
}
