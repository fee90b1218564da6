/* The problems of a ridge, and what it holds. */
#include "peak_impl.h"
#include "ridge_impl.h"

#include <ridgewalk/problem.h>
#include <ridgewalk/singular.h>
#include <ridgewalk/toolbox.h>

#include <string.h>

rdg_status rdg_ridge_make_problems(rdg_ridge_driver *d, const double *Q, double omega, double alpha)
{
    const size_t n = (size_t)rdg_hbm_unknowns(d->hb);
    rdg_problem **const local[] = {&d->plain, &d->response, &d->aside, &d->extended};
    for (size_t k = 0; k < sizeof local / sizeof *local; k++) {
        *local[k] = rdg_ridge_problem(d, omega, alpha);
        RDG_TRY(rdg_error_status(d->ctx));
        RDG_TRY(rdg_set_load(*local[k], NULL, 0.0, NULL, NULL)); /* points near others, or none */
    }
    memcpy(rdg_start_values(d->extended), Q, n * sizeof *Q);
    memcpy(rdg_start_values(d->response), Q, n * sizeof *Q);
    d->n_plain = rdg_variable_count(d->plain);
    d->omega = rdg_variable_index(d->plain, "omega", NULL);
    d->level = rdg_variable_index(d->plain, d->level_name, NULL);
    return rdg_error_status(d->ctx);
}

/* Second derivatives of the harmonic balance by differences of the first ones, for comparison. */
static rdg_status take_differences(rdg_ridge_driver *d)
{
    rdg_function by_differences = *rdg_find_function(d->plain, rdg_hbm_function(d->hb)->name);
    by_differences.d2f = NULL;
    by_differences.by_differences = true;
    return rdg_replace_function(d->plain, by_differences.name, &by_differences);
}

/* The response with all contacts free, whose peaks are sought. */
static rdg_status make_peaks(rdg_ridge_driver *d, double omega)
{
    rdg_at *numbers = rdg_context_calloc(d->ctx, (size_t)d->n_numbers + 1, sizeof *numbers);
    for (rdg_index k = 0; numbers && k < d->n_numbers; k++) {
        numbers[k] = RDG_AT(d->number[k].name, d->number[k].start);
    }
    d->peaks = numbers ? rdg_peak_response_create(d->hb, d->sensor, 0.5 * omega, 2.0 * omega, numbers) : NULL;
    d->peak = d->peaks ? rdg_peak_point_create(d->peaks) : NULL;
    rdg_free(numbers);
    if (d->peak && strcmp(d->level_name, "alpha") != 0) {
        rdg_peak_response_hold(d->peaks, "alpha", d->fixed_alpha);
    }
    return d->peak ? rdg_peak_response_release(d->peaks, d->level_name) : rdg_error_status(d->ctx);
}

rdg_status rdg_ridge_extend(rdg_ridge_driver *d)
{
    RDG_TRY(rdg_ridge_watch_contacts(d));
    /* with no second derivatives, since it jumps at non-smooth points */
    RDG_TRY(rdg_add_slope(d->response, "slope", d->sensor, "omega", RDG_JUMPING));
    d->response_sensor = rdg_parameter_index(d->response, d->sensor);
    RDG_TRY(rdg_ridge_add_margins(d));
    if (d->how.difference_hessian) {
        RDG_TRY(take_differences(d));
    }
    RDG_TRY(rdg_ridge_slope_make(d));
    RDG_TRY(make_peaks(d, rdg_start_values(d->extended)[d->omega]));
    RDG_TRY(rdg_ridge_add_slope(d));
    RDG_TRY(rdg_ridge_add_multipliers(d));
    d->n_extended = rdg_variable_count(d->extended);
    d->best = rdg_context_calloc(d->ctx, (size_t)d->n_plain, sizeof *d->best);
    d->trial = rdg_context_calloc(d->ctx, (size_t)d->n_plain, sizeof *d->trial);
    d->behind = rdg_context_calloc(d->ctx, (size_t)d->n_plain, sizeof *d->behind);
    d->found = rdg_context_calloc(d->ctx, (size_t)d->n_extended, sizeof *d->found);
    d->start_border = rdg_context_calloc(d->ctx, (size_t)d->n_plain, sizeof *d->start_border);
    d->anchor = rdg_context_calloc(d->ctx, (size_t)d->n_plain, sizeof *d->anchor);
    d->focus = rdg_context_calloc(d->ctx, (size_t)(d->n_watches * d->n_plain), sizeof *d->focus);
    for (rdg_index k = 0; d->focus && k < d->n_watches; k++) {
        d->watch[k].focus = d->focus + k * d->n_plain;
    }
    d->option = rdg_context_calloc(d->ctx, (size_t)(d->n_watches + 2 * d->n_numbers) + 11, sizeof *d->option);
    return rdg_error_status(d->ctx);
}

void rdg_ridge_release(rdg_ridge_driver *d)
{
    rdg_ridge_release_contacts(d);
    rdg_ridge_sets_release(d);
    rdg_ridge_slope_release(d);
    rdg_peak_point_free(d->peak);
    rdg_peak_response_free(d->peaks);
    rdg_problem_free(d->plain);
    rdg_problem_free(d->response);
    rdg_problem_free(d->aside);
    rdg_problem_free(d->extended);
    for (rdg_index k = 0; d->contact && k < d->n_contacts; k++) {
        rdg_free(d->contact[k].jump_sees);
    }
    rdg_free(d->contact);
    rdg_ridge_free_numbers(d);
    rdg_free(d->watch);
    rdg_free(d->branch_point);
    rdg_free(d->multiplier);
    rdg_free(d->start_border);
    rdg_free(d->anchor);
    rdg_free(d->focus);
    rdg_free(d->option);
    rdg_free(d->best);
    rdg_free(d->trial);
    rdg_free(d->found);
    rdg_free(d->behind);
}
