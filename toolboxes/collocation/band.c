/* Patterns of a segment's derivatives. */
#include "segment_impl.h"

#include <ridgewalk/sparse.h>
#include <ridgewalk/toolbox.h>

void rdg_band_release(rdg_band *b)
{
    rdg_free(b->start);
    rdg_free(b->row);
    rdg_free(b->first);
    rdg_free(b->step);
    rdg_free(b->tail);
    rdg_pattern_free(b->each);
    *b = (rdg_band){.start = NULL};
}

void rdg_band_drop_rows(rdg_band *b)
{
    rdg_free(b->row);
    b->row = NULL;
    b->pattern = (rdg_pattern){.rows = 0};
}

/* Intervals that state j takes part in: *last is the one behind the last. */
static void intervals_of(const rdg_segment_layout *at, rdg_index j, rdg_index *first, rdg_index *last)
{
    const rdg_index place = j / at->n; /* of a value, counted from the start */
    const rdg_index i = place / at->K;
    const bool shared = place % at->K == 0;
    *first = shared && i > 0 ? i - 1 : i;
    *last = i < at->N ? i + 1 : at->N;
}

/* What a band is made of: units with `points` points each; a column of a state has those of its intervals,
 * and `overlap` more. */
typedef struct plan {
    rdg_index units, of_interval, points, overlap;
    rdg_index tail; /* rows */
} plan;

/* The rows of column j behind the first `count` entries; the count with them. */
static rdg_index list_rows(const rdg_segment_layout *at, const plan *of, rdg_band *b, rdg_index j,
                           rdg_index count)
{
    const bool is_state = j < at->nx;
    rdg_index from = 0, to = of->units;
    if (is_state) {
        intervals_of(at, j, &from, &to);
        from *= of->of_interval;
        to = to * of->of_interval + of->overlap;
    }
    const rdg_index *each = b->each->row + b->each->start[j % at->n];
    const rdg_index here = is_state ? b->each->start[j % at->n + 1] - b->each->start[j % at->n] : at->n;
    b->first[j] = from;
    b->step[j] = of->points * here;
    b->tail[j] = count + (to - from) * b->step[j];
    for (rdg_index point = from * of->points; b->row && point < to * of->points; point++) {
        for (rdg_index a = 0; a < here; a++) {
            b->row[count++] = point * at->n + (is_state ? each[a] : a);
        }
    }
    for (rdg_index q = 0; b->row && q < of->tail; q++) {
        b->row[count++] = of->units * of->points * at->n + q;
    }
    return b->tail[j] + of->tail;
}

static rdg_status make(rdg_segment *s, rdg_band *b, const plan *of)
{
    const rdg_segment_layout *at = &s->at;
    b->start = rdg_context_calloc(s->ctx, (size_t)at->count + 1, sizeof *b->start);
    b->first = rdg_context_calloc(s->ctx, (size_t)at->count, sizeof *b->first);
    b->step = rdg_context_calloc(s->ctx, (size_t)at->count, sizeof *b->step);
    b->tail = rdg_context_calloc(s->ctx, (size_t)at->count, sizeof *b->tail);
    RDG_TRY(rdg_error_status(s->ctx));
    for (int pass = 0; pass < 2; pass++) {
        for (rdg_index j = 0; j < at->count; j++) {
            b->start[j + 1] = list_rows(at, of, b, j, b->start[j]);
        }
        if (pass == 0) {
            b->row = rdg_context_calloc(s->ctx, (size_t)b->start[at->count], sizeof *b->row);
            RDG_TRY(rdg_error_status(s->ctx));
        }
    }
    b->pattern = (rdg_pattern){of->units * of->points * at->n + of->tail, at->count, b->start, b->row};
    return RDG_OK;
}

