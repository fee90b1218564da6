/* Sensors: values against sums over time, derivatives, names. */
#include "differences.h"
#include "models.h"

/* mean of q(t)^2 by sampling; Q of one displacement [static;] cos; sin; ... */
static double sampled_rms(const rdg_basis *basis, const double *z, bool with_static)
{
    const int samples = 64;
    double sum = 0;
    for (int n = 0; n < samples; n++) {
        const double tau = 6.283185307179586 * n / samples;
        double q = basis->has_static && with_static ? z[0] : 0;
        for (rdg_index i = 0; i < basis->n_harmonics; i++) {
            const double *cs = z + basis->has_static + 2 * i;
            q += cs[0] * cos(basis->harmonic[i] * tau) + cs[1] * sin(basis->harmonic[i] * tau);
        }
        sum += q * q / samples;
    }
    return sqrt(sum);
}

static double evaluate(rdg_hbm *hb, rdg_index i, const double *Q)
{
    const rdg_index *index = NULL;
    const rdg_function *s = rdg_hbm_sensor_function(hb, i, &index);
    double local[64], value;
    assert_true(s->n <= 64);
    for (rdg_index l = 0; l < s->n; l++) {
        local[l] = Q[index[l]];
    }
    assert_int_equal(s->f(s->n, local, 1, &value, s->data), 0);
    return value;
}

static rdg_structure *chain_with_sensors(rdg_context *ctx)
{
    rdg_structure *s = chain(ctx);
    assert_ok(ctx, rdg_sensor_add(s, "Am", "bc"));
    assert_ok(ctx, rdg_sensor_rms_add(s, "rms", "bc"));
    assert_ok(ctx, rdg_sensor_harmonic_add(s, "third", "bc", 3));
    assert_ok(ctx, rdg_sensor_add(s, "Am a", "a"));
    return s;
}

static rdg_hbm *balance_with_sensors(rdg_context *ctx)
{
    return rdg_hbm_create(chain_with_sensors(ctx), RDG_HARMONICS(0, 1, 3));
}

static void sensors_are_root_mean_squares_over_a_period(void **state)
{
    rdg_context *ctx = *state;
    rdg_hbm *hb = balance_with_sensors(ctx);
    const rdg_basis *basis = rdg_hbm_basis(hb);
    double Q[15], z[5], a[5];
    uint64_t seed = 5;
    assert_int_equal(rdg_hbm_unknowns(hb), 15);
    for (int i = 0; i < 15; i++) {
        Q[i] = random_signed(&seed);
    }
    for (size_t c = 0; c < 5; c++) {
        a[c] = Q[3 * c];
        z[c] = 1.3 * Q[3 * c + 1] - 0.7 * Q[3 * c + 2];
    }
    assert_near(evaluate(hb, 0, Q), sampled_rms(basis, z, false), 1e-14, 0);
    assert_near(evaluate(hb, 1, Q), sampled_rms(basis, z, true), 1e-14, 0);
    assert_near(evaluate(hb, 2, Q), hypot(z[3], z[4]), 1e-14, 0);
    assert_near(evaluate(hb, 3, Q), sampled_rms(basis, a, false), 1e-14, 0);
    double cosine, sine;
    assert_ok(ctx, rdg_hbm_harmonic(hb, "bc", 3, Q, &cosine, &sine));
    assert_near(cosine, z[3], 1e-15, 0);
    assert_near(sine, z[4], 1e-15, 0);
    assert_ok(ctx, rdg_hbm_harmonic(hb, "bc", 0, Q, &cosine, &sine));
    assert_near(cosine, z[0], 1e-15, 0);
    assert_true(sine == 0);
}

static void sensors_have_exact_derivatives(void **state)
{
    rdg_context *ctx = *state;
    rdg_hbm *hb = balance_with_sensors(ctx);
    uint64_t seed = 9;
    for (rdg_index i = 0; i < rdg_hbm_sensor_count(hb); i++) {
        const rdg_function *s = rdg_hbm_sensor_function(hb, i, NULL);
        double u[10], size[10];
        for (int trial = 0; trial < 10; trial++) {
            for (int k = 0; k < 10; k++) {
                u[k] = random_signed(&seed);
                size[k] = 0.3;
            }
            check_jacobian(s, u, size, 1e-9);
            check_hessian(s, u, &(double){1.7}, size, 1e-8);
        }
    }
}

static void derivatives_at_rest_are_zero(void **state)
{
    rdg_context *ctx = *state;
    const rdg_function *s = rdg_hbm_sensor_function(balance_with_sensors(ctx), 0, NULL);
    const double u[10] = {0};
    double gradient[10], hessian[100];
    dense_jacobian(s, u, gradient);
    dense_hessian(s, u, &(double){1}, hessian);
    for (int i = 0; i < 100; i++) {
        assert_true(gradient[i % 10] == 0 && hessian[i] == 0);
    }
}

static void wrong_sensors_are_refused(void **state)
{
    rdg_context *ctx = *state;
    rdg_structure *s = chain_with_sensors(ctx);
    rdg_sensor_add(s, "x", "tipp");
    assert_failed(ctx, RDG_ERR_NAME, "rdg_sensor_add: \"tipp\"");
    rdg_sensor_add(s, "Am", "a");
    assert_failed(ctx, RDG_ERR_NAME, "sensor \"Am\" already");
    rdg_sensor_add(s, "omega", "a");
    assert_failed(ctx, RDG_ERR_NAME, "cannot be named \"omega\"");
    rdg_sensor_rms_add(s, NULL, "a");
    assert_failed(ctx, RDG_ERR_NAME, "needs a name");
    rdg_sensor_add(s, "x", NULL);
    assert_failed(ctx, RDG_ERR_NAME, "missing");
    rdg_sensor_harmonic_add(s, "x", "a", 0);
    assert_failed(ctx, RDG_ERR_ARGUMENT, "harmonic >= 1");
    rdg_hbm *hb = rdg_hbm_create(s, RDG_HARMONICS(0, 1, 3));
    assert_int_equal(rdg_hbm_sensor_count(hb), 4);
    assert_null(rdg_hbm_sensor_function(hb, 4, NULL));
    assert_non_null(rdg_hbm_sensor_function(hb, 3, NULL));
    rdg_sensor_add(s, "late", "a");
    assert_failed(ctx, RDG_ERR_ARGUMENT, "sensor \"late\" comes too late");
}

static void a_sensor_of_a_harmonic_that_is_not_kept_is_refused(void **state)
{
    rdg_context *ctx = *state;
    rdg_structure *s = chain_with_sensors(ctx);
    assert_null(rdg_hbm_create(s, RDG_HARMONICS(0, 1, 2)));
    assert_failed(ctx, RDG_ERR_ARGUMENT,
                  "rdg_hbm_create: harmonic 3 of \"chain\", which sensor \"third\" measures, is not kept; "
                  "kept are: 0 1 2");
    assert_int_equal(rdg_hbm_sensor_count(rdg_hbm_create(s, RDG_HARMONICS(1, 3))), 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(sensors_are_root_mean_squares_over_a_period, fresh_context,
                                        free_context),
        cmocka_unit_test_setup_teardown(sensors_have_exact_derivatives, fresh_context, free_context),
        cmocka_unit_test_setup_teardown(derivatives_at_rest_are_zero, fresh_context, free_context),
        cmocka_unit_test_setup_teardown(wrong_sensors_are_refused, fresh_context, free_context),
        cmocka_unit_test_setup_teardown(a_sensor_of_a_harmonic_that_is_not_kept_is_refused, fresh_context,
                                        free_context),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
