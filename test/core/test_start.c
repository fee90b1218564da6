/* The first chart of a run: what of events and windows lies at the start, and what near it. */
#define _XOPEN_SOURCE 700
#include "harvest.h"
#include "plane_curve.h"
#include "problems.h"
#include "scratch.h"

/* A circle of radius r about the origin, with both coordinates released. */
static rdg_problem *circle(rdg_context *ctx, double *r, double x, double y)
{
    rdg_problem *p = rdg_problem_create(ctx);
    const rdg_function f = circle_function(r);
    rdg_add_variables(p, "u", 2, (double[]){x, y});
    rdg_add_zero(p, &f, RDG_ALL);
    rdg_set_typical(p, "u", *r, false);
    rdg_add_parameter(p, "x", "u", 0);
    rdg_add_parameter(p, "y", "u", 1);
    return p;
}

static void events_next_to_the_start_are_found_however_wide_the_window_is(void **state)
{
    rdg_context *ctx = *state;
    uint64_t seed = 5;
    for (int k = 0; k < 200; k++) {
        harvest h = {0};
        double r = pow(10.0, 6.0 * random_signed(&seed));
        const double angle = 0.2 + 0.5 * fabs(random_signed(&seed));
        const double y = r * sin(angle);
        const double value = y + r * pow(10.0, -5.5 + 3.0 * random_signed(&seed)); /* 3e-9 r and more */
        rdg_problem *p = circle(ctx, &r, r * cos(angle), y);
        const double wide = k % 2 ? 1e30 : 1e8 * r;
        assert_ok(ctx, rdg_continue(p, "c", RDG_RELEASE("y"), RDG_RELEASE("x"), RDG_UZ("y", value),
                                    RDG_WINDOW("y", -wide, wide), RDG_DIRECTION(1), RDG_MAX_POINTS(2),
                                    HARVEST_ONLY(&h)));
        assert_int_equal(harvest_count(&h, "UZ"), 1);
        assert_near(harvest_nth(&h, "UZ", 0)->mu[1], value, 0.0, 0.0);
        harvest_clear(&h);
        rdg_problem_free(p);
    }
}

static void start_outside_is_refused_however_wide_the_window_is(void **state)
{
    rdg_context *ctx = *state;
    const double high[] = {1.0, 1e8, 1e30, INFINITY};
    double r = 1.0;
    for (size_t k = 0; k < sizeof high / sizeof *high; k++) {
        rdg_problem *p = circle(ctx, &r, 0.8, 0.6);
        rdg_continue(p, "c", RDG_RELEASE("y"), RDG_RELEASE("x"), RDG_WINDOW("y", 0.6 + 1e-9, high[k]),
                     RDG_NO_FOLDER, RDG_NO_TABLE);
        assert_failed(ctx, RDG_ERR_ARGUMENT, "outside its domain");
        rdg_problem_free(p);
    }
}

static void start_on_an_edge_is_legal_whichever_parameter_is_released_first(void **state)
{
    rdg_context *ctx = *state;
    uint64_t seed = 6;
    for (int k = 0; k < 200; k++) {
        rdg_run_summary s;
        double r = pow(10.0, 3.0 * random_signed(&seed));
        const double angle = 0.3 + 0.4 * fabs(random_signed(&seed));
        const double x = r * cos(angle);
        const double y = r * sin(angle) * (1.0 + 1e-3 * random_signed(&seed)); /* roughly on the circle */
        rdg_problem *p = circle(ctx, &r, x, y);
        const char *first = k % 2 ? "x" : "y";
        const char *second = k % 2 ? "y" : "x";
        const double low = k % 4 < 2 ? x : 0.1 * x;
        const double high = k % 4 < 2 ? 2.0 * r : x;
        assert_ok(ctx, rdg_continue(p, "c", RDG_RELEASE(first), RDG_RELEASE(second),
                                    RDG_WINDOW("x", low, high), RDG_WINDOW("y", 0.1 * y, 2.0 * r),
                                    RDG_NO_FOLDER, RDG_NO_TABLE, RDG_SUMMARY(&s)));
        assert_true(s.covered);
        assert_true(s.points > 2);
        rdg_problem_free(p);
    }
}

