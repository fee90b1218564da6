/* Structures from Matrix Market files. CHOLMOD has a reader of its own, which guesses where it does not
 * understand: it takes a first line in other letters for a comment, counts rows from 0 where one has this
 * number, and drops entries of a symmetric matrix on one side of the diagonal where there are some on both.
 */
#include "structure_impl.h"

#include <ridgewalk/toolbox.h>

#include <cholmod.h>
#include <ctype.h>
#include <stdio.h>
#include <string.h>

_Static_assert(sizeof(SuiteSparse_long) == sizeof(rdg_index), "CHOLMOD's indices are passed on uncopied");

static const char blanks[] = " \t\r\n";

enum { LINE_SIZE = 1030 };

typedef struct announcement {
    char object[16], format[16], field[16], symmetry[16]; /* of the first line */
    bool is_coordinate;
    int mirrored; /* each entry once more, with this sign; 0: not */
    long long rows, cols, entries;
} announcement;

/* A file, its matrix, and what the file says of it. */
typedef struct source {
    const char *path; /* NULL: there is none */
    FILE *file;
    announcement says;
    cholmod_sparse *matrix;
} source;

enum { MASS, DAMPING, STIFFNESS, N_SOURCES };

/* In small letters; what could control a terminal that shows a message becomes '?'. */
static void to_lower(char *text)
{
    for (; *text; text++) {
        const unsigned char c = (unsigned char)*text;
        *text = (char)((c < ' ' && !strchr(blanks, c)) || c > '~' ? '?' : tolower(c));
    }
}

/* Then only a part of the line was read. */
static bool is_part(const char line[LINE_SIZE])
{
    return strlen(line) == LINE_SIZE - 1 && line[LINE_SIZE - 2] != '\n';
}

/* The next line that is neither blank nor a comment; counts all lines. */
static bool next_line(FILE *file, char line[LINE_SIZE], long long *number)
{
    while (fgets(line, LINE_SIZE, file)) {
        ++*number;
        const bool is_comment = line[0] == '%';
        while (is_comment && is_part(line) && fgets(line, LINE_SIZE, file)) {
        }
        if (!is_comment && (line[strspn(line, blanks)] != '\0' || is_part(line))) {
            return true;
        }
    }
    return false;
}

/* Rows, columns, and of a coordinate file entries; nothing else. */
static bool read_sizes(const char *line, announcement *a)
{
    int end = 0;
    const bool all = a->is_coordinate
                         ? sscanf(line, "%lld %lld %lld %n", &a->rows, &a->cols, &a->entries, &end) == 3
                         : sscanf(line, "%lld %lld %n", &a->rows, &a->cols, &end) == 2;
    return all && line[end] == '\0' && a->rows >= 0 && a->rows <= INT32_MAX && a->cols >= 0 &&
           a->cols <= INT32_MAX;
}

static bool read_announcement(FILE *file, announcement *a, long long *number)
{
    char line[LINE_SIZE];
    if (!fgets(line, sizeof line, file)) {
        return false;
    }
    *number = 1;
    to_lower(line);
    if (sscanf(line, "%%%%matrixmarket %15s %15s %15s %15s", a->object, a->format, a->field, a->symmetry) !=
            4 ||
        !next_line(file, line, number)) {
        return false;
    }
    a->is_coordinate = strcmp(a->format, "coordinate") == 0;
    if (!read_sizes(line, a)) {
        return false;
    }
    a->mirrored = strcmp(a->symmetry, "symmetric") == 0        ? 1
                  : strcmp(a->symmetry, "skew-symmetric") == 0 ? -1
                                                               : 0;
    if (!a->is_coordinate) { /* of a triangle, with or without its diagonal */
        a->entries = a->mirrored == 0 ? a->rows * a->cols : a->rows * (a->rows + a->mirrored) / 2;
    }
    return true;
}

/* Where a column begins: a symmetric matrix is given from the diagonal on. */
static rdg_index first_row(const announcement *a, rdg_index col)
{
    return a->mirrored == 0 ? 0 : a->mirrored > 0 ? col : col + 1;
}

/* The numbers of a line, three at most; how many, -1: there is something else in it. Indices are whole ones.
 * Blanks in the line become ends of text. */
static int read_numbers(char *line, bool is_coordinate, double number[3])
{
    int found = 0;
    for (char *text = line + strspn(line, blanks); *text; found++) {
        char *end = text + strcspn(text, blanks);
        char *next = end + strspn(end, blanks);
        *end = '\0';
        const bool is_index = is_coordinate && found < 2;
        if (found == 3 || !rdg_number_read(text, &number[found]) ||
            (is_index && text[strspn(text, "0123456789")] != '\0')) {
            return -1;
        }
        text = next;
    }
    return found;
}

