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

/* A pyramid on the bottom of the cube with the apex on top: all its sides meet in one vertex. */
static void more_faces_than_may_meet_in_a_vertex_are_told(void **state)
{
    const double pi = 3.14159265358979323846;
    uint64_t seed = 4;
    for (int m = 3; m <= 60; m++) {
        const double r = 0.5 + 0.3 * fabs(random_signed(&seed)); /* of the circle inside the base */
        const double apex[3] = {0.1 * random_signed(&seed), 0.1 * random_signed(&seed), 0.9};
        rdg_polytope p = {.k = 3};
        assert_ok(*state, rdg_polytope_cube(*state, &p, 3, 1.0 + (m < 5 ? 2.0 : 0.0)));
        assert_ok(*state, rdg_polytope_cut(*state, &p, (double[]){0, 0, -1}, 1.0, 1000));
        for (int i = 0; i < m; i++) { /* through the apex and a tangent of the circle at z = -1 */
            const double angle = 2.0 * pi * (i * (m % 7 ? 7 : 1) % m) / m; /* in no order */
            const double c = cos(angle);
            const double s = sin(angle);
            const double normal[3] = {c, s, (r - c * apex[0] - s * apex[1]) / 1.9};
            assert_ok(*state, rdg_polytope_cut(*state, &p, normal,
                                               c * apex[0] + s * apex[1] + normal[2] * apex[2], 2000 + i));
        }
        assert_int_equal(p.overfull, m > RDG_MAX_FACES);
        if (!p.overfull) {
            assert_near(rdg_polytope_volume(&p), m * r * r * tan(pi / m) * 1.9 / 3.0, 1e-12, 0.0);
        }
        rdg_polytope_release(&p);
    }
}

/* Planes through one line, each of which leaves less of the cube: those before touch what is left, no more.
 */
static void planes_through_a_line_leave_a_wedge_or_are_told(void **state)
{
    const double pi = 3.14159265358979323846;
    for (int m = 1; m <= 30; m++) {
        rdg_polytope p = {.k = 3};
        assert_ok(*state, rdg_polytope_cube(*state, &p, 3, 1.0));
        for (int i = 0; i <= m; i++) {
            const double angle = 0.25 * pi * i / m;
            assert_ok(*state,
                      rdg_polytope_cut(*state, &p, (double[]){sin(angle), cos(angle), 0.0}, 0.0, 100 + i));
        }
        assert_ok(*state, rdg_polytope_cut(*state, &p, (double[]){-1.0, 0.0, 0.0}, 0.0, 200));
        assert_true(p.overfull || fabs(rdg_polytope_volume(&p) - 1.0) < 1e-12);
        assert_int_equal(p.overfull, m + 2 > RDG_MAX_FACES - 1);
        rdg_polytope_release(&p);
    }
}

/* The cell of a chart among two dozen others in general position. A covering keeps one for each chart. */
static void a_cell_takes_at_most_five_kilobytes(void **state)
{
    enum { CELLS = 200, CUTS = 24 };
    uint64_t seed = 11;
    double bytes = 0.0;
    for (int cell = 0; cell < CELLS; cell++) {
        rdg_polytope p = {.k = 3};
        assert_ok(*state, rdg_polytope_cube(*state, &p, 3, 1.5));
        for (int i = 0; i < CUTS; i++) {
            double normal[3] = {random_signed(&seed), random_signed(&seed), random_signed(&seed)};
            const double length = hypot(hypot(normal[0], normal[1]), normal[2]);
            for (int a = 0; a < 3; a++) {
                normal[a] /= length;
            }
            assert_ok(*state,
                      rdg_polytope_cut(*state, &p, normal, 0.6 + 0.4 * fabs(random_signed(&seed)), i));
        }
        bytes += (double)p.capacity * (double)sizeof *p.vertex / CELLS;
        rdg_polytope_release(&p);
    }
    print_message("%.0f bytes a cell\n", bytes);
    assert_true(bytes <= 5000.0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(a_cut_on_a_face_takes_nothing_away),
        SCRATCH_TEST(a_cut_through_corners_makes_no_new_ones),
        SCRATCH_TEST(what_lies_beyond_a_cut_is_gone),
        SCRATCH_TEST(more_faces_than_may_meet_in_a_vertex_are_told),
        SCRATCH_TEST(planes_through_a_line_leave_a_wedge_or_are_told),
        SCRATCH_TEST(a_polygon_stays_one_however_often_it_is_cut),
        SCRATCH_TEST(a_cell_takes_at_most_five_kilobytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
