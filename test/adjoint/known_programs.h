/* Problems of W. Hock and K. Schittkowski, Test Examples for Nonlinear Programming Codes, Springer (1981), by
 * their numbers there: objective, constraints, ranges, start and optimum as published. Constraints are
 * written as G <= 0; the last n_equal variables are determined by the equations and are in no list. */
#ifndef RDG_TEST_KNOWN_PROGRAMS_H
#define RDG_TEST_KNOWN_PROGRAMS_H

#include <math.h>
#include <stddef.h>

enum { MOST = 5, MOST_G = 6 };

#define NONE INFINITY
#define SQUARE(x) ((x) * (x))

typedef struct known {
    int number, n, n_equal, n_less;
    double (*f)(const double *x);
    void (*c)(const double *x, double *c); /* equations, then inequalities */
    double low[MOST], high[MOST], start[MOST];
    double best;  /* published */
    double other; /* another local optimum, or 0 */
} known;

static double rosenbrock(const double *x)
{
    return 100.0 * SQUARE(x[1] - SQUARE(x[0])) + SQUARE(1.0 - x[0]);
}

static double f4(const double *x)
{
    return pow(x[0] + 1.0, 3) / 3.0 + x[1];
}

static double f5(const double *x)
{
    return sin(x[0] + x[1]) + SQUARE(x[0] - x[1]) - 1.5 * x[0] + 2.5 * x[1] + 1.0;
}

static double f6(const double *x)
{
    return SQUARE(1.0 - x[0]);
}

static void c6(const double *x, double *c)
{
    c[0] = 10.0 * (x[1] - x[0] * x[0]);
}

static double f7(const double *x)
{
    return log(1.0 + x[0] * x[0]) - x[1];
}

static void c7(const double *x, double *c)
{
    c[0] = SQUARE(1.0 + x[0] * x[0]) + x[1] * x[1] - 4.0;
}

static double f9(const double *x)
{
    return sin(acos(-1.0) * x[0] / 12.0) * cos(acos(-1.0) * x[1] / 16.0);
}

static void c9(const double *x, double *c)
{
    c[0] = 4.0 * x[0] - 3.0 * x[1];
}

static double f10(const double *x)
{
    return x[0] - x[1];
}

static void c10(const double *x, double *c)
{
    c[0] = 3.0 * x[0] * x[0] - 2.0 * x[0] * x[1] + x[1] * x[1] - 1.0;
}

static double f11(const double *x)
{
    return SQUARE(x[0] - 5.0) + x[1] * x[1] - 25.0;
}

static void c11(const double *x, double *c)
{
    c[0] = x[0] * x[0] - x[1];
}

static double f12(const double *x)
{
    return 0.5 * x[0] * x[0] + x[1] * x[1] - x[0] * x[1] - 7.0 * (x[0] + x[1]);
}

static void c12(const double *x, double *c)
{
    c[0] = 4.0 * x[0] * x[0] + x[1] * x[1] - 25.0;
}

static double f14(const double *x)
{
    return SQUARE(x[0] - 2.0) + SQUARE(x[1] - 1.0);
}

static void c14(const double *x, double *c)
{
    c[0] = x[0] - 2.0 * x[1] + 1.0;
    c[1] = 0.25 * x[0] * x[0] + x[1] * x[1] - 1.0;
}

static void c15(const double *x, double *c)
{
    c[0] = 1.0 - x[0] * x[1];
    c[1] = -x[0] - x[1] * x[1];
}

static void c16(const double *x, double *c)
{
    c[0] = -x[0] - x[1] * x[1];
    c[1] = -x[0] * x[0] - x[1];
}

static double f18(const double *x)
{
    return 0.01 * x[0] * x[0] + x[1] * x[1];
}

static void c18(const double *x, double *c)
{
    c[0] = 25.0 - x[0] * x[1];
    c[1] = 25.0 - x[0] * x[0] - x[1] * x[1];
}

static double f21(const double *x)
{
    return 0.01 * x[0] * x[0] + x[1] * x[1] - 100.0;
}

static void c21(const double *x, double *c)
{
    c[0] = 10.0 - 10.0 * x[0] + x[1];
}

static void c22(const double *x, double *c)
{
    c[0] = x[0] + x[1] - 2.0;
    c[1] = x[0] * x[0] - x[1];
}

static double f23(const double *x)
{
    return x[0] * x[0] + x[1] * x[1];
}

static void c23(const double *x, double *c)
{
    c[0] = 1.0 - x[0] - x[1];
    c[1] = 1.0 - x[0] * x[0] - x[1] * x[1];
    c[2] = 9.0 - 9.0 * x[0] * x[0] - x[1] * x[1];
    c[3] = x[1] - x[0] * x[0];
    c[4] = x[0] - x[1] * x[1];
}

static double f24(const double *x)
{
    return (SQUARE(x[0] - 3.0) - 9.0) * pow(x[1], 3) / (27.0 * sqrt(3.0));
}

static void c24(const double *x, double *c)
{
    c[0] = x[1] - x[0] / sqrt(3.0);
    c[1] = -x[0] - sqrt(3.0) * x[1];
    c[2] = x[0] + sqrt(3.0) * x[1] - 6.0;
}

