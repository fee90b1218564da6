/* Frequency responses of coupled parts against those of the whole. */
#define _XOPEN_SOURCE 700

#include "halves.h"
#include "saddle.h"
#include "scratch.h"

#include <ridgewalk/component.h>
#include <ridgewalk/condensation.h>
#include <ridgewalk/coupled_frf.h>
#include <ridgewalk/coupling.h>

#define TWO_PI 6.283185307179586476925286766559

static const char *const tip[] = {"right.tip"};

/* Both halves with C = 1.5e-5 K and names for the two motions of the cut */
static rdg_coupled_frf *two_halves(rdg_context *ctx)
{
    rdg_coupled_frf *f = rdg_coupled_frf_create(ctx);
    for (int p = 0; p < 2; p++) {
        rdg_structure *s = p ? free_half(ctx) : clamped_half(ctx);
        assert_ok(ctx, rdg_damping_proportional(s, 0, 1.5e-5));
        assert_ok(ctx, rdg_name_dof(s, "shift", p ? 0 : 18));
        assert_ok(ctx, rdg_name_dof(s, "turn", p ? 1 : 19));
        assert_ok(ctx, rdg_coupled_frf_add(f, p ? "right" : "left", s));
    }
    return f;
}

/* Tip receptance of the whole beam */
static double complex whole_beam(rdg_context *ctx, double omega)
{
    rdg_structure *s = rdg_beam_create(ctx, NULL);
    assert_ok(ctx, rdg_damping_proportional(s, 0, 1.5e-5));
    const rdg_index at = rdg_beam_deflection(s, 20);
    double D[2];
    rdg_condensation *c = rdg_condensation_create(s, 1, &at);
    assert_int_equal(rdg_condensation_evaluate(c, 1, omega, D, NULL, NULL), 0);
    rdg_structure_free(s);
    return 1.0 / (D[0] + D[1] * I);
}

static void halves_respond_as_the_whole_beam(void **state)
{
    rdg_context *ctx = *state;
    double omega[200], worst = 0;
    double complex H[200];
    rdg_coupled_frf *f = two_halves(ctx);
    assert_ok(ctx, rdg_coupled_frf_tie(f, "left.cut", "right.cut", 0));
    omega[0] = RDG_HZ(1000);
    assert_ok(ctx, rdg_coupled_frf_evaluate(f, 1, tip, 1, tip, 1, omega, H));
    assert_near(creal(H[0]), 2.5445268631e-7, 2e-11, 0);
    assert_near(cimag(H[0]), -2.0366559130e-7, 2e-11, 0);
    assert_true(cabs(H[0] / whole_beam(ctx, omega[0]) - 1) < 3e-12);
    for (int k = 0; k < 200; k++) {
        omega[k] = RDG_HZ(20.0 * pow(1000, k / 199.0));
    }
    assert_ok(ctx, rdg_coupled_frf_evaluate(f, 1, tip, 1, tip, 200, omega, H));
    for (int k = 0; k < 200; k++) {
        worst = fmax(worst, cabs(H[k] / whole_beam(ctx, omega[k]) - 1));
    }
    print_message("20 Hz .. 20 kHz: off by %.1e, condition %.1e\n", worst, rdg_coupled_frf_told(f).condition);
    assert_true(worst < 1e-11);
    assert_int_equal(rdg_coupled_frf_told(f).rank, 2);
}

