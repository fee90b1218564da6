/* Which charts lie on one sheet: from their places, tangent planes and curvature alone. */
#define _XOPEN_SOURCE 700

#include "scratch.h"

#include "covering_impl.h"

#include <math.h>

/* A chart at (x, 0, z) whose plane is turned by an angle about y and which bends like a circle in the plane
 * of x and z; turned over: oriented the other way. */
typedef struct chart {
    double x, z, angle, curvature;
    bool turned_over;
} chart;

static bool overlap(const chart *first, const chart *other)
{
    const chart *of[2] = {first, other};
    double metric[3] = {1, 1, 1};
    rdg_system s = {.n = 3, .m = 1, .metric = metric};
    rdg_run_setup setup = {.newton = {.residual_tol = 1e-9}};
    rdg_tracer t = {.s = &s, .setup = &setup};
    const rdg_covering c = {.t = &t, .k = 2, .n = 3};
    double u[2][3] = {{0}};
    double basis[2][6] = {{0}};
    double second[2][9] = {{0}};
    rdg_patch patch[2];
    for (int i = 0; i < 2; i++) {
        const double x = cos(of[i]->angle);
        const double z = sin(of[i]->angle);
        memcpy(u[i], (double[]){of[i]->x, 0, of[i]->z}, sizeof u[i]);
        memcpy(basis[i], (double[]){x, 0, z, 0, of[i]->turned_over ? -1 : 1, 0}, sizeof basis[i]);
        memcpy(second[i], (double[]){-of[i]->curvature * z, 0, of[i]->curvature * x}, 3 * sizeof(double));
        patch[i] = (rdg_patch){
            .u = u[i], .basis = basis[i], .second = second[i], .radius = 0.3, .bent = fabs(of[i]->curvature)};
    }
    double p[3];
    double q[3];
    double apart = 0.0;
    const bool same = rdg_patch_overlap(&c, &patch[0], &patch[1], p, q, &apart);
    assert_int_equal(rdg_patch_overlap(&c, &patch[1], &patch[0], q, p, &apart), same);
    return same;
}

/* With one at the origin that lies in the plane of x and y. */
static bool on_one_sheet(double x, double z, double angle, double bent, bool turned_over)
{
    return overlap(&(chart){.curvature = bent}, &(chart){x, z, angle, bent, turned_over});
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

/* A chart on z = third / 6 x^3, raised by so much. */
static chart on_cubic(double third, double x, double raised)
{
    const double slope = 0.5 * third * x * x;
    return (chart){x, third * x * x * x / 6.0 + raised, atan(slope), third * x / pow(hypot(1.0, slope), 3),
                   false};
}

/* There both rise above each other's plane on the same side, like another sheet. */
static void charts_on_both_sides_of_an_inflection_lie_on_one_sheet(void **state)
{
    (void)state;
    uint64_t seed = 1;
    for (int k = 0; k < 500; k++) {
        const double third = 2.0 * random_signed(&seed);
        const double x = 0.3 * random_signed(&seed);
        const double distance = 0.05 + 0.2 * fabs(random_signed(&seed));
        const chart a = on_cubic(third, x, 0.0);
        const chart b = on_cubic(third, x + distance, 0.0);
        assert_true(overlap(&a, &b));
        const double raised = 0.5 * fabs(third) * fmax(fabs(x), fabs(x + distance)) * distance * distance;
        const chart above = on_cubic(third, x + distance, raised + 1e-6);
        const chart below = on_cubic(third, x + distance, -raised - 1e-6);
        assert_false(overlap(&a, &above));
        assert_false(overlap(&a, &below));
    }
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

/* A chart of u = (x, y, a x^2 / 2 + b x y + c y^2 / 2). */
static void a_chart_rises_as_its_second_derivatives_say(void **state)
{
    (void)state;
    const double a = 0.7, b = -1.3, c = 0.4;
    double u[3] = {0}, basis[6] = {1, 0, 0, 0, 1, 0}, second[9] = {[2] = a, [5] = b, [8] = c};
    const rdg_covering covering = {.k = 2, .n = 3};
    const rdg_patch patch = {.u = u, .basis = basis, .second = second};
    uint64_t seed = 2;
    for (int k = 0; k < 20; k++) {
        const double x[2] = {random_signed(&seed), random_signed(&seed)};
        double lifted[3];
        rdg_patch_lift(&covering, &patch, x, lifted);
        assert_near(lifted[0], x[0], 1e-15, 0.0);
        assert_near(lifted[1], x[1], 1e-15, 0.0);
        assert_near(lifted[2], 0.5 * a * x[0] * x[0] + b * x[0] * x[1] + 0.5 * c * x[1] * x[1], 1e-14, 1e-15);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(charts_of_a_circle_lie_on_one_sheet),
        SCRATCH_TEST(a_sheet_that_is_turned_over_is_another_one),
        SCRATCH_TEST(a_sheet_at_a_distance_is_another_one),
        SCRATCH_TEST(charts_on_both_sides_of_an_inflection_lie_on_one_sheet),
        SCRATCH_TEST(charts_whose_planes_differ_too_much_do_not_overlap),
        SCRATCH_TEST(a_chart_rises_as_its_second_derivatives_say),
        SCRATCH_TEST(more_offset_than_curvature_explains_is_another_sheet),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
