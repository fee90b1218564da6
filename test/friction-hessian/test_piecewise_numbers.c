/* Gap springs and Iwan models by their numbers: derivatives against differences at random states of every
 * regime. */
#include "numbers.h"
#include "specimen.h"

enum { STATES = 1000, KINDS = 5 };

static const char *const kind_name[KINDS] = {"gap spring, light", "gap spring, heavy", "Iwan, small",
                                             "Iwan, microslip", "Iwan, large"};

typedef struct drawn {
    specimen s;
    rdg_basis basis;
    numbered e;
} drawn;

static void draw(drawn *d, uint64_t *seed, int kind)
{
    const specimen_basis *given = &specimen_bases[(int)specimen_between(seed, 0, SPECIMEN_BASES - 0.001)];
    const bool has_static = given->harmonic[0] == 0;
    const double rest[1] = {0.3 * random_signed(seed)};
    bool with_lump = false;
    d->s = specimen_open(given);
    d->basis = (rdg_basis){.n_harmonics = given->n - has_static,
                           .harmonic = given->harmonic + has_static,
                           .has_static = has_static,
                           .n_coefficients = 2 * (given->n - has_static) + has_static};
    d->s.m = d->basis.n_coefficients;
    if (kind < 2) {
        rdg_gap_spring_add(d->s.mass, &(rdg_gap_spring){.at = "x",
                                                        .k = specimen_between(seed, 0.7, 2.1),
                                                        .gap = specimen_between(seed, -0.4, 0.4),
                                                        .preload = specimen_between(seed, -0.4, 0.4)});
    } else {
        with_lump = random_signed(seed) > 0;
        rdg_iwan_add(d->s.mass, &(rdg_iwan){.at = "x",
                                            .Kt = specimen_between(seed, 0.7, 1.9),
                                            .Fs = specimen_between(seed, 0.4, 0.9),
                                            .chi = specimen_between(seed, -0.7, 0.3),
                                            .beta = with_lump ? specimen_between(seed, 0.1, 1) : 0,
                                            .sliders = 3,
                                            .start = (rdg_slider_start)specimen_between(seed, 0, 2.999)});
    }
    specimen_move(&d->s, seed, pow(10, kind == 2 ? -1.7 : kind == 0 || kind == 3 ? -0.5 : 0.5));
    const rdg_element *element = rdg_element_at(d->s.mass, 0);
    void *instance = element->kind.frequency->create(element->self, d->s.ctx, &d->basis, rest);
    assert_non_null(instance);
    numbers_begin(&d->e, &element->kind, element->kind.frequency, element->self, instance, &d->basis, 1,
                  seed);
    assert_true(d->e.n == (kind < 2 ? 3 : with_lump ? 4 : 3));
    memcpy(d->e.z, d->s.u, sizeof(double) * (size_t)d->s.m);
}

static void drop(drawn *d)
{
    d->e.law->free_instance(d->e.instance);
    rdg_context_free(d->s.ctx);
}

static void derivatives_by_numbers_are_exact_in_every_regime(void **state)
{
    (void)state;
    for (int kind = 0; kind < KINDS; kind++) {
        for (int what = NUMBERS_FORCE; what <= NUMBERS_FIRST; what++) {
            uint64_t seed = 31 + (uint64_t)kind;
            double worst = 0;
            int compared = 0, tried = 0;
            for (; compared < STATES; tried++) {
                drawn d;
                draw(&d, &seed, kind);
                const double error = numbers_compare(&d.e, (numbers_of)what, 1e-9, 0.02);
                worst = fmax(worst, error);
                compared += !isnan(error);
                drop(&d);
                assert_true(tried < 3 * STATES);
            }
            print_message("%s, %s: largest error %.1e; %d of %d states too close to another regime\n",
                          numbers_name[what], kind_name[kind], worst, tried - STATES, tried);
        }
    }
}

static void instances_keep_their_numbers_to_themselves(void **state)
{
    (void)state;
    uint64_t seed = 8;
    for (int trial = 0; trial < 100 * KINDS; trial++) {
        drawn d;
        double before[NUMBERS_N], other[NUMBERS_N], changed[NUMBERS_N], after[NUMBERS_N];
        draw(&d, &seed, trial % KINDS);
        const rdg_element *element = rdg_element_at(d.s.mass, 0);
        d.e.law->free_instance(d.e.instance);
        d.e.instance = d.e.law->create(element->self, d.s.ctx, &d.basis, NULL);
        numbered second = d.e;
        second.instance = d.e.law->create(element->self, d.s.ctx, &d.basis, NULL);
        second.n = 0;
        assert_int_equal(numbers_value(&d.e, NUMBERS_FORCE, 0, before), 0);
        assert_int_equal(numbers_value(&d.e, NUMBERS_FORCE, 0.1, changed), 0);
        assert_int_equal(numbers_value(&second, NUMBERS_FORCE, 0, other), 0);
        assert_int_equal(numbers_value(&d.e, NUMBERS_FORCE, 0, after), 0);
        assert_memory_equal(before, other, sizeof *before * (size_t)d.e.N);
        assert_memory_equal(before, after, sizeof *before * (size_t)d.e.N);
        d.e.law->free_instance(second.instance);
        drop(&d);
    }
}

/* (z, Fs) -> c (z, Fs) and Euler's sums, exactly. */
static void iwan_models_are_homogeneous(void **state)
{
    (void)state;
    uint64_t seed = 9;
    for (int trial = 0; trial < STATES; trial++) {
        drawn d;
        double F[NUMBERS_N], by[NUMBERS_N * 2], J[NUMBERS_N * NUMBERS_N], scaled[NUMBERS_N];
        draw(&d, &seed, 2 + trial % 3);
        const rdg_element *element = rdg_element_at(d.s.mass, 0);
        d.e.law->free_instance(d.e.instance);
        d.e.instance = d.e.law->create(element->self, d.s.ctx, &d.basis, NULL);
        rdg_element_result result = {.force = F, .jacobian = J};
        const rdg_element_parameters answer = {.n = 2, .which = d.e.which, .force = by};
        assert_int_equal(d.e.law->evaluate(d.e.instance, &d.basis, d.e.z, 1, &result), 0);
        assert_int_equal(d.e.law->numbers(d.e.instance, &d.basis, d.e.z, 1, &answer), 0);
        const double c = specimen_between(&seed, 0.3, 3);
        numbered larger = d.e;
        larger.value[1] *= c;
        for (rdg_index i = 0; i < d.e.N; i++) {
            larger.z[i] *= c;
        }
        memset(larger.direction, 0, sizeof larger.direction);
        assert_int_equal(numbers_value(&larger, NUMBERS_FORCE, 0, scaled), 0);
        for (rdg_index i = 0; i < d.e.N; i++) {
            assert_near(scaled[i], c * F[i], 0, 1e-13 * (1 + c));
            assert_near(d.e.value[0] * by[i] + d.e.value[1] * by[i + d.e.N], F[i], 0, 1e-13);
        }
        drop(&d);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(derivatives_by_numbers_are_exact_in_every_regime),
        cmocka_unit_test(instances_keep_their_numbers_to_themselves),
        cmocka_unit_test(iwan_models_are_homogeneous),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
