/* link: -Wl,--wrap=klu_l_factor */
/* Factors that have lost digits, and solutions that are corrected. */
#include "support.h"

#include "fresh_context.h"

#include "counted_klu.h"
#include "entry_matrix.h"

/* Chains (-1, 2, -1), side by side, each with a stiffness from its ends: 0 makes it singular. */
static matrix singular_chains(rdg_context *ctx, rdg_index chains, rdg_index length, uint64_t *seed)
{
    matrix a = {.n = chains * length + 1};
    for (rdg_index k = 0; k < chains * length; k++) {
        const bool is_end = k % length == 0 || k % length == length - 1;
        put(&a, k, k, is_end ? 1.0 : 2.0);
        if (k % length > 0) {
            put(&a, k, k - 1, -1.0);
            put(&a, k - 1, k, -1.0);
        }
    }
    put_border(&a, seed);
    finish(ctx, &a);
    return a;
}

static void stiffen(matrix *a, rdg_index chain, rdg_index length, double stiffness)
{
    const rdg_index at = chain * length;
    for (rdg_index e = 0; e < a->count; e++) {
        if (a->row[e] == at && a->col[e] == at) {
            a->entry[e] = 1.0 + stiffness;
        }
    }
    take_values(a);
}

/* Behind a fold the interior is nearly singular, the whole is not: a pivot of the dense row would fill the
 * matrix. The factors stay sparse, their solutions are corrected. */
static void an_interior_that_is_nearly_singular_is_not_filled(void **state)
{
    uint64_t seed = 15;
    const rdg_index length = 1500;
    matrix a = singular_chains(*state, 1, length, &seed);
    rdg_lu *lu = rdg_lu_create(*state, a.pattern, RDG_LU_KLU),
           *full = rdg_lu_create(*state, a.pattern, RDG_LU_DENSE);
    stiffen(&a, 0, length, 1.0);
    assert_true(rdg_lu_factor(lu, a.values));
    chosen = 0;
    for (int digits = 6; digits < 17; digits++) {
        for (int side = -1; side <= 1; side += 2) {
            stiffen(&a, 0, length, digits == 16 ? 0.0 : side * pow(10.0, -digits));
            assert_true(rdg_lu_factor(lu, a.values));
            assert_true(worst_solution(lu, &a, &seed) < 1e-12);
            assert_true(chosen <= (digits > 10)); /* a pivot that is nothing but rounding is replaced */
            if (digits == 12) {
                assert_true(rdg_lu_factor(full, a.values));
                const rdg_determinant d = rdg_lu_determinant(lu), reference = rdg_lu_determinant(full);
                assert_true(d.sign == reference.sign);
                assert_true(fabs(d.log_magnitude - reference.log_magnitude) < 1e-4);
            }
        }
    }
    rdg_lu_free(full);
    rdg_lu_free(lu);
    discard(&a);
}

/* One border regularises one chain, not two: the sparse factors do not pass for good ones. */
static void a_border_does_not_hide_that_the_whole_is_singular(void **state)
{
    uint64_t seed = 16;
    const rdg_index length = 700;
    matrix a = singular_chains(*state, 2, length, &seed);
    rdg_lu *lu = rdg_lu_create(*state, a.pattern, RDG_LU_KLU);
    for (int turn = 0; turn < 4; turn++) {
        stiffen(&a, 0, length, 1.0);
        stiffen(&a, 1, length, 0.7);
        assert_true(rdg_lu_factor(lu, a.values));
        stiffen(&a, 0, length, turn == 3 ? -1e-15 : 0.0);
        stiffen(&a, 1, length, turn == 0 ? 0.0 : turn == 1 ? 1e-15 : -1e-15);
        assert_false(rdg_lu_factor(lu, a.values));
    }
    rdg_lu_free(lu);
    discard(&a);
}

/* Chains of any stiffness in columns of any unit, one matrix behind the other. What is accepted is solved,
 * what has three digits is accepted, and what has none is not. */
static void any_sequence_of_matrices_is_solved_or_refused(void **state)
{
    uint64_t seed = 17;
    const rdg_index length = 150;
    int accepted = 0, refused = 0;
    for (int family = 0; family < 6; family++) {
        matrix a = singular_chains(*state, 2, length, &seed);
        rdg_lu *lu = rdg_lu_create(*state, a.pattern, RDG_LU_KLU);
        const double phase = 3.0 * random_signed(&seed), decades = 2.0 * family / 5.0;
        for (int turn = 0; turn < 60; turn++) {
            double largest = 0.0;
            for (int chain = 0; chain < 2; chain++) {
                const double digits = turn % 7 ? 9.0 + 9.0 * random_signed(&seed) : 18.0;
                const double stiffness =
                    random_signed(&seed) < 0.0 ? -pow(10.0, -digits) : pow(10.0, -digits);
                stiffen(&a, chain, length, stiffness);
                largest = fmax(largest, fabs(stiffness));
            }
            for (rdg_index c = 0; c < a.n; c++) {
                const double unit = pow(10.0, decades * sin(0.1 * (double)c + phase));
                for (rdg_index e = a.pattern->start[c]; e < a.pattern->start[c + 1]; e++) {
                    a.values[e] *= unit;
                }
            }
            if (random_signed(&seed) < -0.8) {
                rdg_lu_forget(lu);
            }
            const bool is_good = rdg_lu_factor(lu, a.values);
            accepted += is_good;
            refused += !is_good;
            assert_true(is_good || largest < 1e-7);
            assert_false(is_good && largest < 1e-16);
            assert_true(!is_good || worst_solution(lu, &a, &seed) < 1e-9);
        }
        rdg_lu_free(lu);
        discard(&a);
    }
    assert_true(accepted > 100 && refused > 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(an_interior_that_is_nearly_singular_is_not_filled),
        TEST(a_border_does_not_hide_that_the_whole_is_singular),
        TEST(any_sequence_of_matrices_is_solved_or_refused),
    };
    return cmocka_run_group_tests_name("core: corrected solutions", tests, NULL, NULL);
}
