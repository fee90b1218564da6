/* Compliant contacts in time: sliders, springs with clearance, any element of a structure. */
#include "mechanisms.h"
#include "shooting/structures.h"

#include <ridgewalk/mechanism_of.h>
#include <ridgewalk/ridgewalk.h>

#include <string.h>

static rdg_structure *unit_mass(rdg_context *ctx, double c)
{
    rdg_structure *s = rdg_structure_create(ctx, "mass", 1, (double[]){1.0}, &c, (double[]){1.0});
    rdg_name_dof(s, "x", 0);
    return s;
}

/* The amplitude of harmonic 1 over the next period */
static double first_harmonic(rdg_timestepping *ts, int steps, double omega)
{
    double c = 0.0, s = 0.0;
    for (int k = 0; k < steps; k++) {
        rdg_timestepping_step(ts);
        const rdg_motion *m = rdg_timestepping_motion(ts);
        c += m->q[0] * cos(omega * m->t) * 2.0 / steps;
        s += m->q[0] * sin(omega * m->t) * 2.0 / steps;
    }
    return hypot(c, s);
}

/* P10: kt = 0.5, limit 1, at 0.6 N and omega = 1.1426; from rest, after 150 periods */
static double p10_amplitude(rdg_context *ctx, rdg_scheme scheme, int steps, int periods)
{
    const double omega = 1.1426, h = 2.0 * RDG_PI / omega / steps;
    rdg_structure *s = unit_mass(ctx, 0.02);
    rdg_jenkins_add(s, &(rdg_jenkins){.at = "x", .kt = 0.5, .limit = 1.0});
    rdg_force_add(s, "x", 1, 1.0);
    rdg_mechanism *m = rdg_mechanism_of(s, RDG_AT("omega", omega), RDG_AT("alpha", 0.6));
    rdg_timestepping *ts = rdg_timestepping_create(
        m, &(rdg_timestepping_options){.scheme = scheme, .h = h, .rho = 0.8, .tolerance = 1e-13});
    assert_ok(ctx, rdg_timestepping_start(ts, 0.0, (double[]){0.0}, (double[]){0.0}));
    for (int k = 0; k < periods * steps; k++) {
        assert_ok(ctx, rdg_timestepping_step(ts));
    }
    const double A = first_harmonic(ts, steps, omega);
    rdg_timestepping_free(ts);
    return A;
}

/* The rule of the mean of both forces; |Q1| = 3.4006043, 3.3988603, 3.3988388 at 100, 1000, 10000 steps a period,
 * and 3.3988383753 with its events located */
static void a_slider_vibrates_as_with_its_events_located(void **state)
{
    assert_near(p10_amplitude(*state, RDG_MOREAU, 100, 300), 3.4006043, 0.0, 1e-7);
    assert_near(p10_amplitude(*state, RDG_MOREAU, 1000, 300), 3.3988603, 0.0, 1e-7);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_slider_vibrates_as_with_its_events_located),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
