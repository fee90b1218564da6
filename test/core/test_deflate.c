/* Solutions found by deflation, against problems all of whose solutions are known. */
#include "fresh_context.h"

#include "deflate.h"
#include "problem.h"

enum { MOST_ROOTS = 8, MOST_PAIRS = 2 };

/* prod (x - root) prod ((x - middle)^2 + off^2) - level, over the size of its terms at x = 3. */
typedef struct polynomial {
    int roots, pairs;
    double root[MOST_ROOTS], middle[MOST_PAIRS], off[MOST_PAIRS], unit;
} polynomial;

static double factor_of(const polynomial *p, int k, double x, double *slope)
{
    if (k < p->roots) {
        *slope = 1.0;
        return x - p->root[k];
    }
    const double a = x - p->middle[k - p->roots], b = p->off[k - p->roots];
    *slope = 2.0 * a;
    return a * a + b * b;
}

static double value_of(const polynomial *p, double x, double *slope)
{
    double value = 1.0;
    *slope = 0.0;
    for (int k = 0; k < p->roots + p->pairs; k++) {
        double own = 0.0;
        const double f = factor_of(p, k, x, &own);
        *slope = *slope * f + value * own;
        value *= f;
    }
    return value;
}

static int polynomial_f(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    const polynomial *p = data;
    double slope = 0.0;
    y[0] = value_of(p, u[0] / p->unit, &slope);
    return 0;
}

static int polynomial_df(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    (void)n;
    (void)m;
    const polynomial *p = data;
    double slope = 0.0;
    value_of(p, u[0] / p->unit, &slope);
    values[0] = slope / p->unit;
    return 0;
}

static rdg_problem *polynomial_problem(rdg_context *ctx, polynomial *data)
{
    rdg_problem *p = rdg_problem_create(ctx);
    rdg_add_variables(p, "x", 1, &(double){data->unit});
    rdg_set_typical(p, "x", data->unit, true);
    rdg_add_zero(
        p,
        &(rdg_function){
            .name = "polynomial", .n = 1, .m = 1, .f = polynomial_f, .df = polynomial_df, .data = data},
        RDG_ALL);
    assert_ok(ctx, rdg_error_status(ctx));
    return p;
}

/* From 0, from parts and multiples of the unit on both sides, and from what is known and beside it, as long
 * as one leads to a new root. */
static long search_all(rdg_context *ctx, rdg_deflation *d, double unit)
{
    static const double part[] = {0.0, 1.0, -1.0, 0.5, -0.5, 2.0, -2.0, 3.0, -3.0};
    static const double off[] = {0.0, 0.01, -0.01};
    enum { PARTS = sizeof part / sizeof *part, OFFS = sizeof off / sizeof *off };
    long starts = 0;
    for (rdg_index failed = 0, k = 0; failed < PARTS + OFFS * rdg_deflation_count(d); starts++) {
        const double *known = k < PARTS ? NULL : rdg_deflation_solution(d, (k - PARTS) / OFFS);
        const double start = known ? known[0] + unit * off[(k - PARTS) % OFFS] : unit * part[k];
        bool found = false;
        assert_ok(ctx, rdg_deflation_search(d, &start, &found));
        failed = found ? 0 : failed + 1;
        k = (k + 1) % (PARTS + OFFS * rdg_deflation_count(d));
    }
    return starts;
}

static polynomial random_polynomial(uint64_t *seed, double unit)
{
    polynomial p = {.roots = (int)(4.5 * (1.0 + random_signed(seed))) % MOST_ROOTS,
                    .pairs = (int)(1.5 * (1.0 + random_signed(seed))) % (MOST_PAIRS + 1),
                    .unit = unit};
    for (int k = 0; k < p.roots; k++) {
        p.root[k] = 3.0 * random_signed(seed);
        for (int i = 0; i < k; i++) {
            if (fabs(p.root[i] - p.root[k]) < 0.02) {
                i = -1;
                p.root[k] = 3.0 * random_signed(seed);
            }
        }
    }
    for (int k = 0; k < p.pairs; k++) {
        p.middle[k] = 3.0 * random_signed(seed);
        p.off[k] = 0.1 + fabs(random_signed(seed));
    }
    return p;
}

