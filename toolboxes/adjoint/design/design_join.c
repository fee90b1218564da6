/* Where a second peak has become as high as the first one: both, and others that come up, are carried along
 * from there (minimax.h). */
#include "design_impl.h"

#include "minimax.h"

#include <ridgewalk/toolbox.h>

#include <math.h>
#include <stdio.h>

static const double back = 0.01; /* before both are equal, relatively: the number that was followed */

static rdg_design_place place_of(const rdg_design_number *number, const rdg_minimax_number *found,
                                 bool is_single)
{
    const double middle = sqrt(number->low * number->high);
    return !found->is_at_bound      ? (is_single ? RDG_DESIGN_FREE : RDG_DESIGN_EQUAL)
           : number->value < middle ? RDG_DESIGN_LOW
                                    : RDG_DESIGN_HIGH;
}

/* One peak again, where another one has let go: an optimum of the first kind. */
static rdg_design_kind kind_of(const rdg_design_result *r, const rdg_minimax_result *m)
{
    rdg_index bounded = 0;
    for (rdg_index k = 0; k < r->n; k++) {
        bounded += m->number[k].is_at_bound;
    }
    return m->n_peaks > 1 ? RDG_DESIGN_EQUAL_PEAKS : bounded > 0 ? RDG_DESIGN_AT_BOUND : RDG_DESIGN_OPTIMUM;
}

static void take(rdg_design_driver *d, const rdg_minimax_result *m)
{
    rdg_design_result *r = d->result;
    r->points += m->points;
    r->stages += m->runs;
    d->joined = m->found;
    if (!m->found) {
        return;
    }
    for (rdg_index k = 0; k < r->n; k++) {
        rdg_design_number *number = &r->number[k];
        number->value = m->number[k].value;
        number->sensitivity = m->number[k].slope;
        number->place = place_of(number, &m->number[k], m->n_peaks == 1);
    }
    r->kind = kind_of(r, m);
    r->amplitude = m->height;
    r->omega = m->peak[0].omega;
    r->other_amplitude = m->n_peaks > 1 ? m->height : 0.0;
    r->other_omega = m->n_peaks > 1 ? m->peak[1].omega : 0.0;
    r->certified = m->certified;
    snprintf(d->doubt, sizeof d->doubt, "see the warning of rdg_minimax above");
}

rdg_status rdg_design_join(rdg_design_driver *d)
{
    const char *name[RDG_DESIGN_MOST];
    double low[RDG_DESIGN_MOST], high[RDG_DESIGN_MOST], start[RDG_DESIGN_MOST];
    char runs[RDG_DESIGN_NAME];
    rdg_minimax_result found;
    rdg_option_list list = {.ctx = d->ctx};
    for (rdg_index k = 0; k < d->result->n; k++) {
        const rdg_design_number *number = &d->result->number[k];
        const double moved = number->value * (d->came_from < number->value ? 1.0 - back : 1.0 + back);
        name[k] = number->name;
        low[k] = number->low;
        high[k] = number->high;
        start[k] = fmin(fmax(k == d->followed ? moved : number->value, low[k]), high[k]);
    }
    rdg_design_add_common(d, &list);
    for (const rdg_option *o = list.item; o && o->kind != RDG_OPTION_END; o++) {
        if (o->kind == RDG_OPTION_HOLD_AT) { /* copies of the ridge have the structure's other numbers */
            rdg_option_list_release(&list);
            return RDG_OK;
        }
    }
    const rdg_option *level = d->over_level ? rdg_option_find(d->options, RDG_OPTION_WINDOW, "alpha") : NULL;
    snprintf(runs, sizeof runs, "%.400s/equal", d->name);
    const rdg_minimax_options how = {.n = d->result->n,
                                     .parameters = name,
                                     .low = low,
                                     .high = high,
                                     .start = start,
                                     .alpha = d->result->alpha,
                                     .from = d->low,
                                     .to = d->high,
                                     .over = level ? "alpha" : NULL,
                                     .over_low = level ? level->a : 0.0,
                                     .over_high = level ? level->b : 0.0,
                                     .options = list.item};
    rdg_status status = rdg_error_status(d->ctx);
    if (status == RDG_OK) {
        status = rdg_minimax(d->hb, runs, d->sensor, &how, &found);
        if (status == RDG_OK) {
            take(d, &found);
        } else if (status == RDG_ERR_NO_CONVERGENCE) { /* a peak in a corner, which it does not know */
            rdg_error_clear(d->ctx);
            status = RDG_OK;
        }
    }
    rdg_option_list_release(&list);
    return status;
}
