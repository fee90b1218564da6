/* Loops over the coordinates of small mechanisms: with a length that the compiler knows they are no loops. */
#ifndef RDG_TS_FEW_IMPL_H
#define RDG_TS_FEW_IMPL_H

#include <ridgewalk/status.h>

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* Compiled anew for each size that it is called with */
#if defined(__GNUC__)
#define RDG_TS_OWN static inline __attribute__((always_inline))
#else
#define RDG_TS_OWN static inline
#endif

/* Ahead of a loop whose length is known and at most 4; clang unrolls it unasked, and warns of others. */
#if defined(__GNUC__) && !defined(__clang__)
#define RDG_TS_UNROLL _Pragma("GCC unroll 4")
#else
#define RDG_TS_UNROLL
#endif

/* function(n, ...), compiled once for each small n; the sums it makes are the same for all */
#define RDG_TS_BY_SIZE(n, function, ...)                                                                     \
    do {                                                                                                     \
        switch (n) {                                                                                         \
        case 1:                                                                                              \
            function(1, __VA_ARGS__);                                                                        \
            break;                                                                                           \
        case 2:                                                                                              \
            function(2, __VA_ARGS__);                                                                        \
            break;                                                                                           \
        case 3:                                                                                              \
            function(3, __VA_ARGS__);                                                                        \
            break;                                                                                           \
        case 4:                                                                                              \
            function(4, __VA_ARGS__);                                                                        \
            break;                                                                                           \
        default:                                                                                             \
            function(n, __VA_ARGS__);                                                                        \
        }                                                                                                    \
    } while (0)

/* Whether all are numbers. Bits in place of comparisons, which would trap, and of sums, which wait for each
 * other: where all bits of the exponent are set, adding one to it carries. One by one: a pair that was
 * written so a moment ago would have to be waited for. */
static inline bool rdg_ts_finite(rdg_index n, const double *x)
{
    const uint64_t size = UINT64_C(0x7fffffffffffffff), one = UINT64_C(1) << 52;
    uint64_t carried = 0, bits, next;
    rdg_index i = n % 2;
    if (i > 0) {
        memcpy(&bits, x, sizeof bits);
        carried = (bits & size) + one;
    }
    for (; i < n; i += 2) {
        memcpy(&bits, x + i, sizeof bits);
        memcpy(&next, x + i + 1, sizeof next);
        carried |= ((bits & size) + one) | ((next & size) + one);
    }
    return carried >> 63 == 0;
}

/* Whether all are the same, bit for bit */
static inline bool rdg_ts_same(rdg_index n, const double *x, const double *y)
{
    uint64_t differ = 0;
    for (rdg_index i = 0; i < n; i++) {
        uint64_t a, b;
        memcpy(&a, x + i, sizeof a);
        memcpy(&b, y + i, sizeof b);
        differ |= a ^ b;
    }
    return differ == 0;
}

/* sum + x . y */
RDG_TS_OWN double rdg_ts_dot(rdg_index n, const double *x, const double *y, double sum)
{
    RDG_TS_UNROLL
    for (rdg_index k = 0; k < n; k++) {
        sum += x[k] * y[k];
    }
    return sum;
}

/* G = factor left^T X of m rows */
RDG_TS_OWN void rdg_ts_multiply_rows(rdg_index n, rdg_index m, double factor, const double *left,
                                     const double *X, double *G)
{
    RDG_TS_UNROLL
    for (rdg_index i = 0; i < m; i++) {
        RDG_TS_UNROLL
        for (rdg_index j = 0; j < m; j++) {
            G[j * m + i] = factor * rdg_ts_dot(n, left + i * n, X + j * n, 0.0);
        }
    }
}

/* x = A y, n <= 3; x may be y. */
RDG_TS_OWN void rdg_ts_multiply(rdg_index n, const double *A, const double *y, double *x)
{
    const double a = y[0], b = n > 1 ? y[1] : 0.0, c = n > 2 ? y[2] : 0.0;
    if (n == 1) {
        x[0] = A[0] * a;
    } else if (n == 2) {
        x[0] = A[0] * a + A[2] * b;
        x[1] = A[1] * a + A[3] * b;
    } else {
        x[0] = A[0] * a + A[3] * b + A[6] * c;
        x[1] = A[1] * a + A[4] * b + A[7] * c;
        x[2] = A[2] * a + A[5] * b + A[8] * c;
    }
}

/* The inverse of a matrix of one to three rows by cofactors, which may take its place. false, and nothing is
 * written: it is near to singular (its determinant against the product of its diagonal), so that cofactors
 * are rounding alone. */
RDG_TS_OWN bool rdg_ts_invert(rdg_index n, const double *M, double *A)
{
    const double near_singular = 1e-3, a = M[0];
    if (n == 1) {
        A[0] = a != 0.0 ? 1.0 / a : 0.0;
        return a != 0.0;
    }
    const double b = M[1], c = M[2], d = M[3];
    if (n == 2) {
        const double det = a * d - c * b;
        if (!(fabs(det) > near_singular * fabs(a * d))) {
            return false;
        }
        const double share = 1.0 / det;
        A[0] = d * share;
        A[3] = a * share;
        A[1] = b * -share;
        A[2] = c * -share;
        return true;
    }
    const double e = M[4], f = M[5], g = M[6], h = M[7], i = M[8];
    const double A0 = e * i - f * h, A1 = c * h - b * i, A2 = b * f - c * e;
    const double det = a * A0 + d * A1 + g * A2;
    if (!(fabs(det) > near_singular * fabs(a * e * i))) {
        return false;
    }
    const double share = 1.0 / det;
    A[0] = A0 * share;
    A[1] = A1 * share;
    A[2] = A2 * share;
    A[3] = (f * g - d * i) * share;
    A[4] = (a * i - c * g) * share;
    A[5] = (c * d - a * f) * share;
    A[6] = (d * h - e * g) * share;
    A[7] = (b * g - a * h) * share;
    A[8] = (a * e - b * d) * share;
    return true;
}

#endif
