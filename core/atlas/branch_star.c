/* The star of a singular point: all curves that leave it, found at a small but finite distance.
 *
 * In the plane of the two null vectors the problem is one equation g(a, b) = 0: g is the unfolding that is
 * needed for a point u0 + a v_1 + b v_2 + (what M maps to zero) to solve the others. Every curve that leaves
 * the point crosses the small circles about it, where g changes sign, be they tangent to each other or not.
 * Where the number of crossings is the same on two circles, one inside the other, it is that of the curves.
 * Two are one curve that goes through, or a cusp: then no branch point is there. */
#include "branch_impl.h"
#include "circle.h"
#include "event_impl.h"
#include "toolbox.h"

#include <float.h>
#include <math.h>
#include <string.h>

enum { ANGLES = 96, CIRCLES = 4, MAX_CHORDS = 12, MAX_DIVISIONS = 60 };

static const double radius[CIRCLES] = {3e-2, 1e-2, 3e-3, 1e-3};

/* A circle about u0; |g| below noise has no sign. */
typedef struct circle {
    rdg_branch_work *k;
    const double *u0;
    double r, noise;
} circle;

double rdg_star_reduced(rdg_branch_work *k, const double *u0, double x, double y)
{
    const double farthest = 0.1; /* what is corrected by more lies elsewhere */
    rdg_system *s = k->t->s;
    const rdg_index n = s->n;
    double *u = k->kept;
    double before = INFINITY;
    for (rdg_index j = 0; j < n; j++) {
        u[j] = u0[j] + x * k->v[0][j] + y * k->v[1][j];
    }
    for (int i = 0; i < MAX_CHORDS; i++) {
        if (rdg_system_residual(s, u, k->G) != 0) {
            return NAN;
        }
        memset(k->rhs, 0, ((size_t)n + 1) * sizeof *k->rhs);
        for (rdg_index j = 0; j < s->m; j++) {
            k->rhs[j] = -k->G[j];
        }
        rdg_system_solve(s, k->matrix, k->rhs, k->x);
        double change = 0.0;
        for (rdg_index j = 0; j < n; j++) {
            u[j] += k->x[j];
            change = fmax(change, fabs(k->x[j]) / s->size[j]);
        }
        if (change <= 4.0 * DBL_EPSILON || (change < 1e-13 && change >= 0.5 * before)) {
            return k->x[n];
        }
        if (!(change < farthest)) {
            return NAN;
        }
        before = change;
    }
    return before < 1e-10 ? k->x[n] : NAN;
}

static double reduced(const circle *c, double angle)
{
    return rdg_star_reduced(c->k, c->u0, c->r * cos(angle), c->r * sin(angle));
}

/* The zero between two angles at which g has different signs, into k->star. */
static void note_ray(const circle *c, double low, double high, double low_value)
{
    rdg_branch_work *k = c->k;
    const size_t n = (size_t)k->t->s->n;
    for (int i = 0; i < MAX_DIVISIONS && high - low > 4.0 * DBL_EPSILON; i++) {
        const double middle = 0.5 * (low + high);
        const double value = reduced(c, middle);
        if (value * low_value > 0.0) {
            low = middle;
        } else {
            high = middle;
        }
    }
    if (k->n_rays < RDG_MOST_RAYS && !isnan(reduced(c, high))) {
        memcpy(k->star + (size_t)k->n_rays++ * n, k->kept, n * sizeof(double));
    }
}

