/* Reference problem: equilibria of the CO oxidation, with folds, Hopf points, neutral saddles, and their
 * curves.
 *
 * Each special point was computed with 40 digits as a zero of [f; c] of the polynomial field: c = det J
 * (folds); c1 c2 - c0 with the coefficients of the characteristic polynomial (Hopf points and neutral
 * saddles); c0 and c1 (Bogdanov and Takens); det J and w f_xx v v with v, w from the adjugate (the cusp);
 * Kuznetsov's formula with the polynomials' derivatives (generalised Hopf points). */
#define _XOPEN_SOURCE 700

#include "fields.h"

typedef struct expected {
    const char *type;
    double p2;
} expected;

static void check(rdg_context *ctx, double p7, const expected *points, size_t count)
{
    harvest h = {0};
    rdg_problem *p = oxidation_problem(ctx, p7);
    assert_ok(ctx, rdg_continue(p, "branch", RDG_RELEASE("p2"), RDG_WINDOW("p2", 0.4, 3), RDG_NEUTRAL_SADDLES,
                                HARVEST_ONLY(&h)));
    for (size_t k = 0; k < count; k++) {
        const harvested *c = harvest_near(&h, points[k].type, "p2", points[k].p2);
        assert_near(harvest_mu(&h, c, "p2"), points[k].p2, 1e-10, 0.0);
    }
    assert_int_equal(harvest_count(&h, "FP"), 2);
    assert_int_equal(harvest_count(&h, "HB") + harvest_count(&h, "NSA"), 2);
    assert_int_equal(harvest_count(&h, "BP"), 0);
    harvest_clear(&h);
}

static void folds_and_hopf_points_are_exact(void **state)
{
    const expected points[] = {{"HB", 1.05155746245773},
                               {"FP", 1.05220028786995},
                               {"FP", 1.04204850537853},
                               {"HB", 1.04099156953262}};
    check(*state, 0.4, points, 4);
}

static void neutral_saddles_are_told_apart(void **state)
{
    const expected points[] = {{"FP", 1.25262973928152},
                               {"NSA", 1.27110724313944},
                               {"NSA", 1.64025363997558},
                               {"FP", 1.64867191973630}};
    check(*state, 2.0, points, 4);
}

static void derivatives_agree_with_differences_at_random_states(void **state)
{
    rdg_context *ctx = *state;
    rdg_problem *p = oxidation_problem(ctx, 0.4);
    uint64_t seed = 3;
    int pairs[2] = {0, 0};
    for (int trial = 0; trial < 300; trial++) {
        double u[5];
        double omega2 = 0.0;
        for (int j = 0; j < 5; j++) {
            u[j] = random_signed(&seed);
        }
        u[1] *= 0.1; /* where the first two states oscillate as often as not */
        assert_ok(ctx, rdg_parameter_value(p, "omega2", u, &omega2));
        pairs[omega2 > 0.0]++;
        assert_ok(ctx, rdg_check_derivatives(p, u, 1e-5));
    }
    assert_true(pairs[0] > 20 && pairs[1] > 20); /* real and complex pairs, positive and negative products */
}

static void the_hopf_curve_passes_bogdanov_takens_and_generalised_hopf_points(void **state)
{
    rdg_context *ctx = *state;
    rdg_problem *p = oxidation_problem(ctx, 0.4);
    harvest branch = {0}, h = {0};
    assert_ok(ctx,
              rdg_continue(p, "branch", RDG_RELEASE("p2"), RDG_WINDOW("p2", 0.4, 3), HARVEST_ONLY(&branch)));
    const harvested *hopf = harvest_near(&branch, "HB", "p2", 1.0515574625);
    assert_ok(ctx, rdg_continue(p, "hopf", RDG_START(hopf->u), RDG_HOLD_AT("hopf", 0), RDG_RELEASE("p2"),
                                RDG_RELEASE("p7"), RDG_WINDOW("p2", 0.4, 3), RDG_WINDOW("p7", 0, 3),
                                HARVEST_ONLY(&h)));
    const struct {
        const char *type;
        double p2, p7;
    } points[] = {{"BTP", 1.41762763760065, 0.971397573485313},
                  {"BTP", 1.16119870882174, 0.722339072522529},
                  {"GH", 0.92425501521858, 0.30587926747793},
                  {"GH", 0.89131898077432, 0.23248735420304}};
    for (size_t k = 0; k < sizeof points / sizeof *points; k++) {
        const harvested *c = harvest_near(&h, points[k].type, "p2", points[k].p2);
        assert_near(harvest_mu(&h, c, "p2"), points[k].p2, 1e-9, 0.0);
        assert_near(harvest_mu(&h, c, "p7"), points[k].p7, 1e-9, 0.0);
    }
    harvest_clear(&branch);
    harvest_clear(&h);
}

