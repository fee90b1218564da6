/* link: -Wl,--wrap=rdg_seconds */
/* What a run that is written can meet: names that are none, other things in its place, other writers, and
 * every way a disk can fail. */
#define _XOPEN_SOURCE 700

#include "fast_clock.h"
#include "run_sql.h"
#include "run_writing.h"

#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>

static void names_that_cannot_be_stored_are_refused(void **state)
{
    fixture *f = *state;
    rdg_run_store *store = NULL;
    const char *const bad[] = {"",     "/",  "/tmp/x", "..",   "../../x", "a/../b",
                               "a//b", "a/", ".",      "a\nb", "\x1b[2J", NULL};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_int_equal(fixture_create(f->ctx, bad[i], &fixture_layout, NULL, 0, &store), RDG_ERR_NAME);
        assert_failed(f->ctx, RDG_ERR_NAME, "is no name for a run");
        assert_null(store);
    }
    const char *const blocks[] = {"a\tb", "v"}, *const parameters[] = {"x\ny", "", "z"};
    rdg_layout layout = fixture_layout;
    layout.block = blocks;
    assert_int_equal(fixture_create(f->ctx, "x", &layout, NULL, 0, &store), RDG_ERR_NAME);
    assert_failed(f->ctx, RDG_ERR_NAME, "run x: block of variables 0 cannot be stored");
    layout = fixture_layout;
    layout.parameter = parameters;
    assert_int_equal(fixture_create(f->ctx, "x", &layout, NULL, 0, &store), RDG_ERR_NAME);
    assert_failed(f->ctx, RDG_ERR_NAME, "run x: parameter 0 cannot be stored");
    assert_false(exists(f, "x.db"));
    store = start(f, "x");
    fixture_chart c;
    fixture_fill(&c, 0, 0, "an event whose name is longer than the longest one there is, by far");
    assert_int_equal(rdg_run_store_append(store, &c.chart), RDG_ERR_NAME);
    assert_failed(f->ctx, RDG_ERR_NAME, "cannot be stored: at most 63 characters");
    rdg_run_store_free(store);
}

static void a_folder_that_cannot_be_is_told(void **state)
{
    fixture *f = *state;
    rdg_run_store *store = NULL;
    fixture_save(fixture_path(f, "file"), "x", 1);
    assert_int_equal(fixture_create(f->ctx, "file/inner", &fixture_layout, NULL, 0, &store), RDG_ERR_IO);
    assert_failed(f->ctx, RDG_ERR_IO, "/file/inner.db cannot be made: Not a directory");
    assert_ok(f->ctx, rdg_set_run_folder(f->ctx, "/proc/none"));
    assert_int_equal(fixture_create(f->ctx, "x", &fixture_layout, NULL, 0, &store), RDG_ERR_IO);
    assert_failed(f->ctx, RDG_ERR_IO, "run x: the folder of /proc/none/x.db cannot be made: ");
    assert_int_equal(rdg_set_run_folder(f->ctx, ""), RDG_ERR_ARGUMENT);
    assert_failed(f->ctx, RDG_ERR_ARGUMENT, "the path is empty");
    assert_ok(f->ctx, rdg_set_run_folder(f->ctx, f->folder));
    if (geteuid() != 0) { /* the superuser may write anywhere */
        assert_int_equal(chmod(f->folder, 0500), 0);
        assert_int_equal(fixture_create(f->ctx, "x", &fixture_layout, NULL, 0, &store), RDG_ERR_IO);
        assert_failed(f->ctx, RDG_ERR_IO, "Permission denied");
    }
    assert_null(store);
}

