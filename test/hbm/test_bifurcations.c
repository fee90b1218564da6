/* Special points at which periodic solutions change their stability: their types and places against reference
 * numbers and integration in time. */
#define _XOPEN_SOURCE 700
#include "floquet.h"
#include "friction-backbone/models.h"
#include "harvest.h"
#include "scratch.h"
#include "vibration/models.h"

/* The response of a harmonic balance over a window of omega or alpha, with its bifurcations. */
static void follow_bifurcations(rdg_hbm *hb, rdg_problem *p, const char *released, double low, double high,
                                harvest *h)
{
    assert_ok(rdg_hbm_context(hb), rdg_hbm_add_bifurcations(hb, p, "stability"));
    assert_ok(rdg_hbm_context(hb), rdg_continue(p, "frc", RDG_RELEASE(released),
                                                RDG_WINDOW(released, low, high), HARVEST_ONLY(h)));
}

/* Reference numbers: Neimark-Sacker points from shooting, folds from an independent harmonic balance. */
static void the_absorber_has_two_neimark_sacker_points(void **state)
{
    static const double omega[] = {1.1127112391, 1.1957366691}, Q11[] = {0.4663056824, 0.5655270475};
    static const double fold[] = {1.214626225159, 1.206219457364};
    static const double fold_amplitude[] = {0.5654418180, 0.4322311419};
    static const double re[] = {0.84713952, 0.88871000}, im[] = {0.53137053, 0.45846978};
    rdg_context *ctx = *state;
    rdg_hbm *hb = p02(ctx, 7);
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", 0.8), RDG_AT("alpha", 0.11));
    harvest h = {0};
    follow_bifurcations(hb, p, "omega", 0.8, 1.4, &h);
    assert_int_equal(harvest_count(&h, "NS"), 2);
    assert_int_equal(harvest_count(&h, "FP"), 2);
    assert_int_equal(harvest_count(&h, "PD") + harvest_count(&h, "BP"), 0);
    for (size_t k = 0; k < 2; k++) {
        const harvested *c = harvest_nth(&h, "NS", k);
        const double at = harvest_mu(&h, c, "omega"), kappa = harvest_mu(&h, c, "stability.frequency");
        assert_near(at, omega[k], 1e-9, 0);
        assert_near(harvest_mu(&h, c, "A1"), Q11[k], 1e-9, 0);
        assert_near(cos(6.283185307179586476925286766559 * kappa / at), re[k], 0, 1e-8);
        assert_near(sin(6.283185307179586476925286766559 * kappa / at), im[k], 0, 1e-8);
        assert_true(harvest_mu(&h, c, "stability.tail") < 1e-9);
        assert_true(harvest_mu(&h, c, "stability.estimate") == 0.0);
    }
    for (size_t k = 0; k < 2; k++) {
        const harvested *c = harvest_nth(&h, "FP", k);
        assert_near(harvest_mu(&h, c, "omega"), fold[k], 1e-9, 0);
        assert_near(harvest_mu(&h, c, "A1"), fold_amplitude[k], 1e-9, 0);
        assert_near(harvest_mu(&h, c, "stability"), 0, 0, 1e-9);
    }
    assert_string_equal(scratch_said, "");
    harvest_clear(&h);
}

/* x'' + 0.1 x' + x - x^2 = alpha cos(0.85 t) */
static void a_period_doubling_has_a_multiplier_of_minus_one(void **state)
{
    rdg_context *ctx = *state;
    polynomial softening = {.k2 = -1.0};
    rdg_structure *structure = oscillator(ctx, 1.0, 0.1, 1.0);
    add_law(structure, "x", &softening);
    rdg_force_add(structure, "x", 1, 1.0);
    rdg_hbm *hb =
        rdg_hbm_create(structure, RDG_HARMONICS(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16));
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", 0.85), RDG_AT("alpha", 0.01));
    assert_ok(ctx, rdg_hbm_add_doubling(hb, p, "doubling"));
    assert_ok(ctx, rdg_add_event(p, &(rdg_event_definition){.type = "D", .parameter = "doubling"}));
    harvest h = {0};
    follow_bifurcations(hb, p, "alpha", 0.01, 0.2, &h);
    assert_int_equal(harvest_count(&h, "PD"), 1);
    assert_int_equal(harvest_count(&h, "FP"), 2);
    assert_int_equal(harvest_count(&h, "NS") + harvest_count(&h, "BP"), 0);
    const harvested *c = harvest_nth(&h, "PD", 0);
    const floquet_law law = {polynomial_law, {1}, &softening};
    floquet f = {.n_laws = 1, .law = &law, .mass = {1.0}};
    assert_near(assert_multipliers(ctx, hb, &f, c->u, 1e-6), 1.0, 1e-8, 0);
    assert_near(harvest_mu(&h, c, "stability.frequency"), 0.425, 0, 1e-9);
    /* the same from the half harmonics, located by Newton's method */
    assert_int_equal(harvest_count(&h, "D"), 1);
    assert_near(harvest_mu(&h, harvest_nth(&h, "D", 0), "alpha"), harvest_mu(&h, c, "alpha"), 1e-9, 0);
    harvest_clear(&h);
}

/* A hardening oscillator that is driven slowly and hard loses its symmetry: with all harmonics that
 * is a branch point of the equations; with the odd ones alone only the small motions know of it. */
