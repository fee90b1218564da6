/* Building a problem: what is put in is there, what cannot be is refused by name and number. */
#include "problems.h"

static void blocks_follow_each_other(void **state)
{
    rdg_problem *p = rdg_problem_create(*state);
    rdg_index n = 0;
    assert_int_equal(rdg_variable_count(p), 0);
    assert_ok(*state, rdg_add_variables(p, "Q", 3, (double[]){2.385, -0.614, 1.7}));
    assert_ok(*state, rdg_add_variables(p, "omega", 1, NULL));
    assert_int_equal(rdg_variable_count(p), 4);
    assert_int_equal(rdg_variable_index(p, "Q", &n), 0);
    assert_int_equal(n, 3);
    assert_int_equal(rdg_variable_index(p, "omega", &n), 3);
    assert_int_equal(n, 1);
    assert_near(rdg_start_values(p)[1], -0.614, 0, 0);
    assert_near(rdg_start_values(p)[3], 0, 0, 0);
    assert_ptr_equal(rdg_problem_context(p), *state);
}

static void start_values_are_safe_after_a_failure(void **state)
{
    rdg_problem *p = rdg_problem_create(*state);
    const double values[2] = {1.5, -2.5};
    rdg_add_variables(p, "Q", 3, (double[]){1, 2, 3});
    assert_ok(*state, rdg_set_start_values(p, "Q", 1, 2, values));
    assert_near(rdg_start_values(p)[2], -2.5, 0, 0);
    rdg_set_start_values(p, "Q", 2, 2, values);
    assert_failed(*state, RDG_ERR_SIZE, "\"Q\" has 3 variables: 2 values from 2 on");
    rdg_set_start_values(p, "q", 0, 2, values);
    assert_failed(*state, RDG_ERR_NAME, "\"q\" is no block");
    rdg_set_start_values(p, "Q", 0, 2, NULL);
    assert_failed(*state, RDG_ERR_ARGUMENT, "values");
    rdg_set_start_values(p, "Q", 0, 2, (double[]){1, NAN});
    assert_failed(*state, RDG_ERR_NOT_FINITE, "start value Q[1] is nan");
    assert_int_equal(rdg_set_start_values(NULL, "Q", 0, 2, values), RDG_ERR_EARLIER);
    assert_int_equal(rdg_variable_index(p, "q"), -1); /* fails, and stays */
    rdg_start_values(p)[0] = 7;
    assert_near(rdg_start_values(p)[0], 7, 0, 0);
    assert_int_equal(rdg_set_start_values(p, "Q", 0, 2, values), RDG_ERR_EARLIER);
    assert_near(rdg_start_values(p)[0], 7, 0, 0);
    rdg_error_clear(*state);
}

static void a_block_that_cannot_be_is_refused(void **state)
{
    rdg_problem *p = rdg_problem_create(*state);
    rdg_add_variables(p, NULL, 1, NULL);
    assert_failed(*state, RDG_ERR_ARGUMENT, "needs a name");
    rdg_add_variables(p, "", 1, NULL);
    assert_failed(*state, RDG_ERR_ARGUMENT, "needs a name");
    rdg_add_variables(p, "Q", 0, NULL);
    assert_failed(*state, RDG_ERR_ARGUMENT, "block \"Q\" has 0 variables");
    rdg_add_variables(p, "Q", -4, NULL);
    assert_failed(*state, RDG_ERR_ARGUMENT, "block \"Q\" has -4 variables");
    rdg_add_variables(p, "Q", 2, (double[]){1, NAN});
    assert_failed(*state, RDG_ERR_NOT_FINITE, "start value Q[1] is nan");
    rdg_add_variables(p, "Q", 2, (double[]){-INFINITY, 1});
    assert_failed(*state, RDG_ERR_NOT_FINITE, "start value Q[0] is -inf");
    assert_int_equal(rdg_variable_count(p), 0);
    assert_ok(*state, rdg_add_variables(p, "Q", 2, NULL));
    rdg_add_variables(p, "Q", 1, NULL);
    assert_failed(*state, RDG_ERR_NAME, "already a block of variables \"Q\"");
    assert_int_equal(rdg_variable_count(p), 2);
}

