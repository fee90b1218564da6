/* Runs that are no continuation. */
#define _GNU_SOURCE

#include "misuse.h"
#include "scratch.h"

#include <ridgewalk/run_data.h>
#include <ridgewalk/run_writer.h>

static const rdg_written_column column[2] = {{"t", "s", true}, {"x", NULL, false}};
static const rdg_written_block block[2] = {{"place", 2}, {"none", 0}};
static const double numbers[2] = {0.5, 2.385}, state_of[2] = {7.0, -1.0};

static rdg_run_writer *open_writer(rdg_context *ctx, const char *name, bool memory)
{
    return rdg_run_writer_open(
        ctx,
        &(rdg_run_writer_options){
            .name = name, .in_memory = memory, .columns = 2, .column = column, .blocks = 2, .block = block});
}

static void what_is_written_is_read_back(void **state)
{
    for (int memory = 0; memory < 2; memory++) {
        rdg_run_writer *w = open_writer(*state, "motion", memory == 1);
        assert_ok(
            *state,
            rdg_run_writer_add(
                w, &(rdg_written_row){
                       .type = "EP", .labelled = true, .shown = true, .column = numbers, .state = state_of}));
        assert_ok(
            *state,
            rdg_run_writer_add(
                w, &(rdg_written_row){
                       .point = 1, .column = numbers + 0, .state = state_of, .step = 0.25, .norm = 3.0}));
        assert_ok(*state, rdg_run_writer_close(w, "end of time", "two rows"));
        rdg_run *run = rdg_run_open(*state, "motion");
        double read[2];
        assert_int_equal(rdg_run_count(run), 2);
        assert_near(rdg_run_column(run, "x")[1], 2.385, 0.0, 0.0);
        assert_near(rdg_run_column(run, "norm")[1], 3.0, 0.0, 0.0);
        assert_string_equal(rdg_run_unit(run, "t"), "s");
        assert_ok(*state, rdg_run_solution(run, 1, "place", 2, read, NULL));
        assert_memory_equal(read, state_of, sizeof read);
        assert_true(rdg_run_finished(run));
        assert_string_equal(rdg_run_text(run, "stop"), "end of time");
        assert_near(rdg_run_number(run, "points"), 2.0, 0.0, 0.0);
    }
}

struct world {
    rdg_context *ctx;
    rdg_run_writer *writer;
};

#define WHAT                                                                                                 \
    (&(rdg_run_writer_options){.name = NEEDED("new"),                                                        \
                               .headline = OPTIONAL("headline"),                                             \
                               .in_memory = true,                                                            \
                               .columns = 2,                                                                 \
                               .column = NEEDED(column),                                                     \
                               .blocks = 2,                                                                  \
                               .block = NEEDED(block)})
#define ROW                                                                                                  \
    (&(rdg_written_row){.type = OPTIONAL("EP"),                                                              \
                        .labelled = true,                                                                    \
                        .column = NEEDED(numbers),                                                           \
                        .state = NEEDED(state_of),                                                           \
                        .step = ANY(1.0),                                                                    \
                        .norm = ANY(1.0),                                                                    \
                        .residual = ANY(0.0)})

#define CALLS(X)                                                                                             \
    X(rdg_run_writer_open, POINTER, rdg_run_writer_open(SELF(w->ctx), NEEDED(WHAT)))                         \
    X(rdg_run_writer_add, STATUS, rdg_run_writer_add(SELF(w->writer), NEEDED(ROW)))                          \
    X(rdg_run_writer_take_up, STATUS,                                                                        \
      rdg_run_writer_take_up(SELF(w->writer), NEEDED((double[2]){0}), NEEDED((double[1]){0}), 1,             \
                             NEEDED(&(rdg_taken_up){0})))                                                    \
    X(rdg_run_writer_close, STATUS, rdg_run_writer_close(SELF(w->writer), OPTIONAL("end"), OPTIONAL("told")))

CALLS(MISUSE_DEFINE)

static void null_is_refused_in_words(void **state)
{
    static const misuse_call calls[] = {CALLS(MISUSE_ENTRY)};
    world w = {.ctx = *state, .writer = open_writer(*state, "misused", true)};
    misuse_check(calls, sizeof calls / sizeof *calls, &w, w.ctx);
    rdg_run_writer_close(w.writer, "end", NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(what_is_written_is_read_back, scratch_setup, scratch_teardown),
        cmocka_unit_test_setup_teardown(null_is_refused_in_words, scratch_setup, scratch_teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
