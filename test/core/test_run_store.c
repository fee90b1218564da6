/* The run folder as it is written: content, nesting, emptying, going on, and every way a disk can fail. */
#define _XOPEN_SOURCE 700

#include "run_fixture.h"

#include <ridgewalk/run_data.h>

#include <hdf5.h>

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>

static rdg_run_store *start(fixture *f, const char *name)
{
    rdg_run_store *store = NULL;
    assert_ok(f->ctx, rdg_run_store_create(f->ctx, name, &fixture_layout, NULL, 0, &store));
    return store;
}

static void append(fixture *f, rdg_run_store *store, rdg_index point, rdg_index label)
{
    fixture_chart c;
    fixture_fill(&c, point, label, "");
    assert_ok(f->ctx, rdg_run_store_append(store, &c.chart));
}

static bool exists(fixture *f, const char *name)
{
    return access(fixture_path(f, name), F_OK) == 0;
}

static void the_table_has_names_and_units_in_its_header(void **state)
{
    fixture *f = *state;
    fixture_write(f, "head");
    char *text = fixture_read(fixture_path(f, "head/bd.csv"), NULL);
    const char expected[] =
        "point,label,type,step,next_step,iterations,residual,norm,time_s,omega_rad_s,alpha_N,\"A,m_m\"\n"
        "0,2,EP,0.10000000000000001,0,3,";
    text[sizeof expected - 1] = '\0';
    assert_string_equal(text, expected);
    free(text);
}

static void every_line_is_on_the_disk_at_once(void **state)
{
    fixture *f = *state;
    rdg_run_store *store = start(f, "flush");
    for (int i = 0; i < 5; i++) {
        append(f, store, i, i == 3 ? 1 : 0);
        rdg_run *run = rdg_run_open(f->ctx, "flush");
        assert_int_equal(rdg_run_count(run), i + 1);
        assert_false(rdg_run_finished(run));
        rdg_run_free(run);
    }
    assert_true(exists(f, "flush/sol00001.h5"));
    assert_false(exists(f, "flush/sol00001.h5.part"));
    rdg_run_store_free(store);
}

static void a_solution_file_is_plain_hdf5(void **state)
{
    fixture *f = *state;
    fixture_chart c;
    double u[4], omega = 0;
    fixture_write(f, "plain");
    const hid_t file = H5Fopen(fixture_path(f, "plain/sol00007.h5"), H5F_ACC_RDONLY, H5P_DEFAULT);
    assert_true(file >= 0);
    fixture_fill(&c, 2, 7, "FP");
    hid_t set = H5Dopen2(file, "/u/beam.hbm", H5P_DEFAULT);
    assert_true(H5Dread(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, u) >= 0);
    assert_memory_equal(u, c.u + 9, sizeof u);
    H5Dclose(set);
    set = H5Dopen2(file, "/mu/omega", H5P_DEFAULT);
    assert_true(H5Dread(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, &omega) >= 0);
    assert_true(omega == c.mu[0]);
    H5Dclose(set);
    int64_t point = 0;
    const hid_t attribute = H5Aopen(file, "point", H5P_DEFAULT);
    assert_true(H5Aread(attribute, H5T_NATIVE_INT64, &point) >= 0);
    assert_int_equal(point, 2);
    H5Aclose(attribute);
    H5Fclose(file);
}

static void the_printing_of_hdf5_is_as_it_was(void **state)
{
    fixture *f = *state;
    H5E_auto2_t before, after;
    void *data_before, *data_after;
    H5Eget_auto2(H5E_DEFAULT, &before, &data_before);
    fixture_write(f, "quiet");
    H5Eget_auto2(H5E_DEFAULT, &after, &data_after);
    assert_true(before == after && before);
    assert_ptr_equal(data_before, data_after);
}

static void creating_a_run_empties_an_older_one_of_its_files_only(void **state)
{
    fixture *f = *state;
    fixture_write(f, "again");
    fixture_write(f, "again/inner");
    const char *const kept[] = {"again/notes.txt", "again/solution.h5", "again/sol7.h5",
                                "again/sol00001.h5.bak"};
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++) {
        fixture_save(fixture_path(f, kept[i]), "mine", 4);
    }
    fixture_save(fixture_path(f, "again/sol00003.h5.part"), "half", 4);
    rdg_run_store_free(start(f, "again"));
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++) {
        assert_true(exists(f, kept[i]));
    }
    assert_false(exists(f, "again/sol00001.h5"));
    assert_false(exists(f, "again/sol00003.h5.part"));
    assert_true(exists(f, "again/inner/sol00001.h5"));
    assert_int_equal(rdg_run_count(rdg_run_open(f->ctx, "again")), 0);
    assert_int_equal(rdg_run_count(rdg_run_open(f->ctx, "again/inner")), N_BRANCH);
}

