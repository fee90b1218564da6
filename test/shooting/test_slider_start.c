/* A slider that sticks all the time carries a static force by its history: by shooting and by harmonic
 * balance the same one, wherever it starts. */
#include "fresh_context.h"
#include "orbit_run.h"

#include <ridgewalk/contact.h>
#include <ridgewalk/harmonic_balance.h>
#include <ridgewalk/hbm_problem.h>
#include <ridgewalk/hybrid_of.h>
#include <ridgewalk/loads.h>
#include <ridgewalk/problem.h>
#include <ridgewalk/rest.h>
#include <ridgewalk/run.h>
#include <ridgewalk/sensors.h>
#include <ridgewalk/shooting_sensors.h>

#include <string.h>

/* x'' + 0.1 x' + x + friction = 0.3 + 0.05 cos(omega t); the slider of stiffness 0.5 N/m never slips */
static rdg_structure *pulled(rdg_context *ctx, rdg_slider_start start)
{
    const double damping = 0.1;
    rdg_structure *s = rdg_structure_create(ctx, "mass", 1, (double[]){1}, &damping, (double[]){1});
    rdg_name_dof(s, "x", 0);
    rdg_contact_add(
        s,
        &(rdg_contact){.name = "pad", .tangential = "x", .kt = 0.5, .mu = 0.5, .preload = 4, .start = start});
    rdg_static_force_add(s, "x", 0.3);
    rdg_force_add(s, "x", 1, 0.05);
    rdg_sensor_mean_add(s, "mean", "x");
    rdg_sensor_harmonic_add(s, "A", "x", 1);
    if (start == RDG_SLIDER_PRESTRESS) {
        assert_ok(ctx, rdg_prestress(s));
    }
    return s;
}

/* Mean and amplitude. */
static void follow(rdg_context *ctx, rdg_problem *p, double out[2])
{
    assert_ok(ctx,
              rdg_continue(p, "there", RDG_RELEASE("omega"), RDG_WINDOW("omega", 0.9, 1.0), RDG_IN_MEMORY));
    out[0] = value_at(ctx, "there", "EP", 0, "mean");
    out[1] = value_at(ctx, "there", "EP", 0, "A");
}

static rdg_shooting *orbits(rdg_context *ctx, rdg_structure *s)
{
    rdg_hybrid *h = rdg_hybrid_of(s, RDG_AT("omega", 0.9), RDG_AT("alpha", 1));
    const char *mode = NULL;
    double x[3] = {0};
    assert_int_equal(rdg_hybrid_most_states(h), 3);
    assert_ok(ctx, rdg_hybrid_start(h, NULL, NULL, 0, &mode, x));
    return rdg_shooting_create(h, &(rdg_shooting_options){.mode = mode, .x = x, .transient = 400});
}

static void stuck_sliders_carry_the_same_force_by_both(void **state)
{
    static const rdg_slider_start start[] = {RDG_SLIDER_ZERO, RDG_SLIDER_PRESTRESS};
    static const double mean[] = {0.3 / 1.5, 0.8 / 3};
    (void)state;
    for (int k = 0; k < 2; k++) {
        double out[2][2];
        for (int by = 0; by < 2; by++) {
            rdg_context *ctx = rdg_context_create();
            rdg_set_writer(ctx, NULL, NULL);
            rdg_structure *s = pulled(ctx, start[k]);
            if (by == 0) {
                rdg_hbm *hb = rdg_hbm_create(s, RDG_HARMONICS(0, 1));
                follow(ctx, rdg_hbm_problem(hb, RDG_AT("omega", 0.9), RDG_AT("alpha", 1)), out[by]);
            } else {
                rdg_shooting *sh = orbits(ctx, s);
                rdg_problem *p = rdg_shooting_problem(sh);
                assert_ok(ctx, rdg_shooting_add_sensors(sh, p));
                follow(ctx, p, out[by]);
            }
            rdg_context_free(ctx);
        }
        assert_near(out[0][0], mean[k], 0, 1e-10);
        assert_near(out[1][0], out[0][0], 0, 1e-9);
        assert_near(out[1][1], out[0][1], 0, 1e-9);
    }
}

static void note(rdg_channel channel, const char *text, void *data)
{
    char *all = data;
    (void)channel;
    strncat(all, text, 999 - strlen(all));
}

static void a_start_that_is_not_known_in_time_is_told_by_name(void **state)
{
    rdg_context *ctx = *state;
    char all[1000] = "";
    rdg_set_writer(ctx, note, all);
    rdg_hybrid_of(pulled(ctx, RDG_SLIDER_ZERO), RDG_AT("omega", 0.9));
    assert_string_equal(all, "");
    rdg_hybrid_of(pulled(ctx, RDG_SLIDER_MEAN), RDG_AT("omega", 0.9));
    assert_non_null(strstr(all, "sliders of element \"pad\" of \"mass\" are to start at their mean"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(stuck_sliders_carry_the_same_force_by_both),
                                       TEST(a_start_that_is_not_known_in_time_is_told_by_name)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
