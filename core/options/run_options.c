/* The list of a run's options as a whole: kinds that do not exist, values that cannot be, contradictions.
 * Each option by itself is read in run_setup_option.c. */
#include "option_list.h"
#include "option_table_impl.h"
#include "run_setup_impl.h"
#include "run_store_impl.h"
#include "toolbox.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

enum { ONCE, MANY };

static const struct {
    const char *name;
    int number;
} kinds[] = {
#define X(kind_, written, number, effect, facts) [RDG_OPTION_##kind_] = {written, number},
    RDG_OPTION_TABLE(X)
#undef X
};

const char *rdg_option_name(rdg_option_kind kind)
{
    return (size_t)kind < sizeof kinds / sizeof *kinds ? kinds[kind].name : NULL;
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
        return "has two domains";
    }
    return NULL;
}

static rdg_status check_pair(rdg_problem *p, const char *run, const rdg_option *a, const rdg_option *b)
{
    if (a->kind == b->kind && kinds[a->kind].number == ONCE) {
        return RDG_REFUSE(p->ctx, run, RDG_ERR_ARGUMENT, "%s is given twice", kinds[a->kind].name);
    }
    if (keeps_or_not(a) && keeps_or_not(b) && a->kind != b->kind) {
        return RDG_REFUSE(p->ctx, run, RDG_ERR_ARGUMENT,
                          "%s keeps the run, %s keeps nothing: give one of them",
                          kinds[RDG_OPTION_IN_MEMORY].name, kinds[RDG_OPTION_NO_FOLDER].name);
    }
    const bool same = a->name && b->name && strcmp(a->name, b->name) == 0;
    const char *how = same ? contradiction(a, b) : NULL;
    return how ? RDG_REFUSE(p->ctx, run, RDG_ERR_ARGUMENT, "\"%s\" %s", a->name, how) : RDG_OK;
}

static rdg_status check_event(rdg_problem *p, const char *run, const rdg_option *o)
{
    const char *name = o->name ? o->name : "(null)";
    if (!o->type) {
        return RDG_REFUSE(p->ctx, run, RDG_ERR_NAME, "the type of the event at \"%s\" is NULL", name);
    }
    if (o->kind == RDG_OPTION_TERMINAL && !isfinite(o->c)) {
        return RDG_REFUSE(p->ctx, run, RDG_ERR_NOT_FINITE, "an event near \"%s\" = %g may be off by %g", name,
                          o->a, o->c);
    }
    if (rdg_name_is_unfit(o->type) || strlen(o->type) > RDG_TYPE_LENGTH) {
        return RDG_REFUSE(p->ctx, run, RDG_ERR_NAME,
                          "\"%.80s\" is no type for an event on \"%s\": it needs 1 to %d characters and "
                          "no control characters",
                          o->type, name, RDG_TYPE_LENGTH);
    }
    if (o->kind == RDG_OPTION_EVENTS && (o->count < 0 || (o->count > 0 && !o->values))) {
        return RDG_REFUSE(p->ctx, run, RDG_ERR_ARGUMENT, "RDG_UZ_LIST on \"%s\" has %" PRId64 " values at %s",
                          name, o->count, o->values ? "a list" : "NULL");
    }
    const rdg_index count = o->kind == RDG_OPTION_EVENTS ? o->count : 1;
    for (rdg_index i = 0; i < count; i++) {
        const double value = o->kind == RDG_OPTION_EVENTS ? o->values[i] : o->a;
        if (!isfinite(value)) {
            return RDG_REFUSE(p->ctx, run, RDG_ERR_NOT_FINITE, "an event is requested at \"%s\" = %g", name,
                              value);
        }
    }
    return RDG_OK;
}

rdg_status rdg_run_options_check(rdg_problem *p, const char *run, const rdg_option *options)
{
    for (const rdg_option *o = options; o->kind != RDG_OPTION_END; o++) {
        if (!rdg_option_name(o->kind)) {
            return RDG_REFUSE(p->ctx, run, RDG_ERR_ARGUMENT,
                              "option %td of the list is of no known kind (%d); is the list ended by "
                              "one of kind RDG_OPTION_END?",
                              o - options, (int)o->kind);
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
            return RDG_REFUSE(p->ctx, run, RDG_ERR_NOT_FINITE, "\"%s\" is to be held at %g",
                              o->name ? o->name : "(null)", o->a);
        }
    }
    return RDG_OK;
}

/* A value of a parameter that varies, but never leaves its domain for it; the bounds are values of it. */
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
                 "run %s: \"%s\" is held, so that it never passes %g (%s); release it, or request no event",
                 setup->name, name, event->value, event->type);
    } else if (!setup->held[k] && event->is_of_option && lies_outside(setup, event)) {
        rdg_warn(p->ctx, "events outside of domains",
                 "run %s: %s = %.10g%s%s (%s) lies outside of its domain [%.10g, %.10g] and is never met; "
                 "widen RDG_WINDOW(), or leave out the event",
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
            rdg_warn(p->ctx, "domains of held parameters",
                     "run %s: \"%s\" is held, so that its domain [%g, %g] bounds nothing; "
                     "RDG_RELEASE(\"%s\") lets it vary",
                     setup->name, p->parameter[k].name, setup->low[k], setup->high[k], p->parameter[k].name);
        }
    }
}
