/* NULL for any pointer and NaN for any number of the public calls of adjoint, dnnm, phase-resonance and ep.
 */
#define _XOPEN_SOURCE 700
#define _GNU_SOURCE

#include "misuse.h"
#include "scratch.h"

#include <ridgewalk/adjoint.h>
#include <ridgewalk/design.h>
#include <ridgewalk/dnnm.h>
#include <ridgewalk/elements.h>
#include <ridgewalk/ep.h>
#include <ridgewalk/equal_peaks.h>
#include <ridgewalk/hbm.h>
#include <ridgewalk/minimax.h>
#include <ridgewalk/nonlinear_mode.h>
#include <ridgewalk/peak_set.h>
#include <ridgewalk/phase_resonance.h>
#include <ridgewalk/ridge.h>
#include <ridgewalk/ridges.h>

struct world {
    rdg_context *ctx;
    rdg_hbm *hb;
    rdg_problem *p, *ep, *map;
    rdg_problem *hill; /* z = 1 - x^2 - y^2, with the inequality x <= 1/4 */
    rdg_adjoint *adjoint;
    double *Q;
    const rdg_ridges *ridges;
    rdg_peak_response *response;
    rdg_peak_point *peak;
    const rdg_peak_set *peaks;
    const char *csv, *svg;
};

static const double M[4] = {1, 0, 0, 1}, C[4] = {0.05, 0, 0, 0.05}, K[4] = {2, -1, -1, 2};
static const int harmonics[] = {1};
static double out[64], more[64];
static rdg_index matched[16];
static rdg_peak_event events[16];

static void ignore_exchange(const rdg_peak_exchange *met, const rdg_peak_point *at, void *data)
{
    (void)met;
    (void)at;
    (void)data;
}

static rdg_optimum optimum;
static rdg_minimax_result least;
static rdg_design_result best;
static rdg_ridges_point place;
static const rdg_option end = {.kind = RDG_OPTION_END};

static int hill(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n, (void)m, (void)data;
    y[0] = u[2] - 1 + u[0] * u[0] + u[1] * u[1] + 0.1 * u[0];
    return 0;
}

static int field(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n, (void)m, (void)data;
    y[0] = u[2] * u[0] - u[1] - u[0] * (u[0] * u[0] + u[1] * u[1]);
    y[1] = u[0] + u[2] * u[1] - u[1] * (u[0] * u[0] + u[1] * u[1]);
    return 0;
}

#define LIST(...) ((const rdg_option[]){__VA_ARGS__, RDG_NO_TABLE, end})
#define EP(...)                                                                                              \
    (&(rdg_ep){.n = 2,                                                                                       \
               .n_parameters = 1,                                                                            \
               .parameters = NEEDED(((const char *const[]){NEEDED("mu")})),                                  \
               .x = OPTIONAL(((const double[]){FINITE(0.0), FINITE(0.0)})),                                  \
               .p = OPTIONAL(((const double[]){FINITE(-0.1)})),                                              \
               .f = NEEDED(field)})
#define STATIONARY                                                                                           \
    (&(rdg_stationary_options){.along = NEEDED("x"),                                                         \
                               .low = BOUND(-1.0),                                                           \
                               .high = BOUND(1.0),                                                           \
                               .options = OPTIONAL(RDG_OPTIONS(RDG_NO_TABLE))})
#define NAMES ((const char *const[]){NEEDED("x"), NEEDED("y")})
#define OPTIMISE                                                                                             \
    (&(rdg_optimise_options){.parameters = NEEDED(NAMES),                                                    \
                             .n_parameters = 2,                                                              \
                             .low = OPTIONAL(((const double[]){FINITE(-1.0), FINITE(-1.0)})),                \
                             .high = OPTIONAL(((const double[]){BOUND(1.0), BOUND(1.0)})),                   \
                             .maximum = true,                                                                \
                             .options = OPTIONAL(RDG_OPTIONS(RDG_NO_TABLE))})
#define MINIMAX                                                                                              \
    (&(rdg_minimax_options){.n = 1,                                                                          \
                            .parameters = NEEDED(((const char *const[]){NEEDED("a.k3")})),                   \
                            .low = NEEDED(((const double[]){FINITE(0.09)})),                                 \
                            .high = NEEDED(((const double[]){FINITE(0.11)})),                                \
                            .start = OPTIONAL(((const double[]){FINITE(0.1)})),                              \
                            .alpha = FINITE(0.1),                                                            \
                            .from = FINITE(0.5),                                                             \
                            .to = FINITE(1.4),                                                               \
                            .over = OPTIONAL("alpha"),                                                       \
                            .over_low = FINITE(0.09),                                                        \
                            .over_high = FINITE(0.11),                                                       \
                            .options = OPTIONAL(RDG_OPTIONS(RDG_NO_TABLE))})
