/* Elements of finite element meshes, and fields on them in files of VTK, read back. */
#define _XOPEN_SOURCE 700

#include "fe_cases.h"
#include "vtu.h"

#include <ridgewalk/fe_mesh.h>
#include <ridgewalk/fe_nodes.h>
#include <ridgewalk/fe_surface.h>

/* Nodes 1 to 20; node 3 has y alone, node 4 nothing, node 7 a rotation */
static const int rows[][2] = {{1, 1}, {1, 2}, {1, 3}, {2, 1}, {3, 2}, {7, 4}, {8, 3}};
enum { ROWS = sizeof rows / sizeof *rows, NODES = 20 };

static rdg_structure *structure_of(rdg_context *ctx)
{
    fe_case c = {.n = ROWS};
    for (int i = 0; i < ROWS; i++) {
        c.node[i] = rows[i][0];
        c.component[i] = rows[i][1];
        c.K[i][i] = 3.0;
        c.M[i][i] = 2.0;
    }
    char path[96];
    FILE *file = fe_create("matrices.pch", path);
    fe_write_dmig(file, "KAAX", &c, c.K, 6, 9, 0);
    fe_write_dmig(file, "MAAX", &c, c.M, 6, 9, 0);
    fclose(file);
    return rdg_structure_read_nastran(ctx, "s", path);
}

static const char *nodes_of_inp(void)
{
    static char text[2048];
    snprintf(text, sizeof text, "*NODE\n");
    for (int i = 1; i <= NODES; i++) {
        snprintf(text + strlen(text), sizeof text - strlen(text), "%d, %d, %g, -%d.5\n", i, i, 0.25 * i, i);
    }
    return text;
}

static const char *nodes_of_bulk(void)
{
    static char text[2048];
    text[0] = '\0';
    for (int i = 1; i <= NODES; i++) {
        snprintf(text + strlen(text), sizeof text - strlen(text), "GRID,%d,,%d.,%g,-%d.5\n", i, i, 0.25 * i,
                 i);
    }
    return text;
}

static rdg_fe_mesh *read_text(rdg_structure *s, const char *ending, const char *elements)
{
    char name[32], text[8192];
    snprintf(name, sizeof name, "mesh%s", ending);
    snprintf(text, sizeof text, "%s%s", strcmp(ending, ".inp") == 0 ? nodes_of_inp() : nodes_of_bulk(),
             elements);
    return rdg_fe_mesh_read(s, fe_write_text(name, text));
}

static const char *written(const rdg_fe_mesh *mesh, rdg_index n, const rdg_fe_field *fields)
{
    static char path[96];
    snprintf(path, sizeof path, "%s/m.vtu", scratch_folder);
    assert_int_equal(rdg_fe_mesh_write(mesh, path, n, fields), RDG_OK);
    return path;
}

/* --- types */

/* Cells of a file, by VTK's numbers of types and places of nodes, which are one less than their numbers here
 */
static void assert_cells(const char *path, int n, const double *types, const double *ends,
                         const double *nodes)
{
    assert_vtu(path, "types", n, types);
    assert_vtu(path, "offsets", n, ends);
    assert_vtu(path, "connectivity", (int)ends[n - 1], nodes);
}

