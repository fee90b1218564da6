/* Orbits of hybrid systems by collocation, segment by segment, beside those by shooting and closed forms. */
#include "orbits.h"

#include "shooting/hybrid_systems.h"

static void a_mass_on_a_belt_sticks_and_slips_as_by_shooting(void **state)
{
    rdg_context *ctx = *state;
    rdg_hybrid *h = belt_system(ctx, (double[]){1.0, 0.5, 0.2, 0.0});
    rdg_shooting *s = rdg_shooting_create(h, &(rdg_shooting_options){.mode = "stick", .transient = 50.0});
    rdg_problem *p = rdg_shooting_problem(s);
    assert_ok(ctx, rdg_continue(p, "shot", RDG_RELEASE("v"), RDG_WINDOW("v", 0.2, 0.45), RDG_IN_MEMORY));
    rdg_run *r = rdg_run_open(ctx, "shot");
    const rdg_index last = rdg_run_count(r) - 1, label = rdg_run_label(r, last);
    const double v = rdg_run_column(r, "v")[last], T = rdg_run_column(r, "T")[last];
    rdg_run_free(r);
    rdg_collocation *c =
        rdg_collocation_from_shooting(s, p, "shot", label, &(rdg_collocation_options){.intervals = 20});
    rdg_problem *q = rdg_collocation_problem(c);
    assert_non_null(q);
    assert_ok(ctx, rdg_check_derivatives(q, NULL, 1e-5));
    solve_orbit(ctx, q, "collocated");
    assert_near(value_at(ctx, "collocated", "EP", 0, "v"), v, 1e-14, 0.0);
    assert_near(value_at(ctx, "collocated", "EP", 0, "T"), T, 1e-9, 0.0);
    assert_ok(ctx, rdg_continue(q, "back", RDG_RELEASE("v"), RDG_WINDOW("v", 0.2, 0.45), RDG_IN_MEMORY));
    assert_near(nearest_at(ctx, "back", "EP", "T", 8.9), 8.90260540781452301, 1e-9, 0.0);
}

/* Multipliers by collocation, largest first, beside those by shooting. */
static void compare_multipliers(rdg_context *ctx, rdg_collocation *c, rdg_problem *q, rdg_shooting *s,
                                rdg_problem *p, rdg_index n)
{
    double log[2][4], angle[2][4], u[100];
    assert_true(rdg_variable_count(p) <= 100);
    solution_at(ctx, p, "shot", "EP", 0, u);
    assert_ok(ctx, rdg_shooting_multipliers(s, u, n, log[0], angle[0]));
    assert_ok(ctx, rdg_solve(q));
    assert_ok(ctx, rdg_collocation_multipliers(c, rdg_start_values(q), n, log[1], angle[1]));
    for (rdg_index i = 0; i < n; i++) {
        if (isinf(log[0][i])) {
            assert_true(isinf(log[1][i]));
            continue;
        }
        assert_near(log[1][i], log[0][i], 0.0, 1e-8);
        assert_near(fabs(angle[1][i]), fabs(angle[0][i]), 0.0, 1e-8);
    }
}

static void impacts_have_the_velocity_and_multipliers_of_the_closed_form(void **state)
{
    rdg_context *ctx = *state;
    rdg_hybrid *h = impact_system(ctx, 1.0);
    rdg_shooting *s = rdg_shooting_create(h, &(rdg_shooting_options){.transient = 300.0});
    rdg_problem *p = rdg_shooting_problem(s);
    solve_orbit(ctx, p, "shot");
    rdg_collocation *c =
        rdg_collocation_from_shooting(s, p, "shot", 1, &(rdg_collocation_options){.intervals = 30});
    rdg_problem *q = rdg_collocation_problem(c);
    assert_non_null(q);
    assert_ok(ctx, rdg_check_derivatives(q, NULL, 1e-5));
    solve_orbit(ctx, q, "impact");
    const double start = 0.0;
    double x[2], T, re[2], im[2], log[2], angle[2];
    assert_ok(ctx, rdg_segment_motion_of(ctx, "impact", 1, "segment1", 1, &start, x, &T));
    assert_near(x[0], 1.0, 0.0, 1e-12);
    assert_near(x[1], -1.03328858066486, 1e-9, 0.0);
    assert_near(T, RDG_HZ(1.0) / 0.8, 1e-12, 0.0);
    compare_multipliers(ctx, c, q, s, p, 2);
    assert_ok(ctx, rdg_collocation_multipliers(c, rdg_start_values(q), 2, log, angle));
    for (int i = 0; i < 2; i++) {
        re[i] = exp(log[i]) * cos(angle[i]);
        im[i] = exp(log[i]) * sin(angle[i]);
        assert_near(re[i], -0.01478004601861, 0.0, 1e-8);
        assert_near(fabs(im[i]), 0.27316331694787, 0.0, 1e-8);
    }
}