#define MODE                                                                                                 \
    (&(rdg_mode){                                                                                            \
        .number = 1, .at = NEEDED("a"), .fixed = OPTIONAL(((const char *const[]){OPTIONAL("b"), NULL}))})

#define CALLS(X)                                                                                             \
    X(rdg_adjoint_add, POINTER, rdg_adjoint_add(SELF(w->p), NEEDED("Am")))                                   \
    X(rdg_adjoint_solve, STATUS, rdg_adjoint_solve(SELF(w->adjoint), OPTIONAL("x"), NULL, OPTIONAL(out)))    \
    X(rdg_stationary_find, STATUS, rdg_stationary_find(SELF(w->adjoint), NEEDED("s"), NEEDED(STATIONARY)))   \
    X(rdg_add_complementarity, STATUS,                                                                       \
      rdg_add_complementarity(SELF(w->adjoint), NEEDED("g"), true, FINITE(0.01)))                            \
    X(rdg_optimise, STATUS,                                                                                  \
      rdg_optimise(SELF(w->adjoint), NEEDED("o"), NEEDED(OPTIMISE), OPTIONAL(&optimum)))                     \
    X(rdg_ridge_list, STATUS,                                                                                \
      rdg_ridge_list(                                                                                        \
          SELF(w->hb), NEEDED("r"), NEEDED("Am"),                                                            \
          NEEDED(LIST(RDG_RIDGE_RESTART(FINITE(0.0)), RDG_RIDGE_EFFORT(FINITE(1.0)),                         \
                      RDG_RIDGE_CERTIFY(FINITE(0)), RDG_FROM(NEEDED("frc"), 0),                              \
                      RDG_WINDOW(NEEDED("alpha"), FINITE(0.1), BOUND(0.12)), RDG_MAX_POINTS(3)))))           \
    X(rdg_design_list, STATUS,                                                                               \
      rdg_design_list(SELF(w->hb), NEEDED("best"), NEEDED("Am"),                                             \
                      NEEDED(LIST(RDG_HOLD_AT(NEEDED("alpha"), FINITE(0.1)),                                 \
                                  RDG_WINDOW(NEEDED("omega"), FINITE(0.5), BOUND(1.4)),                      \
                                  RDG_DESIGN_RESULT(OPTIONAL(&best)),                                        \
                                  RDG_DESIGN(NEEDED("a.k3"), FINITE(0.05), FINITE(0.2))))))                  \
    X(rdg_peak_response_create, POINTER,                                                                     \
      rdg_peak_response_create(SELF(w->hb), NEEDED("Am"), FINITE(0.5), FINITE(1.4), OPTIONAL(NULL)))         \
    X(rdg_peak_response_release, STATUS, rdg_peak_response_release(SELF(w->response), NEEDED("alpha")))      \
    X(rdg_peak_response_hold, STATUS,                                                                        \
      rdg_peak_response_hold(SELF(w->response), NEEDED("alpha"), FINITE(1.0)))                               \
    X(rdg_peak_response_free, VOID, rdg_peak_response_free(OPTIONAL(w->response)))                           \
    X(rdg_peak_response_counts, NOTHING, rdg_peak_response_counts(OPTIONAL(w->response)))                    \
    X(rdg_peak_find, POINTER, rdg_peak_find(SELF(w->response), FINITE(0.1), FINITE(1.0)))                    \
    X(rdg_peak_point_copy, POINTER, rdg_peak_point_copy(SELF(w->response), NEEDED(w->peak)))                 \
    X(rdg_peak_point_free, VOID, rdg_peak_point_free(OPTIONAL(w->peak)))                                     \
    X(rdg_peak_follow, STATUS,                                                                               \
      (rdg_status)rdg_peak_follow(SELF(w->response), NEEDED(w->peak), FINITE(0.101)))                        \
    X(rdg_peak_follow_exchanges, STATUS,                                                                     \
      (rdg_status)rdg_peak_follow_exchanges(SELF(w->response), NEEDED(w->peak), FINITE(0.102),               \
                                            NEEDED(ignore_exchange), OPTIONAL(NULL)))                        \
    X(rdg_peak_sensitivity, NUMBER,                                                                          \
      rdg_peak_sensitivity(SELF(w->response), NEEDED(w->peak), NEEDED("alpha")))                             \
    X(rdg_peak_set_at, POINTER, rdg_peak_set_at(SELF(w->response), FINITE(0.1)))                             \
    X(rdg_peak_set_through_all, POINTER,                                                                     \
      rdg_peak_set_through_all(SELF(w->response), FINITE(0.1), 1,                                            \
                               NEEDED(((const double *const[]){VECTOR(w->peak->u, 3)}))))                    \
    X(rdg_peak_set_through, POINTER,                                                                         \
      rdg_peak_set_through(SELF(w->response), FINITE(0.1), VECTOR(w->peak->u, 3)))                           \
    X(rdg_peak_set_free, VOID, rdg_peak_set_free(OPTIONAL(NULL)))                                            \
    X(rdg_peak_match, STATUS,                                                                                \
      rdg_peak_match(SELF(w->response), NEEDED(w->peaks), NEEDED(w->peaks), NEEDED(matched),                 \
                     NEEDED(events)))                                                                        \
    X(rdg_equal_peaks_at, POINTER,                                                                           \
      rdg_equal_peaks_at(SELF(w->hb), NEEDED("Am"), 1, FINITE(0.5), FINITE(1.4),                             \
                         OPTIONAL(((const rdg_at[]){{OPTIONAL("alpha"), FINITE(0.1)}, {0, 0.0}}))))          \
    X(rdg_minimax, STATUS,                                                                                   \
      rdg_minimax(SELF(w->hb), NEEDED("m"), NEEDED("Am"), NEEDED(MINIMAX), OPTIONAL(&least)))                \
    X(rdg_ridge_export, STATUS,                                                                              \
      rdg_ridge_export(SELF(w->ctx), NEEDED("ridge"), NEEDED("Am"), NEEDED(w->csv)))                         \
    X(rdg_ridges_of_list, POINTER,                                                                           \
      rdg_ridges_of_list(SELF(w->hb), NEEDED("all"), NEEDED("Am"),                                           \
                         NEEDED(LIST(RDG_RIDGES_SAMPLES(FINITE(2.0)),                                        \
                                     RDG_WINDOW(NEEDED("alpha"), FINITE(0.1), BOUND(0.12)),                  \
                                     RDG_WINDOW(NEEDED("omega"), FINITE(0.8), BOUND(1.2))))))                \
    X(rdg_ridges_at, STATUS, rdg_ridges_at(SELF(w->ridges), 0, FINITE(0.11), NEEDED(&place)))                \
    X(rdg_ridges_greatest, STATUS, rdg_ridges_greatest(SELF(w->ridges), FINITE(0.11), NEEDED(&place)))       \
    X(rdg_ridges_certified, NOTHING, rdg_ridges_certified(OPTIONAL(w->ridges), ANY(0.11)))                   \
    X(rdg_ridges_free, VOID, rdg_ridges_free(OPTIONAL(w->ridges)))                                           \
    X(rdg_ridges_export, STATUS, rdg_ridges_export(SELF(w->ridges), NEEDED(w->csv)))                         \
    X(rdg_ridges_export_envelope, STATUS, rdg_ridges_export_envelope(SELF(w->ridges), NEEDED(w->csv)))       \
    X(rdg_ridges_plot, STATUS, rdg_ridges_plot(SELF(w->ridges), NEEDED(w->svg)))                             \
    X(rdg_dnnm_problem, POINTER, rdg_dnnm_problem(SELF(w->hb), 1, NEEDED("a"), FINITE(0.01)))                \
    X(rdg_dnnm_list, STATUS,                                                                                 \
      rdg_dnnm_list(SELF(w->hb), NEEDED("n"), 1, NEEDED("a"),                                                \
                    NEEDED(LIST(RDG_WINDOW(NEEDED("a"), FINITE(0.01), BOUND(0.02))))))                       \
    X(rdg_nonlinear_mode_problem, POINTER,                                                                   \
      rdg_nonlinear_mode_problem(SELF(w->hb), NEEDED(MODE), FINITE(0.01)))                                   \
    X(rdg_nonlinear_mode_list, STATUS,                                                                       \
      rdg_nonlinear_mode_list(SELF(w->hb), NEEDED("n"), NEEDED(RDG_MODE(.number = 1, .at = NEEDED("a"))),    \
                              NEEDED(LIST(RDG_WINDOW(NEEDED("a"), FINITE(0.01), BOUND(0.02))))))             \
    X(rdg_phase_resonance_add, STATUS, rdg_phase_resonance_add(SELF(w->hb), SELF(w->p), NEEDED("a")))        \
    X(rdg_phase_resonance_list, STATUS,                                                                      \
      rdg_phase_resonance_list(                                                                              \
          SELF(w->hb), NEEDED("p"), NEEDED("a"),                                                             \
          NEEDED(LIST(RDG_FROM(NEEDED("frc"), 0), RDG_WINDOW(NEEDED("alpha"), FINITE(0.1), BOUND(0.12))))))  \
    X(rdg_ep_problem, POINTER, rdg_ep_problem(SELF(w->ctx), NEEDED(EP())))                                   \
    X(rdg_map_problem, POINTER, rdg_map_problem(SELF(w->ctx), NEEDED(EP())))                                 \
    X(rdg_ep_add, STATUS, rdg_ep_add(SELF(w->ep), OPTIONAL("e"), NEEDED(EP())))                              \
    X(rdg_map_add, STATUS, rdg_map_add(SELF(w->map), OPTIONAL("e"), NEEDED(EP())))                           \
    X(rdg_ep_eigenvalues, STATUS,                                                                            \
      rdg_ep_eigenvalues(SELF(w->ep), NEEDED(((const double[]){FINITE(0.0), FINITE(0.0), FINITE(-0.1)})),    \
                         NEEDED(out), NEEDED(more)))                                                         \
    X(rdg_ep_eigenvalues_of, STATUS,                                                                         \
      rdg_ep_eigenvalues_of(SELF(w->ep), NULL, VECTOR(rdg_start_values(w->ep), 3), NEEDED(out),              \
                            NEEDED(more)))

