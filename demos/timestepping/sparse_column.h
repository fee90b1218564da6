/* A column of bodies of 1 kg that falls onto a floor, as a sparse mechanism and as a dense one. */
#ifndef RDG_TEST_SPARSE_COLUMN_H
#define RDG_TEST_SPARSE_COLUMN_H

#include <ridgewalk/timestepping.h>

#include <stdlib.h>

/* Entries of W: contact k presses body k up and the body below it down. */
typedef struct sparse_column {
    rdg_index n, *M_start, *M_row, *W_start, *W_row;
    rdg_pattern M, W;
    rdg_contact_law *law;
} sparse_column;

static inline int column_terms(double t, const double *q, const double *v, rdg_mechanism_terms *to,
                               void *data)
{
    const sparse_column *c = data;
    (void)t, (void)q, (void)v;
    for (rdg_index k = 0; k < c->n; k++) {
        to->M[k] = 1.0;
        to->h[k] = -9.81;
    }
    return 0;
}

static inline int column_geometry(double t, const double *q, rdg_mechanism_geometry *to, void *data)
{
    const sparse_column *c = data;
    double *W = to->W;
    (void)t;
    for (rdg_index k = 0; k < c->n; k++) {
        to->g[k] = q[k] - (k > 0 ? q[k - 1] : 0.0);
        if (k > 0) {
            *W++ = -1.0;
        }
        *W++ = 1.0;
    }
    return 0;
}

static inline int dense_column_terms(double t, const double *q, const double *v, rdg_mechanism_terms *to,
                                     void *data)
{
    const sparse_column *c = data;
    (void)t, (void)q, (void)v;
    for (rdg_index k = 0; k < c->n; k++) {
        to->M[k * c->n + k] = 1.0;
        to->h[k] = -9.81;
    }
    return 0;
}

static inline int dense_column_geometry(double t, const double *q, rdg_mechanism_geometry *to, void *data)
{
    const sparse_column *c = data;
    (void)t;
    for (rdg_index k = 0; k < c->n; k++) {
        to->g[k] = q[k] - (k > 0 ? q[k - 1] : 0.0);
        to->W[k * c->n + k] = 1.0;
        if (k > 0) {
            to->W[k * c->n + k - 1] = -1.0;
        }
    }
    return 0;
}

/* NULL: no memory */
static inline sparse_column *sparse_column_create(rdg_index n, double e)
{
    sparse_column *c = calloc(1, sizeof *c);
    rdg_index *numbers = calloc((size_t)(5 * n + 2), sizeof *numbers);
    rdg_contact_law *law = calloc((size_t)n, sizeof *law);
    if (!c || !numbers || !law) {
        free(c);
        free(numbers);
        free(law);
        return NULL;
    }
    *c = (sparse_column){.n = n, .M_start = numbers, .law = law};
    c->W_start = numbers + n + 1;
    c->M_row = c->W_start + n + 1;
    c->W_row = c->M_row + n;
    rdg_index at = 0;
    for (rdg_index k = 0; k < n; k++) {
        law[k].restitution = e;
        c->M_start[k + 1] = k + 1;
        c->M_row[k] = k;
        if (k > 0) {
            c->W_row[at++] = k - 1;
        }
        c->W_row[at++] = k;
        c->W_start[k + 1] = at;
    }
    c->M = (rdg_pattern){n, n, c->M_start, c->M_row};
    c->W = (rdg_pattern){n, n, c->W_start, c->W_row};
    return c;
}

static inline void sparse_column_free(sparse_column *c)
{
    free(c->M_start);
    free(c->law);
    free(c);
}

static inline rdg_mechanism *column_mechanism(rdg_context *ctx, sparse_column *c, bool sparse)
{
    return rdg_mechanism_create(
        ctx, &(rdg_mechanism_options){.name = "column",
                                      .n = c->n,
                                      .terms = sparse ? column_terms : dense_column_terms,
                                      .contacts = c->n,
                                      .law = c->law,
                                      .geometry = sparse ? column_geometry : dense_column_geometry,
                                      .matrices = sparse ? &c->M : NULL,
                                      .pushes = sparse ? &c->W : NULL,
                                      .constant = true,
                                      .data = c});
}

#endif
