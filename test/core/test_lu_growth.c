/* Entries that grow during elimination cost the solutions digits: matrices that lead each way of
 * factorisation into it, though they are regular, lose none. */
#include "fresh_context.h"
#include "problems.h"

#include "lu_impl.h"
#include "sparse.h"

enum { MOST = 320, MOST_ENTRIES = 40000 };

/* Dense values, column-major, and which of them are entries. */
typedef struct sample {
    rdg_index n, count;
    bool is[MOST * MOST];
    double A[MOST * MOST], values[MOST_ENTRIES];
    rdg_index row[MOST_ENTRIES], col[MOST_ENTRIES], place[MOST_ENTRIES];
} sample;

static sample a;

static rdg_pattern *pattern_of(rdg_context *ctx)
{
    a.count = 0;
    for (rdg_index e = 0; e < a.n * a.n; e++) {
        if (a.is[e]) {
            a.row[a.count] = e % a.n;
            a.col[a.count++] = e / a.n;
        }
    }
    return rdg_pattern_create(ctx, a.n, a.n, a.count, a.row, a.col, a.place);
}

/* Rows are made as large as each other. */
static void take_values(void)
{
    for (rdg_index i = 0; i < a.n; i++) {
        double largest = 0.0;
        for (rdg_index j = 0; j < a.n; j++) {
            largest = fmax(largest, fabs(a.A[i + a.n * j]));
        }
        for (rdg_index j = 0; j < a.n; j++) {
            a.A[i + a.n * j] /= largest;
        }
    }
    for (rdg_index e = 0; e < a.count; e++) {
        a.values[a.place[e]] = a.A[a.row[e] + a.n * a.col[e]];
    }
}

static void put_random_values(uint64_t *seed)
{
    for (rdg_index e = 0; e < a.n * a.n; e++) {
        a.A[e] = a.is[e] ? random_signed(seed) : 0.0;
    }
}

/* The largest of the residuals, by the largest row of |A| |x| + |b|. */
static double residual(bool transposed, const double *x, const double *b)
{
    double worst = 0.0, size = 0.0;
    for (rdg_index i = 0; i < a.n; i++) {
        double sum = -b[i], terms = fabs(b[i]);
        for (rdg_index j = 0; j < a.n; j++) {
            const double term = (transposed ? a.A[j + a.n * i] : a.A[i + a.n * j]) * x[j];
            sum += term;
            terms += fabs(term);
        }
        worst = fmax(worst, fabs(sum));
        size = fmax(size, terms);
    }
    return worst / size;
}

static void assert_solved(rdg_lu *lu, uint64_t *seed, double tolerance)
{
    double b[MOST], x[MOST];
    for (int transposed = 0; transposed < 2; transposed++) {
        for (rdg_index i = 0; i < a.n; i++) {
            b[i] = random_signed(seed);
        }
        rdg_lu_solve(lu, transposed, b, x);
        assert_true(residual(transposed, x, b) < tolerance);
    }
}

/* Arrows with a diagonal that is small, by turns more or less: the last pivots show the growth, or what is
 * below them. */
static void pivots_of_klu_that_make_others_grow_are_replaced(void **state)
{
    uint64_t seed = 23;
    for (int s = 0; s < 300; s++) {
        const rdg_index wide = 1 + s % 3;
        a.n = 7 + s % 20;
        for (rdg_index e = 0; e < a.n * a.n; e++) {
            const rdg_index i = e % a.n, j = e / a.n;
            a.is[e] = i == j || i < wide || j < wide;
        }
        rdg_pattern *p = pattern_of(*state);
        rdg_lu *lu = rdg_lu_create(*state, p, s % 2 ? RDG_LU_SPARSE : RDG_LU_KLU);
        for (int again = 0; again < 4; again++) {
            const double small = pow(10.0, -5.0 + 5.0 * random_signed(&seed));
            put_random_values(&seed);
            for (rdg_index i = 0; i < a.n; i++) {
                a.A[i + a.n * i] *= random_signed(&seed) > 0.0 ? small : 1.0;
            }
            take_values();
            if (rdg_lu_factor(lu, a.values)) { /* two small ones make it singular */
                assert_solved(lu, &seed, 1e-10);
            }
        }
        rdg_lu_free(lu);
        rdg_pattern_free(p);
    }
}

/* Pairs of columns that only the border's row tells apart. */
static void groups_that_only_borders_make_regular_are_left_to_all_rows(void **state)
{
    uint64_t seed = 29;
    for (int s = 0; s < 100; s++) {
        const rdg_index bad = 2 * (s % 20), apart = s % 10;
        a.n = 71 + 2 * (s % 7);
        for (rdg_index e = 0; e < a.n * a.n; e++) {
            const rdg_index i = e % a.n, j = e / a.n;
            a.is[e] = i / 2 == j / 2 || i == a.n - 1 || j == a.n - 1;
        }
        rdg_pattern *p = pattern_of(*state);
        rdg_lu *lu = rdg_lu_create(*state, p, RDG_LU_AUTO);
        assert_ptr_equal(lu->ops, &rdg_lu_condensed_ops);
        put_random_values(&seed);
        for (rdg_index i = bad; i < bad + 2; i++) {
            a.A[i + a.n * (bad + 1)] =
                a.A[i + a.n * bad] + pow(10.0, -4.0 - (double)apart) * random_signed(&seed);
        }
        take_values();
        assert_true(rdg_lu_factor(lu, a.values));
        assert_solved(lu, &seed, 1e-10);
        rdg_lu_free(lu);
        rdg_pattern_free(p);
    }
}

/* Blocks in a row and the condition that both ends are equal: UMFPACK takes pivots from the diagonal. */
static void fronts_that_grow_are_made_with_the_greatest_pivots(void **state)
{
    uint64_t seed = 31;
    for (int s = 0; s < 120; s++) {
        const rdg_index states = 2 + s % 3, block = states * (2 + s % 4), rows = 300 / block * block;
        a.n = rows + states;
        memset(a.is, 0, sizeof a.is);
        for (rdg_index i = 0; i < a.n; i++) {
            const rdg_index first = i / block * block;
            for (rdg_index j = first; i < rows && j < first + block + states; j++) {
                a.is[i + a.n * j] = true;
            }
            if (i >= rows) {
                a.is[i + a.n * (i - rows)] = a.is[i + a.n * i] = true;
            }
        }
        rdg_pattern *p = pattern_of(*state);
        rdg_lu *lu = rdg_lu_create(*state, p, RDG_LU_UMFPACK);
        for (int again = 0; again < 2; again++) {
            put_random_values(&seed);
            take_values();
            assert_true(rdg_lu_factor(lu, a.values));
            assert_solved(lu, &seed, 1e-10);
        }
        rdg_lu_free(lu);
        rdg_pattern_free(p);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(pivots_of_klu_that_make_others_grow_are_replaced),
        TEST(groups_that_only_borders_make_regular_are_left_to_all_rows),
        TEST(fronts_that_grow_are_made_with_the_greatest_pivots),
    };
    return cmocka_run_group_tests_name("core: growth during elimination", tests, NULL, NULL);
}
