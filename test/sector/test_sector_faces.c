/* Sectors with coordinates: faces are matched by nodes, and frames turn. The frequencies of all nodal
 * diameters are those of the whole rotor in one frame. */
#define _XOPEN_SOURCE 700

#include "truss_sector.h"

#include <ridgewalk/wave.h>

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Global number of a node of sector j: those of the right face are the next one's left ones. */
static int global_node(const truss *t, int j, int node)
{
    const int angle = node / LAYERS % ANGLES, own = NODES - RADII * LAYERS;
    const int left = angle == ANGLES - 1 ? 0 : angle;
    const int sector = angle == ANGLES - 1 ? (j + 1) % t->sectors : j;
    return own * sector + (node / (ANGLES * LAYERS) * (ANGLES - 1) + left) * LAYERS + node % LAYERS;
}

static void turned(const truss *t, int j, double R[3][3])
{
    const double angle = 2.0 * acos(-1.0) * j / t->sectors;
    const int a = (t->axis + 1) % 3, b = (t->axis + 2) % 3;
    memset(R, 0, 9 * sizeof(double));
    R[t->axis][t->axis] = 1.0;
    R[a][a] = R[b][b] = cos(angle);
    R[b][a] = sin(angle);
    R[a][b] = -sin(angle);
}

/* to += R A R^T, node by node, at the places of sector j */
static void add_sector(const truss *t, int j, const double A[DOFS][DOFS], rdg_index n, double *to)
{
    double R[3][3];
    turned(t, j, R);
    for (int p = 0; p < NODES * NODES; p++) {
        const int a = p / NODES, b = p % NODES;
        for (int i = 0; i < 9; i++) {
            double sum = 0.0;
            for (int k = 0; k < 9; k++) {
                sum += R[i / 3][k / 3] * A[3 * a + k / 3][3 * b + k % 3] * R[i % 3][k % 3];
            }
            to[3 * global_node(t, j, a) + i / 3 + n * (3 * global_node(t, j, b) + i % 3)] += sum;
        }
    }
}

static void frequencies_of_all_nodal_diameters_are_those_of_the_rotor(void **state)
{
    rdg_context *ctx = *state;
    enum { OWN = DOFS - 3 * RADII * LAYERS, MOST_SECTORS = 6 };
    for (int sectors = 2; sectors <= MOST_SECTORS; sectors++) {
        const truss t = truss_make(sectors, sectors % 3);
        const rdg_index n = OWN * sectors;
        double *K = calloc((size_t)(n * n), sizeof *K), *M = calloc((size_t)(n * n), sizeof *M);
        double *expected = calloc((size_t)n, sizeof *expected), *found = calloc((size_t)n, sizeof *found);
        double *wheel = calloc((size_t)n, sizeof *wheel);
        for (int j = 0; j < sectors; j++) {
            add_sector(&t, j, t.K, n, K);
            add_sector(&t, j, t.M, n, M);
        }
        rdg_structure *whole = rdg_structure_create(ctx, "rotor", n, M, RDG_UNDAMPED, K);
        assert_ok(ctx, rdg_structure_frequencies(whole, RDG_NO_SPRINGS, n, expected));
        rdg_sector *sector = rdg_sector_create(
            truss_read(ctx, &t),
            &(rdg_sector_options){
                .sectors = sectors, .left = "left", .right = "right", .axis = "xyz"[t.axis]});
        rdg_structure *wave = NULL;
        for (int r = 1; r <= sectors; r++) {
            wave = rdg_sector_wave(sector, r);
            assert_int_equal(rdg_structure_size(wave), OWN);
            assert_ok(ctx, rdg_structure_frequencies(wave, RDG_NO_SPRINGS, OWN, found + OWN * (r - 1)));
        }
        assert_ok(ctx, rdg_structure_frequencies(rdg_sector_wheel(wave), RDG_NO_SPRINGS, n, wheel));
        qsort(found, (size_t)n, sizeof *found, ascending);
        for (rdg_index k = 0; k < n; k++) {
            assert_near(found[k], expected[k], 1e-9, 0.0);
            assert_near(wheel[k], expected[k], 1e-9, 0.0);
        }
        free(K);
        free(M);
        free(expected);
        free(found);
        free(wheel);
    }
}

/* A node on the right face is one on the next sector's left one: its names turn. */
static void names_on_the_right_face_are_across(void **state)
{
    rdg_context *ctx = *state;
    const truss t = truss_make(5, 2);
    rdg_structure *s = truss_read(ctx, &t);
    char node[32];
    snprintf(node, sizeof node, "%d.x", truss_node(1, ANGLES - 1, 0) + 1);
    rdg_index n = 0;
    const rdg_index *dof = NULL;
    const double *weight = NULL, *across = NULL;
    assert_ok(ctx, rdg_structure_displacement(s, "test", node, &n, &dof, &weight)); /* named by its use */
    rdg_sector *sector = rdg_sector_create(
        s, &(rdg_sector_options){.sectors = 5, .left = "left", .right = "right", .axis = 'z'});
    rdg_structure *wave = rdg_sector_wave(sector, 2);
    assert_ok(ctx, rdg_structure_displacement_across(wave, "test", node, &n, &dof, &weight, &across));
    assert_int_equal(n, 2);
    const double angle = 2.0 * acos(-1.0) / 5.0;
    assert_near(across[0], cos(angle), 0.0, 1e-15);
    assert_near(across[1], -sin(angle), 0.0, 1e-15);
    assert_true(weight[0] == 0.0 && weight[1] == 0.0);
    assert_int_equal(rdg_structure_displacement(wave, "test", node, &n, &dof, &weight), RDG_ERR_ARGUMENT);
    assert_failed(ctx, RDG_ERR_ARGUMENT,
                  "is a displacement across sectors, for elements, forces and sensors");
}

