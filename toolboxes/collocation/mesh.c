/* Errors of a segment between its mesh points, and the monitor that reports them.
 *
 * The error is C h^(K+1) x^(K+1) to leading order (polynomials.c). The (K+1)-th derivative is not known: it
 * is the difference of the K-th ones, constants, of neighbouring intervals, over the distance of their
 * middles. */
#include "segment_impl.h"

#include <ridgewalk/problem.h>
#include <ridgewalk/toolbox.h>
#include <ridgewalk/vectors.h>

#include <math.h>
#include <string.h>

void rdg_segment_state(const rdg_segment *s, const double *mesh, const double *x, double tau, double *out)
{
    const rdg_segment_layout *at = &s->at;
    const rdg_index low = rdg_interval_in(at->N + 1, mesh, tau);
    double L[RDG_MOST_DEGREE + 1];
    rdg_polynomials_at(at->K, (tau - mesh[low]) / (mesh[low + 1] - mesh[low]), L);
    memset(out, 0, (size_t)at->n * sizeof *out);
    x += low * at->block;
    for (rdg_index k = 0; k <= at->K; k++, x += at->n) {
        for (rdg_index a = 0; a < at->n; a++) {
            out[a] += L[k] * x[a];
        }
    }
}

/* x^k */
static double power(double x, rdg_index k)
{
    double product = 1.0;
    for (; k > 0; k--) {
        product *= x;
    }
    return product;
}

/* Of state a in interval i. */
static double top_derivative(const rdg_segment *s, const double *x, rdg_index i, rdg_index a)
{
    const rdg_segment_layout *at = &s->at;
    double sum = 0.0;
    for (rdg_index k = 0; k <= at->K; k++) {
        sum += s->basis.leading[k] * x[i * at->block + k * at->n + a];
    }
    return sum / power(s->mesh[i + 1] - s->mesh[i], at->K);
}

/* What errors of state a are relative to. */
static double range_of(const rdg_segment *s, const double *x, rdg_index a)
{
    const double nothing = 1e-6; /* beside rounding */
    double low = x[a], high = x[a], size = 0.0;
    for (rdg_index j = a; j < s->at.nx; j += s->at.n) {
        low = -rdg_larger(-low, -x[j]);
        high = rdg_larger(high, x[j]);
        size = rdg_larger(size, fabs(x[j]));
    }
    return fmax(high - low, fmax(nothing * size, 1e-100));
}

double rdg_segment_errors(rdg_segment *s, const double *x)
{
    const rdg_segment_layout *at = &s->at;
    const rdg_index N = at->N;
    double largest = 0.0;
    memset(s->density, 0, (size_t)(N + 1) * sizeof *s->density);
    for (rdg_index a = 0; a < at->n; a++) {
        const double range = range_of(s, x, a);
        double now = top_derivative(s, x, 0, a);
        double behind = N == 1 ? fabs(now) : 0.0; /* one interval has no neighbour to report by how much */
        for (rdg_index i = 0; i < N; i++) {
            double ahead = behind;
            if (i + 1 < N) {
                const double next = top_derivative(s, x, i + 1, a);
                ahead = fabs(next - now) / (0.5 * (s->mesh[i + 2] - s->mesh[i]));
                now = next;
            }
            behind = i == 0 && N > 1 ? ahead : behind;
            const double h = s->mesh[i + 1] - s->mesh[i];
            const double error = s->basis.constant * power(h, at->K + 1) * fmax(behind, ahead) / range;
            s->density[i] = rdg_larger(s->density[i], error);
            largest = rdg_larger(largest, error);
            behind = ahead;
        }
    }
    return largest;
}

double rdg_segment_defect(rdg_segment *s, const double *u)
{
    const rdg_segment_layout *at = &s->at;
    double worst = 0.0;
    for (rdg_index a = 0; a < at->n; a++) {
        s->r[a] = range_of(s, u, a);
    }
    for (rdg_index i = 0; i < at->N; i++) {
        const double h = s->mesh[i + 1] - s->mesh[i];
        const double *x = u + i * at->block, *end = x + at->block;
        memcpy(s->z, end, (size_t)at->n * sizeof *s->z);
        memcpy(s->z + at->n, u + at->p, (size_t)at->np * sizeof *s->z);
        if (at->phi >= 0) {
            s->z[at->nz - 1] = u[at->phi] + u[at->p + at->omega] * u[at->T] * s->mesh[i + 1];
        }
        memset(s->value, 0, (size_t)at->n * sizeof *s->value);
        if (s->field->f(at->nz, s->z, at->n, s->value, s->field->data) != 0) {
            continue;
        }
        for (rdg_index a = 0; a < at->n; a++) {
            double rate = 0.0;
            for (rdg_index k = 0; k <= at->K; k++) {
                rate += s->basis.end_slope[k] * x[k * at->n + a];
            }
            const double off = fabs(rate - h * u[at->T] * s->value[a]) / s->r[a];
            worst = isfinite(off) ? fmax(worst, off) : worst;
        }
    }
    return worst * s->basis.by_defect;
}

static int error_f(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n, (void)m;
    y[0] = rdg_segment_errors(data, u);
    return 0;
}

rdg_status rdg_segment_add_error(rdg_segment *s)
{
    const rdg_function error = {.name = "error",
                                .n = s->at.nx,
                                .m = 1,
                                .f = error_f,
                                .by_differences = true,
                                .data = s,
                                .free_data = rdg_segment_leave};
    s->users++;
    const rdg_status status = rdg_add_monitor(s->problem, &error, s->index, NULL, RDG_REGULAR);
    s->users -= status != RDG_OK;
    return status;
}
