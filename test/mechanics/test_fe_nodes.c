/* Coordinates, sets and units of finite element meshes. */
#define _XOPEN_SOURCE 700

#include "fe_cases.h"

#include <ridgewalk/fe_nodes.h>

/* Four nodes in space, 7 with a rotation, 30 a scalar point */
static const struct {
    int node, component;
} rows[] = {{2, 1}, {2, 2}, {2, 3}, {5, 1}, {5, 3}, {7, 2}, {7, 4}, {9, 1}, {30, 0}};
enum { ROWS = sizeof rows / sizeof *rows };

static rdg_structure *structure_of(rdg_context *ctx)
{
    char path[96];
    FILE *file = fe_create("matrices.pch", path);
    for (int which = 0; which < 2; which++) {
        const char *name = which == 0 ? "KAAX" : "MAAX";
        fprintf(file, "DMIG    %-8s%8d%8d%8d%8d%16s%8d\n", name, 0, 6, 2, 0, "", ROWS);
        for (int i = 0; i < ROWS; i++) {
            fprintf(file, "DMIG*   %-16s%16d%16d\n", name, rows[i].node, rows[i].component);
            for (int j = i > 0 ? i - 1 : 0; j <= i; j++) {
                fprintf(file, "*       %16d%16d%16s\n", rows[j].node, rows[j].component,
                        j == i ? "3." : "-1.");
            }
        }
    }
    fclose(file);
    return rdg_structure_read_nastran(ctx, "s", path);
}

static rdg_status read_text(rdg_structure *s, const char *ending, const char *text)
{
    char name[32];
    snprintf(name, sizeof name, "mesh%s", ending);
    return rdg_nodes_read(s, fe_write_text(name, text));
}

static void assert_position(rdg_structure *s, int node, double x, double y, double z)
{
    double position[3] = {NAN, NAN, NAN};
    assert_int_equal(rdg_node_position(s, node, position), RDG_OK);
    assert_near(position[0], x, 1e-15, 1e-15);
    assert_near(position[1], y, 1e-15, 1e-15);
    assert_near(position[2], z, 1e-15, 1e-15);
}

/* A set has these degrees of freedom, "2.x 2.y ...", in this order. */
static void assert_set(rdg_structure *s, const char *name, const char *expected)
{
    char text[256] = "";
    rdg_index n = 0;
    const rdg_index *dof = NULL;
    assert_ok(rdg_structure_context(s), rdg_structure_set(s, "test", name, &n, &dof));
    for (rdg_index k = 0; k < n; k++) {
        for (int i = 0; i < ROWS; i++) {
            if (rdg_node_dof(s, rows[i].node, fe_letter(rows[i].component)) == dof[k]) {
                snprintf(text + strlen(text), sizeof text - strlen(text), "%s%d.%c", k > 0 ? " " : "",
                         rows[i].node, fe_letter(rows[i].component));
            }
        }
    }
    assert_string_equal(text, expected);
}

static void nodes_and_sets_of_abaqus_are_read(void **state)
{
    rdg_structure *s = structure_of(*state);
    assert_ok(
        *state,
        read_text(s, ".inp",
                  "** comment\n*Heading\n1, 2, 3\n*Node, nset=all\n2, 1., 2.e0, 3D0\n5,\t-1,,4.\n"
                  "*NODE\n 7, 0.5\n 9, 1, 1, 1\n 11, 0, 0, 0\n*Element, type=C3D8\n1, 2, 5\n"
                  "*NSET, NSET=root, unsorted\n9, 2,\n7,\n*nset , nset = \"two words\" , generate\n1, 9, 4\n"
                  "*Nset, nset=both\nROOT, 5\n*NSET, NSET=far\n11\n*NSET, NSET=f\xc3\xbc\x1b\n5\n*NSET, "
                  "NSET=el, ELSET=e\n*STEP\n3, 4\n"));
    assert_position(s, 2, 1, 2, 3);
    assert_position(s, 5, -1, 0, 4);
    assert_position(s, 7, 0.5, 0, 0);
    assert_position(s, 11, 0, 0, 0);
    assert_set(s, "all", "2.x 2.y 2.z 5.x 5.z");
    assert_set(s, "root", "9.x 2.x 2.y 2.z 7.y 7.4");
    assert_set(s, "two words", "5.x 5.z 9.x");
    assert_set(s, "f???", "5.x 5.z"); /* nothing but ASCII in a name */
    assert_set(s, "both", "9.x 2.x 2.y 2.z 7.y 7.4 5.x 5.z");
    assert_non_null(strstr(scratch_said, "5 nodes and 5 sets from"));
    assert_non_null(strstr(scratch_said, "1 sets without degrees of freedom and 1 sets of elements"));
    rdg_structure *copy = rdg_structure_copy(s);
    assert_position(copy, 2, 1, 2, 3);
    double position[3];
    assert_int_equal(rdg_node_position(copy, 12, position), RDG_ERR_NAME);
    assert_failed(*state, RDG_ERR_NAME, "\"s\" has no node 12");
}

