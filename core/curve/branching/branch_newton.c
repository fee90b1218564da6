/* Newton's method for a branch point, and the matrices that it shares with those who compute what leaves it.
 *
 * With the unknowns (u, beta) of branch_point.c: M^-1 gives every solution of the linearised first equation
 * as x0 + y_1 v_1 + y_2 v_2, so that a step costs one factorisation and a 2 x 2 system. */
#include "branch_impl.h"
#include "toolbox.h"
#include "vectors.h"

#include <math.h>
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
    k->matrix =
        rdg_bordered_create_for(t->ctx, t->s->assembly, t->s->m, 1, &t->s->p->adjoint, t->setup->solver);
    return k->matrix ? rdg_bordered_leave_out(k->matrix, &t->p->frozen) : rdg_error_status(t->ctx);
}

workspace *rdg_branch_provide(rdg_tracer *t)
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

void rdg_branch_leave(const workspace *k)
{
    rdg_bordered_fix_row_scale(k->t->s->matrix, NULL);
}

/* Largest entry of each row, for changes of typical size, at u and to both sides of it. */
bool rdg_branch_scales(workspace *k, const double *u, const double *tangent)
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
            if (rdg_frozen_has(&s->p->frozen, j)) {
                continue;
            }
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
    if (!rdg_branch_scales(k, u, tangent) || rdg_system_jacobian(s, u) != 0 ||
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
int rdg_branch_evaluate(workspace *k, const double *u)
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

double rdg_branch_product(const workspace *k, const double *a, const double *b)
{
    return rdg_dot(k->t->s->n, a, b);
}

double rdg_branch_row_product(const workspace *k, const double *a, const double *b)
{
    return rdg_dot(k->t->s->m, a, b);
}

/* One Newton step into k->x; its size relative to the typical sizes, or a negative number if there is none.
 */
static double newton_step(workspace *k, const double *u)
{
    rdg_system *s = k->t->s;
    const rdg_index n = s->n;
    if (rdg_branch_evaluate(k, u) != 0 || rdg_system_residual(s, u, k->G) != 0) {
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
        r[i] = k->v[i][n] - rdg_branch_product(k, k->h[i], k->x);
        for (int j = 0; j < 2; j++) {
            a[i][j] = rdg_branch_product(k, k->h[i], k->v[j]);
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

/* What is held stays: multipliers that are 0 save the derivatives of what they belong to. */
static void nudge(const rdg_tracer *t, double *u)
{
    for (rdg_index j = 0; j < t->s->n; j++) {
        u[j] += t->s->settled[j] ? 0.0 : 1e-7 * t->s->size[j] * rdg_general(j);
    }
    rdg_frozen_hold(&t->p->frozen, u);
}

bool rdg_branch_borders(workspace *k, double *u, const double *tangent)
{
    if (choose_borders(k, u, tangent)) {
        return true;
    }
    nudge(k->t, u);
    return choose_borders(k, u, tangent);
}

static void add_step(const workspace *k, double *u)
{
    for (rdg_index j = 0; j < k->t->s->n; j++) {
        u[j] += k->x[j];
    }
}

/* Newton's method; *noisy: it ended at the noise of differences. */
static rdg_outcome iterate(workspace *k, double *u, double reach, rdg_newton_report *report, bool *noisy)
{
    rdg_tracer *t = k->t;
    double previous = INFINITY, way = 0.0;
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
        way += sqrt(rdg_system_dot(t->s, k->x, k->x));
        if (way > reach) {
            rdg_problem_complain(t->p, RDG_ERR_NO_CONVERGENCE, "Newton's method leads far off the step");
            return RDG_FAILED;
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
    if (!residual_at(k, u, &least, &largest) || largest <= rounding || rdg_branch_evaluate(k, u) != 0) {
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

rdg_outcome rdg_branch_newton(workspace *k, double *u, double reach, rdg_newton_report *report)
{
    bool noisy = false;
    const rdg_outcome outcome = iterate(k, u, reach, report, &noisy);
    if (outcome != RDG_CONVERGED) {
        return outcome;
    }
    report->residual = settle(k, u);
    return noisy && !(report->residual <= solved) ? RDG_FAILED : RDG_CONVERGED;
}
