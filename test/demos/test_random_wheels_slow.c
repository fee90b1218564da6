/* Quantiles of mistuned wheels with friction by a Latin hypercube, against those of independent wheels that
 * are computed directly. */
#include "direct_wheel.h"
#include "fresh_context.h"

#include "rotors/friction_wheel.h"

#include <ridgewalk/sampling.h>
#include <ridgewalk/statistics.h>

#define SCATTER 0.015

/* A normal number: Box and Muller's, of two random ones in (0, 1) */
static double draw_normal(uint64_t *state)
{
    const double u = 0.5 + 0.5 * random_signed(state), v = random_signed(state);
    return sqrt(-2.0 * log(fmax(u, 1e-300))) * cos(DIRECT_PI * v);
}

static void median_and_95_percent_lie_in_the_interval_of_a_direct_computation(void **state)
{
    enum { WHEELS = 300, DIRECT = 2000, FEW = 100 };
    static double ratio[WHEELS], direct[DIRECT];
    rdg_uncertain stiffness[BLADES];
    for (int j = 0; j < BLADES; j++) {
        stiffness[j] = (rdg_uncertain)RDG_NORMAL("stiffness of a blade", 0.0, SCATTER);
    }
    const rdg_sampling plan = {
        .method = RDG_LATIN_HYPERCUBE, .samples = WHEELS, .seed = 1, .n = BLADES, .quantity = stiffness};
    assert_ok(*state, rdg_sampling_compute(*state, &plan, amplitude, NULL, 1, ratio));
    uint64_t random = 7;
    for (int k = 0; k < DIRECT; k++) {
        double deviation[BLADES];
        for (int j = 0; j < BLADES; j++) {
            deviation[j] = SCATTER * draw_normal(&random);
        }
        direct[k] = direct_greatest(deviation);
    }
    for (int k = 0; k < 2; k++) {
        const double share = k == 0 ? 0.5 : 0.95;
        rdg_estimate by_plan, truth, by_few;
        assert_ok(*state, rdg_quantile(*state, WHEELS, ratio, share, &by_plan));
        assert_ok(*state, rdg_quantile(*state, DIRECT, direct, share, &truth));
        assert_ok(*state, rdg_quantile(*state, FEW, direct, share, &by_few));
        print_message("%g %%: %.4g m (%.4g to %.4g), directly %.4g m, few %.4g to %.4g m\n", 100.0 * share,
                      by_plan.value, by_plan.low, by_plan.high, truth.value, by_few.low, by_few.high);
        assert_true(by_plan.low <= truth.value && truth.value <= by_plan.high);
        assert_true(by_few.low <= by_plan.value && by_plan.value <= by_few.high);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(median_and_95_percent_lie_in_the_interval_of_a_direct_computation)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
