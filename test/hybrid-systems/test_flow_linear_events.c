/* Events of linear modes in closed form are those of the same motion in steps. */
#include "linear_twins.h"

/* A plane, and a bent surface. */
static int plane(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    const double *c = data;
    (void)n, (void)m;
    y[0] = u[0] - c[0];
    return 0;
}

static int bent(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    const double *c = data;
    (void)m;
    y[0] = c[1] + u[0] * u[1] - 0.3 * u[1] * u[1] + 0.1 * cos(u[n - 1]);
    return 0;
}

/* From the plane back into the mode, with another velocity. */
static int bounce(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n, (void)data;
    memcpy(y, u, (size_t)m * sizeof *y);
    y[1] = -0.8 * u[1];
    return 0;
}

enum { CROSSED_MOST = 4000 };

typedef struct crossed_list {
    int count;
    rdg_index which[CROSSED_MOST];
    double t[CROSSED_MOST], rate[CROSSED_MOST];
} crossed_list;

static int note(rdg_index event, const rdg_hybrid_state *before, const rdg_hybrid_state *after, void *data)
{
    crossed_list *list = data;
    (void)after;
    if (list->count == CROSSED_MOST) {
        return 1;
    }
    list->which[list->count] = event;
    list->rate[list->count] = before->x[1];
    list->t[list->count++] = before->t;
    return 0;
}

/* An oscillator with others beside it, damped, driven; a wall or a section at x = c, and a bent section. */
static void draw_bouncing(twins *t, int k, double *c, uint64_t *seed)
{
    linear_field *f = &t->field;
    const rdg_index n = 2 + k % 5;
    random_linear(f, n, 2, 1, true, 0.0, seed);
    for (rdg_index i = 0; i < n; i++) {
        for (rdg_index j = 0; j < n; j++) {
            f->A[i][j][0] *= 0.5;
        }
        for (int w = 0; w < LINEAR_WAVES; w++) {
            memset(f->g[i][w] + 1, 0, (LINEAR_TERMS - 1) * sizeof(double));
        }
        f->A[i][i][0] -= 1.5;
        f->A[0][i][0] = 0.0;
    }
    memset(f->g[0], 0, sizeof f->g[0]);
    f->A[0][1][0] = 1.0;
    f->A[1][0][0] = -(2.0 + 40.0 * (1 + random_signed(seed)));
    f->A[1][1][0] = -0.05;
    f->g[1][1][0] *= 4.0;
    join(t, 0);
    c[0] = -0.15 * (1 + random_signed(seed));
    c[1] = 0.1 * random_signed(seed);
    for (int i = 0; i < 2; i++) {
        rdg_hybrid_add_event_surface(t->h[i],
                                     &(rdg_hybrid_event_surface){.name = "wall",
                                                                 .from = "linear",
                                                                 .to = "linear",
                                                                 .surface = {.f = plane, .data = c},
                                                                 .linear = k % 3 > 0,
                                                                 .reset = {.f = k % 2 == 0 ? bounce : NULL}});
        rdg_hybrid_add_event_surface(t->h[i], &(rdg_hybrid_event_surface){.name = "bent",
                                                                          .from = "linear",
                                                                          .to = "linear",
                                                                          .direction = 1,
                                                                          .surface = {.f = bent, .data = c}});
    }
}

static void events_are_those_of_the_motion_in_steps(void **state)
{
    (void)state;
    static twins t;
    static crossed_list list[2];
    uint64_t seed = 5;
    int total = 0, resting = 0;
    for (int k = 0; k < 200; k++) {
        double c[2], x[2][LINEAR_STATES], start[LINEAR_STATES];
        bool rests[2];
        draw_bouncing(&t, k, c, &seed);
        for (int i = 0; i < LINEAR_STATES; i++) {
            start[i] = fabs(random_signed(&seed));
        }
        const double p[2] = {1.5 + random_signed(&seed), 0.0};
        for (int i = 0; i < 2; i++) {
            memcpy(x[i], start, sizeof start);
            list[i].count = 0;
            rdg_hybrid_state at = {.x = x[i]};
            const rdg_flow_observer observer = {.crossed = note, .data = &list[i]};
            rests[i] = rdg_flow_run(t.flow[i], p, &at, 10.0, 0, &observer) != 0;
        }
        assert_int_equal(rests[0], rests[1]); /* after infinitely many impacts */
        if (rests[0]) {
            resting++;
            rdg_context_free(t.ctx);
            continue;
        }
        assert_int_equal(list[0].count, list[1].count);
        for (int i = 0; i < list[0].count; i++) {
            assert_int_equal(list[0].which[i], list[1].which[i]);
            assert_near(list[0].t[i], list[1].t[i], 0, 1e-8);
        }
        assert_near(distance(x[0], x[1], t.n), 0, 0, 1e-8);
        total += list[0].count;
        rdg_context_free(t.ctx);
    }
    assert_true(total > 2000 && resting < 20);
}

