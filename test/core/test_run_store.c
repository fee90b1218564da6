/* A run as it is written: what is in its file, replaced, gone on with. */
#define _XOPEN_SOURCE 700

#include "run_sql.h"
#include "run_writing.h"

#include <fcntl.h>
#include <time.h>

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

/* Another process sees what was committed, and everything that is older than 50 ms. */
static void what_was_committed_is_safe(void **state)
{
    fixture *f = *state;
    rdg_run_store *store = start(f, "safe");
    const char *path = fixture_path(f, "safe.db");
    append(f, store, 0, 1);
    append(f, store, 1, 0);
    append(f, store, 2, 2);
    assert_false(exists(f, "safe.db"));
    assert_ok(f->ctx, rdg_run_store_commit(store));
    sql_is(path, "select count(*) from point", "3");
    append(f, store, 3, 0);
    assert_ok(f->ctx, rdg_run_store_commit(store));
    sql_is(path, "select count(*) from point", "4");
    nanosleep(&(struct timespec){.tv_nsec = 60000000}, NULL);
    append(f, store, 4, 0);
    sql_is(path, "select count(*) from point", "5");
    rdg_run_store_free(store);
}

static long long size_of(fixture *f, const char *name)
{
    struct stat about;
    return stat(fixture_path(f, name), &about) == 0 ? (long long)about.st_size : 0;
}

/* SQLite writes whole pages into its log: without a bound it would be many times as large as a run whose
 * points come one by one. */
static void the_log_is_at_most_twice_as_large_as_the_run(void **state)
{
    enum { MANY = 1200, FRAME = 4096 + 24, FEW = 32 + 8 };
    fixture *f = *state;
    rdg_run_store *store = start(f, "long");
    long long most = 0;
    for (int i = 0; i < MANY; i++) {
        append(f, store, i, i % 4 == 0 ? i / 4 + 1 : 0);
        assert_ok(f->ctx, rdg_run_store_commit(store));
        most = size_of(f, "long.db-wal") > most ? size_of(f, "long.db-wal") : most;
    }
    rdg_run_store_free(store);
    assert_int_equal(rows_of(f, "long"), MANY);
    assert_true(most > 0);
    assert_true(most <= 2 * size_of(f, "long.db") + (long long)FEW * FRAME);
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
    sql_is(fixture_path(f, "again.db"), "select count(*) from point", "6");
    assert_ok(f->ctx, rdg_run_store_commit(store));
    sql_is(fixture_path(f, "again.db"), "select count(*) from point", "1");
    rdg_run_store_free(store);
    assert_int_equal(rows_of(f, "again"), 1);
    assert_int_equal(rows_of(f, "again/inner"), N_BRANCH);
    double u[9];
    assert_int_equal(rdg_run_count(older), N_BRANCH); /* what was read stays, what was not is another's */
    assert_int_equal(rdg_run_solution(older, 2, "Q", 9, u, NULL), RDG_ERR_NAME);
    assert_failed(f->ctx, RDG_ERR_NAME, "another run has taken the name \"again\"");
    assert_int_equal(rdg_run_solution(older, 7, "Q", 9, u, NULL),
                     RDG_ERR_NAME); /* that the new one does not have */
    assert_failed(f->ctx, RDG_ERR_NAME, "another run has taken the name \"again\"");
    rdg_run_store_free(start(f, "none"));
    assert_false(exists(f, "none.db"));
}

static void the_capacity_of_a_larger_run_is_given_back(void **state)
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
    const rdg_run_plan another = {
        .name = "long", .layout = &fixture_layout, .goes_on = true, .n_points = 3, .id = "1"};
    assert_int_equal(rdg_run_store_open(f->ctx, &another, &store), RDG_ERR_BUSY);
    assert_failed(f->ctx, RDG_ERR_BUSY, "long.db was changed by another program");
    const rdg_run_plan first = {.name = "long", .layout = &fixture_layout, .resumes = true};
    assert_int_equal(rdg_run_store_open(f->ctx, &first, &store), RDG_ERR_BUSY);
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
        TEST(what_was_committed_is_safe),
        TEST(the_log_is_at_most_twice_as_large_as_the_run),
        TEST(a_new_run_replaces_an_older_one_with_its_first_point),
        TEST(the_capacity_of_a_larger_run_is_given_back),
        TEST(a_run_goes_on),
        TEST(a_point_is_written_once),
        TEST(a_failure_elsewhere_does_not_keep_a_run_from_being_stored),
        TEST(a_run_stays_in_its_folder_when_the_program_changes_its_own),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
