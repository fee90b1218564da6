/* A law in time driven along a periodic displacement, event by event: between events its memory is integrated
 * by collocation at Gauss points, and events are roots of its crossings. Nothing is shared with the frequency
 * domain. tau = omega t with omega = 1 rad/s. */
#ifndef DRIVEN_LAW_H
#define DRIVEN_LAW_H

#include "support.h"

#include <ridgewalk/element.h>
#include <ridgewalk/law_in_time.h>

#include <float.h>
#include <string.h>

enum {
    DRIVEN_D = 3,
    DRIVEN_M = 24, /* numbers of memory, and parts, at most */
    DRIVEN_N = 24, /* coefficients of a displacement */
    DRIVEN_NODES = 10,
    DRIVEN_Y = 2 * DRIVEN_D + DRIVEN_M,
    DRIVEN_EVENTS = 4000
};

static const double driven_turn = 6.28318530717958647692;

typedef struct driven_event {
    rdg_index part;
    int from, to;
    double tau; /* of the period */
} driven_event;

typedef struct driven_law {
    const rdg_law_in_time *law;
    const void *self;
    rdg_index d, m, parts;
    const rdg_basis *basis;
    const double *z;           /* [d * n] */
    double constant[DRIVEN_D]; /* of the displacements, besides their series */
    double noise;              /* of crossings */
    int steps;                 /* a wave of the highest harmonic; 0: 12 */

    double tau, w[DRIVEN_M];
    int status[DRIVEN_M];
    double force[DRIVEN_D * DRIVEN_N]; /* coefficients over the last period */
    double work, dissipated;           /* since the start of the last period */
    double imbalance;                  /* greatest |work - dissipated - stored| since then */
    driven_event event[DRIVEN_EVENTS];
    int n_events;
} driven_law;

static inline void driven_move(const driven_law *l, double tau, double *x, double *v)
{
    const rdg_index first = l->basis->has_static, n = l->basis->n_coefficients;
    for (rdg_index i = 0; i < l->d; i++) {
        const double *z = l->z + i * n;
        x[i] = l->constant[i] + (first ? z[0] : 0);
        v[i] = 0;
        for (rdg_index h = 0; h < l->basis->n_harmonics; h++) {
            const double k = l->basis->harmonic[h], c = cos(k * tau), s = sin(k * tau);
            x[i] += z[first + 2 * h] * c + z[first + 2 * h + 1] * s;
            v[i] += k * (z[first + 2 * h + 1] * c - z[first + 2 * h] * s);
        }
    }
}

/* Gauss points on [0, 1], their weights, and integrals of the Lagrange polynomials up to the points. */
typedef struct driven_rule {
    double c[DRIVEN_NODES], b[DRIVEN_NODES], a[DRIVEN_NODES][DRIVEN_NODES];
} driven_rule;

static inline double driven_lagrange(const double *c, int j, double t)
{
    double product = 1;
    for (int i = 0; i < DRIVEN_NODES; i++) {
        product *= i == j ? 1 : (t - c[i]) / (c[j] - c[i]);
    }
    return product;
}

static inline const driven_rule *driven_gauss(void)
{
    static driven_rule r;
    if (r.b[0] > 0) {
        return &r;
    }
    for (int i = 0; i < DRIVEN_NODES; i++) {
        double x = cos(acos(-1) * (i + 0.75) / (DRIVEN_NODES + 0.5)), slope = 1;
        for (int step = 0; step < 20; step++) {
            double p = 1, before = 0;
            for (int k = 1; k <= DRIVEN_NODES; k++) {
                const double next = ((2 * k - 1) * x * p - (k - 1) * before) / k;
                before = p;
                p = next;
            }
            slope = DRIVEN_NODES * (x * p - before) / (x * x - 1);
            x -= p / slope;
        }
        r.c[DRIVEN_NODES - 1 - i] = 0.5 + 0.5 * x;
        r.b[DRIVEN_NODES - 1 - i] = 1 / ((1 - x * x) * slope * slope);
    }
    for (int i = 0; i < DRIVEN_NODES; i++) {
        for (int j = 0; j < DRIVEN_NODES; j++) {
            for (int k = 0; k < DRIVEN_NODES; k++) {
                r.a[i][j] += r.c[i] * r.b[k] * driven_lagrange(r.c, j, r.c[i] * r.c[k]);
            }
        }
    }
    return &r;
}

