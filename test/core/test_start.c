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

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(events_next_to_the_start_are_found_however_wide_the_window_is),
        TEST(start_outside_is_refused_however_wide_the_window_is),
        TEST(start_on_an_edge_is_legal_whichever_parameter_is_released_first),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
