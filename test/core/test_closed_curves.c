/* Closed curves that wind twice before they close: the first turn passes the start closely, and does not end
 * the curve. */
#include "fresh_context.h"
#include "harvest.h"

/* r = 1 + e cos(phi / 2), z = e sin(phi / 2) round the axis, phi going from 0 to 4 pi. */
static int winding(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    const double e = *(const double *)data, r = hypot(u[0], u[1]), c = (r - 1.0) / e, s = u[2] / e;
    (void)n, (void)m;
    y[0] = u[0] - r * (c * c - s * s);
    y[1] = u[1] - 2.0 * r * c * s;
    return 0;
}

static void curves_that_wind_twice_are_followed_twice_round(void **state)
{
    const double pi = 3.14159265358979323846;
    uint64_t seed = 41;
    for (int i = 0; i < 60; i++) {
        double e = 0.008 * pow(2.0, random_signed(&seed)), length = 0.0;
        const double phi = 2.0 * pi * random_signed(&seed), r = 1.0 + e * cos(0.5 * phi);
        const double start[] = {r * cos(phi), r * sin(phi), e * sin(0.5 * phi)};
        harvest h = {0};
        rdg_problem *p = rdg_problem_create(*state);
        rdg_add_variables(p, "u", 3, start);
        const rdg_function f = {
            .name = "winding", .n = 3, .m = 2, .f = winding, .by_differences = true, .data = &e};
        rdg_add_zero(p, &f, RDG_ALL);
        rdg_add_parameter(p, "x", "u", 0);
        assert_ok(*state, rdg_continue(p, "winds", RDG_RELEASE("x"), HARVEST_ONLY(&h)));
        assert_int_equal(h.summary.forwards, RDG_STOP_CLOSED);
        for (size_t k = 1; k < h.count; k++) {
            const double *a = h.chart[k - 1].u, *b = h.chart[k].u;
            length += sqrt(pow(b[0] - a[0], 2) + pow(b[1] - a[1], 2) + pow(b[2] - a[2], 2));
        }
        assert_near(length, 4.0 * pi, 0.02, 0.0);
        harvest_clear(&h);
        rdg_problem_free(p);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(curves_that_wind_twice_are_followed_twice_round)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