static int count_missing(const polynomial *p, const rdg_deflation *d)
{
    int missing = 0;
    for (int k = 0; k < p->roots; k++) {
        bool known = false;
        for (rdg_index i = 0; i < rdg_deflation_count(d); i++) {
            known = known || fabs(rdg_deflation_solution(d, i)[0] / p->unit - p->root[k]) < 1e-9;
        }
        missing += !known;
    }
    return missing;
}

/* Complex ones beside them would hold a line search up for ever, now and then. */
static void all_roots_of_polynomials_are_found(void **state)
{
    rdg_context *ctx = *state;
    uint64_t seed = 7;
    int roots[2] = {0}, missing[2] = {0}, wrong = 0;
    long starts = 0;
    for (int i = 0; i < 300; i++) {
        polynomial data = random_polynomial(&seed, i % 3 == 0 ? 1.0 : i % 3 == 1 ? 1e-7 : 1e5);
        const int kind = data.pairs > 0;
        rdg_problem *p = polynomial_problem(ctx, &data);
        rdg_deflation *d = rdg_deflation_create(p, NULL);
        starts += search_all(ctx, d, data.unit);
        roots[kind] += data.roots;
        missing[kind] += count_missing(&data, d);
        wrong += (int)rdg_deflation_count(d) - data.roots + count_missing(&data, d);
        rdg_deflation_free(d);
        rdg_problem_free(p);
    }
    print_message("%d roots, %d missing; beside complex ones %d, %d missing; %d wrong; %ld starts\n",
                  roots[0], missing[0], roots[1], missing[1], wrong, starts);
    assert_int_equal(missing[0], 0);
    assert_int_equal(missing[1], 0);
    assert_int_equal(wrong, 0);
}

/* x^3 - x = t, y^3 - y = x / 8: a curve over t, which is held; nine solutions at t = 0 */
static int cubics_f(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    (void)data;
    y[0] = u[0] * u[0] * u[0] - u[0] - u[2];
    y[1] = u[1] * u[1] * u[1] - u[1] - u[0] / 8.0;
    return 0;
}

static int cubics_df(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    (void)n;
    (void)m;
    (void)data;
    values[0] = 3.0 * u[0] * u[0] - 1.0;
    values[1] = -1.0 / 8.0;
    values[3] = 3.0 * u[1] * u[1] - 1.0;
    values[4] = -1.0;
    return 0;
}

static rdg_problem *cubics(rdg_context *ctx)
{
    rdg_problem *p = rdg_problem_create(ctx);
    rdg_add_variables(p, "u", 2, (double[]){0.2, -0.1});
    rdg_add_variables(p, "t", 1, (double[]){0.0});
    rdg_add_zero(p, &(rdg_function){.name = "cubics", .n = 3, .m = 2, .f = cubics_f, .df = cubics_df},
                 RDG_ALL);
    rdg_add_parameter(p, "t", "t", 0);
    assert_ok(ctx, rdg_error_status(ctx));
    return p;
}

static void known_solutions_are_starts(void **state)
{
    static const int expected[] = {9, 3, 9}; /* at t = 0, 1 and 0 again */
    rdg_context *ctx = *state;
    rdg_deflation *d = rdg_deflation_create(cubics(ctx), NULL);
    for (int k = 0; k < 3; k++) {
        double u[3] = {1.2, 0.1, 7.0};
        bool found = false;
        assert_ok(ctx, rdg_deflation_hold(d, "t", k % 2));
        assert_int_equal(rdg_deflation_count(d), 0);
        assert_ok(ctx, rdg_deflation_solve(d, u, &found));
        assert_true(found);
        assert_near(u[2], k % 2, 0.0, 1e-15);
        assert_int_equal(rdg_deflation_find(d, u), -1);
        assert_ok(ctx, rdg_deflation_add(d, u));
        assert_ok(ctx, rdg_deflation_add(d, u));
        assert_int_equal(rdg_deflation_find(d, u), 0);
        for (rdg_index i = 0; i < rdg_deflation_count(d); i++) {
            for (int sign = -1; sign <= 1; sign++) {
                const double *from = rdg_deflation_solution(d, i);
                const double start[] = {sign ? sign * from[0] : from[1], sign ? from[1] : -from[0], 0.0};
                assert_ok(ctx, rdg_deflation_search(d, start, &found));
            }
        }
        assert_int_equal(rdg_deflation_count(d), expected[k]);
    }
}