static void a_run_goes_on_after_a_kill(void **state)
{
    fixture *f = *state;
    rdg_run_store *store = start(f, "long");
    append(f, store, 0, 1);
    append(f, store, 1, 0);
    rdg_run_store_free(store);
    FILE *table = fopen(fixture_path(f, "long/bd.csv"), "a");
    fputs("2,0,,0.1", table);
    fclose(table);
    assert_ok(f->ctx, rdg_run_store_open_append(f->ctx, "long", &fixture_layout, NULL, 0, &store));
    append(f, store, 2, 2);
    rdg_run_store_free(store);
    rdg_run *run = rdg_run_open(f->ctx, "long");
    assert_int_equal(rdg_run_count(run), 3);
    assert_int_equal(rdg_run_point(run, 2), 2);
    assert_int_equal(rdg_run_block_size(run, 1, "Q"), 9);
    assert_null(strstr(f->text, "cut off"));
    rdg_layout other = fixture_layout;
    other.n_parameters = 2;
    assert_int_equal(rdg_run_store_open_append(f->ctx, "long", &other, NULL, 0, &store), RDG_ERR_FORMAT);
    assert_failed(f->ctx, RDG_ERR_FORMAT, "run long: ");
    assert_null(store);
    assert_int_equal(rdg_run_store_open_append(f->ctx, "none", &fixture_layout, NULL, 0, &store), RDG_ERR_IO);
    assert_failed(f->ctx, RDG_ERR_IO, "none/bd.csv: No such file");
}

static void names_that_cannot_be_stored_are_refused(void **state)
{
    fixture *f = *state;
    rdg_run_store *store = NULL;
    const char *const bad[] = {"", "/", "/tmp/x", "..", "a/../b", "a//b", "a/", ".", "a\nb", NULL};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_int_equal(rdg_run_store_create(f->ctx, bad[i], &fixture_layout, NULL, 0, &store),
                         RDG_ERR_NAME);
        assert_failed(f->ctx, RDG_ERR_NAME, "is no name for a run");
        assert_null(store);
    }
    const char *const blocks[] = {"a/b", "v"}, *const parameters[] = {"x\ny", "", "z"};
    rdg_layout layout = fixture_layout;
    layout.block = blocks;
    assert_int_equal(rdg_run_store_create(f->ctx, "x", &layout, NULL, 0, &store), RDG_ERR_NAME);
    assert_failed(f->ctx, RDG_ERR_NAME, "run x: the block of variables \"a/b\" cannot be stored");
    layout = fixture_layout;
    layout.parameter = parameters;
    assert_int_equal(rdg_run_store_create(f->ctx, "x", &layout, NULL, 0, &store), RDG_ERR_NAME);
    assert_failed(f->ctx, RDG_ERR_NAME, "run x: parameter 0 cannot be stored");
    assert_false(exists(f, "x"));
    store = start(f, "x");
    fixture_chart c;
    fixture_fill(&c, 0, 0, "an event whose name is longer than the longest one there is, by far");
    assert_int_equal(rdg_run_store_append(store, &c.chart), RDG_ERR_NAME);
    assert_failed(f->ctx, RDG_ERR_NAME, "cannot be stored: at most 63 characters");
    rdg_run_store_free(store);
}

static void a_name_with_a_slash_is_a_group_and_may_collide(void **state)
{
    fixture *f = *state;
    const char *const fine[] = {"a/b", "a/c", "d"}, *const colliding[] = {"a", "a/b", "d"};
    rdg_layout layout = fixture_layout;
    rdg_run_store *store = NULL;
    fixture_chart c;
    fixture_fill(&c, 0, 1, "");
    layout.parameter = fine;
    assert_ok(f->ctx, rdg_run_store_create(f->ctx, "slash", &layout, NULL, 0, &store));
    assert_ok(f->ctx, rdg_run_store_append(store, &c.chart));
    rdg_run_store_free(store);
    assert_true(rdg_run_column(rdg_run_open(f->ctx, "slash"), "a/c")[0] == c.mu[1]);
    layout.parameter = colliding;
    assert_ok(f->ctx, rdg_run_store_create(f->ctx, "slash", &layout, NULL, 0, &store));
    assert_int_equal(rdg_run_store_append(store, &c.chart), RDG_ERR_LIBRARY);
    assert_failed(f->ctx, RDG_ERR_LIBRARY, "slash/sol00001.h5: two names collide");
    c.chart.label = 0;
    assert_ok(f->ctx, rdg_run_store_append(store, &c.chart));
    rdg_run_store_free(store);
    append(f, store = start(f, "slash"), 0, 1); /* HDF5 works on */
    rdg_run_store_free(store);
}

