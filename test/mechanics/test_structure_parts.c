/* Elements, loads and sensors of a structure: until when they can be added, what solvers that are made of one
 * structure see of them, and what each solver must be able to ask. */
#include "fresh_context.h"

#include <ridgewalk/contact.h>
#include <ridgewalk/elements.h>
#include <ridgewalk/hbm.h>
#include <ridgewalk/run.h>

static const double M[4] = {1.2, 0, 0, 0.9}, C[4] = {0.05, -0.01, -0.01, 0.04}, K[4] = {3, -1, -1, 2};

static rdg_structure *pair(rdg_context *ctx)
{
    rdg_structure *s = rdg_structure_create(ctx, "pair", 2, M, C, K);
    assert_ok(ctx, rdg_name_dof(s, "a", 0));
    assert_ok(ctx, rdg_name_dof(s, "b", 1));
    return s;
}

/* With a spring and a contact whose sliders keep what they have seen last. */
static rdg_structure *rubbed_pair(rdg_context *ctx)
{
    rdg_structure *s = pair(ctx);
    assert_ok(ctx, rdg_cubic_spring_add(s, &(rdg_cubic_spring){.at = "a", .k3 = 0.4}));
    assert_ok(ctx,
              rdg_contact_add(s, &(rdg_contact){.tangential = "b", .kt = 0.7, .mu = 0.3, .preload = 0.5}));
    assert_ok(ctx, rdg_force_add(s, "a", 1, 1.0));
    assert_ok(ctx, rdg_sensor_add(s, "Am", "b"));
    return s;
}

/* --- until when parts can be added */

static void add_element(rdg_structure *s)
{
    rdg_cubic_spring_add(s, &(rdg_cubic_spring){.name = "late", .at = "a", .k3 = 1});
}

static void add_force(rdg_structure *s)
{
    rdg_force_add(s, "a", 1, 1);
}

static void add_phased_force(rdg_structure *s)
{
    rdg_force_phase_add(s, "a", 1, 1, 0.3);
}

static void add_constant_force(rdg_structure *s)
{
    rdg_static_force_add(s, "a", 1);
}

static void move_base(rdg_structure *s)
{
    rdg_base_motion_add(s, &(rdg_base_motion){.displacement = 1});
}

static void add_sensor(rdg_structure *s)
{
    rdg_sensor_add(s, "late", "a");
}

static void add_sensor_of_a_harmonic(rdg_structure *s)
{
    rdg_sensor_harmonic_add(s, "late", "a", 1);
}

static void add_sensor_of_the_mean(rdg_structure *s)
{
    rdg_sensor_mean_add(s, "late", "a");
}

static void add_sensor_of_the_peak(rdg_structure *s)
{
    rdg_sensor_peak_add(s, "late", "a");
}

static void add_sensor_of_the_mean_square(rdg_structure *s)
{
    rdg_sensor_rms_add(s, "late", "a");
}

static void rest(rdg_structure *s)
{
    rdg_prestress(s);
}

static void damp(rdg_structure *s)
{
    rdg_damping_proportional(s, 0.0, 0.1);
}

typedef struct late_part {
    void (*add)(rdg_structure *s);
    const char *words; /* of the message: function and part */
} late_part;

static const late_part parts[] = {
    {add_element, "element \"late\" comes too late"},
    {add_force, "rdg_force_add: the force at \"a\" comes too late"},
    {add_phased_force, "rdg_force_phase_add: the force at \"a\" comes too late"},
    {add_constant_force, "rdg_static_force_add: the force at \"a\" comes too late"},
    {move_base, "rdg_base_motion_add: a motion of the base comes too late"},
    {add_sensor, "rdg_sensor_add: sensor \"late\" comes too late"},
    {add_sensor_of_a_harmonic, "rdg_sensor_harmonic_add: sensor \"late\" comes too late"},
    {add_sensor_of_the_mean, "rdg_sensor_mean_add: sensor \"late\" comes too late"},
    {add_sensor_of_the_peak, "rdg_sensor_peak_add: sensor \"late\" comes too late"},
    {add_sensor_of_the_mean_square, "rdg_sensor_rms_add: sensor \"late\" comes too late"},
    {rest, "rdg_prestress: the prestress comes too late"},
    {damp, "rdg_damping_proportional"}};

