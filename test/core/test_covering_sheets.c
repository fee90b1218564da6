/* Sheets of a surface that pass near each other, rims and corners: what is covered is the whole, or it is
 * said that it is not. */
#define _XOPEN_SOURCE 700

#include "level_surface.h"
#include "scratch.h"

#include <ridgewalk/problem.h>
#include <ridgewalk/run.h>

#include <math.h>

static const double pi = 3.14159265358979323846;

static double square(double x)
{
    return x * x;
}

/* f(x, y, z) = 0, data: a length */
typedef double level(double x, double y, double z, double c);

typedef struct shape {
    level *f;
    double c;
} shape;

static double tube(double x, double y, double z, double c)
{
    (void)y;
    return x * x + square(z / c) - 1.0;
}

static double pancake(double x, double y, double z, double c)
{
    return x * x + y * y + square(z / c) - 1.0;
}

static double cusp(double x, double y, double z, double c)
{
    const double root = z / c;
    return root * root * root - x * root - y;
}

static double two_spheres(double x, double y, double z, double c)
{
    const double r2 = x * x + y * y + z * z;
    return (r2 - 1.0) * (r2 - square(1.0 + c));
}

static double stadium(double x, double y, double z, double c)
{
    (void)y;
    return (z * z + square(fmax(fabs(x) - 1.0, 0.0))) / square(c) - 1.0;
}

static double flat(double x, double y, double z, double c)
{
    (void)x;
    return z - c * y;
}

static int value(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    const shape *s = data;
    y[0] = s->f(u[0], u[1], u[2], s->c);
    return 0;
}

static rdg_problem *surface(rdg_context *ctx, shape *s, const double *start)
{
    return level_surface(ctx, value, s, start);
}

#define SURFACE                                                                                              \
    RDG_RELEASE("x"), RDG_RELEASE("y"), RDG_RELEASE("z"), RDG_DIMENSION(2), RDG_NO_TABLE, RDG_NO_FOLDER

static void check(const rdg_run_summary *s, long euler, long boundaries, double area)
{
    assert_int_equal(s->forwards, RDG_STOP_COVERED);
    assert_int_equal(s->gaps, 0);
    assert_int_equal(s->euler, euler);
    assert_int_equal(s->boundaries, boundaries);
    assert_near(s->content, area, 2e-3, 0.0);
}

/* Circumference of an ellipse with the half axes 1 and c. */
static double circumference(double c)
{
    enum { PARTS = 20000 };
    double sum = 0.0;
    for (int i = 0; i < PARTS; i++) {
        const double t = 2.0 * pi * (i + 0.5) / PARTS;
        sum += hypot(sin(t), c * cos(t)) * 2.0 * pi / PARTS;
    }
    return sum;
}

static void both_sides_of_a_flat_tube_are_covered(void **state)
{
    for (int k = 0; k < 3; k++) {
        const double c = 0.25 - 0.05 * k;
        rdg_run_summary s;
        shape of = {tube, c};
        rdg_problem *p = surface(*state, &of, (double[]){0, 0.3, c});
        assert_ok(*state, rdg_continue(p, "tube", SURFACE, RDG_WINDOW("y", 0, 1), RDG_MAX_POINTS(20000),
                                       RDG_SUMMARY(&s)));
        check(&s, 0, 2, circumference(c));
    }
}

static void both_sides_of_a_pancake_are_covered(void **state)
{
    const double c = 0.2;
    const double e = sqrt(1.0 - c * c);
    rdg_run_summary s;
    shape of = {pancake, c};
    rdg_problem *p = surface(*state, &of, (double[]){0, 0, c});
    assert_ok(*state, rdg_continue(p, "pancake", SURFACE, RDG_MAX_POINTS(20000), RDG_SUMMARY(&s)));
    check(&s, 2, 0, 2.0 * pi * (1.0 + c * c / e * atanh(e)));
}

static double area_of_cusp(double c)
{
    enum { PARTS = 1000 };
    const double most = 2.3;
    double sum = 0.0;
    for (int i = 0; i < PARTS; i++) {
        for (int j = 0; j < PARTS; j++) {
            const double root = most * (2.0 * i + 1.0 - PARTS) / PARTS;
            const double x = 2.0 * (2.0 * j + 1.0 - PARTS) / PARTS;
            if (fabs(root * root * root - x * root) <= 2.0) {
                const double slope = (3.0 * root * root - x) / c;
                sum += c * sqrt(1.0 + slope * slope + root * root);
            }
        }
    }
    return sum * 2.0 * most / PARTS * 4.0 / PARTS;
}

static void the_three_sheets_of_a_cusp_are_covered(void **state)
{
    const double c = 0.3;
    rdg_run_summary s;
    shape of = {cusp, c};
    rdg_problem *p = surface(*state, &of, (double[]){-1, 0, 0});
    assert_ok(*state, rdg_continue(p, "cusp", SURFACE, RDG_WINDOW("x", -2, 2), RDG_WINDOW("y", -2, 2),
                                   RDG_MAX_POINTS(20000), RDG_SUMMARY(&s)));
    check(&s, 1, 1, area_of_cusp(c));
}

