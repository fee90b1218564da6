/* Copies of a structure: each answers as the original does, bit for bit, and neither knows of the other. */
#include "fresh_context.h"

#include <ridgewalk/contact.h>
#include <ridgewalk/elements.h>
#include <ridgewalk/gap_spring.h>
#include <ridgewalk/hbm.h>
#include <ridgewalk/mechanics.h>
#include <ridgewalk/run.h>
#include <ridgewalk/toolbox.h>

enum { N = 4, MOST = 40 };

static int freed; /* laws of one's own that were */

typedef struct own_law {
    double k;
} own_law;

static int quintic(double x, double v, rdg_law_value *value, void *data)
{
    const own_law *law = data;
    (void)v;
    value->f = law->k * pow(x, 5);
    value->fx = 5 * law->k * pow(x, 4);
    value->fxx = 20 * law->k * pow(x, 3);
    return 0;
}

static void free_law(void *data)
{
    freed++;
    rdg_free(data);
}

static void add_own(rdg_structure *s, double k)
{
    own_law *law = rdg_calloc(1, sizeof *law);
    assert_non_null(law);
    law->k = k;
    rdg_time_element_add(
        s, &(rdg_time_element){
               .name = "own", .at = "d", .law = quintic, .data = law, .free_data = free_law, .pure = true});
}

/* A chain with random numbers, of all kinds of parts; damping that is given as a matrix, or by its factors.
 */
static rdg_structure *machine(rdg_context *ctx, uint64_t *seed, bool proportional)
{
    static const char *const name[N] = {"a", "b", "c", "d"};
    double M[N * N] = {0}, C[N * N] = {0}, K[N * N] = {0};
    for (int i = 0; i < N; i++) {
        const int left = i > 0 ? i - 1 : i;
        const double k = 3 + random_signed(seed), c = 0.05 + 0.02 * random_signed(seed);
        M[i + N * i] = 1 + 0.3 * random_signed(seed);
        K[i + N * i] += k;
        C[i + N * i] += c;
        if (left != i) {
            K[left + N * left] += k, K[i + N * left] -= k, K[left + N * i] -= k;
            C[left + N * left] += c, C[i + N * left] -= c, C[left + N * i] -= c;
        }
    }
    C[0 + N * 3] = C[3 + N * 0] = -0.01; /* where M and K have nothing */
    rdg_structure *s = rdg_structure_create(ctx, "machine", N, M, C, K);
    if (proportional) {
        rdg_damping_proportional(s, 0.01 + 0.01 * fabs(random_signed(seed)), 0.013);
    }
    for (int i = 0; i < N; i++) {
        rdg_name_dof(s, name[i], i);
    }
    rdg_name_relative(s, "cd", 2, 3);
    rdg_cubic_spring_add(s, &(rdg_cubic_spring){.at = "a", .k3 = 0.4 + 0.3 * random_signed(seed)});
    rdg_cubic_spring_add(s, &(rdg_cubic_spring){.at = "a", .k3 = 0.1});
    for (int i = 0; i < 2; i++) {
        rdg_contact_add(s, &(rdg_contact){.name = i ? "right" : "left",
                                          .parameters = "pads",
                                          .tangential = name[1 + i],
                                          .kt = 0.7,
                                          .mu = 0.3,
                                          .preload = 0.5});
    }
    rdg_gap_spring_add(s, &(rdg_gap_spring){.at = "cd", .k = 0.8, .gap = 0.2});
    add_own(s, 0.3);
    rdg_static_force_add(s, "a", 0.2 * random_signed(seed));
    rdg_force_phase_add(s, "a", 1, 1 + 0.5 * random_signed(seed), 0.3);
    rdg_base_motion_add(s, &(rdg_base_motion){.direction = "b", .acceleration = 0.2});
    rdg_sensor_add(s, "Am", "cd");
    rdg_sensor_harmonic_add(s, "A1", "b", 1);
    return s;
}

/* --- the same answers */

typedef struct points {
    long n;
    rdg_index size;
    double u[MOST][8 * N];
} points;

static bool see(rdg_problem *p, const rdg_chart *chart, void *data)
{
    points *w = data;
    w->size = rdg_variable_count(p);
    assert_true(w->size <= 8 * N);
    memcpy(w->u[w->n++], chart->u, (size_t)w->size * sizeof(double));
    return w->n == MOST;
}

