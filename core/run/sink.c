/* The output: numbers and labels charts and hands them to the observer, to where the run is kept (its folder,
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
#include <string.h>

/* of a line, as text */
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
    if (t->resume.past) {
        const char *begun = rdg_run_find_fact(t->resume.past, "first_started");
        begun = begun ? begun : rdg_run_find_fact(t->resume.past, "started");
        facts.fact[facts.count++] = (rdg_fact){.name = "first_started", .text = begun ? begun : ""};
    }
    const rdg_run_plan plan = {.name = name,
                               .layout = &k->layout.names,
                               .facts = facts.fact,
                               .n_facts = facts.count,
                               .describe = describe,
                               .described = t->p,
                               .in_memory = t->setup->in_memory,
                               .durable = t->setup->durable,
                               .goes_on = t->resume.past != NULL,
                               .n_points = rdg_run_count(t->resume.past),
                               .id = t->resume.past ? rdg_run_find_fact(t->resume.past, "id") : NULL,
                               .resumes = t->setup->resumes};
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
    const bool is_written = t->setup->is_kept && !t->resume.is_complete;
    if (lay_out(k, t) != RDG_OK || (is_written && open_store(k, t) != RDG_OK)) {
        rdg_sink_free(k);
        return NULL;
    }
    return k;
}

/* "y in [-2, 2], x"; of frequencies that people think of in Hz "omega in [1885, 2105] rad/s (300 to 335 Hz)"
 */
static void describe_released(const rdg_tracer *t, rdg_text *text)
{
    const double cycle = 2.0 * RDG_PI;
    for (rdg_index i = 0; i < t->sink->n_shown; i++) {
        const rdg_index j = t->sink->shown[i];
        const double low = t->setup->low[j], high = t->setup->high[j];
        rdg_text_item(text, t->p->parameter[j].name);
        if (!rdg_run_setup_has_window(t->setup, j)) {
            continue;
        }
        rdg_text_addf(text, " in [%g, %g]", low, high);
        if (strcmp(t->p->parameter[j].unit, "rad/s") == 0 && low >= cycle) {
            rdg_text_addf(text, " rad/s (%g to %g Hz)", low / cycle, high / cycle);
        }
    }
}

/* Rows of a complete run were shown when it was computed. */
static bool has_table(const rdg_tracer *t)
{
    return t->setup->table && !t->resume.is_complete;
}

rdg_status rdg_sink_begin(rdg_tracer *t)
{
    if (t->setup->table && t->resume.is_complete) {
        rdg_write(t->ctx, RDG_CHANNEL_NOTE,
                  "note: run %s is complete: its observer sees it again, nothing is written\n",
                  t->setup->name);
    }
    if (has_table(t)) {
        rdg_run_stores_show_all(t->ctx);
        char released[WORDS_SIZE] = "";
        rdg_text names = rdg_text_in(released, sizeof released);
        describe_released(t, &names);
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
    t->findings.kinks.maxima += strcmp(chart->type, "PK") == 0;
    t->findings.kinks.flat += chart->interval > 0.0 && !on_kink;
    t->findings.kinks.widest = fmax(t->findings.kinks.widest, on_kink ? chart->interval : 0.0);
    t->findings.kinks.flattest = fmax(t->findings.kinks.flattest, on_kink ? 0.0 : chart->interval);
}

void rdg_sink_count_fold(rdg_tracer *t, const char *type)
{
    const bool on_kink = strcmp(type, "FK") == 0;
    t->summary.folds += on_kink || strcmp(type, "FP") == 0;
    t->summary.kink_folds += on_kink;
    t->completion.cusps += strcmp(type, "CP") == 0;
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
    if (has_table(t) && chart->label > 0) {
        if (t->setup->observer) { /* what it states comes behind this line */
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
    return t->resume.is_complete ? "it was complete, and stays so"
           : t->sink->store      ? "its points so far are kept, and rdg_resume() goes on with it"
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
    chart->point = node == &t->start ? 0 : t->position.direction * ++t->position.points;
    chart->type = type ? type : "";
    const long every = t->setup->label_every;
    const bool labelled = type || (every > 0 && chart->point % every == 0);
    chart->label = labelled ? ++t->sink->labels : 0;
    chart->seconds = begin - t->begin;
    /* a start that was read back was completed, and this is stored */
    const bool is_read = t->resume.past && (t->setup->covers ? t->resume.is_replayed : node == &t->start);
    const bool is_complete = is_read && rdg_run_setup_remembers(t->setup, t->setup->completer_data);
    if (t->setup->completer && !is_complete) {
        t->setup->completer(t->p, chart, t->setup->completer_data);
        t->summary.timing.handler_s += rdg_seconds() - begin;
        t->summary.timing.output_s -= rdg_seconds() - begin;
        RDG_TRY(rdg_error_status(t->ctx));
    }
    rdg_reached_by(t, chart);
    count_enclosed(t, chart);
    if (t->p->chart_look && t->setup->table) {
        t->p->chart_look(t->p, chart, t->p->chart_look_data);
        RDG_TRY(rdg_error_status(t->ctx));
    }
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
              rdg_summary_reason(s), both ? " / " : "", both ? rdg_stop_text(s->backwards) : "", s->points,
              s->folds - s->kink_folds, on_kinks, s->branch_points, 1e3 * s->timing.total_s);
    if (s->warnings > 0) {
        rdg_write(t->ctx, RDG_CHANNEL_TABLE, "; %ld warning%s", s->warnings, s->warnings > 1 ? "s" : "");
    }
    if (t->setup->in_memory) {
        rdg_write(t->ctx, RDG_CHANNEL_TABLE, "; in memory");
    } else if (t->setup->is_kept) {
        rdg_write(t->ctx, RDG_CHANNEL_TABLE, "; %s/%s.db", rdg_run_folder(t->ctx), t->setup->name);
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

/* Stored first: what a line of the table states is kept, whatever comes. */
rdg_status rdg_sink_finish(rdg_tracer *t)
{
    if (t->sink->store) {
        rdg_progress_clear(rdg_context_journal(t->ctx));
        RDG_TRY(rdg_summary_store(t, t->sink->store));
    }
    if (has_table(t)) {
        print_closing_line(t);
    }
    return RDG_OK;
}
