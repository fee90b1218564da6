/* NULL for any pointer and NaN for any number of the public calls of structures in motion. */
#define _GNU_SOURCE

#include "misuse.h"

#include "structures.h"

#include <ridgewalk/problem.h>
#include <ridgewalk/sensors.h>
#include <ridgewalk/shooting_sensors.h>

struct world {
    rdg_context *ctx;
    rdg_structure *s;
    rdg_hybrid *h, *other;
    rdg_shooting *orbits;
    rdg_problem *problem;
};

static rdg_status none(rdg_hybrid *h, rdg_index mode, void *data)
{
    (void)h, (void)mode, (void)data;
    return RDG_OK;
}

static const rdg_shooting_sensor top = {.name = "top", .kind = RDG_SENSOR_PEAK};
static double x[2 * DOFS + 1];
static const char *mode;
static const rdg_index first = 0;

#define AT(...) ((const rdg_at[]){__VA_ARGS__, {0, 0.0}})
#define STATE ((const double[]){FINITE(0.1), FINITE(0.2), FINITE(0.3)})

#define CALLS(X)                                                                                             \
    X(rdg_hybrid_of_at, POINTER, rdg_hybrid_of_at(SELF(w->s), OPTIONAL(AT(RDG_AT("omega", 1)))))             \
    X(rdg_hybrid_of_at__values, POINTER,                                                                     \
      rdg_hybrid_of_at(w->s, AT(RDG_AT("omega", FINITE(1)), RDG_AT("alpha", FINITE(1)),                      \
                                RDG_AT("joint.limit", FINITE(1)), RDG_AT("x1.phase", FINITE(0)))))           \
    X(rdg_hybrid_most_states, NOTHING, rdg_hybrid_most_states(SELF(w->h)))                                   \
    X(rdg_hybrid_start, STATUS,                                                                              \
      rdg_hybrid_start(SELF(w->h), OPTIONAL(x), OPTIONAL(x), FINITE(0), NEEDED(&mode), NEEDED(x)))           \
    X(rdg_hybrid_start__state, STATUS, rdg_hybrid_start(w->h, STATE, STATE, 0, &mode, x))                    \
    X(rdg_hybrid_start_along, STATUS,                                                                        \
      rdg_hybrid_start_along(SELF(w->h), 1, OPTIONAL(STATE), OPTIONAL(STATE), FINITE(0), NEEDED(&mode),      \
                             NEEDED(x)))                                                                     \
    X(rdg_hybrid_stuck, NOTHING, rdg_hybrid_stuck(SELF(w->h), 1, OPTIONAL(&first)))                          \
    X(rdg_hybrid_project, STATUS, rdg_hybrid_project(SELF(w->h), 0, NEEDED(x)))                              \
    X(rdg_hybrid_constraints, NOTHING, rdg_hybrid_constraints(SELF(w->h), 1, OPTIONAL(&first)))              \
    X(rdg_hybrid_on_entry, STATUS, rdg_hybrid_on_entry(SELF(w->other), NEEDED(none), OPTIONAL(x), NULL))     \
    X(rdg_shooting_add_sensors, STATUS, rdg_shooting_add_sensors(SELF(w->orbits), NEEDED(w->problem)))       \
    X(rdg_shooting_add_sensor, STATUS,                                                                       \
      rdg_shooting_add_sensor(SELF(w->orbits), NEEDED(w->problem), NEEDED(&top)))                            \
    X(rdg_hybrid_enter, STATUS, rdg_hybrid_enter(SELF(w->h), 0))

CALLS(MISUSE_DEFINE)
static const misuse_call calls[] = {CALLS(MISUSE_ENTRY)};

static void every_call_refuses_null_and_nan(void **state)
{
    (void)state;
    uint64_t seed = 1;
    world w = {.ctx = rdg_context_create()};
    rdg_set_writer(w.ctx, NULL, NULL);
    w.s = random_structure(w.ctx, &seed, NULL);
    rdg_force_add(w.s, "x1", 1, 1);
    add_jenkins(w.s, &seed);
    w.h = rdg_hybrid_of(w.s, RDG_AT("omega", 1));
    w.other = rdg_hybrid_create(w.ctx, "other", NULL, NULL);
    rdg_structure *plain = random_structure(w.ctx, &seed, NULL);
    rdg_damping_proportional(plain, 0.3, 0.1);
    rdg_force_add(plain, "x1", 1, 1);
    rdg_sensor_add(plain, "rms", "y");
    w.orbits = rdg_shooting_create(rdg_hybrid_of(plain, RDG_AT("omega", 1)),
                                   &(rdg_shooting_options){.transient = 200});
    w.problem = rdg_shooting_problem(w.orbits);
    misuse_check(calls, sizeof calls / sizeof *calls, &w, w.ctx);
    rdg_context_free(w.ctx);
}

