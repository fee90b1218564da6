/* Points with an exponent i kappa: Delta(i kappa) is singular.
 *
 * With A(s) = S Delta(s) S / omega^2, S dividing by the roots of the masses, and borders b and c,
 *
 *     [A b; c^T 0] [p; g] = [0; 1],   [A b; c^T 0]^H [w; .] = [0; 1],   dg = -w^H dA p,
 *
 * the complex g vanishes where A is singular, for any borders that make the system regular. They are real, so
 * that g(s) is real for a real s: g(i kappa) = E + i kappa O, E and O even in kappa. E = O = 0 is requested
 * instead of g = 0, which has all folds as solutions with kappa = 0 besides; with O = -w^T S Delta1 S p /
 * omega^2 nothing is divided by kappa. The borders are next to singular vectors at first and are renewed
 * where p or w has become long. */
#include "stability_critical_impl.h"

#include <math.h>
#include <string.h>

static const double renew_beyond = 4.0; /* times the length of the borders */

/* In place of kappa = 0, in units of omega: imaginary parts are then derivatives, without cancellation. */
static const double least_kappa = 1e-40;

void rdg_critical_free(void *data)
{
    rdg_critical *t = data;
    rdg_variation_release(&t->variation);
    double *const arrays[] = {t->scale,     t->Delta0, t->Delta1,   t->Delta2, t->sigma,
                              t->real_work, t->parts,  t->gradient, t->b,      t->c};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) {
        rdg_free(arrays[i]);
    }
    rdg_critical_number *const numbers[] = {t->A, t->left,   t->right,  t->p,
                                            t->w, t->p_rate, t->w_rate, t->work};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        rdg_free(numbers[i]);
    }
    rdg_free(t->pivot);
    rdg_free(t);
}

static rdg_status take_memory(rdg_critical *t, rdg_context *ctx)
{
    const size_t size = (size_t)t->size, bordered = size + 1;
    t->Delta0 = rdg_context_calloc(ctx, size * size, sizeof(double));
    t->Delta1 = rdg_context_calloc(ctx, size * size, sizeof(double));
    t->Delta2 = rdg_context_calloc(ctx, size * size, sizeof(double));
    t->b = rdg_context_calloc(ctx, size, sizeof(double));
    t->c = rdg_context_calloc(ctx, size, sizeof(double));
    t->sigma = rdg_context_calloc(ctx, size, sizeof(double));
    t->real_work = rdg_context_calloc(ctx, 5 * size, sizeof(double));
    t->parts = rdg_context_calloc(ctx, RDG_CRITICAL_PARTS * size, sizeof(double));
    t->gradient = rdg_context_calloc(ctx, 2 * (size_t)(t->variation.hb->m + 1), sizeof(double));
    t->A = rdg_context_calloc(ctx, bordered * bordered, sizeof *t->A);
    t->left = rdg_context_calloc(ctx, size * size, sizeof *t->left);
    t->right = rdg_context_calloc(ctx, size * size, sizeof *t->right);
    rdg_critical_number **const vectors[] = {&t->p, &t->w, &t->p_rate, &t->w_rate};
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++) {
        *vectors[i] = rdg_context_calloc(ctx, bordered, sizeof(rdg_critical_number));
    }
    t->pivot = rdg_context_calloc(ctx, bordered, sizeof *t->pivot);
    RDG_TRY(rdg_error_status(ctx));
    const lapack_int n = (lapack_int)t->size;
    rdg_critical_number wanted = 0.0;
    RDG_BLAS(LAPACKE_zgesvd_work(LAPACK_COL_MAJOR, 'A', 'A', n, n, t->A, n, t->sigma, t->left, n, t->right, n,
                                 &wanted, -1, t->real_work));
    t->n_work = (lapack_int)creal(wanted);
    t->work = rdg_context_calloc(ctx, (size_t)t->n_work, sizeof *t->work);
    return rdg_error_status(ctx);
}

static double kappa_at(const rdg_critical *t, const double *u)
{
    const double omega = u[t->variation.hb->m], kappa = u[t->variation.hb->m + 1];
    return fabs(kappa) < least_kappa * omega ? least_kappa * omega : kappa;
}

/* S Delta S / omega^2 for all three matrices at u = (Q, omega, kappa) */
static int put_matrices(rdg_critical *t, const double *u)
{
    const rdg_index size = t->size, n = t->variation.n;
    const double omega = u[t->variation.hb->m];
    const int answer = rdg_variation_matrices(&t->variation, u, omega, t->Delta0, t->Delta1);
    if (answer != 0) {
        return answer;
    }
    double sum = 0.0;
    for (rdg_index k = 0; k < size * size; k++) {
        const rdg_index i = k % size, j = k / size;
        const double factor = t->scale[i] * t->scale[j] / (omega * omega);
        t->Delta0[k] *= factor;
        t->Delta1[k] *= factor;
        t->Delta2[k] = i / n == j / n ? factor * t->variation.M[i % n + n * (j % n)] : 0.0;
        sum += t->Delta0[k] + t->Delta1[k];
    }
    return isfinite(sum) ? 0 : 1;
}

