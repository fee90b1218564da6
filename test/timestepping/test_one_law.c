/* One law, three solvers: periodic motions by time steps against those that shooting has found with all
 * events located (demos/timestepping/steady.c). */

#include "fresh_context.h"
#include "friction-backbone/models.h"
#include "vibration/models.h"

#include <ridgewalk/mechanism_of.h>
#include <ridgewalk/timestepping.h>

/* A sensor after so many periods */
static double amplitude(rdg_context *ctx, rdg_mechanism *m, int sensor, double kick, int steps, int periods)
{
    const rdg_mechanism_options *about = rdg_mechanism_about(m);
    const double h = 2.0 * RDG_PI / about->omega / steps, q[8] = {0.0}, v[8] = {kick, kick};
    rdg_timestepping *ts =
        rdg_timestepping_create(m, &(rdg_timestepping_options){.h = h, .tolerance = 1e-12});
    assert_ok(ctx, rdg_timestepping_start(ts, 0.0, q, v));
    for (int k = 0; k < periods * steps; k++) {
        assert_ok(ctx, rdg_timestepping_step(ts));
    }
    const double A = rdg_timestepping_motion(ts)->sensor[sensor];
    rdg_timestepping_free(ts);
    return A;
}

/* P3: a stop that opens and closes. The error goes with the square of the step: what is left of it when two
 * steps are combined is far less. */
static void masses_at_a_stop_vibrate_as_by_shooting(void **state)
{
    const double exact = 1.08076994;
    rdg_mechanism *m = rdg_mechanism_of(p03_structure(*state), RDG_AT("omega", 0.7), RDG_AT("alpha", 0.1));
    const double coarse = amplitude(*state, m, 0, 2.0, 400, 150),
                 fine = amplitude(*state, m, 0, 2.0, 800, 150);
    printf("P3: %.9f %.9f, together %.9f\n", coarse, fine, (4.0 * fine - coarse) / 3.0);
    assert_near(fine, exact, 2e-4, 0.0);
    assert_near(coarse - exact, 4.0 * (fine - exact), 0.02, 0.0);
    assert_near((4.0 * fine - coarse) / 3.0, exact, 3e-6, 0.0);
}

/* Two blades at 80 N, whose dampers slip, stick and separate */
static void blades_that_separate_vibrate_as_by_shooting(void **state)
{
    rdg_structure *s = blades_on_damper(*state, 1.5e-5);
    rdg_sensor_harmonic_add(s, "A1", "right blade", 1); /* the third one */
    rdg_mechanism *m = rdg_mechanism_of(s, RDG_AT("omega", RDG_HZ(196.5)), RDG_AT("alpha", 80));
    const double A = amplitude(*state, m, 2, 0.0, 400, 280);
    printf("blades: %.9g\n", A);
    assert_near(A, 0.0169190614, 6e-4, 0.0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(masses_at_a_stop_vibrate_as_by_shooting),
        TEST(blades_that_separate_vibrate_as_by_shooting),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
