/* Elements with force laws: closed forms, laws without derivatives, the rest of the structure, instances in
 * other harmonics. */
#include "hbm/models.h"
#include "laws.h"

#include "../../toolboxes/hbm/balance/hbm_impl.h"

#include <ridgewalk/ridgewalk.h>
#include <ridgewalk/toolbox.h>

static const double pi = 3.14159265358979323846;

enum { MOST = 64 };

/* Coefficients of an element of the oscillator's displacement. */
static void force_of(rdg_hbm *hb, const double *Q, double omega, double *force)
{
    double z[MOST];
    assert_int_equal(rdg_hbm_element_state(hb, 0, Q, omega, z, force), 0);
}

static void assert_all_near(const double *actual, const double *expected, int n, double tolerance)
{
    for (int i = 0; i < n; i++) {
        assert_near(actual[i], expected[i], 0, tolerance);
    }
}

static void polynomial_spring_has_its_closed_form(void **state)
{
    const double A = 1.237, k[5] = {2.1, -0.7, 0.83, 0.4, 0.29};
    const double A2 = A * A, A3 = A2 * A, A4 = A3 * A, A5 = A4 * A;
    rdg_structure *s = oscillator(*state, 1, 0, 1);
    assert_ok(*state, rdg_polynomial_spring_add(s, &(rdg_polynomial_spring){.at = "x", .n = 5, .k = k}));
    rdg_hbm *hb = rdg_hbm_create(s, RDG_HARMONICS(0, 1, 2, 3, 4, 5));
    double force[11];
    force_of(hb, (double[11]){0, A}, 2.3, force);
    /* cos^2 = (1 + cos 2)/2, cos^3 = (3 cos + cos 3)/4, cos^4 = (3 + 4 cos 2 + cos 4)/8,
       cos^5 = (10 cos + 5 cos 3 + cos 5)/16 */
    const double expected[11] = {k[1] * A2 / 2 + k[3] * A4 * 3 / 8,
                                 k[0] * A + k[2] * A3 * 3 / 4 + k[4] * A5 * 10 / 16,
                                 0,
                                 k[1] * A2 / 2 + k[3] * A4 / 2,
                                 0,
                                 k[2] * A3 / 4 + k[4] * A5 * 5 / 16,
                                 0,
                                 k[3] * A4 / 8,
                                 0,
                                 k[4] * A5 / 16,
                                 0};
    assert_all_near(force, expected, 11, 1e-14);
}

/* Force and derivatives of a quintic spring and of many more samples than it needs. */
static void default_samples_make_polynomials_exact(void **state)
{
    double J[2][11 * 12], H[2][12 * 12], force[2][11], Q[11], lambda[11];
    uint64_t seed = 3;
    for (int i = 0; i < 11; i++) {
        Q[i] = random_signed(&seed);
        lambda[i] = random_signed(&seed);
    }
    for (int i = 0; i < 2; i++) {
        rdg_structure *s = oscillator(*state, 1, 0, 1);
        assert_ok(*state, rdg_polynomial_spring_add(
                              s, &(rdg_polynomial_spring){.at = "x",
                                                          .n = 5,
                                                          .k = (double[]){0.4, -0.3, 0.8, 0.1, 0.2},
                                                          .samples = i == 0 ? 0 : 311}));
        rdg_hbm *hb = rdg_hbm_create(s, RDG_HARMONICS(0, 1, 2, 5, 6, 9));
        const rdg_hbm_element *e = rdg_hbm_element_at(hb, 0);
        rdg_element_result result = {.force = force[i], .jacobian = J[i], .lambda = lambda, .hessian = H[i]};
        assert_int_equal(e->law->evaluate(e->self, &hb->basis, Q, 1.3, &result), 0);
    }
    assert_all_near(force[0], force[1], 11, 1e-12);
    assert_all_near(J[0], J[1], 11 * 12, 1e-11);
    assert_all_near(H[0], H[1], 12 * 12, 1e-11);
}

