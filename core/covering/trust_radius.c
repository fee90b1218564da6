/* May a chart be trusted over its ball? Its radius comes from second derivatives at one point; what bends
 * nearby, as behind an inflection, or a detail narrower than the ball, they do not know. So the equations are
 * requested at some points that the chart stands for, and a ball above which the manifold lies farther off
 * than the tangent space may becomes smaller.
 *
 * What is narrower than the distance between these points can still be missed. */
#include "covering_impl.h"
#include "toolbox.h"

#include <math.h>
#include <string.h>

/* Is a point inside all domains? What lies beyond is none of the chart's business. */
static bool is_inside(rdg_covering *c, const double *u)
{
    const rdg_tracer *t = c->t;
    for (rdg_index p = 0; p < t->p->n_parameters; p++) {
        double value = 0.0;
        if (!isfinite(t->setup->low[p]) && !isfinite(t->setup->high[p])) {
            continue;
        }
        if (rdg_problem_parameter(t->p, p, u, &value, NULL) != 0 || value < t->setup->low[p] ||
            value > t->setup->high[p]) {
            return false;
        }
    }
    return true;
}

/* How far off the manifold is from the chart's point above x, by one Newton step with the matrix at the
 * centre. Where the functions have no value nothing is known: 0. */
static double distance_above(rdg_covering *c, const rdg_patch *patch, const double *x)
{
    rdg_system *s = c->t->s;
    rdg_patch_lift(c, patch, x, c->guess);
    memset(c->mean, 0, (size_t)c->n * sizeof(double));
    if (!is_inside(c, c->guess) || rdg_system_residual(s, c->guess, c->mean) != 0) {
        return 0.0;
    }
    rdg_system_solve(s, s->matrix, c->mean, c->difference);
    const double square = rdg_system_dot(s, c->difference, c->difference);
    return isfinite(square) ? sqrt(square) : 0.0;
}

/* Direction `number` of the 3^k - 1 to the middles of a cube's sides, edges and to its vertices: digits in
 * base three. */
static void take_direction(int number, double *x)
{
    static const double digit[3] = {0.0, 1.0, -1.0};
    double square = 0.0;
    for (int a = 0; a < RDG_MAX_DIMENSION; a++, number /= 3) {
        x[a] = digit[number % 3];
        square += x[a] * x[a];
    }
    for (int a = 0; a < RDG_MAX_DIMENSION; a++) {
        x[a] /= sqrt(square);
    }
}

/* The largest distance in all directions, half way to the ball's surface and all of it. */
static double largest_distance(rdg_covering *c, const rdg_patch *patch)
{
    static const int numbers[] = {1, 3, 9, 27};
    double most = 0.0;
    for (int number = 1; number < numbers[c->k]; number++) {
        double direction[RDG_MAX_DIMENSION];
        take_direction(number, direction);
        for (int half = 1; half <= 2; half++) {
            double x[RDG_MAX_DIMENSION];
            for (int a = 0; a < RDG_MAX_DIMENSION; a++) {
                x[a] = 0.5 * half * patch->radius * direction[a];
            }
            most = fmax(most, distance_above(c, patch, x));
        }
    }
    return most;
}

rdg_outcome rdg_patch_trust(rdg_covering *c, rdg_patch *patch)
{
    const rdg_run_setup *setup = c->t->setup;
    const double smaller = 0.7;
    while (patch->radius > setup->h_min) {
        const double most = fmin(setup->sag, 0.5 * setup->angle * patch->radius);
        const double distance = largest_distance(c, patch);
        if (rdg_problem_is_aborted(c->t->p)) {
            return RDG_ABORTED;
        }
        if (distance <= most) {
            break;
        }
        patch->radius = fmax(smaller * patch->radius, setup->h_min);
    }
    return RDG_CONVERGED;
}
