/* Contacts by their numbers: derivatives of force, Jacobian, margin and jump against differences at random
 * states of every regime; homogeneity. */
#include "numbers.h"
#include "random_contact.h"

#include <ridgewalk/friction_numbers.h>
#include <ridgewalk/jenkins.h>

enum { STATES = 1000 };

typedef struct drawn {
    random_contact c;
    rdg_context *ctx;
    double rest[2];
    const rdg_element *element;
    numbered e;
} drawn;

static const rdg_element *as_element(rdg_context *ctx, const rdg_contact *law, bool jenkins)
{
    const double M[4] = {1, 0, 0, 1}, none[4] = {0};
    rdg_structure *s = rdg_structure_create(ctx, "two", 2, M, none, none);
    rdg_name_dof(s, "x", 0);
    rdg_name_dof(s, "y", 1);
    if (jenkins) {
        assert_ok(ctx, rdg_jenkins_add(s, &(rdg_jenkins){.at = "x",
                                                         .kt = law->kt,
                                                         .limit = law->mu * law->preload,
                                                         .start = law->start}));
    } else {
        assert_ok(ctx, rdg_contact_add(s, law));
    }
    return rdg_element_at(s, 0);
}

/* An instance in the regime; where it rests is taken off the preload, so that the regime stays. */
static void draw(drawn *d, uint64_t *seed, random_regime regime)
{
    *d = (drawn){.ctx = rdg_context_create()};
    rdg_set_writer(d->ctx, NULL, NULL);
    draw_contact(&d->c, seed, regime);
    rdg_contact law = d->c.law;
    const bool jenkins = !law.normal && random_signed(seed) > 0;
    law.start = (rdg_slider_start)random_between(seed, 0, jenkins ? 2.999 : 3.999);
    law.start_force = law.start == RDG_SLIDER_AT ? 0.3 * random_signed(seed) : 0;
    d->rest[0] = 0.5 * random_signed(seed);
    d->rest[1] = law.normal ? 0.5 * random_signed(seed) : 0;
    law.preload -= law.normal && !d->c.basis.has_static ? law.kn * d->rest[1] : 0;
    const rdg_element *element = d->element = as_element(d->ctx, &law, jenkins);
    void *instance = element->kind.frequency->create(element->self, d->ctx, &d->c.basis, d->rest);
    assert_non_null(instance);
    numbers_begin(&d->e, &element->kind, element->kind.frequency, element->self, instance, &d->c.basis,
                  law.normal ? 2 : 1, seed);
    assert_int_equal(d->e.n, jenkins ? 2 : law.normal ? 5 : 4);
    if (!jenkins && law.start != RDG_SLIDER_ZERO && law.start != RDG_SLIDER_AT) {
        d->e.n--; /* the last one, the start, would place the slider at a force */
    }
    memcpy(d->e.z, d->c.z, sizeof d->c.z);
}

static void drop(drawn *d)
{
    d->e.law->free_instance(d->e.instance);
    rdg_context_free(d->ctx);
    rdg_context_free(d->c.ctx);
}

static void compare(numbers_of what, random_regime regime, double tolerance)
{
    uint64_t seed = 20261122 + (uint64_t)regime + 17 * (uint64_t)what;
    double worst = 0;
    int compared = 0, tried = 0;
    for (; compared < STATES; tried++) {
        drawn d;
        draw(&d, &seed, regime);
        const double error = numbers_compare(&d.e, what, tolerance, 0.05);
        worst = fmax(worst, error);
        compared += !isnan(error);
        drop(&d);
        assert_true(tried < 3 * STATES);
    }
    print_message("%s, %s: largest error %.1e; %d of %d states too close to another regime\n",
                  numbers_name[what], regime_name[regime], worst, tried - STATES, tried);
}

static void forces_have_exact_derivatives_by_numbers(void **state)
{
    (void)state;
    for (int r = 0; r < REGIMES; r++) {
        compare(NUMBERS_FORCE, (random_regime)r, 1e-9);
    }
}

static void jacobians_have_exact_derivatives_by_numbers(void **state)
{
    (void)state;
    for (int r = 0; r < REGIMES; r++) {
        compare(NUMBERS_JACOBIAN, (random_regime)r, 1e-9);
    }
}

static void second_derivatives_by_numbers_are_exact(void **state)
{
    (void)state;
    for (int r = 0; r < REGIMES; r++) {
        compare(NUMBERS_FIRST, (random_regime)r, 1e-9);
    }
}

