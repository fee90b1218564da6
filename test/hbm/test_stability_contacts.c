/* Floquet exponents by Hill's method with contacts: stuck, slipping, opening. */
#include "floquet.h"
#include "friction-backbone/models.h"
#include "harvest.h"
#include "models.h"

static void a_stuck_contact_is_a_spring(void **state)
{
    static const int harmonics[] = {0, 1, 3};
    rdg_context *ctx = *state;
    for (rdg_index from = 0; from < 2; from++) {
        rdg_hbm *hb = friction_beam(ctx, from == 0 ? 3 : 1, harmonics + from);
        assert_linear(ctx, hb, 2e8, rdg_beam_deflection(rdg_hbm_structure(hb), 5), 2100.0);
    }
}

/* Dry friction damps: a beam is stable all along its response curve, and a linear one while it sticks. */
static void a_beam_that_slips_is_stable(void **state)
{
    rdg_context *ctx = *state;
    rdg_hbm *hb = friction_beam(ctx, RDG_HARMONICS(1));
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", RDG_HZ(300)), RDG_AT("alpha", 0.5));
    double re[MOST], im[MOST];
    rdg_structure *beam = rdg_hbm_structure(hb);
    state_eigenvalues(beam, 2e8, rdg_beam_deflection(beam, 5), re, im);
    double stuck = -HUGE_VAL;
    for (rdg_index i = 0; i < 2 * rdg_structure_size(beam); i++) {
        stuck = fmax(stuck, re[i]);
    }
    assert_ok(ctx, rdg_hbm_add_stability(hb, p, "stability"));
    harvest h = {0};
    assert_ok(ctx, rdg_continue(p, "frc", RDG_RELEASE("omega"), RDG_WINDOW("omega", RDG_HZ(300), RDG_HZ(335)),
                                HARVEST_ONLY(&h)));
    size_t slips = 0;
    for (size_t k = 0; k < h.count; k++) {
        const double largest = harvest_mu(&h, &h.chart[k], "stability");
        double margin;
        assert_int_equal(rdg_hbm_margin(hb, 0, h.chart[k].u, &margin, NULL), 0);
        slips += margin < 0;
        assert_true(largest < -1.0);
        assert_true(margin < 0 || fabs(largest - stuck) < 1e-6 * fabs(stuck));
    }
    assert_true(slips > 20 && slips < h.count - 4);
    harvest_clear(&h);
}

/* Two masses, the first of which meets a stop a hundred times as stiff as its springs. */
static rdg_hbm *impact_oscillator(rdg_context *ctx, rdg_index n_harmonics)
{
    static const double M[] = {1, 0, 0, 1}, C[] = {0.03, -0.03, -0.03, 0.06}, K[] = {1, -1, -1, 2};
    static const int harmonics[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
    rdg_structure *s = rdg_structure_create(ctx, "masses", 2, M, C, K);
    rdg_name_dof(s, "first", 0);
    rdg_name_dof(s, "second", 1);
    rdg_contact_add(
        s,
        &(rdg_contact){
            .tangential = "second", .normal = "first", .kt = 1.0, .kn = 100.0, .mu = 0.0, .preload = -100.0});
    rdg_force_add(s, "second", 1, 1.0);
    return rdg_hbm_create(s, n_harmonics, harmonics);
}

/* The Jacobian of a contact is exact where an exponent vanishes, so that the stability changes at the folds.
 */
static void an_impact_oscillator_changes_its_stability_at_its_folds(void **state)
{
    static const double omega[] = {0.653440134215, 0.754792244996}; /* from an independent computation */
    rdg_context *ctx = *state;
    rdg_hbm *hb = impact_oscillator(ctx, 6);
    harvest h = {0};
    follow_stability(hb, 0.1, 0.8, 0.6, 0.8, &h);
    assert_int_equal(harvest_count(&h, "FP"), 2);
    for (size_t k = 0; k < 2; k++) {
        const harvested *fold = harvest_nth(&h, "FP", k), *change = harvest_nth(&h, "ST", k);
        assert_near(harvest_mu(&h, fold, "omega"), omega[k], 0, 1e-9);
        assert_near(harvest_mu(&h, change, "omega"), omega[k], 0, 1e-9);
        assert_near(harvest_mu(&h, fold, "stability"), 0, 0, 1e-8);
    }
    size_t impacts = 0;
    for (size_t k = 0; k < h.count; k++) { /* a contact without friction has no memory */
        double margin;
        assert_int_equal(rdg_hbm_margin(hb, 0, h.chart[k].u, &margin, NULL), 0);
        assert_true(harvest_mu(&h, &h.chart[k], "stability.estimate") == 0.0);
        impacts += margin < 0;
    }
    assert_true(impacts > 20);
    harvest_clear(&h);
}

/* How far its other special points are off, against event-driven integration in time: the types are right,
 * the places converge slowly. */
static void an_impact_oscillators_bifurcations_converge_with_the_harmonics(void **state)
{
    static const double doubling[] = {0.7387830254, 0.7555861594}, torus = 0.6186068743;
    static const double off_doubling[][2] = {{6e-3, 2e-3}, {2e-3, 3e-4}}, off_torus[] = {6e-3, 2e-3};
    rdg_context *ctx = *state;
    for (int k = 0; k < 2; k++) {
        rdg_hbm *hb = impact_oscillator(ctx, k == 0 ? 6 : 12);
        rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", 0.8), RDG_AT("alpha", 0.1));
        harvest h = {0};
        assert_ok(ctx, rdg_hbm_add_bifurcations(hb, p, "stability"));
        assert_ok(ctx, rdg_continue(p, "frc", RDG_RELEASE("omega"), RDG_WINDOW("omega", 0.59, 0.8),
                                    HARVEST_ONLY(&h)));
        assert_int_equal(harvest_count(&h, "PD"), 2);
        assert_int_equal(harvest_count(&h, "NS"), 1);
        for (int i = 0; i < 2; i++) {
            const harvested *c = harvest_near(&h, "PD", "omega", doubling[i]);
            assert_near(harvest_mu(&h, c, "omega"), doubling[i], 0, off_doubling[k][i]);
        }
        assert_near(harvest_mu(&h, harvest_nth(&h, "NS", 0), "omega"), torus, 0, off_torus[k]);
        harvest_clear(&h);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_stuck_contact_is_a_spring, fresh_context, free_context),
        cmocka_unit_test_setup_teardown(a_beam_that_slips_is_stable, fresh_context, free_context),
        cmocka_unit_test_setup_teardown(an_impact_oscillator_changes_its_stability_at_its_folds,
                                        fresh_context, free_context),
        cmocka_unit_test_setup_teardown(an_impact_oscillators_bifurcations_converge_with_the_harmonics,
                                        fresh_context, free_context),
    };
    return cmocka_run_group_tests_name("stability with contacts", tests, NULL, NULL);
}
