/* Several segments in one problem: glued into an orbit, a gap between two halves of a heteroclinic orbit,
 * integral conditions. */
#include "fresh_context.h"
#include "segments.h"
#include "support.h"

#include "shooting/orbit_run.h"

/* x'' = lambda sin(x) - c x', lambda being 1: from pi to -pi beside the saddle-like ends; u = (x, v, c) */
static int pendulum(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n, (void)m, (void)data;
    y[0] = u[1];
    y[1] = -sin(u[0]) - u[2] * u[1];
    return 0;
}

static int pendulum_df(rdg_index n, const double *u, rdg_index m, double *J, void *data)
{
    (void)n, (void)data;
    J[1] = -cos(u[0]);
    J[m] = 1.0;
    J[1 + m] = -u[2];
    J[1 + 2 * m] = -u[1];
    return 0;
}

static const double pi = 3.14159265358979323846;

/* v - exp-rate (x -+ pi): along the unstable eigenvector of -pi and the stable one of pi */
static int leaves(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n, (void)m, (void)data;
    y[0] = u[0] + pi - 1e-3;
    y[1] = u[1] - (-0.5 * u[5] + sqrt(0.25 * u[5] * u[5] + 1.0)) * (u[0] + pi);
    y[2] = u[2];
    return 0;
}

static int arrives(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n, (void)m, (void)data;
    y[0] = u[2] - pi + 1e-3;
    y[1] = u[3] - (-0.5 * u[5] - sqrt(0.25 * u[5] * u[5] + 1.0)) * (u[2] - pi);
    y[2] = u[0];
    return 0;
}

/* The separatrix of the pendulum, v = 2 cos(x / 2), sampled from x = from on. */
static void sample(double from, double to, int count, double *t, double *x)
{
    for (int k = 0; k < count; k++) {
        const double at = from + (to - from) * k / (count - 1.0);
        t[k] = log(tan(0.25 * at + 0.25 * pi));
        x[2 * k] = at;
        x[2 * k + 1] = 2.0 * cos(0.5 * at);
    }
}

static void the_gap_between_two_manifolds_closes_where_they_meet(void **state)
{
    enum { COUNT = 60 };
    rdg_context *ctx = *state;
    const double c = 0.05;
    const rdg_hybrid_function field = {.f = pendulum, .df = pendulum_df};
    rdg_hybrid *h = rdg_hybrid_smooth(ctx, "pendulum", 2, &field, RDG_PARAMETERS("c"), &c, NULL);
    rdg_problem *p = rdg_problem_create(ctx);
    double t[COUNT], x[2 * COUNT];
    sample(-pi + 1e-3, 0.0, COUNT, t, x);
    rdg_segment *a = rdg_segment_add(p, "out", h, &(rdg_segment_options){.count = COUNT, .t = t, .x = x});
    sample(0.0, pi - 1e-3, COUNT, t, x);
    rdg_segment *b =
        rdg_segment_add(p, "in", h, &(rdg_segment_options){.count = COUNT, .t = t, .x = x, .partner = a});
    assert_non_null(b);
    assert_ok(ctx,
              rdg_segment_add_boundary(
                  a, &(rdg_function){.name = "leaves", .n = 6, .m = 3, .f = leaves, .by_differences = true}));
    assert_ok(ctx, rdg_segment_add_boundary(
                       b, &(rdg_function){
                              .name = "arrives", .n = 6, .m = 3, .f = arrives, .by_differences = true}));
    const rdg_index pair[] = {rdg_segment_places_of(a).end + 1, rdg_segment_places_of(b).x + 1};
    const char *gap = "gap";
    assert_ok(ctx,
              rdg_add_linear_monitor(p, "gap", 1, 2, pair, (double[]){1.0, -1.0}, NULL, &gap, RDG_ACTIVE));
    assert_ok(ctx, rdg_let_vary(p, "out.T"));
    assert_ok(ctx, rdg_let_vary(p, "in.T"));
    assert_ok(ctx, rdg_continue(p, "gap", RDG_RELEASE("out.c"), RDG_WINDOW("out.c", -0.05, 0.05),
                                RDG_UZ("gap", 0.0), RDG_IN_MEMORY));
    assert_near(value_at(ctx, "gap", "UZ", 0, "out.c"), 0.0, 0.0, 1e-7);
    const double end = 1.0;
    double v[2];
    rdg_run *r = rdg_run_open(ctx, "gap");
    const rdg_index label = rdg_run_label(r, rdg_run_find(r, "UZ", 0));
    rdg_run_free(r);
    assert_ok(ctx, rdg_segment_motion_of(ctx, "gap", label, "out", 1, &end, v, NULL));
    assert_near(v[1], 2.0, 0.0, 1e-6); /* the fastest on the separatrix */
}

/* u'' + lambda u = 0 with u(0) = u(1) = 0 and the mean of u^2 one half: lambda = pi^2 */
static int wave(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n, (void)m, (void)data;
    y[0] = u[1];
    y[1] = -u[2] * u[0];
    return 0;
}

static int square(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n, (void)m, (void)data;
    y[0] = u[0] * u[0] - 0.5;
    return 0;
}

static void an_integral_condition_makes_an_eigenvalue_problem_regular(void **state)
{
    rdg_context *ctx = *state;
    const double lambda = 9.0;
    const rdg_hybrid_function field = {.f = wave};
    rdg_hybrid *h = rdg_hybrid_smooth(ctx, "wave", 2, &field, RDG_PARAMETERS("lambda"), &lambda, NULL);
    double x[2 * 11];
    for (int k = 0; k < 11; k++) {
        x[2 * k] = sin(0.1 * pi * k);
        x[2 * k + 1] = pi * cos(0.1 * pi * k);
    }
    for (int mean = 0; mean < 2; mean++) {
        rdg_problem *p = rdg_problem_create(ctx);
        rdg_segment *s = rdg_segment_add(
            p, NULL, h, &(rdg_segment_options){.duration = 1.0, .intervals = 8, .count = 11, .x = x});
        assert_ok(ctx,
                  rdg_segment_add_boundary(
                      s, &(rdg_function){
                             .name = "ends", .n = 6, .m = 2, .f = clamped, .df = clamped_df, .d2f = no_d2f}));
        assert_ok(ctx,
                  rdg_segment_add_integral(
                      s, mean ? RDG_MEAN : RDG_INTEGRAL,
                      &(rdg_function){.name = "norm", .n = 3, .m = 1, .f = square, .by_differences = true}));
        assert_ok(ctx, rdg_let_vary(p, "lambda"));
        assert_ok(ctx, rdg_solve(p));
        double found = 0.0;
        assert_ok(ctx, rdg_parameter_value(p, "lambda", rdg_start_values(p), &found));
        assert_near(found, pi * pi, 1e-9, 0.0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(the_gap_between_two_manifolds_closes_where_they_meet),
        TEST(an_integral_condition_makes_an_eigenvalue_problem_regular),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
