/* From one sequence of segments to the next one, behind grazes, at which the motion begins to stick, and
 * where a segment lasts no longer. */
#include "orbits.h"

#include "shooting/coulomb.h"

static const double pi = 3.14159265358979323846;

/* The label of the nth point of a type. */
static rdg_index label_of(rdg_context *ctx, const char *run, const char *type, rdg_index nth)
{
    rdg_run *r = rdg_run_open(ctx, run);
    const rdg_index row = rdg_run_find(r, type, nth);
    const rdg_index label = row < 0 ? -1 : rdg_run_label(r, row);
    rdg_run_free(r);
    return label;
}

/* The label at which a parameter has a value. */
static rdg_index label_at(rdg_context *ctx, const char *run, const char *name, double value)
{
    rdg_run *r = rdg_run_open(ctx, run);
    rdg_index label = -1;
    for (rdg_index k = 0; k < rdg_run_count(r); k++) {
        const bool is_there = fabs(rdg_run_column(r, name)[k] - value) < 1e-9;
        label = is_there && rdg_run_label(r, k) > 0 ? rdg_run_label(r, k) : label;
    }
    rdg_run_free(r);
    return label;
}

static rdg_problem *beyond(rdg_context *ctx, rdg_hybrid *h, const char *run, const char *type, rdg_index nth)
{
    rdg_problem *p =
        rdg_collocation_problem(rdg_collocation_beyond(h, run, label_of(ctx, run, type, nth), NULL));
    assert_ok(ctx, rdg_error_status(ctx));
    return p;
}

/* A mass that does not reach the wall; that meets it once a period, at first on an orbit that no motion
 * settles to; twice. Each begins where the one before ends. */
static void impacts_follow_each_other_from_graze_to_graze(void **state)
{
    rdg_context *ctx = *state;
    const rdg_option window = RDG_WINDOW("A", 0.1, 3.0);
    rdg_hybrid *h = impact_system(ctx, 0.2);
    rdg_problem *p = rdg_collocation_problem(by_shooting(h, &(rdg_shooting_options){.transient = 300.0},
                                                         &(rdg_collocation_options){.intervals = 30}));
    assert_ok(ctx, rdg_continue(p, "none", RDG_RELEASE("A"), window, RDG_DIRECTION(1), RDG_IN_MEMORY,
                                RDG_EXPECT_EARLY_END));
    assert_near(value_at(ctx, "none", "GR", 0, "A"), 0.393954312071844, 3e-9, 0.0);
    rdg_problem *once = beyond(ctx, h, "none", "GR", 0);
    assert_ok(ctx, rdg_continue(once, "one", RDG_RELEASE("A"), window, RDG_IN_MEMORY, RDG_EXPECT_EARLY_END));
    assert_near(nearest_at(ctx, "one", "GR", "A", 0.39), 0.393954312071844, 3e-9, 0.0);
    assert_near(value_at(ctx, "one", "PD", 0, "A"), 0.496038905736943, 1e-9, 0.0);
    assert_near(nearest_at(ctx, "one", "GR", "A", 2.0), 1.98975358365290, 1e-7, 0.0);
    rdg_problem *twice = beyond(ctx, h, "one", "GR", 1);
    assert_ok(ctx, rdg_continue(twice, "two", RDG_RELEASE("A"), window, RDG_IN_MEMORY, RDG_EXPECT_EARLY_END));
    assert_near(value_at(ctx, "two", "GR", 0, "A"), 1.98975358365290, 1e-7, 0.0);
    /* two impacts a period at A = 3, as the motion settles to them */
    rdg_shooting *s = rdg_shooting_create(
        impact_system(ctx, 3.0), &(rdg_shooting_options){.transient = 600.0, .x = (double[]){0.5, 1.0}});
    rdg_problem *shot = rdg_shooting_problem(s);
    if (shot && strcmp(rdg_shooting_sequence(s), "free, impact, free, impact") == 0) {
        assert_ok(ctx, rdg_solve(shot));
        const double tau[2] = {0.0, 0.0};
        double x[2], u1 = rdg_start_values(shot)[1];
        const rdg_index last = label_at(ctx, "two", "A", 3.0);
        assert_ok(ctx, rdg_segment_motion_of(ctx, "two", last, "segment1", 1, tau, x, NULL));
        double y[2];
        assert_ok(ctx, rdg_segment_motion_of(ctx, "two", last, "segment2", 1, tau, y, NULL));
        assert_near(fmin(fabs(x[1] - u1), fabs(y[1] - u1)), 0.0, 0.0, 1e-8);
    }
    /* and back */
    rdg_problem *calm =
        rdg_collocation_problem(rdg_collocation_beyond(h, "one", label_of(ctx, "one", "GR", 0), NULL));
    assert_ok(ctx, rdg_continue(calm, "calm", RDG_RELEASE("A"), RDG_WINDOW("A", 0.1, 1.0), RDG_IN_MEMORY,
                                RDG_EXPECT_EARLY_END));
    assert_near(value_at(ctx, "calm", "GR", 0, "A"), 0.393954312071844, 3e-9, 0.0);
    assert_near(nearest_at(ctx, "calm", "EP", "A", 0.1), 0.1, 1e-12, 0.0);
}

