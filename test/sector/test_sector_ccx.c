/* Where ccx is installed: a sector from its matrices of nodal diameters 0 and 2 is that from its matrices of
 * the sector alone, with both faces and coordinates, and its third diameter is the one that ccx writes. */
#define _XOPEN_SOURCE 700

#include "scratch.h"

#include <ridgewalk/fe_nodes.h>
#include <ridgewalk/mechanics.h>
#include <ridgewalk/sector.h>
#include <ridgewalk/wave.h>

#include <math.h>
#include <stdlib.h>

enum { SECTORS = 7, RADII = 3, ANGLES = 3, LAYERS = 2, NODES = RADII * ANGLES * LAYERS, PLAIN = -1 };

static int node_of(int radius, int angle, int layer)
{
    return 1 + radius + RADII * (angle + ANGLES * layer);
}

static void write_mesh(FILE *file)
{
    fputs("*NODE, NSET=all\n", file);
    for (int k = 0; k < NODES; k++) {
        const int radius = k % RADII, angle = k / RADII % ANGLES, layer = k / (RADII * ANGLES);
        const double r = 1.0 + 0.5 * radius, a = 2.0 * acos(-1.0) / SECTORS * angle / (ANGLES - 1);
        fprintf(file, "%d, %.15g, %.15g, %.15g\n", k + 1, r * cos(a), r * sin(a),
                0.3 * layer + 0.05 * radius);
    }
    fputs("*ELEMENT, TYPE=C3D8, ELSET=all\n", file);
    for (int k = 0; k < (RADII - 1) * (ANGLES - 1); k++) {
        const int i = k % (RADII - 1), j = k / (RADII - 1);
        fprintf(file, "%d", k + 1);
        for (int c = 0; c < 8; c++) {
            fprintf(file, ", %d", node_of(i + (c % 4 == 1 || c % 4 == 2), j + (c % 4 >= 2), c / 4));
        }
        fputc('\n', file);
    }
    for (int side = 0; side < 2; side++) {
        fprintf(file, "*NSET, NSET=%s\n", side == 0 ? "left" : "right");
        for (int k = 0; k < RADII * LAYERS; k++) {
            fprintf(file, "%d,\n", node_of(k % RADII, side * (ANGLES - 1), k / RADII));
        }
    }
}

/* The inner edge is held; where the right face depends on the left one, there already. diameter: or PLAIN */
static bool run(const char *name, int diameter, bool left_depends)
{
    char path[160], command[512];
    if (system("command -v ccx >/dev/null 2>&1") != 0) {
        return false;
    }
    snprintf(path, sizeof path, "%s/%s.inp", scratch_folder, name);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    write_mesh(file);
    fputs("*MATERIAL, NAME=steel\n*ELASTIC\n2e11, 0.3\n*DENSITY\n7800\n"
          "*SOLID SECTION, ELSET=all, MATERIAL=steel\n",
          file);
    if (diameter != PLAIN) {
        fprintf(file,
                "*SURFACE, NAME=sl, TYPE=NODE\nleft\n*SURFACE, NAME=sr, TYPE=NODE\nright\n"
                "*TIE, NAME=t, CYCLIC SYMMETRY, POSITION TOLERANCE=0.01\n%s\n"
                "*CYCLIC SYMMETRY MODEL, N=%d, NGRAPH=1, TIE=t, ELSET=all\n0, 0, 0, 0, 0, 1\n",
                left_depends ? "sl, sr" : "sr, sl", SECTORS);
    }
    fputs("*BOUNDARY\n", file);
    for (int angle = 0; angle < ANGLES; angle++) {
        if (diameter == PLAIN || angle != (left_depends ? 0 : ANGLES - 1)) {
            fprintf(file, "%d, 1, 3\n", node_of(0, angle, 0));
        }
    }
    fputs("*STEP\n*FREQUENCY, SOLVER=MATRIXSTORAGE\n6\n", file);
    if (diameter != PLAIN) {
        fprintf(file, "*SELECT CYCLIC SYMMETRY MODES, NMIN=%d, NMAX=%d\n", diameter, diameter);
    }
    fputs("*NODE FILE\nU\n*END STEP\n", file);
    fclose(file);
    snprintf(command, sizeof command, "cd '%s' && ccx %s >%s.log 2>&1", scratch_folder, name, name);
    assert_int_equal(system(command), 0);
    return true;
}

static const char *job(const char *name, char path[160])
{
    snprintf(path, 160, "%s/%s", scratch_folder, name);
    return path;
}

/* Matrices of harmonic 1, dense and by names: 3 * (node - 1) + direction. Shape [2][size * size] */
enum { SIZE = 3 * NODES };

static void by_names(const rdg_structure *t, bool is_mass, double *dense)
{
    const rdg_pattern p = rdg_structure_pattern(t);
    const rdg_index entries = p.start[p.cols];
    double *values = calloc((size_t)(2 * entries), sizeof *values);
    rdg_index name[SIZE];
    for (int k = 0; k < SIZE; k++) {
        const rdg_index dof = rdg_node_dof(t, 1 + k / 3, "xyz"[k % 3]);
        if (dof >= 0) {
            name[dof] = k;
        }
    }
    rdg_structure_matrices_of(t, 1, is_mass ? values : NULL, NULL, is_mass ? NULL : values);
    memset(dense, 0, 2 * SIZE * SIZE * sizeof *dense);
    for (rdg_index j = 0; j < p.cols; j++) {
        for (rdg_index e = p.start[j]; e < p.start[j + 1]; e++) {
            dense[name[p.row[e]] + SIZE * name[j]] = values[e];
            dense[SIZE * SIZE + name[p.row[e]] + SIZE * name[j]] = values[entries + e];
        }
    }
    free(values);
}