static double f28(const double *x)
{
    return SQUARE(x[0] + x[1]) + SQUARE(x[1] + x[2]);
}

static void c28(const double *x, double *c)
{
    c[0] = x[0] + 2.0 * x[1] + 3.0 * x[2] - 1.0;
}

static double f29(const double *x)
{
    return -x[0] * x[1] * x[2];
}

static void c29(const double *x, double *c)
{
    c[0] = x[0] * x[0] + 2.0 * x[1] * x[1] + 4.0 * x[2] * x[2] - 48.0;
}

static double f30(const double *x)
{
    return x[0] * x[0] + x[1] * x[1] + x[2] * x[2];
}

static void c30(const double *x, double *c)
{
    c[0] = 1.0 - x[0] * x[0] - x[1] * x[1];
}

static double f31(const double *x)
{
    return 9.0 * x[0] * x[0] + x[1] * x[1] + 9.0 * x[2] * x[2];
}

static void c31(const double *x, double *c)
{
    c[0] = 1.0 - x[0] * x[1];
}

static double f32(const double *x)
{
    return SQUARE(x[0] + 3.0 * x[1] + x[2]) + 4.0 * SQUARE(x[0] - x[1]);
}

static void c32(const double *x, double *c) /* x3 >= 0 is an inequality: the equation determines it */
{
    c[0] = 1.0 - x[0] - x[1] - x[2];
    c[1] = 3.0 + pow(x[0], 3) - 6.0 * x[1] - 4.0 * x[2];
    c[2] = -x[2];
}

static double f33(const double *x)
{
    return (x[0] - 1.0) * (x[0] - 2.0) * (x[0] - 3.0) + x[2];
}

static void c33(const double *x, double *c)
{
    c[0] = x[0] * x[0] + x[1] * x[1] - x[2] * x[2];
    c[1] = 4.0 - x[0] * x[0] - x[1] * x[1] - x[2] * x[2];
}

static double f34(const double *x)
{
    return -x[0];
}

static void c34(const double *x, double *c)
{
    c[0] = exp(x[0]) - x[1];
    c[1] = exp(x[1]) - x[2];
}

static double f35(const double *x)
{
    return 9.0 - 8.0 * x[0] - 6.0 * x[1] - 4.0 * x[2] + 2.0 * x[0] * x[0] + 2.0 * x[1] * x[1] + x[2] * x[2] +
           2.0 * x[0] * x[1] + 2.0 * x[0] * x[2];
}

static void c35(const double *x, double *c)
{
    c[0] = x[0] + x[1] + 2.0 * x[2] - 3.0;
}

static void c36(const double *x, double *c)
{
    c[0] = x[0] + 2.0 * x[1] + 2.0 * x[2] - 72.0;
}

static void c37(const double *x, double *c)
{
    c36(x, c);
    c[1] = -x[0] - 2.0 * x[1] - 2.0 * x[2];
}

static double f43(const double *x)
{
    return x[0] * x[0] + x[1] * x[1] + 2.0 * x[2] * x[2] + x[3] * x[3] - 5.0 * x[0] - 5.0 * x[1] -
           21.0 * x[2] + 7.0 * x[3];
}

static void c43(const double *x, double *c)
{
    c[0] = f30(x) + x[3] * x[3] + x[0] - x[1] + x[2] - x[3] - 8.0;
    c[1] = x[0] * x[0] + 2.0 * x[1] * x[1] + x[2] * x[2] + 2.0 * x[3] * x[3] - x[0] - x[3] - 10.0;
    c[2] = 2.0 * x[0] * x[0] + x[1] * x[1] + x[2] * x[2] + 2.0 * x[0] - x[1] - x[3] - 5.0;
}

static double f48(const double *x)
{
    return SQUARE(x[0] - 1.0) + SQUARE(x[1] - x[2]) + SQUARE(x[3] - x[4]);
}

static void c48(const double *x, double *c)
{
    c[0] = x[0] + x[1] + x[2] + x[3] + x[4] - 5.0;
    c[1] = x[2] - 2.0 * (x[3] + x[4]) + 3.0;
}

static double f66(const double *x)
{
    return 0.2 * x[2] - 0.8 * x[0];
}

static double f71(const double *x)
{
    return x[0] * x[3] * (x[0] + x[1] + x[2]) + x[2];
}

static void c71(const double *x, double *c) /* the range of x4 as inequalities: the equation determines it */
{
    c[0] = f30(x) + x[3] * x[3] - 40.0;
    c[1] = 25.0 - x[0] * x[1] * x[2] * x[3];
    c[2] = 1.0 - x[3];
    c[3] = x[3] - 5.0;
}

static double f76(const double *x)
{
    return x[0] * x[0] + 0.5 * x[1] * x[1] + x[2] * x[2] + 0.5 * x[3] * x[3] - x[0] * x[2] + x[2] * x[3] -
           x[0] - 3.0 * x[1] + x[2] - x[3];
}

