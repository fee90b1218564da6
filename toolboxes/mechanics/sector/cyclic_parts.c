/* A sector's own matrix and that to the next sector, from two nodal diameters. */
#include "cyclic_parts_impl.h"

#include <math.h>

/* ccx prints 14 digits: what is smaller than their rounding, relative to the diagonal, is zero */
static const double digits = 1e-13;

/* Pairs show the phase only where they are well above that */
static const double clear = 1e-6;

rdg_status rdg_cyclic_begin(rdg_cyclic_parts *parts, const rdg_entries *like, rdg_index n, double theta)
{
    *parts = (rdg_cyclic_parts){.n = n, .theta = theta, .least = HUGE_VAL, .greatest = -HUGE_VAL};
    for (int which = 0; which < 2; which++) {
        parts->matrix[which] = (rdg_entries){.ctx = like->ctx,
                                             .where = like->where,
                                             .path = like->path,
                                             .remedy = like->remedy,
                                             .form = RDG_ENTRIES_WHOLE,
                                             .is_given = true};
    }
    parts->copy = rdg_context_calloc(like->ctx, (size_t)n, sizeof *parts->copy);
    parts->face = rdg_context_calloc(like->ctx, (size_t)n, sizeof *parts->face);
    return parts->copy && parts->face ? RDG_OK : RDG_ERR_NO_MEMORY;
}

void rdg_cyclic_free(rdg_cyclic_parts *parts)
{
    for (int which = 0; which < 2; which++) {
        rdg_entries_free(&parts->matrix[which]);
    }
    rdg_free(parts->copy);
    rdg_free(parts->face);
}

static rdg_status add_pair(rdg_entries *entries, rdg_index i, rdg_index j, double value)
{
    RDG_TRY(rdg_entries_add(entries, i, j, 0, value));
    return i == j ? RDG_OK : rdg_entries_add(entries, j, i, 0, value);
}

/* B_ij: from degree of freedom i to j of the next sector */
static rdg_status add_coupling(rdg_cyclic_parts *parts, int which, rdg_index i, rdg_index j, double value)
{
    if (value == 0.0) {
        return RDG_OK;
    }
    if (parts->copy[j] == 0) {
        parts->copy[j] = parts->n + parts->n_face;
        parts->face[parts->n_face++] = j;
    }
    return add_pair(&parts->matrix[which], i, parts->copy[j], value);
}

/* Where B_ij is zero, but not B_ji, (1 - cos theta) / sin theta is the ratio of both differences. */
static void show_phase(rdg_cyclic_parts *parts, double real, double imaginary, double scale)
{
    if (hypot(real, imaginary) > clear * scale) {
        const double phase = 2.0 * atan2(fabs(real), fabs(imaginary));
        parts->pairs++;
        parts->least = fmin(parts->least, phase);
        parts->greatest = fmax(parts->greatest, phase);
    }
}

/* Entries i, j of a pair, i >= j: Re_0, Re_k, Im_k. scale: geometric mean of the diagonal */
static rdg_status add_entry(rdg_cyclic_parts *parts, int which, rdg_index i, rdg_index j, const double *value,
                            double scale)
{
    const double half = sin(0.5 * parts->theta), real = 2.0 * half * half, imaginary = sin(parts->theta);
    const double noise = digits * scale * (1.0 / real + 1.0 / imaginary);
    const double S = (value[0] - value[1]) / real, D = i == j ? 0.0 : value[2] / imaginary;
    double forth = 0.5 * (S - D), back = 0.5 * (S + D);
    forth = fabs(forth) > noise ? forth : 0.0;
    back = fabs(back) > noise ? back : 0.0;
    if (i != j) {
        show_phase(parts, value[0] - value[1], value[2], scale);
    }
    RDG_TRY(add_pair(&parts->matrix[which], i, j, value[0] - forth - back));
    RDG_TRY(add_coupling(parts, which, i, j, forth));
    return i == j ? RDG_OK : add_coupling(parts, which, j, i, back);
}

/* Work of a column: the three values of each row, and which rows have one. */
typedef struct column {
    rdg_index n, count;
    double (*value)[3]; /* [n] */
    bool *has;          /* [n] */
    rdg_index *row;     /* [n] */
    double *diagonal;   /* [n] sqrt of Re_0's */
} column;

static void note(column *c, rdg_index row, int k, double value)
{
    if (!c->has[row]) {
        c->has[row] = true;
        c->row[c->count++] = row;
    }
    c->value[row][k] = value;
}

static void gather(column *c, const cholmod_sparse *X, rdg_index j, bool is_other)
{
    const rdg_index *start = X->p, *row = X->i;
    const double *value = X->x;
    for (rdg_index e = start[j]; e < start[j + 1]; e++) {
        if (row[e] < c->n && row[e] >= j) {
            note(c, row[e], is_other ? 1 : 0, value[e]);
        } else if (is_other && row[e] >= c->n + j) {
            note(c, row[e] - c->n, 2, value[e]);
        }
    }
}

static void find_diagonal(column *c, const cholmod_sparse *X)
{
    const rdg_index *start = X->p, *row = X->i;
    for (rdg_index j = 0; j < c->n; j++) {
        for (rdg_index e = start[j]; e < start[j + 1]; e++) {
            if (row[e] == j) {
                c->diagonal[j] = sqrt(fabs(((const double *)X->x)[e]));
            }
        }
    }
}

static rdg_status add_column(rdg_cyclic_parts *parts, int which, column *c, rdg_index j)
{
    rdg_status status = RDG_OK;
    for (rdg_index k = 0; k < c->count; k++) {
        const rdg_index i = c->row[k];
        status = status == RDG_OK
                     ? add_entry(parts, which, i, j, c->value[i], c->diagonal[i] * c->diagonal[j])
                     : status;
        c->has[i] = false;
        c->value[i][0] = c->value[i][1] = c->value[i][2] = 0.0;
    }
    c->count = 0;
    return status;
}

rdg_status rdg_cyclic_add(rdg_cyclic_parts *parts, int which, const cholmod_sparse *zero,
                          const cholmod_sparse *other)
{
    rdg_context *ctx = parts->matrix[which].ctx;
    const size_t n = (size_t)parts->n;
    column c = {.n = parts->n};
    c.value = rdg_context_calloc(ctx, n, sizeof *c.value);
    c.has = rdg_context_calloc(ctx, n, sizeof *c.has);
    c.row = rdg_context_calloc(ctx, n, sizeof *c.row);
    c.diagonal = rdg_context_calloc(ctx, n, sizeof *c.diagonal);
    rdg_status status = c.value && c.has && c.row && c.diagonal ? RDG_OK : RDG_ERR_NO_MEMORY;
    if (status == RDG_OK) {
        find_diagonal(&c, zero);
    }
    for (rdg_index j = 0; j < parts->n && status == RDG_OK; j++) {
        gather(&c, zero, j, false);
        gather(&c, other, j, true);
        status = add_column(parts, which, &c, j);
    }
    rdg_free(c.value);
    rdg_free(c.has);
    rdg_free(c.row);
    rdg_free(c.diagonal);
    return status;
}
