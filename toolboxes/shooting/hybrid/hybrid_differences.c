/* Derivatives of a hybrid system's functions, by central differences where a function has none of its own.
 *
 * First ones over two distances (error of order 4): with a step of eps^(1/5) truncation and rounding are both
 * about eps^(4/5) = 3e-13. Second ones are differences of the first: of own ones likewise; of first ones that
 * are themselves differences, the values are differenced twice, with a step of eps^(1/6). */
#include "hybrid_impl.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* Of a variable, as long as it is: about 1 where it is small, as units are chosen. */
static double distance(double u, double relative)
{
    const double h = relative * fmax(fabs(u), 1.0);
    const volatile double there = u + h; /* so that the distance is that of two numbers, without rounding */
    return there - u;
}

/* A callback's answer, > 0 where a number is not finite. */
static int finite(int answer, const double *values, rdg_index count)
{
    double sum = 0.0;
    for (rdg_index i = 0; i < count; i++) {
        sum += 0.0 * values[i];
    }
    return answer != 0 ? answer : isnan(sum);
}

static int value(const rdg_hybrid_function *function, rdg_index n, const double *u, rdg_index m, double *y)
{
    memset(y, 0, (size_t)m * sizeof *y);
    return finite(function->f(n, u, m, y, function->data), y, m);
}

/* What differences are made of: values, or contracted first derivatives. */
typedef int sampled(const rdg_hybrid_function *function, rdg_index n, const double *u, rdg_index m,
                    const double *lambda, double *y, double *work);

/* d/du_j of `count` numbers to `column`; u is changed and put back. a: [count] */
static int along(sampled *sample, const rdg_hybrid_function *function, rdg_index n, double *u, rdg_index m,
                 const double *lambda, rdg_index j, double step, rdg_index count, double *column, double *a,
                 double *work)
{
    static const double weight[] = {8.0 / 12.0, -1.0 / 12.0};
    const double middle = u[j], h = distance(middle, step);
    memset(column, 0, (size_t)count * sizeof *column);
    int answer = 0;
    for (int side = 1; side >= -1 && answer == 0; side -= 2) {
        for (int k = 1; k <= 2 && answer == 0; k++) {
            u[j] = middle + side * k * h;
            answer = sample(function, n, u, m, lambda, a, work);
            for (rdg_index i = 0; answer == 0 && i < count; i++) {
                column[i] += side * weight[k - 1] * a[i] / h;
            }
        }
    }
    u[j] = middle;
    return answer;
}

static int sample_value(const rdg_hybrid_function *function, rdg_index n, const double *u, rdg_index m,
                        const double *lambda, double *y, double *work)
{
    (void)lambda, (void)work;
    return value(function, n, u, m, y);
}

/* y = lambda^T df; work: [m n] */
static int sample_slope(const rdg_hybrid_function *function, rdg_index n, const double *u, rdg_index m,
                        const double *lambda, double *y, double *work)
{
    const int answer = rdg_hybrid_df(function, n, u, m, work, NULL);
    for (rdg_index j = 0; answer == 0 && j < n; j++) {
        y[j] = 0.0;
        for (rdg_index i = 0; i < m; i++) {
            y[j] += lambda[i] * work[i + m * j];
        }
    }
    return answer;
}

int rdg_hybrid_df(const rdg_hybrid_function *function, rdg_index n, const double *u, rdg_index m,
                  double *values, double *work)
{
    if (!function || !function->f || !u || !values || (!function->df && !work)) {
        return -1;
    }
    if (function->df) {
        memset(values, 0, (size_t)(n * m) * sizeof *values);
        return finite(function->df(n, u, m, values, function->data), values, n * m);
    }
    const double step = pow(DBL_EPSILON, 0.2);
    double *at = work, *y = work + n;
    memcpy(at, u, (size_t)n * sizeof *at);
    int answer = 0;
    for (rdg_index j = 0; j < n && answer == 0; j++) {
        answer = along(sample_value, function, n, at, m, NULL, j, step, m, values + m * j, y, NULL);
    }
    return answer;
}

