/* Columns of a run as a file of their own. */
#define _XOPEN_SOURCE 700

#include "run_fixture.h"

#include <ridgewalk/run_data.h>

#include <sys/stat.h>

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
    const double gaps[] = {NAN, 3.0, NAN};
    assert_ok(f->ctx, rdg_export(f->ctx, path, 3, RDG_COLUMN_ARRAY("own", own),
                                 RDG_COLUMN_WITH_GAPS("gaps", gaps), RDG_COLUMN_ARRAY("nan", gaps)));
    text = fixture_read(path, NULL);
    assert_string_equal(text, "own,gaps,nan\n1,,nan\n2,3,3\n3,,nan\n");
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

static void a_pipe_is_not_replaced_by_a_file(void **state)
{
    fixture *f = *state;
    char path[256];
    fixture_write(f, "out");
    rdg_run *run = rdg_run_open(f->ctx, "out");
    snprintf(path, sizeof path, "%s", fixture_path(f, "pipe.csv"));
    assert_int_equal(mkfifo(path, 0666), 0);
    assert_int_equal(rdg_run_export(run, path, RDG_COLUMN("omega", "x", 1)), RDG_ERR_IO);
    assert_failed(f->ctx, RDG_ERR_IO, "pipe.csv: ");
    struct stat about;
    assert_int_equal(stat(path, &about), 0);
    assert_true(S_ISFIFO(about.st_mode));
    assert_int_equal(unlink(path), 0);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, fixture_setup, fixture_teardown)
    const struct CMUnitTest tests[] = {
        TEST(columns_are_exported_under_other_names),
        TEST(an_export_that_cannot_be_leaves_no_file),
        TEST(a_pipe_is_not_replaced_by_a_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
