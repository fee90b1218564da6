/* Areas of coverings, which are of fourth order in the radii as long as the cells neither overlap nor leave
 * something out. */
#define _XOPEN_SOURCE 700

#include "level_surface.h"
#include "scratch.h"

#include <ridgewalk/problem.h>
#include <ridgewalk/run.h>

#include <math.h>

static const double pi = 3.14159265358979323846;

enum { WAVES = 4, NUMBERS = 4 * WAVES };

/* f(x, y, z) = 0 */
typedef struct shape {
    double (*f)(const double *u, const double *c);
    double c[NUMBERS];
} shape;

static double square(double x)
{
    return x * x;
}

static double ellipsoid(const double *u, const double *c)
{
    return square(u[0] / c[0]) + square(u[1] / c[1]) + square(u[2] / c[2]) - 1.0;
}

static double torus(const double *u, const double *c)
{
    return square(hypot(u[0], u[1]) - c[0]) + square(u[2]) - square(c[1]);
}

static double cusp(const double *u, const double *c)
{
    const double root = u[2] / c[0];
    return root * root * root - u[0] * root - u[1];
}

static double waves(const double *u, const double *c)
{
    double sum = 0.0;
    for (int i = 0; i < NUMBERS; i += 4) {
        sum += c[i] * sin(c[i + 1] * u[0] + c[i + 2] * u[1] + c[i + 3]);
    }
    return u[2] - sum;
}

static int value(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    const shape *s = data;
    y[0] = s->f(u, s->c);
    return 0;
}

static rdg_problem *surface(rdg_context *ctx, shape *s, const double *start)
{
    return level_surface(ctx, value, s, start);
}

static rdg_run_summary cover(rdg_context *ctx, shape *s, const double *start, double half_window, double step)
{
    rdg_run_summary q;
    rdg_problem *p = surface(ctx, s, start);
    assert_ok(ctx, rdg_continue(p, "surface", RDG_RELEASE("x"), RDG_RELEASE("y"), RDG_RELEASE("z"),
                                RDG_DIMENSION(2), RDG_WINDOW("x", -half_window, half_window),
                                RDG_WINDOW("y", -half_window, half_window), RDG_STEP(step, 1e-4, step),
                                RDG_MAX_POINTS(20000), RDG_NO_TABLE, RDG_NO_FOLDER, RDG_SUMMARY(&q)));
    rdg_problem_free(p);
    assert_int_equal(q.forwards, RDG_STOP_COVERED);
    return q;
}

static double area_of_ellipsoid(const double *c)
{
    enum { PARTS = 600 };
    double sum = 0.0;
    for (int i = 0; i < PARTS; i++) {
        const double t = pi * (i + 0.5) / PARTS;
        for (int j = 0; j < PARTS; j++) {
            const double a = 2.0 * pi * (j + 0.5) / PARTS;
            sum += sin(t) * sqrt(square(c[1] * c[2] * sin(t) * cos(a)) +
                                 square(c[0] * c[2] * sin(t) * sin(a)) + square(c[0] * c[1] * cos(t)));
        }
    }
    return sum * 2.0 * square(pi / PARTS);
}

static void areas_of_ellipsoids_have_four_digits_and_more(void **state)
{
    const double axes[][3] = {{1, 1, 1}, {2, 1, 1}, {1, 0.7, 0.4}, {1, 1, 0.5}};
    for (size_t i = 0; i < sizeof axes / sizeof *axes; i++) {
        shape s = {ellipsoid, {axes[i][0], axes[i][1], axes[i][2]}};
        const rdg_run_summary q = cover(*state, &s, (double[]){axes[i][0], 0, 0}, 10.0, 0.5);
        assert_int_equal(q.euler, 2);
        assert_near(q.content, area_of_ellipsoid(axes[i]), 2.5e-5, 0.0);
    }
}

static void areas_of_tori_have_four_digits_and_more(void **state)
{
    const double radius[][2] = {{0.8, 0.5}, {0.8, 0.25}};
    for (size_t i = 0; i < sizeof radius / sizeof *radius; i++) {
        shape s = {torus, {radius[i][0], radius[i][1]}};
        const rdg_run_summary q = cover(*state, &s, (double[]){radius[i][0] + radius[i][1], 0, 0}, 10.0, 0.5);
        assert_int_equal(q.euler, 0);
        assert_near(q.content, 4.0 * pi * pi * radius[i][0] * radius[i][1], 1.5e-5, 0.0);
    }
}

