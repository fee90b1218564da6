/* The curves that leave a branch point.
 *
 * The null space of B beside the point, with the tangent as border row, is found by inverse iteration. At a
 * simple point it is one vector: the other curve has a point at a given distance along it on either side. At
 * a multiple one each curve meets the sphere about the point, where Newton's method finds it from many
 * directions of the null space. These are all if each was found more than once, and a smaller sphere has as
 * many. */
#include "peak_set_impl.h"

#include <ridgewalk/toolbox.h>

#include <math.h>
#include <string.h>

enum { MOST_NULL = 4, ITERATIONS = 4, RESTORE = 12, MOST_RAYS = 64, SPHERES = 9, DISTANCES = 7 };

/* Radii of the spheres, share of the motion: as many curves at two of them. With the symmetry of a ring of N
 * cells terms of order 2 N - 1 distinguish the directions. */
static const double radius[SPHERES] = {0.5, 0.35, 0.25, 0.17, 0.1, 0.05, 0.025, 0.0125, 6e-3};

/* A curve at a simple point is entered so far from it, share of the motion. */
static const double distance_of[DISTANCES] = {0.1, 0.05, 0.025, 0.0125, 6e-3, 3e-3, 1.5e-3};

/* Null vectors grow by inverse iteration at least by this share of what the first one does: the point is
 * known to 1e-7, others grow by the inverse of a typical eigenvalue. */
static const double alike = 1e-3;

typedef struct null_space {
    rdg_peak_trace *t;
    const double *u0, *tangent;
    bool is_kink;
    int count; /* at a non-smooth point: the soft directions, as many as there is space for */
    double *v; /* [MOST_NULL n], orthonormal in the product at u0 */
} null_space;

/* Orthonormal to those before; the length that was left. */
static double normalise(const null_space *s, int k)
{
    const rdg_peak_response *r = s->t->r;
    double *v = s->v + k * r->n;
    for (int pass = 0; pass < 2; pass++) {
        for (int i = 0; i < k; i++) {
            const double *w = s->v + i * r->n;
            rdg_peak_add(r->n, v, -rdg_peak_product(r, s->u0, v, w), w, v);
        }
    }
    const double length = sqrt(rdg_peak_product(r, s->u0, v, v));
    for (rdg_index i = 0; length > 0.0 && i < r->n; i++) {
        v[i] /= length;
    }
    return length;
}

/* Inverse iteration of a block. */
static bool find_null_space(null_space *s)
{
    rdg_peak_response *r = s->t->r;
    double grown[MOST_NULL] = {0.0}, *b = s->t->v[TRACE_PROBE], *row = s->t->v[TRACE_ROW];
    const int most = r->n_Q < MOST_NULL ? (int)r->n_Q : MOST_NULL;
    rdg_peak_border_along(r, s->u0, s->tangent, row);
    if (rdg_peak_factor(r, s->u0, row, false) != 0) {
        return false;
    }
    for (int k = 0; k < most; k++) {
        for (rdg_index i = 0; i < r->n_Q; i++) {
            s->v[k * r->n + r->Q + i] = sin((double)((k + 1) * (i + 1) * (i + 1)));
        }
        normalise(s, k);
    }
    for (int iteration = 0; iteration < ITERATIONS; iteration++) {
        for (int k = 0; k < most; k++) {
            double *v = s->v + k * r->n;
            memset(b, 0, (size_t)r->n * sizeof *b);
            memcpy(b, v + r->Q, (size_t)r->n_Q * sizeof *b);
            rdg_bordered_scalar_solve(r->scalar, b, v);
        }
        for (int k = 0; k < most; k++) {
            grown[k] = normalise(s, k);
        }
    }
    s->count = s->is_kink ? most - 1 : 0;
    while (!s->is_kink && s->count < most && grown[s->count] > alike * grown[0]) {
        s->count++;
    }
    return s->count > 0 && isfinite(grown[0]) && s->count < MOST_NULL;
}

static double distance(const null_space *s, const double *u)
{
    double *d = s->t->v[TRACE_STEP];
    rdg_peak_add(s->t->r->n, u, -1.0, s->u0, d);
    return sqrt(rdg_peak_product(s->t->r, s->u0, d, d));
}

/* --- a simple branch point */

/* The point of the other curve at a distance along the null vector; side 1 or -1. */
static bool enter(const null_space *s, double side, double *u)
{
    rdg_peak_response *r = s->t->r;
    rdg_peak_border_along(r, s->u0, s->v, s->t->v[TRACE_ROW]);
    for (int k = 0; k < DISTANCES; k++) {
        memcpy(u, s->u0, (size_t)r->n * sizeof *u);
        rdg_peak_add(r->n, u, side * distance_of[k], s->v, u);
        if (rdg_peak_restore(r, u, s->t->v[TRACE_ROW], RESTORE) == RDG_PEAK_FOUND &&
            distance(s, u) < 3.0 * distance_of[k]) {
            return true;
        }
    }
    return false;
}

static bool find_two(const null_space *s, rdg_index branch)
{
    for (int side = -1; side <= 1; side += 2) {
        if (!enter(s, side, s->t->v[TRACE_POINT])) {
            return false;
        }
        rdg_peak_list_add_ray(s->t->list, branch, s->t->v[TRACE_POINT]);
    }
    return true;
}

/* --- a multiple one */

typedef struct sphere {
    const null_space *s;
    double r, *ray; /* [MOST_RAYS n] what was found: first both ways along the curve itself */
    int met[MOST_RAYS], rays;
} sphere;

