/* The one step of a linear mechanism as a matrix. */
#include "timestepping_impl.h"

#include <lapacke.h>
#include <string.h>

static double *part(rdg_ts_state *s, int k)
{
    double *const parts[] = {s->q, s->v, s->a, s->A};
    return parts[k];
}

/* Columns of steps from unit states; the place is overwritten. */
static rdg_status columns(rdg_timestepping *ts, double *matrix)
{
    const rdg_index n = ts->n;
    for (rdg_index j = 0; j < 4 * n; j++) {
        for (int k = 0; k < 4; k++) {
            memset(part(&ts->now, k), 0, (size_t)n * sizeof(double));
        }
        part(&ts->now, (int)(j / n))[j % n] = 1.0;
        RDG_TRY(rdg_ts_make(ts));
        for (int k = 0; k < 4; k++) {
            memcpy(matrix + j * 4 * n + k * n, part(&ts->now, k), (size_t)n * sizeof(double));
        }
    }
    return RDG_OK;
}

rdg_status rdg_timestepping_amplification(rdg_timestepping *ts, double *matrix)
{
    RDG_ENTER(ts, ts->ctx, RDG_ERR_EARLIER);
    RDG_NEED(ts->ctx, matrix, RDG_ERR_ARGUMENT);
    if (ts->rows > 0 || ts->about->elements) {
        return RDG_FAIL(ts->ctx, RDG_ERR_ARGUMENT,
                        "\"%s\" has constraints, contacts or elements: its steps are no matrix",
                        ts->about->name);
    }
    const rdg_index n = ts->n;
    double *kept = rdg_context_calloc(ts->ctx, (size_t)(4 * n), sizeof *kept);
    if (!kept) {
        return RDG_ERR_NO_MEMORY;
    }
    const rdg_motion motion = ts->motion;
    for (int k = 0; k < 4; k++) {
        memcpy(kept + k * n, part(&ts->now, k), (size_t)n * sizeof *kept);
    }
    const rdg_status status = columns(ts, matrix);
    for (int k = 0; k < 4; k++) {
        memcpy(part(&ts->now, k), kept + k * n, (size_t)n * sizeof *kept);
    }
    ts->motion = motion;
    ts->energies = false;
    rdg_ts_refresh(ts);
    rdg_free(kept);
    return status == RDG_OK ? RDG_OK : RDG_FAIL(ts->ctx, status, "\"%s\": %s", ts->about->name, ts->text);
}

/* Accelerations and velocities in units of displacements: entries of one size */
static void scale(rdg_index n, double h, double *A)
{
    const double unit[4] = {1.0, h, h * h, h * h};
    for (rdg_index j = 0; j < 4 * n; j++) {
        for (rdg_index i = 0; i < 4 * n; i++) {
            A[4 * n * j + i] *= unit[i / n] / unit[j / n];
        }
    }
}

/* work: [8 n] */
static long eigenvalues(lapack_int n, double *A, double *re, double *im, double *work)
{
    double *no_left = NULL, *no_right = NULL;
    return RDG_BLAS(LAPACKE_dgeev_work(LAPACK_COL_MAJOR, 'N', 'N', n, A, n, re, im, no_left, 1, no_right, 1,
                                       work, 8 * n));
}

rdg_status rdg_timestepping_spectrum(rdg_timestepping *ts, double *re, double *im)
{
    RDG_ENTER(ts, ts->ctx, RDG_ERR_EARLIER);
    RDG_NEED(ts->ctx, re, RDG_ERR_ARGUMENT);
    RDG_NEED(ts->ctx, im, RDG_ERR_ARGUMENT);
    const lapack_int n = (lapack_int)(4 * ts->n);
    const size_t square = (size_t)n * (size_t)n;
    double *A = rdg_context_calloc(ts->ctx, square + 8 * (size_t)n, sizeof *A);
    rdg_status status = A ? rdg_timestepping_amplification(ts, A) : RDG_ERR_NO_MEMORY;
    if (status == RDG_OK) {
        double *work = A + square;
        scale(ts->n, ts->o.h, A);
        const long told = eigenvalues(n, A, re, im, work);
        status = told == 0 ? RDG_OK
                           : RDG_FAIL(ts->ctx, RDG_ERR_LIBRARY, "\"%s\": LAPACK's dgeev answers %ld",
                                      ts->about->name, told);
    }
    rdg_free(A);
    return status;
}
