/* Derivatives of an element's force and margin by its numbers, against extrapolated differences along a
 * random direction of all of them. */
#ifndef RDG_TEST_NUMBERS_H
#define RDG_TEST_NUMBERS_H

#include "support.h"

#include <ridgewalk/element.h>
#include <ridgewalk/element_kind.h>

#include <string.h>

enum { NUMBERS_MOST = 8, NUMBERS_N = 40, NUMBERS_LEVELS = 6 };

/* An instance at a state, with values of all its numbers that can be released. */
typedef struct numbered {
    const rdg_law_in_frequency *law;
    void *instance;
    const rdg_basis *basis;
    rdg_index N;
    double z[NUMBERS_N], omega, lambda[NUMBERS_N];
    rdg_index n;
    int which[NUMBERS_MOST];
    double value[NUMBERS_MOST], direction[NUMBERS_MOST];
} numbered;

/* What is differentiated, and has an answer of its own. */
typedef enum numbers_of {
    NUMBERS_FORCE,        /* [N] */
    NUMBERS_JACOBIAN,     /* lambda^T dF/d(z, omega), [N + 1] */
    NUMBERS_FIRST,        /* lambda . dF/dp, [n] */
    NUMBERS_MARGIN,       /* [1] */
    NUMBERS_GRADIENT,     /* of the margin, [N] */
    NUMBERS_MARGIN_FIRST, /* d margin/dp, [n] */
    NUMBERS_JUMP,         /* lambda . jump, [1] */
    NUMBERS_OF
} numbers_of;

static const char *const numbers_name[NUMBERS_OF] = {
    "force", "Jacobian", "force by numbers", "margin", "gradient", "margin by numbers", "jump"};

/* The instance is of an element whose numbers stand in kind.number; values from self. */
static inline void numbers_begin(numbered *e, const rdg_element_kind *kind, const rdg_law_in_frequency *law,
                                 const void *self, void *instance, const rdg_basis *basis, rdg_index d,
                                 uint64_t *seed)
{
    *e = (numbered){.law = law, .instance = instance, .basis = basis, .N = d * basis->n_coefficients};
    assert_true(e->N + 1 <= NUMBERS_N);
    for (rdg_index i = 0; i < kind->n_numbers; i++) {
        if (!kind->number[i].fixed) {
            e->which[e->n] = (int)i;
            e->value[e->n] = *(const double *)((const char *)self + kind->number[i].offset);
            e->direction[e->n++] = random_signed(seed);
        }
    }
    for (rdg_index i = 0; i < e->N; i++) {
        e->lambda[i] = random_signed(seed);
    }
}

static inline void numbers_set(const numbered *e, double t)
{
    for (rdg_index k = 0; k < e->n; k++) {
        e->law->set(e->instance, e->which[k], e->value[k] + t * e->direction[k]);
    }
}

static inline rdg_index numbers_rows(const numbered *e, numbers_of what)
{
    return what == NUMBERS_FORCE || what == NUMBERS_GRADIENT       ? e->N
           : what == NUMBERS_JACOBIAN                              ? e->N + 1
           : what == NUMBERS_FIRST || what == NUMBERS_MARGIN_FIRST ? e->n
                                                                   : 1;
}

static inline double numbers_dot(rdg_index n, const double *a, const double *b)
{
    double sum = 0;
    for (rdg_index i = 0; i < n; i++) {
        sum += a[i] * b[i];
    }
    return sum;
}

/* The quantity itself at value + t direction; the instance is left there. */
static inline int numbers_value(const numbered *e, numbers_of what, double t, double *out)
{
    static double A[NUMBERS_N * (NUMBERS_N + 1)];
    double row[NUMBERS_N];
    int status = 0;
    numbers_set(e, t);
    if (what == NUMBERS_FORCE) {
        rdg_element_result result = {.force = out};
        return e->law->evaluate(e->instance, e->basis, e->z, e->omega, &result);
    }
    if (what == NUMBERS_JACOBIAN) {
        rdg_element_result result = {.jacobian = A};
        status = e->law->evaluate(e->instance, e->basis, e->z, e->omega, &result);
        for (rdg_index j = 0; j <= e->N; j++) {
            out[j] = numbers_dot(e->N, e->lambda, A + e->N * j);
        }
        return status;
    }
    if (what == NUMBERS_FIRST) {
        const rdg_element_parameters answer = {.n = e->n, .which = e->which, .force = A};
        status = e->law->numbers(e->instance, e->basis, e->z, e->omega, &answer);
        for (rdg_index k = 0; k < e->n; k++) {
            out[k] = numbers_dot(e->N, e->lambda, A + e->N * k);
        }
        return status;
    }
    if (what == NUMBERS_MARGIN_FIRST) {
        const rdg_element_margin_parameters answer = {.n = e->n, .which = e->which, .value = out};
        return e->law->margin_numbers(e->instance, e->basis, e->z, &answer);
    }
    rdg_element_margin margin = {.gradient = what == NUMBERS_GRADIENT ? out : NULL,
                                 .jump = what == NUMBERS_JUMP ? row : NULL};
    status = e->law->margin(e->instance, e->basis, e->z, &margin);
    if (what == NUMBERS_MARGIN) {
        out[0] = margin.value;
    } else if (what == NUMBERS_JUMP) {
        out[0] = numbers_dot(e->N, e->lambda, row);
    }
    return status;
}

