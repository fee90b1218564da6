/* NULL for any pointer and NaN for any number of the core's public calls. */
#define _GNU_SOURCE

#include "misuse.h"
#include "run_fixture.h"

#include <ridgewalk/assembly.h>
#include <ridgewalk/diagram.h>
#include <ridgewalk/option_list.h>
#include <ridgewalk/plot.h>
#include <ridgewalk/ridgewalk.h>
#include <ridgewalk/sparse.h>
#include <ridgewalk/toolbox.h>

struct world {
    rdg_context *ctx;
    rdg_problem *p; /* y = x^2 / 2, both held */
    rdg_problem *q; /* the same, x held alone */
    rdg_assembly *a;
    rdg_run *run;
    rdg_option_list list;
    rdg_pattern *pattern;
    double *array;
    const char *csv, *png;
};

static int parabola(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n, (void)m, (void)data;
    y[0] = u[0] - 0.5 * u[1] * u[1];
    return 0;
}

static int slope(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    (void)n, (void)m, (void)data;
    values[0] = 1.0;
    values[1] = -u[1];
    return 0;
}

static bool observe(rdg_problem *problem, const rdg_chart *chart, void *data)
{
    (void)problem, (void)chart, (void)data;
    return false;
}

static void listen(rdg_channel channel, const char *text, void *data)
{
    (void)channel, (void)text, (void)data;
}

static int no_range(rdg_problem *problem, const rdg_chart *chart, double share, rdg_index *least,
                    rdg_index *greatest, void *data)
{
    (void)problem;
    (void)chart;
    (void)share;
    (void)data;
    *least = *greatest = 0;
    return 0;
}

static rdg_index no_change(rdg_problem *problem, const char *type, const rdg_chart *chart, void *data)
{
    (void)problem;
    (void)type;
    (void)chart;
    (void)data;
    return 0;
}

static const char *no_type(rdg_problem *problem, const rdg_chart *before, const rdg_chart *chart,
                           const rdg_chart *after, void *data)
{
    (void)problem;
    (void)before;
    (void)chart;
    (void)after;
    (void)data;
    return NULL;
}

static void nothing(void *object)
{
    (void)object;
}

static double at[2] = {0.125, 0.5}, two[2], four[4];
static const rdg_index both[] = {0, 1};
static const char *const names[] = {"m1", "m2"};
static rdg_index number, places[4];
static rdg_monitor_kind kind;
static rdg_run_summary summary;
static const rdg_option end = {.kind = RDG_OPTION_END};
static const rdg_pattern row = {
    .rows = 1, .cols = 2, .start = (const rdg_index[]){0, 1, 2}, .row = (const rdg_index[]){0, 0}};

#define QUIET RDG_NO_TABLE, RDG_NO_FOLDER, end
#define ONE_BRANCH RDG_RELEASE("x"), RDG_RELEASE("y"), RDG_MAX_POINTS(4), RDG_DIRECTION(1)
#define RUN(...) ((const rdg_option[]){__VA_ARGS__, ONE_BRANCH, QUIET})
#define CURVE(name_, what)                                                                                   \
    &(rdg_function){.name = NEEDED(name_), .n = 2, .m = 1, .f = NEEDED(parabola), .df = OPTIONAL(slope)}, what
#define ITEMS(...) ((const rdg_plot_item[]){__VA_ARGS__, {.kind = RDG_PLOT_END}})
#define COLUMNS(...) ((const rdg_column[]){__VA_ARGS__, {.kind = RDG_EXPORT_END}})

#define CONTEXT_CALLS(X)                                                                                     \
    X(rdg_context_create, POINTER, rdg_context_create())                                                     \
    X(rdg_context_free, VOID, rdg_context_free(SELF(rdg_context_create())))                                  \
    X(rdg_set_writer, VOID, rdg_set_writer(SELF(w->ctx), OPTIONAL(listen), OPTIONAL(w)))                     \
    X(rdg_set_run_folder, STATUS, rdg_set_run_folder(SELF(w->ctx), NEEDED("elsewhere")))                     \
    X(rdg_error_status, STATUS, rdg_error_status(SELF(w->ctx)))                                              \
    X(rdg_error_message, POINTER, strchr(rdg_error_message(OPTIONAL(w->ctx)), '\0'))                         \
    X(rdg_error_clear, VOID, rdg_error_clear(SELF(w->ctx)))                                                  \
    X(rdg_newton_iterations, NOTHING, rdg_newton_iterations(SELF(w->ctx)))                                   \
    X(rdg_exit, CODE, rdg_exit(SELF(rdg_context_create())))                                                  \
    X(rdg_version, POINTER, rdg_version())                                                                   \
    X(rdg_status_text, POINTER, rdg_status_text((rdg_status)99))                                             \
    X(rdg_stop_text, POINTER, rdg_stop_text((rdg_stop)99))                                                   \
    X(rdg_seconds, NUMBER, rdg_seconds())

