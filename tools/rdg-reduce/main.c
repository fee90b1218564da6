/* rdg-reduce: a component of a structure too large for one process, by PETSc, SLEPc and MUMPS. Rank 0 reads
 * and writes; all ranks share the factors of the interior. */
#include "reduce_parts.h"

#include <ridgewalk/archive.h>
#include <ridgewalk/ridgewalk.h>

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined(PETSC_USE_COMPLEX)
#error "rdg-reduce needs PETSc for real numbers"
#endif

/* Rank 0 */
typedef struct job {
    rdg_context *ctx;
    const char *set;
    whole w;
    rdg_index n_boundary, n_interior;
    double *omega, *T;
} job;

static bool number_interior(job *j)
{
    whole *w = &j->w;
    w->n = rdg_structure_size(w->s);
    w->place = calloc((size_t)w->n, sizeof *w->place);
    w->interior = calloc((size_t)w->n, sizeof *w->interior);
    if (!w->place || !w->interior) {
        refuse("no memory for %" PRId64 " degrees of freedom", w->n);
        return false;
    }
    for (rdg_index b = 0; b < j->n_boundary; b++) {
        w->place[w->boundary[b]] = -1 - b;
    }
    for (rdg_index i = 0; i < w->n; i++) {
        if (w->place[i] >= 0) {
            w->place[i] = j->n_interior;
            w->interior[j->n_interior++] = i;
        }
    }
    return true;
}

/* Whether the file can be written, before hours of work */
static bool try_output(rdg_context *ctx, const char *path)
{
    rdg_archive *a = rdg_archive_create(ctx, "rdg-reduce", path);
    rdg_archive_close(a, RDG_ERR_EARLIER);
    if (!a) {
        refuse("%s", reason_of(ctx));
    }
    return a != NULL;
}

static bool begin(job *j, const request *q)
{
    j->ctx = rdg_context_create();
    j->w.s = j->ctx && try_output(j->ctx, q->output) ? read_structure(j->ctx, q, &j->set) : NULL;
    if (!j->w.s ||
        rdg_structure_set(j->w.s, "rdg-reduce", j->set, &j->n_boundary, &j->w.boundary) != RDG_OK ||
        !number_interior(j)) {
        return false;
    }
    if (j->n_interior < 1 || j->n_interior >= PETSC_MAX_INT || q->modes > j->n_interior) {
        refuse("the interior has %" PRId64 " degrees of freedom%s", j->n_interior,
               q->modes > j->n_interior ? ": it has no more modes than that"
               : j->n_interior < 1      ? ": nothing is to be reduced"
                                        : ": these are too many for this PETSc");
        return false;
    }
    return true;
}

static bool reserve(job *j, PetscInt modes)
{
    const size_t n = (size_t)j->w.n, columns = (size_t)(j->n_boundary + modes);
    j->T = calloc(n * columns, sizeof *j->T);
    j->omega = calloc((size_t)modes + 1, sizeof *j->omega);
    for (rdg_index b = 0; j->T && b < j->n_boundary; b++) {
        j->T[j->w.boundary[b] + j->w.n * b] = 1.0;
    }
    if (!j->T || !j->omega) {
        refuse("no memory for %zu shapes of %zu numbers, %.3g GB", columns, n,
               1e-9 * (double)(n * columns * sizeof(double)));
        return false;
    }
    return true;
}

static bool finish(const job *j, PetscInt modes, const request *q)
{
    rdg_component *c = rdg_component_from_shapes(j->w.s, j->set, modes, j->omega, j->T);
    if (!c || rdg_component_write(c, q->output) != RDG_OK) {
        refuse("%s", reason_of(j->ctx));
        return false;
    }
    printf("%s: %" PRId64 " degrees of freedom on the boundary, %d modes", q->output, j->n_boundary,
           (int)modes);
    if (modes > 0) {
        printf(" from %.10g to %.10g Hz", j->omega[0] / (2.0 * PETSC_PI),
               j->omega[modes - 1] / (2.0 * PETSC_PI));
    }
    printf("; interior %" PRId64 "\n", j->n_interior);
    return true;
}

