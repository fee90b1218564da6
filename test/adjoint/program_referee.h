/* Is a point the optimum of a program? Referees that share nothing with rdg_optimise(): convex quadratic
 * programs have their optimum by enumeration of all active sets; others are compared with points nearby. */
#ifndef RDG_TEST_PROGRAM_REFEREE_H
#define RDG_TEST_PROGRAM_REFEREE_H

#include "adjoint/quadratic_programs.h"

#include <lapacke.h>

/* --- the referee: all active sets of a convex quadratic program */

typedef struct constraint {
    double a[MOST], b; /* a'x <= b */
} constraint;

static inline int list_constraints(const program *g, constraint *c)
{
    int count = 0;
    for (int i = 0; i < g->n_less; i++, count++) {
        memcpy(c[count].a, g->less[i].a, sizeof c[count].a);
        c[count].b = g->less[i].r;
    }
    for (int i = 0; i < g->n; i++) {
        for (int side = 0; side < 2; side++) {
            const double bound = side ? g->high[i] : g->low[i];
            if (isfinite(bound)) {
                c[count] = (constraint){.b = side ? bound : -bound};
                c[count++].a[i] = side ? 1.0 : -1.0;
            }
        }
    }
    return count;
}

/* The optimum with these constraints as equations; false: singular, or others are violated. */
static inline bool solve_set(const program *g, const constraint *c, int count, unsigned set, double *x)
{
    enum { SIZE = MOST + 2 + MOST_ACTIVE };
    double A[SIZE * SIZE] = {0}, b[SIZE] = {0};
    int n = g->n, active[MOST_ACTIVE], n_active = 0;
    lapack_int pivot[SIZE];
    for (int k = 0; k < count; k++) {
        if (set >> k & 1u) {
            active[n_active++] = k;
        }
    }
    const int size = n + g->n_equal + n_active;
    if (g->n_equal + n_active > n) {
        return false;
    }
    for (int i = 0; i < n; i++) {
        b[i] = -g->f.a[i];
        for (int j = 0; j < n; j++) {
            A[i + size * j] = g->f.B[i][j];
        }
    }
    for (int k = 0; k < g->n_equal + n_active; k++) {
        const double *row = k < g->n_equal ? g->equal[k].a : c[active[k - g->n_equal]].a;
        b[n + k] = k < g->n_equal ? g->equal[k].r : c[active[k - g->n_equal]].b;
        for (int i = 0; i < n; i++) {
            A[i + size * (n + k)] = A[n + k + size * i] = row[i];
        }
    }
    if (LAPACKE_dgesv(LAPACK_COL_MAJOR, size, 1, A, size, pivot, b, size) != 0) {
        return false;
    }
    for (int i = 0; i < g->n_equal; i++) {
        if (fabs(quadratic_at(&g->equal[i], b)) > 1e-9) {
            return false;
        }
    }
    for (int k = 0; k < count; k++) {
        double value = -c[k].b;
        for (int i = 0; i < n; i++) {
            value += c[k].a[i] * b[i];
        }
        if (value > 1e-9) {
            return false;
        }
    }
    memcpy(x, b, (size_t)n * sizeof *x);
    return true;
}

/* The least of these; false: there is no feasible point. */
static inline bool enumerate_optimum(const program *g, double *best)
{
    constraint c[MOST_ACTIVE] = {{.b = 0}};
    const int count = list_constraints(g, c);
    double least = INFINITY, x[MOST];
    for (unsigned set = 0; set < 1u << count; set++) {
        if (__builtin_popcount(set) <= g->n - g->n_equal && solve_set(g, c, count, set, x) &&
            quadratic_at(&g->f, x) < least) {
            least = quadratic_at(&g->f, x);
            memcpy(best, x, (size_t)g->n * sizeof *x);
        }
    }
    return isfinite(least);
}

/* --- is it a local optimum? Points around it, on random sets of the constraints that are active there */

/* All that is fulfilled with = 0 at points on the set: value and slope. */
typedef struct condition_value {
    double value, slope[MOST];
} condition_value;

