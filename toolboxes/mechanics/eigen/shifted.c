/* Factors of K - shift M by CHOLMOD: Cholesky's for the inverse, LDL^T for the number of negative pivots. */
#include "inertia_impl.h"
#include "modes_impl.h"
#include "shifted_impl.h"
#include "structure_impl.h"

#include <ridgewalk/memory_limit.h>
#include <ridgewalk/toolbox.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

/* The least pivot, of ones on the diagonal, is to stand clear of what rounding errors leave of a zero in
 * large structures. A shift costs nothing, so rather too much than too little. */
#define CLEAR 1e-12

_Static_assert(sizeof(SuiteSparse_long) == sizeof(rdg_index), "indices are handed to CHOLMOD uncopied");

/* CHOLMOD's own choice is AMD, and METIS where AMD fills much in. Large solids always need METIS: there the
 * analysis by AMD is saved. */
static void choose_ordering(rdg_shifted *f)
{
    enum { LARGE = 20000 };
    if (f->n > LARGE) {
        f->common.nmethods = 1;
        f->common.method[0].ordering = CHOLMOD_METIS;
        f->common.postorder = 1;
    }
}

rdg_status rdg_shifted_open(rdg_shifted *f, const rdg_modes_problem *p)
{
    *f = (rdg_shifted){.ctx = p->s->ctx, .problem = *p, .n = p->n};
    cholmod_l_start(&f->common);
    f->common.print = 0;
    f->common.final_ll = 1; /* LL^T: a negative pivot ends it */
    choose_ordering(f);
    f->M = rdg_shifted_upper(f, 0.0, 1.0);
    RDG_TRY(rdg_shifted_check(f, p->where));
    f->b = cholmod_l_zeros((size_t)f->n, 1, CHOLMOD_REAL, &f->common);
    RDG_TRY(rdg_shifted_check(f, p->where));
    f->scale = rdg_context_calloc(f->ctx, (size_t)f->n, sizeof *f->scale);
    return f->scale ? RDG_OK : RDG_ERR_NO_MEMORY;
}

void rdg_shifted_close(rdg_shifted *f)
{
    cholmod_l_free_sparse(&f->M, &f->common);
    cholmod_l_free_factor(&f->L, &f->common);
    cholmod_l_free_dense(&f->b, &f->common);
    cholmod_l_free_dense(&f->x, &f->common);
    cholmod_l_free_dense(&f->y, &f->common);
    cholmod_l_free_dense(&f->e, &f->common);
    cholmod_l_finish(&f->common);
    rdg_free(f->scale);
}

/* D (K - shift M) D with a diagonal of ones (or minus ones): pivots of translations and rotations compare
 * then */
static rdg_status shift_and_scale(rdg_shifted *f, double shift, cholmod_sparse **scaled)
{
    RDG_TRY(rdg_shifted_matrix(f, shift, scaled));
    const cholmod_sparse *A = *scaled;
    const SuiteSparse_long *start = A->p, *row = A->i;
    double *value = A->x;
    for (rdg_index j = 0; j < f->n; j++) {
        double diagonal = 0.0;
        for (rdg_index e = start[j]; e < start[j + 1]; e++) {
            diagonal = row[e] == j ? value[e] : diagonal;
        }
        f->scale[j] = diagonal != 0.0 ? 1.0 / sqrt(fabs(diagonal)) : 1.0;
    }
    for (rdg_index j = 0; j < f->n; j++) {
        for (rdg_index e = start[j]; e < start[j + 1]; e++) {
            value[e] *= f->scale[row[e]] * f->scale[j];
        }
    }
    return RDG_OK;
}

/* Bytes of the factors that an analysis announces: numbers of the supernodes and the largest update, or a
 * number and an index for each entry of simplicial factors. */
static double factor_bytes(const rdg_shifted *f)
{
    const cholmod_factor *L = f->L;
    return L->is_super ? (double)sizeof(double) * (double)(L->xsize + L->maxcsize)
                       : (double)(sizeof(double) + sizeof(SuiteSparse_long)) * f->common.lnz;
}

rdg_status rdg_shifted_require_memory(const rdg_shifted *f, const char *where)
{
    char what[128];
    (void)snprintf(what, sizeof what, "factors and vectors of the %lld degrees of freedom of \"%.60s\"",
                   (long long)f->n, f->problem.s->name);
    return rdg_require_memory(
        f->ctx, where, what, f->bytes + f->beside,
        "use a coarser mesh, fewer modes or a smaller boundary, or divide the structure "
        "into components");
}

/* Factors in f->L; the pattern is analysed for the first of its kind. */
static rdg_status factorize(rdg_shifted *f, const char *where, double shift)
{
    cholmod_sparse *A = NULL;
    RDG_TRY(shift_and_scale(f, shift, &A));
    rdg_status status = RDG_OK;
    if (!f->L) {
        f->L = cholmod_l_analyze(A, &f->common);
        f->bytes = f->L ? factor_bytes(f) : 0.0;
        status = rdg_shifted_require_memory(f, where);
    }
    if (status == RDG_OK && f->L) {
        (void)RDG_BLAS(cholmod_l_factorize(A, f->L, &f->common));
    }
    cholmod_l_free_sparse(&A, &f->common);
    return status == RDG_OK ? rdg_shifted_check(f, where) : status;
}

