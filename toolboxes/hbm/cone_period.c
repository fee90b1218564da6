/* The periodic state: the start of a period that repeats.
 *
 * The map P of a period does not expand distances, and once the contact opens it forgets the start at all. In
 * one direction a second period always repeats. In two, a contact that slips little turns its force little in
 * each period, so that plain iteration may need thousands: after the first periods Newton's method takes
 * over, with dP/dt from the multipliers. Its steps count only if the contact slips at the result and repeats
 * better than before, because where nothing slips any state repeats, and the one that follows from the start
 * is sought. */
#include "cone_impl.h"

#include <math.h>

enum { PLAIN = 2 }; /* periods before Newton's method */

/* x of (1 - A) x = b, or of the transposed system; false if it is singular */
bool rdg_cone_solve_periodic(const double A[4], const double b[2], bool transposed, double x[2])
{
    const double a11 = 1 - A[0], a22 = 1 - A[3];
    const double a12 = transposed ? -A[1] : -A[2], a21 = transposed ? -A[2] : -A[1];
    const double det = a11 * a22 - a12 * a21;
    x[0] = (a22 * b[0] - a12 * b[1]) / det;
    x[1] = (a11 * b[1] - a21 * b[0]) / det;
    return isfinite(x[0]) && isfinite(x[1]);
}

/* March a period; what its end differs from its start, and that difference's size. */
static double miss(rdg_cone *cone, const double t[2], double r[2], bool *slips)
{
    *slips = rdg_cone_march(cone, t);
    const cone_node *end = &cone->node[cone->n_nodes - 1];
    r[0] = end->t[0] - t[0];
    r[1] = end->t[1] - t[1];
    return hypot(r[0], r[1]);
}

/* Back to the cone at the start of the period. */
static void clip(const rdg_cone *cone, double t[2])
{
    const double limit = cone->mu * fmax(cone->motion[0][2][0], 0), size = hypot(t[0], t[1]);
    if (size > limit) {
        t[0] *= limit / size;
        t[1] *= limit / size;
    }
}

/* Newton's step from t, whose period has been marched; true: it is better, and t, r, distance are those after
 * it. */
static bool improve(rdg_cone *cone, double t[2], double r[2], double *distance)
{
    double A[4], step[2], s[2];
    bool slips;
    rdg_cone_transition(cone, A);
    if (!rdg_cone_solve_periodic(A, r, false, step)) {
        return false;
    }
    double next[2] = {t[0] + step[0], t[1] + step[1]};
    clip(cone, next);
    const double size = miss(cone, next, s, &slips);
    if (!slips || !(size < 0.5 * *distance)) {
        return false;
    }
    for (int i = 0; i < 2; i++) {
        t[i] = next[i];
        r[i] = s[i];
    }
    *distance = size;
    return true;
}

/* Where rounding sets in: forces are differences of kt x. */
static double resolution(const rdg_cone *cone)
{
    double largest = 0;
    for (rdg_index i = 0; i < cone->samples; i++) {
        const double limit = cone->mu * cone->motion[i][2][0];
        const double travel = cone->kt * hypot(cone->motion[i][0][0], cone->motion[i][1][0]);
        largest = fmax(largest, fmax(travel, limit));
    }
    return 1e-15 * largest;
}

int rdg_cone_settle(rdg_cone *cone)
{
    const double fine = 4 * resolution(cone), coarse = 1e4 * fine;
    rdg_cone_begin(cone);
    double t[2] = {cone->node[1].t[0], cone->node[1].t[1]}, r[2];
    cone->n_periods = 0;
    for (int period = 0; period < CONE_PERIODS; period++) {
        double *start = cone->start_of[cone->n_periods];
        start[0] = t[0];
        start[1] = t[1];
        double distance = miss(cone, t, r, &cone->slips);
        if (!cone->slips || distance <= fine) {
            return 0;
        }
        bool better = false;
        while (period >= PLAIN && distance > fine && improve(cone, t, r, &distance)) {
            better = true;
        }
        if (better && distance <= coarse) { /* as far as rounding lets it go */
            cone->slips = rdg_cone_march(cone, t);
            return 0;
        }
        cone->n_periods++;
        t[0] += r[0];
        t[1] += r[1];
    }
    return 1;
}
