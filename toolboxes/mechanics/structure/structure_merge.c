/* The matrices of a structure: checks, union of the patterns, symmetry. */
#include "structure_carry.h"
#include "structure_impl.h"

#include <ridgewalk/toolbox.h>
#include <ridgewalk/vectors.h>

#include <inttypes.h>
#include <math.h>
#include <string.h>

static const char letter[3] = {'M', 'C', 'K'};

static rdg_status check_pattern(const rdg_structure *s, const char *where, char which, const rdg_pattern *p)
{
    if (!p->start || !p->row || p->start[0] != 0) {
        return rdg_fail(s->ctx, RDG_ERR_ARGUMENT, where,
                        "%c of \"%s\" needs a pattern with rows and column starts from 0", which, s->name);
    }
    for (rdg_index j = 0; j < s->n; j++) {
        if (p->start[j + 1] < p->start[j]) {
            return rdg_fail(s->ctx, RDG_ERR_ARGUMENT, where,
                            "%c of \"%s\": column %" PRId64 " ends before it starts", which, s->name, j);
        }
        rdg_index before = -1;
        for (rdg_index e = p->start[j]; e < p->start[j + 1]; e++) {
            if (p->row[e] <= before || p->row[e] >= s->n) {
                return rdg_fail(s->ctx, RDG_ERR_ARGUMENT, where,
                                "%c of \"%s\", column %" PRId64 ": row %" PRId64
                                " does not ascend or is outside 0 .. %" PRId64,
                                which, s->name, j, p->row[e], s->n - 1);
            }
            before = p->row[e];
        }
    }
    return RDG_OK;
}

static rdg_status check_matrix(const rdg_structure *s, const char *where, char which, const rdg_sparse *A)
{
    const rdg_pattern *p = &A->pattern;
    if (p->rows != s->n || p->cols != s->n) {
        return rdg_fail(s->ctx, RDG_ERR_SIZE, where,
                        "%c of \"%s\" has %" PRId64 " rows and %" PRId64 " columns, expected %" PRId64
                        " of both, as many as K has columns",
                        which, s->name, p->rows, p->cols, s->n);
    }
    RDG_TRY(check_pattern(s, where, which, p));
    if (!A->values) {
        return rdg_fail(s->ctx, RDG_ERR_ARGUMENT, where, "%c of \"%s\" has no values", which, s->name);
    }
    for (rdg_index j = 0; j < s->n; j++) {
        for (rdg_index e = p->start[j]; e < p->start[j + 1]; e++) {
            if (!isfinite(A->values[e])) {
                return rdg_fail(s->ctx, RDG_ERR_NOT_FINITE, where,
                                "%c of \"%s\" is %g at row %" PRId64 ", column %" PRId64 " (from 0)", which,
                                s->name, A->values[e], p->row[e], j);
            }
        }
    }
    return RDG_OK;
}

/* One column of the union, from its entry `to` on; written if s->row is there. Returns where it ends. */
static rdg_index merge_column(rdg_structure *s, const rdg_sparse *const matrix[3], rdg_index j, rdg_index to)
{
    rdg_index at[3] = {0};
    for (int a = 0; a < 3; a++) {
        at[a] = matrix[a] ? matrix[a]->pattern.start[j] : 0;
    }
    for (;;) {
        rdg_index row = s->n;
        for (int a = 0; a < 3; a++) {
            if (matrix[a] && at[a] < matrix[a]->pattern.start[j + 1] && matrix[a]->pattern.row[at[a]] < row) {
                row = matrix[a]->pattern.row[at[a]];
            }
        }
        if (row == s->n) {
            return to;
        }
        double value[3] = {0};
        for (int a = 0; a < 3; a++) {
            if (matrix[a] && at[a] < matrix[a]->pattern.start[j + 1] &&
                matrix[a]->pattern.row[at[a]] == row) {
                value[a] = matrix[a]->values[at[a]++];
            }
        }
        if (value[0] == 0.0 && value[1] == 0.0 && value[2] == 0.0) {
            continue;
        }
        if (s->row) {
            s->row[to] = row;
            s->M[to] = value[0];
            s->C[to] = value[1];
            s->K[to] = value[2];
        }
        to++;
    }
}