static void end(job *j)
{
    free(j->w.place);
    free(j->w.interior);
    free(j->T);
    free(j->omega);
    rdg_context_free(j->ctx);
}

/* What rank 0 has found, on all ranks */
static PetscErrorCode agree(bool *good)
{
    int value = *good;
    PetscCallMPI(MPI_Bcast(&value, 1, MPI_INT, 0, PETSC_COMM_WORLD));
    *good = value != 0;
    return 0;
}

static PetscErrorCode gather_modes(job *j, const interior *in, const modes *m)
{
    for (PetscInt k = 0; k < m->count; k++) {
        const PetscScalar *x = NULL;
        double *T = j->w.s ? j->T + j->w.n * (j->n_boundary + k) : NULL;
        PetscCall(VecGetArrayRead(m->shape[k], &x));
        PetscCall(gather_columns(&j->w, in, 1, x, in->high - in->low, 1.0, T));
        PetscCall(VecRestoreArrayRead(m->shape[k], &x));
        if (j->w.s) {
            j->omega[k] = sqrt(m->lambda[k]);
        }
    }
    return 0;
}

static PetscErrorCode compute(job *j, const request *q, const interior *in, factored *f, PetscInt *count,
                              bool *good)
{
    modes m = {0};
    const double up_to = q->up_to * q->up_to;
    *count = (PetscInt)q->modes;
    if (up_to > 0.0) {
        PetscCall(count_below(f, up_to, count));
    }
    *good = j->w.s ? reserve(j, *count) : true;
    PetscCall(agree(good));
    if (*good) {
        PetscCall(solve_shapes(&j->w, f, in, j->T));
        PetscCall(find_modes(f, in, *count, up_to, &m, good));
    }
    if (*good) {
        PetscCall(gather_modes(j, in, &m));
    }
    return free_modes(&m);
}

static PetscErrorCode reduce(job *j, const request *q, bool *good)
{
    PetscInt sizes[2] = {(PetscInt)j->n_interior, (PetscInt)j->n_boundary}, count = 0;
    interior in;
    factored f;
    PetscCallMPI(MPI_Bcast(sizes, 2, MPIU_INT, 0, PETSC_COMM_WORLD));
    PetscCall(deal_interior(&j->w, sizes[0], sizes[1], &in));
    PetscCall(factor_interior(&in, &f, good));
    if (*good) {
        PetscCall(compute(j, q, &in, &f, &count, good));
    }
    PetscCall(free_factored(&f));
    PetscCall(free_interior(&in));
    if (*good && j->w.s) {
        *good = finish(j, count, q);
    }
    return agree(good);
}

static PetscErrorCode run(int n, char **word, bool *good)
{
    int rank = 0;
    request q;
    job j = {0};
    PetscCallMPI(MPI_Comm_rank(PETSC_COMM_WORLD, &rank));
    *good = read_request(&q, n, word, rank == 0);
    if (*good && rank == 0) {
        *good = begin(&j, &q);
    }
    PetscCall(agree(good));
    if (*good) {
        PetscCall(reduce(&j, &q, good));
    }
    end(&j);
    return 0;
}

/* One line in place of PETSc's pages; the callers of the function are not named once more */
static PetscErrorCode report(MPI_Comm comm, int line, const char *function, const char *file,
                             PetscErrorCode code, PetscErrorType type, const char *message, void *data)
{
    (void)comm;
    (void)data;
    if (type == PETSC_ERROR_INITIAL) {
        refuse("%s at %s:%d: %s", function, file, line, message);
    }
    return code;
}

int main(int argc, char **argv)
{
    bool good = false;
    if (argc > 1 && strcmp(argv[1], "--help") == 0) {
        fputs(reduce_help, stdout);
        return WELL;
    }
    PetscCall(SlepcInitialize(NULL, NULL, NULL, NULL));
    PetscCall(PetscPushErrorHandler(report, NULL));
    if (run(argc - 1, argv + 1, &good) != 0) {
        return MPI_Abort(PETSC_COMM_WORLD, TROUBLE); /* other ranks may wait for this one */
    }
    PetscCall(SlepcFinalize());
    return good ? WELL : TROUBLE;
}
