/* Every allocation of writing, reading, exporting and plotting a run fails in turn: each time the reason is
 * told, and nothing is lost or leaked (the sanitizers look). */
#define _XOPEN_SOURCE 700

#include "failing_memory.h"
#include "run_fixture.h"

#include <ridgewalk/plot.h>
#include <ridgewalk/run_data.h>

/* All of it; true when nothing failed. */
static bool write_and_read(rdg_context *ctx, const char *csv, bool in_memory)
{
    rdg_run_store *store = NULL;
    fixture_chart c;
    double u[9];
    const rdg_fact fact = {.name = "stop", .text = "closed"};
    fixture_fill(&c, 0, 1, "EP");
    const rdg_run_plan plan = {
        .name = "memory", .layout = &fixture_layout, .facts = &fact, .n_facts = 1, .in_memory = in_memory};
    bool good = rdg_run_store_open(ctx, &plan, &store) == RDG_OK;
    good = rdg_run_store_append(store, &c.chart) == RDG_OK && good;
    good = rdg_run_store_finish(store, &fact, 1) == RDG_OK && good;
    rdg_run_store_free(store);
    rdg_run *run = rdg_run_open(ctx, "memory");
    good = run && good;
    good = rdg_run_solution(run, 1, "Q", 9, u, NULL) == RDG_OK && good;
    good = rdg_run_column(run, "Q[3]") && good;
    good = rdg_run_export(run, csv, RDG_COLUMN("omega", "omega", 1)) == RDG_OK && good;
    good = rdg_plot(ctx, "build/nowhere/x.png", RDG_CURVE("memory", "omega", "alpha")) == RDG_ERR_IO && good;
    return good;
}

static void exhaust(fixture *f, bool in_memory)
{
    char csv[128];
    snprintf(csv, sizeof csv, "%s/memory.csv", f->folder);
    long k = 0;
    for (bool good = false; !good; k++) {
        rdg_context *ctx = rdg_context_create();
        rdg_set_writer(ctx, NULL, NULL);
        assert_ok(ctx, rdg_set_run_folder(ctx, f->folder));
        const long before = memory_held;
        memory_left = k;
        good = write_and_read(ctx, csv, in_memory);
        memory_left = -1;
        if (!good) {
            assert_true(strlen(rdg_error_message(ctx)) > 20);
            assert_int_not_equal(rdg_error_status(ctx), RDG_OK);
        }
        rdg_context_free(ctx);
        assert_true(memory_held < before);
        assert_true(k < 500);
    }
    assert_true(k > 30);
}

static void every_allocation_may_fail(void **state)
{
    exhaust(*state, false);
}

static void every_allocation_of_a_run_in_memory_may_fail(void **state)
{
    exhaust(*state, true);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(every_allocation_may_fail, fixture_setup, fixture_teardown),
        cmocka_unit_test_setup_teardown(every_allocation_of_a_run_in_memory_may_fail, fixture_setup,
                                        fixture_teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