rdg_status rdg_shifted_factor(rdg_shifted *f, const char *where, double shift, bool *definite)
{
    if (!f->is_factored || f->shift != shift) {
        RDG_TRY(factorize(f, where, shift));
        f->is_factored = true;
        f->shift = shift;
        f->is_definite = f->common.status == CHOLMOD_OK && f->L->minor == f->L->n &&
                         cholmod_l_rcond(f->L, &f->common) > CLEAR;
    }
    *definite = f->is_definite;
    return RDG_OK;
}

rdg_status rdg_shifted_solve_all(rdg_shifted *f, const char *where, rdg_index count, double *X)
{
    const size_t n = (size_t)f->n;
    cholmod_dense B = {.nrow = n,
                       .ncol = (size_t)count,
                       .nzmax = n * (size_t)count,
                       .d = n,
                       .x = X,
                       .xtype = CHOLMOD_REAL,
                       .dtype = CHOLMOD_DOUBLE};
    for (rdg_index c = 0; c < count; c++) {
        for (rdg_index i = 0; i < f->n; i++) {
            X[i + f->n * c] *= f->scale[i];
        }
    }
    rdg_blas_begin();
    cholmod_dense *solution = cholmod_l_solve(CHOLMOD_A, f->L, &B, &f->common);
    rdg_blas_end(0);
    if (!solution) {
        RDG_TRY(rdg_shifted_check(f, where));
        return rdg_fail(f->ctx, RDG_ERR_LIBRARY, where, "CHOLMOD cannot solve with its factors");
    }
    const double *x = solution->x;
    for (rdg_index c = 0; c < count; c++) {
        for (rdg_index i = 0; i < f->n; i++) {
            X[i + f->n * c] = f->scale[i] * x[i + f->n * c];
        }
    }
    cholmod_l_free_dense(&solution, &f->common);
    return RDG_OK;
}

rdg_status rdg_shifted_solve(rdg_shifted *f, const char *where, const double *b, double *x)
{
    double *scaled = f->b->x;
    for (rdg_index i = 0; i < f->n; i++) {
        scaled[i] = f->scale[i] * b[i];
    }
    const int done =
        (int)RDG_BLAS(cholmod_l_solve2(CHOLMOD_A, f->L, f->b, NULL, &f->x, NULL, &f->y, &f->e, &f->common));
    if (!done) {
        RDG_TRY(rdg_shifted_check(f, where));
        return rdg_fail(f->ctx, RDG_ERR_LIBRARY, where, "CHOLMOD cannot solve with its factors");
    }
    const double *solution = f->x->x;
    for (rdg_index i = 0; i < f->n; i++) {
        x[i] = f->scale[i] * solution[i];
    }
    return RDG_OK;
}

void rdg_shifted_mass(const rdg_shifted *f, const double *x, double *y)
{
    const SuiteSparse_long *start = f->M->p, *row = f->M->i;
    const double *value = f->M->x;
    memset(y, 0, (size_t)f->n * sizeof *y);
    for (rdg_index j = 0; j < f->n; j++) {
        for (rdg_index e = start[j]; e < start[j + 1]; e++) {
            y[row[e]] += value[e] * x[j];
            if (row[e] != j) {
                y[j] += value[e] * x[row[e]];
            }
        }
    }
}

/* With the analysis and in the place of supernodal factors */
static rdg_status count_in_place(rdg_shifted *f, const char *where, double shift, rdg_index *count)
{
    cholmod_sparse *A = NULL;
    RDG_TRY(shift_and_scale(f, shift, &A));
    cholmod_sparse *lower = cholmod_l_ptranspose(A, 1, f->L->Perm, NULL, 0, &f->common);
    cholmod_l_free_sparse(&A, &f->common);
    const rdg_status status =
        lower ? rdg_inertia_negative(f->ctx, f->L, lower, count) : rdg_shifted_check(f, where);
    cholmod_l_free_sparse(&lower, &f->common);
    return status;
}

rdg_status rdg_shifted_count(rdg_shifted *f, const char *where, double shift, rdg_index *count)
{
    *count = -1;
    f->is_factored = false;
    if (f->L && f->L->is_super && f->L->x) {
        return count_in_place(f, where, shift, count);
    }
    cholmod_l_free_factor(&f->L, &f->common);
    f->common.supernodal = CHOLMOD_SIMPLICIAL; /* LDL^T: pivots may be negative */
    f->common.final_ll = 0;
    RDG_TRY(factorize(f, where, shift));
    if (f->common.status == CHOLMOD_OK && f->L->minor == f->L->n) {
        const SuiteSparse_long *start = f->L->p;
        const double *value = f->L->x;
        *count = 0;
        for (rdg_index j = 0; j < f->n; j++) {
            *count += value[start[j]] < 0.0; /* the diagonal comes first */
        }
    }
    cholmod_l_free_factor(&f->L, &f->common);
    f->common.supernodal = CHOLMOD_AUTO;
    f->common.final_ll = 1;
    return RDG_OK;
}
