/* The problem of the peaks that are carried along, from an examination of the whole response. */
#include "minimax_impl.h"
#include "peak_set_impl.h"

#include <ridgewalk/hbm_equations.h>
#include <ridgewalk/problem.h>
#include <ridgewalk/toolbox.h>

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* A peak below this height, relative to the greatest, is not carried along. */
static const double low_peak = 0.5;

double rdg_minimax_value(const rdg_minimax_driver *d, const char *parameter)
{
    double value = 0.0;
    rdg_parameter_value(d->p, parameter, rdg_start_values(d->p), &value);
    return value;
}

void rdg_minimax_finish(rdg_minimax_driver *d)
{
    rdg_problem_free(d->p);
    rdg_free(d->u);
    d->p = NULL;
    d->u = NULL;
}

/* --- the problem */

/* So many of the peaks come before one: those with a weight, then the higher ones. */
static rdg_index count_before(const rdg_least_search *s, rdg_index i)
{
    rdg_index before = 0;
    for (rdg_index k = 0; k < s->at.n; k++) {
        const bool heavy = s->theta[k] > 0.0, is_heavy = s->theta[i] > 0.0;
        before += heavy != is_heavy ? heavy : s->at.a[k] > s->at.a[i];
    }
    return before;
}

/* Equal peaks, and others that are not low; non-smooth ones are no smooth points of a ridge. */
static bool choose_peaks(rdg_minimax_driver *d, double *theta)
{
    const rdg_least_search *s = &d->search;
    d->plan.n = 0;
    for (rdg_index i = 0; i < s->at.n; i++) {
        const bool is_active = s->theta[i] > 0.0;
        if (s->at.peak[i]->kind != RDG_PEAK_SMOOTH) {
            if (is_active) {
                return false;
            }
        } else if ((is_active || s->at.a[i] >= log(low_peak)) && count_before(s, i) < RDG_EQUAL_PEAKS_MOST) {
            theta[d->plan.n] = s->theta[i];
            d->is_active[d->plan.n] = is_active;
            d->plan.peak[d->plan.n++] = s->at.peak[i];
        }
    }
    return d->plan.n > 0;
}

static void name_all(rdg_minimax_driver *d)
{
    for (rdg_index i = 0; i < d->plan.n; i++) {
        snprintf(d->gap[i], sizeof d->gap[i], "gap%d", (int)(i + 1));
        snprintf(d->theta[i], sizeof d->theta[i], "theta%d", (int)(i + 1));
    }
    for (rdg_index j = 0; j < d->options->n; j++) {
        snprintf(d->eta[j], sizeof d->eta[j], "d.%.300s", d->options->parameters[j]);
    }
    for (rdg_index k = 0; k < d->plan.n_shared; k++) {
        d->seen[k] = d->plan.shared[k].value;
    }
}

bool rdg_minimax_adopt(rdg_minimax_driver *d)
{
    double theta[RDG_EQUAL_PEAKS_MOST];
    for (rdg_index j = 0; j < d->options->n; j++) {
        d->plan.shared[1 + j].value = d->search.value[j];
    }
    if (!choose_peaks(d, theta)) {
        return false;
    }
    rdg_minimax_finish(d);
    d->p = rdg_equal_peaks_make(&d->plan);
    d->u = d->p ? rdg_context_calloc(d->ctx, (size_t)rdg_variable_count(d->p), sizeof *d->u) : NULL;
    if (!d->u) {
        return false;
    }
    name_all(d);
    memcpy(rdg_start_values(d->p) + rdg_variable_index(d->p, "theta", NULL), theta,
           (size_t)d->plan.n * sizeof *theta);
    memcpy(d->place, d->search.place, sizeof d->place);
    return true;
}

/* --- peaks that come up */

/* What is shared at a point of the problem. */
static void read_shared(rdg_minimax_driver *d, const double *u)
{
    for (rdg_index k = 0; k < d->plan.n_shared; k++) {
        rdg_parameter_value(d->p, d->plan.shared[k].name, u, &d->plan.shared[k].value);
    }
}