static void branches_of_impacts_end_where_they_graze(void **state)
{
    rdg_context *ctx = *state;
    rdg_hybrid *h = impact_system(ctx, 1.0);
    rdg_shooting *s = rdg_shooting_create(h, &(rdg_shooting_options){.transient = 300.0});
    rdg_problem *p = rdg_shooting_problem(s);
    rdg_problem *q = rdg_collocation_problem(
        rdg_collocation_from_shooting(s, p, NULL, 0, &(rdg_collocation_options){.intervals = 40}));
    assert_ok(ctx, rdg_continue(q, "A", RDG_RELEASE("A"), RDG_WINDOW("A", 0.2, 3.0), RDG_IN_MEMORY));
    /* the impact itself, without a velocity; and the other maximum of the motion */
    assert_near(nearest_at(ctx, "A", "GR", "A", 0.394), 0.393954312071844, 1e-8, 0.0);
    assert_near(nearest_at(ctx, "A", "GR", "A", 2.0), 1.98975358365290, 1e-7, 0.0);
}

static void two_half_planes_have_the_multiplier_of_the_closed_form(void **state)
{
    rdg_context *ctx = *state;
    rdg_hybrid *h = plane_system(ctx, (double[]){1.0, 2.0, 1.5});
    const rdg_shooting_options o = {.mode = "right", .x = (double[]){0.5, 0.0}, .transient = 50.0};
    rdg_shooting *s = rdg_shooting_create(h, &o);
    rdg_problem *p = rdg_shooting_problem(s);
    solve_orbit(ctx, p, "shot");
    rdg_collocation *c =
        rdg_collocation_from_shooting(s, p, "shot", 1, &(rdg_collocation_options){.intervals = 30});
    rdg_problem *q = rdg_collocation_problem(c);
    compare_multipliers(ctx, c, q, s, p, 1);
    solve_orbit(ctx, q, "planes");
    assert_near(value_at(ctx, "planes", "EP", 0, "T"), 4.81027160599416, 1e-9, 0.0);
    double log, angle;
    assert_ok(ctx, rdg_collocation_multipliers(c, rdg_start_values(q), 1, &log, &angle));
    assert_near(exp(log), 0.00243051142018620, 1e-8, 0.0);
}

static void a_multiplier_that_sticking_forgets_is_exactly_zero(void **state)
{
    rdg_context *ctx = *state;
    rdg_hybrid *h = belt_system(ctx, (double[]){1.0, 0.5, 0.2, 0.05});
    rdg_shooting *s = rdg_shooting_create(h, &(rdg_shooting_options){.mode = "slip", .transient = 50.0});
    rdg_problem *p = rdg_shooting_problem(s);
    rdg_collocation *c =
        rdg_collocation_from_shooting(s, p, NULL, 0, &(rdg_collocation_options){.intervals = 20});
    rdg_problem *q = rdg_collocation_problem(c);
    assert_ok(ctx, rdg_solve(q));
    double log[2] = {0.0, 0.0}, angle[2];
    rdg_index n = 0;
    while (rdg_collocation_multipliers(c, rdg_start_values(q), n, log, angle) != RDG_OK) {
        assert_failed(ctx, RDG_ERR_ARGUMENT, "there is space for");
        assert_true(++n < 3);
    }
    for (rdg_index i = 0; i < n; i++) {
        assert_true(isinf(log[i]) && log[i] < 0.0);
    }
    double T = 0.0;
    assert_ok(ctx, rdg_parameter_value(q, "T", rdg_start_values(q), &T));
    assert_near(T, 8.38379742099103121, 1e-9, 0.0);
}

/* Of the system of impacts, at random numbers: wherever a motion settles to an orbit both agree, and where
 * it does not, shooting says so. */
