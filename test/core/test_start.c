/* The first chart of a run: what of events and windows lies at the start, and what near it. */
#include "harvest.h"
#include "problems.h"

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
        assert_failed(ctx, RDG_ERR_ARGUMENT, "outside its window");
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
        double low[3];
        for (int i = 0; i < 3; i++) {
            low[i] = i == edge || i == corner ? u[i] : 0.0;
        }
        const bool bent =
            k % 5 == 0 && corner == edge && edge < 2; /* the edge of the product's window, too */
        assert_ok(ctx, rdg_continue(p, "s", RDG_RELEASE(name[first]), RDG_RELEASE(name[(first + 1) % 3]),
                                    RDG_RELEASE(name[(first + 2) % 3]), RDG_WINDOW("x", low[0], 2.0 * r),
                                    RDG_WINDOW("y", low[1], 2.0 * r), RDG_WINDOW("z", low[2], 2.0 * r),
                                    RDG_WINDOW("xy", 0.0, bent ? u[0] * u[1] : r * r), RDG_MAX_POINTS(4),
                                    RDG_DIMENSION(2), HARVEST_ONLY(&h)));
        for (int i = 0; i < 3; i++) {
            assert_true(h.chart[0].u[i] >= low[i] - 1e-12 * r);
        }
        assert_true(!bent || h.chart[0].u[0] * h.chart[0].u[1] <= u[0] * u[1] * (1.0 + 1e-11));
        assert_true(h.count > 2);
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
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
