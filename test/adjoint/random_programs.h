/* Random programs for rdg_optimise(), and a referee that shares nothing with it.
 *
 *     min f(x) = 1/2 x'Q x + c'x + q sum x_i^4      with A x = b, G(x) = 1/2 x'B x + a'x - r <= 0, low <= x
 * <= high
 *
 * Convex quadratic ones have their optimum by enumeration of all active sets. */
#ifndef RDG_TEST_RANDOM_PROGRAMS_H
#define RDG_TEST_RANDOM_PROGRAMS_H

#include "support.h"

#include <ridgewalk/adjoint.h>
#include <ridgewalk/core.h>

#include <lapacke.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

enum { MOST = 6, MOST_G = 5, MOST_ACTIVE = 2 * MOST + MOST_G };

typedef struct quadratic {
    int n;
    double B[MOST][MOST], a[MOST], r, quartic;
} quadratic;

typedef struct program {
    int n, n_equal, n_less;
    quadratic f, equal[2], less[MOST_G];
    double low[MOST], high[MOST], start[MOST];
    double unit[MOST]; /* of the variables, their typical sizes */
    int order[MOST];   /* variables in the order of the list; the last n_equal are not in it */
} program;

static inline double uniform(uint64_t *seed)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (double)(*seed >> 11) / 9007199254740992.0;
}

static inline double between(uint64_t *seed, double low, double high)
{
    return low + (high - low) * uniform(seed);
}

/* --- functions */

static inline double quadratic_at(const quadratic *q, const double *x)
{
    double sum = -q->r;
    for (int i = 0; i < q->n; i++) {
        sum += q->a[i] * x[i] + q->quartic * x[i] * x[i] * x[i] * x[i];
        for (int j = 0; j < q->n; j++) {
            sum += 0.5 * x[i] * q->B[i][j] * x[j];
        }
    }
    return sum;
}

static inline void quadratic_slope(const quadratic *q, const double *x, double *g)
{
    for (int i = 0; i < q->n; i++) {
        g[i] = q->a[i] + 4.0 * q->quartic * x[i] * x[i] * x[i];
        for (int j = 0; j < q->n; j++) {
            g[i] += q->B[i][j] * x[j];
        }
    }
}

static int quadratic_f(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n, (void)m;
    y[0] = quadratic_at(data, u);
    return 0;
}

static int quadratic_df(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    (void)n, (void)m;
    quadratic_slope(data, u, values);
    return 0;
}

static int quadratic_d2f(rdg_index n, const double *u, rdg_index m, const double *lambda, double *values,
                         void *data)
{
    (void)m;
    const quadratic *q = data;
    for (rdg_index i = 0; i < n; i++) {
        for (rdg_index j = 0; j < n; j++) {
            values[i + n * j] = lambda[0] * (q->B[i][j] + (i == j ? 12.0 * q->quartic * u[i] * u[i] : 0.0));
        }
    }
    return 0;
}

static inline rdg_function function_of(const char *name, quadratic *q)
{
    return (rdg_function){.name = name,
                          .n = q->n,
                          .m = 1,
                          .f = quadratic_f,
                          .df = quadratic_df,
                          .d2f = quadratic_d2f,
                          .data = q};
}

/* --- the program solved by the library */

typedef struct answer {
    rdg_status status;
    double x[MOST], objective;
    long stages, bounded;
    char message[512];
} answer;

static inline answer optimise_program(program *g)
{
    static const char *const names[] = {"x0", "x1", "x2", "x3", "x4", "x5"};
    static const char *const blocks[] = {"u0", "u1", "u2", "u3", "u4", "u5"};
    static const char *const less[] = {"g0", "g1", "g2", "g3", "g4"};
    static const char *const equal[] = {"e0", "e1"};
    rdg_context *ctx = rdg_context_create();
    rdg_set_writer(ctx, NULL, NULL);
    rdg_problem *p = rdg_problem_create(ctx);
    for (int i = 0; i < g->n; i++) { /* a block each, as each has its unit */
        rdg_add_variables(p, blocks[i], 1, &g->start[i]);
        rdg_set_typical(p, blocks[i], g->unit[i] > 0.0 ? g->unit[i] : 1.0, true);
    }
    const int listed = g->n - g->n_equal;
    const char *list[MOST];
    double low[MOST], high[MOST];
    for (int i = 0; i < g->n_equal; i++) {
        const rdg_function e = function_of(equal[i], &g->equal[i]);
        rdg_add_zero(p, &e, RDG_ALL);
    }
    for (int k = 0; k < listed; k++) {
        list[k] = names[g->order[k]];
        low[k] = g->low[g->order[k]];
        high[k] = g->high[g->order[k]];
        rdg_add_parameter(p, list[k], blocks[g->order[k]], 0);
    }
    const rdg_function f = function_of("f", &g->f);
    rdg_add_monitor(p, &f, RDG_ALL, NULL, RDG_INACTIVE);
    for (int i = 0; i < g->n_less; i++) {
        const rdg_function e = function_of(less[i], &g->less[i]);
        rdg_add_monitor(p, &e, RDG_ALL, NULL, RDG_INEQUALITY);
    }
    rdg_adjoint *a = rdg_adjoint_add(p, "f");
    for (int i = 0; i < g->n_less; i++) {
        rdg_add_complementarity(a, less[i], false, 0.0);
    }
    rdg_optimum best = {.objective = NAN};
    answer out = {
        .status = rdg_optimise(a, "o",
                               &(rdg_optimise_options){.parameters = list,
                                                       .n_parameters = listed,
                                                       .low = low,
                                                       .high = high,
                                                       .options = RDG_OPTIONS(RDG_NO_TABLE, RDG_NO_FOLDER)},
                               &best)};
    snprintf(out.message, sizeof out.message, "%s", rdg_error_message(ctx));
    rdg_error_clear(ctx);
    memcpy(out.x, rdg_start_values(p), (size_t)g->n * sizeof(double));
    out.objective = best.objective;
    out.stages = (long)best.stages;
    out.bounded = (long)best.bounded;
    rdg_context_free(ctx);
    return out;
}

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

/* Each optimum is that of the referee, or it is reported that there is none; few are refused. Every third one
 * is in other units. */
static inline void assert_convex_programs(int first, int count)
{
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
        const answer found = optimise_program(&g);
        double off = 0.0;
        for (int i = 0; i < g.n; i++) {
            off = fmax(off, fabs(x[i] - found.x[i] / (k % 3 == 0 ? g.unit[i] : 1.0)));
        }
        const bool is_right = feasible && found.status == RDG_OK && off < 1e-6;
        right += is_right;
        infeasible += !feasible && found.status != RDG_OK;
        refused += feasible && found.status != RDG_OK;
        wrong += found.status == RDG_OK && !is_right;
        if (!is_right && (feasible || found.status == RDG_OK)) {
            print_message("program %d (n %d, equal %d, less %d): %s, off by %.3g, status %d %s\n", k, g.n,
                          g.n_equal, g.n_less, feasible ? "feasible" : "infeasible", off, (int)found.status,
                          found.message);
        }
    }
    print_message("%d programs: %d right, %d infeasible and reported, %d refused, %d wrong\n", count, right,
                  infeasible, refused, wrong);
    assert_int_equal(wrong, 0);
    assert_true(200 * refused <= count);
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