static void an_unknown_block_is_answered_with_the_known_ones(void **state)
{
    rdg_problem *p = rdg_problem_create(*state);
    assert_int_equal(rdg_variable_index(p, "Q", NULL), -1);
    assert_failed(*state, RDG_ERR_NAME, "\"Q\" is no block of variables; there are: none");
    rdg_add_variables(p, "Q", 2, NULL);
    rdg_add_variables(p, "omega", 1, NULL);
    assert_int_equal(rdg_variable_index(p, "q", NULL), -1);
    assert_failed(*state, RDG_ERR_NAME, "\"q\" is no block of variables; there are: Q, omega");
    assert_int_equal(rdg_variable_index(p, NULL, NULL), -1);
    assert_failed(*state, RDG_ERR_NAME, "\"(null)\"");
    rdg_set_typical(p, "alpha", 1, false);
    assert_failed(*state, RDG_ERR_NAME, "\"alpha\" is no block");
    rdg_add_parameter(p, "alpha", "alpha", 0);
    assert_failed(*state, RDG_ERR_NAME, "\"alpha\" is no block");
}

static void typical_sizes_follow_a_block_or_stay(void **state)
{
    rdg_problem *p = rdg_problem_create(*state);
    double size[4];
    rdg_add_variables(p, "Q", 2, NULL);
    rdg_add_variables(p, "omega", 1, NULL);
    rdg_add_variables(p, "one", 1, NULL);
    assert_ok(*state, rdg_set_typical(p, "Q", 1e-7, true));
    assert_ok(*state, rdg_set_typical(p, "omega", 1e3, false));
    rdg_typical_sizes(p, (double[]){3e-7, -4e-7, 5e4, 7}, size);
    assert_near(size[0], sqrt(12.5) * 1e-7, 1e-14, 0);
    assert_near(size[1], size[0], 0, 0);
    assert_near(size[2], 1e3, 0, 0);
    assert_near(size[3], 1, 0, 0);
    rdg_typical_sizes(p, (double[]){3e-9, -4e-9, 5e4, 7}, size);
    assert_near(size[0], 1e-7, 0, 0);
    assert_ok(*state, rdg_set_typical_part(p, "Q", 1, 1));
    rdg_typical_sizes(p, (double[]){3e-1, -4e-7, 5e4, 7}, size);
    assert_near(size[0], 4e-7, 1e-14, 0);
    assert_near(size[1], 4e-7, 1e-14, 0);
    rdg_set_typical_part(p, "Q", 1, 2);
    assert_failed(*state, RDG_ERR_ARGUMENT, "\"Q\" has 2 variables, not 2 from 1 on");
    rdg_set_typical_part(p, "P", 0, 1);
    assert_failed(*state, RDG_ERR_NAME, "\"P\"");
    const double bad[] = {0, -1, NAN, INFINITY};
    for (int k = 0; k < 4; k++) {
        rdg_set_typical(p, "Q", bad[k], true);
        assert_failed(*state, RDG_ERR_ARGUMENT, "typical size of \"Q\"");
    }
}

