/* Random programs for rdg_optimise(), judged by the referees of program_referee.h. */
#ifndef RDG_TEST_RANDOM_PROGRAMS_H
#define RDG_TEST_RANDOM_PROGRAMS_H

#include "adjoint/program_referee.h"

/* --- random ones */

static inline void random_form(uint64_t *seed, int n, double least, double most, double B[MOST][MOST])
{
    double v[MOST][MOST];
    memset(B, 0, sizeof(double) * MOST * MOST);
    for (int k = 0; k < n; k++) {
        const double eigenvalue = between(seed, least, most);
        double length = 0.0;
        for (int i = 0; i < n; i++) {
            v[k][i] = between(seed, -1, 1);
            length += v[k][i] * v[k][i];
        }
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                B[i][j] += eigenvalue * v[k][i] * v[k][j] / length;
            }
        }
    }
}

/* whole: small whole numbers, as users write them: ties and degenerate vertices */
static inline double entry(uint64_t *seed, bool whole, double size)
{
    const double value = between(seed, -size, size);
    return whole ? round(value) : value;
}

static inline void random_order(uint64_t *seed, program *g)
{
    for (int i = 0; i < g->n; i++) {
        g->order[i] = i;
    }
    for (int i = g->n - g->n_equal - 1; i > 0; i--) {
        const int j = (int)(uniform(seed) * (i + 1)), swapped = g->order[i];
        g->order[i] = g->order[j];
        g->order[j] = swapped;
    }
}

static inline program random_convex(uint64_t *seed, bool whole)
{
    program g = {.n = 1 + (int)(uniform(seed) * 5)};
    const int n = g.n;
    g.n_equal = n > 2 ? (int)(uniform(seed) * 2) : 0;
    g.n_less = (int)(uniform(seed) * (MOST_G + 1));
    g.f.n = n;
    random_form(seed, n, 0.3, 4.0, g.f.B);
    for (int i = 0; i < n; i++) {
        g.f.B[i][i] += 0.3;
        g.f.a[i] = entry(seed, whole, 4);
        g.start[i] = entry(seed, whole, 3);
        const double width = between(seed, 0.5, 3.0), middle = entry(seed, whole, 1);
        const double kind = uniform(seed);
        const bool is_listed = i < n - g.n_equal;
        g.low[i] = is_listed && kind < 0.5 ? (whole ? floor(middle - width) : middle - width) : -INFINITY;
        g.high[i] = is_listed && kind > 0.25 && kind < 0.75 ? (whole ? ceil(middle + width) : middle + width)
                                                            : INFINITY;
    }
    for (int k = 0; k < g.n_equal + g.n_less; k++) {
        quadratic *q = k < g.n_equal ? &g.equal[k] : &g.less[k - g.n_equal];
        q->n = n;
        for (int i = 0; i < n; i++) {
            q->a[i] = entry(seed, whole, 2);
        }
        q->a[(int)(uniform(seed) * n)] += 3.0;
        q->a[n - 1] += k < g.n_equal ? 5.0 : 0.0; /* the unlisted variable is determined */
        q->r = entry(seed, whole, 2);
    }
    random_order(seed, &g);
    return g;
}

/* Indefinite objectives that grow as x^4, constraints that bend either way, equations that bend. */
static inline program random_curved(uint64_t *seed)
{
    program g = random_convex(seed, false);
    random_form(seed, g.n, -3.0, 3.0, g.f.B);
    g.f.quartic = between(seed, 0.02, 0.3);
    for (int k = 0; k < g.n_equal + g.n_less; k++) {
        quadratic *q = k < g.n_equal ? &g.equal[k] : &g.less[k - g.n_equal];
        const double bend = k < g.n_equal ? 0.3 : 1.5;
        random_form(seed, g.n, -bend, bend, q->B);
    }
    return g;
}

