/* Every option that cannot be has a message of its own, with the run, the name and the number. */
#include "problems.h"

#include "circle.h"
#include "run_facts_impl.h"
#include "run_setup_impl.h"

#include <stdlib.h>

/* The options are refused with this status and these words. */
#define assert_refused(ctx, p, status, words, ...)                                                           \
    do {                                                                                                     \
        assert_int_equal(rdg_continue((p), "r", RDG_NO_TABLE, RDG_NO_FOLDER, __VA_ARGS__), (status));        \
        assert_failed((ctx), (status), (words));                                                             \
    } while (0)

static bool ignore(rdg_problem *p, const rdg_chart *chart, void *data)
{
    (void)p;
    (void)chart;
    (void)data;
    return false;
}

static void unknown_names_are_answered_with_the_known_ones(void **state)
{
    rdg_problem *p = circle_problem(*state);
    const char *words = "rdg_continue: parameter \"z\" does not exist in the problem; it has: x, y";
    assert_refused(*state, p, RDG_ERR_NAME, words, RDG_RELEASE("z"));
    assert_refused(*state, p, RDG_ERR_NAME, words, RDG_HOLD("z"));
    assert_refused(*state, p, RDG_ERR_NAME, words, RDG_HOLD_AT("z", 1.0));
    assert_refused(*state, p, RDG_ERR_NAME, words, RDG_WINDOW("z", 0, 1));
    assert_refused(*state, p, RDG_ERR_NAME, words, RDG_UZ("z", 1.0));
    assert_refused(*state, p, RDG_ERR_NAME, words, RDG_UZ_LIST("z", 1, ((double[]){1.0})));
    assert_refused(*state, p, RDG_ERR_NAME, words, RDG_TERMINAL("END", "z", 1.0));
    assert_refused(*state, p, RDG_ERR_NAME, "\"(null)\"", RDG_RELEASE(NULL));
}

