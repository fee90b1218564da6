/* What the driver stores along a ridge, so that it can be taken up at any of its labels: which contacts
 * stick or slip or are non-smooth peaks, where the ridge has begun anew, and all that is known of other
 * maxima. */
#include "ridge_impl.h"

#include <ridgewalk/toolbox.h>

static void exchange_regimes(rdg_ridge_driver *d, rdg_checkpoint *m)
{
    for (rdg_index k = 0; k < d->n_watches; k++) {
        rdg_ridge_watch *w = &d->watch[k];
        int regime = (int)w->regime;
        bool focused = w->focused;
        double margin = 0.0;
        rdg_checkpoint_int(m, &regime);
        rdg_checkpoint_flag(m, &focused);
        if (focused) {
            rdg_checkpoint_numbers(m, w->focus, d->n_plain);
        }
        if (rdg_checkpoint_reads(m)) {
            rdg_ridge_focus(w, focused && w->focus ? w->focus : NULL, &margin);
            rdg_ridge_assume(w, (rdg_ridge_regime)regime);
        }
    }
}

static void exchange_mark(const rdg_ridge_driver *d, rdg_ridge_mark *at, rdg_checkpoint *m)
{
    rdg_checkpoint_number(m, &at->level);
    if (at->level != 0.0) {
        rdg_checkpoint_number(m, &at->amplitude);
        rdg_checkpoint_numbers(m, at->u, d->n_plain);
    }
}

/* A set is found again from the ridge's point. */
static void exchange_set(const rdg_ridge_driver *d, rdg_ridge_set *s, rdg_checkpoint *m)
{
    if (rdg_checkpoint_reads(m)) {
        rdg_ridge_set_clear(s);
    }
    exchange_mark(d, &s->at, m);
    rdg_checkpoint_number(m, &s->gap);
}

static void exchange_place(rdg_checkpoint *m, double *level, double *omega, double *amplitude)
{
    rdg_checkpoint_number(m, level);
    rdg_checkpoint_number(m, omega);
    rdg_checkpoint_number(m, amplitude);
}

static void exchange_judgement(rdg_ridge_certificate *c, rdg_checkpoint *m)
{
    long *const counts[] = {&c->judged, &c->n_false, &c->n_uncovered, &c->n_doubtful};
    double *const levels[] = {&c->first_false,   &c->first_uncovered, &c->doubtful, &c->known,
                              &c->widest,        &c->blind[0],        &c->blind[1], &c->last_label,
                              &c->unfollowed[0], &c->unfollowed[1]};
    for (size_t k = 0; k < sizeof counts / sizeof *counts; k++) {
        rdg_checkpoint_long(m, counts[k]);
    }
    for (size_t k = 0; k < sizeof levels / sizeof *levels; k++) {
        rdg_checkpoint_number(m, levels[k]);
    }
    rdg_checkpoint_flag(m, &c->exceeded[0]);
    rdg_checkpoint_flag(m, &c->exceeded[1]);
    rdg_checkpoint_flag(m, &c->turned);
}

/* What responses state beside their maxima. */
static void exchange_responses(rdg_ridge_driver *d, rdg_checkpoint *m)
{
    rdg_ridge_higher_ends *e = &d->higher_ends;
    rdg_index n = d->n_branch_points;
    rdg_checkpoint_index(m, &n);
    if (rdg_checkpoint_reads(m)) {
        const bool room = n >= 0 && rdg_context_reserve(d->ctx, &d->branch_point, &d->branch_room, n,
                                                        sizeof *d->branch_point) == RDG_OK;
        d->n_branch_points = room ? n : 0;
    }
    for (rdg_index k = 0; k < d->n_branch_points; k++) {
        rdg_branch_point *b = &d->branch_point[k];
        exchange_place(m, &b->level, &b->omega, &b->amplitude);
    }
    exchange_place(m, &e->first.level, &e->first.omega, &e->first.amplitude);
    rdg_checkpoint_number(m, &e->last);
}

static void exchange_certificate(rdg_ridge_driver *d, rdg_checkpoint *m)
{
    rdg_ridge_certificate *c = &d->certificate;
    exchange_judgement(c, m);
    exchange_responses(d, m);
    for (int k = 0; k < RDG_RIDGE_SETS; k++) {
        exchange_set(d, &c->set[k], m);
    }
    exchange_mark(d, &c->before, m);
    exchange_mark(d, &c->regular, m);
}

void rdg_ridge_exchange(rdg_problem *p, rdg_checkpoint *m, void *data)
{
    rdg_ridge_driver *d = data;
    (void)p;
    rdg_checkpoint_number(m, &d->stepped_at);
    rdg_checkpoint_number(m, &d->stepped_by);
    rdg_checkpoint_number(m, &d->guide_error);
    rdg_checkpoint_flag(m, &d->gone[0]);
    rdg_checkpoint_flag(m, &d->gone[1]);
    exchange_regimes(d, m);
    rdg_checkpoint_numbers(m, d->slope.border, d->n_plain);
    rdg_ridge_slope_forget(d);
    rdg_checkpoint_flag(m, &d->is_anchored);
    rdg_checkpoint_int(m, &d->anchor_sign[0]);
    rdg_checkpoint_int(m, &d->anchor_sign[1]);
    rdg_checkpoint_numbers(m, d->anchor, d->n_plain);
    if (d->how.certify != RDG_CERTIFY_NOTHING) {
        exchange_certificate(d, m);
    }
}
