/* Polynomials in the Bernstein basis: conversion, value, derivative, parts (de Casteljau's algorithm, which
 * takes means only and so adds no more than rounding of the largest coefficient). */
#include "polynomial_impl.h"

#include <float.h>
#include <math.h>

rdg_polynomial rdg_polynomial_from_powers(int degree, const double *a)
{
    rdg_polynomial p = {.degree = degree};
    for (int i = 0; i <= degree; i++) {
        double ratio = 1; /* binomial(i, k)/binomial(degree, k) */
        for (int k = 0; k <= i; k++) {
            p.c[i] += ratio * a[k];
            ratio *= k < degree ? (double)(i - k) / (degree - k) : 0.0;
        }
    }
    return p;
}

/* Chebyshev coefficients by the discrete cosine transform, then each Chebyshev polynomial by
 * T_k(2 x - 1) = sum of (-1)^(k - i) binomial(2 k, 2 i)/binomial(k, i) of its Bernstein basis. */
rdg_polynomial rdg_polynomial_through(int degree, const double *values)
{
    const double pi = 3.14159265358979323846;
    rdg_polynomial sum = {.degree = degree};
    for (int k = 0; k <= degree; k++) {
        double a = 0;
        for (int j = 0; j <= degree; j++) {
            const double weight = j == 0 || j == degree ? 0.5 : 1.0;
            a += weight * values[j] * cos(pi * (double)((k * (degree - j)) % (2 * degree)) / degree);
        }
        a *= (k == 0 || k == degree ? 1.0 : 2.0) / degree;
        rdg_polynomial t = {.degree = k};
        double ratio = k % 2 ? -1 : 1;
        for (int i = 0; i <= k; i++) {
            t.c[i] = a * ratio;
            ratio *= -(double)(2 * k - 2 * i - 1) / (2 * i + 1);
        }
        t = rdg_polynomial_elevated(&t, degree);
        for (int i = 0; i <= degree; i++) {
            sum.c[i] += t.c[i];
        }
    }
    sum.c[0] = values[0];
    sum.c[degree] = values[degree];
    return sum;
}

double rdg_polynomial_at(const rdg_polynomial *p, double x)
{
    rdg_polynomial b = *p;
    for (int n = p->degree; n > 0; n--) {
        for (int i = 0; i < n; i++) {
            b.c[i] = (1 - x) * b.c[i] + x * b.c[i + 1];
        }
    }
    return b.c[0];
}

rdg_polynomial rdg_polynomial_derivative(const rdg_polynomial *p)
{
    rdg_polynomial d = {.degree = p->degree > 0 ? p->degree - 1 : 0};
    for (int i = 0; i < p->degree; i++) {
        d.c[i] = p->degree * (p->c[i + 1] - p->c[i]);
    }
    return d;
}

rdg_polynomial rdg_polynomial_elevated(const rdg_polynomial *p, int degree)
{
    rdg_polynomial q = *p;
    while (q.degree < degree) {
        const int n = ++q.degree;
        q.c[n] = q.c[n - 1];
        for (int i = n - 1; i > 0; i--) {
            const double share = (double)i / n;
            q.c[i] = share * q.c[i - 1] + (1 - share) * q.c[i];
        }
    }
    return q;
}

void rdg_polynomial_split(const rdg_polynomial *p, double x, rdg_polynomial *left, rdg_polynomial *right)
{
    *right = *p;
    left->degree = p->degree;
    for (int k = 0; k <= p->degree; k++) {
        left->c[k] = right->c[0];
        for (int i = 0; i < p->degree - k; i++) {
            right->c[i] = (1 - x) * right->c[i] + x * right->c[i + 1];
        }
    }
}

rdg_polynomial rdg_polynomial_part(const rdg_polynomial *p, double low, double high)
{
    rdg_polynomial left, right, rest, part;
    rdg_polynomial_split(p, high, &left, &rest);
    rdg_polynomial_split(&left, low / high, &part, &right);
    return right;
}

double rdg_polynomial_rounding(const rdg_polynomial *p)
{
    double most = 0;
    for (int i = 0; i <= p->degree; i++) {
        most = fmax(most, fabs(p->c[i]));
    }
    return 2 * (p->degree + 1) * DBL_EPSILON * most;
}
