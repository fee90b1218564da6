/* The figures' responses, point by point. */
#include "coulomb_reference.h"

static void responses_are_the_reference(void **state)
{
    rdg_context *ctx = *state;
    /* r1 = 1 is a resonance of what is held: free vibration of any amplitude with the contact at rest, or,
     * with the base, no motion that sticks (beta_stuck is infinite), where the prototype had its stuck one */
    const exception at_one[] = {{1.0, -1.0}};
    rdg_coulomb *first = chain_with_contact(ctx, 2, 1, (rdg_coulomb_options){.contact = "m1"});
    rdg_coulomb *second = chain_with_contact(ctx, 2, 1, (rdg_coulomb_options){.contact = "m2", .load = "m1"});
    rdg_coulomb *base = chain_with_contact(ctx, 2, 1, (rdg_coulomb_options){.contact = "m1", .base = true});
    rdg_coulomb *five = chain_with_contact(ctx, 5, 1, (rdg_coulomb_options){.contact = "m1"});
    assert_int_equal(check_system(ctx, "two_m1", first, at_one, 1, 0), 185);
    assert_int_equal(check_system(ctx, "two_m2", second, NULL, 0, 0), 282);
    assert_int_equal(check_system(ctx, "base_wall", base, at_one, 1, 0), 277);
    assert_int_equal(check_system(ctx, "five_m1", five, at_one, 1, 3), 185);
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(responses_are_the_reference)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
