/* Building problems from parts: prefixes, glue, linear functions, copies, unfolding, kinds of monitors,
 * print. */
#include "harvest.h"
#include "problems.h"

static const double pi = 3.14159265358979323846;

static void two_circles_stand_side_by_side_in_one_problem(void **state)
{
    rdg_context *ctx = *state;
    rdg_problem *p = rdg_problem_create(ctx);
    const rdg_function circle = circle_function(NULL);
    for (int side = 0; side < 2; side++) {
        rdg_problem_enter(p, side ? "right" : "left");
        rdg_add_variables(p, "u", 2, (double[]){1.0, 0.0});
        const rdg_index first = rdg_variable_index(p, "u", NULL);
        rdg_add_zero(p, &circle, (rdg_index[]){first, first + 1});
        rdg_add_parameter(p, "y", "u", 1);
        rdg_problem_leave(p);
    }
    assert_ok(ctx, rdg_error_status(ctx));
    const rdg_index left = rdg_variable_index(p, "left.u", NULL);
    const rdg_index right = rdg_variable_index(p, "right.u", NULL);
    assert_int_equal(left, 0);
    assert_int_equal(right, 2);
    assert_true(rdg_parameter_index(p, "left.y") >= 0);

    /* tied together, they go round together */
    assert_ok(ctx, rdg_add_glue(p, "tie", 1, &(rdg_index){left + 1}, &(rdg_index){right + 1}));
    harvest h = {0};
    assert_ok(ctx, rdg_continue(p, "pair", RDG_RELEASE("left.y"), RDG_RELEASE("right.y"),
                                RDG_WINDOW("left.y", -0.5, 0.5), HARVEST_ONLY(&h)));
    for (size_t k = 0; k < h.count; k++) {
        assert_near(h.chart[k].u[1], h.chart[k].u[3], 0, 1e-12);
    }
    harvest_clear(&h);
    rdg_problem_leave(p);
    assert_failed(ctx, RDG_ERR_ARGUMENT, "no part of the problem was begun");
    rdg_problem_enter(p, "a.b");
    assert_failed(ctx, RDG_ERR_NAME, "no name for a part");
    rdg_add_variables(p, "left.u", 1, NULL);
    assert_failed(ctx, RDG_ERR_NAME, "already a block of variables \"left.u\"");
}

static void parts_may_be_nested(void **state)
{
    rdg_context *ctx = *state;
    rdg_problem *p = rdg_problem_create(ctx);
    rdg_problem_enter(p, "blade");
    rdg_problem_enter(p, "root");
    rdg_add_variables(p, "q", 1, NULL);
    rdg_add_parameter(p, "q", "q", 0);
    rdg_problem_leave(p);
    rdg_add_variables(p, "q", 1, NULL);
    rdg_problem_leave(p);
    rdg_add_variables(p, "q", 1, NULL);
    assert_ok(ctx, rdg_error_status(ctx));
    assert_int_equal(rdg_variable_index(p, "blade.root.q", NULL), 0);
    assert_int_equal(rdg_variable_index(p, "blade.q", NULL), 1);
    assert_int_equal(rdg_variable_index(p, "q", NULL), 2);
}

static void linear_functions_are_equations_or_parameters(void **state)
{
    rdg_context *ctx = *state;
    rdg_problem *p = rdg_problem_create(ctx);
    rdg_add_variables(p, "u", 3, (double[]){1.0, 2.0, 4.0});
    const rdg_index all[] = {0, 1, 2};
    const double A[] = {1, 0, 1, 1, 0, 2}; /* rows (1, 1, 0), (0, 1, 2) */
    rdg_add_linear(p, "sum", 2, 3, all, A, (double[]){3.0, 10.0});
    rdg_add_linear_monitor(p, "gap", 1, 2, (rdg_index[]){2, 0}, (double[]){1, -1}, (double[]){3.0},
                           (const char *const[]){"gap"}, RDG_INACTIVE);
    assert_ok(ctx, rdg_check_derivatives(p, NULL, 1e-8));
    assert_ok(ctx, rdg_solve(p));
    assert_near(rdg_start_values(p)[2], 4.0, 1e-14, 0);
    double gap = 1.0;
    assert_ok(ctx, rdg_parameter_value(p, "gap", rdg_start_values(p), &gap));
    assert_near(gap, 0.0, 0, 1e-13);
    rdg_add_linear(p, "bad", 1, 1, all, (double[]){NAN}, NULL);
    assert_failed(ctx, RDG_ERR_NOT_FINITE, "row 0 is not finite");
}

