/* Files of matrices with bytes flipped, cut, inserted, digits and lines changed. They are refused in words,
 * or read as they stand: the numbers are those that a plain reader of the text finds. */
#ifndef RDG_TEST_DAMAGED_MATRICES_H
#define RDG_TEST_DAMAGED_MATRICES_H

#include "allocations.h"
#include "scratch.h"

#include <ridgewalk/mechanics.h>

#include <ctype.h>
#include <dirent.h>
#include <time.h>

/* What a file may cost, besides the libraries' own: this for each of its bytes. */
enum { BYTES_PER_BYTE = 64, BYTES_AT_LEAST = 1 << 20, MOST_ROWS = 32, LONGEST_FILE = 1 << 16 };

/* --- a plain reader */

typedef struct plain_matrix {
    long rows, cols;
    double value[MOST_ROWS][MOST_ROWS];
} plain_matrix;

static inline void put_entry(plain_matrix *m, long row, long col, double value, double mirrored)
{
    assert_in_range(row, 0, MOST_ROWS - 1);
    assert_in_range(col, 0, MOST_ROWS - 1);
    m->value[row][col] += value;
    if (row != col && mirrored != 0.0) {
        m->value[col][row] += mirrored * value;
    }
}

/* The next line that is neither blank nor a comment, as numbers; how many. */
static inline int plain_line(char **text, char comment, double numbers[3])
{
    int n = 0;
    while (n == 0 && *text && **text) {
        char *line = *text, *end = strchr(line, '\n');
        *text = end ? end + 1 : NULL;
        if (end) {
            *end = '\0';
        }
        if (*line == comment) {
            continue;
        }
        char *rest = line, *next = line;
        for (double x = strtod(rest, &next); next != rest && n < 3; x = strtod(rest, &next)) {
            numbers[n++] = x;
            rest = next;
        }
        if (rest[strspn(rest, " \t\r")] != '\0') {
            fail_msg("read, but not understood: %s", line);
        }
    }
    return n;
}

static inline void plain_market(char *text, plain_matrix *m)
{
    double x[3];
    char *end = strchr(text, '\n');
    assert_non_null(end);
    for (char *c = text; c < end; c++) {
        *c = (char)tolower((unsigned char)*c);
    }
    *end = '\0';
    const bool is_array = strstr(text, "array"), is_skew = strstr(text, "skew-symmetric");
    const double mirrored = is_skew ? -1.0 : strstr(text, "symmetric") ? 1.0 : 0.0;
    text = end + 1;
    assert_true(plain_line(&text, '%', x) >= 2);
    *m = (plain_matrix){.rows = (long)x[0], .cols = (long)x[1]};
    long row = is_skew ? 1 : 0, col = 0;
    while (plain_line(&text, '%', x) > 0) {
        if (is_array) {
            put_entry(m, row, col, x[0], mirrored);
            if (++row == m->rows) {
                col++;
                row = mirrored == 0.0 ? 0 : is_skew ? col + 1 : col;
            }
        } else {
            put_entry(m, (long)x[0] - 1, (long)x[1] - 1, x[2], mirrored);
        }
    }
}

static inline void plain_calculix(char *text, plain_matrix *m)
{
    double x[3];
    *m = (plain_matrix){.rows = 0};
    while (plain_line(&text, '\0', x) == 3) {
        put_entry(m, (long)x[0] - 1, (long)x[1] - 1, x[2], 1.0);
    }
}

static inline void assert_is_matrix(const rdg_sparse *X, const plain_matrix *m)
{
    static double value[MOST_ROWS][MOST_ROWS];
    memset(value, 0, sizeof value);
    for (rdg_index col = 0; col < X->pattern.cols; col++) {
        for (rdg_index e = X->pattern.start[col]; e < X->pattern.start[col + 1]; e++) {
            value[X->pattern.row[e]][col] = X->values[e];
        }
    }
    for (int row = 0; row < MOST_ROWS; row++) {
        for (int col = 0; col < MOST_ROWS; col++) {
            assert_near(value[row][col], m->value[row][col], 1e-15, 0.0); /* repeated entries are added up */
        }
    }
}

/* --- harm */

static inline long below(uint64_t *seed, long n)
{
    const long k = (long)(0.5 * (1.0 + random_signed(seed)) * (double)n);
    return k < n ? k : n - 1;
}

static inline size_t line_end(const char *text, size_t size, size_t at)
{
    while (at < size && text[at] != '\n') {
        at++;
    }
    return at < size ? at + 1 : size;
}

/* One harm; the new size. There is space for twice as many bytes. */
static inline size_t harm_text(char *text, size_t size, uint64_t *seed)
{
    static const char marks[] = "0123456789.,eE+-% \n\tnaif";
    const size_t at = (size_t)below(seed, (long)size), end = line_end(text, size, at);
    size_t n = 1 + (size_t)below(seed, 64);
    n = n < size - at ? n : size - at;
    switch (below(seed, 7)) {
    case 0:
        text[at] = (char)(text[at] ^ (1 << below(seed, 8)));
        return size;
    case 1:
        text[at] = marks[below(seed, sizeof marks - 1)];
        return size;
    case 2: /* bytes go */
        memmove(text + at, text + at + n, size - at - n);
        return size - n;
    case 3: /* bytes come, all alike */
        memmove(text + at + n, text + at, size - at);
        memset(text + at, marks[below(seed, sizeof marks - 1)], n);
        return size + n;
    case 4: /* a line goes */
        memmove(text + at, text + end, size - end);
        return size - (end - at);
    case 5: /* a line twice */
        memmove(text + end, text + at, size - at);
        return size + (end - at);
    default: /* the rest goes */
        return at;
    }
}

