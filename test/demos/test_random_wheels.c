/* Mistuned wheels with friction against a computation of the whole ring by itself. */
#include "direct_wheel.h"
#include "fresh_context.h"

#include "rotors/friction_wheel.h"

#include <ridgewalk/sampling.h>

static void each_wheel_has_the_peak_of_a_direct_computation(void **state)
{
    enum { WHEELS = 5 };
    rdg_uncertain stiffness[BLADES];
    for (int j = 0; j < BLADES; j++) {
        stiffness[j] = (rdg_uncertain)RDG_NORMAL("stiffness of a blade", 0.0, 0.015);
    }
    const rdg_sampling plan = {
        .method = RDG_LATIN_HYPERCUBE, .samples = WHEELS, .seed = 5, .n = BLADES, .quantity = stiffness};
    for (int k = 0; k <= WHEELS; k++) {
        double deviation[BLADES] = {0.0}; /* the first one is tuned */
        if (k > 0) {
            assert_ok(*state, rdg_sampling_values(*state, &plan, k, deviation));
        }
        assert_near(greatest(make_sector(*state), deviation), direct_greatest(deviation), 1e-5, 0.0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(each_wheel_has_the_peak_of_a_direct_computation)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