static void rows_that_others_imply_are_dropped_and_told(void **state)
{
    rdg_context *ctx = *state;
    const double omega = RDG_HZ(1000);
    const char *const at[] = {"left.shift", "right.shift", "left.turn", "right.turn"};
    const double weight[] = {3, -3, 1e-3, -1e-3};
    double complex H, once = 0;
    for (int twice = 0; twice < 2; twice++) {
        rdg_coupled_frf *f = two_halves(ctx);
        assert_ok(ctx, rdg_coupled_frf_tie(f, "left.cut", "right.cut", 0));
        if (twice) {
            assert_ok(ctx, rdg_coupled_frf_tie(f, "right.shift", "left.shift", 0));
            assert_ok(ctx, rdg_coupled_frf_tie(f, "left.turn", "left.turn", 0)); /* says nothing */
            assert_ok(ctx, rdg_coupled_frf_row(f, &(rdg_coupled_row){.n = 4, .at = at, .weight = weight}));
        }
        assert_ok(ctx, rdg_coupled_frf_evaluate(f, 1, tip, 1, tip, 1, &omega, &H));
        const rdg_coupled_frf_report told = rdg_coupled_frf_told(f);
        assert_int_equal(told.rows, twice ? 5 : 2);
        assert_int_equal(told.dropped, twice ? 3 : 0);
        assert_int_equal(told.rank, 2);
        if (twice) {
            assert_true(cabs(H / once - 1) < 1e-11);
            assert_non_null(strstr(scratch_said, "warning: 3 of 5 rigid rows depend on the others"));
        }
        once = H;
        rdg_coupled_frf_free(f);
    }
}

/* Springs between the halves against the primal assembly with springs in its stiffness; a second spring
 * beside one is no row that others imply */
static void elastic_joints_are_springs(void **state)
{
    enum { N = 42 };
    static double M[N * N], K[N * N], C[N * N], m[22 * 22], k[22 * 22];
    rdg_context *ctx = *state;
    const double omega = RDG_HZ(437), spring[2] = {2e5, 30};
    rdg_structure *part[2] = {clamped_half(ctx), free_half(ctx)};
    for (int p = 0, first = 0; p < 2; first += 20, p++) {
        const int n = (int)rdg_structure_size(part[p]);
        dense_matrices(part[p], m, k);
        for (int i = 0; i < n * n; i++) {
            M[first + i % n + N * (first + i / n)] = m[i];
            K[first + i % n + N * (first + i / n)] = k[i];
            C[first + i % n + N * (first + i / n)] = 1.5e-5 * k[i];
        }
    }
    for (int d = 0; d < 2; d++) {
        K[18 + d + N * (18 + d)] += spring[d];
        K[20 + d + N * (20 + d)] += spring[d];
        K[18 + d + N * (20 + d)] -= spring[d];
        K[20 + d + N * (18 + d)] -= spring[d];
    }
    rdg_structure *whole = rdg_structure_create(ctx, "whole", N, M, C, K);
    const rdg_index end = 40;
    double D[2];
    assert_int_equal(
        rdg_condensation_evaluate(rdg_condensation_create(whole, 1, &end), 1, omega, D, NULL, NULL), 0);
    rdg_coupled_frf *f = two_halves(ctx);
    assert_ok(ctx, rdg_coupled_frf_tie(f, "left.shift", "right.shift", 4 / spring[0]));
    assert_ok(ctx, rdg_coupled_frf_tie(f, "left.shift", "right.shift", 4 / spring[0] / 3));
    assert_ok(ctx, rdg_coupled_frf_tie(f, "left.turn", "right.turn", 1 / spring[1]));
    double complex H;
    assert_ok(ctx, rdg_coupled_frf_evaluate(f, 1, tip, 1, tip, 1, &omega, &H));
    assert_true(cabs(H * (D[0] + D[1] * I) - 1) < 1e-9); /* the whole, by other factors, changes by 1e-10 */
    assert_int_equal(rdg_coupled_frf_told(f).dropped, 0);
}

/* Random parts and rows, with friction and springs, against one system of all motions and forces */
static void random_rows_with_friction_solve_the_saddle_point(void **state)
{
    uint64_t seed = 11;
    for (int trial = 0; trial < 60; trial++) {
        saddle_case w;
        double complex H[SADDLE_ENDS * SADDLE_ENDS], expected[SADDLE_ENDS * SADDLE_ENDS];
        double largest = 0;
        rdg_coupled_frf *f = saddle_random(*state, &seed, &w);
        const double omega = 1 + 3 * fabs(random_signed(&seed));
        assert_ok(*state, rdg_coupled_frf_evaluate(f, SADDLE_ENDS, saddle_ends, SADDLE_ENDS, saddle_ends, 1,
                                                   &omega, H));
        saddle_solve(&w, omega, expected);
        for (int e = 0; e < SADDLE_ENDS * SADDLE_ENDS; e++) {
            largest = fmax(largest, cabs(expected[e]));
        }
        for (int e = 0; e < SADDLE_ENDS * SADDLE_ENDS; e++) {
            assert_true(cabs(H[e] - expected[e]) <
                        1e-11 * largest * fmax(1, 1e-2 * rdg_coupled_frf_told(f).condition));
        }
        rdg_coupled_frf_free(f);
    }
}

