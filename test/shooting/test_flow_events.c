/* Crossings: instants in closed form, pairs within a step, grazes, guards, several surfaces, and every way in
 * which a motion cannot go on. */
#include "fresh_context.h"

#include <ridgewalk/flow.h>

static const double pi = 3.14159265358979323846;

/* --- fields */

/* x'' = -x */
static int swings(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n, (void)m, (void)data;
    y[0] = u[1];
    y[1] = -u[0];
    return 0;
}

static int clock_runs(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n, (void)u, (void)data;
    for (rdg_index i = 0; i < m; i++) {
        y[i] = 1.0;
    }
    return 0;
}

static int falls(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n, (void)m, (void)data;
    y[0] = u[1];
    y[1] = -1.0;
    return 0;
}

/* --- surfaces; data: numbers */

static int below(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n, (void)m;
    y[0] = *(double *)data - u[0];
    return 0;
}

static int above(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n, (void)m;
    y[0] = u[0] - *(double *)data;
    return 0;
}

static int wave(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    const double *d = data;
    (void)n, (void)m;
    y[0] = sin(d[0] * u[0] + d[1]);
    return 0;
}

static int parabola(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    const double *d = data;
    (void)n, (void)m;
    y[0] = (u[0] - d[0]) * (u[0] - d[0]) - d[1];
    return 0;
}

static int number(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n, (void)u, (void)m;
    y[0] = *(double *)data;
    return 0;
}

static int bounce(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n, (void)m;
    y[0] = u[0];
    y[1] = -*(double *)data * u[1];
    return 0;
}

/* --- what is seen */

typedef struct seen {
    long count;
    double t[64], x[64];
    rdg_index which[64];
    long rows;
    double row_t, row_error;
} seen;

static int note(rdg_index crossing, const rdg_hybrid_state *before, const rdg_hybrid_state *after, void *data)
{
    seen *s = data;
    assert_near(before->t, after->t, 0, 0);
    if (s->count < 64) {
        s->t[s->count] = before->t;
        s->x[s->count] = before->x[0];
        s->which[s->count] = crossing;
    }
    s->count++;
    return 0;
}

static rdg_hybrid *system_of(rdg_context *ctx, rdg_index n,
                             int (*f)(rdg_index, const double *, rdg_index, double *, void *))
{
    return rdg_hybrid_smooth(ctx, "test", n, &(rdg_hybrid_function){.f = f}, NULL, NULL, NULL);
}

#define MARK(...)                                                                                            \
    rdg_hybrid_add_crossing(h, &(rdg_hybrid_crossing){.from = "smooth", .to = "smooth", __VA_ARGS__})

static int run(rdg_flow *flow, double *x, double t_end, long crossings, seen *s)
{
    rdg_hybrid_state state = {.x = x};
    *s = (seen){0};
    return rdg_flow_run(flow, NULL, &state, t_end, crossings,
                        &(rdg_flow_observer){.crossed = note, .data = s});
}

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

static void no_crossing_of_a_long_step_is_lost(void **state)
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

static void pairs_of_crossings_within_a_step_are_found(void **state)
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

/* x'' + 0.2 x' + x = A cos(phi) */
static int driven(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n, (void)m, (void)data;
    y[0] = u[1];
    y[1] = -0.2 * u[1] - u[0] + u[2] * cos(u[4]);
    return 0;
}

static void an_impact_oscillator_settles_on_its_closed_form(void **state)
{
    rdg_context *ctx = *state;
    double wall = 1.0, e = 0.6;
    rdg_hybrid *h = rdg_hybrid_smooth(ctx, "impact", 2, &(rdg_hybrid_function){.f = driven},
                                      RDG_PARAMETERS("A", "Om"), (double[]){1, 0.8}, "Om");
    MARK(.name = "wall", .surface = {below, .data = &wall}, .reset = {bounce, .data = &e});
    rdg_flow *flow = rdg_flow_create(h, NULL);
    double x[2] = {0.5, 0};
    rdg_hybrid_state s = {.x = x};
    assert_int_equal(rdg_flow_run(flow, (double[]){1, 0.8}, &s, 1e5, 60, NULL), 0);
    const double t = s.t;
    assert_near(s.x[1], -1.03328858066486227, 0, 3e-12);
    assert_int_equal(rdg_flow_run(flow, (double[]){1, 0.8}, &s, 1e5, 1, NULL), 0);
    assert_near(s.t - t, 2 * pi / 0.8, 0, 3e-11);
    assert_near(s.phi, 0.8 * s.t, 1e-13, 0);
}

/* Belt: slips with the force 0.5, sticks up to 1; p = v */
static int slips(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n, (void)m, (void)data;
    y[0] = u[1];
    y[1] = 0.5 - u[0];
    return 0;
}

