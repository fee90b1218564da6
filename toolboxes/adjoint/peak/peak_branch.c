/* Branch points of the response between two of its points, of any multiplicity. */
#include "peak_set_impl.h"

#include <math.h>
#include <string.h>

/* Vectors of the trace (peak_trace.c) */
enum { AT = 0, NEXT = 2, ROW = 3, PREDICTED = 9, CHORD = 11, PROBE = 14 };

enum { RESTORE = 12 };

double rdg_peak_probe(rdg_peak_trace *t, const double *u)
{
    const rdg_peak_response *r = t->r;
    const double *tangent = r->at->tangent;
    double *b = t->v[PROBE], *x = t->v[PROBE + 1], sum = 0.0;
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

/* A share of the chord, brought onto the response. */
static bool point_on_chord(rdg_peak_trace *t, double share)
{
    double *u = t->v[PREDICTED];
    for (rdg_index i = 0; i < t->r->n; i++) {
        u[i] = t->v[AT][i] + share * t->v[CHORD][i];
    }
    return rdg_peak_restore(t->r, u, t->v[ROW], RESTORE) == RDG_PEAK_FOUND;
}

bool rdg_peak_has_pole(rdg_peak_trace *t, double left, double right)
{
    enum { BISECTIONS = 12, CERTAIN = 64 };
    const double before = fabs(left * right);
    double low = 0.0, high = 1.0;
    for (rdg_index i = 0; i < t->r->n; i++) {
        t->v[CHORD][i] = t->v[NEXT][i] - t->v[AT][i];
    }
    rdg_peak_border_along(t->r, t->v[AT], t->v[CHORD], t->v[ROW]);
    for (int k = 0; k < BISECTIONS && fabs(left * right) * CERTAIN > before; k++) {
        double share = 0.5 * (low + high);
        if (fabs(left * right) > CERTAIN * before) {
            return true;
        }
        if (!point_on_chord(t, share)) {
            share = 0.7 * low + 0.3 * high; /* a kink is in the middle */
            if (!point_on_chord(t, share)) {
                return true; /* not known */
            }
        }
        const double value = rdg_peak_probe(t, t->v[PREDICTED]);
        *(left * value < 0.0 ? &high : &low) = share;
        *(left * value < 0.0 ? &right : &left) = value;
    }
    return fabs(left * right) > CERTAIN * before;
}
