/* Gyroscopic forces omega G q': an overhung rotor against its closed forms, derivatives in omega,
 * condensation, substructures, and who refuses them. */
#include "differences.h"
#include "fresh_context.h"
#include "green_rotor.h"

#include <ridgewalk/adjoint.h>
#include <ridgewalk/bifurcations.h>
#include <ridgewalk/component.h>
#include <ridgewalk/coulomb.h>
#include <ridgewalk/coupling.h>
#include <ridgewalk/elements.h>
#include <ridgewalk/hbm.h>
#include <ridgewalk/hbm_solver.h>
#include <ridgewalk/hybrid_of.h>
#include <ridgewalk/mechanism_of.h>
#include <ridgewalk/nonlinear_mode.h>
#include <ridgewalk/ridgewalk.h>
#include <ridgewalk/sector.h>
#include <ridgewalk/sliding.h>
#include <ridgewalk/truncation.h>

enum { MOST = 96 };

static const green_rotor thin = {.m = 10.0, .I_t = 0.05, .I_p = 0.1, .EI = 4e3, .l = 0.4, .c = 60.0};

static void whirl_has_the_frequencies_of_the_closed_form(void **state)
{
    rdg_context *ctx = *state;
    green_rotor r = thin;
    r.c = 0.0;
    rdg_structure *s = green_structure(ctx, &r);
    double still[4], im[4], re[4];
    assert_ok(ctx, rdg_structure_frequencies(s, RDG_NO_SPRINGS, 4, still));
    assert_ok(ctx, rdg_whirl_modes(s, 0.0, 4, re, im));
    for (int a = 0; a < 4; a++) {
        assert_near(im[a], still[a], 1e-9, 0.0);
    }
    for (double speed = 50.0; speed < 1000.0; speed += 130.0) {
        const double size = green_determinant(&r, speed, 0.0);
        int forward = 0;
        assert_ok(ctx, rdg_whirl_modes(s, speed, 4, re, im));
        for (int a = 0; a < 4; a++) {
            const double of[2] = {green_determinant(&r, speed, im[a]), green_determinant(&r, speed, -im[a])};
            const double scale =
                size + r.m * im[a] * im[a] * fabs(speed * r.I_p * im[a] + r.I_t * im[a] * im[a]);
            assert_near(fmin(fabs(of[0]), fabs(of[1])), 0.0, 0.0, 1e-10 * scale);
            forward += fabs(of[0]) < fabs(of[1]);
            assert_near(re[a], 0.0, 0.0, 1e-9 * im[3]);
        }
        assert_int_equal(forward, 2);
    }
}

/* s = (-zeta +- i sqrt(1 - zeta^2)) w0 for viscous, s^2 = -w0^2 (1 + i g) for structural damping */
static void damped_modes_are_the_closed_form(void **state)
{
    rdg_context *ctx = *state;
    const double m = 2.0, k = 800.0, c = 8.0, w0 = 20.0, g = 0.3;
    double re, im;
    rdg_structure *s = rdg_structure_create(ctx, "s", 1, &m, &c, &k);
    assert_ok(ctx, rdg_whirl_modes(s, 0.0, 1, &re, &im));
    assert_near(re, -2.0, 1e-12, 0.0);
    assert_near(im, sqrt(w0 * w0 - 4.0), 1e-12, 0.0);
    rdg_structure *t = rdg_structure_create(ctx, "t", 1, &m, NULL, &k);
    assert_ok(ctx, rdg_damping_structural(t, g));
    assert_ok(ctx, rdg_whirl_modes(t, 0.0, 1, &re, &im));
    const double complex root = I * w0 * csqrt(1.0 + I * g);
    assert_near(re, creal(root), 1e-12, 0.0);
    assert_near(im, cimag(root), 1e-12, 0.0);
    const double strong = 400.0;
    rdg_structure *o = rdg_structure_create(ctx, "o", 1, &m, &strong, &k);
    assert_true(rdg_whirl_modes(o, 0.0, 1, &re, &im) != RDG_OK);
    assert_failed(ctx, RDG_ERR_ARGUMENT, "1 modes of \"o\" are requested, but 0 of its motions vibrate");
    assert_true(rdg_whirl_modes(s, NAN, 1, &re, &im) != RDG_OK);
    assert_failed(ctx, RDG_ERR_NOT_FINITE, "the speed of \"s\" is nan");
    assert_true(rdg_whirl_modes(s, 0.0, 2, &re, &im) != RDG_OK);
    assert_failed(ctx, RDG_ERR_ARGUMENT, "1 .. 1 modes");
}

