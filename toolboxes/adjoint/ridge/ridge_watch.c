/* The contacts that a ridge watches; those that are alike are watched as one.
 *
 * Contacts whose motion relative to their limit of friction is the same by symmetry, such as the halves of a
 * pad or mirror images of each other, reach their onsets of slip together at any forcing amplitude. Along the
 * response their margins are c_k S with the same S, so that they have one condition, S = 0, and one
 * multiplier; the jumps of their stiffnesses add up, each with its c_k. */
#include "ridge_impl.h"

#include <ridgewalk/run.h>
#include <ridgewalk/toolbox.h>

#include <math.h>
#include <stdio.h>

enum { RESPONSES = 2 };

/* Contacts that are alike by chance at one response are not at the other one: as far from it, relative in
 * omega, as Newton's method gets at once. */
static const double farthest = 1e-3, nearest = 1e-7;
static const double alike_tol = 1e-9;
static const double at_rest_tol = 1e-6; /* who does not move is like nobody */

static rdg_status find_rest(rdg_ridge_driver *d)
{
    double *rest = rdg_context_calloc(d->ctx, (size_t)rdg_hbm_unknowns(d->hb), sizeof *rest);
    for (rdg_index k = 0; rest && k < d->n_contacts; k++) {
        double margin = 0.0;
        const bool known = rdg_hbm_margin(d->hb, k, rest, &margin, NULL) == 0 && margin != 0.0;
        d->contact[k] = (rdg_ridge_contact){.at_rest = known ? fabs(margin) : 1.0, .next_alike = -1};
    }
    rdg_free(rest);
    return rdg_error_status(d->ctx);
}

/* Solve for a response at a frequency next to the start, into the plain problem's start values. */
static bool respond_aside(rdg_ridge_driver *d, double aside)
{
    double *u = rdg_ridge_start_from(d->plain, d->n_plain, rdg_start_values(d->extended));
    if (!u) {
        return false;
    }
    u[d->omega] *= 1.0 + aside;
    const bool solved = rdg_solve(d->plain) == RDG_OK;
    rdg_error_forgive(d->ctx);
    return solved;
}

/* The margins at a response at the start or next to it, relative to those at rest; 1 where that is not met.
 */
static void find_relative_margins(rdg_ridge_driver *d, double aside, double *relative)
{
    bool known = respond_aside(d, aside);
    while (!known && aside > nearest) {
        aside *= 0.1;
        known = respond_aside(d, aside);
    }
    rdg_ridge_use(d, rdg_start_values(d->plain));
    for (rdg_index k = 0; k < d->n_contacts; k++) {
        double margin = 0.0;
        const bool has_value =
            known && rdg_hbm_margin(d->hb, k, rdg_start_values(d->plain), &margin, NULL) == 0;
        relative[k] = has_value ? margin / d->contact[k].at_rest : 1.0;
    }
}

static bool are_alike(const rdg_ridge_driver *d, const double *relative, rdg_index a, rdg_index b)
{
    for (int i = 0; i < RESPONSES; i++) {
        const double *r = relative + i * d->n_contacts;
        if (fabs(r[a] - 1.0) <= at_rest_tol || !(fabs(r[a] - r[b]) <= alike_tol * fmax(1.0, fabs(r[a])))) {
            return false;
        }
    }
    return true;
}

static void name(rdg_ridge_watch *w)
{
    snprintf(w->name, sizeof w->name, "%.200s", rdg_hbm_margin_name(w->driver->hb, w->number));
    snprintf(w->margin, sizeof w->margin, "%.200s.margin", w->name);
    snprintf(w->sigma, sizeof w->sigma, "d.%.200s.margin", w->name);
}

/* A contact joins those that it is like, or is watched itself. */
static void watch(rdg_ridge_driver *d, const double *relative, rdg_index number)
{
    for (rdg_index k = 0; k < d->n_watches; k++) {
        const rdg_index first = d->watch[k].number;
        if (are_alike(d, relative, first, number)) {
            d->contact[number].next_alike = d->contact[first].next_alike;
            d->contact[first].next_alike = number;
            return;
        }
    }
    rdg_ridge_watch *w = &d->watch[d->n_watches++];
    *w = (rdg_ridge_watch){.driver = d, .number = number, .at_rest = d->contact[number].at_rest};
    name(w);
}

rdg_status rdg_ridge_watch_contacts(rdg_ridge_driver *d)
{
    d->n_contacts = rdg_hbm_margin_count(d->hb);
    const size_t n = (size_t)d->n_contacts;
    double *relative = rdg_context_calloc(d->ctx, RESPONSES * n, sizeof *relative);
    d->contact = rdg_context_calloc(d->ctx, n, sizeof *d->contact);
    d->watch = rdg_context_calloc(d->ctx, n, sizeof *d->watch);
    if (relative && d->contact && d->watch && find_rest(d) == RDG_OK) {
        for (int i = 0; i < RESPONSES; i++) {
            find_relative_margins(d, i * farthest, relative + i * d->n_contacts);
        }
        for (rdg_index k = 0; k < d->n_contacts; k++) {
            watch(d, relative, k);
        }
    }
    rdg_free(relative);
    return rdg_error_status(d->ctx);
}
