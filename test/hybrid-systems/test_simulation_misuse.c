/* NULL for any pointer and NaN for any number of the public calls of what follows motions by brute force. */
#define _GNU_SOURCE

#include "misuse.h"

#include <ridgewalk/basins.h>
#include <ridgewalk/lyapunov.h>
#include <ridgewalk/saltation.h>
#include <ridgewalk/simulate.h>
#include <ridgewalk/sweep.h>
#include <ridgewalk/zero_one.h>

struct world {
    rdg_context *ctx;
    rdg_hybrid *h;
};

static int circles(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n, (void)m, (void)data;
    const double r = 1.0 - u[0] * u[0] - u[1] * u[1];
    y[0] = u[1] + r * u[0];
    y[1] = -u[2] * u[0] + r * u[1];
    return 0;
}

static int second(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n, (void)m, (void)data;
    y[0] = u[1];
    return 0;
}

static const rdg_hybrid_function field = {.f = circles}, surface = {.f = second};
static const double one[1] = {1.0}, before[3] = {1.0, 0.0, 1.0}, after[2] = {1.0, 0.0};
static double out[64], work[256];
static const char *const section[] = {"section", NULL};
static rdg_trajectory motion;
static rdg_sweep_table table;
static rdg_lyapunov_spectrum spectrum;
static rdg_basins_map map;
static double series[100], K;

#define POINT ((const double[]){FINITE(1.0), FINITE(0.5)})

#define HELPER_CALLS(X)                                                                                      \
    X(rdg_hybrid_saltation_workspace, NOTHING, rdg_hybrid_saltation_workspace(SELF(w->h), 0))                \
    X(rdg_hybrid_saltation, CODE,                                                                            \
      rdg_hybrid_saltation(SELF(w->h), 0, NEEDED(before), NULL, NEEDED(after), NEEDED(out), NEEDED(work)))   \
    X(rdg_trajectory_release, VOID, rdg_trajectory_release(SELF(&motion)))                                   \
    X(rdg_simulate, STATUS,                                                                                  \
      rdg_simulate(SELF(w->h), NEEDED((&(rdg_simulate_options){.x = after, .duration = 1})),                 \
                   OPTIONAL(&motion)))                                                                       \
    X(rdg_simulate__fields, STATUS,                                                                          \
      rdg_simulate(w->h,                                                                                     \
                   (&(rdg_simulate_options){.mode = OPTIONAL("m"),                                           \
                                            .x = POINT,                                                      \
                                            .phi = FINITE(0.0),                                              \
                                            .duration = FINITE(1.0),                                         \
                                            .every = FINITE(0.1),                                            \
                                            .flow = {.relative = FINITE(1e-9), .absolute = FINITE(1e-9)}}),  \
                   NULL))                                                                                    \
    X(rdg_sweep_release, VOID, rdg_sweep_release(SELF(&table)))                                              \
    X(rdg_sweep, STATUS,                                                                                     \
      rdg_sweep(                                                                                             \
          SELF(w->h),                                                                                        \
          NEEDED((&(rdg_sweep_options){.parameter = "a", .from = 1, .to = 1, .count = 1, .x = after})),      \
          OPTIONAL(&table)))                                                                                 \
    X(rdg_sweep__fields, STATUS,                                                                             \
      rdg_sweep(w->h,                                                                                        \
                (&(rdg_sweep_options){.parameter = NEEDED("a"),                                              \
                                      .from = FINITE(1.0),                                                   \
                                      .to = FINITE(1.0),                                                     \
                                      .count = 1,                                                            \
                                      .mode = OPTIONAL("m"),                                                 \
                                      .x = POINT,                                                            \
                                      .phi = FINITE(0.0),                                                    \
                                      .section = OPTIONAL(section),                                          \
                                      .transient = FINITE(1.0),                                              \
                                      .longest = FINITE(100.0),                                              \
                                      .tolerance = FINITE(1e-6),                                             \
                                      .flow = {.relative = FINITE(1e-9), .absolute = FINITE(1e-9)}}),        \
                NULL))

#define CHAOS_CALLS(X)                                                                                       \
    X(rdg_lyapunov_release, VOID, rdg_lyapunov_release(SELF(&spectrum)))                                     \
    X(rdg_lyapunov, STATUS,                                                                                  \
      rdg_lyapunov(SELF(w->h), NEEDED((&(rdg_lyapunov_options){.x = after, .duration = 1})),                 \
                   NEEDED(&spectrum)))                                                                       \
    X(rdg_lyapunov__fields, STATUS,                                                                          \
      rdg_lyapunov(w->h,                                                                                     \
                   (&(rdg_lyapunov_options){.mode = OPTIONAL("m"),                                           \
                                            .x = POINT,                                                      \
                                            .phi = FINITE(0.0),                                              \
                                            .transient = FINITE(1.0),                                        \
                                            .duration = FINITE(1.0),                                         \
                                            .flow = {.relative = FINITE(1e-9), .absolute = FINITE(1e-9)},    \
                                            .apart = FINITE(0.0)}),                                          \
                   &spectrum))                                                                               \
    X(rdg_zero_one, STATUS, rdg_zero_one(SELF(w->ctx), 100, NEEDED(series), OPTIONAL(NULL), NEEDED(&K)))     \
    X(rdg_basins_release, VOID, rdg_basins_release(SELF(&map)))                                              \
    X(rdg_basins, STATUS,                                                                                    \
      rdg_basins(SELF(w->h), NEEDED((&(rdg_basins_options){.axis = {{0, 1, 2, 2}}, .x = after})),            \
                 OPTIONAL(&map)))                                                                            \
    X(rdg_basins__fields, STATUS,                                                                            \
      rdg_basins(w->h,                                                                                       \
                 (&(rdg_basins_options){.axis = {{0, FINITE(1.0), FINITE(2.0), 2}},                          \
                                        .mode = OPTIONAL("m"),                                               \
                                        .x = POINT,                                                          \
                                        .phi = FINITE(0.0),                                                  \
                                        .section = OPTIONAL(section),                                        \
                                        .transient = FINITE(1.0),                                            \
                                        .longest = FINITE(100.0),                                            \
                                        .tolerance = FINITE(1e-6),                                           \
                                        .same = FINITE(1e-3),                                                \
                                        .bound = FINITE(1e4),                                                \
                                        .flow = {.relative = FINITE(1e-9), .absolute = FINITE(1e-9)}}),      \
                 NULL))

HELPER_CALLS(MISUSE_DEFINE)
CHAOS_CALLS(MISUSE_DEFINE)
static const misuse_call calls[] = {HELPER_CALLS(MISUSE_ENTRY) CHAOS_CALLS(MISUSE_ENTRY)};

static void every_call_refuses_null_and_nan(void **state)
{
    (void)state;
    world w = {.ctx = rdg_context_create()};
    rdg_set_writer(w.ctx, NULL, NULL);
    w.h = rdg_hybrid_create(w.ctx, "h", RDG_PARAMETERS("a"), one);
    rdg_hybrid_add_phase(w.h, &(rdg_hybrid_phase){.name = "m", .n = 2, .field = field});
    rdg_hybrid_add_event_surface(
        w.h, &(rdg_hybrid_event_surface){.name = "section", .from = "m", .to = "m", .surface = surface});
    misuse_check(calls, sizeof calls / sizeof *calls, &w, w.ctx);
    rdg_context_free(w.ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_call_refuses_null_and_nan)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
