/* Zeros that an enclosure proves: off the zeros of p - E and p + E the sign of f is certain. In between,
 * where the sign of its slope is certain, f has one zero or none, as the signs on both sides report. */
#include "enclosure_impl.h"

#include <math.h>

/* The band's slope is largest at its ends: 8 error; with half of it to spare. */
static const double slope_error = 12;

/* No part of a division is shorter than this, of the whole. */
static const double least_part = 0.1;

enum { MOST_PARTS = 2 * RDG_MOST_SPANS + 2, SAMPLES = 16 };

/* A part of [0, 1] and the sign of f there; 0: not certain. */
typedef struct part {
    double low, high;
    int sign;
} part;

typedef struct band {
    rdg_polynomial lower, upper; /* p - E, p + E */
    double rounding;
    rdg_root_span below[RDG_MOST_SPANS], above[RDG_MOST_SPANS];
    int n_below, n_above;
} band;

/* Coefficients of the band: 0, 2, 0, 2, 0 of degree 4. */
static rdg_polynomial shifted(const rdg_polynomial *p, double error)
{
    const int degree = p->degree > 4 ? p->degree : 4;
    rdg_polynomial e = {.degree = 4, .c = {0, 2 * error, 0, 2 * error, 0}},
                   q = rdg_polynomial_elevated(p, degree);
    e = rdg_polynomial_elevated(&e, degree);
    for (int i = 0; i <= degree; i++) {
        q.c[i] += e.c[i];
    }
    return q;
}

static int sign_of(double value, double rounding)
{
    return (value > rounding) - (value < -rounding);
}

static bool is_in(const rdg_root_span *spans, int n, double x)
{
    for (int i = 0; i < n; i++) {
        if (x >= spans[i].low && x <= spans[i].high) {
            return true;
        }
    }
    return false;
}

static int sign_at(const band *b, double x)
{
    if (!is_in(b->below, b->n_below, x) && rdg_polynomial_at(&b->lower, x) > b->rounding) {
        return 1;
    }
    return !is_in(b->above, b->n_above, x) && rdg_polynomial_at(&b->upper, x) < -b->rounding ? -1 : 0;
}

static int sort_in(double *x, int n, double value)
{
    int i = n;
    for (; i > 0 && x[i - 1] > value; i--) {
        x[i] = x[i - 1];
    }
    x[i] = value;
    return n + 1;
}

/* [0, 1] in parts; between two of certain and different sign there is one that is not certain, may be a
 * point. */
static int divide(const band *b, part parts[4 * MOST_PARTS])
{
    double x[2 * MOST_PARTS] = {0, 1};
    int n = 2, count = 0;
    for (int i = 0; i < b->n_below; i++) {
        n = sort_in(x, n, b->below[i].low);
        n = sort_in(x, n, b->below[i].high);
    }
    for (int i = 0; i < b->n_above; i++) {
        n = sort_in(x, n, b->above[i].low);
        n = sort_in(x, n, b->above[i].high);
    }
    for (int i = 0; i + 1 < n; i++) {
        if (!(x[i + 1] > x[i])) {
            continue;
        }
        const int sign = sign_at(b, 0.5 * (x[i] + x[i + 1]));
        if (count > 0 && parts[count - 1].sign == sign) {
            parts[count - 1].high = x[i + 1];
            continue;
        }
        if (count > 0 && parts[count - 1].sign * sign < 0) {
            parts[count++] = (part){x[i], x[i], 0};
        }
        parts[count++] = (part){x[i], x[i + 1], sign};
    }
    return count;
}

/* Is the slope of f certain on the part? */
static bool is_steep(const rdg_enclosure *f, const rdg_polynomial *derivative, const part *q, double rounding)
{
    const double most = slope_error * f->error + 2 * (f->p.degree + 1) * rounding;
    rdg_polynomial d = {.degree = 0, .c = {rdg_polynomial_at(derivative, q->low)}};
    if (q->high > q->low) {
        d = rdg_polynomial_part(derivative, q->low, q->high);
    }
    bool rises = true, falls = true;
    for (int i = 0; i <= d.degree; i++) {
        rises = rises && d.c[i] > most;
        falls = falls && d.c[i] < -most;
    }
    return rises || falls;
}

