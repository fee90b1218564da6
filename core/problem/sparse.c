/* Sparsity patterns: a list of entries becomes compressed columns by two stable counting sorts (by row, then
 * by column), after which equal places are neighbours and merge. */
#include "sparse.h"
#include "toolbox.h"

#include <inttypes.h>
#include <string.h>

/* order[k] = the k-th entry when sorted by key; ties keep the order of `previous` (NULL: as listed). */
static rdg_status sort_by(rdg_context *ctx, rdg_index count, const rdg_index *key, rdg_index key_count,
                          const rdg_index *previous, rdg_index *order)
{
    rdg_index *next = rdg_context_calloc(ctx, (size_t)key_count + 1, sizeof *next);
    if (!next) {
        return RDG_ERR_NO_MEMORY;
    }
    for (rdg_index e = 0; e < count; e++) {
        next[key[e] + 1]++;
    }
    for (rdg_index k = 0; k < key_count; k++) {
        next[k + 1] += next[k];
    }
    for (rdg_index k = 0; k < count; k++) {
        const rdg_index e = previous ? previous[k] : k;
        order[next[key[e]]++] = e;
    }
    rdg_free(next);
    return RDG_OK;
}

static rdg_pattern *allocate(rdg_context *ctx, rdg_index rows, rdg_index cols, rdg_index count)
{
    rdg_pattern *p = rdg_context_calloc(ctx, 1, sizeof *p);
    rdg_index *start = rdg_context_calloc(ctx, (size_t)cols + 1, sizeof *start);
    rdg_index *row = rdg_context_calloc(ctx, (size_t)count, sizeof *row);
    if (!p || !start || !row) {
        rdg_free(p);
        rdg_free(start);
        rdg_free(row);
        return NULL;
    }
    *p = (rdg_pattern){.rows = rows, .cols = cols, .start = start, .row = row};
    return p;
}

/* Entries in order of (column, row): write the merged columns, store where each entry went. */
static void merge(rdg_index count, const rdg_index *order, const rdg_index *row, const rdg_index *col,
                  rdg_pattern *pattern, rdg_index *place)
{
    rdg_index *start = (rdg_index *)pattern->start;
    rdg_index *kept = (rdg_index *)pattern->row;
    rdg_index used = 0;
    rdg_index last_col = -1;
    for (rdg_index k = 0; k < count; k++) {
        const rdg_index e = order[k];
        if (col[e] != last_col || kept[used - 1] != row[e]) {
            while (last_col < col[e]) {
                start[++last_col] = used;
            }
            kept[used++] = row[e];
        }
        if (place) {
            place[e] = used - 1;
        }
    }
    while (last_col < pattern->cols) {
        start[++last_col] = used;
    }
}

static rdg_status check_entries(rdg_context *ctx, const char *where, rdg_index rows, rdg_index cols,
                                rdg_index count, const rdg_index *row, const rdg_index *col)
{
    if (rows < 0 || cols < 0 || count < 0) {
        return rdg_fail(ctx, RDG_ERR_ARGUMENT, where,
                        "%" PRId64 " rows, %" PRId64 " columns and %" PRId64 " entries cannot be", rows, cols,
                        count);
    }
    if (count > 0 && (!row || !col)) {
        return rdg_fail(ctx, RDG_ERR_ARGUMENT, where, "%s of %" PRId64 " entries are NULL",
                        row ? "the columns" : "the rows", count);
    }
    for (rdg_index e = 0; e < count; e++) {
        if (row[e] < 0 || row[e] >= rows || col[e] < 0 || col[e] >= cols) {
            return rdg_fail(ctx, RDG_ERR_ARGUMENT, where,
                            "entry %" PRId64 " is in row %" PRId64 ", column %" PRId64
                            ", outside a matrix of %" PRId64 " rows and %" PRId64 " columns",
                            e, row[e], col[e], rows, cols);
        }
    }
    return RDG_OK;
}

rdg_pattern *rdg_pattern_create(rdg_context *ctx, rdg_index rows, rdg_index cols, rdg_index count,
                                const rdg_index *row, const rdg_index *col, rdg_index *place)
{
    if (check_entries(ctx, __func__, rows, cols, count, row, col) != RDG_OK) {
        return NULL;
    }
    rdg_index *by_row = rdg_context_calloc(ctx, (size_t)count, sizeof *by_row);
    rdg_index *order = rdg_context_calloc(ctx, (size_t)count, sizeof *order);
    rdg_pattern *pattern = allocate(ctx, rows, cols, count);
    if (by_row && order && pattern && sort_by(ctx, count, row, rows, NULL, by_row) == RDG_OK &&
        sort_by(ctx, count, col, cols, by_row, order) == RDG_OK) {
        merge(count, order, row, col, pattern, place);
    } else {
        rdg_pattern_free(pattern);
        pattern = NULL;
    }
    rdg_free(by_row);
    rdg_free(order);
    return pattern;
}

rdg_pattern *rdg_pattern_dense(rdg_context *ctx, rdg_index rows, rdg_index cols)
{
    rdg_pattern *pattern = allocate(ctx, rows, cols, rows * cols);
    if (!pattern) {
        return NULL;
    }
    rdg_index *start = (rdg_index *)pattern->start;
    rdg_index *row = (rdg_index *)pattern->row;
    for (rdg_index j = 0; j < cols; j++) {
        start[j + 1] = (j + 1) * rows;
        for (rdg_index i = 0; i < rows; i++) {
            row[i + rows * j] = i;
        }
    }
    return pattern;
}

bool rdg_pattern_is_valid(const rdg_pattern *p)
{
    if (!p || p->rows < 0 || p->cols < 0 || !p->start || p->start[0] != 0 ||
        (p->start[p->cols] > 0 && !p->row)) {
        return false;
    }
    for (rdg_index j = 0; j < p->cols; j++) {
        if (p->start[j + 1] < p->start[j]) {
            return false;
        }
        for (rdg_index k = p->start[j]; k < p->start[j + 1]; k++) {
            const bool ascends = k == p->start[j] || p->row[k] > p->row[k - 1];
            if (!ascends || p->row[k] < 0 || p->row[k] >= p->rows) {
                return false;
            }
        }
    }
    return true;
}

rdg_pattern *rdg_pattern_copy(rdg_context *ctx, const rdg_pattern *pattern)
{
    if (!rdg_pattern_is_valid(pattern)) {
        RDG_FAIL(
            ctx, RDG_ERR_ARGUMENT,
            "the sparsity pattern is not in order: start must begin with 0 and not fall, rows must ascend "
            "within a column and be among the matrix's");
        return NULL;
    }
    const rdg_index count = pattern->start[pattern->cols];
    rdg_pattern *copy = allocate(ctx, pattern->rows, pattern->cols, count);
    if (copy) {
        memcpy((rdg_index *)copy->start, pattern->start, ((size_t)pattern->cols + 1) * sizeof(rdg_index));
        if (count > 0) {
            memcpy((rdg_index *)copy->row, pattern->row, (size_t)count * sizeof(rdg_index));
        }
    }
    return copy;
}

rdg_index rdg_pattern_count(const rdg_pattern *pattern)
{
    return pattern ? pattern->start[pattern->cols] : 0;
}

void rdg_pattern_free(rdg_pattern *pattern)
{
    if (pattern) {
        rdg_free((rdg_index *)pattern->start);
        rdg_free((rdg_index *)pattern->row);
        rdg_free(pattern);
    }
}
