/* Matrices of Nastran's OUTPUT4 in text: EXTSEOUT(DMIGOP4), DMAP OUTPUT4. A line "columns, rows, form, type,
 * name, format" begins a matrix. A column is a line "column, row, count" with its numbers; with row 0 it
 * comes in strings, each behind a line that states where it begins. */
#include "fe_model_impl.h"
#include "op4_order_impl.h"

#include "fe_files.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const char remedy[] = "Let Nastran write it again, by EXTSEOUT(DMIGOP4) or OUTPUT4 with a text format";
static const char mass_remedy[] = "the file must have KAA and MAA, as EXTSEOUT(DMIGOP4) writes them, or "
                                  "KAAX, MAAX; KXX, MXX; KGG, MGG; K, M";

enum { FIELD = 8, STRING = 65536 };

/* A matrix, of which the header states the rest. */
typedef struct reading {
    rdg_scan scan;
    rdg_fe_model *model;
    rdg_index cols, rows, form, type;
    bool is_big;                     /* strings begin with two numbers in place of one */
    int which;                       /* of RDG_FE_...; -1: not wanted */
    rdg_index per_line;              /* numbers of a line */
    rdg_index width;                 /* characters of a number */
    rdg_index used;                  /* numbers that were read of this line */
    rdg_index size[RDG_FE_MATRICES]; /* rows of each */
} reading;

static bool index_at(const reading *r, int field, rdg_index least, rdg_index most, rdg_index *value)
{
    return rdg_span_index(rdg_scan_field(&r->scan, (size_t)field * FIELD, FIELD), least, most, value);
}

static rdg_status refuse_line(const reading *r, const char *expected)
{
    return rdg_scan_fail(&r->scan, rdg_scan_field(&r->scan, 0, r->scan.length), RDG_ERR_FORMAT, "expected %s",
                         expected);
}

/* The file ends too early, unless there was a failure before. */
static rdg_status next_line(reading *r)
{
    return rdg_scan_line(&r->scan)                     ? RDG_OK
           : rdg_error_status(r->model->ctx) != RDG_OK ? rdg_error_status(r->model->ctx)
                                                       : refuse_line(r, "more lines: the file is cut here");
}

static rdg_status next_value(reading *r, double *value)
{
    if (r->used == r->per_line) {
        RDG_TRY(next_line(r));
        r->used = 0;
    }
    const rdg_span field = rdg_scan_field(&r->scan, (size_t)(r->used++ * r->width), (size_t)r->width);
    return rdg_scan_real(&r->scan, field, value);
}

/* So many numbers, real parts with their imaginary parts, down a column from `row` on; from 1 */
static rdg_status read_values(reading *r, rdg_index row, rdg_index col, rdg_index count)
{
    rdg_entries *to = r->which >= 0 ? &r->model->matrix[r->which] : NULL;
    const bool is_complex = r->type > 2;
    double value = 0, imaginary = 0;
    r->used = r->per_line;
    for (rdg_index k = 0; k < count; k++, row++) {
        RDG_TRY(next_value(r, &value));
        if (is_complex) {
            RDG_TRY(next_value(r, &imaginary));
        }
        if (to && imaginary != 0.0 && r->which != RDG_FE_K) {
            return refuse_line(r, "a real number: an imaginary part has a meaning in a stiffness only");
        }
        if (to && imaginary != 0.0) {
            RDG_TRY(rdg_entries_add(&r->model->matrix[RDG_FE_K4], row - 1, col - 1, r->scan.line, imaginary));
        }
        if (to && value != 0.0) {
            RDG_TRY(rdg_entries_add(to, row - 1, col - 1, r->scan.line, value));
        }
    }
    return RDG_OK;
}

/* Strings of a column; all of them have so many words, a line in front of a string counts as one or two. */
static rdg_status read_strings(reading *r, rdg_index col, rdg_index words)
{
    const rdg_index per_number = (r->type % 2 == 0 ? 2 : 1) * (r->type > 2 ? 2 : 1);
    while (words > 0) {
        rdg_index length = 0, row = 0;
        RDG_TRY(next_line(r));
        if (r->is_big) {
            if (!index_at(r, 0, 2, INT32_MAX, &length) || !index_at(r, 1, 1, r->rows, &row)) {
                return refuse_line(r, "the length of a string and its row");
            }
        } else {
            rdg_index packed = 0;
            rdg_span_index(rdg_scan_field(&r->scan, 0, r->scan.length), 0, INT32_MAX, &packed);
            length = packed / STRING;
            row = packed % STRING;
        }
        const rdg_index count = (length - 1) / per_number;
        words -= length + r->is_big;
        if (length < 2 || (length - 1) % per_number != 0 || row < 1 || row + count - 1 > r->rows ||
            words < 0) {
            return refuse_line(r, "a string within the rows of the matrix and the words of the column");
        }
        RDG_TRY(read_values(r, row, col, count));
    }
    return RDG_OK;
}

