/* The slope of the sensor on the slipping side of a corner.
 *
 * R_Q jumps by jump S_Q^T at the onset of slip, with the jumps of contacts that are alike added up, so that
 * lambda is the same on both sides and
 *
 *     -dAm/dS = tau = sigma - lambda^T jump
 *
 * on the slipping side, as it is sigma on the stuck one. One function of (Q, lambda, all sigma) serves all
 * contacts: it is that of the one at the corner. */
#include "ridge_impl.h"

#include <ridgewalk/toolbox.h>

#include <string.h>

const char rdg_ridge_tau[] = "corner.slip";

/* What the jump of a contact's stiffness sees of u = (Q, lambda, sigmas, numbers), copied to d->jump. */
static const rdg_function *take_part(rdg_ridge_driver *d, rdg_index contact, const double *u)
{
    const rdg_ridge_contact *c = &d->contact[contact];
    for (rdg_index i = 0; c->jump && i < c->jump->n; i++) {
        d->jump[i] = u[c->jump_sees[i]];
    }
    return c->jump;
}

static double share(const rdg_ridge_driver *d, const rdg_ridge_watch *w, rdg_index contact)
{
    return d->contact[contact].at_rest / w->at_rest;
}

static int tau_value(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    rdg_ridge_driver *d = data;
    const rdg_ridge_watch *w = rdg_ridge_corner(d);
    int answer = 0;
    (void)n;
    y[0] = w ? u[2 * rdg_hbm_unknowns(d->hb) + (w - d->watch)] : 0.0;
    for (rdg_index k = w ? w->number : -1; k >= 0 && answer == 0; k = d->contact[k].next_alike) {
        double part = 0.0;
        const rdg_function *jump = take_part(d, k, u);
        answer = jump ? jump->f(jump->n, d->jump, m, &part, jump->data) : -1;
        y[0] -= share(d, w, k) * part;
    }
    return answer;
}

static int tau_gradient(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    rdg_ridge_driver *d = data;
    const rdg_index Q = rdg_hbm_unknowns(d->hb);
    const rdg_ridge_watch *w = rdg_ridge_corner(d);
    int answer = 0;
    (void)n;
    if (w) {
        values[2 * Q + (w - d->watch)] = 1.0;
    }
    for (rdg_index k = w ? w->number : -1; k >= 0 && answer == 0; k = d->contact[k].next_alike) {
        const rdg_function *jump = take_part(d, k, u);
        const rdg_index *sees = d->contact[k].jump_sees;
        double *part = d->jump + 2 * Q + d->n_numbers;
        memset(part, 0, (size_t)(2 * Q + d->n_numbers) * sizeof *part);
        answer = jump ? jump->df(jump->n, d->jump, m, part, jump->data) : -1;
        for (rdg_index i = 0; answer == 0 && i < jump->n; i++) {
            values[sees[i]] -= share(d, w, k) * part[i];
        }
    }
    return answer;
}

/* The jumps, and what they see as places in tau's variables; given: those in the extended problem. */
static rdg_status find_jumps(rdg_ridge_driver *d, rdg_index n, const rdg_index *given)
{
    const rdg_index lambda = rdg_variable_index(d->extended, "lambda", NULL);
    for (rdg_index k = 0; k < d->n_contacts; k++) {
        rdg_ridge_contact *c = &d->contact[k];
        c->jump = rdg_hbm_problem_jump(d->hb, d->extended, k, lambda, &c->jump_sees);
        for (rdg_index i = 0; c->jump && i < c->jump->n; i++) {
            rdg_index place = 0;
            while (place < n - 1 && given[place] != c->jump_sees[i]) {
                place++;
            }
            c->jump_sees[i] = place;
        }
    }
    return rdg_error_status(d->ctx);
}

/* The places of Q, lambda, the sigmas and the numbers. */
static void fill_index(const rdg_ridge_driver *d, rdg_index *index)
{
    const rdg_index n = rdg_hbm_unknowns(d->hb);
    const rdg_index Q = rdg_variable_index(d->extended, "Q", NULL);
    const rdg_index lambda = rdg_variable_index(d->extended, "lambda", NULL);
    for (rdg_index i = 0; i < n; i++) {
        index[i] = Q + i;
        index[n + i] = lambda + i;
    }
    for (rdg_index k = 0; k < d->n_watches; k++) {
        index[2 * n + k] = rdg_variable_index(d->extended, d->watch[k].sigma, NULL);
    }
    for (rdg_index k = 0; k < d->n_numbers; k++) {
        index[2 * n + d->n_watches + k] = rdg_variable_index(d->extended, d->number[k].name, NULL);
    }
}

rdg_status rdg_ridge_add_tau(rdg_ridge_driver *d)
{
    const rdg_index unknowns = rdg_hbm_unknowns(d->hb), n = 2 * unknowns + d->n_watches + d->n_numbers;
    rdg_index *index = rdg_context_calloc(d->ctx, (size_t)n, sizeof *index);
    d->jump = rdg_context_calloc(d->ctx, 2 * (size_t)(2 * unknowns + d->n_numbers), sizeof *d->jump);
    rdg_status status = rdg_error_status(d->ctx);
    if (status == RDG_OK) {
        fill_index(d, index);
        status = find_jumps(d, n, index);
    }
    const rdg_function tau = {
        .name = rdg_ridge_tau, .n = n, .m = 1, .f = tau_value, .df = tau_gradient, .data = d};
    status = status == RDG_OK ? rdg_add_monitor(d->extended, &tau, index, NULL, RDG_REGULAR) : status;
    status = status == RDG_OK ? rdg_set_unit(d->extended, rdg_ridge_tau, "m/N") : status;
    rdg_free(index);
    d->tau_at = rdg_parameter_index(d->extended, rdg_ridge_tau);
    return status;
}
