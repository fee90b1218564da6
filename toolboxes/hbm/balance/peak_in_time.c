/* The peak of a trigonometric polynomial, by branch and bound.
 *
 * With B3 = sum_k k^3 r_k, r_k the amplitudes, q''' is nowhere greater. So of a cell of width h around its
 * middle m it is known that it holds
 *   - no value greater than |q| + |q'| h/2 + |q''| h^2/8 + B3 h^3/48: of no interest, if that is less than
 * the peak of another cell,
 *   - no zero of q' if |q'| > |q''| h/2 + B3 h^2/8, and rounding,
 *   - one zero at most if |q''| > B3 h/2, which the signs of q' at its ends report, and Newton's method
 * finds. Any other is halved. What is left of cells at whose zeros q'' vanishes, too, ends when h is so small
 * that rounding is greater than all that it could hold. No zero is missed, whatever the coefficients. */
#include "peak_in_time_impl.h"

#include <ridgewalk/root.h>

#include <float.h>
#include <math.h>

enum { CELLS_A_WAVE = 6, STACK = 64 };

static const double two_pi = 6.283185307179586;
static const double tie = 1e-10;   /* relative, of peaks that are the same but for rounding of the solution */
static const double still = 1e-14; /* a dynamic part below this part of the whole is rounding */
static const double narrow = 1e-7; /* width of a cell, in waves of the highest harmonic */
static const double off_phase = 0.37; /* cells begin at no phase that symmetric motions prefer */

typedef struct instant {
    double t, q, v, a; /* and derivatives in t */
} instant;

typedef struct search {
    const rdg_basis *basis;
    const double *z;
    double third;    /* bound of q''' */
    double rounding; /* in q' */
    double level;    /* so much below the peak is as high as the peak */
    double best;     /* greatest |q| that was met */
    rdg_index capacity, count;
    rdg_turning *turn;
} search;

static int highest(const rdg_basis *basis)
{
    return basis->n_harmonics > 0 ? basis->harmonic[basis->n_harmonics - 1] : 0;
}

rdg_index rdg_turning_workspace(const rdg_basis *basis)
{
    return 2 * (rdg_index)highest(basis) + 2;
}

/* cos k t and sin k t of the harmonics in turn, by powers of e^it. */
typedef struct wave {
    double cos_t, sin_t, c, s;
    int k;
} wave;

static wave begin(double t)
{
    return (wave){.cos_t = cos(t), .sin_t = sin(t), .c = 1.0};
}

static void reach(wave *w, int k)
{
    for (; w->k < k; w->k++) {
        const double c = w->c * w->cos_t - w->s * w->sin_t;
        w->s = w->s * w->cos_t + w->c * w->sin_t;
        w->c = c;
    }
}

static instant look(const search *s, double t)
{
    const rdg_basis *basis = s->basis;
    instant at = {.t = t, .q = basis->has_static ? s->z[0] : 0.0};
    wave w = begin(t);
    for (rdg_index i = 0; i < basis->n_harmonics; i++) {
        const double k = basis->harmonic[i], *cs = s->z + basis->has_static + 2 * i;
        reach(&w, basis->harmonic[i]);
        const double along = cs[0] * w.c + cs[1] * w.s;
        at.q += along;
        at.v += k * (cs[1] * w.c - cs[0] * w.s);
        at.a -= k * k * along;
    }
    return at;
}

static void keep(search *s, const instant *at)
{
    s->best = fmax(s->best, fabs(at->q));
    if (s->count < s->capacity) {
        s->turn[s->count++] = (rdg_turning){.t = at->t, .q = at->q, .acceleration = at->a};
    }
}

/* The one zero of q' between two instants at which it has different signs. */
static instant turn_between(const search *s, instant low, instant high)
{
    rdg_root turn = rdg_root_between(low.t, low.v, high.t, high.v, DBL_EPSILON * high.t);
    instant at;
    do {
        at = look(s, turn.at);
    } while (rdg_root_next(&turn, at.v, at.a));
    return at.t == turn.at ? at : look(s, turn.at);
}

typedef struct cell {
    instant low, high;
} cell;

/* What a cell holds is kept. True: it has to be halved, at `middle`. */
static bool is_unclear(search *s, const cell *c, instant *middle)
{
    const double h = c->high.t - c->low.t;
    *middle = look(s, 0.5 * (c->low.t + c->high.t));
    const double v = fabs(middle->v), a = fabs(middle->a);
    const double most = fabs(middle->q) + v * h / 2 + a * h * h / 8 + s->third * h * h * h / 48;
    if (most < s->best - s->level || v > a * h / 2 + s->third * h * h / 8 + s->rounding) {
        return false;
    }
    if (a > s->third * h / 2) {
        if (c->low.v == 0.0) {
            keep(s, &c->low);
        } else if (c->high.v == 0.0 || (c->low.v < 0.0) != (c->high.v < 0.0)) {
            const instant at = turn_between(s, c->low, c->high);
            keep(s, &at);
        }
        return false;
    }
    if (h * highest(s->basis) < narrow) {
        keep(s, middle);
        return false;
    }
    return true;
}

