/* Polynomial stiffness f_i = sum_t c_ti m_t with the monomials m_t = prod_j x_j^(e_tj). A term keeps only the
 * factors whose exponent is not 0: most terms have few. */
#include "law_numbers_impl.h"

#include <ridgewalk/polynomial_stiffness.h>
#include <ridgewalk/vector_element.h>

#include <stdio.h>
#include <string.h>

enum { HIGHEST_DEGREE = 99, NAME_SIZE = 48, UNIT_SIZE = 8 };

typedef struct factor {
    rdg_index j; /* of x_j^exponent */
    int exponent;
} factor;

typedef struct polynomial {
    rdg_index terms;
    rdg_index *first;                            /* [terms + 1] of a term's factors */
    factor *factor;                              /* [terms * d], of which first[terms] are in use */
    double *coefficient;                         /* [terms * d] */
    char (*name)[NAME_SIZE], (*unit)[UNIT_SIZE]; /* [terms * d] of the coefficients */
} polynomial;

static void free_polynomial(void *data)
{
    polynomial *p = data;
    rdg_free(p->first);
    rdg_free(p->factor);
    rdg_free(p->coefficient);
    rdg_free(p->name);
    rdg_free(p->unit);
    rdg_free(p);
}

/* d^order x^exponent / dx^order */
static double power(double x, int exponent, int order)
{
    double value = 1.0;
    for (int k = 0; k < order; k++) {
        value *= exponent - k;
    }
    for (int k = order; k < exponent; k++) {
        value *= x;
    }
    return value;
}

/* A monomial, differentiated in the variables of two of its factors; -1: in none. */
static double monomial(const factor *factors, rdg_index n, const double *x, rdg_index a, rdg_index b)
{
    double value = 1.0;
    for (rdg_index q = 0; q < n; q++) {
        value *= power(x[factors[q].j], factors[q].exponent, (q == a) + (q == b));
    }
    return value;
}

static void add_term(rdg_index d, const double *x, const factor *factors, rdg_index n,
                     const double *coefficient, const rdg_vector_value *value)
{
    const double whole = monomial(factors, n, x, -1, -1);
    double weight = 0.0; /* mu . coefficients */
    for (rdg_index i = 0; i < d; i++) {
        value->f[i] += coefficient[i] * whole;
        weight += value->mu ? value->mu[i] * coefficient[i] : 0.0;
    }
    for (rdg_index b = 0; b < n; b++) {
        const double slope = monomial(factors, n, x, -1, b);
        for (rdg_index i = 0; i < d; i++) {
            value->fx[i + d * factors[b].j] += coefficient[i] * slope;
        }
        for (rdg_index a = 0; value->mu && a <= b; a++) { /* factors ascend in j */
            value->hxx[factors[a].j + d * factors[b].j] += weight * monomial(factors, n, x, a, b);
        }
    }
}

static int law(rdg_index d, const double *x, const double *v, const rdg_vector_value *value, void *data)
{
    const polynomial *p = data;
    (void)v;
    for (rdg_index t = 0; t < p->terms; t++) {
        add_term(d, x, p->factor + p->first[t], p->first[t + 1] - p->first[t], p->coefficient + d * t, value);
    }
    return 0;
}

/* The sum of a term's exponents; -1 if one of them or the sum is out of range. */
static int degree_of(const rdg_polynomial_stiffness *given, rdg_index t)
{
    int degree = 0;
    for (rdg_index j = 0; j < given->d; j++) {
        const int exponent = given->exponent[given->d * t + j];
        if (exponent < 0 || exponent > HIGHEST_DEGREE - degree) {
            return -1;
        }
        degree += exponent;
    }
    return degree > 0 ? degree : -1;
}

static rdg_status check(rdg_structure *s, const char *where, const char *what,
                        const rdg_polynomial_stiffness *given)
{
    rdg_context *ctx = rdg_structure_context(s);
    if (given->d < 1 || given->terms < 1 || !given->at || !given->exponent || !given->coefficient) {
        return rdg_fail(
            ctx, RDG_ERR_ARGUMENT, where,
            "the %s has d = %lld, terms = %lld: both are >= 1, and at, exponent and coefficient are "
            "needed",
            what, (long long)given->d, (long long)given->terms);
    }
    for (rdg_index t = 0; t < given->terms; t++) {
        if (degree_of(given, t) < 0) {
            return rdg_fail(ctx, RDG_ERR_ARGUMENT, where,
                            "the %s at \"%s\": the exponents of term %lld are not >= 0 with a sum of 1 .. %d",
                            what, given->at[0] ? given->at[0] : "?", (long long)t, HIGHEST_DEGREE);
        }
    }
    for (rdg_index k = 0; k < given->terms * given->d; k++) {
        char name[64];
        snprintf(name, sizeof name, "coefficient[%lld]", (long long)k);
        RDG_TRY(rdg_law_finite(s, where, what, given->at[0], name, given->coefficient[k], "N/m^p"));
    }
    return RDG_OK;
}

