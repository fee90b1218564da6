/* One stage: the ridge over a number, with those chosen before at their best. */
#include "design_impl.h"

#include <ridgewalk/run_data.h>
#include <ridgewalk/toolbox.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Elasticity of the peak over a number below which the number is idle. */
static const double no_effect = 1e-10;
static const double at_end = 1e-9; /* of a window, relatively */

static const double hardly = 1e-12; /* lower, relatively */

/* A ridge begins at the peak that it is given, not at another one: it is looked for no farther away. */
static const double around = 1.02;

/* --- the run */

/* All numbers but the one that is followed: at their best, or held. followed: their count where none is. */
static void add_numbers(const rdg_design_driver *d, rdg_index followed, rdg_option_list *list)
{
    for (rdg_index k = 0; k < d->result->n; k++) {
        const rdg_design_number *number = &d->result->number[k];
        if (k == followed) {
            rdg_option_list_add(list, RDG_RELEASE(number->name));
        } else if (number->place == RDG_DESIGN_FREE) {
            rdg_option_list_add(list, RDG_RIDGE_OPTIMAL(number->name));
        } else {
            rdg_option_list_add(list, RDG_HOLD_AT(number->name, number->value));
        }
        if (k == followed || number->place == RDG_DESIGN_FREE) {
            rdg_option_list_add(list, RDG_WINDOW(number->name, number->low, number->high));
        }
    }
}

static bool any_free(const rdg_design_driver *d)
{
    for (rdg_index k = 0; k < d->result->n; k++) {
        if (d->result->number[k].place == RDG_DESIGN_FREE) {
            return true;
        }
    }
    return false;
}

static bool stop_at_optimum(rdg_problem *p, const rdg_chart *chart, void *data)
{
    (void)p;
    (void)data;
    return strcmp(chart->type, "OPT") == 0;
}

/* At the peak that was reached. */
static void add_start(const rdg_design_driver *d, rdg_option_list *list)
{
    const double omega = d->result->omega;
    rdg_option_list_add(list, RDG_FROM(d->from, d->label));
    rdg_option_list_add(list, RDG_WINDOW("omega", omega / around, omega * around));
    rdg_option_list_add(list, RDG_RIDGE_DIRECT);
}

/* direction 0: over the whole range */
static rdg_status follow(rdg_design_driver *d, rdg_index k, int direction)
{
    rdg_option_list list = {.ctx = d->ctx};
    d->followed = k;
    add_start(d, &list);
    rdg_option_list_add(&list, RDG_DIRECTION(direction));
    rdg_option_list_add(&list, RDG_RIDGE_CERTIFY(RDG_CERTIFY_NOTHING));
    rdg_option_list_add(&list, RDG_EXPECT_EARLY_END);
    add_numbers(d, k, &list);
    rdg_design_add_common(d, &list);
    if (direction != 0) {
        rdg_option_list_add(&list, RDG_OBSERVE(stop_at_optimum, d));
    }
    snprintf(d->run, sizeof d->run, "%s/%lld-%s", d->name, (long long)++d->result->stages,
             d->result->number[k].name);
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
        const double handicap = strcmp(rdg_run_type(run, row), "OPT") == 0 ? 1.0 + hardly : 1.0 - hardly;
        if (rdg_run_label(run, row) > 0 && (least < 0 || amplitude[row] < amplitude[least] * handicap)) {
            least = row;
        }
    }
    return least;
}

static bool is_at(double value, double end)
{
    return fabs(value - end) <= at_end * fabs(end);
}

static void place_at_end(rdg_design_number *number)
{
    number->place = is_at(number->value, number->low)    ? RDG_DESIGN_LOW
                    : is_at(number->value, number->high) ? RDG_DESIGN_HIGH
                                                         : number->place;
}

/* The numbers, the peak and the sensitivities of a row. */
static rdg_status read_row(rdg_design_driver *d, rdg_run *run, rdg_index row)
{
    rdg_design_result *r = d->result;
    for (rdg_index k = 0; k < r->n; k++) {
        char eta[RDG_NUMBER_NAME + 2];
        rdg_design_number *number = &r->number[k];
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

static rdg_status reach(rdg_design_driver *d, rdg_run *run, rdg_index row)
{
    d->label = rdg_run_label(run, row);
    snprintf(d->from, sizeof d->from, "%s", d->run);
    return read_row(d, run, row);
}

/* The place of the number that was followed, and whether another one has met an end. */
static rdg_design_outcome judge(rdg_design_driver *d, rdg_index k, const char *type)
{
    rdg_design_number *number = &d->result->number[k];
    if (strcmp(type, "OPT") == 0) {
        number->place = RDG_DESIGN_FREE;
        return RDG_STAGE_DONE;
    }
    number->place = RDG_DESIGN_HELD;
    place_at_end(number);
    if (number->place != RDG_DESIGN_HELD) {
        return RDG_STAGE_DONE;
    }
    for (rdg_index i = 0; i < d->result->n; i++) {
        rdg_design_number *other = &d->result->number[i];
        if (i != k && other->place == RDG_DESIGN_FREE) {
            place_at_end(other);
            if (other->place != RDG_DESIGN_FREE) {
                return RDG_STAGE_OTHER;
            }
        }
    }
    return RDG_STAGE_LOST;
}

/* Is the number without effect from one end of the run to the other one? */
static bool is_idle(rdg_run *run, const char *name, const double *amplitude)
{
    char eta[RDG_NUMBER_NAME + 2];
    snprintf(eta, sizeof eta, "d.%s", name);
    const double *value = rdg_run_column(run, name), *slope = rdg_run_column(run, eta);
    for (rdg_index row = 0; value && slope && row < rdg_run_count(run); row++) {
        if (fabs(slope[row] * value[row]) > no_effect * amplitude[row]) {
            return false;
        }
    }
    return true;
}

static rdg_status conclude(rdg_design_driver *d, rdg_index k, int direction, rdg_design_outcome *outcome)
{
    rdg_run *run = rdg_run_open(d->ctx, d->run);
    const double *amplitude = run ? rdg_run_column(run, d->sensor) : NULL;
    if (!amplitude) {
        return rdg_error_status(d->ctx);
    }
    const rdg_index count = rdg_run_count(run);
    const bool idle = is_idle(run, d->result->number[k].name, amplitude);
    const rdg_index row = direction == 0 ? find_least(run, amplitude) : direction > 0 ? count - 1 : 0;
    d->result->points += count;
    *outcome = RDG_STAGE_DONE;
    if (idle) {
        d->result->number[k].place = RDG_DESIGN_IDLE;
    } else if (reach(d, run, row) == RDG_OK) {
        *outcome = judge(d, k, rdg_run_type(run, row));
    }
    rdg_run_free(run);
    return rdg_error_status(d->ctx);
}

rdg_status rdg_design_stage(rdg_design_driver *d, rdg_index k, rdg_design_outcome *outcome)
{
    rdg_design_number *number = &d->result->number[k];
    int direction = 0;
    if (any_free(d)) {
        if (fabs(number->sensitivity * number->value) <= no_effect * d->result->amplitude) {
            number->place = RDG_DESIGN_IDLE;
            *outcome = RDG_STAGE_DONE;
            return RDG_OK;
        }
        direction = number->sensitivity < 0.0 ? 1 : -1;
        if (is_at(number->value, direction > 0 ? number->high : number->low)) {
            place_at_end(number);
            *outcome = RDG_STAGE_DONE;
            return RDG_OK;
        }
    }
    RDG_TRY(follow(d, k, direction));
    return conclude(d, k, direction, outcome);
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