static void numbers_out_of_range_are_named(void **state)
{
    rdg_problem *p = circle_problem(*state);
    rdg_context *ctx = *state;
    const struct {
        rdg_option option;
        rdg_status status;
        const char *words;
    } bad[] = {
        {RDG_WINDOW("y", 1, -1), RDG_ERR_ARGUMENT, "domain [1, -1] of \"y\" is empty"},
        {RDG_WINDOW("y", 1, 1), RDG_ERR_ARGUMENT, "domain [1, 1] of \"y\" is empty"},
        {RDG_WINDOW("y", NAN, 1), RDG_ERR_NOT_FINITE, "\"y\" is NaN"},
        {RDG_WINDOW("y", 0, NAN), RDG_ERR_NOT_FINITE, "\"y\" is NaN"},
        {RDG_HOLD_AT("x", NAN), RDG_ERR_NOT_FINITE, "\"x\" is to be held at nan"},
        {RDG_HOLD_AT("x", INFINITY), RDG_ERR_NOT_FINITE, "\"x\" is to be held at inf"},
        {RDG_UZ("y", NAN), RDG_ERR_NOT_FINITE, "an event is requested at \"y\" = nan"},
        {RDG_TERMINAL("END", "y", -INFINITY), RDG_ERR_NOT_FINITE, "an event is requested at \"y\" = -inf"},
        {RDG_UZ_LIST("y", 2, ((double[]){1, NAN})), RDG_ERR_NOT_FINITE, "at \"y\" = nan"},
        {RDG_UZ_LIST("y", 2, NULL), RDG_ERR_ARGUMENT, "RDG_UZ_LIST on \"y\" has 2 values at NULL"},
        {RDG_UZ_LIST("y", -2, NULL), RDG_ERR_ARGUMENT, "RDG_UZ_LIST on \"y\" has -2 values"},
        {RDG_EVENT("", "y", 1), RDG_ERR_NAME, "\"\" is no type for an event on \"y\""},
        {RDG_EVENT("a\nb", "y", 1), RDG_ERR_NAME, "is no type for an event on \"y\""},
        {RDG_STEP(0.1, 0, 1), RDG_ERR_ARGUMENT, "RDG_STEP(h0 = 0.1, h_min = 0, h_max = 1)"},
        {RDG_STEP(0.1, 0.2, 1), RDG_ERR_ARGUMENT, "needs 0 < h_min <= h0 <= h_max"},
        {RDG_STEP(2, 0.2, 1), RDG_ERR_ARGUMENT, "needs 0 < h_min <= h0 <= h_max"},
        {RDG_STEP(0.1, 0.1, INFINITY), RDG_ERR_ARGUMENT, "h_max = inf"},
        {RDG_STEP(NAN, 0.1, 1), RDG_ERR_ARGUMENT, "h0 = nan"},
        {RDG_ANGLE(0), RDG_ERR_ARGUMENT, "RDG_ANGLE is 0; it must be in (0, 60] degrees"},
        {RDG_ANGLE(61), RDG_ERR_ARGUMENT, "RDG_ANGLE is 61"},
        {RDG_ANGLE(NAN), RDG_ERR_ARGUMENT, "RDG_ANGLE is nan"},
        {RDG_MAX_POINTS(0), RDG_ERR_ARGUMENT, "RDG_MAX_POINTS is 0; it must be 1 at least"},
        {RDG_LABEL_EVERY(-1), RDG_ERR_ARGUMENT, "RDG_LABEL_EVERY is -1"},
        {RDG_TOLERANCE(0, 1e-9), RDG_ERR_ARGUMENT, "RDG_TOLERANCE's residual is 0; it must be in (0, 0.01)"},
        {RDG_TOLERANCE(1e-9, 0.5), RDG_ERR_ARGUMENT, "RDG_TOLERANCE's step is 0.5"},
        {RDG_TOLERANCE(NAN, 1e-9), RDG_ERR_ARGUMENT, "RDG_TOLERANCE's residual is nan"},
        {RDG_DIMENSION(0), RDG_ERR_ARGUMENT, "RDG_DIMENSION is 0; it must be 1, 2 or 3"},
        {RDG_DIMENSION(4), RDG_ERR_ARGUMENT, "RDG_DIMENSION is 4"},
        {RDG_SAG(0), RDG_ERR_ARGUMENT, "RDG_SAG is 0; it must be positive"},
        {RDG_SAG(INFINITY), RDG_ERR_ARGUMENT, "RDG_SAG is inf"},
        {RDG_STEP_RULE(2), RDG_ERR_ARGUMENT, "RDG_STEP_RULE is 2; it must be a value of rdg_step_rule_kind"},
        {RDG_CHECKPOINT("", NULL, NULL), RDG_ERR_ARGUMENT, "RDG_CHECKPOINT() needs a name"},
        {RDG_LINEAR_SOLVER(7), RDG_ERR_ARGUMENT, "RDG_LINEAR_SOLVER is 7"},
        {RDG_LINEAR_SOLVER(-1), RDG_ERR_ARGUMENT, "RDG_LINEAR_SOLVER is -1"},
        {RDG_DIRECTION(NAN), RDG_ERR_ARGUMENT, "RDG_DIRECTION is nan"},
        {RDG_START(NULL), RDG_ERR_ARGUMENT, "the start values given are NULL"},
        {RDG_SWITCH_AT((double[2]){0}, NULL), RDG_ERR_ARGUMENT,
         "the components of the tangent given are NULL"},
        {RDG_SWITCH_KNOWN((double[2]){0}, NULL), RDG_ERR_ARGUMENT,
         "the components of the tangent given are NULL"},
        {{.kind = (rdg_option_kind)99}, RDG_ERR_ARGUMENT, "option 3 of the list is of no known kind (99)"},
        {{.kind = (rdg_option_kind)-1}, RDG_ERR_ARGUMENT, "no known kind"},
    };
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
        assert_refused(ctx, p, bad[k].status, bad[k].words, RDG_RELEASE("y"), bad[k].option);
        assert_refused(ctx, p, bad[k].status, "run \"r\": ", RDG_RELEASE("y"), bad[k].option);
    }
}

static void each_option_has_a_row_in_the_table(void **state)
{
    (void)state;
    for (int kind = RDG_OPTION_END + 1; kind <= RDG_OPTION_OF_TOOLBOX; kind++) {
        assert_non_null(rdg_option_name((rdg_option_kind)kind));
    }
    assert_null(rdg_option_name(RDG_OPTION_END));
    assert_null(rdg_option_name((rdg_option_kind)(RDG_OPTION_OF_TOOLBOX + 1)));
    assert_string_equal(rdg_option_name(RDG_OPTION_HANDLER), "RDG_ON_STOP");
}

static void contradictions_are_refused(void **state)
{
    rdg_problem *p = circle_problem(*state);
    rdg_context *ctx = *state;
    assert_refused(ctx, p, RDG_ERR_ARGUMENT, "\"y\" is both released and held", RDG_RELEASE("y"),
                   RDG_HOLD("y"));
    assert_refused(ctx, p, RDG_ERR_ARGUMENT, "\"y\" is both released and held", RDG_HOLD_AT("y", 0.1),
                   RDG_RELEASE("y"));
    assert_refused(ctx, p, RDG_ERR_ARGUMENT, "\"y\" is held twice", RDG_HOLD_AT("y", 0.1),
                   RDG_HOLD_AT("y", 0.2));
    assert_refused(ctx, p, RDG_ERR_ARGUMENT, "\"y\" has two domains", RDG_WINDOW("y", 0, 1),
                   RDG_WINDOW("y", -1, 1));
    assert_refused(ctx, p, RDG_ERR_ARGUMENT, "two options give the start, RDG_START is the second",
                   RDG_FROM("a", 1), RDG_START(((double[]){1, 0})));
    const rdg_option once[] = {RDG_STEP(0.1, 0.1, 0.1), RDG_ANGLE(5),      RDG_MAX_POINTS(3),
                               RDG_LABEL_EVERY(3),      RDG_DIRECTION(1),  RDG_TOLERANCE(1e-9, 1e-9),
                               RDG_LINEAR_SOLVER(0),    RDG_SUMMARY(NULL), RDG_OBSERVE(ignore, NULL),
                               RDG_FROM("a", 1),        RDG_SWITCH("a", 1)};
    for (size_t k = 0; k < sizeof once / sizeof *once; k++) {
        assert_refused(ctx, p, RDG_ERR_ARGUMENT, "is given twice", once[k], RDG_RELEASE("y"), once[k]);
    }
}

