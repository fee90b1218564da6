/* Where a function may vanish twice between two points at which it has the same sign.
 *
 * The cubic p through its values and slopes is a guess; the function is taken to keep within p - E and p + E,
 *     E = e 16 x^2 (1 - x)^2,  0 <= x <= 1,
 * of the shape that the error of such a cubic has. Its height e is a share of the largest slope: with one
 * quarter the band just reaches a function that goes straight down to zero and straight up again, the
 * sharpest turn that values and slopes can hide. So a pair of zeros is overlooked only where the slopes at
 * the ends say nothing of those in between; and as the band shrinks with the piece, and fast with the
 * function's variation, few divisions clear a piece that has no zeros. */
#include "piece_impl.h"

#include <math.h>

enum { SAMPLES = 32 };

/* Of the largest slope: a little more than one quarter. */
static const double share = 0.26;

/* A bump of the shape of the band has the mean 8/15 of its height, a narrower one less. */
static const double height_of_mean = 4.0;

/* A cubic on [0, 1]. */
typedef struct cubic {
    double c[4];
} cubic;

static cubic hermite(double v0, double v1, double s0, double s1)
{
    return (cubic){{v0, s0, 3.0 * (v1 - v0) - 2.0 * s0 - s1, s0 + s1 - 2.0 * (v1 - v0)}};
}

static double at(const cubic *p, double x)
{
    return p->c[0] + x * (p->c[1] + x * (p->c[2] + x * p->c[3]));
}

static double band(double x)
{
    return 16.0 * x * x * (1.0 - x) * (1.0 - x);
}

static double larger(double a, double b)
{
    return a > b ? a : b;
}

/* Lowest place of the cubic; *inside: it is a minimum in between, well off the ends. */
static double lowest(const cubic *p, bool *inside)
{
    const double off_ends = 0.02;
    const double a = 3.0 * p->c[3];
    const double b = p->c[2];
    const double root = b * b - a * p->c[1];
    double best = 0.5;
    *inside = false;
    if (root < 0.0) {
        return best; /* it has no extremum */
    }
    const double q = -(b + copysign(sqrt(root), b));
    const double above[2] = {q, p->c[1]};
    const double below[2] = {a, q};
    for (int i = 0; i < 2; i++) {
        if (!(fabs(above[i]) < fabs(below[i]))) {
            continue; /* the extremum above / below lies outside, or there is none */
        }
        const double x = above[i] / below[i];
        if (x > off_ends && x < 1.0 - off_ends && at(p, x) < p->c[0] && at(p, x) < at(p, 1.0)) {
            *inside = true;
            best = x;
        }
    }
    return best;
}

double rdg_piece_steepest(const rdg_piece *piece)
{
    double steepest = larger(fabs(piece->value[1] - piece->value[0]) / piece->width, piece->steepest);
    for (int i = 0; i < 2; i++) {
        steepest = larger(isnan(piece->slope[i]) ? 0.0 : fabs(piece->slope[i]), steepest);
    }
    return steepest;
}

bool rdg_piece_may_vanish(const rdg_piece *piece, double sign, double *where)
{
    const double v0 = sign * piece->value[0];
    const double v1 = sign * piece->value[1];
    const double chord = v1 - v0;
    const double s0 = isnan(piece->slope[0]) ? chord : sign * piece->slope[0] * piece->width;
    const double s1 = isnan(piece->slope[1]) ? chord : sign * piece->slope[1] * piece->width;
    const cubic p = hermite(v0, v1, s0, s1);
    double height = share * rdg_piece_steepest(piece) * piece->width;
    if (!isnan(piece->mean)) {
        const double off = fabs(sign * piece->mean - 0.5 * (v0 + v1) - (s0 - s1) / 12.0);
        height += height_of_mean * larger(0.0, off - piece->mean_off);
    }
    double least = INFINITY;
    double place = 0.5;
    for (int i = 1; i < SAMPLES; i++) { /* closer together next to the ends */
        const double c = sin(1.57079632679489662 * i / SAMPLES);
        const double x = c * c;
        const double low = at(&p, x) - height * band(x);
        if (low < least) {
            least = low;
            place = x;
        }
    }
    bool inside = false;
    const double bottom = lowest(&p, &inside);
    *where = inside ? bottom : fmin(fmax(place, 0.1), 0.9);
    return least < 0.0;
}

/* Is c0 + c1 x + c2 x^2 positive on [0, 1], and not by rounding alone? */
static bool is_positive(double c0, double c1, double c2)
{
    const double rounding = 1e-12;
    const double size = fabs(c0) + fabs(c1) + fabs(c2);
    const bool turns_inside = c2 > 0.0 && c1 < 0.0 && -c1 < 2.0 * c2;
    const double middle = turns_inside ? c0 - 0.25 * c1 * c1 / c2 : c0;
    return middle > rounding * size && c0 > rounding * size && c0 + c1 + c2 > rounding * size;
}

/* The quadratic q with this mean; the error of such a one is of the shape x (1 - x). */
bool rdg_piece_may_vanish_by_mean(const rdg_piece *piece, double sign)
{
    const double a = sign * piece->value[0];
    const double b = sign * piece->value[1];
    const double bend = 3.0 * (a + b) - 6.0 * sign * piece->mean;
    const double slope = b - a - bend;
    const double height = share * larger(fabs(b - a), fabs(bend));
    if (is_positive(a, slope - 4.0 * height, bend + 4.0 * height)) {
        return false;
    }
    for (int i = 1; i < SAMPLES; i++) {
        const double c = sin(1.57079632679489662 * i / SAMPLES);
        const double x = c * c;
        if (a + x * (slope + x * bend) < height * 4.0 * x * (1.0 - x)) {
            return true;
        }
    }
    return false;
}
