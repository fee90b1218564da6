/* Motions from event to event whose course is known, and what observers see of them. */
#include "flow_events.h"

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
    rdg_hybrid_add_phase(h, &(rdg_hybrid_phase){.name = "slip", .n = 2, .field = {.f = slips}});
    rdg_hybrid_add_phase(h, &(rdg_hybrid_phase){.name = "stick", .n = 1, .field = {.f = sticks}});
    rdg_hybrid_add_event_surface(h, &(rdg_hybrid_event_surface){.name = "catch",
                                                                .from = "slip",
                                                                .to = "stick",
                                                                .surface = {.f = faster},
                                                                .reset = {.f = to_stick}});
    rdg_hybrid_add_event_surface(h, &(rdg_hybrid_event_surface){.name = "break",
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
        assert_int_equal(s.rows, (long)floor(10.0 / every[i] * (1 + 1e-12)) + 2); /* two events */
        assert_near(s.row_error, 0, 0, 1e-9);
    }
    int calls = 3;
    double x[2] = {-1, 0};
    rdg_hybrid_state start = {.x = x};
    assert_int_equal(
        rdg_flow_run(flow, NULL, &start, 10.0, 0, &(rdg_flow_observer){.at = enough, .data = &calls}), -7);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(an_impact_oscillator_settles_on_its_closed_form),
        TEST(a_belt_sticks_and_slips_with_its_period),
        TEST(observers_see_instants_in_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