static void what_comes_after_a_solver_is_refused_with_the_order_that_works(void **state)
{
    rdg_context *ctx = *state;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        rdg_structure *s = pair(ctx);
        assert_ok(ctx, rdg_force_add(s, "b", 1, 1));
        rdg_hbm *hb = rdg_hbm_create(s, RDG_HARMONICS(1));
        parts[i].add(s);
        assert_non_null(strstr(rdg_error_message(ctx), parts[i].words));
        assert_failed(ctx, RDG_ERR_ARGUMENT, "then call rdg_hbm_create()");
        assert_int_equal(rdg_element_count(s) + rdg_sensor_count(s), 0);
        assert_int_equal(rdg_load_count(s), 1);
        assert_ok(ctx, rdg_name_dof(s, "a again", 0)); /* names can still be given */
        assert_int_equal(rdg_hbm_unknowns(hb), 2);
        /* the order that works */
        s = pair(ctx);
        assert_ok(ctx, rdg_force_add(s, "b", 1, 1));
        parts[i].add(s);
        assert_ok(ctx, rdg_error_status(ctx));
        assert_non_null(rdg_hbm_create(s, RDG_HARMONICS(0, 1)));
    }
}

static void a_solver_that_was_refused_takes_nothing(void **state)
{
    rdg_context *ctx = *state;
    rdg_structure *s = pair(ctx);
    assert_ok(ctx, rdg_force_add(s, "b", 3, 1));
    assert_null(rdg_hbm_create(s, RDG_HARMONICS(1, 2)));
    assert_failed(ctx, RDG_ERR_ARGUMENT, "harmonic 3 of \"pair\", which load \"b\" drives, is not kept");
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        if (parts[i].add == rest) {
            continue; /* after all that it rests on */
        }
        parts[i].add(s);
        rdg_error_clear(ctx); /* sensors of one name */
    }
    assert_ok(ctx, rdg_prestress(s));
    assert_int_equal(rdg_element_count(s), 1);
    assert_int_equal(rdg_load_count(s), 5);
    assert_int_equal(rdg_sensor_count(s), 1);
    assert_non_null(rdg_hbm_create(s, RDG_HARMONICS(0, 1, 3)));
}

static void parts_come_back_in_the_order_in_which_they_were_added(void **state)
{
    rdg_context *ctx = *state;
    rdg_structure *s = pair(ctx);
    char at[] = "a"; /* texts are copied */
    assert_string_equal(rdg_forcing_amplitude_unit(s), "N");
    assert_ok(ctx, rdg_base_motion_add(s, &(rdg_base_motion){.direction = at, .acceleration = 2}));
    assert_string_equal(rdg_forcing_amplitude_unit(s), "");
    assert_ok(ctx, rdg_static_force_add(s, at, 4));
    assert_string_equal(rdg_forcing_amplitude_unit(s), "");
    assert_ok(ctx, rdg_force_phase_add(s, at, 2, 3, 0.5));
    assert_string_equal(rdg_forcing_amplitude_unit(s), "N");
    assert_ok(ctx, rdg_force_add(s, at, 0, 5));
    assert_ok(ctx, rdg_sensor_harmonic_add(s, "third", at, 3));
    at[0] = '?';
    const rdg_load expected[] = {
        {"base", RDG_LOAD_ACCELERATION, NULL, (const double[]){1, 0}, 1, 2, 0},
        {"a", RDG_LOAD_CONSTANT, "a", NULL, 0, 4, 0},
        {"a 2", RDG_LOAD_FORCE, "a", NULL, 2, 3, 0.5},
        {"a 3", RDG_LOAD_FORCE, "a", NULL, 0, 5, 0},
    };
    assert_int_equal(rdg_load_count(s), 4);
    for (int i = 0; i < 4; i++) {
        const rdg_load *load = rdg_load_at(s, i), *e = &expected[i];
        assert_string_equal(load->name, e->name);
        assert_int_equal(load->kind, e->kind);
        assert_int_equal(load->harmonic, e->harmonic);
        assert_true(load->amplitude == e->amplitude && load->phase == e->phase);
        assert_true((load->at == NULL) == (e->at == NULL) && (load->influence == NULL) == (i > 0));
        assert_true(!load->at || (e->at && strcmp(load->at, e->at) == 0));
    }
    assert_non_null(rdg_load_at(s, 0)->influence);
    assert_non_null(expected[0].influence);
    assert_memory_equal(rdg_load_at(s, 0)->influence, expected[0].influence, 2 * sizeof(double));
    assert_string_equal(rdg_sensor_at(s, 0)->name, "third");
    assert_string_equal(rdg_sensor_at(s, 0)->at, "a");
    assert_true(rdg_sensor_at(s, 0)->kind == RDG_SENSOR_HARMONIC && rdg_sensor_at(s, 0)->harmonic == 3);
    assert_null(rdg_load_at(s, 4));
    assert_null(rdg_load_at(s, -1));
    assert_null(rdg_sensor_at(s, 1));
    assert_null(rdg_element_at(s, 0));
}

