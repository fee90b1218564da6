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

/* The jump of a contact's stiffness as a function of its part of (Q, lambda), which is copied to d->jump. */
static const rdg_function *take_part(rdg_ridge_driver *d, rdg_index contact, const double *u,
                                     const rdg_index **given)
{
    const rdg_index Q = rdg_hbm_unknowns(d->hb);
    const rdg_function *jump = rdg_hbm_jump_function(d->hb, contact, given);
    for (rdg_index i = 0; jump && i < jump->n; i++) {
        d->jump[i] = u[(*given)[i] + (i < jump->n / 2 ? 0 : Q)];
    }
    return jump;
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
    y[0] = w ? u[n - d->n_watches + (w - d->watch)] : 0.0;
    for (rdg_index k = w ? w->number : -1; k >= 0 && answer == 0; k = d->contact[k].next_alike) {
        const rdg_index *given = NULL;
        double part = 0.0;
        const rdg_function *jump = take_part(d, k, u, &given);
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
    if (w) {
        values[n - d->n_watches + (w - d->watch)] = 1.0;
    }
    for (rdg_index k = w ? w->number : -1; k >= 0 && answer == 0; k = d->contact[k].next_alike) {
        const rdg_index *given = NULL;
        const rdg_function *jump = take_part(d, k, u, &given);
        double *part = d->jump + 2 * Q;
        memset(part, 0, 2 * (size_t)Q * sizeof *part);
        answer = jump ? jump->df(jump->n, d->jump, m, part, jump->data) : -1;
        for (rdg_index i = 0; answer == 0 && i < jump->n; i++) {
            values[given[i] + (i < jump->n / 2 ? 0 : Q)] -= share(d, w, k) * part[i];
        }
    }
    return answer;
}

rdg_status rdg_ridge_add_tau(rdg_ridge_driver *d)
{
    const rdg_index n = rdg_hbm_unknowns(d->hb);
    const rdg_index Q = rdg_variable_index(d->extended, "Q", NULL);
    const rdg_index lambda = rdg_variable_index(d->extended, "lambda", NULL);
    rdg_index *index = rdg_context_calloc(d->ctx, (size_t)(2 * n + d->n_watches), sizeof *index);
    d->jump = rdg_context_calloc(d->ctx, 4 * (size_t)n, sizeof *d->jump);
    for (rdg_index i = 0; index && i < n; i++) {
        index[i] = Q + i;
        index[n + i] = lambda + i;
    }
    for (rdg_index k = 0; index && k < d->n_watches; k++) {
        index[2 * n + k] = rdg_variable_index(d->extended, d->watch[k].sigma, NULL);
    }
    const rdg_function tau = {.name = rdg_ridge_tau,
                              .n = 2 * n + d->n_watches,
                              .m = 1,
                              .f = tau_value,
                              .df = tau_gradient,
                              .data = d};
    rdg_status status = rdg_error_status(d->ctx);
    status = status == RDG_OK ? rdg_add_monitor(d->extended, &tau, index, NULL, RDG_REGULAR) : status;
    status = status == RDG_OK ? rdg_set_unit(d->extended, rdg_ridge_tau, "m/N") : status;
    rdg_free(index);
    d->tau_at = rdg_parameter_index(d->extended, rdg_ridge_tau);
    return status;
}
