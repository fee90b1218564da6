/* Curves whose points their owner solves for: rows, events and ends are those of ordinary steps. */
#include "fresh_context.h"
#include "harvest.h"

#include <math.h>

/* y = sin(ln a) and z = y^2 over a; the owner knows this up to a limit. */
typedef struct wave {
    double limit;
    long asked, refused;
    bool aborts;
    double end; /* the curve ends there if it is not 0 */
} wave;

static int wave_f(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    (void)data;
    y[0] = u[0] - sin(log(u[2]));
    y[1] = u[1] - u[0] * u[0];
    return 0;
}

static int wave_df(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    (void)n;
    (void)m;
    (void)data;
    values[0] = values[3] = 1.0;
    values[1] = -2.0 * u[0];
    values[4] = -cos(log(u[2])) / u[2];
    return 0;
}

static int solve(rdg_problem *p, rdg_guide_step *step, double *u, double *tangent, void *data)
{
    wave *w = data;
    (void)p;
    w->asked++;
    if (w->end > 0.0 && step->value > w->end &&
        step->growth > 0.0) { /* the step may be as long as leads there */
        step->ends = step->u[2] >= w->end * (1.0 - 1e-12);
        step->growth = log(w->end / step->u[2]) / log(step->value / step->u[2]);
        return 1;
    }
    if (step->value > w->limit) {
        w->refused++;
        return w->aborts ? -1 : 1;
    }
    u[0] = sin(log(step->value));
    u[1] = u[0] * u[0];
    u[2] = step->value;
    tangent[2] = -1.0; /* of any sense */
    tangent[0] = -cos(log(step->value)) / step->value;
    tangent[1] = 2.0 * u[0] * tangent[0];
    step->growth = step->growth > 0.0 ? 2.0 : 0.0;
    step->iterations = 1;
    return 0;
}

static rdg_problem *wave_problem(rdg_context *ctx)
{
    rdg_problem *p = rdg_problem_create(ctx);
    rdg_add_variables(p, "u", 3, (double[]){0.0, 0.0, 1.0});
    rdg_add_zero(p, &(rdg_function){.name = "wave", .n = 3, .m = 2, .f = wave_f, .df = wave_df}, RDG_ALL);
    rdg_add_parameter(p, "y", "u", 0);
    rdg_add_parameter(p, "z", "u", 1);
    rdg_add_parameter(p, "a", "u", 2);
    return p;
}

static void assert_on_wave(const harvest *h)
{
    for (size_t k = 0; k < h->count; k++) {
        const double *u = h->chart[k].u;
        assert_near(u[0], sin(log(u[2])), 0.0, 1e-9);
        assert_near(u[1], u[0] * u[0], 0.0, 1e-9);
    }
}

static size_t find(const harvest *h, const char *type, int nth)
{
    for (size_t k = 0; k < h->count; k++) {
        if (strcmp(h->chart[k].type, type) == 0 && nth-- == 0) {
            return k;
        }
    }
    fail_msg("no %s", type);
    return 0;
}

/* Values of the parameter are met exactly, others by Newton's method: y = 1/2 twice, on one step z = 1/4. */
static void steps_end_at_values_and_events_are_located(void **state)
{
    rdg_context *ctx = *state;
    wave w = {.limit = INFINITY};
    const rdg_guide guide = {solve, &w};
    harvest h = {.count = 0};
    rdg_problem *p = wave_problem(ctx);
    assert_ok(ctx, rdg_continue(p, "r", RDG_RELEASE("a"), RDG_RELEASE("y"), RDG_RELEASE("z"),
                                RDG_WINDOW("a", 1.0, 20.0), RDG_GUIDE(&guide), RDG_EVENT("HALF", "y", 0.5),
                                RDG_EVENT("QRT", "z", 0.25), RDG_UZ("a", 3.0), RDG_UZ("a", 3.001),
                                RDG_STEP(0.05, 1e-6, 0.5), RDG_DIRECTION(1), HARVEST_ONLY(&h)));
    assert_on_wave(&h);
    assert_true(h.chart[find(&h, "UZ", 0)].u[2] == 3.0 && h.chart[find(&h, "UZ", 1)].u[2] == 3.001);
    const double angle[] = {asin(0.5), acos(-1.0) - asin(0.5)};
    for (int k = 0; k < 2; k++) {
        assert_near(log(h.chart[find(&h, "HALF", k)].u[2]), angle[k], 1e-12, 0.0);
        assert_near(log(h.chart[find(&h, "QRT", k)].u[2]), angle[k], 1e-12, 0.0);
    }
    assert_true(h.chart[h.count - 1].u[2] == 20.0);
    assert_int_equal(h.summary.forwards, RDG_STOP_BOUNDARY);
    assert_true(w.asked < 60 && h.summary.rejected < 5);
    harvest_clear(&h);
    rdg_problem_free(p);
}

