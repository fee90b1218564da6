/* The maxima of the response at a forcing amplitude, with all contacts free, and the ridge's own among them.
 */
#include "peak_impl.h"
#include "ridge_impl.h"

#include <ridgewalk/toolbox.h>

#include <math.h>
#include <string.h>

static const double around = 1.02; /* the domain reaches at least so far on either side of the ridge */

const double rdg_ridge_greater = 1e-6;

/* Distance of two sets, ln of the forcing amplitudes: ln 4. */
const double rdg_ridge_too_wide = 1.3862943611198906;

rdg_status rdg_ridge_sets_make(rdg_ridge_driver *d)
{
    rdg_ridge_certificate *c = &d->certificate;
    double **const marks[] = {&c->set[0].at.u, &c->set[1].at.u, &c->set[2].at.u, &c->before.u, &c->regular.u};
    for (size_t k = 0; k < sizeof marks / sizeof *marks; k++) {
        *marks[k] = rdg_context_calloc(d->ctx, (size_t)d->n_plain, sizeof(double));
    }
    return rdg_error_status(d->ctx);
}

void rdg_ridge_set_clear(rdg_ridge_set *s)
{
    rdg_peak_set_free(s->all);
    rdg_peak_point_free(s->own);
    s->all = NULL;
    s->own = NULL;
    s->at.level = 0.0;
}

void rdg_ridge_sets_release(rdg_ridge_driver *d)
{
    rdg_ridge_certificate *c = &d->certificate;
    for (int k = 0; k < RDG_RIDGE_SETS; k++) {
        rdg_ridge_set_clear(&c->set[k]);
        rdg_free(c->set[k].at.u);
    }
    rdg_free(c->before.u);
    rdg_free(c->regular.u);
}

double rdg_ridge_distance(rdg_ridge_driver *d, const double *a, const double *b)
{
    rdg_peak_response *r = d->peaks;
    double *off = r->vector[PEAK_STEP];
    for (rdg_index i = 0; i < r->n; i++) {
        off[i] = a[i] - b[i];
    }
    return rdg_peak_size(r, b, off);
}

bool rdg_ridge_is_at(rdg_ridge_driver *d, const rdg_peak_point *peak, const double *u)
{
    return rdg_ridge_distance(d, peak->u, u) < rdg_peak_same;
}

rdg_index rdg_ridge_set_find(rdg_ridge_driver *d, const rdg_peak_set *all, const double *u)
{
    for (rdg_index k = 0; all && k < all->count; k++) {
        if (rdg_ridge_is_at(d, all->peak[k], u)) {
            return k;
        }
    }
    return -1;
}

enum { NEWTON = 6, CLIMB = 40 };

bool rdg_ridge_is_peak(rdg_ridge_driver *d, const double *u)
{
    rdg_peak_response *r = d->peaks;
    const rdg_ridge_watch *w = rdg_ridge_corner(d);
    rdg_peak_point *p = rdg_peak_point_create(r);
    bool found = false;
    if (p && w) {
        found = d->contact[w->number].next_alike < 0 &&
                rdg_peak_corner(r, w->number, u, NEWTON, p) == RDG_PEAK_FOUND && rdg_peak_corner_is_peak(p);
    } else if (p) {
        found = rdg_peak_newton(r, u, d->slope.border, NEWTON, p) == RDG_PEAK_FOUND;
    }
    found = found && rdg_ridge_is_at(d, p, u);
    rdg_peak_point_free(p);
    return found;
}

rdg_peak_point *rdg_ridge_solve_own(rdg_ridge_driver *d, const double *u)
{
    rdg_peak_response *r = d->peaks;
    rdg_peak_point *own = rdg_peak_point_create(r);
    double *row = r->vector[PEAK_FOLLOW];
    if (!own) {
        return NULL;
    }
    rdg_peak_border_omega(r, u, row);
    if ((rdg_peak_newton(r, u, row, NEWTON, own) == RDG_PEAK_FOUND ||
         rdg_peak_climb(r, u, row, CLIMB, own) == RDG_PEAK_FOUND) &&
        rdg_ridge_is_at(d, own, u)) {
        return own;
    }
    rdg_peak_point_free(own);
    return NULL;
}

static const rdg_peak_point *greatest_of(const rdg_ridge_set *s)
{
    return s->all && s->all->greatest >= 0 ? s->all->peak[s->all->greatest] : NULL;
}

bool rdg_ridge_set_is_whole(const rdg_ridge_set *s)
{
    return s->all && s->all->whole && !(s->own && s->own_at < 0);
}

/* How much higher the greatest maximum is than the ridge, relative to it. 0: none is; NAN: not known. */
static double gap_of(const rdg_ridge_set *s)
{
    const rdg_peak_point *most = greatest_of(s);
    if (most && most->amplitude > s->at.amplitude * (1.0 + rdg_ridge_greater)) {
        return most->amplitude / s->at.amplitude - 1.0;
    }
    return rdg_ridge_set_is_whole(s) ? 0.0 : NAN;
}

void rdg_ridge_mark_assign(const rdg_ridge_driver *d, rdg_ridge_mark *to, const rdg_ridge_mark *from)
{
    memmove(to->u, from->u, (size_t)d->n_plain * sizeof *to->u);
    to->level = from->level;
    to->amplitude = from->amplitude;
}

rdg_status rdg_ridge_set_make(rdg_ridge_driver *d, rdg_ridge_set *s, const rdg_ridge_mark *at)
{
    rdg_peak_response *r = d->peaks;
    const rdg_ridge_mark copy = *at;
    rdg_ridge_set_clear(s);
    rdg_ridge_mark_assign(d, &s->at, &copy);
    r->low = fmin(d->certificate.low, at->u[d->omega] / around);
    r->high = fmax(d->certificate.high, at->u[d->omega] * around);
    s->all = rdg_peak_set_at(r, s->at.level);
    rdg_error_forgive(d->ctx);
    s->own_at = rdg_ridge_set_find(d, s->all, s->at.u);
    s->own =
        s->own_at >= 0 ? rdg_peak_point_copy(r, s->all->peak[s->own_at]) : rdg_ridge_solve_own(d, s->at.u);
    rdg_error_forgive(d->ctx);
    s->gap = gap_of(s);
    return rdg_error_status(d->ctx);
}
