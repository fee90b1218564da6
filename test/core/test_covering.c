/* Surfaces, curves and spaces covered by charts. */
#define _XOPEN_SOURCE 700

#include "cusp.h"
#include "torus.h"

#include <ridgewalk/singular.h>

static const double pi = 3.14159265358979323846;

/* The surface value(x, y, z) = 0 as a zero function with its derivatives. */
typedef struct implicit {
    int (*f)(rdg_index n, const double *u, rdg_index m, double *y, void *data);
    int (*df)(rdg_index n, const double *u, rdg_index m, double *values, void *data);
} implicit;

/* x^2 / a^2 + y^2 / b^2 + z^2 / c^2 = 1; data: 1 / a^2, ... */
static int quadric(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)m;
    const double *weight = data;
    y[0] = -1.0;
    for (rdg_index j = 0; j < n; j++) {
        y[0] += weight[j] * u[j] * u[j];
    }
    return 0;
}

static int quadric_df(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    (void)m;
    const double *weight = data;
    for (rdg_index j = 0; j < n; j++) {
        values[j] = 2.0 * weight[j] * u[j];
    }
    return 0;
}

static rdg_problem *surface(rdg_context *ctx, implicit f, double *data, double x, double y, double z)
{
    rdg_problem *p = rdg_problem_create(ctx);
    const rdg_function function = {.name = "surface", .n = 3, .m = 1, .f = f.f, .df = f.df, .data = data};
    assert_ok(ctx, rdg_add_variables(p, "u", 3, (double[]){x, y, z}));
    assert_ok(ctx, rdg_add_zero(p, &function, RDG_ALL));
    assert_ok(ctx, rdg_add_parameter(p, "x", "u", 0));
    assert_ok(ctx, rdg_add_parameter(p, "y", "u", 1));
    assert_ok(ctx, rdg_add_parameter(p, "z", "u", 2));
    return p;
}

static const implicit a_quadric = {quadric, quadric_df};
static const implicit a_torus = {torus, torus_df};

#define WHOLE                                                                                                \
    RDG_RELEASE("x"), RDG_RELEASE("y"), RDG_RELEASE("z"), RDG_DIMENSION(2), RDG_MAX_POINTS(20000),           \
        RDG_NO_FOLDER, RDG_NO_TABLE

/* What every closed surface without a boundary must show; each triangle has three sides that two share. */
static void check_closed(const rdg_run_summary *s, long euler, double area)
{
    assert_int_equal(s->forwards, RDG_STOP_COVERED);
    assert_int_equal(s->gaps, 0);
    assert_int_equal(s->boundaries, 0);
    assert_int_equal(s->euler, euler);
    assert_int_equal(s->triangles, 2 * (s->points - euler));
    assert_near(s->content, area, 0.01, 0.0);
}

static void a_sphere_is_covered_and_closed(void **state)
{
    rdg_run_summary s;
    rdg_problem *p = surface(*state, a_quadric, (double[]){1, 1, 1}, 1, 0, 0);
    assert_ok(*state, rdg_continue(p, "sphere", WHOLE, RDG_SUMMARY(&s)));
    check_closed(&s, 2, 4.0 * pi);
}

static void an_ellipsoid_is_covered_and_closed(void **state)
{
    /* half axes 2, 1, 1: area 2 pi (1 + a / e asin e), e = sqrt(1 - 1 / a^2) */
    rdg_run_summary s;
    const double e = sqrt(0.75);
    rdg_problem *p = surface(*state, a_quadric, (double[]){0.25, 1, 1}, 2, 0, 0);
    assert_ok(*state, rdg_continue(p, "ellipsoid", WHOLE, RDG_SUMMARY(&s)));
    check_closed(&s, 2, 2.0 * pi * (1.0 + 2.0 / e * asin(e)));
}

static void a_torus_is_covered_and_closed(void **state)
{
    rdg_run_summary s;
    rdg_problem *p = surface(*state, a_torus, NULL, 1.3, 0, 0);
    assert_ok(*state, rdg_continue(p, "torus", WHOLE, RDG_SUMMARY(&s)));
    check_closed(&s, 0, 4.0 * pi * pi * 0.8 * 0.5);
}

static void a_cylinder_ends_at_its_window(void **state)
{
    rdg_run_summary s;
    rdg_problem *p = surface(*state, a_quadric, (double[]){1, 1, 0}, 1, 0, 0);
    assert_ok(*state, rdg_continue(p, "cylinder", WHOLE, RDG_WINDOW("z", -1, 1), RDG_SUMMARY(&s)));
    assert_int_equal(s.forwards, RDG_STOP_COVERED);
    assert_int_equal(s.gaps, 0);
    assert_int_equal(s.boundaries, 2);
    assert_int_equal(s.euler, 0);
    assert_near(s.content, 4.0 * pi, 0.01, 0.0);
}

