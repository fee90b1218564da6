/* Derivatives of a hybrid system's functions, by central differences where a function has none of its own.
 *
 * First ones over two distances (error of order 4): with a step of eps^(1/5) of a variable's size truncation
 * and rounding are both about eps^(4/5) = 3e-13. Second ones are differences of the first: of own ones
 * likewise; of first ones that are themselves differences, the values are differenced twice, with a step of
 * eps^(1/6).
 *
 * The size of a variable is what it has been along a motion: its value at an instant states little, as it may
 * pass zero. It is taken to be 1 at least. Far from the origin of a variable a function may vary over a much
 * shorter distance than the size: steps are divided until the function is smooth. */
#include "hybrid_impl.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* A function is smooth as far as differences over a step and over its double agree as nearly, of their size.
 * If those over a lesser step agree with them even so, the larger one stays: it rounds less. */
static const double rough = 1e-5, alike = 1e-9;

/* Steps are divided by this until differences over a step and the next agree, at most so often: a function
 * is resolved that varies over 1e-7 of a variable, where differences keep about five digits. */
static const double division = 8.0;
enum { MOST_DIVISIONS = 8 };

/* The step along a variable, relative to its size; it is that between two numbers, without rounding. */
static double distance(double u, double size, double relative)
{
    const volatile double there = u + relative * size;
    return there - u;
}

/* As large as a variable is taken to be, and what comes next where the function is not smooth so far; 0:
 * nothing. */