static void a_function_that_cannot_be_is_refused(void **state)
{
    rdg_problem *p = rdg_problem_create(*state);
    rdg_add_variables(p, "u", 3, NULL);
    const rdg_function circle = circle_function(NULL);
    rdg_function f = circle;
    rdg_add_zero(p, NULL, RDG_ALL);
    assert_failed(*state, RDG_ERR_ARGUMENT, "rdg_add_zero: a function needs a name");
    f.name = "";
    rdg_add_zero(p, &f, RDG_ALL);
    assert_failed(*state, RDG_ERR_ARGUMENT, "a function needs a name");
    f = circle;
    f.f = NULL;
    rdg_add_zero(p, &f, RDG_ALL);
    assert_failed(*state, RDG_ERR_ARGUMENT, "function \"circle\" (n = 2, m = 1, f = NULL)");
    f = circle;
    f.n = 0;
    rdg_add_zero(p, &f, RDG_ALL);
    assert_failed(*state, RDG_ERR_ARGUMENT, "function \"circle\" (n = 0, m = 1)");
    f = circle;
    f.m = -1;
    rdg_add_monitor(p, &f, RDG_ALL, NULL, RDG_ACTIVE);
    assert_failed(*state, RDG_ERR_ARGUMENT, "rdg_add_monitor: function \"circle\" (n = 2, m = -1)");
    rdg_add_zero(p, &circle, RDG_ALL);
    assert_failed(*state, RDG_ERR_SIZE, "function \"circle\" sees 2 variables, but RDG_ALL are 3");
    rdg_add_zero(p, &circle, (rdg_index[]){0, 3});
    assert_failed(*state, RDG_ERR_SIZE, "function \"circle\": index[1] = 3 is not in [0, 3)");
    rdg_add_zero(p, &circle, (rdg_index[]){-1, 2});
    assert_failed(*state, RDG_ERR_SIZE, "index[0] = -1");
    assert_ok(*state, rdg_add_zero(p, &circle, (rdg_index[]){0, 2}));
    rdg_add_zero(p, &circle, (rdg_index[]){0, 1});
    assert_failed(*state, RDG_ERR_NAME, "already a function \"circle\"");
    rdg_add_monitor(p, &circle, (rdg_index[]){0, 1}, NULL, RDG_ACTIVE);
    assert_failed(*state, RDG_ERR_NAME, "already a function \"circle\"");
    assert_int_equal(rdg_parameter_count(p), 0);
}

static void a_pattern_that_does_not_fit_is_refused(void **state)
{
    rdg_problem *p = rdg_problem_create(*state);
    rdg_add_variables(p, "u", 2, NULL);
    const rdg_index start[] = {0, 1, 2}, row[] = {0, 0}, crossed[] = {0, 5};
    const rdg_pattern right = {1, 2, start, row}, square = {2, 2, start, row},
                      broken = {1, 2, start, crossed};
    rdg_function f = circle_function(NULL);
    f.df_pattern = &square;
    rdg_add_zero(p, &f, RDG_ALL);
    assert_failed(
        *state, RDG_ERR_SIZE,
        "function \"circle\": its pattern of first derivatives has 2 rows and 2 columns; needed are 1 "
        "and 2");
    f.df_pattern = &broken;
    assert_int_equal(rdg_add_zero(p, &f, RDG_ALL), RDG_ERR_ARGUMENT);
    assert_failed(*state, RDG_ERR_ARGUMENT,
                  "function \"circle\": its pattern of first derivatives is not in order");
    f.df_pattern = &right;
    f.d2f_pattern = &right;
    rdg_add_zero(p, &f, RDG_ALL);
    assert_failed(*state, RDG_ERR_SIZE, "pattern of second derivatives has 1 rows and 2 columns");
    f.d2f_pattern = NULL;
    assert_ok(*state, rdg_add_zero(p, &f, RDG_ALL));
}

