/* A look at the whole response: the peak that is followed, and the greatest of the others. */
#include "design_impl.h"
#include "ridge_impl.h"

#include <ridgewalk/frc_peaks.h>
#include <ridgewalk/toolbox.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double alike = 0.1; /* ln: two maxima that may be one */
static const double same = 1e-6; /* two ways to one peak, relatively */

/* The maximum that is expected at a frequency with an amplitude; -1: there is none like that. Amplitude 0:
 * the greatest. */
static rdg_index find_own(const rdg_peaks *found, double omega, double amplitude)
{
    rdg_index own = amplitude > 0.0 ? -1 : found->greatest;
    double nearest = alike;
    for (rdg_index k = 0; amplitude > 0.0 && k < found->count; k++) {
        const rdg_maximum *m = &found->maximum[k];
        const double off = fabs(log(m->omega / omega)) + fabs(log(m->amplitude / amplitude));
        if (off < nearest) {
            nearest = off;
            own = k;
        }
    }
    return own;
}

static rdg_status read_peaks(rdg_design_driver *d, const rdg_peaks *found, const rdg_design_expected *at,
                             rdg_design_look *look)
{
    const rdg_index own = find_own(found, at->omega, at->amplitude);
    rdg_index other = -1;
    for (rdg_index k = 0; k < found->count; k++) {
        if (k != own && (other < 0 || found->maximum[k].amplitude > found->maximum[other].amplitude)) {
            other = k;
        }
    }
    for (int e = 0; e < 2; e++) {
        look->edge = found->end[e].falls ? fmax(look->edge, found->end[e].amplitude) : look->edge;
    }
    look->covered = found->covered;
    look->branches =
        rdg_response_doubt(found, "N", look->doubt, sizeof look->doubt) && found->branch_points > 0;
    look->has_own = own >= 0;
    if (own >= 0) {
        look->own = found->maximum[own].amplitude;
        look->own_omega = found->maximum[own].omega;
    }
    const rdg_index kept = at->amplitude > 0.0 ? other : own;
    if (other >= 0) {
        look->other = found->maximum[other].amplitude;
        look->other_omega = found->maximum[other].omega;
    }
    if (kept >= 0) {
        look->n = found->n;
        look->u = rdg_context_calloc(d->ctx, (size_t)found->n, sizeof *look->u);
        if (!look->u) {
            return RDG_ERR_NO_MEMORY;
        }
        memcpy(look->u, found->maximum[kept].u, (size_t)found->n * sizeof *look->u);
    }
    return RDG_OK;
}

rdg_status rdg_design_look_at(rdg_design_driver *d, const double *value, const rdg_design_expected *at,
                              rdg_design_look *look)
{
    rdg_option_list list = {.ctx = d->ctx};
    *look = (rdg_design_look){.covered = false};
    rdg_option_list_add(&list, RDG_HOLD_AT("alpha", at->alpha));
    for (rdg_index k = 0; k < d->result->n; k++) {
        rdg_option_list_add(&list, RDG_HOLD_AT(d->result->number[k].name, value[k]));
    }
    rdg_design_add_common(d, &list);
    rdg_option_list_add(&list, RDG_WINDOW("omega", d->low, d->high));
    rdg_option_list_add(&list, RDG_PEAKS_QUICK);
    rdg_option_list_add(&list, RDG_PEAKS_ABOVE(at->above));
    const rdg_peaks *found =
        rdg_error_status(d->ctx) == RDG_OK ? rdg_frc_peaks_list(d->hb, d->sensor, list.item) : NULL;
    rdg_option_list_release(&list);
    rdg_error_forgive(d->ctx); /* that the response cannot be followed is an answer */
    if (found) {
        d->result->points += found->points;
        read_peaks(d, found, at, look);
        rdg_peaks_free(found);
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
    rdg_at at[RDG_DESIGN_MOST + 64] = {RDG_AT("omega", d->low), RDG_AT("alpha", d->result->alpha)};
    rdg_index used = 2;
    rdg_option_list list = {.ctx = d->ctx};
    for (rdg_index k = 0; k < d->result->n; k++) {
        at[used++] = RDG_AT(d->result->number[k].name, d->result->number[k].value);
    }
    rdg_design_add_common(d, &list);
    for (const rdg_option *o = list.item; o && o->kind != RDG_OPTION_END && used < RDG_DESIGN_MOST + 63;
         o++) {
        if (o->kind == RDG_OPTION_HOLD_AT) {
            at[used++] = RDG_AT(o->name, o->a);
        }
    }
    rdg_problem *p = rdg_error_status(d->ctx) == RDG_OK ? rdg_hbm_problem_at(d->hb, at) : NULL;
    snprintf(d->from, sizeof d->from, "%s/%s", d->name, what);
    d->label = 1;
    rdg_option_list_add(&list, RDG_LABEL_EVERY(1));
    if (p && rdg_variable_count(p) == n) {
        memcpy(rdg_start_values(p), u, (size_t)n * sizeof *u);
        rdg_continue_list(p, d->from, list.item);
    }
    rdg_problem_free(p);
    rdg_option_list_release(&list);
    return rdg_error_status(d->ctx);
}
