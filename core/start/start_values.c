/* Start values of a run: the problem's, given ones, or those of a labelled solution. */
#include "option_list.h"
#include "run_data.h"
#include "run_data_impl.h"
#include "start_impl.h"
#include "toolbox.h"
#include "tracer_impl.h"

#include <inttypes.h>
#include <string.h>

rdg_status rdg_start_let_look(rdg_tracer *t, rdg_run *run, rdg_index label, rdg_start_solution solution)
{
    rdg_problem *p = t->p;
    if (!p->start_look) {
        return RDG_OK;
    }
    char *kept = NULL;
    solution.is_labelled = run != NULL;
    if (run) {
        RDG_TRY(rdg_run_kept(run, label, &kept));
    }
    const int before = p->frozen.may_change_runs;
    p->frozen.may_change_runs = p->runs;
    solution.kept = kept;
    const rdg_status status = p->start_look(p, &solution, p->start_look_data);
    p->frozen.may_change_runs = before;
    rdg_free(kept);
    RDG_TRY(status);
    if (solution.is_on_way) {
        return RDG_OK;
    }
    rdg_frozen_release(&t->first.frozen); /* the set that the run begins with is this one */
    return rdg_frozen_copy(t->ctx, &t->first.frozen, &p->frozen);
}

/* A block as the label has it, fitted by the problem's own function. */
static rdg_status fit_block(rdg_tracer *t, rdg_run *run, rdg_index label, const rdg_block *block,
                            bool *fitted)
{
    rdg_chart *chart = &t->start.chart;
    const rdg_index n = rdg_run_block_size(run, label, block->name);
    if (n < 0) {
        return rdg_error_status(t->ctx);
    }
    char *kept = NULL;
    double *u = rdg_context_calloc(t->ctx, 2 * (size_t)n, sizeof *u);
    rdg_status status = u ? rdg_run_kept(run, label, &kept) : RDG_ERR_NO_MEMORY;
    status = status == RDG_OK ? rdg_run_solution(run, label, block->name, n, u, u + n) : status;
    if (status == RDG_OK) {
        const rdg_start_block is = {.name = block->name, .n = n, .u = u, .tangent = u + n, .kept = kept};
        status = t->p->start_fit(t->p, &is, chart->u + block->start, chart->tangent + block->start, fitted,
                                 t->p->start_fit_data);
    }
    rdg_free(kept);
    rdg_free(u);
    return status;
}

static rdg_status read_block(rdg_tracer *t, rdg_run *run, rdg_index label, const rdg_block *block)
{
    rdg_chart *chart = &t->start.chart;
    bool fitted = false;
    if (t->p->start_fit) {
        RDG_TRY(fit_block(t, run, label, block, &fitted));
    }
    return fitted ? RDG_OK
                  : rdg_run_solution(run, label, block->name, block->n, chart->u + block->start,
                                     chart->tangent + block->start);
}

/* Blocks that the labelled solution has are taken over, the others keep their start values. */
static rdg_status read_label(rdg_tracer *t)
{
    const rdg_run_setup *setup = t->setup;
    rdg_chart *chart = &t->start.chart;
    rdg_run *run = rdg_run_open(t->ctx, setup->start.name);
    if (!run) {
        return rdg_error_status(t->ctx);
    }
    rdg_index shared = 0;
    const rdg_index label = rdg_option_start_label(t->ctx, run, &setup->start, "rdg_continue", setup->name);
    rdg_status status = label < 0 ? rdg_error_status(t->ctx) : RDG_OK;
    for (rdg_index b = 0; status == RDG_OK && b < t->p->n_blocks; b++) {
        const rdg_block *block = &t->p->block[b];
        if (rdg_run_has_block(run, block->name)) {
            status = read_block(t, run, label, block);
            shared++;
        }
    }
    const rdg_index row = rdg_run_row_of_label(run, label);
    t->first.is_branch_point = status == RDG_OK && row >= 0 && strcmp(rdg_run_type(run, row), "BP") == 0;
    if (status == RDG_OK && shared == 0) {
        status = rdg_fail(t->ctx, RDG_ERR_NAME, "rdg_continue",
                          "run \"%s\": the run \"%s\" shares no block of variables with this problem",
                          setup->name, setup->start.name);
    }
    if (status == RDG_OK) {
        status = rdg_start_let_look(t, run, label,
                                    (rdg_start_solution){.u = chart->u, .whole = shared == t->p->n_blocks});
    }
    rdg_run_free(run);
    return status;
}

rdg_status rdg_start_values_of_run(rdg_tracer *t)
{
    const rdg_run_setup *setup = t->setup;
    const bool at_label = rdg_option_starts_at_label(&setup->start);
    const size_t bytes = (size_t)t->p->n * sizeof(double);
    if (bytes > 0) { /* an empty problem has no array; it is refused later */
        memcpy(t->start.chart.u, rdg_option_gives_values(&setup->start) ? setup->start.values : t->p->u0,
               bytes);
    }
    if (at_label) {
        RDG_TRY(read_label(t));
    } else if (setup->switches) {
        memcpy(t->start.chart.tangent, setup->start.tangent, bytes);
    }
    RDG_TRY(rdg_problem_require_finite(t->p, "rdg_continue", "start value", t->start.chart.u));
    if (setup->switches) {
        RDG_TRY(rdg_problem_require_finite(t->p, "rdg_continue", "tangent", t->start.chart.tangent));
    }
    return at_label
               ? RDG_OK
               : rdg_start_let_look(t, NULL, 0, (rdg_start_solution){.u = t->start.chart.u, .whole = true});
}
