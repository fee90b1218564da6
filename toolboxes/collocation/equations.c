/* The collocation equations of a segment: at point m of interval i, of length h,
 *
 *     sum_k L_k'(c_m) x_k - h T f(x, p[, phi]) = 0. */
#include "segment_impl.h"

#include <ridgewalk/toolbox.h>

#include <math.h>
#include <string.h>

static double length_of(const rdg_segment *s, rdg_index i)
{
    return s->mesh[i + 1] - s->mesh[i];
}

int rdg_segment_f(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    rdg_segment *s = data;
    const rdg_segment_layout *at = &s->at;
    (void)n, (void)m;
    for (rdg_index i = 0; i < at->N; i++) {
        const double by = length_of(s, i) * u[at->T];
        for (rdg_index g = 0; g < at->K; g++, y += at->n) {
            rdg_segment_point(s, u, i, g, s->z);
            memset(s->value, 0, (size_t)at->n * sizeof *s->value);
            const int answer = s->field->f(at->nz, s->z, at->n, s->value, s->field->data);
            if (answer != 0) {
                return answer;
            }
            const double *x = u + i * at->block;
            const double *D = s->basis.slope[g];
            for (rdg_index a = 0; a < at->n; a++) {
                double sum = -by * s->value[a];
                for (rdg_index k = 0; k <= at->K; k++) {
                    sum += D[k] * x[k * at->n + a];
                }
                y[a] = sum;
            }
        }
    }
    return 0;
}

/* Derivatives of the field at a point, into s->slope. */
static int field_slope(rdg_segment *s, const double *u, rdg_index i, rdg_index g)
{
    rdg_segment_point(s, u, i, g, s->z);
    return rdg_hybrid_df(s->field, s->at.nz, s->z, s->size, s->at.n, s->slope, s->scratch);
}

/* Those of the equations at a point by the states of the interval: to + apart * column. */
static void write_states(const rdg_segment *s, rdg_index g, double by, double *const *to)
{
    const rdg_index n = s->at.n;
    for (rdg_index k = 0; k <= s->at.K; k++) {
        const double L = -by * s->basis.value[g][k];
        const double D = s->basis.slope[g][k];
        for (rdg_index c = 0; c < n; c++) {
            double *column = to[k * n + c] + g * n;
            for (rdg_index a = 0; a < n; a++) {
                column[a] = L * s->slope[a + n * c];
            }
            column[c] += D;
        }
    }
}

/* The tail's columns of the equations at a point. */
static int write_tail(rdg_segment *s, const double *u, rdg_index i, rdg_index g, double *values)
{
    const rdg_segment_layout *at = &s->at;
    const rdg_index n = at->n;
    const double h = length_of(s, i);
    const double tau = rdg_segment_tau(s, i, g);
    memset(s->value, 0, (size_t)n * sizeof *s->value);
    const int answer = s->field->f(at->nz, s->z, n, s->value, s->field->data);
    for (rdg_index a = 0; answer == 0 && a < n; a++) {
        for (rdg_index c = 0; c < at->nz; c++) {
            s->r[c] = s->slope[a + n * c];
        }
        memset(s->y, 0, (size_t)at->nt * sizeof *s->y);
        rdg_segment_to_tail(s, u, tau, s->r, s->y);
        const rdg_index row = i * at->block + g * n + a;
        for (rdg_index q = 0; q < at->nt; q++) {
            values[rdg_band_place(&s->df, row, at->nx + q)] = -h * u[at->T] * s->y[q];
        }
        values[rdg_band_place(&s->df, row, at->T)] -= h * s->value[a];
    }
    return answer;
}

int rdg_segment_df(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    rdg_segment *s = data;
    const rdg_segment_layout *at = &s->at;
    (void)n, (void)m;
    for (rdg_index i = 0; i < at->N; i++) {
        for (rdg_index j = 0; j < at->n * (at->K + 1); j++) {
            s->column[j] = values + rdg_band_place(&s->df, i * at->block, i * at->block + j);
        }
        for (rdg_index g = 0; g < at->K; g++) {
            int answer = field_slope(s, u, i, g);
            if (answer == 0) {
                write_states(s, g, length_of(s, i) * u[at->T], s->column);
                answer = write_tail(s, u, i, g, values);
            }
            if (answer != 0) {
                return answer;
            }
        }
    }
    return 0;
}

/* Size of the derivatives in s->slope: the geometric mean of row and column sums bounds the largest
 * eigenvalue, and does not depend on units of one state. */
double rdg_segment_slope_size(const rdg_segment *s)
{
    const rdg_index n = s->at.n;
    double largest = 0.0;
    for (rdg_index a = 0; a < n; a++) {
        double row = 0.0, column = 0.0;
        for (rdg_index b = 0; b < n; b++) {
            row += fabs(s->slope[a + n * b]);
            column += fabs(s->slope[b + n * a]);
        }
        largest = fmax(largest, row * column);
    }
    return sqrt(largest);
}

