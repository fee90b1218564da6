/* The check of derivatives: right ones pass at any scale, a wrong entry is named with its place and values.
 */
#include "problems.h"

#include <float.h>

/* y = [u0^3 u1 + sin(u2), 1e-9 exp(u1 u2)]: values of very different size. `wrong`: which derivative lies. */
typedef struct model {
    int wrong; /* 0: none; 1: dy1/du2; 2: d2y1/du1 du2; 3: an entry of df too many; 4: dy0/du0 by 1e-5 */
    bool domain_is_tight;
    int fails_with;
} model;

static int f(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    const model *k = data;
    if (k->domain_is_tight && (u[0] > 0.7011 || u[0] < 0.6989)) {
        return 1;
    }
    y[0] = u[0] * u[0] * u[0] * u[1] + sin(u[2]);
    y[1] = 1e-9 * exp(u[1] * u[2]);
    return k->fails_with;
}

static int df(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    (void)n;
    (void)m;
    const model *k = data;
    const double e = 1e-9 * exp(u[1] * u[2]);
    const double exact[6] = {3 * u[0] * u[0] * u[1], 0, u[0] * u[0] * u[0], u[2] * e, cos(u[2]), u[1] * e};
    memcpy(values, exact, sizeof exact);
    values[5] *= k->wrong == 1 ? 1.001 : 1.0;
    values[1] = k->wrong == 3 ? 1e-11 : 0.0;
    values[0] *= k->wrong == 4 ? 1.0 + 1e-5 : 1.0;
    return 0;
}

static int d2f(rdg_index n, const double *u, rdg_index m, const double *lambda, double *values, void *data)
{
    (void)n;
    (void)m;
    const model *k = data;
    const double e = 1e-9 * exp(u[1] * u[2]) * lambda[1];
    values[0] = lambda[0] * 6 * u[0] * u[1];
    values[1] = values[3] = lambda[0] * 3 * u[0] * u[0];
    values[4] = u[2] * u[2] * e;
    values[5] = values[7] = (1 + u[1] * u[2]) * e * (k->wrong == 2 ? 1.01 : 1.0);
    values[8] = -lambda[0] * sin(u[2]) + u[1] * u[1] * e;
    return 0;
}

static rdg_problem *problem(rdg_context *ctx, model *k)
{
    rdg_problem *p = rdg_problem_create(ctx);
    rdg_add_variables(p, "far", 2, NULL);
    rdg_add_variables(p, "x", 3, (double[]){0.7, -1.3, 0.9});
    const rdg_function function = {.name = "mixed", .n = 3, .m = 2, .f = f, .df = df, .d2f = d2f, .data = k};
    assert_ok(ctx, rdg_add_zero(p, &function, (rdg_index[]){2, 3, 4}));
    return p;
}

static void exact_derivatives_pass_at_random_points(void **state)
{
    model k = {0};
    rdg_problem *p = problem(*state, &k);
    uint64_t seed = 7;
    assert_ok(*state, rdg_check_derivatives(p, NULL, 1e-8));
    for (int s = 0; s < 50; s++) {
        double u[5];
        for (int j = 0; j < 5; j++) {
            u[j] = 3 * random_signed(&seed);
        }
        assert_ok(*state, rdg_check_derivatives(p, u, 1e-7));
    }
}

static void a_wrong_first_derivative_is_named(void **state)
{
    model k = {.wrong = 1};
    rdg_problem *p = problem(*state, &k);
    assert_int_equal(rdg_check_derivatives(p, NULL, 1e-6), RDG_ERR_DERIVATIVE);
    char words[160];
    const double exact = -1.3e-9 * exp(-1.3 * 0.9);
    snprintf(words, sizeof words,
             "zero function \"mixed\": df of value 1 by u[2] (x[2]) (row 1, column 2) is %.10g",
             1.001 * exact);
    const char *differences = strstr(rdg_error_message(*state), "by differences ");
    assert_non_null(differences);
    assert_near(strtod(differences + strlen("by differences "), NULL), exact, 1e-8, 0);
    assert_failed(*state, RDG_ERR_DERIVATIVE, words);
}

static void a_small_error_is_found_when_the_tolerance_is_smaller(void **state)
{
    model k = {.wrong = 4};
    rdg_problem *p = problem(*state, &k);
    assert_ok(*state, rdg_check_derivatives(p, NULL, 1e-4));
    rdg_check_derivatives(p, NULL, 1e-6);
    assert_failed(*state, RDG_ERR_DERIVATIVE, "df of value 0 by u[0] (x[0]) (row 0, column 0)");
}

