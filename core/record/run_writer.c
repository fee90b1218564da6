/* Runs that are no continuation: rows are charts whose parameters are the columns. */
#include "run_writer.h"
#include "version.h"

#include "interrupt_impl.h"
#include "run_data_impl.h"
#include "run_store_impl.h"
#include "table_impl.h"
#include "timing.h"
#include "toolbox.h"

#include <inttypes.h>
#include <string.h>

struct rdg_run_writer {
    rdg_context *ctx;
    rdg_run_store *store;
    rdg_layout layout;
    const char **names;     /* blocks, columns, units */
    rdg_index *block_start; /* [blocks + 1] */
    rdg_index *shown;       /* [columns] */
    rdg_index n_shown, rows, labels;
    double *numbers; /* state, zeros for its tangent, columns */
    rdg_table table;
    char *name;
    bool in_memory, silent;
    bool is_watched; /* for Ctrl-C */
    rdg_describe describe;
    void *described;
    double begin;
    rdg_run *past;        /* that is gone on with; NULL: it is a new one */
    rdg_index last_there; /* point of its last row */
    const char *how, *headline;
};

static void free_writer(void *object)
{
    rdg_run_writer *w = object;
    if (w->is_watched) {
        rdg_interrupts_leave();
    }
    rdg_run_store_free(w->store);
    rdg_run_free(w->past);
    rdg_free((void *)w->names);
    rdg_free(w->block_start);
    rdg_free(w->shown);
    rdg_free(w->numbers);
    rdg_free(w->name);
    rdg_free(w);
}

static bool allocate(rdg_run_writer *w, const rdg_run_writer_options *o)
{
    rdg_index n = 0;
    for (rdg_index i = 0; i < o->blocks; i++) {
        n += o->block[i].n;
    }
    w->names = rdg_context_calloc(w->ctx, (size_t)(o->blocks + 2 * o->columns), sizeof *w->names);
    w->block_start = rdg_context_calloc(w->ctx, (size_t)o->blocks + 1, sizeof *w->block_start);
    w->shown = rdg_context_calloc(w->ctx, (size_t)o->columns, sizeof *w->shown);
    w->numbers = rdg_context_calloc(w->ctx, (size_t)(2 * n + o->columns), sizeof *w->numbers);
    w->name = rdg_context_strdup(w->ctx, o->name);
    return w->names && w->block_start && w->shown && w->numbers && w->name;
}

static void lay_out(rdg_run_writer *w, const rdg_run_writer_options *o)
{
    const char **column = w->names + o->blocks, **unit = column + o->columns;
    for (rdg_index i = 0; i < o->blocks; i++) {
        w->names[i] = o->block[i].name;
        w->block_start[i + 1] = w->block_start[i] + o->block[i].n;
    }
    for (rdg_index i = 0; i < o->columns; i++) {
        column[i] = o->column[i].name;
        unit[i] = o->column[i].unit ? o->column[i].unit : "";
        if (o->column[i].shown) {
            w->shown[w->n_shown++] = i;
        }
    }
    w->layout = (rdg_layout){.n_blocks = o->blocks,
                             .block = w->names,
                             .block_start = w->block_start,
                             .n_parameters = o->columns,
                             .parameter = column,
                             .unit = unit};
}

static void describe(const rdg_contents *out, const void *writer)
{
    const rdg_run_writer *w = writer;
    if (w->describe) {
        w->describe(out, NULL, w->described);
    }
}

/* The run that is to be gone on with: the same one, not complete. Its clock goes on, too. */
static rdg_status open_past(rdg_run_writer *w, const rdg_fact *facts, rdg_index n_facts)
{
    const bool begun = rdg_run_has_begun(w->ctx, w->name, w->in_memory);
    RDG_TRY(rdg_error_status(w->ctx));
    w->past = begun ? rdg_run_open_in(w->ctx, w->name, w->in_memory) : NULL;
    RDG_TRY(rdg_error_status(w->ctx));
    if (!w->past || rdg_run_count(w->past) == 0) {
        return RDG_OK;
    }
    RDG_TRY(rdg_run_require(w->past, &w->layout, facts, n_facts));
    const rdg_index last = rdg_run_count(w->past) - 1;
    w->last_there = rdg_run_point(w->past, last);
    w->begin -= rdg_run_column(w->past, "time")[last];
    return rdg_error_status(w->ctx);
}

static bool goes_on(const rdg_run_writer *w)
{
    return w->past && rdg_run_count(w->past) > 0;
}