static void polynomial_stiffness_has_its_closed_form(void **state)
{
    /* f_0 = x_0^2 x_1 + 3 x_0, f_1 = 5 x_1^3 - 0.5 x_0^2 x_1 */
    const rdg_polynomial_stiffness stiffness = {.d = 2,
                                                .at = (const char *[]){"a", "b"},
                                                .terms = 3,
                                                .exponent = (int[]){2, 1, 0, 3, 1, 0},
                                                .coefficient = (double[]){1, -0.5, 0, 5, 3, 0}};
    const double A = 0.83, B = -1.27;
    rdg_structure *masses = chain(*state);
    assert_ok(*state, rdg_polynomial_stiffness_add(masses, &stiffness));
    rdg_hbm *hb = rdg_hbm_create(masses, RDG_HARMONICS(1, 3));
    assert_int_equal(rdg_hbm_unknowns(hb), 8); /* a and b alone */
    assert_string_equal(rdg_element_at(masses, 0)->name, "a");
    const double Q[8] = {A, 0, 0, B}; /* cos 1: (a, b), sin 1: (a, b) */
    double force[8];
    force_of(hb, Q, 1, force);
    /* x_0 = A cos, x_1 = B sin: cos^2 sin = (sin + sin 3)/4, sin^3 = (3 sin - sin 3)/4 */
    const double c = A * A * B / 4, s = 5 * B * B * B / 4;
    const double expected[8] = {3 * A, c, 0, c, 0, 3 * s - c / 2, 0, -s - c / 2};
    assert_all_near(force, expected, 8, 1e-14);
}

static void dampers_have_their_closed_forms(void **state)
{
    rdg_context *ctx = *state;
    const double A = 1.237, omega = 1.9, V = A * omega;
    double force[6];
    for (int kind = 0; kind < 3; kind++) {
        rdg_structure *s = oscillator(ctx, 1, 0, 1);
        double expected[6] = {0};
        double tolerance = 1e-14;
        if (kind == 0) { /* x = A sin: v^3 = V^3 (3 cos + cos 3)/4 */
            assert_ok(ctx, rdg_cubic_damper_add(s, &(rdg_cubic_damper){.at = "x", .c = 0.21, .c3 = 0.37}));
            expected[0] = 0.21 * V + 0.37 * V * V * V * 3 / 4;
            expected[4] = 0.37 * V * V * V / 4;
        } else if (kind == 1) { /* x^2 v = A^2 V sin^2 cos = A^2 V (cos - cos 3)/4 */
            assert_ok(ctx, rdg_quadratic_damper_add(s, &(rdg_quadratic_damper){.at = "x", .c2 = 0.37}));
            expected[0] = 0.37 * A * A * V / 4;
            expected[4] = -0.37 * A * A * V / 4;
        } else { /* |cos| cos = 8/(3 pi) cos + 8/(15 pi) cos 3 - ... */
            assert_ok(ctx,
                      rdg_fluid_drag_add(s, &(rdg_fluid_drag){.at = "x", .c = 0.37, .samples = 1 << 14}));
            expected[0] = 0.37 * V * V * 8 / (3 * pi);
            expected[4] = 0.37 * V * V * 8 / (15 * pi);
            tolerance = 1e-11;
        }
        force_of(rdg_hbm_create(s, RDG_HARMONICS(1, 2, 3)), (double[6]){0, A}, omega, force);
        assert_all_near(force, expected, 6, tolerance * 10);
    }
}

static void a_spring_sits_between_two_masses(void **state)
{
    rdg_context *ctx = *state;
    const double M[4] = {1, 0, 0, 1}, K[4] = {1, 0, 0, 1}, k2[2] = {0, 0.7};
    rdg_structure *s = rdg_structure_create(ctx, "masses", 2, M, NULL, K);
    assert_ok(ctx, rdg_name_relative(s, "between", 1, 0));
    assert_ok(ctx, rdg_polynomial_spring_add(s, &(rdg_polynomial_spring){.at = "between", .n = 2, .k = k2}));
    rdg_hbm *hb = rdg_hbm_create(s, RDG_HARMONICS(0, 1, 2));
    double y[10], u[12] = {0};
    u[2] = 0.4;
    u[3] = 1.3; /* cos: q_1 - q_0 = 0.9 */
    const rdg_function *g = rdg_hbm_function(hb);
    assert_int_equal(g->f(12, u, 10, y, g->data), 0);
    const double half = 0.7 * 0.9 * 0.9 / 2;
    assert_all_near(y, (double[]){-half, half, 0.4, 1.3, 0, 0, -half, half, 0, 0}, 10, 1e-15);
}

