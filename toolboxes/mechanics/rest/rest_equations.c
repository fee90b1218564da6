/* The equations of rest and their Jacobian, on a pattern that is found once. */
#include "rest_impl.h"

#include <ridgewalk/sparse.h>
#include <ridgewalk/toolbox.h>

#include <float.h>
#include <math.h>
#include <string.h>

void rdg_equilibrium_clear(rdg_equilibrium *e)
{
    for (rdg_index i = 0; e->elements && i < e->count; i++) {
        rdg_free(e->elements[i].term);
        rdg_free(e->elements[i].place);
        rdg_law_workspace_free(e->elements[i].workspace);
    }
    rdg_free(e->elements);
    rdg_free(e->load);
    rdg_free(e->stiffness_place);
    rdg_free(e->load_place);
    rdg_free(e->ground_place);
    rdg_free(e->x);
    rdg_free(e->f);
    rdg_free(e->fx);
    rdg_pattern_free(e->pattern);
}

/* The displacements of an element at q. */
static void gather(const rdg_equilibrium *e, const rdg_rest_element *at, const double *q)
{
    const rdg_element *element = at->element;
    memset(e->x, 0, (size_t)element->d * sizeof *e->x);
    for (rdg_index t = 0; t < at->n; t++) {
        e->x[at->term[t].slot] += at->term[t].weight * q[at->term[t].dof];
    }
}

int rdg_equilibrium_residual(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    const rdg_equilibrium *e = data;
    (void)n;
    for (rdg_index i = 0; i < m; i++) {
        y[i] = (1.0 - u[m]) * e->ground * u[i] - u[m] * e->load[i];
    }
    for (rdg_index j = 0; j < m; j++) {
        for (rdg_index k = e->K.pattern.start[j]; k < e->K.pattern.start[j + 1]; k++) {
            y[e->K.pattern.row[k]] += e->K.values[k] * u[j];
        }
    }
    for (rdg_index i = 0; i < e->count; i++) {
        const rdg_rest_element *at = &e->elements[i];
        gather(e, at, u);
        const int answer = rdg_law_at_rest(at->workspace, e->x, NULL, e->f, e->fx);
        if (answer != 0) {
            return answer;
        }
        for (rdg_index t = 0; t < at->n; t++) {
            y[at->term[t].dof] += at->term[t].weight * e->f[at->term[t].slot];
        }
    }
    return 0;
}

int rdg_equilibrium_element_stiffness(const rdg_equilibrium *e, const rdg_rest_element *at, const double *u)
{
    gather(e, at, u);
    return rdg_law_stiffness_at_rest(at->workspace, e->x, NULL, e->sliders, e->fx);
}

int rdg_equilibrium_jacobian(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    const rdg_equilibrium *e = data;
    (void)n;
    for (rdg_index k = 0; k < e->K.pattern.start[m]; k++) {
        values[e->stiffness_place[k]] += e->K.values[k];
    }
    for (rdg_index i = 0; i < m; i++) {
        values[e->load_place[i]] -= e->load[i] + e->ground * u[i];
        values[e->ground_place[i]] += (1.0 - u[m]) * e->ground;
    }
    for (rdg_index i = 0; i < e->count; i++) {
        const rdg_rest_element *at = &e->elements[i];
        const int answer = rdg_equilibrium_element_stiffness(e, at, u);
        if (answer != 0) {
            return answer;
        }
        for (rdg_index k = 0; k < at->n * at->n; k++) {
            const rdg_rest_term *row = &at->term[k % at->n], *col = &at->term[k / at->n];
            values[at->place[k]] += row->weight * col->weight * e->fx[row->slot + at->element->d * col->slot];
        }
    }
    return 0;
}

/* Of element `at` into y: its forces; into *largest and *rounding: the largest, and stiffness times
 * displacement */
