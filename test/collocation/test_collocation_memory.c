/* Every allocation of segments and of orbits, of their problems and runs, fails in turn: a message and no
 * leak. */
#define _XOPEN_SOURCE 700

#include "failing_memory.h"

#include "segments.h"
#include "shooting/hybrid_systems.h"
#include "shooting/smooth_systems.h"

#include <ridgewalk/collocated_orbit.h>
#include <ridgewalk/ep.h>

static int area(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n, (void)m, (void)data;
    y[0] = u[0];
    return 0;
}

static void boundary_values(rdg_context *ctx)
{
    rdg_problem *p = rdg_problem_create(ctx);
    rdg_hybrid *h = bratu_system(ctx, 1.0);
    const double x[8] = {0.0, 1.0, 0.2, 0.0, 0.0, -1.0};
    rdg_segment *s = rdg_segment_add(
        p, "a", h, &(rdg_segment_options){.duration = 1.0, .intervals = 3, .degree = 2, .count = 3, .x = x});
    rdg_segment_add_boundary(
        s, &(rdg_function){.name = "ends", .n = 6, .m = 2, .f = clamped, .df = clamped_df, .d2f = no_d2f});
    rdg_segment_add_integral_monitor(
        s, RDG_INTEGRAL, &(rdg_function){.name = "area", .n = 3, .m = 1, .f = area, .by_differences = true},
        NULL, RDG_ACTIVE);
    rdg_continue(p, "b", RDG_IN_MEMORY);
    const double tau = 0.5;
    double y[2];
    rdg_segment_motion_of(ctx, "b", 1, "a", 1, &tau, y, NULL);
}

static int normal_form(rdg_index n, const double *s, rdg_index m, double *y, void *data)
{
    (void)n, (void)m, (void)data;
    const double r2 = s[0] * s[0] + s[1] * s[1];
    y[0] = s[2] * s[0] - s[1] - r2 * s[0];
    y[1] = s[0] + s[2] * s[1] - r2 * s[1];
    return 0;
}

static void orbits(rdg_context *ctx)
{
    double samples[16], u[64] = {1.0}, log_of, angle;
    for (int k = 0; k < 8; k++) {
        samples[2 * k] = cos(RDG_HZ(1.0) * k / 8.0);
        samples[2 * k + 1] = sin(RDG_HZ(1.0) * k / 8.0);
    }
    const double mu = 1.0;
    rdg_hybrid *h = rdg_hybrid_smooth(ctx, "normal form", 2, &(rdg_hybrid_function){.f = normal_form},
                                      RDG_PARAMETERS("mu"), &mu, NULL);
    rdg_collocation *c = rdg_collocation_create(
        h, &(rdg_collocation_options){.intervals = 4, .degree = 3, .period = 6.28, .count = 8, .x = samples});
    rdg_problem *p = rdg_collocation_problem(c);
    rdg_continue(p, "a", RDG_IN_MEMORY);
    rdg_hybrid *swing = duffing_system(ctx, 0.0, 0.0, 1.0, 2.0); /* both multipliers are -1 */
    rdg_continue(rdg_collocation_problem(
                     rdg_collocation_create(swing, &(rdg_collocation_options){.intervals = 4, .degree = 3})),
                 "swing", RDG_IN_MEMORY);
    rdg_collocation *d = rdg_collocation_double(swing, "swing", 1, 0);
    rdg_solve(rdg_collocation_problem(d));
    rdg_solve(rdg_collocation_problem(rdg_collocation_from_run(h, "a", 1, NULL)));
    if (rdg_error_status(ctx) == RDG_OK) {
        memcpy(u, rdg_start_values(p), (size_t)rdg_variable_count(p) * sizeof *u);
    }
    rdg_collocation_multipliers(c, u, 1, &log_of, &angle);
}

static void orbits_at_a_hopf_point(rdg_context *ctx)
{
    const double mu = 0.0;
    rdg_hybrid *h = rdg_hybrid_smooth(ctx, "normal form", 2, &(rdg_hybrid_function){.f = normal_form},
                                      RDG_PARAMETERS("mu"), &mu, NULL);
    rdg_continue(rdg_ep_problem(ctx, &(rdg_ep){.n = 2,
                                               .n_parameters = 1,
                                               .f = normal_form,
                                               .parameters = (const char *const[]){"mu"},
                                               .p = (double[]){0.0}}),
                 "eq", RDG_IN_MEMORY);
    rdg_collocation_from_hopf(h, "eq", 1, "mu", 0.1, &(rdg_collocation_options){.intervals = 4, .degree = 3});
}

