/* The curves that leave a branch point of multiplicity k > 1.
 *
 * The null space of G_u has dimension k + 1 there: the tangent of the curve that was followed and k vectors
 * more. With k = 2 circles across the curve show all others (branch_star.c) if the eigenvalues that vanish
 * cross zero along it; else spheres about the point do (branch_spheres.c). */
#include "branch_impl.h"
#include "toolbox.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* Orthonormal basis: the tangent, then the null vectors of [G_u; tangent], relative to the typical sizes. */
static bool build_basis(rdg_sphere *q, const double *tangent, const double *null_vectors)
{
    rdg_system *s = q->t->s;
    const rdg_index n = s->n;
    for (int k = 0; k < q->dimension; k++) {
        double *b = q->basis + k * n;
        for (rdg_index j = 0; j < n; j++) {
            b[j] = k == 0 ? tangent[j] : s->size[j] * null_vectors[(k - 1) * n + j];
        }
        for (int i = 0; i < k; i++) {
            const double along = rdg_system_dot(s, q->basis + i * n, b);
            for (rdg_index j = 0; j < n; j++) {
                b[j] -= along * q->basis[i * n + j];
            }
        }
        if (!rdg_system_normalise(s, b)) {
            return false;
        }
    }
    return true;
}

/* Left null vectors: N^-T of the null vectors for N = [G_u; tangent] close to the point. */
static bool find_left_null_vectors(const rdg_sphere *q, rdg_branch_work *k, const double *null_vectors)
{
    const double near = 1e-3;
    rdg_system *s = q->t->s;
    rdg_star_plane *plane = k->plane;
    for (rdg_index j = 0; j < s->n; j++) {
        q->u[j] = q->u0[j] + near * plane->tangent[j];
        q->row[j] = s->metric[j] * plane->tangent[j];
    }
    if (rdg_system_jacobian(s, q->u) != 0 || !rdg_system_factor(s, s->matrix, NULL, q->row)) {
        return false;
    }
    for (int i = 0; i < 2; i++) {
        for (rdg_index j = 0; j < s->n; j++) {
            q->rhs[j] = null_vectors[i * s->n + j] / s->size[j];
        }
        rdg_system_solve_transposed(s, s->matrix, q->rhs, q->step);
        double along = 0.0, square = 0.0;
        for (rdg_index row = 0; row < s->m; row++) {
            along += i * k->scale[row] * k->scale[row] * plane->left[0][row] * q->step[row];
        }
        for (rdg_index row = 0; row < s->m; row++) {
            plane->left[i][row] = q->step[row] - along * plane->left[0][row];
            square += pow(k->scale[row] * plane->left[i][row], 2);
        }
        if (!(square > 0.0)) {
            return false;
        }
        for (rdg_index row = 0; row < s->m; row++) {
            plane->left[i][row] /= sqrt(square);
        }
    }
    return true;
}

/* Both ways along the curve that was followed; added to the rays. */
static bool add_own_rays(rdg_sphere *q, rdg_branch_work *k)
{
    const size_t n = (size_t)q->t->s->n;
    q->r = 0.1;
    for (int side = -1; side <= 1; side += 2) {
        for (size_t j = 0; j < n; j++) {
            q->u[j] = q->u0[j] + side * q->r * q->basis[j];
        }
        if (!rdg_sphere_solve(q)) {
            return false;
        }
        memcpy(k->star + (size_t)k->n_rays++ * n, q->u, n * sizeof *q->u);
    }
    return true;
}

/* Circles across the curve. *crosses: do both eigenvalues cross zero along it? */
static bool search_circles(rdg_sphere *q, rdg_branch_work *k, const double *null_vectors, bool *crosses)
{
    const double slow = 1e-3;
    rdg_system *s = q->t->s;
    const rdg_index n = s->n;
    rdg_star_plane plane = {.tangent = q->basis, .least_speed = INFINITY};
    double *workspace = rdg_context_calloc(q->t->ctx, 3 * (size_t)n, sizeof *workspace);
    bool found = workspace && rdg_branch_scales(k, q->u0, q->basis);
    plane.left[0] = workspace;
    plane.left[1] = workspace ? workspace + n : NULL;
    plane.image = workspace ? workspace + 2 * n : NULL;
    k->plane = &plane;
    for (rdg_index j = 0; j < 2 * n; j++) {
        k->v[j / n][j % n] = q->basis[n + j];
        k->rows[j] = s->metric[j % n] * q->basis[n + j];
    }
    found = found && find_left_null_vectors(q, k, null_vectors) &&
            rdg_star_scan(k, q->u0, -1.0) == RDG_CONVERGED && add_own_rays(q, k);
    *crosses = plane.most_speed > 0.0 && plane.least_speed > slow * plane.most_speed;
    k->plane = NULL;
    rdg_branch_leave(k);
    rdg_free(workspace);
    return found;
}