/* Zones of spheres, between two windows that may all but touch a pole: area 2 pi r^2 times their distance. */
static void areas_of_zones_are_right_up_to_the_poles(void **state)
{
    rdg_context *ctx = *state;
    uint64_t seed = 9;
    for (int k = 0; k < 12; k++) {
        const double low = -0.7 - 0.28 * fabs(random_signed(&seed));
        const double high = 0.7 + 0.28 * fabs(random_signed(&seed));
        shape s = {ellipsoid, {1.0, 1.0, 1.0}};
        rdg_run_summary q;
        rdg_problem *p = surface(ctx, &s, (double[]){1.0, 0.0, 0.0});
        assert_ok(ctx, rdg_continue(p, "zone", RDG_RELEASE("x"), RDG_RELEASE("y"), RDG_RELEASE("z"),
                                    RDG_DIMENSION(2), RDG_WINDOW("z", low, high), RDG_MAX_POINTS(20000),
                                    RDG_NO_TABLE, RDG_NO_FOLDER, RDG_SUMMARY(&q)));
        rdg_problem_free(p);
        assert_int_equal(q.forwards, RDG_STOP_COVERED);
        assert_int_equal(q.euler, 0);
        assert_int_equal(q.boundaries, 2);
        if (!(fabs(q.content / (2.0 * pi * (high - low)) - 1.0) < 2e-4)) {
            print_error("case %d: z from %g to %g: off by %g\n", k, low, high,
                        q.content / (2.0 * pi * (high - low)) - 1.0);
        }
        assert_near(q.content, 2.0 * pi * (high - low), 2e-4, 0.0);
    }
}

/* Between -2 and 2 in x and y = root^3 - x root, with z = c root. */
static double area_of_cusp(double c)
{
    enum { PARTS = 2000 };
    const double most = 2.3;
    double sum = 0.0;
    for (int i = 0; i < PARTS; i++) {
        for (int j = 0; j < PARTS; j++) {
            const double root = most * (2.0 * i + 1.0 - PARTS) / PARTS;
            const double x = 2.0 * (2.0 * j + 1.0 - PARTS) / PARTS;
            if (fabs(root * root * root - x * root) <= 2.0) {
                sum += sqrt(square(c) * (1.0 + square(root)) + square(3.0 * root * root - x));
            }
        }
    }
    return sum * 2.0 * most / PARTS * 4.0 / PARTS;
}

static void the_area_of_a_cusp_s_surface_has_four_digits(void **state)
{
    shape s = {cusp, {1.0}};
    const rdg_run_summary q = cover(*state, &s, (double[]){-1, 0, 0}, 2.0, 0.5);
    assert_int_equal(q.euler, 1);
    assert_near(q.content, area_of_cusp(1.0), 1e-4, 0.0);
}

static double area_of_waves(const double *c)
{
    enum { PARTS = 500 };
    double sum = 0.0;
    for (int i = 0; i < PARTS; i++) {
        for (int j = 0; j < PARTS; j++) {
            const double x = (2.0 * i + 1.0 - PARTS) / PARTS;
            const double y = (2.0 * j + 1.0 - PARTS) / PARTS;
            double slope[2] = {0.0};
            for (int k = 0; k < NUMBERS; k += 4) {
                const double rise = c[k] * cos(c[k + 1] * x + c[k + 2] * y + c[k + 3]);
                slope[0] += rise * c[k + 1];
                slope[1] += rise * c[k + 2];
            }
            sum += sqrt(1.0 + square(slope[0]) + square(slope[1]));
        }
    }
    return sum * 4.0 / PARTS / PARTS;
}

/* Where a surface has inflections neighbouring charts rise above each other's tangent space on the same side;
 * they divide it among themselves all the same. */
static void charts_on_both_sides_of_inflections_do_not_overlap(void **state)
{
    uint64_t seed = 3;
    for (int k = 0; k < 40; k++) {
        shape s = {waves, {0}};
        for (int i = 0; i < NUMBERS; i++) {
            s.c[i] = (i % 4 == 0 ? 0.25 : 3.0) * random_signed(&seed);
        }
        const double start[3] = {0.0, 0.0, -waves((double[]){0, 0, 0}, s.c)};
        const rdg_run_summary q = cover(*state, &s, start, 1.0, k % 2 ? 0.5 : 0.15);
        const double area = area_of_waves(s.c);
        if (!(fabs(q.content / area - 1.0) < 3e-4)) {
            print_error("case %d: off by %g\n", k, q.content / area - 1.0);
        }
        assert_int_equal(q.euler, 1);
        assert_int_equal(q.boundaries, 1);
        assert_near(q.content, area, 3e-4, 0.0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(areas_of_ellipsoids_have_four_digits_and_more),
        SCRATCH_TEST(areas_of_tori_have_four_digits_and_more),
        SCRATCH_TEST(areas_of_zones_are_right_up_to_the_poles),
        SCRATCH_TEST(the_area_of_a_cusp_s_surface_has_four_digits),
        SCRATCH_TEST(charts_on_both_sides_of_inflections_do_not_overlap),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