typedef struct entry {
    rdg_index row, col; /* from 0 */
    double value;
} entry;

/* The place behind an entry of an array: column by column, of a symmetric one from the diagonal on. */
static void step_on(const announcement *a, entry *e)
{
    if (++e->row == a->rows) {
        e->col++;
        e->row = first_row(a, e->col);
    }
}

/* An entry: row, column and value of a coordinate file; a value, whose place is known. Of a symmetric matrix
 * those above the diagonal follow from the others. */
static bool read_entry(char *line, const announcement *a, entry *e)
{
    double number[3] = {0};
    const int found = is_part(line) ? -1 : read_numbers(line, a->is_coordinate, number);
    if (!a->is_coordinate) {
        e->value = number[0];
        return found == 1;
    }
    const bool inside = found == 3 && number[0] >= 1 && number[0] <= (double)a->rows && number[1] >= 1 &&
                        number[1] <= (double)a->cols;
    if (inside) {
        *e = (entry){(rdg_index)number[0] - 1, (rdg_index)number[1] - 1, number[2]};
    }
    return inside && e->row >= first_row(a, e->col);
}

/* Real, and of a kind that is known. */
static rdg_status check_kind(rdg_context *ctx, const char *where, const char *path, const announcement *a)
{
    if (strcmp(a->object, "matrix") != 0 || (!a->is_coordinate && strcmp(a->format, "array") != 0) ||
        (strcmp(a->field, "real") != 0 && strcmp(a->field, "integer") != 0)) {
        return rdg_fail(ctx, RDG_ERR_FORMAT, where, "\"%s\" holds a %s (%s, %s), expected a real matrix",
                        path, a->object, a->format, a->field);
    }
    if (a->mirrored == 0 && strcmp(a->symmetry, "general") != 0) {
        return rdg_fail(ctx, RDG_ERR_FORMAT, where,
                        "\"%s\" holds a %s matrix, expected general, symmetric or skew-symmetric", path,
                        a->symmetry);
    }
    return RDG_OK;
}

static rdg_status refuse_line(rdg_context *ctx, const char *where, const source *from, long long number)
{
    const announcement *a = &from->says;
    if (!a->is_coordinate) {
        return rdg_fail(ctx, RDG_ERR_FORMAT, where,
                        "line %lld of \"%s\" is no entry: expected a number, one a line", number, from->path);
    }
    return rdg_fail(ctx, RDG_ERR_FORMAT, where,
                    "line %lld of \"%s\" is no entry: expected row, column and a number, as in 2 1 -1.5e-3, "
                    "with rows from 1 to %lld and columns from 1 to %lld%s",
                    number, from->path, a->rows, a->cols,
                    a->mirrored == 0 ? "" : ", not above the diagonal (what is there follows by symmetry)");
}

/* Everything is checked before anything is allocated. */
static rdg_status check_file(rdg_context *ctx, const char *where, source *from)
{
    const char *path = from->path;
    announcement *a = &from->says;
    long long number = 0;
    if (!read_announcement(from->file, a, &number)) {
        return rdg_fail(
            ctx, RDG_ERR_FORMAT, where,
            "\"%s\" does not begin like a Matrix Market file, with %%%%MatrixMarket and a line of sizes",
            path);
    }
    RDG_TRY(check_kind(ctx, where, path, a));
    char line[LINE_SIZE];
    long long found = 0;
    entry e = {.row = 0};
    for (; next_line(from->file, line, &number); found++) {
        if (!read_entry(line, a, &e)) {
            return refuse_line(ctx, where, from, number);
        }
    }
    if (found != a->entries) {
        return rdg_fail(ctx, RDG_ERR_FORMAT, where, "\"%s\" announces %lld entries with values, but has %lld",
                        path, a->entries, found);
    }
    return RDG_OK;
}

static void add_entry(cholmod_triplet *t, rdg_index row, rdg_index col, double value)
{
    ((SuiteSparse_long *)t->i)[t->nnz] = row;
    ((SuiteSparse_long *)t->j)[t->nnz] = col;
    ((double *)t->x)[t->nnz++] = value;
}

/* The entries once more, of a symmetric matrix on both sides. */
static void take_entries(source *from, cholmod_triplet *t)
{
    const announcement *a = &from->says;
    char line[LINE_SIZE];
    long long number = 0;
    entry e = {.row = first_row(a, 0)};
    rewind(from->file);
    (void)!fgets(line, sizeof line, from->file);
    next_line(from->file, line, &number); /* sizes */
    for (long long k = 0; k < a->entries && next_line(from->file, line, &number) && read_entry(line, a, &e);
         k++) {
        add_entry(t, e.row, e.col, e.value);
        if (a->mirrored != 0 && e.row != e.col) {
            add_entry(t, e.col, e.row, a->mirrored * e.value);
        }
        if (!a->is_coordinate) {
            step_on(a, &e);
        }
    }
}

