/* The steps of the check of derivatives: long enough for small entries, short enough for narrow features. */
#include "problems.h"

#include <math.h>

/* y = offset + u0 + c tanh(u1 / s) + r |u0 - kink|, with the derivative `wrong` of u0 */
typedef struct probed {
    double offset, wrong, c, s, r, kink;
} probed;

static int probed_f(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    const probed *k = data;
    y[0] = k->offset + u[0] + k->c * tanh(u[1] / k->s) + k->r * fabs(u[0] - k->kink);
    return 0;
}

static int probed_df(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    (void)n;
    (void)m;
    const probed *k = data;
    const double h = tanh(u[1] / k->s);
    values[0] = k->wrong + copysign(k->r, u[0] - k->kink);
    values[1] = k->c / k->s * (1.0 - h) * (1.0 + h);
    return 0;
}

static rdg_status check_probed(rdg_context *ctx, probed k, double u0, double u1)
{
    rdg_problem *p = rdg_problem_create(ctx);
    rdg_add_variables(p, "x", 2, (double[]){u0, u1});
    const rdg_function function = {
        .name = "probed", .n = 2, .m = 1, .f = probed_f, .df = probed_df, .data = &k};
    rdg_add_zero(p, &function, RDG_ALL);
    const rdg_status status = rdg_check_derivatives(p, NULL, 1e-6);
    rdg_error_clear(ctx);
    return status;
}

/* The steps are as long as the variable allows: an entry counts down to 1e-10 of the terms of its row. */
static void one_percent_of_an_entry_near_rounding_is_found(void **state)
{
    probed k = {.offset = 2e9, .wrong = 1.0, .s = 1.0};
    assert_int_equal(check_probed(*state, k, 1.0, 0.0), RDG_OK);
    k.wrong = 1.01;
    assert_int_equal(check_probed(*state, k, 1.0, 0.0), RDG_ERR_DERIVATIVE);
    k.offset = 1e13;
    assert_int_equal(check_probed(*state, k, 1.0, 0.0), RDG_OK);
}

/* A variable that is rounding of its block is checked by the block's size, and down to its rounding. */
static void a_variable_that_is_rounding_of_its_block_is_checked(void **state)
{
    probed k = {.wrong = 1.01, .s = 1.0, .r = 1.0, .kink = -1.0};
    assert_int_equal(check_probed(*state, k, 6e-12, 1.0), RDG_ERR_DERIVATIVE);
    for (double s = 1e-14; s < 1.0; s *= 3.0) {
        const probed steep = {.wrong = 1.0, .c = 1e-3, .s = s};
        assert_int_equal(check_probed(*state, steep, 1.0, 0.0), RDG_OK);
        assert_int_equal(check_probed(*state, steep, 1.0, s), RDG_OK);
    }
}

/* At any distance from the variable. */
static void kinks_raise_no_false_alarm(void **state)
{
    for (double off = 1e-8; off < 1.0; off *= 1.7) {
        for (int side = -1; side <= 1; side += 2) {
            const probed k = {.wrong = 1.0, .s = 1.0, .r = 0.7, .kink = 0.3 * (1.0 + side * off)};
            assert_int_equal(check_probed(*state, k, 0.3, 0.0), RDG_OK);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(one_percent_of_an_entry_near_rounding_is_found),
        TEST(a_variable_that_is_rounding_of_its_block_is_checked),
        TEST(kinks_raise_no_false_alarm),
    };
    return cmocka_run_group_tests_name("core: steps of the check of derivatives", tests, NULL, NULL);
}
