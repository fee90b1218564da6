/* Numbers that know their derivatives. Included three times, with ORDER 0, 1 and 2: plain numbers; with
 * first; with first and second derivatives in all variables of a motion. What is written in them (terms.h,
 * planar_contact.h) is written once and exact in all three. Without #include guards for that reason. Others
 * may bring numbers of their own, of higher ORDER. */
#ifndef DISC_BRAKE_NUMBERS
#define DISC_BRAKE_NUMBERS

#include <math.h>
#include <stddef.h>

#define VARIABLES 18 /* at most: 12 states, 5 parameters */
#define PAIRS (VARIABLES * (VARIABLES + 1) / 2)

typedef double number0;

typedef struct number1 {
    double v, g[VARIABLES];
} number1;

typedef struct number2 {
    double v, g[VARIABLES], h[PAIRS]; /* h: (i, j), j <= i, one after the other */
} number2;

#define JOINED(name, order) name##order
#define JOIN(name, order) JOINED(name, order)
#define OF(name) JOIN(name, ORDER)
#define NUMBER OF(number)

#define VARIABLE(value, i) OF(variable)(value, i)
#define VALUE(x) OF(value)(x)
#define ADD(x, y) OF(combined)(1.0, x, 1.0, y)
#define SUB(x, y) OF(combined)(1.0, x, -1.0, y)
#define COMBINE(a, x, b, y) OF(combined)(a, x, b, y) /* a x + b y, a and b plain */
#define SCALE(a, x) OF(scaled)(a, x)                 /* a x, a plain */
#define SHIFT(a, x) OF(shifted)(a, x)                /* a + x, a plain */
#define MUL(x, y) OF(product)(x, y)
#define INVERSE(x) OF(inverse)(x)
#define ROOT(x) OF(root)(x)
#define SINE(x) OF(sine)(x)
#define COSINE(x) OF(cosine)(x)

#endif

#if ORDER == 0

static inline double variable0(double value, int i)
{
    (void)i;
    return value;
}

static inline double value0(double x)
{
    return x;
}

static inline double combined0(double a, double x, double b, double y)
{
    return a * x + b * y;
}

static inline double product0(double x, double y)
{
    return x * y;
}

/* f(x) from f and its derivatives at x */
static inline double composed0(double x, double f, double f1, double f2)
{
    (void)x, (void)f1, (void)f2;
    return f;
}

static inline double shifted0(double a, double x)
{
    return a + x;
}

#elif ORDER <= 2

static inline NUMBER OF(variable)(double value, int i)
{
    NUMBER r = {.v = value};
    r.g[i] = 1.0;
    return r;
}

static inline double OF(value)(NUMBER x)
{
    return x.v;
}

static inline NUMBER OF(combined)(double a, NUMBER x, double b, NUMBER y)
{
    x.v = a * x.v + b * y.v;
    for (int i = 0; i < VARIABLES; i++) {
        x.g[i] = a * x.g[i] + b * y.g[i];
    }
#if ORDER == 2
    for (int k = 0; k < PAIRS; k++) {
        x.h[k] = a * x.h[k] + b * y.h[k];
    }
#endif
    return x;
}

static inline NUMBER OF(product)(NUMBER x, NUMBER y)
{
    NUMBER r;
    r.v = x.v * y.v;
    for (int i = 0; i < VARIABLES; i++) {
        r.g[i] = x.v * y.g[i] + x.g[i] * y.v;
    }
#if ORDER == 2
    for (int i = 0, k = 0; i < VARIABLES; i++) {
        for (int j = 0; j <= i; j++, k++) {
            r.h[k] = x.v * y.h[k] + x.h[k] * y.v + (x.g[i] * y.g[j] + x.g[j] * y.g[i]);
        }
    }
#endif
    return r;
}

static inline NUMBER OF(composed)(NUMBER x, double f, double f1, double f2)
{
    NUMBER r;
    r.v = f;
    for (int i = 0; i < VARIABLES; i++) {
        r.g[i] = f1 * x.g[i];
    }
#if ORDER == 2
    for (int i = 0, k = 0; i < VARIABLES; i++) {
        for (int j = 0; j <= i; j++, k++) {
            r.h[k] = f1 * x.h[k] + f2 * x.g[i] * x.g[j];
        }
    }
#else
    (void)f2;
#endif
    return r;
}

static inline NUMBER OF(shifted)(double a, NUMBER x)
{
    x.v += a;
    return x;
}

#endif

#if ORDER == 0

static inline double scaled0(double a, double x)
{
    return a * x;
}

#elif ORDER <= 2

static inline NUMBER OF(scaled)(double a, NUMBER x)
{
    x.v *= a;
    for (int i = 0; i < VARIABLES; i++) {
        x.g[i] *= a;
    }
#if ORDER == 2
    for (int k = 0; k < PAIRS; k++) {
        x.h[k] *= a;
    }
#endif
    return x;
}

#endif

#if ORDER <= 2

static inline NUMBER OF(inverse)(NUMBER x)
{
    const double f = 1.0 / VALUE(x);
    return OF(composed)(x, f, -f * f, 2.0 * f * f * f);
}

static inline NUMBER OF(root)(NUMBER x)
{
    const double f = sqrt(VALUE(x)), f1 = 0.5 / f;
    return OF(composed)(x, f, f1, -0.5 * f1 / VALUE(x));
}

static inline NUMBER OF(sine)(NUMBER x)
{
    const double s = sin(VALUE(x));
    return OF(composed)(x, s, cos(VALUE(x)), -s);
}

static inline NUMBER OF(cosine)(NUMBER x)
{
    const double c = cos(VALUE(x));
    return OF(composed)(x, c, -sin(VALUE(x)), -c);
}

#endif
