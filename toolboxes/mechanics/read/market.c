/* Structures from Matrix Market files. CHOLMOD has a reader of its own, which predictors where it does not
 * understand: it takes a first line in other letters for a comment, counts rows from 0 where one has this
 * number, and drops entries of a symmetric matrix on one side of the diagonal where there are some on both.
 */
#include "entries_impl.h"
#include "scan_impl.h"

#include "structure_impl.h"

#include <inttypes.h>
#include <string.h>

static const char remedy[] = "See math.nist.gov/MatrixMarket for the format";

enum { MASS, DAMPING, STIFFNESS, N_FILES };

/* A file, what its first lines announce, and its matrix. */
typedef struct market {
    rdg_scan scan;
    const char *path; /* NULL: there is none */
    bool is_array;
    int mirrored; /* each entry once more across the diagonal, with this sign; 0: not */
    rdg_index rows, cols, announced, found;
    rdg_index row, col; /* of the next entry of an array, from 0 */
    rdg_entries entries;
    cholmod_sparse *matrix;
} market;

static rdg_span whole_line(const rdg_scan *scan)
{
    return rdg_scan_field(scan, 0, scan->length);
}

/* The next line that is neither blank nor a comment */
static bool next_line(rdg_scan *scan)
{
    while (rdg_scan_line(scan)) {
        if (scan->text[0] != '%' && !rdg_span_is_empty(whole_line(scan))) {
            return true;
        }
    }
    return false;
}

/* --- what a file announces */

static rdg_status refuse_begin(const rdg_scan *scan)
{
    return rdg_error_status(scan->ctx) != RDG_OK
               ? rdg_error_status(scan->ctx)
               : rdg_scan_fail(scan, whole_line(scan), RDG_ERR_FORMAT,
                               "a Matrix Market file begins with %%%%MatrixMarket and a line of sizes");
}

/* %%MatrixMarket matrix coordinate real symmetric */
static rdg_status read_kind(market *m)
{
    rdg_scan *scan = &m->scan;
    if (!rdg_scan_line(scan) || !rdg_span_equals(rdg_scan_word(scan), "%%MatrixMarket")) {
        return refuse_begin(scan);
    }
    const rdg_span object = rdg_scan_word(scan), format = rdg_scan_word(scan), field = rdg_scan_word(scan),
                   symmetry = rdg_scan_word(scan);
    m->is_array = rdg_span_equals(format, "array");
    if (!rdg_span_equals(object, "matrix") || (!m->is_array && !rdg_span_equals(format, "coordinate")) ||
        (!rdg_span_equals(field, "real") && !rdg_span_equals(field, "integer"))) {
        return rdg_scan_fail(scan, whole_line(scan), RDG_ERR_FORMAT,
                             "expected a matrix, coordinate or array, of real or integer numbers");
    }
    m->mirrored = rdg_span_equals(symmetry, "symmetric")        ? 1
                  : rdg_span_equals(symmetry, "skew-symmetric") ? -1
                                                                : 0;
    return m->mirrored != 0 || rdg_span_equals(symmetry, "general")
               ? RDG_OK
               : rdg_scan_fail(scan, symmetry, RDG_ERR_FORMAT,
                               "expected a matrix that is general, symmetric or skew-symmetric");
}

/* Rows, columns, and of a coordinate file entries; nothing else */
static rdg_status read_sizes(market *m)
{
    rdg_scan *scan = &m->scan;
    if (!next_line(scan) || !rdg_span_index(rdg_scan_word(scan), 0, INT32_MAX, &m->rows) ||
        !rdg_span_index(rdg_scan_word(scan), 0, INT32_MAX, &m->cols) ||
        (!m->is_array && !rdg_span_index(rdg_scan_word(scan), 0, INT64_MAX, &m->announced)) || *scan->at) {
        return refuse_begin(scan);
    }
    if (m->is_array) { /* of a triangle, with or without its diagonal */
        m->announced = m->mirrored == 0 ? m->rows * m->cols : m->rows * (m->rows + m->mirrored) / 2;
    }
    return RDG_OK;
}

/* Where a column begins: a symmetric matrix is given from the diagonal on. */
static rdg_index first_row(const market *m, rdg_index col)
{
    return m->mirrored == 0 ? 0 : m->mirrored > 0 ? col : col + 1;
}

/* --- entries */

static rdg_status refuse_line(const market *m, rdg_span at)
{
    if (m->is_array) {
        return rdg_scan_fail(&m->scan, at, RDG_ERR_FORMAT, "expected a number, one a line");
    }
    return rdg_scan_fail(&m->scan, at, RDG_ERR_FORMAT,
                         "expected row, column and a number, as in 2 1 -1.5e-3, with rows from 1 to %" PRId64
                         " and columns from 1 to %" PRId64 "%s",
                         m->rows, m->cols,
                         m->mirrored == 0 ? ""
                                          : ", not above the diagonal (what is there follows by symmetry)");
}

static rdg_status add(market *m, double value)
{
    RDG_TRY(rdg_entries_add(&m->entries, m->row, m->col, m->scan.line, value));
    return m->mirrored < 0 && m->row != m->col
               ? rdg_entries_add(&m->entries, m->col, m->row, m->scan.line, m->mirrored * value)
               : RDG_OK;
}