CALLS(MISUSE_DEFINE)
static const misuse_call calls[] = {CALLS(MISUSE_ENTRY)};

static void make_hill(world *w)
{
    w->hill = rdg_problem_create(w->ctx);
    rdg_add_variables(w->hill, "u", 3, (double[]){-0.5, 0.2, 0.7});
    rdg_add_zero(w->hill, &(rdg_function){.name = "hill", .n = 3, .m = 1, .f = hill, .by_differences = true},
                 RDG_ALL);
    rdg_add_parameter(w->hill, "x", "u", 0);
    rdg_add_parameter(w->hill, "y", "u", 1);
    rdg_add_linear_monitor(w->hill, "z", 1, 1, (rdg_index[]){2}, (double[]){1}, NULL,
                           (const char *const[]){"z"}, RDG_ACTIVE);
    rdg_add_linear_monitor(w->hill, "g", 1, 1, (rdg_index[]){0}, (double[]){1}, (double[]){0.25},
                           (const char *const[]){"g"}, RDG_INEQUALITY);
    w->adjoint = rdg_adjoint_add(w->hill, "z");
}

static void null_and_nan_are_refused_in_words(void **state)
{
    rdg_context *ctx = *state;
    char csv[128];
    char svg[128];
    snprintf(csv, sizeof csv, "%s/ridge.csv", scratch_folder);
    snprintf(svg, sizeof svg, "%s/ridges.svg", scratch_folder);
    world w = {.ctx = ctx, .csv = csv, .svg = svg};
    rdg_set_writer(ctx, NULL, NULL);
    rdg_structure *s = rdg_structure_create(ctx, "s", 2, M, C, K);
    rdg_name_dof(s, "a", 0);
    rdg_name_dof(s, "b", 1);
    rdg_cubic_spring_add(s, &(rdg_cubic_spring){.at = "a", .k3 = 0.1});
    rdg_force_add(s, "a", 1, 1.0);
    rdg_sensor_add(s, "Am", "a");
    w.hb = rdg_hbm_create(s, 1, harmonics);
    rdg_hbm_keep_all(w.hb);
    w.p = rdg_hbm_problem(w.hb, RDG_AT("omega", 0.7), RDG_AT("alpha", 0.1));
    w.Q = rdg_start_values(w.p);
    rdg_continue(w.p, "frc", RDG_RELEASE("omega"), RDG_WINDOW("omega", 0.5, 1.4));
    rdg_ridge(w.hb, "ridge", "Am", RDG_FROM_GREATEST("frc"), RDG_WINDOW("alpha", 0.1, 0.12));
    w.ridges = rdg_ridges_of(w.hb, "ridges", "Am", RDG_WINDOW("alpha", 0.1, 0.12),
                             RDG_WINDOW("omega", 0.5, 1.4), RDG_RIDGES_SAMPLES(2));
    w.response = rdg_peak_response_create(w.hb, "Am", 0.5, 2.0, NULL);
    w.peak = rdg_peak_find(w.response, 0.1, 1.0);
    w.peaks = rdg_peak_set_at(w.response, 0.1);
    const rdg_ep flow = {.n = 2, .n_parameters = 1, .parameters = (const char *const[]){"mu"}, .f = field};
    w.ep = rdg_ep_problem(ctx, &flow);
    w.map = rdg_map_problem(ctx, &flow);
    make_hill(&w);
    misuse_check(calls, sizeof calls / sizeof *calls, &w, ctx);
    rdg_peak_point_free(w.peak);
}

int main(void)
{
    const struct CMUnitTest tests[] = {SCRATCH_TEST(null_and_nan_are_refused_in_words)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