static void a_folder_that_cannot_be_is_told(void **state)
{
    fixture *f = *state;
    rdg_run_store *store = NULL;
    fixture_save(fixture_path(f, "file"), "x", 1);
    assert_int_equal(rdg_run_store_create(f->ctx, "file", &fixture_layout, NULL, 0, &store), RDG_ERR_IO);
    assert_failed(f->ctx, RDG_ERR_IO, "/file cannot be made: Not a directory");
    assert_int_equal(rdg_run_store_create(f->ctx, "file/inner", &fixture_layout, NULL, 0, &store),
                     RDG_ERR_IO);
    assert_failed(f->ctx, RDG_ERR_IO, "/file/inner cannot be made: Not a directory");
    assert_ok(f->ctx, rdg_set_run_folder(f->ctx, "/proc/none"));
    assert_int_equal(rdg_run_store_create(f->ctx, "x", &fixture_layout, NULL, 0, &store), RDG_ERR_IO);
    assert_failed(f->ctx, RDG_ERR_IO, "run x: the folder /proc/none/x cannot be made: ");
    assert_int_equal(rdg_set_run_folder(f->ctx, ""), RDG_ERR_ARGUMENT);
    assert_failed(f->ctx, RDG_ERR_ARGUMENT, "the path is empty");
    assert_ok(f->ctx, rdg_set_run_folder(f->ctx, f->folder));
    if (geteuid() != 0) { /* the superuser may write anywhere */
        assert_int_equal(chmod(f->folder, 0500), 0);
        assert_int_equal(rdg_run_store_create(f->ctx, "x", &fixture_layout, NULL, 0, &store), RDG_ERR_IO);
        assert_failed(f->ctx, RDG_ERR_IO, "Permission denied");
    }
    assert_null(store);
}

static void files_in_the_way_are_told(void **state)
{
    fixture *f = *state;
    rdg_run_store *store = NULL;
    fixture_write(f, "way");
    assert_int_equal(remove(fixture_path(f, "way/bd.csv")), 0);
    assert_int_equal(mkdir(fixture_path(f, "way/bd.csv"), 0777), 0);
    assert_int_equal(rdg_run_store_create(f->ctx, "way", &fixture_layout, NULL, 0, &store), RDG_ERR_IO);
    assert_failed(f->ctx, RDG_ERR_IO, "way cannot be removed: Is a directory");
    store = start(f, "way2");
    assert_int_equal(mkdir(fixture_path(f, "way2/sol00001.h5"), 0777), 0);
    fixture_chart c;
    fixture_fill(&c, 0, 1, "");
    assert_int_equal(rdg_run_store_append(store, &c.chart), RDG_ERR_IO);
    assert_failed(f->ctx, RDG_ERR_IO, "way2/sol00001.h5: Is a directory");
    assert_false(exists(f, "way2/sol00001.h5.part"));
    rdg_run_store_free(store);
}

static void a_folder_that_vanishes_is_told(void **state)
{
    fixture *f = *state;
    fixture_chart c;
    rdg_run_store *store = start(f, "gone");
    append(f, store, 0, 0);
    const char *const files[] = {"gone/bd.csv", "gone/run.json", "gone"};
    for (size_t i = 0; i < 3; i++) {
        assert_int_equal(remove(fixture_path(f, files[i])), 0);
    }
    fixture_fill(&c, 1, 0, "");
    assert_int_equal(rdg_run_store_append(store, &c.chart), RDG_ERR_IO);
    assert_failed(f->ctx, RDG_ERR_IO, "gone/bd.csv: No such file");
    c.chart.label = 1;
    assert_int_equal(rdg_run_store_append(store, &c.chart), RDG_ERR_IO);
    assert_failed(f->ctx, RDG_ERR_IO, "gone/sol00001.h5: No such file");
    assert_int_equal(rdg_run_store_finish(store, NULL, 0), RDG_ERR_IO);
    assert_failed(f->ctx, RDG_ERR_IO, "gone/run.json: No such file");
    rdg_run_store_free(store);
}

/* A limit on the size of files does what a full disk does: write() takes a part, then fails. */
static void limit_files(rlim_t size)
{
    struct rlimit limit;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &limit), 0);
    limit.rlim_cur = size;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
}

