/* What one would do without a ridge: at each level Newton's method for the response, and Brent's search for
 * its peak, from the last level's peak on. The first peak is given. */
#ifndef RDG_WARM_SEARCH_H
#define RDG_WARM_SEARCH_H

#include "backbone_cases.h"
#include "bench.h"

#include <math.h>

typedef struct warm_search {
    rdg_problem *p;
    rdg_index omega, alpha, n;
    double *start; /* [n] the best solution of this level, from which others are sought */
    double best;   /* its amplitude */
    long failed;   /* frequencies without a response */
} warm_search;

typedef struct search_cost {
    long iterations, failed;
    double ms;
    double Am[MAX_LEVELS];
} search_cost;

/* Relative width of the first bracket; the search ends when steps gain less than `enough` of the amplitude.
 */
static const double first_bracket = 2e-3, enough = 1e-8;

static inline double search_amplitude(warm_search *s, double omega)
{
    double amplitude = 0.0;
    double *u = rdg_start_values(s->p);
    memcpy(u, s->start, (size_t)s->n * sizeof *u);
    u[s->omega] = omega;
    if (rdg_solve(s->p) != RDG_OK) {
        rdg_error_clear(rdg_problem_context(s->p));
        s->failed++;
        return -INFINITY;
    }
    rdg_parameter_value(s->p, "Am", u, &amplitude);
    if (amplitude > s->best) {
        s->best = amplitude;
        memcpy(s->start, u, (size_t)s->n * sizeof *u);
    }
    return amplitude;
}

/* Three frequencies, the middle one with the greatest response; walked to uphill with growing steps. */
static inline bool search_bracket(warm_search *s, double x[3], double f[3])
{
    double step = first_bracket * x[1];
    x[0] = x[1] - step;
    x[2] = x[1] + step;
    for (int k = 0; k < 3; k++) {
        f[k] = search_amplitude(s, x[k]);
    }
    for (int k = 0; k < 40 && (f[0] > f[1] || f[2] > f[1]); k++) {
        const bool up = f[2] > f[0];
        const int low = up ? 0 : 2;
        step *= 1.6;
        x[low] = x[1];
        f[low] = f[1];
        x[1] = x[2 - low];
        f[1] = f[2 - low];
        x[2 - low] = x[1] + (up ? step : -step);
        f[2 - low] = search_amplitude(s, x[2 - low]);
    }
    return f[1] >= f[0] && f[1] >= f[2] && isfinite(f[1]);
}

/* Brent's method: parabolas, and golden sections where they do not serve. */
static inline double search_peak(warm_search *s, double omega)
{
    const double golden = 0.3819660112501051;
    double at[3] = {0.0, omega, 0.0};
    double value[3];
    s->best = -INFINITY;
    if (!search_bracket(s, at, value)) {
        return NAN;
    }
    double a = at[0], b = at[2], x = at[1], fx = value[1];
    double w = value[0] > value[2] ? at[0] : at[2], v = value[0] > value[2] ? at[2] : at[0];
    double fw = fmax(value[0], value[2]), fv = fmin(value[0], value[2]);
    double last = b - a, before = b - a;
    for (int k = 0; k < 60; k++) {
        const double r = (x - w) * (fx - fv), q = (x - v) * (fx - fw);
        const double top = (x - v) * q - (x - w) * r, below = 2.0 * (q - r);
        double step = below != 0.0 ? -top / below : INFINITY;
        if (!(fabs(step) < 0.5 * fabs(before)) || x + step <= a || x + step >= b) {
            before = x < 0.5 * (a + b) ? b - x : a - x;
            step = golden * before;
        } else {
            before = last;
        }
        last = step;
        const double u = x + step, fu = search_amplitude(s, u);
        const bool settled = fabs(fu - fx) <= enough * fx;
        *(u < x ? (fu >= fx ? &b : &a) : (fu >= fx ? &a : &b)) = fu >= fx ? x : u;
        if (fu >= fx) {
            v = w, fv = fw, w = x, fw = fx, x = u, fx = fu;
        } else if (fu >= fw) {
            v = w, fv = fw, w = u, fw = fu;
        } else {
            v = u, fv = fu;
        }
        if (settled || b - a < 1e-12 * x) {
            break;
        }
    }
    return x;
}

/* All levels, from a peak at the first one. */
static inline search_cost search_levels(rdg_hbm *hb, double omega, const reference *levels)
{
    const clock_t begin = clock();
    const long before = rdg_newton_iterations(rdg_hbm_context(hb));
    search_cost cost = {0};
    warm_search s = {.p = rdg_hbm_problem(hb, RDG_AT("omega", omega), RDG_AT("alpha", levels->alpha[0]))};
    s.omega = rdg_variable_index(s.p, "omega", NULL);
    s.alpha = rdg_variable_index(s.p, "alpha", NULL);
    s.n = rdg_variable_count(s.p);
    s.start = calloc((size_t)s.n, sizeof *s.start);
    memcpy(s.start, rdg_start_values(s.p), (size_t)s.n * sizeof *s.start);
    for (rdg_index k = 0; k < levels->n; k++) {
        s.start[s.alpha] = levels->alpha[k];
        const double peak = search_peak(&s, omega);
        omega = isfinite(peak) ? peak : omega;
        cost.Am[k] = isfinite(peak) ? s.best : NAN;
    }
    cost.failed = s.failed;
    free(s.start);
    rdg_problem_free(s.p);
    cost.iterations = rdg_newton_iterations(rdg_hbm_context(hb)) - before;
    cost.ms = bench_cpu_ms(begin);
    return cost;
}

#endif
