/* Every allocation of a mode and of a phase resonance fails in turn: the status is RDG_ERR_NO_MEMORY, a
 * message is there, and nothing leaks. */
#define _XOPEN_SOURCE 700

#include "failing_memory.h"
#include "oscillators.h"
#include "scratch.h"

#include <ridgewalk/dnnm.h>
#include <ridgewalk/phase_resonance.h>

static const oscillator small = {
    .c = 0.2, .k3 = 1, .n_harmonics = 1, .harmonics = (const int[]){1}, .samples = 8};

static rdg_context *silent_context(void)
{
    rdg_context *ctx = rdg_context_create();
    rdg_set_writer(ctx, NULL, NULL);
    rdg_set_run_folder(ctx, scratch_folder);
    return ctx;
}

static rdg_status follow_mode(rdg_hbm *hb)
{
    return rdg_dnnm(hb, "mode", 1, "x", RDG_WINDOW("alpha", 0.1, 0.12), RDG_MAX_POINTS(4), RDG_NO_TABLE);
}

static rdg_status follow_phase(rdg_hbm *hb)
{
    return rdg_phase_resonance(hb, "phase", "x", RDG_FROM("frc", 0), RDG_WINDOW("alpha", 0.2, 0.25),
                               RDG_MAX_POINTS(4), RDG_NO_TABLE);
}

/* The response that phase resonance starts from. */
static void write_response(void)
{
    rdg_context *ctx = silent_context();
    rdg_problem *p = rdg_hbm_problem(oscillator_hbm(ctx, &small), RDG_AT("omega", 0.8), RDG_AT("alpha", 0.2));
    assert_ok(ctx, rdg_continue(p, "frc", RDG_RELEASE("omega"), RDG_WINDOW("omega", 0.8, 1.6), RDG_NO_TABLE));
    rdg_context_free(ctx);
}

static rdg_hbm *small_model(rdg_context *ctx)
{
    return oscillator_hbm(ctx, &small);
}

static void exhaust(rdg_status (*follow)(rdg_hbm *hb))
{
    const driver_case c = {
        .context = silent_context, .model = small_model, .follow = follow, .stride = 1, .least = 100};
    exhaust_driver(&c, false);
    exhaust_driver(&c, true);
}

static void memory_may_run_out_anywhere_in_a_mode(void **state)
{
    (void)state;
    exhaust(follow_mode);
}

static void memory_may_run_out_anywhere_in_phase_resonance(void **state)
{
    (void)state;
    write_response();
    exhaust(follow_phase);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(memory_may_run_out_anywhere_in_a_mode),
        SCRATCH_TEST(memory_may_run_out_anywhere_in_phase_resonance),
    };
    return cmocka_run_group_tests_name("modes: memory", tests, NULL, NULL);
}
