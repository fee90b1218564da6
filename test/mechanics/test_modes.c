/* Linear modes and the beam. */
#include "fresh_context.h"

#include <ridgewalk/mechanics.h>

#define TWO_PI 6.283185307179586476925286766559

/* Frequencies of the 20-element model in Hz, computed with 40 digits from the matrices in beam.c. The noted
 * ones come from an independent program in double precision: their last digits are its rounding error. */
static void the_beam_has_its_linear_frequencies(void **state)
{
    const double free[3] = {209.1457574397807, 1310.696767742777, 3670.041277300871};
    const double stuck[3] = {317.4345272970112, 2021.932756837176, 5668.011859825979};
    const double noted_free[3] = {209.145757367, 1310.696767771, 3670.041277289};
    const double noted_stuck[3] = {317.434527336, 2021.932756826, 5668.011859825};
    rdg_structure *beam = rdg_beam_create(*state, NULL);
    double omega[3];
    assert_ok(*state, rdg_name_dof(beam, "pad", rdg_beam_deflection(beam, 5)));
    assert_ok(*state, rdg_structure_frequencies(beam, RDG_NO_SPRINGS, 3, omega));
    for (int i = 0; i < 3; i++) {
        assert_near(omega[i] / TWO_PI, free[i], 1e-11, 0);
        assert_near(omega[i] / TWO_PI, noted_free[i], 4e-10, 0);
    }
    assert_ok(*state, rdg_structure_frequencies(beam, RDG_SPRINGS({"pad", 2e8}), 3, omega));
    for (int i = 0; i < 3; i++) {
        assert_near(omega[i] / TWO_PI, stuck[i], 1e-11, 0);
        assert_near(omega[i] / TWO_PI, noted_stuck[i], 4e-10, 0);
    }
}

/* The continuous cantilever: omega = (beta L)^2 sqrt(EI / (rho A L^4)), cos(x) cosh(x) = -1 */
static void finer_beams_converge_to_the_cantilever_with_the_fourth_power_of_the_element_length(void **state)
{
    const double root = 4.694091132974175; /* second one */
    rdg_beam_options o = rdg_beam_options_default();
    const double exact =
        root * root * sqrt(o.young * o.height * o.height / (12 * o.density)) / (o.length * o.length);
    double error[2];
    for (int i = 0; i < 2; i++) {
        o.elements = i ? 8 : 4;
        double omega[2];
        assert_ok(*state, rdg_structure_modes(rdg_beam_create(*state, &o), 0, NULL, 2, omega, NULL));
        error[i] = omega[1] / exact - 1;
    }
    assert_true(error[1] > 0); /* a conforming element is too stiff */
    assert_near(error[0] / error[1], 16, 0.1, 0);
}

static void shapes_are_orthonormal_in_the_mass_and_solve_the_eigenvalue_problem(void **state)
{
    enum { N = 12 };
    rdg_beam_options o = rdg_beam_options_default();
    o.elements = N / 2;
    rdg_structure *beam = rdg_beam_create(*state, &o);
    double omega[N], phi[N * N];
    rdg_sparse M, K;
    assert_ok(*state, rdg_structure_modes(beam, 0, NULL, N, omega, phi));
    assert_ok(*state, rdg_structure_matrices(beam, &M, NULL, &K));
    for (int a = 0; a < N; a++) {
        for (int b = 0; b < N; b++) {
            double m = 0, k = 0;
            for (rdg_index j = 0; j < N; j++) {
                for (rdg_index e = M.pattern.start[j]; e < M.pattern.start[j + 1]; e++) {
                    m += phi[M.pattern.row[e] + N * a] * M.values[e] * phi[j + N * b];
                    k += phi[M.pattern.row[e] + N * a] * K.values[e] * phi[j + N * b];
                }
            }
            assert_near(m, a == b, 0, 1e-9);
            assert_near(k / (omega[a] * omega[b]), a == b, 0, 1e-9);
        }
    }
}

static void a_free_chain_has_a_rigid_body_mode_and_an_unstable_one_is_negative(void **state)
{
    const double mass[4] = {1.3, 0, 0, 2.6};
    const double chain[4] = {5.2, -5.2, -5.2, 5.2};
    double omega[2], phi[4];
    rdg_structure *s = rdg_structure_create(*state, "chain", 2, mass, NULL, chain);
    assert_ok(*state, rdg_structure_modes(s, 0, NULL, 2, omega, phi));
    assert_near(omega[0], 0, 0, 1e-7);
    assert_near(omega[1], sqrt(5.2 * (1 / 1.3 + 1 / 2.6)), 1e-14, 0);
    assert_near(phi[0], phi[1], 1e-12, 0);
    assert_ok(*state, rdg_name_combination(s, "gap", 2, (rdg_index[]){0, 1}, (double[]){1, -1}));
    const rdg_ground_spring push = {.name = "gap", .stiffness = -10.4};
    assert_ok(*state, rdg_structure_modes(s, 1, &push, 2, omega, NULL));
    assert_near(omega[0], -sqrt(5.2 * (1 / 1.3 + 1 / 2.6)), 1e-14, 0);
}

