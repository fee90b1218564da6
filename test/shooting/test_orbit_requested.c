/* Which orbit a start near it leads to, where the period is requested: one that lasts about so long, although
 * a motion that is not steady yet comes nearer after another number of turns. */
#include "orbit_run.h"

#include <math.h>

/* A limit cycle r = 1 that turns at 1 rad/s, and beside it an oscillator that turns at omega and decays:
 * u = (x, y, a, b, omega). What is left of the transient has turned once after 1 / omega turns of the cycle.
 */
static int turning_f(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    const double x = u[0], z = u[1], grows = 0.5 * (1.0 - x * x - z * z), decay = 0.02;
    (void)n;
    (void)m;
    ++*(long *)data;
    y[0] = grows * x - z;
    y[1] = grows * z + x;
    y[2] = -decay * u[2] - u[4] * u[3];
    y[3] = -decay * u[3] + u[4] * u[2];
    return 0;
}

static int upwards_f(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    (void)data;
    y[0] = u[1];
    return 0;
}

static rdg_hybrid *turning_system(rdg_context *ctx, double omega, long *evaluations)
{
    rdg_hybrid *h = rdg_hybrid_create(ctx, "turning", RDG_PARAMETERS("omega"), &omega);
    const rdg_hybrid_phase phase = {.name = "on", .n = 4, .field = {.f = turning_f, .data = evaluations}};
    const rdg_hybrid_event_surface up = {
        .name = "up", .from = "on", .to = "on", .direction = 1, .surface = {.f = upwards_f}};
    rdg_hybrid_add_phase(h, &phase);
    rdg_hybrid_add_event_surface(h, &up);
    return h;
}

static void the_orbit_lasts_about_as_long_as_requested(void **state)
{
    for (int most = 2; most <= 5; most++) {
        for (int turns = 1; turns < 4; turns++) {
            long evaluations = 0, at_create = 0;
            const double turn = RDG_HZ(1.0), share = 1.1 - 0.05 * turns;
            rdg_shooting *s =
                rdg_shooting_create(turning_system(*state, 1.0 / most, &evaluations),
                                    &(rdg_shooting_options){.x = (double[]){1.02, 0.01, 0.3, 0.1},
                                                            .period = share * turns * turn});
            assert_ok(*state, s ? RDG_OK : rdg_error_status(*state));
            at_create = evaluations;
            rdg_problem *p = rdg_shooting_problem(s);
            assert_ok(*state, rdg_solve(p));
            const double *u = rdg_start_values(p);
            const rdg_index tau = rdg_variable_index(p, "tau", NULL);
            double T = 0.0;
            for (rdg_index j = 0; j < rdg_shooting_segments(s); j++) {
                T += u[tau + j];
            }
            assert_int_equal(rdg_shooting_segments(s), turns);
            assert_near(T, turns * turn, 1e-9, 0.0);
            assert_true(at_create < 30000 * turns); /* three times around, not ten times */
            rdg_problem_free(p);
            rdg_shooting_free(s);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(the_orbit_lasts_about_as_long_as_requested)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