/* Systems: 3 cylindrical about the global y axis, 4 rectangular within 3, 5 spherical */
static void nodes_and_sets_of_nastran_are_read(void **state)
{
    rdg_structure *s = structure_of(*state);
    assert_ok(*state,
              read_text(s, ".bdf",
                        "SOL 103\nCEND\nTITLE = set, of = nothing\nSET 4 = 2, 5 THRU 7,\n 9\nSET 6 = ALL\n"
                        "SET 8 = 1.5, 2.5\n  SET 10=9, 77\n SET 11 = 4 THRU 6\nBEGIN BULK\n"
                        "GRID    2               1.      2.      3.\n"
                        "GRID,5,,-1.,,4.\n"
                        "CORD2C  3       0       1.      0.      0.      1.      1.      0.      +\n"
                        "+       1.      0.      5.\n"
                        "GRID    7       3       2.      90.     3.\n"
                        "CORD2R* 4               3               0.              0.\n"
                        "*       0.              0.              0.              1.\n"
                        "*       1.              0.              0.\n"
                        "GRID   *9               4               1.              2.\n"
                        "*       3.              0\n"
                        "CORD2S  5               0.      0.      0.      0.      0.      1.\n"
                        "        1.      0.      0.\n"
                        "GRID    12      5       2.      90.     90.     3\n"
                        "SET1    20      7       9\n"
                        "SET1    21      2       THRU    5               30\n"));
    assert_position(s, 2, 1, 2, 3);
    assert_position(s, 5, -1, 0, 4);
    assert_position(s, 7, 3, 3, 0); /* z along y, theta from global z, so 90 degrees are global x */
    assert_position(s, 9, 3, 3, 1); /* origin and directions of system 3, rectangular */
    assert_position(s, 12, 0, 2, 0);
    assert_set(s, "4", "2.x 2.y 2.z 5.x 5.z 7.y 7.4 9.x");
    assert_set(s, "10", "9.x");
    assert_set(s, "11", "5.x 5.z"); /* there is no node 4 */
    assert_set(s, "20", "7.y 7.4 9.x");
    assert_set(s, "21", "2.x 2.y 2.z 5.x 5.z 30.0");
    assert_non_null(
        strstr(scratch_said, "warning: structure \"s\": displacements of 1 nodes are in coordinate systems"));
    assert_non_null(strstr(scratch_said, "2 sets without degrees of freedom and 2 sets of elements"));
}

/* Each system is moved by 1 along x of the one before. */
static void coordinate_systems_may_be_within_sixteen(void **state)
{
    for (int deepest = 15; deepest <= 17; deepest++) {
        char text[4096] = "GRID,2\nGRID,5\nGRID,9\n";
        snprintf(text + strlen(text), sizeof text - strlen(text), "GRID,7,%d,0.5\n", deepest);
        for (int k = 1; k <= deepest; k++) {
            snprintf(text + strlen(text), sizeof text - strlen(text),
                     "CORD2R,%d,%d,1.,0.,0.,1.,0.,1.,+\n+,2.,0.,0.\n", k, k - 1);
        }
        rdg_structure *s = structure_of(*state);
        const rdg_status status = read_text(s, ".bdf", text);
        if (deepest <= 16) {
            assert_ok(*state, status);
            assert_position(s, 7, deepest + 0.5, 0, 0);
        } else {
            assert_failed(*state, RDG_ERR_FORMAT, "is defined by itself, or deeper than 16 systems");
        }
    }
}