/* The search is where the plan is. */
static rdg_status move_search(rdg_minimax_driver *d)
{
    rdg_least_search *s = &d->search;
    for (rdg_index k = 1; k < d->plan.n_shared; k++) {
        const rdg_at *shared = &d->plan.shared[k];
        if (k <= s->m) {
            s->value[k - 1] = shared->value;
        } else {
            RDG_TRY(rdg_peak_response_hold(s->response, shared->name, shared->value));
        }
    }
    s->alpha = d->plan.shared[0].value;
    return RDG_OK;
}

/* Is a maximum of a set one of the peaks that are carried along at a point? */
static bool is_known(const rdg_minimax_driver *d, const double *u, const rdg_peak_set *set,
                     const rdg_peak_point *maximum)
{
    const rdg_index m = rdg_hbm_unknowns(d->plan.hb);
    bool known = false;
    for (rdg_index i = 0; i < d->plan.n && !known; i++) {
        char name[32];
        snprintf(name, sizeof name, "peak%" PRId64 ".Q", i + 1);
        rdg_peak_point peak = {.u = (double *)u + rdg_variable_index(d->p, name, NULL)};
        const rdg_index k = peak.u[m] > 0.0 ? rdg_peak_list_find(d->search.response, set, &peak) : -1;
        known = k >= 0 && set->peak[k] == maximum;
    }
    return known;
}

static bool has_moved(rdg_minimax_driver *d, const double *u)
{
    bool moved = false;
    for (rdg_index k = 0; k < d->plan.n_shared; k++) {
        double now = 0.0;
        rdg_parameter_value(d->p, d->plan.shared[k].name, u, &now);
        moved = moved || fabs(now - d->seen[k]) > rdg_least_stride * fmax(fabs(now), fabs(d->seen[k]));
    }
    for (rdg_index k = 0; moved && k < d->plan.n_shared; k++) {
        rdg_parameter_value(d->p, d->plan.shared[k].name, u, &d->seen[k]);
    }
    return moved;
}

bool rdg_minimax_sees_new(rdg_minimax_driver *d, const rdg_chart *chart)
{
    rdg_least_model model = {.set = NULL};
    bool is_new = false;
    if (!has_moved(d, chart->u)) {
        return false;
    }
    read_shared(d, chart->u);
    if (move_search(d) != RDG_OK || rdg_least_look(&d->search, d->search.value, &model) != RDG_OK ||
        !model.set) {
        return false;
    }
    for (rdg_index i = 0; i < model.n; i++) {
        is_new = is_new || (model.a[i] >= log(low_peak) && model.peak[i]->kind == RDG_PEAK_SMOOTH &&
                            !is_known(d, chart->u, model.set, model.peak[i]));
    }
    d->result->points += model.set->points;
    rdg_least_forget(&model);
    return is_new;
}

/* The problem of all peaks where the plan is; false: there is no optimum. */
static bool make_anew(rdg_minimax_driver *d)
{
    const rdg_status status = move_search(d);
    return status == RDG_OK && rdg_least_peak_stay(&d->search) == RDG_OK &&
           d->search.work <= rdg_least_same && rdg_minimax_adopt(d);
}

bool rdg_minimax_renew(rdg_minimax_driver *d)
{
    const rdg_index before = d->plan.n;
    read_shared(d, rdg_start_values(d->p));
    return make_anew(d) && (d->end == RDG_MINIMAX_SEGMENT_NEW || d->plan.n != before);
}

bool rdg_minimax_return(rdg_minimax_driver *d, double over)
{
    for (rdg_index k = 0; k < d->plan.n_shared; k++) {
        d->plan.shared[k].value = k > 0 && k <= d->search.m ? d->result->number[k - 1].value
                                  : strcmp(d->plan.shared[k].name, d->options->over) == 0
                                      ? over
                                      : d->plan.shared[k].value;
    }
    return make_anew(d);
}