static int sticks(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n, (void)m, (void)data;
    y[0] = u[1];
    return 0;
}

static int faster(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n, (void)m, (void)data;
    y[0] = u[2] - u[1];
    return 0;
}

static int to_stick(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n, (void)m, (void)data;
    y[0] = u[0];
    return 0;
}

static int to_slip(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n, (void)m, (void)data;
    y[0] = u[0];
    y[1] = u[1];
    return 0;
}

static void a_belt_sticks_and_slips_with_its_period(void **state)
{
    rdg_context *ctx = *state;
    double hold = 1.0;
    rdg_hybrid *h = rdg_hybrid_create(ctx, "belt", RDG_PARAMETERS("v"), (double[]){0.2});
    rdg_hybrid_add_mode(h, &(rdg_hybrid_mode){.name = "slip", .n = 2, .field = {.f = slips}});
    rdg_hybrid_add_mode(h, &(rdg_hybrid_mode){.name = "stick", .n = 1, .field = {.f = sticks}});
    rdg_hybrid_add_crossing(h, &(rdg_hybrid_crossing){.name = "catch",
                                                      .from = "slip",
                                                      .to = "stick",
                                                      .surface = {.f = faster},
                                                      .reset = {.f = to_stick}});
    rdg_hybrid_add_crossing(h, &(rdg_hybrid_crossing){.name = "break",
                                                      .from = "stick",
                                                      .to = "slip",
                                                      .surface = {below, .data = &hold},
                                                      .reset = {.f = to_slip}});
    rdg_flow *flow = rdg_flow_create(h, NULL);
    double x[2] = {0, 0}, last = 0;
    rdg_hybrid_state s = {.mode = 1, .x = x};
    for (int turn = 0; turn < 5; turn++) {
        assert_int_equal(rdg_flow_run(flow, (double[]){0.2}, &s, 1e3, 1, NULL), 0);
        assert_int_equal(s.mode, 0);
        assert_near(x[0], 1.0, 0, 1e-15);
        if (turn > 0) {
            assert_near(s.t - last, 8.90260540781452301, 0, 1e-11);
        }
        last = s.t;
        assert_int_equal(rdg_flow_run(flow, (double[]){0.2}, &s, 1e3, 1, NULL), 0);
        assert_int_equal(s.mode, 1);
        assert_near(x[0], 0.0, 0, 1e-11);
    }
}

static int row(const rdg_hybrid_state *at, void *data)
{
    seen *s = data;
    s->rows++;
    assert_true(at->t > s->row_t);
    s->row_t = at->t;
    s->row_error = fmax(s->row_error, fabs(at->x[0] + cos(at->t)));
    return 0;
}

static int enough(const rdg_hybrid_state *at, void *data)
{
    (void)at;
    return --*(int *)data > 0 ? 0 : -7;
}

static void observers_see_instants_in_order(void **state)
{
    rdg_context *ctx = *state;
    double middle = 0.0;
    rdg_hybrid *h = system_of(ctx, 2, swings);
    MARK(.name = "mark", .surface = {below, .data = &middle});
    rdg_flow *flow = rdg_flow_create(h, NULL);
    const double every[] = {0.01, 0.1, 0.3, 1.0, 7.0, 10.0};
    for (size_t i = 0; i < sizeof every / sizeof *every; i++) {
        double x[2] = {-1, 0};
        seen s = {0};
        rdg_hybrid_state start = {.x = x};
        assert_int_equal(rdg_flow_run(flow, NULL, &start, 10.0, 0,
                                      &(rdg_flow_observer){.at = row, .every = every[i], .data = &s}),
                         0);
        assert_int_equal(s.rows, (long)floor(10.0 / every[i] * (1 + 1e-12)) + 2); /* two crossings */
        assert_near(s.row_error, 0, 0, 1e-9);
    }
    int calls = 3;
    double x[2] = {-1, 0};
    rdg_hybrid_state start = {.x = x};
    assert_int_equal(
        rdg_flow_run(flow, NULL, &start, 10.0, 0, &(rdg_flow_observer){.at = enough, .data = &calls}), -7);
}

/* --- what cannot go on */

#define assert_reason(flow, words)                                                                           \
    do {                                                                                                     \
        if (!strstr(rdg_flow_reason(flow), words)) {                                                         \
            print_error("\"%s\" without \"%s\"\n", rdg_flow_reason(flow), words);                            \
            fail();                                                                                          \
        }                                                                                                    \
    } while (0)

