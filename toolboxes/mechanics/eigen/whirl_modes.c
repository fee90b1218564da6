/* Damped modes at a speed: eigenvalues of [0, 1; -M^-1 (1 + i g) K, -M^-1 (C + speed G)]. */
#include "whirl_modes.h"
#include "structure_impl.h"
#include "wave.h"

#include <ridgewalk/gyroscopic.h>
#include <ridgewalk/memory_limit.h>
#include <ridgewalk/toolbox.h>

#include <lapacke.h>
#include <math.h>
#include <stdlib.h>

typedef struct workspace {
    double *G;                            /* [entries] */
    lapack_complex_double *M, *R, *A, *w; /* [n * n], [n * 2n], [(2n)^2], [2n] */
    lapack_int *pivot;                    /* [n] */
} workspace;

static void release(workspace *work)
{
    rdg_free(work->G);
    rdg_free(work->M);
    rdg_free(work->R);
    rdg_free(work->A);
    rdg_free(work->w);
    rdg_free(work->pivot);
}

static rdg_status allocate(const rdg_structure *s, workspace *work)
{
    const size_t n = (size_t)s->n;
    work->G = rdg_context_calloc(s->ctx, (size_t)s->start[s->n], sizeof *work->G);
    work->M = rdg_context_calloc(s->ctx, n * n, sizeof *work->M);
    work->R = rdg_context_calloc(s->ctx, 2 * n * n, sizeof *work->R);
    work->A = rdg_context_calloc(s->ctx, 4 * n * n, sizeof *work->A);
    work->w = rdg_context_calloc(s->ctx, 2 * n, sizeof *work->w);
    work->pivot = rdg_context_calloc(s->ctx, n, sizeof *work->pivot);
    return rdg_error_status(s->ctx);
}

/* M, and R = [(1 + i g) K, C + speed G] */
static void fill(const rdg_structure *s, double speed, const workspace *work)
{
    const rdg_index n = s->n;
    rdg_gyroscopic_matrix(s, work->G);
    for (rdg_index j = 0; j < n; j++) {
        for (rdg_index e = s->start[j]; e < s->start[j + 1]; e++) {
            const rdg_index i = s->row[e] + n * j;
            work->M[i] = lapack_make_complex_double(s->M[e], 0.0);
            work->R[i] = lapack_make_complex_double(s->K[e], s->loss_factor * s->K[e]);
            work->R[n * n + i] = lapack_make_complex_double(s->C[e] + speed * work->G[e], 0.0);
        }
    }
}

static rdg_status solve(const rdg_structure *s, const char *where, const workspace *work)
{
    const rdg_index n = s->n;
    const lapack_int m = (lapack_int)n;
    if (RDG_BLAS(LAPACKE_zgesv(LAPACK_COL_MAJOR, m, 2 * m, work->M, m, work->pivot, work->R, m)) != 0) {
        return rdg_fail(s->ctx, RDG_ERR_SINGULAR, where,
                        "the mass matrix of \"%s\" is singular: condense degrees of freedom without mass",
                        s->name);
    }
    for (rdg_index j = 0; j < 2 * n; j++) {
        for (rdg_index i = 0; i < n; i++) {
            work->A[i + 2 * n * j] = j == n + i ? 1.0 : 0.0;
            work->A[n + i + 2 * n * j] = -work->R[i + n * j];
        }
    }
    return RDG_BLAS(LAPACKE_zgeev(LAPACK_COL_MAJOR, 'N', 'N', 2 * m, work->A, 2 * m, work->w, NULL, 1, NULL,
                                  1)) == 0
               ? RDG_OK
               : rdg_fail(s->ctx, RDG_ERR_LIBRARY, where, "LAPACK finds no modes of \"%s\"", s->name);
}

static int by_frequency(const void *one, const void *other)
{
    const double a = lapack_complex_double_imag(*(const lapack_complex_double *)one),
                 b = lapack_complex_double_imag(*(const lapack_complex_double *)other);
    return (a > b) - (a < b);
}

static rdg_status hand_over(const rdg_structure *s, const char *where, const workspace *work, rdg_index count,
                            double *re, double *im)
{
    const rdg_index all = 2 * s->n;
    double largest = 0.0;
    rdg_index first = 0;
    for (rdg_index i = 0; i < all; i++) {
        largest = fmax(largest, hypot(creal(work->w[i]), cimag(work->w[i])));
    }
    qsort(work->w, (size_t)all, sizeof *work->w, by_frequency);
    const double rounding = 1e-12 * largest; /* of a real eigenvalue of a complex matrix */
    while (first < all && !(cimag(work->w[first]) > rounding)) {
        first++;
    }
    if (count > all - first) {
        return rdg_fail(s->ctx, RDG_ERR_ARGUMENT, where,
                        "%lld modes of \"%s\" are requested, but %lld of its motions vibrate",
                        (long long)count, s->name, (long long)(all - first));
    }
    for (rdg_index a = 0; a < count; a++) {
        im[a] = cimag(work->w[first + a]);
        if (re) {
            re[a] = creal(work->w[first + a]);
        }
    }
    return RDG_OK;
}

rdg_status rdg_whirl_modes(rdg_structure *s, double speed, rdg_index count, double *re, double *im)
{
    const char *where = __func__;
    RDG_ENTER(s, s->ctx, RDG_ERR_EARLIER);
    RDG_NEED(s->ctx, im, RDG_ERR_ARGUMENT);
    RDG_TRY(rdg_structure_refuse_wave(s, where));
    if (!isfinite(speed)) {
        return rdg_fail(s->ctx, RDG_ERR_NOT_FINITE, where, "the speed of \"%s\" is %g rad/s", s->name, speed);
    }
    if (count < 1 || count > s->n) {
        return rdg_fail(s->ctx, RDG_ERR_ARGUMENT, where, "1 .. %lld modes of \"%s\" can be found, not %lld",
                        (long long)s->n, s->name, (long long)count);
    }
    RDG_TRY(rdg_require_memory(s->ctx, where, "dense matrices of all modes",
                               7.0 * (double)sizeof(lapack_complex_double) * (double)(s->n * s->n),
                               "reduce the structure, rdg_component_fixed()"));
    workspace work = {.M = NULL};
    rdg_status status = allocate(s, &work);
    if (status == RDG_OK) {
        fill(s, speed, &work);
        status = solve(s, where, &work);
    }
    status = status == RDG_OK ? hand_over(s, where, &work, count, re, im) : status;
    release(&work);
    return status;
}