/* --- several harmonic balances of one structure */

/* Amplitudes of a run to both sides of the resonance, in which the contact begins to slip. */
enum { POINTS = 60 };

typedef struct sweep {
    long n;
    rdg_index at;
    double amplitude[POINTS];
} sweep;

static bool see(rdg_problem *p, const rdg_chart *chart, void *data)
{
    sweep *w = data;
    (void)p;
    w->amplitude[w->n++] = chart->mu[w->at];
    return w->n >= POINTS;
}

static void follow(rdg_context *ctx, rdg_hbm *hb, sweep *w)
{
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", 0.6), RDG_AT("alpha", 0.4));
    w->n = 0;
    w->at = rdg_parameter_index(p, "Am");
    assert_ok(ctx, rdg_continue(p, "sweep", RDG_RELEASE("omega"), RDG_WINDOW("omega", 0.6, 2.2),
                                RDG_DIRECTION(1), RDG_OBSERVE(see, w), RDG_NO_FOLDER, RDG_NO_TABLE));
    assert_true(w->n > 10);
    rdg_problem_free(p);
}

static void two_harmonic_balances_of_one_structure_give_what_each_gives_alone(void **state)
{
    rdg_context *ctx = *state;
    static const int harmonics[2][4] = {{1, 3}, {0, 1, 2, 3}};
    static const rdg_index count[2] = {2, 4};
    rdg_structure *shared = rubbed_pair(ctx);
    rdg_hbm *hb[2] = {rdg_hbm_create(shared, count[0], harmonics[0]),
                      rdg_hbm_create(shared, count[1], harmonics[1])};
    double u[16], y[2][14];
    for (int i = 0; i < 2; i++) {
        sweep together, alone;
        rdg_hbm *own = rdg_hbm_create(rubbed_pair(ctx), count[i], harmonics[i]);
        follow(ctx, own, &alone);
        follow(ctx, hb[1 - i], &together);
        follow(ctx, hb[i], &together);
        assert_int_equal(together.n, alone.n);
        assert_memory_equal(together.amplitude, alone.amplitude, (size_t)alone.n * sizeof(double));
        /* and asked in turns, at states that slip and that stick */
        const rdg_function *f = rdg_hbm_function(hb[i]), *other = rdg_hbm_function(hb[1 - i]);
        const rdg_function *g = rdg_hbm_function(own);
        uint64_t seed = 5;
        for (int trial = 0; trial < 40; trial++) {
            double elsewhere[16] = {0}, ignored[14];
            for (int k = 0; k < 16; k++) {
                u[k] = (trial % 2 ? 3.0 : 0.02) * random_signed(&seed);
                elsewhere[k] = random_signed(&seed);
            }
            u[f->m] = 1.1;
            elsewhere[other->m] = 0.7;
            assert_int_equal(other->f(other->n, elsewhere, other->m, ignored, other->data), 0);
            assert_int_equal(f->f(f->n, u, f->m, y[0], f->data), 0);
            assert_int_equal(g->f(g->n, u, g->m, y[1], g->data), 0);
            assert_memory_equal(y[0], y[1], (size_t)f->m * sizeof(double));
        }
    }
}

