/* A run read back is the run that was written. */
#define _XOPEN_SOURCE 700

#include "run_fixture.h"
#include "version.h"

#include <ridgewalk/run_data.h>

static void every_number_comes_back_to_the_last_bit(void **state)
{
    fixture *f = *state;
    fixture_write(f, "exact");
    rdg_run *run = rdg_run_open(f->ctx, "exact");
    assert_ok(f->ctx, rdg_error_status(f->ctx));
    assert_int_equal(rdg_run_count(run), N_BRANCH);
    for (int i = 0; i < N_BRANCH; i++) {
        fixture_chart c;
        const rdg_index point = i - 2;
        fixture_fill(&c, point, 0, "");
        assert_int_equal(rdg_run_point(run, i), point);
        assert_true(rdg_run_column(run, "omega")[i] == c.mu[0]);
        assert_true(rdg_run_column(run, "alpha_N")[i] == c.mu[1]);
        assert_true(rdg_run_column(run, "A,m")[i] == c.mu[2]);
        assert_true(rdg_run_column(run, "step")[i] == c.chart.step);
        assert_true(rdg_run_column(run, "residual")[i] == c.chart.residual);
        assert_true(rdg_run_column(run, "norm")[i] == c.chart.norm);
        assert_true(rdg_run_column(run, "time")[i] == c.chart.seconds);
        assert_true(rdg_run_column(run, "iterations")[i] == 3);
    }
    assert_string_equal(rdg_run_unit(run, "omega"), "rad/s");
    assert_string_equal(rdg_run_unit(run, "norm"), "");
    double low = 0.0, high = 0.0;
    assert_ok(f->ctx, rdg_run_range(run, "point", &low, &high));
    assert_true(low == -2.0 && high == N_BRANCH - 3.0);
    assert_int_equal(rdg_run_range(run, "omga", &low, &high), RDG_ERR_NAME);
    assert_failed(f->ctx, RDG_ERR_NAME, "omga");
    assert_int_equal(rdg_run_point(run, N_BRANCH), 0);
    assert_failed(f->ctx, RDG_ERR_ARGUMENT, "row 6 of run \"exact\" does not exist; it has 6");
    rdg_run_free(run);
}

static void solutions_come_back_to_the_last_bit(void **state)
{
    fixture *f = *state;
    fixture_write(f, "nested/sweep");
    rdg_run *run = rdg_run_open(f->ctx, "nested/sweep");
    for (rdg_index row = 0; row < rdg_run_count(run); row++) {
        fixture_chart c;
        double u[9], tangent[9];
        const rdg_index label = rdg_run_label(run, row);
        if (label == 0) {
            continue;
        }
        fixture_fill(&c, rdg_run_point(run, row), label, "");
        assert_ok(f->ctx, rdg_run_solution(run, label, "Q", 9, u, tangent));
        assert_memory_equal(u, c.u, sizeof u);
        assert_memory_equal(tangent, c.tangent, sizeof tangent);
        assert_ok(f->ctx, rdg_run_solution(run, label, "beam.hbm", 4, u, NULL));
        assert_memory_equal(u, c.u + 9, 4 * sizeof *u);
        assert_int_equal(rdg_run_block_size(run, label, "beam.hbm"), 4);
    }
}

static void rows_are_found_by_type_and_label(void **state)
{
    fixture *f = *state;
    fixture_write(f, "find");
    rdg_run *run = rdg_run_open(f->ctx, "find");
    assert_int_equal(rdg_run_find(run, "EP", 0), 0);
    assert_int_equal(rdg_run_find(run, "EP", 1), 2);
    assert_int_equal(rdg_run_find(run, "EP", 2), -1);
    assert_int_equal(rdg_run_find(run, "FP", 0), 4);
    assert_string_equal(rdg_run_type(run, 5), "my, \"event\"");
    assert_int_equal(rdg_run_row_of_label(run, 7), 4);
    assert_int_equal(rdg_run_row_of_label(run, 3), -1);
    assert_ok(f->ctx, rdg_error_status(f->ctx));
}

