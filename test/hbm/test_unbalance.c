/* Unbalances, m e omega^2: a Laval (Jeffcott) rotor against its closed form; derivatives in omega, ridges. */
#include "differences.h"
#include "fresh_context.h"

#include <ridgewalk/adjoint.h>
#include <ridgewalk/contact.h>
#include <ridgewalk/elements.h>
#include <ridgewalk/hbm.h>
#include <ridgewalk/hybrid_of.h>
#include <ridgewalk/mechanism_of.h>
#include <ridgewalk/ridgewalk.h>
#include <ridgewalk/shooting.h>
#include <ridgewalk/shooting_sensors.h>
#include <ridgewalk/timestepping.h>

enum { MOST = 64 };

/* A disc of mass m on a massless shaft of stiffness k in x and y */
static rdg_structure *laval(rdg_context *ctx, double m, double c, double k)
{
    const double M[4] = {m, 0, 0, m}, C[4] = {c, 0, 0, c}, K[4] = {k, 0, 0, k};
    rdg_structure *s = rdg_structure_create(ctx, "laval", 2, M, C, K);
    rdg_name_dof(s, "x", 0);
    rdg_name_dof(s, "y", 1);
    rdg_sensor_harmonic_add(s, "A", "x", 1);
    return s;
}

/* r = m e w^2 / |k - m w^2 + i w c|, forward whirl: y a quarter of a turn behind x */
static void a_laval_rotor_is_the_closed_form(void **state)
{
    rdg_context *ctx = *state;
    const double m = 2.0, c = 7.0, k = 5e3, moment = 3e-3;
    rdg_structure *s = laval(ctx, m, c, k);
    assert_ok(ctx,
              rdg_unbalance_add(s, &(rdg_unbalance){.x = "x", .y = "y", .moment = moment, .phase = 0.4}));
    assert_string_equal(rdg_forcing_amplitude_unit(s), "");
    rdg_hbm *hb = rdg_hbm_create(s, RDG_HARMONICS(1));
    for (double w = 3.0; w < 200.0; w *= 1.3) {
        double Q[4]; /* x, y of the cosine; x, y of the sine */
        assert_ok(ctx, rdg_hbm_linear_response(hb, w, 1.0, Q));
        assert_near(hypot(Q[0], Q[2]), moment * w * w / hypot(k - m * w * w, w * c), 1e-13, 0.0);
        assert_near(Q[1], -Q[2], 0.0, 1e-15);
        assert_near(Q[3], Q[0], 0.0, 1e-15);
    }
}

/* Behind the resonance the disc turns about its centre of mass: r -> e. The peak of r^2 = (m e w^2)^2 / ((k -
 * m w^2)^2 + (w c)^2) is at w^2 = w0^2 / (1 - 2 zeta^2), above w0, where that of a constant force is below
 * it: the slope of the forcing amplitude counts. */
static void a_ridge_is_at_the_closed_form_peak(void **state)
{
    rdg_context *ctx = *state;
    const double m = 2.0, k = 5e3, moment = 3e-3, w0 = sqrt(k / m), zeta = 0.1, c = 2.0 * zeta * m * w0;
    rdg_structure *s = laval(ctx, m, c, k);
    assert_ok(ctx, rdg_unbalance_add(s, &(rdg_unbalance){.x = "x", .y = "y", .moment = moment}));
    rdg_hbm *hb = rdg_hbm_create(s, RDG_HARMONICS(1));
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", 20.0), RDG_AT("alpha", 1.0));
    assert_ok(ctx,
              rdg_continue(p, "frc", RDG_RELEASE("omega"), RDG_WINDOW("omega", 20.0, 90.0), RDG_NO_TABLE));
    assert_ok(ctx, rdg_ridge(hb, "ridge", "A", RDG_FROM_GREATEST("frc"), RDG_WINDOW("alpha", 0.5, 3.0),
                             RDG_NO_TABLE));
    rdg_run *run = rdg_run_open(ctx, "ridge");
    const double *A = rdg_run_column(run, "A"), *omega = rdg_run_column(run, "omega"),
                 *alpha = rdg_run_column(run, "alpha");
    assert_true(rdg_run_count(run) > 2);
    for (rdg_index i = 0; i < rdg_run_count(run); i++) {
        assert_near(omega[i], w0 / sqrt(1.0 - 2.0 * zeta * zeta), 1e-8, 0.0);
        assert_near(A[i], alpha[i] * moment / m / (2.0 * zeta * sqrt(1.0 - zeta * zeta)), 1e-9, 0.0);
    }
    rdg_run_free(run);
}

