/* Gradients of the functions whose zeros are period doublings and Neimark-Sacker points, against differences
 * at random states: laws in time with velocities, contacts in all regimes, an element without the operation
 * slope. */
#define _XOPEN_SOURCE 700
#include "differences.h"
#include "elements/laws.h"
#include "models.h"
#include "own_element.h"
#include "scratch.h"

#include <ridgewalk/contact.h>
#include <ridgewalk/ridgewalk.h>

static void add_own_law(rdg_structure *s)
{
    rdg_time_element_add(s, &(rdg_time_element){.at = "bc", .law = mixed_law, .degree = 3});
}

static void add_own_vector_law(rdg_structure *s)
{
    rdg_vector_element_add(
        s, &(rdg_vector_element){
               .d = 2, .at = (const char *const[]){"bc", "a"}, .law = coupled_law, .samples = 64});
}

static void add_tanh_friction(rdg_structure *s)
{
    rdg_tanh_friction_add(s, &(rdg_tanh_friction){.at = "bc", .force = 0.7, .epsilon = 1.3});
}

/* Without the operation slope: the mixed law by sums over samples. */
enum { SAMPLES = 64, COEFFICIENTS = 15 };

static void basis_at(const rdg_basis *basis, double tau, double *phi, double *dphi)
{
    phi[0] = 1.0;
    dphi[0] = 0.0;
    for (rdg_index h = 0; h < basis->n_harmonics; h++) {
        const double k = basis->harmonic[h];
        double *const value = phi + basis->has_static + 2 * h, *const rate = dphi + basis->has_static + 2 * h;
        value[0] = cos(k * tau);
        value[1] = sin(k * tau);
        rate[0] = -k * sin(k * tau);
        rate[1] = k * cos(k * tau);
    }
}

static int slopeless_evaluate(void *instance, const rdg_basis *basis, const double *z, double omega,
                              rdg_element_result *result)
{
    const rdg_index n = basis->n_coefficients;
    (void)instance;
    assert_true(n <= COEFFICIENTS);
    memset(result->force ? result->force : (double[COEFFICIENTS]){0}, 0, (size_t)n * sizeof(double));
    for (rdg_index e = 0; result->jacobian && e < n * (n + 1); e++) {
        result->jacobian[e] = 0.0;
    }
    for (rdg_index e = 0; result->hessian && e < (n + 1) * (n + 1); e++) {
        result->hessian[e] = 0.0;
    }
    for (int s = 0; s < SAMPLES; s++) {
        double phi[COEFFICIENTS] = {0}, rate[COEFFICIENTS] = {0}, x = 0, dx = 0, mu = 0;
        rdg_law_value f = {0};
        basis_at(basis, 6.283185307179586476925286766559 * s / SAMPLES, phi, rate);
        for (rdg_index i = 0; i < n; i++) {
            x += z[i] * phi[i];
            dx += z[i] * rate[i];
        }
        mixed_law(x, omega * dx, &f, NULL);
        for (rdg_index i = 0; i < n; i++) {
            const double g = (i == 0 && basis->has_static ? 1.0 : 2.0) / SAMPLES;
            mu += result->hessian ? result->lambda[i] * g * phi[i] : 0.0;
            for (rdg_index j = 0; j < n; j++) {
                if (result->jacobian) {
                    result->jacobian[i + n * j] += g * phi[i] * (f.fx * phi[j] + omega * f.fv * rate[j]);
                }
                if (result->damping) {
                    result->damping[i + n * j] += g * phi[i] * f.fv * phi[j];
                }
            }
            if (result->force) {
                result->force[i] += g * phi[i] * f.f;
            }
            if (result->jacobian) {
                result->jacobian[i + n * n] += g * phi[i] * f.fv * dx;
            }
        }
        for (rdg_index i = 0; result->hessian && i <= n; i++) {
            for (rdg_index j = 0; j <= n; j++) {
                const double xi = i < n ? phi[i] : 0, vi = i < n ? omega * rate[i] : dx;
                const double xj = j < n ? phi[j] : 0, vj = j < n ? omega * rate[j] : dx;
                const double vij = (i < n) == (j < n) ? 0.0 : i < n ? rate[i] : rate[j];
                result->hessian[i + (n + 1) * j] +=
                    mu * (f.fxx * xi * xj + f.fxv * (xi * vj + vi * xj) + f.fvv * vi * vj + f.fv * vij);
            }
        }
    }
    return 0;
}

static void add_slopeless(rdg_structure *s)
{
    static const rdg_law_in_frequency law = {OWN_LAW(slopeless_evaluate)};
    own_element_add(s, "slopeless", "bc", &law);
}

