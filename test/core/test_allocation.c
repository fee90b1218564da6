/* Every allocation of a small run fails in turn: each time the status is RDG_ERR_NO_MEMORY, nothing leaks,
 * and what was written before can be read. */
#define _XOPEN_SOURCE 700

#include "failing_memory.h"
#include "problems.h"

#include <ridgewalk/core.h>

#include <ftw.h>
#include <string.h>
#include <unistd.h>

static char folder[64];
static bool in_memory; /* the runs are kept there */

static int remove_entry(const char *path, const struct stat *about, int kind, struct FTW *place)
{
    (void)about;
    (void)kind;
    (void)place;
    return remove(path);
}

static void clean(void)
{
    nftw(folder, remove_entry, 8, FTW_DEPTH | FTW_PHYS);
}

static rdg_context *context_in_folder(void)
{
    rdg_context *ctx = rdg_context_create();
    rdg_set_writer(ctx, NULL, NULL);
    rdg_set_run_folder(ctx, folder);
    return ctx;
}

/* Two circles that cross: folds, branch points, a switch onto the second circle from the first one's label.
 */
static int circles_f(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    (void)data;
    y[0] = (u[0] * u[0] + u[1] * u[1] - 1.0) * ((u[0] - 1.0) * (u[0] - 1.0) + u[1] * u[1] - 1.0);
    return 0;
}

static rdg_problem *circles(rdg_context *ctx)
{
    rdg_problem *p = rdg_problem_create(ctx);
    rdg_add_variables(p, "u", 2, (double[]){-1.0, 0.0});
    rdg_add_zero(p, &(rdg_function){.name = "circles", .n = 2, .m = 1, .f = circles_f}, RDG_ALL);
    rdg_add_parameter(p, "y", "u", 1);
    return p;
}

static rdg_status trace(rdg_context *ctx)
{
    const rdg_option kept = in_memory ? RDG_IN_MEMORY : RDG_LABEL_EVERY(10);
    rdg_problem *p = circles(ctx);
    rdg_continue(p, "first", RDG_RELEASE("y"), RDG_MAX_POINTS(40), kept);
    rdg_run *run = rdg_run_open(ctx, "first");
    const rdg_index row = run ? rdg_run_find(run, "BP", 0) : -1;
    if (row >= 0) {
        rdg_continue(p, "second", RDG_RELEASE("y"), RDG_SWITCH("first", rdg_run_label(run, row)),
                     RDG_MAX_POINTS(5), kept);
    }
    return rdg_error_status(ctx);
}

/* Rows and labelled solutions of what a failed run has left are whole. */
static void read_rows(rdg_context *ctx, rdg_run *run)
{
    assert_non_null(run);
    for (rdg_index row = 0; row < rdg_run_count(run); row++) {
        double u[2] = {0.0, 0.0};
        if (rdg_run_label(run, row) > 0) {
            assert_ok(ctx, rdg_run_solution(run, rdg_run_label(run, row), "u", 2, u, NULL));
            double y = 1.0;
            circles_f(2, u, 1, &y, NULL);
            assert_near(y, 0.0, 0.0, 1e-9);
        }
    }
}

static void read_what_is_there(void)
{
    char path[128];
    snprintf(path, sizeof path, "%s/first.db", folder);
    assert_true(!in_memory || access(path, F_OK) != 0);
    if (access(path, F_OK) == 0) {
        rdg_context *ctx = context_in_folder();
        read_rows(ctx, rdg_run_open(ctx, "first"));
        rdg_context_free(ctx);
    }
}

/* A failure that is cleared leaves the context with the runs that it had. */
static rdg_index read_what_is_in_memory(rdg_context *ctx)
{
    rdg_error_clear(ctx);
    rdg_run *run = rdg_run_open(ctx, "first");
    if (run) {
        read_rows(ctx, run);
    }
    rdg_error_clear(ctx);
    return rdg_run_count(run);
}

static void exhaust(bool recovers)
{
    memory_recovers = recovers;
    long k = 0;
    rdg_index most = 0;
    for (bool good = false; !good; k++) {
        clean();
        const long before = memory_held;
        rdg_context *ctx = context_in_folder();
        memory_left = k;
        good = trace(ctx) == RDG_OK;
        memory_left = -1;
        if (!good) {
            if (rdg_error_status(ctx) != RDG_ERR_NO_MEMORY) {
                print_error("allocation %ld: %s\n", k, rdg_error_message(ctx));
            }
            assert_int_equal(rdg_error_status(ctx), RDG_ERR_NO_MEMORY);
            assert_true(strlen(rdg_error_message(ctx)) > 0);
        }
        most = in_memory && !good ? read_what_is_in_memory(ctx) : most;
        rdg_context_free(ctx);
        assert_int_equal(memory_held, before);
        read_what_is_there();
    }
    assert_true(k > 200);
    assert_true(!in_memory || most > 10); /* what was computed before memory ran out is there */
    memory_recovers = false;
}

static void memory_may_run_out_anywhere_in_a_run(void **state)
{
    (void)state;
    exhaust(false);
}

static void any_single_allocation_of_a_run_may_fail(void **state)
{
    (void)state;
    exhaust(true);
}

static void memory_may_run_out_anywhere_in_a_run_in_memory(void **state)
{
    (void)state;
    in_memory = true;
    exhaust(false);
    exhaust(true);
    in_memory = false;
}

static int make_folder(void **state)
{
    (void)state;
    snprintf(folder, sizeof folder, "build/test-XXXXXX");
    return mkdtemp(folder) ? 0 : 1;
}

static int remove_folder(void **state)
{
    (void)state;
    clean();
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(memory_may_run_out_anywhere_in_a_run),
                                       cmocka_unit_test(any_single_allocation_of_a_run_may_fail),
                                       cmocka_unit_test(memory_may_run_out_anywhere_in_a_run_in_memory)};
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
