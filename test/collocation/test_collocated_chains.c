/* Chains of oscillators with little damping: at each of their resonances a pair of multipliers passes 1
 * closely, and the determinant dips. Where all are alike and driven in the same way, other motions branch
 * off. */
#include "orbits.h"

enum { MOST_MASSES = 6, MOST_POINTS = 16 };

typedef struct chain {
    rdg_index masses;
    double damping, cubic, coupling, force;
    bool is_alike; /* all are driven; else the first one is, and both ends are fixed */
} chain;

static int chain_f(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    const chain *c = data;
    const rdg_index k = c->masses;
    (void)m;
    for (rdg_index i = 0; i < k; i++) {
        const double left = i > 0 ? u[i] - u[i - 1] : c->is_alike ? 0.0 : u[i];
        const double right = i + 1 < k ? u[i] - u[i + 1] : c->is_alike ? 0.0 : u[i];
        const double drive = c->is_alike || i == 0 ? c->force * cos(u[n - 1]) : 0.0;
        y[i] = u[k + i];
        y[k + i] = -c->damping * u[k + i] - u[i] - c->cubic * u[i] * u[i] * u[i] -
                   c->coupling * (left + right) + drive;
    }
    return 0;
}

static int chain_df(rdg_index n, const double *u, rdg_index m, double *J, void *data)
{
    const chain *c = data;
    const rdg_index k = c->masses;
    for (rdg_index i = 0; i < k; i++) {
        const double springs = c->is_alike ? (i > 0 ? 1.0 : 0.0) + (i + 1 < k ? 1.0 : 0.0) : 2.0;
        J[i + m * (k + i)] = 1.0;
        J[k + i + m * (k + i)] = -c->damping;
        J[k + i + m * i] = -1.0 - 3.0 * c->cubic * u[i] * u[i] - springs * c->coupling;
        if (i > 0) {
            J[k + i + m * (i - 1)] = c->coupling;
        }
        if (i + 1 < k) {
            J[k + i + m * (i + 1)] = c->coupling;
        }
        J[k + i + m * (n - 1)] = c->is_alike || i == 0 ? -c->force * sin(u[n - 1]) : 0.0;
    }
    return 0;
}

typedef struct found {
    int count;
    double at[MOST_POINTS];
    long rejected;
} found;

static found branch_points(rdg_context *ctx, chain *c, double from, double to, double longest)
{
    found f = {.count = 0};
    rdg_run_summary sum = {0};
    const rdg_hybrid_function field = {.f = chain_f, .df = chain_df, .data = c};
    rdg_hybrid *h =
        rdg_hybrid_smooth(ctx, "chain", 2 * c->masses, &field, RDG_PARAMETERS("omega"), &from, "omega");
    rdg_problem *p = rdg_collocation_problem(
        rdg_collocation_create(h, &(rdg_collocation_options){.intervals = 30, .adapt = 3}));
    assert_ok(ctx, rdg_continue(p, "chain", RDG_RELEASE("omega"), RDG_WINDOW("omega", from, to),
                                RDG_STEP(fmin(0.05, longest), 1e-6, longest), RDG_SUMMARY(&sum),
                                RDG_MAX_POINTS(2000), RDG_IN_MEMORY));
    assert_true(sum.covered);
    f.rejected = sum.rejected;
    rdg_run *run = rdg_run_open(ctx, "chain");
    for (rdg_index row; f.count < MOST_POINTS && (row = rdg_run_find(run, "BP", f.count)) >= 0;) {
        f.at[f.count++] = rdg_run_column(run, "omega")[row];
    }
    rdg_run_free(run);
    return f;
}

static void branch_points_are_found_with_long_steps_and_with_short_ones(void **state)
{
    const int expected[] = {2, 4};
    uint64_t seed = 4;
    for (int k = 0; k < 2; k++) {
        chain c = {.masses = 2 + k,
                   .damping = 0.06 + 0.01 * random_signed(&seed),
                   .cubic = 0.4 + 0.1 * random_signed(&seed),
                   .coupling = 0.07 + 0.02 * random_signed(&seed),
                   .force = 0.3,
                   .is_alike = true};
        const found far = branch_points(*state, &c, 1.0, 2.0, 0.2);
        const found near = branch_points(*state, &c, 1.0, 2.0, 0.08);
        print_message("%d: %d and %d, %ld steps rejected\n", k, far.count, near.count, far.rejected);
        assert_int_equal(near.count, expected[k]);
        assert_int_equal(far.count, near.count);
        for (int i = 0; i < far.count; i++) {
            assert_near(far.at[i], near.at[i], 0.0, 1e-7);
        }
    }
}

static void resonances_are_no_branch_points(void **state)
{
    chain c = {.masses = MOST_MASSES, .damping = 0.02, .cubic = 0.1, .coupling = 0.5, .force = 0.1};
    const found f = branch_points(*state, &c, 0.5, 0.75, 0.2);
    print_message("%ld steps rejected\n", f.rejected);
    assert_int_equal(f.count, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(branch_points_are_found_with_long_steps_and_with_short_ones),
        TEST(resonances_are_no_branch_points),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
