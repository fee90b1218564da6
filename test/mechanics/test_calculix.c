/* Matrices that CalculiX wrote: test/data/bar.sti, .mas and .dof; bar.inp says from what. */
#define _XOPEN_SOURCE 700

#include "scratch.h"

#include <ridgewalk/mechanics.h>
#include <ridgewalk/structure_carry.h>

static double entry_of(const rdg_sparse *X, rdg_index row, rdg_index col)
{
    for (rdg_index e = X->pattern.start[col]; e < X->pattern.start[col + 1]; e++) {
        if (X->pattern.row[e] == row) {
            return X->values[e];
        }
    }
    return 0;
}

static void nodes_and_directions_have_names(void **state)
{
    rdg_structure *s = rdg_structure_read_calculix(*state, "bar", "test/data/bar");
    assert_non_null(s);
    assert_int_equal(rdg_structure_size(s), 23);
    assert_int_equal(rdg_node_dof(s, 5, 'x'), 0);
    assert_int_equal(rdg_node_dof(s, 7, 'z'), 8);
    assert_int_equal(rdg_node_dof(s, 11, 'z'), 13); /* its y is held */
    assert_int_equal(rdg_node_dof(s, 11, 'y'), -1);
    assert_int_equal(rdg_node_dof(s, 1, 'x'), -1);
    assert_int_equal(rdg_node_dof(s, 5, 'w'), -1);
    rdg_index n;
    const rdg_index *dof;
    const double *weight;
    rdg_structure *copy = rdg_structure_copy(s);
    for (int k = 0; k < 2; k++) { /* the second time it has the name */
        assert_ok(*state, rdg_structure_displacement(copy, "test", "14.y", &n, &dof, &weight));
        assert_int_equal(dof[0], 21);
        assert_ok(*state, rdg_structure_set(s, "test", "12.z", &n, &dof));
        assert_int_equal(dof[0], 16);
        assert_int_equal(n, 1);
    }
    assert_true(rdg_structure_has_set(s, "11.x") && !rdg_structure_has_set(s, "11.y"));
    assert_ok(*state, rdg_name_nodes(s, "end", 2, (rdg_index[]){11, 13}, "xyz"));
    assert_ok(*state, rdg_structure_set(s, "test", "end", &n, &dof));
    assert_int_equal(n, 5);
    assert_int_equal(dof[1], 13);
    assert_int_equal(rdg_name_nodes(s, "none", 1, (rdg_index[]){11}, "y"), RDG_ERR_NAME);
    assert_failed(*state, RDG_ERR_NAME, "node 11 of \"bar\" has nothing free in the directions \"y\"");
    assert_int_equal(rdg_name_nodes(s, "none", 0, (rdg_index[]){11}, "y"), RDG_ERR_ARGUMENT);
    assert_failed(*state, RDG_ERR_ARGUMENT, "0 nodes");
    assert_int_equal(rdg_structure_displacement(s, "test", "11.y", &n, &dof, &weight), RDG_ERR_NAME);
    assert_failed(*state, RDG_ERR_NAME, "\"11.y\" is no named degree of freedom of \"bar\"");
    double r[23];
    assert_int_equal(rdg_structure_translation(s, r), RDG_ERR_ARGUMENT);
    assert_failed(*state, RDG_ERR_ARGUMENT, "");
}

/* The free nodes' share of the mass, and entries of the file */
static void matrices_are_those_of_the_file(void **state)
{
    rdg_structure *s = rdg_structure_read_calculix(*state, "bar", "test/data/bar");
    rdg_sparse M, K;
    double mass = 0;
    assert_ok(*state, rdg_structure_matrices(s, &M, NULL, &K));
    for (rdg_index j = 0; j < 23; j++) {
        for (rdg_index i = 0; i < 23; i++) {
            assert_near(entry_of(&M, i, j), entry_of(&M, j, i), 0, 0);
            assert_near(entry_of(&K, i, j), entry_of(&K, j, i), 0, 0);
            mass +=
                i % 3 == 2 && i < 12 && j % 3 == 2 && j < 12 ? entry_of(&M, i, j) : 0; /* z of nodes 5 to 8 */
        }
    }
    assert_near(entry_of(&K, 0, 0), 9.8717948717949e+10, 1e-15, 0);
    assert_near(entry_of(&K, 1, 0), 3.3653846153846e+10, 1e-15, 0);
    assert_near(mass, 7800 * 2.0 / 3, 1e-12, 0); /* of both bricks, one third at this side each */
    double omega[3];
    assert_ok(*state, rdg_structure_modes(s, 0, NULL, 3, omega, NULL));
    assert_true(omega[0] > 0 && omega[2] < 1e5);
}

