/* What a run leaves with its labelled charts, so that it can be taken up there should it be cut off, and
 * whether a chart is among those that were left.
 *
 * A chart's u and tangent alone do not decide about what follows: steps, signs, what is known of the
 * determinant and of events around it, and the values of held parameters are kept beside them, to the last
 * bit. */
#include "branch_impl.h"
#include "resume_impl.h"
#include "run_data_impl.h"
#include "step_matrix_impl.h"
#include "toolbox.h"
#include "tracer_impl.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* What is known around a node, behind which the run goes on: it is written as it will be once the step is
 * done. */
typedef struct surroundings {
    rdg_past *before;
    long steps;
} surroundings;

static void exchange_determinant(rdg_checkpoint *m, rdg_determinant *determinant, double *log)
{
    rdg_checkpoint_number(m, &determinant->sign);
    rdg_checkpoint_number(m, &determinant->log_magnitude);
    rdg_checkpoint_number(m, log);
}

/* Written or read, in one order. The number of calls of the handler comes first: it is examined alone. */
static void exchange_state(rdg_tracer *t, rdg_checkpoint *m, rdg_node *node, surroundings *around)
{
    const rdg_index n = t->s->n, n_events = t->setup->n_events;
    rdg_past *before = around->before;
    rdg_index held = 0; /* rows of held parameters follow those of zero functions */
    rdg_assembly_rows(t->s->assembly, &held);
    rdg_checkpoint_long(m, &t->position.handler_calls);
    rdg_checkpoint_long(m, &around->steps);
    rdg_checkpoint_long(m, &t->summary.iterations);
    rdg_checkpoint_long(m, &t->summary.corrections);
    rdg_checkpoint_long(m, &t->summary.rejected);
    exchange_determinant(m, &node->determinant, &node->log_determinant);
    exchange_determinant(m, &before->determinant, &before->log_determinant);
    rdg_checkpoint_number(m, &before->step);
    rdg_checkpoint_number(m, &before->aside);
    rdg_checkpoint_number(m, &before->older_step);
    rdg_checkpoint_numbers(m, before->error_factor, RDG_PREDICTOR_CHARTS);
    rdg_checkpoint_numbers(m, node->test, n_events);
    rdg_checkpoint_numbers(m, node->slope, n_events);
    rdg_checkpoint_numbers(m, before->test, n_events);
    rdg_checkpoint_numbers(m, before->steepest, n_events);
    rdg_checkpoint_numbers(m, t->s->target + held, t->s->m - held);
    rdg_checkpoint_numbers(m, before->tangent, n);
    rdg_checkpoint_numbers(m, before->u, n);
    rdg_checkpoint_numbers(m, before->older_tangent, n);
    rdg_checkpoint_numbers(m, before->older_u, n);
}

/* The state that goes with a start, or with t->next behind t->current. */
static void write_state(rdg_tracer *t, rdg_checkpoint *m, rdg_node *node)
{
    const bool is_start = node == &t->start;
    rdg_node *last = is_start ? node : &t->current;
    rdg_past before = t->before;
    before.determinant = last->determinant;
    before.log_determinant = last->log_determinant;
    before.older_step = is_start ? 0.0 : before.step;
    before.step = is_start ? 0.0 : node->chart.step;
    for (int m = 0; m < RDG_PREDICTOR_CHARTS; m++) {
        before.error_factor[m] = is_start ? -1.0 : before.error_factor_next[m];
    }
    before.test = last->test;
    before.older_tangent = before.tangent;
    before.older_u = before.u;
    before.tangent = last->chart.tangent;
    before.u = last->chart.u;
    surroundings around = {&before, is_start ? 0 : t->position.steps};
    exchange_state(t, m, node, &around);
}

static void read_state(rdg_tracer *t, rdg_checkpoint *m, rdg_node *node)
{
    surroundings around = {&t->before, 0};
    exchange_state(t, m, node, &around);
    t->position.steps = around.steps;
}

/* What goes with a chart: a curve can be gone on with behind some of them, a covering behind all. */
enum { NOTHING, OF_CURVE, OF_COVERING };

rdg_status rdg_resume_read_state(rdg_tracer *t, rdg_index label)
{
    return rdg_run_state(t->resume.past, label, &t->resume.memo);
}

void rdg_resume_forget(const rdg_tracer *t)
{
    rdg_bordered_forget(t->s->matrix);
    rdg_bordered_forget(t->s->probe);
    if (t->branch_work) {
        rdg_bordered_forget(t->branch_work->matrix);
    }
    rdg_step_matrix_forget(t->step_matrix);
}

bool rdg_resume_is_before_handler(const rdg_tracer *t)
{
    enum { HANDLER_CALLS = 1 }; /* behind the kind of chart */
    return t->resume.memo.n > HANDLER_CALLS && !(t->resume.memo.numbers[HANDLER_CALLS] > 0.0);
}

rdg_status rdg_resume_unpack(rdg_tracer *t, rdg_node *node)
{
    rdg_checkpoint *memo = &t->resume.memo;
    int kind = NOTHING;
    rdg_memo_begin(memo, true);
    rdg_checkpoint_int(memo, &kind);
    if (kind == OF_CURVE) {
        read_state(t, memo, node);
    } else {
        memo->is_broken = true;
    }
    return rdg_resume_exchange(t, node->chart.label);
}

rdg_status rdg_resume_keep(rdg_tracer *t, rdg_node *node, const double **state, rdg_index *n)
{
    rdg_checkpoint *memo = &t->resume.memo;
    int kind = t->setup->covers ? OF_COVERING : node == &t->start || node == &t->next ? OF_CURVE : NOTHING;
    rdg_memo_begin(memo, false);
    rdg_checkpoint_int(memo, &kind);
    if (kind == OF_CURVE) {
        write_state(t, memo, node);
    }
    RDG_TRY(kind == NOTHING ? RDG_OK : rdg_resume_exchange(t, node->chart.label));
    *state = memo->numbers;
    *n = kind == NOTHING ? 0 : memo->n;
    return rdg_error_status(t->ctx);
}

bool rdg_resume_has(rdg_tracer *t, const rdg_chart *chart)
{
    const rdg_index row = t->resume.past ? rdg_run_row_of_point(t->resume.past, chart->point) : -1;
    if (row < 0) {
        if (t->resume.is_complete && !t->resume.differs) {
            rdg_warn(t->ctx, "points that differ",
                     "run %s is complete without the point %" PRId64 " that is computed now: has the problem "
                     "changed?",
                     t->setup->name, chart->point);
            t->resume.differs = true;
        }
        return t->resume.is_complete;
    }
    const double norm = rdg_run_column(t->resume.past, "norm")[row];
    const rdg_index label = rdg_run_label(t->resume.past, row);
    const char *type = rdg_run_type(t->resume.past, row);
    const bool same = label == chart->label && strcmp(type, chart->type) == 0 &&
                      fabs(norm - chart->norm) <= 1e-6 * (1e-6 + fabs(norm));
    if (!same && !t->resume.differs) {
        rdg_warn(t->ctx, "points that differ",
                 "run %s: point %" PRId64 " was written as \"%s\", label %" PRId64
                 ", |u| = %.9g, and is now \"%s\", label %" PRId64 ", |u| = %.9g: has the problem changed?",
                 t->setup->name, chart->point, type, label, norm, chart->type, chart->label, chart->norm);
        t->resume.differs = true;
    }
    return true;
}
