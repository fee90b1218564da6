/* Boundaries as curves: at each of their points the limits in closed form, which look at all maxima. */
#include "coulomb_systems.h"

#include <ridgewalk/regimes.h>
#include <ridgewalk/ridgewalk.h>

struct seen {
    const rdg_coulomb *c;
    bool stuck;
    double worst;
    int points, corners;
};

static bool compare(rdg_problem *p, const rdg_chart *chart, void *data)
{
    struct seen *s = data;
    rdg_coulomb_limits l;
    double beta = 0.0;
    assert_ok(rdg_problem_context(p), rdg_parameter_value(p, "beta", chart->u, &beta));
    assert_ok(rdg_problem_context(p), rdg_coulomb_limits_at(s->c, chart->u[0], &l));
    const double known = s->stuck ? l.stuck : l.continuous;
    s->worst = fmax(s->worst, fabs(beta - known) / (1.0 + known));
    s->points++;
    s->corners += strcmp(chart->type, "CO") == 0;
    return false;
}

/* From r1 = 1.3 both ways to the ends of the window, over all corners. */
static void boundaries_are_followed_over_their_corners(void **state)
{
    rdg_context *ctx = *state;
    const struct {
        const char *system;
        double ratio, low;
        int corners;
    } cases[] = {{"two_m1", 1.0, 0.2, 11},   {"two_m1", 1.5, 0.3, 6},     {"two_m2", 1.0, 0.2, 10},
                 {"mass_mass", 1.0, 0.3, 4}, {"base_wall", 1.25, 0.3, 6}, {"five_m1", 1.0, 0.5, 6}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        rdg_coulomb *c = coulomb_named(ctx, cases[i].system, cases[i].ratio);
        struct seen s = {.c = c};
        rdg_run_summary summary;
        rdg_problem *p = rdg_regime_problem(c, RDG_CONTINUOUS, RDG_AT("r1", 1.3));
        assert_non_null(p);
        assert_ok(ctx, rdg_check_derivatives(p, NULL, 1e-6));
        assert_ok(ctx, rdg_continue(p, "limit", RDG_RELEASE("r1"), RDG_RELEASE("beta"),
                                    RDG_WINDOW("r1", cases[i].low, 3.0), RDG_MAX_POINTS(3000), RDG_NO_FOLDER,
                                    RDG_OBSERVE(compare, &s), RDG_SUMMARY(&summary)));
        assert_true(summary.covered);
        assert_int_equal(summary.warnings, 0);
        assert_true(s.worst < 1e-9);
        assert_int_equal(s.corners, cases[i].corners);
        rdg_problem_free(p);
    }
}

/* From low frequencies up: an interior maximum merges with the start of slip, where it ends without a jump;
 * the curve is the same as that of the way down. */
static void boundaries_are_the_same_upwards(void **state)
{
    rdg_context *ctx = *state;
    const struct {
        const char *system;
        int corners;
    } cases[] = {{"two_m1", 5}, {"two_m2", 6}, {"mass_mass", 4}, {"base_wall", 5}, {"five_m1", 15}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        rdg_coulomb *c = coulomb_named(ctx, cases[i].system, 1.0);
        for (int k = 0; k < 2; k++) {
            struct seen s = {.c = c};
            rdg_run_summary summary;
            rdg_problem *p = rdg_regime_problem(c, RDG_CONTINUOUS, RDG_AT("r1", k == 0 ? 0.31 : 2.0));
            assert_ok(ctx, rdg_continue(p, "limit", RDG_RELEASE("r1"), RDG_RELEASE("beta"),
                                        RDG_WINDOW("r1", 0.31, 2.0), RDG_MAX_POINTS(3000), RDG_NO_FOLDER,
                                        RDG_OBSERVE(compare, &s), RDG_SUMMARY(&summary)));
            assert_true(summary.covered);
            assert_true(s.worst < 1e-9);
            assert_int_equal(s.corners, cases[i].corners);
            rdg_problem_free(p);
        }
    }
}

/* Slopes where an interior maximum rules, with the start of slip behind it, where it is about to merge with
 * that (at r1 = 0.739934793), the other way round, and where both are interior. */
static void slopes_are_those_of_differences(void **state)
{
    rdg_context *ctx = *state;
    static const double at[] = {0.62, 0.7, 0.735, 0.7395, 0.73993, 0.45, 0.498, 0.52, 0.3};
    for (size_t i = 0; i < sizeof at / sizeof *at; i++) {
        for (int k = 0; k < 2; k++) {
            rdg_coulomb *c = coulomb_named(ctx, "two_m1", 1.0 + 0.2 * k);
            rdg_problem *p = rdg_regime_problem(c, RDG_CONTINUOUS, RDG_AT("r1", at[i]));
            assert_ok(ctx, rdg_check_derivatives(p, NULL, 1e-6));
            rdg_problem_free(p);
        }
    }
}

/* Through a resonance of what is stuck, where beta is infinite. */
static void stuck_boundaries_pass_through_infinity(void **state)
{
    rdg_context *ctx = *state;
    const char *const systems[] = {"two_m2", "base_wall", "five_m1", "mass_mass"};
    for (size_t i = 0; i < sizeof systems / sizeof *systems; i++) {
        rdg_coulomb *c = coulomb_named(ctx, systems[i], 1.25);
        struct seen s = {.c = c, .stuck = true};
        rdg_run_summary summary;
        rdg_problem *p = rdg_regime_problem(c, RDG_STUCK, RDG_AT("r1", 0.5));
        assert_ok(ctx, rdg_check_derivatives(p, NULL, 1e-6));
        assert_ok(ctx,
                  rdg_continue(p, "stuck", RDG_RELEASE("r1"), RDG_RELEASE("beta"), RDG_WINDOW("r1", 0.2, 3.0),
                               RDG_NO_FOLDER, RDG_OBSERVE(compare, &s), RDG_SUMMARY(&summary)));
        assert_true(summary.covered);
        assert_true(s.worst < 1e-9);
        rdg_problem_free(p);
    }
}

/* Static friction as the parameter of a boundary. */
static void the_ratio_can_be_released(void **state)
{
    rdg_context *ctx = *state;
    rdg_coulomb *c = coulomb_named(ctx, "two_m1", 1.0);
    rdg_problem *p = rdg_regime_problem(c, RDG_CONTINUOUS, RDG_AT("r1", 1.3), RDG_AT("mu", 1.2));
    assert_ok(ctx, rdg_continue(p, "ratio", RDG_RELEASE("mu"), RDG_RELEASE("beta"),
                                RDG_WINDOW("mu", 1.0, 1.5), RDG_IN_MEMORY, RDG_DIRECTION(1)));
    rdg_run *run = rdg_run_open(ctx, "ratio");
    const double *beta = rdg_run_column(run, "beta");
    assert_near(beta[rdg_run_count(run) - 1], 0.549222141, 1e-9, 0);
    assert_null(rdg_regime_problem(c, RDG_STUCK, RDG_AT("beta", 1)));
    assert_failed(ctx, RDG_ERR_NAME, "beta");
    assert_null(rdg_regime_problem(c, RDG_STUCK, RDG_AT("r1", -1)));
    assert_failed(ctx, RDG_ERR_ARGUMENT, "r1 = -1");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(boundaries_are_followed_over_their_corners), TEST(boundaries_are_the_same_upwards),
        TEST(slopes_are_those_of_differences), TEST(stuck_boundaries_pass_through_infinity),
        TEST(the_ratio_can_be_released)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