/* Two coupled masses, each tied to the ground by a joint of compliance q: the matrix is [a + q, b; b, a + q],
 * of eigenvalues (K - omega^2 +- 1)^-1 + q with K = 2. Condition and rank are those of the worst frequency,
 * wherever it stands. */
static void condition_and_rank_are_those_of_the_worst_frequency(void **state)
{
    rdg_context *ctx = *state;
    const double M[4] = {1, 0, 0, 1}, K[4] = {2, -1, -1, 2}, none[4] = {0}, one = 1, q = 0.3;
    const char *const at[] = {"pair.a", "pair.b"};
    for (int trial = 0; trial < 8; trial++) {
        const bool least = trial & 1, last = trial & 2,
                   poor = trial & 4; /* by singular values; order; rank 1 */
        const double omega[3] = {0.3, last ? 0.4 : 0.7, last ? 0.7 : 0.4};
        const double s1 = 1.0 / (1.0 - 0.49) + q, s2 = 1.0 / (3.0 - 0.49) + q, t1 = 1.0 / (1.0 - 0.16) + q,
                     t2 = 1.0 / (3.0 - 0.16) + q;
        double complex H[3];
        rdg_structure *s = rdg_structure_create(ctx, "pair", 2, M, none, K);
        assert_ok(ctx, rdg_name_dof(s, "a", 0));
        assert_ok(ctx, rdg_name_dof(s, "b", 1));
        rdg_coupled_frf *f = rdg_coupled_frf_create(ctx);
        assert_ok(ctx, rdg_coupled_frf_add(f, "pair", s));
        for (int k = 0; k < 2; k++) {
            assert_ok(ctx, rdg_coupled_frf_row(
                               f, &(rdg_coupled_row){.n = 1, .at = &at[k], .weight = &one, .compliance = q}));
        }
        /* between the ratios at 0.7 and at 0.4: one singular value is dropped at 0.7 alone */
        assert_ok(ctx, rdg_coupled_frf_threshold(f, !least ? 0.0 : poor ? 0.5 * (s2 / s1 + t2 / t1) : 1e-9));
        assert_ok(ctx, rdg_coupled_frf_evaluate(f, 1, at, 1, at, 3, omega, H));
        const rdg_coupled_frf_report told = rdg_coupled_frf_told(f);
        assert_int_equal(told.rank, least && poor ? 1 : 2);
        assert_near(told.condition, least && poor ? t1 / t2 : s1 / s2, 1e-12, 0);
        rdg_coupled_frf_free(f);
    }
}

