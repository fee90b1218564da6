/* What twelve standard runs cost: evaluations of residuals and Jacobians, factorisations and solves with the
 * factors. More than a tenth above the stored counts fails. Counts do not depend on how busy a machine is. */
#define _GNU_SOURCE

#include "beam_on_contacts.h"
#include "bench/bratu.h"
#include "friction-backbone/models.h"
#include "oscillator_chain.h"
#include "oscillators.h"
#include "scratch.h"
#include "torus.h"

#include <ridgewalk/adjoint.h>
#include <ridgewalk/collocated_orbit.h>
#include <ridgewalk/shooting.h>

/* another compiler's rounding may move a few steps */
static const double allowed = 1.1;

static const char table[] = "test/data/run_counts.csv";

#define QUIET(summary_) RDG_NO_FOLDER, RDG_NO_TABLE, RDG_SUMMARY(summary_)

static rdg_problem *response_of(rdg_context *ctx, const oscillator *o, double omega, double alpha)
{
    return rdg_hbm_problem(oscillator_hbm(ctx, o), RDG_AT("omega", omega), RDG_AT("alpha", alpha));
}

static void hardening_response(rdg_context *ctx, rdg_run_summary *s)
{
    rdg_continue(response_of(ctx, &hardening, 0.7, 0.015), "r", RDG_RELEASE("omega"),
                 RDG_WINDOW("omega", 0.7, 1.3), QUIET(s));
}

static void rubbing_response(rdg_context *ctx, rdg_run_summary *s)
{
    rdg_continue(response_of(ctx, &rubbing, 0.5, 2.0), "r", RDG_RELEASE("omega"),
                 RDG_WINDOW("omega", 0.5, 2.0), QUIET(s));
}

static void ridge_of(rdg_problem *p, const double omega[2], const double alpha[2], rdg_run_summary *s)
{
    const rdg_stationary_options search = {.along = "omega",
                                           .low = omega[0],
                                           .high = omega[1],
                                           .options = RDG_OPTIONS(RDG_NO_TABLE, RDG_NO_FOLDER)};
    rdg_stationary_find(rdg_adjoint_add(p, "amp"), "peak", &search);
    rdg_continue(p, "r", RDG_RELEASE("alpha"), RDG_RELEASE("omega"), RDG_RELEASE("d.alpha"),
                 RDG_WINDOW("alpha", alpha[0], alpha[1]), RDG_NO_BRANCH_POINTS, QUIET(s));
}

static void hardening_ridge(rdg_context *ctx, rdg_run_summary *s)
{
    ridge_of(response_of(ctx, &hardening, 0.7, 0.015), (const double[]){0.7, 1.3},
             (const double[]){0.002, 0.2}, s);
}

static void rubbing_ridge(rdg_context *ctx, rdg_run_summary *s)
{
    ridge_of(response_of(ctx, &rubbing, 0.5, 2.0), (const double[]){0.5, 2.0}, (const double[]){1.4, 8.0}, s);
}

static void beam_response(rdg_context *ctx, rdg_run_summary *s)
{
    rdg_problem *p = rdg_hbm_problem(friction_beam(ctx, RDG_HARMONICS(1)), RDG_AT("omega", RDG_HZ(300)),
                                     RDG_AT("alpha", 0.03));
    rdg_continue(p, "r", RDG_RELEASE("omega"), RDG_WINDOW("omega", RDG_HZ(300), RDG_HZ(335)),
                 RDG_STEP(0.02, 1e-6, 0.1), QUIET(s));
}

static void contacts_response(rdg_context *ctx, rdg_run_summary *s)
{
    rdg_problem *p =
        rdg_hbm_problem(beam_on_contacts(ctx, 2), RDG_AT("omega", RDG_HZ(40)), RDG_AT("alpha", 5.0));
    rdg_continue(p, "r", RDG_RELEASE("omega"), RDG_WINDOW("omega", RDG_HZ(40), RDG_HZ(90)), RDG_DIRECTION(1),
                 RDG_MAX_POINTS(20), QUIET(s));
}

static void bratu_fold(rdg_context *ctx, rdg_run_summary *s)
{
    rdg_continue(bratu_problem(ctx, 100), "r", RDG_RELEASE("mu"), RDG_WINDOW("mu", 0.0, 4.0),
                 RDG_DIRECTION(1), RDG_MAX_POINTS(60), QUIET(s));
}

static rdg_hybrid *chain_of(rdg_context *ctx, rdg_index *masses)
{
    const double omega = 0.5;
    const rdg_hybrid_function f = oscillator_chain(masses);
    return rdg_hybrid_smooth(ctx, "chain", 2 * *masses, &f, RDG_PARAMETERS("omega"), &omega, "omega");
}

static void shooting(rdg_context *ctx, rdg_run_summary *s)
{
    rdg_index one = 1;
    rdg_continue(rdg_shooting_problem(rdg_shooting_create(chain_of(ctx, &one), &(rdg_shooting_options){0})),
                 "r", RDG_RELEASE("omega"), RDG_WINDOW("omega", 0.5, 2.0), QUIET(s));
}