static rdg_problem *circle_with_y(rdg_context *ctx)
{
    rdg_problem *p = rdg_problem_create(ctx);
    const rdg_function circle = circle_function(NULL);
    rdg_add_variables(p, "u", 2, (double[]){1.0, 0.0});
    rdg_add_zero(p, &circle, RDG_ALL);
    rdg_add_parameter(p, "y", "u", 1);
    return p;
}

static void variables_are_windowed_and_met_by_their_names(void **state)
{
    rdg_context *ctx = *state;
    rdg_problem *p = circle_with_y(ctx);
    rdg_add_sum(p, "lean", RDG_AT("u[0]", 1.0), RDG_AT("u[1]", -2.0));
    assert_ok(ctx, rdg_error_status(ctx));
    harvest h = {0};
    assert_ok(ctx, rdg_continue(p, "named", RDG_RELEASE("y"), RDG_WINDOW("u[0]", -0.5, 2.0),
                                RDG_UZ("lean", 0.0), RDG_UZ("u[1]", 0.25), HARVEST_ONLY(&h)));
    size_t ends = 0, met = 0;
    for (size_t k = 0; k < h.count; k++) {
        const double *u = h.chart[k].u;
        const bool is_end = k == 0 || k + 1 == h.count;
        ends += is_end && fabs(u[0] + 0.5) < 1e-12;
        met += strcmp(h.chart[k].type, "UZ") == 0 &&
               (fabs(u[0] - 2.0 * u[1]) < 1e-12 || fabs(u[1] - 0.25) < 1e-12);
    }
    harvest_clear(&h);
    assert_int_equal(met, 2);
    assert_true(ends >= 1);
    assert_ok(ctx, rdg_need_parameter(p, "u[1]")); /* it stays */
    rdg_continue(p, "beyond", RDG_WINDOW("u[2]", 0.0, 1.0), RDG_NO_FOLDER);
    assert_failed(ctx, RDG_ERR_ARGUMENT, "block \"u\" has elements 0 to 1, not 2");
    rdg_continue(p, "unknown", RDG_WINDOW("v[0]", 0.0, 1.0), RDG_NO_FOLDER);
    assert_failed(ctx, RDG_ERR_NAME, "\"v[0]\" does not exist");
    rdg_add_sum(p, "wrong", RDG_AT("u", 1.0));
    assert_failed(ctx, RDG_ERR_NAME, "\"u\" is no variable: name it by its block and its place");
    rdg_add_sum(p, "wrong", RDG_AT("u[7]", 1.0));
    assert_failed(ctx, RDG_ERR_NAME, "\"u[7]\" is beyond its block, whose places are 0 to 1");
}

static void a_variable_of_a_part_is_not_taken_for_that_of_another(void **state)
{
    rdg_context *ctx = *state;
    rdg_problem *p = rdg_problem_create(ctx);
    const rdg_function circle = circle_function(NULL);
    const char *const part[2] = {"left", "right"};
    for (rdg_index k = 0; k < 2; k++) {
        rdg_problem_enter(p, part[k]);
        rdg_add_variables(p, "u", 2, (double[]){1.0, 0.0});
        rdg_add_zero(p, &circle, (rdg_index[]){2 * k, 2 * k + 1});
        rdg_add_parameter(p, "y", "u", 1);
        assert_ok(ctx, rdg_continue(p, "part", RDG_RELEASE("y"), RDG_WINDOW("u[0]", 0.5, 2.0), RDG_NO_TABLE,
                                    RDG_IN_MEMORY));
        rdg_problem_leave(p);
    }
    rdg_run *run = rdg_run_open(ctx, "part");
    double low = 0.0;
    assert_ok(ctx, rdg_run_range(run, "right.u[0]", &low));
    assert_near(low, 0.5, 1e-12, 0);
    rdg_run_free(run);
}

