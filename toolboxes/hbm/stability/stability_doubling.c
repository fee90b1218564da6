/* Period doublings: the smallest singular value of A = S Delta0 S / omega^2 in the half harmonics, with the
 * sign of det A. S divides by the roots of the masses. With its singular vectors a and b, d sigma = a^T dA b.
 * The sign is that of det U det V, A = U diag(sigma) V^T: where sigma is rounding, the sign of A's own
 * determinant is rounding too, and the derivative would have either sign. */
#include "stability_impl.h"
#include "variation_impl.h"

#include <ridgewalk/bifurcations.h>

#include <lapacke.h>
#include <math.h>
#include <string.h>

typedef struct doubling {
    rdg_variation variation;
    rdg_index size;
    double *scale;        /* [size] diagonal of S */
    double *A, *copy;     /* [size * size] */
    double *left, *right; /* [size * size] singular vectors; right: one a row */
    double *sigma;        /* [size] */
    double *a, *b;        /* [size] S times those of the smallest one */
    lapack_int *pivot;    /* [size] */
    double *work;
    lapack_int n_work;
} doubling;

static void free_doubling(void *data)
{
    doubling *d = data;
    rdg_variation_release(&d->variation);
    double *const arrays[] = {d->scale, d->A, d->copy, d->left, d->right, d->sigma, d->a, d->b, d->work};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) {
        rdg_free(arrays[i]);
    }
    rdg_free(d->pivot);
    rdg_free(d);
}

static rdg_status take_memory(doubling *d, rdg_context *ctx)
{
    const size_t size = (size_t)d->size;
    double **const matrices[] = {&d->A, &d->copy, &d->left, &d->right};
    double **const vectors[] = {&d->sigma, &d->a, &d->b};
    for (size_t i = 0; i < sizeof matrices / sizeof *matrices; i++) {
        *matrices[i] = rdg_context_calloc(ctx, size * size, sizeof(double));
    }
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++) {
        *vectors[i] = rdg_context_calloc(ctx, size, sizeof(double));
    }
    d->pivot = rdg_context_calloc(ctx, size, sizeof *d->pivot);
    RDG_TRY(rdg_error_status(ctx));
    const lapack_int n = (lapack_int)d->size;
    double wanted = 0.0;
    RDG_BLAS(LAPACKE_dgesvd_work(LAPACK_COL_MAJOR, 'A', 'A', n, n, d->A, n, d->sigma, d->left, n, d->right, n,
                                 &wanted, -1));
    d->n_work = (lapack_int)wanted;
    d->work = rdg_context_calloc(ctx, (size_t)d->n_work, sizeof(double));
    return rdg_error_status(ctx);
}

static doubling *create(rdg_hbm *hb, const char *where)
{
    doubling *d = rdg_context_calloc(hb->ctx, 1, sizeof *d);
    if (!d) {
        return NULL;
    }
    rdg_status status = rdg_variation_init(&d->variation, hb, RDG_DOUBLE_PERIOD);
    d->size = d->variation.size;
    d->scale = status == RDG_OK ? rdg_variation_scale(&d->variation, where) : NULL;
    status = d->scale ? take_memory(d, hb->ctx) : rdg_error_status(hb->ctx);
    if (status != RDG_OK) {
        free_doubling(d);
        return NULL;
    }
    return d;
}

/* Sign of a determinant; overwrites the copy. */
static double sign_of_determinant(doubling *d, const double *matrix)
{
    const lapack_int n = (lapack_int)d->size;
    double sign = 1.0;
    memcpy(d->copy, matrix, (size_t)(d->size * d->size) * sizeof *matrix);
    RDG_BLAS(LAPACKE_dgetrf_work(LAPACK_COL_MAJOR, n, n, d->copy, n, d->pivot));
    for (rdg_index i = 0; i < d->size; i++) {
        sign = (d->pivot[i] != i + 1) != (d->copy[i + d->size * i] < 0.0) ? -sign : sign;
    }
    return sign;
}

/* u = (Q, omega): the value, and its singular vectors into a and b, times S and the sign. */
static int probe(doubling *d, const double *u, double *value)
{
    const rdg_index n = d->size;
    const double omega = u[d->variation.hb->m];
    const int answer = rdg_variation_matrices(&d->variation, u, omega, d->A, NULL);
    if (answer != 0) {
        return answer;
    }
    double sum = 0.0;
    for (rdg_index k = 0; k < n * n; k++) {
        d->A[k] *= d->scale[k % n] * d->scale[k / n] / (omega * omega);
        sum += d->A[k];
    }
    if (!isfinite(sum)) {
        return 1;
    }
    const lapack_int order = (lapack_int)n;
    if (RDG_BLAS(LAPACKE_dgesvd_work(LAPACK_COL_MAJOR, 'A', 'A', order, order, d->A, order, d->sigma, d->left,
                                     order, d->right, order, d->work, d->n_work)) != 0) {
        return 1;
    }
    const double sign = sign_of_determinant(d, d->left) * sign_of_determinant(d, d->right);
    *value = sign * d->sigma[n - 1];
    for (rdg_index i = 0; i < n; i++) {
        d->a[i] = sign * d->scale[i] * d->left[i + n * (n - 1)];
        d->b[i] = d->scale[i] * d->right[n - 1 + n * i];
    }
    return 0;
}

static int doubling_f(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    return probe(data, u, y);
}

static int doubling_df(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    (void)m;
    doubling *d = data;
    const double omega = u[n - 1];
    double value = 0.0;
    const int answer = probe(d, u, &value);
    if (answer != 0) {
        return answer;
    }
    values[n - 1] -= 2.0 * value / omega;
    return rdg_variation_slope(&d->variation, u, omega, 1.0 / (omega * omega), d->a, d->b, NULL, values);
}

static int doubling_by_numbers(const double *u, rdg_index m, const rdg_hbm_released *released, double *values,
                               void *data)
{
    doubling *d = data;
    const double omega = u[d->variation.hb->m];
    (void)m;
    return rdg_variation_by_numbers(&d->variation, u, omega, 1.0 / (omega * omega), d->a, d->b, NULL,
                                    released, 1, values);
}

rdg_status rdg_hbm_add_doubling(rdg_hbm *hb, rdg_problem *problem, const char *name)
{
    if (!hb || !problem || rdg_error_status(hb->ctx) != RDG_OK) {
        return RDG_ERR_EARLIER;
    }
    RDG_TRY(rdg_hbm_close(hb));
    doubling *d = create(hb, __func__);
    if (!d) {
        return rdg_error_status(hb->ctx);
    }
    const rdg_hbm_watch watch = {.of = {.name = name,
                                        .n = hb->m + 1,
                                        .m = 1,
                                        .f = doubling_f,
                                        .df = doubling_df,
                                        .by_differences = true,
                                        .data = d,
                                        .free_data = free_doubling},
                                 .numbers = doubling_by_numbers,
                                 .kind = RDG_ACTIVE};
    return rdg_hbm_add_watch(hb, problem, __func__, &watch);
}
