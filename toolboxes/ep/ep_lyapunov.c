/* The first Lyapunov coefficient of a Hopf point (Kuznetsov, Elements of Applied Bifurcation Theory, 3rd ed.,
 * eq. 5.39): with A q = i w q, A^T p = -i w p, <q, q> = <p, q> = 1, l1 = Re[<p, C(q, q, q*)> - 2 <p, B(q,
 * A^-1 B(q, q*))> + <p, B(q*, (2 i w - A)^-1 B(q, q))>] / (2 w). B and C are the second and third derivatives
 * of f, from differences of its Jacobian along q. */
#include "ep_impl.h"

#include <ridgewalk/toolbox.h>

#include <complex.h>
#include <lapacke.h>
#include <math.h>
#include <string.h>

typedef double complex number;

typedef struct workspace {
    rdg_ep_state *s;
    const double *u;
    double step;
    double *shifted;           /* [nu] */
    double *J;                 /* [5 n n] Jacobians at 0, +-step, +-2 step */
    number *M;                 /* [n n] */
    number *q, *p, *x, *y, *z; /* [n] */
    lapack_int *pivot;
} workspace;

static void release(workspace *k)
{
    void *arrays[] = {k->shifted, k->J, k->M, k->q, k->p, k->x, k->y, k->z, k->pivot};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) {
        rdg_free(arrays[i]);
    }
}

static bool create(workspace *k, rdg_ep_state *s, const double *u)
{
    rdg_context *ctx = rdg_problem_context(s->problem);
    const size_t n = (size_t)s->n;
    *k = (workspace){.s = s, .u = u};
    k->shifted = rdg_context_calloc(ctx, (size_t)s->nu, sizeof(double));
    k->J = rdg_context_calloc(ctx, 5 * n * n, sizeof(double));
    k->M = rdg_context_calloc(ctx, n * n, sizeof(number));
    k->pivot = rdg_context_calloc(ctx, n, sizeof *k->pivot);
    number **vectors[] = {&k->q, &k->p, &k->x, &k->y, &k->z};
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++) {
        *vectors[i] = rdg_context_calloc(ctx, n, sizeof(number));
    }
    return rdg_error_status(ctx) == RDG_OK;
}

/* Step of the differences: a part of the size of the state. */
static double choose_step(const rdg_ep_state *s, const double *u)
{
    double size = 0.0;
    for (rdg_index j = 0; j < s->n; j++) {
        size = fmax(size, fabs(u[j]));
    }
    return 3e-3 * fmax(size, 1e-2);
}

/* Jacobians along a real direction v. */
static int sample(workspace *k, const double *v)
{
    static const double at[] = {0.0, 1.0, -1.0, 2.0, -2.0};
    const rdg_index n = k->s->n;
    int answer = 0;
    for (int i = 0; answer == 0 && i < 5; i++) {
        memcpy(k->shifted, k->u, (size_t)k->s->nu * sizeof(double));
        for (rdg_index j = 0; j < n; j++) {
            k->shifted[j] += at[i] * k->step * v[j];
        }
        answer = rdg_ep_jacobian(k->s, k->shifted, k->J + i * n * n);
    }
    return answer;
}

/* out += factor * (derivative of J of the given order along the direction sampled) w */
static void add_times(const workspace *k, int order, number factor, const number *w, number *out)
{
    /* fourth order: values at 0, +-1, +-2 steps */
    static const double weight[2][5] = {
        {0.0, 8.0 / 12.0, -8.0 / 12.0, -1.0 / 12.0, 1.0 / 12.0},
        {-30.0 / 12.0, 16.0 / 12.0, 16.0 / 12.0, -1.0 / 12.0, -1.0 / 12.0},
    };
    const rdg_index n = k->s->n;
    const double scale = pow(k->step, -order);
    for (rdg_index j = 0; j < n; j++) {
        for (rdg_index i = 0; i < n; i++) {
            double sum = 0.0;
            for (int l = 0; l < 5; l++) {
                sum += weight[order - 1][l] * k->J[l * n * n + i + n * j];
            }
            out[i] += factor * (scale * sum) * w[j];
        }
    }
}

static void take_part(const workspace *k, const number *z, double a, double b, double *v)
{
    for (rdg_index j = 0; j < k->s->n; j++) {
        v[j] = a * creal(z[j]) + b * cimag(z[j]);
    }
}

/* out = B(z, w) */
static int second(workspace *k, const number *z, const number *w, number *out)
{
    double *v = k->s->v;
    memset(out, 0, (size_t)k->s->n * sizeof *out);
    take_part(k, z, 1.0, 0.0, v);
    int answer = sample(k, v);
    add_times(k, 1, 1.0, w, out);
    if (answer == 0) {
        take_part(k, z, 0.0, 1.0, v);
        answer = sample(k, v);
        add_times(k, 1, I, w, out);
    }
    return answer;
}

