/* Hysteretic laws of one's own in harmonic balance: few states; test_memory_element_slow has many. */
#include "fresh_context.h"
#include "memory_elements.h"

#include <ridgewalk/ridge.h>

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

static char written[2048];

static void keep(rdg_channel channel, const char *text, void *data)
{
    (void)channel;
    (void)data;
    strncat(written, text, sizeof written - strlen(written) - 1);
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
    rdg_set_writer(ctx, keep, NULL);
    for (int k = 1; k < 3; k++) { /* once */
        assert_true(rdg_hbm_element_state(hb, 0, (const double[2]){k, 0}, 0.7, z, F) > 0);
    }
    const char *said =
        strstr(written, "warning: element \"x\": its memory does not repeat within 1000 periods at "
                        "omega = 0.7 rad/s");
    assert_non_null(said);
    assert_null(strstr(said + 1, "warning"));
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

/* The ridge begins at the maximum of the response, above all of its points. */
static void a_ridge_stands_on_it(void **state)
{
    rdg_context *ctx = *state;
    rdg_structure *s = oscillator(ctx);
    const rdg_memory_element e = hysteretic_element(BOUC_WEN, 48);
    assert_ok(ctx, rdg_memory_element_add(s, &e));
    rdg_hbm *hb = rdg_hbm_create(s, RDG_HARMONICS(1));
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", 1.03), RDG_AT("alpha", 1.0));
    assert_ok(ctx,
              rdg_continue(p, "frc", RDG_RELEASE("omega"), RDG_WINDOW("omega", 1.03, 1.06), RDG_NO_TABLE));
    assert_ok(ctx, rdg_ridge(hb, "ridge", "A", RDG_FROM_GREATEST("frc"), RDG_WINDOW("alpha", 1.0, 1.02),
                             RDG_RIDGE_CERTIFY(RDG_CERTIFY_NOTHING), RDG_NO_TABLE));
    rdg_run *frc = rdg_run_open(ctx, "frc"), *ridge = rdg_run_open(ctx, "ridge");
    const double *points = rdg_run_column(frc, "A"), *A = rdg_run_column(ridge, "A"),
                 *alpha = rdg_run_column(ridge, "alpha");
    const rdg_index last = rdg_run_count(ridge) - 1;
    double most = 0;
    for (rdg_index i = 0; i < rdg_run_count(frc); i++) {
        most = fmax(most, points[i]);
    }
    assert_true(last > 0);
    assert_near(alpha[0], 1.0, 1e-12, 0.0);
    assert_true(A[0] >= most && A[0] < most * (1.0 + 1e-3));
    assert_near(alpha[last], 1.02, 1e-12, 0.0);
    assert_true(A[last] > 1.02 * A[0]); /* its friction is saturated, the share of damping falls */
    rdg_run_free(frc);
    rdg_run_free(ridge);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_jenkins_law_is_the_closed_form),
        TEST(smooth_hysteresis_is_that_of_integration_in_time),
        TEST(derivatives_are_those_of_the_scheme),
        TEST(a_response_is_that_of_integration_in_time),
        TEST(a_ridge_stands_on_it),
        TEST(a_memory_that_never_repeats_has_no_coefficients),
        TEST(what_is_given_is_checked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