static void parameters_have_names_kinds_and_places(void **state)
{
    rdg_problem *p = circle_problem(*state);
    rdg_monitor_kind kind = RDG_REGULAR;
    rdg_function both = circle_function(NULL);
    both.name = "both";
    assert_ok(*state, rdg_add_monitor(p, &both, RDG_ALL, (const char *[]){"power"}, RDG_ACTIVE));
    assert_int_equal(rdg_parameter_count(p), 3);
    assert_string_equal(rdg_parameter_name(p, 1, &kind), "y");
    assert_int_equal(kind, RDG_INACTIVE);
    assert_string_equal(rdg_parameter_name(p, 2, &kind), "power");
    assert_int_equal(kind, RDG_ACTIVE);
    assert_null(rdg_parameter_name(p, 3, NULL));
    assert_null(rdg_parameter_name(p, -1, NULL));
    assert_null(rdg_parameter_name(NULL, 0, NULL));
    assert_int_equal(rdg_parameter_index(p, "power"), 2);
    assert_int_equal(rdg_parameter_index(p, "Y"), -1);
    assert_failed(*state, RDG_ERR_NAME, "parameter \"Y\" does not exist in the problem; it has: x, y, power");
    double value = 0;
    assert_ok(*state, rdg_parameter_value(p, "power", (double[]){2, 3}, &value));
    assert_near(value, 12, 1e-15, 0);
}

static void a_parameter_that_cannot_be_is_refused(void **state)
{
    rdg_problem *p = circle_problem(*state);
    rdg_function f = circle_function(NULL);
    rdg_add_parameter(p, "x", "u", 0);
    assert_failed(*state, RDG_ERR_NAME, "rdg_add_parameter: there is already a parameter \"x\"");
    rdg_add_parameter(p, "circle", "u", 0);
    assert_failed(*state, RDG_ERR_NAME, "there is already a function \"circle\"");
    f.name = "again";
    rdg_add_monitor(p, &f, RDG_ALL, (const char *[]){"y"}, RDG_ACTIVE);
    assert_failed(*state, RDG_ERR_NAME, "already a parameter \"y\"");
    rdg_add_monitor(p, &f, RDG_ALL, (const char *[]){NULL}, RDG_ACTIVE);
    assert_failed(*state, RDG_ERR_NAME, "monitor \"again\": parameter 0 has no name");
    rdg_add_monitor(p, &f, RDG_ALL, NULL, (rdg_monitor_kind)7);
    assert_failed(*state, RDG_ERR_ARGUMENT, "monitor \"again\": 7 is no rdg_monitor_kind");
    f.m = 2;
    rdg_add_monitor(p, &f, RDG_ALL, NULL, RDG_ACTIVE);
    assert_failed(*state, RDG_ERR_NAME, "monitor \"again\" has 2 values: name each parameter");
    rdg_add_monitor(p, &f, RDG_ALL, (const char *[]){"a", "a"}, RDG_ACTIVE);
    assert_failed(*state, RDG_ERR_NAME, "already a parameter \"a\"");
    rdg_add_parameter(p, "z", "u", 2);
    assert_failed(*state, RDG_ERR_ARGUMENT, "parameter \"z\": block \"u\" has elements 0 to 1, not 2");
    rdg_add_parameter(p, "z", "u", -1);
    assert_failed(*state, RDG_ERR_ARGUMENT, "not -1");
    rdg_add_parameter(p, NULL, "u", 0);
    assert_failed(*state, RDG_ERR_NAME, "a parameter in block \"u\" has no name");
    rdg_set_unit(p, "z", "m");
    assert_failed(*state, RDG_ERR_NAME, "parameter \"z\" does not exist");
    assert_int_equal(rdg_parameter_count(p), 2);
    assert_ok(*state, rdg_set_unit(p, "x", "m"));
    rdg_hide_parameter(p, "z");
    assert_failed(*state, RDG_ERR_NAME, "parameter \"z\" does not exist");
    assert_ok(*state, rdg_hide_parameter(p, "x"));
}

static void count_call(void *data)
{
    ++*(int *)data;
}