static void regular_monitors_are_watched_and_not_held(void **state)
{
    rdg_problem *p = circle_problem(*state);
    const rdg_function f = {.name = "watched", .n = 2, .m = 1, .f = circle_f};
    rdg_add_monitor(p, &f, RDG_ALL, NULL, RDG_REGULAR);
    assert_refused(*state, p, RDG_ERR_ARGUMENT, "\"watched\" is a regular monitor", RDG_HOLD("watched"));
    assert_refused(*state, p, RDG_ERR_ARGUMENT, "it can be watched but not held", RDG_HOLD_AT("watched", 1));
}

static void a_run_needs_a_name_and_options(void **state)
{
    rdg_problem *p = circle_problem(*state);
    rdg_continue(p, "", RDG_RELEASE("y"));
    assert_failed(*state, RDG_ERR_ARGUMENT, "a run needs a name");
    rdg_continue(p, NULL, RDG_RELEASE("y"));
    assert_failed(*state, RDG_ERR_ARGUMENT, "a run needs a name");
    rdg_continue_list(p, "r", NULL);
    assert_failed(*state, RDG_ERR_ARGUMENT, "list of options");
    assert_int_equal(rdg_continue(NULL, "r", RDG_RELEASE("y")), RDG_ERR_EARLIER);
    assert_int_equal(rdg_solve(NULL), RDG_ERR_EARLIER);
}

static void hear(rdg_channel channel, const char *text, void *data)
{
    if (channel == RDG_CHANNEL_WARNING) {
        strncat(data, text, 500);
    }
}

static void an_event_that_cannot_happen_is_warned_of(void **state)
{
    char heard[2000] = "";
    rdg_problem *p = circle_problem(*state);
    rdg_set_writer(*state, hear, heard);
    assert_ok(*state, rdg_continue(p, "r", RDG_UZ("y", 0.5), RDG_RELEASE("x"), RDG_NO_TABLE, RDG_NO_FOLDER));
    assert_non_null(strstr(heard, "run r: \"y\" is held, so that it never passes 0.5 (UZ)"));
}

static void a_dimension_that_cannot_be_covered_names_the_parameters(void **state)
{
    rdg_problem *p = circle_problem(*state);
    rdg_context *ctx = *state;
    assert_refused(
        ctx, p, RDG_ERR_SIZE,
        "2 variables and 3 equations (held parameters count as one each) leave a manifold of dimension "
        "-1; a curve needs 1, a point 0 (request a surface by RDG_DIMENSION(2)): release 1 of the "
        "parameters that are held now: x, y",
        RDG_ANGLE(10));
    rdg_add_variables(p, "more", 2, NULL);
    rdg_add_parameter(p, "more", "more", 1);
    assert_refused(ctx, p, RDG_ERR_SIZE,
                   "leave a manifold of dimension 3; a curve needs 1, a point 0 (request a surface by "
                   "RDG_DIMENSION(2)): hold 2 of the parameters that are "
                   "free now: x, y, more",
                   RDG_RELEASE("x"), RDG_RELEASE("y"), RDG_RELEASE("more"));
    p = rdg_problem_create(ctx);
    const rdg_function circle = circle_function(NULL);
    rdg_add_variables(p, "u", 2, NULL);
    rdg_add_zero(p, &circle, RDG_ALL);
    assert_int_equal(rdg_solve(p), RDG_ERR_SIZE);
    assert_failed(ctx, RDG_ERR_SIZE, "rdg_solve: 2 variables and 1 equations");
}