rdg_outcome rdg_multiple_point_rays(rdg_tracer *t, rdg_chart *chart, int count)
{
    const rdg_index n = t->s->n;
    rdg_branch_work *k = rdg_branch_provide(t);
    if (!k) {
        return RDG_ABORTED;
    }
    double *workspace = rdg_context_calloc(t->ctx, (RDG_MOST_BASIS + 4) * (size_t)n, sizeof *workspace);
    if (!workspace) {
        return RDG_ABORTED;
    }
    double *work = workspace + RDG_MOST_BASIS * n;
    rdg_sphere q = {.t = t,
                    .u0 = chart->u,
                    .dimension = count + 1,
                    .basis = workspace,
                    .u = work,
                    .rhs = work + n,
                    .row = work + 2 * n,
                    .step = work + 3 * n,
                    .ray = k->star};
    bool found = false, crosses = false;
    k->n_rays = 0;
    if (build_basis(&q, chart->tangent, t->block)) {
        found = count == 2 && search_circles(&q, k, t->block, &crosses);
        if (!found && !crosses) {
            found = rdg_sphere_search(&q);
            k->n_rays = q.n_rays;
        }
    }
    rdg_free(workspace);
    k->n_rays = found ? k->n_rays : 0;
    rdg_branch_point_rays(t, chart);
    chart->multiplicity = count;
    return rdg_problem_is_aborted(t->p) ? RDG_ABORTED : RDG_CONVERGED;
}

/* Which rays are those of the curve with this tangent, one for each way? */
static void find_own_rays(const rdg_tracer *t, const rdg_chart *chart, const double *tangent, double *apart,
                          rdg_index own[2])
{
    const rdg_index n = t->s->n;
    double most[2] = {0.0, 0.0};
    own[0] = own[1] = -1;
    for (rdg_index k = 0; k < chart->n_rays; k++) {
        for (rdg_index j = 0; j < n; j++) {
            apart[j] = chart->rays[k * n + j] - chart->u[j];
        }
        const double along = rdg_system_dot(t->s, apart, tangent) / sqrt(rdg_system_dot(t->s, apart, apart));
        const int side = along > 0.0;
        if (fabs(along) > most[side]) {
            most[side] = fabs(along);
            own[side] = k;
        }
    }
}

rdg_status rdg_multiple_point_other(rdg_tracer *t, const rdg_chart *chart, const double *tangent,
                                    rdg_index number, double *ray)
{
    const rdg_index n = t->s->n;
    rdg_index own[2], branches = 0;
    find_own_rays(t, chart, tangent, ray, own);
    rdg_index chosen = -1;
    for (rdg_index k = 0; k < chart->n_rays; k++) {
        const bool is_other = k != own[0] && k != own[1];
        branches += is_other;
        chosen = is_other && branches == number ? k : chosen;
    }
    if (chosen < 0) {
        return rdg_fail(t->ctx, branches > 0 ? RDG_ERR_ARGUMENT : RDG_ERR_SINGULAR, "rdg_continue",
                        "run \"%s\": branch number %" PRId64
                        " is to be taken at a branch point of multiplicity "
                        "%d, but %" PRId64 " are known to leave it%s",
                        t->setup->name, number, chart->multiplicity, branches,
                        chart->n_rays == 0 ? ": rounding hides their directions" : "");
    }
    memcpy(ray, chart->rays + chosen * n, (size_t)n * sizeof *ray);
    rdg_write(t->ctx, RDG_CHANNEL_NOTE,
              "note: run %s: it follows branch %" PRId64 " of %" PRId64
              " that leave the branch point of multiplicity %d; RDG_SWITCH_BRANCH() chooses another\n",
              t->setup->name, number, branches, chart->multiplicity);
    return RDG_OK;
}