#define TOOLBOX_CALLS(X)                                                                                     \
    X(rdg_calloc, POINTER, rdg_calloc(1, 8))                                                                 \
    X(rdg_free, VOID, rdg_free(SELF(rdg_calloc(1, 8))))                                                      \
    X(rdg_strdup, POINTER, rdg_strdup(SELF("text")))                                                         \
    X(rdg_fail, NOTHING, rdg_fail(SELF(w->ctx), RDG_ERR_NAME, OPTIONAL("where"), OPTIONAL("%d"), 1))         \
    X(rdg_context_calloc, POINTER, rdg_context_calloc(SELF(w->ctx), 1, 8))                                   \
    X(rdg_locale_begin, POINTER, rdg_locale_begin())                                                         \
    X(rdg_locale_end, VOID, rdg_locale_end(OPTIONAL(rdg_locale_begin())))                                    \
    X(rdg_number_read, CODE, !rdg_number_read(SELF("1.5"), SELF(two)))                                       \
    X(rdg_blas_begin, VOID, rdg_blas_begin())                                                                \
    X(rdg_blas_end, VOID, (rdg_blas_begin(), rdg_blas_end(0)))                                               \
    X(rdg_larger, NUMBER, rdg_larger(1.0, ANY(2.0)))                                                         \
    X(rdg_general, NUMBER, rdg_general(3))                                                                   \
    X(rdg_same_context, CODE, rdg_same_context(SELF(w->ctx), w->ctx, "where", "%d", 1))                      \
    X(rdg_context_grow, STATUS, rdg_context_grow(SELF(w->ctx), NEEDED(&w->array), 1, 1, 8))                  \
    X(rdg_context_reserve, STATUS,                                                                           \
      rdg_context_reserve(SELF(w->ctx), NEEDED(&w->array), NEEDED(&number), 3, 8))                           \
    X(rdg_context_own, STATUS, rdg_context_own(SELF(w->ctx), OPTIONAL(four), NEEDED(nothing)))               \
    X(rdg_context_disown, VOID, rdg_context_disown(SELF(w->ctx), OPTIONAL(four)))                            \
    X(rdg_run_folder, POINTER, rdg_run_folder(OPTIONAL(w->ctx)))                                             \
    X(rdg_count_iterations, VOID, rdg_count_iterations(SELF(w->ctx), 1))                                     \
    X(rdg_write, VOID, rdg_write(SELF(w->ctx), RDG_CHANNEL_NOTE, OPTIONAL("%d"), 1))                         \
    X(rdg_warn, VOID, rdg_warn(SELF(w->ctx), OPTIONAL("kind"), OPTIONAL("%d"), 1))                           \
    X(rdg_warnings, NOTHING, rdg_warnings(SELF(w->ctx)))                                                     \
    X(rdg_warnings_begin, VOID, rdg_warnings_begin(SELF(w->ctx)))                                            \
    X(rdg_warnings_end, VOID,                                                                                \
      (rdg_warnings_begin(w->ctx), rdg_warn(w->ctx, "kind", "%d", 1), rdg_warn(w->ctx, "kind", "%d", 2),     \
       rdg_warnings_end(SELF(w->ctx), OPTIONAL("run"))))                                                     \
    X(rdg_fall_short, VOID, rdg_fall_short(SELF(w->ctx), OPTIONAL("run"), OPTIONAL("%d"), 1))                \
    X(rdg_shortfalls, NOTHING, rdg_shortfalls(SELF(w->ctx)))                                                 \
    X(rdg_option_list_add, STATUS, rdg_option_list_add(SELF(&w->list), RDG_NO_FOLDS))                        \
    X(rdg_option_list_add__context, STATUS,                                                                  \
      rdg_option_list_add(&(rdg_option_list){.ctx = SELF(w->ctx)}, RDG_NO_FOLDS))                            \
    X(rdg_option_list_add_rest, STATUS,                                                                      \
      rdg_option_list_add_rest(SELF(&w->list), OPTIONAL(RUN(RDG_NO_FOLDS)), OPTIONAL("x")))                  \
    X(rdg_option_list_clear_summary, VOID, rdg_option_list_clear_summary(OPTIONAL(RUN(RDG_NO_FOLDS))))       \
    X(rdg_option_list_add_output, STATUS,                                                                    \
      rdg_option_list_add_output(SELF(&w->list), OPTIONAL(RUN(RDG_NO_FOLDS))))                               \
    X(rdg_option_find, POINTER, rdg_option_find(SELF(RUN(RDG_NO_FOLDS)), RDG_OPTION_RELEASE, OPTIONAL("x"))) \
    X(rdg_option_list_release, VOID, rdg_option_list_release(SELF(&w->list)))

