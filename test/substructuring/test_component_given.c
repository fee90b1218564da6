/* Components of shapes that another program has computed. */
#include "fresh_context.h"
#include "halves.h"

#include <ridgewalk/component.h>

enum { N = 20, BOUNDARY = 2, MODES = 5, COLUMNS = BOUNDARY + MODES };

typedef struct shapes {
    double omega[MODES], T[N * COLUMNS];
} shapes;

static shapes shapes_of(rdg_context *ctx, const rdg_component *c)
{
    shapes of = {0};
    for (int a = 0; a < COLUMNS; a++) {
        double unit[COLUMNS] = {0};
        unit[a] = 1.0;
        assert_ok(ctx, rdg_component_expand(c, unit, of.T + (ptrdiff_t)N * a));
    }
    for (int k = 0; k < MODES; k++) {
        of.omega[k] = rdg_component_frequency(c, k);
    }
    return of;
}

static rdg_component *given(rdg_structure *s, const shapes *of)
{
    return rdg_component_from_shapes(s, "cut", MODES, of->omega, of->T);
}

static void shapes_of_the_library_give_its_own_component(void **state)
{
    rdg_structure *s = clamped_half(*state);
    rdg_component *own = rdg_component_fixed(s, "cut", RDG_MODES(MODES));
    const shapes of = shapes_of(*state, own);
    rdg_component *c = given(s, &of);
    assert_non_null(c);
    assert_int_equal(rdg_component_mode_count(c), MODES);
    double M[2][COLUMNS * COLUMNS], K[2][COLUMNS * COLUMNS];
    dense_matrices(rdg_component_structure(own), M[0], K[0]);
    dense_matrices(rdg_component_structure(c), M[1], K[1]);
    assert_memory_equal(M[0], M[1], sizeof M[0]);
    assert_memory_equal(K[0], K[1], sizeof K[0]);
    const shapes again = shapes_of(*state, c);
    assert_memory_equal(&of, &again, sizeof of);
}

static void assert_refused(rdg_context *ctx, rdg_structure *s, const shapes *of, const char *words)
{
    assert_null(given(s, of));
    assert_int_equal(rdg_error_status(ctx), RDG_ERR_ARGUMENT);
    assert_non_null(strstr(rdg_error_message(ctx), words));
    rdg_error_clear(ctx);
}

/* The greatest deflection (0) or rotation (1) of a shape */
static double greatest(const shapes *of, int kind, int column)
{
    double most = 0.0;
    for (int i = kind; i < N; i += 2) {
        most = fmax(most, fabs(of->T[i + N * column]));
    }
    return most;
}

/* Rotations are in rad and deflections in m; each is checked as well as the other */
static void shapes_that_are_none_are_refused(void **state)
{
    rdg_structure *s = clamped_half(*state);
    const shapes good = shapes_of(*state, rdg_component_fixed(s, "cut", RDG_MODES(MODES)));
    for (int a = 0; a < COLUMNS; a++) {
        for (int i = 0; i < 18; i++) {
            shapes bad = good;
            bad.T[i + N * a] += 1e-3 * greatest(&good, i % 2, a);
            assert_refused(*state, s, &bad, a < BOUNDARY ? "static shape" : "mode");
        }
    }
    shapes bad = good;
    bad.T[18 + N * 1] = 1e-9;
    assert_refused(*state, s, &bad, "T[18 + n * 1] = 1e-09 on the boundary of \"beam\": it must be 0");
    bad = good;
    bad.omega[1] *= 1.0001;
    assert_refused(*state, s, &bad, "mode 1 of \"beam\" leaves");
    bad = good;
    bad.omega[2] = -bad.omega[2];
    assert_refused(*state, s, &bad, "mode 2 of \"beam\" leaves");
    bad = good;
    for (int i = 0; i < N; i++) {
        bad.T[i + N * COLUMNS - N] *= 1.00001;
    }
    assert_refused(*state, s, &bad, "modes 4 and 4 of \"beam\" have the mass 1.00002: it must be 1");
    bad = good;
    bad.omega[1] = bad.omega[0];
    memcpy(bad.T + N * (BOUNDARY + 1), bad.T + N * BOUNDARY, N * sizeof(double));
    assert_refused(*state, s, &bad, "modes 0 and 1 of \"beam\" have the mass 1: it must be 0");
    bad = good;
    bad.T[3] = 1e308;
    assert_refused(*state, s, &bad, "static shape 0");
    bad.T[3] = NAN;
    assert_null(given(s, &bad));
    assert_int_equal(rdg_error_status(*state), RDG_ERR_NOT_FINITE);
    rdg_error_clear(*state);
    assert_null(rdg_component_from_shapes(s, "cut", 19, good.omega, good.T));
    assert_int_equal(rdg_error_status(*state), RDG_ERR_ARGUMENT);
    rdg_error_clear(*state);
}

/* A mode of a negative stiffness has a negative omega; no modes at all are allowed. */
static void negative_eigenvalues_and_no_modes_are_taken(void **state)
{
    const double M[4] = {1, 0, 0, 1}, K[4] = {3, -1, -1, -4}, omega[1] = {-2}, T[4] = {1, -0.25, 0, 1};
    rdg_structure *s = rdg_structure_create(*state, "two", 2, M, NULL, K);
    double mass[4], stiffness[4];
    assert_ok(*state, rdg_name_dof(s, "first", 0));
    rdg_component *c = rdg_component_from_shapes(s, "first", 1, omega, T);
    assert_non_null(c);
    dense_matrices(rdg_component_structure(c), mass, stiffness);
    assert_near(stiffness[3], -4, 0, 0);
    assert_near(stiffness[0], 3.25, 1e-15, 0);
    assert_near(mass[1], -0.25, 1e-15, 0);
    c = rdg_component_from_shapes(s, "first", 0, NULL, T);
    assert_non_null(c);
    assert_int_equal(rdg_structure_size(rdg_component_structure(c)), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(shapes_of_the_library_give_its_own_component),
                                       TEST(shapes_that_are_none_are_refused),
                                       TEST(negative_eigenvalues_and_no_modes_are_taken)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
