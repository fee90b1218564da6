/* Going on with a run that was cut off.
 *
 * The start and each direction's last labelled regular chart lie in the folder to the last bit, with all that
 * decides about what follows: rdg_resume_keep(). From there the run is done again; charts that the table has
 * already are compared with it, but not written once more. A run that lets a function name points to go on
 * from is taken up before its first call, because such a function may have changed the problem; but behind it
 * where the problem itself names them and has kept what it was like (moving.h). */
#include "context.h"
#include "resume_impl.h"
#include "run_data_impl.h"
#include "sink_impl.h"
#include "start_impl.h"
#include "toolbox.h"
#include "tracer_impl.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

void rdg_resume_count(rdg_tracer *t)
{
    rdg_run *past = t->resume.past;
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
        RDG_TRY(rdg_run_solution(t->resume.past, label, block->name, block->n, chart->u + block->start,
                                 chart->tangent + block->start));
    }
    return RDG_OK;
}

/* Parameters are those too that a function has completed. */
void rdg_resume_take_row(const rdg_tracer *t, rdg_index row, rdg_chart *chart)
{
    rdg_run *past = t->resume.past;
    chart->type = "";
    chart->point = rdg_run_point(past, row);
    chart->step = rdg_run_column(past, "step")[row];
    chart->next_step = rdg_run_column(past, "next_step")[row];
    chart->iterations = (int)rdg_run_column(past, "iterations")[row];
    chart->residual = rdg_run_column(past, "residual")[row];
    for (rdg_index k = 0; k < t->p->n_parameters; k++) {
        chart->mu[k] = past->field[past->n_fields - past->n_quantities + k].values[row];
    }
}

/* All else, from the row and the state of the label. */
static rdg_status read_node(rdg_tracer *t, rdg_index row, rdg_node *node)
{
    rdg_chart *chart = &node->chart;
    const rdg_outcome outcome = rdg_node_observe(t, node);
    rdg_resume_take_row(t, row, chart);
    node->solves = true; /* it has passed the acceptance test once */
    RDG_TRY(outcome == RDG_CONVERGED ? rdg_resume_unpack(t, node) : RDG_OK);
    return outcome == RDG_CONVERGED ? rdg_error_status(t->ctx)
                                    : rdg_fail(t->ctx, RDG_ERR_ARGUMENT, "rdg_resume",
                                               "run \"%s\": a parameter has no value at its point %" PRId64
                                               ": %s; has the problem "
                                               "changed?",
                                               t->setup->name, chart->point, t->p->trouble);
}

rdg_status rdg_resume_start_values(rdg_tracer *t, bool *found)
{
    const rdg_index row = t->resume.past ? rdg_run_row_of_point(t->resume.past, 0) : -1;
    *found = row >= 0;
    if (*found) {
        const rdg_index label = rdg_run_label(t->resume.past, row);
        RDG_TRY(read_chart(t, label, &t->start.chart));
        return rdg_start_let_look(t, t->resume.past, label,
                                  (rdg_start_solution){.u = t->start.chart.u, .whole = true});
    }
    return RDG_OK;
}

rdg_status rdg_resume_start(rdg_tracer *t)
{
    const rdg_index row = rdg_run_row_of_point(t->resume.past, 0);
    if (t->setup->covers) { /* the atlas reads all of its charts */
        rdg_resume_take_row(t, row, &t->start.chart);
        return rdg_error_status(t->ctx);
    }
    RDG_TRY(rdg_resume_read_state(t, rdg_run_label(t->resume.past, row)));
    return read_node(t, row, &t->start);
}

/* Is the problem at a label what it was there, whatever a handler has made of it? */
static bool can_be_restored(const rdg_tracer *t)
{
    const rdg_problem *p = t->p;
    const rdg_run_setup *setup = t->setup;
    return !setup->handler || rdg_run_setup_remembers(setup, setup->handler_data) ||
           (setup->handler == p->way_on && p->keeping && p->start_look);
}

/* Functions that see every chart may store what they have seen, and nobody knows what. */
static bool is_watched(const rdg_run_setup *setup)
{
    return (setup->observer && !rdg_run_setup_remembers(setup, setup->observer_data)) ||
           (setup->completer && !rdg_run_setup_remembers(setup, setup->completer_data)) ||
           (setup->admits && !rdg_run_setup_remembers(setup, setup->admits_data)) ||
           (setup->turn && !rdg_run_setup_remembers(setup, setup->turn_data));
}

/* The row of the last labelled regular chart in the direction of t at which the run can be taken up, or -1.
 */
static rdg_status find_last(rdg_tracer *t, rdg_index *last)
{
    rdg_run *past = t->resume.past;
    const bool anywhere = can_be_restored(t);
    *last = -1;
    rdg_index row = past && !is_watched(t->setup) ? rdg_run_row_of_point(past, t->position.direction) : -1;
    for (rdg_index point = t->position.direction; row >= 0; row = rdg_run_row_of_point(past, point)) {
        const rdg_index label = rdg_run_label(past, row);
        if (label > 0 && *rdg_run_type(past, row) == '\0') {
            if (!anywhere) {
                RDG_TRY(rdg_resume_read_state(t, label));
            }
            if (!anywhere && !rdg_resume_is_before_handler(t)) {
                return RDG_OK;
            }
            *last = row;
        }
        point += t->position.direction;
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

rdg_status rdg_resume_direction(rdg_tracer *t, double *h, bool *taken_up)
{
    *taken_up = false;
    rdg_index row = -1;
    RDG_TRY(find_last(t, &row));
    if (row < 0) {
        if (t->resume.past && !t->resume.is_complete && is_watched(t->setup) && t->position.direction > 0) {
            rdg_write(t->ctx, RDG_CHANNEL_NOTE,
                      "note: run %s: computed again from its start: the checkpoint data of its functions is "
                      "not known (RDG_CHECKPOINT())\n",
                      t->setup->name);
        }
        return RDG_OK;
    }
    rdg_node *node = &t->current;
    const rdg_index label = rdg_run_label(t->resume.past, row);
    const long iterations = rdg_newton_iterations(t->ctx);
    RDG_TRY(read_chart(t, label, &node->chart));
    node->chart.label = label;
    RDG_TRY(rdg_start_let_look(t, t->resume.past, label,
                               (rdg_start_solution){.u = node->chart.u, .whole = true, .is_on_way = true}));
    RDG_TRY(rdg_resume_read_state(t, label));
    RDG_TRY(rdg_resume_unpack(t, node)); /* before functions are evaluated, and behind that */
    rdg_problem_carry(t->p, true, t->position.home);
    rdg_problem_carry(t->p, true, t->position.home + t->s->n);
    RDG_TRY(require_solution(t, &node->chart, label));
    rdg_count_iterations(t->ctx, iterations - rdg_newton_iterations(t->ctx)); /* they lead nowhere */
    RDG_TRY(read_node(t, row, node));
    rdg_node_copy(t, &t->next, node);
    *h = node->chart.next_step;
    t->position.points = t->position.direction * node->chart.point;
    rdg_sink_count_labels(t->sink, label);
    if (!t->resume.is_complete) {
        rdg_write(t->ctx, RDG_CHANNEL_NOTE,
                  "note: run %s: taken up at point %" PRId64 " (label %" PRId64 ")\n", t->setup->name,
                  node->chart.point, label);
    }
    if (t->setup->observer) { /* what is stored was written before it saw this chart */
        t->setup->observer(t->p, &node->chart, t->setup->observer_data);
    }
    *taken_up = true;
    return rdg_error_status(t->ctx);
}
