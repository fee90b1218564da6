/* Signals of a contact as trigonometric polynomials: values, derivatives, zeros.
 *
 * One harmonic k: g = mean + A cos(k tau - phi), zeros in closed form. Several: sign changes on a grid of 24
 * points a shortest wave. Two zeros within one grid interval leave no sign change; they are found where |g|
 * has a minimum inside the interval (its slope points inwards at both ends) that, polished, lies beyond zero.
 * Every zero is polished by safeguarded Newton to rounding. */
#include "contact_impl.h"

#include <float.h>
#include <math.h>
#include <stddef.h>
#include <string.h>

int rdg_contact_load(rdg_contact_element *e, const double *z)
{
    const size_t bytes = sizeof *z * (size_t)(e->d * e->n);
    if (e->progress != CONTACT_NOTHING && memcmp(e->z, z, bytes) == 0) {
        return 0;
    }
    memcpy(e->z, z, bytes);
    const contact_signal *s = e->signal;
    const rdg_index first = e->has_static;
    const double *y = e->d == 2 ? z + e->n : NULL;
    double size = e->mu * fabs(e->preload), ripple = 0;
    e->signal[CONTACT_TANGENTIAL].mean = first ? e->kt * z[0] : 0;
    e->signal[CONTACT_NORMAL].mean = e->preload + (first && y ? e->kn * y[0] : 0);
    for (rdg_index i = first; i < e->n; i++) {
        const double p = e->kt * z[i], f = y ? e->kn * y[i] : 0;
        s[CONTACT_TANGENTIAL].coef[i - first] = p;
        s[CONTACT_NORMAL].coef[i - first] = f;
        s[CONTACT_LOWER].coef[i - first] = p - e->mu * f;
        s[CONTACT_UPPER].coef[i - first] = p + e->mu * f;
        size += fabs(p) + e->mu * fabs(f);
        ripple += fabs(f);
    }
    e->signal[CONTACT_LOWER].mean = s[CONTACT_TANGENTIAL].mean - e->mu * s[CONTACT_NORMAL].mean;
    e->signal[CONTACT_UPPER].mean = s[CONTACT_TANGENTIAL].mean + e->mu * s[CONTACT_NORMAL].mean;
    size += fabs(s[CONTACT_TANGENTIAL].mean) + fabs(e->mu * s[CONTACT_NORMAL].mean);
    e->steady = ripple == 0;
    e->tolerance = 4 * DBL_EPSILON * size;
    const bool finite = isfinite(size) && isfinite(ripple) && isfinite(s[CONTACT_NORMAL].mean);
    e->progress = finite ? CONTACT_LOADED : CONTACT_NOTHING;
    return finite ? 0 : 1;
}

/* cos(m tau), sin(m tau) for m = 0 .. highest */
void rdg_contact_turn(rdg_contact_element *e, double tau, int highest)
{
    const double c = cos(tau), s = sin(tau);
    e->cosine[0] = 1;
    e->sine[0] = 0;
    for (int m = 1; m <= highest; m++) {
        e->cosine[m] = e->cosine[m - 1] * c - e->sine[m - 1] * s;
        e->sine[m] = e->sine[m - 1] * c + e->cosine[m - 1] * s;
    }
}

/* Value and derivatives up to the third at the instant turned to. */
void rdg_contact_jet(const rdg_contact_element *e, int signal, double jet[CONTACT_JET])
{
    const contact_signal *g = &e->signal[signal];
    double value = g->mean, first = 0, second = 0, third = 0;
    for (rdg_index h = 0; h < e->n_harmonics; h++) {
        const int k = e->harmonic[h];
        const double c = g->coef[2 * h], s = g->coef[2 * h + 1];
        const double even = c * e->cosine[k] + s * e->sine[k];
        const double odd = k * (s * e->cosine[k] - c * e->sine[k]);
        value += even;
        first += odd;
        second -= (double)k * k * even;
        third -= (double)k * k * odd;
    }
    jet[0] = value;
    jet[1] = first;
    jet[2] = second;
    jet[3] = third;
}