/* The edge is meant where a start is nearer to it than 1e-10, as its digits may have been cut off. */
static void start_a_little_beyond_an_edge_is_on_it(void **state)
{
    rdg_context *ctx = *state;
    uint64_t seed = 7;
    for (int k = 0; k < 200; k++) {
        harvest h = {0};
        double r = pow(10.0, 3.0 * random_signed(&seed));
        const double angle = 0.3 + 0.4 * fabs(random_signed(&seed));
        const double y = r * sin(angle);
        const bool is_low = k % 2 == 0;
        const double beyond = pow(10.0, -11.5 + 1.4 * random_signed(&seed)) * y;
        const double low = is_low ? y + beyond : 0.5 * y;
        const double high = is_low ? 1.2 * y : y - beyond;
        rdg_problem *p = circle(ctx, &r, r * cos(angle), y);
        assert_ok(ctx,
                  rdg_continue(p, "c", RDG_RELEASE(k % 4 < 2 ? "y" : "x"), RDG_RELEASE(k % 4 < 2 ? "x" : "y"),
                               RDG_WINDOW("y", low, high), RDG_MAX_POINTS(3), HARVEST_ONLY(&h)));
        assert_int_equal(h.chart[0].point, 0);
        assert_near(h.chart[0].u[1], is_low ? low : high, 0.0, 1.1e-12 * r);
        assert_true(h.count > 1);
        harvest_clear(&h);
        rdg_problem_free(p);
    }
}

/* x^2 + y^2 + z^2 = r^2 */
static int sphere_f(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    const double r = *(const double *)data;
    y[0] = u[0] * u[0] + u[1] * u[1] + u[2] * u[2] - r * r;
    return 0;
}

static int product_f(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    (void)data;
    y[0] = u[0] * u[1];
    return 0;
}

/* A sphere of radius r with the product of two coordinates as a parameter "xy". */
static rdg_problem *sphere(rdg_context *ctx, double *r, const double *u)
{
    rdg_problem *p = rdg_problem_create(ctx);
    const rdg_function f = {.name = "f", .n = 3, .m = 1, .f = sphere_f, .by_differences = true, .data = r};
    const rdg_function product = {.name = "product", .n = 3, .m = 1, .f = product_f, .by_differences = true};
    rdg_add_variables(p, "u", 3, u);
    rdg_set_typical(p, "u", *r, false);
    rdg_add_zero(p, &f, RDG_ALL);
    for (rdg_index i = 0; i < 3; i++) {
        rdg_add_parameter(p, (const char *const[]){"x", "y", "z"}[i], "u", i);
    }
    rdg_add_monitor(p, &product, RDG_ALL, (const char *const[]){"xy"}, RDG_ACTIVE);
    return p;
}

static void start_on_the_edges_of_a_surface_is_legal_whichever_parameters_are_released_first(void **state)
{
    static const char *const name[3] = {"x", "y", "z"};
    rdg_context *ctx = *state;
    uint64_t seed = 8;
    for (int k = 0; k < 300; k++) {
        harvest h = {0};
        double r = pow(10.0, 3.0 * random_signed(&seed));
        double u[3];
        for (int i = 0; i < 3; i++) {
            u[i] = r * (0.55 + 0.1 * random_signed(&seed)); /* roughly on the sphere */
        }
        rdg_problem *p = sphere(ctx, &r, u);
        const int first = k % 3;
        const int edge = k / 3 % 3; /* of the window on x, y or z; every other start is in a corner */
        const int corner = k / 9 % 2 ? (edge + 1) % 3 : edge;
        const double product = u[0] * u[1];
        const bool below =
            k % 5 == 0 && corner == edge && edge < 2; /* an edge of the product's window, too */
        const bool above = k % 5 == 1;                /* nothing but an edge of that */
        double low[3];
        for (int i = 0; i < 3; i++) {
            low[i] = !above && (i == edge || i == corner) ? u[i] : 0.0;
        }
        const rdg_status status =
            rdg_continue(p, "s", RDG_RELEASE(name[first]), RDG_RELEASE(name[(first + 1) % 3]),
                         RDG_RELEASE(name[(first + 2) % 3]), RDG_WINDOW("x", low[0], 2.0 * r),
                         RDG_WINDOW("y", low[1], 2.0 * r), RDG_WINDOW("z", low[2], 2.0 * r),
                         RDG_WINDOW("xy", above ? product : 0.0, below ? product : r * r), RDG_MAX_POINTS(4),
                         RDG_DIMENSION(2), HARVEST_ONLY(&h));
        assert_ok(ctx, status);
        const double *at = h.chart[0].u;
        for (int i = 0; i < 3; i++) {
            assert_true(at[i] >= low[i] - 1e-12 * r);
        }
        assert_true(!below || at[0] * at[1] <= product * (1.0 + 1e-11));
        assert_true(!above || at[0] * at[1] >= product * (1.0 - 1e-11));
        assert_true(h.count > 2);
        harvest_clear(&h);
        rdg_problem_free(p);
    }
}

