/* NULL for any pointer and NaN for any number of the public calls of time stepping. */
#define _GNU_SOURCE

#include "mechanisms.h"
#include "misuse.h"
#include "scratch.h"

#include <ridgewalk/mechanism_of.h>

struct world {
    rdg_context *ctx;
    rdg_structure *s;
    rdg_mechanism *ball, *free;
    rdg_timestepping *ts, *twin, *smooth;
};

static const double one[1] = {1.0};
static double matrix[16];
static const rdg_mechanism_geometry place = {.g = matrix, .W = matrix, .drift = matrix};

#define LAW (&(rdg_contact_law){.mu = FINITE(0.1), .directions = 1, .restitution = FINITE(0.5)})
#define MECHANISM                                                                                            \
    (&(rdg_mechanism_options){.name = OPTIONAL("m"),                                                         \
                              .n = 1,                                                                        \
                              .terms = ball_terms,                                                           \
                              .contacts = 1,                                                                 \
                              .law = NEEDED(LAW),                                                            \
                              .geometry = ball_geometry,                                                     \
                              .data = OPTIONAL(matrix)})
#define SCHEME                                                                                               \
    (&(rdg_timestepping_options){.scheme = RDG_ENERGY_DECAYING,                                              \
                                 .h = FINITE(0.1),                                                           \
                                 .theta = FINITE(0.5),                                                       \
                                 .rho = FINITE(0.5),                                                         \
                                 .decay = FINITE(0.1),                                                       \
                                 .tolerance = FINITE(1e-9)})
#define RUN (&(rdg_timestepping_run_options){.until = FINITE(0.3), .in_memory = true, .silent = true})

#define CALLS(X)                                                                                             \
    X(rdg_mechanism_create, POINTER, rdg_mechanism_create(SELF(w->ctx), NEEDED(MECHANISM)))                  \
    X(rdg_mechanism_of_at, POINTER,                                                                          \
      rdg_mechanism_of_at(SELF(w->s), OPTIONAL(((const rdg_at[]){RDG_AT("omega", FINITE(1.0)), {0}}))))      \
    X(rdg_mechanism_free, VOID, rdg_mechanism_free(SELF(w->free)))                                           \
    X(rdg_mechanism_about, NOTHING, rdg_mechanism_about(SELF(w->ball)))                                      \
    X(rdg_mechanism_context, NOTHING, rdg_mechanism_context(SELF(w->ball)))                                  \
    X(rdg_mechanism_rows, NOTHING, rdg_mechanism_rows(SELF(w->ball)))                                        \
    X(rdg_mechanism_entries, NOTHING, rdg_mechanism_entries(SELF(w->ball), true))                            \
    X(rdg_mechanism_velocity, NOTHING,                                                                       \
      rdg_mechanism_velocity(SELF(w->ball), OPTIONAL(&place), 0, OPTIONAL(one)))                             \
    X(rdg_mechanism_check, STATUS,                                                                           \
      rdg_mechanism_check(SELF(w->ball), FINITE(0.0), VECTOR(one, 1), VECTOR(one, 1), FINITE(1e-6)))         \
    X(rdg_scheme_name, NOTHING, rdg_scheme_name(RDG_BATHE))                                                  \
    X(rdg_timestepping_create, POINTER, rdg_timestepping_create(SELF(w->ball), NEEDED(SCHEME)))              \
    X(rdg_timestepping_free, VOID, rdg_timestepping_free(SELF(w->smooth)))                                   \
    X(rdg_timestepping_start, STATUS,                                                                        \
      rdg_timestepping_start(SELF(w->ts), FINITE(0.0), NEEDED(((const double[]){FINITE(1.0)})),              \
                             NEEDED(((const double[]){FINITE(0.0)}))))                                       \
    X(rdg_timestepping_start_at, STATUS, rdg_timestepping_start_at(SELF(w->ts), NEEDED(w->twin)))            \
    X(rdg_timestepping_step, STATUS, rdg_timestepping_step(SELF(w->ts)))                                     \
    X(rdg_timestepping_motion, POINTER, rdg_timestepping_motion(SELF(w->ts)))                                \
    X(rdg_timestepping_amplification, STATUS,                                                                \
      rdg_timestepping_amplification(SELF(w->smooth), NEEDED(matrix)))                                       \
    X(rdg_timestepping_spectrum, STATUS,                                                                     \
      rdg_timestepping_spectrum(SELF(w->smooth), NEEDED(matrix), NEEDED(matrix + 8)))                        \
    X(rdg_timestepping_run, STATUS, rdg_timestepping_run(SELF(w->ts), NEEDED("misused"), NEEDED(RUN)))       \
    X(rdg_timestepping_restart, STATUS, rdg_timestepping_restart(SELF(w->ts), NEEDED("known"), 1))

CALLS(MISUSE_DEFINE)

static void null_and_nan_are_refused_in_words(void **state)
{
    static const misuse_call calls[] = {CALLS(MISUSE_ENTRY)};
    world w = {.ctx = *state};
    rdg_set_writer(w.ctx, NULL, NULL);
    w.ball = make_ball(w.ctx, 0.5);
    w.s = rdg_structure_create(w.ctx, "s", 1, one, NULL, one);
    w.free = rdg_mechanism_create(w.ctx, &(rdg_mechanism_options){.n = 1, .terms = ball_terms});
    w.ts = rdg_timestepping_create(w.ball, &(rdg_timestepping_options){.h = 0.1});
    w.twin = rdg_timestepping_create(w.ball, &(rdg_timestepping_options){.h = 0.2});
    w.smooth = rdg_timestepping_create(
        rdg_mechanism_create(w.ctx, &(rdg_mechanism_options){.n = 1, .terms = ball_terms}),
        &(rdg_timestepping_options){.h = 0.1});
    rdg_timestepping_start(w.ts, 0.0, one, one);
    rdg_timestepping_run(w.ts, "known", &(rdg_timestepping_run_options){.until = 0.2, .in_memory = true});
    misuse_check(calls, sizeof calls / sizeof *calls, &w, w.ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(null_and_nan_are_refused_in_words, scratch_setup, scratch_teardown)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