static void elements_of_abaqus_are_read(void **state)
{
    rdg_structure *s = structure_of(*state);
    rdg_fe_mesh *mesh =
        read_text(s, ".inp",
                  "*Element, type=C3D8R, elset=A\n1, 1,2,3,4,5,6,7,8\n"
                  "*ELEMENT, TYPE=C3D20\n2, 1,2,3,4,5,6,7,8,9,10,\n11,12,13,14,15,\n"
                  "16,17,18,19,20\n** a comment\n"
                  "*ELEMENT, TYPE=S4R5\n3, 5,6,7,8\n4, 1,2,3,4\n*ELEMENT,TYPE=CPS6M\n5,1,2,3,4,5,6\n"
                  "*ELEMENT, TYPE=B32\n6, 1, 2, 3\n*ELEMENT, TYPE=T3D2\n7, 9, 10\n"
                  "*ELEMENT, TYPE=STRI3\n8, 3, 2, 1\n");
    assert_ok(*state, rdg_error_status(*state));
    assert_int_equal(rdg_fe_mesh_nodes(mesh), NODES);
    assert_int_equal(rdg_fe_mesh_elements(mesh), 8);
    assert_int_equal(rdg_fe_mesh_node(mesh, 19), 20);
    assert_int_equal(rdg_fe_mesh_node(mesh, 20), -1);
    assert_ptr_equal(rdg_fe_mesh_structure(mesh), s);
    assert_cells(written(mesh, 0, NULL), 8, (const double[]){12, 25, 9, 9, 22, 4, 3, 5},
                 (const double[]){8, 28, 32, 36, 42, 45, 47, 50},
                 (const double[]){0, 1,  2,  3,  4,  5,  6,  7,  0,  1,  2,  3, 4, 5, 6, 7, 8,
                                  9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 4, 5, 6, 7, 0, 1,
                                  2, 3,  0,  1,  2,  3,  4,  5,  0,  1,  2,  8, 9, 2, 1, 0});
}

/* Of two bricks on each other, nodes 1 to 4 and 9 to 12 outside: the face between them belongs to both. */
static void the_skin_has_the_faces_of_one_element(void **state)
{
    rdg_structure *s = structure_of(*state);
    rdg_fe_mesh *mesh =
        read_text(s, ".inp", "*ELEMENT, TYPE=C3D8\n1, 1,2,3,4,5,6,7,8\n2, 5,6,7,8,9,10,11,12\n");
    bool kept[NODES] = {false};
    double at[3];
    for (int i = 0; i < 12; i++) {
        kept[i] = i != 11; /* of the upper face three nodes */
    }
    assert_true(rdg_fe_mesh_position(mesh, 1, at));
    assert_near(at[0], 2.0, 0.0, 0.0);
    assert_near(at[1], 0.5, 0.0, 0.0);
    assert_near(at[2], -2.5, 0.0, 0.0);
    assert_false(rdg_fe_mesh_position(mesh, NODES, at));
    rdg_fe_mesh *skin = rdg_fe_mesh_skin(mesh, kept);
    assert_ok(*state, rdg_error_status(*state));
    assert_int_equal(rdg_fe_mesh_nodes(skin), 11);
    assert_int_equal(rdg_fe_mesh_node(skin, 10), 11);
    /* the lower face, four sides of the first brick and two of the second */
    assert_int_equal(rdg_fe_mesh_elements(skin), 7);
    memset(kept, 0, sizeof kept);
    assert_null(rdg_fe_mesh_skin(mesh, kept));
    assert_failed(*state, RDG_ERR_SIZE, "");
}

/* Nastran has the edges between the faces before those of the second face. Nodes on edges may be left out. */
static void elements_of_nastran_are_read(void **state)
{
    rdg_structure *s = structure_of(*state);
    rdg_fe_mesh *mesh =
        read_text(s, ".bdf",
                  "CHEXA,1,1,1,2,3,4,5,6,\n,7,8,9,10,11,12,13,14\n,15,16,17,18,19,20\n"
                  "CHEXA   2       1       1       2       3       4       5       6\n"
                  "        7       8               10\n"
                  "CQUAD4  3       1       1       2       3       4       45.\n"
                  "CPENTA,4,1,1,2,3,4,5,6,\n,7,8,9,10,11,12,13,14\n,15\n"
                  "CBAR,5,1,1,2,0.,1.,0.\nCTRIA6,6,1,1,2,3,4,5,6\nCTETRA,7,1,1,2,3,4\nCTRIA6,8,1,1,2,3\n");
    assert_ok(*state, rdg_error_status(*state));
    assert_cells(written(mesh, 0, NULL), 8, (const double[]){25, 12, 9, 26, 3, 22, 10, 5},
                 (const double[]){20, 28, 32, 47, 49, 55, 59, 62},
                 (const double[]){0,  1,  2,  3,  4, 5, 6, 7, 8, 9,  10, 11, 16, 17, 18, 19,
                                  12, 13, 14, 15, 0, 1, 2, 3, 4, 5,  6,  7,  0,  1,  2,  3,
                                  0,  1,  2,  3,  4, 5, 6, 7, 8, 12, 13, 14, 9,  10, 11, 0,
                                  1,  0,  1,  2,  3, 4, 5, 0, 1, 2,  3,  0,  1,  2});
}

