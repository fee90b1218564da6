/* Matrices as CalculiX writes them: a line "row column value" an entry of the upper triangle, with the
 * diagonal complete; and a line "node.direction" a row. Everything is checked, as files get cut and mixed up.
 */
#include "calculix.h"
#include "structure_impl.h"

#include <ridgewalk/toolbox.h>

#include <cholmod.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

_Static_assert(sizeof(SuiteSparse_long) == sizeof(rdg_index), "CHOLMOD's indices are passed on uncopied");

enum { LINE_SIZE = 256, PATH_SIZE = 4096 };

static const char blanks[] = " \t\r\n";

typedef struct entry {
    rdg_index row, col, line; /* row <= col, from 0 */
    double value;
} entry;

/* A file that is read line by line. */
typedef struct reading {
    rdg_context *ctx;
    const char *where;
    char path[PATH_SIZE];
    FILE *file;
    rdg_index line;
    char text[LINE_SIZE];
} reading;

static rdg_status open_file(reading *r, const char *job, const char *ending)
{
    if (snprintf(r->path, sizeof r->path, "%s%s", job, ending) >= (int)sizeof r->path) {
        return rdg_fail(r->ctx, RDG_ERR_IO, r->where, "the path \"%.60s...%s\" is too long", job, ending);
    }
    r->line = 0;
    r->file = rdg_text_file_open(r->ctx, r->where, r->path,
                                 ". ccx writes it in a step *FREQUENCY, SOLVER=MATRIXSTORAGE");
    return r->file ? RDG_OK : rdg_error_status(r->ctx);
}

static rdg_status bad_line(const reading *r, const char *expected)
{
    return rdg_fail(r->ctx, RDG_ERR_FORMAT, r->where,
                    "line %" PRId64 " of \"%s\" is \"%.*s\": expected %s. Let ccx write it again", r->line,
                    r->path, (int)strcspn(r->text, "\r\n"), r->text, expected);
}

/* Then only a part of the line was read. */
static bool is_too_long(const reading *r)
{
    return strlen(r->text) == sizeof r->text - 1 && r->text[sizeof r->text - 2] != '\n';
}

/* The next line that is not blank; false at the end */
static bool next_line(reading *r)
{
    while (fgets(r->text, sizeof r->text, r->file)) {
        r->line++;
        if (r->text[strspn(r->text, blanks)] != '\0' || is_too_long(r)) {
            return true;
        }
    }
    return false;
}

/* A whole number > 0 at *text, which moves behind it; 0: there is none, or it is too large */
static rdg_index read_index(const char **text)
{
    enum { MOST_DIGITS = 10 };
    rdg_index value = 0;
    const char *c = *text + strspn(*text, blanks);
    int digits = 0;
    for (; *c >= '0' && *c <= '9' && digits <= MOST_DIGITS; c++, digits++) {
        value = 10 * value + (*c - '0');
    }
    *text = c;
    return digits > MOST_DIGITS || value > INT32_MAX ? 0 : value;
}

static bool parse_entry(const char *text, entry *e)
{
    char number[LINE_SIZE];
    e->row = read_index(&text) - 1;
    e->col = strchr(blanks, *text) ? read_index(&text) - 1 : -1;
    if (e->row < 0 || e->col < 0 || !*text || !strchr(blanks, *text)) {
        return false;
    }
    text += strspn(text, blanks);
    const size_t length = strcspn(text, blanks);
    memcpy(number, text, length);
    number[length] = '\0';
    return text[length + strspn(text + length, blanks)] == '\0' && rdg_number_read(number, &e->value);
}

/* Entries of the upper triangle; *size: the largest index */
static rdg_status read_entries(reading *r, entry **entries, rdg_index *count, rdg_index *size)
{
    rdg_index room = 0;
    while (next_line(r)) {
        entry e = {.line = r->line};
        if (is_too_long(r) || !parse_entry(r->text, &e)) {
            return bad_line(r, "row, column and value, as in 3 7 -1.5e+06");
        }
        if (!isfinite(e.value)) {
            return rdg_fail(r->ctx, RDG_ERR_NOT_FINITE, r->where,
                            "line %" PRId64
                            " of \"%s\" has the value %g: is there an element without volume or material?",
                            r->line, r->path, e.value);
        }
        if (e.row > e.col) {
            const rdg_index swapped = e.row;
            e.row = e.col;
            e.col = swapped;
        }
        *size = e.col + 1 > *size ? e.col + 1 : *size;
        RDG_TRY(rdg_context_reserve(r->ctx, entries, &room, *count + 1, sizeof **entries));
        (*entries)[(*count)++] = e;
    }
    return RDG_OK;
}

