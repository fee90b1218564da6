/* Multipliers of the ridge as columns: "d.alpha" and "d.NAME" of what is held, minus the derivative of the
 * peak; in a non-smooth peak "d.CONTACT.margin" and "nonsmooth.slip", the slopes on its two sides.
 *
 * All are p w with B^T w = -A_u, B being the matrix of ridge_slope.c. On the slipping side of a non-smooth
 * peak R_Q jumps by jump S_Q^T, with the jumps of contacts that are alike added up, so that lambda is the
 * same on both sides and
 *
 *     -dAm/dS = tau = sigma - lambda^T jump
 *
 * there, as it is sigma on the stuck side. */
#include "ridge_impl.h"

#include <ridgewalk/problem.h>
#include <ridgewalk/toolbox.h>

#include <string.h>

const char rdg_ridge_tau[] = "nonsmooth.slip";

/* --- of what is held */

static int held_value(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    const rdg_ridge_multiplier *c = data;
    const int answer = rdg_ridge_slope_at(c->driver, u);
    (void)n;
    (void)m;
    y[0] = c->driver->slope.at->multipliers[c->row];
    return answer;
}

static int held_gradient(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    const rdg_ridge_multiplier *c = data;
    rdg_ridge_slope *s = &c->driver->slope;
    const int answer = rdg_ridge_slope_at(c->driver, u);
    (void)m;
    memset(s->right, 0, (size_t)n * sizeof *s->right);
    s->right[c->row] = 1.0;
    return answer == 0 ? rdg_ridge_slope_gradient(c->driver, s->right, values) : answer;
}

static rdg_status add_held(rdg_ridge_driver *d, rdg_index k, const char *name, bool can_be_held)
{
    d->multiplier[k] = (rdg_ridge_multiplier){.driver = d, .row = d->slope.at->m + 1 + k};
    const rdg_function f = {.name = name,
                            .n = d->n_plain,
                            .m = 1,
                            .f = held_value,
                            .df = held_gradient,
                            .by_differences = true,
                            .data = &d->multiplier[k]};
    return rdg_add_monitor(d->extended, &f, RDG_ALL, NULL, can_be_held ? RDG_ACTIVE : RDG_REGULAR);
}

rdg_status rdg_ridge_add_multipliers(rdg_ridge_driver *d)
{
    d->multiplier = rdg_context_calloc(d->ctx, (size_t)d->n_numbers + 1, sizeof *d->multiplier);
    RDG_TRY(d->multiplier ? RDG_OK : RDG_ERR_NO_MEMORY);
    RDG_TRY(add_held(d, 0, "d.alpha", false));
    for (rdg_index k = 0; k < d->n_numbers; k++) {
        RDG_TRY(add_held(d, 1 + k, d->number[k].eta, d->number[k].optimal));
    }
    return RDG_OK;
}

/* --- of a non-smooth peak */

static int sigma_value(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    const rdg_ridge_watch *w = data;
    rdg_ridge_slope *s = &w->driver->slope;
    const bool here = w->regime == RDG_RIDGE_CORNER;
    const int answer = here ? rdg_ridge_slope_at(w->driver, u) : 0;
    (void)n;
    (void)m;
    y[0] = here ? s->at->multipliers[s->at->m] : 0.0;
    return answer;
}

static int sigma_gradient(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    const rdg_ridge_watch *w = data;
    rdg_ridge_slope *s = &w->driver->slope;
    (void)m;
    if (w->regime != RDG_RIDGE_CORNER) {
        return 0;
    }
    const int answer = rdg_ridge_slope_at(w->driver, u);
    memset(s->right, 0, (size_t)n * sizeof *s->right);
    s->right[s->at->m] = 1.0;
    return answer == 0 ? rdg_ridge_slope_gradient(w->driver, s->right, values) : answer;
}

/* What the jump of a contact's stiffness sees of u and of the multipliers of the response. */
static const double *see_jump(const rdg_ridge_driver *d, const rdg_ridge_contact *c, const double *u)
{
    for (rdg_index i = 0; i < c->jump->n; i++) {
        const rdg_index at = c->jump_sees[i];
        d->slope.seen[i] = at < d->n_plain ? u[at] : d->slope.at->multipliers[at - d->n_plain];
    }
    return d->slope.seen;
}

