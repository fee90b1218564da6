/* Elements with a force law in time: coefficients against closed forms, derivatives, samples. */
#include "differences.h"
#include "elements/laws.h"
#include "models.h"

#include <ridgewalk/toolbox.h>

#include <string.h>

static int law_with_an_edge(double x, double v, rdg_law_value *value, void *data)
{
    (void)v;
    value->f = x;
    value->fx = 1;
    return x > *(const double *)data ? 1 : 0;
}

static void cubic_force_has_its_closed_form(void **state)
{
    rdg_context *ctx = *state;
    const double A = 1.237, k3 = 0.83, k = 2.1;
    rdg_structure *structure = oscillator(ctx, 1, 0, 1);
    assert_ok(ctx, rdg_cubic_spring_add(structure, &(rdg_cubic_spring){.at = "x", .k = k, .k3 = k3}));
    rdg_hbm *hb = rdg_hbm_create(structure, RDG_HARMONICS(0, 1, 2, 3));
    double Q[7] = {0, A}, z[7], force[7];
    assert_int_equal(rdg_hbm_element_state(hb, 0, Q, 2.3, z, force), 0);
    /* cos^3 = (3 cos + cos 3) / 4 */
    const double expected[7] = {0, k * A + 0.75 * k3 * A * A * A, 0, 0, 0, 0.25 * k3 * A * A * A, 0};
    for (int i = 0; i < 7; i++) {
        assert_near(force[i], expected[i], 0, 4e-15);
    }
    /* a + b sin: (a + b s)^3 = a^3 + 3/2 a b^2 + (3 a^2 b + 3/4 b^3) sin - 3/2 a b^2 cos 2 - 1/4 b^3 sin 3 */
    const double a = 0.31, b = -0.77;
    const double offset[7] = {a, 0, b};
    const double with_offset[7] = {k * a + k3 * (a * a * a + 1.5 * a * b * b),
                                   0,
                                   k * b + k3 * (3 * a * a * b + 0.75 * b * b * b),
                                   -1.5 * k3 * a * b * b,
                                   0,
                                   0,
                                   -0.25 * k3 * b * b * b};
    assert_int_equal(rdg_hbm_element_state(hb, 0, offset, 2.3, z, force), 0);
    for (int i = 0; i < 7; i++) {
        assert_near(force[i], with_offset[i], 0, 4e-15);
    }
}

static void fewest_samples_make_the_cubic_spring_exact(void **state)
{
    rdg_context *ctx = *state;
    double force[2][11], z[11], Q[11];
    uint64_t seed = 3;
    for (int i = 0; i < 11; i++) {
        Q[i] = random_signed(&seed);
    }
    for (int i = 0; i < 2; i++) {
        rdg_structure *s = oscillator(ctx, 1, 0, 1);
        assert_ok(ctx, rdg_cubic_spring_add(
                           s, &(rdg_cubic_spring){.at = "x", .k3 = 0.83, .samples = i == 0 ? 40 : 251}));
        rdg_hbm *hb = rdg_hbm_create(s, RDG_HARMONICS(0, 1, 2, 5, 6, 9));
        assert_int_equal(rdg_hbm_element_state(hb, 0, Q, 1, z, force[i]), 0);
    }
    for (int i = 0; i < 11; i++) {
        assert_near(force[0][i], force[1][i], 0, 1e-14);
    }
}

static void friction_at_high_velocity_is_coulombs(void **state)
{
    rdg_context *ctx = *state;
    rdg_structure *s = oscillator(ctx, 1, 0, 1);
    assert_ok(ctx, rdg_tanh_friction_add(
                       s, &(rdg_tanh_friction){.at = "x", .force = 1.7, .epsilon = 1e-3, .samples = 8192}));
    rdg_hbm *hb = rdg_hbm_create(s, RDG_HARMONICS(1, 3));
    const double Q[4] = {1.3, 0, 0, 0};
    double z[4], force[4];
    assert_int_equal(rdg_hbm_element_state(hb, 0, Q, 2, z, force), 0);
    /* v = -2.6 sin: f = -F sign(sin), square wave: 4 F / pi (sin + sin 3 / 3) */
    const double limit = 4 * 1.7 / 3.14159265358979323846;
    assert_near(force[0], 0, 0, 1e-13);
    assert_near(force[1], -limit, 0, 1e-6);
    assert_near(force[2], 0, 0, 1e-13);
    assert_near(force[3], -limit / 3, 0, 1e-5);
}

