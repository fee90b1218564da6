/* Zeros of trigonometric polynomials.
 *
 * One harmonic k: g = mean + A cos(k tau - phi), zeros in closed form. Several: g is sampled 16 times a
 * shortest wave. Bounds M2, M3 of its next derivatives, sums of k^m |coefficients|, then report of an
 * interval of length h from g, g' at its ends and g'' at its middle:
 *
 *     |g| > M2 h^2/8 at both ends, of one sign:   no zero
 *     |g'| > M3 h^2/8 at both ends, of one sign:  g is monotone, a zero if its sign changes
 *     |g''| > M3 h/2 at the middle:               g is convex or concave: a zero if its sign changes, else
 * none or two about the extremum
 *
 * and the interval is halved until one of these holds, so that no pair of zeros is lost, however close they
 * are. A budget of halvings ends this where g is flat to rounding. Every zero is polished by safeguarded
 * Halley steps. */
#include "series_impl.h"

#include <ridgewalk/toolbox.h>

#include <cblas.h>

#include <float.h>
#include <math.h>
#include <string.h>

/* The root of g^(order) - level between two instants at which it is negative and positive, from a predictor.
 * Halley's step f/f' / (1 - f f''/(2 f'^2)); it is replaced by a bisection where it leaves the bracket. The
 * error after a step d is about (d max(top, f''/f'))^3: the last step is the one after which it is rounding.
 */
static double polish(rdg_series *s, const rdg_signal *g, int order, double level, double below, double above,
                     double guess, rdg_place *visited)
{
    enum { MOST = 100 };
    const double last = 5e-6;
    double tau = guess, *jet = visited->jet;
    for (int i = 0; i < MOST && below != above; i++) {
        visited->tau = tau;
        rdg_series_turn(s, tau, s->top);
        rdg_series_jet(s, g, jet);
        const double f = jet[order] - level;
        if (f == 0.0) {
            return tau;
        }
        *(f < 0.0 ? &below : &above) = tau;
        const double newton = f / jet[order + 1], bend = jet[order + 2] / jet[order + 1];
        const double step = -newton / fmax(0.5, 1.0 - 0.5 * newton * bend);
        const double low = fmin(below, above), high = fmax(below, above);
        if (fabs(step) * fmax(s->top, fabs(bend)) < last) {
            return fmin(fmax(tau + step, low), high);
        }
        const bool inside = tau + step > low && tau + step < high;
        tau = inside ? tau + step : 0.5 * (low + high);
        if (high - low <= 2.0 * DBL_EPSILON * (1.0 + high)) {
            break;
        }
    }
    return tau;
}

static double wrap(double tau)
{
    tau -= RDG_TURN * floor(tau / RDG_TURN);
    return tau < RDG_TURN ? tau : 0.0;
}

/* Angle from a maximum of A cos at which mean + A cos = level; half-angle form, exact near the extrema. */
static double opening(double amplitude, double height)
{
    return 2.0 * atan2(sqrt(fmax(0.0, amplitude - height)), sqrt(fmax(0.0, amplitude + height)));
}

static rdg_index single_zeros(const rdg_series *s, const rdg_signal *g, int order, double *tau)
{
    const double amplitude = hypot(g->coef[0], g->coef[1]), phase = atan2(g->coef[1], g->coef[0]);
    const int k = s->harmonic[0];
    if (amplitude == 0.0 || (order == 0 && !(fabs(g->mean) < amplitude))) {
        return 0;
    }
    const double theta = order == 0 ? opening(amplitude, -g->mean) : 0.0;
    const double other = order == 0 ? -theta : RDG_PI;
    for (rdg_index i = 0; i < k; i++) {
        const double turns = RDG_TURN * (double)i;
        tau[2 * i] = wrap((phase + theta + turns) / k);
        tau[2 * i + 1] = wrap((phase + other + turns) / k);
    }
    return 2 * (rdg_index)k;
}

/* An instant, and there the function that is searched and its derivatives. */
typedef struct spot {
    double tau, f, slope, curvature;
} spot;

typedef struct search {
    rdg_series *s;
    const rdg_signal *g;
    int order;
    double second, third; /* bounds of the function's derivatives */
    rdg_index budget;     /* halvings that are left */
    rdg_index most, count;
    double *tau;
} search;

