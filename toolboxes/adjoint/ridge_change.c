/* Changes of regime close to a point, and which combination of regimes has the maximum behind it. */
#include "ridge_impl.h"

#include <math.h>
#include <string.h>

enum { MAX_NEAR = 4 };

const double rdg_ridge_near_onset = 1e-6; /* of the margin at rest */
static const double near_new_slip = 1e-3;

/* The contacts at a change of regime, and the combination in which the ridge came there. */
typedef struct change {
    rdg_ridge_watch *near[MAX_NEAR];
    int count, codes, before;
} change;

bool rdg_ridge_close_to_change(rdg_ridge_watch *w, const double *u)
{
    double margin = 0.0;
    if (w->focused || (rdg_hbm_margin(w->driver->hb, w->number, u, &margin, NULL) == 0 &&
                       fabs(margin) < rdg_ridge_near_onset * w->at_rest)) {
        return true;
    }
    if (w->regime != RDG_RIDGE_SLIPS) {
        return false;
    }
    if (rdg_ridge_focus(w, u, &margin) && fabs(margin) < near_new_slip * w->at_rest) {
        return true;
    }
    rdg_ridge_focus(w, NULL, NULL);
    return false;
}

/* The combination number `code` of regimes: three for each contact, and one corner at most. */
static bool assume(const change *c, int code)
{
    int corners = 0;
    for (int k = 0; k < c->count; k++, code /= 3) {
        const rdg_ridge_regime regime = (rdg_ridge_regime)(code % 3);
        corners += regime == RDG_RIDGE_CORNER;
        rdg_ridge_assume(c->near[k], regime);
    }
    return corners <= 1;
}

static rdg_ridge_regime regime_at(const rdg_ridge_watch *w, const double *u)
{
    double margin = 0.0;
    if (!w->focused || w->regime == RDG_RIDGE_CORNER ||
        rdg_hbm_margin(w->driver->hb, w->number, u, &margin, NULL) != 0) {
        return w->regime;
    }
    return margin > 0.0 ? RDG_RIDGE_STICKS : RDG_RIDGE_SLIPS;
}

static change find_change(const rdg_ridge_driver *d, const double *u)
{
    change c = {.codes = 1};
    for (rdg_index k = 0; k < d->n_watches && c.count < MAX_NEAR; k++) {
        if (rdg_ridge_close_to_change(&d->watch[k], u)) {
            c.near[c.count++] = &d->watch[k];
            c.before += c.codes * (int)regime_at(&d->watch[k], u);
            c.codes *= 3;
        }
    }
    return c;
}

bool rdg_ridge_is_maximum(rdg_ridge_driver *d, double *u)
{
    const rdg_ridge_watch *w = rdg_ridge_corner(d);
    double sigma = 0.0;
    double tau = 0.0;
    if (!w) {
        return rdg_ridge_solve(d, u) && rdg_ridge_regimes_hold(d, u) && rdg_ridge_is_top(d, u);
    }
    return rdg_ridge_solve_margin(d, w, 0.0, u) && rdg_ridge_regimes_hold(d, u) &&
           rdg_ridge_sides(d, w, u, &sigma, &tau) && tau <= 0.0 && sigma >= 0.0;
}

/* Of all combinations but the one before that with the greatest amplitude at the level of u. */
static bool best_combination(rdg_ridge_driver *d, void *with, double *u)
{
    const change *c = with;
    const double level = u[d->alpha];
    double greatest = -1.0;
    int best = -1;
    for (int code = 0; code < c->codes; code++) {
        double amplitude = 0.0;
        memcpy(u, d->event->u, (size_t)d->n_extended * sizeof *u);
        u[d->alpha] = level;
        if (code != c->before && assume(c, code) && rdg_ridge_is_maximum(d, u) &&
            rdg_parameter_value(d->extended, d->sensor, u, &amplitude) == RDG_OK && amplitude > greatest) {
            greatest = amplitude;
            best = code;
            memcpy(d->found, u, (size_t)d->n_extended * sizeof *u);
        }
    }
    memcpy(u, d->found, (size_t)d->n_extended * sizeof *u);
    return best >= 0 && assume(c, best);
}

bool rdg_ridge_change_regimes(rdg_ridge_driver *d, double *u)
{
    change c = find_change(d, d->event->u);
    /* where the maximum vanished with a minimum, Newton's method still finds it a little behind */
    const double nearest = strcmp(d->event->type, "FP") == 0 ? 1e-6 : 1e-8;
    return c.count > 0 && rdg_ridge_try(d, nearest, 1e-3, best_combination, &c, u);
}
