/* Numbers of a harmonic balance, for the problems that have them as variables. */
#include "release_impl.h"

#include <ridgewalk/hbm_numbers.h>
#include <ridgewalk/problem.h>

#include <math.h>
#include <string.h>

rdg_hbm_parameters *rdg_hbm_parameters_create(rdg_hbm *hb, const char *caller, rdg_hbm_parameters *before,
                                              const char *name)
{
    rdg_context *ctx = rdg_hbm_context(hb);
    RDG_ENTER(ctx, ctx, NULL);
    RDG_NEED(ctx, name, NULL);
    const rdg_index n = before ? before->n : 0;
    const char **names = rdg_context_calloc(ctx, (size_t)n + 1, sizeof *names);
    for (rdg_index k = 0; names && k < n; k++) {
        names[k] = before->number[k].name;
    }
    if (names) {
        names[n] = name;
    }
    rdg_hbm_released *next = names ? rdg_hbm_release(hb, caller, n + 1, names) : NULL;
    rdg_free(names);
    if (next && before) { /* functions that are not widened yet have those before */
        memcpy(next->start, before->start, (size_t)n * sizeof *next->start);
        next->before = before;
        before->users++;
    }
    if (next) {
        next->start[n] = next->number[n].of.value;
    }
    return next;
}

void rdg_hbm_parameters_free(rdg_hbm_parameters *numbers)
{
    rdg_hbm_free_released(numbers);
}

const rdg_function *rdg_hbm_parameters_function(const rdg_hbm_parameters *numbers)
{
    return numbers ? &numbers->function : NULL;
}

int rdg_hbm_parameters_use(rdg_hbm *hb, rdg_hbm_parameters *numbers, const double *values)
{
    if (!hb || (numbers && (numbers->hb != hb || !values)) || rdg_hbm_close(hb) != RDG_OK) {
        return -1;
    }
    return rdg_hbm_use(hb, numbers, values);
}

const rdg_hbm_number *rdg_hbm_number_called(const rdg_hbm_released *r, const char *name)
{
    for (rdg_index k = 0; r && name && k < r->n; k++) {
        if (strcmp(r->number[k].name, name) == 0) {
            return &r->number[k];
        }
    }
    return NULL;
}

bool rdg_hbm_parameters_have(const rdg_hbm_parameters *numbers, const char *name)
{
    return rdg_hbm_number_called(numbers, name);
}

static double typical_size(double value)
{
    return value != 0.0 ? 1e-3 * fabs(value) : 1.0;
}

rdg_status rdg_hbm_parameters_add_variable(const rdg_hbm_parameters *numbers, rdg_problem *problem,
                                           rdg_index *variable)
{
    if (!numbers) {
        return RDG_ERR_EARLIER;
    }
    RDG_NEED(numbers->hb->ctx, problem, RDG_ERR_ARGUMENT);
    RDG_NEED(numbers->hb->ctx, variable, RDG_ERR_ARGUMENT);
    const rdg_hbm_number *number = &numbers->number[numbers->n - 1];
    const double start = numbers->start[numbers->n - 1];
    if (!rdg_has_variables(problem, number->name)) { /* else one that has failed before is tried again */
        RDG_TRY(rdg_add_variables(problem, number->name, 1, &start));
        RDG_TRY(rdg_set_typical(problem, number->name, typical_size(start), true));
    }
    *variable = rdg_variable_index(problem, number->name, NULL);
    return rdg_error_status(rdg_problem_context(problem));
}

rdg_status rdg_hbm_name_number(rdg_problem *problem, const rdg_hbm_number *number)
{
    RDG_TRY(rdg_add_parameter(problem, number->name, number->name, 0));
    RDG_TRY(rdg_set_unit(problem, number->name, number->of.unit));
    return isfinite(number->of.least) ? rdg_set_domain(problem, number->name, number->of.least, INFINITY)
                                      : RDG_OK;
}