static void an_entry_that_should_be_zero_is_found(void **state)
{
    model k = {.wrong = 3};
    rdg_problem *p = problem(*state, &k);
    rdg_check_derivatives(p, NULL, 1e-6);
    assert_failed(*state, RDG_ERR_DERIVATIVE, "df of value 1 by u[0] (x[0]) (row 1, column 0) is 1e-11");
}

static void a_wrong_second_derivative_is_named_with_its_value(void **state)
{
    model k = {.wrong = 2};
    rdg_problem *p = problem(*state, &k);
    rdg_check_derivatives(p, NULL, 1e-6);
    const char *message = rdg_error_message(*state);
    assert_true(strstr(message, "d2f of value 1 by u[1] (x[1]) and u[2] (x[2])") ||
                strstr(message, "d2f of value 1 by u[2] (x[2]) and u[1] (x[1])"));
    assert_failed(*state, RDG_ERR_DERIVATIVE, "zero function \"mixed\"");
}

static int wave(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    (void)data;
    y[0] = sin(u[0]);
    return 0;
}

static int wave_df_without_cross(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    (void)n;
    (void)m;
    (void)data;
    values[0] = cos(u[0]);
    return 0;
}

static void notes(rdg_channel channel, const char *text, void *data)
{
    (void)channel;
    strncat(data, text, 1000);
}

static void what_is_not_given_is_skipped_with_a_note(void **state)
{
    rdg_context *ctx = *state;
    char heard[4000] = "";
    rdg_set_writer(ctx, notes, heard);
    rdg_problem *p = rdg_problem_create(ctx);
    rdg_add_variables(p, "x", 1, (double[]){0.4});
    rdg_function function = {.name = "bare", .n = 1, .m = 1, .f = wave};
    rdg_add_zero(p, &function, RDG_ALL);
    function.name = "half";
    function.df = wave_df_without_cross;
    rdg_add_monitor(p, &function, RDG_ALL, NULL, RDG_ACTIVE);
    assert_ok(ctx, rdg_check_derivatives(p, NULL, 1e-7));
    assert_non_null(strstr(heard, "function \"bare\" has no df and no d2f: not compared"));
    assert_non_null(strstr(heard, "function \"half\" has no d2f: not compared"));
}

/* y = u0 u1 with a pattern that forgets u1 */
static int product(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    (void)data;
    y[0] = u[0] * u[1];
    return 0;
}

static int half_of_product_df(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    (void)n;
    (void)m;
    (void)data;
    values[0] = u[1];
    return 0;
}

static void an_entry_that_the_pattern_forgets_is_found(void **state)
{
    rdg_problem *p = rdg_problem_create(*state);
    const rdg_pattern pattern = {1, 2, (rdg_index[]){0, 1, 1}, (rdg_index[]){0}};
    rdg_add_variables(p, "x", 2, (double[]){0.4, 1.7});
    const rdg_function function = {
        .name = "product", .n = 2, .m = 1, .f = product, .df = half_of_product_df, .df_pattern = &pattern};
    rdg_add_monitor(p, &function, RDG_ALL, NULL, RDG_REGULAR);
    rdg_check_derivatives(p, NULL, 1e-6);
    assert_failed(*state, RDG_ERR_DERIVATIVE,
                  "monitor function \"product\": df of value 0 by u[1] (x[1]) (row 0, column 1) is 0");
}

/* A variable that a function sees twice: y = u0 u1 with both the same. */
static int product_df(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    (void)n;
    (void)m;
    (void)data;
    values[0] = u[1];
    values[1] = u[0];
    return 0;
}

static void a_variable_that_is_seen_twice_counts_in_each_place(void **state)
{
    rdg_problem *p = rdg_problem_create(*state);
    rdg_add_variables(p, "x", 1, (double[]){1.7});
    const rdg_function function = {.name = "square", .n = 2, .m = 1, .f = product, .df = product_df};
    rdg_add_zero(p, &function, (rdg_index[]){0, 0});
    assert_ok(*state, rdg_check_derivatives(p, NULL, 1e-9));
}

static void steps_out_of_the_domain_are_left_out(void **state)
{
    model k = {.domain_is_tight = true};
    rdg_problem *p = problem(*state, &k);
    assert_ok(*state, rdg_check_derivatives(p, NULL, 1e-6));
    k.wrong = 4;
    rdg_check_derivatives(p, NULL, 1e-6);
    assert_failed(*state, RDG_ERR_DERIVATIVE, "df of value 0 by u[0]");
}