/* A run that is complete is left as it is. */
static rdg_status open_store(rdg_run_writer *w, bool resumes)
{
    const rdg_fact facts[] = {{.name = "version", .text = rdg_version()},
                              {.name = "headline", .text = w->headline ? w->headline : ""},
                              {.name = "how", .text = w->how ? w->how : ""}};
    RDG_TRY(resumes ? open_past(w, facts, 3) : RDG_OK);
    const rdg_run_plan plan = {.name = w->name,
                               .layout = &w->layout,
                               .facts = facts,
                               .n_facts = 3,
                               .describe = describe,
                               .described = w,
                               .in_memory = w->in_memory,
                               .goes_on = goes_on(w),
                               .n_points = rdg_run_count(w->past),
                               .id = w->past ? rdg_run_find_fact(w->past, "id") : NULL,
                               .resumes = resumes};
    return rdg_run_finished(w->past) ? RDG_OK : rdg_run_store_open(w->ctx, &plan, &w->store);
}

rdg_run_writer *rdg_run_writer_open(rdg_context *ctx, const rdg_run_writer_options *options)
{
    if (!ctx || rdg_error_status(ctx) != RDG_OK) {
        return NULL;
    }
    RDG_NEED(ctx, options, NULL);
    const rdg_run_writer_options *o = options;
    if (!o->name || !*o->name || o->columns < 0 || o->blocks < 0 || (o->columns > 0 && !o->column) ||
        (o->blocks > 0 && !o->block)) {
        RDG_FAIL(ctx, RDG_ERR_ARGUMENT, "a run needs a name, and its columns and blocks");
        return NULL;
    }
    rdg_run_writer *w = rdg_context_calloc(ctx, 1, sizeof *w);
    if (!w) {
        return NULL;
    }
    *w = (rdg_run_writer){.ctx = ctx,
                          .in_memory = o->in_memory,
                          .silent = o->silent,
                          .describe = o->describe,
                          .described = o->described,
                          .how = o->how,
                          .headline = o->headline,
                          .begin = rdg_seconds()};
    const bool capacity = allocate(w, o);
    if (capacity) {
        lay_out(w, o);
    }
    if (!capacity || open_store(w, o->resumes) != RDG_OK) {
        free_writer(w);
        return NULL;
    }
    if (rdg_context_own(ctx, w, free_writer) != RDG_OK) {
        return NULL;
    }
    rdg_interrupts_watch();
    w->is_watched = true;
    if (!w->silent && w->store) {
        rdg_run_stores_show_all(ctx);
        rdg_write(ctx, RDG_CHANNEL_TABLE, "run %s%s%s\n", w->name, o->headline ? ": " : "",
                  o->headline ? o->headline : "");
        rdg_table_begin(&w->table, ctx, &w->layout, w->n_shown, w->shown, NULL, "");
    }
    return w;
}

/* The row from which a run can be gone on with: the last one with a label that is no failure; -1: none. */
static rdg_index last_labelled(rdg_run *past)
{
    rdg_index row = rdg_run_count(past) - 1;
    while (row >= 0 && (rdg_run_label(past, row) <= 0 || strcmp(rdg_run_type(past, row), "MX") == 0)) {
        row--;
    }
    return row;
}

static rdg_status read_row(rdg_run_writer *w, rdg_index label, double *state, double *memory,
                           rdg_index n_memory)
{
    rdg_checkpoint memo = {.ctx = w->ctx};
    for (rdg_index b = 0; b < w->layout.n_blocks; b++) {
        const rdg_index first = w->layout.block_start[b];
        RDG_TRY(rdg_run_solution(w->past, label, w->layout.block[b], w->layout.block_start[b + 1] - first,
                                 state + first, NULL));
    }
    rdg_status status = n_memory > 0 ? rdg_run_state(w->past, label, &memo) : RDG_OK;
    rdg_checkpoint_numbers(&memo, memory, status == RDG_OK ? n_memory : 0);
    if (status == RDG_OK && (memo.is_broken || memo.at != memo.n)) {
        status =
            rdg_fail(w->ctx, RDG_ERR_FORMAT, "rdg_resume",
                     "run \"%s\": label %" PRId64 " does not hold what the run needs to go on from there",
                     w->name, label);
    }
    rdg_memo_release(&memo);
    return status;
}

