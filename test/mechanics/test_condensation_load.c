/* Loads on all degrees of freedom, condensed along: against the full model, differences and other ways. */
#include "fresh_context.h"
#include "full_model.h"

enum { N = 40, KEPT = 3 };

static const rdg_interior_method methods[] = {RDG_INTERIOR_MODAL, RDG_INTERIOR_DENSE, RDG_INTERIOR_SPARSE,
                                              RDG_INTERIOR_KRYLOV};

typedef struct loaded_beam {
    rdg_structure *beam;
    rdg_index kept[KEPT];
    rdg_condensation *c;
    double cosine[N], sine[N]; /* forces at deflections, moments a hundredth of them */
    rdg_index load;
} loaded_beam;

static loaded_beam create(rdg_context *ctx, rdg_interior_method method, uint64_t *seed)
{
    loaded_beam l = {.beam = rdg_beam_create(ctx, NULL)};
    assert_ok(ctx, rdg_damping_proportional(l.beam, 3.7, 1.5e-5));
    for (int b = 0; b < KEPT; b++) {
        l.kept[b] = rdg_beam_deflection(l.beam, (rdg_index[]){12, 5, 20}[b]);
    }
    for (int i = 0; i < N; i++) {
        l.cosine[i] = random_signed(seed) * (i % 2 ? 0.01 : 1);
        l.sine[i] = random_signed(seed) * (i % 2 ? 0.01 : 1);
    }
    l.c = rdg_condensation_create_with(l.beam, KEPT, l.kept, method);
    l.load = rdg_condensation_add_load(l.c, l.cosine, l.sine);
    assert_ok(ctx, rdg_error_status(ctx));
    return l;
}

/* All of q under the load, q_b = 0 .. KEPT - 1 of it handed to the condensation: D q_b = f, and q is found.
 */
static void a_condensed_load_moves_the_beam_like_the_full_one(void **state)
{
    static number Z[N * N], q[N];
    uint64_t seed = 411;
    for (int trial = 0; trial < 45; trial++) {
        const loaded_beam l = create(*state, methods[trial % 4], &seed);
        const rdg_index k = trial % 5;
        const double omega = 2500 * (1 + random_signed(&seed)) + 1, factor = 1.7;
        double D[2 * KEPT * KEPT], f[2 * KEPT], kept_cs[2 * KEPT], full_cs[2 * N];
        for (int i = 0; i < N; i++) {
            q[i] = factor * (l.cosine[i] - I * l.sine[i]);
        }
        full_dynamic_stiffness(l.beam, (long double)k * omega, Z);
        full_solve(N, Z, q);
        assert_int_equal(rdg_condensation_evaluate(l.c, k, omega, D, NULL, NULL), 0);
        assert_int_equal(rdg_condensation_evaluate_load(l.c, l.load, k, omega, f, NULL, NULL), 0);
        for (int a = 0; a < KEPT; a++) {
            number residual = -factor * (f[a] - I * f[KEPT + a]);
            long double size = cabsl(residual);
            for (int b = 0; b < KEPT; b++) {
                const number term = (D[a + KEPT * b] + I * D[KEPT * KEPT + a + KEPT * b]) * q[l.kept[b]];
                residual += term;
                size += cabsl(term);
            }
            assert_near((double)cabsl(residual), 0, 0, 1e-11 * (double)size);
            kept_cs[a] = (double)creall(q[l.kept[a]]);
            kept_cs[KEPT + a] = -(double)cimagl(q[l.kept[a]]);
        }
        assert_int_equal(rdg_condensation_expand(l.c, k, omega, kept_cs, 1,
                                                 &(rdg_load_factor){.load = l.load, .factor = factor},
                                                 full_cs),
                         0);
        long double size = 0;
        for (int i = 0; i < N; i += 2) {
            size = fmaxl(size, cabsl(q[i]));
        }
        for (int i = 0; i < N; i++) {
            assert_near((double)cabsl(full_cs[i] - I * full_cs[N + i] - q[i]), 0, 0,
                        1e-11 * (double)size * (i % 2 ? 100 : 1));
        }
    }
}

