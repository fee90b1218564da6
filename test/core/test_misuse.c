/* NULL for any pointer and NaN for any number of the core's public calls, but those of runs. */
#define _GNU_SOURCE

#include "misuse_world.h"

#include "memo_impl.h"

#include <ridgewalk/dense_solve.h>
#include <ridgewalk/finite.h>
#include <ridgewalk/gmres.h>
#include <ridgewalk/planner.h>
#include <ridgewalk/text_list.h>

static void same_vector(const double *v, double *product, void *data)
{
    (void)data;
    product[0] = v[0];
}

static const rdg_jet jet = {.f = 2.0, .d = 1.0};
static rdg_minimum minimum = {.at = 0.5, .end = {0.0, 1.0}, .inner = {0.4, 0.6}};
static rdg_root root = {.at = 0.5, .bracket = {.at = {0.0, 1.0}, .value = {-1.0, 1.0}}};

static void hear_nothing(rdg_channel channel, const char *text, void *data)
{
    (void)channel;
    (void)text;
    (void)data;
}

static rdg_listener ear = {.hear = hear_nothing};

static bool found;
static const rdg_option_key key = {.name = "RDG_KEY", .call = "f"};

static void pass(rdg_index i, int worker, void *data)
{
    (void)i, (void)worker, (void)data;
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

/* Two rows for the multiplier of the one that there is. */
static rdg_problem *with_adjoint(rdg_problem *p)
{
    rdg_add_variables(p, "l", 1, &(double){1.0});
    rdg_add_zero(p, &(rdg_function){.name = "a", .n = 3, .m = 2, .f = parabola, .by_differences = true},
                 RDG_ALL);
    return p;
}

static rdg_status no_watch(rdg_problem *problem, void *data)
{
    (void)problem;
    (void)data;
    return RDG_OK;
}

static void say(const rdg_problem *problem, const rdg_chart *chart, char *text, size_t size, void *data)
{
    (void)problem;
    (void)chart;
    (void)data;
    snprintf(text, size, "word");
}

static void nothing(void *object)
{
    (void)object;
}

static rdg_index places[4];
static rdg_monitor_kind kind;
static char chars[8];
static rdg_text text = {chars, sizeof chars, 0};
static rdg_checkpoint memo = {.reads = true};
static double remembered;
static double panel[24 * 3], through[24], unknown[2];
static int pivots[2];
static double square[4] = {2.0, 1.0, 1.0, 2.0};

#define CONTEXT_CALLS(X)                                                                                     \
    X(rdg_context_create, POINTER, rdg_context_create())                                                     \
    X(rdg_context_free, VOID, rdg_context_free(SELF(rdg_context_create())))                                  \
    X(rdg_set_writer, VOID, rdg_set_writer(SELF(w->ctx), OPTIONAL(listen), OPTIONAL(w)))                     \
    X(rdg_threads, STATUS, rdg_threads(SELF(w->ctx), 2))                                                     \
    X(rdg_set_run_folder, STATUS, rdg_set_run_folder(SELF(w->ctx), NEEDED("elsewhere")))                     \
    X(rdg_farm_case, NOTHING, rdg_farm_case(SELF(w->ctx)))                                                   \
    X(rdg_farm_folder, PLACE, rdg_farm_folder(SELF(chars), sizeof chars, OPTIONAL("farm"), 1))               \
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
    X(rdg_require_memory, STATUS,                                                                            \
      rdg_require_memory(SELF(w->ctx), OPTIONAL("test"), OPTIONAL("arrays"), 0.0, OPTIONAL("buy")))          \
    X(rdg_is_no_solution, NOTHING, rdg_is_no_solution(RDG_OK))                                               \
    X(rdg_error_forgive, VOID, rdg_error_forgive(OPTIONAL(w->ctx)))                                          \
    X(rdg_calloc, POINTER, rdg_calloc(1, 8))                                                                 \
    X(rdg_free, VOID, rdg_free(SELF(rdg_calloc(1, 8))))                                                      \
    X(rdg_strdup, POINTER, rdg_strdup(SELF("text")))                                                         \
    X(rdg_fail, NOTHING, rdg_fail(SELF(w->ctx), RDG_ERR_NAME, OPTIONAL("where"), OPTIONAL("%d"), 1))         \
    X(rdg_context_strdup, POINTER, rdg_context_strdup(SELF(w->ctx), OPTIONAL("text")))                       \
    X(rdg_context_calloc, POINTER, rdg_context_calloc(SELF(w->ctx), 1, 8))                                   \
    X(rdg_context_has_memory, CODE, !rdg_context_has_memory(SELF(w->ctx), 8))                                \
    X(rdg_text_file_open, POINTER,                                                                           \
      rdg_text_file_open(SELF(w->ctx), NEEDED("test"), NEEDED("test/data/bar.dof"), NEEDED("")))             \
    X(rdg_locale_begin, POINTER, rdg_locale_begin())                                                         \
    X(rdg_locale_end, VOID, rdg_locale_end(OPTIONAL(rdg_locale_begin())))                                    \
    X(rdg_number_read, CODE, !rdg_number_read(SELF("1.5"), SELF(two)))                                       \
    X(rdg_thread_count, NOTHING, rdg_thread_count(SELF(w->ctx)))                                             \
    X(rdg_threads_provide, STATUS, rdg_threads_provide(SELF(w->ctx), OPTIONAL("test"), 2))                   \
    X(rdg_parallel_for, VOID, rdg_parallel_for(OPTIONAL(w->ctx), 2, 0, 4, 1, OPTIONAL(pass), OPTIONAL(w)))   \
    X(rdg_blas_provide, STATUS, rdg_blas_provide(SELF(w->ctx), OPTIONAL("test")))                            \
    X(rdg_require_finite, STATUS,                                                                            \
      rdg_require_finite(SELF(w->ctx), OPTIONAL("test"), OPTIONAL("u"), 1, NEEDED(&(double){1.0})))          \
    X(rdg_blas_begin, VOID, rdg_blas_begin())                                                                \
    X(rdg_blas_end, VOID, (rdg_blas_begin(), rdg_blas_end(0)))                                               \
    X(rdg_text_in, NOTHING, rdg_text_in(OPTIONAL(chars), sizeof chars))                                      \
    X(rdg_text_item, VOID, rdg_text_item(SELF(&text), OPTIONAL("item")))                                     \
    X(rdg_replace_controls, VOID, rdg_replace_controls(OPTIONAL((char[]){"text"}), OPTIONAL("\n")))          \
    X(rdg_checkpoint_reads, VOID, (void)rdg_checkpoint_reads(OPTIONAL(&memo)))                               \
    X(rdg_checkpoint_numbers, VOID, rdg_checkpoint_numbers(SELF(&memo), OPTIONAL(&remembered), 1))           \
    X(rdg_checkpoint_number, VOID, rdg_checkpoint_number(SELF(&memo), OPTIONAL(&remembered)))                \
    X(rdg_checkpoint_index, VOID, rdg_checkpoint_index(SELF(&memo), OPTIONAL(&(rdg_index){1})))              \
    X(rdg_checkpoint_long, VOID, rdg_checkpoint_long(SELF(&memo), OPTIONAL(&(long){1})))                     \
    X(rdg_checkpoint_int, VOID, rdg_checkpoint_int(SELF(&memo), OPTIONAL(&(int){1})))                        \
    X(rdg_checkpoint_flag, VOID, rdg_checkpoint_flag(SELF(&memo), OPTIONAL(&(bool){true})))                  \
    X(rdg_checkpoint_text, VOID, rdg_checkpoint_text(SELF(&memo), OPTIONAL((char[8]){"text"}), 8))           \
    X(rdg_text_list, POINTER, rdg_text_list(OPTIONAL(&text)))                                                \
    X(rdg_planner_lock, VOID, (rdg_planner_lock(), rdg_planner_unlock()))                                    \
    X(rdg_planner_unlock, VOID, (rdg_planner_lock(), rdg_planner_unlock()))                                  \
    X(rdg_larger, NUMBER, rdg_larger(1.0, ANY(2.0)))                                                         \
    X(rdg_dot, NOTHING, (void)rdg_dot(0, OPTIONAL(two), OPTIONAL(two)))                                      \
    X(rdg_norm, NOTHING, (void)rdg_norm(0, OPTIONAL(two)))                                                   \
    X(rdg_place_in, NOTHING, (void)rdg_place_in(0, OPTIONAL((rdg_index[1]){1}), 1))                          \
    X(rdg_interval_in, NOTHING, (void)rdg_interval_in(0, OPTIONAL(two), ANY(2.0)))                           \
    X(rdg_weighted_dot, NOTHING, (void)rdg_weighted_dot(0, OPTIONAL(two), OPTIONAL(two), OPTIONAL(two)))     \
    X(rdg_weighted_square, NOTHING,                                                                          \
      (void)rdg_weighted_square(0, OPTIONAL(two), OPTIONAL(two), OPTIONAL(two)))                             \
    X(rdg_sinc, NUMBER, rdg_sinc(ANY(2.0)))                                                                  \
    X(rdg_sinc_slope, NUMBER, rdg_sinc_slope(ANY(2.0)))                                                      \
    X(rdg_sinc_bend, NUMBER, rdg_sinc_bend(ANY(2.0)))                                                        \
    X(rdg_jet_constant, NOTHING, (void)rdg_jet_constant(ANY(2.0)))                                           \
    X(rdg_jet_plus, NOTHING, (void)rdg_jet_plus(jet, jet))                                                   \
    X(rdg_jet_minus, NOTHING, (void)rdg_jet_minus(jet, jet))                                                 \
    X(rdg_jet_scaled, NOTHING, (void)rdg_jet_scaled(ANY(2.0), jet))                                          \
    X(rdg_jet_times, NOTHING, (void)rdg_jet_times(jet, jet))                                                 \
    X(rdg_jet_of, NOTHING, (void)rdg_jet_of(ANY(2.0), ANY(1.0), ANY(1.0), jet))                              \
    X(rdg_jet_over, NOTHING, (void)rdg_jet_over(ANY(2.0), jet))                                              \
    X(rdg_jet_sin, NOTHING, (void)rdg_jet_sin(jet))                                                          \
    X(rdg_jet_cos, NOTHING, (void)rdg_jet_cos(jet))                                                          \
    X(rdg_largest, NOTHING, (void)rdg_largest(0, OPTIONAL(two)))                                             \
    X(rdg_minimum_between, NOTHING, (void)rdg_minimum_between(NAN, NAN, NAN))                                \
    X(rdg_minimum_next, NOTHING, (void)rdg_minimum_next(OPTIONAL(&minimum), -1.0))                           \
    X(rdg_root_between, NOTHING, (void)rdg_root_between(NAN, NAN, NAN, NAN, NAN))                            \
    X(rdg_root_next, NOTHING, (void)rdg_root_next(OPTIONAL(&root), -1.0, 1.0))                               \
    X(rdg_panel_lead, NUMBER, (double)rdg_panel_lead(5))                                                     \
    X(rdg_panel_eliminate, VOID, rdg_panel_eliminate(24, 3, 2, 3, OPTIONAL(panel), OPTIONAL(pivots)))        \
    X(rdg_panel_forward, VOID, rdg_panel_forward(24, 2, OPTIONAL(panel), OPTIONAL(through)))                 \
    X(rdg_panel_backward, VOID,                                                                              \
      rdg_panel_backward(24, 2, 1, OPTIONAL(panel), OPTIONAL(through), OPTIONAL(through),                    \
                         OPTIONAL(unknown)))                                                                 \
    X(rdg_dense_solve, CODE, rdg_dense_solve(2, SELF(square), SELF(pivots), SELF(through)))                  \
    X(rdg_general, NUMBER, rdg_general(3))                                                                   \
    X(rdg_same_context, CODE, rdg_same_context(SELF(w->ctx), w->ctx, "where", "%d", 1))                      \
    X(rdg_context_grow, STATUS, rdg_context_grow(SELF(w->ctx), NEEDED(&w->array), 1, 1, 8))                  \
    X(rdg_context_reserve, STATUS,                                                                           \
      rdg_context_reserve(SELF(w->ctx), NEEDED(&w->array), NEEDED(&number), 3, 8))                           \
    X(rdg_context_own, STATUS, rdg_context_own(SELF(w->ctx), OPTIONAL(four), NEEDED(nothing)))               \
    X(rdg_context_disown, VOID, rdg_context_disown(SELF(w->ctx), OPTIONAL(four)))                            \
    X(rdg_context_find, NOTHING, rdg_context_find(OPTIONAL(w->ctx), OPTIONAL(nothing)))                      \
    X(rdg_run_folder, POINTER, rdg_run_folder(OPTIONAL(w->ctx)))                                             \
    X(rdg_count_iterations, VOID, rdg_count_iterations(SELF(w->ctx), 1))                                     \
    X(rdg_write, VOID, rdg_write(SELF(w->ctx), RDG_CHANNEL_NOTE, OPTIONAL("%d"), 1))                         \
    X(rdg_warn, VOID, rdg_warn(SELF(w->ctx), OPTIONAL("kind"), OPTIONAL("%d"), 1))                           \
    X(rdg_warnings, NOTHING, rdg_warnings(SELF(w->ctx)))                                                     \
    X(rdg_interrupts_watch, VOID, rdg_interrupts_watch())                                                    \
    X(rdg_interrupts_leave, VOID, rdg_interrupts_leave())                                                    \
    X(rdg_interrupted, NOTHING, rdg_interrupted())                                                           \
    X(rdg_interrupt_forget, VOID, rdg_interrupt_forget())                                                    \
    X(rdg_listen, VOID, rdg_listen(SELF(w->ctx), OPTIONAL(&ear)))                                            \
    X(rdg_listen_no_more, VOID, rdg_listen_no_more(SELF(w->ctx), OPTIONAL(&ear)))                            \
    X(rdg_warnings_begin, VOID, rdg_warnings_begin(SELF(w->ctx)))                                            \
    X(rdg_warnings_end, VOID,                                                                                \
      (rdg_warnings_begin(w->ctx), rdg_warn(w->ctx, "kind", "%d", 1), rdg_warn(w->ctx, "kind", "%d", 2),     \
       rdg_warnings_end(SELF(w->ctx), OPTIONAL("run"))))                                                     \
    X(rdg_quiet_begin, VOID, rdg_quiet_begin(SELF(w->ctx)))                                                  \
    X(rdg_quiet_end, VOID, (rdg_quiet_begin(w->ctx), rdg_quiet_end(SELF(w->ctx))))                           \
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
    X(rdg_option_list_check, STATUS,                                                                         \
      rdg_option_list_check(SELF(w->ctx), NEEDED("f"), NEEDED("a"),                                          \
                            OPTIONAL(RDG_OPTIONS(RDG_OPTION_OF(key, FINITE(0.5)))),                          \
                            ((const rdg_option_key *const[]){&key, NULL})))                                  \
    X(rdg_option_list_check__key, TRIED,                                                                     \
      rdg_option_list_check(w->ctx, "f", "a",                                                                \
                            RDG_OPTIONS(RDG_OPTION(.kind = RDG_OPTION_OF_TOOLBOX, .key = NEEDED(&key))),     \
                            NULL))                                                                           \
    X(rdg_option_start_label, PLACE,                                                                         \
      rdg_option_start_label(SELF(w->ctx), OPTIONAL(w->run), OPTIONAL(&RDG_FROM("kept", 1)), "f", "g"))      \
    X(rdg_option_of, NOTHING, rdg_option_of(OPTIONAL(RDG_OPTIONS(RDG_OPTION_OF(key, 0.5))), OPTIONAL(&key))) \
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
    X(rdg_add_parameter_as, STATUS,                                                                          \
      rdg_add_parameter_as(SELF(w->p), NEEDED("z"), NEEDED("u"), 0, RDG_ACTIVE))                             \
    X(rdg_set_unit, STATUS, rdg_set_unit(SELF(w->p), NEEDED("x"), NEEDED("m")))                              \
    X(rdg_set_domain, STATUS, rdg_set_domain(SELF(w->p), NEEDED("x"), FINITE(-1.0), BOUND(1.0)))             \
    X(rdg_set_load, STATUS,                                                                                  \
      rdg_set_load(SELF(w->p), OPTIONAL("x"), FINITE(0.0), OPTIONAL("u"), OPTIONAL(two)))                    \
    X(rdg_set_load_beyond, STATUS,                                                                           \
      (rdg_set_load(w->p, "x", 0.0, NULL, NULL), rdg_set_load_beyond(SELF(w->p), NEEDED("x"))))              \
    X(rdg_set_load__names, STATUS,                                                                           \
      rdg_set_load(w->p, "x", 0.0, "u", ((double[]){FINITE(0.0), FINITE(0.0)})))                             \
    X(rdg_let_vary, STATUS, rdg_let_vary(SELF(w->p), NEEDED("x")))                                           \
    X(rdg_hide_parameter, STATUS, rdg_hide_parameter(SELF(w->p), NEEDED("x")))                               \
    X(rdg_add_table_column, STATUS,                                                                          \
      rdg_add_table_column(SELF(w->p), NEEDED((&(rdg_table_column){                                          \
                                           .header = NEEDED("words"), .width = 5, .write = NEEDED(say)}))))  \
    X(rdg_parameter_unit, POINTER, rdg_parameter_unit(SELF(w->p), NEEDED("x")))                              \
    X(rdg_variable_count, NOTHING, rdg_variable_count(SELF(w->p)))                                           \
    X(rdg_variable_index, PLACE, rdg_variable_index(SELF(w->p), NEEDED("u"), OPTIONAL(&number)))             \
    X(rdg_start_values, POINTER, rdg_start_values(SELF(w->p)))                                               \
    X(rdg_set_start_values, STATUS, rdg_set_start_values(SELF(w->p), NEEDED("u"), 0, 1, NEEDED(at)))         \
    X(rdg_set_start_values__numbers, STATUS, rdg_set_start_values(w->p, "u", 0, 1, (double[]){FINITE(0.5)})) \
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
    X(rdg_run_holds, NOTHING, rdg_run_holds(SELF(w->p), 0))                                                  \
    X(rdg_run_locates_neutral_saddles, NOTHING, rdg_run_locates_neutral_saddles(SELF(w->p)))                 \
    X(rdg_run_under_way, NOTHING, rdg_run_under_way(SELF(w->p)))                                             \
    X(rdg_add_count__count, STATUS,                                                                          \
      rdg_add_count(                                                                                         \
          w->p,                                                                                              \
          NEEDED((&(rdg_count_definition){                                                                   \
              .name = "x", .what = "number", .range = no_range, .change = no_change, .type = no_type}))))    \
    X(rdg_add_event__event, STATUS,                                                                          \
      rdg_add_event(w->p, NEEDED((&(rdg_event_definition){.type = "E", .parameter = "x"}))))                 \
    X(rdg_eliminate, STATUS,                                                                                 \
      rdg_eliminate(SELF(w->q), NEEDED(&((rdg_eliminated){.block = "u", .n = 1, .zero = "f"}))))             \
    X(rdg_freeze__names, STATUS,                                                                             \
      rdg_eliminate(w->q, &((rdg_eliminated){.block = NEEDED("u"),                                           \
                                             .n = 1,                                                         \
                                             .zero = NEEDED("f"),                                            \
                                             .at = OPTIONAL(((double[]){FINITE(1.0)}))})))                   \
    X(rdg_restore, STATUS, rdg_restore(SELF(w->q), NEEDED("u"), 0, 1))                                       \
    X(rdg_is_eliminated, NOTHING, rdg_is_eliminated(SELF(w->p), 0))                                          \
    X(rdg_eliminated_count, NOTHING, rdg_eliminated_count(OPTIONAL(w->p)))                                   \
    X(rdg_watch_eliminated, STATUS, rdg_watch_eliminated(SELF(w->p), NEEDED(no_watch), OPTIONAL(w)))         \
    X(rdg_add_glue, STATUS, rdg_add_glue(SELF(w->p), NEEDED("g"), 1, NEEDED(both), NEEDED(both + 1)))        \
    X(rdg_add_linear, STATUS,                                                                                \
      rdg_add_linear(SELF(w->p), NEEDED("g"), 1, 2, NEEDED(both), ((double[]){FINITE(1.0), FINITE(2.0)}),    \
                     OPTIONAL(((double[]){FINITE(1.0)}))))                                                   \
    X(rdg_add_linear__matrix, STATUS, rdg_add_linear(w->p, "g", 1, 2, both, NEEDED(at), NULL))               \
    X(rdg_add_linear_monitor, STATUS,                                                                        \
      rdg_add_linear_monitor(SELF(w->p), NEEDED("g"), 2, 2, NEEDED(both), NEEDED(four),                      \
                             OPTIONAL(((double[]){BOUND(1.0), BOUND(1.0)})), NEEDED(names), RDG_ACTIVE))     \
    X(rdg_add_sum_of, STATUS,                                                                                \
      rdg_add_sum_of(SELF(w->p), NEEDED("g"),                                                                \
                     NEEDED(((const rdg_at[]){RDG_AT("u[0]", FINITE(1.0)), {0, 0}}))))                       \
    X(rdg_declare_adjoint, STATUS, rdg_declare_adjoint(SELF(with_adjoint(w->p)), NEEDED("a"), NEEDED("l")))  \
    X(rdg_add_provider, STATUS,                                                                              \
      rdg_add_provider(SELF(w->p),                                                                           \
                       NEEDED((&(rdg_provider){.add = NEEDED(provide), .name = NEEDED(name_provided)}))))    \
    X(rdg_need_parameter, STATUS, rdg_need_parameter(SELF(w->p), NEEDED("x")))                               \
    X(rdg_widen_function, STATUS,                                                                            \
      rdg_widen_function(                                                                                    \
          SELF(w->p), NEEDED("f"),                                                                           \
          NEEDED((&(rdg_function){.name = OPTIONAL("f"), .n = 2, .m = 1, .f = NEEDED(parabola)})),           \
          OPTIONAL(both)))                                                                                   \
    X(rdg_function_at, POINTER, rdg_function_at(SELF(w->p), 0))                                              \
    X(rdg_has_variables, NOTHING, rdg_has_variables(SELF(w->p), OPTIONAL("x")))                              \
    X(rdg_add_unfolding, STATUS, rdg_add_unfolding(SELF(w->p), NEEDED("beta")))                              \
    X(rdg_add_fold, STATUS, rdg_add_fold(SELF(w->q), NEEDED("fold"), NEEDED("z"), OPTIONAL("x")))            \
    X(rdg_add_slope, STATUS,                                                                                 \
      rdg_add_slope(SELF(w->q), NEEDED("slope"), NEEDED("z"), OPTIONAL("x"), RDG_ACTIVE))                    \
    X(rdg_add_branch_point, STATUS, rdg_add_branch_point(SELF(w->q), NEEDED("bp"), NEEDED("x")))

static rdg_status provide(rdg_problem *p, const char *name, void *data)
{
    (void)p, (void)name, (void)data;
    return RDG_ERR_NAME;
}

static bool name_provided(rdg_index index, char name[RDG_PROVIDED_NAME], void *data)
{
    (void)index, (void)name, (void)data;
    return false;
}

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
    X(rdg_assembly_jacobian_of, CODE, rdg_assembly_jacobian_of(SELF(w->a), NEEDED(at), NULL, NEEDED(four)))  \
    X(rdg_is_steady, NOTHING, rdg_is_steady(SELF(w->p), 0))                                                  \
    X(rdg_assembly_hessian_pattern, POINTER, rdg_assembly_hessian_pattern(SELF(w->a)))                       \
    X(rdg_assembly_hessian, CODE,                                                                            \
      (rdg_assembly_hessian_pattern(w->a),                                                                   \
       rdg_assembly_hessian(SELF(w->a), NEEDED(at), NEEDED(four), NEEDED(w->array))))                        \
    X(rdg_assembly_hessian_times, CODE,                                                                      \
      (rdg_assembly_hessian_pattern(w->a),                                                                   \
       rdg_assembly_hessian_times(SELF(w->a), NEEDED(at), NEEDED(four), NEEDED(at), NEEDED(two))))           \
    X(rdg_bordered_scalar_create, POINTER,                                                                   \
      rdg_bordered_scalar_create(SELF(w->p), NEEDED("x"), 0, OPTIONAL(NULL)))                                \
    X(rdg_bordered_scalar_free, VOID, rdg_bordered_scalar_free(OPTIONAL(w->scalar)))                         \
    X(rdg_bordered_scalar_residual, CODE,                                                                    \
      rdg_bordered_scalar_residual(SELF(w->scalar), NEEDED(POINT), NEEDED(two)))                             \
    X(rdg_bordered_scalar_factor, CODE,                                                                      \
      rdg_bordered_scalar_factor(SELF(w->scalar), NEEDED(POINT), NEEDED(POINT)))                             \
    X(rdg_bordered_scalar_differentiate, CODE, rdg_bordered_scalar_differentiate(SELF(w->scalar)))           \
    X(rdg_bordered_scalar_hessian_times, CODE,                                                               \
      rdg_bordered_scalar_hessian_times(SELF(w->scalar), NEEDED(at), NEEDED(two)))                           \
    X(rdg_bordered_scalar_solve, CODE, rdg_bordered_scalar_solve(SELF(w->scalar), NEEDED(at), NEEDED(two)))  \
    X(rdg_bordered_scalar_values, POINTER, rdg_bordered_scalar_values(SELF(w->scalar)))                      \
    X(rdg_bordered_scalar_counts, NOTHING, rdg_bordered_scalar_counts(OPTIONAL(w->scalar)))                  \
    X(rdg_pattern_create, POINTER,                                                                           \
      rdg_pattern_create(SELF(w->ctx), 2, 2, 2, NEEDED(both), NEEDED(both), OPTIONAL(places)))               \
    X(rdg_pattern_is_valid, CODE, !rdg_pattern_is_valid(SELF(w->pattern)))                                   \
    X(rdg_pattern_is_valid__arrays, CODE,                                                                    \
      !rdg_pattern_is_valid(&(rdg_pattern){1, 2, SELF(row.start), SELF(row.row)}))                           \
    X(rdg_pattern_copy, POINTER, rdg_pattern_copy(SELF(w->ctx), NEEDED(w->pattern)))                         \
    X(rdg_pattern_dense, POINTER, rdg_pattern_dense(SELF(w->ctx), 2, 2))                                     \
    X(rdg_pattern_count, NOTHING, rdg_pattern_count(SELF(w->pattern)))                                       \
    X(rdg_pattern_free, VOID, rdg_pattern_free(SELF(w->pattern)))

#define DEFLATION                                                                                            \
    (&(rdg_deflation_options){                                                                               \
        .power = FINITE(1.0), .shift = FINITE(1.0), .tolerance = {FINITE(1e-9), FINITE(1e-10)}})
#define POINT ((double[]){FINITE(0.3), FINITE(0.5)})

#define DEFLATION_CALLS(X)                                                                                   \
    X(rdg_deflation_create, POINTER, rdg_deflation_create(SELF(w->q), OPTIONAL(DEFLATION)))                  \
    X(rdg_deflation_free, VOID, rdg_deflation_free(OPTIONAL(w->deflation)))                                  \
    X(rdg_deflation_hold, STATUS, rdg_deflation_hold(SELF(w->deflation), NEEDED("x"), FINITE(0.5)))          \
    X(rdg_deflation_solve, STATUS, rdg_deflation_solve(SELF(w->deflation), NEEDED(POINT), NEEDED(&found)))   \
    X(rdg_deflation_add, STATUS, rdg_deflation_add(SELF(w->deflation), NEEDED(POINT)))                       \
    X(rdg_deflation_search, STATUS, rdg_deflation_search(SELF(w->deflation), NEEDED(POINT), NEEDED(&found))) \
    X(rdg_deflation_count, NOTHING, rdg_deflation_count(OPTIONAL(w->deflation)))                             \
    X(rdg_deflation_solution, POINTER, rdg_deflation_solution(SELF(w->deflation), 0))                        \
    X(rdg_deflation_find, PLACE, rdg_deflation_find(SELF(w->deflation), SELF(at)))                           \
    X(rdg_deflation_log, STATUS,                                                                             \
      rdg_deflation_log(SELF(w->deflation), NEEDED(POINT), NEEDED(two), OPTIONAL(four)))

#define GMRES_CALLS(X)                                                                                       \
    X(rdg_gmres_create, POINTER, rdg_gmres_create(SELF(w->ctx), 1, 1))                                       \
    X(rdg_gmres_free, VOID, rdg_gmres_free(SELF(rdg_gmres_create(w->ctx, 1, 1))))                            \
    X(rdg_gmres_solve, CODE,                                                                                 \
      !rdg_gmres_solve(SELF(rdg_gmres_create(w->ctx, 1, 1)), SELF(same_vector), OPTIONAL(NULL), ANY(1e-9),   \
                       SELF(((const double[]){FINITE(2.0)})), SELF(two)))

#define CALLS(X)                                                                                             \
    CONTEXT_CALLS(X) TOOLBOX_CALLS(X) PROBLEM_CALLS(X) ASSEMBLY_CALLS(X) DEFLATION_CALLS(X) GMRES_CALLS(X)

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
