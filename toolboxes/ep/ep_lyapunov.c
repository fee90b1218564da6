/* The first Lyapunov coefficient of a Hopf point (Kuznetsov, Elements of Applied Bifurcation Theory, 3rd ed.,
 * eq. 5.39): with A q = i w q, A^T p = -i w p, <q, q> = <p, q> = 1, l1 = Re[<p, C(q, q, q*)> - 2 <p, B(q,
 * A^-1 B(q, q*))> + <p, B(q*, (2 i w - A)^-1 B(q, q))>] / (2 w). B and C are the second and third derivatives
 * of f.
 *
 * No B(., .) is formed: with <l, B(x, y)> = (H_l x) y, H_l the second derivatives contracted with l, the
 * inner solution is moved to the left, <p, B(q, A^-1 B(q, q*))> = <m, B(q, q*)> with A^T m = H_p q. Third
 * derivatives are differences of H_l x along x. Without second derivatives, H_l x is one of J^T l. */
#include "ep_impl.h"

#include <ridgewalk/toolbox.h>

#include <complex.h>
#include <lapacke.h>
#include <math.h>
#include <string.h>

typedef double complex number;

enum { POINTS = 5, SHIFTS = 2 * POINTS };

struct rdg_ep_lyapunov {
    rdg_ep_state *s;
    const double *u;
    double omega, step;
    double *shifted; /* [nu] */
    double *beside;  /* [nu] a point next to another */
    double *J;       /* [SHIFTS n n] at the shifted points along the real part of q, and the imaginary one */
    bool has_J[SHIFTS];
    double *part;           /* [4 n] real and imaginary parts of a vector, and of q */
    double *sum, *sample;   /* [n] */
    number *M;              /* [n n] */
    number *q, *p, *m, *bq; /* [n] */
    lapack_int *pivot;
};

typedef struct rdg_ep_lyapunov workspace;

void rdg_ep_lyapunov_free(rdg_ep_lyapunov *k)
{
    if (k) {
        void *arrays[] = {k->shifted, k->J, k->part, k->sum, k->sample, k->M,
                          k->q,       k->p, k->m,    k->bq,  k->pivot,  k->beside};
        for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) {
            rdg_free(arrays[i]);
        }
        rdg_free(k);
    }
}

rdg_ep_lyapunov *rdg_ep_lyapunov_create(rdg_ep_state *s)
{
    rdg_context *ctx = rdg_problem_context(s->problem);
    const size_t n = (size_t)s->n;
    workspace *k = rdg_context_calloc(ctx, 1, sizeof *k);
    if (!k) {
        return NULL;
    }
    k->s = s;
    k->shifted = rdg_context_calloc(ctx, (size_t)s->nu, sizeof(double));
    k->beside = rdg_context_calloc(ctx, (size_t)s->nu, sizeof(double));
    k->J = rdg_context_calloc(ctx, SHIFTS * n * n, sizeof(double));
    k->part = rdg_context_calloc(ctx, 4 * n, sizeof(double));
    k->sum = rdg_context_calloc(ctx, n, sizeof(double));
    k->sample = rdg_context_calloc(ctx, n, sizeof(double));
    k->M = rdg_context_calloc(ctx, n * n, sizeof(number));
    k->pivot = rdg_context_calloc(ctx, n, sizeof *k->pivot);
    number **vectors[] = {&k->q, &k->p, &k->m, &k->bq};
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++) {
        *vectors[i] = rdg_context_calloc(ctx, n, sizeof(number));
    }
    return k;
}

/* Step of the differences: a part of the size of the state. */
static double choose_step(const rdg_ep_state *s, const double *u)
{
    double size = 0.1;
    for (rdg_index j = s->column; j < s->column + s->n; j++) {
        size = fmax(size, fabs(u[j]));
    }
    return 3e-3 * size;
}

/* out = H_l x at a shifted point, or J^T l where there are no second derivatives. The Jacobian there serves
 * all l. */
static int sample(workspace *k, int shift, const double *l, const double *x, double *out)
{
    rdg_ep_state *s = k->s;
    const rdg_index n = s->n;
    int answer = 0;
    if (!s->field.d2f) {
        double *J = k->J + shift * n * n;
        answer = k->has_J[shift] ? 0 : rdg_ep_jacobian(k->shifted, J, s);
        k->has_J[shift] = answer == 0;
        for (rdg_index j = 0; j < n; j++) {
            out[j] = 0.0;
            for (rdg_index i = 0; i < n; i++) {
                out[j] += J[i + n * j] * l[i];
            }
        }
        return answer;
    }
    memset(s->v, 0, (size_t)s->nu * sizeof(double));
    memcpy(s->v + s->column, x, (size_t)n * sizeof(double));
    memcpy(s->lambda + s->row, l, (size_t)n * sizeof(double));
    answer = rdg_assembly_hessian_times(s->assembly, k->shifted, s->lambda, s->v, s->out);
    memcpy(out, s->out + s->column, (size_t)n * sizeof(double));
    return answer;
}

