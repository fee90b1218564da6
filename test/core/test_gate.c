/* What is emitted solves the functions themselves and lies in all windows, whatever Newton's method solved.
 */
#include "problems.h"

#include <string.h>

/* What an observer looks at. */
typedef struct watch {
    double low, high; /* of u[1] */
    double most;      /* residual of the functions, unscaled */
    long charts, branch_points;
    double residual; /* largest of the column */
} watch;

/* --- perturbed pitchforks, hyperbolas and circles: neither has a branch point */

typedef struct imperfect {
    int shape;
    double eps, scale;
} imperfect;

enum { PITCHFORK, HYPERBOLA, CIRCLES, N_SHAPES };

static int imperfect_f(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    const imperfect *k = data;
    const double x = u[0] / k->scale;
    const double r2 = x * x + u[1] * u[1];
    switch (k->shape) {
    case PITCHFORK:
        y[0] = u[1] * x - x * x * x + k->eps;
        break;
    case HYPERBOLA:
        y[0] = x * u[1] + k->eps;
        break;
    default:
        y[0] = (r2 - 1.0) * (r2 - 1.0 - k->eps) - 1e-3 * k->eps * k->eps;
        break;
    }
    return 0;
}

static bool solves(rdg_problem *p, const rdg_chart *chart, void *data)
{
    (void)p;
    watch *w = data;
    w->charts++;
    w->branch_points += strcmp(chart->type, "BP") == 0;
    w->residual = fmax(w->residual, chart->residual);
    assert_true(chart->u[1] >= w->low && chart->u[1] <= w->high); /* without slack */
    return false;
}

static bool solves_imperfect(rdg_problem *p, const rdg_chart *chart, void *data)
{
    void **pair = data;
    double y = 0.0;
    imperfect_f(2, chart->u, 1, &y, pair[1]);
    assert_near(y, 0.0, 0.0, 1e-8 * fabs(((imperfect *)pair[1])->eps) + 1e-12);
    return solves(p, chart, pair[0]);
}

static void no_branch_point_is_reported_where_nothing_solves(void **state)
{
    rdg_context *ctx = *state;
    uint64_t seed = 4;
    for (int k = 0; k < 300; k++) {
        imperfect shape = {.shape = k % N_SHAPES,
                           .eps = pow(10.0, -4.5 + 1.5 * random_signed(&seed)),
                           .scale = pow(10.0, 2.0 * random_signed(&seed))};
        shape.eps = shape.shape == CIRCLES ? sqrt(shape.eps) : shape.eps; /* it is squared there */
        shape.eps *= random_signed(&seed) < 0.0 ? -1.0 : 1.0;
        watch w = {.low = -1.0, .high = 1.0};
        void *pair[] = {&w, &shape};
        const bool circles = shape.shape == CIRCLES;
        const double x = shape.shape == HYPERBOLA ? shape.eps : circles ? 1.0 : shape.eps;
        rdg_problem *p = rdg_problem_create(ctx);
        rdg_add_variables(p, "u", 2, (double[]){x * shape.scale, circles ? 0.0 : -1.0});
        rdg_add_zero(p, &(rdg_function){.name = "f", .n = 2, .m = 1, .f = imperfect_f, .data = &shape},
                     RDG_ALL);
        rdg_set_typical(p, "u", fmax(shape.scale, 1.0), false);
        rdg_add_parameter(p, "la", "u", 1);
        assert_ok(ctx,
                  rdg_continue(p, "r", RDG_RELEASE("la"), RDG_WINDOW("la", -1, 1), RDG_NO_FOLDER,
                               RDG_STEP(0.05, 1e-6, 0.5), RDG_NO_TABLE, RDG_OBSERVE(solves_imperfect, pair)));
        assert_int_equal(w.branch_points, 0);
        assert_true(w.residual < 1e-9);
        rdg_problem_free(p);
    }
}

/* --- a circle on which, up to a certain x, nothing solves: the function jumps where it would vanish */

