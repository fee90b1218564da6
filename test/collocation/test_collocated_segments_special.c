/* Special points of orbits with segments, and their curves: beside closed forms and shooting. */
#include "orbits.h"

#include "shooting/bouncing_ball.h"
#include "shooting/hybrid_systems.h"
#include "shooting/two_masses.h"

static const double pi = 3.14159265358979323846;

static double fold_of(double e)
{
    return pi * (1.0 - e) / (1.0 + e);
}

static double doubling_of(double e)
{
    return sqrt(pow(fold_of(e), 2.0) + pow(2.0 * (1.0 + e * e) / pow(1.0 + e, 2.0), 2.0));
}

static rdg_problem *bouncing(rdg_context *ctx, double a, double e, rdg_collocation **c)
{
    const double phase = acos(fold_of(e) / a);
    const double t = 2.0 * pi - phase;
    const double x[2] = {a * sin(phase) + pi * t - 0.5 * t * t, pi - t};
    *c = by_shooting(ball_system(ctx, a, e), &(rdg_shooting_options){.x = x},
                     &(rdg_collocation_options){.intervals = 4});
    return rdg_collocation_problem(*c);
}

static void a_bouncing_ball_folds_and_doubles_its_period(void **state)
{
    rdg_context *ctx = *state;
    rdg_collocation *c = NULL;
    rdg_problem *p = bouncing(ctx, 1.3, 0.5, &c);
    assert_non_null(p);
    assert_ok(ctx, rdg_continue(p, "a", RDG_RELEASE("a"), RDG_WINDOW("a", 0.9, 2.0), RDG_IN_MEMORY));
    assert_near(nearest_at(ctx, "a", "FP", "a", fold_of(0.5)), fold_of(0.5), 1e-10, 0.0);
    assert_near(nearest_at(ctx, "a", "PD", "a", doubling_of(0.5)), doubling_of(0.5), 1e-10, 0.0);
}

static void the_curve_of_its_doublings_follows_the_closed_form(void **state)
{
    rdg_context *ctx = *state;
    rdg_collocation *c = NULL;
    rdg_problem *p = bouncing(ctx, doubling_of(0.5), 0.5, &c);
    const double at[] = {0.3, 0.6, 0.8};
    assert_ok(ctx, rdg_continue(p, "pd", RDG_HOLD_AT("pd", 0), RDG_RELEASE("e"), RDG_RELEASE("a"),
                                RDG_WINDOW("e", 0.25, 0.85), RDG_UZ_LIST("e", 3, at), RDG_IN_MEMORY));
    rdg_run *r = rdg_run_open(ctx, "pd");
    for (rdg_index k = 0; k < rdg_run_count(r); k++) {
        assert_near(rdg_run_column(r, "a")[k], doubling_of(rdg_run_column(r, "e")[k]), 1e-9, 0.0);
    }
    assert_true(rdg_run_find(r, "UZ", 2) >= 0);
    rdg_run_free(r);
}

static void impacts_double_their_period_as_the_closed_form_tells(void **state)
{
    rdg_context *ctx = *state;
    const rdg_shooting_options from = {.transient = 300.0};
    rdg_collocation *c =
        by_shooting(impact_system(ctx, 0.6), &from, &(rdg_collocation_options){.intervals = 30});
    rdg_problem *p = rdg_collocation_problem(c);
    assert_non_null(p);
    assert_ok(ctx, rdg_check_derivatives(p, NULL, 1e-5));
    assert_ok(ctx, rdg_continue(p, "levels", RDG_RELEASE("A"), RDG_WINDOW("A", 0.3, 1.0), RDG_IN_MEMORY));
    assert_near(value_at(ctx, "levels", "PD", 0, "A"), 0.496038905736942946, 1e-9, 0.0);
    assert_near(value_at(ctx, "levels", "GR", 0, "A"), 0.393954312071844, 1e-8, 0.0);
    /* stable above the doubling */
    rdg_run *r = rdg_run_open(ctx, "levels");
    for (rdg_index k = 0; k < rdg_run_count(r); k++) {
        const double A = rdg_run_column(r, "A")[k];
        if (fabs(A - 0.496038905736942946) > 1e-6 && A > 0.395) {
            assert_near(rdg_run_column(r, "unstable")[k], A > 0.496 ? 0.0 : 1.0, 0.0, 0.0);
        }
    }
    rdg_run_free(r);
}

/* The label of the point of a run that is nearest to a value of omega. */
static rdg_index label_near(rdg_context *ctx, const char *run, const char *type, double omega)
{
    rdg_run *r = rdg_run_open(ctx, run);
    rdg_index label = -1;
    double nearest = INFINITY;
    for (rdg_index k = 0; rdg_run_find(r, type, k) >= 0; k++) {
        const rdg_index row = rdg_run_find(r, type, k);
        const double distance = fabs(rdg_run_column(r, "omega")[row] - omega);
        label = distance < nearest ? rdg_run_label(r, row) : label;
        nearest = fmin(nearest, distance);
    }
    rdg_run_free(r);
    return label;
}