/* k->sum = l contracted with the second (order 2) or third (order 3) derivative of f along the real part of q
 * (part 0), or the imaginary one, once or twice: of order 4 in the step. */
static int along(workspace *k, int order, const double *l, int part)
{
    static const double at[POINTS] = {0.0, 1.0, -1.0, 2.0, -2.0};
    static const double weight[3][POINTS] = {
        {1.0, 0.0, 0.0, 0.0, 0.0},
        {0.0, 8.0 / 12.0, -8.0 / 12.0, -1.0 / 12.0, 1.0 / 12.0},
        {-30.0 / 12.0, 16.0 / 12.0, 16.0 / 12.0, -1.0 / 12.0, -1.0 / 12.0},
    };
    const rdg_index n = k->s->n;
    const double *x = k->part + (2 + part) * n;
    const int differences = k->s->field.d2f ? order - 2 : order - 1;
    const double scale = pow(k->step, -differences);
    int answer = 0;
    memset(k->sum, 0, (size_t)n * sizeof(double));
    for (int i = 0; answer == 0 && i < POINTS; i++) {
        if (weight[differences][i] == 0.0) {
            continue;
        }
        memcpy(k->shifted, k->u, (size_t)k->s->nu * sizeof(double));
        for (rdg_index j = 0; j < n; j++) {
            k->shifted[k->s->column + j] += at[i] * k->step * x[j];
        }
        answer = sample(k, part * POINTS + i, l, x, k->sample);
        for (rdg_index j = 0; j < n; j++) {
            k->sum[j] += scale * weight[differences][i] * k->sample[j];
        }
    }
    return answer;
}

static void split(const workspace *k, const number *z, double *re, double *im)
{
    for (rdg_index j = 0; j < k->s->n; j++) {
        re[j] = creal(z[j]);
        im[j] = cimag(z[j]);
    }
}

/* What is contracted with complex l, by real and imaginary parts. */
typedef enum contraction { SECOND_Q, SECOND_Q_CONJUGATE, THIRD } contraction;

/* out = H_l q, H_l q* or l C(q, q*, .) */
static int contract(workspace *k, contraction what, const number *l, number *out)
{
    static const number unit[] = {1.0, I};
    const rdg_index n = k->s->n;
    int answer = 0;
    split(k, l, k->part, k->part + n);
    split(k, k->q, k->part + 2 * n, k->part + 3 * n);
    memset(out, 0, (size_t)n * sizeof *out);
    for (int i = 0; answer == 0 && i < 4; i++) {
        const number of_q = what == THIRD ? 1.0 : what == SECOND_Q ? unit[i % 2] : conj(unit[i % 2]);
        answer = along(k, what == THIRD ? 3 : 2, k->part + (i / 2) * n, i % 2);
        for (rdg_index j = 0; j < n; j++) {
            out[j] += unit[i / 2] * of_q * k->sum[j];
        }
    }
    return answer;
}

/* x <- (shift - A)^-T x */
static bool solve(workspace *k, number shift, number *x)
{
    const lapack_int n = (lapack_int)k->s->n;
    for (lapack_int j = 0; j < n; j++) {
        for (lapack_int i = 0; i < n; i++) {
            k->M[j + n * i] = (i == j ? shift : 0.0) - k->s->spectrum->J[i + n * j];
        }
    }
    return RDG_BLAS(LAPACKE_zgesv(LAPACK_COL_MAJOR, n, 1, k->M, n, k->pivot, x, n)) == 0;
}

static number product(const workspace *k, const number *a, const number *b)
{
    number sum = 0.0;
    for (rdg_index j = 0; j < k->s->n; j++) {
        sum += a[j] * b[j];
    }
    return sum;
}

/* q and p*, with p* q = 1, from the eigenvectors of the 2 x 2 matrix in the critical subspace. */
static void take_eigenvectors(workspace *k, const rdg_critical *c)
{
    const rdg_index n = k->s->n;
    const number lambda = 0.5 * c->sum + I * k->omega;
    const number right[2] = {c->B[0][1], lambda - c->B[0][0]};
    const number left[2] = {c->B[1][0], lambda - c->B[0][0]};
    double square = 0.0;
    for (rdg_index j = 0; j < n; j++) {
        k->q[j] = k->s->spectrum->V[j] * right[0] + k->s->spectrum->V[n + j] * right[1];
        k->p[j] = k->s->spectrum->W[j] * left[0] + k->s->spectrum->W[n + j] * left[1];
        square += creal(k->q[j]) * creal(k->q[j]) + cimag(k->q[j]) * cimag(k->q[j]);
    }
    for (rdg_index j = 0; j < n; j++) {
        k->q[j] /= sqrt(square);
    }
    const number scale = product(k, k->p, k->q);
    for (rdg_index j = 0; j < n; j++) {
        k->p[j] /= scale;
    }
}