/* out = C(z, z, w): with z = a + i b, C(a, a) - C(b, b) + 2 i C(a, b), and 4 C(a, b) = C(a + b, a + b) - C(a
 * - b, a - b) */
static int third(workspace *k, const number *z, const number *w, number *out)
{
    static const struct {
        double a, b;
        double re, im;
    } part[] = {{1, 0, 1, 0}, {0, 1, -1, 0}, {1, 1, 0, 0.5}, {1, -1, 0, -0.5}};
    int answer = 0;
    memset(out, 0, (size_t)k->s->n * sizeof *out);
    for (int i = 0; answer == 0 && i < 4; i++) {
        take_part(k, z, part[i].a, part[i].b, k->s->v);
        answer = sample(k, k->s->v);
        add_times(k, 2, part[i].re + I * part[i].im, w, out);
    }
    return answer;
}

/* x <- (shift - A)^-1 x */
static bool solve(workspace *k, number shift, number *x)
{
    const lapack_int n = (lapack_int)k->s->n;
    for (lapack_int j = 0; j < n; j++) {
        for (lapack_int i = 0; i < n; i++) {
            k->M[i + n * j] = (i == j ? shift : 0.0) - k->s->J[i + n * j];
        }
    }
    return LAPACKE_zgesv(LAPACK_COL_MAJOR, n, 1, k->M, n, k->pivot, x, n) == 0;
}

static number product(const workspace *k, const number *a, const number *b)
{
    number sum = 0.0;
    for (rdg_index j = 0; j < k->s->n; j++) {
        sum += conj(a[j]) * b[j];
    }
    return sum;
}

/* q and p from the eigenvectors of the 2 x 2 matrix in the critical subspace. */
static void take_eigenvectors(workspace *k, const rdg_critical *c, number lambda)
{
    const rdg_index n = k->s->n;
    const number right[2] = {c->B[0][1], lambda - c->B[0][0]};
    const number left[2] = {conj(c->B[1][0]), conj(lambda - c->B[0][0])};
    for (rdg_index j = 0; j < n; j++) {
        k->q[j] = k->s->V[j] * right[0] + k->s->V[n + j] * right[1];
        k->p[j] = k->s->W[j] * left[0] + k->s->W[n + j] * left[1];
    }
    const double length = sqrt(creal(product(k, k->q, k->q)));
    for (rdg_index j = 0; j < n; j++) {
        k->q[j] /= length;
    }
    const number scale = conj(product(k, k->p, k->q));
    for (rdg_index j = 0; j < n; j++) {
        k->p[j] /= scale;
    }
}

static int coefficient(workspace *k, double omega, double *l1)
{
    const rdg_index n = k->s->n;
    number *conjugate = k->z;
    for (rdg_index j = 0; j < n; j++) {
        conjugate[j] = conj(k->q[j]);
    }
    int answer = third(k, k->q, conjugate, k->x);
    number sum = product(k, k->p, k->x);
    if (answer == 0) {
        answer = second(k, k->q, conjugate, k->x);
    }
    if (answer == 0) {
        answer = solve(k, 0.0, k->x) ? second(k, k->q, k->x, k->y) : 1; /* -A^-1 */
        sum += 2.0 * product(k, k->p, k->y);
    }
    if (answer == 0) {
        answer = second(k, k->q, k->q, k->x);
    }
    if (answer == 0) {
        answer = solve(k, 2.0 * I * omega, k->x) ? second(k, conjugate, k->x, k->y) : 1;
        sum += product(k, k->p, k->y);
    }
    *l1 = creal(sum) / (2.0 * omega);
    return answer;
}

int rdg_ep_l1(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    rdg_ep_state *s = data;
    rdg_critical c;
    y[0] = 1.0;
    int answer = rdg_ep_decompose(s, u);
    if (answer != 0) {
        return answer;
    }
    rdg_ep_critical(s, RDG_EP_SUM, &c);
    if (c.size == 0 || !(c.product > 0.0) || fabs(c.value) > 1e-3 * sqrt(c.product) ||
        rdg_ep_bases(s, &c) != 0) {
        return 0; /* no Hopf point near by */
    }
    const double omega = sqrt(c.product - 0.25 * c.value * c.value);
    workspace k;
    if (create(&k, s, u)) {
        k.step = choose_step(s, u);
        take_eigenvectors(&k, &c, 0.5 * c.value + I * omega);
        answer = coefficient(&k, omega, y);
    } else {
        answer = -1;
    }
    release(&k);
    return answer;
}
