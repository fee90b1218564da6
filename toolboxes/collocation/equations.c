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
    const int answer = rdg_segment_take_values(s, u, y);
    for (rdg_index i = 0; answer == 0 && i < at->N; i++) {
        const double by = length_of(s, i) * u[at->T];
        const double *f = s->values.number + i * at->block;
        double *to = y + i * at->block;
        for (rdg_index e = 0; e < at->block; e++) {
            to[e] -= by * f[e];
        }
    }
    return answer;
}

/* The column of state c at base point k among an interval's equations, in the rows of the band. */
static void write_entries(const rdg_segment *s, rdg_index i, double by, rdg_index k, rdg_index c,
                          double *restrict column)
{
    const rdg_segment_layout *at = &s->at;
    const rdg_pattern *each = s->df.each;
    const double *restrict slope = rdg_segment_slopes(s, i) + at->block * c;
    for (rdg_index g = 0; g < at->K; g++, slope += at->n) {
        const double weight = by * s->basis.value[g][k], own = s->basis.slope[g][k];
        for (rdg_index e = each->start[c]; e < each->start[c + 1]; e++) {
            const rdg_index a = each->row[e];
            *column++ = weight * slope[a] + (a == c ? own : 0.0);
        }
    }
}

/* Derivatives of an interval's equations by its states, to its columns, in all rows. */
static void write_states(const rdg_segment *s, rdg_index i, double by, double *const *to)
{
    const rdg_segment_layout *at = &s->at;
    const double *slopes = rdg_segment_slopes(s, i);
    for (rdg_index k = 0; k <= at->K; k++) {
        const double *restrict weight = s->weight + k * at->block;
        for (rdg_index c = 0; c < at->n; c++) {
            double *restrict column = to[k * at->n + c];
            const double *restrict slope = slopes + at->block * c;
#pragma omp simd
            for (rdg_index e = 0; e < at->block; e++) {
                column[e] = by * weight[e] * slope[e];
            }
            for (rdg_index g = 0; g < at->K; g++) {
                column[g * at->n + c] += s->basis.slope[g][k];
            }
        }
    }
}

/* The column of a variable of the tail in the rows of interval i. */
static double *tail_column(const rdg_segment *s, rdg_index i, rdg_index place, double *values)
{
    return values + rdg_band_place(&s->df, i, place);
}

/* column [count] += factor * from */
static void add(rdg_index count, double factor, const double *restrict from, double *restrict column)
{
#pragma omp simd
    for (rdg_index e = 0; e < count; e++) {
        column[e] += factor * from[e];
    }
}

/* The tail's columns of an interval's equations. */
static void write_tail(const rdg_segment *s, const double *u, rdg_index i, double *values)
{
    const rdg_segment_layout *at = &s->at;
    const rdg_index n = at->n;
    const double h = length_of(s, i), by = -h * u[at->T];
    const double *slopes = rdg_segment_slopes(s, i);
    double *by_duration = tail_column(s, i, at->T, values);
    for (rdg_index q = 0; q < at->np; q++) {
        add(at->block, by, slopes + at->block * (n + q), tail_column(s, i, at->p + q, values));
    }
    if (at->phi >= 0) {
        const double *by_phase = slopes + at->block * (at->nz - 1);
        double *by_omega = tail_column(s, i, at->p + at->omega, values);
        add(at->block, by, by_phase, tail_column(s, i, at->phi, values));
        for (rdg_index g = 0; g < at->K; g++) {
            const double later = by * rdg_segment_tau(s, i, g);
            add(n, later * u[at->T], by_phase + g * n, by_omega + g * n);
            add(n, later * u[at->p + at->omega], by_phase + g * n, by_duration + g * n);
        }
    }
    add(at->block, -h, s->values.number + i * at->block, by_duration);
}

int rdg_segment_df(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    rdg_segment *s = data;
    const rdg_segment_layout *at = &s->at;
    (void)n, (void)m;
    int answer = rdg_segment_take_slopes(s, u);
    answer = answer ? answer : rdg_segment_need_values(s, u);
    for (rdg_index i = 0; answer == 0 && i < at->N; i++) {
        const double by = -length_of(s, i) * u[at->T];
        for (rdg_index j = 0; j < at->n * (at->K + 1); j++) {
            double *to = values + rdg_band_place(&s->df, i, i * at->block + j);
            write_entries(s, i, by, j / at->n, j % at->n, to);
        }
        write_tail(s, u, i, values);
    }
    return answer;
}

/* The geometric mean of row and column sums bounds the largest eigenvalue, and does not depend on units of
 * one state. */
double rdg_segment_slope_size(const rdg_segment *s, const double *slope, rdg_index lead)
{
    const rdg_index n = s->at.n;
    double largest = 0.0;
    for (rdg_index a = 0; a < n; a++) {
        double row = 0.0, column = 0.0;
        for (rdg_index b = 0; b < n; b++) {
            row += fabs(slope[a + lead * b]);
            column += fabs(slope[b + lead * a]);
        }
        largest = rdg_larger(largest, row * column);
    }
    return sqrt(largest);
}

void rdg_segment_write_block(const rdg_segment *s, const double *u, rdg_index i, double *size)
{
    const rdg_segment_layout *at = &s->at;
    const double by = length_of(s, i) * u[at->T];
    *size = 0.0;
    write_states(s, i, -by, s->column);
    for (rdg_index g = 0; g < at->K; g++) {
        const double *slope = rdg_segment_slopes(s, i) + g * at->n;
        *size = rdg_larger(*size, fabs(by) * rdg_segment_slope_size(s, slope, at->block));
    }
}

