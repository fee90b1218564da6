/* Maps whose period doublings and tori are known in closed form, as points and as curves in two parameters.
 */
#define _XOPEN_SOURCE 700

#include "fields.h"

/* Henon's map (x, y) -> (1 - a x^2 + y, b x), `data` (an int) times, with its Jacobian by the chain rule. */
static void henon_step(double u[2], double a, double b, double J[2][4])
{
    const double x = u[0];
    const double D[2][2] = {{-2.0 * a * x, 1.0}, {b, 0.0}};
    double next[2][4];
    for (int j = 0; j < 4; j++) {
        next[0][j] = D[0][0] * J[0][j] + D[0][1] * J[1][j] - (j == 2 ? x * x : 0.0);
        next[1][j] = D[1][0] * J[0][j] + (j == 3 ? x : 0.0);
    }
    memcpy(J, next, sizeof next);
    u[0] = 1.0 - a * x * x + u[1];
    u[1] = b * x;
}

static int henon_all(const double *u, double *y, double J[2][4], int times)
{
    const double start[2][4] = {{1.0, 0.0, 0.0, 0.0}, {0.0, 1.0, 0.0, 0.0}};
    double at[2] = {u[0], u[1]};
    memcpy(J, start, sizeof start);
    for (int k = 0; k < times; k++) {
        henon_step(at, u[2], u[3], J);
    }
    memcpy(y, at, sizeof at);
    return 0;
}

static int henon(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    double J[2][4];
    return henon_all(u, y, J, *(const int *)data);
}

static int henon_df(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    (void)n;
    double J[2][4], y[2];
    henon_all(u, y, J, *(const int *)data);
    for (int i = 0; i < 2; i++) {
        for (int j = 0; j < 4; j++) {
            values[i + m * j] = J[i][j];
        }
    }
    return 0;
}

static rdg_problem *henon_problem(rdg_context *ctx, int *times, const double *x, double a, double b)
{
    return rdg_map_problem(ctx, &(rdg_ep){.n = 2,
                                          .n_parameters = 2,
                                          .parameters = (const char *const[]){"a", "b"},
                                          .x = x,
                                          .p = (double[]){a, b},
                                          .f = henon,
                                          .df = henon_df,
                                          .data = times});
}

/* Period 1 is born at a = -(1 - b)^2/4 and doubles at 3 (1 - b)^2/4; period 2 doubles at (1 - b)^2 + (1 +
 * b)^2/4, where the branch of period 4 meets it and turns. */
static void henons_orbits_are_born_and_double(void **state)
{
    rdg_context *ctx = *state;
    const double b = 0.3;
    const double doubles_again = (1 - b) * (1 - b) + (1 + b) * (1 + b) / 4.0;
    int once = 1, twice = 2, four = 4;
    harvest h = {0};
    rdg_problem *p = henon_problem(ctx, &once, (double[]){0.7, 0.2}, 0.1, b);
    assert_ok(ctx, rdg_continue(p, "one", RDG_RELEASE("a"), RDG_WINDOW("a", -0.5, 1.0), HARVEST_ONLY(&h)));
    assert_int_equal(harvest_count(&h, "FP"), 1);
    assert_int_equal(harvest_count(&h, "PD"), 1);
    assert_near(harvest_mu(&h, harvest_nth(&h, "FP", 0), "a"), -0.25 * (1 - b) * (1 - b), 1e-10, 0.0);
    assert_near(harvest_mu(&h, harvest_nth(&h, "PD", 0), "a"), 0.75 * (1 - b) * (1 - b), 1e-10, 0.0);
    harvest_clear(&h);

    p = henon_problem(ctx, &twice, (double[]){1.0, -0.1}, 0.6, b);
    assert_ok(ctx, rdg_continue(p, "two", RDG_RELEASE("a"), RDG_WINDOW("a", 0.4, 1.0), HARVEST_ONLY(&h)));
    assert_near(harvest_mu(&h, harvest_nth(&h, "PD", 0), "a"), doubles_again, 1e-10, 0.0);
    harvest_clear(&h);

    p = henon_problem(ctx, &four, (double[]){1.3, 0.0}, 1.0, b);
    assert_ok(ctx, rdg_continue(p, "four", RDG_RELEASE("a"), RDG_WINDOW("a", 0.8, 1.2), HARVEST_ONLY(&h)));
    assert_near(harvest_mu(&h, harvest_nth(&h, "BP", 0), "a"), doubles_again, 1e-10, 0.0);
    harvest_clear(&h);
}

