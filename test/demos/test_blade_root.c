/* The blade with a dovetail root: its bricks, and the mesh that an FE program would export. */
#include "blade-root/export.h"
#include "support.h"

/* A cube of 1 cm with its corners moved at random by up to a fifth, in mm */
static double distorted(uint64_t *seed, double x[8][3], brick *e)
{
    for (int a = 0; a < 8; a++) {
        for (int d = 0; d < 3; d++) {
            x[a][d] = 0.005 * brick_corner[a][d] + 0.002 * random_signed(seed);
        }
    }
    return brick_make((const double(*)[3])x, e);
}

static double work(const double *u, double matrix[BRICK_DOF][BRICK_DOF], const double *v)
{
    double sum = 0;
    for (int k = 0; k < BRICK_DOF * BRICK_DOF; k++) {
        sum += u[k / BRICK_DOF] * matrix[k / BRICK_DOF][k % BRICK_DOF] * v[k % BRICK_DOF];
    }
    return sum;
}

/* u = G x stores V s : e / 2 in an element of any shape, and nothing if G is a small rotation. */
static void bricks_of_any_shape_pass_the_patch_test(void **state)
{
    (void)state;
    uint64_t seed = 3;
    const double lambda = steel_E * steel_nu / (1 + steel_nu) / (1 - 2 * steel_nu);
    const double shear = steel_E / 2 / (1 + steel_nu);
    for (int time = 0; time < 50; time++) {
        double x[8][3], G[3][3], u[BRICK_DOF] = {0}, turn[BRICK_DOF] = {0}, move[BRICK_DOF] = {0};
        double trace = 0, square = 0;
        brick e;
        const double volume = distorted(&seed, x, &e);
        assert_true(volume > 0);
        for (int k = 0; k < 9; k++) {
            G[k / 3][k % 3] = random_signed(&seed);
        }
        for (int k = 0; k < 9; k++) {
            const int i = k / 3, j = k % 3;
            const double strain = 0.5 * (G[i][j] + G[j][i]);
            trace += i == j ? strain : 0;
            square += strain * strain;
            for (int a = 0; a < 8; a++) {
                u[3 * a + i] += G[i][j] * x[a][j];
                turn[3 * a + i] += (G[i][j] - G[j][i]) * x[a][j];
                move[3 * a] = 1;
            }
        }
        const double energy = volume * (lambda * trace * trace + 2 * shear * square);
        assert_near(work(u, e.K, u), energy, 1e-11, 0);
        assert_near(work(turn, e.K, turn), 0, 0, 1e-11 * energy);
        assert_near(work(move, e.K, u), 0, 0, 1e-9 * energy);
        assert_near(work(move, e.M, move), steel_rho * volume, 1e-12, 0);
    }
}

/* The mesh has no element turned inside out, and the area that the drawing has. */
static void the_mesh_is_that_of_the_drawing(void **state)
{
    (void)state;
    const root_size size[] = {root_quick, root_usual, root_fine};
    const int contacts[] = {30, 110, 210};
    for (int s = 0; s < 3; s++) {
        root_mesh m = root_make_mesh(size[s]);
        int in_set[ROOT_SETS] = {0};
        double disk = 0;
        for (int k = 0; k < m.cells; k++) {
            double x[8][3];
            brick e;
            for (int a = 0; a < 24; a++) {
                x[a / 3][a % 3] = m.x[m.corner[k][a / 3]][a % 3];
            }
            const double volume = brick_make((const double(*)[3])x, &e);
            assert_true(volume > 0);
            disk += m.body[m.corner[k][0]] == DISK ? volume : 0;
        }
        for (int k = 0; k < m.nodes; k++) {
            for (int set = 0; set < ROOT_SETS; set++) {
                in_set[set] += root_is_in_set(&m, k, (root_set)set);
            }
        }
        assert_int_equal(in_set[ROOT_FLANKS], contacts[s]);
        assert_int_equal(in_set[ROOT_SLOT], contacts[s]);
        assert_int_equal(in_set[ROOT_PLATFORM], size[s].along + 1);
        assert_int_equal(in_set[ROOT_CORNER], 1);
        /* floor; two posts beside clearance, flank and the top of the slot; mm^2 */
        const double section =
            36 * 7.5 + 2 * ((7.5 + 8) / 2 * 3.5 + (8 + 13) / 2.0 * 5 + (13 + 12.5) / 2 * 2);
        assert_near(disk, section * 1e-6 * root_length, 1e-12, 0);
        root_free_mesh(&m);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(bricks_of_any_shape_pass_the_patch_test),
                                       cmocka_unit_test(the_mesh_is_that_of_the_drawing)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
