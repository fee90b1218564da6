/* What is missing or damaged in the folder of a run is told in words. */
#define _XOPEN_SOURCE 700

#include "run_fixture.h"

#include "json_impl.h"

#include <ridgewalk/run_data.h>

/* Write a run and take up one of its files, to be freed; its path into `path`. */
static char *take_file(fixture *f, const char *run, const char *part, char path[256], size_t *size)
{
    char inside[64];
    fixture_write(f, run);
    snprintf(inside, sizeof inside, "%s/%s", run, part);
    snprintf(path, 256, "%s", fixture_path(f, inside));
    return fixture_read(path, size);
}

static void a_line_cut_off_by_a_kill_is_left_out(void **state)
{
    fixture *f = *state;
    size_t size = 0;
    char path[256];
    char *bytes = take_file(f, "killed", "bd.csv", path, &size);
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
    char path[256];
    char *bytes = take_file(f, "cut", "bd.csv", path, &size);
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
    char path[256];
    char *bytes = take_file(f, "damaged", "bd.csv", path, NULL);
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
    char path[256];
    char *bytes = take_file(f, "half", "sol00007.h5", path, &size);
    rdg_run *run = rdg_run_open(f->ctx, "half");
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
    char path[256];
    char *bytes = take_file(f, "bare", "run.json", path, &size);
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

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, fixture_setup, fixture_teardown)
    const struct CMUnitTest tests[] = {
        TEST(a_line_cut_off_by_a_kill_is_left_out),           TEST(a_table_cut_anywhere_is_read_or_refused),
        TEST(a_damaged_table_is_refused_with_the_line),       TEST(a_solution_cut_anywhere_is_no_solution),
        TEST(without_its_facts_a_run_is_read_by_its_headers), TEST(json_that_is_none_is_incomplete),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
