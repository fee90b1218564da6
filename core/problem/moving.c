/* Functions of a problem that move along with its runs. */
#include "moving.h"

#include "problem_impl.h"
#include "toolbox.h"

rdg_status rdg_move_along(rdg_problem *p, rdg_mover function, void *data)
{
    RDG_TRY(rdg_problem_require_open(p, __func__));
    RDG_NEED(p->ctx, function, RDG_ERR_ARGUMENT);
    RDG_TRY(rdg_context_grow(p->ctx, &p->mover, p->n_movers, 1, sizeof *p->mover));
    p->mover[p->n_movers++] = (rdg_problem_mover){function, data};
    return RDG_OK;
}

rdg_status rdg_checkpoint_along(rdg_problem *p, const char *name, rdg_checkpoint_fn function, void *data)
{
    RDG_TRY(rdg_problem_require_open(p, __func__));
    RDG_NEED(p->ctx, name && *name, RDG_ERR_NAME);
    RDG_NEED(p->ctx, function, RDG_ERR_ARGUMENT);
    RDG_TRY(rdg_context_grow(p->ctx, &p->memory, p->n_memories, 1, sizeof *p->memory));
    p->memory[p->n_memories++] = (rdg_run_memory){.name = name, .exchange = function, .data = data};
    return RDG_OK;
}

rdg_status rdg_set_way_on(rdg_problem *p, rdg_way_on function, rdg_heading heading, void *data)
{
    RDG_TRY(rdg_problem_require_open(p, __func__));
    p->way_on = function;
    p->heading = heading;
    p->way_on_data = data;
    return RDG_OK;
}

rdg_status rdg_complete_way_on(rdg_problem *p, rdg_completion function, void *data)
{
    RDG_TRY(rdg_problem_require_open(p, __func__));
    p->completion = function;
    p->completion_data = data;
    return RDG_OK;
}

rdg_status rdg_fit_starts(rdg_problem *p, rdg_start_fit function, void *data)
{
    RDG_TRY(rdg_problem_require_open(p, __func__));
    p->start_fit = function;
    p->start_fit_data = data;
    return RDG_OK;
}

rdg_status rdg_look_at_starts(rdg_problem *p, rdg_start_look function, void *data)
{
    RDG_TRY(rdg_problem_require_open(p, __func__));
    p->start_look = function;
    p->start_look_data = data;
    return RDG_OK;
}

rdg_status rdg_look_at_labels(rdg_problem *p, rdg_label_look function, void *data)
{
    RDG_TRY(rdg_problem_require_open(p, __func__));
    p->label_look = function;
    p->label_look_data = data;
    return RDG_OK;
}

rdg_status rdg_look_at_charts(rdg_problem *p, rdg_chart_look function, void *data)
{
    RDG_TRY(rdg_problem_require_open(p, __func__));
    p->chart_look = function;
    p->chart_look_data = data;
    return RDG_OK;
}

rdg_status rdg_keep_with_labels(rdg_problem *p, rdg_keeping function, void *data)
{
    RDG_TRY(rdg_problem_require_open(p, __func__));
    p->keeping = function;
    p->keeping_data = data;
    return RDG_OK;
}

int rdg_problem_move(rdg_problem *p, const rdg_chart *chart)
{
    int answer = 0;
    for (rdg_index i = 0; answer == 0 && i < p->n_movers; i++) {
        answer = p->mover[i].function(p, chart, p->mover[i].data);
    }
    return answer;
}

rdg_status rdg_problem_copy_movers(rdg_problem *to, const rdg_problem *from)
{
    for (rdg_index i = 0; i < from->n_movers; i++) {
        RDG_TRY(rdg_move_along(to, from->mover[i].function, from->mover[i].data));
    }
    return RDG_OK;
}
