/* Numbers that a problem gets when a run first names them: the same as if it had had them from the start, in
 * the equations and in all that watches the solutions. */
#define _XOPEN_SOURCE 700
#include "numbered_masses.h"
#include "scratch.h"

#include <ridgewalk/adjoint.h>
#include <ridgewalk/bifurcations.h>
#include <ridgewalk/frozen.h>
#include <ridgewalk/hbm_equations.h>
#include <ridgewalk/ridgewalk.h>
#include <ridgewalk/stability.h>
#include <ridgewalk/toolbox.h>
#include <ridgewalk/truncation.h>

static rdg_hbm *balance(rdg_context *ctx, const rdg_contact *contact)
{
    return rdg_hbm_create(masses(ctx, contact), RDG_HARMONICS(0, 1, 2, 3));
}

static rdg_problem *watched(rdg_hbm *hb)
{
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", 1.3), RDG_AT("alpha", 0.6));
    rdg_hbm_add_stability(hb, p, "stability");
    rdg_hbm_add_truncation(hb, p, "truncation");
    rdg_hbm_add_doubling(hb, p, "doubling");
    return p;
}

static const char *const column[] = {"Am", "stability", "truncation", "doubling"};
enum { COLUMNS = sizeof column / sizeof *column };

/* What a structure with another preload, force and damping has at the same point. */
static void assert_same_there(double preload, double force, double damping, const double *expected)
{
    rdg_contact contact = standard;
    contact.preload = preload;
    rdg_context *ctx = rdg_context_create();
    rdg_structure *s = masses_with(ctx, &contact, force, damping);
    rdg_hbm *hb = rdg_hbm_create(s, RDG_HARMONICS(0, 1, 2, 3));
    rdg_problem *p = watched(hb);
    assert_ok(ctx, rdg_solve(p));
    for (int k = 0; k < COLUMNS; k++) {
        double value = 0.0;
        rdg_parameter_value(p, column[k], rdg_start_values(p), &value);
        assert_near(expected[k], value, 1e-8, 1e-10);
    }
    assert_ok(ctx, rdg_error_status(ctx));
    rdg_context_free(ctx);
}

/* One run over each of three numbers, the others at what the last one left; every column is that of a
 * structure which has the numbers, and so is the problem's whose numbers were not touched. */
static void runs_release_what_the_problem_does_not_have(void **state)
{
    rdg_context *ctx = *state;
    rdg_hbm *hb = balance(ctx, &standard);
    rdg_problem *p = watched(hb), *other = watched(hb);
    const rdg_index n = rdg_variable_count(p);
    rdg_continue(p, "a", RDG_RELEASE("pad.preload"), RDG_WINDOW("pad.preload", 0.4, 0.6), RDG_NO_TABLE,
                 RDG_LABEL_EVERY(1));
    rdg_continue(p, "b", RDG_FROM("a", 2), RDG_RELEASE("x.amplitude"), RDG_WINDOW("x.amplitude", 0.8, 1.1),
                 RDG_NO_TABLE, RDG_LABEL_EVERY(1));
    rdg_continue(p, "c", RDG_FROM("b", 2), RDG_RELEASE("damping.stiffness"),
                 RDG_WINDOW("damping.stiffness", 0.004, 0.006), RDG_NO_TABLE);
    assert_ok(ctx, rdg_error_status(ctx));
    assert_int_equal(rdg_variable_count(p), n + 3);
    rdg_run *run = rdg_run_open(ctx, "c");
    const double *preload = rdg_run_column(run, "pad.preload"), *force = rdg_run_column(run, "x.amplitude");
    const double *damping = rdg_run_column(run, "damping.stiffness");
    assert_true(preload[0] != 0.5 && force[0] != 1.0);
    for (rdg_index row = 0; row < rdg_run_count(run); row += 3) {
        double expected[COLUMNS];
        for (int k = 0; k < COLUMNS; k++) {
            expected[k] = rdg_run_column(run, column[k])[row];
        }
        assert_same_there(preload[row], force[row], damping[row], expected);
    }
    rdg_run_free(run);
    /* asked in turn, each has its own numbers */
    double here[COLUMNS];
    assert_ok(ctx, rdg_solve(other));
    for (int k = 0; k < COLUMNS; k++) {
        double ignored = 0.0;
        rdg_parameter_value(p, column[COLUMNS - 1 - k], rdg_start_values(p), &ignored);
        rdg_parameter_value(other, column[k], rdg_start_values(other), &here[k]);
    }
    assert_int_equal(rdg_variable_count(other), n);
    assert_same_there(0.5, 1.0, 0.005, here);
}