/* Special points of a branch that folds, doubles its period and loses a pair: as the closed forms of each
 * piece tell. It is taken from runs by shooting, whose sequence changes several times on the way. */
static void two_masses_at_a_stop_have_the_special_points_of_the_closed_form(void **state)
{
    rdg_context *ctx = *state;
    rdg_shooting *s = rdg_shooting_create(two_masses(ctx, 0.8), &(rdg_shooting_options){.transient = 400.0});
    rdg_problem *p = rdg_shooting_problem(s);
    assert_ok(ctx, rdg_continue(p, "shot", RDG_RELEASE("omega"), RDG_WINDOW("omega", 0.5, 0.8), RDG_IN_MEMORY,
                                RDG_DIRECTION(-1), RDG_MAX_POINTS(3000)));
    const rdg_collocation_options o = {.intervals = 40};
    rdg_problem *q = rdg_collocation_problem(
        rdg_collocation_from_shooting(s, p, "shot", label_near(ctx, "shot", "FP", 0.7556273526), &o));
    assert_ok(ctx, rdg_continue(q, "segments", RDG_RELEASE("omega"), RDG_WINDOW("omega", 0.65, 0.8),
                                RDG_IN_MEMORY, RDG_EXPECT_EARLY_END));
    assert_near(nearest_at(ctx, "segments", "PD", "omega", 0.7387830254), 0.7387830254, 0.0, 3e-10);
    assert_near(nearest_at(ctx, "segments", "PD", "omega", 0.7555861594), 0.7555861594, 0.0, 3e-10);
    assert_near(nearest_at(ctx, "segments", "FP", "omega", 0.65344013454), 0.65344013454, 0.0, 3e-10);
    const double end = 0.6534401404163; /* there a segment touches and lasts no longer */
    const double off[] = {nearest_at(ctx, "segments", "GR", "omega", end) - end,
                          nearest_at(ctx, "segments", "DU", "omega", end) - end};
    assert_near(fmin(fabs(off[0]), fabs(off[1])), 0.0, 0.0, 1e-10);
    q = rdg_collocation_problem(
        rdg_collocation_from_shooting(s, p, "shot", label_near(ctx, "shot", "NS", 0.5819006504), &o));
    assert_ok(ctx, rdg_continue(q, "pair", RDG_RELEASE("omega"), RDG_WINDOW("omega", 0.58, 0.64),
                                RDG_IN_MEMORY, RDG_EXPECT_EARLY_END));
    assert_near(nearest_at(ctx, "pair", "NS", "omega", 0.6186068743), 0.6186068743, 0.0, 3e-10);
}

/* The label of the nth point of a type. */
static rdg_index label_of(rdg_context *ctx, const char *run, const char *type, rdg_index nth)
{
    rdg_run *r = rdg_run_open(ctx, run);
    const rdg_index row = rdg_run_find(r, type, nth);
    const rdg_index label = row < 0 ? -1 : rdg_run_label(r, row);
    rdg_run_free(r);
    return label;
}

/* Doubled orbits fold and graze where those by shooting do. */
static void doubled_impacts_are_those_of_shooting(void **state)
{
    rdg_context *ctx = *state;
    const rdg_shooting_options from = {.transient = 300.0};
    rdg_hybrid *h = impact_system(ctx, 0.6);
    rdg_shooting *s = rdg_shooting_create(h, &from);
    rdg_problem *shot = rdg_shooting_problem(s);
    const rdg_option window = RDG_WINDOW("A", 0.4, 0.7);
    assert_ok(ctx, rdg_continue(shot, "shot", RDG_RELEASE("A"), window, RDG_IN_MEMORY));
    rdg_problem *p = rdg_collocation_problem(
        rdg_collocation_from_shooting(s, shot, NULL, 0, &(rdg_collocation_options){.intervals = 30}));
    assert_ok(ctx, rdg_continue(p, "segments", RDG_RELEASE("A"), window, RDG_IN_MEMORY));
    rdg_shooting *twice = rdg_shooting_double(s, "shot", label_of(ctx, "shot", "PD", 0));
    assert_ok(ctx, rdg_continue(rdg_shooting_problem(twice), "shot twice", RDG_RELEASE("A"), window,
                                RDG_IN_MEMORY, rdg_shooting_flip(twice)));
    rdg_collocation *d = rdg_collocation_double(h, "segments", label_of(ctx, "segments", "PD", 0), 0);
    rdg_problem *q = rdg_collocation_problem(d);
    assert_ok(ctx, rdg_continue(q, "twice", RDG_RELEASE("A"), window, RDG_IN_MEMORY, RDG_EXPECT_EARLY_END,
                                rdg_collocation_flip(d)));
    static const char *const types[] = {"FP", "GR"};
    for (int k = 0; k < 2; k++) {
        const double known = nearest_at(ctx, "shot twice", types[k], "A", 0.4873);
        assert_near(nearest_at(ctx, "twice", types[k], "A", 0.4873), known, 0.0, 1e-9);
    }
    assert_near(value_at(ctx, "twice", "FP", 0, "T"), 4.0 * pi / 0.8, 1e-12, 0.0);
}

