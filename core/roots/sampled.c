/* Enclosures from values.
 *
 * With Chebyshev coefficients a_k the error of interpolation of degree N is a_(N+1) (T_(N+1) - T_(N-1)) and
 * less. On [0, 1] its slope at an end is 8 N a_(N+1), that of a band of height e is 8 e: e = N a_(N+1) covers
 * it. This takes |a_(N-1)| + |a_N| for a_(N+1), as long as coefficients fall to a half from one to the next;
 * else nothing is known (decay of coefficients: L. N. Trefethen, Approximation Theory and Approximation
 * Practice, SIAM 2013, ch. 7, 8). Noise of the values ends the decay: coefficients from the third on are then
 * alike and far below the first ones (J. L. Aurentz, L. N. Trefethen, Chopping a Chebyshev series, ACM Trans.
 * Math. Softw. 43, 2017). */
#include "sampled_impl.h"

#include <math.h>

enum { N = RDG_SAMPLED_DEGREE };

/* Two coefficients, as functions that are even or odd about the middle lack every other one. */
static const double decay = 0.25;

/* Of the first two coefficients: a plateau as low is noise. */
static const double low_plateau = 1e-4;

static const double pi = 3.14159265358979323846;

/* |a_k| + |a_(k+1)| of the polynomial of degree n through every N/n-th value */
static double two_coefficients(const double *v, int n, int k)
{
    double a[2] = {0, 0};
    for (int i = 0; i < 2; i++) {
        for (int j = 0; j <= n; j++) {
            a[i] += (j == 0 || j == n ? 0.5 : 1.0) * v[j * (N / n)] * cos(pi * (k + i) * j / n);
        }
        a[i] *= (k + i == n ? 1.0 : 2.0) / n;
    }
    return fabs(a[0]) + fabs(a[1]);
}

/* *noise: values have no certain sign below. */
static double error_of(const double *v, double rounding, double *noise)
{
    const double last = two_coefficients(v, N, N - 1), before = two_coefficients(v, N, N - 3),
                 third = two_coefficients(v, N, N - 5);
    if (last <= fmax(rounding, decay * fmax(before, decay * third))) {
        return N * last;
    }
    const double plateau = fmax(last, fmax(before, third));
    if (plateau <= low_plateau * two_coefficients(v, N, 1)) {
        *noise = fmax(*noise, N * plateau);
        return N * plateau;
    }
    double most = N * last;
    for (int i = 0; i <= N; i++) {
        most = fmax(most, fabs(v[i]));
    }
    return most;
}

static int sample(const rdg_sampled *s, double low, double high, int i, double *v)
{
    const double x = 0.5 * (1 - cos(pi * i / N));
    return isnan(v[i]) ? s->value(i == N ? high : low + x * (high - low), &v[i], s->data) : 0;
}

/* The values at N/n, 2 N/n, ... of [low, high] that are not known yet, and the polynomial through them. */
static int interpolate(const rdg_sampled *s, double low, double high, int n, double *v, rdg_enclosure *f)
{
    double few[N + 1];
    for (int i = 0; i <= n; i++) {
        const int answer = sample(s, low, high, i * (N / n), v);
        if (answer != 0) {
            return answer;
        }
        few[i] = v[i * (N / n)];
    }
    *f = (rdg_enclosure){
        .p = rdg_polynomial_through(n, few), .low = low, .high = high, .rounding = s->rounding};
    return 0;
}

static void forget(double *v)
{
    for (int i = 0; i <= N; i++) {
        v[i] = NAN;
    }
}

static int enclose(const rdg_sampled *s, double low, double high, double *v, rdg_enclosure *f)
{
    const int answer = interpolate(s, low, high, N, v, f);
    if (answer == 0) {
        f->error = error_of(v, s->rounding + rdg_polynomial_rounding(&f->p), &f->rounding) + s->doubt;
    }
    return answer;
}

int rdg_enclose_sampled(double low, double high, rdg_enclosure *f, void *sampled)
{
    double v[N + 1];
    forget(v);
    return enclose(sampled, low, high, v, f);
}

/* Values at both ends and in the middle, which may be off, are taken to reach as far as twice their change
 * and their second difference. */
static double reach_of(const double *v)
{
    return 2 * (fabs(v[N] - v[0]) + fabs(v[0] - 2 * v[N / 2] + v[N]));
}

static bool keeps_off_zero(const double *v, double rounding)
{
    const double least = fmin(fabs(v[0]), fmin(fabs(v[N / 2]), fabs(v[N])));
    return v[0] * v[N] > 0 && v[0] * v[N / 2] > 0 && least > reach_of(v) + rounding;
}

/* Of five values, by their two pairs of coefficients. What is within the error of zero at an end may turn
 * round next to it. */
static bool decides_by_five(const rdg_sampled *s, const double *v, rdg_enclosure *f)
{
    enum { FEW = N / 2 };
    const double last = two_coefficients(v, FEW, FEW - 1), before = two_coefficients(v, FEW, FEW - 3);
    rdg_enclosed_root roots[RDG_MOST_ROOTS];
    double at;
    f->error = FEW * last + s->doubt;
    if (last > fmax(s->rounding, decay * before) || fmin(fabs(v[0]), fabs(v[N])) <= f->error) {
        return false;
    }
    const int count = rdg_enclosure_roots(f, roots, &at);
    bool is_resolved = count >= 0;
    for (int i = 0; i < count; i++) {
        is_resolved = is_resolved && roots[i].is_resolved;
    }
    return is_resolved;
}

int rdg_enclose_by_few(double low, double high, rdg_enclosure *f, void *sampled)
{
    rdg_sampled *s = sampled;
    double v[N + 1], middle = NAN;
    forget(v);
    int answer = s->beside ? s->beside(0.5 * (low + high), &middle, s->data) : 0;
    v[N / 2] = middle;
    answer = answer ? answer : interpolate(s, low, high, 2, v, f);
    if (answer != 0) {
        return answer;
    }
    if (keeps_off_zero(v, s->rounding)) {
        f->error = reach_of(v);
        return 0;
    }
    answer = interpolate(s, low, high, N / 2, v, f);
    if (answer == 0 && s->beside) { /* how far it is off the cubic through the others */
        s->doubt = fabs(v[N / 4] + v[3 * N / 4] - 0.5 * (v[0] + v[N]) - middle);
    }
    if (answer != 0 || decides_by_five(s, v, f)) {
        return answer;
    }
    v[N / 2] = s->beside ? NAN : v[N / 2];
    answer = sample(s, low, high, N / 2, v);
    s->doubt = s->beside && answer == 0 ? fabs(v[N / 2] - middle) : s->doubt;
    return answer ? answer : enclose(s, low, high, v, f);
}
