/* link: -Wl,--wrap=rdg_seconds */
/* Runs that are too short for a file of their own while they last: written as one piece, shown when they are
 * safe. */
#define _GNU_SOURCE

#include "fast_clock.h"
#include "problems.h"
#include "run_sql.h"
#include "run_writing.h"

#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>

static int setup(void **state)
{
    clock_speed = 1;
    return fixture_setup(state);
}

static void a_short_run_is_one_file_at_its_end(void **state)
{
    fixture *f = *state;
    fixture_write(f, "short");
    const char *path = fixture_path(f, "short.db");
    sql_is(path, "pragma integrity_check", "ok");
    sql_is(path, "pragma journal_mode", "delete");
    sql_is(path, "select count(*) from point", "6");
    sql_is(path, "select value from run where key = 'finished'", "1");
    const char *const beside[] = {"short.db.part", "short.db-wal", "short.db-lock", "short.db-journal"};
    for (size_t k = 0; k < sizeof beside / sizeof *beside; k++) {
        assert_false(exists(f, beside[k]));
    }
}

/* What SQLite writes itself says the same. */
static void both_ways_to_a_file_lead_to_the_same_run(void **state)
{
    fixture *f = *state;
    const char *const tables[] = {
        "select group_concat(sql, ';') from (select sql from sqlite_master order by name)",
        "select group_concat(quote(u) || quote(checksum)) from solution",
        "select group_concat(point || type || ifnull(label, '-') || q1) from point",
        ("select group_concat(key || quote(value)) from run where key not in"
         " ('id', 'name', 'started', 'ended')")};
    fixture_write(f, "piece");
    clock_speed = 1e6;
    fixture_write(f, "slow");
    for (size_t k = 0; k < sizeof tables / sizeof *tables; k++) {
        char first[8192], second[8192];
        sql_text(fixture_path(f, "piece.db"), tables[k], first, sizeof first);
        sql_text(fixture_path(f, "slow.db"), tables[k], second, sizeof second);
        assert_string_equal(first, second);
    }
}

/* The next run with the same columns takes the same tables: nothing of the one before is in them. */
static void a_draft_that_serves_again_is_empty(void **state)
{
    fixture *f = *state;
    for (int k = 0; k < 3; k++) {
        rdg_run_store *store = start(f, "first");
        for (int i = 0; i < 200; i++) {
            append(f, store, i, i + 1);
        }
        rdg_write(f->ctx, RDG_CHANNEL_NOTE, "note: %d\n", k);
        rdg_run_store_free(store);
        store = start(f, "second");
        append(f, store, 7, 0);
        rdg_run_store_free(store);
        const char *path = fixture_path(f, "second.db");
        sql_is(path, "select group_concat(point) from point", "7");
        sql_is(path, "select count(*) from solution", "0");
        sql_is(path, "select count(*) from note", "0");
        sql_is(path, "pragma freelist_count", "0");
        sql_is(fixture_path(f, "first.db"), "select count(*) from solution", "200");
    }
}

/* A draft that fails on the way is no run, and spoils none. */
static void a_draft_without_points_leaves_nothing(void **state)
{
    fixture *f = *state;
    rdg_run_store_free(start(f, "none"));
    assert_false(exists(f, "none.db"));
    assert_false(exists(f, "none.db-lock"));
    fixture_write(f, "none");
    assert_int_equal(rows_of(f, "none"), N_BRANCH);
}

static void two_drafts_at_a_time_do_not_meet(void **state)
{
    fixture *f = *state;
    rdg_run_store *a = start(f, "a"), *b = start(f, "b");
    for (int i = 0; i < 5; i++) {
        append(f, a, i, 0);
        append(f, b, 10 * i, 0);
    }
    rdg_run_store_free(a);
    append(f, b, 99, 0);
    rdg_run_store_free(b);
    sql_is(fixture_path(f, "a.db"), "select group_concat(point) from point", "0,1,2,3,4");
    sql_is(fixture_path(f, "b.db"), "select group_concat(point) from point", "0,10,20,30,40,99");
}

/* Who may read the older run may read the new one; a planted link leads nowhere. */
static void the_file_takes_the_place_of_the_older_one(void **state)
{
    fixture *f = *state;
    struct stat about;
    fixture_save(fixture_path(f, "victim"), "precious", 8);
    assert_int_equal(symlink("victim", fixture_path(f, "mine.db.part")), 0);
    fixture_write(f, "mine");
    assert_int_equal(chmod(fixture_path(f, "mine.db"), 0640), 0);
    fixture_write(f, "mine");
    assert_int_equal(lstat(fixture_path(f, "mine.db"), &about), 0);
    assert_true(S_ISREG(about.st_mode));
    assert_int_equal(about.st_mode & 0777, 0640);
    char *bytes = fixture_read(fixture_path(f, "victim"), NULL);
    assert_string_equal(bytes, "precious");
    free(bytes);
}

/* The log that a killed process left belongs to its file: the new one must not inherit it. */
static void a_log_left_behind_does_not_come_into_the_next_run(void **state)
{
    fixture *f = *state;
    const pid_t child = fork();
    if (child == 0) {
        clock_speed = 1e6;
        rdg_run_store *store = start(f, "left");
        for (int i = 0; i < 20; i++) {
            append(f, store, i, i + 1);
        }
        kill(getpid(), SIGKILL);
    }
    assert_int_equal(waitpid(child, NULL, 0), child);
    assert_true(exists(f, "left.db-wal"));
    assert_int_equal(rows_of(f, "left"), 20);
    fixture_write(f, "left");
    assert_int_equal(rows_of(f, "left"), N_BRANCH);
    sql_is(fixture_path(f, "left.db"), "pragma integrity_check", "ok");
}