/* At an instant whose cosines and sines are those of the series */
static spot take_spot(const search *q, double tau)
{
    double jet[RDG_JET];
    rdg_series_jet(q->s, q->g, jet);
    return (spot){.tau = tau, .f = jet[q->order], .slope = jet[q->order + 1], .curvature = jet[q->order + 2]};
}

static spot look(const search *q, double tau)
{
    rdg_series_turn(q->s, tau, q->s->top);
    return take_spot(q, tau);
}

/* At sample i: the second half of the period has the first one's cosines and opposite sines. */
static spot look_at_sample(const search *q, rdg_index i, double tau)
{
    rdg_series *s = q->s;
    const rdg_index rows = s->half + 1, from = i <= s->half ? i : 2 * s->half - i;
    for (rdg_index h = 0; h < s->n_harmonics; h++) {
        const double sine = s->sines[from + rows * h];
        s->cosine[s->harmonic[h]] = s->cosines[from + rows * h];
        s->sine[s->harmonic[h]] = i <= s->half ? sine : -sine;
    }
    return take_spot(q, tau);
}

/* The zero between two places of opposite signs. */
static void add_zero(search *q, const spot *a, const spot *b)
{
    if (q->count < q->most) {
        rdg_place visited = {.tau = NAN};
        const bool rises = a->f < 0.0;
        const double guess = a->f == 0.0   ? a->tau
                             : b->f == 0.0 ? b->tau
                                           : a->tau + (b->tau - a->tau) * (a->f / (a->f - b->f));
        q->tau[q->count++] = wrap(
            polish(q->s, q->g, q->order, 0.0, (rises ? a : b)->tau, (rises ? b : a)->tau, guess, &visited));
    }
}

/* Two zeros, or none, about the extremum between places of one sign that the function leaves towards zero. */
static void add_pair(search *q, const spot *a, const spot *b)
{
    const double sign = a->f < 0.0 ? -1.0 : 1.0;
    if (!(sign * a->slope < 0.0 && sign * b->slope > 0.0) || q->count + 1 >= q->most) {
        return;
    }
    const double guess = a->tau + (b->tau - a->tau) * (a->slope / (a->slope - b->slope));
    const bool rises = a->slope < 0.0;
    rdg_place visited = {.tau = NAN};
    const spot extremum = look(q, polish(q->s, q->g, q->order + 1, 0.0, (rises ? a : b)->tau,
                                         (rises ? b : a)->tau, guess, &visited));
    if (sign * extremum.f < 0.0) {
        add_zero(q, a, &extremum);
        add_zero(q, &extremum, b);
    }
}

static bool beyond(double p, double q, double least)
{
    return (p > least && q > least) || (p < -least && q < -least);
}

static void search_between(search *q, const spot *a, const spot *b)
{
    const double h = b->tau - a->tau, bow = h * h / 8.0;
    const bool crosses = (a->f < 0.0) != (b->f < 0.0);
    if (beyond(a->f, b->f, q->second * bow)) {
        return;
    }
    if (q->budget <= 0 || beyond(a->slope, b->slope, q->third * bow)) {
        if (crosses) {
            add_zero(q, a, b);
        }
        return;
    }
    const spot middle = look(q, 0.5 * (a->tau + b->tau));
    if (fabs(middle.curvature) <= q->third * 0.5 * h) {
        q->budget--;
        search_between(q, a, &middle);
        search_between(q, &middle, b);
    } else if (crosses) {
        add_zero(q, a, b);
    } else if ((middle.curvature > 0.0) == (a->f >= 0.0)) {
        add_pair(q, a, b);
    }
}

/* The samples of the function that is searched, from those of its even and its odd part in half a period. */
static void take_samples(const search *q)
{
    rdg_series *s = q->s;
    const rdg_index half = s->half;
    const blasint rows = (blasint)(half + 1), cols = (blasint)s->n_harmonics;
    for (rdg_index h = 0; h < s->n_harmonics; h++) {
        const double k = s->harmonic[h], c = q->g->coef[2 * h], d = q->g->coef[2 * h + 1];
        s->amplitude[0][h] = q->order == 0 ? c : k * d;
        s->amplitude[1][h] = q->order == 0 ? d : -k * c;
    }
    rdg_blas_begin();
    cblas_dgemv(CblasColMajor, CblasNoTrans, rows, cols, 1.0, s->cosines, rows, s->amplitude[0], 1, 0.0,
                s->even, 1);
    cblas_dgemv(CblasColMajor, CblasNoTrans, rows, cols, 1.0, s->sines, rows, s->amplitude[1], 1, 0.0, s->odd,
                1);
    rdg_blas_end(0);
    const double mean = q->order == 0 ? q->g->mean : 0.0;
    for (rdg_index i = 0; i <= half; i++) {
        s->sample[i] = mean + s->even[i] + s->odd[i];
        s->sample[2 * half - i] = mean + s->even[i] - s->odd[i];
    }
}

