/* Branch points: where G_u (n - 1 rows, n columns) loses rank.
 *
 * Minimally augmented system for (u, beta): G(u) + beta b = 0, sigma_1 = sigma_2 = 0, where
 *     M [v_j; sigma_j] = e_{m+j},  M = [G_u b; C 0],  C two rows,  and  M^T [w; .] = e_{n+1}
 * give sigma_j and its gradient -(sum_k w_k (G_k)_uu) v_j. With M^-1 at hand every solution of the linearised
 * first equation is x0 + y_1 v_1 + y_2 v_2, so that a Newton step costs one factorisation and a 2 x 2 system.
 * With w^T b = 1 the unfolding is beta = -w . G. Only where it vanishes is the point one of the problem
 * itself: two branches that pass each other at a small distance have such a point in between, too, with beta
 * the height of the saddle. As w^T G_u = 0 there, w . G does not change nearby but for rounding errors,
 * whatever their cause, so that they can be measured. At the branch point v_1, v_2 span the null space, and
 * the directions alpha v_1 + beta v_2 of the two branches solve the algebraic branching equation a_11 alpha^2
 * + 2 a_12 alpha beta + a_22 beta^2 = 0, a_ij = v_i^T (sum_k w_k (G_k)_uu) v_j. */
#include "branch_impl.h"
#include "circle.h"
#include "event_impl.h"
#include "toolbox.h"

#include <math.h>
#include <string.h>

typedef struct rdg_branch_work workspace;

/* How much w . G changes over distances where it should not: its rounding errors. */
static double noise_of_unfolding(workspace *k, const double *u, double unfolding)
{
    enum { SAMPLES = 8 };
    const double near = 1e-10;
    rdg_system *s = k->t->s;
    double largest = 0.0;
    for (int i = 1; i <= SAMPLES; i++) {
        for (rdg_index j = 0; j < s->n; j++) {
            k->x[j] = u[j] + near * s->size[j] * cos((double)(i * (j + 1)) + (double)(i * i));
        }
        if (rdg_system_residual(s, k->x, k->G) == 0) {
            largest = fmax(largest, fabs(unfolding + rdg_branch_row_product(k, k->w, k->G)));
        }
    }
    return largest;
}

/* Is u, where M was evaluated last, a solution without the unfolding term? */
static bool is_solution(workspace *k, const double *u)
{
    const double times_noise = 30.0;
    const double rounding = 1e-13;
    if (rdg_system_residual(k->t->s, u, k->G) != 0) {
        return false;
    }
    const double unfolding = -rdg_branch_row_product(k, k->w, k->G);
    return fabs(unfolding) <= rounding ||
           fabs(unfolding) <= times_noise * noise_of_unfolding(k, u, unfolding);
}

/* The coefficients of the branching equation. */
static void branching_form(const workspace *k, double a[2][2])
{
    for (int i = 0; i < 2; i++) {
        for (int j = 0; j < 2; j++) {
            a[i][j] = rdg_branch_product(k, k->h[i], k->v[j]);
        }
    }
}

/* Roots of the branching equation as directions in the plane of v_1 and v_2, the one nearer to v_1, the
 * branch that is known, first. False: no two real directions are resolved. */
static bool branching_roots(const workspace *k, double root[2][2])
{
    double a[2][2];
    branching_form(k, a);
    const double off = 0.5 * (a[0][1] + a[1][0]);
    const double discriminant = off * off - a[0][0] * a[1][1];
    if (!(discriminant > 0.0)) {
        return false;
    }
    const double q = -(off + copysign(sqrt(discriminant), off));
    const double raw[2][2] = {{q, a[0][0]}, {a[1][1], q}};
    double across[2];
    for (int i = 0; i < 2; i++) {
        across[i] = fabs(raw[i][1]) / hypot(raw[i][0], raw[i][1]);
    }
    const int near = across[0] <= across[1] ? 0 : 1;
    for (int i = 0; i < 2; i++) {
        memcpy(root[i], raw[i == 0 ? near : 1 - near], sizeof root[i]);
    }
    return isfinite(across[0]) && isfinite(across[1]);
}

