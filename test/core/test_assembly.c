/* The assembly of all functions: rows in order, every local derivative in its place. */
#include "problems.h"

#include "assembly.h"
#include "assembly_impl.h"
#include "sparse.h"
#include "toolbox.h"

/* y_k = sum_ij c_kij u_i u_j, with random coefficients: first and second derivatives are known */
enum { MOST = 3 };

typedef struct quadratic {
    rdg_index m;
    double c[MOST][MOST * MOST];
} quadratic;

static int f(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    const quadratic *q = data;
    for (rdg_index k = 0; k < m; k++) {
        y[k] = 0;
        for (rdg_index e = 0; e < n * n; e++) {
            y[k] += q->c[k][e] * u[e % n] * u[e / n];
        }
    }
    return 0;
}

static int df(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    const quadratic *q = data;
    for (rdg_index k = 0; k < m; k++) {
        for (rdg_index e = 0; e < n * n; e++) {
            values[k + m * (e % n)] += q->c[k][e] * u[e / n];
            values[k + m * (e / n)] += q->c[k][e] * u[e % n];
        }
    }
    return 0;
}

static int d2f(rdg_index n, const double *u, rdg_index m, const double *lambda, double *values, void *data)
{
    (void)u;
    const quadratic *q = data;
    for (rdg_index k = 0; k < m; k++) {
        for (rdg_index e = 0; e < n * n; e++) {
            values[e] += lambda[k] * q->c[k][e];
            values[e / n + n * (e % n)] += lambda[k] * q->c[k][e];
        }
    }
    return 0;
}

static rdg_function make(const char *name, rdg_index n, rdg_index m, quadratic *q, uint64_t *seed)
{
    for (rdg_index k = 0; k < m; k++) {
        for (rdg_index e = 0; e < n * n; e++) {
            q->c[k][e] = random_signed(seed);
        }
    }
    return (rdg_function){.name = name, .n = n, .m = m, .f = f, .df = df, .d2f = d2f, .data = q};
}

/* Six variables; functions that overlap, monitors before zero functions, a variable that is seen twice. */
enum { N = 6, ZEROS = 3, ROWS = 6 };

static rdg_problem *problem(rdg_context *ctx, quadratic q[4])
{
    uint64_t seed = 5;
    rdg_problem *p = rdg_problem_create(ctx);
    rdg_function g = make("watched", 2, 1, &q[0], &seed);
    rdg_add_variables(p, "u", N, NULL);
    rdg_add_monitor(p, &g, (rdg_index[]){4, 5}, NULL, RDG_REGULAR);
    g = make("pair", 3, 2, &q[1], &seed);
    rdg_add_monitor(p, &g, (rdg_index[]){5, 0, 2}, (const char *[]){"a", "b"}, RDG_ACTIVE);
    g = make("first", 3, 2, &q[2], &seed);
    rdg_add_zero(p, &g, (rdg_index[]){1, 3, 1});
    rdg_add_parameter(p, "c", "u", 4);
    g = make("second", 2, 1, &q[3], &seed);
    rdg_add_zero(p, &g, (rdg_index[]){0, 1});
    assert_ok(ctx, rdg_error_status(ctx));
    return p;
}

/* Values of all rows straight from the functions. */
static void expected_values(quadratic q[4], const double *u, double *y)
{
    f(3, (double[]){u[1], u[3], u[1]}, 2, y, &q[2]);
    f(2, u, 1, y + 2, &q[3]);
    f(3, (double[]){u[5], u[0], u[2]}, 2, y + 3, &q[1]);
    y[5] = u[4];
}

