/* Matrix Market input: what is written is read back, and broken files are refused. */
#define _POSIX_C_SOURCE 200809L
#include "comma_locale.h"
#include "fresh_context.h"

#include <ridgewalk/mechanics.h>

#include <inttypes.h>
#include <unistd.h>

enum { PATH_SIZE = 256 };

typedef struct folder {
    rdg_context *ctx;
    char path[64];
} folder;

static int create_folder(void **state)
{
    folder *f = calloc(1, sizeof *f);
    strcpy(f->path, "/tmp/ridgewalk-XXXXXX");
    f->ctx = rdg_context_create();
    *state = f;
    return !mkdtemp(f->path) || !f->ctx;
}

static const char *const files[] = {"M.mtx", "C.mtx", "K.mtx"};

static int remove_folder(void **state)
{
    folder *f = *state;
    char path[PATH_SIZE];
    for (int i = 0; i < 3; i++) {
        snprintf(path, sizeof path, "%s/%s", f->path, files[i]);
        remove(path);
    }
    rmdir(f->path);
    rdg_context_free(f->ctx);
    free(f);
    return 0;
}

#define FOLDER_TEST(name) cmocka_unit_test_setup_teardown(name, create_folder, remove_folder)

static void write_text(const folder *f, int which, const char *text)
{
    char path[PATH_SIZE];
    snprintf(path, sizeof path, "%s/%s", f->path, files[which]);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static void write_matrix(const folder *f, int which, const rdg_sparse *A, bool symmetric)
{
    char path[PATH_SIZE];
    snprintf(path, sizeof path, "%s/%s", f->path, files[which]);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    rdg_index entries = 0;
    for (int pass = 0; pass < 2; pass++) {
        if (pass) {
            fprintf(file, "%%%%MatrixMarket matrix coordinate real %s\n%% a comment\n",
                    symmetric ? "symmetric" : "general");
            fprintf(file, "%" PRId64 " %" PRId64 " %" PRId64 "\n", A->pattern.rows, A->pattern.cols, entries);
        }
        for (rdg_index j = 0; j < A->pattern.cols; j++) {
            for (rdg_index e = A->pattern.start[j]; e < A->pattern.start[j + 1]; e++) {
                const rdg_index i = A->pattern.row[e];
                if (i < j && symmetric) {
                    continue;
                }
                entries += !pass;
                if (pass) {
                    fprintf(file, "%" PRId64 " %" PRId64 " %.17g\n", i + 1, j + 1, A->values[e]);
                }
            }
        }
    }
    fclose(file);
}

static rdg_structure *read_back(folder *f, bool with_damping)
{
    char path[3][PATH_SIZE];
    for (int i = 0; i < 3; i++) {
        snprintf(path[i], PATH_SIZE, "%s/%s", f->path, files[i]);
    }
    return rdg_structure_read(f->ctx, "read", path[0], with_damping ? path[1] : NULL, path[2]);
}

static void general_and_symmetric_files_are_read_back_to_the_last_bit(void **state)
{
    folder *f = *state;
    rdg_structure *beam = rdg_beam_create(f->ctx, NULL);
    rdg_sparse want[3], got[3];
    assert_ok(f->ctx, rdg_damping_proportional(beam, 1.3, 1.7e-5));
    assert_ok(f->ctx, rdg_structure_matrices(beam, &want[0], &want[1], &want[2]));
    for (int general = 0; general < 2; general++) {
        for (int a = 0; a < 3; a++) {
            write_matrix(f, a, &want[a], a != general);
        }
        rdg_structure *read = read_back(f, true);
        assert_ok(f->ctx, rdg_structure_matrices(read, &got[0], &got[1], &got[2]));
        assert_int_equal(rdg_structure_size(read), 40);
        assert_int_equal(got[0].pattern.start[40], want[0].pattern.start[40]);
        for (rdg_index e = 0; e < want[0].pattern.start[40]; e++) {
            assert_int_equal(got[0].pattern.row[e], want[0].pattern.row[e]);
            for (int a = 0; a < 3; a++) {
                assert_true(got[a].values[e] == want[a].values[e]);
            }
        }
    }
}

static void array_and_skew_symmetric_files_are_read(void **state)
{
    folder *f = *state;
    rdg_sparse M, C, K;
    write_text(f, 0, "%%MatrixMarket matrix array real general\n% mass\n2 2\n2.385\n0\n\n0\n1.5\n");
    write_text(f, 1, "%%MatrixMarket matrix coordinate real skew-symmetric\n2 2 1\n2 1 0.7\n");
    write_text(f, 2, "%%MatrixMarket matrix coordinate integer symmetric\n2 2 3\n1 1 7\n2 1 -3\n2 2 5\n");
    rdg_structure *s = read_back(f, true);
    assert_ok(f->ctx, rdg_structure_matrices(s, &M, &C, &K));
    const double m[] = {2.385, 0, 0, 1.5}, c[] = {0, 0.7, -0.7, 0}, k[] = {7, -3, -3, 5};
    for (int e = 0; e < 4; e++) {
        assert_true(M.values[e] == m[e] && C.values[e] == c[e] && K.values[e] == k[e]);
    }
    write_text(f, 2, "%%MatrixMarket matrix array real symmetric\n2 2\n7\n-3\n5\n");
    assert_ok(f->ctx, rdg_structure_matrices(read_back(f, true), NULL, NULL, &K));
    for (int e = 0; e < 4; e++) {
        assert_true(K.values[e] == k[e]);
    }
}

static void missing_and_broken_files_are_refused(void **state)
{
    folder *f = *state;
    const char *one = "%%MatrixMarket matrix coordinate real symmetric\n1 1 1\n1 1 2.5\n";
    write_text(f, 0, one);
    assert_null(read_back(f, false));
    assert_failed(f->ctx, RDG_ERR_IO, "K.mtx\" cannot be opened");
    const char *const broken[] = {
        "%%MatrixMarket matrix coordinate real symmetric\n3 3 5\n1 1 7\n2 1 -3\n", /* truncated */
        "%%MatrixMarket matrix array real general\n2 2\n1\n2\n3\n",                /* truncated */
        "%%MatrixMarket matrix coordinate real general\n1 1 1\n1 1 7\n1 1 8\n",    /* too long */
        "%%MatrixMarket matrix coordinate real general\n2 2 1\n5 1 7\n",           /* row outside */
        "%%MatrixMarket matrix coordinate real general\n2 2 1\n2 two 7\n",
        "%%MatrixMarket matrix coordinate real general\n2 2 1\n2 1\n",
        "%%MatrixMarket matrix coordinate real general\n2 2\n1 1 7\n",
        "%%MatrixMarket matrix array real general\n4000000000 4000000000\n1\n",
        "%%MatrixMarket matrix coordinate real general\n-1 -1 0\n",
        "1 1 1\n1 1 7\n",
        "%%MatrixMarket matrix coordinate pattern general\n1 1 1\n1 1\n", /* no values */
        "%%MatrixMarket matrix coordinate complex general\n1 1 1\n1 1 2 3\n",
        "%%MatrixMarket matrix coordinate real general\n",
        "this is no matrix\n",
        "",
    };
    for (size_t i = 0; i < sizeof broken / sizeof *broken; i++) {
        write_text(f, 2, broken[i]);
        if (read_back(f, false)) {
            fail_msg("file %zu was accepted", i);
        }
        assert_failed(f->ctx, RDG_ERR_FORMAT, "K.mtx");
    }
    assert_null(rdg_structure_read(f->ctx, "read", NULL, NULL, NULL));
    assert_failed(f->ctx, RDG_ERR_ARGUMENT, "stiffness matrix K");
}

static void the_line_that_is_no_entry_is_named(void **state)
{
    folder *f = *state;
    const struct {
        const char *text, *words;
    } broken[] = {
        {"%%MatrixMarket matrix coordinate real general\n1 1 1\n% x\n\n1 1 0,404\n",
         "line 5, column 5, \"0,404\": expected a number, as -1.5e3. See"},
        {"%%MatrixMarket matrix coordinate real general\n1 1 1\n1 1 1.5D+03\n", "line 3, column 5, "},
        {"%%MatrixMarket matrix coordinate real general\n1 1 1\n1 1 1.5.2\n", "line 3, column 5, "},
        {"%%MatrixMarket matrix coordinate real general\n1 1 1\n1.5 1 2\n", "row, column and a number"},
        {"%%MatrixMarket matrix coordinate real general\n1 1 1\n1 1 2 7\n", "row, column and a number"},
        {"%%MatrixMarket matrix array real general\n1 2\n1 2\n", "expected a number"},
        {"%%MatrixMarket matrix array real general\n1 1\n1,5\n", "expected a number"},
    };
    write_text(f, 0, "%%MatrixMarket matrix coordinate real symmetric\n1 1 1\n1 1 2.5\n");
    for (size_t i = 0; i < sizeof broken / sizeof *broken; i++) {
        write_text(f, 2, broken[i].text);
        assert_null(read_back(f, false));
        assert_failed(f->ctx, RDG_ERR_FORMAT, broken[i].words);
    }
}

static void words_of_a_file_do_not_control_a_terminal(void **state)
{
    folder *f = *state;
    write_text(f, 2, "%%MatrixMarket mat\033[31m\xc3 array real general\n1 1\n1\n");
    write_text(f, 0, "%%MatrixMarket matrix coordinate real symmetric\n1 1 1\n1 1 2.5\n");
    assert_null(read_back(f, false));
    assert_failed(f->ctx, RDG_ERR_FORMAT,
                  "\"%%MatrixMarket mat?[31m? array real general\": expected a matrix, coordinate or array");
}

static void numbers_are_read_with_a_point_in_every_locale(void **state)
{
    folder *f = *state;
    rdg_sparse M, C, K;
    write_text(f, 0, "%%MatrixMarket matrix coordinate real symmetric\n1 1 1\n1 1 2.385\n");
    write_text(f, 1, "%%MatrixMarket matrix array real general\n1 1\n1.5e-3\n");
    write_text(f, 2, "%%MATRIXMARKET MATRIX COORDINATE INTEGER SYMMETRIC\n1 1 1\n1 1 17\n");
    if (!comma_locale_begin()) {
        skip();
    }
    rdg_structure *s = read_back(f, true);
    comma_locale_end();
    assert_ok(f->ctx, rdg_structure_matrices(s, &M, &C, &K));
    assert_true(M.values[0] == 2.385 && C.values[0] == 1.5e-3 && K.values[0] == 17);
}

static void wrong_sizes_and_values_are_refused(void **state)
{
    folder *f = *state;
    write_text(f, 0, "%%MatrixMarket matrix coordinate real symmetric\n1 1 1\n1 1 2.5\n");
    write_text(f, 2, "%%MatrixMarket matrix coordinate real symmetric\n2 2 2\n1 1 2.5\n2 2 1.5\n");
    assert_null(read_back(f, false));
    assert_failed(f->ctx, RDG_ERR_SIZE, "M.mtx\" holds 1 x 1 numbers and \"");
    write_text(f, 2, "%%MatrixMarket matrix coordinate real general\n2 1 2\n1 1 2.5\n2 1 1.5\n");
    assert_null(read_back(f, false));
    assert_failed(f->ctx, RDG_ERR_SIZE, "K.mtx\" 2 x 1: they are not matrices of one structure");
    write_text(f, 2, "%%MatrixMarket matrix coordinate real symmetric\n1 1 1\n1 1 nan\n");
    assert_null(read_back(f, false));
    assert_failed(f->ctx, RDG_ERR_NOT_FINITE, "line 3, column 5, \"nan\": it is no finite number");
}

/* Cut, with characters changed, lines repeated or lost: read, or refused in words */
static void hostile_files_do_no_harm(void **state)
{
    static const char marks[] = "0123456789.,eE+-% \n\tnaif";
    static const char head[] = "%%MatrixMarket matrix coordinate real symmetric\n6 6 11\n";
    folder *f = *state;
    uint64_t seed = 8;
    int read = 0;
    for (int trial = 0; trial < 300; trial++) {
        char text[1024];
        size_t size = (size_t)snprintf(text, sizeof text, "%s", head);
        for (int j = 1; j <= 6; j++) {
            for (int i = j; i <= j + 1 && i <= 6; i++) {
                size += (size_t)snprintf(text + size, sizeof text - size, "%d %d %.3f\n", i, j,
                                         i == j ? 4.0 : -1.0);
            }
        }
        const size_t at = (size_t)(fabs(random_signed(&seed)) * (double)size) % size;
        if (trial % 3 == 0) {
            text[at] = '\0';
        } else if (trial % 3 == 1) {
            text[at] = marks[(size_t)(fabs(random_signed(&seed)) * 26) % (sizeof marks - 1)];
        } else { /* an entry twice, in place of another */
            memcpy(text + sizeof head - 1 + 10, text + sizeof head - 1, 10);
        }
        write_text(f, trial % 2 ? 0 : 2, text);
        write_text(f, trial % 2 ? 2 : 0,
                   "%%MatrixMarket matrix coordinate real symmetric\n6 6 6\n1 1 1\n2 2 1\n3 3 1\n4 4 "
                   "1\n5 5 1\n6 6 1\n");
        rdg_structure *s = read_back(f, false);
        assert_true(s ? rdg_structure_size(s) == 6 : strlen(rdg_error_message(f->ctx)) > 30);
        read += s != NULL;
        rdg_error_clear(f->ctx);
    }
    assert_true(read > 100); /* those with an entry twice: entries are added up */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        FOLDER_TEST(general_and_symmetric_files_are_read_back_to_the_last_bit),
        FOLDER_TEST(array_and_skew_symmetric_files_are_read),
        FOLDER_TEST(missing_and_broken_files_are_refused),
        FOLDER_TEST(the_line_that_is_no_entry_is_named),
        FOLDER_TEST(numbers_are_read_with_a_point_in_every_locale),
        FOLDER_TEST(wrong_sizes_and_values_are_refused),
        FOLDER_TEST(words_of_a_file_do_not_control_a_terminal),
        FOLDER_TEST(hostile_files_do_no_harm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