static void add_contact(rdg_structure *s)
{
    rdg_contact_add(
        s,
        &(rdg_contact){.tangential = "bc", .normal = "a", .kt = 1.1, .kn = 0.9, .mu = 0.4, .preload = 0.7});
}

/* A heavy chain with light damping: all of its exponents are near the imaginary axis at rest. */
static rdg_hbm *heavy_chain(rdg_context *ctx, rdg_index n, const int *harmonics, void (*add)(rdg_structure *))
{
    double M[9], C[9], K[9];
    for (int i = 0; i < 9; i++) {
        M[i] = 8.0 * chain_M[i];
        C[i] = 0.1 * chain_C[i];
        K[i] = 8.0 * chain_K[i];
    }
    rdg_structure *s = rdg_structure_create(ctx, "heavy", 3, M, C, K);
    rdg_name_dof(s, "a", 0);
    rdg_name_combination(s, "bc", 2, (rdg_index[]){1, 2}, (double[]){1.3, -0.7});
    add(s);
    rdg_force_add(s, "bc", 1, 1.0);
    return rdg_hbm_create(s, n, harmonics);
}

typedef struct gradient_case {
    void (*add)(rdg_structure *s);
    double tolerance;
} gradient_case;

/* A random state of a function: Q falls with the harmonics; then omega and perhaps kappa. */
static void draw(uint64_t *seed, const rdg_basis *basis, rdg_index m, rdg_index n, double *u, double *size)
{
    const rdg_index kept = m / basis->n_coefficients;
    for (rdg_index i = 0; i < n; i++) {
        const rdg_index group = i / kept + 1;
        size[i] = i < m ? 1.0 : 0.3;
        u[i] = i < m    ? 2.0 * random_signed(seed) / (double)group
               : i == m ? 1.3 + 0.4 * random_signed(seed)
                        : 0.5 + 0.4 * random_signed(seed);
    }
}

enum { MOST_UNKNOWNS = 64, STATES = 30 };

/* Where a kink lies within the differences (singular values that cross, a contact that changes its regime),
 * or where they are not accurate enough, smaller steps decide. */
static void check_gradients(const rdg_function *f, const rdg_basis *basis, rdg_index m, double tolerance)
{
    uint64_t seed = 11;
    assert_non_null(f);
    for (int k = 0; k < STATES; k++) {
        double u[MOST_UNKNOWNS] = {0}, size[MOST_UNKNOWNS] = {0}, J[2 * MOST_UNKNOWNS] = {0};
        draw(&seed, basis, m, f->n, u, size);
        dense_jacobian(f, u, J);
        double error = worst_error(f, u, NULL, size, f->m, J);
        if (error >= tolerance) {
            for (rdg_index i = 0; i < f->n; i++) {
                size[i] *= 0.01;
            }
            error = worst_error(f, u, NULL, size, f->m, J);
        }
        assert_near(error, 0, 0, tolerance);
    }
}

static const gradient_case cases[] = {{add_own_law, 1e-6},
                                      {add_own_vector_law, 1e-6},
                                      {add_tanh_friction, 1e-6},
                                      {add_slopeless, 1e-6},
                                      {add_contact, 1e-4}};

static void period_doublings_have_exact_gradients(void **state)
{
    rdg_context *ctx = *state;
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        rdg_hbm *hb = heavy_chain(ctx, RDG_HARMONICS(0, 1, 3), cases[k].add);
        rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", 1.1));
        assert_ok(ctx, rdg_hbm_add_doubling(hb, p, "doubling"));
        check_gradients(rdg_find_function(p, "doubling"), rdg_hbm_basis(hb), rdg_hbm_unknowns(hb),
                        cases[k].tolerance);
    }
}

static void critical_points_have_exact_gradients(void **state)
{
    rdg_context *ctx = *state;
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        rdg_hbm *hb = heavy_chain(ctx, RDG_HARMONICS(0, 1, 3), cases[k].add);
        rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", 1.1), RDG_AT("alpha", 1e-3));
        assert_ok(ctx, rdg_continue(p, "rest", RDG_NO_TABLE, RDG_LABEL_EVERY(1)));
        rdg_problem *q = rdg_hbm_critical_problem(hb, "rest", 1);
        assert_ok(ctx, rdg_error_status(ctx));
        check_gradients(rdg_find_function(q, "critical"), rdg_hbm_basis(hb), rdg_hbm_unknowns(hb),
                        cases[k].tolerance);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(period_doublings_have_exact_gradients),
        SCRATCH_TEST(critical_points_have_exact_gradients),
    };
    return cmocka_run_group_tests_name("bifurcation derivatives", tests, NULL, NULL);
}