/* A line: row, column and value of a coordinate file; a value, whose place is known */
static rdg_status read_entry(market *m)
{
    rdg_scan *scan = &m->scan;
    double value = 0;
    if (!m->is_array) {
        const rdg_span row = rdg_scan_word(scan), col = rdg_scan_word(scan);
        if (!rdg_span_index(row, 1, m->rows, &m->row) || !rdg_span_index(col, 1, m->cols, &m->col) ||
            --m->row < first_row(m, --m->col)) {
            return refuse_line(m, row);
        }
    }
    const rdg_span word = rdg_scan_word(scan);
    if (*scan->at || rdg_span_is_empty(word)) {
        return refuse_line(m, whole_line(scan));
    }
    if (++m->found > m->announced) {
        return rdg_scan_fail(scan, word, RDG_ERR_FORMAT,
                             "the file announces %" PRId64 " entries, and there are more", m->announced);
    }
    RDG_TRY(rdg_scan_real(scan, word, &value));
    RDG_TRY(add(m, value));
    if (m->is_array && ++m->row == m->rows) {
        m->col++;
        m->row = first_row(m, m->col);
    }
    return RDG_OK;
}

static rdg_status read_file(market *m, rdg_context *ctx, const char *where)
{
    rdg_status status = rdg_scan_open(&m->scan, ctx, where, m->path, remedy);
    m->scan.is_plain = true;
    m->entries = (rdg_entries){.ctx = ctx, .where = where, .path = m->path, .remedy = remedy};
    status = status == RDG_OK ? read_kind(m) : status;
    status = status == RDG_OK ? read_sizes(m) : status;
    m->entries.form = m->mirrored > 0 ? RDG_ENTRIES_TRIANGLE : RDG_ENTRIES_WHOLE;
    m->row = first_row(m, 0);
    while (status == RDG_OK && next_line(&m->scan)) {
        status = read_entry(m);
    }
    rdg_scan_close(&m->scan);
    RDG_TRY(rdg_error_status(ctx));
    return m->found == m->announced
               ? RDG_OK
               : rdg_fail(ctx, RDG_ERR_FORMAT, where,
                          "\"%s\" announces %" PRId64 " entries with values, but has %" PRId64, m->path,
                          m->announced, m->found);
}

/* --- the structure */

/* All of one size, as many rows as columns, else the files are named; and of no more than there are entries
 * for: what is allocated is in proportion to the files. */
static rdg_status check_sizes(rdg_context *ctx, const char *where, const market from[N_FILES])
{
    const market *K = &from[STIFFNESS];
    rdg_index entries = 0;
    for (int a = 0; a < N_FILES && K->path; a++) {
        entries += from[a].found;
        if (from[a].path && (from[a].rows != from[a].cols || from[a].rows != K->cols)) {
            return rdg_fail(ctx, RDG_ERR_SIZE, where,
                            "\"%s\" holds %" PRId64 " x %" PRId64 " numbers and \"%s\" %" PRId64 " x %" PRId64
                            ": they are not matrices of one structure",
                            from[a].path, from[a].rows, from[a].cols, K->path, K->rows, K->cols);
        }
    }
    return K->rows <= 2 * entries
               ? RDG_OK
               : rdg_fail(ctx, RDG_ERR_SIZE, where,
                          "\"%s\" has %" PRId64 " rows, but there are only %" PRId64
                          " entries in all files: most displacements would have neither mass nor stiffness",
                          K->path, K->rows, entries);
}

static rdg_status read_all(rdg_context *ctx, const char *where, market from[N_FILES], cholmod_common *common)
{
    rdg_status status = RDG_OK;
    for (int a = 0; a < N_FILES && status == RDG_OK; a++) {
        status = from[a].path ? read_file(&from[a], ctx, where) : RDG_OK;
    }
    status = status == RDG_OK ? check_sizes(ctx, where, from) : status;
    for (int a = 0; a < N_FILES && status == RDG_OK; a++) {
        status =
            from[a].path ? rdg_entries_sum(&from[a].entries, from[a].rows, common, &from[a].matrix) : RDG_OK;
        rdg_entries_free(&from[a].entries);
    }
    return status;
}

rdg_structure *rdg_structure_read(rdg_context *ctx, const char *name, const char *M, const char *C,
                                  const char *K)
{
    RDG_ENTER(ctx, ctx, NULL);
    market from[N_FILES] = {{.path = M}, {.path = C}, {.path = K}};
    rdg_sparse borrowed[N_FILES] = {{.values = NULL}};
    cholmod_common common;
    cholmod_l_start(&common);
    common.print = 0; /* the reason is recorded here, not printed */
    rdg_structure *s = NULL;
    const rdg_status status = read_all(ctx, __func__, from, &common);
    for (int a = 0; a < N_FILES && status == RDG_OK; a++) {
        borrowed[a] = from[a].matrix ? rdg_entries_borrow(from[a].matrix) : borrowed[a];
    }
    if (status == RDG_OK) {
        s = rdg_structure_assemble(ctx, __func__, name, M ? &borrowed[MASS] : NULL,
                                   C ? &borrowed[DAMPING] : NULL, K ? &borrowed[STIFFNESS] : NULL);
    }
    for (int a = 0; a < N_FILES; a++) {
        cholmod_l_free_sparse(&from[a].matrix, &common);
        rdg_entries_free(&from[a].entries);
    }
    cholmod_l_finish(&common);
    return s;
}
