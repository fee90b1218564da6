/* Hysteretic laws of one's own in harmonic balance: few states; test_memory_element_slow has many. */
#include "fresh_context.h"
#include "memory_elements.h"

static void a_jenkins_law_is_the_closed_form(void **state)
{
    check_jenkins(*state, 3, 40);
}

static void smooth_hysteresis_is_that_of_integration_in_time(void **state)
{
    check_smooth_laws(*state, 17, 2, 4000, 1e-5);
}

static void derivatives_are_those_of_the_scheme(void **state)
{
    check_derivatives(*state, 29, 1, 24);
}

static void a_response_is_that_of_integration_in_time(void **state)
{
    check_response(*state, RDG_HARMONICS(1, 3, 5), 1.05, 1.055, 400, 1e-3);
}

/* A memory without a periodic motion: it grows in every period. */
static int drifting_law(const rdg_memory_state *at, rdg_memory_value *value, void *data)
{
    (void)at;
    (void)data;
    value->rate[0] = 1;
    return 0;
}

static void a_memory_that_never_repeats_has_no_coefficients(void **state)
{
    rdg_context *ctx = *state;
    rdg_structure *s = oscillator(ctx);
    rdg_memory_element e = hysteretic_element(JENKINS, 0);
    e.bound = 0;
    e.law = drifting_law;
    assert_ok(ctx, rdg_memory_element_add(s, &e));
    rdg_hbm *hb = rdg_hbm_create(s, RDG_HARMONICS(1));
    double z[2], F[2];
    assert_true(rdg_hbm_element_state(hb, 0, (const double[2]){1, 0}, 1, z, F) > 0);
}

static void what_is_given_is_checked(void **state)
{
    rdg_context *ctx = *state;
    rdg_memory_element e = hysteretic_element(JENKINS, 0);
#define REFUSE(change, words)                                                                                \
    do {                                                                                                     \
        rdg_memory_element bad = e;                                                                          \
        change;                                                                                              \
        rdg_memory_element_add(oscillator(ctx), &bad);                                                       \
        assert_failed(ctx, RDG_ERR_ARGUMENT, "rdg_memory_element_add: the element at \"x\" has " words);     \
    } while (0)
    REFUSE(bad.law = NULL, "no force law");
    REFUSE(bad.memory = 9, "memory = 9 components");
    REFUSE(bad.v_size = 0, "sizes 1 m, 0 m/s");
    REFUSE(bad.start = 2, "start = 2 and bound = 1");
    REFUSE(bad.memory = 2, "bound or kink_w and 2 components");
    REFUSE(bad.samples = -1, "-1 samples a period");
    e.samples = 8;
    rdg_structure *s = oscillator(ctx);
    assert_ok(ctx, rdg_memory_element_add(s, &e));
    assert_null(rdg_hbm_create(s, RDG_HARMONICS(1, 3)));
    assert_failed(ctx, RDG_ERR_ARGUMENT, "rdg_hbm_create: element \"x\" has 8 samples a period: harmonic 3");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_jenkins_law_is_the_closed_form),
        TEST(smooth_hysteresis_is_that_of_integration_in_time),
        TEST(derivatives_are_those_of_the_scheme),
        TEST(a_response_is_that_of_integration_in_time),
        TEST(a_memory_that_never_repeats_has_no_coefficients),
        TEST(what_is_given_is_checked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
