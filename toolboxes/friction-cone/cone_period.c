/* The periodic state: the start of a period that repeats.
 *
 * The map P of a period does not expand distances, and once the contact opens it forgets the start at all. In
 * one direction a second period always repeats. In two there are three cases. A contact that sticks in the
 * end has got there through periods in which it slipped less and less; where it sticks, any state repeats,
 * and the one that follows from the slider's start is sought. So periods are marched one after the other as
 * long as they come closer fast (a single burst of slip vanishes quadratically). A contact that slips on and
 * on but little turns its force by little in each period: that takes thousands of periods, or Newton's method
 * with dP/dt (cone_memory.c). Near the onset of slip under a variable load two bursts of slip in a period
 * turn the force between two discs that nearly touch. There the residual falls with the third power of the
 * distance, and det(1 - A) with the second one. */
#include "cone_impl.h"

#include <math.h>

enum {
    PLAIN = 1, /* periods before Newton's method */
    PARTS = 5  /* of its step that are tried, each half of the one before; then periods are marched */
};

static const double fine = 10;      /* times the rounding of forces: a period repeats */
static const double coarse = 1e4;   /* as far as rounding lets Newton's method go */
static const double slow = 1e-3;    /* a period that comes closer by this factor only */
static const double neutral = 1e-5; /* of det(1 - A): below it a period stores its start */

bool rdg_cone_forgets(const double A[4])
{
    return (1 - A[0]) * (1 - A[3]) - A[1] * A[2] > neutral;
}

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

/* Newton's step from t, whose period has been marched, or the largest half, quarter, ... of it that brings
 * the miss down by a quarter of what the linear map promises; true: t, r, distance are those after it. Far
 * from the start that repeats bursts of slip change by more than their derivative, and a whole step may gain
 * little. */
static bool improve(rdg_cone *cone, double t[2], double r[2], double *distance)
{
    double A[4], step[2], s[2];
    bool slips;
    rdg_cone_transition(cone, A);
    if (!rdg_cone_forgets(A) || !rdg_cone_solve_periodic(A, r, false, step)) {
        return false;
    }
    for (int k = 0; k < PARTS; k++) {
        const double part = ldexp(1, -k);
        double next[2] = {t[0] + part * step[0], t[1] + part * step[1]};
        clip(cone, next);
        if (miss(cone, next, s, &slips) > 0 && slips) { /* takes off what bends across the step */
            next[0] += s[0];
            next[1] += s[1];
        }
        const double size = miss(cone, next, s, &slips);
        if (slips && size < (1 - 0.25 * part) * *distance) {
            for (int i = 0; i < 2; i++) {
                t[i] = next[i];
                r[i] = s[i];
            }
            *distance = size;
            return true;
        }
    }
    return false;
}

/* Newton's method from t, with the miss r of its period; true: it led to the one start that repeats. Where
 * bursts of slip vanish in the limit, the last ones are lost in rounding and the way there has to be marched.
 */
static bool jump(rdg_cone *cone, const double t[2], const double r[2], double distance)
{
    double start[2] = {t[0], t[1]}, rest[2] = {r[0], r[1]}, A[4];
    while (distance > fine * cone->noise && improve(cone, start, rest, &distance)) {
    }
    if (distance > coarse * cone->noise ||
        (distance > fine * cone->noise && !rdg_cone_march(cone, start))) { /* after a step that was refused */
        return false;
    }
    rdg_cone_transition(cone, A);
    return rdg_cone_forgets(A);
}

/* Slip all the time: the march from the start that cone_turn.c knows has no events, and repeats. */
static bool turn(rdg_cone *cone, double *start)
{
    double r[2], t[2];
    bool slips;
    if (!rdg_cone_turning_start(cone, t) || miss(cone, t, r, &slips) > fine * cone->noise || !slips) {
        return false;
    }
    for (rdg_index i = 0; i < cone->n_nodes; i++) {
        if (cone->node[i].event != CONE_SAMPLE || cone->node[i].phase != CONE_SLIP) {
            return false;
        }
    }
    start[0] = t[0];
    start[1] = t[1];
    return true;
}

/* Half the way of the slider in the period, N; infinite if the contact opens. */
static double movement(const rdg_cone *cone)
{
    double sum = 0;
    for (rdg_index i = 1; i < cone->n_nodes; i++) {
        const cone_node *b = &cone->node[i], *a = b - 1;
        double way[2];
        for (int k = 0; k < 2; k++) {
            way[k] = b->t[k] - a->t[k] - cone->kt * (b->q[k][0] - a->q[k][0]);
        }
        sum += a->phase == CONE_SLIP ? 0.5 * hypot(way[0], way[1]) : 0;
        sum = a->phase == CONE_OPEN ? INFINITY : sum;
    }
    return sum;
}

/* At most: of kt x and of mu N, N. */
static double vibration(const rdg_cone *cone)
{
    double sum = 0;
    for (rdg_index i = 0; i < cone->N; i++) {
        const bool is_static = cone->has_static && i % cone->n == 0;
        sum += is_static ? 0 : (i < 2 * cone->n ? cone->kt : cone->mu * cone->kn) * fabs(cone->z[i]);
    }
    return sum;
}

static int find_period(rdg_cone *cone)
{
    rdg_cone_begin(cone);
    double t[2] = {cone->node[1].t[0], cone->node[1].t[1]}, r[2], before = INFINITY;
    int next_jump = PLAIN;
    cone->turns = false;
    for (cone->n_periods = 0; cone->n_periods < CONE_PERIODS; cone->n_periods++) {
        double *start = cone->start_of[cone->n_periods];
        start[0] = t[0];
        start[1] = t[1];
        const double distance = miss(cone, t, r, &cone->slips);
        if (!cone->slips || distance <= fine * cone->noise) {
            return 0;
        }
        if (cone->n_periods == PLAIN && turn(cone, start)) {
            cone->turns = true;
            return 0;
        }
        if (cone->n_periods == next_jump) {
            if (distance > slow * before && jump(cone, t, r, distance)) {
                return 0;
            }
            next_jump *= 2;
        }
        before = distance;
        t[0] += r[0];
        t[1] += r[1];
    }
    return 1;
}

int rdg_cone_update(rdg_cone *cone)
{
    const int answer = find_period(cone);
    cone->moves =
        answer == 0 && cone->slips && !rdg_slider_rests(movement(cone), vibration(cone), fine * cone->noise);
    return answer;
}
