/* From the entries of a file to a sparse matrix. */
#include "entries_impl.h"

#include "scan_impl.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

_Static_assert(sizeof(SuiteSparse_long) == sizeof(rdg_index), "CHOLMOD's indices are passed on uncopied");

rdg_status rdg_entries_add(rdg_entries *entries, rdg_index row, rdg_index col, rdg_index line, double value)
{
    RDG_TRY(rdg_context_reserve(entries->ctx, &entries->item, &entries->capacity, entries->n + 1,
                                sizeof *entries->item));
    entries->item[entries->n++] = (rdg_entry){row, col, line, value};
    return RDG_OK;
}

void rdg_entries_free(rdg_entries *entries)
{
    rdg_free(entries->item);
    entries->item = NULL;
    entries->n = entries->capacity = 0;
}

/* --- messages */

static rdg_status refuse(const rdg_entries *entries, const rdg_entry *e, rdg_status status,
                         const char *trouble, rdg_index other_line)
{
    char path[256], row[RDG_DOF_NAME], col[RDG_DOF_NAME], line[48] = "";
    rdg_text_clean(path, sizeof path, entries->path, strlen(entries->path));
    if (other_line > 0) {
        snprintf(line, sizeof line, " %" PRId64, other_line);
    }
    return rdg_fail(entries->ctx, status, entries->where,
                    "\"%s\", line %" PRId64 ": the entry of %s%s%s and %s, %.17g, %s%s. %s", path, e->line,
                    entries->name, *entries->name ? " for " : "",
                    rdg_dof_table_name(entries->dofs, e->row, row),
                    rdg_dof_table_name(entries->dofs, e->col, col), e->value, trouble, line, entries->remedy);
}

static int by_place(const void *one, const void *other)
{
    const rdg_entry *a = one, *b = other;
    const rdg_index far = a->col != b->col   ? a->col - b->col
                          : a->row != b->row ? a->row - b->row
                                             : a->line - b->line;
    return (far > 0) - (far < 0);
}

/* Find an entry that is there twice; of a pair, either counts as the other if `folded`. */
static rdg_status refuse_repeated(const rdg_entries *entries, bool folded)
{
    rdg_entry *sorted = rdg_context_calloc(entries->ctx, (size_t)entries->n, sizeof *sorted);
    for (rdg_index k = 0; sorted && k < entries->n; k++) {
        const rdg_entry *e = &entries->item[k];
        sorted[k] = folded && e->row > e->col ? (rdg_entry){e->col, e->row, e->line, e->value} : *e;
    }
    rdg_status status = sorted ? RDG_OK : RDG_ERR_NO_MEMORY;
    if (sorted) {
        qsort(sorted, (size_t)entries->n, sizeof *sorted, by_place);
    }
    for (rdg_index k = 1; status == RDG_OK && k < entries->n; k++) {
        if (sorted[k].row == sorted[k - 1].row && sorted[k].col == sorted[k - 1].col) {
            status = refuse(entries, &sorted[k], RDG_ERR_FORMAT, "is given twice, first in line",
                            sorted[k - 1].line);
        }
    }
    rdg_free(sorted);
    return status;
}

static const rdg_entry *find(const rdg_entries *entries, const rdg_index *place, rdg_index row, rdg_index col)
{
    for (rdg_index k = 0; k < entries->n; k++) {
        if (place[entries->item[k].row] == row && place[entries->item[k].col] == col) {
            return &entries->item[k];
        }
    }
    return NULL;
}

/* --- the matrix */

/* Entries added up at their places: all (stype 0), or those of a triangle (stype 1, row <= column). */
static cholmod_sparse *compress(const rdg_entries *entries, rdg_index rows, const rdg_index *place, int stype,
                                cholmod_common *common)
{
    cholmod_triplet *t = cholmod_l_allocate_triplet((size_t)rows, (size_t)rows, (size_t)entries->n, stype,
                                                    CHOLMOD_REAL, common);
    for (rdg_index k = 0; t && k < entries->n; k++) {
        const rdg_entry *e = &entries->item[k];
        const rdg_index i = place ? place[e->row] : e->row, j = place ? place[e->col] : e->col;
        const bool is_swapped = stype > 0 && i > j;
        ((SuiteSparse_long *)t->i)[k] = is_swapped ? j : i;
        ((SuiteSparse_long *)t->j)[k] = is_swapped ? i : j;
        ((double *)t->x)[k] = e->value;
        t->nnz++;
    }
    cholmod_sparse *X = t ? cholmod_l_triplet_to_sparse(t, t->nnz, common) : NULL;
    cholmod_l_free_triplet(&t, common);
    return X;
}

static rdg_status no_memory(const rdg_entries *entries)
{
    return rdg_fail(entries->ctx, RDG_ERR_NO_MEMORY, entries->where, "no memory for the matrix in \"%s\"",
                    entries->path);
}

static double largest_of_column(const cholmod_sparse *X, rdg_index j)
{
    const rdg_index *start = X->p;
    double largest = 0;
    for (rdg_index k = start[j]; k < start[j + 1]; k++) {
        largest = fmax(largest, fabs(((const double *)X->x)[k]));
    }
    return largest;
}

