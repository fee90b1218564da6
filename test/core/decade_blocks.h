/* Random functions of blocks that mix entries of many decades, with exact derivatives; one entry may lie. */
#ifndef DECADE_BLOCKS_H
#define DECADE_BLOCKS_H

#include "problems.h"

#include <float.h>
#include <math.h>

enum { DECADE_VARIABLES = 6, DECADE_TERMS = 5, DECADE_ROWS = 3 };

typedef enum decade_kind {
    DECADE_LINEAR,
    DECADE_PRODUCT,
    DECADE_CUBE,
    DECADE_SINE,
    DECADE_DRAG,
    DECADE_TANH,
    DECADE_EXP,
    DECADE_ROOT,
    DECADE_KINDS
} decade_kind;

/* c g(u_a / s) or c (u_a / s) (u_b / t) */
typedef struct decade_term {
    decade_kind kind;
    rdg_index a, b;
    double c, s, t;
} decade_term;

typedef struct decade_block {
    rdg_index n, m;
    double typical;
    bool follows;
    double u[DECADE_VARIABLES];
    double start[DECADE_VARIABLES];
    decade_term term[DECADE_ROWS][DECADE_TERMS];
    int terms[DECADE_ROWS];
    rdg_index wrong; /* place in df or d2f (column-major), -1: none */
    bool wrong_second;
} decade_block;

/* Derivative of order k of g at x. */
static inline double decade_g(decade_kind kind, int k, double x)
{
    const double h = tanh(x), slope = 1.0 / (cosh(x) * cosh(x)),
                 r = sqrt(1.0 + x * x); /* 1 - h^2 would keep few digits */
    switch (kind) {
    case DECADE_LINEAR:
        return k == 0 ? x : k == 1;
    case DECADE_CUBE:
        return k == 0 ? x * x * x : k == 1 ? 3.0 * x * x : 6.0 * x;
    case DECADE_SINE:
        return k == 0 ? sin(x) : k == 1 ? cos(x) : -sin(x);
    case DECADE_DRAG:
        return k == 0 ? fabs(x) * x : k == 1 ? 2.0 * fabs(x) : copysign(2.0, x);
    case DECADE_TANH:
        return k == 0 ? h : k == 1 ? slope : -2.0 * h * slope;
    case DECADE_EXP:
        return exp(x);
    default:
        return k == 0 ? r : k == 1 ? x / r : 1.0 / (r * r * r);
    }
}

static inline int decade_f(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    const decade_block *d = data;
    (void)n;
    for (rdg_index i = 0; i < m; i++) {
        y[i] = 0.0;
        for (int k = 0; k < d->terms[i]; k++) {
            const decade_term *t = &d->term[i][k];
            const double x = u[t->a] / t->s;
            y[i] += t->c * (t->kind == DECADE_PRODUCT ? x * (u[t->b] / t->t) : decade_g(t->kind, 0, x));
        }
    }
    return 0;
}

static inline int decade_df(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    const decade_block *d = data;
    memset(values, 0, (size_t)(n * m) * sizeof *values);
    for (rdg_index i = 0; i < m; i++) {
        for (int k = 0; k < d->terms[i]; k++) {
            const decade_term *t = &d->term[i][k];
            const double x = u[t->a] / t->s;
            if (t->kind == DECADE_PRODUCT) {
                values[i + m * t->a] += t->c * (u[t->b] / t->t) / t->s;
                values[i + m * t->b] += t->c * x / t->t;
            } else {
                values[i + m * t->a] += t->c * decade_g(t->kind, 1, x) / t->s;
            }
        }
    }
    if (d->wrong >= 0 && !d->wrong_second) {
        values[d->wrong] *= 1.01;
    }
    return 0;
}

static inline int decade_d2f(rdg_index n, const double *u, rdg_index m, const double *lambda, double *values,
                             void *data)
{
    const decade_block *d = data;
    memset(values, 0, (size_t)(n * n) * sizeof *values);
    for (rdg_index i = 0; i < m; i++) {
        for (int k = 0; k < d->terms[i]; k++) {
            const decade_term *t = &d->term[i][k];
            if (t->kind == DECADE_PRODUCT) {
                values[t->a + n * t->b] += lambda[i] * t->c / t->s / t->t;
                values[t->b + n * t->a] += lambda[i] * t->c / t->s / t->t;
            } else {
                values[t->a + n * t->a] +=
                    lambda[i] * t->c * decade_g(t->kind, 2, u[t->a] / t->s) / t->s / t->s;
            }
        }
    }
    if (d->wrong >= 0 && d->wrong_second) {
        values[d->wrong] *= 1.01;
    }
    return 0;
}

static inline double decade(uint64_t *seed, double low, double high)
{
    return pow(10.0, low + (high - low) * 0.5 * (1.0 + random_signed(seed)));
}

static inline rdg_index decade_pick(uint64_t *seed, rdg_index count)
{
    const rdg_index k = (rdg_index)(0.5 * (1.0 + random_signed(seed)) * (double)count);
    return k < count ? k : count - 1;
}