static void a_square_is_a_disc(void **state)
{
    rdg_run_summary s;
    rdg_problem *p = surface(*state, a_quadric, (double[]){0, 0, 1}, 0.1, 0.2, 1);
    assert_ok(*state, rdg_continue(p, "square", WHOLE, RDG_WINDOW("x", -1, 1), RDG_WINDOW("y", -1, 1),
                                   RDG_STEP(0.1, 1e-4, 0.1), RDG_SUMMARY(&s)));
    assert_int_equal(s.forwards, RDG_STOP_COVERED);
    assert_int_equal(s.boundaries, 1);
    assert_int_equal(s.euler, 1);
    assert_near(s.content, 4.0, 1e-9, 0.0);
}

/* The whole of a square that leans: its corners are charts, and the triangles leave nothing out. */
static void the_triangles_reach_into_the_corners_of_windows(void **state)
{
    for (int lean = 0; lean < 4; lean++) {
        harvest h = {0};
        const double slope = 0.5 * lean;
        rdg_problem *p =
            surface(*state, a_quadric, (double[]){0, slope, 1}, 0.1, 0.2, sqrt(1 - 0.04 * slope));
        assert_ok(*state,
                  rdg_continue(p, "square", RDG_RELEASE("x"), RDG_RELEASE("y"), RDG_RELEASE("z"),
                               RDG_DIMENSION(2), RDG_WINDOW("x", -1, 1), RDG_WINDOW("y", -0.8, 0.7),
                               RDG_STEP(0.1, 1e-4, 0.1), RDG_MAX_POINTS(20000), RDG_NO_TABLE, HARVEST(&h)));
        assert_int_equal(h.summary.euler, 1);
        int corners = 0;
        for (size_t k = 0; k < h.count; k++) {
            const double *u = h.chart[k].u;
            assert_true(fabs(u[0]) <= 1.0 + 1e-11 && u[1] >= -0.8 - 1e-11 && u[1] <= 0.7 + 1e-11);
            corners += fabs(fabs(u[0]) - 1.0) < 1e-10 && fabs(fabs(u[1] + 0.05) - 0.75) < 1e-10;
        }
        rdg_run *run = rdg_run_open(*state, "square");
        rdg_index count = 0;
        const rdg_index *triangle = rdg_run_triangles(run, &count);
        double area = 0.0;
        for (rdg_index i = 0; i < count; i++) {
            const double *a = h.chart[triangle[3 * i]].u;
            const double *b = h.chart[triangle[3 * i + 1]].u;
            const double *c = h.chart[triangle[3 * i + 2]].u;
            area += 0.5 * fabs((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]));
        }
        assert_int_equal(corners, 4);
        assert_near(area, 3.0, 1e-9, 0.0);
        rdg_run_free(run);
        harvest_clear(&h);
    }
}

static void a_cube_is_filled(void **state)
{
    rdg_run_summary s;
    rdg_problem *p = rdg_problem_create(*state);
    rdg_add_variables(p, "u", 4, (double[]){0.03, 0.02, 0.01, 1});
    rdg_add_zero(p,
                 &(rdg_function){.name = "hyperplane",
                                 .n = 4,
                                 .m = 1,
                                 .f = quadric,
                                 .df = quadric_df,
                                 .data = (double[]){0, 0, 0, 1}},
                 RDG_ALL);
    rdg_add_parameter(p, "x", "u", 0);
    rdg_add_parameter(p, "y", "u", 1);
    rdg_add_parameter(p, "z", "u", 2);
    assert_ok(*state, rdg_continue(p, "cube", RDG_RELEASE("x"), RDG_RELEASE("y"), RDG_RELEASE("z"),
                                   RDG_DIMENSION(3), RDG_WINDOW("x", -1, 1), RDG_WINDOW("y", -1, 1),
                                   RDG_WINDOW("z", -1, 1), RDG_STEP(0.3, 1e-4, 0.3), RDG_MAX_POINTS(20000),
                                   RDG_NO_FOLDER, RDG_NO_TABLE, RDG_SUMMARY(&s)));
    assert_int_equal(s.forwards, RDG_STOP_COVERED);
    assert_int_equal(s.gaps, 0);
    assert_near(s.content, 8.0, 1e-9, 0.0);
}

static void a_circle_closes_under_a_covering(void **state)
{
    rdg_run_summary s;
    rdg_problem *p = surface(*state, a_quadric, (double[]){1, 1, 1}, 1, 0, 0);
    assert_ok(*state, rdg_continue(p, "circle", RDG_RELEASE("x"), RDG_RELEASE("y"), RDG_COVER, RDG_NO_FOLDER,
                                   RDG_NO_TABLE, RDG_SUMMARY(&s)));
    assert_int_equal(s.forwards, RDG_STOP_COVERED);
    assert_near(s.content, 2.0 * pi, 0.01, 0.0);
}