static void the_least_distance_is_that_of_the_motion_in_steps(void **state)
{
    (void)state;
    static twins t;
    uint64_t seed = 6;
    int inside = 0;
    for (int k = 0; k < 200; k++) {
        double c[2], least[2], share[2];
        draw_bouncing(&t, 2 * k + 1, c, &seed);
        draw_place(&t, &seed);
        t.sigma[t.n] = 1.5 + random_signed(&seed);
        for (int i = 0; i < 2; i++) {
            rdg_mesh mesh = {0};
            assert_int_equal(rdg_flow_mesh(t.flow[i], 0, t.sigma, &mesh, NULL), 0);
            assert_int_equal(rdg_flow_least(t.flow[i], 0, &mesh, t.sigma, k % 2, &least[i], &share[i]), 0);
            rdg_mesh_release(&mesh);
        }
        inside += isfinite(least[1]);
        assert_int_equal(isfinite(least[0]), isfinite(least[1]));
        if (isfinite(least[1])) {
            assert_near(least[0], least[1], 1e-9, 1e-9);
            assert_near(share[0], share[1], 0, 1e-6);
        }
        rdg_context_free(t.ctx);
    }
    assert_true(inside > 50);
}

/* Fast modes that hardly move cost nothing, but those that do are looked at. */
static int stiff_f(rdg_index nu, const double *u, rdg_index m, double *y, void *data)
{
    const double w = *(const double *)data;
    (void)nu, (void)m;
    y[0] = u[1];
    y[1] = -u[0];
    y[2] = u[3];
    y[3] = -w * w * u[2];
    return 0;
}

static int stiff_df(rdg_index nu, const double *u, rdg_index m, double *y, void *data)
{
    const double w = *(const double *)data;
    (void)nu, (void)u;
    y[m] = 1.0;
    y[1] = -1.0;
    y[2 + 3 * m] = 1.0;
    y[3 + 2 * m] = -w * w;
    return 0;
}

static int ripple(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n, (void)m, (void)data;
    y[0] = u[0] + u[2] + 0.999;
    return 0;
}

static void small_waves_on_a_slow_motion_are_seen(void **state)
{
    (void)state;
    double w = 300.0;
    rdg_context *ctx = rdg_context_create();
    rdg_hybrid *h = rdg_hybrid_create(ctx, "two", NULL, NULL);
    rdg_hybrid_add_phase(
        h, &(rdg_hybrid_phase){.name = "m", .n = 4, .field = {stiff_f, stiff_df, NULL, &w}, .linear = true});
    rdg_hybrid_add_event_surface(
        h, &(rdg_hybrid_event_surface){.name = "s", .from = "m", .to = "m", .surface = {.f = ripple}});
    rdg_flow *flow = rdg_flow_create(h, NULL);
    static crossed_list list;
    const rdg_flow_observer observer = {.crossed = note, .data = &list};
    double x[4] = {1, 0, 5e-4, 0};
    rdg_hybrid_state at = {.x = x};
    assert_int_equal(rdg_flow_run(flow, NULL, &at, 6.0, 0, &observer), 0);
    int expected = 0;
    double before = 2.0;
    for (int i = 1; i <= 6000000; i++) {
        const double s = 1e-6 * i, now = cos(s) + 5e-4 * cos(w * s) + 0.999;
        expected += before > 0 && now <= 0;
        before = now;
    }
    assert_true(expected > 1);
    assert_int_equal(list.count, expected);
    rdg_context_free(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(events_are_those_of_the_motion_in_steps),
        cmocka_unit_test(the_least_distance_is_that_of_the_motion_in_steps),
        cmocka_unit_test(small_waves_on_a_slow_motion_are_seen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
