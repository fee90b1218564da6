/* What steps cost: first guesses that bend as the curve did on the last step, looks inside a step, of which
 * variables need no more than one, and steps to a jump. */
#include "fresh_context.h"
#include "harvest.h"

enum { N_LEVELS = 7 };

/* x = sin s, y = exp(r s) over s, whose typical sizes change along the curve. */
static int spiral(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    const double *rate = data;
    y[0] = u[0] - sin(u[2]);
    y[1] = u[1] - exp(*rate * u[2]);
    return 0;
}

static int spiral_df(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    (void)n;
    (void)m;
    const double *rate = data;
    values[0] = values[3] = 1.0;
    values[4] = -cos(u[2]);
    values[5] = -*rate * exp(*rate * u[2]);
    return 0;
}

static int third(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    (void)data;
    y[0] = u[0] + 0.0;
    return 0;
}

static rdg_problem *spiral_problem(rdg_context *ctx, double *rate)
{
    rdg_problem *p = rdg_problem_create(ctx);
    rdg_add_variables(p, "u", 3, (double[]){0.0, 1.0, 0.0});
    rdg_add_zero(
        p, &(rdg_function){.name = "spiral", .n = 3, .m = 2, .f = spiral, .df = spiral_df, .data = rate},
        RDG_ALL);
    rdg_add_parameter(p, "s", "u", 2);
    static const char *const names[] = {"s again"};
    rdg_add_monitor(p, &(rdg_function){.name = "third", .n = 1, .m = 1, .f = third}, (rdg_index[]){2}, names,
                    RDG_REGULAR);
    return p;
}

static void assert_on_spiral(const harvest *h, double rate, double end)
{
    for (size_t k = 0; k < h->count; k++) {
        const double *u = h->chart[k].u;
        assert_near(u[0], sin(u[2]), 0.0, 1e-9);
        assert_near(u[1], exp(rate * u[2]), 1e-9, 0.0);
    }
    assert_near(h->chart[h->count - 1].u[2], end, 1e-12, 0.0);
}

/* Steps are shorter than a hundred of the smallest, so that nothing is foretold by charts. */
static void guesses_that_bend_save_iterations_on_smooth_curves(void **state)
{
    static double rates[] = {-0.2, 0.0, 0.1, 0.6};
    for (size_t k = 0; k < sizeof rates / sizeof *rates; k++) {
        rdg_problem *p = spiral_problem(*state, &rates[k]);
        harvest straight = {.count = 0}, bent = {.count = 0};
        assert_ok(*state,
                  rdg_continue(p, "straight", RDG_RELEASE("s"), RDG_WINDOW("s", 0.0, 8.0), RDG_DIRECTION(1),
                               RDG_STEP(0.05, 5.1e-3, 0.5), HARVEST_ONLY(&straight)));
        assert_ok(*state,
                  rdg_continue(p, "bent", RDG_RELEASE("s"), RDG_WINDOW("s", 0.0, 8.0), RDG_DIRECTION(1),
                               RDG_STEP(0.05, 5.1e-3, 0.5), RDG_PREDICT_BEND, HARVEST_ONLY(&bent)));
        assert_on_spiral(&straight, rates[k], 8.0);
        assert_on_spiral(&bent, rates[k], 8.0);
        print_message("rate %g: %ld iterations for %ld points, bent %ld for %ld\n", rates[k],
                      straight.summary.iterations, straight.summary.points, bent.summary.iterations,
                      bent.summary.points);
        assert_true(bent.summary.points <= straight.summary.points);
        assert_true((double)bent.summary.iterations < 0.95 * (double)straight.summary.iterations);
        harvest_clear(&straight);
        harvest_clear(&bent);
        rdg_problem_free(p);
    }
}

/* Two residuals a step make the curve segment, a third one checks it where the curve is not nearly straight.
 */
static void steps_without_events_cost_few_residuals(void **state)
{
    static double rate = 0.0;
    rdg_problem *p = spiral_problem(*state, &rate);
    harvest h = {.count = 0};
    assert_ok(*state, rdg_continue(p, "smooth", RDG_RELEASE("s"), RDG_WINDOW("s", 0.0, 40.0),
                                   RDG_DIRECTION(1), RDG_ANGLE(3.0), HARVEST_ONLY(&h)));
    print_message("%ld points, %ld residuals\n", h.summary.points, h.summary.timing.residuals);
    const double per_point = (double)h.summary.timing.residuals / (double)h.summary.points;
    assert_true(per_point < 4.35);
    assert_on_spiral(&h, rate, 40.0);
    harvest_clear(&h);
    rdg_problem_free(p);
}

/* y = sum of kinks over x */
static double kinked(double x)
{
    return fabs(x + 0.6) - 1.8 * fabs(x + 0.2) + 1.6 * fabs(x - 0.15) - 0.9 * fabs(x - 0.55);
}

static int kinking(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    (void)data;
    y[0] = u[1] - kinked(u[0]);
    return 0;
}

static void over_kinks_they_lead_along_the_same_curve(void **state)
{
    rdg_problem *p = rdg_problem_create(*state);
    harvest h = {.count = 0};
    rdg_add_variables(p, "u", 2, (double[]){-1.0, kinked(-1.0)});
    rdg_add_zero(p, &(rdg_function){.name = "kinking", .n = 2, .m = 1, .f = kinking}, RDG_ALL);
    rdg_add_parameter(p, "x", "u", 0);
    assert_ok(*state, rdg_continue(p, "kinks", RDG_RELEASE("x"), RDG_WINDOW("x", -1.0, 1.0), RDG_DIRECTION(1),
                                   RDG_PREDICT_BEND, HARVEST_ONLY(&h)));
    for (size_t k = 0; k < h.count; k++) {
        assert_near(h.chart[k].u[1], kinked(h.chart[k].u[0]), 0.0, 1e-9);
    }
    assert_near(h.chart[h.count - 1].u[0], 1.0, 1e-12, 0.0);
    assert_true(h.summary.covered);
    harvest_clear(&h);
    rdg_problem_free(p);
}

