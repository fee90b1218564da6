/* Force laws by their numbers: derivatives against differences at random states, with and without a static
 * part; instances and their numbers. */
#include "numbers.h"

#include "../../toolboxes/hbm/aft/law_element_impl.h"

#include <ridgewalk/elements.h>
#include <ridgewalk/time_element.h>
#include <ridgewalk/vector_element.h>

enum { STATES = 1000, PLACES = 3 };

typedef struct model {
    rdg_context *ctx;
    rdg_structure *s;
    double data[3];
} model;

static double softening(double x, double v, void *data)
{
    const double *p = data;
    return p[0] * x / (1 + p[1] * x * x) + p[2] * x * x * v;
}

static int softening_law(double x, double v, rdg_law_value *value, void *data)
{
    const double *p = data, q = 1 + p[1] * x * x;
    value->f = p[0] * x / q + p[2] * x * x * v;
    value->fx = p[0] * (1 - p[1] * x * x) / (q * q) + 2 * p[2] * x * v;
    value->fv = p[2] * x * x;
    value->fxx = 0; /* not asked for */
    return 0;
}

static int coupled(rdg_index d, const double *x, const double *v, double *f, void *data)
{
    const double *p = data;
    (void)d;
    f[0] = p[0] * x[0] * x[1] * x[1] + p[1] * p[2] * v[1];
    f[1] = sin(p[1] * x[0]) + p[2] * x[1] * v[0];
    return 0;
}

static rdg_law_parameter three[3];

static const rdg_law_parameter *numbers_of_data(model *m)
{
    static const char *const name[3] = {"stiffness", "bend", "drag"};
    for (int k = 0; k < 3; k++) {
        three[k] = (rdg_law_parameter){.name = name[k], .unit = "N/m", .value = &m->data[k]};
    }
    return three;
}

enum { KINDS = 10 };

static const char *const kind_name[KINDS] = {
    "cubic spring",  "polynomial spring", "cubic damper",  "quadratic damper", "fluid drag",
    "tanh friction", "own law",           "own plain law", "own vector law",   "polynomial stiffness"};

static void add(model *m, int kind, uint64_t *seed)
{
    rdg_structure *s = m->s;
    double p[5];
    for (int i = 0; i < 5; i++) {
        p[i] = 0.8 + 0.5 * random_signed(seed);
        m->data[i % 3] = p[i];
    }
    switch (kind) {
    case 0:
        rdg_cubic_spring_add(s, &(rdg_cubic_spring){.at = "a", .k = -p[0], .k3 = p[1]});
        break;
    case 1:
        rdg_polynomial_spring_add(s, &(rdg_polynomial_spring){.at = "a", .n = 5, .k = p});
        break;
    case 2:
        rdg_cubic_damper_add(s, &(rdg_cubic_damper){.at = "a", .c = p[1], .c3 = p[0]});
        break;
    case 3:
        rdg_quadratic_damper_add(s, &(rdg_quadratic_damper){.at = "a", .c2 = p[0]});
        break;
    case 4:
        rdg_fluid_drag_add(s, &(rdg_fluid_drag){.at = "a", .c = p[0]});
        break;
    case 5:
        rdg_tanh_friction_add(s, &(rdg_tanh_friction){.at = "a", .force = p[0], .epsilon = p[1]});
        break;
    case 6:
    case 7:
        rdg_time_element_add(s, &(rdg_time_element){.at = "a",
                                                    .law = kind == 6 ? softening_law : NULL,
                                                    .plain = kind == 7 ? softening : NULL,
                                                    .data = m->data,
                                                    .pure = true,
                                                    .n_numbers = 3,
                                                    .numbers = numbers_of_data(m)});
        break;
    case 8:
        rdg_vector_element_add(s, &(rdg_vector_element){.d = 2,
                                                        .at = (const char *[]){"a", "b"},
                                                        .plain = coupled,
                                                        .data = m->data,
                                                        .n_numbers = 3,
                                                        .numbers = numbers_of_data(m)});
        break;
    default: /* one coefficient is 0, and none of its numbers */
        rdg_polynomial_stiffness_add(
            s, &(rdg_polynomial_stiffness){.d = 2,
                                           .at = (const char *[]){"a", "b"},
                                           .terms = 2,
                                           .exponent = (const int[]){2, 1, 0, 3},
                                           .coefficient = (const double[]){p[0], p[1], 0.0, p[2]}});
    }
    assert_ok(m->ctx, rdg_error_status(m->ctx));
}

static void begin(model *m, int kind, uint64_t *seed)
{
    const double M[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1}, none[9] = {0};
    m->ctx = rdg_context_create();
    rdg_set_writer(m->ctx, NULL, NULL);
    m->s = rdg_structure_create(m->ctx, "three", PLACES, M, none, none);
    rdg_name_dof(m->s, "a", 0);
    rdg_name_dof(m->s, "b", 1);
    add(m, kind, seed);
}

static const rdg_basis bases[] = {{1, (const int[]){1}, false, 2},
                                  {2, (const int[]){1, 3}, false, 4},
                                  {2, (const int[]){1, 2}, true, 5},
                                  {2, (const int[]){2, 5}, true, 5}};

enum { BASES = sizeof bases / sizeof *bases };

