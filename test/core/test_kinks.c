/* Curves with kinks, as responses have at the onset of slip, are passed in few steps. */
#define _XOPEN_SOURCE 700

#include "harvest.h"
#include "scratch.h"

typedef struct kinked {
    double at, slope; /* y = slope * (x - at) behind the kink, 0 before it */
} kinked;

static int value(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    const kinked *k = data;
    y[0] = u[1] - k->slope * fmax(0.0, u[0] - k->at);
    return 0;
}

static int gradient(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    (void)n;
    (void)m;
    const kinked *k = data;
    values[0] = u[0] > k->at ? -k->slope : 0.0;
    values[1] = 1.0;
    return 0;
}

static void kinks_are_passed_in_few_steps(void **state)
{
    rdg_context *ctx = *state;
    for (int degrees = 15; degrees <= 50; degrees += 5) {
        kinked k = {.at = 1.2345, .slope = tan(degrees * 0.017453292519943295)};
        const rdg_function f = {.name = "kink", .n = 2, .m = 1, .f = value, .df = gradient, .data = &k};
        rdg_problem *p = rdg_problem_create(ctx);
        assert_ok(ctx, rdg_add_variables(p, "x", 1, NULL));
        assert_ok(ctx, rdg_add_variables(p, "y", 1, NULL));
        assert_ok(ctx, rdg_add_zero(p, &f, RDG_ALL));
        assert_ok(ctx, rdg_add_parameter(p, "x", "x", 0));
        harvest h = {0};
        assert_ok(ctx, rdg_continue(p, "kink", RDG_RELEASE("x"), RDG_WINDOW("x", 0, 3), HARVEST_ONLY(&h)));
        assert_int_equal(h.summary.forwards, RDG_STOP_BOUNDARY);
        assert_true(h.summary.rejected <= 6);
        assert_true(h.count <= 25);
        for (size_t c = 0; c < h.count; c++) {
            const double *u = h.chart[c].u;
            assert_near(u[1], k.slope * fmax(0.0, u[0] - k.at), 0, 1e-12);
            assert_true(c == 0 || u[0] > h.chart[c - 1].u[0]);
        }
        harvest_clear(&h);
    }
    assert_string_equal(scratch_said, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {SCRATCH_TEST(kinks_are_passed_in_few_steps)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