/* A(i kappa) with leading dimension ld */
static void put_operator(rdg_critical *t, double kappa, rdg_index ld)
{
    for (rdg_index j = 0; j < t->size; j++) {
        for (rdg_index i = 0; i < t->size; i++) {
            const rdg_index k = i + t->size * j;
            t->A[i + ld * j] = t->Delta0[k] - kappa * kappa * t->Delta2[k] + I * kappa * t->Delta1[k];
        }
    }
}

/* The real part of a complex vector, turned by the phase that makes it longest; unit length */
static void real_border(rdg_index n, const rdg_critical_number *x, rdg_index stride, double *border)
{
    rdg_critical_number square = 0.0;
    double length = 0.0;
    for (rdg_index i = 0; i < n; i++) {
        square += x[stride * i] * x[stride * i];
    }
    const rdg_critical_number turn = cexp(-0.5 * I * carg(square));
    for (rdg_index i = 0; i < n; i++) {
        border[i] = creal(turn * x[stride * i]);
        length += border[i] * border[i];
    }
    for (rdg_index i = 0; i < n; i++) {
        border[i] /= sqrt(length);
    }
}

/* Borders from the singular vectors at hand. */
static int choose_borders(rdg_critical *t, double kappa)
{
    const lapack_int n = (lapack_int)t->size;
    put_operator(t, kappa, t->size);
    if (RDG_BLAS(LAPACKE_zgesvd_work(LAPACK_COL_MAJOR, 'A', 'A', n, n, t->A, n, t->sigma, t->left, n,
                                     t->right, n, t->work, t->n_work, t->real_work)) != 0) {
        return 1;
    }
    real_border(t->size, t->left + t->size * (t->size - 1), 1, t->b);
    real_border(t->size, t->right + t->size - 1, t->size, t->c); /* conjugate: the real part is the same */
    t->has_borders = true;
    return 0;
}

static void solve(rdg_critical *t, char transposition, rdg_critical_number *x)
{
    const lapack_int n = (lapack_int)t->size + 1;
    RDG_BLAS(LAPACKE_zgetrs_work(LAPACK_COL_MAJOR, transposition, n, 1, t->A, n, t->pivot, x, n));
}

/* p (with g last) and w with the borders at hand */
static int solve_bordered(rdg_critical *t, double kappa)
{
    const rdg_index size = t->size, ld = size + 1;
    put_operator(t, kappa, ld);
    for (rdg_index i = 0; i < size; i++) {
        t->A[i + ld * size] = t->b[i];
        t->A[size + ld * i] = t->c[i];
        t->p[i] = t->w[i] = 0.0;
    }
    t->A[size + ld * size] = 0.0;
    t->p[size] = t->w[size] = 1.0;
    if (RDG_BLAS(LAPACKE_zgetrf_work(LAPACK_COL_MAJOR, (lapack_int)ld, (lapack_int)ld, t->A, (lapack_int)ld,
                                     t->pivot)) != 0) {
        return 1;
    }
    solve(t, 'N', t->p);
    solve(t, 'C', t->w);
    return 0;
}

static double length(rdg_index n, const rdg_critical_number *x)
{
    double sum = 0.0;
    for (rdg_index i = 0; i < n; i++) {
        sum += creal(x[i]) * creal(x[i]) + cimag(x[i]) * cimag(x[i]);
    }
    return sqrt(sum);
}

static int probe(rdg_critical *t, const double *u)
{
    const double kappa = kappa_at(t, u);
    int answer = put_matrices(t, u);
    if (answer != 0) {
        return answer;
    }
    answer = t->has_borders ? solve_bordered(t, kappa) : 1;
    if (answer == 0 && fmax(length(t->size, t->p), length(t->size, t->w)) < renew_beyond) {
        return 0;
    }
    answer = choose_borders(t, kappa);
    return answer == 0 ? solve_bordered(t, kappa) : answer;
}

/* a^T Delta b, a not conjugated */
static rdg_critical_number form(rdg_index n, const rdg_critical_number *a, const double *Delta,
                                const rdg_critical_number *b)
{
    rdg_critical_number sum = 0.0;
    for (rdg_index k = 0; k < n * n; k++) {
        sum += a[k % n] * Delta[k] * b[k / n];
    }
    return sum;
}

static double even(const rdg_critical *t)
{
    return creal(t->p[t->size]);
}

static double odd(const rdg_critical *t)
{
    return -creal(form(t->size, t->w, t->Delta1, t->p));
}

int rdg_critical_f(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    rdg_critical *t = data;
    const int answer = probe(t, u);
    if (answer == 0) {
        y[0] = even(t);
        y[1] = odd(t);
    }
    return answer;
}

/* y = -dA/dkappa x, or -(dA/dkappa)^H x, dA/dkappa = i Delta1 - 2 kappa Delta2; 0 below it */
static void rate_side(const rdg_critical *t, double kappa, bool conjugate, const rdg_critical_number *x,
                      rdg_critical_number *y)
{
    const rdg_index size = t->size;
    const rdg_critical_number unit = conjugate ? -I : I;
    memset(y, 0, (size_t)(size + 1) * sizeof *y);
    for (rdg_index k = 0; k < size * size; k++) {
        const rdg_index i = k % size, j = k / size;
        y[conjugate ? j : i] -= (unit * t->Delta1[k] - 2.0 * kappa * t->Delta2[k]) * x[conjugate ? i : j];
    }
}

