/* Two masses condensed to the first one, against the closed form. */
#include "fresh_context.h"

#include <ridgewalk/chain.h>
#include <ridgewalk/condensation.h>

/* D = k0 + k1 - m0 w^2 - k1^2 / (k1 - m1 w^2), w = k omega, and its derivatives by omega. */
static void all_harmonics_are_condensed_at_once(void **state)
{
    enum { COUNT = 3 };
    const double m[] = {1.5, 0.7}, s[] = {4.0, 2.5}, omega = 0.8;
    const rdg_index harmonic[COUNT] = {3, 1, 2}, kept = 0;
    double D[2 * COUNT], D1[2 * COUNT], D2[2 * COUNT];
    rdg_condensation *c = rdg_condensation_create(rdg_chain_create(*state, 2, m, s), 1, &kept);
    assert_ok(*state, rdg_error_status(*state));
    assert_int_equal(rdg_condensation_evaluate_all(c, COUNT, harmonic, omega, D, D1, D2), 0);
    for (int i = 0; i < COUNT; i++) {
        const double k = (double)harmonic[i], w = k * omega, inner = s[1] - m[1] * w * w;
        const double first = -2.0 * m[1] * w, square = s[1] * s[1] / (inner * inner);
        assert_near(D[2 * i], s[0] + s[1] - m[0] * w * w - s[1] * s[1] / inner, 1e-13, 0.0);
        assert_near(D1[2 * i], k * (square * first - 2.0 * m[0] * w), 1e-12, 0.0);
        assert_near(D2[2 * i], k * k * (-2.0 * square * (m[1] + first * first / inner) - 2.0 * m[0]), 1e-12,
                    0.0);
        assert_near(D[2 * i + 1], 0.0, 0.0, 1e-15); /* there is no damping */
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(all_harmonics_are_condensed_at_once),
    };
    return cmocka_run_group_tests_name("values of condensation", tests, NULL, NULL);
}