/* Kept and condensed, with a contact and a force beside it, several harmonics; amplitude and phase released
 */
static void derivatives_are_exact(void **state)
{
    rdg_context *ctx = *state;
    const double M[9] = {1, 0, 0, 0, 0.7, 0, 0, 0, 1.3}, K[9] = {3, -1, 0, -1, 2, -1, 0, -1, 2};
    uint64_t seed = 4;
    for (int i = 0; i < 90; i++) {
        rdg_structure *s = rdg_structure_create(ctx, "three", 3, M, NULL, K);
        rdg_damping_proportional(s, 0.02, 0.03);
        for (int dof = 0; dof < 3; dof++) {
            rdg_name_dof(s, (const char *const[]){"a", "b", "c"}[dof], dof);
        }
        rdg_contact_add(s, &(rdg_contact){.tangential = "a", .kt = 1.2, .mu = 0.4, .preload = 50.0});
        rdg_force_add(s, "a", 1, 0.3);
        assert_ok(ctx, rdg_unbalance_add(s, &(rdg_unbalance){.x = "b",
                                                             .y = i % 2 ? "c" : NULL,
                                                             .moment = 0.2,
                                                             .phase = 0.7,
                                                             .harmonic = 1 + i % 3}));
        rdg_hbm *hb = rdg_hbm_create(s, RDG_HARMONICS(0, 1, 2, 3));
        if (i % 3 == 1) {
            rdg_hbm_keep_all(hb);
        } else if (i % 3 == 2) {
            rdg_hbm_condense_forces(hb);
        }
        rdg_problem *p =
            rdg_hbm_problem(hb, RDG_AT("omega", 1.1), RDG_AT("alpha", 0.6), RDG_AT("b.amplitude", 0.25),
                            RDG_AT("b.phase", 0.5), RDG_AT("damping.stiffness", 0.04));
        assert_ok(ctx, rdg_error_status(ctx));
        const rdg_function *f = rdg_find_function(p, "hbm");
        double u[MOST], lambda[MOST], size[MOST], A[MOST * MOST];
        for (int k = 0; k < MOST; k++) {
            u[k] = 0.02 * random_signed(&seed);
            lambda[k] = random_signed(&seed);
            size[k] = 1e-2;
        }
        u[f->m] = 1.1 + 0.5 * random_signed(&seed);
        u[f->m + 1] = 0.6;
        u[f->m + 2] = 0.25;
        u[f->m + 3] = 0.5;
        u[f->m + 4] = 0.04;
        dense_jacobian(f, u, A);
        assert_near(worst_error(f, u, NULL, size, f->m, A), 0.0, 0.0, 1e-7);
        dense_hessian(f, u, lambda, A);
        assert_near(worst_error(f, u, lambda, size, f->n, A), 0.0, 0.0, 1e-6);
    }
}

static void shooting_agrees(void **state)
{
    rdg_context *ctx = *state;
    const double m = 2.0, c = 20.0, k = 5e3, moment = 3e-3, w = 40.0;
    const double expected = moment * w * w / hypot(k - m * w * w, w * c);
    rdg_structure *s = laval(ctx, m, c, k);
    assert_ok(ctx, rdg_unbalance_add(s, &(rdg_unbalance){.x = "x", .y = "y", .moment = moment}));
    rdg_hybrid *h = rdg_hybrid_of(s, RDG_AT("omega", w));
    assert_non_null(h);
    rdg_shooting *shooting = rdg_shooting_create(h, &(rdg_shooting_options){.transient = 20});
    rdg_problem *p = rdg_shooting_problem(shooting);
    assert_ok(ctx, rdg_shooting_add_sensors(shooting, p));
    assert_ok(ctx,
              rdg_continue(p, "orbit", RDG_RELEASE("omega"), RDG_WINDOW("omega", w, w + 1.0), RDG_NO_TABLE));
    rdg_run *run = rdg_run_open(ctx, "orbit");
    const double *A = rdg_run_column(run, "A"), *omega = rdg_run_column(run, "omega");
    assert_non_null(A);
    for (rdg_index i = 0; i < rdg_run_count(run); i++) {
        const double o = omega[i];
        assert_near(A[i], moment * o * o / hypot(k - m * o * o, o * c), 1e-7, 0.0);
    }
    assert_near(A[0], expected, 1e-7, 0.0);
    rdg_run_free(run);
}