static int by_place(const void *one, const void *other)
{
    const entry *a = one, *b = other;
    const rdg_index far = a->col != b->col   ? a->col - b->col
                          : a->row != b->row ? a->row - b->row
                                             : a->line - b->line;
    return (far > 0) - (far < 0);
}

/* Sorted by columns; each entry once, and the diagonal complete */
static rdg_status check_entries(const reading *r, entry *entries, rdg_index count, rdg_index size,
                                rdg_index n)
{
    if (size == 2 * n) {
        return rdg_fail(
            r->ctx, RDG_ERR_SIZE, r->where,
            "\"%s\" has %" PRId64 " rows, twice as many as the .dof file names: with *CYCLIC "
            "SYMMETRY MODEL ccx writes Hermitian matrices of one nodal diameter, as real and "
            "imaginary parts [[Re, -Im], [Im, Re]]. They describe a wave that travels around a ring "
            "of sectors and are no structure. For one sector, take *CYCLIC SYMMETRY MODEL and "
            "*SELECT CYCLIC SYMMETRY MODES out of the job",
            r->path, size);
    }
    if (size != n || !entries) {
        return rdg_fail(r->ctx, RDG_ERR_SIZE, r->where,
                        "\"%s\" has %" PRId64 " rows, but the .dof file names %" PRId64
                        ": they are not of one job, or one of them is not complete",
                        r->path, size, n);
    }
    qsort(entries, (size_t)count, sizeof *entries, by_place);
    rdg_index diagonal = 0;
    for (rdg_index k = 0; k < count; k++) {
        if (k > 0 && entries[k].row == entries[k - 1].row && entries[k].col == entries[k - 1].col) {
            return rdg_fail(r->ctx, RDG_ERR_FORMAT, r->where,
                            "line %" PRId64 " of \"%s\" repeats the entry %" PRId64 " %" PRId64
                            " of line %" PRId64 ": let ccx write it again",
                            entries[k].line, r->path, entries[k].row + 1, entries[k].col + 1,
                            entries[k - 1].line);
        }
        diagonal += entries[k].row == entries[k].col && entries[k].row == diagonal;
    }
    return diagonal == n
               ? RDG_OK
               : rdg_fail(r->ctx, RDG_ERR_SIZE, r->where,
                          "\"%s\" has no entry %" PRId64 " %" PRId64 " of the diagonal: it is not complete",
                          r->path, diagonal + 1, diagonal + 1);
}

/* Both triangles, sorted */
static cholmod_sparse *to_sparse(const entry *entries, rdg_index count, rdg_index n, cholmod_common *common)
{
    cholmod_triplet *t =
        cholmod_l_allocate_triplet((size_t)n, (size_t)n, (size_t)count, 1, CHOLMOD_REAL, common);
    if (!t) {
        return NULL;
    }
    for (rdg_index k = 0; k < count; k++) {
        ((SuiteSparse_long *)t->i)[k] = entries[k].row;
        ((SuiteSparse_long *)t->j)[k] = entries[k].col;
        ((double *)t->x)[k] = entries[k].value;
    }
    t->nnz = (size_t)count;
    cholmod_sparse *upper = cholmod_l_triplet_to_sparse(t, (size_t)count, common);
    cholmod_sparse *both = upper ? cholmod_l_copy(upper, 0, 1, common) : NULL;
    cholmod_l_free_sparse(&upper, common);
    cholmod_l_free_triplet(&t, common);
    if (both) {
        cholmod_l_sort(both, common);
    }
    return both;
}

static rdg_status read_matrix(reading *r, const char *job, const char *ending, rdg_index n,
                              cholmod_common *common, cholmod_sparse **X)
{
    entry *entries = NULL;
    rdg_index count = 0, size = 0;
    RDG_TRY(open_file(r, job, ending));
    rdg_status status = read_entries(r, &entries, &count, &size);
    fclose(r->file);
    if (status == RDG_OK) {
        status = check_entries(r, entries, count, size, n);
    }
    if (status == RDG_OK) {
        *X = to_sparse(entries, count, n, common);
        status = *X ? RDG_OK : rdg_fail(r->ctx, RDG_ERR_NO_MEMORY, r->where, "no memory for \"%s\"", r->path);
    }
    rdg_free(entries);
    return status;
}