static void follow(rdg_context *ctx, rdg_structure *s, points *w)
{
    rdg_problem *p = rdg_hbm_problem(rdg_hbm_create(s, RDG_HARMONICS(0, 1, 3)), RDG_AT("omega", 0.3),
                                     RDG_AT("alpha", 0.4));
    w->n = 0;
    assert_ok(ctx,
              rdg_continue(p, "sweep", RDG_RELEASE("omega"), RDG_WINDOW("omega", 0.3, 3.0), RDG_DIRECTION(1),
                           RDG_OBSERVE(see, w), RDG_NO_FOLDER, RDG_NO_TABLE, RDG_EXPECT_EARLY_END));
    assert_true(w->n > 10);
}

static void assert_same(const points *a, const points *b)
{
    assert_int_equal(a->n, b->n);
    assert_int_equal(a->size, b->size);
    for (long i = 0; i < a->n; i++) {
        assert_memory_equal(a->u[i], b->u[i], (size_t)a->size * sizeof(double));
    }
}

static void a_copy_responds_bit_for_bit_as_the_original(void **state)
{
    rdg_context *ctx = *state;
    static points was, is, again;
    uint64_t seed = 11;
    for (int trial = 0; trial < 8; trial++) {
        rdg_structure *s = machine(ctx, &seed, trial % 2);
        if (trial % 4 > 1) {
            assert_ok(ctx, rdg_prestress(s));
        }
        rdg_structure *early = rdg_structure_copy(s);
        follow(ctx, s, &was);
        rdg_structure *late = rdg_structure_copy(s); /* a solver has it */
        follow(ctx, early, &is);
        assert_same(&was, &is);
        rdg_structure_free(s); /* laws and numbers live on */
        rdg_structure_free(early);
        follow(ctx, late, &again);
        assert_same(&was, &again);
    }
}

static void a_copy_has_all_that_the_original_has(void **state)
{
    rdg_context *ctx = *state;
    uint64_t seed = 3;
    rdg_structure *s = machine(ctx, &seed, false);
    assert_ok(ctx, rdg_prestress(s));
    rdg_structure *copy = rdg_structure_copy(s);
    rdg_sparse was[3], is[3];
    assert_string_equal(rdg_structure_name(copy), "machine");
    assert_ok(ctx, rdg_structure_matrices(s, &was[0], &was[1], &was[2]));
    assert_ok(ctx, rdg_structure_matrices(copy, &is[0], &is[1], &is[2]));
    const rdg_index entries = was[0].pattern.start[N];
    assert_memory_equal(is[0].pattern.row, was[0].pattern.row, (size_t)entries * sizeof(rdg_index));
    for (int k = 0; k < 3; k++) {
        assert_true(is[k].values != was[k].values);
        assert_memory_equal(is[k].values, was[k].values, (size_t)entries * sizeof(double));
    }
    assert_int_equal(rdg_element_count(copy), 6);
    for (rdg_index i = 0; i < 6; i++) {
        const rdg_element *a = rdg_element_at(s, i), *b = rdg_element_at(copy, i);
        assert_string_equal(a->name, b->name);
        assert_true(a->name != b->name && a->at[0] != b->at[0]);
        assert_string_equal(a->at[0], b->at[0]);
    }
    for (rdg_index i = 0; i < rdg_load_count(s); i++) {
        assert_string_equal(rdg_load_at(s, i)->name, rdg_load_at(copy, i)->name);
        assert_true(rdg_load_at(s, i)->amplitude == rdg_load_at(copy, i)->amplitude);
        assert_true(rdg_load_at(s, i)->phase == rdg_load_at(copy, i)->phase);
    }
    assert_int_equal(rdg_load_count(copy), 3);
    assert_int_equal(rdg_sensor_count(copy), 2);
    assert_true(rdg_sensor_at(copy, 1)->kind == RDG_SENSOR_HARMONIC && rdg_sensor_at(copy, 1)->harmonic == 1);
    assert_memory_equal(rdg_structure_rest(copy), rdg_structure_rest(s), N * sizeof(double));
    assert_true(rdg_structure_rest(copy) != rdg_structure_rest(s));
    /* numbers, shared ones once */
    char name[RDG_PARAMETER_NAME], theirs[RDG_PARAMETER_NAME];
    rdg_index count = 0;
    for (; rdg_structure_parameter_name(s, count, name); count++) {
        rdg_structure_parameter a, b;
        assert_true(rdg_structure_parameter_name(copy, count, theirs));
        assert_string_equal(name, theirs);
        assert_ok(ctx, rdg_structure_parameter_find(s, "test", name, &a));
        assert_ok(ctx, rdg_structure_parameter_find(copy, "test", name, &b));
        assert_true(a.value == b.value);
        assert_int_equal(rdg_structure_parameter_of(copy, &b, 3), rdg_structure_parameter_of(s, &a, 3));
    }
    assert_false(rdg_structure_parameter_name(copy, count, theirs));
    assert_true(rdg_structure_parameter_exists(copy, "pads.preload"));
    /* and the directions of a beam's base */
    double r[2][40];
    rdg_structure *beam = rdg_beam_create(ctx, NULL);
    assert_ok(ctx, rdg_structure_translation(beam, r[0]));
    assert_ok(ctx, rdg_structure_translation(rdg_structure_copy(beam), r[1]));
    assert_memory_equal(r[0], r[1], sizeof r[0]);
}

