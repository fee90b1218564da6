/* A run read back is the run that was written; what is missing or damaged is told in words. */
#define _XOPEN_SOURCE 700

#include "run_fixture.h"

#include "json_impl.h"

#include <ridgewalk/run_data.h>

#include <hdf5.h>

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

static void a_solution_file_opens_in_any_program(void **state)
{
    fixture *f = *state;
    fixture_write(f, "plain");
    const hid_t file = H5Fopen(fixture_path(f, "plain/sol00007.h5"), H5F_ACC_RDONLY, H5P_DEFAULT);
    assert_true(file >= 0);
    assert_true(H5Lexists(file, "u/beam.hbm", H5P_DEFAULT) > 0);
    H5Fclose(file);
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
                  "knows no fact \"h_mx\"; it has: stop, points, h_max, limit, library");
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
    const rdg_layout layout = {1, block, start, 1, parameter, unit};
    rdg_run_store *store = NULL;
    assert_ok(f->ctx, rdg_run_store_create(f->ctx, "circle", &layout, NULL, 0, &store));
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
    assert_failed(f->ctx, RDG_ERR_NAME, "sol00002.h5; it has: Q, beam.hbm");
    assert_int_equal(rdg_run_solution(run, 2, "../mu", 9, u, NULL), RDG_ERR_NAME);
    assert_failed(f->ctx, RDG_ERR_NAME, "\"../mu\" is no block");
    assert_int_equal(rdg_run_solution(run, 2, "Q", 8, u, NULL), RDG_ERR_SIZE);
    assert_failed(f->ctx, RDG_ERR_SIZE, "has 9 variables, asked for were 8");
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

static void a_line_cut_off_by_a_kill_is_left_out(void **state)
{
    fixture *f = *state;
    size_t size = 0;
    fixture_write(f, "killed");
    char path[256];
    snprintf(path, sizeof path, "%s", fixture_path(f, "killed/bd.csv"));
    char *bytes = fixture_read(path, &size);
    size_t last = size - 1;
    while (bytes[last - 1] != '\n') {
        last--;
    }
    for (size_t n = last + 1; n < size; n += 7) {
        fixture_save(path, bytes, n);
        f->text[0] = '\0';
        rdg_run *run = rdg_run_open(f->ctx, "killed");
        assert_ok(f->ctx, rdg_error_status(f->ctx));
        assert_int_equal(rdg_run_count(run), N_BRANCH - 1);
        assert_int_equal(rdg_run_point(run, 0), -1);
        assert_non_null(strstr(f->text, "cut off"));
        rdg_run_free(run);
    }
    free(bytes);
}

static void a_table_cut_anywhere_is_read_or_refused(void **state)
{
    fixture *f = *state;
    size_t size = 0;
    fixture_write(f, "cut");
    char path[256];
    snprintf(path, sizeof path, "%s", fixture_path(f, "cut/bd.csv"));
    char *bytes = fixture_read(path, &size);
    rdg_index before = 0;
    for (size_t n = 0; n <= size; n++) {
        fixture_save(path, bytes, n);
        rdg_run *run = rdg_run_open(f->ctx, "cut");
        if (run) {
            assert_true(rdg_run_count(run) >= before);
            before = rdg_run_count(run);
            rdg_run_free(run);
        } else {
            assert_failed(f->ctx, RDG_ERR_FORMAT, "no complete line: the run was killed at its start");
        }
    }
    assert_int_equal(before, N_BRANCH);
    free(bytes);
}

static void a_damaged_table_is_refused_with_the_line(void **state)
{
    fixture *f = *state;
    fixture_write(f, "damaged");
    char path[256];
    snprintf(path, sizeof path, "%s", fixture_path(f, "damaged/bd.csv"));
    char *bytes = fixture_read(path, NULL);
    FILE *file = fopen(path, "a");
    fputs("4,0,,1,2\n", file);
    fclose(file);
    assert_null(rdg_run_open(f->ctx, "damaged"));
    assert_failed(f->ctx, RDG_ERR_FORMAT, "bd.csv, line 8: 5 fields, the header has 12");
    const char *const bad[] = {"x,0,,1,2,3,4,5,6,7,8\n",     "4,nan,,1,2,3,4,5,6,7,8\n",
                               "1e300,0,,1,2,3,4,5,6,7,8\n", "4,0,,1,2,3,4,5,6,7,8y\n",
                               "4,0,,1,2,3,4,5,6,,8\n",      "\n"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        fixture_save(path, bytes, strlen(bytes));
        file = fopen(path, "a");
        fputs(bad[i], file);
        fclose(file);
        assert_null(rdg_run_open(f->ctx, "damaged"));
        assert_failed(f->ctx, RDG_ERR_FORMAT, "line 8");
    }
    fixture_save(path, "a,b\n1,2\n", 8);
    assert_null(rdg_run_open(f->ctx, "damaged"));
    assert_failed(f->ctx, RDG_ERR_FORMAT, "does not begin with the columns point,label");
    free(bytes);
}

