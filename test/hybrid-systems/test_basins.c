/* Basins of systems whose attractors are known. */
#include "sections.h"

#include <ridgewalk/basins.h>
#include <ridgewalk/simulate.h>

static const double pi = 3.14159265358979323846;

/* Two orbits at omega = 1.2: the larger one has |x| up to 2.53, the smaller one .229 */
static void a_bistable_oscillator_as_simulated(void **state)
{
    rdg_context *ctx = *state;
    rdg_hybrid *h = duffing_system(ctx, 0.02, 0.1, 0.1, 1.2);
    rdg_basins_map map;
    assert_ok(ctx, rdg_basins(h, &(rdg_basins_options){.axis = {{0, -3, 3, 9}, {1, -3, 3, 7}}, .threads = 2},
                              &map));
    assert_int_equal(map.starts, 63);
    assert_int_equal(map.attractors, 2);
    assert_int_equal(map.lost + map.escaped, 0);
    int larger = 0;
    for (rdg_index i = 0; i < map.starts; i++) {
        const rdg_index column = i % 9, row = i / 9;
        const double x[2] = {-3.0 + 0.75 * (double)column, -3.0 + (double)row};
        rdg_trajectory to;
        assert_ok(ctx,
                  rdg_simulate(h,
                               &(rdg_simulate_options){
                                   .x = x, .duration = 150.0 * 2.0 * pi / 1.2, .flow = {.relative = 1e-9}},
                               &to));
        double most = 0.0;
        for (rdg_index k = to.rows - 20; k < to.rows; k++) {
            most = fmax(most, fabs(to.x[2 * k]));
        }
        rdg_trajectory_release(&to);
        const rdg_attractor *a = &map.attractor[map.number[i] - 1];
        assert_int_equal(a->period, 1);
        assert_near(a->T, 2.0 * pi / 1.2, 1e-10, 0.0);
        assert_int_equal(most > 1.3, a->extent[0] > 2.0);
        larger += most > 1.3;
    }
    assert_in_range(larger, 1, 62);
    assert_int_equal(map.attractor[0].starts + map.attractor[1].starts, 63);
    /* (1.98238714067042, 1.90873524944281) and its multipliers */
    const rdg_attractor *upper = &map.attractor[map.attractor[0].extent[0] > 2.0 ? 0 : 1];
    assert_near(upper->x[0], 1.98238714067042, 1e-5, 0.0);
    assert_near(upper->x[1], 1.90873524944281, 1e-5, 0.0);
    rdg_basins_release(&map);
}

/* x'' + .4 x' - x + x^3 = 0: rests at x = 1 and x = -1 */
RDG_TEST_FUNCTION(two_wells)
{
    RDG_TEST_UNUSED;
    y[0] = u[1];
    y[1] = -0.4 * u[1] + u[0] - u[0] * u[0] * u[0];
    return 0;
}

static void wells_are_places_of_rest(void **state)
{
    rdg_context *ctx = *state;
    rdg_hybrid *h = with_section(ctx, "wells", 2, (rdg_hybrid_function){.f = two_wells}, "none", 0.0,
                                 (rdg_hybrid_function){.f = second_state});
    rdg_basins_map map;
    assert_ok(ctx,
              rdg_basins(h,
                         &(rdg_basins_options){.axis = {{0, -1.7, 1.6, 12}, {1, -1, 1.1, 8}}, .longest = 100},
                         &map));
    assert_int_equal(map.attractors, 2);
    assert_int_equal(map.lost, 0);
    for (rdg_index i = 0; i < map.starts; i++) {
        const rdg_index column = i % 12, row = i / 12;
        const double x[2] = {-1.7 + 0.3 * (double)column, -1.0 + 0.3 * (double)row};
        rdg_trajectory to;
        assert_ok(ctx, rdg_simulate(h, &(rdg_simulate_options){.x = x, .duration = 100}, &to));
        const double end = to.x[2 * (to.rows - 1)];
        rdg_trajectory_release(&to);
        assert_near(map.attractor[map.number[i] - 1].x[0], end, 1e-4, 0.0);
    }
    rdg_basins_release(&map);
}

/* x'' + .2 x' + x - x^3 = 0 escapes from beyond the saddles at -1 and 1 */
RDG_TEST_FUNCTION(one_well)
{
    RDG_TEST_UNUSED;
    y[0] = u[1];
    y[1] = -0.2 * u[1] - u[0] + u[0] * u[0] * u[0];
    return 0;
}

