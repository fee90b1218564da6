/* Pairs that cross the boundary of stability at known places, some of them twice within one step: all are
 * found, and few Jacobians are evaluated for it. PAIRS_SEED: other cases. */
#define _XOPEN_SOURCE 700
#include "eigenvalue_pairs.h"
#include "fresh_context.h"

enum { CASES = 300 };

/* 18 Jacobians a point where one step asks for eigenvalues at the same place again and again. */
static void pairs_are_found_with_few_jacobians(void **state)
{
    (void)state;
    const char *other = getenv("PAIRS_SEED");
    uint64_t seed = other ? strtoull(other, NULL, 10) : 1;
    double calls = 0.0, points = 0.0;
    for (int i = 0; i < CASES; i++) {
        eigenvalue_pairs c = pairs_draw(&seed);
        rdg_run_summary summary;
        bool warned = false;
        const bool is_right = pairs_is_right(&c, &summary, &warned);
        if (!is_right || warned) {
            print_error("case %d, %s with %d pairs and %d real eigenvalues%s:", i, c.is_map ? "map" : "field",
                        c.pairs, c.real, warned ? ", warning" : "");
            for (int k = 0; k < c.pairs; k++) {
                print_error(" at %.6f, gap %.3g, rate %.3g", c.at[k], c.gap[k], c.rate[k]);
            }
            print_error("\n");
            fail();
        }
        calls += (double)c.calls;
        points += (double)summary.points;
    }
    print_message("%.2f Jacobians a point\n", calls / points);
    assert_true(calls <= 6.6 * points);
}

/* Nothing comes near the boundary: one Jacobian a step for the prediction, one for the chart. */
static void smooth_stretches_need_few_jacobians(void **state)
{
    (void)state;
    eigenvalue_pairs c = {.pairs = 2, .at = {-9.0, -8.0}, .rate = {-0.1, -0.1}, .angle = {1.0, 2.3}};
    for (int is_map = 0; is_map < 2; is_map++) {
        rdg_run_summary summary;
        bool warned = false;
        c.is_map = is_map;
        c.calls = 0;
        c.mirror[0] = c.mirror[3] = sqrt(0.5);
        (void)pairs_is_right(&c, &summary, &warned);
        print_message("%.2f Jacobians a point\n", (double)c.calls / (double)summary.points);
        assert_false(warned);
        assert_true((double)c.calls <= 2.8 * (double)summary.points);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(pairs_are_found_with_few_jacobians),
                                       TEST(smooth_stretches_need_few_jacobians)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
