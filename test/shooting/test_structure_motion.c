/* Structures in motion: against closed forms, against fine steps of the laws themselves, and their energy. */
#include "structures.h"

#include <ridgewalk/flow.h>

#include <complex.h>

static const double turn = 6.28318530717958647692;

/* x = A^-1 b, complex, by elimination with the largest pivot */
static void solve(int n, double complex *A, double complex *b)
{
    for (int k = 0; k < n; k++) {
        int best = k;
        for (int i = k + 1; i < n; i++) {
            best = cabs(A[i + n * k]) > cabs(A[best + n * k]) ? i : best;
        }
        for (int j = 0; j < n; j++) {
            const double complex swap = A[k + n * j];
            A[k + n * j] = A[best + n * j];
            A[best + n * j] = swap;
        }
        const double complex swap = b[k];
        b[k] = b[best];
        b[best] = swap;
        for (int i = k + 1; i < n; i++) {
            const double complex factor = A[i + n * k] / A[k + n * k];
            for (int j = k; j < n; j++) {
                A[i + n * j] -= factor * A[k + n * j];
            }
            b[i] -= factor * b[k];
        }
    }
    for (int i = n - 1; i >= 0; i--) {
        for (int j = i + 1; j < n; j++) {
            b[i] -= A[i + n * j] * b[j];
        }
        b[i] /= A[i + n * i];
    }
}

/* Amplitudes of harmonic k of the response to the loads of add_loads(). */
static void response(const system_matrices *s, double omega, double alpha, int k, double complex *q)
{
    const double r[DOFS] = {1, 1, 1};
    double complex A[DOFS * DOFS];
    const double w = k * omega;
    for (int i = 0; i < DOFS * DOFS; i++) {
        A[i] = s->K[i] - w * w * s->M[i] + I * w * s->C[i];
    }
    for (int i = 0; i < DOFS; i++) {
        q[i] = 0;
        for (int j = 0; j < DOFS && k == 3; j++) {
            q[i] += w * w * s->M[i + DOFS * j] * r[j] * alpha * 0.2 * cexp(-0.4 * I);
        }
        if (k == 1) {
            q[i] -= s->M[i + DOFS * 2] * alpha * 0.3;
        }
    }
    if (k == 0) {
        q[1] += alpha * 0.2;
        q[2] -= 0.3;
    } else if (k == 1) {
        q[0] += alpha * 0.7;
    } else if (k == 2) {
        q[1] += 0.5 * alpha * 0.4 * cexp(0.3 * I);
        q[2] -= 0.8 * alpha * 0.4 * cexp(0.3 * I);
    }
    solve(DOFS, A, q);
}

static void a_linear_structure_moves_as_its_closed_form(void **state)
{
    (void)state;
    uint64_t seed = 1;
    for (int trial = 0; trial < 20; trial++) {
        system_matrices own;
        rdg_context *ctx = rdg_context_create();
        rdg_structure *s = random_structure(ctx, &seed, &own);
        add_loads(s);
        const double omega = between(&seed, 0.3, 2), alpha = between(&seed, 0.5, 1.5);
        rdg_hybrid *h = rdg_hybrid_of(s, RDG_AT("alpha", alpha), RDG_AT("omega", omega));
        assert_ok(ctx, rdg_error_status(ctx));
        assert_int_equal(rdg_hybrid_most_states(h), 2 * DOFS);
        double x[2 * DOFS] = {0}, expected[2 * DOFS] = {0};
        const double t = between(&seed, 1, 20);
        for (int k = 0; k < 4; k++) {
            double complex q[DOFS];
            response(&own, omega, alpha, k, q);
            for (int i = 0; i < DOFS; i++) {
                const double complex now = q[i] * cexp(I * k * omega * t), w = I * k * omega;
                x[i] += creal(q[i]);
                x[DOFS + i] += creal(w * q[i]);
                expected[i] += creal(now);
                expected[DOFS + i] += creal(w * now);
            }
        }
        rdg_flow *flow = rdg_flow_create(h, NULL);
        rdg_hybrid_state at = {.x = x};
        const double *p = rdg_hybrid_parameters_of(h).value;
        assert_string_equal(rdg_hybrid_mode_at(h, 0)->name, "smooth");
        if (rdg_flow_run(flow, p, &at, t, 0, NULL) != 0) {
            fail_msg("%s", rdg_flow_reason(flow));
        }
        for (int i = 0; i < 2 * DOFS; i++) {
            assert_near(x[i], expected[i], 1e-9, 1e-9);
        }
        rdg_context_free(ctx);
    }
    (void)turn;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_linear_structure_moves_as_its_closed_form),
    };
    return cmocka_run_group_tests_name("structures in motion", tests, NULL, NULL);
}