static void of_two_spheres_that_all_but_touch_the_one_begun_is_covered(void **state)
{
    for (int i = 0; i < 6; i++) {
        const int digits = 1 + i / 2;
        const double apart = pow(10.0, -digits);
        const double radius = i % 2 ? 1.0 : 1.0 + apart;
        rdg_run_summary s;
        shape of = {two_spheres, apart};
        rdg_problem *p = surface(*state, &of, (double[]){radius, 0, 0});
        assert_ok(*state, rdg_continue(p, "spheres", SURFACE, RDG_MAX_POINTS(20000), RDG_SUMMARY(&s)));
        check(&s, 2, 0, 4.0 * pi * radius * radius);
        assert_near(s.content, 4.0 * pi * radius * radius, 1e-4, 0.0);
    }
}

static void a_stadium_is_covered_or_it_is_said_that_it_is_not(void **state)
{
    rdg_run_summary s;
    shape of = {stadium, 0.05};
    rdg_problem *p = surface(*state, &of, (double[]){0, 0.3, 0.05});
    assert_ok(*state, rdg_continue(p, "stadium", SURFACE, RDG_WINDOW("y", 0, 1), RDG_MAX_POINTS(20000),
                                   RDG_SUMMARY(&s)));
    check(&s, 0, 2, 4.0 + 2.0 * pi * 0.05);
    of.c = 0.005;
    rdg_problem *q = surface(*state, &of, (double[]){0, 0.3, 0.005});
    assert_ok(*state, rdg_continue(q, "stadium", SURFACE, RDG_WINDOW("y", 0, 1), RDG_MAX_POINTS(3000),
                                   RDG_SUMMARY(&s)));
    assert_int_equal(s.forwards, RDG_STOP_MAX_POINTS);
}

/* x + lean y: windows that meet at a sharp angle. */
static int leaning(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    y[0] = u[0] + *(const double *)data * u[1];
    return 0;
}

typedef struct corners {
    double lean;
    int found;
} corners;

static bool count_corner(rdg_problem *p, const rdg_chart *chart, void *data)
{
    (void)p;
    corners *c = data;
    c->found += fabs(fabs(chart->u[0] + c->lean * chart->u[1]) - 1.0) < 1e-10 &&
                fabs(fabs(chart->u[1]) - 1.0) < 1e-10;
    return false;
}

static void charts_lie_in_all_corners_however_sharp(void **state)
{
    for (int k = 0; k < 5; k++) {
        double lean = 0.5 * k;
        rdg_run_summary s;
        corners c = {.lean = lean};
        shape of = {flat, 0.2 * lean};
        rdg_problem *p = surface(*state, &of, (double[]){0.1, 0.1, 0.02 * lean});
        rdg_add_monitor(
            p,
            &(rdg_function){.name = "w", .n = 3, .m = 1, .f = leaning, .by_differences = true, .data = &lean},
            RDG_ALL, NULL, RDG_ACTIVE);
        assert_ok(*state,
                  rdg_continue(p, "corners", SURFACE, RDG_WINDOW("w", -1, 1), RDG_WINDOW("y", -1, 1),
                               RDG_MAX_POINTS(20000), RDG_OBSERVE(count_corner, &c), RDG_SUMMARY(&s)));
        check(&s, 1, 1, 4.0 * hypot(1.0, of.c));
        assert_int_equal(c.found, 4);
    }
}

/* A surface with one singular point. */
static double cone(double x, double y, double z, double c)
{
    return x * x + y * y - c * z * z;
}

static void a_surface_with_a_singular_point_is_not_called_covered(void **state)
{
    rdg_run_summary s;
    shape of = {cone, 1.0};
    rdg_problem *p = surface(*state, &of, (double[]){0.5, 0, 0.5});
    assert_ok(*state, rdg_continue(p, "cone", SURFACE, RDG_WINDOW("z", -1, 1), RDG_MAX_POINTS(4000),
                                   RDG_SUMMARY(&s)));
    assert_true(s.forwards != RDG_STOP_COVERED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(both_sides_of_a_flat_tube_are_covered),
        SCRATCH_TEST(both_sides_of_a_pancake_are_covered),
        SCRATCH_TEST(the_three_sheets_of_a_cusp_are_covered),
        SCRATCH_TEST(of_two_spheres_that_all_but_touch_the_one_begun_is_covered),
        SCRATCH_TEST(a_stadium_is_covered_or_it_is_said_that_it_is_not),
        SCRATCH_TEST(charts_lie_in_all_corners_however_sharp),
        SCRATCH_TEST(a_surface_with_a_singular_point_is_not_called_covered),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
