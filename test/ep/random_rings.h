/* Random rings of N equal cells of one or two masses, coupled by linear and cubic springs, in rotated
 * coordinates: y = la x - dV/dx, V even or with cubic terms. x = 0 has branch points at the eigenvalues of K,
 * most of them double. All their rays are known from the symmetry, and all solutions beside the first double
 * one by Newton's method from random starts. */
#ifndef RDG_TEST_RANDOM_RINGS_H
#define RDG_TEST_RANDOM_RINGS_H

#include "harvest.h"

#include <ridgewalk/ep.h>

#include <lapacke.h>

enum { RING_MOST = 16, RING_FOUND = 64 };

typedef struct random_ring {
    int cells, masses, n;
    double spring[2], cubic[2]; /* inside of a cell (or to the next one), to the next one */
    double own[2], own_cubic[2], square;
    double normal[RING_MOST];            /* of the reflection that rotates the coordinates */
    double value[RING_MOST];             /* eigenvalues of K, ascending */
    double shape[RING_MOST * RING_MOST]; /* eigenvectors */
} random_ring;

typedef struct ring_tally {
    long rings, points, rays, hidden, wrong, warnings,
        missed;                            /* missed: double points without multiplicity 2 */
    long compared, lost, spurious, failed; /* solutions beside a point, by branches */
} ring_tally;

static inline void ring_reflect(const random_ring *r, const double *u, double *x)
{
    double along = 0.0;
    for (int i = 0; i < r->n; i++) {
        along += r->normal[i] * u[i];
    }
    for (int i = 0; i < r->n; i++) {
        x[i] = u[i] - 2.0 * along * r->normal[i];
    }
}

/* y = la x - dV/dx and, if asked for, its derivative J */
static inline void ring_force(const random_ring *r, const double *x, double la, double *y, double *J)
{
    const int n = r->n;
    if (J) {
        memset(J, 0, (size_t)(n * n) * sizeof *J);
    }
    for (int i = 0; i < n; i++) {
        const int kind = i % r->masses;
        y[i] = (la - r->own[kind]) * x[i] - r->square * x[i] * x[i] - r->own_cubic[kind] * x[i] * x[i] * x[i];
        if (J) {
            J[i + n * i] =
                la - r->own[kind] - 2.0 * r->square * x[i] - 3.0 * r->own_cubic[kind] * x[i] * x[i];
        }
    }
    for (int i = 0; i < n; i++) {
        const int j = (i + 1) % n, kind = i % r->masses;
        const double d = x[j] - x[i];
        const double force = r->spring[kind] * d + r->cubic[kind] * d * d * d;
        const double rate = r->spring[kind] + 3.0 * r->cubic[kind] * d * d;
        y[i] += force;
        y[j] -= force;
        if (J) {
            J[i + n * i] -= rate;
            J[j + n * j] -= rate;
            J[i + n * j] += rate;
            J[j + n * i] += rate;
        }
    }
}

static inline int ring_f(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)m;
    double x[RING_MOST], force[RING_MOST];
    ring_reflect(data, u, x);
    ring_force(data, x, u[n - 1], force, NULL);
    ring_reflect(data, force, y);
    return 0;
}

static inline double ring_between(uint64_t *seed, double low, double high)
{
    return low + (high - low) * (0.5 + 0.5 * random_signed(seed));
}

static inline random_ring ring_random(uint64_t *seed, int cells, bool has_squares)
{
    random_ring r = {.cells = cells, .masses = random_signed(seed) > 0.3 ? 2 : 1};
    const double sign = random_signed(seed) > 0.0 ? 1.0 : -1.0;
    double length = 0.0, zero[RING_MOST] = {0.0}, y[RING_MOST];
    r.n = r.cells * r.masses;
    r.square = has_squares ? ring_between(seed, 0.1, 0.5) : 0.0;
    for (int k = 0; k < r.masses; k++) {
        r.spring[k] = sign * ring_between(seed, 0.15, 0.4);
        r.cubic[k] = ring_between(seed, 0.0, 0.3);
        r.own[k] = k * ring_between(seed, 0.1, 0.4);
        r.own_cubic[k] = ring_between(seed, 0.5, 1.5);
    }
    for (int i = 0; i < r.n; i++) {
        r.normal[i] = random_signed(seed);
        length = hypot(length, r.normal[i]);
    }
    for (int i = 0; i < r.n; i++) {
        r.normal[i] /= length;
    }
    ring_force(&r, zero, 0.0, y, r.shape);
    for (int i = 0; i < r.n * r.n; i++) {
        r.shape[i] = -r.shape[i];
    }
    assert_int_equal(LAPACKE_dsyev(LAPACK_COL_MAJOR, 'V', 'U', r.n, r.shape, r.n, r.value), 0);
    return r;
}

