/* Is a solution of harmonic balance stable? Closed forms, the tutorial's three vibrations, random structures.
 */
#include "verdicts.h"

#include "verification/contact_verdicts.h"

static rdg_problem *problem_of(rdg_hbm *hb, double omega, double alpha)
{
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", omega), RDG_AT("alpha", alpha));
    assert_non_null(p);
    return p;
}

/* A pad that sticks all the time is a spring: m x'' + c x' + (k + kt) x = alpha cos(omega t). */
static void a_pad_that_sticks_has_a_multiplier_of_one_besides(void **state)
{
    rdg_context *ctx = *state;
    const double c = 0.1, k = 1.0, kt = 0.7, omega = 0.9;
    const chain_numbers numbers = {
        .n = 1, .pads = 1, .mu = 0.3, .preload = {100.0}, .M = {1.0}, .C = {c}, .K = {k}, .kt = {kt}};
    rdg_hbm *hb = rdg_hbm_create(chain_structure(ctx, &numbers), RDG_HARMONICS(1, 3));
    rdg_problem *p = problem_of(hb, omega, 1.0);
    assert_ok(ctx, rdg_continue(p, "sticks", RDG_RELEASE("omega"), RDG_WINDOW("omega", 0.8, omega),
                                RDG_IN_MEMORY, RDG_EXPECT_EARLY_END));
    rdg_run *r = rdg_run_open(ctx, "sticks");
    const rdg_verification *v = rdg_hbm_verify(hb, "sticks", rdg_run_label_of(r, "EP", 0));
    assert_non_null(v);
    const double period = RDG_HZ(1.0) / v->omega;
    assert_true(v->is_stable && v->unstable == 0);
    assert_int_equal(v->stuck, 1);
    assert_int_equal(v->count, 2);
    for (int i = 0; i < 2; i++) {
        assert_near(v->modulus[i], exp(-0.5 * c * period), 0.0, 1e-10);
    }
    const double turned = sqrt(k + kt - 0.25 * c * c) * period;
    assert_near(fabs(v->angle[0]), fabs(turned - RDG_HZ(1.0) * round(turned / RDG_HZ(1.0))), 0.0, 1e-9);
    assert_near(v->difference, 0.0, 0.0, 1e-10);
}

/* Three vibrations at one frequency: the middle one is unstable. With more harmonics both motions agree. */
static void the_middle_one_of_three_vibrations_is_unstable(void **state)
{
    rdg_context *ctx = *state;
    const chain_numbers numbers = pad_and_stop(NULL);
    rdg_hbm *hb = rdg_hbm_create(chain_structure(ctx, &numbers),
                                 RDG_HARMONICS(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15));
    rdg_problem *p = problem_of(hb, RDG_HZ(20), 5.0);
    assert_ok(ctx, rdg_continue(p, "5N", RDG_RELEASE("omega"), RDG_WINDOW("omega", RDG_HZ(20), RDG_HZ(50)),
                                RDG_UZ("omega", RDG_HZ(33)), RDG_IN_MEMORY));
    static const double modulus[] = {0.880, 1.280, 0.755};
    rdg_run *r = rdg_run_open(ctx, "5N");
    for (int k = 0; k < 3; k++) {
        rdg_verification *v = rdg_hbm_verify(hb, "5N", rdg_run_label_of(r, "UZ", k));
        assert_non_null(v);
        assert_int_equal(v->is_stable, k != 1);
        assert_int_equal(v->unstable, k == 1);
        assert_int_equal(v->stuck, 0);
        assert_near(v->modulus[0], modulus[k], 0.0, 1e-3);
        assert_true(v->difference < 1e-3);
        assert_near(v->omega, RDG_HZ(33), 0.0, 1e-9);
        assert_true(v->alpha == 5.0);
        rdg_verification_free(v);
    }
    assert_int_equal(rdg_warnings(ctx), 0);
}