/* dE/dkappa and dO/dkappa */
static void slopes_in_kappa(rdg_critical *t, double kappa, double slope[2])
{
    rate_side(t, kappa, false, t->p, t->p_rate);
    rate_side(t, kappa, true, t->w, t->w_rate);
    solve(t, 'N', t->p_rate);
    solve(t, 'C', t->w_rate);
    slope[0] = creal(t->p_rate[t->size]);
    slope[1] = -creal(form(t->size, t->w_rate, t->Delta1, t->p) + form(t->size, t->w, t->Delta1, t->p_rate));
}

/* Real and imaginary parts of S w, S p and of i kappa S p. */
static void split(rdg_critical *t, double kappa, double *part[RDG_CRITICAL_PARTS])
{
    for (int k = 0; k < RDG_CRITICAL_PARTS; k++) {
        part[k] = t->parts + k * t->size;
    }
    for (rdg_index i = 0; i < t->size; i++) {
        part[0][i] = t->scale[i] * creal(t->w[i]);
        part[1][i] = t->scale[i] * cimag(t->w[i]);
        part[2][i] = t->scale[i] * creal(t->p[i]);
        part[3][i] = t->scale[i] * cimag(t->p[i]);
        part[4][i] = -kappa * part[3][i];
        part[5][i] = kappa * part[2][i];
    }
}

/* E and O by Q and omega, [m + 1] each, or by numbers, every second of [2 released->n]: -d(w^H A p), real
 * part, and imaginary part divided by kappa, added to the rows */
static int add_slopes(rdg_critical *t, const double *u, double kappa, const rdg_hbm_released *released,
                      double *even_row, double *odd_row)
{
    const double omega = u[t->variation.hb->m], factor = 1.0 / (omega * omega);
    double *part[RDG_CRITICAL_PARTS];
    split(t, kappa, part);
    double *const wr = part[0], *const wi = part[1], *const pr = part[2], *const pi = part[3];
    const struct {
        double *w, *p, *r, factor, *to;
    } term[] = {{wr, pr, part[4], -factor, even_row},
                {wi, pi, part[5], -factor, even_row},
                {wr, pi, part[5], -factor / kappa, odd_row},
                {wi, pr, part[4], factor / kappa, odd_row}};
    int answer = 0;
    for (size_t k = 0; answer == 0 && k < sizeof term / sizeof *term; k++) {
        answer = released ? rdg_variation_by_numbers(&t->variation, u, omega, term[k].factor, term[k].w,
                                                     term[k].p, term[k].r, released, 2, term[k].to)
                          : rdg_variation_slope(&t->variation, u, omega, term[k].factor, term[k].w, term[k].p,
                                                term[k].r, term[k].to);
    }
    return answer;
}

static int slopes_in_solution(rdg_critical *t, const double *u, double kappa)
{
    const rdg_index n = t->variation.hb->m + 1;
    const double omega = u[n - 1];
    double *const even_row = t->gradient, *const odd_row = t->gradient + n;
    memset(t->gradient, 0, 2 * (size_t)n * sizeof *t->gradient);
    const int answer = add_slopes(t, u, kappa, NULL, even_row, odd_row);
    even_row[n - 1] -= 2.0 * even(t) / omega;
    odd_row[n - 1] -= 2.0 * odd(t) / omega;
    return answer;
}

int rdg_critical_by_numbers(const double *u, rdg_index m, const rdg_hbm_released *released, double *values,
                            void *data)
{
    rdg_critical *t = data;
    (void)m;
    return add_slopes(t, u, kappa_at(t, u), released, values, values + 1);
}

int rdg_critical_df(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    rdg_critical *t = data;
    const double kappa = kappa_at(t, u);
    int answer = probe(t, u);
    if (answer != 0) {
        return answer;
    }
    answer = slopes_in_solution(t, u, kappa);
    for (rdg_index j = 0; j < n - 1; j++) {
        values[m * j] = t->gradient[j];
        values[m * j + 1] = t->gradient[n - 1 + j];
    }
    slopes_in_kappa(t, kappa, values + m * (n - 1));
    return answer;
}

rdg_critical *rdg_critical_create(rdg_hbm *hb, const char *where)
{
    rdg_critical *t = rdg_context_calloc(hb->ctx, 1, sizeof *t);
    if (!t) {
        return NULL;
    }
    rdg_status status = rdg_variation_init(&t->variation, hb, RDG_SAME_PERIOD);
    t->size = t->variation.size;
    t->scale = status == RDG_OK ? rdg_variation_scale(&t->variation, where) : NULL;
    status = t->scale ? take_memory(t, hb->ctx) : rdg_error_status(hb->ctx);
    if (status != RDG_OK) {
        rdg_critical_free(t);
        return NULL;
    }
    return t;
}
