/* Surfaces whose second derivatives at one point say little of what is nearby, and such as no covering by
 * oriented charts can be the whole of: covered with the right area, or said not to be covered. */
#include "problems.h"

#include <math.h>

static const double pi = 3.14159265358979323846;

typedef struct shape {
    double (*f)(const double *u, const double *c);
    double c[4];
} shape;

static int value(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    const shape *s = data;
    y[0] = s->f(u, s->c);
    return 0;
}

static int distance(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    (void)data;
    y[0] = hypot(u[0], u[1]);
    return 0;
}

static rdg_problem *surface(rdg_context *ctx, shape *s, double x, double y, double z)
{
    rdg_problem *p = rdg_problem_create(ctx);
    rdg_add_variables(p, "u", 3, (double[]){x, y, z});
    rdg_add_zero(
        p, &(rdg_function){.name = "level", .n = 3, .m = 1, .f = value, .by_differences = true, .data = s},
        RDG_ALL);
    rdg_add_monitor(p, &(rdg_function){.name = "r", .n = 3, .m = 1, .f = distance, .by_differences = true},
                    RDG_ALL, NULL, RDG_ACTIVE);
    rdg_add_parameter(p, "x", "u", 0);
    rdg_add_parameter(p, "y", "u", 1);
    rdg_add_parameter(p, "z", "u", 2);
    return p;
}

#define SURFACE                                                                                              \
    RDG_RELEASE("x"), RDG_RELEASE("y"), RDG_RELEASE("z"), RDG_DIMENSION(2), RDG_MAX_POINTS(20000),           \
        RDG_NO_FOLDER, RDG_NO_TABLE

/* A plane with a hill of width c[0], twice as high, at (c[1], c[2]). */
static double hill(const double *u, const double *c)
{
    const double x = u[0] - c[1];
    const double y = u[1] - c[2];
    return u[2] - 2.0 * c[0] * exp(-(x * x + y * y) / (c[0] * c[0]));
}

/* What a hill adds to the area of the plane. */
static double area_of_hill(double width)
{
    enum { PARTS = 2000 };
    double sum = 0.0;
    for (int i = 0; i < PARTS; i++) {
        const double h = 5.0 / PARTS;
        const double r = (i + 0.5) * h; /* in widths */
        const double slope = 4.0 * r * exp(-r * r);
        sum += 2.0 * pi * r * h * (slope * slope / (1.0 + sqrt(1.0 + slope * slope)));
    }
    return sum * width * width;
}

static void hills_narrower_than_the_charts_of_a_plane_are_seen(void **state)
{
    uint64_t seed = 11;
    for (int k = 0; k < 60; k++) {
        const double width = 0.13 + 0.03 * random_signed(&seed);
        shape s = {hill, {width, 0.5 * random_signed(&seed), 0.5 * random_signed(&seed)}};
        rdg_run_summary q;
        rdg_problem *p = surface(*state, &s, -1.5, 1.4, 0.0);
        assert_ok(*state, rdg_continue(p, "hill", SURFACE, RDG_WINDOW("x", -2, 2), RDG_WINDOW("y", -2, 2),
                                       RDG_SUMMARY(&q)));
        const double whole = 16.0 + area_of_hill(width);
        if (q.covered && !(fabs(q.content / whole - 1.0) < 3e-3)) {
            print_error("case %d: width %g at %g, %g: area %g, not %g\n", k, width, s.c[1], s.c[2], q.content,
                        whole);
        }
        assert_true(!q.covered || fabs(q.content / whole - 1.0) < 3e-3);
        assert_true(!q.covered || (q.euler == 1 && q.boundaries == 1));
        rdg_problem_free(p);
    }
}

/* A ribbon about the unit circle, turned by c[0] half turns. Where the angle jumps the function changes its
 * sign if that number is odd; the surface goes on. */
static double ribbon(const double *u, const double *c)
{
    const double turn = 0.5 * c[0] * atan2(u[1], u[0]) + c[1];
    return cos(turn) * u[2] - sin(turn) * (hypot(u[0], u[1]) - 1.0);
}

/* Cut where z or r leaves its window: in each section a straight line, through a rectangle. */
static void ribbons_of_one_side_are_never_called_covered(void **state)
{
    uint64_t seed = 5;
    for (int k = 0; k < 12; k++) {
        const int turns = k % 4;
        const double angle = 3.0 * random_signed(&seed);
        shape s = {ribbon, {turns, 1.5 * random_signed(&seed)}};
        rdg_run_summary q;
        rdg_problem *p = surface(*state, &s, cos(angle), sin(angle), 0.0);
        assert_ok(*state, rdg_continue(p, "ribbon", SURFACE, RDG_WINDOW("z", -0.3, 0.3),
                                       RDG_WINDOW("r", 0.7, 1.3), RDG_SUMMARY(&q)));
        if (turns % 2 == 1) {
            assert_false(q.covered);
        } else if (!q.covered || q.euler != 0 || q.boundaries != 2) {
            print_error("case %d: %d turns from %g: chi %ld, %ld boundaries, %ld gaps\n", k, turns, s.c[1],
                        q.euler, q.boundaries, q.gaps);
        }
        assert_true(!q.covered || (q.euler == 0 && q.boundaries == 2));
        rdg_problem_free(p);
    }
}

/* A plane with a step of height c[0] along a line. */
static double step(const double *u, const double *c)
{
    return u[2] - (cos(c[1]) * u[0] + sin(c[1]) * u[1] > c[2] ? c[0] : 0.0);
}

static void surfaces_that_are_torn_are_never_called_covered(void **state)
{
    uint64_t seed = 7;
    for (int k = 0; k < 4; k++) {
        shape s = {
            step,
            {0.1 * pow(10.0, random_signed(&seed)), pi * random_signed(&seed), 0.3 * random_signed(&seed)}};
        rdg_run_summary q;
        rdg_problem *p = surface(*state, &s, 0.0, 0.0, s.c[2] < 0.0 ? s.c[0] : 0.0);
        assert_ok(*state, rdg_continue(p, "step", SURFACE, RDG_WINDOW("x", -1, 1), RDG_WINDOW("y", -1, 1),
                                       RDG_STEP(0.1, 0.1, 0.5), RDG_SUMMARY(&q)));
        if (q.covered) {
            print_error("case %d: step %g: area %g, chi %ld, %ld boundaries\n", k, s.c[0], q.content, q.euler,
                        q.boundaries);
        }
        assert_false(q.covered);
        rdg_problem_free(p);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(hills_narrower_than_the_charts_of_a_plane_are_seen),
        TEST(ribbons_of_one_side_are_never_called_covered),
        TEST(surfaces_that_are_torn_are_never_called_covered),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
