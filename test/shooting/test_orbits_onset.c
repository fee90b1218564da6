/* Where all slip vanishes at once the branch of slip ends, wherever the charts lie. */
#include "slip_onset.h"

/* The end is found to rounding as a duration that vanishes: the equations are singular there, of order 3. */
static void slip_ends_where_the_spring_is_too_weak(void **state)
{
    static const pair any[] = {{1.131, 0.6653, 0.1105, 0.07131, 1, 1.218, 0.7299},
                               {1.536, 1.222, 0.0214, 0.08109, 1, 1.209, 1.015},
                               {2.145, 2.058, 0.03776, 0.04576, 1, 1.196, 0.6932},
                               {0.9561, 1.172, 0.05958, 0.06532, 1, 1.178, 1.264},
                               {1.565, 2.008, 0.07594, 0.02999, 1, 1.165, 0.9419}};
    static const double omega[] = {0.7935, 1.393, 1.541, 1.24, 1.388};
    static const double h_max[] = {0.0, 0.3, 0.03, 0.013}; /* 0: the default steps */
    for (size_t k = 0; k < 4 * (sizeof any / sizeof *any); k++) {
        pair q = any[k / 4];
        const double start = omega[k / 4] * (1.0 - 0.01 * (double)((k + 2) % 3));
        const double at = onset(&q, 0.6 * omega[k / 4], omega[k / 4]);
        const slip_run run = run_to_onset(*state, &q, start, at, h_max[k % 4]);
        assert_true(run.starts && !run.turns);
        assert_int_equal(run.warnings, 0);
        assert_near(run.off, 0.0, 0.0, 1e-12);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(slip_ends_where_the_spring_is_too_weak)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