/* The run's own value of a number counts, not the structure's. */
static void numbers_are_those_of_the_run(void **state)
{
    rdg_context *ctx = *state;
    const chain_numbers numbers = pad_and_stop(NULL);
    rdg_hbm *hb = rdg_hbm_create(chain_structure(ctx, &numbers), RDG_HARMONICS(0, 1, 2, 3, 4, 5, 6, 7));
    rdg_problem *p = problem_of(hb, RDG_HZ(28), 5.0);
    assert_ok(ctx, rdg_continue(p, "preload", RDG_RELEASE("pad.preload"),
                                RDG_WINDOW("pad.preload", 10.0, 20.0), RDG_IN_MEMORY));
    rdg_run *r = rdg_run_open(ctx, "preload");
    double preload = 0.0;
    for (int k = 0; k < 2; k++) {
        assert_ok(ctx, rdg_run_value(r, "EP", k, "pad.preload", &preload));
        const rdg_verification *v = rdg_hbm_verify(hb, "preload", rdg_run_label_of(r, "EP", k));
        assert_non_null(v);
        assert_true(v->difference < 0.01);
    }
}

static void what_cannot_be_verified_is_named(void **state)
{
    rdg_context *ctx = *state;
    const chain_numbers numbers = pad_and_stop(NULL);
    rdg_hbm *hb = rdg_hbm_create(chain_structure(ctx, &numbers), RDG_HARMONICS(0, 1));
    assert_ok(ctx, rdg_continue(problem_of(hb, RDG_HZ(28), 1.0), "one", RDG_RELEASE("omega"),
                                RDG_WINDOW("omega", RDG_HZ(28), RDG_HZ(29)), RDG_IN_MEMORY));
    assert_null(rdg_hbm_verify(hb, "none", 1));
    assert_failed(ctx, RDG_ERR_NAME, "none");
    assert_null(rdg_hbm_verify(hb, "one", 99));
    assert_failed(ctx, RDG_ERR_NAME, "99");
    assert_null(rdg_hbm_verify(hb, NULL, 1));
    assert_failed(ctx, RDG_ERR_ARGUMENT, "the name of a run");
    assert_null(rdg_hbm_orbits(hb, "one", 99));
    assert_failed(ctx, RDG_ERR_NAME, "99");
    assert_null(rdg_hbm_verify(NULL, "one", 1));
    rdg_verification_free(NULL);
}

static void random_verdicts_are_those_of_long_motions(void **state)
{
    (void)state;
    verdicts all = {.points = 0};
    verify_structure(2, 3, &all);
    assert_int_equal(all.wrong, 0);
    assert_true(all.stable + all.unstable > 0);
}

/* 43: a slider that the motion has dragged to its limit slips for 1e-5 of a period, 27: slip ends at t = 0.
 */
static void motions_with_an_event_that_is_all_but_a_touch_are_verified(void **state)
{
    (void)state;
    verdicts all = {.points = 0};
    verify_structure(43, 8, &all);
    verify_structure(27, 6, &all);
    assert_int_equal(all.refused, 0);
    assert_int_equal(all.wrong, 0);
    assert_true(all.points >= 12);
}

/* A label 7e-7 below the fold of harmonic balance, relative in frequency, and 9e-7 above that in time. */
static void behind_a_fold_in_time_there_is_no_orbit(void **state)
{
    (void)state;
    verdicts all = {.points = 0};
    verify_structure(58, 8, &all);
    assert_int_equal(all.refused, 1);
    assert_int_equal(all.wrong, 0);
}

static void verdicts_with_contacts_of_all_kinds_are_those_of_perturbed_motions(void **state)
{
    (void)state;
    const contact_verdicts all = model_campaign(4, 4);
    assert_int_equal(all.wrong, 0);
    assert_int_equal(all.refused, 0);
    assert_true(all.stable > 0 && all.stuck > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_pad_that_sticks_has_a_multiplier_of_one_besides),
        TEST(the_middle_one_of_three_vibrations_is_unstable),
        TEST(numbers_are_those_of_the_run),
        TEST(what_cannot_be_verified_is_named),
        TEST(motions_with_an_event_that_is_all_but_a_touch_are_verified),
        TEST(behind_a_fold_in_time_there_is_no_orbit),
        TEST(verdicts_with_contacts_of_all_kinds_are_those_of_perturbed_motions),
        TEST(random_verdicts_are_those_of_long_motions)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
