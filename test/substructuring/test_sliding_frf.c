/* The time-dependent frequency response of the beam that slides on a beam. */
#include "beam-on-beam/models.h"
#include "fresh_context.h"

#include <ridgewalk/coupled_frf.h>
#include <ridgewalk/sliding_frf.h>

#include <complex.h>

#define TWO_PI 6.283185307179586476925286766559

static const rdg_sliding_place T = {"T.y", true}, C = {"C.y", false};

/* Acceleration of T over a force on the upper C, without deformation */
static double complex acceleration(rdg_context *ctx, rdg_sliding *c, double s, double f)
{
    rdg_sliding_state at;
    double complex H = 0;
    const double omega = TWO_PI * f;
    assert_ok(ctx, rdg_sliding_undeformed(c, s, &at));
    assert_ok(ctx, rdg_sliding_frf(c, T, C, 1, &at, 1, &omega, &H));
    return -omega * omega * H;
}

static void responses_are_those_of_an_independent_program(void **state)
{
    FILE *file = fopen("test/data/sliding_frf.csv", "r");
    char line[256];
    rdg_sliding *c = NULL;
    double before = -1, worst = 0;
    int rows = 0;
    assert_non_null(file);
    while (fgets(line, sizeof line, file)) {
        double mu, t, s, f, re, im;
        if (sscanf(line, "%lf,%lf,%lf,%lf,%lf,%lf", &mu, &t, &s, &f, &re, &im) != 6) {
            continue;
        }
        if (mu != before) {
            rdg_sliding_free(c);
            c = sliding_beams(*state, mu);
            before = mu;
        }
        const double complex ours = acceleration(*state, c, 1e-3 * s, f), theirs = re + im * I;
        worst = fmax(worst, cabs(ours / theirs - 1));
        rows++;
    }
    fclose(file);
    print_message("%d responses, off by %.1e at most\n", rows, worst);
    assert_int_equal(rows, 300);
    assert_true(worst < 1e-7);
}

static void the_values_in_the_middle_of_the_figure(void **state)
{
    const double complex expected[2] = {810.079 + 8.539 * I, 739.761 + 8.319 * I};
    for (int k = 0; k < 2; k++) {
        rdg_sliding *c = sliding_beams(*state, k ? 0.3 : 0.1);
        const double complex a = acceleration(*state, c, 0.0432, 6175);
        assert_near(creal(a), creal(expected[k]), 0, 6e-4);
        assert_near(cimag(a), cimag(expected[k]), 0, 6e-4);
        rdg_sliding_free(c);
    }
}

/* The same by rows of any coupling: friction is a row whose forces are not its weights. */
static void the_contact_is_a_row_with_friction(void **state)
{
    const double mu = 0.3, s = 0.0437, omega = TWO_PI * 3100, g = 0;
    const double cx = -sin(g) - mu * cos(g), cy = cos(g) - mu * sin(g), alpha = 0.7;
    rdg_structure *upper = upper_beam(*state, 20), *lower = lower_beam(*state, 100, 20);
    const rdg_index *x, *y;
    rdg_index n;
    assert_ok(*state, rdg_structure_set(lower, "test", "top.x", &n, &x));
    assert_ok(*state, rdg_structure_set(lower, "test", "top.y", &n, &y));
    for (int k = 0; k < 2; k++) { /* nodes at 43 and 44 mm */
        assert_ok(*state, rdg_name_dof(lower, k ? "right.x" : "left.x", x[42 + k]));
        assert_ok(*state, rdg_name_dof(lower, k ? "right.y" : "left.y", y[42 + k]));
    }
    const char *const at[] = {"upper.C.x",    "upper.C.y",     "lower.left.x",
                              "lower.left.y", "lower.right.x", "lower.right.y"};
    const double force[] = {-cx, -cy, (1 - alpha) * cx, (1 - alpha) * cy, alpha * cx, alpha * cy};
    const double weight[] = {0, -1, 0, 1 - alpha, 0, alpha};
    const char *const from[] = {"upper.C.y"}, *const to[] = {"lower.T.y", "upper.A.y"};
    rdg_coupled_frf *f = rdg_coupled_frf_create(*state);
    assert_ok(*state, rdg_coupled_frf_add(f, "upper", upper));
    assert_ok(*state, rdg_coupled_frf_add(f, "lower", lower));
    assert_ok(*state,
              rdg_coupled_frf_row(f, &(rdg_coupled_row){.n = 6, .at = at, .weight = weight, .force = force}));
    double complex H[2], modal;
    assert_ok(*state, rdg_coupled_frf_evaluate(f, 2, to, 1, from, 1, &omega, H));
    rdg_sliding *c = sliding_beams(*state, mu);
    rdg_sliding_state here;
    assert_ok(*state, rdg_sliding_undeformed(c, s, &here));
    assert_near(here.alpha, alpha, 1e-12, 0);
    for (int k = 0; k < 2; k++) {
        const rdg_sliding_place place = k ? (rdg_sliding_place){"A.y", false} : T;
        assert_ok(*state, rdg_sliding_frf(c, place, C, 1, &here, 1, &omega, &modal));
        assert_true(cabs(H[k] / modal - 1) < 1e-8);
    }
}