static void defaults_are_those_of_the_manual(void **state)
{
    rdg_problem *p = circle_problem(*state);
    rdg_run_setup setup;
    const rdg_option options[] = {RDG_RELEASE("y"), RDG_RELEASE("x"), {.kind = RDG_OPTION_END}};
    assert_ok(*state, rdg_run_setup_read(&setup, p, "r", options));
    assert_int_equal(setup.first_active, 1);
    assert_near(setup.h0, 0.05, 0, 0);
    assert_near(setup.h_min, 1e-6, 0, 0);
    assert_near(setup.h_max, 0.5, 0, 0);
    assert_near(setup.angle, 6 * 0.017453292519943295, 1e-15, 0);
    assert_int_equal(setup.max_points, 500);
    assert_int_equal(setup.label_every, 10);
    assert_near(setup.newton.residual_tol, 1e-9, 0, 0);
    assert_near(setup.newton.step_tol, 1e-10, 0, 0);
    assert_true(setup.is_kept && setup.table && setup.folds && setup.branch_points);
    assert_int_equal(setup.direction, 0);
    rdg_run_setup_release(&setup);
}

static void each_option_sets_its_field(void **state)
{
    rdg_problem *p = circle_problem(*state);
    rdg_run_setup setup;
    const rdg_option options[] = {RDG_RELEASE("y"),
                                  RDG_STEP(0.1, 0.01, 0.2),
                                  RDG_ANGLE(60),
                                  RDG_STEP_RULE(RDG_STEP_RULE_COCO),
                                  RDG_MAX_POINTS(1),
                                  RDG_LABEL_EVERY(0),
                                  RDG_DIRECTION(-3),
                                  RDG_GO_ROUND,
                                  RDG_END_AT_FOLDS,
                                  RDG_PREDICT_BEND,
                                  RDG_ON_TURN(ignore, p),
                                  RDG_ADMIT(ignore, &setup),
                                  RDG_DIMENSION(3),
                                  RDG_SAG(0.5),
                                  RDG_TOLERANCE(1e-3, 1e-4),
                                  RDG_LINEAR_SOLVER(RDG_SOLVER_SPARSE),
                                  RDG_NO_FOLDS,
                                  RDG_NO_BRANCH_POINTS,
                                  RDG_NEUTRAL_SADDLES,
                                  RDG_EXPECT_EARLY_END,
                                  RDG_IN_MEMORY,
                                  RDG_DURABLE,
                                  RDG_NO_TABLE,
                                  {.kind = RDG_OPTION_END}};
    assert_ok(*state, rdg_run_setup_read(&setup, p, "r", options));
    assert_true(setup.steps_are_given && setup.points_are_limited && setup.goes_round && setup.is_monotone);
    assert_true(setup.predicts_bend && setup.covers && setup.neutral_saddles && setup.may_end_early);
    assert_true(setup.is_kept && setup.in_memory && setup.durable);
    assert_false(setup.folds || setup.branch_points || setup.table);
    assert_true(setup.turn == ignore && setup.turn_data == p);
    assert_true(setup.admits == ignore && setup.admits_data == &setup);
    assert_int_equal(setup.solver, RDG_SOLVER_SPARSE);
    const struct {
        const char *name;
        double value;
    } stored[] = {{"h0", 0.1},        {"h_min", 0.01},      {"h_max", 0.2},      {"angle_rad", RDG_PI / 3.0},
                  {"step_rule", 1},   {"max_points", 1},    {"label_every", 0},  {"direction", -1},
                  {"goes_round", 1},  {"end_at_folds", 1},  {"predict_bend", 1}, {"on_stop", 0},
                  {"on_turn", 1},     {"admits_charts", 1}, {"dimension", 3},    {"completes_charts", 0},
                  {"covers", 1},      {"sag", 0.5},         {"step_window", 0},  {"residual_tol", 1e-3},
                  {"step_tol", 1e-4}, {"variables", 2}};
    rdg_run_facts facts;
    assert_ok(*state, rdg_run_facts_make(&facts, p, &setup));
    for (size_t k = 0; k < sizeof stored / sizeof *stored; k++) {
        rdg_index at = 0;
        while (at < facts.count && strcmp(facts.fact[at].name, stored[k].name) != 0) {
            at++;
        }
        assert_true(at < facts.count);
        assert_near(facts.fact[at].number, stored[k].value, 1e-15, 0);
    }
    assert_string_equal(facts.fact[facts.count - 1].name, "frozen");
    rdg_run_facts_release(&facts);
    rdg_run_setup_release(&setup);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(unknown_names_are_answered_with_the_known_ones),
        TEST(numbers_out_of_range_are_named),
        TEST(each_option_has_a_row_in_the_table),
        TEST(contradictions_are_refused),
        TEST(regular_monitors_are_watched_and_not_held),
        TEST(a_run_needs_a_name_and_options),
        TEST(an_event_that_cannot_happen_is_warned_of),
        TEST(a_dimension_that_cannot_be_covered_names_the_parameters),
        TEST(defaults_are_those_of_the_manual),
        TEST(each_option_sets_its_field),
    };
    return cmocka_run_group_tests_name("core: options of a run", tests, NULL, NULL);
}