#define PROBLEM_CALLS(X)                                                                                     \
    X(rdg_problem_create, POINTER, rdg_problem_create(SELF(w->ctx)))                                         \
    X(rdg_problem_free, VOID, rdg_problem_free(SELF(rdg_problem_create(w->ctx))))                            \
    X(rdg_problem_context, POINTER, rdg_problem_context(SELF(w->p)))                                         \
    X(rdg_add_variables, STATUS,                                                                             \
      rdg_add_variables(SELF(w->p), NEEDED("v"), 2, OPTIONAL(((double[]){FINITE(1), FINITE(2)}))))           \
    X(rdg_set_typical, STATUS, rdg_set_typical(SELF(w->p), NEEDED("u"), FINITE(1e-3), true))                 \
    X(rdg_set_typical_part, STATUS, rdg_set_typical_part(SELF(w->p), NEEDED("u"), 0, 1))                     \
    X(rdg_problem_enter, STATUS, rdg_problem_enter(SELF(w->p), NEEDED("part")))                              \
    X(rdg_problem_leave, STATUS, (rdg_problem_enter(w->p, "part"), rdg_problem_leave(SELF(w->p))))           \
    X(rdg_problem_copy, POINTER, rdg_problem_copy(SELF(w->p)))                                               \
    X(rdg_replace_function, STATUS,                                                                          \
      rdg_replace_function(                                                                                  \
          SELF(w->p), NEEDED("f"),                                                                           \
          NEEDED((&(rdg_function){.n = 2, .m = 1, .f = NEEDED(parabola), .df = OPTIONAL(slope)}))))          \
    X(rdg_problem_print, STATUS, rdg_problem_print(SELF(w->p)))                                              \
    X(rdg_add_zero, STATUS, rdg_add_zero(SELF(w->p), CURVE("g", OPTIONAL(both))))                            \
    X(rdg_add_zero__function, STATUS,                                                                        \
      rdg_add_zero(SELF(w->p), NEEDED((&(rdg_function){.name = "g", .n = 2, .m = 1, .f = parabola})), both)) \
    X(rdg_add_zero__pattern, STATUS,                                                                         \
      rdg_add_zero(w->p,                                                                                     \
                   &(rdg_function){.name = "g",                                                              \
                                   .n = 2,                                                                   \
                                   .m = 1,                                                                   \
                                   .f = parabola,                                                            \
                                   .df = slope,                                                              \
                                   .df_pattern = &(rdg_pattern){1, 2, NEEDED(row.start), NEEDED(row.row)}},  \
                   both))                                                                                    \
    X(rdg_add_monitor, STATUS,                                                                               \
      rdg_add_monitor(SELF(w->p), CURVE("g", OPTIONAL(both)), OPTIONAL(names), RDG_ACTIVE))                  \
    X(rdg_add_monitor__names, STATUS,                                                                        \
      rdg_add_monitor(w->p, CURVE("g", both), ((const char *const[]){NEEDED("m")}), RDG_ACTIVE))             \
    X(rdg_find_function, POINTER, rdg_find_function(SELF(w->p), SELF("f")))                                  \
    X(rdg_add_parameter, STATUS, rdg_add_parameter(SELF(w->p), NEEDED("z"), NEEDED("u"), 0))                 \
    X(rdg_set_unit, STATUS, rdg_set_unit(SELF(w->p), NEEDED("x"), NEEDED("m")))                              \
    X(rdg_set_domain, STATUS, rdg_set_domain(SELF(w->p), NEEDED("x"), FINITE(-1.0), FINITE(1.0)))            \
    X(rdg_set_load, STATUS,                                                                                  \
      rdg_set_load(SELF(w->p), OPTIONAL("x"), FINITE(0.0), OPTIONAL("u"), OPTIONAL(two)))                    \
    X(rdg_set_load__names, STATUS,                                                                           \
      rdg_set_load(w->p, "x", 0.0, "u", ((double[]){FINITE(0.0), FINITE(0.0)})))                             \
    X(rdg_hide_parameter, STATUS, rdg_hide_parameter(SELF(w->p), NEEDED("x")))                               \
    X(rdg_parameter_unit, POINTER, rdg_parameter_unit(SELF(w->p), NEEDED("x")))                              \
    X(rdg_variable_count, NOTHING, rdg_variable_count(SELF(w->p)))                                           \
    X(rdg_variable_index, PLACE, rdg_variable_index(SELF(w->p), NEEDED("u"), OPTIONAL(&number)))             \
    X(rdg_start_values, POINTER, rdg_start_values(SELF(w->p)))                                               \
    X(rdg_typical_sizes, VOID, rdg_typical_sizes(SELF(w->p), OPTIONAL(at), OPTIONAL(two)))                   \
    X(rdg_parameter_count, NOTHING, rdg_parameter_count(SELF(w->p)))                                         \
    X(rdg_parameter_index, PLACE, rdg_parameter_index(SELF(w->p), NEEDED("x")))                              \
    X(rdg_parameter_value, STATUS, rdg_parameter_value(SELF(w->p), NEEDED("x"), NEEDED(at), NEEDED(two)))    \
    X(rdg_parameter_value__finite, STATUS,                                                                   \
      rdg_parameter_value(w->p, "x", ((double[]){0, FINITE(0.0)}), two))                                     \
    X(rdg_parameter_gradient, CODE,                                                                          \
      rdg_parameter_gradient(SELF(w->p), 0, 2, NEEDED(at), NEEDED(two), OPTIONAL(four)))                     \
    X(rdg_parameter_name, POINTER, rdg_parameter_name(SELF(w->p), 0, OPTIONAL(&kind)))                       \
    X(rdg_check_derivatives, STATUS, rdg_check_derivatives(SELF(w->p), OPTIONAL(at), FINITE(1e-6)))          \
    X(rdg_check_derivatives__at, STATUS,                                                                     \
      rdg_check_derivatives(w->p, ((double[]){FINITE(0.0), FINITE(0.0)}), 1e-6))                             \
    X(rdg_add_event, STATUS,                                                                                 \
      rdg_add_event(SELF(w->p), (&(rdg_event_definition){                                                    \
                                    .type = NEEDED("E"), .parameter = NEEDED("x"), .value = FINITE(0.0)})))  \
    X(rdg_add_count, STATUS,                                                                                 \
      rdg_add_count(SELF(w->p), (&(rdg_count_definition){.name = NEEDED("x"),                                \
                                                         .what = NEEDED("number"),                           \
                                                         .range = NEEDED(no_range),                          \
                                                         .change = NEEDED(no_change),                        \
                                                         .type = NEEDED(no_type)})))                         \
    X(rdg_add_count__count, STATUS,                                                                          \
      rdg_add_count(                                                                                         \
          w->p,                                                                                              \
          NEEDED((&(rdg_count_definition){                                                                   \
              .name = "x", .what = "number", .range = no_range, .change = no_change, .type = no_type}))))    \
    X(rdg_add_event__event, STATUS,                                                                          \
      rdg_add_event(w->p, NEEDED((&(rdg_event_definition){.type = "E", .parameter = "x"}))))                 \
    X(rdg_add_glue, STATUS, rdg_add_glue(SELF(w->p), NEEDED("g"), 1, NEEDED(both), NEEDED(both + 1)))        \
    X(rdg_add_linear, STATUS,                                                                                \
      rdg_add_linear(SELF(w->p), NEEDED("g"), 1, 2, NEEDED(both), ((double[]){FINITE(1.0), FINITE(2.0)}),    \
                     OPTIONAL(((double[]){FINITE(1.0)}))))                                                   \
    X(rdg_add_linear__matrix, STATUS, rdg_add_linear(w->p, "g", 1, 2, both, NEEDED(at), NULL))               \
    X(rdg_add_linear_monitor, STATUS,                                                                        \
      rdg_add_linear_monitor(SELF(w->p), NEEDED("g"), 2, 2, NEEDED(both), NEEDED(four),                      \
                             OPTIONAL(((double[]){FINITE(1.0), FINITE(1.0)})), NEEDED(names), RDG_ACTIVE))   \
    X(rdg_add_unfolding, STATUS, rdg_add_unfolding(SELF(w->p), NEEDED("beta")))                              \
    X(rdg_add_fold, STATUS, rdg_add_fold(SELF(w->q), NEEDED("fold"), NEEDED("z"), OPTIONAL("x")))            \
    X(rdg_add_slope, STATUS,                                                                                 \
      rdg_add_slope(SELF(w->q), NEEDED("slope"), NEEDED("z"), OPTIONAL("x"), RDG_ACTIVE))                    \
    X(rdg_add_branch_point, STATUS, rdg_add_branch_point(SELF(w->q), NEEDED("bp"), NEEDED("x")))

