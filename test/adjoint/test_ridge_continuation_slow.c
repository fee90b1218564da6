/* A ridge goes on: one way only, over every change of regime, on local maxima alone. */
#define _XOPEN_SOURCE 700

#include "ridge_continuation.h"

#include <ridgewalk/gap_spring.h>

/* New slip phases at 2.6375 N, and the end of a stick phase at 2.6698 N. */
static void ridge_of_figure_8_goes_up_only(void **state)
{
    rdg_context *ctx = *state;
    static const double level[] = {2.55, 2.5944, 2.6, 2.62, 2.6376, 2.65, 2.6698, 2.7};
    enum { N = sizeof level / sizeof *level };
    for (rdg_index n = 2; n <= 3; n++) { /* the even harmonic stays zero */
        rdg_hbm *hb = friction_beam(ctx, n, n == 2 ? (const int[]){1, 3} : (const int[]){1, 2, 3});
        rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", RDG_HZ(300)), RDG_AT("alpha", 0.1));
        assert_ok(ctx, rdg_continue(p, "frc", RDG_RELEASE("omega"),
                                    RDG_WINDOW("omega", RDG_HZ(300), RDG_HZ(335)), RDG_LABEL_EVERY(2)));
        assert_ok(ctx, rdg_ridge(hb, "ridge", "Am", RDG_FROM_GREATEST("frc"), RDG_WINDOW("alpha", 0.1, 5.0),
                                 RDG_UZ_LIST("alpha", N, level)));
        const backbone b = backbone_open(ctx, "ridge");
        assert_levels_grow(&b, 5.0);
        assert_maxima_at(ctx, hb, &b, N, level, at_smooth_sides);
        rdg_run_free(b.run);
    }
}

/* A friction contact at one mass, a gap spring at the other one. */
static rdg_hbm *two_masses(rdg_context *ctx)
{
    const double mass[] = {1.0, 0.0, 0.0, 0.5};        /* kg */
    const double stiffness[] = {3e4, -1e4, -1e4, 1e4}; /* N/m */
    rdg_structure *s = rdg_structure_create(ctx, "two masses", 2, mass, NULL, stiffness);
    rdg_damping_proportional(s, 0.0, 2e-5);
    rdg_name_dof(s, "x1", 0);
    rdg_name_dof(s, "x2", 1);
    rdg_contact_add(s, &(rdg_contact){.tangential = "x2", .kt = 5e3, .mu = 0.2, .preload = 5.0});
    rdg_gap_spring_add(s, &(rdg_gap_spring){.at = "x1", .k = 2e4, .gap = 3e-3});
    rdg_force_add(s, "x1", 1, 1.0);
    rdg_sensor_add(s, "Am", "x1");
    return rdg_hbm_create(s, RDG_HARMONICS(0, 1, 2, 3, 4, 5));
}

/* How the sensor bends along the response `aside` in omega from a row, from three points of it. */
static double bend_aside(rdg_context *ctx, rdg_hbm *hb, const backbone *b, rdg_index row, double aside)
{
    const double h = 0.2 * fabs(aside);
    double amplitude[3];
    for (int i = 0; i < 3; i++) {
        rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", b->omega[row]), RDG_AT("alpha", b->alpha[row]));
        double *u = rdg_start_values(p); /* Q comes first */
        assert_ok(ctx,
                  rdg_run_solution(b->run, rdg_run_label(b->run, row), "Q", rdg_hbm_unknowns(hb), u, NULL));
        u[rdg_variable_index(p, "omega", NULL)] += aside + h * (i - 1);
        assert_ok(ctx, rdg_solve(p));
        assert_ok(ctx, rdg_parameter_value(p, "Am", u, &amplitude[i]));
        rdg_problem_free(p);
    }
    return (amplitude[2] - 2.0 * amplitude[1] + amplitude[0]) / (h * h);
}

/* Grazing at 3.236 N turns the slope of the level over in its last digits. At 3.8373 N the maximum meets a
 * minimum, with the next one at 101.11 rad/s: the response bends downwards up to there, and upwards at once
 * behind it, so that the ridge has its fold on a kink. */