static void a_solution_cut_anywhere_is_no_solution(void **state)
{
    fixture *f = *state;
    double u[9], tangent[9];
    size_t size = 0;
    fixture_write(f, "half");
    rdg_run *run = rdg_run_open(f->ctx, "half");
    char path[256];
    snprintf(path, sizeof path, "%s", fixture_path(f, "half/sol00007.h5"));
    char *bytes = fixture_read(path, &size);
    for (size_t n = 0; n < size; n += n < 128 || n + 64 > size ? 1 : 37) {
        fixture_save(path, bytes, n);
        assert_int_equal(rdg_run_solution(run, 7, "Q", 9, u, tangent), RDG_ERR_FORMAT);
        assert_failed(f->ctx, RDG_ERR_FORMAT, "half/sol00007.h5 is no complete solution file");
    }
    fixture_save(path, bytes, size);
    assert_ok(f->ctx, rdg_run_solution(run, 7, "Q", 9, u, tangent));
    fixture_save(path, "no HDF5 at all\n", 15);
    assert_int_equal(rdg_run_solution(run, 7, "Q", 9, u, tangent), RDG_ERR_FORMAT);
    assert_failed(f->ctx, RDG_ERR_FORMAT, "no complete solution file");
    assert_int_equal(rename(fixture_path(f, "half/sol00002.h5"), path), 0);
    assert_int_equal(rdg_run_solution(run, 7, "Q", 9, u, tangent), RDG_ERR_FORMAT);
    assert_failed(f->ctx, RDG_ERR_FORMAT, "sol00007.h5 holds the solution of label 2");
    assert_int_equal(rdg_run_solution(run, 2, "Q", 9, u, tangent), RDG_ERR_IO);
    assert_failed(f->ctx, RDG_ERR_IO, "sol00002.h5: No such file");
    free(bytes);
}

static void without_its_facts_a_run_is_read_by_its_headers(void **state)
{
    fixture *f = *state;
    size_t size = 0;
    fixture_write(f, "bare");
    char path[256];
    snprintf(path, sizeof path, "%s", fixture_path(f, "bare/run.json"));
    char *bytes = fixture_read(path, &size);
    for (size_t n = 0; n < size - 1; n++) {
        fixture_save(path, bytes, n);
        f->text[0] = '\0';
        rdg_run *run = rdg_run_open(f->ctx, "bare");
        assert_ok(f->ctx, rdg_error_status(f->ctx));
        assert_non_null(strstr(f->text, "run.json is not complete"));
        assert_non_null(rdg_run_column(run, "omega_rad_s"));
        rdg_run_free(run);
    }
    assert_int_equal(remove(path), 0);
    rdg_run *run = rdg_run_open(f->ctx, "bare");
    assert_non_null(rdg_run_column(run, "A,m_m"));
    assert_null(rdg_run_text(run, "stop"));
    assert_failed(f->ctx, RDG_ERR_NAME, "it has: none");
    free(bytes);
}

static void json_that_is_none_is_incomplete(void **state)
{
    (void)state;
    const char *const bad[] = {"",       "{",          "}",       "[1,2",      "{\"a\":}",   "{\"a\" 1}",
                               "{1:2}",  "{\"a\":1]",  "\"\\q\"", "\"\\u00g0", "[1 2]",      "{} {}",
                               "[,,",    "\"",         ":",       "{\"a\":\"", "{\"a\"",     "[\"\\",
                               "[\"\\u", "[\"\\u12\"", "@",       "[1,2]]",    "{\"a\"::1}", "\"\\u0000\""};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        char chars[32];
        rdg_json json;
        snprintf(chars, sizeof chars, "%s", bad[i]);
        assert_true(rdg_json_read(chars, &json));
        assert_false(json.complete);
        rdg_free(json.value);
    }
    char good[] = " { \"a\" : [ 1, -2.5e3 , true,{} ] , \"b\":\"x\\u0041\\n\" } ";
    rdg_json json;
    assert_true(rdg_json_read(good, &json));
    assert_true(json.complete);
    const rdg_index a = rdg_json_member(&json, 0, "a");
    rdg_index item = rdg_json_next(&json, a, rdg_json_next(&json, a, -1));
    assert_string_equal(json.value[item].text, "-2.5e3");
    assert_string_equal(json.value[rdg_json_member(&json, 0, "b")].text, "xA\n");
    rdg_free(json.value);
}

