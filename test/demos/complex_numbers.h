/* Numbers of the brake's equations (disc-brake/numbers.h) with a small imaginary part in one variable: ORDER
 * 3, plain ones, ORDER 4, ones that know their first derivatives. What imaginary parts become is the
 * derivative by that variable, and nothing is subtracted: it is exact to rounding at any distance from where
 * slip ends. */
#ifndef TEST_COMPLEX_NUMBERS_H
#define TEST_COMPLEX_NUMBERS_H

#include "disc-brake/models.h"

#include <complex.h>
#undef I /* the disc's inertia */

static const double complex_step = 1e-40;
static int complex_variable; /* that has the imaginary part */

typedef double complex number3;

static inline number3 variable3(double value, int i)
{
    return value + (i == complex_variable ? complex_step * _Complex_I : 0.0);
}

static inline double value3(number3 x)
{
    return creal(x);
}

static inline number3 combined3(double a, number3 x, double b, number3 y)
{
    return a * x + b * y;
}

static inline number3 product3(number3 x, number3 y)
{
    return x * y;
}

static inline number3 shifted3(double a, number3 x)
{
    return a + x;
}

static inline number3 scaled3(double a, number3 x)
{
    return a * x;
}

static inline number3 inverse3(number3 x)
{
    return 1.0 / x;
}

static inline number3 root3(number3 x)
{
    return csqrt(x);
}

static inline number3 sine3(number3 x)
{
    return csin(x);
}

static inline number3 cosine3(number3 x)
{
    return ccos(x);
}

typedef struct number4 {
    number3 v, g[VARIABLES];
} number4;

/* a x + b y */
static inline number4 together4(number3 v, number3 a, number4 x, number3 b, number4 y)
{
    number4 r = {.v = v};
    for (int i = 0; i < VARIABLES; i++) {
        r.g[i] = a * x.g[i] + b * y.g[i];
    }
    return r;
}

static inline number4 variable4(double value, int i)
{
    number4 r = {.v = variable3(value, i)};
    r.g[i] = 1.0;
    return r;
}

static inline double value4(number4 x)
{
    return creal(x.v);
}

static inline number4 combined4(double a, number4 x, double b, number4 y)
{
    return together4(a * x.v + b * y.v, a, x, b, y);
}

static inline number4 product4(number4 x, number4 y)
{
    return together4(x.v * y.v, y.v, x, x.v, y);
}

static inline number4 shifted4(double a, number4 x)
{
    x.v += a;
    return x;
}

static inline number4 scaled4(double a, number4 x)
{
    return together4(a * x.v, a, x, 0.0, x);
}

static inline number4 inverse4(number4 x)
{
    return together4(1.0 / x.v, -1.0 / (x.v * x.v), x, 0.0, x);
}

static inline number4 root4(number4 x)
{
    const number3 root = csqrt(x.v);
    return together4(root, 0.5 / root, x, 0.0, x);
}

static inline number4 sine4(number4 x)
{
    return together4(csin(x.v), ccos(x.v), x, 0.0, x);
}

static inline number4 cosine4(number4 x)
{
    return together4(ccos(x.v), -csin(x.v), x, 0.0, x);
}

#endif
