/* The predicted point of a step: Hermite's polynomial through the last m charts with their tangents, in the
 * arclength s along the tangent of the step's start. With one chart it is the tangent's point.
 *
 * Where the curve is smooth the polynomial is off by c (s - s_1)^2 ... (s - s_m)^2, c being a derivative of
 * order 2 m over (2 m)! (J. Stoer, R. Bulirsch, Introduction to Numerical Analysis, 2002, theorem 2.1.5.9).
 * The end of each step shows c for every m. The next step takes more charts as long as these promise a
 * smaller error: behind a non-smooth point, or where functions have changed, one. */
#include "predictor_impl.h"

#include <math.h>

/* A chart does not count if its tangent grows less along the step, as behind a sharp turn. */
static const double least_rate = 0.5;

typedef struct node {
    const double *u, *tangent;
    double at, rate; /* arclength, and its growth along the tangent */
} node;

/* The current chart and those before it, as far as they go one way. */
static int find_nodes(const rdg_tracer *t, int most, node *nodes)
{
    const rdg_past *before = &t->before;
    nodes[0] = (node){t->current.chart.u, t->current.chart.tangent, 0.0, 1.0};
    int count = 1;
    while (count < most && (count == 1 ? before->step : before->older_step) > 0.0) {
        const double *u = count == 1 ? before->u : before->older_u;
        const double *tangent = count == 1 ? before->tangent : before->older_tangent;
        const node next = {u, tangent, rdg_step_along(t, u), rdg_step_rate(t, tangent)};
        if (!(next.rate > least_rate && next.at < nodes[count - 1].at)) {
            break;
        }
        nodes[count++] = next;
    }
    return count;
}

/* (s - s_1)^2 ... (s - s_m)^2 */
static double error_term(const node *nodes, int m, double s)
{
    double product = 1.0;
    for (int i = 0; i < m; i++) {
        product *= (s - nodes[i].at) * (s - nodes[i].at);
    }
    return product;
}

/* What the value and the slope at node i count for at s. */
static void find_weights(const node *nodes, int m, int i, double s, double *value, double *slope)
{
    double basis = 1.0, change = 0.0; /* Lagrange's polynomial at s, its slope at its node */
    for (int k = 0; k < m; k++) {
        if (k != i) {
            basis *= (s - nodes[k].at) / (nodes[i].at - nodes[k].at);
            change += 1.0 / (nodes[i].at - nodes[k].at);
        }
    }
    *slope = (s - nodes[i].at) * basis * basis;
    *value = basis * basis - 2.0 * change * *slope;
}

int rdg_predict(const rdg_tracer *t, int m, double h, double *u)
{
    node nodes[RDG_PREDICTOR_CHARTS];
    const int count = find_nodes(t, m, nodes);
    for (int i = 0; i < count; i++) {
        double value, slope;
        find_weights(nodes, count, i, h, &value, &slope);
        for (rdg_index j = 0; j < t->s->n; j++) {
            const double term = value * nodes[i].u[j] + slope / nodes[i].rate * nodes[i].tangent[j];
            u[j] = i == 0 ? term : u[j] + term;
        }
    }
    return count;
}

/* Newton's method squares what is left of a residual: so many iterations, the first of which leaves `ratio`
 * of it. */
static int iterations_from(double residual, double ratio, double tolerance)
{
    enum { MOST = 6 };
    int count = 0;
    for (; residual > tolerance && count < MOST; count++) {
        residual *= ratio;
        ratio *= ratio;
    }
    return count;
}

/* What the first iteration leaves of a residual may be rounding, or noise of functions by differences. Then
 * it does not report how Newton's method converges. From the tangent's point it would be greater by the
 * square of the share. If Newton's method would not shrink the residual there at all, what is left within the
 * tolerance is noise. */
static bool leaves_noise(const rdg_newton_report *report, double share, double tolerance)
{
    const double rounding = 1e-12, left = report->first_residual * report->shrink;
    return report->first_residual <= tolerance || left <= rounding ||
           (left <= tolerance && report->shrink >= share);
}

/* That point was farther away, and both the residual there and what an iteration leaves of it are greater by
 * as much. */
void rdg_predictor_see_from_tangent(const rdg_tracer *t, const rdg_newton_report *report, rdg_step *step)
{
    const double unknown = 1e-2, tolerance = t->setup->newton.residual_tol;
    const double share = step->drift > 0.0 ? step->surprise / step->drift : 1.0;
    if (!(share < HUGE_VAL) || !(share > 0.0) || !(report->shrink > 0.0)) {
        return;
    }
    const double shrink = leaves_noise(report, share, tolerance) ? unknown : report->shrink / share;
    step->predicted_residual = report->first_residual / share;
    step->iterations = iterations_from(step->predicted_residual, shrink, tolerance);
}

int rdg_predictor_choose(const rdg_tracer *t, double h)
{
    const double *factor = t->before.error_factor;
    node nodes[RDG_PREDICTOR_CHARTS];
    const int count = find_nodes(t, RDG_PREDICTOR_CHARTS, nodes);
    int m = 1;
    while (m < count &&
           !(factor[m] * error_term(nodes, m + 1, h) >= factor[m - 1] * error_term(nodes, m, h))) {
        m++;
    }
    return m;
}

void rdg_predictor_learn(rdg_tracer *t, double h)
{
    node nodes[RDG_PREDICTOR_CHARTS];
    for (int m = 1; m <= RDG_PREDICTOR_CHARTS; m++) {
        const bool has_all = find_nodes(t, m, nodes) == m;
        t->before.error_factor_next[m - 1] = -1.0;
        if (has_all) {
            rdg_predict(t, m, h, t->ahead);
            t->before.error_factor_next[m - 1] =
                rdg_system_distance(t->s, t->next.chart.u, t->ahead) / error_term(nodes, m, h);
        }
    }
}

void rdg_predictor_forget(rdg_tracer *t)
{
    for (int m = 0; m < RDG_PREDICTOR_CHARTS; m++) {
        t->before.error_factor[m] = -1.0;
    }
}
