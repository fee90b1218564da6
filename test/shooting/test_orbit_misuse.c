/* Orbits: NULL for any pointer and NaN for any number of the public calls. */
#define _GNU_SOURCE

#include "misuse.h"

#include "odd_systems.h"

#include <ridgewalk/description.h>
#include <ridgewalk/ep.h>
#include <ridgewalk/spectrum.h>

struct world {
    rdg_context *ctx;
    rdg_hybrid *driven, *twice;
    rdg_shooting *s, *freed;
    rdg_problem *p, *bare;
};

static void no_contents(const rdg_contents *out, const char *block, void *data)
{
    (void)out;
    (void)block;
    (void)data;
}

static int matrix(const double *u, double *J, void *data)
{
    (void)data;
    J[0] = u[0];
    return 0;
}

static int slope(const double *u, const double *w, const double *v, double factor, double *gradient,
                 void *data)
{
    (void)u, (void)data;
    gradient[0] += factor * w[0] * v[0];
    return 0;
}

static int stays(rdg_problem *p, const rdg_chart *chart, void *data)
{
    (void)p, (void)chart, (void)data;
    return 0;
}

static bool no_way(rdg_problem *p, const rdg_chart *event, int direction, double *u, void *data)
{
    (void)p, (void)event, (void)direction, (void)u, (void)data;
    return false;
}

static int either(rdg_problem *p, const rdg_chart *at, void *data)
{
    (void)p, (void)at, (void)data;
    return 0;
}

static double solution[64], t[4], x[64], a_share[1];
#define SOLUTION VECTOR(solution, rdg_variable_count(rdg_shooting_problem(w->s)))
static rdg_shooting_segment an_segment;
static rdg_index modes[4];

#define SOURCE(...) (&(rdg_spectrum_source){.n = 1, __VA_ARGS__})

static void nothing_more(rdg_problem *p, const rdg_chart *event, double *u, void *data)
{
    (void)p, (void)event, (void)u, (void)data;
}

static rdg_status any_start(rdg_problem *p, const rdg_start_solution *at, void *data)
{
    (void)p, (void)at, (void)data;
    return RDG_OK;
}

static rdg_status no_fit(rdg_problem *p, const rdg_start_block *block, double *u, double *tangent,
                         bool *fitted, void *data)
{
    (void)p, (void)block, (void)u, (void)tangent, (void)fitted, (void)data;
    return RDG_OK;
}

static void nothing_remembered(rdg_problem *p, rdg_checkpoint *memo, void *data)
{
    (void)p;
    (void)memo;
    (void)data;
}

static const char *no_text(rdg_problem *p, const rdg_chart *chart, void *data)
{
    (void)p, (void)chart, (void)data;
    return NULL;
}

