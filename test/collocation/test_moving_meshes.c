/* Meshes that move along with runs. */
#include "orbits.h"

#include <ridgewalk/toolbox.h>

/* r' = r (1 - (r - 2)^2 - mu^2), theta' = 1 + 0.9 cos theta: the orbits r = 2 +- sqrt(1 - mu^2) are a closed
 * curve */
static int ring(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n, (void)m, (void)data;
    const double r = hypot(u[0], u[1]);
    const double g = 1.0 - (r - 2.0) * (r - 2.0) - u[2] * u[2];
    const double w = 1.0 + 0.9 * u[0] / r;
    y[0] = g * u[0] - w * u[1];
    y[1] = g * u[1] + w * u[0];
    return 0;
}

static rdg_problem *ring_orbits(rdg_context *ctx, double mu, int adapt)
{
    double x[80];
    const rdg_hybrid_function field = {.f = ring};
    rdg_hybrid *h = rdg_hybrid_smooth(ctx, "ring", 2, &field, RDG_PARAMETERS("mu"), &mu, NULL);
    for (int k = 0; k < 40; k++) { /* tan(theta / 2) is known */
        const double w = sqrt(1.0 - 0.81);
        const double theta = 2.0 * atan(sqrt(1.9 / 0.1) * tan(0.5 * w * (k - 20.0) / 40.0 * RDG_HZ(1.0) / w));
        x[2 * k] = (2.0 + sqrt(1.0 - mu * mu)) * cos(theta);
        x[2 * k + 1] = (2.0 + sqrt(1.0 - mu * mu)) * sin(theta);
    }
    return rdg_collocation_problem(rdg_collocation_create(
        h,
        &(rdg_collocation_options){
            .intervals = 30, .adapt = adapt, .period = RDG_HZ(1.0) / sqrt(1.0 - 0.81), .count = 40, .x = x}));
}

static void a_closed_curve_is_seen_to_close(void **state)
{
    rdg_context *ctx = *state;
    rdg_run_summary sum;
    rdg_problem *p = ring_orbits(ctx, 0.3, 2);
    assert_ok(ctx, rdg_continue(p, "ring", RDG_RELEASE("mu"), RDG_SUMMARY(&sum), RDG_IN_MEMORY));
    assert_int_equal(sum.forwards, RDG_STOP_CLOSED);
    assert_int_equal(sum.folds, 2);
    assert_near(value_at(ctx, "ring", "FP", 0, "mu"), 1.0, 1e-8, 0.0);
    assert_near(value_at(ctx, "ring", "FP", 1, "mu"), -1.0, 1e-8, 0.0);
    rdg_run *run = rdg_run_open(ctx, "ring");
    assert_near(rdg_run_column(run, "mu")[rdg_run_count(run) - 1], 0.3, 1e-12, 0.0);
    rdg_run_free(run);
    /* the next run begins with the start's mesh */
    assert_ok(ctx, rdg_continue(p, "again", RDG_RELEASE("mu"), RDG_SUMMARY(&sum), RDG_IN_MEMORY));
    assert_int_equal(sum.forwards, RDG_STOP_CLOSED);
}

static void both_ways_begin_at_the_start(void **state)
{
    rdg_context *ctx = *state;
    rdg_run_summary sum;
    rdg_problem *p = ring_orbits(ctx, 0.3, 1);
    assert_ok(ctx, rdg_continue(p, "branch", RDG_RELEASE("mu"), RDG_WINDOW("mu", -0.9, 0.9),
                                RDG_SUMMARY(&sum), RDG_IN_MEMORY));
    assert_true(sum.covered);
    assert_int_equal(sum.warnings, 0);
    assert_near(nearest_at(ctx, "branch", "EP", "mu", -1.0), -0.9, 1e-12, 0.0);
    assert_near(nearest_at(ctx, "branch", "EP", "mu", 1.0), 0.9, 1e-12, 0.0);
}

/* Observer that fails once at a point. */
typedef struct cut {
    rdg_context *ctx;
    rdg_index at;
} cut;

static bool cut_off(rdg_problem *p, const rdg_chart *chart, void *data)
{
    cut *c = data;
    (void)p;
    if (chart->point == c->at) {
        c->at = -1000;
        rdg_fail(c->ctx, RDG_ERR_CALLBACK, "test", "cut off");
    }
    return false;
}