/* y = x^2 (1 + x / 3) folds at the origin. */
static int bowl_f(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    (void)data;
    y[0] = u[1] - u[0] * u[0] * (1.0 + u[0] / 3.0);
    return 0;
}

static int bowl_df(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    (void)n;
    (void)m;
    (void)data;
    values[0] = -2.0 * u[0] - u[0] * u[0];
    values[1] = 1.0;
    return 0;
}

static rdg_problem *bowl(rdg_context *ctx, double x, double y)
{
    return plane_curve(ctx, bowl_f, bowl_df, NULL, x, y);
}

static void start_next_to_a_fold_is_on_it_or_meets_it(void **state)
{
    rdg_context *ctx = *state;
    uint64_t seed = 9;
    for (int k = 0; k < 200; k++) {
        harvest h = {0};
        const double x = pow(10.0, -9.5 + 6.5 * random_signed(&seed)) * (k % 2 ? 1.0 : -1.0);
        rdg_problem *p = bowl(ctx, x, x * x * (1.0 + x / 3.0));
        scratch_said[0] = '\0';
        assert_ok(ctx, rdg_continue(p, "b", RDG_RELEASE("y"), RDG_WINDOW("X", -0.5, 0.5), HARVEST_ONLY(&h)));
        const bool told = strstr(scratch_said, "it starts on a fold") != NULL;
        const size_t rows = harvest_count(&h, "FP");
        if (rows + told != 1 || (fabs(x) > 1e-6 && told) || (fabs(x) < 1e-9 && !told)) {
            print_error("from %g: %zu rows, %s", x, rows, scratch_said);
        }
        assert_int_equal(rows + told, 1);
        assert_true(fabs(x) < 1e-6 ? fabs(x) > 1e-9 || told : !told);
        harvest_clear(&h);
        rdg_problem_free(p);
    }
}

static void start_keeps_the_value_of_the_parameter_that_is_released(void **state)
{
    rdg_context *ctx = *state;
    uint64_t seed = 10;
    for (int k = 0; k < 200; k++) {
        harvest h = {0};
        const double x = pow(10.0, -1.0 + random_signed(&seed)) * (k % 2 ? 1.0 : -1.0);
        const double y = x * x * (1.0 + x / 3.0);
        rdg_problem *p = bowl(ctx, x * (1.0 + 0.1 * random_signed(&seed)), y);
        assert_ok(ctx, rdg_continue(p, "b", RDG_RELEASE("y"), RDG_MAX_POINTS(1), HARVEST_ONLY(&h)));
        assert_near(h.chart[0].u[0], x, 1e-7, 0.0);
        assert_near(h.chart[0].u[1], y, 1e-12, 0.0);
        harvest_clear(&h);
        rdg_problem_free(p);
    }
}

static void start_that_has_no_solution_at_its_value_says_where_it_begins(void **state)
{
    rdg_context *ctx = *state;
    for (int k = 0; k < 20; k++) {
        harvest h = {0};
        const double y = -0.02 - 0.02 * k; /* below the fold */
        rdg_problem *p = bowl(ctx, 0.0, y);
        scratch_said[0] = '\0';
        assert_ok(ctx, rdg_continue(p, "b", RDG_RELEASE("y"), RDG_MAX_POINTS(1), HARVEST_ONLY(&h)));
        assert_near(h.chart[0].u[1], 0.0, 0.0, 1e-9);
        assert_int_equal(strstr(scratch_said, "no solution was found at y = -0.") != NULL, y < -0.1);
        harvest_clear(&h);
        rdg_problem_free(p);
    }
}