/* The direction x v_1 + y v_2, of unit length, along v_1. */
static bool direction(const workspace *k, const double root[2], double *out)
{
    const double sign = root[0] < 0.0 ? -1.0 : 1.0;
    for (rdg_index j = 0; j < k->t->s->n; j++) {
        out[j] = sign * (root[0] * k->v[0][j] + root[1] * k->v[1][j]);
    }
    return rdg_system_normalise(k->t->s, out);
}

/* The two roots of the branching equation report of all branches unless they all but coincide, or the
 * functions are flatter nearby than their second derivatives, or steeper. At how many of two distances do
 * they? */
static int count_distances_explained(workspace *k, const double *u)
{
    enum { DIRECTIONS = 3, DISTANCES = 2 };
    const double apart = 1e-4, nearby[DISTANCES] = {1e-3, 1e-2}, slack = 0.1;
    double a[2][2];
    branching_form(k, a);
    const double off = 0.5 * (a[0][1] + a[1][0]);
    const double largest = fmax(fmax(fabs(a[0][0]), fabs(a[1][1])), fabs(off));
    bool agrees = off * off - a[0][0] * a[1][1] > apart * largest * largest;
    int i = 0;
    for (; i < DIRECTIONS * DISTANCES && agrees; i += agrees) {
        const double angle = 0.3 + i * RDG_PI / DIRECTIONS;
        const double r = nearby[i / DIRECTIONS];
        const double x = r * cos(angle);
        const double y = r * sin(angle);
        const double form = -0.5 * (x * x * a[0][0] + 2.0 * x * y * off + y * y * a[1][1]);
        agrees = isless(fabs(rdg_star_reduced(k, u, x, y) - form), slack * r * r * largest); /* may be NaN */
    }
    return i / DIRECTIONS;
}

/* What leaves the point u, where M was evaluated last. */
static rdg_outcome look_around(workspace *k, const double *u, rdg_branch_kind *kind)
{
    const double noise = 3.0 * noise_of_unfolding(k, u, rdg_star_reduced(k, u, 0.0, 0.0));
    const rdg_outcome outcome = rdg_star_scan(k, u, noise);
    *kind = outcome == RDG_CONVERGED && k->n_rays == 2 ? RDG_BRANCH_SINGULAR : RDG_BRANCH_POINT;
    return outcome;
}

/* Of the point that Newton's method has found: is it one of the problem, and which way do the branches go? */
static rdg_outcome judge(workspace *k, const double *u, double *tangent, rdg_branch_kind *kind)
{
    double root[2][2];
    k->n_rays = 0;
    if (rdg_branch_evaluate(k, u) != 0) {
        return rdg_failure_of(k->t->p);
    }
    if (!is_solution(k, u)) {
        *kind = RDG_BRANCH_SADDLE;
        return rdg_failure_of(k->t->p);
    }
    const int explained = count_distances_explained(k, u);
    if (explained < 2) {
        const rdg_outcome outcome = look_around(k, u, kind);
        if (outcome == RDG_ABORTED || *kind != RDG_BRANCH_POINT) {
            return rdg_failure_of(k->t->p);
        }
        if (outcome == RDG_CONVERGED && (explained == 0 || k->n_rays != 4)) {
            if (k->t->next.chart.step > 0.0) { /* not at a start */
                rdg_star_tangent(k, u, tangent);
            }
            return RDG_CONVERGED;
        }
        k->n_rays = 0;
    }
    return branching_roots(k, root) && !direction(k, root[0], tangent) ? RDG_FAILED : RDG_CONVERGED;
}

void rdg_branch_point_rays(const rdg_tracer *t, rdg_chart *chart)
{
    chart->n_rays = t->branch_work ? t->branch_work->n_rays : 0;
    chart->rays = chart->n_rays > 0 ? t->branch_work->star : NULL;
}