/* Words of refusals. */
static rdg_structure *fresh(rdg_context *ctx)
{
    uint64_t seed = 1;
    rdg_structure *s = random_structure(ctx, &seed, NULL);
    add_jenkins(s, &seed);
    return s;
}

static void what_cannot_move_is_refused_in_words(void **state)
{
    rdg_context *ctx = *state;
    const double M[4] = {1, 0, 0, 0}, K[4] = {2, -1, -1, 2}, pair[4] = {1, 1, 1, 1},
                 near[4] = {1, 1, 1, 1 + 1e-15};
    rdg_hybrid_of(rdg_structure_create(ctx, "light", 2, M, NULL, K), RDG_AT("omega", 1));
    assert_failed(ctx, RDG_ERR_SINGULAR, "degree of freedom 1 of \"light\" has no mass");
    rdg_hybrid_of(rdg_structure_create(ctx, "tied", 2, pair, NULL, K), RDG_AT("omega", 1));
    assert_failed(ctx, RDG_ERR_SINGULAR, "the mass matrix of \"tied\" is singular");
    rdg_hybrid_of(rdg_structure_create(ctx, "nearly", 2, near, NULL, K), RDG_AT("omega", 1));
    assert_failed(ctx, RDG_ERR_SINGULAR, "the mass matrix of \"nearly\" is singular");

    rdg_structure *s = fresh(ctx);
    rdg_force_add(s, "x1", 1, 1);
    rdg_hybrid_of(s, RDG_AT("alpha", 1));
    assert_failed(ctx, RDG_ERR_ARGUMENT, "load \"x1\" of \"block\" has a frequency");
    rdg_hybrid_of(s, RDG_AT("omega", -1));
    assert_failed(ctx, RDG_ERR_ARGUMENT, "omega = -1 of \"block\" is not positive");
    rdg_hybrid_of(s, RDG_AT("omega", 1), RDG_AT("omega", 2));
    assert_failed(ctx, RDG_ERR_NAME, "\"omega\" of \"block\" is given twice");
    rdg_hybrid_of(s, RDG_AT("omega", 1), RDG_AT("joint.mu", 2));
    assert_failed(ctx, RDG_ERR_NAME, "joint.kt, joint.limit");
    rdg_hybrid_of(s, RDG_AT("omega", 1), RDG_AT("joint.limit", -2));
    assert_failed(ctx, RDG_ERR_ARGUMENT, "\"joint.limit\" is -2");
    rdg_cone_contact_add(
        s, &(rdg_cone_contact){.name = "ice", .tangential = {"x1", "x2"}, .kt = 1, .preload = 1});
    rdg_hybrid_of(s, RDG_AT("omega", 1), RDG_AT("ice.mu", 0));
    assert_failed(ctx, RDG_ERR_ARGUMENT, "\"mu\" of element \"ice\" (cone contact) cannot be a parameter");
    rdg_hybrid *h = rdg_hybrid_of(s, RDG_AT("omega", 1));
    assert_ok(ctx, rdg_error_status(ctx));
    rdg_force_add(s, "x1", 1, 1);
    assert_failed(ctx, RDG_ERR_ARGUMENT, "rdg_hybrid_of");
    (void)h;
    const rdg_element silent = {
        .name = "fan", .d = 1, .at = (const char *[]){"x1"}, .kind = {.type = "wave"}};
    rdg_element deaf = silent;
    deaf.kind.frequency = (const void *)&silent; /* never asked */
    s = fresh(ctx);
    assert_ok(ctx, rdg_element_add(s, &deaf, "test"));
    rdg_hybrid_of(s, RDG_AT("omega", 1));
    assert_failed(ctx, RDG_ERR_ARGUMENT,
                  "element \"fan\" (wave) of \"block\" has a force in the frequency domain only");
    rdg_hybrid *own = rdg_hybrid_create(ctx, "own", NULL, NULL);
    rdg_hybrid_start(own, NULL, NULL, 0, &mode, x);
    assert_failed(ctx, RDG_ERR_ARGUMENT, "\"own\" was not made from a structure");
}

