/* Extrema between values at equal distances: those of the polynomial of degree 4 through five of them, or of
 * the parabola through three where a piece of the motion has no more than four.
 *
 * The parabola alone would be off by f''' h^3/12 at most, h the distance: 1e-5 of the amplitude with the 200
 * rows of a return. Degree 4 is off by the order of h^5. */
#include "returns_impl.h"

#include <ridgewalk/root.h>

#include <math.h>
#include <string.h>

/* Coefficients of the powers of t, where the values are those at t = -1, 0, 1. */
static void parabola(const double *v, double p[5])
{
    p[0] = v[1];
    p[1] = 0.5 * (v[2] - v[0]);
    p[2] = 0.5 * (v[0] + v[2]) - v[1];
    p[3] = p[4] = 0.0;
}

/* The same at t = -2, -1, 0, 1, 2. */
static void quartic(const double *v, double p[5])
{
    p[0] = v[2];
    p[1] = (v[0] - v[4] + 8.0 * (v[3] - v[1])) / 12.0;
    p[2] = (16.0 * (v[1] + v[3]) - v[0] - v[4] - 30.0 * v[2]) / 24.0;
    p[3] = (v[4] - v[0] + 2.0 * (v[1] - v[3])) / 12.0;
    p[4] = (v[0] + v[4] - 4.0 * (v[1] + v[3]) + 6.0 * v[2]) / 24.0;
}

static double slope(const double p[5], double t)
{
    return p[1] + t * (2.0 * p[2] + t * (3.0 * p[3] + t * 4.0 * p[4]));
}

/* The value at `middle` is above both its neighbours, or below: the extremum of p near it. */
static void note(rdg_returns *r, const double p[5], const double *middle, double t)
{
    if (!((middle[0] - middle[-1]) * (middle[1] - middle[0]) < 0.0)) {
        return;
    }
    rdg_root turn = rdg_root_between(t - 1.0, slope(p, t - 1.0), t + 1.0, slope(p, t + 1.0), 1e-8);
    while (rdg_root_next(&turn, slope(p, turn.at), NAN)) {
    }
    const double at = turn.at, top = p[0] + at * (p[1] + at * (p[2] + at * (p[3] + at * p[4])));
    r->least = fmin(r->least, top);
    r->most = fmax(r->most, top);
}

void rdg_returns_note_row(rdg_returns *r, double value)
{
    memmove(r->row, r->row + 1, (RDG_ROWS - 1) * sizeof *r->row);
    r->row[RDG_ROWS - 1] = value;
    r->rows++;
    if (r->rows >= RDG_ROWS) {
        double p[5];
        quartic(r->row, p);
        if (r->rows == RDG_ROWS) {
            note(r, p, r->row + 1, -1.0);
        }
        note(r, p, r->row + 2, 0.0);
    }
}

void rdg_returns_end_rows(rdg_returns *r)
{
    double p[5];
    if (r->rows >= RDG_ROWS) {
        quartic(r->row, p);
        note(r, p, r->row + 3, 1.0);
    }
    for (int i = RDG_ROWS - r->rows; r->rows > 0 && i > 0 && i < RDG_ROWS - 2; i++) {
        parabola(r->row + i, p);
        note(r, p, r->row + i + 1, 0.0);
    }
    r->rows = -1; /* the row that follows is the state behind an event, at no equal distance */
}
