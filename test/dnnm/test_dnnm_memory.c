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

/* What takes memory by itself: a part held fixed, a phase by the velocity, energy; a condensed static part.
 */
static rdg_status follow_held_mode(rdg_hbm *hb)
{
    return rdg_nonlinear_mode(hb, "held",
                              RDG_MODE(.number = 1, .at = "q2", .fixed = RDG_NAMES("q1"),
                                       .phase = RDG_PHASE_VELOCITY, .energy = true),
                              RDG_WINDOW("log10a", -2.0, -1.9), RDG_MAX_POINTS(4), RDG_NO_TABLE);
}

static rdg_status follow_conservative_mode(rdg_hbm *hb)
{
    return rdg_nonlinear_mode(hb, "conservative",
                              RDG_MODE(.number = 1, .at = "q2", .norm = RDG_NORM_ALL_HARMONICS,
                                       .conservative = true, .energy = true),
                              RDG_WINDOW("log10a", -2.0, -1.9), RDG_MAX_POINTS(4), RDG_NO_TABLE);
}

static rdg_status follow_condensed_mode(rdg_hbm *hb)
{
    rdg_problem *p = rdg_nonlinear_mode_problem(hb,
                                                RDG_MODE(.number = 1, .at = "q2", .conservative = true,
                                                         .norm = RDG_NORM_ALL_HARMONICS, .energy = true),
                                                0.01);
    const rdg_status status = rdg_continue(p, "condensed", RDG_RELEASE("a"), RDG_WINDOW("a", 0.01, 0.02),
                                           RDG_MAX_POINTS(4), RDG_NO_TABLE);
    rdg_problem_free(p);
    return status;
}

static rdg_status follow_phase(rdg_hbm *hb)
{
    return rdg_phase_resonance(hb, "phase", "x", RDG_FROM_GREATEST("frc"), RDG_WINDOW("alpha", 0.2, 0.25),
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

/* Two masses, one of them on a cubic spring. */
static rdg_hbm *pair_model(rdg_context *ctx)
{
    rdg_structure *s =
        rdg_structure_create(ctx, "pair", 2, (double[]){1, 0, 0, 1}, NULL, (double[]){2, -1, -1, 2});
    rdg_name_dof(s, "q1", 0);
    rdg_name_dof(s, "q2", 1);
    rdg_cubic_spring_add(s, &(rdg_cubic_spring){.at = "q1", .k3 = 0.5, .samples = 8});
    return rdg_hbm_create(s, RDG_HARMONICS(0, 1));
}

/* Two equal masses on cubic springs: a repeated frequency. */
static rdg_hbm *twin_model(rdg_context *ctx)
{
    rdg_structure *s =
        rdg_structure_create(ctx, "twins", 2, (double[]){1, 0, 0, 1}, NULL, (double[]){1, 0, 0, 1});
    rdg_name_dof(s, "q1", 0);
    rdg_name_dof(s, "q2", 1);
    rdg_cubic_spring_add(s, &(rdg_cubic_spring){.at = "q1", .k3 = 0.5, .samples = 8});
    rdg_cubic_spring_add(s, &(rdg_cubic_spring){.at = "q2", .k3 = 0.7, .samples = 8});
    return rdg_hbm_create(s, RDG_HARMONICS(0, 1));
}

/* A light mass that sticks, on a heavy one. */
static rdg_hbm *sticking_model(rdg_context *ctx)
{
    rdg_structure *s =
        rdg_structure_create(ctx, "pair", 2, (double[]){0.02, 0, 0, 1}, NULL, (double[]){40, -40, -40, 640});
    rdg_name_dof(s, "q1", 0);
    rdg_name_dof(s, "q2", 1);
    rdg_tanh_friction_add(s, &(rdg_tanh_friction){.at = "q1", .force = 5, .epsilon = 0.05, .samples = 32});
    return rdg_hbm_create(s, RDG_HARMONICS(1));
}

static void exhaust(rdg_hbm *(*model)(rdg_context *ctx), rdg_status (*follow)(rdg_hbm *hb))
{
    const driver_case c = {
        .context = silent_context, .model = model, .follow = follow, .least = 100, .anew = true};
    exhaust_driver(&c, false);
    exhaust_driver(&c, true);
}

static void memory_may_run_out_anywhere_in_a_mode(void **state)
{
    (void)state;
    exhaust(small_model, follow_mode);
}

static void memory_may_run_out_anywhere_in_modes_of_each_kind(void **state)
{
    (void)state;
    exhaust(sticking_model, follow_held_mode);
    exhaust(pair_model, follow_conservative_mode);
    exhaust(pair_model, follow_condensed_mode);
    exhaust(twin_model, follow_conservative_mode);
}

static void memory_may_run_out_anywhere_in_phase_resonance(void **state)
{
    (void)state;
    write_response();
    exhaust(small_model, follow_phase);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(memory_may_run_out_anywhere_in_a_mode),
        SCRATCH_TEST(memory_may_run_out_anywhere_in_modes_of_each_kind),
        SCRATCH_TEST(memory_may_run_out_anywhere_in_phase_resonance),
    };
    return cmocka_run_group_tests_name("modes: memory", tests, NULL, NULL);
}