#define ASSEMBLY_CALLS(X)                                                                                    \
    X(rdg_assembly_create, POINTER, rdg_assembly_create(SELF(w->p)))                                         \
    X(rdg_assembly_free, VOID, rdg_assembly_free(SELF(w->a)))                                                \
    X(rdg_assembly_variables, NOTHING, rdg_assembly_variables(SELF(w->a)))                                   \
    X(rdg_assembly_rows, NOTHING, rdg_assembly_rows(SELF(w->a), OPTIONAL(&number)))                          \
    X(rdg_assembly_parameter, POINTER, rdg_assembly_parameter(SELF(w->a), 1))                                \
    X(rdg_assembly_values, CODE, rdg_assembly_values(SELF(w->a), NEEDED(at), NEEDED(four)))                  \
    X(rdg_assembly_values__finite, CODE,                                                                     \
      rdg_assembly_values(w->a, ((double[]){FINITE(0.0), FINITE(0.0)}), four))                               \
    X(rdg_assembly_jacobian_pattern, POINTER, rdg_assembly_jacobian_pattern(SELF(w->a)))                     \
    X(rdg_assembly_jacobian, CODE, rdg_assembly_jacobian(SELF(w->a), NEEDED(at), NEEDED(four)))              \
    X(rdg_assembly_hessian_pattern, POINTER, rdg_assembly_hessian_pattern(SELF(w->a)))                       \
    X(rdg_assembly_hessian, CODE,                                                                            \
      (rdg_assembly_hessian_pattern(w->a),                                                                   \
       rdg_assembly_hessian(SELF(w->a), NEEDED(at), NEEDED(four), NEEDED(w->array))))                        \
    X(rdg_assembly_hessian_times, CODE,                                                                      \
      (rdg_assembly_hessian_pattern(w->a),                                                                   \
       rdg_assembly_hessian_times(SELF(w->a), NEEDED(at), NEEDED(four), NEEDED(at), NEEDED(two))))           \
    X(rdg_pattern_create, POINTER,                                                                           \
      rdg_pattern_create(SELF(w->ctx), 2, 2, 2, NEEDED(both), NEEDED(both), OPTIONAL(places)))               \
    X(rdg_pattern_is_valid, CODE, !rdg_pattern_is_valid(SELF(w->pattern)))                                   \
    X(rdg_pattern_is_valid__arrays, CODE,                                                                    \
      !rdg_pattern_is_valid(&(rdg_pattern){1, 2, SELF(row.start), SELF(row.row)}))                           \
    X(rdg_pattern_copy, POINTER, rdg_pattern_copy(SELF(w->ctx), NEEDED(w->pattern)))                         \
    X(rdg_pattern_dense, POINTER, rdg_pattern_dense(SELF(w->ctx), 2, 2))                                     \
    X(rdg_pattern_count, NOTHING, rdg_pattern_count(SELF(w->pattern)))                                       \
    X(rdg_pattern_free, VOID, rdg_pattern_free(SELF(w->pattern)))

