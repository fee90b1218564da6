/* Sparsity patterns: merged, sorted, checked. */
#include "problems.h"

#include "sparse.h"

static void entries_are_sorted_and_merged_and_know_their_place(void **state)
{
    const rdg_index row[] = {2, 0, 2, 1, 0, 2}, col[] = {3, 0, 1, 3, 0, 3};
    rdg_index place[6];
    rdg_pattern *p = rdg_pattern_create(*state, 3, 4, 6, row, col, place);
    assert_int_equal(rdg_pattern_count(p), 4);
    assert_memory_equal(p->start, ((rdg_index[]){0, 1, 2, 2, 4}), 5 * sizeof(rdg_index));
    assert_memory_equal(p->row, ((rdg_index[]){0, 2, 1, 2}), 4 * sizeof(rdg_index));
    assert_memory_equal(place, ((rdg_index[]){3, 0, 1, 2, 0, 3}), sizeof place);
    rdg_pattern_free(p);
}

/* The matrix that is summed up place by place is that summed up entry by entry. */
static void random_entries_keep_their_matrix(void **state)
{
    uint64_t seed = 3;
    for (int s = 0; s < 200; s++) {
        enum { MOST = 60 };
        const rdg_index rows = 1 + (rdg_index)(4 * (1 + random_signed(&seed)));
        const rdg_index cols = 1 + (rdg_index)(4 * (1 + random_signed(&seed)));
        const rdg_index count = (rdg_index)(0.5 * MOST * (1 + random_signed(&seed)));
        rdg_index row[MOST], col[MOST], place[MOST];
        double dense[81] = {0}, values[MOST] = {0};
        for (rdg_index e = 0; e < count; e++) {
            row[e] = (rdg_index)(0.4999 * (double)rows * (1 + random_signed(&seed)));
            col[e] = (rdg_index)(0.4999 * (double)cols * (1 + random_signed(&seed)));
        }
        rdg_pattern *p = rdg_pattern_create(*state, rows, cols, count, row, col, place);
        assert_true(rdg_pattern_is_valid(p));
        for (rdg_index e = 0; e < count; e++) {
            const double value = random_signed(&seed);
            dense[row[e] + rows * col[e]] += value;
            values[place[e]] += value;
        }
        for (rdg_index j = 0; j < cols; j++) {
            for (rdg_index k = p->start[j]; k < p->start[j + 1]; k++) {
                assert_near(values[k], dense[p->row[k] + rows * j], 1e-15, 1e-15);
                dense[p->row[k] + rows * j] = 0;
            }
        }
        for (rdg_index k = 0; k < rows * cols; k++) {
            assert_near(dense[k], 0, 0, 1e-15);
        }
        rdg_pattern_free(p);
    }
}

static void a_matrix_without_entries_is_a_matrix(void **state)
{
    rdg_pattern *p = rdg_pattern_create(*state, 2, 3, 0, NULL, NULL, NULL);
    assert_int_equal(rdg_pattern_count(p), 0);
    assert_memory_equal(p->start, ((rdg_index[]){0, 0, 0, 0}), 4 * sizeof(rdg_index));
    rdg_pattern *copy = rdg_pattern_copy(*state, p);
    assert_int_equal(rdg_pattern_count(copy), 0);
    rdg_pattern_free(copy);
    rdg_pattern_free(p);
    rdg_pattern_free(NULL);
}

static void an_entry_outside_the_matrix_is_refused(void **state)
{
    const struct {
        rdg_index row, col;
    } bad[] = {{-1, 0}, {3, 0}, {0, -1}, {0, 4}};
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
        const rdg_index row[] = {1, bad[k].row}, col[] = {1, bad[k].col};
        assert_null(rdg_pattern_create(*state, 3, 4, 2, row, col, NULL));
        char words[80];
        snprintf(words, sizeof words, "entry 1 is in row %d, column %d, outside", (int)bad[k].row,
                 (int)bad[k].col);
        assert_failed(*state, RDG_ERR_ARGUMENT, words);
    }
    assert_null(rdg_pattern_create(*state, -3, 4, 0, NULL, NULL, NULL));
    assert_failed(*state, RDG_ERR_ARGUMENT, "-3 rows");
}

static void a_dense_pattern_is_column_major(void **state)
{
    rdg_pattern *p = rdg_pattern_dense(*state, 2, 3);
    assert_memory_equal(p->start, ((rdg_index[]){0, 2, 4, 6}), 4 * sizeof(rdg_index));
    assert_memory_equal(p->row, ((rdg_index[]){0, 1, 0, 1, 0, 1}), 6 * sizeof(rdg_index));
    rdg_pattern_free(p);
}

static void a_pattern_out_of_order_is_not_valid(void **state)
{
    const rdg_index start[] = {0, 2, 3}, row[] = {0, 2, 1};
    const rdg_pattern good = {3, 2, start, row};
    assert_true(rdg_pattern_is_valid(&good));
    const rdg_pattern bad[] = {
        {2, 2, start, row},                     /* a row too large */
        {3, 2, (rdg_index[]){1, 2, 3}, row},    /* does not begin with 0 */
        {3, 2, (rdg_index[]){0, 2, 1}, row},    /* falls */
        {3, 2, start, (rdg_index[]){2, 0, 1}},  /* rows fall */
        {3, 2, start, (rdg_index[]){1, 1, 1}},  /* a row twice */
        {3, 2, start, (rdg_index[]){-1, 2, 1}}, /* a negative row */
        {3, 2, NULL, row},
        {3, 2, start, NULL},
        {-1, 2, start, row},
        {3, -2, start, row},
    };
    assert_false(rdg_pattern_is_valid(NULL));
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
        assert_false(rdg_pattern_is_valid(&bad[k]));
        assert_null(rdg_pattern_copy(*state, &bad[k]));
        assert_failed(*state, RDG_ERR_ARGUMENT, "not in order");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(entries_are_sorted_and_merged_and_know_their_place),
        TEST(random_entries_keep_their_matrix),
        TEST(a_matrix_without_entries_is_a_matrix),
        TEST(an_entry_outside_the_matrix_is_refused),
        TEST(a_dense_pattern_is_column_major),
        TEST(a_pattern_out_of_order_is_not_valid),
    };
    return cmocka_run_group_tests_name("core: sparsity patterns", tests, NULL, NULL);
}