/* Between two angles and a third one in between where |g| is least: does g change sign twice? */
static bool dips(const circle *c, double low, double high, double sign, double *at)
{
    const double golden = 0.3819660112501051;
    double x[2] = {low + golden * (high - low), high - golden * (high - low)};
    double value[2] = {sign * reduced(c, x[0]), sign * reduced(c, x[1])};
    for (int i = 0; i < MAX_DIVISIONS; i++) {
        const int least = value[0] < value[1] ? 0 : 1;
        if (isnan(value[0]) || isnan(value[1])) {
            return false;
        }
        if (value[least] < -c->noise) {
            *at = x[least];
            return true;
        }
        if (least == 0) {
            high = x[1];
            x[1] = x[0];
            value[1] = value[0];
            x[0] = low + golden * (high - low);
            value[0] = sign * reduced(c, x[0]);
        } else {
            low = x[0];
            x[0] = x[1];
            value[0] = value[1];
            x[1] = high - golden * (high - low);
            value[1] = sign * reduced(c, x[1]);
        }
    }
    return false;
}

/* All changes of sign on a circle. False: g has no value somewhere, or no sign but by rounding. */
static bool scan(const circle *c)
{
    const double width = 2.0 * RDG_PI / ANGLES;
    const double first = 0.2345; /* no symmetry puts a branch there */
    double value[ANGLES];
    double largest = 0.0;
    c->k->n_rays = 0;
    for (int i = 0; i < ANGLES; i++) {
        value[i] = reduced(c, first + i * width);
        if (isnan(value[i])) {
            return false;
        }
        largest = fmax(largest, fabs(value[i]));
    }
    for (int i = 0; i < ANGLES; i++) {
        const double before = value[(i + ANGLES - 1) % ANGLES];
        const double after = value[(i + 1) % ANGLES];
        const double at = first + i * width;
        const double sign = copysign(1.0, value[i]);
        double between = 0.0;
        if (value[i] * after <= 0.0) {
            note_ray(c, at, at + width, value[i]);
        } else if (value[i] * before > 0.0 && fabs(value[i]) <= fabs(before) &&
                   fabs(value[i]) < fabs(after) && dips(c, at - width, at + width, sign, &between)) {
            note_ray(c, at - width, between, sign);
            note_ray(c, between, at + width, -sign);
        }
    }
    return largest > 10.0 * c->noise;
}

rdg_outcome rdg_star_scan(rdg_branch_work *k, const double *u, double noise)
{
    rdg_index before = -1;
    for (int i = 0; i < CIRCLES; i++) {
        const circle c = {.k = k, .u0 = u, .r = radius[i], .noise = noise};
        const bool good = scan(&c);
        if (rdg_problem_is_aborted(k->t->p)) {
            return RDG_ABORTED;
        }
        if (good && k->n_rays == before && k->n_rays % 2 == 0 && before > 0) {
            return RDG_CONVERGED;
        }
        before = good ? k->n_rays : -1;
    }
    k->n_rays = 0;
    return RDG_FAILED;
}

/* How far the curve through the ends of the step passes by a point at its arclength. */
static double distance_from_curve(const rdg_tracer *t, const double *point, double at, double *u)
{
    double sum = 0.0;
    rdg_point_between(t, &t->current, 0.0, &t->next, t->next.chart.step, at, u);
    for (rdg_index j = 0; j < t->s->n; j++) {
        sum += t->s->metric[j] * (u[j] - point[j]) * (u[j] - point[j]);
    }
    return sum;
}

bool rdg_star_tangent(rdg_branch_work *k, const double *u, double *tangent)
{
    const rdg_tracer *t = k->t;
    const rdg_index n = t->s->n;
    const double here = rdg_step_along(t, u);
    const double *nearest[2] = {NULL, NULL};
    double least[2] = {INFINITY, INFINITY};
    for (rdg_index i = 0; i < k->n_rays; i++) {
        const double *ray = k->star + i * n;
        const double at = rdg_step_along(t, ray);
        const int side = at > here;
        const double apart = distance_from_curve(t, ray, at, k->kept);
        if (apart < least[side]) {
            least[side] = apart;
            nearest[side] = ray;
        }
    }
    for (rdg_index j = 0; nearest[0] && nearest[1] && j < n; j++) {
        tangent[j] = nearest[1][j] - nearest[0][j];
    }
    return nearest[0] && nearest[1] && rdg_system_normalise(t->s, tangent);
}