rdg_outcome rdg_branch_point_star(rdg_tracer *t, rdg_chart *chart, rdg_branch_kind *kind)
{
    *kind = RDG_BRANCH_POINT;
    workspace *k = rdg_branch_provide(t);
    if (!k) {
        return RDG_ABORTED;
    }
    k->n_rays = 0;
    memcpy(t->work, chart->u, (size_t)t->s->n * sizeof(double));
    rdg_outcome outcome =
        rdg_branch_borders(k, t->work, chart->tangent) && rdg_branch_evaluate(k, chart->u) == 0
            ? RDG_CONVERGED
            : rdg_failure_of(t->p);
    if (outcome == RDG_CONVERGED && isfinite(rdg_star_reduced(k, chart->u, 0.0, 0.0))) {
        memcpy(chart->u, k->kept, (size_t)t->s->n * sizeof *chart->u);
        outcome = look_around(k, chart->u, kind);
    }
    rdg_branch_leave(k);
    return outcome;
}

/* May the point be one of the step under way, by its arclength? */
static bool may_lie_on_step(const rdg_tracer *t, const double *u)
{
    const double slack = RDG_SAME_PLACE * rdg_step_along(t, t->next.chart.u) + rdg_event_rounding(t, u);
    const double at = rdg_step_along(t, u);
    return at >= -slack && at <= rdg_step_along(t, t->next.chart.u) + slack;
}

/* The star of a point costs thousands of residuals: where the way is bounded, a point of the step is meant,
 * and none elsewhere is judged. */
rdg_outcome rdg_branch_point_solve(rdg_tracer *t, double *tangent, double *u, double reach,
                                   rdg_newton_report *report, rdg_branch_kind *kind)
{
    *kind = RDG_BRANCH_POINT;
    *report = (rdg_newton_report){.residual = 0.0};
    workspace *k = rdg_branch_provide(t);
    if (!k) {
        return RDG_ABORTED;
    }
    rdg_outcome outcome =
        rdg_branch_borders(k, u, tangent) ? rdg_branch_newton(k, u, reach, report) : rdg_failure_of(t->p);
    rdg_count_iterations(t->ctx, report->iterations);
    if (outcome == RDG_CONVERGED) {
        outcome = isinf(reach) || may_lie_on_step(t, u) ? judge(k, u, tangent, kind) : RDG_FAILED;
    }
    if (*kind == RDG_BRANCH_SINGULAR) {
        memcpy(k->singular, u, (size_t)t->s->n * sizeof *u);
        k->has_singular = true;
    }
    rdg_branch_leave(k);
    return outcome;
}

static rdg_status no_other_branch(rdg_tracer *t)
{
    const bool trouble = t->p->trouble_status != RDG_OK;
    return rdg_fail(t->ctx, trouble ? t->p->trouble_status : RDG_ERR_SINGULAR, "rdg_continue",
                    "run \"%s\": the start is left on another branch, but there is none: %s", t->setup->name,
                    trouble ? t->p->trouble : "it is no simple branch point");
}

rdg_status rdg_branch_point_other(rdg_tracer *t, const double *u, const double *tangent, double *other)
{
    static const double at_right_angles[2] = {0.0, 1.0};
    workspace *k = rdg_branch_provide(t);
    if (!k) {
        return rdg_error_status(t->ctx);
    }
    double root[2][2];
    memcpy(t->work, u, (size_t)t->s->n * sizeof *u);
    bool found = rdg_branch_borders(k, t->work, tangent) && rdg_branch_evaluate(k, u) == 0;
    if (found) {
        const bool resolved = branching_roots(k, root);
        found = direction(k, resolved ? root[1] : at_right_angles, other);
    }
    rdg_branch_leave(k);
    return found ? RDG_OK : no_other_branch(t);
}
