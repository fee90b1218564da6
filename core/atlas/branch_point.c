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
#include "text_impl.h"
#include "toolbox.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MAX_ITERATIONS = 25, MAX_STALLS = 3, MAX_SETTLES = 4 };

/* A Newton step that no longer shrinks, of this size, has met the rounding of the functions. Where they are
 * differences their noise is met earlier, above all with curves of folds and the like, whose equations are
 * made of derivatives: several steps in a row then show it, of this size at most. What they led to is a
 * branch point only if the functions vanish there. */
static const double rounding_floor = 1e-9, noise_floor = 1e-5, solved = 1e-8;

typedef struct rdg_branch_work workspace;

void rdg_branch_work_free(rdg_branch_work *k)
{
    if (k) {
        rdg_bordered_free(k->matrix);
        double *arrays[] = {k->scale, k->b,   k->rows, k->v[0], k->v[1], k->h[0], k->h[1],
                            k->w,     k->rhs, k->x,    k->G,    k->kept, k->star, k->singular};
        for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) {
            rdg_free(arrays[i]);
        }
        rdg_free(k);
    }
}

static rdg_status allocate(workspace *k)
{
    rdg_tracer *t = k->t;
    const size_t n = (size_t)t->s->n;
    double **arrays[] = {&k->scale, &k->b,   &k->v[0], &k->v[1], &k->h[0], &k->h[1],
                         &k->w,     &k->rhs, &k->x,    &k->G,    &k->kept, &k->singular};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) {
        *arrays[i] = rdg_context_calloc(t->ctx, n + 1, sizeof(double));
    }
    k->rows = rdg_context_calloc(t->ctx, 2 * n, sizeof(double));
    k->star = rdg_context_calloc(t->ctx, RDG_MOST_RAYS * n, sizeof(double));
    k->matrix = rdg_bordered_create(t->ctx, rdg_assembly_jacobian_pattern(t->s->assembly), t->s->m, 1,
                                    t->setup->solver);
    return rdg_error_status(t->ctx);
}

/* The workspace of a run; NULL after a failure. */
static workspace *provide(rdg_tracer *t)
{
    if (!t->branch_work) {
        t->branch_work = rdg_context_calloc(t->ctx, 1, sizeof *t->branch_work);
        if (!t->branch_work) {
            return NULL;
        }
        t->branch_work->t = t;
        if (allocate(t->branch_work) != RDG_OK) {
            return NULL;
        }
    }
    return t->branch_work;
}

/* Away from branch points rows are scaled by themselves. */
static void leave(const workspace *k)
{
    rdg_bordered_fix_row_scale(k->t->s->matrix, NULL);
}

/* Largest entry of each row, for changes of typical size, at u and to both sides of it. */
static bool choose_scales(workspace *k, const double *u, const double *tangent)
{
    rdg_system *s = k->t->s;
    const rdg_pattern *a = rdg_assembly_jacobian_pattern(s->assembly);
    memset(k->scale, 0, (size_t)s->m * sizeof *k->scale);
    for (int side = -1; side <= 1; side++) {
        for (rdg_index j = 0; j < s->n; j++) {
            k->x[j] = u[j] + side * 0.01 * tangent[j];
        }
        if (rdg_system_jacobian(s, k->x) != 0) {
            if (side == 0 || rdg_problem_is_aborted(s->p)) {
                return false;
            }
            continue; /* outside the domain on this side */
        }
        for (rdg_index j = 0; j < s->n; j++) {
            for (rdg_index e = a->start[j]; e < a->start[j + 1]; e++) {
                if (a->row[e] < s->m) {
                    k->scale[a->row[e]] = fmax(k->scale[a->row[e]], fabs(s->jacobian[e]) * s->size[j]);
                }
            }
        }
    }
    for (rdg_index i = 0; i < s->m; i++) {
        k->scale[i] = k->scale[i] > 0.0 ? k->scale[i] : 1.0;
    }
    rdg_bordered_fix_row_scale(s->matrix, k->scale);
    rdg_bordered_fix_row_scale(k->matrix, k->scale);
    return true;
}

