/* Polytopes that are cut exactly through corners, and on their faces. */
#define _XOPEN_SOURCE 700

#include "scratch.h"

#include "polytope_impl.h"

#include <math.h>

/* Vertices and content of the cube |x_i| <= 1 after a cut. */
static void check_cut(rdg_context *ctx, int k, const double *normal, double offset, rdg_index vertices,
                      double content)
{
    rdg_polytope p = {.k = k};
    assert_ok(ctx, rdg_polytope_cube(ctx, &p, k, 1.0));
    for (int again = 0; again < 3; again++) { /* the same cut once more changes nothing */
        assert_ok(ctx, rdg_polytope_cut(ctx, &p, normal, offset, 7));
        assert_int_equal(p.n_vertices, vertices);
        assert_near(rdg_polytope_volume(&p), content, 1e-14, 1e-14);
    }
    rdg_polytope_release(&p);
}

static void a_cut_on_a_face_takes_nothing_away(void **state)
{
    for (int k = 1; k <= 3; k++) {
        const rdg_index corners = (rdg_index)1 << k;
        check_cut(*state, k, (double[]){1, 0, 0}, 1.0, corners, (double)corners);
        check_cut(*state, k, (double[]){-1, 0, 0}, 1.0 - 1e-14, corners, (double)corners);
        check_cut(*state, k, (double[]){0, 0, 0}, 1.0, corners, (double)corners);
    }
}

static void a_cut_through_corners_makes_no_new_ones(void **state)
{
    check_cut(*state, 2, (double[]){1, 1}, 0.0, 3, 2.0);
    check_cut(*state, 2, (double[]){1, 1}, 2.0, 4, 4.0);
    check_cut(*state, 3, (double[]){1, 1, 0}, 0.0, 6, 4.0);
    check_cut(*state, 3, (double[]){1, 1, 0}, 2.0, 8, 8.0);
    check_cut(*state, 3, (double[]){1, 1, 1}, 3.0, 8, 8.0);
    check_cut(*state, 3, (double[]){1, 1, 1}, 1.0, 7, 8.0 - 4.0 / 3.0);
}

static void what_lies_beyond_a_cut_is_gone(void **state)
{
    check_cut(*state, 2, (double[]){2, 0}, 1.0, 4, 3.0);
    check_cut(*state, 2, (double[]){1, 1}, 1.0, 5, 3.5);
    check_cut(*state, 3, (double[]){1, 1, 1}, 2.0, 10, 8.0 - 1.0 / 6.0);
    check_cut(*state, 2, (double[]){1, 0}, -1.5, 0, 0.0);
    check_cut(*state, 3, (double[]){1, 0, 0}, -1.5, 0, 0.0);
    check_cut(*state, 1, (double[]){1}, 0.5, 2, 1.5);
}

/* Lines tangent to a circle, many of them all but the same: a polygon has at most one corner more for each.
 */
static void a_polygon_stays_one_however_often_it_is_cut(void **state)
{
    rdg_polytope p = {.k = 2};
    assert_ok(*state, rdg_polytope_cube(*state, &p, 2, 1.0));
    for (int i = 0; i < 2000; i++) {
        const double angle = 0.7 * i + 1e-13 * (i % 7);
        const double normal[] = {cos(angle), sin(angle)};
        assert_ok(*state, rdg_polytope_cut(*state, &p, normal, 0.5, i));
        assert_true(p.n_vertices > 2 && p.n_vertices <= i + 5);
    }
    assert_near(rdg_polytope_volume(&p), 0.25 * 3.14159265358979323846, 1e-4, 0.0);
    rdg_polytope_release(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(a_cut_on_a_face_takes_nothing_away),
        SCRATCH_TEST(a_cut_through_corners_makes_no_new_ones),
        SCRATCH_TEST(what_lies_beyond_a_cut_is_gone),
        SCRATCH_TEST(a_polygon_stays_one_however_often_it_is_cut),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