/* States over ten decades, starts of any size; arguments of g between 0.01 and 10. */
static inline decade_block decade_draw(uint64_t *seed)
{
    decade_block d = {.wrong = -1};
    d.n = 1 + decade_pick(seed, DECADE_VARIABLES);
    d.m = 1 + decade_pick(seed, DECADE_ROWS);
    d.typical = decade(seed, -8, 4);
    d.follows = random_signed(seed) > 0.0;
    for (rdg_index j = 0; j < d.n; j++) {
        const double size = decade(seed, -6, 4);
        d.u[j] = copysign(size, random_signed(seed));
        d.start[j] = d.typical * random_signed(seed);
    }
    for (rdg_index i = 0; i < d.m; i++) {
        d.terms[i] = 1 + (int)decade_pick(seed, DECADE_TERMS);
        for (int k = 0; k < d.terms[i]; k++) {
            decade_term *t = &d.term[i][k];
            t->kind = (decade_kind)decade_pick(seed, DECADE_KINDS);
            t->a = decade_pick(seed, d.n);
            t->b = decade_pick(seed, d.n);
            t->s = fabs(d.u[t->a]) * decade(seed, -1, 2);
            t->t = fabs(d.u[t->b]) * decade(seed, -1, 2);
            const double size = decade(seed, -4, 4); /* the order of arguments is the compiler's */
            t->c = copysign(size, random_signed(seed));
        }
    }
    return d;
}

/* Sum of the terms of row i of the values, or of derivative j of that row, by magnitude. */
static inline double decade_terms(const decade_block *d, rdg_index i, rdg_index j)
{
    double sum = 0.0;
    for (int k = 0; k < d->terms[i]; k++) {
        const decade_term *t = &d->term[i][k];
        const double x = d->u[t->a] / t->s, y = d->u[t->b] / t->t;
        const bool is_product = t->kind == DECADE_PRODUCT;
        if (j < 0) {
            sum += fabs(t->c * (is_product ? x * y : decade_g(t->kind, 0, x)));
        } else {
            sum += t->a == j ? fabs(t->c / t->s * (is_product ? y : decade_g(t->kind, 1, x))) : 0.0;
            sum += is_product && t->b == j ? fabs(t->c / t->t * x) : 0.0;
        }
    }
    return sum;
}

/* The largest contribution of a variable to a derivative of the first value. */
static inline double decade_largest(decade_block *d)
{
    double df[DECADE_VARIABLES * DECADE_ROWS], largest = 0.0;
    decade_df(d->n, d->u, d->m, df, d);
    for (rdg_index j = 0; j < d->n; j++) {
        largest = fmax(largest, fabs(df[d->m * j] * d->u[j]));
    }
    return largest;
}

/* Let an entry of df (of d2f of the first value) lie by 1 % that can be resolved and is ten times the
 * tolerance, relative to its row; false: there is none. */
static inline bool decade_lie(uint64_t *seed, decade_block *d, double tolerance, bool second)
{
    double values[DECADE_VARIABLES * DECADE_VARIABLES];
    rdg_index found[DECADE_VARIABLES * DECADE_VARIABLES], count = 0;
    const double lambda[DECADE_ROWS] = {1.0};
    d->wrong = -1;
    d->wrong_second = second;
    d->m = second ? 1 : d->m;
    const rdg_index rows = second ? d->n : d->m;
    if (second) {
        decade_d2f(d->n, d->u, d->m, lambda, values, d);
    } else {
        decade_df(d->n, d->u, d->m, values, d);
    }
    for (rdg_index i = 0; i < rows; i++) {
        double row = 0.0;
        for (rdg_index j = 0; j < d->n; j++) {
            row = fmax(row, fabs(values[i + rows * j]) * fmax(fabs(d->u[j]), d->typical));
        }
        for (rdg_index j = 0; j < d->n; j++) {
            const double entry = fabs(values[i + rows * j]);
            const double terms = second ? decade_terms(d, 0, i) : decade_terms(d, i, -1);
            const bool is_rounding =
                second && 0.01 * entry * fabs(d->u[i] * d->u[j]) < 2e-10 * decade_largest(d);
            if (!is_rounding && 0.01 * entry * fmax(fabs(d->u[j]), d->typical) > 10.0 * tolerance * row &&
                entry * fabs(d->u[j]) > 1e-6 * terms) {
                found[count++] = i + rows * j;
            }
        }
    }
    d->wrong = count > 0 ? found[decade_pick(seed, count)] : -1;
    return count > 0;
}

static inline rdg_status decade_check(rdg_context *ctx, decade_block *d, double tolerance)
{
    rdg_problem *p = rdg_problem_create(ctx);
    rdg_add_variables(p, "x", d->n, d->start);
    assert_ok(ctx, rdg_set_typical(p, "x", d->typical, d->follows));
    const rdg_function f = {.name = "decades",
                            .n = d->n,
                            .m = d->m,
                            .f = decade_f,
                            .df = decade_df,
                            .d2f = decade_d2f,
                            .data = d};
    assert_ok(ctx, rdg_add_zero(p, &f, RDG_ALL));
    return rdg_check_derivatives(p, d->u, tolerance);
}

static inline void decade_no_message(rdg_channel channel, const char *text, void *data)
{
    (void)channel;
    (void)text;
    (void)data;
}

/* Right derivatives pass; one that is wrong by 1 % does not. */
static inline void decade_campaign(uint64_t seed, int times)
{
    const double tolerance = 1e-6;
    int false_alarms = 0, missed = 0, lies = 0;
    for (int k = 0; k < times; k++) {
        decade_block d = decade_draw(&seed);
        for (int what = 0; what < 3; what++) {
            rdg_context *ctx = rdg_context_create();
            rdg_set_writer(ctx, decade_no_message, NULL);
            if (what == 0) {
                false_alarms += decade_check(ctx, &d, tolerance) != RDG_OK;
            } else if (decade_lie(&seed, &d, tolerance, what == 2)) {
                lies++;
                missed += decade_check(ctx, &d, tolerance) == RDG_OK;
            }
            rdg_context_free(ctx);
        }
    }
    print_message("%d blocks: %d false alarms; %d errors of 1 %%: %d missed\n", times, false_alarms, lies,
                  missed);
    assert_int_equal(false_alarms, 0);
    assert_int_equal(missed, 0);
    assert_true(lies > times);
}

#endif
