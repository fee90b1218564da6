/* Nastran's OUTPUT4 in text. */
#define _XOPEN_SOURCE 700

#include "fe_cases.h"

enum { DIGITS = 15 };

static void matrices_are_read_bit_for_bit(void **state)
{
    uint64_t seed = 41;
    for (int trial = 0; trial < 72; trial++) {
        char path[96], order[96];
        const bool has_C = trial % 5 == 0;
        fe_case c = fe_case_random(DIGITS, true, &seed);
        FILE *file = fe_create("se.op4", path);
        fe_write_op4(file, "KAA", &c, c.K, (fe_columns)(trial % 3), 1 + trial % 4);
        fe_write_op4(file, "OTHER", &c, c.C, (fe_columns)(trial / 3 % 3), 1 + trial / 2 % 4);
        fe_write_op4(file, "MAA", &c, c.M, (fe_columns)(trial / 3 % 3), 1 + trial / 4 % 4);
        fprintf(file, "       1       1       6       1BXX     1P,3E22.15\n       2       1       1\n"
                      " 1.000000000000000E+00\n");
        if (has_C) {
            fe_write_op4(file, "BAA", &c, c.C, FE_BIG, 2);
        }
        fclose(file);
        file = fe_create("se.pch", order);
        fputs("$ order of the rows\nBEGIN SUPER     111     \n", file);
        fe_write_extrn(file, &c);
        fputs("GRID   *20110010        20110001        .18             -5.55467E-10    \n"
              "*       0.              20110003\n",
              file);
        fclose(file);
        assert_is_case(rdg_structure_read_op4(*state, "s", path, order), &c, has_C);
        rdg_structure *s = rdg_structure_read_op4(*state, "s", path, NULL);
        rdg_sparse K;
        assert_int_equal(rdg_structure_size(s), c.n);
        assert_ok(*state, rdg_structure_matrices(s, NULL, NULL, &K));
        for (int i = 0; i < c.n; i++) { /* in the order of the file */
            assert_true(sparse_entry(&K, i, i) == c.K[i][i] && sparse_entry(&K, i, 0) == c.K[i][0]);
        }
    }
}

static const char two[] = "       2       2       6       2KAA     1P,3E23.16\n"
                          "       1       1       2\n"
                          " 4.0000000000000000E+02-1.0000000000000000E+02\n"
                          "       2       1       2\n"
                          "-1.0000000000000000E+02 2.5000000000000000E+02\n"
                          "       3       1       1\n"
                          " 1.0000000000000000E+00\n";
static const char mass[] = "       2       2       6       2MAA     1P,3E23.16\n"
                           "       1       0       3\n"
                           "     196609\n"
                           " 1.0000000000000000E+00\n"
                           "       2       0       3\n"
                           "     196610\n"
                           " 2.0000000000000000E+00\n"
                           "       3       1       1\n"
                           " 1.0000000000000000E+00\n";

/* Both matrices with one text replaced */
static const char *write_changed(const char *old, const char *by)
{
    char all[2048], *at;
    snprintf(all, sizeof all, "%s%s", two, mass);
    at = strstr(all, old);
    assert_non_null(at);
    char rest[2048];
    snprintf(rest, sizeof rest, "%s", at + strlen(old));
    snprintf(at, sizeof all - (size_t)(at - all), "%s%s", by, rest);
    return fe_write_text("changed.op4", all);
}

