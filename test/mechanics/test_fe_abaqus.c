/* Matrices of Abaqus and CalculiX. */
#define _XOPEN_SOURCE 700

#include "fe_cases.h"

enum { DIGITS = 15 };

static void labelled_matrices_are_read_bit_for_bit(void **state)
{
    uint64_t seed = 23;
    for (int trial = 0; trial < 60; trial++) {
        char K[96], M[96];
        fe_case c = fe_case_random(DIGITS, false, &seed);
        FILE *file = fe_create("K.mtx", K);
        fputs(trial % 2 ? "** comment\n*MATRIX ASSEMBLE\n\n" : "", file);
        fe_write_mtx(file, &c, c.K, true, trial % 3);
        fclose(file);
        file = fe_create("M.mtx", M);
        fe_write_mtx(file, &c, c.M, true, trial / 3 % 3);
        fclose(file);
        assert_is_case(rdg_structure_read_abaqus(*state, "s", K, M), &c, false);
    }
}

static void numbered_matrices_are_read_bit_for_bit(void **state)
{
    uint64_t seed = 29;
    for (int trial = 0; trial < 30; trial++) {
        char K[96], M[96];
        rdg_sparse X[2];
        fe_case c = fe_case_random(DIGITS, false, &seed);
        FILE *file = fe_create("K.mtx", K);
        fe_write_mtx(file, &c, c.K, false, trial % 3);
        fclose(file);
        file = fe_create("M.mtx", M);
        fe_write_mtx(file, &c, c.M, false, trial / 3 % 3);
        fclose(file);
        rdg_structure *s = rdg_structure_read_abaqus(*state, "s", K, M);
        assert_ok(*state, rdg_structure_matrices(s, &X[1], NULL, &X[0]));
        assert_int_equal(rdg_structure_size(s), c.n);
        for (int i = 0; i < c.n * c.n; i++) {
            assert_true(sparse_entry(&X[0], i / c.n, i % c.n) == c.K[i / c.n][i % c.n]);
            assert_true(sparse_entry(&X[1], i / c.n, i % c.n) == c.M[i / c.n][i % c.n]);
        }
        assert_int_equal(rdg_node_dof(s, 1, 'x'), -1);
    }
}

static void substructures_are_read_bit_for_bit(void **state)
{
    uint64_t seed = 31;
    for (int trial = 0; trial < 40; trial++) {
        char K[96], M[96];
        fe_case c = fe_case_random(DIGITS, false, &seed);
        FILE *file = fe_create("sub.mtx", K);
        fe_write_element(file, &c, trial % 2);
        fe_write_triangle(file, "MASS", &c, c.M);
        fe_write_triangle(file, "STIFFNESS", &c, c.K);
        fclose(file);
        assert_is_case(rdg_structure_read_abaqus(*state, "s", K, K), &c, false);
        file = fe_create("M.mtx", M);
        fe_write_mtx(file, &c, c.M, true, 0);
        fclose(file);
        assert_is_case(rdg_structure_read_abaqus(*state, "s", K, M), &c, false);
    }
}

/* Where the components stay the same, only the first position names them. */
static void components_hold_for_the_positions_behind(void **state)
{
    const char *path =
        fe_write_text("sub.mtx", "*USER ELEMENT, NODES=3, LINEAR\n** ELEMENT NODES\n** 7, 9\n** 12\n"
                                 "1, 3\n3, 2\n*MATRIX, TYPE=MASS\n1.\n0., 2.\n0., 0., 3.\n0., 0., 0., 4.\n"
                                 "0., 0., 0., 0.,\n5.\n*MATRIX, TYPE=STIFFNESS\n"
                                 "1.\n0., 1.\n0., 0., 1.\n0., 0., 0., 1.\n0., 0., 0., 0.,\n1.\n");
    rdg_structure *s = rdg_structure_read_abaqus(*state, "s", path, path);
    rdg_sparse M;
    assert_ok(*state, rdg_structure_matrices(s, &M, NULL, NULL));
    const int node[] = {7, 7, 9, 9, 12};
    for (int i = 0; i < 5; i++) {
        const rdg_index dof = rdg_node_dof(s, node[i], "xzxzy"[i]);
        assert_true(dof >= 0 && sparse_entry(&M, dof, dof) == 1.0 + i);
    }
}

