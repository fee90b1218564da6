/* Orbits: NULL for any pointer and NaN for any number of the public calls; and what must be refused in words
 * instead of answered untruly. */
#define _GNU_SOURCE

#include "misuse.h"

#include "hybrid_systems.h"
#include "orbit_run.h"

#include <ridgewalk/ep.h>
#include <ridgewalk/shooting.h>
#include <ridgewalk/spectrum.h>

struct world {
    rdg_context *ctx;
    rdg_hybrid *driven, *twice;
    rdg_shooting *s, *freed;
    rdg_problem *p, *bare;
};

#define FUNCTION(name) static int name(rdg_index n, const double *u, rdg_index m, double *y, void *data)
#define UNUSED (void)n, (void)u, (void)m, (void)data

FUNCTION(linear)
{
    UNUSED;
    y[0] = u[1];
    y[1] = -u[0] - 0.4 * u[1] + u[2] * cos(u[4]);
    return 0;
}

FUNCTION(one_sided)
{
    linear(n, u, m, y, data);
    y[1] += 0.5;
    return 0;
}

FUNCTION(van_der_pol)
{
    UNUSED;
    y[0] = u[1];
    y[1] = u[2] * (1.0 - u[0] * u[0]) * u[1] - u[0];
    return 0;
}

FUNCTION(decay)
{
    UNUSED;
    y[0] = u[1];
    y[1] = -u[0] - 0.2 * u[1];
    return 0;
}

FUNCTION(escape)
{
    UNUSED;
    y[0] = u[0] * u[0];
    y[1] = 1.0;
    return 0;
}

FUNCTION(no_number)
{
    UNUSED;
    y[0] = NAN;
    y[1] = 1.0;
    return 0;
}

FUNCTION(fall)
{
    UNUSED;
    y[0] = u[1];
    y[1] = -1.0;
    return 0;
}

FUNCTION(ground)
{
    UNUSED;
    y[0] = u[0];
    return 0;
}

FUNCTION(wall)
{
    UNUSED;
    y[0] = 1.0 - u[0];
    return 0;
}

FUNCTION(bounce)
{
    UNUSED;
    y[0] = u[0];
    y[1] = -0.5 * u[1];
    return 0;
}

FUNCTION(into_the_wall)
{
    UNUSED;
    y[0] = u[0] + 0.5;
    y[1] = -0.5 * u[1];
    return 0;
}