static void a_number_is_held_at_a_value(void **state)
{
    rdg_context *ctx = *state;
    rdg_problem *p = watched(balance(ctx, &standard));
    rdg_continue(p, "held", RDG_HOLD_AT("pad.preload", 0.7), RDG_NO_TABLE, RDG_RELEASE("alpha"),
                 RDG_WINDOW("alpha", 0.59, 0.61));
    assert_ok(ctx, rdg_error_status(ctx));
    rdg_run *run = rdg_run_open(ctx, "held");
    rdg_index row = 0; /* the start */
    while (row < rdg_run_count(run) && rdg_run_column(run, "alpha")[row] != 0.6) {
        row++;
    }
    assert_true(row < rdg_run_count(run));
    double expected[COLUMNS];
    for (int k = 0; k < COLUMNS; k++) {
        expected[k] = rdg_run_column(run, column[k])[row];
    }
    assert_same_there(0.7, 1.0, 0.005, expected);
    rdg_run_free(run);
}

/* By the domain of the number, as RDG_AT() refuses it. */
static void a_number_is_not_held_where_it_has_no_meaning(void **state)
{
    rdg_context *ctx = *state;
    const struct {
        const char *name;
        double value;
    } wrong[] = {{"pad.mu", -1.0}, {"pad.mu", -1e-12}, {"pad.kt", 0.0}, {"pad.kt", -1.0}};
    for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
        char message[128];
        rdg_run_summary summary;
        snprintf(message, sizeof message, "it starts at %s = %.10g, outside of [", wrong[k].name,
                 wrong[k].value);
        rdg_continue(watched(balance(ctx, &standard)), "held", RDG_HOLD_AT(wrong[k].name, wrong[k].value),
                     RDG_RELEASE("omega"), RDG_WINDOW("omega", 1.0, 1.5), RDG_NO_TABLE,
                     RDG_SUMMARY(&summary));
        assert_failed(ctx, RDG_ERR_ARGUMENT, message);
        assert_int_equal(summary.corrections, 0);
    }
}

/* A problem of its own goes on with a number that only the run's solutions have. */
static void a_start_brings_its_numbers_along(void **state)
{
    rdg_context *ctx = *state;
    rdg_hbm *hb = balance(ctx, &standard);
    rdg_continue(watched(hb), "a", RDG_RELEASE("pad.preload"), RDG_WINDOW("pad.preload", 0.4, 0.6),
                 RDG_NO_TABLE, RDG_LABEL_EVERY(1));
    rdg_problem *q = watched(hb);
    rdg_continue(q, "b", RDG_FROM("a", 3), RDG_RELEASE("omega"), RDG_WINDOW("omega", 1.29, 1.31),
                 RDG_NO_TABLE);
    assert_ok(ctx, rdg_error_status(ctx));
    rdg_run *a = rdg_run_open(ctx, "a"), *b = rdg_run_open(ctx, "b");
    double preload = 0.0;
    assert_ok(ctx, rdg_run_solution(a, 3, "pad.preload", 1, &preload, NULL));
    assert_true(preload != 0.5);
    assert_near(rdg_run_column(b, "pad.preload")[0], preload, 1e-12, 0.0);
    rdg_run_free(a);
    rdg_run_free(b);
}

