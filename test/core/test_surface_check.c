/* When a covered surface contradicts itself: the alarm by the theorem of Gauss and Bonnet, and the one by the
 * triangles' area, on coverings put together by hand. */
#include "support.h"

#include "surface_impl.h"

#include <math.h>

static const double pi = 3.14159265358979323846;

/* Charts side by side on a plane; their second derivatives say how they bend. */
enum { CHARTS = 2, VARIABLES = 4 };

typedef struct fake {
    double metric[VARIABLES], u[3][VARIABLES], second[CHARTS][3 * VARIABLES];
    rdg_vertex corner[CHARTS][4];
    rdg_system s;
    rdg_tracer t;
    rdg_patch patch[3];
    rdg_covering c;
    rdg_index triangle[3];
    double guess[VARIABLES], difference[VARIABLES];
    rdg_map map;
} fake;

/* Two cells of unit area whose Gaussian curvatures are these, and one triangle with the area of both. */
static void make(fake *f, double curvature, double other)
{
    const double of[CHARTS] = {curvature, other};
    *f = (fake){.metric = {1, 1, 1, 1}, .u = {{0, 0}, {2, 0}, {1, 2}}, .triangle = {0, 1, 2}};
    f->s = (rdg_system){.n = VARIABLES, .m = 2, .metric = f->metric};
    f->t.s = &f->s;
    f->t.summary.content = 2.0;
    f->c = (rdg_covering){.t = &f->t,
                          .k = 2,
                          .n = VARIABLES,
                          .n_patches = CHARTS,
                          .patch = f->patch,
                          .mean = f->guess,
                          .difference = f->difference};
    for (int i = 0; i < CHARTS; i++) {
        for (int q = 0; q < 4; q++) {
            f->corner[i][q].x[0] = q == 1 || q == 2 ? 0.5 : -0.5;
            f->corner[i][q].x[1] = q >= 2 ? 0.5 : -0.5;
        }
        f->patch[i].second = f->second[i];
        f->patch[i].cell = (rdg_polytope){.k = 2, .n_vertices = 4, .vertex = f->corner[i]};
        rdg_second(&f->c, &f->patch[i], 0, 0)[2] = 1.0;
        rdg_second(&f->c, &f->patch[i], 1, 1)[2] = of[i];
    }
    for (int i = 0; i < 3; i++) {
        f->patch[i].u = f->u[i];
    }
    f->map = (rdg_map){.covering = &f->c, .n_triangles = 1, .triangle = f->triangle};
}

static void count_as(fake *f, long euler, long boundaries)
{
    f->t.summary.euler = euler;
    f->t.summary.boundaries = boundaries;
    rdg_surface_compare(&f->map);
}

/* A flat surface, the turning of whose boundaries says this of its Euler characteristic. */
static bool is_alike(double by_turning, long euler, long boundaries)
{
    fake f;
    make(&f, 0.0, 0.0);
    f.map.turning = -2.0 * pi * by_turning;
    count_as(&f, euler, boundaries);
    return !f.c.doubt.unlike;
}

static void a_whole_unit_between_counted_and_integrated_is_a_contradiction(void **state)
{
    (void)state;
    assert_true(is_alike(1.0, 1, 1));
    assert_true(is_alike(0.6, 1, 1));
    assert_true(is_alike(1.4, 1, 1));
    assert_false(is_alike(0.4, 1, 1));
    assert_false(is_alike(1.6, 1, 1));
    assert_false(is_alike(-1.0, 1, 1));
}

static void a_surface_has_a_whole_number_of_handles(void **state)
{
    (void)state;
    assert_true(is_alike(0.0, 0, 0)); /* a torus */
    assert_true(is_alike(0.0, 0, 2)); /* a tube */
    assert_true(is_alike(-2.0, -2, 2));
    assert_false(is_alike(1.0, 1, 0));
    assert_false(is_alike(0.0, 0, 1));
    assert_false(is_alike(4.0, 4, 0));
    assert_false(is_alike(2.0, 2, 1));
    assert_false(is_alike(3.0, 3, 1));
}

