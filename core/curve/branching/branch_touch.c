/* Branch points at which the determinant does not change sign: where it touches zero, because an even number
 * of eigenvalues vanish at once, as with a symmetry, or because branches touch or more than two cross.
 *
 * Near such a point the determinant, or with four eigenvalues its square root, is a parabola of arclength.
 * Its vertex is foreseen from the last three charts and then found by parabolas through closer and closer
 * points, each of them corrected. The point is one only if the determinant vanishes there compared with what
 * it is at these. Its multiplicity is the number of singular values that go to zero with the distance, from
 * inverse iteration with a block of vectors. */
#include "toolbox.h"
#include "tracer_impl.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MOST = RDG_MOST_NULL_VECTORS, ROUNDS = 10, LEVELS = 4, POINTS = 3 };

/* A parabola through three points: where its vertex is, its value there, and how much it rises to where the
 * distance is `away`. */
typedef struct parabola {
    double vertex, least, rise;
} parabola;

static parabola parabola_through(const double at[POINTS], const double value[POINTS], double away)
{
    const double d0 = (value[1] - value[0]) / (at[1] - at[0]);
    const double d1 = (value[2] - value[1]) / (at[2] - at[1]);
    const double c = (d1 - d0) / (at[2] - at[0]);
    const double slope = d0 - c * (at[0] + at[1]);             /* at zero */
    const double vertex = c != 0.0 ? -0.5 * slope / c : at[1]; /* straight: it does not rise */
    return (parabola){.vertex = vertex,
                      .least = value[0] - c * (at[0] - vertex) * (at[0] - vertex),
                      .rise = c * away * away};
}

/* Relative to the one at the current chart, to a power. */
static double relative_determinant(const rdg_tracer *t, double power, double sign, double log_magnitude)
{
    const double change = power * (log_magnitude - t->current.log_determinant);
    return sign * t->current.determinant.sign * exp(fmin(fmax(change, -80.0), 80.0));
}

/* A point of the step into `node`, with the factors at that very point: corrected, or for a first look where
 * the cubic between the step's ends is. */
static rdg_outcome point_at(rdg_tracer *t, double h, double at, bool corrected, rdg_node *node)
{
    rdg_outcome outcome = RDG_CONVERGED;
    if (corrected) {
        outcome = rdg_node_between(t, &t->current, 0.0, &t->next, h, at, node);
    } else {
        rdg_point_between(t, &t->current, 0.0, &t->next, h, at, node->chart.u);
    }
    return outcome == RDG_CONVERGED
               ? rdg_node_sound(t, node, t->current.chart.tangent, &(rdg_newton_report){.residual = 0.0})
               : outcome;
}

/* A third value of the determinant, at the chart before the current one, or where a branch point was met
 * since then in the middle of the step. False: it has none; a run may start right beside a singular point. */
static bool third_value(rdg_tracer *t, double h, double power, double *at, double *value)
{
    if (!(t->before.step > 0.0)) {
        return false;
    }
    if (t->current.determinant.sign * t->before.determinant.sign > 0.0) {
        *at = -t->before.step;
        *value = relative_determinant(t, power, t->before.determinant.sign, t->before.log_determinant);
        return true;
    }
    *at = 0.5 * h;
    if (point_at(t, h, *at, false, &t->special) != RDG_CONVERGED) {
        return false;
    }
    *value = relative_determinant(t, power, t->special.determinant.sign, t->special.log_determinant);
    return true;
}

/* Does the determinant come close enough to zero on the step, or right behind it, to have a closer look? */
static bool may_touch(rdg_tracer *t, double h, double power, double *vertex)
{
    const double close = 0.5, beside = 0.3;
    double at[POINTS] = {0.0, 0.0, h}, value[POINTS] = {0.0, 1.0, 0.0};
    if (!(t->current.determinant.sign * t->next.determinant.sign > 0.0) ||
        !third_value(t, h, power, &at[0], &value[0])) {
        return false;
    }
    value[2] = relative_determinant(t, power, t->next.determinant.sign, t->next.log_determinant);
    const parabola p = parabola_through(at, value, h);
    *vertex = fmin(fmax(p.vertex, 0.0), h);
    return p.rise > 0.0 && fabs(p.vertex - *vertex) <= beside * h && p.least < close * p.rise;
}

/* Keep the row scales of the matrix that was factored last: close to the point they hide that a row vanishes.
 */
static void keep_row_scales(rdg_tracer *t)
{
    memcpy(t->block + (MOST + 2) * t->s->n, rdg_bordered_row_scale(t->s->matrix),
           (size_t)t->s->n * sizeof(double));
}

/* v = N^-1 N^-T v for the matrix N that was factored last, in the scales that were kept. */
static void iterate(rdg_tracer *t, double *v, double *b, double *x)
{
    rdg_system *s = t->s;
    const double *scale = t->block + (MOST + 2) * s->n;
    for (rdg_index j = 0; j < s->n; j++) {
        b[j] = v[j] / s->size[j];
    }
    rdg_system_solve_transposed(s, s->matrix, b, x);
    for (rdg_index i = 0; i < s->n; i++) {
        b[i] = x[i] * scale[i] * scale[i];
    }
    rdg_system_solve(s, s->matrix, b, x);
    for (rdg_index j = 0; j < s->n; j++) {
        v[j] = x[j] / s->size[j];
    }
}

