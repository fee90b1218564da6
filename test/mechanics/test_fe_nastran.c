/* Files of Nastran's DMIG cards. */
#define _XOPEN_SOURCE 700

#include "comma_locale.h"
#include "fe_cases.h"

#include "../../toolboxes/mechanics/read/scan_impl.h"

enum { WIDE_DIGITS = 9 };

static void numbers_are_those_of_the_c_library(void **state)
{
    (void)state;
    uint64_t seed = 3;
    const bool has_comma = comma_locale_begin();
    char *before = rdg_locale_begin();
    for (int k = 0; k < 200000; k++) {
        char text[FE_NUMBER], plain[FE_NUMBER];
        const int digits = fe_below(&seed, 18), style = fe_below(&seed, 3);
        const double size = pow(10.0, (k % 3 == 0 ? 300 : 20) * random_signed(&seed));
        snprintf(plain, sizeof plain, "%.*E", digits, random_signed(&seed) * size);
        const double expected = strtod(plain, NULL);
        fe_text(expected, digits, style, text);
        double value = 0;
        assert_true(rdg_span_real((rdg_span){text, text + strlen(text)}, &value));
        if (value != expected || signbit(value) != signbit(expected)) {
            fail_msg("%s was read as %.17g", text, value);
        }
    }
    rdg_locale_end(before);
    if (has_comma) {
        comma_locale_end();
    }
}

static void what_is_no_number_is_refused(void **state)
{
    (void)state;
    static const char *const none[] = {"",     ".",   "-",   "+.",   "1..",  "1.2.3",     "1e",  "1e+",
                                       "1+",   "1-",  "e5",  "1x",   "1 2",  "nan",       "inf", "0x1p3",
                                       "1e5.", "1,5", "--1", "1+-3", "1E 5", "1e9999999", "-e1", "+5-"};
    static const struct {
        const char *text;
        double value;
    } some[] = {{"1.", 1},    {".5", 0.5}, {"-.5-1", -0.05}, {"+3+2", 300},
                {"1D2", 100}, {"7", 7},    {"00.10e+01", 1}};
    double value = 77;
    for (size_t k = 0; k < sizeof none / sizeof *none; k++) {
        if (rdg_span_real((rdg_span){none[k], none[k] + strlen(none[k])}, &value) || value != 77) {
            fail_msg("\"%s\" was read as %g", none[k], value);
        }
    }
    for (size_t k = 0; k < sizeof some / sizeof *some; k++) {
        assert_true(rdg_span_real((rdg_span){some[k].text, some[k].text + strlen(some[k].text)}, &value));
        assert_true(value == some[k].value);
    }
}

static void matrices_are_read_bit_for_bit(void **state)
{
    static const int form[] = {6, 1, 2};
    uint64_t seed = 17;
    for (int trial = 0; trial < 60; trial++) {
        char path[96];
        const bool has_C = trial % 2 == 0;
        fe_case c = fe_case_random(WIDE_DIGITS, trial % 3 == 0, &seed);
        FILE *file = fe_create("matrices.pch", path);
        fputs("$ comment\nBEGIN BULK\n", file);
        fe_write_dmig(file, "MAAX", &c, c.M, form[trial % 3], WIDE_DIGITS, trial % 3);
        fe_write_dmig(file, "VAX", &c, c.M, 6, WIDE_DIGITS, 0);
        if (has_C) {
            fe_write_dmig(file, "BAAX", &c, c.C, form[trial / 3 % 3], WIDE_DIGITS, 1);
        }
        fe_write_dmig(file, "KAAX", &c, c.K, form[trial / 2 % 3], WIDE_DIGITS, trial / 3 % 3);
        fputs("ENDDATA\n", file);
        fclose(file);
        assert_is_case(rdg_structure_read_nastran(*state, "s", path), &c, has_C);
    }
}

static const char *const good[] = {
    "DMIG    KAAX           0       6       2       0                       2\n",
    "DMIG*   KAAX                           1               1\n",
    "*                      1               1 4.000000000D+02\n",
    "DMIG*   KAAX                           2               1\n",
    "*                      1               1-1.000000000D+02\n",
    "*                      2               1 2.500000000D+02\n",
    "DMIG    MAAX           0       6       2       0                       2\n",
    "DMIG*   MAAX                           1               1\n",
    "*                      1               1 1.000000000D+00\n",
    "DMIG*   MAAX                           2               1\n",
    "*                      2               1 2.000000000D+00\n",
};
enum { LINES = sizeof good / sizeof *good };

/* The good file with one line replaced, and one more at its end */
static const char *write_changed(int line, const char *text, const char *more)
{
    char all[2048] = "";
    for (int k = 0; k < LINES; k++) {
        strcat(all, k == line ? text : good[k]);
    }
    strcat(all, more);
    return fe_write_text("changed.pch", all);
}

