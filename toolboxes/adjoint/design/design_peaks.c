/* A look at the whole response: the peak that is followed, and the greatest of the others. */
#include "design_impl.h"
#include "ridge_impl.h"

#include <ridgewalk/peak_set.h>
#include <ridgewalk/run.h>
#include <ridgewalk/toolbox.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double alike = 0.1; /* ln: two maxima that may be one */
static const double same = 1e-6; /* two ways to one peak, relatively */

/* The maximum that is expected at a frequency with an amplitude; -1: there is none like that. Amplitude 0:
 * the greatest. */
static rdg_index find_own(const rdg_peak_set *found, const rdg_design_expected *at)
{
    rdg_index own = at->amplitude > 0.0 ? -1 : found->greatest;
    double nearest = alike;
    for (rdg_index k = 0; at->amplitude > 0.0 && k < found->count; k++) {
        const rdg_peak_point *m = found->peak[k];
        const double off = fabs(log(m->omega / at->omega)) + fabs(log(m->amplitude / at->amplitude));
        if (off < nearest) {
            nearest = off;
            own = k;
        }
    }
    return own;
}

static rdg_status read_set(rdg_design_driver *d, const rdg_peak_set *found, const rdg_design_expected *at,
                           rdg_design_look *look)
{
    const rdg_index own = find_own(found, at);
    rdg_index other = -1;
    for (rdg_index k = 0; k < found->count; k++) {
        if (k != own && (other < 0 || found->peak[k]->amplitude > found->peak[other]->amplitude)) {
            other = k;
        }
    }
    for (rdg_index e = 0; e < found->ends; e++) {
        look->edge = found->end[e].falls ? fmax(look->edge, found->end[e].amplitude) : look->edge;
    }
    look->covered = found->covered && found->unresolved == 0;
    look->branches = look->covered && !found->whole;
    rdg_peak_set_doubt(found, "N", look->doubt, sizeof look->doubt);
    look->has_own = own >= 0;
    if (own >= 0) {
        look->own = found->peak[own]->amplitude;
        look->own_omega = found->peak[own]->omega;
    }
    const rdg_index kept = at->amplitude > 0.0 ? other : own;
    if (other >= 0) {
        look->other = found->peak[other]->amplitude;
        look->other_omega = found->peak[other]->omega;
    }
    if (kept >= 0) {
        look->n = found->peak[kept]->n;
        look->u = rdg_context_calloc(d->ctx, (size_t)look->n, sizeof *look->u);
        if (!look->u) {
            return RDG_ERR_NO_MEMORY;
        }
        memcpy(look->u, found->peak[kept]->u, (size_t)look->n * sizeof *look->u);
    }
    return RDG_OK;
}

/* The structure's numbers: those of the design, then those that the user holds; a list to be freed. */
static rdg_at *list_numbers(const rdg_design_driver *d)
{
    rdg_option_list list = {.ctx = d->ctx};
    rdg_index count = d->result->n;
    rdg_design_add_common(d, &list);
    rdg_at *at = rdg_context_calloc(d->ctx, (size_t)(count + list.count) + 1, sizeof *at);
    for (rdg_index k = 0; at && k < d->result->n; k++) {
        at[k] = RDG_AT(d->result->number[k].name, d->result->number[k].value);
    }
    for (const rdg_option *o = list.item; at && o && o->kind != RDG_OPTION_END; o++) {
        if (o->kind == RDG_OPTION_HOLD_AT) {
            at[count++] = RDG_AT(o->name, o->a);
        }
    }
    rdg_option_list_release(&list);
    return at;
}

rdg_status rdg_design_look_at(rdg_design_driver *d, const double *value, const rdg_design_expected *at,
                              rdg_design_look *look)
{
    *look = (rdg_design_look){.covered = false};
    if (!d->peaks) {
        rdg_at *numbers = list_numbers(d);
        d->peaks = numbers ? rdg_peak_response_create(d->hb, d->sensor, d->low, d->high, numbers) : NULL;
        rdg_free(numbers);
    }
    for (rdg_index k = 0; d->peaks && k < d->result->n; k++) {
        RDG_TRY(rdg_peak_response_hold(d->peaks, d->result->number[k].name, value[k]));
    }
    const rdg_peak_set *found = d->peaks ? rdg_peak_set_at(d->peaks, at->alpha) : NULL;
    rdg_error_forgive(d->ctx); /* that the response cannot be followed is an answer */
    if (found) {
        d->result->points += found->points;
        read_set(d, found, at, look);
        rdg_peak_set_free(found);
    }
    return rdg_error_status(d->ctx);
}

bool rdg_design_is_greatest(const rdg_design_look *look, double amplitude)
{
    return look->covered && !look->branches && look->has_own &&
           fabs(look->own - amplitude) <= same * amplitude && !rdg_design_is_higher(look->other, amplitude) &&
           look->edge <= amplitude;
}

rdg_status rdg_design_begin_at(rdg_design_driver *d, const char *what, const double *u, rdg_index n)
{
    rdg_option_list list = {.ctx = d->ctx};
    rdg_at *numbers = list_numbers(d);
    rdg_index count = 0;
    while (numbers && numbers[count].name) {
        count++;
    }
    rdg_at *at = numbers ? rdg_context_calloc(d->ctx, (size_t)count + 3, sizeof *at) : NULL;
    if (at) {
        at[0] = RDG_AT("omega", d->low);
        at[1] = RDG_AT("alpha", d->result->alpha);
        memcpy(at + 2, numbers, (size_t)count * sizeof *at);
    }
    rdg_design_add_common(d, &list);
    rdg_problem *p = at && rdg_error_status(d->ctx) == RDG_OK ? rdg_hbm_problem_at(d->hb, at) : NULL;
    snprintf(d->from, sizeof d->from, "%s/%s", d->name, what);
    d->label = 1;
    rdg_option_list_add(&list, RDG_LABEL_EVERY(1));
    if (p && rdg_variable_count(p) == n) {
        memcpy(rdg_start_values(p), u, (size_t)n * sizeof *u);
        rdg_continue_list(p, d->from, list.item);
    }
    rdg_problem_free(p);
    rdg_free(at);
    rdg_free(numbers);
    rdg_option_list_release(&list);
    return rdg_error_status(d->ctx);
}
