/* Complex eigenvalues of the coupled structures: the zeros of g(p) = sum r_i / d_i(p), d_i = p^2 + c_i p +
 * w_i^2, r_i = a_i b_i. */
#include "complex_modes_impl.h"

#include <ridgewalk/toolbox.h>

#include <complex.h>
#include <inttypes.h>
#include <lapacke.h>
#include <math.h>
#include <string.h>

/* Ascending in frequency */
static void sort(rdg_coupled *m)
{
    double *const row[] = {m->a, m->b, m->w2, m->c};
    for (rdg_index i = 1; i < m->n; i++) {
        for (rdg_index j = i; j > 0 && m->w2[j] < m->w2[j - 1]; j--) {
            for (int r = 0; r < 4; r++) {
                const double swapped = row[r][j];
                row[r][j] = row[r][j - 1];
                row[r][j - 1] = swapped;
            }
        }
    }
}

/* Eigenvalues with low modes, the others by their static response R: z'' + c z' + w^2 z + b lambda = 0 with
 * lambda = a z / R. Fills p with those that oscillate upwards, sorted; returns how many, -1 after a failure.
 * work: [(2 low)^2 + 4 low + 16 low] */
static rdg_index solve_dense(const rdg_coupled *m, rdg_index low, double *work, double complex *p)
{
    const lapack_int n = (lapack_int)(2 * low), n_work = 8 * n;
    double *A = work, *real = A + n * n, *imaginary = real + n, *more = imaginary + n, R = 0.0;
    for (rdg_index i = low; i < m->n; i++) {
        R += m->a[i] * m->b[i] / m->w2[i];
    }
    memset(A, 0, (size_t)(n * n) * sizeof *A);
    for (rdg_index j = 0; j < low; j++) {
        A[j + n * (low + j)] = 1.0;
        A[low + j + n * j] = -m->w2[j];
        A[low + j + n * (low + j)] = -m->c[j];
        for (rdg_index i = 0; i < low; i++) {
            A[low + i + n * j] -= m->b[i] * m->a[j] / R;
        }
    }
    const long info = RDG_BLAS(LAPACKE_dgeev_work(LAPACK_COL_MAJOR, 'N', 'N', n, A, n, real, imaginary, NULL,
                                                  1, NULL, 1, more, n_work));
    if (info != 0) {
        rdg_fail(m->ctx, RDG_ERR_LIBRARY, m->where, "LAPACK's dgeev answers %ld", info);
        return -1;
    }
    rdg_index count = 0;
    for (rdg_index i = 0; i < n; i++) {
        if (imaginary[i] > 0.0) {
            rdg_index at = count++;
            for (; at > 0 && cimag(p[at - 1]) > imaginary[i]; at--) {
                p[at] = p[at - 1];
            }
            p[at] = real[i] + imaginary[i] * I;
        }
    }
    return count;
}

/* work: as for solve_dense() */
static rdg_status find(rdg_coupled *m, rdg_index low, rdg_index count, double *work, double complex *all,
                       double complex *p)
{
    const rdg_index found = solve_dense(m, low, work, all);
    if (found < 0) {
        return RDG_ERR_LIBRARY;
    }
    if (found < count) {
        return rdg_fail(m->ctx, RDG_ERR_ARGUMENT, m->where,
                        "only %" PRId64 " eigenvalues of the %" PRId64
                        " lowest modes oscillate, not %" PRId64,
                        found, low, count);
    }
    if (!rdg_coupled_polish(m, count, all)) {
        return rdg_fail(m->ctx, RDG_ERR_NO_CONVERGENCE, m->where,
                        "the lowest %" PRId64 " eigenvalues do not settle", count);
    }
    for (rdg_index k = 0; k < count; k++) {
        rdg_index at = k;
        for (; at > 0 && cimag(p[at - 1]) > cimag(all[k]); at--) {
            p[at] = p[at - 1];
        }
        p[at] = all[k];
    }
    return RDG_OK;
}

rdg_status rdg_coupled_lowest(rdg_coupled *m, rdg_index count, double _Complex *p)
{
    const rdg_index most = 2 * m->n / 3;
    if (count < 1 || count > most) {
        return rdg_fail(m->ctx, RDG_ERR_ARGUMENT, m->where,
                        "1 .. %" PRId64 " eigenvalues can be had, not %" PRId64, most, count);
    }
    const rdg_index wanted = 2 * count + 20, low = wanted < most + 1 ? wanted : most + 1;
    double *work = rdg_context_calloc(m->ctx, (size_t)(4 * low * low + 20 * low), sizeof *work);
    double complex *all = rdg_context_calloc(m->ctx, (size_t)(2 * low), sizeof *all);
    rdg_status status = RDG_ERR_NO_MEMORY;
    if (work && all) {
        sort(m);
        rdg_coupled_multiply(m);
        status = find(m, low, count, work, all, p);
    }
    rdg_free(work);
    rdg_free(all);
    return status;
}

rdg_status rdg_sliding_eigenvalues(rdg_sliding *c, const rdg_sliding_state *at, rdg_index count,
                                   double _Complex *p)
{
    if (!c || rdg_error_status(c->ctx) != RDG_OK) {
        return RDG_ERR_EARLIER;
    }
    RDG_NEED(c->ctx, at, RDG_ERR_ARGUMENT);
    RDG_NEED(c->ctx, p, RDG_ERR_ARGUMENT);
    RDG_TRY(rdg_sliding_check_state(c, __func__, at));
    double *memory =
        rdg_context_calloc(c->ctx, (size_t)(RDG_COUPLED_ROWS * rdg_sliding_modes(c)), sizeof *memory);
    if (!memory) {
        return RDG_ERR_NO_MEMORY;
    }
    rdg_coupled m = rdg_coupled_in(c, __func__, memory);
    rdg_coupled_fill(c, &m);
    rdg_sliding_rows(c, at, c->mu, m.a, m.b);
    const rdg_status status = rdg_coupled_lowest(&m, count, p);
    rdg_free(memory);
    return status;
}