static void nodes_and_components_of_ansys_are_read(void **state)
{
    rdg_structure *s = structure_of(*state);
    assert_ok(
        *state,
        read_text(
            s, ".cdb",
            "/PREP7\nNUMOFF,NODE,      9\nNBLOCK,6,SOLID,         9,         5\n(3i9,6e21.13e3)\n"
            "        2        0        0-2.8749388208227E-001-7.7396874943990E-001-4.0554552665065E-002\n"
            "        5        0        0 1.0000000000000E+000\n"
            "        7        0        0\n"
            "        9        0        0 1.0000000000000E+000 2.0000000000000E+000 3.0000000000000E+000 "
            "4.0000000000000E+001\n"
            "N,R5.3,LOC,       -1,\nCMBLOCK,ROOT    ,NODE,       3  ! users node component definition\n"
            "(8i10)\n         9         2        -7\nCMBLOCK,EL,ELEM,1\n(8i10)\n         1\n"));
    assert_position(s, 2, -2.8749388208227E-001, -7.7396874943990E-001, -4.0554552665065E-002);
    assert_position(s, 5, 1, 0, 0);
    assert_position(s, 7, 0, 0, 0);
    assert_position(s, 9, 1, 2, 3);
    assert_set(s, "ROOT", "9.x 2.x 2.y 2.z 5.x 5.z 7.y 7.4");
}

