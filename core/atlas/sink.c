/* The sink: numbers and labels charts and hands them to the observer, the run folder and the table. */
#include "run_store_impl.h"
#include "table_impl.h"
#include "toolbox.h"
#include "tracer_impl.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

struct rdg_sink {
    rdg_layout layout;
    const char **block, **parameter, **unit;
    rdg_index *block_start;
    rdg_index *shown; /* parameters with a column in the table: those that vary */
    rdg_index n_shown;
    rdg_table table;
    rdg_run_store *store; /* NULL: no run folder */
    rdg_index labels;
};

void rdg_sink_free(rdg_sink *k)
{
    if (k) {
        rdg_run_store_free(k->store);
        rdg_free(k->block);
        rdg_free(k->parameter);
        rdg_free(k->unit);
        rdg_free(k->block_start);
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
        if (j != t->setup->first_active && !t->setup->held[j]) {
            k->shown[k->n_shown++] = j;
        }
    }
}

static rdg_status lay_out(rdg_sink *k, const rdg_tracer *t)
{
    const rdg_problem *p = t->p;
    k->block = rdg_context_calloc(t->ctx, (size_t)p->n_blocks, sizeof *k->block);
    k->block_start = rdg_context_calloc(t->ctx, (size_t)p->n_blocks + 1, sizeof *k->block_start);
    k->parameter = rdg_context_calloc(t->ctx, (size_t)p->n_parameters, sizeof *k->parameter);
    k->unit = rdg_context_calloc(t->ctx, (size_t)p->n_parameters, sizeof *k->unit);
    k->shown = rdg_context_calloc(t->ctx, (size_t)p->n_parameters, sizeof *k->shown);
    RDG_TRY(rdg_error_status(t->ctx));
    for (rdg_index b = 0; b < p->n_blocks; b++) {
        k->block[b] = p->block[b].name;
        k->block_start[b + 1] = p->block[b].start + p->block[b].n;
    }
    for (rdg_index j = 0; j < p->n_parameters; j++) {
        k->parameter[j] = p->parameter[j].name;
        k->unit[j] = p->parameter[j].unit;
    }
    k->layout = (rdg_layout){.n_blocks = p->n_blocks,
                             .block = k->block,
                             .block_start = k->block_start,
                             .n_parameters = p->n_parameters,
                             .parameter = k->parameter,
                             .unit = k->unit};
    choose_columns(k, t);
    return RDG_OK;
}

static rdg_status open_store(rdg_sink *k, rdg_tracer *t)
{
    const rdg_run_setup *setup = t->setup;
    const char *first = setup->first_active >= 0 ? t->p->parameter[setup->first_active].name : "";
    const rdg_fact facts[] = {
        {.name = "version", .text = rdg_version()},
        {.name = "first_active", .text = first},
        {.name = "variables", .number = (double)t->s->n},
        {.name = "equations", .number = (double)t->s->m},
        {.name = "h0", .number = setup->h0},
        {.name = "h_min", .number = setup->h_min},
        {.name = "h_max", .number = setup->h_max},
        {.name = "angle_rad", .number = setup->angle},
        {.name = "max_points", .number = (double)setup->max_points},
        {.name = "residual_tol", .number = setup->newton.residual_tol},
        {.name = "step_tol", .number = setup->newton.step_tol},
    };
    const rdg_index count = (rdg_index)(sizeof facts / sizeof *facts);
    if (t->past_run) {
        RDG_TRY(rdg_resume_check(t, facts, count));
        return rdg_run_store_open_append(t->ctx, setup->name, &k->layout, facts, count, &k->store);
    }
    return rdg_run_store_create(t->ctx, setup->name, &k->layout, facts, count, &k->store);
}

rdg_sink *rdg_sink_create(rdg_tracer *t)
{
    rdg_sink *k = rdg_context_calloc(t->ctx, 1, sizeof *k);
    if (!k) {
        return NULL;
    }
    if (lay_out(k, t) != RDG_OK || (t->setup->folder && open_store(k, t) != RDG_OK)) {
        rdg_sink_free(k);
        return NULL;
    }
    return k;
}

