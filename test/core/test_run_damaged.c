/* A file of a run with bytes flipped, cut or inserted, and one whose tables are not what they should be: told
 * in words, and never a number of a solution that is not what was written. */
#define _GNU_SOURCE

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

static uint64_t stir(uint64_t sum, const void *bytes, size_t n)
{
    for (const unsigned char *b = bytes; n > 0; n--) {
        sum = (sum ^ *b++) * 1099511628211ULL; /* FNV-1a */
    }
    return sum;
}

/* The table and the facts of a run as one number; 0: the damage is reported. In a context of its own: another
 * one may still have the pages in its cache. */
static uint64_t all_rows(const fixture *f)
{
    static const char *const facts[] = {"stop", "points", "h_max", "limit", "name", "finished"};
    rdg_context *ctx = rdg_context_create();
    rdg_set_writer(ctx, NULL, NULL);
    assert_ok(ctx, rdg_set_run_folder(ctx, f->folder));
    rdg_run *run = rdg_run_open(ctx, "run");
    const rdg_index n = rdg_run_count(run);
    uint64_t sum = stir(14695981039346656037ULL, &n, sizeof n);
    const char *name = NULL;
    for (rdg_index k = 0; run && (name = rdg_run_column_name(run, k)); k++) {
        const double *column = rdg_run_column(run, name);
        sum = stir(stir(sum, name, strlen(name)), column, column ? (size_t)n * sizeof *column : 0);
    }
    for (rdg_index row = 0; row < n; row++) {
        const rdg_index number[] = {rdg_run_label(run, row), rdg_run_point(run, row)};
        const char *type = rdg_run_type(run, row);
        sum = stir(stir(sum, number, sizeof number), type, strlen(type));
    }
    for (size_t k = 0; run && k < sizeof facts / sizeof *facts; k++) {
        const char *text = rdg_run_text(run, facts[k]);
        sum = stir(sum, text ? text : "", text ? strlen(text) : 0);
    }
    const bool is_told = !run || rdg_error_status(ctx) == RDG_ERR_FORMAT;
    rdg_context_free(ctx);
    return is_told ? 0 : sum;
}

/* Of a run that has ended, of its tables and its facts: a bit that has changed is reported, or changes
 * nothing.
 */
static void a_flipped_bit_never_makes_another_table(void **state)
{
    enum { FLIPS = 5000 };
    fixture *f = *state;
    size_t size = 0;
    uint64_t seed = 48;
    int told = 0;
    char *bytes = take_file(f, &size);
    const uint64_t whole = all_rows(f);
    assert_true(whole != 0);
    for (int k = 0; k < FLIPS; k++) {
        const size_t at = (size_t)(0.5 * (1.0 + random_signed(&seed)) * (double)size) % size;
        const char bit = (char)(1 << (int)(3.999 * (1.0 + random_signed(&seed))));
        bytes[at] = (char)(bytes[at] ^ bit);
        fixture_save(fixture_path(f, "run.db"), bytes, size);
        bytes[at] = (char)(bytes[at] ^ bit);
        const uint64_t sum = all_rows(f);
        if (sum != 0 && sum != whole) {
            print_error("bit %d of byte %zu makes another table\n", bit, at);
            fail();
        }
        told += sum == 0;
    }
    assert_in_range(told, FLIPS / 50, FLIPS); /* most of its pages are empty */
    free(bytes);
}