/* What is said of one of them is not said of the other: regimes held, all kept; one can go before it. */
static void harmonic_balances_of_one_structure_are_independent(void **state)
{
    rdg_context *ctx = *state;
    rdg_structure *s = rubbed_pair(ctx);
    rdg_hbm *first = rdg_hbm_create(s, RDG_HARMONICS(1)), *second = rdg_hbm_create(s, RDG_HARMONICS(1));
    const double Q[4] = {0.1, 3.0, 0.0, 0.2};
    double z[4], slips[2], held[2], y[2];
    rdg_index contact = rdg_element_index(s, "b");
    assert_int_equal(rdg_hbm_element_state(second, contact, Q, 1.0, z, slips), 0);
    rdg_hbm_hold_stuck(first, 0, true);
    assert_int_equal(rdg_hbm_element_state(first, contact, Q, 1.0, z, held), 0);
    assert_int_equal(rdg_hbm_element_state(second, contact, Q, 1.0, z, y), 0);
    assert_memory_equal(y, slips, sizeof y);
    assert_true(hypot(held[0], held[1]) > 1.5 * hypot(slips[0], slips[1]));
    rdg_hbm_free(first);
    assert_int_equal(rdg_hbm_element_state(second, contact, Q, 1.0, z, y), 0);
    assert_memory_equal(y, slips, sizeof y);
}

/* --- what a solver must be able to ask */

static int no_force(const void *self, rdg_index d, const rdg_law_state *at, const rdg_law_force *answer)
{
    (void)self;
    (void)d;
    (void)at;
    (void)answer;
    return 0;
}

static void regimes_without_their_operations_have_no_harmonic_balance(void **state)
{
    rdg_context *ctx = *state;
    static const char *const regime[] = {"one"};
    const rdg_law_regimes regimes = {.count = 1, .name = regime};
    const rdg_law_in_time law = {.force = no_force, .regimes = &regimes};
    const rdg_element element = {
        .d = 1, .at = (const char *const[]){"a"}, .kind = {.type = "memory", .time = &law}};
    rdg_structure *s = pair(ctx);
    assert_ok(ctx, rdg_force_add(s, "b", 1, 1));
    assert_ok(ctx, rdg_element_add(s, &element, "test"));
    assert_null(rdg_hbm_create(s, RDG_HARMONICS(1)));
    assert_failed(
        ctx, RDG_ERR_ARGUMENT,
        "rdg_hbm_create: element \"a\" (memory) has contact states, but lacks one of the operations");
    /* without regimes it is sampled */
    const rdg_law_in_time smooth = {.force = no_force};
    rdg_element sampled = element;
    sampled.kind.time = &smooth;
    s = pair(ctx);
    assert_ok(ctx, rdg_force_add(s, "b", 1, 1));
    assert_ok(ctx, rdg_element_add(s, &sampled, "test"));
    assert_int_equal(rdg_hbm_unknowns(rdg_hbm_create(s, RDG_HARMONICS(1))), 4);
}

static void an_element_that_answers_nothing_is_refused(void **state)
{
    rdg_context *ctx = *state;
    const rdg_law_in_time dumb = {.energy = NULL};
    rdg_element element = {.d = 1, .at = (const char *const[]){"a"}, .kind = {.type = "mute"}};
    rdg_structure *s = pair(ctx);
    rdg_element_add(s, &element, "test");
    assert_failed(ctx, RDG_ERR_ARGUMENT,
                  "test: element \"a\" has no force: its element type \"mute\" has neither");
    element.kind.time = &dumb;
    rdg_element_add(s, &element, "test");
    assert_failed(ctx, RDG_ERR_ARGUMENT,
                  "test: element \"a\" (mute): its force law in time has no operation force");
    rdg_element_add(s, NULL, "test");
    assert_failed(ctx, RDG_ERR_ARGUMENT, "NULL");
    assert_int_equal(rdg_element_count(s), 0);
}

#define FRESH(test) cmocka_unit_test_setup_teardown(test, fresh_context, free_context)

int main(void)
{
    const struct CMUnitTest tests[] = {
        FRESH(what_comes_after_a_solver_is_refused_with_the_order_that_works),
        FRESH(a_solver_that_was_refused_takes_nothing),
        FRESH(parts_come_back_in_the_order_in_which_they_were_added),
        FRESH(two_harmonic_balances_of_one_structure_give_what_each_gives_alone),
        FRESH(harmonic_balances_of_one_structure_are_independent),
        FRESH(regimes_without_their_operations_have_no_harmonic_balance),
        FRESH(an_element_that_answers_nothing_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