int rdg_segment_tail_columns(rdg_segment *s, const double *u, rdg_index i, double *by_T, double *by_phi)
{
    const rdg_segment_layout *at = &s->at;
    const rdg_index n = at->n;
    const double h = length_of(s, i), omega = at->phi >= 0 ? u[at->p + at->omega] : 0.0;
    int answer = rdg_segment_need_values(s, u);
    answer = answer || at->phi < 0 ? answer : rdg_segment_need_slopes(s, u);
    const double *value = s->values.number + i * at->block;
    const double *slope = rdg_segment_slopes(s, i) + at->block * (at->nz - 1);
    for (rdg_index g = 0; answer == 0 && g < at->K; g++) {
        for (rdg_index a = g * n; a < (g + 1) * n; a++) {
            const double by_phase = at->phi >= 0 ? -h * u[at->T] * slope[a] : 0.0;
            by_phi[a] = by_phase;
            by_T[a] = by_phase * omega * rdg_segment_tau(s, i, g) - h * value[a];
        }
    }
    return answer;
}

/* Gradient and Hessian of lambda . field by the arguments, at a point of the interval in s->points. */
static int field_bend(rdg_segment *s, rdg_index i, rdg_index g, const double *lambda)
{
    const rdg_segment_layout *at = &s->at;
    const double *slope = rdg_segment_slopes(s, i) + g * at->n;
    for (rdg_index c = 0; c < at->nz; c++, slope += at->block) {
        s->r[c] = 0.0;
        for (rdg_index a = 0; a < at->n; a++) {
            s->r[c] += lambda[a] * slope[a];
        }
    }
    return rdg_hybrid_d2f(s->field, at->nz, s->points + g * at->nz, s->size, at->n, lambda, s->H, s->scratch);
}

int rdg_segment_d2f(rdg_index n, const double *u, rdg_index m, const double *lambda, double *values,
                    void *data)
{
    rdg_segment *s = data;
    const rdg_segment_layout *at = &s->at;
    (void)n, (void)m;
    int answer = rdg_segment_take_slopes(s, u);
    for (rdg_index i = 0; answer == 0 && i < at->N; i++) {
        const rdg_point_weight W = {.factor = -length_of(s, i), .timed = true};
        rdg_segment_interval(s, u, i);
        for (rdg_index g = 0; answer == 0 && g < at->K; g++) {
            answer = field_bend(s, i, g, lambda + i * at->block + g * at->n);
            if (answer == 0) {
                rdg_segment_bend(s, u, rdg_segment_tau(s, i, g), W, s->r, s->H);
                rdg_segment_spread(s, &s->d2f, i, g, values);
            }
        }
    }
    return answer;
}

/* change [nz] of the arguments at point g of interval i, from those of the interval's states and of the tail;
 * H change into s->P [nz]. */
static void times_change(rdg_segment *s, const double *u, rdg_index i, rdg_index g, const double *delta,
                         const rdg_segment_change *of_tail, double *change)
{
    const rdg_segment_layout *at = &s->at;
    const double *L = s->basis.value[g];
    memset(s->P, 0, (size_t)at->nz * sizeof *s->P);
    memset(change, 0, (size_t)at->nz * sizeof *change);
    for (rdg_index c = 0; c < at->n; c++) {
        for (rdg_index k = 0; k <= at->K; k++) {
            change[c] += L[k] * delta[k * at->n + c];
        }
    }
    if (of_tail && at->phi >= 0) {
        const double turns = u[at->p + at->omega] * rdg_segment_tau(s, i, g);
        change[at->nz - 1] = of_tail->phase + turns * of_tail->duration;
    }
    for (rdg_index c = 0; c < at->nz; c++) {
        for (rdg_index z = 0; z < at->nz && change[c] != 0.0; z++) {
            s->P[z] += s->H[z + at->nz * c] * change[c];
        }
    }
}

int rdg_segment_bend_along(rdg_segment *s, const double *u, rdg_index i, const double *lambda,
                           const double *delta, const rdg_segment_change *of_tail, double factor,
                           double *gradient)
{
    const rdg_segment_layout *at = &s->at;
    const double h = length_of(s, i), by = -h * u[at->T] * factor;
    const double longer = of_tail ? -h * factor * of_tail->duration : 0.0;
    double *tail = gradient + at->nx, *change = s->R;
    rdg_segment_interval(s, u, i);
    for (rdg_index g = 0; g < at->K; g++) {
        const double tau = rdg_segment_tau(s, i, g);
        const int answer = field_bend(s, i, g, lambda + g * at->n);
        if (answer != 0) {
            return answer;
        }
        times_change(s, u, i, g, delta, of_tail, change);
        double along = 0.0;
        for (rdg_index z = 0; z < at->nz; z++) {
            along += s->r[z] * change[z];
            s->P[z] = by * s->P[z] + longer * s->r[z];
        }
        tail[0] -= h * factor * along;
        if (of_tail && at->phi >= 0) { /* the forcing's frequency turns the phase by the time */
            tail[at->p + at->omega - at->nx] += by * s->r[at->nz - 1] * tau * of_tail->duration;
        }
        rdg_segment_to_tail(s, u, tau, s->P, tail);
        for (rdg_index k = 0; k <= at->K; k++) {
            add(at->n, s->basis.value[g][k], s->P, gradient + i * at->block + k * at->n);
        }
    }
    return 0;
}