static void search_cell(search *s, cell whole)
{
    cell stack[STACK];
    int height = 0;
    stack[height++] = whole;
    while (height > 0) {
        const cell c = stack[--height];
        instant middle;
        if (is_unclear(s, &c, &middle) && height + 2 <= STACK) {
            stack[height++] = (cell){middle, c.high};
            stack[height++] = (cell){c.low, middle};
        }
    }
}

/* A factor, a power of two, that brings the largest coefficient near 1, halved: it may be beyond all numbers.
 * NaN: one is not finite. */
static double scale_of(const rdg_basis *basis, const double *z, double *work)
{
    double largest = 0.0, sum = 0.0;
    for (rdg_index c = 0; c < basis->n_coefficients; c++) {
        largest = fmax(largest, fabs(z[c]));
        sum += 0.0 * z[c];
    }
    if (!(sum == 0.0)) {
        return NAN;
    }
    int exponent;
    frexp(largest, &exponent);
    for (rdg_index c = 0; c < basis->n_coefficients; c++) {
        work[c] = ldexp(z[c], -exponent);
    }
    return ldexp(1.0, exponent - 1);
}

/* Is the first one of two instants that tie to be preferred? One at which |q| is least is of no use. */
static bool is_before(const rdg_turning *a, const rdg_turning *b)
{
    const bool a_is_top = a->q * a->acceleration <= 0.0, b_is_top = b->q * b->acceleration <= 0.0;
    if (a_is_top != b_is_top) {
        return a_is_top;
    }
    return (a->q > 0.0) != (b->q > 0.0) ? a->q > 0.0 : a->t < b->t;
}

/* The instant that stands for those that tie. */
static rdg_turning choose(const search *s)
{
    rdg_turning top = {.t = NAN};
    for (rdg_index i = 0; i < s->count; i++) {
        rdg_turning at = s->turn[i];
        at.t -= at.t > two_pi * (1.0 - tie) ? two_pi : 0.0;
        if (fabs(at.q) >= s->best - s->level && (isnan(top.t) || is_before(&at, &top))) {
            top = at;
        }
    }
    return top;
}

double rdg_peak_in_time(const rdg_basis *basis, const double *z, double *work, rdg_turning *turn,
                        rdg_turning *top)
{
    const double half = scale_of(basis, z, work);
    *top = (rdg_turning){.q = basis->has_static ? z[0] : 0.0};
    if (!isfinite(half)) {
        return half;
    }
    search s = {.basis = basis, .z = work, .turn = turn, .capacity = rdg_turning_workspace(basis)};
    double moves = 0.0;
    for (rdg_index i = 0; i < basis->n_harmonics; i++) {
        const double *cs = work + basis->has_static + 2 * i, k = basis->harmonic[i];
        moves += hypot(cs[0], cs[1]);
        s.rounding += 8 * DBL_EPSILON * k * hypot(cs[0], cs[1]);
        s.third += k * k * k * hypot(cs[0], cs[1]);
    }
    if (moves <= still) {
        return fabs(top->q);
    }
    s.level = tie * moves + 8 * DBL_EPSILON * (fabs(work[0]) + moves);
    const int cells = CELLS_A_WAVE * highest(basis);
    const double h = two_pi / cells;
    for (int i = 0; i < cells; i++) { /* what cells are held against */
        s.best = fmax(s.best, fabs(look(&s, (i + off_phase) * h).q));
    }
    instant low = look(&s, off_phase * h);
    for (int i = 0; i < cells; i++) {
        const instant high = look(&s, (i + 1 + off_phase) * h);
        search_cell(&s, (cell){low, high});
        low = high;
    }
    *top = choose(&s);
    top->q *= 2.0 * half;
    top->acceleration *= 2.0 * half;
    return 2.0 * half * s.best;
}

void rdg_peak_directions(const rdg_basis *basis, const rdg_turning *top, double *h, double *h1)
{
    const bool moves = top->acceleration != 0.0;
    wave w = begin(top->t);
    if (basis->has_static) {
        h[0] = top->q != 0.0 || moves ? 1.0 : 0.0;
        h1[0] = 0.0;
    }
    for (rdg_index i = 0; i < basis->n_harmonics; i++) {
        const rdg_index c = basis->has_static + 2 * i;
        const double k = basis->harmonic[i];
        reach(&w, basis->harmonic[i]);
        h[c] = moves ? w.c : 0.0;
        h[c + 1] = moves ? w.s : 0.0;
        h1[c] = moves ? -k * w.s : 0.0;
        h1[c + 1] = moves ? k * w.c : 0.0;
    }
}
