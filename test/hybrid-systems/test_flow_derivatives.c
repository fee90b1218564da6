/* First and contracted second derivatives of a segment's end against differences of the same discrete flow:
 * random fields, parameters, phases, meshes of explicit and implicit steps, durations of either sign and
 * zero. */
#include "fresh_context.h"
#include "polynomial_field.h"

#include <ridgewalk/flow.h>

enum { MOST = 16 };

typedef struct segment_case {
    rdg_context *ctx;
    rdg_hybrid *h;
    rdg_flow *flow;
    polynomial_field field;
    rdg_mesh mesh;
    double share[8];
    rdg_index n, ns;
    double sigma[MOST], lambda[MOST];
} segment_case;

static const char *const names[] = {"p1", "p2", "p3", NULL};

static void draw(segment_case *c, int k, uint64_t *seed)
{
    const rdg_index n = 1 + k % 4, np = 1 + (k / 4) % 3;
    const bool forced = (k / 12) % 2 == 0;
    random_field(&c->field, n, np, forced, seed);
    const char *parameters[4] = {NULL};
    memcpy(parameters, names, (size_t)np * sizeof *parameters);
    const double values[3] = {1, 1, 1};
    c->ctx = rdg_context_create();
    c->h = rdg_hybrid_smooth(
        c->ctx, "random", n,
        &(rdg_hybrid_function){
            .f = polynomial_f, .df = polynomial_df, .d2f = polynomial_d2f, .data = &c->field},
        parameters, values, forced ? names[(k / 24) % np] : NULL);
    c->flow = rdg_flow_create(c->h, NULL);
    c->n = n;
    c->ns = rdg_flow_arguments(c->flow, 0);
    for (rdg_index j = 0; j < c->ns; j++) {
        c->sigma[j] = 0.7 * random_signed(seed);
        c->lambda[j] = random_signed(seed);
    }
    if (k % 5 == 0) {
        c->sigma[c->ns - 1] = 0.0;
    }
    double sum = 0.0;
    c->mesh = (rdg_mesh){.steps = k % 7, .share = c->share};
    for (int i = 0; i < k % 7; i++) {
        c->share[i] = 0.1 + fabs(random_signed(seed));
        sum += c->share[i];
    }
    for (int i = 0; i < k % 7; i++) {
        const bool is_implicit = (k / 7 + i) % 3 == 0;
        c->share[i] /= is_implicit ? -sum : sum;
    }
}

/* y, or lambda . dy, at sigma with one of its numbers changed */
static void at(segment_case *c, rdg_index j, double by, bool slope, double *out)
{
    double sigma[MOST], y[MOST], dy[MOST * MOST];
    memcpy(sigma, c->sigma, sizeof sigma);
    sigma[j] += by;
    assert_int_equal(rdg_flow_segment(c->flow, 0, &c->mesh, sigma, y, slope ? dy : NULL, NULL), 0);
    if (!slope) {
        memcpy(out, y, (size_t)c->n * sizeof *out);
        return;
    }
    for (rdg_index d = 0; d < c->ns; d++) {
        out[d] = 0.0;
        for (rdg_index i = 0; i < c->n; i++) {
            out[d] += c->lambda[i] * dy[i + c->n * d];
        }
    }
}

/* The largest error of the columns `exact`, relative to the largest entry. */
static double off(segment_case *c, bool slope, const double *exact)
{
    static const double weight[] = {45.0 / 60, -9.0 / 60, 1.0 / 60};
    const double h = 1e-3;
    const rdg_index rows = slope ? c->ns : c->n;
    double worst = 0.0, largest = 1.0;
    for (rdg_index j = 0; j < c->ns; j++) {
        double sum[MOST] = {0}, a[MOST], b[MOST];
        for (int k = 1; k <= 3; k++) {
            at(c, j, k * h, slope, a);
            at(c, j, -k * h, slope, b);
            for (rdg_index i = 0; i < rows; i++) {
                sum[i] += weight[k - 1] * (a[i] - b[i]) / h;
            }
        }
        for (rdg_index i = 0; i < rows; i++) {
            worst = fmax(worst, fabs(sum[i] - exact[i + rows * j]));
            largest = fmax(largest, fabs(exact[i + rows * j]));
        }
    }
    return worst / largest;
}

static void derivatives_are_those_of_the_discrete_flow(void **state)
{
    (void)state;
    static segment_case c;
    uint64_t seed = 2385;
    double first = 0.0, second = 0.0;
    for (int k = 0; k < 1000; k++) {
        double y[MOST], alone[MOST], dy[MOST * MOST], d2y[MOST * MOST];
        draw(&c, k, &seed);
        assert_int_equal(rdg_flow_segment(c.flow, 0, &c.mesh, c.sigma, y, dy, NULL), 0);
        assert_int_equal(rdg_flow_segment(c.flow, 0, &c.mesh, c.sigma, alone, NULL, NULL), 0);
        for (rdg_index i = 0; i < c.n; i++) {
            assert_near(y[i], alone[i], 1e-13, 1e-14);
        }
        assert_int_equal(rdg_flow_second(c.flow, 0, &c.mesh, c.sigma, c.lambda, d2y), 0);
        for (rdg_index i = 0; i < c.ns * c.ns; i++) {
            assert_near(d2y[i], d2y[c.ns * (i % c.ns) + i / c.ns], 0, 0);
        }
        first = fmax(first, off(&c, false, dy));
        second = fmax(second, off(&c, true, d2y));
        rdg_context_free(c.ctx);
    }
    assert_near(first, 0, 0, 2e-11);
    assert_near(second, 0, 0, 1e-10);
}