FUNCTION(down_once)
{
    UNUSED;
    y[0] = -1.0;
    return 0;
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

static const double start[2] = {0.3, 0.0};
static double solution[64], t[4], x[64];
static rdg_index modes[4];

#define OPTIONS(...) (&(rdg_shooting_options){__VA_ARGS__})
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

static const char *no_text(rdg_problem *p, const rdg_chart *chart, void *data)
{
    (void)p, (void)chart, (void)data;
    return NULL;
}

#define CALLS(X)                                                                                             \
    X(rdg_shooting_create, POINTER,                                                                          \
      rdg_shooting_create(SELF(w->driven), OPTIONAL(OPTIONS(.x = OPTIONAL(start), .settle = 50.0))))         \
    X(rdg_shooting_create__numbers, POINTER,                                                                 \
      rdg_shooting_create(w->driven, OPTIONS(.x = ((const double[]){FINITE(0.3), FINITE(0.0)}),              \
                                             .settle = FINITE(50.0), .period = FINITE(5.0),                  \
                                             .flow = {.relative = FINITE(1e-9), .absolute = FINITE(1e-9)}))) \
    X(rdg_shooting_create__names, POINTER,                                                                   \
      rdg_shooting_create(w->driven, OPTIONS(.mode = OPTIONAL("smooth"), .settle = 50.0,                     \
                                             .sequence = OPTIONAL(((const char *const[]){NULL})))))          \
    X(rdg_shooting_create__symmetry, POINTER,                                                                \
      rdg_shooting_create(w->driven, OPTIONS(.settle = 50.0, .symmetry = ((const double[]){                  \
                                                                 FINITE(-1.0), 0.0, 0.0, FINITE(-1.0)}))))   \
    X(rdg_shooting_free, VOID, rdg_shooting_free(SELF(w->freed)))                                            \
    X(rdg_shooting_problem, POINTER, rdg_shooting_problem(SELF(w->s)))                                       \
    X(rdg_shooting_double, POINTER, rdg_shooting_double(SELF(w->s), NEEDED("orbit"), 1))                     \
    X(rdg_shooting_flip, VOID, rdg_shooting_flip(SELF(w->s)))                                                \
    X(rdg_shooting_sequence, NOTHING, *rdg_shooting_sequence(SELF(w->s)))                                    \
    X(rdg_shooting_motion, STATUS,                                                                           \
      rdg_shooting_motion(SELF(w->s), NEEDED(solution), 4, NEEDED(t), OPTIONAL(modes), NEEDED(x)))           \
    X(rdg_shooting_multipliers, STATUS,                                                                      \
      rdg_shooting_multipliers(SELF(w->s), NEEDED(solution), 2, NEEDED(t), NEEDED(x)))                       \
    X(rdg_shooting_add_logarithm, STATUS,                                                                    \
      rdg_shooting_add_logarithm(SELF(w->s), NEEDED(rdg_shooting_problem(w->s))))                            \
    X(rdg_move_along, STATUS, rdg_move_along(SELF(w->bare), NEEDED(stays), NULL))                            \
    X(rdg_set_way_on, STATUS, rdg_set_way_on(SELF(w->bare), OPTIONAL(no_way), OPTIONAL(either), NULL))       \
    X(rdg_complete_way_on, STATUS, rdg_complete_way_on(SELF(w->bare), OPTIONAL(nothing_more), NULL))         \
    X(rdg_look_at_starts, STATUS, rdg_look_at_starts(SELF(w->bare), OPTIONAL(any_start), NULL))              \
    X(rdg_keep_with_labels, STATUS, rdg_keep_with_labels(SELF(w->bare), OPTIONAL(no_text), NULL))            \
    X(rdg_add_spectrum, STATUS,                                                                              \
      rdg_add_spectrum(SELF(w->bare),                                                                        \
                       NEEDED(SOURCE(.is_map = true, .matrix = NEEDED(matrix), .slope = NEEDED(slope)))))

CALLS(MISUSE_DEFINE)
static const misuse_call calls[] = {CALLS(MISUSE_ENTRY)};

static rdg_hybrid *oscillator(rdg_context *ctx, const rdg_hybrid_function *field)
{
    return rdg_hybrid_smooth(ctx, "driven", 2, field, RDG_PARAMETERS("A", "omega"), (double[]){1.0, 1.2},
                             "omega");
}

static rdg_hybrid *circle(rdg_context *ctx)
{
    return rdg_hybrid_smooth(ctx, "circle", 2, &(rdg_hybrid_function){.f = van_der_pol}, RDG_PARAMETERS("mu"),
                             (double[]){1.0}, NULL);
}

static void every_call_refuses_null_and_nan(void **state)
{
    (void)state;
    world w = {.ctx = rdg_context_create()};
    rdg_set_writer(w.ctx, NULL, NULL);
    w.driven = oscillator(w.ctx, &(rdg_hybrid_function){.f = linear});
    w.s = rdg_shooting_create(w.driven, OPTIONS(.settle = 50.0));
    w.freed = rdg_shooting_create(w.driven, OPTIONS(.settle = 50.0));
    w.p = rdg_shooting_problem(w.s);
    solve_orbit(w.ctx, w.p, "orbit");
    solution_at(w.ctx, w.p, "orbit", "EP", 0, solution);
    w.bare = rdg_problem_create(w.ctx);
    rdg_add_variables(w.bare, "x", 1, start);
    misuse_check(calls, sizeof calls / sizeof *calls, &w, w.ctx);
    rdg_context_free(w.ctx);
}

/* A mass above the ground, or before a wall. */
static rdg_hybrid *with_surface(rdg_context *ctx, const rdg_hybrid_function *field,
                                const rdg_hybrid_function *surface, const rdg_hybrid_function *reset)
{
    rdg_hybrid *h = rdg_hybrid_create(ctx, "ball", NULL, NULL);
    rdg_hybrid_add_mode(h, &(rdg_hybrid_mode){.name = "free", .n = 2, .field = *field});
    rdg_hybrid_add_crossing(
        h, &(rdg_hybrid_crossing){
               .name = "hit", .from = "free", .to = "free", .surface = *surface, .reset = *reset});
    assert_ok(ctx, rdg_error_status(ctx));
    return h;
}

static void what_is_no_orbit_has_a_message_of_its_own(void **state)
{
    rdg_context *ctx = *state;
    const rdg_hybrid_function down = {.f = fall}, floor = {.f = ground}, stop = {.f = wall};
    const rdg_hybrid_function back = {.f = bounce}, beyond = {.f = into_the_wall}, dies = {.f = decay};
    const double above[2] = {1.0, 0.0}, behind[2] = {3.0, 0.0}, low[2] = {0.5, 0.0}, fast[2] = {0.9, 2.0};
    const char *often[101] = {NULL};
    for (int k = 0; k < 100; k++) {
        often[k] = "hit";
    }
    const struct {
        rdg_hybrid_function field, surface, reset;
        const double *x;
        double settle;
        const char *const *sequence;
        const char *words;
    } cases[] = {
        {dies, stop, back, behind, 50.0, NULL, "behind the surface of \"hit\""},
        {dies, stop, beyond, fast, 50.0, NULL, "behind the surface"},
        {down, floor, back, above, 50.0, NULL, "come together"},
        {down, floor, back, above, 0.0, often, "come together"},
        {dies, stop, back, low, 0.0, RDG_SEQUENCE("hit"), "more than 2000 steps"},
        {dies, stop, back, low, 50.0, NULL, "does not return"},
        {{.f = no_number}, stop, back, low, 50.0, NULL, "not finite"},
        {{.f = escape}, {.f = ground, .data = NULL}, back, low, 50.0, NULL, "escapes"},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        rdg_hybrid *h = with_surface(ctx, &cases[k].field, &cases[k].surface, &cases[k].reset);
        const rdg_shooting_options o = {.x = cases[k].x,
                                        .settle = cases[k].settle,
                                        .sequence = cases[k].sequence,
                                        .flow = {.max_steps = 2000}};
        assert_null(rdg_shooting_create(h, &o));
        if (!strstr(rdg_error_message(ctx), cases[k].words)) {
            print_error("case %zu\n", k);
        }
        assert_failed(ctx, RDG_ERR_NO_CONVERGENCE, cases[k].words);
    }
}

static void options_that_mean_nothing_are_refused(void **state)
{
    rdg_context *ctx = *state;
    const struct {
        rdg_shooting_options options;
        rdg_status status;
        const char *words;
    } cases[] = {
        {{.x = start}, RDG_ERR_ARGUMENT, "give a time to settle, a period, or the sequence"},
        {{.x = start, .settle = INFINITY}, RDG_ERR_ARGUMENT, "negative or infinite"},
        {{.x = start, .period = INFINITY}, RDG_ERR_ARGUMENT, "negative or infinite"},
        {{.x = start, .period = -1.0}, RDG_ERR_ARGUMENT, "negative or infinite"},
        {{.x = start, .settle = 9.0, .order = -1}, RDG_ERR_ARGUMENT, "negative or infinite"},
        {{.x = start, .settle = 9.0, .arcs = -1}, RDG_ERR_ARGUMENT, "negative or infinite"},
        {{.x = start, .settle = 9.0, .mode = "nix"}, RDG_ERR_NAME, "has no mode \"nix\""},
        {{.x = start, .settle = 50.0, .sequence = RDG_SEQUENCE("nix")},
         RDG_ERR_NAME,
         "has no crossing \"nix\""},
        {{.settle = 50.0}, RDG_ERR_NO_CONVERGENCE, "come to rest"},
        {{.period = 6.0}, RDG_ERR_NO_CONVERGENCE, "come to rest"},
        {{.x = start, .settle = 50.0, .flow = {.max_steps = 3}}, RDG_ERR_NO_CONVERGENCE, "more than 3 steps"},
        {{.x = start, .settle = 50.0, .symmetry = (double[]){2.0, 0.0, 0.0, 1.0}},
         RDG_ERR_ARGUMENT,
         "the symmetry of \"circle\" is none"},
        {{.x = start, .settle = 50.0, .symmetry = (double[]){1.0, 0.0, 0.0, -1.0}},
         RDG_ERR_ARGUMENT,
         "does not have the symmetry"},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        assert_null(rdg_shooting_create(circle(ctx), &cases[k].options));
        assert_failed(ctx, cases[k].status, cases[k].words);
    }
    assert_null(rdg_shooting_create(rdg_hybrid_create(ctx, "empty", NULL, NULL), NULL));
    assert_failed(ctx, RDG_ERR_ARGUMENT, "has no modes");
}

/* x' = -1 in "down", which has no exit: nothing returns. */
static void a_mode_without_an_exit_returns_nowhere(void **state)
{
    rdg_context *ctx = *state;
    rdg_hybrid *h = rdg_hybrid_create(ctx, "one way", NULL, NULL);
    rdg_hybrid_add_mode(h, &(rdg_hybrid_mode){.name = "up", .n = 2, .field = {.f = fall}});
    rdg_hybrid_add_mode(h, &(rdg_hybrid_mode){.name = "down", .n = 1, .field = {.f = down_once}});
    rdg_hybrid_add_crossing(
        h, &(rdg_hybrid_crossing){
               .name = "fall", .from = "up", .to = "down", .surface = {.f = ground}, .reset = {.f = ground}});
    assert_null(rdg_shooting_create(h, OPTIONS(.x = ((double[]){1.0, 0.0}), .settle = 30.0)));
    assert_failed(ctx, RDG_ERR_NO_CONVERGENCE, "does not return");
    assert_null(
        rdg_shooting_create(h, OPTIONS(.x = ((double[]){1.0, 0.0}), .sequence = RDG_SEQUENCE("fall"))));
    assert_failed(ctx, RDG_ERR_NO_CONVERGENCE, "does not meet the sequence");
}

/* Any state returns after no time, and one at rest after any. */
static void neither_a_state_after_no_time_nor_one_at_rest_is_an_orbit(void **state)
{
    rdg_context *ctx = *state;
    static const double far[2] = {2.0, 0.0};
    const rdg_shooting_options starts[] = {
        {.x = far, .period = 1e-3},
        {.x = far, .period = 0.5},
        {.x = (double[]){1e-3, 0.0}, .period = 6.28},
        {.x = far, .settle = 50.0, .symmetry = (double[]){1.0, 0.0, 0.0, 1.0}}};
    for (size_t k = 0; k < sizeof starts / sizeof *starts; k++) {
        rdg_shooting_options o = starts[k];
        o.flow.max_steps = 2000;
        rdg_shooting *s = rdg_shooting_create(circle(ctx), &o);
        if (s && rdg_continue(rdg_shooting_problem(s), "orbit", RDG_IN_MEMORY) == RDG_OK) {
            assert_near(value_at(ctx, "orbit", "EP", 0, "T"), 6.66328685932313, 1e-9, 0.0);
        } else {
            assert_true(strlen(rdg_error_message(ctx)) > 0);
            rdg_error_clear(ctx);
        }
    }
}

static void a_field_without_the_symmetry_has_no_half_orbits(void **state)
{
    rdg_context *ctx = *state;
    const rdg_shooting_options o = {.settle = 50.0, .symmetry = (double[]){-1.0, 0.0, 0.0, -1.0}};
    assert_non_null(rdg_shooting_create(oscillator(ctx, &(rdg_hybrid_function){.f = linear}), &o));
    assert_null(rdg_shooting_create(oscillator(ctx, &(rdg_hybrid_function){.f = one_sided}), &o));
    assert_failed(ctx, RDG_ERR_ARGUMENT, "does not have the symmetry");
}

static void orbits_freed_before_their_problem_stay_until_it_is_freed(void **state)
{
    rdg_context *ctx = *state;
    rdg_shooting *s = rdg_shooting_create(circle(ctx), OPTIONS(.x = start, .settle = 50.0));
    rdg_problem *p = rdg_shooting_problem(s);
    rdg_shooting_free(s);
    solve_orbit(ctx, p, "orbit");
    assert_near(value_at(ctx, "orbit", "EP", 0, "T"), 6.66328685932313, 1e-11, 0.0);
    rdg_problem_free(p);
}

FUNCTION(narrow_rate)
{
    UNUSED;
    y[0] = 1.0;
    return 0;
}

FUNCTION(wide_rates)
{
    UNUSED;
    for (rdg_index i = 0; i < m; i++) {
        y[i] = -1.0 - (double)i;
    }
    return 0;
}

FUNCTION(widen)
{
    UNUSED;
    for (rdg_index i = 0; i < m; i++) {
        y[i] = 1.0;
    }
    return 0;
}

FUNCTION(below)
{
    UNUSED;
    y[0] = u[0] + 0.5;
    return 0;
}

FUNCTION(zero)
{
    UNUSED;
    y[0] = u[0];
    return 0;
}

FUNCTION(drop)
{
    UNUSED;
    y[0] = -0.5;
    return 0;
}

static rdg_status add_wide(rdg_hybrid *h, rdg_index mode, void *data)
{
    (void)data;
    if (mode > 0) {
        return RDG_OK;
    }
    rdg_hybrid_add_mode(h, &(rdg_hybrid_mode){.name = "wide", .n = 6, .field = {.f = wide_rates}});
    rdg_hybrid_add_crossing(
        h,
        &(rdg_hybrid_crossing){
            .name = "widen", .from = "narrow", .to = "wide", .surface = {.f = wall}, .reset = {.f = widen}});
    return rdg_hybrid_add_crossing(
        h,
        &(rdg_hybrid_crossing){
            .name = "end", .from = "wide", .to = "narrow", .surface = {.f = below}, .reset = {.f = ground}});
}

/* The same with a mode in between, whose entry shows the wide one. */
static rdg_status add_wide_later(rdg_hybrid *h, rdg_index mode, void *data)
{
    (void)data;
    if (mode == 0) {
        rdg_hybrid_add_mode(h, &(rdg_hybrid_mode){.name = "next", .n = 1, .field = {.f = narrow_rate}});
        return rdg_hybrid_add_crossing(
            h, &(rdg_hybrid_crossing){
                   .name = "pass", .from = "narrow", .to = "next", .direction = 1, .surface = {.f = zero}});
    }
    if (mode > 1) {
        return RDG_OK;
    }
    rdg_hybrid_add_mode(h, &(rdg_hybrid_mode){.name = "wide", .n = 600, .field = {.f = wide_rates}});
    rdg_hybrid_add_crossing(
        h, &(rdg_hybrid_crossing){
               .name = "widen", .from = "next", .to = "wide", .surface = {.f = wall}, .reset = {.f = widen}});
    return rdg_hybrid_add_crossing(
        h, &(rdg_hybrid_crossing){
               .name = "end", .from = "wide", .to = "narrow", .surface = {.f = below}, .reset = {.f = drop}});
}

static void a_wide_mode_that_a_crossing_shows_has_room_before_it_is_entered(void **state)
{
    rdg_context *ctx = *state;
    rdg_hybrid *h = rdg_hybrid_create(ctx, "three widths", NULL, NULL);
    rdg_hybrid_add_mode(h, &(rdg_hybrid_mode){.name = "narrow", .n = 1, .field = {.f = narrow_rate}});
    rdg_hybrid_on_entry(h, add_wide_later, NULL, NULL);
    rdg_shooting *s = rdg_shooting_create(h, OPTIONS(.x = (double[]){-0.5}, .settle = 20.0));
    assert_non_null(s);
    assert_string_equal(rdg_shooting_sequence(s), "next, widen, wide, end, narrow, pass");
}

/* x' = 1 up to 1, x' = -1 down to -1/2. */
static void modes_of_more_states_that_come_up_on_the_way_have_room(void **state)
{
    rdg_context *ctx = *state;
    rdg_hybrid *h = rdg_hybrid_create(ctx, "two widths", NULL, NULL);
    rdg_hybrid_add_mode(h, &(rdg_hybrid_mode){.name = "narrow", .n = 1, .field = {.f = narrow_rate}});
    rdg_hybrid_on_entry(h, add_wide, NULL, NULL);
    rdg_shooting *s = rdg_shooting_create(h, OPTIONS(.settle = 20.0));
    solve_orbit(ctx, rdg_shooting_problem(s), "orbit");
    assert_near(value_at(ctx, "orbit", "EP", 0, "T"), 3.0, 1e-12, 0.0);
}

/* Down to below the graze, where there are no impacts any more. */
static rdg_problem *below_the_graze(rdg_context *ctx, rdg_shooting **s, rdg_run **r)
{
    *s = rdg_shooting_create(impact_system(ctx, 0.6), OPTIONS(.settle = 300.0));
    rdg_problem *p = rdg_shooting_problem(*s);
    assert_ok(ctx, rdg_continue(p, "down", RDG_RELEASE("A"), RDG_WINDOW("A", 0.2, 0.7), RDG_IN_MEMORY,
                                RDG_DIRECTION(-1)));
    *r = rdg_run_open(ctx, "down");
    assert_non_null(*r);
    return p;
}

static void a_solution_of_another_sequence_is_doubled_as_it_is(void **state)
{
    rdg_context *ctx = *state;
    rdg_shooting *s = NULL;
    rdg_run *r = NULL;
    below_the_graze(ctx, &s, &r);
    rdg_index label = 0;
    for (rdg_index k = 0; rdg_run_find(r, "EP", k) >= 0; k++) {
        const rdg_index row = rdg_run_find(r, "EP", k);
        label = rdg_run_column(r, "A")[row] < 0.3 ? rdg_run_label(r, row) : label;
    }
    rdg_run_free(r);
    assert_true(label > 0);
    const rdg_shooting *d = rdg_shooting_double(s, "down", label);
    assert_non_null(d);
    assert_string_equal(rdg_shooting_sequence(d), "free");
}

/* The first step of a run from a solution goes on from that, in the sequence of crossings that it has. */
static void a_run_from_a_solution_of_another_sequence_is_one_of_that(void **state)
{
    rdg_context *ctx = *state;
    rdg_shooting *s = NULL;
    rdg_run *r = NULL;
    rdg_problem *p = below_the_graze(ctx, &s, &r);
    for (rdg_index row = 0; row < rdg_run_count(r); row++) {
        const rdg_index label = rdg_run_label(r, row);
        const double A = rdg_run_column(r, "A")[row];
        if (label > 0 && fabs(A - 0.393954312071844) > 1e-6) {
            assert_ok(ctx, rdg_continue(p, "from", RDG_FROM("down", label), RDG_IN_MEMORY));
            assert_string_equal(rdg_shooting_sequence(s), A < 0.39 ? "free" : "free, impact");
            rdg_run *from = rdg_run_open(ctx, "from");
            assert_near(rdg_run_column(from, "A")[0], A, 0.0, 0.0);
            assert_near(rdg_run_column(from, "T")[0], rdg_run_column(r, "T")[row], 1e-12, 0.0);
            rdg_run_free(from);
        }
    }
    rdg_run_free(r);
}

/* An orbit that does not reach the wall, where none of that kind has come up, and nothing is kept with it. */
static void a_run_from_a_solution_of_no_sequence_that_is_known_is_refused(void **state)
{
    rdg_context *ctx = *state;
    rdg_problem *p =
        rdg_shooting_problem(rdg_shooting_create(impact_system(ctx, 0.6), OPTIONS(.settle = 300.0)));
    rdg_problem *other =
        rdg_shooting_problem(rdg_shooting_create(impact_system(ctx, 0.3), OPTIONS(.settle = 300.0)));
    rdg_keep_with_labels(other, NULL, NULL);
    solve_orbit(ctx, other, "other");
    assert_true(rdg_continue(p, "from", RDG_FROM("other", 1), RDG_IN_MEMORY) == RDG_ERR_ARGUMENT);
    assert_failed(ctx, RDG_ERR_ARGUMENT, "is no orbit of the sequence free, impact");
    rdg_shooting *s = rdg_shooting_create(impact_system(ctx, 0.6), OPTIONS(.settle = 300.0));
    assert_null(rdg_shooting_double(s, "other", 1));
    assert_failed(ctx, RDG_ERR_ARGUMENT, "is no orbit of the sequence free, impact");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_call_refuses_null_and_nan),
                                       TEST(what_is_no_orbit_has_a_message_of_its_own),
                                       TEST(options_that_mean_nothing_are_refused),
                                       TEST(a_mode_without_an_exit_returns_nowhere),
                                       TEST(modes_of_more_states_that_come_up_on_the_way_have_room),
                                       TEST(a_wide_mode_that_a_crossing_shows_has_room_before_it_is_entered),
                                       TEST(a_run_from_a_solution_of_another_sequence_is_one_of_that),
                                       TEST(a_run_from_a_solution_of_no_sequence_that_is_known_is_refused),
                                       TEST(a_solution_of_another_sequence_is_doubled_as_it_is),
                                       TEST(neither_a_state_after_no_time_nor_one_at_rest_is_an_orbit),
                                       TEST(a_field_without_the_symmetry_has_no_half_orbits),
                                       TEST(orbits_freed_before_their_problem_stay_until_it_is_freed)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
