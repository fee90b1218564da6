/* Compliant contacts in time: sliders, springs with clearance, any element of a structure. */
#include "mechanisms.h"
#include "shooting/structures.h"

#include <ridgewalk/flow.h>
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

/* The rule of the mean of both forces; |Q1| = 3.4006043, 3.3988603, 3.3988388 at 100, 1000, 10000 steps a
 * period, and 3.3988383753 with its events located */
static void a_slider_vibrates_as_with_its_events_located(void **state)
{
    assert_near(p10_amplitude(*state, RDG_MOREAU, 100, 300), 3.4006043, 0.0, 1e-7);
    assert_near(p10_amplitude(*state, RDG_MOREAU, 1000, 300), 3.3988603, 0.0, 1e-7);
}

/* The other schemes: order 2 in the step, but for the explicit ones, which are as good as these */
static void all_schemes_find_the_sliders_amplitude(void **state)
{
    for (int k = 0; k < SCHEMES; k++) {
        double error[2];
        for (int i = 0; i < 2; i++) {
            error[i] = fabs(p10_amplitude(*state, (rdg_scheme)k, i ? 1600 : 100, 150) - 3.3988383753);
        }
        printf("%s: %.1e %.1e\n", rdg_scheme_name((rdg_scheme)k), error[0], error[1]);
        assert_true(error[1] < 5e-6 && error[1] < error[0] / 100.0);
    }
}

static rdg_timestepping *bilinear(rdg_context *ctx, double kn, rdg_scheme scheme, double h)
{
    rdg_structure *s = unit_mass(ctx, 0.0);
    rdg_gap_spring_add(s, &(rdg_gap_spring){.at = "x", .k = kn});
    rdg_mechanism *m = rdg_mechanism_of_at(s, NULL);
    rdg_timestepping *ts = rdg_timestepping_create(
        m, &(rdg_timestepping_options){.scheme = scheme, .h = h, .rho = 0.8, .tolerance = 1e-14});
    assert_ok(ctx, rdg_timestepping_start(ts, 0.0, (double[]){-1.0}, (double[]){0.0}));
    return ts;
}

/* x'' + x + kn max(0, x) = 0 has the period pi + pi/sqrt(1 + kn); the mean force does the work that is
 * stored. */
static void a_unilateral_spring_keeps_its_energy(void **state)
{
    const double kn[3] = {1.0, 100.0, 1e8};
    for (int k = 0; k < 3; k++) {
        const double period = RDG_PI + RDG_PI / sqrt(1.0 + kn[k]);
        double error[3], worst = 0.0;
        for (int i = 0; i < 3; i++) {
            const int steps = 200 << (2 * i);
            rdg_timestepping *ts = bilinear(*state, kn[k], RDG_MOREAU, period / steps);
            for (int j = 0; j < 10 * steps; j++) {
                assert_ok(*state, rdg_timestepping_step(ts));
                const rdg_motion *m = rdg_timestepping_motion(ts);
                worst = fmax(worst, fabs(m->kinetic + m->potential - 0.5));
            }
            const rdg_motion *m = rdg_timestepping_motion(ts);
            error[i] = hypot(m->q[0] + 1.0, m->v[0]);
            rdg_timestepping_free(ts);
        }
        printf("kn = %g: energy to %.1e, error %.1e %.1e %.1e\n", kn[k], worst, error[0], error[1], error[2]);
        assert_true(worst < 1e-11);
        if (k < 2) {
            assert_near(log(error[0] / error[2]) / log(16.0), 2.0, 0.0, 0.3);
        }
    }
}

static const double begun[2][DOFS] = {{0.3, -0.2, 0.1}, {0.4, 0.5, -0.6}}, ended = 5.0;

static rdg_structure *with_element(rdg_context *ctx, uint64_t seed, int kind)
{
    rdg_structure *s = random_structure(ctx, &seed, NULL);
    add_loads(s);
    adders[kind](s, &seed);
    return s;
}

/* Where a motion comes to with all of its events located; x: [64] */
static void flow_to_end(rdg_context *ctx, rdg_structure *s, double *x)
{
    rdg_hybrid *h = rdg_hybrid_of(s, RDG_AT("omega", 1.3), RDG_AT("alpha", 0.8));
    const char *mode = NULL;
    assert_ok(ctx, rdg_hybrid_start(h, begun[0], begun[1], 0.0, &mode, x));
    rdg_flow *flow = rdg_flow_create(h, NULL);
    rdg_hybrid_state at = {.mode = rdg_hybrid_phase_index(h, mode), .x = x};
    assert_int_equal(rdg_flow_run(flow, rdg_hybrid_parameters_of(h).value, &at, ended, 0, NULL), 0);
    rdg_flow_free(flow);
}

/* How far from there it comes by steps */
static double far(rdg_context *ctx, rdg_mechanism *m, rdg_scheme scheme, int steps, const double *x)
{
    rdg_timestepping *ts = rdg_timestepping_create(
        m, &(rdg_timestepping_options){.scheme = scheme, .h = ended / steps, .rho = 0.8, .tolerance = 1e-13});
    assert_ok(ctx, rdg_timestepping_start(ts, 0.0, begun[0], begun[1]));
    for (int k = 0; k < steps; k++) {
        assert_ok(ctx, rdg_timestepping_step(ts));
    }
    double most = 0.0;
    for (int k = 0; k < DOFS; k++) {
        most = fmax(most, fabs(rdg_timestepping_motion(ts)->q[k] - x[k]));
    }
    rdg_timestepping_free(ts);
    return most;
}

