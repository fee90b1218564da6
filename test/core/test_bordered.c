/* Bordered systems [A B; C 0] in scaled form solve the unscaled equations, whatever the units. */
#include "problems.h"

#include "bordered_impl.h"
#include "sparse.h"

enum { M = 4, N = 5, MOST = 7 };

/* A is M x N (and one row more that takes no part), p border columns, q = N + p - M border rows. */
typedef struct bordered_case {
    rdg_index p, q, size;
    rdg_pattern *a;
    double A[(M + 1) * N], B[M * MOST], C[MOST * N], typical[N], unit[M];
    rdg_bordered *s;
} bordered_case;

static void set_up_case(rdg_context *ctx, bordered_case *c, rdg_index p, bool extra_row, rdg_lu_kind kind,
                        uint64_t *seed)
{
    *c = (bordered_case){.p = p, .q = N + p - M, .size = N + p};
    c->a = rdg_pattern_dense(ctx, M + extra_row, N);
    c->s = rdg_bordered_create(ctx, c->a, M, p, NULL, kind);
    assert_non_null(c->s);
    for (int j = 0; j < N; j++) {
        c->typical[j] = pow(10, 6 * random_signed(seed));
    }
    for (int i = 0; i < M; i++) {
        c->unit[i] = pow(10, 6 * random_signed(seed));
    }
    for (rdg_index e = 0; e < c->a->rows * N; e++) {
        const rdg_index i = e % c->a->rows, j = e / c->a->rows;
        c->A[e] = random_signed(seed) * (i < M ? c->unit[i] : 1e30) / c->typical[j];
    }
    for (rdg_index e = 0; e < M * p; e++) {
        c->B[e] = random_signed(seed);
    }
    for (rdg_index e = 0; e < c->q * N; e++) {
        c->C[e] = random_signed(seed) / c->typical[e % N];
    }
}

static void tear_down_case(bordered_case *c)
{
    rdg_bordered_free(c->s);
    rdg_pattern_free(c->a);
}

/* Entry (i, j) of the whole matrix in its own units; the border columns are relative to the row scales. */
static double entry(const bordered_case *c, rdg_index i, rdg_index j)
{
    if (i < M) {
        return j < N ? c->A[i + c->a->rows * j] : c->B[i + M * (j - N)] * rdg_bordered_row_scale(c->s)[i];
    }
    return j < N ? c->C[(i - M) * N + j] : 0;
}

static double worst_residual(const bordered_case *c, bool transposed, const double *x, const double *b)
{
    double worst = 0;
    for (rdg_index i = 0; i < c->size; i++) {
        double sum = -b[i], size = fabs(b[i]);
        for (rdg_index j = 0; j < c->size; j++) {
            const double term = (transposed ? entry(c, j, i) : entry(c, i, j)) * x[j];
            sum += term;
            size += fabs(term);
        }
        worst = fmax(worst, fabs(sum) / size);
    }
    return worst;
}

static void both_solves_satisfy_the_unscaled_equations(void **state)
{
    uint64_t seed = 8;
    for (int s = 0; s < 80; s++) {
        bordered_case c;
        double b[MOST], x[MOST];
        set_up_case(*state, &c, s % 3, s % 4 > 1, s % 2 ? RDG_LU_SPARSE : RDG_LU_DENSE, &seed);
        assert_true(rdg_bordered_factor(c.s, c.A, c.B, c.C, c.typical));
        const double *scale = rdg_bordered_row_scale(c.s);
        for (rdg_index i = 0; i < c.size; i++) {
            b[i] = random_signed(&seed) * scale[i];
        }
        rdg_bordered_solve(c.s, b, x);
        assert_true(worst_residual(&c, false, x, b) < 1e-12);
        for (rdg_index j = 0; j < c.size; j++) {
            b[j] = random_signed(&seed) / (j < N ? c.typical[j] : 1);
        }
        rdg_bordered_solve_transposed(c.s, b, x);
        assert_true(worst_residual(&c, true, x, b) < 1e-12);
        tear_down_case(&c);
    }
}

