/* One line at the end of runs of orbits in which a contact sticks all along while another one slips, as in
 * harmonic balance (test_residual_stress.c). */
#define _XOPEN_SOURCE 700

#include "scratch.h"

#include <ridgewalk/contact.h>
#include <ridgewalk/hbm.h>
#include <ridgewalk/hybrid_of.h>
#include <ridgewalk/run.h>
#include <ridgewalk/run_data.h>
#include <ridgewalk/shooting.h>
#include <ridgewalk/shooting_sensors.h>

#include <math.h>

/* A mass x on the contact "slips", which y loads by `coupling` N/m; y is held by "holds", whose slider starts
 * at a force, and moves with x by a spring of 0.3 N/m. */
static rdg_structure *pair(rdg_context *ctx, double coupling, double start)
{
    const double M[4] = {1, 0, 0, 1}, C[4] = {0.1, 0, 0, 0.4}, K[4] = {1.3, -0.3, -0.3, 1.3};
    rdg_structure *s = rdg_structure_create(ctx, "pair", 2, M, C, K);
    rdg_name_dof(s, "x", 0);
    rdg_name_dof(s, "y", 1);
    rdg_contact_add(s, &(rdg_contact){.name = "holds",
                                      .tangential = "y",
                                      .kt = 2,
                                      .mu = 1,
                                      .preload = 6,
                                      .start = RDG_SLIDER_AT,
                                      .start_force = start});
    rdg_contact_add(s, &(rdg_contact){.name = "slips",
                                      .tangential = "x",
                                      .normal = coupling > 0 ? "y" : NULL,
                                      .kt = 1,
                                      .kn = coupling,
                                      .mu = 0.5,
                                      .preload = 2});
    rdg_force_add(s, "x", 1, 1);
    rdg_sensor_harmonic_add(s, "A", "x", 1);
    return s;
}

/* The amplitude at the first frequency. */
static double follow(rdg_context *ctx, rdg_structure *structure, double alpha, double last)
{
    rdg_hybrid *h = rdg_hybrid_of(structure, RDG_AT("omega", 1.1), RDG_AT("alpha", alpha));
    const char *mode = NULL;
    double x[6] = {0};
    assert_true(rdg_hybrid_most_states(h) <= 6);
    assert_ok(ctx, rdg_hybrid_start(h, NULL, NULL, 0.0, &mode, x));
    rdg_shooting *s = rdg_shooting_create(h, &(rdg_shooting_options){.mode = mode, .x = x, .transient = 600});
    rdg_problem *p = rdg_shooting_problem(s);
    assert_ok(ctx, rdg_shooting_add_sensors(s, p));
    scratch_said[0] = '\0';
    assert_ok(ctx,
              rdg_continue(p, "orbit", RDG_RELEASE("omega"), RDG_WINDOW("omega", 1.1, last), RDG_IN_MEMORY));
    rdg_run *run = rdg_run_open(ctx, "orbit");
    const double A = rdg_run_column(run, "A")[0];
    rdg_run_free(run);
    return A;
}

/* d A/d holds.start of the line, and the change over the range in per cent. */
static double reported(double *share)
{
    const char *at = strstr(scratch_said, "d A/d holds.start = ");
    assert_non_null(at);
    char *end = NULL;
    const double slope = strtod(at + strlen("d A/d holds.start = "), &end);
    *share = strtod(strchr(end, ',') + 1, NULL);
    return slope;
}

/* The force at which the slider starts is its position: the motion from rest does not drag it. */
static void the_slope_is_that_of_differences(void **state)
{
    rdg_context *ctx = *state;
    const double h = 0.01;
    double share = 0.0;
    for (int k = 0; k < 3; k++) {
        const double v = -1.0 + k;
        const double difference = (follow(ctx, pair(ctx, 0.5, v + h), 1.0, 1.100001) -
                                   follow(ctx, pair(ctx, 0.5, v - h), 1.0, 1.100001)) /
                                  (2 * h);
        follow(ctx, pair(ctx, 0.5, v), 1.0, 1.100001);
        assert_near(reported(&share), difference, 6e-3, 1e-4); /* three digits are printed */
        assert_true(share > 1.0);
    }
}

/* With harmonics 0 to 15 the same slope and range. */
static void the_line_is_that_of_harmonic_balance(void **state)
{
    rdg_context *ctx = *state;
    double share[2];
    follow(ctx, pair(ctx, 0.5, 1.0), 1.0, 1.100001);
    assert_null(strstr(strstr(scratch_said, "residual stress") + 1, "residual stress")); /* once */
    const double slope = reported(&share[0]);
    rdg_hbm *hb =
        rdg_hbm_create(pair(ctx, 0.5, 1.0), RDG_HARMONICS(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15));
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", 1.1), RDG_AT("alpha", 1.0));
    scratch_said[0] = '\0';
    assert_ok(ctx,
              rdg_continue(p, "hb", RDG_RELEASE("omega"), RDG_WINDOW("omega", 1.1, 1.100001), RDG_IN_MEMORY));
    assert_near(reported(&share[1]), slope, 1e-2, 0.0);
    assert_near(share[0], share[1], 3e-2, 0.0);
}

static void what_changes_no_amplitude_is_not_reported(void **state)
{
    rdg_context *ctx = *state;
    follow(ctx, pair(ctx, 0.0, 1.0), 1.0, 1.12); /* constant loads */
    assert_null(strstr(scratch_said, "residual stress"));
    follow(ctx, pair(ctx, 0.5, 1.0), 0.2, 1.12); /* both stick */
    assert_null(strstr(scratch_said, "residual stress"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {SCRATCH_TEST(the_slope_is_that_of_differences),
                                       SCRATCH_TEST(the_line_is_that_of_harmonic_balance),
                                       SCRATCH_TEST(what_changes_no_amplitude_is_not_reported)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
