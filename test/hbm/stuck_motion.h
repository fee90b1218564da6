/* Motions of random_stuck.h in time: Runge-Kutta steps of order 4, sliders clamped after each; and the
 * eigenvalues of the structure with springs in place of its contacts. */
#ifndef RDG_TEST_STUCK_MOTION_H
#define RDG_TEST_STUCK_MOTION_H

#include "random_stuck.h"

#include <ridgewalk/stuck_slider.h>

/* Sliders follow the displacements q. */
static inline void stuck_follow(random_stuck *r, const double *q)
{
    for (int i = 0; i < r->contacts; i++) {
        stuck_contact *c = &r->contact[i];
        const double x = stuck_dot(r->n, c->b[0], q), t = stuck_dot(r->n, c->b[1], q);
        const double load = fmax(0.0, c->preload + c->kn * stuck_dot(r->n, c->b[2], q)),
                     limit = c->mu * load / c->kt;
        if (r->kind == STUCK_IWAN) {
            for (int k = 0; k < STUCK_SLIDERS; k++) {
                c->w[k] = fmin(fmax(c->w[k], x - c->phi[k]), x + c->phi[k]);
            }
        } else if (r->kind == STUCK_CONE) {
            const double e[2] = {x - c->w[0], t - c->w[1]}, size = hypot(e[0], e[1]);
            const double share = size > limit ? limit / size : 1.0;
            c->w[0] = x - share * e[0];
            c->w[1] = t - share * e[1];
        } else {
            c->w[0] = fmin(fmax(c->w[0], x - limit), x + limit);
        }
    }
}

/* q'' at (q, q', t), sliders being constant */
static inline void stuck_acceleration(const random_stuck *r, double time, const double *y, double *a)
{
    const int n = r->n;
    double f[STUCK_DOF];
    for (int i = 0; i < n; i++) {
        f[i] = r->constant[i] + r->alpha * r->force[i] * cos(r->omega * time);
        for (int j = 0; j < n; j++) {
            f[i] -= r->K[i + n * j] * y[j] + r->C[i + n * j] * y[n + j];
        }
    }
    for (int k = 0; k < r->contacts; k++) {
        const stuck_contact *c = &r->contact[k];
        const double x = stuck_dot(n, c->b[0], y), t = stuck_dot(n, c->b[1], y);
        double fx = c->kt * (x - c->w[0]), ft = 0.0, fy = 0.0;
        if (r->kind == STUCK_IWAN) {
            fx = 0.0;
            for (int m = 0; m < STUCK_SLIDERS; m++) {
                fx += c->k[m] * (x - c->w[m]);
            }
        } else if (r->kind == STUCK_CONE) {
            ft = c->kt * (t - c->w[1]);
        }
        if (c->kn > 0.0) {
            fy = fmax(0.0, c->preload + c->kn * stuck_dot(n, c->b[2], y));
        }
        for (int i = 0; i < n; i++) {
            f[i] -= fx * c->b[0][i] + ft * c->b[1][i] + fy * c->b[2][i];
        }
    }
    for (int i = 0; i < n; i++) {
        a[i] = 0.0;
        for (int j = 0; j < n; j++) {
            a[i] += r->inverse[i + n * j] * f[j];
        }
    }
}

static inline void stuck_step(random_stuck *r, double time, double h, double *y)
{
    const int n = r->n;
    double k[4][2 * STUCK_DOF], at[2 * STUCK_DOF];
    static const double place[4] = {0, 0.5, 0.5, 1};
    for (int s = 0; s < 4; s++) {
        for (int i = 0; i < 2 * n; i++) {
            at[i] = y[i] + (s > 0 ? place[s] * h * k[s - 1][i] : 0.0);
        }
        memcpy(k[s], at + n, (size_t)n * sizeof *at);
        stuck_acceleration(r, time + place[s] * h, at, k[s] + n);
    }
    for (int i = 0; i < 2 * n; i++) {
        y[i] += h / 6 * (k[0][i] + 2 * k[1][i] + 2 * k[2][i] + k[3][i]);
    }
    stuck_follow(r, y);
}

/* Bring the sliders to the solution: from their start through two periods of it, its vibration being larger
 * by a factor. */
static inline void stuck_drive(random_stuck *r, double factor)
{
    const int n = r->n;
    for (int i = 0; i < r->contacts; i++) {
        stuck_contact *c = &r->contact[i];
        for (int k = 0; k < STUCK_SLIDERS; k++) {
            const double *b = c->b[r->kind == STUCK_CONE && k == 1];
            c->w[k] = c->start == RDG_SLIDER_MEAN ? stuck_dot(n, b, r->Q) : 0.0;
        }
    }
    for (int s = 0; s <= 2 * STUCK_STEPS; s++) {
        const double tau = 2 * M_PI * s / STUCK_STEPS;
        double q[STUCK_DOF];
        for (int i = 0; i < n; i++) {
            q[i] = r->Q[i] + factor * (r->Q[n + i] * cos(tau) + r->Q[2 * n + i] * sin(tau));
        }
        stuck_follow(r, q);
    }
}

