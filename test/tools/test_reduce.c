/* rdg-reduce: the same component as the library makes, by one process and by two. */
#define _GNU_SOURCE

#include "reduce.h"

#include <ridgewalk/component.h>
#include <ridgewalk/structure_file.h>

static rdg_component *by_library(rdg_context *ctx, int n, int cubes, rdg_index modes)
{
    char mass[128], stiffness[128];
    rdg_index dof[MOST_CUBES * PER_CUBE];
    snprintf(mass, sizeof mass, "%s/M.mtx", scratch_folder);
    snprintf(stiffness, sizeof stiffness, "%s/K.mtx", scratch_folder);
    write_list(n, cubes, dof);
    rdg_structure *s = rdg_structure_read(ctx, "cubes", mass, RDG_UNDAMPED, stiffness);
    assert_ok(ctx, rdg_name_set(s, "boundary", (rdg_index)PER_CUBE * cubes, dof));
    rdg_component *c = rdg_component_fixed(s, "boundary", RDG_MODES(modes));
    assert_ok(ctx, rdg_error_status(ctx));
    return c;
}

static rdg_component *by_program(rdg_context *ctx, int processes, const char *options)
{
    char arguments[256], said[4096], path[128];
    snprintf(arguments, sizeof arguments, "--market M.mtx K.mtx --keep list -o c.rdc %s", options);
    const int status = run(processes, arguments, said, sizeof said);
    if (status != 0) {
        print_message("%s", said);
    }
    assert_int_equal(status, 0);
    snprintf(path, sizeof path, "%s/c.rdc", scratch_folder);
    rdg_component *c = rdg_component_read(ctx, path);
    assert_ok(ctx, rdg_error_status(ctx));
    return c;
}

typedef struct reduced {
    int n, columns, modes;
    double *T, *M, *K;
} reduced;

static reduced take(rdg_context *ctx, const rdg_component *c, int n)
{
    rdg_sparse mass, stiffness;
    rdg_structure *s = rdg_component_structure(c);
    reduced r = {n, (int)rdg_structure_size(s), (int)rdg_component_mode_count(c), NULL, NULL, NULL};
    r.T = calloc((size_t)n * (size_t)r.columns, sizeof *r.T);
    r.M = calloc((size_t)r.columns * (size_t)r.columns, sizeof *r.M);
    r.K = calloc((size_t)r.columns * (size_t)r.columns, sizeof *r.K);
    double *unit = calloc((size_t)r.columns, sizeof *unit);
    assert_true(r.T && r.M && r.K && unit);
    for (int a = 0; a < r.columns; a++) {
        unit[a] = 1.0;
        assert_ok(ctx, rdg_component_expand(c, unit, r.T + (ptrdiff_t)n * a));
        unit[a] = 0.0;
    }
    free(unit);
    assert_ok(ctx, rdg_structure_matrices(s, &mass, NULL, &stiffness));
    for (rdg_index j = 0; j < r.columns; j++) {
        for (rdg_index e = mass.pattern.start[j]; e < mass.pattern.start[j + 1]; e++) {
            r.M[mass.pattern.row[e] + r.columns * j] = mass.values[e];
            r.K[mass.pattern.row[e] + r.columns * j] = stiffness.values[e];
        }
    }
    return r;
}

static void give_back(reduced *r)
{
    free(r->T);
    free(r->M);
    free(r->K);
}

/* sum_k A_ik A_jk over modes of one frequency, [rows * rows]: signs and the choice among equal modes are gone
 */
static void sum_squares(int rows, int leading, const double *A, int first, int last, double *S)
{
    memset(S, 0, (size_t)rows * (size_t)rows * sizeof *S);
    for (int k = first; k < last; k++) {
        for (int j = 0; j < rows; j++) {
            for (int i = 0; i < rows; i++) {
                S[i + rows * j] += A[i + (ptrdiff_t)leading * k] * A[j + (ptrdiff_t)leading * k];
            }
        }
    }
}

/* Largest difference, relative to the largest number, or to a size that is larger */
static double difference(int n, const double *a, const double *b, double size)
{
    double most = 0.0;
    for (int i = 0; i < n; i++) {
        most = fmax(most, fabs(a[i] - b[i]));
        size = fmax(size, fabs(b[i]));
    }
    return size > 0.0 ? most / size : most;
}

static double compare_squares(int rows, int leading, const double *a, const double *b, int first, int last,
                              double size)
{
    double *A = calloc((size_t)rows * (size_t)rows, sizeof *A),
           *B = calloc((size_t)rows * (size_t)rows, sizeof *B);
    assert_true(A && B);
    sum_squares(rows, leading, a, first, last, A);
    sum_squares(rows, leading, b, first, last, B);
    const double found = difference(rows * rows, A, B, size);
    free(A);
    free(B);
    return found;
}

/* Frequencies, matrices and shapes to 1e-9; of modes with one frequency their space. The last ones may be a
 * part of their space: it is not compared then. */