static void names_and_factors_of_sums_are_checked(void **state)
{
    rdg_context *ctx = *state;
    rdg_problem *p = circle_with_y(ctx);
    rdg_add_sum(p, "nan", RDG_AT("u[0]", 1.0), RDG_AT("u[1]", (double)NAN));
    assert_failed(ctx, RDG_ERR_NOT_FINITE, "\"nan\": the factor of \"u[1]\" is ");
    rdg_add_sum(p, "", RDG_AT("u[0]", 1.0));
    assert_failed(ctx, RDG_ERR_ARGUMENT, "a sum needs a name");
    rdg_add_sum(p, "lean", RDG_AT("u[00]", 1.0)); /* a second name of u[0] */
    assert_failed(ctx, RDG_ERR_NAME, "\"u[00]\" is no variable");
    rdg_continue(p, "twice", RDG_WINDOW("u[01]", 0.0, 1.0), RDG_NO_FOLDER);
    assert_failed(ctx, RDG_ERR_NAME, "\"u[01]\" does not exist");
}

static void arguments_at_the_end_may_be_left_out(void **state)
{
    rdg_context *ctx = *state;
    rdg_problem *p = circle_with_y(ctx);
    assert_int_equal(rdg_variable_index(p, "u"), 0);
    assert_ok(ctx, rdg_add_fold(p, "fold", "y"));
    assert_ok(ctx, rdg_continue(p, "short", RDG_RELEASE("y"), RDG_NO_TABLE, RDG_IN_MEMORY));
    rdg_run *run = rdg_run_open(ctx, "short");
    double u[2], low = 1.0;
    assert_ok(ctx, rdg_run_solution(run, 1, "u", 2, u));
    assert_near(u[0] * u[0] + u[1] * u[1], 1.0, 1e-12, 0);
    assert_ok(ctx, rdg_run_range(run, "y", &low));
    assert_near(low, -1.0, 1e-9, 0);
    rdg_run_free(run);
}

static int freed;

static void count_free(void *data)
{
    (void)data;
    freed++;
}

static int line(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    (void)data;
    y[0] = u[0] - u[1];
    return 0;
}

static void a_copy_can_be_changed_by_itself(void **state)
{
    rdg_context *ctx = *state;
    freed = 0;
    double radius = 1.0;
    rdg_problem *p = circle_problem(ctx);
    rdg_function owned = circle_function(&radius);
    owned.name = "owned";
    owned.free_data = count_free;
    assert_ok(ctx, rdg_add_monitor(p, &owned, RDG_ALL, NULL, RDG_ACTIVE));
    rdg_problem *copy = rdg_problem_copy(p);
    rdg_problem *again = rdg_problem_copy(copy);
    assert_non_null(again);
    rdg_start_values(copy)[0] = 0.5;
    assert_near(rdg_start_values(p)[0], 1.0, 0, 0);
    assert_ok(ctx, rdg_replace_function(copy, "circle", &(rdg_function){.n = 2, .m = 1, .f = line}));
    rdg_start_values(copy)[1] = 0.5;
    double x = 0.0;
    assert_ok(ctx, rdg_continue(copy, "line", RDG_RELEASE("x"), RDG_RELEASE("y"), RDG_WINDOW("x", 0, 2),
                                RDG_NO_FOLDER, RDG_NO_TABLE));
    assert_ok(ctx,
              rdg_continue(p, "circle", RDG_RELEASE("y"), RDG_RELEASE("x"), RDG_NO_FOLDER, RDG_NO_TABLE));
    assert_ok(ctx, rdg_parameter_value(again, "owned", (double[]){3, 4}, &x));
    assert_near(x, 24.0, 0, 0);
    rdg_problem_free(p);
    rdg_problem_free(copy);
    assert_int_equal(freed, 0);
    rdg_problem_free(again);
    assert_int_equal(freed, 1);
    p = circle_problem(ctx);
    rdg_replace_function(p, "circle", &(rdg_function){.n = 3, .m = 1, .f = line});
    assert_failed(ctx, RDG_ERR_SIZE, "cannot take its place");
    rdg_replace_function(p, "cricle", &(rdg_function){.n = 2, .m = 1, .f = line});
    assert_failed(ctx, RDG_ERR_NAME, "no function \"cricle\"");
}