/* One law with derivatives and without: coefficients and their derivatives. */
static void plain_laws_come_close_to_exact_ones(void **state)
{
    static const char *const at[2] = {"a", "bc"};
    double J[2][20 * 21], H[2][21 * 21], force[2][20], z[20], lambda[20];
    uint64_t seed = 29;
    for (int i = 0; i < 20; i++) {
        z[i] = random_signed(&seed);
        lambda[i] = random_signed(&seed);
    }
    for (int d = 1; d <= 2; d++) {
        for (int plain = 0; plain < 2; plain++) {
            rdg_structure *s = chain(*state);
            if (d == 1) {
                assert_ok(*state,
                          rdg_time_element_add(s, &(rdg_time_element){.at = "bc",
                                                                      .law = plain ? NULL : mixed_law,
                                                                      .plain = plain ? mixed_plain : NULL,
                                                                      .x_size = plain ? 0.5 : 0}));
            } else {
                assert_ok(*state, rdg_vector_element_add(
                                      s, &(rdg_vector_element){.d = 2,
                                                               .at = at,
                                                               .law = plain ? NULL : coupled_law,
                                                               .plain = plain ? coupled_plain : NULL,
                                                               .v_size = (double[]){1, 0}}));
            }
            rdg_hbm *hb = rdg_hbm_create(s, RDG_HARMONICS(1, 2, 3, 4, 5));
            const rdg_hbm_element *e = rdg_hbm_element_at(hb, 0);
            rdg_element_result result = {
                .force = force[plain], .jacobian = J[plain], .lambda = lambda, .hessian = H[plain]};
            assert_int_equal(e->law->evaluate(e->self, &hb->basis, z, 1.3, &result), 0);
        }
        const int N = 10 * d;
        assert_all_near(force[1], force[0], N, 0);
        assert_all_near(J[1], J[0], N * (N + 1), 1e-8); /* of some 100 */
        assert_all_near(H[1], H[0], (N + 1) * (N + 1), 1e-6);
    }
}

/* A motion of 1e-8 m has derivatives as good as one of 1 m, and at rest there are some. */
static double stiffening(double x, double v, void *data)
{
    const double length = *(const double *)data;
    return sinh(x / length) + 0.1 * v / length;
}

static void plain_laws_know_no_units(void **state)
{
    static const double length[] = {1, 1e-8, 1e6};
    double reference[2 * 3];
    for (int i = 0; i < 3; i++) {
        double J[6], L = length[i], force[2];
        rdg_structure *s = oscillator(*state, 1, 0, 1);
        assert_ok(*state,
                  rdg_time_element_add(s, &(rdg_time_element){.at = "x", .plain = stiffening, .data = &L}));
        rdg_hbm *hb = rdg_hbm_create(s, RDG_HARMONICS(1));
        const rdg_hbm_element *e = rdg_hbm_element_at(hb, 0);
        rdg_element_result result = {.force = force, .jacobian = i == 0 ? reference : J};
        const double z[2] = {0.7 * L, -0.4 * L};
        assert_int_equal(e->law->evaluate(e->self, &hb->basis, z, 1.3, &result), 0);
        for (int k = 0; i > 0 && k < 4; k++) {
            assert_near(J[k] * L, reference[k], 0, 1e-10);
        }
        result.jacobian = J;
        assert_int_equal(e->law->evaluate(e->self, &hb->basis, (double[2]){0, 0}, 1.3, &result), 0);
        assert_near(J[3] * L, 1, 0, i == 1 ? 1 : 1e-9); /* a micrometre is a lot for 1e-8 m */
    }
}

