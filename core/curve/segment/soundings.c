/* Where the determinant may vanish between points at which it is known.
 *
 * It is a smooth function of arclength, so that the polynomial through the points nearby tells of it in
 * between. How well it does show its last terms, and whether it foretells the ends from the other points.
 * Where the determinant grows or falls by orders of magnitude, as that of a large system does, it is an
 * exponential times such a polynomial: both are tried. */
#include "soundings_impl.h"
#include "toolbox.h"

#include <math.h>
#include <string.h>

enum { STENCIL = 5, PLACES = 19, DIVISIONS = 40 };

int rdg_soundings_add(rdg_soundings *all, rdg_sounding one, double resolution)
{
    int i = all->n;
    while (i > 0 && all->point[i - 1].at > one.at) {
        i--;
    }
    const bool known = (i > 0 && one.at - all->point[i - 1].at <= resolution) ||
                       (i < all->n && all->point[i].at - one.at <= resolution);
    if (known || all->n == RDG_MOST_SOUNDINGS || !isfinite(one.at)) {
        return -1;
    }
    memmove(&all->point[i + 1], &all->point[i], (size_t)(all->n - i) * sizeof *all->point);
    all->point[i] = one;
    all->n++;
    return i;
}

void rdg_soundings_clear_between(rdg_soundings *all, double low, double high, bool zeros_only)
{
    int n = 0;
    for (int i = 0; i < all->n; i++) {
        const rdg_sounding p = all->point[i];
        const bool leaves = p.at > low && p.at < high && (!zeros_only || p.sign == 0.0);
        all->point[n] = p;
        n += !leaves;
    }
    all->n = n;
}

void rdg_soundings_move(rdg_soundings *all, double h)
{
    int n = 0;
    rdg_soundings_clear_between(all, h, INFINITY, false);
    for (int i = all->n > RDG_OLD_SOUNDINGS ? all->n - RDG_OLD_SOUNDINGS : 0; i < all->n; i++) {
        all->point[n] = all->point[i];
        all->point[n++].at -= h;
    }
    all->n = n;
}

/* Newton's form of a polynomial. */
typedef struct polynomial {
    double at[STENCIL], c[STENCIL];
    int n;
} polynomial;

/* Its value; *last and *before are its last two terms, the chord being none. */
static double evaluate(const polynomial *p, double x, double *last, double *before)
{
    double sum = p->c[0], product = 1.0, term = 0.0;
    *last = *before = 0.0;
    for (int k = 1; k < p->n; k++) {
        product *= x - p->at[k - 1];
        term = p->c[k] * product;
        *before = *last;
        *last = k > 1 ? term : 0.0;
        sum += term;
    }
    return sum;
}

/* The gap's ends first, then what is near and not too close to those taken: closer by, small errors count. */
static int choose(const rdg_soundings *all, int i, int stencil[STENCIL])
{
    const double apart = 0.1;
    const rdg_sounding *p = all->point;
    const double width = p[i + 1].at - p[i].at;
    const double middle = 0.5 * (p[i].at + p[i + 1].at);
    int low = i - 1, high = i + 2, n = 2;
    stencil[0] = i;
    stencil[1] = i + 1;
    while (n < STENCIL && (low >= 0 || high < all->n)) {
        const bool left = low >= 0 && (high >= all->n || middle - p[low].at <= p[high].at - middle);
        const int next = left ? low-- : high++;
        bool far = true;
        for (int k = 0; k < n; k++) {
            far = far && fabs(p[next].at - p[stencil[k]].at) >= apart * width;
        }
        stencil[n] = next;
        n += far;
    }
    return n;
}

/* Through the stencil, next to exp(rate (x - x_0)) and relative to the largest end. */
static polynomial interpolate(const rdg_soundings *all, const int stencil[STENCIL], int n, double rate)
{
    const double most = 200.0;
    const rdg_sounding *p = all->point;
    polynomial q = {.n = n};
    double top = -INFINITY;
    for (int k = 0; k < 2; k++) {
        const rdg_sounding *s = &p[stencil[k]];
        top = s->sign != 0.0 ? fmax(top, s->log - rate * (s->at - p[stencil[0]].at)) : top;
    }
    for (int k = 0; k < n; k++) {
        const rdg_sounding *s = &p[stencil[k]];
        const double power = s->log - rate * (s->at - p[stencil[0]].at) - top;
        q.at[k] = s->at;
        q.c[k] = s->sign == 0.0 ? 0.0 : s->sign * exp(fmin(fmax(power, -most), most));
    }
    for (int order = 1; order < n; order++) {
        for (int k = n - 1; k >= order; k--) {
            q.c[k] = (q.c[k] - q.c[k - 1]) / (q.at[k] - q.at[k - order]);
        }
    }
    return q;
}

static double margin(const polynomial *q, double sign, double x, double *error)
{
    const double of_the_one_before = 0.5;
    double last, before;
    const double value = sign * evaluate(q, x, &last, &before);
    *error = fabs(last) + of_the_one_before * fabs(before);
    return value;
}

/* What so many errors leave of it. */
static double below(const polynomial *q, double sign, double errors, double x)
{
    double error;
    const double value = margin(q, sign, x, &error);
    return value - errors * error;
}

