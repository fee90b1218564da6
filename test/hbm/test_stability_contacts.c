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

/* Two masses, the first of which meets a stop a hundred times as stiff as its springs: the Jacobian of a
 * contact is exact where an exponent vanishes, so that the stability changes at the folds. */
static void an_impact_oscillator_changes_its_stability_at_its_folds(void **state)
{
    static const double M[] = {1, 0, 0, 1}, C[] = {0.03, -0.03, -0.03, 0.06}, K[] = {1, -1, -1, 2};
    static const double omega[] = {0.653440134215, 0.754792244996}; /* from an independent computation */
    rdg_context *ctx = *state;
    rdg_structure *s = rdg_structure_create(ctx, "masses", 2, M, C, K);
    rdg_name_dof(s, "first", 0);
    rdg_name_dof(s, "second", 1);
    rdg_hbm *hb = rdg_hbm_create(s, RDG_HARMONICS(0, 1, 2, 3, 4, 5));
    rdg_contact_add(
        hb,
        &(rdg_contact){
            .tangential = "second", .normal = "first", .kt = 1.0, .kn = 100.0, .mu = 0.0, .preload = -100.0});
    rdg_hbm_force(hb, "second", 1, 1.0);
    harvest h = {0};
    follow_stability(hb, 0.1, 0.8, 0.6, 0.8, &h);
    assert_int_equal(harvest_count(&h, "FP"), 2);
    for (size_t k = 0; k < 2; k++) {
        const harvested *fold = harvest_nth(&h, "FP", k), *change = harvest_nth(&h, "ST", k);
        assert_near(harvest_mu(&h, fold, "omega"), omega[k], 0, 1e-9);
        assert_near(harvest_mu(&h, change, "omega"), omega[k], 0, 1e-9);
        assert_near(harvest_mu(&h, fold, "stability"), 0, 0, 1e-8);
    }
    harvest_clear(&h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_stuck_contact_is_a_spring, fresh_context, free_context),
        cmocka_unit_test_setup_teardown(a_beam_that_slips_is_stable, fresh_context, free_context),
        cmocka_unit_test_setup_teardown(an_impact_oscillator_changes_its_stability_at_its_folds,
                                        fresh_context, free_context),
    };
    return cmocka_run_group_tests_name("stability with contacts", tests, NULL, NULL);
}