static void segments(rdg_context *ctx)
{
    rdg_hybrid *h = belt_system(ctx, (double[]){1.0, 0.5, 0.2, 0.0});
    const rdg_shooting_options from = {.mode = "stick", .x = (double[]){0.1}, .period = 8.9};
    rdg_shooting *s = rdg_shooting_create(h, &from);
    rdg_problem *p = rdg_shooting_problem(s);
    rdg_continue(p, "a", RDG_IN_MEMORY);
    rdg_collocation *c =
        rdg_collocation_from_shooting(s, p, "a", 1, &(rdg_collocation_options){.intervals = 4, .degree = 3});
    rdg_problem *q = rdg_collocation_problem(c);
    rdg_continue(q, "b", RDG_IN_MEMORY);
    rdg_collocation_to_shooting(h, "b", 1, NULL);
    double u[64] = {1.0}, log_of[2], angle[2];
    if (rdg_error_status(ctx) == RDG_OK) {
        memcpy(u, rdg_start_values(q), (size_t)rdg_variable_count(q) * sizeof *u);
    }
    rdg_collocation_multipliers(c, u, 1, log_of, angle);
}

/* Where impacts double their period. */
static void doubled_segments(rdg_context *ctx)
{
    rdg_hybrid *h = impact_system(ctx, 0.496038905737005);
    const double x[] = {0.908021375539595, 0.476226698259186};
    rdg_shooting *s = rdg_shooting_create(h, &(rdg_shooting_options){.x = x});
    const rdg_collocation_options o = {.intervals = 8, .degree = 5};
    rdg_continue(
        rdg_collocation_problem(rdg_collocation_from_shooting(s, rdg_shooting_problem(s), NULL, 0, &o)), "b",
        RDG_IN_MEMORY);
    rdg_collocation_problem(rdg_collocation_double(h, "b", 1, 0));
}

static void segments_behind_a_graze(rdg_context *ctx)
{
    rdg_hybrid *h = impact_system(ctx, 0.393954312071844);
    const double late = atan2(0.2 * 0.8, 1.0 - 0.8 * 0.8); /* x = cos(phi - late) */
    const double x[2] = {cos(late), 0.8 * sin(late)};
    rdg_shooting *s = rdg_shooting_create(h, &(rdg_shooting_options){.x = x});
    rdg_problem *p = rdg_collocation_problem(rdg_collocation_from_shooting(
        s, rdg_shooting_problem(s), NULL, 0, &(rdg_collocation_options){.intervals = 5, .degree = 7}));
    rdg_continue(p, "a", RDG_RELEASE("A"), RDG_MAX_POINTS(1), RDG_IN_MEMORY);
    rdg_collocation_problem(rdg_collocation_beyond(h, "a", 1, NULL));
}

static void every_allocation_behind_a_graze_may_fail(void **state)
{
    (void)state;
    exhaust_memory(segments_behind_a_graze);
}

static void every_allocation_of_boundary_values_may_fail(void **state)
{
    (void)state;
    exhaust_memory(boundary_values);
}

static void every_allocation_of_orbits_may_fail(void **state)
{
    (void)state;
    exhaust_memory(orbits);
}

static void every_allocation_at_a_hopf_point_may_fail(void **state)
{
    (void)state;
    exhaust_memory(orbits_at_a_hopf_point);
}

static void every_allocation_of_segments_may_fail(void **state)
{
    (void)state;
    exhaust_memory(segments);
}

static void every_allocation_of_doubled_segments_may_fail(void **state)
{
    (void)state;
    exhaust_memory(doubled_segments);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_allocation_of_boundary_values_may_fail),
        cmocka_unit_test(every_allocation_of_orbits_may_fail),
        cmocka_unit_test(every_allocation_at_a_hopf_point_may_fail),
        cmocka_unit_test(every_allocation_of_segments_may_fail),
        cmocka_unit_test(every_allocation_of_doubled_segments_may_fail),
        cmocka_unit_test(every_allocation_behind_a_graze_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
