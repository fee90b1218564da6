/* Curves of special points of orbits, and orbits that are handed from one solver to another. */
#include "orbits.h"

#include <ridgewalk/singular.h>

static rdg_index label_of(rdg_context *ctx, const char *run, const char *type)
{
    rdg_run *r = rdg_run_open(ctx, run);
    const rdg_index label = rdg_run_label(r, rdg_run_find(r, type, 0));
    rdg_run_free(r);
    return label;
}

/* The hardening oscillator of COCO's po tutorial. */
static void folds_of_a_forced_oscillator_end_in_a_cusp(void **state)
{
    rdg_context *ctx = *state;
    rdg_hybrid *h = duffing_system(ctx, 0.04, 1.0, 0.015, 0.8);
    rdg_problem *p = rdg_collocation_problem(
        rdg_collocation_create(h, &(rdg_collocation_options){.intervals = 20, .adapt = -1}));
    assert_ok(ctx,
              rdg_continue(p, "frc", RDG_RELEASE("omega"), RDG_WINDOW("omega", 0.8, 1.3), RDG_IN_MEMORY));
    assert_near(RDG_HZ(1.0) / value_at(ctx, "frc", "FP", 0, "omega"), 5.988192573902, 1e-9, 0.0);
    assert_near(RDG_HZ(1.0) / value_at(ctx, "frc", "FP", 1, "omega"), 6.018874217504, 1e-9, 0.0);
    assert_ok(ctx, rdg_add_fold(p, "fold", "omega", NULL));
    assert_ok(ctx, rdg_continue(p, "folds", RDG_FROM("frc", label_of(ctx, "frc", "FP")),
                                RDG_HOLD_AT("fold", 0.0), RDG_RELEASE("omega"), RDG_RELEASE("A"),
                                RDG_WINDOW("A", 0.005, 0.1), RDG_UZ("A", 0.02), RDG_IN_MEMORY));
    assert_near(RDG_HZ(1.0) / value_at(ctx, "folds", "CP", 0, "omega"), 6.0695426308, 1e-8, 0.0);
    assert_near(value_at(ctx, "folds", "CP", 0, "A"), 0.012051072416, 1e-8, 0.0);
}

/* x' = -y - z, y' = x + a y, z' = b + z (x - c), with a = 0.2; u = (x, y, z, b, c) */
static int roessler_b(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n, (void)m, (void)data;
    y[0] = -u[1] - u[2];
    y[1] = u[0] + 0.2 * u[1];
    y[2] = u[3] + u[2] * (u[0] - u[4]);
    return 0;
}

static int roessler_b_df(rdg_index n, const double *u, rdg_index m, double *J, void *data)
{
    (void)n, (void)m, (void)data;
    J[1] = 1.0;
    J[2] = u[2];
    J[3] = -1.0;
    J[4] = 0.2;
    J[6] = -1.0;
    J[8] = u[0] - u[4];
    J[11] = 1.0;
    J[14] = -u[2];
    return 0;
}

static void a_curve_of_period_doublings_goes_where_runs_find_them(void **state)
{
    rdg_context *ctx = *state;
    const rdg_hybrid_function field = {.f = roessler_b, .df = roessler_b_df};
    rdg_hybrid *h =
        rdg_hybrid_smooth(ctx, "Roessler", 3, &field, RDG_PARAMETERS("b", "c"), (double[]){0.2, 2.5}, NULL);
    const rdg_shooting_options o = {.x = (double[]){0.0, -4.0, 0.05}, .transient = 300.0};
    rdg_problem *p =
        rdg_collocation_problem(by_shooting(h, &o, &(rdg_collocation_options){.intervals = 30, .adapt = 4}));
    assert_ok(ctx, rdg_continue(p, "c", RDG_RELEASE("c"), RDG_WINDOW("c", 2.5, 3.5), RDG_IN_MEMORY));
    assert_ok(ctx,
              rdg_continue(p, "pds", RDG_FROM("c", label_of(ctx, "c", "PD")), RDG_HOLD_AT("pd", 0.0),
                           RDG_RELEASE("b"), RDG_RELEASE("c"), RDG_WINDOW("b", 0.15, 0.25), RDG_IN_MEMORY));
    const double there = nearest_at(ctx, "pds", "EP", "b", 0.25);
    assert_near(there, 0.25, 1e-12, 0.0);
    assert_ok(ctx, rdg_continue(p, "b", RDG_FROM("c", 1), RDG_RELEASE("b"), RDG_WINDOW("b", 0.2, 0.25),
                                RDG_IN_MEMORY));
    rdg_run *r = rdg_run_open(ctx, "b");
    const rdg_index last = rdg_run_label(r, rdg_run_row_of_label(r, 1) == 0 ? rdg_run_count(r) - 1 : 0);
    rdg_run_free(r);
    assert_ok(ctx, rdg_continue(p, "c at b", RDG_FROM("b", last), RDG_RELEASE("c"), RDG_WINDOW("c", 2.4, 3.5),
                                RDG_IN_MEMORY));
    rdg_run *q = rdg_run_open(ctx, "pds");
    double c_there = NAN;
    for (rdg_index row = 0; row < rdg_run_count(q); row++) {
        c_there = fabs(rdg_run_column(q, "b")[row] - 0.25) < 1e-9 ? rdg_run_column(q, "c")[row] : c_there;
    }
    rdg_run_free(q);
    assert_near(value_at(ctx, "c at b", "PD", 0, "c"), c_there, 1e-7, 0.0);
}