static double share(const rdg_ridge_driver *d, const rdg_ridge_watch *w, rdg_index contact)
{
    return d->contact[contact].at_rest / w->at_rest;
}

static int tau_value(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    rdg_ridge_driver *d = data;
    const rdg_ridge_watch *w = rdg_ridge_corner(d);
    int answer = w ? sigma_value(n, u, m, y, (void *)w) : 0;
    y[0] = w ? y[0] : 0.0;
    for (rdg_index k = w ? w->number : -1; k >= 0 && answer == 0; k = d->contact[k].next_alike) {
        double part = 0.0;
        const rdg_function *jump = d->contact[k].jump;
        answer = jump->f(jump->n, see_jump(d, &d->contact[k], u), m, &part, jump->data);
        y[0] -= share(d, w, k) * part;
    }
    return answer;
}

static int tau_gradient(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    rdg_ridge_driver *d = data;
    rdg_ridge_slope *s = &d->slope;
    const rdg_ridge_watch *w = rdg_ridge_corner(d);
    int answer = w ? rdg_ridge_slope_at(d, u) : 0;
    memset(s->right, 0, (size_t)n * sizeof *s->right);
    s->right[s->at->m] = 1.0;
    for (rdg_index k = w ? w->number : -1; k >= 0 && answer == 0; k = d->contact[k].next_alike) {
        const rdg_ridge_contact *c = &d->contact[k];
        double *part = s->seen + 2 * d->n_plain;
        memset(part, 0, 2 * (size_t)n * sizeof *part);
        answer = c->jump->df(c->jump->n, see_jump(d, c, u), m, part, c->jump->data);
        for (rdg_index i = 0; answer == 0 && i < c->jump->n; i++) {
            const rdg_index at = c->jump_sees[i];
            *(at < n ? &values[at] : &s->right[at - n]) -= share(d, w, k) * part[i];
        }
    }
    return answer == 0 && w ? rdg_ridge_slope_gradient(d, s->right, values) : answer;
}

/* Multipliers of the response follow the variables in what a jump sees. */
static rdg_status find_jumps(rdg_ridge_driver *d)
{
    for (rdg_index k = 0; k < d->n_contacts; k++) {
        rdg_ridge_contact *c = &d->contact[k];
        c->jump = rdg_hbm_problem_jump(d->hb, d->plain, k, d->n_plain, &c->jump_sees);
        if (!c->jump) {
            return rdg_error_status(d->ctx);
        }
    }
    return RDG_OK;
}

rdg_status rdg_ridge_add_sigma(rdg_ridge_watch *w)
{
    rdg_ridge_driver *d = w->driver;
    const rdg_function sigma = {.name = w->sigma,
                                .n = d->n_plain,
                                .m = 1,
                                .f = sigma_value,
                                .df = sigma_gradient,
                                .by_differences = true,
                                .data = w};
    return rdg_add_monitor(d->extended, &sigma, RDG_ALL, NULL, RDG_REGULAR);
}

rdg_status rdg_ridge_add_tau(rdg_ridge_driver *d)
{
    const rdg_function tau = {.name = rdg_ridge_tau,
                              .n = d->n_plain,
                              .m = 1,
                              .f = tau_value,
                              .df = tau_gradient,
                              .by_differences = true,
                              .data = d};
    RDG_TRY(find_jumps(d));
    RDG_TRY(rdg_add_monitor(d->extended, &tau, RDG_ALL, NULL, RDG_REGULAR));
    d->tau_at = rdg_parameter_index(d->extended, rdg_ridge_tau);
    return rdg_set_unit(d->extended, rdg_ridge_tau, "m/N");
}

bool rdg_ridge_sides(const rdg_ridge_driver *d, const rdg_ridge_watch *w, const double *u, double *sigma,
                     double *tau)
{
    return rdg_parameter_value(d->extended, w->sigma, u, sigma) == RDG_OK &&
           rdg_parameter_value(d->extended, rdg_ridge_tau, u, tau) == RDG_OK;
}
