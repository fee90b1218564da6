/* Steady sliding of a beam on a beam. */
#include "beam-on-beam/models.h"

#include "fresh_context.h"
#include <ridgewalk/complex_modes.h>

#include <complex.h>

static void equilibria_are_those_of_an_independent_program(void **state)
{
    FILE *file = fopen("test/data/sliding_equilibria.csv", "r");
    char line[512];
    rdg_sliding *c = NULL;
    double before = -1, z[245];
    int rows = 0;
    assert_non_null(file);
    while (fgets(line, sizeof line, file)) {
        double s, mu, lambda, gamma, alpha, T, Cx, Cy, exact, u;
        int element;
        if (sscanf(line, "%lf,%lf,%lf,%lf,%lf,%d,%lf,%lf,%lf,%lf", &s, &mu, &lambda, &gamma, &alpha, &element,
                   &T, &Cx, &Cy, &exact) != 10) {
            continue;
        }
        if (mu != before) {
            rdg_sliding_free(c);
            c = sliding_beams(*state, mu);
            assert_int_equal(rdg_sliding_modes(c), 245);
            before = mu;
        }
        rdg_sliding_state at;
        assert_ok(*state, rdg_sliding_equilibrium(c, 1e-3 * s, &at, z));
        assert_near(at.lambda, lambda, 1e-8, 0);
        assert_near(at.lambda, 0.1 / (cos(at.gamma) - mu * sin(at.gamma)), 2e-8, 0);
        assert_near(at.gamma, gamma, 1e-6, 0);
        assert_near(at.alpha, alpha, 1e-6, 0);
        assert_int_equal(at.segment, element - 1); /* this polyline begins at x = 1 mm */
        assert_ok(*state, rdg_sliding_displacement(c, true, "T.y", z, &u));
        assert_near(u, T, 1e-6, 0);
        assert_ok(*state, rdg_sliding_displacement(c, false, "C.x", z, &u));
        assert_near(u, Cx, 1e-6, 0);
        assert_ok(*state, rdg_sliding_displacement(c, false, "C.y", z, &u));
        assert_near(u, Cy, 1e-6, 0);
        rows++;
    }
    fclose(file);
    assert_int_equal(rows, 15);
}

static void eigenvalues_are_those_of_an_independent_program(void **state)
{
    FILE *file = fopen("test/data/sliding_eigenvalues.csv", "r");
    char line[256];
    rdg_sliding *c = NULL;
    rdg_sliding_state at;
    double _Complex p[20];
    double before = -1;
    int rows = 0;
    assert_non_null(file);
    while (fgets(line, sizeof line, file)) {
        double mu, s, frequency, real;
        int k;
        if (sscanf(line, "%lf,%lf,%d,%lf,%lf", &mu, &s, &k, &frequency, &real) != 5) {
            continue;
        }
        if (mu != before) {
            rdg_sliding_free(c);
            c = sliding_beams(*state, mu);
            before = mu;
        }
        if (k == 1) {
            assert_ok(*state, rdg_sliding_undeformed(c, 1e-3 * s, &at));
            assert_ok(*state, rdg_sliding_eigenvalues(c, &at, 20, p));
        }
        /* the squares of that program's frequencies have the rounding error of the largest, some 0.02 Hz^2;
         * at s = 90 mm without friction the beams that are not reduced have 20.407325036 Hz, as ours to 1e-9,
         * and not 20.407650 */
        const double ours = cimag(p[k - 1]) / 6.283185307179586;
        assert_near(ours * ours, frequency * frequency, 1e-8, 0.03);
        assert_near(creal(p[k - 1]), real, 1e-6, 2e-5);
        rows++;
    }
    fclose(file);
    assert_int_equal(rows, 240);
}

