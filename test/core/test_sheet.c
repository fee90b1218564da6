/* Which charts lie on one sheet: from their places, tangent planes and curvature alone. */
#define _XOPEN_SOURCE 700

#include "scratch.h"

#include "atlas_kd_impl.h"

#include <math.h>

/* A chart at (x, 0, z), its plane turned by an angle about y; turned over: oriented the other way. */
static bool on_one_sheet(double x, double z, double angle, double bent, bool turned_over)
{
    double metric[3] = {1, 1, 1};
    rdg_system s = {.n = 3, .m = 1, .metric = metric};
    rdg_run_setup setup = {.newton = {.residual_tol = 1e-9}};
    rdg_tracer t = {.s = &s, .setup = &setup};
    const rdg_covering c = {.t = &t, .k = 2, .n = 3};
    double u[2][3] = {{0, 0, 0}, {x, 0, z}};
    double basis[2][6] = {{1, 0, 0, 0, 1, 0}, {cos(angle), 0, sin(angle), 0, turned_over ? -1 : 1, 0}};
    const rdg_patch a = {.u = u[0], .basis = basis[0], .radius = 0.3, .bent = bent};
    const rdg_patch b = {.u = u[1], .basis = basis[1], .radius = 0.3, .bent = bent};
    double p[3];
    double q[3];
    double apart = 0.0;
    const bool same = rdg_patch_overlap(&c, &a, &b, p, q, &apart);
    assert_int_equal(rdg_patch_overlap(&c, &b, &a, q, p, &apart), same);
    return same;
}

static void charts_of_a_circle_lie_on_one_sheet(void **state)
{
    (void)state;
    for (int k = 0; k < 15; k++) {
        const double angle = -0.5 + 0.07 * k;
        assert_true(on_one_sheet(sin(angle), 1.0 - cos(angle), angle, 1.0, false));
    }
}

static void a_sheet_that_is_turned_over_is_another_one(void **state)
{
    (void)state;
    assert_true(on_one_sheet(0.2, 0, 0, 0, false));
    assert_false(on_one_sheet(0.2, 0, 0, 0, true));
    assert_false(on_one_sheet(sin(0.3), 1.0 - cos(0.3), 0.3, 1.0, true));
}

static void a_sheet_at_a_distance_is_another_one(void **state)
{
    (void)state;
    for (int k = 0; k < 14; k++) {
        const double z = 1e-5 * pow(2.0, k);
        assert_false(on_one_sheet(0.2, z, 0, 0, false));
    }
    assert_false(on_one_sheet(0.2, 0.02, 0, 1.0, false)); /* no more than such a curvature would explain */
    for (int k = 0; k < 7; k++) {                         /* a circle about the same centre */
        const double z = 0.02 * pow(1.3, k);
        assert_false(on_one_sheet((1.0 - z) * sin(0.2), 1.0 - (1.0 - z) * cos(0.2), 0.2, 1.0, false));
    }
}

static void more_offset_than_curvature_explains_is_another_sheet(void **state)
{
    (void)state;
    assert_true(on_one_sheet(sin(0.4), 1.0 - cos(0.4), 0.4, 0.6, false));
    assert_false(on_one_sheet(sin(0.4), 1.0 - cos(0.4), 0.4, 0.2, false));
}

/* Circles so small that charts half a turn apart would reach each other: there, cells in two tangent planes
 * have nothing in common. */
static void charts_whose_planes_differ_too_much_do_not_overlap(void **state)
{
    (void)state;
    const double r = 0.2;
    for (int k = 0; k < 16; k++) {
        const double angle = 0.1 * k;
        assert_int_equal(on_one_sheet(r * sin(angle), r * (1.0 - cos(angle)), angle, 1.0 / r, false),
                         angle < 0.92);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(charts_of_a_circle_lie_on_one_sheet),
        SCRATCH_TEST(a_sheet_that_is_turned_over_is_another_one),
        SCRATCH_TEST(a_sheet_at_a_distance_is_another_one),
        SCRATCH_TEST(charts_whose_planes_differ_too_much_do_not_overlap),
        SCRATCH_TEST(more_offset_than_curvature_explains_is_another_sheet),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