static void bad_meshes_are_refused_with_line_and_remedy(void **state)
{
#define NODES "*NODE\n2,1,2,3\n5,1,1,1\n7,0,0,0\n9,0,0,1\n"
#define GRIDS "GRID,2,,1.,2.,3.\nGRID,5\nGRID,7\nGRID,9\n"
    static const struct {
        const char *ending, *text, *words;
        rdg_status status;
    } cases[] = {
        {".inp", "*NODE\n2,1,2,3\n9,1,1,1\n", "node 5 of \"s\" is not among the 2 nodes of", RDG_ERR_NAME},
        {".inp", "*NODE\n1,1,2,3\n", "node 2 of \"s\" is not among the 1 nodes of", RDG_ERR_NAME},
        {".inp", NODES "2,1,2,3.5\n",
         "line 6: node 2 is at another place than in line 2: numbers of nodes must be unique",
         RDG_ERR_FORMAT},
        {".inp", NODES "x,1,2,3.5\n",
         "line 6, column 1, \"x\": expected the number of a node. Export the mesh", RDG_ERR_FORMAT},
        {".inp", NODES "11,1,2x,3.5\n", "line 6, column 6, \"2x\": expected a number", RDG_ERR_FORMAT},
        {".inp", NODES "*NSET,NSET=a\n5,99\n",
         "line 7: set \"a\" has node 99, which is neither in this file nor in \"s\"", RDG_ERR_NAME},
        {".inp", NODES "*NSET,NSET=a\n5,b\n",
         "line 7, column 3, \"b\": expected the number of a node, or a set", RDG_ERR_FORMAT},
        {".inp", NODES "*NSET,NSET=a\na\n",
         "line 7, column 1, \"a\": expected the number of a node, or a set", RDG_ERR_FORMAT},
        {".inp", NODES "*NSET,NSET=\n5\n", "expected a name of a set", RDG_ERR_FORMAT},
        {".inp", NODES "*NSET,NSET=a,GENERATE\n5,9,0\n", "column 5, \"0\": expected the number",
         RDG_ERR_FORMAT},
        {".inp", NODES "*NODE,SYSTEM=C\n11,1,2\n", "expected nodes in global rectangular coordinates",
         RDG_ERR_FORMAT},
        {".bdf", GRIDS "GRID,11,8\n", "line 5: coordinate system 8 is not defined by CORD2R", RDG_ERR_FORMAT},
        {".bdf", GRIDS "GRID,11,8\nCORD2R,8,9,0.,0.,0.,0.,0.,1.,\n,1.,0.,0.\n",
         "line 6: coordinate system 9 is not defined", RDG_ERR_FORMAT},
        {".bdf", GRIDS "GRID,11,8\nCORD2R,8,8,0.,0.,0.,0.,0.,1.,\n,1.,0.,0.\n",
         "coordinate system 8 is defined by itself", RDG_ERR_FORMAT},
        {".bdf", GRIDS "GRID,11,8\nCORD2R,8,,0.,0.,0.,0.,0.,1.,\n,0.,0.,3.\n",
         "line 6: coordinate system 8 has its three points on a line", RDG_ERR_FORMAT},
        {".bdf", GRIDS "SET1,1,5,THRU,2\n",
         "line 5, column 15, \"2\": expected the number of a node, or THRU", RDG_ERR_FORMAT},
        {".bdf", GRIDS "GRDSET,,8\n", "expected the coordinate system on each card GRID", RDG_ERR_FORMAT},
        {".bdf", GRIDS "GRID*,11,,0.,0.\n", "expected the second line of GRID*", RDG_ERR_FORMAT},
        {".cdb", "NBLOCK,6,SOLID,9,5\n(hello)\n",
         "line 2, column 1, \"(hello)\": expected a format, as (3i9,6e21.13e3)", RDG_ERR_FORMAT},
        {".cdb", "NBLOCK,6,SOLID,9,5\n(3i9,6e21.13e3)\n        2        0        0\n",
         "expected more nodes: the file is cut here", RDG_ERR_FORMAT},
        {".cdb", "NBLOCK,6,SOLID,9,5\n(3i9,6e21.13e3)\n        x        0        0\n",
         "line 3, column 9, \"x\": expected the number of a node, or N,R5.3", RDG_ERR_FORMAT},
        {".cdb", "CMBLOCK,A,NODE,2\n(8i10)\n         9        -2\n",
         "line 3, column 19, \"-2\": expected the number of a node, or the negative", RDG_ERR_FORMAT},
        {".cdb", "CMBLOCK,A,NODE,2\n(8i10)\n", "the file is cut here", RDG_ERR_FORMAT},
        {".txt", NODES, "must end in .inp (Abaqus, CalculiX), .bdf", RDG_ERR_ARGUMENT},
        {".inp", "", "node 2 of \"s\" is not among the 0 nodes of", RDG_ERR_NAME},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        rdg_structure *s = structure_of(*state);
        assert_int_equal(read_text(s, cases[k].ending, cases[k].text), cases[k].status);
        assert_failed(*state, cases[k].status, cases[k].words);
        rdg_structure_free(s);
    }
    assert_ok(*state, read_text(structure_of(*state), ".inp", "*NODE\n2,1,2,3\n5,1,1,1\n7,0,0,0\n"));
    assert_non_null(strstr(scratch_said, "warning: structure \"s\": 1 nodes are numbered above those of"));
    char chain[1024] = NODES "*NSET,NSET=s0\n5\n";
    for (int k = 1; k <= 17; k++) {
        rdg_structure *s = structure_of(*state);
        snprintf(chain + strlen(chain), sizeof chain - strlen(chain), "*NSET,NSET=s%d\ns%d\n", k, k - 1);
        const rdg_status status = read_text(s, ".inp", chain);
        if (k <= 15) {
            assert_ok(*state, status);
            assert_set(s, "s1", "5.x 5.z");
        } else {
            assert_failed(*state, RDG_ERR_FORMAT, "set \"s0\" is within more than 16 others");
        }
    }
    rdg_structure *s = structure_of(*state);
    double position[3];
    assert_int_equal(rdg_node_position(s, 2, position), RDG_ERR_NAME);
    assert_failed(*state, RDG_ERR_NAME, "as rdg_nodes_read() was not called");
    assert_ok(*state, read_text(s, ".inp", NODES));
    assert_int_equal(read_text(s, ".inp", NODES), RDG_ERR_ARGUMENT);
    assert_failed(*state, RDG_ERR_ARGUMENT, "\"s\" has its nodes already");
    assert_int_equal(read_text(rdg_beam_create(*state, NULL), ".inp", NODES), RDG_ERR_ARGUMENT);
    assert_failed(*state, RDG_ERR_ARGUMENT, "has no names of nodes");
}