/* lambda . f at u displaced along two variables. */
static int displaced(const rdg_hybrid_function *function, rdg_index n, double *u, rdg_index m,
                     const double *lambda, const double at[2], const rdg_index along_[2], double *y,
                     double *sum)
{
    const double keep[2] = {u[along_[0]], u[along_[1]]};
    u[along_[0]] += at[0];
    u[along_[1]] += at[1];
    const int answer = value(function, n, u, m, y);
    u[along_[1]] = keep[1];
    u[along_[0]] = keep[0];
    *sum = 0.0;
    for (rdg_index i = 0; i < m; i++) {
        *sum += lambda[i] * y[i];
    }
    return answer;
}

/* Second derivative along variables j, k of lambda . f from values alone, with the error of order 4: each of
 * the two first differences has four points; for j = k the five of the second difference. */
static int twice(const rdg_hybrid_function *function, rdg_index n, double *u, rdg_index m,
                 const double *lambda, rdg_index j, rdg_index k, double *y, double *out)
{
    static const double first[5] = {1.0 / 12.0, -8.0 / 12.0, 0.0, 8.0 / 12.0, -1.0 / 12.0};
    static const double second[5] = {-1.0 / 12.0, 16.0 / 12.0, -30.0 / 12.0, 16.0 / 12.0, -1.0 / 12.0};
    const double step = pow(DBL_EPSILON, 1.0 / 6.0);
    const double hj = distance(u[j], step), hk = distance(u[k], step);
    const rdg_index pair[2] = {j, k};
    double sum = 0.0, part = 0.0;
    for (int a = 0; a < 5; a++) {
        for (int b = 0; b < 5; b++) {
            const double weight = j == k ? (b == 2 ? second[a] : 0.0) : first[a] * first[b];
            if (weight == 0.0) {
                continue;
            }
            const double at[2] = {(a - 2) * hj, (b - 2) * hk};
            const int answer = displaced(function, n, u, m, lambda, at, pair, y, &part);
            if (answer != 0) {
                return answer;
            }
            sum += weight * part;
        }
    }
    *out = sum / (hj * hk);
    return 0;
}

static int from_values(const rdg_hybrid_function *function, rdg_index n, double *u, rdg_index m,
                       const double *lambda, double *values, double *y)
{
    for (rdg_index j = 0; j < n; j++) {
        for (rdg_index k = 0; k <= j; k++) {
            const int answer = twice(function, n, u, m, lambda, j, k, y, &values[k + n * j]);
            if (answer != 0) {
                return answer;
            }
            values[j + n * k] = values[k + n * j];
        }
    }
    return 0;
}

static int from_slopes(const rdg_hybrid_function *function, rdg_index n, double *u, rdg_index m,
                       const double *lambda, double *values, double *work)
{
    const double step = pow(DBL_EPSILON, 0.2);
    double *slope = work, *df = work + n;
    for (rdg_index j = 0; j < n; j++) {
        const int answer =
            along(sample_slope, function, n, u, m, lambda, j, step, n, values + n * j, slope, df);
        if (answer != 0) {
            return answer;
        }
    }
    for (rdg_index j = 0; j < n; j++) {
        for (rdg_index k = 0; k < j; k++) {
            values[k + n * j] = values[j + n * k] = 0.5 * (values[k + n * j] + values[j + n * k]);
        }
    }
    return 0;
}

int rdg_hybrid_d2f(const rdg_hybrid_function *function, rdg_index n, const double *u, rdg_index m,
                   const double *lambda, double *values, double *work)
{
    if (!function || !function->f || !u || !lambda || !values || (!function->d2f && !work)) {
        return -1;
    }
    if (function->d2f) {
        memset(values, 0, (size_t)(n * n) * sizeof *values);
        return finite(function->d2f(n, u, m, lambda, values, function->data), values, n * n);
    }
    memcpy(work, u, (size_t)n * sizeof *work);
    return function->df ? from_slopes(function, n, work, m, lambda, values, work + n)
                        : from_values(function, n, work, m, lambda, values, work + n);
}
