/* Ends of a branch at which another branch crosses it, on all of which what ends it is zero, so that Newton's
 * method has no one place to go to: where lambda = 1 + a x + b x y meets x = 0, at lambda = 1. */
#include "harvest.h"

/* x (lambda - 1 - a x - b x y) = 0, y = sin(c x) + d lambda; in units of their own. is_double: with x^2 in
 * place of the factor x, so that the residual is of order 3 at the crossing, as at an onset of slip. */
typedef struct crossing {
    bool is_double;
    double a, b, c, d, unit[2];
    double bend; /* of the quantity that vanishes with x */
} crossing;

static int equations(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    const crossing *k = data;
    const double x = u[0] / k->unit[0], z = u[1] / k->unit[1], lambda = u[2];
    (void)n, (void)m;
    y[0] = (k->is_double ? x * x : x) * (lambda - 1 - k->a * x - k->b * x * z);
    y[1] = z - sin(k->c * x) - k->d * lambda;
    return 0;
}

static int slopes(rdg_index n, const double *u, rdg_index m, double *J, void *data)
{
    const crossing *k = data;
    const double x = u[0] / k->unit[0], z = u[1] / k->unit[1], lambda = u[2];
    (void)n, (void)m;
    J[0] = (lambda - 1 - 2 * k->a * x - 2 * k->b * x * z) / k->unit[0];
    J[1] = -k->c * cos(k->c * x) / k->unit[0];
    J[2] = -k->b * x * x / k->unit[1];
    J[3] = 1 / k->unit[1];
    J[4] = x;
    J[5] = -k->d;
    if (k->is_double) {
        J[0] = x * J[0] + x * (lambda - 1 - k->a * x - k->b * x * z) / k->unit[0];
        J[2] *= x;
        J[4] *= x;
    }
    return 0;
}

/* A quantity that vanishes with x as well. */
static int margin(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    const crossing *k = data;
    const double x = u[0] / k->unit[0];
    (void)n, (void)m;
    y[0] = x * exp(k->bend * x);
    return 0;
}

static int margin_slope(rdg_index n, const double *u, rdg_index m, double *J, void *data)
{
    const crossing *k = data;
    const double x = u[0] / k->unit[0];
    (void)n, (void)m;
    J[0] = (1 + k->bend * x) * exp(k->bend * x) / k->unit[0];
    return 0;
}

/* It starts on the branch at x. */
static rdg_problem *problem_of(rdg_context *ctx, crossing *k, double x, double *lambda_there)
{
    rdg_problem *p = rdg_problem_create(ctx);
    const double lambda = (1 + k->a * x + k->b * x * sin(k->c * x)) / (1 - k->b * x * k->d);
    const double y = sin(k->c * x) + k->d * lambda;
    *lambda_there = lambda;
    const double start[] = {x * k->unit[0], y * k->unit[1]};
    assert_ok(ctx, rdg_add_variables(p, "x", 1, &start[0]));
    assert_ok(ctx, rdg_add_variables(p, "y", 1, &start[1]));
    assert_ok(ctx, rdg_add_variables(p, "lambda", 1, &lambda));
    assert_ok(
        ctx,
        rdg_add_zero(
            p, &(rdg_function){.name = "crossing", .n = 3, .m = 2, .f = equations, .df = slopes, .data = k},
            RDG_ALL));
    assert_ok(ctx, rdg_add_parameter(p, "lambda", "lambda", 0));
    assert_ok(ctx, rdg_add_parameter(p, "arc", "x", 0));
    const rdg_function f = {.name = "margin", .n = 3, .m = 1, .f = margin, .df = margin_slope, .data = k};
    assert_ok(ctx, rdg_add_monitor(p, &f, RDG_ALL, NULL, RDG_ACTIVE));
    return p;
}

static void branch_ends_where_another_one_crosses_it(void **state)
{
    uint64_t seed = 17;
    (void)state;
    for (int i = 0; i < 400; i++) {
        rdg_context *ctx = rdg_context_create();
        rdg_set_writer(ctx, NULL, NULL);
        double lambda = 0;
        crossing k = {.a = random_signed(&seed), .b = random_signed(&seed), .bend = 1, .is_double = i >= 300};
        k.c = 3 * random_signed(&seed);
        k.d = random_signed(&seed);
        k.a = copysign(0.2 + fabs(k.a), k.a);
        k.b *= 0.3 * fabs(k.a);
        for (int j = 0; j < 2; j++) {
            k.unit[j] = pow(10, 2 * random_signed(&seed));
        }
        rdg_problem *p = problem_of(ctx, &k, i % 2 ? 0.5 : -0.5, &lambda);
        const int way = lambda > 1 ? -1 : 1;
        harvest h = {0};
        assert_ok(ctx, rdg_continue(
                           p, "ends", RDG_RELEASE("lambda"), RDG_RELEASE("arc"), RDG_WINDOW("lambda", -2, 4),
                           RDG_TERMINAL("GR", "margin", 0), RDG_TERMINAL("DU", "arc", 0), RDG_DIRECTION(way),
                           i % 3 || k.is_double ? RDG_NO_BRANCH_POINTS : RDG_NO_FOLDS, HARVEST_ONLY(&h)));
        const harvested *last = &h.chart[h.count - 1];
        assert_true(strcmp(last->type, "DU") == 0 || strcmp(last->type, "GR") == 0);
        assert_near(last->u[2], 1, 0, 1e-9);
        assert_near(last->u[1] / k.unit[1], k.d, 0, 1e-9);
        assert_int_equal(rdg_warnings(ctx), 0);
        harvest_clear(&h);
        rdg_context_free(ctx);
    }
}

