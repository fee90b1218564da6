/* Floquet exponents by Hill's method: against eigenvalues, folds, and the variational equations integrated in
 * time. */
#include "beam.h"
#include "floquet.h"
#include "harvest.h"
#include "models.h"

#include <float.h>

enum { MOST = 100 };

/* Each expected value has one found near it, to be used once. */
static void assert_same_set(rdg_index n, const double *re, const double *im, const double *expected_re,
                            const double *expected_im, double tolerance)
{
    bool used[MOST] = {false};
    for (rdg_index i = 0; i < n; i++) {
        rdg_index best = -1;
        double least = HUGE_VAL;
        for (rdg_index j = 0; j < n; j++) {
            const double distance = hypot(re[j] - expected_re[i], im[j] - expected_im[i]);
            if (!used[j] && distance < least) {
                least = distance;
                best = j;
            }
        }
        if (least > tolerance) {
            print_error("%.15g + %.15g i: the closest is off by %g\n", expected_re[i], expected_im[i], least);
            fail();
        }
        used[best] = true;
    }
}

/* The exponents of a solution of a linear structure are its eigenvalues, with the springs that are added. */
static void assert_linear(rdg_context *ctx, rdg_hbm *hb, double spring, rdg_index dof, double omega)
{
    rdg_structure *s = rdg_hbm_structure(hb);
    const rdg_index n = rdg_structure_size(s);
    double re[MOST], im[MOST], expected_re[MOST], expected_im[MOST], largest = 0.0;
    double *Q = calloc((size_t)rdg_hbm_unknowns(hb), sizeof *Q);
    assert_ok(ctx, rdg_hbm_linear_response(hb, omega, 1e-3, Q));
    assert_ok(ctx, rdg_hbm_exponents(hb, Q, omega, 2 * n, re, im));
    state_eigenvalues(s, spring, dof, expected_re, expected_im);
    for (rdg_index i = 0; i < 2 * n; i++) {
        largest = fmax(largest, hypot(expected_re[i], expected_im[i]));
        assert_true(i == 0 || re[i] <= re[i - 1]);
    }
    assert_same_set(2 * n, re, im, expected_re, expected_im, 1e-9 * largest);
    free(Q);
}

static void linear_structures_have_their_eigenvalues(void **state)
{
    static const int harmonics[] = {0, 1, 2, 5};
    rdg_context *ctx = *state;
    for (rdg_index from = 0; from < 2; from++) {
        rdg_hbm *hb = rdg_hbm_create(chain(ctx), from == 0 ? 4 : 1, harmonics + from);
        rdg_hbm_force(hb, "a", 1, 1.0);
        assert_linear(ctx, hb, 0.0, 0, 0.731);
        assert_linear(ctx, hb, 0.0, 0, 2.385);
    }
}

static void a_stuck_contact_is_a_spring(void **state)
{
    static const int harmonics[] = {0, 1, 3};
    rdg_context *ctx = *state;
    for (rdg_index from = 0; from < 2; from++) {
        rdg_hbm *hb = friction_beam(ctx, from == 0 ? 3 : 1, harmonics + from);
        assert_linear(ctx, hb, 2e8, rdg_beam_deflection(rdg_hbm_structure(hb), 5), 2100.0);
    }
}

/* The largest real part changes its sign at the folds, and only there. */
static void a_duffing_oscillator_is_unstable_between_its_folds(void **state)
{
    rdg_context *ctx = *state;
    static const int harmonics[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
    static const int odd[] = {1, 3, 5, 7, 9, 11};
    for (int all = 0; all < 3; all++) {
        rdg_hbm *hb = rdg_hbm_create(oscillator(ctx, 1.0, 0.05, 1.0),
                                     all == 2   ? 12
                                     : all == 1 ? 6
                                                : 1,
                                     all == 2 ? harmonics : odd);
        rdg_cubic_spring_add(hb, &(rdg_cubic_spring){.at = "x", .k3 = 0.1});
        rdg_hbm_force(hb, "x", 1, 1.0);
        rdg_hbm_sensor(hb, "Am", "x");
        rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", 0.8), RDG_AT("alpha", 0.18));
        assert_ok(ctx, rdg_hbm_add_stability(hb, p, "stability"));
        harvest h = {0};
        assert_ok(ctx, rdg_continue(p, "frc", RDG_RELEASE("omega"), RDG_WINDOW("omega", 0.8, 1.6),
                                    RDG_EVENT("ST", "stability", 0), HARVEST_ONLY(&h)));
        assert_int_equal(harvest_count(&h, "FP"), 2);
        assert_int_equal(harvest_count(&h, "ST"), 2);
        for (size_t k = 0; k < 2; k++) {
            const harvested *fold = harvest_nth(&h, "FP", k), *change = harvest_nth(&h, "ST", k);
            assert_near(harvest_mu(&h, change, "omega"), harvest_mu(&h, fold, "omega"), 1e-9, 0);
            assert_near(harvest_mu(&h, change, "Am"), harvest_mu(&h, fold, "Am"), 1e-6, 0);
            assert_near(harvest_mu(&h, fold, "stability"), 0, 0, 1e-6);
        }
        int folds = 0;
        for (size_t k = 0; k < h.count; k++) {
            const harvested *c = &h.chart[k];
            folds += strcmp(c->type, "FP") == 0;
            if (c->type[0] == '\0') {
                assert_true((harvest_mu(&h, c, "stability") > 0) == (folds == 1));
                /* the exponents' sum is the damping's: the pair's real part until it splits */
                assert_true(harvest_mu(&h, c, "stability") >= -0.025 - 1e-9);
            }
        }
        harvest_clear(&h);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(linear_structures_have_their_eigenvalues, fresh_context,
                                        free_context),
        cmocka_unit_test_setup_teardown(a_stuck_contact_is_a_spring, fresh_context, free_context),
        cmocka_unit_test_setup_teardown(a_duffing_oscillator_is_unstable_between_its_folds, fresh_context,
                                        free_context),
    };
    return cmocka_run_group_tests_name("stability", tests, NULL, NULL);
}