/* y = 1000 but for noise in its last digits */
static int flat_f(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    (void)data;
    y[0] = u[1] - 1000.0 * (1.0 + 1e-15 * sin(1e7 * u[0]));
    return 0;
}

static int flat_df(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    (void)n;
    (void)u;
    (void)m;
    (void)data;
    values[0] = 0.0;
    values[1] = 1.0;
    return 0;
}

static void first_step_is_not_shortened_by_what_stands_still(void **state)
{
    rdg_context *ctx = *state;
    const rdg_function f = {.name = "flat", .n = 2, .m = 1, .f = flat_f, .df = flat_df};
    for (int k = 0; k < 20; k++) {
        harvest h = {0};
        rdg_problem *p = rdg_problem_create(ctx);
        rdg_add_variables(p, "x", 1, (double[]){0.1 * k});
        rdg_add_variables(p, "y", 1, (double[]){1000.0});
        rdg_add_parameter(p, "x", "x", 0);
        rdg_add_parameter(p, "y", "y", 0);
        rdg_add_zero(p, &f, RDG_ALL);
        assert_ok(ctx, rdg_continue(p, "flat", RDG_RELEASE("x"), RDG_RELEASE("y"),
                                    RDG_WINDOW("y", 0.0, 2000.0), RDG_STEP(0.05, 1e-6, 0.5), RDG_DIRECTION(1),
                                    RDG_MAX_POINTS(3), HARVEST_ONLY(&h)));
        assert_int_equal(h.summary.rejected, 0);
        harvest_clear(&h);
        rdg_problem_free(p);
    }
}

static void start_outside_of_a_domain_is_refused(void **state)
{
    rdg_context *ctx = *state;
    rdg_problem *p = bowl(ctx, 0.3, 0.099);
    assert_ok(ctx, rdg_set_domain(p, "X", 1.0, INFINITY));
    rdg_continue(p, "b", RDG_RELEASE("y"), RDG_MAX_POINTS(1), RDG_NO_FOLDER, RDG_NO_TABLE);
    assert_failed(ctx, RDG_ERR_ARGUMENT, "outside of [1, inf], where this has a meaning");
}

/* Before anything is computed. */
static void value_held_outside_of_a_domain_is_refused(void **state)
{
    rdg_context *ctx = *state;
    double r = 2.0;
    const double held_at[] = {0.999, -1.0, 1.501, 1.0, 1.5}; /* the bounds belong to the domain */
    for (int k = 0; k < 5; k++) {
        harvest h = {0};
        char message[128];
        rdg_problem *p = circle(ctx, &r, 1.2, 1.6);
        assert_ok(ctx, rdg_set_domain(p, "x", 1.0, 1.5));
        rdg_continue(p, "c", RDG_HOLD_AT("x", held_at[k]), RDG_RELEASE("y"), HARVEST_ONLY(&h));
        if (k < 3) {
            snprintf(message, sizeof message,
                     "it starts at x = %g, outside of [1, 1.5], where this has a meaning", held_at[k]);
            assert_failed(ctx, RDG_ERR_ARGUMENT, message);
        }
        assert_int_equal(h.summary.corrections > 0, k >= 3);
        assert_int_equal(rdg_error_status(ctx), RDG_OK);
        harvest_clear(&h);
        rdg_problem_free(p);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(events_next_to_the_start_are_found_however_wide_the_window_is),
        TEST(start_outside_is_refused_however_wide_the_window_is),
        TEST(start_on_an_edge_is_legal_whichever_parameter_is_released_first),
        TEST(start_a_little_beyond_an_edge_is_on_it),
        TEST(start_on_the_edges_of_a_surface_is_legal_whichever_parameters_are_released_first),
        SCRATCH_TEST(start_next_to_a_fold_is_on_it_or_meets_it),
        TEST(start_keeps_the_value_of_the_parameter_that_is_released),
        SCRATCH_TEST(start_that_has_no_solution_at_its_value_says_where_it_begins),
        TEST(first_step_is_not_shortened_by_what_stands_still),
        TEST(start_outside_of_a_domain_is_refused),
        TEST(value_held_outside_of_a_domain_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