static void margins_have_exact_derivatives_by_numbers(void **state)
{
    (void)state;
    for (int r = 0; r < REGIMES; r++) {
        compare(NUMBERS_MARGIN, (random_regime)r, 1e-9);
        compare(NUMBERS_GRADIENT, (random_regime)r, 1e-9);
        compare(NUMBERS_MARGIN_FIRST, (random_regime)r, 1e-9);
        compare(NUMBERS_JUMP, (random_regime)r, 1e-9);
    }
}

/* A slipping contact that looks at a new slip phase which is about to begin, or has just begun, or whose
 * regime is held. */
static void compare_special(bool focus, bool hold, random_regime regime)
{
    static const numbers_of all[] = {NUMBERS_FORCE,    NUMBERS_JACOBIAN,     NUMBERS_FIRST, NUMBERS_MARGIN,
                                     NUMBERS_GRADIENT, NUMBERS_MARGIN_FIRST, NUMBERS_JUMP};
    uint64_t seed = 77 + (uint64_t)regime + 7 * (uint64_t)focus;
    int focused = 0, compared = 0;
    for (int trial = 0; trial < STATES; trial++) {
        drawn d;
        draw(&d, &seed, regime);
        rdg_element_margin before = {0}, after = {0};
        assert_int_equal(d.e.law->margin(d.e.instance, d.e.basis, d.e.z, &before), 0);
        assert_int_equal(d.e.law->focus(d.e.instance, d.e.basis, focus ? d.e.z : NULL), 0);
        const bool told = d.e.law->margin(d.e.instance, d.e.basis, d.e.z, &after) == 0;
        const bool moved = told && before.value != after.value && after.value > (hold ? 0 : -0.03);
        d.e.law->hold_stuck(d.e.instance, hold);
        focused += moved;
        for (size_t i = 0; (!focus || moved) && i < sizeof all / sizeof *all; i++) {
            compared += !isnan(numbers_compare(&d.e, all[i], 1e-9, 0.02));
        }
        drop(&d);
    }
    print_message("%s, %s%s: %d states, %d of them focused, %d quantities compared\n", regime_name[regime],
                  focus ? "new slip phase" : "onset", hold ? ", held" : "", STATES, focused, compared);
    assert_true(compared > (focus ? 4 * focused : 6 * STATES));
    assert_true(!focus || focused > STATES / 20);
}

static void new_slip_phases_have_exact_derivatives_by_numbers(void **state)
{
    (void)state;
    for (int r = REGIME_SLIP_CONSTANT_LOAD; r < REGIME_OPEN; r++) {
        compare_special(true, false, (random_regime)r);
        compare_special(true, true, (random_regime)r);
    }
}

static void held_contacts_have_exact_derivatives_by_numbers(void **state)
{
    (void)state;
    for (int r = 0; r < REGIME_OPEN; r++) {
        compare_special(false, true, (random_regime)r);
    }
}

enum { MOST = RANDOM_MAX_N };

typedef struct answers {
    double force[MOST], jacobian[MOST * (MOST + 1)], by[MOST * RDG_FRICTION_PARAMETERS];
    double margin, margin_by[RDG_FRICTION_PARAMETERS];
} answers;

static void ask(const numbered *e, answers *a)
{
    rdg_element_result result = {.force = a->force, .jacobian = a->jacobian};
    rdg_element_margin margin = {0};
    const rdg_element_parameters numbers = {.n = e->n, .which = e->which, .force = a->by};
    const rdg_element_margin_parameters by = {.n = e->n, .which = e->which, .value = a->margin_by};
    numbers_set(e, 0);
    assert_int_equal(e->law->evaluate(e->instance, e->basis, e->z, 1, &result), 0);
    assert_int_equal(e->law->numbers(e->instance, e->basis, e->z, 1, &numbers), 0);
    assert_int_equal(e->law->margin(e->instance, e->basis, e->z, &margin), 0);
    assert_int_equal(e->law->margin_numbers(e->instance, e->basis, e->z, &by), 0);
    a->margin = margin.value;
}

/* The place of a number among those asked for; -1: the element has none such. */
static int place_of(const numbered *e, int which)
{
    for (int k = 0; k < e->n; k++) {
        if (e->which[k] == which) {
            return k;
        }
    }
    return -1;
}

/* (z, rest, N0) -> c (z, rest, N0) takes force and margin to c times what they were, and so do stiffnesses
 * c and displacements 1/c take them to what they were. */