static void what_cannot_be_coupled_is_refused(void **state)
{
    rdg_context *ctx = *state;
    const double omega = RDG_HZ(100);
    double complex H;
    rdg_coupled_frf *f = two_halves(ctx);
    assert_int_equal(rdg_coupled_frf_tie(f, "left.cut", "right.cutt", 0), RDG_ERR_NAME);
    assert_failed(ctx, RDG_ERR_NAME,
                  "\"left.cut\" and \"right.cutt\" are not both sets of degrees of freedom; \"left\" has: "
                  "cut; \"right\" has: cut");
    assert_int_equal(rdg_coupled_frf_tie(f, "left.cut", "wrong.cut", 0), RDG_ERR_NAME);
    assert_failed(ctx, RDG_ERR_NAME, "part there is: left, right");
    assert_int_equal(rdg_coupled_frf_tie(f, "left.cut", "right.tip", 0), RDG_ERR_SIZE);
    assert_failed(ctx, RDG_ERR_SIZE, "\"left.cut\" has 2 degrees of freedom, \"right.tip\" has 1");
    assert_int_equal(rdg_coupled_frf_tie(f, "left.cut", "right.cut", -1), RDG_ERR_ARGUMENT);
    assert_failed(ctx, RDG_ERR_ARGUMENT, "compliance = -1 m/N");
    assert_int_equal(rdg_coupled_frf_threshold(f, 1), RDG_ERR_ARGUMENT);
    assert_failed(ctx, RDG_ERR_ARGUMENT, "threshold = 1");
    assert_int_equal(rdg_coupled_frf_row(f, &(rdg_coupled_row){.n = 0, .at = tip, .weight = &omega}),
                     RDG_ERR_ARGUMENT);
    assert_failed(ctx, RDG_ERR_ARGUMENT, "a row of 0 terms");
    assert_int_equal(
        rdg_coupled_frf_evaluate(f, 1, (const char *const[]){"right.top"}, 1, tip, 1, &omega, &H),
        RDG_ERR_NAME);
    assert_failed(ctx, RDG_ERR_NAME, "\"top\" is no named degree of freedom of \"half\"; it has: ");
    assert_int_equal(rdg_coupled_frf_evaluate(f, 1, tip, 1, tip, 0, &omega, &H), RDG_ERR_ARGUMENT);
    assert_failed(ctx, RDG_ERR_ARGUMENT, "0 frequencies");
    const double zero = 0;
    assert_int_equal(rdg_coupled_frf_evaluate(f, 1, tip, 1, tip, 1, &zero, &H), RDG_ERR_ARGUMENT);
    assert_failed(ctx, RDG_ERR_ARGUMENT, "frequency 0 is 0 rad/s");
    /* numbers that are none, one by one */
    for (int k = 0; k < 4; k++) {
        double weight[2] = {1, -1}, force[2] = {1, -1};
        (k < 2 ? weight : force)[k % 2] = k ? NAN : INFINITY;
        const char *const ends[] = {"left.shift", "right.shift"};
        assert_int_equal(
            rdg_coupled_frf_row(f, &(rdg_coupled_row){.n = 2, .at = ends, .weight = weight, .force = force}),
            RDG_ERR_NOT_FINITE);
        assert_failed(ctx, RDG_ERR_NOT_FINITE, k % 2 ? "term 1 of the row" : "term 0 of the row");
    }
    /* a mass on a spring without damping, in resonance; forces that cannot hold the row */
    const double one = 1, four = 4, two = 2;
    rdg_structure *s = rdg_structure_create(ctx, "mass", 1, &one, NULL, &four);
    assert_ok(ctx, rdg_name_dof(s, "x", 0));
    const char *const x[] = {"mass.x"};
    assert_ok(ctx, rdg_coupled_frf_add(f, "mass", s));
    assert_int_equal(rdg_coupled_frf_evaluate(f, 1, x, 1, x, 1, &two, &H), RDG_ERR_SINGULAR);
    assert_failed(ctx, RDG_ERR_SINGULAR,
                  "at 0.318309886 Hz part \"mass\" is in resonance and has no damping");
    const double none = 0;
    assert_ok(ctx,
              rdg_coupled_frf_row(f, &(rdg_coupled_row){.n = 1, .at = x, .weight = &one, .force = &none}));
    assert_int_equal(rdg_coupled_frf_evaluate(f, 1, x, 1, x, 1, &omega, &H), RDG_ERR_SINGULAR);
    assert_failed(ctx, RDG_ERR_SINGULAR, "at 100 Hz the 1 rows cannot be met one by one");
}

int main(void)
{
    const struct CMUnitTest tests[] = {SCRATCH_TEST(halves_respond_as_the_whole_beam),
                                       SCRATCH_TEST(rows_that_others_imply_are_dropped_and_told),
                                       SCRATCH_TEST(elastic_joints_are_springs),
                                       SCRATCH_TEST(random_rows_with_friction_solve_the_saddle_point),
                                       SCRATCH_TEST(condition_and_rank_are_those_of_the_worst_frequency),
                                       SCRATCH_TEST(what_cannot_be_coupled_is_refused)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
