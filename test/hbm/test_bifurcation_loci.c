/* Loci of Neimark-Sacker points and of period doublings in frequency and force: against the special points of
 * responses, and at their ends. */
#define _XOPEN_SOURCE 700
#include "floquet.h"
#include "harvest.h"
#include "scratch.h"
#include "vibration/models.h"

/* The label of the nth point of a type. */
static rdg_index find_label(rdg_context *ctx, const char *name, const char *type, rdg_index nth)
{
    rdg_run *run = rdg_run_open(ctx, name);
    const rdg_index row = rdg_run_find(run, type, nth);
    assert_true(row >= 0);
    return rdg_run_label(run, row);
}

/* The run "frc" of a problem with one parameter released; its special points of a type are labelled. */
static void respond(rdg_hbm *hb, const char *released, double low, double high, double omega, double alpha,
                    harvest *h)
{
    rdg_context *ctx = rdg_hbm_context(hb);
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", omega), RDG_AT("alpha", alpha));
    assert_ok(ctx, rdg_hbm_add_bifurcations(hb, p, "stability"));
    assert_ok(ctx,
              rdg_continue(p, "frc", RDG_RELEASE(released), RDG_WINDOW(released, low, high), HARVEST(h)));
}

/* A point of the locus (its start is no event) at which both parameters are those of a point of a response.
 */
static void assert_on_locus(const harvest *locus, const harvested *c, const harvest *response,
                            const char *held, const char *found)
{
    double best = HUGE_VAL;
    for (size_t k = 0; k < locus->count; k++) {
        const harvested *at = &locus->chart[k];
        if ((at->point == 0 || strcmp(at->type, "UZ") == 0) &&
            fabs(harvest_mu(locus, at, held) - harvest_mu(response, c, held)) < 1e-9) {
            best = fmin(best, fabs(harvest_mu(locus, at, found) / harvest_mu(response, c, found) - 1.0));
        }
    }
    assert_near(best, 0, 0, 1e-8);
}

static void tori_of_the_absorber_lie_on_their_locus(void **state)
{
    static const double level[] = {0.102, 0.11, 0.12, 0.135};
    enum { LEVELS = sizeof level / sizeof *level };
    rdg_context *ctx = *state;
    rdg_hbm *hb = p02(ctx, 5);
    harvest response[LEVELS] = {{0}}, locus = {0};
    for (int k = 0; k < LEVELS; k++) {
        respond(hb, "omega", 0.8, 1.4, 0.8, level[k], &response[k]);
        assert_int_equal(harvest_count(&response[k], "NS"), 2);
    }
    rdg_problem *q = rdg_hbm_critical_problem(hb, "frc", find_label(ctx, "frc", "NS", 0));
    assert_ok(ctx, rdg_continue(q, "tori", RDG_RELEASE("alpha"), RDG_RELEASE("omega"),
                                RDG_WINDOW("alpha", 0.0, 1.0), RDG_UZ_LIST("alpha", LEVELS, level),
                                HARVEST(&locus)));
    for (int k = 0; k < LEVELS; k++) {
        for (size_t i = 0; i < 2; i++) {
            assert_on_locus(&locus, harvest_nth(&response[k], "NS", i), &response[k], "alpha", "omega");
        }
        harvest_clear(&response[k]);
    }
    /* it ends at both ends on the locus of folds */
    assert_int_equal(locus.summary.forwards, RDG_STOP_TERMINAL_EVENT);
    assert_int_equal(locus.summary.backwards, RDG_STOP_TERMINAL_EVENT);
    assert_int_equal(harvest_count(&locus, "R1"), 2);
    for (size_t i = 0; i < 2; i++) {
        const harvested *c = harvest_nth(&locus, "R1", i);
        double re[4], im[4];
        assert_ok(ctx, rdg_hbm_exponents(hb, c->u, harvest_mu(&locus, c, "omega"), 4, re, im));
        /* a double exponent is zero: rounding takes its root */
        assert_near(hypot(re[0], im[0]), 0, 0, 1e-6);
        assert_near(hypot(re[1], im[1]), 0, 0, 1e-6);
    }
    assert_string_equal(scratch_said, "");
    harvest_clear(&locus);
}

/* A locus can be taken up at any of its own points. */
static void a_locus_starts_again_from_its_own_points(void **state)
{
    rdg_context *ctx = *state;
    rdg_hbm *hb = p02(ctx, 3);
    harvest response = {0}, first = {0}, again = {0};
    respond(hb, "omega", 0.8, 1.4, 0.8, 0.11, &response);
    rdg_problem *q = rdg_hbm_critical_problem(hb, "frc", find_label(ctx, "frc", "NS", 0));
    assert_ok(ctx, rdg_continue(q, "tori", RDG_RELEASE("alpha"), RDG_RELEASE("omega"), HARVEST(&first)));
    const rdg_index least_force = find_label(ctx, "tori", "FP", 0);
    assert_ok(ctx, rdg_continue(q, "again", RDG_FROM("tori", least_force), RDG_RELEASE("alpha"),
                                RDG_RELEASE("omega"), HARVEST(&again)));
    assert_int_equal(harvest_count(&again, "R1"), 2);
    const harvested *c = harvest_near(&first, "R1", "alpha", 0.2);
    const harvested *d = harvest_near(&again, "R1", "alpha", harvest_mu(&first, c, "alpha"));
    assert_near(harvest_mu(&again, d, "omega"), harvest_mu(&first, c, "omega"), 1e-8, 0);
    harvest_clear(&response);
    harvest_clear(&first);
    harvest_clear(&again);
}