static void the_curve_of_period_doublings_is_a_parabola(void **state)
{
    rdg_context *ctx = *state;
    int once = 1;
    harvest h = {0};
    rdg_problem *p = henon_problem(ctx, &once, (double[]){0.9, 0.2}, 0.3675, 0.3);
    assert_ok(ctx, rdg_continue(p, "doublings", RDG_HOLD_AT("pd", 0), RDG_RELEASE("b"), RDG_RELEASE("a"),
                                RDG_WINDOW("b", -0.9, 0.9), HARVEST_ONLY(&h)));
    assert_true(h.count > 10);
    for (size_t k = 0; k < h.count; k++) {
        const double b = harvest_mu(&h, &h.chart[k], "b");
        assert_near(harvest_mu(&h, &h.chart[k], "a"), 0.75 * (1 - b) * (1 - b), 1e-9, 0.0);
    }
    harvest_clear(&h);
}

/* (x, y) -> (r x (1 - y) + e (x - y), x): the fixed point 1 - 1/r has determinant r - 1 + e and trace 1 + e.
 */
static int delayed(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    (void)data;
    y[0] = u[2] * u[0] * (1.0 - u[1]) + u[3] * (u[0] - u[1]);
    y[1] = u[0];
    return 0;
}

static rdg_problem *delayed_problem(rdg_context *ctx, double r, double e)
{
    return rdg_map_problem(ctx, &(rdg_ep){.n = 2,
                                          .n_parameters = 2,
                                          .parameters = (const char *const[]){"r", "e"},
                                          .x = (double[]){1 - 1 / r, 1 - 1 / r},
                                          .p = (double[]){r, e},
                                          .f = delayed});
}

static void a_torus_is_born_where_a_pair_crosses_the_unit_circle(void **state)
{
    rdg_context *ctx = *state;
    harvest h = {0};
    rdg_problem *p = delayed_problem(ctx, 1.5, 0.0);
    assert_ok(ctx, rdg_continue(p, "delayed", RDG_RELEASE("r"), RDG_WINDOW("r", 1.2, 3), HARVEST_ONLY(&h)));
    assert_int_equal(harvest_count(&h, "NS"), 1);
    assert_near(harvest_mu(&h, harvest_nth(&h, "NS", 0), "r"), 2.0, 1e-10, 0.0);
    for (size_t k = 0; k < h.count; k++) {
        const double r = harvest_mu(&h, &h.chart[k], "r");
        assert_near(harvest_mu(&h, &h.chart[k], "unstable"), r > 2.0 + 1e-8 ? 2.0 : 0.0, 0.0, 0.0);
    }
    harvest_clear(&h);
}

/* Where the trace is beyond 2 the multipliers are real, and the point is a neutral saddle. */
static void the_curve_of_tori_is_a_line_and_saddles_are_told_apart(void **state)
{
    rdg_context *ctx = *state;
    harvest h = {0}, saddle = {0};
    rdg_problem *p = delayed_problem(ctx, 2.0, 0.0);
    assert_ok(ctx, rdg_continue(p, "tori", RDG_HOLD_AT("ns", 0), RDG_RELEASE("e"), RDG_RELEASE("r"),
                                RDG_WINDOW("e", -0.5, 0.5), HARVEST_ONLY(&h)));
    assert_true(h.count > 3);
    for (size_t k = 0; k < h.count; k++) {
        const double e = harvest_mu(&h, &h.chart[k], "e");
        assert_near(harvest_mu(&h, &h.chart[k], "r"), 2.0 - e, 1e-9, 0.0);
    }
    p = delayed_problem(ctx, 0.3, 1.5); /* r < 1: the other side of the origin's branch point */
    assert_ok(ctx, rdg_continue(p, "saddle", RDG_RELEASE("r"), RDG_WINDOW("r", 0.2, 0.8), RDG_NEUTRAL_SADDLES,
                                HARVEST_ONLY(&saddle)));
    assert_int_equal(harvest_count(&saddle, "NS"), 0);
    assert_near(harvest_mu(&saddle, harvest_nth(&saddle, "NSA", 0), "r"), 0.5, 1e-9, 0.0);
    harvest_clear(&h);
    harvest_clear(&saddle);
}