/* A step from l->tau: what it passes at its Gauss points and at its end. */
typedef struct driven_step {
    double length;
    double tau[DRIVEN_NODES + 1], x[DRIVEN_NODES + 1][DRIVEN_D], v[DRIVEN_NODES + 1][DRIVEN_D];
    double w[DRIVEN_NODES + 1][DRIVEN_M], rate[DRIVEN_NODES][DRIVEN_M];
} driven_step;

static inline void driven_rate(const driven_law *l, const driven_step *s, int i, const double *w,
                               double *rate, double *dw)
{
    const rdg_law_state at = {.x = s->x[i], .v = s->v[i], .w = w, .status = l->status};
    memset(rate, 0, (size_t)l->m * sizeof *rate);
    if (dw) {
        memset(dw, 0, (size_t)(l->m * (2 * l->d + l->m)) * sizeof *dw);
    }
    l->law->regimes->rate(l->self, l->d, &at, &(rdg_law_rate){.w = rate, .dw = dw});
}

static inline void driven_solve(int n, double *A, double *b)
{
    for (int k = 0; k < n; k++) {
        int pivot = k;
        for (int i = k; i < n; i++) {
            pivot = fabs(A[i * n + k]) > fabs(A[pivot * n + k]) ? i : pivot;
        }
        for (int j = 0; j <= n; j++) {
            double *p = j < n ? &A[k * n + j] : &b[k], *q = j < n ? &A[pivot * n + j] : &b[pivot];
            const double swap = *p;
            *p = *q;
            *q = swap;
        }
        for (int i = k + 1; i < n; i++) {
            const double factor = A[i * n + k] / A[k * n + k];
            for (int j = k; j < n; j++) {
                A[i * n + j] -= factor * A[k * n + j];
            }
            b[i] -= factor * b[k];
        }
    }
    for (int i = n - 1; i >= 0; i--) {
        for (int j = i + 1; j < n; j++) {
            b[i] -= A[i * n + j] * b[j];
        }
        b[i] /= A[i * n + i];
    }
}

static inline void driven_memories(const driven_law *l, driven_step *s)
{
    const driven_rule *g = driven_gauss();
    for (int i = 0; i <= DRIVEN_NODES; i++) {
        for (rdg_index k = 0; k < l->m; k++) {
            double sum = 0;
            for (int j = 0; j < DRIVEN_NODES; j++) {
                sum += (i < DRIVEN_NODES ? g->a[i][j] : g->b[j]) * s->rate[j][k];
            }
            s->w[i][k] = l->w[k] + s->length * sum;
        }
    }
}

/* One Newton step for the rates of two numbers of memory; what is left of the residual */
static inline double driven_newton(const driven_law *l, driven_step *s)
{
    enum { MOST = 2 * DRIVEN_NODES };
    const driven_rule *g = driven_gauss();
    const int m = (int)l->m, n = m * DRIVEN_NODES;
    double A[MOST * MOST] = {0}, b[MOST], greatest = 0;
    assert_true(m <= 2);
    for (int i = 0; i < DRIVEN_NODES; i++) {
        double rate[DRIVEN_M], dw[2 * DRIVEN_Y];
        driven_rate(l, s, i, s->w[i], rate, dw);
        for (int k = 0; k < m; k++) {
            b[m * i + k] = rate[k] - s->rate[i][k];
            greatest = fmax(greatest, fabs(b[m * i + k]));
            for (int j = 0; j < DRIVEN_NODES; j++) {
                for (int q = 0; q < m; q++) {
                    A[(m * i + k) * n + m * j + q] =
                        (i == j && k == q) - s->length * g->a[i][j] * dw[k + m * (2 * (int)l->d + q)];
                }
            }
        }
    }
    driven_solve(n, A, b);
    for (int i = 0; i < n; i++) {
        s->rate[i / m][i % m] += b[i];
    }
    return greatest;
}