/* --- trials */

static inline size_t take_text(const char *path, char text[2 * LONGEST_FILE])
{
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    const size_t n = fread(text, 1, LONGEST_FILE, file);
    fclose(file);
    return n;
}

static inline void put_text(const char *path, const char *text, size_t size)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(text, 1, size, file), size);
    fclose(file);
}

/* What a reader answers within a second and so many bytes. */
static inline rdg_structure *read_within_bounds(rdg_context *ctx, rdg_structure *(*read)(rdg_context *ctx),
                                                size_t size)
{
    const clock_t begin = clock();
    watch_allocations(0, false);
    rdg_structure *s = read(ctx);
    leave_allocations();
    assert_true(clock() - begin < CLOCKS_PER_SEC);
    assert_true(most_bytes_held < BYTES_AT_LEAST + BYTES_PER_BYTE * size);
    assert_true(s ? rdg_error_status(ctx) == RDG_OK : strlen(rdg_error_message(ctx)) > 30);
    for (const char *c = rdg_error_message(ctx); *c; c++) { /* what a file has must not control a terminal */
        assert_in_range(*c, ' ', '~');
    }
    return s;
}

static char file_of[3][96]; /* what is read: M, C, K, or the files of CalculiX's job */

static inline rdg_structure *read_market(rdg_context *ctx)
{
    return rdg_structure_read(ctx, "read", file_of[0], NULL, file_of[2]);
}

static inline rdg_structure *read_job(rdg_context *ctx)
{
    char job[96];
    snprintf(job, sizeof job, "%s/job", scratch_folder);
    return rdg_structure_read_calculix(ctx, "read", job);
}

static inline void assert_is_as_it_stands(rdg_structure *s, int which, char *text, size_t size,
                                          void (*plain)(char *text, plain_matrix *m))
{
    static plain_matrix m;
    rdg_sparse M, C, K;
    assert_int_equal(rdg_structure_matrices(s, &M, &C, &K), RDG_OK);
    text[size] = '\0';
    plain(text, &m);
    assert_is_matrix(which == 0 ? &M : &K, &m);
}

/* Damage one of a structure's files at a time, so many times; how many were read nonetheless. */
static inline int damage_texts(const char *const paths[3], bool is_job, int trials, uint64_t seed)
{
    static char whole[3][2 * LONGEST_FILE], text[6 * 2 * LONGEST_FILE];
    size_t size[3];
    int read = 0;
    for (int k = 0; k < 3; k++) {
        snprintf(file_of[k], sizeof file_of[k], "%s/job%s", scratch_folder,
                 ((const char *const[]){".mas", ".dof", ".sti"})[k]);
        size[k] = paths[k] ? take_text(paths[k], whole[k]) : 0;
        put_text(file_of[k], whole[k], size[k]);
    }
    for (int trial = 0; trial < trials; trial++) {
        const int which = is_job ? trial % 3 : 2 * (trial % 2);
        size_t harmed = size[which];
        memcpy(text, whole[which], harmed);
        for (int k = trial % 4; k >= 0 && harmed > 0 && harmed < 2 * LONGEST_FILE; k--) {
            harmed = harm_text(text, harmed, &seed);
        }
        put_text(file_of[which], text, harmed);
        rdg_context *ctx = rdg_context_create();
        rdg_set_writer(ctx, NULL, NULL);
        rdg_structure *s =
            read_within_bounds(ctx, is_job ? read_job : read_market, harmed + size[0] + size[1] + size[2]);
        if (s && !(is_job && which == 1)) {
            assert_is_as_it_stands(s, which, text, harmed, is_job ? plain_calculix : plain_market);
        }
        read += s != NULL;
        rdg_context_free(ctx);
        put_text(file_of[which], whole[which], size[which]);
    }
    return read;
}

static inline int damage_all_texts(int trials, uint64_t seed)
{
    static const char *const markets[][3] = {
        {"test/data/fuzz/general.mtx", NULL, "test/data/fuzz/symmetric.mtx"},
        {"test/data/fuzz/symmetric.mtx", NULL, "test/data/fuzz/integer.mtx"},
        {"test/data/fuzz/array.mtx", NULL, "test/data/fuzz/array-general.mtx"},
    };
    static const char *const job[3] = {"test/data/bar.mas", "test/data/bar.dof", "test/data/bar.sti"};
    int read = damage_texts(job, true, trials / 4, seed);
    for (int k = 0; k < 3; k++) {
        read += damage_texts(markets[k], false, trials / 4, seed + (uint64_t)k + 1);
    }
    return read;
}

#endif
