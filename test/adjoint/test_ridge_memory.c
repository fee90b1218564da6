/* Allocations of a whole ridge fail in turn: the status is RDG_ERR_NO_MEMORY,
 * a message is there, and nothing leaks. */
#define _XOPEN_SOURCE 700

#include "failing_memory.h"
#include "friction-backbone/models.h"
#include "oscillators.h"
#include "scratch.h"

#include <ridgewalk/ridge.h>
#include <ridgewalk/ridges.h>

static rdg_context *silent_context(void)
{
    rdg_context *ctx = rdg_context_create();
    rdg_set_writer(ctx, NULL, NULL);
    rdg_set_run_folder(ctx, scratch_folder);
    return ctx;
}

static const oscillator small = {
    .c = 0.2, .k3 = 1, .n_harmonics = 1, .harmonics = (const int[]){1}, .samples = 8};

/* The response at alpha = 0.2, from which the ridge starts. */
static void write_response(void)
{
    rdg_context *ctx = silent_context();
    rdg_problem *p = rdg_hbm_problem(oscillator_hbm(ctx, &small), RDG_AT("omega", 0.8), RDG_AT("alpha", 0.2));
    assert_ok(ctx, rdg_continue(p, "frc", RDG_RELEASE("omega"), RDG_WINDOW("omega", 0.8, 1.6),
                                RDG_LABEL_EVERY(2), RDG_NO_TABLE));
    rdg_context_free(ctx);
}

static rdg_hbm *small_model(rdg_context *ctx)
{
    return oscillator_hbm(ctx, &small);
}

static rdg_status follow_as(rdg_hbm *hb, rdg_ridge_certify_kind certify)
{
    return rdg_ridge(hb, "ridge", "rms", RDG_RIDGE_CERTIFY(certify), RDG_FROM_GREATEST("frc"),
                     RDG_WINDOW("alpha", 0.2, 0.25), RDG_STEP(0.1, 1e-4, 0.5), RDG_MAX_POINTS(4),
                     RDG_LABEL_EVERY(0));
}

static rdg_status follow(rdg_hbm *hb)
{
    return follow_as(hb, RDG_CERTIFY_NOTHING);
}

/* Its checks take runs of their own, with many allocations: not every one of them fails. */
static rdg_status follow_and_check(rdg_hbm *hb)
{
    return follow_as(hb, RDG_CERTIFY_LABELS);
}

static const driver_case small_ridge = {
    .context = silent_context, .model = small_model, .follow = follow, .least = 300, .anew = true};

static void memory_may_run_out_anywhere_in_a_ridge(void **state)
{
    (void)state;
    write_response();
    exhaust_driver(&small_ridge, false);
}

static void memory_may_run_out_in_the_checks_of_a_ridge(void **state)
{
    static const driver_case checked = {.context = silent_context,
                                        .model = small_model,
                                        .follow = follow_and_check,
                                        .least = 600,
                                        .anew = true};
    (void)state;
    write_response();
    exhaust_driver(&checked, false);
    exhaust_driver(&checked, true);
}

static void any_single_allocation_of_a_ridge_may_fail(void **state)
{
    (void)state;
    write_response();
    exhaust_driver(&small_ridge, true);
}

/* A second attempt in the same context works once there is memory. */
static void after_a_failure_a_ridge_can_be_followed_again(void **state)
{
    (void)state;
    write_response();
    for (long k = 0; k < 300; k += 23) {
        rdg_context *ctx = silent_context();
        rdg_hbm *hb = small_model(ctx);
        memory_left = k;
        const rdg_status status = follow(hb);
        memory_left = -1;
        assert_int_equal(status, RDG_ERR_NO_MEMORY);
        rdg_error_clear(ctx);
        assert_ok(ctx, follow(small_model(ctx)));
        rdg_context_free(ctx);
    }
}

static rdg_hbm *beam_model(rdg_context *ctx)
{
    return friction_beam(ctx, RDG_HARMONICS(1));
}

static rdg_status follow_corner(rdg_hbm *hb)
{
    return rdg_ridge(hb, "corner", "Am", RDG_RIDGE_CERTIFY(RDG_CERTIFY_NOTHING), RDG_FROM_GREATEST("beam"),
                     RDG_WINDOW("alpha", 0.157, 0.159), RDG_LABEL_EVERY(0), RDG_NO_TABLE, RDG_NO_FOLDER);
}

/* Through the onset of slip, the corner and its end, where the driver solves problems of its own. */
static void memory_may_run_out_anywhere_in_a_corner(void **state)
{
    (void)state;
    static const driver_case corner = {
        .context = silent_context, .model = beam_model, .follow = follow_corner, .least = 1000};
    rdg_context *ctx = silent_context();
    rdg_problem *p = rdg_hbm_problem(beam_model(ctx), RDG_AT("omega", RDG_HZ(310)), RDG_AT("alpha", 0.157));
    assert_ok(ctx,
              rdg_continue(p, "beam", RDG_RELEASE("omega"), RDG_WINDOW("omega", RDG_HZ(310), RDG_HZ(325)),
                           RDG_LABEL_EVERY(2), RDG_NO_TABLE));
    rdg_context_free(ctx);
    exhaust_driver(&corner, false);
}

static rdg_status find_all(rdg_hbm *hb)
{
    return rdg_ridges_of(hb, "all", "rms", RDG_WINDOW("alpha", 0.2, 0.3), RDG_WINDOW("omega", 0.8, 1.6),
                         RDG_RIDGES_SAMPLES(2), RDG_RIDGES_DEFLATE(1), RDG_RIDGES_FREQUENCIES(3),
                         RDG_IN_MEMORY, RDG_NO_TABLE)
               ? RDG_OK
               : rdg_error_status(rdg_hbm_context(hb));
}

/* Responses, the ridges through their maxima, and the search for detached ones. */
static void memory_may_run_out_while_all_ridges_are_found(void **state)
{
    (void)state;
    static const driver_case all = {
        .context = silent_context, .model = small_model, .follow = find_all, .least = 1000};
    exhaust_driver(&all, false);
    exhaust_driver(&all, true);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(memory_may_run_out_anywhere_in_a_ridge),
        SCRATCH_TEST(memory_may_run_out_in_the_checks_of_a_ridge),
        SCRATCH_TEST(any_single_allocation_of_a_ridge_may_fail),
        SCRATCH_TEST(memory_may_run_out_anywhere_in_a_corner),
        SCRATCH_TEST(memory_may_run_out_while_all_ridges_are_found),
        SCRATCH_TEST(after_a_failure_a_ridge_can_be_followed_again),
    };
    return cmocka_run_group_tests_name("ridge: memory", tests, NULL, NULL);
}