static void draw(numbered *e, model *m, int kind, uint64_t *seed)
{
    begin(m, kind, seed);
    const rdg_basis *basis = &bases[(int)(1e6 * (1 + random_signed(seed))) % BASES];
    const rdg_element *element = rdg_element_at(m->s, 0);
    const double rest[2] = {random_signed(seed), random_signed(seed)};
    void *instance = rdg_law_sampled.create(element, m->ctx, basis, rest);
    assert_non_null(instance);
    numbers_begin(e, &element->kind, &rdg_law_sampled, element->self, instance, basis, element->d, seed);
    assert_int_equal(e->n, element->kind.n_numbers);
    e->omega = 1.5 + random_signed(seed);
    for (rdg_index i = 0; i < e->N; i++) {
        e->z[i] = random_signed(seed);
    }
}

static void drop(numbered *e, model *m)
{
    e->law->free_instance(e->instance);
    rdg_context_free(m->ctx);
}

static void laws_have_exact_derivatives_by_their_numbers(void **state)
{
    (void)state;
    for (int kind = 0; kind < KINDS; kind++) {
        const bool exact = kind < 6;
        double worst[3] = {0, 0, 0};
        uint64_t seed = 7 + (uint64_t)kind;
        for (int trial = 0; trial < (exact ? STATES : STATES / 20); trial++) {
            model m;
            numbered e;
            draw(&e, &m, kind, &seed);
            for (int what = NUMBERS_FORCE; what <= NUMBERS_FIRST; what++) {
                const double tolerance = exact ? 1e-9 : what == NUMBERS_FORCE ? 1e-9 : 1e-8;
                const double error = numbers_compare(&e, (numbers_of)what, tolerance, 0.05);
                assert_false(isnan(error));
                worst[what] = fmax(worst[what], error);
            }
            drop(&e, &m);
        }
        print_message(
            "%s: largest error %.1e of the force, %.1e of the Jacobian, %.1e of what is asked twice\n",
            kind_name[kind], worst[0], worst[1], worst[2]);
    }
}

static void numbers_that_are_set_are_those_of_one_instance(void **state)
{
    (void)state;
    uint64_t seed = 5;
    for (int trial = 0; trial < 30 * KINDS; trial++) {
        model m;
        numbered e;
        double before[NUMBERS_N], other[NUMBERS_N], changed[NUMBERS_N], after[NUMBERS_N];
        draw(&e, &m, trial % KINDS, &seed);
        const rdg_element *element = rdg_element_at(m.s, 0);
        const double kept[3] = {m.data[0], m.data[1], m.data[2]};
        assert_int_equal(numbers_value(&e, NUMBERS_FORCE, 0, before), 0);
        void *second = rdg_law_sampled.create(element, m.ctx, e.basis, NULL);
        numbered f = e;
        f.instance = second;
        f.n = 0;
        if (!e.basis->has_static) { /* the other one rests at 0 */
            rdg_law_sampled.free_instance(e.instance);
            e.instance = rdg_law_sampled.create(element, m.ctx, e.basis, NULL);
            assert_int_equal(numbers_value(&e, NUMBERS_FORCE, 0, before), 0);
        }
        assert_int_equal(numbers_value(&e, NUMBERS_FORCE, 0.3, changed), 0);
        assert_int_equal(numbers_value(&f, NUMBERS_FORCE, 0, other), 0);
        assert_memory_equal(kept, m.data, sizeof kept);
        assert_int_equal(numbers_value(&e, NUMBERS_FORCE, 0, after), 0);
        assert_memory_equal(before, other, sizeof *before * (size_t)e.N);
        assert_memory_equal(before, after, sizeof *before * (size_t)e.N);
        assert_memory_not_equal(before, changed, sizeof *before * (size_t)e.N);
        rdg_law_sampled.free_instance(second);
        drop(&e, &m);
    }
}

static void refuse(const rdg_time_element *element, rdg_status expected, const char *words)
{
    const double one = 1;
    rdg_context *ctx = rdg_context_create();
    rdg_set_writer(ctx, NULL, NULL);
    rdg_structure *s = rdg_structure_create(ctx, "one", 1, &one, &one, &one);
    rdg_name_dof(s, "x", 0);
    assert_int_equal(rdg_time_element_add(s, element), expected);
    assert_failed(ctx, expected, words);
    rdg_context_free(ctx);
}

static void numbers_of_ones_own_are_checked(void **state)
{
    double p = -1;
    rdg_law_parameter number = {.name = "pull", .value = &p, .range = RDG_NOT_NEGATIVE};
    const rdg_time_element element = {
        .at = "x", .plain = softening, .data = &p, .n_numbers = 1, .numbers = &number};
    (void)state;
    refuse(&element, RDG_ERR_ARGUMENT, "the element at \"x\" has pull = -1: it must be zero or positive");
    p = 0;
    number.range = RDG_POSITIVE;
    refuse(&element, RDG_ERR_ARGUMENT, "pull = 0: it must be positive");
    p = NAN;
    refuse(&element, RDG_ERR_NOT_FINITE, "it must be");
    p = 1;
    number.value = NULL;
    refuse(&element, RDG_ERR_NAME, "has no value: point to where the force law");
    number = (rdg_law_parameter){.value = &p};
    refuse(&element, RDG_ERR_NAME, "has no name");
    rdg_time_element without = element;
    without.numbers = NULL;
    refuse(&without, RDG_ERR_ARGUMENT, "no numbers: list them");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(laws_have_exact_derivatives_by_their_numbers),
        cmocka_unit_test(numbers_that_are_set_are_those_of_one_instance),
        cmocka_unit_test(numbers_of_ones_own_are_checked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