/* --- files that are not as they should be */

static char job[128];

static char *read_text(const char *ending)
{
    char path[160];
    snprintf(path, sizeof path, "test/data/bar%s", ending);
    FILE *file = fopen(path, "r");
    char *text = calloc(1, 16384);
    assert_non_null(file);
    assert_true(fread(text, 1, 16383, file) > 0);
    fclose(file);
    return text;
}

static void write_text(const char *ending, const char *text, size_t size)
{
    char path[160];
    snprintf(job, sizeof job, "%s/job", scratch_folder);
    snprintf(path, sizeof path, "%s%s", job, ending);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fwrite(text, 1, size, file);
    fclose(file);
}

static void write_good(void)
{
    for (int k = 0; k < 3; k++) {
        const char *ending = (const char *const[]){".sti", ".mas", ".dof"}[k];
        char *text = read_text(ending);
        write_text(ending, text, strlen(text));
        free(text);
    }
}

static void broken_files_are_refused_in_words(void **state)
{
    static const struct {
        const char *ending, *text, *words;
        rdg_status status;
    } cases[] = {
        {".dof", "", "names no rows: it is not complete", RDG_ERR_SIZE},
        {".dof", "5.1\n5.4\n", "line 2, column ", RDG_ERR_FORMAT},
        {".dof", "5.1\n5.1\n", "line 2, column 1, \"5.1\": it is there twice", RDG_ERR_FORMAT},
        {".dof", "5.1\n5.2\n", "has 23 rows, but the .dof file names 2", RDG_ERR_SIZE},
        {".sti", "1 1 2.0\n", "has 1 rows, but the .dof file names 23", RDG_ERR_SIZE},
        {".sti", "", "has 0 rows", RDG_ERR_SIZE},
        {".sti", "46 46 2.0\n", "has 46 rows, twice as many as the .dof file names: with *CYCLIC",
         RDG_ERR_SIZE},
        {".mas", "46 46 2.0\n", "Hermitian matrices of one nodal diameter", RDG_ERR_SIZE},
        {".sti", "1 1 2.0\n1 x 3\n", "line 2, column ", RDG_ERR_FORMAT},
        {".sti", "1 1 2.0\n0 1 3\n", "expected row, column and value, as in 3 7", RDG_ERR_FORMAT},
        {".dof", "5.1\n5.2,\n", "line 2, column 1, \"5.2,\": expected node and direction", RDG_ERR_FORMAT},
        {".sti", "1,1 2.0\n", "line 1, column 1, \"1,1\": expected row, column and value", RDG_ERR_FORMAT},
        {".sti", "1 1, 2.0\n", "line 1, column 3, \"1,\": expected row, column and value", RDG_ERR_FORMAT},
        {".sti", "1 1 2.0+3\n", "line 1, column 5, \"2.0+3\": expected a number, as -1.5e3. Let ccx",
         RDG_ERR_FORMAT},
        {".sti", "1 1 2.0D+3\n", "line 1, column 5, \"2.0D+3\": expected a number", RDG_ERR_FORMAT},
        {".sti", "1 1 2.0 7\n", "line 1, column ", RDG_ERR_FORMAT},
        {".sti", "1 99999999999 2.0\n", "line 1, column ", RDG_ERR_FORMAT},
        {".mas", "1 1 nan\n",
         "line 1, column 5, \"nan\": it is no finite number: is there an element without volume",
         RDG_ERR_NOT_FINITE},
        {".mas", "1 1 2\n23 23 1\n", "has no entry 2 2 of the diagonal", RDG_ERR_SIZE},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        write_good();
        write_text(cases[i].ending, cases[i].text, strlen(cases[i].text));
        assert_null(rdg_structure_read_calculix(*state, "job", job));
        assert_failed(*state, cases[i].status, cases[i].words);
    }
    char *text = read_text(".mas"), *more = calloc(1, 20000), words[96];
    assert_non_null(more);
    rdg_index lines = 0;
    for (const char *c = text; *c; c++) {
        lines += *c == '\n';
    }
    write_good();
    snprintf(more, 20000, "%s2 1 3.5\n", text); /* 1 2 is there */
    write_text(".mas", more, strlen(more));
    assert_null(rdg_structure_read_calculix(*state, "job", job));
    snprintf(words, sizeof words,
             "job.mas\", line %d: the entry of 5.x and 5.y, 3.5, is given twice, first in line 2",
             (int)lines + 1);
    assert_failed(*state, RDG_ERR_FORMAT, words);
    free(text);
    free(more);
    write_good();
    assert_non_null(rdg_structure_read_calculix(*state, "job", job));
    char path[160];
    for (int k = 0; k < 3; k++) {
        write_good();
        snprintf(path, sizeof path, "%s%s", job, (const char *const[]){".sti", ".mas", ".dof"}[k]);
        remove(path);
        assert_null(rdg_structure_read_calculix(*state, "job", job));
        assert_failed(*state, RDG_ERR_IO, "the path is relative to the folder in which the program runs");
    }
}