static void bad_files_are_refused_with_line_and_remedy(void **state)
{
    static const char element[] = "*USER ELEMENT,NODES=2\n** ELEMENT NODES\n** 5,6,\n1,2\n2,3\n";
    static const struct {
        const char *K, *words;
        rdg_status status;
    } cases[] = {
        {"1,1,1,1,5.\n1,1,2,1\n", "line 2, column 1, \"1,1,2,1\": expected row node, component, column node",
         RDG_ERR_FORMAT},
        {"1,1,1,1,5.\n1,1,1.\n", "the same on all lines", RDG_ERR_FORMAT},
        {"1,1,1,1,5.\n2,8,2,1,5.\n", "line 2, column 3, \"8\": expected a component 1 .. 6", RDG_ERR_FORMAT},
        {"1,1,1,1,5.\n-2,1,2,1,5.\n", "column 1, \"-2\": expected the number of a node", RDG_ERR_FORMAT},
        {"1,1,1,1,x\n", "line 1, column 9, \"x\": expected a number", RDG_ERR_FORMAT},
        {"1,1,1,1,1e999\n", "too large for double precision", RDG_ERR_NOT_FINITE},
        {"0 1 5.\n", "expected the number of a row or column, from 1", RDG_ERR_FORMAT},
        {"1 999999999 5.\n", "name their rows in two ways", RDG_ERR_ARGUMENT},
        {"1,1,1,1,5.\n2,1,2,1,5.\n1,1,1,1,5.\n",
         "line 3: the entry of 1.x and 1.x, 5, is given twice, first in line 1", RDG_ERR_FORMAT},
        {"1,1,1,1,5.\n2,1,2,1,5.\n2,1,1,1,1.\n1,1,2,1,1.5\n",
         "line 3: the entry of 2.x and 1.x, 1, differs from that across the diagonal in line 4. Write the "
         "matrices",
         RDG_ERR_ARGUMENT},
        {"1,1,1,1,5.\n2,1,2,1,5.\n3,1,3,1,2.\n2,1,1,1,1.\n1,1,2,1,1.\n3,1,1,1,1.\n",
         "line 6: the entry of 3.x and 1.x, 1, has none across the diagonal: the matrix is not symmetric",
         RDG_ERR_ARGUMENT},
        {"1,1,1,1,1e36\n2,1,2,1,5.\n3,1,3,1,5.\n2,1,3,1,1.\n3,1,2,1,2.\n",
         "line 5: the entry of 3.x and 2.x, 2, differs from that across the diagonal in line 4",
         RDG_ERR_ARGUMENT},
        {"", "K.mtx\" has no stiffness matrix: give the files", RDG_ERR_ARGUMENT},
        {"*USER ELEMENT\n1,2\n*MATRIX,TYPE=STIFFNESS\n1.\n", "a matrix without nodes", RDG_ERR_FORMAT},
        {"$*MATRIX,TYPE=STIFFNESS\n1.,\n2.,3.,\n4.,5.\n",
         "the lower triangle of 3 rows ends in row 3, column 2", RDG_ERR_SIZE},
        {"$*MATRIX,TYPE=STIFFNESS\n1.,2.,3.,4.,5.,6.\n7.\n",
         "line 8, column 1, \"7.\": a lower triangle of 3 rows is complete", RDG_ERR_SIZE},
        {"$3,1\n", "line 6, column 1, \"3\": expected a position 3 .. 2", RDG_ERR_FORMAT},
        {"$*MATRIX,TYPE=MASS\n1.\n", "has no stiffness matrix", RDG_ERR_ARGUMENT},
        {"*USER ELEMENT,NODES=2\n** ELEMENT NODES\n** 5,5,\n1,2\n2,2\n*MATRIX,TYPE=STIFFNESS\n",
         "component 2 of node 5 is there twice", RDG_ERR_FORMAT},
        {"*USER ELEMENT,NODES=2\n** ELEMENT NODES\n** 5,5,\n1,7\n", "expected components 1 .. 6, six at most",
         RDG_ERR_FORMAT},
    };
    char text[512], path[2][96];
    snprintf(path[1], sizeof path[1], "%s", fe_write_text("M.mtx", "1,1,1,1,1.\n2,1,2,1,1.\n"));
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        const bool is_part = cases[k].K[0] == '$';
        snprintf(text, sizeof text, "%s%s", is_part ? element : "", cases[k].K + is_part);
        snprintf(path[0], sizeof path[0], "%s", fe_write_text("K.mtx", text));
        assert_null(rdg_structure_read_abaqus(*state, "s", path[0], path[1]));
        assert_failed(*state, cases[k].status, cases[k].words);
    }
    assert_null(rdg_structure_read_abaqus(*state, "s", path[1], path[1]));
    assert_failed(*state, RDG_ERR_ARGUMENT, "are one file, which has one matrix");
    snprintf(path[0], sizeof path[0], "%s", fe_write_text("K.mtx", "1 1 1.\n99999999 1 1.\n"));
    snprintf(path[1], sizeof path[1], "%s", fe_write_text("M.mtx", "1 1 1.\n"));
    assert_null(rdg_structure_read_abaqus(*state, "s", path[0], path[1]));
    assert_failed(*state, RDG_ERR_SIZE, "have 99999999 rows, but only 3 entries");
}

static void one_file_serves_for_both_only_if_it_is_a_substructure(void **state)
{
    const char *path = fe_write_text("K.mtx", "1,1,1,1,5.\n");
    assert_null(rdg_structure_read_abaqus(*state, "s", path, path));
    assert_failed(*state, RDG_ERR_ARGUMENT, "are one file");
    assert_non_null(
        rdg_structure_read_abaqus_massless(*state, "s", "test/data/fe/sub.mtx", "test/data/fe/sub.mtx"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(labelled_matrices_are_read_bit_for_bit),
        SCRATCH_TEST(numbered_matrices_are_read_bit_for_bit),
        SCRATCH_TEST(substructures_are_read_bit_for_bit),
        SCRATCH_TEST(components_hold_for_the_positions_behind),
        SCRATCH_TEST(bad_files_are_refused_with_line_and_remedy),
        SCRATCH_TEST(one_file_serves_for_both_only_if_it_is_a_substructure),
    };
    return cmocka_run_group_tests_name("mechanics: Abaqus's matrices", tests, NULL, NULL);
}
