/* Structures: input checks, damping, named displacements. */
#include "fresh_context.h"

#include <ridgewalk/mechanics.h>

static const double mass[4] = {2.385, 0, 0, 1.127};
static const double stiffness[4] = {7.31, -2.9, -2.9, 4.4};

static rdg_structure *two_masses(rdg_context *ctx)
{
    rdg_structure *s = rdg_structure_create(ctx, "pair", 2, mass, NULL, stiffness);
    assert_ok(ctx, rdg_error_status(ctx));
    assert_non_null(s);
    return s;
}

static void matrices_come_back_on_one_pattern_without_common_zeros(void **state)
{
    const double damping[4] = {0.1, 0, 0, 0};
    rdg_structure *s = rdg_structure_create(*state, "pair", 2, mass, damping, stiffness);
    rdg_sparse M, C, K;
    assert_ok(*state, rdg_structure_matrices(s, &M, &C, &K));
    assert_int_equal(K.pattern.start[2], 4);
    assert_ptr_equal(M.pattern.row, K.pattern.row);
    for (rdg_index e = 0; e < 4; e++) {
        assert_true(M.values[e] == mass[e] && C.values[e] == damping[e] && K.values[e] == stiffness[e]);
    }
    rdg_structure *diagonal = rdg_structure_create(*state, "diagonal", 2, mass, NULL, mass);
    assert_ok(*state, rdg_structure_matrices(diagonal, NULL, NULL, &K));
    assert_int_equal(K.pattern.start[2], 2);
    assert_int_equal(rdg_structure_size(diagonal), 2);
    assert_string_equal(rdg_structure_name(diagonal), "diagonal");
    rdg_structure_free(diagonal);
}

static void sparse_matrices_with_different_patterns_are_merged(void **state)
{
    const rdg_index start_m[] = {0, 1, 2}, row_m[] = {0, 1}, start_k[] = {0, 2, 4}, row_k[] = {0, 1, 0, 1};
    const rdg_sparse M = {{2, 2, start_m, row_m}, (double[]){mass[0], mass[3]}};
    const rdg_sparse K = {{2, 2, start_k, row_k}, stiffness};
    rdg_sparse a, b;
    rdg_structure *sparse = rdg_structure_create_sparse(*state, "sparse", &M, NULL, &K);
    assert_ok(*state, rdg_structure_matrices(sparse, &a, NULL, NULL));
    assert_ok(*state, rdg_structure_matrices(two_masses(*state), &b, NULL, NULL));
    for (rdg_index e = 0; e < 4; e++) {
        assert_true(a.values[e] == b.values[e] && a.pattern.row[e] == b.pattern.row[e]);
    }
}

static void proportional_damping_is_a_mass_plus_b_stiffness_and_replaces_the_one_before(void **state)
{
    rdg_structure *s = two_masses(*state);
    rdg_sparse C;
    assert_ok(*state, rdg_damping_proportional(s, 100, 200));
    assert_ok(*state, rdg_damping_proportional(s, 0.37, 1.9e-3));
    assert_ok(*state, rdg_structure_matrices(s, NULL, &C, NULL));
    for (rdg_index e = 0; e < 4; e++) {
        assert_near(C.values[e], 0.37 * mass[e] + 1.9e-3 * stiffness[e], 1e-15, 0);
    }
    assert_int_equal(rdg_damping_proportional(s, NAN, 0), RDG_ERR_NOT_FINITE);
    assert_failed(*state, RDG_ERR_NOT_FINITE, "\"pair\"");
}

static void a_named_displacement_is_a_weighted_sum(void **state)
{
    rdg_structure *s = two_masses(*state);
    assert_ok(*state, rdg_name_dof(s, "left", 0));
    assert_ok(*state, rdg_name_combination(s, "gap", 2, (rdg_index[]){1, 0}, (double[]){0.86, -0.51}));
    rdg_index n;
    const rdg_index *dof;
    const double *weight;
    assert_ok(*state, rdg_structure_displacement(s, "test", "left", &n, &dof, &weight));
    assert_true(n == 1 && dof[0] == 0 && weight[0] == 1.0);
    assert_ok(*state, rdg_structure_displacement(s, "test", "gap", &n, &dof, &weight));
    assert_true(n == 2 && dof[0] == 1 && weight[0] == 0.86 && dof[1] == 0 && weight[1] == -0.51);
}

