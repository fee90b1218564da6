/* Curves of special points in two parameters, and symmetric orbits, against closed forms. */
#include "bouncing_ball.h"
#include "hybrid_systems.h"
#include "orbit_run.h"

static const double pi = 3.14159265358979323846;

static double fold_of(double e)
{
    return pi * (1.0 - e) / (1.0 + e);
}

static double doubling_of(double e)
{
    return sqrt(pow(fold_of(e), 2.0) + pow(2.0 * (1.0 + e * e) / pow(1.0 + e, 2.0), 2.0));
}

/* A bounce in each period: it leaves the table with pi at the phase whose cosine is pi (1 - e) / (a (1 + e)).
 */
static rdg_problem *bouncing(rdg_context *ctx, double a, double e)
{
    const double phase = acos(fold_of(e) / a);
    /* start in the middle of the flight, at phase phi + pi: the program starts at phase 0 */
    const double t = 2.0 * pi - phase;
    const double x0 = a * sin(phase);
    const double x[2] = {x0 + pi * t - 0.5 * t * t, pi - t};
    return rdg_shooting_problem(rdg_shooting_create(ball_system(ctx, a, e), &(rdg_shooting_options){.x = x}));
}

static void a_bouncing_ball_folds_and_doubles_its_period(void **state)
{
    rdg_context *ctx = *state;
    rdg_problem *p = bouncing(ctx, 1.3, 0.5);
    assert_non_null(p);
    assert_ok(ctx, rdg_continue(p, "a", RDG_RELEASE("a"), RDG_WINDOW("a", 0.9, 2.0), RDG_IN_MEMORY));
    assert_near(nearest_at(ctx, "a", "FP", "a", fold_of(0.5)), 1.04719755119659775, 1e-10, 0.0);
    assert_near(nearest_at(ctx, "a", "PD", "a", doubling_of(0.5)), 1.52682370051906086, 1e-10, 0.0);
}

static void curves_of_period_doublings_follow_their_closed_form(void **state)
{
    rdg_context *ctx = *state;
    rdg_problem *p = bouncing(ctx, doubling_of(0.5), 0.5);
    assert_non_null(p);
    const double at[] = {0.3, 0.6, 0.8};
    assert_ok(ctx, rdg_continue(p, "pd", RDG_HOLD_AT("pd", 0), RDG_RELEASE("e"), RDG_RELEASE("a"),
                                RDG_WINDOW("e", 0.25, 0.85), RDG_UZ_LIST("e", 3, at), RDG_IN_MEMORY));
    for (int k = 0; k < 3; k++) {
        rdg_run *r = rdg_run_open(ctx, "pd");
        double a = NAN;
        for (rdg_index i = 0; rdg_run_find(r, "UZ", i) >= 0; i++) {
            const rdg_index row = rdg_run_find(r, "UZ", i);
            a = fabs(rdg_run_column(r, "e")[row] - at[k]) < 1e-6 ? rdg_run_column(r, "a")[row] : a;
        }
        assert_near(a, doubling_of(at[k]), 1e-9, 0.0);
    }
}

/* The orbit that hardly touches the wall is the linear response of amplitude 1. */
static void curves_of_grazes_follow_the_linear_response(void **state)
{
    rdg_context *ctx = *state;
    const rdg_shooting_options o = {.transient = 300.0};
    rdg_problem *p = rdg_shooting_problem(rdg_shooting_create(impact_system(ctx, 0.55), &o));
    assert_non_null(p);
    assert_ok(ctx, rdg_continue(p, "down", RDG_RELEASE("A"), RDG_WINDOW("A", 0.1, 0.56), RDG_IN_MEMORY,
                                RDG_DIRECTION(-1)));
    rdg_run *r = rdg_run_open(ctx, "down");
    const rdg_index label = rdg_run_label(r, rdg_run_find(r, "GR", 0));
    assert_ok(ctx, rdg_continue(p, "graze", RDG_FROM("down", label), RDG_HOLD_AT("passing", 0),
                                RDG_RELEASE("omega"), RDG_RELEASE("A"), RDG_WINDOW("omega", 0.7, 0.9),
                                RDG_IN_MEMORY));
    r = rdg_run_open(ctx, "graze");
    for (rdg_index k = 0; k < rdg_run_count(r); k++) {
        const double omega = rdg_run_column(r, "omega")[k];
        assert_near(rdg_run_column(r, "A")[k], hypot(1.0 - omega * omega, 0.2 * omega), 1e-10, 0.0);
    }
    assert_true(rdg_run_count(r) > 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(a_bouncing_ball_folds_and_doubles_its_period),
                                       TEST(curves_of_period_doublings_follow_their_closed_form),
                                       TEST(curves_of_grazes_follow_the_linear_response)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
