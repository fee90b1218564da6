/* A contact with a friction cone: Jacobian and contracted Hessian against differences at random states in
 * every regime. */
#include "random_cone.h"

#include "hbm/differences.h"

enum { STATES = 1000, STATES_WITH_HESSIAN = 300 };

/* df/du along a direction by differences of f, or of lambda^T df. */
static void along(const rdg_function *g, const double *u, const double *direction, const double *lambda,
                  double h, double *out)
{
    double v[CONE_MAX_U], y[2][CONE_MAX_U] = {{0}}, J[CONE_MAX_U * CONE_MAX_U];
    const rdg_index rows = lambda ? g->n : g->m;
    for (int side = 0; side < 2; side++) {
        for (rdg_index i = 0; i < g->n; i++) {
            v[i] = u[i] + (side == 0 ? h : -h) * direction[i];
        }
        if (!lambda) {
            assert_int_equal(g->f(g->n, v, g->m, y[side], g->data), 0);
            continue;
        }
        dense_jacobian(g, v, J);
        for (rdg_index i = 0; i < rows; i++) {
            for (rdg_index k = 0; k < g->m; k++) {
                y[side][i] += lambda[k] * J[k + g->m * i];
            }
        }
    }
    for (rdg_index i = 0; i < rows; i++) {
        out[i] = (y[0][i] - y[1][i]) / (2 * h);
    }
}

/* Largest difference of A direction, A of shape [rows, g->n], and differences, relative to the former. */
static double mismatch(const rdg_function *g, const double *u, const double *direction, const double *lambda,
                       double h, const double *A)
{
    const rdg_index rows = lambda ? g->n : g->m;
    double expected[CONE_MAX_U], worst = 0, largest = 0;
    along(g, u, direction, lambda, h, expected);
    for (rdg_index i = 0; i < rows; i++) {
        double sum = 0;
        for (rdg_index j = 0; j < g->n; j++) {
            sum += A[i + rows * j] * direction[j];
        }
        worst = fmax(worst, fabs(sum - expected[i]));
        largest = fmax(largest, fabs(sum));
    }
    return worst / (largest + 1);
}

/* The least mismatch over some steps: where an event passes a sample within the step, the Jacobian jumps by
 * its own error and the difference has nothing to say. */
static double least_mismatch(const rdg_function *g, const double *u, const double *direction,
                             const double *lambda, const double *A)
{
    double least = INFINITY;
    double h = 1e-5;
    for (int k = 0; k < 5; k++, h *= 0.2) {
        least = fmin(least, mismatch(g, u, direction, lambda, h, A));
    }
    return least;
}

static const double fine = 1e-7, fine_hessian = 2e-6;

static void check_symmetry(rdg_index n, const double *H)
{
    double largest = 1;
    for (rdg_index i = 0; i < n * n; i++) {
        largest = fmax(largest, fabs(H[i]));
    }
    for (rdg_index i = 0; i < n * n; i++) {
        assert_near(H[i], H[i / n + n * (i % n)], 0, 1e-8 * largest);
    }
}

/* A few states in a thousand are limits in which bursts of slip vanish over dozens of periods: there rounding
 * costs some digits. */
static void derivatives_agree_with_differences(void **state)
{
    (void)state;
    uint64_t seed = 41;
    for (int regime = 0; regime < CONE_REGIMES; regime++) {
        int bad_jacobians = 0, bad_hessians = 0;
        for (int k = 0; k < STATES; k++) {
            random_cone c;
            double u[CONE_MAX_U], direction[CONE_MAX_U] = {0}, lambda[CONE_MAX_U];
            double J[CONE_MAX_U * CONE_MAX_U], H[CONE_MAX_U * CONE_MAX_U];
            draw_cone(&c, &seed, (cone_regime)regime);
            const rdg_function *g = rdg_hbm_function(c.hb);
            cone_unknowns(c.hb, c.z, u);
            u[c.N] = 1;
            u[c.N + 1] = 0;
            for (rdg_index i = 0; i < c.N; i++) {
                direction[i] = random_signed(&seed);
                lambda[i] = random_signed(&seed);
            }
            dense_jacobian(g, u, J);
            const double miss = least_mismatch(g, u, direction, NULL, J);
            bad_jacobians += miss > fine;
            assert_near(miss, 0, 0, 1e-4);
            if (k < STATES_WITH_HESSIAN) {
                dense_hessian(g, u, lambda, H);
                bad_hessians += least_mismatch(g, u, direction, lambda, H) > fine_hessian;
                check_symmetry(g->n, H);
            }
            rdg_context_free(c.ctx);
        }
        if (bad_jacobians > 5 || bad_hessians > 5) {
            print_error("%s: %d Jacobians and %d Hessians are wrong\n", cone_regime_name[regime],
                        bad_jacobians, bad_hessians);
            fail();
        }
    }
}

/* The static force of a contact that never slips follows from its slider's start, over periods in which it
 * did. */
static void static_force_of_a_stuck_contact_has_exact_derivatives(void **state)
{
    (void)state;
    uint64_t seed = 5;
    int slipped = 0;
    for (int k = 0; k < 400; k++) {
        rdg_context *ctx = rdg_context_create();
        const enum rdg_slider_start start = k % 2 ? RDG_SLIDER_MEAN : RDG_SLIDER_ZERO;
        const rdg_cone_contact law = {.tangential = {"x1", "x2"},
                                      .normal = "y",
                                      .kt = 1.3,
                                      .kn = 0.7,
                                      .mu = 0.6,
                                      .preload = 1.1,
                                      .start = start,
                                      .samples = 64};
        rdg_hbm *hb = cone_balance(ctx, &law, RDG_HARMONICS(0, 1, 2));
        double z[15], u[17] = {0}, force[15], direction[17] = {0}, lambda[15], J[17 * 17], H[17 * 17];
        for (int i = 0; i < 15; i++) {
            const double size = i == 0 || i == 5 ? 0.8 : i < 10 ? 0.12 : 0.1;
            z[i] = size * random_signed(&seed);
            direction[i] = random_signed(&seed);
            lambda[i] = random_signed(&seed);
        }
        const rdg_function *g = rdg_hbm_function(hb);
        cone_unknowns(hb, z, u);
        u[15] = 1;
        assert_int_equal(cone_force(hb, z, force), 0);
        const cone_history h = cone_radial_return(&law, rdg_hbm_basis(hb), z, 500, 3, NULL);
        const double held = law.kt * z[0];
        slipped += h.stuck > 0.9999 && start == RDG_SLIDER_ZERO && fabs(force[0] - held) > 1e-3;
        dense_jacobian(g, u, J);
        dense_hessian(g, u, lambda, H);
        assert_near(least_mismatch(g, u, direction, NULL, J), 0, 0, fine);
        assert_near(least_mismatch(g, u, direction, lambda, H), 0, 0, fine_hessian);
        rdg_context_free(ctx);
    }
    assert_true(slipped > 50);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(derivatives_agree_with_differences),
        cmocka_unit_test(static_force_of_a_stuck_contact_has_exact_derivatives)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