static void ridge_of_two_masses_goes_up_only(void **state)
{
    rdg_context *ctx = *state;
    static const double level[] = {0.3, 1.0, 3.0, 3.236, 3.24, 3.5, 3.8, 3.84, 5.0, 7.0};
    enum { N = sizeof level / sizeof *level };
    rdg_hbm *hb = two_masses(ctx);
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", RDG_HZ(10)), RDG_AT("alpha", 0.1));
    assert_ok(ctx, rdg_continue(p, "frc", RDG_RELEASE("omega"), RDG_WINDOW("omega", RDG_HZ(10), RDG_HZ(35))));
    assert_ok(ctx, rdg_ridge(hb, "ridge", "Am", RDG_FROM_GREATEST("frc"), RDG_WINDOW("alpha", 0.1, 10.0),
                             RDG_UZ_LIST("alpha", N, level)));
    const backbone b = backbone_open(ctx, "ridge");
    assert_levels_grow(&b, 10.0);
    assert_maxima_at(ctx, hb, &b, N, level, at_smooth_sides);
    assert_near(b.omega[backbone_row(&b, 3.24)], 99.954390, 1e-8, 0.0);
    assert_near(b.omega[b.rows - 1], 104.658444, 1e-8, 0.0);
    const rdg_index fold = rdg_run_find(b.run, "FK", 0);
    assert_true(fold > 0);
    const rdg_index pair =
        rdg_run_find(b.run, "FP", 0); /* smooth, 1e-5 away in omega from the next maximum */
    assert_near(b.alpha[pair], 4.5945306, 1e-8, 0.0);
    assert_int_equal(rdg_run_find(b.run, "FP", 1), -1);
    assert_near(b.alpha[fold], 3.8372658, 1e-8, 0.0);
    for (int k = 1; k <= 10; k *= 10) {
        assert_near(bend_aside(ctx, hb, &b, fold, -1e-5 * k), -0.0122, 0.02, 0.0);
        assert_near(bend_aside(ctx, hb, &b, fold, 1e-5 * k), 0.00065, 0.2, 0.0);
    }
    rdg_run_free(b.run);
}

/* The blades with other friction. Their shrouds move in one direction only, so that both motions of a contact
 * are in proportion, and with mu > tan 60 degrees it opens without slip: no corner begins there. */
static void contact_that_opens_without_slip_is_no_corner(void **state)
{
    rdg_context *ctx = *state;
    static const double level[] = {13.0, 14.0, 17.0, 20.0, 25.0, 50.0, 100.0, 200.0};
    enum { N = sizeof level / sizeof *level };
    rdg_structure *s = blades_and_damper(ctx, 1.5e-5);
    name_interface(s, "left.t", "left.n", 1, 1.0);
    name_interface(s, "right.t", "right.n", 5, -1.0);
    const rdg_contact law = {.kt = 1e5, .kn = 1e5, .mu = 3.0, .preload = 50.0};
    rdg_contact left = law, right = law;
    left.tangential = "left.t", left.normal = "left.n";
    right.tangential = "right.t", right.normal = "right.n";
    rdg_contact_add(s, &left);
    rdg_contact_add(s, &right);
    rdg_force_add(s, "right blade", 1, 1.0);
    rdg_sensor_add(s, "Am", "right blade");
    rdg_hbm *hb = rdg_hbm_create(s, RDG_HARMONICS(1));
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", RDG_HZ(188)), RDG_AT("alpha", 1.0));
    assert_ok(ctx,
              rdg_continue(p, "frc", RDG_RELEASE("omega"), RDG_WINDOW("omega", RDG_HZ(188), RDG_HZ(212))));
    assert_ok(ctx, rdg_ridge(hb, "ridge", "Am", RDG_FROM_GREATEST("frc"), RDG_WINDOW("alpha", 1.0, 300.0),
                             RDG_UZ_LIST("alpha", N, level)));
    const backbone b = backbone_open(ctx, "ridge");
    assert_levels_grow(&b, 300.0);
    assert_maxima_at(ctx, hb, &b, N, level, at_smooth_sides);
    for (rdg_index row = 0; row < b.rows; row++) {
        assert_near(b.corner[row], -1.0, 0.0, 0.0);
    }
    rdg_run_free(b.run);
}

static void check_blades(rdg_context *ctx, double beta, rdg_index n_harmonics, double from)
{
    static const int to_four[] = {1, 2, 3, 4};
    static const double level[] = {36.6, 36.7, 45.3, 45.5, 100.0};
    enum { N = sizeof level / sizeof *level };
    rdg_hbm *hb = blade_damper_blade(ctx, beta, n_harmonics, to_four);
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", RDG_HZ(200)), RDG_AT("alpha", from));
    assert_ok(ctx,
              rdg_continue(p, "frc", RDG_RELEASE("omega"), RDG_WINDOW("omega", RDG_HZ(200), RDG_HZ(207))));
    assert_ok(ctx, rdg_ridge(hb, "ridge", "Am", RDG_FROM_GREATEST("frc"), RDG_WINDOW("alpha", from, 300.0),
                             RDG_UZ_LIST("alpha", N, level), RDG_MAX_POINTS(2000)));
    const backbone b = backbone_open(ctx, "ridge");
    assert_levels_grow(&b, 300.0);
    assert_maxima_at(ctx, hb, &b, N, level, at_smooth_sides);
    rdg_run_free(b.run);
}

static void ridge_of_blades_goes_on_from_any_start(void **state)
{
    check_blades(*state, 8e-6, 3, 0.48);
    for (int k = 0; k < 10; k += 3) {
        check_blades(*state, 3e-6, 4, 0.2 * pow(1.06, k));
    }
}

static void ridge_gets_past_many_sliders(void **state)
{
    ridge_gets_past_sliders(*state, 25, 400);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(ridge_of_figure_8_goes_up_only),
        SCRATCH_TEST(ridge_of_two_masses_goes_up_only),
        SCRATCH_TEST(contact_that_opens_without_slip_is_no_corner),
        SCRATCH_TEST(ridge_of_blades_goes_on_from_any_start),
        SCRATCH_TEST(ridge_gets_past_many_sliders),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