/* What a disturbance does in time. */
typedef enum stuck_fate { STUCK_UNDECIDED, STUCK_DIES_OUT, STUCK_GROWS } stuck_fate;

/* A larger vibration has moved the sliders of one contact a little (all: of each). Sampled extrema are off by
 * 3e-5 of the vibration. */
static inline void stuck_push(random_stuck *r, int pushed)
{
    stuck_contact before[STUCK_CONTACTS];
    stuck_drive(r, 1.0);
    memcpy(before, r->contact, sizeof before);
    stuck_drive(r, 1.0 + 2e-3);
    for (int i = 0; i < r->contacts; i++) {
        if (pushed < r->contacts && i != pushed) {
            r->contact[i] = before[i];
        }
    }
}

/* Sliders are pushed, and the state is disturbed. Its change from one period to the next dies out or grows.
 */
static inline stuck_fate stuck_disturb(random_stuck *r, int pushed, uint64_t *seed, int periods)
{
    const int n = r->n;
    const double T = 2 * M_PI / r->omega, h = T / STUCK_STEPS;
    double y[2 * STUCK_DOF], before[2 * STUCK_DOF], size = 0.0, first = 0.0;
    stuck_push(r, pushed);
    for (int i = 0; i < n; i++) {
        size = fmax(size, hypot(r->Q[n + i], r->Q[2 * n + i]));
    }
    for (int i = 0; i < n; i++) {
        y[i] = r->Q[i] + r->Q[n + i] + 1e-5 * size * random_signed(seed);
        y[n + i] = r->omega * (r->Q[2 * n + i] + 1e-5 * size * random_signed(seed));
    }
    stuck_follow(r, y);
    for (int k = 0; k < periods; k++) {
        memcpy(before, y, sizeof y);
        double change = 0.0;
        for (int s = 0; s < STUCK_STEPS; s++) {
            stuck_step(r, s * h, h, y);
        }
        for (int i = 0; i < 2 * n; i++) {
            change = fmax(change, fabs(y[i] - before[i]) / (i < n ? 1.0 : r->omega));
        }
        first = k < 3 ? fmax(first, change) : first;
        if (k >= 3 && (change > 30.0 * first || change < 1e-4 * first)) {
            return change > first ? STUCK_GROWS : STUCK_DIES_OUT;
        }
    }
    return STUCK_UNDECIDED;
}

/* Pushes of each contact and of all: one that grows is enough. */
static inline stuck_fate stuck_decide(random_stuck *r, uint64_t *seed, int periods)
{
    stuck_fate fate = STUCK_DIES_OUT;
    for (int pushed = r->contacts > 1 ? 0 : 1; pushed <= r->contacts && fate == STUCK_DIES_OUT; pushed++) {
        fate = stuck_disturb(r, pushed, seed, periods);
    }
    return fate;
}

/* Eigenvalues with all contacts as springs, [2 n]. */
static inline void stuck_eigenvalues(const random_stuck *r, double *re, double *im)
{
    const int n = r->n;
    double A[4 * STUCK_DOF * STUCK_DOF] = {0}, K[STUCK_DOF * STUCK_DOF];
    stuck_stiffness(r, K);
    for (int i = 0; i < n; i++) {
        A[i + 2 * n * (n + i)] = 1.0;
        for (int j = 0; j < n; j++) {
            for (int l = 0; l < n; l++) {
                A[n + i + 2 * n * j] -= r->inverse[i + n * l] * K[l + n * j];
                A[n + i + 2 * n * (n + j)] -= r->inverse[i + n * l] * r->C[l + n * j];
            }
        }
    }
    eigenvalues(2 * n, A, re, im);
}

/* Whether dragged sliders of contacts wedge if all d(limit)/d(position) are larger by a factor. */
static inline bool stuck_wedges(const random_stuck *r, double factor)
{
    const int n = r->n, m = r->contacts;
    double D[STUCK_CONTACTS * STUCK_CONTACTS], work[2 * STUCK_CONTACTS], K[STUCK_DOF * STUCK_DOF],
        dq[STUCK_DOF];
    lapack_int pivot[STUCK_DOF];
    for (int k = 0; k < m * m; k++) {
        const stuck_contact *c = &r->contact[k % m], *pushed = &r->contact[k / m];
        const double direction = copysign(1.0, c->w[0]);
        stuck_stiffness(r, K);
        memcpy(dq, pushed->b[0], sizeof dq);
        assert_int_equal(LAPACKE_dgesv(LAPACK_COL_MAJOR, n, 1, K, n, pivot, dq, n), 0);
        D[k] = c->kt * stuck_dot(n, c->b[0], dq) - direction * c->mu * c->kn * stuck_dot(n, c->b[2], dq);
        D[k] *= factor * direction * copysign(1.0, pushed->w[0]);
    }
    return rdg_wedging_slider(m, D, work, NULL) >= 0;
}

#endif
