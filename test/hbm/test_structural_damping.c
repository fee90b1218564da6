/* Structural damping K (1 + i g): at one frequency it is viscous damping g / omega K, in every way through a
 * structure; what is defined in time alone refuses it. */
#include "differences.h"
#include "fresh_context.h"

#include <ridgewalk/adjoint.h>
#include <ridgewalk/bifurcations.h>
#include <ridgewalk/component.h>
#include <ridgewalk/coulomb.h>
#include <ridgewalk/coupled_frf.h>
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

enum { N = 24, KEPT = 2, BLOCK = 2 * KEPT * KEPT, MOST = 64 };

static const rdg_interior_method methods[] = {RDG_INTERIOR_MODAL, RDG_INTERIOR_DENSE, RDG_INTERIOR_SPARSE,
                                              RDG_INTERIOR_KRYLOV};
enum { METHODS = sizeof methods / sizeof *methods };

/* A steel beam of 12 elements, 49 Hz and up */
static rdg_structure *beam(rdg_context *ctx, double a, double b, double g)
{
    rdg_beam_options o = rdg_beam_options_default();
    o.elements = N / 2;
    rdg_structure *s = rdg_beam_create(ctx, &o);
    assert_ok(ctx, rdg_damping_proportional(s, a, b));
    assert_ok(ctx, rdg_damping_structural(s, g));
    return s;
}

static rdg_condensation *condensed(rdg_structure *s, rdg_interior_method how)
{
    const rdg_index kept[KEPT] = {rdg_beam_deflection(s, N / 2), rdg_beam_deflection(s, 3)};
    rdg_condensation *c = rdg_condensation_create_with(s, KEPT, kept, how);
    assert_non_null(c);
    return c;
}

static double largest(rdg_index n, const double *x)
{
    double most = 0.0;
    for (rdg_index i = 0; i < n; i++) {
        most = fmax(most, fabs(x[i]));
    }
    return most;
}

static void assert_close(rdg_index n, const double *x, const double *y, double tolerance)
{
    const double size = largest(n, y);
    for (rdg_index i = 0; i < n; i++) {
        assert_near(x[i], y[i], 0.0, tolerance * size);
    }
}

static void a_condensed_beam_has_the_viscous_damping_of_the_frequency(void **state)
{
    rdg_context *ctx = *state;
    const double a = 3.0, b = 1e-6, g = 0.07;
    uint64_t seed = 5;
    for (int m = 0; m < METHODS; m++) {
        rdg_condensation *c = condensed(beam(ctx, a, b, g), methods[m]);
        for (int i = 0; i < 20; i++) {
            const rdg_index k = i % 3 + 1;
            const double omega = 2000.0 * (1.2 + random_signed(&seed));
            rdg_condensation *viscous =
                condensed(beam(ctx, a, b + g / ((double)k * omega), 0.0), RDG_INTERIOR_MODAL);
            double D[3][BLOCK], E[BLOCK], before[3][BLOCK], behind[3][BLOCK];
            assert_int_equal(rdg_condensation_evaluate(c, k, omega, D[0], D[1], D[2]), 0);
            assert_int_equal(rdg_condensation_evaluate(viscous, k, omega, E, NULL, NULL), 0);
            assert_close(BLOCK, D[0], E, 1e-9);
            const double h = 1e-4 * omega;
            assert_int_equal(rdg_condensation_evaluate(c, k, omega - h, before[0], before[1], NULL), 0);
            assert_int_equal(rdg_condensation_evaluate(c, k, omega + h, behind[0], behind[1], NULL), 0);
            for (int order = 1; order < 3; order++) {
                double slope[BLOCK];
                for (int e = 0; e < BLOCK; e++) {
                    slope[e] = (behind[order - 1][e] - before[order - 1][e]) / (2.0 * h);
                }
                assert_close(BLOCK, D[order], slope, 1e-4);
            }
            rdg_condensation_free(viscous);
        }
        double D[BLOCK], still[BLOCK];
        rdg_condensation *undamped = condensed(beam(ctx, a, b, 0.0), methods[m]);
        assert_int_equal(rdg_condensation_evaluate(c, 0, 900.0, D, NULL, NULL), 0);
        assert_int_equal(rdg_condensation_evaluate(undamped, 0, 900.0, still, NULL, NULL), 0);
        assert_memory_equal(D, still, sizeof D); /* at rest there is none */
    }
}

