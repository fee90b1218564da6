/* The interior of a structure, dealt out to the ranks by rows. Rank 0 alone has read the files. */
#include "reduce_parts.h"

#include <stdlib.h>

/* Rows of a sparse matrix, compressed */
typedef struct rows {
    PetscInt count;
    PetscInt *start, *column;
    PetscScalar *value;
} rows;

static PetscErrorCode free_rows(rows *r)
{
    return PetscFree3(r->start, r->column, r->value);
}

/* First row of a rank */
static PetscInt first_row(PetscInt size, int rank, int ranks)
{
    return (PetscInt)((PetscInt64)size * rank / ranks);
}

/* Columns first .. last - 1 of X in the interior, which are rows, as X is symmetric; of the entries in them
 * those of the interior, or on the boundary. Zeros are left out: a mass matrix has many on the pattern of K.
 */
static PetscErrorCode cut_rows(const whole *w, const rdg_sparse *X, bool boundary, PetscInt first,
                               PetscInt last, rows *r)
{
    PetscInt entries = 0;
    const rdg_index *start = X->pattern.start;
    *r = (rows){.count = last - first};
    for (PetscInt k = first; k < last; k++) {
        const PetscInt64 most = (PetscInt64)entries + start[w->interior[k] + 1] - start[w->interior[k]];
        PetscCheck(most < PETSC_MAX_INT, PETSC_COMM_SELF, PETSC_ERR_SUP,
                   "a process has too many entries of a matrix: use more processes");
        entries = (PetscInt)most;
    }
    PetscCall(PetscMalloc3(r->count + 1, &r->start, entries, &r->column, entries, &r->value));
    r->start[0] = entries = 0;
    for (PetscInt k = first; k < last; k++) {
        const rdg_index j = w->interior[k];
        for (rdg_index e = start[j]; e < start[j + 1]; e++) {
            const rdg_index place = w->place[X->pattern.row[e]];
            if ((place < 0) == boundary && X->values[e] != 0.0) {
                r->column[entries] = (PetscInt)(boundary ? -1 - place : place);
                r->value[entries++] = X->values[e];
            }
        }
        r->start[k - first + 1] = entries;
    }
    return 0;
}

static PetscErrorCode send_rows(const rows *r, int to)
{
    const PetscInt entries = r->start[r->count];
    PetscCallMPI(MPI_Send(r->start, (int)r->count + 1, MPIU_INT, to, 0, PETSC_COMM_WORLD));
    PetscCallMPI(MPI_Send(r->column, (int)entries, MPIU_INT, to, 0, PETSC_COMM_WORLD));
    PetscCallMPI(MPI_Send(r->value, (int)entries, MPIU_SCALAR, to, 0, PETSC_COMM_WORLD));
    return 0;
}

static PetscErrorCode receive_rows(PetscInt count, rows *r)
{
    PetscInt *start = NULL;
    PetscCall(PetscMalloc1(count + 1, &start));
    PetscCallMPI(MPI_Recv(start, (int)count + 1, MPIU_INT, 0, 0, PETSC_COMM_WORLD, MPI_STATUS_IGNORE));
    const PetscInt entries = start[count];
    r->count = count;
    PetscCall(PetscMalloc3(count + 1, &r->start, entries, &r->column, entries, &r->value));
    PetscCall(PetscArraycpy(r->start, start, count + 1));
    PetscCall(PetscFree(start));
    PetscCallMPI(MPI_Recv(r->column, (int)entries, MPIU_INT, 0, 0, PETSC_COMM_WORLD, MPI_STATUS_IGNORE));
    PetscCallMPI(MPI_Recv(r->value, (int)entries, MPIU_SCALAR, 0, 0, PETSC_COMM_WORLD, MPI_STATUS_IGNORE));
    return 0;
}

/* The rows of this rank; X: on rank 0, which has the structure */
static PetscErrorCode deal_rows(const whole *w, const rdg_sparse *X, bool boundary, const interior *in,
                                rows *r)
{
    int ranks = 1;
    PetscCallMPI(MPI_Comm_size(PETSC_COMM_WORLD, &ranks));
    if (!w->s) {
        return receive_rows(in->high - in->low, r);
    }
    for (int to = 1; to < ranks; to++) {
        PetscCall(
            cut_rows(w, X, boundary, first_row(in->size, to, ranks), first_row(in->size, to + 1, ranks), r));
        PetscCall(send_rows(r, to));
        PetscCall(free_rows(r));
    }
    return cut_rows(w, X, boundary, in->low, in->high, r);
}

static PetscErrorCode deal_matrix(const whole *w, const rdg_sparse *X, const interior *in, Mat *A)
{
    rows r;
    const PetscInt local = in->high - in->low;
    PetscCall(deal_rows(w, X, false, in, &r));
    PetscCall(MatCreateMPIAIJWithArrays(PETSC_COMM_WORLD, local, local, in->size, in->size, r.start, r.column,
                                        r.value, A));
    PetscCall(MatSetOption(*A, MAT_SYMMETRIC, PETSC_TRUE));
    return free_rows(&r);
}

PetscErrorCode deal_interior(const whole *w, PetscInt size, PetscInt boundary, interior *in)
{
    int rank = 0, ranks = 1;
    rows r;
    rdg_sparse M = {0}, K = {0};
    PetscCallMPI(MPI_Comm_rank(PETSC_COMM_WORLD, &rank));
    PetscCallMPI(MPI_Comm_size(PETSC_COMM_WORLD, &ranks));
    *in = (interior){.size = size, .boundary = boundary};
    in->low = first_row(size, rank, ranks);
    in->high = first_row(size, rank + 1, ranks);
    if (w->s) {
        rdg_structure_matrices(w->s, &M, NULL, &K);
    }
    PetscCall(deal_matrix(w, &K, in, &in->K));
    PetscCall(deal_matrix(w, &M, in, &in->M));
    PetscCall(deal_rows(w, &K, true, in, &r));
    in->start = r.start;
    in->column = r.column;
    in->value = r.value;
    return 0;
}

PetscErrorCode free_interior(interior *in)
{
    PetscCall(MatDestroy(&in->K));
    PetscCall(MatDestroy(&in->M));
    return PetscFree3(in->start, in->column, in->value);
}

PetscErrorCode gather_columns(const whole *w, const interior *in, PetscInt columns, const PetscScalar *local,
                              PetscInt leading, double factor, double *T)
{
    int ranks = 1, *counts = NULL, *first = NULL;
    PetscScalar *all = NULL;
    PetscCallMPI(MPI_Comm_size(PETSC_COMM_WORLD, &ranks));
    PetscCall(PetscMalloc3(ranks, &counts, ranks, &first, w->s ? in->size : 0, &all));
    for (int r = 0; r < ranks; r++) {
        first[r] = (int)first_row(in->size, r, ranks);
        counts[r] = (int)first_row(in->size, r + 1, ranks) - first[r];
    }
    for (PetscInt a = 0; a < columns; a++) {
        PetscCallMPI(MPI_Gatherv(local + (size_t)leading * (size_t)a, (int)(in->high - in->low), MPIU_SCALAR,
                                 all, counts, first, MPIU_SCALAR, 0, PETSC_COMM_WORLD));
        for (PetscInt i = 0; w->s && i < in->size; i++) {
            T[w->interior[i] + w->n * a] = factor * all[i];
        }
    }
    return PetscFree3(counts, first, all);
}
