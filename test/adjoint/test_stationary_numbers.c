/* Stationary points over numbers of the structure by adjoint equations of a response, which has to be told
 * the numbers before: against the ridge's, and homogeneity. */
#define _XOPEN_SOURCE 700

#include "friction-backbone/models.h"
#include "scratch.h"

#include <ridgewalk/adjoint.h>
#include <ridgewalk/contact.h>
#include <ridgewalk/hbm.h>

static rdg_problem *response(rdg_context *ctx)
{
    rdg_structure *s = cantilever(ctx, &standard_beam);
    rdg_contact_add(s, &(rdg_contact){.tangential = "pad", .kt = 2e8, .kn = 2e8, .mu = 0.3, .preload = 15.0});
    rdg_force_add(s, "shaker", 1, 1.0);
    rdg_sensor_add(s, "Am", "tip");
    return rdg_hbm_problem(rdg_hbm_create(s, RDG_HARMONICS(1)), RDG_AT("omega", RDG_HZ(200)),
                           RDG_AT("alpha", 1.0));
}

/* Start values near the peak of the response. */
static void go_to_peak(rdg_context *ctx, rdg_problem *p)
{
    rdg_continue(p, "frc", RDG_RELEASE("omega"), RDG_WINDOW("omega", RDG_HZ(200), RDG_HZ(335)),
                 RDG_LABEL_EVERY(1), RDG_NO_TABLE, RDG_IN_MEMORY);
    rdg_run *run = rdg_run_open(ctx, "frc");
    const double *am = rdg_run_column(run, "Am");
    rdg_index best = 0;
    for (rdg_index row = 0; am && row < rdg_run_count(run); row++) {
        best = am[row] > am[best] ? row : best;
    }
    rdg_index n = 0;
    double *u = rdg_start_values(p);
    const rdg_index Q = rdg_variable_index(p, "Q", &n), omega = rdg_variable_index(p, "omega", NULL);
    rdg_run_solution(run, rdg_run_label(run, best), "Q", n, u + Q, NULL);
    rdg_run_solution(run, rdg_run_label(run, best), "omega", 1, u + omega, NULL);
    rdg_run_free(run);
    assert_ok(ctx, rdg_error_status(ctx));
}

/* The least peak over the preload at 1 N, 16.8505123151 N, where the multiplier of the preload vanishes. */
static void the_least_peak_by_successive_continuation(void **state)
{
    rdg_context *ctx = *state;
    rdg_problem *p = response(ctx);
    assert_ok(ctx, rdg_need_parameter(p, "pad.preload"));
    go_to_peak(ctx, p);
    rdg_adjoint *a = rdg_adjoint_add(p, "Am");
    const rdg_stationary_options options = {.along = "omega",
                                            .low = RDG_HZ(200),
                                            .high = RDG_HZ(335),
                                            .maximum = true,
                                            .options = RDG_OPTIONS(RDG_NO_TABLE, RDG_IN_MEMORY)};
    assert_ok(ctx, rdg_stationary_find(a, "peak", &options));
    assert_ok(ctx, rdg_continue(p, "least", RDG_RELEASE("pad.preload"), RDG_RELEASE("omega"),
                                RDG_HOLD_AT("d.Am", 1.0), RDG_RELEASE("d.pad.preload"),
                                RDG_RELEASE("d.alpha"), RDG_WINDOW("pad.preload", 14.5, 19.0),
                                RDG_UZ("d.pad.preload", 0.0), RDG_NO_TABLE, RDG_IN_MEMORY));
    rdg_run *run = rdg_run_open(ctx, "least");
    const double *preload = rdg_run_column(run, "pad.preload"), *am = rdg_run_column(run, "Am");
    const double *by_preload = rdg_run_column(run, "d.pad.preload"),
                 *by_alpha = rdg_run_column(run, "d.alpha");
    const rdg_index least = rdg_run_find(run, "UZ", 0);
    assert_true(least >= 0);
    assert_near(preload[least], 16.8505123151, 1e-9, 0.0);
    for (rdg_index row = 0; row < rdg_run_count(run); row++) {
        assert_near(by_alpha[row] + by_preload[row] * preload[row], -am[row], 1e-9, 0.0);
    }
    rdg_run_free(run);
}

/* rdg_optimise() over a number: the peak falls with more damping until the bound is met. */
static void an_optimum_over_the_damping(void **state)
{
    rdg_context *ctx = *state;
    rdg_problem *p = response(ctx);
    assert_ok(ctx, rdg_need_parameter(p, "damping.stiffness"));
    go_to_peak(ctx, p);
    rdg_adjoint *a = rdg_adjoint_add(p, "Am");
    rdg_optimum found = {0};
    const rdg_optimise_options options = {.parameters = (const char *[]){"omega", "damping.stiffness"},
                                          .n_parameters = 2,
                                          .low = (double[]){RDG_HZ(200), 1.2e-5},
                                          .high = (double[]){RDG_HZ(335), 1.8e-5},
                                          .maximum = true,
                                          .options = RDG_OPTIONS(RDG_NO_TABLE, RDG_IN_MEMORY)};
    assert_ok(ctx, rdg_optimise(a, "optimum", &options, &found));
    assert_int_equal(found.bounded, 1);
    double damping = 0.0;
    assert_ok(ctx, rdg_parameter_value(p, "damping.stiffness", rdg_start_values(p), &damping));
    assert_near(damping, 1.2e-5, 1e-9, 0.0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(the_least_peak_by_successive_continuation),
        SCRATCH_TEST(an_optimum_over_the_damping),
    };
    return cmocka_run_group_tests_name("stationary over numbers", tests, NULL, NULL);
}