/* Cut, with lines swapped, repeated or lost, characters changed: read rightly or refused in words */
static void hostile_files_do_no_harm(void **state)
{
    static const char marks[] = "0123456789.,eE+-# \n\tnaif";
    uint64_t seed = 5;
    int read = 0;
    write_good();
    for (int trial = 0; trial < 300; trial++) {
        const char *ending = (const char *const[]){".sti", ".mas", ".dof"}[trial % 3];
        char *text = read_text(ending);
        size_t size = strlen(text);
        const int kind = trial / 3 % 5;
        size_t at = (size_t)(fabs(random_signed(&seed)) * (double)size) % size;
        if (kind == 0) {
            size = at;
        } else if (kind == 1) {
            text[at] = marks[(size_t)(fabs(random_signed(&seed)) * 25) % (sizeof marks - 1)];
        } else if (kind == 2) { /* a line twice */
            const char *line = memchr(text + at, '\n', size - at);
            const size_t length = line ? strcspn(line + 1, "\n") + 1 : 0;
            if (line && size + length < 16000) {
                memmove(text + size, line + 1, length);
                size += length;
            }
        } else if (kind == 3) { /* a line lost */
            char *line = memchr(text + at, '\n', size - at);
            const size_t length = line && line[1] ? strcspn(line + 1, "\n") + 1 : 0;
            if (length > 1) {
                memmove(line + 1, line + 1 + length, size - (size_t)(line + 1 + length - text));
                size -= length;
            }
        } else {
            text[at] = '\0';
        }
        write_text(ending, text, size);
        free(text);
        rdg_context *ctx = rdg_context_create();
        rdg_set_writer(ctx, NULL, NULL);
        rdg_structure *s = rdg_structure_read_calculix(ctx, "job", job);
        assert_true(s ? rdg_structure_size(s) == 23 : strlen(rdg_error_message(ctx)) > 30);
        read += s != NULL;
        rdg_context_free(ctx);
        text = read_text(ending);
        write_text(ending, text, strlen(text));
        free(text);
    }
    print_message("%d of 300 were still of use\n", read);
    (void)state;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(nodes_and_directions_have_names), SCRATCH_TEST(matrices_are_those_of_the_file),
        SCRATCH_TEST(broken_files_are_refused_in_words), SCRATCH_TEST(hostile_files_do_no_harm)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