/* Border rows and column near the null vectors of [G_u; tangent], from one solve each. */
static bool choose_borders(workspace *k, const double *u, const double *tangent)
{
    rdg_system *s = k->t->s;
    double *along = k->rows;
    double *across = k->rows + s->n;
    for (rdg_index j = 0; j < s->n; j++) {
        along[j] = s->metric[j] * tangent[j];
    }
    if (!choose_scales(k, u, tangent) || rdg_system_jacobian(s, u) != 0 ||
        !rdg_system_factor(s, s->matrix, NULL, along)) {
        return false;
    }
    for (rdg_index j = 0; j < s->n; j++) {
        k->rhs[j] = j < s->m ? rdg_general(j) * k->scale[j] : 0.0;
        k->w[j] = rdg_general(j) / s->size[j];
    }
    rdg_system_solve(s, s->matrix, k->rhs, k->x);
    if (!rdg_system_normalise(s, k->x)) {
        return false;
    }
    for (rdg_index j = 0; j < s->n; j++) {
        across[j] = s->metric[j] * k->x[j];
    }
    rdg_system_solve_transposed(s, s->matrix, k->w, k->rhs);
    double largest = 0.0;
    for (rdg_index i = 0; i < s->m; i++) {
        k->b[i] = k->rhs[i] * k->scale[i];
        largest = fmax(largest, fabs(k->b[i]));
    }
    for (rdg_index i = 0; i < s->m; i++) {
        k->b[i] /= largest;
    }
    return largest > 0.0 && isfinite(largest);
}

/* Factor M at u; null vectors, left null vector, and the products with second derivatives. */
static int evaluate(workspace *k, const double *u)
{
    rdg_system *s = k->t->s;
    const rdg_index n = s->n;
    int answer = rdg_system_jacobian(s, u);
    if (answer != 0) {
        return answer;
    }
    if (!rdg_system_factor(s, k->matrix, k->b, k->rows)) {
        return 1;
    }
    memset(k->rhs, 0, ((size_t)n + 1) * sizeof *k->rhs);
    for (int i = 0; i < 2; i++) {
        k->rhs[s->m + i] = 1.0;
        rdg_system_solve(s, k->matrix, k->rhs, k->v[i]);
        k->rhs[s->m + i] = 0.0;
    }
    k->rhs[n] = 1.0;
    rdg_system_solve_transposed(s, k->matrix, k->rhs, k->w);
    for (int i = 0; answer == 0 && i < 2; i++) {
        answer = rdg_system_hessian_times(s, u, k->w, k->v[i], k->h[i]);
    }
    return answer;
}

static double product(const workspace *k, const double *a, const double *b)
{
    double sum = 0.0;
    for (rdg_index j = 0; j < k->t->s->n; j++) {
        sum += a[j] * b[j];
    }
    return sum;
}

static double product_of_rows(const workspace *k, const double *a, const double *b)
{
    double sum = 0.0;
    for (rdg_index i = 0; i < k->t->s->m; i++) {
        sum += a[i] * b[i];
    }
    return sum;
}

/* One Newton step into k->x; its size relative to the typical sizes, or a negative number if there is none.
 */
static double newton_step(workspace *k, const double *u)
{
    rdg_system *s = k->t->s;
    const rdg_index n = s->n;
    if (evaluate(k, u) != 0 || rdg_system_residual(s, u, k->G) != 0) {
        return -1.0;
    }
    memset(k->rhs, 0, ((size_t)n + 1) * sizeof *k->rhs);
    for (rdg_index i = 0; i < s->m; i++) {
        k->rhs[i] = -k->G[i];
    }
    rdg_system_solve(s, k->matrix, k->rhs, k->x);
    double a[2][2];
    double r[2];
    for (int i = 0; i < 2; i++) {
        r[i] = k->v[i][n] - product(k, k->h[i], k->x);
        for (int j = 0; j < 2; j++) {
            a[i][j] = product(k, k->h[i], k->v[j]);
        }
    }
    const double det = a[0][0] * a[1][1] - a[0][1] * a[1][0];
    const double y0 = (r[0] * a[1][1] - a[0][1] * r[1]) / det;
    const double y1 = (a[0][0] * r[1] - r[0] * a[1][0]) / det;
    double largest = 0.0;
    for (rdg_index j = 0; j < n; j++) {
        k->x[j] += y0 * k->v[0][j] + y1 * k->v[1][j];
        largest = fmax(largest, fabs(k->x[j]) / s->size[j]);
    }
    return isfinite(largest) && isfinite(y0) && isfinite(y1) ? largest : -1.0;
}

