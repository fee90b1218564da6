/* One search for the least sum of squares. */
#include "least_squares_impl.h"

#include <ridgewalk/toolbox.h>
#include <ridgewalk/vectors.h>

#include <math.h>
#include <string.h>

enum { MOST_ITERATIONS = 200, MOST_DAMPINGS = 60 };
/* Step in scaled parameters below which the search has converged; damping at first, relative to the square of
 * the greatest singular value, and its factor. */
#define SHORT 1e-12
#define DAMPING 1e-3
#define FACTOR 10.0

rdg_status rdg_fit_begin(fit_search *s, rdg_context *ctx, const rdg_fit_problem *problem)
{
    const rdg_index n = problem->n;
    const rdg_index m = problem->m;
    *s = (fit_search){.ctx = ctx, .problem = problem, .n = n, .m = m};
    s->memory = rdg_context_calloc(ctx, (size_t)(2 * m + 3 * m * n), sizeof(double));
    if (!s->memory) {
        return RDG_ERR_NO_MEMORY;
    }
    s->residual = s->memory;
    s->trial = s->residual + m;
    s->jacobian = s->trial + m;
    s->trial_jacobian = s->jacobian + m * n;
    s->U = s->trial_jacobian + m * n;
    for (rdg_index j = 0; j < n; j++) {
        const rdg_fit_parameter *q = &problem->parameter[j];
        s->low[j] = rdg_fit_scaled(q, q->low);
        s->high[j] = rdg_fit_scaled(q, q->high);
        const bool inside = q->start >= q->low && q->start <= q->high;
        s->x[j] = inside ? rdg_fit_scaled(q, q->start) : 0.5 * (s->low[j] + s->high[j]);
    }
    return RDG_OK;
}

void rdg_fit_end(fit_search *s)
{
    rdg_free(s->memory);
}

/* Residuals and their scaled Jacobian; the sum of squares, INFINITY where the model has no answer. */
static double evaluate(fit_search *s, const double *x, double *residual, double *jacobian)
{
    double p[RDG_FIT_MOST];
    for (rdg_index j = 0; j < s->n; j++) {
        p[j] = rdg_fit_value(&s->problem->parameter[j], x[j]);
    }
    s->evaluations++;
    if (s->problem->function(p, residual, jacobian, s->problem->data) != 0) {
        return INFINITY;
    }
    for (rdg_index j = 0; j < s->n; j++) {
        const double slope = rdg_fit_slope(&s->problem->parameter[j], x[j]);
        for (rdg_index i = 0; i < s->m; i++) {
            jacobian[i + s->m * j] *= slope;
        }
    }
    const double sum = rdg_dot(s->m, residual, residual);
    return isfinite(sum) ? sum : INFINITY;
}

/* A parameter at a bound is fixed while the sum of squares falls towards the outside. */
static void choose_fixed(fit_search *s)
{
    for (rdg_index j = 0; j < s->n; j++) {
        double gradient = 0.0;
        for (rdg_index i = 0; i < s->m; i++) {
            gradient += s->jacobian[i + s->m * j] * s->residual[i];
        }
        s->fixed[j] = s->held[j] || (s->x[j] <= s->low[j] && gradient > 0.0) ||
                      (s->x[j] >= s->high[j] && gradient < 0.0);
    }
}

static void decompose(fit_search *s)
{
    memcpy(s->U, s->jacobian, sizeof *s->U * (size_t)(s->m * s->n));
    for (rdg_index j = 0; j < s->n; j++) {
        if (s->fixed[j]) {
            memset(s->U + s->m * j, 0, sizeof *s->U * (size_t)s->m);
        }
    }
    rdg_fit_decompose(s->m, s->n, s->U, s->singular, s->V);
}

/* The damped step among the directions that the data determine. */
static void choose_step(const fit_search *s, double damping, double *d)
{
    memset(d, 0, sizeof *d * RDG_FIT_MOST);
    for (rdg_index k = 0; k < s->n && s->singular[k] > RDG_FIT_RANK * s->singular[0]; k++) {
        double projection = 0.0;
        for (rdg_index i = 0; i < s->m; i++) {
            projection -= s->U[i + s->m * k] * s->residual[i];
        }
        const double amount = projection * s->singular[k] / (s->singular[k] * s->singular[k] + damping);
        for (rdg_index j = 0; j < s->n; j++) {
            d[j] += s->V[j + RDG_FIT_MOST * k] * amount;
        }
    }
}

static double take(const fit_search *s, const double *d, double *x)
{
    double longest = 0.0;
    for (rdg_index j = 0; j < s->n; j++) {
        x[j] = fmin(fmax(s->x[j] + d[j], s->low[j]), s->high[j]);
        longest = fmax(longest, fabs(x[j] - s->x[j]));
    }
    return longest;
}

static void accept(fit_search *s, const double *x, double chi2)
{
    memcpy(s->x, x, sizeof s->x);
    s->chi2 = chi2;
    memcpy(s->residual, s->trial, sizeof *s->residual * (size_t)s->m);
    memcpy(s->jacobian, s->trial_jacobian, sizeof *s->jacobian * (size_t)(s->m * s->n));
}

/* The first damping, from `*damping` upwards, with which the sum of squares falls; the length of the step. 0:
 * there is none. */
static double improve(fit_search *s, double *damping)
{
    double d[RDG_FIT_MOST];
    double x[RDG_FIT_MOST] = {0};
    for (int k = 0; k < MOST_DAMPINGS; k++) {
        choose_step(s, *damping, d);
        const double length = take(s, d, x);
        if (length < SHORT) {
            return 0.0;
        }
        const double chi2 = evaluate(s, x, s->trial, s->trial_jacobian);
        if (chi2 < s->chi2) {
            accept(s, x, chi2);
            *damping = k == 0 ? *damping / FACTOR : *damping;
            return length;
        }
        *damping = fmax(*damping * FACTOR, RDG_FIT_RANK * RDG_FIT_RANK * s->singular[0] * s->singular[0]);
    }
    return 0.0;
}

void rdg_fit_search(fit_search *s)
{
    s->converged = false;
    s->iterations = 0;
    s->chi2 = evaluate(s, s->x, s->residual, s->jacobian);
    if (!isfinite(s->chi2)) {
        return;
    }
    double damping = NAN;
    for (; s->iterations < MOST_ITERATIONS; s->iterations++) {
        choose_fixed(s);
        decompose(s);
        damping = isnan(damping) ? DAMPING * s->singular[0] * s->singular[0] : damping;
        if (improve(s, &damping) == 0.0) {
            s->converged = true;
            break;
        }
    }
}