/* Its derivative along the direction, as the element answers it. */
static inline int numbers_answer(const numbered *e, numbers_of what, double *out)
{
    static double A[NUMBERS_N * NUMBERS_MOST];
    const rdg_index rows = numbers_rows(e, what);
    rdg_element_parameters force = {.n = e->n, .which = e->which, .lambda = e->lambda};
    rdg_element_margin_parameters margin = {.n = e->n, .which = e->which, .lambda = e->lambda};
    int status = 0;
    numbers_set(e, 0);
    force.force = what == NUMBERS_FORCE ? A : NULL;
    force.mixed = what == NUMBERS_JACOBIAN ? A : NULL;
    force.second = what == NUMBERS_FIRST ? A : NULL;
    margin.value = what == NUMBERS_MARGIN ? A : NULL;
    margin.gradient = what == NUMBERS_GRADIENT ? A : NULL;
    margin.second = what == NUMBERS_MARGIN_FIRST ? A : NULL;
    margin.jump = what == NUMBERS_JUMP ? A : NULL;
    for (rdg_index i = 0; i < NUMBERS_N * NUMBERS_MOST; i++) {
        A[i] = 1e3; /* all hold anything on entry */
    }
    status = what < NUMBERS_MARGIN ? e->law->numbers(e->instance, e->basis, e->z, e->omega, &force)
                                   : e->law->margin_numbers(e->instance, e->basis, e->z, &margin);
    for (rdg_index i = 0; i < rows; i++) {
        out[i] = 0;
        for (rdg_index k = 0; k < e->n; k++) {
            out[i] += A[i + rows * k] * e->direction[k];
        }
    }
    return status;
}

/* Romberg's extrapolation of central differences with steps h, h/2, ...; the estimated error, infinite where
 * the quantity is not told. */
static inline double numbers_differences(const numbered *e, numbers_of what, double h, double *derivative)
{
    double table[NUMBERS_LEVELS][NUMBERS_LEVELS][NUMBERS_N], error = 0;
    const rdg_index rows = numbers_rows(e, what);
    for (int k = 0; k < NUMBERS_LEVELS; k++, h /= 2) {
        double plus[NUMBERS_N], minus[NUMBERS_N];
        if (numbers_value(e, what, h, plus) != 0 || numbers_value(e, what, -h, minus) != 0) {
            return INFINITY;
        }
        for (rdg_index i = 0; i < rows; i++) {
            double factor = 1;
            table[k][0][i] = (plus[i] - minus[i]) / (2 * h);
            for (int m = 1; m <= k; m++) {
                factor *= 4;
                table[k][m][i] =
                    table[k][m - 1][i] + (table[k][m - 1][i] - table[k - 1][m - 1][i]) / (factor - 1);
            }
        }
    }
    enum { LAST = NUMBERS_LEVELS - 1 };
    for (rdg_index i = 0; i < rows; i++) {
        const double size = 1 + fabs(table[LAST][LAST][i]);
        derivative[i] = table[LAST][LAST][i];
        error = fmax(error, fabs(derivative[i] - table[LAST][LAST - 1][i]) / size);
        error = fmax(error, fabs(derivative[i] - table[LAST - 1][LAST - 1][i]) / size);
    }
    return error;
}

/* Compare, with the widest step shortened until differences are good for it.
 * @return the largest error, relative to 1 + derivative; NaN: another regime is too near */
static inline double numbers_compare(const numbered *e, numbers_of what, double tolerance, double widest)
{
    double expected[NUMBERS_N] = {0}, actual[NUMBERS_N] = {0}, worst = 0;
    for (int shorter = 0; shorter < 6; shorter++) {
        if (numbers_differences(e, what, widest * pow(4, -shorter), expected) >= 0.1 * tolerance) {
            continue;
        }
        assert_int_equal(numbers_answer(e, what, actual), 0);
        for (rdg_index i = 0; i < numbers_rows(e, what); i++) {
            const double size = 1 + fabs(expected[i]);
            worst = fmax(worst, fabs(actual[i] - expected[i]) / size);
            assert_near(actual[i], expected[i], 0, tolerance * size);
        }
        return worst;
    }
    return NAN;
}

#endif