static void law_of_both_arguments_has_exact_derivatives(void **state)
{
    rdg_context *ctx = *state;
    const rdg_index samples[3] = {0, 32, 37};
    for (int i = 0; i < 3; i++) {
        rdg_structure *s = chain(ctx);
        assert_ok(ctx, rdg_time_element_add(s, &(rdg_time_element){.name = "van der Pol",
                                                                   .at = "bc",
                                                                   .law = mixed_law,
                                                                   .samples = samples[i]}));
        rdg_hbm *hb = rdg_hbm_create(s, RDG_HARMONICS(0, 1, 3, 4));
        assert_ok(ctx, rdg_hbm_keep_all(hb)); /* no condensation: everything is a polynomial */
        const rdg_function *g = rdg_hbm_function(hb);
        double u[23], size[23], lambda[23];
        uint64_t seed = 11;
        for (int trial = 0; trial < 10; trial++) {
            for (int k = 0; k < 23; k++) {
                u[k] = random_signed(&seed);
                lambda[k] = random_signed(&seed);
                size[k] = 1;
            }
            assert_int_equal(g->n, 23);
            check_jacobian(g, u, size, 1e-11);
            check_hessian(g, u, lambda, size, 1e-11);
        }
    }
}

static void answer_of_the_law_is_handed_on(void **state)
{
    rdg_context *ctx = *state;
    double edge = 0.5;
    rdg_structure *s = oscillator(ctx, 1, 0, 1);
    assert_ok(
        ctx, rdg_time_element_add(s, &(rdg_time_element){.at = "x", .law = law_with_an_edge, .data = &edge}));
    rdg_hbm *hb = rdg_hbm_create(s, RDG_HARMONICS(1));
    const rdg_function *g = rdg_hbm_function(hb);
    double y[2], J[8] = {0};
    assert_int_equal(g->f(4, (double[]){0.4, 0, 1, 1}, 2, y, g->data), 0);
    assert_int_equal(g->f(4, (double[]){0.6, 0, 1, 1}, 2, y, g->data), 1);
    assert_int_equal(g->df(4, (double[]){0.6, 0, 1, 1}, 2, J, g->data), 1);
}

/* f = k x with a k that a caller may change, and a count of calls */
typedef struct spring {
    double k;
    long calls;
} spring;

static int counted_law(double x, double v, rdg_law_value *value, void *data)
{
    spring *s = data;
    (void)v;
    s->calls++;
    value->f = s->k * x;
    value->fx = s->k;
    return 0;
}

/* Force, Jacobian and Hessian at u; u = (x cos, x sin, omega, alpha). */
static void ask_for_all(const rdg_function *f, const double u[4], double force[2])
{
    const double lambda[2] = {0.3, -0.8};
    double values[16] = {0};
    assert_int_equal(f->f(4, u, 2, force, f->data), 0);
    assert_int_equal(f->df(4, u, 2, values, f->data), 0);
    memset(values, 0, sizeof values);
    assert_int_equal(f->d2f(4, u, 2, lambda, values, f->data), 0);
}

static void pure_laws_are_asked_once_at_a_state_and_others_always(void **state)
{
    rdg_context *ctx = *state;
    for (int pure = 0; pure < 2; pure++) {
        spring s = {.k = 2.385};
        const double u[4] = {0.7, -0.4, 1, 0}, elsewhere[4] = {0.7, -0.4, 1.1, 0};
        double force[2], changed[2];
        rdg_structure *structure = oscillator(ctx, 1, 0, 1);
        assert_ok(ctx,
                  rdg_time_element_add(
                      structure, &(rdg_time_element){
                                     .at = "x", .law = counted_law, .data = &s, .samples = 8, .pure = pure}));
        rdg_hbm *hb = rdg_hbm_create(structure, RDG_HARMONICS(1));
        const rdg_function *f = rdg_hbm_function(hb);
        ask_for_all(f, u, force);
        assert_int_equal(s.calls, pure ? 8 : 24);
        ask_for_all(f, elsewhere, changed);
        assert_int_equal(s.calls, pure ? 16 : 48);
        s.k = 5.385;
        ask_for_all(f, u, changed);
        assert_int_equal(s.calls, pure ? 24 : 72);
        s.k = 7.385; /* nobody may do this to a pure law; any other follows at once */
        ask_for_all(f, u, changed);
        assert_int_equal(s.calls, pure ? 24 : 96);
        assert_near(changed[0] - force[0], (pure ? 3 : 5) * u[0], 0, 1e-14);
        rdg_hbm_free(hb);
    }
}

