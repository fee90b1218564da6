/* All zeros of a polynomial in [0, 1]: parts without a change of sign among the coefficients have none, those
 * with one change have one, others are divided (J. M. Lane, R. F. Riesenfeld, Bounds on a polynomial, BIT 21
 * (1981)), until all coefficients are rounding. */
#include "polynomial_impl.h"

#include <float.h>
#include <math.h>

/* Divisions, one behind the other: a span shorter than 2^-50 is not resolved by double precision. */
enum { MOST_DEPTH = 50 };

typedef struct list {
    double rounding;
    int count;
    rdg_root_span *spans;
} list;

/* Spans that are not single and meet become one; so does what has no space. */
static void add(list *l, double low, double high, bool is_single)
{
    if (l->count > 0) {
        rdg_root_span *last = &l->spans[l->count - 1];
        if ((!last->is_single && !is_single && low <= last->high) || l->count == RDG_MOST_SPANS) {
            last->high = high;
            last->is_single = false;
            return;
        }
    }
    l->spans[l->count++] = (rdg_root_span){low, high, is_single};
}

static int sign(double value, double rounding)
{
    return (value > rounding) - (value < -rounding);
}

/* The coefficients have one change of sign, whatever the signs of those below rounding are. */
static bool has_one_change(const rdg_polynomial *p, double rounding)
{
    const int first = sign(p->c[0], rounding);
    int i = 1;
    while (i <= p->degree && sign(p->c[i], rounding) == first) {
        i++;
    }
    if (i < p->degree && sign(p->c[i], rounding) == 0) {
        i++;
    }
    const bool changes = first != 0 && i <= p->degree;
    while (i <= p->degree && sign(p->c[i], rounding) == -first) {
        i++;
    }
    return changes && i > p->degree;
}

/* Newton's method, by halves where it leaves the bracket. Not root.h's search: a zero next to 0 is as precise
 * as it is small, as one at a duration that vanishes. */
double rdg_polynomial_zero(const rdg_polynomial *p)
{
    const rdg_polynomial d = rdg_polynomial_derivative(p);
    const double first = p->c[0], last = p->c[p->degree];
    if (first == 0 || last == 0 || (first > 0) == (last > 0)) {
        return fabs(first) < fabs(last) ? 0.0 : 1.0;
    }
    double low = 0, high = 1, x = first / (first - last);
    for (int i = 0; i < 100 && high - low > 2 * DBL_EPSILON; i++) {
        const double value = rdg_polynomial_at(p, x), slope = rdg_polynomial_at(&d, x);
        if (value == 0) {
            break;
        }
        *((value > 0) == (first > 0) ? &low : &high) = x;
        const bool inside = fabs(value) < (high - low) * fabs(slope);
        const double next = inside ? x - value / slope : low;
        const double previous = x;
        x = next > low && next < high ? next : 0.5 * (low + high);
        if (fabs(x - previous) <= DBL_EPSILON * x) {
            break;
        }
    }
    return x;
}

/* The span about the single zero of the part on [low, high], at whose ends signs are certain. */
static void add_single(list *l, const rdg_polynomial *p, double low, double high)
{
    const rdg_polynomial d = rdg_polynomial_derivative(p);
    const double x = rdg_polynomial_zero(p), slope = fabs(rdg_polynomial_at(&d, x));
    const int first = sign(p->c[0], l->rounding);
    double a = 0, b = 1, width = slope > l->rounding ? l->rounding / slope + DBL_EPSILON : 1;
    bool is_close = false;
    while (!is_close && width < 1) {
        a = fmax(x - width, 0);
        b = fmin(x + width, 1);
        is_close = sign(rdg_polynomial_at(p, a), l->rounding) == first &&
                   sign(rdg_polynomial_at(p, b), l->rounding) == -first;
        width *= 2;
    }
    if (!is_close) {
        a = 0;
        b = 1;
    }
    add(l, low + a * (high - low), low + b * (high - low), true);
}

/* Where to divide: not at a zero, if that can be. */
static double middle(const rdg_polynomial *p, double rounding)
{
    static const double places[] = {0.5, 0.4375, 0.5625};
    for (int i = 0; i < 3; i++) {
        if (sign(rdg_polynomial_at(p, places[i]), rounding) != 0) {
            return places[i];
        }
    }
    return 0.5;
}

static void visit(list *l, const rdg_polynomial *p, double low, double high, int depth)
{
    bool has[3] = {false, false, false}; /* negative, rounding, positive */
    for (int i = 0; i <= p->degree; i++) {
        has[sign(p->c[i], l->rounding) + 1] = true;
    }
    if (has[0] + has[1] + has[2] == 1 && !has[1]) {
        return;
    }
    if ((!has[0] && !has[2]) || depth == MOST_DEPTH) {
        add(l, low, high, false);
        return;
    }
    if (has_one_change(p, l->rounding)) {
        add_single(l, p, low, high);
        return;
    }
    rdg_polynomial left, right;
    const double x = middle(p, l->rounding), at = low + x * (high - low);
    rdg_polynomial_split(p, x, &left, &right);
    visit(l, &left, low, at, depth + 1);
    visit(l, &right, at, high, depth + 1);
}

int rdg_polynomial_roots(const rdg_polynomial *p, double rounding, rdg_root_span spans[RDG_MOST_SPANS])
{
    list l = {.rounding = rounding, .spans = spans};
    visit(&l, p, 0, 1, 0);
    return l.count;
}