static void a_run_that_was_cut_off_goes_on_as_it_would_have(void **state)
{
    rdg_context *ctx = *state;
    rdg_problem *p = ring_orbits(ctx, 0.3, 2);
    assert_ok(ctx, rdg_continue(p, "whole", RDG_RELEASE("mu"), RDG_LABEL_EVERY(5), RDG_IN_MEMORY));
    cut c = {ctx, 13};
    rdg_problem *q = ring_orbits(ctx, 0.3, 2);
    (void)rdg_continue(q, "cut", RDG_RELEASE("mu"), RDG_LABEL_EVERY(5), RDG_OBSERVE(cut_off, &c),
                       RDG_IN_MEMORY);
    rdg_error_clear(ctx);
    assert_ok(ctx, rdg_resume(q, "cut", RDG_RELEASE("mu"), RDG_LABEL_EVERY(5), RDG_OBSERVE(cut_off, &c),
                              RDG_IN_MEMORY));
    rdg_run *a = rdg_run_open(ctx, "whole"), *b = rdg_run_open(ctx, "cut");
    assert_int_equal(rdg_run_count(a), rdg_run_count(b));
    for (rdg_index row = 0; row < rdg_run_count(a); row++) {
        assert_near(rdg_run_column(b, "mu")[row], rdg_run_column(a, "mu")[row], 1e-12, 1e-12);
        assert_near(rdg_run_column(b, "T")[row], rdg_run_column(a, "T")[row], 1e-12, 0.0);
    }
}

static void a_moving_mesh_keeps_the_error_small_where_a_fixed_one_does_not(void **state)
{
    rdg_context *ctx = *state;
    double error[2];
    for (int k = 0; k < 2; k++) {
        double x[80];
        for (int j = 0; j < 40; j++) {
            x[2 * j] = 2.0 * cos(RDG_HZ(1.0) * j / 40.0);
            x[2 * j + 1] = -2.0 * sin(RDG_HZ(1.0) * j / 40.0);
        }
        rdg_problem *p = rdg_collocation_problem(rdg_collocation_create(
            van_der_pol_system(ctx, 0.1),
            &(rdg_collocation_options){
                .intervals = 60, .adapt = k ? 1 : -1, .period = 6.28, .count = 40, .x = x}));
        assert_ok(ctx, rdg_continue(p, "mu", RDG_RELEASE("mu"), RDG_WINDOW("mu", 0.1, 5.0), RDG_IN_MEMORY));
        assert_near(nearest_at(ctx, "mu", "EP", "mu", 5.0), 5.0, 1e-12, 0.0);
        error[k] = fabs(nearest_at(ctx, "mu", "EP", "T", 11.6) - 11.61223066771957);
    }
    assert_true(error[1] < 1e-8);
    assert_true(error[0] > 100.0 * error[1]);
}

static void labels_go_to_as_many_intervals_as_an_error_needs(void **state)
{
    rdg_context *ctx = *state;
    rdg_problem *p = ring_orbits(ctx, 0.3, 1);
    assert_ok(ctx, rdg_continue(p, "branch", RDG_RELEASE("mu"), RDG_WINDOW("mu", 0.2, 0.4), RDG_IN_MEMORY));
    const double mu = 0.4;
    const rdg_hybrid_function field = {.f = ring};
    rdg_hybrid *h = rdg_hybrid_smooth(ctx, "ring", 2, &field, RDG_PARAMETERS("mu"), &mu, NULL);
    rdg_run *run = rdg_run_open(ctx, "branch");
    const rdg_index label = rdg_run_label(run, rdg_run_count(run) - 1);
    rdg_collocation *c =
        rdg_collocation_from_run(h, "branch", label, &(rdg_collocation_options){.error = {1e-10, 1e-9}});
    rdg_problem *q = rdg_collocation_problem(c);
    solve_orbit(ctx, q, "fine");
    assert_true(value_at(ctx, "branch", "EP", 0, "error") > 1e-8);
    assert_true(value_at(ctx, "fine", "EP", 0, "error") < 1.5e-9);
    assert_true(rdg_segment_places_of(rdg_collocation_segment(c)).intervals > 30);
    /* a run of that problem takes the same label, and puts it on as many */
    assert_ok(ctx, rdg_continue(q, "as fine", RDG_FROM("branch", label), RDG_IN_MEMORY));
    assert_true(value_at(ctx, "as fine", "EP", 0, "error") < 1.5e-9);
    assert_near(value_at(ctx, "as fine", "EP", 0, "T"), value_at(ctx, "fine", "EP", 0, "T"), 1e-10, 0.0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_closed_curve_is_seen_to_close),
        TEST(both_ways_begin_at_the_start),
        TEST(a_run_that_was_cut_off_goes_on_as_it_would_have),
        TEST(a_moving_mesh_keeps_the_error_small_where_a_fixed_one_does_not),
        TEST(labels_go_to_as_many_intervals_as_an_error_needs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