void rdg_contact_basis(rdg_contact_element *e, double tau, double *basis)
{
    rdg_contact_turn(e, tau, e->top);
    if (e->has_static) {
        *basis++ = 1;
    }
    for (rdg_index h = 0; h < e->n_harmonics; h++) {
        basis[2 * h] = e->cosine[e->harmonic[h]];
        basis[2 * h + 1] = e->sine[e->harmonic[h]];
    }
}

/* dH/dtau from H */
void rdg_contact_basis_slope(const rdg_contact_element *e, const double *basis, double *slope)
{
    if (e->has_static) {
        *slope++ = 0;
        basis++;
    }
    for (rdg_index h = 0; h < e->n_harmonics; h++) {
        slope[2 * h] = -e->harmonic[h] * basis[2 * h + 1];
        slope[2 * h + 1] = e->harmonic[h] * basis[2 * h];
    }
}

/* The root of (the derivative `order` of a signal) - level in [a, b], with the values ga, gb of opposite sign
 * at the ends: Newton, replaced by a bisection when it leaves the bracket. */
static double polish(rdg_contact_element *e, int signal, int order, double level, double a, double ga,
                     double b, double gb)
{
    if (ga == 0 || gb == 0) {
        return ga == 0 ? a : b;
    }
    double below = ga < 0 ? a : b, above = ga < 0 ? b : a;
    double tau = a + (b - a) * (ga / (ga - gb));
    for (int i = 0; i < 100; i++) {
        double jet[CONTACT_JET];
        rdg_contact_turn(e, tau, e->top);
        rdg_contact_jet(e, signal, jet);
        const double g = jet[order] - level;
        if (g == 0) {
            break;
        }
        if (g < 0) {
            below = tau;
        } else {
            above = tau;
        }
        double next = tau - g / jet[order + 1];
        if (!(next > fmin(below, above) && next < fmax(below, above))) {
            next = 0.5 * (below + above);
        }
        const double step = fabs(next - tau);
        tau = next;
        if (step <= 2 * DBL_EPSILON * (1 + fabs(tau))) {
            break;
        }
    }
    return tau;
}

static double wrap(double tau)
{
    tau -= 2 * CONTACT_PI * floor(tau / (2 * CONTACT_PI));
    return tau < 2 * CONTACT_PI ? tau : 0;
}

/* Angle from a maximum of A cos at which mean + A cos = level; half-angle form, exact near the extrema. */
static double opening(double amplitude, double height)
{
    return 2 * atan2(sqrt(fmax(0, amplitude - height)), sqrt(fmax(0, amplitude + height)));
}

static rdg_index single_zeros(const rdg_contact_element *e, int signal, int order, double *tau)
{
    const contact_signal *g = &e->signal[signal];
    const double amplitude = hypot(g->coef[0], g->coef[1]), phase = atan2(g->coef[1], g->coef[0]);
    const int k = e->harmonic[0];
    if (amplitude == 0 || (order == 0 && !(fabs(g->mean) < amplitude))) {
        return 0;
    }
    const double theta = order == 0 ? opening(amplitude, -g->mean) : 0;
    const double other = order == 0 ? -theta : CONTACT_PI;
    for (rdg_index i = 0; i < k; i++) {
        const double turns = 2 * CONTACT_PI * (double)i;
        tau[2 * i] = wrap((phase + theta + turns) / k);
        tau[2 * i + 1] = wrap((phase + other + turns) / k);
    }
    return 2 * (rdg_index)k;
}

/* Samples of the derivative `order` (0 or 1) of a signal.
 * @return a bound of its second derivative */
static double sample(rdg_contact_element *e, int signal, int order)
{
    const contact_signal *g = &e->signal[signal];
    double bound = 0;
    for (rdg_index i = 0; i < e->n_grid; i++) {
        e->grid_value[i] = order == 0 ? g->mean : 0;
    }
    for (rdg_index h = 0; h < e->n_harmonics; h++) {
        const int k = e->harmonic[h];
        const double c = order == 0 ? g->coef[2 * h] : k * g->coef[2 * h + 1];
        const double s = order == 0 ? g->coef[2 * h + 1] : -k * g->coef[2 * h];
        bound += (double)k * k * (fabs(c) + fabs(s));
        for (rdg_index i = 0, at = 0; i < e->n_grid; i++) {
            e->grid_value[i] += c * e->grid_cos[at] + s * e->grid_sin[at];
            at += k;
            at -= at >= e->n_grid ? e->n_grid : 0;
        }
    }
    return bound;
}

