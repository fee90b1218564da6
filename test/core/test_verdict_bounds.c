/* Which ends of a run reach a bound, and which leave something out. */
#include "problems.h"
#include "straight_line.h"

#include "toolbox.h"

enum { SAID_SIZE = 1024 };

/* x from 0 to 1, and q = place + x that jumps by `jump` at x = 1/2 */
typedef struct leap {
    double place, jump;
} leap;

static int leap_f(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    const leap *l = data;
    y[0] = l->place + u[0] + (u[0] > 0.5 ? l->jump : 0.0);
    return 0;
}

static int leap_df(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    (void)n;
    (void)u;
    (void)m;
    (void)data;
    values[0] = 1.0;
    return 0;
}

static rdg_problem *leap_problem(rdg_context *ctx, leap *l, rdg_monitor_kind kind)
{
    rdg_problem *p = rdg_problem_create(ctx);
    const rdg_function q = {.name = "q", .n = 1, .m = 1, .f = leap_f, .df = leap_df, .data = l};
    rdg_add_variables(p, "u", 2, (double[]){0.01, 0.01});
    rdg_add_zero(p,
                 &(rdg_function){.name = "line", .n = 2, .m = 1, .f = straight_line, .by_differences = true},
                 RDG_ALL);
    rdg_add_parameter(p, "x", "u", 0);
    rdg_add_monitor(p, &q, (const rdg_index[]){0}, (const char *const[]){"q"}, kind);
    return p;
}

static void listen(rdg_channel channel, const char *text, void *data)
{
    if (channel == RDG_CHANNEL_WARNING && strstr(text, " ends at ")) {
        snprintf(data, SAID_SIZE, "%s", text);
    }
}

/* What is said of a bound in the middle of the jump, the window being so wide. */
static const char *said_of(rdg_context *ctx, leap l, double width, rdg_monitor_kind kind, rdg_run_summary *s)
{
    static char said[SAID_SIZE];
    const double bound = l.place + 0.5 + 0.5 * l.jump;
    *said = '\0';
    const long before = rdg_shortfalls(ctx);
    rdg_problem *p = leap_problem(ctx, &l, kind);
    rdg_set_writer(ctx, listen, said);
    assert_ok(ctx, rdg_continue(p, "leap", RDG_RELEASE("x"), RDG_WINDOW("q", bound - width, bound),
                                RDG_DIRECTION(1), RDG_NO_FOLDER, RDG_NO_TABLE, RDG_SUMMARY(s)));
    assert_int_equal(s->forwards, RDG_STOP_BOUNDARY);
    assert_int_equal(s->covered, rdg_shortfalls(ctx) == before);
    assert_int_equal(*said != '\0', rdg_shortfalls(ctx) > before);
    rdg_set_writer(ctx, NULL, NULL);
    rdg_problem_free(p);
    return said;
}

static void bound_that_is_jumped_over_is_reached_within_a_millionth(void **state)
{
    static const struct {
        double place, jump, width;
        bool reached;
    } cases[] = {
        {0.0, 2e-3, 10.0, false},     /* 1e-4 of the window */
        {0.0, 2e-5, 2.0, false},      /* 5e-6 */
        {0.0, 2e-8, 2.0, true},       /* 5e-9 */
        {0.0, 2e-3, 1e5, true},       /* of a wide one */
        {0.0, 2e-3, INFINITY, false}, /* of the bound itself */
        {1e6, 2e-3, 2.0, true},       /* 1e-9 of a large bound */
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        rdg_run_summary s;
        const leap l = {cases[k].place, cases[k].jump};
        const char *said = said_of(*state, l, cases[k].width, RDG_REGULAR, &s);
        if ((*said == '\0') != cases[k].reached) {
            print_error("case %zu: %s\n", k, said);
        }
        assert_int_equal(*said == '\0', cases[k].reached);
        assert_true(cases[k].reached || strstr(said, "it ends at q = 0.5, within its domain ["));
    }
}

static void parameter_that_may_jump_may_jump_over_a_bound(void **state)
{
    rdg_run_summary s;
    assert_string_equal(said_of(*state, (leap){0.0, 0.1}, 10.0, RDG_JUMPING, &s), "");
}

static bool stops(rdg_problem *p, const rdg_chart *chart, void *data)
{
    (void)p;
    (void)data;
    return chart->point == 3;
}

static void run_that_the_program_ends_covers_nothing_but_does_not_fall_short(void **state)
{
    rdg_run_summary s;
    assert_ok(*state, rdg_continue(circle_problem(*state), "c", RDG_RELEASE("y"), RDG_RELEASE("x"),
                                   RDG_WINDOW("y", -0.9, 0.9), RDG_OBSERVE(stops, NULL), RDG_DIRECTION(1),
                                   RDG_NO_FOLDER, RDG_NO_TABLE, RDG_SUMMARY(&s)));
    assert_int_equal(s.forwards, RDG_STOP_OBSERVER);
    assert_false(s.covered);
    assert_int_equal(rdg_shortfalls(*state), 0);
}

/* The unit sphere, without values above z = 1/2. */
static int cut_sphere_f(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    (void)data;
    y[0] = u[0] * u[0] + u[1] * u[1] + u[2] * u[2] - 1.0;
    return u[2] > 0.5;
}

static void covering_with_gaps_covers_nothing_and_falls_short(void **state)
{
    rdg_run_summary s;
    rdg_problem *p = rdg_problem_create(*state);
    rdg_add_variables(p, "u", 3, (double[]){1.0, 0.0, 0.0});
    rdg_add_zero(p,
                 &(rdg_function){.name = "sphere", .n = 3, .m = 1, .f = cut_sphere_f, .by_differences = true},
                 RDG_ALL);
    rdg_add_parameter(p, "x", "u", 0);
    assert_ok(*state, rdg_continue(p, "s", RDG_RELEASE("x"), RDG_DIMENSION(2), RDG_STEP(0.2, 0.1, 0.4),
                                   RDG_MAX_POINTS(5000), RDG_NO_FOLDER, RDG_NO_TABLE, RDG_SUMMARY(&s)));
    assert_int_equal(s.forwards, RDG_STOP_GAPS);
    assert_false(s.covered);
    assert_int_equal(rdg_shortfalls(*state), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(bound_that_is_jumped_over_is_reached_within_a_millionth),
        TEST(parameter_that_may_jump_may_jump_over_a_bound),
        TEST(run_that_the_program_ends_covers_nothing_but_does_not_fall_short),
        TEST(covering_with_gaps_covers_nothing_and_falls_short),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