/* Columns ascend; a line with the column behind the last one and a number end the matrix. */
static rdg_status read_columns(reading *r)
{
    rdg_index col = 0, before = 0, row = 0, count = 0;
    double last = 0;
    for (;;) {
        RDG_TRY(next_line(r));
        if (!index_at(r, 0, before + 1, r->cols + 1, &col) || !index_at(r, 1, 0, INT32_MAX, &row) ||
            !index_at(r, 2, 1, INT32_MAX, &count)) {
            return refuse_line(
                r, "a column behind the one before, its first row (or 0) and the count of its numbers");
        }
        if (col > r->cols) {
            r->used = r->per_line;
            return next_value(r, &last);
        }
        const rdg_index numbers = r->type > 2 ? count / 2 : count;
        if (row > 0 && row + numbers - 1 > r->rows) {
            return refuse_line(r, "no more numbers than rows");
        }
        RDG_TRY(row > 0 ? read_values(r, row, col, numbers) : read_strings(r, col, count));
        before = col;
    }
}

/* "1P,3E23.16": three numbers of 23 characters in a line */
static bool read_format(reading *r)
{
    const char *letter =
        strpbrk(r->scan.text + (r->scan.length < 5 * FIELD ? r->scan.length : 5 * FIELD), "EeDd");
    const char *first = letter;
    while (first && first > r->scan.text && first[-1] >= '0' && first[-1] <= '9') {
        first--;
    }
    return letter && rdg_span_index((rdg_span){first, letter}, 1, 100, &r->per_line) &&
           rdg_span_index((rdg_span){letter + 1, letter + 1 + strcspn(letter + 1, ".")}, 1, 100, &r->width);
}

static rdg_status read_matrix(reading *r)
{
    const rdg_span name = rdg_scan_field(&r->scan, 4 * FIELD, FIELD);
    if (!index_at(r, 0, 1, INT32_MAX, &r->cols) || !index_at(r, 1, -INT32_MAX, INT32_MAX, &r->rows) ||
        r->rows == 0 || !index_at(r, 2, 1, 9, &r->form) || !index_at(r, 3, 1, 4, &r->type) ||
        !read_format(r)) {
        return refuse_line(r, "columns, rows, form, type 1 .. 4, name and format, as 2 2 6 2KAA 1P,3E23.16");
    }
    r->is_big = r->rows < 0;
    r->rows = llabs(r->rows);
    r->which = rdg_fe_matrix_of(name);
    if (r->which >= 0) {
        if (r->rows != r->cols) {
            return rdg_scan_fail(&r->scan, name, RDG_ERR_SIZE, "expected as many rows as columns");
        }
        r->size[r->which] = r->rows;
        RDG_TRY(rdg_fe_model_announce(r->model, &r->scan, name, r->which, RDG_ENTRIES_ANY));
    }
    RDG_TRY(read_columns(r));
    if (r->which >= RDG_FE_C) { /* one without numbers stands for none */
        r->model->matrix[r->which].is_given = r->model->matrix[r->which].n > 0;
    }
    return RDG_OK;
}

static rdg_status check_sizes(const reading *r)
{
    for (int which = RDG_FE_M; which < RDG_FE_MATRICES; which++) {
        const rdg_entries *X = &r->model->matrix[which], *K = &r->model->matrix[RDG_FE_K];
        if (X->is_given && K->is_given && r->size[which] != r->size[RDG_FE_K]) {
            return rdg_fail(r->model->ctx, RDG_ERR_SIZE, r->model->where,
                            "\"%s\": %s has %" PRId64 " rows, but %s %" PRId64 ". %s", K->path, X->name,
                            r->size[which], K->name, r->size[RDG_FE_K], remedy);
        }
    }
    return RDG_OK;
}

static rdg_status read_file(rdg_fe_model *model, const char *file)
{
    reading r = {.model = model};
    rdg_status status = rdg_scan_open(&r.scan, model->ctx, model->where, file, remedy);
    while (status == RDG_OK && rdg_scan_line(&r.scan)) {
        status = r.scan.text[strspn(r.scan.text, " \t")] == '\0' ? RDG_OK : read_matrix(&r);
    }
    rdg_scan_close(&r.scan);
    model->rows = r.size[RDG_FE_K];
    return rdg_error_status(model->ctx) == RDG_OK ? check_sizes(&r) : rdg_error_status(model->ctx);
}

static rdg_structure *read(rdg_context *ctx, const char *where, const char *name, const char *file,
                           const char *order, bool keep_massless)
{
    rdg_fe_model model = rdg_fe_model_begin(ctx, where, name, file, remedy, mass_remedy);
    model.keep_massless = keep_massless;
    model.is_ordered = true;
    rdg_status status = read_file(&model, file);
    if (status == RDG_OK && order) {
        status = rdg_op4_order_read(&model, order, model.rows);
    }
    rdg_structure *s = status == RDG_OK ? rdg_fe_model_assemble(&model) : NULL;
    rdg_fe_model_free(&model);
    return s;
}

rdg_structure *rdg_structure_read_op4(rdg_context *ctx, const char *name, const char *file, const char *order)
{
    RDG_ENTER(ctx, ctx, NULL);
    RDG_NEED(ctx, file, NULL);
    return read(ctx, __func__, name, file, order, false);
}

rdg_structure *rdg_structure_read_op4_massless(rdg_context *ctx, const char *name, const char *file,
                                               const char *order)
{
    RDG_ENTER(ctx, ctx, NULL);
    RDG_NEED(ctx, file, NULL);
    return read(ctx, __func__, name, file, order, true);
}