#define RUN_CALLS(X)                                                                                         \
    X(rdg_continue_list, STATUS, rdg_continue_list(SELF(w->p), NEEDED("a"), NEEDED(RUN(RDG_NO_FOLDS))))      \
    X(rdg_continue_list__window, STATUS,                                                                     \
      rdg_continue_list(w->p, "a", RUN(RDG_WINDOW(NEEDED("x"), FINITE(0.0), FINITE(1.0)))))                  \
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
                                              RDG_DIRECTION(FINITE(1.0)), RDG_MAX_POINTS(3), QUIET})))       \
    X(rdg_continue_list__tolerance, STATUS,                                                                  \
      rdg_continue_list(w->p, "a", RUN(RDG_TOLERANCE(FINITE(1e-9), FINITE(1e-9)))))                          \
    X(rdg_continue_list__start, STATUS,                                                                      \
      rdg_continue_list(w->p, "a", RUN(RDG_START(((double[]){FINITE(0.125), FINITE(0.5)})))))                \
    X(rdg_continue_list__start_values, STATUS, rdg_continue_list(w->p, "a", RUN(RDG_START(NEEDED(at)))))     \
    X(rdg_continue_list__switch_at, TRIED,                                                                   \
      rdg_continue_list(w->p, "a", RUN(RDG_SWITCH_AT(NEEDED(at), NEEDED(((double[]){1.0, -1.0}))))))         \
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
    X(rdg_curve_look_beside, STATUS,                                                                         \
      rdg_curve_look_beside(SELF(w->q), NEEDED("z"), NEEDED("x"), NEEDED(at), 1,                             \
                            NEEDED((&(rdg_curve_sides){.step = ANY(0.0)}))))                                 \
    X(rdg_curve_is_top, NOTHING, rdg_curve_is_top(SELF((&(rdg_curve_sides){.known = true}))))                \
    X(rdg_diagram_list, STATUS,                                                                              \
      rdg_diagram_list(SELF(w->p), NEEDED("d"), 3, NEEDED(RUN(RDG_NO_FOLDS)), OPTIONAL(&number)))            \
    X(rdg_diagram_list__start, STATUS,                                                                       \
      rdg_diagram_list(w->p, "d", 3,                                                                         \
                       RUN(RDG_START(NEEDED(at)), RDG_WINDOW(NEEDED("x"), FINITE(0.0), FINITE(1.0))), NULL))

