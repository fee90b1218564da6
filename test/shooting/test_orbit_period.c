/* How the period of an autonomous orbit changes along a branch, to second order, from the derivatives of the
 * orbit's equations Phi(u) = 0 alone: with u' the tangent of the branch, mu' = 1,
 *
 *     Phi_u u' = 0,   Phi_u u'' = -Phi_uu u' u',   mu'' = 0,   T = sum of the durations. */
#include "orbit_run.h"
#include "smooth_systems.h"

#include <ridgewalk/problem.h>
#include <ridgewalk/run.h>

#include <string.h>

enum { MOST = 24 };

/* A x = b by elimination with pivots; A column-major. */
static void solve(int n, double *A, double *b)
{
    for (int k = 0; k < n; k++) {
        int pivot = k;
        for (int i = k + 1; i < n; i++) {
            pivot = fabs(A[i + n * k]) > fabs(A[pivot + n * k]) ? i : pivot;
        }
        for (int j = 0; j < n; j++) {
            const double swap = A[k + n * j];
            A[k + n * j] = A[pivot + n * j];
            A[pivot + n * j] = swap;
        }
        const double swap = b[k];
        b[k] = b[pivot];
        b[pivot] = swap;
        for (int i = k + 1; i < n; i++) {
            const double factor = A[i + n * k] / A[k + n * k];
            for (int j = k; j < n; j++) {
                A[i + n * j] -= factor * A[k + n * j];
            }
            b[i] -= factor * b[k];
        }
    }
    for (int k = n - 1; k >= 0; k--) {
        for (int j = k + 1; j < n; j++) {
            b[k] -= A[k + n * j] * b[j];
        }
        b[k] /= A[k + n * k];
    }
}

/* Values of a sparse matrix as a dense one, of `rows` rows. */
static void spread(const rdg_pattern *pattern, const double *values, int rows, double *dense)
{
    for (rdg_index j = 0; j < pattern->cols; j++) {
        for (rdg_index k = pattern->start[j]; k < pattern->start[j + 1]; k++) {
            dense[pattern->row[k] + rows * j] = values[k];
        }
    }
}

/* Phi_u with the row that holds mu, of n variables. */
static void jacobian(const rdg_function *f, const double *u, rdg_index mu, double *A)
{
    double values[MOST * MOST] = {0};
    const int n = (int)f->n;
    memset(A, 0, sizeof values);
    assert_int_equal(f->df(f->n, u, f->m, values, f->data), 0);
    spread(f->df_pattern, values, n, A);
    A[n - 1 + n * mu] = 1;
}

static double changes_of_the_period(const double *changes, rdg_index tau, rdg_index segments)
{
    double sum = 0;
    for (rdg_index j = 0; j < segments; j++) {
        sum += changes[tau + j];
    }
    return sum;
}

static void the_period_of_van_der_pol_has_its_derivatives(void **state)
{
    static const struct {
        double mu, T, first, second;
    } known[] = {{1, 6.66328685932313, .731596597765925, .608470926583},
                 {10, 19.0783695669390, 1.53140476816848, .00970278185511}};
    rdg_context *ctx = *state;
    for (int k = 0; k < 2; k++) {
        rdg_shooting *s = rdg_shooting_create(
            van_der_pol_system(ctx, known[k].mu),
            &(rdg_shooting_options){.x = (double[]){1, 0.1}, .transient = 60, .flow = {.relative = 1e-13}});
        rdg_problem *p = rdg_shooting_problem(s);
        assert_ok(ctx, rdg_solve(p));
        const double *u = rdg_start_values(p);
        const rdg_function *f = rdg_find_function(p, "shooting");
        rdg_index segments = 0;
        const rdg_index tau = rdg_variable_index(p, "tau", &segments), mu = rdg_variable_index(p, "p", NULL);
        const int n = (int)f->n;
        assert_true(n <= MOST);
        assert_int_equal(f->m, n - 1);
        double A[MOST * MOST], tangent[MOST] = {0}, bend[MOST] = {0};
        tangent[n - 1] = 1;
        jacobian(f, u, mu, A);
        solve(n, A, tangent);
        for (int i = 0; i < n - 1; i++) {
            double lambda[MOST] = {0}, values[MOST * MOST] = {0}, H[MOST * MOST] = {0};
            lambda[i] = 1;
            assert_int_equal(f->d2f(f->n, u, f->m, lambda, values, f->data), 0);
            spread(f->d2f_pattern, values, n, H);
            for (int j = 0; j < n * n; j++) {
                bend[i] -= H[j] * tangent[j % n] * tangent[j / n];
            }
        }
        jacobian(f, u, mu, A);
        solve(n, A, bend);
        double T = 0;
        for (rdg_index j = 0; j < segments; j++) {
            T += u[tau + j];
        }
        assert_near(T, known[k].T, 1e-11, 0);
        assert_near(changes_of_the_period(tangent, tau, segments), known[k].first, 0, 1e-9);
        assert_near(changes_of_the_period(bend, tau, segments), known[k].second, 0, k == 0 ? 1e-9 : 1e-8);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(the_period_of_van_der_pol_has_its_derivatives)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