static void values_are_read_at_the_nth_point_of_a_type(void **state)
{
    fixture *f = *state;
    fixture_write(f, "values");
    rdg_run *run = rdg_run_open(f->ctx, "values");
    for (rdg_index row = 0; row < rdg_run_count(run); row++) {
        const char *type = rdg_run_type(run, row);
        rdg_index nth = 0;
        while (*type && rdg_run_find(run, type, nth) != row) {
            nth++;
        }
        if (*type) {
            double value = 0.0;
            assert_ok(f->ctx, rdg_run_value(run, type, nth, "omega", &value));
            assert_true(value == rdg_run_column(run, "omega")[row]);
            assert_int_equal(rdg_run_label_of(run, type, nth), rdg_run_label(run, row));
        }
    }
    double kept = 17.0;
    assert_int_equal(rdg_run_value(run, "ZZ", 0, "omega", &kept), RDG_ERR_ARGUMENT);
    assert_failed(
        f->ctx, RDG_ERR_ARGUMENT,
        "run \"values\" has no point ZZ number 0, counted from 0, to read omega at: it has 0 of that "
        "type; its types of points: ");
    assert_int_equal(rdg_run_value(run, "EP", 5, "omega", &kept), RDG_ERR_ARGUMENT);
    assert_failed(f->ctx, RDG_ERR_ARGUMENT, "no point EP number 5");
    assert_int_equal(rdg_run_value(run, "EP", -1, "omega", &kept), RDG_ERR_ARGUMENT);
    assert_failed(f->ctx, RDG_ERR_ARGUMENT, "no point EP number -1");
    assert_int_equal(rdg_run_value(run, "EP", 0, "omga", &kept), RDG_ERR_NAME);
    assert_failed(f->ctx, RDG_ERR_NAME, "omga");
    assert_int_equal(rdg_run_value(run, "EP", 0, "omega", NULL), RDG_ERR_ARGUMENT);
    assert_failed(f->ctx, RDG_ERR_ARGUMENT, "a place for the value");
    assert_int_equal(rdg_run_label_of(run, "ZZ", 0), 0);
    assert_failed(f->ctx, RDG_ERR_ARGUMENT, "to read a label at");
    assert_int_equal(rdg_run_label_of(run, NULL, 0), 0);
    assert_failed(f->ctx, RDG_ERR_ARGUMENT, "a type of points");
    assert_true(kept == 17.0);
    rdg_run_free(run);
    assert_int_equal(rdg_run_value(NULL, "EP", 0, "omega", &kept), RDG_ERR_EARLIER);
    assert_int_equal(rdg_run_label_of(NULL, "EP", 0), 0);
}

static void facts_come_back(void **state)
{
    fixture *f = *state;
    fixture_write(f, "facts");
    rdg_run *run = rdg_run_open(f->ctx, "facts");
    assert_true(rdg_run_finished(run));
    assert_string_equal(rdg_run_text(run, "stop"), "boundary \"omega\"\n\\");
    assert_true(rdg_run_number(run, "h_max") == 0.1);
    assert_true(isinf(rdg_run_number(run, "limit")));
    assert_true(rdg_run_number(run, "points") == 6);
    assert_string_equal(rdg_run_text(run, "version"), rdg_version());
    assert_null(rdg_run_text(run, "h_mx"));
    assert_failed(f->ctx, RDG_ERR_NAME,
                  "knows no fact \"h_mx\"; it has: ended, finished, h_max, id, library, limit, name, points");
    assert_true(isnan(rdg_run_number(run, "stop")));
    assert_failed(f->ctx, RDG_ERR_FORMAT, "is no number");
}

static void a_variable_is_a_column(void **state)
{
    fixture *f = *state;
    fixture_write(f, "large");
    rdg_run *run = rdg_run_open(f->ctx, "large");
    fixture_chart c;
    const double *column = rdg_run_column(run, "beam.hbm[3]");
    assert_ok(f->ctx, rdg_error_status(f->ctx));
    fixture_fill(&c, 2, 0, "");
    assert_true(column[4] == c.u[12]);
    assert_true(isnan(column[1]));
    assert_ptr_equal(rdg_run_column(run, "beam.hbm[3]"), column);
    assert_null(rdg_run_column(run, "beam.hbm[4]"));
    assert_failed(f->ctx, RDG_ERR_NAME, "no column \"beam.hbm[4]\"");
}

