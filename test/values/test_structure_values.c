/* What structures answer to the authors of toolboxes, against matrices written out by hand. */
#include "three_masses.h"

#include <ridgewalk/gyroscopic.h>
#include <ridgewalk/mechanics.h>
#include <ridgewalk/sector.h>
#include <ridgewalk/sparse_solve.h>
#include <ridgewalk/structure_carry.h>
#include <ridgewalk/wave.h>

/* Entry (i, j) of values in a pattern; 0: it is not there. */
static double entry(const rdg_pattern *p, const double *values, rdg_index i, rdg_index j)
{
    for (rdg_index e = p->start[j]; e < p->start[j + 1]; e++) {
        if (p->row[e] == i) {
            return values[e];
        }
    }
    return 0.0;
}

/* A = K3: its adjugate gives x. */
static void sparse_systems_are_solved(void **state)
{
    (void)state;
    const rdg_pattern full = {
        .rows = N, .cols = N, .start = (rdg_index[]){0, 2, 5, 7}, .row = (rdg_index[]){0, 1, 0, 1, 2, 1, 2}};
    double A[7] = {7, -3, -3, 4, -1, -1, 5}, x[2 * N], quality = 0;
    const rdg_sparse sparse = {full, A};
    const double det = 7 * 19 - 9 * 5, B[2 * N] = {det, 0, 0, 0, 0, 2 * det},
                 X[2 * N] = {19, 15, 3, 6, 14, 38};
    assert_int_equal(rdg_sparse_solve(&sparse, B, x), 0);
    for (int i = 0; i < N; i++) {
        assert_near(x[i], X[i], 1e-14, 0.0);
    }
    assert_int_equal(rdg_sparse_solve_all(&sparse, 2, B, x, &quality), 0);
    for (int i = 0; i < 2 * N; i++) {
        assert_near(x[i], X[i], 1e-14, 0.0);
    }
    assert_true(quality > 0.1 && quality <= 1.0);
    A[1] = 2.0; /* row 1 of A^T is (-3, 4, -1), its row 0 is (7, 2, 0) */
    assert_int_equal(rdg_sparse_solve_transposed(&sparse, B, x), 0);
    assert_near(7 * x[0] + 2 * x[1], det, 1e-14, 0.0);
    assert_near(-3 * x[0] + 4 * x[1] - x[2], 0.0, 0.0, 1e-12);
    for (int i = 2; i < 5; i++) {
        A[i] = 0.0;
    }
    assert_true(rdg_sparse_solve(&sparse, B, x) > 0);
    assert_true(rdg_sparse_solve_transposed(&sparse, B, x) > 0);
}

/* G = I r (a b^T - b a^T) of displacements a^T q, b^T q: no power in any motion. */
static void gyroscopic_matrices_are_skew(void **state)
{
    rdg_structure *s = three(*state, false);
    assert_ok(*state, rdg_structure_refuse_gyroscopic(s, "test"));
    assert_ok(*state, rdg_gyroscopic_add(
                          s, &(rdg_gyroscopic){.first = "x", .second = "y", .inertia = 0.4, .ratio = 3.0}));
    const rdg_pattern p = rdg_structure_pattern(s);
    const double a[N] = {1, 0, 0}, b[N] = {0, 0.5, 2};
    double G[N * N];
    rdg_gyroscopic_matrix(s, G);
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < N; j++) {
            assert_near(entry(&p, G, i, j), 1.2 * (a[i] * b[j] - b[i] * a[j]), 1e-15, 0.0);
        }
    }
    assert_int_equal(rdg_structure_refuse_gyroscopic(s, "test"), RDG_ERR_ARGUMENT);
    assert_failed(*state, RDG_ERR_ARGUMENT, "gyroscopic");
}

