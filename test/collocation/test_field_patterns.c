/* Fields whose derivatives have few entries: orbits and derivatives with the entries alone beside those with
 * all of them; fields whose pattern is wrong. */
#include "fresh_context.h"
#include "oscillator_chain.h"
#include "support.h"

#include <ridgewalk/collocated_orbit.h>
#include <ridgewalk/collocation.h>

#include <string.h>

enum { N = 5, NU = N + 3, MASSES = 3, MOST_CHARTS = 40, MOST_NUMBERS = 32 };

/* y_a = sin(sum_c weight[a][c] u_c), u = (x, p, omega, phi) */
typedef struct field {
    double weight[N][NU];
} field;

static double argument(const field *w, rdg_index a, const double *u)
{
    double sum = 0.0;
    for (rdg_index c = 0; c < NU; c++) {
        sum += w->weight[a][c] * u[c];
    }
    return sum;
}

static int field_f(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    for (rdg_index a = 0; a < m; a++) {
        y[a] = sin(argument(data, a, u));
    }
    return 0;
}

static int field_df(rdg_index n, const double *u, rdg_index m, double *J, void *data)
{
    const field *w = data;
    for (rdg_index a = 0; a < m; a++) {
        for (rdg_index c = 0; c < n; c++) {
            J[a + m * c] = cos(argument(w, a, u)) * w->weight[a][c];
        }
    }
    return 0;
}

static int field_d2f(rdg_index n, const double *u, rdg_index m, const double *lambda, double *H, void *data)
{
    const field *w = data;
    for (rdg_index a = 0; a < m; a++) {
        for (rdg_index e = 0; e < n * n; e++) {
            H[e] -= lambda[a] * sin(argument(w, a, u)) * w->weight[a][e % n] * w->weight[a][e / n];
        }
    }
    return 0;
}

/* Weights of which such a share differs from 0, and their pattern. */
static rdg_pattern *random_field(rdg_context *ctx, double share, uint64_t *seed, field *w)
{
    rdg_index row[N * NU], col[N * NU], count = 0;
    for (rdg_index e = 0; e < N * NU; e++) {
        const bool is_there = 0.5 + 0.5 * random_signed(seed) < share;
        w->weight[e % N][e / N] = is_there ? random_signed(seed) : 0.0;
        if (is_there) {
            row[count] = e % N;
            col[count++] = e / N;
        }
    }
    return rdg_pattern_create(ctx, N, NU, count, row, col, NULL);
}

/* An integrand in which all meet, whatever the field has: sum^2 / 2, sum = sum_c (c + 1) u_c. */
static double sum_of(rdg_index n, const double *u)
{
    double sum = 0.0;
    for (rdg_index c = 0; c < n; c++) {
        sum += (double)(c + 1) * u[c];
    }
    return sum;
}

static int square(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)m, (void)data;
    y[0] = 0.5 * sum_of(n, u) * sum_of(n, u);
    return 0;
}

static int square_df(rdg_index n, const double *u, rdg_index m, double *J, void *data)
{
    (void)m, (void)data;
    for (rdg_index c = 0; c < n; c++) {
        J[c] = sum_of(n, u) * (double)(c + 1);
    }
    return 0;
}

static int square_d2f(rdg_index n, const double *u, rdg_index m, const double *lambda, double *H, void *data)
{
    (void)u, (void)m, (void)data;
    for (rdg_index i = 0; i < n; i++) {
        for (rdg_index j = 0; j < n; j++) {
            H[j + n * i] = lambda[0] * (double)((i + 1) * (j + 1));
        }
    }
    return 0;
}

static void first_and_second_derivatives_are_right(void **state)
{
    rdg_context *ctx = *state;
    uint64_t seed = 11;
    const double numbers[2] = {0.4, 1.7};
    for (int k = 0; k < 6; k++) {
        field w;
        rdg_pattern *pattern = random_field(ctx, 0.2 * k, &seed, &w);
        rdg_hybrid *h = rdg_hybrid_create(ctx, "field", RDG_PARAMETERS("p", "omega"), numbers);
        rdg_hybrid_forcing(h, "omega");
        assert_ok(ctx, rdg_hybrid_add_phase(
                           h, &(rdg_hybrid_phase){
                                  .name = "motion",
                                  .n = N,
                                  .field = {.f = field_f, .df = field_df, .d2f = field_d2f, .data = &w},
                                  .field_pattern = pattern}));
        rdg_pattern_free(pattern);
        rdg_problem *p = rdg_problem_create(ctx);
        rdg_segment *s = rdg_segment_add(
            p, NULL, h, &(rdg_segment_options){.duration = 1.3, .intervals = 4, .degree = 1 + k % 4});
        const rdg_function g = {
            .name = "I", .n = NU, .m = 1, .f = square, .df = square_df, .d2f = square_d2f};
        assert_ok(ctx, rdg_segment_add_integral_monitor(s, RDG_INTEGRAL, &g, NULL, RDG_ACTIVE));
        const rdg_index n = rdg_variable_count(p);
        double *u = malloc((size_t)n * sizeof *u);
        for (rdg_index j = 0; j < n; j++) {
            u[j] = rdg_start_values(p)[j] + 0.5 * random_signed(&seed);
        }
        assert_ok(ctx, rdg_check_derivatives(p, u, 1e-5));
        free(u);
        rdg_problem_free(p);
    }
}

