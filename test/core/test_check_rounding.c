/* The check of derivatives where the values of a function are rounded: over short steps they do not change.
 */
#include "problems.h"

#include <math.h>

enum { DIODE, TANH, OFFSET, COSINE, GAP, LAWS };

/* y = g(w (u0 + u1)) with a first derivative by u0 that is wrong by this factor
 */
typedef struct rounded {
    int law;
    double w, first;
} rounded;

/* Derivative of order k of g at z. */
static double g(int law, int k, double z)
{
    const double t = tanh(z);
    switch (law) {
    case DIODE:
        return k == 0 ? exp(z) - 1.0 : exp(z);
    case TANH: /* both rounded to the last digit of 1 */
        return k == 0 ? t : k == 1 ? 1.0 - t * t : -2.0 * t * (1.0 - t * t);
    case OFFSET:
        return k == 0 ? (1e6 + z) - 1e6 : k == 1;
    case COSINE:
        return k == 0 ? 1.0 - cos(z) : k == 1 ? sin(z) : cos(z);
    default:
        return k == 0 ? fmax(0.0, z - 3e-3) : k == 1 && z > 3e-3;
    }
}

static int rounded_f(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    const rounded *r = data;
    y[0] = g(r->law, 0, r->w * (u[0] + u[1]));
    return 0;
}

static int rounded_df(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    (void)n;
    (void)m;
    const rounded *r = data;
    values[1] = r->w * g(r->law, 1, r->w * (u[0] + u[1]));
    values[0] = r->law == GAP && r->first != 1.0 ? 1.0 : r->first * values[1];
    return 0;
}

static int rounded_d2f(rdg_index n, const double *u, rdg_index m, const double *lambda, double *values,
                       void *data)
{
    (void)m;
    const rounded *r = data;
    for (rdg_index k = 0; k < n * n; k++) {
        values[k] = lambda[0] * r->w * r->w * g(r->law, 2, r->w * (u[0] + u[1]));
    }
    return 0;
}

static void mute(rdg_channel channel, const char *text, void *data)
{
    (void)channel;
    (void)text;
    (void)data;
}

static rdg_status check(rounded r, double x, double y)
{
    rdg_context *ctx = rdg_context_create();
    rdg_set_writer(ctx, mute, NULL);
    rdg_problem *p = rdg_problem_create(ctx);
    rdg_add_variables(p, "x", 1, &x);
    rdg_add_variables(p, "y", 1, &y);
    const rdg_function f = {
        .name = "f", .n = 2, .m = 1, .f = rounded_f, .df = rounded_df, .d2f = rounded_d2f, .data = &r};
    assert_ok(ctx, rdg_add_zero(p, &f, RDG_ALL));
    const rdg_status status = rdg_check_derivatives(p, NULL, 1e-5);
    rdg_context_free(ctx);
    return status;
}

static void right_derivatives_pass_at_any_size(void **state)
{
    (void)state;
    for (int law = 0; law < LAWS; law++) {
        int wrong = 0;
        for (double w = 0.1; w < 11.0; w *= 10.0) {
            for (double x = 1e-12; x < 1.0; x *= 2.3) {
                for (double y = 1e-4; y < 3.0; y *= 1.7) {
                    wrong += check((rounded){law, w, 1.0}, x, y) != RDG_OK;
                }
            }
        }
        assert_int_equal(wrong, 0);
    }
}

/* Without the derivative by u0, or in a gap that is open as if it were closed: found with longer steps. */
static void wrong_first_derivatives_are_found(void **state)
{
    (void)state;
    for (int law = 0; law < LAWS; law++) {
        int missed = 0;
        for (double x = 1e-12; x < 1.0; x *= 2.3) {
            for (double y = 1e-4; y < 1.0; y *= 1.7) {
                const bool is_wrong = law != GAP || x + y < 3e-3;
                missed += is_wrong && check((rounded){law, 1.0, 0.0}, x, y) == RDG_OK;
                missed += is_wrong && check((rounded){law, 1.0, 1.1}, x, y) == RDG_OK;
            }
        }
        assert_int_equal(missed, 0);
    }
}

/* y = u0^2 + u1 - 1, with this second derivative */
static int square_f(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    (void)data;
    y[0] = u[0] * u[0] + u[1] - 1.0;
    return 0;
}

static int square_df(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    (void)n;
    (void)m;
    (void)data;
    values[0] = 2.0 * u[0];
    values[1] = 1.0;
    return 0;
}

static int square_d2f(rdg_index n, const double *u, rdg_index m, const double *lambda, double *values,
                      void *data)
{
    (void)u;
    (void)m;
    memset(values, 0, (size_t)(n * n) * sizeof *values);
    values[0] = lambda[0] * *(double *)data;
    return 0;
}

static rdg_status check_square(double x, double second)
{
    rdg_context *ctx = rdg_context_create();
    rdg_set_writer(ctx, mute, NULL);
    rdg_problem *p = rdg_problem_create(ctx);
    rdg_add_variables(p, "x", 1, &x);
    rdg_add_variables(p, "y", 1, (double[]){1.0});
    const rdg_function f = {
        .name = "f", .n = 2, .m = 1, .f = square_f, .df = square_df, .d2f = square_d2f, .data = &second};
    assert_ok(ctx, rdg_add_zero(p, &f, RDG_ALL));
    const rdg_status status = rdg_check_derivatives(p, NULL, 1e-6);
    rdg_context_free(ctx);
    return status;
}

static void wrong_second_derivatives_are_found_at_any_start(void **state)
{
    (void)state;
    assert_int_equal(check_square(0.0, 2.0), RDG_OK);
    assert_int_equal(check_square(0.0, -10.0), RDG_ERR_DERIVATIVE);
    for (double x = 1e-13; x < 10.0; x *= 1.9) {
        assert_int_equal(check_square(x, 2.0), RDG_OK);
        assert_int_equal(check_square(x, -10.0), RDG_ERR_DERIVATIVE);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(right_derivatives_pass_at_any_size),
        TEST(wrong_first_derivatives_are_found),
        TEST(wrong_second_derivatives_are_found_at_any_start),
    };
    return cmocka_run_group_tests_name("core: check of derivatives of rounded functions", tests, NULL, NULL);
}