/* An event that comes in a pair between two long steps is seen by its slopes. */
static void pairs_of_events_are_not_passed(void **state)
{
    rdg_context *ctx = *state;
    wave w = {.limit = INFINITY};
    const rdg_guide guide = {solve, &w};
    harvest h = {.count = 0};
    rdg_problem *p = wave_problem(ctx);
    assert_ok(ctx, rdg_continue(p, "r", RDG_RELEASE("a"), RDG_RELEASE("y"), RDG_RELEASE("z"),
                                RDG_WINDOW("a", 1.0, 20.0), RDG_GUIDE(&guide), RDG_EVENT("TOP", "y", 0.999),
                                RDG_STEP(0.5, 1e-6, 0.5), RDG_DIRECTION(1), HARVEST_ONLY(&h)));
    const double top = asin(0.999);
    assert_near(log(h.chart[find(&h, "TOP", 0)].u[2]), top, 1e-10, 0.0);
    assert_near(log(h.chart[find(&h, "TOP", 1)].u[2]), acos(-1.0) - top, 1e-10, 0.0);
    harvest_clear(&h);
    rdg_problem_free(p);
}

/* Where the owner finds no point ordinary steps lead on; a failure of its own ends the run. */
static void ordinary_steps_follow_where_no_point_is_found(void **state)
{
    rdg_context *ctx = *state;
    wave w = {.limit = 5.0};
    const rdg_guide guide = {solve, &w};
    harvest h = {.count = 0};
    rdg_problem *p = wave_problem(ctx);
    assert_ok(ctx, rdg_continue(p, "r", RDG_RELEASE("a"), RDG_RELEASE("y"), RDG_RELEASE("z"),
                                RDG_WINDOW("a", 1.0, 20.0), RDG_GUIDE(&guide), RDG_DIRECTION(1),
                                HARVEST_ONLY(&h)));
    assert_on_wave(&h);
    assert_true(h.chart[h.count - 1].u[2] == 20.0 && w.refused > 0);
    w.aborts = true;
    assert_int_not_equal(rdg_continue(p, "r", RDG_RELEASE("a"), RDG_RELEASE("y"), RDG_RELEASE("z"),
                                      RDG_WINDOW("a", 1.0, 20.0), RDG_GUIDE(&guide), RDG_DIRECTION(1),
                                      RDG_NO_FOLDER, RDG_NO_TABLE),
                         RDG_OK);
    assert_int_equal(rdg_error_status(ctx), RDG_ERR_CALLBACK);
    rdg_error_clear(ctx);
    harvest_clear(&h);
    rdg_problem_free(p);
}

/* The owner ends the curve: no ordinary step follows, and a handler names the point to go on from. */
static bool go_on(rdg_problem *p, const rdg_chart *event, int direction, double *u, void *data)
{
    wave *w = data;
    (void)p;
    (void)direction;
    assert_string_equal(event->type, "MX");
    assert_near(event->u[2], w->end, 1e-12, 0.0);
    u[2] = event->u[2] * 1.5;
    u[0] = sin(log(u[2]));
    u[1] = u[0] * u[0];
    w->end = 0.0;
    return true;
}

static void owner_ends_the_curve(void **state)
{
    rdg_context *ctx = *state;
    wave w = {.limit = INFINITY, .end = 7.1234};
    const rdg_guide guide = {solve, &w};
    harvest h = {.count = 0};
    rdg_problem *p = wave_problem(ctx);
    assert_ok(ctx, rdg_continue(p, "r", RDG_RELEASE("a"), RDG_RELEASE("y"), RDG_RELEASE("z"),
                                RDG_WINDOW("a", 1.0, 20.0), RDG_GUIDE(&guide), RDG_DIRECTION(1),
                                RDG_ON_STOP(go_on, &w), HARVEST_ONLY(&h)));
    assert_on_wave(&h);
    const size_t end = find(&h, "MX", 0);
    assert_near(h.chart[end + 1].u[2], 1.5 * 7.1234, 1e-9, 0.0);
    assert_true(h.chart[h.count - 1].u[2] == 20.0);
    assert_true(h.summary.rejected <= 3);
    w.end = 7.1234;
    assert_ok(ctx, rdg_continue(p, "r", RDG_RELEASE("a"), RDG_RELEASE("y"), RDG_RELEASE("z"),
                                RDG_WINDOW("a", 1.0, 20.0), RDG_GUIDE(&guide), RDG_DIRECTION(1),
                                RDG_EXPECT_EARLY_END, RDG_SUMMARY(&h.summary), RDG_NO_FOLDER, RDG_NO_TABLE));
    assert_int_equal(h.summary.forwards, RDG_STOP_MIN_STEP);
    harvest_clear(&h);
    rdg_problem_free(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(steps_end_at_values_and_events_are_located),
        TEST(pairs_of_events_are_not_passed),
        TEST(ordinary_steps_follow_where_no_point_is_found),
        TEST(owner_ends_the_curve),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
