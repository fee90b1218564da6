/* NULL for any pointer and NaN for any number of coulomb's public calls. */
#define _GNU_SOURCE

#include "misuse.h"

#include "coulomb_systems.h"

#include <ridgewalk/coulomb_hybrid.h>
#include <ridgewalk/regimes.h>
#include <ridgewalk/ridgewalk.h>

struct world {
    rdg_context *ctx;
    rdg_structure *s;
    rdg_coulomb *c;
    rdg_hybrid *h;
    rdg_problem *p;
    const double *u;
};

static const double mass[2] = {1, 1};
static double out[8], more[8], x[8], tau;
static rdg_coulomb_limits limits;
static rdg_coulomb_response response;
static rdg_contact_regime regime;
static const rdg_contact_regime *regimes;
static rdg_index segments;
static bool whole;
static const char *mode;
static const rdg_contact_regime given[2] = {RDG_COULOMB_BACK, RDG_COULOMB_STICK};
static const double times[2] = {2.9, 5.2};

#define OPTIONS(...) (&(rdg_coulomb_options){__VA_ARGS__})
#define MARCH (&(rdg_coulomb_march_options){.r1 = FINITE(0.9), .beta = FINITE(0.4), .until = FINITE(20.0)})
#define AT(r, b) ((const rdg_at[]){RDG_AT("r1", r), RDG_AT("beta", b), {0, 0}})
#define START (&(rdg_coulomb_start){.segments = 2, .regimes = NEEDED(given), .times = NEEDED(times)})