/* Least singular values of the matrix that was factored last; returns their number. */
static int least_singular_values(rdg_tracer *t, double value[MOST])
{
    const rdg_index n = t->s->n;
    const rdg_index count = rdg_system_free_variables(t->s);
    const int most = count < MOST ? (int)count : MOST;
    double *v = t->block;
    for (rdg_index j = 0; j < n * most; j++) {
        v[j] = cos(1.3 * (double)(j * j) + 0.7 * (double)j);
    }
    for (int round = 0; round < ROUNDS; round++) {
        for (int i = 0; i < most; i++) {
            double *a = v + i * n;
            iterate(t, a, v + MOST * n, v + (MOST + 1) * n);
            for (int k = 0; k < i; k++) {
                double along = 0.0;
                for (rdg_index j = 0; j < n; j++) {
                    along += a[j] * v[k * n + j];
                }
                for (rdg_index j = 0; j < n; j++) {
                    a[j] -= along * v[k * n + j];
                }
            }
            double length = 0.0;
            for (rdg_index j = 0; j < n; j++) {
                length += a[j] * a[j];
            }
            length = sqrt(length);
            value[i] = 1.0 / sqrt(length);
            for (rdg_index j = 0; j < n; j++) {
                a[j] /= length;
            }
        }
    }
    return most;
}

/* What was found on the way to the point. */
typedef struct search {
    double power;    /* of the determinant, which then is a parabola */
    double at;       /* of the vertex */
    double distance; /* of the last points */
    double at_side[2];
    double sigma[2][MOST]; /* least singular values at the last two distances */
    int n_sigma;
} search;

/* One level: three points at the distance from the vertex, and a new vertex. RDG_FAILED: it is none. The
 * closer, the less may the determinant at the vertex be; singular values are compared at the last two levels.
 */
static rdg_outcome look_closer(rdg_tracer *t, double h, int level, search *f)
{
    const double smallest[LEVELS] = {1.0, 0.3, 0.05, 0.05}, farthest = 6.0;
    const double d = f->distance;
    const double at[POINTS] = {f->at + 2.1 * d, f->at - d, f->at + d};
    double value[POINTS];
    for (int i = 0; i < POINTS; i++) {
        rdg_node *node = i == 0 ? &t->special : &t->bracket[i - 1];
        const rdg_outcome outcome = point_at(t, h, at[i], level > 0, node);
        if (outcome != RDG_CONVERGED) {
            return outcome;
        }
        if (level == 0 && i == 1) {
            keep_row_scales(t);
        }
        value[i] = relative_determinant(t, f->power, node->determinant.sign, node->log_determinant);
    }
    const parabola p = parabola_through(at, value, d);
    const bool near = fabs(p.vertex - f->at) < farthest * d;
    f->at_side[0] = at[1];
    f->at_side[1] = at[2];
    f->at = near ? p.vertex : f->at;
    if (!near || !(p.rise > 0.0) || !(fabs(p.least) < smallest[level] * p.rise)) {
        return RDG_FAILED;
    }
    if (level >= LEVELS - 2) {
        memcpy(f->sigma[0], f->sigma[1], sizeof f->sigma[0]);
        f->n_sigma = least_singular_values(t, f->sigma[1]);
    }
    return RDG_CONVERGED;
}

/* How many singular values vanish: those that have shrunk with the distance and are as small as the least
 * one. */
static int multiplicity(const search *f)
{
    int count = 0;
    for (int i = 0; i < f->n_sigma; i++) {
        count += f->sigma[1][i] < 0.3 * f->sigma[0][i] && f->sigma[1][i] < 1e3 * f->sigma[1][0];
    }
    return count;
}

/* The point between those at both sides, on the curve that goes through it, into t->special. */
static rdg_outcome settle(rdg_tracer *t, const search *f)
{
    rdg_node *node = &t->special;
    rdg_point_between(t, &t->bracket[0], f->at_side[0], &t->bracket[1], f->at_side[1], f->at, node->chart.u);
    for (rdg_index j = 0; j < t->s->n; j++) {
        node->chart.tangent[j] = t->bracket[1].chart.u[j] - t->bracket[0].chart.u[j];
    }
    if (!rdg_system_normalise(t->s, node->chart.tangent)) {
        return RDG_FAILED;
    }
    node->solves = false;
    node->determinant = (rdg_determinant){.sign = 0.0};
    const rdg_outcome outcome = rdg_node_observe(t, node);
    return outcome == RDG_CONVERGED ? rdg_gate_solves(t, node) : outcome;
}

