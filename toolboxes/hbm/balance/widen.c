/* Numbers that a problem gets when a run first releases or holds them: its equations, margins and what watches
 * its solutions get one variable more. */
#include "release_impl.h"
#include "watch_impl.h"

#include <ridgewalk/provide.h>
#include <ridgewalk/run_data.h>

#include <math.h>
#include <string.h>

static const char *const where = "rdg_hbm_problem";

/* The numbers of the problem and one more; NULL after a failure. Those before stay, for functions that are not
 * widened yet. */
static rdg_hbm_released *release_next(rdg_hbm *hb, rdg_hbm_released *before, const char *name)
{
    const rdg_index n = before ? before->n : 0;
    const char **names = rdg_context_calloc(hb->ctx, (size_t)n + 1, sizeof *names);
    for (rdg_index k = 0; names && k < n; k++) {
        names[k] = before->number[k].name;
    }
    if (names) {
        names[n] = name;
    }
    rdg_hbm_released *next = names ? rdg_hbm_release(hb, where, n + 1, names) : NULL;
    rdg_free(names);
    if (next && before) {
        memcpy(next->start, before->start, (size_t)n * sizeof *next->start);
        next->before = before;
        before->users++;
    }
    if (next) {
        next->start[n] = next->number[n].of.value;
    }
    return next;
}

static double typical_size(double value)
{
    return value != 0.0 ? 1e-3 * fabs(value) : 1.0;
}

/* The equations of the problem with one number more; NULL after a failure. */
static rdg_hbm_released *widen_equations(rdg_hbm *hb, rdg_problem *problem, const char *name)
{
    rdg_hbm_released *next = release_next(hb, rdg_hbm_released_of(problem), name);
    if (!next) {
        return NULL;
    }
    const double start = next->start[next->n - 1];
    rdg_status status = RDG_OK;
    if (!rdg_has_variables(problem, name)) { /* else one that has failed before is tried again */
        status = rdg_add_variables(problem, name, 1, &start);
        status = status == RDG_OK ? rdg_set_typical(problem, name, typical_size(start), true) : status;
    }
    const rdg_index variable = status == RDG_OK ? rdg_variable_index(problem, name, NULL) : -1;
    status = variable >= 0 ? rdg_widen_function(problem, "hbm", &next->function, &variable) : status;
    if (status != RDG_OK || variable < 0) {
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

static const rdg_hbm_number *find_number(const rdg_hbm_released *r, const char *name)
{
    for (rdg_index k = 0; r && k < r->n; k++) {
        if (strcmp(r->number[k].name, name) == 0) {
            return &r->number[k];
        }
    }
    return NULL;
}

static rdg_status add(rdg_problem *problem, const char *name, void *data)
{
    rdg_hbm *hb = data;
    if (!rdg_number_exists(hb->structure, name)) {
        return RDG_ERR_NAME;
    }
    rdg_hbm_released *r = rdg_hbm_released_of(problem);
    r = find_number(r, name) ? r : widen_equations(hb, problem, name);
    RDG_TRY(r ? widen_others(problem, r) : rdg_error_status(hb->ctx));
    return rdg_hbm_name_number(problem, find_number(r, name));
}

static bool name_of(rdg_index index, char name[RDG_PROVIDED_NAME], void *data)
{
    const rdg_hbm *hb = data;
    return rdg_number_name(hb->structure, index, name);
}

rdg_status rdg_hbm_provide(rdg_hbm *hb, rdg_problem *problem)
{
    return rdg_add_provider(problem, &(rdg_provider){.add = add, .name = name_of, .data = hb});
}

rdg_status rdg_hbm_take_solution(rdg_hbm *hb, rdg_problem *problem, rdg_run *run, rdg_index label)
{
    char name[RDG_NUMBER_NAME];
    for (rdg_index k = 0; rdg_number_name(hb->structure, k, name); k++) {
        if (rdg_run_has_block(run, name)) {
            RDG_TRY(rdg_need_parameter(problem, name));
            RDG_TRY(rdg_run_solution(run, label, name, 1,
                                     rdg_start_values(problem) + rdg_variable_index(problem, name, NULL), NULL));
        }
    }
    return rdg_run_solution(run, label, "Q", hb->m,
                            rdg_start_values(problem) + rdg_variable_index(problem, "Q", NULL), NULL);
}
