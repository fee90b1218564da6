/* The sink: numbers and labels charts and hands them to the observer, to where the run is kept (its folder,
 * or memory) and to the table. */
#include "circle.h"
#include "dense_output_impl.h"
#include "interrupt_impl.h"
#include "journal_impl.h"
#include "problem_impl.h"
#include "progress_impl.h"
#include "resume_impl.h"
#include "run_data_impl.h"
#include "run_facts_impl.h"
#include "sink_impl.h"
#include "table_impl.h"
#include "text_impl.h"
#include "toolbox.h"
#include "tracer_impl.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* of a line, in words */
enum { WORDS_SIZE = 512 };

struct rdg_sink {
    rdg_run_layout layout;
    rdg_index *shown; /* parameters with a column in the table: those that vary */
    rdg_index n_shown;
    rdg_table table;
    rdg_run_store *store; /* NULL: the run is not kept */
    rdg_index labels;
    rdg_progress progress;
};

void rdg_sink_free(rdg_sink *k)
{
    if (k) {
        rdg_run_store_free(k->store);
        rdg_run_layout_release(&k->layout);
        rdg_free(k->shown);
        rdg_free(k);
    }
}

/* Columns of the table: the parameters that vary, the one first released first. */
static void choose_columns(rdg_sink *k, const rdg_tracer *t)
{
    if (t->setup->first_active >= 0) {
        k->shown[k->n_shown++] = t->setup->first_active;
    }
    for (rdg_index j = 0; j < t->p->n_parameters; j++) {
        if (j != t->setup->first_active && !t->setup->held[j] && !t->p->parameter[j].hidden) {
            k->shown[k->n_shown++] = j;
        }
    }
}

static rdg_status lay_out(rdg_sink *k, const rdg_tracer *t)
{
    RDG_TRY(rdg_run_layout_make(&k->layout, t->p, t->setup));
    k->shown = rdg_context_calloc(t->ctx, (size_t)t->p->n_parameters, sizeof *k->shown);
    RDG_TRY(rdg_error_status(t->ctx));
    choose_columns(k, t);
    return RDG_OK;
}

static void describe(const rdg_contents *out, const void *problem)
{
    rdg_problem_describe(out, problem);
}

/* A run that is gone on with keeps the time when it was begun. */
static rdg_status open_store(rdg_sink *k, rdg_tracer *t)
{
    rdg_run_facts facts;
    RDG_TRY(rdg_run_facts_make(&facts, t->p, t->setup));
    const char *name = t->setup->name;
    if (t->past_run) {
        const char *begun = rdg_run_find_fact(t->past_run, "first_started");
        begun = begun ? begun : rdg_run_find_fact(t->past_run, "started");
        facts.fact[facts.count++] = (rdg_fact){.name = "first_started", .text = begun ? begun : ""};
    }
    const rdg_run_plan plan = {.name = name,
                               .layout = &k->layout.names,
                               .facts = facts.fact,
                               .n_facts = facts.count,
                               .describe = describe,
                               .described = t->p,
                               .in_memory = t->setup->memory,
                               .durable = t->setup->durable,
                               .goes_on = t->past_run != NULL,
                               .n_points = rdg_run_count(t->past_run)};
    const rdg_status status = rdg_run_store_open(t->ctx, &plan, &k->store);
    rdg_run_facts_release(&facts);
    return status;
}

rdg_sink *rdg_sink_create(rdg_tracer *t)
{
    rdg_sink *k = rdg_context_calloc(t->ctx, 1, sizeof *k);
    if (!k) {
        return NULL;
    }
    if (lay_out(k, t) != RDG_OK || ((t->setup->folder || t->setup->memory) && open_store(k, t) != RDG_OK)) {
        rdg_sink_free(k);
        return NULL;
    }
    return k;
}