static void nudge(const rdg_tracer *t, double *u)
{
    for (rdg_index j = 0; j < t->s->n; j++) {
        u[j] += 1e-7 * t->s->size[j] * rdg_general(j);
    }
}

static void add_step(const workspace *k, double *u)
{
    for (rdg_index j = 0; j < k->t->s->n; j++) {
        u[j] += k->x[j];
    }
}

/* Newton's method; *noisy: it ended at the noise of differences. */
static rdg_outcome iterate(workspace *k, double *u, rdg_newton_report *report, bool *noisy)
{
    rdg_tracer *t = k->t;
    double previous = INFINITY;
    int stalls = 0;
    *noisy = false;
    for (int i = 0; i < MAX_ITERATIONS; i++) {
        const double step = newton_step(k, u);
        if (step < 0.0 || step > 1e3) {
            return rdg_failure_of(t->p);
        }
        report->iterations = i + 1;
        report->last_step = step;
        /* at the floor the step is no longer worth taking */
        stalls = step > 0.5 * previous && previous < noise_floor ? stalls + 1 : 0;
        *noisy = stalls >= MAX_STALLS;
        if (*noisy || (stalls > 0 && previous < rounding_floor)) {
            return RDG_CONVERGED;
        }
        add_step(k, u);
        if (step <= t->setup->newton.step_tol * 1e-2) {
            return RDG_CONVERGED;
        }
        previous = step;
    }
    return previous <= rounding_floor ? RDG_CONVERGED : RDG_FAILED;
}

/* Largest value of an equation at u, in row scales, of the zero functions and of all. False: it has none. */
static bool residual_at(workspace *k, const double *u, double *zero, double *all)
{
    rdg_system *s = k->t->s;
    rdg_index zero_rows = 0;
    rdg_assembly_rows(s->assembly, &zero_rows);
    *zero = *all = 0.0;
    const bool good = rdg_system_residual(s, u, k->G) == 0;
    for (rdg_index i = 0; good && i < s->m; i++) {
        *all = rdg_larger(*all, fabs(k->G[i]) / k->scale[i]);
        *zero = i < zero_rows ? *all : *zero;
    }
    return good;
}

/* Let b be the left null vector w, or its part in the rows of held monitors if that is not too small. */
static void point_border_along_null_vector(workspace *k)
{
    rdg_system *s = k->t->s;
    rdg_index zero_rows = 0;
    rdg_assembly_rows(s->assembly, &zero_rows);
    double all = 0.0, held = 0.0;
    for (rdg_index i = 0; i < s->m; i++) {
        k->b[i] = k->w[i] * k->scale[i];
        all = fmax(all, fabs(k->b[i]));
        held = i >= zero_rows ? fmax(held, fabs(k->b[i])) : held;
    }
    const bool enough = held > 0.01 * all;
    for (rdg_index i = 0; i < s->m; i++) {
        k->b[i] = enough && i < zero_rows ? 0.0 : k->b[i] / (enough ? held : all);
    }
}

/* The noise of a monitor that is held and made of derivatives by differences leaves a residual beta b. Let it
 * stay in that monitor, and the zero functions vanish to rounding. Returns the largest residual. */