static void forces_and_margins_are_homogeneous(void **state)
{
    (void)state;
    uint64_t seed = 99;
    for (int trial = 0; trial < STATES; trial++) {
        drawn d;
        answers a, b;
        draw(&d, &seed, (random_regime)(trial % REGIMES));
        numbered *e = &d.e;
        const double c = random_between(&seed, 0.3, 3), degree = trial % 2; /* of what is scaled */
        double size = 0, rest[2], f_size = 0;
        ask(e, &a);
        for (rdg_index i = 0; i < e->N; i++) {
            e->z[i] *= c;
            f_size = fmax(f_size, fabs(a.force[i]));
        }
        rest[0] = c * d.rest[0];
        rest[1] = c * d.rest[1];
        for (int k = 0; k < e->n; k++) {
            const bool stiffness = e->which[k] == 0 || e->which[k] == 3,
                       load = e->which[k] == 1 || e->which[k] == 4;
            e->value[k] *= degree == 1 && load ? c : degree == 0 && stiffness ? 1 / c : 1;
        }
        void *scaled = e->law->create(d.element->self, d.ctx, e->basis, rest);
        e->law->free_instance(e->instance);
        e->instance = scaled;
        ask(e, &b);
        const double factor = degree == 1 ? c : 1;
        size = 1 + f_size + fabs(a.margin);
        assert_near(b.margin, factor * a.margin, 0, 2e-14 * size * c);
        for (rdg_index i = 0; i < e->N; i++) {
            assert_near(b.force[i], factor * a.force[i], 0, 1e-13 * size * c);
            for (int k = 0; k < e->n; k++) {
                const bool stiffness = e->which[k] == 0 || e->which[k] == 3,
                           load = e->which[k] == 1 || e->which[k] == 4;
                const double by = degree == 1 ? (load ? 1 : c) : stiffness ? c : 1;
                assert_near(b.by[i + e->N * k], by * a.by[i + e->N * k], 0, 1e-12 * size * c);
            }
        }
        drop(&d);
    }
}

/* Euler's sums: N0 dF/dN0 + J z = F and mu dT/dmu + T_x x = T, where nothing rests anywhere. */
static void derivatives_by_numbers_add_up_as_euler_says(void **state)
{
    (void)state;
    uint64_t seed = 100;
    for (int trial = 0; trial < STATES; trial++) {
        drawn d;
        answers a;
        draw(&d, &seed, (random_regime)(trial % REGIMES));
        numbered *e = &d.e;
        const rdg_index n = e->basis->n_coefficients;
        const int mu = place_of(e, 2), kn = place_of(e, 3), start = place_of(e, RDG_FRICTION_START);
        e->law->free_instance(e->instance);
        e->instance = e->law->create(d.element->self, d.ctx, e->basis, NULL);
        ask(e, &a);
        for (rdg_index i = 0; i < e->N; i++) {
            double x = 0, y = 0;
            for (rdg_index j = 0; j < e->N; j++) {
                *(j < n ? &x : &y) += a.jacobian[i + e->N * j] * e->z[j];
            }
            const double begun = start < 0 ? 0 : e->value[start] * a.by[i + e->N * start];
            const double size = 1 + fabs(a.force[i]) + fabs(x) + fabs(y);
            assert_near(e->value[0] * a.by[i], x, 0, 1e-13 * size);
            assert_near(e->value[1] * a.by[i + e->N], a.force[i] - x - y - begun, 0, 1e-13 * size);
            if (mu >= 0) {
                assert_near(e->value[mu] * a.by[i + e->N * mu], i < n ? a.force[i] - x - begun : 0, 0,
                            1e-13 * size);
            }
            if (kn >= 0) {
                assert_near(e->value[kn] * a.by[i + e->N * kn], y, 0, 1e-13 * size);
            }
        }
        drop(&d);
    }
}

/* A number at 0 by steps to one side: F(h) = F(0) + F' h + O(h^1.5). */
static void compare_one_sided(numbered *e, int which, double tolerance)
{
    double zero[MOST], by[MOST], small[MOST];
    const rdg_element_parameters answer = {.n = 1, .which = &which, .force = by};
    rdg_element_result result = {.force = zero};
    const double h = 1e-9;
    e->law->set(e->instance, which, 0);
    assert_int_equal(e->law->evaluate(e->instance, e->basis, e->z, 1, &result), 0);
    assert_int_equal(e->law->numbers(e->instance, e->basis, e->z, 1, &answer), 0);
    e->law->set(e->instance, which, h);
    result.force = small;
    assert_int_equal(e->law->evaluate(e->instance, e->basis, e->z, 1, &result), 0);
    for (rdg_index i = 0; i < e->N; i++) {
        assert_near(by[i], (small[i] - zero[i]) / h, 0, tolerance);
    }
}

