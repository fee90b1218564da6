/* Branch points of the response between two of its points, of any multiplicity. */
#include "peak_set_impl.h"

#include <math.h>
#include <string.h>

enum { RESTORE = 12 };

/* Points of a curve that far apart along it are not this many times farther from each other. */
static const double gap = 1e3;

/* Over the last halvings the product of the samples at the ends grows by 4^10 at a pole that is not close to
 * an end, and not at a jump; this is between. At a zero it shrinks. */
enum { LAST = 10 };
static const double certain = 64.0;

double rdg_peak_probe(rdg_peak_trace *t, const double *u)
{
    const rdg_peak_response *r = t->r;
    const double *tangent = r->at->tangent;
    double *b = t->v[TRACE_PROBE], *x = t->v[TRACE_PROBE + 1], sum = 0.0;
    memset(b, 0, (size_t)r->n * sizeof *b);
    for (rdg_index i = 0; i < r->n_Q; i++) {
        b[i] = sin((double)(i + 1) * (double)(i + 1));
    }
    rdg_bordered_scalar_solve(r->scalar, b, x);
    const double along = rdg_peak_product(r, u, x, tangent) / rdg_peak_product(r, u, tangent, tangent);
    for (rdg_index i = 0; i < r->n_Q; i++) {
        const double c = cos((double)(i + 1) * (double)(i + 1));
        sum += c * (x[r->Q + i] - along * tangent[r->Q + i]);
    }
    return sum;
}

/* A point between AT and NEXT, its coordinate in the border row of the chord, and the sign of the determinant
 * with this row. */
typedef struct place {
    double *u, at, probe;
    int sign;
} place;

/* Onto the response from between two points of it: the nearer they are, the better is the start. */
static bool look_between(rdg_peak_trace *t, const place *a, const place *b, double share, double *u, place *p)
{
    for (rdg_index i = 0; i < t->r->n; i++) {
        u[i] = (1.0 - share) * a->u[i] + share * b->u[i];
    }
    const bool found = rdg_peak_restore(t->r, u, t->v[TRACE_ROW], RESTORE) == RDG_PEAK_FOUND;
    *p = (place){u, rdg_peak_dot(t->r->n, t->v[TRACE_ROW], u), found ? rdg_peak_probe(t, u) : NAN,
                 t->r->at->sign};
    return found;
}

rdg_peak_crossing rdg_peak_find_crossing(rdg_peak_trace *t, double *u)
{
    const place start = {.u = t->v[TRACE_AT]}, end = {.u = t->v[TRACE_NEXT]};
    double *spare = t->v[TRACE_PREDICTED];
    place a, b, p;
    rdg_peak_add(t->r->n, t->v[TRACE_NEXT], -1.0, t->v[TRACE_AT], t->v[TRACE_MARGIN]);
    rdg_peak_border_along(t->r, t->v[TRACE_AT], t->v[TRACE_MARGIN], t->v[TRACE_ROW]);
    const double length = rdg_peak_size(t->r, t->v[TRACE_AT], t->v[TRACE_MARGIN]);
    if (!look_between(t, &start, &end, 0.0, t->v[TRACE_POINT], &a) ||
        !look_between(t, &start, &end, 1.0, t->v[TRACE_OTHER], &b)) {
        return RDG_PEAK_CROSSING_UNKNOWN;
    }
    const bool by_sign = a.sign * b.sign < 0;
    if (!by_sign && a.probe * b.probe > 0.0) {
        return RDG_PEAK_NO_CROSSING;
    }
    const double before = fabs(a.probe * b.probe);
    double product = INFINITY; /* of the samples, before the last halvings */
    const int halvings = fmax(2 * LAST, ceil(log2(length / rdg_peak_last_step)));
    for (int k = 0; k < halvings; k++) {
        if (!by_sign && fabs(a.probe * b.probe) * certain < before) {
            return RDG_PEAK_NO_CROSSING; /* a zero */
        }
        if (!look_between(t, &a, &b, 0.5, spare, &p) && !look_between(t, &a, &b, 0.3, spare, &p)) {
            break;
        }
        place *other = (by_sign ? a.sign * p.sign < 0 : a.probe * p.probe < 0.0) ? &b : &a;
        spare = other->u;
        *other = p;
        product = k + 1 == halvings - LAST ? fabs(a.probe * b.probe) : product;
    }
    memcpy(u, a.u, (size_t)t->r->n * sizeof *u);
    if (fabs(a.probe * b.probe) > certain * product) {
        return RDG_PEAK_CROSSING;
    }
    if (rdg_peak_distance(t->r, a.u, b.u) > gap * rdg_peak_last_step) { /* leads over to another curve */
        return RDG_PEAK_CROSSING_GAP;
    }
    return by_sign ? RDG_PEAK_CROSSING_AT_KINK : RDG_PEAK_NO_CROSSING;
}
