/* The locus of Neimark-Sacker points: Delta(i kappa) is singular.
 *
 * With A = S Delta(i kappa) S / omega^2, S dividing by the roots of the masses, and borders b and c,
 *
 *     [A b; c^H 0] [p; g] = [0; 1],   [A b; c^H 0]^H [w; .] = [0; 1],   dg = -w^H dA p,
 *
 * and the complex g vanishes where A is singular, for any borders that make the system regular. They are
 * singular vectors at first and are renewed where p or w has become long. */
#include "stability_torus_impl.h"

#include <math.h>
#include <string.h>

static const double renew_beyond = 3.0; /* times the length of the borders */

void rdg_torus_free(void *data)
{
    rdg_torus *t = data;
    rdg_variation_release(&t->variation);
    double *const arrays[] = {t->scale, t->Delta0, t->Delta1, t->sigma, t->real_work, t->parts, t->gradient};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) {
        rdg_free(arrays[i]);
    }
    rdg_torus_number *const numbers[] = {t->A, t->left, t->right, t->b, t->c, t->p, t->w, t->work};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        rdg_free(numbers[i]);
    }
    rdg_free(t->pivot);
    rdg_free(t);
}

static rdg_status take_memory(rdg_torus *t, rdg_context *ctx)
{
    const size_t size = (size_t)t->size, bordered = size + 1;
    t->Delta0 = rdg_context_calloc(ctx, size * size, sizeof(double));
    t->Delta1 = rdg_context_calloc(ctx, size * size, sizeof(double));
    t->sigma = rdg_context_calloc(ctx, size, sizeof(double));
    t->real_work = rdg_context_calloc(ctx, 5 * size, sizeof(double));
    t->parts = rdg_context_calloc(ctx, RDG_TORUS_PARTS * size, sizeof(double));
    t->gradient = rdg_context_calloc(ctx, 2 * (size_t)(t->variation.hb->m + 2), sizeof(double));
    t->A = rdg_context_calloc(ctx, bordered * bordered, sizeof *t->A);
    t->left = rdg_context_calloc(ctx, size * size, sizeof *t->left);
    t->right = rdg_context_calloc(ctx, size * size, sizeof *t->right);
    rdg_torus_number **const vectors[] = {&t->b, &t->c, &t->p, &t->w};
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++) {
        *vectors[i] = rdg_context_calloc(ctx, bordered, sizeof **vectors);
    }
    t->pivot = rdg_context_calloc(ctx, bordered, sizeof *t->pivot);
    RDG_TRY(rdg_error_status(ctx));
    const lapack_int n = (lapack_int)t->size;
    rdg_torus_number wanted = 0.0;
    LAPACKE_zgesvd_work(LAPACK_COL_MAJOR, 'A', 'A', n, n, t->A, n, t->sigma, t->left, n, t->right, n, &wanted,
                        -1, t->real_work);
    t->n_work = (lapack_int)creal(wanted);
    t->work = rdg_context_calloc(ctx, (size_t)t->n_work, sizeof *t->work);
    return rdg_error_status(ctx);
}

/* A at u = (Q, omega, kappa) with leading dimension ld */
static int put_matrix(rdg_torus *t, const double *u, rdg_index ld)
{
    const rdg_index size = t->size, n = t->variation.n;
    const double omega = u[t->variation.hb->m], kappa = u[t->variation.hb->m + 1];
    const int answer = rdg_variation_matrices(&t->variation, u, omega, t->Delta0, t->Delta1);
    if (answer != 0) {
        return answer;
    }
    double sum = 0.0;
    for (rdg_index j = 0; j < size; j++) {
        for (rdg_index i = 0; i < size; i++) {
            const rdg_index k = i + size * j;
            const double mass = i / n == j / n ? t->variation.M[i % n + n * (j % n)] : 0.0;
            const double factor = t->scale[i] * t->scale[j] / (omega * omega);
            t->A[i + ld * j] = factor * (t->Delta0[k] - kappa * kappa * mass + I * kappa * t->Delta1[k]);
            sum += t->Delta0[k] + t->Delta1[k];
        }
    }
    return isfinite(sum) ? 0 : 1;
}

/* Borders from the singular vectors at u. */
static int choose_borders(rdg_torus *t, const double *u)
{
    const lapack_int n = (lapack_int)t->size;
    const int answer = put_matrix(t, u, t->size);
    if (answer != 0) {
        return answer;
    }
    if (LAPACKE_zgesvd_work(LAPACK_COL_MAJOR, 'A', 'A', n, n, t->A, n, t->sigma, t->left, n, t->right, n,
                            t->work, t->n_work, t->real_work) != 0) {
        return 1;
    }
    for (rdg_index i = 0; i < t->size; i++) {
        t->b[i] = t->left[i + t->size * (t->size - 1)];
        t->c[i] = conj(t->right[t->size - 1 + t->size * i]);
    }
    return 0;
}

rdg_torus *rdg_torus_create(rdg_hbm *hb, const char *where)
{
    rdg_torus *t = rdg_context_calloc(hb->ctx, 1, sizeof *t);
    if (!t) {
        return NULL;
    }
    rdg_status status = rdg_variation_init(&t->variation, hb, where, RDG_SAME_PERIOD);
    t->size = t->variation.size;
    t->scale = status == RDG_OK ? rdg_variation_scale(&t->variation, where) : NULL;
    status = t->scale ? take_memory(t, hb->ctx) : rdg_error_status(hb->ctx);
    if (status != RDG_OK) {
        rdg_torus_free(t);
        return NULL;
    }
    return t;
}