typedef struct course {
    int charts;
    rdg_index numbers;
    double mu[MOST_CHARTS][MOST_NUMBERS];
} course;

static bool note(rdg_problem *p, const rdg_chart *chart, void *data)
{
    course *c = data;
    c->numbers = rdg_parameter_count(p);
    assert_true(c->charts < MOST_CHARTS && c->numbers <= MOST_NUMBERS);
    memcpy(c->mu[c->charts++], chart->mu, (size_t)c->numbers * sizeof(double));
    return false;
}

static rdg_hybrid *chain_of(rdg_context *ctx, rdg_index *masses, rdg_pattern *pattern)
{
    const double omega = 0.8;
    rdg_hybrid *h = rdg_hybrid_create(ctx, "chain", RDG_PARAMETERS("omega"), &omega);
    rdg_hybrid_forcing(h, "omega");
    rdg_hybrid_add_phase(h, &(rdg_hybrid_phase){.name = "motion",
                                                .n = 2 * *masses,
                                                .field = oscillator_chain(masses),
                                                .field_pattern = pattern});
    rdg_pattern_free(pattern);
    return h;
}

static rdg_status follow(rdg_hybrid *h, course *c)
{
    rdg_problem *p = rdg_collocation_problem(
        rdg_collocation_create(h, &(rdg_collocation_options){.intervals = 12, .adapt = 3}));
    return rdg_continue(p, "chain", RDG_RELEASE("omega"), RDG_WINDOW("omega", 0.8, 1.1), RDG_OBSERVE(note, c),
                        RDG_IN_MEMORY);
}

static void orbits_and_multipliers_are_those_of_the_dense_field(void **state)
{
    rdg_context *ctx = *state;
    rdg_index masses = MASSES;
    course dense = {.charts = 0}, sparse = {.charts = 0};
    assert_ok(ctx, follow(chain_of(ctx, &masses, NULL), &dense));
    assert_ok(ctx, follow(chain_of(ctx, &masses, oscillator_chain_pattern(ctx, masses)), &sparse));
    assert_int_equal(sparse.charts, dense.charts);
    assert_int_equal(sparse.numbers, dense.numbers);
    for (int k = 0; k < dense.charts; k++) {
        for (rdg_index j = 0; j < dense.numbers; j++) {
            if (!isnan(dense.mu[k][j])) {
                assert_near(sparse.mu[k][j], dense.mu[k][j], 1e-7, 1e-9);
            }
        }
    }
}

static void a_derivative_that_the_pattern_lacks_ends_the_run(void **state)
{
    rdg_context *ctx = *state;
    rdg_index masses = MASSES;
    course c = {.charts = 0};
    rdg_pattern *empty = rdg_pattern_create(ctx, N + 1, N + 3, 0, NULL, NULL, NULL);
    assert_int_not_equal(follow(chain_of(ctx, &masses, empty), &c), RDG_OK);
    assert_failed(ctx, RDG_ERR_ARGUMENT,
                  "phase \"motion\" of \"chain\": the derivative of value 3 of the field by argument 0 is");
}

static void patterns_of_other_shapes_are_refused(void **state)
{
    rdg_context *ctx = *state;
    rdg_index masses = MASSES;
    chain_of(ctx, &masses, rdg_pattern_dense(ctx, 6, 6));
    assert_failed(ctx, RDG_ERR_ARGUMENT, "shape [6, 6]: the derivatives have [6, 8]");
    const rdg_index start[] = {0, 1, 1, 1, 1, 1, 1, 1, 1}, row[] = {6};
    rdg_hybrid *h = rdg_hybrid_create(ctx, "chain", RDG_PARAMETERS("p", "omega"), NULL);
    rdg_hybrid_add_phase(h, &(rdg_hybrid_phase){.name = "motion",
                                                .n = 6,
                                                .field = oscillator_chain(&masses),
                                                .field_pattern = &(rdg_pattern){6, 8, start, row}});
    assert_failed(ctx, RDG_ERR_ARGUMENT, "not in order");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(first_and_second_derivatives_are_right),
        TEST(orbits_and_multipliers_are_those_of_the_dense_field),
        TEST(a_derivative_that_the_pattern_lacks_ends_the_run),
        TEST(patterns_of_other_shapes_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