/* x'' + 0.1 x' + x - x^2 = alpha cos(omega t), which escapes soon after it has doubled its period: two
 * formulations of the locus, and responses. */
static void period_doublings_lie_on_their_locus(void **state)
{
    static const double frequency[] = {0.82, 0.85, 0.9};
    enum { FREQUENCIES = sizeof frequency / sizeof *frequency };
    rdg_context *ctx = *state;
    polynomial softening = {.k2 = -1.0};
    rdg_structure *s = oscillator(ctx, 1.0, 0.1, 1.0);
    add_law(s, "x", &softening);
    rdg_force_add(s, "x", 1, 1.0);
    rdg_hbm *hb = rdg_hbm_create(s, RDG_HARMONICS(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12));
    harvest response[FREQUENCIES] = {{0}}, locus[2] = {{0}};
    for (int k = 0; k < FREQUENCIES; k++) {
        respond(hb, "alpha", 0.01, 0.16, frequency[k], 0.01, &response[k]);
        assert_int_equal(harvest_count(&response[k], "PD"), 1);
    }
    const rdg_index label = find_label(ctx, "frc", "PD", 0);
    rdg_problem *q = rdg_hbm_critical_problem(hb, "frc", label);
    assert_ok(ctx, rdg_continue(q, "critical", RDG_RELEASE("omega"), RDG_RELEASE("alpha"),
                                RDG_WINDOW("omega", 0.7, 1.0), RDG_UZ_LIST("omega", FREQUENCIES, frequency),
                                HARVEST(&locus[0])));
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", 0.85));
    assert_ok(ctx, rdg_hbm_add_doubling(hb, p, "doubling"));
    assert_ok(ctx, rdg_continue(p, "doublings", RDG_FROM("frc", label), RDG_HOLD_AT("doubling", 0),
                                RDG_RELEASE("omega"), RDG_RELEASE("alpha"), RDG_WINDOW("omega", 0.7, 1.0),
                                RDG_UZ_LIST("omega", FREQUENCIES, frequency), HARVEST(&locus[1])));
    for (int l = 0; l < 2; l++) {
        for (int k = 0; k < FREQUENCIES; k++) {
            const harvested *c = harvest_nth(&response[k], "PD", 0);
            assert_on_locus(&locus[l], c, &response[k], "omega", "alpha");
        }
        assert_int_equal(locus[l].summary.forwards, RDG_STOP_BOUNDARY);
        assert_int_equal(locus[l].summary.backwards, RDG_STOP_BOUNDARY);
    }
    assert_string_equal(scratch_said, "");
    for (size_t k = 0; k < locus[0].count; k++) {
        assert_near(harvest_mu(&locus[0], &locus[0].chart[k], "ratio"), 0.5, 1e-6, 0);
    }
    for (int k = 0; k < FREQUENCIES; k++) {
        harvest_clear(&response[k]);
    }
    harvest_clear(&locus[0]);
    harvest_clear(&locus[1]);
}

static void bad_input_is_named(void **state)
{
    rdg_context *ctx = *state;
    rdg_hbm *hb = p02(ctx, 3);
    harvest h = {0};
    respond(hb, "omega", 0.8, 0.85, 0.8, 0.11, &h);
    assert_null(rdg_hbm_critical_problem(hb, "frc", 1));
    assert_failed(ctx, RDG_ERR_ARGUMENT, "label 1 is no Neimark-Sacker point and no period doubling");
    assert_null(rdg_hbm_critical_problem(hb, "nothing", 1));
    assert_failed(ctx, RDG_ERR_NAME, "nothing");
    assert_null(rdg_hbm_critical_problem(hb, "frc", 77));
    assert_failed(ctx, RDG_ERR_NAME, "77");
    assert_null(rdg_hbm_critical_problem(p02(ctx, 1), "frc", 1));
    assert_failed(ctx, RDG_ERR_SIZE, "Q");
    assert_null(rdg_hbm_critical_problem(NULL, "frc", 1));

    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", 1.0));
    assert_int_equal(rdg_hbm_add_doubling(NULL, p, "doubling"), RDG_ERR_EARLIER);
    assert_int_equal(rdg_hbm_add_bifurcations(hb, NULL, "stability"), RDG_ERR_EARLIER);
    rdg_hbm_add_doubling(hb, p, NULL);
    assert_failed(ctx, RDG_ERR_ARGUMENT, "needs a name");
    rdg_hbm_add_doubling(hb, p, "omega");
    assert_failed(ctx, RDG_ERR_NAME, "omega");
    rdg_hbm_add_bifurcations(hb, p, "");
    assert_failed(ctx, RDG_ERR_ARGUMENT, "needs a name");
    rdg_hbm_add_doubling(hb, rdg_problem_create(ctx), "doubling");
    assert_failed(ctx, RDG_ERR_NAME, "\"Q\"");
    harvest_clear(&h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(tori_of_the_absorber_lie_on_their_locus),
        SCRATCH_TEST(a_locus_starts_again_from_its_own_points),
        SCRATCH_TEST(period_doublings_lie_on_their_locus),
        SCRATCH_TEST(bad_input_is_named),
    };
    return cmocka_run_group_tests_name("bifurcation loci", tests, NULL, NULL);
}
