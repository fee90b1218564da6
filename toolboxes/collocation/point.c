/* What functions see at a collocation point, and what their derivatives by that are by a segment's variables.
 *
 * The arguments are z = (x, p[, phi]) with x = sum_k L_k x_k, phi = phi_0 + omega T tau. */
#include "segment_impl.h"

#include <string.h>

void rdg_segment_point(const rdg_segment *s, const double *u, rdg_index i, rdg_index m, double *z)
{
    const rdg_segment_layout *at = &s->at;
    const double *x = u + i * at->block;
    const double *L = s->basis.value[m];
    memset(z, 0, (size_t)at->n * sizeof *z);
    for (rdg_index k = 0; k <= at->K; k++, x += at->n) {
        for (rdg_index a = 0; a < at->n; a++) {
            z[a] += L[k] * x[a];
        }
    }
    if (at->np > 0) {
        memcpy(z + at->n, u + at->p, (size_t)at->np * sizeof *z);
    }
    if (at->phi >= 0) {
        z[at->nz - 1] = u[at->phi] + u[at->p + at->omega] * u[at->T] * rdg_segment_tau(s, i, m);
    }
}

void rdg_segment_to_tail(const rdg_segment *s, const double *u, double tau, const double *by_arguments,
                         double *tail)
{
    const rdg_segment_layout *at = &s->at;
    for (rdg_index q = 0; q < at->np; q++) {
        tail[at->p - at->nx + q] += by_arguments[at->n + q];
    }
    if (at->phi >= 0) {
        const double by_phase = by_arguments[at->nz - 1];
        tail[0] += by_phase * u[at->p + at->omega] * tau;
        tail[at->phi - at->nx] += by_phase;
        tail[at->p - at->nx + at->omega] += by_phase * u[at->T] * tau;
    }
}

/* Which arguments variable j of (state, tail) changes, and by how much: at most two. */
static int arguments_of(const rdg_segment *s, const double *u, double tau, rdg_index j, rdg_index *argument,
                        double *by)
{
    const rdg_segment_layout *at = &s->at;
    const rdg_index phase = at->nz - 1;
    int count = 0;
    if (j < at->n) {
        argument[count] = j;
        by[count++] = 1.0;
        return count;
    }
    const rdg_index place = at->nx + j - at->n;
    if (place >= at->p) {
        argument[count] = at->n + place - at->p;
        by[count++] = 1.0;
    }
    if (at->phi >= 0 && (place == at->T || place == at->phi || place == at->p + at->omega)) {
        argument[count] = phase;
        by[count++] = place == at->T ? u[at->p + at->omega] * tau : place == at->phi ? 1.0 : u[at->T] * tau;
    }
    return count;
}

/* R = S^T H S, S the slopes of the arguments. */
static void transform(const rdg_segment *s, const double *u, double tau, const double *H)
{
    const rdg_index ny = s->at.n + s->at.nt;
    const rdg_index nz = s->at.nz;
    rdg_index argument[2];
    double by[2];
    for (rdg_index j = 0; j < ny; j++) {
        const int count = arguments_of(s, u, tau, j, argument, by);
        double *column = s->P + nz * j;
        memset(column, 0, (size_t)nz * sizeof *column);
        for (int c = 0; c < count; c++) {
            for (rdg_index i = 0; i < nz; i++) {
                column[i] += by[c] * H[i + nz * argument[c]];
            }
        }
    }
    for (rdg_index i = 0; i < ny; i++) {
        const int count = arguments_of(s, u, tau, i, argument, by);
        for (rdg_index j = 0; j < ny; j++) {
            double sum = 0.0;
            for (int c = 0; c < count; c++) {
                sum += by[c] * s->P[argument[c] + nz * j];
            }
            s->R[i + ny * j] = sum;
        }
    }
}

void rdg_segment_bend(const rdg_segment *s, const double *u, double tau, rdg_point_weight W,
                      const double *gradient, const double *H)
{
    const rdg_segment_layout *at = &s->at;
    const rdg_index ny = at->n + at->nt;
    const rdg_index T = at->n;
    const double weight = W.timed ? W.factor * u[at->T] : W.factor;
    transform(s, u, tau, H);
    if (at->phi >= 0) { /* phi has a second derivative by T and omega */
        const rdg_index omega = at->n + at->p - at->nx + at->omega;
        s->R[T + ny * omega] += gradient[at->nz - 1] * tau;
        s->R[omega + ny * T] += gradient[at->nz - 1] * tau;
    }
    for (rdg_index k = 0; k < ny * ny; k++) {
        s->R[k] *= weight;
    }
    if (W.timed) {
        memcpy(s->y, gradient, (size_t)at->n * sizeof *s->y);
        memset(s->y + at->n, 0, (size_t)at->nt * sizeof *s->y);
        rdg_segment_to_tail(s, u, tau, gradient, s->y + at->n);
        for (rdg_index j = 0; j < ny; j++) {
            s->R[T + ny * j] += W.factor * s->y[j];
            s->R[j + ny * T] += W.factor * s->y[j];
        }
    }
}

void rdg_segment_spread(const rdg_segment *s, const rdg_band *b, rdg_index i, rdg_index m, double *values)
{
    const rdg_segment_layout *at = &s->at;
    const rdg_index n = at->n;
    const rdg_index ny = n + at->nt;
    const double *L = s->basis.value[m];
    for (rdg_index l = 0; l <= at->K; l++) {
        for (rdg_index c = 0; c < n; c++) {
            const rdg_index col = i * at->block + l * n + c, *row = b->each->row + b->each->start[c];
            for (rdg_index k = 0; k <= at->K; k++) {
                double *to = values + rdg_band_place(b, i * at->K + k, col);
                for (rdg_index e = 0; e < b->step[col]; e++) {
                    to[e] += L[k] * L[l] * s->R[row[e] + ny * c];
                }
            }
            for (rdg_index q = 0; q < at->nt; q++) {
                values[b->tail[col] + q] += L[l] * s->R[n + q + ny * c];
            }
        }
    }
    for (rdg_index q = 0; q < at->nt; q++) {
        const rdg_index col = at->nx + q;
        for (rdg_index k = 0; k <= at->K; k++) {
            double *to = values + rdg_band_place(b, i * at->K + k, col);
            for (rdg_index a = 0; a < n; a++) {
                to[a] += L[k] * s->R[a + ny * (n + q)];
            }
        }
        for (rdg_index r = 0; r < at->nt; r++) {
            values[b->tail[col] + r] += s->R[n + r + ny * (n + q)];
        }
    }
}
