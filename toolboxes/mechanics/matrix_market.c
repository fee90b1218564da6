/* Structures from Matrix Market files, through CHOLMOD's reader. */
#include "structure_impl.h"

#include <ridgewalk/toolbox.h>

#include <cholmod.h>
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

_Static_assert(sizeof(SuiteSparse_long) == sizeof(rdg_index), "CHOLMOD's indices are passed on uncopied");

static const char blanks[] = " \t\r\n";

enum { LINE_SIZE = 1030 }; /* as in CHOLMOD, so that both see the same lines */

typedef struct announcement {
    char object[16], format[16], field[16], symmetry[16]; /* of the first line */
    long long rows, cols, entries;
} announcement;

static void to_lower(char *text)
{
    for (; *text; text++) {
        *text = (char)tolower((unsigned char)*text);
    }
}

/* The next line that is neither blank nor a comment; counts all lines. */
static bool next_line(FILE *file, char line[LINE_SIZE], long long *number)
{
    while (fgets(line, LINE_SIZE, file)) {
        ++*number;
        if (line[0] != '%' && line[strspn(line, blanks)] != '\0') {
            return true;
        }
    }
    return false;
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
    const int numbers = sscanf(line, "%lld %lld %lld", &a->rows, &a->cols, &a->entries);
    if (numbers < 2 || a->rows < 0 || a->rows > INT32_MAX || a->cols < 0 || a->cols > INT32_MAX) {
        return false;
    }
    if (strcmp(a->format, "coordinate") == 0) {
        return numbers == 3;
    }
    if (strcmp(a->symmetry, "general") == 0) {
        a->entries = a->rows * a->cols;
    } else { /* the lower triangle; without its diagonal if skew-symmetric */
        const long long diagonal = strcmp(a->symmetry, "symmetric") == 0 ? 1 : -1;
        a->entries = a->rows * (a->rows + diagonal) / 2;
    }
    return numbers == 2;
}

/* Whether a text is a number, of an index a whole one. */
static bool is_number(const char *text, bool whole)
{
    double value = 0;
    return rdg_number_read(text, &value) && (!whole || text[strspn(text, "0123456789")] == '\0');
}

/* An entry: row, column and value of a coordinate file; a value. Blanks in the line become ends of text. */
static bool is_entry(char *line, bool coordinate)
{
    const int expected = coordinate ? 3 : 1;
    int found = 0;
    for (char *text = line + strspn(line, blanks); *text; found++) {
        char *end = text + strcspn(text, blanks);
        char *next = end + strspn(end, blanks);
        *end = '\0';
        if (!is_number(text, found < expected - 1)) {
            return false;
        }
        text = next;
    }
    return found == expected;
}

/* What CHOLMOD would take, but not as it is meant: it makes up values for a pattern, reads as far into a
 * number as it understands it, passes over surplus lines, guesses where the first line is missing, and loses
 * memory where the file ends too early. */
static rdg_status check_file(rdg_context *ctx, const char *where, const char *path, FILE *file)
{
    announcement a = {.rows = 0};
    long long number = 0;
    if (!read_announcement(file, &a, &number)) {
        return rdg_fail(
            ctx, RDG_ERR_FORMAT, where,
            "\"%s\" does not begin like a Matrix Market file, with %%%%MatrixMarket and a line of sizes",
            path);
    }
    if (strcmp(a.object, "matrix") != 0 ||
        (strcmp(a.field, "real") != 0 && strcmp(a.field, "integer") != 0)) {
        return rdg_fail(ctx, RDG_ERR_FORMAT, where, "\"%s\" holds a %s (%s), expected a real matrix", path,
                        a.object, a.field);
    }
    char line[LINE_SIZE];
    long long found = 0;
    const bool coordinate = strcmp(a.format, "coordinate") == 0;
    for (; next_line(file, line, &number); found++) {
        if (!is_entry(line, coordinate)) {
            return rdg_fail(ctx, RDG_ERR_FORMAT, where, "line %lld of \"%s\" is no entry: expected %s",
                            number, path,
                            coordinate ? "row, column and a number, as in 3 2 -1.5e-3" : "a number");
        }
    }
    if (found != a.entries) {
        return rdg_fail(ctx, RDG_ERR_FORMAT, where, "\"%s\" announces %lld entries with values, but has %lld",
                        path, a.entries, found);
    }
    rewind(file);
    return RDG_OK;
}