/* relative to the largest entry */
static double difference(const rdg_structure *one, const rdg_structure *other)
{
    static double a[2 * SIZE * SIZE], b[2 * SIZE * SIZE];
    double worst = 0.0;
    for (int is_mass = 0; is_mass < 2; is_mass++) {
        double size = 0.0, wrong = 0.0;
        by_names(one, is_mass, a);
        by_names(other, is_mass, b);
        for (int k = 0; k < 2 * SIZE * SIZE; k++) {
            size = fmax(size, fabs(a[k]));
            wrong = fmax(wrong, fabs(a[k] - b[k]));
        }
        worst = fmax(worst, wrong / size);
    }
    return worst;
}

static rdg_sector *whole_sector(rdg_context *ctx)
{
    char path[160], mesh[170];
    assert_true(run("plain", PLAIN, false));
    rdg_structure *s = rdg_structure_read_calculix(ctx, "plain", job("plain", path));
    snprintf(mesh, sizeof mesh, "%s.inp", path);
    assert_ok(ctx, rdg_nodes_read(s, mesh));
    return rdg_sector_create(
        s, &(rdg_sector_options){.sectors = SECTORS, .left = "left", .right = "right", .axis = 'z'});
}

/* All engine orders: forwards and backwards, entry for entry in the same frames */
static void waves_are_those_of_the_whole_sector(void **state)
{
    char zero[160], two[160], three[160];
    if (!run("zero", 0, false)) {
        print_message("skipped: ccx is not installed\n");
        skip();
    }
    assert_true(run("two", 2, false) && run("three", 3, false));
    rdg_sector *cyclic =
        rdg_sector_read_calculix(*state, "cyclic", job("zero", zero), job("two", two), 2, SECTORS);
    rdg_sector *third =
        rdg_sector_read_calculix(*state, "third", job("zero", zero), job("three", three), 3, SECTORS);
    rdg_sector *whole = whole_sector(*state);
    assert_true(cyclic && third && whole);
    double worst = 0.0, with_third = 0.0;
    for (rdg_index r = 1; r <= SECTORS; r++) {
        rdg_structure *t = rdg_sector_wave(cyclic, r);
        worst = fmax(worst, difference(t, rdg_sector_wave(whole, r)));
        with_third = fmax(with_third, difference(t, rdg_sector_wave(third, r)));
    }
    print_message("waves: %.1e; from diameter 2 and 3: %.1e\n", worst, with_third);
    assert_true(worst < 3e-13 && with_third < 3e-13);
    assert_null(
        rdg_sector_read_calculix(*state, "wrong", job("zero", zero), job("three", three), 2, SECTORS));
    assert_failed(*state, RDG_ERR_ARGUMENT, "turn by 154.28571 degrees");
    assert_null(rdg_structure_read_calculix(*state, "wrong", two));
    assert_failed(*state, RDG_ERR_SIZE, "make a sector: rdg_sector_read_calculix()");
}

/* The left face depends: the next sector is the one at that face, so waves run the other way */
static void the_dependent_face_is_the_right_one(void **state)
{
    char zero[160], two[160];
    double one[6], other[6];
    if (!run("zero", 0, true)) {
        print_message("skipped: ccx is not installed\n");
        skip();
    }
    assert_true(run("two", 2, true));
    rdg_sector *cyclic =
        rdg_sector_read_calculix(*state, "cyclic", job("zero", zero), job("two", two), 2, SECTORS);
    rdg_sector *whole = whole_sector(*state);
    assert_true(cyclic && whole);
    for (rdg_index d = 0; 2 * d <= SECTORS; d++) {
        assert_ok(*state, rdg_sector_modes(cyclic, d, 6, one, NULL));
        assert_ok(*state, rdg_sector_modes(whole, d, 6, other, NULL));
        for (int i = 0; i < 6; i++) {
            assert_near(one[i], other[i], 1e-11, 0);
        }
    }
    rdg_index n;
    const rdg_index *dof;
    rdg_structure *s = rdg_sector_structure(cyclic); /* the next sector's own nodes of its right face */
    assert_ok(*state, rdg_structure_set(s, "test", "left face", &n, &dof));
    assert_int_equal(n, 3 * RADII * LAYERS - 3);
    for (rdg_index i = 0; i < n; i++) {
        bool is_there = false;
        for (int k = 0; k < 3 * RADII * LAYERS; k++) {
            const int node = node_of(k / 3 % RADII, ANGLES - 1, k / 3 / RADII);
            is_there = is_there || rdg_node_dof(s, node, "xyz"[k % 3]) == dof[i];
        }
        assert_true(is_there);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {SCRATCH_TEST(waves_are_those_of_the_whole_sector),
                                       SCRATCH_TEST(the_dependent_face_is_the_right_one)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