rdg_status rdg_structure_merge(rdg_structure *s, const char *where, const rdg_sparse *M, const rdg_sparse *C,
                               const rdg_sparse *K)
{
    const rdg_sparse *const matrix[3] = {M, C, K};
    if (s->n < 1 || s->n > INT32_MAX) {
        return rdg_fail(s->ctx, RDG_ERR_ARGUMENT, where, "\"%s\" cannot have %" PRId64 " degrees of freedom",
                        s->name, s->n);
    }
    for (int a = 0; a < 3; a++) {
        if (matrix[a]) {
            RDG_TRY(check_matrix(s, where, letter[a], matrix[a]));
        }
    }
    s->start = rdg_context_calloc(s->ctx, (size_t)s->n + 1, sizeof *s->start);
    if (!s->start) {
        return RDG_ERR_NO_MEMORY;
    }
    for (rdg_index j = 0; j < s->n; j++) {
        s->start[j + 1] = merge_column(s, matrix, j, s->start[j]);
    }
    const size_t entries = (size_t)s->start[s->n];
    s->M = rdg_context_calloc(s->ctx, entries, sizeof *s->M);
    s->C = rdg_context_calloc(s->ctx, entries, sizeof *s->C);
    s->K = rdg_context_calloc(s->ctx, entries, sizeof *s->K);
    s->row = rdg_context_calloc(s->ctx, entries, sizeof *s->row);
    if (!s->M || !s->C || !s->K || !s->row) {
        return RDG_ERR_NO_MEMORY;
    }
    for (rdg_index j = 0; j < s->n; j++) {
        merge_column(s, matrix, j, s->start[j]);
    }
    return RDG_OK;
}

/* The first place in column j that is not above row i */
static rdg_index place_of(const rdg_structure *s, rdg_index i, rdg_index j)
{
    return s->start[j] + rdg_place_in(s->start[j + 1] - s->start[j], s->row + s->start[j], i);
}

rdg_index rdg_structure_entry(const rdg_structure *s, rdg_index row, rdg_index col)
{
    const rdg_index place = place_of(s, row, col);
    return place < s->start[col + 1] && s->row[place] == row ? place : -1;
}

static void *with_gap(rdg_context *ctx, const void *items, size_t size, rdg_index count, rdg_index at)
{
    char *longer = rdg_context_calloc(ctx, (size_t)count + 1, size);
    if (longer) {
        memcpy(longer, items, (size_t)at * size);
        memcpy(longer + (size_t)(at + 1) * size, (const char *)items + (size_t)at * size,
               (size_t)(count - at) * size);
    }
    return longer;
}

rdg_status rdg_structure_add_entry(rdg_structure *s, rdg_index row, rdg_index col)
{
    if (rdg_structure_entry(s, row, col) >= 0) {
        return RDG_OK;
    }
    const rdg_index count = s->start[s->n], at = place_of(s, row, col);
    double **const values[3] = {&s->M, &s->C, &s->K};
    double *longer[3];
    rdg_index *rows = with_gap(s->ctx, s->row, sizeof *rows, count, at);
    for (int a = 0; a < 3; a++) {
        longer[a] = with_gap(s->ctx, *values[a], sizeof(double), count, at);
    }
    const bool is_made = rows && longer[0] && longer[1] && longer[2];
    rdg_free(is_made ? s->row : rows);
    for (int a = 0; a < 3; a++) {
        rdg_free(is_made ? *values[a] : longer[a]);
        *values[a] = is_made ? longer[a] : *values[a];
    }
    if (!is_made) {
        return RDG_ERR_NO_MEMORY;
    }
    s->row = rows;
    s->row[at] = row;
    for (rdg_index j = col; j < s->n; j++) {
        s->start[j + 1]++;
    }
    return RDG_OK;
}

static double entry(const rdg_structure *s, const double *values, rdg_index i, rdg_index j)
{
    const rdg_index place = rdg_structure_entry(s, i, j);
    return place < 0 ? 0.0 : values[place];
}

rdg_status rdg_structure_require_symmetry(rdg_structure *s, const char *where, bool damping_too)
{
    RDG_ENTER(s, s->ctx, RDG_ERR_EARLIER);
    const double *const values[3] = {s->M, damping_too ? s->C : NULL, s->K};
    for (int a = 0; a < 3; a++) {
        if (!values[a]) {
            continue;
        }
        double largest = 0;
        for (rdg_index e = 0; e < s->start[s->n]; e++) {
            largest = fmax(largest, fabs(values[a][e]));
        }
        for (rdg_index j = 0; j < s->n; j++) {
            for (rdg_index e = s->start[j]; e < s->start[j + 1]; e++) {
                const rdg_index i = s->row[e];
                const double here = values[a][e];
                const double there = entry(s, values[a], j, i);
                /* what writing with 10 digits, or summation in another order, may do */
                if (fabs(here - there) > 1e-10 * fmax(fabs(here), fabs(there)) + 1e-14 * largest) {
                    return rdg_fail(s->ctx, RDG_ERR_ARGUMENT, where,
                                    "%c of \"%s\" is not symmetric: %.17g at (%" PRId64 ", %" PRId64
                                    "), but %.17g across the diagonal",
                                    letter[a], s->name, here, i, j, there);
                }
            }
        }
    }
    return RDG_OK;
}