/* Without friction all r_i = a_i b_i are squares: no energy comes in, and every motion dies out. */
static void without_friction_all_is_stable(void **state)
{
    rdg_sliding *c = sliding_beams(*state, 0.0);
    uint64_t seed = 9;
    for (int trial = 0; trial < 100; trial++) {
        double _Complex p[40];
        rdg_sliding_state at;
        assert_ok(*state, rdg_sliding_undeformed(c, 0.0505 + 0.0495 * random_signed(&seed), &at));
        at.gamma = 0.3 * random_signed(&seed);
        assert_ok(*state, rdg_sliding_eigenvalues(c, &at, 40, p));
        for (int k = 0; k < 40; k++) {
            assert_true(creal(p[k]) < 0);
            assert_true(k == 0 || cimag(p[k]) > cimag(p[k - 1]) * (1 + 1e-13));
        }
    }
}

static void what_cannot_slide_is_refused(void **state)
{
    rdg_sliding *c = sliding_beams(*state, 0.3);
    rdg_sliding_state at;
    double _Complex p[200];
    assert_int_equal(rdg_sliding_undeformed(c, 0.1001, &at), RDG_ERR_ARGUMENT);
    assert_failed(*state, RDG_ERR_ARGUMENT,
                  "at s = 0.1001 m the contact leaves the polyline, which reaches from 0.001 to");
    assert_int_equal(rdg_sliding_equilibrium(c, 0.09999, &at, NULL), RDG_OK);
    assert_int_equal(rdg_sliding_equilibrium(c, 0.001, &at, NULL),
                     RDG_ERR_ARGUMENT); /* deformed, it is in front of it */
    assert_failed(*state, RDG_ERR_ARGUMENT, "leaves the polyline");
    assert_ok(*state, rdg_sliding_undeformed(c, 0.05, &at));
    assert_int_equal(rdg_sliding_eigenvalues(c, &at, 200, p), RDG_ERR_ARGUMENT);
    assert_failed(*state, RDG_ERR_ARGUMENT, "1 .. 163 eigenvalues can be had, not 200");

    const double x[] = {0, 1}, back[] = {1, 0};
    const double M[4] = {1, 0, 0, 1}, K[4] = {2, 0, 0, 3}, C[4] = {0.1, 0.02, 0.02, 0};
    rdg_structure *s = rdg_structure_create(*state, "pair", 2, M, C, K);
    rdg_structure *t = rdg_structure_create(*state, "other", 2, M, NULL, K);
    for (int i = 0; i < 2; i++) {
        assert_ok(*state, rdg_name_set(i ? s : t, "x", 2, (rdg_index[]){0, 1}));
        assert_ok(*state, rdg_name_set(i ? s : t, "y", 2, (rdg_index[]){0, 1}));
        assert_ok(*state, rdg_name_dof(i ? s : t, "C", 0));
    }
    rdg_sliding_options o = {.x = "C", .y = "C", .target_x = "x", .target_y = "y", .node_x = back};
    assert_null(rdg_sliding_create(t, t, &o));
    assert_failed(*state, RDG_ERR_ARGUMENT, "x must ascend");
    o.node_x = x;
    assert_null(rdg_sliding_create(s, t, &o));
    assert_failed(*state, RDG_ERR_ARGUMENT, "the damping of \"pair\" is not proportional");
    o.target_y = "C";
    assert_null(rdg_sliding_create(t, t, &o));
    assert_failed(*state, RDG_ERR_SIZE, "\"x\" has 2 and \"C\" 1 members");
    o.target_y = "top";
    assert_null(rdg_sliding_create(t, t, &o));
    assert_failed(*state, RDG_ERR_NAME, "\"top\"");
    o.target_y = "y";
    o.mu = -0.1;
    assert_null(rdg_sliding_create(t, t, &o));
    assert_failed(*state, RDG_ERR_ARGUMENT, "mu = -0.1");
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(equilibria_are_those_of_an_independent_program),
                                       TEST(eigenvalues_are_those_of_an_independent_program),
                                       TEST(without_friction_all_is_stable),
                                       TEST(what_cannot_slide_is_refused)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