static void a_ground_spring_acts_on_a_combination(void **state)
{
    const double mass[4] = {1, 0, 0, 1};
    const double stiffness[4] = {3.7, 0, 0, 3.7};
    double omega[2];
    rdg_structure *s = rdg_structure_create(*state, "pair", 2, mass, NULL, stiffness);
    assert_ok(*state, rdg_name_combination(s, "sum", 2, (rdg_index[]){0, 1}, (double[]){0.6, 0.8}));
    const rdg_ground_spring spring = {.name = "sum", .stiffness = 5.1};
    assert_ok(*state, rdg_structure_modes(s, 1, &spring, 2, omega, NULL));
    assert_near(omega[0], sqrt(3.7), 1e-14, 0);
    assert_near(omega[1], sqrt(3.7 + 5.1), 1e-14, 0);
}

static void modes_that_do_not_exist_are_refused(void **state)
{
    const double one[4] = {1, 0, 0, 1}, none[4] = {0}, massless[4] = {1, 0, 0, 0}, skew[4] = {2, 1, -1, 2};
    double omega[2];
    rdg_structure *s = rdg_structure_create(*state, "pair", 2, one, NULL, one);
    assert_int_equal(rdg_structure_modes(s, 0, NULL, 3, omega, NULL), RDG_ERR_ARGUMENT);
    assert_failed(*state, RDG_ERR_ARGUMENT, "1 .. 2 modes, not 3");
    assert_int_equal(rdg_structure_modes(s, 1, NULL, 1, omega, NULL), RDG_ERR_ARGUMENT);
    assert_failed(*state, RDG_ERR_ARGUMENT, "ground springs");
    assert_int_equal(rdg_structure_modes(s, 1, &(rdg_ground_spring){"pad", 1}, 1, omega, NULL), RDG_ERR_NAME);
    assert_failed(*state, RDG_ERR_NAME, "\"pad\"");
    assert_ok(*state, rdg_name_dof(s, "pad", 0));
    assert_int_equal(rdg_structure_modes(s, 1, &(rdg_ground_spring){"pad", NAN}, 1, omega, NULL),
                     RDG_ERR_NOT_FINITE);
    assert_failed(*state, RDG_ERR_NOT_FINITE, "\"pad\" is nan");
    s = rdg_structure_create(*state, "void", 2, none, NULL, none);
    assert_int_equal(rdg_structure_modes(s, 0, NULL, 1, omega, NULL), RDG_ERR_SINGULAR);
    assert_failed(*state, RDG_ERR_SINGULAR, "no modes");
    s = rdg_structure_create(*state, "light", 2, massless, NULL, one);
    assert_ok(*state, rdg_structure_modes(s, 0, NULL, 1, omega, NULL));
    assert_near(omega[0], 1, 1e-15, 0);
    assert_int_equal(rdg_structure_modes(s, 0, NULL, 2, omega, NULL), RDG_ERR_SINGULAR);
    assert_failed(*state, RDG_ERR_SINGULAR, "only 1 modes, not 2");
    s = rdg_structure_create(*state, "negative", 2, (double[]){1, 0, 0, -1}, NULL, one);
    assert_int_equal(rdg_structure_modes(s, 0, NULL, 2, omega, NULL), RDG_ERR_SINGULAR);
    assert_failed(*state, RDG_ERR_SINGULAR,
                  "M of \"negative\" is not positive definite: there are only 1 modes");
    s = rdg_structure_create(*state, "skew", 2, one, NULL, skew);
    assert_int_equal(rdg_structure_modes(s, 0, NULL, 1, omega, NULL), RDG_ERR_ARGUMENT);
    assert_failed(*state, RDG_ERR_ARGUMENT, "K of \"skew\" is not symmetric");
}

/* Masses in a row, spring[i] before mass i, by decades apart. */
typedef struct graded_chain {
    rdg_index n;
    double mass[400], spring[400];
} graded_chain;

static graded_chain random_chain(uint64_t *seed, rdg_index n, double decades)
{
    graded_chain c = {.n = n};
    for (rdg_index i = 0; i < n; i++) {
        c.mass[i] = pow(10.0, 2.0 * random_signed(seed));
        c.spring[i] = pow(10.0, 0.5 * decades * random_signed(seed));
    }
    return c;
}

static rdg_structure *chain_structure(rdg_context *ctx, const graded_chain *c)
{
    return rdg_chain_create(ctx, c->n, c->mass, c->spring);
}

/* Sturm: how many eigenvalues lie below x. */
static rdg_index count_below(const graded_chain *c, long double x)
{
    rdg_index below = 0;
    long double pivot = 0;
    for (rdg_index i = 0; i < c->n; i++) {
        const long double before = c->spring[i], behind = i + 1 < c->n ? c->spring[i + 1] : 0.0;
        pivot = before + behind - x * c->mass[i] - (i > 0 ? before * before / pivot : 0);
        pivot = pivot != 0 ? pivot : 1e-30L;
        below += pivot < 0;
    }
    return below;
}