static inline bool ring_is_double(const random_ring *r, int k)
{
    return k + 1 < r->n && r->value[k + 1] - r->value[k] < 1e-9;
}

/* Rays of the double point of eigenvalues k and k + 1, without the two of x = 0: with the wave number w and q
 * = N / gcd(N, w) the symmetry is that of a polygon with q corners, or 2 q with a change of sign for odd q.
 */
static inline int ring_rays(const random_ring *r, int k)
{
    int wave = 0, a = 0, b = 0;
    double most = 0.0;
    for (int w = 1; 2 * w < r->cells; w++) {
        double re = 0.0, im = 0.0;
        for (int i = 0; i < r->cells; i++) {
            re += r->shape[r->n * k + i * r->masses] * cos(2.0 * acos(-1.0) * w * i / r->cells);
            im += r->shape[r->n * k + i * r->masses] * sin(2.0 * acos(-1.0) * w * i / r->cells);
        }
        wave = hypot(re, im) > most ? w : wave;
        most = fmax(most, hypot(re, im));
    }
    for (a = r->cells, b = wave; b != 0;) {
        const int rest = a % b;
        a = b;
        b = rest;
    }
    const int q = r->cells / a;
    return q % 2 && r->square == 0.0 ? 4 * q : 2 * q;
}

static inline rdg_problem *ring_problem(rdg_context *ctx, random_ring *r, double la)
{
    return rdg_ep_problem(ctx, &(rdg_ep){.n = r->n,
                                         .n_parameters = 1,
                                         .parameters = (const char *const[]){"la"},
                                         .p = (double[]){la},
                                         .f = ring_f,
                                         .data = r});
}

/* --- solutions at one la, one after the other in x [count n] */

static inline bool ring_keep(int n, const double *x, double *all, int *count)
{
    for (int k = 0; k < *count; k++) {
        double apart = 0.0;
        for (int i = 0; i < n; i++) {
            apart = fmax(apart, fabs(x[i] - all[k * n + i]));
        }
        if (apart < 1e-5) {
            return false;
        }
    }
    assert_true(*count < RING_FOUND);
    memcpy(all + (*count)++ * n, x, (size_t)n * sizeof *x);
    return true;
}

/* Is x, in the coordinates of the cells, a motion of eigenvectors k and k + 1 for the most part? */
static inline bool ring_is_of(const random_ring *r, int k, const double *x)
{
    double part[2] = {0.0, 0.0}, whole = 0.0;
    for (int i = 0; i < r->n; i++) {
        whole += x[i] * x[i];
        part[0] += x[i] * r->shape[r->n * k + i];
        part[1] += x[i] * r->shape[r->n * (k + 1) + i];
    }
    return whole > 1e-6 && part[0] * part[0] + part[1] * part[1] > 0.9 * whole;
}

/* Newton's method from random directions of the eigenvectors k and k + 1, of the size that a solution has. */
static inline void ring_brute_force(const random_ring *r, int k, double la, uint64_t *seed, double *all,
                                    int *count)
{
    const int n = r->n;
    for (int start = 0; start < 1000; start++) {
        double x[RING_MOST], y[RING_MOST], J[RING_MOST * RING_MOST], step = INFINITY;
        lapack_int pivot[RING_MOST];
        const double angle = acos(-1.0) * random_signed(seed);
        const double size = sqrt(la - r->value[k]) * sqrt(r->n) * ring_between(seed, 0.3, 1.5);
        for (int i = 0; i < n; i++) {
            x[i] = size * (cos(angle) * r->shape[n * k + i] + sin(angle) * r->shape[n * (k + 1) + i]);
        }
        for (int i = 0; i < 60 && step > 1e-13; i++) {
            ring_force(r, x, la, y, J);
            if (LAPACKE_dgesv(LAPACK_COL_MAJOR, n, 1, J, n, pivot, y, n) != 0) {
                break;
            }
            step = 0.0;
            for (int j = 0; j < n; j++) {
                x[j] -= y[j];
                step = fmax(step, fabs(y[j]));
            }
        }
        if (step < 1e-10 && ring_is_of(r, k, x)) {
            ring_keep(n, x, all, count);
        }
    }
}