static int hollow_f(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    circle_f(n, u, m, y, NULL);
    const double *from = data;
    y[0] += u[0] < *from && fabs(y[0]) < 1e-9 ? 1e-5 : 0.0;
    return 0;
}

static bool solves_hollow(rdg_problem *p, const rdg_chart *chart, void *data)
{
    (void)p;
    double y = 0.0;
    hollow_f(2, chart->u, 1, &y, data);
    assert_near(y, 0.0, 0.0, 3e-8);
    return false;
}

static rdg_status run_hollow(rdg_context *ctx, double *from, rdg_run_summary *summary)
{
    rdg_problem *p = rdg_problem_create(ctx);
    rdg_add_variables(p, "u", 2, (double[]){0.98, 0.1});
    rdg_add_zero(
        p, &(rdg_function){.name = "hollow", .n = 2, .m = 1, .f = hollow_f, .df = circle_df, .data = from},
        RDG_ALL);
    rdg_add_parameter(p, "y", "u", 1);
    const rdg_status status =
        rdg_continue(p, "hollow", RDG_RELEASE("y"), RDG_TOLERANCE(1e-8, 1e-8), RDG_NO_FOLDER, RDG_NO_TABLE,
                     RDG_OBSERVE(solves_hollow, from), RDG_SUMMARY(summary));
    rdg_problem_free(p);
    return status;
}

static void where_the_functions_jump_only_what_solves_is_emitted(void **state)
{
    rdg_run_summary summary;
    double from = 0.5;
    assert_ok(*state, run_hollow(*state, &from, &summary));
    assert_true(summary.points > 10);
    assert_true(summary.rejected > 10);
}

static void start_that_does_not_solve_is_none(void **state)
{
    rdg_run_summary summary;
    double from = 2.0;
    run_hollow(*state, &from, &summary);
    assert_failed(*state, RDG_ERR_NO_CONVERGENCE, "no first point: the scaled residual of the functions is");
}

/* --- windows */

static bool stays_inside(rdg_problem *p, const rdg_chart *chart, void *data)
{
    (void)p;
    const watch *w = data;
    assert_true(chart->mu[1] >= w->low && chart->mu[1] <= w->high);
    return false;
}

static void windows_of_variables_are_met_without_slack(void **state)
{
    rdg_context *ctx = *state;
    uint64_t seed = 9;
    for (int k = 0; k < 200; k++) {
        rdg_run_summary s;
        watch w = {.low = -fabs(random_signed(&seed)), .high = fabs(random_signed(&seed))};
        rdg_problem *p = circle_problem(ctx);
        rdg_continue(p, "r", RDG_RELEASE("y"), RDG_RELEASE("x"), RDG_WINDOW("y", w.low, w.high),
                     RDG_NO_FOLDER, RDG_NO_TABLE, RDG_SUMMARY(&s), RDG_OBSERVE(stays_inside, &w));
        assert_ok(ctx, rdg_error_status(ctx));
        assert_int_equal(s.forwards, RDG_STOP_BOUNDARY);
        assert_int_equal(s.backwards, RDG_STOP_BOUNDARY);
        rdg_problem_free(p);
    }
}

typedef struct corner {
    double low[2], high[2];
    double bent; /* of the conic x^2 + bent x y + y^2 = r */
    double r;
    long charts;
} corner;

static int conic_f(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    const corner *c = data;
    y[0] = u[0] * u[0] + c->bent * u[0] * u[1] + u[1] * u[1] - c->r;
    return 0;
}

static bool is_within(rdg_problem *p, const rdg_chart *chart, void *data)
{
    (void)p;
    corner *c = data;
    c->charts++;
    for (int i = 0; i < 2; i++) {
        assert_true(chart->u[i] >= c->low[i] && chart->u[i] <= c->high[i]);
        assert_true(chart->u[i] == chart->mu[i]);
    }
    return false;
}