/* On it e = -2, -1: trace 1 + e. At -3 the pair meets at -1, and goes on as that of saddles. */
static void a_curve_of_tori_passes_the_strong_resonances(void **state)
{
    rdg_context *ctx = *state;
    static const char *const type[] = {"R2", "R3", "R4"};
    harvest h = {0};
    rdg_problem *p = delayed_problem(ctx, 2.0, 0.0);
    assert_ok(ctx, rdg_continue(p, "tori", RDG_HOLD_AT("ns", 0), RDG_RELEASE("e"), RDG_RELEASE("r"),
                                RDG_WINDOW("e", -3.5, 0.9), HARVEST_ONLY(&h)));
    for (int k = 0; k < 3; k++) {
        assert_int_equal(harvest_count(&h, type[k]), 1);
        assert_near(harvest_mu(&h, harvest_nth(&h, type[k], 0), "e"), k - 3.0, 0.0, 1e-9);
        assert_near(harvest_mu(&h, harvest_nth(&h, type[k], 0), "ns.angle"), acos((k - 2.0) / 2.0), 0.0,
                    k == 0 ? 1e-4 : 1e-9);
    }
    assert_int_equal(harvest_count(&h, "PD") + harvest_count(&h, "NSA"), 0);
    harvest_clear(&h);
}

/* The multiplier is -1 where 1 + trace + determinant = 1 + 2 e + r vanishes; the other one is -determinant,
 * and joins it at e = -3. */
static void a_curve_of_period_doublings_passes_a_second_one(void **state)
{
    rdg_context *ctx = *state;
    harvest h = {0};
    rdg_problem *p = delayed_problem(ctx, 3.0, -2.0);
    scratch_said[0] = '\0';
    assert_ok(ctx, rdg_continue(p, "doublings", RDG_HOLD_AT("pd", 0), RDG_RELEASE("e"), RDG_RELEASE("r"),
                                RDG_WINDOW("e", -4, -1.5), HARVEST_ONLY(&h)));
    for (size_t k = 0; k < h.count; k++) {
        const double e = harvest_mu(&h, &h.chart[k], "e");
        assert_near(harvest_mu(&h, &h.chart[k], "r"), -1.0 - 2.0 * e, 0.0, 1e-9);
    }
    assert_int_equal(harvest_count(&h, "R2"), 1);
    assert_near(harvest_mu(&h, harvest_nth(&h, "R2", 0), "e"), -3.0, 0.0, 1e-9);
    assert_int_equal(harvest_count(&h, "NS") + harvest_count(&h, "NSA"), 0);
    assert_null(strstr(scratch_said, "unstable eigenvalues"));
    harvest_clear(&h);
}

/* x -> p - x^2, y -> -q y, z -> rotated by its angle and stretched by s: folds at p = -1/4, whatever q and s.
 */
static int apart(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    (void)data;
    const double c = cos(1.0), s = sin(1.0);
    y[0] = u[4] - u[0] * u[0];
    y[1] = -u[5] * u[1];
    y[2] = u[6] * (c * u[2] - s * u[3]);
    y[3] = u[6] * (s * u[2] + c * u[3]);
    return 0;
}