static inline void driven_go(const driven_law *l, double length, driven_step *s)
{
    const driven_rule *g = driven_gauss();
    s->length = length;
    for (int i = 0; i <= DRIVEN_NODES; i++) {
        s->tau[i] = l->tau + length * (i < DRIVEN_NODES ? g->c[i] : 1);
        driven_move(l, s->tau[i], s->x[i], s->v[i]);
        if (i < DRIVEN_NODES) {
            driven_rate(l, s, i, l->w, s->rate[i], NULL);
        }
    }
    driven_memories(l, s);
    if (l->m != 2) { /* rates do not depend on the memory */
        return;
    }
    for (int step = 0; step < 30 && driven_newton(l, s) > l->noise; step++) {
        driven_memories(l, s);
    }
    driven_memories(l, s);
}

static inline int driven_crossings(const driven_law *l, const driven_step *s, int i, rdg_index part,
                                   double *h)
{
    const rdg_law_state at = {.x = s->x[i], .v = s->v[i], .w = s->w[i], .status = l->status};
    rdg_law_crossing c[RDG_LAW_CROSSINGS] = {{0}};
    const int n = l->law->regimes->crossings(l->self, l->d, part, &at, c);
    for (int k = 0; k < n; k++) {
        h[k] = c[k].h;
    }
    return n;
}

typedef struct driven_search {
    const driven_law *l;
    rdg_index part;
    int crossing;
} driven_search;

static inline double driven_h(const driven_search *q, double length)
{
    driven_step s;
    double h[RDG_LAW_CROSSINGS];
    driven_go(q->l, length, &s);
    driven_crossings(q->l, &s, DRIVEN_NODES, q->part, h);
    return h[q->crossing];
}

/* h_a >= 0 > h_b */
static inline double driven_root(const driven_search *q, double a, double h_a, double b, double h_b)
{
    for (int i = 0, side = 0; i < 200 && b - a > 1e-15; i++) {
        const double t = i % 8 == 7 || !(h_a > 0) ? 0.5 * (a + b) : (a * h_b - b * h_a) / (h_b - h_a);
        const double h = driven_h(q, t);
        if (h >= 0) {
            a = t;
            h_a = h;
            h_b *= side > 0 ? 0.5 : 1;
            side = 1;
        } else {
            b = t;
            h_b = h;
            h_a *= side < 0 ? 0.5 : 1;
            side = -1;
        }
        if (h == 0) {
            break;
        }
    }
    return a;
}

/* The least value between three instants */
static inline double driven_least(const driven_search *q, double a, double b, double *h)
{
    const double share = 0.381966011250105;
    double least = INFINITY, at = a;
    for (int i = 0; i < 60 && b - a > 1e-9; i++) {
        const double t[2] = {a + share * (b - a), b - share * (b - a)};
        const double value[2] = {driven_h(q, t[0]), driven_h(q, t[1])};
        const int lower = value[1] < value[0];
        if (value[lower] < least) {
            least = value[lower];
            at = t[lower];
        }
        *(lower ? &a : &b) = t[!lower];
    }
    *h = least;
    return at;
}

/* The first event within a step, if there is one. */
static inline bool driven_first(const driven_law *l, const driven_step *s, driven_search *first,
                                double *length)
{
    bool found = false;
    for (rdg_index part = 0; part < l->parts; part++) {
        double h[DRIVEN_NODES + 2][RDG_LAW_CROSSINGS], t[DRIVEN_NODES + 2] = {0};
        driven_step start;
        driven_go(l, 0, &start);
        const int n = driven_crossings(l, &start, DRIVEN_NODES, part, h[0]);
        for (int i = 0; i <= DRIVEN_NODES; i++) {
            driven_crossings(l, s, i, part, h[i + 1]);
            t[i + 1] = s->tau[i] - l->tau;
        }
        for (int k = 0; k < n; k++) {
            const driven_search q = {.l = l, .part = part, .crossing = k};
            double end = -1;
            for (int i = 1; i <= DRIVEN_NODES + 1 && end < 0; i++) {
                const double a = h[i - 1][k], b = h[i][k], c = i <= DRIVEN_NODES ? h[i + 1][k] : INFINITY;
                if (b < -l->noise) {
                    end = a > 0 ? driven_root(&q, t[i - 1], a, t[i], b) : t[i - 1];
                } else if (i <= DRIVEN_NODES && b < a && b < c && 2 * b < a + c - b) {
                    double least;
                    const double at = driven_least(&q, t[i - 1], t[i + 1], &least);
                    end = least < -l->noise ? driven_root(&q, t[i - 1], a, at, least) : -1;
                }
            }
            if (end >= 0 && (!found || end < *length)) {
                found = true;
                *first = q;
                *length = end;
            }
        }
    }
    return found;
}