/* Without a static part the rest is added to the motion: the same as a static part that is there. */
static void elements_rest_where_the_structure_does(void **state)
{
    static const char *const at[2] = {"a", "b"};
    const double rest[2] = {0.37, -0.61};
    double z[2][10], force[2][10];
    uint64_t seed = 7;
    for (int with_static = 0; with_static < 2; with_static++) {
        rdg_structure *s = chain(*state);
        assert_ok(*state, rdg_vector_element_add(
                              s, &(rdg_vector_element){.d = 2, .at = at, .law = coupled_law, .pure = true}));
        rdg_hbm *hb =
            with_static ? rdg_hbm_create(s, RDG_HARMONICS(0, 1, 3)) : rdg_hbm_create(s, RDG_HARMONICS(1, 3));
        const rdg_hbm_element *e = rdg_hbm_element_at(hb, 0);
        const int nc = 4 + with_static;
        for (int j = 0; j < 2; j++) {
            z[1][nc * j] = rest[j];
            for (int k = 0; k < 4; k++) {
                z[with_static][nc * j + k + with_static] =
                    with_static ? z[0][4 * j + k] : random_signed(&seed);
            }
        }
        rdg_element_result result = {.force = force[with_static]};
        void *instance = e->law->create(e->source, *state, &hb->basis, rest);
        assert_non_null(instance);
        assert_int_equal(e->law->evaluate(instance, &hb->basis, z[with_static], 1.3, &result), 0);
        e->law->free_instance(instance);
    }
    for (int j = 0; j < 2; j++) {
        assert_all_near(force[0] + 4 * j, force[1] + 5 * j + 1, 4, 1e-15);
    }
}

/* In more harmonics the same motion has the same force, about the same rest. */
static void instances_sample_as_their_basis_asks(void **state)
{
    static const rdg_index samples[] = {0, 16};
    const double rest = 0.37;
    const rdg_basis larger = {.n_harmonics = 9,
                              .harmonic = (const int[]){1, 2, 3, 4, 5, 6, 7, 8, 9},
                              .has_static = true,
                              .n_coefficients = 19};
    for (int i = 0; i < 2; i++) {
        rdg_structure *s = oscillator(*state, 1, 0, 1);
        assert_ok(*state,
                  rdg_cubic_spring_add(s, &(rdg_cubic_spring){.at = "x", .k3 = 0.83, .samples = samples[i]}));
        rdg_hbm *hb = rdg_hbm_create(s, RDG_HARMONICS(1, 3));
        const rdg_hbm_element *e = rdg_hbm_element_at(hb, 0);
        void *own = e->law->create(e->source, *state, &hb->basis, &rest);
        void *wide = e->law->create(e->source, *state, &larger, &rest);
        assert_true(own && wide);
        double force[4], more[19];
        const double z[4] = {0.4, -0.7, 0.3, 0.2}, embedded[19] = {rest, 0.4, -0.7, 0, 0, 0.3, 0.2};
        rdg_element_result result = {.force = force};
        assert_int_equal(e->law->evaluate(own, &hb->basis, z, 1.3, &result), 0);
        result.force = more;
        assert_int_equal(e->law->evaluate(wide, &larger, embedded, 1.3, &result), 0);
        assert_all_near(force, (double[]){more[1], more[2], more[5], more[6]}, 4, 1e-15);
        assert_true(fabs(more[0]) > 0.1 && fabs(more[17]) > 1e-3); /* x^3 reaches harmonic 9 */
        e->law->free_instance(own);
        e->law->free_instance(wide);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(polynomial_spring_has_its_closed_form, fresh_context, free_context),
        cmocka_unit_test_setup_teardown(default_samples_make_polynomials_exact, fresh_context, free_context),
        cmocka_unit_test_setup_teardown(polynomial_stiffness_has_its_closed_form, fresh_context,
                                        free_context),
        cmocka_unit_test_setup_teardown(dampers_have_their_closed_forms, fresh_context, free_context),
        cmocka_unit_test_setup_teardown(a_spring_sits_between_two_masses, fresh_context, free_context),
        cmocka_unit_test_setup_teardown(plain_laws_come_close_to_exact_ones, fresh_context, free_context),
        cmocka_unit_test_setup_teardown(plain_laws_know_no_units, fresh_context, free_context),
        cmocka_unit_test_setup_teardown(elements_rest_where_the_structure_does, fresh_context, free_context),
        cmocka_unit_test_setup_teardown(instances_sample_as_their_basis_asks, fresh_context, free_context),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