/* Order 2, but: the explicit midpoint rule with damping; cones, which are settled to first order. Two schemes
 * are others of these but for contacts that are rigid. */
static void every_kind_of_element_moves_as_with_its_events_located(void **state)
{
    enum { SEEDS = 3 };
    for (int kind = 0; kind < KINDS; kind++) {
        double error[SCHEMES][2] = {{0.0}};
        for (uint64_t seed = 1; seed <= SEEDS; seed++) {
            double x[64];
            rdg_structure *s = with_element(*state, seed, kind);
            flow_to_end(*state, s, x);
            rdg_mechanism *m = rdg_mechanism_of(s, RDG_AT("omega", 1.3), RDG_AT("alpha", 0.8));
            for (int k = 0; k < 2 * SCHEMES; k++) {
                if (k / 2 != RDG_NEWMARK && k / 2 != RDG_NONSMOOTH_ALPHA) {
                    double *to = &error[k / 2][k % 2];
                    *to = fmax(*to, far(*state, m, (rdg_scheme)(k / 2), k % 2 ? 1200 : 150, x));
                }
            }
        }
        for (int k = 0; k < SCHEMES; k++) {
            if (error[k][0] > 0.0) {
                const double order = log(error[k][0] / error[k][1]) / log(8.0);
                const bool first = k == RDG_MOREAU_MIDPOINT || kind >= 6;
                printf("kind %d, %s: %.1e %.1e, order %.2f\n", kind, rdg_scheme_name((rdg_scheme)k),
                       error[k][0], error[k][1], order);
                assert_true(error[k][1] < (first ? 1.5e-3 : 3e-5));
                assert_true(order > (first ? 0.8 : 1.85));
            }
        }
    }
}

/* What cannot be taken is said by name. */
static void what_cannot_be_taken_is_refused_by_name(void **state)
{
    rdg_context *ctx = *state;
    rdg_structure *s = unit_mass(ctx, 0.1);
    rdg_force_add(s, "x", 1, 1.0);
    rdg_jenkins_add(s, &(rdg_jenkins){.name = "joint", .at = "x", .kt = 0.5, .limit = 1.0});
    assert_null(rdg_mechanism_of_at(s, NULL));
    assert_failed(ctx, RDG_ERR_ARGUMENT, "load \"x\"");
    assert_null(rdg_mechanism_of(s, RDG_AT("omega", 1.0), RDG_AT("joint.grip", 2.0)));
    assert_failed(ctx, RDG_ERR_NAME, "joint.grip");
    assert_null(rdg_mechanism_of(s, RDG_AT("omega", 1.0), RDG_AT("joint.kt", -2.0)));
    assert_failed(ctx, RDG_ERR_ARGUMENT, "joint.kt");
    const rdg_element wave = {.name = "fan",
                              .d = 1,
                              .at = (const char *[]){"x"},
                              .kind = {.type = "wave", .frequency = (const void *)&ctx}}; /* never asked */
    assert_ok(ctx, rdg_element_add(s, &wave, "test"));
    assert_null(rdg_mechanism_of(s, RDG_AT("omega", 1.0)));
    assert_failed(
        ctx, RDG_ERR_ARGUMENT,
        "rdg_mechanism_of: element \"fan\" (wave) of \"mass\" has a force in the frequency domain only");
}

/* Numbers that are given, and a structure that has them */
static void numbers_that_are_given_are_those_of_the_motion(void **state)
{
    rdg_context *ctx = *state;
    double end[2];
    for (int own = 0; own < 2; own++) {
        const double C = own ? 0.3 : 0.1;
        rdg_structure *s = rdg_structure_create(ctx, "mass", 1, (double[]){1.0}, NULL, (double[]){1.0});
        rdg_damping_proportional(s, C, 0.0);
        rdg_name_dof(s, "x", 0);
        rdg_jenkins_add(
            s, &(rdg_jenkins){.name = "joint", .at = "x", .kt = own ? 0.7 : 0.5, .limit = own ? 0.2 : 1.0});
        rdg_force_phase_add(s, "x", 1, own ? 2.0 : 1.0, own ? 0.4 : 0.0);
        const rdg_at values[] = {RDG_AT("omega", 1.1),
                                 RDG_AT("joint.kt", 0.7),
                                 RDG_AT("damping.mass", 0.3),
                                 RDG_AT("x.phase", 0.4),
                                 RDG_AT("x.amplitude", 2.0),
                                 RDG_AT("joint.limit", 0.2),
                                 {0}};
        rdg_mechanism *m = own ? rdg_mechanism_of(s, RDG_AT("omega", 1.1)) : rdg_mechanism_of_at(s, values);
        rdg_timestepping *ts = rdg_timestepping_create(m, &(rdg_timestepping_options){.h = 0.01});
        assert_ok(ctx, rdg_timestepping_start(ts, 0.0, (double[]){0.0}, (double[]){0.0}));
        assert_ok(ctx, go_until(ts, 10.0, 0.01));
        end[own] = rdg_timestepping_motion(ts)->q[0];
    }
    assert_true(fabs(end[0]) > 0.01);
    assert_near(end[0], end[1], 1e-14, 0.0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_slider_vibrates_as_with_its_events_located),
        TEST(all_schemes_find_the_sliders_amplitude),
        TEST(a_unilateral_spring_keeps_its_energy),
        TEST(every_kind_of_element_moves_as_with_its_events_located),
        TEST(what_cannot_be_taken_is_refused_by_name),
        TEST(numbers_that_are_given_are_those_of_the_motion),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