static void bad_files_are_refused_with_line_and_remedy(void **state)
{
    static const struct {
        const char *old, *by, *words;
        rdg_status status;
    } cases[] = {
        {"6       2KAA", "6       5KAA",
         "line 1, column 8, \"2       2       6       5KAA     1P,3E23.16\": expected "
         "columns, rows, form, type 1 .. 4",
         RDG_ERR_FORMAT},
        {"KAA     1P,3E23.16", "KAA     1P,3G23.16", "expected columns, rows, form", RDG_ERR_FORMAT},
        {"KAA     1P,3E23.16", "KAA", "expected columns, rows, form", RDG_ERR_FORMAT},
        {"       2       2       6       2KAA", "       2       3       6       2KAA",
         "line 1, column 33, \"KAA\": expected as many rows as columns", RDG_ERR_SIZE},
        {"       2       1       2\n", "       1       1       2\n",
         "line 4, column 8, \"1       1       2\": expected a column behind", RDG_ERR_FORMAT},
        {"       2       1       2\n", "       2       2       2\n", "expected no more numbers than rows",
         RDG_ERR_FORMAT},
        {" 2.5000000000000000E+02", "", "line 5, column 24, \"\": expected a number", RDG_ERR_FORMAT},
        {" 2.5000000000000000E+02", " 2.5000000000000000+999", "too large for double precision",
         RDG_ERR_NOT_FINITE},
        {"-1.0000000000000000E+02 2", "-1.1000000000000000E+02 2",
         "differs from that across the diagonal in line", RDG_ERR_ARGUMENT},
        {"     196610", "     196611", "line 13, column 6, \"196611\": expected a string within the rows",
         RDG_ERR_FORMAT},
        {"     196610", "     131074", "expected a string within the rows", RDG_ERR_FORMAT},
        {"     196610", "     327682", "expected a string within the rows", RDG_ERR_FORMAT},
        {"     196610", "     0", "expected a string within the rows", RDG_ERR_FORMAT},
        {"       3       1       1\n 1.0000000000000000E+00\n       2       2       6       2MAA", "",
         "expected", RDG_ERR_FORMAT},
        {"2MAA", "2MBB", "has no mass matrix: the file must have KAA and MAA", RDG_ERR_ARGUMENT},
        {"2MAA", "2KGG", "line 8, column 33, \"KGG\": there is a matrix KAA already", RDG_ERR_FORMAT},
        {mass, "       2       2       6       2MAA     1P,3E23.16\n       1       1       2\n",
         "expected more lines: the file is cut here", RDG_ERR_FORMAT},
        {mass,
         "       1       1       6       2MAA     1P,3E23.16\n       1       1       1\n "
         "1.0000000000000000E+00\n"
         "       2       1       1\n 1.0000000000000000E+00\n",
         "MAA has 1 rows, but KAA 2", RDG_ERR_SIZE},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        const char *path = write_changed(cases[k].old, cases[k].by);
        assert_null(rdg_structure_read_op4(*state, "s", path, NULL));
        assert_failed(*state, cases[k].status, cases[k].words);
    }
}

static void rows_are_named_by_extrn_or_by_nodes_and_points(void **state)
{
    static const struct {
        const char *order, *words; /* NULL: "7.x" and "9.0" are the rows */
        rdg_status status;
    } cases[] = {
        {"EXTRN          7       1       9       0\n", NULL, RDG_OK},
        {"EXTRN          7       1       9       0\nGRID           1\n", NULL, RDG_OK},
        {"EXTRN,7,1,9,0\n", NULL, RDG_OK},
        {"EXTRN          7       1\n               9       0\n", NULL, RDG_OK},
        {"EXTRN          7      12       9       0\n",
         "names more than 2 degrees of freedom, but the matrices have 2 rows", RDG_ERR_SIZE},
        {"EXTRN          7       1\n",
         "names 1 degrees of freedom, but the matrices have 2 rows. Give the .pch file", RDG_ERR_SIZE},
        {"EXTRN          7       8       9       0\n",
         "line 1, column 24, \"8\": expected components, as 123456, or 0", RDG_ERR_FORMAT},
        {"SPOINT         1    THRU99999999\n", "names more than 2 degrees of freedom", RDG_ERR_SIZE},
        {"", "names 0 degrees of freedom", RDG_ERR_SIZE},
    };
    const char *path = write_changed("KAA", "KAA");
    char copy[96], order[96];
    snprintf(copy, sizeof copy, "%s", path);
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        snprintf(order, sizeof order, "%s", fe_write_text("order.pch", cases[k].order));
        rdg_structure *s = rdg_structure_read_op4(*state, "s", copy, order);
        if (cases[k].words) {
            assert_null(s);
            assert_failed(*state, cases[k].status, cases[k].words);
        } else {
            assert_int_equal(rdg_node_dof(s, 7, 'x'), 0);
            assert_int_equal(rdg_node_dof(s, 9, '0'), 1);
        }
    }
    rdg_structure *points = rdg_structure_read_op4(
        *state, "s", copy, fe_write_text("order.asm", "SPOINT  12      11\nSPOINT  11\n"));
    assert_int_equal(rdg_node_dof(points, 11, '0'), 0);
    assert_int_equal(rdg_node_dof(points, 12, '0'), 1);
    assert_non_null(
        rdg_structure_read_op4_massless(*state, "s", "test/data/fe/two.op4", "test/data/fe/order.pch"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(matrices_are_read_bit_for_bit),
        SCRATCH_TEST(bad_files_are_refused_with_line_and_remedy),
        SCRATCH_TEST(rows_are_named_by_extrn_or_by_nodes_and_points),
    };
    return cmocka_run_group_tests_name("mechanics: Nastran's OUTPUT4", tests, NULL, NULL);
}
