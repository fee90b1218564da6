/* Orbits outlive what made them, have space for modes that come up on the way, and keep the sequence that
 * they have. */
#define _GNU_SOURCE

#include "odd_systems.h"

static void orbits_freed_before_their_problem_stay_until_it_is_freed(void **state)
{
    rdg_context *ctx = *state;
    rdg_shooting *s = rdg_shooting_create(circle(ctx), OPTIONS(.x = start, .transient = 50.0));
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
    rdg_hybrid_add_phase(h, &(rdg_hybrid_phase){.name = "wide", .n = 6, .field = {.f = wide_rates}});
    rdg_hybrid_add_event_surface(
        h,
        &(rdg_hybrid_event_surface){
            .name = "widen", .from = "narrow", .to = "wide", .surface = {.f = wall}, .reset = {.f = widen}});
    return rdg_hybrid_add_event_surface(
        h,
        &(rdg_hybrid_event_surface){
            .name = "end", .from = "wide", .to = "narrow", .surface = {.f = below}, .reset = {.f = ground}});
}

/* The same with a mode in between, whose entry shows the wide one. */
static rdg_status add_wide_later(rdg_hybrid *h, rdg_index mode, void *data)
{
    (void)data;
    if (mode == 0) {
        rdg_hybrid_add_phase(h, &(rdg_hybrid_phase){.name = "next", .n = 1, .field = {.f = narrow_rate}});
        return rdg_hybrid_add_event_surface(
            h, &(rdg_hybrid_event_surface){
                   .name = "pass", .from = "narrow", .to = "next", .direction = 1, .surface = {.f = zero}});
    }
    if (mode > 1) {
        return RDG_OK;
    }
    rdg_hybrid_add_phase(h, &(rdg_hybrid_phase){.name = "wide", .n = 600, .field = {.f = wide_rates}});
    rdg_hybrid_add_event_surface(
        h, &(rdg_hybrid_event_surface){
               .name = "widen", .from = "next", .to = "wide", .surface = {.f = wall}, .reset = {.f = widen}});
    return rdg_hybrid_add_event_surface(
        h, &(rdg_hybrid_event_surface){
               .name = "end", .from = "wide", .to = "narrow", .surface = {.f = below}, .reset = {.f = drop}});
}

static void a_wide_mode_that_an_event_shows_has_capacity_before_it_is_entered(void **state)
{
    rdg_context *ctx = *state;
    rdg_hybrid *h = rdg_hybrid_create(ctx, "three widths", NULL, NULL);
    rdg_hybrid_add_phase(h, &(rdg_hybrid_phase){.name = "narrow", .n = 1, .field = {.f = narrow_rate}});
    rdg_hybrid_on_entry(h, add_wide_later, NULL, NULL);
    rdg_shooting *s = rdg_shooting_create(h, OPTIONS(.x = (double[]){-0.5}, .transient = 20.0));
    assert_non_null(s);
    assert_string_equal(rdg_shooting_sequence(s), "next, widen, wide, end, narrow, pass");
}

/* x' = 1 up to 1, x' = -1 down to -1/2. */
static void modes_of_more_states_that_come_up_on_the_way_have_capacity(void **state)
{
    rdg_context *ctx = *state;
    rdg_hybrid *h = rdg_hybrid_create(ctx, "two widths", NULL, NULL);
    rdg_hybrid_add_phase(h, &(rdg_hybrid_phase){.name = "narrow", .n = 1, .field = {.f = narrow_rate}});
    rdg_hybrid_on_entry(h, add_wide, NULL, NULL);
    rdg_shooting *s = rdg_shooting_create(h, OPTIONS(.transient = 20.0));
    solve_orbit(ctx, rdg_shooting_problem(s), "orbit");
    assert_near(value_at(ctx, "orbit", "EP", 0, "T"), 3.0, 1e-12, 0.0);
}

/* Down to below the graze, where there are no impacts any more. */
static rdg_problem *below_the_graze(rdg_context *ctx, rdg_shooting **s, rdg_run **r)
{
    *s = rdg_shooting_create(impact_system(ctx, 0.6), OPTIONS(.transient = 300.0));
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

/* The first step of a run from a solution goes on from that, in the sequence of events that it has. */
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
        rdg_shooting_problem(rdg_shooting_create(impact_system(ctx, 0.6), OPTIONS(.transient = 300.0)));
    rdg_problem *other =
        rdg_shooting_problem(rdg_shooting_create(impact_system(ctx, 0.3), OPTIONS(.transient = 300.0)));
    rdg_keep_with_labels(other, NULL, NULL);
    solve_orbit(ctx, other, "other");
    assert_true(rdg_continue(p, "from", RDG_FROM("other", 1), RDG_IN_MEMORY) == RDG_ERR_ARGUMENT);
    assert_failed(ctx, RDG_ERR_ARGUMENT, "is no orbit of the event signature free, impact");
    rdg_shooting *s = rdg_shooting_create(impact_system(ctx, 0.6), OPTIONS(.transient = 300.0));
    assert_null(rdg_shooting_double(s, "other", 1));
    assert_failed(ctx, RDG_ERR_ARGUMENT, "is no orbit of the event signature free, impact");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(modes_of_more_states_that_come_up_on_the_way_have_capacity),
        TEST(a_wide_mode_that_an_event_shows_has_capacity_before_it_is_entered),
        TEST(a_run_from_a_solution_of_another_sequence_is_one_of_that),
        TEST(a_run_from_a_solution_of_no_sequence_that_is_known_is_refused),
        TEST(a_solution_of_another_sequence_is_doubled_as_it_is),
        TEST(orbits_freed_before_their_problem_stay_until_it_is_freed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