/* The same along each branch that leaves the point with this label. */
static inline void ring_follow_branches(rdg_problem *p, random_ring *r, int k, rdg_index label, double la,
                                        int rays, double *all, int *count, ring_tally *t)
{
    for (int branch = 1; branch <= rays; branch++) {
        harvest h = {0};
        const rdg_status status =
            rdg_continue(p, "branch", RDG_RELEASE("la"), RDG_WINDOW("la", r->value[k] - 0.1, la),
                         RDG_SWITCH_BRANCH("zero", label, branch), HARVEST_ONLY(&h));
        t->warnings += h.summary.warnings;
        t->failed += status != RDG_OK;
        if (status == RDG_OK) {
            double x[RING_MOST];
            ring_reflect(r, h.chart[h.count - 1].u, x);
            ring_keep(r->n, x, all, count);
            t->failed += fabs(h.chart[h.count - 1].u[r->n] - la) > 1e-9;
        }
        rdg_error_clear(rdg_problem_context(p));
        harvest_clear(&h);
    }
}

/* Beside the first double point: each solution of Newton's method lies on a branch, and the other way round.
 */
static inline void ring_compare(rdg_problem *p, random_ring *r, rdg_index label, int k, uint64_t *seed,
                                ring_tally *t)
{
    double known[RING_FOUND * RING_MOST], followed[RING_FOUND * RING_MOST];
    int n_known = 0, n_followed = 0;
    const double gap = k + 2 < r->n ? r->value[k + 2] - r->value[k] : 0.3;
    const double la = r->value[k] + fmin(0.5 * gap, 0.2);
    ring_brute_force(r, k, la, seed, known, &n_known);
    ring_follow_branches(p, r, k, label, la, ring_rays(r, k), followed, &n_followed, t);
    for (int i = 0; i < n_known; i++) {
        int count = n_followed;
        t->lost += ring_keep(r->n, known + i * r->n, followed, &count);
    }
    for (int i = 0; i < n_followed; i++) {
        double y[RING_MOST], rest = 0.0;
        ring_force(r, followed + i * r->n, la, y, NULL);
        for (int j = 0; j < r->n; j++) {
            rest = fmax(rest, fabs(y[j]));
        }
        t->spurious += !(rest < 1e-9);
    }
    t->compared += n_known;
}

typedef struct ring_seen {
    int count;
    double la[RING_MOST];
    rdg_index rays[RING_MOST], label[RING_MOST];
} ring_seen;

static inline bool ring_look(rdg_problem *p, const rdg_chart *chart, void *data)
{
    ring_seen *s = data;
    if (chart->multiplicity > 1 && s->count < RING_MOST) {
        s->la[s->count] = chart->mu[rdg_parameter_index(p, "la")];
        s->label[s->count] = chart->label;
        s->rays[s->count++] = chart->n_rays;
    }
    return false;
}

static inline void ring_check(rdg_context *ctx, random_ring *r, uint64_t *seed, ring_tally *t)
{
    ring_seen s = {0};
    rdg_run_summary summary = {0};
    rdg_problem *p = ring_problem(ctx, r, r->value[0] - 0.37);
    bool is_first = true;
    assert_ok(ctx, rdg_continue(p, "zero", RDG_RELEASE("la"), RDG_STEP(0.01, 1e-6, 0.02),
                                RDG_WINDOW("la", r->value[0] - 1.0, r->value[r->n - 1] + 0.4),
                                RDG_OBSERVE(ring_look, &s), RDG_SUMMARY(&summary)));
    t->rings++;
    t->warnings += summary.warnings;
    for (int k = 0; k < r->n; k++) {
        int at = -1;
        for (int i = 0; ring_is_double(r, k) && i < s.count; i++) {
            at = fabs(s.la[i] - r->value[k]) < 1e-5 ? i : at;
        }
        if (!ring_is_double(r, k)) {
            continue;
        }
        t->points++;
        t->missed += at < 0;
        t->hidden += at >= 0 && s.rays[at] == 0;
        t->wrong += at >= 0 && s.rays[at] != 0 && s.rays[at] != 2 + ring_rays(r, k);
        t->rays += at >= 0 ? s.rays[at] : 0;
        if (is_first && at >= 0 && r->square == 0.0 && s.rays[at] == 2 + ring_rays(r, k)) {
            ring_compare(p, r, s.label[at], k, seed, t);
        }
        is_first = false;
        k++;
    }
    rdg_problem_free(p);
}

static inline ring_tally ring_campaign(rdg_context *ctx, int rings, int most_cells, uint64_t seed)
{
    ring_tally t = {0};
    for (int i = 0; i < rings; i++) {
        random_ring r = ring_random(&seed, 3 + i % (most_cells - 2), i % 4 == 3);
        ring_check(ctx, &r, &seed, &t);
    }
    print_message(
        "%ld rings, %ld double points (%ld not located), %ld rays, %ld points hidden, %ld wrong; %ld "
        "solutions beside them, %ld on no branch, %ld of branches none, %ld branches not "
        "followed; %ld warnings\n",
        t.rings, t.points, t.missed, t.rays, t.hidden, t.wrong, t.compared, t.lost, t.spurious, t.failed,
        t.warnings);
    return t;
}

#endif