static void another_loss_factor_can_be_set(void **state)
{
    rdg_context *ctx = *state;
    for (int m = 0; m < METHODS; m++) {
        rdg_condensation *c = condensed(beam(ctx, 1.0, 0.0, 0.02), methods[m]),
                         *other = condensed(beam(ctx, 1.0, 0.0, 0.3), methods[m]);
        double D[BLOCK], E[BLOCK];
        assert_int_equal(rdg_condensation_evaluate(c, 1, 700.0, D, NULL, NULL), 0);
        rdg_condensation_set_loss(c, 0.3);
        assert_int_equal(rdg_condensation_evaluate(c, 1, 700.0, D, NULL, NULL), 0);
        assert_int_equal(rdg_condensation_evaluate(other, 1, 700.0, E, NULL, NULL), 0);
        assert_close(BLOCK, D, E, 1e-12);
    }
}

/* A sector of two masses, the ring of six, engine order r */
static rdg_structure *wave(rdg_context *ctx, rdg_index r, double b, double g)
{
    const double M[9] = {1, 0, 0, 0, 0.3, 0, 0, 0, 0}, K[9] = {1.5, -0.4, -0.6, -0.4, 0.5, 0, -0.6, 0, 0.6};
    const rdg_index left = 0, right = 2;
    rdg_structure *s = rdg_structure_create(ctx, "sector", 3, M, NULL, K);
    rdg_damping_proportional(s, 0.01, b);
    rdg_damping_structural(s, g);
    rdg_name_set(s, "left", 1, &left);
    rdg_name_set(s, "right", 1, &right);
    rdg_name_dof(s, "blade", 1);
    rdg_name_dof(s, "disc", 0);
    rdg_force_add(s, "blade", 1, 1.0);
    rdg_cubic_spring_add(s, &(rdg_cubic_spring){.at = "blade", .k3 = 0.2});
    rdg_structure *made = rdg_sector_wave(
        rdg_sector_create(s, &(rdg_sector_options){.sectors = 6, .left = "left", .right = "right"}), r);
    assert_non_null(made);
    return made;
}

/* The equations of harmonic 1 at omega are those of C = g / omega K, plain and of a wave, kept and condensed.
 */
static void harmonic_balance_has_the_viscous_damping_of_the_frequency(void **state)
{
    rdg_context *ctx = *state;
    const double g = 0.11;
    uint64_t seed = 9;
    for (int i = 0; i < 60; i++) {
        const double omega = 0.9 + 0.5 * random_signed(&seed);
        const rdg_index r = i % 6 + 1;
        rdg_hbm *hb[2] = {rdg_hbm_create(wave(ctx, r, 0.03, g), RDG_HARMONICS(1)),
                          rdg_hbm_create(wave(ctx, r, 0.03 + g / omega, 0.0), RDG_HARMONICS(1))};
        double y[2][MOST] = {{0}}, u[MOST];
        for (int k = 0; k < MOST; k++) {
            u[k] = random_signed(&seed);
        }
        for (int k = 0; k < 2; k++) {
            if (i % 2) {
                rdg_hbm_keep_all(hb[k]);
            }
            const rdg_function *f = rdg_hbm_function(hb[k]);
            assert_non_null(f);
            u[f->m] = omega;
            assert_int_equal(f->f(f->n, u, f->m, y[k], f->data), 0);
        }
        assert_close(rdg_hbm_unknowns(hb[0]), y[0], y[1], 1e-13);
    }
}

static void derivatives_are_exact(void **state)
{
    rdg_context *ctx = *state;
    uint64_t seed = 31;
    for (int i = 0; i < 40; i++) {
        rdg_hbm *hb = rdg_hbm_create(wave(ctx, i % 6 + 1, 0.01, 0.2), RDG_HARMONICS(0, 1, 2));
        if (i % 2) {
            rdg_hbm_keep_all(hb);
        }
        const rdg_function *f = rdg_hbm_function(hb);
        double u[MOST], lambda[MOST], size[MOST], A[MOST * MOST];
        for (int k = 0; k < MOST; k++) {
            u[k] = random_signed(&seed);
            lambda[k] = random_signed(&seed);
            size[k] = 1e-2;
        }
        u[f->m] = 1.1;
        dense_jacobian(f, u, A);
        assert_near(worst_error(f, u, NULL, size, f->m, A), 0.0, 0.0, 1e-8);
        dense_hessian(f, u, lambda, A);
        assert_near(worst_error(f, u, lambda, size, f->n, A), 0.0, 0.0, 1e-7);
    }
}

static rdg_structure *oscillator(rdg_context *ctx, double m, double c, double k, double g)
{
    rdg_structure *s = rdg_structure_create(ctx, "oscillator", 1, &m, &c, &k);
    rdg_name_dof(s, "x", 0);
    rdg_force_add(s, "x", 1, 1.0);
    rdg_sensor_harmonic_add(s, "A", "x", 1);
    assert_ok(ctx, rdg_damping_structural(s, g));
    return s;
}