/* The field's derivatives by the states, and the states' own slopes. */
static rdg_pattern *rows_of_field(const rdg_segment *s)
{
    const rdg_pattern *field = rdg_hybrid_phase_at(s->hybrid, s->mode)->field_pattern;
    const rdg_index n = s->at.n;
    if (!field) {
        return rdg_pattern_dense(s->ctx, n, n);
    }
    const rdg_index count = field->start[n];
    rdg_index *row = rdg_context_calloc(s->ctx, (size_t)(count + n), sizeof *row);
    rdg_index *col = rdg_context_calloc(s->ctx, (size_t)(count + n), sizeof *col);
    rdg_pattern *rows = NULL;
    if (row && col) {
        for (rdg_index c = 0; c < n; c++) {
            for (rdg_index e = field->start[c]; e < field->start[c + 1]; e++) {
                row[e] = field->row[e];
                col[e] = c;
            }
            row[count + c] = col[count + c] = c;
        }
        rows = rdg_pattern_create(s->ctx, n, n, count + n, row, col, NULL);
    }
    rdg_free(row);
    rdg_free(col);
    return rows;
}

rdg_status rdg_band_make_df(rdg_segment *s)
{
    s->df.each = rows_of_field(s);
    RDG_TRY(rdg_error_status(s->ctx));
    return make(s, &s->df, &(plan){.units = s->at.N, .of_interval = 1, .points = s->at.K});
}

/* The entries of a pattern's columns with each column's number, count of them; the other way round they are
 * those of its transpose. */
static rdg_index *columns_of(rdg_context *ctx, const rdg_pattern *pattern)
{
    rdg_index *col = rdg_context_calloc(ctx, (size_t)rdg_pattern_count(pattern), sizeof *col);
    for (rdg_index c = 0; col && c < pattern->cols; c++) {
        for (rdg_index e = pattern->start[c]; e < pattern->start[c + 1]; e++) {
            col[e] = c;
        }
    }
    return col;
}

/* States that have an equation of the field in common: seen [n], row and col [n n]. */
static rdg_index list_meetings(const rdg_pattern *of, const rdg_pattern *transposed, rdg_index n,
                               rdg_index *seen, rdg_index *row, rdg_index *col)
{
    rdg_index count = 0;
    for (rdg_index c = 0; c < n; c++) {
        for (rdg_index e = of->start[c]; e < of->start[c + 1]; e++) {
            const rdg_index a = of->row[e];
            for (rdg_index k = transposed->start[a]; k < transposed->start[a + 1]; k++) {
                const rdg_index other = transposed->row[k];
                if (other < n && seen[other] != c + 1) {
                    seen[other] = c + 1;
                    row[count] = other;
                    col[count++] = c;
                }
            }
        }
    }
    return count;
}

static rdg_pattern *states_that_meet(const rdg_segment *s, const rdg_pattern *field)
{
    const rdg_index n = s->at.n;
    rdg_index *cols = columns_of(s->ctx, field), *seen = rdg_context_calloc(s->ctx, (size_t)n, sizeof *seen);
    rdg_index *row = rdg_context_calloc(s->ctx, (size_t)(n * n), sizeof *row);
    rdg_index *col = rdg_context_calloc(s->ctx, (size_t)(n * n), sizeof *col);
    rdg_pattern *transposed = cols ? rdg_pattern_create(s->ctx, field->cols, field->rows,
                                                        rdg_pattern_count(field), cols, field->row, NULL)
                                   : NULL;
    rdg_pattern *meet = NULL;
    if (seen && row && col && transposed) {
        const rdg_index count = list_meetings(field, transposed, n, seen, row, col);
        meet = rdg_pattern_create(s->ctx, n, n, count, row, col, NULL);
    }
    rdg_pattern_free(transposed);
    rdg_free(cols);
    rdg_free(seen);
    rdg_free(row);
    rdg_free(col);
    return meet;
}

rdg_status rdg_band_make_d2f(rdg_segment *s, rdg_band *band, bool dense)
{
    const rdg_segment_layout *at = &s->at;
    const rdg_pattern *field = rdg_hybrid_phase_at(s->hybrid, s->mode)->field_pattern;
    band->each = dense || !field ? rdg_pattern_dense(s->ctx, at->n, at->n) : states_that_meet(s, field);
    RDG_TRY(rdg_error_status(s->ctx));
    return make(
        s, band,
        &(plan){.units = at->N * at->K + 1, .of_interval = at->K, .points = 1, .overlap = 1, .tail = at->nt});
}