static void matrices_have_the_structures_entries(void **state)
{
    rdg_structure *s = three(*state, true);
    double M[2 * N * N], C[2 * N * N], K[2 * N * N], cosine = NAN, sine = NAN;
    rdg_structure_matrices_of(s, 2, M, C, K);
    const rdg_pattern p = rdg_structure_pattern(s);
    const rdg_index entries = p.start[N];
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < N; j++) {
            assert_near(entry(&p, M, i, j), M3[i + N * j], 0.0, 0.0);
            assert_near(entry(&p, C, i, j), C3[i + N * j], 0.0, 0.0);
            assert_near(entry(&p, K, i, j), K3[i + N * j], 0.0, 0.0);
            assert_near(entry(&p, K + entries, i, j), 0.0, 0.0, 0.0);
        }
    }
    assert_true(rdg_structure_is_damped(s) && !rdg_structure_is_damped(three(*state, false)));
    assert_false(rdg_structure_is_wave(s));
    assert_ok(*state, rdg_structure_refuse_wave(s, "test"));
    rdg_structure_turn(s, 3, &cosine, &sine);
    assert_true(cosine == 1.0 && sine == 0.0);
    assert_near(rdg_structure_stiffest(s), 8.0, 1e-15, 0.0); /* 7 / 2, 4 / 0.5, 5 / 1 */
}

static void the_entry_that_is_not_symmetric_is_named(void **state)
{
    rdg_structure *s = three(*state, true);
    assert_ok(*state, rdg_structure_require_symmetry(s, "test", true));
    const double turned[N * N] = {0.1, 0, 0, 0, 0, 0.25, 0, -0.25, 0};
    s = rdg_structure_create(*state, "turned", N, M3, turned, K3);
    assert_ok(*state, rdg_structure_require_symmetry(s, "test", false));
    assert_int_equal(rdg_structure_require_symmetry(s, "test", true), RDG_ERR_ARGUMENT);
    assert_failed(*state, RDG_ERR_ARGUMENT, "0.25");
}

/* A travelling wave of engine order e turns harmonic k by 2 pi k e / N from one sector to the next. */
static void a_wave_turns_its_harmonics(void **state)
{
    const rdg_index left[] = {0}, right[] = {2};
    rdg_structure *s = three(*state, false);
    rdg_name_set(s, "left", 1, left);
    rdg_name_set(s, "right", 1, right);
    rdg_sector *sector =
        rdg_sector_create(s, &(rdg_sector_options){.sectors = 12, .left = "left", .right = "right"});
    assert_ok(*state, rdg_error_status(*state));
    rdg_structure *wave = rdg_sector_wave(sector, 2);
    assert_ok(*state, rdg_error_status(*state));
    assert_true(rdg_structure_is_wave(wave));
    assert_int_equal(rdg_structure_refuse_wave(wave, "test"), RDG_ERR_ARGUMENT);
    assert_failed(*state, RDG_ERR_ARGUMENT, "wave");
    const double exact[][2] = {{1, 0}, {0.5, 0}, {-0.5, 0}, {-1, 0}, {-0.5, 0}, {0.5, 0}, {1, 0}};
    for (int k = 0; k < 7; k++) {
        double cosine = NAN, sine = NAN;
        rdg_structure_turn(wave, k, &cosine, &sine);
        assert_near(cosine, exact[k][0], k % 3 == 0 ? 0.0 : 1e-15, 0.0);
        assert_near(sine, sin(k * acos(-1.0) / 3), 0.0, 1e-15);
        assert_true(k % 3 != 0 || sine == 0.0);
    }
    assert_int_equal(rdg_structure_sectors(wave), 12);
    assert_int_equal(rdg_structure_engine_order(wave), 2);
    assert_int_equal(rdg_structure_sectors(s), 0);
    assert_int_equal(rdg_structure_engine_order(s), 0);
    rdg_sector_free(sector);
}

/* The right face is the left one of the next sector, exp(-i theta) times: of x^H K3 x with x = (a, b, a
 * exp(-i theta)) remain K_aa = 7 + 5, K_ab = -3 - exp(i theta), K_bb = 4. */