#define CALLS(X)                                                                                             \
    X(rdg_chain_create, POINTER, rdg_chain_create(SELF(w->ctx), 2, NEEDED(mass), NEEDED(mass)))              \
    X(rdg_chain_create__numbers, POINTER,                                                                    \
      rdg_chain_create(w->ctx, 1, (double[]){FINITE(1.0)}, (double[]){FINITE(1.0)}))                         \
    X(rdg_coulomb_create, POINTER,                                                                           \
      rdg_coulomb_create(                                                                                    \
          SELF(w->s), NEEDED(OPTIONS(.contact = NEEDED("m1"), .load = OPTIONAL("m1"), .ratio = FINITE(1.0),  \
                                     .mass = FINITE(1.0), .stiffness = FINITE(1.0)))))                       \
    X(rdg_coulomb_free, VOID, rdg_coulomb_free(SELF(w->c)))                                                  \
    X(rdg_coulomb_size, NOTHING, rdg_coulomb_size(SELF(w->c)))                                               \
    X(rdg_coulomb_resonance, STATUS, rdg_coulomb_resonance(SELF(w->c), 0, NEEDED(out), NEEDED(more)))        \
    X(rdg_coulomb_limits_at, STATUS, rdg_coulomb_limits_at(SELF(w->c), FINITE(1.3), NEEDED(&limits)))        \
    X(rdg_coulomb_closed, STATUS,                                                                            \
      rdg_coulomb_closed(SELF(w->c), FINITE(1.3), FINITE(0.4), NEEDED(&response), OPTIONAL(out),             \
                         OPTIONAL(more)))                                                                    \
    X(rdg_coulomb_closed_motion, STATUS,                                                                     \
      rdg_coulomb_closed_motion(SELF(w->c), NEEDED(&response), FINITE(0.3), NEEDED(x)))                      \
    X(rdg_coulomb_single_harmonic, STATUS,                                                                   \
      rdg_coulomb_single_harmonic(SELF(w->c), NEEDED(&response), NEEDED(out)))                               \
    X(rdg_coulomb_stuck, STATUS, rdg_coulomb_stuck(SELF(w->c), FINITE(1.2), NEEDED(out)))                    \
    X(rdg_modal_flow, STATUS,                                                                                \
      rdg_modal_flow(SELF(w->c), RDG_COULOMB_STICK, FINITE(1.2), FINITE(0.3), FINITE(0.1), FINITE(0.5),      \
                     NEEDED(x)))                                                                             \
    X(rdg_modal_flow__state, STATUS,                                                                         \
      rdg_modal_flow(w->c, RDG_COULOMB_STICK, 1.2, 0.3, 0.1, 0.5,                                            \
                     (double[]){FINITE(0.1), 0, 0, FINITE(0.0)}))                                            \
    X(rdg_coulomb_holding_force, STATUS,                                                                     \
      rdg_coulomb_holding_force(SELF(w->c), FINITE(1.2), FINITE(0.3), NEEDED(x), NEEDED(out)))               \
    X(rdg_coulomb_contact_motion, STATUS,                                                                    \
      rdg_coulomb_contact_motion(SELF(w->c), FINITE(0.3), NEEDED(x), NEEDED(out)))                           \
    X(rdg_coulomb_march, STATUS,                                                                             \
      rdg_coulomb_march(SELF(w->c), NEEDED(MARCH), NEEDED(&tau), NEEDED(x), OPTIONAL(&regime)))              \
    X(rdg_coulomb_march__state, STATUS,                                                                      \
      rdg_coulomb_march(w->c, MARCH, (double[]){FINITE(0.0)}, (double[]){FINITE(0.0), 0, 0, 0}, NULL))       \
    X(rdg_orbit_problem_at, POINTER,                                                                         \
      rdg_orbit_problem_at(SELF(w->c), OPTIONAL(NULL), NEEDED(AT(FINITE(0.9), FINITE(0.4)))))                \
    X(rdg_orbit_problem_at__segments, POINTER, rdg_orbit_problem_at(w->c, START, AT(0.9, 0.4)))              \
    X(rdg_orbit_problem_at__state, POINTER,                                                                  \
      rdg_orbit_problem_at(w->c,                                                                             \
                           &(rdg_coulomb_start){.x = (double[]){FINITE(0.1), 0, 0, 0}, .tau = FINITE(0.2)},  \
                           AT(0.9, 0.4)))                                                                    \
    X(rdg_regime_problem_at, POINTER,                                                                        \
      rdg_regime_problem_at(SELF(w->c), RDG_CONTINUOUS,                                                      \
                            NEEDED(((const rdg_at[]){RDG_AT("r1", FINITE(1.3)), {0, 0}}))))                  \
    X(rdg_coulomb_hybrid_at, POINTER,                                                                        \
      rdg_coulomb_hybrid_at(SELF(w->c), OPTIONAL(NULL), NEEDED(AT(FINITE(0.9), FINITE(0.4)))))               \
    X(rdg_coulomb_hybrid_start, STATUS,                                                                      \
      rdg_coulomb_hybrid_start(SELF(w->h), FINITE(0.1), NEEDED(x), NEEDED(&mode), NEEDED(out)))              \
    X(rdg_coulomb_hybrid_start__state, STATUS,                                                               \
      rdg_coulomb_hybrid_start(w->h, 0.1, (double[]){FINITE(0.1), 0, 0, 0}, &mode, out))                     \
    X(rdg_coulomb_orbit_segments, STATUS,                                                                    \
      rdg_coulomb_orbit_segments(SELF(w->p), NEEDED(&segments), NEEDED(&regimes), NEEDED(&whole)))           \
    X(rdg_coulomb_orbit_begin, STATUS,                                                                       \
      rdg_coulomb_orbit_begin(SELF(w->p), VECTOR(w->u, rdg_variable_count(w->p)), NEEDED(out)))              \
    X(rdg_coulomb_orbit_amplitudes, STATUS,                                                                  \
      rdg_coulomb_orbit_amplitudes(SELF(w->p), VECTOR(w->u, rdg_variable_count(w->p)), NEEDED(out)))         \
    X(rdg_coulomb_orbit_multipliers, STATUS,                                                                 \
      rdg_coulomb_orbit_multipliers(SELF(w->p), VECTOR(w->u, rdg_variable_count(w->p)), NEEDED(out),         \
                                    NEEDED(more)))

CALLS(MISUSE_DEFINE)

static const misuse_call calls[] = {CALLS(MISUSE_ENTRY)};

static void null_and_nan_are_refused_in_words(void **state)
{
    (void)state;
    rdg_context *ctx = rdg_context_create();
    world w = {.ctx = ctx};
    rdg_set_writer(ctx, NULL, NULL);
    w.s = rdg_chain_create(ctx, 2, mass, mass);
    assert_ok(ctx, rdg_name_dof(w.s, "m1", 0));
    w.c = rdg_coulomb_create(w.s, OPTIONS(.contact = "m1"));
    assert_ok(ctx, rdg_coulomb_closed(w.c, 1.3, 0.4, &response, NULL, NULL));
    w.p = rdg_orbit_problem(w.c, RDG_AT("r1", 0.9), RDG_AT("beta", 0.4));
    w.u = rdg_start_values(w.p);
    w.h = rdg_coulomb_hybrid(w.c, RDG_AT("r1", 0.9), RDG_AT("beta", 0.4));
    misuse_check(calls, sizeof calls / sizeof *calls, &w, ctx);
    rdg_context_free(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(null_and_nan_are_refused_in_words)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