static void the_fold_curve_has_its_cusp(void **state)
{
    rdg_context *ctx = *state;
    rdg_problem *p = oxidation_problem(ctx, 0.4);
    harvest branch = {0}, h = {0};
    assert_ok(ctx,
              rdg_continue(p, "branch", RDG_RELEASE("p2"), RDG_WINDOW("p2", 0.4, 3), HARVEST_ONLY(&branch)));
    assert_ok(ctx, rdg_add_fold(p, "fold", "p2", NULL));
    assert_ok(ctx, rdg_continue(p, "folds", RDG_START(harvest_nth(&branch, "FP", 0)->u),
                                RDG_HOLD_AT("fold", 0), RDG_RELEASE("p2"), RDG_RELEASE("p7"),
                                RDG_WINDOW("p2", 0.4, 3), RDG_WINDOW("p7", 0, 3), HARVEST_ONLY(&h)));
    assert_int_equal(harvest_count(&h, "CP"), 1);
    const harvested *cusp = harvest_nth(&h, "CP", 0);
    assert_near(harvest_mu(&h, cusp, "p2"), 1.00640832967832, 1e-9, 0.0);
    assert_near(harvest_mu(&h, cusp, "p7"), 0.355991273208677, 1e-9, 0.0);
    const harvested *turn = harvest_near(&h, "FP", "p2", 1.006408347); /* both parameters turn round there */
    assert_near(harvest_mu(&h, turn, "p2"), harvest_mu(&h, cusp, "p2"), 1e-9, 0.0);
    assert_near(harvest_mu(&h, turn, "p7"), harvest_mu(&h, cusp, "p7"), 1e-9, 0.0);
    assert_int_equal(harvest_count(&h, "BTP"), 2);
    const double meets[2][2] = {{1.41762763760065, 0.971397573485313}, {1.16119870882174, 0.722339072522529}};
    for (int k = 0; k < 2; k++) { /* as on the Hopf curve */
        const harvested *bt = harvest_near(&h, "BTP", "p2", meets[k][0]);
        assert_near(harvest_mu(&h, bt, "p2"), meets[k][0], 1e-9, 0.0);
        assert_near(harvest_mu(&h, bt, "p7"), meets[k][1], 1e-9, 0.0);
    }
    harvest_clear(&branch);
    harvest_clear(&h);
}

/* Every equilibrium that COCO lists, with its number of unstable eigenvalues. */
static void coco_s_branch_is_this_branch(void **state)
{
    rdg_context *ctx = *state;
    rdg_problem *p = oxidation_problem(ctx, 0.4);
    FILE *file = fopen("test/data/coco_oxidation.csv", "r");
    assert_non_null(file);
    char line[256];
    int count = 0;
    while (fgets(line, sizeof line, file)) {
        double p2 = 0.0, x[3], unstable = 0.0, value = 0.0;
        if (sscanf(line, "%lf,%lf,%lf,%lf,%lf", &p2, &x[0], &x[1], &x[2], &unstable) != 5) {
            continue; /* the header */
        }
        double *u = rdg_start_values(p);
        memcpy(u, x, sizeof x);
        u[3] = p2;
        assert_ok(ctx, rdg_solve(p));
        for (int j = 0; j < 3; j++) {
            assert_near(u[j], x[j], 0.0, 1e-6); /* its tolerance */
        }
        assert_ok(ctx, rdg_parameter_value(p, "unstable", u, &value));
        assert_near(value, unstable, 0.0, 0.0);
        count++;
    }
    fclose(file);
    assert_int_equal(count, 49);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(folds_and_hopf_points_are_exact),
        SCRATCH_TEST(neutral_saddles_are_told_apart),
        SCRATCH_TEST(derivatives_agree_with_differences_at_random_states),
        SCRATCH_TEST(the_hopf_curve_passes_bogdanov_takens_and_generalised_hopf_points),
        SCRATCH_TEST(the_fold_curve_has_its_cusp),
        SCRATCH_TEST(coco_s_branch_is_this_branch),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