/* What is no run is neither read nor replaced, and never waited for. */
static void what_lies_in_the_way_is_left_alone(void **state)
{
    fixture *f = *state;
    rdg_run_store *store = NULL;
    fixture_save(fixture_path(f, "victim"), "precious", 8);
    assert_int_equal(mkdir(fixture_path(f, "folder.db"), 0777), 0);
    assert_int_equal(mkfifo(fixture_path(f, "pipe.db"), 0666), 0);
    assert_int_equal(symlink("victim", fixture_path(f, "link.db")), 0);
    assert_int_equal(symlink("/dev/null", fixture_path(f, "device.db")), 0);
    const char *const others[] = {"folder", "pipe", "link", "device"};
    for (size_t k = 0; k < sizeof others / sizeof *others; k++) {
        assert_int_equal(fixture_create(f->ctx, others[k], &fixture_layout, NULL, 0, &store), RDG_ERR_IO);
        assert_failed(f->ctx, RDG_ERR_IO, "is no file, but a folder, a link, a pipe or a device");
        assert_null(rdg_run_open(f->ctx, others[k]));
        assert_failed(f->ctx, RDG_ERR_IO, "is no file, but a folder, a link, a pipe or a device");
    }
    fixture_save(fixture_path(f, "text.db"),
                 "a text that is longer than the head of a file of SQLite's is, by far, "
                 "and says nothing but that, once more and then again",
                 120);
    assert_int_equal(fixture_create(f->ctx, "text", &fixture_layout, NULL, 0, &store), RDG_ERR_FORMAT);
    assert_failed(f->ctx, RDG_ERR_FORMAT, "text.db is no run: it is no SQLite file");
    fixture_write(f, "newer");
    run_sql(fixture_path(f, "newer.db"), "pragma user_version = 99");
    assert_int_equal(fixture_create(f->ctx, "newer", &fixture_layout, NULL, 0, &store), RDG_ERR_FORMAT);
    assert_failed(f->ctx, RDG_ERR_FORMAT, "newer.db has tables of version 99; this library knows version 2");
    run_sql(fixture_path(f, "newer.db"), "pragma user_version = 2; pragma application_id = 5");
    assert_int_equal(fixture_create(f->ctx, "newer", &fixture_layout, NULL, 0, &store), RDG_ERR_FORMAT);
    assert_failed(f->ctx, RDG_ERR_FORMAT, "newer.db is no run, but another program's SQLite file");
    sql_is(fixture_path(f, "newer.db"), "select count(*) from point", "6");
    char *bytes = fixture_read(fixture_path(f, "victim"), NULL);
    assert_string_equal(bytes, "precious");
    free(bytes);
}

/* Links planted where the other files of a run come to lie are not followed. */
static void planted_links_are_not_followed(void **state)
{
    fixture *f = *state;
    const char *const beside[] = {"run.db-lock", "run.db-wal", "run.db-shm", "run.db-journal"};
    for (size_t k = 0; k < sizeof beside / sizeof *beside; k++) {
        rdg_run_store *store = NULL;
        fixture_save(fixture_path(f, "victim"), "precious", 8);
        assert_int_equal(symlink("victim", fixture_path(f, beside[k])), 0);
        if (fixture_create(f->ctx, "run", &fixture_layout, NULL, 0, &store) == RDG_OK) {
            append(f, store, 0, 1);
        }
        rdg_run_store_free(store);
        rdg_error_clear(f->ctx);
        char *bytes = fixture_read(fixture_path(f, "victim"), NULL);
        assert_string_equal(bytes, "precious");
        free(bytes);
        unlink(fixture_path(f, beside[k]));
        unlink(fixture_path(f, "run.db"));
    }
}

static void one_writes_and_others_are_told_who(void **state)
{
    fixture *f = *state;
    char words[64];
    rdg_run_store *store = start(f, "mine"), *second = NULL;
    append(f, store, 0, 1);
    snprintf(words, sizeof words, "mine.db is being written by process %ld", (long)getpid());
    rdg_context *other = rdg_context_create();
    assert_ok(other, rdg_set_run_folder(other, f->folder));
    assert_int_equal(fixture_create(other, "mine", &fixture_layout, NULL, 0, &second), RDG_ERR_BUSY);
    assert_failed(other, RDG_ERR_BUSY, words);
    const pid_t child = fork();
    if (child == 0) {
        const rdg_status status = fixture_create(other, "mine", &fixture_layout, NULL, 0, &second);
        _exit(status == RDG_ERR_BUSY && strstr(rdg_error_message(other), words) ? 0 : 1);
    }
    int how = 0;
    assert_int_equal(waitpid(child, &how, 0), child);
    assert_int_equal(how, 0);
    assert_int_equal(rows_of(f, "mine"), 1);
    rdg_run_store_free(store);
    assert_ok(other, fixture_create(other, "mine", &fixture_layout, NULL, 0, &second));
    rdg_run_store_free(second);
    rdg_context_free(other);
}

