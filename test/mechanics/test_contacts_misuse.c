/* NULL for any pointer and NaN for any number of the public calls of mechanics' contacts. */
#define _GNU_SOURCE

#include "misuse.h"

#include <ridgewalk/contact_large.h>
#include <ridgewalk/rigid_follow.h>

struct world {
    rdg_context *ctx;
    rdg_contact_solver *solver;
    rdg_large_contacts *large;
};

static const int planar[1] = {1};
static const double mu[1] = {0.3}, G[4] = {2, 0.1, 0.1, 1}, b[2] = {-1, 0.3};
static double r[2];
static rdg_index number;
static rdg_contact_answer answer;
static const rdg_rigid_state sticks[1] = {RDG_RIGID_STICKS};
static rdg_rigid_state found, ways[2];
static const bool rests[1] = {true};
static double share[1], held[1];

#define PROBLEM                                                                                              \
    (&(rdg_contact_problem){.contacts = 1,                                                                   \
                            .directions = NEEDED(planar),                                                    \
                            .mu = NEEDED(((const double[]){FINITE(0.3)})),                                   \
                            .G = NEEDED(G),                                                                  \
                            .b = NEEDED(((const double[]){FINITE(-1.0), 0.3}))})
#define SURE (&(rdg_contact_problem){.contacts = 1, .directions = planar, .mu = mu, .G = G, .b = b})

/* A body on a floor */
static const rdg_index start[2] = {0, 1}, row[1] = {0};
static const rdg_pattern single = {1, 1, start, row};
static const int smooth[1] = {0};
#define FIXED                                                                                                \
    (&(rdg_large_contacts_options){.M = NEEDED(&single),                                                     \
                                   .W = NEEDED(&single),                                                     \
                                   .contacts = 1,                                                            \
                                   .directions = NEEDED(smooth),                                             \
                                   .mu = NEEDED(((const double[]){FINITE(0.3)}))})
#define NUMBERS (&(rdg_large_contacts_numbers){.M = mu, .W = mu, .f = b, .c = b})

#define CONTACT_CALLS(X)                                                                                     \
    X(rdg_large_contacts_create, POINTER, rdg_large_contacts_create(SELF(w->ctx), NEEDED(FIXED)))            \
    X(rdg_large_contacts_free, VOID, rdg_large_contacts_free(SELF(w->large)))                                \
    X(rdg_large_contacts_try, NOTHING,                                                                       \
      rdg_large_contacts_try(SELF(w->large), OPTIONAL(NUMBERS), OPTIONAL(r), OPTIONAL(r + 1),                \
                             OPTIONAL(&answer)))                                                             \
    X(rdg_contact_solver_create, POINTER, rdg_contact_solver_create(SELF(w->ctx), 1, 1))                     \
    X(rdg_contact_solver_free, VOID, rdg_contact_solver_free(SELF(w->solver)))                               \
    X(rdg_contact_method_name, NOTHING, rdg_contact_method_name(RDG_CONTACT_LEMKE))                          \
    X(rdg_contact_rows, NOTHING, rdg_contact_rows(OPTIONAL(SURE)))                                           \
    X(rdg_contact_residual, NOTHING,                                                                         \
      rdg_contact_residual(SELF(w->solver), OPTIONAL(SURE), OPTIONAL(r), OPTIONAL(&number)))                 \
    X(rdg_contact_solve, STATUS,                                                                             \
      rdg_contact_solve(SELF(w->solver), NEEDED(PROBLEM), NEEDED(r), OPTIONAL(&answer)))                     \
    X(rdg_contact_try, NOTHING,                                                                              \
      rdg_contact_try(SELF(w->solver), OPTIONAL(SURE), OPTIONAL(r), OPTIONAL(&answer)))                      \
    X(rdg_rigid_is_closed, NOTHING, rdg_rigid_is_closed(RDG_RIGID_HELD))                                     \
    X(rdg_rigid_direction, NOTHING, rdg_rigid_direction(RDG_RIGID_SLIPS_BACK))                               \
    X(rdg_rigid_slips, NOTHING, rdg_rigid_slips(NAN))                                                        \
    X(rdg_rigid_normal_margin, NOTHING, rdg_rigid_normal_margin(RDG_RIGID_OPEN, NAN, NAN, NAN))              \
    X(rdg_rigid_friction_margin, NOTHING, rdg_rigid_friction_margin(RDG_RIGID_STICKS, NAN, NAN, NAN))        \
    X(rdg_rigid_friction_state, NOTHING, rdg_rigid_friction_state(NAN, NAN, NAN, NAN))                       \
    X(rdg_rigid_force, NOTHING,                                                                              \
      rdg_rigid_force(RDG_RIGID_STICKS, 0.3, OPTIONAL(G), OPTIONAL(b), OPTIONAL(r)))                         \
    X(rdg_rigid_close, NOTHING,                                                                              \
      rdg_rigid_close(0.3, OPTIONAL(G), OPTIONAL(b), OPTIONAL(r), OPTIONAL(&found)))                         \
    X(rdg_rigid_hold, NOTHING,                                                                               \
      rdg_rigid_hold(SELF(w->solver), OPTIONAL(SURE), OPTIONAL(sticks), OPTIONAL(mu), OPTIONAL(r)))

