/* What makes an orbit beside the values of its variables, as text that is kept with labelled solutions:
 *
 *     orbit 1
 *     order <TAB> periods of the forcing <TAB> 1: half of it is computed
 *     segment <TAB> mode <TAB> event that ends it, "": none <TAB> ratio <TAB> 1: comes at once
 *     ...
 *     trace <TAB> order <TAB> segments <TAB> numbers of an end of an event signature that the run has met
 * (traces.c) plane <TAB> number <TAB> ...     that fixes the phase: a point and the normal
 *
 * Names of modes and events have no control characters in them. */
#include "special_impl.h"

#include <ridgewalk/toolbox.h>

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char title[] = "orbit 1\n";

/* Modes are made as they are entered, and there may be more than could be searched. */
enum { MOST_MODES = 2000, LIST_SIZE = 600 };

/* --- writing */

/* Text into memory that may be too small for it; used: what it takes. */
typedef struct page {
    char *chars;
    size_t capacity, used;
} page;

RDG_PRINTF(2, 3) static void add(page *t, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const bool fits = t->used < t->capacity;
    const int length =
        vsnprintf(fits ? t->chars + t->used : NULL, fits ? t->capacity - t->used : 0, format, arguments);
    va_end(arguments);
    t->used += length > 0 ? (size_t)length : 0;
}

/* Of charts between them nothing is kept. */
static void write_traces(const rdg_shooting *s, page *t)
{
    for (rdg_index i = 0; i < s->n_traces; i++) {
        const rdg_orbit_trace *trace = &s->trace[i];
        if (!trace->is_end) {
            continue;
        }
        add(t, "trace\t%" PRId64 "\t%" PRId64 "\t%.17g", trace->order, trace->segments, trace->name);
        for (int k = 0; k < RDG_TRACE_SUMS; k++) {
            add(t, "\t%.17g\t%.17g", trace->sum[k], trace->size[k]);
        }
        for (rdg_index k = 0; k < s->at.np; k++) {
            add(t, "\t%.17g", s->trace_p[i * s->at.np + k]);
        }
        add(t, "\n");
    }
}

static void write_all(const rdg_shooting *s, page *t)
{
    add(t, "%sorder\t%" PRId64 "\t%d\n", title, s->order, s->symmetry ? 1 : 0);
    for (rdg_index j = 0; j < s->segments; j++) {
        const rdg_orbit_segment *segment = &s->segment[j];
        const char *event = segment->event < 0
                                ? ""
                                : rdg_hybrid_event_surface_at(s->hybrid, segment->event, NULL, NULL)->name;
        add(t, "segment\t%s\t%s\t%.17g\t%d\n", rdg_hybrid_phase_at(s->hybrid, segment->mode)->name, event,
            segment->ratio, segment->at_once ? 1 : 0);
    }
    if (!s->at.forced && s->segment[s->segments - 1].event < 0) {
        add(t, "plane");
        for (rdg_index i = 0; i < 2 * s->at.states; i++) {
            add(t, "\t%.17g", s->anchor[i]);
        }
        add(t, "\n");
    }
    write_traces(s, t);
}

const char *rdg_orbit_write(rdg_problem *p, const rdg_chart *chart, void *data)
{
    rdg_shooting *s = data;
    (void)p;
    (void)chart;
    void *locale = rdg_locale_begin();
    page t = {.chars = s->written, .capacity = (size_t)s->written_capacity};
    write_all(s, &t);
    if (t.used >= t.capacity) {
        const rdg_index capacity = 2 * (rdg_index)t.used + 1;
        if (rdg_context_reserve(s->ctx, &s->written, &s->written_capacity, capacity, 1) == RDG_OK) {
            t = (page){.chars = s->written, .capacity = (size_t)s->written_capacity};
            write_all(s, &t);
        }
    }
    rdg_locale_end(locale);
    return t.used < t.capacity ? s->written : NULL;
}

/* --- reading */

/* The part up to the next tab or end of the line, which is cut off there; NULL: there is none. */
static char *take_field(char **line)
{
    char *field = *line;
    if (!field) {
        return NULL;
    }
    char *end = strchr(field, '\t');
    if (end) {
        *end = '\0';
    }
    *line = end ? end + 1 : NULL;
    return field;
}

static bool take_number(char **line, double *value)
{
    const char *field = take_field(line);
    return field && rdg_number_read(field, value);
}

static rdg_index place_of_mode(rdg_hybrid *h, const char *name)
{
    for (rdg_index k = 0; k < rdg_hybrid_phases(h) && k < MOST_MODES; k++) {
        if (strcmp(rdg_hybrid_phase_at(h, k)->name, name) == 0) {
            return rdg_hybrid_enter(h, k) == RDG_OK ? k : -1;
        }
    }
    return -1;
}