/* The middle of the right side meets the middle of the left side of the next sector, not the other way round.
 */
static void sides_that_are_exchanged_are_refused(void **state)
{
    rdg_context *ctx = *state;
    const truss t = truss_make(8, 2);
    rdg_sector *sector =
        rdg_sector_create(truss_read(ctx, &t),
                          &(rdg_sector_options){.sectors = 8, .left = "left", .right = "right", .axis = 'z'});
    rdg_structure *wave = rdg_sector_wave(sector, 3);
    char left[32], middle[32];
    snprintf(left, sizeof left, "%d.x", truss_node(2, 0, 0) + 1);
    snprintf(middle, sizeof middle, "%d.x", truss_node(2, 1, 0) + 1);
    assert_ok(ctx, rdg_name_across(wave, "a", middle, left));
    assert_ok(ctx, rdg_name_across(wave, "b", middle, middle)); /* as far apart both ways */
    assert_int_equal(rdg_name_across(rdg_structure_copy(wave), "c", left, "nose"), RDG_ERR_NAME);
    rdg_error_clear(ctx);
    /* without faces: both sides of a shroud belong to the sector */
    truss s = t;
    rdg_structure *free = truss_read(ctx, &s);
    char right[32];
    snprintf(right, sizeof right, "%d.x", truss_node(2, ANGLES - 1, 0) + 1);
    rdg_structure *loose =
        rdg_sector_wave(rdg_sector_create(free, &(rdg_sector_options){.sectors = 8, .axis = 'z'}), 3);
    assert_ok(ctx, rdg_name_across(loose, "shroud", right, left));
    assert_int_equal(rdg_name_across(loose, "wrong", left, right), RDG_ERR_ARGUMENT);
    assert_failed(ctx, RDG_ERR_ARGUMENT,
                  "the right side of this sector meets the left side of the next one. Exchange");
}

static void assert_refused(rdg_context *ctx, const truss *t, int sectors, const char *left, const char *right,
                           char axis, const char *words)
{
    rdg_structure *s = truss_read(ctx, t);
    assert_null(rdg_sector_create(
        s, &(rdg_sector_options){.sectors = sectors, .left = left, .right = right, .axis = axis}));
    assert_failed(ctx, RDG_ERR_ARGUMENT, words);
}

static void faces_that_do_not_match_are_refused(void **state)
{
    rdg_context *ctx = *state;
    truss t = truss_make(8, 2);
    assert_refused(ctx, &t, 9, "left", "right", 'z',
                   "spans 45 degrees about the axis z, but 9 sectors are 40 degrees");
    assert_refused(ctx, &t, 8, "right", "left", 'z',
                   "are exchanged: \"left\" comes 45 degrees before \"right\"");
    assert_refused(ctx, &t, 8, "left", "right", 0, "has coordinates: give the axis of rotation");
    assert_refused(ctx, &t, 8, "left", "left", 'z', "is on both faces, \"left\" and \"left\"");
    assert_refused(ctx, &t, 8, "left", "right", 'w', "the axis of rotation is 'w', expected 'x', 'y' or 'z'");
    assert_refused(ctx, &t, 8, "left", "right", 'x', "do not match: the centre of \"left\" is");
    assert_refused(ctx, &t, 1, "left", "right", 'z', "has 1 sectors: give .sectors of at least 2");
    const int moved = truss_node(1, ANGLES - 1, 1);
    t.x[moved][2] += 0.003;
    assert_refused(ctx, &t, 8, "left", "right", 'z',
                   "node 12 of \"right\" has no partner on \"left\" 45 degrees before; the "
                   "nearest, node 8, is 0.003 away");
    for (int n = 0; n < NODES; n++) { /* one face in mm */
        for (int i = 0; i < 3 && n / LAYERS % ANGLES == ANGLES - 1; i++) {
            t.x[n][i] *= 1000.0;
        }
    }
    assert_refused(ctx, &t, 8, "left", "right", 'z', "(are coordinates in different units?)");
}

/* mm, t and s: translations alone, so both matrices grow alike, at each phase */
static void units_are_those_of_all_parts_of_a_wave(void **state)
{
    const truss t = truss_make(5, 2);
    rdg_sector *sector =
        rdg_sector_create(truss_read(*state, &t),
                          &(rdg_sector_options){.sectors = 5, .left = "left", .right = "right", .axis = 'z'});
    rdg_structure *wave = rdg_sector_wave(sector, 2);
    double before[6], after[6];
    assert_ok(*state, rdg_structure_frequencies(wave, 0, NULL, 6, before));
    assert_ok(*state, rdg_structure_units(wave, RDG_MM_TONNE_S));
    assert_ok(*state, rdg_structure_frequencies(wave, 0, NULL, 6, after));
    for (int i = 0; i < 6; i++) {
        assert_near(after[i], before[i], 1e-10, 0.0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(frequencies_of_all_nodal_diameters_are_those_of_the_rotor,
                                        scratch_setup, scratch_teardown),
        cmocka_unit_test_setup_teardown(names_on_the_right_face_are_across, scratch_setup, scratch_teardown),
        cmocka_unit_test_setup_teardown(sides_that_are_exchanged_are_refused, scratch_setup,
                                        scratch_teardown),
        cmocka_unit_test_setup_teardown(faces_that_do_not_match_are_refused, scratch_setup, scratch_teardown),
        SCRATCH_TEST(units_are_those_of_all_parts_of_a_wave),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
