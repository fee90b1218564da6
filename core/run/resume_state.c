/* What a run leaves with its labelled charts, so that it can be taken up there should it be cut off, and
 * whether a chart is among those that were left.
 *
 * A chart's u and tangent alone do not decide about what follows: steps, signs, what is known of the
 * determinant and of events around it, and the values of held parameters are kept beside them, to the last
 * bit. */
#include "branch_impl.h"
#include "resume_impl.h"
#include "run_data_impl.h"
#include "toolbox.h"
#include "tracer_impl.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* Numbers of the state; tests and slopes, and the targets of held parameters, follow; then what the run and
 * its functions remember (resume_memo.c). */
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
    FORETOLD,
    LOOKED_INTO,
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
    return N_SCALARS + 4 * t->setup->n_events + count_targets(t, &first) + 2 * t->s->n;
}

/* The parts of the state that are arrays, to be copied one way or the other. */
typedef struct part {
    double *values;
    rdg_index n;
} part;

enum { N_PARTS = 7 };

static void list_parts(rdg_tracer *t, rdg_node *node, double *test_before, const rdg_chart *before,
                       part parts[N_PARTS])
{
    rdg_index first = 0;
    const rdg_index n_targets = count_targets(t, &first);
    parts[0] = (part){node->test, t->setup->n_events};
    parts[1] = (part){node->slope, t->setup->n_events};
    parts[2] = (part){test_before, t->setup->n_events};
    parts[3] = (part){t->before.steepest, t->setup->n_events};
    parts[4] = (part){t->s->target + first, n_targets};
    parts[5] = (part){before->tangent, t->s->n};
    parts[6] = (part){before->u, t->s->n};
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
static void pack(rdg_tracer *t, rdg_node *node, double *state)
{
    const bool is_start = node == &t->start;
    const rdg_node *before = is_start ? node : &t->current;
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
    state[LOOKED_INTO] = !is_start && t->is_looked_into;
    state[FORETOLD] = is_start ? HUGE_VAL : t->foretold;
    part parts[N_PARTS];
    list_parts(t, node, before->test, &before->chart, parts);
    state += N_SCALARS;
    for (int i = 0; i < N_PARTS; i++) {
        memcpy(state, parts[i].values, (size_t)parts[i].n * sizeof *state);
        state += parts[i].n;
    }
}

static void unpack(rdg_tracer *t, rdg_node *node, const double *state)
{
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
    t->before.foretold = state[FORETOLD];
    t->before.is_looked_into = state[LOOKED_INTO] != 0.0;
    const rdg_chart before = {.u = t->before.u, .tangent = t->before.tangent};
    part parts[N_PARTS];
    list_parts(t, node, t->before.test, &before, parts);
    state += N_SCALARS;
    for (int i = 0; i < N_PARTS; i++) {
        memcpy(parts[i].values, state, (size_t)parts[i].n * sizeof *state);
        state += parts[i].n;
    }
}

/* What goes with a chart: a curve can be gone on with behind some of them, a covering behind all. */
enum { NOTHING, OF_CURVE, OF_COVERING };

rdg_status rdg_resume_read_state(rdg_tracer *t, rdg_index label)
{
    return rdg_run_state(t->past_run, label, &t->memo);
}

void rdg_resume_forget(const rdg_tracer *t)
{
    rdg_bordered_forget(t->s->matrix);
    rdg_bordered_forget(t->s->probe);
    if (t->branch_work) {
        rdg_bordered_forget(t->branch_work->matrix);
    }
}

bool rdg_resume_is_before_handler(const rdg_tracer *t)
{
    return t->memo.n > 1 + HANDLER_CALLS && !(t->memo.numbers[1 + HANDLER_CALLS] > 0.0);
}

rdg_status rdg_resume_unpack(rdg_tracer *t, rdg_node *node)
{
    int kind = NOTHING;
    rdg_memo_begin(&t->memo, true);
    rdg_memo_int(&t->memo, &kind);
    const double *state = kind == OF_CURVE ? rdg_memo_take(&t->memo, state_size(t)) : NULL;
    t->memo.is_broken = t->memo.is_broken || !state;
    if (state) {
        unpack(t, node, state);
    }
    return rdg_resume_exchange(t, node->chart.label);
}

rdg_status rdg_resume_keep(rdg_tracer *t, rdg_node *node, const double **state, rdg_index *n)
{
    rdg_memo *memo = &t->memo;
    int kind = t->setup->covers ? OF_COVERING : node == &t->start || node == &t->next ? OF_CURVE : NOTHING;
    rdg_memo_begin(memo, false);
    rdg_memo_int(memo, &kind);
    double *to = kind == OF_CURVE ? rdg_memo_take(memo, state_size(t)) : NULL;
    if (to) {
        pack(t, node, to);
    }
    RDG_TRY(kind == NOTHING ? RDG_OK : rdg_resume_exchange(t, node->chart.label));
    *state = memo->numbers;
    *n = kind == NOTHING ? 0 : memo->n;
    return rdg_error_status(t->ctx);
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