/* --- what is shown is safe */

typedef struct listener {
    char path[256];
    int rows, others;
    bool is_missing; /* a line was shown of what the file does not have */
} listener;

/* "    10   2  1e-12  label": the fourth word of a row with a label. */
static void look_up(rdg_channel channel, const char *text, void *data)
{
    listener *l = data;
    long step = 0, label = 0;
    if (channel != RDG_CHANNEL_TABLE || sscanf(text, "%ld %*s %*s %ld", &step, &label) != 2) {
        l->others++;
        return;
    }
    l->rows++;
    char statement[128], found[32];
    snprintf(statement, sizeof statement, "select count(*) from point where label = %ld and point = %ld",
             label, step);
    sql_text(l->path, statement, found, sizeof found);
    l->is_missing = l->is_missing || strcmp(found, "1") != 0;
}

static void every_line_that_is_shown_is_in_the_file(void **state)
{
    fixture *f = *state;
    const double speeds[] = {1, 100, 1e4, 1e6}; /* from one piece at the end to a commit a row */
    for (int k = 0; k < 4; k++) {
        listener l = {.rows = 0};
        clock_speed = speeds[k];
        snprintf(l.path, sizeof l.path, "%s", fixture_path(f, "circle.db"));
        rdg_set_writer(f->ctx, look_up, &l);
        assert_ok(f->ctx, rdg_continue(circle_problem(f->ctx), "circle", RDG_RELEASE("y"), RDG_RELEASE("x"),
                                       RDG_LABEL_EVERY(2)));
        rdg_set_writer(f->ctx, NULL, NULL);
        assert_true(l.rows > 20);
        assert_true(l.others >= 3); /* the run, the headers, how it ended */
        assert_false(l.is_missing);
    }
}

/* Neither the points nor the lines about them: the message says why. */
static void what_a_full_disk_refuses_is_not_shown(void **state)
{
    fixture *f = *state;
    listener l = {.rows = 0};
    struct rlimit before, none;
    signal(SIGXFSZ, SIG_IGN);
    getrlimit(RLIMIT_FSIZE, &before);
    none = before;
    none.rlim_cur = 5000;
    rdg_set_writer(f->ctx, look_up, &l);
    setrlimit(RLIMIT_FSIZE, &none);
    const rdg_status status =
        rdg_continue(circle_problem(f->ctx), "circle", RDG_RELEASE("y"), RDG_RELEASE("x"));
    setrlimit(RLIMIT_FSIZE, &before);
    rdg_set_writer(f->ctx, NULL, NULL);
    assert_int_equal(status, RDG_ERR_IO);
    assert_failed(f->ctx, RDG_ERR_IO, "circle.db: File too large");
    assert_int_equal(l.rows, 0);
    assert_false(exists(f, "circle.db"));
    assert_false(exists(f, "circle.db.part"));
}

/* A run within a run, each with a table: lines come in the order in which they were said. */
static bool run_inside(rdg_problem *p, const rdg_chart *event, int direction, double *u, void *data)
{
    (void)event;
    (void)direction;
    (void)u;
    (void)p;
    fixture *f = data;
    rdg_continue(circle_problem(f->ctx), "inner", RDG_RELEASE("y"), RDG_RELEASE("x"), RDG_MAX_POINTS(12));
    return false;
}

typedef struct order {
    char said[4096];
} order;

static void note_order(rdg_channel channel, const char *text, void *data)
{
    order *o = data;
    (void)channel;
    if (strncmp(text, "run ", 4) == 0 || strstr(text, " after ")) {
        strncat(o->said, strncmp(text, "run ", 4) == 0 ? text + 4 : "end ", 5);
    }
}

static void lines_of_a_run_within_a_run_come_in_order(void **state)
{
    fixture *f = *state;
    order o = {""};
    rdg_set_writer(f->ctx, note_order, &o);
    assert_ok(f->ctx,
              rdg_continue(circle_problem(f->ctx), "outer", RDG_RELEASE("y"), RDG_RELEASE("x"),
                           RDG_DIRECTION(1), RDG_TERMINAL("HALF", "y", 0.5), RDG_ON_STOP(run_inside, f)));
    rdg_set_writer(f->ctx, NULL, NULL);
    assert_string_equal(o.said, "outerinnerend end ");
    assert_true(rows_of(f, "inner") >= 12);
    assert_true(rows_of(f, "outer") > 1);
}

int main(void)
{
#define DRAFT_TEST(name) cmocka_unit_test_setup_teardown(name, setup, fixture_teardown)
    const struct CMUnitTest tests[] = {
        DRAFT_TEST(a_short_run_is_one_file_at_its_end),
        DRAFT_TEST(both_ways_to_a_file_lead_to_the_same_run),
        DRAFT_TEST(a_draft_that_serves_again_is_empty),
        DRAFT_TEST(a_draft_without_points_leaves_nothing),
        DRAFT_TEST(two_drafts_at_a_time_do_not_meet),
        DRAFT_TEST(the_file_takes_the_place_of_the_older_one),
        DRAFT_TEST(a_log_left_behind_does_not_come_into_the_next_run),
        DRAFT_TEST(every_line_that_is_shown_is_in_the_file),
        DRAFT_TEST(what_a_full_disk_refuses_is_not_shown),
        DRAFT_TEST(lines_of_a_run_within_a_run_come_in_order),
    };
    return cmocka_run_group_tests_name("run: drafts", tests, NULL, NULL);
}