static double settle(workspace *k, double *u)
{
    const double rounding = 1e-13;
    const size_t bytes = (size_t)k->t->s->n * sizeof *u;
    double least = INFINITY, largest = INFINITY;
    if (!residual_at(k, u, &least, &largest) || largest <= rounding || evaluate(k, u) != 0) {
        return largest;
    }
    memcpy(k->kept, u, bytes);
    point_border_along_null_vector(k);
    for (int i = 0; i < MAX_SETTLES; i++) {
        const double step = newton_step(k, u);
        if (step < 0.0 || step > 1e2 * noise_floor) {
            break;
        }
        add_step(k, u);
        double zero = INFINITY, all = INFINITY;
        if (residual_at(k, u, &zero, &all) && zero < least) {
            least = zero;
            largest = all;
            memcpy(k->kept, u, bytes);
        }
    }
    memcpy(u, k->kept, bytes);
    return largest;
}

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
            largest = fmax(largest, fabs(unfolding + product_of_rows(k, k->w, k->G)));
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
    const double unfolding = -product_of_rows(k, k->w, k->G);
    return fabs(unfolding) <= rounding ||
           fabs(unfolding) <= times_noise * noise_of_unfolding(k, u, unfolding);
}

/* The coefficients of the branching equation. */
static void branching_form(const workspace *k, double a[2][2])
{
    for (int i = 0; i < 2; i++) {
        for (int j = 0; j < 2; j++) {
            a[i][j] = product(k, k->h[i], k->v[j]);
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

/* Borders from u or, as the bordered matrix is singular exactly on a branch point, from beside it: *u is then
 * moved there. */
static bool choose_borders_near(workspace *k, double *u, const double *tangent)
{
    if (choose_borders(k, u, tangent)) {
        return true;
    }
    nudge(k->t, u);
    return choose_borders(k, u, tangent);
}

/* The two roots of the branching equation tell of all branches unless they all but coincide, or the functions
 * are flatter nearby than their second derivatives, or steeper. At how many of two distances do they? */
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
        const double angle = 0.3 + i * acos(-1.0) / DIRECTIONS;
        const double r = nearby[i / DIRECTIONS];
        const double x = r * cos(angle);
        const double y = r * sin(angle);
        const double form = -0.5 * (x * x * a[0][0] + 2.0 * x * y * off + y * y * a[1][1]);
        agrees = fabs(rdg_star_reduced(k, u, x, y) - form) < slack * r * r * largest;
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
    if (evaluate(k, u) != 0) {
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
    workspace *k = provide(t);
    if (!k) {
        return RDG_ABORTED;
    }
    k->n_rays = 0;
    memcpy(t->work, chart->u, (size_t)t->s->n * sizeof(double));
    rdg_outcome outcome = choose_borders_near(k, t->work, chart->tangent) && evaluate(k, chart->u) == 0
                              ? RDG_CONVERGED
                              : rdg_failure_of(t->p);
    if (outcome == RDG_CONVERGED) {
        outcome = look_around(k, chart->u, kind);
    }
    leave(k);
    return outcome;
}

static double distance(const rdg_tracer *t, const double *a, const double *b)
{
    double sum = 0.0;
    for (rdg_index j = 0; j < t->s->n; j++) {
        sum += t->s->metric[j] * (a[j] - b[j]) * (a[j] - b[j]);
    }
    return sqrt(sum);
}

static void say_where(const rdg_tracer *t, const double *u, char *place, size_t size)
{
    const rdg_index first = t->setup->first_active;
    double value = 0.0;
    *place = '\0';
    if (first >= 0 && rdg_problem_parameter(t->p, first, u, &value, NULL) == 0) {
        const rdg_parameter *parameter = &t->p->parameter[first];
        rdg_format(place, size, " at %s = %.6g%s%s", parameter->name, value, *parameter->unit ? " " : "",
                   parameter->unit);
    }
}

bool rdg_leads_into_cusp(const rdg_tracer *t, double reach)
{
    const workspace *k = t->branch_work;
    return k && k->has_singular && distance(t, k->singular, t->current.chart.u) <= reach &&
           rdg_step_along(t, k->singular) > 0.0;
}

/* Do the two curves that leave u go the same way? */
static bool turns_back(const workspace *k, const double *u)
{
    const rdg_tracer *t = k->t;
    double along = 0.0;
    for (rdg_index j = 0; j < t->s->n; j++) {
        along += t->s->metric[j] * (k->star[j] - u[j]) * (k->star[t->s->n + j] - u[j]);
    }
    return along > 0.5 * distance(t, k->star, u) * distance(t, k->star + t->s->n, u);
}

/* The singular point that Newton's method finds next to the end of a curve, or, where the functions are too
 * flat for it, that end itself, if from afar the curve turns back there. */
static bool finds_singular_point(rdg_tracer *t, workspace *k, double near)
{
    const size_t bytes = (size_t)t->s->n * sizeof(double);
    rdg_chart *chart = &t->bracket[0].chart;
    rdg_newton_report report;
    rdg_branch_kind kind;
    memcpy(chart->u, t->current.chart.u, bytes);
    memcpy(chart->tangent, t->current.chart.tangent, bytes);
    rdg_branch_point_solve(t, chart->tangent, chart->u, &report, &kind);
    if (kind == RDG_BRANCH_SINGULAR && distance(t, k->singular, t->current.chart.u) <= near) {
        return true;
    }
    memcpy(chart->u, t->current.chart.u, bytes);
    memcpy(chart->tangent, t->current.chart.tangent, bytes);
    if (rdg_branch_point_star(t, chart, &kind) != RDG_CONVERGED || kind != RDG_BRANCH_SINGULAR ||
        !turns_back(k, chart->u)) {
        return false;
    }
    memcpy(k->singular, t->current.chart.u, bytes);
    k->has_singular = true;
    return true;
}

void rdg_complain_of_cusp(rdg_tracer *t)
{
    const double near = 1e-2;
    workspace *k = provide(t);
    if (!k || rdg_problem_is_aborted(t->p)) {
        return;
    }
    const bool known = k->has_singular && distance(t, k->singular, t->current.chart.u) <= near;
    if (known || finds_singular_point(t, k, near)) {
        char place[128];
        say_where(t, k->singular, place, sizeof place);
        rdg_problem_complain(t->p, RDG_ERR_SINGULAR,
                             "a singular point%s, where the curve ends or turns back in a cusp", place);
    }
}

void rdg_warn_of_singular_point(rdg_tracer *t, const double *u)
{
    char place[128];
    say_where(t, u, place, sizeof place);
    rdg_warn(t->ctx, "singular points",
             "run %s: singular point%s: the functions lose rank, but a single curve goes through",
             t->setup->name, place);
}

rdg_outcome rdg_branch_point_solve(rdg_tracer *t, double *tangent, double *u, rdg_newton_report *report,
                                   rdg_branch_kind *kind)
{
    *kind = RDG_BRANCH_POINT;
    *report = (rdg_newton_report){.residual = 0.0};
    workspace *k = provide(t);
    if (!k) {
        return RDG_ABORTED;
    }
    bool noisy = false;
    rdg_outcome outcome =
        choose_borders_near(k, u, tangent) ? iterate(k, u, report, &noisy) : rdg_failure_of(t->p);
    rdg_count_iterations(t->ctx, report->iterations);
    if (outcome == RDG_CONVERGED) {
        report->residual = settle(k, u);
        outcome = noisy && !(report->residual <= solved) ? RDG_FAILED : judge(k, u, tangent, kind);
    }
    if (*kind == RDG_BRANCH_SINGULAR) {
        memcpy(k->singular, u, (size_t)t->s->n * sizeof *u);
        k->has_singular = true;
    }
    leave(k);
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
    workspace *k = provide(t);
    if (!k) {
        return rdg_error_status(t->ctx);
    }
    double root[2][2];
    memcpy(t->work, u, (size_t)t->s->n * sizeof *u);
    bool found = choose_borders_near(k, t->work, tangent) && evaluate(k, u) == 0;
    if (found) {
        const bool resolved = branching_roots(k, root);
        found = direction(k, resolved ? root[1] : at_right_angles, other);
    }
    leave(k);
    return found ? RDG_OK : no_other_branch(t);
}
