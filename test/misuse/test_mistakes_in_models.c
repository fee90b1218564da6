/* Mistakes that people make in structures, elements and functions, one by one: each gets a message that names
 * what is wrong, where, and how it is mended. */
#define _XOPEN_SOURCE 700

#include "mistakes.h"

static rdg_problem *variables(rdg_context *ctx, double x)
{
    rdg_problem *p = rdg_problem_create(ctx);
    rdg_add_variables(p, "u", 2, (double[]){x, 0.0});
    return p;
}

static int circle(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    (void)data;
    y[0] = u[0] * u[0] + u[1] * u[1] - 1.0;
    return 0;
}

static int half_of_it(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    (void)n;
    (void)m;
    (void)data;
    values[0] = 2.0 * u[0];
    values[1] = u[1];
    return 0;
}

static int nowhere(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)u;
    (void)m;
    (void)data;
    y[0] = NAN;
    return 0;
}

static void a_run_is_named_like_no_file(void **state)
{
    rdg_context *ctx = *state;
    listen_to(ctx);
    rdg_problem *p = response_problem(ctx);
    rdg_continue(p, "a b/../c", RDG_RELEASE("omega"));
    assert_helps(ctx, "\"a b/../c\"", "is no name for a run", "\"frc\"");
}

static void a_force_acts_where_no_name_is(void **state)
{
    rdg_context *ctx = *state;
    listen_to(ctx);
    rdg_structure *s = oscillator(ctx);
    rdg_force_add(s, "tip", 1, 1.0);
    assert_helps(ctx, "rdg_force_add", "\"tip\"", "it has: x; rdg_name_dof()");
}

static void a_force_comes_after_the_harmonic_balance(void **state)
{
    rdg_context *ctx = *state;
    listen_to(ctx);
    rdg_structure *s = oscillator(ctx);
    rdg_hbm_create(s, RDG_HARMONICS(1));
    rdg_force_add(s, "x", 1, 1.0);
    assert_helps(ctx, "the force at \"x\"", "comes too late", "then call rdg_hbm_create()");
}

static void a_force_has_a_harmonic_that_is_not_kept(void **state)
{
    rdg_context *ctx = *state;
    listen_to(ctx);
    rdg_structure *s = oscillator(ctx);
    rdg_force_add(s, "x", 3, 1.0);
    rdg_hbm_create(s, RDG_HARMONICS(1));
    assert_helps(ctx, "harmonic 3", "load \"x\"", "RDG_HARMONICS()");
}

static void a_constant_force_has_no_static_harmonic(void **state)
{
    rdg_context *ctx = *state;
    listen_to(ctx);
    rdg_structure *s = oscillator(ctx);
    rdg_static_force_add(s, "x", 3.0);
    rdg_hbm_create(s, RDG_HARMONICS(1));
    assert_helps(ctx, "static force", "\"oscillator\"", "keep harmonic 0");
}

static void harmonics_are_listed_downwards(void **state)
{
    rdg_context *ctx = *state;
    listen_to(ctx);
    rdg_structure *s = oscillator(ctx);
    rdg_hbm_create(s, RDG_HARMONICS(3, 1));
    assert_helps(ctx, "\"oscillator\"", "1 comes after 3", "the lowest first");
}

static void there_is_no_force_at_all(void **state)
{
    rdg_context *ctx = *state;
    listen_to(ctx);
    rdg_structure *s = oscillator(ctx);
    rdg_hbm_problem(rdg_hbm_create(s, RDG_HARMONICS(1)), RDG_AT("omega", 80));
    assert_helps(ctx, "has no force", "rdg_force_add()", "\"oscillator\"");
}

static void the_start_has_no_frequency(void **state)
{
    rdg_context *ctx = *state;
    listen_to(ctx);
    rdg_hbm_problem(balance(ctx), RDG_AT("alpha", 1));
    assert_helps(ctx, "\"oscillator\"", "start frequency", "RDG_AT(\"omega\", ...)");
}

static void the_frequency_is_negative(void **state)
{
    rdg_context *ctx = *state;
    listen_to(ctx);
    rdg_hbm_problem(balance(ctx), RDG_AT("omega", -3));
    assert_helps(ctx, "omega = -3", "not positive", "RDG_HZ(300)");
}

static void the_start_names_what_is_no_number(void **state)
{
    rdg_context *ctx = *state;
    listen_to(ctx);
    rdg_hbm_problem(balance(ctx), RDG_AT("omega", 80), RDG_AT("alhpa", 3));
    assert_helps(ctx, "\"alhpa\"", "it has: ", "did you mean \"alpha\"?");
}

static void a_contact_has_no_stiffness(void **state)
{
    rdg_context *ctx = *state;
    listen_to(ctx);
    rdg_structure *s = oscillator(ctx);
    rdg_contact_add(s, &(rdg_contact){.tangential = "x", .mu = 0.3, .preload = 20});
    assert_helps(ctx, "contact \"x\"", "kt", "positive (N/m)");
}