/* Kept as a whole: a thin disc (I_p = 2 I_t) and a long one, viscous and structural damping. */
static void unbalance_responses_are_the_closed_form(void **state)
{
    rdg_context *ctx = *state;
    const double moment = 2e-3;
    for (int how = 0; how < 4; how++) {
        green_rotor r = thin;
        const double g = how % 2 ? 0.03 : 0.0;
        r.I_t = how / 2 ? 0.2 : 0.05;
        rdg_structure *s = green_structure(ctx, &r);
        assert_ok(ctx, rdg_damping_structural(s, g));
        assert_ok(ctx, rdg_unbalance_add(s, &(rdg_unbalance){.x = "x", .y = "y", .moment = moment}));
        rdg_hbm *hb = rdg_hbm_create(s, RDG_HARMONICS(1));
        for (double w = 10.0; w < 1500.0; w *= 1.17) {
            double Q[2 * GREEN_DOFS];
            assert_ok(ctx, rdg_hbm_linear_response(hb, w, 1.0, Q));
            assert_near(hypot(Q[GREEN_X], Q[GREEN_DOFS + GREEN_X]), green_radius(&r, g, moment, w), 1e-10,
                        0.0);
            assert_near(Q[GREEN_Y], -Q[GREEN_DOFS + GREEN_X], 1e-9, 1e-12); /* a circle, from x to y */
        }
    }
}

/* The greatest radius of the closed form between two speeds, by golden section */
static double peak_speed(const green_rotor *r, double g, double low, double high)
{
    const double golden = 0.5 * (sqrt(5.0) - 1.0);
    for (int i = 0; i < 90; i++) {
        const double a = high - golden * (high - low), b = low + golden * (high - low);
        if (green_radius(r, g, 1.0, a) > green_radius(r, g, 1.0, b)) {
            high = b;
        } else {
            low = a;
        }
    }
    return 0.5 * (low + high);
}

static void a_ridge_is_the_peak_of_the_closed_form(void **state)
{
    rdg_context *ctx = *state;
    const double moment = 2e-3, g = 0.05;
    rdg_structure *s = green_structure(ctx, &thin);
    rdg_damping_structural(s, g);
    rdg_unbalance_add(s, &(rdg_unbalance){.x = "x", .y = "y", .moment = moment});
    rdg_hbm *hb = rdg_hbm_create(s, RDG_HARMONICS(1));
    const double w = peak_speed(&thin, g, 40.0, 200.0), radius = green_radius(&thin, g, moment, w);
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", 40.0), RDG_AT("alpha", 1.0));
    assert_ok(ctx,
              rdg_continue(p, "frc", RDG_RELEASE("omega"), RDG_WINDOW("omega", 40.0, 200.0), RDG_NO_TABLE));
    assert_ok(ctx, rdg_ridge(hb, "ridge", "r", RDG_FROM_GREATEST("frc"), RDG_WINDOW("alpha", 0.5, 3.0),
                             RDG_NO_TABLE));
    rdg_run *run = rdg_run_open(ctx, "ridge");
    const double *A = rdg_run_column(run, "r"), *omega = rdg_run_column(run, "omega"),
                 *alpha = rdg_run_column(run, "alpha");
    assert_true(rdg_run_count(run) > 2);
    for (rdg_index i = 0; i < rdg_run_count(run); i++) {
        assert_near(omega[i], w, 1e-6, 0.0);
        assert_near(A[i], alpha[i] * radius, 1e-9, 0.0);
    }
    rdg_run_free(run);
}

/* A chain of rotations and displacements with random masses and stiffnesses; three gyroscopic pairs, one at a
 * combination, a cubic bearing. */
static rdg_structure *random_rotor(rdg_context *ctx, uint64_t *seed, int n)
{
    double *M = test_calloc((size_t)(n * n), sizeof *M), *K = test_calloc((size_t)(n * n), sizeof *K);
    for (int i = 0; i < n; i++) {
        M[i * (n + 1)] = 1.5 + random_signed(seed);
        K[i * (n + 1)] += 0.5;
        for (int j = i + 1; j < n && j < i + 3; j++) {
            const double k = 1.5 + random_signed(seed);
            K[i * (n + 1)] += k;
            K[j * (n + 1)] += k;
            K[i + n * j] = K[j + n * i] = -k;
        }
    }
    rdg_structure *s = rdg_structure_create(ctx, "random", n, M, NULL, K);
    test_free(M);
    test_free(K);
    rdg_damping_proportional(s, 0.02, 0.01);
    rdg_damping_structural(s, 0.05);
    rdg_name_dof(s, "a", 0);
    rdg_name_dof(s, "b", 4);
    rdg_name_dof(s, "c", 6);
    rdg_name_relative(s, "d", 2, 5);
    rdg_gyroscopic_add(s,
                       &(rdg_gyroscopic){.first = "a", .second = "b", .inertia = 0.4 * random_signed(seed)});
    rdg_gyroscopic_add(s, &(rdg_gyroscopic){.first = "c", .second = "d", .inertia = 0.3, .ratio = 1.7});
    rdg_gyroscopic_add(s, &(rdg_gyroscopic){.first = "d", .second = "a", .inertia = -0.2});
    rdg_cubic_spring_add(s, &(rdg_cubic_spring){.at = "c", .k3 = 0.3});
    rdg_unbalance_add(s, &(rdg_unbalance){.x = "a", .y = "c", .moment = 0.7});
    rdg_sensor_add(s, "Am", "a");
    return s;
}

