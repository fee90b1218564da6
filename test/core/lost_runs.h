/* Runs whose machine loses power at any call to the disk, and what must hold of them. */
#ifndef RDG_TEST_LOST_RUNS_H
#define RDG_TEST_LOST_RUNS_H

#include "fast_clock.h"
#include "power_loss.h"
#include "run_problems.h"
#include "same_run.h"
#include "scratch.h"
#include "shown_lines.h"

#define CHOOSE(resumes, call, ...) ((resumes) ? call(__VA_ARGS__, RDG_RESUME) : call(__VA_ARGS__))

typedef struct lost_kind {
    rdg_status (*run)(rdg_context *ctx, bool resumes);
    const char *name, *const *blocks;
    bool is_durable;
} lost_kind;

static rdg_status run_durable(rdg_context *ctx, bool resumes)
{
    return CHOOSE(resumes, rdg_continue, crossing_problem(ctx), "run", RDG_RELEASE("x"), RDG_RELEASE("y"),
                  RDG_UZ("y", 0.3), RDG_LABEL_EVERY(1), RDG_DURABLE);
}

static rdg_status run_long(rdg_context *ctx, bool resumes)
{
    return CHOOSE(resumes, rdg_continue, winding_problem_of(ctx, "x"), "run", RDG_RELEASE("x0"),
                  RDG_RELEASE("s"), RDG_WINDOW("s", -4, 4), RDG_STEP(0.02, 1e-6, 0.2), RDG_LABEL_EVERY(5));
}

static const lost_kind lost_kinds[] = {
    {run_durable, "run", BLOCKS("u"), true},
    {run_long, "run", BLOCKS("x", "s"), false},
};

static const char *in_scratch(const char *part)
{
    static char path[128];
    snprintf(path, sizeof path, "%s/%s", scratch_folder, part);
    return path;
}

/* A line that is shown is an event between calls to the disk. */
static void note_line(rdg_channel channel, const char *text, void *data)
{
    (void)data;
    if (channel == RDG_CHANNEL_TABLE) {
        loss_event *e = loss_add(LOSS_SHOWN, 0);
        e->bytes = (unsigned char *)strdup(text);
        e->size = (long)strlen(text);
    }
}

static rdg_context *context_of(const char *part)
{
    rdg_context *ctx = rdg_context_create();
    rdg_set_writer(ctx, NULL, NULL);
    rdg_set_run_folder(ctx, in_scratch(part));
    return ctx;
}

static void record(const lost_kind *kind)
{
    rdg_context *ctx = context_of("whole");
    rdg_set_writer(ctx, note_line, NULL);
    loss_forget();
    loss_folder = "/whole";
    assert_ok(ctx, kind->run(ctx, false));
    rdg_context_free(ctx);
    loss_folder = NULL;
}

static void write_shown(long end)
{
    FILE *file = fopen(in_scratch("shown"), "w");
    assert_non_null(file);
    for (long k = 0; k < end; k++) {
        if (loss_list[k].kind == LOSS_SHOWN) {
            fwrite(loss_list[k].bytes, 1, (size_t)loss_list[k].size, file);
        }
    }
    fclose(file);
}

/* Each row is one of the whole run's, as it is there. */
static void assert_rows_were_computed(rdg_run *whole, rdg_run *found)
{
    for (rdg_index row = 0; row < rdg_run_count(found); row++) {
        rdg_index of = 0;
        while (of < rdg_run_count(whole) && rdg_run_point(whole, of) != rdg_run_point(found, row)) {
            of++;
        }
        assert_true(of < rdg_run_count(whole));
        assert_true(rdg_run_column(found, "norm")[row] == rdg_run_column(whole, "norm")[of]);
        assert_string_equal(rdg_run_type(found, row), rdg_run_type(whole, of));
    }
}

/* It is read, or reported; a durable one with all that was shown. True: it could be read. */
static bool look_at_lost(const lost_kind *kind, long end)
{
    rdg_context *ctx = context_of("lost"), *whole_ctx = context_of("whole");
    rdg_run *found = rdg_run_open(ctx, kind->name), *whole = rdg_run_open(whole_ctx, kind->name);
    if (found) {
        assert_rows_were_computed(whole, found);
    } else {
        assert_true(rdg_error_status(ctx) == RDG_ERR_FORMAT || rdg_error_status(ctx) == RDG_ERR_NAME);
        rdg_error_clear(ctx);
    }
    if (kind->is_durable) {
        write_shown(end);
        assert_shown_is_stored(ctx, in_scratch("shown"));
    }
    rdg_context_free(ctx);
    rdg_context_free(whole_ctx);
    return found != NULL;
}

static void go_on_with_lost(const lost_kind *kind)
{
    rdg_context *ctx = context_of("lost"), *whole_ctx = context_of("whole");
    assert_ok(ctx, kind->run(ctx, true));
    rdg_run *found = rdg_run_open(ctx, kind->name), *whole = rdg_run_open(whole_ctx, kind->name);
    assert_same_run(ctx, whole, found, kind->blocks);
    rdg_context_free(ctx);
    rdg_context_free(whole_ctx);
}

/* So many losses; some of the runs are gone on with. The number of those that could be read. */
static long lose_at_random(const lost_kind *kind, int losses, uint64_t seed)
{
    long readable = 0;
    record(kind);
    assert_true(loss_count > 50);
    for (int k = 0; k < losses; k++) {
        const long end = (long)(0.5 * (1.0 + random_signed(&seed)) * (double)(loss_count + 1));
        nftw(in_scratch("lost"), scratch_remove, 8, FTW_DEPTH | FTW_PHYS);
        assert_int_equal(mkdir(in_scratch("lost"), 0777), 0);
        lose_power(end, &seed, "/whole/", "/lost/");
        const bool is_there = look_at_lost(kind, end);
        readable += is_there;
        if (is_there && k % 10 == 0) {
            go_on_with_lost(kind);
        }
    }
    return readable;
}

#endif