/* `ways`: states that a call changes */
#define FOLLOW_CALLS(X)                                                                                      \
    X(rdg_rigid_bears, NOTHING, rdg_rigid_bears(RDG_RIGID_HELD))                                             \
    X(rdg_rigid_state_of_impulse, CODE, rdg_rigid_state_of_impulse(1, ANY(0.3), SELF(G)) == RDG_RIGID_OPEN)  \
    X(rdg_rigid_state_of_impulse__value, CODE,                                                               \
      rdg_rigid_state_of_impulse(0, 0.3, ((const double[]){BOUND(1.0)})) == RDG_RIGID_OPEN)                  \
    X(rdg_rigid_is_determined, CODE, !rdg_rigid_is_determined(FINITE(0.3), SELF(G)))                         \
    X(rdg_rigid_change_between, NOTHING, rdg_rigid_change_between(RDG_RIGID_OPEN, RDG_RIGID_STICKS))         \
    X(rdg_rigid_change_name, POINTER, rdg_rigid_change_name(RDG_RIGID_NO_CHANGE))                            \
    X(rdg_rigid_give_way, NOTHING, rdg_rigid_give_way(true, ANY(1.0)))                                       \
    X(rdg_rigid_successors, VOID, rdg_rigid_successors(RDG_RIGID_STICKS, SELF(ways)))                        \
    X(rdg_rigid_follow, CODE,                                                                                \
      rdg_rigid_follow(SELF(w->solver), NEEDED(PROBLEM), SELF(mu), SELF(ways), SELF(share), SELF(r),         \
                       OPTIONAL(&answer)))                                                                   \
    X(rdg_rigid_next_states, CODE,                                                                           \
      (ways[0] = RDG_RIGID_STICKS, !rdg_rigid_next_states(1, SELF(rests), SELF(ways))))                      \
    X(rdg_rigid_hold_pressed, CODE,                                                                          \
      rdg_rigid_hold_pressed(SELF(w->ctx), 1, SELF(((const double[]){FINITE(2.0)})), SELF(sticks),           \
                             SELF(held)))                                                                    \
    X(rdg_rigid_pressed_margin, NUMBER,                                                                      \
      rdg_rigid_pressed_margin(1, SELF(sticks), SELF(rests), SELF(mu), SELF(mu), SELF(b)))                   \
    X(rdg_rigid_pressed_margin__values, CODE,                                                                \
      isnan(rdg_rigid_pressed_margin(1, sticks, rests, ((const double[]){ANY(0.0)}),                         \
                                     ((const double[]){FINITE(0.1)}), ((const double[]){FINITE(1.0)}))))

#define CALLS(X) CONTACT_CALLS(X) FOLLOW_CALLS(X)

CALLS(MISUSE_DEFINE)

static void null_and_nan_are_refused_in_words(void **state)
{
    (void)state;
    static const misuse_call calls[] = {CALLS(MISUSE_ENTRY)};
    world w = {.ctx = rdg_context_create()};
    rdg_set_writer(w.ctx, NULL, NULL);
    w.solver = rdg_contact_solver_create(w.ctx, 1, 1);
    w.large = rdg_large_contacts_create(
        w.ctx, &(rdg_large_contacts_options){
                   .M = &single, .W = &single, .contacts = 1, .directions = smooth, .mu = mu});
    misuse_check(calls, sizeof calls / sizeof *calls, &w, w.ctx);
    rdg_context_free(w.ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(null_and_nan_are_refused_in_words)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
