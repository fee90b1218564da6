/* Branch points at which the determinant does not change sign: where it touches zero, because an even number
 * of eigenvalues vanish at once, as with a symmetry, or because branches touch or more than two cross. */
#include "event_impl.h"
#include "step_matrix_impl.h"
#include "toolbox.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MOST = RDG_MOST_NULL_VECTORS, ROUNDS = 10 };

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

/* Least singular values at two distances from a point. */
typedef struct search {
    double sigma[2][MOST];
    int n_sigma;
} search;

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

/* A point of the curve u with its tangent, aside from arclength `at`, becomes `beside`. */
static rdg_outcome correct_beside(rdg_tracer *t, double h, const double *u, double at, double aside,
                                  rdg_node *beside)
{
    double *guess = t->special.chart.u;
    rdg_point_between(t, &t->current, 0.0, &t->next, h, at, t->ahead);
    rdg_point_between(t, &t->current, 0.0, &t->next, h, at + aside, guess);
    for (rdg_index j = 0; j < t->s->n; j++) {
        guess[j] += u[j] - t->ahead[j];
    }
    const rdg_outcome outcome = rdg_event_sound(t, at + aside);
    rdg_node_swap(&t->special, beside);
    return outcome;
}

/* The curve u at arclength *at, where `count` singular values vanish: of the cubic through corrected points
 * on both sides, into t->special. The determinant grows from there as that power of the distance, which
 * reports *at more closely. */
static rdg_outcome put_on_curve(rdg_tracer *t, double h, const double *u, int count, double *at)
{
    const double aside = 1e-3 * h;
    rdg_node *low = &t->bracket[0], *high = &t->bracket[1];
    rdg_outcome outcome = correct_beside(t, h, u, *at, -aside, low);
    outcome = outcome == RDG_CONVERGED ? correct_beside(t, h, u, *at, aside, high) : outcome;
    if (outcome != RDG_CONVERGED) {
        return outcome;
    }
    rdg_chart *chart = &t->special.chart;
    const double nearer = tanh(0.5 * (low->log_determinant - high->log_determinant) / count);
    const double zero = *at + nearer * aside;
    rdg_point_between(t, low, *at - aside, high, *at + aside, zero, chart->u);
    *at = fmin(fmax(zero, 0.0), h);
    for (rdg_index j = 0; j < t->s->n; j++) {
        chart->tangent[j] = low->chart.tangent[j] + high->chart.tangent[j];
    }
    return rdg_system_normalise(t->s, chart->tangent) ? RDG_CONVERGED : RDG_FAILED;
}

/* Into t->special: of a single null vector the branching equation reports the point. */
static rdg_outcome take_guess(rdg_tracer *t, double h, const double *u, int count, double *at)
{
    if (count > 1) {
        return put_on_curve(t, h, u, count, at);
    }
    memcpy(t->special.chart.u, u, (size_t)t->s->n * sizeof *u);
    return count == 1 && rdg_tangent_between(t, u, t->special.chart.tangent) ? RDG_CONVERGED : RDG_FAILED;
}

/* The null vectors at the point, from a matrix beside it, into t->block. */
static rdg_outcome find_null_vectors(rdg_tracer *t, double h)
{
    const double beside = 1e-3;
    const rdg_node *node = &t->special;
    rdg_system *s = t->s;
    double value[MOST];
    double *row = t->block + MOST * s->n, *u = t->block + (MOST + 1) * s->n;
    for (rdg_index j = 0; j < s->n; j++) {
        row[j] = s->metric[j] * node->chart.tangent[j];
        u[j] = node->chart.u[j] + beside * h * node->chart.tangent[j];
    }
    if (rdg_system_jacobian(s, u) != 0 || !rdg_system_factor(s, s->matrix, NULL, row)) {
        return rdg_failure_of(t->p);
    }
    keep_row_scales(t);
    least_singular_values(t, value);
    return RDG_CONVERGED;
}

/* The branches that leave the point. */
static rdg_outcome find_rays(rdg_tracer *t, double h, int count)
{
    if (count == 1) { /* as they were found when the point was corrected */
        rdg_branch_point_rays(t, &t->special.chart);
        return RDG_CONVERGED;
    }
    const rdg_outcome outcome = find_null_vectors(t, h);
    return outcome == RDG_CONVERGED ? rdg_multiple_point_rays(t, &t->special.chart, count) : outcome;
}

static rdg_outcome observe(rdg_tracer *t, rdg_node *node)
{
    node->solves = false;
    node->determinant = (rdg_determinant){.sign = 0.0};
    const rdg_outcome outcome = rdg_node_observe(t, node);
    return outcome == RDG_CONVERGED ? rdg_gate_solves(t, node) : outcome;
}

/* Does the determinant vanish at the corrected point, beside its larger value at the ends of the step? */
static bool is_singular(rdg_tracer *t)
{
    const double little = 1e-2;
    const rdg_step_matrix *m = t->step_matrix;
    double reduced[RDG_MOST_REDUCED * RDG_MOST_REDUCED];
    if (rdg_system_jacobian(t->s, t->special.chart.u) != 0) {
        return true; /* what observes the point will meet it */
    }
    rdg_step_matrix_project(t, reduced);
    const double at_start = fabs(rdg_reduced_determinant(m, rdg_step_matrix_node(m, 0)));
    return fabs(rdg_reduced_determinant(m, reduced)) < little * fmax(at_start, 1.0); /* 1 at the end */
}

rdg_outcome rdg_touch_take(rdg_tracer *t, double h, const double *u, int count, double near, double *at)
{
    rdg_node *node = &t->special;
    rdg_branch_kind kind = RDG_BRANCH_POINT;
    *at = -1.0;
    rdg_outcome outcome = take_guess(t, h, u, count, &near);
    if (outcome != RDG_CONVERGED) {
        return outcome == RDG_ABORTED ? outcome : RDG_CONVERGED;
    }
    count = count < MOST ? count : MOST;
    outcome = count == 1 ? rdg_branch_point_star(t, &node->chart, &kind) : RDG_CONVERGED;
    if (outcome == RDG_CONVERGED && count == 1 && !is_singular(t)) {
        return RDG_CONVERGED; /* the curve was not known well enough between the charts */
    }
    outcome = outcome != RDG_ABORTED ? observe(t, node) : outcome;
    if (outcome == RDG_CONVERGED && kind == RDG_BRANCH_SINGULAR) {
        rdg_warn_of_singular_point(t, node->chart.u); /* no other curve leaves it */
        return RDG_CONVERGED;
    }
    outcome = outcome == RDG_CONVERGED ? find_rays(t, h, count) : outcome;
    if (outcome == RDG_CONVERGED) {
        *at = near;
        say(t, count);
    }
    return outcome == RDG_ABORTED ? outcome : RDG_CONVERGED;
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