static void several_columns_are_solved_as_each_alone(void **state)
{
    enum { COLUMNS = 3 };
    uint64_t seed = 9;
    for (int s = 0; s < 40; s++) {
        bordered_case c;
        double b[COLUMNS * MOST], x[COLUMNS * MOST], alone[COLUMNS * MOST];
        set_up_case(*state, &c, s % 3, s % 4 > 1, s % 2 ? RDG_LU_SPARSE : RDG_LU_DENSE, &seed);
        assert_true(rdg_bordered_factor(c.s, c.A, c.B, c.C, c.typical));
        for (rdg_index i = 0; i < COLUMNS * c.size; i++) {
            b[i] = random_signed(&seed) * rdg_bordered_row_scale(c.s)[i % c.size];
        }
        for (int k = 0; k < COLUMNS; k++) {
            rdg_bordered_solve(c.s, b + k * c.size, alone + k * c.size);
        }
        rdg_bordered_solve_columns(c.s, COLUMNS, b, x);
        for (rdg_index j = 0; j < COLUMNS * c.size; j++) {
            const double typical = j % c.size < N ? c.typical[j % c.size] : 1;
            assert_true(fabs(x[j] - alone[j]) <= 1e-11 * (fabs(alone[j]) + typical));
        }
        tear_down_case(&c);
    }
}

static void the_determinant_does_not_see_the_units(void **state)
{
    uint64_t seed = 4;
    bordered_case c;
    set_up_case(*state, &c, 0, false, RDG_LU_DENSE, &seed);
    assert_true(rdg_bordered_factor(c.s, c.A, NULL, c.C, c.typical));
    const rdg_determinant before = rdg_bordered_determinant(c.s);
    for (rdg_index e = 0; e < M * N; e++) { /* millimetres, and newtons for kilonewtons in one row */
        c.A[e] *= (e % M == 2 ? 1e3 : 1) / 1e3;
    }
    for (rdg_index e = 0; e < c.q * N; e++) {
        c.C[e] /= 1e3;
    }
    for (int j = 0; j < N; j++) {
        c.typical[j] *= 1e3;
    }
    assert_true(rdg_bordered_factor(c.s, c.A, NULL, c.C, c.typical));
    assert_near(rdg_bordered_determinant(c.s).log_magnitude, before.log_magnitude, 0, 1e-12);
    assert_near(rdg_bordered_determinant(c.s).sign, before.sign, 0, 0);
    tear_down_case(&c);
}

static void what_is_not_finite_or_singular_is_refused(void **state)
{
    uint64_t seed = 4;
    bordered_case c;
    set_up_case(*state, &c, 1, true, RDG_LU_DENSE, &seed);
    const double poison[] = {NAN, INFINITY, -INFINITY};
    for (int k = 0; k < 3; k++) {
        for (rdg_index e = 0; e < (M + 1) * N; e++) {
            const double kept = c.A[e];
            const bool takes_part = e % (M + 1) < M;
            c.A[e] = poison[k];
            assert_int_equal(rdg_bordered_factor(c.s, c.A, c.B, c.C, c.typical), !takes_part);
            c.A[e] = kept;
        }
        const double kept = c.C[3];
        c.C[3] = poison[k];
        assert_false(rdg_bordered_factor(c.s, c.A, c.B, c.C, c.typical));
        c.C[3] = kept;
    }
    for (int j = 0; j < N; j++) {
        c.C[N + j] = c.C[j]; /* two equal rows */
    }
    assert_false(rdg_bordered_factor(c.s, c.A, c.B, c.C, c.typical));
    tear_down_case(&c);
    rdg_bordered_free(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(both_solves_satisfy_the_unscaled_equations),
        TEST(several_columns_are_solved_as_each_alone),
        TEST(the_determinant_does_not_see_the_units),
        TEST(what_is_not_finite_or_singular_is_refused),
    };
    return cmocka_run_group_tests_name("core: bordered systems", tests, NULL, NULL);
}