static void derivatives_are_exact(void **state)
{
    rdg_context *ctx = *state;
    uint64_t seed = 12;
    for (int i = 0; i < 40; i++) {
        rdg_hbm *hb = rdg_hbm_create(random_rotor(ctx, &seed, 9), RDG_HARMONICS(0, 1, 3));
        if (i % 2) {
            rdg_hbm_keep_all(hb);
        }
        const rdg_function *f = rdg_hbm_function(hb);
        assert_non_null(f);
        double u[MOST], lambda[MOST], size[MOST];
        double *A = test_calloc(MOST * MOST, sizeof *A);
        for (int k = 0; k < MOST; k++) {
            u[k] = random_signed(&seed);
            lambda[k] = random_signed(&seed);
            size[k] = 1e-2;
        }
        u[f->m] = 0.9 + 0.4 * random_signed(&seed);
        dense_jacobian(f, u, A);
        assert_near(worst_error(f, u, NULL, size, f->m, A), 0.0, 0.0, 1e-7);
        dense_hessian(f, u, lambda, A);
        assert_near(worst_error(f, u, lambda, size, f->n, A), 0.0, 0.0, 1e-6);
        test_free(A);
    }
}

/* Condensed, kept as a whole, and a component with all of its modes have the same response. */
static void condensed_and_reduced_rotors_respond_alike(void **state)
{
    rdg_context *ctx = *state;
    enum { N = 12 };
    for (uint64_t k = 1; k < 20; k++) {
        double expected = 0.0;
        for (int how = 0; how < 4; how++) {
            uint64_t seed = k;
            rdg_structure *s = random_rotor(ctx, &seed, N);
            if (how == 2) {
                const rdg_index held[3] = {0, 4, 6};
                rdg_name_set(s, "held", 3, held);
                s = rdg_component_structure(
                    rdg_component_fixed(s, "held", (rdg_component_modes){.count = N - 3}));
            }
            if (how == 3) {
                rdg_coupling *a = rdg_coupling_create(ctx);
                rdg_coupling_add(a, "one", s);
                s = rdg_coupling_primal(a, "all");
            }
            assert_non_null(s);
            assert_int_equal(rdg_gyroscopic_count(s), 3);
            rdg_hbm *hb = rdg_hbm_create(s, RDG_HARMONICS(1));
            if (how == 1) {
                rdg_hbm_keep_all(hb);
            }
            double Q[4 * N], c, d;
            assert_ok(ctx, rdg_hbm_linear_response(hb, 1.1, 0.5, Q));
            assert_true((rdg_hbm_kept(hb, NULL) < N) == (how == 0 || how == 3));
            assert_ok(ctx, rdg_hbm_harmonic(hb, how == 3 ? "one.a" : "a", 1, Q, &c, &d));
            expected = how == 0 ? hypot(c, d) : expected;
            assert_near(hypot(c, d), expected, 1e-9, 0.0);
        }
    }
}