static void expect_at_crossing(const harvest *h, const crossing *k, const char *type)
{
    for (size_t i = 0; i < harvest_count(h, type); i++) {
        const harvested *at = harvest_nth(h, type, i);
        assert_near(at->u[2], 1, 0, 1e-8);
        assert_near(at->u[1] / k->unit[1], k->d, 0, 1e-8);
    }
}

/* Functions that bend as they vanish, an event of the run's that vanishes with them, and steps as long as
 * they come. */
static void events_that_vanish_all_along_the_other_branch_are_told_at_the_crossing(void **state)
{
    uint64_t seed = 31;
    (void)state;
    for (int i = 0; i < 300; i++) {
        rdg_context *ctx = rdg_context_create();
        rdg_set_writer(ctx, NULL, NULL);
        double lambda = 0;
        crossing k = {.a = copysign(0.4 + 0.6 * fabs(random_signed(&seed)), random_signed(&seed))};
        k.c = 3 * random_signed(&seed);
        k.d = random_signed(&seed);
        k.unit[0] = k.unit[1] = 1;
        k.bend = 2;
        k.b = 0.2 * k.a * random_signed(&seed);
        rdg_problem *p = problem_of(ctx, &k, (i % 2 ? 1 : -1) * (1 + 0.5 * random_signed(&seed)), &lambda);
        harvest h = {0};
        assert_ok(ctx,
                  rdg_continue(p, "ends", RDG_RELEASE("lambda"), RDG_RELEASE("arc"),
                               RDG_WINDOW("lambda", -2, 4), RDG_EVENT("Z", i % 5 < 3 ? "arc" : "margin", 0),
                               i % 3 ? RDG_TERMINAL("DU", i % 5 < 3 ? "margin" : "arc", 0) : RDG_NO_FOLDS,
                               i % 4 < 2 ? RDG_NO_BRANCH_POINTS : RDG_EXPECT_EARLY_END,
                               RDG_STEP(0.1 + 0.4 * fabs(random_signed(&seed)), 1e-6, 0.5),
                               RDG_DIRECTION(lambda > 1 ? -1 : 1), HARVEST_ONLY(&h)));
        expect_at_crossing(&h, &k, "Z");
        expect_at_crossing(&h, &k, "DU");
        assert_int_equal(harvest_count(&h, "DU"), i % 3 != 0);
        assert_int_equal(harvest_count(&h, "Z"), 1);
        assert_int_equal(rdg_warnings(ctx), 0);
        harvest_clear(&h);
        rdg_context_free(ctx);
    }
}

/* lambda = 1 + a x, which the line x = aside crosses. */
typedef struct passing {
    double a, aside;
} passing;

static int passing_lines(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    const passing *k = data;
    (void)n, (void)m;
    y[0] = (u[0] - k->aside) * (u[1] - 1 - k->a * u[0]);
    return 0;
}

/* The last point of a way along that from x = 0.5, which is to end at x = `first`, and at x = 0. */
static void assert_passing_ends(const passing *k, double first)
{
    rdg_context *ctx = rdg_context_create();
    rdg_set_writer(ctx, NULL, NULL);
    rdg_problem *p = rdg_problem_create(ctx);
    assert_ok(ctx, rdg_add_variables(p, "x", 1, (double[]){0.5}));
    assert_ok(ctx, rdg_add_variables(p, "lambda", 1, (double[]){1 + 0.5 * k->a}));
    const rdg_function lines = {
        .name = "lines", .n = 2, .m = 1, .f = passing_lines, .by_differences = true, .data = (void *)k};
    assert_ok(ctx, rdg_add_zero(p, &lines, RDG_ALL));
    assert_ok(ctx, rdg_add_parameter(p, "lambda", "lambda", 0));
    assert_ok(ctx, rdg_add_parameter_as(p, "x", "x", 0, RDG_ACTIVE));
    harvest h = {0};
    assert_ok(ctx, rdg_continue(p, "passes", RDG_RELEASE("lambda"), RDG_WINDOW("lambda", -2, 4),
                                RDG_TERMINAL("A", "x", first), RDG_TERMINAL("B", "x", 0),
                                RDG_DIRECTION(k->a > 0 ? -1 : 1), HARVEST_ONLY(&h)));
    const harvested *last = &h.chart[h.count - 1];
    assert_near(last->u[0], first, 0, 1e-10);
    assert_near(last->u[1], 1 + k->a * first, 0, 1e-10);
    assert_int_equal(rdg_warnings(ctx), 0);
    harvest_clear(&h);
    rdg_context_free(ctx);
}

static void ends_a_little_in_front_of_another_one_are_told(void **state)
{
    uint64_t seed = 23;
    (void)state;
    for (int i = 0; i < 60; i++) {
        const passing k = {.a = copysign(0.2 + fabs(random_signed(&seed)), random_signed(&seed)), .aside = 9};
        assert_passing_ends(&k, pow(10, -7 + random_signed(&seed)));
    }
}

static void two_ends_at_one_point_are_not_those_of_a_branch_point_nearby(void **state)
{
    uint64_t seed = 29;
    (void)state;
    for (int i = 0; i < 60; i++) {
        const passing k = {.a = copysign(0.2 + fabs(random_signed(&seed)), random_signed(&seed)),
                           .aside = pow(10, -5 + random_signed(&seed)) * (i % 2 ? 1 : -1)};
        assert_passing_ends(&k, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(branch_ends_where_another_one_crosses_it),
        cmocka_unit_test(events_that_vanish_all_along_the_other_branch_are_told_at_the_crossing),
        cmocka_unit_test(ends_a_little_in_front_of_another_one_are_told),
        cmocka_unit_test(two_ends_at_one_point_are_not_those_of_a_branch_point_nearby),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
