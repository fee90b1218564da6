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

/* |a_k| + |a_(k+1)| of the polynomial through the values */
static double two_coefficients(const double *v, int k)
{
    double a[2] = {0, 0};
    for (int i = 0; i < 2; i++) {
        for (int j = 0; j <= N; j++) {
            a[i] += (j == 0 || j == N ? 0.5 : 1.0) * v[j] * cos(pi * (k + i) * j / N);
        }
        a[i] *= (k + i == N ? 1.0 : 2.0) / N;
    }
    return fabs(a[0]) + fabs(a[1]);
}

/* *noise: values have no certain sign below. */
static double error_of(const double *v, double rounding, double *noise)
{
    const double last = two_coefficients(v, N - 1), before = two_coefficients(v, N - 3),
                 third = two_coefficients(v, N - 5);
    if (last <= fmax(rounding, decay * fmax(before, decay * third))) {
        return N * last;
    }
    const double plateau = fmax(last, fmax(before, third));
    if (plateau <= low_plateau * two_coefficients(v, 1)) {
        *noise = fmax(*noise, N * plateau);
        return N * plateau;
    }
    double most = N * last;
    for (int i = 0; i <= N; i++) {
        most = fmax(most, fabs(v[i]));
    }
    return most;
}

int rdg_enclose_sampled(double low, double high, rdg_enclosure *f, void *sampled)
{
    const rdg_sampled *s = sampled;
    double v[N + 1];
    for (int i = 0; i <= N; i++) {
        const double x = 0.5 * (1 - cos(pi * i / N));
        const int answer = s->value(i == N ? high : low + x * (high - low), &v[i], s->data);
        if (answer != 0) {
            return answer;
        }
    }
    *f =
        (rdg_enclosure){.p = rdg_polynomial_through(N, v), .low = low, .high = high, .rounding = s->rounding};
    f->error = error_of(v, s->rounding + rdg_polynomial_rounding(&f->p), &f->rounding) + s->doubt;
    return 0;
}