/* Where |p| is least on the part. */
static double least_at(const rdg_polynomial *p, const part *q)
{
    double best = q->low, least = INFINITY;
    for (int i = 0; i <= SAMPLES; i++) {
        const double x = q->low + (q->high - q->low) * i / SAMPLES, value = fabs(rdg_polynomial_at(p, x));
        if (value < least) {
            least = value;
            best = x;
        }
    }
    return best;
}

static double absolute(const rdg_enclosure *f, double x)
{
    return x >= 1 ? f->high : f->low + x * (f->high - f->low);
}

static rdg_enclosed_root root_on(const rdg_enclosure *f, const part *q)
{
    double x = q->low;
    if (q->high > q->low) {
        const rdg_polynomial p = rdg_polynomial_part(&f->p, q->low, q->high);
        x += rdg_polynomial_zero(&p) * (q->high - q->low);
    }
    return (rdg_enclosed_root){
        .low = absolute(f, q->low), .high = absolute(f, q->high), .at = absolute(f, x), .is_resolved = true};
}

/* A part whose sign is not certain, between signs (0: f vanishes at that end): its number of roots, 0 or 1.
 */
static int judge(const rdg_enclosure *f, const band *b, const part *q, int left, int right,
                 rdg_enclosed_root *root, double *split_at)
{
    const rdg_polynomial d = rdg_polynomial_derivative(&f->p);
    if (is_steep(f, &d, q, b->rounding) && (left != 0 || right != 0)) {
        if (left * right > 0) {
            return 0;
        }
        const double end = left == 0 ? q->low : q->high;
        const part zero = {end, end, 0};
        *root = root_on(f, left * right == 0 ? &zero : q);
        root->before = left;
        root->after = right;
        return 1;
    }
    const double least = least_at(&f->p, q);
    if (f->error <= 4 * b->rounding) { /* here |p| is rounding, too, and a division would show no more */
        *root = root_on(f, q);
        root->at = absolute(f, least);
        root->is_resolved = false;
        root->before = left;
        root->after = right;
        return 1;
    }
    const double x = left * right > 0 ? least : 0.5 * (q->low + q->high);
    *split_at = absolute(f, fmin(fmax(x, least_part), 1 - least_part));
    return RDG_ROOTS_SPLIT;
}

int rdg_enclosure_sign(const rdg_enclosure *f, double x)
{
    const double c = (1 - 2 * x) * (1 - 2 * x), value = rdg_polynomial_at(&f->p, x);
    return sign_of(value, f->error * (1 - c * c) + f->rounding + rdg_polynomial_rounding(&f->p));
}

int rdg_enclosure_roots(const rdg_enclosure *f, rdg_enclosed_root roots[RDG_MOST_ROOTS], double *split_at)
{
    band b = {.lower = shifted(&f->p, -f->error), .upper = shifted(&f->p, f->error)};
    b.rounding = f->rounding + rdg_polynomial_rounding(&f->p);
    b.n_below = rdg_polynomial_roots(&b.lower, b.rounding, b.below);
    b.n_above = rdg_polynomial_roots(&b.upper, b.rounding, b.above);
    part parts[4 * MOST_PARTS];
    const int n = divide(&b, parts);
    int count = 0;
    for (int i = 0; i < n; i++) {
        if (parts[i].sign != 0) {
            continue;
        }
        const int left = i > 0 ? parts[i - 1].sign : sign_of(f->p.c[0], b.rounding);
        const int right = i + 1 < n ? parts[i + 1].sign : sign_of(f->p.c[f->p.degree], b.rounding);
        rdg_enclosed_root root;
        const int found = judge(f, &b, &parts[i], left, right, &root, split_at);
        if (found < 0) {
            return found;
        }
        if (found > 0 && count < RDG_MOST_ROOTS) {
            roots[count++] = root;
        }
    }
    return count;
}