static void a_run_that_was_cut_off_goes_on(void **state)
{
    rdg_context *ctx = *state;
    rdg_continue(watched(balance(ctx, &standard)), "cut", RDG_RELEASE("pad.preload"),
                 RDG_WINDOW("pad.preload", 0.4, 0.6), RDG_NO_TABLE);
    rdg_run *run = rdg_run_open(ctx, "cut");
    const rdg_index rows = rdg_run_count(run);
    rdg_run_free(run);
    rdg_resume(watched(balance(ctx, &standard)), "cut", RDG_RELEASE("pad.preload"),
               RDG_WINDOW("pad.preload", 0.4, 0.6), RDG_NO_TABLE);
    assert_ok(ctx, rdg_error_status(ctx));
    run = rdg_run_open(ctx, "cut");
    assert_int_equal(rdg_run_count(run), rows);
    rdg_run_free(run);
}

static void parts_have_numbers_of_their_own(void **state)
{
    rdg_context *ctx = *state;
    rdg_contact contact = standard;
    contact.preload = 0.4;
    rdg_hbm *left = balance(ctx, &standard), *right = balance(ctx, &contact);
    rdg_problem *p = rdg_problem_create(ctx);
    rdg_problem_enter(p, "left");
    rdg_hbm_add(left, p, RDG_AT("omega", 1.3), RDG_AT("alpha", 0.6));
    rdg_problem_leave(p);
    rdg_problem_enter(p, "right");
    rdg_hbm_add(right, p, RDG_AT("omega", 1.2), RDG_AT("alpha", 0.5));
    rdg_problem_leave(p);
    assert_ok(ctx, rdg_need_parameter(p, "right.pad.preload"));
    assert_ok(ctx, rdg_need_parameter(p, "left.pad.mu"));
    double value = 0.0;
    assert_ok(ctx, rdg_parameter_value(p, "right.pad.preload", rdg_start_values(p), &value));
    assert_near(value, 0.4, 0, 0);
    uint64_t seed = 3;
    for (rdg_index k = 0; k < rdg_hbm_unknowns(left); k++) {
        rdg_start_values(p)[k] = 0.3 * random_signed(&seed);
        rdg_start_values(p)[rdg_variable_index(p, "right.Q", NULL) + k] = 0.3 * random_signed(&seed);
    }
    assert_ok(ctx, rdg_check_derivatives(p, NULL, 1e-5));
    rdg_need_parameter(p, "pad.mu");
    assert_failed(ctx, RDG_ERR_NAME, "left.pad.preload, left.pad.kn");
}

static void copies_are_widened_by_themselves(void **state)
{
    rdg_context *ctx = *state;
    rdg_hbm *hb = balance(ctx, &standard);
    rdg_problem *p = watched(hb);
    assert_ok(ctx, rdg_need_parameter(p, "pad.mu"));
    rdg_problem *copy = rdg_problem_copy(p);
    assert_ok(ctx, rdg_need_parameter(p, "pad.preload"));
    assert_ok(ctx, rdg_need_parameter(copy, "x.phase"));
    assert_ok(ctx, rdg_check_derivatives(copy, NULL, 1e-5));
    rdg_problem_free(copy);
    assert_ok(ctx, rdg_check_derivatives(p, NULL, 1e-5));
    copy = rdg_problem_copy(p);
    rdg_problem_free(p);
    assert_ok(ctx, rdg_need_parameter(copy, "damping.mass"));
    assert_ok(ctx, rdg_check_derivatives(copy, NULL, 1e-5));
}