static long residuals_with_levels_of(rdg_context *ctx, const char *parameter)
{
    static double rate = 0.1;
    double level[N_LEVELS];
    harvest h = {.count = 0};
    rdg_problem *p = spiral_problem(ctx, &rate);
    int met = 0;
    for (int k = 0; k < N_LEVELS; k++) {
        level[k] = 0.7 + k;
    }
    assert_ok(ctx, rdg_continue(p, "levels", RDG_RELEASE("s"), RDG_WINDOW("s", 0.0, 8.0), RDG_DIRECTION(1),
                                RDG_UZ_LIST(parameter, N_LEVELS, level), HARVEST_ONLY(&h)));
    for (size_t k = 0; k < h.count; k++) {
        if (strcmp(h.chart[k].type, "UZ") == 0) {
            assert_near(h.chart[k].u[2], level[met], 1e-10, 0.0);
            met++;
        }
    }
    assert_int_equal(met, N_LEVELS);
    const long residuals = h.summary.timing.residuals;
    harvest_clear(&h);
    rdg_problem_free(p);
    return residuals;
}

static void levels_of_a_function_cost_as_many_residuals_as_those_of_a_variable(void **state)
{
    const long variable = residuals_with_levels_of(*state, "s");
    const long function = residuals_with_levels_of(*state, "s again");
    print_message("%ld residuals, for a function %ld\n", variable, function);
    assert_true((double)function < 1.05 * (double)variable);
}

/* y jumps at x = 0.3, by more than steps there are long */
static int jumping(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    (void)data;
    y[0] = u[1] - sin(u[0]) - (u[0] > 0.3 ? 4.0 : 0.0);
    return 0;
}

static long tries_up_to_a_jump(rdg_context *ctx, rdg_option option)
{
    harvest h = {.count = 0};
    rdg_problem *p = rdg_problem_create(ctx);
    rdg_add_variables(p, "u", 2, NULL);
    rdg_add_zero(p, &(rdg_function){.name = "jumping", .n = 2, .m = 1, .f = jumping, .by_differences = true},
                 RDG_ALL);
    rdg_add_parameter(p, "x", "u", 0);
    rdg_continue(p, "jump", RDG_RELEASE("x"), RDG_WINDOW("x", -1.0, 1.0), RDG_DIRECTION(1),
                 RDG_EXPECT_EARLY_END, option, HARVEST_ONLY(&h));
    const harvested *last = &h.chart[h.count - 1];
    assert_string_equal(last->type, "MX");
    assert_near(last->u[0], 0.3, 0.0, 1.1e-6); /* no farther than the shortest step */
    const long tries = h.summary.rejected;
    harvest_clear(&h);
    rdg_problem_free(p);
    return tries;
}

static void a_branch_that_goes_on_behind_jumps_comes_near_to_them_in_fewer_tries(void **state)
{
    const long halved = tries_up_to_a_jump(*state, RDG_NO_BRANCH_POINTS);
    const long quartered = tries_up_to_a_jump(*state, RDG_END_AT_FOLDS);
    print_message("%ld tries, %ld\n", halved, quartered);
    assert_true(quartered < halved);
}

static int follow_sine(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    (void)data;
    y[0] = u[1] - sin(u[0]);
    return 0;
}

static int counted_level(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    ++*(long *)data;
    y[0] = u[0] - 1.52;
    return 0;
}

/* Where it comes near its value, 3 or 7 values on a step show that it keeps off; 31 are needed on one step.
 */
static void a_function_that_may_jump_is_scanned_in_stages(void **state)
{
    long calls = 0;
    harvest h = {.count = 0};
    rdg_problem *p = rdg_problem_create(*state);
    rdg_add_variables(p, "u", 2, NULL);
    rdg_add_zero(p, &(rdg_function){.name = "sine", .n = 2, .m = 1, .f = follow_sine, .by_differences = true},
                 RDG_ALL);
    rdg_add_parameter(p, "x", "u", 0);
    rdg_add_monitor(p, &(rdg_function){.name = "g", .n = 2, .m = 1, .f = counted_level, .data = &calls},
                    RDG_ALL, NULL, RDG_JUMPING);
    assert_ok(*state, rdg_continue(p, "r", RDG_RELEASE("x"), RDG_WINDOW("x", 0.0, 3.0), RDG_DIRECTION(1),
                                   RDG_UZ("g", 0.0), HARVEST_ONLY(&h)));
    print_message("%ld points, %ld values\n", h.summary.points, calls);
    assert_int_equal(harvest_count(&h, "UZ"), 1);
    assert_true(calls <= 6 * h.summary.points);
    harvest_clear(&h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_function_that_may_jump_is_scanned_in_stages),
        TEST(guesses_that_bend_save_iterations_on_smooth_curves),
        TEST(steps_without_events_cost_few_residuals),
        TEST(over_kinks_they_lead_along_the_same_curve),
        TEST(a_branch_that_goes_on_behind_jumps_comes_near_to_them_in_fewer_tries),
        TEST(levels_of_a_function_cost_as_many_residuals_as_those_of_a_variable),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
