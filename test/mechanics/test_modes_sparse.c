/* Few modes of large structures: by Lanczos's method, against closed forms and the dense way. */
#include "fresh_context.h"
#include "oblique_beams.h"

#include <ridgewalk/context.h>

#define PI 3.1415926535897932384626433832795

/* n masses in a ring of springs, grounded by g: omega^2 = g + 4 sin^2(pi k / n), all but two of them double
 */
static rdg_structure *ring(rdg_context *ctx, rdg_index n, double g)
{
    rdg_index *start = calloc((size_t)n + 1, sizeof *start), *row = calloc(3 * (size_t)n, sizeof *row);
    double *M = calloc(3 * (size_t)n, sizeof *M), *K = calloc(3 * (size_t)n, sizeof *K);
    assert_true(start && row && M && K);
    for (rdg_index j = 0, e = 0; j < n; j++) {
        for (rdg_index i = 0; i < n; i++) {
            const bool next = (i - j + n) % n == 1 || (j - i + n) % n == 1;
            if (i == j || next) {
                row[e] = i;
                M[e] = i == j;
                K[e++] = i == j ? 2 + g : -1;
            }
        }
        start[j + 1] = e;
    }
    const rdg_pattern pattern = {.rows = n, .cols = n, .start = start, .row = row};
    rdg_structure *s =
        rdg_structure_create_sparse(ctx, "ring", &(rdg_sparse){pattern, M}, NULL, &(rdg_sparse){pattern, K});
    free(start);
    free(row);
    free(M);
    free(K);
    return s;
}

static void double_frequencies_are_all_found(void **state)
{
    for (rdg_index n = 260; n <= 1000; n += 37) {
        const double g = n % 2 ? 0.3 : 0.0; /* free: a motion of all at omega = 0 */
        double omega[30];
        rdg_structure *s = ring(*state, n, g);
        const rdg_index count = 5 + n % 26;
        assert_ok(*state, rdg_structure_modes(s, 0, NULL, count, omega, NULL));
        for (rdg_index k = 0; k < count; k++) {
            const rdg_index waves = (k + 1) / 2;
            const double wave = 2 * sin(PI * (double)waves / (double)n);
            assert_near(omega[k] * fabs(omega[k]), g + wave * wave, 1e-12, 1e-12);
        }
        rdg_structure_free(s);
    }
}

/* The same modes of the same structure, asked for with so many others that the dense way is taken */
static void few_modes_are_those_of_the_dense_way(void **state)
{
    enum { COUNT = 12, N = 606 };
    static double all[N], shapes[COUNT * N], dense[N * N];
    double omega[COUNT];
    rdg_plane_options o = lower_options();
    rdg_structure *s = rdg_plane_create(*state, &o); /* free: three rigid motions */
    rdg_sparse M;
    rdg_index tip[6];
    end_dofs(s, 100, tip);
    assert_ok(*state, rdg_name_combination(s, "tip", 3, tip, (double[]){1, -0.5, 2}));
    assert_ok(*state, rdg_structure_matrices(s, &M, NULL, NULL));
    const double stiffness[] = {0, 1e4, 1e7, -1e4};
    for (int c = 0; c < 4; c++) {
        const rdg_ground_spring spring = {.name = "tip", .stiffness = stiffness[c]};
        assert_ok(*state, rdg_structure_modes(s, 1, &spring, COUNT, omega, shapes));
        assert_ok(*state, rdg_structure_modes(s, 1, &spring, N, all, dense));
        for (int k = 0; k < COUNT; k++) {
            /* rigid motions: the rounding error of the largest frequency */
            assert_near(omega[k] * fabs(omega[k]), all[k] * fabs(all[k]), 1e-8,
                        1e-13 * all[N - 1] * all[N - 1]);
        }
        for (int k = 3; k < COUNT; k++) {
            double same = 0;
            for (rdg_index j = 0; j < N; j++) {
                for (rdg_index e = M.pattern.start[j]; e < M.pattern.start[j + 1]; e++) {
                    same += shapes[M.pattern.row[e] + N * k] * M.values[e] * dense[j + N * k];
                }
            }
            assert_near(fabs(same), 1, 1e-8, 0);
        }
    }
}

static void what_has_no_modes_is_refused(void **state)
{
    enum { N = 300 };
    static double mass[N], stiffness[N];
    double omega[8];
    for (int i = 0; i < N; i++) {
        mass[i] = 1;
        stiffness[i] = 1;
    }
    rdg_structure *s = rdg_chain_create(*state, N, mass, stiffness);
    assert_ok(*state, rdg_name_dof(s, "first", 0));
    assert_int_equal(rdg_structure_modes(s, 1, &(rdg_ground_spring){"second", 1}, 2, omega, NULL),
                     RDG_ERR_NAME);
    assert_failed(*state, RDG_ERR_NAME, "\"second\"");
    assert_int_equal(rdg_structure_modes(s, 1, &(rdg_ground_spring){"first", NAN}, 2, omega, NULL),
                     RDG_ERR_NOT_FINITE);
    assert_failed(*state, RDG_ERR_NOT_FINITE, "\"first\" is nan");

    static rdg_index start[N + 1], row[N];
    for (int i = 0; i < N; i++) {
        start[i + 1] = i + 1;
        row[i] = i;
        mass[i] = i < 3;
        stiffness[i] = 1 + i;
    }
    const rdg_pattern diagonal = {.rows = N, .cols = N, .start = start, .row = row};
    s = rdg_structure_create_sparse(*state, "light", &(rdg_sparse){diagonal, mass}, NULL,
                                    &(rdg_sparse){diagonal, stiffness});
    assert_ok(*state, rdg_structure_modes(s, 0, NULL, 3, omega, NULL));
    assert_near(omega[2], sqrt(3), 1e-13, 0);
    assert_int_equal(rdg_structure_modes(s, 0, NULL, 5, omega, NULL), RDG_ERR_SINGULAR);
    assert_failed(*state, RDG_ERR_SINGULAR, "only 3 modes, not 5");
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(double_frequencies_are_all_found),
                                       TEST(few_modes_are_those_of_the_dense_way),
                                       TEST(what_has_no_modes_is_refused)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
