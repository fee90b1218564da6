/* Events: instants in closed form, pairs within a step, grazes, guards, several surfaces. */
#include "flow_events.h"

static void instants_are_those_of_closed_form(void **state)
{
    rdg_context *ctx = *state;
    double height = 0.0;
    rdg_hybrid *h = system_of(ctx, 2, swings);
    MARK(.name = "mark", .surface = {below, .data = &height});
    rdg_flow *flow = rdg_flow_create(h, &(rdg_flow_options){.relative = 1e-13, .absolute = 1e-15});
    uint64_t seed = 1;
    for (int k = 0; k < 300; k++) {
        seen s;
        height = 0.95 * random_signed(&seed);
        double x[2] = {-1, 0}; /* x = -cos t */
        assert_int_equal(run(flow, x, 6.0, 0, &s), 0);
        assert_int_equal(s.count, 1);
        assert_near(s.t[0], acos(-height), 0, 1e-12 / sqrt(1 - height * height));
        assert_near(s.x[0], height, 0, 1e-15);
    }
}

static void grazes_are_told_from_misses(void **state)
{
    rdg_context *ctx = *state;
    double height = 0.0;
    rdg_hybrid *h = system_of(ctx, 2, swings);
    MARK(.name = "mark", .surface = {below, .data = &height});
    uint64_t seed = 5;
    for (int loose = 0; loose < 2; loose++) {
        rdg_flow *flow = rdg_flow_create(
            h, &(rdg_flow_options){.relative = loose ? 1e-11 : 1e-14, .absolute = loose ? 1e-13 : 1e-16});
        for (int k = 0; k < 400; k++) {
            /* depths that the error of the motion itself leaves */
            const double depth = pow(10.0, -3.0 - (loose ? 6.0 : 9.0) * k / 399.0);
            const double early = 0.2 + 0.5 * fabs(random_signed(&seed));
            seen s;
            for (int side = -1; side <= 1; side += 2) {
                double x[2] = {cos(early), sin(early)};
                height = 1.0 - side * depth;
                assert_int_equal(run(flow, x, 2.0 * early, 0, &s), 0);
                assert_int_equal(s.count, side > 0);
                if (side > 0) {
                    assert_near(s.t[0], early - acos(height), 0,
                                1e-9 + (loose ? 1e-11 : 3e-14) / sqrt(depth));
                }
            }
        }
    }
}

static void no_event_of_a_long_step_is_lost(void **state)
{
    rdg_context *ctx = *state;
    double d[2] = {1, 0};
    rdg_hybrid *h = system_of(ctx, 1, clock_runs);
    MARK(.name = "mark", .surface = {wave, .data = d});
    rdg_flow *flow = rdg_flow_create(h, NULL);
    uint64_t seed = 3;
    for (int k = 0; k < 300; k++) {
        seen s;
        const double t_end = 20.0;
        d[0] = pow(10.0, 0.3 + 1.0 * random_signed(&seed));
        d[1] = 3.0 * random_signed(&seed);
        double x[1] = {0};
        assert_int_equal(run(flow, x, t_end, 0, &s), 0);
        /* sin falls through zero at (2 j + 1) pi */
        const double first = ceil((d[1] / pi - 1) / 2), last = floor(((d[0] * t_end + d[1]) / pi - 1) / 2);
        assert_int_equal(s.count, (long)(last - first + 1));
        for (long i = 0; i < s.count && i < 64; i++) {
            assert_near(s.t[i], ((2 * (first + (double)i) + 1) * pi - d[1]) / d[0], 1e-13, 1e-13);
        }
    }
}

/* A step that is long for both is looked at to its end, and the motion goes on from within. */
static void sections_do_not_change_what_is_seen_of_others(void **state)
{
    rdg_context *ctx = *state;
    double d[2][2] = {{1, 0}, {1, 0}};
    rdg_hybrid *h = system_of(ctx, 1, clock_runs);
    MARK(.name = "one", .surface = {wave, .data = d[0]});
    MARK(.name = "other", .surface = {wave, .data = d[1]});
    rdg_flow *flow = rdg_flow_create(h, NULL);
    uint64_t seed = 4;
    for (int k = 0; k < 300; k++) {
        seen s;
        const double t_end = 20.0;
        long expected = 0;
        for (int i = 0; i < 2; i++) {
            d[i][0] = pow(10.0, 0.5 * random_signed(&seed));
            d[i][1] = 3.0 * random_signed(&seed);
            const double first = ceil((d[i][1] / pi - 1) / 2);
            expected += (long)(floor(((d[i][0] * t_end + d[i][1]) / pi - 1) / 2) - first) + 1;
        }
        double x[1] = {0};
        assert_int_equal(run(flow, x, t_end, 0, &s), 0);
        assert_int_equal(s.count, expected);
        for (long i = 1; i < s.count && i < 64; i++) {
            assert_true(s.t[i] >= s.t[i - 1]);
        }
    }
}

