/* Collocation: NULL for any pointer and NaN for any number of the public calls. */
#define _GNU_SOURCE

#include "misuse.h"

#include "orbits.h"
#include "segments.h"

#include "shooting/hybrid_systems.h"

#include <ridgewalk/factor_chain.h>
#include <ridgewalk/frame.h>

struct world {
    rdg_context *ctx;
    rdg_hybrid *bratu, *driven, *free, *wall, *swing;
    rdg_problem *p, *bare, *orbits, *shot, *equilibria;
    rdg_segment *s;
    rdg_collocation *c, *freed;
    rdg_shooting *shooting;
    rdg_chain chain, empty;
};

static const rdg_function ends = {
    .name = "ends", .n = 6, .m = 2, .f = clamped, .df = clamped_df, .d2f = no_d2f};
static const rdg_function mean = {.name = "mean", .n = 3, .m = 1, .f = bratu, .by_differences = true};
static double u[400], x[8], log_of[2], angle[2], square[4] = {1.0, 0.0, 0.0, 1.0}, v[2] = {1.0, 0.0};
static const double tau[2] = {0.0, 1.0}, three[6] = {1.0, 0.0, 0.0, 1.0, -1.0, 0.0};

static void words(rdg_problem *p, char *text, size_t size, void *data)
{
    (void)p, (void)text, (void)size, (void)data;
}

#define SEGMENT(...) (&(rdg_segment_options){__VA_ARGS__})
#define ORBIT(...) (&(rdg_collocation_options){__VA_ARGS__})