/* The matrix with both triangles, sorted. */
static rdg_status read_matrix(rdg_context *ctx, const char *where, source *from, cholmod_common *common)
{
    const announcement *a = &from->says;
    const size_t room = (size_t)(a->mirrored != 0 ? 2 * a->entries : a->entries);
    cholmod_triplet *t =
        cholmod_l_allocate_triplet((size_t)a->rows, (size_t)a->cols, room, 0, CHOLMOD_REAL, common);
    if (t) {
        take_entries(from, t);
        from->matrix = cholmod_l_triplet_to_sparse(t, t->nnz, common);
        cholmod_l_free_triplet(&t, common);
    }
    return from->matrix && cholmod_l_sort(from->matrix, common)
               ? RDG_OK
               : rdg_fail(ctx, RDG_ERR_NO_MEMORY, where, "no memory for the matrix in \"%s\"", from->path);
}

static rdg_sparse borrow(const cholmod_sparse *matrix)
{
    return (rdg_sparse){.pattern = {.rows = (rdg_index)matrix->nrow,
                                    .cols = (rdg_index)matrix->ncol,
                                    .start = matrix->p,
                                    .row = matrix->i},
                        .values = matrix->x};
}

/* All of one size, as many rows as columns, else the files are named; and of no more than there are entries
 * for: what is allocated is in proportion to the files. */
static rdg_status check_sizes(rdg_context *ctx, const char *where, const source from[N_SOURCES])
{
    const source *K = &from[STIFFNESS];
    long long entries = 0;
    for (int a = 0; a < N_SOURCES && K->path; a++) {
        const announcement *says = &from[a].says;
        entries += says->entries;
        if (from[a].path && (says->rows != says->cols || says->rows != K->says.cols)) {
            return rdg_fail(
                ctx, RDG_ERR_SIZE, where,
                "\"%s\" holds %lld x %lld numbers and \"%s\" %lld x %lld: they are not matrices of "
                "one structure",
                from[a].path, says->rows, says->cols, K->path, K->says.rows, K->says.cols);
        }
    }
    return K->says.rows <= 2 * entries
               ? RDG_OK
               : rdg_fail(ctx, RDG_ERR_SIZE, where,
                          "\"%s\" has %lld rows, but there are only %lld entries in all files: most "
                          "displacements would have neither mass nor stiffness",
                          K->path, K->says.rows, entries);
}

static rdg_status open_and_check(rdg_context *ctx, const char *where, source from[N_SOURCES])
{
    for (int a = 0; a < N_SOURCES; a++) {
        if (from[a].path) {
            from[a].file = rdg_text_file_open(ctx, where, from[a].path, "");
            RDG_TRY(from[a].file ? check_file(ctx, where, &from[a]) : rdg_error_status(ctx));
        }
    }
    return check_sizes(ctx, where, from);
}

static rdg_status read_all(rdg_context *ctx, const char *where, source from[N_SOURCES],
                           cholmod_common *common)
{
    rdg_status status = open_and_check(ctx, where, from);
    for (int a = 0; a < N_SOURCES && status == RDG_OK; a++) {
        status = from[a].file ? read_matrix(ctx, where, &from[a], common) : RDG_OK;
    }
    return status;
}

rdg_structure *rdg_structure_read(rdg_context *ctx, const char *name, const char *M, const char *C,
                                  const char *K)
{
    if (rdg_error_status(ctx) != RDG_OK) {
        return NULL;
    }
    source from[N_SOURCES] = {{.path = M}, {.path = C}, {.path = K}};
    rdg_sparse borrowed[N_SOURCES] = {{.values = NULL}};
    cholmod_common common;
    cholmod_l_start(&common);
    common.print = 0; /* the reason is recorded here, not printed */

    rdg_structure *s = NULL;
    const rdg_status status = read_all(ctx, __func__, from, &common);
    for (int a = 0; a < N_SOURCES && status == RDG_OK; a++) {
        borrowed[a] = from[a].matrix ? borrow(from[a].matrix) : borrowed[a];
    }
    if (status == RDG_OK) {
        s = rdg_structure_assemble(ctx, __func__, name, M ? &borrowed[MASS] : NULL,
                                   C ? &borrowed[DAMPING] : NULL, K ? &borrowed[STIFFNESS] : NULL);
    }
    for (int a = 0; a < N_SOURCES; a++) {
        cholmod_l_free_sparse(&from[a].matrix, &common);
        if (from[a].file) {
            fclose(from[a].file);
        }
    }
    cholmod_l_finish(&common);
    return s;
}
