/* Factors of a stiffness matrix with degrees of freedom held: solutions, counts and modes are those of the
 * structure without them. */
#include "fresh_context.h"

#include <ridgewalk/chain.h>
#include <ridgewalk/mechanics.h>
#include <ridgewalk/stiffness_factor.h>

enum { N = 400, HELD = 7, LEFT = N - HELD };

static const rdg_index held[HELD] = {0, 255, 17, 18, 19, 130, N - 1};

static rdg_structure *chain(rdg_context *ctx)
{
    static double mass[N], stiffness[N];
    uint64_t seed = 8;
    for (int i = 0; i < N; i++) {
        mass[i] = 1 + 0.5 * random_signed(&seed);
        stiffness[i] = 2 + random_signed(&seed);
    }
    return rdg_chain_create(ctx, N, mass, stiffness);
}

static void solutions_and_counts_are_those_of_the_rest(void **state)
{
    static double X[LEFT], Y[LEFT];
    uint64_t seed = 9;
    rdg_index count, expected;
    bool definite[2] = {false};
    rdg_structure *whole = chain(*state), *rest = rdg_structure_hold(whole, HELD, held);
    rdg_stiffness_factor *f = rdg_stiffness_factor_create(whole, "test", HELD, held, 0.0, &definite[0]),
                         *g = rdg_stiffness_factor_create(rest, "test", 0, NULL, 0.0, &definite[1]);
    assert_true(definite[0] && definite[1]);
    for (int i = 0; i < LEFT; i++) {
        X[i] = Y[i] = random_signed(&seed);
    }
    assert_ok(*state, rdg_stiffness_factor_solve(f, "test", 1, X));
    assert_ok(*state, rdg_stiffness_factor_solve(g, "test", 1, Y));
    for (int i = 0; i < LEFT; i++) {
        assert_near(X[i], Y[i], 1e-10, 1e-12);
    }
    assert_ok(*state, rdg_stiffness_factor_count(f, "test", 1.1, &count));
    assert_ok(*state, rdg_stiffness_factor_count(g, "test", 1.1, &expected));
    assert_int_equal(count, expected);
    rdg_stiffness_factor_free(f);
    rdg_stiffness_factor_free(g);
}

/* Few by Lanczos's method, many by dense matrices */
static void modes_are_those_of_the_rest(void **state)
{
    const rdg_index counts[2] = {12, 100};
    bool definite = false;
    rdg_structure *whole = chain(*state), *rest = rdg_structure_hold(whole, HELD, held);
    for (int k = 0; k < 2; k++) {
        static double omega[N], expected[N], shape[N * N], other[N * N];
        rdg_stiffness_factor *f = rdg_stiffness_factor_create(whole, "test", HELD, held, 0.0, &definite);
        assert_ok(*state, rdg_stiffness_factor_modes(f, counts[k], omega, shape));
        assert_ok(*state, rdg_structure_modes(rest, 0, NULL, counts[k], expected, other));
        for (rdg_index a = 0; a < counts[k]; a++) {
            assert_near(omega[a], expected[a], 1e-10, 0);
        }
        for (int i = 0; i < LEFT; i++) { /* the lowest shape, but for its sign */
            assert_near(fabs(shape[i]), fabs(other[i]), 0, 1e-8);
        }
        rdg_stiffness_factor_free(f);
    }
}

static void what_cannot_be_held_is_refused(void **state)
{
    bool definite = false;
    rdg_structure *s = chain(*state);
    assert_null(rdg_stiffness_factor_create(s, "test", 2, (const rdg_index[]){3, 3}, 0.0, &definite));
    assert_failed(*state, RDG_ERR_ARGUMENT, "is given twice");
    assert_null(rdg_stiffness_factor_create(s, "test", N, held, 0.0, &definite));
    assert_failed(*state, RDG_ERR_ARGUMENT, "can be held, not 400");
    assert_null(rdg_stiffness_factor_create(s, "test", 1, NULL, 0.0, &definite));
    assert_failed(*state, RDG_ERR_ARGUMENT, "can be held, not 1");
    assert_null(rdg_stiffness_factor_create(s, "test", -1, held, 0.0, &definite));
    assert_failed(*state, RDG_ERR_ARGUMENT, "can be held, not -1");
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(solutions_and_counts_are_those_of_the_rest),
                                       TEST(modes_are_those_of_the_rest),
                                       TEST(what_cannot_be_held_is_refused)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