static void columns_are_exported_under_other_names(void **state)
{
    fixture *f = *state;
    const double own[N_BRANCH] = {1, 2, 3, 4, 5, 6};
    char path[256], expected[256];
    fixture_chart c;
    fixture_write(f, "out");
    rdg_run *run = rdg_run_open(f->ctx, "out");
    snprintf(path, sizeof path, "%s", fixture_path(f, "out.csv"));
    assert_ok(f->ctx, rdg_run_export(run, path, RDG_COLUMN("omega", "f_Hz", 0.5),
                                     RDG_COLUMN("alpha", NULL, 0), RDG_COLUMN("type", "type", 0),
                                     RDG_COLUMN_ARRAY("own", own), RDG_ONLY_TYPE("FP")));
    fixture_fill(&c, 2, 0, "");
    snprintf(expected, sizeof expected, "f_Hz,alpha_N,type,own\n%.17g,%.17g,FP,5\n", c.mu[0] / 2, c.mu[1]);
    char *text = fixture_read(path, NULL);
    assert_string_equal(text, expected);
    free(text);
    assert_ok(f->ctx, rdg_run_export(run, path, RDG_COLUMN("type", "t", 0), RDG_ONLY_ROWS(4, 5)));
    text = fixture_read(path, NULL);
    assert_string_equal(text, "t\nFP\n\"my, \"\"event\"\"\"\n");
    free(text);
    assert_ok(f->ctx, rdg_export(f->ctx, path, 2, RDG_COLUMN_ARRAY("a,b", own)));
    text = fixture_read(path, NULL);
    assert_string_equal(text, "\"a,b\"\n1\n2\n");
    free(text);
}

static void an_export_that_cannot_be_leaves_no_file(void **state)
{
    fixture *f = *state;
    char path[256];
    fixture_write(f, "out");
    rdg_run *run = rdg_run_open(f->ctx, "out");
    snprintf(path, sizeof path, "%s", fixture_path(f, "none.csv"));
    assert_int_equal(rdg_run_export(run, path, RDG_COLUMN("omga", "x", 1)), RDG_ERR_NAME);
    assert_failed(f->ctx, RDG_ERR_NAME, "no column \"omga\"");
    assert_int_equal(rdg_run_export(run, path, RDG_ONLY_TYPE("FP")), RDG_ERR_ARGUMENT);
    assert_failed(f->ctx, RDG_ERR_ARGUMENT, "no column");
    assert_int_equal(rdg_run_export(run, path, RDG_COLUMN("omega", "x", 1), RDG_ONLY_ROWS(2, 6)),
                     RDG_ERR_ARGUMENT);
    assert_failed(f->ctx, RDG_ERR_ARGUMENT, "rows 2 to 6 are not among rows 0 to 5");
    assert_int_equal(rdg_export(f->ctx, path, 2, RDG_COLUMN("omega", "x", 1)), RDG_ERR_ARGUMENT);
    assert_failed(f->ctx, RDG_ERR_ARGUMENT, "no run");
    assert_int_not_equal(access(path, F_OK), 0);
    assert_int_equal(rdg_run_export(run, "build/no/such/folder.csv", RDG_COLUMN("omega", "x", 1)),
                     RDG_ERR_IO);
    assert_failed(f->ctx, RDG_ERR_IO, "build/no/such/folder.csv: No such file");
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, fixture_setup, fixture_teardown)
    const struct CMUnitTest tests[] = {
        TEST(every_number_comes_back_to_the_last_bit),
        TEST(solutions_come_back_to_the_last_bit),
        TEST(a_solution_file_opens_in_any_program),
        TEST(rows_are_found_by_type_and_label),
        TEST(facts_come_back),
        TEST(a_variable_is_a_column),
        TEST(a_small_problem_has_its_variables_in_every_row),
        TEST(unknown_names_are_answered_with_the_known_ones),
        TEST(nothing_is_done_after_a_failure),
        TEST(a_line_cut_off_by_a_kill_is_left_out),
        TEST(a_table_cut_anywhere_is_read_or_refused),
        TEST(a_damaged_table_is_refused_with_the_line),
        TEST(a_solution_cut_anywhere_is_no_solution),
        TEST(without_its_facts_a_run_is_read_by_its_headers),
        TEST(json_that_is_none_is_incomplete),
        TEST(columns_are_exported_under_other_names),
        TEST(an_export_that_cannot_be_leaves_no_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
