/* The curves that leave a branch point of multiplicity k > 1, on spheres about it.
 *
 * Each curve that leaves the point meets the sphere |u - u0| = r, which together with G(u) = 0 is a square
 * system: its solutions near the null space are found by Newton's method from many directions of the null
 * space. The solutions are all curves if each was met more than once and a smaller sphere has as many. */
#include "branch_impl.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

enum { SPHERES = 4, STARTS_EACH = 192, MAX_STEPS = 30 };

static const double radius[SPHERES] = {3e-1, 1e-1, 3e-2, 1e-2};

static double square_of_distance(const rdg_sphere *q, const double *u)
{
    const double distance = rdg_system_distance(q->t->s, u, q->u0);
    return distance * distance;
}

/* One step of Newton's method into q->step; its length, NaN: there is none. */
static double newton_step(rdg_sphere *q)
{
    rdg_system *s = q->t->s;
    if (rdg_system_residual(s, q->u, q->rhs) != 0 || rdg_system_jacobian(s, q->u) != 0) {
        return NAN;
    }
    for (rdg_index i = 0; i < s->m; i++) {
        q->rhs[i] = -q->rhs[i];
    }
    for (rdg_index j = 0; j < s->n; j++) {
        q->row[j] = s->metric[j] * (q->u[j] - q->u0[j]);
    }
    q->rhs[s->m] = 0.5 * (q->r * q->r - square_of_distance(q, q->u));
    if (!rdg_system_factor(s, s->matrix, NULL, q->row)) {
        return NAN;
    }
    rdg_system_solve(s, s->matrix, q->rhs, q->step);
    return sqrt(rdg_system_dot(s, q->step, q->step));
}

bool rdg_sphere_solve(rdg_sphere *q)
{
    const double longest = 0.3, near = 1e-9, within = 0.25;
    rdg_system *s = q->t->s;
    double before = INFINITY;
    for (int i = 0; i < MAX_STEPS; i++) {
        const double length = newton_step(q);
        if (!isfinite(length)) {
            return false;
        }
        const double share = fmin(1.0, longest * q->r / length);
        for (rdg_index j = 0; j < s->n; j++) {
            q->u[j] += share * q->step[j];
        }
        if (length <= near * q->r && length >= 0.1 * before) { /* down to rounding */
            break;
        }
        if (i + 1 == MAX_STEPS && length > near * q->r) {
            return false;
        }
        before = length;
    }
    for (rdg_index j = 0; j < s->n; j++) {
        q->step[j] = q->u[j] - q->u0[j];
    }
    double inside = 0.0;
    for (int k = 0; k < q->dimension; k++) {
        const double part = rdg_system_dot(s, q->basis + k * s->n, q->step);
        inside += part * part;
    }
    const double whole = rdg_system_dot(s, q->step, q->step);
    return fabs(whole - q->r * q->r) < within * q->r * q->r && whole - inside < within * whole;
}

static void keep(rdg_sphere *q)
{
    const double same = 1e-3; /* of the radius */
    rdg_system *s = q->t->s;
    for (rdg_index k = 0; k < q->n_rays; k++) {
        for (rdg_index j = 0; j < s->n; j++) {
            q->step[j] = q->u[j] - q->ray[k * s->n + j];
        }
        if (rdg_system_dot(s, q->step, q->step) < same * same * q->r * q->r) {
            q->met[k]++;
            return;
        }
    }
    if (q->n_rays == RDG_MOST_RAYS) {
        q->overflows = true;
        return;
    }
    q->met[q->n_rays] = 1;
    memcpy(q->ray + q->n_rays++ * s->n, q->u, (size_t)s->n * sizeof *q->u);
}

static double sample(uint64_t *seed)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (double)(int64_t)*seed / 9223372036854775808.0;
}

/* Start number i: both ways along the tangent, then across it, then anywhere. */
static void choose_start(const rdg_sphere *q, int i, int starts, uint64_t *seed, double *c)
{
    memset(c, 0, RDG_MOST_BASIS * sizeof *c);
    if (i < 4) { /* twice each, as all are to be met more than once */
        c[0] = i % 2 ? -1.0 : 1.0;
        return;
    }
    const bool across = 3 * i < 2 * starts;
    double length = 0.0;
    do {
        length = 0.0;
        for (int k = across ? 1 : 0; k < q->dimension; k++) {
            c[k] = sample(seed);
            length += c[k] * c[k];
        }
    } while (!(length > 1e-2 && length <= 1.0)); /* uniform in the ball */
    for (int k = 0; k < q->dimension; k++) {
        c[k] /= sqrt(length);
    }
}

/* All solutions on the sphere. False: some may be missing, or they are not isolated. */
static bool search(rdg_sphere *q)
{
    const rdg_index n = q->t->s->n;
    const int starts = STARTS_EACH * (q->dimension - 1);
    uint64_t seed = 7;
    int n_met = 0;
    double c[RDG_MOST_BASIS];
    q->n_rays = 0;
    q->overflows = false;
    for (int i = 0; i < starts && !q->overflows && !rdg_problem_is_aborted(q->t->p); i++) {
        choose_start(q, i, starts, &seed, c);
        for (rdg_index j = 0; j < n; j++) {
            q->u[j] = q->u0[j];
            for (int k = 0; k < q->dimension; k++) {
                q->u[j] += q->r * c[k] * q->basis[k * n + j];
            }
        }
        if (rdg_sphere_solve(q)) {
            keep(q);
            n_met++;
        }
    }
    const double lost = 0.5; /* share of starts that lead nowhere: solutions are not isolated there */
    bool complete = !q->overflows && q->n_rays % 2 == 0 && q->n_rays > 2 && n_met > lost * starts;
    for (rdg_index k = 0; k < q->n_rays; k++) {
        complete = complete && q->met[k] > 1;
    }
    return complete;
}

bool rdg_sphere_search(rdg_sphere *q)
{
    rdg_index before = -1;
    bool found = false;
    for (int i = 0; i < SPHERES && !found && !rdg_problem_is_aborted(q->t->p); i++) {
        q->r = radius[i];
        const bool good = search(q);
        found = good && q->n_rays == before;
        before = good ? q->n_rays : -1;
    }
    return found;
}
