/* Comparison of the derivatives that functions give with central differences. */
#include "problem.h"
#include "problem_impl.h"
#include "sparse.h"
#include "toolbox.h"

#include <inttypes.h>
#include <math.h>

/* A matrix of derivatives, given and by differences. */
typedef struct comparison {
    const char *what; /* "df" or "d2f" */
    const rdg_pattern *pattern;
    const double *given;      /* in pattern's order */
    double *difference;       /* [rows * cols], dense; the given entries are taken off */
    const double *row_weight; /* [rows]; NULL: 1 */
    const double *col_weight; /* [cols] */
} comparison;

/* The worst entry there is. */
typedef struct culprit {
    const char *function, *what;
    rdg_index row, col;
    double error; /* relative */
    double given, difference;
} culprit;

static double entry_at(const comparison *c, rdg_index row, rdg_index col)
{
    for (rdg_index k = c->pattern->start[col]; k < c->pattern->start[col + 1]; k++) {
        if (c->pattern->row[k] == row) {
            return c->given[k];
        }
    }
    return 0.0;
}

static void compare(const comparison *c, const char *function, culprit *worst)
{
    const rdg_index rows = c->pattern->rows;
    culprit own = {.function = function, .what = c->what};
    double largest = 0.0;
    for (rdg_index j = 0; j < c->pattern->cols; j++) {
        for (rdg_index i = 0; i < rows; i++) {
            const double weight = c->col_weight[j] * (c->row_weight ? c->row_weight[i] : 1.0);
            const double given = entry_at(c, i, j);
            const double difference = c->difference[i + rows * j];
            const double error = weight * fabs(given - difference);
            largest = fmax(largest, weight * fmax(fabs(given), fabs(difference)));
            if (error > own.error) {
                own.error = error;
                own.row = i;
                own.col = j;
                own.given = given;
                own.difference = difference;
            }
        }
    }
    own.error /= largest > 0.0 ? largest : 1.0;
    if (own.error > worst->error) {
        *worst = own;
    }
}

/* A multiplier in general position. */
static double general(rdg_index k)
{
    return 1.0 + 0.5 * sin(2.1 * (double)k + 0.4);
}

static int check_entry(rdg_problem *p, rdg_entry *e, const double *u, double *dense, culprit *worst)
{
    const rdg_function *f = &e->function;
    int answer = 0;
    if (f->df) {
        answer = rdg_entry_jacobian_differences(p, e, u, dense);
        answer = answer != 0 ? answer : rdg_entry_jacobian(p, e, u);
        if (answer == 0) {
            compare(&(comparison){"df", f->df_pattern, e->df_values, dense, NULL, e->size}, f->name, worst);
        }
    }
    if (f->d2f && answer == 0) {
        for (rdg_index k = 0; k < f->m; k++) {
            e->lambda[k] = general(k);
        }
        answer = rdg_entry_hessian_differences(p, e, u, e->lambda, dense);
        answer = answer != 0 ? answer : rdg_entry_hessian(p, e, u, e->lambda);
        if (answer == 0) {
            compare(&(comparison){"d2f", f->d2f_pattern, e->d2f_values, dense, e->size, e->size}, f->name,
                    worst);
        }
    }
    return answer;
}

rdg_status rdg_check_derivatives(rdg_problem *p, const double *u, double tolerance)
{
    if (!p || rdg_error_status(p->ctx) != RDG_OK) {
        return RDG_ERR_EARLIER;
    }
    if (!(tolerance > 0.0)) {
        return RDG_FAIL(p->ctx, RDG_ERR_ARGUMENT, "the tolerance is %g; it must be positive", tolerance);
    }
    culprit worst = {.error = 0.0};
    for (rdg_index k = 0; k < p->n_entries; k++) {
        rdg_entry *e = &p->entry[k];
        const size_t n = (size_t)e->function.n;
        const size_t m = (size_t)e->function.m;
        double *dense = rdg_context_calloc(p->ctx, n * (n > m ? n : m), sizeof *dense);
        if (!dense) {
            return RDG_ERR_NO_MEMORY;
        }
        const int answer = check_entry(p, e, u ? u : p->u0, dense, &worst);
        rdg_free(dense);
        if (answer != 0) {
            return RDG_FAIL(p->ctx, RDG_ERR_NOT_FINITE, "%s", p->trouble);
        }
    }
    if (worst.error > tolerance) {
        return RDG_FAIL(p->ctx, RDG_ERR_DERIVATIVE,
                        "%s of function \"%s\": entry (%" PRId64 ", %" PRId64
                        ") is %.10g, by differences %.10g: an error of %.1e where %.1e is allowed",
                        worst.what, worst.function, worst.row, worst.col, worst.given, worst.difference,
                        worst.error, tolerance);
    }
    return RDG_OK;
}