static double size_of(double u, const double *size, rdg_index j, double *less)
{
    const double known = size ? size[j] : 0.0;
    const double seen = fmax(fabs(u), known);
    *less = known < 0.0 ? 0.0 : seen < 1.0 ? seen : seen / division;
    return known < 0.0 ? -known : fmax(seen, 1.0);
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

typedef struct differenced {
    sampled *sample;
    const rdg_hybrid_function *function;
    rdg_index n, m, count; /* arguments, values, numbers in a sample */
    double *u;             /* [n] where; changed and put back */
    const double *from;    /* [n] of all variables together, */
    const double *towards; /* [n] along this direction; NULL: of one variable */
    const double *lambda;  /* [m] */
    const double *size;    /* [n] of variables; NULL: not known */
    double step;           /* relative to them */
    double *a, *b;         /* [count] space for a sample, and for another column */
    double *work;          /* of samples */
} differenced;

static void displace(const differenced *d, rdg_index j, double middle, double by)
{
    if (!d->towards) {
        d->u[j] = middle + by;
        return;
    }
    for (rdg_index i = 0; i < d->n; i++) {
        d->u[i] = d->from[i] + by * d->towards[i];
    }
}

/* d/du_j, or along the direction, to `column`; those over the double step alone to `twice`, if requested. */
static int along(const differenced *d, rdg_index j, double size, double *column, double *twice)
{
    static const double weight[] = {8.0 / 12.0, -1.0 / 12.0};
    const double middle = d->towards ? 0.0 : d->u[j], h = distance(middle, size, d->step);
    const size_t bytes = (size_t)d->count * sizeof *column;
    memset(column, 0, bytes);
    twice = twice ? memset(twice, 0, bytes) : NULL;
    int answer = 0;
    for (int side = 1; side >= -1 && answer == 0; side -= 2) {
        for (int k = 1; k <= 2 && answer == 0; k++) {
            displace(d, j, middle, side * k * h);
            answer = d->sample(d->function, d->n, d->u, d->m, d->lambda, d->a, d->work);
            for (rdg_index i = 0; answer == 0 && i < d->count; i++) {
                column[i] += side * weight[k - 1] * d->a[i] / h;
            }
            for (rdg_index i = 0; answer == 0 && i < d->count && twice && k == 2; i++) {
                twice[i] += side * d->a[i] / (4.0 * h);
            }
        }
    }
    displace(d, j, middle, 0.0);
    return answer;
}

/* A few times what rounding does to differences of the last sample. */
static double rounding(const differenced *d, rdg_index i, double size)
{
    return 100.0 * DBL_EPSILON * fabs(d->a[i]) / (d->step * size);
}

static bool is_smooth(const differenced *d, double size, const double *column, const double *twice)
{
    bool is = true;
    for (rdg_index i = 0; i < d->count; i++) {
        const double most = rough * fabs(column[i]) + rounding(d, i, size);
        is = is && fabs(column[i] - twice[i]) <= most;
    }
    return is;
}

/* As far along the direction as no variable moves by more than it is large; INFINITY: none moves. */
static double size_along(const differenced *d, double *less)
{
    double size = INFINITY;
    *less = INFINITY;
    for (rdg_index j = 0; j < d->n; j++) {
        double least = 0.0;
        const double most = size_of(d->from[j], d->size, j, &least), by = fabs(d->towards[j]);
        if (by > 0.0) {
            size = fmin(size, most / by);
            *less = fmin(*less, least > 0.0 ? least / by : INFINITY);
        }
    }
    return size;
}

/* What the larger step, d->b, shows alike stays; false: it shows something else of the rest. */
static bool keep_alike(const differenced *d, double less, double *column)
{
    bool all = true;
    for (rdg_index i = 0; i < d->count; i++) {
        const bool same = fabs(column[i] - d->b[i]) <= alike * fabs(column[i]) + rounding(d, i, less);
        column[i] = same ? d->b[i] : column[i];
        all = all && same;
    }
    return all;
}

/* How far the columns are apart, of their size or that of the function over the size of the variable. */
static double distance_of(const differenced *d, double variable, const double *column)
{
    double off = 0.0, size = 0.0;
    for (rdg_index i = 0; i < d->count; i++) {
        off = fmax(off, fabs(column[i] - d->b[i]));
        size = fmax(size, fmax(fabs(column[i]), fabs(d->a[i]) / variable));
    }
    return size > 0.0 ? off / size : off > 0.0 ? INFINITY : 0.0;
}

/* d/du_j, or along the direction, to `column`, and what the size of the variable was taken to be. Columns
 * that agree, and do so no better over a lesser step, differ by rounding: the larger step is better. */
static int derivative(const differenced *d, rdg_index j, double *column, double *size)
{
    double less = 0.0, off = INFINITY;
    *size = d->towards ? size_along(d, &less) : size_of(d->u[j], d->size, j, &less);
    const double variable = *size;
    const bool may_be_less = less > 0.0 && isfinite(less);
    int answer = along(d, j, *size, column, may_be_less ? d->b : NULL);
    bool is = !may_be_less || answer < 0 || (answer == 0 && is_smooth(d, *size, column, d->b));
    for (int k = 0; !is && k <= MOST_DIVISIONS; k++) {
        const bool is_there = answer == 0; /* else there is no value so far away */
        const double before = off;
        memcpy(d->b, column, (size_t)d->count * sizeof *column);
        answer = along(d, j, less, column, NULL);
        off = answer == 0 && is_there ? distance_of(d, variable, column) : INFINITY;
        if (off <= rough && off >= before) {
            memcpy(column, d->b, (size_t)d->count * sizeof *column);
            return 0;
        }
        is = answer < 0 || (answer == 0 && is_there && keep_alike(d, less, column));
        *size = is ? *size : less;
        less /= division;
    }
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
    const int answer = rdg_hybrid_df(function, n, u, NULL, m, work, NULL);
    for (rdg_index j = 0; answer == 0 && j < n; j++) {
        y[j] = 0.0;
        for (rdg_index i = 0; i < m; i++) {
            y[j] += lambda[i] * work[i + m * j];
        }
    }
    return answer;
}

int rdg_hybrid_df(const rdg_hybrid_function *function, rdg_index n, const double *u, const double *size,
                  rdg_index m, double *values, double *work)
{
    if (!function || !function->f || !u || !values || (!function->df && !work)) {
        return -1;
    }
    if (function->df) {
        memset(values, 0, (size_t)(n * m) * sizeof *values);
        return finite(function->df(n, u, m, values, function->data), values, n * m);
    }
    memcpy(work, u, (size_t)n * sizeof *work);
    const differenced d = {.sample = sample_value,
                           .function = function,
                           .n = n,
                           .m = m,
                           .count = m,
                           .u = work,
                           .size = size,
                           .step = pow(DBL_EPSILON, 0.2),
                           .a = work + n,
                           .b = work + n + m};
    int answer = 0;
    for (rdg_index j = 0; j < n && answer == 0; j++) {
        double taken = 0.0;
        answer = derivative(&d, j, values + m * j, &taken);
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
static int twice(const differenced *d, const rdg_index pair[2], const double size[2], double *out)
{
    static const double first[5] = {1.0 / 12.0, -8.0 / 12.0, 0.0, 8.0 / 12.0, -1.0 / 12.0};
    static const double second[5] = {-1.0 / 12.0, 16.0 / 12.0, -30.0 / 12.0, 16.0 / 12.0, -1.0 / 12.0};
    const double step = pow(DBL_EPSILON, 1.0 / 6.0);
    const double hj = distance(d->u[pair[0]], size[0], step), hk = distance(d->u[pair[1]], size[1], step);
    double sum = 0.0, part = 0.0;
    for (int a = 0; a < 5; a++) {
        for (int b = 0; b < 5; b++) {
            const double weight = pair[0] == pair[1] ? (b == 2 ? second[a] : 0.0) : first[a] * first[b];
            if (weight == 0.0) {
                continue;
            }
            const double at[2] = {(a - 2) * hj, (b - 2) * hk};
            const int answer = displaced(d->function, d->n, d->u, d->m, d->lambda, at, pair, d->a, &part);
            if (answer != 0) {
                return answer;
            }
            sum += weight * part;
        }
    }
    *out = sum / (hj * hk);
    return 0;
}

/* sizes: [n], as first derivatives show them */
static int from_values(const differenced *d, double *values, double *sizes)
{
    const rdg_index n = d->n;
    int answer = 0;
    for (rdg_index j = 0; j < n && answer == 0; j++) {
        answer = derivative(d, j, d->work, &sizes[j]);
    }
    for (rdg_index j = 0; j < n; j++) {
        for (rdg_index k = 0; k <= j && answer == 0; k++) {
            const rdg_index pair[2] = {j, k};
            const double size[2] = {sizes[j], sizes[k]};
            answer = twice(d, pair, size, &values[k + n * j]);
            values[j + n * k] = values[k + n * j];
        }
    }
    return answer;
}

static int from_slopes(const differenced *d, double *values)
{
    const rdg_index n = d->n;
    for (rdg_index j = 0; j < n; j++) {
        double taken = 0.0;
        const int answer = derivative(d, j, values + n * j, &taken);
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

int rdg_hybrid_d2f(const rdg_hybrid_function *function, rdg_index n, const double *u, const double *size,
                   rdg_index m, const double *lambda, double *values, double *work)
{
    if (!function || !function->f || !u || !lambda || !values || (!function->d2f && !work)) {
        return -1;
    }
    if (function->d2f) {
        memset(values, 0, (size_t)(n * n) * sizeof *values);
        return finite(function->d2f(n, u, m, lambda, values, function->data), values, n * n);
    }
    memcpy(work, u, (size_t)n * sizeof *work);
    differenced d = {.sample = function->df ? sample_slope : sample_value,
                     .function = function,
                     .n = n,
                     .m = m,
                     .count = function->df ? n : m,
                     .u = work,
                     .lambda = lambda,
                     .size = size,
                     .step = pow(DBL_EPSILON, 0.2),
                     .a = work + n};
    d.b = d.a + d.count;
    d.work = d.b + d.count;
    return function->df ? from_slopes(&d, values) : from_values(&d, values, d.work + m);
}

int rdg_hybrid_df_along(const rdg_hybrid_function *function, rdg_index n, const double *u, const double *size,
                        rdg_index m, const double *lambda, const double *towards, double *values,
                        double *work)
{
    if (!function || !function->df || !u || !lambda || !towards || !values || !work) {
        return -1;
    }
    bool any = false;
    for (rdg_index j = 0; j < n; j++) {
        values[j] = 0.0;
        any = any || towards[j] != 0.0;
    }
    const differenced d = {.sample = sample_slope,
                           .function = function,
                           .n = n,
                           .m = m,
                           .count = n,
                           .u = work,
                           .from = u,
                           .towards = towards,
                           .lambda = lambda,
                           .size = size,
                           .step = pow(DBL_EPSILON, 0.2),
                           .a = work + n,
                           .b = work + 2 * n,
                           .work = work + 3 * n};
    double taken = 0.0;
    return any ? derivative(&d, 0, values, &taken) : 0;
}