/* A row that another program has changed or removed. */
static void a_row_that_was_changed_is_told(void **state)
{
    static const struct {
        const char *harm, *words;
    } harms[] = {
        {"update point set q1 = q1 + 1 where point = 1", "a row of its table is not what was written"},
        {"update point set norm = NULL where point = 1", "a row of its table is not what was written"},
        {"update point set type = 'FP' where point = 1", "a row of its table is not what was written"},
        {"update point set label = 12 where point = 1", "a row of its table is not what was written"},
        {"delete from point where point = 1", "its facts are not what was written"},
        {"update run set value = 0.2 where key = 'h_max'", "its facts are not what was written"},
        {"delete from run where key = 'stop'", "its facts are not what was written"},
        {"update quantity set unit = 'm' where id = 1", "its facts are not what was written"},
        {"update block set name = 'P' where id = 1", "its facts are not what was written"},
        {"delete from seal", "its facts are not what was written"},
    };
    fixture *f = *state;
    for (size_t k = 0; k < sizeof harms / sizeof *harms; k++) {
        fixture_write(f, "odd");
        run_sql(fixture_path(f, "odd.db"), harms[k].harm);
        assert_null(rdg_run_open(f->ctx, "odd"));
        assert_failed(f->ctx, RDG_ERR_FORMAT, harms[k].words);
    }
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

static unsigned two_bytes(const char *at)
{
    return (unsigned)(unsigned char)at[0] << 8 | (unsigned char)at[1];
}

static void put_page(char *at, unsigned page)
{
    for (int k = 0; k < 4; k++) {
        at[k] = (char)(page >> (24 - 8 * k));
    }
}

/* Every cell of an inner page of a table, and its last pointer, lead to one page. */
static void lead_all_to(char *page, unsigned to)
{
    const unsigned cells = two_bytes(page + 3);
    for (unsigned k = 0; k < cells; k++) {
        put_page(page + two_bytes(page + 12 + 2 * k), to);
    }
    put_page(page + 8, to);
}

/* The table's root leads to a copy of itself in all places, that one to a leaf: many more rows than were
 * written. */
static void a_table_whose_pages_hang_in_many_places_is_told(void **state)
{
    enum { PAGE = 4096, MANY = 6000, INNER = 5 };
    fixture *f = *state;
    rdg_run_store *store = NULL;
    size_t size = 0;
    fixture_chart c;
    assert_ok(f->ctx, fixture_create(f->ctx, "run", &fixture_layout, NULL, 0, &store));
    for (int i = 0; i < MANY; i++) {
        fixture_fill(&c, i, 0, "");
        assert_ok(f->ctx, rdg_run_store_append(store, &c.chart));
    }
    assert_ok(f->ctx, rdg_run_store_finish(store, NULL, 0));
    rdg_run_store_free(store);
    char *bytes = fixture_read(fixture_path(f, "run.db"), &size);
    char *grown = calloc(1, size + PAGE);
    memcpy(grown, bytes, size);
    size_t root = PAGE; /* the largest inner page is that of the points */
    for (size_t at = PAGE; at < size; at += PAGE) {
        root = grown[at] == INNER && two_bytes(grown + at + 3) > two_bytes(grown + root + 3) ? at : root;
    }
    assert_int_equal(grown[root], INNER);
    assert_true(two_bytes(grown + root + 3) > 100);
    const unsigned copy = (unsigned)(size / PAGE) + 1;
    memcpy(grown + size, grown + root, PAGE);
    put_page(grown + 28, copy); /* pages of the file */
    lead_all_to(grown + root, copy);
    fixture_save(fixture_path(f, "run.db"), grown, size + PAGE);
    watch_allocations(0, false);
    assert_null(rdg_run_open(f->ctx, "run"));
    leave_allocations();
    assert_true(most_bytes_held < READING_BYTES + READING_PER_BYTE * size);
    assert_failed(f->ctx, RDG_ERR_FORMAT, "run.db is damaged: ");
    free(grown);
    free(bytes);
}

/* An index that lacks entries: what counts by it counts fewer rows than there are. */
static void a_table_that_is_counted_wrongly_does_no_harm(void **state)
{
    fixture *f = *state;
    fixture_write(f, "odd");
    sqlite3 *database = sql_open(fixture_path(f, "odd.db"));
    assert_int_equal(
        sqlite3_exec(
            database,
            "create table few(a); create index few_a on few(a); create index wrong on quantity(unit);"
            "pragma writable_schema = on; update sqlite_master set rootpage = "
            "(select rootpage from sqlite_master where name = 'few_a') where name = 'wrong'",
            NULL, NULL, NULL),
        SQLITE_OK);
    sqlite3_close(database);
    rdg_run *run = rdg_run_open(f->ctx, "odd");
    assert_true(run || rdg_error_status(f->ctx) == RDG_ERR_FORMAT);
    rdg_run_free(run);
    rdg_error_clear(f->ctx);
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
        TEST(a_flipped_bit_never_makes_another_table),
        TEST(a_row_that_was_changed_is_told),
        TEST(odd_tables_are_told),
        TEST(solutions_are_checked),
        TEST(a_table_whose_pages_hang_in_many_places_is_told),
        TEST(a_table_that_is_counted_wrongly_does_no_harm),
        TEST(a_run_killed_at_its_start_is_told_and_replaced),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