/* Between two places that enclose a minimum. */
static double refine(const polynomial *q, double sign, double errors, double low, double high)
{
    const double golden = 0.3819660112501051;
    for (int i = 0; i < DIVISIONS; i++) {
        const double a = low + golden * (high - low);
        const double b = high - golden * (high - low);
        if (below(q, sign, errors, a) < below(q, sign, errors, b)) {
            high = b;
        } else {
            low = a;
        }
    }
    return 0.5 * (low + high);
}

/* Places between the ends, closer together next to them, and two that tell which way it goes from there. */
#define PART(i) (((i)-1.0) / (PLACES - 3.0))
#define PLACE(i) (PART(i) * PART(i) * (3.0 - 2.0 * PART(i)))
static const double places[PLACES] = {0.0,       1e-4,      PLACE(2),   PLACE(3),  PLACE(4),
                                      PLACE(5),  PLACE(6),  PLACE(7),   PLACE(8),  PLACE(9),
                                      PLACE(10), PLACE(11), PLACE(12),  PLACE(13), PLACE(14),
                                      PLACE(15), PLACE(16), 1.0 - 1e-4, 1.0};
#undef PLACE
#undef PART

/* A polynomial at these places: its value in the sense of the determinant's sign, and its error. */
typedef struct samples {
    double x[PLACES], value[PLACES], error[PLACES];
} samples;

static void sample(const polynomial *q, double sign, samples *all)
{
    for (int i = 0; i < PLACES; i++) {
        all->x[i] = q->at[0] + places[i] * (q->at[1] - q->at[0]);
        all->value[i] = margin(q, sign, all->x[i], &all->error[i]);
    }
}

/* The lowest value between the ends, so many errors below. */
static double lowest(const polynomial *q, double sign, const samples *all, double errors, double *where)
{
    const double low =
        0.5; /* of the largest: a polynomial of this degree falls by less from place to place */
    double value[PLACES];
    double least = INFINITY, most = 0.0;
    for (int i = 0; i < PLACES; i++) {
        value[i] = all->value[i] - errors * all->error[i];
        most = rdg_larger(most, fabs(value[i]));
    }
    for (int i = 1; i < PLACES - 1; i++) {
        const bool bottom = value[i] < low * most && value[i] <= value[i - 1] && value[i] <= value[i + 1];
        const double at = bottom ? refine(q, sign, errors, all->x[i - 1], all->x[i + 1]) : all->x[i];
        const double here = bottom ? below(q, sign, errors, at) : value[i];
        if (here < least) {
            least = here;
            *where = at;
        }
    }
    return least;
}

static double largest_last_term(const polynomial *q)
{
    double last, before, most = 0.0;
    for (int i = 1; i < 4; i++) {
        evaluate(q, q->at[0] + 0.25 * i * (q->at[1] - q->at[0]), &last, &before);
        most = fmax(most, fabs(last));
    }
    return most;
}

/* How far the ends of the gap, the greater of which is 1, are from what the polynomial through all others
 * foretells. */
static double surprise(const polynomial *q)
{
    double most = 0.0;
    for (int end = 0; end < 2; end++) {
        double product = q->c[q->n - 1];
        for (int k = 0; k < q->n; k++) {
            product *= k == end ? 1.0 : q->at[end] - q->at[k];
        }
        most = fmax(most, fabs(product));
    }
    return most;
}

rdg_strait rdg_soundings_between(const rdg_soundings *all, int i)
{
    const rdg_sounding *a = &all->point[i], *b = a + 1;
    const double middle = 0.5 * (a->at + b->at);
    rdg_strait gap = {.lowest = middle, .sign = a->sign != 0.0 ? a->sign : b->sign};
    const double steep = 4.0; /* too steep for a polynomial alone */
    const double foretold = 0.5;
    int stencil[STENCIL];
    const int n = choose(all, i, stencil);
    if (gap.sign == 0.0 || a->sign * b->sign < 0.0 || n < 3) {
        return gap;
    }
    polynomial best = interpolate(all, stencil, n, 0.0), other = best;
    bool has_other = false;
    if (a->sign != 0.0 && b->sign != 0.0) {
        const bool is_steep = fabs(b->log - a->log) > steep;
        other = interpolate(all, stencil, n, (b->log - a->log) / (b->at - a->at));
        has_other = true;
        if (largest_last_term(&other) < largest_last_term(&best)) {
            const polynomial kept = best;
            best = other;
            other = kept;
            has_other = !is_steep;
        }
    }
    samples all_of;
    sample(&best, gap.sign, &all_of);
    gap.dips = !(lowest(&best, gap.sign, &all_of, 0.0, &gap.lowest) > 0.0);
    if (!gap.dips && has_other) {
        samples of_other;
        sample(&other, gap.sign, &of_other);
        gap.dips = !(lowest(&other, gap.sign, &of_other, 0.0, &gap.lowest) > 0.0);
    }
    gap.is_clear = !gap.dips && lowest(&best, gap.sign, &all_of, 1.0, &gap.lowest) > 0.0;
    if (gap.is_clear && surprise(&best) > foretold) {
        gap.is_clear = false;
        gap.lowest = middle;
    }
    return gap;
}