static void c76(const double *x, double *c)
{
    c[0] = x[0] + 2.0 * x[1] + x[2] + x[3] - 5.0;
    c[1] = 3.0 * x[0] + x[1] + 2.0 * x[2] - x[3] - 4.0;
    c[2] = 1.5 - x[1] - 4.0 * x[2];
}

#define FREE_RANGE                                                                                           \
    {-NONE, -NONE, -NONE, -NONE, -NONE},                                                                     \
    {                                                                                                        \
        NONE, NONE, NONE, NONE, NONE                                                                         \
    }

static const known problems[] = {
    {1, 2, 0, 0, rosenbrock, NULL, {-NONE, -1.5}, {NONE, NONE}, {-2, 1}, 0, 0},
    {2, 2, 0, 0, rosenbrock, NULL, {-NONE, 1.5}, {NONE, NONE}, {-2, 1}, 0.0504261879, 4.941229318},
    {4, 2, 0, 0, f4, NULL, {1, 0}, {NONE, NONE}, {1.125, 0.125}, 8.0 / 3.0, 0},
    {5, 2, 0, 0, f5, NULL, {-1.5, -3}, {4, 3}, {0, 0}, -1.913222955, 0},
    {6, 2, 1, 0, f6, c6, FREE_RANGE, {-1.2, 1}, 0, 0},
    {7, 2, 1, 0, f7, c7, FREE_RANGE, {2, 2}, -1.7320508076, 0},
    {9, 2, 1, 0, f9, c9, FREE_RANGE, {0, 0}, -0.5, 0},
    {10, 2, 0, 1, f10, c10, FREE_RANGE, {-10, 10}, -1, 0},
    {11, 2, 0, 1, f11, c11, FREE_RANGE, {4.9, 0.1}, -8.498464223, 0},
    {12, 2, 0, 1, f12, c12, FREE_RANGE, {0, 0}, -30, 0},
    {14, 2, 1, 1, f14, c14, FREE_RANGE, {2, 2}, 1.393464979, 0},
    {15, 2, 0, 2, rosenbrock, c15, {-NONE, -NONE}, {0.5, NONE}, {-2, 1}, 306.5, 360.379767},
    {16, 2, 0, 2, rosenbrock, c16, {-0.5, -NONE}, {0.5, 1}, {-2, 1}, 0.25, 23.14466094},
    {18, 2, 0, 2, f18, c18, {2, 0}, {50, 50}, {2, 2}, 5, 0},
    {21, 2, 0, 1, f21, c21, {2, -50}, {50, 50}, {-1, -1}, -99.96, 0},
    {22, 2, 0, 2, f14, c22, FREE_RANGE, {2, 2}, 1, 0},
    {23, 2, 0, 5, f23, c23, {-50, -50}, {50, 50}, {3, 1}, 2, 9.472135955},
    {24, 2, 0, 3, f24, c24, {0, 0}, {NONE, NONE}, {1, 0.5}, -1, 0},
    {28, 3, 1, 0, f28, c28, FREE_RANGE, {-4, 1, 1}, 0, 0},
    {29, 3, 0, 1, f29, c29, FREE_RANGE, {1, 1, 1}, -22.627417, 0},
    {30, 3, 0, 1, f30, c30, {1, -10, -10}, {10, 10, 10}, {1, 1, 1}, 1, 0},
    {31, 3, 0, 1, f31, c31, {-10, 1, -10}, {10, 10, 1}, {1, 1, 1}, 6, 0},
    {32, 3, 1, 2, f32, c32, {0, 0}, {NONE, NONE}, {0.1, 0.7, 0.2}, 1, 0},
    {33, 3, 0, 2, f33, c33, {0, 0, 0}, {NONE, NONE, 5}, {0, 0, 3}, -4.585786438, -4},
    {34, 3, 0, 2, f34, c34, {0, 0, 0}, {100, 100, 10}, {0, 1.05, 2.9}, -0.834032445, 0},
    {35, 3, 0, 1, f35, c35, {0, 0, 0}, {NONE, NONE, NONE}, {0.5, 0.5, 0.5}, 1.0 / 9.0, 0},
    {36, 3, 0, 1, f29, c36, {0, 0, 0}, {20, 11, 42}, {10, 10, 10}, -3300, 0},
    {37, 3, 0, 2, f29, c37, {0, 0, 0}, {42, 42, 42}, {10, 10, 10}, -3456, 0},
    {43, 4, 0, 3, f43, c43, FREE_RANGE, {0, 0, 0, 0}, -44, 0},
    {48, 5, 2, 0, f48, c48, FREE_RANGE, {3, 5, -3, 2, -2}, 0, 0},
    {66, 3, 0, 2, f66, c34, {0, 0, 0}, {100, 100, 10}, {0, 1.05, 2.9}, 0.5181632741, 0},
    {71, 4, 1, 3, f71, c71, {1, 1, 1}, {5, 5, 5}, {1, 5, 5, 1}, 17.0140173, 0},
    {76, 4, 0, 3, f76, c76, {0, 0, 0, 0}, {NONE, NONE, NONE, NONE}, {0.5, 0.5, 0.5, 0.5}, -4.681818182, 0},
};

#endif