static rdg_status refuse_pair(const rdg_entries *entries, const rdg_index *place, rdg_index row,
                              rdg_index col)
{
    const rdg_entry *e = find(entries, place, row, col), *other = find(entries, place, col, row);
    return refuse(entries, e, RDG_ERR_ARGUMENT,
                  other ? "differs from that across the diagonal in line"
                        : "has none across the diagonal: the matrix is not symmetric",
                  other ? other->line : 0);
}

/* Column j of X and of its transpose T, both sorted, agree up to what writing with 10 digits does, and up to
 * what rounding does to a sum of elements: 1e-14 of the largest entry in the columns of the pair, scale. (A
 * single scale would hide all where a row is held by 1e36.) */
static rdg_status check_column(const rdg_entries *entries, const rdg_index *place, const cholmod_sparse *X,
                               const cholmod_sparse *T, const double *scale, rdg_index j)
{
    const rdg_index *start = X->p, *row = X->i, *start_t = T->p, *row_t = T->i;
    const double *value = X->x, *value_t = T->x;
    rdg_index at = start_t[j];
    for (rdg_index k = start[j]; k < start[j + 1]; k++) {
        while (at < start_t[j + 1] && row_t[at] < row[k]) {
            at++;
        }
        const double across = at < start_t[j + 1] && row_t[at] == row[k] ? value_t[at] : 0.0;
        const double size = fmax(fabs(value[k]), fabs(across));
        if (fabs(value[k] - across) > 1e-10 * size + 1e-14 * fmax(scale[j], scale[row[k]])) {
            return refuse_pair(entries, place, row[k], j);
        }
    }
    return RDG_OK;
}

static rdg_status check_symmetry(const rdg_entries *entries, const rdg_index *place, const cholmod_sparse *X,
                                 const cholmod_sparse *T)
{
    const rdg_index n = (rdg_index)X->ncol;
    double *scale = rdg_context_calloc(entries->ctx, (size_t)n, sizeof *scale);
    rdg_status status = scale ? RDG_OK : RDG_ERR_NO_MEMORY;
    for (rdg_index j = 0; scale && j < n; j++) {
        scale[j] = largest_of_column(X, j);
    }
    for (rdg_index j = 0; status == RDG_OK && j < n; j++) {
        status = check_column(entries, place, X, T, scale, j);
    }
    rdg_free(scale);
    return status;
}

/* Is each entry beside the diagonal one of a pair? Some are: U, where pairs are one entry, has fewer. */
static rdg_status take_whole(const rdg_entries *entries, const rdg_index *place, cholmod_sparse *X,
                             cholmod_common *common)
{
    if (entries->form == RDG_ENTRIES_TRIANGLE) {
        return refuse_repeated(entries, true);
    }
    if (entries->may_be_unsymmetric) {
        return RDG_OK;
    }
    cholmod_sparse *T = cholmod_l_transpose(X, 1, common);
    const rdg_status status = T ? check_symmetry(entries, place, X, T) : no_memory(entries);
    cholmod_l_free_sparse(&T, common);
    return status;
}

rdg_status rdg_entries_matrix(const rdg_entries *entries, rdg_index rows, const rdg_index *place,
                              cholmod_common *common, cholmod_sparse **matrix)
{
    cholmod_sparse *X = compress(entries, rows, place, 0, common), *U = NULL;
    rdg_status status = X && cholmod_l_sort(X, common) ? RDG_OK : no_memory(entries);
    if (status == RDG_OK && cholmod_l_nnz(X, common) < entries->n) {
        status = refuse_repeated(entries, false);
    }
    if (status == RDG_OK && entries->form != RDG_ENTRIES_WHOLE) {
        U = compress(entries, rows, place, 1, common);
        status = U ? RDG_OK : no_memory(entries);
    }
    if (X && status == RDG_OK && (!U || cholmod_l_nnz(U, common) < entries->n)) {
        status = take_whole(entries, place, X, common);
    } else if (status == RDG_OK) {
        cholmod_l_free_sparse(&X, common);
        X = cholmod_l_copy(U, 0, 1, common);
        status = X && cholmod_l_sort(X, common) ? RDG_OK : no_memory(entries);
    }
    cholmod_l_free_sparse(&U, common);
    if (status != RDG_OK) {
        cholmod_l_free_sparse(&X, common);
    }
    *matrix = X;
    return status;
}

rdg_status rdg_entries_sum(const rdg_entries *entries, rdg_index rows, cholmod_common *common,
                           cholmod_sparse **matrix)
{
    const bool is_triangle = entries->form == RDG_ENTRIES_TRIANGLE;
    cholmod_sparse *X = compress(entries, rows, NULL, is_triangle ? 1 : 0, common);
    *matrix = X && is_triangle ? cholmod_l_copy(X, 0, 1, common) : X;
    if (is_triangle) {
        cholmod_l_free_sparse(&X, common);
    }
    return *matrix && cholmod_l_sort(*matrix, common) ? RDG_OK : no_memory(entries);
}

rdg_sparse rdg_entries_borrow(const cholmod_sparse *X)
{
    return (rdg_sparse){{.rows = (rdg_index)X->nrow, .cols = (rdg_index)X->ncol, .start = X->p, .row = X->i},
                        X->x};
}