static void friction_is_negative(void **state)
{
    rdg_context *ctx = *state;
    listen_to(ctx);
    rdg_structure *s = oscillator(ctx);
    rdg_contact_add(s, &(rdg_contact){.tangential = "x", .kt = 1e4, .mu = -0.3, .preload = 20});
    assert_helps(ctx, "contact \"x\"", "-0.3", "zero or positive");
}

static void a_stop_has_no_stiffness(void **state)
{
    rdg_context *ctx = *state;
    listen_to(ctx);
    rdg_structure *s = oscillator(ctx);
    rdg_gap_spring_add(s, &(rdg_gap_spring){.at = "x", .gap = 1e-3});
    assert_helps(ctx, "gap spring \"x\"", "k", "positive (N/m)");
}

static void a_spring_has_no_place(void **state)
{
    rdg_context *ctx = *state;
    listen_to(ctx);
    rdg_structure *s = oscillator(ctx);
    rdg_cubic_spring_add(s, &(rdg_cubic_spring){.k3 = 1});
    assert_helps(ctx, "rdg_cubic_spring_add", "it is missing at which displacement", "it has: x");
}

static void a_name_is_given_twice(void **state)
{
    rdg_context *ctx = *state;
    listen_to(ctx);
    rdg_structure *s = oscillator(ctx);
    rdg_name_dof(s, "x", 0);
    assert_helps(ctx, "\"x\"", "already names a displacement of \"oscillator\"", "another name");
}

static void degrees_of_freedom_are_counted_from_one(void **state)
{
    rdg_context *ctx = *state;
    listen_to(ctx);
    rdg_structure *s = oscillator(ctx);
    rdg_name_dof(s, "y", 1);
    assert_helps(ctx, "\"y\"", "no degree of freedom 1", "0 .. 0: they are counted from 0");
}

static void a_file_of_a_matrix_is_elsewhere(void **state)
{
    rdg_context *ctx = *state;
    listen_to(ctx);
    rdg_structure_read(ctx, "s", "nothing.mtx", NULL, "nothing.mtx");
    assert_helps(ctx, "\"nothing.mtx\"", "No such file", "the folder in which the program runs");
}

static void rows_of_a_file_are_counted_from_zero(void **state)
{
    rdg_context *ctx = *state;
    listen_to(ctx);
    char path[128], line[160];
    snprintf(path, sizeof path, "%s/from_zero.mtx", scratch_folder);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs("%%MatrixMarket matrix coordinate real symmetric\n2 2 2\n0 0 1\n1 1 1\n", file);
    fclose(file);
    rdg_structure_read(ctx, "s", path, NULL, path);
    snprintf(line, sizeof line, "\"%s\", line 3", path);
    assert_helps(ctx, line, "rows from 1 to 2", "columns from 1 to 2");
}

static void a_structure_has_no_mass(void **state)
{
    rdg_context *ctx = *state;
    listen_to(ctx);
    const double none = 0.0, k = 1.0;
    double omega;
    rdg_structure_modes(rdg_structure_create(ctx, "light", 1, &none, NULL, &k), 0, NULL, 1, &omega, NULL);
    assert_helps(ctx, "\"light\"", "no mass", "give all degrees of freedom a mass");
}

static void a_function_sees_more_than_there_is(void **state)
{
    rdg_context *ctx = *state;
    listen_to(ctx);
    rdg_problem *p = variables(ctx, 1.0);
    rdg_add_zero(p, &(rdg_function){.name = "circle", .n = 3, .m = 1, .f = circle}, RDG_ALL);
    assert_helps(ctx, "\"circle\"", "3 variables", "RDG_ALL are 2: n is to be that");
}

static void a_derivative_is_wrong(void **state)
{
    rdg_context *ctx = *state;
    listen_to(ctx);
    rdg_problem *p = variables(ctx, 1.0);
    rdg_add_zero(p, &(rdg_function){.name = "circle", .n = 2, .m = 1, .f = circle, .df = half_of_it},
                 RDG_ALL);
    rdg_check_derivatives(p, (double[]){0.6, 0.8}, 1e-6);
    assert_helps(ctx, "\"circle\"", "u[1]", "0.8, but by differences 1.6");
}

static void a_function_answers_nan(void **state)
{
    rdg_context *ctx = *state;
    listen_to(ctx);
    rdg_problem *p = variables(ctx, 1.0);
    rdg_add_zero(p, &(rdg_function){.name = "nowhere", .n = 2, .m = 1, .f = nowhere}, RDG_ALL);
    rdg_add_parameter(p, "y", "u", 1);
    rdg_continue(p, "c", RDG_RELEASE("y"));
    assert_helps(ctx, "\"nowhere\"", "wrote nan as value 0", "rdg_set_load()");
}

