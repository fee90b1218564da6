/* Memory that runs out while bifurcations are added to a problem, or a locus is made, for every allocation: a
 * message and no leak. Evaluations ask for none. */
#define _XOPEN_SOURCE 700
#include "failing_memory.h"
#include "scratch.h"
#include "vibration/models.h"

static void add_everything(rdg_context *ctx)
{
    rdg_hbm *hb = p02(ctx, 3);
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", 0.8), RDG_AT("alpha", 0.11));
    rdg_hbm_add_bifurcations(hb, p, "stability");
    rdg_hbm_add_doubling(hb, p, "doubling");
}

static void bifurcations_survive_failing_allocations(void **state)
{
    (void)state;
    exhaust_memory(add_everything);
}

static void a_locus_survives_failing_allocations(void **state)
{
    rdg_context *ctx = *state;
    rdg_hbm *hb = p02(ctx, 3);
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", 1.05), RDG_AT("alpha", 0.11));
    assert_ok(ctx, rdg_hbm_add_bifurcations(hb, p, "stability"));
    assert_ok(ctx,
              rdg_continue(p, "frc", RDG_RELEASE("omega"), RDG_WINDOW("omega", 1.05, 1.15), RDG_NO_TABLE));
    rdg_run *run = rdg_run_open(ctx, "frc");
    const rdg_index label = rdg_run_label(run, rdg_run_find(run, "NS", 0));
    rdg_run_free(run);
    bool good = false;
    long k = 0;
    for (; !good; k++) {
        const long before = memory_held;
        memory_left = k;
        rdg_problem *q = rdg_hbm_critical_problem(hb, "frc", label);
        memory_left = -1;
        good = q != NULL;
        assert_int_equal(rdg_error_status(ctx), good ? RDG_OK : RDG_ERR_NO_MEMORY);
        rdg_error_clear(ctx);
        rdg_problem_free(q);
        assert_int_equal(memory_held, before);
    }
    assert_true(k > 50);
}

static void evaluations_ask_for_no_memory(void **state)
{
    static const char *const names[] = {"stability", "doubling", "critical"};
    rdg_context *ctx = *state;
    rdg_hbm *hb = p02(ctx, 3);
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", 0.8), RDG_AT("alpha", 0.11));
    assert_ok(ctx, rdg_hbm_add_bifurcations(hb, p, "stability"));
    assert_ok(ctx, rdg_hbm_add_doubling(hb, p, "doubling"));
    assert_ok(ctx, rdg_continue(p, "frc", RDG_RELEASE("omega"), RDG_WINDOW("omega", 0.8, 1.2), RDG_NO_TABLE));
    rdg_run *run = rdg_run_open(ctx, "frc");
    const rdg_index label = rdg_run_label(run, rdg_run_find(run, "NS", 0));
    rdg_problem *q = rdg_hbm_critical_problem(hb, "frc", label);
    assert_ok(ctx, rdg_error_status(ctx));
    double u[32] = {0.3, -0.2, 0.1, 0.4, 0.02, 0.05, -0.03, 0.01}, y[8], values[64] = {0};
    u[rdg_hbm_unknowns(hb)] = 1.1;
    u[rdg_hbm_unknowns(hb) + 1] = 0.4;
    for (int k = 0; k < 3; k++) {
        const rdg_function *f = rdg_find_function(k < 2 ? p : q, names[k]);
        const long asked = memory_asked;
        assert_int_equal(f->f(f->n, u, f->m, y, f->data), 0);
        assert_int_equal(f->df ? f->df(f->n, u, f->m, values, f->data) : 0, 0);
        assert_true(memory_asked == asked);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bifurcations_survive_failing_allocations),
        SCRATCH_TEST(a_locus_survives_failing_allocations),
        SCRATCH_TEST(evaluations_ask_for_no_memory),
    };
    return cmocka_run_group_tests_name("memory of bifurcations", tests, NULL, NULL);
}
