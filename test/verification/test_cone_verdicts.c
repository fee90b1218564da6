/* Verdicts on motions with friction cones, against perturbed motions in small steps. */
#include "verification/cone_model.h"

#include <ridgewalk/stability.h>
#include <ridgewalk/verification.h>

/* Of the growth of distances in small steps, relative: the mean over a beat of 75 periods. */
static const double agreed = 0.01;

typedef struct cone_verdicts {
    int points, unstable, stuck, slipping; /* sums; with a multiplier left out of a cone that slips */
} cone_verdicts;

static void judge(rdg_hbm *hb, const cone_model *m, rdg_run *r, rdg_index row, cone_verdicts *all)
{
    rdg_context *ctx = rdg_hbm_context(hb);
    const rdg_index label = rdg_run_label(r, row), n = rdg_hbm_unknowns(hb);
    rdg_verification *v = rdg_hbm_verify(hb, "cones", label);
    assert_non_null(v);
    double *Q = calloc((size_t)n, sizeof *Q);
    assert_ok(ctx, rdg_run_solution(r, label, "Q", n, Q));
    cone_motion a = {.m = m, .omega = v->omega, .alpha = v->alpha};
    const double growth = cone_growth(&a, hb, Q);
    free(Q);
    assert_int_equal(v->is_stable, growth < 1.0);
    assert_int_equal(v->unstable > 0, growth > 1.0);
    assert_true(v->difference < 1e-4);
    assert_near(growth, v->modulus[0], agreed, 0.0);
    all->points++;
    all->unstable += !v->is_stable;
    all->stuck += (int)v->stuck;
    all->slipping += v->stuck + v->count < 2 * CONE_SIZE + 2 * m->contacts;
    rdg_verification_free(v);
}

/* At some frequencies of a response that bends back. It jumps by 1e-3 where the contact changes its motion:
 * the smallest step leads over that. */
static cone_verdicts judge_response(rdg_context *ctx, const cone_model *m)
{
    cone_verdicts all = {.points = 0};
    rdg_hbm *hb = rdg_hbm_create(cone_structure(ctx, m), RDG_HARMONICS(0, 1, 2, 3, 4, 5, 6, 7, 8, 9));
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", 1.9), RDG_AT("alpha", 0.95));
    rdg_continue(p, "cones", RDG_RELEASE("omega"), RDG_WINDOW("omega", 1.3, 2.4), RDG_UZ("omega", 1.65),
                 RDG_UZ("omega", 2.1), RDG_IN_MEMORY, RDG_NO_TABLE, RDG_MAX_POINTS(200),
                 RDG_STEP(0.02, 1e-4, 0.1), RDG_EXPECT_EARLY_END);
    assert_ok(ctx, rdg_error_status(ctx));
    rdg_run *r = rdg_run_open(ctx, "cones");
    for (rdg_index row = 0; row < rdg_run_count(r); row++) {
        if (strcmp(rdg_run_type(r, row), "UZ") == 0) {
            judge(hb, m, r, row, &all);
        }
    }
    return all;
}

#define BENT .kt = 0.2, .preload = 1.0, .cubic = {0.15, 0.1}

static void a_cone_that_slips_hides_no_unstable_motion(void **state)
{
    static const double ratio[] = {1.0, 0.6, 0.0};
    for (int k = 0; k < 3; k++) {
        rdg_context *ctx = k == 0 ? *state : rdg_context_create();
        rdg_set_writer(ctx, NULL, NULL);
        const cone_verdicts all =
            judge_response(ctx, &(cone_model){BENT, .contacts = 1, .mu = {0.5}, .ratio = ratio[k]});
        assert_int_equal(all.points, 4);
        assert_int_equal(all.unstable, 2);
        assert_int_equal(all.stuck, 2 * 2); /* of the small motions */
        if (k > 0) {
            rdg_context_free(ctx);
        }
    }
}

static void a_cone_that_sticks_has_two_multipliers_of_one(void **state)
{
    const cone_verdicts all =
        judge_response(*state, &(cone_model){BENT, .contacts = 1, .mu = {2.0}, .ratio = 0.6});
    assert_int_equal(all.points, 4);
    assert_int_equal(all.unstable, 2);
    assert_int_equal(all.stuck, 4 * 2);
}

/* One sticks, one slips. */
static void cones_side_by_side_count_for_themselves(void **state)
{
    const cone_verdicts all =
        judge_response(*state, &(cone_model){BENT, .contacts = 2, .mu = {2.0, 0.4}, .ratio = 0.6});
    assert_int_equal(all.points, 4);
    assert_int_equal(all.unstable, 2);
    assert_int_equal(all.stuck, 2 * 2 + 2 * 4);
}

static void a_load_that_varies_changes_no_verdict(void **state)
{
    const cone_verdicts all = judge_response(
        *state, &(cone_model){BENT, .contacts = 1, .mu = {0.5}, .kn = 0.5, .ratio = 0.999, .press = 2.0});
    assert_int_equal(all.points, 4);
    assert_int_equal(all.unstable, 2);
}

/* Motions in a circle: the multiplier of states off the cone is left out, and no other one. */
static void a_cone_that_always_slips_has_one_multiplier_less(void **state)
{
    const cone_verdicts all = judge_response(
        *state,
        &(cone_model){
            .kt = 0.2, .preload = 0.2, .cubic = {0.15, 0.15}, .contacts = 1, .mu = {0.3}, .ratio = 1.0});
    assert_int_equal(all.points, 4);
    assert_int_equal(all.unstable, 2);
    assert_int_equal(all.slipping, 3);
    assert_int_equal(all.stuck, 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_cone_that_slips_hides_no_unstable_motion), TEST(a_cone_that_sticks_has_two_multipliers_of_one),
        TEST(cones_side_by_side_count_for_themselves), TEST(a_load_that_varies_changes_no_verdict),
        TEST(a_cone_that_always_slips_has_one_multiplier_less)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