static inline void driven_energy(const driven_law *l, rdg_law_energy *energy)
{
    double x[DRIVEN_D], v[DRIVEN_D];
    driven_move(l, l->tau, x, v);
    const rdg_law_state at = {.x = x, .v = v, .w = l->w, .status = l->status};
    assert_int_equal(l->law->energy(l->self, l->d, &at, energy), 0);
}

/* Force and energy over a step. */
static inline void driven_integrate(driven_law *l, const driven_step *s)
{
    const driven_rule *g = driven_gauss();
    const rdg_index n = l->basis->n_coefficients, first = l->basis->has_static;
    for (int i = 0; i < DRIVEN_NODES; i++) {
        const rdg_law_state at = {.x = s->x[i], .v = s->v[i], .w = s->w[i], .status = l->status};
        const double weight = s->length * g->b[i];
        double f[DRIVEN_D] = {0};
        rdg_law_energy energy;
        assert_int_equal(l->law->force(l->self, l->d, &at, &(rdg_law_force){.f = f}), 0);
        assert_int_equal(l->law->energy(l->self, l->d, &at, &energy), 0);
        l->dissipated += weight * energy.power;
        for (rdg_index j = 0; j < l->d; j++) {
            l->work += weight * f[j] * s->v[i][j];
            if (first) {
                l->force[j * n] += weight * f[j] / driven_turn;
            }
            for (rdg_index h = 0; h < l->basis->n_harmonics; h++) {
                const double angle = l->basis->harmonic[h] * s->tau[i],
                             share = 2 * weight * f[j] / driven_turn;
                l->force[j * n + first + 2 * h] += share * cos(angle);
                l->force[j * n + first + 2 * h + 1] += share * sin(angle);
            }
        }
    }
}

static inline void driven_pass(driven_law *l, const driven_search *q)
{
    double x[DRIVEN_D], v[DRIVEN_D], w[DRIVEN_M];
    driven_move(l, l->tau, x, v);
    const rdg_law_state at = {.x = x, .v = v, .w = l->w, .status = l->status};
    const int to = l->law->regimes->pass(l->self, l->d, q->part, q->crossing, &at, w, NULL);
    assert_in_range(to, 0, l->law->regimes->count - 1);
    assert_true(l->n_events < DRIVEN_EVENTS);
    l->event[l->n_events++] =
        (driven_event){.part = q->part, .from = l->status[q->part], .to = to, .tau = l->tau};
    const rdg_index memory = l->law->regimes->memory;
    memcpy(l->w + memory * q->part, w, (size_t)memory * sizeof *w);
    l->status[q->part] = to;
}

/* The slider of a cone turns the faster the less load there is: steps in which the load halves or doubles, at
 * most, and that the derivative of its rate allows. */