static double length(rdg_index n, const rdg_torus_number *x)
{
    double sum = 0.0;
    for (rdg_index i = 0; i < n; i++) {
        sum += creal(x[i]) * creal(x[i]) + cimag(x[i]) * cimag(x[i]);
    }
    return sqrt(sum);
}

/* p (with g last) and w with the borders at hand. */
static int solve_bordered(rdg_torus *t, const double *u)
{
    const rdg_index size = t->size, ld = size + 1;
    const lapack_int n = (lapack_int)ld;
    const int answer = put_matrix(t, u, ld);
    if (answer != 0) {
        return answer;
    }
    for (rdg_index i = 0; i < size; i++) {
        t->A[i + ld * size] = t->b[i];
        t->A[size + ld * i] = conj(t->c[i]);
        t->p[i] = t->w[i] = 0.0;
    }
    t->A[size + ld * size] = 0.0;
    t->p[size] = t->w[size] = 1.0;
    if (LAPACKE_zgetrf_work(LAPACK_COL_MAJOR, n, n, t->A, n, t->pivot) != 0) {
        return 1;
    }
    LAPACKE_zgetrs_work(LAPACK_COL_MAJOR, 'N', n, 1, t->A, n, t->pivot, t->p, n);
    LAPACKE_zgetrs_work(LAPACK_COL_MAJOR, 'C', n, 1, t->A, n, t->pivot, t->w, n);
    return 0;
}

static int probe(rdg_torus *t, const double *u)
{
    int answer = t->has_borders ? solve_bordered(t, u) : 1;
    if (answer == 0 && fmax(length(t->size, t->p), length(t->size, t->w)) < renew_beyond) {
        return 0;
    }
    answer = choose_borders(t, u);
    t->has_borders = t->has_borders || answer == 0;
    return answer == 0 ? solve_bordered(t, u) : answer;
}

int rdg_torus_f(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    rdg_torus *t = data;
    const int answer = probe(t, u);
    y[0] = creal(t->p[t->size]);
    y[1] = cimag(t->p[t->size]);
    return answer;
}

/* dg/dkappa = -w^H S (i Delta1 - 2 kappa M) S p / omega^2; p and w have their S already */
static rdg_torus_number slope_in_kappa(const rdg_torus *t, double omega, double kappa)
{
    const rdg_index size = t->size, n = t->variation.n;
    rdg_torus_number sum = 0.0;
    for (rdg_index j = 0; j < size; j++) {
        for (rdg_index i = 0; i < size; i++) {
            const double mass = i / n == j / n ? t->variation.M[i % n + n * (j % n)] : 0.0;
            sum += conj(t->w[i]) * (I * t->Delta1[i + size * j] - 2.0 * kappa * mass) * t->p[j];
        }
    }
    return -sum / (omega * omega);
}

/* Real and imaginary parts of w, p and of i kappa p. */
static void split(rdg_torus *t, double kappa, double *part[RDG_TORUS_PARTS])
{
    for (int k = 0; k < RDG_TORUS_PARTS; k++) {
        part[k] = t->parts + k * t->size;
    }
    for (rdg_index i = 0; i < t->size; i++) {
        part[0][i] = creal(t->w[i]);
        part[1][i] = cimag(t->w[i]);
        part[2][i] = creal(t->p[i]);
        part[3][i] = cimag(t->p[i]);
        part[4][i] = -kappa * part[3][i];
        part[5][i] = kappa * part[2][i];
    }
}

/* -d(w^H Delta p)/d(Q, omega) / omega^2 into two rows, its real and its imaginary part */
static int add_slopes(rdg_torus *t, const double *u, double omega, double kappa, double *row[2])
{
    double *part[RDG_TORUS_PARTS];
    split(t, kappa, part);
    double *const wr = part[0], *const wi = part[1], *const pr = part[2], *const pi = part[3];
    const struct {
        double *w, *p, *r, sign, *to;
    } term[] = {{wr, pr, part[4], -1.0, row[0]},
                {wi, pi, part[5], -1.0, row[0]},
                {wr, pi, part[5], -1.0, row[1]},
                {wi, pr, part[4], 1.0, row[1]}};
    int answer = 0;
    for (size_t k = 0; answer == 0 && k < sizeof term / sizeof *term; k++) {
        answer = rdg_variation_slope(&t->variation, u, omega, term[k].sign / (omega * omega), term[k].w,
                                     term[k].p, term[k].r, term[k].to);
    }
    return answer;
}

int rdg_torus_df(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    rdg_torus *t = data;
    const double omega = u[n - 2], kappa = u[n - 1];
    int answer = probe(t, u);
    if (answer != 0) {
        return answer;
    }
    const rdg_torus_number g = t->p[t->size];
    for (rdg_index i = 0; i < t->size; i++) {
        t->p[i] *= t->scale[i];
        t->w[i] *= t->scale[i];
    }
    double *row[2] = {t->gradient, t->gradient + n};
    memset(t->gradient, 0, 2 * (size_t)n * sizeof(double));
    answer = add_slopes(t, u, omega, kappa, row);
    const rdg_torus_number in_kappa = slope_in_kappa(t, omega, kappa);
    for (rdg_index j = 0; j < n; j++) {
        values[m * j] = row[0][j];
        values[m * j + 1] = row[1][j];
    }
    values[m * (n - 2)] -= 2.0 * creal(g) / omega;
    values[m * (n - 2) + 1] -= 2.0 * cimag(g) / omega;
    values[m * (n - 1)] = creal(in_kappa);
    values[m * (n - 1) + 1] = cimag(in_kappa);
    return answer;
}