/* x (p1 - p2 - x^2) = 0: a pitchfork at p1 = p2 */
static int pitchfork(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    (void)data;
    y[0] = u[0] * (u[1] - sin(u[2]) - u[0] * u[0]);
    return 0;
}

static void branch_points_are_continued_with_an_unfolding(void **state)
{
    rdg_context *ctx = *state;
    rdg_problem *p = rdg_problem_create(ctx);
    rdg_add_variables(p, "x", 1, NULL);
    rdg_add_variables(p, "p", 2, (double[]){-1.0, 0.5});
    rdg_add_zero(p, &(rdg_function){.name = "pitchfork", .n = 3, .m = 1, .f = pitchfork}, RDG_ALL);
    rdg_add_parameter(p, "p1", "p", 0);
    rdg_add_parameter(p, "p2", "p", 1);
    rdg_add_unfolding(p, "beta");
    rdg_add_branch_point(p, "bp", "p1");
    assert_ok(ctx, rdg_error_status(ctx));
    uint64_t seed = 5;
    for (int trial = 0; trial < 100; trial++) {
        double u[4];
        for (int j = 0; j < 4; j++) {
            u[j] = random_signed(&seed);
        }
        assert_ok(ctx, rdg_check_derivatives(p, u, 1e-4));
    }
    harvest branch = {0}, h = {0};
    assert_ok(ctx,
              rdg_continue(p, "branch", RDG_RELEASE("p1"), RDG_WINDOW("p1", -1, 1), HARVEST_ONLY(&branch)));
    const harvested *bp = harvest_nth(&branch, "BP", 0);
    assert_near(bp->u[1], sin(0.5), 1e-9, 0); /* as good as differences */
    assert_ok(ctx, rdg_continue(p, "branch points", RDG_START(bp->u), RDG_RELEASE("p2"), RDG_RELEASE("p1"),
                                RDG_RELEASE("beta"), RDG_HOLD_AT("bp.1", 0), RDG_HOLD_AT("bp.2", 0),
                                RDG_WINDOW("p2", -pi, pi), HARVEST_ONLY(&h)));
    assert_true(h.count > 20);
    assert_int_equal(h.summary.forwards, RDG_STOP_BOUNDARY);
    for (size_t k = 0; k < h.count; k++) {
        const double *u = h.chart[k].u;
        assert_near(u[0], 0.0, 0, 1e-10);
        assert_near(u[1], sin(u[2]), 0, 1e-10);
        assert_near(u[3], 0.0, 0, 1e-10);
    }
    harvest_clear(&branch);
    harvest_clear(&h);
}

static void an_unfolding_makes_up_for_an_equation_too_many(void **state)
{
    rdg_context *ctx = *state;
    rdg_problem *p = circle_problem(ctx);
    rdg_function twice = circle_function(NULL);
    twice.name = "the same circle";
    rdg_add_zero(p, &twice, RDG_ALL);
    rdg_add_unfolding(p, "beta");
    assert_ok(ctx, rdg_check_derivatives(p, (double[]){0.3, 0.4, 0.5}, 1e-8));
    harvest h = {0};
    assert_ok(ctx, rdg_continue(p, "circle", RDG_RELEASE("y"), RDG_RELEASE("x"), RDG_RELEASE("beta"),
                                HARVEST_ONLY(&h)));
    assert_int_equal(h.summary.forwards, RDG_STOP_CLOSED);
    for (size_t k = 0; k < h.count; k++) {
        assert_near(h.chart[k].u[2], 0, 0, 1e-12);
    }
    harvest_clear(&h);
}

static int staircase(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    (void)data;
    y[0] = floor(3.0 * u[0]);
    return 0;
}