static void infinitely_many_impacts_are_told(void **state)
{
    rdg_context *ctx = *state;
    const double e[] = {0.1, 0.5, 0.9}, floors[] = {0.0, 1.0, -300.0};
    double at = 0.0, restitution = 0.0;
    rdg_hybrid *h = system_of(ctx, 2, falls);
    MARK(.name = "floor", .surface = {above, .data = &at}, .reset = {bounce, .data = &restitution});
    rdg_flow *flow = rdg_flow_create(h, NULL);
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++) {
            seen s;
            at = floors[k];
            restitution = e[i];
            double x[2] = {at + 1, 0};
            assert_int_equal(run(flow, x, 1000.0, 0, &s), 1);
            assert_reason(flow, "crossings of \"test\" come together at t = ");
            const double t = atof(strstr(rdg_flow_reason(flow), "t = ") + 4);
            assert_near(t, sqrt(2.0) * (1 + e[i]) / (1 - e[i]), 1e-5, 1e-6);
        }
    }
}

static void forbidden_states_are_told(void **state)
{
    rdg_context *ctx = *state;
    seen s;
    double at = 0.0, minus = -1.0;
    rdg_hybrid *h = system_of(ctx, 2, falls);
    MARK(.name = "floor", .surface = {above, .data = &at}, .reset = {bounce, .data = &minus});
    rdg_flow *flow = rdg_flow_create(h, NULL);
    double x[2] = {-0.1, 0};
    assert_int_equal(run(flow, x, 10.0, 0, &s), 1);
    assert_reason(flow, "starts in mode \"smooth\" behind the surface of \"floor\": 0.1 beyond it");
    x[0] = x[1] = 0;
    assert_int_equal(run(flow, x, 10.0, 0, &s), 1);
    assert_reason(flow, "crossings of \"test\" come together at t = 0, \"floor\" is the last");
    x[0] = 1; /* restitution -1: goes on downwards */
    x[1] = 0;
    assert_int_equal(run(flow, x, 10.0, 0, &s), 1);
    assert_reason(flow, "crossings of \"test\" come together at t = 1.414213562, \"floor\" is the last");
    double far = 5.0, near = 0.0;
    h = system_of(ctx, 1, clock_runs);
    MARK(.name = "jump", .surface = {below, .data = &far}, .reset = {number, .data = &near});
    rdg_hybrid_add_mode(h, &(rdg_hybrid_mode){.name = "other", .n = 1, .field = {.f = clock_runs}});
    rdg_hybrid_add_crossing(h, &(rdg_hybrid_crossing){.name = "leap",
                                                      .from = "smooth",
                                                      .to = "other",
                                                      .surface = {below, .data = &at},
                                                      .reset = {number, .data = &far}});
    rdg_hybrid_add_crossing(h, &(rdg_hybrid_crossing){.name = "back",
                                                      .from = "other",
                                                      .to = "smooth",
                                                      .surface = {below, .data = &at},
                                                      .reset = {number, .data = &near}});
    flow = rdg_flow_create(h, NULL);
    x[0] = -1;
    assert_int_equal(run(flow, x, 10.0, 0, &s), 1);
    assert_reason(flow,
                  "\"leap\" of \"test\" leads to a state of mode \"other\" that is behind the surface of "
                  "\"back\" at t = 1: 5 beyond it");
}

static int sinks(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n, (void)u, (void)m, (void)data;
    y[0] = -1.0;
    return 0;
}

static void sliding_is_told(void **state)
{
    rdg_context *ctx = *state;
    seen s;
    double zero = 0.0;
    rdg_hybrid *h = rdg_hybrid_create(ctx, "slide", NULL, NULL);
    rdg_hybrid_add_mode(h, &(rdg_hybrid_mode){.name = "up", .n = 1, .field = {.f = sinks}});
    rdg_hybrid_add_mode(h, &(rdg_hybrid_mode){.name = "down", .n = 1, .field = {.f = clock_runs}});
    rdg_hybrid_add_crossing(
        h, &(rdg_hybrid_crossing){
               .name = "fall", .from = "up", .to = "down", .surface = {above, .data = &zero}});
    rdg_hybrid_add_crossing(
        h, &(rdg_hybrid_crossing){
               .name = "rise", .from = "down", .to = "up", .surface = {below, .data = &zero}});
    rdg_flow *flow = rdg_flow_create(h, NULL);
    double x[1] = {1};
    assert_int_equal(run(flow, x, 10.0, 0, &s), 1);
    assert_reason(flow, "crossings of \"slide\" come together at t = 1,");
}

static int explodes(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n, (void)m, (void)data;
    y[0] = u[0] * u[0];
    return 0;
}

static int grows(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n, (void)m, (void)data;
    y[0] = 10 * u[0];
    return 0;
}