static void collocate(rdg_context *ctx, rdg_index masses, double top, rdg_run_summary *s)
{
    const rdg_collocation_options options = {.intervals = 40, .adapt = 3};
    rdg_continue(rdg_collocation_problem(rdg_collocation_create(chain_of(ctx, &masses), &options)), "r",
                 RDG_RELEASE("omega"), RDG_WINDOW("omega", 0.5, top), QUIET(s));
}

static void collocation(rdg_context *ctx, rdg_run_summary *s)
{
    collocate(ctx, 1, 2.0, s);
}

static void chain_collocation(rdg_context *ctx, rdg_run_summary *s)
{
    collocate(ctx, 4, 0.9, s);
}

static rdg_problem *space(rdg_context *ctx, const rdg_function *f, const double *u)
{
    rdg_problem *p = rdg_problem_create(ctx);
    rdg_add_variables(p, "u", f->n, u);
    rdg_add_zero(p, f, RDG_ALL);
    rdg_add_parameter(p, "x", "u", 0);
    rdg_add_parameter(p, "y", "u", 1);
    rdg_add_parameter(p, "z", "u", 2);
    return p;
}

static void covering(rdg_context *ctx, rdg_run_summary *s)
{
    const rdg_function f = {.name = "torus", .n = 3, .m = 1, .f = torus, .df = torus_df};
    rdg_continue(space(ctx, &f, (const double[]){1.3, 0.0, 0.0}), "r", RDG_RELEASE("x"), RDG_RELEASE("y"),
                 RDG_RELEASE("z"), RDG_DIMENSION(2), QUIET(s));
}

static void circle(rdg_context *ctx, rdg_run_summary *s)
{
    const rdg_function f = {.name = "torus", .n = 3, .m = 1, .f = torus, .df = torus_df};
    rdg_continue(space(ctx, &f, (const double[]){1.3, 0.0, 0.0}), "r", RDG_RELEASE("x"), RDG_RELEASE("z"),
                 QUIET(s));
}

enum { POINTS, RESIDUALS, JACOBIANS, FACTORISATIONS, SOLVES, N_COUNTS };
static const char *const count_name[N_COUNTS] = {"points", "residuals", "jacobians", "factorisations",
                                                 "solves"};

/* The stored counts of a run; false: there are none. */
static bool find_stored(const char *name, long stored[N_COUNTS])
{
    FILE *file = fopen(table, "r");
    char line[256];
    bool is_found = false;
    assert_non_null(file);
    while (!is_found && fgets(line, sizeof line, file)) {
        char of[64];
        is_found = sscanf(line, "%63[^,],%ld,%ld,%ld,%ld,%ld", of, &stored[0], &stored[1], &stored[2],
                          &stored[3], &stored[4]) == N_COUNTS + 1 &&
                   strcmp(of, name) == 0;
    }
    fclose(file);
    return is_found;
}

static bool is_as_stored(const char *name, const long count[N_COUNTS])
{
    long stored[N_COUNTS] = {0};
    bool good = find_stored(name, stored) && (double)count[POINTS] * allowed >= (double)stored[POINTS];
    for (int k = 0; k < N_COUNTS; k++) {
        if ((double)count[k] > allowed * (double)stored[k]) {
            print_message("%s: %ld %s, %ld are stored\n", name, count[k], count_name[k], stored[k]);
            good = false;
        }
    }
    if (!good) {
        print_message("measured: %s,%ld,%ld,%ld,%ld,%ld\n", name, count[0], count[1], count[2], count[3],
                      count[4]);
    }
    return good;
}

static void count(const char *name, void (*run)(rdg_context *ctx, rdg_run_summary *s), rdg_context *ctx)
{
    rdg_run_summary s = {0};
    run(ctx, &s);
    assert_ok(ctx, rdg_error_status(ctx));
    const rdg_timing *t = &s.timing;
    assert_true(is_as_stored(
        name, (const long[]){s.points, t->residuals, t->jacobians, t->factorisations, t->solves}));
}

#define RUNS(X)                                                                                              \
    X(hardening_response)                                                                                    \
    X(hardening_ridge)                                                                                       \
    X(rubbing_response)                                                                                      \
    X(rubbing_ridge)                                                                                         \
    X(beam_response)                                                                                         \
    X(chain_collocation)                                                                                     \
    X(contacts_response)                                                                                     \
    X(bratu_fold)                                                                                            \
    X(shooting)                                                                                              \
    X(collocation)                                                                                           \
    X(covering)                                                                                              \
    X(circle)

#define DEFINE(name_)                                                                                        \
    static void name_##_costs_no_more(void **state)                                                          \
    {                                                                                                        \
        count(#name_, name_, *state);                                                                        \
    }
#define ENTRY(name_) SCRATCH_TEST(name_##_costs_no_more),
RUNS(DEFINE)

int main(void)
{
    const struct CMUnitTest tests[] = {RUNS(ENTRY)};
    return cmocka_run_group_tests_name("counts of standard runs", tests, NULL, NULL);
}