#define RECORD_CALLS(X)                                                                                      \
    X(rdg_run_open, POINTER, rdg_run_open(SELF(w->ctx), NEEDED("kept")))                                     \
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
    X(rdg_run_row_of_label, PLACE, rdg_run_row_of_label(SELF(w->run), 1))                                    \
    X(rdg_run_block_size, PLACE, rdg_run_block_size(SELF(w->run), 1, NEEDED("u")))                           \
    X(rdg_run_solution, STATUS,                                                                              \
      rdg_run_solution(SELF(w->run), 1, NEEDED("u"), 2, OPTIONAL(two), OPTIONAL(four)))                      \
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

#define CALLS(X)                                                                                             \
    CONTEXT_CALLS(X) TOOLBOX_CALLS(X) PROBLEM_CALLS(X) ASSEMBLY_CALLS(X) RUN_CALLS(X) RECORD_CALLS(X)

CALLS(MISUSE_DEFINE)
static const misuse_call calls[] = {CALLS(MISUSE_ENTRY)};

static void null_and_nan_are_refused_in_words(void **state)
{
    fixture *f = *state;
    char csv[128], png[128];
    snprintf(csv, sizeof csv, "%s/a.csv", f->folder);
    snprintf(png, sizeof png, "%s/a.png", f->folder);
    world w = {.ctx = f->ctx, .p = rdg_problem_create(f->ctx), .csv = csv, .png = png};
    rdg_set_writer(f->ctx, NULL, NULL);
    rdg_add_variables(w.p, "u", 2, at);
    rdg_add_zero(w.p, &(rdg_function){.name = "f", .n = 2, .m = 1, .f = parabola, .df = slope}, RDG_ALL);
    rdg_add_parameter(w.p, "y", "u", 0);
    rdg_add_parameter(w.p, "x", "u", 1);
    w.q = rdg_problem_create(f->ctx);
    rdg_add_variables(w.q, "u", 2, at);
    rdg_add_zero(w.q, &(rdg_function){.name = "f", .n = 2, .m = 1, .f = parabola, .df = slope}, RDG_ALL);
    rdg_add_parameter(w.q, "x", "u", 1);
    rdg_add_linear_monitor(w.q, "z", 1, 1, both, at, NULL, (const char *const[]){"z"}, RDG_ACTIVE);
    w.a = rdg_assembly_create(w.p);
    w.list = (rdg_option_list){.ctx = f->ctx};
    w.pattern = rdg_pattern_copy(f->ctx, &row);
    w.array = rdg_calloc(16, sizeof *w.array);
    rdg_continue(w.p, "kept", ONE_BRANCH);
    rdg_continue(w.p, "other", ONE_BRANCH);
    w.run = rdg_run_open(f->ctx, "kept");
    misuse_check(calls, sizeof calls / sizeof *calls, &w, f->ctx);
    rdg_assembly_free(w.a);
    rdg_pattern_free(w.pattern);
    rdg_free(w.array);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(null_and_nan_are_refused_in_words, fixture_setup, fixture_teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