static int balance_element(const rdg_equilibrium *e, const rdg_rest_element *at, const double *q, double *y,
                           double *largest, double *rounding)
{
    const rdg_index d = at->element->d;
    gather(e, at, q);
    const int answer = rdg_law_at_rest(at->workspace, e->x, NULL, e->f, e->fx);
    for (rdg_index t = 0; answer == 0 && t < at->n; t++) {
        const double force = at->term[t].weight * e->f[at->term[t].slot];
        y[at->term[t].dof] += force;
        *largest = fmax(*largest, fabs(force));
        for (rdg_index j = 0; j < d; j++) {
            *rounding = fmax(*rounding, fabs(at->term[t].weight * e->fx[at->term[t].slot + d * j] * e->x[j]));
        }
    }
    return answer;
}

bool rdg_equilibrium_holds(const rdg_equilibrium *e, const double *q)
{
    const double share = 1e-9, digits = 1e3 * DBL_EPSILON;
    const rdg_index n = e->s->n;
    double *y = rdg_context_calloc(e->s->ctx, (size_t)n, sizeof *y), largest = 0, rounding = 0, worst = 0;
    bool known = y;
    for (rdg_index i = 0; known && i < n; i++) {
        y[i] -= e->load[i];
        largest = fmax(largest, fabs(e->load[i]));
        for (rdg_index k = e->K.pattern.start[i]; k < e->K.pattern.start[i + 1]; k++) {
            const double force = e->K.values[k] * q[i];
            y[e->K.pattern.row[k]] += force;
            rounding = fmax(rounding, fabs(force));
        }
    }
    for (rdg_index i = 0; known && i < e->count; i++) {
        known = balance_element(e, &e->elements[i], q, y, &largest, &rounding) == 0;
    }
    for (rdg_index i = 0; known && i < n; i++) {
        worst = fmax(worst, fabs(y[i]));
    }
    rdg_free(y);
    return known && worst <= share * largest + digits * rounding;
}

/* The terms of an element's displacements, or only their number while at->term is NULL. */
static rdg_status resolve(rdg_equilibrium *e, rdg_rest_element *at)
{
    at->n = 0;
    for (rdg_index slot = 0; slot < at->element->d; slot++) {
        rdg_index n = 0;
        const rdg_index *dof = NULL;
        const double *weight = NULL;
        const char *name = at->element->at[slot];
        RDG_TRY(rdg_structure_displacement_at_rest(e->s, RDG_REST_WHERE, name, &n, &dof, &weight));
        const double *across = rdg_structure_find(e->s, name)->across;
        for (rdg_index i = 0; at->term && i < n; i++) {
            at->term[at->n + i] = (rdg_rest_term){slot, dof[i], weight[i], across ? across[i] : 0.0};
        }
        at->n += n;
    }
    return RDG_OK;
}

static rdg_status see_elements(rdg_equilibrium *e)
{
    rdg_context *ctx = e->s->ctx;
    rdg_index largest = 1;
    e->elements = rdg_context_calloc(ctx, (size_t)e->count, sizeof *e->elements);
    for (rdg_index i = 0; e->elements && i < e->count; i++) {
        rdg_rest_element *at = &e->elements[i];
        at->element = rdg_element_at(e->s, i);
        if (!at->element->kind.time) {
            return rdg_fail(
                ctx, RDG_ERR_ARGUMENT, RDG_REST_WHERE,
                "element \"%s\" (%s) has no force at rest: it has one in the frequency domain only",
                at->element->name, at->element->kind.type);
        }
        RDG_TRY(resolve(e, at));
        at->term = rdg_context_calloc(ctx, (size_t)at->n, sizeof *at->term);
        at->place = rdg_context_calloc(ctx, (size_t)(at->n * at->n), sizeof *at->place);
        at->workspace =
            rdg_law_workspace_create(ctx, at->element->kind.time, at->element->self, at->element->d);
        RDG_TRY(rdg_error_status(ctx));
        RDG_TRY(resolve(e, at));
        largest = at->element->d > largest ? at->element->d : largest;
    }
    e->x = rdg_context_calloc(ctx, (size_t)largest, sizeof(double));
    e->f = rdg_context_calloc(ctx, (size_t)largest, sizeof(double));
    e->fx = rdg_context_calloc(ctx, (size_t)(largest * largest), sizeof(double));
    return rdg_error_status(ctx);
}

