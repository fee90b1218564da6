/* What a run's file says besides its numbers, and when it is on the disk. */
#define _XOPEN_SOURCE 700

#include "run_sql.h"
#include "run_writing.h"

#include <ridgewalk/toolbox.h>

static int waits; /* for the disk */

/* In place of the system's: SQLite calls them. */
int fdatasync(int file)
{
    (void)file;
    waits++;
    return 0;
}

int fsync(int file)
{
    return fdatasync(file);
}

static rdg_run_store *open_as(fixture *f, const char *name, const rdg_run_plan *like)
{
    rdg_run_store *store = NULL;
    rdg_run_plan plan = *like;
    plan.name = name;
    plan.layout = &fixture_layout;
    plan.n_points = -1;
    assert_ok(f->ctx, rdg_run_store_open(f->ctx, &plan, &store));
    return store;
}

/* A writer that is told nothing does not keep the run from being told. */
static void notes_and_repeated_warnings_are_kept(void **state)
{
    fixture *f = *state;
    rdg_set_writer(f->ctx, NULL, NULL);
    rdg_run_store *store = open_as(f, "words", &(rdg_run_plan){.n_facts = 0});
    rdg_warnings_begin(f->ctx);
    rdg_write(f->ctx, RDG_CHANNEL_NOTE, "note: before the first point\n");
    append(f, store, 0, 1);
    append(f, store, 1, 0);
    for (int k = 0; k < 3; k++) {
        rdg_warn(f->ctx, "a kind", "for the %d. time", k + 1);
    }
    rdg_write(f->ctx, RDG_CHANNEL_TABLE, "a line of the table\n");
    rdg_warnings_end(f->ctx, "run words");
    rdg_run_store_free(store);
    rdg_write(f->ctx, RDG_CHANNEL_NOTE, "note: behind its end\n");
    const char *path = fixture_path(f, "words.db");
    sql_is(path, "select group_concat(severity || ' ' || ifnull(point, '-') || ' ' || text, '; ') from note",
           "note - before the first point; warning 1 for the 1. time; warning 1 for the 2. time; "
           "warning 1 for the 3. time; warning 1 run words: a kind: 3 times in all");
    sql_is(path, "select count(*) from note where time >= 0 and time < 60", "5");
}

/* Within another run what is said belongs to the inner one. */
static void the_innermost_run_hears(void **state)
{
    fixture *f = *state;
    rdg_set_writer(f->ctx, NULL, NULL);
    rdg_run_store *outer = open_as(f, "outer", &(rdg_run_plan){.n_facts = 0});
    append(f, outer, 0, 1);
    rdg_run_store *inner = open_as(f, "inner", &(rdg_run_plan){.n_facts = 0});
    append(f, inner, 0, 1);
    rdg_write(f->ctx, RDG_CHANNEL_NOTE, "note: inside\n");
    rdg_run_store_free(inner);
    rdg_write(f->ctx, RDG_CHANNEL_NOTE, "note: outside\n");
    rdg_run_store_free(outer);
    sql_is(fixture_path(f, "inner.db"), "select group_concat(text) from note", "inside");
    sql_is(fixture_path(f, "outer.db"), "select group_concat(text) from note", "outside");
}

static void describe(const rdg_contents *out, const void *data)
{
    const double *mu = data;
    out->fact(out, &(rdg_model_fact){.part = "element", .name = "pad", .key = "mu", .value = *mu});
    out->fact(out, &(rdg_model_fact){.part = "element", .name = "pad", .key = "at", .text = "tip"});
    out->coefficient(
        out, &(rdg_coefficient){.block = "Q", .i = 3, .displacement = "tip", .harmonic = 5, .part = "sin"});
}

static void a_model_is_kept(void **state)
{
    fixture *f = *state;
    const double mu = 0.3;
    rdg_run_store *store = open_as(f, "model", &(rdg_run_plan){.describe = describe, .described = &mu});
    append(f, store, 0, 1);
    rdg_run_store_free(store);
    rdg_run_store *again = NULL;
    assert_ok(f->ctx, rdg_run_store_open(f->ctx,
                                         &(rdg_run_plan){.name = "model",
                                                         .layout = &fixture_layout,
                                                         .goes_on = true,
                                                         .n_points = 1,
                                                         .describe = describe,
                                                         .described = &mu},
                                         &again)); /* is told once */
    append(f, again, 1, 1);
    rdg_run_store_free(again);
    const char *path = fixture_path(f, "model.db");
    sql_is(path, "select group_concat(part || ' ' || name || ' ' || key || ' ' || value, '; ') from model",
           "element pad mu 0.3; element pad at tip");
    sql_is(path, "select block || i || displacement || harmonic || part from coefficient", "Q3tip5sin");
}

/* A point without a label is there at once, and was waited for. */
static void a_durable_run_waits_for_the_disk(void **state)
{
    fixture *f = *state;
    rdg_run_store *fast = open_as(f, "fast", &(rdg_run_plan){.n_facts = 0});
    waits = 0;
    append(f, fast, 0, 1);
    append(f, fast, 1, 1);
    assert_int_equal(waits, 0);
    rdg_run_store_free(fast);
    rdg_run_store *store = open_as(f, "durable", &(rdg_run_plan){.durable = true});
    for (int k = 0; k < 4; k++) {
        waits = 0;
        append(f, store, k, 0);
        assert_true(waits > 0);
        char rows[8];
        snprintf(rows, sizeof rows, "%d", k + 1);
        sql_is(fixture_path(f, "durable.db"), "select count(*) from point", rows);
    }
    rdg_run_store_free(store);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, fixture_setup, fixture_teardown)
    const struct CMUnitTest tests[] = {
        TEST(notes_and_repeated_warnings_are_kept),
        TEST(the_innermost_run_hears),
        TEST(a_model_is_kept),
        TEST(a_durable_run_waits_for_the_disk),
    };
    return cmocka_run_group_tests_name("run: words", tests, NULL, NULL);
}
