/* Going on with a run that was cut off.
 *
 * The start and each direction's last labelled regular chart lie in the folder to the last bit, with all that
 * decides about what follows: rdg_resume_keep(). From there the run is done again; charts that the table has
 * already are compared with it, but not written once more. A run that lets a function name points to go on
 * from is taken up before its first call, because such a function may have changed the problem. */
#include "run_data_impl.h"
#include "sink_impl.h"
#include "start_impl.h"
#include "toolbox.h"
#include "tracer_impl.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* Numbers of the state; tests and slopes, and the targets of held parameters, follow. */
enum {
    STEPS,
    HANDLER_CALLS,
    ITERATIONS,
    CORRECTIONS,
    REJECTED,
    SIGN,
    LOG_MAGNITUDE,
    STEP_BEFORE,
    SIGN_BEFORE,
    LOG_MAGNITUDE_BEFORE,
    LOG_DETERMINANT,
    LOG_DETERMINANT_BEFORE,
    N_SOUNDINGS,
    SOUNDINGS, /* three numbers each */
    ASIDE_BEFORE = SOUNDINGS + 3 * RDG_OLD_SOUNDINGS,
    N_SCALARS
};

/* Rows of held parameters follow those of zero functions. */
static rdg_index count_targets(const rdg_tracer *t, rdg_index *first)
{
    rdg_assembly_rows(t->s->assembly, first);
    return t->s->m - *first;
}

static rdg_index state_size(const rdg_tracer *t)
{
    rdg_index first = 0;
    return N_SCALARS + 4 * t->setup->n_events + count_targets(t, &first);
}

/* The parts of the state that are arrays, to be copied one way or the other. */
typedef struct part {
    double *values;
    rdg_index n;
} part;

enum { N_PARTS = 5 };

static void list_parts(rdg_tracer *t, rdg_node *node, double *test_before, part parts[N_PARTS])
{
    rdg_index first = 0;
    const rdg_index n_targets = count_targets(t, &first);
    parts[0] = (part){node->test, t->setup->n_events};
    parts[1] = (part){node->slope, t->setup->n_events};
    parts[2] = (part){test_before, t->setup->n_events};
    parts[3] = (part){t->before.steepest, t->setup->n_events};
    parts[4] = (part){t->s->target + first, n_targets};
}

/* As they will be once the step is done. */
static void pack_soundings(const rdg_tracer *t, double *state, double step)
{
    rdg_soundings all = t->soundings;
    if (step > 0.0) {
        rdg_soundings_move(&all, step);
    } else {
        all.n = 0;
    }
    state[N_SOUNDINGS] = all.n;
    for (int i = 0; i < RDG_OLD_SOUNDINGS; i++) {
        const rdg_sounding p = i < all.n ? all.point[i] : (rdg_sounding){.at = 0.0};
        double *to = state + SOUNDINGS + 3 * i;
        to[0] = p.at;
        to[1] = p.sign;
        to[2] = p.log;
    }
}

static void unpack_soundings(rdg_tracer *t, const double *state)
{
    const double *from = state + SOUNDINGS;
    t->soundings.n = state[N_SOUNDINGS] <= RDG_OLD_SOUNDINGS ? (int)state[N_SOUNDINGS] : 0;
    for (int i = 0; i < t->soundings.n; i++, from += 3) {
        t->soundings.point[i] = (rdg_sounding){.at = from[0], .sign = from[1], .log = from[2]};
    }
}

/* The state that goes with a start, or with t->next behind t->current. */
static void pack(rdg_tracer *t, rdg_node *node)
{
    const bool is_start = node == &t->start;
    const rdg_node *before = is_start ? node : &t->current;
    double *state = t->state;
    state[STEPS] = is_start ? 0.0 : (double)t->steps;
    state[HANDLER_CALLS] = (double)t->handler_calls;
    state[ITERATIONS] = (double)t->summary.iterations;
    state[CORRECTIONS] = (double)t->summary.corrections;
    state[REJECTED] = (double)t->summary.rejected;
    state[SIGN] = node->determinant.sign;
    state[LOG_MAGNITUDE] = node->determinant.log_magnitude;
    state[STEP_BEFORE] = is_start ? 0.0 : node->chart.step;
    state[SIGN_BEFORE] = before->determinant.sign;
    state[LOG_MAGNITUDE_BEFORE] = before->determinant.log_magnitude;
    state[LOG_DETERMINANT] = node->log_determinant;
    state[LOG_DETERMINANT_BEFORE] = before->log_determinant;
    pack_soundings(t, state, state[STEP_BEFORE]);
    state[ASIDE_BEFORE] = t->before.aside;
    part parts[N_PARTS];
    list_parts(t, node, before->test, parts);
    state += N_SCALARS;
    for (int i = 0; i < N_PARTS; i++) {
        memcpy(state, parts[i].values, (size_t)parts[i].n * sizeof *state);
        state += parts[i].n;
    }
}