/* Many places and frequencies at once are those one by one. */
static void a_map_is_made_of_its_points(void **state)
{
    enum { STATES = 130, N = 7 };
    rdg_sliding *c = sliding_beams(*state, 0.3);
    static rdg_sliding_state at[STATES];
    static double complex H[STATES * N];
    double omega[N];
    for (int s = 0; s < STATES; s++) {
        assert_ok(*state, rdg_sliding_equilibrium(c, 0.005 + 7e-4 * s, &at[s], NULL));
    }
    for (int k = 0; k < N; k++) {
        omega[k] = 3e3 * (k + 1);
    }
    assert_ok(*state, rdg_sliding_frf(c, T, C, STATES, at, N, omega, H));
    for (int p = 0; p < STATES * N; p += 11) {
        double complex one;
        assert_ok(*state, rdg_sliding_frf(c, T, C, 1, &at[p / N], 1, &omega[p % N], &one));
        assert_true(cabs(H[p] / one - 1) < 1e-10);
    }
}

static void what_has_no_response_is_refused(void **state)
{
    rdg_sliding *c = sliding_beams(*state, 0.1);
    rdg_sliding_state at;
    double omega = 1000;
    double complex H;
    assert_ok(*state, rdg_sliding_undeformed(c, 0.05, &at));
    assert_int_equal(rdg_sliding_frf(c, (rdg_sliding_place){"T.y", false}, C, 1, &at, 1, &omega, &H),
                     RDG_ERR_NAME);
    assert_failed(*state, RDG_ERR_NAME, "\"T.y\" is no named degree of freedom of \"upper\"");
    assert_int_equal(rdg_sliding_frf(c, T, C, 0, &at, 1, &omega, &H), RDG_ERR_ARGUMENT);
    assert_failed(*state, RDG_ERR_ARGUMENT, "0 places and 1 frequencies");
    at.segment = 99;
    assert_int_equal(rdg_sliding_frf(c, T, C, 1, &at, 1, &omega, &H), RDG_ERR_ARGUMENT);
    assert_failed(*state, RDG_ERR_ARGUMENT, "of segment 99, which are 0 .. 98");
    omega = 0;
    at.segment = 9;
    assert_int_equal(rdg_sliding_frf(c, T, C, 1, &at, 1, &omega, &H), RDG_ERR_ARGUMENT);
    assert_failed(*state, RDG_ERR_ARGUMENT, "frequency 0 is 0 rad/s");

    const double M[4] = {1, 0, 0, 1}, K[4] = {4, 0, 0, 9}, x[2] = {0, 1};
    rdg_structure *s = rdg_structure_create(*state, "pair", 2, M, NULL, K);
    assert_ok(*state, rdg_name_set(s, "x", 2, (rdg_index[]){0, 1}));
    assert_ok(*state, rdg_name_dof(s, "C", 0));
    c = rdg_sliding_create(
        s, s, &(rdg_sliding_options){.x = "C", .y = "C", .target_x = "x", .target_y = "x", .node_x = x});
    assert_ok(*state, rdg_sliding_undeformed(c, 0.5, &at));
    omega = 2;
    const rdg_sliding_place end = {"C", false};
    assert_int_equal(rdg_sliding_frf(c, end, end, 1, &at, 1, &omega, &H), RDG_ERR_SINGULAR);
    assert_failed(*state, RDG_ERR_SINGULAR, "at 2 rad/s mode 0 of \"pair\" is in resonance");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(responses_are_those_of_an_independent_program), TEST(the_values_in_the_middle_of_the_figure),
        TEST(the_contact_is_a_row_with_friction), TEST(a_map_is_made_of_its_points),
        TEST(what_has_no_response_is_refused)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