static void random_impacts_agree_with_shooting(void **state)
{
    enum { ROUNDS = 30 };
    (void)state;
    uint64_t seed = 5;
    int compared = 0;
    for (int round = 0; round < ROUNDS; round++) {
        rdg_context *ctx = rdg_context_create();
        const double p[4] = {0.15 + 0.1 * random_signed(&seed), 1.0 + 0.5 * random_signed(&seed),
                             0.5 + 0.3 * random_signed(&seed), 1.2 + 0.6 * random_signed(&seed)};
        rdg_hybrid *h =
            rdg_hybrid_create(ctx, "impact oscillator", RDG_PARAMETERS("c", "A", "e", "omega"), p);
        add_impacts(h);
        rdg_shooting *s = rdg_shooting_create(h, &(rdg_shooting_options){.transient = 300.0});
        rdg_problem *shot = rdg_shooting_problem(s);
        rdg_collocation *c =
            shot && rdg_solve(shot) == RDG_OK
                ? rdg_collocation_from_shooting(s, shot, NULL, 0, &(rdg_collocation_options){.intervals = 40})
                : NULL;
        rdg_problem *q = rdg_collocation_problem(c);
        if (q) {
            assert_ok(ctx, rdg_solve(q));
            const rdg_segment_places at = rdg_segment_places_of(rdg_collocation_segment(c));
            for (int a = 0; a < 2; a++) {
                assert_near(rdg_start_values(q)[at.x + a], rdg_start_values(shot)[a], 0.0, 1e-9);
            }
            compared++;
        }
        rdg_context_free(ctx);
    }
    assert_true(compared > 10);
}

static void what_segments_cannot_have_is_refused(void **state)
{
    rdg_context *ctx = *state;
    rdg_hybrid *h = impact_system(ctx, 1.0);
    assert_null(rdg_collocation_create(h, &(rdg_collocation_options){.intervals = 10}));
    assert_failed(ctx, RDG_ERR_ARGUMENT, "found by shooting first");
    rdg_shooting *s = rdg_shooting_create(h, &(rdg_shooting_options){.transient = 300.0});
    rdg_problem *q =
        rdg_collocation_problem(rdg_collocation_from_shooting(s, rdg_shooting_problem(s), NULL, 0, NULL));
    assert_ok(ctx, rdg_continue(q, "segments", RDG_IN_MEMORY));
    const rdg_collocation_options on_a_mesh = {.intervals = 2, .mesh = (double[]){0.0, 0.7, 1.0}};
    assert_null(rdg_collocation_from_shooting(s, rdg_shooting_problem(s), NULL, 0, &on_a_mesh));
    assert_failed(ctx, RDG_ERR_ARGUMENT, "leave .mesh out");
    double x[2] = {0.0};
    rdg_segment_motion_of(ctx, "segments", 1, "segment9", 1, x, x, NULL);
    assert_failed(ctx, RDG_ERR_NAME, "\"segment9.x\" is no block of variables in run \"segments\"");
    rdg_hybrid *other = belt_system(ctx, (double[]){1.0, 0.5, 0.2, 0.05});
    assert_null(rdg_collocation_from_run(other, "segments", 1, NULL));
    assert_failed(ctx, RDG_ERR_NAME, "\"belt\" has no phase \"free\" with the event surface \"impact\"");
    assert_null(rdg_collocation_double(other, "segments", 1, 0));
    assert_failed(ctx, RDG_ERR_NAME, "segment 1 of label 1 of run \"segments\"");
    assert_null(rdg_collocation_to_shooting(other, "segments", 1, NULL));
    assert_failed(ctx, RDG_ERR_NAME, "segment 1 of label 1 of run \"segments\"");
    assert_null(rdg_collocation_from_run(h, "segments", 7, NULL));
    assert_failed(ctx, RDG_ERR_NAME, "7");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_mass_on_a_belt_sticks_and_slips_as_by_shooting),
        TEST(impacts_have_the_velocity_and_multipliers_of_the_closed_form),
        TEST(branches_of_impacts_end_where_they_graze),
        TEST(two_half_planes_have_the_multiplier_of_the_closed_form),
        TEST(a_multiplier_that_sticking_forgets_is_exactly_zero),
        TEST(random_impacts_agree_with_shooting),
        TEST(what_segments_cannot_have_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