static void unpack(rdg_tracer *t, rdg_node *node)
{
    const double *state = t->state;
    t->steps = (long)state[STEPS];
    t->handler_calls = (long)state[HANDLER_CALLS];
    t->summary.iterations = (long)state[ITERATIONS];
    t->summary.corrections = (long)state[CORRECTIONS];
    t->summary.rejected = (long)state[REJECTED];
    node->determinant = (rdg_determinant){state[SIGN], state[LOG_MAGNITUDE]};
    t->before.step = state[STEP_BEFORE];
    t->before.determinant = (rdg_determinant){state[SIGN_BEFORE], state[LOG_MAGNITUDE_BEFORE]};
    node->log_determinant = state[LOG_DETERMINANT];
    t->before.log_determinant = state[LOG_DETERMINANT_BEFORE];
    unpack_soundings(t, state);
    t->before.aside = state[ASIDE_BEFORE];
    part parts[N_PARTS];
    list_parts(t, node, t->before.test, parts);
    state += N_SCALARS;
    for (int i = 0; i < N_PARTS; i++) {
        memcpy(parts[i].values, state, (size_t)parts[i].n * sizeof *state);
        state += parts[i].n;
    }
}

/* Memory of the state, once the system is known. */
static rdg_status provide_state(rdg_tracer *t)
{
    if (!t->state) {
        t->state = rdg_context_calloc(t->ctx, (size_t)state_size(t), sizeof *t->state);
    }
    return t->state ? RDG_OK : RDG_ERR_NO_MEMORY;
}

rdg_status rdg_resume_keep(rdg_tracer *t, rdg_node *node, const double **state, rdg_index *n)
{
    *n = 0;
    if (t->setup->covers || (node != &t->start && node != &t->next)) {
        return RDG_OK;
    }
    RDG_TRY(provide_state(t));
    pack(t, node);
    *state = t->state;
    *n = state_size(t);
    return RDG_OK;
}

bool rdg_resume_has(rdg_tracer *t, const rdg_chart *chart)
{
    const rdg_index row = t->past_run ? rdg_run_row_of_point(t->past_run, chart->point) : -1;
    if (row < 0) {
        return false;
    }
    const double norm = rdg_run_column(t->past_run, "norm")[row];
    const rdg_index label = rdg_run_label(t->past_run, row);
    const char *type = rdg_run_type(t->past_run, row);
    const bool same = label == chart->label && strcmp(type, chart->type) == 0 &&
                      fabs(norm - chart->norm) <= 1e-6 * (1e-6 + fabs(norm));
    if (!same && !t->differs) {
        rdg_warn(t->ctx, "points that differ",
                 "run %s: point %" PRId64 " was written as \"%s\", label %" PRId64
                 ", |u| = %.9g, and is now \"%s\", label %" PRId64 ", |u| = %.9g: has the problem changed?",
                 t->setup->name, chart->point, type, label, norm, chart->type, chart->label, chart->norm);
        t->differs = true;
    }
    return true;
}

void rdg_resume_count(rdg_tracer *t)
{
    rdg_run *past = t->past_run;
    const double *seconds = past ? rdg_run_column(past, "time") : NULL;
    double last = 0.0;
    for (rdg_index row = 0; seconds && row < rdg_run_count(past); row++) {
        const char *type = rdg_run_type(past, row);
        t->summary.points++;
        rdg_sink_count_fold(t, type);
        t->summary.branch_points += strcmp(type, "BP") == 0 && rdg_run_point(past, row) != 0;
        last = fmax(last, seconds[row]);
    }
    rdg_reached_by_run(t, past);
    t->begin -= last; /* the clock goes on, too */
}

/* u and tangent of a label into a node. */
static rdg_status read_chart(rdg_tracer *t, rdg_index label, rdg_chart *chart)
{
    for (rdg_index b = 0; b < t->p->n_blocks; b++) {
        const rdg_block *block = &t->p->block[b];
        RDG_TRY(rdg_run_solution(t->past_run, label, block->name, block->n, chart->u + block->start,
                                 chart->tangent + block->start));
    }
    return RDG_OK;
}

