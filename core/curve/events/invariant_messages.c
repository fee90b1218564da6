/* Messages on invariants: changes that nothing explains, several eigenvalues that cross at one point, indices
 * that jump over a non-smooth point. */
#include "invariants_impl.h"
#include "text_impl.h"
#include "toolbox.h"

enum { PLACE_SIZE = 160, TEXT_SIZE = 2 * PLACE_SIZE + 4 * RDG_NUMBER_SIZE };

static void describe_value(char *text, size_t size, rdg_invariant_value value)
{
    if (value.least == value.greatest) {
        rdg_format(text, size, "%g", value.least);
    } else {
        rdg_format(text, size, "%g to %g", value.least, value.greatest);
    }
}

/* "the number of unstable eigenvalues (unstable) changes from 0 to 4 between p = 1 and 2" */
static void describe(const rdg_tracer *t, const rdg_change *change, bool is_point, char *text, size_t size)
{
    const rdg_event *event = change->event;
    char before[RDG_NUMBER_SIZE], after[RDG_NUMBER_SIZE];
    char place[PLACE_SIZE] = "";
    describe_value(before, sizeof before, change->before);
    describe_value(after, sizeof after, change->after);
    if (t->setup->first_active >= 0) {
        const char *name = t->p->parameter[t->setup->first_active].name;
        if (is_point) {
            rdg_format(place, sizeof place, " at %s = %.9g", name, change->between[1]);
        } else {
            rdg_format(place, sizeof place, " between %s = %.9g and %.9g", name, change->between[0],
                       change->between[1]);
        }
    }
    if (event->kind == RDG_EVENT_COUNT) {
        rdg_format(text, size, "the %s (%s) changes from %s to %s%s", event->count->what, event->count->name,
                   before, after, place);
    } else if (event->kind == RDG_EVENT_BRANCH) {
        rdg_format(text, size, "the determinant changes its sign%s", place);
    } else {
        rdg_format(text, size, "\"%s\" - %.9g (event %s) changes its sign%s",
                   t->p->parameter[event->parameter].name, event->value, event->type, place);
    }
}

static void report_unexplained(rdg_tracer *t, const rdg_change *change)
{
    char text[TEXT_SIZE];
    if (change->event->kind == RDG_EVENT_FOLD) {
        rdg_warn(t->ctx, "turns of the curve without a fold",
                 "run %s: between %s = %.9g and %.9g the curve turns round, but no fold was found: it jumps "
                 "there, or a derivative is wrong (rdg_check_derivatives()); shorter steps (RDG_STEP) may "
                 "show it",
                 t->setup->name, t->p->parameter[change->event->parameter].name, change->between[0],
                 change->between[1]);
        return;
    }
    describe(t, change, false, text, sizeof text);
    rdg_warn(t->ctx, "changes that no special point explains",
             "run %s: %s, and no special point that was found explains it: the curve jumps there, or "
             "Newton's method fails; shorter steps (RDG_STEP) may show it",
             t->setup->name, text);
}

static void report_missed(rdg_tracer *t)
{
    const rdg_event *event = t->missed.event;
    const rdg_index first = t->setup->first_active;
    const rdg_index k = event->kind == RDG_EVENT_VALUE ? event->parameter : first;
    char place[PLACE_SIZE] = "";
    if (event->kind == RDG_EVENT_BRANCH) {
        if (t->findings.jumps.count++ == 0) {
            t->findings.jumps.between[0] = first >= 0 ? t->current.chart.mu[first] : 0.0;
            t->findings.jumps.point = t->current.chart.point;
        }
        return;
    }
    if (k >= 0) {
        rdg_format(place, sizeof place, " between %s = %.9g and %.9g", t->p->parameter[k].name,
                   t->current.chart.mu[k], t->next.chart.mu[k]);
    }
    if (t->missed.is_jump && k >= 0) {
        rdg_warn(t->ctx, "jumps of the curve",
                 "run %s: the curve jumps from %s = %.9g to %.9g, and the slope of \"%s\" changes its sign: "
                 "this is no %s; are the functions continuous there?",
                 t->setup->name, t->p->parameter[k].name, t->missed.between[0], t->missed.between[1],
                 t->p->parameter[event->parameter].name, event->type);
        return;
    }
    rdg_warn(t->ctx, "events that are not met",
             "run %s: an event of type %s%s is not located by Newton's method and not reported (a non-smooth "
             "point or a discontinuity?); shorter steps (RDG_STEP) may show it",
             t->setup->name, event->type, place);
}

void rdg_change_report(rdg_tracer *t)
{
    char text[TEXT_SIZE];
    const rdg_change *change = &t->invariants.change;
    if (t->missed.event) {
        report_missed(t);
    }
    if (!change->event) {
        return;
    }
    switch (change->kind) {
    case RDG_CHANGE_UNEXPLAINED:
        report_unexplained(t, change);
        break;
    case RDG_CHANGE_OF_SEVERAL:
        describe(t, change, true, text, sizeof text);
        rdg_write(t->ctx, RDG_CHANNEL_NOTE, "note: run %s: %s: several eigenvalues cross at one point\n",
                  t->setup->name, text);
        break;
    case RDG_CHANGE_ON_KINK:
        t->invariants.first_kink = t->invariants.kinks++ == 0 ? *change : t->invariants.first_kink;
        break;
    }
}

void rdg_invariants_report_kinks(const rdg_tracer *t)
{
    char text[TEXT_SIZE];
    char others[RDG_NUMBER_SIZE] = "";
    if (t->invariants.kinks == 0) {
        return;
    }
    describe(t, &t->invariants.first_kink, true, text, sizeof text);
    if (t->invariants.kinks > 1) {
        rdg_format(others, sizeof others, ", and at %ld more", t->invariants.kinks - 1);
    }
    rdg_write(t->ctx, RDG_CHANNEL_NOTE,
              "note: run %s: %s discontinuously, and at no special point: non-smooth point%s\n",
              t->setup->name, text, others);
}
