/* Orbits: what must be refused in words instead of answered untruly. */
#define _GNU_SOURCE

#include "odd_systems.h"

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
        double transient;
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
                                        .transient = cases[k].transient,
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
        {{.x = start},
         RDG_ERR_ARGUMENT,
         "give a time to the steady state (.transient), a period, or the event signature"},
        {{.x = start, .transient = INFINITY}, RDG_ERR_ARGUMENT, "negative or infinite"},
        {{.x = start, .phase = NAN}, RDG_ERR_NOT_FINITE, "the phase of the start is nan"},
        {{.x = start, .period = INFINITY}, RDG_ERR_ARGUMENT, "negative or infinite"},
        {{.x = start, .period = -1.0}, RDG_ERR_ARGUMENT, "negative or infinite"},
        {{.x = start, .transient = 9.0, .order = -1}, RDG_ERR_ARGUMENT, "negative or infinite"},
        {{.x = start, .transient = 9.0, .order = ((rdg_index)1 << 16) + 1},
         RDG_ERR_ARGUMENT,
         "order = 65537, segments = 0: 65536 is the most"},
        {{.x = start, .transient = 9.0, .order = (rdg_index)1 << 40}, RDG_ERR_ARGUMENT, "65536 is the most"},
        {{.x = start, .transient = 9.0, .segments = (rdg_index)1 << 40},
         RDG_ERR_ARGUMENT,
         "65536 is the most"},
        {{.x = start, .transient = 9.0, .segments = -1}, RDG_ERR_ARGUMENT, "negative or infinite"},
        {{.x = start, .transient = 9.0, .mode = "nix"}, RDG_ERR_NAME, "has no phase \"nix\""},
        {{.x = start, .transient = 50.0, .sequence = RDG_SEQUENCE("nix")},
         RDG_ERR_NAME,
         "has no event surface \"nix\""},
        {{.transient = 50.0}, RDG_ERR_NO_CONVERGENCE, "come to rest"},
        {{.period = 6.0}, RDG_ERR_NO_CONVERGENCE, "come to rest"},
        {{.x = start, .transient = 50.0, .flow = {.max_steps = 3}},
         RDG_ERR_NO_CONVERGENCE,
         "more than 3 steps"},
        {{.x = start, .transient = 50.0, .symmetry = (double[]){2.0, 0.0, 0.0, 1.0}},
         RDG_ERR_ARGUMENT,
         "the symmetry of \"circle\" is none"},
        {{.x = start, .transient = 50.0, .symmetry = (double[]){1.0, 0.0, 0.0, 0.5}},
         RDG_ERR_ARGUMENT,
         "entry 1, 1 of G G - 1 is -0.75"},
        {{.x = start, .transient = 50.0, .symmetry = (double[]){1.0, 0.0, 0.0, -1.0}},
         RDG_ERR_ARGUMENT,
         "does not have the symmetry"},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        assert_null(rdg_shooting_create(circle(ctx), &cases[k].options));
        assert_failed(ctx, cases[k].status, cases[k].words);
    }
    assert_null(rdg_shooting_create(rdg_hybrid_create(ctx, "empty", NULL, NULL), NULL));
    assert_failed(ctx, RDG_ERR_ARGUMENT, "has no phases");
}

/* x' = -1 in "down", which has no exit: nothing returns. */
static void a_mode_without_an_exit_returns_nowhere(void **state)
{
    rdg_context *ctx = *state;
    rdg_hybrid *h = rdg_hybrid_create(ctx, "one way", NULL, NULL);
    rdg_hybrid_add_phase(h, &(rdg_hybrid_phase){.name = "up", .n = 2, .field = {.f = fall}});
    rdg_hybrid_add_phase(h, &(rdg_hybrid_phase){.name = "down", .n = 1, .field = {.f = down_once}});
    rdg_hybrid_add_event_surface(
        h, &(rdg_hybrid_event_surface){
               .name = "fall", .from = "up", .to = "down", .surface = {.f = ground}, .reset = {.f = ground}});
    assert_null(rdg_shooting_create(h, OPTIONS(.x = ((double[]){1.0, 0.0}), .transient = 30.0)));
    assert_failed(ctx, RDG_ERR_NO_CONVERGENCE, "does not return");
    assert_null(
        rdg_shooting_create(h, OPTIONS(.x = ((double[]){1.0, 0.0}), .sequence = RDG_SEQUENCE("fall"))));
    assert_failed(ctx, RDG_ERR_NO_CONVERGENCE, "does not meet the requested event signature");
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
        {.x = far, .transient = 50.0, .symmetry = (double[]){1.0, 0.0, 0.0, 1.0}}};
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
    const rdg_shooting_options o = {.transient = 50.0, .symmetry = (double[]){-1.0, 0.0, 0.0, -1.0}};
    assert_non_null(rdg_shooting_create(oscillator(ctx, &(rdg_hybrid_function){.f = linear}), &o));
    assert_null(rdg_shooting_create(oscillator(ctx, &(rdg_hybrid_function){.f = one_sided}), &o));
    assert_failed(ctx, RDG_ERR_ARGUMENT, "does not have the symmetry");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(what_is_no_orbit_has_a_message_of_its_own),
        TEST(options_that_mean_nothing_are_refused),
        TEST(a_mode_without_an_exit_returns_nowhere),
        TEST(neither_a_state_after_no_time_nor_one_at_rest_is_an_orbit),
        TEST(a_field_without_the_symmetry_has_no_half_orbits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
