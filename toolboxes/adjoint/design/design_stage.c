/* The runs of a design with one peak: the ridge over the first number, and the optimum. */
#include "design_impl.h"

#include <ridgewalk/run_data.h>
#include <ridgewalk/toolbox.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

/* A ridge begins at the peak that it is given, not at another one: it is searched for no farther away. */
static const double around = 1.02;

/* --- the run */

rdg_status rdg_design_begin_at(rdg_design_driver *d, const char *what, const rdg_peak_point *peak)
{
    rdg_option_list list = {.ctx = d->ctx};
    rdg_index count = 0;
    while (d->numbers[count].name) {
        count++;
    }
    rdg_at *at = rdg_context_calloc(d->ctx, (size_t)count + 3, sizeof *at);
    if (at) {
        at[0] = RDG_AT("omega", d->low);
        at[1] = RDG_AT("alpha", d->result->alpha);
        memcpy(at + 2, d->numbers, (size_t)count * sizeof *at);
    }
    rdg_design_add_common(d, &list);
    rdg_option_list_add(&list, RDG_LABEL_EVERY(1));
    rdg_problem *p = at && rdg_error_status(d->ctx) == RDG_OK ? rdg_hbm_problem_at(d->hb, at) : NULL;
    snprintf(d->from, sizeof d->from, "%s/%s", d->name, what);
    if (p && rdg_variable_count(p) == peak->n) {
        memcpy(rdg_start_values(p), peak->u, (size_t)peak->n * sizeof(double));
        d->result->omega = peak->omega;
        rdg_continue_list(p, d->from, list.item);
    }
    rdg_problem_free(p);
    rdg_free(at);
    rdg_option_list_release(&list);
    return rdg_error_status(d->ctx);
}

/* All numbers but the one that is followed: at their best, or held. followed: their count where none is. */
static void add_numbers(const rdg_design_driver *d, rdg_index followed, rdg_option_list *list)
{
    for (rdg_index k = 0; k < d->result->n; k++) {
        const rdg_design_variable *number = &d->result->number[k];
        const bool is_free = number->place == RDG_DESIGN_FREE;
        rdg_option_list_add(list, k == followed ? RDG_RELEASE(number->name)
                                  : is_free     ? RDG_RIDGE_OPTIMAL(number->name)
                                                : RDG_HOLD_AT(number->name, number->value));
        if (k == followed || is_free) {
            rdg_option_list_add(list, RDG_WINDOW(number->name, number->low, number->high));
        }
    }
}

/* At the peak that was reached. */
static void add_start(const rdg_design_driver *d, rdg_option_list *list)
{
    const double omega = d->result->omega;
    rdg_option_list_add(list, RDG_FROM(d->from, 1));
    rdg_option_list_add(list, RDG_WINDOW("omega", omega / around, omega * around));
    rdg_option_list_add(list, RDG_RIDGE_DIRECT);
}

static rdg_status follow(rdg_design_driver *d)
{
    rdg_option_list list = {.ctx = d->ctx};
    add_start(d, &list);
    rdg_option_list_add(&list, RDG_RIDGE_CERTIFY(RDG_CERTIFY_NOTHING));
    rdg_option_list_add(&list, RDG_EXPECT_EARLY_END);
    add_numbers(d, 0, &list);
    rdg_design_add_common(d, &list);
    snprintf(d->run, sizeof d->run, "%s/%lld-%s", d->name, (long long)++d->result->stages,
             d->result->number[0].name);
    const rdg_status status = rdg_error_status(d->ctx) == RDG_OK
                                  ? rdg_ridge_list(d->hb, d->run, d->sensor, list.item)
                                  : rdg_error_status(d->ctx);
    rdg_option_list_release(&list);
    return status;
}

/* --- what it has come to */

/* The labelled point at which the peak is least: an optimum, an end, or where the ridge goes on at another
 * maximum. Of those as low as each other an optimum. */