/* Newton's method for F = 0 and |u - u0| = r. */
static bool solve(const sphere *q, double *u)
{
    const double small = 1e-9;
    rdg_peak_trace *t = q->s->t;
    rdg_peak_response *r = t->r;
    double *row = t->v[TRACE_ROW], *step = t->v[TRACE_STEP], *b = t->v[TRACE_PROBE];
    for (int k = 0; k < 2 * RESTORE; k++) {
        const double far = distance(q->s, u);
        rdg_peak_border_along(r, q->s->u0, step, row);
        if (!(far > 0.0) || rdg_peak_factor(r, u, row, false) != 0) {
            return false;
        }
        memset(b, 0, (size_t)r->n * sizeof *b);
        b[r->n_Q] = 0.5 * (q->r * q->r - far * far) / far;
        rdg_bordered_scalar_solve(r->scalar, b, step);
        rdg_peak_add(r->n, step, 1.0, r->at->correction, step);
        const double length = sqrt(rdg_peak_product(r, q->s->u0, step, step));
        rdg_peak_add(r->n, u, fmin(1.0, 0.3 * q->r / length), step, u);
        if (!isfinite(length) || length < small) {
            return isfinite(length);
        }
    }
    return false;
}

/* The solution from a direction joins those that were found. */
static bool keep(sphere *q, const double *u)
{
    const double same = 1e-3; /* of the radius */
    const rdg_peak_response *r = q->s->t->r;
    double *d = q->s->t->v[TRACE_STEP];
    for (int k = 0; k < q->rays; k++) {
        for (rdg_index i = 0; i < r->n; i++) {
            d[i] = u[i] - q->ray[k * r->n + i];
        }
        if (rdg_peak_product(r, q->s->u0, d, d) < same * same * q->r * q->r) {
            q->met[k]++;
            return true;
        }
    }
    if (q->rays == MOST_RAYS) {
        return false;
    }
    q->met[q->rays] = 1;
    memcpy(q->ray + q->rays++ * r->n, u, (size_t)r->n * sizeof *u);
    return true;
}

static double sample(uint64_t *seed)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (double)(int64_t)*seed / 9223372036854775808.0;
}

/* Start number i: both ways along the curve, then across it, then anywhere. */
static void choose_start(const sphere *q, int i, uint64_t *seed, double *u)
{
    const null_space *s = q->s;
    const rdg_index n = s->t->r->n;
    double c[MOST_NULL + 1] = {i == 0 ? 1.0 : -1.0}, length = 1.0;
    while (i > 1) {
        length = 0.0;
        for (int k = 0; k <= s->count; k++) {
            c[k] = k == 0 && i % 3 != 0 ? 0.0 : sample(seed);
            length += c[k] * c[k];
        }
        if (length > 1e-2 && length <= 1.0) { /* uniform in the ball */
            break;
        }
    }
    memcpy(u, s->u0, (size_t)n * sizeof *u);
    const double along = sqrt(length * rdg_peak_product(s->t->r, s->u0, s->tangent, s->tangent));
    rdg_peak_add(n, u, c[0] * q->r / along, s->tangent, u);
    for (int k = 0; k < s->count; k++) {
        rdg_peak_add(n, u, c[k + 1] * q->r / sqrt(length), s->v + k * n, u);
    }
}

/* Both ways along the curve, and all others in even number, each more than once. */
static bool is_complete(const sphere *q)
{
    bool complete = q->rays % 2 == 0 && q->rays > 2;
    for (int k = 2; k < q->rays; k++) {
        complete = complete && q->met[k] > 1;
    }
    return complete;
}

/* All solutions on a sphere. False: some may be missing. */
static bool search(sphere *q)
{
    enum { STARTS_EACH = 64, MOST_EACH = 256 };
    const int least = STARTS_EACH * q->s->count, most = MOST_EACH * q->s->count;
    double *u = q->s->t->v[TRACE_POINT];
    uint64_t seed = 7;
    int found = 0;
    q->rays = 0;
    for (int i = 0; i < most && (i < least || !is_complete(q)) && rdg_peak_has_budget(q->s->t); i++) {
        choose_start(q, i, &seed, u);
        const bool solved = solve(q, u);
        if (solved ? !keep(q, u) : i < 2) {
            return false;
        }
        found += solved;
        if (i >= least && 2 * found < i) {
            return false;
        }
    }
    return rdg_peak_has_budget(q->s->t) && is_complete(q);
}

static bool find_many(const null_space *s, rdg_index branch)
{
    const rdg_index n = s->t->r->n;
    double *rays = rdg_context_calloc(s->t->r->ctx, (size_t)(MOST_RAYS * n), sizeof *rays);
    sphere q = {.s = s, .ray = rays};
    int before = -1;
    bool found = false;
    for (int k = 0; rays && k < SPHERES && !found; k++) {
        q.r = radius[k];
        const bool good = search(&q);
        found = good && q.rays == before;
        before = good ? q.rays : -1;
    }
    for (int k = 2; found && k < q.rays; k++) {
        rdg_peak_list_add_ray(s->t->list, branch, rays + k * n);
    }
    rdg_free(rays);
    return found;
}

bool rdg_peak_find_rays(rdg_peak_trace *t, rdg_index branch)
{
    const rdg_peak_star *star = &t->list->star[branch];
    null_space s = {.t = t,
                    .u0 = star->u,
                    .tangent = star->tangent,
                    .is_kink = star->is_kink,
                    .v = rdg_context_calloc(t->r->ctx, (size_t)(MOST_NULL * t->r->n), sizeof(double))};
    bool found = s.v && find_null_space(&s);
    t->list->branch[branch].multiplicity = found && !s.is_kink ? s.count : 0;
    found = found && (s.count == 1 && !s.is_kink ? find_two(&s, branch) : find_many(&s, branch));
    rdg_free(s.v);
    return found;
}
