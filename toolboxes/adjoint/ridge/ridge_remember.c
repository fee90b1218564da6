/* What the driver remembers along a ridge, so that it can be taken up at any of its labels: which contacts
 * stick or slip or are corners, where the ridge has begun anew, and all that is known of other maxima. */
#include "ridge_impl.h"

#include <ridgewalk/toolbox.h>

static void exchange_regimes(rdg_ridge_driver *d, rdg_memo *m)
{
    for (rdg_index k = 0; k < d->n_watches; k++) {
        rdg_ridge_watch *w = &d->watch[k];
        int regime = (int)w->regime;
        bool focused = w->focused;
        double margin = 0.0;
        rdg_memo_int(m, &regime);
        rdg_memo_flag(m, &focused);
        if (focused) {
            rdg_memo_numbers(m, w->focus, d->n_plain);
        }
        if (rdg_memo_reads(m)) {
            rdg_ridge_focus(w, focused && w->focus ? w->focus : NULL, &margin);
            rdg_ridge_assume(w, (rdg_ridge_regime)regime);
        }
    }
}

static void exchange_spread(rdg_ridge_spread *s, rdg_memo *m)
{
    rdg_memo_number(m, &s->tried);
    rdg_memo_number(m, &s->grain);
    rdg_memo_number(m, &s->widest);
    rdg_memo_numbers(m, s->blind, 2);
    rdg_memo_int(m, &s->count);
    rdg_memo_numbers(m, s->level, s->count <= RDG_RIDGE_LOOKED ? s->count : 0);
}

static void exchange_rival(const rdg_ridge_driver *d, rdg_ridge_rival *r, rdg_memo *m)
{
    rdg_memo_number(m, &r->amplitude);
    if (r->amplitude != 0.0) {
        rdg_memo_numbers(m, r->u, d->n_plain);
        rdg_memo_numbers(m, r->first, d->n_plain);
        rdg_memo_number(m, &r->start_level);
        rdg_memo_number(m, &r->start_height);
        rdg_memo_number(m, &r->level);
        rdg_memo_number(m, &r->height);
        rdg_memo_flag(m, &r->lost);
    }
}

static void exchange_place(rdg_memo *m, double *level, double *omega, double *amplitude)
{
    rdg_memo_number(m, level);
    rdg_memo_number(m, omega);
    rdg_memo_number(m, amplitude);
}

/* Levels and heights as they are in memory, three numbers a place. */
static void exchange_past(rdg_ridge_past *past, rdg_memo *m)
{
    rdg_memo_int(m, &past->count);
    for (int k = 0; k < past->count && k < RDG_RIDGE_PAST; k++) {
        exchange_place(m, &past->at[k].level, &past->at[k].omega, &past->at[k].amplitude);
    }
}

/* Effort is counted in iterations: from now on, wherever their count stands. */
static void exchange_effort(rdg_ridge_driver *d, rdg_memo *m)
{
    rdg_ridge_certificate *c = &d->certificate;
    long made = rdg_newton_iterations(d->ctx) - c->begin;
    rdg_memo_long(m, &made);
    c->begin = rdg_newton_iterations(d->ctx) - made;
    long *const counts[] = {&c->spent, &c->last, &c->scans, &c->followed, &c->beside, &c->refined};
    for (size_t k = 0; k < sizeof counts / sizeof *counts; k++) {
        rdg_memo_long(m, counts[k]);
    }
}

static void exchange_judgement(rdg_ridge_certificate *c, rdg_memo *m)
{
    long *const counts[] = {&c->judged, &c->n_false, &c->n_uncovered, &c->n_doubtful};
    double *const levels[] = {&c->first_false, &c->first_uncovered, &c->doubtful, &c->sampled[0],
                              &c->sampled[1],  &c->window[0],       &c->window[1]};
    for (size_t k = 0; k < sizeof counts / sizeof *counts; k++) {
        rdg_memo_long(m, counts[k]);
    }
    for (size_t k = 0; k < sizeof levels / sizeof *levels; k++) {
        rdg_memo_number(m, levels[k]);
    }
    rdg_memo_flag(m, &c->exceeded[0]);
    rdg_memo_flag(m, &c->exceeded[1]);
    rdg_memo_flag(m, &c->turned);
}

/* What responses say beside their maxima. */
static void exchange_responses(rdg_ridge_driver *d, rdg_memo *m)
{
    rdg_ridge_higher_ends *e = &d->higher_ends;
    rdg_index n = d->n_branch_points;
    rdg_memo_index(m, &n);
    if (rdg_memo_reads(m)) {
        const bool room = n >= 0 && rdg_context_reserve(d->ctx, &d->branch_point, &d->branch_room, n,
                                                        sizeof *d->branch_point) == RDG_OK;
        d->n_branch_points = room ? n : 0;
    }
    for (rdg_index k = 0; k < d->n_branch_points; k++) {
        rdg_branch_point *b = &d->branch_point[k];
        exchange_place(m, &b->level, &b->omega, &b->amplitude);
    }
    exchange_place(m, &e->first.level, &e->first.omega, &e->first.amplitude);
    rdg_memo_number(m, &e->last);
}

static void exchange_certificate(rdg_ridge_driver *d, rdg_memo *m)
{
    rdg_ridge_certificate *c = &d->certificate;
    exchange_effort(d, m);
    exchange_judgement(c, m);
    exchange_responses(d, m);
    exchange_spread(&c->spread, m);
    exchange_past(&c->past, m);
    for (int k = 0; k < RDG_RIDGE_RIVALS; k++) {
        exchange_rival(d, &c->rival[k], m);
    }
    rdg_memo_flag(m, &c->has_before);
    rdg_memo_number(m, &c->before_amplitude);
    if (c->has_before) {
        rdg_memo_numbers(m, c->before, d->n_plain);
    }
}

void rdg_ridge_exchange(rdg_problem *p, rdg_memo *m, void *data)
{
    rdg_ridge_driver *d = data;
    (void)p;
    rdg_memo_number(m, &d->stepped_at);
    rdg_memo_number(m, &d->stepped_by);
    rdg_memo_flag(m, &d->gone[0]);
    rdg_memo_flag(m, &d->gone[1]);
    exchange_regimes(d, m);
    rdg_memo_numbers(m, d->slope.border, d->n_plain);
    rdg_ridge_slope_forget(d);
    rdg_memo_flag(m, &d->is_anchored);
    rdg_memo_int(m, &d->anchor_sign[0]);
    rdg_memo_int(m, &d->anchor_sign[1]);
    rdg_memo_numbers(m, d->anchor, d->n_plain);
    if (d->how.certify != RDG_CERTIFY_NOTHING) {
        exchange_certificate(d, m);
    }
}
