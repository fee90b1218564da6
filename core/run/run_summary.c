/* The summary of a run: completed at its end, stored with the run as facts, and read back from there. */
#include "run_data_impl.h"
#include "sink_impl.h"
#include "text_impl.h"
#include "toolbox.h"

#include <math.h>
#include <string.h>

/* Numbers of rdg_run_summary that are stored under their own names; those of a covering. */
#define NUMBERS(X)                                                                                           \
    X(points)                                                                                                \
    X(folds)                                                                                                 \
    X(kink_folds)                                                                                            \
    X(branch_points) X(sign_changes) X(iterations) X(corrections) X(rejected) X(covered) X(warnings)
#define NUMBERS_OF_COVERING(X) X(content) X(euler) X(boundaries) X(triangles) X(gaps)

const char *rdg_summary_reason(const rdg_run_summary *s)
{
    const bool forwards = s->forwards != RDG_STOP_NONE && s->forwards != RDG_STOP_OUTWARD;
    return rdg_stop_text(forwards || s->backwards == RDG_STOP_NONE ? s->forwards : s->backwards);
}

void rdg_summary_complete(rdg_tracer *t)
{
    rdg_run_summary *s = &t->summary;
    const rdg_timing of_run = s->timing;
    s->sign_changes = t->findings.jumps.count;
    s->sign_change = t->findings.jumps.count > 0 ? t->findings.jumps.between[0] : NAN;
    if (t->s) {
        s->timing = rdg_system_timing(t->s);
    }
    s->timing.output_s = of_run.output_s;
    s->timing.handler_s = of_run.handler_s;
    s->timing.total_s = rdg_seconds() - t->begin;
}

/* How far into their domains the charts have come. The first pass measures, the second one writes. */
static char *describe_reached(const rdg_tracer *t)
{
    rdg_text text = rdg_text_in(NULL, 0);
    rdg_reached_describe(t, &text);
    const size_t size = text.length + 1;
    char *chars = rdg_context_calloc(t->ctx, size, 1);
    if (chars) {
        text = rdg_text_in(chars, size);
        rdg_reached_describe(t, &text);
    }
    return chars;
}

rdg_status rdg_summary_store(const rdg_tracer *t, rdg_run_store *store)
{
    const rdg_run_summary *s = &t->summary;
    char *reached = describe_reached(t);
    char left[2][RDG_BOUND_TEXT];
    rdg_describe_bound(t, t->completion.left[0], left[0]);
    rdg_describe_bound(t, t->completion.left[1], left[1]);
    RDG_TRY(rdg_error_status(t->ctx));
#define FACT(field) {.name = #field, .number = (double)s->field},
    const rdg_fact facts[] = {
        {.name = "stop", .text = rdg_summary_reason(s)},
        {.name = "stop_forwards", .text = rdg_stop_text(s->forwards)},
        {.name = "stop_backwards", .text = rdg_stop_text(s->backwards)},
        {.name = "left_forwards", .text = left[0]}, /* the bound of a domain, "omega = 2 rad/s" */
        {.name = "left_backwards", .text = left[1]},
        {.name = "kink_interval", .number = t->findings.kinks.widest},
        {.name = "seconds", .number = s->timing.total_s},
        {.name = "not_reached", .text = t->setup->may_end_early ? "" : t->completion.shortfall},
        {.name = "reached", .text = reached},
        NUMBERS(FACT) NUMBERS_OF_COVERING(FACT)};
#undef FACT
#define PLACE(field) OF_##field,
    enum { NUMBERS_OF_COVERING(PLACE) N_OF_COVERING };
#undef PLACE
    const rdg_index n_facts = (rdg_index)(sizeof facts / sizeof *facts);
    const rdg_status status =
        rdg_run_store_finish(store, facts, t->setup->covers ? n_facts : n_facts - N_OF_COVERING);
    rdg_free(reached);
    return status;
}

static rdg_stop stop_from_text(const char *text)
{
    for (int stop = RDG_STOP_NONE; text && stop <= RDG_STOP_GAPS; stop++) {
        if (strcmp(text, rdg_stop_text((rdg_stop)stop)) == 0) {
            return (rdg_stop)stop;
        }
    }
    return RDG_STOP_NONE;
}

/* 0 where the run does not have the fact. */
static double read_number(const rdg_run *past, const char *fact)
{
    double number = 0.0;
    const char *text = rdg_run_find_fact(past, fact);
    return text && rdg_number_read(text, &number) ? number : 0.0;
}

rdg_run_summary rdg_summary_of(const rdg_run *past)
{
    rdg_run_summary s = {.forwards = stop_from_text(rdg_run_find_fact(past, "stop_forwards")),
                         .backwards = stop_from_text(rdg_run_find_fact(past, "stop_backwards")),
                         .sign_change = NAN,
                         .reached = {NAN, NAN},
                         .timing.total_s = read_number(past, "seconds")};
#define READ(field) s.field = read_number(past, #field);
    NUMBERS(READ)
    NUMBERS_OF_COVERING(READ)
#undef READ
    return s;
}