static void too_few_samples_are_refused(void **state)
{
    rdg_context *ctx = *state;
    rdg_structure *s = oscillator(ctx, 1, 0, 1);
    rdg_tanh_friction_add(s, &(rdg_tanh_friction){.at = "x", .force = 1, .epsilon = 1, .samples = -4});
    assert_failed(ctx, RDG_ERR_ARGUMENT, "-4 samples");
    assert_int_equal(rdg_element_count(s), 0);
    assert_ok(ctx, rdg_cubic_spring_add(s, &(rdg_cubic_spring){.at = "x", .k3 = 1, .samples = 31}));
    assert_null(rdg_hbm_create(s, RDG_HARMONICS(1, 7)));
    assert_failed(ctx, RDG_ERR_ARGUMENT, "31 samples a period: harmonic 7 needs 32 or more");
    assert_non_null(rdg_hbm_create(s, RDG_HARMONICS(1, 6)));
}

static void wrong_elements_are_refused_and_their_data_freed(void **state)
{
    rdg_context *ctx = *state;
    rdg_structure *s = oscillator(ctx, 1, 0, 1);
    rdg_cubic_spring_add(s, &(rdg_cubic_spring){.at = "y", .k3 = 1});
    assert_failed(ctx, RDG_ERR_NAME, "\"y\"");
    rdg_cubic_spring_add(s, &(rdg_cubic_spring){.at = "x", .k3 = NAN});
    assert_failed(ctx, RDG_ERR_NOT_FINITE, "k3 = nan");
    rdg_cubic_spring_add(s, &(rdg_cubic_spring){.k3 = 1});
    assert_failed(ctx, RDG_ERR_NAME, "missing");
    rdg_cubic_spring_add(s, NULL);
    assert_failed(ctx, RDG_ERR_ARGUMENT, "NULL");
    rdg_tanh_friction_add(s, &(rdg_tanh_friction){.at = "x", .force = 1});
    assert_failed(ctx, RDG_ERR_ARGUMENT, "epsilon = 0");
    rdg_tanh_friction_add(s, &(rdg_tanh_friction){.at = "x", .force = -1, .epsilon = 1});
    assert_failed(ctx, RDG_ERR_ARGUMENT, "force = -1");
    rdg_tanh_friction_add(s, &(rdg_tanh_friction){.at = "x", .force = INFINITY, .epsilon = 1});
    assert_failed(ctx, RDG_ERR_NOT_FINITE, "force = inf");
    rdg_time_element_add(s, &(rdg_time_element){.at = "x", .data = rdg_calloc(1, 8), .free_data = rdg_free});
    assert_failed(ctx, RDG_ERR_ARGUMENT, "no force law");
    rdg_time_element_add(s, NULL);
    assert_failed(ctx, RDG_ERR_ARGUMENT, "NULL");
    assert_int_equal(rdg_time_element_add(NULL, &(rdg_time_element){.at = "x",
                                                                    .law = mixed_law,
                                                                    .data = rdg_calloc(1, 8),
                                                                    .free_data = rdg_free}),
                     RDG_ERR_EARLIER);
    assert_int_equal(rdg_element_count(s), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(cubic_force_has_its_closed_form, fresh_context, free_context),
        cmocka_unit_test_setup_teardown(fewest_samples_make_the_cubic_spring_exact, fresh_context,
                                        free_context),
        cmocka_unit_test_setup_teardown(friction_at_high_velocity_is_coulombs, fresh_context, free_context),
        cmocka_unit_test_setup_teardown(law_of_both_arguments_has_exact_derivatives, fresh_context,
                                        free_context),
        cmocka_unit_test_setup_teardown(answer_of_the_law_is_handed_on, fresh_context, free_context),
        cmocka_unit_test_setup_teardown(pure_laws_are_asked_once_at_a_state_and_others_always, fresh_context,
                                        free_context),
        cmocka_unit_test_setup_teardown(too_few_samples_are_refused, fresh_context, free_context),
        cmocka_unit_test_setup_teardown(wrong_elements_are_refused_and_their_data_freed, fresh_context,
                                        free_context),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