/* The three terms. */
static int coefficient(workspace *k, double *l1)
{
    const rdg_index n = k->s->n;
    memset(k->has_J, 0, sizeof k->has_J);
    for (int part = 0; part < 2; part++) { /* where it is not shifted */
        memcpy(k->J + part * POINTS * n * n, k->s->spectrum->J, (size_t)(n * n) * sizeof(double));
        k->has_J[part * POINTS] = true;
    }
    int answer = contract(k, THIRD, k->p, k->m);
    number sum = product(k, k->m, k->q);
    if (answer == 0) {
        answer = contract(k, SECOND_Q, k->p, k->m);
    }
    if (answer == 0) { /* solve() gives -A^-T */
        answer = solve(k, 0.0, k->m) ? contract(k, SECOND_Q_CONJUGATE, k->m, k->bq) : 1;
        sum += 2.0 * product(k, k->bq, k->q);
    }
    if (answer == 0) {
        answer = contract(k, SECOND_Q_CONJUGATE, k->p, k->m);
    }
    if (answer == 0) {
        answer = solve(k, 2.0 * I * k->omega, k->m) ? contract(k, SECOND_Q, k->m, k->bq) : 1;
        sum += product(k, k->bq, k->q);
    }
    *l1 = creal(sum) / (2.0 * k->omega);
    return answer;
}

/* Where the differences leave the domain of f, shorter ones may not. Without a value, as at a Bogdanov-Takens
 * point, it is 0. */
static int coefficient_in_domain(workspace *k, double *l1)
{
    enum { TRIALS = 3 };
    int answer = 1;
    for (int trial = 0; answer > 0 && trial < TRIALS; trial++) {
        answer = coefficient(k, l1);
        k->step *= 0.1;
    }
    if (answer > 0 || !isfinite(*l1)) {
        *l1 = 0.0;
    }
    return answer < 0 ? answer : 0;
}

/* The coefficient of the critical pair at u if its sum is less than this share of the frequency, next to a
 * Hopf point, or is none to what Newton's method leaves, at one; else 0. */
static int l1_at(rdg_ep_state *s, const double *u, bool next_to, double *l1)
{
    static const double beside = 0.1, on_curve = 1e-7;
    rdg_critical c;
    *l1 = 0.0;
    int answer = rdg_spectrum_decompose(s->spectrum, u);
    if (answer != 0) {
        return answer;
    }
    rdg_spectrum_critical(s->spectrum, RDG_SPECTRUM_SUM, &c);
    /* requested at every chart, and dear: most are sorted out by their eigenvalues */
    const double sum = fabs(c.value);
    const double norm = next_to ? INFINITY : s->spectrum->norm;
    const bool is_near = c.product > 0.0 && sum < beside * sqrt(c.product) && sum <= on_curve * norm;
    if (c.size == 0 || !is_near || rdg_spectrum_bases(s->spectrum, RDG_SPECTRUM_SUM, &c) != 0) {
        return 0;
    }
    const double square = rdg_critical_square(&c);
    if (c.product < 1e-12 * square || !(next_to || sum <= on_curve * sqrt(square))) {
        return 0; /* a pole, a Bogdanov-Takens point; or no Hopf point */
    }
    workspace *k = s->lyapunov;
    k->u = u;
    k->omega = sqrt(c.product - 0.25 * c.value * c.value);
    k->step = choose_step(s, u);
    take_eigenvectors(k, &c);
    return coefficient_in_domain(k, l1);
}

int rdg_ep_l1(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    return l1_at(data, u, false, y);
}

/* Differences off the curve, where the coefficient goes on smoothly; wide ones, as it has some digits less
 * than what it is made of. */
int rdg_ep_l1_df(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    (void)m;
    static const double share = 1e-4, least = 1e-2;
    rdg_ep_state *s = data;
    double *at = s->lyapunov->beside;
    int answer = 0;
    memcpy(at, u, (size_t)n * sizeof *u);
    for (rdg_index j = 0; j < n && answer == 0; j++) {
        const double h = share * fmax(fabs(u[j]), least);
        double low = 0.0, high = 0.0;
        at[j] = u[j] + h;
        answer = l1_at(s, at, true, &high);
        at[j] = u[j] - h;
        answer = answer == 0 ? l1_at(s, at, true, &low) : answer;
        at[j] = u[j];
        values[j] = (high - low) / (2.0 * h);
    }
    return answer;
}