static rdg_index find_least(rdg_run *run, const double *amplitude)
{
    rdg_index least = -1;
    for (rdg_index row = 0; row < rdg_run_count(run); row++) {
        const double handicap =
            strcmp(rdg_run_type(run, row), "OPT") == 0 ? 1.0 + rdg_least_rounding : 1.0 - rdg_least_rounding;
        if (rdg_run_label(run, row) > 0 && (least < 0 || amplitude[row] < amplitude[least] * handicap)) {
            least = row;
        }
    }
    return least;
}

/* The numbers, the peak and the sensitivities of a row. */
static rdg_status read_row(rdg_design_driver *d, rdg_run *run, rdg_index row)
{
    rdg_design_result *r = d->result;
    for (rdg_index k = 0; k < r->n; k++) {
        char eta[RDG_PARAMETER_NAME + 2];
        rdg_design_variable *number = &r->number[k];
        snprintf(eta, sizeof eta, "d.%s", number->name);
        const double *value = rdg_run_column(run, number->name), *slope = rdg_run_column(run, eta);
        RDG_TRY(rdg_error_status(d->ctx));
        number->value = value[row];
        number->sensitivity = -slope[row];
    }
    const double *amplitude = rdg_run_column(run, d->sensor), *omega = rdg_run_column(run, "omega");
    RDG_TRY(rdg_error_status(d->ctx));
    r->amplitude = amplitude[row];
    r->omega = omega[row];
    return RDG_OK;
}

/* Is the number without effect from one end of the run to the other one? */
static bool is_idle(rdg_run *run, const char *name, const double *amplitude)
{
    char eta[RDG_PARAMETER_NAME + 2];
    snprintf(eta, sizeof eta, "d.%s", name);
    const double *value = rdg_run_column(run, name), *slope = rdg_run_column(run, eta);
    for (rdg_index row = 0; value && slope && row < rdg_run_count(run); row++) {
        if (fabs(slope[row] * value[row]) > rdg_least_same * amplitude[row]) {
            return false;
        }
    }
    return true;
}

rdg_status rdg_design_stage(rdg_design_driver *d)
{
    RDG_TRY(follow(d));
    rdg_run *run = rdg_run_open(d->ctx, d->run);
    const double *amplitude = run ? rdg_run_column(run, d->sensor) : NULL;
    if (!amplitude) {
        return rdg_error_status(d->ctx);
    }
    d->result->points += rdg_run_count(run);
    const rdg_status status = is_idle(run, d->result->number[0].name, amplitude)
                                  ? RDG_OK
                                  : read_row(d, run, find_least(run, amplitude));
    rdg_run_free(run);
    return status;
}

/* --- the optimum itself */

static bool stop_at_start(rdg_problem *p, const rdg_chart *chart, void *data)
{
    (void)p;
    (void)chart;
    (void)data;
    return true;
}

static rdg_index row_of_start(rdg_run *run)
{
    rdg_index row = 0;
    while (row < rdg_run_count(run) - 1 && rdg_run_point(run, row) != 0) {
        row++;
    }
    return row;
}

rdg_status rdg_design_last(rdg_design_driver *d)
{
    rdg_option_list list = {.ctx = d->ctx};
    add_start(d, &list);
    rdg_option_list_add(&list, RDG_SENSITIVITIES);
    add_numbers(d, d->result->n, &list);
    rdg_design_add_rest(d, &list);
    if (!d->over_level) {
        rdg_option_list_add(&list, RDG_OBSERVE(stop_at_start, d));
        rdg_option_list_add(&list, RDG_RIDGE_CERTIFY(RDG_CERTIFY_NOTHING));
    }
    rdg_status status = rdg_error_status(d->ctx) == RDG_OK
                            ? rdg_ridge_list(d->hb, d->name, d->sensor, list.item)
                            : rdg_error_status(d->ctx);
    rdg_option_list_release(&list);
    RDG_TRY(status);
    rdg_run *run = rdg_run_open(d->ctx, d->name);
    RDG_TRY(rdg_error_status(d->ctx));
    d->result->points += rdg_run_count(run);
    status = read_row(d, run, row_of_start(run));
    rdg_run_free(run);
    return status;
}