static void a_small_problem_has_its_variables_in_every_row(void **state)
{
    fixture *f = *state;
    const char *const block[] = {"u"}, *const parameter[] = {"y"}, *const unit[] = {""};
    const rdg_index start[] = {0, 2};
    const rdg_layout layout = {1, block, start, 1, parameter, unit, NULL};
    rdg_run_store *store = NULL;
    assert_ok(f->ctx, fixture_create(f->ctx, "circle", &layout, NULL, 0, &store));
    for (int i = 0; i < 5; i++) {
        double u[] = {cos(0.3 * i), sin(0.3 * i)}, t[] = {0, 0};
        const rdg_chart chart = {.u = u, .tangent = t, .mu = u + 1, .point = i, .type = ""};
        assert_ok(f->ctx, rdg_run_store_append(store, &chart));
    }
    rdg_run_store_free(store);
    rdg_run *run = rdg_run_open(f->ctx, "circle");
    assert_false(rdg_run_finished(run));
    for (int i = 0; i < 5; i++) {
        assert_true(rdg_run_column(run, "u[0]")[i] == cos(0.3 * i));
        assert_true(rdg_run_column(run, "u[1]")[i] == rdg_run_column(run, "y")[i]);
    }
}

static void unknown_names_are_answered_with_the_known_ones(void **state)
{
    fixture *f = *state;
    double u[9];
    fixture_write(f, "frc");
    fixture_write(f, "ridge");
    rdg_run *run = rdg_run_open(f->ctx, "frc");
    assert_null(rdg_run_column(run, "omga"));
    assert_failed(f->ctx, RDG_ERR_NAME,
                  "run \"frc\" has no column \"omga\"; it has: point, label, step, next_step, iterations, "
                  "residual, norm, "
                  "time, omega, alpha, A,m, Q[i], beam.hbm[i]");
    assert_null(rdg_run_column(run, "type"));
    assert_failed(f->ctx, RDG_ERR_NAME, "no column \"type\"");
    assert_int_equal(rdg_run_solution(run, 3, "Q", 9, u, NULL), RDG_ERR_NAME);
    assert_failed(f->ctx, RDG_ERR_NAME, "run \"frc\" has no label 3; it has: 1, 2, 7");
    assert_int_equal(rdg_run_solution(run, 2, "q", 9, u, NULL), RDG_ERR_NAME);
    assert_failed(f->ctx, RDG_ERR_NAME, "no block of variables in run \"frc\"; it has: Q, beam.hbm");
    assert_int_equal(rdg_run_solution(run, 2, "../mu", 9, u, NULL), RDG_ERR_NAME);
    assert_failed(f->ctx, RDG_ERR_NAME, "\"../mu\" is no block");
    assert_int_equal(rdg_run_solution(run, 2, "Q", 8, u, NULL), RDG_ERR_SIZE);
    assert_failed(f->ctx, RDG_ERR_SIZE, "has 9 variables, requested were 8");
    assert_int_equal(rdg_run_block_size(run, 2, "tangent"), -1);
    assert_failed(f->ctx, RDG_ERR_NAME, "\"tangent\" is no block");
    assert_null(rdg_run_open(f->ctx, "frq"));
    assert_non_null(strstr(rdg_error_message(f->ctx), "ridge"));
    assert_failed(f->ctx, RDG_ERR_NAME, "there is no run \"frq\"; runs in build/test-");
    assert_null(rdg_run_open(f->ctx, "../frc"));
    assert_failed(f->ctx, RDG_ERR_NAME, "\"../frc\" is no name for a run");
}

static void nothing_is_done_after_a_failure(void **state)
{
    fixture *f = *state;
    double u[9];
    assert_null(rdg_run_open(f->ctx, "nosuch"));
    assert_null(rdg_run_column(NULL, "omega"));
    assert_null(rdg_run_open(f->ctx, "other"));
    assert_int_equal(rdg_run_solution(NULL, 1, "Q", 9, u, NULL), RDG_ERR_EARLIER);
    assert_int_equal(rdg_run_count(NULL), 0);
    assert_int_equal(rdg_run_find(NULL, "FP", 0), -1);
    assert_int_equal(rdg_run_export(NULL, "x.csv", RDG_COLUMN("omega", NULL, 1)), RDG_ERR_EARLIER);
    assert_failed(f->ctx, RDG_ERR_NAME, "nosuch");
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, fixture_setup, fixture_teardown)
    const struct CMUnitTest tests[] = {
        TEST(every_number_comes_back_to_the_last_bit),
        TEST(solutions_come_back_to_the_last_bit),
        TEST(rows_are_found_by_type_and_label),
        TEST(values_are_read_at_the_nth_point_of_a_type),
        TEST(facts_come_back),
        TEST(a_variable_is_a_column),
        TEST(a_small_problem_has_its_variables_in_every_row),
        TEST(unknown_names_are_answered_with_the_known_ones),
        TEST(nothing_is_done_after_a_failure),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