static void a_pitchfork_is_a_branch_point_whatever_harmonics_are_kept(void **state)
{
    static const int all[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    static const int odd[] = {1, 3, 5, 7, 9, 11, 13, 15};
    rdg_context *ctx = *state;
    double found[2][2];
    for (int k = 0; k < 2; k++) {
        rdg_structure *s = oscillator(ctx, 1.0, 0.1, 1.0);
        rdg_cubic_spring_add(s, &(rdg_cubic_spring){.at = "x", .k3 = 1.0});
        rdg_force_add(s, "x", 1, 1.0);
        rdg_hbm *hb = rdg_hbm_create(s, k == 0 ? 16 : 8, k == 0 ? all : odd);
        rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", 0.8), RDG_AT("alpha", 0.02));
        harvest h = {0};
        follow_bifurcations(hb, p, "alpha", 0.02, 5.0, &h);
        assert_int_equal(harvest_count(&h, "BP"), 2);
        assert_int_equal(harvest_count(&h, "PD") + harvest_count(&h, "NS"), 0);
        for (size_t i = 0; i < 2; i++) {
            const harvested *c = harvest_nth(&h, "BP", i);
            found[k][i] = harvest_mu(&h, c, "alpha");
            assert_near(harvest_mu(&h, c, "stability.frequency"), 0, 0, 1e-6);
            assert_near(harvest_mu(&h, c, "stability.outside"), k, 0, 1e-9);
        }
        harvest_clear(&h);
    }
    assert_near(found[0][0], found[1][0], 1e-9, 0);
    assert_near(found[0][1], found[1][1], 1e-9, 0);
}

/* What a contact that slips makes of exponents is said once, and told at each point. */
static void estimates_are_called_so(void **state)
{
    rdg_context *ctx = *state;
    rdg_hbm *hb = friction_beam(ctx, RDG_HARMONICS(1));
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", RDG_HZ(300)), RDG_AT("alpha", 0.5));
    harvest h = {0};
    follow_bifurcations(hb, p, "omega", RDG_HZ(300), RDG_HZ(335), &h);
    size_t estimates = 0;
    for (size_t k = 0; k < h.count; k++) {
        double margin;
        assert_int_equal(rdg_hbm_margin(hb, 0, h.chart[k].u, &margin, NULL), 0);
        assert_true((harvest_mu(&h, &h.chart[k], "stability.estimate") != 0.0) == (margin < 0.0));
        estimates += margin < 0.0;
    }
    assert_true(estimates > 20 && estimates < h.count);
    const char *note = strstr(scratch_said, "the contact \"pad\" slips");
    assert_non_null(note);
    assert_null(strstr(note + 1, "the contact"));
    harvest_clear(&h);
}

/* The fold's locus of x'' + 0.05 x' + x + 0.1 x^3 = alpha cos(omega t) ends in a cusp: reference numbers. */
static void the_folds_of_an_oscillator_meet_in_a_cusp(void **state)
{
    static const int harmonics[] = {0, 1, 2, 3, 4, 5, 6, 7};
    static const double omega[] = {1.0441742291, 1.0442383311}, alpha[] = {0.0539311115, 0.0540540045};
    rdg_context *ctx = *state;
    for (int k = 0; k < 2; k++) {
        rdg_structure *s = oscillator(ctx, 1.0, 0.05, 1.0);
        rdg_cubic_spring_add(s, &(rdg_cubic_spring){.at = "x", .k3 = 0.1});
        rdg_force_add(s, "x", 1, 1.0);
        rdg_sensor_harmonic_add(s, "Q1", "x", 1);
        rdg_hbm *hb = rdg_hbm_create(s, k == 0 ? 8 : 2, harmonics);
        rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", 0.5), RDG_AT("alpha", 0.18));
        assert_ok(ctx, rdg_add_fold(p, "fold", "omega", NULL));
        assert_ok(ctx,
                  rdg_continue(p, "frc", RDG_RELEASE("omega"), RDG_WINDOW("omega", 0.5, 1.6), RDG_NO_TABLE));
        rdg_run *run = rdg_run_open(ctx, "frc");
        const rdg_index label = rdg_run_label(run, rdg_run_find(run, "FP", 0));
        harvest h = {0};
        assert_ok(ctx, rdg_continue(p, "folds", RDG_FROM("frc", label), RDG_HOLD_AT("fold", 0),
                                    RDG_RELEASE("omega"), RDG_RELEASE("alpha"),
                                    RDG_WINDOW("alpha", 0.03, 0.2), HARVEST_ONLY(&h)));
        assert_int_equal(harvest_count(&h, "CP"), 1);
        const harvested *c = harvest_nth(&h, "CP", 0);
        assert_near(harvest_mu(&h, c, "omega"), omega[k], 1e-8, 0);
        assert_near(harvest_mu(&h, c, "alpha"), alpha[k], 1e-8, 0);
        if (k == 0) {
            assert_near(harvest_mu(&h, c, "Q1"), 0.8948542464, 1e-8, 0);
        }
        harvest_clear(&h);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(the_absorber_has_two_neimark_sacker_points),
        SCRATCH_TEST(a_period_doubling_has_a_multiplier_of_minus_one),
        SCRATCH_TEST(a_pitchfork_is_a_branch_point_whatever_harmonics_are_kept),
        SCRATCH_TEST(estimates_are_called_so),
        SCRATCH_TEST(the_folds_of_an_oscillator_meet_in_a_cusp),
    };
    return cmocka_run_group_tests_name("bifurcations", tests, NULL, NULL);
}