/* The factors of all terms; returns the highest degree. */
static int list_factors(const rdg_polynomial_stiffness *given, polynomial *p)
{
    int highest = 0;
    rdg_index count = 0;
    for (rdg_index t = 0; t < given->terms; t++) {
        const int degree = degree_of(given, t);
        highest = degree > highest ? degree : highest;
        for (rdg_index j = 0; j < given->d; j++) {
            const int exponent = given->exponent[given->d * t + j];
            if (exponent > 0) {
                p->factor[count++] = (factor){.j = j, .exponent = exponent};
            }
        }
        p->first[t + 1] = count;
    }
    return highest;
}

/* NULL after a failure. */
static polynomial *copy(rdg_context *ctx, const rdg_polynomial_stiffness *given, int *degree)
{
    const size_t entries = (size_t)(given->terms * given->d);
    polynomial *p = rdg_context_calloc(ctx, 1, sizeof *p);
    if (!p) {
        return NULL;
    }
    p->terms = given->terms;
    p->first = rdg_context_calloc(ctx, (size_t)given->terms + 1, sizeof *p->first);
    p->coefficient = rdg_context_calloc(ctx, entries, sizeof *p->coefficient);
    p->factor = rdg_context_calloc(ctx, entries, sizeof *p->factor);
    p->name = rdg_context_calloc(ctx, entries, sizeof *p->name);
    p->unit = rdg_context_calloc(ctx, entries, sizeof *p->unit);
    if (!p->first || !p->coefficient || !p->factor || !p->name || !p->unit) {
        free_polynomial(p);
        return NULL;
    }
    memcpy(p->coefficient, given->coefficient, entries * sizeof *p->coefficient);
    *degree = list_factors(given, p);
    return p;
}

/* The coefficients that are not 0, "c<term>_<displacement>" from 1; returns how many. The force is linear in
 * them: differences are exact. */
static rdg_index list_numbers(const rdg_polynomial_stiffness *given, polynomial *p, rdg_law_parameter *number)
{
    rdg_index count = 0;
    for (rdg_index k = 0; k < given->terms * given->d; k++) {
        if (p->coefficient[k] != 0.0) {
            const rdg_index t = k / given->d;
            const long long term = t + 1, displacement = k - given->d * t + 1;
            snprintf(p->name[k], NAME_SIZE, "c%lld_%lld", term, displacement);
            snprintf(p->unit[k], UNIT_SIZE, "N/m^%d", degree_of(given, t) % 100);
            number[count++] =
                (rdg_law_parameter){.name = p->name[k], .unit = p->unit[k], .value = &p->coefficient[k]};
        }
    }
    return count;
}

rdg_status rdg_polynomial_stiffness_add(rdg_structure *s, const rdg_polynomial_stiffness *stiffness)
{
    const char *what = "polynomial stiffness";
    int degree = 0;
    RDG_TRY(rdg_law_begin(s, __func__, what, stiffness));
    RDG_TRY(check(s, __func__, what, stiffness));
    polynomial *data = copy(rdg_structure_context(s), stiffness, &degree);
    const size_t entries = (size_t)(stiffness->terms * stiffness->d);
    rdg_law_parameter *number =
        data ? rdg_context_calloc(rdg_structure_context(s), entries, sizeof *number) : NULL;
    if (!number) {
        if (data) {
            free_polynomial(data);
        }
        return RDG_ERR_NO_MEMORY;
    }
    const rdg_index count = list_numbers(stiffness, data, number);
    const rdg_status status = rdg_vector_element_add(s, &(rdg_vector_element){.name = stiffness->name,
                                                                              .d = stiffness->d,
                                                                              .at = stiffness->at,
                                                                              .type = what,
                                                                              .call = __func__,
                                                                              .law = law,
                                                                              .data = data,
                                                                              .free_data = free_polynomial,
                                                                              .samples = stiffness->samples,
                                                                              .degree = degree,
                                                                              .n_numbers = count,
                                                                              .numbers = number,
                                                                              .pure = true});
    rdg_free(number);
    return status;
}