/* " rad/s (300 to 335 Hz)", of frequencies that people think of so */
static void add_hertz(char *text, size_t size, const char *unit, double low, double high)
{
    const double cycle = 2.0 * RDG_PI;
    const size_t used = strlen(text);
    if (strcmp(unit, "rad/s") == 0 && low >= cycle) {
        rdg_format(text + used, size - used, " rad/s (%g to %g Hz)", low / cycle, high / cycle);
    }
}

/* "y in [-2, 2], x" */
static void describe_released(const rdg_tracer *t, char *text, size_t size)
{
    text[0] = '\0';
    for (rdg_index i = 0; i < t->sink->n_shown; i++) {
        const rdg_index j = t->sink->shown[i];
        const size_t used = strlen(text);
        const bool window =
            t->setup->windowed[j] && (t->setup->low[j] > -HUGE_VAL || t->setup->high[j] < HUGE_VAL);
        if (window) {
            rdg_format(text + used, size - used, "%s%s in [%g, %g]", used > 0 ? ", " : "",
                       t->p->parameter[j].name, t->setup->low[j], t->setup->high[j]);
            add_hertz(text, size, t->p->parameter[j].unit, t->setup->low[j], t->setup->high[j]);
        } else {
            snprintf(text + used, size - used, "%s%s", used > 0 ? ", " : "", t->p->parameter[j].name);
        }
    }
}

rdg_status rdg_sink_begin(rdg_tracer *t)
{
    if (t->setup->table) {
        rdg_run_stores_show_all(t->ctx);
        char released[512];
        describe_released(t, released, sizeof released);
        rdg_write(t->ctx, RDG_CHANNEL_TABLE, "run %s: %s\n", t->setup->name, released);
        char headers[WORDS_SIZE] = "";
        rdg_text line = rdg_text_in(headers, sizeof headers);
        rdg_problem_column_headers(t->p, &line);
        rdg_table_begin(&t->sink->table, t->ctx, &t->sink->layout.names, t->sink->n_shown, t->sink->shown,
                        t->start.chart.mu, headers);
    }
    return RDG_OK;
}

/* Of points that are enclosed alone. */
static void count_enclosed(rdg_tracer *t, const rdg_chart *chart)
{
    const bool on_kink = strcmp(chart->type, "FK") == 0 || strcmp(chart->type, "PK") == 0;
    t->kinks.maxima += strcmp(chart->type, "PK") == 0;
    t->kinks.flat += chart->interval > 0.0 && !on_kink;
    t->kinks.widest = fmax(t->kinks.widest, on_kink ? chart->interval : 0.0);
    t->kinks.flattest = fmax(t->kinks.flattest, on_kink ? 0.0 : chart->interval);
}

void rdg_sink_count_fold(rdg_tracer *t, const char *type)
{
    const bool on_kink = strcmp(type, "FK") == 0;
    t->summary.folds += on_kink || strcmp(type, "FP") == 0;
    t->summary.kink_folds += on_kink;
    t->cusps += strcmp(type, "CP") == 0;
}

static void write_row(const rdg_tracer *t, const rdg_chart *chart)
{
    char words[WORDS_SIZE] = "";
    rdg_text line = rdg_text_in(words, sizeof words);
    rdg_problem_column_words(t->p, chart, &line);
    rdg_table_row(&t->sink->table, chart, words);
}

/* Count a chart and write it to folder and table. */
static rdg_status write_chart(rdg_tracer *t, rdg_node *node, const rdg_dense_gap *gap)
{
    const rdg_chart *chart = &node->chart;
    rdg_run_store *store = t->sink->store;
    t->summary.points++;
    rdg_sink_count_fold(t, chart->type);
    t->summary.branch_points += strcmp(chart->type, "BP") == 0 && node != &t->start;
    if (chart->label > 0 && t->p->label_look) {
        t->p->label_look(t->p, chart, t->p->label_look_data);
        RDG_TRY(rdg_error_status(t->ctx));
    }
    if (store) {
        rdg_solution_more more = {.n_state = 0, .without_label = t->setup->covers, .gap = gap};
        if (chart->label > 0 || more.without_label) {
            RDG_TRY(rdg_resume_keep(t, node, &more.state, &more.n_state));
            more.kept = t->p->keeping ? t->p->keeping(t->p, chart, t->p->keeping_data) : NULL;
            RDG_TRY(rdg_error_status(t->ctx));
        }
        rdg_run_store_keep(store, &more);
        RDG_TRY(rdg_run_store_append(store, chart));
    }
    if (t->setup->table && chart->label > 0) {
        if (t->setup->observer) { /* what it says comes behind this line */
            RDG_TRY(rdg_run_store_commit(store));
        }
        rdg_run_store_shows(store);
        write_row(t, chart);
    }
    return RDG_OK;
}

