/* NULL for any pointer and NaN for any number of the public calls of hybrid systems and their motions. */
#define _GNU_SOURCE

#include "misuse.h"

#include <ridgewalk/flow.h>
#include <ridgewalk/hopf_point.h>
#include <ridgewalk/hybrid.h>

struct world {
    rdg_context *ctx;
    rdg_hybrid *h, *more, *driven;
    rdg_flow *flow;
};

static int falls(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n, (void)m, (void)data;
    y[0] = -u[1] * u[0];
    return 0;
}

static int height(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n, (void)m, (void)data;
    y[0] = u[0] - 0.5;
    return 0;
}

static int grows(rdg_index n, const double *u, rdg_index m, double *J, void *data)
{
    (void)n, (void)m, (void)data;
    J[0] = u[0];
    return 0;
}

static const rdg_hybrid_function field = {.f = falls}, surface = {.f = height};
static const rdg_hybrid_function sloped = {.f = falls, .df = grows};
static double out[64], work[64];
static rdg_index from, to;
static double shares[2] = {0.5, 0.5};
static const double numbers[2] = {1.0, 2.0}, sigma[3] = {1.0, 2.0, 0.3}, longer[3] = {1.0, 2.0, 3.0},
                    one[1] = {2.0};
static const char *const names[] = {"a", "b", NULL};
static double place[1] = {1.0};
static rdg_mesh mesh = {.steps = 2, .share = shares}, own;
static const rdg_flow_options loose = {.relative = 1e-6};

#define LONGER ((const double[]){FINITE(1.0), FINITE(2.0), FINITE(3.0)})
#define SIGMA ((const double[]){FINITE(1.0), FINITE(2.0), FINITE(0.3)})
#define START(x_) (&(rdg_hybrid_state){.x = NEEDED(x_)})
#define AT(...) (&(rdg_hybrid_state){.x = place, __VA_ARGS__})
#define MODE(...) (&(rdg_hybrid_phase){.n = 1, __VA_ARGS__})
#define EDGE(...) (&(rdg_hybrid_event_surface){__VA_ARGS__})

#define HOPF                                                                                                 \
    {                                                                                                        \
        .x = OPTIONAL(out), .p = OPTIONAL(out + 1), .omega = ANY(1.0)                                        \
    }

#define HYBRID_CALLS(X)                                                                                      \
    X(rdg_hybrid_create, POINTER,                                                                            \
      rdg_hybrid_create(SELF(w->ctx), NEEDED("h"), OPTIONAL(names), OPTIONAL(numbers)))                      \
    X(rdg_hybrid_create__values, POINTER,                                                                    \
      rdg_hybrid_create(w->ctx, "h", names, ((const double[]){FINITE(1.0), FINITE(2.0)})))                   \
    X(rdg_hybrid_forcing, STATUS, rdg_hybrid_forcing(SELF(w->driven), NEEDED("b")))                          \
    X(rdg_hybrid_add_phase, STATUS,                                                                          \
      rdg_hybrid_add_phase(SELF(w->h), NEEDED(MODE(.name = "new", .field = field))))                         \
    X(rdg_hybrid_add_mode__fields, STATUS,                                                                   \
      rdg_hybrid_add_phase(w->h, MODE(.name = NEEDED("new"), .field = {.f = NEEDED(falls)})))                \
    X(rdg_hybrid_add_event_surface, STATUS,                                                                  \
      rdg_hybrid_add_event_surface(SELF(w->h),                                                               \
                                   NEEDED(EDGE(.name = "new", .from = "m", .to = "m", .surface = surface)))) \
    X(rdg_hybrid_add_event__fields, STATUS,                                                                  \
      rdg_hybrid_add_event_surface(w->h, EDGE(.name = NEEDED("new"), .from = NEEDED("m"), .to = NEEDED("m"), \
                                              .surface = {.f = NEEDED(height)})))                            \
    X(rdg_hybrid_set_unit, STATUS, rdg_hybrid_set_unit(SELF(w->h), NEEDED("a"), NEEDED("m")))                \
    X(rdg_hybrid_smooth, POINTER,                                                                            \
      rdg_hybrid_smooth(SELF(w->ctx), NEEDED("s"), 1, NEEDED(&field), OPTIONAL(names), OPTIONAL(numbers),    \
                        OPTIONAL(NULL)))                                                                     \
    X(rdg_hybrid_smooth__values, POINTER,                                                                    \
      rdg_hybrid_smooth(w->ctx, "s", 1, &field, names, ((const double[]){FINITE(1.0), FINITE(2.0)}), "b"))   \
    X(rdg_hybrid_parameters_of, NOTHING, rdg_hybrid_parameters_of(SELF(w->h)).n)                             \
    X(rdg_hybrid_context, POINTER, rdg_hybrid_context(SELF(w->h)))                                           \
    X(rdg_hybrid_name, NOTHING, *rdg_hybrid_name(SELF(w->h)))                                                \
    X(rdg_hybrid_phases, NOTHING, rdg_hybrid_phases(SELF(w->h)))                                             \
    X(rdg_hybrid_event_surfaces, NOTHING, rdg_hybrid_event_surfaces(SELF(w->h)))                             \
    X(rdg_hybrid_phase_at, POINTER, rdg_hybrid_phase_at(SELF(w->h), 0))                                      \
    X(rdg_hybrid_event_surface_at, POINTER,                                                                  \
      rdg_hybrid_event_surface_at(SELF(w->h), 0, OPTIONAL(&from), OPTIONAL(&to)))                            \
    X(rdg_hybrid_phase_index, PLACE, rdg_hybrid_phase_index(SELF(w->h), NEEDED("m")))                        \
    X(rdg_hybrid_event_surface_index, PLACE, rdg_hybrid_event_surface_index(SELF(w->h), NEEDED("c")))        \
    X(rdg_hybrid_arguments, NOTHING, rdg_hybrid_arguments(SELF(w->h), 0))                                    \
    X(rdg_hybrid_df, CODE,                                                                                   \
      rdg_hybrid_df(NEEDED(&field), 2, NEEDED(numbers), NULL, 1, NEEDED(out), NEEDED(work)))                 \
    X(rdg_hopf_pair, NOTHING, rdg_hopf_pair(SELF(w->h), 0, OPTIONAL(&(rdg_hopf_point)HOPF)))                 \
    X(rdg_hopf_locate, NOTHING,                                                                              \
      rdg_hopf_locate(SELF(w->h), 0, OPTIONAL(numbers), OPTIONAL(&(rdg_hopf_point)HOPF)))                    \
    X(rdg_hopf_last_amplitude, NOTHING,                                                                      \
      rdg_hopf_last_amplitude(SELF(w->h), 0, OPTIONAL(&(rdg_hopf_point)HOPF)))                               \
    X(rdg_hybrid_df_along, CODE,                                                                             \
      rdg_hybrid_df_along(NEEDED(&sloped), 2, NEEDED(numbers), NULL, 1, NEEDED(one), NEEDED(numbers),        \
                          NEEDED(out), NEEDED(work)))                                                        \
    X(rdg_hybrid_d2f, CODE,                                                                                  \
      rdg_hybrid_d2f(NEEDED(&field), 2, NEEDED(numbers), NULL, 1, NEEDED(one), NEEDED(out), NEEDED(work)))