/* The largest K_ii / M_ii. */
static double largest_ratio(const graded_chain *c)
{
    double largest = 0;
    for (rdg_index i = 0; i < c->n; i++) {
        largest = fmax(largest, (c->spring[i] + (i + 1 < c->n ? c->spring[i + 1] : 0)) / c->mass[i]);
    }
    return largest;
}

/* Stiffnesses over up to twelve decades: each frequency has the digits that its matrix has, the high ones,
 * too, which a single shift for all loses. */
static void assert_frequencies_of_a_graded_chain(rdg_context *ctx, const graded_chain *c, rdg_index count)
{
    double omega[400];
    const double largest = 4.0 * largest_ratio(c);
    assert_ok(ctx, rdg_structure_modes(chain_structure(ctx, c), 0, NULL, count, omega, NULL));
    for (rdg_index a = 0; a < count; a++) {
        const long double square = (long double)omega[a] * omega[a];
        const long double capacity = 5e-11L * square + 2e-16L * (long double)c->n * largest;
        assert_true(count_below(c, square + capacity) > a);
        assert_true(square < capacity || count_below(c, square - capacity) <= a);
    }
}

static void frequencies_that_lie_decades_apart_keep_their_digits(void **state)
{
    uint64_t seed = 91;
    for (int k = 0; k < 120; k++) {
        const graded_chain c = random_chain(&seed, 2 + k % 38, 2.0 * (k % 7));
        assert_frequencies_of_a_graded_chain(*state, &c, c.n);
    }
    for (int k = 0; k < 3; k++) {
        const graded_chain large = random_chain(&seed, 400, 4.0 * k);
        assert_frequencies_of_a_graded_chain(*state, &large, 50);
    }
}

static void bad_beams_and_nodes_are_refused(void **state)
{
    rdg_beam_options o = rdg_beam_options_default();
    o.height = -0.01;
    assert_null(rdg_beam_create(*state, &o));
    assert_failed(*state, RDG_ERR_ARGUMENT, "height of the beam is -0.01");
    o = rdg_beam_options_default();
    o.young = NAN;
    assert_null(rdg_beam_create(*state, &o));
    assert_failed(*state, RDG_ERR_ARGUMENT, "young of the beam is nan");
    o = rdg_beam_options_default();
    o.elements = 0;
    assert_null(rdg_beam_create(*state, &o));
    assert_failed(*state, RDG_ERR_ARGUMENT, "elements of the beam is 0");

    rdg_structure *beam = rdg_beam_create(*state, NULL);
    assert_int_equal(rdg_beam_deflection(beam, 1), 0);
    assert_int_equal(rdg_beam_rotation(beam, 20), 39);
    assert_int_equal(rdg_beam_deflection(beam, 21), -1);
    assert_failed(*state, RDG_ERR_ARGUMENT, "no free node 21, only 1 .. 20");
    assert_int_equal(rdg_beam_rotation(beam, 0), -1);
    assert_failed(*state, RDG_ERR_ARGUMENT, "0 is clamped");
    rdg_structure *other = rdg_structure_create(*state, "mass", 1, &(double){1}, NULL, &(double){1});
    assert_int_equal(rdg_beam_deflection(other, 1), -1);
    assert_failed(*state, RDG_ERR_ARGUMENT, "rdg_beam_create");
    assert_int_equal(rdg_beam_deflection(NULL, 1), -1);
}

/* Masses without stiffness: rigid body motions all of them, and no failure. */
static void frequencies_without_stiffness_are_zero(void **state)
{
    rdg_context *ctx = *state;
    double omega[2] = {1.0, 1.0};
    rdg_structure *s =
        rdg_structure_create(ctx, "loose", 2, (double[]){2, 0, 0, 5}, NULL, (double[]){0, 0, 0, 0});
    assert_ok(ctx, rdg_structure_frequencies(s, RDG_NO_SPRINGS, 2, omega));
    assert_near(omega[0], 0.0, 0.0, 1e-12);
    assert_near(omega[1], 0.0, 0.0, 1e-12);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(the_beam_has_its_linear_frequencies),
        TEST(frequencies_without_stiffness_are_zero),
        TEST(finer_beams_converge_to_the_cantilever_with_the_fourth_power_of_the_element_length),
        TEST(shapes_are_orthonormal_in_the_mass_and_solve_the_eigenvalue_problem),
        TEST(a_free_chain_has_a_rigid_body_mode_and_an_unstable_one_is_negative),
        TEST(a_ground_spring_acts_on_a_combination),
        TEST(modes_that_do_not_exist_are_refused),
        TEST(frequencies_that_lie_decades_apart_keep_their_digits),
        TEST(bad_beams_and_nodes_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
