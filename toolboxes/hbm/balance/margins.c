/* Margins to the onset of slip, and the jump of the Jacobian there, as functions of those unknowns that an
 * element sees, coefficient after coefficient. */
#include "hbm_impl.h"

#include <stdio.h>
#include <string.h>

void rdg_hbm_margin_gather(const rdg_hbm_margin_data *g, const double *u, double *z)
{
    const rdg_hbm_terms *terms = &g->element->terms;
    const rdg_index nc = g->hb->basis.n_coefficients;
    memset(z, 0, (size_t)(g->element->d * nc) * sizeof *z);
    for (rdg_index t = 0; t < terms->n; t++) {
        double *to = z + terms->term[t].slot * nc;
        for (rdg_index c = 0; c < nc; c++) {
            const rdg_hbm_entry entry = rdg_hbm_entry_of(&terms->term[t], g->hb->shift, c);
            to[c] += entry.own * u[c * g->n_dofs + g->local[t]];
            to[entry.partner] += entry.other * u[c * g->n_dofs + g->local[t]];
        }
    }
}

void rdg_hbm_margin_scatter(const rdg_hbm_margin_data *g, double factor, const double *z, double *u)
{
    const rdg_hbm_terms *terms = &g->element->terms;
    const rdg_index nc = g->hb->basis.n_coefficients;
    for (rdg_index t = 0; t < terms->n; t++) {
        const double *from = z + terms->term[t].slot * nc;
        for (rdg_index c = 0; c < nc; c++) {
            const rdg_hbm_entry entry = rdg_hbm_entry_of(&terms->term[t], g->hb->shift, c);
            u[c * g->n_dofs + g->local[t]] +=
                factor * (entry.own * from[c] + entry.other * from[entry.partner]);
        }
    }
}

static int ask(const rdg_hbm_margin_data *g, const double *u, rdg_element_margin *answer)
{
    rdg_hbm_margin_gather(g, u, g->hb->batch.z);
    return g->element->law->margin(g->element->self, &g->hb->basis, g->hb->batch.z, answer);
}

static int margin_value(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    rdg_element_margin answer = {.value = 0.0};
    const int status = ask(data, u, &answer);
    y[0] = answer.value;
    return status;
}

static int margin_gradient(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    (void)n;
    (void)m;
    const rdg_hbm_margin_data *g = data;
    rdg_element_margin answer = {.gradient = g->hb->batch.force};
    const int status = ask(g, u, &answer);
    rdg_hbm_margin_scatter(g, 1.0, answer.gradient, values);
    return status;
}

/* values = lambda B^T A B, column after column of A B */
static int margin_hessian(rdg_index n, const double *u, rdg_index m, const double *lambda, double *values,
                          void *data)
{
    (void)m;
    const rdg_hbm_margin_data *g = data;
    const rdg_hbm_terms *terms = &g->element->terms;
    const rdg_index nc = g->hb->basis.n_coefficients, N = g->element->d * nc;
    rdg_element_margin answer = {.hessian = g->hb->batch.hessian};
    const int status = ask(g, u, &answer);
    for (rdg_index t = 0; status == 0 && t < terms->n; t++) {
        for (rdg_index c = 0; c < nc; c++) {
            const rdg_hbm_entry entry = rdg_hbm_entry_of(&terms->term[t], g->hb->shift, c);
            const double *columns = answer.hessian + N * terms->term[t].slot * nc;
            double *to = values + n * (c * g->n_dofs + g->local[t]);
            rdg_hbm_margin_scatter(g, lambda[0] * entry.own, columns + N * c, to);
            if (entry.other != 0.0) {
                rdg_hbm_margin_scatter(g, lambda[0] * entry.other, columns + N * entry.partner, to);
            }
        }
    }
    return status;
}

/* lambda . jump of (Q, lambda) */
static int jump_value(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)m;
    const rdg_hbm_margin_data *g = data;
    double *lambda = g->hb->batch.lambda;
    rdg_element_margin answer = {.jump = g->hb->batch.force};
    const int status = ask(g, u, &answer);
    rdg_hbm_margin_gather(g, u + n / 2, lambda);
    y[0] = 0.0;
    for (rdg_index i = 0; i < g->element->d * g->hb->basis.n_coefficients; i++) {
        y[0] += lambda[i] * answer.jump[i];
    }
    return status;
}

static int jump_gradient(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    (void)m;
    const rdg_hbm_margin_data *g = data;
    rdg_element_margin answer = {
        .jump = g->hb->batch.force, .lambda = g->hb->batch.lambda, .jump_slope = g->hb->batch.hessian};
    rdg_hbm_margin_gather(g, u + n / 2, g->hb->batch.lambda);
    const int status = ask(g, u, &answer);
    rdg_hbm_margin_scatter(g, 1.0, answer.jump_slope, values);
    rdg_hbm_margin_scatter(g, 1.0, answer.jump, values + n / 2);
    return status;
}

/* Number the degrees of freedom that the element sees; one may occur in several terms. */
static void number_dofs(rdg_hbm_margin_data *g, rdg_index *place)
{
    const rdg_hbm_terms *terms = &g->element->terms;
    for (rdg_index t = 0; t < terms->n; t++) {
        rdg_index k = 0;
        while (k < g->n_dofs && place[k] != terms->term[t].place) {
            k++;
        }
        place[k] = terms->term[t].place;
        g->local[t] = k;
        g->n_dofs += k == g->n_dofs;
    }
}

static void describe(rdg_hbm_margin_data *g, const rdg_index *place)
{
    const rdg_index n = g->hb->basis.n_coefficients * g->n_dofs;
    for (rdg_index l = 0; l < n; l++) {
        g->index[l] = g->index[n + l] = (l / g->n_dofs) * g->hb->n_kept + place[l % g->n_dofs];
    }
    snprintf(g->name, sizeof g->name, "%.200s.margin", g->element->name);
    g->margin = (rdg_function){.name = g->name,
                               .n = n,
                               .m = 1,
                               .f = margin_value,
                               .df = margin_gradient,
                               .d2f = margin_hessian,
                               .data = g};
    g->jump =
        (rdg_function){.name = g->name, .n = 2 * n, .m = 1, .f = jump_value, .df = jump_gradient, .data = g};
}

rdg_status rdg_hbm_close_margin(rdg_hbm *hb, rdg_hbm_element *element)
{
    if (!element->law->margin) {
        return RDG_OK;
    }
    const size_t terms = (size_t)element->terms.n, nc = (size_t)hb->basis.n_coefficients;
    rdg_hbm_margin_data *g = element->margin = rdg_context_calloc(hb->ctx, 1, sizeof *g);
    if (!g) {
        return RDG_ERR_NO_MEMORY;
    }
    *g = (rdg_hbm_margin_data){.hb = hb, .element = element};
    g->local = rdg_context_calloc(hb->ctx, terms, sizeof *g->local);
    g->index = rdg_context_calloc(hb->ctx, 2 * terms * nc, sizeof *g->index);
    rdg_index *place = rdg_context_calloc(hb->ctx, terms, sizeof *place);
    if (g->local && g->index && place) {
        number_dofs(g, place);
        describe(g, place);
    }
    rdg_free(place);
    return rdg_error_status(hb->ctx);
}

void rdg_hbm_free_margin(rdg_hbm_element *element)
{
    if (element->margin) {
        rdg_free(element->margin->local);
        rdg_free(element->margin->index);
        rdg_free(element->margin);
        element->margin = NULL;
    }
}