/* Curve of grazes: the linear response of amplitude 1. */
static void the_curve_of_grazes_is_the_linear_response(void **state)
{
    rdg_context *ctx = *state;
    rdg_hybrid *h = impact_system(ctx, 0.3);
    rdg_problem *p = rdg_collocation_problem(by_shooting(h, &(rdg_shooting_options){.transient = 300.0},
                                                         &(rdg_collocation_options){.intervals = 40}));
    assert_ok(ctx, rdg_continue(p, "up", RDG_RELEASE("A"), RDG_WINDOW("A", 0.3, 1.0), RDG_DIRECTION(1),
                                RDG_IN_MEMORY, RDG_EXPECT_EARLY_END));
    assert_ok(ctx, rdg_continue(p, "grazes", RDG_FROM("up", label_of(ctx, "up", "GR", 0)),
                                RDG_HOLD_AT("graze", 0), RDG_RELEASE("omega"), RDG_RELEASE("A"),
                                RDG_WINDOW("omega", 0.6, 0.9), RDG_IN_MEMORY));
    rdg_run *r = rdg_run_open(ctx, "grazes");
    for (rdg_index k = 0; k < rdg_run_count(r); k++) {
        const double omega = rdg_run_column(r, "omega")[k];
        assert_near(rdg_run_column(r, "A")[k], hypot(1.0 - omega * omega, 0.2 * omega), 1e-8, 0.0);
    }
    assert_true(rdg_run_count(r) > 5);
    rdg_run_free(r);
}

static void a_run_that_begins_at_a_graze_does_not_pass_through_the_wall(void **state)
{
    rdg_context *ctx = *state;
    rdg_hybrid *h = impact_system(ctx, 0.3);
    rdg_problem *p = rdg_collocation_problem(by_shooting(h, &(rdg_shooting_options){.transient = 300.0},
                                                         &(rdg_collocation_options){.intervals = 30}));
    assert_ok(ctx, rdg_continue(p, "up", RDG_RELEASE("A"), RDG_WINDOW("A", 0.3, 1.0), RDG_DIRECTION(1),
                                RDG_IN_MEMORY, RDG_EXPECT_EARLY_END));
    const rdg_index graze = label_of(ctx, "up", "GR", 0);
    for (int way = -1; way <= 1; way += 2) {
        assert_ok(ctx, rdg_continue(p, way < 0 ? "back" : "on", RDG_FROM("up", graze), RDG_RELEASE("A"),
                                    RDG_WINDOW("A", 0.2, 1.0), RDG_DIRECTION(way), RDG_IN_MEMORY,
                                    RDG_EXPECT_EARLY_END));
        rdg_run *r = rdg_run_open(ctx, way < 0 ? "back" : "on");
        for (rdg_index k = 0; k < rdg_run_count(r); k++) {
            assert_true(rdg_run_column(r, "A")[k] < 0.3939544);
        }
        rdg_run_free(r);
    }
    assert_null(rdg_collocation_beyond(h, "up", label_of(ctx, "up", "EP", 0), NULL));
    assert_failed(ctx, RDG_ERR_ARGUMENT, "is no end of an event signature (GR, TO, DU)");
}

/* Force at which a mass with friction alone, F = 1, begins to stop in each half of a period. */
static double first_stop(double omega)
{
    const double V = 1.0 / (1.0 - omega * omega);
    const double U = sin(pi / omega) / (omega * (1.0 + cos(pi / omega)));
    return sqrt(pow(omega, -4.0) + U * U) / fabs(V);
}

