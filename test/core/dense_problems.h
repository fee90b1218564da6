/* Curves that are known exactly, for dense output: two columns x and A of the table fulfil g(x, A) = 0. */
#ifndef RDG_TEST_DENSE_PROBLEMS_H
#define RDG_TEST_DENSE_PROBLEMS_H

#include "problems.h"

#include "run_data.h"

#include <math.h>

enum { MOST_VARIABLES = 13 };

typedef struct dense_case {
    const char *name;
    rdg_index n;
    rdg_status (*residual)(const double *v, double *y); /* of variables that are not turned */
    double (*amplitude)(const double *v);               /* column A */
    double (*relation)(double x, double A);
    double start[4], low, high;
    bool is_singular; /* corrections are worth little in places */
} dense_case;

static const dense_case *dense_now;
static double dense_turn[MOST_VARIABLES * MOST_VARIABLES]; /* orthogonal: v = turn u */
static long dense_evaluations;

/* Product of reflections in random planes; 0: none */
static inline void dense_turn_by(rdg_index n, uint64_t seed)
{
    memset(dense_turn, 0, sizeof dense_turn);
    for (rdg_index i = 0; i < n; i++) {
        dense_turn[i * n + i] = 1.0;
    }
    for (rdg_index k = 0; seed && k < n; k++) {
        double w[MOST_VARIABLES], length = 0.0;
        for (rdg_index i = 0; i < n; i++) {
            w[i] = random_signed(&seed);
            length += w[i] * w[i];
        }
        for (rdg_index j = 0; j < n; j++) {
            double along = 0.0;
            for (rdg_index i = 0; i < n; i++) {
                along += w[i] * dense_turn[i * n + j];
            }
            for (rdg_index i = 0; i < n; i++) {
                dense_turn[i * n + j] -= 2.0 * along / length * w[i];
            }
        }
    }
}

/* The variables of the case, the last of which is x; those behind them are zero. */
static inline void dense_variables(rdg_index n, const double *u, double *v)
{
    for (rdg_index i = 0; i < n; i++) {
        v[i] = 0.0;
        for (rdg_index j = 0; j < n; j++) {
            v[i] += dense_turn[i * n + j] * u[j];
        }
    }
}

static inline int dense_residual(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    double v[MOST_VARIABLES];
    (void)data;
    dense_evaluations++;
    dense_variables(n, u, v);
    for (rdg_index i = dense_now->n; i < n; i++) { /* more variables, which follow the first one */
        y[i - 1] = v[i] - sin(v[0] + (double)i);
    }
    return (int)dense_now->residual(v, y) + 0 * (int)m;
}

static inline int dense_columns(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    double v[MOST_VARIABLES];
    (void)m;
    (void)data;
    dense_variables(n, u, v);
    y[0] = v[dense_now->n - 1];
    return 0;
}

static inline int dense_amplitude(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    double v[MOST_VARIABLES];
    (void)m;
    (void)data;
    dense_variables(n, u, v);
    y[0] = dense_now->amplitude(v);
    return 0;
}

/* n: of variables, those of the case and others. */
static inline rdg_problem *dense_problem(rdg_context *ctx, const dense_case *c, rdg_index n, uint64_t seed)
{
    double v[MOST_VARIABLES] = {0.0}, u[MOST_VARIABLES] = {0.0};
    dense_now = c;
    dense_turn_by(n, seed);
    memcpy(v, c->start, sizeof c->start);
    for (rdg_index i = c->n; i < n; i++) {
        v[i] = sin(v[0] + (double)i);
    }
    for (rdg_index i = 0; i < n; i++) {
        for (rdg_index j = 0; j < n; j++) {
            u[j] += dense_turn[i * n + j] * v[i];
        }
    }
    rdg_problem *p = rdg_problem_create(ctx);
    rdg_add_variables(p, "u", n, u);
    rdg_add_zero(
        p, &(rdg_function){.name = "zero", .n = n, .m = n - 1, .f = dense_residual, .by_differences = true},
        RDG_ALL);
    rdg_add_monitor(p,
                    &(rdg_function){.name = "x", .n = n, .m = 1, .f = dense_columns, .by_differences = true},
                    RDG_ALL, (const char *const[]){"x"}, RDG_INACTIVE);
    rdg_add_monitor(
        p, &(rdg_function){.name = "A", .n = n, .m = 1, .f = dense_amplitude, .by_differences = true},
        RDG_ALL, (const char *const[]){"A"}, RDG_REGULAR);
    return p;
}

/* --- the cases */