/* The file's matrix as a sparse one with both triangles, or NULL */
static cholmod_sparse *read_sparse(FILE *file, cholmod_common *common)
{
    const int as_unsymmetric_sparse = 1;
    int type = 0;
    void *matrix = cholmod_l_read_matrix(file, as_unsymmetric_sparse, &type, common);
    if (matrix && type == CHOLMOD_DENSE) {
        const int with_values = 1;
        cholmod_dense *dense = matrix;
        matrix = cholmod_l_dense_to_sparse(dense, with_values, common);
        cholmod_l_free_dense(&dense, common);
    }
    return matrix;
}

static rdg_status read_matrix(rdg_context *ctx, const char *where, const char *path, cholmod_common *common,
                              cholmod_sparse **matrix)
{
    FILE *file = fopen(path, "r");
    if (!file) {
        return rdg_fail(ctx, RDG_ERR_IO, where, "\"%s\" cannot be opened: %s", path, strerror(errno));
    }
    void *locale = rdg_locale_begin(); /* CHOLMOD reads by sscanf() */
    rdg_status status = check_file(ctx, where, path, file);
    if (status == RDG_OK) {
        *matrix = read_sparse(file, common);
        if (!*matrix || !cholmod_l_sort(*matrix, common)) {
            status = common->status == CHOLMOD_OUT_OF_MEMORY
                         ? rdg_fail(ctx, RDG_ERR_NO_MEMORY, where, "no memory for the matrix in \"%s\"", path)
                         : rdg_fail(ctx, RDG_ERR_FORMAT, where,
                                    "an entry of the matrix in \"%s\" cannot be read, or lies outside of it",
                                    path);
        }
    }
    rdg_locale_end(locale);
    fclose(file);
    return status;
}

static rdg_sparse borrow(const cholmod_sparse *matrix)
{
    return (rdg_sparse){.pattern = {.rows = (rdg_index)matrix->nrow,
                                    .cols = (rdg_index)matrix->ncol,
                                    .start = matrix->p,
                                    .row = matrix->i},
                        .values = matrix->x};
}

/* All of one size, as many rows as columns: else the files are named */
static rdg_status check_sizes(rdg_context *ctx, const char *where, const char *const path[3],
                              const cholmod_sparse *const matrix[3])
{
    const cholmod_sparse *K = matrix[2];
    for (int a = 0; a < 3 && K; a++) {
        if (matrix[a] && (matrix[a]->nrow != matrix[a]->ncol || matrix[a]->nrow != K->ncol)) {
            return rdg_fail(
                ctx, RDG_ERR_SIZE, where,
                "\"%s\" holds %zu x %zu numbers and \"%s\" %zu x %zu: they are not matrices of one structure",
                path[a], matrix[a]->nrow, matrix[a]->ncol, path[2], K->nrow, K->ncol);
        }
    }
    return RDG_OK;
}

rdg_structure *rdg_structure_read(rdg_context *ctx, const char *name, const char *M, const char *C,
                                  const char *K)
{
    if (rdg_error_status(ctx) != RDG_OK) {
        return NULL;
    }
    const char *const path[3] = {M, C, K};
    cholmod_sparse *matrix[3] = {NULL};
    rdg_sparse borrowed[3] = {{.values = NULL}};
    cholmod_common common;
    cholmod_l_start(&common);
    common.print = 0; /* the reason is recorded here, not printed */

    rdg_structure *s = NULL;
    rdg_status status = RDG_OK;
    for (int a = 0; a < 3 && status == RDG_OK; a++) {
        if (path[a]) {
            status = read_matrix(ctx, __func__, path[a], &common, &matrix[a]);
        }
        if (matrix[a]) {
            borrowed[a] = borrow(matrix[a]);
        }
    }
    if (status == RDG_OK) {
        status = check_sizes(ctx, __func__, path,
                             (const cholmod_sparse *const[]){matrix[0], matrix[1], matrix[2]});
    }
    if (status == RDG_OK) {
        s = rdg_structure_assemble(ctx, __func__, name, M ? &borrowed[0] : NULL, C ? &borrowed[1] : NULL,
                                   K ? &borrowed[2] : NULL);
    }
    for (int a = 0; a < 3; a++) {
        cholmod_l_free_sparse(&matrix[a], &common);
    }
    cholmod_l_finish(&common);
    return s;
}