/* --- neither knows of the other */

static void change(rdg_context *ctx, rdg_structure *s)
{
    assert_ok(ctx, rdg_damping_proportional(s, 0.2, 0.1));
    assert_ok(ctx, rdg_name_dof(s, "new", 1));
    assert_ok(ctx, rdg_cubic_spring_add(s, &(rdg_cubic_spring){.at = "new", .k3 = 5}));
    assert_ok(ctx, rdg_force_add(s, "new", 1, 3.0));
    assert_ok(ctx, rdg_sensor_add(s, "more", "new"));
}

static void what_becomes_of_a_variant_is_nothing_to_the_original(void **state)
{
    rdg_context *ctx = *state;
    static points plain, other, changed;
    for (int which = 0; which < 2; which++) {
        uint64_t seed = 29;
        rdg_structure *s[2] = {machine(ctx, &seed, false), NULL};
        s[1] = rdg_structure_copy(s[0]);
        rdg_hbm_create(s[1 - which], RDG_HARMONICS(0, 1, 3)); /* takes that one alone */
        change(ctx, s[which]);
        follow(ctx, s[which], &changed);
        follow(ctx, s[1 - which], &other);
        rdg_name_dof(s[1 - which], "new", 2); /* the name is free there */
        assert_int_equal(rdg_element_count(s[1 - which]), 6);
        assert_int_equal(rdg_load_count(s[1 - which]), 3);
        assert_int_equal(rdg_sensor_count(s[1 - which]), 2);
        seed = 29;
        follow(ctx, machine(ctx, &seed, false), &plain);
        assert_same(&plain, &other);
        assert_true(memcmp(plain.u[5], changed.u[5], (size_t)plain.size * sizeof(double)) != 0);
        assert_ok(ctx, rdg_error_status(ctx));
    }
}

static void a_law_of_ones_own_is_freed_with_the_last_that_has_it(void **state)
{
    rdg_context *ctx = *state;
    uint64_t seed = 7;
    rdg_structure *s = machine(ctx, &seed, true);
    rdg_structure *second = rdg_structure_copy(s), *third = rdg_structure_copy(second);
    add_own(third, 0.1);
    assert_non_null(third);
    freed = 0;
    rdg_structure_free(second);
    rdg_structure_free(s);
    assert_int_equal(freed, 0);
    rdg_structure_free(third);
    assert_int_equal(freed, 1);
}

static void a_variant_of_what_rests_takes_no_more_elements(void **state)
{
    rdg_context *ctx = *state;
    uint64_t seed = 5;
    rdg_structure *s = machine(ctx, &seed, true);
    rdg_structure *before = rdg_structure_copy(s);
    assert_ok(ctx, rdg_prestress(s));
    assert_null(rdg_structure_rest(before));
    assert_ok(ctx, rdg_cubic_spring_add(before, &(rdg_cubic_spring){.at = "a", .k3 = 1}));
    rdg_structure *after = rdg_structure_copy(s);
    rdg_cubic_spring_add(after, &(rdg_cubic_spring){.at = "a", .k3 = 1});
    assert_failed(ctx, RDG_ERR_ARGUMENT, "\"machine\" rests already. Add it before rdg_prestress()");
}

#define FRESH(test) cmocka_unit_test_setup_teardown(test, fresh_context, free_context)

int main(void)
{
    const struct CMUnitTest tests[] = {
        FRESH(a_copy_responds_bit_for_bit_as_the_original),
        FRESH(a_copy_has_all_that_the_original_has),
        FRESH(what_becomes_of_a_variant_is_nothing_to_the_original),
        FRESH(a_law_of_ones_own_is_freed_with_the_last_that_has_it),
        FRESH(a_variant_of_what_rests_takes_no_more_elements),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