static inline int list_conditions(const program *g, const double *x, unsigned set, condition_value *c)
{
    int count = 0;
    for (int i = 0; i < g->n_equal + g->n_less; i++) {
        const quadratic *q = i < g->n_equal ? &g->equal[i] : &g->less[i - g->n_equal];
        if (i < g->n_equal || set >> (i - g->n_equal) & 1u) {
            c[count].value = quadratic_at(q, x);
            quadratic_slope(q, x, c[count++].slope);
        }
    }
    for (int i = 0; i < 2 * g->n; i++) {
        if (set >> (g->n_less + i) & 1u) {
            c[count] = (condition_value){.value = x[i / 2] - (i % 2 ? g->high[i / 2] : g->low[i / 2])};
            c[count++].slope[i / 2] = 1.0;
        }
    }
    return count;
}

static inline unsigned active_at(const program *g, const double *x)
{
    const double near = 1e-6;
    unsigned set = 0;
    for (int i = 0; i < g->n_less; i++) {
        set |= fabs(quadratic_at(&g->less[i], x)) < near ? 1u << i : 0u;
    }
    for (int i = 0; i < 2 * g->n; i++) {
        const double bound = i % 2 ? g->high[i / 2] : g->low[i / 2];
        set |= fabs(x[i / 2] - bound) < near ? 1u << (g->n_less + i) : 0u;
    }
    return set;
}

static inline double violation_at(const program *g, const double *x)
{
    double worst = 0.0;
    for (int i = 0; i < g->n_equal; i++) {
        worst = fmax(worst, fabs(quadratic_at(&g->equal[i], x)));
    }
    for (int i = 0; i < g->n_less; i++) {
        worst = fmax(worst, quadratic_at(&g->less[i], x));
    }
    for (int i = 0; i < g->n; i++) {
        worst = fmax(worst, fmax(g->low[i] - x[i], x[i] - g->high[i]));
    }
    return worst;
}

/* x moves onto the set, by Gauss-Newton steps of least length; false: not */
static inline bool project(const program *g, unsigned set, double *x)
{
    enum { SIZE = MOST + MOST_ACTIVE };
    condition_value c[SIZE];
    for (int step = 0; step < 12; step++) {
        const int count = list_conditions(g, x, set, c);
        double A[SIZE * MOST] = {0}, b[SIZE] = {0}, worst = 0.0;
        if (count > g->n) {
            return false;
        }
        for (int k = 0; k < count; k++) {
            b[k] = -c[k].value;
            worst = fmax(worst, fabs(b[k]));
            for (int i = 0; i < g->n; i++) {
                A[k + count * i] = c[k].slope[i];
            }
        }
        if (worst < 1e-13) {
            return true;
        }
        if (LAPACKE_dgels(LAPACK_COL_MAJOR, 'N', count, g->n, 1, A, count, b, g->n) != 0) {
            return false;
        }
        for (int i = 0; i < g->n; i++) {
            x[i] += b[i];
        }
    }
    return false;
}

/* By how much the objective is lower at a feasible point nearby, at most. */
static inline double improvement_near(const program *g, const double *x, uint64_t *seed)
{
    enum { SAMPLES = 3000 };
    const unsigned active = active_at(g, x);
    const double f = quadratic_at(&g->f, x);
    double best = 0.0;
    for (int s = 0; s < SAMPLES; s++) {
        const double radius = pow(10.0, between(seed, -4.5, -4.0));
        double y[MOST] = {0};
        unsigned set = 0;
        for (int i = 0; i < g->n; i++) {
            y[i] = x[i] + between(seed, -radius, radius);
        }
        for (int k = 0; k < g->n_less + 2 * g->n; k++) {
            set |= (active >> k & 1u) && uniform(seed) < 0.7 ? 1u << k : 0u;
        }
        if (project(g, set, y) && violation_at(g, y) < 1e-10) {
            best = fmax(best, f - quadratic_at(&g->f, y));
        }
    }
    return best;
}

#endif