/* The same orbit on another mesh, and by shooting once more. */
static void labels_of_segments_are_taken_up_on_other_meshes_and_by_shooting(void **state)
{
    rdg_context *ctx = *state;
    const rdg_shooting_options from = {.mode = "stick", .transient = 50.0};
    rdg_hybrid *h = belt_system(ctx, (double[]){1.0, 0.5, 0.2, 0.05});
    rdg_problem *p =
        rdg_collocation_problem(by_shooting(h, &from, &(rdg_collocation_options){.intervals = 20}));
    assert_ok(ctx, rdg_continue(p, "a", RDG_RELEASE("v"), RDG_WINDOW("v", 0.2, 0.3), RDG_IN_MEMORY));
    const rdg_index label = label_of(ctx, "a", "EP", 1);
    const double T = value_at(ctx, "a", "EP", 1, "T");
    const rdg_collocation_options finer = {.intervals = 31, .degree = 5};
    rdg_problem *q = rdg_collocation_problem(rdg_collocation_from_run(h, "a", label, &finer));
    solve_orbit(ctx, q, "b");
    assert_near(value_at(ctx, "b", "EP", 0, "T"), T, 1e-9, 0.0);
    const rdg_collocation_options as_many = {.error = {1e-9, 1e-7}};
    solve_orbit(ctx, rdg_collocation_problem(rdg_collocation_from_run(h, "b", 1, &as_many)), "c");
    assert_near(value_at(ctx, "c", "EP", 0, "T"), T, 1e-7, 0.0);
    rdg_shooting *s = rdg_collocation_to_shooting(h, "c", 1, NULL);
    assert_non_null(s);
    solve_orbit(ctx, rdg_shooting_problem(s), "shot");
    assert_near(value_at(ctx, "shot", "EP", 0, "T"), T, 1e-9, 0.0);
    assert_string_equal(rdg_shooting_sequence(s), "stick, break, slip, catch");
    /* forced */
    rdg_hybrid *wall = impact_system(ctx, 1.0);
    const rdg_shooting_options settled = {.transient = 300.0};
    q = rdg_collocation_problem(by_shooting(wall, &settled, &(rdg_collocation_options){.intervals = 30}));
    assert_ok(ctx, rdg_continue(q, "w", RDG_RELEASE("A"), RDG_WINDOW("A", 0.9, 1.1), RDG_IN_MEMORY));
    s = rdg_collocation_to_shooting(wall, "w", label_of(ctx, "w", "EP", 1), NULL);
    rdg_problem *shot = rdg_shooting_problem(s);
    assert_ok(ctx, rdg_solve(shot));
    double start[2];
    const double tau = 0.0;
    assert_ok(ctx,
              rdg_segment_motion_of(ctx, "w", label_of(ctx, "w", "EP", 1), "segment1", 1, &tau, start, NULL));
    const rdg_index x = rdg_variable_index(shot, "x", NULL);
    assert_near(rdg_start_values(shot)[x + 1], start[1], 0.0, 1e-9);
}

/* The response that does not reach the wall: one segment. */
static void an_orbit_that_meets_no_event_ends_where_it_touches(void **state)
{
    rdg_context *ctx = *state;
    const rdg_shooting_options from = {.transient = 300.0};
    rdg_hybrid *h = impact_system(ctx, 0.2);
    rdg_problem *p =
        rdg_collocation_problem(by_shooting(h, &from, &(rdg_collocation_options){.intervals = 30}));
    assert_non_null(p);
    assert_ok(ctx, rdg_check_derivatives(p, NULL, 1e-5));
    assert_ok(ctx, rdg_continue(p, "calm", RDG_RELEASE("A"), RDG_WINDOW("A", 0.1, 0.6), RDG_IN_MEMORY,
                                RDG_EXPECT_EARLY_END));
    assert_near(value_at(ctx, "calm", "GR", 0, "A"), 0.393954312071844, 0.0, 1e-8);
    rdg_problem *q =
        rdg_collocation_problem(rdg_collocation_from_run(h, "calm", label_of(ctx, "calm", "GR", 0), NULL));
    assert_ok(ctx, rdg_solve(q));
    /* not of this sequence */
    rdg_problem *wall = rdg_collocation_problem(
        by_shooting(impact_system(ctx, 0.7), &from, &(rdg_collocation_options){.intervals = 30}));
    rdg_continue(wall, "none", RDG_FROM("calm", 1), RDG_RELEASE("A"), RDG_IN_MEMORY);
    assert_failed(ctx, RDG_ERR_ARGUMENT, "another event signature of segments");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_bouncing_ball_folds_and_doubles_its_period),
        TEST(the_curve_of_its_doublings_follows_the_closed_form),
        TEST(impacts_double_their_period_as_the_closed_form_tells),
        TEST(doubled_impacts_are_those_of_shooting),
        TEST(labels_of_segments_are_taken_up_on_other_meshes_and_by_shooting),
        TEST(an_orbit_that_meets_no_event_ends_where_it_touches),
        TEST(two_masses_at_a_stop_have_the_special_points_of_the_closed_form),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