/* "release y in [-2, 2]; release x" */
static void describe_released(const rdg_tracer *t, char *text, size_t size)
{
    text[0] = '\0';
    for (rdg_index i = 0; i < t->sink->n_shown; i++) {
        const rdg_index j = t->sink->shown[i];
        const size_t used = strlen(text);
        const bool window = t->setup->low[j] > -HUGE_VAL || t->setup->high[j] < HUGE_VAL;
        if (window) {
            snprintf(text + used, size - used, "%s%s in [%g, %g]", used > 0 ? ", " : "",
                     t->p->parameter[j].name, t->setup->low[j], t->setup->high[j]);
        } else {
            snprintf(text + used, size - used, "%s%s", used > 0 ? ", " : "", t->p->parameter[j].name);
        }
    }
}

rdg_status rdg_sink_begin(rdg_tracer *t)
{
    if (t->setup->table) {
        char released[512];
        describe_released(t, released, sizeof released);
        rdg_write(t->ctx, RDG_CHANNEL_TABLE, "run %s: %s\n", t->setup->name, released);
        rdg_table_begin(&t->sink->table, t->ctx, &t->sink->layout, t->sink->n_shown, t->sink->shown);
    }
    return RDG_OK;
}

rdg_status rdg_sink_emit(rdg_tracer *t, rdg_node *node, const char *type, bool *stop)
{
    rdg_chart *chart = &node->chart;
    const double begin = rdg_seconds();
    *stop = false;
    chart->point = node == &t->start ? 0 : t->direction * ++t->points;
    chart->type = type ? type : "";
    const long every = t->setup->label_every;
    const bool labelled = type || (every > 0 && chart->point % every == 0);
    chart->label = labelled ? ++t->sink->labels : 0;
    chart->seconds = begin - t->begin;
    if (t->past_run && rdg_resume_has(t, chart)) {
        return rdg_error_status(t->ctx);
    }
    t->summary.points++;
    t->summary.folds += strcmp(chart->type, "FP") == 0;
    t->summary.branch_points += strcmp(chart->type, "BP") == 0 && node != &t->start;
    if (t->sink->store) {
        RDG_TRY(rdg_run_store_append(t->sink->store, chart));
    }
    if (t->setup->table && labelled) {
        rdg_table_row(&t->sink->table, chart);
    }
    *stop = t->setup->observer && t->setup->observer(t->p, chart, t->setup->observer_data);
    t->summary.timing.output_s += rdg_seconds() - begin;
    return rdg_error_status(t->ctx);
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
    rdg_write(t->ctx, RDG_CHANNEL_TABLE, "%s%s%s after %ld points: %ld FP, %ld BP; %.1f ms",
              reason_to_stop(s), both ? " / " : "", both ? rdg_stop_text(s->backwards) : "", s->points,
              s->folds, s->branch_points, 1e3 * s->timing.total_s);
    if (t->sink->store) {
        rdg_write(t->ctx, RDG_CHANNEL_TABLE, "; %s/%s", rdg_run_folder(t->ctx), t->setup->name);
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

rdg_status rdg_sink_finish(rdg_tracer *t)
{
    const rdg_run_summary *s = &t->summary;
    if (t->setup->table) {
        print_closing_line(t);
    }
    if (!t->sink->store) {
        return RDG_OK;
    }
    const rdg_fact facts[] = {
        {.name = "stop", .text = reason_to_stop(s)},
        {.name = "stop_forwards", .text = rdg_stop_text(s->forwards)},
        {.name = "stop_backwards", .text = rdg_stop_text(s->backwards)},
        {.name = "points", .number = (double)s->points},
        {.name = "folds", .number = (double)s->folds},
        {.name = "branch_points", .number = (double)s->branch_points},
        {.name = "iterations", .number = (double)s->iterations},
        {.name = "seconds", .number = s->timing.total_s},
    };
    return rdg_run_store_finish(t->sink->store, facts, (rdg_index)(sizeof facts / sizeof *facts));
}