/* Slip alone, down to where the mass begins to stick, and on with stops: both as by shooting. */
static void slip_begins_to_stick_where_the_closed_form_tells(void **state)
{
    rdg_context *ctx = *state;
    const double omega = 0.6, known = first_stop(omega);
    rdg_hybrid *h = coulomb_system(ctx, 1.5 * known, 1.0, omega, 0.0);
    const rdg_shooting_options from = {.x = (double[]){0.1, 0.0}, .transient = 600.0, .order = 1};
    rdg_problem *p =
        rdg_collocation_problem(by_shooting(h, &from, &(rdg_collocation_options){.intervals = 20}));
    assert_non_null(p);
    assert_ok(ctx,
              rdg_continue(p, "slip", RDG_RELEASE("A"), RDG_WINDOW("A", 1.05, 2.0 * known), RDG_DIRECTION(-1),
                           RDG_IN_MEMORY, RDG_EXPECT_EARLY_END, RDG_NO_BRANCH_POINTS));
    assert_near(value_at(ctx, "slip", "TO", 0, "A"), known, 1e-9, 0.0);
    rdg_problem *q = beyond(ctx, h, "slip", "TO", 0);
    assert_ok(ctx, rdg_continue(q, "stick", RDG_RELEASE("A"), RDG_WINDOW("A", 1.3, 2.0 * known),
                                RDG_IN_MEMORY, RDG_EXPECT_EARLY_END, RDG_NO_BRANCH_POINTS));
    assert_near(nearest_at(ctx, "stick", "EP", "A", 1.3), 1.3, 1e-12, 0.0);
    /* upwards stops last no longer at the same force */
    const double DU = nearest_at(ctx, "stick", "DU", "A", known),
                 GR = nearest_at(ctx, "stick", "GR", "A", known);
    assert_near(fmin(fabs(DU - known), fabs(GR - known)), 0.0, 0.0, 1e-8);
    rdg_shooting *s = rdg_shooting_create(coulomb_system(ctx, 1.3, 1.0, omega, 0.0), &from);
    rdg_problem *shot = rdg_shooting_problem(s);
    assert_ok(ctx, rdg_solve(shot));
    double x[2], largest[2] = {0.0, 0.0};
    const double one = 1.0;
    const rdg_index segments = rdg_shooting_segments(s), label = label_at(ctx, "stick", "A", 1.3);
    for (rdg_index j = 0; j < segments;
         j++) { /* ends of segments are where velocities vanish: the extreme states */
        double u[2];
        assert_ok(ctx, rdg_shooting_segment_motion(s, rdg_start_values(shot), j, 1, &one, u));
        largest[0] = fmax(largest[0], fabs(u[0]));
    }
    for (int segment = 1; segment <= 4; segment++) {
        char name[24];
        snprintf(name, sizeof name, "segment%d", segment);
        rdg_segment_motion_of(ctx, "stick", label, name, 1, &one, x, NULL);
        assert_ok(ctx, rdg_error_status(ctx));
        largest[1] = fmax(largest[1], fabs(x[0]));
    }
    assert_near(largest[1], largest[0], 1e-9, 0.0);
}

static bool see_graze(rdg_problem *p, const rdg_chart *chart, void *worst)
{
    double A = 0.0, graze = 0.0, *off = worst;
    if (rdg_parameter_value(p, "A", chart->u, &A) == RDG_OK &&
        rdg_parameter_value(p, "graze", chart->u, &graze) == RDG_OK) {
        const double omega = 0.84;
        *off = fmax(*off, fabs(graze - (1.0 - A / hypot(1.0 - omega * omega, 0.05 * omega))));
    }
    return false;
}

/* One impact in two periods of the forcing, down to where there is none: behind it the orbit touches the wall
 * at its start and half-way along, and goes away from it as the force does. */
static void a_segment_that_grazes_half_way_along_goes_away_from_the_wall(void **state)
{
    rdg_context *ctx = *state;
    const double omega = 0.84, grazes = hypot(1.0 - omega * omega, 0.05 * omega);
    rdg_hybrid *h = rdg_hybrid_create(ctx, "impact oscillator", RDG_PARAMETERS("c", "A", "e", "omega"),
                                      (double[]){0.05, 0.47, 0.6, omega});
    add_impacts(h);
    rdg_problem *p = rdg_collocation_problem(by_shooting(h, &(rdg_shooting_options){.transient = 1500.0},
                                                         &(rdg_collocation_options){.intervals = 25}));
    const rdg_option window = RDG_WINDOW("A", 0.1, 1.4);
    assert_ok(ctx,
              rdg_continue(p, "every other", RDG_RELEASE("A"), window, RDG_IN_MEMORY, RDG_EXPECT_EARLY_END));
    assert_near(value_at(ctx, "every other", "GR", 0, "A"), grazes, 1e-8, 0.0);
    rdg_problem *q = beyond(ctx, h, "every other", "GR", 0);
    double off = 0.0;
    assert_ok(ctx, rdg_continue(q, "none", RDG_RELEASE("A"), window, RDG_IN_MEMORY, RDG_EXPECT_EARLY_END,
                                RDG_OBSERVE(see_graze, &off)));
    assert_near(value_at(ctx, "none", "GR", 0, "A"), grazes, 1e-8, 0.0);
    assert_near(nearest_at(ctx, "none", "EP", "A", 0.1), 0.1, 1e-12, 0.0);
    assert_near(off, 0.0, 0.0, 1e-6);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(impacts_follow_each_other_from_graze_to_graze),
        TEST(the_curve_of_grazes_is_the_linear_response),
        TEST(a_segment_that_grazes_half_way_along_goes_away_from_the_wall),
        TEST(a_run_that_begins_at_a_graze_does_not_pass_through_the_wall),
        TEST(slip_begins_to_stick_where_the_closed_form_tells),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
