/* The star of a singular point: all curves that leave it, found at a small but finite distance.
 *
 * In the plane of the two null vectors the problem is one equation g(a, b) = 0: g is the unfolding that is
 * needed for a point u0 + a v_1 + b v_2 + (what M maps to zero) to solve the others. Every curve that leaves
 * the point crosses the small circles about it, where g changes sign, be they tangent to each other or not.
 * Where the number of events is the same on two circles, one inside the other, it is that of the curves.
 * Two are one curve that goes through, or a cusp: then no branch point is there.
 *
 * At a point of multiplicity 2 the circles lie in the plane of the null vectors across the curve that was
 * followed. Where eigenvalues cross zero along it, its tangent changes G in a direction p of the left null
 * space, and how far a point of the circle lies along it follows from the equation in this direction. g is
 * what the other one needs, the unfolding b across p. It needs no order of the bifurcation equation: with the
 * symmetry of a ring of N cells terms of order 2 N - 1 distinguish directions. The circles grow until g
 * exceeds its rounding errors between all its zeros. */
#include "branch_impl.h"
#include "circle.h"
#include "event_impl.h"
#include "minimum.h"
#include "root.h"
#include "toolbox.h"

#include <float.h>
#include <math.h>
#include <string.h>

enum { ANGLES = 96, MAX_CHORDS = 12 };

/* Radii, in units of the typical sizes, ended by 0. From large to small where all terms of low order vanish:
 * the curves may be tangent. From small to large where they leave in directions of their own. */
static const double tangent_radii[] = {3e-2, 1e-2, 3e-3, 1e-3, 0.0};
static const double distinct_radii[] = {2e-2, 2.8e-2, 4e-2, 5.6e-2, 8e-2, 0.11, 0.16, 0.22, 0.32, 0.45, 0.0};

/* How much g exceeds between two zeros, beside the terms of the functions and for a change of typical size: a
 * branch can be followed where what distinguishes its direction is far above the errors of derivatives by
 * differences, 1e-10 to 1e-9. */
static const double steep = 1e-6;

/* A minimum is known to the square root of the rounding of its function. */
static const double as_near = 1e-8;

/* A circle about u0; |g| below noise has no sign. */
typedef struct circle {
    rdg_branch_work *k;
    const double *u0;
    double r, noise;
    bool is_steep;
} circle;

/* M at u, a point at the distance r: the border column is what lies across p in the left null space. */
static bool renew(rdg_branch_work *k, const double *u, double r)
{
    rdg_system *s = k->t->s;
    rdg_star_plane *plane = k->plane;
    if (rdg_system_jacobian(s, u) != 0) {
        return false;
    }
    rdg_system_jacobian_times(s, plane->tangent, plane->image);
    const double p[2] = {rdg_branch_row_product(k, plane->left[0], plane->image),
                         rdg_branch_row_product(k, plane->left[1], plane->image)};
    const double speed = hypot(p[0], p[1]);
    if (!(speed > 0.0)) {
        return false;
    }
    for (rdg_index i = 0; i < s->m; i++) {
        k->b[i] = k->scale[i] * k->scale[i] * (p[0] * plane->left[1][i] - p[1] * plane->left[0][i]) / speed;
    }
    plane->least_speed = fmin(plane->least_speed, speed / r);
    plane->most_speed = fmax(plane->most_speed, speed / r);
    return rdg_system_factor(s, k->matrix, k->b, k->rows);
}