/* Cards of 8 fields, and fields between commas, are read as well. */
static void narrow_and_free_cards_are_read(void **state)
{
    static const char narrow[] = "DMIG    K       0       6       2       0\n"
                                 "DMIG*   M               0               6               2\n"
                                 "*       0                                               2\n"
                                 "DMIG    K       1       1               1       1       400.\n"
                                 "DMIG    K       2       1               1       1       -1.+2\n"
                                 "+       2       1       2.5+2\n"
                                 "DMIG,M,1,1,,1,1,1.\n"
                                 "DMIG,M,2,1,,2,1,2.,,+\n";
    rdg_structure *s = rdg_structure_read_nastran(*state, "s", fe_write_text("narrow.bdf", narrow));
    rdg_structure *wide = rdg_structure_read_nastran(*state, "s", write_changed(-1, "", ""));
    rdg_sparse M[2], K[2];
    assert_ok(*state, rdg_structure_matrices(s, &M[0], NULL, &K[0]));
    assert_ok(*state, rdg_structure_matrices(wide, &M[1], NULL, &K[1]));
    for (int i = 0; i < 4; i++) {
        assert_true(sparse_entry(&M[0], i % 2, i / 2) == sparse_entry(&M[1], i % 2, i / 2));
        assert_true(sparse_entry(&K[0], i % 2, i / 2) == sparse_entry(&K[1], i % 2, i / 2));
    }
}

static void bad_files_are_refused_with_line_and_remedy(void **state)
{
    static const struct {
        int line;
        const char *text, *more, *words;
        rdg_status status;
    } cases[] = {
        {2, "*                      1               1 4.00x000000D+02\n", "",
         "line 3, column 42, \"4.00x000000D+02\": expected a number", RDG_ERR_FORMAT},
        {2, "*                      1               7 4.000000000D+02\n", "",
         "line 3, column 40, \"7\": expected a component 1 .. 6", RDG_ERR_FORMAT},
        {2, "*                     -1               1 4.000000000D+02\n", "",
         "line 3, column 23, \"-1\": expected the number of a node", RDG_ERR_FORMAT},
        {2, "*                      1               1 4.000000000+402\n", "",
         "too large for double precision", RDG_ERR_NOT_FINITE},
        {2, "*                   \033[31m              1 4.000000000D+02\n", "", "column 21, \"?[31\"",
         RDG_ERR_FORMAT},
        {0, "DMIG    KAAX           0       9       2       0                       2\n", "",
         "line 1, column 32, \"9\": expected form 6", RDG_ERR_FORMAT},
        {0, "DMIG    KAAX           0       6       5       0                       2\n", "",
         "expected DMIG, name, 0, form 1 .. 9, type 1 .. 4", RDG_ERR_FORMAT},
        {0, "$\n", "",
         "line 2, column 9, \"KAAX\": a column of a matrix that no card DMIG, name, 0 has begun",
         RDG_ERR_FORMAT},
        {0, "DMIG    KAAX           0       1       2       0                       2\n", "",
         "line 5: the entry of KAAX for 1.x and 2.x, -100, has none across the diagonal: the matrix is not "
         "symmetric. Export the matrices again",
         RDG_ERR_ARGUMENT},
        {-1, "",
         "*                      1               1 4.000000000D+02\n*                      1               "
         "1 5.000000000D+00\n",
         "line 13: the entry of MAAX for 1.x and 2.x, 5, is given twice, first in line 12", RDG_ERR_FORMAT},
        {-1, "",
         "DMIG*   KAAX                           1               1\n*                      2               "
         "1-1.000000000D+02\n",
         "is given twice, first in line 5", RDG_ERR_FORMAT},
        {6, "DMIG    MBBX           0       6       2       0                       2\n", "",
         "\"MAAX\": a column of a matrix that no card", RDG_ERR_FORMAT},
        {-1, "", "DMIG    KGG            0       6       2       0                       2\n",
         "line 12, column 9, \"KGG\": there is a matrix KAAX already", RDG_ERR_FORMAT},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        const char *path = write_changed(cases[k].line, cases[k].text, cases[k].more);
        assert_null(rdg_structure_read_nastran(*state, "s", path));
        assert_failed(*state, cases[k].status, cases[k].words);
    }
    assert_null(rdg_structure_read_nastran(*state, "s", fe_write_text("empty.pch", "")));
    assert_failed(*state, RDG_ERR_ARGUMENT, "has no stiffness matrix: the file must have KAAX and MAAX");
}