static void the_derivatives_agree_with_differences(void **state)
{
    uint64_t seed = 5;
    for (int trial = 0; trial < 60; trial++) {
        const loaded_beam l = create(*state, methods[trial % 4], &seed);
        const double omega = 1500 * (1 + random_signed(&seed)) + 300, h = 0.5;
        const double weight[4] = {1.0 / 12, -8.0 / 12, 8.0 / 12, -1.0 / 12};
        double f[3][2 * KEPT], at[3][2 * KEPT], difference[2][2 * KEPT] = {{0}};
        const rdg_index k = trial % 4;
        assert_int_equal(rdg_condensation_evaluate_load(l.c, l.load, k, omega, f[0], f[1], f[2]), 0);
        for (int i = 0; i < 4; i++) {
            const double there = omega + (i < 2 ? i - 2 : i - 1) * h;
            assert_int_equal(rdg_condensation_evaluate_load(l.c, l.load, k, there, at[0], at[1], at[2]), 0);
            for (int e = 0; e < 4 * KEPT; e++) {
                difference[e / (2 * KEPT)][e % (2 * KEPT)] +=
                    weight[i] * at[e / (2 * KEPT)][e % (2 * KEPT)] / h;
            }
        }
        for (int order = 1; order < 3; order++) {
            double size = 0, below = 0;
            for (int e = 0; e < 2 * KEPT; e++) {
                size = fmax(size, fabs(f[order][e]));
                below = fmax(below, fabs(f[order - 1][e]));
            }
            for (int e = 0; e < 2 * KEPT; e++) {
                assert_near(f[order][e], difference[order - 1][e], 0, 1e-8 * size + 1e-13 * below / h);
            }
        }
    }
}

/* A motion of the ground: what an interior mass misses of it is the same by all ways. */
static void a_free_interior_is_loaded_by_factors(void **state)
{
    const double M[4] = {1.3, 0, 0, 0.9}, K[4] = {2.1, 0, 0, 0};
    rdg_structure *s = rdg_structure_create(*state, "free mass", 2, M, NULL, K);
    rdg_condensation *c = rdg_condensation_create(s, 1, (rdg_index[]){0});
    double f[2], full[4];
    assert_int_equal(rdg_condensation_add_load(c, (double[]){0.4, 2.0}, NULL), 0);
    assert_int_equal(rdg_condensation_evaluate_load(c, 0, 1, 1.1, f, NULL, NULL), 0);
    assert_near(f[0], 0.4, 1e-14, 0);
    const rdg_load_factor half = {.load = 0, .factor = 0.5};
    assert_int_equal(rdg_condensation_expand(c, 1, 1.1, (double[]){0.3, 0.1}, 1, &half, full), 0);
    assert_near(full[1], -1.0 / (0.9 * 1.1 * 1.1), 1e-14, 0);
    assert_true(rdg_condensation_evaluate_load(c, 0, 0, 1.1, f, NULL, NULL) > 0); /* it falls for ever */
    assert_true(rdg_condensation_evaluate_load(c, 0, 1, NAN, f, NULL, NULL) > 0);
    assert_true(rdg_condensation_evaluate_load(c, 1, 1, 1.1, f, NULL, NULL) < 0);
    assert_true(rdg_condensation_expand(c, 1, 1.1, (double[]){0.3, 0.1}, 1,
                                        &(rdg_load_factor){.load = 1, .factor = 1.0}, full) < 0);
    assert_int_equal(rdg_condensation_add_load(c, NULL, NULL), -1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_condensed_load_moves_the_beam_like_the_full_one),
        TEST(the_derivatives_agree_with_differences),
        TEST(a_free_interior_is_loaded_by_factors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