static double stays(double value, double share, void *data)
{
    (void)share, (void)data;
    return value;
}

static const rdg_flow_measured measured = {.name = "height", .function = &surface, .sign = 1};

static int goes_on(const rdg_hybrid_state *state, void *data)
{
    (void)state, (void)data;
    return 0;
}

static const rdg_flow_instants instants = {.count = 2, .share = (const double[]){0.0, 1.0}, .at = goes_on};

#define FLOW_CALLS(X)                                                                                        \
    X(rdg_mesh_release, VOID, rdg_mesh_release(SELF(&own)))                                                  \
    X(rdg_flow_create, POINTER, rdg_flow_create(SELF(w->h), OPTIONAL(&loose)))                               \
    X(rdg_flow_create__fields, POINTER,                                                                      \
      rdg_flow_create(w->h, (&(rdg_flow_options){.relative = FINITE(1e-6), .absolute = FINITE(1e-6)})))      \
    X(rdg_flow_limit, VOID, rdg_flow_limit(SELF(w->flow), 0))                                                \
    X(rdg_flow_free, VOID, rdg_flow_free(SELF(w->flow)))                                                     \
    X(rdg_flow_reason, NOTHING, *rdg_flow_reason(SELF(w->flow)))                                             \
    X(rdg_flow_arguments, NOTHING, rdg_flow_arguments(SELF(w->flow), 0))                                     \
    X(rdg_flow_mesh, CODE, rdg_flow_mesh(SELF(w->flow), 0, NEEDED(sigma), NEEDED(&own), OPTIONAL(out)))      \
    X(rdg_flow_mesh__sigma, CODE, rdg_flow_mesh(w->flow, 0, SIGMA, &own, out))                               \
    X(rdg_flow_mesh_to, CODE,                                                                                \
      rdg_flow_mesh_to(SELF(w->flow), 0, NEEDED(longer), 0, NEEDED(&own), NEEDED(out)))                      \
    X(rdg_flow_trace_at, CODE,                                                                               \
      rdg_flow_trace_at(SELF(w->flow), 0, NEEDED(&mesh), NEEDED(sigma), NEEDED(&instants)))                  \
    X(rdg_flow_trace_at__fields, CODE,                                                                       \
      rdg_flow_trace_at(                                                                                     \
          w->flow, 0, &mesh, sigma,                                                                          \
          (&(rdg_flow_instants){.count = 2, .share = NEEDED(numbers), .at = NEEDED(goes_on)})))              \
    X(rdg_flow_mesh_to__sigma, CODE, rdg_flow_mesh_to(w->flow, 0, LONGER, 0, &own, out))                     \
    X(rdg_flow_refine, CODE, rdg_flow_refine(SELF(w->flow), 0, NEEDED(sigma), NEEDED(&own)))                 \
    X(rdg_flow_weigh_slopes, VOID, rdg_flow_weigh_slopes(SELF(w->flow), true))                               \
    X(rdg_flow_keep_stages, VOID, rdg_flow_keep_stages(SELF(w->flow), 0))                                    \
    X(rdg_flow_slope_error, NOTHING, rdg_flow_slope_error(SELF(w->flow)))                                    \
    X(rdg_flow_segment, CODE,                                                                                \
      rdg_flow_segment(SELF(w->flow), 0, NEEDED(&mesh), NEEDED(sigma), NEEDED(out), OPTIONAL(work),          \
                       OPTIONAL(work + 32)))                                                                 \
    X(rdg_flow_segment__sigma, CODE, rdg_flow_segment(w->flow, 0, &mesh, SIGMA, out, NULL, NULL))            \
    X(rdg_flow_segment__mesh, CODE,                                                                          \
      rdg_flow_segment(w->flow, 0, &(rdg_mesh){.steps = 2, .share = (double[]){FINITE(0.5), FINITE(0.5)}},   \
                       sigma, out, NULL, NULL))                                                              \
    X(rdg_flow_second, CODE,                                                                                 \
      rdg_flow_second(SELF(w->flow), 0, NEEDED(&mesh), NEEDED(sigma), NEEDED(one), NEEDED(out)))             \
    X(rdg_flow_second__numbers, CODE,                                                                        \
      rdg_flow_second(w->flow, 0, &mesh, SIGMA, ((const double[]){FINITE(1.0)}), out))                       \
    X(rdg_flow_second_along, CODE,                                                                           \
      rdg_flow_second_along(SELF(w->flow), 0, NEEDED(&mesh), NEEDED(sigma), NEEDED(one), NEEDED(sigma),      \
                            NEEDED(out)))                                                                    \
    X(rdg_flow_second_along__numbers, CODE,                                                                  \
      rdg_flow_second_along(w->flow, 0, &mesh, SIGMA, ((const double[]){FINITE(1.0)}),                       \
                            ((const double[]){FINITE(1.0), FINITE(0.3), FINITE(0.1)}), out))                 \
    X(rdg_flow_minima, CODE,                                                                                 \
      rdg_flow_minima(SELF(w->flow), 0, NEEDED(&mesh), NEEDED(sigma), NEEDED(&measured), 1.0, NEEDED(stays), \
                      OPTIONAL(out)))                                                                        \
    X(rdg_flow_extent, NOTHING, rdg_flow_extent(SELF(w->flow)))                                              \
    X(rdg_flow_forget, VOID, rdg_flow_forget(SELF(w->flow)))                                                 \
    X(rdg_flow_note, VOID, rdg_flow_note(SELF(w->flow), 0, NEEDED(sigma)))                                   \
    X(rdg_flow_sizes, NOTHING, rdg_flow_sizes(SELF(w->flow), 0))                                             \
    X(rdg_flow_least, CODE,                                                                                  \
      rdg_flow_least(SELF(w->flow), 0, NEEDED(&mesh), NEEDED(sigma), 0, NEEDED(out), NEEDED(work)))          \
    X(rdg_flow_least__sigma, CODE, rdg_flow_least(w->flow, 0, &mesh, SIGMA, 0, out, work))                   \
    X(rdg_flow_trace, CODE,                                                                                  \
      rdg_flow_trace(SELF(w->flow), 0, NEEDED(&mesh), NEEDED(sigma), NEEDED(goes_on), OPTIONAL(out)))        \
    X(rdg_flow_run, CODE,                                                                                    \
      rdg_flow_run(SELF(w->flow), NEEDED(one), NEEDED(START(place)), FINITE(0.1), 0,                         \
                   OPTIONAL((&(rdg_flow_observer){.every = FINITE(0.01)}))))                                 \
    X(rdg_flow_run__state, CODE,                                                                             \
      rdg_flow_run(w->flow, ((const double[]){FINITE(2.0)}), AT(.t = FINITE(0.0), .phi = FINITE(0.0)), 0.1,  \
                   0, NULL))

HYBRID_CALLS(MISUSE_DEFINE)
FLOW_CALLS(MISUSE_DEFINE)
static const misuse_call calls[] = {HYBRID_CALLS(MISUSE_ENTRY) FLOW_CALLS(MISUSE_ENTRY)};

static void every_call_refuses_null_and_nan(void **state)
{
    (void)state;
    world w = {.ctx = rdg_context_create()};
    rdg_set_writer(w.ctx, NULL, NULL);
    w.h = rdg_hybrid_create(w.ctx, "h", RDG_PARAMETERS("a"), one);
    rdg_hybrid_add_phase(w.h, MODE(.name = "m", .field = field));
    rdg_hybrid_add_event_surface(w.h, EDGE(.name = "c", .from = "m", .to = "m", .surface = surface));
    w.driven = rdg_hybrid_create(w.ctx, "driven", names, numbers);
    w.flow = rdg_flow_create(w.h, NULL);
    misuse_check(calls, sizeof calls / sizeof *calls, &w, w.ctx);
    rdg_context_free(w.ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_call_refuses_null_and_nan)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
