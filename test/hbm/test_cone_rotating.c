/* A mass on a circular friction cone under a force that rotates, or runs on an ellipse: the whole response.
 */
#define _XOPEN_SOURCE 700
#include "scratch.h"

#include <ridgewalk/ridgewalk.h>

#include <math.h>

static const double kt = 0.8, limit = 0.5, damping = 0.05, force = 0.3;

/* From omega 0.5 to 2 rad/s; the force in y is `ratio` of that in x. */
static rdg_run *response(rdg_context *ctx, double ratio)
{
    const double M[4] = {1, 0, 0, 1}, C[4] = {damping, 0, 0, damping};
    rdg_structure *s = rdg_structure_create(ctx, "mass", 2, M, C, M);
    rdg_name_dof(s, "x", 0);
    rdg_name_dof(s, "y", 1);
    rdg_cone_contact_add(
        s, &(rdg_cone_contact){.name = "c", .tangential = {"x", "y"}, .kt = kt, .mu = limit, .preload = 1});
    rdg_force_add(s, "x", 1, 1.0);
    if (ratio > 0) {
        rdg_force_phase_add(s, "y", 1, ratio, -acos(0));
    }
    rdg_sensor_harmonic_add(s, "X", "x", 1);
    rdg_hbm *hb = rdg_hbm_create(s, RDG_HARMONICS(1));
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", 0.5), RDG_AT("alpha", force));
    rdg_run_summary summary = {0};
    rdg_continue(p, "f", RDG_RELEASE("omega"), RDG_WINDOW("omega", 0.5, 2), RDG_NO_TABLE, RDG_IN_MEMORY,
                 RDG_SUMMARY(&summary));
    assert_ok(ctx, rdg_error_status(ctx));
    assert_true(summary.covered);
    return rdg_run_open(ctx, "f");
}

/* Above the onset D = limit/kt a circle of radius r meets the stiffness kt (D/r)^2 and the damping force
 * kt (D/r) sqrt(1 - (D/r)^2): the force that belongs to r. */
static double force_at(double r, double omega)
{
    const double q = fmin(1, limit / kt / r);
    return r * hypot(1 + kt * q * q - omega * omega, damping * omega + kt * q * sqrt(1 - q * q));
}

static void a_rotating_load_passes_the_onset_of_slip(void **state)
{
    rdg_run *run = response(*state, 1);
    const double *r = rdg_run_column(run, "X"), *omega = rdg_run_column(run, "omega");
    bool slips = false;
    for (rdg_index k = 0; k < rdg_run_count(run); k++) {
        slips = slips || r[k] > 1.01 * limit / kt;
        assert_near(force_at(r[k], omega[k]), force, 0, 1e-6); /* sqrt of rounding next to the onset */
    }
    assert_true(slips);
    assert_string_equal(scratch_said, "");
}

static void loads_on_ellipses_pass_it(void **state)
{
    (void)state;
    enum { RATIOS = 6 };
    for (int i = 0; i < RATIOS; i++) {
        rdg_context *ctx = rdg_context_create();
        response(ctx, (const double[RATIOS]){0.9999, 0.999, 0.99, 0.9, 0.5, 0}[i]);
        rdg_context_free(ctx);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {SCRATCH_TEST(a_rotating_load_passes_the_onset_of_slip),
                                       SCRATCH_TEST(loads_on_ellipses_pass_it)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
