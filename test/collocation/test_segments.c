/* Boundary-value problems by collocation: folds, orders of convergence, derivatives. */
#include "fresh_context.h"
#include "segments.h"
#include "support.h"

#include "shooting/smooth_systems.h"

static rdg_segment *bratu_segment(rdg_problem *p, double lambda, rdg_index N, rdg_index K)
{
    rdg_hybrid *h = bratu_system(rdg_problem_context(p), lambda);
    rdg_segment *s =
        rdg_segment_add(p, NULL, h, &(rdg_segment_options){.duration = 1.0, .intervals = N, .degree = K});
    rdg_segment_add_boundary(
        s, &(rdg_function){.name = "ends", .n = 6, .m = 2, .f = clamped, .df = clamped_df, .d2f = no_d2f});
    return s;
}

static double fold_of(rdg_context *ctx, const char *name, const char *parameter)
{
    rdg_run *run = rdg_run_open(ctx, name);
    const rdg_index fold = rdg_run_find(run, "FP", 0);
    assert_true(fold >= 0);
    const double value = rdg_run_column(run, parameter)[fold];
    rdg_run_free(run);
    return value;
}

static void bratu_folds_where_it_should(void **state)
{
    rdg_context *ctx = *state;
    rdg_problem *p = rdg_problem_create(ctx);
    assert_non_null(bratu_segment(p, 0.0, 10, 4));
    assert_ok(ctx,
              rdg_continue(p, "bratu", RDG_RELEASE("lambda"), RDG_WINDOW("lambda", 0, 4), RDG_IN_MEMORY));
    assert_near(fold_of(ctx, "bratu", "lambda"), 3.513830719125162, 1e-9, 0.0);
}

/* y = cosh(a t) / a from a place of its own: where y(1) is least dY/da = 0. */
static void the_catenary_folds_where_it_should(void **state)
{
    rdg_context *ctx = *state;
    rdg_problem *p = rdg_problem_create(ctx);
    double x[2 * 21];
    for (int k = 0; k < 21; k++) {
        x[2 * k] = cosh(k / 20.0);
        x[2 * k + 1] = sinh(k / 20.0);
    }
    rdg_segment *s =
        rdg_segment_add(p, NULL, catenary_system(ctx, cosh(1.0)),
                        &(rdg_segment_options){.duration = 1.0, .intervals = 20, .count = 21, .x = x});
    assert_ok(ctx, rdg_segment_add_boundary(
                       s, &(rdg_function){
                              .name = "ends", .n = 6, .m = 2, .f = hung, .df = hung_df, .d2f = no_d2f}));
    assert_ok(ctx, rdg_continue(p, "catenary", RDG_RELEASE("Y"), RDG_WINDOW("Y", 0, 3), RDG_IN_MEMORY));
    assert_near(fold_of(ctx, "catenary", "Y"), 0.587084931345, 1e-9, 0.0);
}

/* Bratu's lower solution at lambda = 1. */
static double bratu_exact(double t)
{
    double theta = 1.5;
    for (int k = 0; k < 60; k++) {
        theta = sqrt(2.0) * cosh(theta / 4.0);
    }
    return -2.0 * log(cosh((t - 0.5) * theta / 2.0) / cosh(theta / 4.0));
}

/* Largest errors at the inner mesh points, and in between. */
static void errors_of(rdg_context *ctx, rdg_index N, rdg_index K, double *at_mesh, double *between)
{
    rdg_problem *p = rdg_problem_create(ctx);
    rdg_segment *s = bratu_segment(p, 1.0, N, K);
    assert_ok(ctx, rdg_solve(p));
    *at_mesh = *between = 0.0;
    for (int k = 1; k < 64 * N; k++) {
        const double tau = (double)k / (double)(64 * N);
        double x[2];
        assert_ok(ctx, rdg_segment_motion(s, rdg_start_values(p), 1, &tau, x));
        double *largest = k % 64 == 0 ? at_mesh : between;
        *largest = fmax(*largest, fabs(x[0] - bratu_exact(tau)));
    }
    rdg_problem_free(p);
}

