/* The equations with released numbers, and their derivatives. */
#include "release_impl.h"

#include <ridgewalk/problem.h>

#include <string.h>

bool rdg_hbm_is_beyond(const rdg_hbm_released *r, rdg_index k)
{
    return r->values[k] < r->number[k].of.least;
}

rdg_index rdg_hbm_numbers_of(const rdg_hbm_released *r, rdg_index i)
{
    rdg_index n = 0;
    for (rdg_index k = 0; k < r->n; k++) {
        const int which = r->place_in[k + r->n * i];
        if (which >= 0) {
            r->which[n] = which;
            r->mine[n++] = k;
        }
    }
    return n;
}

int rdg_hbm_released_residual(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    rdg_hbm_released *r = data;
    (void)n;
    const int status = rdg_hbm_use(r->hb, r, u + m + 2);
    return status == 0 ? rdg_hbm_residual(m + 2, u, m, y, r->hb) : status;
}

/* Beyond its bound a number changes nothing. */
static void clear_beyond(const rdg_hbm_released *r, rdg_index N, rdg_index count, bool second)
{
    for (rdg_index k = 0; k < count; k++) {
        if (!rdg_hbm_is_beyond(r, r->mine[k])) {
            continue;
        }
        if (!second) {
            memset(r->force + N * k, 0, (size_t)N * sizeof *r->force);
            continue;
        }
        memset(r->mixed + (N + 1) * k, 0, (size_t)(N + 1) * sizeof *r->mixed);
        for (rdg_index l = 0; l < count; l++) {
            r->second[l + count * k] = r->second[k + count * l] = 0.0;
        }
    }
}

/* Element i at u: derivatives by those numbers that it has, of which there are *count. */
static int ask(const rdg_hbm_released *r, rdg_index i, const double *u, const double *lambda,
               rdg_index *count)
{
    const rdg_hbm *hb = r->hb;
    const rdg_hbm_element *e = rdg_hbm_element_at(hb, i);
    *count = rdg_hbm_numbers_of(r, i);
    if (*count == 0) {
        return 0;
    }
    rdg_element_parameters answer = {.n = *count, .which = r->which, .force = lambda ? NULL : r->force};
    rdg_hbm_gather(hb, &hb->active, &e->terms, e->d, u, hb->batch.z);
    if (lambda) {
        rdg_hbm_gather(hb, &hb->active, &e->terms, e->d, lambda, hb->batch.lambda);
        answer.lambda = hb->batch.lambda;
        answer.mixed = r->mixed;
        answer.second = r->second;
    }
    const int status = e->law->numbers(e->active, &hb->active, hb->batch.z, u[hb->m], &answer);
    clear_beyond(r, e->d * hb->active.n_coefficients, *count, lambda != NULL);
    return status;
}

int rdg_hbm_released_jacobian(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    rdg_hbm_released *r = data;
    const rdg_hbm *hb = r->hb;
    (void)n;
    int status = rdg_hbm_use(r->hb, r, u + m + 2);
    status = status == 0 ? rdg_hbm_jacobian(m + 2, u, m, values, r->hb) : status;
    double *columns = values + hb->jacobian.pattern->start[m + 2];
    if (status == 0) {
        rdg_hbm_add_load_columns(r, u[m + 1], columns);
        rdg_hbm_add_damping_columns(r, u, columns);
    }
    for (rdg_index i = 0; status == 0 && i < hb->n_elements; i++) {
        const rdg_hbm_element *e = rdg_hbm_element_at(hb, i);
        const rdg_index N = e->d * hb->active.n_coefficients;
        rdg_index count = 0;
        status = ask(r, i, u, NULL, &count);
        for (rdg_index k = 0; status == 0 && k < count; k++) {
            rdg_hbm_scatter(hb, &hb->active, &e->terms, r->force + N * k, columns + m * r->mine[k]);
        }
    }
    return status;
}

/* What element i adds to the columns, rows and square of the numbers. */
static void add_element(const rdg_hbm_released *r, const rdg_hbm_element *e, rdg_index count, double *values)
{
    const rdg_hbm *hb = r->hb;
    const rdg_index m = hb->m, N = e->d * hb->active.n_coefficients;
    for (rdg_index k = 0; k < count; k++) {
        const double *mixed = r->mixed + (N + 1) * k;
        memset(r->column, 0, (size_t)m * sizeof *r->column);
        rdg_hbm_scatter(hb, &hb->active, &e->terms, mixed, r->column);
        for (rdg_index i = 0; i <= m; i++) {
            rdg_hbm_add_mixed(r, i, r->mine[k], i < m ? r->column[i] : mixed[N], values);
        }
        for (rdg_index l = 0; l < count; l++) {
            values[r->square_place[r->mine[l] + r->n * r->mine[k]]] += r->second[l + count * k];
        }
    }
}

int rdg_hbm_released_hessian(rdg_index n, const double *u, rdg_index m, const double *lambda, double *values,
                             void *data)
{
    rdg_hbm_released *r = data;
    const rdg_hbm *hb = r->hb;
    const rdg_index entries = hb->hessian.pattern->start[m + 2];
    (void)n;
    int status = rdg_hbm_use(r->hb, r, u + m + 2);
    memset(r->base, 0, (size_t)entries * sizeof *r->base);
    status = status == 0 ? rdg_hbm_hessian(m + 2, u, m, lambda, r->base, r->hb) : status;
    for (rdg_index e = 0; e < entries; e++) {
        values[r->base_place[e]] += r->base[e];
    }
    if (status == 0) {
        rdg_hbm_add_load_hessian(r, u[m + 1], lambda, values);
        rdg_hbm_add_damping_hessian(r, u, lambda, values);
    }
    for (rdg_index i = 0; status == 0 && i < hb->n_elements; i++) {
        rdg_index count = 0;
        status = ask(r, i, u, lambda, &count);
        if (status == 0 && count > 0) {
            add_element(r, rdg_hbm_element_at(hb, i), count, values);
        }
    }
    return status;
}

rdg_hbm_released *rdg_hbm_released_of(const rdg_problem *problem)
{
    const rdg_function *f = rdg_find_function(problem, "hbm");
    return f && f->f == rdg_hbm_released_residual ? f->data : NULL;
}
