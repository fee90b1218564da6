/* A run as it is written: what is in its file, going on, one writer, and every way a disk can fail. */
#define _XOPEN_SOURCE 700

#include "run_fixture.h"
#include "run_sql.h"

#include <ridgewalk/run_data.h>

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>

static rdg_run_store *start(fixture *f, const char *name)
{
    rdg_run_store *store = NULL;
    assert_ok(f->ctx, fixture_create(f->ctx, name, &fixture_layout, NULL, 0, &store));
    return store;
}

static rdg_status go_on(fixture *f, const char *name, const rdg_layout *layout, rdg_run_store **store)
{
    return rdg_run_store_open(
        f->ctx, &(rdg_run_plan){.name = name, .layout = layout, .goes_on = true, .n_points = -1}, store);
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

static rdg_index rows_of(fixture *f, const char *name)
{
    rdg_run *run = rdg_run_open(f->ctx, name);
    const rdg_index rows = rdg_run_count(run);
    rdg_run_free(run);
    return rows;
}

/* What any program that knows SQLite finds. */
static void a_run_explains_itself(void **state)
{
    fixture *f = *state;
    const rdg_quantity_about about[] = {
        {"released", 10, INFINITY}, {"held", NAN, NAN}, {"monitor", NAN, NAN}};
    rdg_layout layout = fixture_layout;
    rdg_run_store *store = NULL;
    fixture_chart c;
    layout.about = about;
    fixture_fill(&c, 2, 7, "FP");
    assert_ok(f->ctx, fixture_create(f->ctx, "plain", &layout, NULL, 0, &store));
    assert_ok(f->ctx, rdg_run_store_append(store, &c.chart));
    assert_ok(f->ctx, rdg_run_store_finish(store, &(rdg_fact){.name = "points", .number = 1}, 1));
    rdg_run_store_free(store);
    const char *path = fixture_path(f, "plain.db");
    sql_is(path, "pragma integrity_check", "ok");
    sql_is(path, "pragma journal_mode", "delete");
    sql_is(path, "pragma application_id", "1380206385");
    sql_is(path, "select group_concat(name || ' ' || unit || ' ' || kind, '; ') from quantity",
           "omega rad/s released; alpha N held; A,m m monitor");
    sql_is(path, "select low || ' ' || high from quantity where id = 1", "10.0 Inf");
    sql_is(path, "select group_concat(name || ' ' || first || ' ' || n, '; ') from block",
           "Q 0 9; beam.hbm 9 4");
    sql_is(path, "select value + 1 from run where key = 'points'", "2");
    sql_is(path, "select type || ' ' || label || ' ' || iterations from bd", "FP 7 3");
    sql_is(path, "select count(*) from bd where abs(f_Hz * 2 * pi() / omega - 1) < 1e-15", "1");
    double u[13];
    sql_blob(path, "select u from solution join point using (point) where label = 7", u, sizeof u);
    assert_memory_equal(u, c.u, sizeof u);
    sql_blob(path, "select tangent from solution", u, sizeof u);
    assert_memory_equal(u, c.tangent, sizeof u);
}

/* In SQL names are blind to case, and some are taken. */
static void names_that_collide_in_sql_are_told_apart(void **state)
{
    fixture *f = *state;
    const char *const parameters[] = {"mu", "Mu", "type"};
    rdg_layout layout = fixture_layout;
    rdg_run_store *store = NULL;
    fixture_chart c;
    layout.parameter = parameters;
    fixture_fill(&c, 0, 1, "EP");
    c.mu[0] = 1;
    c.mu[1] = 2;
    c.mu[2] = 3;
    assert_ok(f->ctx, fixture_create(f->ctx, "names", &layout, NULL, 0, &store));
    assert_ok(f->ctx, rdg_run_store_append(store, &c.chart));
    rdg_run_store_free(store);
    sql_is(fixture_path(f, "names.db"), "select mu || \"Mu 2\" || \"type 3\" || type from bd", "1.02.03.0EP");
    rdg_run *run = rdg_run_open(f->ctx, "names");
    assert_true(rdg_run_column(run, "Mu")[0] == 2);
    assert_true(rdg_run_column(run, "type")[0] == 3);
}

static void what_is_written_is_seen_in_the_same_context(void **state)
{
    fixture *f = *state;
    rdg_run_store *store = start(f, "seen");
    for (int i = 0; i < 5; i++) {
        append(f, store, i, i == 3 ? 1 : 0);
        rdg_run *run = rdg_run_open(f->ctx, "seen");
        assert_int_equal(rdg_run_count(run), i + 1);
        assert_false(rdg_run_finished(run));
        rdg_run_free(run);
    }
    rdg_run_store_free(store);
    assert_false(exists(f, "seen.db-wal"));
    assert_false(exists(f, "seen.db-shm"));
    assert_false(exists(f, "seen.db-lock"));
}

/* Another process sees what has a label, or was committed, at once. */
static void labels_are_safe_at_once(void **state)
{
    fixture *f = *state;
    rdg_run_store *store = start(f, "safe");
    const char *path = fixture_path(f, "safe.db");
    append(f, store, 0, 1);
    append(f, store, 1, 0);
    append(f, store, 2, 2);
    sql_is(path, "select count(*) from point", "3");
    append(f, store, 3, 0);
    assert_ok(f->ctx, rdg_run_store_commit(store));
    sql_is(path, "select count(*) from point", "4");
    nanosleep(&(struct timespec){.tv_nsec = 60000000}, NULL);
    append(f, store, 4, 0);
    sql_is(path, "select count(*) from point", "5");
    rdg_run_store_free(store);
}

/* Nothing of the older run is lost before the new one has a point. */
static void a_new_run_replaces_an_older_one_with_its_first_point(void **state)
{
    fixture *f = *state;
    fixture_write(f, "again");
    fixture_write(f, "again/inner");
    rdg_run_store_free(start(f, "again"));
    assert_int_equal(rows_of(f, "again"), N_BRANCH);
    rdg_run *older = rdg_run_open(f->ctx, "again");
    rdg_run_store *store = start(f, "again");
    sql_is(fixture_path(f, "again.db"), "select count(*) from point", "6");
    append(f, store, 0, 2);
    sql_is(fixture_path(f, "again.db"), "select count(*) from point", "1");
    rdg_run_store_free(store);
    assert_int_equal(rows_of(f, "again"), 1);
    assert_int_equal(rows_of(f, "again/inner"), N_BRANCH);
    double u[9];
    assert_int_equal(rdg_run_count(older), N_BRANCH); /* what was read stays, what was not is another's */
    assert_int_equal(rdg_run_solution(older, 2, "Q", 9, u, NULL), RDG_ERR_NAME);
    assert_failed(f->ctx, RDG_ERR_NAME, "another run has taken the name \"again\"");
    rdg_run_store_free(start(f, "none"));
    assert_false(exists(f, "none.db"));
}

static void the_room_of_a_larger_run_is_given_back(void **state)
{
    fixture *f = *state;
    struct stat about;
    rdg_run_store *store = start(f, "large");
    for (int i = 0; i < 30000; i++) {
        append(f, store, i, 0);
    }
    rdg_run_store_free(store);
    assert_int_equal(stat(fixture_path(f, "large.db"), &about), 0);
    assert_true(about.st_size > 2000000);
    fixture_write(f, "large");
    assert_int_equal(stat(fixture_path(f, "large.db"), &about), 0);
    assert_true(about.st_size < 100000);
}

static void a_run_goes_on(void **state)
{
    fixture *f = *state;
    rdg_run_store *store = start(f, "long");
    append(f, store, 0, 1);
    append(f, store, 1, 0);
    rdg_run_store_free(store);
    rdg_run *before = rdg_run_open(f->ctx, "long");
    assert_ok(f->ctx, go_on(f, "long", &fixture_layout, &store));
    append(f, store, 2, 2);
    rdg_run_store_free(store);
    rdg_run *run = rdg_run_open(f->ctx, "long");
    assert_int_equal(rdg_run_count(run), 3);
    assert_int_equal(rdg_run_point(run, 2), 2);
    assert_int_equal(rdg_run_block_size(run, 1, "Q"), 9);
    assert_int_equal(rdg_run_block_size(before, 1, "Q"), 9); /* it is the same run */
    const rdg_run_plan stale = {.name = "long", .layout = &fixture_layout, .goes_on = true, .n_points = 2};
    assert_int_equal(rdg_run_store_open(f->ctx, &stale, &store), RDG_ERR_BUSY);
    assert_failed(f->ctx, RDG_ERR_BUSY, "long.db was changed by another program");
    rdg_layout other = fixture_layout;
    other.n_parameters = 2;
    assert_int_equal(go_on(f, "long", &other, &store), RDG_ERR_FORMAT);
    assert_failed(f->ctx, RDG_ERR_FORMAT, "run long: ");
    assert_null(store);
}

static void a_point_is_written_once(void **state)
{
    fixture *f = *state;
    fixture_chart c;
    rdg_run_store *store = start(f, "twice");
    append(f, store, 0, 1);
    append(f, store, 5, 0);
    fixture_fill(&c, 0, 2, "");
    assert_int_equal(rdg_run_store_append(store, &c.chart), RDG_ERR_LIBRARY);
    assert_failed(f->ctx, RDG_ERR_LIBRARY, "run twice: ");
    append(f, store, 1, 2);
    rdg_run_store_free(store);
    assert_int_equal(rows_of(f, "twice"), 3);
}

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
    assert_failed(f->ctx, RDG_ERR_FORMAT, "newer.db has tables of version 99; this library knows version 1");
    run_sql(fixture_path(f, "newer.db"), "pragma user_version = 1; pragma application_id = 5");
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
        append(f, store, point, point + 1); /* there is room again */
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

static void a_failure_elsewhere_does_not_keep_a_run_from_being_stored(void **state)
{
    fixture *f = *state;
    rdg_run_store *store = start(f, "early");
    rdg_run_store *second = NULL;
    RDG_FAIL(f->ctx, RDG_ERR_CALLBACK, "a callback ended the run");
    append(f, store, 0, 1);
    const rdg_fact end = {.name = "stop", .text = "callback"};
    assert_ok(f->ctx, rdg_run_store_finish(store, &end, 1));
    assert_int_equal(fixture_create(f->ctx, "second", &fixture_layout, NULL, 0, &second), RDG_ERR_EARLIER);
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
    assert_true(exists(f, "stay.db"));
    assert_false(exists(f, "stay.db-lock"));
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, fixture_setup, fixture_teardown)
    const struct CMUnitTest tests[] = {
        TEST(a_run_explains_itself),
        TEST(names_that_collide_in_sql_are_told_apart),
        TEST(what_is_written_is_seen_in_the_same_context),
        TEST(labels_are_safe_at_once),
        TEST(a_new_run_replaces_an_older_one_with_its_first_point),
        TEST(the_room_of_a_larger_run_is_given_back),
        TEST(a_run_goes_on),
        TEST(a_point_is_written_once),
        TEST(names_that_cannot_be_stored_are_refused),
        TEST(a_folder_that_cannot_be_is_told),
        TEST(what_lies_in_the_way_is_left_alone),
        TEST(planted_links_are_not_followed),
        TEST(one_writes_and_others_are_told_who),
        TEST(a_file_that_vanishes_is_told),
        TEST(a_full_disk_loses_nothing_that_was_written),
        TEST(a_full_disk_at_the_end_leaves_a_whole_run),
        TEST(a_failure_elsewhere_does_not_keep_a_run_from_being_stored),
        TEST(a_run_stays_in_its_folder_when_the_program_changes_its_own),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
