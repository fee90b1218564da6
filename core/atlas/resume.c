/* Going on with a run that was cut off.
 *
 * The run is done again from the last labelled regular chart of each direction, whose state the folder holds
 * to the last bit; charts that the table has already are not written once more. */
#include "run_data_impl.h"
#include "toolbox.h"
#include "tracer_impl.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

bool rdg_resume_has(rdg_tracer *t, const rdg_chart *chart)
{
    const rdg_index row = rdg_run_row_of_point(t->past_run, chart->point);
    if (row < 0) {
        return false;
    }
    const double norm = rdg_run_column(t->past_run, "norm")[row];
    const char *type = rdg_run_type(t->past_run, row);
    if (strcmp(type, chart->type) != 0 || !(fabs(norm - chart->norm) <= 1e-6 * (1.0 + fabs(norm)))) {
        rdg_write(t->ctx, RDG_CHANNEL_WARNING,
                  "warning: run %s: point %" PRId64
                  " was written as \"%s\" with |u| = %.9g and is now \"%s\" with "
                  "|u| = %.9g: has the problem changed?\n",
                  t->setup->name, chart->point, type, norm, chart->type, chart->norm);
    }
    return true;
}

rdg_status rdg_resume_check(rdg_tracer *t, const rdg_fact *facts, rdg_index n_facts)
{
    rdg_run *past = t->past_run;
    for (rdg_index k = 0; k < n_facts; k++) {
        const rdg_fact *fact = &facts[k];
        const char *was = rdg_run_text(past, fact->name);
        const double number = fact->text ? 0.0 : rdg_run_number(past, fact->name);
        RDG_TRY(rdg_error_status(t->ctx));
        if (fact->text && strcmp(fact->name, "version") != 0 && strcmp(was, fact->text) != 0) {
            return rdg_fail(
                t->ctx, RDG_ERR_ARGUMENT, "rdg_resume",
                "run \"%s\" was begun with %s = \"%s\", not \"%s\": give the same options, or start a "
                "run of another name",
                t->setup->name, fact->name, was, fact->text);
        }
        if (!fact->text && fabs(number - fact->number) > 1e-12 * fabs(fact->number)) {
            return rdg_fail(
                t->ctx, RDG_ERR_ARGUMENT, "rdg_resume",
                "run \"%s\" was begun with %s = %.10g, not %.10g: give the same options, or start a run "
                "of another name",
                t->setup->name, fact->name, number, fact->number);
        }
    }
    for (rdg_index row = 0; row < rdg_run_count(past); row++) {
        t->summary.points++;
        t->summary.folds += strcmp(rdg_run_type(past, row), "FP") == 0;
        t->summary.branch_points +=
            strcmp(rdg_run_type(past, row), "BP") == 0 && rdg_run_point(past, row) != 0;
    }
    return RDG_OK;
}

/* The row of the last labelled regular chart in the direction of t, or -1; *steps: charts that the branch
 * went on from until then. */
static rdg_index last_regular(rdg_tracer *t, long *steps)
{
    rdg_run *past = t->past_run;
    const double *next_step = rdg_run_column(past, "next_step");
    rdg_index last = -1;
    long passed = 0;
    for (rdg_index point = t->direction, row; next_step && (row = rdg_run_row_of_point(past, point)) >= 0;
         point += t->direction) {
        passed += next_step[row] > 0.0;
        if (rdg_run_label(past, row) > 0 && *rdg_run_type(past, row) == '\0') {
            last = row;
            *steps = passed;
        }
    }
    return last;
}

rdg_status rdg_resume_direction(rdg_tracer *t, double *h, long *steps)
{
    if (!t->past_run) {
        return RDG_OK;
    }
    const rdg_index row = last_regular(t, steps);
    RDG_TRY(rdg_error_status(t->ctx));
    if (row < 0) {
        return RDG_OK;
    }
    rdg_chart *chart = &t->current.chart;
    const rdg_index label = rdg_run_label(t->past_run, row);
    for (rdg_index b = 0; b < t->p->n_blocks; b++) {
        const rdg_block *block = &t->p->block[b];
        RDG_TRY(rdg_run_solution(t->past_run, label, block->name, block->n, chart->u + block->start,
                                 chart->tangent + block->start));
    }
    rdg_newton_report report = {.residual = rdg_run_column(t->past_run, "residual")[row]};
    rdg_system_rescale(t->s, chart->u);
    memcpy(t->work, chart->tangent, (size_t)t->s->n * sizeof(double));
    memcpy(t->next.chart.tangent, chart->tangent, (size_t)t->s->n * sizeof(double));
    if (rdg_node_complete_exactly(t, &t->current, t->next.chart.tangent, &report) != RDG_CONVERGED) {
        return rdg_fail(t->ctx, RDG_ERR_SINGULAR, "rdg_resume",
                        "run \"%s\": label %" PRId64 " is no point of it: %s", t->setup->name, label,
                        t->p->trouble);
    }
    memcpy(chart->tangent, t->next.chart.tangent, (size_t)t->s->n * sizeof(double)); /* to the last bit */
    *h = rdg_run_column(t->past_run, "next_step")[row];
    t->points = t->direction * rdg_run_point(t->past_run, row);
    rdg_sink_count_labels(t->sink, label);
    return RDG_OK;
}