rdg_status rdg_run_writer_take_up(rdg_run_writer *writer, double *state, double *memory, rdg_index n_memory,
                                  rdg_taken_up *at)
{
    if (!writer || rdg_error_status(writer->ctx) != RDG_OK) {
        return RDG_ERR_EARLIER;
    }
    rdg_run_writer *w = writer;
    if (!at || n_memory < 0 || (n_memory > 0 && !memory) ||
        (w->layout.block_start[w->layout.n_blocks] > 0 && !state)) {
        return RDG_FAIL(w->ctx, RDG_ERR_ARGUMENT, "run \"%s\": there is no place for what is read", w->name);
    }
    const rdg_index row = goes_on(w) ? last_labelled(w->past) : -1;
    *at = (rdg_taken_up){.is_complete = rdg_run_finished(w->past), .is_there = row >= 0};
    if (at->is_complete) {
        rdg_write(w->ctx, RDG_CHANNEL_NOTE, "note: run %s is complete: nothing to resume\n", w->name);
    }
    if (at->is_complete || !at->is_there) {
        return RDG_OK;
    }
    at->point = rdg_run_point(w->past, row);
    w->labels = rdg_run_label(w->past, row);
    w->rows = row + 1;
    RDG_TRY(read_row(w, w->labels, state, memory, n_memory));
    rdg_write(w->ctx, RDG_CHANNEL_NOTE, "note: run %s: taken up at point %" PRId64 " (label %" PRId64 ")\n",
              w->name, at->point, w->labels);
    return rdg_error_status(w->ctx);
}

rdg_status rdg_run_writer_add(rdg_run_writer *writer, const rdg_written_row *row)
{
    if (!writer || rdg_error_status(writer->ctx) != RDG_OK) {
        return RDG_ERR_EARLIER;
    }
    RDG_NEED(writer->ctx, row, RDG_ERR_ARGUMENT);
    rdg_run_writer *w = writer;
    const rdg_index n = w->layout.block_start[w->layout.n_blocks], columns = w->layout.n_parameters;
    if ((columns > 0 && !row->column) || (n > 0 && !row->state)) {
        return RDG_FAIL(w->ctx, RDG_ERR_ARGUMENT, "run \"%s\": a row needs its columns and its state",
                        w->name);
    }
    for (rdg_index i = 0; i < n; i++) {
        w->numbers[i] = row->state[i];
    }
    for (rdg_index i = 0; i < columns; i++) {
        w->numbers[2 * n + i] = row->column[i];
    }
    const rdg_chart chart = {.u = w->numbers,
                             .tangent = w->numbers + n,
                             .mu = w->numbers + 2 * n,
                             .point = row->point,
                             .label = row->labelled ? ++w->labels : 0,
                             .type = row->type ? row->type : "",
                             .step = row->step,
                             .next_step = row->step,
                             .residual = row->residual,
                             .norm = row->norm,
                             .seconds = rdg_seconds() - w->begin,
                             .iterations = row->iterations};
    w->rows++;
    if (goes_on(w) && row->point <= w->last_there) { /* it is there */
        return rdg_interrupt_check(w->ctx, w->name, "its rows so far are kept");
    }
    if (!w->store) {
        return RDG_FAIL(w->ctx, RDG_ERR_ARGUMENT, "run \"%s\" is complete", w->name);
    }
    rdg_run_store_keep(w->store, &(rdg_solution_more){.state = row->memory, .n_state = row->n_memory});
    RDG_TRY(rdg_run_store_append(w->store, &chart));
    RDG_TRY(rdg_interrupt_check(w->ctx, w->name, "its rows so far are kept"));
    if (!w->silent && row->shown) {
        rdg_run_store_shows(w->store);
        rdg_table_row(&w->table, &chart, "");
    }
    return RDG_OK;
}

rdg_status rdg_run_writer_close(rdg_run_writer *writer, const char *stop, const char *told)
{
    if (!writer) {
        return RDG_ERR_EARLIER;
    }
    rdg_run_writer *w = writer;
    const rdg_fact facts[] = {{.name = "stop", .text = stop ? stop : ""},
                              {.name = "points", .number = (double)w->rows},
                              {.name = "seconds", .number = rdg_seconds() - w->begin}};
    const bool has_failed = rdg_error_status(w->ctx) != RDG_OK; /* it can be gone on with */
    const rdg_status status = w->store && !has_failed ? rdg_run_store_finish(w->store, facts, 3) : RDG_OK;
    if (!w->silent && w->store) {
        rdg_write(w->ctx, RDG_CHANNEL_TABLE, "%s after %" PRId64 " rows%s%s; %.1f ms; ",
                  stop ? stop : "ended", w->rows, told ? ": " : "", told ? told : "",
                  1e3 * (rdg_seconds() - w->begin));
        if (w->in_memory) {
            rdg_write(w->ctx, RDG_CHANNEL_TABLE, "in memory\n\n");
        } else {
            rdg_write(w->ctx, RDG_CHANNEL_TABLE, "%s/%s.db\n\n", rdg_run_folder(w->ctx), w->name);
        }
    }
    rdg_context_disown(w->ctx, w);
    free_writer(w);
    return status;
}