static void pairs_of_events_within_a_step_are_found(void **state)
{
    rdg_context *ctx = *state;
    double d[2];
    rdg_hybrid *h = system_of(ctx, 1, clock_runs);
    MARK(.name = "in", .surface = {parabola, .data = d});
    MARK(.name = "out", .direction = 1, .surface = {parabola, .data = d});
    rdg_flow *flow = rdg_flow_create(h, NULL);
    uint64_t seed = 4;
    for (int k = 0; k < 500; k++) {
        seen s;
        const double depth = pow(10.0, -6.0 + 6.0 * random_signed(&seed));
        d[0] = 5.0 + 2.0 * random_signed(&seed);
        d[1] = depth;
        double x[1] = {0};
        assert_int_equal(run(flow, x, 10.0, 0, &s), 0);
        assert_int_equal(s.count, 2);
        assert_int_equal(s.which[0], 0);
        assert_int_equal(s.which[1], 1);
        assert_near(s.t[0], d[0] - sqrt(depth), 0, 1e-14 + 4e-15 / sqrt(depth));
        assert_near(s.t[1], d[0] + sqrt(depth), 0, 1e-14 + 4e-15 / sqrt(depth));
        d[1] = -depth; /* passes by */
        x[0] = 0;
        assert_int_equal(run(flow, x, 10.0, 0, &s), 0);
        assert_int_equal(s.count, 0);
    }
}

static void the_first_of_several_surfaces_is_taken(void **state)
{
    rdg_context *ctx = *state;
    double at[5];
    const char *const name[5] = {"a", "b", "c", "d", "e"};
    rdg_hybrid *h = system_of(ctx, 1, clock_runs);
    for (int i = 0; i < 5; i++) {
        MARK(.name = name[i], .surface = {below, .data = &at[i]});
    }
    rdg_flow *flow = rdg_flow_create(h, NULL);
    uint64_t seed = 6;
    for (int k = 0; k < 200; k++) {
        seen s;
        for (int i = 0; i < 5; i++) {
            at[i] = 1.0 + (k % 2 ? 0.5 : 1e-9) * random_signed(&seed);
        }
        double x[1] = {0};
        assert_int_equal(run(flow, x, 10.0, 0, &s), 0);
        assert_int_equal(s.count, 5);
        for (int i = 0; i < 5; i++) {
            assert_near(s.t[i], at[s.which[i]], 0, 4e-15);
            assert_true(i == 0 || s.t[i] >= s.t[i - 1]);
        }
    }
}

static void guards_decide(void **state)
{
    rdg_context *ctx = *state;
    double at = 1.0, guard[2];
    rdg_hybrid *h = system_of(ctx, 1, clock_runs);
    MARK(.name = "a", .surface = {below, .data = &at}, .guard = {number, .data = &guard[0]});
    MARK(.name = "b", .surface = {below, .data = &at}, .guard = {number, .data = &guard[1]});
    rdg_flow *flow = rdg_flow_create(h, NULL);
    for (int k = 0; k < 4; k++) {
        seen s;
        double x[1] = {0};
        guard[0] = k & 1 ? 0.0 : -1e-9;
        guard[1] = k & 2 ? 1.0 : -1.0;
        assert_int_equal(run(flow, x, 3.0, 0, &s), 0);
        assert_int_equal(s.count, k == 0 ? 0 : 1);
        assert_true(k == 0 || s.which[0] == (k & 1 ? 0 : 1));
        assert_near(x[0], 3.0, 1e-14, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(instants_are_those_of_closed_form),
        TEST(grazes_are_told_from_misses),
        TEST(no_event_of_a_long_step_is_lost),
        TEST(pairs_of_events_within_a_step_are_found),
        TEST(sections_do_not_change_what_is_seen_of_others),
        TEST(the_first_of_several_surfaces_is_taken),
        TEST(guards_decide),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