static void assert_same(rdg_context *ctx, const rdg_component *c, const rdg_component *by, int n, bool cut)
{
    reduced a = take(ctx, c, n), b = take(ctx, by, n);
    const int boundary = b.columns - b.modes;
    double boundary_mass = 0.0; /* its modes have a part in it, some none at all */
    for (int i = 0; i < boundary; i++) {
        boundary_mass = fmax(boundary_mass, b.M[(b.columns + 1) * i]);
    }
    assert_int_equal(a.columns, b.columns);
    assert_int_equal(a.modes, b.modes);
    assert_true(islessequal(difference(n * boundary, a.T, b.T, 0.0), 1e-9));
    for (int j = 0; j < boundary; j++) {
        assert_true(islessequal(difference(boundary, a.K + a.columns * j, b.K + b.columns * j, 0.0), 1e-9));
        assert_true(islessequal(difference(boundary, a.M + a.columns * j, b.M + b.columns * j, 0.0), 1e-9));
    }
    for (int first = 0, last = 0; first < b.modes; first = last) {
        const double omega = rdg_component_frequency(by, first);
        while (last < b.modes && rdg_component_frequency(by, last) < omega * (1.0 + 1e-6)) {
            assert_near(rdg_component_frequency(c, last), rdg_component_frequency(by, last), 1e-9, 0.0);
            assert_near(a.K[(a.columns + 1) * (boundary + last)], b.K[(a.columns + 1) * (boundary + last)],
                        1e-9, 0.0);
            last++;
        }
        if (!cut || last < b.modes) {
            const ptrdiff_t before = (ptrdiff_t)n * boundary;
            assert_true(
                islessequal(compare_squares(n, n, a.T + before, b.T + before, first, last, 0.0), 1e-9));
            assert_true(islessequal(compare_squares(boundary, a.columns, a.M, b.M, boundary + first,
                                                    boundary + last, boundary_mass),
                                    1e-9));
        }
    }
    give_back(&a);
    give_back(&b);
}

static void the_component_is_that_of_the_library(void **state)
{
    need_program();
    const int n = make_cubes(1, 5, 0.5, 1);
    const rdg_component *expected = by_library(*state, n, 1, 12);
    assert_same(*state, by_program(*state, 1, "--modes 12"), expected, n, false);
    assert_same(*state, by_program(*state, 2, "--modes 12"), expected, n, false);
}

/* Of many equal cubes a Krylov space has but some modes of each frequency. Those that are cut off at the end
 * are any of them. */
static void equal_frequencies_are_all_found(void **state)
{
    need_program();
    int n = make_cubes(2, 5, 0.5, 2);
    const rdg_component *expected = by_library(*state, n, 2, 14);
    assert_same(*state, by_program(*state, 2, "--modes 14"), expected, n, false);
    n = make_cubes(MOST_CUBES, 3, 0.5, 3);
    expected = by_library(*state, n, MOST_CUBES, 20);
    assert_same(*state, by_program(*state, 1, "--modes 20"), expected, n, false);
    expected = by_library(*state, n, MOST_CUBES, 13);
    assert_same(*state, by_program(*state, 1, "--modes 13"), expected, n, true);
}

/* Stiffnesses over six decades; all modes there are; none */
static void scattered_stiffnesses_and_any_number_of_modes_are_taken(void **state)
{
    need_program();
    const int n = make_cubes(1, 5, 3.0, 4);
    const rdg_component *expected = by_library(*state, n, 1, 10);
    assert_same(*state, by_program(*state, 2, "--modes 10"), expected, n, false);
    expected = by_library(*state, n, 1, 123);
    assert_same(*state, by_program(*state, 1, "--modes 123"), expected, n, false);
    expected = by_library(*state, n, 1, 0);
    assert_same(*state, by_program(*state, 2, "--modes 0"), expected, n, false);
}

/* As many modes as the library counts up to a frequency */
static void modes_up_to_a_frequency_are_taken(void **state)
{
    need_program();
    const int n = make_cubes(1, 5, 0.5, 5);
    const rdg_component *expected = by_library(*state, n, 1, 9);
    const double middle = (rdg_component_frequency(expected, 6) + rdg_component_frequency(expected, 7)) / 2.0;
    char option[64];
    snprintf(option, sizeof option, "--up-to %.17g --damping 3 1e-5", middle / (2.0 * acos(-1.0)));
    const rdg_component *c = by_program(*state, 1, option);
    assert_same(*state, c, by_library(*state, n, 1, 7), n, false);
    double a = 0.0, b = 0.0;
    assert_true(rdg_structure_proportional(rdg_component_structure(c), &a, &b));
    assert_near(a, 3.0, 0.0, 0.0);
    assert_near(b, 1e-5, 0.0, 0.0);
}

/* A structure of the library's own file keeps its names and sets. */
static void names_and_sets_come_along(void **state)
{
    need_program();
    const int n = make_cubes(1, 5, 0.5, 6);
    char path[128], said[1024];
    rdg_structure *s = rdg_component_whole(by_library(*state, n, 1, 3));
    assert_ok(*state, rdg_name_dof(s, "tip", 17));
    snprintf(path, sizeof path, "%s/whole.rds", scratch_folder);
    assert_ok(*state, rdg_structure_write(s, path));
    assert_int_equal(run(1, "--structure whole.rds --set boundary --modes 4 -o named.rdc", said, sizeof said),
                     0);
    assert_non_null(strstr(said, "named.rdc: 2 degrees of freedom on the boundary, 4 modes from "));
    snprintf(path, sizeof path, "%s/named.rdc", scratch_folder);
    rdg_structure *reduced = rdg_component_structure(rdg_component_read(*state, path));
    rdg_index terms = 0;
    const rdg_index *dof = NULL;
    const double *weight = NULL;
    assert_ok(*state, rdg_structure_displacement(reduced, "test", "tip", &terms, &dof, &weight));
    assert_int_equal(terms, 6);
    assert_ok(*state, rdg_structure_set(reduced, "test", "boundary", &terms, &dof));
    assert_int_equal(terms, 2);
}

int main(void)
{
    let_mpi_run();
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(the_component_is_that_of_the_library), SCRATCH_TEST(equal_frequencies_are_all_found),
        SCRATCH_TEST(modes_up_to_a_frequency_are_taken), SCRATCH_TEST(names_and_sets_come_along),
        SCRATCH_TEST(scattered_stiffnesses_and_any_number_of_modes_are_taken)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