static void what_escapes_has_the_number_0(void **state)
{
    rdg_context *ctx = *state;
    rdg_hybrid *h = with_section(ctx, "well", 2, (rdg_hybrid_function){.f = one_well}, "none", 0.0,
                                 (rdg_hybrid_function){.f = second_state});
    rdg_basins_map map;
    assert_ok(ctx, rdg_basins(h, &(rdg_basins_options){.axis = {{0, -2, 2, 20}}, .longest = 300}, &map));
    assert_int_equal(map.attractors, 1);
    assert_int_equal(map.lost, 0);
    for (rdg_index i = 0; i < map.starts; i++) {
        assert_int_equal(map.number[i], fabs(-2.0 + 4.0 * (double)i / 19.0) < 1.0);
    }
    assert_true(map.escaped > 0);
    rdg_basins_release(&map);
}

static void one_chaotic_attractor_is_one(void **state)
{
    rdg_context *ctx = *state;
    rdg_basins_map map;
    assert_ok(ctx, rdg_basins(roessler_with_section(ctx, 5.7),
                              &(rdg_basins_options){.axis = {{0, -4, 4, 5}, {1, -4, 4, 5}}}, &map));
    assert_int_equal(map.attractors, 1);
    assert_int_equal(map.attractor[0].fate, RDG_SWEEP_NONE);
    assert_int_equal(map.attractor[0].starts, 25);
    rdg_basins_release(&map);
}

RDG_TEST_FUNCTION(floor_height)
{
    RDG_TEST_UNUSED;
    y[0] = u[0];
    return 0;
}

RDG_TEST_FUNCTION(free_fall)
{
    RDG_TEST_UNUSED;
    y[0] = u[1];
    y[1] = -9.81;
    return 0;
}

RDG_TEST_FUNCTION(half_back)
{
    RDG_TEST_UNUSED;
    y[0] = 0.0;
    y[1] = -0.5 * u[1];
    return 0;
}

static void what_is_lost_is_counted_and_told(void **state)
{
    rdg_context *ctx = *state;
    rdg_hybrid *h = rdg_hybrid_create(ctx, "ball", NULL, NULL);
    rdg_hybrid_add_phase(h, &(rdg_hybrid_phase){.name = "flies", .n = 2, .field = {.f = free_fall}});
    rdg_hybrid_add_event_surface(h, &(rdg_hybrid_event_surface){.name = "floor",
                                                                .from = "flies",
                                                                .to = "flies",
                                                                .surface = {.f = floor_height},
                                                                .reset = {.f = half_back}});
    rdg_basins_map map;
    const long before = rdg_shortfalls(ctx);
    assert_ok(ctx, rdg_basins(h, &(rdg_basins_options){.axis = {{0, -1, 2, 4}}}, &map));
    assert_int_equal(map.lost, 4);
    assert_non_null(strstr(map.reason[0], "behind the surface of \"floor\""));
    assert_non_null(strstr(map.reason[3], "come together"));
    for (int i = 0; i < 4; i++) {
        assert_int_equal(map.number[i], -1);
    }
    assert_int_equal(rdg_shortfalls(ctx), before + 1);
    rdg_basins_release(&map);
}

static void threads_change_no_bit(void **state)
{
    rdg_context *ctx = *state;
    rdg_basins_map map[3];
    for (int k = 0; k < 3; k++) {
        assert_ok(ctx, rdg_basins(impact_system(ctx, 0.45),
                                  &(rdg_basins_options){.axis = {{0, -3, 0.9, 8}, {1, -2, 2, 6}},
                                                        .most_returns = 400,
                                                        .threads = 1 << k},
                                  &map[k]));
        assert_int_equal(map[k].attractors, map[0].attractors);
        assert_int_equal(map[k].lost, map[0].lost);
        assert_memory_equal(map[k].number, map[0].number, (size_t)map[0].starts * sizeof *map[0].number);
        for (rdg_index a = 0; a < map[0].attractors; a++) {
            const rdg_attractor *p = &map[0].attractor[a], *q = &map[k].attractor[a];
            assert_int_equal(p->points, q->points);
            assert_memory_equal(p->x, q->x, (size_t)(p->points * 2) * sizeof *p->x);
        }
    }
    for (int k = 0; k < 3; k++) {
        rdg_basins_release(&map[k]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_bistable_oscillator_as_simulated), TEST(wells_are_places_of_rest),
        TEST(what_escapes_has_the_number_0),      TEST(one_chaotic_attractor_is_one),
        TEST(what_is_lost_is_counted_and_told),   TEST(threads_change_no_bit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