/* |u| at its kink: differences tell nothing, and nothing is claimed */
static int magnitude(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    (void)data;
    y[0] = u[0] > 0.0003 ? 2 * (u[0] - 0.0003) : 0;
    return 0;
}

static int magnitude_df(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    (void)n;
    (void)m;
    (void)data;
    values[0] = u[0] > 0.0003 ? 2 : 0;
    return 0;
}

static void a_kink_close_by_raises_no_false_alarm(void **state)
{
    rdg_problem *p = rdg_problem_create(*state);
    rdg_add_variables(p, "x", 1, NULL);
    const rdg_function function = {.name = "kink", .n = 1, .m = 1, .f = magnitude, .df = magnitude_df};
    rdg_add_zero(p, &function, RDG_ALL);
    for (int s = -40; s <= 40; s++) {
        assert_ok(*state, rdg_check_derivatives(p, &(double){2e-5 * s + 1e-6}, 1e-6));
    }
}

/* y = [u0, 1e9 + u1]: the second row is determined to 1e-5 at best. */
static int rounded(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    (void)data;
    y[0] = u[0];
    y[1] = 1e9 + u[1];
    return 0;
}

static int rounded_df(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    (void)n;
    (void)u;
    (void)m;
    (void)data;
    values[0] = 1.0;
    values[1] = values[2] = 0.0;
    values[3] = 1.0 + 1e-6;
    return 0;
}

static void entries_below_the_rounding_of_their_row_are_counted(void **state)
{
    char heard[4000] = "";
    rdg_set_writer(*state, notes, heard);
    rdg_problem *p = rdg_problem_create(*state);
    rdg_add_variables(p, "x", 2, (double[]){0.7, -0.9});
    const rdg_function function = {.name = "rounded", .n = 2, .m = 2, .f = rounded, .df = rounded_df};
    rdg_add_zero(p, &function, RDG_ALL);
    assert_ok(*state, rdg_check_derivatives(p, NULL, 1e-7));
    assert_non_null(strstr(heard, "note: 1 of 4 derivatives not checked to 1e-07"));
}

static void bad_input_and_bad_callbacks_are_told(void **state)
{
    model k = {0};
    rdg_problem *p = problem(*state, &k);
    const double u[5] = {0, 0, 1, NAN, 2};
    rdg_check_derivatives(p, u, 1e-6);
    assert_failed(*state, RDG_ERR_NOT_FINITE, "value x[1] is nan");
    rdg_check_derivatives(p, NULL, 0.0);
    assert_failed(*state, RDG_ERR_ARGUMENT, "tolerance 0 is not in (0, 1)");
    rdg_check_derivatives(p, NULL, NAN);
    assert_failed(*state, RDG_ERR_ARGUMENT, "tolerance");
    k.fails_with = -3;
    assert_int_equal(rdg_check_derivatives(p, NULL, 1e-6), RDG_ERR_CALLBACK);
    assert_failed(*state, RDG_ERR_CALLBACK, "zero function \"mixed\": f returned -3");
    k.fails_with = 2;
    rdg_check_derivatives(p, NULL, 1e-6);
    assert_failed(*state, RDG_ERR_NO_CONVERGENCE, "f returned 2 (outside its domain)");
    assert_int_equal(rdg_check_derivatives(NULL, NULL, 1e-6), RDG_ERR_EARLIER);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(exact_derivatives_pass_at_random_points),
        TEST(a_wrong_first_derivative_is_named),
        TEST(a_small_error_is_found_when_the_tolerance_is_smaller),
        TEST(an_entry_that_should_be_zero_is_found),
        TEST(a_wrong_second_derivative_is_named_with_its_value),
        TEST(what_is_not_given_is_skipped_with_a_note),
        TEST(an_entry_that_the_pattern_forgets_is_found),
        TEST(a_variable_that_is_seen_twice_counts_in_each_place),
        TEST(steps_out_of_the_domain_are_left_out),
        TEST(a_kink_close_by_raises_no_false_alarm),
        TEST(entries_below_the_rounding_of_their_row_are_counted),
        TEST(bad_input_and_bad_callbacks_are_told),
    };
    return cmocka_run_group_tests_name("core: check of derivatives", tests, NULL, NULL);
}
