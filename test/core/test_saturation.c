/* Parameters that saturate along a curve: where nothing is left of their slope but rounding there are no
 * folds. */
#define _XOPEN_SOURCE 700

#include "harvest.h"
#include "plane_curve.h"
#include "scratch.h"

enum { CASES = 300, KINDS = 6 };

typedef struct monotone {
    int kind;
    double rate, scale;
} monotone;

static double shape(const monotone *k, double x)
{
    const double z = k->rate * x;
    const double y[KINDS] = {exp(-z), tanh(z), 1.0 / (1.0 + exp(-z)), atan(z), erf(z), exp(-z)};
    return k->scale * y[k->kind];
}

static double shape_slope(const monotone *k, double x)
{
    const double z = k->rate * x;
    const double e = exp(-fabs(z));
    const double y[KINDS] = {-exp(-z),
                             1.0 / (cosh(z) * cosh(z)),
                             e / ((1.0 + e) * (1.0 + e)),
                             1.0 / (1.0 + z * z),
                             1.1283791670955126 * exp(-z * z),
                             0.0};
    return k->scale * k->rate * y[k->kind];
}

/* y = shape(x); the last one is stiff: y exp(rate x) = scale */
static int curve(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    const monotone *k = data;
    y[0] = k->kind == KINDS - 1 ? u[1] * exp(k->rate * u[0]) - k->scale : u[1] - shape(k, u[0]);
    return 0;
}

static int curve_gradient(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    (void)n;
    (void)m;
    const monotone *k = data;
    const bool stiff = k->kind == KINDS - 1;
    values[0] = stiff ? k->rate * u[1] * exp(k->rate * u[0]) : -shape_slope(k, u[0]);
    values[1] = stiff ? exp(k->rate * u[0]) : 1.0;
    return 0;
}

static void a_monotone_curve_has_no_folds(void **state)
{
    rdg_context *ctx = *state;
    uint64_t seed = 1;
    for (int i = 0; i < CASES; i++) {
        monotone k = {.kind = i % KINDS,
                      .rate = pow(10.0, 0.25 + 0.75 * random_signed(&seed)),
                      .scale = pow(10.0, -0.5 + 2.5 * random_signed(&seed))};
        const double x = i % 4 ? random_signed(&seed) : 0.0;
        const double y = shape(&k, x);
        rdg_problem *p = plane_curve(ctx, curve, i / KINDS % 2 ? curve_gradient : NULL, &k, x, y);
        harvest h = {0};
        assert_ok(ctx, rdg_continue(p, "flat", RDG_RELEASE("y"), RDG_WINDOW("X", -20, 20), HARVEST_ONLY(&h)));
        if (h.summary.folds != 0) {
            print_error("kind %d, rate %g, scale %g: %ld folds\n", k.kind, k.rate, k.scale, h.summary.folds);
        }
        assert_int_equal(h.summary.folds, 0);
        harvest_clear(&h);
        rdg_problem_free(p);
    }
    assert_null(strstr(scratch_said, "FP")); /* nor is one suspected */
}

int main(void)
{
    const struct CMUnitTest tests[] = {SCRATCH_TEST(a_monotone_curve_has_no_folds)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