static search begin(rdg_series *s, const rdg_signal *g, int order, double *tau)
{
    const rdg_index top = s->top;
    search q = {.s = s, .g = g, .order = order, .budget = 64 * top, .most = 2 * top, .tau = tau};
    for (rdg_index h = 0; h < s->n_harmonics; h++) {
        const double k = s->harmonic[h], slope = order == 0 ? 1.0 : k;
        const double second = k * k * slope * (fabs(g->coef[2 * h]) + fabs(g->coef[2 * h + 1]));
        q.second += second;
        q.third += k * second;
    }
    return q;
}

/* A polynomial of degree `top` has at most 2 top zeros; sign changes beyond are rounding and are dropped. */
rdg_index rdg_series_zeros(rdg_series *s, const rdg_signal *g, int order, double *tau)
{
    if (s->n_harmonics == 1) {
        return single_zeros(s, g, order, tau);
    }
    search q = begin(s, g, order, tau);
    if (q.third == 0.0) {
        return 0;
    }
    take_samples(&q);
    const double h = RDG_PI / (double)s->half, near = q.second * h * h / 8.0;
    spot left = {.tau = -1.0}, right;
    for (rdg_index i = 0; i < 2 * s->half; i++) {
        if (!beyond(s->sample[i], s->sample[i + 1], near)) {
            const double from = h * (double)i, to = h * (double)(i + 1);
            left = left.tau == from ? left : look_at_sample(&q, i, from);
            right = look_at_sample(&q, i + 1, to);
            search_between(&q, &left, &right);
            left = right;
        }
    }
    return q.count;
}

/* The same for a single harmonic, in closed form. */
static double single_crossing(const rdg_series *s, const rdg_signal *g, double level, double a, double b,
                              bool rises)
{
    const double k = s->harmonic[0], phase = atan2(g->coef[1], g->coef[0]);
    const double theta = opening(hypot(g->coef[0], g->coef[1]), level - g->mean);
    const double first = (phase + (rises ? -theta : theta)) / k, wave = RDG_TURN / k;
    const double tau = first + wave * round((0.5 * (a + b) - first) / wave);
    return fmin(fmax(tau, a), b);
}

/* Where the Taylor polynomial at a place has a level; NaN: too far away for it. */
static double extrapolate(const rdg_series *s, const rdg_place *p, double level)
{
    enum { STEPS = 4 };
    const double *g = p->jet, far = 0.5 / s->top;
    double d = 0.0;
    for (int i = 0; i < STEPS; i++) {
        const double f = g[0] - level + d * (g[1] + d / 2.0 * (g[2] + d / 3.0 * (g[3] + d / 4.0 * g[4])));
        d -= f / (g[1] + d * (g[2] + d / 2.0 * (g[3] + d / 3.0 * g[4])));
    }
    return fabs(d) < far ? p->tau + d : NAN;
}

/* The predictor from the ends is exact if these are extrema and the signal goes like a cosine in between. */
double rdg_series_crossing(rdg_series *s, const rdg_signal *g, double level, double a, double g_a, double b,
                           double g_b, rdg_place *near)
{
    if ((g_a < level) == (g_b < level)) {
        return fabs(g_a - level) < fabs(g_b - level) ? a : b; /* beyond an end by rounding */
    }
    const bool rises = g_a < level;
    if (s->n_harmonics == 1) {
        return single_crossing(s, g, level, a, b, rises);
    }
    rdg_place visited = {.tau = NAN};
    near = near ? near : &visited;
    double guess = isnan(near->tau) ? NAN : extrapolate(s, near, level);
    if (!(guess > a && guess < b)) {
        guess = a + acos(1.0 - 2.0 * (level - g_a) / (g_b - g_a)) / RDG_PI * (b - a);
    }
    return polish(s, g, 0, level, rises ? a : b, rises ? b : a, guess, near);
}