static void without_preload_derivatives_are_the_limits(void **state)
{
    (void)state;
    uint64_t seed = 101;
    for (int trial = 0; trial < STATES; trial++) {
        const random_regime regime = (random_regime)(1 + trial % 4);
        drawn d;
        draw(&d, &seed, regime);
        numbered *e = &d.e;
        compare_one_sided(e, 1, 1e-2);
        for (int k = 0; k < e->n; k++) {
            e->value[k] = e->which[k] == 1 ? 0 : e->value[k];
        }
        if (e->N > e->basis->n_coefficients) { /* the load varies: nothing is singular there */
            numbers_compare(e, NUMBERS_FORCE, 1e-9, 0.05);
            numbers_compare(e, NUMBERS_JACOBIAN, 1e-9, 0.05);
            numbers_compare(e, NUMBERS_FIRST, 1e-9, 0.05);
        } else {
            double mixed[MOST + 1];
            const int which = 1;
            const rdg_element_parameters answer = {
                .n = 1, .which = &which, .lambda = e->lambda, .mixed = mixed};
            e->law->set(e->instance, which, 0);
            assert_true(e->law->numbers(e->instance, e->basis, e->z, 1, &answer) > 0);
        }
        drop(&d);
    }
}

static void without_friction_only_the_force_has_a_derivative_by_it(void **state)
{
    (void)state;
    uint64_t seed = 102;
    for (int trial = 0; trial < STATES; trial++) {
        drawn d;
        draw(&d, &seed, (random_regime)(1 + trial % 4));
        numbered *e = &d.e;
        if (place_of(e, 2) >= 0) {
            double mixed[MOST + 1];
            const int which = 2;
            const rdg_element_parameters answer = {
                .n = 1, .which = &which, .lambda = e->lambda, .mixed = mixed};
            compare_one_sided(e, which, 1e-2);
            e->law->set(e->instance, which, 0);
            assert_true(e->law->numbers(e->instance, e->basis, e->z, 1, &answer) > 0);
        }
        drop(&d);
    }
}

static void a_number_that_is_set_is_that_of_one_instance(void **state)
{
    (void)state;
    uint64_t seed = 103;
    for (int trial = 0; trial < 100; trial++) {
        drawn d;
        double before[MOST], other[MOST], changed[MOST], after[MOST];
        draw(&d, &seed, (random_regime)(trial % 5));
        const numbered *e = &d.e;
        const rdg_contact kept = *(const rdg_contact *)d.element->self;
        void *second = e->law->create(d.element->self, d.ctx, e->basis, d.rest);
        rdg_element_result result = {.force = before};
        assert_int_equal(e->law->evaluate(e->instance, e->basis, e->z, 1, &result), 0);
        for (int k = 0; k < e->n; k++) {
            e->law->set(e->instance, e->which[k], 1.5 * e->value[k]);
        }
        result.force = changed;
        assert_int_equal(e->law->evaluate(e->instance, e->basis, e->z, 1, &result), 0);
        result.force = other;
        assert_int_equal(e->law->evaluate(second, e->basis, e->z, 1, &result), 0);
        numbers_set(e, 0);
        result.force = after;
        assert_int_equal(e->law->evaluate(e->instance, e->basis, e->z, 1, &result), 0);
        assert_memory_equal(before, other, sizeof *before * (size_t)e->N);
        assert_memory_equal(before, after, sizeof *before * (size_t)e->N);
        assert_memory_not_equal(before, changed, sizeof *before * (size_t)e->N);
        assert_memory_equal(&kept, d.element->self, sizeof kept);
        e->law->free_instance(second);
        drop(&d);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(forces_have_exact_derivatives_by_numbers),
        cmocka_unit_test(jacobians_have_exact_derivatives_by_numbers),
        cmocka_unit_test(second_derivatives_by_numbers_are_exact),
        cmocka_unit_test(margins_have_exact_derivatives_by_numbers),
        cmocka_unit_test(new_slip_phases_have_exact_derivatives_by_numbers),
        cmocka_unit_test(held_contacts_have_exact_derivatives_by_numbers),
        cmocka_unit_test(forces_and_margins_are_homogeneous),
        cmocka_unit_test(derivatives_by_numbers_add_up_as_euler_says),
        cmocka_unit_test(without_preload_derivatives_are_the_limits),
        cmocka_unit_test(without_friction_only_the_force_has_a_derivative_by_it),
        cmocka_unit_test(a_number_that_is_set_is_that_of_one_instance),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
