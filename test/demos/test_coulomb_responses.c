/* The figures' responses, quick part: a contact between two masses. */
#include "coulomb_reference.h"

#include <ridgewalk/coulomb_march.h>

static void responses_with_a_contact_between_masses_are_the_reference(void **state)
{
    rdg_context *ctx = *state;
    const exception others[] = {{0.5, 0.2}};
    rdg_coulomb *c =
        chain_with_contact(ctx, 2, 0.5, (rdg_coulomb_options){.contact = "between", .load = "m1"});
    assert_int_equal(check_system(ctx, "mass_mass", c, others, 1, 1), 281);
}

/* Where the reference is not met: at r1 = 0.5 beta_stuck is 0.2 itself; at 0.55 the amplitude is that of a
 * motion that is looked at closely. */
static void where_the_reference_is_not_met(void **state)
{
    rdg_context *ctx = *state;
    rdg_coulomb *c =
        chain_with_contact(ctx, 2, 0.5, (rdg_coulomb_options){.contact = "between", .load = "m1"});
    rdg_coulomb_limits l;
    double X[2];
    double x[4];
    double most = 0.0;
    assert_ok(ctx, rdg_coulomb_limits_at(c, 0.5, &l));
    assert_near(l.stuck, 0.2, 1e-14, 0);
    rdg_problem *p = rdg_orbit_problem(c, RDG_AT("r1", 0.55), RDG_AT("beta", 0.2));
    const double *u = rdg_start_values(p);
    assert_ok(ctx, rdg_coulomb_orbit_amplitudes(p, u, X));
    assert_ok(ctx, rdg_coulomb_orbit_begin(p, u, x));
    double tau = u[0];
    for (int k = 0; k < 20000; k++) {
        const rdg_coulomb_march_options march = {
            .r1 = 0.55, .beta = 0.2, .until = u[0] + 3.1416 * k / 20000.0};
        assert_ok(ctx, rdg_coulomb_march(c, &march, &tau, x, NULL));
        most = fmax(most, fabs(x[0]));
    }
    assert_near(X[0], most, 1e-8, 0);
    assert_near(X[0], 1.941859120, 1e-8, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(responses_with_a_contact_between_masses_are_the_reference),
                                       TEST(where_the_reference_is_not_met)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