static void a_full_disk_loses_nothing_that_was_written(void **state)
{
    fixture *f = *state;
    fixture_chart c;
    signal(SIGXFSZ, SIG_IGN);
    for (rlim_t size = 600; size < 1000; size += 57) {
        rdg_run_store *store = start(f, "full");
        append(f, store, 0, 1);
        limit_files(size);
        rdg_index point = 1;
        rdg_status status = RDG_OK;
        for (; status == RDG_OK && point < 100; point++) {
            fixture_fill(&c, point, 0, "");
            status = rdg_run_store_append(store, &c.chart);
        }
        assert_int_equal(status, RDG_ERR_IO);
        assert_failed(f->ctx, RDG_ERR_IO, "full/bd.csv: File too large");
        c.chart.label = 2;
        assert_int_equal(rdg_run_store_append(store, &c.chart), RDG_ERR_IO);
        assert_failed(f->ctx, RDG_ERR_IO, "full/sol00002.h5: File too large");
        limit_files(RLIM_INFINITY);
        assert_false(exists(f, "full/sol00002.h5"));
        assert_false(exists(f, "full/sol00002.h5.part"));
        f->text[0] = '\0';
        rdg_run *run = rdg_run_open(f->ctx, "full");
        assert_int_equal(rdg_run_count(run), point - 1);
        assert_string_equal(f->text, "");
        assert_int_equal(rdg_run_block_size(run, 1, "Q"), 9);
        rdg_run_free(run);
        append(f, store, point, 2); /* there is room again */
        rdg_run_store_free(store);
    }
}

static void a_full_disk_keeps_the_older_run_json(void **state)
{
    fixture *f = *state;
    rdg_run_store *store = start(f, "full");
    append(f, store, 0, 0);
    signal(SIGXFSZ, SIG_IGN);
    limit_files(100);
    assert_int_equal(rdg_run_store_finish(store, NULL, 0), RDG_ERR_IO);
    limit_files(RLIM_INFINITY);
    assert_failed(f->ctx, RDG_ERR_IO, "full/run.json: File too large");
    rdg_run_store_free(store);
    rdg_run *run = rdg_run_open(f->ctx, "full");
    assert_string_equal(f->text, "");
    assert_string_equal(rdg_run_unit(run, "omega"), "rad/s");
}

static void a_failure_elsewhere_does_not_keep_a_run_from_being_stored(void **state)
{
    fixture *f = *state;
    rdg_run_store *store = start(f, "early");
    rdg_run_store *second = NULL;
    RDG_FAIL(f->ctx, RDG_ERR_CALLBACK, "a callback ended the run");
    append(f, store, 0, 1);
    const rdg_fact end = {.name = "stop", .text = "callback"};
    assert_ok(f->ctx, rdg_run_store_finish(store, &end, 1));
    assert_int_equal(rdg_run_store_create(f->ctx, "second", &fixture_layout, NULL, 0, &second),
                     RDG_ERR_EARLIER);
    assert_int_equal(rdg_run_store_append(NULL, NULL), RDG_ERR_EARLIER);
    assert_int_equal(rdg_run_store_finish(NULL, NULL, 0), RDG_ERR_EARLIER);
    rdg_run_store_free(NULL);
    rdg_run_store_free(store);
    rdg_error_clear(f->ctx);
    assert_string_equal(rdg_run_text(rdg_run_open(f->ctx, "early"), "stop"), "callback");
}

static void a_run_stays_in_its_folder_when_the_program_changes_its_own(void **state)
{
    fixture *f = *state;
    rdg_run_store *store = start(f, "stay");
    const int home = open(".", O_RDONLY);
    assert_int_equal(chdir("/"), 0);
    append(f, store, 0, 1);
    assert_ok(f->ctx, rdg_run_store_finish(store, NULL, 0));
    assert_int_equal(fchdir(home), 0);
    close(home);
    rdg_run_store_free(store);
    assert_true(rdg_run_finished(rdg_run_open(f->ctx, "stay")));
    assert_true(exists(f, "stay/sol00001.h5"));
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, fixture_setup, fixture_teardown)
    const struct CMUnitTest tests[] = {
        TEST(the_table_has_names_and_units_in_its_header),
        TEST(every_line_is_on_the_disk_at_once),
        TEST(a_solution_file_is_plain_hdf5),
        TEST(the_printing_of_hdf5_is_as_it_was),
        TEST(creating_a_run_empties_an_older_one_of_its_files_only),
        TEST(a_run_goes_on_after_a_kill),
        TEST(names_that_cannot_be_stored_are_refused),
        TEST(a_name_with_a_slash_is_a_group_and_may_collide),
        TEST(a_folder_that_cannot_be_is_told),
        TEST(files_in_the_way_are_told),
        TEST(a_folder_that_vanishes_is_told),
        TEST(a_full_disk_loses_nothing_that_was_written),
        TEST(a_full_disk_keeps_the_older_run_json),
        TEST(a_failure_elsewhere_does_not_keep_a_run_from_being_stored),
        TEST(a_run_stays_in_its_folder_when_the_program_changes_its_own),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