static void what_is_no_sensor_is_refused_in_words(void **state)
{
    rdg_context *ctx = *state;
    uint64_t seed = 1;
    rdg_structure *s = random_structure(ctx, &seed, NULL);
    rdg_damping_proportional(s, 0.3, 0.1);
    rdg_force_add(s, "x1", 1, 1);
    rdg_shooting *orbits =
        rdg_shooting_create(rdg_hybrid_of(s, RDG_AT("omega", 1)), &(rdg_shooting_options){.transient = 200});
    rdg_problem *p = rdg_shooting_problem(orbits);
    assert_ok(ctx, rdg_error_status(ctx));
    rdg_shooting_add_sensor(orbits, p, &(rdg_shooting_sensor){.kind = RDG_SENSOR_PEAK});
    assert_failed(ctx, RDG_ERR_NAME, "a sensor needs a name");
    rdg_shooting_add_sensor(orbits, p, &(rdg_shooting_sensor){.name = "a", .kind = RDG_SENSOR_HARMONIC});
    assert_failed(ctx, RDG_ERR_ARGUMENT, "sensor \"a\" measures harmonic 0: the first is 1");
    rdg_shooting_add_sensor(orbits, p, &(rdg_shooting_sensor){.name = "a", .harmonic = 2});
    assert_failed(ctx, RDG_ERR_ARGUMENT, "sensor \"a\" measures harmonic 2: it is of another kind");
    rdg_shooting_add_sensor(orbits, p, &(rdg_shooting_sensor){.name = "a", .kind = (rdg_sensor_kind)7});
    assert_failed(ctx, RDG_ERR_ARGUMENT, "sensor \"a\" is of no kind: 7");
    rdg_shooting_add_sensor(orbits, p, &(rdg_shooting_sensor){.name = "a", .state = -1});
    assert_failed(ctx, RDG_ERR_ARGUMENT, "sensor \"a\" measures state -1");
    rdg_shooting_add_sensor(orbits, p, &(rdg_shooting_sensor){.name = "a", .state = 99});
    assert_failed(ctx, RDG_ERR_ARGUMENT, "sensor \"a\" measures state 99");
}

static void modes_and_events_have_names_for_people(void **state)
{
    rdg_context *ctx = *state;
    uint64_t seed = 1;
    rdg_structure *s = random_structure(ctx, &seed, NULL);
    add_jenkins(s, &seed);
    rdg_hybrid *h = rdg_hybrid_of(s, RDG_AT("omega", 1));
    rdg_hybrid_enter(h, 0);
    assert_string_equal(rdg_hybrid_phase_at(h, 0)->name, "joint: stick");
    assert_string_equal(rdg_hybrid_event_surface_at(h, 0, NULL, NULL)->name, "joint: stick -> forward slip");
    s = random_structure(ctx, &seed, NULL);
    add_jenkins(s, &seed);
    add_gap(s, &seed);
    add_iwan(s, &seed);
    h = rdg_hybrid_of(s, RDG_AT("alpha", 1));
    rdg_hybrid_enter(h, 0);
    assert_string_equal(rdg_hybrid_phase_at(h, 0)->name, "joint: stick, stop: open, lap: sssss");
    assert_string_equal(rdg_hybrid_event_surface_at(h, 0, NULL, NULL)->name,
                        "joint: stick -> forward slip (stop: open, lap: sssss)");
    assert_string_equal(rdg_hybrid_event_surface_at(h, 2, NULL, NULL)->name,
                        "stop: open -> closed (joint: stick, lap: sssss)");
    assert_string_equal(rdg_hybrid_event_surface_at(h, 5, NULL, NULL)->name,
                        "lap 2: stick -> forward slip (joint: stick, stop: open, lap: sssss)");
    /* all that slip stop at once */
    rdg_index at = rdg_hybrid_phase_index(h, "joint: stick, stop: open, lap: fssss"), to = -1;
    assert_ok(ctx, rdg_hybrid_enter(h, at));
    at = rdg_hybrid_phase_index(h, "joint: stick, stop: open, lap: ffsss");
    assert_ok(ctx, rdg_hybrid_enter(h, at));
    rdg_hybrid_event_surface_at(
        h,
        rdg_hybrid_event_surface_index(h, "lap 1: forward slip -> stick (joint: stick, stop: "
                                          "open, lap: ffsss)"),
        NULL, &to);
    assert_string_equal(rdg_hybrid_phase_at(h, to)->name, "joint: stick, stop: open, lap: sssss");
    assert_ok(ctx, rdg_error_status(ctx));
    assert_string_equal(rdg_hybrid_parameters_of(h).name[0], "alpha");
    assert_int_equal(rdg_hybrid_parameters_of(h).omega, -1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_call_refuses_null_and_nan), TEST(what_cannot_move_is_refused_in_words),
        TEST(what_is_no_sensor_is_refused_in_words), TEST(modes_and_events_have_names_for_people)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