static rdg_index row_of(rdg_structure *s, int i)
{
    return rdg_node_dof(s, rows[i].node, fe_letter(rows[i].component));
}

/* N/mm, N, N mm for pairs of translations, of a translation and another coordinate, of others; nothing else
 */
static void units_are_converted(void **state)
{
    for (int order = 0; order < 2; order++) {
        rdg_structure *s = structure_of(*state), *t = structure_of(*state);
        rdg_sparse M[2], K[2], C[2];
        double omega[2][3];
        rdg_damping_proportional(s, 0.3, 0.0);
        rdg_damping_proportional(t, 0.3, 0.0);
        for (int step = 0; step < 2; step++) {
            assert_ok(*state,
                      step == order ? read_text(s, ".inp", NODES) : rdg_structure_units(s, RDG_MM_TONNE_S));
        }
        assert_position(s, 2, 1e-3, 2e-3, 3e-3);
        assert_ok(*state, rdg_structure_matrices(s, &M[0], &C[0], &K[0]));
        assert_ok(*state, rdg_structure_matrices(t, &M[1], &C[1], &K[1]));
        for (int i = 0; i < ROWS; i++) {
            for (int j = 0; j < ROWS; j++) {
                const bool x = rows[i].component >= 1 && rows[i].component <= 3,
                           y = rows[j].component >= 1 && rows[j].component <= 3;
                const double f = x && y ? 1e3 : x || y ? 1.0 : 1e-3;
                const rdg_index a = row_of(s, i), b = row_of(s, j);
                assert_near(sparse_entry(&K[0], a, b), f * sparse_entry(&K[1], a, b), 1e-15, 0);
                assert_near(sparse_entry(&M[0], a, b), f * sparse_entry(&M[1], a, b), 1e-15, 0);
                assert_near(sparse_entry(&C[0], a, b), f * sparse_entry(&C[1], a, b), 1e-15, 0);
            }
        }
        assert_ok(*state, rdg_structure_modes(s, 0, NULL, 3, omega[0], NULL));
        assert_ok(*state, rdg_structure_modes(t, 0, NULL, 3, omega[1], NULL));
        for (int k = 0; k < 3; k++) {
            assert_near(omega[0][k], omega[1][k], 1e-12, 0);
        }
        assert_int_equal(rdg_structure_units(s, RDG_MM_TONNE_S), RDG_ERR_ARGUMENT);
        assert_failed(*state, RDG_ERR_ARGUMENT, "is in SI units already: it was converted before");
        assert_int_equal(rdg_structure_units(rdg_structure_copy(s), RDG_MM_TONNE_S), RDG_ERR_ARGUMENT);
        assert_failed(*state, RDG_ERR_ARGUMENT, "is in SI units already");
        rdg_structure_take(t, "rdg_hbm_create");
        assert_int_equal(rdg_structure_units(t, RDG_MM_TONNE_S), RDG_ERR_ARGUMENT);
        assert_failed(*state, RDG_ERR_ARGUMENT, "other units comes too late");
    }
    assert_int_equal(rdg_structure_units(rdg_beam_create(*state, NULL), RDG_MM_TONNE_S), RDG_ERR_ARGUMENT);
    assert_failed(*state, RDG_ERR_ARGUMENT, "are rotations is not known");
    assert_int_equal(rdg_structure_units(rdg_beam_create(*state, NULL), (rdg_units)7), RDG_ERR_ARGUMENT);
    assert_failed(*state, RDG_ERR_ARGUMENT, "there are no units 7");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(nodes_and_sets_of_abaqus_are_read),
        SCRATCH_TEST(nodes_and_sets_of_nastran_are_read),
        SCRATCH_TEST(coordinate_systems_may_be_within_sixteen),
        SCRATCH_TEST(nodes_and_components_of_ansys_are_read),
        SCRATCH_TEST(bad_meshes_are_refused_with_line_and_remedy),
        SCRATCH_TEST(units_are_converted),
    };
    return cmocka_run_group_tests_name("mechanics: nodes of finite element meshes", tests, NULL, NULL);
}
