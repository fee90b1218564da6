/* A law in time driven along a periodic displacement, event by event: between events its memory is integrated
 * by collocation at Gauss points, and events are roots of its events. Nothing is shared with the frequency
 * domain. tau = omega t with omega = 1 rad/s. */
#ifndef DRIVEN_LAW_H
#define DRIVEN_LAW_H

#include "driven_variation.h"

#include <float.h>

static inline double driven_h(const driven_search *q, double length)
{
    driven_step s;
    double h[RDG_LAW_EVENTS];
    driven_go(q->l, length, &s);
    driven_surfaces(q->l, &s, DRIVEN_NODES, q->part, h);
    return h[q->event];
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

/* Likewise where h_a has not left its noise: the motion may first lead away from the event. */
static inline double driven_exit(const driven_search *q, double a, double h_a, double b, double h_b)
{
    if (h_a > q->l->noise) {
        return driven_root(q, a, h_a, b, h_b);
    }
    for (double t = b; t - a > 1e-13; t = a + 0.5 * (t - a)) {
        const double h = driven_h(q, t);
        if (h > q->l->noise) {
            return driven_root(q, t, h, b, h_b);
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
        double h[DRIVEN_NODES + 2][RDG_LAW_EVENTS], t[DRIVEN_NODES + 2] = {0};
        driven_step start;
        driven_go(l, 0, &start);
        const int n = driven_surfaces(l, &start, DRIVEN_NODES, part, h[0]);
        for (int i = 0; i <= DRIVEN_NODES; i++) {
            driven_surfaces(l, s, i, part, h[i + 1]);
            t[i + 1] = s->tau[i] - l->tau;
        }
        for (int k = 0; k < n; k++) {
            const driven_search q = {.l = l, .part = part, .event = k};
            double end = -1;
            for (int i = 1; i <= DRIVEN_NODES + 1 && end < 0; i++) {
                const double a = h[i - 1][k], b = h[i][k], c = i <= DRIVEN_NODES ? h[i + 1][k] : INFINITY;
                if (b < -l->noise) {
                    end = driven_exit(&q, t[i - 1], a, t[i], b);
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
    double x[DRIVEN_D], v[DRIVEN_D], w[DRIVEN_M], dw[2 * DRIVEN_Y] = {0};
    driven_move(l, l->tau, x, v);
    const rdg_law_state at = {.x = x, .v = v, .w = l->w, .status = l->status};
    const int to = l->law->regimes->pass(l->self, l->d, q->part, q->event, &at, w, l->z_p ? dw : NULL);
    assert_in_range(to, 0, l->law->regimes->count - 1);
    assert_true(l->n_events < DRIVEN_EVENTS);
    l->event[l->n_events++] =
        (driven_event){.part = q->part, .from = l->status[q->part], .to = to, .tau = l->tau};
    if (l->z_p) {
        driven_saltation(l, q, to, w, dw);
    }
    const rdg_index memory = l->law->regimes->memory;
    memcpy(l->w + memory * q->part, w, (size_t)memory * sizeof *w);
    l->status[q->part] = to;
}

/* The slider of a cone turns the faster the less load there is: steps in which the load halves or doubles, at
 * most, and that the derivative of its rate allows. */
static inline double driven_gentle(const driven_law *l, double length)
{
    enum { CONE_SLIP_STATUS = 1 };
    double h[2][RDG_LAW_EVENTS], rate[DRIVEN_M], dw[2 * DRIVEN_Y], fastest = 0;
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
    const int load = driven_surfaces(l, &s, DRIVEN_NODES, 0, h[0]) - 1;
    const double least = 0.4 * h[0][load], most = fmax(2.5 * h[0][load], 1e-5);
    for (int i = 0; i < 60; i++, length *= 0.6) {
        driven_move(l, l->tau + length, s.x[DRIVEN_NODES], s.v[DRIVEN_NODES]);
        driven_surfaces(l, &s, DRIVEN_NODES, 0, h[1]); /* the load's does not ask for the memory */
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
            if (l->z_p) {
                driven_vary(l, &s);
            }
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
    double w_x[DRIVEN_M * DRIVEN_D] = {0}, x_p[DRIVEN_D], v_p[DRIVEN_D];
    regimes->update(l->self, l->d, x, v, l->w, l->status, w_x);
    if (!l->z_p) {
        return;
    }
    driven_series(l, l->z_p, 0, x_p, v_p, NULL);
    for (rdg_index i = 0; i < l->m; i++) { /* of a slider that does not start at the mean */
        l->w_p[i] = 0;
        for (rdg_index j = 0; j < l->d; j++) {
            l->w_p[i] += w_x[i + l->m * j] * x_p[j];
        }
    }
}

/* How the memory after a period moves with z, in a random direction, against differences. */
static inline bool driven_derivatives(driven_law *l, uint64_t *seed)
{
    const rdg_index N = l->d * l->basis->n_coefficients;
    const double *z = l->z, step = 1e-5;
    double direction[DRIVEN_D * DRIVEN_N] = {0}, moved[DRIVEN_D * DRIVEN_N] = {0}, w[2][DRIVEN_M], size = 1;
    int events[2];
    for (rdg_index k = 0; k < N; k++) {
        direction[k] = random_signed(seed);
    }
    for (int side = 0; side < 2; side++) {
        for (rdg_index k = 0; k < N; k++) {
            moved[k] = z[k] + (side == 0 ? -step : step) * direction[k];
        }
        l->z = moved;
        driven_begin(l, NULL);
        driven_period(l);
        memcpy(w[side], l->w, sizeof w[side]);
        events[side] = l->n_events;
    }
    l->z = z;
    l->z_p = direction;
    driven_begin(l, NULL);
    driven_period(l);
    l->z_p = NULL;
    if (events[0] != l->n_events || events[1] != l->n_events) {
        return false; /* at a change of events there is no derivative */
    }
    for (rdg_index i = 0; i < l->m; i++) {
        size = fmax(size, fabs(l->w_p[i]));
    }
    for (rdg_index i = 0; i < l->m; i++) {
        assert_near(l->w_p[i], (w[1][i] - w[0][i]) / (2 * step), 0, 1e-6 * size);
    }
    return true;
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