static void a_file_that_vanishes_is_told(void **state)
{
    fixture *f = *state;
    fixture_chart c;
    rdg_run_store *store = start(f, "gone");
    append(f, store, 0, 1);
    char other[256];
    snprintf(other, sizeof other, "%s", fixture_path(f, "other"));
    assert_int_equal(rename(fixture_path(f, "gone.db"), other), 0);
    fixture_fill(&c, 1, 2, "");
    assert_int_equal(rdg_run_store_append(store, &c.chart), RDG_ERR_IO);
    assert_failed(f->ctx, RDG_ERR_IO, "gone.db: No such file");
    assert_int_equal(rdg_run_store_finish(store, NULL, 0), RDG_ERR_IO);
    assert_failed(f->ctx, RDG_ERR_IO, "gone.db: No such file");
    rdg_run_store_free(store);
    assert_false(exists(f, "gone.db"));
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
    for (rlim_t size = 80000; size < 200000; size += 9973) {
        rdg_run_store *store = start(f, "full");
        append(f, store, 0, 1);
        limit_files(size);
        rdg_index point = 0;
        rdg_status status = RDG_OK;
        while (status == RDG_OK && point < 1000) {
            point++;
            fixture_fill(&c, point, point + 1, "");
            status = rdg_run_store_append(store, &c.chart);
        }
        assert_int_equal(status, RDG_ERR_IO);
        assert_failed(f->ctx, RDG_ERR_IO, "full.db: File too large");
        assert_int_equal(rdg_run_store_append(store, &c.chart), RDG_ERR_IO);
        rdg_error_clear(f->ctx);
        limit_files(RLIM_INFINITY);
        rdg_run *run = rdg_run_open(f->ctx, "full");
        assert_int_equal(rdg_run_count(run), point);
        assert_int_equal(rdg_run_block_size(run, point, "Q"), 9);
        rdg_run_free(run);
        append(f, store, point, point + 1); /* there is space again */
        rdg_run_store_free(store);
        assert_int_equal(rows_of(f, "full"), point + 1);
    }
}

/* A disk that is full at the very end leaves two files in place of one. */
static void a_full_disk_at_the_end_leaves_a_whole_run(void **state)
{
    fixture *f = *state;
    signal(SIGXFSZ, SIG_IGN);
    rdg_run_store *store = start(f, "full");
    for (int i = 0; i < 40; i++) {
        append(f, store, i, i + 1);
    }
    limit_files(20000);
    rdg_run_store_free(store);
    limit_files(RLIM_INFINITY);
    assert_int_equal(rows_of(f, "full"), 40);
    assert_ok(f->ctx, go_on(f, "full", &fixture_layout, &store));
    append(f, store, 40, 41);
    rdg_run_store_free(store);
    assert_int_equal(rows_of(f, "full"), 41);
    assert_false(exists(f, "full.db-wal"));
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, fixture_setup, fixture_teardown)
    const struct CMUnitTest tests[] = {
        TEST(names_that_cannot_be_stored_are_refused),    TEST(a_folder_that_cannot_be_is_told),
        TEST(what_lies_in_the_way_is_left_alone),         TEST(planted_links_are_not_followed),
        TEST(one_writes_and_others_are_told_who),         TEST(a_file_that_vanishes_is_told),
        TEST(a_full_disk_loses_nothing_that_was_written), TEST(a_full_disk_at_the_end_leaves_a_whole_run),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