static int root(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n, (void)m, (void)data;
    y[0] = -2.0;
    return u[0] < 0;
}

static int undefined(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n, (void)m, (void)data;
    y[0] = u[0] > 0.5 ? NAN : 1.0;
    return 0;
}

static int ends(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n, (void)m, (void)data;
    y[0] = 1;
    return u[0] > 0.5 ? -3 : 0;
}

static void motions_that_end_by_themselves_say_where(void **state)
{
    rdg_context *ctx = *state;
    const struct {
        int (*f)(rdg_index, const double *, rdg_index, double *, void *);
        double x;
        int answer;
        const char *words;
    } cases[] = {
        {explodes, 1.0, 1, "become too small at t = 1, state 1 of 1 is "},
        {grows, 1.0, 1, "escapes: state 1 of 1 is "},
        {root, 1.0, 1, "leaves the domain of its field at t = 0.5"},
        {undefined, 0.0, 1, "become too small at t = 0.5"},
        {undefined, 0.6, 1, "is not finite at t = 0: rate 1 is "},
        {undefined, NAN, 1, "is not finite at t = 0: state 1"},
        {ends, 0.0, -3, "the field of mode \"smooth\" of \"test\" has asked to end the run at t = "},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        seen s;
        double x[1] = {cases[i].x}, y[1];
        rdg_flow *flow = rdg_flow_create(system_of(ctx, 1, cases[i].f), NULL);
        assert_int_equal(run(flow, x, 100.0, 0, &s), cases[i].answer);
        assert_reason(flow, cases[i].words);
        rdg_mesh mesh = {0};
        assert_int_equal(rdg_flow_mesh(flow, 0, (double[]){cases[i].x, 100.0}, &mesh, y), cases[i].answer);
        assert_reason(flow, "t = ");
        assert_int_equal(
            rdg_flow_arc(flow, 0, &(rdg_mesh){0}, (double[]){cases[i].x, 1e300}, y, NULL, NULL) != 0, 1);
        assert_true(*rdg_flow_reason(flow) != '\0');
        rdg_mesh_release(&mesh);
    }
}

static void steps_and_crossings_have_bounds(void **state)
{
    rdg_context *ctx = *state;
    seen s;
    double d[2] = {1, 0}, x[2] = {1, 0};
    rdg_hybrid *h = system_of(ctx, 2, swings);
    MARK(.name = "mark", .surface = {wave, .data = d});
    rdg_flow *flow = rdg_flow_create(h, &(rdg_flow_options){.max_events = 3});
    assert_int_equal(run(flow, x, 1e6, 0, &s), 1);
    assert_reason(flow, "meets more than 3 crossings");
    assert_int_equal(s.count, 3);
    flow = rdg_flow_create(system_of(ctx, 2, swings), &(rdg_flow_options){.max_steps = 50});
    x[0] = 1;
    assert_int_equal(run(flow, x, 1e6, 0, &s), 1);
    assert_reason(flow, "needs more than 50 steps");
    rdg_mesh mesh = {0};
    assert_int_equal(rdg_flow_mesh(flow, 0, (double[]){1, 0, 1e6}, &mesh, x), 1);
    assert_reason(flow, "needs more than 50 steps");
    rdg_mesh_release(&mesh);
    x[0] = 1;
    assert_int_equal(run(flow, x, -1.0, 0, &s), 1);
    assert_reason(flow, "t_end = -1 lies before t = 0");
    assert_int_equal(run(flow, x, 0.0, 0, &s), 0);
    rdg_hybrid_state lost = {.mode = 7, .x = x};
    assert_int_equal(rdg_flow_run(flow, NULL, &lost, 1.0, 0, NULL), -1);
    assert_reason(flow, "\"test\" has no mode 7: it has 1");
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, fresh_context, free_context)
    const struct CMUnitTest tests[] = {
        TEST(instants_are_those_of_closed_form),
        TEST(grazes_are_told_from_misses),
        TEST(no_crossing_of_a_long_step_is_lost),
        TEST(pairs_of_crossings_within_a_step_are_found),
        TEST(sections_do_not_change_what_is_seen_of_others),
        TEST(the_first_of_several_surfaces_is_taken),
        TEST(guards_decide),
        TEST(an_impact_oscillator_settles_on_its_closed_form),
        TEST(a_belt_sticks_and_slips_with_its_period),
        TEST(observers_see_instants_in_order),
        TEST(infinitely_many_impacts_are_told),
        TEST(forbidden_states_are_told),
        TEST(sliding_is_told),
        TEST(motions_that_end_by_themselves_say_where),
        TEST(steps_and_crossings_have_bounds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
