/* A file of a run with bytes flipped, cut or inserted, and one whose tables are not what they should be: told
 * in words, and never a number of a solution that is not what was written. */
#define _XOPEN_SOURCE 700

#include "damaged_run.h"
#include "run_sql.h"

#include <ridgewalk/run_data.h>

#include <time.h>

static void a_file_cut_anywhere_is_no_run(void **state)
{
    fixture *f = *state;
    size_t size = 0;
    char *bytes = take_file(f, &size);
    for (size_t n = 0; n < size; n += n < 128 ? 1 : 331) {
        fixture_save(fixture_path(f, "run.db"), bytes, n);
        assert_false(read_whole(f, "run"));
    }
    fixture_save(fixture_path(f, "run.db"), bytes, size);
    assert_true(read_whole(f, "run"));
    free(bytes);
}

/* A new run that ends soon does not wait for the disk: when the machine ends, some blocks of its file may be
 * there and others not. */
static void a_file_that_lacks_blocks_is_told(void **state)
{
    enum { BLOCK = 4096, MANY = 60 };
    fixture *f = *state;
    rdg_run_store *store = NULL;
    size_t size = 0;
    fixture_chart c;
    assert_ok(f->ctx, fixture_create(f->ctx, "run", &fixture_layout, NULL, 0, &store));
    for (int i = 0; i < MANY; i++) {
        fixture_fill(&c, i, i + 1, "");
        assert_ok(f->ctx, rdg_run_store_append(store, &c.chart));
    }
    assert_ok(f->ctx, rdg_run_store_finish(store, NULL, 0));
    rdg_run_store_free(store);
    char *bytes = fixture_read(fixture_path(f, "run.db"), &size);
    assert_true(size > 10 * BLOCK);
    for (size_t at = 0; at < size; at += BLOCK) {
        char *copy = calloc(1, size);
        memcpy(copy, bytes, size);
        memset(copy + at, 0, BLOCK);
        fixture_save(fixture_path(f, "run.db"), copy, size);
        rdg_run *run = rdg_run_open(f->ctx, "run");
        rdg_index good = 0;
        for (rdg_index label = 1; run && label <= MANY; label++) {
            double u[9];
            if (rdg_run_solution(run, label, "Q", 9, u, NULL) == RDG_OK) {
                fixture_fill(&c, label - 1, label, "");
                assert_memory_equal(u, c.u, sizeof u);
                good++;
            }
            rdg_error_clear(f->ctx);
        }
        assert_true(good < MANY);
        rdg_error_clear(f->ctx);
        rdg_run_free(run);
        free(copy);
    }
    free(bytes);
}

static void a_damaged_file_is_never_another_solution(void **state)
{
    damage_files(*state, 700, 2026);
}

/* Statements that a foolish or a hostile program might have made. */
static void odd_tables_are_told(void **state)
{
    static const struct {
        const char *harm, *words;
    } odd[] = {
        {"drop table quantity", "it lacks one of its tables"},
        {"drop table point", "it lacks one of its tables"},
        {"drop table run", "it lacks one of its tables"},
        {"drop view special; drop view bd; alter table point drop column q2", "no such column"},
        {"update point set q1 = x'00' where point = 1", "its table holds what is no number"},
        {"update point set q1 = 'wide' where point = 1", "its table holds what is no number"},
        {"update block set first = 8 where id = 2", "its blocks of variables do not follow each other"},
        {"update block set n = -9 where id = 1", "its blocks of variables do not follow each other"},
        {"update block set n = 1 << 60 where id = 2", "its blocks of variables do not follow each other"},
        {"drop view special; drop view bd; drop table point; "
         "create view point as with recursive c(point) as (select 1 union all select point + 1 from c) "
         "select point, '' as type, 1 as label, 1 as step, 1 as next_step, 1 as iterations, 1 as residual, "
         "1 as norm, 1 as time, 1 as q1, 1 as q2, 1 as q3 from c",
         "it lacks one of its tables"},
    };
    fixture *f = *state;
    for (size_t k = 0; k < sizeof odd / sizeof *odd; k++) {
        fixture_write(f, "odd");
        run_sql(fixture_path(f, "odd.db"), odd[k].harm);
        assert_null(rdg_run_open(f->ctx, "odd"));
        assert_failed(f->ctx, RDG_ERR_FORMAT, odd[k].words);
    }
}

static void solutions_are_checked(void **state)
{
    static const char *const harm_to[] = {"u = zeroblob(104)", "u = substr(u, 1, 96)", "u = u || x'00'",
                                          "tangent = u",       "kept = 'more'",        "state = zeroblob(8)"};
    fixture *f = *state;
    for (size_t k = 0; k < sizeof harm_to / sizeof *harm_to; k++) {
        char statement[120];
        double u[9];
        fixture_write(f, "harmed");
        snprintf(statement, sizeof statement, "update solution set %s where point = 2", harm_to[k]);
        run_sql(fixture_path(f, "harmed.db"), statement);
        rdg_run *run = rdg_run_open(f->ctx, "harmed");
        assert_int_equal(rdg_run_solution(run, 7, "Q", 9, u, NULL), RDG_ERR_FORMAT);
        assert_failed(f->ctx, RDG_ERR_FORMAT, "the solution of label 7 is not what was written");
        assert_ok(f->ctx, rdg_run_solution(run, 2, "Q", 9, u, NULL));
    }
}

static void a_run_killed_at_its_start_is_told_and_replaced(void **state)
{
    fixture *f = *state;
    fixture_save(fixture_path(f, "early.db"), "", 0);
    assert_null(rdg_run_open(f->ctx, "early"));
    assert_failed(f->ctx, RDG_ERR_FORMAT, "early.db has no points: the run was killed at its start");
    fixture_write(f, "early");
    assert_int_equal(rdg_run_count(rdg_run_open(f->ctx, "early")), N_BRANCH);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, fixture_setup, fixture_teardown)
    const struct CMUnitTest tests[] = {
        TEST(a_file_cut_anywhere_is_no_run),
        TEST(a_file_that_lacks_blocks_is_told),
        TEST(a_damaged_file_is_never_another_solution),
        TEST(odd_tables_are_told),
        TEST(solutions_are_checked),
        TEST(a_run_killed_at_its_start_is_told_and_replaced),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
