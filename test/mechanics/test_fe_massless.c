/* Degrees of freedom without mass in files of finite element programs: condensed, kept, left out, refused. */
#define _DEFAULT_SOURCE
#define _XOPEN_SOURCE 700

#include "fe_cases.h"
#include "memory_within.h"

enum { WIDE_DIGITS = 9 };

static void clear(double A[FE_MOST][FE_MOST], int n, int i)
{
    for (int j = 0; j < n; j++) {
        A[i][j] = A[j][i] = 0.0;
    }
}

static const char *write_case(const fe_case *c, bool has_C)
{
    static char path[96];
    FILE *file = fe_create("massless.pch", path);
    fe_write_dmig(file, "KAAX", c, (double(*)[FE_MOST])c->K, 6, WIDE_DIGITS, 0);
    fe_write_dmig(file, "MAAX", c, (double(*)[FE_MOST])c->M, 6, WIDE_DIGITS, 0);
    if (has_C) {
        fe_write_dmig(file, "BAAX", c, (double(*)[FE_MOST])c->C, 6, WIDE_DIGITS, 0);
    }
    fclose(file);
    return path;
}

/* Gaussian elimination of row i */
static void eliminate(double K[FE_MOST][FE_MOST], int n, int i)
{
    for (int a = 0; a < n; a++) {
        const double factor = a == i ? 0.0 : K[a][i] / K[i][i];
        for (int b = 0; b < n; b++) {
            K[a][b] -= factor * K[i][b];
        }
    }
    clear(K, n, i);
}

/* What has no mass obeys K q = 0 row by row: the rest has the stiffness of Gaussian elimination. */
static void they_are_condensed_as_by_elimination(void **state)
{
    uint64_t seed = 5;
    for (int trial = 0; trial < 40; trial++) {
        fe_case c = fe_case_random(WIDE_DIGITS, false, &seed);
        bool gone[FE_MOST] = {false};
        const int damped = c.n - 1;
        int count = 0;
        for (int i = 1; i < c.n; i++) {
            if (fe_below(&seed, 3) == 0 || i == damped) {
                clear(c.M, c.n, i);
                gone[i] = i != damped; /* a damper holds it: it is no static unknown */
                count += gone[i];
            }
        }
        for (int i = 0; i < damped; i++) {
            clear(c.C, c.n, i);
        }
        scratch_said[0] = '\0';
        const char *path = write_case(&c, true);
        rdg_structure *s = rdg_structure_read_nastran(*state, "s", path);
        rdg_structure *kept = rdg_structure_read_nastran_massless(*state, "s", path);
        rdg_sparse K;
        char words[128];
        assert_is_case(kept, &c, true);
        assert_int_equal(rdg_structure_size(s), c.n - count);
        snprintf(words, sizeof words, "%d of %d degrees of freedom without mass condensed statically, first ",
                 count, c.n);
        assert_true(count == 0 || strstr(scratch_said, words));
        for (int i = 0; i < c.n; i++) {
            if (gone[i]) {
                eliminate(c.K, c.n, i);
                assert_int_equal(rdg_node_dof(s, c.node[i], fe_letter(c.component[i])), -1);
            }
        }
        assert_ok(*state, rdg_structure_matrices(s, NULL, NULL, &K));
        for (int i = 0; i < c.n; i++) {
            for (int j = 0; j < c.n && !gone[i]; j++) {
                const rdg_index a = rdg_node_dof(s, c.node[i], fe_letter(c.component[i])),
                                b = rdg_node_dof(s, c.node[j], fe_letter(c.component[j]));
                if (b >= 0) {
                    assert_near(sparse_entry(&K, a, b), c.K[i][j], 1e-12, 1e-13 * c.K[i][i]);
                    assert_true(sparse_entry(&K, a, b) == sparse_entry(&K, b, a));
                }
            }
        }
    }
}

static void what_nothing_holds_is_left_out(void **state)
{
    uint64_t seed = 9;
    fe_case c = fe_case_random(WIDE_DIGITS, false, &seed);
    char words[128];
    for (int k = 0; k < 2; k++) {
        clear(c.M, c.n, 2 + k);
        clear(c.K, c.n, 2 + k);
    }
    rdg_structure *s = rdg_structure_read_nastran(*state, "s", write_case(&c, false));
    assert_int_equal(rdg_structure_size(s), c.n - 2);
    snprintf(words, sizeof words,
             "2 of %d degrees of freedom without mass and stiffness left out, first %d.%c", c.n, c.node[2],
             fe_letter(c.component[2]));
    assert_non_null(strstr(scratch_said, words));
}