/* All else, from the row and the state of the label. */
static rdg_status read_node(rdg_tracer *t, rdg_index row, rdg_node *node)
{
    rdg_run *past = t->past_run;
    RDG_TRY(provide_state(t));
    RDG_TRY(rdg_run_state(past, rdg_run_label(past, row), state_size(t), t->state));
    rdg_chart *chart = &node->chart;
    chart->type = "";
    chart->point = rdg_run_point(past, row);
    chart->step = rdg_run_column(past, "step")[row];
    chart->next_step = rdg_run_column(past, "next_step")[row];
    chart->iterations = (int)rdg_run_column(past, "iterations")[row];
    chart->residual = rdg_run_column(past, "residual")[row];
    const rdg_outcome outcome = rdg_node_observe(t, node);
    node->solves = true; /* it has passed the gate once */
    unpack(t, node);
    return outcome == RDG_CONVERGED ? rdg_error_status(t->ctx)
                                    : rdg_fail(t->ctx, RDG_ERR_ARGUMENT, "rdg_resume",
                                               "run \"%s\": a parameter has no value at its point %" PRId64
                                               ": %s; has the problem "
                                               "changed?",
                                               t->setup->name, chart->point, t->p->trouble);
}

rdg_status rdg_resume_start_values(rdg_tracer *t, bool *found)
{
    const rdg_run_setup *setup = t->setup;
    const rdg_index row = t->past_run ? rdg_run_row_of_point(t->past_run, 0) : -1;
    *found = row >= 0 && !setup->covers;
    if (*found) {
        return read_chart(t, rdg_run_label(t->past_run, row), &t->start.chart);
    }
    if (row >= 0 && setup->start == RDG_START_LABEL && strcmp(setup->start_run, setup->name) == 0) {
        return rdg_fail(
            t->ctx, RDG_ERR_ARGUMENT, "rdg_resume",
            "run \"%s\": this covering started from a label of a run of its own name, which it has "
            "overwritten: it cannot be taken up",
            setup->name);
    }
    return RDG_OK;
}

rdg_status rdg_resume_start(rdg_tracer *t)
{
    return read_node(t, rdg_run_row_of_point(t->past_run, 0), &t->start);
}

/* The row of the last labelled regular chart in the direction of t at which no handler had been called yet,
 * or -1. */
static rdg_status find_last(rdg_tracer *t, rdg_index *last)
{
    rdg_run *past = t->past_run;
    *last = -1;
    RDG_TRY(provide_state(t));
    rdg_index row = past ? rdg_run_row_of_point(past, t->direction) : -1;
    for (rdg_index point = t->direction; row >= 0; row = rdg_run_row_of_point(past, point)) {
        const rdg_index label = rdg_run_label(past, row);
        if (label > 0 && *rdg_run_type(past, row) == '\0') {
            if (t->setup->handler) {
                RDG_TRY(rdg_run_state(past, label, state_size(t), t->state));
            }
            if (t->setup->handler && t->state[HANDLER_CALLS] > 0.0) {
                return RDG_OK;
            }
            *last = row;
        }
        point += t->direction;
    }
    return RDG_OK;
}

/* A chart that was read must still solve the problem. */
static rdg_status require_solution(rdg_tracer *t, const rdg_chart *chart, rdg_index label)
{
    const double near = 1e-6;
    double *u = t->next.chart.u;
    rdg_newton_report report;
    memcpy(u, chart->u, (size_t)t->s->n * sizeof *u);
    rdg_system_rescale(t->s, u);
    for (rdg_index j = 0; j < t->s->n; j++) {
        t->row[j] = t->s->metric[j] * chart->tangent[j];
    }
    const rdg_closing plane = rdg_closing_plane(t->row, chart->u, 0.0);
    if (rdg_correct(t->corrector, &plane, u, &report) == RDG_CONVERGED && report.first_residual <= near) {
        return RDG_OK;
    }
    const bool said = t->p->trouble[0] != '\0';
    return rdg_fail(t->ctx, RDG_ERR_ARGUMENT, "rdg_resume",
                    "run \"%s\": its label %" PRId64
                    " does not solve this problem (scaled residual %.1e%s%s): "
                    "has the problem changed?",
                    t->setup->name, label, report.first_residual, said ? "; " : "", t->p->trouble);
}

rdg_status rdg_resume_direction(rdg_tracer *t, double *h)
{
    rdg_index row = -1;
    RDG_TRY(find_last(t, &row));
    if (row < 0) {
        return RDG_OK;
    }
    rdg_node *node = &t->current;
    const rdg_index label = rdg_run_label(t->past_run, row);
    RDG_TRY(read_chart(t, label, &node->chart));
    RDG_TRY(require_solution(t, &node->chart, label));
    RDG_TRY(read_node(t, row, node));
    node->chart.label = label;
    *h = node->chart.next_step;
    t->points = t->direction * node->chart.point;
    rdg_sink_count_labels(t->sink, label);
    rdg_write(t->ctx, RDG_CHANNEL_NOTE, "note: run %s: taken up at point %" PRId64 " (label %" PRId64 ")\n",
              t->setup->name, node->chart.point, label);
    return RDG_OK;
}