static void errors_are_of_twice_the_degree_at_mesh_points_and_one_more_than_it_between(void **state)
{
    rdg_context *ctx = *state;
    for (rdg_index K = 2; K <= 4; K++) {
        double mesh[2], between[2];
        const rdg_index N = K == 4 ? 2 : 4;
        errors_of(ctx, N, K, &mesh[0], &between[0]);
        errors_of(ctx, 2 * N, K, &mesh[1], &between[1]);
        assert_near(log2(mesh[0] / mesh[1]), 2.0 * (double)K, 0.0, 0.7);
        assert_near(log2(between[0] / between[1]), K == 2 ? 3.2 : (double)K + 1.0, 0.0, 0.5);
    }
}

/* A mean of x v p0 with T and phase. */
static int product(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)data;
    for (rdg_index r = 0; r < m; r++) {
        y[r] = u[0] * u[1] * u[2] + (double)(r + 1) * u[0] * u[0] * cos(u[n - 1]);
    }
    return 0;
}

static int product_df(rdg_index n, const double *u, rdg_index m, double *J, void *data)
{
    (void)data;
    for (rdg_index r = 0; r < m; r++) {
        const double k = (double)(r + 1);
        J[r] = u[1] * u[2] + 2.0 * k * u[0] * cos(u[n - 1]);
        J[r + m] = u[0] * u[2];
        J[r + 2 * m] = u[0] * u[1];
        J[r + (n - 1) * m] = -k * u[0] * u[0] * sin(u[n - 1]);
    }
    return 0;
}

static int product_d2f(rdg_index n, const double *u, rdg_index m, const double *lambda, double *H, void *data)
{
    (void)data;
    for (rdg_index r = 0; r < m; r++) {
        const double k = lambda[r] * (double)(r + 1);
        H[0] += 2.0 * k * cos(u[n - 1]);
        H[1] = H[n] += lambda[r] * u[2];
        H[2] = H[2 * n] += lambda[r] * u[1];
        H[1 + 2 * n] = H[2 + n] += lambda[r] * u[0];
        H[n - 1] = H[(n - 1) * n] -= 2.0 * k * u[0] * sin(u[n - 1]);
        H[n * n - 1] -= k * u[0] * u[0] * cos(u[n - 1]);
    }
    return 0;
}

static void derivatives_are_those_of_the_functions(void **state)
{
    rdg_context *ctx = *state;
    uint64_t seed = 7;
    for (int k = 0; k < 20; k++) {
        rdg_problem *p = rdg_problem_create(ctx);
        double x[2 * 6];
        for (int j = 0; j < 12; j++) {
            x[j] = random_signed(&seed);
        }
        rdg_hybrid *h = duffing_system(ctx, 0.1, 0.5, 0.7, 1.1);
        const rdg_index nz = rdg_hybrid_arguments(h, 0);
        rdg_segment *s = rdg_segment_add(p, "a", h,
                                         &(rdg_segment_options){.duration = 2.0 + random_signed(&seed),
                                                                .phase = random_signed(&seed),
                                                                .intervals = 1 + k % 3,
                                                                .degree = 1 + k % 7,
                                                                .count = 6,
                                                                .x = x});
        assert_non_null(s);
        const rdg_function g = {
            .name = "g", .n = nz, .m = 2, .f = product, .df = product_df, .d2f = product_d2f};
        assert_ok(ctx, rdg_segment_add_integral(s, k % 2 ? RDG_MEAN : RDG_INTEGRAL, &g));
        assert_non_null(rdg_segment_add(
            p, "b", h, &(rdg_segment_options){.duration = 1.0, .intervals = 2, .degree = 2, .partner = s}));
        double u[200];
        memcpy(u, rdg_start_values(p), (size_t)rdg_variable_count(p) * sizeof *u);
        for (rdg_index j = 0; j < rdg_variable_count(p); j++) {
            u[j] += 0.1 * random_signed(&seed);
        }
        assert_ok(ctx, rdg_check_derivatives(p, u, 1e-6));
        rdg_problem_free(p);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(bratu_folds_where_it_should),
        TEST(the_catenary_folds_where_it_should),
        TEST(errors_are_of_twice_the_degree_at_mesh_points_and_one_more_than_it_between),
        TEST(derivatives_are_those_of_the_functions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