/* What becomes of a run that is interrupted. */
static const char *what_is_kept(const rdg_tracer *t)
{
    return t->sink->store ? "its points so far are kept, and rdg_resume() goes on with it"
                          : "nothing of it is kept";
}

rdg_status rdg_sink_emit(rdg_tracer *t, rdg_node *node, const char *type, bool *stop)
{
    rdg_chart *chart = &node->chart;
    const double begin = rdg_seconds();
    bool admitted = false;
    *stop = false;
    RDG_TRY(rdg_gate_admit(t, node, type, &admitted));
    if (!admitted) {
        return RDG_OK;
    }
    chart->point = node == &t->start ? 0 : t->direction * ++t->points;
    chart->type = type ? type : "";
    const long every = t->setup->label_every;
    const bool labelled = type || (every > 0 && chart->point % every == 0);
    chart->label = labelled ? ++t->sink->labels : 0;
    chart->seconds = begin - t->begin;
    /* a start that was read back was completed, and this is remembered */
    const bool is_read = t->past_run && (t->setup->covers ? t->is_replayed : node == &t->start);
    const bool is_complete = is_read && rdg_run_setup_remembers(t->setup, t->setup->completer_data);
    if (t->setup->completer && !is_complete) {
        t->setup->completer(t->p, chart, t->setup->completer_data);
        t->summary.timing.handler_s += rdg_seconds() - begin;
        t->summary.timing.output_s -= rdg_seconds() - begin;
        RDG_TRY(rdg_error_status(t->ctx));
    }
    rdg_reached_by(t, chart);
    count_enclosed(t, chart);
    const rdg_dense_gap *gap = rdg_dense_take(t, chart);
    if (!rdg_resume_has(t, chart)) {
        RDG_TRY(write_chart(t, node, gap));
    }
    RDG_TRY(rdg_error_status(t->ctx));
    rdg_run_progress(t, &t->sink->progress, chart);
    *stop = t->setup->observer && t->setup->observer(t->p, chart, t->setup->observer_data);
    t->summary.timing.output_s += rdg_seconds() - begin;
    RDG_TRY(rdg_error_status(t->ctx));
    return rdg_interrupt_check(t->ctx, t->setup->name, what_is_kept(t));
}

/* Why the run ended: of two directions, the one that led somewhere. */
static const char *reason_to_stop(const rdg_run_summary *s)
{
    const bool forwards = s->forwards != RDG_STOP_NONE && s->forwards != RDG_STOP_OUTWARD;
    return rdg_stop_text(forwards || s->backwards == RDG_STOP_NONE ? s->forwards : s->backwards);
}