static void curvature_counts_with_its_sign_and_the_area_of_its_cell(void **state)
{
    (void)state;
    for (int euler = -4; euler <= 2; euler += 2) { /* two cells of area 1: closed surfaces */
        for (int wrong = -1; wrong <= 1; wrong++) {
            fake f;
            make(&f, pi * euler, pi * euler + 2.0 * pi * wrong);
            count_as(&f, euler, 0);
            assert_int_equal(f.c.doubt.unlike, wrong != 0);
        }
    }
}

/* Second derivatives in different directions, and mixed ones: II_00 . II_11 - II_01^2. */
static void mixed_second_derivatives_are_curvature_too(void **state)
{
    (void)state;
    fake f;
    make(&f, 0.0, 0.0);
    for (int i = 0; i < CHARTS; i++) {
        rdg_second(&f.c, &f.patch[i], 0, 0)[2] = 0.0;
        rdg_second(&f.c, &f.patch[i], 1, 1)[3] = 5.0;
        rdg_second(&f.c, &f.patch[i], 0, 1)[3] = sqrt(2.0 * pi);
    }
    count_as(&f, -2, 0);
    assert_false(f.c.doubt.unlike);
    count_as(&f, 0, 0);
    assert_true(f.c.doubt.unlike);
}

/* What strong curvature of both signs hides: a part of it, no more. */
static void where_much_curvature_cancels_a_part_of_it_is_allowed(void **state)
{
    (void)state;
    const double much = 20.0 * pi; /* 20 units of chi in both cells */
    for (int k = 0; k < 2; k++) {
        const double off = k == 0 ? 0.8 : 1.3;
        fake f;
        make(&f, much, -much);
        f.map.turning = -2.0 * pi * off;
        count_as(&f, 0, 0);
        assert_int_equal(f.c.doubt.unlike, k);
    }
}

static void what_differences_leave_of_a_strong_bend_is_allowed(void **state)
{
    (void)state;
    for (int k = 0; k < 2; k++) {
        const double off = k == 0 ? 0.8 : 1.3;
        fake f;
        make(&f, 0.0, 0.0);
        f.patch[0].bent = f.patch[1].bent = sqrt(1000.0 * pi);
        f.map.turning = -2.0 * pi * off;
        count_as(&f, 0, 0);
        assert_int_equal(f.c.doubt.unlike, k);
    }
}

static bool is_rough(double content, double segments)
{
    fake f;
    make(&f, 0.0, 0.0);
    f.t.summary.content = content;
    f.map.segments = segments;
    count_as(&f, 0, 0);
    return f.c.doubt.rough;
}

static void triangles_have_the_area_of_the_cells_but_for_what_their_edges_cut_off(void **state)
{
    (void)state;
    assert_false(is_rough(2.0, 0.0));
    assert_false(is_rough(2.01, 0.0));
    assert_true(is_rough(2.03, 0.0));
    assert_true(is_rough(1.97, 0.0));
    assert_false(is_rough(2.03, 0.02));
    assert_true(is_rough(2.06, 0.02));
    assert_false(is_rough(1.97, 0.02));
}

static void a_covering_with_gaps_is_not_held_against_the_theorem(void **state)
{
    (void)state;
    for (int k = 0; k < 3; k++) {
        fake f;
        make(&f, 0.0, 0.0);
        f.c.doubt.gaps = k == 1;
        f.c.doubt.loose = k == 2;
        count_as(&f, 2, 0);
        assert_int_equal(f.c.doubt.unlike, k == 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_whole_unit_between_counted_and_integrated_is_a_contradiction),
        cmocka_unit_test(a_surface_has_a_whole_number_of_handles),
        cmocka_unit_test(curvature_counts_with_its_sign_and_the_area_of_its_cell),
        cmocka_unit_test(mixed_second_derivatives_are_curvature_too),
        cmocka_unit_test(where_much_curvature_cancels_a_part_of_it_is_allowed),
        cmocka_unit_test(what_differences_leave_of_a_strong_bend_is_allowed),
        cmocka_unit_test(triangles_have_the_area_of_the_cells_but_for_what_their_edges_cut_off),
        cmocka_unit_test(a_covering_with_gaps_is_not_held_against_the_theorem),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