static void a_jump_of_a_singular_monitor_is_bracketed(void **state)
{
    rdg_context *ctx = *state;
    harvest h = {0};
    rdg_problem *p = circle_problem(ctx);
    rdg_add_monitor(p, &(rdg_function){.name = "stairs", .n = 1, .m = 1, .f = staircase}, &(rdg_index){1},
                    NULL, RDG_JUMPING);
    assert_ok(ctx,
              rdg_continue(p, "stairs", RDG_RELEASE("y"), RDG_RELEASE("x"), RDG_DIRECTION(1),
                           RDG_WINDOW("y", -0.9, 0.9), RDG_EVENT("UP", "stairs", 0.5), HARVEST_ONLY(&h)));
    assert_int_equal(harvest_count(&h, "UP"), 1);
    assert_near(harvest_nth(&h, "UP", 0)->u[1], 1.0 / 3.0, 0, 1e-9);
    rdg_continue(p, "held", RDG_RELEASE("y"), RDG_HOLD("stairs"), RDG_NO_FOLDER);
    assert_failed(ctx, RDG_ERR_ARGUMENT, "can be watched but not held");
    harvest_clear(&h);
}

static void internal_monitors_are_held_when_too_much_is_released(void **state)
{
    rdg_context *ctx = *state;
    harvest h = {0};
    rdg_problem *p = rdg_problem_create(ctx);
    rdg_add_variables(p, "u", 3, (double[]){1.0, 0.0, 0.5});
    const rdg_function circle = circle_function(NULL);
    rdg_add_zero(p, &circle, (rdg_index[]){0, 1});
    rdg_add_parameter(p, "x", "u", 0);
    rdg_add_parameter(p, "free", "u", 2);
    rdg_add_linear_monitor(p, "height", 1, 2, (rdg_index[]){1, 2}, (double[]){1, 1}, NULL,
                           (const char *const[]){"height"}, RDG_INTERNAL);
    assert_ok(ctx, rdg_continue(p, "one", RDG_RELEASE("x"), RDG_RELEASE("free"), RDG_MAX_POINTS(5),
                                HARVEST_ONLY(&h)));
    for (size_t k = 0; k < h.count; k++) { /* y + free stays */
        assert_near(h.chart[k].u[1] + h.chart[k].u[2], 0.5, 0, 1e-12);
    }
    harvest_clear(&h);
}

static char printed[8000];

static void keep_table(rdg_channel channel, const char *text, void *data)
{
    (void)data;
    if (channel == RDG_CHANNEL_TABLE) {
        strncat(printed, text, sizeof printed - strlen(printed) - 1);
    }
}

static void print_shows_what_is_left_to_determine_and_what_looks_wrong(void **state)
{
    rdg_context *ctx = *state;
    printed[0] = '\0';
    rdg_set_writer(ctx, keep_table, NULL);
    rdg_problem *p = circle_problem(ctx);
    rdg_start_values(p)[0] = 0.0; /* the circle's derivatives vanish at its centre */
    rdg_add_variables(p, "forgotten", 1, NULL);
    assert_ok(ctx, rdg_problem_print(p));
    const char *const words[] = {"variables: 3",
                                 "circle               zero",
                                 "df analytic, d2f analytic",
                                 "3 variables - 1 equations = deficit 2, - 2 inactive parameters = 0",
                                 "for a curve release 1",
                                 "check \"circle\": row 0 depends on no variable",
                                 "check forgotten[0]: no function sees it"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (!strstr(printed, words[i])) {
            print_error("\"%s\" is not in:\n%s", words[i], printed);
            fail();
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(two_circles_stand_side_by_side_in_one_problem),
        TEST(parts_may_be_nested),
        TEST(linear_functions_are_equations_or_parameters),
        TEST(variables_are_windowed_and_met_by_their_names),
        TEST(a_variable_of_a_part_is_not_taken_for_that_of_another),
        TEST(names_and_factors_of_sums_are_checked),
        TEST(arguments_at_the_end_may_be_left_out),
        TEST(a_copy_can_be_changed_by_itself),
        TEST(branch_points_are_continued_with_an_unfolding),
        TEST(an_unfolding_makes_up_for_an_equation_too_many),
        TEST(a_jump_of_a_singular_monitor_is_bracketed),
        TEST(internal_monitors_are_held_when_too_much_is_released),
        TEST(print_shows_what_is_left_to_determine_and_what_looks_wrong),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
