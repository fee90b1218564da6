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

/* z'' + C z' + K z = 0 as A = [0 I; -K -C], N = 2 size. With the `low` lowest modes, the others by their
 * static response R: b lambda = b a z / R. With all of them one is eliminated by a z = 0, and lambda by that
 * differentiated twice, S = a b: K_ij = w_i^2 + b_i a_j (w_m^2 - w_j^2) / S. Returns the size, 0 where R or S
 * is 0. */
static rdg_index fill_dense(const rdg_coupled *m, rdg_index low, double *A)
{
    const bool is_exact = low == m->n;
    rdg_index left = is_exact ? 0 : m->n; /* the mode that is eliminated: of the largest share */
    double sum = 0.0;
    for (rdg_index i = is_exact ? 0 : low; i < m->n; i++) {
        sum += is_exact ? m->r[i] : m->r[i] / m->w2[i];
        left = is_exact && fabs(m->r[i]) > fabs(m->r[left]) ? i : left;
    }
    const rdg_index size = is_exact ? low - 1 : low, N = 2 * size;
    memset(A, 0, (size_t)(N * N) * sizeof *A);
    if (sum == 0.0) {
        return 0;
    }
    for (rdg_index col = 0; col < size; col++) {
        const rdg_index j = col + (col >= left);
        const double share = m->a[j] / sum;
        const double stiff = is_exact ? share * (m->w2[left] - m->w2[j]) : share;
        const double damped = is_exact ? share * (m->c[left] - m->c[j]) : 0.0;
        A[col + N * (size + col)] = 1.0;
        for (rdg_index row = 0; row < size; row++) {
            const rdg_index i = row + (row >= left);
            A[size + row + N * col] = -m->b[i] * stiff - (i == j ? m->w2[j] : 0.0);
            A[size + row + N * (size + col)] = -m->b[i] * damped - (i == j ? m->c[j] : 0.0);
        }
    }
    return size;
}

/* Fills p with those eigenvalues that oscillate upwards, sorted; returns how many, -1 after a failure.
 * work: [(2 low)^2 + 20 low] */
static rdg_index solve_dense(const rdg_coupled *m, rdg_index low, double *work, double complex *p)
{
    const lapack_int n = 2 * (lapack_int)fill_dense(m, low, work), n_work = 8 * n;
    double *A = work, *real = A + n * n, *imaginary = real + n, *more = imaginary + n;
    if (n == 0) {
        return 0;
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

/* Largest step of the polish, relative to the eigenvalue: predictors that move far may have left out one. */
static double moved(rdg_index count, const double complex *from, const double complex *to)
{
    double most = 0.0;
    for (rdg_index k = 0; k < count; k++) {
        most = fmax(most, cabs(to[k] - from[k]) / cabs(to[k]));
    }
    return most;
}

typedef enum search { FOUND, FAILED, TOO_FEW, UNSETTLED } search;

/* all: [2 low], work: as for solve_dense() */
static search find(const rdg_coupled *m, rdg_index low, rdg_index count, double *work, double complex *all,
                   double complex *p, rdg_index *found)
{
    const double near = 0.01;
    *found = solve_dense(m, low, work, all);
    if (*found < count) {
        return *found < 0 ? FAILED : TOO_FEW;
    }
    memcpy(p, all, (size_t)count * sizeof *p);
    if (!rdg_coupled_polish(m, count, p) || !(moved(count, all, p) < near)) {
        return UNSETTLED;
    }
    for (rdg_index k = 1; k < count; k++) {
        const double complex sorted = p[k];
        rdg_index at = k;
        for (; at > 0 && cimag(p[at - 1]) > cimag(sorted); at--) {
            p[at] = p[at - 1];
        }
        p[at] = sorted;
    }
    return FOUND;
}

/* With `low` of the modes; with all of them if these do not do */
static rdg_status find_with(rdg_coupled *m, rdg_index low, rdg_index count, double complex *p)
{
    double *work = rdg_context_calloc(m->ctx, (size_t)(4 * low * low + 20 * low), sizeof *work);
    double complex *all = rdg_context_calloc(m->ctx, (size_t)(2 * low), sizeof *all);
    rdg_index found = 0;
    const search s = work && all ? find(m, low, count, work, all, p, &found) : FAILED;
    rdg_free(work);
    rdg_free(all);
    if (s == FOUND || s == FAILED) {
        return s == FOUND ? RDG_OK : rdg_error_status(m->ctx);
    }
    if (low < m->n) {
        return RDG_ERR_NO_CONVERGENCE; /* not recorded */
    }
    return s == TOO_FEW ? rdg_fail(m->ctx, RDG_ERR_ARGUMENT, m->where,
                                   "only %" PRId64 " eigenvalues oscillate, not %" PRId64, found, count)
                        : rdg_fail(m->ctx, RDG_ERR_NO_CONVERGENCE, m->where,
                                   "the lowest %" PRId64 " eigenvalues do not converge", count);
}

rdg_status rdg_coupled_lowest(rdg_coupled *m, rdg_index count, double _Complex *p)
{
    const rdg_index most = 2 * m->n / 3, low = 2 * count + 20;
    if (count < 1 || count > most) {
        return rdg_fail(m->ctx, RDG_ERR_ARGUMENT, m->where,
                        "1 .. %" PRId64 " eigenvalues can be had, not %" PRId64, most, count);
    }
    sort(m);
    rdg_coupled_multiply(m);
    const rdg_status status = low < most ? find_with(m, low, count, p) : RDG_ERR_NO_CONVERGENCE;
    return status == RDG_ERR_NO_CONVERGENCE ? find_with(m, m->n, count, p) : status;
}

rdg_status rdg_sliding_eigenvalues(rdg_sliding *c, const rdg_sliding_state *at, rdg_index count,
                                   double _Complex *p)
{
    RDG_ENTER(c, c->ctx, RDG_ERR_EARLIER);
    RDG_NEED(c->ctx, at, RDG_ERR_ARGUMENT);
    RDG_NEED(c->ctx, p, RDG_ERR_ARGUMENT);
    RDG_TRY(rdg_sliding_check_state(c, __func__, at));
    rdg_coupled m;
    double *memory = rdg_coupled_create(c, __func__, 0, &m);
    if (!memory) {
        return RDG_ERR_NO_MEMORY;
    }
    rdg_sliding_rows(c, at, c->mu, m.a, m.b);
    const rdg_status status = rdg_coupled_lowest(&m, count, p);
    rdg_free(memory);
    return status;
}
