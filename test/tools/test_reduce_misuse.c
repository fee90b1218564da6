/* rdg-reduce: what is wrong with a call or its files is named. */
#define _GNU_SOURCE

#include "reduce.h"

static void write_text(const char *name, const char *text)
{
    FILE *file = begin_file(name);
    fputs(text, file);
    fclose(file);
}

/* By two processes, too: each ends */
static void what_is_wrong_is_named(void **state)
{
    static const struct {
        int processes;
        const char *arguments, *words;
    } calls[] = {
        {2, "--market M.mtx K.mtx --keep list --modes 3", "-o FILE is missing"},
        {1, "--market M.mtx K.mtx --keep list --modes x -o x.rdc", "missing or wrong: --modes"},
        {1, "--market M.mtx K.mtx --frobnicate", "missing or wrong: --frobnicate"},
        {2, "--market M.mtx no.mtx --keep list --modes 3 -o x.rdc", "\"no.mtx\" cannot be opened"},
        {1, "--market M.mtx K.mtx --keep typo --modes 3 -o x.rdc", "typo: word 2, \"12x\", is neither"},
        {1, "--market M.mtx K.mtx --keep beyond --modes 3 -o x.rdc", "beyond: word 1, \"126\", is neither"},
        {1, "--market M.mtx K.mtx --keep twice --modes 3 -o x.rdc",
         "\"7\", is a degree of freedom that is listed"},
        {1, "--market M.mtx K.mtx --set rim --modes 3 -o x.rdc", "\"rim\" is no set"},
        {2, "--market M.mtx K.mtx --keep list --modes 124 -o x.rdc",
         "123 degrees of freedom: it has no more modes"},
        {1, "--market M.mtx K.mtx --keep list --modes 3 -o none/x.rdc", "none/x.rdc"},
        {1, "--market M.mtx K.mtx --keep list --modes 3 -o list", "list is there"},
        {1, "--market M.mtx skew.mtx --keep typo --modes 3 -o x.rdc", "not symmetric"},
        {2, "--market M2.mtx K2.mtx --keep list --modes 3 -o x.rdc", "moves without force"},
        {1, "--market M.mtx soft.mtx --keep list --modes 3 -o x.rdc", "1 negative stiffnesses"},
    };
    (void)state;
    need_program();
    rdg_index dof[PER_CUBE];
    char said[4096];
    const int two = make_cubes(2, 4, 0.5, 7);
    write_matrix("K2.mtx", two, K);
    write_matrix("M2.mtx", two, M);
    const int n = make_cubes(1, 5, 0.5, 8);
    write_list(n, 1, dof);
    K[3 * (n + 1)] -= 3e7;
    write_matrix("soft.mtx", n, K);
    write_text("skew.mtx", "%%MatrixMarket matrix coordinate real general\n125 125 1\n3 4 5\n");
    write_text("typo", "1 12x");
    write_text("beyond", "126");
    write_text("twice", "7 8 7");
    write_text("empty", "\n");
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
        const int status = run(calls[i].processes, calls[i].arguments, said, sizeof said);
        if (status != 2 || !strstr(said, calls[i].words) || strncmp(said, "rdg-reduce: ", 12) != 0) {
            print_error("rdg-reduce %s: status %d, \"%s\"\n", calls[i].arguments, status, said);
        }
        assert_int_equal(status, 2);
        assert_non_null(strstr(said, calls[i].words));
    }
}

int main(void)
{
    let_mpi_run();
    const struct CMUnitTest tests[] = {SCRATCH_TEST(what_is_wrong_is_named)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
