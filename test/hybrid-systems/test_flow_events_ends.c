/* Every way in which a motion cannot go on is told. */
#include "flow_events.h"

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
            assert_reason(flow, "events of \"test\" come together at t = ");
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
    assert_reason(flow, "starts in phase \"smooth\" behind the surface of \"floor\": 0.1 beyond it");
    x[0] = x[1] = 0;
    assert_int_equal(run(flow, x, 10.0, 0, &s), 1);
    assert_reason(flow, "events of \"test\" come together at t = 0, \"floor\" is the last");
    x[0] = 1; /* restitution -1: goes on downwards */
    x[1] = 0;
    assert_int_equal(run(flow, x, 10.0, 0, &s), 1);
    assert_reason(flow, "events of \"test\" come together at t = 1.414213562, \"floor\" is the last");
    double far = 5.0, near = 0.0;
    h = system_of(ctx, 1, clock_runs);
    MARK(.name = "jump", .surface = {below, .data = &far}, .reset = {number, .data = &near});
    rdg_hybrid_add_phase(h, &(rdg_hybrid_phase){.name = "other", .n = 1, .field = {.f = clock_runs}});
    rdg_hybrid_add_event_surface(h, &(rdg_hybrid_event_surface){.name = "leap",
                                                                .from = "smooth",
                                                                .to = "other",
                                                                .surface = {below, .data = &at},
                                                                .reset = {number, .data = &far}});
    rdg_hybrid_add_event_surface(h, &(rdg_hybrid_event_surface){.name = "back",
                                                                .from = "other",
                                                                .to = "smooth",
                                                                .surface = {below, .data = &at},
                                                                .reset = {number, .data = &near}});
    flow = rdg_flow_create(h, NULL);
    x[0] = -1;
    assert_int_equal(run(flow, x, 10.0, 0, &s), 1);
    assert_reason(flow,
                  "\"leap\" of \"test\" leads to a state of phase \"other\" that is behind the surface of "
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
    rdg_hybrid_add_phase(h, &(rdg_hybrid_phase){.name = "up", .n = 1, .field = {.f = sinks}});
    rdg_hybrid_add_phase(h, &(rdg_hybrid_phase){.name = "down", .n = 1, .field = {.f = clock_runs}});
    rdg_hybrid_add_event_surface(
        h, &(rdg_hybrid_event_surface){
               .name = "fall", .from = "up", .to = "down", .surface = {above, .data = &zero}});
    rdg_hybrid_add_event_surface(
        h, &(rdg_hybrid_event_surface){
               .name = "rise", .from = "down", .to = "up", .surface = {below, .data = &zero}});
    rdg_flow *flow = rdg_flow_create(h, NULL);
    double x[1] = {1};
    assert_int_equal(run(flow, x, 10.0, 0, &s), 1);
    assert_reason(flow, "events of \"slide\" come together at t = 1,");
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
        {ends, 0.0, -3, "the field of phase \"smooth\" of \"test\" has requested the end of the run at t = "},
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
        assert_int_equal(mesh.steps, 0);
        assert_int_equal(
            rdg_flow_segment(flow, 0, &(rdg_mesh){0}, (double[]){cases[i].x, 1e300}, y, NULL, NULL) != 0, 1);
        assert_true(*rdg_flow_reason(flow) != '\0');
        rdg_mesh_release(&mesh);
    }
}

static void steps_and_events_have_bounds(void **state)
{
    rdg_context *ctx = *state;
    seen s;
    double d[2] = {1, 0}, x[2] = {1, 0};
    rdg_hybrid *h = system_of(ctx, 2, swings);
    MARK(.name = "mark", .surface = {wave, .data = d});
    rdg_flow *flow = rdg_flow_create(h, &(rdg_flow_options){.max_events = 3});
    assert_int_equal(run(flow, x, 1e6, 0, &s), 1);
    assert_reason(flow, "meets more than 3 events");
    assert_int_equal(s.count, 3);
    flow = rdg_flow_create(system_of(ctx, 2, swings), &(rdg_flow_options){.max_steps = 50});
    x[0] = 1;
    assert_int_equal(run(flow, x, 1e6, 0, &s), 1);
    assert_reason(flow, "needs more than 50 steps");
    rdg_mesh mesh = {0};
    assert_int_equal(rdg_flow_mesh(flow, 0, (double[]){1, 0, 1e6}, &mesh, x), 1);
    assert_reason(flow, "needs more than 50 steps");
    assert_int_equal(mesh.steps, 0);
    rdg_mesh_release(&mesh);
    x[0] = 1;
    assert_int_equal(run(flow, x, -1.0, 0, &s), 1);
    assert_reason(flow, "t_end = -1 lies before t = 0");
    assert_int_equal(run(flow, x, 0.0, 0, &s), 0);
    rdg_hybrid_state lost = {.mode = 7, .x = x};
    assert_int_equal(rdg_flow_run(flow, NULL, &lost, 1.0, 0, NULL), -1);
    assert_reason(flow, "\"test\" has no phase 7: it has 1");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(infinitely_many_impacts_are_told),
        TEST(forbidden_states_are_told),
        TEST(sliding_is_told),
        TEST(motions_that_end_by_themselves_say_where),
        TEST(steps_and_events_have_bounds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
