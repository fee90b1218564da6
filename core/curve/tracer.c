/* The state of a run: its nodes and workspaces. */
#include "branch_impl.h"
#include "step_matrix_impl.h"
#include "step_parts_impl.h"
#include "toolbox.h"
#include "tracer_impl.h"

typedef struct array {
    double **values;
    size_t n;
} array;

/* Allocate arrays, or release them. */
static void provide(rdg_tracer *t, bool allocates, const array *arrays, size_t count)
{
    for (size_t k = 0; k < count; k++) {
        if (allocates) {
            *arrays[k].values = rdg_context_calloc(t->ctx, arrays[k].n, sizeof(double));
        } else {
            rdg_free(*arrays[k].values);
        }
    }
}

static void provide_node(rdg_tracer *t, bool allocates, rdg_node *node)
{
    const size_t n = (size_t)t->p->n, n_events = (size_t)t->setup->n_events;
    const array arrays[] = {{&node->chart.u, n},
                            {&node->chart.tangent, n},
                            {&node->chart.mu, (size_t)t->p->n_parameters},
                            {&node->test, n_events},
                            {&node->slope, n_events}};
    provide(t, allocates, arrays, sizeof arrays / sizeof *arrays);
    node->chart.type = "";
}

static void provide_all(rdg_tracer *t, bool allocates)
{
    const size_t n = (size_t)t->p->n, n_events = (size_t)t->setup->n_events;
    rdg_node *const nodes[] = {&t->start,      &t->current, &t->next,    &t->special, &t->bracket[0],
                               &t->bracket[1], &t->side[0], &t->side[1], &t->side[2], &t->side[3]};
    const array arrays[] = {{&t->row, n},
                            {&t->along, n},
                            {&t->work, n},
                            {&t->ahead, 2 * n},
                            {&t->block, (RDG_MOST_NULL_VECTORS + 3) * n},
                            {&t->position.home, 2 * n},
                            {&t->found_at, n_events},
                            {&t->before.test, n_events},
                            {&t->before.steepest, n_events},
                            {&t->before.tangent, n},
                            {&t->before.u, n},
                            {&t->before.older_tangent, n},
                            {&t->before.older_u, n},
                            {&t->gate.values, n},
                            {&t->gate.before, n},
                            {&t->completion.reached, 2 * (size_t)t->p->n_parameters}};
    provide(t, allocates, arrays, sizeof arrays / sizeof *arrays);
    for (size_t k = 0; k < sizeof nodes / sizeof *nodes; k++) {
        provide_node(t, allocates, nodes[k]);
    }
    for (size_t k = 0; t->found && k < n_events; k++) {
        provide_node(t, allocates, &t->found[k]);
    }
}

rdg_status rdg_tracer_allocate(rdg_tracer *t)
{
    const size_t n_events = (size_t)t->setup->n_events;
    t->invariants.value = rdg_context_calloc(t->ctx, n_events, sizeof *t->invariants.value);
    t->invariants.followed = rdg_context_calloc(t->ctx, n_events, sizeof *t->invariants.followed);
    t->found = rdg_context_calloc(t->ctx, n_events, sizeof *t->found);
    provide_all(t, true);
    RDG_TRY(rdg_step_parts_create(&t->parts, t));
    return rdg_error_status(t->ctx);
}

void rdg_tracer_release(rdg_tracer *t)
{
    provide_all(t, false);
    rdg_free(t->found);
    rdg_free(t->invariants.value);
    rdg_free(t->invariants.followed);
    rdg_free(t->zero_guess);
    rdg_memo_release(&t->resume.memo);
    rdg_branch_work_free(t->branch_work);
    rdg_step_parts_release(&t->parts);
    rdg_step_matrix_free(t->step_matrix);
    rdg_corrector_free(t->corrector);
    rdg_system_free(t->s);
}