static void shooting_and_collocation_agree_and_start_from_each_other(void **state)
{
    rdg_context *ctx = *state;
    rdg_hybrid *h = duffing_system(ctx, 0.02, 0.1, 0.1, 0.9);
    rdg_shooting *s = rdg_shooting_create(h, NULL);
    rdg_problem *p = rdg_shooting_problem(s);
    assert_ok(ctx,
              rdg_continue(p, "shot", RDG_RELEASE("omega"), RDG_WINDOW("omega", 0.9, 1.2), RDG_IN_MEMORY));
    rdg_run *r = rdg_run_open(ctx, "shot");
    const rdg_index label = rdg_run_label(r, rdg_run_count(r) - 1);
    const double omega = rdg_run_column(r, "omega")[rdg_run_count(r) - 1];
    double x[2];
    assert_ok(ctx, rdg_run_solution(r, label, "x", 2, x, NULL));
    rdg_collocation *c =
        rdg_collocation_from_shooting(s, p, "shot", label, &(rdg_collocation_options){.intervals = 60});
    rdg_problem *q = rdg_collocation_problem(c);
    solve_orbit(ctx, q, "collocated");
    const double start = 0.0;
    double y[2], T;
    double T_of_none = 0.0;
    assert_ok(ctx, rdg_segment_motion_of(ctx, "collocated", 1, NULL, 1, &start, y, &T));
    assert_ok(ctx, rdg_segment_motion_of(ctx, "collocated", 1, "", 1, &start, y, &T_of_none));
    assert_near(T_of_none, T, 0.0, 0.0);
    assert_near(y[0], x[0], 0.0, 1e-9);
    assert_near(y[1], x[1], 0.0, 1e-9);
    assert_near(T, RDG_HZ(1.0) / omega, 1e-12, 0.0);
    rdg_shooting *back = rdg_collocation_to_shooting(h, "collocated", 1, NULL);
    rdg_problem *b = rdg_shooting_problem(back);
    solve_orbit(ctx, b, "back");
    double z[2];
    rdg_run *rb = rdg_run_open(ctx, "back");
    assert_ok(ctx, rdg_run_solution(rb, 1, "x", 2, z, NULL));
    assert_near(z[0], x[0], 0.0, 1e-9);
    assert_near(z[1], x[1], 0.0, 1e-9);
    assert_near(rdg_run_column(rb, "omega")[0], omega, 1e-15, 0.0);
}

/* Multipliers beyond the range of numbers. */
static void logarithms_of_multipliers_are_those_of_the_motion(void **state)
{
    static const struct {
        double mu, log, tolerance;
    } known[] = {{1.0, -7.05893280879896, 1e-8}, {10.0, -311.844219286228, 1e-7}};
    rdg_context *ctx = *state;
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        rdg_hybrid *h = van_der_pol_system(ctx, known[k].mu);
        rdg_collocation *c =
            by_shooting(h, &(rdg_shooting_options){.x = (double[]){1.0, 0.0}, .transient = 100.0},
                        &(rdg_collocation_options){.intervals = 120});
        rdg_problem *p = rdg_collocation_problem(c);
        assert_ok(ctx, rdg_solve(p));
        double log, angle;
        assert_ok(ctx, rdg_collocation_multipliers(c, rdg_start_values(p), 1, &log, &angle));
        assert_near(log, known[k].log, known[k].tolerance, 0.0);
        assert_near(angle, 0.0, 0.0, 1e-12);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(folds_of_a_forced_oscillator_end_in_a_cusp),
        TEST(a_curve_of_period_doublings_goes_where_runs_find_them),
        TEST(shooting_and_collocation_agree_and_start_from_each_other),
        TEST(logarithms_of_multipliers_are_those_of_the_motion),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