/* x'' + 0.02 x' + x + 0.1 x^3 = 0.1 cos omega t by one harmonic: a, b, omega; it has two folds. */
static inline rdg_status duffing_residual(const double *v, double *y)
{
    const double stiffness = 1.0 - v[2] * v[2] + 0.075 * (v[0] * v[0] + v[1] * v[1]);
    y[0] = stiffness * v[0] + 0.02 * v[2] * v[1] - 0.1;
    y[1] = stiffness * v[1] - 0.02 * v[2] * v[0];
    return RDG_OK;
}

static inline double duffing_amplitude(const double *v)
{
    return hypot(v[0], v[1]);
}

static inline double duffing_relation(double omega, double A)
{
    const double stiffness = 1.0 - omega * omega + 0.075 * A * A;
    return (stiffness * stiffness + 4e-4 * omega * omega) * A * A - 0.01;
}

/* A curve in space: y = sin 3 x, z = 0.5 cos 2 x; A = the distance from (0, 0, 1). */
static inline rdg_status winding_residual(const double *v, double *y)
{
    y[0] = v[0] - sin(3.0 * v[2]);
    y[1] = v[1] - 0.5 * cos(2.0 * v[2]);
    return RDG_OK;
}

static inline double winding_amplitude(const double *v)
{
    return sqrt(v[0] * v[0] + v[1] * v[1] + (v[2] - 1.0) * (v[2] - 1.0));
}

static inline double winding_relation(double x, double A)
{
    return A - winding_amplitude((const double[]){sin(3.0 * x), 0.5 * cos(2.0 * x), x});
}

/* Two oscillators, A = motion of the first: it almost vanishes at omega = 1. q (1 - w^2 (3 - w^2)) = 1 - w^2
 * + ...
 */
static inline rdg_status absorber_residual(const double *v, double *y)
{
    const double w = v[2] * v[2], below = (1.0 - w) * (2.0 - w) - 1.0;
    y[0] = v[0] * (1.0 + below * below) - (1.0 - w);
    y[1] = v[1] - 1e-4 * v[2];
    return RDG_OK;
}

static inline double absorber_relation(double omega, double A)
{
    const double w = omega * omega, below = (1.0 - w) * (2.0 - w) - 1.0;
    return A - hypot((1.0 - w) / (1.0 + below * below), 1e-4 * omega);
}

/* x^2 + A^2 = 1 in the first quadrants: folds. */
static inline rdg_status ring_residual(const double *v, double *y)
{
    y[0] = v[0] * v[0] + v[1] * v[1] - 1.0;
    return RDG_OK;
}

static inline double first_variable(const double *v)
{
    return v[0];
}

static inline double ring_relation(double x, double A)
{
    return x * x + A * A - 1.0;
}

/* A roof: x = a fold on a kink at A = 0.3. */
static inline rdg_status roof_residual(const double *v, double *y)
{
    const double d = v[0] - 0.3;
    y[0] = v[1] + 0.8 * fabs(d) + 0.1 * d + 0.3 * d * d - 2.0;
    return RDG_OK;
}

static inline double roof_relation(double x, double A)
{
    double y = 0.0;
    roof_residual((const double[]){A, x}, &y);
    return y;
}

/* A = sin x, which another branch touches at x = -pi / 2 and crosses twice. */
static inline rdg_status touching_residual(const double *v, double *y)
{
    y[0] = (v[0] - sin(v[1])) * (v[0] - cos(2.0 * v[1]));
    return RDG_OK;
}

static inline double touching_relation(double x, double A)
{
    return A - sin(x);
}

#define DENSE_CASE(name_, n_, amplitude_, ...)                                                               \
    {                                                                                                        \
        .name = #name_, .n = (n_), .residual = name_##_residual, .relation = name_##_relation,               \
        .amplitude = (amplitude_), __VA_ARGS__                                                               \
    }

static const dense_case dense_cases[] = {
    DENSE_CASE(duffing, 3, duffing_amplitude, .start = {0.1333, 0.002, 0.5}, .low = 0.5, .high = 2.0),
    DENSE_CASE(winding, 3, winding_amplitude, .start = {0.0, 0.5, 0.0}, .low = -1.0, .high = 1.5),
    DENSE_CASE(absorber, 3, duffing_amplitude, .start = {0.45, 5e-5, 0.5}, .low = 0.5, .high = 1.5),
    DENSE_CASE(ring, 2, first_variable, .start = {0.0, -1.0}, .low = -2.0, .high = 2.0),
    DENSE_CASE(roof, 2, first_variable, .start = {-0.7, 1.0}, .low = 0.5, .high = 3.0),
    DENSE_CASE(touching, 2, first_variable, .start = {-0.1411200080598672, -3.0}, .low = -3.0, .high = 3.0,
               .is_singular = true),
};
enum { N_DENSE_CASES = sizeof dense_cases / sizeof *dense_cases };

#endif