static void all_who_cannot_take_them_refuse_them_by_name(void **state)
{
    rdg_context *ctx = *state;
    rdg_structure *s = green_structure(ctx, &thin);
    assert_null(rdg_hybrid_of(s, RDG_AT("omega", 1.0)));
    assert_failed(ctx, RDG_ERR_ARGUMENT,
                  "\"rotor\" has gyroscopic forces (\"alpha\", \"beta\"), which rdg_hybrid_of() cannot take");
    assert_null(rdg_mechanism_of(s, RDG_AT("omega", 1.0)));
    assert_failed(ctx, RDG_ERR_ARGUMENT, "which rdg_mechanism_of() cannot take");
    assert_null(rdg_coulomb_create(s, &(rdg_coulomb_options){.contact = "x"}));
    assert_failed(ctx, RDG_ERR_ARGUMENT, "which rdg_coulomb_create() cannot take");
    assert_null(rdg_sliding_create(s, s, &(rdg_sliding_options){.x = "x"}));
    assert_failed(ctx, RDG_ERR_ARGUMENT, "which rdg_sliding_create() cannot take");
    assert_null(rdg_sector_create(s, &(rdg_sector_options){.sectors = 4}));
    assert_failed(ctx, RDG_ERR_ARGUMENT, "which rdg_sector_create() cannot take");
    const rdg_index kept[2] = {GREEN_X, GREEN_ALPHA};
    assert_null(rdg_condensation_create(s, 2, kept));
    assert_failed(ctx, RDG_ERR_ARGUMENT, "act on degree of freedom 3, which is to be condensed: keep it");
    rdg_hbm *hb = rdg_hbm_create(s, RDG_HARMONICS(1));
    double Q[8] = {0}, re, im;
    assert_true(rdg_hbm_exponents(hb, Q, 50.0, 1, &re, &im) != RDG_OK);
    assert_failed(ctx, RDG_ERR_ARGUMENT, "which rdg_hbm_exponents() cannot take");
    for (int conservative = 0; conservative < 2; conservative++) {
        assert_true(rdg_nonlinear_mode(hb, "mode",
                                       RDG_MODE(.number = 1, .at = "x", .conservative = conservative == 1),
                                       RDG_WINDOW("log10a", -3.0, 0.0)) != RDG_OK);
        assert_failed(ctx, RDG_ERR_ARGUMENT, "which rdg_nonlinear_mode() cannot take");
    }
    rdg_hbm *spectral = rdg_hbm_create(s, RDG_HARMONICS(1));
    assert_ok(ctx, rdg_hbm_solver(spectral, RDG_SPECTRAL));
    assert_null(rdg_hbm_function(spectral));
    assert_failed(ctx, RDG_ERR_ARGUMENT, "which rdg_hbm_solver() cannot take");
    uint64_t seed = 3;
    rdg_hbm *damped = rdg_hbm_create(random_rotor(ctx, &seed, 9), RDG_HARMONICS(1));
    assert_null(rdg_hbm_problem(damped, RDG_AT("omega", 1.0), RDG_AT("damping.mass", 0.1)));
    assert_failed(ctx, RDG_ERR_ARGUMENT, "its gyroscopic forces are no multiple of mass and stiffness");
}

static void what_is_given_is_checked(void **state)
{
    rdg_context *ctx = *state;
    rdg_structure *s = green_structure(ctx, &thin);
    rdg_gyroscopic_add(s, NULL);
    assert_failed(ctx, RDG_ERR_ARGUMENT, "rdg_gyroscopic_add: the gyroscopic pair of \"rotor\" is NULL");
    rdg_gyroscopic_add(s, &(rdg_gyroscopic){.first = "alpha", .second = "gamma", .inertia = 1.0});
    assert_failed(ctx, RDG_ERR_NAME, "\"gamma\"");
    rdg_gyroscopic_add(s, &(rdg_gyroscopic){.first = "alpha", .second = "beta"});
    assert_failed(ctx, RDG_ERR_ARGUMENT, "has no inertia");
    rdg_gyroscopic_add(s, &(rdg_gyroscopic){.first = "alpha", .second = "alpha", .inertia = 1.0});
    assert_failed(ctx, RDG_ERR_ARGUMENT, "has \"alpha\" twice");
    rdg_gyroscopic_add(s, &(rdg_gyroscopic){.first = "alpha", .second = "beta", .inertia = INFINITY});
    assert_failed(ctx, RDG_ERR_NOT_FINITE, "inertia = inf");
    assert_int_equal(rdg_gyroscopic_count(s), 1);
    assert_near(rdg_gyroscopic_at(s, 0)->ratio, 1.0, 0.0, 0.0);
    assert_null(rdg_gyroscopic_at(s, 1));
    const rdg_index beta = GREEN_BETA;
    assert_int_equal(rdg_gyroscopic_count(rdg_structure_hold(s, 1, &beta)),
                     0); /* it does not turn any more */
    assert_int_equal(rdg_gyroscopic_count(rdg_structure_copy(s)), 1);
    rdg_hbm_create(s, RDG_HARMONICS(1));
    rdg_gyroscopic_add(s, &(rdg_gyroscopic){.first = "alpha", .second = "beta", .inertia = 1.0});
    assert_failed(ctx, RDG_ERR_ARGUMENT, "a gyroscopic force comes too late");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(whirl_has_the_frequencies_of_the_closed_form),
        TEST(damped_modes_are_the_closed_form),
        TEST(unbalance_responses_are_the_closed_form),
        TEST(a_ridge_is_the_peak_of_the_closed_form),
        TEST(derivatives_are_exact),
        TEST(condensed_and_reduced_rotors_respond_alike),
        TEST(all_who_cannot_take_them_refuse_them_by_name),
        TEST(what_is_given_is_checked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