double rdg_star_reduced(rdg_branch_work *k, const double *u0, double x, double y)
{
    const double farthest = k->plane ? 1.0 : 0.1; /* what is corrected by more lies elsewhere */
    rdg_system *s = k->t->s;
    const rdg_index n = s->n;
    double *u = k->kept;
    double before = INFINITY;
    for (rdg_index j = 0; j < n; j++) {
        u[j] = u0[j] + x * k->v[0][j] + y * k->v[1][j];
    }
    for (int i = 0; i < MAX_CHORDS; i++) {
        if (rdg_system_residual(s, u, k->G) != 0 || (k->plane && !renew(k, u, hypot(x, y)))) {
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
static void note_ray(const circle *c, double low, double low_value, double high, double high_value)
{
    rdg_branch_work *k = c->k;
    const size_t n = (size_t)k->t->s->n;
    rdg_root ray = rdg_root_between(low, low_value, high, high_value, 4.0 * DBL_EPSILON);
    while (rdg_root_next(&ray, reduced(c, ray.at), NAN)) {
    }
    if (k->n_rays < RDG_MOST_RAYS && !isnan(reduced(c, ray.at))) {
        memcpy(k->star + (size_t)k->n_rays++ * n, k->kept, n * sizeof(double));
    }
}

/* Between two angles and a third one in between where |g| is least: does g change sign twice? */
static bool dips(const circle *c, double low, double high, double sign, double *at, double *dip)
{
    rdg_minimum least = rdg_minimum_between(low, high, as_near * (high - low));
    double value;
    do {
        value = sign * reduced(c, least.at);
        if (value < -c->noise) {
            *at = least.at;
            *dip = sign * value;
            return true;
        }
    } while (rdg_minimum_next(&least, value));
    return false;
}

/* Changes of sign among the values on a circle that are larger than `least`. */
static int count_changes(const double value[ANGLES], double least)
{
    int count = 0;
    double first = 0.0, last = 0.0;
    for (int i = 0; i < ANGLES; i++) {
        if (fabs(value[i]) > least) {
            count += value[i] * last < 0.0;
            last = value[i];
            first = first == 0.0 ? last : first;
        }
    }
    return count + (first * last < 0.0);
}

/* All changes of sign on a circle. False: g has no value somewhere, or between two zeros no sign but by
 * rounding. */
static bool scan(circle *c)
{
    const double width = 2.0 * RDG_PI / ANGLES;
    const double first = 0.2345;          /* no symmetry puts a branch there */
    const double clear = 10.0 * c->noise; /* once between two zeros, far above what has no sign */
    double value[ANGLES];
    c->k->n_rays = 0;
    for (int i = 0; i < ANGLES; i++) {
        value[i] = reduced(c, first + i * width);
        if (isnan(value[i])) {
            return false;
        }
    }
    for (int i = 0; i < ANGLES; i++) {
        const double before = value[(i + ANGLES - 1) % ANGLES];
        const double after = value[(i + 1) % ANGLES];
        const double at = first + i * width;
        const double sign = copysign(1.0, value[i]);
        double between = 0.0, dip = 0.0;
        if (value[i] * after <= 0.0) {
            note_ray(c, at, value[i], at + width, after);
        } else if (value[i] * before > 0.0 && fabs(value[i]) <= fabs(before) &&
                   fabs(value[i]) < fabs(after) && dips(c, at - width, at + width, sign, &between, &dip)) {
            note_ray(c, at - width, before, between, dip);
            note_ray(c, between, dip, at + width, after);
        }
    }
    const int count = count_changes(value, 0.0);
    c->is_steep = count_changes(value, steep * c->r) == count;
    return count_changes(value, clear) == count;
}

/* How much g changes over angles where it should not; *largest: its values there. */
static double noise_on(const circle *c, double *largest)
{
    enum { PLACES = 6, SAMPLES = 3 };
    const double near = 1e-10;
    double noise = 0.0;
    *largest = 0.0;
    for (int i = 0; i < PLACES; i++) {
        const double value = reduced(c, 0.4321 + i);
        for (int j = 1; j < SAMPLES; j++) {
            noise = rdg_larger(noise, fabs(reduced(c, 0.4321 + i + j * near) - value));
        }
        *largest = rdg_larger(*largest, fabs(value));
    }
    return noise;
}

static bool scan_at(circle *c, double noise)
{
    double largest = INFINITY;
    c->noise = noise >= 0.0 ? noise : 3.0 * noise_on(c, &largest);
    return largest > 10.0 * c->noise && scan(c); /* false where there is no value */
}

rdg_outcome rdg_star_scan(rdg_branch_work *k, const double *u, double noise)
{
    rdg_index before = -1;
    for (const double *r = k->plane ? distinct_radii : tangent_radii; *r > 0.0; r++) {
        circle c = {.k = k, .u0 = u, .r = *r};
        const bool good = scan_at(&c, noise) && k->n_rays < RDG_MOST_RAYS - 1;
        if (rdg_problem_is_aborted(k->t->p)) {
            return RDG_ABORTED;
        }
        const bool known = good && k->n_rays == before && k->n_rays % 2 == 0 && before > 0;
        if (known && (!k->plane || c.is_steep)) {
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
    rdg_point_between(t, &t->current, 0.0, &t->next, t->next.chart.step, at, u);
    return rdg_system_distance(t->s, u, point);
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
