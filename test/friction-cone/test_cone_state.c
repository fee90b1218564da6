/* The periodic state of a contact with a friction cone: continuous, found once, and what it remembers. */
#include "../../toolboxes/friction-cone/cone_impl.h"
#include "../../toolboxes/hbm/balance/hbm_impl.h"
#include "random_cone.h"

/* An ellipse whose large half axis is the limit: a phase of slip begins to exist, or not. */
static void the_onset_of_slip_does_not_move_the_force(void **state)
{
    rdg_context *ctx = *state;
    const rdg_cone_contact law = {.tangential = {"x1", "x2"}, .kt = 1.3, .mu = 0.5, .preload = 2.6};
    rdg_hbm *hb = cone_balance(ctx, &law, RDG_HARMONICS(1));
    for (int k = 0; k < 40; k++) {
        const double tau = 0.011 * k; /* where on the way between samples */
        double force[2][4];
        for (int side = 0; side < 2; side++) {
            const double a = side == 0 ? 1 - 1e-9 : 1 + 1e-9, b = 0.6;
            const double z[4] = {a * cos(tau), a * sin(tau), -b * sin(tau), b * cos(tau)};
            assert_int_equal(cone_force(hb, z, force[side]), 0);
        }
        for (int i = 0; i < 4; i++) {
            assert_near(force[0][i], force[1][i], 0, 1e-8);
        }
    }
}

/* What is asked at a state after its force needs no other march: a number that it would restore stays. */
static void the_periodic_state_is_found_once(void **state)
{
    rdg_context *ctx = *state;
    const rdg_cone_contact law = {.tangential = {"x1", "x2"}, .kt = 1.3, .mu = 0.5, .preload = 1};
    const double z[4] = {1.2, 0.3, -0.4, 0.9}, lambda[4] = {1, -2, 0.5, 0.7};
    rdg_hbm *hb = cone_balance(ctx, &law, RDG_HARMONICS(1));
    const rdg_hbm_element *element = rdg_hbm_element_at(hb, 0);
    double force[4], jacobian[4 * 5], hessian[5 * 5];
    rdg_element_result result = {.force = force};
    rdg_cone *cone = element->self;
    assert_int_equal(element->law->evaluate(cone, rdg_hbm_basis(hb), z, 1, &result), 0);
    cone->noise = -1;
    result = (rdg_element_result){.jacobian = jacobian, .lambda = lambda, .hessian = hessian};
    assert_int_equal(element->law->evaluate(cone, rdg_hbm_basis(hb), z, 1, &result), 0);
    assert_true(cone->noise == -1);
}

/* A slider that moves follows its past; one that rests, or is not there, does not. */
static void a_contact_that_slips_or_opens_remembers(void **state)
{
    rdg_context *ctx = *state;
    const struct {
        double mu, preload, size, normal;
        bool remembers;
        rdg_element_regime regime;
    } cases[] = {{0.5, 1, 0.1, 0.1, false, RDG_ELEMENT_STICKS}, {0.5, 1, 3, 0.1, true, RDG_ELEMENT_SLIPS},
                 {0.5, 1, 0.1, 3, true, RDG_ELEMENT_OPENS},     {0, 1, 3, 0.1, false, RDG_ELEMENT_SLIPS},
                 {0.5, -4, 3, 0.1, false, RDG_ELEMENT_OPENS},   {0, 1, 3, 3, false, RDG_ELEMENT_OPENS}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        const rdg_cone_contact law = {.tangential = {"x1", "x2"},
                                      .normal = "y",
                                      .kt = 1.3,
                                      .kn = 0.8,
                                      .mu = cases[k].mu,
                                      .preload = cases[k].preload};
        const rdg_hbm *hb = cone_balance(ctx, &law, RDG_HARMONICS(1));
        const rdg_hbm_element *element = rdg_hbm_element_at(hb, 0);
        const double z[6] = {cases[k].size, 0, 0, cases[k].size, 0, cases[k].normal};
        assert_int_equal(element->law->remembers(element->self, rdg_hbm_basis(hb), z), cases[k].remembers);
        assert_int_equal(element->law->regime(element->self, rdg_hbm_basis(hb), z), cases[k].regime);
    }
}

enum { LENGTH = 15 }; /* x1, x2, y with harmonics 0, 1, 2 */

/* Of the same shape, `size` times as large. */
static int slips(rdg_hbm *hb, const double *shape, double size, bool *found)
{
    double z[LENGTH], force[LENGTH];
    const rdg_cone *cone = rdg_hbm_element_at(hb, 0)->self;
    for (int i = 0; i < LENGTH; i++) {
        z[i] = size * shape[i];
    }
    const int answer = cone_force(hb, z, force);
    *found = answer != 0 || cone->slips;
    return answer;
}

/* Under a variable load, periods beside the onset repeat only after thousands of them. */
static void a_period_is_found_beside_the_onset(void **state)
{
    rdg_context *ctx = *state;
    const rdg_cone_contact law = {
        .tangential = {"x1", "x2"}, .normal = "y", .kt = 1.3, .kn = 0.8, .mu = 0.5, .preload = 1};
    rdg_hbm *hb = cone_balance(ctx, &law, RDG_HARMONICS(0, 1, 2));
    uint64_t seed = 71;
    int lost = 0;
    for (int trial = 0; trial < 40; trial++) {
        double shape[LENGTH], low = 1e-3, high = 3.0;
        bool found = false;
        for (int i = 0; i < LENGTH; i++) {
            shape[i] = (i < 5 ? 1.0 : 0.2) * random_signed(&seed);
        }
        for (int k = 0; k < 50; k++) {
            const double size = 0.5 * (low + high);
            slips(hb, shape, size, &found);
            *(found ? &high : &low) = size;
        }
        for (int k = 0; k < 12; k++) {
            const double beside = pow(10.0, -0.5 * k - 1.0);
            lost += slips(hb, shape, high * (1.0 - beside), &found) != 0;
            lost += slips(hb, shape, high * (1.0 + beside), &found) != 0;
        }
    }
    assert_int_equal(lost, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(the_onset_of_slip_does_not_move_the_force, fresh_context,
                                        free_context),
        cmocka_unit_test_setup_teardown(the_periodic_state_is_found_once, fresh_context, free_context),
        cmocka_unit_test_setup_teardown(a_contact_that_slips_or_opens_remembers, fresh_context, free_context),
        cmocka_unit_test_setup_teardown(a_period_is_found_beside_the_onset, fresh_context, free_context)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