static rdg_status add_loads(rdg_equilibrium *e)
{
    e->load = rdg_context_calloc(e->s->ctx, (size_t)e->s->n, sizeof *e->load);
    RDG_TRY(rdg_error_status(e->s->ctx));
    for (rdg_index i = 0; i < rdg_load_count(e->s); i++) {
        const rdg_load *load = rdg_load_at(e->s, i);
        rdg_index n = 0;
        const rdg_index *dof = NULL;
        const double *weight = NULL;
        if (load->kind != RDG_LOAD_CONSTANT) {
            continue;
        }
        RDG_TRY(rdg_structure_displacement_at_rest(e->s, RDG_REST_WHERE, load->at, &n, &dof, &weight));
        for (rdg_index t = 0; t < n; t++) {
            e->load[dof[t]] += weight[t] * load->amplitude;
        }
    }
    return RDG_OK;
}

/* Entries of the Jacobian: K, the load factor's column, the diagonal, each element's; row, col: NULL while
 * they are counted. */
static rdg_index list_entries(const rdg_equilibrium *e, rdg_index *row, rdg_index *col)
{
    rdg_index count = 0;
    for (rdg_index j = 0; j < e->s->n; j++) {
        for (rdg_index k = e->K.pattern.start[j]; k < e->K.pattern.start[j + 1]; k++, count++) {
            if (row) {
                row[count] = e->K.pattern.row[k];
                col[count] = j;
            }
        }
    }
    for (rdg_index i = 0; i < e->s->n; i++, count++) {
        if (row) {
            row[count] = i;
            col[count] = e->s->n;
        }
    }
    for (rdg_index i = 0; i < e->s->n; i++, count++) {
        if (row) {
            row[count] = col[count] = i;
        }
    }
    for (rdg_index i = 0; i < e->count; i++) {
        const rdg_rest_element *at = &e->elements[i];
        for (rdg_index k = 0; k < at->n * at->n; k++, count++) {
            if (row) {
                row[count] = at->term[k % at->n].dof;
                col[count] = at->term[k / at->n].dof;
            }
        }
    }
    return count;
}

static void share_places(const rdg_equilibrium *e, const rdg_index *place)
{
    const rdg_index entries = e->K.pattern.start[e->s->n];
    memcpy(e->stiffness_place, place, (size_t)entries * sizeof *place);
    memcpy(e->load_place, place + entries, (size_t)e->s->n * sizeof *place);
    memcpy(e->ground_place, place + entries + e->s->n, (size_t)e->s->n * sizeof *place);
    place += entries + 2 * e->s->n;
    for (rdg_index i = 0; i < e->count; i++) {
        const size_t n = (size_t)e->elements[i].n;
        memcpy(e->elements[i].place, place, n * n * sizeof *place);
        place += n * n;
    }
}

static rdg_status make_pattern(rdg_equilibrium *e)
{
    rdg_context *ctx = e->s->ctx;
    const rdg_index count = list_entries(e, NULL, NULL);
    rdg_index *list = rdg_context_calloc(ctx, 3 * (size_t)count, sizeof *list);
    e->stiffness_place = rdg_context_calloc(ctx, (size_t)e->K.pattern.start[e->s->n], sizeof(rdg_index));
    e->load_place = rdg_context_calloc(ctx, (size_t)e->s->n, sizeof(rdg_index));
    e->ground_place = rdg_context_calloc(ctx, (size_t)e->s->n, sizeof(rdg_index));
    if (list && rdg_error_status(ctx) == RDG_OK) {
        list_entries(e, list, list + count);
        e->pattern =
            rdg_pattern_create(ctx, e->s->n, e->s->n + 1, count, list, list + count, list + 2 * count);
    }
    if (list && e->pattern) {
        share_places(e, list + 2 * count);
    }
    rdg_free(list);
    return rdg_error_status(ctx);
}

rdg_status rdg_equilibrium_make(rdg_structure *s, rdg_equilibrium *e)
{
    *e = (rdg_equilibrium){.s = s, .count = rdg_element_count(s)};
    /* constant forces act on all sectors of a wave alike: so they move at rest */
    e->K = (rdg_sparse){.pattern = {.rows = s->n, .cols = s->n, .start = s->start, .row = s->row},
                        .values = s->K};
    RDG_TRY(see_elements(e));
    RDG_TRY(add_loads(e));
    return make_pattern(e);
}