static void second_derivatives_along_a_direction_are_the_matrix_times_it(void **state)
{
    (void)state;
    static segment_case c;
    uint64_t seed = 411;
    for (int k = 0; k < 1000; k++) {
        double d2y[MOST * MOST], d[MOST], along[MOST];
        draw(&c, k, &seed);
        for (rdg_index i = 0; i < c.ns; i++) {
            d[i] = random_signed(&seed);
        }
        assert_int_equal(rdg_flow_second(c.flow, 0, &c.mesh, c.sigma, c.lambda, d2y), 0);
        assert_int_equal(rdg_flow_second_along(c.flow, 0, &c.mesh, c.sigma, c.lambda, d, along), 0);
        for (rdg_index i = 0; i < c.ns; i++) {
            double expected = 0.0, size = 1.0;
            for (rdg_index j = 0; j < c.ns; j++) {
                expected += d2y[i + c.ns * j] * d[j];
                size += fabs(d2y[i + c.ns * j]);
            }
            assert_near(along[i], expected, 0, 1e-13 * size);
        }
        rdg_context_free(c.ctx);
    }
}

static void fields_without_derivatives_have_them_by_differences(void **state)
{
    (void)state;
    static segment_case c;
    uint64_t seed = 7;
    double worst[2] = {0, 0};
    for (int k = 0; k < 50; k++) {
        double y[MOST], dy[2][MOST * MOST], d2y[3][MOST * MOST];
        draw(&c, k, &seed);
        rdg_flow_segment(c.flow, 0, &c.mesh, c.sigma, y, dy[0], NULL);
        rdg_flow_second(c.flow, 0, &c.mesh, c.sigma, c.lambda, d2y[0]);
        for (int without = 1; without <= 2; without++) {
            rdg_hybrid_function f = {.f = polynomial_f, .data = &c.field};
            f.df = without == 1 ? polynomial_df : NULL;
            const rdg_hybrid_parameters p = rdg_hybrid_parameters_of(c.h);
            rdg_hybrid *h = rdg_hybrid_smooth(c.ctx, "random", c.n, &f, p.name, p.value,
                                              p.omega >= 0 ? p.name[p.omega] : NULL);
            rdg_flow *flow = rdg_flow_create(h, NULL);
            assert_int_equal(rdg_flow_segment(flow, 0, &c.mesh, c.sigma, y, dy[1], NULL), 0);
            assert_int_equal(rdg_flow_second(flow, 0, &c.mesh, c.sigma, c.lambda, d2y[without]), 0);
            for (rdg_index i = 0; i < c.n * c.ns; i++) {
                worst[0] = fmax(worst[0], fabs(dy[0][i] - dy[1][i]) / (1 + fabs(dy[0][i])));
            }
            for (rdg_index i = 0; i < c.ns * c.ns; i++) {
                worst[1] = fmax(worst[1], fabs(d2y[0][i] - d2y[without][i]) / (1 + fabs(d2y[0][i])));
            }
        }
        rdg_context_free(c.ctx);
    }
    assert_near(worst[0], 0, 0, 1e-10);
    assert_near(worst[1], 0, 0, 1e-6);
}

static void nothing_happens_in_no_time(void **state)
{
    (void)state;
    static segment_case c;
    uint64_t seed = 3;
    for (int k = 0; k < 50; k += 5) {
        double y[MOST], dy[MOST * MOST], rate[MOST] = {0};
        draw(&c, k, &seed);
        assert_int_equal(rdg_flow_segment(c.flow, 0, &c.mesh, c.sigma, y, dy, NULL), 0);
        polynomial_f(c.ns - 1, c.sigma, c.n, rate, &c.field);
        for (rdg_index i = 0; i < c.n; i++) {
            assert_near(y[i], c.sigma[i], 0, 0);
            for (rdg_index j = 0; j < c.ns - 1; j++) {
                assert_near(dy[i + c.n * j], i == j, 0, 0);
            }
            assert_near(dy[i + c.n * (c.ns - 1)], rate[i], 1e-13, 1e-13);
        }
        rdg_mesh mesh = {0};
        assert_int_equal(rdg_flow_mesh(c.flow, 0, c.sigma, &mesh, y), 0);
        assert_int_equal(mesh.steps, 1);
        rdg_mesh_release(&mesh);
        rdg_context_free(c.ctx);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(derivatives_are_those_of_the_discrete_flow),
        cmocka_unit_test(second_derivatives_along_a_direction_are_the_matrix_times_it),
        cmocka_unit_test(fields_without_derivatives_have_them_by_differences),
        cmocka_unit_test(nothing_happens_in_no_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