static void an_unknown_name_lists_the_names_there_are(void **state)
{
    rdg_structure *s = two_masses(*state);
    rdg_index n;
    const rdg_index *dof;
    const double *weight;
    assert_int_equal(rdg_structure_displacement(s, "rdg_sensor_add", "tipp", &n, &dof, &weight),
                     RDG_ERR_NAME);
    assert_failed(*state, RDG_ERR_NAME, "none");
    assert_ok(*state, rdg_name_dof(s, "pad", 0));
    assert_ok(*state, rdg_name_dof(s, "tip", 1));
    assert_int_equal(rdg_structure_displacement(s, "rdg_sensor_add", "tipp", &n, &dof, &weight),
                     RDG_ERR_NAME);
    assert_failed(*state, RDG_ERR_NAME,
                  "rdg_sensor_add: \"tipp\" is no named degree of freedom of \"pair\"; it has: pad, tip");
    char name[32];
    for (int i = 0; i < 100; i++) {
        snprintf(name, sizeof name, "displacement number %d", i);
        assert_ok(*state, rdg_name_dof(s, name, i % 2));
    }
    assert_int_equal(rdg_structure_displacement(s, "test", NULL, &n, &dof, &weight), RDG_ERR_NAME);
    assert_non_null(strstr(rdg_error_message(*state), "is missing"));
    assert_failed(*state, RDG_ERR_NAME, ", ...");
}

static void bad_names_and_terms_are_refused(void **state)
{
    rdg_structure *s = two_masses(*state);
    const rdg_index dof[] = {0, 1}, twice[] = {1, 1};
    const double weight[] = {1, 2}, bad[] = {1, INFINITY};
    assert_ok(*state, rdg_name_dof(s, "pad", 0));
    assert_int_equal(rdg_name_dof(s, "pad", 1), RDG_ERR_NAME);
    assert_failed(*state, RDG_ERR_NAME, "\"pad\" already names a displacement of \"pair\"");
    assert_int_equal(rdg_name_dof(s, "", 1), RDG_ERR_NAME);
    assert_failed(*state, RDG_ERR_NAME, "needs a name");
    assert_int_equal(rdg_name_dof(s, "far", 2), RDG_ERR_ARGUMENT);
    assert_failed(*state, RDG_ERR_ARGUMENT, "no degree of freedom 2, only 0 .. 1");
    assert_int_equal(rdg_name_dof(s, "far", -1), RDG_ERR_ARGUMENT);
    assert_failed(*state, RDG_ERR_ARGUMENT, "-1");
    assert_int_equal(rdg_name_combination(s, "gap", 2, twice, weight), RDG_ERR_ARGUMENT);
    assert_failed(*state, RDG_ERR_ARGUMENT, "twice");
    assert_int_equal(rdg_name_combination(s, "gap", 2, dof, bad), RDG_ERR_NOT_FINITE);
    assert_failed(*state, RDG_ERR_NOT_FINITE, "weight 1 is inf");
    assert_int_equal(rdg_name_combination(s, "gap", 0, dof, weight), RDG_ERR_ARGUMENT);
    assert_failed(*state, RDG_ERR_ARGUMENT, "one or more");
}

static void bad_dense_input_is_refused(void **state)
{
    const double with_nan[4] = {1, 0, NAN, 1};
    assert_null(rdg_structure_create(*state, "pair", 0, mass, NULL, stiffness));
    assert_failed(*state, RDG_ERR_ARGUMENT, "0 degrees of freedom");
    assert_null(rdg_structure_create(*state, "", 2, mass, NULL, stiffness));
    assert_failed(*state, RDG_ERR_NAME, "needs a name");
    assert_null(rdg_structure_create(*state, "pair", 2, NULL, NULL, stiffness));
    assert_failed(*state, RDG_ERR_ARGUMENT, "mass matrix M");
    assert_null(rdg_structure_create(*state, "pair", 2, mass, NULL, with_nan));
    assert_failed(*state, RDG_ERR_NOT_FINITE, "K of \"pair\" is nan at row 0, column 1");
}