#define CALLS(X)                                                                                             \
    X(rdg_shooting_create, POINTER,                                                                          \
      rdg_shooting_create(SELF(w->driven), OPTIONAL(OPTIONS(.x = OPTIONAL(start), .transient = 50.0))))      \
    X(rdg_shooting_create__numbers, POINTER,                                                                 \
      rdg_shooting_create(w->driven, OPTIONS(.x = ((const double[]){FINITE(0.3), FINITE(0.0)}),              \
                                             .transient = FINITE(50.0), .period = FINITE(5.0),               \
                                             .flow = {.relative = FINITE(1e-9), .absolute = FINITE(1e-9)}))) \
    X(rdg_shooting_create__names, POINTER,                                                                   \
      rdg_shooting_create(w->driven, OPTIONS(.mode = OPTIONAL("smooth"), .transient = 50.0,                  \
                                             .sequence = OPTIONAL(((const char *const[]){NULL})))))          \
    X(rdg_shooting_create__symmetry, POINTER,                                                                \
      rdg_shooting_create(                                                                                   \
          w->driven,                                                                                         \
          OPTIONS(.transient = 50.0, .symmetry = ((const double[]){FINITE(-1.0), 0.0, 0.0, FINITE(-1.0)})))) \
    X(rdg_shooting_free, VOID, rdg_shooting_free(SELF(w->freed)))                                            \
    X(rdg_shooting_problem, POINTER, rdg_shooting_problem(SELF(w->s)))                                       \
    X(rdg_shooting_double, POINTER, rdg_shooting_double(SELF(w->s), NEEDED("orbit"), 1))                     \
    X(rdg_shooting_at, POINTER, rdg_shooting_at(SELF(w->s), NEEDED("orbit"), 1))                             \
    X(rdg_shooting_segments, NOTHING, rdg_shooting_segments(SELF(w->s)))                                     \
    X(rdg_shooting_segment_at, STATUS,                                                                       \
      rdg_shooting_segment_at(SELF(w->s), SOLUTION, 0, NEEDED(&an_segment)))                                 \
    X(rdg_shooting_segment_motion, STATUS,                                                                   \
      rdg_shooting_segment_motion(SELF(w->s), SOLUTION, 0, 1, VECTOR(a_share, 1), NEEDED(x)))                \
    X(rdg_fit_starts, STATUS, rdg_fit_starts(SELF(w->bare), OPTIONAL(no_fit), NULL))                         \
    X(rdg_shooting_flip, VOID, rdg_shooting_flip(SELF(w->s)))                                                \
    X(rdg_shooting_sequence, NOTHING, *rdg_shooting_sequence(SELF(w->s)))                                    \
    X(rdg_shooting_motion, STATUS,                                                                           \
      rdg_shooting_motion(SELF(w->s), SOLUTION, 4, NEEDED(t), OPTIONAL(modes), NEEDED(x)))                   \
    X(rdg_shooting_multipliers, STATUS,                                                                      \
      rdg_shooting_multipliers(SELF(w->s), SOLUTION, 2, NEEDED(t), NEEDED(x)))                               \
    X(rdg_shooting_add_logarithm, STATUS,                                                                    \
      rdg_shooting_add_logarithm(SELF(w->s), NEEDED(rdg_shooting_problem(w->s))))                            \
    X(rdg_move_along, STATUS, rdg_move_along(SELF(w->bare), NEEDED(stays), NULL))                            \
    X(rdg_checkpoint_along, STATUS,                                                                          \
      rdg_checkpoint_along(SELF(w->bare), NEEDED("nothing"), NEEDED(nothing_remembered), NULL))              \
    X(rdg_set_way_on, STATUS, rdg_set_way_on(SELF(w->bare), OPTIONAL(no_way), OPTIONAL(either), NULL))       \
    X(rdg_complete_way_on, STATUS, rdg_complete_way_on(SELF(w->bare), OPTIONAL(nothing_more), NULL))         \
    X(rdg_look_at_starts, STATUS, rdg_look_at_starts(SELF(w->bare), OPTIONAL(any_start), NULL))              \
    X(rdg_describe_problem, STATUS, rdg_describe_problem(SELF(w->bare), NULL, NEEDED(no_contents), NULL))    \
    X(rdg_look_at_charts, STATUS, rdg_look_at_charts(SELF(w->bare), NULL, NULL))                             \
    X(rdg_look_at_labels, STATUS, rdg_look_at_labels(SELF(w->bare), NULL, NULL))                             \
    X(rdg_keep_with_labels, STATUS, rdg_keep_with_labels(SELF(w->bare), OPTIONAL(no_text), NULL))            \
    X(rdg_add_spectrum, STATUS,                                                                              \
      rdg_add_spectrum(SELF(w->bare),                                                                        \
                       NEEDED(SOURCE(.is_map = true, .matrix = NEEDED(matrix), .slope = NEEDED(slope)))))

CALLS(MISUSE_DEFINE)
static const misuse_call calls[] = {CALLS(MISUSE_ENTRY)};

static void every_call_refuses_null_and_nan(void **state)
{
    (void)state;
    world w = {.ctx = rdg_context_create()};
    rdg_set_writer(w.ctx, NULL, NULL);
    w.driven = oscillator(w.ctx, &(rdg_hybrid_function){.f = linear});
    w.s = rdg_shooting_create(w.driven, OPTIONS(.transient = 50.0));
    w.freed = rdg_shooting_create(w.driven, OPTIONS(.transient = 50.0));
    w.p = rdg_shooting_problem(w.s);
    solve_orbit(w.ctx, w.p, "orbit");
    solution_at(w.ctx, w.p, "orbit", "EP", 0, solution);
    w.bare = rdg_problem_create(w.ctx);
    rdg_add_variables(w.bare, "x", 1, start);
    misuse_check(calls, sizeof calls / sizeof *calls, &w, w.ctx);
    rdg_context_free(w.ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_call_refuses_null_and_nan),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
