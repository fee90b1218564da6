/* A contact problem is checked, and scaled: see contact_solver_impl.h. */
#include "contact_solver_impl.h"

#include <ridgewalk/toolbox.h>

#include <math.h>

rdg_index rdg_contact_rows(const rdg_contact_problem *problem)
{
    rdg_index rows = 0;
    if (problem && problem->bilateral >= 0) {
        rows = problem->bilateral;
        for (rdg_index k = 0; problem->directions && k < problem->contacts; k++) {
            rows += 1 + problem->directions[k];
        }
    }
    return rows;
}

/* s of the rows of a contact, and the inverse of its largest tangential mobility. */
static double contact_scale(const rdg_contact_problem *q, rdg_index n, rdg_index row, double mean)
{
    const double own = q->G[row * n + row];
    return sqrt(own > 1e-14 * mean ? own : mean);
}

static double tangential_rho(const rdg_contact_scaled *p, rdg_index k)
{
    const rdg_index n = p->n, row = p->first[k] + 1;
    double most = p->directions[k] > 0 ? p->G[row * n + row] : 0.0;
    if (p->directions[k] == 2) {
        const double a = most, d = p->G[(row + 1) * n + row + 1];
        const double b = 0.5 * (p->G[(row + 1) * n + row] + p->G[row * n + row + 1]);
        most = 0.5 * (a + d) + hypot(0.5 * (a - d), b);
    }
    return most > 0.0 ? 1.0 / most : 1.0;
}

static void scale_problem(rdg_contact_scaled *p, const rdg_contact_problem *q)
{
    double mean = 0.0;
    const rdg_index n = p->n;
    for (rdg_index i = 0; i < n; i++) {
        mean += fabs(q->G[i * n + i]) / (double)n;
        p->size = rdg_larger(p->size, fabs(q->b[i]));
    }
    mean = mean > 0.0 ? mean : 1.0;
    for (rdg_index i = 0; i < p->bilateral; i++) {
        p->scale[i] = contact_scale(q, n, i, mean);
    }
    for (rdg_index k = 0; k < p->contacts; k++) {
        const double scale = contact_scale(q, n, p->first[k], mean);
        for (rdg_index i = p->first[k]; i < p->first[k + 1]; i++) {
            p->scale[i] = scale;
        }
        p->mu[k] = p->mu[p->contacts + k] = q->directions[k] > 0 ? q->mu[k] : 0.0;
    }
    for (rdg_index j = 0; j < n; j++) {
        p->b[j] = q->b[j] / p->scale[j];
        for (rdg_index i = 0; i < n; i++) {
            p->G[j * n + i] = q->G[j * n + i] / (p->scale[i] * p->scale[j]);
        }
    }
    for (rdg_index k = 0; k < p->contacts; k++) {
        p->rho[k] = tangential_rho(p, k);
    }
}

rdg_status rdg_contact_take(rdg_contact_solver *s, const rdg_contact_problem *q)
{
    rdg_contact_scaled *p = &s->p;
    if (!q || q->bilateral < 0 || q->contacts < 0 || (q->contacts > 0 && (!q->directions || !q->mu))) {
        return RDG_ERR_ARGUMENT;
    }
    if (q->bilateral > s->most_bilateral || q->contacts > s->most_contacts) {
        return RDG_ERR_SIZE;
    }
    p->n = p->bilateral = q->bilateral;
    p->contacts = q->contacts;
    p->directions = q->directions;
    p->size = 0.0;
    for (rdg_index k = 0; k < q->contacts; k++) {
        if (q->directions[k] < 0 || q->directions[k] > 2 || !(q->mu[k] >= 0.0) || !isfinite(q->mu[k])) {
            return RDG_ERR_ARGUMENT;
        }
        p->first[k] = p->n;
        p->n += 1 + q->directions[k];
    }
    p->first[q->contacts] = p->n;
    if (p->n > 0 && (!q->G || !q->b)) {
        return RDG_ERR_ARGUMENT;
    }
    double sum = 0.0;
    for (rdg_index i = 0; i < p->n; i++) {
        sum += fabs(q->b[i]);
        for (rdg_index j = 0; j < p->n; j++) {
            sum += fabs(q->G[j * p->n + i]);
        }
    }
    if (!isfinite(sum)) {
        return RDG_ERR_NOT_FINITE;
    }
    scale_problem(p, q);
    return RDG_OK;
}