static void the_start_is_far_from_any_solution(void **state)
{
    rdg_context *ctx = *state;
    listen_to(ctx);
    rdg_problem *p = variables(ctx, 3.0);
    rdg_add_zero(p, &(rdg_function){.name = "circle", .n = 2, .m = 1, .f = circle}, RDG_ALL);
    rdg_add_parameter(p, "y", "u", 1);
    rdg_continue(p, "c", RDG_HOLD_AT("y", 3.0));
    assert_helps(ctx, "no first point", "residual", "give start values nearer to a solution");
}

static void a_parameter_is_beyond_its_block(void **state)
{
    rdg_context *ctx = *state;
    listen_to(ctx);
    rdg_problem *p = variables(ctx, 1.0);
    rdg_add_parameter(p, "y", "u", 5);
    assert_helps(ctx, "\"y\"", "0 to 1, not 5", "block \"u\"");
}

static void a_block_is_misspelt(void **state)
{
    rdg_context *ctx = *state;
    listen_to(ctx);
    rdg_problem *p = variables(ctx, 1.0);
    rdg_add_parameter(p, "y", "uu", 1);
    assert_helps(ctx, "\"uu\"", "no block", "there are: u");
}

static void a_forced_motion_in_time_has_no_frequency(void **state)
{
    rdg_context *ctx = *state;
    listen_to(ctx);
    rdg_structure *s = oscillator(ctx);
    rdg_force_add(s, "x", 1, 1.0);
    rdg_hybrid_of(s, RDG_AT("alpha", 1));
    assert_helps(ctx, "load \"x\"", "\"oscillator\"", "RDG_AT(\"omega\", ...)");
}

static void a_contact_has_no_normal_load(void **state)
{
    rdg_context *ctx = *state;
    listen_to(ctx);
    rdg_structure *s = oscillator(ctx);
    rdg_contact_add(s, &(rdg_contact){.name = "pad", .tangential = "x", .kt = 1e4, .mu = 0.3});
    assert_helps(ctx, "contact \"pad\"",
                 "normal load is zero at all times (preload 0 N, no normal displacement)",
                 "give it a preload");
    listen_to(ctx);
    rdg_contact_add(s, &(rdg_contact){.name = "smooth", .tangential = "x", .kt = 1e4});
    rdg_contact_add(s,
                    &(rdg_contact){.name = "pressed", .tangential = "x", .kt = 1e4, .mu = 0.3, .preload = 1});
    assert_string_equal(said, ""); /* no friction is asked for, or it has some */
    const double M[] = {1, 0, 0, 1}, K[] = {2, -1, -1, 2};
    rdg_structure *plane = rdg_structure_create(ctx, "plane", 2, M, NULL, K);
    rdg_name_dof(plane, "x", 0);
    rdg_name_dof(plane, "y", 1);
    rdg_cone_contact_add(plane,
                         &(rdg_cone_contact){.name = "ball", .tangential = {"x", "y"}, .kt = 1, .mu = 0.5});
    assert_helps(ctx, "cone contact \"ball\"", "normal load is zero at all times", "give it a preload");
    assert_int_equal(rdg_error_status(ctx), RDG_OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(a_contact_has_no_normal_load),
        SCRATCH_TEST(a_run_is_named_like_no_file),
        SCRATCH_TEST(a_force_acts_where_no_name_is),
        SCRATCH_TEST(a_force_comes_after_the_harmonic_balance),
        SCRATCH_TEST(a_force_has_a_harmonic_that_is_not_kept),
        SCRATCH_TEST(a_constant_force_has_no_static_harmonic),
        SCRATCH_TEST(harmonics_are_listed_downwards),
        SCRATCH_TEST(there_is_no_force_at_all),
        SCRATCH_TEST(the_start_has_no_frequency),
        SCRATCH_TEST(the_frequency_is_negative),
        SCRATCH_TEST(the_start_names_what_is_no_number),
        SCRATCH_TEST(a_contact_has_no_stiffness),
        SCRATCH_TEST(friction_is_negative),
        SCRATCH_TEST(a_stop_has_no_stiffness),
        SCRATCH_TEST(a_spring_has_no_place),
        SCRATCH_TEST(a_name_is_given_twice),
        SCRATCH_TEST(degrees_of_freedom_are_counted_from_one),
        SCRATCH_TEST(a_file_of_a_matrix_is_elsewhere),
        SCRATCH_TEST(rows_of_a_file_are_counted_from_zero),
        SCRATCH_TEST(a_structure_has_no_mass),
        SCRATCH_TEST(a_function_sees_more_than_there_is),
        SCRATCH_TEST(a_derivative_is_wrong),
        SCRATCH_TEST(a_function_answers_nan),
        SCRATCH_TEST(the_start_is_far_from_any_solution),
        SCRATCH_TEST(a_parameter_is_beyond_its_block),
        SCRATCH_TEST(a_block_is_misspelt),
        SCRATCH_TEST(a_forced_motion_in_time_has_no_frequency),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