static void a_disturbance_of_a_wave_turns_on(void **state)
{
    rdg_structure *s = three(*state, false);
    rdg_name_set(s, "left", 1, (const rdg_index[]){0});
    rdg_name_set(s, "right", 1, (const rdg_index[]){2});
    rdg_sector *sector =
        rdg_sector_create(s, &(rdg_sector_options){.sectors = 7, .left = "left", .right = "right"});
    rdg_structure *wave = rdg_sector_wave(sector, 2);
    assert_ok(*state, rdg_error_status(*state));
    const rdg_pattern pattern = rdg_structure_pattern(wave);
    const rdg_index entries = pattern.start[pattern.cols];
    for (rdg_index h = -2; h <= 2; h++) {
        for (rdg_index m = -1; m <= 3; m++) {
            double M[8] = {0}, C[8] = {0}, K[8] = {0}, cosine, sine;
            const double theta = 2.0 * acos(-1.0) * (double)(2 * h - m) / 7.0;
            rdg_structure_disturbed(wave, h, m, M, C, K, &cosine, &sine);
            assert_near(cosine, cos(theta), 1e-14, 1e-15);
            assert_near(sine, sin(theta), 1e-14, 1e-15);
            assert_near(entry(&pattern, K, 0, 0), 12.0, 1e-14, 0.0);
            assert_near(entry(&pattern, K, 1, 1), 4.0, 1e-14, 0.0);
            assert_near(entry(&pattern, K, 0, 1), -3.0 - cos(theta), 1e-14, 0.0);
            assert_near(fabs(entry(&pattern, K + entries, 0, 1)), fabs(sin(theta)), 1e-14, 1e-15);
            assert_near(entry(&pattern, K + entries, 1, 0), -entry(&pattern, K + entries, 0, 1), 0.0, 0.0);
            assert_near(entry(&pattern, M, 0, 0), 3.0, 1e-14, 0.0);
        }
    }
    rdg_sector_free(sector);
}

static void structures_are_cut_and_transformed(void **state)
{
    rdg_structure *s = three(*state, true);
    rdg_sparse M, C, K;
    rdg_structure *cut = rdg_structure_without(s, 1, (const rdg_index[]){1}, "test");
    assert_ok(*state, rdg_structure_matrices(cut, &M, &C, &K));
    assert_int_equal(rdg_structure_size(cut), 2);
    assert_true(entry(&K.pattern, K.values, 0, 0) == 7 && entry(&K.pattern, K.values, 1, 1) == 5 &&
                entry(&K.pattern, K.values, 0, 1) == 0);
    assert_true(entry(&M.pattern, M.values, 0, 0) == 2 && entry(&M.pattern, M.values, 1, 1) == 1 &&
                entry(&C.pattern, C.values, 0, 0) == 0.1);
    /* u0 = q0, u1 = 2 q0 + 3 q1, u2 = q1 */
    const double T[N][2] = {{1, 0}, {2, 3}, {0, 1}}, w[N] = {0, 0.5, 2};
    const rdg_sparse rows = {
        {.rows = 2, .cols = N, .start = (rdg_index[]){0, 1, 3, 4}, .row = (rdg_index[]){0, 0, 1, 1}},
        (double[]){1, 2, 3, 1}};
    rdg_structure *two = rdg_structure_transform(s, &rows, "test");
    assert_ok(*state, rdg_structure_matrices(two, &M, &C, &K));
    for (int a = 0; a < 2; a++) {
        for (int b = 0; b < 2; b++) {
            double m = 0, k = 0;
            for (int i = 0; i < N; i++) {
                for (int j = 0; j < N; j++) {
                    m += T[i][a] * M3[i + N * j] * T[j][b];
                    k += T[i][a] * K3[i + N * j] * T[j][b];
                }
            }
            assert_near(entry(&M.pattern, M.values, a, b), m, 1e-15, 0.0);
            assert_near(entry(&K.pattern, K.values, a, b), k, 1e-15, 0.0);
        }
    }
    rdg_index n = 0;
    const rdg_index *dof = NULL;
    const double *weight = NULL;
    assert_ok(*state, rdg_structure_displacement(two, "test", "y", &n, &dof, &weight));
    assert_int_equal(n, 2);
    for (rdg_index i = 0; i < n; i++) {
        assert_near(weight[i], w[1] * T[1][dof[i]] + w[2] * T[2][dof[i]], 1e-15, 0.0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(sparse_systems_are_solved),
        TEST(gyroscopic_matrices_are_skew),
        TEST(matrices_have_the_structures_entries),
        TEST(the_entry_that_is_not_symmetric_is_named),
        TEST(a_wave_turns_its_harmonics),
        TEST(a_disturbance_of_a_wave_turns_on),
        TEST(structures_are_cut_and_transformed),
    };
    return cmocka_run_group_tests_name("values of structures", tests, NULL, NULL);
}
