/* link: -Wl,--wrap=rdg_run_store_append */
/* Responses, modes and backbones of structures with contacts that are cut off anywhere and taken up again. */
#ifndef _XOPEN_SOURCE
#define _XOPEN_SOURCE 700
#endif

#include "../cut_run.h"
#include "friction-backbone/models.h"
#include "oscillators.h"

#include <ridgewalk/cubic_spring.h>
#include <ridgewalk/nonlinear_mode.h>
#include <ridgewalk/phase_resonance.h>
#include <ridgewalk/ridge.h>
#include <ridgewalk/truncation.h>

#ifndef STRIDE
#define STRIDE 9 /* charts between those behind which it is cut */
#endif

#define GO(...) (resumes ? RDG_RESUME : RDG_EXPECT_EARLY_END), __VA_ARGS__

static rdg_hbm *respond(rdg_context *ctx, double start)
{
    rdg_hbm *hb = friction_beam(ctx, RDG_HARMONICS(1, 3));
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", RDG_HZ(300)), RDG_AT("alpha", start));
    const long before = cut_written;
    const long at = cut_at;
    cut_at = 0;
    assert_ok(ctx, rdg_continue(p, "frc", RDG_RELEASE("omega"), RDG_WINDOW("omega", RDG_HZ(300), RDG_HZ(335)),
                                RDG_LABEL_EVERY(2), RDG_NO_TABLE));
    cut_written = before;
    cut_at = at;
    return hb;
}

static rdg_status response(rdg_context *ctx, const char *name, bool resumes)
{
    rdg_hbm *hb = friction_beam(ctx, RDG_HARMONICS(1, 3));
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", RDG_HZ(300)), RDG_AT("alpha", 0.4));
    return rdg_continue(p, name,
                        GO(RDG_RELEASE("omega"), RDG_WINDOW("omega", RDG_HZ(300), RDG_HZ(335)), RDG_NO_TABLE,
                           RDG_LABEL_EVERY(5)));
}

static rdg_hbm *duffing(rdg_context *ctx, int H)
{
    int harmonic[14];
    for (int k = 0; k <= H; k++) {
        harmonic[k] = k;
    }
    const double one = 1.0;
    const double damping = 0.05;
    rdg_structure *s = rdg_structure_create(ctx, "oscillator", 1, &one, &damping, &one);
    rdg_name_dof(s, "x", 0);
    rdg_cubic_spring_add(s, &(rdg_cubic_spring){.at = "x", .k3 = 0.1});
    rdg_force_add(s, "x", 1, 1.0);
    rdg_sensor_harmonic_add(s, "A", "x", 1);
    return rdg_hbm_create(s, H + 1, harmonic);
}

static rdg_status adapted(rdg_context *ctx, const char *name, bool resumes)
{
    rdg_hbm *hb = duffing(ctx, 9);
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", 0.3), RDG_AT("alpha", 1.25));
    rdg_hbm_adapt(hb, p, 1e-4);
    return rdg_continue(p, name,
                        GO(RDG_RELEASE("omega"), RDG_WINDOW("omega", 0.3, 2.0), RDG_HBM_ADAPT(hb),
                           RDG_NO_TABLE, RDG_LABEL_EVERY(5)));
}

static rdg_status mode(rdg_context *ctx, const char *name, bool resumes)
{
    rdg_hbm *hb = friction_beam(ctx, RDG_HARMONICS(1, 3));
    return rdg_nonlinear_mode(hb, name, RDG_MODE(.number = 1, .at = "shaker"),
                              GO(RDG_WINDOW("alpha", 0.03, 3), RDG_NO_TABLE, RDG_LABEL_EVERY(5)));
}

static rdg_status phase(rdg_context *ctx, const char *name, bool resumes)
{
    return rdg_phase_resonance(
        respond(ctx, 0.03), name, "shaker",
        GO(RDG_FROM("frc", 0), RDG_WINDOW("alpha", 0.03, 10.0), RDG_NO_TABLE, RDG_LABEL_EVERY(5)));
}

static rdg_status ridge(rdg_context *ctx, const char *name, bool resumes)
{
    return rdg_ridge(
        respond(ctx, 0.1), name, "Am",
        GO(RDG_FROM("frc", 0), RDG_WINDOW("alpha", 0.03, 3.0), RDG_NO_TABLE, RDG_LABEL_EVERY(5)));
}

static void check(const cut_case *what, long every)
{
    assert_int_equal(cut_everywhere(what, 1, every), 0);
}

static void responses_are_the_same(void **state)
{
    (void)state;
    check(&(cut_case){.name = "response", .go = response}, STRIDE);
}

static void runs_with_harmonics_that_come_and_go_are_the_same(void **state)
{
    (void)state;
    check(&(cut_case){.name = "adapted", .go = adapted}, STRIDE);
}

static void modes_are_the_same(void **state)
{
    (void)state;
    check(&(cut_case){.name = "mode", .go = mode, .others = {"stage1"}}, STRIDE);
}

static void backbones_of_phase_resonance_are_the_same(void **state)
{
    (void)state;
    check(&(cut_case){.name = "phase", .go = phase, .others = {"stage1"}}, STRIDE);
}

static void ridges_are_the_same(void **state)
{
    (void)state;
    check(&(cut_case){.name = "ridge", .go = ridge}, STRIDE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(responses_are_the_same), SCRATCH_TEST(runs_with_harmonics_that_come_and_go_are_the_same),
        SCRATCH_TEST(modes_are_the_same),     SCRATCH_TEST(backbones_of_phase_resonance_are_the_same),
        SCRATCH_TEST(ridges_are_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