/* |k (1 + i g) - w^2 m + i w c| A = F. Without c the peak is at sqrt(k / m), whatever g, and of F / (g k). */
static void an_oscillator_is_the_closed_form(void **state)
{
    rdg_context *ctx = *state;
    const double m = 0.4, k = 90.0, g = 0.15, force = 3.0;
    rdg_hbm *hb = rdg_hbm_create(oscillator(ctx, m, 0.2, k, g), RDG_HARMONICS(1, 3));
    for (double w = 5.0; w < 30.0; w += 0.7) {
        double Q[4];
        assert_ok(ctx, rdg_hbm_linear_response(hb, w, force, Q));
        assert_near(hypot(Q[0], Q[1]), force / hypot(k - w * w * m, g * k + w * 0.2), 1e-13, 0.0);
    }
}

/* Duffing in one harmonic: (k + 3/4 k3 A^2 - w^2 m) A and g k A are the parts of F, so that peaks are at A =
 * F / (g k), w^2 = (k + 3/4 k3 A^2) / m: the ridge. */
static void a_ridge_is_the_closed_form(void **state)
{
    rdg_context *ctx = *state;
    const double m = 0.4, k = 90.0, g = 0.15, k3 = 40.0;
    rdg_structure *s = oscillator(ctx, m, 0.0, k, g);
    rdg_cubic_spring_add(s, &(rdg_cubic_spring){.at = "x", .k3 = k3});
    rdg_hbm *hb = rdg_hbm_create(s, RDG_HARMONICS(1));
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", 10.0), RDG_AT("alpha", 3.0));
    assert_ok(ctx,
              rdg_continue(p, "frc", RDG_RELEASE("omega"), RDG_WINDOW("omega", 10.0, 20.0), RDG_NO_TABLE));
    assert_ok(ctx, rdg_ridge(hb, "ridge", "A", RDG_FROM_GREATEST("frc"), RDG_WINDOW("alpha", 1.0, 20.0),
                             RDG_NO_TABLE));
    rdg_run *run = rdg_run_open(ctx, "ridge");
    const double *A = rdg_run_column(run, "A"), *omega = rdg_run_column(run, "omega"),
                 *alpha = rdg_run_column(run, "alpha"), *is_peak = rdg_run_column(run, "local_max");
    assert_true(rdg_run_count(run) > 3);
    for (rdg_index i = 0; i < rdg_run_count(run); i++) {
        assert_near(A[i], alpha[i] / (g * k), 1e-9, 0.0);
        assert_near(omega[i], sqrt((k + 0.75 * k3 * A[i] * A[i]) / m), 1e-9, 0.0);
        assert_true(!(is_peak[i] == 0.0));
    }
    rdg_run_free(run);
}

/* xi omega m A = g k A: zeta = g k / (2 m omega^2), g / 2 where it is linear. */
static void a_nonlinear_mode_is_the_closed_form(void **state)
{
    rdg_context *ctx = *state;
    const double m = 0.4, k = 9e4, g = 0.15, k3 = 4e4;
    rdg_structure *s = oscillator(ctx, m, 0.0, k, g);
    rdg_cubic_spring_add(s, &(rdg_cubic_spring){.at = "x", .k3 = k3});
    rdg_hbm *hb = rdg_hbm_create(s, RDG_HARMONICS(1));
    assert_ok(ctx, rdg_nonlinear_mode(hb, "mode", RDG_MODE(.number = 1, .at = "x"),
                                      RDG_WINDOW("log10a", -3.0, 0.5), RDG_NO_TABLE));
    rdg_run *run = rdg_run_open(ctx, "mode");
    const double *zeta = rdg_run_column(run, "zeta"), *omega = rdg_run_column(run, "omega");
    assert_true(rdg_run_count(run) > 3);
    for (rdg_index i = 0; i < rdg_run_count(run); i++) {
        assert_near(zeta[i], g * k / (2.0 * m * omega[i] * omega[i]), 1e-9, 0.0);
    }
    assert_near(zeta[0], g / 2.0, 1e-5, 0.0);
    rdg_run_free(run);
    assert_true(rdg_nonlinear_mode(hb, "light", RDG_MODE(.number = 1, .at = "x", .conservative = true),
                                   RDG_WINDOW("log10a", -3.0, 0.5), RDG_NO_TABLE) != RDG_OK);
    assert_failed(ctx, RDG_ERR_ARGUMENT, "\"oscillator\" is damped: its modes are not conservative");
}

/* A reduced beam with all of its modes is the beam; an assembly keeps the loss factor that its parts share.
 */