static void say(const rdg_tracer *t, int count)
{
    const rdg_index first = t->setup->first_active;
    char place[128] = "";
    if (first >= 0) {
        const rdg_parameter *parameter = &t->p->parameter[first];
        snprintf(place, sizeof place, " at %s = %.10g%s%s", parameter->name, t->special.chart.mu[first],
                 *parameter->unit ? " " : "", parameter->unit);
    }
    rdg_write(t->ctx, RDG_CHANNEL_NOTE,
              "note: run %s: the branch point%s is no simple one: multiplicity %d%s\n", t->setup->name, place,
              count, count > 1 ? "" : ", branches touch or more than two meet");
    if (count > 1 && t->special.chart.n_rays > 0) {
        rdg_write(t->ctx, RDG_CHANNEL_NOTE,
                  "note: run %s: branches leave it in %d directions, the two of this one among them; "
                  "RDG_SWITCH_BRANCH() follows each\n",
                  t->setup->name, (int)t->special.chart.n_rays);
    } else if (count > 1) {
        rdg_write(
            t->ctx, RDG_CHANNEL_NOTE,
            "note: run %s: the directions of branches that leave it are not known: rounding hides them, or "
            "there are more than %d\n",
            t->setup->name, RDG_MOST_RAYS);
    }
}

/* Is it the point that was found last, at the end of the step before? Else it will be. */
static bool is_known(rdg_tracer *t, double h)
{
    const double near = 1e-3;
    const rdg_index n = t->s->n;
    double *last = t->block + (MOST + 3) * n;
    double *apart = t->block + MOST * n;
    for (rdg_index j = 0; j < n; j++) {
        apart[j] = t->special.chart.u[j] - last[j];
    }
    if (t->has_touched && rdg_system_dot(t->s, apart, apart) < near * near * h * h) {
        return true;
    }
    memcpy(last, t->special.chart.u, (size_t)n * sizeof *last);
    t->has_touched = true;
    return false;
}

/* A point that no other curve leaves is no branch point. */
static rdg_outcome accept(rdg_tracer *t, int count, double found_at, double *at)
{
    rdg_branch_kind kind = RDG_BRANCH_POINT;
    const rdg_outcome outcome =
        count == 1 ? rdg_branch_point_star(t, &t->special.chart, &kind) : RDG_CONVERGED;
    if (outcome == RDG_ABORTED) {
        return outcome;
    }
    if (kind == RDG_BRANCH_SINGULAR) {
        rdg_warn_of_singular_point(t, t->special.chart.u);
        return RDG_CONVERGED;
    }
    if (count == 1) {
        rdg_branch_point_rays(t, &t->special.chart);
    } else if (rdg_multiple_point_rays(t, &t->special.chart, count) == RDG_ABORTED) {
        return RDG_ABORTED;
    }
    *at = found_at;
    say(t, count);
    return RDG_CONVERGED;
}

/* The point, if the determinant to this power is a parabola there. */
static rdg_outcome locate(rdg_tracer *t, double h, double power, double *at)
{
    const double closer = 1.0 / 6.0, slack = 1e-4;
    search f = {.power = power, .distance = 0.15 * h};
    if (!may_touch(t, h, power, &f.at)) {
        return RDG_CONVERGED;
    }
    rdg_outcome outcome = RDG_CONVERGED;
    for (int level = 0; level < LEVELS && outcome == RDG_CONVERGED; level++) {
        outcome = look_closer(t, h, level, &f);
        f.distance *= closer;
    }
    const int count = outcome == RDG_CONVERGED ? multiplicity(&f) : 0;
    if (count > 0 && f.at >= -slack * h && f.at <= (1.0 + slack) * h) {
        outcome = settle(t, &f);
        if (outcome == RDG_CONVERGED && !is_known(t, h)) {
            outcome = accept(t, count, fmin(fmax(f.at, 0.0), h), at);
        }
    }
    return outcome == RDG_ABORTED ? outcome : RDG_CONVERGED;
}

rdg_outcome rdg_touch_locate(rdg_tracer *t, double h, double *at)
{
    *at = -1.0;
    const rdg_outcome outcome = locate(t, h, 1.0, at);
    return outcome == RDG_CONVERGED && *at < 0.0 ? locate(t, h, 0.5, at) : outcome;
}

rdg_outcome rdg_multiple_point_look(rdg_tracer *t, rdg_chart *chart)
{
    const double distance[2] = {1e-2, 1e-2 / 6.0};
    rdg_system *s = t->s;
    double *row = t->block + MOST * s->n, *u = t->block + (MOST + 1) * s->n;
    search f = {.n_sigma = 0};
    chart->multiplicity = 0;
    chart->n_rays = 0;
    for (int level = 0; level < 2; level++) {
        for (rdg_index j = 0; j < s->n; j++) {
            row[j] = s->metric[j] * chart->tangent[j];
            u[j] = chart->u[j] + distance[level] * chart->tangent[j];
        }
        if (rdg_system_jacobian(s, u) != 0 || !rdg_system_factor(s, s->matrix, NULL, row)) {
            return rdg_failure_of(t->p);
        }
        if (level == 0) {
            keep_row_scales(t);
        }
        f.n_sigma = least_singular_values(t, f.sigma[level]);
    }
    const int count = multiplicity(&f);
    return count > 1 ? rdg_multiple_point_rays(t, chart, count) : RDG_CONVERGED;
}