static void data_is_freed_once_and_only_after_success(void **state)
{
    int freed = 0;
    rdg_problem *p = rdg_problem_create(*state);
    rdg_add_variables(p, "u", 2, NULL);
    rdg_function f = circle_function(NULL);
    f.data = &freed;
    f.free_data = count_call;
    rdg_add_zero(p, &f, (rdg_index[]){0, 9});
    rdg_error_clear(*state);
    rdg_add_monitor(p, &f, RDG_ALL, (const char *[]){NULL}, RDG_ACTIVE);
    rdg_error_clear(*state);
    assert_ok(*state, rdg_add_zero(p, &f, RDG_ALL));
    assert_int_equal(freed, 0);
    rdg_problem_free(p);
    assert_int_equal(freed, 1);
    rdg_problem_free(NULL);
}

static void after_a_failure_nothing_is_done(void **state)
{
    rdg_problem *p = circle_problem(*state);
    const rdg_function circle = circle_function(NULL);
    rdg_variable_index(p, "nowhere", NULL);
    assert_int_equal(rdg_add_variables(p, "v", 1, NULL), RDG_ERR_EARLIER);
    assert_int_equal(rdg_add_zero(p, &circle, RDG_ALL), RDG_ERR_EARLIER);
    assert_int_equal(rdg_add_monitor(p, &circle, RDG_ALL, NULL, RDG_ACTIVE), RDG_ERR_EARLIER);
    assert_int_equal(rdg_add_parameter(p, "z", "u", 0), RDG_ERR_EARLIER);
    assert_int_equal(rdg_set_typical(p, "u", 1, false), RDG_ERR_EARLIER);
    assert_int_equal(rdg_set_unit(p, "x", "m"), RDG_ERR_EARLIER);
    assert_int_equal(rdg_variable_index(p, "u", NULL), -1);
    assert_int_equal(rdg_parameter_index(p, "x"), -1);
    assert_non_null(rdg_start_values(p));
    assert_null(rdg_problem_create(*state));
    assert_failed(*state, RDG_ERR_NAME, "\"nowhere\"");
    assert_int_equal(rdg_variable_count(p), 2);
}

static void every_call_accepts_no_problem(void **state)
{
    const rdg_function circle = circle_function(NULL);
    assert_int_equal(rdg_add_variables(NULL, "v", 1, NULL), RDG_ERR_EARLIER);
    assert_int_equal(rdg_add_zero(NULL, &circle, RDG_ALL), RDG_ERR_EARLIER);
    assert_int_equal(rdg_add_monitor(NULL, &circle, RDG_ALL, NULL, RDG_ACTIVE), RDG_ERR_EARLIER);
    assert_int_equal(rdg_add_parameter(NULL, "z", "u", 0), RDG_ERR_EARLIER);
    assert_int_equal(rdg_set_typical(NULL, "u", 1, false), RDG_ERR_EARLIER);
    assert_int_equal(rdg_set_unit(NULL, "x", "m"), RDG_ERR_EARLIER);
    assert_int_equal(rdg_variable_index(NULL, "u", NULL), -1);
    assert_int_equal(rdg_parameter_index(NULL, "x"), -1);
    assert_int_equal(rdg_variable_count(NULL) + rdg_parameter_count(NULL), 0);
    assert_null(rdg_start_values(NULL));
    assert_null(rdg_problem_context(NULL));
    assert_null(rdg_problem_create(NULL));
    rdg_typical_sizes(NULL, NULL, NULL);
    (void)state;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(blocks_follow_each_other),
        TEST(start_values_are_safe_after_a_failure),
        TEST(a_block_that_cannot_be_is_refused),
        TEST(an_unknown_block_is_answered_with_the_known_ones),
        TEST(typical_sizes_follow_a_block_or_stay),
        TEST(a_function_that_cannot_be_is_refused),
        TEST(a_pattern_that_does_not_fit_is_refused),
        TEST(parameters_have_names_kinds_and_places),
        TEST(a_parameter_that_cannot_be_is_refused),
        TEST(data_is_freed_once_and_only_after_success),
        TEST(after_a_failure_nothing_is_done),
        TEST(every_call_accepts_no_problem),
    };
    return cmocka_run_group_tests_name("core: problem", tests, NULL, NULL);
}
