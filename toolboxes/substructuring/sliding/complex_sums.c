/* g(p), and its zeros from predictors, all at once: Aberth's method on the polynomial P = g prod d_i, d_i =
 * p^2
 * + c_i p + w_i^2, whose other zeros are repelled. */
#include "complex_modes_impl.h"

#include <ridgewalk/toolbox.h>

#include <complex.h>
#include <float.h>
#include <math.h>

void rdg_coupled_fill(const rdg_sliding *c, rdg_coupled *m)
{
    for (rdg_index i = 0; i < m->n; i++) {
        const rdg_sliding_side *side = i < c->slider.n ? &c->slider : &c->target;
        const rdg_index mode = i < c->slider.n ? i : i - c->slider.n;
        m->w2[i] = side->w2[mode];
        m->c[i] = side->c[mode];
    }
}

double *rdg_coupled_create(const rdg_sliding *c, const char *where, rdg_index more, rdg_coupled *m)
{
    const rdg_index n = rdg_sliding_modes(c);
    double *memory = rdg_context_calloc(c->ctx, (size_t)((RDG_COUPLED_ROWS + more) * n), sizeof *memory);
    if (memory) {
        *m = (rdg_coupled){.ctx = c->ctx,
                           .where = where,
                           .n = n,
                           .a = memory,
                           .b = memory + n,
                           .r = memory + 2 * n,
                           .w2 = memory + 3 * n,
                           .c = memory + 4 * n};
        rdg_coupled_fill(c, m);
    }
    return memory;
}

void rdg_coupled_multiply(rdg_coupled *m)
{
    for (rdg_index i = 0; i < m->n; i++) {
        m->r[i] = m->a[i] * m->b[i];
    }
}

static double complex inverse(double complex z)
{
    return conj(z) / (creal(z) * creal(z) + cimag(z) * cimag(z));
}

/* In real numbers, 1/d = (x - i y)/|d|^2: complex division is a call. At a pole d is a rounding error. */
rdg_coupled_sums rdg_coupled_sum(const rdg_coupled *m, double complex p)
{
    const double s = creal(p), w = cimag(p), square = s * s - w * w, twice = 2.0 * s * w;
    const double least = DBL_EPSILON * DBL_EPSILON * (s * s + w * w) * (s * s + w * w);
    double g[2] = {0.0, 0.0}, dg[2] = {0.0, 0.0}, poles[2] = {0.0, 0.0};
    for (rdg_index i = 0; i < m->n; i++) {
        const double c = m->c[i], x = square + c * s + m->w2[i], y = twice + c * w, dx = 2.0 * s + c;
        const double norm = x * x + y * y, scale = 1.0 / (norm > least ? norm : least + DBL_MIN);
        const double u = (norm > least ? x : sqrt(least)) * scale, v = -y * scale; /* 1/d = u + i v */
        const double a = u * dx - 2.0 * v * w, b = v * dx + 2.0 * u * w;           /* d'/d */
        const double r = m->r[i];
        g[0] += r * u;
        g[1] += r * v;
        dg[0] -= r * (u * a - v * b);
        dg[1] -= r * (u * b + v * a);
        poles[0] += a;
        poles[1] += b;
    }
    return (rdg_coupled_sums){
        .g = g[0] + g[1] * I, .dg = dg[0] + dg[1] * I, .poles = poles[0] + poles[1] * I};
}

/* Newton's step on P with the other zeros, and all conjugate ones, repelled */
static double complex step_of(const rdg_coupled *m, rdg_index count, const double complex *p, rdg_index k)
{
    const rdg_coupled_sums at = rdg_coupled_sum(m, p[k]);
    if (at.g == 0.0) {
        return 0.0;
    }
    double complex sum = at.dg * inverse(at.g) + at.poles;
    for (rdg_index j = 0; j < count; j++) {
        if (j != k && p[j] != p[k]) {
            sum -= inverse(p[k] - p[j]);
        }
        sum -= inverse(p[k] - conj(p[j]));
    }
    const double size = cabs(sum);
    return size > 0.0 && isfinite(size) ? inverse(sum) : 0.0;
}

bool rdg_coupled_polish(const rdg_coupled *m, rdg_index count, double complex *p)
{
    enum { SWEEPS = 60 };
    for (int sweep = 0; sweep < SWEEPS; sweep++) {
        double largest = 0.0;
        for (rdg_index k = 0; k < count; k++) {
            const double complex step = step_of(m, count, p, k);
            p[k] -= step;
            largest = fmax(largest, cabs(step) / cabs(p[k]));
        }
        if (largest < 64 * DBL_EPSILON) {
            return true;
        }
        if (!isfinite(largest)) {
            return false;
        }
    }
    return false;
}

rdg_status rdg_sliding_g(rdg_sliding *c, const rdg_sliding_state *at, double sigma, double omega,
                         double _Complex *g, double _Complex *dg)
{
    RDG_ENTER(c, c->ctx, RDG_ERR_EARLIER);
    RDG_NEED(c->ctx, at, RDG_ERR_ARGUMENT);
    RDG_NEED(c->ctx, g, RDG_ERR_ARGUMENT);
    RDG_TRY(rdg_sliding_check_state(c, __func__, at));
    if (!isfinite(sigma) || !isfinite(omega)) {
        return RDG_FAIL(c->ctx, RDG_ERR_ARGUMENT, "p = %g + %g i", sigma, omega);
    }
    rdg_coupled m;
    double *memory = rdg_coupled_create(c, __func__, 0, &m);
    if (!memory) {
        return RDG_ERR_NO_MEMORY;
    }
    rdg_sliding_rows(c, at, c->mu, m.a, m.b);
    rdg_coupled_multiply(&m);
    const rdg_coupled_sums sums = rdg_coupled_sum(&m, sigma + omega * I);
    rdg_free(memory);
    *g = sums.g;
    if (dg) {
        *dg = sums.dg;
    }
    return RDG_OK;
}