static void print_closing_line(const rdg_tracer *t)
{
    const rdg_run_summary *s = &t->summary;
    const bool both = s->forwards != RDG_STOP_NONE && s->forwards != RDG_STOP_OUTWARD &&
                      s->backwards != RDG_STOP_NONE && s->backwards != RDG_STOP_OUTWARD;
    char on_kinks[32] = "";
    if (s->kink_folds > 0) {
        rdg_format(on_kinks, sizeof on_kinks, ", %ld FK", s->kink_folds);
    }
    rdg_write(t->ctx, RDG_CHANNEL_TABLE, "%s%s%s after %ld points: %ld FP%s, %ld BP; %.1f ms",
              reason_to_stop(s), both ? " / " : "", both ? rdg_stop_text(s->backwards) : "", s->points,
              s->folds - s->kink_folds, on_kinks, s->branch_points, 1e3 * s->timing.total_s);
    if (s->warnings > 0) {
        rdg_write(t->ctx, RDG_CHANNEL_TABLE, "; %ld warning%s", s->warnings, s->warnings > 1 ? "s" : "");
    }
    if (t->setup->folder) {
        rdg_write(t->ctx, RDG_CHANNEL_TABLE, "; %s/%s.db", rdg_run_folder(t->ctx), t->setup->name);
    } else if (t->setup->memory) {
        rdg_write(t->ctx, RDG_CHANNEL_TABLE, "; in memory");
    }
    rdg_write(t->ctx, RDG_CHANNEL_TABLE, "\n\n");
}

void rdg_sink_count_labels(rdg_sink *k, rdg_index labels)
{
    k->labels = labels;
}

rdg_status rdg_sink_store_mesh(rdg_sink *k, const rdg_mesh *mesh)
{
    return k->store ? rdg_run_store_mesh(k->store, mesh) : RDG_OK;
}

/* How far into their windows the charts have come. The first pass measures, the second one writes. */
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

static rdg_status store_end(rdg_tracer *t)
{
    rdg_progress_clear(rdg_context_journal(t->ctx));
    const rdg_run_summary *s = &t->summary;
    char *reached = describe_reached(t);
    char left[2][RDG_BOUND_TEXT];
    rdg_describe_bound(t, t->left[0], left[0]);
    rdg_describe_bound(t, t->left[1], left[1]);
    RDG_TRY(rdg_error_status(t->ctx));
    const rdg_fact facts[] = {
        {.name = "stop", .text = reason_to_stop(s)},
        {.name = "stop_forwards", .text = rdg_stop_text(s->forwards)},
        {.name = "stop_backwards", .text = rdg_stop_text(s->backwards)},
        {.name = "left_forwards", .text = left[0]}, /* the bound of a window, "omega = 2 rad/s" */
        {.name = "left_backwards", .text = left[1]},
        {.name = "points", .number = (double)s->points},
        {.name = "folds", .number = (double)s->folds},
        {.name = "kink_folds", .number = (double)s->kink_folds},
        {.name = "kink_interval", .number = t->kinks.widest},
        {.name = "branch_points", .number = (double)s->branch_points},
        {.name = "sign_changes", .number = (double)t->jumps.count},
        {.name = "iterations", .number = (double)s->iterations},
        {.name = "corrections", .number = (double)s->corrections},
        {.name = "rejected", .number = (double)s->rejected},
        {.name = "seconds", .number = s->timing.total_s},
        {.name = "covered", .number = s->covered},
        {.name = "not_reached", .text = t->setup->may_end_early ? "" : t->shortfall},
        {.name = "reached", .text = reached},
        {.name = "warnings", .number = (double)s->warnings},
        {.name = "content", .number = s->content}, /* from here on of a covering */
        {.name = "euler", .number = (double)s->euler},
        {.name = "boundaries", .number = (double)s->boundaries},
        {.name = "triangles", .number = (double)s->triangles},
        {.name = "gaps", .number = (double)s->gaps},
    };
    const rdg_index n_of_covering = 5;
    const rdg_index n_facts = (rdg_index)(sizeof facts / sizeof *facts);
    const rdg_status status =
        rdg_run_store_finish(t->sink->store, facts, t->setup->covers ? n_facts : n_facts - n_of_covering);
    rdg_free(reached);
    return status;
}

/* Stored first: what a line of the table says is kept, whatever comes. */
rdg_status rdg_sink_finish(rdg_tracer *t)
{
    RDG_TRY(t->sink->store ? store_end(t) : RDG_OK);
    if (t->setup->table) {
        print_closing_line(t);
    }
    return RDG_OK;
}
