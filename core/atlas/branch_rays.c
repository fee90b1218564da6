/* The curves that leave a branch point of multiplicity k > 1.
 *
 * The null space of G_u has dimension k + 1 there: the tangent of the curve that was followed and k vectors
 * more. With k = 2 circles across the curve show all others (branch_star.c) if the eigenvalues that vanish
 * cross zero along it. Else, each curve that leaves the point meets the sphere |u - u0| = r, which together
 * with G(u) = 0 is a square system: its solutions near the null space are found by Newton's method from many
 * directions of the null space. The solutions are all curves if each was met more than once and a smaller
 * sphere has as many. */
#include "branch_impl.h"
#include "toolbox.h"

#include <inttypes.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

enum { SPHERES = 4, STARTS_EACH = 192, MAX_STEPS = 30, MOST_BASIS = RDG_MOST_NULL_VECTORS + 1 };

static const double radius[SPHERES] = {3e-1, 1e-1, 3e-2, 1e-2};

typedef struct sphere {
    rdg_tracer *t;
    const double *u0;
    double r;
    int dimension;                /* of the null space */
    double *basis;                /* [dimension n] orthonormal, the tangent first */
    double *u, *rhs, *row, *step; /* [n] */
    double *ray;                  /* [RDG_MOST_RAYS n] what was found */
    int met[RDG_MOST_RAYS];       /* by so many starts */
    rdg_index n_rays;
    bool overflows;
} sphere;

static double square_of_distance(const sphere *q, const double *u)
{
    rdg_system *s = q->t->s;
    double sum = 0.0;
    for (rdg_index j = 0; j < s->n; j++) {
        sum += s->metric[j] * (u[j] - q->u0[j]) * (u[j] - q->u0[j]);
    }
    return sum;
}

/* One step of Newton's method into q->step; its length, NaN: there is none. */
static double newton_step(sphere *q)
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

/* q->u becomes a solution near the null space: it has as much of it as a curve that leaves the point must. */
static bool solve(sphere *q)
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

static void keep(sphere *q)
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
static void choose_start(const sphere *q, int i, int starts, uint64_t *seed, double *c)
{
    memset(c, 0, MOST_BASIS * sizeof *c);
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
static bool search(sphere *q)
{
    const rdg_index n = q->t->s->n;
    const int starts = STARTS_EACH * (q->dimension - 1);
    uint64_t seed = 7;
    int n_met = 0;
    double c[MOST_BASIS];
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
        if (solve(q)) {
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

/* Orthonormal basis: the tangent, then the null vectors of [G_u; tangent], relative to the typical sizes. */
static bool build_basis(sphere *q, const double *tangent, const double *null_vectors)
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

/* --- multiplicity 2 */

/* Left null vectors: N^-T of the null vectors for N = [G_u; tangent] close to the point. */
static bool find_left_null_vectors(const sphere *q, rdg_branch_work *k, const double *null_vectors)
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
        for (rdg_index row = 0; row < s->m; row++) {
            plane->left[i][row] /= sqrt(square);
        }
        if (!(square > 0.0)) {
            return false;
        }
    }
    return true;
}

/* Both ways along the curve that was followed, to this distance; added to the rays. */
static bool add_own_rays(const sphere *q, rdg_branch_work *k, double distance)
{
    const double near = 1e-10;
    rdg_system *s = q->t->s;
    const rdg_index n = s->n;
    for (int side = -1; side <= 1; side += 2) {
        double length = INFINITY;
        for (rdg_index j = 0; j < n; j++) {
            q->u[j] = q->u0[j] + side * distance * q->basis[j];
            q->row[j] = s->metric[j] * q->basis[j];
        }
        for (int i = 0; i < MAX_STEPS && length > near * distance; i++) {
            if (rdg_system_residual(s, q->u, q->rhs) != 0 || rdg_system_jacobian(s, q->u) != 0 ||
                !rdg_system_factor(s, s->matrix, NULL, q->row)) {
                return false;
            }
            q->rhs[s->m] = 0.0;
            rdg_system_solve(s, s->matrix, q->rhs, q->step);
            length = sqrt(rdg_system_dot(s, q->step, q->step));
            for (rdg_index j = 0; j < n; j++) {
                q->u[j] -= q->step[j];
            }
        }
        if (!(length <= near * distance)) {
            return false;
        }
        memcpy(k->star + k->n_rays++ * n, q->u, (size_t)n * sizeof *q->u);
    }
    return true;
}

/* Circles across the curve. *crosses: do both eigenvalues cross zero along it? */
static bool search_circles(sphere *q, rdg_branch_work *k, const double *null_vectors, bool *crosses)
{
    const double slow = 1e-3, own = 0.1;
    rdg_system *s = q->t->s;
    const rdg_index n = s->n;
    rdg_star_plane plane = {.tangent = q->basis, .least_speed = INFINITY};
    double *room = rdg_context_calloc(q->t->ctx, 3 * (size_t)n, sizeof *room);
    bool found = room && rdg_branch_scales(k, q->u0, q->basis);
    plane.left[0] = room;
    plane.left[1] = room ? room + n : NULL;
    plane.image = room ? room + 2 * n : NULL;
    k->plane = &plane;
    for (rdg_index j = 0; j < 2 * n; j++) {
        k->v[j / n][j % n] = q->basis[n + j];
        k->rows[j] = s->metric[j % n] * q->basis[n + j];
    }
    found = found && find_left_null_vectors(q, k, null_vectors) &&
            rdg_star_scan(k, q->u0, -1.0) == RDG_CONVERGED && add_own_rays(q, k, own);
    *crosses = plane.least_speed > slow * plane.most_speed;
    k->plane = NULL;
    rdg_branch_leave(k);
    rdg_free(room);
    return found;
}

static bool search_spheres(sphere *q)
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

rdg_outcome rdg_multiple_point_rays(rdg_tracer *t, rdg_chart *chart, int count)
{
    const rdg_index n = t->s->n;
    rdg_branch_work *k = rdg_branch_provide(t);
    if (!k) {
        return RDG_ABORTED;
    }
    double *room = rdg_context_calloc(t->ctx, (MOST_BASIS + 4) * (size_t)n, sizeof *room);
    if (!room) {
        return RDG_ABORTED;
    }
    double *work = room + MOST_BASIS * n;
    sphere q = {.t = t,
                .u0 = chart->u,
                .dimension = count + 1,
                .basis = room,
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
            found = search_spheres(&q);
            k->n_rays = q.n_rays;
        }
    }
    rdg_free(room);
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
        return rdg_fail(t->ctx, RDG_ERR_ARGUMENT, "rdg_continue",
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