int rdg_segment_block(rdg_segment *s, const double *u, rdg_index i, double *A, double *size)
{
    const rdg_segment_layout *at = &s->at;
    const double by = length_of(s, i) * u[at->T];
    *size = 0.0;
    for (rdg_index j = 0; j < at->n * (at->K + 1); j++) {
        s->column[j] = A + at->block * j;
    }
    for (rdg_index g = 0; g < at->K; g++) {
        const int answer = field_slope(s, u, i, g);
        if (answer != 0) {
            return answer;
        }
        write_states(s, g, by, s->column);
        *size = fmax(*size, fabs(by) * rdg_segment_slope_size(s));
    }
    return 0;
}

int rdg_segment_tail_columns(rdg_segment *s, const double *u, rdg_index i, double *by_T, double *by_phi)
{
    const rdg_segment_layout *at = &s->at;
    const rdg_index n = at->n;
    const double h = length_of(s, i), omega = at->phi >= 0 ? u[at->p + at->omega] : 0.0;
    int answer = 0;
    for (rdg_index g = 0; answer == 0 && g < at->K; g++) {
        rdg_segment_point(s, u, i, g, s->z);
        memset(s->value, 0, (size_t)n * sizeof *s->value);
        answer = s->field->f(at->nz, s->z, n, s->value, s->field->data);
        if (answer == 0 && at->phi >= 0) {
            answer = rdg_hybrid_df(s->field, at->nz, s->z, s->size, n, s->slope, s->scratch);
        }
        for (rdg_index a = 0; answer == 0 && a < n; a++) {
            const double by_phase = at->phi >= 0 ? -h * u[at->T] * s->slope[a + n * (at->nz - 1)] : 0.0;
            by_phi[g * n + a] = by_phase;
            by_T[g * n + a] = by_phase * omega * rdg_segment_tau(s, i, g) - h * s->value[a];
        }
    }
    return answer;
}

/* Gradient and Hessian of lambda . field by the arguments, at a point. */
static int field_bend(rdg_segment *s, const double *u, rdg_index i, rdg_index g, const double *lambda)
{
    const rdg_segment_layout *at = &s->at;
    const int answer = field_slope(s, u, i, g);
    for (rdg_index c = 0; c < at->nz; c++) {
        s->r[c] = 0.0;
        for (rdg_index a = 0; a < at->n; a++) {
            s->r[c] += lambda[a] * s->slope[a + at->n * c];
        }
    }
    return answer ? answer : rdg_hybrid_d2f(s->field, at->nz, s->z, s->size, at->n, lambda, s->H, s->scratch);
}

int rdg_segment_d2f(rdg_index n, const double *u, rdg_index m, const double *lambda, double *values,
                    void *data)
{
    rdg_segment *s = data;
    const rdg_segment_layout *at = &s->at;
    (void)n, (void)m;
    for (rdg_index i = 0; i < at->N; i++) {
        const rdg_point_weight W = {.factor = -length_of(s, i), .timed = true};
        for (rdg_index g = 0; g < at->K; g++) {
            const int answer = field_bend(s, u, i, g, lambda + i * at->block + g * at->n);
            if (answer != 0) {
                return answer;
            }
            rdg_segment_bend(s, u, rdg_segment_tau(s, i, g), W, s->r, s->H);
            rdg_segment_spread(s, i, g, values);
        }
    }
    return 0;
}

/* The direction of (state at point g, tail), into s->y. */
static void turn_to(rdg_segment *s, rdg_index g, const double *delta, const rdg_segment_change *tail)
{
    const rdg_index n = s->at.n;
    memset(s->y, 0, (size_t)(n + s->at.nt) * sizeof *s->y);
    for (rdg_index k = 0; k <= s->at.K; k++) {
        for (rdg_index c = 0; c < n; c++) {
            s->y[c] += s->basis.value[g][k] * delta[k * n + c];
        }
    }
    if (tail) {
        s->y[n] = tail->duration;
    }
    if (tail && s->at.phi >= 0) {
        s->y[n + s->at.phi - s->at.nx] = tail->phase;
    }
}

int rdg_segment_bend_along(rdg_segment *s, const double *u, rdg_index i, const double *lambda,
                           const double *delta, const rdg_segment_change *tail, double factor,
                           double *gradient)
{
    const rdg_segment_layout *at = &s->at;
    const rdg_index n = at->n, ny = n + at->nt;
    const rdg_point_weight W = {.factor = -length_of(s, i), .timed = true};
    for (rdg_index g = 0; g < at->K; g++) {
        const double *L = s->basis.value[g];
        const int answer = field_bend(s, u, i, g, lambda + g * n);
        if (answer != 0) {
            return answer;
        }
        rdg_segment_bend(s, u, rdg_segment_tau(s, i, g), W, s->r, s->H);
        turn_to(s, g, delta, tail);
        for (rdg_index b = 0; b < ny; b++) {
            double sum = 0.0;
            for (rdg_index c = 0; c < (tail ? ny : n); c++) {
                sum += s->R[b + ny * c] * s->y[c];
            }
            if (b >= n) {
                gradient[at->nx + b - n] += factor * sum;
                continue;
            }
            for (rdg_index k = 0; k <= at->K; k++) {
                gradient[i * at->block + k * n + b] += factor * L[k] * sum;
            }
        }
    }
    return 0;
}
