/* Elimination of columns of small blocks beside LAPACK's, and solutions with the factors. */
#include "problems.h"

#include "panel.h"

#include <lapacke.h>

enum { MOST = RDG_PANEL_MOST, COLS = 60 };

typedef struct block {
    rdg_index lead, r, k, cols;
    double A[MOST * COLS], kept[MOST * COLS];
    int pivot[MOST];
} block;

static void fill(block *b, uint64_t *seed, rdg_index rows, rdg_index r, rdg_index k)
{
    b->lead = rdg_panel_lead(rows);
    b->r = r;
    b->k = k;
    b->cols = k + (rdg_index)(7.0 + 7.0 * random_signed(seed));
    memset(b->A, 0, sizeof b->A);
    for (rdg_index j = 0; j < b->cols; j++) {
        for (rdg_index i = 0; i < rows; i++) {
            b->A[i + b->lead * j] = random_signed(seed);
        }
    }
    memcpy(b->kept, b->A, sizeof b->A);
}

/* Of a square block: all columns eliminated, or as many as there are rows. */
static void factors_are_lapacks(void **state)
{
    (void)state;
    static block b;
    uint64_t seed = 5;
    for (int trial = 0; trial < 2000; trial++) {
        const rdg_index r = 1 + trial % MOST;
        int theirs[MOST];
        fill(&b, &seed, r, r, r);
        assert_true(rdg_panel_eliminate(b.lead, r, r, b.cols, b.A, b.pivot));
        assert_int_equal(LAPACKE_dgetrf_work(LAPACK_COL_MAJOR, (int)r, (int)r, b.kept, (int)b.lead, theirs),
                         0);
        for (rdg_index j = 0; j < r; j++) {
            assert_int_equal(b.pivot[j], theirs[j]);
            for (rdg_index i = 0; i < r; i++) {
                assert_near(b.A[i + b.lead * j], b.kept[i + b.lead * j], 0.0, 1e-9);
            }
        }
    }
}

/* Rows that take no part in the choice of pivots, columns that are not eliminated: unknowns that are chosen,
 * their right-hand side, and what comes back. */
static void unknowns_come_back(void **state)
{
    (void)state;
    static block b;
    uint64_t seed = 6;
    for (int trial = 0; trial < 4000; trial++) {
        const rdg_index r = 1 + trial % 38, rows = r + trial % 5, k = 1 + trial / 7 % r;
        double x[COLS], t[MOST] = {0.0}, found[MOST], schur[MOST] = {0.0};
        fill(&b, &seed, rows, r, k);
        for (rdg_index j = 0; j < b.cols; j++) {
            x[j] = random_signed(&seed);
            for (rdg_index i = 0; i < rows; i++) {
                t[i] += b.A[i + b.lead * j] * x[j];
            }
        }
        assert_true(rdg_panel_eliminate(b.lead, r, k, b.cols, b.A, b.pivot));
        for (rdg_index l = 0; l < k; l++) {
            const double kept = t[l];
            assert_in_range(b.pivot[l], l + 1, r);
            t[l] = t[b.pivot[l] - 1];
            t[b.pivot[l] - 1] = kept;
        }
        rdg_panel_forward(b.lead, k, b.A, t);
        for (rdg_index j = k; j < b.cols; j++) { /* what is left of the rows is what is left of the block */
            for (rdg_index i = k; i < rows; i++) {
                schur[i] += b.A[i + b.lead * j] * x[j];
            }
        }
        for (rdg_index i = k; i < rows; i++) {
            assert_near(t[i], schur[i], 0.0, 1e-8);
        }
        rdg_panel_backward(b.lead, k, b.cols - k, b.A, x + k, t, found);
        for (rdg_index l = 0; l < k; l++) {
            assert_near(found[l], x[l], 0.0, 1e-8);
        }
    }
}

static void a_column_of_zeros_is_refused(void **state)
{
    (void)state;
    static block b;
    uint64_t seed = 7;
    for (rdg_index r = 2; r <= MOST; r++) {
        fill(&b, &seed, r, r - 1, r - 1);
        for (rdg_index i = 0; i < r - 1; i++) {
            b.A[i + b.lead * (r - 2)] = r > 2 ? b.A[i] : 0.0; /* as the first one, but for the row behind */
        }
        if (r > 2) {
            b.A[r - 1 + b.lead * (r - 2)] = 1.0 + b.A[r - 1];
            assert_true(!rdg_panel_eliminate(b.lead, r - 1, r - 1, b.cols, b.A, b.pivot) ||
                        fabs(b.A[r - 2 + b.lead * (r - 2)]) < 1e-14);
        } else {
            assert_false(rdg_panel_eliminate(b.lead, 1, 1, b.cols, b.A, b.pivot));
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(factors_are_lapacks),
        cmocka_unit_test(unknowns_come_back),
        cmocka_unit_test(a_column_of_zeros_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