/* A margin that the problem has as a monitor knows of the number, before or after it. */
static void margins_are_widened(void **state)
{
    rdg_context *ctx = *state;
    rdg_hbm *hb = balance(ctx, &standard);
    for (int first = 0; first < 2; first++) {
        rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", 1.3), RDG_AT("alpha", 0.1));
        rdg_index *index = NULL;
        assert_ok(ctx, first ? rdg_need_parameter(p, "pad.mu") : RDG_OK);
        const rdg_function *margin = rdg_hbm_problem_margin(hb, p, 0, &index);
        const rdg_index n = margin->n;
        assert_ok(ctx, rdg_add_monitor(p, margin, index, NULL, RDG_ACTIVE));
        rdg_free(index);
        assert_ok(ctx, rdg_need_parameter(p, "pad.preload"));
        assert_int_equal(rdg_find_function(p, "pad.margin")->n, n + 1);
        assert_ok(ctx, rdg_check_derivatives(p, NULL, 1e-5));
    }
}

static rdg_index depth;

static rdg_status none_known(rdg_problem *p, const char *name, void *data)
{
    (void)p, (void)name, (void)data;
    depth++;
    return RDG_ERR_NAME;
}

static bool no_names(rdg_index index, char name[RDG_PROVIDED_NAME], void *data)
{
    (void)index, (void)name, (void)data;
    return false;
}

static void what_is_refused(void **state)
{
    rdg_context *ctx = *state;
    rdg_hbm *hb = balance(ctx, &standard);
    rdg_problem *p = watched(hb);
    double *u = calloc((size_t)rdg_variable_count(p), sizeof *u);
    memcpy(u, rdg_start_values(p), (size_t)rdg_variable_count(p) * sizeof *u);
    rdg_continue(p, "run", RDG_START(u), RDG_RELEASE("pad.preload"));
    assert_failed(ctx, RDG_ERR_SIZE, "call rdg_need_parameter() before they are gathered");
    free(u);
    p = watched(hb);
    assert_non_null(rdg_adjoint_add(p, "Am"));
    rdg_continue(p, "run", RDG_RELEASE("pad.preload"));
    assert_failed(ctx, RDG_ERR_ARGUMENT, "the adjoint equations of the problem know only those there were");
    p = watched(hb);
    assert_ok(ctx, rdg_add_fold(p, "fold", "omega", NULL));
    rdg_continue(p, "run", RDG_RELEASE("pad.preload"));
    assert_failed(ctx, RDG_ERR_ARGUMENT, "the folds and slopes of the problem know only those there were");
    p = watched(hb);
    assert_ok(ctx, rdg_add_provider(p, &(rdg_provider){.add = none_known, .name = no_names}));
    rdg_continue(p, "run", RDG_RELEASE("pad.stiffness"));
    assert_failed(ctx, RDG_ERR_NAME, "x.amplitude, x.phase, damping.mass, damping.stiffness");
    assert_int_equal(depth, 1);
    rdg_structure *heavy = masses(ctx, &standard);
    rdg_static_force_add(heavy, "x", 0.1);
    assert_ok(ctx, rdg_prestress(heavy));
    p = rdg_hbm_problem(rdg_hbm_create(heavy, RDG_HARMONICS(1)), RDG_AT("omega", 1.1));
    rdg_continue(p, "run", RDG_RELEASE("pad.kt"));
    assert_failed(ctx, RDG_ERR_ARGUMENT, "Add harmonic 0");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(runs_release_what_the_problem_does_not_have),
        SCRATCH_TEST(a_number_is_held_at_a_value),
        SCRATCH_TEST(a_number_is_not_held_where_it_has_no_meaning),
        SCRATCH_TEST(a_start_brings_its_numbers_along),
        SCRATCH_TEST(a_run_that_was_cut_off_goes_on),
        SCRATCH_TEST(parts_have_numbers_of_their_own),
        SCRATCH_TEST(copies_are_widened_by_themselves),
        SCRATCH_TEST(margins_are_widened),
        SCRATCH_TEST(what_is_refused),
    };
    return cmocka_run_group_tests_name("numbers on demand", tests, NULL, NULL);
}