/* A mode that has not come up may follow one that has: those are entered one after the other. */
static rdg_index find_mode(rdg_hybrid *h, const char *name)
{
    rdg_index found = place_of_mode(h, name);
    for (rdg_index k = 0; found < 0 && k < rdg_hybrid_phases(h) && k < MOST_MODES; k++) {
        const rdg_index before = rdg_hybrid_phases(h);
        if (rdg_hybrid_enter(h, k) != RDG_OK) {
            return -1;
        }
        found = rdg_hybrid_phases(h) > before ? place_of_mode(h, name) : -1;
    }
    return found;
}

static rdg_index find_event(const rdg_hybrid *h, rdg_index mode, const char *name)
{
    for (rdg_index k = 0; mode >= 0 && k < rdg_hybrid_event_surfaces(h); k++) {
        rdg_index from = -1;
        const rdg_hybrid_event_surface *c = rdg_hybrid_event_surface_at(h, k, &from, NULL);
        if (from == mode && strcmp(c->name, name) == 0) {
            return k;
        }
    }
    return -1;
}

/* What is there no longer, each name once. */
static void note_missing(char *list, const char *what, const char *name)
{
    char item[160];
    snprintf(item, sizeof item, "%s \"%.100s\"", what, name);
    const size_t used = strlen(list);
    if (!strstr(list, item)) {
        snprintf(list + used, LIST_SIZE - used, "%s%s", used > 0 ? ", " : "", item);
    }
}

static void list_names(const rdg_hybrid *h, char *list)
{
    for (rdg_index k = 0; k < rdg_hybrid_phases(h) + rdg_hybrid_event_surfaces(h); k++) {
        const rdg_index edge = k - rdg_hybrid_phases(h);
        const char *name = edge < 0 ? rdg_hybrid_phase_at(h, k)->name
                                    : rdg_hybrid_event_surface_at(h, edge, NULL, NULL)->name;
        const size_t used = strlen(list);
        const char *before = k == 0 ? "the phases " : edge == 0 ? " and the event surfaces " : ", ";
        snprintf(list + used, LIST_SIZE - used, "%s%.100s", before, name);
    }
}

static rdg_status damaged(rdg_shooting *s, const char *what)
{
    return rdg_fail(s->ctx, RDG_ERR_FORMAT, "rdg_run_kept",
                    "\"%s\": what is kept with the orbit is damaged: %s", rdg_hybrid_name(s->hybrid), what);
}

/* mode, event, ratio, at once */
static rdg_status read_segment(rdg_shooting *s, char *line, rdg_orbit_past *past, char *missing)
{
    const char *mode = take_field(&line);
    const char *event = take_field(&line);
    double ratio = 0.0;
    double at_once = 0.0;
    if (!mode || !event || !take_number(&line, &ratio) || !take_number(&line, &at_once) || !(ratio >= 0.0)) {
        return damaged(s, "a segment");
    }
    rdg_orbit_segment segment = {.mode = find_mode(s->hybrid, mode), .event = -1};
    RDG_TRY(rdg_error_status(s->ctx));
    segment.ratio = ratio;
    segment.at_once = at_once != 0.0;
    if (segment.mode < 0) {
        note_missing(missing, "phase", mode);
    } else {
        segment.n = rdg_hybrid_phase_at(s->hybrid, segment.mode)->n;
    }
    if (*event) {
        segment.event = find_event(s->hybrid, segment.mode, event);
        if (segment.event < 0) {
            note_missing(missing, "event surface", event);
        }
    }
    RDG_TRY(rdg_context_grow(s->ctx, (void *)&past->segment, past->segments, 1, sizeof *past->segment));
    past->segment[past->segments++] = segment;
    return RDG_OK;
}

static rdg_status read_order(rdg_shooting *s, char *line, rdg_orbit_past *past)
{
    double order = 0.0;
    double half = 0.0;
    if (!take_number(&line, &order) || !take_number(&line, &half) || !(order >= 1.0 && order < 1e9)) {
        return damaged(s, "its order");
    }
    past->order = (rdg_index)order;
    return (half != 0.0) == (s->symmetry != NULL)
               ? RDG_OK
               : rdg_fail(s->ctx, RDG_ERR_ARGUMENT, "rdg_continue",
                          "\"%s\": the solution is %s of a symmetric orbit, and this problem computes %s: "
                          "start from it with%s .symmetry, rdg_shooting_create()",
                          rdg_hybrid_name(s->hybrid), half != 0.0 ? "half" : "the whole",
                          half != 0.0 ? "whole ones" : "halves", half != 0.0 ? "" : "out");
}