static rdg_problem *apart_problem(rdg_context *ctx, double x, double p, double q, double s)
{
    return rdg_map_problem(ctx, &(rdg_ep){.n = 4,
                                          .n_parameters = 3,
                                          .parameters = (const char *const[]){"p", "q", "s"},
                                          .x = (double[]){x, 0, 0, 0},
                                          .p = (double[]){p, q, s},
                                          .f = apart});
}

/* What else becomes critical along a curve of bifurcations has a name of its own, and a place: q = 1 or s
 * = 1. */
static void two_bifurcations_at_once_are_told_apart(void **state)
{
    rdg_context *ctx = *state;
    static const struct {
        const char *held, *moved, *type;
        double x, p, q, s;
    } curve[] = {{"fold", "q", "LPPD", -0.5, -0.25, 0.7, 0.6},
                 {"fold", "s", "LPNS", -0.5, -0.25, 0.7, 0.6},
                 {"pd", "s", "PDNS", 0.5, 0.75, 0.7, 0.6},
                 {"ns", "q", "PDNS", 0.2, 0.24, 0.7, 1.0}};
    for (int k = 0; k < 4; k++) {
        harvest h = {0};
        rdg_problem *p = apart_problem(ctx, curve[k].x, curve[k].p, curve[k].q, curve[k].s);
        assert_ok(ctx, rdg_add_fold(p, "fold", "p", NULL));
        assert_ok(ctx, rdg_continue(p, "curve", RDG_HOLD_AT(curve[k].held, 0), RDG_RELEASE(curve[k].moved),
                                    RDG_RELEASE(k == 3 ? "s" : "p"), RDG_WINDOW(curve[k].moved, 0.5, 1.5),
                                    HARVEST_ONLY(&h)));
        assert_int_equal(harvest_count(&h, curve[k].type), 1);
        const harvested *at = harvest_nth(&h, curve[k].type, 0);
        assert_near(harvest_mu(&h, at, curve[k].moved), 1.0, 0.0, 1e-9);
        assert_int_equal(harvest_count(&h, "PD") + harvest_count(&h, "NS"), 0);
        harvest_clear(&h);
    }
}

/* Two real multipliers meet at -0.9 and leave the axis: no event, and no small steps. */
static int meeting(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    (void)data;
    y[0] = -0.9 * u[0] + u[1];
    y[1] = -u[2] * u[0] - 0.9 * u[1];
    return 0;
}

static void multipliers_that_meet_beside_the_circle_are_no_event(void **state)
{
    rdg_context *ctx = *state;
    harvest h = {0};
    rdg_problem *p = rdg_map_problem(ctx, &(rdg_ep){.n = 2,
                                                    .n_parameters = 1,
                                                    .parameters = (const char *const[]){"e"},
                                                    .p = (double[]){-0.005},
                                                    .f = meeting});
    scratch_said[0] = '\0';
    assert_ok(ctx, rdg_continue(p, "meeting", RDG_RELEASE("e"), RDG_WINDOW("e", -0.005, 0.1),
                                RDG_DIRECTION(1), RDG_STEP(0.001, 1e-6, 0.01), HARVEST_ONLY(&h)));
    assert_int_equal(harvest_count(&h, "PD") + harvest_count(&h, "NS"), 0);
    assert_true(h.count < 40);
    assert_null(strstr(scratch_said, "warning"));
    harvest_clear(&h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(henons_orbits_are_born_and_double),
        SCRATCH_TEST(the_curve_of_period_doublings_is_a_parabola),
        SCRATCH_TEST(a_torus_is_born_where_a_pair_crosses_the_unit_circle),
        SCRATCH_TEST(the_curve_of_tori_is_a_line_and_saddles_are_told_apart),
        SCRATCH_TEST(a_curve_of_tori_passes_the_strong_resonances),
        SCRATCH_TEST(a_curve_of_period_doublings_passes_a_second_one),
        SCRATCH_TEST(two_bifurcations_at_once_are_told_apart),
        SCRATCH_TEST(multipliers_that_meet_beside_the_circle_are_no_event),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