static void rows_are_zero_functions_then_parameters(void **state)
{
    quadratic q[4];
    rdg_problem *p = problem(*state, q);
    rdg_assembly *a = rdg_assembly_create(p);
    rdg_index zero_rows = 0;
    assert_int_equal(rdg_assembly_variables(a), N);
    assert_int_equal(rdg_assembly_rows(a, &zero_rows), ROWS);
    assert_int_equal(zero_rows, ZEROS);
    assert_null(rdg_assembly_parameter(a, 2));
    assert_string_equal(rdg_assembly_parameter(a, 3), "a");
    assert_string_equal(rdg_assembly_parameter(a, 4), "b");
    assert_string_equal(rdg_assembly_parameter(a, 5), "c");
    rdg_assembly_free(a);
}

static void values_and_derivatives_are_those_of_the_functions(void **state)
{
    quadratic q[4];
    rdg_problem *p = problem(*state, q);
    rdg_assembly *a = rdg_assembly_create(p);
    const rdg_pattern *j = rdg_assembly_jacobian_pattern(a), *h = rdg_assembly_hessian_pattern(a);
    assert_true(rdg_pattern_is_valid(j) && rdg_pattern_is_valid(h));
    assert_int_equal(j->rows, ROWS);
    assert_int_equal(h->rows, N);
    double *jacobian = rdg_calloc((size_t)rdg_pattern_count(j), sizeof(double));
    double *hessian = rdg_calloc((size_t)rdg_pattern_count(h), sizeof(double));
    uint64_t seed = 77;
    for (int s = 0; s < 50; s++) {
        double u[N], v[N], lambda[ROWS], y[ROWS], up[ROWS], down[ROWS], times[N];
        double Jv[ROWS] = {0}, Hv[N] = {0}, vHv = 0, curvature = 0;
        for (int k = 0; k < N; k++) {
            u[k] = random_signed(&seed);
            v[k] = random_signed(&seed);
            lambda[k] = random_signed(&seed);
        }
        expected_values(q, u, up);
        assert_int_equal(rdg_assembly_values(a, u, y), 0);
        for (int i = 0; i < ROWS; i++) {
            assert_near(y[i], up[i], 1e-14, 1e-15);
        }
        double ahead[N], behind[N];
        for (int k = 0; k < N; k++) { /* differences of quadratic functions are exact */
            ahead[k] = u[k] + v[k];
            behind[k] = u[k] - v[k];
        }
        expected_values(q, ahead, up);
        expected_values(q, behind, down);
        assert_int_equal(rdg_assembly_jacobian(a, u, jacobian), 0);
        assert_int_equal(rdg_assembly_hessian(a, u, lambda, hessian), 0);
        assert_int_equal(rdg_assembly_hessian_times(a, u, lambda, v, times), 0);
        for (rdg_index col = 0; col < N; col++) {
            for (rdg_index k = j->start[col]; k < j->start[col + 1]; k++) {
                Jv[j->row[k]] += jacobian[k] * v[col];
            }
            for (rdg_index k = h->start[col]; k < h->start[col + 1]; k++) {
                Hv[h->row[k]] += hessian[k] * v[col];
            }
        }
        for (int i = 0; i < ROWS; i++) {
            assert_near(Jv[i], 0.5 * (up[i] - down[i]), 0, 1e-14);
            curvature += lambda[i] * (up[i] - 2 * y[i] + down[i]);
        }
        for (int i = 0; i < N; i++) {
            assert_near(times[i], Hv[i], 0, 1e-14);
            vHv += v[i] * Hv[i];
        }
        assert_near(vHv, curvature, 0, 1e-13);
    }
    rdg_free(jacobian);
    rdg_free(hessian);
    rdg_assembly_free(a);
}