static void bad_sparse_input_is_refused(void **state)
{
    const rdg_index start[] = {0, 1, 2}, row[] = {0, 1}, down[] = {1, 0}, outside[] = {0, 2},
                    back[] = {0, 2, 1};
    const double one[] = {1, 1};
    const rdg_sparse good = {{2, 2, start, row}, one};
    const rdg_sparse small = {{1, 1, start, row}, one};
    const rdg_sparse wide = {{3, 2, start, row}, one};
    const rdg_sparse ends = {{2, 2, back, row}, one};
    const rdg_sparse far = {{2, 2, start, outside}, one};
    const rdg_sparse empty = {{2, 2, start, row}, NULL};
    const rdg_sparse no_rows = {{2, 2, start, NULL}, one};
    const rdg_sparse not_ascending = {{2, 2, (rdg_index[]){0, 2, 2}, down}, one};
    assert_null(rdg_structure_create_sparse(*state, "s", &small, NULL, &good));
    assert_failed(*state, RDG_ERR_SIZE, "M of \"s\" has 1 rows and 1 columns, expected 2");
    assert_null(rdg_structure_create_sparse(*state, "s", &good, NULL, &wide));
    assert_failed(*state, RDG_ERR_SIZE, "K of \"s\" has 3 rows");
    assert_null(rdg_structure_create_sparse(*state, "s", &good, &ends, &good));
    assert_failed(*state, RDG_ERR_ARGUMENT, "C of \"s\": column 1 ends before it starts");
    assert_null(rdg_structure_create_sparse(*state, "s", &good, NULL, &far));
    assert_failed(*state, RDG_ERR_ARGUMENT, "row 2");
    assert_null(rdg_structure_create_sparse(*state, "s", &good, NULL, &not_ascending));
    assert_failed(*state, RDG_ERR_ARGUMENT, "does not ascend");
    assert_null(rdg_structure_create_sparse(*state, "s", &empty, NULL, &good));
    assert_failed(*state, RDG_ERR_ARGUMENT, "M of \"s\" has no values");
    assert_null(rdg_structure_create_sparse(*state, "s", &good, NULL, &no_rows));
    assert_failed(*state, RDG_ERR_ARGUMENT, "pattern");
}

static void after_a_failure_nothing_is_done(void **state)
{
    rdg_structure *s = two_masses(*state);
    assert_int_equal(rdg_name_dof(s, "far", 7), RDG_ERR_ARGUMENT);
    assert_null(rdg_structure_create(*state, "pair", 2, mass, NULL, stiffness));
    assert_int_equal(rdg_name_dof(s, "left", 0), RDG_ERR_EARLIER);
    assert_int_equal(rdg_damping_proportional(s, 0, 0), RDG_ERR_EARLIER);
    assert_int_equal(rdg_damping_proportional(NULL, 0, 0), RDG_ERR_EARLIER);
    assert_null(rdg_condensation_create(s, 1, (rdg_index[]){0}));
    assert_null(rdg_structure_context(NULL));
    assert_int_equal(rdg_structure_size(NULL), 0);
    rdg_structure_free(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(matrices_come_back_on_one_pattern_without_common_zeros),
        TEST(sparse_matrices_with_different_patterns_are_merged),
        TEST(proportional_damping_is_a_mass_plus_b_stiffness_and_replaces_the_one_before),
        TEST(a_named_displacement_is_a_weighted_sum),
        TEST(an_unknown_name_lists_the_names_there_are),
        TEST(bad_names_and_terms_are_refused),
        TEST(bad_dense_input_is_refused),
        TEST(bad_sparse_input_is_refused),
        TEST(after_a_failure_nothing_is_done),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
