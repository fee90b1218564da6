/* NULL for any pointer and NaN for any number of the public calls that make, read and draw runs. */
#define _GNU_SOURCE

#include "misuse_world.h"

static bool observe(rdg_problem *problem, const rdg_chart *chart, void *data)
{
    (void)problem, (void)chart, (void)data;
    return false;
}

static rdg_run_summary summary;
static char *text;

#define ITEMS(...) ((const rdg_plot_item[]){__VA_ARGS__, {.kind = RDG_PLOT_END}})
#define COLUMNS(...) ((const rdg_column[]){__VA_ARGS__, {.kind = RDG_EXPORT_END}})

#define RUN_CALLS(X)                                                                                         \
    X(rdg_continue_list, STATUS, rdg_continue_list(SELF(w->p), NEEDED("a"), NEEDED(RUN(RDG_NO_FOLDS))))      \
    X(rdg_continue_list__window, STATUS,                                                                     \
      rdg_continue_list(w->p, "a", RUN(RDG_WINDOW(NEEDED("x"), FINITE(0.0), BOUND(1.0)))))                   \
    X(rdg_continue_list__event, STATUS,                                                                      \
      rdg_continue_list(w->p, "a", RUN(RDG_EVENT(NEEDED("E"), NEEDED("x"), FINITE(0.6)))))                   \
    X(rdg_continue_list__checked, STATUS,                                                                    \
      rdg_continue_list(w->p, "a",                                                                           \
                        RUN(RDG_EVENT_CHECKED(NEEDED("E"), NEEDED("x"), FINITE(0.6), NULL, OPTIONAL(w)))))   \
    X(rdg_continue_list__events, STATUS,                                                                     \
      rdg_continue_list(w->p, "a", RUN(RDG_UZ_LIST(NEEDED("x"), 1, ((double[]){FINITE(0.6)})))))             \
    X(rdg_continue_list__event_values, STATUS,                                                               \
      rdg_continue_list(w->p, "a", RUN(RDG_UZ_LIST("x", 1, NEEDED(two)))))                                   \
    X(rdg_continue_list__terminal, STATUS,                                                                   \
      rdg_continue_list(w->p, "a",                                                                           \
                        RUN(RDG_TERMINAL_NEAR(NEEDED("E"), NEEDED("x"), FINITE(0.6), FINITE(0.1)))))         \
    X(rdg_continue_list__step, STATUS,                                                                       \
      rdg_continue_list(w->p, "a", RUN(RDG_STEP(FINITE(0.05), FINITE(1e-6), FINITE(0.1)))))                  \
    X(rdg_continue_list__angle, STATUS, rdg_continue_list(w->p, "a", RUN(RDG_ANGLE(FINITE(5.0)))))           \
    X(rdg_continue_list__sag, STATUS, rdg_continue_list(w->p, "a", RUN(RDG_COVER, RDG_SAG(FINITE(0.01)))))   \
    X(rdg_continue_list__direction, STATUS,                                                                  \
      rdg_continue_list(w->p, "a",                                                                           \
                        ((const rdg_option[]){RDG_RELEASE(NEEDED("x")), RDG_RELEASE("y"),                    \
                                              RDG_DIRECTION(BOUND(1.0)), RDG_MAX_POINTS(3), QUIET})))        \
    X(rdg_continue_list__tolerance, STATUS,                                                                  \
      rdg_continue_list(w->p, "a", RUN(RDG_TOLERANCE(FINITE(1e-9), FINITE(1e-9)))))                          \
    X(rdg_continue_list__start, STATUS,                                                                      \
      rdg_continue_list(w->p, "a", RUN(RDG_START(((double[]){FINITE(0.125), FINITE(0.5)})))))                \
    X(rdg_continue_list__start_values, STATUS, rdg_continue_list(w->p, "a", RUN(RDG_START(NEEDED(at)))))     \
    X(rdg_continue_list__switch_at, TRIED,                                                                   \
      rdg_continue_list(w->p, "a", RUN(RDG_SWITCH_AT(NEEDED(at), NEEDED(((double[]){1.0, -1.0}))))))         \
    X(rdg_continue_list__switch_known, TRIED,                                                                \
      rdg_continue_list(w->p, "a", RUN(RDG_SWITCH_KNOWN(NEEDED(at), NEEDED(((double[]){1.0, -1.0}))))))      \
    X(rdg_continue_list__hold, STATUS,                                                                       \
      rdg_continue_list(                                                                                     \
          w->p, "a",                                                                                         \
          ((const rdg_option[]){RDG_HOLD_AT(NEEDED("x"), FINITE(0.4)), RDG_RELEASE("y"), QUIET})))           \
    X(rdg_continue_list__from, STATUS, rdg_continue_list(w->p, "a", RUN(RDG_FROM(NEEDED("kept"), 1))))       \
    X(rdg_continue_list__from_point, STATUS,                                                                 \
      rdg_continue_list(w->p, "a", RUN(RDG_FROM_POINT(NEEDED("kept"), OPTIONAL("EP"), 0))))                  \
    X(rdg_continue_list__observer, STATUS,                                                                   \
      rdg_continue_list(w->p, "a", RUN(RDG_OBSERVE(OPTIONAL(observe), OPTIONAL(w)))))                        \
    X(rdg_continue_list__turn, STATUS,                                                                       \
      rdg_continue_list(w->p, "a", RUN(RDG_ON_TURN(OPTIONAL(observe), OPTIONAL(w)))))                        \
    X(rdg_continue_list__stop, STATUS, rdg_continue_list(w->p, "a", RUN(RDG_ON_STOP(NULL, OPTIONAL(w)))))    \
    X(rdg_continue_list__summary, STATUS,                                                                    \
      rdg_continue_list(w->p, "a", RUN(RDG_SUMMARY(OPTIONAL(&summary)))))                                    \
    X(rdg_resume_list, STATUS,                                                                               \
      rdg_resume_list(SELF(w->p), NEEDED("other"),                                                           \
                      NEEDED(((const rdg_option[]){ONE_BRANCH, RDG_NO_TABLE, end}))))                        \
    X(rdg_leave_out, VOID, rdg_leave_out(SELF(w->p), OPTIONAL("levels %d"), 1))                              \
    X(rdg_solve, STATUS, rdg_solve(SELF(w->q)))                                                              \
    X(rdg_solve_from_afar, STATUS, rdg_solve_from_afar(SELF(w->q)))                                          \
    X(rdg_curve_look_beside, STATUS,                                                                         \
      rdg_curve_look_beside(SELF(w->q), NEEDED("z"), NEEDED("x"), VECTOR(at, rdg_variable_count(w->q)), 1,   \
                            NEEDED((&(rdg_curve_sides){.step = ANY(0.0)}))))                                 \
    X(rdg_curve_is_top, NOTHING, rdg_curve_is_top(SELF((&(rdg_curve_sides){.known = true}))))                \
    X(rdg_diagram_list, STATUS,                                                                              \
      rdg_diagram_list(SELF(w->p), NEEDED("d"), 3, NEEDED(RUN(RDG_NO_FOLDS)), OPTIONAL(&number)))            \
    X(rdg_diagram_list__start, STATUS,                                                                       \
      rdg_diagram_list(w->p, "d", 3,                                                                         \
                       RUN(RDG_START(NEEDED(at)), RDG_WINDOW(NEEDED("x"), FINITE(0.0), BOUND(1.0))), NULL))