static void substructures_keep_the_loss_factor(void **state)
{
    rdg_context *ctx = *state;
    rdg_structure *whole = beam(ctx, 0.0, 0.0, 0.05);
    const rdg_index tip = rdg_beam_deflection(whole, N / 2);
    rdg_name_set(whole, "tip", 1, &tip);
    assert_near(rdg_structure_loss_factor(rdg_structure_copy(whole)), 0.05, 0.0, 0.0);
    rdg_component *c = rdg_component_fixed(whole, "tip", (rdg_component_modes){.count = 3});
    assert_non_null(c);
    assert_near(rdg_structure_loss_factor(rdg_component_structure(c)), 0.05, 0.0, 0.0);
    assert_near(rdg_structure_loss_factor(rdg_structure_hold(whole, 1, &tip)), 0.05, 0.0, 0.0);
    rdg_coupling *a = rdg_coupling_create(ctx);
    rdg_coupling_add(a, "one", whole);
    rdg_coupling_add(a, "two", rdg_structure_copy(whole));
    assert_near(rdg_structure_loss_factor(rdg_coupling_primal(a, "both")), 0.05, 0.0, 0.0);
    rdg_coupling_add(a, "three", beam(ctx, 0.0, 0.0, 0.01));
    assert_null(rdg_coupling_primal(a, "all"));
    assert_failed(ctx, RDG_ERR_ARGUMENT, "\"one\" has the loss factor 0.05 and \"three\" 0.01");
}

static void solvers_in_time_refuse_it_by_name(void **state)
{
    rdg_context *ctx = *state;
    rdg_structure *s = oscillator(ctx, 1.0, 0.0, 1.0, 0.02);
    assert_null(rdg_hybrid_of(s, RDG_AT("omega", 1.0)));
    assert_failed(
        ctx, RDG_ERR_ARGUMENT,
        "\"oscillator\" has structural damping (loss factor 0.02), which rdg_hybrid_of() cannot take");
    assert_null(rdg_mechanism_of(s, RDG_AT("omega", 1.0)));
    assert_failed(ctx, RDG_ERR_ARGUMENT, "which rdg_mechanism_of() cannot take");
    assert_null(rdg_coulomb_create(s, &(rdg_coulomb_options){.contact = "x"}));
    assert_failed(ctx, RDG_ERR_ARGUMENT, "which rdg_coulomb_create() cannot take");
    assert_null(rdg_sliding_create(s, s, &(rdg_sliding_options){.x = "x"}));
    assert_failed(ctx, RDG_ERR_ARGUMENT, "which rdg_sliding_create() cannot take");
    rdg_hbm *hb = rdg_hbm_create(s, RDG_HARMONICS(1));
    double Q[2], re, im;
    assert_ok(ctx, rdg_hbm_linear_response(hb, 0.5, 1.0, Q));
    assert_true(rdg_hbm_exponents(hb, Q, 0.5, 1, &re, &im) != RDG_OK);
    assert_failed(ctx, RDG_ERR_ARGUMENT, "which rdg_hbm_exponents() cannot take");
    rdg_hbm *spectral = rdg_hbm_create(s, RDG_HARMONICS(1));
    assert_ok(ctx, rdg_hbm_solver(spectral, RDG_SPECTRAL));
    assert_null(rdg_hbm_function(spectral));
    assert_failed(ctx, RDG_ERR_ARGUMENT, "which rdg_hbm_solver() cannot take");
}

static void what_is_given_is_checked(void **state)
{
    rdg_context *ctx = *state;
    rdg_structure *s = oscillator(ctx, 1.0, 0.0, 1.0, 0.0);
    rdg_damping_structural(s, -0.1);
    assert_failed(ctx, RDG_ERR_ARGUMENT, "the loss factor of \"oscillator\" is -0.1");
    rdg_damping_structural(s, NAN);
    assert_failed(ctx, RDG_ERR_NOT_FINITE, "the loss factor of \"oscillator\" is nan");
    assert_non_null(rdg_hybrid_of(s, RDG_AT("omega", 1.0))); /* 0: there is none */
    rdg_damping_structural(s, 0.1);
    assert_failed(ctx, RDG_ERR_ARGUMENT, "its structural damping comes too late");
    assert_int_equal(rdg_damping_structural(NULL, 0.1), RDG_ERR_EARLIER);
    assert_true(rdg_structure_loss_factor(NULL) == 0.0);
    assert_ok(ctx, rdg_structure_refuse_loss(NULL, NULL));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_condensed_beam_has_the_viscous_damping_of_the_frequency),
        TEST(another_loss_factor_can_be_set),
        TEST(harmonic_balance_has_the_viscous_damping_of_the_frequency),
        TEST(derivatives_are_exact),
        TEST(an_oscillator_is_the_closed_form),
        TEST(a_ridge_is_the_closed_form),
        TEST(a_nonlinear_mode_is_the_closed_form),
        TEST(substructures_keep_the_loss_factor),
        TEST(solvers_in_time_refuse_it_by_name),
        TEST(what_is_given_is_checked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