static void other_elements_are_left_out_with_a_note(void **state)
{
    rdg_structure *s = structure_of(*state);
    rdg_fe_mesh *mesh = read_text(s, ".inp",
                                  "*ELEMENT, TYPE=DCOUP3D\n1, 1, 2,\n3, 4\n2, 1, 2\n*ELEMENT, TYPE=C3D4\n"
                                  "3, 1, 2, 3, 4\n*ELEMENT, TYPE=CONN3D2\n4, 1, 2\n");
    assert_int_equal(rdg_fe_mesh_elements(mesh), 1);
    assert_non_null(strstr(scratch_said, "mesh of 20 nodes and 1 elements"));
    assert_non_null(strstr(scratch_said, "3 elements left out, whose types are not read, \"DCOUP3D\""));
}

static void mesh_without_elements_is_one_of_points(void **state)
{
    rdg_fe_mesh *mesh = read_text(structure_of(*state), ".inp", "");
    double values[VTU_MOST];
    const char *path = written(mesh, 0, NULL);
    assert_int_equal(vtu_array(path, "types", values), NODES);
    assert_near(values[7], 1.0, 0, 0);
    assert_int_equal(vtu_array(path, "position_m", values), 3 * NODES);
    assert_near(values[6], 3.0, 1e-15, 0);
    assert_near(values[7], 0.75, 1e-15, 0);
    assert_near(values[8], -3.5, 1e-15, 0);
}

static void coordinates_are_in_metres_after_units(void **state)
{
    rdg_structure *s = structure_of(*state);
    assert_ok(*state, rdg_structure_units(s, RDG_MM_TONNE_S));
    double values[VTU_MOST];
    vtu_array(written(read_text(s, ".inp", ""), 0, NULL), "position_m", values);
    assert_near(values[6], 0.003, 1e-15, 0);
}

/* --- fields */

static void fields_are_at_their_nodes(void **state)
{
    rdg_fe_mesh *mesh = read_text(structure_of(*state), ".inp", "*ELEMENT, TYPE=S3\n1, 1, 2, 3\n");
    const double u[ROWS] = {1.5, -2.25, 1e-9, 4, 5, 6, 7};
    double values[3 * NODES], at[NODES] = {0};
    assert_ok(*state, rdg_fe_mesh_displacement(mesh, u, values));
    at[2] = -0.125;
    const rdg_fe_field fields[] = {{"u_m", 3, values}, {"heat", 1, at}};
    double expected[3 * NODES] = {1.5, -2.25, 1e-9, 4};
    expected[7] = 5;         /* 3.y */
    expected[3 * 7 + 2] = 7; /* 8.z; the rotation of node 7 is no translation */
    const char *path = written(mesh, 2, fields);
    assert_vtu(path, "u_m", 3 * NODES, expected);
    assert_vtu(path, "heat", NODES, at);
}

static void forces_go_to_the_nodes_of_a_name(void **state)
{
    rdg_structure *s = structure_of(*state);
    rdg_name_relative(s, "gap", rdg_node_dof(s, 1, 'x'), rdg_node_dof(s, 2, 'x'));
    rdg_name_dof(s, "turn", rdg_node_dof(s, 7, '4'));
    rdg_fe_mesh *mesh = read_text(s, ".inp", "");
    double values[3 * NODES] = {0};
    bool touched[NODES] = {false};
    assert_true(rdg_fe_mesh_spread(mesh, "gap", 2.5, values, touched));
    assert_true(rdg_fe_mesh_spread(mesh, "8.z", -1.0, values, NULL));
    assert_false(rdg_fe_mesh_spread(mesh, "turn", 1.0, values, touched));
    assert_false(rdg_fe_mesh_spread(mesh, "nix", 1.0, values, touched));
    assert_ok(*state, rdg_error_status(*state));
    assert_near(fabs(values[0]), 2.5, 1e-15, 0);
    assert_near(values[3], -values[0], 1e-15, 0);
    assert_near(values[23], -1.0, 1e-15, 0);
    assert_true(touched[0] && touched[1] && !touched[7]);
}