static rdg_status read_plane(rdg_shooting *s, char *line, rdg_orbit_past *past)
{
    past->plane = rdg_context_calloc(s->ctx, 2 * (size_t)s->at.states, sizeof(double));
    if (!past->plane) {
        return RDG_ERR_NO_MEMORY;
    }
    for (rdg_index i = 0; i < 2 * s->at.states; i++) {
        if (!take_number(&line, &past->plane[i])) {
            return damaged(s, "its plane");
        }
    }
    return RDG_OK;
}

/* What the run had met that is taken up; for one that starts there it counts for nothing. */
static rdg_status read_trace(rdg_shooting *s, char *line)
{
    double number[3 + 2 * RDG_TRACE_SUMS];
    bool is_whole = true;
    for (size_t k = 0; k < sizeof number / sizeof *number; k++) {
        is_whole = is_whole && take_number(&line, &number[k]);
    }
    RDG_TRY(rdg_orbit_reserve_trace(s));
    double *p = s->trace_p + s->n_traces * s->at.np;
    for (rdg_index k = 0; k < s->at.np; k++) {
        is_whole = is_whole && take_number(&line, &p[k]);
    }
    if (!is_whole) {
        return damaged(s, "a trace");
    }
    rdg_orbit_trace trace = {
        .order = (rdg_index)number[0], .segments = (rdg_index)number[1], .is_end = true, .name = number[2]};
    for (int k = 0; k < RDG_TRACE_SUMS; k++) {
        trace.sum[k] = number[3 + 2 * k];
        trace.size[k] = number[4 + 2 * k];
    }
    s->trace[s->n_traces++] = trace;
    return RDG_OK;
}

static rdg_status read_lines(rdg_shooting *s, char *text, rdg_orbit_past *past, char *missing)
{
    rdg_status status = RDG_OK;
    for (char *end = NULL; status == RDG_OK && *text; text = end + 1) {
        end = strchr(text, '\n');
        if (!end) {
            return damaged(s, "its last line");
        }
        *end = '\0';
        char *line = text;
        const char *word = take_field(&line);
        status = strcmp(word, "segment") == 0 ? read_segment(s, line, past, missing)
                 : strcmp(word, "order") == 0 ? read_order(s, line, past)
                 : strcmp(word, "plane") == 0 ? read_plane(s, line, past)
                 : strcmp(word, "trace") == 0 ? read_trace(s, line)
                                              : damaged(s, word);
    }
    return status == RDG_OK && (past->segments == 0 || past->order == 0) ? damaged(s, "it ends too soon")
                                                                         : status;
}

/* Each segment goes on where the one before leads to. */
static bool is_chain(const rdg_shooting *s, const rdg_orbit_past *past)
{
    for (rdg_index j = 0; j < past->segments; j++) {
        rdg_index to = past->segment[j].mode;
        if (past->segment[j].event >= 0) {
            rdg_hybrid_event_surface_at(s->hybrid, past->segment[j].event, NULL, &to);
        }
        if (to != past->segment[(j + 1) % past->segments].mode) {
            return false;
        }
    }
    return true;
}

static rdg_status check(rdg_shooting *s, const rdg_orbit_past *past, const char *missing)
{
    const char *system = rdg_hybrid_name(s->hybrid);
    char list[LIST_SIZE] = "";
    if (*missing) {
        list_names(s->hybrid, list);
        return rdg_fail(
            s->ctx, RDG_ERR_NAME, "rdg_continue",
            "\"%s\": the orbit to start from has the %s, which the system does not have; it has %s", system,
            missing, list);
    }
    if (!is_chain(s, past)) {
        return rdg_fail(
            s->ctx, RDG_ERR_ARGUMENT, "rdg_continue",
            "\"%s\": the event surfaces of the orbit to start from lead to other phases than they did",
            system);
    }
    if (rdg_orbit_is_too_narrow(s)) {
        return rdg_fail(s->ctx, RDG_ERR_SIZE, "rdg_continue",
                        "\"%s\": the orbit to start from has phases of more states than those known when the "
                        "first orbit was sought",
                        system);
    }
    return RDG_OK;
}

rdg_status rdg_orbit_read(rdg_shooting *s, const char *kept, rdg_orbit_past *past)
{
    *past = (rdg_orbit_past){.segments = 0};
    if (!kept || strncmp(kept, title, sizeof title - 1) != 0) {
        return RDG_OK;
    }
    char missing[LIST_SIZE] = "";
    char *text = rdg_context_strdup(s->ctx, kept + sizeof title - 1);
    rdg_status status = text ? read_lines(s, text, past, missing) : RDG_ERR_NO_MEMORY;
    rdg_free(text);
    status = status == RDG_OK ? check(s, past, missing) : status;
    if (status != RDG_OK) {
        rdg_orbit_past_release(past);
    }
    return status;
}

void rdg_orbit_past_release(rdg_orbit_past *past)
{
    rdg_free(past->segment);
    rdg_free(past->plane);
    *past = (rdg_orbit_past){.segments = 0};
}