static void a_monitor_can_be_taken_in_part(void **state)
{
    quadratic q[4];
    rdg_problem *p = problem(*state, q);
    const bool take[] = {false, false, true, false}; /* "b" only */
    rdg_assembly *a = rdg_assembly_create_from(p, take);
    double y[ZEROS + 1], all[ROWS];
    const double u[N] = {0.3, -0.2, 0.7, 1.1, -0.6, 0.9};
    assert_int_equal(rdg_assembly_rows(a, NULL), ZEROS + 1);
    assert_string_equal(rdg_assembly_parameter(a, ZEROS), "b");
    assert_int_equal(rdg_assembly_values(a, u, y), 0);
    expected_values(q, u, all);
    assert_near(y[ZEROS], all[4], 1e-14, 0);
    /* the Jacobian of "b" is that in the whole assembly; the rest of the monitor is in the row below */
    rdg_assembly *whole = rdg_assembly_create(p);
    const rdg_pattern *part_of = rdg_assembly_jacobian_pattern(a), *j = rdg_assembly_jacobian_pattern(whole);
    double part[64], jacobian[64], row[2][N] = {{0}};
    assert_int_equal(part_of->rows, ZEROS + 2);
    assert_int_equal(rdg_assembly_jacobian(a, u, part) + rdg_assembly_jacobian(whole, u, jacobian), 0);
    for (rdg_index col = 0; col < N; col++) {
        for (rdg_index k = part_of->start[col]; k < part_of->start[col + 1]; k++) {
            row[0][col] += part_of->row[k] == ZEROS ? part[k] : 0;
        }
        for (rdg_index k = j->start[col]; k < j->start[col + 1]; k++) {
            row[1][col] += j->row[k] == 4 ? jacobian[k] : 0;
        }
    }
    assert_memory_equal(row[0], row[1], sizeof row[0]);
    rdg_assembly_free(a);
    rdg_assembly_free(whole);
}

static int answer_given(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    y[0] = u[0];
    return *(const int *)data;
}

static void the_first_answer_that_is_not_zero_is_passed_on(void **state)
{
    int answer = 0;
    rdg_problem *p = circle_problem(*state);
    rdg_add_zero(p, &(rdg_function){.name = "odd", .n = 1, .m = 1, .f = answer_given, .data = &answer},
                 (rdg_index[]){1});
    rdg_assembly *a = rdg_assembly_create(p);
    double y[4], values[16];
    const double u[2] = {1, 2};
    rdg_assembly_hessian_pattern(a);
    for (answer = -2; answer <= 2; answer++) {
        assert_int_equal(rdg_assembly_values(a, u, y), answer);
        assert_int_equal(rdg_assembly_jacobian(a, u, values), answer);
        assert_int_equal(rdg_assembly_hessian(a, u, (double[]){1, 1, 1, 1}, values), answer);
        assert_int_equal(rdg_assembly_hessian_times(a, u, (double[]){1, 1, 1, 1}, u, values), answer);
    }
    rdg_assembly_free(a);
    assert_null(rdg_assembly_create(NULL));
    rdg_assembly_free(NULL);
}

static void what_is_added_later_takes_no_part(void **state)
{
    quadratic q[4];
    rdg_problem *p = problem(*state, q);
    rdg_assembly *a = rdg_assembly_create(p);
    double y[ROWS], expected[ROWS];
    const double u[N + 1] = {0.3, -0.2, 0.7, 1.1, -0.6, 0.9, 5};
    assert_ok(*state, rdg_add_variables(p, "late", 1, NULL));
    assert_ok(*state, rdg_add_parameter(p, "late", "late", 0));
    assert_int_equal(rdg_assembly_variables(a), N);
    assert_int_equal(rdg_assembly_values(a, u, y), 0);
    expected_values(q, u, expected);
    for (int i = 0; i < ROWS; i++) {
        assert_near(y[i], expected[i], 1e-14, 1e-15);
    }
    rdg_assembly_free(a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(rows_are_zero_functions_then_parameters),
        TEST(values_and_derivatives_are_those_of_the_functions),
        TEST(a_monitor_can_be_taken_in_part),
        TEST(the_first_answer_that_is_not_zero_is_passed_on),
        TEST(what_is_added_later_takes_no_part),
    };
    return cmocka_run_group_tests_name("core: assembly", tests, NULL, NULL);
}