/* ln M and its gradient: against the product itself and central differences; nothing of what is held. */
static void the_factor_has_its_derivative(void **state)
{
    rdg_context *ctx = *state;
    uint64_t seed = 3;
    for (int i = 0; i < 40; i++) {
        const rdg_deflation_options o = {.power = i % 4 ? 0.5 + i % 4 : 0.0,
                                         .shift = i % 5 ? 0.3 * (i % 5) : 0.0};
        const double power = i % 4 ? o.power : 2.0, shift = i % 5 ? o.shift : 1.0, h = 1e-6;
        rdg_problem *p = cubics(ctx);
        rdg_deflation *d = rdg_deflation_create(p, &o);
        double u[3], known[3][3], expected = 0.0, value = 0.0, side[2], gradient[3];
        for (int k = 0; k < 3; k++) { /* no longer than the typical size, 1 */
            for (int j = 0; j < 3; j++) {
                known[k][j] = random_signed(&seed);
                u[j] = random_signed(&seed);
            }
            assert_ok(ctx, rdg_deflation_add(d, known[k]));
        }
        for (int k = 0; k < 3; k++) {
            const double far = hypot(u[0] - known[k][0], u[1] - known[k][1]) / sqrt(2.0);
            expected += log(pow(far, -power) + shift);
        }
        assert_ok(ctx, rdg_deflation_log(d, u, &value, gradient));
        assert_near(value, expected, 1e-13, 1e-13);
        for (int j = 0; j < 3; j++) {
            for (int k = 0; k < 2; k++) {
                double at[] = {u[0], u[1], u[2]};
                at[j] += k ? h : -h;
                assert_ok(ctx, rdg_deflation_log(d, at, &side[k], NULL));
            }
            assert_near(gradient[j], (side[1] - side[0]) / (2.0 * h), 1e-6, 1e-7);
        }
        assert_true(gradient[2] == 0.0);
        rdg_deflation_log(d, known[1], &value, NULL);
        assert_failed(ctx, RDG_ERR_NOT_FINITE, "known solution");
        rdg_deflation_free(d);
        rdg_problem_free(p);
    }
}

static void what_is_no_point_is_refused(void **state)
{
    rdg_context *ctx = *state;
    rdg_problem *p = cubics(ctx);
    rdg_deflation *d = rdg_deflation_create(p, NULL);
    const double u[] = {0.0, 0.0, 0.0};
    bool found = true;
    assert_null(rdg_deflation_create(p, &(rdg_deflation_options){.shift = -1.0}));
    assert_failed(ctx, RDG_ERR_ARGUMENT, "shift -1");
    rdg_deflation_hold(d, "z", 1.0);
    assert_failed(ctx, RDG_ERR_NAME, "\"z\"");
    rdg_add_variables(p, "more", 1, u);
    rdg_deflation_search(d, u, &found);
    assert_failed(ctx, RDG_ERR_ARGUMENT, "more variables");
    assert_null(rdg_deflation_create(p, NULL));
    assert_failed(ctx, RDG_ERR_SIZE, "");
    rdg_deflation_free(d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(all_roots_of_polynomials_are_found),
        TEST(known_solutions_are_starts),
        TEST(the_factor_has_its_derivative),
        TEST(what_is_no_point_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