static void start_in_a_corner_of_windows_is_within_them_to_the_last_bit(void **state)
{
    rdg_context *ctx = *state;
    uint64_t seed = 21;
    for (int k = 0; k < 1000; k++) {
        corner c = {.bent = 1.5 * random_signed(&seed)};
        double at[2];
        for (int i = 0; i < 2; i++) {
            at[i] = random_signed(&seed);
            const double width = pow(10.0, random_signed(&seed));
            const bool is_low = random_signed(&seed) < 0.0;
            c.low[i] = is_low ? at[i] : at[i] - width;
            c.high[i] = is_low ? at[i] + width : at[i];
        }
        c.r = at[0] * at[0] + c.bent * at[0] * at[1] + at[1] * at[1];
        rdg_problem *p = rdg_problem_create(ctx);
        rdg_add_variables(p, "u", 2, at);
        rdg_add_zero(p,
                     &(rdg_function){
                         .name = "conic", .n = 2, .m = 1, .f = conic_f, .by_differences = true, .data = &c},
                     RDG_ALL);
        rdg_add_parameter(p, "x", "u", 0);
        rdg_add_parameter(p, "y", "u", 1);
        assert_ok(ctx,
                  rdg_continue(p, "r", RDG_RELEASE("x"), RDG_RELEASE("y"),
                               RDG_WINDOW("x", c.low[0], c.high[0]), RDG_WINDOW("y", c.low[1], c.high[1]),
                               RDG_NO_FOLDER, RDG_NO_TABLE, RDG_OBSERVE(is_within, &c)));
        assert_true(c.charts >= 1);
        rdg_problem_free(p);
    }
}

/* --- steps that are shorter than what tells charts apart elsewhere */

static void short_steps_are_all_emitted(void **state)
{
    rdg_run_summary s;
    rdg_problem *p = circle_problem(*state);
    assert_ok(*state, rdg_continue(p, "r", RDG_RELEASE("y"), RDG_RELEASE("x"), RDG_STEP(1e-7, 1e-8, 1e-7),
                                   RDG_DIRECTION(1), RDG_MAX_POINTS(20), RDG_NO_FOLDER, RDG_NO_TABLE,
                                   RDG_SUMMARY(&s)));
    assert_int_equal(s.points, 21);
}

enum { MANY = 300 };

/* u_i = p = u_n */
static int equal_f(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)data;
    for (rdg_index i = 0; i < m; i++) {
        y[i] = u[i] - u[n - 1];
    }
    return 0;
}

static int equal_df(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    (void)u;
    (void)data;
    for (rdg_index i = 0; i < m; i++) {
        values[i + m * i] = 1.0;
        values[i + m * (n - 1)] = -1.0;
    }
    return 0;
}

static int dear_f(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)m;
    ++*(int *)data;
    y[0] = u[0] * u[0] + u[n - 1];
    return 0;
}

/* How near an event is at the start is not worth the gradient of a monitor by differences. */
static void start_takes_no_gradient_by_differences(void **state)
{
    int evaluations = 0;
    double start[MANY] = {0.0};
    rdg_problem *p = rdg_problem_create(*state);
    rdg_add_variables(p, "u", MANY, start);
    rdg_add_zero(p, &(rdg_function){.name = "equal", .n = MANY, .m = MANY - 1, .f = equal_f, .df = equal_df},
                 RDG_ALL);
    rdg_add_parameter(p, "p", "u", MANY - 1);
    rdg_add_monitor(p, &(rdg_function){.name = "dear", .n = MANY, .m = 1, .f = dear_f, .data = &evaluations},
                    RDG_ALL, (const char *const[]){"dear"}, RDG_ACTIVE);
    assert_ok(*state,
              rdg_continue(p, "cheap", RDG_RELEASE("p"), RDG_WINDOW("p", 0.0, 0.1), RDG_UZ("dear", 1.0)));
    assert_in_range(evaluations, 2, MANY / 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(no_branch_point_is_reported_where_nothing_solves),
        TEST(where_the_functions_jump_only_what_solves_is_emitted),
        TEST(start_that_does_not_solve_is_none),
        TEST(windows_of_variables_are_met_without_slack),
        TEST(start_in_a_corner_of_windows_is_within_them_to_the_last_bit),
        TEST(short_steps_are_all_emitted),
        TEST(start_takes_no_gradient_by_differences),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