static void an_event_s_zeros_are_a_closed_curve_on_a_sphere(void **state)
{
    rdg_context *ctx = *state;
    harvest h = {0};
    rdg_problem *p = surface(ctx, a_quadric, (double[]){1, 1, 1}, 0.6, 0, 0.8);
    assert_ok(ctx, rdg_continue(p, "sphere", RDG_RELEASE("x"), RDG_RELEASE("y"), RDG_RELEASE("z"),
                                RDG_DIMENSION(2), RDG_MAX_POINTS(20000), RDG_EVENT("EQ", "z", 0),
                                RDG_NO_TABLE, HARVEST(&h)));
    const size_t found = harvest_count(&h, "EQ");
    assert_true(found > 20);
    for (size_t k = 0; k < found; k++) {
        const double *u = harvest_nth(&h, "EQ", k)->u;
        assert_near(u[2], 0.0, 0.0, 1e-10);
        assert_near(hypot(u[0], u[1]), 1.0, 0.0, 1e-10);
    }
    rdg_run *run = rdg_run_open(ctx, "sphere");
    rdg_index count = 0;
    const rdg_index *curve = rdg_run_event_curves(run, &count);
    assert_non_null(curve);
    assert_int_equal(count, found + 1); /* once round, and the first point again */
    assert_int_equal(curve[1], curve[2 * count - 1]);
    for (rdg_index i = 0; i < count; i++) {
        assert_int_equal(curve[2 * i], 0);
        assert_string_equal(rdg_run_type(run, curve[2 * i + 1]), "EQ");
    }
    assert_non_null(rdg_run_triangles(run, &count));
    assert_int_equal(count, h.summary.triangles);
    rdg_run_free(run);
    harvest_clear(&h);
}

static void folds_of_the_cusp_are_marked_on_its_surface(void **state)
{
    rdg_context *ctx = *state;
    harvest h = {0};
    rdg_problem *p = cusp_problem(ctx);
    assert_ok(ctx, rdg_add_fold(p, "fold", "ka", NULL));
    assert_ok(ctx, rdg_continue(p, "cusp", RDG_RELEASE("ka"), RDG_RELEASE("la"), RDG_DIMENSION(2),
                                RDG_WINDOW("ka", -0.5, 0.5), RDG_WINDOW("la", -0.5, 1), RDG_MAX_POINTS(20000),
                                RDG_EVENT("FP", "fold", 0), RDG_NO_TABLE, HARVEST(&h)));
    assert_int_equal(h.summary.forwards, RDG_STOP_COVERED);
    assert_int_equal(h.summary.euler, 1);
    assert_int_equal(h.summary.boundaries, 1);
    const size_t folds = harvest_count(&h, "FP");
    assert_true(folds > 20);
    rdg_run *run = rdg_run_open(ctx, "cusp");
    rdg_index count = 0;
    assert_non_null(rdg_run_event_curves(run, &count));
    assert_int_equal(count, folds); /* one curve, which ends at the windows */
    rdg_run_free(run);
    for (size_t k = 0; k < folds; k++) {
        const double *u = harvest_nth(&h, "FP", k)->u;
        assert_near(fabs(u[1]), 2.0 * pow(fabs(u[2]) / 3.0, 1.5), 0.0, 1e-12);
    }
    harvest_clear(&h);
}

static void a_surface_must_be_asked_for(void **state)
{
    rdg_problem *p = surface(*state, a_quadric, (double[]){1, 1, 1}, 1, 0, 0);
    rdg_continue(p, "sphere", RDG_RELEASE("x"), RDG_RELEASE("y"), RDG_RELEASE("z"), RDG_NO_FOLDER);
    assert_failed(*state, RDG_ERR_SIZE, "RDG_DIMENSION(2)");
    rdg_continue(p, "sphere", RDG_RELEASE("x"), RDG_DIMENSION(4), RDG_NO_FOLDER);
    assert_failed(*state, RDG_ERR_ARGUMENT, "RDG_DIMENSION is 4; it must be 1, 2 or 3");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(a_sphere_is_covered_and_closed),
        SCRATCH_TEST(an_ellipsoid_is_covered_and_closed),
        SCRATCH_TEST(a_torus_is_covered_and_closed),
        SCRATCH_TEST(a_cylinder_ends_at_its_window),
        SCRATCH_TEST(a_square_is_a_disc),
        SCRATCH_TEST(the_triangles_reach_into_the_corners_of_windows),
        SCRATCH_TEST(a_cube_is_filled),
        SCRATCH_TEST(a_circle_closes_under_a_covering),
        SCRATCH_TEST(an_event_s_zeros_are_a_closed_curve_on_a_sphere),
        SCRATCH_TEST(folds_of_the_cusp_are_marked_on_its_surface),
        SCRATCH_TEST(a_surface_must_be_asked_for),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
