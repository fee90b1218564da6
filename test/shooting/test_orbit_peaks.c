/* Peaks of orbits against closed forms, Taylor series and harmonic balance. */
#include "hybrid_systems.h"
#include "orbit_run.h"
#include "pulled_mass.h"
#include "smooth_systems.h"

#include <ridgewalk/harmonic_balance.h>
#include <ridgewalk/hbm_problem.h>
#include <ridgewalk/hybrid_of.h>
#include <ridgewalk/problem.h>
#include <ridgewalk/run.h>
#include <ridgewalk/shooting_sensors.h>

static rdg_context *fresh(void)
{
    rdg_context *ctx = rdg_context_create();
    rdg_set_writer(ctx, NULL, NULL);
    return ctx;
}

static double peak_of(rdg_context *ctx, rdg_problem *p)
{
    assert_ok(ctx, rdg_solve(p));
    double y = NAN;
    const rdg_function *f = rdg_find_function(p, "top");
    assert_int_equal(f->f(f->n, rdg_start_values(p), 1, &y, f->data), 0);
    return y;
}

static const rdg_shooting_sensor top = {.name = "top", .unit = "m", .kind = RDG_SENSOR_PEAK};

static void van_der_pol_swings_as_far_as_its_series_says(void **state)
{
    static const struct {
        double mu, most;
    } known[] = {{1, 2.00861986087484}, {10, 2.01428536092641}, {100, 2.00131868117722}};
    rdg_context *ctx = *state;
    for (int k = 0; k < 3; k++) {
        rdg_shooting *s = rdg_shooting_create(
            van_der_pol_system(ctx, known[k].mu),
            &(rdg_shooting_options){.x = (double[]){1, 0.1}, .transient = 4 * known[k].mu + 40});
        rdg_problem *p = rdg_shooting_problem(s);
        assert_ok(ctx, rdg_shooting_add_sensor(s, p, &top));
        const double y = peak_of(ctx, p);
        assert_near(y, known[k].most, 0, 1e-11);
    }
}

/* max x = Fk + sqrt((Fs - Fk)^2 + v^2), within the segment of slip; modes of two states and of one */
static void the_mass_on_a_belt_has_a_peak_in_closed_form(void **state)
{
    rdg_context *ctx = *state;
    const double Fs = 1, Fk = 0.5, v = 0.2;
    rdg_hybrid *h = belt_system(ctx, (const double[]){Fs, Fk, v, 0});
    rdg_shooting *s = rdg_shooting_create(h, &(rdg_shooting_options){.transient = 60});
    rdg_problem *p = rdg_shooting_problem(s);
    assert_ok(ctx, rdg_shooting_add_sensor(s, p, &top));
    assert_near(peak_of(ctx, p), Fk + hypot(Fs - Fk, v), 0, 1e-11);
    assert_ok(ctx, rdg_continue(p, "belt", RDG_RELEASE("v"), RDG_WINDOW("v", 0.1, 0.6), RDG_IN_MEMORY));
    rdg_run *r = rdg_run_open(ctx, "belt");
    assert_true(rdg_run_count(r) > 5);
    for (rdg_index i = 0; i < rdg_run_count(r); i++) {
        const double at = rdg_run_column(r, "v")[i];
        assert_near(rdg_run_column(r, "top")[i], Fk + hypot(Fs - Fk, at), 0, 1e-10);
    }
    rdg_run_free(r);
    rdg_shooting_add_sensor(s, p, &(rdg_shooting_sensor){.name = "speed", .state = 1});
    assert_failed(ctx, RDG_ERR_ARGUMENT,
                  "sensor \"speed\" measures state 1, counted from 0, of each phase: phase \"stick\" of "
                  "\"belt\" has 1 of them");
}

/* x'' e^x */
static int push(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n, (void)m, (void)data;
    y[0] = u[1] * exp(u[0]);
    return 0;
}

/* It is greatest just before the impact at x = 1, behind which it is another one. */
static void what_jumps_may_be_greatest_before_it_does(void **state)
{
    rdg_context *ctx = *state;
    rdg_shooting *s =
        rdg_shooting_create(impact_system(ctx, 1), &(rdg_shooting_options){.transient = 200, .order = 1});
    rdg_problem *p = rdg_shooting_problem(s);
    assert_ok(ctx,
              rdg_shooting_add_sensor(
                  s, p, &(rdg_shooting_sensor){.name = "top", .kind = RDG_SENSOR_PEAK, .of = {.f = push}}));
    /* v behind the impact at A = 1, e = 0.6 */
    assert_near(peak_of(ctx, p), exp(1) * 1.03328858066486 / 0.6, 0, 1e-10);
    assert_ok(ctx, rdg_continue(p, "impacts", RDG_RELEASE("A"), RDG_WINDOW("A", 0.8, 1.9), RDG_IN_MEMORY));
    rdg_run *r = rdg_run_open(ctx, "impacts");
    assert_true(rdg_run_count(r) > 5);
    for (rdg_index i = 0; i < rdg_run_count(r); i++) {
        const double v = -0.6 * rdg_run_column(r, "top")[i] / exp(1), A = rdg_run_column(r, "A")[i];
        assert_near(A * A, 0.1552 - 0.323383881185968 * v + 0.47827869573206 * v * v, 0, 1e-9);
    }
    rdg_run_free(r);
}

/* Along a response: greatest difference of the peak from that of 15 harmonics, at frequencies of both. */
static void peaks_are_those_of_harmonic_balance(void **state)
{
    (void)state;
    double top_at[2][4];
    const double asked[] = {1.05, 1.2, 1.3, 1.4};
    for (int k = 0; k < 2; k++) {
        rdg_context *ctx = fresh();
        rdg_structure *s = cubic(ctx, 0.7, 0.3);
        rdg_problem *p = NULL;
        if (k == 0) {
            rdg_hbm *hb =
                rdg_hbm_create(s, RDG_HARMONICS(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15));
            p = rdg_hbm_problem(hb, RDG_AT("omega", 1.0), RDG_AT("alpha", 0.05));
        } else {
            rdg_hybrid *h = rdg_hybrid_of(s, RDG_AT("omega", 1.0), RDG_AT("alpha", 0.05));
            rdg_shooting *sh = rdg_shooting_create(h, &(rdg_shooting_options){.transient = 400, .order = 1});
            p = rdg_shooting_problem(sh);
            assert_ok(ctx, rdg_shooting_add_sensors(sh, p));
        }
        assert_ok(ctx, rdg_continue(p, "response", RDG_RELEASE("omega"), RDG_WINDOW("omega", 1.0, 1.5),
                                    RDG_UZ_LIST("omega", 4, asked), RDG_IN_MEMORY));
        for (int i = 0; i < 4; i++) {
            top_at[k][i] = value_at(ctx, "response", "UZ", i, "top");
        }
        rdg_context_free(ctx);
    }
    for (int i = 0; i < 4; i++) {
        assert_near(top_at[1][i], top_at[0][i], 1e-9, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(van_der_pol_swings_as_far_as_its_series_says),
                                       TEST(the_mass_on_a_belt_has_a_peak_in_closed_form),
                                       TEST(what_jumps_may_be_greatest_before_it_does),
                                       cmocka_unit_test(peaks_are_those_of_harmonic_balance)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
