/* Numbers that a problem gets when a run first releases or holds them: its equations, margins and what
 * watches its solutions get one variable more. */
#include "release_impl.h"
#include "watch_impl.h"

#include <ridgewalk/hbm_numbers.h>
#include <ridgewalk/problem.h>
#include <ridgewalk/provide.h>
#include <ridgewalk/run_data.h>

static const char *const where = "rdg_hbm_problem";

/* The equations of the problem with one number more; NULL after a failure. */
static rdg_hbm_released *widen_equations(rdg_hbm *hb, rdg_problem *problem, const char *name)
{
    rdg_index variable = 0;
    rdg_hbm_released *next = rdg_hbm_parameters_create(hb, where, rdg_hbm_released_of(problem), name);
    if (next && (rdg_hbm_parameters_add_variable(next, problem, &variable) != RDG_OK ||
                 rdg_widen_function(problem, "hbm", &next->function, &variable) != RDG_OK)) {
        rdg_hbm_free_released(next);
        return NULL;
    }
    return next;
}

/* A function of the problem that depends on the numbers of hb, besides the equations. variable: [r->n] */
static rdg_status widen_other(rdg_problem *problem, const rdg_function *f, rdg_hbm_released *r,
                              const rdg_index *variable)
{
    rdg_function wider;
    const bool watch = rdg_hbm_wider_watch(r->hb, f, r, &wider);
    if (!watch && !rdg_hbm_wider_margin(r, f, &wider)) {
        return rdg_error_status(r->hb->ctx);
    }
    const rdg_index more = wider.n - f->n;
    const rdg_status status =
        more > 0 ? rdg_widen_function(problem, f->name, &wider, variable + r->n - more) : RDG_OK;
    if (watch && (status != RDG_OK || more == 0)) {
        wider.free_data(wider.data);
    }
    return status;
}

static rdg_status widen_others(rdg_problem *problem, rdg_hbm_released *r)
{
    const rdg_function *f = NULL;
    rdg_index *variable = rdg_context_calloc(r->hb->ctx, (size_t)r->n, sizeof *variable);
    for (rdg_index k = 0; variable && k < r->n; k++) {
        variable[k] = rdg_variable_index(problem, r->number[k].name, NULL);
    }
    rdg_status status = rdg_error_status(r->hb->ctx);
    for (rdg_index i = 0; status == RDG_OK && (f = rdg_function_at(problem, i)) != NULL; i++) {
        status = widen_other(problem, f, r, variable);
    }
    rdg_free(variable);
    return status;
}

rdg_status rdg_hbm_parameters_spread(rdg_hbm_parameters *numbers, rdg_problem *problem, const char *name)
{
    RDG_ENTER(numbers, numbers->hb->ctx, RDG_ERR_EARLIER);
    rdg_context *ctx = numbers->hb->ctx;
    const rdg_hbm_number *number = rdg_hbm_number_called(numbers, name);
    RDG_NEED(ctx, problem, RDG_ERR_ARGUMENT);
    RDG_NEED(ctx, name, RDG_ERR_ARGUMENT);
    if (!number) {
        return RDG_FAIL(ctx, RDG_ERR_NAME, "\"%s\" is none of the numbers that were made arguments", name);
    }
    RDG_TRY(widen_others(problem, numbers));
    return rdg_hbm_name_number(problem, number);
}

static rdg_status add(rdg_problem *problem, const char *name, void *data)
{
    rdg_hbm *hb = data;
    if (!rdg_structure_parameter_exists(hb->structure, name)) {
        return RDG_ERR_NAME;
    }
    rdg_hbm_released *r = rdg_hbm_released_of(problem);
    r = rdg_hbm_number_called(r, name) ? r : widen_equations(hb, problem, name);
    return r ? rdg_hbm_parameters_spread(r, problem, name) : rdg_error_status(hb->ctx);
}

static bool name_of(rdg_index index, char name[RDG_PROVIDED_NAME], void *data)
{
    const rdg_hbm *hb = data;
    return rdg_structure_parameter_name(hb->structure, index, name);
}

rdg_status rdg_hbm_provide(rdg_hbm *hb, rdg_problem *problem)
{
    return rdg_add_provider(problem, &(rdg_provider){.add = add, .name = name_of, .data = hb});
}

rdg_status rdg_hbm_take_solution(rdg_hbm *hb, rdg_problem *problem, rdg_run *run, rdg_index label)
{
    char name[RDG_PARAMETER_NAME];
    for (rdg_index k = 0; rdg_structure_parameter_name(hb->structure, k, name); k++) {
        if (rdg_run_has_block(run, name)) {
            RDG_TRY(rdg_need_parameter(problem, name));
            RDG_TRY(rdg_run_solution(run, label, name, 1,
                                     rdg_start_values(problem) + rdg_variable_index(problem, name, NULL),
                                     NULL));
        }
    }
    return rdg_run_solution(run, label, "Q", hb->m,
                            rdg_start_values(problem) + rdg_variable_index(problem, "Q", NULL), NULL);
}
