/* Rectangles of plane elements. */
#include "fresh_context.h"
#include "oblique_beams.h"
#include "sparse_entry.h"

#define TWO_PI 6.283185307179586476925286766559

/* An element of each rectangle alone, its nodes in the order of an independent program: counter-clockwise */
static void elements_are_those_of_an_independent_program(void **state)
{
    static const rdg_index place[8] = {0, 1, 4, 5, 6, 7, 2, 3};
    rdg_sparse M[2], K[2];
    for (int b = 0; b < 2; b++) {
        rdg_plane_options o = b ? lower_options() : upper_options();
        o.length /= (double)o.nx;
        o.height /= (double)o.ny;
        o.nx = o.ny = 1;
        o.angle = 0;
        assert_ok(*state, rdg_structure_matrices(rdg_plane_create(*state, &o), &M[b], NULL, &K[b]));
    }
    FILE *file = fopen("test/data/plane_elements.csv", "r");
    char line[256];
    int entries = 0;
    assert_non_null(file);
    while (fgets(line, sizeof line, file)) {
        int b, i, j;
        double stiffness, mass;
        if (sscanf(line, "%d,%d,%d,%lf,%lf", &b, &i, &j, &stiffness, &mass) == 5) {
            assert_near(sparse_entry(&K[b - 1], place[i - 1], place[j - 1]), stiffness, 2e-12, 1e-3);
            assert_near(sparse_entry(&M[b - 1], place[i - 1], place[j - 1]), mass, 1e-11, 1e-22);
            entries++;
        }
    }
    fclose(file);
    assert_int_equal(entries, 72);
}

/* K u = 0 for translations and a small rotation, of an oblique mesh of any shape; its mass is that of the
 * body. */
static void rigid_motion_needs_no_force_and_mass_is_kept(void **state)
{
    uint64_t seed = 41;
    for (int trial = 0; trial < 30; trial++) {
        rdg_plane_options o = rdg_plane_options_default();
        o.length = exp(2 * random_signed(&seed) - 1);
        o.height = exp(3 * random_signed(&seed) - 2);
        o.poisson = 0.7 * random_signed(&seed) - 0.2;
        o.angle = 3 * random_signed(&seed);
        o.nx = 1 + (rdg_index)(3 + 3 * random_signed(&seed));
        o.ny = 1 + (rdg_index)(2.5 + 2.5 * random_signed(&seed));
        rdg_structure *s = rdg_plane_create(*state, &o);
        const rdg_index n = rdg_structure_size(s);
        rdg_sparse M, K;
        assert_ok(*state, rdg_structure_matrices(s, &M, NULL, &K));
        double mass[2] = {0, 0};
        for (rdg_index j = 0; j < n; j++) {
            double force[3] = {0, 0, 0}, scale = 0;
            for (rdg_index e = K.pattern.start[j]; e < K.pattern.start[j + 1]; e++) {
                const rdg_index i = K.pattern.row[e], node = i / 2, place = node / (o.ny + 1);
                const double along = (double)place * o.length / (double)o.nx;
                const double across = (double)(node % (o.ny + 1)) * o.height / (double)o.ny;
                const double x = cos(o.angle) * along - sin(o.angle) * across;
                const double y = sin(o.angle) * along + cos(o.angle) * across;
                const double motion[3] = {i % 2 == 0, i % 2 == 1, i % 2 ? x : -y};
                for (int r = 0; r < 3; r++) {
                    force[r] += K.values[e] * motion[r];
                }
                scale = fmax(scale, fabs(K.values[e]) * fmax(1.0, fmax(o.length, o.height)));
                mass[0] += i % 2 == 0 && j % 2 == 0 ? M.values[e] : 0.0;
                mass[1] += i % 2 == 1 && j % 2 == 1 ? M.values[e] : 0.0;
            }
            for (int r = 0; r < 3; r++) {
                assert_near(force[r], 0, 0, 1e-13 * scale);
            }
        }
        const double whole = o.density * o.length * o.height * o.thickness;
        assert_near(mass[0], whole, 1e-13, 0);
        assert_near(mass[1], whole, 1e-13, 0);
    }
}

static void an_oblique_and_a_clamped_rectangle_have_their_modes(void **state)
{
    double expected[13], omega[13];
    rdg_index end[6];
    rdg_structure *lower = rdg_plane_create(*state, &(rdg_plane_options){0});
    assert_null(lower);
    assert_failed(*state, RDG_ERR_ARGUMENT, "length of the plane is 0");

    rdg_plane_options o = lower_options();
    lower = rdg_plane_create(*state, &o);
    end_dofs(lower, 0, end);
    assert_ok(*state, rdg_structure_modes(rdg_structure_hold(lower, 6, end), 0, NULL, 13, omega, NULL));
    read_modes(3, expected);
    for (int k = 0; k < 13; k++) {
        /* that program's low ones carry the rounding error of its highest */
        assert_near(omega[k] / TWO_PI, expected[k], 3e-8, 6e-7);
    }
    o = upper_options();
    rdg_structure *upper = rdg_plane_create(*state, &o);
    end_dofs(upper, 75, end);
    const rdg_index along[3] = {end[0], end[2], end[4]};
    assert_ok(*state, rdg_structure_modes(rdg_structure_hold(upper, 3, along), 0, NULL, 13, omega, NULL));
    read_modes(1, expected);
    /* it still moves in y: 0 but for the square root of the rounding error of the highest, some 1 MHz */
    assert_near(omega[0] / TWO_PI, 0, 0, 0.05);
    for (int k = 1; k < 13; k++) {
        assert_near(omega[k] / TWO_PI, expected[k], 1e-8, 6e-7);
    }
}

static void wrong_rectangles_and_nodes_are_refused(void **state)
{
    rdg_plane_options o = rdg_plane_options_default();
    rdg_structure *s = rdg_plane_create(*state, NULL);
    double r[400];
    assert_int_equal(rdg_plane_dof(s, 40, 2, 'y'), 245);
    assert_int_equal(rdg_plane_dof(s, 41, 2, 'y'), -1);
    assert_failed(*state, RDG_ERR_ARGUMENT, "(40, 2) with directions x and y, no (41, 2) in y");
    assert_int_equal(rdg_plane_dof(s, 0, 0, 'z'), -1);
    assert_failed(*state, RDG_ERR_ARGUMENT, "in z");
    assert_int_equal(rdg_structure_translation(s, r), RDG_ERR_ARGUMENT);
    assert_failed(*state, RDG_ERR_ARGUMENT, "direction or an influence");
    assert_int_equal(rdg_plane_dof(rdg_beam_create(*state, NULL), 0, 0, 'x'), -1);
    assert_failed(*state, RDG_ERR_ARGUMENT, "not made by rdg_plane_create");
    o.poisson = 0.6;
    assert_null(rdg_plane_create(*state, &o));
    assert_failed(*state, RDG_ERR_ARGUMENT, "poisson of the plane is 0.6");
    o = rdg_plane_options_default();
    o.ny = 0;
    assert_null(rdg_plane_create(*state, &o));
    assert_failed(*state, RDG_ERR_ARGUMENT, "40 x 0 elements");
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(elements_are_those_of_an_independent_program),
                                       TEST(rigid_motion_needs_no_force_and_mass_is_kept),
                                       TEST(an_oblique_and_a_clamped_rectangle_have_their_modes),
                                       TEST(wrong_rectangles_and_nodes_are_refused)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
