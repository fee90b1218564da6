/* Polynomials in the Bernstein basis of [0, 1]:
 *     p(x) = sum of c[i] binomial(n, i) x^i (1 - x)^(n - i).
 * Then c[0] = p(0) and c[n] = p(1), p lies between the least and the largest c[i], and it has no more zeros
 * in (0, 1) than the c[i] have changes of sign, and fewer by an even number only (R. T. Farouki, The
 * Bernstein polynomial basis: a centennial retrospective, Comput. Aided Geom. Des. 29 (2012)). */
#ifndef RDG_POLYNOMIAL_IMPL_H
#define RDG_POLYNOMIAL_IMPL_H

#include <stdbool.h>

enum { RDG_MOST_DEGREE = 24, RDG_MOST_SPANS = 2 * RDG_MOST_DEGREE + 2 };

typedef struct rdg_polynomial {
    int degree;
    double c[RDG_MOST_DEGREE + 1];
} rdg_polynomial;

/* --- polynomial.c */

/* a[0] + a[1] x + ... + a[degree] x^degree */
rdg_polynomial rdg_polynomial_from_powers(int degree, const double *a);

/* Through values [degree + 1] at Chebyshev-Lobatto points x_k = (1 - cos(pi k/degree))/2; degree >= 1. */
rdg_polynomial rdg_polynomial_through(int degree, const double *values);

double rdg_polynomial_at(const rdg_polynomial *p, double x);
rdg_polynomial rdg_polynomial_derivative(const rdg_polynomial *p);

/* The same polynomial, of a degree that is no lower. */
rdg_polynomial rdg_polynomial_elevated(const rdg_polynomial *p, int degree);

/* The parts on [0, x] and [x, 1], each stretched to [0, 1]. */
void rdg_polynomial_split(const rdg_polynomial *p, double x, rdg_polynomial *left, rdg_polynomial *right);

/* The part on [low, high], stretched to [0, 1]; 0 <= low < high <= 1. */
rdg_polynomial rdg_polynomial_part(const rdg_polynomial *p, double low, double high);

/* By so much values and coefficients of parts may be off by rounding. */
double rdg_polynomial_rounding(const rdg_polynomial *p);

/* --- real_roots.c */

/* A span of [0, 1] with zeros. */
typedef struct rdg_root_span {
    double low, high;
    bool is_single; /* exactly one; false: any number, and |p| is not certainly above rounding all over */
} rdg_root_span;

/* Spans with all zeros in [0, 1], from low to high, not overlapping; off them |p| > rounding.
 *  rounding >= rdg_polynomial_rounding(p): values below have no certain sign
 *  returns their number, <= RDG_MOST_SPANS */
int rdg_polynomial_roots(const rdg_polynomial *p, double rounding, rdg_root_span spans[RDG_MOST_SPANS]);

/* The zero of a polynomial that is monotonic where it changes its sign in [0, 1], which it does between its
 * ends; else the end at which |p| is less. */
double rdg_polynomial_zero(const rdg_polynomial *p);

#endif