/* Ten digits, relative to the entry, and 1e-14 of the largest one */
static void both_triangles_agree_to_ten_digits(void **state)
{
    static const struct {
        const char *diagonal, *below, *above;
        bool is_read;
    } cases[] = {
        {"400.", "-100.", "-100.00000000700", true},
        {"400.", "-100.", "-100.00000001500", false},
        {"1.+20", "700000.", "", true},
        {"1.+20", "1500000.", "", false},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        char text[1024], path[96];
        snprintf(text, sizeof text,
                 "DMIG    K              0       1       2\nDMIG*   %-16s%16d%16d\n*       %16d%16d%16s\n"
                 "*       %16d%16d%16s\nDMIG*   %-16s%16d%16d\n*       %16d%16d%16s\n",
                 "K", 1, 1, 1, 1, cases[k].diagonal, 2, 1, cases[k].below, "K", 2, 1, 2, 1,
                 cases[k].diagonal);
        if (*cases[k].above) {
            snprintf(text + strlen(text), sizeof text - strlen(text), "*       %16d%16d%16s\n", 1, 1,
                     cases[k].above);
        }
        strcat(text, "DMIG    M              0       6       2\nDMIG    M       1       1               1    "
                     "   1       1.\n"
                     "DMIG    M       2       1               2       1       1.\n");
        snprintf(path, sizeof path, "%s", fe_write_text("pair.pch", text));
        rdg_structure *s = rdg_structure_read_nastran(*state, "s", path);
        assert_true((s != NULL) == cases[k].is_read);
        if (!s) {
            assert_failed(*state, RDG_ERR_ARGUMENT, "across the diagonal");
        }
    }
}

/* A line may have 65 536 characters, its end included. */
static void long_lines_are_refused(void **state)
{
    static char text[70000];
    for (int length = 65534; length < 65538; length++) {
        memset(text, '$', (size_t)length);
        snprintf(text + length, sizeof text - (size_t)length, "\n%s",
                 "DMIG    K              0       6       2\n");
        assert_null(rdg_structure_read_nastran(*state, "s", fe_write_text("long.pch", text)));
        if (length + 1 <= 65536) {
            assert_failed(*state, RDG_ERR_ARGUMENT, "has no stiffness matrix");
        } else {
            assert_failed(*state, RDG_ERR_FORMAT, "line 1, column 1, \"$$$$");
        }
    }
}

/* Lines that end as in Windows, a byte order mark, and no end of the last line */
static void files_of_windows_are_read(void **state)
{
    char text[2048] = "\xef\xbb\xbf";
    for (int k = 0; k < LINES; k++) {
        strcat(text, good[k]);
        strcpy(strchr(text + strlen(text) - 1, '\n'), k == LINES - 1 ? "" : "\r\n");
    }
    rdg_structure *s = rdg_structure_read_nastran(*state, "s", fe_write_text("windows.pch", text));
    rdg_sparse M, K;
    assert_ok(*state, rdg_structure_matrices(s, &M, NULL, &K));
    assert_true(sparse_entry(&K, 0, 0) == 400.0 && sparse_entry(&K, 1, 0) == -100.0);
    assert_true(sparse_entry(&M, 0, 0) == 1.0 && sparse_entry(&M, 1, 1) == 2.0);
}

static void structural_damping_is_reported(void **state)
{
    scratch_said[0] = '\0';
    assert_non_null(rdg_structure_read_nastran(
        *state, "s",
        write_changed(-1, "",
                      "DMIG    K4AAX          0       6       2       0                       2\n"
                      "DMIG*   K4AAX                          1               1\n"
                      "*                      1               1 8.000000000D+00\n")));
    assert_non_null(
        strstr(scratch_said, "warning: structure \"s\": structural damping K4AAX, up to 0.02 of the"));
    scratch_said[0] = '\0';
    assert_non_null(rdg_structure_read_nastran(
        *state, "s",
        write_changed(0, "DMIG    KAAX           0       6       4       0                       2\n", "")));
    assert_string_equal(scratch_said, "");
    rdg_structure_read_nastran(
        *state, "s",
        fe_write_text("complex.pch",
                      "DMIG    KAAX           0       6       4       0                       2\n"
                      "DMIG*   KAAX                           1               1\n"
                      "*                      1               1 4.000000000D+02 4.000000000D+00\n"
                      "DMIG    MAAX           0       6       2       0                       2\n"
                      "DMIG*   MAAX                           1               1\n"
                      "*                      1               1 4.000000000D+02\n"));
    assert_non_null(strstr(scratch_said, "structural damping K4, up to 0.01 of the stiffness"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_are_those_of_the_c_library),
        cmocka_unit_test(what_is_no_number_is_refused),
        SCRATCH_TEST(matrices_are_read_bit_for_bit),
        SCRATCH_TEST(narrow_and_free_cards_are_read),
        SCRATCH_TEST(bad_files_are_refused_with_line_and_remedy),
        SCRATCH_TEST(both_triangles_agree_to_ten_digits),
        SCRATCH_TEST(long_lines_are_refused),
        SCRATCH_TEST(files_of_windows_are_read),
        SCRATCH_TEST(structural_damping_is_reported),
    };
    return cmocka_run_group_tests_name("mechanics: Nastran's matrices", tests, NULL, NULL);
}