/* At one omega it is a force of m e (k omega)^2. */
static void time_stepping_has_the_force_of_the_frequency(void **state)
{
    rdg_context *ctx = *state;
    const double m = 2.0, c = 20.0, k = 5e3, moment = 3e-3, w = 40.0;
    double end[2];
    for (int own = 0; own < 2; own++) {
        rdg_structure *s = laval(ctx, m, c, k);
        if (own) {
            rdg_unbalance_add(s, &(rdg_unbalance){.x = "x", .moment = moment, .phase = 0.3, .harmonic = 2});
        } else {
            rdg_force_phase_add(s, "x", 2, 4.0 * moment * w * w, 0.3);
        }
        rdg_mechanism *made = rdg_mechanism_of(s, RDG_AT("omega", w), RDG_AT("alpha", 0.8));
        rdg_timestepping *ts = rdg_timestepping_create(made, &(rdg_timestepping_options){.h = 1e-3});
        assert_ok(ctx, rdg_timestepping_start(ts, 0.0, (double[2]){0.0}, (double[2]){0.0}));
        for (int i = 0; i < 200; i++) {
            assert_ok(ctx, rdg_timestepping_step(ts));
        }
        end[own] = rdg_timestepping_motion(ts)->q[0];
    }
    assert_true(fabs(end[0]) > 1e-4);
    assert_near(end[1], end[0], 1e-12, 0.0);
}

static void what_is_given_is_checked(void **state)
{
    rdg_context *ctx = *state;
    rdg_structure *s = laval(ctx, 1.0, 0.0, 1.0);
    rdg_unbalance_add(s, NULL);
    assert_failed(ctx, RDG_ERR_ARGUMENT, "rdg_unbalance_add: the unbalance of \"laval\" is NULL");
    rdg_unbalance_add(s, &(rdg_unbalance){.x = "z", .moment = 1.0});
    assert_failed(ctx, RDG_ERR_NAME, "\"z\"");
    rdg_unbalance_add(s, &(rdg_unbalance){.x = "x", .y = "z", .moment = 1.0});
    assert_failed(ctx, RDG_ERR_NAME, "\"z\"");
    rdg_unbalance_add(s, &(rdg_unbalance){.moment = 1.0});
    assert_failed(ctx, RDG_ERR_NAME, "rdg_unbalance_add");
    rdg_unbalance_add(s, &(rdg_unbalance){.x = "x", .y = "x", .moment = 1.0});
    assert_failed(ctx, RDG_ERR_ARGUMENT, "has this displacement as x and as y");
    rdg_unbalance_add(s, &(rdg_unbalance){.x = "x", .moment = NAN});
    assert_failed(ctx, RDG_ERR_NOT_FINITE, "the unbalance at \"x\" is not finite");
    rdg_unbalance_add(s, &(rdg_unbalance){.x = "x", .moment = 1.0, .harmonic = -1});
    assert_failed(ctx, RDG_ERR_ARGUMENT, "harmonic -1 of the unbalance at \"x\"");
    assert_int_equal(rdg_load_count(s), 0);
    assert_ok(ctx, rdg_unbalance_add(s, &(rdg_unbalance){.x = "x", .y = "y", .moment = 1.0}));
    assert_int_equal(rdg_load_frequency_power(rdg_load_at(s, 1)), 2);
    assert_int_equal(rdg_load_frequency_power(NULL), 0);
    rdg_structure_parameter found;
    assert_ok(ctx, rdg_structure_parameter_find(s, "test", "x.amplitude", &found));
    assert_string_equal(found.unit, "kg m");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_laval_rotor_is_the_closed_form),
        TEST(a_ridge_is_at_the_closed_form_peak),
        TEST(derivatives_are_exact),
        TEST(shooting_agrees),
        TEST(time_stepping_has_the_force_of_the_frequency),
        TEST(what_is_given_is_checked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