/* The instant in [a, b] where a signal of one sign comes closest to zero and, with `value`, how far beyond
 * zero it gets there (> 0: there are two zeros).
 * @return false if the slopes at a and b show no minimum of |g| between them */
static bool dip(rdg_contact_element *e, int signal, int order, double a, double b, double sign, double *tau,
                double *value)
{
    double left[CONTACT_JET], right[CONTACT_JET], least[CONTACT_JET];
    rdg_contact_turn(e, a, e->top);
    rdg_contact_jet(e, signal, left);
    rdg_contact_turn(e, b, e->top);
    rdg_contact_jet(e, signal, right);
    if (!(sign * left[order + 1] < 0 && sign * right[order + 1] > 0)) {
        return false;
    }
    *tau = polish(e, signal, order + 1, 0, a, left[order + 1], b, right[order + 1]);
    rdg_contact_turn(e, *tau, e->top);
    rdg_contact_jet(e, signal, least);
    *value = least[order];
    return sign * *value < 0;
}

/* All zeros in [0, 2 pi) of a signal (order 0) or of its slope (order 1). A polynomial of degree `top` has at
 * most 2 top of them; sign changes beyond are rounding noise and are dropped, so tau has length 2 top. */
rdg_index rdg_contact_zeros(rdg_contact_element *e, int signal, int order, double *tau)
{
    if (e->n_harmonics == 1) {
        return single_zeros(e, signal, order, tau);
    }
    const double h = 2 * CONTACT_PI / (double)e->n_grid;
    const double near = sample(e, signal, order) * h * h / 8;
    const rdg_index most = 2 * (rdg_index)e->top;
    rdg_index count = 0;
    for (rdg_index i = 0; i < e->n_grid && count < most; i++) {
        const double a = h * (double)i, b = h * (double)(i + 1);
        const double ga = e->grid_value[i], gb = e->grid_value[i + 1 < e->n_grid ? i + 1 : 0];
        const double sign = ga < 0 ? -1 : 1;
        double middle, gm;
        if ((ga < 0) != (gb < 0)) {
            tau[count++] = wrap(polish(e, signal, order, 0, a, ga, b, gb));
        } else if (fmin(fabs(ga), fabs(gb)) <= near && near > 0 && count + 1 < most &&
                   dip(e, signal, order, a, b, sign, &middle, &gm)) {
            tau[count++] = wrap(polish(e, signal, order, 0, a, ga, middle, gm));
            tau[count++] = wrap(polish(e, signal, order, 0, middle, gm, b, gb));
        }
    }
    return count;
}

/* The instant in [a, b], where the signal is monotone, at which it passes `level`. */
double rdg_contact_crossing(rdg_contact_element *e, int signal, double level, double a, double b)
{
    double left[CONTACT_JET], right[CONTACT_JET];
    rdg_contact_turn(e, a, e->top);
    rdg_contact_jet(e, signal, left);
    rdg_contact_turn(e, b, e->top);
    rdg_contact_jet(e, signal, right);
    if ((left[0] < level) == (right[0] < level)) {
        return fabs(left[0] - level) < fabs(right[0] - level) ? a : b; /* beyond an end by rounding */
    }
    if (e->n_harmonics > 1) {
        return polish(e, signal, 0, level, a, left[0] - level, b, right[0] - level);
    }
    const contact_signal *g = &e->signal[signal];
    const double k = e->harmonic[0], phase = atan2(g->coef[1], g->coef[0]);
    const double theta = opening(hypot(g->coef[0], g->coef[1]), level - g->mean);
    const double first = (phase + (right[0] < left[0] ? theta : -theta)) / k, wave = 2 * CONTACT_PI / k;
    const double tau = first + wave * round((0.5 * (a + b) - first) / wave);
    return fmin(fmax(tau, a), b);
}