/* The same program in other units of each variable, of the objective and of each constraint. */
static inline void change_units(uint64_t *seed, program *g, double decades)
{
    double unit[MOST];
    for (int i = 0; i < g->n; i++) {
        unit[i] = pow(10.0, between(seed, -decades, decades));
        g->low[i] *= unit[i];
        g->high[i] *= unit[i];
        g->start[i] *= unit[i];
    }
    for (int k = -1; k < g->n_equal + g->n_less; k++) {
        quadratic *q = k < 0 ? &g->f : k < g->n_equal ? &g->equal[k] : &g->less[k - g->n_equal];
        const double value = pow(10.0, between(seed, -decades, decades));
        q->r *= value;
        for (int i = 0; i < g->n; i++) {
            q->a[i] *= value / unit[i];
            for (int j = 0; j < g->n; j++) {
                q->B[i][j] *= value / (unit[i] * unit[j]);
            }
        }
    }
    for (int i = 0; i < g->n; i++) {
        g->unit[i] = unit[i];
    }
}

/* --- campaigns */

/* How far a point is from the optimum x, in the units in which the program was drawn. */
static inline double distance_from(const program *g, const double *x, const double *found)
{
    double off = 0.0;
    for (int i = 0; i < g->n; i++) {
        off = fmax(off, fabs(x[i] - found[i] / (g->unit[i] > 0.0 ? g->unit[i] : 1.0)));
    }
    return off;
}

/* Each optimum is that of the referee, in two orders of the list; or it is reported that there is none. Every
 * third program is in other units. */
static inline void assert_convex_programs(int first, int count)
{
    enum { ORDERS = 2 };
    int right = 0, infeasible = 0, refused = 0, wrong = 0;
    for (int k = first; k < first + count; k++) {
        uint64_t seed = (uint64_t)k * 7919u + 17u;
        program g = random_convex(&seed, k % 2 == 0);
        double x[MOST] = {0};
        const bool feasible = enumerate_optimum(&g, x);
        const double decades = 4.0;
        if (k % 3 == 0) {
            change_units(&seed, &g, decades);
        }
        for (int order = 0; order < ORDERS; order++, random_order(&seed, &g)) {
            const answer found = optimise_program(&g);
            const double off = distance_from(&g, x, found.x);
            const bool is_right = feasible && found.status == RDG_OK && off < 1e-6;
            right += is_right;
            infeasible += !feasible && found.status != RDG_OK;
            refused += feasible && found.status != RDG_OK;
            wrong += found.status == RDG_OK && !is_right;
            if (!is_right && (feasible || found.status == RDG_OK)) {
                print_message(
                    "program %d (n %d, equal %d, less %d), order %d: %s, off by %.3g, status %d %s\n", k, g.n,
                    g.n_equal, g.n_less, order, feasible ? "feasible" : "infeasible", off, (int)found.status,
                    found.message);
            }
        }
    }
    print_message("%d programs in %d orders: %d right, %d infeasible and reported, %d refused, %d wrong\n",
                  count, ORDERS, right, infeasible, refused, wrong);
    assert_int_equal(wrong, 0);
    assert_int_equal(refused, 0);
}

/* Nothing feasible nearby is better. */
static inline void assert_curved_programs(int first, int count)
{
    int right = 0, refused = 0, wrong = 0;
    for (int k = first; k < first + count; k++) {
        uint64_t seed = (uint64_t)k * 104729u + 5u;
        program g = random_curved(&seed);
        const answer found = optimise_program(&g);
        const bool is_ok = found.status == RDG_OK;
        const double violation = is_ok ? violation_at(&g, found.x) : 0.0;
        const double improvement = is_ok ? improvement_near(&g, found.x, &seed) : 0.0;
        const bool is_right =
            is_ok && violation < 1e-7 && improvement < 1e-11 * fmax(1.0, fabs(found.objective));
        right += is_right;
        refused += !is_ok;
        wrong += is_ok && !is_right;
        if (!is_right) {
            print_message("curved program %d (n %d, equal %d, less %d): violation %.3g, improvement %.3g, "
                          "status %d %s\n",
                          k, g.n, g.n_equal, g.n_less, violation, improvement, (int)found.status,
                          found.message);
        }
    }
    print_message("%d curved programs: %d right, %d refused, %d wrong\n", count, right, refused, wrong);
    assert_int_equal(wrong, 0);
    assert_true(5 * refused <= count);
}

#endif
