/* What is said of numbers that changed: a change that nothing explains, several things that happen at one
 * point, kinks over which they jump. */
#include "changes_impl.h"
#include "text_impl.h"
#include "toolbox.h"

#include <math.h>

enum { PLACE_SIZE = 160, TEXT_SIZE = 2 * PLACE_SIZE + 4 * RDG_NUMBER_SIZE };

static void describe_span(char *text, size_t size, rdg_span span)
{
    if (span.least == span.greatest) {
        rdg_format(text, size, "%g", span.least);
    } else {
        rdg_format(text, size, "%g to %g", span.least, span.greatest);
    }
}

/* "the number of unstable eigenvalues (unstable) changes from 0 to 4" and " between p = 1 and 2" */
static void describe(const rdg_tracer *t, const rdg_gap *gap, bool is_point, char *text, size_t size)
{
    char before[RDG_NUMBER_SIZE], after[RDG_NUMBER_SIZE];
    char place[PLACE_SIZE] = "";
    describe_span(before, sizeof before, gap->before);
    describe_span(after, sizeof after, gap->after);
    if (t->setup->first_active >= 0) {
        const rdg_parameter *parameter = &t->p->parameter[t->setup->first_active];
        if (is_point) {
            rdg_format(place, sizeof place, " at %s = %.9g", parameter->name, gap->between[1]);
        } else {
            rdg_format(place, sizeof place, " between %s = %.9g and %.9g", parameter->name, gap->between[0],
                       gap->between[1]);
        }
    }
    rdg_format(text, size, "the %s (%s) changes from %s to %s%s", gap->event->count->what,
               gap->event->count->name, before, after, place);
}

void rdg_count_say(rdg_tracer *t)
{
    char text[TEXT_SIZE];
    if (t->alarm.gap.event) {
        describe(t, &t->alarm.gap, false, text, sizeof text);
        rdg_warn(t->ctx, "changes that no special point explains",
                 "run %s: %s, and no special point that was found explains it: the curve jumps there, or "
                 "Newton's method fails; shorter steps (RDG_STEP) may show it",
                 t->setup->name, text);
    }
    if (t->alarm.pair.event) {
        describe(t, &t->alarm.pair, true, text, sizeof text);
        rdg_write(t->ctx, RDG_CHANNEL_NOTE, "note: run %s: %s: several eigenvalues cross at one point\n",
                  t->setup->name, text);
    }
    if (t->alarm.kink.event && t->alarm.kinks++ == 0) {
        t->alarm.first_kink = t->alarm.kink;
    }
}

void rdg_count_say_kinks(const rdg_tracer *t)
{
    char text[TEXT_SIZE];
    char others[RDG_NUMBER_SIZE] = "";
    if (t->alarm.kinks == 0) {
        return;
    }
    describe(t, &t->alarm.first_kink, true, text, sizeof text);
    if (t->alarm.kinks > 1) {
        rdg_format(others, sizeof others, ", and at %ld more", t->alarm.kinks - 1);
    }
    rdg_write(t->ctx, RDG_CHANNEL_NOTE,
              "note: run %s: %s by a jump, and at no special point: the functions have a kink there%s\n",
              t->setup->name, text, others);
}