#define RECORD_CALLS(X)                                                                                      \
    X(rdg_run_open, POINTER, rdg_run_open(SELF(w->ctx), NEEDED("kept")))                                     \
    X(rdg_run_forget, TRIED, rdg_run_forget(SELF(w->ctx), NEEDED("kept")))                                   \
    X(rdg_run_free, VOID, rdg_run_free(SELF(w->run)))                                                        \
    X(rdg_run_count, NOTHING, rdg_run_count(SELF(w->run)))                                                   \
    X(rdg_run_point, NOTHING, rdg_run_point(SELF(w->run), 0))                                                \
    X(rdg_run_label, NOTHING, rdg_run_label(SELF(w->run), 0))                                                \
    X(rdg_run_type, NOTHING, *rdg_run_type(SELF(w->run), 0))                                                 \
    X(rdg_run_column, POINTER, rdg_run_column(SELF(w->run), NEEDED("x")))                                    \
    X(rdg_run_column_name, POINTER, rdg_run_column_name(SELF(w->run), 0))                                    \
    X(rdg_run_unit, POINTER, rdg_run_unit(SELF(w->run), NEEDED("x")))                                        \
    X(rdg_run_range, STATUS, rdg_run_range(SELF(w->run), NEEDED("x"), OPTIONAL(two), OPTIONAL(two + 1)))     \
    X(rdg_run_window, STATUS, rdg_run_window(SELF(w->run), NEEDED("x"), OPTIONAL(two), OPTIONAL(two + 1)))   \
    X(rdg_run_find, PLACE, rdg_run_find(SELF(w->run), SELF("EP"), 0))                                        \
    X(rdg_run_value, STATUS, rdg_run_value(SELF(w->run), NEEDED("EP"), 0, NEEDED("x"), NEEDED(two)))         \
    X(rdg_run_interpolate, STATUS,                                                                           \
      rdg_run_interpolate(SELF(w->run), NEEDED("x"), FINITE(0.5), NEEDED(two), OPTIONAL(two + 1)))           \
    X(rdg_run_label_of, NOTHING, rdg_run_label_of(SELF(w->run), OPTIONAL("EP"), 0))                          \
    X(rdg_run_row_of_label, PLACE, rdg_run_row_of_label(SELF(w->run), 1))                                    \
    X(rdg_run_block_name, POINTER, rdg_run_block_name(SELF(w->run), 0))                                      \
    X(rdg_run_has_block, NOTHING, rdg_run_has_block(SELF(w->run), OPTIONAL("u")))                            \
    X(rdg_run_block_size, PLACE, rdg_run_block_size(SELF(w->run), 1, NEEDED("u")))                           \
    X(rdg_run_solution, STATUS,                                                                              \
      rdg_run_solution(SELF(w->run), 1, NEEDED("u"), 2, OPTIONAL(two), OPTIONAL(four)))                      \
    X(rdg_run_kept, STATUS, rdg_run_kept(SELF(w->run), 1, NEEDED(&text)))                                    \
    X(rdg_run_triangles, NOTHING, rdg_run_triangles(SELF(w->run), NEEDED(&number)))                          \
    X(rdg_run_event_curves, NOTHING, rdg_run_event_curves(SELF(w->run), NEEDED(&number)))                    \
    X(rdg_run_finished, NOTHING, rdg_run_finished(SELF(w->run)))                                             \
    X(rdg_run_text, POINTER, rdg_run_text(SELF(w->run), NEEDED("stop")))                                     \
    X(rdg_run_number, NUMBER, rdg_run_number(SELF(w->run), NEEDED("h_max")))                                 \
    X(rdg_run_export_items, STATUS,                                                                          \
      rdg_run_export_items(SELF(w->run), NEEDED(w->csv), NEEDED(COLUMNS(RDG_COLUMN("x", "x", 1)))))          \
    X(rdg_run_export_items__fields, STATUS,                                                                  \
      rdg_run_export_items(w->run, w->csv,                                                                   \
                           COLUMNS(RDG_COLUMN(NEEDED("x"), OPTIONAL("x"), FINITE(2.0)),                      \
                                   RDG_ONLY_TYPE(NEEDED("EP")), RDG_ONLY_ROWS(0, 1))))                       \
    X(rdg_export_items, STATUS,                                                                              \
      rdg_export_items(SELF(w->ctx), NEEDED(w->csv), 2, NEEDED(COLUMNS(RDG_COLUMN_ARRAY("x", two)))))        \
    X(rdg_export_items__fields, STATUS,                                                                      \
      rdg_export_items(w->ctx, w->csv, 2,                                                                    \
                       COLUMNS(RDG_COLUMN_ARRAY(NEEDED("x"), NEEDED(two)),                                   \
                               RDG_COLUMN_TEXTS(NEEDED("t"), NEEDED(names)))))                               \
    X(rdg_export_items__texts, STATUS,                                                                       \
      rdg_export_items(w->ctx, w->csv, 1,                                                                    \
                       COLUMNS(RDG_COLUMN_TEXTS("t", ((const char *const[]){NEEDED("a")})))))                \
    X(rdg_plot_items, STATUS,                                                                                \
      rdg_plot_items(SELF(w->ctx), NEEDED(w->png), NEEDED(ITEMS(RDG_CURVE("kept", "x", "y")))))              \
    X(rdg_plot_items__curve, STATUS,                                                                         \
      rdg_plot_items(                                                                                        \
          w->ctx, w->png,                                                                                    \
          ITEMS(RDG_CURVE(NEEDED("kept"), NEEDED("x"), NEEDED("y"), OPTIONAL(NULL), .x_factor = FINITE(2.0), \
                          .y_factor = FINITE(2.0), .width = FINITE(1.0), .color = OPTIONAL("red"),           \
                          .dash = OPTIONAL("x"), .legend = OPTIONAL("c")))))                                 \
    X(rdg_plot_items__arrays, STATUS,                                                                        \
      rdg_plot_items(w->ctx, w->png,                                                                         \
                     ITEMS(RDG_POINTS(2, NEEDED(at), NEEDED(two), OPTIONAL("c")), RDG_TITLE(OPTIONAL("t")),  \
                           RDG_XLABEL(OPTIONAL("x")), RDG_XRANGE(FINITE(0.0), FINITE(1.0)),                  \
                           RDG_SIZE(FINITE(400.0), FINITE(300.0)))))                                         \
    X(rdg_plot_items__view, STATUS,                                                                          \
      rdg_plot_items(w->ctx, w->png,                                                                         \
                     ITEMS(RDG_CURVE3("kept", "x", "y", OPTIONAL("point"), .z_factor = FINITE(1.0)),         \
                           RDG_VIEW(FINITE(60.0), FINITE(30.0)))))

#define CALLS(X) RUN_CALLS(X) RECORD_CALLS(X)

CALLS(MISUSE_DEFINE)
static const misuse_call calls[] = {CALLS(MISUSE_ENTRY)};

static void null_and_nan_are_refused_in_words(void **state)
{
    world_check(*state, calls, sizeof calls / sizeof *calls);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(null_and_nan_are_refused_in_words, fixture_setup, fixture_teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
