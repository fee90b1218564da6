/* Contacts with a cone by their numbers: derivatives against differences at random states of every regime. */
#include "numbers.h"
#include "random_cone.h"

#include <ridgewalk/friction_numbers.h>

enum { STATES = 400 };

typedef struct drawn {
    random_cone c;
    numbered e;
} drawn;

static void draw(drawn *d, uint64_t *seed, cone_regime regime)
{
    draw_cone(&d->c, seed, regime);
    rdg_cone_contact law = d->c.law;
    const rdg_basis *basis = rdg_hbm_basis(d->c.hb);
    double rest[3] = {0.2 * random_signed(seed), 0.2 * random_signed(seed), 0.2 * random_signed(seed)};
    law.start = (rdg_slider_start)cone_between(seed, 0, 2.999);
    law.preload -= law.normal && !basis->has_static ? law.kn * rest[2] : 0;
    const rdg_structure *s = rdg_hbm_structure(cone_balance(d->c.ctx, &law, 1, (const int[]){1}));
    const rdg_element *element = rdg_element_at(s, 0);
    void *instance = element->kind.frequency->create(element->self, d->c.ctx, basis, rest);
    assert_non_null(instance);
    numbers_begin(&d->e, &element->kind, element->kind.frequency, element->self, instance, basis, element->d,
                  seed);
    assert_int_equal(d->e.n, law.normal ? 4 : 3);
    memcpy(d->e.z, d->c.z, sizeof d->c.z);
}

static void drop(drawn *d)
{
    d->e.law->free_instance(d->e.instance);
    rdg_context_free(d->c.ctx);
}

/* Forces as computed are smooth but where a phase of slip between two samples begins to be seen. */
static void derivatives_by_numbers_are_exact_in_every_regime(void **state)
{
    (void)state;
    for (int r = 0; r < CONE_REGIMES; r++) {
        for (int what = NUMBERS_FORCE; what <= NUMBERS_FIRST; what++) {
            uint64_t seed = 53 + (uint64_t)r;
            const double tolerance = r == CONE_STUCK && what == NUMBERS_FORCE ? 1e-7 : 1e-8;
            double worst = 0;
            int compared = 0, tried = 0;
            for (; compared < STATES; tried++) {
                drawn d;
                draw(&d, &seed, (cone_regime)r);
                const double error = numbers_compare(&d.e, (numbers_of)what, tolerance, 0.004);
                worst = fmax(worst, error);
                compared += !isnan(error);
                drop(&d);
                assert_true(tried < 3 * STATES);
            }
            print_message("%s, %s: largest error %.1e; %d of %d states too close to another regime\n",
                          numbers_name[what], cone_regime_name[r], worst, tried - STATES, tried);
        }
    }
}

static void where_there_is_no_friction_none_is_answered(void **state)
{
    (void)state;
    uint64_t seed = 3;
    for (int trial = 0; trial < 40; trial++) {
        drawn d;
        double by[NUMBERS_N];
        draw(&d, &seed, (cone_regime)(trial % CONE_REGIMES));
        int which = RDG_FRICTION_MU;
        const rdg_element_parameters answer = {.n = 1, .which = &which, .force = by};
        d.e.law->set(d.e.instance, which, 0);
        assert_true(d.e.law->numbers(d.e.instance, d.e.basis, d.e.z, 1, &answer) > 0);
        which = RDG_FRICTION_PRELOAD;
        assert_int_equal(d.e.law->numbers(d.e.instance, d.e.basis, d.e.z, 1, &answer), 0);
        if (!d.c.law.normal) {
            d.e.law->set(d.e.instance, which, 0);
            assert_true(d.e.law->numbers(d.e.instance, d.e.basis, d.e.z, 1, &answer) > 0);
        }
        drop(&d);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(derivatives_by_numbers_are_exact_in_every_regime),
        cmocka_unit_test(where_there_is_no_friction_none_is_answered),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