/* Each condition has a name of its own, so that none is there twice. */
#define NEEDING(of)                                                                                          \
    (&(rdg_function){                                                                                        \
        .name = NEEDED(#of "2"), .n = (of).n, .m = (of).m, .f = NEEDED((of).f), .by_differences = true})

#define CALLS(X)                                                                                             \
    X(rdg_segment_add, POINTER,                                                                              \
      rdg_segment_add(SELF(w->bare), OPTIONAL("a"), NEEDED(w->bratu),                                        \
                      NEEDED(SEGMENT(.duration = FINITE(1.0), .phase = FINITE(0.0)))))                       \
    X(rdg_segment_add__guess, POINTER,                                                                       \
      rdg_segment_add(w->bare, "a", w->bratu,                                                                \
                      SEGMENT(.duration = 1.0, .count = 2,                                                   \
                              .x = NEEDED(((const double[]){FINITE(0.0), 0.0, 0.0, FINITE(1.0)})),           \
                              .t = OPTIONAL(((const double[]){0.0, FINITE(1.0)})), .intervals = 1,           \
                              .mesh = OPTIONAL(((const double[]){FINITE(0.0), FINITE(1.0)})),                \
                              .p = OPTIONAL(((const double[]){FINITE(1.0)})))))                              \
    X(rdg_segment_places_of, NOTHING, rdg_segment_places_of(SELF(w->s)).n)                                   \
    X(rdg_segment_add_boundary, STATUS, rdg_segment_add_boundary(SELF(w->s), NEEDED(&ends)))                 \
    X(rdg_segment_add_boundary__function, STATUS, rdg_segment_add_boundary(w->s, NEEDING(ends)))             \
    X(rdg_segment_add_integral__function, STATUS, rdg_segment_add_integral(w->s, RDG_MEAN, NEEDING(mean)))   \
    X(rdg_segment_add_integral, STATUS, rdg_segment_add_integral(SELF(w->s), RDG_MEAN, NEEDED(&mean)))       \
    X(rdg_segment_add_integral_monitor, STATUS,                                                              \
      rdg_segment_add_integral_monitor(SELF(w->s), RDG_MEAN, NEEDED(&mean), NULL, RDG_ACTIVE))               \
    X(rdg_segment_motion, STATUS,                                                                            \
      rdg_segment_motion(SELF(w->s), NEEDED(u), 2, NEEDED(((const double[]){FINITE(0.0), 1.0})), NEEDED(x))) \
    X(rdg_segment_motion_of, STATUS,                                                                         \
      rdg_segment_motion_of(SELF(w->ctx), NEEDED("orbit"), 1, NULL, 2, NEEDED(tau), NEEDED(x),               \
                            OPTIONAL(log_of)))                                                               \
    X(rdg_segment_mesh, POINTER, rdg_segment_mesh(SELF(w->s)))                                               \
    X(rdg_collocation_create, POINTER,                                                                       \
      rdg_collocation_create(SELF(w->free), NEEDED(ORBIT(.period = FINITE(6.0), .phase = FINITE(0.0),        \
                                                         .count = 3, .x = NEEDED(three)))))                  \
    X(rdg_collocation_free, VOID, rdg_collocation_free(SELF(w->freed)))                                      \
    X(rdg_collocation_problem, POINTER, rdg_collocation_problem(SELF(w->c)))                                 \
    X(rdg_collocation_from_shooting, POINTER,                                                                \
      rdg_collocation_from_shooting(NEEDED(w->shooting), SELF(w->shot), OPTIONAL("shot"), 1,                 \
                                    OPTIONAL(ORBIT(0))))                                                     \
    X(rdg_collocation_from_run, POINTER,                                                                     \
      rdg_collocation_from_run(SELF(w->free), NEEDED("orbit"), 1, OPTIONAL(ORBIT(0))))                       \
    X(rdg_collocation_from_hopf, POINTER,                                                                    \
      rdg_collocation_from_hopf(SELF(w->free), NEEDED("eq"), 1, NEEDED("mu"), FINITE(0.1),                   \
                                OPTIONAL(ORBIT(0))))                                                         \
    X(rdg_collocation_double, POINTER, rdg_collocation_double(SELF(w->swing), NEEDED("swing"), 1, 0))        \
    X(rdg_collocation_beyond, POINTER,                                                                       \
      rdg_collocation_beyond(SELF(w->wall), NEEDED("graze"), 1, OPTIONAL(ORBIT(0))))                         \
    X(rdg_collocation_flip, VOID, rdg_collocation_flip(SELF(w->c)))                                          \
    X(rdg_collocation_to_shooting, POINTER,                                                                  \
      rdg_collocation_to_shooting(SELF(w->free), NEEDED("orbit"), 1,                                         \
                                  OPTIONAL((&(rdg_shooting_options){.transient = 0.0}))))                    \
    X(rdg_collocation_multipliers, STATUS,                                                                   \
      rdg_collocation_multipliers(SELF(w->c), VECTOR(u, rdg_variable_count(rdg_collocation_problem(w->c))),  \
                                  1, NEEDED(log_of), NEEDED(angle)))                                         \
    X(rdg_collocation_segment, POINTER, rdg_collocation_segment(SELF(w->c)))                                 \
    X(rdg_shooting_system, POINTER, rdg_shooting_system(SELF(w->shooting)))                                  \
    X(rdg_shooting_order, NOTHING, rdg_shooting_order(SELF(w->shooting)))                                    \
    X(rdg_account_for, STATUS, rdg_account_for(SELF(w->bare), NEEDED(words), NULL))                          \
    X(rdg_add_transport, STATUS, rdg_add_transport(SELF(w->bare), NEEDED(&(rdg_transport){.data = NULL})))   \
    X(rdg_chain_append, STATUS, rdg_chain_append(SELF(&w->chain), 2, 2, NEEDED(square)))                     \
    X(rdg_chain_release, VOID, rdg_chain_release(SELF(&w->empty)))                                           \
    X(rdg_chain_multipliers, CODE, rdg_chain_multipliers(SELF(&w->chain), 2, NEEDED(log_of), NEEDED(angle))) \
    X(rdg_frame_extend, VOID, rdg_frame_extend(2, NEEDED(v), 1.0, NEEDED(v), NEEDED(x)))                     \
    X(rdg_frame_restrict, VOID, rdg_frame_restrict(2, NEEDED(v), 1.0, NEEDED(v), NEEDED(x)))

CALLS(MISUSE_DEFINE)
static const misuse_call calls[] = {CALLS(MISUSE_ENTRY)};

/* r' = r (mu - r^2), theta' = 1 */
static int normal_form(rdg_index n, const double *s, rdg_index m, double *y, void *data)
{
    (void)n, (void)m, (void)data;
    const double r2 = s[0] * s[0] + s[1] * s[1];
    y[0] = s[2] * s[0] - s[1] - r2 * s[0];
    y[1] = s[0] + s[2] * s[1] - r2 * s[1];
    return 0;
}

static void make_orbits(world *w)
{
    double samples[32];
    const double mu = 1.0;
    for (int k = 0; k < 16; k++) {
        samples[2 * k] = cos(RDG_HZ(1.0) * k / 16.0);
        samples[2 * k + 1] = sin(RDG_HZ(1.0) * k / 16.0);
    }
    w->free = rdg_hybrid_smooth(w->ctx, "normal form", 2, &(rdg_hybrid_function){.f = normal_form},
                                RDG_PARAMETERS("mu"), &mu, NULL);
    const rdg_collocation_options o = {.intervals = 8, .period = 6.28, .count = 16, .x = samples};
    w->c = rdg_collocation_create(w->free, &o);
    w->freed = rdg_collocation_create(w->free, &o);
    w->orbits = rdg_collocation_problem(w->c);
    solve_orbit(w->ctx, w->orbits, "orbit");
    w->equilibria = rdg_ep_problem(w->ctx, &(rdg_ep){.n = 2,
                                                     .n_parameters = 1,
                                                     .f = normal_form,
                                                     .parameters = (const char *const[]){"mu"},
                                                     .p = (double[]){0.0}});
    assert_ok(w->ctx, rdg_continue(w->equilibria, "eq", RDG_IN_MEMORY));
    w->shooting =
        rdg_shooting_create(w->free, &(rdg_shooting_options){.x = (double[]){1.0, 0.0}, .period = 6.28});
    w->shot = rdg_shooting_problem(w->shooting);
    solve_orbit(w->ctx, w->shot, "shot");
    solution_at(w->ctx, w->orbits, "orbit", "EP", 0, u);
}

/* Two periods of a force are one of a mass without damping: both multipliers are -1. */
static void make_a_doubling(world *w)
{
    w->swing = duffing_system(w->ctx, 0.0, 0.0, 1.0, 2.0);
    solve_orbit(w->ctx, rdg_collocation_problem(rdg_collocation_create(w->swing, ORBIT(.intervals = 8))),
                "swing");
}

/* The response that just touches the wall. */
static void make_a_graze(world *w)
{
    const double late = atan2(0.2 * 0.8, 1.0 - 0.8 * 0.8);
    const double start[2] = {cos(late), 0.8 * sin(late)};
    w->wall = impact_system(w->ctx, 0.393954312071844);
    rdg_shooting *s = rdg_shooting_create(w->wall, &(rdg_shooting_options){.x = start});
    rdg_problem *p = rdg_collocation_problem(
        rdg_collocation_from_shooting(s, rdg_shooting_problem(s), NULL, 0, ORBIT(.intervals = 20)));
    solve_orbit(w->ctx, p, "graze");
}

static void every_call_refuses_null_and_nan(void **state)
{
    (void)state;
    world w = {.ctx = rdg_context_create()};
    rdg_set_writer(w.ctx, NULL, NULL);
    make_orbits(&w);
    make_a_graze(&w);
    make_a_doubling(&w);
    w.bratu = bratu_system(w.ctx, 1.0);
    w.p = rdg_problem_create(w.ctx);
    w.bare = rdg_problem_create(w.ctx);
    w.s = rdg_segment_add(w.p, NULL, w.bratu, SEGMENT(.duration = 1.0));
    w.chain = w.empty = (rdg_chain){.ctx = w.ctx};
    assert_ok(w.ctx, rdg_chain_append(&w.chain, 2, 2, square));
    misuse_check(calls, sizeof calls / sizeof *calls, &w, w.ctx);
    rdg_chain_release(&w.chain);
    rdg_context_free(w.ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_call_refuses_null_and_nan),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