static inline double driven_gentle(const driven_law *l, double length)
{
    enum { CONE_SLIP_STATUS = 1 };
    double h[2][RDG_LAW_CROSSINGS], rate[DRIVEN_M], dw[2 * DRIVEN_Y], fastest = 0;
    driven_step s;
    if (l->m != 2 || l->status[0] != CONE_SLIP_STATUS) {
        return length;
    }
    driven_go(l, 0, &s);
    driven_rate(l, &s, DRIVEN_NODES, l->w, rate, dw);
    for (rdg_index k = 0; k < 4; k++) {
        fastest = fmax(fastest, fabs(dw[4 * l->d + k]));
    }
    length = fmin(length, fmax(1 / fastest, 1e-6));
    if (l->d < 3) {
        return length;
    }
    const int load = driven_crossings(l, &s, DRIVEN_NODES, 0, h[0]) - 1;
    const double least = 0.4 * h[0][load], most = fmax(2.5 * h[0][load], 1e-5);
    for (int i = 0; i < 60; i++, length *= 0.6) {
        driven_move(l, l->tau + length, s.x[DRIVEN_NODES], s.v[DRIVEN_NODES]);
        driven_crossings(l, &s, DRIVEN_NODES, 0, h[1]); /* the load's does not ask for the memory */
        if (h[1][load] < most && (h[1][load] > least || h[0][load] < 1e-7)) {
            break;
        }
    }
    return length;
}

/* One period from tau = 0, with what is said of it. */
static inline void driven_period(driven_law *l)
{
    const int steps = (l->steps > 0 ? l->steps : 12) * l->basis->harmonic[l->basis->n_harmonics - 1];
    rdg_law_energy start, now;
    l->tau = 0;
    l->n_events = 0;
    l->work = l->dissipated = l->imbalance = 0;
    memset(l->force, 0, sizeof l->force);
    driven_energy(l, &start);
    for (int i = 1; i <= steps; i++) {
        const double goal = i < steps ? driven_turn * i / steps : driven_turn;
        while (l->tau < goal) {
            driven_step s;
            driven_search q = {0};
            const double whole = goal - l->tau;
            double length = driven_gentle(l, whole);
            bool arrives = length == whole;
            driven_go(l, length, &s);
            const bool event = driven_first(l, &s, &q, &length);
            if (event) {
                driven_go(l, length, &s);
            }
            driven_integrate(l, &s);
            arrives = arrives && !event;
            l->tau = arrives ? goal : l->tau + length;
            memcpy(l->w, s.w[DRIVEN_NODES], (size_t)l->m * sizeof *l->w);
            if (event) {
                driven_pass(l, &q);
            }
            driven_energy(l, &now);
            l->imbalance = fmax(l->imbalance, fabs(l->work - l->dissipated - (now.stored - start.stored)));
        }
    }
}

/* Memory and regimes at tau = 0 of a motion that begins there. rest: as for rdg_law_regimes.start; without a
 * static harmonic it is added to the displacements if `added`. */
static inline void driven_begin(driven_law *l, const double *rest)
{
    const rdg_law_regimes *regimes = l->law->regimes;
    double x[DRIVEN_D], v[DRIVEN_D], mean[DRIVEN_D], size = 1;
    l->parts = regimes->parts ? regimes->parts(l->self) : 1;
    l->m = regimes->memory * l->parts;
    assert_true(l->m <= DRIVEN_M && l->parts <= DRIVEN_M && l->basis->n_coefficients <= DRIVEN_N);
    for (rdg_index i = 0; i < l->d; i++) {
        mean[i] = l->constant[i] + (l->basis->has_static ? l->z[i * l->basis->n_coefficients] : 0);
        for (rdg_index k = 0; k < l->basis->n_coefficients; k++) {
            size += fabs(l->z[i * l->basis->n_coefficients + k]);
        }
    }
    l->noise = 2e-14 * size;
    driven_move(l, 0, x, v);
    regimes->start(l->self, l->d, rest, mean, l->w, NULL);
    regimes->settle(l->self, l->d, x, v, l->w, l->status, NULL);
}

/* What the last period shows of a part: its states and when they begin; those that last no time are left out.
 * @return how many, in the order of time */
static inline int driven_states(const driven_law *l, rdg_index part, driven_event *state)
{
    int n = 0;
    for (int i = 0; i < l->n_events; i++) {
        const driven_event *e = &l->event[i];
        if (e->part != part) {
            continue;
        }
        if (n > 0 && e->tau - state[n - 1].tau < 1e-12) {
            state[n - 1].to = e->to;
            n -= state[n - 1].to == state[n - 1].from;
            continue;
        }
        state[n++] = *e;
    }
    return n;
}

#endif