/* --- what is refused */

static void bad_meshes_are_refused(void **state)
{
    static const struct {
        const char *ending, *text, *message;
        rdg_status status;
    } bad[] = {{".inp", "*ELEMENT, TYPE=C3D8\n1, 1,2,3,4,5,6,7\n*STEP\n",
                "has 7 nodes, not the 8 of its type C3D8", RDG_ERR_FORMAT},
               {".inp", "*ELEMENT, TYPE=C3D4\n1, 1,2,3\n", "line 23: the element has 3 nodes, not the 4",
                RDG_ERR_FORMAT},
               {".inp", "*ELEMENT, TYPE=S3\n1, 1,2,x\n", "expected the number of a node", RDG_ERR_FORMAT},
               {".inp", "*ELEMENT, TYPE=S3\n1, 1,2,77\n",
                "line 23: the element has node 77, which is not in this file", RDG_ERR_NAME},
               {".bdf", "CROD,1,1,1,99\n", "node 99", RDG_ERR_NAME},
               {".txt", "", "must end in .inp", RDG_ERR_ARGUMENT}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        rdg_context *ctx = rdg_context_create();
        rdg_set_writer(ctx, NULL, NULL);
        assert_null(read_text(structure_of(ctx), bad[i].ending, bad[i].text));
        assert_failed(ctx, bad[i].status, bad[i].message);
        rdg_context_free(ctx);
    }
    double K[] = {1.0};
    assert_null(rdg_fe_mesh_read(rdg_structure_create(*state, "plain", 1, K, NULL, K), "mesh.inp"));
    assert_failed(*state, RDG_ERR_ARGUMENT, "\"plain\" has no names of nodes");
}

static void bad_fields_are_refused(void **state)
{
    double values[3 * NODES] = {0}, holed[NODES] = {0};
    holed[4] = INFINITY;
    const struct {
        rdg_fe_field field;
        const char *path, *message;
        rdg_status status;
    } bad[] = {{{"a b", 1, values}, "m.vtu", "letters", RDG_ERR_ARGUMENT},
               {{"a", 2, values}, "m.vtu", "1 or 3 components, not 2", RDG_ERR_ARGUMENT},
               {{"a", 1, holed}, "m.vtu", "is inf at node 5", RDG_ERR_NOT_FINITE},
               {{"a", 1, values}, "m.vtk", "ends in .vtu", RDG_ERR_ARGUMENT},
               {{"a", 1, values}, "build/no such folder/m.vtu", "cannot write", RDG_ERR_IO}};
    rdg_context *ctx = *state;
    rdg_fe_mesh *mesh = read_text(structure_of(ctx), ".inp", "");
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        rdg_fe_mesh_write(mesh, bad[i].path, 1, &bad[i].field);
        assert_failed(ctx, bad[i].status, bad[i].message);
        rdg_error_clear(ctx);
    }
    assert_int_equal(access("m.vtu", F_OK), -1);
    rdg_fe_mesh_free(mesh);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(elements_of_abaqus_are_read),
        SCRATCH_TEST(the_skin_has_the_faces_of_one_element),
        SCRATCH_TEST(elements_of_nastran_are_read),
        SCRATCH_TEST(other_elements_are_left_out_with_a_note),
        SCRATCH_TEST(mesh_without_elements_is_one_of_points),
        SCRATCH_TEST(coordinates_are_in_metres_after_units),
        SCRATCH_TEST(fields_are_at_their_nodes),
        SCRATCH_TEST(forces_go_to_the_nodes_of_a_name),
        SCRATCH_TEST(bad_meshes_are_refused),
        SCRATCH_TEST(bad_fields_are_refused),
    };
    return cmocka_run_group_tests_name("mechanics: finite element meshes", tests, NULL, NULL);
}