/* Abaqus marks it by 1e36; elsewhere such a number is a stiffness. */
static void what_abaqus_holds_is_left_out(void **state)
{
    uint64_t seed = 9;
    fe_case c = fe_case_random(15, false, &seed);
    char words[128], K[96], M[96];
    c.K[0][0] = 6e35;
    c.K[1][1] = 1e36;
    FILE *file = fe_create("K.mtx", K);
    fe_write_mtx(file, &c, c.K, true, 0);
    fclose(file);
    file = fe_create("M.mtx", M);
    fe_write_mtx(file, &c, c.M, true, 0);
    fclose(file);
    assert_int_equal(rdg_structure_size(rdg_structure_read_abaqus(*state, "s", K, M)), c.n - 1);
    snprintf(words, sizeof words,
             "1 of %d degrees of freedom held by a stiffness of 1e36 and more left out, first %d.%c", c.n,
             c.node[1], fe_letter(c.component[1]));
    assert_non_null(strstr(scratch_said, words));
    assert_int_equal(rdg_structure_size(rdg_structure_read_nastran(*state, "s", write_case(&c, false))), c.n);
}

static void a_mechanism_without_mass_is_refused(void **state)
{
    uint64_t seed = 11;
    fe_case c = fe_case_random(WIDE_DIGITS, false, &seed);
    clear(c.K, c.n, 2);
    clear(c.M, c.n, 2);
    c.K[2][0] = c.K[0][2] = c.K[0][0] / 2; /* coupled, but without a stiffness of its own */
    char words[128];
    assert_null(rdg_structure_read_nastran(*state, "s", write_case(&c, false)));
    snprintf(words, sizeof words, "their stiffness is not positive definite at %d.%c. Hold it", c.node[2],
             fe_letter(c.component[2]));
    assert_failed(*state, RDG_ERR_SINGULAR, words);
    for (int i = 0; i < c.n; i++) {
        clear(c.M, c.n, i);
    }
    assert_null(rdg_structure_read_nastran(*state, "s", write_case(&c, false)));
    assert_failed(*state, RDG_ERR_ARGUMENT, "no degree of freedom of \"s\" has a mass");
}

enum { KEPT = 300 };

/* Nodes 1 .. KEPT with mass; without mass one that is coupled with all of them, or one for each of them */
static const char *write_star(bool is_star)
{
    static char path[96];
    FILE *file = fe_create("star.pch", path);
    fprintf(file, "DMIG    KAAX    %8d%8d%8d\n", 0, 6, 2);
    for (int i = 1; i <= KEPT; i++) {
        fprintf(file, "DMIG*   %-16s%16d%16d\n*       %16d%16d%16s\n", "KAAX", i, 1, i, 1, "4.");
        fprintf(file, "*       %16d%16d%16s\n", is_star ? KEPT + 1 : KEPT + i, 1, "-1.");
        if (!is_star || i == KEPT) {
            const int massless = is_star ? KEPT + 1 : KEPT + i;
            fprintf(file, "DMIG*   %-16s%16d%16d\n*       %16d%16d%16s\n", "KAAX", massless, 1, massless, 1,
                    "500.");
        }
    }
    fprintf(file, "DMIG    MAAX    %8d%8d%8d\n", 0, 6, 2);
    for (int i = 1; i <= KEPT; i++) {
        fprintf(file, "DMIG*   %-16s%16d%16d\n*       %16d%16d%16s\n", "MAAX", i, 1, i, 1, "1.");
    }
    fclose(file);
    return path;
}

/* A full block of KEPT rows: K_mm^-1 K_ma and four matrices of index and value an entry */
static void a_block_that_does_not_fit_is_refused_before(void **state)
{
    const double needed = 16.0 * KEPT * (1 + 4.0 * KEPT);
    struct rlimit before = limit_memory(2 * 0.99 * needed);
    assert_null(rdg_structure_read_nastran(*state, "s", write_star(true)));
    assert_failed(*state, RDG_ERR_NO_MEMORY, "keep them with the function of the same name and _massless");
    assert_non_null(rdg_structure_read_nastran_massless(*state, "s", write_star(true)));
    assert_non_null(rdg_structure_read_nastran(*state, "s", write_star(false)));
    allow_memory(before);
    before = limit_memory(2 * 1.01 * needed);
    assert_non_null(rdg_structure_read_nastran(*state, "s", write_star(true)));
    allow_memory(before);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(they_are_condensed_as_by_elimination),
        SCRATCH_TEST(what_nothing_holds_is_left_out),
        SCRATCH_TEST(what_abaqus_holds_is_left_out),
        SCRATCH_TEST(a_mechanism_without_mass_is_refused),
        SCRATCH_TEST(a_block_that_does_not_fit_is_refused_before),
    };
    return cmocka_run_group_tests_name("mechanics: degrees of freedom without mass", tests, NULL, NULL);
}