/* Labels of all rows, sorted by nodes */
static rdg_status read_labels(reading *r, const char *job, rdg_node_label **labels, rdg_index *n)
{
    rdg_index room = 0;
    rdg_status status = RDG_OK;
    RDG_TRY(open_file(r, job, ".dof"));
    while (status == RDG_OK && next_line(r)) {
        const char *text = r->text;
        const rdg_index node = read_index(&text);
        const char direction = node > 0 && *text == '.' ? text[1] : '\0';
        if (is_too_long(r) || direction < '1' || direction > '3' ||
            text[2 + strspn(text + 2, blanks)] != '\0') {
            status = bad_line(r, "node and direction 1, 2 or 3, as in 117.2");
            break;
        }
        status = rdg_context_reserve(r->ctx, labels, &room, *n + 1, sizeof **labels);
        if (status == RDG_OK) {
            (*labels)[*n] = (rdg_node_label){node, *n, (char)('x' + (direction - '1'))};
            ++*n;
        }
    }
    fclose(r->file);
    if (status == RDG_OK && *n == 0) {
        status =
            rdg_fail(r->ctx, RDG_ERR_SIZE, r->where, "\"%s\" names no rows: it is not complete", r->path);
    }
    if (status != RDG_OK || !*labels) {
        return status;
    }
    qsort(*labels, (size_t)*n, sizeof **labels, rdg_node_label_order);
    for (rdg_index k = 1; k < *n; k++) {
        if (rdg_node_label_order(*labels + k, *labels + k - 1) == 0) {
            return rdg_fail(r->ctx, RDG_ERR_FORMAT, r->where,
                            "\"%s\" has %" PRId64 ".%c twice: let ccx write it again", r->path,
                            (*labels)[k].node, (*labels)[k].direction - 'x' + '1');
        }
    }
    return RDG_OK;
}

static rdg_sparse borrow(const cholmod_sparse *X)
{
    return (rdg_sparse){{.rows = (rdg_index)X->nrow, .cols = (rdg_index)X->ncol, .start = X->p, .row = X->i},
                        X->x};
}

rdg_structure *rdg_structure_read_calculix(rdg_context *ctx, const char *name, const char *job)
{
    if (rdg_error_status(ctx) != RDG_OK) {
        return NULL;
    }
    RDG_NEED(ctx, job, NULL);
    reading r = {.ctx = ctx, .where = __func__};
    rdg_node_label *labels = NULL;
    rdg_index n = 0;
    cholmod_sparse *K = NULL, *M = NULL;
    cholmod_common common;
    cholmod_l_start(&common);
    common.print = 0;
    rdg_structure *s = NULL;
    rdg_status status = read_labels(&r, job, &labels, &n);
    if (status == RDG_OK) {
        status = read_matrix(&r, job, ".sti", n, &common, &K);
    }
    if (status == RDG_OK) {
        status = read_matrix(&r, job, ".mas", n, &common, &M);
    }
    if (status == RDG_OK) {
        const rdg_sparse mass = borrow(M), stiffness = borrow(K);
        s = rdg_structure_assemble(ctx, __func__, name, &mass, NULL, &stiffness);
    }
    cholmod_l_free_sparse(&K, &common);
    cholmod_l_free_sparse(&M, &common);
    cholmod_l_finish(&common);
    if (s) {
        s->mixed = true; /* x, y and z */
        s->labels = labels;
        s->n_labels = n;
    } else {
        rdg_free(labels);
    }
    return s;
}

rdg_status rdg_name_nodes(rdg_structure *s, const char *name, rdg_index n, const rdg_index *nodes,
                          const char *directions)
{
    RDG_ENTER(s, s->ctx, RDG_ERR_EARLIER);
    RDG_NEED(s->ctx, nodes, RDG_ERR_ARGUMENT);
    RDG_NEED(s->ctx, directions, RDG_ERR_ARGUMENT);
    const size_t each = strlen(directions);
    if (n < 1 || each < 1 || each > 6) {
        return RDG_FAIL(s->ctx, RDG_ERR_ARGUMENT,
                        "%" PRId64 " nodes in the directions \"%s\" (of x, y, z, 4, 5, 6) are no set", n,
                        directions);
    }
    rdg_index *dof = rdg_context_calloc(s->ctx, (size_t)n * each, sizeof *dof), count = 0;
    rdg_status status = dof ? RDG_OK : RDG_ERR_NO_MEMORY;
    for (rdg_index k = 0; status == RDG_OK && k < n; k++) {
        const rdg_index before = count;
        for (const char *d = directions; *d; d++) {
            const rdg_index at = rdg_node_dof(s, nodes[k], *d);
            if (at >= 0) {
                dof[count++] = at;
            }
        }
        if (count == before) {
            status = RDG_FAIL(
                s->ctx, RDG_ERR_NAME,
                "node %" PRId64
                " of \"%s\" has nothing free in the directions \"%s\": it is held, or there is no such node",
                nodes[k], s->name, directions);
        }
    }
    if (status == RDG_OK) {
        status = rdg_name_set(s, name, count, dof);
    }
    rdg_free(dof);
    return status;
}
